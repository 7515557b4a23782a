//! Files of replays as `surefoot review` meets them: large, damaged, of many games, in folders.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::Command;

use surefoot_rules::Random;
use surefoot_rules::replay::Replay;
use surefoot_testing::{BinaryForm, Said, TempFolder, any_replay, write_binary, write_collection};

/// What it says on standard output and on standard error, where that is its exit status.
#[track_caller]
fn says(arguments: &[&str], expected: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_surefoot"));
    let Said { code, out, err } = Said::by(command.args(arguments), "");
    assert_eq!(code, Some(expected), "{err}");
    (out, err)
}

fn games(count: usize) -> Vec<Replay> {
    let mut random = Random::named("replays of the command line", [count as u64, 0]);
    (0..count).map(|_| any_replay(&mut random, 8, 8, 10)).collect()
}

/// A session of megabytes, with a damaged game in it.
#[test]
fn a_large_collection_is_read_game_by_game() {
    let folder = TempFolder::new("replays-large");
    let mut files: Vec<Vec<u8>> =
        games(3).iter().map(|game| write_binary(game, BinaryForm::Evf(4))).collect();
    // One game of two megabytes: the mouse goes to and fro.
    let mut long = games(1).remove(0);
    let moves = long.events[1];
    long.events.splice(1..1, std::iter::repeat_n(moves, 300_000));
    files.push(write_binary(&long, BinaryForm::Evf(3)));
    files[1][6] ^= 1;
    let bytes = write_collection(&files, 32);
    assert!(bytes.len() > 1 << 21);
    let path = &folder.file("session.evfs", bytes)[..];
    let (out, err) = says(&["review", path], 0);
    assert!(err.contains("session.evfs, number 2 (game 1), read as evfs: byte "), "{err}");
    let heads: Vec<&str> = out.lines().filter(|line| line.contains("8x8/10")).collect();
    assert_eq!(heads.len(), 3, "{heads:?}");
    assert!(heads[1].contains("session.evfs, number 3 (game 2): "), "{heads:?}");
    let (out, _) = says(&["review", path, "--game", "3", "--rawvf", "-"], 0);
    assert!(out.starts_with("RawVF_Version"), "{out}");
    let (_, err) = says(&["review", path, "--svg", "-"], 2);
    assert!(err.contains("holds 4 replays") && err.contains("--game"), "{err}");
    let (_, err) = says(&["review", path, "--game", "9", "--svg", "-"], 2);
    assert!(err.contains("holds 4 replays"), "{err}");
    // A summary counts those that can be read, also in folders of the folder.
    let inner = folder.join("2026-11");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("one.avf"), write_binary(&games(1)[0], BinaryForm::Avf)).unwrap();
    let (out, err) = says(&["review", "--summary", folder.to_str().unwrap()], 0);
    assert!(out.starts_with("beginner, 8x8/10: 4 games"), "{out}");
    assert!(err.contains("session.evfs, number 2 (game 1)"), "{err}");
}

/// What is no replay is refused with a hint that fits, and a replay is no board.
#[test]
fn what_is_something_else_is_refused_with_a_hint() {
    let folder = TempFolder::new("replays-else");
    let (_, err) = says(&["review", &folder.file("zeros", vec![0; 3 << 20])], 2);
    assert!(err.contains("none of the replays that can be read"), "{err}");
    assert!(err.contains("hint: replays of Arbiter"), "{err}");
    let path = &folder.file("game.avf", write_binary(&games(1)[0], BinaryForm::Avf))[..];
    for arguments in [&["inspect", path][..], &["analyse", path], &["convert", path, "board.mine"]]
    {
        let (_, err) = says(arguments, 2);
        assert!(err.contains("is a replay (avf), not a board"), "{err}");
        assert!(err.contains("hint: `surefoot review FILE`"), "{err}");
    }
    let (_, err) = says(&["review", path, "--json", "--svg", "-"], 2);
    assert!(err.contains("cannot both go to standard output"), "{err}");
}

/// A file that says of its game what is not so, and modes that are no ordinary game.
#[test]
fn what_a_file_claims_is_held_against_its_game() {
    let folder = TempFolder::new("replays-claims");
    let game = |head: &str, x: u32| {
        let x = 16 * x + 8;
        let events = format!("0.0 lc 1 1 ({x} 8)\n0.1 lr 1 1 ({x} 8)\n");
        let text = format!("{head}\nBoard:\n*00\n000\nEvents:\n{events}");
        says(&["review", &folder.file("game.rawvf", text)], 0)
    };
    let (out, err) = game("Status: Won", 0);
    assert!(err.contains("says it was won, but played again it is lost"), "{err}");
    assert!(out.contains("lost by the first click") && !out.contains("win probability"), "{out}");
    assert_eq!(game("Status: Lost", 0).1, "");
    assert!(game("Mode: guessable, strong", 2).1.contains("no luck is told"));
    assert!(game("Mode: no-guess, classic", 2).1.contains("are too low"));
}
