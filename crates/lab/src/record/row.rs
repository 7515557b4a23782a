//! One game of one player: what is kept of it.

use surefoot_rules::episode::Record;
use surefoot_rules::{GameKind, Status};

/// One game of one player.
///
/// ```
/// use surefoot_lab::record::Row;
/// use surefoot_players::Roster;
/// use surefoot_rules::{Deal, Game, Level, Setting, episode};
///
/// let (roster, deal) = (Roster::standard(), Deal::new(7, 0));
/// let mut game = Game::new(Setting::at(Level::BEGINNER).rules()?)?;
/// game.deal(deal);
/// let mut player = roster.call("exact")?;
/// let record = episode::play(&mut game, &mut player, roster.random(deal, "exact"));
/// let row = Row::new(deal.index, 0, game.rules().kind, &record, 0.0);
/// assert_eq!((row.won, row.digs), (Some(record.won()), record.outcome.digs));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The number of the deal or board.
    pub index: u64,
    /// Which player, by its place among them.
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
