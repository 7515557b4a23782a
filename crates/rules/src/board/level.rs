//! Levels: the size of a board and how many mines lie on it, as one text.

use std::fmt;
use std::str::FromStr;

use crate::board::grid::{GridError, MAX_CELLS};
use crate::{counted, one_of};

/// Width, height and mines.
///
/// ```
/// use surefoot_rules::Level;
///
/// assert_eq!("expert".parse::<Level>()?.to_string(), "30x16/99");
/// assert_eq!("20x20@15%".parse::<Level>()?.mines, 60);
/// # Ok::<(), surefoot_rules::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Level {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Mines.
    pub mines: u32,
}

impl Level {
    /// 9×9 with 10 mines.
    pub const BEGINNER: Self = Self { width: 9, height: 9, mines: 10 };
    /// 16×16 with 40 mines.
    pub const INTERMEDIATE: Self = Self { width: 16, height: 16, mines: 40 };
    /// 30×16 with 99 mines.
    pub const EXPERT: Self = Self { width: 30, height: 16, mines: 99 };

    /// What most sites call evil: 30×20 with 130 mines. The name is no level's here, because others
    /// mean others by it.
    pub const EVIL: Self = Self { width: 30, height: 20, mines: 130 };

    /// The levels that have a name.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("beginner", Self::BEGINNER),
        ("intermediate", Self::INTERMEDIATE),
        ("expert", Self::EXPERT),
    ];

    /// How a level may be written.
    const FORMS: [&'static str; 5] = [
        "beginner",
        "intermediate",
        "expert",
        "WIDTHxHEIGHT/MINES, as in 30x16/99",
        "WIDTHxHEIGHT@DENSITY%, as in 20x20@15%",
    ];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}/{}", self.width, self.height, self.mines)
    }
}

/// More mines than cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} do not fit on {}", counted(self.mines, "mine"), counted(self.cells, "cell"))]
pub struct TooManyMinesError {
    /// Mines asked for.
    pub mines: u64,
    /// Cells there are.
    pub cells: u64,
}

/// Why a text is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseLevelError {
    /// Not of any form a level has.
    #[error("`{0}` is not a level: expected {forms}", forms = one_of(&Level::FORMS))]
    Form(String),
    /// No cells, or too many.
    #[error(transparent)]
    Size(#[from] GridError),
    /// More mines than cells.
    #[error(transparent)]
    Mines(#[from] TooManyMinesError),
    /// A density outside 0 to 100 %.
    #[error("a density of {0}% is not possible: expected 0% to 100%")]
    Density(String),
}

/// `WIDTHxHEIGHT`, as far as the digits go; sizes no machine holds are read too,
/// so that the complaint can be about the size and not the form.
pub(crate) fn parse_size(text: &str) -> Option<(u64, u64)> {
    let (width, height) = text.split_once('x')?;
    Some((parse_count(width)?, parse_count(height)?))
}

/// A whole number in plain digits; one too large for 64 bits counts as the largest.
pub(crate) fn parse_count(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

/// The same size as numbers of cells, if a grid can have it.
pub(crate) fn check_size(width: u64, height: u64) -> Result<(u32, u32), GridError> {
    let fits = width > 0 && height > 0 && width.checked_mul(height).is_some_and(|n| n <= MAX_CELLS);
    if !fits {
        return Err(GridError::size(width, height));
    }
    Ok((width as u32, height as u32))
}

/// The same number of mines, if they fit on so many cells.
pub(crate) fn check_mines(mines: u64, cells: u64) -> Result<u32, TooManyMinesError> {
    match u32::try_from(mines) {
        Ok(fitting) if mines <= cells => Ok(fitting),
        _ => Err(TooManyMinesError { mines, cells }),
    }
}

/// The number of mines that a draft is told. Whether they fit is for the view to say, along
/// with all else that is wrong, unless no board at all has so many.
pub(crate) fn told_mines(mines: u64, cells: u64) -> Result<u32, TooManyMinesError> {
    u32::try_from(mines).or_else(|_| check_mines(mines, cells))
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some((_, level)) = Self::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Ok(level);
        }
        let form = || ParseLevelError::Form(text.to_owned());
        let (size, density) = match text.split_once('@') {
            Some((size, density)) => (size, Some(density.strip_suffix('%').ok_or_else(form)?)),
            None => (text, None),
        };
        let (size, mines) = match density {
            Some(_) => (size, None),
            None => {
                // The community writes 30x16/99, 30x16x99 and 30x16,99.
                let at = size.rfind(['/', 'x', ',']).ok_or_else(form)?;
                (&size[..at], Some(parse_count(&size[at + 1..]).ok_or_else(form)?))
            }
        };
        let (width, height) = parse_size(size).ok_or_else(form)?;
        let (width, height) = check_size(width, height)?;
        let cells = u64::from(width) * u64::from(height);
        let mines = match (mines, density) {
            (Some(mines), _) => mines,
            (None, density) => {
                let text = density.unwrap_or_default();
                let percent: f64 = text.parse().map_err(|_| form())?;
                if !(0.0..=100.0).contains(&percent) {
                    return Err(ParseLevelError::Density(text.to_owned()));
                }
                (cells as f64 * percent / 100.0).round() as u64
            }
        };
        Ok(Self { width, height, mines: check_mines(mines, cells)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        let level = |width, height, mines| Ok(Level { width, height, mines });
        assert_eq!("beginner".parse(), level(9, 9, 10));
        assert_eq!("16x16/40".parse(), level(16, 16, 40));
        assert_eq!("30x16x99".parse(), level(30, 16, 99));
        assert_eq!("30x16,99".parse(), level(30, 16, 99));
        assert_eq!("20x20@20%".parse(), level(20, 20, 80));
        assert_eq!("5x5@12.5%".parse(), level(5, 5, 3));
        assert_eq!("1x1/1".parse(), level(1, 1, 1));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| text.parse::<Level>().unwrap_err();
        for text in ["", "hard", "9x9", "9x9/", "x9/1", "9x9/-1", "9x9@20", "9x9@%", "+9x9/1"] {
            assert!(matches!(error(text), ParseLevelError::Form(_)), "{text}");
        }
        for text in ["99999999x99999999/1", "99999999999999999999999x1/1", "8193x8192@1%"] {
            assert!(matches!(error(text), ParseLevelError::Size(GridError::TooLarge { .. })));
        }
        assert!(matches!(error("0x9/0"), ParseLevelError::Size(GridError::Empty { .. })));
        assert!(matches!(
            error("3x3/10"),
            ParseLevelError::Mines(TooManyMinesError { mines: 10, cells: 9 })
        ));
        assert!(matches!(error("3x3@101%"), ParseLevelError::Density(_)));
        assert!(matches!(error("3x3@NaN%"), ParseLevelError::Density(_)));
    }
}
