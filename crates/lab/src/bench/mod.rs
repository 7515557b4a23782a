//! Fixed work: does every player still behave as it did, and how fast is it?

pub mod signature;
pub mod speed;
