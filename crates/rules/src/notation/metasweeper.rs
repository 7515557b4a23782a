//! `.board`, the text of Metasweeper's clipboard (MINESWEEPER-BOARD v0.1).
//!
//! ```text
//! # MINESWEEPER-BOARD v0.1
//! # Render: ascii
//! rows: 2
//! columns: 3
//! mines: 1
//! game_mode: classic
//! [real]
//! 1*1
//! 111
//! [view]
//! 1UU
//! U1U
//! ```
//!
//! `[real]` is the truth, `[view]` what is seen; either may be missing. In the truth
//! `*` is a mine. In the view `U` is hidden, `F` a flag, `?` a question mark, `X` the mine
//! that was opened; when a game is over, `@` is a mine shown and `#` a flag that was
//! wrong. `Render: emoji` draws the same with ⬜ 🚩 ❓ 💥 💣 ❌ and keycap digits. We read
//! both and write the first.
//!
//! A question mark is read as hidden and a mine shown at the end too: nobody opened
//! it. If a view shows the end of a game, and there is no truth beside it, its mines and
//! flags are the truth, as far as they agree with the total and the clues. Keys that we do not know are ignored, as are values
//! of `game_mode`; other numbers of rows than announced are not, even if the format's own
//! example has them.

use super::document::{check_count, check_shown, check_tiles};
use super::error::{At, short};
use super::rows::{self, Rectangle};
use super::{Board, ContentError, Document, Format, Place, ReadError, WriteError, classic_only};
use crate::board::level::{check_size, parse_count, told_mines};
use crate::{Cell, Grid, Layout, Tile, View};

const FORMAT: Format = Format::Metasweeper;
const SIGN: &str = "# MINESWEEPER-BOARD";
const REAL: &str = "`*` mine or 0-8";
const VIEW: &str = "`U` hidden, 0-8, `F` flag, `?`, `X` exploded, `@` mine or `#` wrong flag";

/// Whether a text is signed as one of this format.
pub(super) fn looks_like(text: &str) -> bool {
    text.starts_with(SIGN)
}

/// What the keys say.
#[derive(Default)]
struct MetasweeperHead {
    rows: Option<u64>,
    columns: Option<u64>,
    mines: Option<u64>,
}

/// Reads a position, a whole board or a game.
///
/// ```
/// use surefoot_rules::{notation::metasweeper, view};
///
/// let text = "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 3\nmines: 1\n[view]\n1UF\n";
/// assert_eq!(metasweeper::read(text)?, view!["3x1/1", "1*F"].into());
/// # Ok::<(), surefoot_rules::notation::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Document, ReadError> {
    // Emoji digits are a digit and two marks; without the marks a column is what one sees.
    let plain = text.replace(['\u{fe0f}', '\u{20e3}'], "");
    let mut lines = plain.lines().zip(1..).peekable();
    let mut head = MetasweeperHead::default();
    let (mut real, mut view) = (None, None);
    while let Some((line, number)) = lines.next() {
        let (line, here) = (line.trim(), Place::Line(number));
        let section = match line {
            "[real]" => &mut real,
            "[view]" => &mut view,
            _ if line.is_empty() || line.starts_with('#') => continue,
            _ => {
                head.line(line).at(FORMAT, here)?;
                continue;
            }
        };
        if section.is_some() {
            let (found, expected) = (line.to_owned(), "each section once");
            return Err(ContentError::Form { found, expected }).at(FORMAT, here);
        }
        let (width, height) = head.size().at(FORMAT, here)?;
        // A row may begin with a wrong flag, which is also how a comment begins.
        let comment = |line: &str| {
            line.starts_with('#') && (line.chars().count() != width as usize || line.contains(' '))
        };
        let rows = std::iter::from_fn(|| {
            while lines.next_if(|(line, _)| comment(line)).is_some() {}
            lines.next_if(|(line, _)| !line.trim().is_empty() && !line.starts_with('['))
        });
        let (expected, table): (_, fn(char) -> Option<char>) =
            if line == "[real]" { (REAL, real_symbol) } else { (VIEW, view_symbol) };
        let board = Rectangle { format: FORMAT, width, height, expected, before: number };
        *section = Some((board.read(rows, table)?, here));
    }

    let size = head.size().at(FORMAT, Place::Whole)?;
    let told = head.mines.ok_or(ContentError::Missing("mines")).at(FORMAT, Place::Whole)?;
    let real = real.map(|(symbols, here)| truth(size, &symbols, told).at(FORMAT, here));
    let real = real.transpose()?;
    let Some((symbols, here)) = view else {
        let real = real.ok_or(ContentError::Missing("[real]")).at(FORMAT, Place::Whole)?;
        return Ok(real.into());
    };
    let tiles = symbols.iter().map(|&symbol| tile(symbol)).collect();
    let mines = told_mines(told, symbols.len() as u64).at(FORMAT, here)?;
    let view = rows::view(size, Some(mines), tiles).at(FORMAT, here)?;
    let Some(layout) = real.or_else(|| end(&view, &symbols)) else { return Ok(view.into()) };
    check_shown(&view, &layout).at(FORMAT, here)?;
    Ok(Document::Game(view, layout.into()))
}

impl MetasweeperHead {
    fn line(&mut self, line: &str) -> Result<(), ContentError> {
        let form = |expected| ContentError::Form { found: short(line), expected };
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| form("`key: value`, `[real]`, `[view]` or a comment"))?;
        let slot = match key.trim() {
            "rows" => &mut self.rows,
            "columns" => &mut self.columns,
            "mines" => &mut self.mines,
            _ => return Ok(()),
        };
        let value = parse_count(value.trim()).ok_or_else(|| form("a whole number"))?;
        // A section has been read by the size that was told before it.
        if slot.replace(value).is_some() {
            return Err(form("each key once"));
        }
        Ok(())
    }

    fn size(&self) -> Result<(u32, u32), ContentError> {
        let columns = self.columns.ok_or(ContentError::Missing("columns"))?;
        let rows = self.rows.ok_or(ContentError::Missing("rows"))?;
        Ok(check_size(columns, rows)?)
    }
}

/// The ASCII character of one of the truth, either way it is drawn.
fn real_symbol(symbol: char) -> Option<char> {
    Some(match symbol {
        '0'..='8' | '*' => symbol,
        '💣' => '*',
        _ => return None,
    })
}

/// The ASCII character of one of the view, either way it is drawn.
fn view_symbol(symbol: char) -> Option<char> {
    Some(match symbol {
        '0'..='8' | 'U' | 'F' | '?' | 'X' | '@' | '#' => symbol,
        '⬜' => 'U',
        '🚩' => 'F',
        '❓' => '?',
        '💥' => 'X',
        '💣' => '@',
        '❌' => '#',
        _ => return None,
    })
}

fn tile(symbol: char) -> Tile {
    match symbol {
        '0'..='8' => Tile::Clue(symbol as u8 - b'0'),
        'F' | '#' => Tile::Flag,
        'X' => Tile::Mine,
        _ => Tile::Hidden,
    }
}

/// The layout of a truth, if its numbers are right.
fn truth((width, height): (u32, u32), symbols: &[char], told: u64) -> Result<Layout, ContentError> {
    let layout = Layout::from_fn(Grid::new(width, height)?, |cell| symbols[cell.index()] == '*');
    check_count(&layout, told)?;
    check_tiles(&layout, |cell| tile(symbols[cell.index()]))?;
    Ok(layout)
}

/// The truth that a view shows when the game is over.
fn end(view: &View, symbols: &[char]) -> Option<Layout> {
    // Where mines are opened and play goes on, a flag is still a claim.
    let over = symbols.iter().any(|symbol| matches!(symbol, '@' | '#'));
    let marked = |cell: Cell| matches!(symbols[cell.index()], 'X' | '@' | 'F');
    let layout = Layout::from_fn(view.grid().clone(), marked);
    let whole = over && view.mines() == Some(layout.count());
    (whole && check_shown(view, &layout).is_ok()).then_some(layout)
}

/// Writes what a document holds: what is seen, the truth, or both.
pub fn write(document: &Document) -> Result<String, WriteError> {
    let grid = document.grid();
    classic_only(FORMAT, grid)?;
    let mut text = format!(
        "{SIGN} v0.1\n# Render: ascii\nrows: {}\ncolumns: {}\nmines: {}\ngame_mode: classic\n",
        grid.height(),
        grid.width(),
        document.mines(FORMAT)?,
    );
    if let Some(Board { layout, .. }) = document.told() {
        text += "[real]\n";
        text += &rows::write(FORMAT, grid, |cell| {
            let number = char::from(b'0' + layout.number(cell));
            Ok(if layout.is_mine(cell) { '*' } else { number })
        })?;
    }
    if let Some(view) = document.view() {
        text += "[view]\n";
        text += &rows::write(FORMAT, grid, |cell| {
            Ok(match view.tile(cell) {
                Tile::Clue(clue) => char::from(b'0' + clue),
                Tile::Hidden => 'U',
                Tile::Flag => 'F',
                Tile::Mine => 'X',
                Tile::Silent => return Err("a silent cell"),
            })
        })?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::error::testing::problem;
    use crate::{layout, view};

    const HEAD: &str = "# MINESWEEPER-BOARD v0.1\n# Render: ascii\nrows: 2\ncolumns: 3\n\
                        mines: 1\ngame_mode: win7\nauthor: somebody: else\n";

    fn with(sections: &str) -> Result<Document, ReadError> {
        read(&format!("{HEAD}{sections}"))
    }

    #[test]
    fn each_section_alone_and_both_together() {
        let truth = layout![".M.", "..."];
        let seen = view!["3x2/1", "1F*", "1**"];
        assert_eq!(with("[real]\n1*1\n111\n").unwrap(), truth.clone().into());
        assert_eq!(with("[view]\n1FU\n1?U\n").unwrap(), seen.clone().into());
        let both = with("\n[view]\r\n1FU\r\n1?U\r\n\n# and the truth\n[real]\n1*1\n111").unwrap();
        assert_eq!(both, Document::Game(seen.clone(), truth.into()));
        let text = write(&both).unwrap();
        assert!(text.ends_with("[real]\n1*1\n111\n[view]\n1FU\n1UU\n"), "{text}");
        assert_eq!(read(&text).unwrap(), both);
    }

    #[test]
    fn emoji_are_read() {
        let text = "[view]\n1️⃣🚩⬜\n1️⃣❓⬜\n";
        assert_eq!(with(text).unwrap(), view!["3x2/1", "1F*", "1**"].into());
        let (place, _) = problem(with("[view]\n1️⃣🚩⬜\n1️⃣🙂⬜\n"));
        assert_eq!(place, Place::Column(10, 2));
    }

    #[test]
    fn the_end_of_a_game_tells_the_truth() {
        let Document::Game(view, board) = with("[view]\n1@1\n#1U\n").unwrap() else {
            panic!("a whole game");
        };
        assert_eq!(view, view!["3x2/1", "1*1", "F1*"]);
        assert_eq!(board.layout, layout![".M.", "..."]);
        let Document::Game(view, _) = with("[view]\n1XU\n#1U\n").unwrap() else {
            panic!("a whole game");
        };
        assert_eq!(view, view!["3x2/1", "1M*", "F1*"]);
        // A flag alone proves nothing, and marks that do not fit neither.
        assert!(matches!(with("[view]\n1FU\nU1U\n").unwrap(), Document::View(_)));
        assert!(matches!(with("[view]\n0@U\nUUU\n").unwrap(), Document::View(_)));
    }

    #[test]
    fn a_row_may_begin_with_a_wrong_flag() {
        let seen = with("[view]\n# a comment\n##U\nUUU\n").unwrap();
        assert_eq!(seen, view!["3x2/1", "FF*", "***"].into());
    }

    #[test]
    fn what_cannot_be_said_is_refused() {
        let refused = |view: View| write(&view.into()).unwrap_err().to_string();
        assert!(refused(view!["2x1/1", "?*"]).contains("a silent cell at 0,0"));
        assert!(refused(view!["2x1/?", "**"]).contains("number of mines"));
    }

    #[test]
    fn mistakes_are_placed() {
        assert_eq!(problem(with("[view]\nUU\nUUU\n")).0, Place::Line(9));
        assert_eq!(problem(with("[view]\nUUx\nUUU\n")).0, Place::Column(9, 3));
        assert_eq!(problem(with("[view]\nUUU\n")).1, "the board has 1 row: expected 2");
        assert_eq!(problem(with("[real]\n1*1\n112\n")).1, "2,1 shows 2, but has 1 mine beside it");
        assert_eq!(problem(with("[real]\n**2\n222\n")).1, "expected 1 mine, found 2");
        assert_eq!(problem(with("")).1, "`[real]` is missing");
        assert_eq!(problem(with("[view]\nUUU\nUUU\n[view]\n")).0, Place::Line(11));
        assert_eq!(problem(with("rows: two\n")).0, Place::Line(8));
        let again = problem(with("[real]\n1*1\n111\nrows: 3\n"));
        assert_eq!(
            again,
            (Place::Line(11), "`rows: 3` is unexpected: expected each key once".into())
        );
        assert_eq!(problem(with("nonsense\n")).0, Place::Line(8));
        let open_mine = problem(with("[real]\n1*1\n111\n[view]\n11U\nUUU\n"));
        assert_eq!(open_mine.1, "1,0 is open and safe, but a mine lies there");
        let no_mine = problem(with("[real]\n1*1\n111\n[view]\nXUU\nUUU\n"));
        assert_eq!(no_mine.1, "0,0 shows a mine, but none lies there");
        let early = read("# MINESWEEPER-BOARD v0.1\n[view]\nUUU\n").unwrap_err();
        assert_eq!(early.problem.to_string(), "`columns` is missing");
        let huge = read("# MINESWEEPER-BOARD v0.1\nrows: 99999999\ncolumns: 99999999\n[view]\nU");
        assert!(huge.unwrap_err().problem.to_string().contains("too large"));
    }
}
