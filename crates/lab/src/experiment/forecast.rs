//! What an experiment will cost, before it is played: hours of CPU time and the size of its
//! record.
//!
//! Players differ by a factor of a thousand and points by another, so the number of games says
//! nothing. A few deals of every point are played instead, twice as many each time until that
//! has taken a moment, and the rest is taken to be like them.

use std::io;
use std::time::Duration;

use cpu_time::ProcessTime;
use surefoot_players::Roster;

use crate::experiment::plan::Experiment;
use crate::experiment::run::whole_record;

/// What an experiment will cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Its games.
    pub games: u64,
    /// How many of them were played to foretell the rest.
    pub played: u64,
    /// The CPU time of all of them, in seconds.
    pub seconds: f64,
    /// The bytes of its record.
    pub bytes: u64,
}

impl Forecast {
    /// Plays some deals of an experiment, for about this time, and foretells the rest. An
    /// experiment that may stop early costs this much at the most.
    ///
    /// ```
    /// use std::time::Duration;
    /// use surefoot_lab::experiment::{forecast::Forecast, shipped};
    /// use surefoot_players::Roster;
    ///
    /// let roster = Roster::standard();
    /// let experiment = shipped::find(&roster, "score-told").unwrap()?;
    /// let forecast = Forecast::of(&experiment, &roster, Duration::from_millis(1))?;
    /// assert!(forecast.played < forecast.games && forecast.seconds > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(experiment: &Experiment, roster: &Roster, patience: Duration) -> io::Result<Self> {
        let (all, games) = (experiment.deals, experiment.games());
        let mut sample = Experiment { deals: 1, ..experiment.clone() };
        loop {
            let begun = ProcessTime::now();
            let record = whole_record(&sample, roster)?;
            let spent = begun.elapsed();
            let played = sample.games();
            if spent >= patience || sample.deals >= all {
                let times = games as f64 / played.max(1) as f64;
                let seconds = spent.as_secs_f64() * times;
                let bytes = (record.len() as f64 * times) as u64;
                return Ok(Self { games, played, seconds, bytes });
            }
            sample.deals = (2 * sample.deals).min(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::shipped;

    #[test]
    fn a_forecast_of_everything_is_what_it_was() {
        let roster = Roster::standard();
        let mut experiment = shipped::find(&roster, "score-told").unwrap().unwrap();
        experiment.deals = 1;
        let forecast = Forecast::of(&experiment, &roster, Duration::MAX).unwrap();
        let record = whole_record(&experiment, &roster).unwrap();
        assert_eq!((forecast.played, forecast.games), (experiment.games(), experiment.games()));
        // Times differ by some digits.
        let (told, is) = (forecast.bytes as f64, record.len() as f64);
        assert!((told / is - 1.0).abs() < 0.1, "{told}, not {is}");
    }
}
