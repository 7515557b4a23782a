//! Gauges: numbers that an experiment reads off a game beside its result.
//!
//! A gauge watches the table as a spectator and ends with one reading per column, which
//! goes into the record. To add one: implement [`Gauge`] in a file of its own, give it a
//! line in [`GAUGES`], and name it in an experiment's `gauges`; its columns can then be
//! drawn and tabulated by naming them in `measures`.

use surefoot_rules::episode::{Record, Step};
use surefoot_rules::{Choice, Game, Measures};

/// Someone who reads numbers off a game.
pub trait Gauge: Send {
    /// A game begins on this table; anything remembered must go.
    fn begin(&mut self, game: &Game);

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
pub const GAUGES: &[GaugeEntry] = &[GaugeEntry {
    name: "board",
    columns: &[("three_bv", "3BV of the board, clicks"), ("openings", "openings of the board")],
    make: || Box::new(Measured),
}];

/// The measures of the board that was played.
struct Measured;

impl Gauge for Measured {
    fn begin(&mut self, _: &Game) {}

    fn read(&mut self, game: &Game, _: &Record, readings: &mut Vec<Option<f64>>) {
        let measures = game.layout().map(Measures::of);
        readings.push(measures.as_ref().map(|measures| measures.three_bv.into()));
        readings.push(measures.as_ref().map(|measures| measures.openings.into()));
    }
}
