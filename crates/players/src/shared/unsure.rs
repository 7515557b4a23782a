//! A player that may be wrong in what it deduces: it plays as before and claims nothing.
//!
//! Some options read clues as a write-up does where that is wrong, or take a likely number
//! for the true one. What comes of that is worth a look, but not a claim: every choice of
//! such a player is a guess, with its reasons beside it.
//!
//! Who is wrong may also be stuck where nobody else is. In `win` there is nothing to
//! declare, so when all cells seem to be known and the game goes on all the same, a flag is
//! false: any closed cell is opened then, and a flag on it is taken away first.

use surefoot_rules::{Action, Brief, Choice, GameKind, Player, Random, Tile, View};

use crate::roster::{AnyPlayer, PlayerOptions};
use crate::shared::believing::{BELIEVE, Believing};

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Unsure<P> {
    player: P,
    /// Whether it may be wrong even if every number that is shown is the true one.
    always: bool,
    /// Whether it may be wrong in the game under way.
    doubts: bool,
    kind: GameKind,
    /// What is opened once the flag on it is away.
    next: Option<Choice>,
    random: Random,
}

/// A player of the house, as sure as its options let it be.
pub(crate) fn seated<P: Player + Clone + Send + 'static>(
    options: &PlayerOptions<'_>,
    player: P,
) -> AnyPlayer {
    let always = options.given_unsound().any(|option| option.form != BELIEVE.form);
    match (options.has(&BELIEVE), always) {
        (false, false) => Box::new(player),
        (false, true) => Box::new(Unsure::new(player, true)),
        (true, _) => Box::new(Unsure::new(Believing::new(player), always)),
    }
}

impl<P: Player> Unsure<P> {
    fn new(player: P, always: bool) -> Self {
        let (doubts, kind, next, random) = (true, GameKind::Win, None, Random::default());
        Self { player, always, doubts, kind, next, random }
    }
}

impl<P: Player> Player for Unsure<P> {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.doubts = self.always || !view.rule().tells_truth();
        (self.kind, self.next) = (brief.kind, None);
        self.random = Random::named("second thoughts", [random.clone().bits(), 0]);
        self.player.begin(brief, view, random);
    }

    fn choose(&mut self, view: &View) -> Choice {
        if let Some(next) = self.next.take() {
            return next;
        }
        let mut choice = self.player.choose(view);
        if !self.doubts {
            return choice;
        }
        choice.certain = false;
        if self.kind == GameKind::Win && choice.action == Action::Declare {
            let closed: Vec<_> = view.closed().collect();
            if let Some(&cell) = self.random.pick(&closed) {
                choice = Choice::guess(Action::Open(cell), "a flag is false");
            }
        }
        if let Action::Open(cell) = choice.action
            && view.tile(cell) == Tile::Flag
        {
            self.next = Some(choice);
            return Choice::guess(Action::Flag(cell), "take the flag away");
        }
        choice
    }
}
