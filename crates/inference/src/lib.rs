//! Exact inference for Minesweeper: what can be known of a view.
//!
//! Every probability is the exact share of configurations, weighed by what is
//! known of the number of mines and, under uncertain clues, by the likelihood of
//! what was shown. Nothing is sampled and nothing is cut off; where a position is
//! too wide to be counted within a budget, that is said.
//!
//! ```
//! use surefoot_inference::Analysis;
//! use surefoot_rules::view;
//!
//! let analysis = Analysis::of(&view![
//!     "4x4/3",
//!     "1 * * *",
//!     "1 * * *",
//!     "1 2 * *",
//!     "0 1 * *",
//! ])?;
//! println!("{} configurations", analysis.solutions);
//! # Ok::<(), surefoot_inference::Trouble>(())
//! ```

mod analysis;
mod approximate;
mod count;
mod information;
pub mod logic;
pub mod no_guess;
pub mod oracle;
mod posterior;
mod proof;
mod sample;
mod search;
mod supposition;

pub use analysis::{Analysis, Analyst, Clash, Posterior, Trouble, Workspace};
pub use approximate::{Estimate, estimate};
pub use posterior::{Options, Unknown};
pub use proof::certificate::Certificate;
pub use proof::contrast::Contrast;
pub use proof::derivation::Bound;
pub use proof::prover::{NoProof, Proof, Prover, Step, StepKind};
pub use search::best_play::{BestPlay, BestPlayError, Progress};
pub use search::configurations::Configurations;
pub use search::digging::{Dig, best_dig};
pub use search::endgame::{Endgame, Optimum};
pub use search::symmetry::symmetries;
pub use supposition::{Suppose, Supposed};
