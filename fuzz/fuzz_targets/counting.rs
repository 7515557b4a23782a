#![no_main]

use libfuzzer_sys::fuzz_target;
use surefoot_fuzz::count;

fuzz_target!(|bytes: &[u8]| count(bytes));
