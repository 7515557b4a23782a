//! One game of an arena: what is done there, and what of it is shown.

use surefoot_inference::{AnalysisError, Workspace};
use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Status, Tile, View};

use super::{ArenaError, Reward};
use crate::tunables;

/// One of its games.
#[derive(Clone, Debug)]
pub(super) struct ArenaTable {
    pub(super) game: Game,
    pub(super) number: usize,
    /// The first deal of a seed, and how many from one to the next.
    pub(super) first: u64,
    pub(super) stride: u64,
    pub(super) deal: Deal,
    pub(super) dealt: bool,
    /// How much of the journal is written.
    pub(super) read: usize,
    pub(super) over: bool,
    pub(super) idle: u32,
}

/// The rows of one game.
pub(super) struct GameRows<'a> {
    pub(super) tiles: &'a mut [i8],
    pub(super) mask: &'a mut [i8],
    pub(super) probability: &'a mut [f32],
    pub(super) reward: &'a mut f64,
    pub(super) over: &'a mut bool,
    pub(super) broken_off: &'a mut bool,
    pub(super) won: &'a mut bool,
    pub(super) deal: &'a mut u64,
}

impl ArenaTable {
    /// The first deal of a seed, or the next one.
    pub(super) fn deal(&mut self, seed: Option<u64>) {
        self.deal = match (seed, self.dealt) {
            (Some(seed), _) => Deal::new(seed, self.first),
            (None, false) => self.deal,
            (None, true) => Deal { index: self.deal.index.wrapping_add(self.stride), ..self.deal },
        };
        self.game.deal(self.deal);
        (self.dealt, self.read, self.idle) = (true, 0, 0);
        self.over = self.game.status() != Status::Playing;
    }

    /// Shows a board on which nothing was done yet.
    pub(super) fn show_all(
        &mut self,
        rows: &mut GameRows<'_>,
        workspace: &mut Workspace,
    ) -> Result<(), ArenaError> {
        let view = self.game.view();
        rows.tiles.fill(Tile::Hidden.code());
        let closed = legal(view, &self.game, Cell::new(0));
        let cells = view.grid().len();
        for (number, mask) in rows.mask.iter_mut().enumerate() {
            *mask = i8::from(match number.checked_sub(cells) {
                None => closed.open,
                _ if self.game.rules().kind == GameKind::Win => false,
                Some(flag) if flag < cells => closed.flag,
                Some(other) => other == cells,
            });
        }
        *rows.reward = 0.0;
        (*rows.broken_off, *rows.won, *rows.over) = (false, false, self.over);
        *rows.deal = self.deal.index;
        self.weigh(rows.probability, workspace)
    }

    /// Plays an action and shows what it changed.
    pub(super) fn act(
        &mut self,
        action: i64,
        rows: &mut GameRows<'_>,
        workspace: &mut Workspace,
        reward: Reward,
    ) -> Result<(), ArenaError> {
        let action = self.action(action);
        let mut earned = 0.0;
        if let (Reward::Survival, Some(Action::Open(cell))) = (reward, action) {
            earned -= self.risk(cell, workspace)?;
        }
        let played = action.map(|action| (action, self.game.play(action)));
        let status = match played {
            Some((action, Ok(status))) => {
                self.idle = if matches!(action, Action::Open(_)) { 0 } else { self.idle + 1 };
                status
            }
            // As in a match, whoever breaks the rules has lost.
            _ => Status::Lost,
        };
        let patience = tunables::ARENA_IDLE * self.game.view().grid().len() as u32;
        *rows.broken_off = status == Status::Playing && self.idle >= patience;
        self.over = status != Status::Playing || *rows.broken_off;
        *rows.won = status == Status::Won;
        *rows.over = self.over && !*rows.broken_off;
        if *rows.over && matches!(played, Some((_, Ok(_)))) {
            earned += self.worth(status);
        }
        *rows.reward = earned;
        let view = self.game.view();
        for &cell in &view.journal()[self.read..] {
            rows.tiles[cell.index()] = view.tile(cell).code();
            self.allow(cell, rows.mask);
        }
        self.read = view.journal().len();
        if self.over {
            rows.mask.fill(1);
        }
        self.weigh(rows.probability, workspace)
    }

    /// What a number stands for.
    fn action(&self, number: i64) -> Option<Action> {
        let cells = self.game.view().grid().len();
        let number = usize::try_from(number).ok()?;
        let cell = |number: usize| Cell::new(number as u32);
        let Some(beyond) = number.checked_sub(cells) else {
            return Some(Action::Open(cell(number)));
        };
        if self.game.rules().kind == GameKind::Win {
            return Some(Action::Ask(cell(beyond)));
        }
        match beyond.checked_sub(cells) {
            None => Some(Action::Flag(cell(beyond))),
            Some(0) => Some(Action::Declare),
            Some(ask) => Some(Action::Ask(cell(ask - 1))),
        }
    }

    /// Writes what may be done with a cell.
    fn allow(&self, cell: Cell, mask: &mut [i8]) {
        let view = self.game.view();
        let legal = legal(view, &self.game, cell);
        let (cells, at) = (view.grid().len(), cell.index());
        mask[at] = i8::from(legal.open);
        let asks = match self.game.rules().kind {
            GameKind::Win => cells,
            _ => {
                mask[cells + at] = i8::from(legal.flag);
                2 * cells + 1
            }
        };
        if let Some(ask) = mask.get_mut(asks + at) {
            *ask = i8::from(legal.ask);
        }
    }

    /// What a game that is over is worth.
    fn worth(&self, status: Status) -> f64 {
        let outcome = self.game.outcome();
        match self.game.rules().kind {
            GameKind::Win => f64::from(u8::from(status == Status::Won)),
            GameKind::Score => outcome.score.unwrap_or(0.0),
            GameKind::Dig => outcome.dig_density.map_or(0.0, |density| 1.0 - density),
        }
    }

    /// The probability that a cell is a mine; of the first click only if nothing is promised.
    fn risk(&self, cell: Cell, workspace: &mut Workspace) -> Result<f64, ArenaError> {
        let view = self.game.view();
        let promised = self.game.rules().promise.is_due(view);
        if promised || !view.grid().contains(cell) {
            return Ok(0.0);
        }
        let posterior = workspace.solve(view).map_err(|error| self.failed(error))?;
        Ok(posterior.probability(cell).unwrap_or(0.0))
    }

    /// Writes the probabilities of mines, if they are asked for.
    fn weigh(&self, chances: &mut [f32], workspace: &mut Workspace) -> Result<(), ArenaError> {
        if chances.is_empty() {
            return Ok(());
        }
        let view = self.game.view();
        let posterior = workspace.solve(view).map_err(|error| self.failed(error))?;
        for (cell, chance) in view.grid().cells().zip(chances) {
            let open = || f64::from(u8::from(view.tile(cell) == Tile::Mine));
            *chance = posterior.probability(cell).unwrap_or_else(open) as f32;
        }
        Ok(())
    }

    fn failed(&self, error: AnalysisError) -> ArenaError {
        ArenaError::Analysis { game: self.number, error }
    }
}

/// What may be done with a cell.
struct Legal {
    open: bool,
    flag: bool,
    ask: bool,
}

fn legal(view: &View, game: &Game, cell: Cell) -> Legal {
    let (rules, tile) = (game.rules(), view.tile(cell));
    Legal {
        open: tile == Tile::Hidden,
        flag: tile == Tile::Hidden || (tile == Tile::Flag && rules.kind != GameKind::Score),
        ask: tile.is_safe() && rules.clues.asks.allow(view.asks(cell)),
    }
}
