//! An arena: many games side by side, one action in each at every step. Learners train in it.
//!
//! What is seen and what may be done stand in arrays of the caller's, a row for each game, and
//! only what an action changed is written: the journal of the view names those cells. To
//! write whole boards instead costs as much again as playing does.
//!
//! Deals are the laboratory's: of `n` games the i-th plays deals i, i + n, i + 2n, … of its
//! seed, so that all of them together play the same deals as a match, and a learner's win rate
//! stands beside those of the league. As there, an illegal action loses the game.
//!
//! Actions are numbered. In `win` number c opens cell c. In the other games that is followed by a
//! flag for each cell, by "declare", and where cells may be asked again by an ask for each cell.

mod table;

use rayon::prelude::*;
use surefoot_inference::{AnalysisError, Workspace};
use surefoot_rules::{Deal, Game, GameKind, Rules, RulesError};

use table::{ArenaTable, GameRows};

/// What an action earns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reward {
    /// Nothing before the end. Then 1 for a win, the score in `score`, and in `dig` the share of
    /// cells that needed no digging. So the mean of games is what the laboratory measures.
    #[default]
    Outcome,
    /// The same, and for every open cell less the exact probability that it was a mine, whether it
    /// was one or not. On average that is 1 less for each mine, without the luck.
    Survival,
}

/// What is seen of an arena: arrays with a row for each game.
#[derive(Debug)]
pub struct Sights<'a> {
    /// Per cell its [`Tile::code`](surefoot_rules::Tile::code).
    pub tiles: &'a mut [i8],
    /// Per action whether it is legal, 0 or 1. When a game is over all are 1: whatever is
    /// done next, it deals anew.
    pub mask: &'a mut [i8],
    /// Per cell the exact probability of a mine, 0 and 1 for open ones; or nothing at all.
    pub probability: &'a mut [f32],
    /// What the last action earned.
    pub reward: &'a mut [f64],
    /// Whether the game is over.
    pub over: &'a mut [bool],
    /// Whether it was broken off, since nothing was opened for very long.
    pub broken_off: &'a mut [bool],
    /// Whether it was won.
    pub won: &'a mut [bool],
    /// The number of the deal.
    pub deal: &'a mut [u64],
}

/// Why there is no next step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// An array of another size than is needed.
    #[error("`{name}` has {found} elements; this arena needs {expected}")]
    Size {
        /// Which one.
        name: &'static str,
        /// How many it needs.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A game that is over.
    #[error("game {0} is over: it has to be dealt anew before the next action")]
    Over(usize),
    /// A position that cannot be counted.
    #[error("game {game}: {error}")]
    Analysis {
        /// Which game.
        game: usize,
        /// Why not.
        error: AnalysisError,
    },
}

/// Many games side by side. See the [module](self).
///
/// ```
/// use surefoot_lab::arena::{Arena, Reward, Sights};
/// use surefoot_rules::{GameKind, Grid, Rules};
///
/// let mut arena = Arena::new(&Rules::new(GameKind::Win, Grid::new(9, 9)?, 10), 2)?;
/// let (mut tiles, mut mask) = (vec![0; 2 * 81], vec![0; 2 * arena.actions()]);
/// let (mut reward, mut deal) = ([0.0; 2], [0; 2]);
/// let (mut over, mut broken_off, mut won) = ([false; 2], [false; 2], [false; 2]);
/// let mut sights = Sights {
///     tiles: &mut tiles,
///     mask: &mut mask,
///     probability: &mut [],
///     reward: &mut reward,
///     over: &mut over,
///     broken_off: &mut broken_off,
///     won: &mut won,
///     deal: &mut deal,
/// };
/// arena.reset(&[Some(7), Some(7)], &[true, true], &mut sights)?;
/// arena.step(&[40, 40], true, &mut sights)?;
/// // Both opened the middle, of deals 0 and 1.
/// assert_eq!(sights.deal, [0, 1]);
/// assert_eq!((sights.tiles[40], sights.mask[40]), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arena {
    tables: Vec<ArenaTable>,
    workspaces: Vec<Workspace>,
    actions: usize,
    reward: Reward,
    threads: usize,
}

impl Arena {
    /// An arena of so many games under these rules, with deals of seed 0.
    pub fn new(rules: &Rules, games: usize) -> Result<Self, RulesError> {
        let cells = rules.grid.len();
        let asks = if rules.clues.asks.allow(1) { cells } else { 0 };
        let actions = match rules.kind {
            GameKind::Win => cells + asks,
            GameKind::Score | GameKind::Dig => 2 * cells + 1 + asks,
        };
        let game = Game::new(rules.clone())?;
        let table = |number: usize| ArenaTable {
            game: game.clone(),
            number,
            first: number as u64,
            stride: games as u64,
            deal: Deal::new(0, number as u64),
            dealt: false,
            read: 0,
            over: false,
            idle: 0,
        };
        let tables = (0..games).map(table).collect();
        Ok(Self { tables, workspaces: Vec::new(), actions, reward: Reward::default(), threads: 1 })
    }

    /// The same with other deals: game i begins with deal `first + i` and goes on by so many.
    #[must_use]
    pub fn dealing(mut self, first: u64, stride: u64) -> Self {
        for table in &mut self.tables {
            table.first = first.wrapping_add(table.number as u64);
            (table.deal.index, table.stride) = (table.first, stride);
        }
        self
    }

    /// The same with another reward.
    #[must_use]
    pub fn rewarding(self, reward: Reward) -> Self {
        Self { reward, ..self }
    }

    /// The same on so many threads of the current pool; one at first. Nothing depends on it but time.
    #[must_use]
    pub fn threaded(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// How many actions there are.
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// How many games.
    pub fn games(&self) -> usize {
        self.tables.len()
    }

    /// A game as it stands.
    pub fn game(&self, number: usize) -> Option<&Game> {
        self.tables.get(number).map(|table| &table.game)
    }

    /// Deals anew where `which` says so: the first deal of a seed where one is given, else the
    /// next deal of the old one.
    pub fn reset(
        &mut self,
        seeds: &[Option<u64>],
        which: &[bool],
        sights: &mut Sights<'_>,
    ) -> Result<(), ArenaError> {
        let games = self.tables.len();
        fits("seeds", seeds.len(), games)?;
        fits("which", which.len(), games)?;
        self.each(sights, |table, rows, workspace, _| {
            let number = table.number;
            if !which[number] {
                return Ok(());
            }
            table.deal(seeds[number]);
            table.show_all(rows, workspace)
        })
    }

    /// One action in every game. A game that is over is dealt anew instead if `again` says
    /// so, and else an error before anything is done.
    pub fn step(
        &mut self,
        actions: &[i64],
        again: bool,
        sights: &mut Sights<'_>,
    ) -> Result<(), ArenaError> {
        fits("actions", actions.len(), self.tables.len())?;
        if !again && let Some(table) = self.tables.iter().find(|table| table.over) {
            return Err(ArenaError::Over(table.number));
        }
        self.each(sights, |table, rows, workspace, reward| {
            if table.over {
                table.deal(None);
                return table.show_all(rows, workspace);
            }
            table.act(actions[table.number], rows, workspace, reward)
        })
    }

    /// Does something at every table.
    fn each(
        &mut self,
        sights: &mut Sights<'_>,
        what: impl Fn(
            &mut ArenaTable,
            &mut GameRows<'_>,
            &mut Workspace,
            Reward,
        ) -> Result<(), ArenaError>
        + Sync,
    ) -> Result<(), ArenaError> {
        let (games, actions) = (self.tables.len(), self.actions);
        let cells = self.tables.first().map_or(0, |table| table.game.view().grid().len());
        fits("tiles", sights.tiles.len(), games * cells)?;
        fits("mask", sights.mask.len(), games * actions)?;
        if !sights.probability.is_empty() {
            fits("probability", sights.probability.len(), games * cells)?;
        }
        fits("reward", sights.reward.len(), games)?;
        fits("over", sights.over.len(), games)?;
        fits("broken_off", sights.broken_off.len(), games)?;
        fits("won", sights.won.len(), games)?;
        fits("deal", sights.deal.len(), games)?;

        let reward = self.reward;
        let threads = self.threads.min(games.max(1));
        let share = games.div_ceil(threads).max(1);
        self.workspaces.resize_with(threads, Workspace::default);
        let chances = if sights.probability.is_empty() { 0 } else { cells };
        let mut rest = Sights {
            tiles: sights.tiles,
            mask: sights.mask,
            probability: sights.probability,
            reward: sights.reward,
            over: sights.over,
            broken_off: sights.broken_off,
            won: sights.won,
            deal: sights.deal,
        };
        let mut shares = Vec::with_capacity(threads);
        for (tables, workspace) in self.tables.chunks_mut(share).zip(&mut self.workspaces) {
            let count = tables.len();
            shares.push((tables, workspace, rest.split(count, [cells, actions, chances])));
        }
        let work =
            |(tables, workspace, mut mine): (&mut [ArenaTable], &mut Workspace, Sights<'_>)| {
                for table in tables {
                    let mut rows = mine.row([cells, actions, chances]);
                    what(table, &mut rows, workspace, reward)?;
                }
                Ok(())
            };
        if shares.len() == 1 {
            return shares.into_iter().try_for_each(work);
        }
        shares.into_par_iter().try_for_each(work)
    }
}

impl<'a> Sights<'a> {
    /// Cuts off the rows of the first games.
    fn split(&mut self, games: usize, [cells, actions, chances]: [usize; 3]) -> Sights<'a> {
        Sights {
            tiles: self.tiles.split_off_mut(..games * cells).unwrap_or_default(),
            mask: self.mask.split_off_mut(..games * actions).unwrap_or_default(),
            probability: self.probability.split_off_mut(..games * chances).unwrap_or_default(),
            reward: self.reward.split_off_mut(..games).unwrap_or_default(),
            over: self.over.split_off_mut(..games).unwrap_or_default(),
            broken_off: self.broken_off.split_off_mut(..games).unwrap_or_default(),
            won: self.won.split_off_mut(..games).unwrap_or_default(),
            deal: self.deal.split_off_mut(..games).unwrap_or_default(),
        }
    }

    /// Cuts off the rows of one game.
    fn row(&mut self, widths: [usize; 3]) -> GameRows<'a> {
        let one = self.split(1, widths);
        let Sights { tiles, mask, probability, reward, over, broken_off, won, deal } = one;
        GameRows {
            tiles,
            mask,
            probability,
            reward: &mut reward[0],
            over: &mut over[0],
            broken_off: &mut broken_off[0],
            won: &mut won[0],
            deal: &mut deal[0],
        }
    }
}

fn fits(name: &'static str, found: usize, expected: usize) -> Result<(), ArenaError> {
    if found == expected { Ok(()) } else { Err(ArenaError::Size { name, expected, found }) }
}

#[cfg(test)]
mod tests;
