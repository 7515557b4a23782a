//! A replay played again by the rules: actions with their times, the result, and clicks.
//!
//! The clock starts when the first cell opens and stops with the game, as everywhere. What the mouse
//! did after the end is not looked at.

use crate::replay::hand::{Hand, plain};
use crate::replay::{MouseEvent, Replay};
use crate::{Action, Deal, Game, GameKind, Rules, Status};

/// Clicks of a game, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Clicks {
    /// With the left button.
    pub left: u32,
    /// With the right button.
    pub right: u32,
    /// With both, or the middle one.
    pub chords: u32,
}

impl Clicks {
    /// All of them.
    pub fn total(self) -> u32 {
        self.left + self.right + self.chords
    }
}

/// An action and when it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedAction {
    /// Milliseconds since the first cell was opened; less than 0 before.
    pub time: i32,
    /// What was done. It was legal.
    pub action: Action,
    /// Which event of the replay did it.
    pub event: usize,
}

/// A replay, played.
///
/// ```
/// use surefoot_rules::{Status, replay::{self, Played}};
///
/// let text = "RawVF_Version: Rev6\nBoard:\n0*\nEvents:\n\
///             1.00 rc 2 1 (24 8)\n1.10 rr 2 1 (24 8)\n\
///             2.00 lc 1 1 (8 8)\n2.25 lr 1 1 (8 8)\n";
/// let played = Played::of(&replay::read(text.as_bytes())?[0]);
/// assert_eq!(played.status, Status::Won);
/// assert_eq!((played.clicks.left, played.clicks.right), (1, 1));
/// assert_eq!(played.actions[0].time, -1250);
/// # Ok::<(), replay::ReplayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Played {
    /// The table before the first action.
    pub beginning: Game,
    /// What was done that was legal, in order.
    pub actions: Vec<TimedAction>,
    /// How it ended; `Playing` if it did not.
    pub status: Status,
    /// What was seen in the end.
    pub end: Game,
    /// Milliseconds from the first open to the end, or to the last event of a game that was broken off.
    pub time: u32,
    /// All clicks.
    pub clicks: Clicks,
    /// Those that did something right: opened a safe cell, flagged a mine that had not been
    /// flagged before, or opened something by a chord.
    pub effective: Clicks,
    /// How far the mouse went over the board while the clock ran, in pixels of a cell of 16.
    pub path: f64,
}

impl Played {
    /// Plays a replay.
    pub fn of(replay: &Replay) -> Self {
        let beginning = table(replay);
        let mut game = beginning.clone();
        let cells = replay.layout.grid().len();
        let mut hand = Hand::new(replay.marks, cells);
        let (mut actions, mut effective) = (Vec::new(), Clicks::default());
        let mut flagged = vec![false; cells];
        let (mut began, mut ended, mut path) = (None, 0, Path::new(replay));
        for (number, event) in plain(&replay.events).enumerate() {
            let before = game.view().journal().len();
            if let Some(action) = hand.act(event.kind, replay.cell(event), &game) {
                let legal = game.play(action).is_ok();
                let hit = game.view().opened_mines() > 0;
                match action {
                    _ if !legal => {}
                    Action::Open(_) => effective.left += u32::from(!hit),
                    Action::Chord(_) => effective.chords += 1,
                    Action::Flag(cell) => {
                        let right = replay.layout.is_mine(cell) && !flagged[cell.index()];
                        effective.right += u32::from(right);
                        flagged[cell.index()] |= right;
                    }
                    Action::Ask(_) | Action::Declare => {}
                }
                if legal {
                    debug_assert!(game.view().journal().len() > before, "it changed something");
                    actions.push(TimedAction { time: event.time, action, event: number });
                }
            }
            if game.view().opened() == 0 && game.view().flag_count() == 0 {
                effective = Clicks::default();
                flagged.fill(false);
            }
            if game.view().opened() > 0 {
                began = began.or(Some(event.time));
                ended = event.time;
                path.go(event);
            }
            if game.status() != Status::Playing {
                break;
            }
        }
        let began = began.unwrap_or_default();
        for action in &mut actions {
            action.time = action.time.saturating_sub(began);
        }
        Self {
            beginning,
            actions,
            status: game.status(),
            end: game,
            time: ended.saturating_sub(began).max(0) as u32,
            clicks: hand.clicks,
            effective,
            path: path.length,
        }
    }
}

/// The table with the replay's board.
fn table(replay: &Replay) -> Game {
    let laid = Game::new(Rules::on(GameKind::Win, &replay.layout)).map(|mut game| {
        let laid = game.lay(&replay.layout, Deal::default());
        debug_assert!(laid.is_ok(), "the rules are those of the board");
        game
    });
    match laid {
        Ok(game) => game,
        Err(error) => unreachable!("any board can be laid out: {error}"),
    }
}

/// The way of the mouse over the board. Where it leaves and comes back the straight line counts:
/// programs differ in what they write of the outside.
struct Path<'a> {
    replay: &'a Replay,
    last: Option<MouseEvent>,
    length: f64,
}

impl<'a> Path<'a> {
    fn new(replay: &'a Replay) -> Self {
        Self { replay, last: None, length: 0.0 }
    }

    fn go(&mut self, event: MouseEvent) {
        if self.replay.cell(event).is_none() {
            return;
        }
        if let Some(last) = self.last {
            let (dx, dy) = (f64::from(event.x - last.x), f64::from(event.y - last.y));
            self.length += (dx * dx + dy * dy).sqrt() * 16.0 / f64::from(self.replay.square);
        }
        self.last = Some(event);
    }
}
