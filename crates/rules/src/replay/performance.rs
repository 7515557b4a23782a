//! The numbers that players compare of a game: how fast, with how few clicks, how far the mouse went.
//!
//! Each is defined as `ms_toollib` and the ranking sites have it. What is solved counts, so a
//! game that was lost has numbers too; of a game that was won that is all.

use crate::replay::{Clicks, Played, Replay};
use crate::{Measures, Status, Zini};

/// What can be counted of a game.
///
/// ```
/// use surefoot_rules::replay::{self, Performance, Played};
///
/// let text = "Board:\n0*\nEvents:\n0.00 lc 1 1 (8 8)\n0.50 lr 1 1 (8 8)\n";
/// let replay = &replay::read(text.as_bytes())?[0];
/// let performance = Performance::of(replay, &Played::of(replay));
/// assert_eq!((performance.three_bv, performance.solved), (1, 1));
/// assert_eq!(performance.efficiency, Some(1.0));
/// # Ok::<(), replay::ReplayError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Performance {
    /// Whether it was won.
    pub won: bool,
    /// Seconds on the clock.
    pub seconds: f64,
    /// The least number of left clicks that clears the board.
    pub three_bv: u32,
    /// How much of that was solved.
    pub solved: u32,
    /// Solved 3BV per second.
    pub three_bv_per_second: Option<f64>,
    /// Connected groups of zeros.
    pub openings: u32,
    /// Connected groups of numbers that no opening uncovers.
    pub islands: u32,
    /// Clicks that clear the board with flags and chords, by the greedy rule and by the human one.
    pub zini: Zini,
    /// All clicks.
    pub clicks: Clicks,
    /// Those that did something right.
    pub effective: Clicks,
    /// Solved 3BV per click.
    pub efficiency: Option<f64>,
    /// Clicks that did something right, of all.
    pub correctness: Option<f64>,
    /// Solved 3BV per click that did something right.
    pub throughput: Option<f64>,
    /// How far the mouse went, in pixels of a cell of 16.
    pub path: f64,
    /// Time divided by 3BV per second: less is better.
    pub rqp: Option<f64>,
    /// 3BV against time, comparable between the three classic levels; only for those.
    pub stnb: Option<f64>,
}

impl Performance {
    /// Measures a game.
    pub fn of(replay: &Replay, played: &Played) -> Self {
        let Measures { three_bv, openings, islands, .. } = Measures::of(&replay.layout);
        let solved = Measures::cleared(&replay.layout, played.end.view());
        let seconds = f64::from(played.time) / 1000.0;
        let (clicks, effective) = (played.clicks.total(), played.effective.total());
        let per = |of: u32, whole: f64| (whole > 0.0).then(|| f64::from(of) / whole);
        let level = match (replay.level_name(), replay.level().width) {
            ("beginner", 8) => Some(36.0),
            ("intermediate", _) => Some(162.0),
            ("expert", _) => Some(435.0),
            _ => None,
        };
        let whole = f64::from(three_bv.max(1));
        let stnb = level.filter(|_| seconds > 0.0).map(|level| {
            level * f64::from(solved) / seconds.powf(1.7) * (f64::from(solved) / whole).sqrt()
        });
        Self {
            won: played.status == Status::Won,
            seconds,
            three_bv,
            solved,
            three_bv_per_second: per(solved, seconds),
            openings,
            islands,
            zini: Zini::of(&replay.layout),
            clicks: played.clicks,
            effective: played.effective,
            efficiency: per(solved, clicks.into()),
            correctness: per(effective, clicks.into()),
            throughput: per(solved, effective.into()),
            path: played.path,
            rqp: (solved > 0).then(|| seconds * seconds / f64::from(solved)),
            stnb,
        }
    }
}
