//! `surefoot`: our player of the real game. [ours]
//!
//! Certain cells first, as `exact`. When it must guess, it asks for the probability
//! to win, not to survive one move:
//!
//! 1. a small remainder is searched to its end (`surefoot_inference::Endgame`);
//! 2. a coin flip that nothing will ever decide is taken at once: it must be taken
//!    some time, and what the cell shows helps;
//! 3. else every candidate is looked ahead from (`lookahead`);
//! 4. where up to 10⁶⁰ configurations are left, the best of them are rehearsed: tried on all
//!    configurations, or on thousands that are drawn, with simple play afterwards
//!    (`surefoot_inference::Rehearsal`). `effort=low` leaves this out and searches smaller endgames;
//! 5. with `effort=high` they are played out as well (`playout`), once a tenth of the board is
//!    open, and endgames are searched from farther off.
//!
//! What each of these is worth was measured as it was added: `docs/strength.md`.
//!
//! A board with at most ten thousand deals (40 000 with `effort=high`, ten times as many as
//! `endgame=N` where that is set) is searched from its first click on (`small_board`).
//!
//! A guess takes at most `nodes` analyses, suppositions and sets together (two hundred looks at a
//! configuration count as one), those within playouts included (the first click's playouts, once
//! for a size and density, are apart); nothing depends on the clock. In `score` and `dig`, under uncertain clues, or with the
//! total hidden, it guesses as `exact` does.

use std::borrow::Cow::Borrowed;
use std::fmt;

use surefoot_rules::{Brief, Choice, ClueRule, GameKind, Player, Promise, Random, View};

use crate::ours::exact::least_likely;
use crate::roster::{Abilities, Entry, Make, PlayerLook, PlayerOptions, RosterError};
use crate::shared::certainty::{Certainty, Counted};
use crate::surefoot::decision::{Decision, DecisionKind};
use crate::surefoot::effort::{self, Effort};
use crate::surefoot::first_click::first_click;
use crate::surefoot::guesser::Guesser;
use crate::surefoot::small_board;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("surefoot"),
    source: Borrowed("ours"),
    about: Borrowed(
        "certain cells, else the guess that wins most often: look-ahead, rehearsals, endgames",
    ),
    options: Borrowed(effort::OPTIONS),
    abilities: Abilities { misses_nothing: true, understood_by_proof: true, ..Abilities::PLAIN },
    looks: Borrowed(&[PlayerLook::new(6, 2)]),
    make: Make::Ours(|options| Box::new(Surefoot::with_effort(Effort::of(options)))),
};

/// The strongest player of the house, for those who want to know more than its choice.
///
/// Who only wants it to play calls it from the [roster](crate::Roster).
#[derive(Clone)]
pub struct Surefoot {
    certainty: Certainty,
    guesser: Guesser,
    kind: GameKind,
    promise: Promise,
    random: Random,
}

impl fmt::Debug for Surefoot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surefoot").field("effort", &self.guesser.effort).finish_non_exhaustive()
    }
}

impl Default for Surefoot {
    fn default() -> Self {
        Self::with_effort(Effort::NORMAL)
    }
}

impl Surefoot {
    /// With options as they are written behind the colon of its text, as `effort=high`.
    pub fn with_options(options: &str) -> Result<Self, RosterError> {
        let options = PlayerOptions::read(&ENTRY.name, options, effort::OPTIONS)?;
        Ok(Self::with_effort(Effort::of(&options)))
    }

    pub(crate) fn with_effort(effort: Effort) -> Self {
        Self {
            certainty: Certainty::new(),
            guesser: Guesser::new(effort),
            kind: GameKind::Win,
            promise: Promise::None,
            random: Random::default(),
        }
    }

    /// What it chooses next, what kind of decision that is, and where guesses were looked ahead
    /// from, the best so many of them. It makes the same choice as
    /// [`choose`](Player::choose), and takes the same turn.
    ///
    /// ```
    /// use surefoot_players::surefoot::{DecisionKind, Surefoot};
    /// use surefoot_rules::{Action, Brief, Deal, GameKind, Player, Random, Rules, view};
    ///
    /// let view = view![
    ///     "8x5/8",
    ///     "* * * * * * * *",
    ///     "* 1 * * * * * *",
    ///     "* * * * * 2 * *",
    ///     "* * * * * * * *",
    ///     "* * 1 * * * * *",
    /// ];
    /// let brief = Brief::from(&Rules::new(GameKind::Win, view.grid().clone(), 8));
    /// let mut player = Surefoot::with_options("effort=low")?;
    /// player.begin(&brief, &view, Random::for_player(Deal::new(1, 0), "surefoot"));
    ///
    /// let decision = player.decide(&view, 3);
    /// assert_eq!(decision.kind, DecisionKind::LookAhead);
    /// let [best, second, _] = &decision.candidates[..] else { panic!("three were asked for") };
    /// assert_eq!(decision.choice.action, Action::Open(best.cell));
    /// assert!(second.rating <= best.rating && best.rating <= best.safety);
    /// // What the cell would show if it is safe: all numbers together are certain.
    /// assert!((best.numbers.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    /// # Ok::<(), surefoot_players::RosterError>(())
    /// ```
    pub fn decide(&mut self, view: &View, best: usize) -> Decision {
        if let Some(choice) = self.certainty.by_rules(view) {
            return Decision::sure(choice);
        }
        let looks =
            self.kind == GameKind::Win && view.rule() == ClueRule::Exact && view.mines().is_some();
        if view.opened() == 0 {
            let most = if looks { self.guesser.effort.deals } else { 0 };
            let cell = small_board::first_click(view, self.promise, most);
            if let Some(cell) = cell.or_else(|| first_click(view, self.promise)) {
                return Decision::open(cell, "first click", DecisionKind::FirstClick);
            }
        }
        let decision = match self.certainty.count(view) {
            Counted::Certain(choice) => Some(Decision::sure(choice)),
            Counted::Nothing(posterior) if looks => self.guesser.decide(&posterior, best),
            Counted::Nothing(posterior) => {
                least_likely(&posterior).map(|choice| Decision::new(choice, DecisionKind::Safest))
            }
            Counted::TooWide => None,
        };
        decision.unwrap_or_else(|| {
            let choice = self.certainty.any(&mut self.random);
            if choice.certain {
                Decision::sure(choice)
            } else {
                Decision::new(choice, DecisionKind::Random)
            }
        })
    }
}

impl Player for Surefoot {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.certainty.begin(brief, view);
        (self.kind, self.promise) = (brief.kind, brief.promise);
        self.guesser.begin(random.clone());
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        self.decide(view, 0).choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::Roster;
    use surefoot_inference::Workspace;
    use surefoot_rules::{Action, Deal, Game, Grid, Point, Rules, Status, episode, view};

    fn choice(effort: Effort, view: &View) -> Choice {
        let mut player = Surefoot::with_effort(effort);
        let grid = view.grid().clone();
        let rules = Rules::new(GameKind::Win, grid, view.mines().unwrap());
        player.begin(&Brief::from(&rules), view, Random::for_player(Deal::new(1, 1), "test"));
        player.choose(view)
    }

    /// The best move of a position that another program solved.
    #[test]
    fn endgames_are_played_out_exactly() {
        let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
        let choice = choice(Effort::NORMAL, &view);
        let best = view.grid().cell(Point { x: 2, y: 0 }).unwrap();
        assert_eq!((choice.action, choice.certain), (Action::Open(best), false));
        assert!((choice.value.unwrap() - 285.0 / 360.0).abs() < 1e-12);
    }

    fn games(text: &str, count: u64) -> (u32, Vec<u64>) {
        let mut game =
            Game::new(Rules::new(GameKind::Win, Grid::new(16, 16).unwrap(), 40)).unwrap();
        let mut player = Roster::standard().call(text).unwrap();
        let (mut wins, mut actions) = (0, Vec::new());
        for index in 0..count {
            game.deal(Deal::new(11, index));
            let record = episode::play(
                &mut game,
                &mut player,
                Random::for_player(Deal::new(11, index), text),
            );
            assert_eq!((&record.fault, record.wrong_claims), (&None, 0));
            wins += u32::from(record.won());
            actions.push(record.actions);
        }
        (wins, actions)
    }

    /// Every effort plays legally, repeatably, and not worse than the safest cell;
    /// a budget of next to nothing still gives a move.
    #[test]
    fn every_effort_plays() {
        let (exact, _) = games("exact", 400);
        let (wins, actions) = games("surefoot", 400);
        assert_eq!(games("surefoot", 60).1, actions[..60]);
        let (low, quickly) = games("surefoot:effort=low", 400);
        assert_ne!(actions, quickly);
        // 86 to 89 % are usual; five deviations are 8 points.
        for wins in [wins, low] {
            assert!(wins + 16 > exact && wins > 320, "{wins} {exact}");
        }
        assert!(games("surefoot:nodes=1", 60).0 > 30);
        assert!(games("surefoot:effort=high,nodes=2000", 10).0 > 4);
    }

    /// Whoever asks for details sees the same game, and every kind of decision is what it
    /// says.
    #[test]
    fn decisions_are_the_choices_that_are_made() {
        let rules = Rules::new(GameKind::Win, Grid::new(16, 16).unwrap(), 52);
        let (mut kinds, mut game) = ([0; 8], Game::new(rules).unwrap());
        let high = "effort=high,endgame=0,nodes=20000";
        for (options, games) in
            [("", 20), ("effort=low,endgame=0", 40), (high, 6), ("ahead=no", 10)]
        {
            let mut asked = Surefoot::with_options(options).unwrap();
            let mut plain = asked.clone();
            for index in 0..games {
                game.deal(Deal::new(3, index));
                for player in [&mut asked, &mut plain] {
                    player.begin(
                        &game.brief(),
                        game.view(),
                        Random::for_player(Deal::new(3, index), "test"),
                    );
                }
                while game.status() == Status::Playing {
                    let decision = asked.decide(game.view(), 2);
                    let Decision { choice, kind, candidates } = &decision;
                    assert_eq!(*choice, plain.choose(game.view()));
                    let (at, why) = match kind {
                        DecisionKind::Certain => (0, None),
                        DecisionKind::FirstClick => (1, Some("first click")),
                        DecisionKind::Endgame { .. } => (2, Some("endgame")),
                        DecisionKind::CoinFlip { .. } => (3, Some("coin flip")),
                        DecisionKind::LookAhead => (4, Some("look-ahead")),
                        DecisionKind::Playouts => (5, Some("playouts")),
                        DecisionKind::Safest => (6, Some("safest")),
                        DecisionKind::Rehearsal => (7, Some("rehearsal")),
                        DecisionKind::Ask => panic!("clues are exact"),
                        DecisionKind::Random => panic!("these can all be counted"),
                    };
                    kinds[at] += 1;
                    assert_eq!(choice.certain, *kind == DecisionKind::Certain, "{decision:?}");
                    assert!(why.is_none_or(|why| choice.why == why), "{decision:?}");
                    let looked = matches!(
                        kind,
                        DecisionKind::LookAhead | DecisionKind::Rehearsal | DecisionKind::Playouts
                    );
                    assert_eq!(candidates.is_empty(), !looked, "{decision:?}");
                    assert!(candidates.len() <= 2);
                    if *kind == DecisionKind::LookAhead {
                        assert_eq!(choice.action, Action::Open(candidates[0].cell));
                    }
                    game.play(choice.action).unwrap();
                }
            }
        }
        assert!(kinds.iter().all(|&times| times > 0), "{kinds:?}");
    }

    /// Safety and numbers of a candidate, against all configurations written out.
    #[test]
    fn candidates_are_weighed_exactly() {
        let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
        let mut player = Surefoot::with_options("effort=low,endgame=0,flips=late").unwrap();
        let rules = Rules::new(GameKind::Win, view.grid().clone(), 5);
        player.begin(&Brief::from(&rules), &view, Random::for_player(Deal::new(1, 1), "test"));
        let decision = player.decide(&view, usize::MAX);
        assert_eq!(decision.kind, DecisionKind::LookAhead);
        assert!(decision.candidates.len() > 1);
        let mut workspace = Workspace::default();
        let list = workspace.solve(&view).unwrap().configurations(10_000).unwrap();
        let place = |cell| list.cells.iter().position(|&other| other == cell);
        let mined = |bits: u128, cell| place(cell).is_some_and(|at| bits >> at & 1 == 1);
        for candidate in &decision.candidates {
            let cell = candidate.cell;
            let safe = list.mines.iter().filter(|&&bits| !mined(bits, cell));
            let mut counts = [0_u32; 9];
            for &bits in safe.clone() {
                let beside = view.neighbours(cell);
                counts[beside.iter().filter(|&&other| mined(bits, other)).count()] += 1;
            }
            let total = safe.count() as f64;
            let safety = total / list.mines.len() as f64;
            assert!((candidate.safety - safety).abs() < 1e-12, "{candidate:?} {safety}");
            for (number, count) in counts.into_iter().enumerate() {
                let share = candidate.numbers.get(number).copied().unwrap_or(0.0);
                assert!((share - f64::from(count) / total).abs() < 1e-12, "{candidate:?}");
            }
        }
    }
}
