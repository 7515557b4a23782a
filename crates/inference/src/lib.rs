#![doc = include_str!("../README.md")]
//!
//! Every probability is the exact share of configurations, weighed by what is
//! known of the number of mines and, under uncertain clues, by the likelihood of
//! what was shown. Nothing is sampled and nothing is cut off; where a position is
//! too wide to be counted within a budget, that is said.

mod allowance;
mod analysis;
mod analyst;
mod approximate;
mod count;
mod current;
mod dead;
mod error;
mod information;
mod kaboom;
pub mod logic;
pub mod no_guess;
pub mod oracle;
mod posterior;
mod proof;
mod sample;
mod search;
mod stop;
mod suppose;
mod tunables;
mod workspace;

/// The exact numbers of [`Analysis`], from `dashu-int`.
pub use dashu_int::UBig;

pub use allowance::Allowance;
pub use analysis::{Analysis, BestCell};
pub use analyst::Analyst;
pub use approximate::{Estimate, EstimateError, estimate};
pub use error::{AnalysisError, CountError};
pub use information::entropy;
pub use kaboom::{Judgement, Kaboom, KaboomError};
pub use posterior::{Options, Posterior, Unknown};
pub use proof::certificate::Certificate;
pub use proof::clash::Clash;
pub use proof::contrast::Contrast;
pub use proof::derivation::Bound;
pub use proof::explanation::{Doubt, Explanation};
pub use proof::prover::{GivenBound, Proof, ProofError, ProofStep, Prover, StepKind};
pub use search::best_play::{BestPlay, BestPlayError, Progress};
pub use search::configurations::Configurations;
pub use search::digging::{Dig, ListedDigs};
pub use search::drawn::Drawn;
pub use search::endgame::{Endgame, Optimum};
pub use search::formed_flips::FormedFlips;
pub use search::rehearsal::{DrawnPlay, Rehearsal, Survivors};
pub use search::symmetry::symmetries;
pub use stop::Stop;
pub use suppose::{Suppose, Supposed};
pub use tunables::TIE;
pub use workspace::Workspace;
