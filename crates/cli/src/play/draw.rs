//! Draws the room: the board cell by cell, the words, the lines above and below.

use std::time::Instant;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use surefoot_rules::{Cell, Point, Tile};

use super::looks::{CellMark, Face, Looks};
use super::plan::Plan;
use super::question::Page;
use super::room::{Room, SidePanel};
use super::table::Revealed;
use super::words;

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, room: &Room, plan: &Plan, looks: Looks, now: Instant) {
    let buffer = frame.buffer_mut();
    bar(buffer, plan.header, &words::header(room, now), looks);
    board(buffer, room, plan, looks);
    let ((text, seen), area) = (lines(room, looks), plan.words);
    // Lines are broken where they are too long; the one that matters comes first if not all fit.
    let rows = |lines: &[Line<'_>]| -> usize {
        let wide = usize::from(area.width.max(1));
        lines.iter().map(|line| line.width().div_ceil(wide).max(1)).sum()
    };
    let most = rows(&text).saturating_sub(area.height.into());
    let scroll = rows(&text[..seen.min(text.len())]).min(most) as u16;
    Paragraph::new(text).wrap(Wrap { trim: false }).scroll((scroll, 0)).render(area, buffer);
    bar(buffer, plan.footer, &format!(" {}", words::footer(room)), looks);
}

fn bar(buffer: &mut Buffer, area: Rect, text: &str, looks: Looks) {
    buffer.set_style(area, looks.bar());
    buffer.set_stringn(area.x, area.y, text, area.width.into(), looks.bar());
}

/// The cells that are shown, with the numbers of their columns and rows.
fn board(buffer: &mut Buffer, room: &Room, plan: &Plan, looks: Looks) {
    let marks = Marks::of(room);
    for row in plan.from.1..plan.from.1 + plan.shown.1 {
        let y = plan.cells.y + (row - plan.from.1) as u16;
        let ruler = Plan::ruler(room.grid().height());
        let text = format!("{row:>wide$} ", wide = usize::from(ruler) - 1);
        let x = plan.cells.x - ruler.min(plan.cells.x);
        buffer.set_stringn(x, y, text, ruler.into(), looks.ruler(row == room.cursor.y));
        for column in plan.from.0..plan.from.0 + plan.shown.0 {
            let point = Point { x: column, y: row };
            let (Some(cell), Some(place)) = (room.grid().cell(point), plan.place(point)) else {
                continue;
            };
            paint(buffer, place, room, cell, &marks, looks);
        }
    }
    if plan.cells.y == 0 {
        return;
    }
    for column in plan.from.0..plan.from.0 + plan.shown.0 {
        let Some(place) = plan.place(Point { x: column, y: plan.from.1 }) else { continue };
        let here = column == room.cursor.x;
        // Where they would run together, every fifth is told.
        let crowded = plan.wide < 3 && column >= 10 || column >= 100;
        if crowded && column % 5 > 0 && !here {
            continue;
        }
        let text = format!("{column:>wide$}", wide = usize::from(plan.wide) - 1);
        let beside = room.cursor.x.abs_diff(column);
        if crowded && !here && beside < 2 {
            continue;
        }
        let room_left = usize::from(plan.cells.right().saturating_sub(place.x)).min(4);
        buffer.set_stringn(place.x, plan.cells.y - 1, text, room_left, looks.ruler(here));
    }
}

fn paint(
    buffer: &mut Buffer,
    place: Rect,
    room: &Room,
    cell: Cell,
    marks: &Marks<'_>,
    looks: Looks,
) {
    let point = room.grid().point(cell);
    let face = face(room, cell, marks);
    let (mark, cursor) = (marks.at(cell), point == room.cursor);
    let style = looks.style(face, (point.x + point.y) % 2 == 1);
    let style = if mark.is_none() && marks.fades() { looks.faded(style) } else { style };
    let style = looks.marked(style, mark, cursor);
    let sign = looks.sign(face);
    let text = match (place.width, sign.chars().count()) {
        (3, 1) => match Looks::frame(mark, cursor) {
            Some((left, right)) => format!("{left}{sign}{right}"),
            None => format!(" {sign} "),
        },
        (3, _) => match Looks::frame(mark, cursor) {
            Some((left, _)) => format!("{left}{sign}"),
            None => format!("{sign} "),
        },
        (_, 1) => format!(" {sign}"),
        _ => sign,
    };
    buffer.set_stringn(place.x, place.y, text, place.width.into(), style);
}

/// What a cell is drawn as.
fn face(room: &Room, cell: Cell, marks: &Marks<'_>) -> Face {
    if room.shows_end() {
        match room.table.revealed(cell) {
            Some(Revealed::Mine) => return Face::Mine,
            Some(Revealed::FalseFlag) => return Face::FalseFlag,
            None => {}
        }
    }
    let tile = room.view().tile(cell);
    if tile.is_closed() && marks.page.is_some_and(|page| page.mines.contains(&cell)) {
        return Face::Mine;
    }
    let chance = room.analysis.as_ref().filter(|_| room.overlay && !room.shows_end());
    let chance = chance.and_then(|analysis| analysis.probability.get(cell.index()).copied()?);
    let shows_layout = marks.page.is_some_and(|page| !page.mines.is_empty());
    match (tile, chance) {
        (Tile::Hidden, _) if room.pressed == Some(cell) => Face::Pressed,
        (Tile::Hidden, Some(chance)) if !shows_layout => of_chance(chance),
        (Tile::Hidden, _) => Face::Hidden,
        (Tile::Flag, _) => Face::Flag,
        (Tile::Clue(clue), _) => Face::Clue(clue),
        (Tile::Silent, _) => Face::Silent,
        (Tile::Mine, _) => Face::Exploded,
    }
}

/// Exactly 0 and 1 are certain, and nothing else looks so.
fn of_chance(chance: f64) -> Face {
    if chance == 0.0 {
        Face::CertainlySafe
    } else if chance >= 1.0 {
        Face::CertainMine
    } else {
        Face::Chance((100.0 * chance).round().clamp(1.0, 99.0) as u8)
    }
}

/// The cells that what is said speaks of.
struct Marks<'a> {
    subject: Option<Cell>,
    page: Option<&'a Page>,
}

impl<'a> Marks<'a> {
    fn of(room: &'a Room) -> Self {
        match &room.panel {
            SidePanel::Hint(hint) => Self { subject: Some(hint.cell), page: None },
            SidePanel::Why(why, page) => {
                Self { subject: Some(why.cell), page: why.pages.get(*page) }
            }
            SidePanel::Review(looking) => {
                let guess = looking.guess.and_then(|at| looking.review.guesses.get(at));
                Self { subject: guess.and_then(|guess| guess.action.cell()), page: None }
            }
            _ => Self { subject: None, page: None },
        }
    }

    /// Whether only what is marked matters: a step of a proof, and not a whole layout.
    fn fades(&self) -> bool {
        self.page.is_some_and(|page| page.mines.is_empty())
    }

    fn at(&self, cell: Cell) -> Option<CellMark> {
        if self.subject == Some(cell) {
            return Some(CellMark::Subject);
        }
        let page = self.page?;
        if page.clues.contains(&cell) {
            return Some(CellMark::Premise);
        }
        page.cells.contains(&cell).then_some(CellMark::Spoken)
    }
}

/// The words beside the board, and the line that must be seen.
fn lines<'a>(room: &'a Room, looks: Looks) -> (Vec<Line<'a>>, usize) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let chosen = looks.bar();
    let mut lines: Vec<Line<'a>> = Vec::new();
    let mut seen = 0;
    match &room.panel {
        SidePanel::Words => lines.extend(room.said.iter().map(|said| Line::raw(said.as_str()))),
        SidePanel::Hint(hint) => {
            let words = hint.words.iter().enumerate();
            lines.extend(words.map(|(at, words)| {
                Line::styled(words.as_str(), if at == 0 { bold } else { Style::new() })
            }));
        }
        SidePanel::Why(why, page) => {
            lines.push(Line::styled(why.title.as_str(), bold));
            let steps = why.pages.iter().enumerate();
            lines.extend(steps.map(|(at, step)| {
                let here = at == *page;
                let sign = if here { "> " } else { "  " };
                let style = if here { bold } else { Style::new() };
                Line::styled(format!("{sign}{}. {}", at + 1, step.words), style)
            }));
            seen = page + 1;
        }
        SidePanel::Review(looking) => {
            let (words, at) = words::review(looking, room.grid());
            seen = at.unwrap_or(0);
            lines.extend(words.into_iter().enumerate().map(|(number, words)| {
                let style = if Some(number) == at { chosen } else { Style::new() };
                Line::styled(words, style)
            }));
        }
        SidePanel::Form(form) => {
            for (number, (what, value)) in form.lines().into_iter().enumerate() {
                let here = number == form.line;
                let value = if here { format!("< {value} >") } else { format!("  {value}") };
                let style = if here { chosen } else { Style::new() };
                lines.push(Line::from(vec![
                    Span::styled(format!("{what:<12}"), style),
                    Span::styled(value, style),
                ]));
            }
            seen = form.line;
            lines.extend(form.wrong.iter().map(|wrong| Line::styled(wrong.as_str(), bold)));
        }
        SidePanel::Help => lines.extend(words::KEYS.iter().map(|(keys, what)| {
            Line::from(vec![Span::styled(*keys, bold), Span::raw(format!(": {what}"))])
        })),
    }
    if let Some(waiting) = room.waiting {
        lines.insert(0, Line::styled(format!("… {waiting}"), bold));
    }
    (lines, seen)
}
