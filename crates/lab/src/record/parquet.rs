//! A record as Parquet, column by column: for those who have millions of games and a
//! tool that reads it. The columns are those of the CSV, with numbers as numbers.
//!
//! Games are handed over one by one, by whoever reads or plays them anyhow: nobody reads a record
//! a second time for this.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::experiment::plan::Experiment;
use crate::record::{RecordError, Row};
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
    gauges: usize,
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
        let mut schema = "message games { required int64 point; required int64 index; \
            required binary player (STRING); optional boolean won; optional double value; \
            optional double score; optional double dig_density; required int64 digs; \
            required int64 guesses; optional int64 forced; required int64 false_flags; \
            required int64 wrong_claims; optional boolean wrong_declaration; \
            optional binary error (STRING);"
            .to_owned();
        let gauges: Vec<&str> = experiment
            .gauges
            .iter()
            .flat_map(|gauge| gauge.columns)
            .map(|(name, _)| *name)
            .collect();
        for name in &gauges {
            let _ = fmt::Write::write_fmt(&mut schema, format_args!(" optional double {name};"));
        }
        schema += " required double seconds; }";
        let schema = Arc::new(parse_message_type(&schema)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let out = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
        Ok(Self { experiment, gauges: gauges.len(), out: Ok(out), rows: Vec::new() })
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
                write_group(&mut group, self.experiment, self.gauges, &self.rows)?;
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
    gauges: usize,
    rows: &[(usize, Row)],
) -> Result<(), ParquetError> {
    let whole = |of: &dyn Fn(&(usize, Row)) -> Option<i64>| -> Vec<Option<i64>> {
        rows.iter().map(of).collect()
    };
    let real = |of: &dyn Fn(&Row) -> Option<f64>| -> Vec<Option<f64>> {
        rows.iter().map(|(_, row)| of(row)).collect()
    };
    let yes = |of: &dyn Fn(&Row) -> Option<bool>| -> Vec<Option<bool>> {
        rows.iter().map(|(_, row)| of(row)).collect()
    };
    let text = |of: &dyn Fn(&Row) -> Option<String>| -> Vec<Option<ByteArray>> {
        rows.iter().map(|(_, row)| of(row).map(|text| text.as_str().into())).collect()
    };
    column::<Int64Type, W>(group, whole(&|(point, _)| Some(point.cast_signed() as i64)))?;
    column::<Int64Type, W>(group, whole(&|(_, row)| Some(row.index.cast_signed())))?;
    let name = |row: &Row| Some(experiment.players[row.player].clone());
    column::<ByteArrayType, W>(group, text(&name))?;
    column::<BoolType, W>(group, yes(&|row| row.won))?;
    column::<DoubleType, W>(group, real(&|row| row.value))?;
    column::<DoubleType, W>(group, real(&|row| row.score))?;
    column::<DoubleType, W>(group, real(&|row| row.dig_density))?;
    column::<Int64Type, W>(group, whole(&|(_, row)| Some(row.digs.into())))?;
    column::<Int64Type, W>(group, whole(&|(_, row)| Some(row.guesses.into())))?;
    column::<Int64Type, W>(group, whole(&|(_, row)| row.forced.map(Into::into)))?;
    column::<Int64Type, W>(group, whole(&|(_, row)| Some(row.false_flags.into())))?;
    column::<Int64Type, W>(group, whole(&|(_, row)| Some(row.wrong_claims.into())))?;
    column::<BoolType, W>(group, yes(&|row| row.wrong_declaration))?;
    column::<ByteArrayType, W>(group, text(&|row| row.error.clone()))?;
    for gauge in 0..gauges {
        column::<DoubleType, W>(group, real(&|row| row.readings[gauge]))?;
    }
    column::<DoubleType, W>(group, real(&|row| Some(row.seconds)))
}

/// Writes the next column; what is missing is only said where it may be.
fn column<T: parquet::data_type::DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: Vec<Option<T::T>>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
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
        let row = |index, won| Row {
            index,
            player: 0,
            won,
            value: None,
            score: None,
            dig_density: None,
            digs: 7,
            guesses: 1,
            forced: None,
            false_flags: 0,
            wrong_claims: 0,
            wrong_declaration: None,
            error: None,
            readings: Vec::new(),
            seconds: 0.5,
        };
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
