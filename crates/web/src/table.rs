//! A game that a person plays, and its review.

use serde::{Deserialize, Serialize};
use surefoot_players::no_guess::{self, Wish};
use surefoot_players::review;
use surefoot_rules::notation::{self, Board, ReadOptions};
use surefoot_rules::{Action, Cell, Game, History, Measures, Rules, Setting, SettingField, Status};
use tsify::Tsify;

use crate::position::symbol;
use crate::{Complaint, Position};

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Order {
    /// `beginner`, `30x16/99`, `20x20@15%`, …
    pub level: String,
    /// `square8`, `square4`, `torus`, `hex` or `knight`.
    pub neighbourhood: String,
    /// What the first click is promised: `none`, `safe` or `opening`.
    pub promise: String,
    /// The clue rule: `exact`, `silent:0.7`, `optimistic:q=0.8,asks=4`, …
    pub clues: String,
    /// The seed of the deal.
    pub seed: u64,
    /// Which deal of the seed.
    pub deal: u64,
    /// Deal a board that can be finished without a guess: by `simple`, `pairs` or
    /// `full` logic.
    pub no_guess: Option<String>,
    /// A board in any notation, to be played instead of a deal.
    pub board: Option<String>,
}

impl Order {
    /// What its texts say.
    fn setting(&self) -> Result<Setting, Complaint> {
        let mut setting = Setting::default();
        let texts = [
            (SettingField::Level, &self.level),
            (SettingField::Neighbourhood, &self.neighbourhood),
            (SettingField::Promise, &self.promise),
            (SettingField::Clues, &self.clues),
        ];
        for (field, text) in texts {
            setting.set(field, text).map_err(Complaint::of)?;
        }
        Ok(setting)
    }

    /// The game, dealt or laid out.
    pub(crate) fn game(&self) -> Result<Game, Complaint> {
        let setting = self.setting()?;
        if let Some(text) = &self.board {
            let board = given(text)?;
            // Of a given board only the clues are left to choose.
            let rules = Setting { clues: setting.clues, ..Setting::default() };
            return self.lay(rules.rules_on(&board.layout).map_err(Complaint::of)?, &board);
        }
        let rules = setting.rules().map_err(Complaint::of)?;
        if let Some(logic) = &self.no_guess {
            let board = self.without_guesses(&rules, logic)?;
            return self.lay(rules.moved_to(&board.layout), &board);
        }
        let mut game = Game::new(rules).map_err(Complaint::of)?;
        game.deal(self.seed, self.deal);
        Ok(game)
    }

    /// A board that can be finished without a guess from its middle.
    fn without_guesses(&self, rules: &Rules, logic: &str) -> Result<Board, Complaint> {
        let logic = logic.parse().map_err(Complaint::of)?;
        if !rules.clues.rule.is_exact() {
            return Err(Complaint("boards without guesses are for exact clues".to_owned()));
        }
        let Rules { mines, promise, .. } = *rules;
        let (grid, first) = (rules.grid.clone(), rules.grid.middle());
        let wish = Wish { grid, mines, promise, first, logic };
        let found = no_guess::deal(&wish, self.seed, self.deal).map_err(Complaint::of)?;
        Ok(Board { layout: found.layout, first: Some(first) })
    }

    fn lay(&self, rules: Rules, board: &Board) -> Result<Game, Complaint> {
        let mut game = Game::new(rules).map_err(Complaint::of)?;
        game.lay(&board.layout, self.seed, self.deal).map_err(Complaint::of)?;
        if let Some(first) = board.first {
            game.play(Action::Open(first)).map_err(Complaint::of)?;
        }
        Ok(game)
    }
}

/// The first board of a text in any notation.
fn given(text: &str) -> Result<Board, Complaint> {
    let documents =
        notation::read(text.as_bytes(), ReadOptions::default()).map_err(Complaint::of)?;
    let first = documents.first().ok_or_else(|| Complaint("there is no board".to_owned()))?;
    first.board().map_err(Complaint::of)
}

/// One action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(tag = "act", rename_all = "lowercase")]
pub enum Move {
    /// Open a hidden cell.
    Open {
        /// The cell.
        cell: u32,
    },
    /// Flag a hidden cell, or take the flag back.
    Flag {
        /// The cell.
        cell: u32,
    },
    /// Open all hidden neighbours of a satisfied clue.
    Chord {
        /// The cell.
        cell: u32,
    },
    /// Ask an open cell for one more draw of its clue.
    Ask {
        /// The cell.
        cell: u32,
    },
    /// Declare the mines.
    Declare,
}

impl Move {
    pub(crate) fn of(action: Action) -> Self {
        match action {
            Action::Open(cell) => Self::Open { cell: cell.number() },
            Action::Flag(cell) => Self::Flag { cell: cell.number() },
            Action::Chord(cell) => Self::Chord { cell: cell.number() },
            Action::Ask(cell) => Self::Ask { cell: cell.number() },
            Action::Declare => Self::Declare,
        }
    }

    fn action(&self) -> Action {
        match *self {
            Self::Open { cell } => Action::Open(Cell::new(cell)),
            Self::Flag { cell } => Action::Flag(Cell::new(cell)),
            Self::Chord { cell } => Action::Chord(Cell::new(cell)),
            Self::Ask { cell } => Action::Ask(Cell::new(cell)),
            Self::Declare => Action::Declare,
        }
    }
}

/// What an action changed, and where the game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Turn {
    /// The cells that changed, in order.
    pub changed: Vec<u32>,
    /// What each of them shows now, a symbol each.
    pub shows: String,
    /// `playing`, `won`, `lost` or `finished`.
    pub status: String,
    /// How many cells are flagged.
    pub flags: u32,
    /// When the game is over: where the mines are.
    pub mines: Option<Vec<u32>>,
    /// When the game is over: its 3BV, and how much of it is cleared.
    pub three_bv: Option<(u32, u32)>,
}

pub(crate) fn name(status: Status) -> &'static str {
    match status {
        Status::Playing => "playing",
        Status::Won => "won",
        Status::Lost => "lost",
        Status::Finished => "finished",
    }
}

impl Turn {
    /// What changed since the journal had `seen` entries.
    pub(crate) fn since(game: &Game, seen: usize) -> Self {
        let view = game.view();
        let changed = &view.journal()[seen..];
        let layout = game.layout().filter(|_| game.status() != Status::Playing);
        Self {
            changed: changed.iter().map(|cell| cell.number()).collect(),
            shows: changed.iter().map(|&cell| symbol(view.tile(cell))).collect(),
            status: name(game.status()).to_owned(),
            flags: view.flag_count(),
            mines: layout.map(|layout| layout.mines().map(Cell::number).collect()),
            three_bv: layout
                .map(|layout| (Measures::of(layout).three_bv, Measures::cleared(layout, view))),
        }
    }
}

/// A game in progress.
#[derive(Debug)]
pub struct Table {
    history: History,
}

impl Table {
    /// Sits down to a game.
    pub fn new(order: &Order) -> Result<Table, Complaint> {
        Ok(Self { history: History::of(order.game()?) })
    }

    /// What is seen.
    pub fn position(&self) -> Position {
        Position::of(self.history.game().view())
    }

    /// Where the game stands, with nothing changed.
    pub fn state(&self) -> Turn {
        let game = self.history.game();
        Turn::since(game, game.view().journal().len())
    }

    /// Plays one action.
    pub fn play(&mut self, action: &Move) -> Result<Turn, Complaint> {
        let seen = self.history.game().view().journal().len();
        self.history.play(action.action()).map_err(Complaint::of)?;
        Ok(Turn::since(self.history.game(), seen))
    }

    /// Takes the last action back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.history.take_back().is_some()
    }
}

/// One guess of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct GuessReview {
    /// Which action it was, from 0.
    pub number: u32,
    /// What was done.
    pub action: Move,
    /// How likely it was to hit no mine.
    pub safety: f64,
    /// What `surefoot` would have done.
    pub better: Option<Move>,
    /// How safe that was.
    pub better_safety: Option<f64>,
    /// Why it would have.
    pub better_why: Option<String>,
    /// Whether a certainly safe cell was there.
    pub avoidable: bool,
    /// Whether it went well.
    pub survived: bool,
}

/// What a review found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct GameReview {
    /// The guesses, in order.
    pub guesses: Vec<GuessReview>,
    /// The probability that those which went well would.
    pub luck: f64,
    /// Actions on positions too wide to be looked into.
    pub too_wide: u32,
}

/// Looks at a game again.
pub fn review(order: &Order, moves: &[Move]) -> Result<GameReview, Complaint> {
    let actions: Vec<Action> = moves.iter().map(Move::action).collect();
    let found = review::of(&order.game()?, &actions);
    let luck = found.luck();
    let guess = |guess: review::Guess| {
        let (better, safety) = guess.better.unzip();
        GuessReview {
            number: guess.number as u32,
            action: Move::of(guess.action),
            safety: guess.safety,
            better_why: better.as_ref().map(|choice| choice.why.clone().into_owned()),
            better: better.map(|choice| Move::of(choice.action)),
            better_safety: safety,
            avoidable: guess.avoidable,
            survived: guess.survived,
        }
    };
    let guesses = found.guesses.into_iter().map(guess).collect();
    Ok(GameReview { guesses, luck, too_wide: found.too_wide as u32 })
}
