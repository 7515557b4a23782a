//! Programs as players: they play what they would play in the house, and what they do wrong is
//! theirs alone.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use surefoot_testing::{Said, TempFolder};

const SUREFOOT: &str = env!("CARGO_BIN_EXE_surefoot");

fn surefoot(arguments: &[&str]) -> Said {
    Said::by(Command::new(SUREFOOT).args(arguments), "")
}

/// The rows of a match, each without player and time.
fn rows(players: &[&str], options: &[&str]) -> Vec<Vec<String>> {
    let folder = TempFolder::new("engine-rows");
    let record = folder.path("games.csv");
    let arguments = ["match", "--quiet", "--record", &record];
    surefoot(&[&arguments[..], players, options].concat()).done();
    rows_of(&fs::read_to_string(record).unwrap(), players.len(), (1, 1, 1))
}

/// The rows of a record by player: behind so many lines, each without the field of the player and
/// so many at its end.
fn rows_of(text: &str, players: usize, skipped: (usize, usize, usize)) -> Vec<Vec<String>> {
    let (head, player, end) = skipped;
    let mut rows = vec![Vec::new(); players];
    for (at, line) in text.lines().skip(head).enumerate() {
        let mut fields: Vec<&str> = line.rsplitn(end + 1, ',').last().unwrap().split(',').collect();
        fields.remove(player);
        rows[at % players].push(fields.join(","));
    }
    rows
}

/// Every player, through a pipe and not: the same rows, random choices and all.
#[test]
fn an_engine_of_ours_plays_the_very_games_of_its_player() {
    let out = surefoot(&["players", "--json"]).done();
    let names: Vec<String> = out
        .split("\"name\":\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .filter(|name| name != "cmd")
        .collect();
    assert!(names.len() >= 14, "{names:?}");
    for name in &names {
        let engine = format!("cmd:{SUREFOOT} engine {name}");
        for options in [
            &["--level", "8x8/12", "--games", "6"][..],
            &["--level", "6x6/6", "--games", "3", "--game", "score", "--neighbourhood", "hex"],
            &["--level", "6x6/6", "--games", "3", "--game", "dig", "--clues", "silent:0.7,asks=3"],
            &["--level", "6x5/5", "--games", "3", "--clues", "cautious", "--total", "hidden"],
        ] {
            let both = rows(&[name, &engine], options);
            assert_eq!(both[0], both[1], "{name} {options:?}");
        }
    }
}

/// A program in the language of the shell: what it does at `go`, and at its start.
fn script(folder: &TempFolder, name: &str, at_start: &str, at_go: &str) -> String {
    let text = format!(
        "{at_start}
n=0
while read -r word rest; do
  case \"$word\" in
    hello) echo name {name}; echo hello 1;;
    isready) echo readyok;;
    position) rows=$rest;;
    go) n=$((n+1)); {at_go};;
    quit) exit 0;;
  esac
done
"
    );
    folder.file(&format!("{name}.sh"), text)
}

/// A match of a script against `random`: standings as JSON, and the rows of the script.
fn match_of(script: &str, options: &[&str]) -> (String, String, Vec<String>) {
    let folder = TempFolder::new("engine-match");
    let record = folder.file("games.csv", "");
    let toml = format!("[tried]\ncommand = 'sh {script}'\nstart = 0.7\nmove = 0.4\n");
    let engines = folder.file("engines.toml", toml);
    let mut arguments = vec!["match", "random", "tried", "--engines", &engines];
    arguments.extend(["--level", "5x5/3", "--games", "4", "--threads", "2", "--json"]);
    arguments.extend(["--record", &record]);
    arguments.extend(options);
    let Said { code, out, err } = surefoot(&arguments);
    assert_ne!(code, None, "{err}");
    let text = fs::read_to_string(record).unwrap();
    let rows = text.lines().filter(|line| line.contains(",tried,")).map(str::to_owned).collect();
    (out, err, rows)
}

/// What a program does wrong is the loss of that game, in its own words; the match goes on.
#[test]
fn what_a_program_does_wrong_is_its_loss_in_its_own_words() {
    let folder = TempFolder::new("engine-wrong");
    for (name, at_go, words) in [
        ("crashing", "echo 'bug at line 7' >&2; exit 3", "exit status: 3"),
        ("shouting", "echo 'bug at line 7' >&2; exit 3", "on standard error: bug at line 7"),
        ("hanging", "echo 'let me think' ; sleep 100", "no answer within 400ms"),
        ("thinking", "echo 'let me think' ; sleep 100", "its last line: `let me think`"),
        ("dancing", "echo play dance 1,1", "`dance` is not an action"),
        ("straying", "echo play open 99,99", "99,99 is not on the board"),
        ("refusing", "echo error no idea", "the engine says: no idea"),
        ("doubting", "echo 'play open 0,0; open 1,1'", "several actions are only allowed"),
        ("insisting", "echo play open 0,0", "illegal: 0,0 is already open"),
        ("declaring", "echo play declare", "there is nothing to declare in `win`"),
    ] {
        let script = script(&folder, name, "", at_go);
        let (out, _, rows) = match_of(&script, &["--promise", "safe"]);
        assert!(out.contains("\"errors\":4"), "{name}: {out}");
        assert_eq!(rows.len(), 4, "{name}");
        for row in &rows {
            assert!(row.contains(words), "{name}: {row}");
        }
    }
}

/// Lines that nobody asked for are passed over, and so is what is no text at all.
#[test]
fn chatter_is_passed_over() {
    let at_go = "printf '\\377\\376\\n'; i=0; while [ $i -lt 300 ]; do echo chatter $i; i=$((i+1)); done; \
                 echo 'much ado' >&2; r=$(echo ${rows%% *} | tr -d /); h=${r%%\\**}; i=${#h}; \
                 echo play open $((i%5)),$((i/5))";
    let folder = TempFolder::new("engine-chatter");
    let script = script(&folder, "chattering", "", at_go);
    let (out, err, rows) = match_of(&script, &[]);
    assert!(out.contains("\"errors\":0") && !out.contains("\"errors\":4"), "{out} {err} {rows:?}");
}

/// A program that cannot be started, or does not say hello, ends a match before it begins.
#[test]
fn a_program_that_does_not_start_is_a_mistake() {
    let folder = TempFolder::new("engine-start");
    let dying = script(&folder, "dying", "echo 'no such module' >&2; exit 1", "");
    let (_, err, _) = match_of(&dying, &[]);
    assert!(err.contains("on standard error: no such module"), "{err}");
    let silent = script(&folder, "silent", "sleep 50", "");
    let (_, err, _) = match_of(&silent, &[]);
    assert!(err.contains("no answer within 700ms"), "{err}");
    let said = surefoot(&["match", "cmd:/no/such/program", "--games", "1"]);
    said.refused(&["`/no/such/program` cannot be started"]);
    let old = folder.file("old.sh", "read l; echo name old; echo hello 9; read l");
    let err = surefoot(&["match", &format!("cmd:sh {old}"), "--games", "1"]).err;
    assert!(err.contains("it speaks version 9 of the protocol; this is version 1"), "{err}");
}

/// It says what it plays, and is not asked for anything else.
#[test]
fn what_a_program_does_not_play_is_said_before_the_match() {
    let folder = TempFolder::new("engine-only");
    let engine = folder.file(
        "only.sh",
        "read l; echo name only; echo plays win dig; echo hello 1; read l; echo readyok; read l",
    );
    let engine = format!("cmd:sh {engine}");
    let said = surefoot(&["match", &engine, "--games", "1", "--game", "score"]);
    said.refused(&["it does not play the game `score`, only win or dig"]);
    let said = surefoot(&["match", &engine, "--games", "1", "--clues", "silent:0.5"]);
    assert!(said.err.contains("it does not play the clue rule `silent`"), "{said:?}");
}

/// Nothing that a program started is left, however it ends.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_behind() {
    // A length of sleep that nobody else chose.
    let mark = format!("{}.77", 7000 + std::process::id() % 1000);
    let folder = TempFolder::new("engine-left");
    for (name, at_go) in
        [("leaving", "echo play declare"), ("stuck", "sleep 200"), ("gone", "exit 0")]
    {
        let script = script(&folder, name, &format!("sleep {mark} & "), at_go);
        let (out, ..) = match_of(&script, &[]);
        assert!(out.contains("\"errors\":4"), "{out}");
        let left = || {
            let is_left = |process: &fs::DirEntry| {
                let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).contains(&mark)
            };
            fs::read_dir("/proc").unwrap().flatten().filter(is_left).count()
        };
        // What was ended may take a moment to be gone.
        for _ in 0..500 {
            if left() == 0 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert_eq!(left(), 0, "{name}");
    }
}

/// Threads change nothing, and survival is weighed by the same games.
#[test]
fn threads_leave_no_trace_and_survival_is_weighed() {
    let engine = format!("cmd:{SUREFOOT} engine exact");
    let values = |threads: &str, player: &str| {
        let arguments = ["match", player, "--level", "8x8/10", "--games", "40", "--json"];
        let more = ["--estimate", "survival", "--threads", threads, "--promise", "safe"];
        let Said { out, err, .. } = surefoot(&[&arguments[..], &more].concat());
        let rate = out.split("\"win_rate\":").nth(1).map(|rest| rest.split(',').next().unwrap());
        rate.unwrap_or_else(|| panic!("{out}{err}")).to_owned()
    };
    let inside = values("2", "exact");
    assert_eq!(values("1", &engine), inside);
    assert_eq!(values("3", &engine), inside);
}

/// An experiment of `queue` and a program, whatever the threads; one that breaks down loses, and the
/// experiment goes on.
#[test]
fn programs_play_experiments() {
    let folder = TempFolder::new("engine-lab");
    let experiment = |name: &str, game: &str, command: &str| {
        let text = format!(
            "title = \"Through a pipe\"\nquestion = \"Is it the same?\"\ngame = \"{game}\"\n\
             players = [\"queue\", \"cmd:{command}\"]\ndeals = 8\nsetting = {{ size = \"8x8\" }}\n\
             sweep = {{ over = \"density\", values = [10, 25] }}\n"
        );
        folder.file(&format!("{name}.toml"), text)
    };
    // The rows of both players, each without player, time and checksum.
    let played = |file: &str, out: &str, threads: &str| {
        let place = folder.path(out);
        let arguments = ["lab", file, "--out", &place, "--threads", threads, "--json"];
        let said = surefoot(&arguments).done();
        let name = PathBuf::from(file).with_extension("csv");
        let record = folder.join(out).join("records").join(name.file_name().unwrap());
        let rows = rows_of(&fs::read_to_string(record).unwrap(), 2, (2, 2, 2));
        (said, <[_; 2]>::try_from(rows).unwrap())
    };
    let same = experiment("same", "score", &format!("{SUREFOOT} engine queue"));
    let (said, [inside, outside]) = played(&same, "one", "1");
    assert_eq!((inside.len(), &inside), (16, &outside));
    assert!(said.contains("alike on every deal"), "{said}");
    let (_, again) = played(&same, "three", "3");
    assert_eq!(again, [inside, outside]);

    let script = script(&folder, "collapsing", "", "echo 'out of paper' >&2; exit 3");
    let broken = experiment("broken", "win", &format!("sh {script}"));
    let (_, [_, lost]) = played(&broken, "broken", "2");
    assert!(lost.iter().all(|row| row.contains("out of paper")), "{lost:?}");
}

/// What is asked of the league wrongly is said in the words of the command.
#[test]
fn the_league_says_who_is_not_there() {
    let folder = TempFolder::new("engine-league");
    let league = |arguments: &[&str]| {
        let all = [&["league", "--only", "--deals", "1", "--out", &folder.path("")], arguments];
        let Said { code, err, .. } = surefoot(&all.concat());
        assert_eq!(code, Some(2), "{err}");
        err
    };
    let err = league(&["nobody"]);
    assert_eq!(
        err,
        "error: there is no player `nobody`\n\
         hint: `surefoot players` lists the players and their options\n"
    );
    let err = league(&["cmd:/no/such/program"]);
    assert!(
        err.contains("`/no/such/program` cannot be started") && !err.contains(".toml"),
        "{err}"
    );
    let only = folder.file(
        "dig.sh",
        "read l; echo name d; echo plays dig; echo hello 1; read l; echo readyok; read l",
    );
    let err = league(&[&format!("cmd:sh {only}")]);
    assert!(err.contains("it does not play the game `win`, only dig\n"), "{err}");
}

/// A program checks itself by us; what is wrong is said and is exit 1.
#[test]
fn programs_are_checked() {
    let out = surefoot(&["check-engine", &format!("{SUREFOOT} engine exact")]).done();
    assert!(!out.contains("FAIL"), "{out}");
    assert!(out.contains("ok   it plays whole games of `dig`"), "{out}");
    assert!(out.contains("ok   a line is answered at once: `isready` within "), "{out}");
    let folder = TempFolder::new("engine-checked");
    let wrong = script(&folder, "wrong", "", "echo play open 0,0 certain");
    let Said { code, out, err } = surefoot(&["check-engine", &format!("sh {wrong}")]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(
        out.contains("FAIL it plays whole games of `win`: game 0: `wrong`: illegal: 0,0"),
        "{out}"
    );
    assert_eq!(surefoot(&["check-engine", "/no/such/program"]).code, Some(1));
}

/// One game is watched like any other; its reasons are the engine's.
#[test]
fn a_program_can_be_watched() {
    let engine = format!("cmd:{SUREFOOT} engine closure");
    let [inside, outside] = ["closure", &engine].map(|player| {
        let out = surefoot(&["watch", player, "--level", "6x6/5", "--game", "score"]).done();
        out.replace(&engine, "closure")
    });
    assert_eq!(inside, outside);
}
