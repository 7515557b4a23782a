//! A finished game, looked at again: every guess, its safety, what was better, and
//! the luck it took.
//!
//! A *guess* here is an open or a chord that could have hit a mine, as far as anyone
//! could know; whether the player knew it for certain does not matter. Its safety is
//! exact. For a chord that opens several cells it is the probability that all are
//! safe: the product of each one's given that those before it are, where "given safe"
//! is a view with that cell open and silent. The better choice is `surefoot`'s.
//!
//! A quick look tells safety and what was better ([`of`]). A thorough one ([`thorough`]) also tells what
//! each guess was worth, what it lost against `surefoot`'s, and how a safe cell could have been known.

mod words;
mod worth;

use surefoot_inference::{Options, Workspace};
use surefoot_rules::{Action, Brief, Cell, Choice, Deal, Draft, Game, Random, Status, Tile, View};

pub use worth::{GuessVerdict, MissedCell, ThoroughReview, Worth};

use crate::surefoot::WinChance;
use crate::tunables;
use crate::{Roster, advise};

/// The player whose choice a guess is held against, as a roster knows it. With more effort the guesses of
/// an expert game would take seconds.
pub const REVIEWER: &str = "surefoot:effort=low";

/// Why a certain cell is better.
const CERTAIN: &str = "certainly safe";

/// One guess of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// Which action it was, from 0.
    pub number: usize,
    /// What was done.
    pub action: Action,
    /// The probability that it hit no mine.
    pub safety: f64,
    /// What `surefoot` would have done, and how safe that was.
    pub better: Option<(Choice, f64)>,
    /// Whether a certainly safe cell was there to be opened instead.
    pub avoidable: bool,
    /// Whether it went well.
    pub survived: bool,
    /// The hidden cell that was least likely a mine, and how safe it was.
    pub safest: Option<(Cell, f64)>,
    /// What it was worth; only by a thorough look, and where that can be told.
    pub worth: Option<Worth>,
    /// A cell that was certainly safe and how that could have been known; only by a thorough look at
    /// guesses that were avoidable.
    pub missed: Option<MissedCell>,
}

/// What a review found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// The guesses, in order.
    pub guesses: Vec<Guess>,
    /// Actions on positions too complex to analyse.
    pub too_wide: usize,
    /// Actions that were not looked into: on so large a board all would take too long.
    pub unlooked: usize,
    /// Guesses whose worth was not asked for, for the same reason.
    pub unweighed: usize,
    /// Whether a cell was opened at all.
    pub opened: bool,
    /// Whether the first click hit a mine: nothing could be known of it.
    pub first_click_lost: bool,
    /// What the position was worth after the first click; only by a thorough look.
    pub start: Option<WinChance>,
}

impl Review {
    /// The probability that all the guesses that went well would do so.
    pub fn luck(&self) -> f64 {
        self.guesses.iter().filter(|guess| guess.survived).map(|guess| guess.safety).product()
    }

    /// The same as players have it: the sum of the negative decimal logarithms, so that 1 is a
    /// game that goes so well one time in ten.
    ///
    /// ```
    /// use surefoot_players::review::Review;
    ///
    /// assert_eq!(Review::default().p_luck(), 0.0);
    /// ```
    pub fn p_luck(&self) -> f64 {
        let survived = self.guesses.iter().filter(|guess| guess.survived);
        // Nothing is -0.
        survived.map(|guess| -guess.safety.log10()).sum::<f64>() + 0.0
    }

    /// The win probability that its guesses lost against `surefoot`'s, added up; 0 without a thorough
    /// look.
    pub fn lost(&self) -> f64 {
        // Nothing is -0.
        self.guesses.iter().filter_map(|guess| guess.worth).map(Worth::lost).sum::<f64>() + 0.0
    }

    /// How many guesses are of this kind.
    pub fn count(&self, verdict: GuessVerdict) -> usize {
        self.guesses.iter().filter(|guess| guess.verdict() == verdict).count()
    }
}

/// Looks at a game again, from its beginning through its actions.
///
/// ```
/// use surefoot_players::review;
/// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Rules, layout};
///
/// let board = layout!["M . .", ". . ."];
/// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
/// game.lay(&board, Deal::default())?;
/// // The first click is nobody's fault; the second cell may be the mine.
/// let actions = [4, 1].map(|cell| Action::Open(Cell::new(cell)));
/// let review = review::of(&game, &actions);
/// assert_eq!(review.guesses.len(), 1);
/// assert_eq!(review.guesses[0].safety, 0.8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of(beginning: &Game, actions: &[Action]) -> Review {
    let (brief, mut workspace) = (beginning.brief(), workspace());
    look(beginning, actions, |view, guess| guess.better = better(&mut workspace, &brief, view)).0
}

/// Looks at a game again, and at what its guesses were worth: a fifth of a second for an expert game.
///
/// ```
/// use surefoot_players::review::{self, GuessVerdict};
/// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Rules, layout};
///
/// let board = layout!["M . . . ."];
/// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
/// game.lay(&board, Deal::default())?;
/// // 3 and 4 are safe, since the one mine lies beside the 1.
/// let actions = [1, 2].map(|cell| Action::Open(Cell::new(cell)));
/// let review = review::thorough(&game, &actions);
/// assert_eq!(review.guesses[0].verdict(), GuessVerdict::Avoidable);
/// let missed = review.guesses[0].missed.as_ref().unwrap();
/// assert_eq!(missed.cell, Cell::new(3));
/// assert!(!missed.steps.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn thorough(beginning: &Game, actions: &[Action]) -> Review {
    let mut looking = ThoroughReview::new(beginning, actions);
    while looking.weigh_next() {}
    looking.into_review()
}

fn workspace() -> Workspace {
    Workspace::new(Options { budget: tunables::BUDGET, ..Options::default() })
}

/// Looks at every action for its safety; `show` is shown the position of every guess, of which it may say
/// more. Also told is after how many actions the first cell was open, if the game was not lost by it.
fn look(
    beginning: &Game,
    actions: &[Action],
    mut show: impl FnMut(&View, &mut Guess),
) -> (Review, Option<usize>) {
    let mut game = beginning.clone();
    let mut workspace = workspace();
    let opened = game.view().opened() > 0;
    let (mut review, mut start) = (Review { opened, ..Review::default() }, None);
    let cells = game.view().grid().len();
    let mut left = tunables::REVIEW_LOOKED;
    for (number, &action) in actions.iter().enumerate() {
        let view = game.view();
        let (seen, first) = (view.journal().len(), view.opened() == 0);
        let opens = action.opens(view);
        let mut guess = None;
        if !first && !opens.is_empty() {
            if left < cells {
                review.unlooked += 1;
            } else {
                left -= cells;
                match weigh(&mut workspace, view, &opens) {
                    None => review.too_wide += 1,
                    Some((safety, _)) if safety >= 1.0 => {}
                    Some((safety, avoidable)) => {
                        let safest = workspace.solve(view).ok().and_then(|posterior| {
                            let (cell, _) = posterior.safest()?;
                            Some((cell, posterior.safety(cell)?))
                        });
                        let (better, worth, missed, survived) = (None, None, None, false);
                        let mut found = Guess {
                            number,
                            action,
                            safety,
                            better,
                            avoidable,
                            survived,
                            safest,
                            worth,
                            missed,
                        };
                        show(view, &mut found);
                        guess = Some(found);
                    }
                }
            }
        }
        if game.play(action).is_err() {
            break;
        }
        let view = game.view();
        if first && view.opened() > 0 {
            review.opened = true;
            review.first_click_lost = game.status() == Status::Lost;
            start = (!review.first_click_lost).then_some(number + 1);
        }
        if let Some(mut guess) = guess {
            let changed = &view.journal()[seen..];
            guess.survived = changed.iter().all(|&cell| view.tile(cell) != Tile::Mine);
            review.guesses.push(guess);
        }
    }
    (review, start)
}

/// How risky it is to open a cell, and which one is safest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Risk {
    /// The probability that the cell is a mine.
    pub mine: f64,
    /// The hidden cell that is least likely to be one.
    pub safest: Cell,
    /// The probability that that one is.
    pub least: f64,
}

/// The exact risk of opening a cell; `None` where a position is too wide to be counted, or
/// cannot be. A number of mines that is not told may be any.
///
/// ```
/// use surefoot_inference::Workspace;
/// use surefoot_players::review;
/// use surefoot_rules::{Cell, view};
///
/// let view = view!["5x1/2", "1 * * * *"];
/// let risk = review::risk(&mut Workspace::default(), &view, Cell::new(1)).unwrap();
/// assert_eq!((risk.mine, risk.safest), (1.0, Cell::new(4)));
/// assert!((risk.least - 1.0 / 3.0).abs() < 1e-12);
/// ```
pub fn risk(workspace: &mut Workspace, view: &View, cell: Cell) -> Option<Risk> {
    let posterior = workspace.solve(view).ok()?;
    let (safest, least) = posterior.safest()?;
    Some(Risk { mine: posterior.probability(cell)?, safest, least })
}

/// The probability that all these cells are safe, and whether any cell is certainly
/// so.
fn weigh(workspace: &mut Workspace, view: &View, opens: &[Cell]) -> Option<(f64, bool)> {
    let posterior = workspace.solve(view).ok()?;
    if opens.iter().all(|&cell| posterior.is_safe(cell)) {
        return Some((1.0, true));
    }
    let avoidable = view.hidden().any(|cell| posterior.is_safe(cell));
    let mut safety = posterior.safety(*opens.first()?)?;
    let mut draft = Draft::from(view.clone());
    for pair in opens.windows(2) {
        if safety == 0.0 {
            break;
        }
        draft.tiles[pair[0].index()] = Tile::Silent;
        let given = View::try_from(draft.clone()).ok()?;
        safety *= workspace.solve(&given).ok()?.safety(pair[1])?;
    }
    Some((safety, avoidable))
}

/// The cell to open instead: a certain one, else the guess of [`REVIEWER`]. A review in a browser has a
/// second for all guesses, and rehearsals are slow there.
fn better(workspace: &mut Workspace, brief: &Brief, view: &View) -> Option<(Choice, f64)> {
    let posterior = workspace.solve(view).ok()?;
    if let Some((cell, 0.0)) = posterior.safest() {
        return Some((Choice::certain(Action::Open(cell), CERTAIN), 1.0));
    }
    let mut player = Roster::standard().call(REVIEWER).ok()?;
    let random = Random::for_player(Deal::default(), "surefoot");
    let choice = advise::beyond_flags(&mut player, brief, view, random);
    let safety = posterior.safety(choice.action.cell()?)?;
    Some((choice, safety))
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{GameKind, Rules, layout, view};

    /// The joint safety of a chord, against the configurations written out.
    #[test]
    fn a_chord_is_weighed_as_a_whole() {
        // Two mines among the five cells beside the 2, all 10 fillings alike; with
        // the two left ones flagged, the chord opens the other three: one in ten.
        let view = view!["3x2/2", "F * *", "F 2 *"];
        let opens = Action::Chord(Cell::new(4)).opens(&view);
        assert_eq!(opens.len(), 3);
        let (safety, avoidable) = weigh(&mut Workspace::default(), &view, &opens).unwrap();
        assert!((safety - 0.1).abs() < 1e-12, "{safety}");
        assert!(!avoidable);
    }

    /// Where a mine is certain but no cell is safe, the better choice is still to open.
    #[test]
    fn a_certain_mine_is_not_the_better_choice() {
        // One mine is beside the 1, the other anywhere beyond.
        let view = view!["5x1/2", "1 * * * *"];
        let brief = Brief::from(&Rules::new(GameKind::Win, view.grid().clone(), 1));
        let mut workspace = Workspace::default();
        let (choice, safety) = better(&mut workspace, &brief, &view).unwrap();
        assert!(matches!(choice.action, Action::Open(_)), "{choice:?}");
        assert!((safety - 2.0 / 3.0).abs() < 1e-12, "{safety}");
    }

    #[test]
    fn certain_moves_are_no_guesses_and_missed_ones_are_named() {
        let board = layout!["M . . . ."];
        let mut game = Game::new(Rules::on(GameKind::Win, &board)).unwrap();
        game.lay(&board, Deal::default()).unwrap();
        let open = |cell| Action::Open(Cell::new(cell));
        // 1 shows one mine: at 0 or 2. Opening 0 loses; 3 and 4 were safe.
        let review = of(&game, &[open(1), open(0)]);
        let [guess] = &review.guesses[..] else { panic!("{review:?}") };
        assert!(guess.avoidable && !guess.survived);
        assert!((guess.safety - 0.5).abs() < 1e-12);
        let (better, safety) = guess.better.clone().unwrap();
        assert!(better.certain && (safety - 1.0).abs() < 1e-12);
        assert!(matches!(better.action, Action::Open(_)), "{better:?}");
        assert!((review.luck() - 1.0).abs() < 1e-12);
        assert!(of(&game, &[open(1), open(3)]).guesses.is_empty());
    }
}
