//! What the targets do with their input: read it as one format, or count the view that it
//! stands for. What a follower of games does with it is `surefoot_soundness::following`.
//!
//! `cargo fuzz run drawing` (on a stable toolchain with `RUSTC_BOOTSTRAP=1`).
//! Inputs worth keeping go to `corpus/TARGET/`; the ordinary tests replay them.

use std::cell::RefCell;

use surefoot_rules::Random;
use surefoot_rules::notation::{self, Format, ReadOptions};
use surefoot_rules::replay::{self, Played, Replay, ReplayError, ReplayFormat, rawvf};
use surefoot_soundness::counting::{ERROR, Witnesses};
use surefoot_soundness::{bytes, constructed, whole_numbers};

thread_local! {
    static WITNESSES: RefCell<Witnesses> = RefCell::default();
}

/// Counts the view that the bytes stand for, in every way there is, against enumeration.
pub fn count(bytes: &[u8]) {
    let Some((view, unknown)) = bytes::view(bytes) else { return };
    let mut random = Random::named("fuzzed", [bytes.len() as u64, 0]);
    WITNESSES.with_borrow_mut(|witnesses| witnesses.check(&view, unknown, &mut random));
}

/// Counts the many components that the bytes stand for, against whole numbers.
pub fn count_components(bytes: &[u8]) {
    let Some((view, unknown)) = constructed::components(bytes) else { return };
    let mut random = Random::named("fuzzed", [bytes.len() as u64, 1]);
    let error = whole_numbers::largest_error(&view, unknown, &mut random);
    assert!(error.is_none_or(|error| error <= ERROR), "{error:?} in\n{view:?}");
    assert!(error.is_some() || view.mines().is_none(), "refused\n{view:?}");
}

/// Reads as whatever replay it is.
pub fn replay(bytes: &[u8]) {
    play(replay::read(bytes));
}

/// Reads as a replay of one format.
pub fn replay_as(format: ReplayFormat, bytes: &[u8]) {
    play(replay::read_as(bytes, format));
}

/// What is read can be played, and written and read again as the same game.
fn play(replays: Result<Vec<Replay>, ReplayError>) {
    for replay in replays.unwrap_or_default() {
        let end = Played::of(&replay).end;
        let text = rawvf::write(&replay).expect("replays are of the classic grid");
        let again = rawvf::read(text.as_bytes()).expect("what we write is readable");
        assert_eq!(Played::of(&again).end.view(), end.view());
    }
}

/// Reads as one format. What is read must be drawn and read back the same.
pub fn exercise(format: Format, bytes: &[u8]) {
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let Ok(documents) = notation::read(bytes, options) else { return };
    for document in documents {
        let drawn = notation::write(&document, Format::Drawing).expect("regular grids are drawn");
        let again = notation::read(&drawn, ReadOptions::default()).expect("a drawing is readable");
        if let Some(view) = document.view() {
            assert_eq!(again[0].view(), Some(view));
        } else {
            assert_eq!(again[0].board().map(|b| b.layout), document.board().map(|b| b.layout));
        }
    }
}
