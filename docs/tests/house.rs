//! The house is as ARCHITECTURE.md and CONTRIBUTING.md say: rooms, words, tunables, lengths.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// The source files under a folder, named from the root; `aside` are folders to leave out.
fn sources(folder: &str, endings: &[&str], aside: &[&str]) -> Vec<(String, String)> {
    let mut folders = vec![PathBuf::from(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(Path::new(ROOT).join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            let name = path.to_str().unwrap().replace('\\', "/");
            if entry.file_type().unwrap().is_dir() {
                if !aside.iter().any(|aside| name.ends_with(aside)) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(entry.path()).unwrap();
                files.push((name, text));
            }
        }
    }
    files.sort();
    files
}

/// Where the sources of a part of the house are.
fn home(part: &str) -> PathBuf {
    let folder = match part {
        "web" => "web/src".to_owned(),
        "crates/web" => "crates/web/src".to_owned(),
        part => format!("crates/{part}/src"),
    };
    Path::new(ROOT).join(folder)
}

/// Whether a room, or a file of one, is there.
fn stands(part: &str, room: &str) -> bool {
    let home = home(part);
    match room.strip_suffix('/') {
        Some(folder) => home.join(folder).is_dir(),
        None => ["rs", "ts"].iter().any(|ending| home.join(format!("{room}.{ending}")).is_file()),
    }
}

/// The words of a text in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The first two columns of the rows of tables in a text.
fn rows(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let (first, rest) = line.strip_prefix("| ")?.split_once(" | ")?;
        Some((first, rest.trim_end_matches(" |")))
    })
}

fn section<'a>(text: &'a str, title: &str) -> &'a str {
    let text = text.split_once(&format!("\n## {title}\n")).unwrap().1;
    text.split("\n## ").next().unwrap()
}

#[test]
fn walks_pass_rooms_that_stand_and_none_twice() {
    let text = document("ARCHITECTURE.md");
    let mut walks = 0;
    for (walk, rooms) in rows(section(&text, "Five walks")).skip(1) {
        let (mut part, mut passed) = ("", BTreeSet::new());
        for step in rooms.split(" → ") {
            let named = step.split('`').next().unwrap().trim();
            if !named.is_empty() {
                part = named;
            }
            for room in quoted(step) {
                assert!(stands(part, room), "{walk}: there is no {room} in {part}");
                assert!(passed.insert((part, room)), "{walk}: {part} {room} is passed twice");
            }
        }
        assert!(passed.len() > 8, "{walk}: {passed:?}");
        walks += 1;
    }
    assert_eq!(walks, 5);
}

#[test]
fn rooms_of_the_tables_stand() {
    let text = document("ARCHITECTURE.md");
    let parts = [
        ("Inside `rules`", "rules", ""),
        ("Inside `inference`", "inference", ""),
        ("Inside `players`", "players", ""),
        ("Inside `lab`", "lab", ""),
        ("The terminal game", "cli", "play/"),
        ("The server", "cli", "serve/"),
        ("The page", "web", ""),
    ];
    for (title, part, folder) in parts {
        let mut named = BTreeSet::new();
        // Tables of figures have no names in their first column.
        for (rooms, _) in rows(section(&text, title)) {
            // A heading of a table, or something that is no room.
            if rooms.starts_with("in `") {
                continue;
            }
            for room in quoted(rooms) {
                assert!(stands(part, &format!("{folder}{room}")), "no {room} in {part}");
                named.insert(room.trim_end_matches('/').split('/').next().unwrap().to_owned());
            }
        }
        // What has a folder is worth a line.
        let home = home(part).join(folder);
        for entry in fs::read_dir(home).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().to_str().unwrap().to_owned();
            let is_room = entry.file_type().unwrap().is_dir() && name != "tests";
            assert!(!is_room || named.contains(&name), "{title} does not tell of {name}/");
        }
    }
}

#[test]
fn the_glossary_has_each_word_once_and_in_order() {
    let text = document("GLOSSARY.md");
    let words: Vec<&str> = rows(&text).skip(1).map(|(word, _)| word.trim_matches('*')).collect();
    assert!(words.len() > 60);
    // 3BV is read three-BV.
    let key = |word: &&str| word.replace("3BV", "threebv").replace([' ', '-'], "").to_lowercase();
    let mut sorted = words.clone();
    sorted.sort_by_key(key);
    assert_eq!(words, sorted);
    let once: BTreeSet<&str> = words.iter().copied().collect();
    assert_eq!(once.len(), words.len());
}

/// Types of one name that stand for one thing: as it is, and as it is typed or sent.
const MIRRORED: &[&str] = &[
    "Arrow",
    "BestCell",
    "Chains",
    "Clash",
    "Explanation",
    "Game",
    "GameReviewer",
    "PlayerOption",
    "ProofStep",
    "ReplayedGame",
    "Step",
    "WatchedGame",
];

#[test]
fn a_type_name_stands_for_one_thing() {
    let aside = ["/tests", "/benches", "/examples", "/testing", "/witnesses", "/soundness"];
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in sources("crates", &[".rs"], &aside) {
        let (code, _) = text.split_once("\n#[cfg(test)]\nmod tests {").unwrap_or((&text, ""));
        let code = if file.ends_with("/tests.rs") { "" } else { code };
        for line in code.lines() {
            let rest = ["pub ", "pub(crate) ", "pub(super) "]
                .iter()
                .find_map(|seen_by| line.strip_prefix(seen_by))
                .unwrap_or(line);
            let kinds = ["struct ", "enum ", "trait ", "type "];
            let Some(rest) = kinds.iter().find_map(|kind| rest.strip_prefix(kind)) else {
                continue;
            };
            let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap();
            seen.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    assert!(seen.len() > 500, "{}", seen.len());
    seen.retain(|_, files| files.len() > 1);
    seen.retain(|name, _| !MIRRORED.contains(&name.as_str()));
    assert!(seen.is_empty(), "names of several things: {seen:#?}");
}

/// What a file says of itself before it begins.
fn head(text: &str) -> String {
    // A docstring, or the first comment of a style sheet.
    for (begin, end) in [("\"\"\"", "\"\"\""), ("/*", "*/")] {
        if let Some(rest) = text.strip_prefix(begin) {
            return rest.split(end).next().unwrap_or_default().to_owned();
        }
    }
    let lines = text.lines().take_while(|line| line.starts_with("//"));
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn files_are_short_or_say_why_not() {
    let mut files = sources("crates", &[".rs"], &["/page", "/target"]);
    files.extend(sources("docs", &[".rs"], &[]));
    files.extend(sources("web/src", &[".ts", ".css"], &[]));
    files.extend(sources("web/test", &[".ts"], &[]));
    files.extend(sources("python", &[".py"], &["/__pycache__"]));
    files.extend(sources("adapters", &[".py"], &["/__pycache__"]));
    assert!(files.len() > 300, "{}", files.len());
    let long = |(name, text): &(String, String)| {
        let lines = text.lines().count();
        let says_why = head(text).contains("Longer than 400 lines: ");
        (lines > 400 && !says_why).then(|| format!("{name}: {lines} lines"))
    };
    let wrong: Vec<String> = files.iter().filter_map(long).collect();
    assert_eq!(wrong, [] as [String; 0]);
}

/// What is shipped carries its licences, and those of what is built into it: copies are links, so that
/// no other text stands in their place.
#[test]
fn packages_carry_their_licences() {
    for part in ["rules", "inference", "players", "lab", "cli"] {
        let mut licences = vec!["LICENSE-MIT", "LICENSE-APACHE"];
        if part == "cli" {
            licences.push("THIRD-PARTY");
            let manifest = document("crates/cli/Cargo.toml");
            assert!(["/LICENSE-*", "/THIRD-PARTY"].iter().all(|file| manifest.contains(file)));
        }
        for name in licences {
            let carried = document(&format!("crates/{part}/{name}"));
            assert!(carried == document(name), "{name} of {part} is another text");
        }
    }
}

/// Numbers that are facts, formats or looks, by their files: what a quantile is, what stands for a missing
/// place, what a published benchmark or a write-up says, how a board is drawn.
const FACTS: &[(&str, &[&str])] = &[
    ("cli/src/args/memory.rs", &["MEGABYTE"]),
    ("cli/src/deal.rs", &["JSM_SEED"]),
    ("cli/src/match.rs", &["RUN"]),
    ("cli/src/paint.rs", &["CLOSED", "OPEN"]),
    ("cli/src/play/saved.rs", &["FORM"]),
    ("cli/src/review/strip.rs", &["APART", "BOTTOM", "HEIGHT", "MARGIN", "TOP", "WIDTH"]),
    ("inference/src/approximate.rs", &["STUDENT"]),
    ("inference/src/count/components.rs", &["NONE", "NO_ROOM"]),
    ("inference/src/count/frontier/mod.rs", &["NONE"]),
    ("inference/src/count/part.rs", &["MOST"]),
    ("inference/src/count/pass.rs", &["NO_FLOOR"]),
    ("inference/src/count/polynomials/listing.rs", &["CLUES", "GUARD", "LANE", "MOST"]),
    ("inference/src/count/trellis.rs", &["CERTAIN"]),
    ("inference/src/logic/alike.rs", &["NONE"]),
    ("inference/src/logic/rows.rs", &["CLOSED", "CLUE", "KINDS", "MINE", "NUMBER"]),
    ("inference/src/oracle.rs", &["TINY"]),
    ("inference/src/proof/derivation.rs", &["MOST_CLUES"]),
    (
        "inference/src/search/best_play.rs",
        &["LISTED", "MOST_CELLS", "MOST_CONFIGURATIONS", "USUAL_BYTES"],
    ),
    ("inference/src/search/drawn.rs", &["NOWHERE"]),
    ("inference/src/search/memory.rs", &["ENTRY", "IMAGES"]),
    ("inference/src/search/searches.rs", &["NUMBERS"]),
    ("inference/src/search/tally.rs", &["BATCH", "MINE"]),
    ("inference/src/search/digging.rs", &["OUTCOMES"]),
    ("inference/src/search/rehearsal.rs", &["PAIRED"]),
    ("lab/src/bench/signature.rs", &["FEW_GAMES", "GAMES", "SEED"]),
    ("lab/src/fnv.rs", &["START"]),
    ("lab/src/record/columns.rs", &["TICK", "TICKS"]),
    ("lab/src/record/heading.rs", &["SCHEMA"]),
    ("lab/src/statistics/correlation.rs", &["LARGEST"]),
    ("lab/src/statistics/interval.rs", &["Z"]),
    ("players/src/engine/message.rs", &["PROTOCOL"]),
    ("players/src/shared/cells.rs", &["ABSENT"]),
    ("players/src/surefoot/coupling.rs", &["DECIDED", "SEA"]),
    ("players/src/surefoot/win_chance.rs", &["Z"]),
    ("players/src/write_ups/queue.rs", &["DENSE"]),
    ("rules/src/board/graph.rs", &["MAX_NEIGHBOURS"]),
    ("rules/src/board/grid.rs", &["MAX_CELLS"]),
    ("rules/src/board/neighbourhood.rs", &["REGULAR"]),
    ("rules/src/deal/jsm.rs", &["LARGEST"]),
    ("rules/src/deal/random.rs", &["SCALE"]),
    ("rules/src/notation/link.rs", &["BITS"]),
    ("rules/src/notation/picture.rs", &["BORDER", "SIDE"]),
    ("rules/src/notation/seed.rs", &["LARGEST"]),
];

/// Whoever wants to tune something finds it in its crate's `tunables.rs`.
#[test]
fn tunables_stand_in_one_place() {
    let aside = [
        "/tests",
        "/benches",
        "/examples",
        "/testing",
        "/witnesses",
        "/soundness",
        "/plot",
        "/page",
    ];
    let stated =
        || FACTS.iter().flat_map(|&(file, names)| names.iter().map(move |&name| (file, name)));
    let (mut strays, mut facts, mut tunables) = (Vec::new(), BTreeSet::new(), 0);
    for (file, text) in sources("crates", &[".rs"], &aside) {
        if file.ends_with("/tunables.rs") {
            tunables += 1;
            continue;
        }
        let file = file.strip_prefix("crates/").unwrap();
        if file.ends_with("/tests.rs") {
            continue;
        }
        let (code, _) = text.split_once("\n#[cfg(test)]\nmod tests {").unwrap_or((&text, ""));
        for name in code.lines().filter_map(number) {
            let fact = stated().position(|fact| fact == (file, name));
            facts.extend(fact);
            strays.extend(fact.is_none().then(|| format!("{name} in {file}")));
        }
    }
    assert_eq!(tunables, 7, "one for each crate with something to tune");
    assert!(strays.is_empty(), "to be moved into a tunables.rs: {strays:#?}");
    let gone = stated().enumerate().filter(|(at, _)| !facts.contains(at)).map(|(_, fact)| fact);
    assert_eq!(gone.collect::<Vec<_>>(), [], "facts that stand nowhere any more");
}

/// One name means one thing; only a budget is everywhere what one count may make.
#[test]
fn a_tunable_of_one_crate_is_not_that_of_another() {
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in sources("crates", &["/tunables.rs"], &["/tests"]) {
        for name in text.lines().filter_map(number).filter(|name| *name != "BUDGET") {
            seen.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    assert!(seen.len() > 100, "{}", seen.len());
    seen.retain(|_, files| files.len() > 1);
    assert!(seen.is_empty(), "names of several numbers: {seen:#?}");
}

/// The name of the number that a line declares, or the time that it names in passing.
fn number(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with("//") {
        return None;
    }
    let rest = ["pub ", "pub(crate) ", "pub(super) "].iter().find_map(|all| line.strip_prefix(all));
    let Some(rest) = rest.unwrap_or(line).strip_prefix("const ") else {
        let (_, time) = line.split_once("Duration::from_")?;
        return time.split_once('(')?.1.starts_with(|c: char| c.is_ascii_digit()).then_some(time);
    };
    let (name, kind) = rest.split_once(": ").filter(|(name, _)| !name.starts_with("fn "))?;
    // Tables are data.
    let kinds = ["u8", "u16", "u32", "u64", "usize", "f32", "f64", "i32", "i64", "Duration"];
    let kind = kind.trim_start_matches('(');
    kinds.contains(&kind.split([' ', ';', ',', ')']).next()?).then_some(name)
}
