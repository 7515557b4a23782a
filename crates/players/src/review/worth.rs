//! What the guesses of a game were worth, what they lost, and how a safe cell could have been known.
//!
//! A position is worth the probability that `surefoot` wins from it, and so is its own choice there.
//! Another guess is worth less by what the look-ahead thinks of it, or exactly where little is left
//! (`surefoot::WinChances`). Who guesses although something is safe risks what need not be risked yet. But if that
//! guess would have had to be made in any case, to make it early costs nothing: so what is certain is opened
//! first, on layouts that agree with the position, and then the guess is held against what is best there.
//!
//! A game may be long and its board large: positions are not kept but played again when their turn comes, and of
//! more work than [`tunables::REVIEW_WORK`] the rest is left and counted.

use surefoot_inference::{Options, Prover, Workspace};
use surefoot_rules::{Action, Brief, Cell, Choice, Game, Point, View};

use crate::review::{Guess, Review};
use crate::surefoot::{WinChance, WinChances};
use crate::tunables;

/// What a guess was worth, and what `surefoot`'s was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The probability to win by `surefoot`'s choice: what the position was worth.
    pub best: WinChance,
    /// The probability to win by what was done.
    pub chosen: f64,
}

impl Worth {
    /// The win probability that was lost.
    pub fn lost(self) -> f64 {
        (self.best.value - self.chosen).max(0.0)
    }
}

/// What is to be said of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuessVerdict {
    /// It had to be made, and nothing was better by half a point.
    Sound,
    /// A guess had to be made, but there was a better one.
    Mistake,
    /// No guess had to be made: a cell was certainly safe.
    Avoidable,
}

surefoot_rules::named! {
    GuessVerdict { Sound => "sound", Mistake => "mistake", Avoidable => "avoidable" }
}

impl Guess {
    /// What is to be said of it; whether it was a mistake only a thorough look tells.
    pub fn verdict(&self) -> GuessVerdict {
        match self.worth {
            _ if self.avoidable => GuessVerdict::Avoidable,
            Some(worth) if worth.lost() >= tunables::REVIEW_MISTAKE => GuessVerdict::Mistake,
            _ => GuessVerdict::Sound,
        }
    }

    /// Whether it was avoidable and yet cost nothing: it would have had to be made in any case, and was only
    /// made early.
    pub fn is_only_early(&self) -> bool {
        self.avoidable && self.worth.is_some_and(|worth| worth.lost() <= surefoot_inference::TIE)
    }
}

/// A cell that was certainly safe, and how that could have been known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedCell {
    /// The cell.
    pub cell: Cell,
    /// The steps of a proof, in words.
    pub steps: Vec<String>,
    /// How hard it is to see: clues needed, one more for the number of mines and for each supposition.
    pub difficulty: usize,
}

/// A thorough look at a game, one guess after the other: who shows it can show the first while the
/// last is still looked into.
///
/// ```
/// use surefoot_players::review::{self, ThoroughReview};
/// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Rules, layout};
///
/// let board = layout!["M . .", ". . ."];
/// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
/// game.lay(&board, Deal::default())?;
/// let actions = [4, 1].map(|cell| Action::Open(Cell::new(cell)));
/// let mut looking = ThoroughReview::new(&game, &actions);
/// // What needs no playing out is known at once.
/// assert_eq!(looking.review().guesses[0].safety, 0.8);
/// assert!(looking.review().guesses[0].worth.is_none());
/// while looking.weigh_next() {}
/// assert_eq!(*looking.review(), review::thorough(&game, &actions));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ThoroughReview {
    review: Review,
    brief: Brief,
    beginning: Game,
    actions: Vec<Action>,
    /// After how many actions the positions are: that after the first click, and those of the guesses; and
    /// which of them are weighed.
    positions: Vec<usize>,
    done: Vec<bool>,
    /// The game after so many actions.
    at: (usize, Game),
    /// How many positions are weighed at the most, and by how many playouts.
    affordable: usize,
    playouts: usize,
    workspace: Workspace,
    chances: WinChances,
    prover: Prover,
}

impl ThoroughReview {
    /// Looks at safety; what was better and what guesses were worth comes later.
    pub fn new(beginning: &Game, actions: &[Action]) -> Self {
        let (mut review, start) = super::look(beginning, actions, |_, _| {});
        let guesses = review.guesses.iter().map(|guess| guess.number);
        let positions: Vec<usize> = start.into_iter().chain(guesses).collect();
        let share = tunables::REVIEW_PLAYOUTS / positions.len().max(1);
        let playouts = share.clamp(tunables::REVIEW_FEWEST, tunables::REVIEW_MOST);
        let affordable = tunables::REVIEW_WORK / (playouts * beginning.view().grid().len());
        review.unweighed = positions.len().saturating_sub(affordable.max(1));
        let prover = Prover::new(Options { budget: tunables::BUDGET, ..Options::default() });
        Self {
            review,
            brief: beginning.brief(),
            beginning: beginning.clone(),
            actions: actions.to_vec(),
            done: vec![false; positions.len()],
            positions,
            at: (0, beginning.clone()),
            affordable,
            playouts,
            workspace: super::workspace(),
            chances: WinChances::default(),
            prover,
        }
    }

    /// Weighs the next position: first that after the first click, then those of the guesses.
    /// `false` when all are weighed.
    pub fn weigh_next(&mut self) -> bool {
        let next = self.done.iter().position(|done| !done);
        next.is_some_and(|position| self.weigh(position))
    }

    /// Weighs one position: 0 is that after the first click, and 1 that of the first guess. `false` where
    /// there is none. What comes out does not depend on what was weighed before, so several threads may
    /// share a game, each with a review of its own.
    ///
    /// ```
    /// use surefoot_players::review::{self, ThoroughReview};
    /// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Rules, layout};
    ///
    /// let board = layout!["M . .", ". . ."];
    /// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
    /// game.lay(&board, Deal::default())?;
    /// let actions = [4, 1].map(|cell| Action::Open(Cell::new(cell)));
    /// let mut looking = ThoroughReview::new(&game, &actions);
    /// assert!(looking.weigh(1) && !looking.weigh(2));
    /// assert_eq!(looking.review().guesses, review::thorough(&game, &actions).guesses);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weigh(&mut self, position: usize) -> bool {
        let Some(&actions) = self.positions.get(position) else { return false };
        self.done[position] = true;
        if position >= self.affordable {
            return true;
        }
        self.go_to(actions);
        let Self { at: (_, game), workspace, chances, prover, .. } = self;
        let (view, playouts) = (game.view(), self.playouts);
        match position.checked_sub(1) {
            None => self.review.start = chances.of_position(view, playouts),
            Some(at) => {
                let (before, rest) = self.review.guesses.split_at_mut(at);
                let guess = &mut rest[0];
                guess.better = super::better(workspace, &self.brief, view);
                guess.worth = weigh(chances, guess, view, playouts);
                let proofs = before.iter().filter(|guess| guess.avoidable).count();
                if guess.avoidable && proofs < tunables::REVIEW_PROOFS {
                    guess.missed = missed(workspace, prover, view, guess.action);
                    // Of all that are safe, the one whose proof is told is named.
                    if let Some(missed) = &guess.missed {
                        let open = Action::Open(missed.cell);
                        guess.safest = Some((missed.cell, 1.0));
                        guess.better = Some((Choice::certain(open, super::CERTAIN), 1.0));
                    }
                }
            }
        }
        true
    }

    /// Plays on to a position, or anew where it lies behind.
    fn go_to(&mut self, actions: usize) {
        let (done, game) = &mut self.at;
        if *done > actions {
            (*done, *game) = (0, self.beginning.clone());
        }
        for &action in &self.actions[*done..actions] {
            // It was legal when it was looked at.
            _ = game.play(action);
        }
        *done = actions;
    }

    /// How many positions there are to be weighed.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// How many guesses are weighed.
    pub fn weighed(&self) -> usize {
        self.done.iter().skip(1).filter(|&&done| done).count()
    }

    /// What is found so far.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// What was found.
    pub fn into_review(self) -> Review {
        self.review
    }
}

fn weigh(chances: &mut WinChances, guess: &Guess, view: &View, playouts: usize) -> Option<Worth> {
    let best = chances.of_position(view, playouts)?;
    if guess.safety == 0.0 {
        return Some(Worth { best, chosen: 0.0 });
    }
    if let Some(chosen) = chances.of_action(view, guess.action).filter(|_| best.error == 0.0) {
        return Some(Worth { best, chosen });
    }
    let (choice, safety) = guess.better.as_ref()?;
    let chosen = match (guess.action, choice.action) {
        _ if guess.avoidable => {
            best.value * chances.early(view, guess.action, guess.safety, playouts)?
        }
        (Action::Open(cell), Action::Open(better)) => {
            best.value * chances.share(view, cell, better)?
        }
        // A chord tells as much as its cells; only its safety sets it apart.
        _ => best.value * (guess.safety / safety).min(1.0),
    };
    Some(Worth { best, chosen })
}

/// The safe cell that is easiest to prove, of some near to where the player was looking.
fn missed(
    workspace: &mut Workspace,
    prover: &mut Prover,
    view: &View,
    action: Action,
) -> Option<MissedCell> {
    let posterior = workspace.solve(view).ok()?;
    let Point { x, y } = view.grid().point(action.cell()?);
    let mut safe: Vec<(u32, Cell)> = view
        .hidden()
        .filter(|&cell| posterior.is_safe(cell))
        .map(|cell| {
            let at = view.grid().point(cell);
            (at.x.abs_diff(x).max(at.y.abs_diff(y)), cell)
        })
        .collect();
    safe.sort_unstable();
    let proofs = safe
        .into_iter()
        .take(tunables::REVIEW_NEAREST)
        .filter_map(|(_, cell)| prover.prove(view, cell).ok());
    let proof = proofs.min_by_key(surefoot_inference::Proof::difficulty)?;
    let (cell, difficulty) = (proof.cell, proof.difficulty());
    Some(MissedCell { cell, steps: proof.in_words(view), difficulty })
}

#[cfg(test)]
mod tests;
