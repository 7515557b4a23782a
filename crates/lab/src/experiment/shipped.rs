//! The experiments that come with the binary, so that the laboratory works anywhere.

use surefoot_players::Roster;

use crate::experiment::plan::{Experiment, PlanError};

macro_rules! shipped {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../experiments/", $name, ".toml")))),*]
    };
}

/// Name and file of every shipped experiment, in the order in which they are reported.
pub const SHIPPED: [(&str, &str); 39] = shipped![
    "league-win"
    "league-score"
    "league-dig"
    "league-course"
    "league"
    "win-rates"
    "forced-guesses"
    "first-click"
    "probability-map"
    "dig-area"
    "dig-density"
    "course-boards"
    "runtime-area"
    "runtime-density"
    "runtime-large"
    "gauss-cutoff"
    "gauss-cutoff-dig"
    "periphery-readings"
    "score-density"
    "score-told"
    "hardness"
    "hardness-win"
    "window-size"
    "flags-by-reason"
    "unsound-window"
    "unsound-gauss"
    "uncertain-silent"
    "uncertain-optimistic"
    "uncertain-cautious"
    "uncertain-win"
    "uncertain-uniform"
    "believe"
    "influence-density"
    "influence-order"
    "influence-clusters"
    "influence-reach"
    "influence-difficulty"
    "influence-short"
    "influence-search"
];

/// The file of a shipped experiment.
pub fn text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// A shipped experiment between players of this roster; `None` if there is none of that name.
///
/// ```
/// use surefoot_lab::experiment::shipped;
/// use surefoot_players::Roster;
///
/// let league = shipped::find(&Roster::standard(), "league").unwrap()?;
/// assert!(league.players.contains(&"surefoot".to_owned()));
/// # Ok::<(), surefoot_lab::experiment::plan::PlanError>(())
/// ```
pub fn find(roster: &Roster, name: &str) -> Option<Result<Experiment, PlanError>> {
    let file = format!("experiments/{name}.toml");
    text(name).map(|text| Experiment::read(roster, name, &file, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use surefoot_players::Entry;

    #[test]
    fn every_file_is_shipped_and_can_be_played() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        let names: BTreeSet<String> = SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(files, names);
        for (name, _) in SHIPPED {
            let experiment =
                find(&Roster::standard(), name).unwrap().unwrap_or_else(|error| panic!("{error}"));
            // The write-ups ask for a spread over at least five trials.
            assert!(experiment.position.is_some() || experiment.deals >= 5, "{name}");
            assert!(experiment.quick <= experiment.deals, "{name}");
            if name.starts_with("league") {
                let roster = Roster::standard();
                let all: Vec<&str> = roster.entries().iter().map(Entry::name).collect();
                assert_eq!(experiment.players, all, "{name}: everybody plays in the league");
            }
        }
    }
}
