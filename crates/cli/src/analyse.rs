//! `surefoot analyse`: everything that is certain or probable about a position.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};

use anstyle::Style;
use serde_json::json;
use surefoot_inference::{Analysis, AnalysisError, BestCell, EstimateError, Options};
use surefoot_rules::notation::drawing;
use surefoot_rules::{Cell, ClueRule, Tile, View, counted, percent};

use crate::args::{Analyse, Common, MemorySize};
use crate::assumptions::{self, AssumptionError};
use crate::complaint::{answer_no, complain};
use crate::paint::on;
use crate::patience::Patience;
use crate::tunables;
use crate::{input, json};

pub(crate) fn run(common: &Common, arguments: &Analyse) -> anyhow::Result<()> {
    let unknown = assumptions::unknown(arguments.density).map_err(|error| mistaken(&error))?;
    let memory = arguments.memory.for_counting();
    let options = Options { unknown, memory, ..Options::default() };
    let input = input::read(&arguments.input, &arguments.reading)?;
    let mut out = anstream::stdout();
    for position in input.positions() {
        let (name, view) = position?;
        let view = &assumptions::under(view, arguments.clues).map_err(|error| mistaken(&error))?;
        let patience = Patience::with(common, format!("still at work on {name}"));
        let counted = Analysis::with(view, options);
        let estimated = match &counted {
            Err(wide) if wide.is_too_wide() && arguments.approx => {
                Some(Analysis::estimated(view, options, common.seed()))
            }
            _ => None,
        };
        drop(patience);
        let (counted, failed) = match estimated {
            Some(Ok(estimate)) => (Ok(estimate), None),
            Some(Err(failed)) => (counted, Some(failed)),
            None => (counted, None),
        };
        let analysis = match counted {
            Ok(analysis) => analysis,
            Err(AnalysisError::Inconsistent(clash)) => {
                out.flush()?;
                if common.json {
                    writeln!(out, "{}", json!({"clash": json::clash(&clash)}))?;
                }
                return Err(answer_no(format!("{name}: no layout fits: {clash}")));
            }
            Err(error) => {
                if let Some(why) = failed {
                    let error = uncounted(&error, arguments.memory);
                    let what =
                        format!("{name}: {error}, and the estimate of --approx failed: {why}");
                    return Err(complain(what, what_may_help(&why)));
                }
                return Err(match arguments.clues.rule {
                    ClueRule::Optimistic { .. } | ClueRule::Cautious { .. } => complain(
                        format!("{name}: {}", uncounted(&error, arguments.memory)),
                        "--approx gives an estimate and its error",
                    ),
                    _ => too_wide(&name, &error, arguments.memory),
                });
            }
        };
        if common.json {
            let mut line = BufWriter::new(&mut out);
            // An error of the output itself, not one of JSON: whoever stopped reading has enough.
            serde_json::to_writer(&mut line, &json::analysis(view, &analysis))
                .map_err(io::Error::from)?;
            writeln!(line)?;
            line.flush()?;
        } else {
            overlay(&mut out, view, &analysis)?;
            writeln!(out, "\n{}", in_words(view, &analysis))?;
        }
    }
    Ok(out.flush()?)
}

/// Why a position cannot be counted, in the memory that was named: what is left for work is
/// nobody's business.
fn uncounted(error: &AnalysisError, memory: MemorySize) -> String {
    match error {
        AnalysisError::OverMemory { .. } => {
            format!("this position cannot be counted within {memory} of memory")
        }
        error => error.to_string(),
    }
}

/// Says of a position that it cannot be counted, and what to try.
pub(crate) fn too_wide(name: &str, error: &AnalysisError, memory: MemorySize) -> anyhow::Error {
    let hint = match error {
        AnalysisError::OverMemory { .. } => "try more --memory, or a smaller part of the board",
        AnalysisError::TooManyParts => {
            "tell the number of mines or a --density, or try a smaller part of the board"
        }
        _ => "try a smaller part of the board",
    };
    complain(format!("{name}: {}", uncounted(error, memory)), hint)
}

/// What to try about a position that cannot be estimated.
fn what_may_help(error: &EstimateError) -> &'static str {
    match error {
        EstimateError::Rule | EstimateError::OverMemory { .. } => {
            "try a smaller part of the board, or more --memory"
        }
        EstimateError::NoLayout | EstimateError::Disagreement => {
            "try another --seed, or a smaller part of the board"
        }
        _ => "try a smaller part of the board",
    }
}

/// What is wrong with an option, and what to give instead.
fn mistaken(error: &AssumptionError) -> anyhow::Error {
    match error {
        AssumptionError::Density(p) => {
            let what =
                format!("`--density {p}` is out of range: expected a number between 0 and 1");
            complain(what, "try --density 0.2")
        }
        AssumptionError::EndlessAsks => complain(
            "`asks=until` does not say how often a cell was asked",
            "give the number of asks, as in asks=4",
        ),
        AssumptionError::View(error) => {
            complain(error.to_string(), "check the clues and the number of mines")
        }
    }
}

/// Writes the board with what is known of each closed cell, row by row: with its colours a large
/// one takes more memory than the analysis.
fn overlay(out: &mut impl Write, view: &View, analysis: &Analysis) -> io::Result<()> {
    let grid = view.grid();
    let mut row = String::new();
    for cell in grid.cells() {
        let (symbol, style) = drawn(view, analysis, cell);
        let best = analysis.best.as_ref().is_some_and(|best| best.cell == cell);
        let (left, right) = match (best, analysis.dead.binary_search(&cell)) {
            (true, _) => ('[', ']'),
            (false, Ok(_)) => (' ', '~'),
            (false, Err(_)) => (' ', ' '),
        };
        let _ = write!(row, "{style}{left}{symbol:>2}{right}{style:#}");
        if grid.point(cell).x + 1 == grid.width() {
            writeln!(out, "{row}")?;
            row.clear();
        }
    }
    Ok(())
}

fn drawn(view: &View, analysis: &Analysis, cell: Cell) -> (String, Style) {
    match (analysis.probability[cell.index()], view.tile(cell)) {
        (None, tile @ (Tile::Clue(_) | Tile::Silent | Tile::Mine)) => {
            (drawing::symbol(tile).to_string(), Style::new())
        }
        (None, _) => (" ".to_owned(), Style::new()),
        (Some(0.0), _) if analysis.error.is_none() => ("ok".to_owned(), on(16, 114)),
        (Some(1.0), _) if analysis.error.is_none() => ("##".to_owned(), on(16, 203)),
        (Some(p), _) => {
            // From pale to strong, and never 0 or 100 for what is not certain.
            let percent = (100.0 * p).round().clamp(1.0, 99.0);
            let shade = [230, 229, 228, 222, 216][(p * 5.0).min(4.0) as usize];
            (format!("{percent:.0}"), on(16, shade))
        }
    }
}

/// A count; a long one rounded to three digits, as on the page.
fn rounded(digits: &str) -> String {
    if digits.len() <= tunables::DIGITS_SHOWN {
        return digits.to_owned();
    }
    // What is rounded up to 1000 is ten times as large.
    let (three, power) = match digits[..4].parse::<u32>().map_or(0, |four| (four + 5) / 10) {
        1000 => (100, digits.len()),
        three => (three, digits.len() - 1),
    };
    format!("{}.{:02}e{power}", three / 100, three % 100)
}

/// The rest, a line each.
fn in_words(view: &View, analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(error) = analysis.error {
        let points = 100.0 * error;
        let _ = writeln!(text, "an estimate     every figure to about ±{points:.1} points");
    }
    if let Some(solutions) = analysis.solutions.as_ref().map(ToString::to_string) {
        let _ = writeln!(text, "configurations  {}", rounded(&solutions));
    }
    if analysis.error.is_none() {
        let (safe, mines) = (analysis.safe().len(), analysis.mines().len());
        let _ = writeln!(text, "certain         {safe} safe, {}", counted(mines, "mine"));
    }
    if !analysis.dead.is_empty() {
        let _ = writeln!(text, "dead            {}", analysis.dead.len());
    }
    if let Some(BestCell { cell, safety, why }) = &analysis.best {
        let (point, safety) = (view.grid().point(*cell), percent(*safety, 2));
        let _ = writeln!(text, "best            {point}: {why}, {safety} safe");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::view;

    /// As `count` of the page, whose test has the same numbers.
    #[test]
    fn a_long_count_is_rounded() {
        let cases = [
            ("123456789012345", "123456789012345"),
            ("1234567890123456", "1.23e15"),
            ("1235000000000000", "1.24e15"),
            ("1234999999999999", "1.23e15"),
            ("9994999999999999", "9.99e15"),
            ("9995000000000000", "1.00e16"),
        ];
        for (digits, said) in cases {
            assert_eq!(rounded(digits), said, "{digits}");
        }
    }

    #[test]
    fn what_is_certain_is_said_without_a_number() {
        let view = view!["3x2/?", "1 2 1", "* * *"];
        let mut analysis = Analysis::of(&view).unwrap();
        assert!(in_words(&view, &analysis).contains("configurations  1\n"));
        analysis.solutions = None;
        let words = in_words(&view, &analysis);
        assert!(words.contains("certain         1 safe, 2 mines\n"), "{words}");
        assert!(!words.contains("configurations"), "{words}");
    }
}
