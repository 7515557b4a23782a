//! What every target does with its input.
//!
//! `cargo fuzz run drawing` (on a stable toolchain with `RUSTC_BOOTSTRAP=1`).
//! Inputs worth keeping go to `corpus/TARGET/`; the ordinary tests replay them.

use surefoot_rules::notation::{self, Format, ReadOptions};

/// Reads as one format. What is read must be drawn and read back the same.
pub fn exercise(format: Format, bytes: &[u8]) {
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let Ok(documents) = notation::read(bytes, options) else { return };
    for document in documents {
        let drawn = notation::write(&document, Format::Drawing).expect("regular grids are drawn");
        let again = notation::read(&drawn, ReadOptions::default()).expect("a drawing is readable");
        if let Some(view) = document.view() {
            assert_eq!(again[0].view(), Some(view));
        } else {
            assert_eq!(again[0].board().map(|b| b.layout), document.board().map(|b| b.layout));
        }
    }
}
