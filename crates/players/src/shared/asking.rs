//! How often an open cell is asked, which everybody who asks does alike.

use surefoot_rules::{Asks, Cell, ClueRule, Tile, View};

use crate::tunables;

/// Whether an open cell is still to be asked again: as often as the match allows, a silent
/// one until it speaks.
pub(crate) fn worth_asking(view: &View, asks: Asks, cell: Cell) -> bool {
    let asked = view.asks(cell);
    let enough = match (view.rule(), view.tile(cell)) {
        (ClueRule::Exact, _) | (ClueRule::Silent { .. }, Tile::Clue(_)) => 0,
        (ClueRule::Silent { speaks }, _) if speaks > 0.0 => tunables::ASKS_OF_THE_SILENT,
        (ClueRule::Silent { .. }, _) => 0,
        _ => match asks {
            Asks::UpTo(limit) => limit,
            Asks::Until => tunables::ASKS,
        },
    };
    asked < enough && asks.allow(asked)
}
