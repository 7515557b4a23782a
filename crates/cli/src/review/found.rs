//! All that is found of one replay.

use surefoot_players::review::{Review, ThoroughReview};
use surefoot_rules::replay::{Performance, Played, Replay, TimedAction};
use surefoot_rules::{Action, Status};

/// A replay, what happened in it, and what is to be said of it.
pub(crate) struct ReviewedReplay<'a> {
    /// The file it is from, and which of its games.
    pub(crate) name: String,
    pub(crate) replay: &'a Replay,
    pub(crate) played: Played,
    pub(crate) performance: Performance,
    pub(crate) review: Review,
}

impl<'a> ReviewedReplay<'a> {
    pub(crate) fn of(name: String, replay: &'a Replay) -> Self {
        Self::with(name, replay, |_, _| {})
    }

    /// The same; `weighed` is told how many positions are weighed, of how many.
    pub(crate) fn with(
        name: String,
        replay: &'a Replay,
        mut weighed: impl FnMut(u64, u64),
    ) -> Self {
        let played = Played::of(replay);
        let performance = Performance::of(replay, &played);
        let actions: Vec<Action> = played.actions.iter().map(|timed| timed.action).collect();
        let mut looking = ThoroughReview::new(&played.beginning, &actions);
        let (mut done, all) = (0, looking.positions() as u64);
        weighed(done, all);
        while looking.weigh_next() {
            done += 1;
            weighed(done, all);
        }
        let review = looking.into_review();
        Self { name, replay, played, performance, review }
    }

    /// What the file says of the game and is not so, in a sentence.
    pub(crate) fn false_claims(&self) -> Option<String> {
        let claims = self.played.false_claims(self.replay);
        let claims: Vec<String> = claims.iter().map(ToString::to_string).collect();
        (!claims.is_empty()).then(|| claims.join(", and "))
    }

    /// How the game ended.
    pub(crate) fn status(&self) -> &'static str {
        match self.played.status {
            Status::Won => "won",
            Status::Lost => "lost",
            _ => "broken off",
        }
    }

    /// When an action was done, in seconds.
    pub(crate) fn seconds(&self, number: usize) -> f64 {
        let time = self.played.actions.get(number).map_or(0, |TimedAction { time, .. }| *time);
        f64::from(time) / 1000.0
    }
}
