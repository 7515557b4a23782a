//! What a player is: someone who sees a view and chooses.

use std::borrow::Cow;
use std::time::Duration;

use smallvec::SmallVec;

use crate::{Action, Asks, Cell, GameKind, Promise, Random, Rules, View};

/// What a player is told before a game. The board and the told number of mines
/// are in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brief {
    /// Which game is played.
    pub kind: GameKind,
    /// What the first click is promised.
    pub promise: Promise,
    /// How often a cell may be asked.
    pub asks: Asks,
    /// Whether an opened zero opens its neighbours.
    pub flood: bool,
}

impl From<&Rules> for Brief {
    fn from(rules: &Rules) -> Self {
        Self {
            kind: rules.kind,
            promise: rules.promise,
            asks: rules.clues.asks,
            flood: rules.floods(),
        }
    }
}

/// The clues that led to a choice; few enough to be held inline.
pub type Evidence = SmallVec<[Cell; 4]>;

/// An action, with a note saying why and whether it is claimed certain.
///
/// An open that is not claimed certain counts as a guess; an action alone
/// becomes a choice that claims nothing.
///
/// ```
/// use surefoot_rules::{Action, Cell, Choice};
///
/// let guess = Choice::from(Action::Open(Cell::new(3)));
/// assert!(!guess.certain);
/// let sure = Choice::certain(Action::Open(Cell::new(3)), "all-safe").because([Cell::new(2)]);
/// assert!(sure.certain);
/// assert_eq!(sure.because[..], [Cell::new(2)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What to do.
    pub action: Action,
    /// Whether the player claims to know that it is right.
    pub certain: bool,
    /// The kind of reason, in a word or two: `random`, `all-safe`, `window`, …
    pub why: Cow<'static, str>,
    /// The clues it rests on.
    pub because: Evidence,
    /// The probability to win from here on by this choice, where the player knows
    /// it exactly.
    pub value: Option<f64>,
}

impl Choice {
    /// An action claimed to be certainly right.
    #[inline]
    pub fn certain(action: Action, why: impl Into<Cow<'static, str>>) -> Self {
        Self { certain: true, ..Self::guess(action, why) }
    }

    /// An action that may be wrong.
    #[inline]
    pub fn guess(action: Action, why: impl Into<Cow<'static, str>>) -> Self {
        let (certain, because, value) = (false, Evidence::new(), None);
        Self { action, certain, why: why.into(), because, value }
    }

    /// The same choice, resting on these clues.
    #[must_use]
    #[inline]
    pub fn because(mut self, clues: impl IntoIterator<Item = Cell>) -> Self {
        self.because = clues.into_iter().collect();
        self
    }
}

impl From<Action> for Choice {
    fn from(action: Action) -> Self {
        Self::guess(action, "")
    }
}

/// Someone who plays. It is handed views and nothing else.
///
/// The guide page "Write your own player" builds one in thirty lines.
pub trait Player {
    /// A new game begins. `random` is the player's own stream, the same for the
    /// same seed, deal and player whatever else is going on; anything
    /// remembered from an earlier game must go.
    fn begin(&mut self, brief: &Brief, view: &View, random: Random);

    /// Chooses the next action. The view's journal says what is new.
    fn choose(&mut self, view: &View) -> Choice;

    /// Why it cannot go on, in its own words: asked after every choice, which is then not
    /// played; the game is lost. Who thinks here never fails; who asks a program may.
    fn failure(&self) -> Option<&str> {
        None
    }

    /// The CPU time that it has taken so far elsewhere than on the thread that calls it.
    fn elsewhere(&mut self) -> Duration {
        Duration::ZERO
    }
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        (**self).begin(brief, view, random);
    }

    fn choose(&mut self, view: &View) -> Choice {
        (**self).choose(view)
    }

    fn failure(&self) -> Option<&str> {
        (**self).failure()
    }

    fn elsewhere(&mut self) -> Duration {
        (**self).elsewhere()
    }
}
