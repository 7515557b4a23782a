//! What a reader gets: tables, answers in words, figures, and one page of all of it.

pub mod answer;
mod claims_section;
pub mod comparisons;
mod html_table;
mod machine;
pub mod markdown;
mod measured_results;
pub mod page;
mod played;
pub mod plot;
mod style;
pub mod table;
pub mod write_ups;
