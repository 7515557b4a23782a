//! Writes a small replay of every form into the fuzzers' corpus, a folder for each format:
//! `cargo run -p surefoot-testing --example replay_seeds`. The same files every time.

use std::{fs, io, path::Path};

use surefoot_rules::Random;
use surefoot_rules::replay::{ReplayFormat, rawvf};
use surefoot_testing::{BinaryForm, any_replay, write_binary, write_collection};

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let put = |format: ReplayFormat, name: &str, bytes: &[u8]| {
        let folder = corpus.join(format!("replay_{format}"));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), bytes)
    };
    let mut random = Random::named("seeds of fuzzers", [0, 0]);
    let mut small = || {
        let mut replay = any_replay(&mut random, 8, 8, 10);
        // Fuzzers like what is short.
        replay.events.truncate(24);
        replay
    };
    for form in BinaryForm::ALL {
        let bytes = write_binary(&small(), form);
        let Some(format) = ReplayFormat::recognise(&bytes) else { continue };
        let name = format!("{form:?}").to_lowercase().replace(['(', ')'], "");
        put(format, &name, &bytes)?;
    }
    let games = [0, 4].map(|version| write_binary(&small(), BinaryForm::Evf(version)));
    put(ReplayFormat::Evfs, "two", &write_collection(&games, 8))?;
    let text = rawvf::write(&small()).map_err(io::Error::other)?;
    put(ReplayFormat::Rawvf, "text", text.as_bytes())
}
