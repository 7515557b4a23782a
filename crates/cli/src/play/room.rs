//! The room: all that is true while somebody plays, and what each wish changes in it.
//!
//! It draws nothing and reads no keys, so everything it does is tested without a terminal. What
//! takes long is not done here: the room returns a question and is told the answer, which it takes
//! only if the round is still the one in which it asked.

use std::ops::ControlFlow;
use std::time::Instant;

use surefoot_inference::{Analysis, Judgement};
use surefoot_rules::{
    Action, ActionError, Cell, Deal, Grid, Neighbourhood, Point, Status, Tile, View,
};

use super::form::Form;
use super::intent::{Button, Intent};
use super::looking::Looking;
use super::plan::Plan;
use super::question::{Hint, Question, Why};
use super::table::{self, ActionResult, PlayTable};
use super::wanted::{self, WantedGame};

/// All that is true while somebody plays.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) table: PlayTable,
    pub(super) cursor: Point,
    /// The first column and row that are shown.
    pub(super) scroll: (u32, u32),
    /// Whether the cursor must be seen: it was moved, and not the board.
    pub(super) follow: bool,
    /// The cell that the left button holds down.
    pub(super) pressed: Option<Cell>,
    /// Whether probabilities are shown, and those of what is shown.
    pub(super) overlay: bool,
    pub(super) analysis: Option<Analysis>,
    pub(super) panel: SidePanel,
    /// What is said where nothing else is.
    pub(super) said: Vec<String>,
    /// What is waited for.
    pub(super) waiting: Option<&'static str>,
    /// Counts what is seen: an answer to an earlier round is about a board that is gone.
    pub(super) round: u64,
    /// A first click that waits for its board.
    pub(super) first: Option<Cell>,
}

/// What is shown beside the board.
#[derive(Debug)]
pub(super) enum SidePanel {
    Words,
    Hint(Hint),
    Why(Why, usize),
    Review(Box<Looking>),
    Form(Form),
    Help,
}

/// What is to be done outside of the room.
#[derive(Debug)]
pub(super) enum Effect {
    Ask(Question),
    /// Stop what is being thought about.
    Stop,
    /// Write the finished game to a file.
    Save,
    Quit,
}

impl Room {
    pub(super) fn new(table: PlayTable) -> Self {
        let grid = &table.game().rules().grid;
        let cursor = grid.point(grid.middle());
        Self {
            table,
            cursor,
            scroll: (0, 0),
            follow: true,
            pressed: None,
            overlay: false,
            analysis: None,
            panel: SidePanel::Words,
            said: vec!["Open a cell to begin. ? lists the keys.".to_owned()],
            waiting: None,
            round: 0,
            first: None,
        }
    }

    pub(super) fn grid(&self) -> &Grid {
        &self.table.game().rules().grid
    }

    /// What is shown: the game as it stands, or as it was before a guess.
    pub(super) fn view(&self) -> &View {
        match &self.panel {
            SidePanel::Review(looking) => looking.past.as_ref().unwrap_or(self.table.game()).view(),
            _ => self.table.view(),
        }
    }

    /// Whether the end of the game is shown, with all mines.
    pub(super) fn shows_end(&self) -> bool {
        self.table.is_over()
            && !matches!(&self.panel, SidePanel::Review(looking) if looking.past.is_some())
    }

    pub(super) fn say(&mut self, words: impl Into<String>) {
        self.said = vec![words.into()];
        if !matches!(self.panel, SidePanel::Form(_)) {
            self.panel = SidePanel::Words;
        }
    }

    /// Does what is wanted.
    pub(super) fn want(&mut self, intent: Intent, plan: &Plan, now: Instant) -> Option<Effect> {
        if let ControlFlow::Break(effect) = self.want_in_panel(intent) {
            return effect;
        }
        match intent {
            Intent::Move(..)
            | Intent::Home
            | Intent::End
            | Intent::First
            | Intent::Last
            | Intent::Page(_) => {
                self.cursor = walked(self.grid(), self.cursor, intent, plan.shown.1);
                self.follow = true;
                None
            }
            Intent::Scroll(x, y) => {
                self.scroll = (scrolled(plan.from.0, x), scrolled(plan.from.1, y));
                self.follow = false;
                None
            }
            Intent::Point(column, row) => {
                let cell = plan.cell(self.grid(), column, row);
                if let Some(cell) = cell {
                    self.point_at(cell);
                }
                self.pressed = self.pressed.and(cell);
                None
            }
            Intent::Press(button, column, row) => {
                let cell = plan.cell(self.grid(), column, row)?;
                self.point_at(cell);
                self.press(button, cell, now)
            }
            Intent::Release(Button::Left, column, row) => {
                let pressed = self.pressed.take()?;
                let cell = plan.cell(self.grid(), column, row)?;
                if cell == pressed { self.act(cell, now) } else { None }
            }
            Intent::Release(..) => None,
            Intent::Act => self.act(self.here()?, now),
            Intent::Flag => self.play(Action::Flag(self.here()?), now),
            Intent::Chord => self.play(Action::Chord(self.here()?), now),
            Intent::Undo => self.undo(now),
            Intent::Hint => self.hint(),
            Intent::Why => self.why(),
            Intent::Compare => self.compare(),
            Intent::Probabilities => self.switch_overlay(),
            Intent::New => self.deal_next(),
            Intent::Choose => {
                self.panel = SidePanel::Form(Form::new(self.table.wanted));
                None
            }
            Intent::Review => self.review(),
            Intent::Save => self.save(),
            Intent::Help => {
                self.panel = if matches!(self.panel, SidePanel::Help) {
                    SidePanel::Words
                } else {
                    SidePanel::Help
                };
                None
            }
            Intent::Turn(step) => self.turn(step),
            Intent::Close => self.close(),
            Intent::Quit => Some(Effect::Quit),
        }
    }

    /// What keys mean in a form or a list, if not what they always do.
    fn want_in_panel(&mut self, intent: Intent) -> ControlFlow<Option<Effect>> {
        match (&mut self.panel, intent) {
            (SidePanel::Form(form), Intent::Move(x, y)) => {
                if y != 0 {
                    form.go(y);
                } else {
                    form.change(x);
                }
                ControlFlow::Break(None)
            }
            (SidePanel::Form(form), Intent::Act) => {
                let (wanted, deal) = (form.wanted, self.table.deal);
                ControlFlow::Break(
                    self.deal(wanted, Deal::new(deal.seed, deal.index.wrapping_add(1))),
                )
            }
            (SidePanel::Review(_), Intent::Move(0, step)) => ControlFlow::Break(self.turn(step)),
            (
                SidePanel::Review(_),
                Intent::Act | Intent::Flag | Intent::Chord | Intent::Press(..),
            ) => ControlFlow::Break(None),
            _ => ControlFlow::Continue(()),
        }
    }

    pub(super) fn here(&self) -> Option<Cell> {
        self.grid().cell(self.cursor)
    }

    pub(super) fn point_at(&mut self, cell: Cell) {
        self.cursor = self.grid().point(cell);
    }

    fn press(&mut self, button: Button, cell: Cell, now: Instant) -> Option<Effect> {
        match button {
            Button::Left => {
                self.pressed = Some(cell);
                None
            }
            // Both buttons chord.
            Button::Right if self.pressed.take().is_some() => self.play(Action::Chord(cell), now),
            Button::Right if self.table.view().tile(cell).is_closed() => {
                self.play(Action::Flag(cell), now)
            }
            Button::Right => None,
            Button::Middle => self.play(Action::Chord(cell), now),
        }
    }

    /// Opens a closed cell, chords on a number.
    fn act(&mut self, cell: Cell, now: Instant) -> Option<Effect> {
        match self.table.view().tile(cell) {
            Tile::Clue(_) => self.play(Action::Chord(cell), now),
            _ => self.play(Action::Open(cell), now),
        }
    }

    pub(super) fn play(&mut self, action: Action, now: Instant) -> Option<Effect> {
        if self.first.is_some() {
            self.say("Wait for the board, or press Esc to stop looking for it.");
            return None;
        }
        if self.table.is_over() {
            let words = "The game is over: N deals anew, U takes back, R reviews it.";
            self.say(words);
            return None;
        }
        match self.table.play(action, now) {
            Ok(ActionResult::Done) => {
                self.after_move(now);
                self.look_again()
            }
            Ok(ActionResult::Wish(wish)) => {
                self.first = Some(wish.first);
                self.waiting = Some("looking for a board that needs no guess");
                Some(Effect::Ask(Question::Board(wish, self.table.deal)))
            }
            Err(error) => {
                self.say(refusal(&error));
                None
            }
        }
    }

    /// What is said after a move.
    fn after_move(&mut self, now: Instant) {
        self.new_round();
        let judgement = self.table.judgement;
        let words = match (self.table.game().status(), judgement) {
            (Status::Playing, Some(Judgement::Needed)) => "A needed guess: it was safe.",
            (Status::Playing, Some(Judgement::TooWide)) => {
                "Too complex to judge: this one was left to luck."
            }
            (Status::Playing, _) => "",
            (Status::Lost, Some(Judgement::Needless)) => {
                "Kaboom! That guess was needless: a cell was certainly safe. R shows which."
            }
            (Status::Lost, Some(Judgement::Hopeless)) => "Kaboom! That could not be safe.",
            (Status::Lost, _) => "A mine. U takes it back, R reviews the game.",
            _ => "Won!",
        };
        self.said = if words.is_empty() { Vec::new() } else { vec![words.to_owned()] };
        if self.table.is_over() {
            self.said.extend(super::words::ending(&self.table, now));
        }
    }

    fn undo(&mut self, now: Instant) -> Option<Effect> {
        self.stop_waiting();
        if self.table.take_back(now) {
            self.new_round();
            self.said.clear();
            self.look_again()
        } else {
            self.say("There is nothing to take back.");
            None
        }
    }

    /// What was thought about what was seen no longer holds.
    fn new_round(&mut self) {
        self.round += 1;
        self.analysis = None;
        self.waiting = None;
        self.first = None;
        self.panel = SidePanel::Words;
    }

    /// The next deal of the same kind; a given board again.
    fn deal_next(&mut self) -> Option<Effect> {
        if self.table.given {
            let beginning = self.table.history().beginning().clone();
            let mut table = PlayTable::new(self.table.wanted, self.table.deal, beginning);
            table.given = true;
            self.sit_down(table);
            return None;
        }
        let Deal { seed, index } = self.table.deal;
        self.deal(self.table.wanted, Deal::new(seed, index.wrapping_add(1)))
    }

    fn deal(&mut self, wanted: WantedGame, deal: Deal) -> Option<Effect> {
        let table = wanted.rules().and_then(|rules| {
            let wrong =
                |error: surefoot_rules::RulesError| wanted::WantedError::Setting(error.into());
            table::fresh(wanted, rules, deal).map_err(wrong)
        });
        match table {
            Ok(table) => self.sit_down(table),
            Err(error) => {
                let words = format!("{error}: {}.", wanted::advice(&error));
                match &mut self.panel {
                    SidePanel::Form(form) => form.wrong = Some(words),
                    _ => self.say(words),
                }
                return None;
            }
        }
        Some(Effect::Stop)
    }

    fn sit_down(&mut self, table: PlayTable) {
        let (round, overlay) = (self.round + 1, self.overlay);
        *self = Self { round, overlay: false, ..Self::new(table) };
        if overlay {
            self.said.push("Probabilities are off again; P shows them.".to_owned());
        }
    }
}

/// Where a walk leads; a page has so many rows.
fn walked(grid: &Grid, from: Point, intent: Intent, rows: u32) -> Point {
    let (width, height, Point { x, y }) = (grid.width(), grid.height(), from);
    // On a torus there is no edge to stop at.
    let torus = grid.neighbourhood() == Some(Neighbourhood::Torus);
    let go = |at: u32, step: i64, of: u32| {
        let (to, of) = (i64::from(at) + step, i64::from(of));
        (if torus { to.rem_euclid(of) } else { to.clamp(0, of - 1) }) as u32
    };
    match intent {
        Intent::Move(right, down) => {
            Point { x: go(x, right.into(), width), y: go(y, down.into(), height) }
        }
        Intent::Home => Point { x: 0, y },
        Intent::End => Point { x: width - 1, y },
        Intent::First => Point { x: 0, y: 0 },
        Intent::Last => Point { x: width - 1, y: height - 1 },
        Intent::Page(step) => Point { x, y: go(y, i64::from(step) * i64::from(rows), height) },
        _ => from,
    }
}

fn scrolled(at: u32, by: i32) -> u32 {
    at.saturating_add_signed(by)
}

/// Why an action was refused, for somebody who plays.
fn refusal(error: &ActionError) -> String {
    match error {
        ActionError::Promise(error) => {
            format!("{error}: open a cell at the edge, or press L for another board.")
        }
        error => format!("{error}."),
    }
}
