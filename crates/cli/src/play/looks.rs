//! How things look: in 256 colours, or without any.
//!
//! Nothing is told by colour alone. Without colours every cell has a sign of its own; with them
//! closed cells are grey and open ones light, as everywhere.

use ratatui::style::{Color, Modifier, Style};

use crate::paint::NUMBERS;

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Looks {
    pub(super) colours: bool,
}

/// What a cell is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Hidden,
    /// Held down by the mouse.
    Pressed,
    Flag,
    /// A number, 0 included.
    Clue(u8),
    Silent,
    /// The mine that was opened.
    Exploded,
    /// A mine that the end of the game shows, or that an explanation supposes.
    Mine,
    FalseFlag,
    /// How likely a mine, in percent, certain ones apart.
    Chance(u8),
    CertainlySafe,
    CertainMine,
}

/// Why a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellMark {
    /// What is hinted at, or explained.
    Subject,
    /// A number that a step rests on.
    Premise,
    /// A cell that a step speaks of.
    Spoken,
}

impl Looks {
    /// The sign of a cell.
    pub(super) fn sign(self, face: Face) -> String {
        match face {
            Face::Hidden | Face::Pressed | Face::Clue(0) if self.colours => " ".to_owned(),
            Face::Hidden => "#".to_owned(),
            Face::Pressed => "_".to_owned(),
            Face::Flag => "F".to_owned(),
            Face::Clue(0) => ".".to_owned(),
            Face::Clue(clue) => {
                surefoot_rules::notation::drawing::symbol(surefoot_rules::Tile::Clue(clue))
                    .to_string()
            }
            Face::Silent => "?".to_owned(),
            Face::Exploded => "X".to_owned(),
            Face::Mine => "*".to_owned(),
            Face::FalseFlag => "f".to_owned(),
            Face::Chance(percent) => format!("{percent:2}"),
            Face::CertainlySafe => "✓".to_owned(),
            Face::CertainMine => "✗".to_owned(),
        }
    }

    /// Its colours; closed cells side by side differ a little, so that numbers on them do not run
    /// together.
    pub(super) fn style(self, face: Face, odd: bool) -> Style {
        if !self.colours {
            return match face {
                Face::Exploded | Face::FalseFlag => Style::new().add_modifier(Modifier::BOLD),
                _ => Style::new(),
            };
        }
        let on =
            |ink: u8, paper: u8| Style::new().fg(Color::Indexed(ink)).bg(Color::Indexed(paper));
        let closed = if odd { 246 } else { 248 };
        let bold = Modifier::BOLD;
        match face {
            Face::Hidden => on(240, closed),
            Face::Pressed => on(240, 252),
            Face::Flag => on(124, closed).add_modifier(bold),
            Face::FalseFlag => on(124, 217).add_modifier(bold),
            Face::Clue(0) => on(249, 255),
            Face::Clue(clue) => {
                on(NUMBERS[usize::from(clue - 1) % NUMBERS.len()], 255).add_modifier(bold)
            }
            Face::Silent => on(240, 255),
            Face::Exploded => on(16, 203).add_modifier(bold),
            Face::Mine => on(16, closed).add_modifier(bold),
            Face::Chance(_) => on(16, closed),
            Face::CertainlySafe => on(22, 151).add_modifier(bold),
            Face::CertainMine => on(88, 217).add_modifier(bold),
        }
    }

    /// The signs at both sides of a marked cell, where it is three columns wide.
    pub(super) fn frame(mark: Option<CellMark>, cursor: bool) -> Option<(char, char)> {
        match (cursor, mark) {
            (true, _) => Some(('[', ']')),
            (false, Some(CellMark::Subject)) => Some(('(', ')')),
            (false, Some(CellMark::Premise)) => Some(('<', '>')),
            (false, Some(CellMark::Spoken)) => Some(('{', '}')),
            (false, None) => None,
        }
    }

    /// How a mark changes the look of a cell.
    pub(super) fn marked(self, style: Style, mark: Option<CellMark>, cursor: bool) -> Style {
        let style = match mark {
            None => style,
            Some(_) if !self.colours => style.add_modifier(Modifier::UNDERLINED),
            Some(CellMark::Subject) => style.bg(Color::Indexed(220)).add_modifier(Modifier::BOLD),
            Some(CellMark::Premise) => {
                style.bg(Color::Indexed(159)).add_modifier(Modifier::UNDERLINED)
            }
            Some(CellMark::Spoken) => style.bg(Color::Indexed(229)),
        };
        match (cursor, self.colours) {
            (true, true) => style.fg(Color::Indexed(231)).bg(Color::Indexed(25)).bold(),
            (true, false) => style.add_modifier(Modifier::REVERSED),
            (false, _) => style,
        }
    }

    /// What an explanation does not speak of.
    pub(super) fn faded(self, style: Style) -> Style {
        if self.colours { style.fg(Color::Indexed(247)) } else { style.add_modifier(Modifier::DIM) }
    }

    /// The lines above and below the board.
    pub(super) fn bar(self) -> Style {
        if self.colours {
            Style::new().fg(Color::Indexed(255)).bg(Color::Indexed(238))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// Numbers of columns and rows.
    pub(super) fn ruler(self, here: bool) -> Style {
        let style = if self.colours { Style::new().fg(Color::Indexed(245)) } else { Style::new() };
        if here { style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED) } else { style }
    }
}
