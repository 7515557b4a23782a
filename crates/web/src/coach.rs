//! The coach: which cells are worth opening, and why this one and not that.

use serde::{Deserialize, Serialize};
use surefoot_inference::AnalysisError;
use surefoot_players::coach::{self, Coach, CoachError, Prospect};
use surefoot_players::surefoot::WinChance;
use surefoot_rules::{Cell, Promise};
use tsify::Tsify;

use crate::advice::{Clash, options};
use crate::{Move, Position, WebError};

/// A win probability, and the interval that holds the truth 19 times of 20.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Odds {
    /// The probability.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// Whether it is no estimate.
    pub exact: bool,
}

impl Odds {
    pub(crate) fn of(chance: WinChance) -> Self {
        let (low, high) = chance.interval();
        Self { value: chance.value, low, high, exact: chance.is_exact() }
    }
}

/// A cell that may be opened, and what that promises.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct CoachedCell {
    /// The cell.
    pub cell: u32,
    /// How likely it is to be safe; exactly 0 or 1 where that is certain.
    pub safety: f64,
    /// How likely `surefoot` is to win by it; null where that cannot be told.
    pub win: Option<Odds>,
    /// If it is safe: the probability that some cell is certainly safe then, or none is left.
    pub goes_on: Option<f64>,
    /// If it is safe: the probability that it shows 0.
    pub opening: Option<f64>,
    /// If it is safe: how safe the safest cell is then, on average.
    pub next: Option<f64>,
    /// The other cell of a coin flip.
    pub flip: Option<u32>,
    /// Safety and win probability in words: `75.0 % safe, wins 31.2 % (28 to 34)`.
    pub words: String,
}

impl CoachedCell {
    fn of(prospect: &Prospect) -> Self {
        let follows = prospect.follows;
        Self {
            cell: prospect.cell.number(),
            safety: prospect.safety,
            win: prospect.win.map(Odds::of),
            goes_on: follows.map(|follows| follows.goes_on),
            opening: follows.map(|follows| follows.opening),
            next: follows.map(|follows| follows.next),
            flip: prospect.flip.map(Cell::number),
            words: prospect.words(),
        }
    }
}

/// What the coach says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CoachAnswer {
    /// What to open.
    Counsel {
        /// What `surefoot` would do once its mines are flagged; null where no cell is hidden.
        action: Option<Move>,
        /// `certain`, `ask`, `first-click`, `endgame`, `coin-flip`, `look-ahead`, `playouts`,
        /// `safest` or `random`.
        decision: Option<String>,
        /// How likely `surefoot` is to win from here; null where that cannot be told.
        win: Option<Odds>,
        /// The cells worth opening: `surefoot`'s own first, then those that win most. The safest
        /// is among them. Where something is certain, cells that are.
        candidates: Vec<CoachedCell>,
        /// How many hidden cells are certainly safe.
        certain: u32,
    },
    /// No layout fits.
    Clash(Clash),
    /// Too wide to be counted.
    TooWide {
        /// The same in words.
        words: String,
    },
}

/// What to open in a position of the real game, and so many candidates. Some 100 ms on an
/// expert board.
pub fn coach(position: &Position, promise: &str, wanted: u32) -> Result<CoachAnswer, WebError> {
    let view = position.view()?;
    let promise: Promise = promise.parse().map_err(WebError::of)?;
    Ok(match Coach::new(options()).consult(&view, promise, wanted as usize) {
        Ok(coach::Counsel { decision, win, candidates, certain }) => CoachAnswer::Counsel {
            action: decision.as_ref().map(|decision| Move::of(decision.choice.action)),
            decision: decision.map(|decision| decision.kind.name().to_owned()),
            win: win.map(Odds::of),
            candidates: candidates.iter().map(CoachedCell::of).collect(),
            certain: certain as u32,
        },
        Err(AnalysisError::Inconsistent(clash)) => CoachAnswer::Clash(Clash::of(&clash)),
        Err(error) => CoachAnswer::TooWide { words: error.to_string() },
    })
}

/// How far opening a cell gets if it is safe, on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct CellReach {
    /// Cells that it opens at once, itself included.
    pub opens: f64,
    /// Cells that are open before the next guess.
    pub until_guess: f64,
}

/// Two cells compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum CoachComparison {
    /// What sets them apart.
    Compared {
        /// The first.
        one: CoachedCell,
        /// The second.
        other: CoachedCell,
        /// The one that is better; null if neither is.
        better: Option<u32>,
        /// How far the first gets; null where one cannot be safe, or that cannot be told.
        one_reach: Option<CellReach>,
        /// How far the second gets.
        other_reach: Option<CellReach>,
        /// What `surefoot` would open, where that is neither.
        instead: Option<CoachedCell>,
        /// All of it in words, a sentence each.
        words: Vec<String>,
    },
    /// No layout fits.
    Clash(Clash),
    /// Too wide to be counted.
    TooWide {
        /// The same in words.
        words: String,
    },
}

/// Compares two closed cells of a position.
pub fn compare(position: &Position, one: u32, other: u32) -> Result<CoachComparison, WebError> {
    let view = position.view()?;
    let compared = Coach::new(options()).compare(&view, Cell::new(one), Cell::new(other));
    let found = match compared {
        Ok(found) => found,
        Err(CoachError::Analysis(AnalysisError::Inconsistent(clash))) => {
            return Ok(CoachComparison::Clash(Clash::of(&clash)));
        }
        Err(CoachError::Analysis(error)) => {
            return Ok(CoachComparison::TooWide { words: error.to_string() });
        }
        Err(error) => return Err(WebError::of(error)),
    };
    let reach = |at: usize| {
        found
            .reach
            .map(|both| CellReach { opens: both[at].opens, until_guess: both[at].until_guess })
    };
    let [one, other] = &found.cells;
    Ok(CoachComparison::Compared {
        one: CoachedCell::of(one),
        other: CoachedCell::of(other),
        better: found.better.map(Cell::number),
        one_reach: reach(0),
        other_reach: reach(1),
        instead: found.instead.as_ref().map(CoachedCell::of),
        words: found.words(&view),
    })
}
