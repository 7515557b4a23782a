//! An A/A experiment: a player against itself under another name, hence with other random
//! choices. Whatever the laboratory claims of the two is false, and 5 % are allowed.
//!
//! Points share deals; before differences were pooled by deal, a fifth of such claims were
//! made.

#![allow(clippy::unwrap_used)]

use surefoot_lab::experiment::measure::Measure;
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::run;
use surefoot_lab::statistics::results::Results;
use surefoot_players::{Entry, Roster};

/// How often, out of so many seeds, a difference is claimed over all points, and at the first
/// point alone.
fn false_claims(game: &str, deals: u64, seeds: u64) -> (u64, u64) {
    let twin = Entry::with_options("twin", [], |_| Roster::standard().call("closure"));
    let roster = &Roster::standard().with(twin.versioned("closure")).unwrap();
    let text = format!(
        "title = \"A/A\"\nquestion = \"Is it itself?\"\ngame = \"{game}\"\n\
         players = [\"closure\", \"twin\"]\ndeals = {deals}\nsetting.size = \"6x6\"\n\
         sweep = {{ over = \"mines\", values = [4, 5, 6, 7, 8, 9, 10, 11] }}\n"
    );
    let mut experiment = Experiment::read(roster, "same", "same.toml", &text).unwrap();
    let (mut pooled, mut single) = (0, 0);
    for seed in 0..seeds {
        experiment.seed = seed;
        let record = run::whole_record(&experiment, roster).unwrap();
        let results = Results::read(&experiment, &record[..]).unwrap();
        let measure = experiment.measures[0];
        assert_ne!(measure, Measure::Seconds);
        let pairs: Vec<_> = (0..8).map(|point| ((point, 1), (point, 0))).collect();
        pooled += u64::from(results.pooled(&pairs, measure).unwrap().is_real());
        single += u64::from(results.difference((0, 1), (0, 0), measure).unwrap().is_real());
    }
    (pooled, single)
}

/// 2 to 9 % of 200.
#[test]
fn a_player_is_rarely_told_from_itself() {
    let (pooled, single) = false_claims("score", 20, 200);
    assert!((4..=18).contains(&pooled), "{pooled} of 200 over all points");
    assert!(single <= 18, "{single} of 200 at one point");
}

/// The same with more seeds and games, closer.
#[test]
#[ignore = "slow: scripts/test --all"]
fn a_player_is_told_from_itself_in_five_of_a_hundred_runs() {
    for (game, deals) in [("score", 60), ("win", 100)] {
        let (pooled, single) = false_claims(game, deals, 2000);
        assert!((70..=130).contains(&pooled), "{game}: {pooled} of 2000 over all points");
        assert!(single <= 130, "{game}: {single} of 2000 at one point");
    }
}
