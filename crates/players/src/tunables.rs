//! Every number of the players that was chosen and not derived: budgets, bands, patience.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options. What a write-up
//! prescribes stands with its player, and what a player's options set, with the option.

#[cfg(feature = "engines")]
use std::time::Duration;

// Every player.

/// States and edges that a player may count in a position: some tens of milliseconds at the
/// most.
pub(crate) const BUDGET: usize = 1 << 20;
/// How often an optimist or a pessimist is asked when the match sets no limit:
/// the write-up's own example asks four times.
pub(crate) const ASKS: u32 = 4;
/// How often a silent cell is asked before it is given up.
pub(crate) const ASKS_OF_THE_SILENT: u32 = 512;

// `surefoot`: how much is spent on a guess. Help texts and guide name these too.

/// Configurations up to which a remainder is searched.
pub(crate) const ENDGAME: usize = 4_000;
/// The same with `effort=low`: some of a millisecond.
pub(crate) const LOW_ENDGAME: usize = 1_000;
/// The most that may be asked for, which `effort=high` takes.
pub(crate) const MOST_ENDGAME: usize = 60_000;
/// Analyses, suppositions and sets per guess.
pub(crate) const NODES: usize = 100_000;
/// The same with `effort=low`.
pub(crate) const LOW_NODES: usize = 50_000;
/// The same with `effort=high`: about a second a game.
pub(crate) const HIGH_NODES: usize = 4_000_000;
/// A game with `effort=high` takes as many as so many guesses may.
pub(crate) const HIGH_GAME: usize = 2;
/// Guesses that `effort=high` plays out.
pub(crate) const HIGH_TRIALS: usize = 10;
/// Playouts of each of them, at the most.
pub(crate) const HIGH_PLAYOUTS: usize = 4_096;

/// The most configurations that may be drawn to foresee coin flips.
pub(crate) const MOST_FORESEEN: u32 = 100_000;

// `surefoot`: look-ahead and endgames.

/// Candidates of the look-ahead are at most so much riskier than the safest cell.
pub(crate) const AHEAD_BAND: f64 = 0.85;
/// κ: how much of a guess's value is at stake in what its number shows, as fitted to playouts.
pub(crate) const AHEAD_STAKE: f64 = 0.18;
/// The most candidates that are usually looked at.
pub(crate) const AHEAD_CANDIDATES: usize = 40;
/// What playouts find behind by less than this is not behind: sums are rounded.
pub(crate) const BEHIND: f64 = 1e-9;
/// Deals that a board searched from the start may have, per configuration of an endgame with
/// `effort=low` or as `endgame=N` says.
pub(crate) const DEALS: usize = 10;
/// Deals that it may have at the most: of four times as many a first click takes over a
/// minute.
pub(crate) const MOST_DEALS_SEARCHED: usize = 40_000;
/// Sets that an endgame may take per configuration.
pub(crate) const SETS: usize = 20;
/// Configurations up to which guesses are rehearsed: beyond that, few that are drawn say nothing.
pub(crate) const REHEARSED: f64 = 1e60;
/// Configurations up to which they are all written out for that.
pub(crate) const LISTED: usize = 30_000;
/// Of longer lists than this, so many of them are tried first.
pub(crate) const PREVIEW: usize = 2_000;
/// Guesses that did best there, or on the first ones drawn, and are tried again.
pub(crate) const PREVIEWED: usize = 3;
/// Of more, so many are drawn.
pub(crate) const DRAWN: usize = 2_500;
/// Guesses that are closer than this share of their worth are tried again, on so many more.
pub(crate) const DRAWN_CLOSE: f64 = 0.012;
pub(crate) const DRAWN_MORE: usize = 4_500;
/// How a guess is rated then: the weights of its score by look-ahead and of what it survives, and
/// what a cell costs that is undecided still.
pub(crate) const DRAWN_AHEAD: f64 = 0.3;
pub(crate) const DRAWN_SURVIVED: f64 = 0.47;
pub(crate) const DRAWN_UNDECIDED: f64 = 0.022;
/// Sets of so few drawn configurations are not looked into.
pub(crate) const DRAWN_FEW: usize = 32;
/// Guesses that are rehearsed, the best by look-ahead.
pub(crate) const REHEARSED_GUESSES: usize = 6;
/// Configurations that a rehearsal looks at in the time of an analysis.
pub(crate) const LOOKS: usize = 200;
/// Where the safest cell is as safe as this, playouts find nothing.
pub(crate) const PLAYED_OUT_BELOW: f64 = 0.98;
/// Nor do they while less than this share of the safe cells is open: all that guesses
/// differ by is still far away.
pub(crate) const PLAYED_OUT_FROM: f64 = 0.1;
/// A node of a playout, an analysis mostly, counts as so many: a set of an endgame is as much
/// cheaper.
pub(crate) const PLAYOUT_COST: usize = 20;

// `surefoot`: playouts and first clicks.

/// States and edges that a playout may count in a position.
pub(crate) const PLAYOUT_BUDGET: usize = 1 << 17;
/// Configurations up to which light playouts solve a remainder.
pub(crate) const LIGHT_SOLVED: usize = 60;
/// Below this weight a playout is given up.
pub(crate) const PLAYOUT_FAINT: f64 = 1e-3;
/// Playouts per guess before some are dropped.
pub(crate) const PLAYOUT_ROUND: usize = 16;
/// Layouts drawn in search of one in which a survived cell is safe.
pub(crate) const COUPLING_DRAWS: u32 = 10_000;
/// How far a score of the look-ahead is off, as a share of the value.
pub(crate) const DOUBT: f64 = 0.04;
/// What a guess must be able to gain to stay on trial, as a share of the value.
pub(crate) const WORTHWHILE: f64 = 0.006;
/// The deviations in its favour that are granted for that.
pub(crate) const FAVOUR: f64 = 2.5;
/// How far two guesses usually differ on a layout, as a share of the value.
pub(crate) const SPREAD: f64 = 0.3;
/// How many layouts that usual spread is worth: a few may happen to agree, which says
/// nothing of the next.
pub(crate) const SPREAD_WEIGHT: f64 = 8.0;
/// Playouts per inset of a first click at the most, times the cells of the board: small boards are
/// cheap to play out.
pub(crate) const FIRST_PLAYOUTS: usize = 200_000;
/// Playouts per inset at the most, however small the board.
pub(crate) const FIRST_MOST: usize = 2_048;
/// Deviations that an inset must be behind to be dropped: it is looked at often.
pub(crate) const FIRST_BEHIND: f64 = 4.0;
/// Boards of more cells are not played out for their first click.
pub(crate) const FIRST_LARGE: usize = 1_500;
/// The insets that are taken where playouts do not tell, below and above that density.
pub(crate) const FIRST_INSETS: (u32, u32) = (2, 3);
/// The density of mines between the two usual insets.
pub(crate) const FIRST_DENSE: f64 = 0.18;
/// The deepest inset that is tried.
pub(crate) const FIRST_DEEPEST: u32 = 5;
/// Memory for the search of a first click.
pub(crate) const FIRST_BYTES: usize = 200_000_000;

// Win probabilities and reviews.

/// Configurations up to which a position's worth, and that of cells in it, is searched exactly: as
/// many as the player searches with `effort=low`.
pub(crate) const WORTH_EXACT: usize = 1_000;
/// Configurations up to which that of any action is: what is seen after it is analysed anew.
pub(crate) const WORTH_ACTION: usize = 400;
/// Sets that such a search may take.
pub(crate) const WORTH_SETS: usize = 40_000;
/// How η of `usual_worth` grows: what it is, with the loss of the safest cell, with the undecided
/// cells times their density's fourth and sixth power, and with the density of the board.
pub(crate) const WORTH_SIGNS: [f64; 5] = [-0.34626, 1.505, 0.39905, 3.9544, 2.4921];
/// The largest η: what is worth less is as hopeless.
pub(crate) const WORTH_LEAST: f64 = 5.0;
/// No position that is not decided is usually worth less, or more.
pub(crate) const WORTH_RANGE: (f64, f64) = (0.02, 0.98);
/// How many playouts what is usual counts as: at the least, more with the undecided share of the
/// board, and with its fourth power.
pub(crate) const WORTH_DRAWN: [f64; 3] = [0.8, 5.0, 20.0];
/// The variance of a playout's weight as a share of p (1 - p).
pub(crate) const WORTH_SCATTER: f64 = 0.2;
/// Playouts that all positions of a review share: a quarter of a second on an expert board.
pub(crate) const REVIEW_PLAYOUTS: usize = 160;
/// The most and the fewest of them that a position gets.
pub(crate) const REVIEW_MOST: usize = 40;
/// The fewest: four tell little, but a game of forty guesses has other troubles.
pub(crate) const REVIEW_FEWEST: usize = 4;
/// Layouts on which it is looked at what an early guess would have become, at the most.
pub(crate) const REVIEW_EARLY: usize = 8;
/// Cells of all positions of a game that are looked at for the safety of an action: half a minute at the most.
/// An expert game has 100 000.
pub(crate) const REVIEW_LOOKED: usize = 100_000_000;
/// Playouts times cells of all positions that are weighed. An expert game has 80 000.
pub(crate) const REVIEW_WORK: usize = 2_000_000;
/// Avoidable guesses of a game whose proof is looked for.
pub(crate) const REVIEW_PROOFS: usize = 12;
/// Safe cells that a proof is looked for, nearest to the guess first: the easiest is told.
pub(crate) const REVIEW_NEAREST: usize = 3;
/// The win probability that a guess must have lost to be called a mistake: half a point.
pub(crate) const REVIEW_MISTAKE: f64 = 0.005;

// The coach.

/// Playouts that a hint has for what the position is worth.
pub(crate) const COACH_PLAYOUTS: usize = 32;
/// Analyses, suppositions and sets that they may take: an eighth of a second.
pub(crate) const COACH_NODES: usize = 60_000;
/// Closed cells up to which a position is played out: of more, one playout may take seconds.
pub(crate) const COACH_CLOSED: u32 = 4_000;
/// Layouts on which two cells are compared.
pub(crate) const COACH_LAYOUTS: u64 = 64;
/// Win probabilities that differ by less than this are said to be equal.
pub(crate) const COACH_EQUAL: f64 = 0.0005;
/// Shares that differ by less than this are not worth a word.
pub(crate) const COACH_SHARE: f64 = 0.005;
/// Cells opened that differ by less than this are not.
pub(crate) const COACH_CELLS: f64 = 0.1;

// `prospector` and `keeper`.

/// Bits that `prospector` takes off for each neighbour that some clue sees already.
pub(crate) const SEEN: f64 = 0.03;
/// Logarithms differ in the last bits from platform to platform: what is this close is a
/// tie.
pub(crate) const TIE_OF_BITS: f64 = 1e-9;
/// Bits by which an estimate of what a cell tells may be too low.
pub(crate) const SPARE: f64 = 0.1;
/// Configurations up to which `prospector` searches the end.
pub(crate) const DIG_END: usize = 60;
/// Configurations up to which it looks two digs ahead.
pub(crate) const DIG_TWO: usize = 8_000;
/// Digs from which it looks ahead: those that tell most by themselves.
pub(crate) const DIG_CANDIDATES: usize = 12;
/// Sets that this search may take.
pub(crate) const DIG_SETS: usize = 4_000;
/// Candidates of `keeper` are at most so much likelier mines than the safest cell.
pub(crate) const KEEP_BAND: f64 = 0.15;
/// The most candidates that `keeper` looks at.
pub(crate) const KEEP_CANDIDATES: usize = 12;
/// What finding something safe is worth to `keeper` beyond its cells.
pub(crate) const KEEP_GOES_ON: f64 = 10.0;
/// Under uncertain clues a cell is opened if it is a mine with at most this probability.
/// At a half a flag and an open are worth the same; what the open tells comes on top.
pub(crate) const KEEP_OPEN: f64 = 0.6;

// Programs that play.

/// How long a program may take to start: a virtual machine takes a second on a busy computer.
#[cfg(feature = "engines")]
pub(crate) const ENGINE_START: Duration = Duration::from_secs(20);
/// How long it may take for a move.
#[cfg(feature = "engines")]
pub(crate) const ENGINE_ANSWER: Duration = Duration::from_mins(1);
/// How long it may take to quit, before it is ended.
#[cfg(feature = "engines")]
pub(crate) const ENGINE_END: Duration = Duration::from_millis(300);
/// How often it is looked whether it has.
#[cfg(feature = "engines")]
pub(crate) const ENGINE_TICK: Duration = Duration::from_millis(2);
/// Starts that may fail one after the other before it is given up.
#[cfg(feature = "engines")]
pub(crate) const ENGINE_STARTS: u32 = 3;
/// Processes of a program that are kept while nobody plays with them.
#[cfg(feature = "engines")]
pub(crate) const IDLE_ENGINES: usize = 64;
/// Bytes that are sent and read at once: what every pipe takes.
#[cfg(feature = "engines")]
pub(crate) const PIPE: usize = 4096;
/// The longest line that is heard.
#[cfg(feature = "engines")]
pub(crate) const LINE: usize = 1 << 20;
/// Bytes that are kept of standard error.
#[cfg(feature = "engines")]
pub(crate) const LAST_WORDS: usize = 600;
/// Games that a program plays to be checked, of the game that everybody plays.
#[cfg(feature = "engines")]
pub(crate) const COMPLIANCE_GAMES: u64 = 20;
/// Games of everything else that it says it plays.
#[cfg(feature = "engines")]
pub(crate) const COMPLIANCE_FEW: u64 = 4;
/// Lines of which a checked program is timed.
#[cfg(feature = "engines")]
pub(crate) const COMPLIANCE_EXCHANGES: u32 = 1_000;
/// The seed of those games.
#[cfg(feature = "engines")]
pub(crate) const COMPLIANCE_SEED: u64 = 24;
/// How long a checked program may take for what takes no thought.
#[cfg(feature = "engines")]
pub(crate) const COMPLIANCE_WAIT: Duration = Duration::from_secs(10);
/// How long it is asked to think when it is asked to hurry.
#[cfg(feature = "engines")]
pub(crate) const HASTE_MILLISECONDS: u64 = 200;
