//! The longest chain of influence that a board has, whoever plays it and however far.
//!
//! Write-up 004 asks whether long chains go with hard boards. In a game that is lost early
//! the chains are short because it was lost, so the chain of that game says nothing on it.
//! Here `closure` plays the same board out, from the same first click, in the game that goes on
//! behind a mine; its longest chain belongs to the board.

use surefoot_players::Abilities;
use surefoot_rules::episode::Record;
use surefoot_rules::{Game, GameKind, Rules};

use crate::play::gauge::Gauge;
use crate::play::mine_distribution::{Chained, longest_chain};

/// See the [module](self).
#[derive(Default)]
pub(super) struct BoardChain(Option<Chained>);

impl Gauge for BoardChain {
    fn begin(&mut self, _: &Game, _: Abilities) {}

    fn read(&mut self, game: &Game, _: &Record, readings: &mut Vec<Option<f64>>) {
        let first = game.view().journal().first().copied();
        let length = game.layout().zip(first).map(|(layout, first)| {
            let flood = Some(game.rules().floods());
            let rules = Rules { flood, ..Rules::on(GameKind::Score, layout) };
            let player = self.0.get_or_insert_with(Chained::closure);
            longest_chain(&rules, layout, first, player)
        });
        readings.push(length.map(f64::from));
    }
}
