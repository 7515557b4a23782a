//! The hand on the mouse: what its buttons mean on a board.
//!
//! A left click opens where the button comes up. A right click flags where it goes down, unless
//! the left button is down already. When one of two buttons comes up, or the middle one, that is a
//! chord; the other then comes up without doing anything. A right button that went down where
//! nothing could be flagged was the beginning of a chord if the left one follows, and then counts
//! with it. These are the customs of the classic programs, written out from what they do.
//!
//! Before the first cell is open clicks count only while a flag stands: players fidget, and
//! the clock does not run.

use crate::replay::{Clicks, MouseEvent, MouseKind};
use crate::{Action, Cell, Game, Tile};

/// The same events without those whose meaning depends on which buttons are down.
pub(super) fn plain(events: &[MouseEvent]) -> impl Iterator<Item = MouseEvent> {
    let (mut left, mut right, mut middle) = (false, false, false);
    events.iter().map(move |&event| {
        let kind = match event.kind {
            MouseKind::Left if left => MouseKind::LeftUp,
            MouseKind::Right if right => MouseKind::RightUp,
            MouseKind::Right => MouseKind::RightDown,
            MouseKind::Middle if middle => MouseKind::MiddleUp,
            MouseKind::Middle => MouseKind::MiddleDown,
            MouseKind::SecondDown if left => MouseKind::RightDown,
            MouseKind::Left | MouseKind::SecondDown => MouseKind::LeftDown,
            kind => kind,
        };
        match kind {
            MouseKind::LeftDown | MouseKind::ShiftLeftDown => left = true,
            MouseKind::LeftUp => left = false,
            MouseKind::RightDown => right = true,
            MouseKind::RightUp => right = false,
            MouseKind::MiddleDown => middle = true,
            MouseKind::MiddleUp => middle = false,
            _ => {}
        }
        MouseEvent { kind, ..event }
    })
}

/// Buttons and what they have done so far.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "buttons are up or down, each for itself")]
pub(super) struct Hand {
    /// Whether a second right click makes a question mark of a flag.
    marks: bool,
    questioned: Vec<bool>,
    left: bool,
    right: bool,
    /// The left button is still down from a chord, and comes up for nothing.
    spent: bool,
    /// The left button went down with the shift key: it will be a chord.
    shift: bool,
    /// The right button went down where nothing could be flagged.
    idle: bool,
    /// The left button went down outside the board, before anything was begun.
    outside: bool,
    pub(super) clicks: Clicks,
}

impl Hand {
    pub(super) fn new(marks: bool, cells: usize) -> Self {
        Self { marks, questioned: vec![false; cells], ..Self::default() }
    }

    /// What an event does on the board, if anything. The action may still be illegal, as a
    /// chord whose flags do not add up.
    pub(super) fn act(
        &mut self,
        kind: MouseKind,
        cell: Option<Cell>,
        game: &Game,
    ) -> Option<Action> {
        let fresh = game.view().opened() == 0;
        let action = match kind {
            MouseKind::LeftDown | MouseKind::ShiftLeftDown => {
                self.outside = fresh && cell.is_none() && game.view().flag_count() == 0;
                (self.left, self.shift) = (true, kind == MouseKind::ShiftLeftDown);
                None
            }
            MouseKind::LeftUp => self.left_up(cell),
            MouseKind::RightDown if self.left => {
                (self.right, self.idle) = (true, false);
                None
            }
            MouseKind::RightDown => {
                (self.right, self.idle) = (true, true);
                self.clicks.right += 1;
                self.flag(cell?, game)
            }
            MouseKind::RightUp => {
                let chords = self.left && self.right;
                (self.right, self.spent) = (false, self.spent || chords);
                if chords { self.chord(cell) } else { None }
            }
            MouseKind::MiddleUp => self.chord(cell),
            MouseKind::EarlyFlag => {
                self.clicks.right += 1;
                self.flag(cell?, game)
            }
            _ => None,
        };
        // Opening is what begins a game, and flagging holds it ready.
        let begins = matches!(action, Some(Action::Open(_) | Action::Flag(_)));
        if fresh && !begins && game.view().flag_count() == 0 {
            self.clicks = Clicks::default();
        }
        action
    }

    fn left_up(&mut self, cell: Option<Cell>) -> Option<Action> {
        if !std::mem::take(&mut self.left) {
            return None;
        }
        if self.right {
            return self.chord(cell);
        }
        if std::mem::take(&mut self.spent) || std::mem::take(&mut self.outside) {
            return None;
        }
        if std::mem::take(&mut self.shift) {
            return self.chord(cell);
        }
        self.clicks.left += 1;
        cell.map(Action::Open)
    }

    fn chord(&mut self, cell: Option<Cell>) -> Option<Action> {
        // The right press was no click of its own.
        if std::mem::take(&mut self.idle) {
            self.clicks.right = self.clicks.right.saturating_sub(1);
        }
        let cell = cell?;
        self.clicks.chords += 1;
        Some(Action::Chord(cell))
    }

    fn flag(&mut self, cell: Cell, game: &Game) -> Option<Action> {
        let tile = game.view().tile(cell);
        self.idle = !tile.is_closed();
        let questioned = &mut self.questioned[cell.index()];
        match tile {
            Tile::Hidden if *questioned => {
                *questioned = false;
                None
            }
            Tile::Hidden => Some(Action::Flag(cell)),
            Tile::Flag => {
                *questioned = self.marks;
                Some(Action::Flag(cell))
            }
            _ => None,
        }
    }
}
