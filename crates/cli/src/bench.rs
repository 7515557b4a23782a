//! `surefoot bench`: one number that says whether behaviour changed, and speed.

use std::io::Write;

use serde_json::json;
use surefoot_lab::bench::{signature, speed};
use surefoot_players::Roster;

use crate::args::Bench;
use crate::asker::Asker;
use crate::complaint::{answer_no, no_player};
use crate::tunables;

pub(crate) fn run(asker: Asker<'_>, arguments: &Bench) -> anyhow::Result<()> {
    let common = asker.common;
    if !arguments.players.is_empty() {
        return time(asker, &arguments.players);
    }
    // Only those of the house have a say in it.
    let roster = &Roster::standard();
    let computed = common.pool()?.install(|| signature::compute(roster));
    let as_committed = computed.to_string() == signature::COMMITTED.trim();
    let speeds = if arguments.signature { Vec::new() } else { speeds(roster)? };
    let mut out = anstream::stdout();
    if common.json {
        let players: Vec<_> = speeds
            .iter()
            .map(|(name, speed)| json!({"name": name, "games_per_second": speed}))
            .collect();
        writeln!(
            out,
            "{}",
            json!({"signature": computed.to_string(), "as_committed": as_committed, "players": players})
        )?;
    } else {
        writeln!(out, "signature {computed}")?;
        for (name, speed) in speeds {
            writeln!(out, "{name:<10} {speed:>10.0} expert games/s (one core, promise: opening)")?;
        }
    }
    out.flush()?;
    if !as_committed {
        let committed = signature::COMMITTED.trim();
        return Err(answer_no(format!(
            "the players behave differently: the committed signature is {committed}"
        )));
    }
    Ok(())
}

/// Only how quick these are.
fn time(Asker { common, roster }: Asker<'_>, players: &[String]) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    for text in players {
        let speed = speed::games_per_second(roster, text, tunables::BENCH_TIME);
        let speed = speed.map_err(no_player)?;
        if common.json {
            writeln!(out, "{}", json!({"name": text, "games_per_second": speed}))?;
        } else {
            writeln!(out, "{text}: {speed:.0} expert games/s (one core, promise: opening)")?;
        }
    }
    Ok(out.flush()?)
}

/// Expert games per second of each player, one after the other.
fn speeds(roster: &Roster) -> anyhow::Result<Vec<(&str, f64)>> {
    let timed = |name| Ok((name, speed::games_per_second(roster, name, tunables::BENCH_TIME)?));
    roster.entries().iter().map(|entry| timed(entry.name())).collect()
}
