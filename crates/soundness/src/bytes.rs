//! Views from the bytes of a fuzzer.
//!
//! A fuzzer changes bytes one by one and keeps what reaches new code. So the first bytes choose
//! a view that is drawn or built, and each of the others changes one thing of it: a tile, how
//! often a cell was asked, the total, the rule. (To make the bytes a seed would be simpler, but
//! then one changed byte is another view altogether, and nothing that was found is kept.)

use surefoot_inference::Unknown;
use surefoot_rules::{Cell, Draft, Random, Tile, View};
use surefoot_testing::{any_view, extreme_view};

/// Closed cells that enumeration can bear many times a second.
pub const MOST_CLOSED: u32 = 12;

/// Clue rules as bytes name them.
pub const RULES: [&str; 8] = [
    "exact",
    "silent:0.5",
    "optimistic",
    "optimistic:q=0.999",
    "optimistic:q=0.001",
    "cautious",
    "cautious:q=0.999",
    "cautious:q=0.3",
];

/// So many bytes, for those who have no fuzzer.
pub fn drawn(random: &mut Random, most: u32) -> Vec<u8> {
    (0..=random.below(most)).map(|_| random.below(256) as u8).collect()
}

/// A view, and what is assumed of an unknown total; `None` where the changes leave no view or
/// too large a one.
pub fn view(bytes: &[u8]) -> Option<(View, Unknown)> {
    let (&[kind, seed, again, total], changes) = bytes.split_first_chunk()?;
    let mut random = Random::named("bytes", [u64::from(seed), u64::from(again)]);
    let base = match kind % 2 {
        0 => any_view(&mut random),
        _ => extreme_view(&mut random, MOST_CLOSED),
    };
    let unknown = match total {
        0..128 => Unknown::AnyTotal,
        _ => Unknown::Density(f64::from(total - 127) / 129.0),
    };
    let mut draft = Draft::from(base);
    for change in changes.as_chunks().0 {
        alter(&mut draft, *change);
    }
    let view = View::try_from(draft).ok()?;
    (view.closed_count() <= MOST_CLOSED + 2).then_some((view, unknown))
}

/// Changes one thing of a view to be.
pub fn alter(draft: &mut Draft, [what, at, value]: [u8; 3]) {
    let at = usize::from(at) % draft.tiles.len();
    let cell = Cell::new(at as u32);
    match what % 8 {
        0 => {
            let by = i32::from(value.cast_signed());
            draft.mines = draft.mines.map(|mines| mines.saturating_add_signed(by));
        }
        1 => {
            let cells = draft.tiles.len() as u32;
            draft.mines = (value < 128).then_some(u32::from(value) % (cells + 1));
        }
        2 => {
            if let Ok(rule) = RULES[usize::from(value) % RULES.len()].parse() {
                draft.rule = rule;
            }
        }
        3 => {
            draft.asks.insert(cell, 1 + u32::from(value) % 60);
        }
        4 => draft.tiles[at] = [Tile::Hidden, Tile::Flag, Tile::Mine, Tile::Silent][at % 4],
        5 => draft.tiles[at] = Tile::Hidden,
        _ => {
            let around = draft.grid.neighbours(cell).len() as u8;
            draft.tiles[at] = Tile::Clue(value % (around + 1));
        }
    }
    if draft.tiles[at].is_closed() || draft.tiles[at] == Tile::Mine || draft.rule.is_exact() {
        draft.asks.remove(&cell);
    }
}
