//! Games for tests: dealt, and opened at random.

use std::ops::Range;

use surefoot_rules::{
    Action, Cell, Deal, Dealer, Game, GameKind, Grid, Layout, Promise, Random, Rules,
};

/// A game by these rules, with a deal on the table.
///
/// # Panics
/// If the rules make no game.
pub fn dealt(rules: Rules, deal: Deal) -> Game {
    let mut game = Game::new(rules).expect("rules of a game");
    game.deal(deal);
    game
}

/// Tries to open so many cells, mines among them; some are open already.
pub fn open_some(game: &mut Game, cells: u32, random: &mut Random) {
    for _ in 0..cells {
        let cell = Cell::new(random.below(game.view().grid().len() as u32));
        let _ = game.play(Action::Open(cell));
    }
}

/// A small game in which a mine ends nothing, with some cells opened, drawn by this name and key. It
/// has at least so many `mines`, and fewer than a `part`-th of its cells beyond them.
///
/// # Panics
/// If a range is empty.
pub fn small_game(
    name: &str,
    key: [u64; 2],
    [columns, rows]: [Range<u32>; 2],
    (mines, part): (u32, u32),
    opened: Range<u32>,
) -> Game {
    let mut random = Random::named(name, key);
    let mut within = |range: Range<u32>| range.start + random.below(range.len() as u32);
    let grid = Grid::new(within(columns), within(rows)).expect("a board");
    let mines = within(mines..mines + grid.len() as u32 / part);
    let mut game = dealt(Rules::new(GameKind::Score, grid, mines), Deal::new(key[0], key[1]));
    let opened = within(opened);
    open_some(&mut game, opened, &mut random);
    game
}

/// A square board of this density with a share of its safe cells open, which flood nothing: as hard to
/// count as a board can be.
///
/// # Panics
/// If there is no such board.
pub fn strewn(side: u32, density: f64, share: f64, index: u64) -> Game {
    let (grid, deal) = (Grid::new(side, side).expect("a board"), Deal::new(5, index));
    let mut layout = Layout::empty(grid.clone());
    let mut dealer =
        Dealer::new(grid.clone(), (grid.len() as f64 * density) as u32).expect("few mines");
    dealer.deal(deal, Promise::None, grid.middle(), &mut layout).expect("nothing is promised");
    let rules = Rules { flood: Some(false), ..Rules::on(GameKind::Win, &layout) };
    let mut game = Game::new(rules).expect("rules of a game");
    game.lay(&layout, deal).expect("its own board");
    let mut random = Random::named("opened", [5, index]);
    for cell in layout.safe() {
        if random.unit() < share {
            let _ = game.play(Action::Open(cell));
        }
    }
    game
}
