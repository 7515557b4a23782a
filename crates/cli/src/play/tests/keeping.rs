//! Tests of the file in which a game is kept.

use std::time::Duration;

use surefoot_rules::replay::{GameMode, Played, rawvf};
use surefoot_rules::{Level, Neighbourhood, Promise, Status, layout};

use super::Hand;
use crate::play::intent::{Button, Intent};
use crate::play::keepsake;
use crate::play::room::Effect;
use crate::play::saved::{self, SavedGame, StateFile};
use crate::play::wanted::WantedGame;

fn played(wanted: WantedGame, seed: u64) -> Hand {
    let mut hand = Hand::dealt(wanted, seed);
    hand.keys(" ");
    for _ in 0..6 {
        hand.keys("h ");
    }
    hand.want(Intent::First).keys("f");
    hand
}

/// What was quit goes on as it was, whatever was played.
#[test]
fn a_saved_game_is_the_same_game() {
    let logic = "simple".parse().unwrap();
    let kinds = [
        WantedGame::default(),
        WantedGame { level: Level::EXPERT, kaboom: true, ..WantedGame::default() },
        WantedGame { no_guess: Some(logic), ..WantedGame::default() },
        WantedGame {
            neighbourhood: Neighbourhood::Hex,
            promise: Promise::Safe,
            ..WantedGame::default()
        },
    ];
    for wanted in kinds {
        for seed in 0..4 {
            let mut hand = played(wanted, seed);
            hand.now += Duration::from_secs(5);
            let text = saved::write(&hand.room.table, hand.now).unwrap();
            let again = saved::read(&text).unwrap();
            let table = &hand.room.table;
            assert_eq!(again.view(), table.view());
            assert_eq!(again.game().layout(), table.game().layout());
            assert_eq!(
                (again.wanted, again.deal, again.help),
                (table.wanted, table.deal, table.help)
            );
            let expected = table.clock.elapsed(hand.now).as_millis();
            assert_eq!(again.clock.elapsed(hand.now).as_millis(), expected);
            assert_eq!(saved::write(&again, hand.now).unwrap(), text);
        }
    }
}

/// Whatever stands in the file, it is read or refused in words, never a panic.
#[test]
fn damaged_files_are_refused_in_words() {
    let mut hand = played(WantedGame { kaboom: true, ..WantedGame::default() }, 3);
    hand.now += Duration::from_secs(5);
    let text = saved::write(&hand.room.table, hand.now).unwrap();
    for wrong in ["", "{}", "null", "[1]", &text[..text.len() / 2]] {
        assert!(saved::read(wrong).is_err(), "{wrong}");
    }
    for (from, to) in [
        ("\"surefoot_play\":1", "\"surefoot_play\":9"),
        ("9x9/10", "9x9/99"),
        ("square8", "square9"),
        ("\"open\"", "\"sing\""),
        ("[\"open\",40]", "[\"open\",4000]"),
        ("[\"open\",40]", "[\"chord\",40]"),
        ("\"seconds\":", "\"seconds\":-"),
    ] {
        assert!(text.contains(from), "{from} {text}");
        assert!(saved::read(&text.replace(from, to)).is_err(), "{to}");
    }
    // Bytes changed at random are read as something else, or refused.
    let mut random = surefoot_rules::Random::named("damage", [1, 1]);
    for _ in 0..2_000 {
        let mut bytes = text.clone().into_bytes();
        let at = random.below(bytes.len() as u32) as usize;
        bytes[at] = b' ' + random.below(90) as u8;
        let _ = saved::read(&String::from_utf8(bytes).unwrap());
    }
}

#[test]
fn a_file_is_kept_by_one_game_and_never_overwritten_when_damaged() {
    let folder = surefoot_testing::TempFolder::new("play");
    let path = folder.join("deeper").join("play.json");
    let (mut file, kept) = StateFile::open(&path).unwrap();
    assert!(matches!(kept, SavedGame::Nothing));
    let other = StateFile::open(&path).unwrap_err();
    assert_eq!(other.kind(), std::io::ErrorKind::WouldBlock);
    let hand = played(WantedGame::default(), 1);
    file.keep(&hand.room.table, hand.now).unwrap();
    drop(file);
    let (file, kept) = StateFile::open(&path).unwrap();
    let SavedGame::Game(table) = kept else { panic!("{kept:?}") };
    assert_eq!(table.view(), hand.room.table.view());
    drop(file);
    for number in 1..3 {
        std::fs::write(&path, format!("damage {number}")).unwrap();
        let (_, kept) = StateFile::open(&path).unwrap();
        let SavedGame::Damaged(_, aside) = kept else { panic!("{kept:?}") };
        assert_eq!(std::fs::read_to_string(aside).unwrap(), format!("damage {number}"));
    }
}

/// Plays by hints until the game is over, a move a second.
fn finished(wanted: WantedGame, seed: u64) -> Hand {
    let mut hand = Hand::dealt(wanted, seed);
    hand.keys("f").want(Intent::First).keys(" ");
    while hand.status() == Status::Playing {
        hand.now += Duration::from_secs(1);
        hand.keys("h");
        // A flag on the hinted cell is taken away.
        if hand.tile(hand.room.cursor.x, hand.room.cursor.y) == surefoot_rules::Tile::Flag {
            hand.keys("f");
        }
        hand.keys(" ");
    }
    hand
}

/// What is saved is the same game, move by move and second by second, whatever was played.
#[test]
fn a_replay_is_the_same_game() {
    let logic = "full".parse().unwrap();
    let kinds = [
        (WantedGame::default(), GameMode(0)),
        (WantedGame { kaboom: true, ..WantedGame::default() }, GameMode::GUESSABLE),
        (WantedGame { no_guess: Some(logic), ..WantedGame::default() }, GameMode::NO_GUESS),
    ];
    for (wanted, mode) in kinds {
        for seed in 0..3 {
            let hand = finished(wanted, seed);
            let table = &hand.room.table;
            // Quit and gone on with, it is saved alike.
            let again = saved::read(&saved::write(table, hand.now).unwrap()).unwrap();
            let text = keepsake::text(table).unwrap();
            assert_eq!(keepsake::text(&again).unwrap(), text);
            let replay = rawvf::read(text.as_bytes()).unwrap();
            let played = Played::of(&replay);
            assert_eq!((replay.mode, played.status), (mode, hand.status()));
            assert_eq!(played.end.view().tiles(), table.view().tiles());
            let actions: Vec<_> = played.actions.iter().map(|timed| timed.action).collect();
            assert_eq!(actions, table.history().actions());
            assert_eq!(u128::from(played.time), table.clock.elapsed(hand.now).as_millis());
            assert_eq!(played.false_claims(&replay), []);
        }
    }
}

#[test]
fn only_what_is_over_and_can_be_told_is_saved() {
    let mut hand = Hand::on(&layout!["M . . . ."], false);
    let plan = hand.plan();
    hand.click(Button::Left, 1, 0);
    assert!(hand.room.want(Intent::Save, &plan, hand.now).is_none());
    assert!(hand.said().contains("when the game is over"), "{}", hand.said());
    // What was taken back is no part of it.
    hand.now += Duration::from_secs(2);
    hand.click(Button::Left, 0, 0).keys("u");
    hand.now += Duration::from_secs(3);
    hand.click(Button::Left, 3, 0);
    assert!(matches!(hand.room.want(Intent::Save, &plan, hand.now), Some(Effect::Save)));
    let replay = rawvf::read(keepsake::text(&hand.room.table).unwrap().as_bytes()).unwrap();
    let played = Played::of(&replay);
    assert_eq!((played.actions.len(), played.status, played.time), (2, Status::Won, 5_000));
    // A game that an earlier version kept has no times.
    let text = saved::write(&hand.room.table, hand.now).unwrap();
    let from = text.find(",\"times\"").unwrap();
    let to = from + text[from..].find(']').unwrap() + 1;
    let without = format!("{}{}", &text[..from], &text[to..]);
    assert_eq!(saved::read(&without).unwrap().times(), [0, 0]);
    // Nobody reads replays of hexagons.
    let wanted = WantedGame { neighbourhood: Neighbourhood::Hex, ..WantedGame::default() };
    let hexagons = finished(wanted, 1);
    let error = keepsake::text(&hexagons.room.table).unwrap_err();
    assert!(error.to_string().contains("hex"), "{error}");
}

#[test]
fn replays_are_not_overwritten() {
    let folder = surefoot_testing::TempFolder::new("replays");
    let mut hand = Hand::on(&layout!["M . . . ."], false);
    hand.click(Button::Left, 1, 0).click(Button::Left, 3, 0);
    let names: Vec<String> = (0..3)
        .map(|_| keepsake::save(&hand.room.table, &folder.join("deeper")).unwrap())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["5x1-1-0.00s.rawvf", "5x1-1-0.00s-2.rawvf", "5x1-1-0.00s-3.rawvf"]);
}
