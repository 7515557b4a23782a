//! How a player is drawn in figures: beside the player, so that it looks the same in all.

/// A colour and a marker, by their numbers in the palette of whoever draws; eight of each
/// are told apart, and higher numbers begin again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerLook {
    /// The number of its colour.
    pub colour: u8,
    /// The number of its marker.
    pub marker: u8,
}

impl PlayerLook {
    /// This colour and this marker.
    pub const fn new(colour: u8, marker: u8) -> Self {
        Self { colour, marker }
    }
}
