//! The coach: which cells are worth opening, how safe each is and how often it wins, and why one
//! is better than another.
//!
//! "Safest" and "wins most" are two things, and a player who is shown only one of them learns
//! nothing. So a coach names `surefoot`'s own choice first, then the candidates it was weighed
//! against, the safest cell always among them, each with its exact safety and its win probability:
//! `surefoot`'s own value of it (`surefoot::WinChances`), with an interval where it comes from
//! playouts. Two cells are compared by what sets them apart ([`CellComparison`]).
//!
//! Playing every candidate out would look more thorough; in a third of a second it tells less than
//! the look-ahead does. Nothing depends on the clock: what is spent is counted in playouts and
//! nodes, so the same position gets the same counsel everywhere.

mod comparison;
mod prospect;
mod reach;

use surefoot_inference::{AnalysisError, Options, Posterior, Suppose, TIE, Workspace};
use surefoot_rules::{Action, Cell, Point, Promise, View};

pub use comparison::CellComparison;
pub use prospect::{Followup, Prospect};
pub use reach::{Reach, ReachGain};

use crate::advise;
use crate::surefoot::lookahead::{LookAhead, Outlook};
use crate::surefoot::{Decision, PlayoutBudget, WinChance, WinChances};
use crate::tunables;

/// What a coach says of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Counsel {
    /// What `surefoot` would do once its mines are flagged; `None` where no cell is hidden.
    pub decision: Option<Decision>,
    /// The probability that it wins from here, where that can be told.
    pub win: Option<WinChance>,
    /// The cells worth opening: `surefoot`'s own first, then those that win most. The safest is
    /// among them. Where something is certain, cells that are.
    pub candidates: Vec<Prospect>,
    /// How many hidden cells are certainly safe.
    pub certain: usize,
}

/// Why cells cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoachError {
    /// A cell is not on the board.
    #[error("cell {} is not on the board", .0.number())]
    Outside(Cell),
    /// A cell is open.
    #[error("{0} is open: there is nothing to compare")]
    Open(Point),
    /// A cell against itself.
    #[error("{0} cannot be compared with itself")]
    Same(Point),
    /// The view has no analysis.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
}

/// Tells players what to open, in memory that is used again.
///
/// ```
/// use surefoot_players::coach::Coach;
/// use surefoot_rules::{Promise, view};
///
/// // A mine beside the 1 and another among the last two: the middle tells of both.
/// let view = view!["5x1/2", "* 1 * * *"];
/// let counsel = Coach::default().consult(&view, Promise::Opening, 3)?;
/// let best = &counsel.candidates[0];
/// assert_eq!((best.safety, best.win.unwrap().value), (0.5, 0.5));
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Coach {
    options: Options,
    workspace: Workspace,
    suppose: Suppose,
    chances: WinChances,
    look_ahead: LookAhead,
}

impl Default for Coach {
    fn default() -> Self {
        Self::new(Options { budget: tunables::BUDGET, ..Options::default() })
    }
}

impl Coach {
    /// A coach that counts within these limits.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            workspace: Workspace::new(options),
            suppose: Suppose::new(options),
            chances: WinChances::default(),
            look_ahead: LookAhead::new(Outlook::FITTED, options, tunables::AHEAD_CANDIDATES),
        }
    }

    /// What to open in a position of the ordinary game, and so many candidates. The promise counts
    /// as long as nothing is open.
    pub fn consult(
        &mut self,
        view: &View,
        promise: Promise,
        wanted: usize,
    ) -> Result<Counsel, AnalysisError> {
        let posterior = self.workspace.solve(view)?;
        let decision = advise::decision(view, promise);
        let chosen = decision.as_ref().and_then(|decision| match decision.choice.action {
            Action::Open(cell) => Some(cell),
            _ => None,
        });
        let safe: Vec<Cell> = view.hidden().filter(|&cell| posterior.is_safe(cell)).collect();
        let certain = safe.len();
        let Some(best) = chosen else {
            return Ok(Counsel { decision, win: None, candidates: Vec::new(), certain });
        };
        let first = view.opened() == 0 && !posterior.is_safe(best);
        let cells = if first {
            vec![best]
        } else if safe.is_empty() {
            guesses(&mut self.look_ahead, &posterior, best)
        } else {
            let others = safe.into_iter().filter(|&cell| cell != best);
            std::iter::once(best).chain(others).take(wanted.max(1)).collect()
        };
        let worth = weigh(&mut self.chances, view, &cells, best)
            .filter(|_| !first || promise == Promise::None);
        let (win, wins) = worth.unzip();
        let win_of = |at: usize| wins.as_ref().map(|wins| wins[at]);
        let mut ranked: Vec<(Cell, Option<WinChance>)> =
            cells.iter().enumerate().map(|(at, &cell)| (cell, win_of(at))).collect();
        rank(&mut ranked, &posterior, best, wanted.max(1));
        let mut candidates: Vec<Prospect> = ranked
            .into_iter()
            .map(|(cell, win)| Prospect::of(&mut self.suppose, &posterior, cell, win))
            .collect();
        if first && promise != Promise::None {
            candidates[0].promised(promise);
        }
        Ok(Counsel { decision, win, candidates, certain })
    }

    /// Compares two closed cells.
    ///
    /// ```
    /// use surefoot_players::coach::Coach;
    /// use surefoot_rules::{Cell, view};
    ///
    /// let view = view!["5x1/2", "* 1 * * *"];
    /// let compared = Coach::default().compare(&view, Cell::new(0), Cell::new(2))?;
    /// assert_eq!(compared.better, Some(Cell::new(2)));
    /// assert_eq!(compared.words(&view)[0], "2,0 wins more often: 50.0 % against 25.0 %.");
    /// # Ok::<(), surefoot_players::coach::CoachError>(())
    /// ```
    pub fn compare(
        &mut self,
        view: &View,
        one: Cell,
        other: Cell,
    ) -> Result<CellComparison, CoachError> {
        for cell in [one, other] {
            if !view.grid().contains(cell) {
                return Err(CoachError::Outside(cell));
            }
            if !view.tile(cell).is_closed() {
                return Err(CoachError::Open(view.grid().point(cell)));
            }
        }
        if one == other {
            return Err(CoachError::Same(view.grid().point(one)));
        }
        let posterior = self.workspace.solve(view)?;
        let decision = advise::decision(view, Promise::None);
        let best = decision.and_then(|decision| decision.choice.action.cell()).unwrap_or(one);
        let wins = weigh(&mut self.chances, view, &[one, other, best], best).map(|(_, wins)| wins);
        let win_of = |at: usize| wins.as_ref().map(|wins| wins[at]);
        let mut prospect = |cell, at| Prospect::of(&mut self.suppose, &posterior, cell, win_of(at));
        let both = [prospect(one, 0), prospect(other, 1)];
        // Where one of the two is certainly safe there is nothing to say of a third.
        let safe = both.iter().any(Prospect::is_safe);
        let neither = best != one && best != other && !safe;
        let instead = neither.then(|| prospect(best, 2));
        let reached = reach::measured(&posterior, [one, other], self.options);
        let dead = self.workspace.dead(view).unwrap_or_default();
        Ok(CellComparison::of(both, instead, reached, &dead))
    }
}

/// The cells that `surefoot` looks ahead from, its own choice and the safest.
fn guesses(look_ahead: &mut LookAhead, posterior: &Posterior<'_>, best: Cell) -> Vec<Cell> {
    let mut cells = vec![best];
    let safest = posterior.safest().map(|(cell, _)| cell);
    let rated = look_ahead.all(posterior, &mut { usize::MAX });
    for cell in safest.into_iter().chain(rated.iter().map(|rated| rated.cell)) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

/// What the position and these cells are worth.
fn weigh(
    chances: &mut WinChances,
    view: &View,
    cells: &[Cell],
    best: Cell,
) -> Option<(WinChance, Vec<WinChance>)> {
    let closed = view.grid().len() as u32 - view.opened();
    let playouts = if closed > tunables::COACH_CLOSED { 0 } else { tunables::COACH_PLAYOUTS };
    view.mines().filter(|_| view.rule().is_exact())?;
    chances.of_cells(view, cells, best, PlayoutBudget { playouts, nodes: tunables::COACH_NODES })
}

/// Orders cells, the best first, then by what they win and how safe they are; keeps so many, the
/// safest among them.
fn rank(
    cells: &mut Vec<(Cell, Option<WinChance>)>,
    posterior: &Posterior<'_>,
    best: Cell,
    wanted: usize,
) {
    let mine = |cell: Cell| posterior.probability(cell).unwrap_or(1.0);
    let value = |win: Option<WinChance>| win.map_or(0.0, |win| win.value);
    cells.sort_by(|&(a, win_a), &(b, win_b)| {
        (b == best)
            .cmp(&(a == best))
            .then(value(win_b).total_cmp(&value(win_a)))
            .then(mine(a).total_cmp(&mine(b)))
            .then(a.cmp(&b))
    });
    let least = cells.iter().map(|&(cell, _)| mine(cell)).fold(1.0, f64::min);
    let is_safest = |&(cell, _): &(Cell, _)| mine(cell) <= least + TIE;
    let safest = cells.iter().copied().find(is_safest);
    cells.truncate(wanted);
    if let (Some(safest), Some(last)) = (safest, cells.len().checked_sub(1))
        && !cells.iter().any(is_safest)
    {
        // One who wants only one wants the best.
        let at = if last == 0 { 1 } else { last };
        cells.truncate(at);
        cells.push(safest);
    }
}

#[cfg(test)]
mod tests;
