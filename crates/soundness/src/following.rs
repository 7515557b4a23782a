//! A follower of games, against one that reads every view afresh.
//!
//! Whoever follows keeps what it knows of the last view, and is wrong where the next one does
//! not continue it as it believes. So it is led astray on purpose: actions are taken back and
//! others played, another game is looked at in between, a tile, the total or the rule of clues
//! is changed, looks are left out. The model is a workspace that has never seen anything.

use surefoot_inference::logic::Facts;
use surefoot_inference::{AnalysisError, Analyst, Workspace};
use surefoot_rules::{
    Action, Cell, Deal, Draft, Game, GameKind, Grid, History, Neighbourhood, Promise, Random,
    Rules, View,
};

use crate::bytes::{RULES, alter};
use crate::counting::ERROR;

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Views that both looked at.
    pub views: u64,
    /// Those among them that no layout fits.
    pub impossible: u64,
    /// Probabilities.
    pub cells: u64,
}

/// Plays and changes as the bytes say, three for each thing to do, and compares wherever they
/// say "look".
///
/// ```
/// use surefoot_soundness::following::check;
///
/// // A game: open a cell, look, open another, take back, look.
/// let followed = check(&[4, 4, 3, 1, 0, 5, 0, 6, 0, 0, 0, 9, 0, 3, 0, 0, 6, 0, 0]);
/// assert_eq!((followed.views, followed.impossible), (2, 0));
/// ```
///
/// # Panics
/// If the follower says anything else than the model.
pub fn check(bytes: &[u8]) -> Followed {
    let mut followed = Followed::default();
    let Some((&[width, height, kind, seed], moves)) = bytes.split_first_chunk() else {
        return followed;
    };
    let games = [0, 1].map(|number| table((width, height, kind), seed.wrapping_add(number)));
    let [Some(one), Some(other)] = games else { return followed };
    let mut table = [one, other];
    // What the cheap rules keep of each game.
    let mut kept: [Option<Facts>; 2] = [None, None];
    let mut at = 0;
    let (mut analyst, mut stepper) = (Analyst::default(), Analyst::default());
    // What was changed by hand, until the next action is played.
    let mut changed: Option<Draft> = None;
    for &[what, cell, value] in moves.as_chunks().0 {
        let history: &mut History = &mut table[at];
        let cell_of = Cell::new(u32::from(cell) % history.game().view().grid().len() as u32);
        match what % 8 {
            0 | 1 => {
                let _ = history.play(Action::Open(cell_of));
                changed = None;
            }
            2 => {
                let _ = history.play(match value % 4 {
                    0 => Action::Ask(cell_of),
                    1 => Action::Chord(cell_of),
                    _ => Action::Flag(cell_of),
                });
            }
            3 => {
                for _ in 0..=value % 3 {
                    history.take_back();
                }
                (kept[at], changed) = (None, None);
            }
            4 => (at, changed) = (1 - at, None),
            5 => {
                let draft = changed.get_or_insert_with(|| history.game().view().clone().into());
                alter(draft, [value, cell, value.rotate_left(3) ^ cell]);
            }
            _ => {
                let altered = changed.clone().map(View::try_from);
                let view = match &altered {
                    None => history.game().view(),
                    Some(Ok(view)) => view,
                    Some(Err(_)) => continue,
                };
                compare(&mut analyst, &mut stepper, view, &mut followed);
                if changed.is_none() {
                    check_facts(&mut kept[at], view);
                }
            }
        }
    }
    followed
}

/// A game of the kind that the bytes say.
fn table((width, height, kind): (u8, u8, u8), seed: u8) -> Option<History> {
    let neighbourhood = Neighbourhood::ALL[usize::from(kind) % Neighbourhood::ALL.len()];
    let (width, height) = (1 + u32::from(width % 9), 1 + u32::from(height % 7));
    let grid = Grid::with(width, height, neighbourhood).ok()?;
    let cells = grid.len() as u32;
    let mines = cells * (1 + u32::from(seed % 5)) / 8;
    // In `score` a game goes on after a mine.
    let mut rules = Rules::new(GameKind::Score, grid, mines);
    rules.promise = Promise::None;
    rules.told = seed & 32 == 0;
    rules.clues = RULES[usize::from(kind / 8) % RULES.len()].parse().ok()?;
    let mut game = Game::new(rules).ok()?;
    game.deal(Deal::new(seed.into(), kind.into()));
    Some(History::of(game))
}

fn compare(analyst: &mut Analyst, stepper: &mut Analyst, view: &View, followed: &mut Followed) {
    let (mut model, mut safe) = (Workspace::default(), Vec::new());
    followed.views += 1;
    let fresh = match (model.solve(view), analyst.follow(view)) {
        (Ok(fresh), Ok(ours)) => {
            for cell in view.grid().cells() {
                let (a, b) = (ours.probability(cell), fresh.probability(cell));
                assert_eq!(a.is_some(), b.is_some(), "{cell:?}\n{view:?}");
                let (Some(a), Some(b)) = (a, b) else { continue };
                assert!((a - b).abs() <= ERROR, "{cell:?}: {a}, not {b}\n{view:?}");
                assert_eq!(ours.is_safe(cell), fresh.is_safe(cell), "{cell:?}\n{view:?}");
                assert_eq!(ours.is_mine(cell), fresh.is_mine(cell), "{cell:?}\n{view:?}");
                followed.cells += 1;
            }
            assert_eq!(ours.solutions(), fresh.solutions(), "{view:?}");
            Some(fresh)
        }
        (Err(AnalysisError::Inconsistent(_)), Err(AnalysisError::Inconsistent(_))) => {
            followed.impossible += 1;
            None
        }
        (fresh, ours) => panic!("{:?}, not {:?}\n{view:?}", ours.err(), fresh.err()),
    };
    // Where rules find a cell it need not see that the view cannot be.
    let counted = stepper.step(view, &mut safe).map(|posterior| posterior.is_some());
    let Some(fresh) = fresh else { return };
    let certain = view.hidden().any(|cell| fresh.is_safe(cell));
    assert_eq!(counted, Ok(!certain), "a step\n{view:?}");
    assert_eq!(!safe.is_empty(), certain, "a step\n{view:?}");
    assert!(safe.iter().all(|&cell| fresh.is_safe(cell)), "{safe:?}\n{view:?}");
}

/// Facts that were kept along the journal are those of the whole view.
fn check_facts(kept: &mut Option<Facts>, view: &View) {
    let kept = kept.get_or_insert_with(|| Facts::of(view));
    kept.follow(view);
    kept.settle();
    let mut fresh = Facts::of(view);
    fresh.settle();
    for cell in view.grid().cells() {
        assert_eq!(kept.belief(cell), fresh.belief(cell), "{cell:?} by the rules\n{view:?}");
    }
}

/// Bytes that begin and go on as games do, for those who have no fuzzer: a fuzzer finds this
/// mixture itself.
pub fn drawn(random: &mut Random, moves: u32) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..4).map(|_| random.below(256) as u8).collect();
    if random.below(2) == 0 {
        // Exact clues.
        bytes[2] %= 8;
    }
    for _ in 0..=random.below(moves) {
        let mixture = [0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 6, 7];
        bytes.push(mixture[random.below(16) as usize]);
        bytes.push(random.below(256) as u8);
        bytes.push(random.below(256) as u8);
    }
    bytes
}
