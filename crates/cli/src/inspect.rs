//! `surefoot inspect`: what a file holds, and its measures.

use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;
use surefoot_inference::no_guess::{Logic, Stuck, Sweeper, Walk};
use surefoot_rules::notation::{Board, Document, Format};
use surefoot_rules::{
    Cell, Grid, Measures, Neighbourhood, Tile, View, Zini, counted, percent, widest_opening,
};

use crate::args::{Common, Inspect};
use crate::complaint::complain;
use crate::input::{self, Input};
use crate::json::pair;
use crate::output::ProgressLine;
use crate::paint;
use crate::tunables;

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
    board: Option<Measures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zini: Option<Zini>,
    no_guess: Option<OfLogic>,
    view: Option<OfView>,
}

/// What logic can do with a board.
#[derive(Serialize)]
struct OfLogic {
    first: [u32; 2],
    solvable: bool,
    /// The least logic that is enough.
    logic: Option<&'static str>,
    /// `None` where it was not asked for.
    hardest: Option<Hardest>,
    guesses: Option<Vec<NeededGuess>>,
}

#[derive(Serialize)]
struct Hardest {
    cell: [u32; 2],
    difficulty: usize,
    clues: usize,
    text: Vec<String>,
}

#[derive(Serialize)]
struct NeededGuess {
    cell: [u32; 2],
    safety: f64,
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
            let what = format!("{}: {reason}", input.name_of(at));
            return Err(complain(
                what,
                "every cell is open, so each number must match the mines around it",
            ));
        }
    }
    let mut progress = ProgressLine::new(common, input.documents.len() as u64, "boards");
    let findings = input.documents.iter().map(|document| {
        progress.advance(1);
        Findings::of(document, input.format, arguments.guesses || input.documents.len() == 1)
    });
    let mut out = anstream::stdout();
    if common.json {
        for finding in findings {
            writeln!(out, "{}", serde_json::to_string(&finding)?)?;
        }
    } else if let [document] = &input.documents[..] {
        if document.grid().len() <= tunables::INSPECT_DRAWN {
            writeln!(out, "{}", paint::view(&document.shown()))?;
        }
        writeln!(out, "{}", Findings::of(document, input.format, true).in_words())?;
    } else {
        writeln!(out, "{}", summary(&input, &findings.collect::<Vec<_>>()))?;
    }
    Ok(out.flush()?)
}

impl Findings {
    fn of(document: &Document, format: Format, guesses: bool) -> Self {
        let grid: &Grid = document.grid();
        let board = document.board().ok();
        let view = document.view().filter(|view| view.closed_count() > 0);
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
            first: document.first().map(|cell| pair(grid, cell)),
            no_guess: board.as_ref().and_then(|board| OfLogic::of(board, guesses)),
            zini: board
                .as_ref()
                .filter(|_| grid.len() <= tunables::INSPECT_ZINI)
                .map(|board| Zini::of(&board.layout)),
            board: board.map(|board| Measures::of(&board.layout)),
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
        let cells = counted(cells, "cell");
        line("size", format!("{w}x{h}, {cells}, {}", self.neighbourhood));
        line(
            "mines",
            match self.mines.zip(self.density) {
                Some((mines, density)) => format!("{mines} ({})", percent(density, 1)),
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
            let [clues, mines] = [(*clues, "clue"), (*opened_mines, "mine")]
                .map(|(count, noun)| counted(count, noun));
            line("open", format!("{open}: {clues}, {silent} silent, {mines}"));
        }
        if let Some(board) = &self.board {
            line("3BV", board.three_bv.to_string());
            line("openings", board.openings.to_string());
            line("islands", board.islands.to_string());
            if let Some(Zini { greedy, human }) = self.zini {
                line("ZiNi", format!("{greedy}, human {human}"));
            }
            let numbers = board.numbers.iter().enumerate();
            let numbers = numbers.map(|(number, count)| format!("{number}: {count}"));
            line("numbers", numbers.collect::<Vec<_>>().join("  "));
        }
        if let Some(logic) = &self.no_guess {
            line("no-guess", logic.in_words());
        }
        text.trim_end().to_owned()
    }
}

impl OfLogic {
    fn of(board: &Board, guesses: bool) -> Option<Self> {
        let layout = &board.layout;
        let grid = layout.grid();
        if grid.len() > tunables::INSPECT_LOGIC {
            return None;
        }
        let first = board.first.or_else(|| widest_opening(layout))?;
        let mut sweeper = Sweeper::new(grid.clone(), layout.count()).ok()?;
        let needed = sweeper.needed(layout, first);
        let pair = |cell: Cell| pair(grid, cell);
        // A walk may be too hard to be explained; what is known is told all the same.
        let walk = guesses.then(|| Walk::over(layout, first).ok()).flatten();
        Some(Self {
            first: pair(first),
            solvable: needed.is_some(),
            logic: needed.map(Logic::name),
            hardest: walk.as_ref().and_then(Walk::hardest).map(|hardest| Hardest {
                cell: pair(hardest.proof.cell),
                difficulty: hardest.proof.difficulty(),
                clues: hardest.proof.clues.len(),
                text: hardest.words.clone(),
            }),
            guesses: walk.map(|walk| {
                let guess =
                    |stuck: &Stuck| NeededGuess { cell: pair(stuck.cell), safety: stuck.safety };
                walk.guesses.iter().map(guess).collect()
            }),
        })
    }

    fn in_words(&self) -> String {
        let [x, y] = self.first;
        let mut text = match self.logic {
            Some(logic) => format!("yes, from {x},{y}: {logic} logic is enough"),
            None => format!("no, from {x},{y}"),
        };
        if let Some(guesses) = self.guesses.as_deref().filter(|guesses| !guesses.is_empty()) {
            let told = guesses.iter().take(tunables::INSPECT_GUESSES).map(
                |NeededGuess { cell: [x, y], safety }| {
                    format!("{x},{y} ({} safe)", percent(*safety, 0))
                },
            );
            let told = told.collect::<Vec<_>>().join(", ");
            let many = counted(guesses.len(), "guess");
            let more = if guesses.len() > tunables::INSPECT_GUESSES { ", …" } else { "" };
            let _ = write!(text, ": {many}, at {told}{more}");
        }
        if let Some(Hardest { cell: [x, y], difficulty, .. }) = self.hardest {
            let _ = write!(text, "; hardest deduction {x},{y} (difficulty {difficulty})");
        }
        text
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
    let logic = || findings.iter().filter_map(|finding| finding.no_guess.as_ref());
    let free = logic().filter(|logic| logic.solvable).count();
    if logic().next().is_some() {
        let by = |name| logic().filter(|logic| logic.logic == Some(name)).count();
        let (simple, pairs, full) = (by("simple"), by("pairs"), by("full"));
        let _ = writeln!(
            text,
            "no-guess   {free}: {simple} by simple logic, {pairs} by pairs, {full} by full"
        );
    }
    text + "for each of them: surefoot inspect --json"
}
