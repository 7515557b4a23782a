//! A record as Parquet, column by column: for those who have millions of games and a
//! tool that reads it. The columns are those of the CSV, with numbers as numbers.
//!
//! Games are handed over one by one, by whoever reads or plays them anyhow: nobody reads a record
//! a second time for this.

use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::experiment::plan::Experiment;
use crate::record::{Column, RecordError, Row, Value};
use crate::tunables;

/// Why a record could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ParquetFileError {
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It cannot be written as Parquet.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// It cannot be written at all.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Games on their way into a Parquet file: a group of rows at a time, so that memory does not
/// grow with them.
pub struct ParquetWriter<'a, W: Write + Send> {
    experiment: &'a Experiment,
    /// Nothing once it has failed.
    out: Result<SerializedFileWriter<W>, ParquetError>,
    rows: Vec<(usize, Row)>,
}

impl<W: Write + Send> fmt::Debug for ParquetWriter<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetWriter").field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl<'a, W: Write + Send> ParquetWriter<'a, W> {
    /// Begins a file.
    pub fn new(experiment: &'a Experiment, out: W) -> Result<Self, ParquetFileError> {
        let mut schema = "message games {".to_owned();
        for column in Column::of_games(&experiment.gauges) {
            let (name, text) = (column.name(), " (STRING)");
            // What a row of nothing has, every row has.
            let (there, kind, note) = match column.value(0, &Row::default()) {
                Value::Index(_) => (true, "int64", ""),
                Value::Player(_) => (true, "binary", text),
                Value::Count(number) => (number.is_some(), "int64", ""),
                Value::Real(number) => (number.is_some(), "double", ""),
                Value::Truth(yes) => (yes.is_some(), "boolean", ""),
                Value::Text(said) => (said.is_some(), "binary", text),
            };
            let need = if there { "required" } else { "optional" };
            let _ = write!(schema, " {need} {kind} {name}{note};");
        }
        schema += " }";
        let schema = Arc::new(parse_message_type(&schema)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let out = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
        Ok(Self { experiment, out: Ok(out), rows: Vec::new() })
    }

    /// Adds a game; what goes wrong is told in the end.
    pub fn push(&mut self, point: usize, row: Row) {
        self.rows.push((point, row));
        if self.rows.len() >= tunables::PARQUET_GROUP {
            self.put_group();
        }
    }

    fn put_group(&mut self) {
        if let (Ok(out), false) = (&mut self.out, self.rows.is_empty()) {
            let written = out.next_row_group().and_then(|mut group| {
                write_group(&mut group, self.experiment, &self.rows)?;
                group.close().map(drop)
            });
            if let Err(error) = written {
                self.out = Err(error);
            }
        }
        self.rows.clear();
    }

    /// Ends the file.
    pub fn finish(mut self) -> Result<W, ParquetFileError> {
        self.put_group();
        Ok(self.out?.into_inner()?)
    }
}

fn write_group<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    experiment: &Experiment,
    rows: &[(usize, Row)],
) -> Result<(), ParquetError> {
    for column in Column::of_games(&experiment.gauges) {
        let values = rows.iter().map(|(point, row)| column.value(*point, row));
        match column.value(0, &Row::default()) {
            Value::Index(_) | Value::Count(_) => {
                put::<Int64Type, W>(group, values, |value| match value {
                    Value::Index(number) => Some(number.cast_signed()),
                    Value::Count(number) => number.map(Into::into),
                    _ => None,
                })
            }
            Value::Real(_) => put::<DoubleType, W>(group, values, |value| match value {
                Value::Real(number) => number,
                _ => None,
            }),
            Value::Truth(_) => put::<BoolType, W>(group, values, |value| match value {
                Value::Truth(yes) => yes,
                _ => None,
            }),
            Value::Player(_) | Value::Text(_) => {
                put::<ByteArrayType, W>(group, values, |value| match value {
                    Value::Player(place) => Some(experiment.players[place].as_str().into()),
                    Value::Text(said) => said.map(Into::into),
                    _ => None,
                })
            }
        }?;
    }
    Ok(())
}

/// Writes the next column; what is missing is only said where it may be.
fn put<'a, T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = Value<'a>>,
    read: impl Fn(Value<'a>) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    let values: Vec<Option<T::T>> = values.map(read).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let there: Vec<T::T> = values.into_iter().flatten().collect();
    column.typed::<T>().write_batch(&there, Some(&levels), None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    /// Read back by the library's own reader.
    #[test]
    fn columns_are_read_back() {
        let text = "title = \"t\"\nquestion = \"q\"\nplayers = [\"queue\"]\ndeals = 2\n\
                    sweep = { over = \"level\", values = [\"beginner\"] }\n";
        let experiment =
            Experiment::read(&surefoot_players::Roster::standard(), "x", "x.toml", text).unwrap();
        let row = |index, won| Row { index, won, seconds: 0.5, ..Row::default() };
        // More than a group of rows, as if there were millions.
        let mut out = ParquetWriter::new(&experiment, Vec::new()).unwrap();
        let groups = [(0, Some(true)), (1, Some(false))];
        for (index, won) in groups {
            out.push(0, row(index, won));
            out.put_group();
        }
        let file = out.finish().unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(file)).unwrap();
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), 2);
        assert!(rows[1].contains("player: \"queue\", won: false, value: null"), "{}", rows[1]);
        assert!(rows[1].contains("seconds: 0.5"), "{}", rows[1]);
    }
}
