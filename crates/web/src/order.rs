//! What is to be played, and the game that comes of it.

use serde::{Deserialize, Serialize};
use surefoot_inference::Kaboom;
use surefoot_inference::no_guess::{self, Wish};
use surefoot_rules::notation::{self, Board, ReadOptions};
use surefoot_rules::{Action, Deal, Game, Rules, Setting, SettingField};
use tsify::Tsify;

use crate::WebError;

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
    /// Needed guesses are always safe, and needless ones always lose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kaboom: bool,
}

impl Order {
    /// What its texts say.
    fn setting(&self) -> Result<Setting, WebError> {
        let mut setting = Setting::default();
        let texts = [
            (SettingField::Level, &self.level),
            (SettingField::Neighbourhood, &self.neighbourhood),
            (SettingField::Promise, &self.promise),
            (SettingField::Clues, &self.clues),
        ];
        for (field, text) in texts {
            setting.set(field, text).map_err(WebError::of)?;
        }
        Ok(setting)
    }

    /// The game, dealt or laid out.
    pub(crate) fn game(&self) -> Result<Game, WebError> {
        let game = self.table()?;
        if self.kaboom {
            let rules = game.rules();
            let checked = match game.layout() {
                Some(_) => Kaboom::check(rules),
                None => Kaboom::check_dealt(rules),
            };
            checked.map_err(WebError::of)?;
        }
        Ok(game)
    }

    /// The game, whether or not kaboom can be played on it.
    fn table(&self) -> Result<Game, WebError> {
        let setting = self.setting()?;
        if let Some(text) = &self.board {
            let board = given(text)?;
            // Of a given board only the clues are left to choose.
            let rules = Setting { clues: setting.clues, ..Setting::default() };
            return self.lay(rules.rules_on(&board.layout).map_err(WebError::of)?, &board);
        }
        let rules = setting.rules().map_err(WebError::of)?;
        if let Some(logic) = &self.no_guess {
            let board = self.without_guesses(&rules, logic)?;
            return self.lay(rules.moved_to(&board.layout), &board);
        }
        let mut game = Game::new(rules).map_err(WebError::of)?;
        game.deal(Deal::new(self.seed, self.deal));
        Ok(game)
    }

    /// A board that can be finished without a guess from its middle.
    fn without_guesses(&self, rules: &Rules, logic: &str) -> Result<Board, WebError> {
        let logic = logic.parse().map_err(WebError::of)?;
        if !rules.clues.rule.is_exact() {
            return Err(WebError(
                "boards that need no guess are dealt under exact clues only".to_owned(),
            ));
        }
        let Rules { mines, promise, .. } = *rules;
        let (grid, first) = (rules.grid.clone(), rules.grid.middle());
        let wish = Wish { grid, mines, promise, first, logic };
        let found = no_guess::deal(&wish, Deal::new(self.seed, self.deal)).map_err(WebError::of)?;
        Ok(Board { layout: found.layout, first: Some(first) })
    }

    fn lay(&self, rules: Rules, board: &Board) -> Result<Game, WebError> {
        let mut game = Game::new(rules).map_err(WebError::of)?;
        game.lay(&board.layout, Deal::new(self.seed, self.deal)).map_err(WebError::of)?;
        if let Some(first) = board.first {
            game.play(Action::Open(first)).map_err(WebError::of)?;
        }
        Ok(game)
    }
}

/// The first board of a text in any notation.
fn given(text: &str) -> Result<Board, WebError> {
    let documents =
        notation::read(text.as_bytes(), ReadOptions::default()).map_err(WebError::of)?;
    let first = documents.first().ok_or_else(|| WebError("there is no board in it".to_owned()))?;
    first.board().map_err(WebError::of)
}
