//! From facts to boxes: what is undecided is grouped by the clues beside it.

use surefoot_rules::{Cell, View};

use super::{Clue, Frontier, Kind, NONE};
use crate::logic::Belief;

impl Frontier {
    /// Makes clues and boxes of what the rules left undecided.
    pub(crate) fn finish(&mut self, view: &View) {
        self.name_kinds(view);
        self.number_clues();
        self.group(view);
        self.boxes.list(self.clues.len());
    }

    fn name_kinds(&mut self, view: &View) {
        self.known_mines = self.facts.known_mines() - self.opened_mines;
        self.kinds.clear();
        let kinds =
            self.facts.beliefs().iter().zip(view.tiles()).map(|(belief, tile)| match belief {
                Belief::Unknown => Kind::Sea,
                Belief::Safe => Kind::Safe,
                Belief::Mine if tile.is_closed() => Kind::Mine,
                Belief::Mine | Belief::Open => Kind::Open,
            });
        self.kinds.extend(kinds);
    }

    fn number_clues(&mut self) {
        self.place.clear();
        self.place.resize(self.kinds.len(), NONE);
        self.clues.clear();
        self.observed = NONE;
        for &(cell, likelihoods) in &self.speakers {
            let sum = self.facts.sum(cell);
            let observed = self.observed_cell == Some(cell);
            // The observed cell's sum is read even if everything around it is decided.
            if sum.unknown == 0 && !observed {
                continue;
            }
            let number = self.clues.len() as u32;
            if observed {
                self.observed = number;
            }
            self.place[cell.index()] = number;
            let (low, high, hidden, base) = (sum.low, sum.high, sum.unknown, sum.mines);
            self.clues.push(Clue { low, high, hidden, base, likelihoods });
        }
    }

    /// Frontier cells become boxes.
    fn group(&mut self, view: &View) {
        self.boxes.clear();
        self.cells.clear();
        self.sea = 0;
        let (kinds, place) = (&self.kinds, &self.place);
        let telling = kinds.iter().zip(place).map(|(kind, &at)| *kind == Kind::Open && at != NONE);
        let clues_beside = self.passes.count(view, telling);
        for (index, &beside) in clues_beside.iter().enumerate() {
            if self.kinds[index] != Kind::Sea {
                continue;
            }
            if beside == 0 {
                self.sea += 1;
                continue;
            }
            let cell = Cell::new(index as u32);
            self.scratch.clear();
            for beside in &view.neighbours(cell) {
                if self.kinds[beside.index()] == Kind::Open {
                    let clue = self.place[beside.index()];
                    if clue != NONE {
                        self.scratch.push(clue);
                    }
                }
            }
            self.scratch.sort_unstable();
            let at = self.boxes.put(&self.scratch);
            self.kinds[index] = Kind::Frontier;
            self.place[index] = at;
            self.cells.push((cell, at));
        }
    }
}
