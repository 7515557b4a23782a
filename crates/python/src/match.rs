//! `match`: players on the same deals, ours and Python's.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use surefoot_lab::experiment::{Match, MatchResult};
use surefoot_lab::play::Estimator;
use surefoot_lab::play::standings::Standing;
use surefoot_lab::record::Row;
use surefoot_lab::statistics::interval;
use surefoot_lab::statistics::moments::Moments;
use surefoot_rules::notation::Board;

use crate::board::PyBoard;
use crate::errors::{Raise, odd};
use crate::player;
use crate::records;
use crate::setting::SaidSetting;
use crate::work::{interruptible, pool};

/// Plays a match; gives a dictionary per player, and the games as columns.
#[pyfunction]
#[pyo3(signature = (players: "Sequence[Any]", level=None, *, games=1000, seed=0, boards=None, estimate="plain", judged=false, threads=0, **setting: "Unpack[Setting]") -> "tuple[list[dict[str, Any]], dict[str, tuple[Any, Any]]]")]
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
    let said = SaidSetting::read(level.or(usual), setting)?;
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
    let estimate: Estimator = estimate.parse().map_err(Raise::raise)?;
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
    let each = game.players.iter().zip(&standings.0).enumerate();
    let told = each.map(|(at, (text, standing))| told(py, &game, text, standing, at == 0));
    Ok((told.collect::<PyResult<_>>()?, records::of_match(py, &game.players, &rows)?))
}

/// What is said of a player.
fn told<'py>(
    py: Python<'py>,
    game: &Match,
    text: &str,
    standing: &Standing,
    first: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let (said, kind) = (PyDict::new(py), game.rules.kind);
    let against = (!first).then_some(&standing.against_first);
    said.set_item("name", text)?;
    said.set_item("games", standing.games)?;
    said.set_item("wins", standing.counted_wins(kind, game.estimate))?;
    let (win_rate, win_interval) = standing.win_rate(kind, game.estimate);
    said.set_item("win_rate", win_rate)?;
    said.set_item("win_interval", win_interval)?;
    said.set_item("score", standing.scores.mean())?;
    said.set_item("score_interval", interval::share(&standing.scores))?;
    said.set_item("dig_density", standing.digs.mean())?;
    said.set_item("dig_interval", interval::share(&standing.digs))?;
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
