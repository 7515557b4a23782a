//! How the game of a replay was to be played: the ordinary way, or one of the variants that
//! the community's programs number alike.

use std::fmt;

/// The mode of a game, by the number that EVF and RMV give it.
///
/// ```
/// use surefoot_rules::replay::GameMode;
///
/// assert_eq!(GameMode(0).to_string(), "classic");
/// assert_eq!(GameMode(1).to_string(), "unlimited practice kit");
/// assert_eq!(GameMode(500).to_string(), "mode 500");
/// assert!(GameMode(5).is_played_plainly() && !GameMode(11).is_played_plainly());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameMode(pub u16);

/// Names by number. A board that is known to be played before (UPK), or shown (cheat), or chosen by
/// its density, is still played by the ordinary rules.
const NAMES: [&str; 17] = [
    "classic",
    "unlimited practice kit",
    "cheat",
    "density",
    "Windows 7",
    "no-guess, classic",
    "no-guess, strong",
    "no-guess, weak",
    "no-guess, quasi",
    "guessable, strong",
    "guessable, weak",
    "recursive chords",
    "recursive flags",
    "recursive chords and flags",
    "no-guess, recursive chords",
    "no-guess, recursive flags",
    "no-guess, recursive chords and flags",
];

impl GameMode {
    /// Boards that need no guess.
    pub const NO_GUESS: Self = Self(5);
    /// Guesses that are needed are safe, and those that are not lose.
    pub const GUESSABLE: Self = Self(9);

    /// The mode of this name; case and blanks around it do not matter.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        if name.eq_ignore_ascii_case("upk") {
            return Some(Self(1));
        }
        let at = NAMES.iter().position(|known| known.eq_ignore_ascii_case(name))?;
        Some(Self(at as u16))
    }

    /// What of a review does not hold for a game of this mode, as the end of a sentence.
    ///
    /// ```
    /// use surefoot_rules::replay::GameMode;
    ///
    /// assert_eq!(GameMode(0).caveat(), None);
    /// assert!(GameMode(5).caveat().unwrap().contains("need no guess"));
    /// ```
    pub fn caveat(self) -> Option<&'static str> {
        Some(match self.0 {
            0 | 3 | 4 => return None,
            1 => "its board had been played before, which is not weighed",
            2 => "its mines may have been seen, which is not weighed",
            5..=8 => {
                "its boards are chosen so that they need no guess or few, and win probabilities, which are \
                 those of all boards, are too low"
            }
            9 | 10 => {
                "its mines give way where a guess has to be made, and win probabilities, which are those of \
                 boards that stay as they are, are too low; no luck is told"
            }
            11..=13 => "clicks may have done more there",
            14..=16 => {
                "clicks may have done more there, and its boards are chosen so that they need no guess"
            }
            _ => "nobody here knows its rules",
        })
    }

    /// Whether a guess that has to be made may hit a mine.
    pub fn guesses_can_fail(self) -> bool {
        !matches!(self.0, 9 | 10)
    }

    /// Whether a click does in it what it does in the ordinary game, on a board that stays as it is.
    pub fn is_played_plainly(self) -> bool {
        self.0 <= 8
    }
}

impl fmt::Display for GameMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.get(usize::from(self.0)) {
            Some(name) => f.write_str(name),
            None => write!(f, "mode {}", self.0),
        }
    }
}
