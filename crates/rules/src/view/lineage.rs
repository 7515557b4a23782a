//! Which view goes on from which, without looking at every cell.
//!
//! Journals only grow, so a view goes on from what it was at any length of its journal. Those
//! who follow a game may be handed copies, and a copy goes on from what it was copied from;
//! but once it changes it goes its own way, and takes a name of its own.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Cell, View};

/// How far the journal of a view went when this was taken
/// ([`View::journal_mark`](crate::View::journal_mark)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalMark {
    name: u64,
    length: usize,
}

/// The name of a journal, and of the one it was copied from.
#[derive(Clone, Debug)]
pub(super) struct Lineage {
    name: u64,
    /// Whether nobody else writes under this name.
    own: bool,
    /// The name of before, and the length at which that was left.
    before: JournalMark,
}

impl Lineage {
    /// Of a journal that goes on from nothing.
    pub(super) fn new() -> Self {
        let name = unused();
        Self { name, own: true, before: JournalMark { name, length: 0 } }
    }

    /// Of a copy, which has the name until it changes.
    pub(super) fn copied(&self) -> Self {
        Self { own: false, ..self.clone() }
    }

    /// A journal of this length is about to grow.
    #[inline]
    pub(super) fn go_on(&mut self, length: usize) {
        if !self.own {
            *self = Self { name: unused(), own: true, before: self.mark(length) };
        }
    }

    pub(super) fn mark(&self, length: usize) -> JournalMark {
        JournalMark { name: self.name, length }
    }

    /// The length at which a mark was taken, if a journal of this length goes on from there.
    pub(super) fn read(&self, mark: JournalMark, length: usize) -> Option<usize> {
        let own = mark.name == self.name && mark.length <= length;
        let before = mark.name == self.before.name && mark.length <= self.before.length;
        (own || before).then_some(mark.length)
    }
}

impl View {
    /// How far its journal goes, for those who will ask what happened [since](Self::since).
    pub fn journal_mark(&self) -> JournalMark {
        self.lineage.mark(self.journal().len())
    }

    /// What happened since a mark was taken, if this view goes on from the one it was taken
    /// of: because it is the same view, or was copied from it later, or both were copied from
    /// one. `None` if it does not, or nobody can tell without looking at every cell.
    ///
    /// ```
    /// use surefoot_rules::{Cell, Tile, view};
    ///
    /// let mut view = view!["1 * *"];
    /// let (mark, copy) = (view.journal_mark(), view.clone());
    /// view.tell(Cell::new(1), Tile::Mine);
    /// assert_eq!(view.since(mark), Some(&[Cell::new(1)][..]));
    /// assert_eq!(copy.since(mark), Some(&[][..]));
    /// // What the view shows now is nothing that the copy went through.
    /// assert_eq!(copy.since(view.journal_mark()), None);
    /// ```
    pub fn since(&self, mark: JournalMark) -> Option<&[Cell]> {
        let read = self.lineage.read(mark, self.journal().len())?;
        self.journal().get(read..)
    }
}

/// A name that was never given before. It names who is asked, and decides nothing.
fn unused() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use crate::{Action, Cell, Deal, Game, GameKind, Grid, Random, Rules, Tile, View};

    /// Views of a few games, copied and changed at random. If one is said to go on from a
    /// mark, its tiles differ from those of then only where it says.
    #[test]
    fn what_is_said_to_go_on_goes_on() {
        let mut random = Random::named("lineage", [1, 0]);
        let mut rules = Rules::new(GameKind::Score, Grid::new(4, 4).unwrap(), 3);
        rules.flood = Some(false);
        let mut game = Game::new(rules).unwrap();
        let mut views: Vec<View> = vec![game.view().clone()];
        let (mut yes, mut no) = (0, 0);
        for step in 0..3_000 {
            match random.below(8) {
                0 => game.deal(Deal::new(1, step)),
                1..=3 => drop(game.play(Action::Open(Cell::new(random.below(16))))),
                4 => {
                    let at = random.below(views.len() as u32) as usize;
                    views[at].tell(Cell::new(random.below(16)), Tile::Clue(0));
                }
                5 => {
                    let at = random.below(views.len() as u32) as usize;
                    let copy = views[at].clone();
                    views.push(copy);
                }
                _ => views.push(game.view().clone()),
            }
            if views.len() > 12 {
                views.remove(random.below(12) as usize);
            }
            for earlier in &views {
                for later in views.iter().chain([game.view()]) {
                    let Some(news) = later.since(earlier.journal_mark()) else {
                        no += 1;
                        continue;
                    };
                    yes += 1;
                    for cell in later.grid().cells().filter(|cell| !news.contains(cell)) {
                        assert_eq!(earlier.tile(cell), later.tile(cell));
                    }
                }
            }
            let mark = game.view().journal_mark();
            assert_eq!(game.view().since(mark), Some(&[][..]));
        }
        assert!(yes > 10_000 && no > 10_000, "{yes}, {no}");
    }
}
