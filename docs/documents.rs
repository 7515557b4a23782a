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

    /// Numbers that are facts, formats or looks: what a quantile is, what stands for a missing
    /// place, what a published benchmark or a write-up says, how a board is drawn.
    const FACTS: &[&str] = &[
        "ABSENT",
        "BATCH",
        "BITS",
        "SIDE",
        "OPEN",
        "CLOSED",
        "BORDER",
        "DECIDED",
        "DENSE",
        "ENTRY",
        "ERROR",
        "GAMES",
        "IMAGES",
        "JSM_SEED",
        "LARGEST",
        "LISTED",
        "MAX_CELLS",
        "MAX_NEIGHBOURS",
        "MINE",
        "MOST_CELLS",
        "MOST_CONFIGURATIONS",
        "NONE",
        "NUMBERS",
        "REGULAR",
        "RUN",
        "SCHEMA",
        "SEA",
        "SEED",
        "START",
        "STUDENT",
        "TICK",
        "TICKS",
        "USUAL_BYTES",
        "Z",
    ];

    /// Whoever wants to tune something finds it in its crate's `tunables.rs`.
    #[test]
    fn tunables_stand_in_one_place() {
        let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates");
        let mut folders = vec![std::path::PathBuf::from(crates)];
        let (mut strays, mut tunables) = (Vec::new(), 0);
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
                    let numbers = numbers.filter(|name| !FACTS.contains(name));
                    strays.extend(numbers.map(|name| format!("{name} in {text}")));
                }
            }
        }
        assert_eq!(tunables, 6, "one for each crate with something to tune");
        assert!(strays.is_empty(), "to be moved into a tunables.rs: {strays:#?}");
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
