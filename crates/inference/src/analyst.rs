//! An analyst: follows a game and looks only at what changed.
//!
//! Most actions change a few cells at one place of the board. So the clues and what the
//! rules decided are kept from view to view, and where the rules find a safe cell nothing
//! is counted at all. Moves that are taken back are as cheap as moves.

use surefoot_rules::{Cell, JournalMark, Tile, View};

use crate::error::{AnalysisError, CountError};
use crate::logic::Belief;
use crate::posterior::quick::may_be_quick;
use crate::posterior::{Options, Posterior};
use crate::tunables;
use crate::workspace::{Way, Workspace};

/// Follows a game: as a [`Workspace`], but what did not change since the last
/// view is not looked at again.
///
/// It may be given any view at any time; one that does not continue the last is
/// analysed afresh.
///
/// ```
/// use surefoot_inference::Analyst;
/// use surefoot_rules::view;
///
/// let mut analyst = Analyst::default();
/// analyst.follow(&view!["3x2/1", "1 * *", "* * *"])?;
/// let after = view!["3x2/1", "1 1 *", "* * *"];
/// let posterior = analyst.follow(&after)?;
/// assert_eq!(posterior.probability(after.hidden().next().unwrap()), Some(0.0));
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Analyst {
    workspace: Workspace,
    /// What was read last, if it can be followed, and how far its journal went.
    seen: Option<Vec<Tile>>,
    mark: Option<JournalMark>,
    opened: Vec<Cell>,
    gone: Vec<Cell>,
    /// What counting made certain.
    decided: Vec<(Cell, bool)>,
}

impl Analyst {
    /// An analyst with other assumptions or limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self { workspace: Workspace::new(options), ..Self::default() }
    }

    /// The same, but a [`Stop`](crate::Stop) ends the work.
    #[must_use]
    pub fn stopped_by(self, stop: &crate::Stop) -> Self {
        Self { workspace: self.workspace.stopped_by(stop), ..self }
    }

    /// What is certainly safe in the next view of a game and not flagged, collected in `safe`;
    /// if nothing is, its analysis. Where the rules find a cell, nothing is counted.
    pub fn step<'a>(
        &'a mut self,
        view: &'a View,
        safe: &mut Vec<Cell>,
    ) -> Result<Option<Posterior<'a>>, AnalysisError> {
        safe.clear();
        let follows = self.read(view);
        if follows && self.workspace.facts.has_safe() && self.workspace.facts.broken().is_none() {
            safe.extend(self.workspace.facts.safe());
            safe.retain(|&cell| view.tile(cell) == Tile::Hidden);
            if !safe.is_empty() {
                return Ok(None);
            }
        }
        let way = self.count(view, follows);
        let posterior = self.workspace.found(view, way)?;
        if posterior.decides() {
            // What the rules know to be safe was flagged, all of it.
            self.decided.clear();
            posterior.decided(&mut self.decided);
            let found = self.decided.iter().filter(|(_, mine)| !mine).map(|&(cell, _)| cell);
            safe.extend(found.filter(|&cell| view.tile(cell) == Tile::Hidden));
            safe.sort_unstable();
        }
        Ok(safe.is_empty().then_some(posterior))
    }

    /// Analyses the next view of a game.
    pub fn follow<'a>(&'a mut self, view: &'a View) -> Result<Posterior<'a>, AnalysisError> {
        let follows = self.read(view);
        let way = self.count(view, follows);
        self.workspace.found(view, way)
    }

    fn count(&mut self, view: &View, follows: bool) -> Result<Way, CountError> {
        if follows {
            let way = self.workspace.count_facts(view);
            if way.is_err() {
                self.seen = None;
            }
            return way;
        }
        let Workspace { engine, options, .. } = &mut self.workspace;
        engine.solve(view, None, options).map(|()| Way::Whole)
    }

    /// Takes in what is new; whether such views are followed at all. Cells opened or taken
    /// back under clues that tell the truth are; anything else (a new game, another board)
    /// is read afresh.
    fn read(&mut self, view: &View) -> bool {
        let Workspace { facts, options, .. } = &mut self.workspace;
        if !may_be_quick(view, options) {
            self.seen = None;
            return false;
        }
        let mut seen = self.seen.take().unwrap_or_default();
        let same = facts.is_of(view) && seen.len() == view.tiles().len();
        let found = same && (self.read_journal(&seen, view) || self.compare(&seen, view));
        let follows = found && self.take_in(view);
        let Workspace { facts, passes, .. } = &mut self.workspace;
        if !follows || facts.broken().is_some() {
            facts.read_and_settle(view, passes);
            seen.clear();
            seen.extend_from_slice(view.tiles());
        } else {
            for &cell in self.opened.iter().chain(&self.gone) {
                seen[cell.index()] = view.tile(cell);
            }
        }
        self.seen = Some(seen);
        self.mark = Some(view.journal_mark());
        true
    }

    /// Finds the cells that were opened where the view goes on from the last, so that its
    /// journal says which changed; `false` if it does not, or anything else happened.
    fn read_journal(&mut self, seen: &[Tile], view: &View) -> bool {
        let Some(news) = self.mark.and_then(|mark| view.since(mark)) else { return false };
        self.opened.clear();
        self.gone.clear();
        for &cell in news {
            let (old, new) = (seen[cell.index()], view.tile(cell));
            match (old.is_closed(), new.is_closed()) {
                (true, true) => {}
                (true, false) => self.opened.push(cell),
                (false, _) if old == new => {}
                _ => return false,
            }
        }
        true
    }

    /// Finds the cells that were opened and those that were taken back by looking at every
    /// cell; `false` if anything else happened.
    fn compare(&mut self, seen: &[Tile], view: &View) -> bool {
        self.opened.clear();
        self.gone.clear();
        let size = tunables::CELLS_TOGETHER;
        let both = seen.chunks(size).zip(view.tiles().chunks(size)).enumerate();
        for (chunk, (old, new)) in both.filter(|(_, (old, new))| old != new) {
            for (at, (old, new)) in old.iter().zip(new).enumerate() {
                let cell = Cell::new((chunk * size + at) as u32);
                match (old.is_closed(), new.is_closed()) {
                    (true, true) => {}
                    (true, false) => self.opened.push(cell),
                    (false, true) if *old != Tile::Mine => self.gone.push(cell),
                    (false, _) if old == new => {}
                    _ => return false,
                }
            }
        }
        true
    }

    /// Takes back what was taken back, and takes in what was opened. `false` if that cannot
    /// be.
    fn take_in(&mut self, view: &View) -> bool {
        let Workspace { facts, quick, .. } = &mut self.workspace;
        if !self.gone.is_empty() {
            // All that was concluded since the first of them may rest on it.
            let is_gone = |cell: Cell| self.gone.binary_search(&cell).is_ok();
            let Some(mark) = facts.before_opening(is_gone) else { return false };
            let mut changed = Vec::new();
            let follows = quick.components.are_of(facts);
            facts.undo(mark, |cell| changed.push(cell));
            if follows {
                quick.components.forget_around(facts, &changed);
            }
            if self.gone.iter().any(|&cell| facts.belief(cell) == Belief::Open) {
                return false;
            }
            for cell in changed {
                facts.take_in(cell, view.tile(cell));
            }
        }
        for &cell in &self.opened {
            facts.take_in(cell, view.tile(cell));
        }
        facts.settle();
        true
    }
}
