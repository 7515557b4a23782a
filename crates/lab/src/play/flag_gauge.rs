//! Which flags came of the two rules and which of more, and how often cells were asked again.
//!
//! Write-up 001 counts the flags that its rules set and those that its window added; write-up
//! 004 asks a cell several times and keeps the best answer.

use surefoot_players::{ALL_MINES, Abilities};
use surefoot_rules::episode::{Record, Step};
use surefoot_rules::{Action, Game, Tile};

use crate::play::gauge::Gauge;

/// Flags by reason.
#[derive(Default)]
pub(super) struct FlagsByReason {
    rules: u32,
    others: u32,
}

impl Gauge for FlagsByReason {
    fn begin(&mut self, _: &Game, _: Abilities) {
        *self = Self::default();
    }

    fn after(&mut self, step: &Step<'_>) {
        if let Action::Flag(cell) = step.choice.action
            && step.view.tile(cell) == Tile::Flag
        {
            let by_rule = step.choice.why == ALL_MINES;
            *(if by_rule { &mut self.rules } else { &mut self.others }) += 1;
        }
    }

    fn read(&mut self, _: &Game, _: &Record, readings: &mut Vec<Option<f64>>) {
        let (rules, others) = (f64::from(self.rules), f64::from(self.others));
        let all = rules + others;
        readings.extend([Some(rules), Some(others), (all > 0.0).then(|| 100.0 * others / all)]);
    }
}

/// How often cells were asked again.
#[derive(Default)]
pub(super) struct AskGauge(u32);

impl Gauge for AskGauge {
    fn begin(&mut self, _: &Game, _: Abilities) {
        self.0 = 0;
    }

    fn after(&mut self, step: &Step<'_>) {
        self.0 += u32::from(matches!(step.choice.action, Action::Ask(_)));
    }

    fn read(&mut self, _: &Game, _: &Record, readings: &mut Vec<Option<f64>>) {
        readings.push(Some(self.0.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_players::Roster;
    use surefoot_rules::{Deal, GameKind, Grid, Random, Rules, episode};

    /// A game of `score` with a gauge at the table; what it read, and the table.
    fn gauged(clues: &str, player: &str, index: u64, gauge: &mut dyn Gauge) -> (Vec<f64>, Game) {
        let mut rules = Rules::new(GameKind::Score, Grid::new(9, 9).unwrap(), 14);
        rules.clues = clues.parse().unwrap();
        rules.told = false;
        let (mut game, deal) = (Game::new(rules).unwrap(), Deal::new(8, index));
        game.deal(deal);
        gauge.begin(&game, Abilities::PLAIN);
        let mut seated = Roster::standard().call(player).unwrap();
        let random = Random::for_player(deal, player);
        let mut watch = |step: &Step<'_>| gauge.after(step);
        let record = episode::play_watched(&mut game, &mut seated, random, &mut watch);
        let mut readings = Vec::new();
        gauge.read(&game, &record, &mut readings);
        (readings.into_iter().map(|reading| reading.unwrap_or(0.0)).collect(), game)
    }

    /// Against what stands on the board in the end: all flags, and all draws.
    #[test]
    fn flags_and_asks_are_those_of_the_board() {
        let mut by_window = 0.0;
        for index in 0..20 {
            let gauge = &mut FlagsByReason::default();
            let (flags, game) = gauged("exact", "window:passes=1", index, gauge);
            assert!((flags[0] + flags[1] - f64::from(game.view().flag_count())).abs() < 1e-9);
            by_window += flags[1];
            let gauge = &mut FlagsByReason::default();
            let (flags, _) = gauged("exact", "queue", index, gauge);
            assert!(flags[1] < 1e-9, "the queue has but the rules: {flags:?}");

            let clues = "optimistic:q=0.8,asks=4";
            let (asks, game) = gauged(clues, "closure:believe", index, &mut AskGauge::default());
            let view = game.view();
            let again = |cell| view.asks(cell).saturating_sub(1);
            let draws: u32 = view.grid().cells().map(again).sum();
            assert!((asks[0] - f64::from(draws)).abs() < 1e-9);
        }
        assert!(by_window > 0.0);
    }
}
