//! What the room asks, and what it does with the answers.

use std::time::Instant;

use surefoot_rules::Action;

use super::looking::Looking;
use super::question::{Question, Thought};
use super::room::{Effect, Room, SidePanel};

impl Room {
    /// The question whose answer is always to be seen, if there is one.
    pub(super) fn look_again(&mut self) -> Option<Effect> {
        let wanted = self.overlay && !self.shows_end() && !self.is_promised();
        wanted.then(|| Effect::Ask(Question::Analysis(self.view().clone())))
    }

    fn is_promised(&self) -> bool {
        let game = self.table.game();
        game.brief().promise.is_due(game.view())
    }

    pub(super) fn switch_overlay(&mut self) -> Option<Effect> {
        self.overlay = !self.overlay;
        if self.overlay && self.is_promised() {
            self.say("The first click is safe wherever it is. Probabilities come after it.");
        }
        self.table.help.looked |= self.overlay && !self.table.is_over();
        self.analysis = None;
        self.look_again()
    }

    pub(super) fn hint(&mut self) -> Option<Effect> {
        if self.table.is_over() {
            self.say("The game is over. R reviews it.");
            return None;
        }
        self.waiting = Some("thinking");
        let game = self.table.game();
        Some(Effect::Ask(Question::Hint(game.view().clone(), game.brief().promise)))
    }

    pub(super) fn why(&mut self) -> Option<Effect> {
        let (here, view) = (self.here()?, self.view());
        let cell = match &self.panel {
            SidePanel::Hint(hint) if !view.tile(here).is_closed() => hint.cell,
            _ => here,
        };
        if self.is_promised() {
            self.say("The first click is safe wherever it is: that is the promise.");
            return None;
        }
        if !self.view().tile(cell).is_closed() {
            let point = self.grid().point(cell);
            self.say(format!("{point} is open. Ask about a closed cell."));
            return None;
        }
        if self.shows_end() {
            self.say("The game is over. R reviews it, U takes moves back.");
            return None;
        }
        self.waiting = Some("looking for a proof");
        Some(Effect::Ask(Question::Why(self.view().clone(), cell)))
    }

    /// Compares what was hinted at with the cell at the cursor.
    pub(super) fn compare(&mut self) -> Option<Effect> {
        let here = self.here()?;
        match &self.panel {
            SidePanel::Hint(hint) if hint.cell != here => {
                let hinted = hint.cell;
                self.waiting = Some("comparing");
                Some(Effect::Ask(Question::Compare(self.view().clone(), hinted, here)))
            }
            _ => {
                self.say("Ask for a hint with H, go to another cell, then compare with V.");
                None
            }
        }
    }

    pub(super) fn review(&mut self) -> Option<Effect> {
        if !self.table.is_over() {
            self.say("The review comes when the game is over.");
            return None;
        }
        self.waiting = Some("looking at every guess");
        let history = self.table.history();
        let beginning = Box::new(history.in_hindsight());
        Some(Effect::Ask(Question::Review(beginning, history.actions().to_vec())))
    }

    pub(super) fn save(&mut self) -> Option<Effect> {
        if !self.table.is_over() {
            self.say("A replay can be saved when the game is over.");
            return None;
        }
        Some(Effect::Save)
    }

    /// Turns the page of what is shown.
    pub(super) fn turn(&mut self, step: i32) -> Option<Effect> {
        match &mut self.panel {
            SidePanel::Why(why, page) => {
                let last = why.pages.len().saturating_sub(1);
                *page = page.saturating_add_signed(step as isize).min(last);
                None
            }
            SidePanel::Review(looking) => {
                let point = looking.turn(step, self.table.history());
                if let Some(point) = point {
                    (self.cursor, self.follow) = (point, true);
                }
                self.round += 1;
                self.analysis = None;
                self.overlay = true;
                self.look_again()
            }
            _ => None,
        }
    }

    /// Leaves what is shown, or stops what is thought about.
    pub(super) fn close(&mut self) -> Option<Effect> {
        if self.stop_waiting() {
            self.round += 1;
            self.say("Stopped.");
            return Some(Effect::Stop);
        }
        if matches!(self.panel, SidePanel::Words) {
            self.said.clear();
        }
        let looked_back = matches!(self.panel, SidePanel::Review(_));
        self.panel = SidePanel::Words;
        if looked_back {
            self.round += 1;
            self.analysis = None;
        }
        self.look_again()
    }

    pub(super) fn stop_waiting(&mut self) -> bool {
        self.first = None;
        self.waiting.take().is_some()
    }

    /// Takes an answer, unless it is about a board that is gone.
    pub(super) fn take(&mut self, round: u64, answer: Thought, now: Instant) -> Option<Effect> {
        if round != self.round {
            return None;
        }
        if !matches!(answer, Thought::Analysis(_)) {
            self.waiting = None;
        }
        match answer {
            Thought::Analysis(analysis) => self.analysis = Some(analysis),
            Thought::Hint(hint) => {
                self.table.help.hints += 1;
                // A comparison leaves the cursor where it is.
                if !matches!(&self.panel, SidePanel::Hint(before) if before.cell == hint.cell) {
                    self.point_at(hint.cell);
                    self.follow = true;
                }
                self.panel = SidePanel::Hint(hint);
            }
            Thought::Why(why) => self.panel = SidePanel::Why(why, 0),
            Thought::Review(review) => {
                let kaboom = self.table.wanted.kaboom;
                let looking = Looking { review: *review, guess: None, past: None, kaboom };
                self.panel = SidePanel::Review(Box::new(looking));
            }
            Thought::Board(layout, first) => {
                self.first = None;
                if self.table.lay(&layout).is_ok() {
                    return self.play(Action::Open(first), now);
                }
            }
            Thought::TooComplex => {
                // Nor would it be less so while it stays on.
                self.overlay = false;
                self.first = None;
                self.say("Too complex to count exactly.");
            }
            Thought::Sorry(words) => {
                self.first = None;
                self.say(words);
            }
            Thought::Stopped => self.first = None,
        }
        None
    }
}
