//! The engine as a Python module: values in, values out, errors raised.
//!
//! A file per thing that Python sees. Nothing is decided here: each turns Python's values into the
//! types of the other crates and back, and adds to an error what to try in Python's words. Long
//! work is done without the interpreter's lock, so that other threads of the program go on.
//! The types that Python's checkers see, `python/surefoot/_surefoot.pyi`, are generated from the
//! signatures here, and `hints` adds what Rust's types do not say.

mod analysis;
mod arena;
mod board;
mod cells;
mod choice;
mod cluster;
mod convert;
mod deal;
mod errors;
mod explanation;
mod game;
mod hints;
mod lab;
mod many;
mod r#match;
mod optimal;
mod player;
mod records;
mod review;
mod roster;
mod setting;
mod tunables;
mod values;
mod view;
mod work;

/// See the package `surefoot`.
#[pyo3::pymodule]
mod _surefoot {
    #[pymodule_export]
    use crate::analysis::{PyAnalysis, PyBestCell};
    #[pymodule_export]
    use crate::arena::PyArena;
    #[pymodule_export]
    use crate::board::PyBoard;
    #[pymodule_export]
    use crate::choice::PyChoice;
    #[pymodule_export]
    use crate::cluster::{PyGathering, PyPlan};
    #[pymodule_export]
    use crate::convert::convert;
    #[pymodule_export]
    use crate::deal::deal;
    #[pymodule_export]
    use crate::explanation::PyExplanation;
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::lab::{experiments, lab_run, shipped_text};
    #[pymodule_export]
    use crate::many::analyse_many;
    #[pymodule_export]
    use crate::r#match::play_match;
    #[pymodule_export]
    use crate::optimal::{PyOptimal, optimal};
    #[pymodule_export]
    use crate::review::{PyReview, PyReviewedGuess};
    #[pymodule_export]
    use crate::roster::{PyPlayerEntry, players};
    #[pymodule_export]
    use crate::view::PyView;
    #[pymodule_export]
    use crate::work::panic_now;
}
