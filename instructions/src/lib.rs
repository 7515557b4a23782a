//! Instructions that the engine and its players take; see `benches/instructions.rs`.
