//! Where a game stands and how it came out, in the measures of all three games.

use crate::{Game, GameKind, Tile, named};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It goes on.
    Playing,
    /// `win`: every safe cell is open. `dig`: the declaration was right.
    Won,
    /// `win`: a mine was opened. `dig`: the declaration was wrong.
    Lost,
    /// `score`: every cell is opened or flagged, or the player was done.
    Finished,
}

named! {
    Status { Playing => "playing", Won => "won", Lost => "lost", Finished => "finished" }
}

/// How a game came out, or stands.
///
/// ```
/// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Rules, layout};
///
/// let board = layout!["M.M"];
/// let mut game = Game::new(Rules::on(GameKind::Score, &board))?;
/// game.lay(&board, Deal::default())?;
/// for action in [Action::Open(Cell::new(1)), Action::Flag(Cell::new(0)), Action::Declare] {
///     game.play(action)?;
/// }
/// let outcome = game.outcome();
/// assert_eq!((outcome.digs, outcome.true_flags, outcome.score), (1, 1, Some(0.5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Where it stands.
    pub status: Status,
    /// Cells opened, mines included.
    pub digs: u32,
    /// Mines opened.
    pub exploded: u32,
    /// Flags on mines.
    pub true_flags: u32,
    /// Flags on safe cells.
    pub false_flags: u32,
    /// In `score`: (true − false flags) / mines, not below 0; 1 on a board
    /// without mines and false flags.
    pub score: Option<f64>,
    /// In `dig`, if the declaration was right: opened cells / all cells.
    pub dig_density: Option<f64>,
}

impl Game {
    /// How the game came out, or stands. Before the first click no flag is true
    /// or false yet.
    pub fn outcome(&self) -> Outcome {
        let (mut true_flags, mut false_flags) = (0, 0);
        let (view, rules) = (self.view(), self.rules());
        if let Some(layout) = self.layout().filter(|_| view.flag_count() > 0) {
            for cell in rules.grid.cells() {
                if view.tile(cell) == Tile::Flag {
                    let right = layout.is_mine(cell);
                    true_flags += u32::from(right);
                    false_flags += u32::from(!right);
                }
            }
        }
        let (digs, mines) = (view.opened(), rules.mines);
        let score = || match true_flags.saturating_sub(false_flags) {
            0 if mines == 0 => f64::from(false_flags == 0),
            good => f64::from(good) / f64::from(mines),
        };
        let density = || f64::from(digs) / rules.grid.len() as f64;
        Outcome {
            status: self.status(),
            digs,
            exploded: view.opened_mines(),
            true_flags,
            false_flags,
            score: (rules.kind == GameKind::Score).then(score),
            dig_density: (rules.kind == GameKind::Dig && self.status() == Status::Won)
                .then(density),
        }
    }
}
