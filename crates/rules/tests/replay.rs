//! Every form of replay is read as it was written, and nothing that is read does harm.

#![allow(clippy::unwrap_used)]

use surefoot_rules::notation::Place;
use surefoot_rules::replay::{
    self, FiledReplay, GameMode, MouseKind, Played, Replay, ReplayFormat, rawvf,
};
use surefoot_rules::{Action, Random, Status};
use surefoot_testing::{BinaryForm, Cases, any_replay, mutated, write_binary, write_collection};

/// A game of a size that the form can hold.
fn game(random: &mut Random, form: BinaryForm) -> Replay {
    let (width, height, mines) = match random.below(3) {
        0 => (8, 8, 10),
        1 => (16, 16, 40),
        _ if form.has_levels_only() => (30, 16, 99),
        _ => (2 + random.below(28), 1 + random.below(16), 1 + random.below(20)),
    };
    any_replay(random, width, height, mines)
}

/// Moves apart from those that go nowhere.
fn moves(replay: &Replay) -> Vec<(MouseKind, i32, i32, i32)> {
    let mut at = (-1, -1);
    let mut kept = Vec::new();
    for event in &replay.events {
        if event.kind != MouseKind::Move || at != (event.x, event.y) {
            kept.push((event.kind, event.time, event.x, event.y));
        }
        at = (event.x, event.y);
    }
    kept
}

#[test]
fn every_form_is_read_as_it_was_written() {
    for form in BinaryForm::ALL {
        let draw = |random: &mut Random| game(random, form);
        let mut random = Random::named("forms", [surefoot_testing::seed(), 0]);
        for _ in 0..40 {
            let replay = draw(&mut random);
            let bytes = write_binary(&replay, form);
            let read = replay::read(&bytes).unwrap_or_else(|error| panic!("{form:?}: {error}"));
            let [read] = &read[..] else { panic!("one was written") };
            assert_eq!(read.layout, replay.layout, "{form:?}");
            let name = if form.has_name() { "Ann Onymous" } else { "" };
            assert_eq!(read.player.to_string(), name, "{form:?}");
            let mode = if form == BinaryForm::MvfFunny { GameMode(1) } else { GameMode(0) };
            assert_eq!(read.mode, mode, "{form:?}");
            let (mut ours, mut theirs) = (moves(read), moves(&replay));
            if form.is_old() {
                // Its last moment is a release of all that is down.
                ours.truncate(theirs.len());
            }
            if matches!(form, BinaryForm::Rmv(_)) {
                // The first press is made up where the button comes up.
                (ours, theirs) = (ours[1..].to_vec(), theirs[1..].to_vec());
            }
            assert_eq!(ours, theirs, "{form:?}");
        }
    }
}

/// Programs on Chinese systems write names in GB18030; as text they are UTF-8.
#[test]
fn chinese_names_are_read_from_every_form() {
    let mut random = Random::named("names", [1, 0]);
    for form in BinaryForm::ALL.into_iter().filter(|form| form.has_name()) {
        let mut replay = any_replay(&mut random, 8, 8, 10);
        replay.player = b"\xcd\xf5\xbc\xce\xc4\xfe"[..].into();
        let read = replay::read(&write_binary(&replay, form)).unwrap();
        assert_eq!(read[0].player.to_string(), "王嘉宁", "{form:?}");
        let text = rawvf::write(&read[0]).unwrap();
        assert!(text.contains("Player: 王嘉宁\n"), "{form:?}");
        assert_eq!(rawvf::read(text.as_bytes()).unwrap().player, "王嘉宁".into());
    }
}

#[test]
fn collections_hold_many() {
    let mut random = Random::named("collections", [1, 0]);
    let games: Vec<Replay> = (0..3).map(|_| any_replay(&mut random, 9, 9, 10)).collect();
    let files: Vec<Vec<u8>> = games
        .iter()
        .zip([0, 3, 4])
        .map(|(game, v)| write_binary(game, BinaryForm::Evf(v)))
        .collect();
    for checksum in [0, 32] {
        let bytes = write_collection(&files, checksum);
        assert_eq!(ReplayFormat::recognise(&bytes), Some(ReplayFormat::Evfs));
        let read = replay::read(&bytes).unwrap();
        assert!(read.iter().zip(&games).all(|(read, game)| read.layout == game.layout));
        assert_eq!(read.len(), 3);
        // Cut off in its last game, the others are there, and the error says where.
        let cut = &bytes[..bytes.len() - usize::from(checksum) - 1];
        let games: Vec<FiledReplay> = replay::each(cut).unwrap().collect();
        assert_eq!(games.len(), 3);
        assert_eq!(games[1].name.as_ref().unwrap().to_string(), "game 1");
        assert!(games[..2].iter().all(|game| game.replay.is_ok()));
        let error = games[2].replay.as_ref().unwrap_err();
        assert!(matches!(error.place, Place::Byte(at) if at > 50), "{error:?}");
        assert_eq!(replay::read(cut).unwrap().len(), 2);
    }
    // Damaged in the middle, only that game is lost; where none can be read, that is an error.
    let mut damaged = files.clone();
    damaged[1][6] ^= 1;
    let games: Vec<FiledReplay> = replay::each(&write_collection(&damaged, 32)).unwrap().collect();
    let well: Vec<bool> = games.iter().map(|game| game.replay.is_ok()).collect();
    assert_eq!(well, [true, false, true]);
    let only = write_collection(&damaged[1..2], 32);
    assert!(replay::read(&only).is_err(), "none of its games can be read");
}

/// What is written as text is the same game again.
#[test]
fn text_is_read_as_it_was_written() {
    let draw = |random: &mut Random| {
        let mut replay = game(random, BinaryForm::Avf);
        replay.marks = random.below(2) == 0;
        replay.square = 5 + random.below(40);
        if random.below(2) == 0 {
            // Buttons that are not told apart.
            for event in &mut replay.events {
                event.kind = match event.kind {
                    MouseKind::LeftDown | MouseKind::LeftUp => MouseKind::Left,
                    MouseKind::RightDown | MouseKind::RightUp => MouseKind::Right,
                    MouseKind::MiddleDown | MouseKind::MiddleUp => MouseKind::Middle,
                    kind => kind,
                };
                event.time -= 500;
            }
        }
        replay
    };
    let mut random = Random::named("text", [surefoot_testing::seed(), 0]);
    for _ in 0..300 {
        let replay = draw(&mut random);
        let text = rawvf::write(&replay).unwrap();
        let read = rawvf::read(text.as_bytes()).unwrap();
        assert_eq!(read.layout, replay.layout);
        assert_eq!(rawvf::write(&read).unwrap(), text);
        let (played, again) = (Played::of(&replay), Played::of(&read));
        assert_eq!(played.actions, again.actions);
        assert_eq!((played.clicks, played.status), (again.clicks, again.status));
    }
}

#[test]
fn buttons_mean_what_they_do() {
    let play = |events: &str| {
        let text = format!("Board:\n000*\n000*\n*00*\nEvents:\n{events}");
        Played::of(&rawvf::read(text.as_bytes()).unwrap())
    };
    // A right click on a closed cell flags at once; with the left button down it does not.
    let played = play("0.0 rc 1 3 (8 40)\n0.1 rr 1 3 (8 40)\n0.2 lc 2 1 (24 8)\n0.3 lr 2 1 (24 8)");
    assert_eq!((played.clicks.right, played.clicks.left), (1, 1));
    assert!(played.end.view().opened() > 1);
    // Both buttons are one chord, whichever goes down first, and the flag before it one click.
    for chord in ["rc lc lr rr", "lc rc rr lr", "rc lc rr lr", "mc mr"] {
        let chord: Vec<String> =
            chord.split(' ').map(|name| format!("1.0 {name} 2 2 (24 24)\n")).collect();
        let chord = chord.concat();
        let played = play(&format!(
            "0.2 lc 1 1 (8 8)\n0.3 lr 1 1 (8 8)\n0.5 rc 1 3 (8 40)\n0.5 rr 1 3 (8 40)\n{chord}"
        ));
        let clicks = (played.clicks.left, played.clicks.right, played.clicks.chords);
        assert_eq!(clicks, (1, 1, 1), "{chord}");
        assert!(matches!(played.actions.last().unwrap().action, Action::Chord(_)));
    }
    // With marks a second right click is a question mark, and a third takes it away.
    let text = "Marks: On\nBoard:\n0*\n00\nEvents:\n0.0 lc 1 1 (8 8)\n0.1 lr 1 1 (8 8)\n";
    let click = "0.2 rc 2 1 (24 8)\n0.3 rr 2 1 (24 8)\n";
    for (clicks, flags) in [(1, 1), (2, 0), (3, 0), (4, 1)] {
        let text = format!("{text}{}", click.repeat(clicks));
        let played = Played::of(&rawvf::read(text.as_bytes()).unwrap());
        assert_eq!(played.end.view().flag_count(), flags, "{clicks}");
    }
    // A click that was taken outside the board is counted and opens nothing.
    let played = play("0.0 lc 1 1 (8 8)\n0.1 lr 1 1 (8 8)\n0.2 lc 9 9 (800 8)\n0.3 lr 9 9 (800 8)");
    assert_eq!((played.clicks.left, played.actions.len()), (2, 1));
}

/// Flags set before the first click hold a flood off; taken away, a chord on the zero opens the rest.
#[test]
fn a_zero_beside_early_flags_can_be_chorded() {
    let click = |what: &str, x: u32, y: u32| {
        let (px, py) = (x * 16 + 8, y * 16 + 8);
        let name = |up: &str| format!("0.1 {what}{up} {} {} ({px} {py})\n", x + 1, y + 1);
        name("c") + &name("r")
    };
    let events = [click("r", 1, 0), click("l", 0, 0), click("r", 1, 0), click("m", 0, 0)].concat();
    let text = format!("Board:\n000\n00*\nEvents:\n{events}");
    let played = Played::of(&rawvf::read(text.as_bytes()).unwrap());
    assert_eq!(played.actions.len(), 4);
    assert_eq!(played.clicks.chords, 1);
    assert_eq!(played.end.view().closed_count(), 2);
    assert_eq!(played.status, Status::Playing);
}

#[test]
fn errors_say_where_and_why() {
    let says = |text: &str, line: usize, why: &str| {
        let error = rawvf::read(text.as_bytes()).unwrap_err();
        assert_eq!(error.place, Place::Line(line), "{error}");
        assert!(error.to_string().contains(why), "{error}");
    };
    says("Width: many\nBoard:\n0\nEvents:\n", 1, "`many` is unexpected: expected a number");
    says("Board:\n0*\n0\nEvents:\n", 3, "this row has 1 cell: expected 2");
    let tall = format!("Board:\n{}Events:\n", "0\n".repeat(20_000));
    says(&tall, 2, "the board has 10001 rows: expected 10000");
    // Far outside is outside, and can be written again.
    let far = format!("Board:\n0*\nEvents:\n0.1 lc 1 1 ({} {})\n", i32::MAX, i32::MIN);
    let far = rawvf::read(far.as_bytes()).unwrap();
    assert_eq!(rawvf::read(rawvf::write(&far).unwrap().as_bytes()).unwrap().events, far.events);
    says("Mines: 3\nBoard:\n0*\nEvents:\n", 3, "expected 3 mines, found 1");
    says("Board:\n0*\nEvents:\n0.1 xx 1 1 (0 0)\n", 4, "expected an event such as");
    says("Board:\n0*\nEvents:\n0.1 lc 1 1 (0 a)\n", 4, "expected an event such as");
    let mut random = Random::named("errors", [1, 0]);
    let replay = any_replay(&mut random, 9, 9, 10);
    let mut bytes = write_binary(&replay, BinaryForm::Avf);
    bytes[10] = 0;
    let error = replay::read(&bytes).unwrap_err();
    assert_eq!(error.place, Place::Byte(10));
    assert!(error.to_string().contains("lies outside the board of 9x9"), "{error}");
    let bytes = write_binary(&replay, BinaryForm::Rmv(2));
    let error = replay::read(&bytes[..bytes.len() - 5]).unwrap_err();
    assert!(error.to_string().contains("the file ends in the middle of its events"), "{error}");
}

/// Whatever is read is played without harm, and written and read again as the same game.
fn exercise(bytes: &[u8]) -> bool {
    let read = match replay::read(bytes) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    for replay in read {
        let played = Played::of(&replay);
        assert!(played.actions.len() <= replay.events.len());
        // No file is believed to hold more than it can: three bytes are the least for an event.
        assert!(replay.events.len() <= bytes.len() / 2 + 8);
        let text = rawvf::write(&replay).unwrap();
        let again = rawvf::read(text.as_bytes()).unwrap();
        assert_eq!(again.layout, replay.layout);
        assert_eq!(Played::of(&again).end.view(), played.end.view());
    }
    true
}

#[test]
fn a_hundred_thousand_mutated_replays_do_no_harm() {
    let mut random = Random::named("replays", [7, 0]);
    let mut sample = |form| write_binary(&any_replay(&mut random, 8, 8, 10), form);
    let mut samples: Vec<Vec<u8>> = BinaryForm::ALL.into_iter().map(&mut sample).collect();
    let small = any_replay(&mut random, 4, 3, 2);
    samples.push(rawvf::write(&small).unwrap().into_bytes());
    let files = [0, 4].map(|version| write_binary(&small, BinaryForm::Evf(version)));
    samples.push(write_collection(&files, 4));
    let mut readable = 0;
    let draw = |random: &mut Random| mutated(&samples, &[0, 255, b'[', b'\n', b'9'], random);
    Cases::new("replay mutations", 100_000)
        .check(draw, |bytes| readable += u32::from(exercise(bytes)));
    assert!((5_000..95_000).contains(&readable), "{readable}");
}

/// A flag of before the game is written as a click; with a button down that would be a chord.
#[test]
fn a_flag_set_while_a_button_is_down_stays_one() {
    let text = "RawVF_Version: Rev6\nLevel: Custom\nWidth: 3\nHeight: 2\nMines: 1\nSquareSize: 16\n\
        Board:\n0*0\n000\nEvents:\n0.100 lc 1 1 (8 8)\n0.200 pf 3 1 (40 8)\n0.300 lr 1 1 (8 8)\n";
    let replay = rawvf::read(text.as_bytes()).unwrap();
    let again = rawvf::read(rawvf::write(&replay).unwrap().as_bytes()).unwrap();
    assert_eq!(moves(&again), moves(&replay));
    let end = |replay: &Replay| Played::of(replay).end.view().clone();
    assert_eq!(end(&again), end(&replay));
    assert_eq!(end(&replay).opened(), 1);
}

/// Fuzzers begin with a file of every form, which is read as what it is.
#[test]
fn the_fuzzers_corpus_has_every_format() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    for name in ["avf", "evf", "evfs", "rmv", "mvf", "rawvf"] {
        let format: ReplayFormat = name.parse().unwrap();
        let mut readable = 0;
        for entry in std::fs::read_dir(format!("{corpus}/replay_{name}")).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            let recognised = ReplayFormat::recognise(&bytes) == Some(format);
            readable += u32::from(recognised && exercise(&bytes));
        }
        assert!(readable > 0, "{name}");
    }
}
