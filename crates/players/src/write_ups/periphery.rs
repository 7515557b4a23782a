//! `periphery`: write-up 002.
//!
//! *Flag step* and *pop step* are the two rules, to a fixpoint (the flag step
//! must count flags that are there already, which the write-up's wording forgets).
//! When they are stuck: chains of hidden cells linked by shared clues; every
//! filling of a chain that satisfies its clues is counted, and a cell's
//! probability is the share of fillings in which it is a mine. Cells at 0 % are
//! popped, at 100 % flagged; else the periphery cell with the smallest share is
//! popped; without any periphery, a random cell.
//!
//! Fillings count equally, whatever number of mines they need: the known flaw of
//! this method, kept. (A filling with fewer mines leaves more ways for the rest
//! of the board.) The write-up's rates are higher than this player's, so two other readings
//! of it can be played where the total is told: `weigh` counts a filling as often as its
//! number of mines is likely, each unknown cell being a mine with the same probability; `sea`
//! opens a cell beside no clue where that is safer on average. [ours]
//!
//! Long chains are cut into pieces of at most `piece` cells, in the order in
//! which the chain is walked. The write-up does not say what becomes of a clue whose
//! cells lie on both sides of a cut; here it becomes an interval, as wide as the
//! cells outside allow, so that a cut never invents certainty. Under
//! optimistic and cautious clues pieces have at most 10 cells.

use std::borrow::Cow::Borrowed;

use surefoot_inference::Stop;
use surefoot_inference::logic::Boxes;
use surefoot_rules::{Action, Brief, Cell, Choice, ClueRule, Player, Random, View};

use crate::roster::{Abilities, Entry, Make, PlayerLook, PlayerOption};
use crate::shared::believing::BELIEVE;
use crate::shared::cells::CellSet;
use crate::shared::clusters::Clusters;
use crate::shared::knowledge::Knowledge;
use crate::shared::unsure::seated;

const PIECE: PlayerOption = PlayerOption::number(
    "piece=CELLS",
    1,
    40,
    "cut longer chains into pieces (1 to 40; default: 20)",
);

const WEIGH: PlayerOption =
    PlayerOption::word("weigh", "weigh fillings by their number of mines (default: all alike)");
const SEA: PlayerOption =
    PlayerOption::word("sea", "guess away from all clues where that is safer (default: never)");

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("periphery"),
    source: Borrowed("write-up 002"),
    about: Borrowed(
        "counts the fillings of chains of hidden cells and opens the least likely mine",
    ),
    options: Borrowed(&[PIECE, BELIEVE, WEIGH, SEA]),
    abilities: Abilities::PLAIN,
    looks: Borrowed(&[
        PlayerLook::new(7, 5),
        PlayerLook::new(5, 4),
        PlayerLook::new(1, 3),
        PlayerLook::new(2, 6),
        PlayerLook::new(3, 1),
    ]),
    make: Make::Ours(|options| {
        let periphery = Periphery::new(options.number(&PIECE).unwrap_or(20));
        let (weigh, sea) = (options.has(&WEIGH), options.has(&SEA));
        seated(options, Periphery { weigh, sea, ..periphery })
    }),
};

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Periphery {
    know: Knowledge,
    clusters: Clusters,
    /// The most cells that are filled together.
    piece: usize,
    /// The same in the game under way.
    cut: usize,
    /// Whether fillings are weighed, and whether it guesses away from all clues.
    weigh: bool,
    sea: bool,
    /// Periphery cells, and the share of fillings in which each is a mine.
    cells: CellSet,
    shares: Vec<f64>,
    random: Random,
    stop: Stop,
}

impl Periphery {
    pub(crate) fn new(piece: u32) -> Self {
        Self { piece: piece as usize, ..Self::default() }
    }

    /// Counts the fillings of every chain that changed. Whether any cell became
    /// certain.
    fn count(&mut self) -> bool {
        let mut certain = false;
        let odds = if self.weigh { self.odds() } else { None };
        'chains: while let Some(chain) = self.clusters.next(&self.know) {
            for cells in chain.cells.chunks(self.cut) {
                if self.stop.is_stopped() {
                    break 'chains;
                }
                let filling = Filling::of(cells, &self.know);
                let Some((total, mines)) = filling.count(1.0) else { continue };
                let weighed = odds.and_then(|odds| filling.count(odds));
                for (at, (&cell, &mines)) in cells.iter().zip(&mines).enumerate() {
                    let share = weighed.as_ref().map(|(total, mines)| mines[at] / total);
                    self.shares[cell.index()] = share.unwrap_or(mines / total);
                    self.cells.insert(cell);
                    // Numbers of fillings are whole and small enough to be exact.
                    if mines == 0.0 || mines >= total {
                        self.know.conclude(cell, mines > 0.0, "fillings", &filling.names);
                        certain = true;
                    }
                }
            }
        }
        for cell in self.know.resolved.drain(..) {
            self.cells.remove(cell);
        }
        certain
    }

    /// How much likelier a filling is that has one mine less.
    fn odds(&self) -> Option<f64> {
        let left = f64::from(self.know.mines_left()?);
        let safe = self.know.unknown().len() as f64 - left;
        (left > 0.0 && safe > 0.0).then(|| left / safe)
    }

    /// A cell beside no clue, if such cells are safer than this on average.
    fn at_sea(&mut self, than: f64) -> Option<Choice> {
        let shares = self.cells.as_slice().iter().map(|cell| self.shares[cell.index()]);
        let left = f64::from(self.know.mines_left()?) - shares.sum::<f64>();
        let beside_none = |cell: &&Cell| !self.cells.as_slice().contains(cell);
        let sea: Vec<Cell> =
            self.know.unknown().as_slice().iter().filter(beside_none).copied().collect();
        let cell = *self.random.pick(&sea)?;
        (left < than * sea.len() as f64)
            .then(|| Choice::guess(Action::Open(cell), "away from all clues"))
    }

    fn least_likely(&self) -> Option<Choice> {
        let cells = self.cells.as_slice().iter().copied();
        let share = |cell: Cell| self.shares[cell.index()];
        let best = cells.min_by(|&a, &b| share(a).total_cmp(&share(b)).then_with(|| a.cmp(&b)))?;
        Some(Choice::guess(Action::Open(best), "safest"))
    }
}

/// A piece of a chain, ready to be filled.
///
/// Cells that touch the same clues are alike: instead of filling each, they are
/// given a number of mines, which can be placed among them in so many ways. The
/// count is that of single fillings all the same.
struct Filling {
    /// The clues that touch it.
    names: Vec<Cell>,
    clues: Vec<Need>,
    boxes: Boxes,
    /// The box of each cell.
    box_of: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Need {
    least: u8,
    most: u8,
    mines: u8,
    /// Cells of the piece not yet filled.
    open: u8,
}

impl Filling {
    fn of(cells: &[Cell], know: &Knowledge) -> Self {
        let (mut names, mut clues) = (Vec::new(), Vec::<Need>::new());
        let (mut boxes, mut box_of) = (Boxes::default(), Vec::new());
        for &cell in cells {
            let mut touches = Vec::new();
            for &clue in &*know.grid().neighbours(cell) {
                if !know.sum(clue).speaks {
                    continue;
                }
                let at = names.iter().position(|&name| name == clue).unwrap_or_else(|| {
                    names.push(clue);
                    clues.push(Need { least: 0, most: 0, mines: 0, open: 0 });
                    clues.len() - 1
                });
                clues[at].open += 1;
                touches.push(at as u32);
            }
            touches.sort_unstable();
            box_of.push(boxes.put(&touches));
        }
        for (need, &clue) in clues.iter_mut().zip(&names) {
            let sum = know.sum(clue);
            let outside = sum.unknown - need.open;
            need.least = sum.least().saturating_sub(outside);
            need.most = sum.most().min(need.open);
        }
        Self { names, clues, boxes, box_of }
    }

    /// How many fillings there are, and in how many each cell is a mine;
    /// `None` if there is none at all. Each mine multiplies its filling by the odds.
    fn count(&self, odds: f64) -> Option<(f64, Vec<f64>)> {
        let mut mines = vec![0.0; self.boxes.len()];
        let total = self.fill((0, odds), 1.0, &mut self.clues.clone(), &mut mines);
        let each = |number: u32| mines[number as usize] / f64::from(self.boxes.size(number));
        (total > 0.0).then(|| (total, self.box_of.iter().map(|&number| each(number)).collect()))
    }

    /// The fillings of this box and all behind it, given those before, which
    /// come in `before` ways; adds to `sums` the mines of each box, summed over
    /// all fillings.
    fn fill(
        &self,
        (number, odds): (usize, f64),
        before: f64,
        clues: &mut [Need],
        sums: &mut [f64],
    ) -> f64 {
        if number == self.boxes.len() {
            return 1.0;
        }
        let touches = self.boxes.clues_of(number as u32);
        let size = self.boxes.size(number as u32) as u8;
        let (mut total, mut ways) = (0.0, 1.0);
        for mines in 0..=size {
            let mut possible = true;
            for &at in touches {
                let need = &mut clues[at as usize];
                need.open -= size;
                need.mines += mines;
                possible &= need.mines <= need.most && need.mines + need.open >= need.least;
            }
            if possible {
                let behind = self.fill((number + 1, odds), before * ways, clues, sums);
                sums[number] += before * ways * behind * f64::from(mines);
                total += ways * behind;
            }
            for &at in touches {
                let need = &mut clues[at as usize];
                need.open += size;
                need.mines -= mines;
            }
            // The next number of mines can be placed in this many ways.
            ways = ways * f64::from(size - mines) / f64::from(mines + 1) * odds;
        }
        total
    }
}

impl Player for Periphery {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.clusters.begin(view);
        self.cells.clear(view.grid().len());
        self.shares.resize(view.grid().len(), 0.0);
        self.random = random;
        // Nearly any filling satisfies optimistic or cautious clues, and long
        // pieces would be counted for ever.
        let vague = matches!(view.rule(), ClueRule::Optimistic { .. } | ClueRule::Cautious { .. });
        self.cut = if vague { self.piece.min(10) } else { self.piece };
    }

    fn choose(&mut self, view: &View) -> Choice {
        loop {
            self.know.read(view);
            let clusters = &mut self.clusters;
            self.know.settle_with(|clue| clusters.changed(clue));
            if let Some(choice) = self.know.certain(view) {
                return choice;
            }
            if !self.count() {
                let guess = self.least_likely();
                let share = |choice: &Choice| Some(self.shares[choice.action.cell()?.index()]);
                if let (true, Some(share)) = (self.sea, guess.as_ref().and_then(share))
                    && let Some(choice) = self.at_sea(share)
                {
                    return choice;
                }
                return guess.unwrap_or_else(|| self.know.guess(&mut self.random));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Deal, GameKind, Rules, view};

    fn looking(view: &View) -> Periphery {
        let mut player = Periphery::new(20);
        let rules = Rules::new(GameKind::Win, view.grid().clone(), 1);
        player.begin(&Brief::from(&rules), view, Random::for_player(Deal::default(), "test"));
        player
    }

    /// Whoever is stopped fills nothing, and so knows nothing.
    #[test]
    fn a_stopped_player_guesses() {
        let view = view!["1*2", "***", "*3*"];
        let stop = Stop::new();
        let mut player = stop.during(|| looking(&view));
        stop.stop();
        assert!(!player.choose(&view).certain);
    }

    /// The write-up's variable assignment tree, done by fillings: three of them.
    #[test]
    fn the_fillings_of_the_write_ups_example_are_counted() {
        let view = view!["1*2", "***", "*3*"];
        let mut player = looking(&view);
        let choice = player.choose(&view);
        assert!(choice.certain && choice.why == "fillings", "{choice:?}");
        let shares: Vec<f64> = view.hidden().map(|cell| player.shares[cell.index()]).collect();
        let third = 1.0 / 3.0;
        assert_eq!(shares, [third, 0.0, 2.0 * third, 1.0, 2.0 * third, 2.0 * third]);
    }
}
