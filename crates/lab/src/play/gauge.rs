//! Gauges: numbers that an experiment reads off a game beside its result.
//!
//! A gauge watches the table as a spectator and ends with one reading per column, which
//! goes into the record. To add one: implement [`Gauge`] in a file of its own, give it a
//! line in [`GAUGES`], and name it in an experiment's `gauges`; its columns can then be
//! drawn and tabulated by naming them in `measures`.

use surefoot_players::Abilities;
use surefoot_players::influence::Influence;
use surefoot_rules::episode::{Record, Step};
use surefoot_rules::{Cell, Choice, Game, Measures, Point};

use crate::play::board_chain::BoardChain;
use crate::play::flag_gauge::{AskGauge, FlagsByReason};

/// Someone who reads numbers off a game.
///
/// A match takes gauges of your own, too:
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use surefoot_lab::experiment::Match;
/// use surefoot_lab::play::gauge::{Gauge, GaugeEntry};
/// use surefoot_players::{Abilities, Roster};
/// use surefoot_rules::episode::{Record, Step};
/// use surefoot_rules::{Game, GameKind, Grid, Rules};
///
/// /// How many choices were played.
/// struct Choices(u32);
///
/// impl Gauge for Choices {
///     fn begin(&mut self, _: &Game, _: Abilities) {
///         self.0 = 0;
///     }
///     fn after(&mut self, _: &Step<'_>) {
///         self.0 += 1;
///     }
///     fn read(&mut self, _: &Game, _: &Record, readings: &mut Vec<Option<f64>>) {
///         readings.push(Some(self.0.into()));
///     }
/// }
///
/// let columns = &[("choices", "choices of a game")];
/// let rules = Rules::new(GameKind::Win, Grid::new(9, 9)?, 10);
/// let mut game = Match::between(&["exact"], rules, 5, 1);
/// game.gauges = vec![GaugeEntry { name: "choices", columns, make: || Box::new(Choices(0)) }];
/// let result = game.run(&Roster::standard(), &AtomicBool::new(false), || {}, |_| {})?;
/// assert!(result.standings.0[0].readings[0].mean() > Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Gauge: Send {
    /// A player who can do this begins a game on this table; anything remembered must go.
    fn begin(&mut self, game: &Game, player: Abilities);

    /// The player has chosen; the game is still as it was.
    fn before(&mut self, _game: &Game, _choice: &Choice) {}

    /// The choice has been played.
    fn after(&mut self, _step: &Step<'_>) {}

    /// The readings of the game that ended, one per column, in order.
    fn read(&mut self, game: &Game, record: &Record, readings: &mut Vec<Option<f64>>);
}

/// One line of the list of gauges.
#[derive(Clone, Copy, Debug)]
pub struct GaugeEntry {
    /// Its name in experiments.
    pub name: &'static str,
    /// Its columns in records, and what stands on an axis that shows them.
    pub columns: &'static [(&'static str, &'static str)],
    /// Makes one for a thread.
    pub make: fn() -> Box<dyn Gauge>,
}

/// Every gauge there is.
pub const GAUGES: &[GaugeEntry] = &[
    GaugeEntry {
        name: "board",
        columns: &[("three_bv", "3BV of the board, clicks"), ("openings", "openings of the board")],
        make: || Box::new(Measured),
    },
    GaugeEntry {
        name: "influence",
        columns: &[
            ("longest_chain", "longest chain, links"),
            ("chain_links", "links of all chains"),
            ("chain_reach", "reach of the longest chain, cells"),
            ("clue_distance", "from a clue to what it led to, cells"),
            ("chain_breaks", "breaks of the chains"),
            ("reach_share", "relative reach of the longest chain, %"),
        ],
        make: || Box::new(ChainGauge(None)),
    },
    GaugeEntry {
        name: "board-chain",
        columns: &[("board_chain", "longest chain of the board played out, links")],
        make: || Box::new(BoardChain::default()),
    },
    GaugeEntry {
        name: "flags",
        columns: &[
            ("rule_flags", "flags by the two rules"),
            ("other_flags", "flags by more than the two rules"),
            ("other_flag_share", "share of flags by more than the two rules, %"),
        ],
        make: || Box::new(FlagsByReason::default()),
    },
    GaugeEntry {
        name: "asks",
        columns: &[("asks", "cells asked again")],
        make: || Box::new(AskGauge::default()),
    },
];

/// The measures of the board that was played.
struct Measured;

impl Gauge for Measured {
    fn begin(&mut self, _: &Game, _: Abilities) {}

    fn read(&mut self, game: &Game, _: &Record, readings: &mut Vec<Option<f64>>) {
        let measures = game.layout().map(Measures::of);
        readings.push(measures.as_ref().map(|measures| measures.three_bv.into()));
        readings.push(measures.as_ref().map(|measures| measures.openings.into()));
    }
}

/// The chains of influence of the game that was played.
struct ChainGauge(Option<Influence>);

impl Gauge for ChainGauge {
    fn begin(&mut self, game: &Game, player: Abilities) {
        self.0 = Some(Influence::new(game.view(), player));
    }

    fn before(&mut self, game: &Game, choice: &Choice) {
        if let Some(influence) = &mut self.0 {
            influence.look(game.view(), choice);
        }
    }

    fn after(&mut self, step: &Step<'_>) {
        if let Some(influence) = &mut self.0 {
            influence.note(step);
        }
    }

    fn read(&mut self, game: &Game, _: &Record, readings: &mut Vec<Option<f64>>) {
        let chains = self.0.take().map(|influence| influence.graph().chains());
        readings.push(chains.as_ref().map(|chains| chains.longest.into()));
        readings.push(chains.as_ref().map(|chains| chains.links as f64));
        readings.push(chains.as_ref().map(|chains| chains.reach.into()));
        readings.push(chains.as_ref().map(|chains| chains.mean_distance));
        readings.push(chains.as_ref().map(|chains| chains.breaks.into()));
        readings.push(chains.as_ref().and_then(|chains| {
            let possible = farthest(game, *chains.path.first()?);
            (possible > 0).then(|| 100.0 * f64::from(chains.reach) / f64::from(possible))
        }));
    }
}

/// Columns or rows from a cell to the farthest edge of its board.
fn farthest(game: &Game, cell: Cell) -> u32 {
    let grid = &game.rules().grid;
    let Point { x, y } = grid.point(cell);
    [x, grid.width() - 1 - x, y, grid.height() - 1 - y].into_iter().max().unwrap_or(0)
}
