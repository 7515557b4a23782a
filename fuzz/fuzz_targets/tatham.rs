#![no_main]

use libfuzzer_sys::fuzz_target;
use surefoot_fuzz::exercise;
use surefoot_rules::notation::Format;

fuzz_target!(|bytes: &[u8]| exercise(Format::Tatham, bytes));
