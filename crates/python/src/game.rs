//! `Game`: a game in progress, whose actions can be taken back.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use surefoot_players::review;
use surefoot_rules::notation::{Board, picture};
use surefoot_rules::{Action, Deal, Game, History, Status};

use crate::board::PyBoard;
use crate::cells::{cell, pair};
use crate::errors::{Raise, odd};
use crate::hints::{Hinted, Moves, StatusName};
use crate::review::PyReview;
use crate::setting::SaidSetting;
use crate::view::PyView;
use crate::work::interruptible;

/// A game in progress.
#[pyclass(name = "Game", module = "surefoot")]
pub(crate) struct PyGame {
    history: History,
    said: SaidSetting,
    deal: Deal,
    board: Option<Board>,
}

/// An action as Python writes it: its name, and column and row unless it declares.
pub(crate) fn action(
    grid: &surefoot_rules::Grid,
    name: &str,
    at: Option<(i64, i64)>,
) -> PyResult<Action> {
    let at = at.map(|(x, y)| cell(grid, x, y)).transpose()?;
    match (name, at) {
        ("open", Some(cell)) => Ok(Action::Open(cell)),
        ("flag", Some(cell)) => Ok(Action::Flag(cell)),
        ("chord", Some(cell)) => Ok(Action::Chord(cell)),
        ("ask", Some(cell)) => Ok(Action::Ask(cell)),
        ("declare", _) => Ok(Action::Declare),
        ("open" | "flag" | "chord" | "ask", None) => Err(odd(format!("`{name}` needs a cell"))),
        _ => Err(odd(format!("`{name}` is no action: expected open, flag, chord, ask or declare"))),
    }
}

/// A move in a tuple, as `moves` has them.
fn tuple<'py>(py: Python<'py>, game: &Game, action: Action) -> PyResult<Bound<'py, PyTuple>> {
    match action.cell().map(|cell| pair(&game.rules().grid, cell)) {
        Some((x, y)) => (action.name(), x, y).into_pyobject(py),
        None => (action.name(),).into_pyobject(py),
    }
}

impl PyGame {
    fn game(&self) -> &Game {
        self.history.game()
    }

    fn play_at(&mut self, name: &str, x: i64, y: i64) -> PyResult<&'static str> {
        let action = action(&self.game().rules().grid, name, Some((x, y)))?;
        self.play_action(action)
    }

    fn play_action(&mut self, action: Action) -> PyResult<&'static str> {
        self.history.play(action).map(Status::name).map_err(Raise::raise)
    }

    fn played<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let actions = self.history.actions().iter();
        actions.map(|&action| tuple(py, self.game(), action)).collect()
    }

    fn named<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let named = PyDict::new(py);
        if let Some(board) = &self.board {
            named.set_item("board", PyBoard(board.clone()))?;
        }
        if self.deal.seed != 0 {
            named.set_item("seed", self.deal.seed)?;
        }
        if self.deal.index != 0 {
            named.set_item("deal", self.deal.index)?;
        }
        named.update(self.said.named(py)?.as_mapping())?;
        if !self.history.actions().is_empty() {
            named.set_item("moves", self.played(py)?)?;
        }
        Ok(named)
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (level=None, *, seed=0, deal=0, board=None, moves: "Sequence[Move]" = Vec::new(), **setting: "Unpack[Setting]"))]
    fn new(
        level: Option<&str>,
        seed: u64,
        deal: u64,
        board: Option<&Bound<'_, PyBoard>>,
        moves: Vec<Bound<'_, PyTuple>>,
        setting: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let number = Deal::new(seed, deal);
        let usual = if board.is_none() { Some("expert") } else { None };
        let said = SaidSetting::read(level.or(usual), setting)?;
        let board = board.map(|board| board.get().0.clone());
        let mut game = match &board {
            None => Game::new(said.rules()?).map_err(Raise::raise)?,
            Some(board) => Game::new(said.rules_on(&board.layout)?).map_err(Raise::raise)?,
        };
        match &board {
            None => game.deal(number),
            Some(board) => {
                game.lay(&board.layout, number).map_err(|error| odd(error.to_string()))?;
            }
        }
        let mut begun = Self { history: History::of(game), said, deal: number, board };
        for one in moves {
            let name: String = one.get_item(0)?.extract()?;
            let at = match one.len() {
                1 => None,
                _ => Some((one.get_item(1)?.extract()?, one.get_item(2)?.extract()?)),
            };
            let action = action(&begun.game().rules().grid, &name, at)?;
            begun.play_action(action)?;
        }
        Ok(begun)
    }

    /// What the player sees.
    #[getter]
    fn view(&self) -> PyView {
        PyView(self.game().view().clone())
    }

    /// Where the mines are; None before the first click of a deal.
    #[getter]
    fn board(&self) -> Option<PyBoard> {
        self.game().layout().map(|layout| PyBoard(layout.clone().into()))
    }

    /// `playing`, `won`, `lost` or `finished`.
    #[getter]
    fn status(&self) -> Hinted<&'static str, StatusName> {
        self.game().status().name().into()
    }

    /// The seed and the number of the deal.
    #[getter]
    fn deal(&self) -> (u64, u64) {
        (self.deal.seed, self.deal.index)
    }

    /// Cells opened so far.
    #[getter]
    fn digs(&self) -> u32 {
        self.game().outcome().digs
    }

    /// In `score`: the score so far.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.game().outcome().score
    }

    /// What was played so far.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Hinted<Vec<Bound<'py, PyTuple>>, Moves>> {
        self.played(py).map(Into::into)
    }

    /// Opens a hidden cell.
    #[pyo3(signature = (x, y) -> "Status")]
    fn open(&mut self, x: i64, y: i64) -> PyResult<&'static str> {
        self.play_at("open", x, y)
    }

    /// Flags a hidden cell, or takes the flag back.
    #[pyo3(signature = (x, y) -> "Status")]
    fn flag(&mut self, x: i64, y: i64) -> PyResult<&'static str> {
        self.play_at("flag", x, y)
    }

    /// Opens what is hidden beside a clue whose mines are flagged.
    #[pyo3(signature = (x, y) -> "Status")]
    fn chord(&mut self, x: i64, y: i64) -> PyResult<&'static str> {
        self.play_at("chord", x, y)
    }

    /// Asks an open cell for one more draw of its clue.
    #[pyo3(signature = (x, y) -> "Status")]
    fn ask(&mut self, x: i64, y: i64) -> PyResult<&'static str> {
        self.play_at("ask", x, y)
    }

    /// Declares the mines.
    #[pyo3(signature = () -> "Status")]
    fn declare(&mut self) -> PyResult<&'static str> {
        self.play_action(Action::Declare)
    }

    /// Plays what a choice says.
    #[pyo3(signature = (choice) -> "Status")]
    fn play(&mut self, choice: &Bound<'_, crate::choice::PyChoice>) -> PyResult<&'static str> {
        let choice = choice.get();
        let at = choice.cell.map(|(x, y)| (i64::from(x), i64::from(y)));
        let action = action(&self.game().rules().grid, &choice.action, at)?;
        self.play_action(action)
    }

    /// Takes the last action back and says which it was; None if there was none.
    #[pyo3(signature = () -> "Move | None")]
    fn undo<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(action) = self.history.take_back() else { return Ok(None) };
        tuple(py, self.game(), action).map(Some)
    }

    /// The game looked at again: every guess, how safe it was, what was better.
    fn review(&self, py: Python<'_>) -> PyResult<PyReview> {
        let history = self.history.clone();
        let grid = self.game().rules().grid.clone();
        let found = interruptible(py, move |_| review::of(history.beginning(), history.actions()))?;
        Ok(PyReview::of(&grid, found))
    }

    fn _repr_svg_(&self) -> String {
        picture::svg(self.game().view())
    }

    fn __str__(&self) -> String {
        self.view().__str__()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts = Vec::new();
        if let Some(level) = self.said.level() {
            parts.push(PyString::new(py, level).repr()?.to_string());
        }
        for (key, value) in self.named(py)? {
            parts.push(format!("{key}={}", value.repr()?));
        }
        Ok(format!("Game({})", parts.join(", ")))
    }

    #[pyo3(signature = () -> "tuple[tuple[str, ...], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::new(py, self.said.level())?, self.named(py)?))
    }

    /// Two games are equal that came about alike.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.extract::<PyRef<'_, Self>>() else { return false };
        let same = |game: &Self| (game.deal, game.board.clone(), game.game().rules().clone());
        same(self) == same(&other) && self.history.actions() == other.history.actions()
    }
}
