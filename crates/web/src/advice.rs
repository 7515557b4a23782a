//! What can be known of a position, and what to do in it.

use serde::{Deserialize, Serialize};
use surefoot_inference::{Analysis, AnalysisError, Options, Workspace};
#[cfg(feature = "players")]
use surefoot_players::{Roster, advise};
use surefoot_rules::{Cell, Promise, View};
#[cfg(feature = "players")]
use surefoot_rules::{Deal, Random};
use tsify::Tsify;

#[cfg(feature = "players")]
use crate::Move;
use crate::explain::numbers as numbers_of;
use crate::tunables;
use crate::{Position, WebError};

/// The best cell of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct BestCell {
    /// The cell.
    pub cell: u32,
    /// How likely it is to be safe.
    pub safety: f64,
    /// Why this one.
    pub why: String,
}

/// Why no layout fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Clash {
    /// The clues that contradict each other.
    pub clues: Vec<u32>,
    /// Whether the number of mines is part of it.
    pub total: bool,
    /// The same in words.
    pub words: String,
}

impl Clash {
    pub(crate) fn of(clash: &surefoot_inference::Clash) -> Self {
        let (clues, words) = (numbers_of(&clash.clues), clash.to_string());
        Self { clues, total: clash.total, words }
    }
}

/// What an analysis says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Answer {
    /// What can be known.
    Analysis {
        /// Per cell: of a mine, exactly 0 or 1 where it is certain; null for open cells.
        probability: Vec<Option<f64>>,
        /// How many configurations there are, in decimal digits.
        solutions: String,
        /// The cells whose number would tell nothing.
        dead: Vec<u32>,
        /// The cell to open.
        best: Option<BestCell>,
    },
    /// No layout fits.
    Clash(Clash),
    /// Too wide to be counted.
    TooWide {
        /// The same in words.
        words: String,
    },
}

pub(crate) fn options() -> Options {
    Options { budget: tunables::BUDGET, ..Options::default() }
}

/// Analyses a position. Before the first click of a game, `promise` is what that click is
/// promised: then no cell can hit a mine, wherever the mines will be.
pub fn analyse(position: &Position, promise: Option<&str>) -> Result<Answer, WebError> {
    let view = position.view()?;
    let promise: Option<Promise> = promise.map(str::parse).transpose().map_err(WebError::of)?;
    let mut answer = counted(&view);
    if let Answer::Analysis { probability, dead, best, .. } = &mut answer
        && promise.is_some_and(|promise| promise.is_due(&view))
    {
        probability.fill(Some(0.0));
        dead.clear();
        *best = None;
    }
    Ok(answer)
}

fn counted(view: &View) -> Answer {
    match Analysis::with(view, options()) {
        Ok(Analysis { probability, solutions, dead, best, .. }) => Answer::Analysis {
            probability,
            solutions: solutions.unwrap_or_default().to_string(),
            dead: numbers_of(&dead),
            best: best.map(|best| BestCell {
                cell: best.cell.number(),
                safety: best.safety,
                why: best.why.to_owned(),
            }),
        },
        Err(AnalysisError::Inconsistent(clash)) => Answer::Clash(Clash::of(&clash)),
        Err(_) => Answer::TooWide { words: "too complex to count exactly".to_owned() },
    }
}

/// The numbers a closed cell may show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Numbers {
    /// The probability of 0, 1, … given that it is safe; null if it cannot be.
    pub share: Option<Vec<f64>>,
}

/// Which numbers a closed cell may show.
pub fn numbers(position: &Position, cell: u32) -> Result<Numbers, WebError> {
    let view = position.view()?;
    if view.tiles().get(cell as usize).is_none_or(|tile| !tile.is_closed()) {
        return Err(WebError(format!("cell {cell} is not a closed cell of the board")));
    }
    let mut workspace = Workspace::new(options());
    let share = workspace.numbers(&view, Cell::new(cell)).map_err(WebError::of)?;
    Ok(Numbers { share })
}

/// What a player would do.
#[cfg(feature = "players")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Advice {
    /// What it would do.
    pub action: Move,
    /// Whether it claims to know that it is right.
    pub certain: bool,
    /// Its reason, in a word or two.
    pub why: String,
    /// The clues it rests on.
    pub because: Vec<u32>,
    /// The probability to win from here by it, where the player knows it exactly.
    pub value: Option<f64>,
}

/// Asks a player of the roster what it would open in a position of the real game.
#[cfg(feature = "players")]
pub fn advise(position: &Position, player: &str, promise: &str) -> Result<Advice, WebError> {
    let view = position.view()?;
    if view.hidden_count() == 0 {
        return Err(WebError("nothing is left to do: every cell is open or flagged".to_owned()));
    }
    let brief = advise::ordinary(&view, promise.parse().map_err(WebError::of)?);
    let mut asked = Roster::standard().call(player).map_err(WebError::of)?;
    let random = Random::for_player(Deal::default(), player);
    let choice = advise::to_open(&mut asked, &brief, &view, random);
    Ok(Advice {
        action: Move::of(choice.action),
        certain: choice.certain,
        why: choice.why.into_owned(),
        because: numbers_of(&choice.because),
        value: choice.value,
    })
}
