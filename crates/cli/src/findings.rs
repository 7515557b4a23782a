//! What is said of a position, and its JSON: the same from the command line and over
//! HTTP.

use serde_json::{Value, json};
use surefoot_inference::{Clash, Estimate, Options, Trouble, Unknown};
use surefoot_players::Best;
use surefoot_rules::{Asks, Cell, Clues, Draft, Grid, Point, View};

use crate::complaint::complain;

/// Everything that is said of a position.
pub(crate) struct Findings {
    pub(crate) view: View,
    /// Per closed cell.
    pub(crate) probability: Vec<Option<f64>>,
    pub(crate) safe: Vec<Point>,
    pub(crate) mines: Vec<Point>,
    /// `None` if it was not counted but estimated.
    pub(crate) solutions: Option<String>,
    /// How far an estimate may be off.
    pub(crate) error: Option<f64>,
    pub(crate) dead: Vec<Cell>,
    pub(crate) best: Option<Best>,
}

impl Findings {
    pub(crate) fn of(view: View, options: Options) -> Result<Self, Trouble> {
        let found = surefoot_players::Findings::of(&view, options)?;
        let surefoot_players::Findings { probability, solutions, dead, best } = found;
        // Exactly 0 or 1 is said of what is certain and of nothing else.
        let grid = view.grid();
        let with = |chance: f64| -> Vec<Point> {
            let cells = grid.cells().filter(|cell| probability[cell.index()] == Some(chance));
            cells.map(|cell| grid.point(cell)).collect()
        };
        let (safe, mines) = (with(0.0), with(1.0));
        let (solutions, error) = (Some(solutions), None);
        Ok(Self { view, probability, safe, mines, solutions, error, dead, best })
    }

    /// An estimate, where counting is over budget and the rule allows one.
    pub(crate) fn estimated(view: View, options: Options, seed: u64) -> Option<Self> {
        let Estimate { probability, error } = surefoot_inference::estimate(&view, &options, seed)?;
        let chance = |cell: Cell| probability[cell.index()].unwrap_or(1.0);
        let least = view.hidden().min_by(|&a, &b| chance(a).total_cmp(&chance(b)));
        let best = least.map(|cell| Best {
            cell,
            safety: 1.0 - chance(cell),
            why: "the least likely mine, by estimate",
        });
        let (safe, mines, dead) = (Vec::new(), Vec::new(), Vec::new());
        let error = Some(error);
        Some(Self { view, probability, safe, mines, solutions: None, error, dead, best })
    }

    pub(crate) fn as_json(&self) -> Value {
        let grid = self.view.grid();
        let best = self.best.as_ref().map(
            |best| json!({"cell": pair(grid, best.cell), "safety": best.safety, "why": best.why}),
        );
        json!({
            "width": grid.width(),
            "height": grid.height(),
            "mines": self.view.mines(),
            "solutions": self.solutions,
            "probability": self.probability,
            "approximate": self.error.is_some(),
            "error": self.error,
            "safe": points(&self.safe),
            "mine": points(&self.mines),
            "dead": self.dead.iter().map(|&cell| pair(grid, cell)).collect::<Vec<_>>(),
            "best": best,
        })
    }
}

/// A cell as JSON: column, row.
pub(crate) fn pair(grid: &Grid, cell: Cell) -> [u32; 2] {
    let Point { x, y } = grid.point(cell);
    [x, y]
}

fn points(points: &[Point]) -> Vec<[u32; 2]> {
    points.iter().map(|point| [point.x, point.y]).collect()
}

/// The clues that contradict each other.
pub(crate) fn clash_as_json(clash: &Clash) -> Value {
    json!({"clues": points(&clash.clues), "total": clash.total})
}

/// What is assumed of an unknown total.
pub(crate) fn unknown(density: Option<f64>) -> anyhow::Result<Unknown> {
    match density {
        None => Ok(Unknown::AnyTotal),
        Some(p) if p > 0.0 && p < 1.0 => Ok(Unknown::Density(p)),
        Some(p) => {
            let what = format!("a density of {p} leaves nothing to find out");
            Err(complain(what, "--density takes a number between 0 and 1, as in 0.2"))
        }
    }
}

/// The view under a clue rule.
pub(crate) fn under(view: &View, clues: Clues) -> anyhow::Result<View> {
    let mut draft = Draft::from(view.clone());
    draft.rule = clues.rule;
    let asks = match clues.asks {
        Asks::UpTo(asks) => asks,
        Asks::Until => {
            return Err(complain(
                "asks=until does not say how often a cell was asked",
                "give the number of asks, as in asks=4",
            ));
        }
    };
    if asks > 1 {
        let open = view.grid().cells().filter(|&cell| view.tile(cell).is_safe());
        draft.asks = open.map(|cell| (cell, asks)).collect();
    }
    View::try_from(draft)
        .map_err(|error| complain(error.to_string(), "check the clues and the number of mines"))
}
