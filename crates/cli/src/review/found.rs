//! All that is found of one replay.

use surefoot_players::review::{self, Review};
use surefoot_rules::Action;
use surefoot_rules::replay::{Performance, Played, Replay, TimedAction};

/// A replay, what happened in it, and what is to be said of it.
pub(crate) struct ReviewedReplay<'a> {
    /// The file it is from.
    pub(crate) name: &'a str,
    pub(crate) replay: &'a Replay,
    pub(crate) played: Played,
    pub(crate) performance: Performance,
    pub(crate) review: Review,
}

impl<'a> ReviewedReplay<'a> {
    pub(crate) fn of(name: &'a str, replay: &'a Replay) -> Self {
        let played = Played::of(replay);
        let performance = Performance::of(replay, &played);
        let actions: Vec<Action> = played.actions.iter().map(|timed| timed.action).collect();
        let review = review::thorough(&played.beginning, &actions);
        Self { name, replay, played, performance, review }
    }

    /// When an action was done, in seconds.
    pub(crate) fn seconds(&self, number: usize) -> f64 {
        let time = self.played.actions.get(number).map_or(0, |TimedAction { time, .. }| *time);
        f64::from(time) / 1000.0
    }
}
