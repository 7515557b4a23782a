//! What a record says of itself, before its games: which schema, plan, engine and seed they
//! belong to. Records of different plans or engines are never combined.

use std::fmt::Write;
use std::io::{BufRead, BufReader, ErrorKind, Read};

use surefoot_rules::{Neighbourhood, Rules};

use super::columns::Columns;
use super::error::RecordError;
use crate::experiment::plan::Experiment;
use crate::experiment::shard::Shard;
use crate::play::source::Source;
use crate::tunables;

/// The version of the schema.
pub const SCHEMA: u32 = 2;

/// The lines before the games: what the record is of.
pub fn heading(experiment: &Experiment, shard: Shard) -> String {
    format!(
        "# surefoot record {SCHEMA}; experiment {}; plan {}; engine {}; seed {}; deals {}; \
         shard {shard}\n{}",
        experiment.name,
        experiment.hash(),
        experiment.engine,
        experiment.seed,
        experiment.deals,
        Columns::of_record(experiment).heading(),
    )
}

/// What the points of an experiment are, as a table.
pub fn points(experiment: &Experiment) -> String {
    let mut text =
        "point,panel,x,game,level,neighbourhood,promise,total,clues,flood,deals,seed,boards,lie,gauges\n"
            .to_owned();
    let gauges: Vec<&str> = experiment.gauges.iter().map(|gauge| gauge.name).collect();
    let gauges = gauges.join(" ");
    for (number, (panel, point)) in experiment.points().enumerate() {
        let Rules { kind, grid, mines, promise, clues, told, .. } = &point.rules;
        let (width, height) = (grid.width(), grid.height());
        let shape = grid.neighbourhood().map_or("graph", Neighbourhood::name);
        let total = if *told { "told" } else { "hidden" };
        let (title, x) = (&experiment.panels[panel].title, &point.x);
        let (deals, source) = (experiment.deals_at(point), &point.source);
        let seed = point.seed.unwrap_or(experiment.seed);
        let flood = if point.rules.floods() { "on" } else { "off" };
        let lie = match source {
            Source::Shaped(lie) => lie.to_string(),
            _ => "uniform".to_owned(),
        };
        let _ = writeln!(
            text,
            "{number},\"{title}\",\"{x}\",{kind},{width}x{height}/{mines},{shape},{promise},\
             {total},\"{clues}\",{flood},{deals},{seed},{source},{lie},{gauges}"
        );
    }
    text
}

/// What a record says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The plan's hash.
    pub plan: String,
    /// The engine that made it.
    pub engine: String,
    /// The seed.
    pub seed: u64,
    /// Deals per point.
    pub deals: u64,
}

/// What the first line of a record says.
pub fn said(source: impl Read) -> Result<Identity, RecordError> {
    let mut first = String::new();
    let source = source.take(tunables::HEADING_LINE);
    BufReader::new(source).read_line(&mut first).map_err(|_| RecordError::Foreign)?;
    let said = check_schema(&first)?;
    let value = |name: &str| {
        said.split("; ").find_map(|part| part.strip_prefix(name)).ok_or(RecordError::Foreign)
    };
    let number = |name: &str| value(name)?.parse().map_err(|_| RecordError::Foreign);
    let (plan, engine) = (value("plan ")?.to_owned(), value("engine ")?.to_owned());
    Ok(Identity { plan, engine, seed: number("seed ")?, deals: number("deals ")? })
}

/// What a first line says, if it is one that this version can read.
fn check_schema(first: &str) -> Result<&str, RecordError> {
    let said = first.trim_end_matches('\n').strip_prefix("# surefoot record ");
    let said = said.ok_or(RecordError::Foreign)?;
    let schema = said.split("; ").next().unwrap_or_default();
    if schema != SCHEMA.to_string() {
        return Err(RecordError::Schema(schema.to_owned()));
    }
    if said.ends_with('\r') {
        return Err(RecordError::LineEnds);
    }
    Ok(said)
}

/// The length of the heading, if it is the expected one.
pub(super) fn check_heading(
    source: &mut impl BufRead,
    expected: &str,
) -> Result<usize, RecordError> {
    let mut bytes = Vec::new();
    for line in expected.lines() {
        // One of another plan may be longer, but none goes on for ever.
        let mut source = source.take(tunables::HEADING_LINE + line.len() as u64);
        source.read_until(b'\n', &mut bytes).map_err(|error| match error.kind() {
            ErrorKind::InvalidData if bytes.is_empty() => RecordError::Foreign,
            _ => damaged(&error.to_string()),
        })?;
    }
    let found = String::from_utf8_lossy(&bytes);
    let first = found.split('\n').next().unwrap_or_default();
    let said = check_schema(first)?;
    let wanted = expected.lines().next().unwrap_or_default();
    let wanted = wanted.strip_prefix("# surefoot record ").unwrap_or_default();
    let names = ["schema", "experiment", "plan", "engine", "seed", "deals", "share"];
    // The plan last: its hash covers the seed, which says more to a reader.
    let pairs: Vec<_> = names.into_iter().zip(said.split("; ").zip(wanted.split("; "))).collect();
    let (plans, others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|pair| pair.0 == "plan");
    for (what, (found, expected)) in others.into_iter().chain(plans) {
        if found != expected {
            let value = |text: &str| text.split(' ').next_back().unwrap_or_default().to_owned();
            let (found, expected) = (value(found), value(expected));
            return Err(match (what, found.parse(), expected.parse()) {
                ("engine", ..) => RecordError::Engine { found, expected },
                ("deals", Ok(found), Ok(expected)) => RecordError::Deals { found, expected },
                _ => RecordError::Other { what, found, expected },
            });
        }
    }
    if found != expected {
        return Err(damaged("the heading is not as this version writes it"));
    }
    Ok(bytes.len())
}

fn damaged(reason: &str) -> RecordError {
    RecordError::Damaged { line: 2, reason: reason.to_owned(), sound: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// A device, or a file that somebody took for a record.
    #[test]
    fn a_heading_without_end_ends() {
        for byte in [0, b'#', b' '] {
            assert_eq!(said(io::repeat(byte)), Err(RecordError::Foreign));
            let mut source = BufReader::new(io::repeat(byte));
            assert_eq!(check_heading(&mut source, "# one\n# two\n"), Err(RecordError::Foreign));
        }
        let endless = |begun: &'static str| begun.as_bytes().chain(io::repeat(b'7'));
        let begun = "# surefoot record 2; experiment x; plan 1; engine 1; seed 1; deals ";
        assert_eq!(said(endless(begun)), Err(RecordError::Foreign));
    }
}
