//! Figures that exist, verdicts that follow from them, and a page that was not written by hand.

use super::*;
use crate::experiment::shipped;
use crate::statistics::results::tests::{experiment, record};
use surefoot_players::Roster;

/// Every figure of every claim exists in its experiment: a name that is mistyped would
/// pass for too few games.
#[test]
fn every_figure_can_be_found() {
    let roster = Roster::standard();
    for claim in CLAIMS.iter().filter(|claim| !claim.experiment.is_empty()) {
        let name = claim.experiment;
        let experiment = shipped::find(&roster, name).unwrap_or_else(|| panic!("{name}")).unwrap();
        let seat = |text: &str| {
            assert!(experiment.players.iter().any(|player| player == text), "{name} {text}");
        };
        let at = |at: ClaimSpot| assert!(spot(&experiment, at).is_some(), "{name} {at:?}");
        let of = |text: &str| {
            assert!(measured(&experiment, text).is_some(), "{name} {text}");
        };
        for ClaimEvidence { figure, .. } in &claim.evidence {
            match *figure {
                ClaimFigure::Value(spot, measure) | ClaimFigure::Spread(spot, measure) => {
                    at(spot);
                    of(measure);
                }
                ClaimFigure::Difference(spots, measure) => {
                    spots.into_iter().for_each(at);
                    of(measure);
                }
                ClaimFigure::Overall(panel, players, measure) => {
                    assert!(!places(&experiment, panel).is_empty(), "{name} {panel}");
                    players.into_iter().for_each(seat);
                    of(measure);
                }
                ClaimFigure::Crossing(panel, player, _) => {
                    assert!(!places(&experiment, panel).is_empty(), "{name} {panel}");
                    seat(player);
                }
                ClaimFigure::Power(player) => seat(player),
                ClaimFigure::Correlation(player, measures) => {
                    seat(player);
                    measures.into_iter().for_each(of);
                }
            }
        }
    }
}

/// Verdicts are not written by hand: those of the page follow from its figures.
#[test]
fn the_page_says_what_its_figures_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/write-ups.md");
    // Who has the package alone has no page.
    let Ok(page) = std::fs::read_to_string(path) else { return };
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| |"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), CLAIMS.len());
    for ((number, claim), row) in super::rows().zip(rows) {
        let [at, write_up, says, found, said, ..] = row[..] else { panic!("{row:?}") };
        assert_eq!((at, write_up, says), (&number.to_string()[..], claim.write_up, claim.says));
        if claim.evidence.is_empty() {
            assert_eq!((found, said), (claim.note, "tested"));
            continue;
        }
        let mut rest = found;
        let mut figures = Vec::new();
        for ClaimEvidence { of, wanted, .. } in &claim.evidence {
            rest = rest.strip_prefix(of).unwrap_or_else(|| panic!("{number}: {of} in {rest}"));
            let (figure, after) = rest.split_once("; ").unwrap_or((rest, ""));
            rest = after;
            let numbers: Vec<f64> = figure
                .split(|c: char| !(c.is_ascii_digit() || ".-".contains(c)))
                .filter_map(|part| part.parse().ok())
                .collect();
            let [value, low, high] = numbers[..] else { panic!("{number}: {figure}") };
            let found = FoundFigure { value, interval: Some((low, high)), unit: "", digits: 0 };
            if *wanted != Wanted::Anywhere {
                figures.push(wanted.of(&found));
            }
        }
        assert_eq!(rest, claim.note, "{number}");
        assert_eq!(verdict(&figures), said, "{number}: {found}");
    }
}

/// An interval inside holds, one outside fails, one across is open; one of each depends.
#[test]
fn verdicts_follow_intervals() {
    let experiment = experiment(40, "");
    let bytes = record(&experiment, |point, index, player| match (point, player) {
        (0, 0) => true,
        (0, _) => index < 20,
        _ => index < 2,
    });
    let data = Results::read(&experiment, &bytes[..]).unwrap();
    let at = |player| ClaimFigure::Value(("", "10", player), "won");
    let of = |player, wanted| ClaimEvidence { of: "it wins", figure: at(player), wanted };
    let told = |evidence: &[ClaimEvidence]| decided(evidence, "", &data);
    let (said, holds) = told(&[of("exact", Wanted::Between(30.0, 70.0))]);
    assert_eq!((&said[..], holds), ("it wins 50.0 [35.2, 64.8] %", "holds"));
    assert_eq!(told(&[of("exact", Wanted::Above(70.0))]).1, "fails");
    assert_eq!(told(&[of("exact", Wanted::Below(60.0))]).1, "open");
    let both = ["exact", "queue"].map(|player| of(player, Wanted::Above(80.0)));
    assert_eq!(told(&both).1, "depends");
    assert_eq!(told(&[of("exact", Wanted::Anywhere)]).1, "open");
    let undecided = [of("exact", Wanted::Below(60.0)), of("queue", Wanted::Below(60.0))];
    assert_eq!(told(&undecided).1, "fails");
}
