//! Replays on the page: read from bytes, played back and reviewed guess by guess.
//!
//! A replay crosses once, as data: its board, what the mouse did, the actions that came of it with
//! their times, and its measures. Positions at any moment and the review stay here and are asked
//! for one by one, so that a page can show the first while the last is still looked into.

use serde::{Deserialize, Serialize};
use surefoot_rules::replay::{self, Clicks, Performance, Played, Replay, rawvf};
use surefoot_rules::{Action, Cell, Game, Status, counted};
use tsify::Tsify;

use crate::replay_file::unreadable;
use crate::{GameReviewer, Move, Position, WebError};

/// One thing that the mouse did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct PointerEvent {
    /// When, in milliseconds since the first cell was opened.
    pub time: i32,
    /// `mv`, `lc`, `lr`, `rc`, `rr`, `mc`, `mr`, …, as `RawVF` has them.
    pub kind: String,
    /// Cells from the left edge, with fractions; may lie outside.
    pub x: f32,
    /// Cells from the upper edge.
    pub y: f32,
}

/// An action and when it was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct TimedMove {
    /// Milliseconds since the first cell was opened; less than 0 before.
    pub time: i32,
    /// What was done.
    pub action: Move,
}

/// Clicks by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct ClickCounts {
    /// With the left button.
    pub left: u32,
    /// With the right button.
    pub right: u32,
    /// Chords.
    pub chords: u32,
}

impl ClickCounts {
    fn of(clicks: Clicks) -> Self {
        let Clicks { left, right, chords } = clicks;
        Self { left, right, chords }
    }
}

/// The numbers that players compare; each is explained in the guide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct ReplayMeasures {
    /// Seconds on the clock.
    pub seconds: f64,
    /// The least number of left clicks that clears the board.
    pub three_bv: u32,
    /// How much of that was solved.
    pub solved: u32,
    /// Solved 3BV per second.
    pub three_bv_per_second: Option<f64>,
    /// Connected groups of zeros.
    pub openings: u32,
    /// Connected groups of numbers that no opening uncovers.
    pub islands: u32,
    /// Clicks that clear the board with flags and chords, by the greedy rule.
    pub zini: u32,
    /// The same by the human rule.
    pub human_zini: u32,
    /// All clicks.
    pub clicks: ClickCounts,
    /// Those that did something right.
    pub effective: ClickCounts,
    /// Solved 3BV per click.
    pub efficiency: Option<f64>,
    /// Clicks that did something right, of all.
    pub correctness: Option<f64>,
    /// Solved 3BV per click that did something right.
    pub throughput: Option<f64>,
    /// How far the mouse went, in pixels of a cell of 16.
    pub path: f64,
    /// Time divided by 3BV per second.
    pub rqp: Option<f64>,
    /// 3BV against time; only for the classic levels.
    pub stnb: Option<f64>,
}

impl ReplayMeasures {
    fn of(of: &Performance) -> Self {
        Self {
            seconds: of.seconds,
            three_bv: of.three_bv,
            solved: of.solved,
            three_bv_per_second: of.three_bv_per_second,
            openings: of.openings,
            islands: of.islands,
            zini: of.zini.greedy,
            human_zini: of.zini.human,
            clicks: ClickCounts::of(of.clicks),
            effective: ClickCounts::of(of.effective),
            efficiency: of.efficiency,
            correctness: of.correctness,
            throughput: of.throughput,
            path: of.path,
            rqp: of.rqp,
            stnb: of.stnb,
        }
    }
}

/// A replay as the page holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct ReplayFacts {
    /// `avf`, `evf`, `rmv`, `mvf` or `rawvf`.
    pub format: String,
    /// The version of that format.
    pub version: String,
    /// The program it was played with; safe to be shown.
    pub program: String,
    /// Who played; safe to be shown.
    pub player: String,
    /// When, as `2026-11-17 13:45:00`.
    pub played_at: Option<String>,
    /// How it was to be played: `classic`, `upk`, …
    pub mode: String,
    /// Whether a click could not do more than it does here.
    pub plain: bool,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Where the mines are.
    pub mines: Vec<u32>,
    /// `won`, `lost`, or `playing` if it was broken off.
    pub status: String,
    /// How it ended and after how long: `won in 61.20 s`.
    pub ending: String,
    /// What is to be known before the rest is believed, each as what follows "this replay".
    pub remarks: Vec<String>,
    /// Milliseconds from the first open to the end.
    pub time: u32,
    /// What was done that was legal, in order.
    pub actions: Vec<TimedMove>,
    /// What the mouse did.
    pub events: Vec<PointerEvent>,
    /// The numbers that players compare.
    pub measures: ReplayMeasures,
    /// The board as an order may have it, to be played on.
    pub board: String,
}

/// A replay that is played back.
#[derive(Debug)]
pub struct ReplayedGame {
    replay: Replay,
    played: Played,
    /// The game after so many actions.
    at: (usize, Game),
}

impl ReplayedGame {
    /// Reads a replay; of a collection the one of this number, from 0, damaged ones counted.
    pub fn new(bytes: &[u8], number: u32) -> Result<ReplayedGame, WebError> {
        let mut games = replay::each(bytes).map_err(|error| unreadable(&error))?;
        let before = games.by_ref().take(number as usize).count();
        let Some(game) = games.next() else {
            let replays = counted(before, "replay");
            let what = format!("the file holds {replays}, so there is no replay {number}");
            return Err(WebError(what));
        };
        let replay = game.replay.map_err(|error| unreadable(&error))?;
        let played = Played::of(&replay);
        let at = (0, played.beginning.clone());
        Ok(Self { replay, played, at })
    }

    /// All that is known of it.
    pub fn facts(&self) -> ReplayFacts {
        let Self { replay, played, .. } = self;
        let grid = replay.layout.grid();
        let measures = Performance::of(replay, played);
        // The clock of the events is the file's, that of the actions begins with the first open.
        let timed = played.actions.first();
        let began = timed.map_or(0, |first| {
            replay.events.get(first.event).map_or(0, |event| event.time - first.time)
        });
        let side = |pixels: i32| pixels as f32 / replay.square as f32;
        let events = replay.events.iter().map(|event| PointerEvent {
            time: event.time.saturating_sub(began),
            kind: event.kind.name().to_owned(),
            x: side(event.x),
            y: side(event.y),
        });
        let actions = played
            .actions
            .iter()
            .map(|timed| TimedMove { time: timed.time, action: Move::of(timed.action) });
        let mines: Vec<u32> = replay.layout.mines().map(Cell::number).collect();
        let listed: Vec<String> = mines.iter().map(u32::to_string).collect();
        let (width, height) = (grid.width(), grid.height());
        ReplayFacts {
            format: replay.format.name().to_owned(),
            version: replay.version.clone(),
            program: replay.program.to_string(),
            player: replay.player.to_string(),
            played_at: replay.played_at.clone(),
            mode: replay.mode.to_string(),
            plain: replay.mode.is_played_plainly(),
            width,
            height,
            board: format!(
                r#"{{"width":{width},"height":{height},"mines":[{}]}}"#,
                listed.join(",")
            ),
            mines,
            status: played.status.to_string(),
            ending: played.ending(),
            remarks: played.remarks(replay),
            time: played.time,
            actions: actions.collect(),
            events: events.collect(),
            measures: ReplayMeasures::of(&measures),
        }
    }

    /// What was seen after so many actions.
    pub fn position(&mut self, actions: u32) -> Position {
        let wanted = (actions as usize).min(self.played.actions.len());
        if wanted < self.at.0 {
            self.at = (0, self.played.beginning.clone());
        }
        let (done, game) = &mut self.at;
        for timed in &self.played.actions[*done..wanted] {
            if game.status() == Status::Playing {
                // It was legal when it was read.
                _ = game.play(timed.action);
            }
        }
        *done = wanted;
        Position::of(game.view())
    }

    /// Its review, to be made guess by guess.
    pub fn reviewer(&self) -> GameReviewer {
        let actions: Vec<Action> = self.played.actions.iter().map(|timed| timed.action).collect();
        GameReviewer::of(&self.played.beginning, &actions, self.replay.mode)
    }

    /// The same replay as `RawVF` text.
    pub fn rawvf(&self) -> Result<String, WebError> {
        rawvf::write(&self.replay).map_err(WebError::of)
    }
}
