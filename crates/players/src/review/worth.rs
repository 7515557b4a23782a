//! What the guesses of a game were worth, what they lost, and how a safe cell could have been known.
//!
//! A position is worth the probability that `surefoot` wins from it, and so is its own choice there.
//! Another guess is worth less by what the look-ahead thinks of it, or exactly where little is left
//! (`surefoot::WinChances`). Who guesses although something is safe risks what need not be risked yet: such a guess
//! is worth the position times its safety. That is a little hard on guesses that would have had to be made
//! in any case; nobody can know these beforehand.

use surefoot_inference::{Options, Prover, Workspace};
use surefoot_rules::{Action, Brief, Cell, Game, Point, View};

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
    /// The position after the first click, and those of the guesses; and which of them are weighed.
    views: Vec<View>,
    done: Vec<bool>,
    workspace: Workspace,
    chances: WinChances,
    prover: Prover,
}

impl ThoroughReview {
    /// Looks at safety; what was better and what guesses were worth comes later.
    pub fn new(beginning: &Game, actions: &[Action]) -> Self {
        let mut views = Vec::new();
        let review = super::look(beginning, actions, |view, guess| {
            if guess.is_some() || views.is_empty() {
                views.push(view.clone());
            }
        });
        let prover = Prover::new(Options { budget: tunables::BUDGET, ..Options::default() });
        Self {
            review,
            brief: beginning.brief(),
            done: vec![false; views.len()],
            views,
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
        let Some(view) = self.views.get(position) else { return false };
        let share = tunables::REVIEW_PLAYOUTS / self.views.len();
        let playouts = share.clamp(tunables::REVIEW_FEWEST, tunables::REVIEW_MOST);
        match position.checked_sub(1) {
            None => self.review.start = self.chances.of_position(view, playouts),
            Some(at) => {
                let (before, rest) = self.review.guesses.split_at_mut(at);
                let guess = &mut rest[0];
                guess.better = super::better(&mut self.workspace, &self.brief, view);
                guess.worth = weigh(&mut self.chances, guess, view, playouts);
                let proofs = before.iter().filter(|guess| guess.avoidable).count();
                if guess.avoidable && proofs < tunables::REVIEW_PROOFS {
                    guess.missed =
                        missed(&mut self.workspace, &mut self.prover, view, guess.action);
                }
            }
        }
        self.done[position] = true;
        true
    }

    /// How many guesses are weighed.
    pub fn weighed(&self) -> usize {
        self.done.iter().skip(1).filter(|&&done| done).count()
    }

    /// What is found so far.
    pub fn review(&self) -> &Review {
        &self.review
    }

    pub(super) fn into_review(self) -> Review {
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
        _ if guess.avoidable => best.value * guess.safety,
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
mod tests {
    use super::*;
    use crate::Roster;
    use surefoot_rules::{Deal, GameKind, Grid, Player, Random, Rules, Status};

    /// A game with guesses: with few mines one that knows nothing makes avoidable ones, with many
    /// one that knows all makes forced ones.
    fn game_of_guesses(deal: u64) -> (Game, Vec<Action>) {
        let (name, mines) = if deal.is_multiple_of(2) { ("random", 4) } else { ("exact", 18) };
        let grid = Grid::new(9, 9).unwrap();
        let mut game = Game::new(Rules::new(GameKind::Win, grid, mines)).unwrap();
        game.deal(Deal::new(5, deal));
        let mut player = Roster::standard().call(name).unwrap();
        player.begin(&game.brief(), game.view(), Random::for_player(Deal::new(5, deal), name));
        let mut actions = Vec::new();
        while game.status() == Status::Playing {
            let action = player.choose(game.view()).action;
            game.play(action).unwrap();
            actions.push(action);
        }
        let mut beginning = Game::new(game.rules().clone()).unwrap();
        beginning.lay(game.layout().unwrap(), Deal::default()).unwrap();
        (beginning, actions)
    }

    /// Two that share a game, and one that begins at its end, find what one finds in order: nothing in
    /// their memory matters.
    #[test]
    fn positions_are_weighed_alike_in_any_order() {
        let (mut forced, mut avoidable) = (0, 0);
        for deal in 0..8 {
            let (game, actions) = game_of_guesses(deal);
            let whole = crate::review::thorough(&game, &actions);
            let positions = 1 + whole.guesses.len();
            let mut backwards = ThoroughReview::new(&game, &actions);
            assert!((0..positions).rev().all(|position| backwards.weigh(position)));
            assert!(!backwards.weigh_next() && !backwards.weigh(positions));
            assert_eq!(*backwards.review(), whole, "backwards, deal {deal}");
            for half in 0..2 {
                let mut sharing = ThoroughReview::new(&game, &actions);
                for position in (half..positions).step_by(2) {
                    assert!(sharing.weigh(position));
                    match position.checked_sub(1) {
                        None => assert_eq!(sharing.review().start, whole.start),
                        Some(at) => assert_eq!(sharing.review().guesses[at], whole.guesses[at]),
                    }
                }
            }
            avoidable += whole.count(GuessVerdict::Avoidable);
            forced += positions - 1 - whole.count(GuessVerdict::Avoidable);
        }
        assert!(forced >= 3 && avoidable >= 3, "{forced} {avoidable}");
    }
}
