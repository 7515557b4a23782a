//! Every number of the laboratory that was chosen and not derived: batches, budgets, sizes.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options.

use std::time::Duration;

/// The most shards that a plan is cut into.
pub(crate) const SHARDS: u64 = 1_000_000;
/// Bytes that a configuration takes while a player's exact value is found.
pub(crate) const LISTED_BYTES: usize = 32;

// Matches.

/// Deals between two looks at the sequential test: often enough that it stops soon.
pub(crate) const BATCH: u64 = 256;
/// Deals that may wait for a slow one before threads do: some megabytes.
pub(crate) const WAITING: usize = 1 << 12;
/// States and edges that the umpire may count in a position; what is wider is left to luck.
pub(crate) const UMPIRE_BUDGET: usize = 1 << 21;
/// Samples drawn in search of one that survives.
pub(crate) const SURVIVAL_DRAWS: u32 = 100_000;
/// Pairs of games per move that differs. Noise goes down with their root, but in the end the
/// positions that come up are what varies.
pub(crate) const ADVANTAGE_PAIRS: u64 = 64;
/// Actions in a row that open nothing, after which a branch counts as lost: every cell
/// may be flagged and unflagged.
pub(crate) const BRANCH_IDLE: usize = 1_000;
/// Actions in a row that open nothing, for each cell of the board, after which a game of an arena
/// is broken off: every cell may be flagged and unflagged.
pub(crate) const ARENA_IDLE: u32 = 4;
/// Random cells of which the loneliest gets the mine, on boards with spread mines.
pub(crate) const SPREAD_CANDIDATES: u32 = 6;
/// Of so many clustered mines one does not care for the others.
pub(crate) const CLUSTERED_LOOSE: u32 = 4;
/// Changes tried in the search for long chains.
pub(crate) const CHAINS_CLIMB: u32 = 300;
/// Games of a bench between two looks at the clock.
pub(crate) const BENCH_ROUND: u64 = 50;

// Experiments and records.

/// Bytes of a line of a record's heading: names are short.
pub(crate) const HEADING_LINE: u64 = 1 << 16;
/// Bytes of any line of it.
pub(crate) const RECORD_LINE: usize = 1 << 20;
/// How long a thread may hold back deals that ended.
pub(crate) const HELD: Duration = Duration::from_millis(2);
/// How brief deals must be on average for that: no deal waits for a long one.
pub(crate) const BRIEF: Duration = Duration::from_micros(200);
/// Deals of an experiment that does not say.
pub(crate) const USUAL_DEALS: u64 = 100;
/// The seed of an experiment that does not say.
pub(crate) const USUAL_SEED: u64 = 2026;
/// The most deals of an experiment: more than anybody has played.
#[cfg(feature = "toml")]
pub(crate) const MOST_DEALS: u64 = 100_000_000;
/// Deals after which an experiment that may stop early is looked at first.
#[cfg(feature = "toml")]
pub(crate) const FIRST_LOOK: u64 = 64;
/// How short units get towards the end of what is handed out, and how long the first ones are.
pub(crate) const SHORTEST_UNIT: Duration = Duration::from_secs(1);
/// What a unit costs whoever hands it out and takes it in: with so many workers that units of the
/// usual time would be more than one driver can do, they are longer.
pub(crate) const UNIT_COST: Duration = Duration::from_millis(3);
/// Units that every worker is to get of what is left: fewer would let some wait for the last.
pub(crate) const UNITS_AHEAD: usize = 2;
/// How much of a record is read at once.
pub(crate) const RECORD_CHUNK: usize = 1 << 16;
/// Bytes of a record that are sorted in memory; what is longer is put aside in files.
pub(crate) const RECORD_RUN: usize = 1 << 26;
/// Games per group of rows of a Parquet file.
#[cfg(feature = "parquet")]
pub(crate) const PARQUET_GROUP: usize = 1 << 17;

// Answers.

/// Words of a sentence that a reader takes in at once.
pub const FEW_WORDS: usize = 35;
/// Numbers of such a sentence.
pub const FEW_NUMBERS: usize = 6;
/// Answers that make a summary of half a page.
pub(crate) const SUMMARY: usize = 8;

// Figures.

/// How wide a figure may be, in pixels: as wide as the text of the page.
pub(crate) const FIGURE_WIDTH: f64 = 1150.0;
/// Lines that are this near to each other on average, as a share of the axis, are drawn as one.
pub(crate) const BUNDLED: f64 = 0.02;
/// Fewer lines than this are told apart.
pub(crate) const LEAST_BUNDLE: usize = 3;

// Statistics.

/// How often a sequential test may be wrong, in either way.
pub(crate) const SPRT_ERROR: f64 = 0.05;
/// Values of an experiment that are kept one by one: some hundred megabytes. Of more, deals are
/// taken in batches.
pub(crate) const VALUES: u64 = 1 << 24;
/// Digits, in the dual system, to which times are kept where there are too many to keep.
pub(crate) const TIME_DIGITS: u32 = 11;
/// Bootstrap samples of a median.
pub(crate) const RESAMPLES: usize = 1000;
/// Of more values than this the ranks of the interval are near enough to normal.
pub(crate) const MANY: usize = 1000;
/// Deals that differ below which nothing is claimed: a sign test of five cannot reach 5 %.
pub(crate) const SIGNS_THAT_TELL: u64 = 6;
/// Ratios of times below which nothing is claimed: the order of play alone makes 1.03.
pub(crate) const SLIGHT_TIMES: f64 = 1.05;
/// Where more deals than this would be needed to tell, nothing is foretold.
pub(crate) const MOST_DEALS_FORETOLD: f64 = 1e9;
/// Parts of the deals that are left out in turn, to see how far a correlation can be trusted.
pub(crate) const LEFT_OUT: u64 = 10;
/// Groups into which the games of a player are cut.
pub(crate) const GROUPS: usize = 8;
