//! Replays are read as `ms_toollib` reads them: board, events, result, time and measures.
//!
//! Files of players are not ours to give away. Where `SUREFOOT_REPLAYS` names a folder of some,
//! they are compared too; the rest is written here, by our own writers and by that library's.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::PathBuf;

use ms_toollib::Evfs;
use ms_toollib::videos::{AvfVideo, BaseVideo, Event, EvfVideo, MvfVideo, NewSomeVideo2, RmvVideo};
use surefoot_rules::replay::{
    self, Clicks, MouseEvent, MouseKind, Performance, Played, Replay, ReplayFormat, TimedAction,
};
use surefoot_rules::{Action, Cell, Layout, Measures, Random, Status, Zini};
use surefoot_testing::{BinaryForm, any_replay, write_binary, write_collection};

/// What their library makes of a file: read and played; `None` if it refuses.
fn theirs(bytes: &[u8], format: ReplayFormat) -> Option<BaseVideo<Vec<Vec<i32>>>> {
    macro_rules! read {
        ($kind:ident) => {{
            let mut video = <$kind as NewSomeVideo2<Vec<u8>, &str>>::new(bytes.to_vec(), "");
            video.parse().ok()?;
            video.data.analyse();
            video.data.current_event_id = video.data.video_action_state_recorder.len() - 1;
            Some(video.data)
        }};
    }
    match format {
        ReplayFormat::Avf => read!(AvfVideo),
        ReplayFormat::Evf => read!(EvfVideo),
        ReplayFormat::Rmv => read!(RmvVideo),
        ReplayFormat::Mvf => read!(MvfVideo),
        ReplayFormat::Evfs | ReplayFormat::Rawvf => None,
    }
}

fn numbers(layout: &Layout) -> Vec<Vec<i32>> {
    let number = |cell| if layout.is_mine(cell) { -1 } else { layout.number(cell).into() };
    let all: Vec<i32> = layout.grid().cells().map(number).collect();
    all.chunks(layout.grid().width() as usize).map(<[i32]>::to_vec).collect()
}

/// Events as both can tell them: outside is one place, and moves that go nowhere are left out.
fn told(
    events: impl Iterator<Item = MouseEvent>,
    replay: &Replay,
) -> Vec<(i32, MouseKind, i32, i32)> {
    let corner = |side: u32| (side * replay.square).cast_signed();
    let (right, below) = (corner(replay.level().width), corner(replay.level().height));
    let mut last = (i32::MIN, 0);
    let mut kept = Vec::new();
    for MouseEvent { time, kind, x, y } in events {
        let inside = (0..right).contains(&x) && (0..below).contains(&y);
        // Flags of before the game lie on a cell, at no pixel of it.
        let square = replay.square.cast_signed();
        let at = match kind {
            MouseKind::EarlyFlag => (x / square, y / square),
            _ if inside => (x, y),
            _ => (right, below),
        };
        if kind != MouseKind::Move || last != at {
            kept.push((time, kind, at.0, at.1));
        }
        last = at;
    }
    // Clone's files begin with where the mouse is.
    let moves = kept.iter().take_while(|event| event.1 == MouseKind::Move).count();
    kept.split_off(moves)
}

/// Holds a file against theirs. Returns whether there was something to compare.
fn compare(name: &str, bytes: &[u8], timed: &mut u32) -> bool {
    let replays = replay::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let [replay] = &replays[..] else { panic!("{name} holds one replay") };
    let Some(mut video) = theirs(bytes, replay.format) else { return false };
    assert_eq!(numbers(&replay.layout), video.board, "{name}");
    let events = video.video_action_state_recorder.iter().filter_map(|event| {
        let Some(Event::Mouse(mouse)) = &event.event else { return None };
        let time = (event.time * 1000.0).round() as i32;
        let kind = mouse.mouse.parse().unwrap();
        let side = |pixels: u16| i32::from(pixels.cast_signed());
        Some(MouseEvent { time, kind, x: side(mouse.x), y: side(mouse.y) })
    });
    assert_eq!(told(replay.events.iter().copied(), replay), told(events, replay), "{name}");

    let played = Played::of(replay);
    // What the file says was shown, by those programs that say so, is what our rules show.
    for &(_, cell, tile) in &replay.shown {
        assert_eq!(played.end.view().tile(cell), tile, "{name}: {cell:?}");
    }
    let shown: HashSet<Cell> = replay.shown.iter().map(|&(_, cell, _)| cell).collect();
    assert!(shown.is_empty() || shown.len() as u32 == played.end.view().opened(), "{name}");
    assert_eq!(played.status == Status::Won, video.is_completed, "{name}");
    let static_params = &video.static_params;
    assert_eq!(Measures::of(&replay.layout).three_bv as usize, static_params.bbbv, "{name}");
    let counts = |clicks: Clicks| [clicks.left, clicks.right, clicks.chords].map(|n| n as usize);
    let params = &video.game_dynamic_params;
    assert_eq!(counts(played.clicks), [params.left, params.right, params.double], "{name}");
    let dynamic = &video.video_dynamic_params;
    assert_eq!(counts(played.effective), [dynamic.lce, dynamic.rce, dynamic.dce], "{name}");
    // They do not count an opening of which a zero was flagged; we do, once a zero is open.
    let rightly = |action: &TimedAction| match action.action {
        Action::Flag(cell) => replay.layout.is_mine(cell),
        _ => true,
    };
    if !played.actions.iter().all(rightly) {
        return true;
    }
    let performance = Performance::of(replay, &played);
    assert_eq!(performance.solved as usize, dynamic.bbbv_solved, "{name}");
    assert_eq!(performance.zini.greedy as usize, static_params.zini, "{name}");
    assert_eq!(performance.zini.human as usize, static_params.hzini, "{name}");
    let same = |ours: Option<f64>, theirs: f64| {
        // Nothing divided by nothing.
        let (ours, theirs) =
            (ours.unwrap_or_default(), if theirs.is_finite() { theirs } else { 0.0 });
        assert!((ours - theirs).abs() <= 1e-9 * theirs.abs(), "{name}: {ours} {theirs}");
    };
    same(performance.efficiency, dynamic.ioe);
    same(performance.correctness, dynamic.corr);
    same(performance.throughput, dynamic.thrp);
    // Their clock runs to the last event, ours to the end of the game.
    let over = played.status != Status::Playing;
    if over && played.actions.last().is_some_and(|last| last.event + 1 == replay.events.len()) {
        same(Some(f64::from(played.time)), (params.rtime * 1000.0).round());
        video.set_current_time(f64::MAX);
        same(Some(performance.path), video.get_path());
        same(performance.three_bv_per_second, video.get_bbbv_s().unwrap());
        same(performance.rqp, video.get_rqp().unwrap());
        same(performance.stnb, video.get_stnb().unwrap());
        *timed += 1;
    }
    true
}

/// Files of players that their library refuses and ours reads, by name.
const REFUSED: &[&str] = &["test_rmv1_utf8_invalid.rmv", "test_rmv2_utf8_invalid.rmv"];

#[test]
fn files_of_players_are_read_as_ms_toollib_reads_them() {
    let Some(folder) = env::var_os("SUREFOOT_REPLAYS").map(PathBuf::from) else {
        println!("skipped: SUREFOOT_REPLAYS names no folder of replays");
        return;
    };
    let (mut compared, mut timed, mut left) = (0, 0, Vec::new());
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if compare(&name, &fs::read(&path).unwrap(), &mut timed) {
            compared += 1;
        } else {
            left.push(name);
        }
    }
    println!("{compared} replays agree, {timed} of them in time too; not compared: {left:?}");
    left.retain(|name| !REFUSED.contains(&name.as_str()));
    assert_eq!(left, [] as [String; 0], "refused by ms_toollib, or of a format it has not");
    assert!(compared > 0, "nothing to compare");
    assert!(timed > 0, "some end with the game");
}

/// Files of our own writing, in all forms that they read.
#[test]
fn files_of_our_own_are_read_as_ms_toollib_reads_them() {
    let forms = BinaryForm::ALL.into_iter().filter(|form| {
        // Of Clone's files they read those of one version.
        !matches!(
            form,
            BinaryForm::MvfModified
                | BinaryForm::MvfFunny
                | BinaryForm::Mvf2006
                | BinaryForm::Mvf2007
        ) && !form.is_old()
    });
    let mut random = Random::named("witnessed replays", [surefoot_testing::seed(), 0]);
    for form in forms {
        let mut timed = 0;
        for number in 0..30 {
            let (width, height, mines) = match random.below(3) {
                0 => (8, 8, 10),
                1 => (30, 16, 99),
                _ if form.has_levels_only() => (16, 16, 40),
                _ => (9, 5, 6),
            };
            let replay = any_replay(&mut random, width, height, mines);
            let name = format!("{form:?} {number}");
            assert!(compare(&name, &write_binary(&replay, form), &mut timed), "{name}");
        }
    }
}

/// Collections of our writing are read by them, and those of theirs by us. (They write single
/// replays only in a build with a neural network in it, which is too much to ask of a test.)
#[test]
fn collections_are_read_as_ms_toollib_reads_them() {
    let mut random = Random::named("collections", [surefoot_testing::seed(), 0]);
    for version in 0..=4 {
        let games: Vec<Replay> = (0..5).map(|_| any_replay(&mut random, 8, 8, 10)).collect();
        let files: Vec<Vec<u8>> =
            games.iter().map(|game| write_binary(game, BinaryForm::Evf(version))).collect();
        let ours = write_collection(&files, 32);
        let mut read = Evfs::new_with_data(ours.clone());
        read.parse().unwrap();
        let mut theirs = Evfs::new();
        for file in &files {
            theirs.push(file.clone(), "game", vec![3; 32]);
        }
        theirs.generate_evfs_v0_raw_data();
        for bytes in [&ours, &theirs.raw_data] {
            let replays = replay::read(bytes).unwrap();
            assert_eq!((replays.len(), read.len()), (files.len(), files.len()));
            for ((replay, game), cell) in replays.iter().zip(&games).zip(&read.cells) {
                assert_eq!(replay.layout, game.layout);
                assert_eq!(numbers(&replay.layout), cell.evf_video.data.board);
            }
        }
    }
}

/// ZiNi is theirs on boards of all kinds, ties included.
#[test]
fn zini_is_that_of_ms_toollib() {
    let mut random = Random::named("zini", [surefoot_testing::seed(), 0]);
    let (mut greedy, mut human, mut three_bv) = (0, 0, 0);
    for number in 0..600 {
        let (width, height, mines) = match number % 4 {
            0 => (30, 16, 99),
            1 => (16, 16, 40),
            2 => (8, 8, 10),
            _ => (1 + random.below(40), 1 + random.below(30), random.below(200)),
        };
        let layout = any_replay(&mut random, width, height, mines).layout;
        let (ours, board) = (Zini::of(&layout), numbers(&layout));
        assert_eq!(ours.greedy as usize, ms_toollib::cal_zini(&board), "{layout:?}");
        assert_eq!(ours.human as usize, ms_toollib::cal_hzini(&board), "{layout:?}");
        if number % 4 == 0 {
            greedy += ours.greedy;
            human += ours.human;
            three_bv += Measures::of(&layout).three_bv;
        }
    }
    // On expert boards as published: 119 clicks where 174 are needed without flags.
    assert!((17_000..18_700).contains(&greedy), "{greedy}");
    assert!(human > greedy && three_bv > human, "{greedy} {human} {three_bv}");
}
