//! How fast a player is: expert games per second of CPU time, on one thread.

use std::time::Duration;

use surefoot_players::{Roster, RosterError};
use surefoot_rules::{Deal, Game, GameKind, Grid, Level, Player, Rules, episode};

use crate::play::clock::Clock;
use crate::tunables;

/// Expert games per second of a player, timed for about so long.
///
/// ```
/// use std::time::Duration;
/// use surefoot_lab::bench::speed;
/// use surefoot_players::Roster;
///
/// let speed = speed::games_per_second(&Roster::standard(), "queue", Duration::from_millis(5))?;
/// assert!(speed > 0.0);
/// # Ok::<(), surefoot_players::RosterError>(())
/// ```
pub fn games_per_second(roster: &Roster, text: &str, long: Duration) -> Result<f64, RosterError> {
    let Level { width, height, mines } = Level::EXPERT;
    let grid = Grid::new(width, height).unwrap_or_else(|_| unreachable!("the level is possible"));
    let mut game = Game::new(Rules::new(GameKind::Win, grid, mines))
        .unwrap_or_else(|_| unreachable!("the level is possible"));
    let mut player = roster.call(text)?;
    let (start, mut games) = (Clock::start(), 0);
    let mut taken = Duration::ZERO;
    while taken < long {
        for index in games..games + tunables::BENCH_ROUND {
            game.deal(Deal::new(1, index));
            episode::play(&mut game, &mut player, roster.random(Deal::new(1, index), text));
        }
        games += tunables::BENCH_ROUND;
        taken = start.elapsed() + player.elsewhere();
    }
    Ok(games as f64 / taken.as_secs_f64())
}
