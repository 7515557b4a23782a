//! What an analysis assumes, and how much it may hold.

use crate::tunables;

/// What is assumed where a view does not tell its number of mines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Unknown {
    /// Every total is equally likely, and given the total every layout.
    #[default]
    AnyTotal,
    /// Every cell is a mine with this probability, independently.
    Density(f64),
}

/// Assumptions and limits of an analysis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// What is assumed of an unknown total.
    pub unknown: Unknown,
    /// The most states and edges that may be made: with the memory, what bounds the time.
    pub budget: usize,
    /// The most bytes that may be held, all numbers counted: 1 GB unless told otherwise.
    pub memory: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { unknown: Unknown::AnyTotal, budget: tunables::BUDGET, memory: tunables::MEMORY }
    }
}
