//! A setting: what is agreed before a game, as people write it.
//!
//! Options of a command, keys of a file, fields of a page and of a request all say
//! the same few things in texts: a level, a promise, a clue rule. They are read
//! here, once, and what is left open gets its usual value here and nowhere else.
//! A front end knows where a text came from and what to advise; so a
//! [`SettingError`] only says what is wrong, and of which [`SettingField`].
//!
//! The size and the mines are kept apart although a level names both: a later text
//! may replace one and keep the other, as in "expert, but with 15 % mines".

use crate::board::level::{check_mines, check_size, parse_count, parse_size};
use crate::{
    Cell, Clues, DealError, GameKind, Grid, Layout, Level, Neighbourhood, Point, Promise, Rules,
    SettingError, SettingField,
};

/// How many mines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mines {
    /// This many.
    Count(u64),
    /// This share of the cells, in percent, rounded to whole mines.
    Percent(f64),
}

impl Mines {
    /// How many these are on a board of so many cells.
    pub fn on(self, cells: u64) -> u64 {
        match self {
            Self::Count(mines) => mines,
            Self::Percent(percent) => (cells as f64 * percent / 100.0).round() as u64,
        }
    }
}

/// What is agreed before a game; `None` where nothing was said.
///
/// ```
/// use surefoot_rules::{GameKind, Promise, Setting, SettingField};
///
/// let mut setting = Setting::default();
/// setting.set(SettingField::Level, "expert")?;
/// setting.set(SettingField::Density, "15")?;
/// setting.game = Some(GameKind::Score);
/// let rules = setting.rules()?;
/// assert_eq!((rules.grid.width(), rules.mines), (30, 72));
/// assert_eq!(rules.promise, Promise::Safe); // as usual in `score`
///
/// let error = setting.set(SettingField::Promise, "much").unwrap_err();
/// assert_eq!(error.field(), SettingField::Promise);
/// # Ok::<(), surefoot_rules::SettingError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Setting {
    /// Width and height.
    pub size: Option<(u32, u32)>,
    /// How many mines.
    pub mines: Option<Mines>,
    /// Which cells touch; usually `square8`.
    pub neighbourhood: Option<Neighbourhood>,
    /// Which game; usually `win`.
    pub game: Option<GameKind>,
    /// What the first click is promised; usually what the game promises.
    pub promise: Option<Promise>,
    /// Where the first click will be, if it is agreed; then the promise need only be
    /// kept there.
    pub first: Option<Point>,
    /// Whether the number of mines is told; usually it is.
    pub told: Option<bool>,
    /// How clues come about; usually they are exact.
    pub clues: Option<Clues>,
    /// Whether zeros open their neighbours; see [`Rules::flood`].
    pub flood: Option<bool>,
}

impl Setting {
    /// A setting that says the level and nothing else.
    pub fn at(level: Level) -> Self {
        let mut setting = Self::default();
        setting.set_level(level);
        setting
    }

    /// Takes size and mines from a level.
    pub fn set_level(&mut self, level: Level) {
        self.size = Some((level.width, level.height));
        self.mines = Some(Mines::Count(level.mines.into()));
    }

    /// Reads one text. A field that was set before is replaced.
    pub fn set(&mut self, field: SettingField, text: &str) -> Result<(), SettingError> {
        let no = |error: fn(String) -> SettingError| error(text.to_owned());
        let either = |yes: &str, other: &str, error| match text {
            _ if text == yes => Ok(Some(true)),
            _ if text == other => Ok(Some(false)),
            _ => Err(no(error)),
        };
        let name = |error| SettingError::Name(field, error);
        match field {
            SettingField::Level => self.set_level(text.parse()?),
            SettingField::Size => {
                let (width, height) = parse_size(text).ok_or_else(|| no(SettingError::Size))?;
                self.size = Some(check_size(width, height)?);
            }
            SettingField::Mines => {
                let mines = parse_count(text).ok_or_else(|| no(SettingError::Mines))?;
                self.mines = Some(Mines::Count(mines));
            }
            SettingField::Density => {
                let number = text.strip_suffix('%').unwrap_or(text).parse().ok();
                let percent = number.filter(|percent| (0.0..=100.0).contains(percent));
                self.mines =
                    Some(Mines::Percent(percent.ok_or_else(|| no(SettingError::Density))?));
            }
            SettingField::Neighbourhood => self.neighbourhood = Some(text.parse().map_err(name)?),
            SettingField::Game => self.game = Some(text.parse().map_err(name)?),
            SettingField::Promise => self.promise = Some(text.parse().map_err(name)?),
            SettingField::First => self.first = Some(text.parse()?),
            SettingField::Total => self.told = either("told", "hidden", SettingError::Total)?,
            SettingField::Clues => self.clues = Some(text.parse()?),
            SettingField::Flood => self.flood = either("on", "off", SettingError::Flood)?,
        }
        Ok(())
    }

    /// The rules that are meant, checked. Where the first click is agreed, the promise
    /// is checked there only, and otherwise for every first click.
    pub fn rules(&self) -> Result<Rules, SettingError> {
        let (width, height) = self.size.ok_or(SettingError::NoSize)?;
        let mines = self.mines.ok_or(SettingError::NoMines)?;
        let cells = u64::from(width) * u64::from(height);
        let mines = check_mines(mines.on(cells), cells).map_err(DealError::from)?;
        let grid = Grid::with(width, height, self.neighbourhood.unwrap_or_default())?;
        let first = self
            .first
            .map(|first| grid.cell(first).ok_or(SettingError::Outside { first, width, height }));
        let first = first.transpose()?.unwrap_or_else(|| grid.fullest());
        let rules = self.say(Rules::new(self.game.unwrap_or_default(), grid, mines));
        rules.check_at(first)?;
        Ok(rules)
    }

    /// The rules of one board and its first click: as agreed, or else in the middle.
    ///
    /// ```
    /// use surefoot_rules::{Level, Setting};
    ///
    /// let (rules, first) = Setting::at(Level::EXPERT).rules_and_first()?;
    /// assert_eq!(first, rules.grid.middle());
    /// # Ok::<(), surefoot_rules::SettingError>(())
    /// ```
    pub fn rules_and_first(&self) -> Result<(Rules, Cell), SettingError> {
        let (width, height) = self.size.ok_or(SettingError::NoSize)?;
        let first = self.first.unwrap_or(Point { x: width / 2, y: height / 2 });
        let rules = Self { first: Some(first), ..*self }.rules()?;
        let cell = rules.grid.cell(first).ok_or(SettingError::Outside { first, width, height })?;
        Ok((rules, cell))
    }

    /// The rules that are meant on a given board, which has its own size, mines and
    /// neighbourhood and promises nothing; a setting that says otherwise is refused.
    ///
    /// ```
    /// use surefoot_rules::{Promise, Setting, SettingError, SettingField, layout};
    ///
    /// let board = layout!["M.", ".."];
    /// let mut setting = Setting::default();
    /// assert_eq!(setting.rules_on(&board)?.mines, 1);
    /// setting.promise = Some(Promise::Safe);
    /// let refused = SettingError::Given(SettingField::Promise);
    /// assert_eq!(setting.rules_on(&board), Err(refused));
    /// # Ok::<(), SettingError>(())
    /// ```
    pub fn rules_on(&self, board: &Layout) -> Result<Rules, SettingError> {
        let said = [
            (self.size.is_some(), SettingField::Size),
            (self.mines.is_some(), SettingField::Mines),
            (self.neighbourhood.is_some(), SettingField::Neighbourhood),
            (self.promise.is_some(), SettingField::Promise),
            (self.first.is_some(), SettingField::First),
        ];
        if let Some((_, field)) = said.into_iter().find(|(said, _)| *said) {
            return Err(SettingError::Given(field));
        }
        let rules = self.say(Rules::on(self.game.unwrap_or_default(), board));
        rules.check()?;
        Ok(rules)
    }

    /// Usual rules, with what was said instead.
    fn say(&self, usual: Rules) -> Rules {
        Rules {
            promise: self.promise.unwrap_or(usual.promise),
            clues: self.clues.unwrap_or(usual.clues),
            flood: self.flood.or(usual.flood),
            told: self.told.unwrap_or(usual.told),
            ..usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(texts: &[(SettingField, &str)]) -> Result<Rules, SettingError> {
        let mut setting = Setting::default();
        for (field, text) in texts {
            setting.set(*field, text)?;
        }
        setting.rules()
    }

    #[test]
    fn what_is_not_said_is_as_usual() {
        let rules = |game| said(&[(SettingField::Level, "9x9/10"), (SettingField::Game, game)]);
        for kind in GameKind::ALL {
            let usual = Rules::new(kind, Grid::new(9, 9).unwrap(), 10);
            assert_eq!(rules(kind.name()), Ok(usual));
        }
        assert_eq!(rules("win").unwrap().promise, Promise::Opening);
        assert_eq!(rules("dig").unwrap().promise, Promise::Safe);
    }

    #[test]
    fn everything_can_be_said() {
        let rules = said(&[
            (SettingField::Size, "7x8"),
            (SettingField::Density, "25%"),
            (SettingField::Neighbourhood, "hex"),
            (SettingField::Game, "score"),
            (SettingField::Promise, "none"),
            (SettingField::Total, "hidden"),
            (SettingField::Clues, "silent:0.7,asks=3"),
            (SettingField::Flood, "off"),
        ]);
        let grid = Grid::with(7, 8, Neighbourhood::Hex).unwrap();
        let expected = Rules {
            promise: Promise::None,
            clues: "silent:0.7,asks=3".parse().unwrap(),
            flood: Some(false),
            told: false,
            ..Rules::new(GameKind::Score, grid, 14)
        };
        assert_eq!(rules, Ok(expected));
    }

    /// A later text replaces what it says and keeps the rest.
    #[test]
    fn size_and_mines_are_replaced_apart() {
        let level = (SettingField::Level, "20x10/50");
        let board = |texts: &[_]| {
            let rules = said(texts).unwrap();
            (rules.grid.width(), rules.grid.height(), rules.mines)
        };
        assert_eq!(board(&[level, (SettingField::Density, "10")]), (20, 10, 20));
        assert_eq!(board(&[level, (SettingField::Mines, "7")]), (20, 10, 7));
        assert_eq!(board(&[level, (SettingField::Size, "30x30")]), (30, 30, 50));
        assert_eq!(board(&[(SettingField::Density, "10"), level]), (20, 10, 50));
    }

    #[test]
    fn mistakes_are_told_with_their_field() {
        use SettingField::{
            Clues, Density, First, Flood, Game, Level, Mines, Neighbourhood, Promise, Size, Total,
        };
        let bad = [
            (Level, "9x9"),
            (Size, "20"),
            (Size, "0x4"),
            (Mines, "-1"),
            (Mines, ""),
            (Density, "101"),
            (Density, "NaN"),
            (Neighbourhood, "round"),
            (Game, "wins"),
            (Promise, "much"),
            (First, "3"),
            (Total, "secret"),
            (Clues, "loud"),
            (Flood, "true"),
        ];
        for (field, text) in bad {
            let error = Setting::default().set(field, text).unwrap_err();
            assert_eq!(error.field(), field, "{error}");
        }
        let level = (Level, "4x4/8");
        let refused = |texts: &[_]| said(texts).unwrap_err().field();
        assert_eq!(refused(&[]), Size);
        assert_eq!(refused(&[(Size, "3x3")]), Mines);
        let many = [(Size, "3x3"), (Mines, "99999999999")];
        assert_eq!(refused(&many), Mines);
        let said = said(&many).unwrap_err().to_string();
        assert_eq!(said, "99999999999 mines do not fit on 9 cells");
        assert_eq!(refused(&[level]), Promise);
        assert_eq!(refused(&[level, (First, "4,0")]), First);
        assert_eq!(refused(&[level, (Promise, "safe"), (Clues, "cautious"), (Flood, "on")]), Flood);
        assert_eq!(refused(&[level, (Game, "dig"), (Total, "hidden")]), Total);
    }

    /// In a corner an opening frees four cells, in the middle nine.
    #[test]
    fn a_promise_is_kept_where_the_first_click_is_agreed() {
        let level = (SettingField::Level, "4x4/12");
        assert!(said(&[level, (SettingField::First, "0,0")]).is_ok());
        assert!(said(&[level, (SettingField::First, "1,1")]).is_err());
        assert!(said(&[level]).is_err());
    }
}
