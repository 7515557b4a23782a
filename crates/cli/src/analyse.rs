//! `surefoot analyse`: everything that is certain or probable about a position.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::{Ansi256Color, Style};
use serde_json::{Value, json};
use surefoot_inference::{Analysis, Estimate, Options, Trouble, Unknown, Workspace};
use surefoot_rules::notation::drawing;
use surefoot_rules::{Asks, Cell, ClueRule, Draft, Grid, Point, Tile, View};

use crate::args::{Analyse, Common};
use crate::complaint::{answer_no, complain};
use crate::input;

/// Everything that is said of a position.
struct Findings {
    view: View,
    /// Per closed cell.
    probability: Vec<Option<f64>>,
    safe: Vec<Point>,
    mines: Vec<Point>,
    /// `None` if it was not counted but estimated.
    solutions: Option<String>,
    /// How far an estimate may be off.
    error: Option<f64>,
    dead: Vec<Cell>,
    best: Option<Best>,
}

struct Best {
    cell: Cell,
    safety: f64,
    why: &'static str,
}

pub(crate) fn run(common: &Common, arguments: &Analyse) -> anyhow::Result<()> {
    let unknown = match arguments.density {
        None => Unknown::AnyTotal,
        Some(p) if p > 0.0 && p < 1.0 => Unknown::Density(p),
        Some(p) => {
            let what = format!("a density of {p} leaves nothing to find out");
            return Err(complain(what, "--density takes a number between 0 and 1, as in 0.2"));
        }
    };
    let options = Options { unknown, ..Options::default() };
    let input = input::read(&arguments.input, &arguments.reading)?;
    let mut out = anstream::stdout();
    for (document, at) in input.documents.iter().zip(1..) {
        let which =
            if input.documents.len() > 1 { format!(", number {at}") } else { String::new() };
        let Some(view) = document.view() else {
            let what = format!("{}{which} is a whole board: every mine is known", input.name);
            return Err(complain(what, "a position has hidden cells; try a drawing or .mine"));
        };
        let view = under(view, arguments)?;
        let counted = Findings::of(view.clone(), options);
        let estimated = match &counted {
            Err(Trouble::OverBudget { .. }) if arguments.approx => {
                Findings::estimated(view, options, common.seed())
            }
            _ => None,
        };
        let findings = match estimated.map_or(counted, Ok) {
            Ok(findings) => findings,
            Err(Trouble::Inconsistent(clash)) => {
                out.flush()?;
                if common.json {
                    let clues: Vec<[u32; 2]> = clash.clues.iter().map(|p| [p.x, p.y]).collect();
                    writeln!(out, "{}", json!({"clash": {"clues": clues, "total": clash.total}}))?;
                }
                return Err(answer_no(format!("{}{which}: no layout fits: {clash}", input.name)));
            }
            Err(trouble) => {
                let what = format!("{}{which}: {trouble}", input.name);
                let hint = match arguments.clues.rule {
                    ClueRule::Optimistic { .. } | ClueRule::Cautious { .. }
                        if !arguments.approx =>
                    {
                        "--approx gives an estimate with its error"
                    }
                    _ => "a smaller part of the board may be answered",
                };
                return Err(complain(what, hint));
            }
        };
        if common.json {
            writeln!(out, "{}", findings.as_json())?;
        } else {
            writeln!(out, "{}", findings.overlay())?;
            writeln!(out, "{}", findings.in_words())?;
        }
    }
    Ok(out.flush()?)
}

/// The view under the clue rule of the command line.
fn under(view: &View, arguments: &Analyse) -> anyhow::Result<View> {
    let mut draft = Draft::from(view.clone());
    draft.rule = arguments.clues.rule;
    let asks = match arguments.clues.asks {
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

impl Findings {
    fn of(view: View, options: Options) -> Result<Self, Trouble> {
        let analysis = Analysis::with(&view, options)?;
        let mut workspace = Workspace::new(options);
        let dead = workspace.dead(&view)?;
        let posterior = workspace.solve(&view)?;
        let lively = view.hidden().find(|&c| posterior.is_safe(c) && !dead.contains(&c));
        let best = match lively.or_else(|| view.hidden().find(|&cell| posterior.is_safe(cell))) {
            Some(cell) => Some(Best { cell, safety: 1.0, why: "safe in every configuration" }),
            None => surefoot_players::safest(&view, &posterior).map(|(cell, mine)| Best {
                cell,
                safety: 1.0 - mine,
                why: "the least likely mine",
            }),
        };
        let best = best.filter(|best| best.safety > 0.0);
        Ok(Self {
            probability: analysis.probability.clone(),
            safe: analysis.safe(),
            mines: analysis.mines(),
            solutions: Some(analysis.solutions.to_string()),
            error: None,
            view,
            dead,
            best,
        })
    }

    /// An estimate, where counting is over budget and the rule allows one.
    fn estimated(view: View, options: Options, seed: u64) -> Option<Self> {
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

    fn as_json(&self) -> Value {
        let grid = self.view.grid();
        let pair = |point: &Point| [point.x, point.y];
        let pairs = |points: &[Point]| points.iter().map(pair).collect::<Vec<_>>();
        let dead: Vec<Point> = self.dead.iter().map(|&cell| grid.point(cell)).collect();
        let best = self.best.as_ref().map(|best| {
            json!({"cell": pair(&grid.point(best.cell)), "safety": best.safety, "why": best.why})
        });
        json!({
            "width": grid.width(),
            "height": grid.height(),
            "mines": self.view.mines(),
            "solutions": self.solutions,
            "probability": self.probability,
            "approximate": self.error.is_some(),
            "error": self.error,
            "safe": pairs(&self.safe),
            "mine": pairs(&self.mines),
            "dead": pairs(&dead),
            "best": best,
        })
    }

    fn overlay(&self) -> String {
        let grid: &Grid = self.view.grid();
        let mut text = String::new();
        for cell in grid.cells() {
            let Point { x, y } = grid.point(cell);
            if x == 0 && y > 0 {
                text.push('\n');
            }
            let (symbol, style) = self.cell(cell);
            let best = self.best.as_ref().is_some_and(|best| best.cell == cell);
            let (left, right) = match (best, self.dead.contains(&cell)) {
                (true, _) => ('[', ']'),
                (false, true) => (' ', '~'),
                (false, false) => (' ', ' '),
            };
            let _ = write!(text, "{style}{left}{symbol:>2}{right}{style:#}");
        }
        text.push('\n');
        text
    }

    fn cell(&self, cell: Cell) -> (String, Style) {
        let on = |paper: u8| {
            Style::new()
                .fg_color(Some(Ansi256Color(16).into()))
                .bg_color(Some(Ansi256Color(paper).into()))
        };
        match (self.probability[cell.index()], self.view.tile(cell)) {
            (None, tile @ (Tile::Clue(_) | Tile::Silent | Tile::Mine)) => {
                (drawing::symbol(tile).unwrap_or('+').to_string(), Style::new())
            }
            (None, _) => (" ".to_owned(), Style::new()),
            (Some(0.0), _) if self.error.is_none() => ("ok".to_owned(), on(114)),
            (Some(1.0), _) if self.error.is_none() => ("##".to_owned(), on(203)),
            (Some(p), _) => {
                // From pale to strong, and never 0 or 100 for what is not certain.
                let percent = (100.0 * p).round().clamp(1.0, 99.0);
                let shade = [230, 229, 228, 222, 216][(p * 5.0).min(4.0) as usize];
                (format!("{percent:.0}"), on(shade))
            }
        }
    }

    fn in_words(&self) -> String {
        let grid = self.view.grid();
        let mut text = String::new();
        if let Some(error) = self.error {
            let points = 100.0 * error;
            let _ = writeln!(text, "an estimate     every figure to about ±{points:.1} points");
        }
        if let Some(solutions) = &self.solutions {
            let solutions = match solutions.len() {
                ..=15 => solutions.clone(),
                digits => format!("{}.{}e{}", &solutions[..1], &solutions[1..4], digits - 1),
            };
            let _ = writeln!(text, "configurations  {solutions}");
            let (safe, mines) = (self.safe.len(), self.mines.len());
            let _ = writeln!(text, "certain         {safe} safe, {mines} mines");
        }
        if !self.dead.is_empty() {
            let _ = writeln!(text, "dead            {}", self.dead.len());
        }
        if let Some(Best { cell, safety, why }) = &self.best {
            let percent = 100.0 * safety;
            let _ =
                writeln!(text, "best            {}: {why}, {percent:.2} % safe", grid.point(*cell));
        }
        text
    }
}
