//! `docs/league.md` is what `surefoot league` writes, to the last word: nobody edits it by hand.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::atomic::AtomicBool;

use surefoot_lab::league::League;
use surefoot_players::Roster;

/// The words of a page: numbers and the command that made it do not count, and neither does who
/// stands in its table.
fn words(page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in page.lines().filter(|line| !line.starts_with("Not of the house")) {
        let row = line.strip_prefix("| ").is_some_and(|rest| rest.starts_with(char::is_numeric));
        if row {
            continue;
        }
        let line = match line.split_once("Made by `") {
            Some((before, after)) => {
                format!("{before}Made by {}", after.split_once('`').unwrap().1)
            }
            None => line.to_owned(),
        };
        let plain: String =
            line.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        let mut said = String::new();
        for c in plain.chars() {
            if !(c == '0' && said.ends_with('0')) {
                said.push(c);
            }
        }
        lines.push(said);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

#[test]
fn the_page_of_the_league_is_generated() {
    let out = std::env::temp_dir().join(format!("surefoot-league-page-{}", std::process::id()));
    let roster = Roster::standard();
    let league = League::new(&out, &roster).unwrap().of_deals(2);
    for player in ["surefoot", "queue"] {
        league.play(&roster, player, &AtomicBool::new(false), &|_| {}).unwrap();
    }
    let made = league.table().unwrap().markdown("surefoot league");
    std::fs::remove_dir_all(&out).unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("league.md");
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(words(&page), words(&made));
}
