//! Cases drawn from one seed, checked one after the other.

use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use surefoot_rules::Deal;

use surefoot_rules::Random;

use crate::Shrink;

/// The seed of every run for which none is set.
const USUAL: u64 = 2026;
/// The most cases that are tried to make a failing one smaller.
const TRIES: usize = 5_000;

/// The seed of random tests: `SUREFOOT_TEST_SEED`, or the usual one.
///
/// # Panics
/// If the variable is set to anything but a number.
#[must_use]
pub fn seed() -> u64 {
    let Ok(text) = std::env::var("SUREFOOT_TEST_SEED") else { return USUAL };
    let number = text.parse();
    number.unwrap_or_else(|error| panic!("SUREFOOT_TEST_SEED is `{text}`: {error}"))
}

/// So many cases, each from a stream of its own.
#[derive(Clone, Debug)]
pub struct Cases {
    name: &'static str,
    count: u64,
    seed: u64,
}

impl Cases {
    /// Cases of a test by this name, which is part of their streams.
    #[must_use]
    pub fn new(name: &'static str, count: u64) -> Self {
        Self { name, count, seed: seed() }
    }

    /// The stream of one case.
    #[must_use]
    pub fn random(&self, index: u64) -> Random {
        Random::for_player(Deal::new(self.seed, index), self.name)
    }

    /// Draws the cases and checks that something holds of each: that it does not panic.
    ///
    /// # Panics
    /// If it does, with the seed, the case, and the case made small.
    #[track_caller]
    pub fn check<T: Shrink>(
        &self,
        mut draw: impl FnMut(&mut Random) -> T,
        mut holds: impl FnMut(&T),
    ) {
        for index in 0..self.count {
            let case = draw(&mut self.random(index));
            if let Err(failure) = watch(|| holds(&case)) {
                let report = self.report(index, case, failure, holds);
                panic!("{report}");
            }
        }
    }

    /// What is said of a case that fails.
    fn report<T: Shrink>(
        &self,
        index: u64,
        case: T,
        failure: FailedCase,
        mut holds: impl FnMut(&T),
    ) -> String {
        let mut text = format!("{}: case {index} of {} fails\n", self.name, self.count);
        let _ = writeln!(text, "  at {}\n  {}", failure.place, failure.message);
        let _ = writeln!(text, "drawn from SUREFOOT_TEST_SEED={}:\n{}", self.seed, case.drawn());
        let (small, failure, steps) = shrink(case, failure, &mut holds);
        if steps > 0 {
            let _ = writeln!(text, "made smaller in {steps} steps:\n{}", small.drawn());
            let _ = write!(text, "  {}", failure.message);
        }
        text
    }
}

/// The smallest case that is found in which the same assertion fails.
fn shrink<T: Shrink>(
    mut case: T,
    mut failure: FailedCase,
    holds: &mut impl FnMut(&T),
) -> (T, FailedCase, usize) {
    let (mut steps, mut tries) = (0, 0);
    'smaller: loop {
        for candidate in case.smaller() {
            tries += 1;
            if tries > TRIES {
                break 'smaller;
            }
            match watch(|| holds(&candidate)) {
                Err(found) if found.place == failure.place => {
                    (case, failure) = (candidate, found);
                    steps += 1;
                    continue 'smaller;
                }
                _ => {}
            }
        }
        break;
    }
    (case, failure, steps)
}

/// Where and why something panicked.
#[derive(Clone, Debug, Default)]
struct FailedCase {
    place: String,
    message: String,
}

thread_local! {
    /// Whether this thread's panics are kept instead of printed.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<FailedCase> = RefCell::default();
}

/// Does something, and tells why if it panics.
fn watch(act: impl FnOnce()) -> Result<(), FailedCase> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !WATCHED.get() {
                return usual(info);
            }
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let message = info.payload_as_str().unwrap_or("a panic without words").to_owned();
            LAST.with_borrow_mut(|last| *last = FailedCase { place, message });
        }));
    });
    WATCHED.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(act));
    WATCHED.set(false);
    done.map_err(|_| LAST.take())
}
