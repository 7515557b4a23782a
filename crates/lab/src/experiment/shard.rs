//! Shares of an experiment, for several machines: deal i belongs to share i mod n.
//!
//! Neighbouring deals go to different shares, so every share has its part of every
//! point, the slow ones too.

use std::fmt;
use std::str::FromStr;

/// One of several shares, counted from 1.
///
/// ```
/// use surefoot_lab::experiment::shard::Shard;
///
/// let shard: Shard = "2/3".parse()?;
/// assert!(shard.has(5) && !shard.has(6));
/// assert!("4/3".parse::<Shard>().is_err() && "0/3".parse::<Shard>().is_err());
/// # Ok::<(), surefoot_lab::experiment::shard::ParseShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    share: u64,
    of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { share: 0, of: 1 };

    /// Whether a deal belongs to it.
    pub fn has(self, deal: u64) -> bool {
        deal % self.of == self.share
    }

    /// How many shares there are.
    pub fn of(self) -> u64 {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = if self.share == 0 { self.of } else { self.share };
        write!(f, "{share}/{}", self.of)
    }
}

/// A text that is no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a share: expected I/N with I from 1 to N, as in 2/4")]
pub struct ParseShardError(String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(share, of)| Some((share.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((share, of)) if share > 0 && share <= of && of <= 1_000_000 => {
                let share: u64 = share;
                Ok(Self { share: share % of, of })
            }
            _ => Err(ParseShardError(text.to_owned())),
        }
    }
}
