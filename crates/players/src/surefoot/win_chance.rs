//! What a position is worth, and an action in it: the probability that `surefoot` wins from there.
//!
//! Where few configurations are left both are searched exactly: every configuration is played one
//! step, what then looks the same is searched to its end, and the wins are added up.
//!
//! Elsewhere a position is played out by `surefoot` itself, on layouts drawn from the posterior. A
//! playout survives its guesses and carries the exact probability of that as its weight
//! (`playout`), so the mean of a few is an estimate without bias that is far less noisy than
//! counting wins; it comes with its standard error. What an action is worth then is not played out
//! again: two guesses differ by less than the noise of a hundred playouts. The look-ahead's rating
//! tells them apart better, so an action has the same share of the position's worth as its rating
//! has of the best one's.
//!
//! So the worth of a position is calibrated as far as `surefoot` plays as its playouts do, and the
//! difference between two guesses is the look-ahead's opinion.

use std::collections::HashMap;

use surefoot_inference::{Endgame, Options, Workspace};
use surefoot_rules::{
    Action, Cell, Deal, Game, GameKind, Layout, Random, Rules, Status, Tile, View,
};

use crate::surefoot::lookahead::{LookAhead, Outlook};
use crate::surefoot::playout::Playouts;
use crate::tunables;

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

    /// The interval that holds the truth 19 times of 20.
    pub fn interval(self) -> (f64, f64) {
        let (low, high) = (self.value - 1.96 * self.error, self.value + 1.96 * self.error);
        (low.max(0.0), high.min(1.0))
    }
}

/// Tells what positions and actions are worth, in memory that is used again.
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
}

impl std::fmt::Debug for WinChances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WinChances").finish_non_exhaustive()
    }
}

impl Default for WinChances {
    fn default() -> Self {
        let options = Options { budget: tunables::BUDGET, ..Options::default() };
        let mut playouts = Playouts::full();
        playouts.begin(Random::for_player(Deal::default(), "worth"));
        Self {
            workspace: Workspace::new(options),
            after: Workspace::new(options),
            endgame: Endgame::default(),
            playouts,
            look_ahead: LookAhead::new(Outlook::FITTED, options, tunables::AHEAD_CANDIDATES),
        }
    }
}

impl WinChances {
    /// What a position is worth: exactly, or by so many playouts; `None` if it is too wide to be
    /// counted, or its number of mines is not told.
    pub fn of_position(&mut self, view: &View, playouts: usize) -> Option<WinChance> {
        let posterior = self.workspace.solve(view).ok()?;
        if let Some(listed) = posterior.configurations(tunables::WORTH_EXACT) {
            let sets = tunables::WORTH_SETS * tunables::WORTH_EXACT;
            if let Some(best) = self.endgame.solve(view, &listed, sets) {
                return Some(WinChance::exact(best.value()));
            }
        }
        let lay = |number: u64| {
            let mines = posterior.sample(&mut Random::named("layout", [number, 0]));
            Layout::new(view.grid().clone(), mines).ok()
        };
        let weights = self.playouts.weigh(view, playouts, lay);
        let count = weights.len() as f64;
        let mean = weights.iter().sum::<f64>() / count;
        let spread = weights.iter().map(|weight| (weight - mean) * (weight - mean)).sum::<f64>();
        let error = (spread / (count - 1.0).max(1.0) / count).sqrt();
        (count > 0.0).then_some(WinChance { value: mean, error })
    }

    /// What an action is worth where that can be searched: the probability to win after it by best
    /// play. `None` where too many configurations are left.
    pub fn of_action(&mut self, view: &View, action: Action) -> Option<f64> {
        let posterior = self.workspace.solve(view).ok()?;
        let listed = posterior.configurations(tunables::WORTH_EXACT)?;
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
            let left = posterior.configurations(tunables::WORTH_EXACT)?;
            let sets = tunables::WORTH_SETS * tunables::WORTH_EXACT;
            wins += self.endgame.solve(after, &left, sets)?.wins as usize;
        }
        Some(wins as f64 / total as f64)
    }

    /// What a guess is worth against another, as a share: at most 1. The other is the one that is
    /// thought best, or that `surefoot` takes.
    pub fn share(&mut self, view: &View, guess: Cell, best: Cell) -> Option<f64> {
        if guess == best {
            return Some(1.0);
        }
        let posterior = self.workspace.solve(view).ok()?;
        // Coin flips are all alike, and must be taken some time.
        let flips = posterior.coin_flips();
        let is_flip = |cell: Cell| flips.iter().any(|&(one, other)| cell == one || cell == other);
        if is_flip(guess) && is_flip(best) {
            return Some(1.0);
        }
        let mut rate = |cell| self.look_ahead.rate(&posterior, cell);
        let (ours, theirs) = (rate(guess)?, rate(best)?);
        Some(if ours < theirs { ours / theirs } else { 1.0 })
    }
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

    /// What another program and paper found for a position.
    #[test]
    fn an_endgame_is_worth_what_others_found() {
        let view = view!["3x1/1", "* 1 *"];
        let mut chances = WinChances::default();
        assert_eq!(chances.share(&view, Cell::new(0), Cell::new(2)), Some(1.0));
        assert_eq!(chances.of_action(&view, Action::Open(Cell::new(2))), Some(0.5));
    }
}
