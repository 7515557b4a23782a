//! What a player is worth on a small board: its exact probability to win.
//!
//! Counting wins over deals would do, but the last digit would take for ever. A player
//! sees only views, so all configurations that look the same get the same action: the
//! whole tree of its decisions is walked instead, each node once, with every
//! configuration that leads there. What it opens divides them; those in which it is a
//! mine are lost; at the end of a branch all that are left are won. The sum is exact.
//!
//! A player remembers, so it is copied where the way divides. A player that draws
//! random numbers is copied with its stream: its value is that of the one strategy that
//! the stream makes of it, and another seed gives another.

use crate::tunables;
use surefoot_inference::{AnalysisError, Configurations, Workspace};
use surefoot_players::{AnyPlayer, Roster, RosterError};
use surefoot_rules::{
    Action, ActionError, Brief, Cell, Deal, Draft, Game, GameKind, Grid, InconsistentError, Layout,
    Promise, Rules, RulesError, Status, Tile, View,
};

/// Why a player's exact value was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExactValueError {
    /// The player cannot be called, or cannot play this.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The view cannot be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The board makes no game.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The configurations cannot be listed.
    #[error("there are more than {most} configurations, or the number of mines is not told")]
    TooMany {
        /// How many there may be.
        most: usize,
    },
    /// A configuration that does not fit its own view: a mistake of ours.
    #[error(transparent)]
    Inconsistent(#[from] InconsistentError),
    /// It was told to stop.
    #[error("stopped after {decisions} decisions")]
    Stopped {
        /// Decisions that were looked at.
        decisions: u64,
    },
}

/// A player's exact probability to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactValue {
    /// Configurations won.
    pub wins: u64,
    /// Of how many: those that the promise leaves at the player's own first click.
    pub configurations: u64,
    /// The decisions it made.
    pub decisions: u64,
    /// The first illegal action, if there was one; what it leads to counts as lost.
    pub fault: Option<String>,
}

impl ExactValue {
    /// The probability to win.
    pub fn value(&self) -> f64 {
        self.wins as f64 / self.configurations.max(1) as f64
    }
}

/// How many configurations may be listed in so much memory.
///
/// ```
/// assert_eq!(surefoot_lab::exact_value::listed_within(1_000_000), 31_250);
/// ```
pub fn listed_within(bytes: usize) -> usize {
    bytes / tunables::LISTED_BYTES
}

/// The exact value of a player from a view on, under a promise that counts if nothing is
/// open yet. At most `most` configurations are listed; `watch` is told the decisions so
/// far and ends it by `false`.
///
/// ```
/// use surefoot_lab::exact_value::exact_value;
/// use surefoot_players::Roster;
/// use surefoot_rules::{Promise, view};
///
/// let board = view!["4x4/4", "****", "****", "****", "****"];
/// let exact = exact_value(&Roster::standard(), "exact", &board, Promise::None, 0, 10_000, &mut |_| true)?;
/// // Best play wins 961.
/// assert_eq!((exact.wins, exact.configurations), (874, 1820));
/// # Ok::<(), surefoot_lab::exact_value::ExactValueError>(())
/// ```
pub fn exact_value(
    roster: &Roster,
    text: &str,
    view: &View,
    promise: Promise,
    seed: u64,
    most: usize,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<ExactValue, ExactValueError> {
    let view = &without_flags(view);
    let promise = promise.left(view);
    let mut workspace = Workspace::default();
    let listed = workspace.solve(view)?.configurations(most);
    let listed = listed.filter(|listed| !listed.mines.is_empty());
    let listed = listed.ok_or(ExactValueError::TooMany { most })?;
    let truth = Consequences::new(view, &listed, decided_mines(&mut workspace, view, &listed)?);

    let mines = view.mines().unwrap_or_default();
    let grid = view.grid().clone();
    let rules = Rules { promise: Promise::None, ..Rules::new(GameKind::Win, grid, mines) };
    roster.check(text, &rules)?;
    let mut player = roster.call(text)?;
    let brief = Brief { promise, ..Brief::from(&rules) };
    let mut game = Game::new(rules)?;
    game.set_up(view, &truth.layout(listed.mines[0])?)?;
    player.begin(&brief, game.view(), roster.random(Deal::new(seed, 0), text));
    let mut walk = DecisionTree {
        truth: &truth,
        promise: promise.is_due(view).then_some(promise),
        value: ExactValue {
            wins: 0,
            configurations: listed.mines.len() as u64,
            decisions: 0,
            fault: None,
        },
        watch,
    };
    walk.on(game, player, listed.mines.clone())?;
    Ok(walk.value)
}

/// The same view, its flags taken back: they are someone's claims and in the way.
fn without_flags(view: &View) -> View {
    let mut draft = Draft::from(view.clone());
    for tile in draft.tiles.iter_mut().filter(|tile| **tile == Tile::Flag) {
        *tile = Tile::Hidden;
    }
    View::try_from(draft).unwrap_or_else(|_| view.clone())
}

/// The closed cells that are mines in every configuration and so are not listed.
fn decided_mines(
    workspace: &mut Workspace,
    view: &View,
    listed: &Configurations,
) -> Result<Vec<Cell>, AnalysisError> {
    let posterior = workspace.solve(view)?;
    let closed = view.closed();
    let decided = closed.filter(|cell| posterior.is_mine(*cell) && !listed.cells.contains(cell));
    Ok(decided.collect())
}

/// What configurations mean on the board.
struct Consequences {
    grid: Grid,
    /// Listed cells, and mines that are not listed.
    cells: Vec<Cell>,
    mines: Vec<Cell>,
    /// Per cell of the board: its bit, the bits beside it and the other mines there.
    bit: Vec<u128>,
    beside: Vec<u128>,
    others: Vec<u8>,
}

impl Consequences {
    fn new(view: &View, listed: &Configurations, decided: Vec<Cell>) -> Self {
        let grid = view.grid().clone();
        let mut bit = vec![0_u128; grid.len()];
        for (at, cell) in listed.cells.iter().enumerate() {
            bit[cell.index()] = 1 << at;
        }
        let open = grid.cells().filter(|&cell| view.tile(cell) == Tile::Mine);
        let mines: Vec<Cell> = open.chain(decided).collect();
        let around = |cell: Cell| grid.neighbours(cell);
        let bits = |cell: Cell| around(cell).iter().fold(0, |bits, c| bits | bit[c.index()]);
        let beside = grid.cells().map(bits).collect();
        let count = |cell: Cell| around(cell).iter().filter(|c| mines.contains(c)).count() as u8;
        let others = grid.cells().map(count).collect();
        Self { cells: listed.cells.clone(), mines, bit, beside, others, grid }
    }

    fn layout(&self, bits: u128) -> Result<Layout, InconsistentError> {
        let listed = self.cells.iter().filter(|cell| bits & self.bit[cell.index()] != 0);
        let mines = listed.chain(&self.mines).copied();
        Layout::new(self.grid.clone(), mines).map_err(|_| InconsistentError::Grid)
    }

    /// Whether a cell would look like this.
    fn shows(&self, bits: u128, cell: Cell, tile: Tile) -> bool {
        let mine = bits & self.bit[cell.index()] != 0 || self.mines.contains(&cell);
        let number = || {
            let listed = (bits & self.beside[cell.index()]).count_ones() as u8;
            listed + self.others[cell.index()]
        };
        match tile {
            Tile::Hidden | Tile::Flag => true,
            Tile::Mine => mine,
            Tile::Silent => !mine,
            Tile::Clue(clue) => !mine && number() == clue,
        }
    }
}

/// A walk through all of a player's decisions.
struct DecisionTree<'a> {
    truth: &'a Consequences,
    /// Still to be kept at the first click.
    promise: Option<Promise>,
    value: ExactValue,
    watch: &'a mut dyn FnMut(u64) -> bool,
}

impl DecisionTree<'_> {
    /// Plays on wherever these configurations lead.
    fn on(
        &mut self,
        mut game: Game,
        mut player: AnyPlayer,
        mut left: Vec<u128>,
    ) -> Result<(), ExactValueError> {
        let mut idle = 0;
        while game.status() == Status::Playing {
            let decisions = self.value.decisions;
            if !(self.watch)(decisions) {
                return Err(ExactValueError::Stopped { decisions });
            }
            self.value.decisions += 1;
            let action = player.choose(game.view()).action;
            idle = if matches!(action, Action::Open(_) | Action::Chord(_)) { 0 } else { idle + 1 };
            let kept = self.keep_promise(&game, action, &mut left);
            if let Err(reason) = kept {
                self.fault(&reason.to_string());
                return Ok(());
            }
            if idle > tunables::BRANCH_IDLE {
                self.fault("nothing was opened for very long");
                return Ok(());
            }
            // The first of those left stands for all that look the same afterwards.
            while let Some(&first) = left.first() {
                let mut after = game.clone();
                after.replace_layout(&self.truth.layout(first)?)?;
                let seen = after.view().journal().len();
                if let Err(reason) = after.play(action) {
                    self.fault(&reason.to_string());
                    return Ok(());
                }
                let changed = &after.view().journal()[seen..];
                let alike = |bits: &u128| {
                    let view = after.view();
                    changed.iter().all(|&cell| self.truth.shows(*bits, cell, view.tile(cell)))
                };
                let (these, others): (Vec<u128>, Vec<u128>) = left.into_iter().partition(alike);
                left = others;
                if after.status() != Status::Playing {
                    let won = after.status() == Status::Won;
                    self.value.wins += if won { these.len() as u64 } else { 0 };
                } else if left.is_empty() {
                    (game, left) = (after, these);
                    break;
                } else {
                    self.on(after, (*player).copied(), these)?;
                }
            }
            if left.is_empty() {
                return Ok(());
            }
        }
        // It began at its end.
        self.value.wins += left.len() as u64;
        Ok(())
    }

    /// At the first click, only what its promise leaves.
    fn keep_promise(
        &mut self,
        game: &Game,
        action: Action,
        left: &mut Vec<u128>,
    ) -> Result<(), ActionError> {
        let (Action::Open(first), Some(promise)) = (action, self.promise) else { return Ok(()) };
        let (grid, mines) = (&self.truth.grid, game.rules().mines);
        if grid.contains(first) {
            promise.check(grid, mines, first)?;
            let free = grid.cells().filter(|&cell| promise.frees(grid, first, cell));
            let free = free.fold(0, |bits, cell| bits | self.truth.bit[cell.index()]);
            left.retain(|bits| bits & free == 0);
            self.value.configurations = left.len() as u64;
        }
        self.promise = None;
        Ok(())
    }

    fn fault(&mut self, reason: &str) {
        self.value.fault.get_or_insert_with(|| reason.to_owned());
    }
}
