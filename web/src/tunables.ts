// Every number of the page that was chosen and not derived: one documented line each, as
// each crate of the engine has its own. Measures of drawing stay where they are drawn.

// ---- hands ----

/** Milliseconds a finger stays down before it means the other button. */
export const LONG_PRESS = 420;
/** Pixels a finger may wander and still mean a tap. */
export const WANDER = 10;
/** Milliseconds a phone buzzes when a long press is understood. */
export const BUZZ = 15;
/** How far two fingers move apart, as a share, before the board is zoomed. */
export const PINCH = 0.04;
/** Pixels of the wheel that zoom by a factor of e. */
export const WHEEL = 300;
/** Rows that Page Up and Page Down move. */
export const PAGE_ROWS = 10;

// ---- the size of cells, in CSS pixels ----

/** The smallest anybody can zoom to. */
export const SMALLEST_CELL = 6;
/** The largest. */
export const LARGEST_CELL = 72;
/** The least that is comfortable: tapping needs larger cells than pointing. */
export const COMFORT = { fine: 22, coarse: 30 };
/** The most that a board takes of its own accord. */
export const LARGEST_USUAL_CELL = 46;
/** The most when the whole board is asked for. */
export const LARGEST_OVERVIEW_CELL = 40;
/** One press of a zoom button or key. */
export const NOTCH = 1.25;
/** The least cell that has room for a percentage. */
export const PERCENT_CELL = 15;

/** The least cell of a board that is only looked at. */
export const WATCHED_CELL = 12;
/** How thick the coordinates at the border are. */
export const RULER = 18;
/** How large their numbers are. */
export const RULER_TEXT = 10;

// ---- the board ----

/** Up to so many cells a board is all there for screen readers. */
export const MOST_ELEMENTS = 1200;
/** On larger boards, how far around the focus it is. */
export const REACH = 6;
/** About the share of mines on an expert board: a cell of this probability is not tinted. */
export const USUAL_PROBABILITY = 0.2;

// ---- boards to choose ----

/** The longest side a form offers. */
export const LONGEST_SIDE = 400;
/** The most mines a form offers. */
export const MOST_MINES = 99_999;
/** What a board of one's own begins with. */
export const CUSTOM = { width: '20', height: '20', mines: '60' };
/** Fresh seeds are below this: short enough to be told to somebody. */
export const SEEDS = 1_000_000_000;

// ---- time, in milliseconds ----

/** How long an outdated question may go on before it is cancelled. */
export const PATIENCE = 200;
/** On a cell, before the numbers it may show are counted. */
export const DWELL = 60;
/** After a move, before the game is written down. */
export const SAVE_AFTER = 300;
/** Between two looks at the clock of a game. */
export const TICK = 250;

// ---- what is kept and shown ----

/** How many games are kept, the latest played. */
export const GAMES_KEPT = 12;

/** How many cells the coach proposes. */
export const CANDIDATES = 5;
/** How many edits of a position can be taken back. */
export const EDITS_KEPT = 200;
/** How many steps of a watched game stay in the list. */
export const STEPS_LISTED = 300;
/** How many steps are played between two pictures on the way to the end. */
export const STEPS_AT_ONCE = 200;
/** Steps a second at each notch of the slider. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64, 240];
/** The notch the slider begins at. */
export const USUAL_SPEED = 3;
/** How fast a replay can be played back, 1 as it was played. */
export const REPLAY_SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
/** The most workers that weigh the guesses of a replay, where there are cores for them. */
export const MOST_REVIEWERS = 3;
/** Pixels around a mark of the evaluation that a click may miss it by. */
export const MARK_REACH = 7;
/** The longest link that chats and mail can be trusted with, in characters. */
export const LONGEST_LINK = 2000;
/** The largest file that is read, in bytes. */
export const LARGEST_FILE = 64_000_000;
/** Counts of more digits are shortened to their order of magnitude. */
export const DIGITS_SHOWN = 9;
/** Numbers of configurations with more digits are not compared in a sentence. */
export const DIGITS_COMPARED = 15;
/** How many arrows to a cell are drawn at full strength; more share it. */
export const BOLD_ARROWS = 4;
/** How much an arrow fades with each link further back. */
export const FADING = 0.6;
