//! Dead cells: closed cells whose number would tell nothing.
//!
//! By definition a cell is dead if its number is the same in every configuration in which
//! it is safe, so each cell would take a count of its own. Nearly all are cleared of it
//! sooner. Mines of the sea can change places, so beside some of the sea but not all of it a
//! number varies, unless the rest of the sea is always full or always empty; and most
//! others vary already among a few configurations drawn at random.

use surefoot_rules::{Cell, Random, View};

use crate::error::{AnalysisError, CountError};
use crate::posterior::{Posterior, product};
use crate::tunables;
use crate::workspace::Workspace;

impl Workspace {
    /// The dead cells of a view: closed cells that may be safe, but whose number
    /// would then be the same in every configuration.
    pub fn dead(&mut self, view: &View) -> Result<Vec<Cell>, AnalysisError> {
        let posterior = self.solve(view)?;
        let decided = |cell: Cell| posterior.is_safe(cell) || posterior.is_mine(cell);
        let (sea, moves) = (posterior.engine.frontier.sea as usize, sea_moves(&posterior)?);
        let of_sea = |cell: Cell| {
            view.neighbours(cell).iter().filter(|&&beside| posterior.is_sea(beside)).count()
        };
        let varies = |cell: Cell| {
            let others = if posterior.is_sea(cell) && moves { sea - 1 } else { 0 };
            (1..others).contains(&of_sea(cell))
        };
        let mut candidates: Vec<Cell> = view
            .grid()
            .cells()
            .filter(|&cell| view.tile(cell).is_closed() && !posterior.is_mine(cell))
            .filter(|&cell| !varies(cell))
            .collect();
        // Most numbers vary already among a few configurations.
        let mut random = Random::named("dead", [0, 0]);
        let mut seen = vec![None; view.grid().len()];
        for _ in 0..tunables::DEAD_SAMPLES {
            let (mut mined, mut in_sea) = (vec![false; view.grid().len()], 0);
            for cell in posterior.sample(&mut random) {
                mined[cell.index()] = true;
                in_sea += usize::from(posterior.is_sea(cell));
            }
            let moves = (1..sea).contains(&in_sea);
            candidates.retain(|&cell| {
                let beside = view.neighbours(cell);
                let number = beside.iter().filter(|beside| mined[beside.index()]).count();
                if moves && !posterior.is_sea(cell) && (1..sea).contains(&of_sea(cell)) {
                    return mined[cell.index()];
                }
                mined[cell.index()] || *seen[cell.index()].get_or_insert(number) == number
            });
        }
        let settled = |cell: &Cell| {
            let beside = view.neighbours(*cell);
            beside.iter().all(|&cell| !view.tile(cell).is_closed() || decided(cell))
        };
        let (mut dead, candidates): (Vec<Cell>, Vec<Cell>) =
            candidates.into_iter().partition(settled);
        for cell in candidates {
            let numbers = self.numbers(view, cell)?.unwrap_or_default();
            if numbers.iter().filter(|&&share| share > 0.0).count() == 1 {
                dead.push(cell);
            }
        }
        dead.sort_unstable();
        Ok(dead)
    }
}

/// Whether in some configuration a cell of the sea is safe and the others are neither all
/// safe nor all mines.
fn sea_moves(posterior: &Posterior<'_>) -> Result<bool, CountError> {
    let frontier = &posterior.engine.frontier;
    let Some(mines) = posterior.view.mines() else {
        let sea = posterior.engine.sea;
        return Ok(frontier.sea > 2 && sea.can_be_safe && sea.can_be_mine);
    };
    let left = mines.saturating_sub(frontier.opened_mines + frontier.known_mines);
    let (first, can) = product::<bool>(posterior.engine)?;
    let with = can.into_iter().zip(first..).filter(|&(can, _)| can);
    let mut in_sea = with.filter_map(|(_, elsewhere)| left.checked_sub(elsewhere));
    Ok(in_sea.any(|mines| (1..frontier.sea.saturating_sub(1)).contains(&mines)))
}
