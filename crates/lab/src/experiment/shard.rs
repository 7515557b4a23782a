//! Shares of an experiment, for several machines: deal i belongs to share i mod n.
//!
//! Neighbouring deals go to different shares, so every share has its part of every
//! point, the slow ones too.

use std::fmt;
use std::str::FromStr;

use crate::tunables;

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

    /// The share that a scheduler gives this job by its variables: a Slurm array by
    /// `SLURM_ARRAY_TASK_ID`, `_MIN` and `_COUNT`, a Kubernetes Indexed Job by
    /// `JOB_COMPLETION_INDEX`. `of` is the number of shares, where the variables do not say it.
    ///
    /// ```
    /// use surefoot_lab::experiment::shard::Shard;
    ///
    /// let slurm = |name: &str| match name {
    ///     "SLURM_ARRAY_TASK_ID" => Some("12".to_owned()),
    ///     "SLURM_ARRAY_TASK_MIN" => Some("10".to_owned()),
    ///     "SLURM_ARRAY_TASK_COUNT" => Some("4".to_owned()),
    ///     _ => None,
    /// };
    /// assert_eq!(Shard::from_scheduler(slurm, None)?.to_string(), "3/4");
    /// # Ok::<(), surefoot_lab::experiment::shard::SchedulerError>(())
    /// ```
    pub fn from_scheduler(
        variable: impl Fn(&str) -> Option<String>,
        of: Option<u64>,
    ) -> Result<Self, SchedulerError> {
        let number = |name: &'static str| match variable(name) {
            None => Ok(None),
            Some(text) => match text.trim().parse::<u64>() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(SchedulerError::NoNumber(name, text)),
            },
        };
        let (share, of, name) = if let Some(id) = number(SLURM_ID)? {
            let least = number(SLURM_MIN)?.unwrap_or(1);
            let below = SchedulerError::Outside { name: SLURM_ID, share: 0, of: 0 };
            let share = id.checked_sub(least).ok_or(below)? + 1;
            (share, of.or(number(SLURM_COUNT)?), SLURM_ID)
        } else if let Some(index) = number(KUBERNETES_INDEX)? {
            (index + 1, of, KUBERNETES_INDEX)
        } else {
            return Err(SchedulerError::NoScheduler);
        };
        let of = of.ok_or(SchedulerError::HowMany(name))?;
        let outside = SchedulerError::Outside { name, share, of };
        format!("{share}/{of}").parse().map_err(|_| outside)
    }

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

const SLURM_ID: &str = "SLURM_ARRAY_TASK_ID";
const SLURM_MIN: &str = "SLURM_ARRAY_TASK_MIN";
const SLURM_COUNT: &str = "SLURM_ARRAY_TASK_COUNT";
const KUBERNETES_INDEX: &str = "JOB_COMPLETION_INDEX";

/// Why a scheduler's variables give no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchedulerError {
    /// None of them is set.
    #[error("neither {SLURM_ID} nor {KUBERNETES_INDEX} is set, so there is no share to take")]
    NoScheduler,
    /// One of them is no number.
    #[error("{0} is `{1}`, which is not a number")]
    NoNumber(&'static str, String),
    /// How many shares there are is not said.
    #[error("{0} does not say how many shares there are")]
    HowMany(&'static str),
    /// There are fewer shares.
    #[error("by {name} this is share {share} of {of}")]
    Outside {
        /// The variable.
        name: &'static str,
        /// The share that it names.
        share: u64,
        /// How many there are.
        of: u64,
    },
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
            Some((share, of)) if share > 0 && share <= of && of <= tunables::SHARDS => {
                let share: u64 = share;
                Ok(Self { share: share % of, of })
            }
            _ => Err(ParseShardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)], shares: Option<u64>) -> Result<String, SchedulerError> {
        let value = |name: &str| {
            let found = variables.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Shard::from_scheduler(value, shares).map(|shard| shard.to_string())
    }

    #[test]
    fn schedulers_name_shares() {
        let slurm =
            |id, min, count| of(&[(SLURM_ID, id), (SLURM_MIN, min), (SLURM_COUNT, count)], None);
        assert_eq!(slurm("0", "0", "3").as_deref(), Ok("1/3"));
        assert_eq!(slurm("2", "0", "3").as_deref(), Ok("3/3"));
        assert_eq!(slurm("7", "5", "3").as_deref(), Ok("3/3"));
        // An array with steps, 1-9:4: its third task is not the third share.
        let stepped = SchedulerError::Outside { name: SLURM_ID, share: 9, of: 3 };
        assert_eq!(slurm("9", "1", "3"), Err(stepped));
        assert_eq!(of(&[(SLURM_ID, "2")], Some(4)).as_deref(), Ok("2/4"));
        assert_eq!(of(&[(KUBERNETES_INDEX, "0")], Some(4)).as_deref(), Ok("1/4"));
        let index = [(KUBERNETES_INDEX, "4")];
        let outside = SchedulerError::Outside { name: KUBERNETES_INDEX, share: 5, of: 4 };
        assert_eq!(of(&index, Some(4)), Err(outside));
        assert_eq!(of(&index, None), Err(SchedulerError::HowMany(KUBERNETES_INDEX)));
        assert_eq!(of(&[], Some(4)), Err(SchedulerError::NoScheduler));
        let word = SchedulerError::NoNumber(SLURM_ID, "x".to_owned());
        assert_eq!(of(&[(SLURM_ID, "x")], None), Err(word));
    }
}
