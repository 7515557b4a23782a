//! A table and the players around it, used for one deal after the other.
//!
//! Every player plays the deal in turn, watched by the umpire and the gauges if there
//! are any; their time is not the player's. Times are CPU times. A player that acts illegally
//! or panics loses that game, and somebody fresh sits down in its place.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use surefoot_players::{Abilities, AnyPlayer, Entry, Roster};
use surefoot_rules::episode::{self, EpisodeError, PlayerFailure, Record, Spectator, Step};
use surefoot_rules::{Choice, Deal, Game, Player, Rules};

use crate::play::Estimator;
use crate::play::advantage::Advantage;
use crate::play::clock::Clock;
use crate::play::gauge::{Gauge, GaugeEntry};
use crate::play::source::{Layer, Source};
use crate::play::umpire::Umpire;
use crate::record::Row;

/// What is played, and who plays and watches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup<'a> {
    pub(crate) roster: &'a Roster,
    pub(crate) rules: &'a Rules,
    pub(crate) players: &'a [String],
    pub(crate) seed: u64,
    pub(crate) source: &'a Source,
    pub(crate) estimate: Estimator,
    /// Whether it is found out which guesses were forced.
    pub(crate) judged: bool,
    pub(crate) gauges: &'a [GaugeEntry],
}

/// See the [module](self).
pub(crate) struct Seat<'a> {
    setup: Setup<'a>,
    layer: Layer<'a>,
    game: Option<Game>,
    players: Vec<Option<AnyPlayer>>,
    watch: Option<Watchers>,
}

impl<'a> Seat<'a> {
    pub(crate) fn new(setup: &Setup<'a>) -> Self {
        let players = setup.players.iter().map(|text| setup.roster.call(text).ok()).collect();
        let layer = Layer::new(setup.source, setup.rules, setup.seed);
        Self { setup: *setup, layer, game: None, players, watch: Watchers::new(setup) }
    }

    /// One deal, played by everybody. Who begins rotates: whoever comes first finds the board
    /// cold in memory, and takes a few per cent longer for that alone.
    pub(crate) fn play(&mut self, index: u64) -> Vec<Row> {
        let seats = self.players.len();
        let order = (0..seats).map(|step| (index as usize % seats + step) % seats);
        let mut rows: Vec<Row> = order.map(|player| self.play_one(index, player)).collect();
        rows.sort_by_key(|row| row.player);
        // An advantage is one over the first player.
        if let (Estimator::Advantage, Some((first, others))) =
            (self.setup.estimate, rows.split_first_mut())
        {
            for row in others {
                row.value = row.value.zip(first.value).map(|(gained, base)| base + gained);
            }
        }
        rows
    }

    fn play_one(&mut self, index: u64, player: usize) -> Row {
        let Setup { rules, seed, players, .. } = self.setup;
        let text = &players[player];
        let random = self.setup.roster.random(Deal::new(seed, index), text);
        let mut game = self.layer.lay(self.game.take(), index);
        let mut someone = self.players[player].take();
        let elsewhere = someone.as_mut().map_or(Duration::ZERO, Player::elsewhere);
        let start = Clock::start();
        let outcome = catch_unwind(AssertUnwindSafe(|| match &mut someone {
            Some(someone) => match &mut self.watch {
                Some(watch) => {
                    let entry = self.setup.roster.entry_of(text);
                    let able = entry.map_or(Abilities::PLAIN, Entry::abilities);
                    watch.begin(&game, able, Deal::new(seed, index), player);
                    episode::play_watched(&mut game, someone, random, watch)
                }
                None => episode::play(&mut game, someone, random),
            },
            None => unreachable!("the roster was checked before the match"),
        }));
        let mut seconds = start.elapsed().as_secs_f64();
        let (record, trusted) = match outcome {
            Ok(record) => (record, true),
            Err(panic) => (Record::faulted(&game, fault(&*panic)), false),
        };
        if let Some(watch) = &self.watch {
            seconds -= watch.spent().as_secs_f64();
        }
        if trusted && let Some(someone) = &mut someone {
            seconds += someone.elsewhere().saturating_sub(elsewhere).as_secs_f64();
        }
        let mut row = Row::new(index, player, rules.kind, &record, seconds);
        if let Some(watch) = &mut self.watch {
            watch.read(&game, &record, &mut row);
        }
        if trusted {
            self.players[player] = someone;
            self.game = Some(game);
        } else {
            // Neither the player nor the table can be trusted any more.
            self.players[player] = self.setup.roster.call(text).ok();
        }
        row
    }
}

/// Those who watch: the umpire first, since it may lay another layout.
struct Watchers {
    umpire: Option<Umpire>,
    advantage: Option<Advantage>,
    /// Whether the player at the table is one whose advantage is weighed.
    compared: bool,
    gauges: Vec<Box<dyn Gauge>>,
    spent: Duration,
}

impl Watchers {
    fn new(setup: &Setup<'_>) -> Option<Self> {
        let weighs = setup.estimate != Estimator::Plain;
        let compares = setup.estimate == Estimator::Advantage;
        let first = setup.players.first().filter(|_| compares);
        let advantage = first.map(|text| Advantage::over(setup.roster, text));
        let umpire = (weighs || setup.judged).then(|| Umpire::new(weighs));
        let gauges: Vec<_> = setup.gauges.iter().map(|entry| (entry.make)()).collect();
        let anyone = umpire.is_some() || !gauges.is_empty();
        anyone.then_some(Self { umpire, advantage, compared: false, gauges, spent: Duration::ZERO })
    }

    fn begin(&mut self, game: &Game, player: Abilities, deal: Deal, place: usize) {
        let start = Clock::start();
        self.compared = place > 0;
        if let Some(advantage) = &mut self.advantage {
            advantage.begin(deal);
        }
        if let Some(umpire) = &mut self.umpire {
            umpire.begin(deal);
        }
        for gauge in &mut self.gauges {
            gauge.begin(game, player);
        }
        self.spent = start.elapsed();
    }

    /// Time that is not the player's.
    fn spent(&self) -> Duration {
        let umpire = self.umpire.as_ref().map_or(Duration::ZERO, |umpire| umpire.spent);
        let advantage = self.advantage.as_ref().map_or(Duration::ZERO, |other| other.spent);
        self.spent + umpire + advantage
    }

    fn read(&mut self, game: &Game, record: &Record, row: &mut Row) {
        if let Some(umpire) = &self.umpire {
            row.value = umpire.value(record);
            row.forced = umpire.forced;
        }
        if let (Some(advantage), true) = (&self.advantage, self.compared) {
            row.value = Some(advantage.sum());
        }
        for gauge in &mut self.gauges {
            gauge.read(game, record, &mut row.readings);
        }
    }
}

impl Spectator for Watchers {
    fn before(&mut self, game: &mut Game, choice: &Choice) -> ControlFlow<()> {
        if let Some(umpire) = &mut self.umpire {
            if let (Some(advantage), true) = (&mut self.advantage, self.compared) {
                advantage.weigh(game, choice, umpire.weight());
            }
            umpire.before(game, choice)?;
        }
        if !self.gauges.is_empty() {
            let start = Clock::start();
            self.gauges.iter_mut().for_each(|gauge| gauge.before(game, choice));
            self.spent += start.elapsed();
        }
        ControlFlow::Continue(())
    }

    fn after(&mut self, step: &Step<'_>) {
        if !self.gauges.is_empty() {
            let start = Clock::start();
            self.gauges.iter_mut().for_each(|gauge| gauge.after(step));
            self.spent += start.elapsed();
        }
    }
}

/// How a player came to unwind.
fn fault(panic: &(dyn std::any::Any + Send)) -> EpisodeError {
    match panic.downcast_ref::<PlayerFailure>() {
        Some(PlayerFailure(why)) => EpisodeError::Failed(why.clone()),
        None => EpisodeError::Panicked(said(panic)),
    }
}

/// What a panic said.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a word").to_owned()
}
