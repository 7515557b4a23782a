//! `match`: players on the same deals, ours and Python's.

use std::sync::Arc;

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use surefoot_lab::experiment::{Match, MatchResult};
use surefoot_lab::play::Estimator;
use surefoot_lab::play::standings::Standing;
use surefoot_lab::record::Row;
use surefoot_lab::statistics::interval;
use surefoot_lab::statistics::moments::Moments;
use surefoot_rules::GameKind;
use surefoot_rules::notation::Board;

use crate::board::PyBoard;
use crate::errors::{Raise, odd};
use crate::player;
use crate::setting::Said;
use crate::work::{interruptible, pool};

/// Plays a match; gives a dictionary per player, and the games as columns.
#[pyfunction]
#[pyo3(signature = (players, level=None, *, games=1000, seed=0, boards=None, estimate="plain", judged=false, threads=0, **setting))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    players: Vec<Bound<'py, PyAny>>,
    level: Option<&str>,
    games: u64,
    seed: u64,
    boards: Option<Vec<Bound<'py, PyBoard>>>,
    estimate: &str,
    judged: bool,
    threads: usize,
    setting: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Vec<Bound<'py, PyDict>>, Bound<'py, PyDict>)> {
    let usual = if boards.is_none() { Some("expert") } else { None };
    let said = Said::read(level.or(usual), setting)?;
    let boards: Option<Vec<Board>> =
        boards.map(|boards| boards.iter().map(|board| board.get().0.clone()).collect());
    let (rules, games) = match &boards {
        None => (said.rules()?, games),
        Some(boards) => {
            let first = boards.first().ok_or_else(|| odd("`boards` has no board"))?;
            (said.rules_on(&first.layout)?, boards.len() as u64)
        }
    };
    let (players, roster) = player::seated(&players)?;
    let estimate = match estimate {
        "plain" => Estimator::Plain,
        "survival" => Estimator::Survival,
        "advantage" => Estimator::Advantage,
        _ => {
            return Err(odd(format!(
                "`{estimate}` is no estimate: expected plain, survival or advantage"
            )));
        }
    };
    let boards: Option<Arc<[Board]>> = boards.map(Into::into);
    let (sprt, gauges) = (None, Vec::new());
    let game = Match { rules, players, games, seed, boards, sprt, estimate, judged, gauges };
    py.detach(|| game.check(&roster)).map_err(Raise::raise)?;
    let pool = pool(threads)?;
    let mut rows: Vec<Row> = Vec::new();
    let played = interruptible(py, |stop| {
        pool.install(|| game.run(&roster, stop, || (), |some| rows.extend_from_slice(some)))
    })?;
    let MatchResult { standings, .. } = played.map_err(Raise::raise)?;
    let kind = game.rules.kind;
    let each = game.players.iter().zip(&standings.0).enumerate();
    let told = each.map(|(at, (text, standing))| told(py, kind, text, standing, at == 0));
    Ok((told.collect::<PyResult<_>>()?, columns(py, &game.players, &rows)?))
}

/// What is said of a player.
fn told<'py>(
    py: Python<'py>,
    kind: GameKind,
    text: &str,
    standing: &Standing,
    first: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let said = PyDict::new(py);
    let (measure, range) = standing.measure(kind);
    let against = (!first).then_some(&standing.against_first);
    said.set_item("name", text)?;
    said.set_item("games", standing.games)?;
    said.set_item("wins", (kind != GameKind::Score).then_some(standing.wins))?;
    let of_kind = |wanted: GameKind| if kind == wanted { (measure, range) } else { (None, None) };
    let (win_rate, win_interval) = of_kind(GameKind::Win);
    said.set_item("win_rate", win_rate)?;
    said.set_item("win_interval", win_interval)?;
    let (score, score_interval) = of_kind(GameKind::Score);
    said.set_item("score", score)?;
    said.set_item("score_interval", score_interval)?;
    let (dig_density, dig_interval) = of_kind(GameKind::Dig);
    said.set_item("dig_density", dig_density)?;
    said.set_item("dig_interval", dig_interval)?;
    said.set_item("guesses", standing.guesses as f64 / standing.games.max(1) as f64)?;
    said.set_item("false_flags", standing.false_flags)?;
    said.set_item("wrong_claims", standing.wrong_claims)?;
    said.set_item("difference", against.and_then(Moments::mean))?;
    let range = against.and_then(|pairs| interval::bounded(pairs, (-1.0, 1.0)));
    said.set_item("difference_interval", range)?;
    said.set_item("mean_seconds", standing.mean_seconds())?;
    said.set_item("p99_seconds", standing.p99_seconds())?;
    said.set_item("errors", standing.errors)?;
    said.set_item("first_error", standing.first_error.as_deref())?;
    Ok(said)
}

/// The games as columns: an array each, with another that says where there is something unless
/// there is everywhere; texts as lists.
fn columns<'py>(py: Python<'py>, players: &[String], rows: &[Row]) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    let numbers = |get: fn(&Row) -> u32| rows.iter().map(get).collect::<Vec<u32>>();
    whole(py, &all, "index", rows.iter().map(|row| row.index).collect())?;
    let places: Vec<u32> = rows.iter().map(|row| row.player as u32).collect();
    all.set_item("player", (places.into_pyarray(py), players.to_vec()))?;
    partly(py, &all, "won", &rows.iter().map(|row| row.won).collect::<Vec<_>>())?;
    partly(py, &all, "value", &rows.iter().map(|row| row.value).collect::<Vec<_>>())?;
    partly(py, &all, "score", &rows.iter().map(|row| row.score).collect::<Vec<_>>())?;
    partly(py, &all, "dig_density", &rows.iter().map(|row| row.dig_density).collect::<Vec<_>>())?;
    whole(py, &all, "digs", numbers(|row| row.digs))?;
    whole(py, &all, "guesses", numbers(|row| row.guesses))?;
    partly(py, &all, "forced", &rows.iter().map(|row| row.forced).collect::<Vec<_>>())?;
    whole(py, &all, "false_flags", numbers(|row| row.false_flags))?;
    whole(py, &all, "wrong_claims", numbers(|row| row.wrong_claims))?;
    let wrong: Vec<_> = rows.iter().map(|row| row.wrong_declaration).collect();
    partly(py, &all, "wrong_declaration", &wrong)?;
    let errors: Vec<Option<&str>> = rows.iter().map(|row| row.error.as_deref()).collect();
    all.set_item("error", (errors, py.None()))?;
    whole(py, &all, "seconds", rows.iter().map(|row| row.seconds).collect())?;
    Ok(all)
}

/// A column without holes.
fn whole<'py, T: numpy::Element>(
    py: Python<'py>,
    all: &Bound<'py, PyDict>,
    name: &str,
    values: Vec<T>,
) -> PyResult<()> {
    all.set_item(name, (values.into_pyarray(py), py.None()))
}

/// A column with holes.
fn partly<'py, T: numpy::Element + Default + Copy>(
    py: Python<'py>,
    all: &Bound<'py, PyDict>,
    name: &str,
    values: &[Option<T>],
) -> PyResult<()> {
    let there: Vec<bool> = values.iter().map(Option::is_some).collect();
    let values: Vec<T> = values.iter().map(|value| value.unwrap_or_default()).collect();
    all.set_item(name, (values.into_pyarray(py), there.into_pyarray(py)))
}
