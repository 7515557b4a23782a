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
pub(super) struct Asked(u32);

impl Gauge for Asked {
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
