//! A player of one's own goes wherever those of the house go: matches, experiments, exact
//! values, the bench.

#![allow(clippy::unwrap_used)]

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use surefoot_lab::bench::{signature, speed};
use surefoot_lab::exact_value::{ExactValueError, exact_value};
use surefoot_lab::experiment::folder::{Earlier, Folder, FolderError};
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::shard::Shard;
use surefoot_lab::experiment::{Match, MatchError};
use surefoot_lab::play::Estimator;
use surefoot_lab::play::source::Source;
use surefoot_players::roster::PlayerOption;
use surefoot_players::{Abilities, AnyPlayer, Entry, Roster};
use surefoot_rules::{Brief, Choice, GameKind, Grid, Player, Promise, Random, Rules, View, view};
use surefoot_testing::{TempFolder, timeless};

/// Plays as somebody else does; under another name and with a fault, if that is asked for.
struct Double {
    inner: AnyPlayer,
    stumbles: bool,
}

impl Clone for Double {
    fn clone(&self) -> Self {
        Self { inner: self.inner.copied(), stumbles: self.stumbles }
    }
}

impl Player for Double {
    fn begin(&mut self, brief: &Brief, view: &View, _: Random) {
        // The stream of the one it doubles, so that both choose alike.
        self.inner.begin(brief, view, Random::default());
    }

    fn choose(&mut self, view: &View) -> Choice {
        assert!(!self.stumbles || view.opened() < 30, "stumbled");
        self.inner.choose(view)
    }
}

const STUMBLES: PlayerOption = PlayerOption::word("stumbles", "panics half way");

/// The house, and a player that counts: `exact` by another name.
fn roster() -> Roster {
    let entry = Entry::with_options("double", [STUMBLES], |options| {
        let inner = Roster::standard().call("exact")?;
        Ok(Box::new(Double { inner, stumbles: options.has(&STUMBLES) }))
    });
    let able = Abilities { misses_nothing: true, understood_by_proof: true, ..Abilities::PLAIN };
    Roster::standard().with(entry.able(able)).unwrap()
}

fn between(players: &[&str], games: u64) -> Match {
    Match::between(players, Rules::new(GameKind::Win, Grid::new(9, 9).unwrap(), 10), games, 3)
}

#[test]
fn it_plays_matches_and_its_faults_are_its_own() {
    let (roster, stop) = (roster(), AtomicBool::new(false));
    let game = between(&["exact", "double", "double:stumbles"], 60);
    let result = game.run(&roster, &stop, || {}, |_| {}).unwrap();
    let [exact, double, stumbling] = &result.standings.0[..] else { unreachable!() };
    // `exact` draws no random numbers on boards that it can count.
    assert_eq!((double.wins, double.guesses, double.errors), (exact.wins, exact.guesses, 0));
    assert!(stumbling.errors > 30 && stumbling.wins < exact.wins);
    assert_eq!(stumbling.first_error.as_deref(), Some("panicked: stumbled"));

    // Who misses nothing can be the one over which an advantage is estimated.
    let mut advantage = between(&["double", "exact"], 5);
    advantage.estimate = Estimator::Advantage;
    let result = advantage.run(&roster, &stop, || {}, |_| {}).unwrap();
    assert_eq!(result.standings.0[1].against_first.mean(), Some(0.0));
    let refused = game.check(&Roster::standard());
    assert!(matches!(refused, Err(MatchError::Roster(_))), "{refused:?}");
}

const TEXT: &str = "title = \"t\"\nquestion = \"q\"\nplayers = [\"exact\", \"double\"]\n\
                    deals = 12\ngauges = [\"influence\"]\n\
                    sweep = { over = \"level\", values = [\"beginner\", \"8x8/12\"] }\n";

#[test]
fn it_plays_experiments_into_a_folder_that_may_be_left_and_shared() {
    let roster = roster();
    let experiment = || Experiment::read(&roster, "mine", "mine.toml", TEXT).unwrap();
    assert!(Experiment::read(&Roster::standard(), "mine", "mine.toml", TEXT).is_err());
    let out = TempFolder::new("own-player");
    let (whole, one, two, merged) =
        (out.join("whole"), out.join("one"), out.join("two"), out.join("merged"));
    let report = Folder::new(&whole).run(&roster, &[experiment()]).unwrap();
    assert!(!report.experiments[0].answer.is_empty() && report.page.exists());

    for (folder, shard) in [(&one, "1/2"), (&two, "2/2")] {
        let (folder, shard) = (Folder::new(folder), shard.parse::<Shard>().unwrap());
        let (mine, stop) = ([experiment()], AtomicBool::new(false));
        let all = folder.begin(&mine, shard, Earlier::Refuse).unwrap();
        let (total, played) = (all.work(), Mutex::new(0));
        // Stopped after its first deals, and gone on with.
        let halt = |work| {
            *played.lock().unwrap() += work;
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        };
        assert!(!all.play(&roster, &stop, |_| {}, halt).unwrap());
        let left = folder.begin(&mine, shard, Earlier::Continue).unwrap();
        assert_eq!(left.work() + *played.lock().unwrap(), total);
        assert!(left.play(&roster, &AtomicBool::new(false), |_| {}, |_| {}).unwrap());
        let again = folder.begin(&mine, shard, Earlier::Refuse);
        assert!(matches!(again, Err(FolderError::Exists(_))));
    }
    Folder::new(&merged).merge(&roster, &[one, two], None).unwrap();
    let record = |folder: &std::path::Path| {
        timeless(&std::fs::read_to_string(folder.join("records/mine.csv")).unwrap())
    };
    assert_eq!(record(&whole), record(&merged));
    // Another roster does not know the player, and says so.
    let unknown =
        Folder::new(out.join("other")).merge(&Roster::standard(), &[out.join("one")], None);
    assert!(matches!(unknown, Err(FolderError::Plan(_))));
}

/// A record is not continued by a player that changed, whether it says so or not.
#[test]
fn versions_of_a_player_are_not_mixed() {
    let roster = |plays_as: &'static str, version: Option<&'static str>| {
        let entry = Entry::with_options("mine", [], move |_| Roster::standard().call(plays_as));
        let entry = version.into_iter().fold(entry, Entry::versioned);
        Roster::standard().with(entry).unwrap()
    };
    let text = TEXT.replace("double", "mine");
    let out = TempFolder::new("versions");
    let go_on = |roster: &Roster, version: &str| {
        let experiment = Experiment::read(roster, "mine", "mine.toml", &text).unwrap();
        let folder = Folder::new(out.join(version));
        folder.begin(&[experiment], Shard::WHOLE, Earlier::Continue).map(drop)
    };
    go_on(&roster("queue", None), "unsaid").unwrap();
    go_on(&roster("queue", None), "unsaid").unwrap();
    let changed = go_on(&roster("random", None), "unsaid").unwrap_err().to_string();
    assert!(changed.contains("different engines cannot be combined"), "{changed}");
    go_on(&roster("queue", Some("1")), "said").unwrap();
    go_on(&roster("queue", Some("1")), "said").unwrap();
    assert!(go_on(&roster("queue", Some("2")), "said").is_err());
    // Without outsiders, the record is one of the house.
    let standard =
        Experiment::read(&Roster::standard(), "x", "x", &TEXT.replace("double", "queue"));
    assert_eq!(standard.unwrap().engine, signature::COMMITTED.trim());
}

#[test]
fn what_a_program_put_together_is_not_played_into_a_folder() {
    let rules = Rules::new(GameKind::Win, Grid::new(9, 9).unwrap(), 10);
    let mut experiment = Experiment::of_one_point(rules, Source::Deals);
    experiment.players.push("queue".to_owned());
    let out = std::env::temp_dir().join("surefoot-never-made");
    let refused = Folder::new(&out).run(&Roster::standard(), &[experiment]);
    assert!(matches!(refused, Err(FolderError::NoFile)) && !out.exists());
}

#[test]
fn it_has_an_exact_value_a_signature_and_a_speed() {
    let roster = roster();
    let board = view!["4x4/4", "****", "****", "****", "****"];
    let value = |text: &str| {
        exact_value(&roster, text, &board, Promise::None, 0, 10_000, &mut |_| true).unwrap()
    };
    assert_eq!(value("double"), value("exact"));
    let refused =
        exact_value(&Roster::standard(), "double", &board, Promise::None, 0, 10, &mut |_| true);
    assert!(matches!(refused, Err(ExactValueError::Roster(_) | ExactValueError::TooMany { .. })));
    assert!(signature::of(&Roster::standard(), "double").is_err());
    let signature = |text: &str| signature::of(&roster, text).unwrap();
    assert_ne!(signature("double"), signature("queue"));

    assert!(speed::games_per_second(&roster, "double", Duration::from_millis(1)).unwrap() > 0.0);
}
