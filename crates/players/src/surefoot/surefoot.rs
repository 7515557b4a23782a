//! `surefoot`: our player of the real game. [ours]
//!
//! Certain cells first, as `exact`. When it must guess, it asks for the probability
//! to win, not to survive one move:
//!
//! 1. a small remainder is searched to its end (`surefoot_inference::Endgame`);
//! 2. a coin flip that nothing will ever decide is taken at once: it must be taken
//!    some time, and what the cell shows helps;
//! 3. else every candidate is looked ahead from (`lookahead`);
//! 4. with `effort=high`, the best of them are played out (`playout`), once a tenth of the
//!    board is open.
//!
//! What each of these is worth was measured as it was added: `docs/strength.md`.
//!
//! A board with at most ten times as many deals as an endgame may have configurations, and
//! at most 40 000, is searched from its first click on (`small`).
//!
//! A guess takes at most `nodes` analyses, suppositions and sets together, those within
//! playouts included (the first click's playouts, once for a size and density, are
//! apart); nothing depends on the clock. In `score` and `dig`, under uncertain clues, or with the
//! total hidden, it guesses as `exact` does.

use std::borrow::Cow::Borrowed;

use surefoot_inference::{Endgame, Options, Posterior};
use surefoot_rules::{
    Action, Brief, Choice, ClueRule, GameKind, Layout, Player, Promise, Random, View,
};

use crate::ours::exact::least_likely;
use crate::roster::{self, Abilities, Entry, Maker, PlayerOption};
use crate::shared::certain::{BUDGET, Counting, Found};
use crate::surefoot::comparison::{Trial, drop_hopeless, preferred};
use crate::surefoot::coupling::Redraw;
use crate::surefoot::first_click::first_click;
use crate::surefoot::lookahead::{LookAhead, MOST, Outlook};
use crate::surefoot::playout::Playouts;
use crate::surefoot::small_board;

const HIGH: PlayerOption = PlayerOption::word(
    "effort=high",
    "plays the best guesses of the later game out, about two seconds a game",
);
const NODES: PlayerOption = PlayerOption::number(
    "nodes=N",
    1,
    u32::MAX,
    "the most analyses, suppositions and sets a guess (default: 50 000; high: 6 000 000)",
);
const ENDGAME: PlayerOption = PlayerOption::number(
    "endgame=N",
    0,
    60_000,
    "search remainders of at most N configurations (0 to 60 000; default: 1000; high: 60 000)",
);
const FLIPS_LATE: PlayerOption =
    PlayerOption::word("flips=late", "leave coin flips for the end (default: take them at once)");
const AHEAD_NO: PlayerOption = PlayerOption::word("ahead=no", "guess the safest cell");
const AHEAD_SURVIVAL: PlayerOption = PlayerOption::word(
    "ahead=survival",
    "rate guesses by surviving this and the next (default: as fitted to playouts)",
);

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("surefoot"),
    source: Borrowed("ours"),
    about: Borrowed(
        "certain cells, else the guess that wins most often: look-ahead, endgames searched",
    ),
    options: Borrowed(&[HIGH, NODES, ENDGAME, FLIPS_LATE, AHEAD_NO, AHEAD_SURVIVAL]),
    abilities: Abilities { misses_nothing: true, counts: true, ..Abilities::PLAIN },
    make: Maker::Ours(|options| Box::new(Surefoot::new(Effort::of(options)))),
};

/// Sets that an endgame may take per configuration.
const SETS: usize = 20;
/// Deals that a board searched from the start may have, per configuration that an
/// endgame may have, and at the most: of four times as many a first click takes over a minute.
const DEALS: usize = 10;
const MOST_DEALS: usize = 40_000;

/// How much is spent on a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Effort {
    /// Configurations up to which a remainder is searched.
    pub(crate) endgame: usize,
    /// Whether coin flips are taken at once.
    pub(crate) flips: bool,
    /// How guesses are rated; by safety alone if not at all.
    pub(crate) outlook: Option<Outlook>,
    /// Guesses that are played out, and playouts of each.
    trials: usize,
    playouts: usize,
    /// Analyses, suppositions and sets per move.
    pub(crate) nodes: usize,
}

impl Effort {
    /// A millisecond a game.
    pub(crate) const NORMAL: Self = Self {
        endgame: 1_000,
        flips: true,
        outlook: Some(Outlook::FITTED),
        trials: 0,
        playouts: 0,
        nodes: 50_000,
    };
    /// About two seconds a game.
    pub(crate) const HIGH: Self =
        Self { endgame: 60_000, trials: 10, playouts: 4_096, nodes: 6_000_000, ..Self::NORMAL };

    /// The effort that a player's options ask for.
    fn of(options: &roster::Options<'_>) -> Self {
        let mut effort = if options.has(&HIGH) { Self::HIGH } else { Self::NORMAL };
        effort.nodes = options.number(&NODES).map_or(effort.nodes, |nodes| nodes as usize);
        effort.endgame = options.number(&ENDGAME).map_or(effort.endgame, |most| most as usize);
        effort.flips = !options.has(&FLIPS_LATE);
        if options.has(&AHEAD_NO) {
            effort.outlook = None;
        } else if options.has(&AHEAD_SURVIVAL) {
            effort.outlook = Some(Outlook::SURVIVAL);
        }
        effort
    }

    /// Deals up to which a board is searched from the start.
    fn deals(&self) -> usize {
        (DEALS * self.endgame).min(MOST_DEALS)
    }
}

/// Where the safest cell is as safe as this, playouts find nothing.
const SAFE_ENOUGH: f64 = 0.98;
/// Nor do they while less than this share of the safe cells is open: all that guesses
/// differ by is still far away.
const EARLY: f64 = 0.1;
/// Of the nodes of a guess one in so many is for playouts; the others are for searching an
/// endgame.
const SHARE: usize = 20;

/// See the [module](self).
#[derive(Clone)]
pub(crate) struct Surefoot {
    counting: Counting,
    guesser: Guesser,
    kind: GameKind,
    promise: Promise,
    random: Random,
}

impl Surefoot {
    pub(crate) fn new(effort: Effort) -> Self {
        let options = Options { budget: BUDGET, ..Options::default() };
        Self {
            counting: Counting::new().following(),
            guesser: Guesser {
                effort,
                look_ahead: LookAhead::new(
                    effort.outlook.unwrap_or(Outlook::FITTED),
                    options,
                    MOST,
                ),
                endgame: Endgame::default(),
                playouts: Playouts::full(),
                redraw: Redraw::default(),
            },
            kind: GameKind::Win,
            promise: Promise::None,
            random: Random::default(),
        }
    }
}

impl Player for Surefoot {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.counting.begin(brief, view);
        (self.kind, self.promise) = (brief.kind, brief.promise);
        self.guesser.playouts.begin(random.clone());
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        if let Some(choice) = self.counting.by_rules(view) {
            return choice;
        }
        let looks =
            self.kind == GameKind::Win && view.rule() == ClueRule::Exact && view.mines().is_some();
        if view.opened() == 0 {
            let most = if looks { self.guesser.effort.deals() } else { 0 };
            let best = small_board::first_click(view, self.promise, most);
            if let Some(cell) = best.or_else(|| first_click(view, self.promise)) {
                return Choice::guess(Action::Open(cell), "first click");
            }
        }
        let guess = match self.counting.count(view) {
            Found::Certain(choice) => Some(choice),
            Found::Nothing(posterior) if looks => self.guesser.choose(view, &posterior),
            Found::Nothing(posterior) => least_likely(view, &posterior),
            Found::TooWide => None,
        };
        guess.unwrap_or_else(|| self.counting.any(&mut self.random))
    }
}

/// The part that guesses.
#[derive(Clone)]
struct Guesser {
    effort: Effort,
    look_ahead: LookAhead,
    endgame: Endgame,
    playouts: Playouts,
    redraw: Redraw,
}

impl Guesser {
    fn choose(&mut self, view: &View, posterior: &Posterior<'_>) -> Option<Choice> {
        let mut nodes = self.effort.nodes;
        if let Some(choice) = self.finish(view, posterior, &mut nodes) {
            return Some(choice);
        }
        if let (true, Some(&(one, _))) = (self.effort.flips, posterior.coin_flips().first()) {
            return Some(Choice::guess(Action::Open(one), "coin flip"));
        }
        if self.effort.outlook.is_none() {
            return least_likely(view, posterior);
        }
        if self.effort.playouts > 0 {
            return self.play_out(view, posterior, &mut nodes);
        }
        let best = self.look_ahead.best(view, posterior, &mut nodes)?;
        Some(Choice::guess(Action::Open(best.cell), "look-ahead"))
    }

    /// Best play, where the configurations are few.
    fn finish(
        &mut self,
        view: &View,
        posterior: &Posterior<'_>,
        nodes: &mut usize,
    ) -> Option<Choice> {
        let Effort { endgame, .. } = self.effort;
        let most = small_board::deals(view, self.effort.deals()).unwrap_or(endgame);
        let configurations = posterior.configurations(most.min(*nodes))?;
        let sets = (SETS * most.max(endgame)).min(*nodes);
        let optimum = self.endgame.solve(view, &configurations, sets);
        *nodes -= sets - self.endgame.nodes_left();
        let optimum = optimum?;
        let mut choice = Choice::guess(Action::Open(optimum.best), "endgame");
        choice.value = Some(optimum.value());
        Some(choice)
    }

    /// The best by look-ahead, unless playouts prefer another.
    fn play_out(
        &mut self,
        view: &View,
        posterior: &Posterior<'_>,
        nodes: &mut usize,
    ) -> Option<Choice> {
        let scored = self.look_ahead.all(view, posterior, nodes);
        let first = *scored.first()?;
        let safest = scored.iter().map(|scored| scored.safe).fold(0.0, f64::max);
        let mut trials: Vec<Trial> = scored
            .iter()
            .take(self.effort.trials)
            .map(|scored| Trial::new(scored.cell, scored.safe, scored.score))
            .collect();
        let safe_cells = view.grid().len() as f64 - f64::from(view.mines()?);
        let early = f64::from(view.opened()) < EARLY * safe_cells;
        if early || safest >= SAFE_ENOUGH || trials.len() < 2 {
            return Some(Choice::guess(Action::Open(first.cell), "look-ahead"));
        }
        let budget = self.effort.playouts;
        *nodes = (*nodes).min(self.effort.nodes / SHARE);
        let redraw = &mut self.redraw;
        let mut laid: Option<(u64, Layout)> = None;
        self.playouts.compare(view, &mut trials, budget, nodes, drop_hopeless, |number, cell| {
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
            redraw.around(view, posterior, layout, cell, &mut random)
        });
        let cell = preferred(&trials).map_or(first.cell, |trial| trial.cell);
        Some(Choice::guess(Action::Open(cell), "playouts"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Deal, Game, Grid, Point, Rules, episode, view};

    fn choice(effort: Effort, view: &View) -> Choice {
        let mut player = Surefoot::new(effort);
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
        let mut player = roster::call(text).unwrap();
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
        assert_eq!(games("surefoot", 400), (wins, actions));
        // 86 to 89 % are usual; five deviations are 8 points.
        assert!(wins + 16 > exact && wins > 320, "{wins} {exact}");
        assert!(games("surefoot:nodes=1", 60).0 > 30);
        assert!(games("surefoot:effort=high,nodes=2000", 10).0 > 4);
    }
}
