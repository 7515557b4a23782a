//! `surefoot match`: players on the same deals.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::Context;
use serde_json::{Value, json};
use surefoot_lab::experiment::{self, MatchError};
use surefoot_lab::play::standings::Standing;
use surefoot_lab::record::Columns;
use surefoot_lab::statistics::interval;
use surefoot_lab::statistics::moments::Moments;
use surefoot_lab::statistics::sprt::{Sprt, Verdict};
use surefoot_rules::{GameKind, Level, counted};

use crate::args::MatchArguments;
use crate::asker::Asker;
use crate::complaint::{self, complain, note};
use crate::long_run::LongRun;
use crate::setting::{self, Meant};
use crate::{output, tunables};

/// Games of JSMinesweeper's long benchmark.
const RUN: u64 = 12_500;

pub(crate) fn run(asker: Asker<'_>, arguments: &MatchArguments) -> anyhow::Result<()> {
    let Asker { common, roster } = asker;
    let Meant { rules, boards } =
        setting::read(&arguments.setting, Level::EXPERT, arguments.games.unwrap_or(RUN))?;
    let available = boards.as_ref().map(|boards| boards.len() as u64);
    let usual =
        if arguments.sprt.is_some() { tunables::UNTIL_DECIDED } else { tunables::USUAL_GAMES };
    let games = arguments.games.or(available).unwrap_or(usual);
    if let Some(available) = available.filter(|&available| available < games) {
        let what = format!(
            "--games asks for {games}, but --boards holds only {}",
            counted(available, "board")
        );
        return Err(complain(what, "omit --games to play each board once"));
    }
    let game = experiment::Match {
        rules,
        players: arguments.players.clone(),
        games,
        seed: common.seed(),
        boards: boards.map(Into::into),
        sprt: arguments.sprt,
        estimate: arguments.estimate,
        judged: arguments.record.is_some(),
        gauges: arguments.gauges.clone(),
    };
    game.check(roster).map_err(|error| {
        let hint = match error {
            MatchError::Survival => {
                "omit --estimate, or play --game win without --boards and --total hidden"
            }
            MatchError::Sprt => "--sprt takes exactly two players and --game win",
            _ => complaint::PLAYERS,
        };
        complain(error.to_string(), hint)
    })?;
    if arguments.record.as_deref() == Some(Path::new("-")) {
        return Err(complain(
            "--record cannot write to standard output",
            "name a file, as in --record games.csv",
        ));
    }
    let columns = Columns::of_match(&game.players);
    let path = arguments.record.as_deref().unwrap_or(Path::new("")).display();
    let cannot = || format!("cannot write {path}");
    let mut record = arguments
        .record
        .as_ref()
        .map(|path| {
            let mut file = File::create(path)?;
            file.write_all(columns.heading().as_bytes())?;
            Ok::<_, std::io::Error>(file)
        })
        .transpose()
        .with_context(cannot)?;

    let running = LongRun::start(common, games, "games")?;
    let (mut lines, mut written) = (String::new(), Ok(()));
    let result = common.pool()?.install(|| {
        game.run(
            roster,
            running.stop(),
            || running.advance(1),
            |rows| {
                if let (Some(file), Ok(())) = (&mut record, &written) {
                    columns.write(&mut lines, 0, rows);
                    written = file.write_all(lines.as_bytes());
                    lines.clear();
                    if written.is_err() {
                        running.stop().store(true, Ordering::Relaxed);
                    }
                }
            },
        )
    })?;
    drop(running);
    written.with_context(cannot)?;

    let standings = &result.standings.0;
    let in_words = || {
        let tested = game.sprt.map(|sprt| sprt_in_words(sprt, &standings[1]) + "\n");
        as_table(&game, standings) + "\n" + &tested.unwrap_or_default()
    };
    output::answer(common, || as_json(&game, standings, result.stopped), in_words)?;
    if result.stopped && !common.quiet {
        note(&format!("stopped after {} of {}", standings[0].games, counted(games, "game")));
    }
    for (text, standing) in game.players.iter().zip(standings) {
        if standing.wrong_claims > 0 {
            let wrong = counted(standing.wrong_claims, "wrong claim");
            note(&format!("`{text}` made {wrong} of certainty"));
        }
        if let (Some(error), false) = (&standing.first_error, common.quiet) {
            let games = counted(standing.errors, "game");
            note(&format!("`{text}` failed in {games}; the first error: {error}"));
        }
    }
    Ok(())
}

/// A value with its interval, to so many digits.
fn measured(value: Option<f64>, interval: Option<(f64, f64)>, scale: f64, digits: usize) -> String {
    match (value, interval) {
        (None, _) => "–".to_owned(),
        (Some(value), None) => format!("{:.digits$}", scale * value),
        (Some(value), Some((low, high))) => {
            format!(
                "{:.digits$} [{:.digits$}, {:.digits$}]",
                scale * value,
                scale * low,
                scale * high
            )
        }
    }
}

pub(crate) fn duration(seconds: Option<f64>) -> String {
    match seconds {
        None => "–".to_owned(),
        Some(s) if s < 1e-3 => format!("{:.1} µs", 1e6 * s),
        Some(s) if s < 1.0 => format!("{:.2} ms", 1e3 * s),
        Some(s) => format!("{s:.2} s"),
    }
}

fn as_table(game: &experiment::Match, standings: &[Standing]) -> String {
    let kind = game.rules.kind;
    let (measure, scale, digits) = match kind {
        GameKind::Win => ("won, %", 100.0, 2),
        GameKind::Score => ("score", 1.0, 4),
        GameKind::Dig => ("dig density", 1.0, 4),
    };
    let mut headings = vec!["player", "games", measure];
    headings.extend((standings.len() > 1).then_some("against the first"));
    headings.extend((kind == GameKind::Score).then_some("false flags"));
    headings.extend((kind == GameKind::Dig).then_some("wrong"));
    headings.push("guesses");
    let columns = || game.gauges.iter().flat_map(|gauge| gauge.columns).map(|(name, _)| *name);
    headings.extend(columns());
    headings.extend(["CPU/game", "99 %"]);
    let errors = standings.iter().any(|standing| standing.errors > 0);
    headings.extend(errors.then_some("errors"));

    let mut rows = Vec::new();
    for (at, (text, standing)) in game.players.iter().zip(standings).enumerate() {
        let (value, interval) = standing.measure(kind);
        let per_game = |count: u64| format!("{:.2}", count as f64 / standing.games.max(1) as f64);
        let mut cells = vec![
            text.clone(),
            standing.games.to_string(),
            measured(value, interval, scale, digits),
        ];
        if standings.len() > 1 {
            let pairs = &standing.against_first;
            let difference =
                measured(pairs.mean(), interval::bounded(pairs, (-1.0, 1.0)), scale, digits);
            cells.push(if at == 0 { "–".to_owned() } else { difference });
        }
        if kind == GameKind::Score {
            cells.push(per_game(standing.false_flags));
        }
        if kind == GameKind::Dig {
            cells.push(standing.wrong_declarations.to_string());
        }
        cells.push(per_game(standing.guesses));
        for at in 0..columns().count() {
            let mean = standing.readings.get(at).and_then(Moments::mean);
            cells.push(measured(mean, None, 1.0, 2));
        }
        cells.push(duration(standing.mean_seconds()));
        cells.push(duration(standing.p99_seconds()));
        if errors {
            cells.push(standing.errors.to_string());
        }
        rows.push(cells);
    }
    output::table(headings, rows, 0)
}

fn as_json(game: &experiment::Match, standings: &[Standing], stopped: bool) -> Value {
    let kind = game.rules.kind;
    let pair = |interval: Option<(f64, f64)>| interval.map(|(low, high)| [low, high]);
    let players = game.players.iter().zip(standings).enumerate().map(|(at, (text, standing))| {
        let against = (at > 0).then_some(&standing.against_first);
        let wins = standing.counted_wins(kind, game.estimate);
        let (rate, win_interval) = standing.win_rate(kind, game.estimate);
        let guesses = standing.guesses as f64 / standing.games.max(1) as f64;
        json!({
            "name": text,
            "games": standing.games,
            "wins": wins,
            "win_rate": rate,
            "win_interval": pair(win_interval),
            "score": standing.scores.mean(),
            "score_interval": pair(interval::share(&standing.scores)),
            "dig_density": standing.digs.mean(),
            "dig_interval": pair(interval::share(&standing.digs)),
            "guesses": guesses,
            "false_flags": standing.false_flags,
            "wrong_claims": standing.wrong_claims,
            "wrong_declarations": (kind == GameKind::Dig).then_some(standing.wrong_declarations),
            "difference": against.and_then(Moments::mean),
            "difference_interval": pair(against.and_then(|pairs| interval::bounded(pairs, (-1.0, 1.0)))),
            "readings": readings(game, standing),
            "mean_seconds": standing.mean_seconds(),
            "p99_seconds": standing.p99_seconds(),
            "errors": standing.errors,
        })
    });
    let players: Vec<Value> = players.collect();
    let sprt = game.sprt.map(|sprt| {
        let pairs = &standings[1].against_first;
        let verdict = match sprt.verdict(pairs) {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
            Verdict::Open => "open",
        };
        let llr = sprt.llr(pairs);
        json!({"d0": sprt.d0, "d1": sprt.d1, "llr": llr, "bound": Sprt::bound(), "verdict": verdict})
    });
    let rules = &game.rules;
    // Given boards may differ; then there is no one size.
    let boards = game.boards.as_deref().unwrap_or_default();
    let one_grid = boards.iter().all(|board| *board.layout.grid() == rules.grid);
    let one_count = boards.iter().all(|board| board.layout.count() == rules.mines);
    let neighbourhood = rules.grid.neighbourhood().map(surefoot_rules::Neighbourhood::name);
    json!({
        "game": kind.name(),
        "width": one_grid.then(|| rules.grid.width()),
        "height": one_grid.then(|| rules.grid.height()),
        "mines": one_count.then_some(rules.mines),
        "neighbourhood": neighbourhood.filter(|_| one_grid),
        "promise": game.boards.is_none().then(|| rules.promise.name()),
        "told": rules.told,
        "clues": rules.clues.to_string(),
        "flood": rules.floods(),
        "seed": game.seed,
        "estimate": game.estimate.name(),
        "stopped": stopped,
        "players": players,
        "sprt": sprt,
    })
}

/// The means of what the gauges read, by name.
fn readings(game: &experiment::Match, standing: &Standing) -> Value {
    let columns = game.gauges.iter().flat_map(|gauge| gauge.columns);
    let means = columns
        .zip(&standing.readings)
        .map(|(&(name, _), moments)| (name.to_owned(), json!(moments.mean())));
    Value::Object(means.collect())
}

fn sprt_in_words(sprt: Sprt, second: &Standing) -> String {
    let Sprt { d0, d1 } = sprt;
    let pairs = &second.against_first;
    let (llr, bound) = (sprt.llr(pairs), Sprt::bound());
    let verdict = match sprt.verdict(pairs) {
        Verdict::H0 => format!("H0: the second player is better by at most {d0}"),
        Verdict::H1 => format!("H1: the second player is better by at least {d1}"),
        Verdict::Open => "not decided".to_owned(),
    };
    let games = counted(pairs.count, "game");
    format!("SPRT {d0},{d1}: LLR {llr:.2} of ±{bound:.2} after {games}; {verdict}")
}
