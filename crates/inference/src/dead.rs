//! Dead cells: closed cells whose number would tell nothing.
//!
//! By definition a cell is dead if its number is the same in every configuration in which
//! it is safe, so each cell would take a count of its own. Nearly all are cleared of it
//! sooner: beside the open sea every number varies, and most others vary already among a
//! few configurations drawn at random.

use surefoot_rules::{Cell, Random, View};

use crate::error::AnalysisError;
use crate::workspace::Workspace;

/// Configurations looked at before a cell is examined for being dead.
const SAMPLES: u32 = 24;

impl Workspace {
    /// The dead cells of a view: closed cells that may be safe, but whose number
    /// would then be the same in every configuration.
    pub fn dead(&mut self, view: &View) -> Result<Vec<Cell>, AnalysisError> {
        let posterior = self.solve(view)?;
        let decided = |cell: Cell| posterior.is_safe(cell) || posterior.is_mine(cell);
        // A sea cell that may be either makes every number beside it vary.
        let free = |cell: Cell| posterior.is_sea(cell) && !decided(cell);
        let mut candidates: Vec<Cell> = view
            .grid()
            .cells()
            .filter(|&cell| view.tile(cell).is_closed() && !posterior.is_mine(cell))
            .filter(|&cell| !view.neighbours(cell).iter().any(|&beside| free(beside)))
            .collect();
        // Most numbers vary already among a few configurations.
        let mut random = Random::for_player(0, 0, "dead");
        let mut seen = vec![None; view.grid().len()];
        for _ in 0..SAMPLES {
            let mut mined = vec![false; view.grid().len()];
            for cell in posterior.sample(&mut random) {
                mined[cell.index()] = true;
            }
            candidates.retain(|&cell| {
                let beside = view.neighbours(cell);
                let number = beside.iter().filter(|beside| mined[beside.index()]).count();
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
