//! A judge: whether what a player claims to be certain is so.
//!
//! A player sees a view and nothing else; the judge sits beside the game and knows the layout.
//! A wrong claim need not lose a game at once (a flag on a safe cell does not), so the record of
//! an episode is not enough: every claim is looked at, and what it is said to rest on too.

use std::ops::ControlFlow;

use surefoot_players::{AnyPlayer, Roster};
use surefoot_rules::episode::{self, Record, Spectator, Step};
use surefoot_rules::{Action, Choice, Deal, Game, Layout, Random, Rules, Tile, View};

/// Watches a game and counts claims.
///
/// ```
/// use surefoot_players::Roster;
/// use surefoot_rules::{Deal, Level, Setting};
/// use surefoot_soundness::claims::Court;
///
/// let rules = Setting::at(Level::BEGINNER).rules().unwrap();
/// let mut court = Court::new(&Roster::standard(), "exact", rules).unwrap();
/// court.play(Deal::new(1, 0));
/// assert!(court.judge.claims > 0 && court.judge.wrong.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// Actions that were claimed to be certainly right.
    pub claims: u64,
    /// Opens that were not, the first click included.
    pub guesses: u64,
    /// Every claim that was wrong, in words.
    pub wrong: Vec<String>,
}

impl Spectator for Judge {
    fn before(&mut self, game: &mut Game, choice: &Choice) -> ControlFlow<()> {
        // Before the first click there is nothing that could be true.
        if let Some(layout) = game.layout() {
            self.judge(game.view(), layout, choice);
        } else {
            self.guesses += u64::from(!choice.certain);
        }
        ControlFlow::Continue(())
    }

    fn after(&mut self, _: &Step<'_>) {}
}

impl Judge {
    fn judge(&mut self, view: &View, layout: &Layout, choice: &Choice) {
        if !choice.certain {
            self.guesses += u64::from(matches!(choice.action, Action::Open(_)));
            return;
        }
        self.claims += 1;
        let right = match choice.action {
            Action::Open(cell) => !layout.is_mine(cell),
            // A flag that is taken back claims nothing.
            Action::Flag(cell) => layout.is_mine(cell) || view.tile(cell) == Tile::Flag,
            Action::Chord(_) | Action::Ask(_) | Action::Declare => true,
        };
        if !right {
            self.wrong.push(format!("{choice:?} is wrong in\n{view:?}"));
        }
        if !choice.because.iter().all(|&clue| view.tile(clue).is_safe()) {
            self.wrong.push(format!("{choice:?} rests on a closed cell in\n{view:?}"));
        }
    }
}

/// A player at its table, with a judge.
#[allow(missing_debug_implementations, reason = "players have none")]
pub struct Court {
    text: String,
    player: AnyPlayer,
    game: Game,
    /// What was claimed in all games so far.
    pub judge: Judge,
}

impl Court {
    /// A table for a player of the roster.
    pub fn new(roster: &Roster, text: &str, rules: Rules) -> Result<Self, String> {
        roster.check(text, &rules).map_err(|error| error.to_string())?;
        let player = roster.call(text).map_err(|error| error.to_string())?;
        let game = Game::new(rules).map_err(|error| error.to_string())?;
        Ok(Self { text: text.to_owned(), player, game, judge: Judge::default() })
    }

    /// Plays a deal.
    pub fn play(&mut self, deal: Deal) -> Record {
        self.game.deal(deal);
        self.finish(deal)
    }

    /// Plays a board with everything else of a deal.
    ///
    /// # Panics
    /// If the board is not one of the rules.
    pub fn play_on(&mut self, layout: &Layout, deal: Deal) -> Record {
        match self.game.lay(layout, deal) {
            Ok(()) => self.finish(deal),
            Err(error) => panic!("{error}"),
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn finish(&mut self, deal: Deal) -> Record {
        let stream = Random::for_player(deal, &self.text);
        let record =
            episode::play_watched(&mut self.game, &mut self.player, stream, &mut self.judge);
        // Two counts of the same: the runner's, after the action, and ours, before it.
        if let Some(fault) = &record.fault {
            self.judge.wrong.push(format!("{fault} in\n{:?}", self.game.view()));
        } else if record.wrong_claims > 0 && self.judge.wrong.is_empty() {
            self.judge.wrong.push(format!("a wrong claim on the way to\n{:?}", self.game.view()));
        }
        record
    }
}
