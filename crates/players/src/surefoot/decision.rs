//! What `surefoot` decided: the choice, what kind of decision it was, and the guesses it
//! was weighed against.

use surefoot_rules::{Action, Cell, Choice};

/// A choice of `surefoot` and how it came about. See [`Surefoot::decide`](super::Surefoot::decide).
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What to do.
    pub choice: Choice,
    /// What kind of decision it was.
    pub kind: DecisionKind,
    /// Where guesses were looked ahead from: the best of them, as many as were asked for, best
    /// rating first. A rehearsal or playouts may have preferred another than the first.
    pub candidates: Vec<Candidate>,
}

/// What kind of decision it was, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DecisionKind {
    /// It follows from what is seen: a safe cell, a flag, a declaration.
    Certain,
    /// An open cell is asked again, under uncertain clues.
    Ask,
    /// Nothing is open yet.
    FirstClick,
    /// A small remainder was searched to its end.
    Endgame {
        /// The probability to win by best play.
        value: f64,
    },
    /// Two cells of which one is a mine, and nothing will ever tell which.
    CoinFlip {
        /// The cell that is not opened.
        other: Cell,
    },
    /// The guess that did best when the best-rated ones were tried on configurations written
    /// out, with simple play afterwards.
    Rehearsal,
    /// The guess with the best rating.
    LookAhead,
    /// The guess that did best when the best-rated ones were played out.
    Playouts,
    /// The least likely mine: in other games than `win`, under uncertain clues, with the
    /// total hidden, or where nothing is to be looked ahead from.
    Safest,
    /// Any cell: the position is too wide to be counted.
    Random,
}

impl DecisionKind {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Ask => "ask",
            Self::FirstClick => "first-click",
            Self::Endgame { .. } => "endgame",
            Self::CoinFlip { .. } => "coin-flip",
            Self::Rehearsal => "rehearsal",
            Self::LookAhead => "look-ahead",
            Self::Playouts => "playouts",
            Self::Safest => "safest",
            Self::Random => "random",
        }
    }
}

/// A guess that was looked ahead from.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The probability that it is safe.
    pub safety: f64,
    /// What it is worth by its safety and what may follow; no more than its safety.
    pub rating: f64,
    /// The distribution of the number it would show, given that it is safe: from 0 on.
    pub numbers: Vec<f64>,
}

impl Decision {
    pub(crate) fn new(choice: Choice, kind: DecisionKind) -> Self {
        Self { choice, kind, candidates: Vec::new() }
    }

    /// What follows from what is seen, or an ask.
    pub(crate) fn sure(choice: Choice) -> Self {
        let asks = matches!(choice.action, Action::Ask(_));
        Self::new(choice, if asks { DecisionKind::Ask } else { DecisionKind::Certain })
    }

    /// To open a cell that may be a mine.
    pub(crate) fn open(cell: Cell, why: &'static str, kind: DecisionKind) -> Self {
        Self::new(Choice::guess(Action::Open(cell), why), kind)
    }
}
