//! `surefoot explain`: why a cell is certain, drawn and in words.
//!
//! A cell that is not certain is answered with "no", its probability, and two
//! configurations that differ there.

use std::fmt::Write as _;
use std::path::Path;

use anstyle::{Ansi256Color, Style};
use anyhow::Context;
use surefoot_inference::{AnalysisError, Doubt, Explanation, Options, Proof, ProofError, Prover};
use surefoot_players::coach::{Coach, CoachError};
use surefoot_rules::notation::drawing;
use surefoot_rules::{Cell, Neighbourhood, Point, Tile, View, counted, percent};

use crate::against;
use crate::analyse::too_wide;
use crate::args::{Common, Explain};
use crate::complaint::{answer_no, complain};
use crate::patience::Patience;
use crate::tunables;
use crate::{input, json, output};

pub(crate) fn run(common: &Common, arguments: &Explain) -> anyhow::Result<()> {
    let input = input::read(&arguments.input, &arguments.reading)?;
    let mut positions = input.positions();
    let (Some(position), None) = (positions.next(), positions.next()) else {
        let what = format!("{} holds {} positions", input.name, input.documents.len());
        return Err(complain(
            what,
            "explain takes only one; `surefoot convert --pick N` extracts it",
        ));
    };
    let (name, view) = position?;
    let point = Point { x: arguments.x, y: arguments.y };
    let cell = closed(view, point, &name)?;
    let memory = arguments.memory;
    let options = Options { memory: memory.for_counting(), ..Options::default() };
    let patience = Patience::with(common, format!("still at work on {name}"));
    if let Some(other) = arguments.against {
        let other = closed(view, other, &name)?;
        let compared = Coach::new(options).compare(view, cell, other);
        let compared = compared.map_err(|error| match error {
            CoachError::Analysis(AnalysisError::Inconsistent(clash)) => {
                answer_no(format!("{name}: no layout fits: {clash}"))
            }
            CoachError::Analysis(ref wide) if wide.is_too_wide() => too_wide(&name, wide, memory),
            CoachError::Same(_) => {
                complain(error.to_string(), "name another closed cell in --against")
            }
            error => error.into(),
        })?;
        drop(patience);
        return against::tell(common, view, &compared);
    }
    let why = Prover::new(options).explain(view, cell).map_err(|error| match error {
        ProofError::TooHard(_) => {
            complain(error.to_string(), "`surefoot analyse` shows which cells are certain")
        }
        ProofError::Analysis(ref wide) if wide.is_too_wide() => too_wide(&name, wide, memory),
        error => error.into(),
    })?;
    drop(patience);
    if let (Explanation::Proof(proof), Some(folder)) = (&why, &arguments.proof) {
        write_certificate(view, proof, folder)?;
    }
    output::answer(common, || json::explanation(view, &why), || in_words(view, &why))?;
    match why {
        Explanation::Proof(_) => Ok(()),
        Explanation::Doubt(doubt) => Err(answer_no(doubtful(point, &doubt))),
        Explanation::Clash(clash) => Err(answer_no(format!("{name}: no layout fits: {clash}"))),
    }
}

/// The closed cell at a point.
fn closed(view: &View, point: Point, name: &str) -> anyhow::Result<Cell> {
    let cell = input::cell(view.grid(), point, &format!("the board of {name}"))?;
    if !view.tile(cell).is_closed() {
        let symbol = drawing::symbol(view.tile(cell));
        let what = format!("{point} is open and shows {symbol}, so there is nothing to explain");
        return Err(complain(
            what,
            "name a closed cell by column and row, counted from 0 at the top left",
        ));
    }
    Ok(cell)
}

/// How likely a mine is there.
fn doubtful(point: Point, doubt: &Doubt) -> String {
    let percent = percent(doubt.probability, 2);
    let counts = doubt.contrast.counts().map(|(all, with)| (all.to_string(), with));
    let configurations = match counts {
        Some((all, with)) if all.len() <= tunables::DIGITS_SHOWN => {
            format!(" (a mine in {with} of {all} configurations)")
        }
        _ => String::new(),
    };
    format!("{point} is not certain: the chance of a mine is {percent}{configurations}")
}

fn write_certificate(view: &View, proof: &Proof, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let certificate = proof.certificate(view);
    output::put(&folder.join("claim.opb"), certificate.claim.as_bytes())?;
    output::put(&folder.join("proof.pbp"), certificate.proof.as_bytes())
}

fn in_words(view: &View, why: &Explanation) -> String {
    match why {
        Explanation::Proof(proof) => proved(view, proof),
        Explanation::Doubt(doubt) => differing(view, doubt),
        Explanation::Clash(_) => String::new(),
    }
}

fn proved(view: &View, proof: &Proof) -> String {
    let point = view.grid().point(proof.cell);
    let what = if proof.mine { "a mine" } else { "safe" };
    let mut clues = proof.clues.clone();
    clues.sort_unstable();
    let mut text = picture(view, |cell| {
        if cell == proof.cell {
            Some((
                '(',
                ')',
                Style::new()
                    .bold()
                    .fg_color(Some(Ansi256Color(if proof.mine { 203 } else { 114 }).into())),
            ))
        } else if clues.binary_search(&cell).is_ok() {
            Some(('[', ']', Style::new().bold()))
        } else {
            None
        }
    });
    let _ = writeln!(text, "\n{point} is {what}.");
    for (step, sentence) in proof.steps().iter().zip(proof.in_words(view)) {
        let _ = writeln!(text, "{}- {sentence}", "  ".repeat(step.depth as usize));
    }
    let clues = match proof.clues.len() {
        0 => String::new(),
        many => counted(many, "clue"),
    };
    let total = match (proof.total, proof.clues.is_empty()) {
        (true, true) => "the number of mines",
        (true, false) => " and the number of mines",
        (false, _) => "",
    };
    let fewest = match (proof.smallest, proof.clues.len() + usize::from(proof.total)) {
        (_, 1) => "",
        (true, _) => ", the fewest there are",
        (false, _) => ", none of which can be spared",
    };
    let splits = match proof.splits() {
        0 => String::new(),
        many => format!("; {}", counted(many, "supposition")),
    };
    let _ = writeln!(text, "\nneeds       {clues}{total}{fewest}{splits}");
    let _ = writeln!(text, "difficulty  {}", proof.difficulty());
    text
}

/// Two configurations that differ: A has mines where B has none, and the reverse. On a large
/// board that is half of it, so cells are looked up in lists that are in order.
fn differing(view: &View, Doubt { cell, contrast, .. }: &Doubt) -> String {
    let (with, without) = (contrast.only_as_mine(), contrast.only_as_safe());
    let mark = |letter: char| (letter, letter, Style::new().bold());
    let grid = view.grid();
    let mut text = picture(view, |at| {
        if at == *cell {
            Some(('(', ')', Style::new().bold()))
        } else if with.binary_search(&at).is_ok() {
            Some(mark('a'))
        } else if without.binary_search(&at).is_ok() {
            Some(mark('b'))
        } else {
            None
        }
    });
    let named = |cells: &[Cell]| {
        let points: Vec<String> =
            cells.iter().take(12).map(|&c| grid.point(c).to_string()).collect();
        let more = if cells.len() > 12 { " …" } else { "" };
        if cells.is_empty() { "none of these".to_owned() } else { points.join(" ") + more }
    };
    let _ = writeln!(text, "\nTwo configurations that differ there:");
    let _ = writeln!(text, "a  mines at {}", named(&with));
    let _ = writeln!(text, "b  mines at {}", named(&without));
    text
}

/// The part of the board that matters, with numbered rows and columns.
pub(crate) fn picture(view: &View, mark: impl Fn(Cell) -> Option<(char, char, Style)>) -> String {
    let grid = view.grid();
    let marked: Vec<Point> =
        grid.cells().filter(|&cell| mark(cell).is_some()).map(|cell| grid.point(cell)).collect();
    let span = |side: u32, places: &mut dyn Iterator<Item = u32>| {
        let (least, most) =
            places.fold((side, 0), |(least, most), at| (least.min(at), most.max(at)));
        if side <= tunables::EXPLAIN_WHOLE || least > most {
            (0, side.min(2 * tunables::EXPLAIN_WHOLE) - 1)
        } else {
            (
                least.saturating_sub(tunables::EXPLAIN_MARGIN),
                (most + tunables::EXPLAIN_MARGIN).min(side - 1),
            )
        }
    };
    let (left, right) = span(grid.width(), &mut marked.iter().map(|point| point.x));
    let (top, bottom) = span(grid.height(), &mut marked.iter().map(|point| point.y));
    let hexagons = grid.neighbourhood() == Some(Neighbourhood::Hex);
    let numbers = bottom.to_string().len().max(2);
    let mut text = " ".repeat(numbers + 1);
    for x in left..=right {
        let _ = write!(text, "{x:^3}");
    }
    end_line(&mut text);
    for y in top..=bottom {
        let _ = write!(text, "{y:>numbers$} ");
        if hexagons && y % 2 == 1 {
            text.push(' ');
        }
        for x in left..=right {
            let Some(cell) = grid.cell(Point { x, y }) else { continue };
            let tile = view.tile(cell);
            let symbol = drawing::symbol(tile);
            match mark(cell) {
                Some((before, after, style)) => {
                    let _ = write!(text, "{style}{before}{symbol}{after}{style:#}");
                }
                None => {
                    let style =
                        if tile == Tile::Hidden { Style::new().dimmed() } else { Style::new() };
                    let _ = write!(text, " {style}{symbol}{style:#} ");
                }
            }
        }
        end_line(&mut text);
    }
    text
}

/// Ends a line, less the blanks at its end.
fn end_line(text: &mut String) {
    text.truncate(text.trim_end().len());
    text.push('\n');
}
