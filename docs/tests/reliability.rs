//! What `docs/reliability.md` says is tested is tested: each test that it names is there.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The names of all tests in the Rust files under a folder.
fn collect_tests(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_tests(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            // What stands between the attribute and the function are other attributes.
            let after = ["#[test]", "#[tokio::test"].map(|mark| text.split(mark).skip(1));
            let names = after
                .into_iter()
                .flatten()
                .filter_map(|rest| rest.split_once("fn ")?.1.split_once('('));
            into.extend(names.map(|(name, _)| name.to_owned()));
        }
    }
}

/// Whether a word in backticks is the name of a test: those here are sentences.
fn is_test(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    word.chars().all(plain) && word.matches('_').count() >= 2
}

#[test]
fn every_test_that_is_named_is_there() {
    let mut tests = BTreeSet::new();
    collect_tests(&Path::new(ROOT).join("crates"), &mut tests);
    let text = fs::read_to_string(Path::new(ROOT).join("docs/reliability.md")).unwrap();
    let named = |text: &str| -> Vec<String> {
        let quoted = text.split('`').skip(1).step_by(2);
        quoted.filter(|word| is_test(word)).map(str::to_owned).collect()
    };
    let missing: Vec<String> =
        named(&text).into_iter().filter(|name| !tests.contains(name)).collect();
    assert!(missing.is_empty(), "no such tests: {missing:#?}");
    assert!(named(&text).len() > 100, "{}", named(&text).len());

    // Whatever was found has its test.
    let (_, found) = text.split_once("\n## What was found and mended\n").unwrap();
    let rows = found.lines().filter(|line| line.starts_with("| ")).skip(1);
    let without: Vec<&str> = rows.filter(|row| named(row).is_empty()).collect();
    assert!(without.is_empty(), "found, and without a test: {without:#?}");
}
