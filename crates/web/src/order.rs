//! What is to be played, and the game that comes of it.

use serde::{Deserialize, Serialize};
use surefoot_inference::no_guess;
use surefoot_inference::{Kaboom, Workspace};
use surefoot_rules::notation::{self, Board, ReadOptions};
use surefoot_rules::{
    Action, Cell, Clues, Deal, DealError, Draft, Game, Layout, Promise, Random, Rules, RulesError,
    Setting, SettingError, SettingField, Tile, View,
};
use tsify::Tsify;

use crate::WebError;
use crate::advice::options;

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
    /// A board in any notation, to be played instead of a deal; or a position, which goes
    /// on with mines drawn among all the ways they can lie.
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

    /// The game, dealt or laid out; a board without guesses is opened in its middle.
    #[cfg(feature = "players")]
    pub(crate) fn game(&self) -> Result<Game, WebError> {
        let Some(rules) = self.without_guesses()? else { return self.dealt() };
        let mut game = self.without_guess_from(&rules, rules.grid.middle())?;
        game.play(Action::Open(rules.grid.middle())).map_err(WebError::of)?;
        Ok(game)
    }

    /// The game as it waits for its first click; of a board without guesses, only its size.
    pub(crate) fn dealt(&self) -> Result<Game, WebError> {
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

    /// The same, whether or not kaboom can be played on it.
    fn table(&self) -> Result<Game, WebError> {
        let setting = self.setting()?;
        if let Some(text) = &self.board {
            return self.laid(setting.clues.unwrap_or_default(), text);
        }
        let mut game = Game::new(setting.rules().map_err(hinted)?).map_err(hinted)?;
        game.deal(Deal::new(self.seed, self.deal));
        Ok(game)
    }

    /// The rules, if a board without guesses is ordered.
    pub(crate) fn without_guesses(&self) -> Result<Option<Rules>, WebError> {
        if self.no_guess.is_none() || self.board.is_some() {
            return Ok(None);
        }
        let rules = self.setting()?.rules().map_err(hinted)?;
        if !rules.clues.rule.is_exact() {
            return Err(WebError(
                "boards that need no guess are dealt under exact clues only".to_owned(),
            ));
        }
        Ok(Some(rules))
    }

    /// A board that can be finished without a guess from a first click; nothing of it is open.
    pub(crate) fn without_guess_from(&self, rules: &Rules, first: Cell) -> Result<Game, WebError> {
        let logic = self.no_guess.as_deref().unwrap_or_default().parse().map_err(WebError::of)?;
        let deal = Deal::new(self.seed, self.deal);
        let layout = no_guess::board(rules, first, Some(logic), deal).map_err(WebError::of)?;
        let mut game = Game::new(rules.moved_to(&layout)).map_err(WebError::of)?;
        game.lay(&layout, deal).map_err(WebError::of)?;
        Ok(game)
    }

    /// A board that is given; only its clues are left to choose.
    fn laid(&self, clues: Clues, text: &str) -> Result<Game, WebError> {
        let deal = Deal::new(self.seed, self.deal);
        let setting = Setting { clues: Some(clues), ..Setting::default() };
        match given(text)? {
            Given::Board(Board { layout, first }) => {
                let rules = setting.rules_on(&layout).map_err(WebError::of)?;
                let mut game = Game::new(rules).map_err(WebError::of)?;
                game.lay(&layout, deal).map_err(WebError::of)?;
                if let Some(first) = first {
                    game.play(Action::Open(first)).map_err(WebError::of)?;
                }
                Ok(game)
            }
            Given::Position(draft) => {
                let view =
                    View::try_from(Draft { rule: clues.rule, ..draft }).map_err(WebError::of)?;
                let layout = layout_of(&view, deal)?;
                let mut rules = setting.rules_on(&layout).map_err(WebError::of)?;
                rules.told = view.mines().is_some();
                let mut game = Game::new(rules).map_err(WebError::of)?;
                game.set_up(&view, &layout).map_err(WebError::of)?;
                Ok(game)
            }
        }
    }
}

/// What a text holds: a whole board, or what is seen of one.
enum Given {
    Board(Board),
    Position(Draft),
}

/// The first board or position of a text in any notation.
fn given(text: &str) -> Result<Given, WebError> {
    let documents =
        notation::read(text.as_bytes(), ReadOptions::default()).map_err(WebError::of)?;
    let first = documents.first().ok_or_else(|| WebError("there is no board in it".to_owned()))?;
    match (first.board(), first.view()) {
        (Ok(board), _) => Ok(Given::Board(board)),
        (Err(_), Some(view)) => Ok(Given::Position(Draft::from(view.clone()))),
        (Err(error), None) => Err(WebError::of(error)),
    }
}

/// One of the ways the mines of a position can lie.
fn layout_of(view: &View, deal: Deal) -> Result<Layout, WebError> {
    let mut workspace = Workspace::new(options());
    let posterior = workspace.solve(view).map_err(WebError::of)?;
    let mut random = Random::named("position played on", [deal.seed, deal.index]);
    let mut mines = posterior.sample(&mut random);
    mines.extend(view.grid().cells().filter(|&cell| view.tile(cell) == Tile::Mine));
    Layout::new(view.grid().clone(), mines).map_err(WebError::of)
}

/// Where a promise cannot be kept, the form can be told another.
fn hinted(error: impl Into<SettingError>) -> WebError {
    match error.into() {
        SettingError::Rules(RulesError::Deal(DealError::Promise {
            promise: Promise::Opening,
            mines,
            ..
        })) => WebError(format!(
            "no room for an opening with {mines} mines; set “First click finds” to “a safe cell”"
        )),
        other => WebError::of(other),
    }
}
