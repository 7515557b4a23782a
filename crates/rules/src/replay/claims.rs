//! What a file says of its game, held against what the rules make of it.
//!
//! Files of strangers may be changed, and a program may have rules of its own. Neither is a reason not to
//! read a replay, but whoever looks at it should know.

use std::fmt;

use crate::replay::{Played, Replay};
use crate::{Measures, Status, counted};

/// Something that a file says and that is not so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FalseClaim {
    /// That it was won, or that it was not; and what came of it.
    Result {
        /// What it says.
        won: bool,
        /// How it ends by the rules.
        status: Status,
    },
    /// Its 3BV.
    ThreeBv {
        /// What it says.
        told: u32,
        /// What the board has.
        found: u32,
    },
    /// Numbers that were shown, or mines that went off.
    Shown {
        /// How many are not so.
        wrong: usize,
        /// Of how many.
        all: usize,
    },
}

impl fmt::Display for FalseClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Result { won, status } => {
                let told = if won { "won" } else { "not won" };
                let found = match status {
                    Status::Won => "is won",
                    Status::Lost => "is lost",
                    _ => "does not end",
                };
                write!(f, "says it was {told}, but played again it {found}")
            }
            Self::ThreeBv { told, found } => {
                write!(f, "says its 3BV is {told}, but it is {found}")
            }
            Self::Shown { wrong, all } => {
                let all = counted(all, "cell");
                write!(f, "says what {all} showed, but {wrong} of these are not so")
            }
        }
    }
}

impl Played {
    /// How the game ended, and after how long.
    ///
    /// ```
    /// use surefoot_rules::replay::{self, Played};
    ///
    /// let text = "Board:\n0*\nEvents:\n1.00 lc 2 1 (24 8)\n1.25 lr 2 1 (24 8)\n";
    /// let replay = &replay::read(text.as_bytes())?[0];
    /// assert_eq!(Played::of(replay).ending(), "lost after 0.00 s");
    /// # Ok::<(), replay::ReplayError>(())
    /// ```
    pub fn ending(&self) -> String {
        let seconds = f64::from(self.time) / 1000.0;
        let end = match self.status {
            Status::Won => "won in",
            Status::Lost => "lost after",
            _ => "broken off after",
        };
        format!("{end} {seconds:.2} s")
    }

    /// What is to be known before the rest is believed, as what follows the name of a replay: that its mode
    /// is not the ordinary one, and what it says that is not so.
    ///
    /// ```
    /// use surefoot_rules::replay::{self, Played};
    ///
    /// let text = "Status: Won\nMode: UPK\nBoard:\n0*\nEvents:\n1.00 lc 2 1 (24 8)\n1.25 lr 2 1 (24 8)\n";
    /// let replay = &replay::read(text.as_bytes())?[0];
    /// let remarks = Played::of(replay).remarks(replay);
    /// assert!(remarks[0].starts_with("was played as `unlimited practice kit`; its board had been played"));
    /// assert!(remarks[1].ends_with("but played again it is lost; it may have been changed"));
    /// # Ok::<(), replay::ReplayError>(())
    /// ```
    pub fn remarks(&self, replay: &Replay) -> Vec<String> {
        let mode = replay.mode;
        let caveat = mode.caveat().map(|caveat| format!("was played as `{mode}`; {caveat}"));
        let claims: Vec<String> =
            self.false_claims(replay).iter().map(ToString::to_string).collect();
        let claims = (!claims.is_empty())
            .then(|| format!("{}; it may have been changed", claims.join(", and ")));
        caveat.into_iter().chain(claims).collect()
    }

    /// What the file says of the game and is not so.
    ///
    /// ```
    /// use surefoot_rules::replay::{self, Played};
    ///
    /// let text = "Status: Won\nBoard:\n0*\nEvents:\n1.00 lc 2 1 (24 8)\n1.25 lr 2 1 (24 8)\n";
    /// let replay = &replay::read(text.as_bytes())?[0];
    /// let claims = Played::of(replay).false_claims(replay);
    /// assert_eq!(claims[0].to_string(), "says it was won, but played again it is lost");
    /// # Ok::<(), replay::ReplayError>(())
    /// ```
    pub fn false_claims(&self, replay: &Replay) -> Vec<FalseClaim> {
        let status = self.status;
        let result = replay.claims_win.filter(|&won| won != (status == Status::Won));
        let found = Measures::of(&replay.layout).three_bv;
        // Files that do not know it have a zero.
        let three_bv = replay.claimed_three_bv.filter(|&told| told != found && told > 0);
        let view = self.end.view();
        let differs = |&&(_, cell, tile): &&_| view.tile(cell) != tile;
        let (wrong, all) = (replay.shown.iter().filter(differs).count(), replay.shown.len());
        [
            result.map(|won| FalseClaim::Result { won, status }),
            three_bv.map(|told| FalseClaim::ThreeBv { told, found }),
            (wrong > 0).then_some(FalseClaim::Shown { wrong, all }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
