//! Every number of the command line that was chosen and not derived.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options.

use std::time::Duration;

// What is shown.

/// Cells that `explain` draws around what matters.
pub(crate) const EXPLAIN_MARGIN: u32 = 2;
/// Boards of this width and height are drawn whole by `explain`.
pub(crate) const EXPLAIN_WHOLE: u32 = 20;
/// The most cells of a board that `inspect` draws: more fits no screen.
pub(crate) const INSPECT_DRAWN: usize = 100_000;
/// The largest board that `inspect` tries logic on, in cells.
pub(crate) const INSPECT_LOGIC: usize = 100_000;
/// How many guesses `inspect` tells one by one.
pub(crate) const INSPECT_GUESSES: usize = 8;

/// Digits of a count that is told to the last one; a longer one is rounded.
pub(crate) const DIGITS_SHOWN: usize = 15;

/// How many candidates a coach names unless told.
#[cfg(feature = "serve")]
pub(crate) const COACH_CANDIDATES: usize = 5;
/// How many of the costliest guesses `review --summary` names.
pub(crate) const REVIEW_COSTLY: usize = 10;
/// The largest board of which `inspect` tells ZiNi, in cells: about a second.
pub(crate) const INSPECT_ZINI: usize = 1_000_000;

/// How long work may take before its progress is shown.
pub(crate) const PROGRESS_AFTER: Duration = Duration::from_secs(1);
/// How long a single answer may take before it is said that it does.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);
/// How often a bar moves while nothing is done.
pub(crate) const PROGRESS_TICK: Duration = Duration::from_millis(500);

/// Characters of a line of a complaint; of a longer one only the ends are said.
pub(crate) const SAID_LINE: usize = 1_000;
/// Lines of a complaint; of more only the first and the last are said.
pub(crate) const SAID_LINES: usize = 200;

// What is read.

/// Bytes that are read from a file or standard input: two million expert boards.
pub(crate) const INPUT_BYTES: u64 = 1_000_000_000;
/// Bytes after which what is read must be text: the largest binary board has 130 000.
pub(crate) const INPUT_BINARY: usize = 1 << 20;
/// Bytes of replays that are read from a file: some ten thousand games.
pub(crate) const INPUT_REPLAYS: u64 = 1 << 28;
/// Bytes that a byte of it may become: of a drawn cell a tile, its place in the order of opening,
/// and both once more while they grow.
pub(crate) const INPUT_BECOMES: usize = 20;
/// Bytes that a document takes, and each of its cells: there may be one in three bytes.
pub(crate) const INPUT_DOCUMENT: usize = 500;
pub(crate) const INPUT_CELL: usize = 4;
/// Bytes that documents may take before it is looked whether there is room for more.
pub(crate) const INPUT_AHEAD: usize = 1 << 24;
/// Bytes that are asked for at a time.
pub(crate) const INPUT_PIECE: u64 = 1 << 22;
/// Bytes of a line that `surefoot engine` hears: a position of four million cells, all of them new.
pub(crate) const ENGINE_LINE: u64 = 1 << 26;

// What is done.

/// Bytes that the program takes before it does anything.
pub(crate) const PROGRAM_BYTES: u64 = 16_000_000;
/// What counts may hold of all that may be taken, as a fraction: of what they give back the
/// allocator keeps some for a second, at the most measured half as much as they hold.
pub(crate) const COUNTED_PART: (usize, usize) = (5, 8);

/// Games of a match that does not say how many.
pub(crate) const USUAL_GAMES: u64 = 1000;
/// Games of a sequential test that no one limits: it decides long before.
pub(crate) const UNTIL_DECIDED: u64 = 100_000_000;
/// The most boards of a JSMinesweeper run that are held at once.
pub(crate) const LONGEST_RUN: u64 = 1_000_000;
/// How long `bench` times each player.
pub(crate) const BENCH_TIME: Duration = Duration::from_millis(500);
/// Cells per piece of work of `deal`: some hundred expert boards, or one large one.
pub(crate) const DEAL_PIECE: u64 = 1 << 17;
/// As many games of a JSMinesweeper run as can be counted through in seconds.
pub(crate) const JSM_GAMES: u64 = 100_000_000;

// What is played.

#[cfg(feature = "play")]
mod play {
    use std::time::Duration;

    /// How often the clock of a game is drawn.
    pub(crate) const PLAY_TICK: Duration = Duration::from_millis(100);
    /// States and edges that an answer to somebody who plays may count: about a second.
    pub(crate) const PLAY_BUDGET: usize = 1 << 21;
    /// Guesses that a hint names.
    pub(crate) const PLAY_CANDIDATES: usize = 3;
    /// Columns of the screen that words beside the board need.
    pub(crate) const PLAY_WORDS_WIDE: u16 = 34;
    /// Rows of the screen for words below it: with them an expert board fills the usual 24.
    pub(crate) const PLAY_WORDS_HIGH: u16 = 5;
}
#[cfg(feature = "play")]
pub(crate) use play::*;

// What the server takes.

// Experiments.

/// CPU time that is spent on foretelling what an experiment will cost.
pub(crate) const FORECAST: Duration = Duration::from_millis(500);

#[cfg(feature = "serve")]
mod serve {
    use std::time::Duration;

    /// Connections at a time: half of the descriptors that most systems allow.
    pub(crate) const SERVE_CONNECTIONS: usize = 512;
    /// A lane has turns for one in so many connections at the most.
    pub(crate) const SERVE_TURNS_PART: usize = 4;
    /// One in so many connections is kept free of those who are answered or wait for that, so
    /// that there is always one to give way.
    pub(crate) const SERVE_FREE_PART: usize = 16;
    /// How long the header of a question may take, and a connection that asks nothing stays.
    pub(crate) const SERVE_HEADER: Duration = Duration::from_secs(5);
    /// Bytes of a header.
    pub(crate) const SERVE_HEAD: usize = 1 << 15;
    /// How long the body of a question may take.
    pub(crate) const SERVE_ARRIVAL: Duration = Duration::from_secs(10);
    /// Bytes of a question: ten times what the largest board takes, and little enough that
    /// every connection may send one at the same time.
    pub(crate) const SERVE_BODY: usize = 1 << 18;
    /// How long it may take until an answer is taken.
    pub(crate) const SERVE_STALL: Duration = Duration::from_mins(1);
    /// How long to wait where a connection cannot be accepted.
    pub(crate) const SERVE_ACCEPT_AGAIN: Duration = Duration::from_millis(20);
    /// Cells of its board.
    pub(crate) const SERVE_CELLS: usize = 100 * 100;
    /// States and edges that its answer may count.
    pub(crate) const SERVE_BUDGET: usize = 1 << 21;
    /// Bytes that the process may take for its answer.
    pub(crate) const SERVE_MEMORY: usize = 256_000_000;
    /// Of these so many are not for counting: the program itself, the position and its answer, and
    /// what the allocator keeps for a second when it was given back.
    pub(crate) const SERVE_SPARE: usize = 114_000_000;
    /// So many at a move: what counts there is dropped and made again, by the player and for the
    /// safety of its choice, and what was dropped last is kept meanwhile.
    pub(crate) const SERVE_SPARE_OF_MOVES: usize = 160_000_000;
    /// Bytes of a position that is likely to be small: expert, drawn with blanks, has 1 000.
    pub(crate) const SERVE_LIGHT: usize = 1_500;
    /// Light questions that are looked at at once.
    pub(crate) const SERVE_LIGHT_TURNS: usize = 32;
    /// States and edges of a light question: expert positions have hundreds.
    pub(crate) const SERVE_LIGHT_BUDGET: usize = 1 << 16;
    /// Bytes of a light question. With two heavy ones they take 800 MB at the most.
    pub(crate) const SERVE_LIGHT_MEMORY: usize = 8_000_000;
    /// How long a light question may take before it counts as a heavy one. Its budget ends it
    /// long before, most often; this is for a busy machine, where a millisecond of work takes
    /// a hundred.
    pub(crate) const SERVE_SLICE: Duration = Duration::from_secs(1);
    /// From a question to its answer.
    pub(crate) const SERVE_TIME: Duration = Duration::from_secs(10);
    /// What is left of an answer may take so much longer when the server stops.
    pub(crate) const SERVE_LEAVE: Duration = Duration::from_secs(1);
    /// Threads that talk to the network at the most.
    pub(crate) const SERVE_TALKERS: usize = 4;
    /// How long a thread without work is kept: making one anew takes longer than a question.
    pub(crate) const SERVE_IDLE: Duration = Duration::from_hours(24);
    /// Questions of a lane that wait for their turn, where there are connections enough.
    pub(crate) const SERVE_QUEUE: usize = 256;
}
#[cfg(feature = "serve")]
pub(crate) use serve::*;
