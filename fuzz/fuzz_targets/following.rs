#![no_main]

use libfuzzer_sys::fuzz_target;
use surefoot_soundness::following::check;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
});
