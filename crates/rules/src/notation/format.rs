//! The formats: their names, file endings, and what they keep; and how a format is
//! recognised by content.

use crate::named;
#[cfg(feature = "notation")]
use crate::notation::{
    analysis_code, course, hex, link, mbf, metasweeper, mine, minesweepr, seed, tatham,
};

/// The formats that can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// [`drawing`](super::drawing).
    Drawing,
    /// [`boards`](super::boards).
    Boards,
    /// [`mbf`](super::mbf).
    Mbf,
    /// [`hex`](super::hex).
    Hex,
    /// [`mine`](super::mine).
    Mine,
    /// [`link`](super::link).
    Link,
    /// [`course`](super::course).
    Course,
    /// [`analysis_code`](super::analysis_code).
    Analysis,
    /// [`seed`](super::seed).
    Seed,
    /// [`metasweeper`](super::metasweeper).
    Metasweeper,
    /// [`minesweepr`](super::minesweepr).
    Minesweepr,
    /// [`tatham`](super::tatham).
    Tatham,
}

/// What of a saved game a format keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// What is seen.
    View,
    /// Where the mines are.
    Board,
    /// Both.
    Both,
}

impl Format {
    /// The file endings it goes by, the usual one first, and what of a saved game it keeps.
    const fn file(self) -> (&'static [&'static str], Keeps) {
        match self {
            Self::Drawing => (&["txt"], Keeps::View),
            Self::Boards => (&["jsonl"], Keeps::Board),
            Self::Mbf => (&["mbf", "abf"], Keeps::Board),
            Self::Hex => (&["hex"], Keeps::Board),
            Self::Mine => (&["mine"], Keeps::Both),
            Self::Link => (&["url"], Keeps::Board),
            Self::Course => (&["json"], Keeps::Board),
            Self::Analysis => (&["analysis"], Keeps::View),
            Self::Seed => (&["seed"], Keeps::Board),
            Self::Metasweeper => (&["board"], Keeps::Both),
            Self::Minesweepr => (&["minesweepr"], Keeps::View),
            Self::Tatham => (&["id"], Keeps::Board),
        }
    }

    /// The file endings it goes by, the usual one first.
    pub const fn endings(self) -> &'static [&'static str] {
        self.file().0
    }

    /// The format of files with this ending.
    ///
    /// ```
    /// use surefoot_rules::notation::Format;
    ///
    /// assert_eq!(Format::by_ending("ABF"), Some(Format::Mbf));
    /// ```
    pub fn by_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.endings().contains(&&*ending))
    }

    /// Whether one file can hold many documents.
    pub const fn holds_many(self) -> bool {
        matches!(self, Self::Drawing | Self::Boards)
    }

    /// Whether it keeps the first click.
    pub const fn keeps_first(self) -> bool {
        matches!(self, Self::Boards | Self::Course | Self::Seed | Self::Tatham)
    }

    /// What of a saved game it keeps.
    pub const fn keeps(self) -> Keeps {
        self.file().1
    }

    /// Recognises a format by content. Everything that is text and nothing else
    /// is taken for a drawing; binary data for a `.mbf`.
    ///
    /// ```
    /// use surefoot_rules::notation::Format;
    ///
    /// assert_eq!(Format::recognise(b"3x1x1\nH1H\n"), Format::Mine);
    /// assert_eq!(Format::recognise(b"3x1/1\n*1*\n"), Format::Drawing);
    /// assert_eq!(Format::recognise(b"https://example.org/?b=1&m=0"), Format::Link);
    /// assert_eq!(Format::recognise(b"09 09 00 01 04 04"), Format::Hex);
    /// assert_eq!(Format::recognise(b"https://example.org/?analysis=adabaaabbOb"), Format::Analysis);
    /// assert_eq!(Format::recognise(b"board=9x9x10&seed=12&start=40"), Format::Seed);
    /// assert_eq!(Format::recognise(b"1xx\n2xx\n"), Format::Minesweepr);
    /// assert_eq!(Format::recognise(b"4x3:u900"), Format::Tatham);
    /// ```
    #[cfg(feature = "notation")]
    pub fn recognise(bytes: &[u8]) -> Self {
        // Damaged text is still text: what it was meant to be decides which
        // complaint is the useful one.
        let control = |byte: &&u8| **byte < b' ' && !byte.is_ascii_whitespace();
        let high = |byte: &&u8| **byte >= 0x7f;
        let controls = bytes.iter().filter(control).count();
        let utf8 = std::str::from_utf8(bytes).is_ok();
        let odd = controls + if utf8 { 0 } else { bytes.iter().filter(high).count() };
        let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
        if odd > 0 && !utf16 && (mbf::read(bytes).is_ok() || odd * 4 > bytes.len()) {
            return Self::Mbf;
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        let first_line = text.lines().next().unwrap_or_default();
        // A comment may quote a link.
        let link = if first_line.starts_with("# ") { "" } else { first_line };
        if text.starts_with('{') {
            if minesweepr::looks_like_request(text) {
                Self::Minesweepr
            } else if course::looks_like(text) {
                Self::Course
            } else {
                Self::Boards
            }
        } else if metasweeper::looks_like(text) {
            Self::Metasweeper
        } else if link::looks_like(link) {
            Self::Link
        } else if analysis_code::looks_like(link) {
            Self::Analysis
        } else if seed::looks_like(link) {
            Self::Seed
        } else if tatham::looks_like(link) {
            Self::Tatham
        } else if mine::header(first_line).is_some() {
            Self::Mine
        } else if minesweepr::looks_like(text) {
            Self::Minesweepr
        } else if hex::looks_like(text) {
            Self::Hex
        } else if analysis_code::is_code(text) {
            Self::Analysis
        } else {
            Self::Drawing
        }
    }
}

named! {
    Format is "a format" {
        Drawing => "drawing",
        Boards => "jsonl",
        Mbf => "mbf",
        Hex => "hex",
        Mine => "mine",
        Link => "link",
        Course => "course",
        Analysis => "analysis",
        Seed => "seed",
        Metasweeper => "board",
        Minesweepr => "minesweepr",
        Tatham => "tatham",
    }
}
