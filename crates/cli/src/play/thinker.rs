//! Who thinks while somebody plays: one thread, so that the board never waits.
//!
//! Every question carries the round it was asked in; what is answered too late belongs to a board
//! that is gone, and is dropped by who asked. A new round stops what is still being thought about.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use surefoot_inference::Stop;

use super::question::{Question, Thought};

/// A thread that answers one question after the other.
pub(super) struct Thinker {
    questions: Sender<(u64, Question, Stop)>,
    answers: Receiver<(u64, Thought)>,
    stop: Stop,
    round: u64,
}

impl Thinker {
    pub(super) fn new() -> std::io::Result<Self> {
        let (questions, asked) = mpsc::channel::<(u64, Question, Stop)>();
        let (given, answers) = mpsc::channel();
        thread::Builder::new().name("thinker".to_owned()).spawn(move || {
            for (round, question, stop) in asked {
                let answered = catch_unwind(AssertUnwindSafe(|| question.answer(&stop)));
                let sorry = || Thought::Sorry("That was too hard; the game goes on.".to_owned());
                if given.send((round, answered.unwrap_or_else(|_| sorry()))).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { questions, answers, stop: Stop::new(), round: 0 })
    }

    /// Asks something; what was asked in earlier rounds is stopped.
    pub(super) fn ask(&mut self, round: u64, question: Question) {
        if round != self.round {
            self.round = round;
            self.stop();
        }
        // It fails only where the thread is gone, and then nobody waits for an answer.
        let _ = self.questions.send((round, question, self.stop.clone()));
    }

    /// Stops everything that was asked so far.
    pub(super) fn stop(&mut self) {
        std::mem::replace(&mut self.stop, Stop::new()).stop();
    }

    /// The next answer, if there is one.
    pub(super) fn answer(&mut self) -> Option<(u64, Thought)> {
        self.answers.try_recv().ok()
    }
}
