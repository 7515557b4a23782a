//! What the engine and its players claim, set against witnesses that share no code with them.
//!
//! The same check is wanted three times: for some seconds in every run of the tests, for hours
//! by a fuzzer (`fuzz/`), and a million times over before a release (`scripts/soundness`). So
//! it stands here once, and the three only bring the cases. A check panics where something is
//! wrong, as an assertion does: that is what tests and fuzzers look out for, and who counts
//! failures catches it.
//!
//! | to check | see |
//! |---|---|
//! | a small view, against all of its layouts | [`counting`] |
//! | a view of thousands of configurations, against whole numbers | [`whole_numbers`] |
//! | a follower of games, against one that reads every view afresh | [`following`] |
//! | what a player claims, against the truth | [`claims`] |
//! | what win probabilities predict, against survival | [`calibration`] |
//!
//! [`bytes`] turns the bytes of a fuzzer into views.

pub mod bytes;
pub mod calibration;
pub mod claims;
pub mod constructed;
pub mod counting;
pub mod following;
pub mod whole_numbers;
