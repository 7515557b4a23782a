//! `surefoot analyse`: everything that is certain or probable about a position.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::{Ansi256Color, Style};
use serde_json::json;
use surefoot_inference::{Options, Trouble};
use surefoot_players::Best;
use surefoot_rules::notation::drawing;
use surefoot_rules::{Cell, ClueRule, Grid, Point, Tile};

use crate::args::{Analyse, Common};
use crate::complaint::{answer_no, complain};
use crate::findings::{self, Findings};
use crate::input;

pub(crate) fn run(common: &Common, arguments: &Analyse) -> anyhow::Result<()> {
    let unknown = findings::unknown(arguments.density)?;
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
        let view = findings::under(view, arguments.clues)?;
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
                    writeln!(out, "{}", json!({"clash": findings::clash_as_json(&clash)}))?;
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

impl Findings {
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
