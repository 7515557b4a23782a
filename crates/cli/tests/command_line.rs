//! Bad input, pipes and files: what a shell would see.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::{Command, Stdio};

use surefoot_testing::{Said, TempFolder};

const SUREFOOT: &str = env!("CARGO_BIN_EXE_surefoot");

fn surefoot(arguments: &[&str], input: impl AsRef<[u8]>) -> Said {
    Said::by(Command::new(SUREFOOT).args(arguments), input)
}

#[track_caller]
fn refused(input: impl AsRef<[u8]>, words: &[&str]) {
    surefoot(&["inspect", "-"], input).refused(words);
}

#[test]
fn bad_input_is_refused_with_place_and_reason() {
    refused(b"", &["nothing to read"]);
    refused(b"   \n# only a comment\n", &["nothing to read"]);
    refused(b"99999999x99999999/1\n*\n", &["line 1", "too large"]);
    refused(b"99999999x99999999x1\nH\n", &["line 1", "too large"]);
    refused(b"3x3/2\n1*\n", &["line 2", "2 cells", "expected 3"]);
    refused(b"3x3/2\n1**\n***\n", &["line 3", "2 rows", "expected 3"]);
    refused(b"3x1/2\n1*!\n", &["line 2, column 3", "'!'", "expected"]);
    refused(b"3x1/2\n1*\0\n", &["line 2, column 3", "'\\0'"]);
    refused(b"3x1/2\n1*\xff\n", &["byte 8", "not text"]);
    refused(b"3x1/9\n1*7\n", &["9 mines do not fit on 3 cells", "clue 7 at 2,0"]);
    refused(b"\x00\x01\x02\x03\xff\xfe", &["mbf", "bytes"]);
    refused(b"\x09\x09\x00\x02\x01\x01\x01\x01", &["1,1 is named twice"]);
    refused(b"\x09\x09\x00\x03\x01\x01\x01", &["7 bytes", "expected 10"]);
    refused(br#"{"width":3,"height":3,"mines":[1,1]}"#, &["line 1", "1,0 is named twice"]);
    refused(br#"{"width":3,"height":3,"mines":[9]}"#, &["mine 9 lies outside"]);
    refused(br#"{"width":99999999,"height":99999999,"mines":[]}"#, &["too large"]);
    refused(br#"{"width":3,"height":3,"mi"#, &["line 1, column"]);
    refused(br#"{"dim":"2,2","bombs":"2","board":"9111"}"#, &["expected 2 mines", "found 1"]);
    refused(b"b=3&m=zz", &["'z'"]);
    refused(b"09 09 00 03 00", &["5 bytes", "expected 10"]);
    refused(b"3x1/2\nM10\n", &["expected 2 mines, found 1"]);
    refused(b"2x1/1\nM0\n", &["1,0 shows 0, but has 1 mine"]);
    refused(b"3x1/99999999999999\n1**\n", &["line 1", "99999999999999"]);
    refused(b"\xff\xfe3\0x\x001\0/\x001\0\n\0", &["byte 0", "not text"]);
    refused("⬜⬜\n⬜⬜\n", &["line 1, column 1", "'⬜'"]);
    refused(b"02 02 00 01 00 00\n02 02 00 01 00 00\n", &["12 bytes", "expected 6"]);
    let claims = "{\"width\":8192,\"height\":8192,\"mines\":[]}\n".repeat(100);
    refused(claims, &["line 1", "8192x8192", "can claim"]);
    let deep = format!("{{\"board\":{}", "[".repeat(200_000));
    refused(deep, &["recursion limit"]);
    let deep = format!("{{\"width\":{}", "{\"a\":".repeat(200_000));
    refused(deep, &["line 1"]);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(SUREFOOT)
        .args(["deal", "--count", "100000", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let Said { code, err, .. } = child.wait_with_output().unwrap().into();
    assert_eq!((code, &err[..]), (Some(0), ""));
}

#[test]
fn deals_pass_through_pipes() {
    let deal = ["deal", "--count", "700", "--level", "beginner", "--json"];
    let boards = surefoot(&deal, "").done();
    assert_eq!(boards.lines().count(), 700);
    assert_eq!(boards, surefoot(&[&deal[..], &["--threads", "1"]].concat(), "").done());
    let drawn = surefoot(&["convert", "-", "-", "--to", "drawing", "-q"], &boards).done();
    let again = surefoot(&["convert", "-", "-", "--to", "jsonl", "-q"], drawn).done();
    assert_eq!(again, boards.replace(",\"first\":[4,4]", ""));
}

#[test]
fn colours_come_only_when_asked_for_and_strip_to_the_drawing() {
    let plain = surefoot(&["deal", "--level", "beginner"], "").done();
    assert!(!plain.contains('\x1b'));
    let painted = surefoot(&["deal", "--level", "beginner", "--color", "always"], "").done();
    let mut stripped = String::new();
    let mut rest = &*painted;
    while let Some((before, after)) = rest.split_once('\x1b') {
        stripped += before;
        rest = after.split_once('m').unwrap().1;
    }
    stripped += rest;
    assert_ne!(stripped, painted);
    assert_eq!(stripped, plain);
}

#[test]
fn a_failed_conversion_leaves_the_old_file() {
    let folder = TempFolder::new("conversion");
    let path = folder.path("board.hex");
    surefoot(&["convert", "-", &path], b"1x1/1\nM\n").done();
    surefoot(&["convert", "-", &path], b"1x1/1\n*\n").refused(&[]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "01 01 00 01 00 00\n");
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 1, "no leftovers");
}

#[test]
fn formats_are_not_mistaken_for_each_other() {
    let kind = |input: &[u8]| {
        let text = surefoot(&["inspect", "--json", "-"], input).out;
        text.split('"').nth(3).unwrap_or_default().to_owned()
    };
    let row = surefoot(&["convert", "-", "-", "--to", "drawing"], b"11110000\n");
    assert_eq!(row.out, "8x1/?\n1 1 1 1 0 0 0 0\n");
    assert_eq!(kind(b"11110000*\n"), "drawing");
    assert_eq!(kind(b"09 09 00 01 04 04\n"), "hex");
    assert_eq!(kind(b"090900010404\n"), "hex");
    assert_eq!(kind(br#"{"width":2,"height":2,"mines":[0],"note":"board"}"#), "jsonl");
    assert_eq!(kind(br#"{"board":"91","bombs":1,"dim":"1,2"}"#), "course");
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay_what_they_are() {
    let folder = TempFolder::new("links");
    let (file, link) = (folder.file("file.hex", "old"), folder.path("link.hex"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    surefoot(&["convert", "-", &link], b"1x1/1\nM\n").done();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "01 01 00 01 00 00\n");
    surefoot(&["convert", "-", "/dev/null", "--to", "hex"], b"1x1/1\nM\n").done();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn completions_and_manual_pages_are_made() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(surefoot(&["completions", shell], "").out.contains("inspect"), "{shell}");
    }
    assert!(surefoot(&["man"], "").out.contains(".TH"));
}

/// That the examples parse is tested beside them.
#[test]
fn help_teaches_by_example() {
    let commands = [
        "deal",
        "convert",
        "inspect",
        "review",
        "analyse",
        "explain",
        "players",
        "watch",
        "match",
        "optimal",
        "lab",
        "bench",
        "serve",
        "completions",
        "man",
    ];
    for command in commands {
        let help = surefoot(&[command, "--help"], "").done();
        let (about, rest) = help.split_once("\n\nUsage: ").unwrap();
        assert!(!about.is_empty(), "{help}");
        assert!(rest.starts_with(&format!("surefoot {command}")), "{help}");
        let example = format!("\n  surefoot {command}");
        let (_, examples) = help.split_once("\nExample").unwrap();
        assert!(examples.contains(&example), "{help}");
    }
}

/// The keys that other programs rely on.
#[test]
fn a_match_tells_what_the_contract_says() {
    let folder = TempFolder::new("match");
    let file = folder.path("games.csv");
    let run = |threads| {
        let game = ["--game", "score", "--level", "12x12@25%", "--games", "300", "--json"];
        let rest = ["--record", &file, "--threads", threads];
        let said = surefoot(&[&["match", "queue", "closure"][..], &game, &rest].concat(), "");
        let json: serde_json::Value = serde_json::from_str(&said.done()).unwrap();
        let table = fs::read_to_string(&file).unwrap();
        // Every column but the last, the time.
        let rows: Vec<String> =
            table.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect();
        (json, rows)
    };
    let (json, rows) = run("1");
    assert_eq!(
        rows[0],
        "index,player,won,score,digs,guesses,forced,false_flags,wrong_declaration,error"
    );
    assert_eq!(rows.len(), 601);
    assert!(rows[1].starts_with("0,queue,,0."), "{}", rows[1]);
    assert_eq!(rows, run("2").1, "threads change nothing");
    let first = &json["players"][0];
    assert_eq!(first["name"], "queue");
    assert_eq!(first["games"], 300);
    for null in ["wins", "win_rate", "win_interval", "dig_density", "dig_interval"] {
        assert!(first[null].is_null() && first.get(null).is_some(), "{null}");
    }
    let score = first["score"].as_f64().unwrap();
    let low = first["score_interval"][0].as_f64().unwrap();
    let high = first["score_interval"][1].as_f64().unwrap();
    assert!(low < score && score < high && high < 1.0);
    for number in ["guesses", "mean_seconds", "p99_seconds", "errors"] {
        assert!(first[number].is_number(), "{number}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_what_it_has() {
    let folder = TempFolder::new("stopped");
    let record = folder.join("games.csv");
    let mut endless = Command::new(SUREFOOT);
    endless.args(["match", "closure", "--games", "100000000", "--json", "--record"]).arg(&record);
    let text = Said::until_interrupted(&mut endless, &record, 2).done();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["stopped"], true);
    assert!(json["players"][0]["games"].as_u64().unwrap() > 0);
}

/// A complaint echoes what it is about, but not megabytes of it.
#[test]
fn what_is_echoed_is_short() {
    let long = "A".repeat(100_000);
    let line = |text: String| text.into_bytes();
    let asked: [(&[&str], Vec<u8>); 6] = [
        (&["deal", "--level", &long], vec![]),
        (&["deal", "--seed", &long], vec![]),
        (&["watch", &long], vec![]),
        (&["optimal", &long], vec![]),
        (&["inspect", "-"], line(format!("3x3/{}\n", "9".repeat(10_000_000)))),
        (&["inspect", "-"], line(format!("{{\"{}\": 1", "A".repeat(10_000_000)))),
    ];
    for (arguments, input) in asked {
        let Said { code, err: message, .. } = surefoot(arguments, &input);
        assert_eq!(code, Some(2));
        assert!(message.contains("error: ") && message.len() < 4_000, "{} bytes", message.len());
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::fs::File;
    use std::io::Read;

    /// What was asked for could not be written, help too.
    #[test]
    fn what_cannot_be_written_is_a_failure() {
        for arguments in [&["--help"][..], &["--version"], &["help", "deal"], &["players"]] {
            let full = File::options().write(true).open("/dev/full").unwrap();
            let mut command = Command::new(SUREFOOT);
            let said = Said::from(command.args(arguments).stdout(full).output().unwrap());
            assert_eq!(said.code, Some(2), "{arguments:?}");
            assert!(said.err.contains("No space left"));
        }
    }

    #[test]
    fn input_without_end_ends() {
        for arguments in [["inspect", "/dev/zero"], ["inspect", "-"], ["analyse", "/dev/zero"]] {
            let zero = File::open("/dev/zero").unwrap();
            let mut command = Command::new(SUREFOOT);
            let said = Said::from(command.args(arguments).stdin(zero).output().unwrap());
            said.refused(&["is neither text nor a binary board"]);
        }
    }

    /// Whoever feeds an engine may feed it anything.
    #[test]
    fn a_line_without_end_ends() {
        let mut zero = File::open("/dev/zero").unwrap().take(1 << 30);
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v 500000 && exec \"$0\" engine exact"])
            .arg(SUREFOOT)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let sent = std::io::copy(&mut zero, &mut child.stdin.take().unwrap());
        assert!(sent.is_err(), "not all of it is heard");
        let said = Said::from(child.wait_with_output().unwrap());
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains("a line has more than 64 MB"), "{said:?}");
    }

    /// What refuses in so many megabytes of address space beside the program's. What is not allowed is not there, and
    /// who asks for it anyway is ended by a signal.
    #[track_caller]
    fn refused_within(megabytes: u64, arguments: &[&str], input: impl AsRef<[u8]>, words: &[&str]) {
        let mut limited = Command::new("sh");
        limited
            .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
            .arg((1_000 * (PROGRAM + megabytes)).to_string())
            .arg(SUREFOOT)
            .args(arguments);
        Said::by(&mut limited, input).refused(words);
    }

    /// Code, libraries and stacks take address space of their own.
    const PROGRAM: u64 = 150;

    const NO_ROOM: &str = "does not fit into the memory there is";

    #[test]
    fn a_search_keeps_its_memory() {
        let words = ["the search filled its 30 MB of memory"];
        refused_within(30, &["optimal", "5x5/5", "--memory", "30MB"], "", &words);
    }

    /// A line of forty characters may claim a large board, but not each of a quarter of a
    /// million lines.
    #[test]
    fn boards_that_claim_much_take_little() {
        let input = "{\"width\":100,\"height\":100,\"mines\":[]}\n".repeat(270_000);
        let words = ["more than a file of this length can claim"];
        refused_within(700, &["inspect", "-"], input, &words);
    }

    #[test]
    fn input_that_does_not_fit_is_refused() {
        refused_within(50, &["inspect", "-"], vec![b'*'; 100_000_000], &[NO_ROOM]);
    }

    /// A document takes five hundred bytes, and there may be one in three.
    #[test]
    fn documents_that_do_not_fit_are_refused() {
        let line = "{\"width\":24,\"height\":23,\"mines\":[]}\n";
        let (lines, tiny) = (line.repeat(120_000), "*\n\n".repeat(500_000));
        for (command, input) in
            [("inspect", &lines), ("convert", &lines), ("inspect", &tiny), ("convert", &tiny)]
        {
            let to = ["convert", "-", "/dev/null", "--to", "drawing"];
            let arguments = if command == "convert" { &to[..] } else { &["inspect", "-"] };
            for room in [100, 150, 200] {
                refused_within(room, arguments, input, &[NO_ROOM]);
            }
        }
    }

    /// Text that fits becomes cells that do not.
    #[test]
    fn a_board_that_does_not_fit_is_refused() {
        let board = format!("5000x5000/9\n{}", ("*".repeat(5_000) + "\n").repeat(5_000));
        for command in ["inspect", "analyse"] {
            refused_within(150, &[command, "-"], &board, &[NO_ROOM]);
        }
    }

    /// A board that looks like any: under clues that lie, states, edges and numbers together
    /// take gigabytes.
    fn wide(width: i32, height: i32) -> String {
        let mine = |x: i32, y: i32| {
            (0..width).contains(&x)
                && (0..height).contains(&y)
                && (x * x * 3 + y * y * 5 + x * y * 7 + x / 3) % 11 < 3
        };
        let number = |x: i32, y: i32| {
            let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
            around.filter(|(right, down)| mine(x + right, y + down)).count()
        };
        let tile = |x, y| {
            if mine(x, y) || (x * 5 + y * 3 + x * y) % 7 > 3 {
                "*".to_owned()
            } else {
                number(x, y).to_string()
            }
        };
        let row = |y| (0..width).map(|x| tile(x, y)).chain(["\n".to_owned()]).collect::<String>();
        let mines = (0..height).flat_map(|y| (0..width).filter(move |&x| mine(x, y))).count();
        format!("{width}x{height}/{mines}\n{}", (0..height).map(row).collect::<String>())
    }

    #[test]
    fn an_analysis_keeps_its_memory() {
        let vague = ["analyse", "--clues", "optimistic:q=0.8,asks=3", "--memory", "100MB", "-"];
        let words = ["cannot be counted within 100 MB of memory", "hint: --approx"];
        refused_within(100, &vague, wide(100, 40), &words);
        let exact = ["analyse", "--approx", "--memory", "17MB", "-"];
        let failed = "and the estimate of --approx failed: only optimistic and cautious clues";
        refused_within(17, &exact, wide(100, 40), &[failed]);
        // What is too large for an estimate is told soon, and takes no more either.
        let vague = [&["analyse", "--approx"][..], &vague[1..]].concat();
        refused_within(100, &vague, wide(700, 700), &["failed: ", "too long"]);
    }
}
