//! A player that is told where to guess: so a game that somebody wrote down can be played
//! again.
//!
//! What the player deduces is its own; where it would guess, the next cell of a list is
//! opened instead that is still hidden. When the list is used up it guesses itself.

use std::time::Duration;

use surefoot_rules::{Action, Brief, Cell, Choice, Player, Random, Tile, View};

/// See the [module](self).
///
/// ```
/// use surefoot_players::Roster;
/// use surefoot_players::scripted::Scripted;
/// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Random, Rules, episode, layout};
///
/// let board = layout![". . M .", ". . . ."];
/// let mut game = Game::new(Rules::on(GameKind::Score, &board))?;
/// game.lay(&board, Deal::default())?;
/// let guesses = [4, 6].map(Cell::new);
/// let mut player = Scripted::new(Roster::standard().call("closure")?, guesses);
/// let mut opened = Vec::new();
/// let random = Random::for_player(Deal::default(), "closure");
/// let record = episode::play_watched(&mut game, &mut player, random, &mut |step: &episode::Step<'_>| {
///     opened.extend(step.choice.action.cell().filter(|_| !step.choice.certain));
/// });
/// assert_eq!(opened, guesses);
/// assert_eq!(record.outcome.score, Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scripted<P> {
    player: P,
    guesses: Vec<Cell>,
    /// How many of them have been looked at.
    at: usize,
}

impl<P: Player> Scripted<P> {
    /// This player, which guesses these cells in turn.
    pub fn new(player: P, guesses: impl Into<Vec<Cell>>) -> Self {
        Self { player, guesses: guesses.into(), at: 0 }
    }
}

impl<P: Player> Player for Scripted<P> {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.at = 0;
        self.player.begin(brief, view, random);
    }

    fn choose(&mut self, view: &View) -> Choice {
        let choice = self.player.choose(view);
        if choice.certain || !matches!(choice.action, Action::Open(_)) {
            return choice;
        }
        while let Some(&cell) = self.guesses.get(self.at) {
            self.at += 1;
            if view.tile(cell) == Tile::Hidden {
                return Choice::guess(Action::Open(cell), "as told");
            }
        }
        choice
    }

    fn failure(&self) -> Option<&str> {
        self.player.failure()
    }

    fn elsewhere(&mut self) -> Duration {
        self.player.elsewhere()
    }
}
