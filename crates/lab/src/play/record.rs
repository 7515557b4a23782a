//! One line per game and player: what a match keeps of each.

use std::io::Write;

use serde::Serialize;
use surefoot_rules::episode::Record;
use surefoot_rules::{GameKind, Status};

/// One game of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of the deal or board.
    pub index: u64,
    /// Which player, by its place in the match.
    pub player: usize,
    /// Won, or in `dig` rightly declared; `None` in `score`.
    pub won: Option<bool>,
    /// The estimated probability to win, where survival is weighed.
    pub value: Option<f64>,
    /// The final score, in `score`.
    pub score: Option<f64>,
    /// Opened cells / all cells, in `dig` if rightly declared.
    pub dig_density: Option<f64>,
    /// Cells opened.
    pub digs: u32,
    /// Opens not claimed certain, the first click excluded.
    pub guesses: u32,
    /// Guesses without a certain alternative, where that was asked.
    pub forced: Option<u32>,
    /// Flags on safe cells.
    pub false_flags: u32,
    /// Claims of certainty that were wrong.
    pub wrong_claims: u32,
    /// In `dig`: whether a declaration was wrong.
    pub wrong_declaration: Option<bool>,
    /// What the player did wrong, if it did.
    pub error: Option<String>,
    /// What the gauges read, where there are any.
    pub readings: Vec<Option<f64>>,
    /// CPU seconds of the player.
    pub seconds: f64,
}

impl Row {
    /// The row of one episode.
    pub fn new(index: u64, player: usize, kind: GameKind, record: &Record, seconds: f64) -> Self {
        let Record { outcome, guesses, wrong_claims, fault, .. } = record;
        let clean = fault.is_none();
        Self {
            index,
            player,
            won: (kind != GameKind::Score).then(|| record.won()),
            value: None,
            score: outcome.score,
            dig_density: outcome.dig_density,
            digs: outcome.digs,
            guesses: *guesses,
            forced: None,
            false_flags: outcome.false_flags,
            wrong_claims: *wrong_claims,
            wrong_declaration: (kind == GameKind::Dig)
                .then_some(outcome.status == Status::Lost && clean),
            error: fault.as_ref().map(ToString::to_string),
            readings: Vec::new(),
            seconds,
        }
    }
}

const COLUMNS: [&str; 11] = [
    "index",
    "player",
    "won",
    "score",
    "digs",
    "guesses",
    "forced",
    "false_flags",
    "wrong_declaration",
    "error",
    "seconds",
];

/// Won or not, or the estimated probability.
#[derive(Serialize)]
#[serde(untagged)]
enum Won {
    Counted(bool),
    Estimated(f64),
}

/// In the order of [`COLUMNS`].
#[derive(Serialize)]
struct Line<'a> {
    index: u64,
    player: &'a str,
    won: Option<Won>,
    score: Option<f64>,
    digs: u32,
    guesses: u32,
    forced: Option<u32>,
    false_flags: u32,
    wrong_declaration: Option<bool>,
    error: Option<&'a str>,
    seconds: f64,
}

/// Writes rows as CSV, with a header.
#[derive(Debug)]
pub struct Table<W: Write> {
    out: csv::Writer<W>,
    players: Vec<String>,
}

impl<W: Write> Table<W> {
    /// A table for these players; its header is written at once.
    pub fn new(out: W, players: Vec<String>) -> Result<Self, csv::Error> {
        let mut out = csv::WriterBuilder::new().has_headers(false).from_writer(out);
        out.write_record(COLUMNS)?;
        out.flush()?;
        Ok(Self { out, players })
    }

    /// Appends rows and hands them on at once, so that a crash loses nothing.
    pub fn append(&mut self, rows: &[Row]) -> Result<(), csv::Error> {
        for row in rows {
            self.out.serialize(Line {
                index: row.index,
                player: &self.players[row.player],
                won: row.value.map(Won::Estimated).or(row.won.map(Won::Counted)),
                score: row.score,
                digs: row.digs,
                guesses: row.guesses,
                forced: row.forced,
                false_flags: row.false_flags,
                wrong_declaration: row.wrong_declaration,
                error: row.error.as_deref(),
                seconds: row.seconds,
            })?;
        }
        Ok(self.out.flush()?)
    }
}
