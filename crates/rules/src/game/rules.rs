//! What is agreed before a game: which of the three games, on what board,
//! with which promise and which clues.
//!
//! All of it is plain data with the usual defaults; [`Rules::check`] says what
//! does not fit together before the first game is dealt, not in the middle.

use crate::{Cell, Clues, DealError, Grid, Layout, Promise, named};

/// Which game is played.
///
/// ```
/// use surefoot_rules::{GameKind, Promise};
///
/// assert_eq!("dig".parse(), Ok(GameKind::Dig));
/// assert_eq!(GameKind::Win.usual_promise(), Promise::Opening);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// The real game: opening a mine loses, opening every safe cell wins.
    #[default]
    Win,
    /// Opening a mine costs that mine and play goes on; measured by the mines
    /// flagged and never opened.
    Score,
    /// Opening a mine is harmless; measured by the cells opened until the
    /// player declares where all mines are.
    Dig,
}

impl GameKind {
    /// What the first click is promised unless said otherwise.
    pub const fn usual_promise(self) -> Promise {
        match self {
            Self::Win => Promise::Opening,
            Self::Score | Self::Dig => Promise::Safe,
        }
    }
}

named! {
    GameKind is "a game" { Win => "win", Score => "score", Dig => "dig" }
}

/// Everything agreed before a game.
///
/// ```
/// use surefoot_rules::{GameKind, Grid, Promise, Rules};
///
/// let mut rules = Rules::new(GameKind::Win, Grid::new(9, 9)?, 10);
/// assert_eq!(rules.promise, Promise::Opening);
/// rules.promise = Promise::Safe;
/// rules.check()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Which game.
    pub kind: GameKind,
    /// The board.
    pub grid: Grid,
    /// How many mines lie on it.
    pub mines: u32,
    /// What the first click is promised.
    pub promise: Promise,
    /// How clues come about.
    pub clues: Clues,
    /// Whether an opened zero opens its neighbours; `None` for what is usual:
    /// in `win` it does, in the other games and under uncertain clues not.
    pub flood: Option<bool>,
    /// Whether the player is told the number of mines.
    pub told: bool,
}

/// Why rules do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The mines do not fit, or the promise cannot be kept.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// Zeros cannot flood when a zero need not be one.
    #[error("flooding is only possible under exact clues: a shown 0 need not be one under `{0}`")]
    Flood(String),
    /// `dig` without the total.
    #[error("`dig` always tells the number of mines: without it nobody could know when to declare")]
    DigUntold,
}

impl Rules {
    /// The usual rules of a game on this board.
    pub fn new(kind: GameKind, grid: Grid, mines: u32) -> Self {
        Self {
            kind,
            grid,
            mines,
            promise: kind.usual_promise(),
            clues: Clues::default(),
            flood: None,
            told: true,
        }
    }

    /// The usual rules of a game on one given board: nothing is promised.
    ///
    /// ```
    /// use surefoot_rules::{Action, Deal, Game, GameKind, Rules, Status, layout};
    ///
    /// let board = layout!["M.", ".."];
    /// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
    /// game.lay(&board, Deal::default())?;
    /// assert_eq!(game.play(Action::Open(board.mines().next().unwrap()))?, Status::Lost);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on(kind: GameKind, board: &Layout) -> Self {
        let rules = Self::new(kind, board.grid().clone(), board.count());
        Self { promise: Promise::None, ..rules }
    }

    /// These rules on one given board: its grid and mines, and no promise.
    #[must_use]
    pub fn moved_to(&self, board: &Layout) -> Self {
        let Self { kind, clues, flood, told, .. } = *self;
        Self { clues, flood, told, ..Self::on(kind, board) }
    }

    /// Whether an opened zero opens its neighbours.
    pub fn floods(&self) -> bool {
        self.flood.unwrap_or(self.kind == GameKind::Win && self.clues.rule.is_exact())
    }

    /// Whether the rules fit together, for every first click a player might make.
    pub fn check(&self) -> Result<(), RulesError> {
        self.check_at(self.grid.fullest())
    }

    /// Whether the rules fit together for this first click.
    pub fn check_at(&self, first: Cell) -> Result<(), RulesError> {
        self.promise.check(&self.grid, self.mines, first)?;
        if self.floods() && !self.clues.rule.is_exact() {
            return Err(RulesError::Flood(self.clues.rule.to_string()));
        }
        if self.kind == GameKind::Dig && !self.told {
            return Err(RulesError::DigUntold);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_said_before_the_game() {
        let grid = Grid::new(4, 4).unwrap();
        let mut rules = Rules::new(GameKind::Win, grid, 7);
        assert_eq!(rules.check(), Ok(()));
        rules.mines = 8;
        assert!(matches!(rules.check(), Err(RulesError::Deal(DealError::Promise { .. }))));
        rules.promise = Promise::Safe;
        assert_eq!(rules.check(), Ok(()));
        rules.clues = "cautious".parse().unwrap();
        assert_eq!(rules.check(), Ok(()));
        rules.flood = Some(true);
        assert!(matches!(rules.check(), Err(RulesError::Flood(_))));
        rules = Rules::new(GameKind::Dig, Grid::new(4, 4).unwrap(), 3);
        rules.told = false;
        assert_eq!(rules.check(), Err(RulesError::DigUntold));
    }
}
