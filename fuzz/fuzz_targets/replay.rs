#![no_main]

use libfuzzer_sys::fuzz_target;
use surefoot_fuzz::replay;

fuzz_target!(|bytes: &[u8]| replay(bytes));
