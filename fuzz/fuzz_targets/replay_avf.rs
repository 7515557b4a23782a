#![no_main]

use libfuzzer_sys::fuzz_target;
use surefoot_fuzz::replay_as;
use surefoot_rules::replay::ReplayFormat;

fuzz_target!(|bytes: &[u8]| replay_as(ReplayFormat::Avf, bytes));
