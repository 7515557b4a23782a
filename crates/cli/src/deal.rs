//! `surefoot deal`: boards from a seed.
//!
//! Boards are made in parallel, a block at a time, and written in order: what
//! comes out does not depend on the number of threads, and a reader that stops
//! early (`| head`) stops us after one block.

use std::io::Write;

use rayon::prelude::*;
use surefoot_rules::notation::seed::{self, Seed};
use surefoot_rules::notation::{self, Board, Document, Format};
use surefoot_rules::{
    Cell, DealError, Dealer, Grid, Layout, Level, Neighbourhood, Point, Promise, jsm,
};

use crate::args::{Common, Deal, Generator};
use crate::complaint::complain;
use crate::output::Progress;
use crate::paint;

/// Cells per piece of work: some hundred expert boards, or one large one.
const PIECE: u64 = 1 << 17;

/// JSMinesweeper's largest seed, and as many games of a run as can be counted
/// through in seconds.
const JSM_SEED: u64 = seed::LARGEST;
const JSM_GAMES: u64 = 100_000_000;

/// What is meant.
struct Order {
    grid: Grid,
    mines: u32,
    promise: Promise,
    first: Cell,
    /// Whether the boards name the first click.
    tell_first: bool,
    seed: u64,
    format: Format,
    generator: Generator,
}

pub(crate) fn run(common: &Common, arguments: &Deal) -> anyhow::Result<()> {
    let order = order(common, arguments)?;
    let pool = common.pool()?;
    let mut progress = Progress::new(common, arguments.count, "boards");
    let mut out = anstream::stdout();
    let piece = (PIECE / order.grid.len() as u64).max(1);
    let block = piece * 2 * pool.current_num_threads() as u64;
    let last = arguments.index.checked_add(arguments.count).ok_or_else(|| {
        complain("there are only 2^64 deals of a seed", "lower --index or --count")
    })?;
    let mut seeds = jsm::run_seeds(order.seed).skip(arguments.index as usize);
    let mut from = arguments.index;
    while from < last {
        let to = last.min(from + block);
        let keys: Vec<u64> = match order.generator {
            Generator::JsmRun => seeds.by_ref().take((to - from) as usize).collect(),
            _ => (from..to).collect(),
        };
        let pieces: Result<Vec<Vec<u8>>, anyhow::Error> = pool
            .install(|| keys.par_chunks(piece as usize).map(|keys| order.boards(keys)).collect());
        for (piece, at) in pieces?.into_iter().zip(0..) {
            if order.format == Format::Drawing && (from > arguments.index || at > 0) {
                out.write_all(b"\n")?;
            }
            out.write_all(&piece)?;
        }
        progress.advance(to - from);
        from = to;
    }
    Ok(out.flush()?)
}

/// One board, as it would be written.
#[cfg(feature = "serve")]
pub(crate) fn one(common: &Common, arguments: &Deal) -> anyhow::Result<Vec<u8>> {
    order(common, arguments)?.boards(&[arguments.index])
}

fn order(common: &Common, arguments: &Deal) -> anyhow::Result<Order> {
    let level = arguments.level;
    let grid = Grid::with(level.width, level.height, arguments.neighbourhood)?;
    let (promise, generator) = (arguments.promise, arguments.generator);
    let usual = match (generator, promise) {
        (Generator::JsmRun, Promise::Safe) => Cell::new(0),
        (Generator::JsmRun, Promise::Opening) => {
            grid.cell(Point { x: 3, y: 3 }).unwrap_or(grid.middle())
        }
        _ => grid.middle(),
    };
    let first = match arguments.first {
        None => usual,
        Some(point) => grid.cell(point).ok_or_else(|| {
            let what = format!("the first click {point} lies outside the board of {level}");
            let corner = Point { x: level.width - 1, y: level.height - 1 };
            complain(what, format!("columns and rows count from 0; the last cell is {corner}"))
        })?,
    };
    promise.check(&grid, level.mines, first).map_err(|error| {
        let hint = match error {
            DealError::Promise { .. } => {
                "promise less (--promise safe or none), or lay fewer mines"
            }
            _ => "lay fewer mines",
        };
        complain(error.to_string(), hint)
    })?;
    let format = match (arguments.format, common.json) {
        (None | Some(Format::Boards), true) => Format::Boards,
        (None, false) => Format::Drawing,
        (Some(format), false) => format,
        (Some(format), true) => {
            let what = format!("--json asks for JSON lines and --format for `{format}`");
            return Err(complain(what, "leave one of them away"));
        }
    };
    if arguments.count > 1 && !format.holds_many() {
        let what = format!("the format `{format}` holds one board, not {}", arguments.count);
        return Err(complain(what, "try --format jsonl"));
    }
    let one = matches!(generator, Generator::Jsm | Generator::JsmOld);
    if one && (arguments.count > 1 || arguments.index > 0) {
        return Err(complain(
            "a seed of JSMinesweeper is one board",
            "deal one of its runs with --generator jsm-run, whose --seed is the run",
        ));
    }
    let seed = common.seed();
    let last = arguments.index.saturating_add(arguments.count);
    if generator != Generator::Surefoot && (seed > JSM_SEED || last > JSM_GAMES) {
        let what = format!("JSMinesweeper has no seed {seed}, or its run no game {last}");
        let hint = format!("seeds go to {JSM_SEED}, and we count {JSM_GAMES} games of a run");
        return Err(complain(what, hint));
    }
    let tell_first = promise != Promise::None || arguments.first.is_some();
    let mines = level.mines;
    Ok(Order { grid, mines, promise, first, tell_first, seed, format, generator })
}

impl Order {
    /// The boards of these keys, written one after the other.
    fn boards(&self, keys: &[u64]) -> anyhow::Result<Vec<u8>> {
        let mut layout = Layout::empty(self.grid.clone());
        let mut dealer = Dealer::new(self.grid.clone(), self.mines)?;
        let mut bytes = Vec::new();
        for (&key, at) in keys.iter().zip(0..) {
            if self.format == Format::Seed {
                bytes.extend(format!("{}\n", self.link(key)?).into_bytes());
                continue;
            }
            let jsm = |seed, seeding| {
                let (grid, promise, first) = (self.grid.clone(), self.promise, self.first);
                jsm::layout(grid, self.mines, seed, seeding, promise, first)
            };
            match self.generator {
                Generator::Surefoot => {
                    dealer.deal(self.seed, key, self.promise, self.first, &mut layout)?;
                }
                Generator::Jsm => layout = jsm(self.seed, jsm::Seeding::Current)?,
                Generator::JsmOld => layout = jsm(self.seed, jsm::Seeding::Old)?,
                Generator::JsmRun => layout = jsm(key, jsm::Seeding::Current)?,
            }
            let first = self.tell_first.then_some(self.first);
            let document = Document::Board(Board { layout, first });
            if self.format == Format::Drawing {
                if at > 0 {
                    bytes.push(b'\n');
                }
                bytes.extend(self.caption(key).into_bytes());
                bytes.extend(paint::view(&document.shown()).into_bytes());
            } else {
                bytes.extend(notation::write(&document, self.format).map_err(|error| {
                    complain(error.to_string(), "the formats drawing and jsonl hold every board")
                })?);
            }
            let Document::Board(board) = document else { unreachable!("made above") };
            layout = board.layout;
        }
        Ok(bytes)
    }

    /// The link of a board of JSMinesweeper.
    fn link(&self, key: u64) -> anyhow::Result<Seed> {
        let classic = self.grid.neighbourhood() == Some(Neighbourhood::Square8);
        let (seed, seeding) = match self.generator {
            Generator::Surefoot => {
                let what = "a link with a seed is for boards of JSMinesweeper";
                return Err(complain(what, "add --generator jsm, or leave --format seed away"));
            }
            Generator::Jsm => (self.seed, jsm::Seeding::Current),
            Generator::JsmOld => (self.seed, jsm::Seeding::Old),
            Generator::JsmRun => (key, jsm::Seeding::Current),
        };
        if seed == 0 || self.promise == Promise::None || !classic {
            return Err(complain(
                "JSMinesweeper's links have no seed 0, no first click without a promise and \
                 no other neighbourhood than square8",
                "try --seed 1 --promise opening",
            ));
        }
        let (width, height, mines) = (self.grid.width(), self.grid.height(), self.mines);
        let level = Level { width, height, mines };
        Ok(Seed { level, seed, seeding, promise: self.promise, start: self.first })
    }

    /// A comment that says where a drawn board comes from.
    fn caption(&self, key: u64) -> String {
        let origin = match self.generator {
            Generator::Surefoot => format!("seed {}, deal {key}", self.seed),
            Generator::Jsm => format!("JSMinesweeper, seed {}", self.seed),
            Generator::JsmOld => format!("JSMinesweeper, old seed {}", self.seed),
            Generator::JsmRun => format!("JSMinesweeper, run {}, seed {key}", self.seed),
        };
        let Self { promise, first, .. } = *self;
        let first = self.grid.point(first);
        let click = match promise {
            Promise::None if !self.tell_first => String::new(),
            _ => format!(", first click {first} (promise: {promise})"),
        };
        format!("# {origin}{click}\n")
    }
}
