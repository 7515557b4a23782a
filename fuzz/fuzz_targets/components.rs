#![no_main]

use libfuzzer_sys::fuzz_target;
use surefoot_fuzz::count_components;

fuzz_target!(|bytes: &[u8]| count_components(bytes));
