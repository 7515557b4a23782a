//! Games for tests: dealt, and opened at random.

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
