//! Where `surefoot` guesses: an endgame, a coin flip, the look-ahead, playouts.

use surefoot_inference::{Endgame, Options, Posterior};
use surefoot_rules::{Layout, Random, View};

use crate::ours::exact::least_likely;
use crate::surefoot::compared_guess::{ComparedGuess, drop_hopeless, preferred};
use crate::surefoot::coupling::Coupling;
use crate::surefoot::decision::{Decision, DecisionKind};
use crate::surefoot::effort::Effort;
use crate::surefoot::lookahead::{LookAhead, Outlook};
use crate::surefoot::playout::Playouts;
use crate::surefoot::small_board;
use crate::tunables;

/// The part that guesses.
#[derive(Clone)]
pub(crate) struct Guesser {
    pub(crate) effort: Effort,
    look_ahead: LookAhead,
    endgame: Endgame,
    playouts: Playouts,
    coupling: Coupling,
}

impl Guesser {
    pub(crate) fn new(effort: Effort) -> Self {
        let outlook = effort.outlook.unwrap_or(Outlook::FITTED);
        let options = Options { budget: tunables::BUDGET, ..Options::default() };
        Self {
            effort,
            look_ahead: LookAhead::new(outlook, options, tunables::AHEAD_CANDIDATES),
            endgame: Endgame::default(),
            playouts: Playouts::full(),
            coupling: Coupling::default(),
        }
    }

    pub(crate) fn begin(&mut self, random: Random) {
        self.playouts.begin(random);
    }

    /// The best guess, and so many of those it was rated against.
    pub(crate) fn decide(
        &mut self,
        view: &View,
        posterior: &Posterior<'_>,
        wanted: usize,
    ) -> Option<Decision> {
        let mut decision = self.choose(view, posterior)?;
        let chosen = match decision.kind {
            DecisionKind::LookAhead => decision.choice.action.cell(),
            DecisionKind::Playouts => None,
            _ => return Some(decision),
        };
        if wanted > 0 {
            decision.candidates = self.look_ahead.candidates(view, posterior, chosen, wanted);
        }
        Some(decision)
    }

    fn choose(&mut self, view: &View, posterior: &Posterior<'_>) -> Option<Decision> {
        let mut nodes = self.effort.nodes;
        if let Some(decision) = self.finish(view, posterior, &mut nodes) {
            return Some(decision);
        }
        if let (true, Some(&(one, other))) = (self.effort.flips, posterior.coin_flips().first()) {
            return Some(Decision::open(one, "coin flip", DecisionKind::CoinFlip { other }));
        }
        if self.effort.outlook.is_none() {
            let choice = least_likely(posterior)?;
            return Some(Decision::new(choice, DecisionKind::Safest));
        }
        if self.effort.playouts > 0 {
            return self.play_out(view, posterior, &mut nodes);
        }
        let best = self.look_ahead.best(view, posterior, &mut nodes)?;
        Some(Decision::open(best.cell, "look-ahead", DecisionKind::LookAhead))
    }

    /// Best play, where the configurations are few.
    fn finish(
        &mut self,
        view: &View,
        posterior: &Posterior<'_>,
        nodes: &mut usize,
    ) -> Option<Decision> {
        let Effort { endgame, .. } = self.effort;
        let most = small_board::deals(view, self.effort.deals()).unwrap_or(endgame);
        let configurations = posterior.configurations(most.min(*nodes))?;
        let sets = (tunables::SETS * most.max(endgame)).min(*nodes);
        let optimum = self.endgame.solve(view, &configurations, sets);
        *nodes -= sets - self.endgame.nodes_left();
        let optimum = optimum?;
        let value = optimum.value();
        let kind = DecisionKind::Endgame { value };
        let mut decision = Decision::open(optimum.best, "endgame", kind);
        decision.choice.value = Some(value);
        Some(decision)
    }

    /// The best by look-ahead, unless playouts prefer another.
    fn play_out(
        &mut self,
        view: &View,
        posterior: &Posterior<'_>,
        nodes: &mut usize,
    ) -> Option<Decision> {
        let scored = self.look_ahead.all(view, posterior, nodes);
        let first = *scored.first()?;
        let safest = scored.iter().map(|scored| scored.safe).fold(0.0, f64::max);
        let mut trials: Vec<ComparedGuess> = scored
            .iter()
            .take(self.effort.trials)
            .map(|scored| ComparedGuess::new(scored.cell, scored.safe, scored.score))
            .collect();
        let safe_cells = view.grid().len() as f64 - f64::from(view.mines()?);
        let early = f64::from(view.opened()) < tunables::PLAYED_OUT_FROM * safe_cells;
        if early || safest >= tunables::PLAYED_OUT_BELOW || trials.len() < 2 {
            return Some(Decision::open(first.cell, "look-ahead", DecisionKind::LookAhead));
        }
        let budget = self.effort.playouts;
        *nodes = (*nodes).min(self.effort.nodes / tunables::PLAYOUT_SHARE);
        let coupling = &mut self.coupling;
        let mut laid: Option<(u64, Layout)> = None;
        self.playouts.compare(view, &mut trials, budget, nodes, drop_hopeless, |number, cell| {
            // The same for all guesses, as far as they can be safe in it.
            if laid.as_ref().is_none_or(|(which, _)| *which != number) {
                let mines = posterior.sample(&mut Random::named("layout", [number, 0]));
                laid = Some((number, Layout::new(view.grid().clone(), mines).ok()?));
            }
            let (_, layout) = laid.as_ref()?;
            if !layout.is_mine(cell) {
                return Some(layout.clone());
            }
            let mut random = Random::named("redraw", [number, cell.index() as u64]);
            coupling.around(view, posterior, layout, cell, &mut random)
        });
        let cell = preferred(&trials).map_or(first.cell, |trial| trial.cell);
        Some(Decision::open(cell, "playouts", DecisionKind::Playouts))
    }
}
