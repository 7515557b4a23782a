//! Playouts: what a guess is worth, by playing on from it many times.
//!
//! A layout is drawn from the exact posterior, the guess is made, and a policy plays on.
//! Counting how many of these games are won finds nothing, the noise is larger than what
//! guesses differ by. So a playout is survived to its end: every guess in it multiplies its
//! weight by the exact probability to survive it, and where the layout has a mine it is
//! drawn anew around that (`coupling`); a small remainder ends it with its exact value.
//!
//! Who plays on matters. With the least likely mine as every further guess, playouts found
//! half of what they find if they go on as the player itself would, by coin flips and
//! look-ahead. Late in a game the same positions come up again and again, so what was
//! found out about a position is kept for the next playout.

use std::collections::HashMap;

use surefoot_inference::{Analyst, Endgame, Options, Posterior};
use surefoot_rules::{
    Action, Cell, Game, GameKind, Layout, Promise, Random, Rules, Status, Tile, View,
};

use crate::surefoot::compared_guess::ComparedGuess;
use crate::surefoot::coupling::Coupling;
use crate::surefoot::effort::Effort;
use crate::surefoot::guesser::Guesser;
use crate::tunables;

/// Who plays on, and up to how many configurations remainders are solved.
#[derive(Clone)]
enum Policy {
    Safest { solved: usize },
    Surefoot(Box<Guesser>),
}

/// What was found out about a position in which nothing is certain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KnownPosition {
    /// It is worth this.
    Value(f64),
    /// This cell is guessed, a mine with this probability.
    Guess(Cell, f64),
}

/// Plays on from positions.
#[derive(Clone)]
pub(crate) struct Playouts {
    policy: Policy,
    game: Option<Game>,
    analyst: Analyst,
    endgame: Endgame,
    coupling: Coupling,
    known: HashMap<u64, KnownPosition>,
    safe: Vec<Cell>,
    random: Random,
}

impl Playouts {
    /// Playouts by the least likely mine: a fifth of the time.
    pub(crate) fn light() -> Self {
        Self::by(Policy::Safest { solved: tunables::LIGHT_SOLVED })
    }

    /// Playouts as `surefoot` plays with this effort, but without playouts of its own.
    pub(crate) fn with_effort(effort: Effort) -> Self {
        let effort = Effort { playouts: 0, deals: 0, budget: tunables::PLAYOUT_BUDGET, ..effort };
        Self::by(Policy::Surefoot(Box::new(Guesser::new(effort))))
    }

    fn by(policy: Policy) -> Self {
        Self {
            policy,
            game: None,
            analyst: Analyst::new(options()),
            endgame: Endgame::default(),
            coupling: Coupling::default(),
            known: HashMap::new(),
            safe: Vec::new(),
            random: Random::default(),
        }
    }

    pub(crate) fn begin(&mut self, random: Random) {
        self.random = random;
    }

    /// Tries guesses by at most `budget` playouts each; `drop` says after every round which
    /// go on. `lay` gives the layout of a playout, in which the guess is safe, by a number
    /// that is the same for all guesses. Every analysis, supposition and set takes one of
    /// `nodes`; when they run out, what was found counts.
    pub(crate) fn compare(
        &mut self,
        view: &View,
        trials: &mut [ComparedGuess],
        budget: usize,
        nodes: &mut usize,
        drop: impl Fn(&mut [ComparedGuess]),
        mut lay: impl FnMut(u64, Cell) -> Option<Layout>,
    ) {
        if self.lay_table(view).is_none() {
            return;
        }
        let mut played = 0;
        while played < budget && trials.iter().filter(|trial| !trial.dropped).count() > 1 {
            for _ in played..budget.min(played + tunables::PLAYOUT_ROUND) {
                if *nodes == 0 {
                    return;
                }
                let number = self.random.bits();
                for trial in trials.iter_mut().filter(|trial| !trial.dropped) {
                    let Some(layout) = lay(number, trial.cell) else { return };
                    let weight = self.play(view, &layout, Some(trial.cell), number, nodes);
                    trial.values.push(trial.safe * weight);
                }
            }
            played += tunables::PLAYOUT_ROUND;
            drop(trials);
        }
    }

    /// The weights of so many games from here on, on layouts by their number: their mean is the
    /// probability to win. When `nodes` run out there are fewer, but never less than two.
    pub(crate) fn weigh(
        &mut self,
        view: &View,
        count: usize,
        nodes: &mut usize,
        mut lay: impl FnMut(u64) -> Option<Layout>,
    ) -> Vec<f64> {
        if self.lay_table(view).is_none() {
            return Vec::new();
        }
        let mut weights = Vec::with_capacity(count);
        while weights.len() < count && (*nodes > 0 || weights.len() < 2) {
            let number = self.random.bits();
            let Some(layout) = lay(number) else { break };
            weights.push(self.play(view, &layout, None, number, nodes));
        }
        weights
    }

    /// A table of the view's kind, and nothing known of its positions.
    fn lay_table(&mut self, view: &View) -> Option<()> {
        let (grid, mines) = (view.grid(), view.mines()?);
        let fits = |game: &Game| game.rules().grid == *grid && game.rules().mines == mines;
        if !self.game.as_ref().is_some_and(fits) {
            let mut rules = Rules::new(GameKind::Win, grid.clone(), mines);
            rules.promise = Promise::None;
            self.game = Game::new(rules).ok();
        }
        self.known.clear();
        Some(())
    }

    /// The weight of one game from here on, or from a guess on.
    fn play(
        &mut self,
        view: &View,
        layout: &Layout,
        first: Option<Cell>,
        number: u64,
        nodes: &mut usize,
    ) -> f64 {
        let Some(game) = &mut self.game else { return 0.0 };
        if game.set_up(view, layout).is_err()
            || first.is_some_and(|first| game.play(Action::Open(first)).is_err())
        {
            return 0.0;
        }
        let mut weight = 1.0;
        while game.status() == Status::Playing {
            let (view, hash) = (game.view(), hash(game.view()));
            *nodes = nodes.saturating_sub(1);
            let known = match self.known.get(&hash) {
                Some(&known) => known,
                None => {
                    let Ok(step) = self.analyst.step(view, &mut self.safe) else {
                        return weight / 2.0;
                    };
                    let Some(posterior) = step else {
                        for &cell in &self.safe {
                            // A flood may have opened it.
                            if game.view().tile(cell).is_closed() {
                                let _ = game.play(Action::Open(cell));
                            }
                        }
                        continue;
                    };
                    let known = self.policy.ask(&posterior, &mut self.endgame, nodes);
                    let Some(known) = known else { return weight };
                    self.known.insert(hash, known);
                    known
                }
            };
            let (cell, mine) = match known {
                KnownPosition::Value(value) => return weight * value,
                KnownPosition::Guess(cell, mine) => (cell, mine),
            };
            weight *= 1.0 - mine;
            if weight < tunables::PLAYOUT_FAINT {
                return 0.0;
            }
            if let Some(layout) = game.layout().filter(|layout| layout.is_mine(cell)) {
                let Ok(Some(posterior)) = self.analyst.step(view, &mut self.safe) else {
                    return weight / 2.0;
                };
                let mut random = Random::named("redraw", [number, cell.index() as u64]);
                let other = self.coupling.around(&posterior, layout, cell, &mut random);
                if other.is_none_or(|other| game.replace_layout(&other).is_err()) {
                    return 0.0;
                }
            }
            let _ = game.play(Action::Open(cell));
        }
        weight
    }
}

impl Policy {
    /// What to do where nothing is certain; nothing if no cell can be safe.
    fn ask(
        &mut self,
        posterior: &Posterior<'_>,
        endgame: &mut Endgame,
        nodes: &mut usize,
    ) -> Option<KnownPosition> {
        let solved = match self {
            Self::Safest { solved } => *solved,
            Self::Surefoot(guesser) => return guesser.in_playout(posterior, nodes),
        };
        if let Some(listed) = posterior.configurations(solved) {
            let sets = tunables::SETS * solved;
            let best = endgame.solve(posterior.view(), &listed, sets);
            *nodes = nodes.saturating_sub(sets - endgame.nodes_left());
            if let Some(best) = best {
                return Some(KnownPosition::Value(best.value()));
            }
        }
        let (cell, mine) = posterior.safest()?;
        Some(KnownPosition::Guess(cell, mine))
    }
}

fn options() -> Options {
    Options { budget: tunables::PLAYOUT_BUDGET, ..Options::default() }
}

/// A number that stands for what is seen; two positions of one playout that share it by
/// chance would only cost a little of its worth.
pub(crate) fn hash(view: &View) -> u64 {
    view.tiles().iter().fold(0, |hash: u64, tile| {
        let code = match tile {
            Tile::Hidden | Tile::Flag => 0,
            Tile::Clue(number) => u64::from(*number) + 1,
            Tile::Silent | Tile::Mine => u64::MAX,
        };
        (hash.rotate_left(5) ^ code).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
