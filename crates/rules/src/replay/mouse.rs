//! What a mouse did, as replays tell it.

/// One thing that a mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MouseEvent {
    /// When, in milliseconds by the file's own clock.
    pub time: i32,
    /// What.
    pub kind: MouseKind,
    /// Pixels from the board's left edge; may lie outside.
    pub x: i32,
    /// Pixels from the board's upper edge; may lie outside.
    pub y: i32,
}

/// What a mouse can do.
///
/// Some programs do not tell presses from releases, or which button went down second; those
/// events mean what they must mean by the buttons that are down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseKind {
    /// It moved.
    Move,
    /// The left button went down.
    LeftDown,
    /// The left button came up.
    LeftUp,
    /// The right button went down.
    RightDown,
    /// The right button came up.
    RightUp,
    /// The middle button went down.
    MiddleDown,
    /// The middle button came up.
    MiddleUp,
    /// The left button went down with the shift key held: its release is a chord.
    ShiftLeftDown,
    /// A flag that stood before the game began.
    EarlyFlag,
    /// The second of two buttons went down.
    SecondDown,
    /// The left button went down or came up.
    Left,
    /// The right button went down or came up.
    Right,
    /// The middle button went down or came up.
    Middle,
}

crate::named! {
    MouseKind is "an event of the mouse" {
        Move => "mv",
        LeftDown => "lc",
        LeftUp => "lr",
        RightDown => "rc",
        RightUp => "rr",
        MiddleDown => "mc",
        MiddleUp => "mr",
        ShiftLeftDown => "sc",
        EarlyFlag => "pf",
        SecondDown => "cc",
        Left => "l",
        Right => "r",
        Middle => "m",
    }
}

impl MouseKind {
    /// The event that EVF and RMV number so.
    pub(super) fn numbered(code: u8) -> Option<Self> {
        // In their order, but for the shift key, of which neither knows.
        let mut known = Self::ALL.into_iter().filter(|&kind| kind != Self::ShiftLeftDown);
        known.nth(code.checked_sub(1)?.into())
    }
}
