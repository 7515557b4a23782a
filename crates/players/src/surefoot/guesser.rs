//! Where `surefoot` guesses: an endgame, a coin flip, a rehearsal, the look-ahead, playouts.

use surefoot_inference::{Endgame, Options, Posterior};
use surefoot_rules::{Layout, Random};

use crate::ours::exact::least_likely;
use crate::surefoot::compared_guess::{ComparedGuess, drop_hopeless, preferred};
use crate::surefoot::coupling::Coupling;
use crate::surefoot::decision::{Decision, DecisionKind};
use crate::surefoot::effort::Effort;
use crate::surefoot::lookahead::{LookAhead, Outlook, Scored};
use crate::surefoot::playout::{KnownPosition, Playouts};
use crate::surefoot::rehearsals::Rehearsals;
use crate::surefoot::small_board;
use crate::tunables;

/// The part that guesses.
#[derive(Clone)]
pub(crate) struct Guesser {
    pub(crate) effort: Effort,
    look_ahead: LookAhead,
    endgame: Endgame,
    rehearsals: Rehearsals,
    playouts: Option<Playouts>,
    coupling: Coupling,
    /// Nodes that are left for this game.
    left: usize,
}

impl Guesser {
    pub(crate) fn new(effort: Effort) -> Self {
        let outlook = effort.outlook.unwrap_or(Outlook::FITTED);
        let options = Options { budget: effort.budget, ..Options::default() };
        Self {
            effort,
            look_ahead: LookAhead::new(outlook, options, tunables::AHEAD_CANDIDATES)
                .foreseeing(effort.foreseen),
            endgame: Endgame::default(),
            rehearsals: Rehearsals::default(),
            playouts: (effort.playouts > 0).then(|| Playouts::with_effort(Effort::LOW)),
            coupling: Coupling::default(),
            left: effort.game,
        }
    }

    pub(crate) fn begin(&mut self, random: Random) {
        if let Some(playouts) = &mut self.playouts {
            playouts.begin(random);
        }
        self.left = self.effort.game;
    }

    /// Nodes for a guess: at most half of what is left for the game, but always as many as the
    /// default has.
    fn allowance(&self) -> usize {
        self.effort.nodes.min((self.left / 2).max(tunables::NODES))
    }

    /// The best guess, and so many of those it was rated against.
    pub(crate) fn decide(&mut self, posterior: &Posterior<'_>, wanted: usize) -> Option<Decision> {
        let mut decision = self.choose(posterior)?;
        let chosen = match decision.kind {
            DecisionKind::LookAhead => decision.choice.action.cell(),
            DecisionKind::Rehearsal | DecisionKind::Playouts => None,
            _ => return Some(decision),
        };
        if wanted > 0 {
            decision.candidates = self.look_ahead.candidates(posterior, chosen, wanted);
        }
        Some(decision)
    }

    fn choose(&mut self, posterior: &Posterior<'_>) -> Option<Decision> {
        let given = self.allowance();
        let mut nodes = given;
        let decision = self.guess(posterior, &mut nodes);
        self.left = self.left.saturating_sub(given - nodes);
        decision
    }

    /// The same within a playout: what it is worth, where that was searched.
    pub(crate) fn in_playout(
        &mut self,
        posterior: &Posterior<'_>,
        nodes: &mut usize,
    ) -> Option<KnownPosition> {
        let mut left = self.effort.nodes;
        let decision = self.guess(posterior, &mut left);
        *nodes = nodes.saturating_sub(self.effort.nodes - left);
        let Decision { kind, choice, .. } = decision?;
        if let DecisionKind::Endgame { value } = kind {
            return Some(KnownPosition::Value(value));
        }
        let cell = choice.action.cell()?;
        Some(KnownPosition::Guess(cell, posterior.probability(cell)?))
    }

    fn guess(&mut self, posterior: &Posterior<'_>, nodes: &mut usize) -> Option<Decision> {
        if let Some(decision) = self.finish(posterior, nodes) {
            return Some(decision);
        }
        if let (true, Some(&(one, other))) = (self.effort.flips, posterior.coin_flips().first()) {
            return Some(Decision::open(one, "coin flip", DecisionKind::CoinFlip { other }));
        }
        if self.effort.outlook.is_none() {
            let choice = least_likely(posterior)?;
            return Some(Decision::new(choice, DecisionKind::Safest));
        }
        let rehearsed = self.rehearse(posterior, nodes);
        if self.playouts.is_some() {
            return self.play_out(posterior, rehearsed, nodes);
        }
        if let Some(best) = rehearsed.as_ref().and_then(|guesses| guesses.first()) {
            return Some(Decision::open(best.cell, "rehearsal", DecisionKind::Rehearsal));
        }
        let best = self.look_ahead.best(posterior, nodes)?;
        Some(Decision::open(best.cell, "look-ahead", DecisionKind::LookAhead))
    }

    /// Best play, where the configurations are few.
    fn finish(&mut self, posterior: &Posterior<'_>, nodes: &mut usize) -> Option<Decision> {
        let Effort { endgame, .. } = self.effort;
        let most = small_board::deals(posterior.view(), self.effort.deals).unwrap_or(endgame);
        let configurations = posterior.configurations(most.min(*nodes))?;
        let sets = (tunables::SETS * most.max(endgame)).min(*nodes);
        let optimum = self.endgame.solve(posterior.view(), &configurations, sets);
        *nodes -= sets - self.endgame.nodes_left();
        let optimum = optimum?;
        let value = optimum.value();
        let kind = DecisionKind::Endgame { value };
        let mut decision = Decision::open(optimum.best, "endgame", kind);
        decision.choice.value = Some(value);
        Some(decision)
    }

    /// The guesses that look best, rated by what they win by simple play afterwards, the best
    /// first.
    fn rehearse(&mut self, posterior: &Posterior<'_>, nodes: &mut usize) -> Option<Vec<Scored>> {
        if posterior.size() > self.effort.rehearsed {
            return None;
        }
        let mut guesses = self.look_ahead.all(posterior, nodes).to_vec();
        guesses.truncate(tunables::REHEARSED_GUESSES.max(self.effort.trials));
        let mut looks = *nodes * tunables::LOOKS;
        let rehearsed = self.rehearsals.rank(posterior, &mut guesses, &mut looks);
        *nodes = looks / tunables::LOOKS;
        rehearsed.map(|()| guesses)
    }

    /// The best by rehearsal or look-ahead, unless playouts prefer another.
    fn play_out(
        &mut self,
        posterior: &Posterior<'_>,
        rehearsed: Option<Vec<Scored>>,
        nodes: &mut usize,
    ) -> Option<Decision> {
        let view = posterior.view();
        let unless = match rehearsed {
            Some(_) => ("rehearsal", DecisionKind::Rehearsal),
            None => ("look-ahead", DecisionKind::LookAhead),
        };
        let scored = rehearsed.unwrap_or_else(|| self.look_ahead.all(posterior, nodes).to_vec());
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
            let (why, kind) = unless;
            return Some(Decision::open(first.cell, why, kind));
        }
        let budget = self.effort.playouts;
        let most = *nodes / tunables::PLAYOUT_COST;
        let mut left = most;
        let coupling = &mut self.coupling;
        let mut laid: Option<(u64, Layout)> = None;
        self.playouts.as_mut()?.compare(
            view,
            &mut trials,
            budget,
            &mut left,
            drop_hopeless,
            |number, cell| {
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
                coupling.around(posterior, layout, cell, &mut random)
            },
        );
        *nodes -= tunables::PLAYOUT_COST * (most - left);
        let cell = preferred(&trials).map_or(first.cell, |trial| trial.cell);
        Some(Decision::open(cell, "playouts", DecisionKind::Playouts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_inference::Workspace;
    use surefoot_rules::{View, view};

    /// Far from its end.
    fn undecided() -> View {
        view![
            "8x8/15", "********", "*2****2*", "********", "***3****", "********", "*2***2**",
            "********", "********",
        ]
    }

    /// A wall in the middle of the sea is all that is left: opening a cell of its upper end is as
    /// safe as its middle, and what follows is safer still, but decides nothing. By best play
    /// afterwards the middle wins a third as many games again.
    #[test]
    fn a_rehearsal_sees_farther_than_the_next_guess() {
        let view = view![
            "30x16/99",
            "0001*2111*101222111*2*2112212*",
            "000112*111101**2*11122*22**23*",
            "000001121100122222100113*543*2",
            "00000113*20000123*100002**3*31",
            "000012*3*211101**2100012435*30",
            "00113*43223*20122223211*3*5*30",
            "001*3*4*32**310113***2223*4*20",
            "0022313**234*333*3*533*1123210",
            "012*1012333*4***3223*21223*211",
            "13*420001**23*5*201*3211**22*1",
            "****21102342223321112*11221111",
            "***32*213*3*33*2*2212221001110",
            "***3212*3*32**222*2*11*2112*21",
            "****2233323332101132212*11*4*2",
            "***4*2**11**1000001*11221114*3",
            "***2122211221000001111*10002*2",
        ];
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let decide = |effort| Guesser::new(effort).decide(&posterior, 3).unwrap();
        let near = Effort { endgame: 1_000, ..Effort::NORMAL };
        let (ahead, rehearsed) = (decide(Effort::LOW), decide(near));
        assert_eq!(ahead.kind, DecisionKind::LookAhead);
        assert_eq!((rehearsed.kind, rehearsed.candidates.len()), (DecisionKind::Rehearsal, 3));
        let list = posterior.configurations(2_000).unwrap();
        let cells = [ahead, rehearsed].map(|decision| decision.choice.action.cell().unwrap());
        let wins = Endgame::default().wins_by(&view, &list, &cells, 1_000_000).unwrap();
        assert!(4 * wins[1] > 5 * wins[0], "{wins:?}");
    }

    /// What is drawn is the same for all who see the same; and without nodes the look-ahead speaks.
    #[test]
    fn drawn_configurations_are_rehearsed_too() {
        let view = undecided();
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        assert!(posterior.size() > tunables::LISTED as f64);
        let decide = |effort| Guesser::new(effort).decide(&posterior, 0).unwrap();
        let decision = decide(Effort::NORMAL);
        assert_eq!(decision.kind, DecisionKind::Rehearsal);
        assert_eq!(decide(Effort::NORMAL), decision);
        let few = Effort { nodes: 100, ..Effort::NORMAL };
        assert_eq!(decide(few).kind, DecisionKind::LookAhead);
    }

    /// A game takes what it was given and no more, but for what the default has for a guess; the
    /// next game begins with all of it again.
    #[test]
    fn a_game_has_a_budget() {
        let view = undecided();
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let few = 3 * tunables::NODES;
        let mut guesser = Guesser::new(Effort { nodes: few, game: 2 * few, ..Effort::HIGH });
        assert_eq!(guesser.allowance(), few);
        let mut spent = 0;
        for _ in 0..6 {
            let (given, before) = (guesser.allowance(), guesser.left);
            assert_eq!(guesser.decide(&posterior, 0).unwrap().kind, DecisionKind::Playouts);
            assert!(before - guesser.left <= given);
            spent += before - guesser.left;
        }
        assert!(spent > few, "{spent}");
        assert_eq!(guesser.allowance(), tunables::NODES);
        guesser.begin(Random::named("next game", [1, 1]));
        assert_eq!(guesser.allowance(), few);
    }
}
