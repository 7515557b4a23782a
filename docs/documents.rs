//! The README and the guide: their Rust examples are compiled and run as these items'
//! own. Their commands are run by `crates/cli/tests/documents.rs`.
//!
//! Not part of the crates they speak of: a package is built from its own files.

macro_rules! documents {
    ($($name:ident $file:literal)*) => {
        $(#[cfg(doctest)] #[doc = include_str!($file)] struct $name;)*
    };
}

documents! {
    Readme "../README.md"
    Guide "guide/README.md"
    BestPlay "guide/best-play.md"
    Deals "guide/deals.md"
    Experiments "guide/experiments.md"
    Formats "guide/formats.md"
    FromWriteUpToPlayer "guide/from-write-up-to-player.md"
    Page "guide/page.md"
    Serve "guide/serve.md"
    Why "guide/why.md"
    WriteAPlayer "guide/write-a-player.md"
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Every function of the repository's Rust files, by name.
    fn functions(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") {
                functions(&path, names);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let after = text.split("fn ").skip(1);
                let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
                names.extend(after.filter_map(|rest| rest.split(ends).next()).map(str::to_owned));
            }
        }
    }

    /// What is said to be tested by a test of this name is.
    #[test]
    fn tests_that_are_named_exist() {
        let mut names = BTreeSet::new();
        functions(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates")), &mut names);
        let code = include_str!("reliability.md").split('`').skip(1).step_by(2);
        let named: Vec<&str> = code.filter(|text| text.matches('_').count() >= 2).collect();
        assert!(named.len() > 30, "{named:?}");
        for name in named {
            assert!(names.contains(name), "no test is called {name}");
        }
    }

    /// A page that nobody named would not be tested.
    #[test]
    fn every_page_is_named() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/guide");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let pages: BTreeSet<String> = files
            .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
            .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
            .collect();
        let named = include_str!("documents.rs").split('"');
        let named = named.filter_map(|text| text.strip_prefix("guide/"));
        let named: BTreeSet<String> =
            named.filter(|page| !page.is_empty()).map(str::to_owned).collect();
        assert_eq!(pages, named);
    }

    /// Numbers that are facts, formats or looks, each with its file: what a quantile is, what stands for a missing
    /// place, what a published benchmark or a write-up says, how a board is drawn.
    const FACTS: &[(&str, &str)] = &[
        ("cli/src/deal.rs", "JSM_SEED"),
        ("cli/src/match.rs", "RUN"),
        ("cli/src/paint.rs", "CLOSED"),
        ("cli/src/paint.rs", "OPEN"),
        ("cli/src/picture.rs", "BORDER"),
        ("cli/src/picture.rs", "SIDE"),
        ("inference/src/approximate.rs", "STUDENT"),
        ("inference/src/count/frontier/mod.rs", "NONE"),
        ("inference/src/logic/alike.rs", "NONE"),
        ("inference/src/search/best_play.rs", "LISTED"),
        ("inference/src/search/best_play.rs", "MOST_CELLS"),
        ("inference/src/search/best_play.rs", "MOST_CONFIGURATIONS"),
        ("inference/src/search/memory.rs", "ENTRY"),
        ("inference/src/search/searches.rs", "NUMBERS"),
        ("inference/src/search/tally.rs", "BATCH"),
        ("inference/src/search/tally.rs", "IMAGES"),
        ("inference/src/search/tally.rs", "MINE"),
        ("lab/src/bench/signature.rs", "FEW_GAMES"),
        ("lab/src/bench/signature.rs", "GAMES"),
        ("lab/src/bench/signature.rs", "SEED"),
        ("lab/src/bench/signature.rs", "START"),
        ("lab/src/record/columns.rs", "TICKS"),
        ("lab/src/record/heading.rs", "SCHEMA"),
        ("lab/src/statistics/interval.rs", "LARGEST"),
        ("lab/src/statistics/interval.rs", "Z"),
        ("lab/src/statistics/sprt.rs", "ERROR"),
        ("players/src/shared/cells.rs", "ABSENT"),
        ("players/src/surefoot/coupling.rs", "DECIDED"),
        ("players/src/surefoot/coupling.rs", "SEA"),
        ("players/src/write_ups/queue.rs", "DENSE"),
        ("rules/src/board/graph.rs", "MAX_NEIGHBOURS"),
        ("rules/src/board/grid.rs", "MAX_CELLS"),
        ("rules/src/board/neighbourhood.rs", "REGULAR"),
        ("rules/src/notation/link.rs", "BITS"),
        ("rules/src/notation/seed.rs", "LARGEST"),
    ];

    /// Whoever wants to tune something finds it in its crate's `tunables.rs`.
    #[test]
    fn tunables_stand_in_one_place() {
        let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates");
        let mut folders = vec![std::path::PathBuf::from(crates)];
        let (mut strays, mut facts, mut tunables) = (Vec::new(), BTreeSet::new(), 0);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let text = path.to_str().unwrap().replace('\\', "/");
                let aside = ["/tests", "/benches", "/examples", "/testing", "/witnesses", "/plot"];
                if path.is_dir() && !aside.iter().any(|aside| text.ends_with(aside)) {
                    folders.push(path);
                } else if text.ends_with("/tunables.rs") {
                    tunables += 1;
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let source = std::fs::read_to_string(&path).unwrap();
                    let numbers = source.lines().filter_map(number);
                    let file = text.split_once("/../crates/").unwrap().1;
                    for name in numbers {
                        let fact = FACTS.iter().position(|fact| *fact == (file, name));
                        facts.extend(fact);
                        strays.extend(fact.is_none().then(|| format!("{name} in {file}")));
                    }
                }
            }
        }
        assert_eq!(tunables, 6, "one for each crate with something to tune");
        assert!(strays.is_empty(), "to be moved into a tunables.rs: {strays:#?}");
        let gone = (0..FACTS.len()).filter(|fact| !facts.contains(fact)).map(|fact| FACTS[fact]);
        assert_eq!(gone.collect::<Vec<_>>(), [], "facts that stand nowhere any more");
    }

    /// The name of the number that a line of a file declares for the whole file.
    fn number(line: &str) -> Option<&str> {
        let rest = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) "));
        let rest = rest.unwrap_or(line).strip_prefix("const ")?;
        let (name, kind) = rest.split_once(": ")?;
        let kinds = ["u8", "u16", "u32", "u64", "usize", "f32", "f64", "i32", "i64", "Duration"];
        kinds.contains(&kind.split(" =").next()?).then_some(name)
    }
}
