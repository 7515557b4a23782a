//! What records of very many games cost: a made-up record of so many games, in shares as several
//! machines would leave them, is merged and reported on, and time and memory are told. Nothing is
//! played. A hundred million games take some 15 GB of disk.
//!
//! ```sh
//! cargo run --release -p surefoot-lab --example many_games -- 10000000 target/many
//! ```

#![allow(clippy::print_stdout)]

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use surefoot_lab::experiment::folder::Folder;
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::shard::Shard;
use surefoot_lab::record::{Columns, Row, heading};
use surefoot_players::Roster;
use surefoot_rules::Random;

/// Shares; one of them is as a machine leaves it that was killed and went on.
const SHARES: u64 = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let out = PathBuf::from(arguments.next().unwrap_or_else(|| "target/many".to_owned()));
    let _ = fs::remove_dir_all(&out);
    let text = format!(
        "title = \"Many games\"\nquestion = \"Who wins more?\"\nplayers = [\"queue\", \"exact\"]\n\
         deals = {}\nsweep = {{ over = \"level\", values = [\"beginner\"] }}\n",
        games / 2
    );
    let roster = Roster::standard();
    let experiment = Experiment::read(&roster, "many", "many.toml", &text)?;
    let mut folders = Vec::new();
    let begun = Instant::now();
    for share in 1..=SHARES {
        let folder = out.join(format!("share-{share}"));
        make_up(&experiment, &folder, share)?;
        folders.push(folder);
    }
    told("made up", &begun, &out);
    let begun = Instant::now();
    let whole = Folder::new(out.join("whole"));
    #[cfg(feature = "parquet")]
    let whole = whole.with_parquet()?;
    let merged = whole.merge(&roster, &folders, None)?;
    told("merged", &begun, &out);
    let begun = Instant::now();
    let report = whole.report(&merged, "many_games")?;
    told("reported on", &begun, &out);
    println!("{}", report.experiments[0].answer);
    Ok(())
}

/// Writes a share.
fn make_up(experiment: &Experiment, folder: &Path, number: u64) -> std::io::Result<()> {
    let records = folder.join("records");
    fs::create_dir_all(&records)?;
    fs::write(records.join("many.toml"), &experiment.text)?;
    let path = records.join(format!("many.{number}-of-{SHARES}.csv"));
    let mut out = BufWriter::new(File::create(path)?);
    let shard: Shard = format!("{number}/{SHARES}").parse().map_err(std::io::Error::other)?;
    out.write_all(heading(experiment, shard).as_bytes())?;
    let columns = Columns::of_record(experiment);
    let mut random = Random::named("made-up", [number, 0]);
    let mut text = String::new();
    // The second half first.
    let (half, deals) = (experiment.deals / 2, experiment.deals);
    let order = (half..deals).chain(0..half);
    let whole = (0..deals).chain(0..0);
    for index in if number == 2 { order } else { whole }.filter(|&deal| shard.has(deal)) {
        let rows = [0, 1].map(|player| Row {
            index,
            player,
            won: Some(random.unit() < [0.80, 0.95][player]),
            digs: 71,
            guesses: random.below(3),
            seconds: 2e-5 * (1.0 + random.unit()),
            ..Row::default()
        });
        columns.write(&mut text, 0, &rows);
        out.write_all(text.as_bytes())?;
        text.clear();
    }
    out.flush()
}

/// The time since, and the most memory that was held (where there is `/proc`).
fn told(what: &str, begun: &Instant, out: &Path) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let record = fs::metadata(out.join("whole/records/many.csv")).map_or(0, |file| file.len());
    println!(
        "{what}: {:.1} s, {} at the most, record of {:.1} MB",
        begun.elapsed().as_secs_f64(),
        most.unwrap_or("memory unknown").trim(),
        record as f64 / 1e6
    );
    let _ = fs::write("/proc/self/clear_refs", "5");
}
