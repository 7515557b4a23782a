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
    Engines "guide/engines.md"
    Experiments "guide/experiments.md"
    Formats "guide/formats.md"
    FromWriteUpToPlayer "guide/from-write-up-to-player.md"
    JavaScript "guide/javascript.md"
    Page "guide/page.md"
    Play "guide/play.md"
    Python "guide/python.md"
    Replays "guide/replays.md"
    Scale "guide/scale.md"
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
}
