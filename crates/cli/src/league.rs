//! `surefoot league`: every engine on the same deals.

use serde_json::json;
use surefoot_lab::league::{self, LeagueGames, LeagueResult, LeagueRow, LeagueTable};

use crate::args::LeagueArguments;
use crate::asker::Asker;
use crate::complaint::{complain, note};
use crate::lab::hinted;
use crate::long_run::LongRun;
use crate::output;

pub(crate) fn run(asker: Asker<'_>, arguments: &LeagueArguments) -> anyhow::Result<()> {
    let mut league = league::League::new(&arguments.out, asker.roster)?;
    if let Some(deals) = arguments.deals {
        league = league.of_deals(deals);
    }
    if arguments.quick {
        league = league.quick();
    }
    let house = league.house().iter().filter(|_| !arguments.only);
    let players: Vec<String> = house.chain(&arguments.players).cloned().collect();
    if !arguments.table && !play(asker, &league, &players)? {
        return Ok(());
    }
    let table = league.table().map_err(hinted)?;
    if table.rows.is_empty() {
        return Err(complain(
            format!("nobody has played in {} yet", arguments.out.display()),
            "omit --table, or name another folder with --out",
        ));
    }
    if let Some(page) = &arguments.page {
        let outside = table.rows.iter().filter(|row| !row.ours).map(|row| row.player.as_str());
        let mut words: Vec<&str> = ["surefoot league"].into_iter().chain(outside).collect();
        let named =
            asker.common.engines.as_ref().map(|file| format!("--engines {}", file.display()));
        words.extend(named.as_deref());
        let place = format!("--page {}", page.display());
        words.push(&place);
        table.put(page, &words.join(" ")).map_err(hinted)?;
    }
    output::answer(asker.common, || as_json(&table), || as_table(&table) + "\n")
}

/// Plays what is missing; says whether all was played.
fn play(asker: Asker<'_>, league: &league::League, players: &[String]) -> anyhow::Result<bool> {
    let (running, pool) = (
        LongRun::start_in_percent(asker.common, players.len() as u64 * league.work())?,
        asker.common.pool()?,
    );
    for player in players {
        running.say(player);
        let advance = |work| running.advance(work);
        let played = pool.install(|| league.play(asker.roster, player, running.stop(), &advance));
        match played.map_err(hinted)? {
            LeagueGames::There => advance(league.work()),
            LeagueGames::Played => {}
            LeagueGames::Stopped => {
                drop(running);
                note("stopped; every finished game is recorded, and the same command goes on");
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn as_table(league: &LeagueTable) -> String {
    let mut heads = vec!["engine".to_owned()];
    for promise in &league.promises {
        heads.extend([format!("{promise}: won, %"), "against surefoot".to_owned()]);
    }
    heads.extend(["CPU/game", "faults"].map(str::to_owned));
    let mut rows = Vec::new();
    for LeagueRow { player, results, faults, .. } in &league.rows {
        let mut cells = vec![player.clone()];
        for LeagueResult { won, difference, .. } in results {
            let (low, high) = won.interval.unwrap_or((won.mean, won.mean));
            cells.push(format!(
                "{:.2} [{:.2}, {:.2}]",
                100.0 * won.mean,
                100.0 * low,
                100.0 * high
            ));
            cells.push(difference.map_or("–".to_owned(), |one| {
                let (low, high) = one.interval;
                format!("{:+.2} [{:+.2}, {:+.2}]", 100.0 * one.mean, 100.0 * low, 100.0 * high)
            }));
        }
        let seconds = results.iter().map(|one| one.seconds).sum::<f64>() / results.len() as f64;
        cells.extend([crate::r#match::duration(Some(seconds)), faults.0.to_string()]);
        rows.push(cells);
    }
    output::table(heads, rows, 1)
}

fn as_json(league: &LeagueTable) -> serde_json::Value {
    let row = |row: &LeagueRow| {
        let results = league.promises.iter().zip(&row.results).map(|(promise, one)| {
            let LeagueResult { won, difference, guesses, seconds } = one;
            json!({
                "promise": promise,
                "deals": won.count,
                "won": won.mean,
                "interval": won.interval.map(|(low, high)| [low, high]),
                "difference": difference.map(|one| one.mean),
                "difference_interval": difference.map(|one| [one.interval.0, one.interval.1]),
                "guesses": guesses,
                "mean_seconds": seconds,
            })
        });
        let (faults, wrong_claims) = row.faults;
        json!({
            "name": row.player,
            "results": results.collect::<Vec<_>>(),
            "errors": faults,
            "wrong_claims": wrong_claims,
        })
    };
    json!({"seed": league.seed, "engines": league.rows.iter().map(row).collect::<Vec<_>>()})
}
