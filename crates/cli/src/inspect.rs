//! `surefoot inspect`: what a file holds, and its measures.

use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;
use surefoot_rules::notation::{Document, Format};
use surefoot_rules::{Grid, Measures, Neighbourhood, Point, Tile, View};

use crate::args::{Common, Inspect};
use crate::complaint::complain;
use crate::input::{self, Input};
use crate::output::Progress;
use crate::paint;

/// The most cells of a board that is drawn: more fits no screen.
const DRAWN: usize = 100_000;

/// What is said of one document: the same in words and in JSON.
#[derive(Serialize)]
struct Findings {
    format: &'static str,
    /// `view`, `board` or `game` (both).
    kind: &'static str,
    width: u32,
    height: u32,
    neighbourhood: &'static str,
    mines: Option<u32>,
    density: Option<f64>,
    first: Option<[u32; 2]>,
    board: Option<OfBoard>,
    view: Option<OfView>,
}

#[derive(Serialize)]
struct OfBoard {
    three_bv: u32,
    openings: u32,
    islands: u32,
    /// How many safe cells show each number, from 0.
    numbers: Vec<u32>,
}

#[derive(Serialize)]
struct OfView {
    hidden: u32,
    flags: u32,
    clues: u32,
    silent: u32,
    opened_mines: u32,
}

pub(crate) fn run(common: &Common, arguments: &Inspect) -> anyhow::Result<()> {
    let input = input::read(&arguments.input, &arguments.reading)?;
    for (document, at) in input.documents.iter().zip(1..) {
        // With every cell open it claims to be a whole board, so it must be one.
        let open = document.view().is_some_and(|view| view.opened() as usize == view.tiles().len());
        if let (true, Err(reason)) = (open, document.board()) {
            let which =
                if input.documents.len() > 1 { format!(", number {at}") } else { String::new() };
            let what = format!("{}{which}: {reason}", input.name);
            return Err(complain(what, "every cell is open, so the numbers must fit the mines"));
        }
    }
    let mut progress = Progress::new(common, input.documents.len() as u64, "boards");
    let findings = input.documents.iter().map(|document| {
        progress.advance(1);
        Findings::of(document, input.format)
    });
    let mut out = anstream::stdout();
    if common.json {
        for finding in findings {
            writeln!(out, "{}", serde_json::to_string(&finding)?)?;
        }
    } else if let [document] = &input.documents[..] {
        if document.grid().len() <= DRAWN {
            writeln!(out, "{}", paint::view(&document.shown()))?;
        }
        writeln!(out, "{}", Findings::of(document, input.format).in_words())?;
    } else {
        writeln!(out, "{}", summary(&input, &findings.collect::<Vec<_>>()))?;
    }
    Ok(out.flush()?)
}

impl Findings {
    fn of(document: &Document, format: Format) -> Self {
        let grid: &Grid = document.grid();
        let board = document.board().ok();
        let view = document.view().filter(|view| view.tiles().iter().any(|tile| tile.is_closed()));
        let mines = match &board {
            Some(board) => Some(board.layout.count()),
            None => document.view().and_then(View::mines),
        };
        let kind = match (&board, view) {
            (Some(_), Some(_)) => "game",
            (Some(_), None) => "board",
            (None, _) => "view",
        };
        Self {
            format: format.name(),
            kind,
            width: grid.width(),
            height: grid.height(),
            neighbourhood: grid.neighbourhood().map_or("graph", Neighbourhood::name),
            mines,
            density: mines.map(|mines| f64::from(mines) / grid.len() as f64),
            first: document.first().map(|cell| {
                let Point { x, y } = grid.point(cell);
                [x, y]
            }),
            board: board.map(|board| {
                let Measures { three_bv, openings, islands, numbers } = Measures::of(&board.layout);
                OfBoard { three_bv, openings, islands, numbers }
            }),
            view: document.view().filter(|_| kind != "board").map(OfView::of),
        }
    }

    fn in_words(&self) -> String {
        let mut text = String::new();
        let mut line = |what: &str, value: String| {
            let _ = writeln!(text, "{what:<10} {value}");
        };
        let kind = match self.kind {
            "board" => "a whole board",
            "game" => "a game: what is seen, and where the mines are",
            _ => "a position",
        };
        line("holds", format!("{kind} (read as `{}`)", self.format));
        let cells = u64::from(self.width) * u64::from(self.height);
        let (w, h) = (self.width, self.height);
        line("size", format!("{w}x{h}, {cells} cells, {}", self.neighbourhood));
        line(
            "mines",
            match self.mines.zip(self.density) {
                Some((mines, density)) => format!("{mines} ({:.1} %)", 100.0 * density),
                None => "unknown".to_owned(),
            },
        );
        if let Some([x, y]) = self.first {
            line("first", format!("{x},{y}"));
        }
        if let Some(view) = &self.view {
            line("hidden", view.hidden.to_string());
            line("flags", view.flags.to_string());
            let open = view.clues + view.silent + view.opened_mines;
            let OfView { clues, silent, opened_mines, .. } = view;
            line("open", format!("{open}: {clues} clues, {silent} silent, {opened_mines} mines"));
        }
        if let Some(board) = &self.board {
            line("3BV", board.three_bv.to_string());
            line("openings", board.openings.to_string());
            line("islands", board.islands.to_string());
            let numbers = board.numbers.iter().enumerate();
            let numbers = numbers.map(|(number, count)| format!("{number}: {count}"));
            line("numbers", numbers.collect::<Vec<_>>().join("  "));
        }
        text.trim_end().to_owned()
    }
}

impl OfView {
    fn of(view: &View) -> Self {
        let count = |wanted: fn(&Tile) -> bool| view.tiles().iter().filter(|t| wanted(t)).count();
        Self {
            hidden: view.hidden_count(),
            flags: view.flag_count(),
            clues: count(|tile| matches!(tile, Tile::Clue(_))) as u32,
            silent: count(|tile| matches!(tile, Tile::Silent)) as u32,
            opened_mines: view.opened_mines(),
        }
    }
}

/// Many boards in a few lines.
fn summary(input: &Input, findings: &[Findings]) -> String {
    let mut text =
        format!("{} holds {} documents (read as `{}`)\n", input.name, findings.len(), input.format);
    let mut row = |what: &str, values: Vec<f64>| {
        if values.is_empty() {
            return;
        }
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let _ = writeln!(text, "{what:<10} mean {mean:>8.2}   least {least}   most {most}");
    };
    let boards = || findings.iter().filter_map(|finding| finding.board.as_ref());
    row("mines", findings.iter().filter_map(|f| f.mines).map(f64::from).collect());
    row("3BV", boards().map(|board| f64::from(board.three_bv)).collect());
    row("openings", boards().map(|board| f64::from(board.openings)).collect());
    row("islands", boards().map(|board| f64::from(board.islands)).collect());
    text + "each of them: surefoot inspect --json"
}
