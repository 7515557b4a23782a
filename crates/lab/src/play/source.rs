//! Where boards come from: deals, deals begun at a given cell, the public course's
//! recipe, or boards that are given.
//!
//! All but the last are numbered by a seed, so that nothing needs to be kept: board i
//! is made when it is played. Everybody at the table meets the same one.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use surefoot_rules::notation::Board;
use surefoot_rules::{Action, Cell, Deal, Dealer, Game, InconsistentError, Layout, Promise, Rules};

use crate::play::mine_distribution::MineDistribution;

/// Where the boards of a match or an experiment come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Deals, laid at the player's own first click.
    Deals,
    /// Deals, opened for the player at this cell.
    First(Cell),
    /// Boards by the public course's recipe: uniform, with the first dig given at a
    /// cell of the highest number, the first of them row by row.
    Course,
    /// Boards whose mines lie in some way, opened in the middle.
    Shaped(MineDistribution),
    /// These boards, each with its own first click if it has one.
    Boards(Arc<[Board]>),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deals => f.write_str("deals"),
            Self::First(cell) => write!(f, "first {}", cell.number()),
            Self::Course => f.write_str("course"),
            Self::Shaped(shape) => shape.fmt(f),
            Self::Boards(_) => f.write_str("given"),
        }
    }
}

/// Lays one board after the other on a table that is used again.
pub(crate) struct Layer<'a> {
    source: &'a Source,
    rules: &'a Rules,
    seed: u64,
    dealer: Option<(Dealer, Layout)>,
    /// The shaped board that was made last: everybody at the table plays it.
    shaped: Option<(u64, Board)>,
}

impl<'a> Layer<'a> {
    pub(crate) fn new(source: &'a Source, rules: &'a Rules, seed: u64) -> Self {
        Self { source, rules, seed, dealer: None, shaped: None }
    }

    /// Board `index`, on the old table where it fits.
    pub(crate) fn lay(&mut self, old: Option<Game>, index: u64) -> Game {
        match self.source {
            Source::Deals => self.deal(old, index),
            Source::First(cell) => {
                let mut game = self.deal(old, index);
                // A first click that ends the game has been seen by nobody; the
                // record tells.
                let _ = game.play(Action::Open(*cell));
                game
            }
            Source::Course => {
                let board = self.course(index);
                self.board(old, &board, index)
            }
            Source::Shaped(shape) => {
                let made = self.shaped.take().filter(|(made, _)| *made == index);
                let (_, board) = made.unwrap_or_else(|| {
                    let board = shape.board(self.rules, Deal::new(self.seed, index));
                    (index, board.unwrap_or_else(|_| unreachable!("the rules were checked")))
                });
                let game = self.board(old, &board, index);
                self.shaped = Some((index, board));
                game
            }
            Source::Boards(boards) => self.board(old, &boards[index as usize], index),
        }
    }

    fn deal(&self, old: Option<Game>, index: u64) -> Game {
        let new = || {
            Game::new(self.rules.clone()).unwrap_or_else(|_| unreachable!("the rules were checked"))
        };
        let mut game = old.unwrap_or_else(new);
        game.deal(Deal::new(self.seed, index));
        game
    }

    fn board(&self, old: Option<Game>, board: &Board, index: u64) -> Game {
        let new = || {
            Game::new(self.rules.moved_to(&board.layout))
                .unwrap_or_else(|_| unreachable!("the rules were checked, nothing is promised"))
        };
        let mut game = match old {
            Some(game) if game.rules().grid == *board.layout.grid() => game,
            _ => new(),
        };
        if let Err(InconsistentError::Mines { .. }) =
            game.lay(&board.layout, Deal::new(self.seed, index))
        {
            game = new();
            let laid = game.lay(&board.layout, Deal::new(self.seed, index));
            debug_assert_eq!(laid, Ok(()), "the table was made for this board");
        }
        if let Some(first) = board.first {
            let _ = game.play(Action::Open(first));
        }
        game
    }

    fn course(&mut self, index: u64) -> Board {
        let grid = &self.rules.grid;
        let (dealer, layout) = self.dealer.get_or_insert_with(|| {
            let dealer = Dealer::new(grid.clone(), self.rules.mines)
                .unwrap_or_else(|_| unreachable!("the rules were checked"));
            (dealer, Layout::empty(grid.clone()))
        });
        let dealt = dealer.deal(Deal::new(self.seed, index), Promise::None, grid.middle(), layout);
        debug_assert_eq!(dealt, Ok(()), "nothing is promised");
        Board { layout: layout.clone(), first: summit(layout) }
    }
}

/// The first cell with the highest number, row by row.
pub(crate) fn summit(layout: &Layout) -> Option<Cell> {
    layout.safe().max_by_key(|&cell| (layout.number(cell), Reverse(cell)))
}
