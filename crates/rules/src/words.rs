//! Words of texts that people read: a number and its noun, and what was expected.

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

/// A small number as a word.
///
/// ```
/// use surefoot_rules::spelled;
///
/// assert_eq!((spelled(2), spelled(12)), ("two".to_owned(), "12".to_owned()));
/// ```
pub fn spelled(number: u32) -> String {
    const WORDS: [&str; 9] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let word = number.checked_sub(1).and_then(|at| WORDS.get(at as usize));
    word.map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// What might have been meant: a few words in a row, and more of them one to a line.
///
/// ```
/// use surefoot_rules::one_of;
///
/// assert_eq!(one_of(&["none", "safe", "opening"]), "none, safe or opening");
/// assert_eq!(one_of(&["a", "b", "c", "d", "e"]), "one of\n  a\n  b\n  c\n  d\n  e");
/// ```
pub fn one_of(options: &[&str]) -> String {
    match options {
        [one] => (*one).to_owned(),
        [first @ .., last] if (1..4).contains(&first.len()) => {
            format!("{} or {last}", first.join(", "))
        }
        _ => format!("one of\n  {}", options.join("\n  ")),
    }
}
