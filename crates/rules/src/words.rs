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

/// A share as a percentage, to so many decimals: 0 and 100 of what is certain, and never of what is
/// not.
///
/// ```
/// use surefoot_rules::percent;
///
/// assert_eq!(percent(0.5, 1), "50.0 %");
/// assert_eq!([percent(0.0, 2), percent(1.0, 2)], ["0 %", "100 %"]);
/// assert_eq!([percent(1e-9, 1), percent(0.9999, 1)], ["< 0.1 %", "> 99.9 %"]);
/// ```
pub fn percent(share: f64, decimals: usize) -> String {
    let written = |percent: f64| format!("{percent:.decimals$} %");
    let least = (0..decimals).fold(1.0, |least, _| least / 10.0);
    match written(100.0 * share) {
        _ if share <= 0.0 => "0 %".to_owned(),
        _ if share >= 1.0 => "100 %".to_owned(),
        text if text == written(0.0) => format!("< {}", written(least)),
        text if text == written(100.0) => format!("> {}", written(100.0 - least)),
        text => text,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_0_or_100_percent() {
        for decimals in 0..=4 {
            for power in 1..=17 {
                let little = 0.1_f64.powi(power);
                for share in [little, 1.0 - little].into_iter().filter(|share| *share < 1.0) {
                    let text = percent(share, decimals);
                    let number = text.trim_end_matches(" %").parse::<f64>();
                    // A bound is no number.
                    assert!(
                        number.is_err() || number.is_ok_and(|p| p > 0.0 && p < 100.0),
                        "{text}"
                    );
                }
            }
        }
        assert_eq!([percent(0.004, 0), percent(0.996, 0)], ["< 1 %", "> 99 %"]);
        assert_eq!([percent(0.0005, 1), percent(0.99949, 1)], ["0.1 %", "99.9 %"]);
        assert_eq!([percent(0.000_049, 2), percent(0.999_96, 2)], ["< 0.01 %", "> 99.99 %"]);
        // Sums may end beside what they are.
        assert_eq!([percent(-1e-17, 1), percent(1.0 + f64::EPSILON, 1)], ["0 %", "100 %"]);
    }
}
