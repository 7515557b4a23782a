//! What a position is worth, and an action in it: the probability that `surefoot` wins from there.
//!
//! Where few configurations are left both are searched exactly, as the player does it.
//!
//! Elsewhere a position is played out by `surefoot` itself, on layouts drawn from the posterior. A
//! playout survives its guesses and carries the exact probability of that as its weight
//! (`playout`), so the mean of a few is an estimate without bias that is far less noisy than
//! counting wins; it is drawn a little to what such positions are worth usually (`usual_worth`), and
//! comes with its standard error. What an action is worth then is not played out
//! again: two guesses differ by less than the noise of a hundred playouts. The look-ahead's rating
//! tells them apart better, so an action has the same share of the position's worth as its rating
//! has of the best one's.
//!
//! So the worth of a position is calibrated (`scripts/soundness wins`), and the difference between
//! two guesses is the look-ahead's opinion.

mod early;

use std::collections::HashMap;

use surefoot_inference::{Analyst, Configurations, Endgame, Options, Posterior, Workspace};
use surefoot_rules::{Action, Cell, Game, GameKind, Layout, Random, Rules, Status, Tile, View};

use crate::surefoot::effort::Effort;
use crate::surefoot::lookahead::{LookAhead, Outlook};
use crate::surefoot::playout::{self, Playouts};
use crate::surefoot::usual_worth::{self, PositionSigns};
use crate::tunables;

/// The normal quantile of 97.5 %.
const Z: f64 = 1.959_963_984_540_054;

/// A probability to win, and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinChance {
    /// The probability.
    pub value: f64,
    /// The standard error of an estimate; 0 where it is exact.
    pub error: f64,
}

impl WinChance {
    /// One that is certain.
    pub const fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// Whether it is no estimate.
    pub fn is_exact(self) -> bool {
        self.error == 0.0
    }

    /// The interval that holds the truth 19 times of 20.
    pub fn interval(self) -> (f64, f64) {
        let half = Z * self.error;
        ((self.value - half).max(0.0), (self.value + half).min(1.0))
    }

    /// This share of it, where the share itself may be off by so much of the value.
    fn times(self, share: f64, doubt: f64) -> Self {
        let (value, error, doubt) = (share * self.value, share * self.error, doubt * self.value);
        Self { value, error: (error * error + doubt * doubt).sqrt() }
    }
}

/// How much may be played out for a position's worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutBudget {
    /// Playouts at the most.
    pub playouts: usize,
    /// Analyses, suppositions and sets that they may take together; when these have run out, the
    /// playouts made so far count.
    pub nodes: usize,
}

impl From<usize> for PlayoutBudget {
    /// So many playouts, whatever they take.
    fn from(playouts: usize) -> Self {
        Self { playouts, nodes: usize::MAX }
    }
}

/// Tells what positions and actions are worth, in memory that is used again. The same position has
/// the same worth, whatever was asked before.
///
/// ```
/// use surefoot_players::surefoot::{WinChance, WinChances};
/// use surefoot_rules::{Action, Cell, view};
///
/// // A mine beside the 1, and one more among the three beyond: two in three, then a flip at best.
/// let view = view!["3x1/1", "* 1 *"];
/// let mut chances = WinChances::default();
/// assert_eq!(chances.of_position(&view, 8), Some(WinChance::exact(0.5)));
/// assert_eq!(chances.of_action(&view, Action::Open(Cell::new(0))), Some(0.5));
/// ```
#[derive(Clone)]
pub struct WinChances {
    workspace: Workspace,
    after: Workspace,
    endgame: Endgame,
    playouts: Playouts,
    look_ahead: LookAhead,
    analyst: Analyst,
    safe: Vec<Cell>,
}

impl std::fmt::Debug for WinChances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WinChances").finish_non_exhaustive()
    }
}

impl Default for WinChances {
    fn default() -> Self {
        let options = Options { budget: tunables::BUDGET, ..Options::default() };
        Self {
            workspace: Workspace::new(options),
            after: Workspace::new(options),
            endgame: Endgame::default(),
            playouts: Playouts::with_effort(Effort::LOW),
            look_ahead: LookAhead::new(Outlook::FITTED, options, tunables::AHEAD_CANDIDATES),
            analyst: Analyst::new(options),
            safe: Vec::new(),
        }
    }
}

impl WinChances {
    /// What a position is worth: exactly, or by so many playouts; `None` if it is too wide to be
    /// counted, or its number of mines is not told.
    pub fn of_position(
        &mut self,
        view: &View,
        budget: impl Into<PlayoutBudget>,
    ) -> Option<WinChance> {
        let Self { workspace, endgame, playouts, .. } = self;
        let posterior = workspace.solve(view).ok()?;
        if let Some(listed) = listed(&posterior)
            && let Some(best) = endgame.solve(view, &listed, tunables::WORTH_SETS)
        {
            return Some(WinChance::exact(best.value()));
        }
        play_out(playouts, &posterior, budget.into())
    }

    /// What each of some playouts from a position came to, the probability to survive its guesses,
    /// before any of it is drawn to what is usual. `None` where best play is searched instead, and
    /// as for [`of_position`](Self::of_position).
    pub fn weights(&mut self, view: &View, budget: impl Into<PlayoutBudget>) -> Option<Vec<f64>> {
        let Self { workspace, playouts, .. } = self;
        let posterior = workspace.solve(view).ok()?;
        let searched = listed(&posterior).is_some();
        (!searched).then(|| weigh(playouts, &posterior, budget.into()))
    }

    /// What it is worth to open each of some cells, where `surefoot` would open `best`; and what the
    /// position is. `None` as for [`of_position`](Self::of_position).
    ///
    /// ```
    /// use surefoot_players::surefoot::{WinChance, WinChances};
    /// use surefoot_rules::{Cell, view};
    ///
    /// let view = view!["5x1/2", "* 1 * * *"];
    /// let cells = [0, 2].map(Cell::new);
    /// let (position, found) = WinChances::default().of_cells(&view, &cells, cells[1], 8).unwrap();
    /// assert_eq!((position.value, found[1]), (0.5, WinChance::exact(0.5)));
    /// assert_eq!(found[0].value, 0.25);
    /// ```
    pub fn of_cells(
        &mut self,
        view: &View,
        cells: &[Cell],
        best: Cell,
        budget: impl Into<PlayoutBudget>,
    ) -> Option<(WinChance, Vec<WinChance>)> {
        let Self { workspace, endgame, playouts, look_ahead, .. } = self;
        let posterior = workspace.solve(view).ok()?;
        if let Some(listed) = listed(&posterior)
            && let Some(optimum) = endgame.solve(view, &listed, tunables::WORTH_SETS)
            && let Some(wins) = endgame.wins_by(view, &listed, cells, tunables::WORTH_SETS)
        {
            let all = f64::from(optimum.configurations);
            let share = |wins: u32| WinChance::exact(f64::from(wins) / all);
            return Some((
                WinChance::exact(optimum.value()),
                wins.into_iter().map(share).collect(),
            ));
        }
        let position = play_out(playouts, &posterior, budget.into())?;
        let certain = posterior.safest().is_some_and(|(_, mine)| mine == 0.0);
        let chance = |&cell: &Cell| {
            let mine = posterior.probability(cell)?;
            if mine >= 1.0 {
                return Some(WinChance::exact(0.0));
            }
            if mine <= 0.0 || cell == best {
                return Some(position);
            }
            // Who guesses although something is safe risks what need not be risked yet.
            if certain {
                return Some(position.times(1.0 - mine, 0.0));
            }
            let share = share(look_ahead, &posterior, cell, best)?;
            Some(position.times(share, share * tunables::DOUBT))
        };
        let chances = cells.iter().map(chance).collect::<Option<_>>()?;
        Some((position, chances))
    }

    /// What an action is worth where that can be searched: the probability to win after it by best
    /// play. `None` where too many configurations are left.
    pub fn of_action(&mut self, view: &View, action: Action) -> Option<f64> {
        let posterior = self.workspace.solve(view).ok()?;
        let listed = posterior.configurations(tunables::WORTH_ACTION)?;
        let total = listed.mines.len();
        let mut game =
            Game::new(Rules::on(GameKind::Win, &one(view, &listed.cells, listed.mines[0]))).ok()?;
        // What is seen afterwards, and in how many configurations.
        let mut seen: HashMap<Vec<Tile>, View> = HashMap::new();
        let mut wins = 0;
        for &mines in &listed.mines {
            game.set_up(view, &one(view, &listed.cells, mines)).ok()?;
            match game.play(action).ok()? {
                Status::Won => wins += 1,
                Status::Lost => {}
                _ => {
                    let after = game.view();
                    if !seen.contains_key(after.tiles()) {
                        seen.insert(after.tiles().to_vec(), after.clone());
                    }
                }
            }
        }
        for after in seen.values() {
            let posterior = self.after.solve(after).ok()?;
            let left = posterior.configurations(tunables::WORTH_ACTION)?;
            wins += self.endgame.solve(after, &left, tunables::WORTH_SETS)?.wins as usize;
        }
        Some(wins as f64 / total as f64)
    }

    /// What a guess is worth against another, as a share: at most 1. The other is the one that is
    /// thought best, or that `surefoot` takes.
    pub fn share(&mut self, view: &View, guess: Cell, best: Cell) -> Option<f64> {
        let posterior = self.workspace.solve(view).ok()?;
        share(&mut self.look_ahead, &posterior, guess, best)
    }
}

/// All configurations, where they are so few that best play is searched.
fn listed(posterior: &Posterior<'_>) -> Option<Configurations> {
    posterior.configurations(tunables::WORTH_EXACT)
}

/// The weights of playouts.
fn weigh(
    playouts: &mut Playouts,
    posterior: &Posterior<'_>,
    PlayoutBudget { playouts: most, mut nodes }: PlayoutBudget,
) -> Vec<f64> {
    let view = posterior.view();
    playouts.begin(Random::named("worth", [playout::hash(view), 0]));
    let lay = |number: u64| {
        let mines = posterior.sample(&mut Random::named("layout", [number, 0]));
        Layout::new(view.grid().clone(), mines).ok()
    };
    playouts.weigh(view, most, &mut nodes, lay)
}

/// The mean of playouts, drawn to what is usual, with its error.
fn play_out(
    playouts: &mut Playouts,
    posterior: &Posterior<'_>,
    budget: PlayoutBudget,
) -> Option<WinChance> {
    let weights = weigh(playouts, posterior, budget);
    let signs = PositionSigns::of(posterior.view(), posterior)?;
    (!weights.is_empty()).then(|| usual_worth::calibrated(&weights, signs))
}

/// What a guess is worth against the best, as a share.
fn share(
    look_ahead: &mut LookAhead,
    posterior: &Posterior<'_>,
    guess: Cell,
    best: Cell,
) -> Option<f64> {
    if guess == best {
        return Some(1.0);
    }
    let flips = posterior.coin_flips();
    let is_flip = |cell: Cell| flips.iter().any(|&(one, other)| cell == one || cell == other);
    // A coin flip must be taken some time, so it costs nothing to take it now.
    if is_flip(guess) {
        return Some(1.0);
    }
    let theirs = if is_flip(best) {
        // What is put off is worth what the best of the others is worth.
        let others = look_ahead.all(posterior, &mut { usize::MAX });
        others.iter().find(|other| !is_flip(other.cell))?.score
    } else {
        look_ahead.rate(posterior, best)?
    };
    let ours = look_ahead.rate(posterior, guess)?;
    Some(if ours < theirs { ours / theirs } else { 1.0 })
}

/// The layout of a configuration: listed cells by their bits; closed cells that are not listed are
/// mines.
fn one(view: &View, listed: &[Cell], mines: u128) -> Layout {
    let mut is_mine: Vec<bool> =
        view.tiles().iter().map(|tile| tile.is_closed() || *tile == Tile::Mine).collect();
    for (at, cell) in listed.iter().enumerate() {
        is_mine[cell.index()] = mines >> at & 1 == 1;
    }
    Layout::from_fn(view.grid().clone(), |cell| is_mine[cell.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::view;

    /// Any action of a small remainder, against best play written out: the best action is worth
    /// what the position is, and none more.
    #[test]
    fn the_best_action_is_worth_the_position() {
        let mut chances = WinChances::default();
        for view in [
            view!["5x4/5", "*****", "*1***", "*3***", "*****"],
            view!["4x3/3", "1 * * *", "1 2 * *", "0 1 * *"],
            view!["5x2/2", "0 1 * * *", "0 1 * * *"],
        ] {
            let Some(whole) = chances.of_position(&view, 0) else { panic!("{view:?}") };
            assert!(whole.error < f64::EPSILON);
            let worth: Vec<f64> = view
                .hidden()
                .filter_map(|cell| chances.of_action(&view, Action::Open(cell)))
                .collect();
            if worth.is_empty() {
                continue;
            }
            let best = worth.iter().copied().fold(0.0, f64::max);
            assert!((best - whole.value).abs() < 1e-12, "{best} {whole:?}\n{view:?}");
        }
    }

    /// Opened first, every cell wins what playing it in every configuration wins.
    #[test]
    fn cells_are_worth_what_their_actions_are() {
        let mut chances = WinChances::default();
        for view in [
            view!["5x4/5", "*****", "*1***", "*3***", "*****"],
            view!["4x3/3", "1 * * *", "1 2 * *", "0 1 * *"],
            view!["5x2/2", "0 1 * * *", "0 1 * * *"],
            view!["6x2/3", "* 1 * * * *", "* 1 * * * *"],
        ] {
            let cells: Vec<Cell> = view.hidden().collect();
            let (whole, found) = chances.of_cells(&view, &cells, cells[0], 0).unwrap();
            assert_eq!(Some(whole), chances.of_position(&view, 0));
            for (&cell, chance) in cells.iter().zip(found) {
                let action = chances.of_action(&view, Action::Open(cell)).unwrap();
                assert!(chance.is_exact() && (chance.value - action).abs() < 1e-12, "{cell:?}");
            }
        }
    }

    /// What another program and paper found for a position.
    #[test]
    fn an_endgame_is_worth_what_others_found() {
        let view = view!["3x1/1", "* 1 *"];
        let mut chances = WinChances::default();
        assert_eq!(chances.share(&view, Cell::new(0), Cell::new(2)), Some(1.0));
        assert_eq!(chances.of_action(&view, Action::Open(Cell::new(2))), Some(0.5));
    }
}
