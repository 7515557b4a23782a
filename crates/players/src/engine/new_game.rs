//! `newgame`: what is agreed before a game, as pairs of a word and a value.
//!
//! An engine is told what a player in the house is told, a view of the untouched board and a
//! brief. For its random choices it gets a number out of the player's own stream. That number
//! comes from the seed and the deal, but there is no way back, so an engine cannot deal the
//! board itself. (Where the seed is known, all deals could be tried; who does not trust an engine
//! plays by `--seed random`.) The key of the whole stream is told only to this very program,
//! so that a player of ours plays the same games here and there.

use std::fmt;

use surefoot_rules::{
    Brief, Clues, Draft, GameKind, Grid, Promise, Random, Rules, Setting, SettingError,
    SettingField, View,
};

use crate::engine::message::{MessageError, first_word, missing, number};

/// The setting of a game, as `newgame` tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// Which game.
    pub kind: GameKind,
    /// The board.
    pub grid: Grid,
    /// The told number of mines.
    pub mines: Option<u32>,
    /// What the first click is promised.
    pub promise: Promise,
    /// How clues come about, and how often a cell may be asked.
    pub clues: Clues,
    /// Whether an opened zero opens its neighbours.
    pub flood: bool,
    /// A random number for this game.
    pub number: u64,
    /// The key of the player's stream, for those who may know the deal.
    pub stream: Option<u64>,
}

impl NewGame {
    /// What a player is told before a game.
    pub fn new(brief: &Brief, view: &View, number: u64) -> Self {
        let clues = Clues { rule: view.rule(), asks: brief.asks };
        let Brief { kind, promise, flood, .. } = *brief;
        let (grid, mines) = (view.grid().clone(), view.mines());
        Self { kind, grid, mines, promise, clues, flood, number, stream: None }
    }

    /// Reads what follows the word `newgame`. What is not said is as usual.
    pub(super) fn read(text: &str) -> Result<Self, MessageError> {
        let (mut setting, mut mines, mut said_mines) = (Setting::default(), None, false);
        let (mut random, mut stream) = (0, None);
        let mut rest = text;
        while !rest.is_empty() {
            let (word, behind) = first_word(rest);
            let (value, behind) = first_word(behind);
            let given = Some(value).filter(|value| !value.is_empty());
            match word {
                "number" => random = number(given, word, "a whole number below 2^64")?,
                "stream" => stream = Some(number(given, word, "a whole number below 2^64")?),
                "mines" => {
                    said_mines = true;
                    let expected = "a number of mines, or ? where it is not told";
                    mines =
                        (given != Some("?")).then(|| number(given, word, expected)).transpose()?;
                }
                _ => {
                    let known = [
                        SettingField::Game,
                        SettingField::Size,
                        SettingField::Neighbourhood,
                        SettingField::Promise,
                        SettingField::Clues,
                        SettingField::Flood,
                    ];
                    if let Some(field) = known.into_iter().find(|field| field.name() == word) {
                        setting.set(field, given.ok_or_else(|| missing(word, "a value"))?)?;
                    }
                }
            }
            rest = behind;
        }
        let (width, height) = setting.size.ok_or(SettingError::NoSize)?;
        if !said_mines {
            return Err(SettingError::NoMines.into());
        }
        let grid = Grid::with(width, height, setting.neighbourhood.unwrap_or_default())
            .map_err(SettingError::from)?;
        let usual = Rules::new(setting.game.unwrap_or_default(), grid, mines.unwrap_or(0));
        let clues = setting.clues.unwrap_or_default();
        let rules = Rules { clues, flood: setting.flood, ..usual };
        let (kind, flood) = (rules.kind, rules.floods());
        let promise = setting.promise.unwrap_or(rules.promise);
        let game =
            Self { kind, grid: rules.grid, mines, promise, clues, flood, number: random, stream };
        // Whether the mines fit.
        match View::try_from(game.draft()) {
            Ok(_) => Ok(game),
            Err(_) => {
                let word = mines.unwrap_or(0).to_string();
                Err(MessageError::Word { word, expected: "a number of mines that fits the board" })
            }
        }
    }

    /// What a player is told beside the view.
    pub fn brief(&self) -> Brief {
        let Self { kind, promise, clues, flood, .. } = *self;
        Brief { kind, promise, asks: clues.asks, flood }
    }

    /// The untouched board.
    pub(super) fn draft(&self) -> Draft {
        let mut draft = Draft::new(self.grid.clone(), self.mines);
        draft.rule = self.clues.rule;
        draft
    }

    /// The stream of a player that is asked here.
    pub fn random(&self) -> Random {
        Random::keyed(self.stream.unwrap_or(self.number))
    }
}

impl fmt::Display for NewGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, grid, mines, promise, clues, flood, number, stream } = self;
        write!(f, "game {kind} size {}x{} mines ", grid.width(), grid.height())?;
        match mines {
            Some(mines) => write!(f, "{mines}")?,
            None => f.write_str("?")?,
        }
        if let Some(neighbourhood) = grid.neighbourhood() {
            write!(f, " neighbourhood {neighbourhood}")?;
        }
        let flood = if *flood { "on" } else { "off" };
        write!(f, " promise {promise} clues {clues} flood {flood} number {number}")?;
        match stream {
            Some(key) => write!(f, " stream {key}"),
            None => Ok(()),
        }
    }
}
