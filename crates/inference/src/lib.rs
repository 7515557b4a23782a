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
mod anneal;
mod approximate;
mod certificate;
mod clash;
mod configurations;
mod constraint;
mod contrast;
mod count;
mod derivation;
mod evidence;
mod join;
mod number;
mod optimal;
pub mod oracle;
mod order;
mod posterior;
mod proof;
mod sample;
mod strips;
mod suppose;
mod words;

pub use analysis::{Analysis, Analyst, Clash, Posterior, Trouble, Workspace};
pub use approximate::{Estimate, estimate};
pub use certificate::Certificate;
pub use configurations::Configurations;
pub use contrast::Contrast;
pub use derivation::Bound;
pub use optimal::{Endgame, Optimum};
pub use posterior::{Options, Unknown};
pub use proof::{NoProof, Proof, Prover, Step, StepKind};
pub use suppose::{Suppose, Supposed};
