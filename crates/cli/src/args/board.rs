//! What is played: the board options that `match` and `watch` share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use surefoot_rules::{Clues, GameKind, Level, Neighbourhood, Promise};

/// What is played: the board options of `match` and `watch`.
#[derive(Debug, Args)]
pub(crate) struct BoardOptions {
    /// beginner, intermediate, expert, WxH/MINES or WxH@DENSITY%.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,
    /// Which cells touch: square8, square4, torus, hex or knight [default: square8].
    #[arg(long, value_name = "NAME")]
    pub(crate) neighbourhood: Option<Neighbourhood>,
    /// What the first click is promised: none, safe or opening [default: opening
    /// in win, safe in score and dig].
    #[arg(long, value_name = "PROMISE")]
    pub(crate) promise: Option<Promise>,
    /// The game: win; score (a mine costs itself); or dig (find every mine).
    #[arg(long, default_value = "win", value_name = "GAME")]
    pub(crate) game: GameKind,
    /// Whether players are told the number of mines.
    #[arg(long, default_value = "told", value_name = "HOW")]
    pub(crate) total: MinesTold,
    /// What an opened cell tells: exact, silent:P, optimistic[:q=Q] or
    /// cautious[:q=Q]; asks=K or asks=until lets players ask cells again.
    #[arg(long, default_value = "exact", value_name = "RULE")]
    pub(crate) clues: Clues,
    /// Whether a zero opens its neighbours [default: on in win under exact clues].
    #[arg(long, value_name = "ON|OFF")]
    pub(crate) flood: Option<Flood>,
    /// Play these boards instead of deals: a file of any format; a board of the
    /// write-ups (write-up-001-10x10, write-up-001-10x10-dense, write-up-001-15x15,
    /// write-up-004-7x7 or write-up-004-10x10); or jsm-run:N for JSMinesweeper's benchmark run N (classic;
    /// with --promise opening, modern).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["level", "neighbourhood"])]
    pub(crate) boards: Option<PathBuf>,
}

/// Whether the number of mines is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MinesTold {
    Told,
    Hidden,
}

/// Whether zeros open their neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Flood {
    On,
    Off,
}
