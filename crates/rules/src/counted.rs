//! A number and its noun, for texts that people read: "1 mine" and "2 mines".

use std::fmt::Display;

/// A number and its noun, which takes an s unless there is just one.
///
/// ```
/// use surefoot_rules::counted;
///
/// assert_eq!(counted(1, "mine"), "1 mine");
/// assert_eq!(counted(0, "clue"), "0 clues");
/// assert_eq!(counted(2, "guess"), "2 guesses");
/// ```
#[expect(clippy::needless_pass_by_value, reason = "numbers are copied")]
pub fn counted(count: impl Display + PartialEq + From<u8>, noun: &str) -> String {
    let one = count == 1.into();
    let ending = match (one, noun.ends_with('s')) {
        (true, _) => "",
        (false, true) => "es",
        (false, false) => "s",
    };
    format!("{count} {noun}{ending}")
}
