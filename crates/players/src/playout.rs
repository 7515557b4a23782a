//! Playouts: what a guess is worth, by playing on from it many times.
//!
//! A layout is drawn from the exact posterior, the guess is made, and a light
//! policy (certain cells, else the least likely mine) plays on. Counting how many
//! of these games are won finds nothing, the noise is larger than what guesses
//! differ by. So a playout is survived to its end: every guess in it multiplies its
//! weight by the exact probability to survive it, and where the layout has a mine
//! the layout is drawn anew; a small remainder ends it with its exact value. All
//! candidates play on the same layouts, and those that fall behind are dropped.

use surefoot_inference::{Analyst, Endgame, Options};
use surefoot_rules::{Action, Cell, Game, GameKind, Layout, Promise, Random, Rules, Status, View};

use crate::exact::safest;

/// Below this weight a playout is given up.
const FAINT: f64 = 1e-3;
/// Configurations below which a playout is solved.
const SMALL: usize = 60;
/// Samples drawn in search of one that survives.
const DRAWS: u32 = 10_000;
/// Playouts per candidate before the first is dropped.
const ROUND: usize = 32;

/// How far a score is off, as a share of the value.
const DOUBT: f64 = 0.04;
/// The part of a mean's variance that is not common to all guesses.
const SHARED: f64 = 0.6;

/// Plays on from positions.
#[derive(Clone)]
pub(crate) struct Playouts {
    game: Option<Game>,
    analyst: Analyst,
    endgame: Endgame,
    safe: Vec<Cell>,
    random: Random,
}

/// A guess under trial.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    pub(crate) cell: Cell,
    /// The probability that it is safe.
    safe: f64,
    /// What was thought of it before, in any unit.
    score: f64,
    /// Per layout: what the game was worth, or `None` where the cell is a mine.
    values: Vec<Option<f64>>,
    pub(crate) dropped: bool,
}

impl Trial {
    pub(crate) fn new(cell: Cell, safe: f64, score: f64) -> Self {
        Self { cell, safe, score, values: Vec::new(), dropped: false }
    }

    /// The estimated probability to win by it, and the variance of that.
    fn estimate(&self) -> (f64, f64) {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for value in self.values.iter().flatten().map(|value| self.safe * value) {
            (count, sum, squares) = (count + 1.0, sum + value, squares + value * value);
        }
        if count == 0.0 {
            return (0.0, 1.0);
        }
        let mean: f64 = sum / count;
        (mean, (squares / count - mean * mean).max(1e-6) / count)
    }
}

/// The guess to make: what playouts found is weighed against what was thought
/// before, each by how far it can be trusted.
pub(crate) fn preferred(trials: &[Trial]) -> Option<Cell> {
    // The level of this position, so that scores become probabilities to win.
    let (won, scores) = trials.iter().fold((0.0, 0.0), |(won, scores), trial| {
        let (mean, variance) = trial.estimate();
        (won + mean / variance, scores + trial.score / variance)
    });
    let level = won / scores;
    let believed = |trial: &Trial| {
        let (mean, variance) = trial.estimate();
        // Layouts are shared, so part of the noise is too.
        let noise = SHARED * variance;
        let doubt = DOUBT * level * DOUBT * level;
        (mean * doubt + level * trial.score * noise) / (doubt + noise)
    };
    let alive = trials.iter().filter(|trial| !trial.dropped);
    alive.max_by(|a, b| believed(a).total_cmp(&believed(b))).map(|trial| trial.cell)
}

impl Playouts {
    pub(crate) fn new() -> Self {
        Self {
            game: None,
            analyst: Analyst::new(Options { budget: 1 << 17, ..Options::default() }),
            endgame: Endgame::default(),
            safe: Vec::new(),
            random: Random::for_player(0, 0, ""),
        }
    }

    pub(crate) fn begin(&mut self, random: Random) {
        self.random = random;
    }

    /// Tries guesses by at most `budget` playouts each, and drops those that are
    /// behind by so many deviations. `lay` gives the layout of a playout, by its
    /// number and the guess.
    pub(crate) fn compare(
        &mut self,
        view: &View,
        trials: &mut [Trial],
        budget: usize,
        deviations: f64,
        mut lay: impl FnMut(usize, Cell) -> Option<Layout>,
    ) {
        let Some(mines) = view.mines() else { return };
        let grid = view.grid();
        let fits = |game: &Game| game.rules().grid == *grid && game.rules().mines == mines;
        if !self.game.as_ref().is_some_and(fits) {
            let mut rules = Rules::new(GameKind::Win, grid.clone(), mines);
            rules.promise = Promise::None;
            self.game = Game::new(rules).ok();
        }
        let mut played = 0;
        while played < budget && trials.iter().filter(|trial| !trial.dropped).count() > 1 {
            for number in played..budget.min(played + ROUND) {
                let stream = Random::for_player(self.random.bits(), 0, "playout");
                for trial in trials.iter_mut().filter(|trial| !trial.dropped) {
                    let Some(layout) = lay(number, trial.cell) else { return };
                    self.random = stream.clone();
                    let safe = !layout.is_mine(trial.cell);
                    trial.values.push(safe.then(|| self.play(view, &layout, trial.cell)));
                }
            }
            played += ROUND;
            drop_worse(trials, deviations);
        }
    }

    /// The weight of one game from here on.
    fn play(&mut self, view: &View, layout: &Layout, first: Cell) -> f64 {
        let Some(game) = &mut self.game else { return 0.0 };
        if game.set_up(view, layout).is_err() || game.play(Action::Open(first)).is_err() {
            return 0.0;
        }
        let mut weight = 1.0;
        while game.status() == Status::Playing {
            let view = game.view();
            let Ok(step) = self.analyst.step(view, &mut self.safe) else { return weight / 2.0 };
            let Some(posterior) = step else {
                for &cell in &self.safe {
                    // A flood may have opened it.
                    if game.view().tile(cell).is_closed() {
                        let _ = game.play(Action::Open(cell));
                    }
                }
                continue;
            };
            let listed = posterior.configurations(SMALL);
            let solve = |listed| self.endgame.solve(view, &listed, 20 * SMALL);
            if let Some(optimum) = listed.and_then(solve) {
                return weight * optimum.value();
            }
            let Some((cell, mine)) = safest(view, &posterior) else { return weight };
            weight *= 1.0 - mine;
            if weight < FAINT {
                return 0.0;
            }
            if game.layout().is_some_and(|layout| layout.is_mine(cell)) {
                // The safest cell is safe often enough.
                let mut drawn = (0..DRAWS).map(|_| posterior.sample(&mut self.random));
                let Some(mines) = drawn.find(|mines| !mines.contains(&cell)) else { return 0.0 };
                let Ok(layout) = Layout::new(view.grid().clone(), mines) else { return weight };
                if game.replace_layout(&layout).is_err() {
                    return weight;
                }
            }
            let _ = game.play(Action::Open(cell));
        }
        weight
    }
}

/// Drops those whose mean is below the best by more than the noise of the
/// difference allows.
fn drop_worse(trials: &mut [Trial], deviations: f64) {
    let alive = trials.iter().filter(|trial| !trial.dropped);
    let Some(best) = alive.max_by(|a, b| a.estimate().0.total_cmp(&b.estimate().0)).cloned() else {
        return;
    };
    for trial in trials.iter_mut().filter(|trial| !trial.dropped && trial.cell != best.cell) {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (ours, theirs) in trial.values.iter().zip(&best.values) {
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                let difference = best.safe * theirs - trial.safe * ours;
                (count, sum, squares) =
                    (count + 1.0, sum + difference, squares + difference * difference);
            }
        }
        if count < 8.0 {
            continue;
        }
        let mean: f64 = sum / count;
        let noise = ((squares / count - mean * mean).max(0.0) / count).sqrt();
        trial.dropped = mean > deviations * noise + 1e-9;
    }
}
