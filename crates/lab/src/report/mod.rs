//! What a reader gets: tables, answers in words, figures, and one page of all of it.

pub mod answer;
pub mod page;
pub mod plot;
pub mod table;
