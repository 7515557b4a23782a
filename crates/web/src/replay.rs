//! Replays on the page: read from bytes, played back and reviewed guess by guess.
//!
//! A replay crosses once, as data: its board, what the mouse did, the actions that came of it with
//! their times, and its measures. Positions at any moment and the review stay here and are asked
//! for one by one, so that a page can show the first while the last is still looked into.

use serde::{Deserialize, Serialize};
use surefoot_players::review::{self, Guess, ThoroughReview};
use surefoot_rules::replay::{self, Clicks, GameMode, Performance, Played, Replay, rawvf};
use surefoot_rules::{Action, Cell, Game, Grid, Status, counted};
use tsify::Tsify;

use crate::coach::Odds;
use crate::replay_file::{mode, unreadable};
use crate::{Move, Order, Position, WebError};

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

/// A guess and what it was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct WeighedGuess {
    /// Which action it was, from 0.
    pub number: u32,
    /// What was done.
    pub action: Move,
    /// How likely it was to hit no mine.
    pub safety: f64,
    /// The hidden cell that was least likely a mine.
    pub safest: Option<u32>,
    /// How safe that was.
    pub safest_safety: Option<f64>,
    /// What `surefoot` would have done.
    pub better: Option<Move>,
    /// How safe that was.
    pub better_safety: Option<f64>,
    /// The probability to win by that: what the position was worth. Null until it is weighed.
    pub win: Option<Odds>,
    /// The probability to win by what was done.
    pub chosen_win: Option<f64>,
    /// The win probability that was lost.
    pub lost: Option<f64>,
    /// `sound`, `mistake` or `avoidable`.
    pub verdict: String,
    /// The same in words, as `avoidable, only early`.
    pub verdict_words: String,
    /// Whether it was avoidable and yet cost nothing, since it would have been due in any case.
    pub only_early: bool,
    /// Whether it went well.
    pub survived: bool,
    /// A cell that was certainly safe.
    pub missed: Option<u32>,
    /// That it was, in words.
    pub missed_words: Option<String>,
    /// How that could have been known, a sentence each.
    pub missed_why: Vec<String>,
}

impl WeighedGuess {
    fn of(guess: &Guess, grid: &Grid) -> Self {
        let (safest, safest_safety) = guess.safest.unzip();
        let (better, better_safety) = guess.better.as_ref().map(|(a, b)| (a, *b)).unzip();
        Self {
            number: guess.number as u32,
            action: Move::of(guess.action),
            safety: guess.safety,
            safest: safest.map(Cell::number),
            safest_safety,
            better: better.map(|choice| Move::of(choice.action)),
            better_safety,
            win: guess.worth.map(|worth| Odds::of(worth.best)),
            chosen_win: guess.worth.map(|worth| worth.chosen),
            lost: guess.worth.map(review::Worth::lost),
            verdict: guess.verdict().name().to_owned(),
            verdict_words: guess.in_a_word().to_owned(),
            only_early: guess.is_only_early(),
            survived: guess.survived,
            missed: guess.missed.as_ref().map(|missed| missed.cell.number()),
            missed_words: guess.missed_in_words(grid),
            missed_why: guess.missed.as_ref().map_or(Vec::new(), |missed| missed.steps.clone()),
        }
    }
}

/// What a review says so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct ReviewSoFar {
    /// The guesses, in order; those weighed so far have their worth.
    pub guesses: Vec<WeighedGuess>,
    /// How many are weighed.
    pub weighed: u32,
    /// The win probability after the first click, once it is weighed.
    pub start: Option<Odds>,
    /// The probability that the guesses which went well would; null where mines give way to guesses.
    pub luck: Option<f64>,
    /// The same as a sum of negative decimal logarithms.
    pub p_luck: Option<f64>,
    /// The win probability lost by the guesses weighed so far.
    pub lost: f64,
    /// Why there are no guesses to be told, if there are none.
    pub without_guesses: Option<String>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

/// What the weighing of one position found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct WeighedPosition {
    /// 0 for the position after the first click, 1 for that of the first guess, and so on.
    pub position: u32,
    /// What the position after the first click was worth.
    pub start: Option<Odds>,
    /// The guess that was made in any other.
    pub guess: Option<WeighedGuess>,
}

/// A game that is looked at again, one guess after the other.
#[derive(Debug)]
pub struct GameReviewer {
    looking: ThoroughReview,
    grid: Grid,
    /// Whether a guess that has to be made may hit a mine.
    can_fail: bool,
}

impl GameReviewer {
    /// Looks at a game of the page: what was ordered, and what was done.
    pub fn new(order: &Order, moves: &[Move]) -> Result<GameReviewer, WebError> {
        let played = crate::Game::after(order, moves)?;
        let history = played.history();
        Ok(Self::of(&history.in_hindsight(), history.actions(), mode(order)))
    }

    fn of(beginning: &Game, actions: &[Action], mode: GameMode) -> Self {
        let (looking, grid) =
            (ThoroughReview::new(beginning, actions), beginning.view().grid().clone());
        Self { looking, grid, can_fail: mode.guesses_can_fail() }
    }

    /// Weighs the next guess; false when all are weighed.
    pub fn weigh_next(&mut self) -> bool {
        self.looking.weigh_next()
    }

    /// Weighs one position: that after the first click is 0, that of the first guess is 1; nothing if
    /// there is none. What is found does not depend on what was weighed before: several workers may share a
    /// game.
    pub fn weigh(&mut self, position: u32) -> Option<WeighedPosition> {
        let index = position as usize;
        if !self.looking.weigh(index) {
            return None;
        }
        let review = self.looking.review();
        Some(match index.checked_sub(1) {
            None => WeighedPosition { position, start: review.start.map(Odds::of), guess: None },
            Some(at) => WeighedPosition {
                position,
                start: None,
                guess: Some(WeighedGuess::of(&review.guesses[at], &self.grid)),
            },
        })
    }

    /// What is found so far.
    pub fn so_far(&self) -> ReviewSoFar {
        let found = self.looking.review();
        ReviewSoFar {
            guesses: found
                .guesses
                .iter()
                .map(|guess| WeighedGuess::of(guess, &self.grid))
                .collect(),
            weighed: self.looking.weighed() as u32,
            start: found.start.map(Odds::of),
            luck: self.can_fail.then(|| found.luck()),
            p_luck: self.can_fail.then(|| found.p_luck()),
            lost: found.lost(),
            without_guesses: found.without_guesses().map(str::to_owned),
            left_out: found.left_out(),
        }
    }
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
