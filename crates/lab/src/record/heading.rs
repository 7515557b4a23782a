//! What a record says of itself, before its games: which schema, plan, engine and seed they
//! belong to. Records of different plans or engines are never combined.

use std::fmt::Write;
use std::io::{BufRead, BufReader, Read};

use surefoot_rules::{Neighbourhood, Rules};

use super::columns::Columns;
use super::error::RecordError;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;

/// The version of the schema.
pub const SCHEMA: u32 = 2;

/// The lines before the games: what the record is of.
pub fn heading(experiment: &Experiment, shard: Shard) -> String {
    format!(
        "# surefoot record {SCHEMA}; experiment {}; plan {}; engine {}; seed {}; shard {shard}\n{}",
        experiment.name,
        experiment.hash(),
        experiment.engine,
        experiment.seed,
        Columns::of_record(experiment).heading(),
    )
}

/// What the points of an experiment are, as a table.
pub fn points(experiment: &Experiment) -> String {
    let mut text =
        "point,panel,x,game,level,neighbourhood,promise,total,clues,deals,boards\n".to_owned();
    for (number, (panel, point)) in experiment.points().enumerate() {
        let Rules { kind, grid, mines, promise, clues, told, .. } = &point.rules;
        let (width, height) = (grid.width(), grid.height());
        let shape = grid.neighbourhood().map_or("graph", Neighbourhood::name);
        let total = if *told { "told" } else { "hidden" };
        let (title, x) = (&experiment.panels[panel].title, &point.x);
        let deals = experiment.deals_at(point);
        let _ = writeln!(
            text,
            "{number},\"{title}\",\"{x}\",{kind},{width}x{height}/{mines},{shape},{promise},\
             {total},\"{clues}\",{deals},{}",
            point.source
        );
    }
    text
}

/// What a record says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The plan's hash.
    pub plan: String,
    /// The seed.
    pub seed: u64,
}

/// What the first line of a record says.
pub fn said(source: impl Read) -> Result<Identity, RecordError> {
    let mut first = String::new();
    BufReader::new(source).read_line(&mut first).map_err(|_| RecordError::Foreign)?;
    let value = |name: &str| {
        first.split("; ").find_map(|part| part.strip_prefix(name)).ok_or(RecordError::Foreign)
    };
    let seed = value("seed ")?.parse().map_err(|_| RecordError::Foreign)?;
    Ok(Identity { plan: value("plan ")?.to_owned(), seed })
}

/// The length of the heading, if it is the expected one.
pub(super) fn check_heading(
    source: &mut impl BufRead,
    expected: &str,
) -> Result<usize, RecordError> {
    let mut bytes = Vec::new();
    for _ in expected.lines() {
        source
            .read_until(b'\n', &mut bytes)
            .map_err(|error| RecordError::damaged(0, &error.to_string()))?;
    }
    let found = String::from_utf8_lossy(&bytes);
    let first = found.split('\n').next().unwrap_or_default();
    let Some(said) = first.strip_prefix("# surefoot record ") else {
        return Err(RecordError::Foreign);
    };
    if said.ends_with('\r') {
        return Err(RecordError::LineEnds);
    }
    let wanted = expected.lines().next().unwrap_or_default();
    let wanted = wanted.strip_prefix("# surefoot record ").unwrap_or_default();
    let names = ["schema", "experiment", "plan", "engine", "seed", "share"];
    // The plan last: its hash covers the seed, which says more to a reader.
    let pairs: Vec<_> = names.into_iter().zip(said.split("; ").zip(wanted.split("; "))).collect();
    let (plans, others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|pair| pair.0 == "plan");
    for (what, (found, expected)) in others.into_iter().chain(plans) {
        if found != expected {
            let value = |text: &str| text.split(' ').next_back().unwrap_or_default().to_owned();
            let (found, expected) = (value(found), value(expected));
            return Err(RecordError::Other { what, found, expected });
        }
    }
    if found != expected {
        let reason = "the heading is not as this version writes it".to_owned();
        return Err(RecordError::Damaged { line: 2, reason });
    }
    Ok(bytes.len())
}
