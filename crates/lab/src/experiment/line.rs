//! A line of an experiment's record: one game of one player, written and read.

use std::borrow::Cow;
use std::fmt::Write;

use csv::StringRecord;
use itoa::Integer;

use crate::experiment::plan::Experiment;
use crate::play::record::Row;

/// The columns before the gauges' own and `seconds`.
const COLUMNS: [&str; 13] = [
    "point",
    "index",
    "player",
    "won",
    "score",
    "dig_density",
    "digs",
    "guesses",
    "forced",
    "false_flags",
    "wrong_claims",
    "wrong_declaration",
    "error",
];

/// The names of all columns.
pub(crate) fn columns(experiment: &Experiment) -> String {
    let mut columns = COLUMNS.join(",");
    for (name, _) in experiment.gauges.iter().flat_map(|gauge| gauge.columns) {
        columns += ",";
        columns += name;
    }
    columns + ",seconds"
}

/// How many columns a line has.
pub(crate) fn width(experiment: &Experiment) -> usize {
    COLUMNS.len() + readings(experiment) + 1
}

fn readings(experiment: &Experiment) -> usize {
    experiment.gauges.iter().map(|gauge| gauge.columns.len()).sum()
}

/// Times are told to a tenth of a microsecond.
const TICKS: u64 = 10_000_000;

/// Lines of deals that ended, until they are handed on.
///
/// They are put together here: a general CSV writer looks at every byte of every number to
/// see whether it needs quotes, and takes at least twice as long.
#[derive(Default)]
pub(crate) struct Lines(String);

impl Lines {
    /// All lines that were added since the last time.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the block of one deal.
    pub(crate) fn add(&mut self, experiment: &Experiment, point: usize, rows: &[Row]) {
        for row in rows {
            self.whole(Some(point)).whole(Some(row.index));
            self.text(&quoted(&experiment.players[row.player]));
            match row.value {
                Some(_) => self.float(row.value),
                None => self.flag(row.won),
            };
            self.float(row.score).float(row.dig_density);
            self.whole(Some(row.digs)).whole(Some(row.guesses)).whole(row.forced);
            self.whole(Some(row.false_flags)).whole(Some(row.wrong_claims));
            self.flag(row.wrong_declaration);
            self.text(&row.error.as_deref().map(quoted).unwrap_or_default());
            for &reading in &row.readings {
                self.float(reading);
            }
            let ticks = (row.seconds * TICKS as f64).round() as u64;
            let _ = writeln!(self.0, "{}.{:07}", ticks / TICKS, ticks % TICKS);
        }
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.0.push_str(text);
        self.0.push(',');
        self
    }

    fn whole(&mut self, number: Option<impl Integer>) -> &mut Self {
        match number {
            Some(number) => self.text(itoa::Buffer::new().format(number)),
            None => self.text(""),
        }
    }

    fn float(&mut self, number: Option<f64>) -> &mut Self {
        let _ = number.map(|number| write!(self.0, "{number}"));
        self.text("")
    }

    fn flag(&mut self, flag: Option<bool>) -> &mut Self {
        self.text(flag.map_or("", |flag| if flag { "true" } else { "false" }))
    }
}

/// A text as a field.
fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\"")).into();
    }
    text.into()
}

/// The block of one deal.
#[cfg(test)]
pub(crate) fn block(experiment: &Experiment, point: usize, rows: &[Row]) -> Vec<u8> {
    let mut lines = Lines::default();
    lines.add(experiment, point, rows);
    lines.as_bytes().to_vec()
}

/// The point and the number of a line's deal.
pub(crate) fn deal(line: &StringRecord) -> Option<(usize, u64)> {
    Some((line.get(0)?.parse().ok()?, line.get(1)?.parse().ok()?))
}

/// A line as a row; `None` if a value is none.
pub(crate) fn row(line: &StringRecord, player: usize, experiment: &Experiment) -> Option<Row> {
    let text = |field: usize| line.get(field);
    let float = |field: usize| match text(field)? {
        "" => Some(None),
        number => number.parse::<f64>().ok().map(Some),
    };
    let count = |field: usize| text(field)?.parse::<u32>().ok();
    let yes = |field: usize| match text(field)? {
        "" => Some(None),
        "true" => Some(Some(true)),
        "false" => Some(Some(false)),
        _ => None,
    };
    let (won, value) = match text(3)? {
        "true" => (Some(true), None),
        "false" => (Some(false), None),
        "" => (None, None),
        number => (None, Some(number.parse().ok()?)),
    };
    let extra = readings(experiment);
    let after = COLUMNS.len();
    let mut read = Vec::with_capacity(extra);
    for field in after..after + extra {
        read.push(float(field)?);
    }
    Some(Row {
        index: text(1)?.parse().ok()?,
        player,
        won,
        value,
        score: float(4)?,
        dig_density: float(5)?,
        digs: count(6)?,
        guesses: count(7)?,
        forced: if text(8)?.is_empty() { None } else { Some(count(8)?) },
        false_flags: count(9)?,
        wrong_claims: count(10)?,
        wrong_declaration: yes(11)?,
        error: Some(text(12)?).filter(|error| !error.is_empty()).map(str::to_owned),
        readings: read,
        seconds: float(after + extra)??,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::paired::tests::experiment;

    #[test]
    fn every_value_comes_back() {
        let experiment = experiment(2, "gauges = [\"board\"]");
        let row = Row {
            index: 1,
            player: 1,
            won: None,
            value: Some(0.1 + 0.2),
            score: Some(1.0),
            dig_density: None,
            digs: 71,
            guesses: 0,
            forced: Some(3),
            false_flags: 4,
            wrong_claims: 5,
            wrong_declaration: Some(false),
            error: Some("said \"no\",\r\nthen nothing".to_owned()),
            readings: vec![Some(1e-9); readings(&experiment)],
            seconds: 61.000_000_2,
        };
        let counted = Row {
            won: Some(true),
            value: None,
            error: None,
            readings: vec![None; readings(&experiment)],
            seconds: 0.000_034_5,
            ..row.clone()
        };
        let bytes = block(&experiment, 3, &[row.clone(), counted.clone()]);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes.as_slice());
        let lines: Vec<StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        assert_eq!(lines.len(), 2);
        for (line, expected) in lines.iter().zip([row, counted]) {
            assert_eq!((line.len(), deal(line)), (width(&experiment), Some((3, 1))));
            assert_eq!(super::row(line, 1, &experiment), Some(expected));
        }
    }
}
