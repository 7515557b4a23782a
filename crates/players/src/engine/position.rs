//! `position`: what is seen, whole, and what of it is new.
//!
//! Rows as in a drawing, joined by `/`; then the draws that cells have given where that is not
//! one; then the cells that changed since the last position of the game, in the order in which
//! they changed. The last is the journal of a view: a player that follows a game reads it, and
//! chooses by its order, so without it a player of ours would not play its own games.

use std::fmt;

use surefoot_rules::notation::drawing;
use surefoot_rules::{Cell, Grid, Point, Tile, View};

use crate::engine::NewGame;
use crate::engine::message::{MessageError, first_word, number};

/// All that is seen of a board, as `position` tells it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SentPosition {
    /// How many cells a row has.
    pub width: usize,
    /// One tile per cell, row by row.
    pub tiles: Vec<Tile>,
    /// Draws that cells have given, where it is not one.
    pub asks: Vec<(Point, u32)>,
    /// What changed since the last position, in its order.
    pub new: Vec<Point>,
}

impl SentPosition {
    /// A view, of whose journal so much was told before.
    pub fn of(view: &View, told: usize) -> Self {
        let grid = view.grid();
        let asked = |(cell, asks)| (grid.point(cell), asks);
        let journal = view.journal().get(told..).unwrap_or_default();
        Self {
            width: grid.width() as usize,
            tiles: view.tiles().to_vec(),
            asks: view.asked().map(asked).collect(),
            new: journal.iter().map(|&cell| grid.point(cell)).collect(),
        }
    }

    /// Reads what follows the word `position`.
    pub(super) fn read(text: &str) -> Result<Self, MessageError> {
        let (rows, mut rest) = first_word(text);
        let mut it = Self { tiles: Vec::with_capacity(rows.len()), ..Self::default() };
        for (row, line) in rows.split('/').enumerate() {
            let before = it.tiles.len();
            for symbol in line.chars() {
                let Some(tile) = drawing::tile(symbol) else {
                    let expected = "a cell: * 0 to 8, ? M or F";
                    return Err(MessageError::Word { word: symbol.into(), expected });
                };
                it.tiles.push(tile);
            }
            let found = it.tiles.len() - before;
            if row == 0 {
                it.width = found;
            }
            if found != it.width {
                return Err(MessageError::Row { row, found, expected: it.width });
            }
        }
        let mut list = "";
        while !rest.is_empty() {
            let (word, behind) = first_word(rest);
            rest = behind;
            match (word, list) {
                ("asks" | "new", _) => list = word,
                (_, "new") => it.new.push(word.parse()?),
                (_, "asks") => {
                    let (place, asks) = word.split_once('=').unwrap_or((word, ""));
                    let asks = number(Some(asks), word, "a number of asks, as in 3,4=2")?;
                    it.asks.push((place.parse()?, asks));
                }
                _ => {}
            }
        }
        Ok(it)
    }

    /// Brings a view up to date, if just what is new has changed, of which so much was known
    /// already; says whether that was so. Else the view is as it was.
    pub(super) fn tell(&self, view: &mut View, known: usize) -> bool {
        let grid = view.grid().clone();
        let new = self.new.iter().skip(known).map(|&point| grid.cell(point));
        let new: Option<Vec<Cell>> = new.collect();
        let Some(mut new) = new.filter(|_| self.fits(&grid)) else { return false };
        if self.new.is_empty() {
            // Nobody said in which order cells were opened; that none was closed is enough.
            let opened = |&cell: &Cell| view.tile(cell) == Tile::Hidden;
            let differs = |cell: &Cell| view.tile(*cell) != self.tiles[cell.index()];
            new = grid.cells().filter(differs).filter(opened).collect();
        }
        let changed = view.tiles().iter().zip(&self.tiles).filter(|(old, new)| old != new).count();
        let mut told: Vec<Cell> = new.clone();
        told.sort_unstable();
        told.dedup();
        let differs = |&&cell: &&Cell| view.tile(cell) != self.tiles[cell.index()];
        if told.iter().filter(differs).count() != changed {
            return false;
        }
        for &cell in &new {
            view.tell(cell, self.tiles[cell.index()]);
        }
        self.tell_asks(view);
        true
    }

    /// A view of this and nothing before it.
    pub(super) fn view(&self, game: &NewGame) -> Result<View, MessageError> {
        if !self.fits(&game.grid) {
            let height = self.tiles.len() / self.width.max(1);
            return Err(MessageError::Size {
                found: format!("{}x{height}", self.width),
                game: format!("{}x{}", game.grid.width(), game.grid.height()),
            });
        }
        let mut view = View::try_from(game.draft()).map_err(|_| MessageError::Word {
            word: game.mines.unwrap_or(0).to_string(),
            expected: "a number of mines that fits the board",
        })?;
        if !self.tell(&mut view, 0) {
            for (cell, &tile) in game.grid.cells().zip(&self.tiles) {
                if tile != Tile::Hidden {
                    view.tell(cell, tile);
                }
            }
            self.tell_asks(&mut view);
        }
        Ok(view)
    }

    fn fits(&self, grid: &Grid) -> bool {
        self.width == grid.width() as usize && self.tiles.len() == grid.len()
    }

    fn tell_asks(&self, view: &mut View) {
        for &(point, asks) in &self.asks {
            if let Some(cell) = view.grid().cell(point) {
                view.tell_asks(cell, asks);
            }
        }
    }
}

impl fmt::Display for SentPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = String::with_capacity(self.tiles.len() + self.tiles.len() / 8 + 1);
        for (at, row) in self.tiles.chunks(self.width.max(1)).enumerate() {
            rows.extend((at > 0).then_some('/'));
            rows.extend(row.iter().map(|&tile| drawing::symbol(tile)));
        }
        f.write_str(&rows)?;
        for (at, (Point { x, y }, asks)) in self.asks.iter().enumerate() {
            write!(f, "{} {x},{y}={asks}", if at == 0 { " asks" } else { "" })?;
        }
        for (at, Point { x, y }) in self.new.iter().enumerate() {
            write!(f, "{} {x},{y}", if at == 0 { " new" } else { "" })?;
        }
        Ok(())
    }
}
