//! Every number of inference that was chosen and not derived: budgets, patience, widths.
//!
//! One documented line each, in one place, as CaDiCaL keeps its options: whoever wants to know
//! what could be tuned reads this file, and no other file has a budget of its own. None of
//! them decides what is true; they decide what is tried, and how long.

// Counting.

/// States and edges that an analysis may make unless told otherwise.
pub(crate) const BUDGET: usize = 1 << 23;
/// Bytes that an analysis may hold unless told otherwise: 1 GB.
pub(crate) const MEMORY: usize = 1_000_000_000;
/// What holds more than so many bytes is not grown by doubling: what it was copied from is given
/// back, but many an allocator keeps it for a second.
pub(crate) const ROOM_LARGE: usize = 1 << 20;
/// It has room for so many times as much instead: pages that nobody touches take no memory.
pub(crate) const ROOM_AHEAD: usize = 16;
/// What was needed on the way, and is larger than this, is given back at once.
pub(crate) const KEPT_FOR_NEXT: usize = 1 << 24;
/// States and edges between two looks at whether the work was stopped.
pub(crate) const STOP_EVERY: usize = 1 << 12;
/// Terms of a polynomial that another is multiplied by between two such looks.
pub(crate) const STOP_TERMS: usize = 64;
/// Above this many clues open at once other orders are tried.
pub(crate) const ORDER_WIDE: u32 = 9;
/// How many orders are tried then, each from its box in two ways.
pub(crate) const ORDER_STARTS: usize = 8;
/// The states that can be counted in the time of finding an order.
pub(crate) const ORDER_COST: f64 = 3_000.0;
/// Above this estimate of its states an order is improved by moving boxes.
pub(crate) const ORDER_COSTLY: f64 = 2e5;
/// Above this estimate no moving of boxes will bring it within the budget.
pub(crate) const ORDER_HOPELESS: f64 = 1e16;
/// The least and the most tries of moving a box, per box.
pub(crate) const ORDER_MOVES: (f64, f64) = (200.0, 1_500.0);
/// The states that can be counted in the time of one try per box.
pub(crate) const ORDER_MOVE_COST: f64 = 1e4;
/// How far annealing moves a box at most.
pub(crate) const ANNEAL_REACH: u32 = 25;
/// The largest increase of the cost that annealing may accept at the start.
pub(crate) const ANNEAL_WARMTH: f64 = 0.06;
/// The states and edges that one strip's component may take.
pub(crate) const STRIP_BUDGET: usize = 1 << 17;
/// States, by the estimate of an order, above which a component is cut into strips
/// first.
pub(crate) const STRIPS_ABOVE: f64 = 1e5;
/// And states of its largest layer: what is long and thin is counted sooner than cut.
pub(crate) const STRIPS_LAYER: f64 = 64.0;
/// How often strips of one thickness are cut while they decide less than one box in so many.
pub(crate) const STRIPS_SLOW: (u32, usize) = (64, 32);
/// How thick the strips are, in steps from clue to clue.
pub(crate) const STRIP_THICKNESS: [u32; 3] = [4, 6, 8];
/// How often the tilt is chosen anew at the most.
pub(crate) const TILTS: u32 = 100;
/// By how much it changes where all that is allowed was cut off.
pub(crate) const TILT_STEP: f64 = 4.0;
/// Two tilts no more than this apart, of which one is too small and one too large, are as good as
/// any between them.
pub(crate) const TILT_NEAR: f64 = 1.0 + 1e-9;
/// How far the tilt may go: likelihoods have no bounds, and doubles have.
pub(crate) const TILT_RANGE: [f64; 2] = [1e-60, 1e60];
/// Factors of a step that a new one is compared with, to be kept once.
pub(crate) const FACTORS_COMPARED: usize = 64;
/// The least and the greatest odds of a mine that counting is tilted to at first.
pub(crate) const TILT_ODDS: (f64, f64) = (1e-3, 1e3);
/// How many powers of two a term may be below the largest where the weight of the whole lies.
pub(crate) const TILT_TAIL: i64 = 66;
/// Powers of two that the numbers of a component may span without being watched: of the 2 046
/// that doubles have, on both ways through it.
pub(crate) const RANGE_UNWATCHED: u32 = 780;
/// Powers of two that may be passed between two looks.
pub(crate) const RANGE_STEPS: u32 = 400;
/// How far below the largest number a share of the whole may lie before what doubles lost
/// beside it could matter: 80 powers of two above the smallest of them.
pub(crate) const RANGE_BELOW: i64 = 942;
/// Powers of two that the numbers of one layer may lie apart.
pub(crate) const RANGE_APART: i64 = 450;
/// Terms of a layer are left out that weigh so many powers of two less than its largest.
pub(crate) const RANGE_CUT: i64 = 160;
/// What was left out must be so many powers of two less than the whole.
pub(crate) const RANGE_LOST: i64 = 46;
/// Polynomials of components up to this length are kept whole.
pub(crate) const JOIN_WHOLE: usize = 64;
/// Tails of longer ones so many powers of two below the largest are left out.
pub(crate) const JOIN_TAIL: i64 = 266;
/// Numbers that those who draw configurations keep of what is still to come: 8 MB.
pub(crate) const REST_TERMS: usize = 1 << 20;
/// Terms of all components that may be joined with nothing left out: the time is their square.
pub(crate) const JOIN_ALL: u64 = 1 << 15;
/// The whole must then be less than so many below it, or else what was left out may matter.
pub(crate) const JOIN_BELOW: i64 = 150;

/// States of a layer, and edges in all, up to which a component is counted for every number of
/// mines at once.
pub(crate) const PART_LAYER: usize = 64;
pub(crate) const PART_EDGES: usize = 4_000;
/// Steps per box that are spent on listing the fillings of a component one by one.
pub(crate) const LISTED_STEPS: usize = 32;
/// Numbers that components which were counted before may take before they are forgotten: 16 MB.
pub(crate) const KNOWN_NUMBERS: usize = 2_000_000;
/// Whoever allows fewer states and edges, or less memory, than this gets no part of a count for
/// nothing.
pub(crate) const QUICK_BUDGET: usize = 1 << 16;
pub(crate) const QUICK_MEMORY: usize = 64_000_000;
/// Bytes that the quick way holds for a cell of the board, whatever is open.
pub(crate) const QUICK_CELL_BYTES: usize = 128;
/// Powers of two below the largest at which the whole of a component may lie in its context.
pub(crate) const QUICK_BELOW: i64 = 500;
/// What came or went is sorted in one by one if there is so many times as much that stayed.
pub(crate) const FEW_OF_ALL: usize = 64;
/// Components from which on they are joined in a tree that is kept, and the cells of the
/// stretches of the board that are its leaves.
pub(crate) const KEPT_COMPONENTS: usize = 500;
pub(crate) const KEPT_STRETCH: u32 = 64;
/// Configurations are listed that are too many by less than this factor: their number is rounded.
pub(crate) const LISTED_ROUNDED: f64 = 1.001;
/// The tilt of a tree that is kept may be off by this factor.
pub(crate) const KEPT_TILT: f64 = 1.3;
/// Powers of two by which the whole may be below the largest there.
pub(crate) const KEPT_BELOW: i64 = 20;
/// Components of one position that are weighed one by one; whoever asks for more has all.
pub(crate) const WEIGHED_ALONE: u32 = 16;
/// Cells that are looked at together, to find what is new or safe.
pub(crate) const CELLS_TOGETHER: usize = 64;
/// Cells up to which the numbers of a component have room at any tilt that is begun with.
pub(crate) const QUICK_CELLS: u32 = 60;
/// Polynomials in whole numbers of at most so many terms are multiplied term by term.
pub(crate) const PRODUCT_BY_TERMS: usize = 6;
/// Words of the shorter one above which two are multiplied by halves: some tenths of a second.
pub(crate) const PRODUCT_AT_ONCE: usize = 1 << 18;

/// Products of words that counting all configurations to the last digit may take: some seconds.
pub(crate) const SOLUTIONS_WORK: u64 = 1 << 31;

/// Probabilities, and scores made of them, that are closer than this are ties.
pub const TIE: f64 = 1e-12;

// Estimates.

/// Independent chains of an estimate; Student's quantile in `approximate` goes with so many.
pub(crate) const CHAINS: usize = 6;
/// Sweeps over all closed cells per chain.
pub(crate) const SWEEPS: usize = 2_000;
/// Sweeps that are thrown away, and those in which a possible layout must be
/// found.
pub(crate) const BURN_IN: usize = 500;
/// Chains that disagree by more have not forgotten where they began.
pub(crate) const CHAINS_DIFFER: f64 = 0.05;
/// Changes that the chains of an estimate may try together: minutes.
pub(crate) const ESTIMATED_CHANGES: usize = (1 << 31) - 1;
/// What a clue that cannot be costs while looking for a possible layout.
pub(crate) const PENALTY: f64 = -40.0;

// Search.

/// Memory that a search for best play may take unless told otherwise: 2 GB.
pub(crate) const SEARCH_BYTES: usize = 2_000_000_000;
/// Configurations that are divided into circles of rivals together: the time is the square.
pub(crate) const CIRCLES_STRETCH: usize = 8_192;
/// The fewest for which that is done anew; fewer keep the circles of the set they come from.
pub(crate) const CIRCLES_FROM: usize = 6;
/// How often those who watch are asked, in sets: a large one takes a tenth of a millisecond.
pub(crate) const WATCHED_EVERY: usize = 1 << 7;

// Proofs.

/// What may be spent on leaving clues out of one proof or clash: cells of all the boards that
/// are counted for it, some seconds in all.
pub(crate) const PROOF_EFFORT: usize = 100_000_000;
/// A clue of such a board takes the effort of so many cells.
pub(crate) const CLUE_EFFORT: usize = 100;
/// And an edge that is counted along takes that of so many.
pub(crate) const EDGE_EFFORT: usize = 4;
/// Terms of sums that may be looked at before a derivation is given up.
pub(crate) const DERIVATION_TERMS: usize = 20_000_000;
/// How deep suppositions may be nested.
pub(crate) const DERIVATION_DEPTH: u32 = 40;
/// Steps of one search for a contradiction; beyond it the clues are counted.
pub(crate) const PATCH_STEPS: u32 = 2_000;
/// Hitting sets that are guessed before a minimal set is good enough.
pub(crate) const HITTING_GUESSES: usize = 150;
/// Steps of one search for a hitting set.
pub(crate) const HITTING_STEPS: u32 = 20_000;
/// Sets of clues beside the number of mines that are tried for being smaller.
pub(crate) const SMALLER_TRIES: usize = 300;
/// Configurations drawn on each side of a contrast, on boards of usual size.
pub(crate) const CONTRAST_DRAWS: usize = 64;
/// Cells that all draws of one side of a contrast may have together.
pub(crate) const CONTRAST_CELLS: usize = 200_000;
/// Cells that a proof names one by one; of more only the first.
pub(crate) const CELLS_NAMED: usize = 10;

// No-guess boards.

/// Cells of all deals that are drawn before one is repaired: a few seconds.
pub(crate) const NO_GUESS_DRAWN: u64 = 8_000_000;
/// The fewest and the most deals that are drawn, however large or small the board.
pub(crate) const NO_GUESS_DEALS: (u64, u64) = (10, 50_000);
/// Cells of all changes that are tried in repairing a deal: some twenty seconds.
pub(crate) const NO_GUESS_CHANGED: u64 = 40_000_000;
/// The fewest and the most changes, however large or small the board.
pub(crate) const NO_GUESS_CHANGES: (u64, u64) = (100, 150_000);
/// One change in so many swaps cells that may be far from each other.
pub(crate) const NO_GUESS_FAR_EVERY: u32 = 32;
/// Changes without progress after which a repair begins anew.
pub(crate) const NO_GUESS_STALE: u64 = 6_000;
/// States and edges per position that full logic may count: some tens of milliseconds at
/// the most. What is wider counts as stuck.
pub(crate) const NO_GUESS_BUDGET: usize = 1 << 20;

/// In a rehearsal a guess is at most so much riskier than the safest cell.
pub(crate) const REHEARSAL_BAND: f64 = 0.85;
/// Guesses that a rehearsal chooses from: one loses a tenth of what is found, five find no more.
pub(crate) const REHEARSAL_CANDIDATES: usize = 4;

/// Cells that would have to be mines for a pair to be undecidable: of more that is too rare to count.
pub(crate) const FLIP_WALLS: usize = 4;
