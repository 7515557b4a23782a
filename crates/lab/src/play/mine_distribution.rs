//! Boards whose mines do not lie as a deal lays them: spread, clustered, or searched for.
//!
//! Write-up 004 asks whether chains of influence depend on how mines lie. All shapes have the
//! first click in the middle of the board, which opens; so does `uniform`, to
//! compare with.
//!
//! - **spread**: each mine takes the loneliest of a few random cells (Mitchell's best
//!   candidate).
//! - **clustered**: three mines in four take a random cell beside a mine.
//! - **block**: all mines lie together: the next takes the free cell nearest to a random one.
//! - **long-chains**: a deal is changed, one mine at a time, and a change stays if the
//!   longest chain of `closure` does not get shorter. Climbing finds chains that deals
//!   have once in thousands.
//!
//! Board i of a seed is the same wherever it is made.

use crate::tunables;

use surefoot_players::influence::Influence;
use surefoot_players::{Abilities, AnyPlayer, Roster};
use surefoot_rules::notation::Board;
use surefoot_rules::{
    Action, Cell, Deal, DealError, Dealer, Game, Grid, Layout, Promise, Random, Rules, episode,
    named,
};

/// How mines lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MineDistribution {
    /// As a deal lays them.
    Uniform,
    /// Away from each other.
    Spread,
    /// Beside each other.
    Clustered,
    /// All in one block.
    Block,
    /// So that chains of influence are long.
    LongChains,
}

impl MineDistribution {
    /// Board `index` of a seed; its first click is the middle, and opens.
    ///
    /// ```
    /// use surefoot_lab::play::mine_distribution::MineDistribution;
    /// use surefoot_rules::{Deal, GameKind, Grid, Rules};
    ///
    /// let rules = Rules::new(GameKind::Score, Grid::new(9, 9)?, 10);
    /// let board = MineDistribution::Clustered.board(&rules, Deal::new(1, 0))?;
    /// assert_eq!(board.layout.count(), 10);
    /// assert_eq!(board.layout.number(board.first.unwrap()), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board(self, rules: &Rules, deal: Deal) -> Result<Board, DealError> {
        let grid = &rules.grid;
        let first = grid.middle();
        Promise::Opening.check(grid, rules.mines, first)?;
        let mut random = Random::named(self.name(), [deal.seed, deal.index]);
        let layout = match self {
            Self::Uniform => dealt(rules, deal)?,
            Self::Spread => placed(rules, |free, mines| spread(grid, free, mines, &mut random)),
            Self::Clustered => {
                placed(rules, |free, mines| clustered(grid, free, mines, &mut random))
            }
            Self::Block => {
                let free = free_for_mines(grid);
                let middle = random.pick(&free).copied().unwrap_or(first);
                placed(rules, |free, _| nearest(grid, middle, free))
            }
            Self::LongChains => climbed(rules, dealt(rules, deal)?, &mut random),
        };
        Ok(Board { layout, first: Some(first) })
    }
}

named! {
    MineDistribution is "a mine distribution" {
        Uniform => "uniform",
        Spread => "spread",
        Clustered => "clustered",
        Block => "block",
        LongChains => "long-chains",
    }
}

fn dealt(rules: &Rules, deal: Deal) -> Result<Layout, DealError> {
    let mut layout = Layout::empty(rules.grid.clone());
    let mut dealer = Dealer::new(rules.grid.clone(), rules.mines)?;
    dealer.deal(deal, Promise::Opening, rules.grid.middle(), &mut layout)?;
    Ok(layout)
}

/// The cells that the first click does not keep free.
fn free_for_mines(grid: &Grid) -> Vec<Cell> {
    let first = grid.middle();
    grid.cells().filter(|&cell| !Promise::Opening.frees(grid, first, cell)).collect()
}

/// Places mines one by one: `next` picks a place among the free cells.
fn placed(rules: &Rules, mut next: impl FnMut(&[Cell], &[Cell]) -> usize) -> Layout {
    let mut free = free_for_mines(&rules.grid);
    let mut mines = Vec::new();
    for _ in 0..rules.mines {
        let at = next(&free, &mines);
        mines.push(free.swap_remove(at));
    }
    Layout::new(rules.grid.clone(), mines)
        .unwrap_or_else(|_| unreachable!("each cell is taken once"))
}

/// The place of the loneliest of some random cells: with the fewest mines within two steps.
fn spread(grid: &Grid, free: &[Cell], mines: &[Cell], random: &mut Random) -> usize {
    let near = |cell: Cell| {
        let around = grid.neighbours(cell);
        let beside = around.iter().filter(|cell| mines.contains(cell)).count();
        let farther = around.iter().flat_map(|&cell| grid.neighbours(cell).to_vec());
        9 * beside + farther.filter(|cell| mines.contains(cell)).count()
    };
    let candidates: Vec<usize> = (0..tunables::SPREAD_CANDIDATES)
        .map(|_| random.below(free.len() as u32) as usize)
        .collect();
    candidates.into_iter().min_by_key(|&at| near(free[at])).unwrap_or(0)
}

/// The place of a random cell beside a mine, mostly.
fn clustered(grid: &Grid, free: &[Cell], mines: &[Cell], random: &mut Random) -> usize {
    let beside = |cell: Cell| grid.neighbours(cell).iter().any(|cell| mines.contains(cell));
    let together: Vec<usize> = (0..free.len()).filter(|&at| beside(free[at])).collect();
    let anywhere = random.below(free.len() as u32) as usize;
    let loose = random.below(tunables::CLUSTERED_LOOSE) == 0;
    match random.pick(&together) {
        Some(&at) if !loose => at,
        _ => anywhere,
    }
}

/// The place of the cell nearest to another; of equals the first on the board.
fn nearest(grid: &Grid, to: Cell, free: &[Cell]) -> usize {
    let to = grid.point(to);
    let far = |cell: Cell| {
        let point = grid.point(cell);
        let (x, y) = (point.x.abs_diff(to.x), point.y.abs_diff(to.y));
        (x.max(y), x + y, cell)
    };
    (0..free.len()).min_by_key(|&at| far(free[at])).unwrap_or(0)
}

/// Changes a layout as long as its longest chain does not get shorter.
fn climbed(rules: &Rules, layout: Layout, random: &mut Random) -> Layout {
    let mut closure = Chained::closure();
    let first = rules.grid.middle();
    let mut best = (longest_chain(rules, &layout, first, &mut closure), layout);
    let free = free_for_mines(&rules.grid);
    for _ in 0..tunables::CHAINS_CLIMB {
        let is_mine = |cell: &&Cell| best.1.is_mine(**cell);
        let mines: Vec<Cell> = free.iter().filter(is_mine).copied().collect();
        let safe: Vec<Cell> = free.iter().filter(|cell| !is_mine(cell)).copied().collect();
        let (Some(&from), Some(&to)) = (random.pick(&mines), random.pick(&safe)) else { break };
        let changed = mines.iter().copied().filter(|&mine| mine != from).chain([to]);
        let Ok(changed) = Layout::new(rules.grid.clone(), changed) else { continue };
        let length = longest_chain(rules, &changed, first, &mut closure);
        if length >= best.0 {
            best = (length, changed);
        }
    }
    best.1
}

/// Whose chains are looked at, and what it can do.
pub(super) struct Chained {
    player: AnyPlayer,
    able: Abilities,
}

impl Chained {
    pub(super) fn closure() -> Self {
        let roster = Roster::standard();
        match (roster.call("closure"), roster.entry_of("closure")) {
            (Ok(player), Ok(entry)) => Self { player, able: entry.abilities() },
            _ => unreachable!("closure is on the roster"),
        }
    }
}

/// The longest chain of a player on a board, from a first click on.
pub(super) fn longest_chain(
    rules: &Rules,
    layout: &Layout,
    first: Cell,
    Chained { player, able }: &mut Chained,
) -> u32 {
    let Ok(mut game) = Game::new(rules.moved_to(layout)) else { return 0 };
    if game.lay(layout, Deal::default()).is_err() || game.play(Action::Open(first)).is_err() {
        return 0;
    }
    let mut influence = Influence::new(game.view(), *able);
    episode::play_watched(
        &mut game,
        player,
        Random::for_player(Deal::default(), "closure"),
        &mut influence,
    );
    influence.graph().chains().longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::GameKind;

    /// Mines beside mines, by the slow definition: few when spread, many when clustered.
    #[test]
    fn shapes_are_what_they_are_called() {
        let rules = Rules::new(GameKind::Score, Grid::new(16, 16).unwrap(), 40);
        let touching = |shape: MineDistribution| -> usize {
            let count = |index| {
                let layout = shape.board(&rules, Deal::new(3, index)).unwrap().layout;
                assert_eq!(layout.count(), 40);
                let touches = |mine: &Cell| {
                    layout.grid().neighbours(*mine).iter().any(|&cell| layout.is_mine(cell))
                };
                layout.mines().filter(touches).count()
            };
            (0..20).map(count).sum()
        };
        let [uniform, spread, clustered] =
            [MineDistribution::Uniform, MineDistribution::Spread, MineDistribution::Clustered]
                .map(touching);
        assert!(2 * spread < uniform && uniform < clustered, "{spread} {uniform} {clustered}");
    }

    #[test]
    fn a_search_finds_longer_chains_and_the_same_again() {
        let rules = Rules::new(GameKind::Score, Grid::new(9, 9).unwrap(), 10);
        let mut player = Chained::closure();
        let first = rules.grid.middle();
        for index in 0..3 {
            let dealt =
                MineDistribution::Uniform.board(&rules, Deal::new(3, index)).unwrap().layout;
            let found =
                MineDistribution::LongChains.board(&rules, Deal::new(3, index)).unwrap().layout;
            let again =
                MineDistribution::LongChains.board(&rules, Deal::new(3, index)).unwrap().layout;
            assert!(found.mines().eq(again.mines()));
            let before = longest_chain(&rules, &dealt, first, &mut player);
            assert!(longest_chain(&rules, &found, first, &mut player) > before);
        }
    }
}
