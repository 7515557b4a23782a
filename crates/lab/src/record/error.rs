//! Why a record is refused.

use std::io;

use surefoot_rules::counted;

use super::heading::SCHEMA;

/// Why a record cannot be continued, merged or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Not a record at all.
    #[error("this is not a record of an experiment: its first line is not `# surefoot record …`")]
    Foreign,
    /// Of another version of the laboratory.
    #[error("{}", schema(.0))]
    Schema(String),
    /// Lines that somebody's system or editor has given other ends.
    #[error("its lines end with CR LF, as on Windows: expected LF alone")]
    LineEnds,
    /// Made by another engine.
    #[error(
        "this record was made by engine {found}, this build is {expected}; records of \
         different engines cannot be combined"
    )]
    Engine {
        /// The engine that made it.
        found: String,
        /// This one.
        expected: String,
    },
    /// To have more deals, or fewer.
    #[error("this record has {found} deals per point; expected {expected}")]
    Deals {
        /// How many it is to have.
        found: u64,
        /// How many were expected.
        expected: u64,
    },
    /// Of another experiment, plan, seed or share.
    #[error(
        "the {what} of this record is {found}, expected {expected}; records of different \
         {what}s cannot be combined"
    )]
    Other {
        /// What differs.
        what: &'static str,
        /// What the record says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A line that no run writes.
    #[error("line {line} is damaged: {reason}")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
        /// How many bytes before it are whole deals.
        sound: usize,
    },
    /// Two shares, or two runs, hold the same deal.
    #[error("deal {index} of point {point} occurs twice")]
    Twice {
        /// The point.
        point: usize,
        /// The deal.
        index: u64,
    },
    /// A deal that whoever was to play gave no lines of.
    #[error("deal {index} of point {point} was asked for, and something else came back")]
    Unanswered {
        /// The point.
        point: usize,
        /// The deal.
        index: u64,
    },
    /// A merged record with holes.
    #[error("{} {} missing, the first is deal {index} of point {point}",
        counted(*missing, "deal"),
        if *missing == 1 { "is" } else { "are" })]
    Missing {
        /// How many.
        missing: u64,
        /// The first one's point.
        point: usize,
        /// The first one.
        index: u64,
    },
}

/// Why records could not be joined or put in order.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// One of them is refused.
    #[error("{error}")]
    Record {
        /// Which, from 0.
        part: usize,
        /// Why.
        error: RecordError,
    },
    /// What came of it could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

fn schema(found: &str) -> String {
    let why = match found {
        "1" => ": it has no checksums, and does not say how many deals it is to have",
        _ => "",
    };
    format!(
        "this record is of schema {found}, this version reads and writes schema {SCHEMA} only{why}"
    )
}
