//! Views built to break counting in doubles.
//!
//! Chains whose beginning prefers by hundreds of powers of two what their end forbids, trees
//! of such chains that meet in one clue, and narrow boards; under exact clues, and under
//! uncertain ones asked up to fifty times. And hundreds of small components under one total.

use surefoot_inference::Unknown;
use surefoot_rules::{Cell, ClueRule, Draft, Graph, Grid, Random, Tile, View};

/// What is built here can be.
const MADE: &str = "built within bounds";

/// A view of boxes under clues, each given by its boxes; the numbers are those of random
/// mines, so that there is a layout.
fn built(random: &mut Random, sizes: &[u32], clues: &[Vec<usize>], sea: u32) -> (View, Unknown) {
    // Boxes are full or empty as a rule, which makes the rest unlikely.
    let mines: Vec<u32> = sizes
        .iter()
        .map(|&size| match random.below(3) {
            0 => 0,
            1 => random.below(size + 1),
            _ => size,
        })
        .collect();
    let boxes: Vec<(u32, u32)> = sizes.iter().copied().zip(mines.iter().copied()).collect();
    let in_boxes: u32 = mines.iter().sum();
    let unknown = if random.below(2) == 0 { Unknown::AnyTotal } else { Unknown::Density(0.5) };
    let told = (random.below(2) == 0).then(|| in_boxes + random.below(sea + 1));
    (of_boxes(&boxes, clues, sea, told), unknown)
}

/// A view of boxes, each of so many cells and with so many mines, under clues that tell them;
/// beside them a sea.
fn of_boxes(boxes: &[(u32, u32)], clues: &[Vec<usize>], sea: u32, told: Option<u32>) -> View {
    let closed: u32 = boxes.iter().map(|(size, _)| size).sum();
    let cells = closed + sea + clues.len() as u32;
    let starts: Vec<u32> =
        boxes.iter().scan(0, |at, (size, _)| Some(std::mem::replace(at, *at + size))).collect();
    let first_clue = closed + sea;
    let mut edges = Vec::new();
    for (clue, at) in clues.iter().zip(first_clue..) {
        for &b in clue {
            edges.extend((starts[b]..starts[b] + boxes[b].0).map(|cell| (at, cell)));
        }
    }
    let grid = Grid::of(Graph::new(cells, edges).expect(MADE));
    let mut tiles = vec![Tile::Hidden; cells as usize];
    for (clue, at) in clues.iter().zip(first_clue..) {
        tiles[at as usize] = Tile::Clue(clue.iter().map(|&b| boxes[b].1 as u8).sum());
    }
    View::try_from(Draft::with_tiles(grid, told, tiles)).expect(MADE)
}

/// Boxes of all components together that whole numbers can bear some times a second.
const MOST_BOXES: usize = 240;

/// Many small components under one total, from the bytes of a fuzzer: the first say how large the
/// sea is, how many mines there are, and what is assumed where that is not told; of the rest each
/// three say a component and how often it is there. `None` if there is none.
pub fn components(bytes: &[u8]) -> Option<(View, Unknown)> {
    let (&[sea, low, high, density], parts) = bytes.split_first_chunk()?;
    let (mut boxes, mut clues) = (Vec::new(), Vec::new());
    for &[shape, value, times] in parts.as_chunks().0 {
        let (shape, value) = (usize::from(shape), u32::from(value));
        let links = 1 + shape % 4;
        for _ in 0..=times % 64 {
            if boxes.len() + links > MOST_BOXES {
                break;
            }
            let first = boxes.len();
            for link in 0..links {
                // Sizes and mines of neighbours differ.
                let size = 1 + (value >> (2 * link)) % 8;
                boxes.push((size, (value >> link) % (size + 1)));
            }
            match links {
                1 => clues.push(vec![first]),
                _ => clues.extend((first + 1..first + links).map(|at| vec![at - 1, at])),
            }
            // One clue more, over all of it.
            if shape % 8 > 3 {
                clues.push((first..first + links).collect());
            }
        }
    }
    if boxes.is_empty() {
        return None;
    }
    let sea = u32::from(sea);
    let closed: u32 = sea + boxes.iter().map(|(size, _)| size).sum::<u32>();
    let told = (high < 128).then(|| u32::from(u16::from_le_bytes([low, high])) % (closed + 1));
    let unknown = match density {
        0..128 => Unknown::AnyTotal,
        _ => Unknown::Density(f64::from(density - 127) / 200.0),
    };
    Some((of_boxes(&boxes, &clues, sea, told), unknown))
}

/// A chain: box, clue, box, …; in its first half one kind of box is large, in its second half
/// the other.
pub fn chain(random: &mut Random) -> (View, Unknown) {
    let links = 4 + random.below(40) as usize;
    let (large, small) = (2 + random.below(14), 1 + random.below(2));
    let turn = random.below(links as u32 + 1) as usize;
    let odd = |at: usize| usize::from(at >= turn) ^ (at & 1) == 1;
    let mut sizes: Vec<u32> = (0..links).map(|at| if odd(at) { large } else { small }).collect();
    if random.below(2) == 0 {
        sizes[turn.min(links - 1)] = 1 + random.below(9);
    }
    let clues: Vec<Vec<usize>> = (1..links).map(|at| vec![at - 1, at]).collect();
    let sea = random.below(6);
    built(random, &sizes, &clues, sea)
}

/// Chains that meet: their last boxes are all beside one clue.
pub fn tree(random: &mut Random) -> (View, Unknown) {
    let (mut sizes, mut clues, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..2 + random.below(3) {
        let (links, large) = (2 + random.below(14) as usize, 1 + random.below(14));
        let from = sizes.len();
        let kind = random.below(2) as usize;
        for at in 0..links {
            sizes.push(if at & 1 == kind { large } else { 1 + random.below(2) });
        }
        clues.extend((from + 1..from + links).map(|at| vec![at - 1, at]));
        ends.push(sizes.len() - 1);
    }
    clues.push(ends);
    let sea = random.below(6);
    built(random, &sizes, &clues, sea)
}

/// A narrow board, nearly all of its second row open.
fn narrow(random: &mut Random, longest: u32) -> View {
    let (width, height) = (3 + random.below(longest - 2), 2 + random.below(2));
    let grid = Grid::new(width, height).expect(MADE);
    let density = 1 + random.below(9);
    let mined: Vec<bool> = grid.cells().map(|_| random.below(10) < density).collect();
    let mut tiles = vec![Tile::Hidden; grid.len()];
    for cell in grid.cells() {
        let row = grid.point(cell).y;
        let open = if row == height / 2 { random.below(8) > 0 } else { random.below(9) == 0 };
        if open {
            let beside = grid.neighbours(cell).iter().filter(|c| mined[c.index()]).count() as u8;
            let mine = mined[cell.index()];
            tiles[cell.index()] = if mine { Tile::Mine } else { Tile::Clue(beside) };
        }
    }
    let all = mined.iter().filter(|&&mine| mine).count() as u32;
    let told = (random.below(2) == 0).then_some(all);
    View::try_from(Draft::with_tiles(grid, told, tiles)).expect(MADE)
}

/// A narrow board.
pub fn board(random: &mut Random) -> (View, Unknown) {
    let unknown = if random.below(2) == 0 { Unknown::AnyTotal } else { Unknown::Density(0.5) };
    (narrow(random, 40), unknown)
}

/// A narrow board under uncertain clues, each asked up to fifty times. What is shown need not
/// be likely: it is only possible.
///
/// # Panics
/// Never: what is built is within bounds.
pub fn uncertain(random: &mut Random) -> (View, Unknown) {
    let rules = [
        "optimistic",
        "cautious",
        "optimistic:q=0.99",
        "cautious:q=0.8",
        "optimistic:q=0.5",
        "optimistic:q=1e-17",
        "cautious:q=1e-30",
    ];
    let mut draft = Draft::from(narrow(random, 14));
    draft.rule = rules[random.below(7) as usize].parse().expect(MADE);
    for at in 0..draft.tiles.len() {
        let cell = Cell::new(at as u32);
        let Tile::Clue(number) = draft.tiles[at] else { continue };
        let around = draft.grid.neighbours(cell).len() as u8;
        let shown = match draft.rule {
            ClueRule::Optimistic { .. } => random.below(u32::from(number) + 1) as u8,
            _ => number + random.below(u32::from(around - number) + 1) as u8,
        };
        draft.tiles[at] = Tile::Clue(shown);
        draft.asks.insert(cell, 1 + random.below(50));
    }
    let unknown = if random.below(2) == 0 { Unknown::AnyTotal } else { Unknown::Density(0.5) };
    (View::try_from(draft).expect(MADE), unknown)
}
