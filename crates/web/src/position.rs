//! Positions: what is seen, as the page holds it, and every notation it is read from.

use serde::{Deserialize, Serialize};
use surefoot_rules::notation::{self, Document, Format, ReadOptions, drawing};
use surefoot_rules::replay::ReplayFormat;
use surefoot_rules::{Cell, Clues, Draft, Grid, Neighbourhood, View};
use tsify::Tsify;

use crate::WebError;

/// A view, as the page holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Position {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `square8`, `square4`, `torus`, `hex` or `knight`.
    pub neighbourhood: String,
    /// The told number of mines; null if it is not told.
    pub mines: Option<u32>,
    /// The clue rule, as on the command line: `exact`, `silent:0.7`, …
    pub clues: String,
    /// One symbol per cell, as in a drawing.
    pub tiles: String,
    /// How often open cells were asked, where it was not once: cell and count.
    pub asks: Vec<(u32, u32)>,
}

impl Position {
    /// What a view shows.
    pub(crate) fn of(view: &View) -> Self {
        let grid = view.grid();
        let asked = grid.cells().filter(|&cell| view.asks(cell) > 1);
        Self {
            width: grid.width(),
            height: grid.height(),
            neighbourhood: grid.neighbourhood().unwrap_or_default().name().to_owned(),
            mines: view.mines(),
            clues: view.rule().to_string(),
            tiles: view.tiles().iter().map(|&tile| drawing::symbol(tile)).collect(),
            asks: asked.map(|cell| (cell.number(), view.asks(cell))).collect(),
        }
    }

    fn grid(&self) -> Result<Grid, WebError> {
        let neighbourhood: Neighbourhood = self.neighbourhood.parse().map_err(WebError::of)?;
        Grid::with(self.width, self.height, neighbourhood).map_err(WebError::of)
    }

    /// The view it shows.
    pub(crate) fn view(&self) -> Result<View, WebError> {
        let clues: Clues = self.clues.parse().map_err(WebError::of)?;
        let tiles: Option<Vec<_>> = self.tiles.chars().map(drawing::tile).collect();
        let tiles =
            tiles.ok_or_else(|| WebError("a cell shows a symbol that no drawing has".into()))?;
        let mut draft = Draft::with_tiles(self.grid()?, self.mines, tiles);
        draft.rule = clues.rule;
        draft.asks = self.asks.iter().map(|&(cell, count)| (Cell::new(cell), count)).collect();
        View::try_from(draft).map_err(WebError::of)
    }
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Reading {
    /// The format it was in.
    pub format: String,
    /// What is seen; of a whole board, all of it.
    pub position: Position,
    /// Where the mines are, if it says so.
    pub mines: Option<Vec<u32>>,
    /// The first click, if it names one.
    pub first: Option<u32>,
    /// How many more positions it holds.
    pub more: u32,
}

/// Reads a position or a board in any notation, recognised by content.
pub fn read(bytes: &[u8]) -> Result<Reading, WebError> {
    let documents = notation::read(bytes, ReadOptions::default()).map_err(WebError::of)?;
    let format = Format::recognise(bytes).name().to_owned();
    let [document, others @ ..] = &documents[..] else {
        return Err(WebError("there is nothing in it".to_owned()));
    };
    let board = document.board().ok();
    let view = match (document.view(), &board) {
        (Some(view), _) => view.clone(),
        (None, Some(board)) => View::revealing(&board.layout),
        (None, None) => return Err(WebError("there is no board in it".to_owned())),
    };
    Ok(Reading {
        format,
        position: Position::of(&view),
        mines: board.map(|board| board.layout.mines().map(Cell::number).collect()),
        first: document.first().map(Cell::number),
        more: others.len() as u32,
    })
}

/// The format of a replay; none if these bytes are something else.
pub fn replay_format(bytes: &[u8]) -> Option<String> {
    Some(ReplayFormat::recognise(bytes)?.name().to_owned())
}

/// Writes a position in a notation: its name as on the command line.
pub fn write(position: &Position, format: &str) -> Result<String, WebError> {
    let format: Format = format.parse().map_err(WebError::of)?;
    let document = Document::from(position.view()?);
    let bytes = notation::write(&document, format).map_err(WebError::of)?;
    String::from_utf8(bytes).map_err(WebError::of)
}
