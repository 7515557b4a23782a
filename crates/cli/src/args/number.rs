//! Whole numbers as they are typed, and what was expected where they are none.
//!
//! The parser's own words ("0 is not in 1..18446744073709551615", "invalid digit found in
//! string") name no cause that a reader could mend.

use std::str::FromStr;

/// A whole number from 0.
pub(super) fn from_zero<N: FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|_| "expected a whole number from 0")
}

/// A whole number from 1.
pub(super) fn from_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, &'static str> {
    let number = text.parse().ok().filter(|number| *number >= N::from(1));
    number.ok_or("expected a whole number from 1")
}
