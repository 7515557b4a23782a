//! `surefoot bench`: one number that says whether behaviour changed, and speed.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use surefoot_lab::play::signature;
use surefoot_players::Roster;
use surefoot_rules::{Game, GameKind, Grid, Level, Random, Rules, episode};

use crate::args::{Bench, Common};
use crate::complaint::answer_no;

/// How long each player is timed.
const LONG: Duration = Duration::from_millis(500);

pub(crate) fn run(common: &Common, roster: &Roster, arguments: &Bench) -> anyhow::Result<()> {
    let computed = common.pool()?.install(signature::compute);
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
            "behaviour changed: the committed signature is {committed}"
        )));
    }
    Ok(())
}

/// Expert games per second of each player, one after the other.
fn speeds(roster: &Roster) -> anyhow::Result<Vec<(&str, f64)>> {
    let Level { width, height, mines } = Level::EXPERT;
    let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(width, height)?, mines))?;
    let mut speeds = Vec::new();
    for entry in roster.entries() {
        let mut player = roster.call(entry.name())?;
        let (start, mut games) = (Instant::now(), 0);
        while start.elapsed() < LONG {
            for _ in 0..50 {
                game.deal(1, games);
                let random = Random::for_player(1, games, entry.name());
                episode::play(&mut game, &mut player, random);
                games += 1;
            }
        }
        speeds.push((entry.name(), games as f64 / start.elapsed().as_secs_f64()));
    }
    Ok(speeds)
}
