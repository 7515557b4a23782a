//! The quick way on a large board where little is new.
//!
//! One more open cell changes a component or two, and by a hair every probability. So the
//! components stay joined in a tree (`kept_join`), and probabilities are counted when somebody
//! asks: of one component in the time of its way down the tree, and once several were asked
//! for, of all. What is certain is a matter of each component alone, as long as the told
//! number of mines leaves all of them free, and where it does not this is not the way.

use std::sync::{Mutex, OnceLock, PoisonError};

use surefoot_rules::{Cell, View};

use crate::count::kept_join::Totals;
use crate::count::number::{Number, product};
use crate::count::watch::Bits;
use crate::logic::Facts;
use crate::posterior::Options;
use crate::posterior::engine::Marginal;
use crate::posterior::not_quick::NotQuick;
use crate::posterior::quick::Quick;
use crate::posterior::total::{Total, better_tilt, fill_from_peak};
use crate::tunables;

/// Probabilities that were asked for.
#[derive(Debug, Default)]
pub(crate) struct AskedCells {
    one: Mutex<One>,
    /// Per box.
    all: OnceLock<Vec<f64>>,
}

/// The component that was asked for last, and how many were before.
#[derive(Debug, Default)]
struct One {
    count: u32,
    position: Option<usize>,
    /// Per box of it.
    mines: Vec<f64>,
}

impl Clone for AskedCells {
    /// Whoever has a copy asks again.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Quick {
    /// Counts what is new; `false` if it must all be counted.
    pub(super) fn count_kept(
        &mut self,
        view: &View,
        facts: &Facts,
        options: &Options,
    ) -> Result<bool, NotQuick> {
        let anew = !self.kept.is_kept();
        if !anew {
            self.kept.follow(&self.components, &self.news);
        }
        if self.stop.is_stopped() {
            return Err(NotQuick::Stopped);
        }
        self.options = *options;
        let totals = if anew { self.add_up() } else { self.kept.totals() };
        if let Some(failed) = totals.failed {
            return Err(failed.into());
        }
        self.sea = facts.unknown() - self.components.cells();
        let outside = view.grid().len() as u32 - self.sea;
        let total = Total::of(view.mines(), (facts.known_mines(), outside), options);
        let total = total.map_err(|_| NotQuick::Impossible)?;
        if !self.leaves_free(total, totals) {
            return Ok(false);
        }
        let range = (totals.least, totals.most);
        let allowed = total.allowed(self.sea, range);
        let tilt = total.tilt(self.sea, u32::midpoint(allowed.0, allowed.1));
        let off = self.kept.tilt() / tilt;
        let fits = (1.0 / tunables::KEPT_TILT..=tunables::KEPT_TILT).contains(&off);
        let again = anew || !fits;
        if again {
            self.kept.begin(&self.components, view.grid().len(), tilt);
        }
        let tilt = self.kept.tilt();
        let narrow = totals.cells <= tunables::QUICK_CELLS;
        if !(narrow || Bits::of(tilt).have_room(totals.cells)) {
            return Ok(false);
        }
        let (first, terms) = self.kept.whole();
        let end = first + (terms.len() as u32).saturating_sub(1);
        let ratio = |mines| total.ratio(self.sea, mines) / tilt;
        fill_from_peak(&mut self.sea_weights, first..=end, allowed, ratio);
        let whole = product(terms, &self.sea_weights);
        let far = better_tilt(terms, &self.sea_weights, first, allowed).is_some();
        if far || whole < f64::two_to(-tunables::KEPT_BELOW) {
            return Ok(false);
        }
        self.in_sea = total.weigh_sea(self.sea, (first, terms), &self.sea_weights, range);
        self.note_possible(again);
        self.asked = Some(AskedCells::default());
        Ok(true)
    }

    /// What all components have together, one by one.
    fn add_up(&self) -> Totals {
        self.components.living().map(Totals::of).fold(Totals::default(), Totals::and)
    }

    /// Whether every component can have all that it could have alone, and the sea some mine
    /// and some safe cell: because all others can then have their fewest mines, or their most.
    fn leaves_free(&self, total: Total, totals: Totals) -> bool {
        let Total::Left(left) = total else { return true };
        let Totals { least, most, span, .. } = totals;
        let (left, sea) = (u64::from(left), u64::from(self.sea));
        let (least, most, span) = (u64::from(least), u64::from(most), u64::from(span));
        let with_fewest = left > least + span && left - least < sea;
        let with_most = left > most && left - most + span < sea;
        with_fewest || with_most
    }

    /// Notes what boxes can have: of what is new, or of all.
    fn note_possible(&mut self, all: bool) {
        if all {
            for at in 0..self.components.len() {
                self.note_possible_of(at);
            }
        }
        for at in 0..self.news.len() {
            if let Some(position) = self.components.beginning_at(self.news[at]) {
                self.note_possible_of(position);
            }
        }
    }

    fn note_possible_of(&mut self, at: usize) {
        let (counted, boxes) = self.components.part_mut(at);
        let Ok(counted) = counted else { return };
        for (kept, possible) in boxes.iter_mut().zip(&counted.boxes) {
            kept.marginal = Marginal {
                mine: 0.0,
                can_be_safe: possible.safe != 0,
                can_be_mine: possible.mine != 0,
                always_one: possible.not_one == 0,
            };
        }
    }

    /// What is known of a cell in a box, where that is counted when it is asked for.
    pub(super) fn marginal_asked(&self, asked: &AskedCells, cell: Cell) -> Option<Marginal> {
        let (kept, number) = (self.components.box_of(cell)?, self.components.box_number(cell));
        if let Some(all) = asked.all.get() {
            return Some(Marginal { mine: all[number], ..kept.marginal });
        }
        let position = self.components.position(cell)?;
        let mut one = asked.one.lock().unwrap_or_else(PoisonError::into_inner);
        if one.position != Some(position) {
            one.count += 1;
            if one.count > tunables::WEIGHED_ALONE {
                drop(one);
                let all = asked.all.get_or_init(|| self.weigh_all());
                return Some(Marginal { mine: all[number], ..kept.marginal });
            }
            one.mines.clear();
            one.position = Some(position);
            let context = self.kept.context(&self.components, position, &self.sea_weights);
            self.weigh_one(position, &context, |_, mine| one.mines.push(mine));
        }
        let component = self.components.at(position);
        let mine = one.mines[number - component.first_box()];
        Some(Marginal { mine, ..kept.marginal })
    }

    fn weigh_all(&self) -> Vec<f64> {
        let mut all = vec![0.0; self.components.box_count()];
        self.kept.contexts(&self.components, &self.sea_weights, |position, context| {
            self.weigh_one(position, context, |number, mine| all[number] = mine);
        });
        all
    }

    /// Calls `take` for each box of a component with the probability of a mine in its cells.
    fn weigh_one(&self, position: usize, context: &[f64], mut take: impl FnMut(usize, f64)) {
        let component = self.components.at(position);
        let Ok(counted) = &component.counted else { return };
        let whole = product(counted.ways(), context);
        for (at, (kept, number)) in self.components.numbered_boxes(component).enumerate() {
            let mines = product(counted.mines_in(at), context);
            take(number as usize, mines / (whole * f64::from(kept.size)));
        }
    }
}

#[cfg(test)]
mod tests {
    use surefoot_rules::{Game, GameKind, Grid, Random, Rules};
    use surefoot_testing::open_some;

    use crate::posterior::Finder;
    use crate::{Analyst, Workspace};

    /// A large board, followed from move to move and back, beside the same view read afresh:
    /// cells that are asked for one by one, and all of them.
    #[test]
    fn what_is_kept_is_what_is_counted_afresh() {
        let grid = Grid::new(220, 220).unwrap();
        let cells = grid.len() as u32;
        let mut random = Random::named("kept", [1, 0]);
        let mut game = Game::new(Rules::new(GameKind::Score, grid.clone(), cells / 5)).unwrap();
        let mut open = |game: &mut Game, count| open_some(game, count, &mut random);
        open(&mut game, cells / 40);
        let mut views = vec![game.view().clone()];
        for step in 0..14 {
            open(&mut game, 1 + step % 3);
            views.push(game.view().clone());
        }
        // Two moves are taken back.
        views.push(views[11].clone());
        views.push(views[13].clone());
        let (mut analyst, mut workspace) = (Analyst::default(), Workspace::default());
        let mut kept = 0;
        for view in &views {
            let (followed, fresh) = (analyst.follow(view).unwrap(), workspace.solve(view).unwrap());
            kept += u32::from(
                matches!(followed.found, Finder::Quick(quick, _) if quick.asked.is_some()),
            );
            let mut differ = 0.0_f64;
            let mut compare = |cell| {
                assert_eq!(followed.certain(cell), fresh.certain(cell), "{cell:?}");
                let both = [followed.probability(cell), fresh.probability(cell)];
                let [Some(one), Some(other)] = both else { return assert_eq!(both, [None; 2]) };
                differ = differ.max((one - other).abs());
            };
            grid.cells().step_by(6_007).for_each(&mut compare);
            grid.cells().for_each(&mut compare);
            assert!(differ < 1e-12, "{differ}");
            assert_eq!(followed.sea().map(|(cells, _)| cells), fresh.sea().map(|(cells, _)| cells));
            let safest = [followed.safest(), fresh.safest()].map(|cell| cell.unwrap().0);
            assert_eq!(safest[0], safest[1]);
        }
        assert!(kept > 10, "{kept}");
    }
}
