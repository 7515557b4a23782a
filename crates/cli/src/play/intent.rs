//! What keys and the mouse mean, whatever is on the screen.
//!
//! The keys are those of the page. Keys that mean something else in a form or a list are turned
//! into the same intents; the room knows what it shows.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// Something that somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// To move by so many columns and rows.
    Move(i32, i32),
    /// To go to the first or the last column; or to the first or last cell of all.
    Home,
    End,
    First,
    Last,
    /// To go up or down by a page.
    Page(i32),
    /// To open, or to chord on a number; to agree, in a form.
    Act,
    Flag,
    Chord,
    Undo,
    Hint,
    Why,
    /// To compare two cells.
    Compare,
    Probabilities,
    New,
    Choose,
    Review,
    /// To save the game as a replay.
    Save,
    Help,
    /// To turn the page of an explanation.
    Turn(i32),
    /// To leave what is shown, or stop what is being thought about.
    Close,
    Quit,
    /// A button at a place of the screen: column, row.
    Press(Button, u16, u16),
    Release(Button, u16, u16),
    /// The pointer is there.
    Point(u16, u16),
    /// To scroll by so many columns and rows.
    Scroll(i32, i32),
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    Left,
    Right,
    Middle,
}

/// What an event means; `None` if nothing.
pub(super) fn of(event: &Event) -> Option<Intent> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(*key),
        Event::Mouse(mouse) => Some(of_mouse(*mouse)),
        _ => None,
    }
}

fn of_key(KeyEvent { code, modifiers, .. }: KeyEvent) -> Option<Intent> {
    if modifiers.contains(KeyModifiers::CONTROL) {
        return Some(match code {
            KeyCode::Char('c' | 'q') => Intent::Quit,
            KeyCode::Char('z') => Intent::Undo,
            KeyCode::Home => Intent::First,
            KeyCode::End => Intent::Last,
            _ => return None,
        });
    }
    if modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    Some(match code {
        KeyCode::Left => Intent::Move(-1, 0),
        KeyCode::Right => Intent::Move(1, 0),
        KeyCode::Up => Intent::Move(0, -1),
        KeyCode::Down => Intent::Move(0, 1),
        KeyCode::Home => Intent::Home,
        KeyCode::End => Intent::End,
        KeyCode::PageUp => Intent::Page(-1),
        KeyCode::PageDown => Intent::Page(1),
        KeyCode::Enter | KeyCode::Char(' ') => Intent::Act,
        KeyCode::Char(']' | '.') | KeyCode::Tab => Intent::Turn(1),
        KeyCode::Char('[' | ',') | KeyCode::BackTab => Intent::Turn(-1),
        KeyCode::Char('?') | KeyCode::F(1) => Intent::Help,
        KeyCode::Esc => Intent::Close,
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'f' => Intent::Flag,
            'c' => Intent::Chord,
            'u' => Intent::Undo,
            'h' => Intent::Hint,
            'w' => Intent::Why,
            'v' => Intent::Compare,
            'p' => Intent::Probabilities,
            'n' => Intent::New,
            'l' => Intent::Choose,
            'r' => Intent::Review,
            's' => Intent::Save,
            'q' => Intent::Quit,
            _ => return None,
        },
        _ => return None,
    })
}

fn of_mouse(MouseEvent { kind, column, row, .. }: MouseEvent) -> Intent {
    let button = |button| match button {
        MouseButton::Left => Button::Left,
        MouseButton::Right => Button::Right,
        MouseButton::Middle => Button::Middle,
    };
    match kind {
        MouseEventKind::Down(which) => Intent::Press(button(which), column, row),
        MouseEventKind::Up(which) => Intent::Release(button(which), column, row),
        MouseEventKind::Drag(_) | MouseEventKind::Moved => Intent::Point(column, row),
        MouseEventKind::ScrollUp => Intent::Scroll(0, -2),
        MouseEventKind::ScrollDown => Intent::Scroll(0, 2),
        MouseEventKind::ScrollLeft => Intent::Scroll(-3, 0),
        MouseEventKind::ScrollRight => Intent::Scroll(3, 0),
    }
}
