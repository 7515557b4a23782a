//! Tests of the file in which a game is kept.

use std::time::Duration;

use surefoot_rules::{Level, Neighbourhood, Promise};

use super::Hand;
use crate::play::intent::Intent;
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
