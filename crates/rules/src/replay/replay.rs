//! A replay: a board, what a mouse did on it, and what the file says of the game.

use crate::replay::{GameMode, MouseEvent, MouseKind, PlayerName, ReplayFormat};
use crate::{Action, Cell, Layout, Level, Point, Tile};

/// A game as a file tells it. What happened on the board follows from it: see
/// [`Played`](super::Played).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replay {
    /// The format it was read from.
    pub format: ReplayFormat,
    /// The version of that format, as the file tells it.
    pub version: String,
    /// The program it was played with, if the file names it.
    pub program: PlayerName,
    /// Who played.
    pub player: PlayerName,
    /// When it was played, as `2026-11-17 13:45:00`; programs differ in the time zone.
    pub played_at: Option<String>,
    /// How it was to be played.
    pub mode: GameMode,
    /// Where the mines are.
    pub layout: Layout,
    /// The side of a cell, in the pixels of the events.
    pub square: u32,
    /// Whether a second right click gives a question mark.
    pub marks: bool,
    /// Whether the file says that it was won.
    pub claims_win: Option<bool>,
    /// The time that the file gives, in milliseconds.
    pub claimed_time: Option<u32>,
    /// The 3BV that the file gives.
    pub claimed_three_bv: Option<u32>,
    /// What the mouse did.
    pub events: Vec<MouseEvent>,
    /// The numbers that the file says were shown, for those that say so: after how many
    /// events, where, and which, or a mine that went off.
    pub shown: Vec<(u32, Cell, Tile)>,
}

impl Replay {
    /// A game on this board of which nothing else is known.
    ///
    /// ```
    /// use surefoot_rules::{layout, replay::{Replay, ReplayFormat}};
    ///
    /// let replay = Replay::new(ReplayFormat::Rawvf, layout!["M."]);
    /// assert_eq!(replay.level_name(), "custom");
    /// ```
    pub fn new(format: ReplayFormat, layout: Layout) -> Self {
        Self {
            format,
            version: String::new(),
            program: PlayerName::default(),
            player: PlayerName::default(),
            played_at: None,
            mode: GameMode::default(),
            layout,
            square: 16,
            marks: false,
            claims_win: None,
            claimed_time: None,
            claimed_three_bv: None,
            events: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// A game as a mouse would have played it: each action at its time, in milliseconds. What a mouse
    /// cannot do is left out.
    ///
    /// ```
    /// use surefoot_rules::replay::{Played, Replay};
    /// use surefoot_rules::{Action, Cell, Status, layout};
    ///
    /// let actions = [(0, Action::Flag(Cell::new(0))), (500, Action::Open(Cell::new(1)))];
    /// let replay = Replay::of_actions(layout!["M."], actions);
    /// assert_eq!(Played::of(&replay).status, Status::Won);
    /// ```
    pub fn of_actions(layout: Layout, actions: impl IntoIterator<Item = (i32, Action)>) -> Self {
        let mut replay = Self::new(ReplayFormat::Rawvf, layout);
        let middle = |side: u32| (side * replay.square + replay.square / 2).cast_signed();
        for (time, action) in actions {
            let (kinds, cell) = match action {
                Action::Open(cell) => ([MouseKind::LeftDown, MouseKind::LeftUp], cell),
                Action::Flag(cell) => ([MouseKind::RightDown, MouseKind::RightUp], cell),
                Action::Chord(cell) => ([MouseKind::MiddleDown, MouseKind::MiddleUp], cell),
                Action::Ask(_) | Action::Declare => continue,
            };
            let Point { x, y } = replay.layout.grid().point(cell);
            let (x, y) = (middle(x), middle(y));
            replay.events.extend(kinds.map(|kind| MouseEvent { time, kind, x, y }));
        }
        replay
    }

    /// Its size and number of mines.
    pub fn level(&self) -> Level {
        let grid = self.layout.grid();
        Level { width: grid.width(), height: grid.height(), mines: self.layout.count() }
    }

    /// `beginner` (8x8 or 9x9), `intermediate`, `expert` or `custom`.
    pub fn level_name(&self) -> &'static str {
        match (self.level().width, self.level().height, self.level().mines) {
            (8, 8, 10) | (9, 9, 10) => "beginner",
            (16, 16, 40) => "intermediate",
            (30, 16, 99) => "expert",
            _ => "custom",
        }
    }

    /// The cell under an event; `None` outside the board.
    pub fn cell(&self, event: MouseEvent) -> Option<Cell> {
        let side = |pixels: i32| u32::try_from(pixels).ok().map(|pixels| pixels / self.square);
        let (x, y) = (side(event.x)?, side(event.y)?);
        self.layout.grid().cell(Point { x, y })
    }
}

/// A date and time as people sort them; `None` if there is no such date.
pub(super) fn date([year, month, day, hour, minute, second]: [u32; 6]) -> Option<String> {
    let day_is = (1..=12).contains(&month) && day <= 31;
    (day_is && year < 10_000 && hour < 24 && minute < 60 && second < 61)
        .then(|| format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"))
}

/// The date and time of so many seconds after the beginning of 1970, by Greenwich.
///
/// Years are counted from March, so that the day in excess comes last (Hinnant's
/// `civil_from_days`).
pub(super) fn date_of(seconds: u64) -> Option<String> {
    // No program of 9999 writes these files.
    let seconds = (1..=253_402_300_799).contains(&seconds).then_some(seconds)?;
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let of_day = seconds % 86_400;
    date([year, month, day, of_day / 3_600, of_day / 60 % 60, of_day % 60].map(|part| part as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date_of(951_782_400).unwrap(), "2000-02-29 00:00:00");
        assert_eq!(date_of(1_382_834_716).unwrap(), "2013-10-27 00:45:16");
        assert_eq!(date_of(1_767_225_599).unwrap(), "2025-12-31 23:59:59");
        assert_eq!(
            (date_of(0), date_of(u64::MAX), date([2000, 13, 1, 0, 0, 0])),
            (None, None, None)
        );
    }
}
