//! Advantage: how much better one player is than another, with little noise.
//!
//! Two survival estimates of the same deals still differ by luck once the players have
//! parted: each goes on in a game of its own. But almost everything they do is the same.
//! What B is worth more than A is, move by move (the performance-difference lemma; Kakade
//! and Langford, 2002),
//!
//! > V(B) − V(A) = E Σ w · (Q(s, b) − Q(s, a)),
//!
//! over the positions s that B comes to, weighed by w, its probability to have survived;
//! a and b are what the two would choose there, and Q is what A makes of the game after
//! such a move. Where a and b are the same, nothing is added, not even noise. Where they
//! are not, layouts are drawn from the exact posterior, and A plays on from both moves on
//! each of them, surviving as the `umpire` lets it.
//!
//! A must go by what it sees, since it is asked in the middle of games that it did not
//! begin, and miss nothing certain: then a certain cell that B opens is one that A would
//! open too, sooner or later, and nothing is gained by it. Positions too wide to be
//! analysed count as ties.

use std::time::Duration;

use surefoot_inference::Workspace;
use surefoot_players::{AnyPlayer, Roster, advise};
use surefoot_rules::episode;
use surefoot_rules::{Action, Cell, Choice, Deal, Game, Layout, Random};

use crate::play::clock::Clock;
use crate::play::umpire::{self, Umpire};
use crate::tunables;

/// See the [module](self).
pub(crate) struct Advantage {
    text: String,
    first: Option<AnyPlayer>,
    workspace: Workspace,
    umpire: Umpire,
    game: Option<Game>,
    random: Random,
    sum: f64,
    /// Time that is not the player's.
    pub(crate) spent: Duration,
}

impl Advantage {
    /// The advantage over this player.
    pub(crate) fn over(roster: &Roster, text: &str) -> Self {
        Self {
            text: text.to_owned(),
            first: roster.call(text).ok(),
            workspace: umpire::workspace(),
            umpire: Umpire::new(true),
            game: None,
            random: Random::default(),
            sum: 0.0,
            spent: Duration::ZERO,
        }
    }

    /// Begins the game of this deal.
    pub(crate) fn begin(&mut self, deal: Deal) {
        self.random = Random::named("advantage", [deal.seed, deal.index]);
        self.sum = 0.0;
        self.spent = Duration::ZERO;
    }

    /// What was gained over the whole game.
    pub(crate) fn sum(&self) -> f64 {
        self.sum
    }

    /// The other player has chosen, having survived with this probability.
    pub(crate) fn weigh(&mut self, game: &Game, choice: &Choice, weight: f64) {
        if choice.certain {
            return;
        }
        let start = Clock::start();
        self.sum += weight * self.gain(game, choice).unwrap_or(0.0);
        self.spent += start.elapsed();
    }

    /// How much more likely the first player would win after this choice than after its
    /// own.
    fn gain(&mut self, game: &Game, choice: &Choice) -> Option<f64> {
        let first = self.first.as_mut()?;
        let stream = self.random.bits();
        let random = Random::for_player(Deal::new(stream, 0), &self.text);
        // Flags cost nothing; they would hide that the two open the same cell.
        let own = advise::beyond_flags(first, &game.brief(), game.view(), random);
        match (choice.value, own.value) {
            (Some(ours), Some(theirs)) => return Some(ours - theirs),
            _ if own.action == choice.action && choice.value.is_none() => return Some(0.0),
            _ => {}
        }
        let Action::Open(cell) = choice.action else { return None };
        let dealt = game.view().opened() > 0;
        let safe = if dealt {
            1.0 - self.workspace.solve(game.view()).ok()?.probability(cell)?
        } else {
            1.0
        };
        let mut sum = 0.0;
        for number in 0..tunables::ADVANTAGE_PAIRS {
            let ours = match choice.value {
                Some(value) => value,
                None => safe * self.play_on(game, Some(cell), stream, number)?,
            };
            let theirs = match own.value {
                Some(value) => value,
                None => self.play_on(game, None, stream, number)?,
            };
            sum += ours - theirs;
        }
        Some(sum / tunables::ADVANTAGE_PAIRS as f64)
    }

    /// What the first player makes of the game on a layout drawn for this number, after
    /// this cell was opened, given that it is safe.
    fn play_on(
        &mut self,
        game: &Game,
        cell: Option<Cell>,
        stream: u64,
        number: u64,
    ) -> Option<f64> {
        let (view, rules) = (game.view(), game.rules());
        if !self.game.as_ref().is_some_and(|table| table.rules() == rules) {
            self.game = Game::new(rules.clone()).ok();
        }
        let (table, first) = (self.game.as_mut()?, self.first.as_mut()?);
        if view.opened() == 0 {
            table.deal(Deal::new(stream, number));
        } else {
            let mut layouts = Random::named("layouts", [stream, number]);
            let posterior = self.workspace.solve(view).ok()?;
            let mut drawn = (0..tunables::SURVIVAL_DRAWS).map(|_| posterior.sample(&mut layouts));
            let mines = drawn.find(|mines| cell.is_none_or(|cell| !mines.contains(&cell)))?;
            let layout = Layout::new(view.grid().clone(), mines).ok()?;
            table.set_up(view, &layout).ok()?;
        }
        if let Some(cell) = cell {
            table.play(Action::Open(cell)).ok()?;
        }
        self.umpire.begin(Deal::new(stream, number));
        let random = Random::for_player(Deal::new(stream, number), &self.text);
        let record = episode::play_watched(table, first, random, &mut self.umpire);
        self.umpire.value(&record)
    }
}
