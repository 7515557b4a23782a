//! What was typed.

use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;

use crate::complaint::note;
use clap::{Args, Parser, Subcommand, ValueEnum};
use surefoot_inference::no_guess::Logic;
use surefoot_lab::experiment::shard::Shard;
use surefoot_lab::play::mine_distribution::MineDistribution;
use surefoot_lab::statistics::sprt::Sprt;
use surefoot_rules::notation::{Format, course::SafeReading};
use surefoot_rules::{Clues, GameKind, Level, Neighbourhood, Point, Promise};

/// The Minesweeper engine and laboratory.
///
/// Boards of any size and neighbourhood, dealt from a seed, read and written in
/// the community's formats, and measured. FILE may always be `-` for standard
/// input. Exit status: 0 done; 1 the answer is "no"; 2 wrong usage or
/// unreadable input.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "Examples:
  surefoot deal --level expert --first 3,3       an expert board, drawn
  surefoot deal --json --count 1000 > b.jsonl    a thousand boards for a program
  surefoot deal | surefoot inspect -             a board and its measures
  surefoot convert board.mbf board.svg           a picture of a board
  surefoot analyse game.mine                     where the mines are, exactly
  surefoot explain 3 1 game.mine                 why the cell 3,1 is safe, or a mine
  surefoot watch closure --boards seed-004-7x7   a game, play by play
  surefoot match queue window closure            three players on the same deals
  surefoot optimal 4x4/4                         best play, exactly
  surefoot lab --quick                           experiments, figures and a report";

/// What every command understands.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Common {
    /// Print JSON on standard output, and nothing else there.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// The seed of everything random: the same seed gives the same results on
    /// every machine. `random` picks one and says which [default: 0; in `lab`, each
    /// experiment's own].
    #[arg(long, global = true, value_name = "N")]
    pub(crate) seed: Option<Seed>,
    /// Threads to use [default: all cores]. Results do not depend on it.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// When to use colours.
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: Color,
    /// No notes and no progress bars.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more about what is done.
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

impl Common {
    /// The seed; a fresh one is told.
    pub(crate) fn seed(&self) -> u64 {
        self.given_seed().unwrap_or(0)
    }

    /// The seed, if one was asked for.
    pub(crate) fn given_seed(&self) -> Option<u64> {
        self.seed.map(|seed| match seed {
            Seed::Number(seed) => seed,
            Seed::Random => {
                let seed = RandomState::new().hash_one("a fresh seed") >> 11;
                note(&format!("--seed {seed}"));
                seed
            }
        })
    }

    /// The threads to work with.
    pub(crate) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let threads = self.threads.unwrap_or(0).into();
        Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?)
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    Always,
    Never,
}

impl Color {
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// A number, or the wish for a fresh one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seed {
    Number(u64),
    Random,
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "random" => Ok(Self::Random),
            number => number
                .parse()
                .map(Self::Number)
                .map_err(|_| "expected a whole number from 0 to 2^64-1, or `random`".to_owned()),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Deal boards from a seed.
    #[command(after_help = DEAL)]
    Deal(DealArguments),
    /// Turn a board or position into another format.
    #[command(after_help = CONVERT)]
    Convert(Convert),
    /// Say what a file holds: size, mines, 3BV, openings, islands.
    #[command(after_help = INSPECT)]
    Inspect(Inspect),
    /// Exact mine probabilities of a position, certain cells, and the best cell.
    #[command(after_help = ANALYSE)]
    Analyse(Analyse),
    /// Why a cell is certain: the clues needed, and the steps in words.
    #[command(after_help = EXPLAIN)]
    Explain(Explain),
    /// List the players and their options.
    #[command(after_help = "Example:\n  surefoot players --json")]
    Players,
    /// Watch one game, play by play.
    #[command(after_help = WATCH)]
    Watch(Watch),
    /// Let players play the same deals and compare them.
    #[command(after_help = MATCH)]
    Match(Match),
    /// Best play on a small board or in a late position: its exact probability to win.
    #[command(after_help = OPTIMAL)]
    Optimal(Optimal),
    /// Run declared experiments: records, tables, figures and a report.
    #[command(after_help = LAB, args_conflicts_with_subcommands = true)]
    Lab(Lab),
    /// Say whether behaviour changed, and how fast the players are.
    #[command(after_help = BENCH)]
    Bench(Bench),
    /// Serve the page and a JSON API over HTTP (in builds with `--features serve`).
    #[command(after_help = SERVE)]
    Serve(Serve),
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  surefoot completions bash > ~/.local/share/bash-completion/completions/surefoot"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write all pages into a folder.
    #[command(
        after_help = "Examples:\n  surefoot man | man -l -\n  surefoot man --out ~/.local/share/man/man1"
    )]
    Man {
        /// Write one page per command into this folder.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

const DEAL: &str = "Deal i of a seed is a permutation of all cells; its mines are the first of them
that the promise at the first click does not exclude. So the same deal can be
had for any first click.

No-guess boards are deals, drawn until one needs no guess: uniform among all such
boards. Where they are too rare, a deal is repaired, which is not uniform; it is said
which it was. Exit status 1 if neither finds a board.

Examples:
  surefoot deal --level 20x20@15% --seed 7
  surefoot deal --level 9x9/10 --promise safe --first 0,0 --count 3
  surefoot deal --neighbourhood hex --format jsonl
  surefoot deal --generator jsm --seed 12 --format seed    a link to that game
  surefoot deal --no-guess               a board that needs no luck
  surefoot deal --no-guess=pairs --proofs why.jsonl
  surefoot deal --generator jsm-run --seed 21 --promise safe --count 12500 --json
                                     the boards of JSMinesweeper's benchmark run 21";

/// Boards to deal.
#[derive(Debug, Args)]
pub(crate) struct DealArguments {
    /// beginner, intermediate, expert, WxH/MINES or WxH@DENSITY%.
    #[arg(long, default_value = "expert", value_name = "LEVEL")]
    pub(crate) level: Level,
    /// Which cells touch: square8, square4, torus, hex or knight.
    #[arg(long, default_value = "square8", value_name = "NAME")]
    pub(crate) neighbourhood: Neighbourhood,
    /// What the first click is promised: none, safe (no mine) or opening (no
    /// mine around it either).
    #[arg(long, default_value = "opening", value_name = "PROMISE")]
    pub(crate) promise: Promise,
    /// The first click, as column,row from 0 [default: the middle; a benchmark
    /// run of JSMinesweeper: 0,0 if safe and 3,3 if opening].
    #[arg(long, value_name = "X,Y")]
    pub(crate) first: Option<Point>,
    /// How many boards.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// The number of the first deal.
    #[arg(long, default_value_t = 0, value_name = "I")]
    pub(crate) index: u64,
    /// How to write them: drawing, jsonl, mbf, hex, mine, link, course, board,
    /// minesweepr, tatham, or seed with --generator jsm [default: drawing, with
    /// --json jsonl].
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Whose boards.
    #[arg(long, default_value = "surefoot", value_name = "WHOSE")]
    pub(crate) generator: Generator,
    /// Only boards that can be finished without guessing: by single clues (simple),
    /// also by two clues subtracted (pairs), or by everything that is certain (full).
    #[arg(
        long,
        value_name = "LOGIC",
        num_args = 0..=1,
        default_missing_value = "full",
        require_equals = true
    )]
    pub(crate) no_guess: Option<Logic>,
    /// With --no-guess: write why each cell is safe, in the order in which they can be
    /// opened, a line of JSON per board.
    #[arg(long, value_name = "FILE.jsonl", requires = "no_guess")]
    pub(crate) proofs: Option<PathBuf>,
}

/// Whose boards to deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Generator {
    /// Ours.
    Surefoot,
    /// The board of JSMinesweeper for --seed.
    Jsm,
    /// The same for its old links (`rng=old`).
    JsmOld,
    /// The boards of JSMinesweeper's benchmark run --seed.
    JsmRun,
    /// Ours, with mines away from each other; opened in the middle, as the next two.
    Spread,
    /// Ours, with mines beside each other.
    Clustered,
    /// Ours, searched for long chains of influence.
    LongChains,
}

impl Generator {
    /// How mines lie, where not as a deal or JSMinesweeper lays them.
    pub(crate) fn shape(self) -> Option<MineDistribution> {
        match self {
            Self::Spread => Some(MineDistribution::Spread),
            Self::Clustered => Some(MineDistribution::Clustered),
            Self::LongChains => Some(MineDistribution::LongChains),
            Self::Surefoot | Self::Jsm | Self::JsmOld | Self::JsmRun => None,
        }
    }
}

const CONVERT: &str = "The format of IN is recognised by content, that of OUT by its ending:
  .txt drawing   .jsonl boards   .mbf .abf   .hex   .mine   .url link   .json course   .board
  .analysis code   .minesweepr   .id game ID   .svg picture; links with board=&seed= are read

Examples:
  surefoot convert board.mbf board.txt
  surefoot convert game.mine - --to drawing
  surefoot convert boards.jsonl third.mbf --pick 3
  echo 'b=1&m=01' | surefoot convert - board.svg
  surefoot convert game.mine - --to analysis     the code for JSMinesweeper's analyser
  echo '9x9:4,4,m00b7d48a3e0231c419200' | surefoot convert - - --to drawing";

/// A file to convert.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// What to read; `-` for standard input.
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// What to write; `-` for standard output, with --to.
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The format to write, if the ending of OUT does not say so.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Target>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Take only the N-th of several, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) pick: Option<u64>,
}

/// A format to write: a notation, or a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Notation(Format),
    Svg,
}

impl Target {
    pub(crate) fn by_ending(ending: &str) -> Option<Self> {
        if ending.eq_ignore_ascii_case("svg") {
            return Some(Self::Svg);
        }
        Format::by_ending(ending).map(Self::Notation)
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "svg" => Ok(Self::Svg),
            name => name
                .parse()
                .map(Self::Notation)
                .map_err(|_| format!("expected one of {}, svg", Format::names())),
        }
    }
}

/// How to read a file.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// The format to read, instead of recognising it.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
    /// How a course file means `safe`.
    #[arg(long, default_value = "auto", value_name = "HOW")]
    pub(crate) safe: Safe,
}

/// How a course file means `safe`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Safe {
    /// The reading that is no mine, row,col if both are.
    Auto,
    #[value(name = "row,col")]
    RowCol,
    #[value(name = "col,row")]
    ColRow,
}

impl From<Safe> for SafeReading {
    fn from(safe: Safe) -> Self {
        match safe {
            Safe::Auto => Self::Auto,
            Safe::RowCol => Self::RowColumn,
            Safe::ColRow => Self::ColumnRow,
        }
    }
}

const INSPECT: &str = "3BV is the least number of left clicks that clears the board; openings are
connected groups of zeros, islands connected groups of numbers that no opening uncovers.
A board is no-guess if logic can finish it from its first click (of a board that names
none, from its largest opening): by single clues, pairs of clues, or all that is certain.

Examples:
  surefoot inspect board.mbf
  surefoot deal --count 1000 --json | surefoot inspect -
  surefoot inspect --json boards.jsonl      one JSON object per board";

/// A file to inspect.
#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// What to read; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Of many boards, too: the hardest deduction and where the guesses are. (Of one
    /// board it is always said.)
    #[arg(long)]
    pub(crate) guesses: bool,
}

const ANALYSE: &str =
    "The overlay shows clues as they are and, for each closed cell, its chance of a
mine in percent; `ok` is certainly safe, `##` certainly a mine, [ ] the best cell, and
~ a dead cell, whose number would tell nothing. Flags are claims and count as hidden.
Exit status 1 if no layout fits the position, with the clues that clash.

Examples:
  surefoot analyse position.txt
  surefoot analyse --json game.mine
  surefoot analyse --clues optimistic:q=0.8,asks=4 position.txt
  surefoot analyse --density 0.2 unknown-total.txt";

/// A position to analyse.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// What to read; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// How the clues came about: exact, silent:P, optimistic[:q=Q] or
    /// cautious[:q=Q]; asks=K if every cell was asked K times.
    #[arg(long, default_value = "exact", value_name = "RULE")]
    pub(crate) clues: Clues,
    /// With an unknown total: every cell is a mine with this probability
    /// [default: every total is equally likely].
    #[arg(long, value_name = "P")]
    pub(crate) density: Option<f64>,
    /// Under optimistic or cautious clues: where a position is too wide to be
    /// counted, give an estimate, marked as one, with its error.
    #[arg(long)]
    pub(crate) approx: bool,
}

const EXPLAIN: &str =
    "The clues that are needed are drawn in [ ], the cell in ( ). None of them can be spared;
mostly there is no smaller set at all. The difficulty is their number, plus one for the
number of mines, plus one for each supposition. Flags are claims and prove nothing.

With --proof two files are written that the checker VeriPB (`cargo install veripb`)
verifies: veripb DIR/claim.opb DIR/proof.pbp

Exit status 1 if the cell is not certain, with its probability and two configurations
that differ there, or if no layout fits the position.

Examples:
  surefoot explain 0 1 position.txt
  surefoot explain 12 7 game.mine --json
  surefoot explain 0 1 position.txt --proof certificate";

/// A cell to explain.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The column of the cell, from 0 at the left.
    #[arg(value_name = "X")]
    pub(crate) x: u32,
    /// The row of the cell, from 0 at the top.
    #[arg(value_name = "Y")]
    pub(crate) y: u32,
    /// What to read; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Write a proof that can be checked into this folder: claim.opb and proof.pbp.
    #[arg(long, value_name = "DIR")]
    pub(crate) proof: Option<PathBuf>,
}

/// What is played: the board options of `match` and `watch`.
#[derive(Debug, Args)]
pub(crate) struct BoardOptions {
    /// beginner, intermediate, expert, WxH/MINES or WxH@DENSITY%.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,
    /// Which cells touch: square8, square4, torus, hex or knight [default: square8].
    #[arg(long, value_name = "NAME")]
    pub(crate) neighbourhood: Option<Neighbourhood>,
    /// What the first click is promised: none, safe or opening [default: opening
    /// in win, safe in score and dig].
    #[arg(long, value_name = "PROMISE")]
    pub(crate) promise: Option<Promise>,
    /// The game: win, score (a mine costs itself) or dig (find them all).
    #[arg(long, default_value = "win", value_name = "GAME")]
    pub(crate) game: GameKind,
    /// Whether the number of mines is told.
    #[arg(long, default_value = "told", value_name = "HOW")]
    pub(crate) total: Total,
    /// What an opened cell tells: exact, silent:P, optimistic[:q=Q] or
    /// cautious[:q=Q]; with asks=K or asks=until cells may be asked again.
    #[arg(long, default_value = "exact", value_name = "RULE")]
    pub(crate) clues: Clues,
    /// Whether zeros open their neighbours [default: on in win under exact clues].
    #[arg(long, value_name = "ON|OFF")]
    pub(crate) flood: Option<Flood>,
    /// Play these boards instead of deals: a file of any format, or one of the
    /// seeds' own: seed-001-15x15, seed-001-10x10, seed-004-7x7, seed-004-10x10; or
    /// jsm-run:N, the benchmark run N of JSMinesweeper (classic, or modern with
    /// --promise opening).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["level", "neighbourhood"])]
    pub(crate) boards: Option<PathBuf>,
}

/// Whether the number of mines is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Total {
    Told,
    Hidden,
}

/// Whether zeros open their neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Flood {
    On,
    Off,
}

const WATCH: &str =
    "Each step shows what was done and why, what it rests on, and the board after it.

Examples:
  surefoot watch window --game score --boards seed-001-15x15
  surefoot watch closure --level 16x16/40 --step
  surefoot watch periphery --delay 200 --clues silent:0.7 --game score
  surefoot watch gauss --json | head -3
  surefoot watch closure:order=depth --level expert --influence chains.svg --quiet";

/// A game to watch.
#[derive(Debug, Args)]
pub(crate) struct Watch {
    /// Who plays, as in `window:edges`; `surefoot players` lists them.
    pub(crate) player: String,
    #[command(flatten)]
    pub(crate) setting: BoardOptions,
    /// The number of the deal, or of the board in FILE.
    #[arg(long, default_value_t = 0, value_name = "I")]
    pub(crate) index: u64,
    /// Wait for the Enter key after each step.
    #[arg(long, conflicts_with_all = ["json", "delay"])]
    pub(crate) step: bool,
    /// Wait so many milliseconds after each step.
    #[arg(long, value_name = "MS")]
    pub(crate) delay: Option<u64>,
    /// Write which clues led to which cells: a picture over the board (.svg), a graph
    /// (.dot) or data (.json).
    #[arg(long, value_name = "FILE")]
    pub(crate) influence: Option<PathBuf>,
}

const MATCH: &str =
    "Every player plays the same deals, wherever it clicks first. Intervals are of 95 %;
differences are to the first player, on the same deals. Times are CPU times of one core.

Examples:
  surefoot match queue window closure --games 10000
  surefoot match cascade gauss gauss:cutoff=300 --game dig --level 20x20@15%
  surefoot match queue window --sprt 0,0.02      stop as soon as it is decided
  surefoot match surefoot surefoot:effort=high --estimate advantage --games 200
  surefoot match closure --record games.csv --json > result.json";

/// A match to play.
#[derive(Debug, Args)]
pub(crate) struct Match {
    /// Who plays, as in `periphery:piece=14`; `surefoot players` lists them.
    #[arg(required = true, value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) setting: BoardOptions,
    /// How many games each [default: 1000, all boards of FILE, or 12500 of a run].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// How wins are counted.
    #[arg(long, default_value = "plain", value_name = "HOW")]
    pub(crate) estimate: Estimate,
    /// Stop when it is decided whether the second player's win rate is above the
    /// first's by at most D0 or at least D1 (errors of 5 %).
    #[arg(long, value_name = "D0,D1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Write a line per game and player to this CSV file.
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) record: Option<PathBuf>,
}

/// How wins are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Estimate {
    /// Count the games that are won
    Plain,
    /// Let every guess survive and weigh the game by the exact probability of that:
    /// the same expectation, a fraction of the noise (`--game win` only)
    Survival,
    /// As survival, and the others' gain over the first player by playing on from both
    /// choices wherever they differ: for players that mostly agree (`--game win` only)
    Advantage,
}

impl From<Estimate> for surefoot_lab::play::Estimate {
    fn from(estimate: Estimate) -> Self {
        match estimate {
            Estimate::Plain => Self::Plain,
            Estimate::Survival => Self::Survival,
            Estimate::Advantage => Self::Advantage,
        }
    }
}

const OPTIMAL: &str =
    "The probability is a fraction of configurations: of all that are possible in a
position, of all deals of a level, of those that the promise leaves at the first click.
Every best move is named. With --compare, a player's own probability is computed by
following its every decision; a player that draws random numbers is worth what the
stream of --seed makes of it.

Examples:
  surefoot optimal 4x4/4
  surefoot optimal 5x5/5 --promise safe
  surefoot optimal endgame.txt --json
  surefoot optimal 4x4/4 --compare exact surefoot periphery";

/// A board or position to be played best.
#[derive(Debug, Args)]
pub(crate) struct Optimal {
    /// A level (WxH/MINES, WxH@DENSITY%), or a file with a position; `-` for standard
    /// input.
    #[arg(value_name = "LEVEL|FILE")]
    pub(crate) what: String,
    /// What the first click is promised: none, safe or opening [default: none].
    #[arg(long, value_name = "PROMISE")]
    pub(crate) promise: Option<Promise>,
    /// Which cells of a level touch: square8, square4, torus, hex or knight
    /// [default: square8].
    #[arg(long, value_name = "NAME")]
    pub(crate) neighbourhood: Option<Neighbourhood>,
    /// Players whose own exact probability to win is set against it.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub(crate) compare: Vec<String>,
    /// The memory to search in, in megabytes; more is refused.
    #[arg(long, default_value_t = 2_000, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) memory: u64,
}

const LAB: &str =
    "An experiment is a TOML file; the shipped ones go by name. Every game is recorded when
it ends, so a run that was stopped or killed goes on with --resume and ends with the same
records. Times are CPU times of the players. Shares for several machines are put together
by `lab merge`.

Examples:
  surefoot lab --quick --out quick            every question, roughly, in a minute
  surefoot lab dig-area win-rates             two of them at full size
  surefoot lab show dig-area > mine.toml      a start for your own,
  surefoot lab mine.toml --out mine           and its run
  surefoot lab --out lab --resume             go on where it stopped
  surefoot lab --shard 1/2 --out a            one half here,
  surefoot lab --shard 2/2 --out b            the other there,
  surefoot lab merge a b --out whole          and both together
  surefoot lab course-boards --boards DIR     the course's own files";

/// Experiments to run.
#[derive(Debug, Args)]
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) command: Option<LabCommand>,
    /// Shipped experiments by name, or files of your own [default: all that are shipped].
    #[arg(value_name = "EXPERIMENT")]
    pub(crate) experiments: Vec<String>,
    /// The folder for records, tables, figures and the report.
    #[arg(long, default_value = "lab", value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Keep records in this folder [default: `records` in the folder of --out].
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// Few deals a point: every question in a minute, with wide intervals.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Go on with the records that are there.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Play only share I of N.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// For experiments on the public course's boards: its own JSON files, a folder of
    /// folders.
    #[arg(long, value_name = "DIR")]
    pub(crate) boards: Option<PathBuf>,
    /// Write records as Parquet too (if built with `--features parquet`).
    #[arg(long)]
    pub(crate) parquet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// List the shipped experiments.
    List,
    /// Print the file of a shipped experiment.
    Show {
        /// Its name.
        #[arg(value_name = "EXPERIMENT")]
        name: String,
    },
    /// Put shares together: their records, and the tables, figures and report of all.
    Merge {
        /// The folders of the shares.
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        /// The folder for the whole.
        #[arg(long, default_value = "lab", value_name = "DIR")]
        out: PathBuf,
        /// The course's files, if the shares were made with them.
        #[arg(long, value_name = "DIR")]
        boards: Option<PathBuf>,
    },
}

const SERVE: &str =
    "GET / is the page; POST /api/analyse, /api/explain, /api/deal and /api/move answer JSON,
and GET /api/openapi.json describes them. Only this machine can ask unless --host says
otherwise. --threads says how many questions are answered at once.

Examples:
  surefoot serve
  surefoot serve --port 0 --json       any free port, told as JSON
  curl --json '{\"position\": \"1*2\\n***\\n*3*\"}' http://127.0.0.1:8717/api/analyse";

/// Where to listen.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The address to listen on; 0.0.0.0 for everybody who can reach this machine.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub(crate) host: IpAddr,
    /// The port to listen on; 0 for any that is free.
    #[arg(long, default_value_t = 8717, value_name = "N")]
    pub(crate) port: u16,
}

const BENCH: &str =
    "The signature is one number over fixed work: two builds with the same signature
play alike. It is compared with the committed one.

Examples:
  surefoot bench
  surefoot bench --signature       the number alone, quickly";

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Only the signature, not the speed.
    #[arg(long)]
    pub(crate) signature: bool,
}
