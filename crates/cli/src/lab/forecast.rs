//! `surefoot lab plan`: what experiments will cost, before they are played.

use std::io::Write;

use serde_json::json;
use surefoot_lab::experiment::forecast::Forecast;

use crate::asker::Asker;
use crate::long_run::LongRun;
use crate::tunables;

pub(super) fn run(asker: Asker<'_>, experiments: &[String], quick: bool) -> anyhow::Result<()> {
    let Asker { common, roster } = asker;
    let chosen = super::chosen(asker, &super::named(experiments), quick)?;
    let running = LongRun::start(common, chosen.len() as u64, "experiments")?;
    let mut out = anstream::stdout();
    let (mut games, mut seconds, mut bytes) = (0, 0.0, 0);
    for experiment in &chosen {
        if running.stop().load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        running.say(&experiment.name);
        let patience = tunables::FORECAST;
        let found = common.pool()?.install(|| Forecast::of(experiment, roster, patience))?;
        running.advance(1);
        games += found.games;
        seconds += found.seconds;
        bytes += found.bytes;
        if common.json {
            let Forecast { games, played, seconds, bytes } = found;
            let name = &experiment.name;
            writeln!(
                out,
                "{}",
                json!({"name": name, "games": games, "played": played,
                "cpu_seconds": seconds, "record_bytes": bytes})
            )?;
        } else {
            line(&mut out, &experiment.name, (found.games, found.seconds, found.bytes))?;
        }
    }
    drop(running);
    if !common.json && chosen.len() > 1 {
        line(&mut out, "all", (games, seconds, bytes))?;
    }
    Ok(out.flush()?)
}

fn line(
    out: &mut impl Write,
    name: &str,
    (games, seconds, bytes): (u64, f64, u64),
) -> std::io::Result<()> {
    let (time, size) = (time(seconds), size(bytes));
    writeln!(out, "{name:<21} {games:>9} games {time:>9} of CPU time {size:>8}")
}

/// A time in a unit that suits it.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 60.0 => format!("{s:.1} s"),
        s if s < 3_600.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3_600.0),
    }
}

fn size(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e9 => format!("{:.1} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
}
