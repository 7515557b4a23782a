//! The table: one game with its clock, and the help that was taken.
//!
//! Everything that is true of a game whoever draws it stands here, and nothing is decided here:
//! the rules play, kaboom judges. A board that needs no guess is made for the first click, so
//! that click is free: it is answered by a wish for such a board, and played when that is there.

use std::time::{Duration, Instant};

use surefoot_inference::no_guess::Wish;
use surefoot_inference::{Judgement, Kaboom};
use surefoot_rules::{
    Action, ActionError, Deal, Game, History, InconsistentError, Layout, Measures, RulesError,
    Status, Tile, View,
};

use super::wanted::WantedGame;

/// A game in progress.
#[derive(Debug)]
pub(super) struct PlayTable {
    pub(super) wanted: WantedGame,
    pub(super) deal: Deal,
    /// Whether the board was given and not dealt.
    pub(super) given: bool,
    pub(super) clock: GameClock,
    pub(super) help: Help,
    /// What the last action was, in kaboom.
    pub(super) judgement: Option<Judgement>,
    history: History,
    /// Milliseconds on the clock at each action.
    times: Vec<u32>,
    kaboom: Option<Kaboom>,
}

/// Help that was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Help {
    pub(super) hints: u32,
    pub(super) undos: u32,
    /// Whether probabilities were looked at.
    pub(super) looked: bool,
}

/// What came of an action.
#[derive(Debug)]
pub(super) enum ActionResult {
    Done,
    /// A board is wanted first.
    Wish(Wish),
}

impl PlayTable {
    /// A fresh game.
    pub(super) fn new(wanted: WantedGame, deal: Deal, mut game: Game) -> Self {
        if game.layout().is_none() {
            game.deal(deal);
        }
        Self {
            wanted,
            deal,
            given: false,
            clock: GameClock::default(),
            help: Help::default(),
            judgement: None,
            history: History::of(game),
            times: Vec::new(),
            kaboom: wanted.kaboom.then(Kaboom::default),
        }
    }

    pub(super) fn game(&self) -> &Game {
        self.history.game()
    }

    pub(super) fn view(&self) -> &View {
        self.game().view()
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// Milliseconds on the clock at each action.
    pub(super) fn times(&self) -> &[u32] {
        &self.times
    }

    pub(super) fn is_over(&self) -> bool {
        self.game().status() != Status::Playing
    }

    /// Plays an action.
    pub(super) fn play(
        &mut self,
        action: Action,
        now: Instant,
    ) -> Result<ActionResult, ActionError> {
        if let (Some(logic), Action::Open(first), None) =
            (self.wanted.no_guess, action, self.game().layout())
        {
            // Whether it may be opened at all is found out first.
            self.game().clone().play(action)?;
            let rules = self.game().rules();
            let (grid, mines, promise) = (rules.grid.clone(), rules.mines, rules.promise);
            return Ok(ActionResult::Wish(Wish { grid, mines, promise, first, logic }));
        }
        self.judgement = match &mut self.kaboom {
            Some(kaboom) => kaboom.play(&mut self.history, action)?.1,
            None => {
                self.history.play(action)?;
                None
            }
        };
        let elapsed = self.clock.elapsed(now).as_millis();
        self.times.push(u32::try_from(elapsed).unwrap_or(u32::MAX));
        if self.is_over() {
            self.clock.stop(now);
        } else if self.view().opened() > 0 {
            self.clock.start(now);
        }
        Ok(ActionResult::Done)
    }

    /// Lays out the board that was wished for; flags stay.
    pub(super) fn lay(&mut self, layout: &Layout) -> Result<(), InconsistentError> {
        let mut game = self.history.beginning().clone();
        game.lay(layout, self.deal)?;
        self.begin_with(game);
        Ok(())
    }

    /// Begins with another game, of which nothing is open; flags stay.
    fn begin_with(&mut self, game: Game) {
        let flags: Vec<Action> = self.history.actions().to_vec();
        self.history = History::of(game);
        for flag in flags {
            // They were legal before, and nothing is open yet.
            let _ = self.history.play(flag);
        }
        self.times.truncate(self.history.actions().len());
    }

    /// Replays what was kept of a game: layouts that were replaced, and actions with their times,
    /// which games of earlier versions do not have.
    pub(super) fn replay(
        &mut self,
        actions: &[Action],
        mut times: Vec<u32>,
        replaced: &[(usize, Layout)],
    ) -> Result<(), String> {
        let mut replaced = replaced.iter().peekable();
        for (number, &action) in actions.iter().enumerate() {
            while let Some((_, layout)) = replaced.next_if(|(before, _)| *before == number) {
                self.history.replace_layout(layout).map_err(|error| error.to_string())?;
            }
            self.history.play(action).map_err(|error| format!("move {}: {error}", number + 1))?;
        }
        times.resize(actions.len(), times.last().copied().unwrap_or_default());
        self.times = times;
        Ok(())
    }

    /// Takes the last action back; false if there is none.
    pub(super) fn take_back(&mut self, now: Instant) -> bool {
        if self.history.take_back().is_none() {
            return false;
        }
        self.times.pop();
        self.help.undos += 1;
        self.judgement = None;
        if self.view().opened() > 0 {
            self.clock.start(now);
            return true;
        }
        self.clock.stop(now);
        if self.wanted.no_guess.is_some()
            && let Ok(rules) = self.wanted.rules()
            && let Ok(mut game) = Game::new(rules)
        {
            // The board was made for the click that was taken back.
            game.deal(self.deal);
            self.begin_with(game);
        }
        true
    }

    /// Mines that are not flagged yet, as people count them.
    pub(super) fn mines_left(&self) -> i64 {
        let (mines, view) = (self.game().rules().mines, self.view());
        match self.game().status() {
            Status::Won => 0,
            _ => i64::from(mines) - i64::from(view.flag_count()) - i64::from(view.opened_mines()),
        }
    }

    /// The 3BV of the board, how much of it is cleared, and in how many clicks; when it is over.
    pub(super) fn clicks(&self) -> Option<(u32, u32, usize)> {
        let layout = self.game().layout().filter(|_| self.is_over())?;
        let cleared = Measures::cleared(layout, self.view());
        Some((Measures::of(layout).three_bv, cleared, self.history.actions().len()))
    }

    /// What the end of the game shows at a closed cell: a mine that was not flagged, or a flag
    /// on none.
    pub(super) fn revealed(&self, cell: surefoot_rules::Cell) -> Option<Revealed> {
        let layout = self.game().layout().filter(|_| self.is_over())?;
        match (self.view().tile(cell), layout.is_mine(cell)) {
            (Tile::Hidden, true) => Some(Revealed::Mine),
            (Tile::Flag, false) => Some(Revealed::FalseFlag),
            _ => None,
        }
    }
}

/// What the end of a game shows over a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Revealed {
    Mine,
    FalseFlag,
}

/// A clock that can be stopped and goes on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameClock {
    before: Duration,
    since: Option<Instant>,
}

impl GameClock {
    /// A clock that stands at this time.
    pub(super) fn at(before: Duration) -> Self {
        Self { before, since: None }
    }

    pub(super) fn start(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    pub(super) fn stop(&mut self, now: Instant) {
        self.before = self.elapsed(now);
        self.since = None;
    }

    pub(super) fn elapsed(&self, now: Instant) -> Duration {
        self.before
            + self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

/// A game for rules, with nothing dealt yet.
pub(super) fn fresh(
    wanted: WantedGame,
    rules: surefoot_rules::Rules,
    deal: Deal,
) -> Result<PlayTable, RulesError> {
    Ok(PlayTable::new(wanted, deal, Game::new(rules)?))
}
