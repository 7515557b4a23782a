//! `prospector`: the fewest digs until all mines are known. [ours]
//!
//! In `dig` a mine is harmless, so nothing is risked and only knowledge counts: the
//! next dig is the one that tells most, by the entropy of what it may show over all
//! configurations (`surefoot_inference`, `information`). A cell known to be safe is dug
//! only for its number, a known mine never. Mines that are proved are flagged at no cost,
//! and as soon as one configuration is left the mines are declared.
//!
//! Bits are not all worth the same. A number that overlaps with clues nearby tells of
//! cells that these would have told of too, and what it leaves open is harder to ask for
//! separately; so of digs that tell about as much the one with fewer seen neighbours
//! is taken (`tunables::SEEN` bits less for each). Near the end, where the configurations can be
//! listed, the dig is taken that tells most together with the best one after it, and the very end is
//! searched exactly (`ListedDigs`).
//!
//! Entropies are costly, and most change little from dig to dig. What a cell was found to
//! tell is remembered until something near it changes; the most promising cell is
//! looked at again until one keeps its place (lazy greedy, Minoux 1978). A cell of which
//! nothing is remembered is expected to tell no more than its neighbours' spread allows.
//!
//! In the other games there is something to lose, and it plays as `exact` does.

use std::borrow::Cow::Borrowed;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::{E, PI};

use surefoot_inference::{ListedDigs, Options, Posterior, Suppose, entropy};
use surefoot_rules::{Action, Brief, Cell, Choice, GameKind, Player, Random, View};

use crate::ours::exact::Exact;
use crate::roster::{Abilities, Entry, Make, PlayerLook};
use crate::shared::certainty::{Certainty, Counted};
use crate::shared::opening_order::OpeningOrder;
use crate::tunables;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("prospector"),
    source: Borrowed("ours"),
    about: Borrowed("digs where most is learned, by the entropy of what a cell may show"),
    options: Borrowed(&[]),
    abilities: Abilities { slow: true, ..Abilities::PLAIN },
    looks: Borrowed(&[PlayerLook::new(7, 7)]),
    make: Make::Ours(|_| Box::new(Prospector::new())),
};

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Prospector {
    kind: GameKind,
    certainty: Certainty,
    survey: Survey,
    /// For the games in which there is something to lose.
    careful: Exact,
    random: Random,
}

impl Prospector {
    pub(crate) fn new() -> Self {
        Self {
            kind: GameKind::Dig,
            certainty: Certainty::new(),
            survey: Survey {
                suppose: Suppose::new(Options { budget: tunables::BUDGET, ..Options::default() }),
                read: 0,
                told: Vec::new(),
                queue: BinaryHeap::new(),
            },
            careful: Exact::new(OpeningOrder::default()),
            random: Random::default(),
        }
    }
}

impl Player for Prospector {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.kind = brief.kind;
        self.certainty.begin(brief, view);
        self.survey.begin(view);
        self.careful.begin(brief, view, random.clone());
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        if self.kind != GameKind::Dig {
            return self.careful.choose(view);
        }
        if let Some(choice) = self.certainty.free_by_rules(view) {
            return choice;
        }
        let dig = match self.certainty.free_by_counting(view) {
            Counted::Certain(choice) => Some(choice),
            Counted::Nothing(posterior) => {
                finish(&posterior).or_else(|| self.survey.most_telling(&posterior))
            }
            Counted::TooWide => None,
        };
        dig.unwrap_or_else(|| self.certainty.any(&mut self.random))
    }
}

/// The best dig of a small remainder; of a larger one the dig that tells most together with the
/// one after it.
fn finish(posterior: &Posterior<'_>) -> Option<Choice> {
    let view = posterior.view();
    // Most of a board may be known to be safe and still be closed: those cells are not listed.
    let list = posterior.undecided(tunables::DIG_TWO)?;
    let safe = view.hidden().filter(|&cell| posterior.is_safe(cell) && !list.cells.contains(&cell));
    let digs = ListedDigs::of(view, &list, safe);
    if list.mines.len() <= tunables::DIG_END
        && let Some(dig) = digs.best(tunables::DIG_SETS)
    {
        return Some(Choice::guess(Action::Open(dig.best?), "fewest digs"));
    }
    let worth = |told: f64, cell| in_steps(told - cost(posterior, cell));
    let mut rated: Vec<(i64, Reverse<Cell>)> =
        digs.cells().iter().map(|&cell| (worth(digs.told(cell), cell), Reverse(cell))).collect();
    rated.sort_unstable_by_key(|&rating| Reverse(rating));
    rated.truncate(tunables::DIG_CANDIDATES);
    let both = |&(alone, Reverse(cell)): &(i64, Reverse<Cell>)| {
        (worth(digs.told_by_two(cell), cell), alone, Reverse(cell))
    };
    let (.., Reverse(best)) = rated.iter().map(both).max()?;
    Some(Choice::guess(Action::Open(best), "tells most with the next"))
}

/// Bits in steps of [`tunables::TIE_OF_BITS`].
fn in_steps(bits: f64) -> i64 {
    (bits / tunables::TIE_OF_BITS).round() as i64
}

/// What the cells would tell.
#[derive(Clone, Debug)]
struct Survey {
    suppose: Suppose,
    /// How much of the journal has been read.
    read: usize,
    /// What each cell was found to tell, less what its seen neighbours cost.
    told: Vec<Option<f64>>,
    queue: BinaryHeap<TellingCell>,
}

/// A cell and what it may tell, in steps of [`tunables::TIE_OF_BITS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TellingCell {
    worth: i64,
    /// Whether it was worked out for this very view.
    fresh: bool,
    cell: Reverse<Cell>,
}

impl Survey {
    fn begin(&mut self, view: &View) {
        self.read = 0;
        self.told.clear();
        self.told.resize(view.grid().len(), None);
    }

    /// The dig that tells most.
    fn most_telling(&mut self, posterior: &Posterior<'_>) -> Option<Choice> {
        let view = posterior.view();
        self.forget_changed(view);
        self.queue.clear();
        for cell in view.hidden().filter(|&cell| !posterior.is_mine(cell)) {
            let bound = self.told[cell.index()].unwrap_or_else(|| most(posterior, cell));
            let worth = in_steps(bound);
            self.queue.push(TellingCell { worth, fresh: false, cell: Reverse(cell) });
        }
        while let Some(TellingCell { fresh, cell: Reverse(cell), .. }) = self.queue.pop() {
            if fresh {
                return Some(Choice::guess(Action::Open(cell), "tells most"));
            }
            let Ok(bits) = self.suppose.information(posterior, cell) else { continue };
            let told = bits - cost(posterior, cell);
            self.told[cell.index()] = Some(told);
            let worth = in_steps(told);
            self.queue.push(TellingCell { worth, fresh: true, cell: Reverse(cell) });
        }
        None
    }

    /// What was found near a cell that changed is out of date.
    fn forget_changed(&mut self, view: &View) {
        for &changed in &view.journal()[self.read..] {
            for beside in &view.neighbours(changed) {
                self.told[beside.index()] = None;
                for near in &view.neighbours(beside) {
                    self.told[near.index()] = None;
                }
            }
        }
        self.read = view.journal().len();
    }
}

/// What the seen neighbours of a cell take off.
fn cost(posterior: &Posterior<'_>, cell: Cell) -> f64 {
    let view = posterior.view();
    let around = view.neighbours(cell);
    let seen = |&&c: &&Cell| view.tile(c).is_closed() && !posterior.is_sea(c);
    tunables::SEEN * around.iter().filter(seen).count() as f64
}

/// About the most that a cell may tell: what it and its neighbours would tell one by
/// one, or a little more than a normal variable of the number's variance if the
/// neighbours were independent.
fn most(posterior: &Posterior<'_>, cell: Cell) -> f64 {
    let risk = |cell: Cell| posterior.probability(cell).unwrap_or(0.0);
    let (mut sum, mut variance) = (0.0, 1.0 / 12.0);
    for beside in &posterior.view().neighbours(cell) {
        let mine = risk(beside);
        sum += entropy([mine, 1.0 - mine]);
        variance += mine * (1.0 - mine);
    }
    let normal = 0.5 * (2.0 * PI * E * variance).log2();
    let mine = risk(cell);
    let number = sum.min((1.0 - mine) * normal + tunables::SPARE);
    entropy([mine, 1.0 - mine]) + number - cost(posterior, cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_inference::Workspace;
    use surefoot_rules::{Deal, Game, Grid, Layout, Promise, Rules, episode};

    /// On a board of which most is known to be safe and still closed, the end is searched too.
    #[test]
    fn the_end_of_large_boards_is_searched() {
        let grid = Grid::new(16, 16).unwrap();
        let mut game = Game::new(Rules::new(GameKind::Dig, grid, 10)).unwrap();
        game.deal(Deal::new(28, 0));
        let mut player = Prospector::new();
        let random = Random::for_player(Deal::new(28, 0), "prospector");
        player.begin(&game.brief(), game.view(), random);
        let mut reasons = Vec::new();
        while game.status() == surefoot_rules::Status::Playing {
            let choice = player.choose(game.view());
            if !choice.certain {
                reasons.push((choice.why.clone(), game.view().hidden().count()));
            }
            game.play(choice.action).unwrap();
        }
        for why in ["tells most with the next", "fewest digs"] {
            assert!(reasons.iter().any(|(reason, closed)| reason == why && *closed > 128), "{why}");
        }
    }

    /// All layouts of a small board, dug up one by one: on average a dig in
    /// twenty more than best play needs, at the most.
    #[test]
    fn nearly_as_few_digs_as_can_be() {
        for (width, height, mines) in [(3, 3, 2), (4, 3, 3), (5, 3, 2)] {
            let grid = Grid::new(width, height).unwrap();
            let mut rules = Rules::new(GameKind::Dig, grid.clone(), mines);
            rules.promise = Promise::None;
            let mut game = Game::new(rules).unwrap();
            let mut workspace = Workspace::default();
            let view = game.view().clone();
            let list = workspace.solve(&view).unwrap().configurations(1_000).unwrap();
            let best = ListedDigs::of(&view, &list, []).best(1 << 22).unwrap();
            let mut player = Prospector::new();
            let mut digs = 0;
            for bits in &list.mines {
                let mined = list.cells.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
                let layout = Layout::new(grid.clone(), mined.map(|(_, &cell)| cell)).unwrap();
                game.lay(&layout, Deal::new(1, 0)).unwrap();
                let random = Random::for_player(Deal::new(1, 1), "prospector");
                let record = episode::play(&mut game, &mut player, random);
                assert!(record.outcome.dig_density.is_some(), "{:?}", record.fault);
                digs += u64::from(record.outcome.digs);
            }
            assert!(digs >= best.digs);
            assert!(digs as f64 <= 1.05 * best.digs as f64, "{digs} {best:?}");
        }
    }
}
