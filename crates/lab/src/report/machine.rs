//! What a report was made on: times mean little without it.

use std::fs;

/// Processor, threads, system, compiler, and how busy it was.
pub(super) fn machine() -> String {
    let threads = rayon::current_num_threads();
    let mut said = vec![
        processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        surefoot_rules::counted(threads, "thread"),
        std::env::consts::OS.to_owned(),
        format!("rustc {}", env!("SUREFOOT_RUSTC")),
    ];
    // The load of the last minute, where the system tells it.
    let load = fs::read_to_string("/proc/loadavg").ok();
    let load = load.as_deref().and_then(|text| text.split(' ').next());
    said.extend(load.map(|load| format!("load {load}")));
    said.join(", ")
}

/// The processor's name, where the system tells it.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(": ")?.1.to_owned())
}
