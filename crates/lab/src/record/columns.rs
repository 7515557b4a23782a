//! A row as a line of CSV, written and read by the same list of columns.
//!
//! Two tables are made of rows: the record of an experiment, and that of a match, whose
//! columns other programs rely on. They differ in which columns they have, not in what a
//! column holds.

use std::borrow::Cow;
use std::fmt::Write;

use csv::StringRecord;
use itoa::Integer;

use super::Row;
use super::column::{Column, Value};
use crate::experiment::plan::Experiment;
use crate::fnv;

/// The columns of a match.
const MATCH: [Column; 11] = [
    Column::Index,
    Column::Player,
    Column::Won,
    Column::Score,
    Column::Digs,
    Column::Guesses,
    Column::Forced,
    Column::FalseFlags,
    Column::WrongDeclaration,
    Column::Error,
    Column::Seconds,
];

/// Times are told to a tenth of a microsecond.
const TICKS: u64 = 10_000_000;
/// The least time that is told apart from none, in seconds.
pub(crate) const TICK: f64 = 1.0 / TICKS as f64;

/// The columns of a table of games.
///
/// ```
/// use surefoot_lab::record::{Columns, Row};
///
/// let columns = Columns::of_match(&["exact".to_owned()]);
/// let row = Row { index: 3, won: Some(true), digs: 71, seconds: 2.5e-5, ..Row::default() };
/// let mut text = columns.heading();
/// columns.write(&mut text, 0, &[row]);
/// assert_eq!(
///     text,
///     "index,player,won,score,digs,guesses,forced,false_flags,wrong_declaration,error,seconds\n\
///      3,exact,true,,71,0,,0,,,0.0000250\n"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Columns {
    list: Vec<Column>,
    /// The players as fields.
    players: Vec<String>,
    /// Whether numbers that could be fractions have a point even if they are whole.
    pointed: bool,
}

impl Columns {
    /// Those of an experiment's record.
    pub fn of_record(experiment: &Experiment) -> Self {
        // What was weighed stands in place of what was won.
        let told = Column::of_games(&experiment.gauges).filter(|&column| column != Column::Value);
        let list = told.chain([Column::Check]).collect();
        Self { list, players: fields(&experiment.players), pointed: false }
    }

    /// Those of a match between these players.
    pub fn of_match(players: &[String]) -> Self {
        Self { list: MATCH.to_vec(), players: fields(players), pointed: true }
    }

    /// The line of names.
    pub fn heading(&self) -> String {
        let names: Vec<&str> = self.list.iter().map(|column| column.name()).collect();
        names.join(",") + "\n"
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    /// Adds a line per row to a text.
    ///
    /// Lines are put together here: a general CSV writer looks at every byte of every
    /// number to see whether it needs quotes, and takes at least twice as long.
    pub fn write(&self, text: &mut String, point: usize, rows: &[Row]) {
        for row in rows {
            let start = text.len();
            for (at, column) in self.list.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                match column {
                    Column::Won if row.value.is_some() => self.float(text, row.value),
                    Column::Seconds => {
                        let ticks = (row.seconds * TICKS as f64).round() as u64;
                        let _ = write!(text, "{}.{:07}", ticks / TICKS, ticks % TICKS);
                    }
                    Column::Check => {
                        let mut check = Checksum::default();
                        check.add(&text.as_bytes()[start..]);
                        let _ = write!(text, "{:08x}", check.folded());
                    }
                    column => match column.value(point, row) {
                        Value::Index(number) => whole(text, Some(number)),
                        Value::Player(place) => text.push_str(&self.players[place]),
                        Value::Count(number) => whole(text, number),
                        Value::Real(number) => self.float(text, number),
                        Value::Truth(yes) => flag(text, yes),
                        Value::Text(said) => {
                            text.push_str(&said.map(field).unwrap_or_default());
                        }
                    },
                }
            }
            text.push('\n');
        }
    }

    fn float(&self, text: &mut String, number: Option<f64>) {
        let _ = match number {
            Some(number) if self.pointed => write!(text, "{number:?}"),
            Some(number) => write!(text, "{number}"),
            None => Ok(()),
        };
    }

    /// A line as the row of a player; `None` if a value is none.
    pub(crate) fn read(&self, line: &StringRecord, player: usize) -> Option<Row> {
        let mut row = Row { player, ..Row::default() };
        for (column, text) in self.list.iter().zip(line) {
            match column {
                Column::Point | Column::Player | Column::Value | Column::Check => {}
                Column::Index => row.index = text.parse().ok()?,
                Column::Won => match text {
                    "true" | "false" | "" => row.won = parsed(text)?,
                    number => row.value = Some(number.parse().ok()?),
                },
                Column::Score => row.score = parsed(text)?,
                Column::DigDensity => row.dig_density = parsed(text)?,
                Column::Digs => row.digs = text.parse().ok()?,
                Column::Guesses => row.guesses = text.parse().ok()?,
                Column::Forced => row.forced = parsed(text)?,
                Column::FalseFlags => row.false_flags = text.parse().ok()?,
                Column::WrongClaims => row.wrong_claims = text.parse().ok()?,
                Column::WrongDeclaration => row.wrong_declaration = parsed(text)?,
                Column::Error => row.error = parsed(text)?,
                Column::Reading(..) => row.readings.push(parsed(text)?),
                Column::Seconds => row.seconds = text.parse().ok()?,
            }
        }
        Some(row)
    }
}

/// Whether a line of a record is as it was written.
pub(crate) fn is_sound(line: &StringRecord) -> bool {
    let Some(before) = line.len().checked_sub(1) else { return false };
    let mut check = Checksum::default();
    for text in line.iter().take(before) {
        check.add(field(text).as_bytes());
        check.add(b",");
    }
    let said = line.get(before).unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    said.len() == 8
        && said.bytes().all(plain)
        && u32::from_str_radix(said, 16) == Ok(check.folded())
}

/// Adds a line of a record to a text, as it was written.
pub(crate) fn write_fields(text: &mut String, line: &StringRecord) {
    for (at, part) in line.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(&field(part));
    }
    text.push('\n');
}

/// FNV-1a, folded to 32 bits. A slip of a finger or of a disk is found; whoever means to
/// deceive can compute it too.
struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(fnv::START)
    }
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| fnv::absorb(hash, byte.into()));
    }

    fn folded(&self) -> u32 {
        (self.0 ^ (self.0 >> 32)) as u32
    }
}

/// The point and the number of the deal of a record's line.
pub(crate) fn deal(line: &StringRecord) -> Option<(usize, u64)> {
    Some((line.get(0)?.parse().ok()?, line.get(1)?.parse().ok()?))
}

/// A field that may be empty; `None` if it holds something else.
#[allow(clippy::option_option)] // nothing there, and nothing that can be read
fn parsed<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
    if text.is_empty() {
        return Some(None);
    }
    text.parse().ok().map(Some)
}

fn whole(text: &mut String, number: Option<impl Integer>) {
    if let Some(number) = number {
        text.push_str(itoa::Buffer::new().format(number));
    }
}

fn flag(text: &mut String, flag: Option<bool>) {
    text.push_str(flag.map_or("", |flag| if flag { "true" } else { "false" }));
}

fn fields(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| field(text).into_owned()).collect()
}

/// A text as a field, quoted where it must be.
pub(crate) fn field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\"")).into();
    }
    text.into()
}

/// The block of one deal of a record.
#[cfg(test)]
pub(crate) fn block(experiment: &Experiment, point: usize, rows: &[Row]) -> Vec<u8> {
    let mut text = String::new();
    Columns::of_record(experiment).write(&mut text, point, rows);
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::experiment;

    fn lines(bytes: &[u8]) -> Vec<StringRecord> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
        reader.records().collect::<Result<_, _>>().unwrap()
    }

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
            readings: vec![Some(1e-9); 2],
            seconds: 61.000_000_2,
        };
        let counted = Row {
            won: Some(true),
            value: None,
            error: None,
            readings: vec![None; 2],
            seconds: 0.000_034_5,
            ..row.clone()
        };
        let columns = Columns::of_record(&experiment);
        let lines = lines(&block(&experiment, 3, &[row.clone(), counted.clone()]));
        assert_eq!(lines.len(), 2);
        for (line, expected) in lines.iter().zip([row, counted]) {
            assert_eq!((line.len(), deal(line)), (columns.count(), Some((3, 1))));
            assert_eq!(columns.read(line, 1), Some(expected));
        }
    }

    /// A line as other programs have read it ever since; times are told to a tenth of a
    /// microsecond.
    #[test]
    fn a_match_is_written_as_ever() {
        let columns = Columns::of_match(&["queue".to_owned(), "window:edges,passes=1".to_owned()]);
        let row = Row {
            index: 4,
            player: 1,
            score: Some(1.0),
            digs: 80,
            guesses: 2,
            false_flags: 1,
            error: Some("it said \"no\"".to_owned()),
            seconds: 0.25,
            ..Row::default()
        };
        let mut text = String::new();
        columns.write(&mut text, 0, std::slice::from_ref(&row));
        let expected =
            "4,\"window:edges,passes=1\",,1.0,80,2,,1,,\"it said \"\"no\"\"\",0.2500000\n";
        assert_eq!(text, expected);
        assert_eq!(columns.read(&lines(text.as_bytes())[0], 1), Some(row));
    }
}
