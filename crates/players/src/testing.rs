//! What players choose in a drawn position, for their tests.

use surefoot_rules::{Brief, Choice, Deal, GameKind, Player, Random, Rules, View};

/// The first choices of a player that is shown one view again and again.
pub(crate) fn choices(mut player: impl Player, view: &View, count: usize) -> Vec<Choice> {
    let rules = Rules::new(GameKind::Win, view.grid().clone(), 1);
    player.begin(&Brief::from(&rules), view, Random::for_player(Deal::default(), "test"));
    (0..count).map(|_| player.choose(view)).collect()
}
