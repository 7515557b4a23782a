//! `surefoot deal`: boards from a seed.
//!
//! Boards are made in parallel, a block at a time, and written in order: what
//! comes out does not depend on the number of threads, and a reader that stops
//! early (`| head`) stops us after one block.

use std::io::Write;

use rayon::prelude::*;
use serde_json::json;
use surefoot_inference::no_guess::{self, Found, Logic, NoGuessError, Walk, Wish};
use surefoot_lab::play::mine_distribution::MineDistribution;
use surefoot_rules::notation::seed::{self, SeedLink};
use surefoot_rules::notation::{self, Board, Document, Format};
use surefoot_rules::{
    Cell, Deal, Dealer, GameKind, Grid, Layout, Level, Neighbourhood, Point, Promise, Rules,
    Setting, counted, jsm,
};

use crate::args::{Common, DealArguments, Generator};
use crate::complaint::{answer_no, complain, note};
use crate::output::{self, ProgressLine};
use crate::tunables;
use crate::{json, paint, setting};

/// JSMinesweeper's largest seed, and as many games of a run as can be counted
/// through in seconds.
const JSM_SEED: u64 = seed::LARGEST;

/// What is meant.
struct BoardOrder {
    grid: Grid,
    mines: u32,
    promise: Promise,
    first: Cell,
    /// Whether the boards name the first click.
    tell_first: bool,
    seed: u64,
    format: Format,
    generator: Generator,
    /// How much logic must be enough, and whether to say why.
    no_guess: Option<Logic>,
    proofs: bool,
}

/// Some boards, as they are written.
#[derive(Default)]
struct Piece {
    bytes: Vec<u8>,
    proofs: Vec<u8>,
    /// Of no-guess boards: how many are deals, and how many were repaired.
    uniform: u64,
    repaired: u64,
}

pub(crate) fn run(common: &Common, arguments: &DealArguments) -> anyhow::Result<()> {
    let order = order(common, arguments)?;
    let pool = common.pool()?;
    let mut progress = ProgressLine::new(common, arguments.count, "boards");
    let mut out = anstream::stdout();
    let piece = match order.no_guess {
        None => (tunables::DEAL_PIECE / order.grid.len() as u64).max(1),
        // One may take seconds.
        Some(_) => {
            progress.show();
            1
        }
    };
    let mut whole = Piece::default();
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
        let pieces: Result<Vec<Piece>, anyhow::Error> = pool
            .install(|| keys.par_chunks(piece as usize).map(|keys| order.boards(keys)).collect());
        for (piece, at) in pieces?.into_iter().zip(0..) {
            if order.format == Format::Drawing && (from > arguments.index || at > 0) {
                out.write_all(b"\n")?;
            }
            out.write_all(&piece.bytes)?;
            whole.proofs.extend(piece.proofs);
            whole.uniform += piece.uniform;
            whole.repaired += piece.repaired;
        }
        progress.advance(to - from);
        from = to;
    }
    out.flush()?;
    if let Some(path) = &arguments.proofs {
        output::put(path, &whole.proofs)?;
    }
    drop(progress);
    if whole.repaired > 0 && !common.quiet {
        let Piece { uniform, repaired, .. } = whole;
        note(&format!(
            "no-guess boards are rare here: {repaired} repaired (not uniform), {uniform} as dealt"
        ));
    }
    Ok(())
}

fn order(common: &Common, arguments: &DealArguments) -> anyhow::Result<BoardOrder> {
    let (promise, generator) = (arguments.promise, arguments.generator);
    let usual = match (generator, promise) {
        (Generator::JsmRun, Promise::Safe) => Some(Point { x: 0, y: 0 }),
        (Generator::JsmRun, Promise::Opening) => Some(Point { x: 3, y: 3 }),
        _ => None,
    };
    let Level { width, height, .. } = arguments.level;
    let usual = usual.filter(|usual| usual.x < width && usual.y < height);
    let setting = Setting {
        neighbourhood: Some(arguments.neighbourhood),
        promise: Some(promise),
        first: arguments.first.or(usual),
        ..Setting::at(arguments.level)
    };
    let (rules, first) = setting.rules_and_first().map_err(setting::complaint)?;
    let Rules { grid, mines, .. } = rules;
    let format = match (arguments.format, common.json) {
        (None | Some(Format::Boards), true) => Format::Boards,
        (None, false) => Format::Drawing,
        (Some(format), false) => format,
        (Some(format), true) => {
            let what = format!("--json writes JSON lines, but --format asks for `{format}`");
            return Err(complain(what, "omit one of them"));
        }
    };
    if arguments.count > 1 && !format.holds_many() {
        let what = format!("the format `{format}` holds one board, not {}", arguments.count);
        return Err(complain(what, "try --format jsonl"));
    }
    let one = matches!(generator, Generator::Jsm | Generator::JsmOld);
    if one && (arguments.count > 1 || arguments.index > 0) {
        return Err(complain(
            "a seed of JSMinesweeper gives only one board",
            "for many boards, deal a benchmark run: --generator jsm-run, where --seed is the run",
        ));
    }
    let seed = common.seed();
    let last = arguments.index.saturating_add(arguments.count);
    let shaped = generator.shape().is_some();
    if shaped && (first != grid.middle() || promise != Promise::Opening) {
        let what = "boards of this generator open in the middle";
        return Err(complain(what, "omit --first and --promise"));
    }
    if generator != Generator::Surefoot
        && !shaped
        && (seed > JSM_SEED || last > tunables::JSM_GAMES)
    {
        let what = format!("seed {seed} or game {last} is out of range for JSMinesweeper");
        let hint =
            format!("seeds go up to {JSM_SEED}, games of a run up to {}", tunables::JSM_GAMES);
        return Err(complain(what, hint));
    }
    let no_guess = arguments.no_guess;
    if no_guess.is_some() && generator != Generator::Surefoot {
        let what = "--no-guess works only with our own generator";
        return Err(complain(what, "omit --generator"));
    }
    let tell_first = promise != Promise::None || arguments.first.is_some() || no_guess.is_some();
    let proofs = arguments.proofs.is_some();
    Ok(BoardOrder {
        grid,
        mines,
        promise,
        first,
        tell_first,
        seed,
        format,
        generator,
        no_guess,
        proofs,
    })
}

impl BoardOrder {
    /// The boards of these keys, written one after the other.
    fn boards(&self, keys: &[u64]) -> anyhow::Result<Piece> {
        let mut layout = Layout::empty(self.grid.clone());
        let mut dealer = Dealer::new(self.grid.clone(), self.mines)?;
        let mut piece = Piece::default();
        let bytes = &mut piece.bytes;
        for (&key, at) in keys.iter().zip(0..) {
            if self.format == Format::Seed {
                bytes.extend(format!("{}\n", self.link(key)?).into_bytes());
                continue;
            }
            let (deal, promise, first) = (Deal::new(self.seed, key), self.promise, self.first);
            let mut found = None;
            if let Some((seed, seeding)) = self.jsm(key) {
                let grid = self.grid.clone();
                layout = jsm::layout(grid, self.mines, seed, seeding, promise, first)?;
            } else if let Some(shape) = self.generator.shape() {
                let rules = Rules::new(GameKind::Win, self.grid.clone(), self.mines);
                layout = shape.board(&rules, deal)?.layout;
            } else if let Some(logic) = self.no_guess {
                let board = self.without_guesses(logic, key)?;
                layout = board.layout.clone();
                found = Some(board);
            } else {
                dealer.deal(deal, promise, first, &mut layout)?;
            }
            let first = self.tell_first.then_some(self.first);
            let document = Document::Board(Board { layout, first });
            if self.format == Format::Drawing {
                if at > 0 {
                    bytes.push(b'\n');
                }
                bytes.extend(self.caption(key, found.as_ref()).into_bytes());
                bytes.extend(paint::view(&document.shown()).into_bytes());
            } else {
                bytes.extend(notation::write(&document, self.format).map_err(|error| {
                    complain(
                        error.to_string(),
                        "the formats drawing and jsonl can hold every board",
                    )
                })?);
            }
            let Document::Board(board) = document else { unreachable!("made above") };
            layout = board.layout;
            if let Some(found) = found {
                piece.uniform += u64::from(found.repaired.is_none());
                piece.repaired += u64::from(found.repaired.is_some());
                if self.proofs {
                    piece.proofs.extend(self.reasons(&layout, key)?.into_bytes());
                }
            }
        }
        Ok(piece)
    }

    fn without_guesses(&self, logic: Logic, key: u64) -> anyhow::Result<Found> {
        let Self { promise, first, mines, .. } = *self;
        let wish = Wish { grid: self.grid.clone(), mines, promise, first, logic };
        no_guess::deal(&wish, Deal::new(self.seed, key)).map_err(|error| match error {
            NoGuessError::GaveUp { .. } => answer_no(format!(
                "{error}; lay fewer mines, or try another --seed, --first or more logic"
            )),
            error => error.into(),
        })
    }

    /// Why each cell of a board is safe, as a line of JSON.
    fn reasons(&self, layout: &Layout, key: u64) -> anyhow::Result<String> {
        let walk = Walk::over(layout, self.first)?;
        let pair = |cell: Cell| json::pair(&self.grid, cell);
        let proofs = walk.deductions.iter().map(|deduction| {
            let proof = &deduction.proof;
            json!({
                "cell": pair(proof.cell),
                "mine": proof.mine,
                "clues": json::pairs(&self.grid, &proof.clues),
                "total": proof.total,
                "difficulty": proof.difficulty(),
                "text": deduction.words,
            })
        });
        let (first, proofs) = (pair(self.first), proofs.collect::<Vec<_>>());
        Ok(format!("{}\n", json!({"board": key, "first": first, "proofs": proofs})))
    }

    /// The seed of a board of JSMinesweeper, and how it is seeded.
    fn jsm(&self, key: u64) -> Option<(u64, jsm::Seeding)> {
        match self.generator {
            Generator::Jsm => Some((self.seed, jsm::Seeding::Current)),
            Generator::JsmOld => Some((self.seed, jsm::Seeding::Old)),
            Generator::JsmRun => Some((key, jsm::Seeding::Current)),
            _ => None,
        }
    }

    /// The link of a board of JSMinesweeper.
    fn link(&self, key: u64) -> anyhow::Result<SeedLink> {
        let classic = self.grid.neighbourhood() == Some(Neighbourhood::Square8);
        let Some((seed, seeding)) = self.jsm(key) else {
            let what = "only boards of JSMinesweeper have a link with a seed";
            return Err(complain(what, "add --generator jsm, or omit --format seed"));
        };
        if seed == 0 || self.promise == Promise::None || !classic {
            return Err(complain(
                "JSMinesweeper's links need a seed above 0, the promise safe or opening, and the \
                 neighbourhood square8",
                "try --seed 1 --promise opening",
            ));
        }
        let (width, height, mines) = (self.grid.width(), self.grid.height(), self.mines);
        let level = Level { width, height, mines };
        Ok(SeedLink { level, seed, seeding, promise: self.promise, start: self.first })
    }

    /// A comment that says where a drawn board comes from.
    fn caption(&self, key: u64, found: Option<&Found>) -> String {
        let origin = match self.generator {
            Generator::Surefoot => match found {
                None => format!("seed {}, deal {key}", self.seed),
                Some(found) => {
                    let logic = self.no_guess.unwrap_or_default();
                    let how = match found.repaired {
                        Some(changes) => {
                            format!("repaired by {}, not uniform", counted(changes, "change"))
                        }
                        None => format!("the first such of {}", counted(found.deals, "deal")),
                    };
                    format!("seed {}, no-guess board {key}: {logic} logic, {how}", self.seed)
                }
            },
            Generator::Spread | Generator::Clustered | Generator::Block | Generator::LongChains => {
                let shape = self.generator.shape().map_or("", MineDistribution::name);
                format!("seed {}, {shape} board {key}", self.seed)
            }
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
