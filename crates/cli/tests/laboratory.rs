//! The laboratory as a shell sees it: runs that are killed, shared and mixed up.
//!
//! Longer than 400 lines: a file of its own for every topic would be a program to link for each.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use surefoot_testing::{Said, TempFolder, timeless};

const EXPERIMENT: &str = r#"
title = "Scores"
question = "Who flags more?"
game = "score"
players = ["queue", "exact"]
deals = 400
quick = 6
gauges = ["board"]
measures = ["score", "three_bv"]

[setting]
size = "12x12"

[sweep]
over = "density"
values = [10, 20]

[[panel]]
title = "told"

[[panel]]
title = "hidden"
setting = { total = "hidden" }

[answer]
contrast = ["told", "hidden"]
"#;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_surefoot"));
    command.arg("lab").args(arguments);
    command
}

fn lab(arguments: &[&str]) -> Said {
    Said::by(&mut command(arguments), "")
}

#[track_caller]
fn done(arguments: &[&str]) -> String {
    lab(arguments).done()
}

#[track_caller]
fn refused(arguments: &[&str], words: &[&str]) {
    lab(arguments).refused(words);
}

/// Begins a run and kills it when so much more has been written to a file: no clock decides when.
/// Whether it was done before.
#[cfg(unix)]
#[track_caller]
fn done_or_killed(arguments: &[&str], file: &Path, more: u64) -> bool {
    let mut child = command(arguments).stdout(Stdio::null()).spawn().unwrap();
    let mark = length(file) + more;
    while length(file) < mark && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap(); // SIGKILL
    let ended = child.wait().unwrap();
    assert!(ended.success() || ended.code().is_none(), "killed, not refused");
    ended.success()
}

#[cfg(unix)]
fn length(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |file| file.len())
}

/// Records and tables of two folders agree, the times apart.
#[track_caller]
fn agree(one: &str, other: &str) {
    let file = |folder: &str, name: &str| Path::new(folder).join(name);
    let record = |folder| timeless(&fs::read_to_string(file(folder, "records/mine.csv")).unwrap());
    assert_eq!(record(one), record(other));
    for name in
        ["tables/mine.csv", "figures/mine.svg", "figures/mine.png", "records/mine.points.csv"]
    {
        assert_eq!(
            fs::read(file(one, name)).unwrap(),
            fs::read(file(other, name)).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn a_run_leaves_records_tables_figures_and_a_page_that_needs_no_network() {
    let folder = TempFolder::new("lab-run");
    let (mine, out) = (folder.file("mine.toml", EXPERIMENT), folder.path("out"));
    let said = done(&[&mine, "--quick", "--out", &out, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(json["experiments"][0]["name"], "mine");
    assert_eq!(json["experiments"][0]["games"], 2 * 4 * 6);
    assert_eq!(json["experiments"][0]["figures"][1], "mine-three-bv");
    let read = |name: &str| fs::read_to_string(Path::new(&out).join(name)).unwrap();
    let record = read("records/mine.csv");
    let lines: Vec<&str> = record.lines().collect();
    assert!(lines[0].starts_with("# surefoot record 2; experiment mine; plan "), "{}", lines[0]);
    assert!(lines[1].ends_with(",error,three_bv,openings,seconds,check"), "{}", lines[1]);
    assert_eq!(lines.len(), 2 + 2 * 4 * 6);
    assert!(read("tables/mine.times.csv").contains(",seconds,6,"));
    let table: Vec<serde_json::Value> = serde_json::from_str(&read("tables/mine.json")).unwrap();
    assert_eq!((table.len(), &table[0]["player"]), (2 * 4 * 2, &"queue".into()));
    assert!(read("records/mine.points.csv").contains(",uniform,board\n"));
    assert!(!read("tables/mine.csv").contains("seconds"));
    let page = read("index.html");
    assert!(page.contains("<svg") && page.contains("records/mine.csv"));
    assert!(page.contains("the final score"));
    // Nothing is fetched: the only address is the name of the SVG standard.
    assert_eq!(page.matches("http").count(), page.matches("xmlns=\"http://www.w3.org").count());
    assert!(read("README.md").contains("![Scores: final score"));

    // A later run joins the report, and the engine's own position needs no games.
    done(&["probability-map", "--out", &out]);
    let page = read("index.html");
    assert!(page.contains("id=\"probability-map\"") && page.contains("id=\"mine\""));
}

#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_as_if_nothing_had_happened() {
    let folder = TempFolder::new("lab-kill");
    let mine = folder.file("mine.toml", EXPERIMENT);
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    done(&[&mine, "--out", &whole, "--threads", "1"]);
    let record = Path::new(&killed).join("records/mine.csv");
    let all = length(&Path::new(&whole).join("records/mine.csv"));
    let mut killed_at = Vec::new();
    let arguments = [&mine[..], "--out", &killed, "--resume", "--threads", "2"];
    while !done_or_killed(&arguments, &record, all / 6) {
        killed_at.push(length(&record));
    }
    agree(&whole, &killed);
    assert!(killed_at.iter().any(|&length| (1..all).contains(&length)), "{killed_at:?} of {all}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = TempFolder::new("lab-stop");
    let mine = folder.file("mine.toml", EXPERIMENT.replace("deals = 400", "deals = 1000000"));
    let out = folder.path("out");
    let record = Path::new(&out).join("records/mine.csv");
    let mut endless = command(&[&mine, "--out", &out, "--seed", "7"]);
    let Said { code, err, .. } = Said::until_interrupted(&mut endless, &record, 4);
    assert_eq!(code, Some(0), "{err}");
    let command = format!("surefoot lab {mine} --out {out} --seed 7 --resume");
    assert!(err.contains(&command), "{err}");
    let record = fs::read_to_string(record).unwrap();
    assert!(record.lines().count() > 2 && record.ends_with('\n'));
}

#[test]
fn shares_make_a_whole() {
    let folder = TempFolder::new("lab-shares");
    let mine = folder.file("mine.toml", EXPERIMENT);
    let [whole, a, b, merged] = ["whole", "a", "b", "merged"].map(|name| folder.path(name));
    done(&[&mine, "--quick", "--out", &whole]);
    done(&[&mine, "--quick", "--out", &a, "--shard", "1/2"]);
    refused(&["merge", &a, "--out", &merged], &["12 deals are missing"]);
    done(&[&mine, "--quick", "--out", &b, "--shard", "2/2"]);
    done(&["merge", &a, &b, "--out", &merged]);
    agree(&whole, &merged);
    // What is there is never written over.
    refused(&["merge", &a, &b, "--out", &merged], &["already exists", "--out"]);
    agree(&whole, &merged);
    let merged = folder.path("again");
    refused(&["merge", &a, &b, &a, "--out", &merged], &["occurs twice"]);
    // A share of another seed is not mixed in.
    let c = folder.path("c");
    done(&[&mine, "--quick", "--out", &c, "--shard", "2/2", "--seed", "1"]);
    refused(
        &["merge", &a, &c, "--out", &merged],
        &["seed of this record is 1", "cannot be combined"],
    );
}

#[test]
fn what_was_made_otherwise_is_not_continued() {
    let folder = TempFolder::new("lab-mixed");
    let (mine, out) = (folder.file("mine.toml", EXPERIMENT), folder.path("out"));
    done(&[&mine, "--quick", "--out", &out]);
    refused(&[&mine, "--quick", "--out", &out], &["already exists", "--resume"]);
    refused(&[&mine, "--out", &out, "--resume"], &["6 deals per point", "--more 394"]);
    refused(
        &[&mine, "--quick", "--out", &out, "--resume", "--seed", "3"],
        &["the seed of this record is 2026"],
    );
    folder.file("mine.toml", EXPERIMENT.replace("\"exact\"", "\"closure\""));
    refused(&[&mine, "--quick", "--out", &out, "--resume"], &["plan", "cannot be combined"]);
    folder.file("mine.toml", EXPERIMENT.replace("Who flags more?", "Who is better?"));
    done(&[&mine, "--quick", "--out", &out, "--resume"]);
    let record = Path::new(&out).join("records/mine.csv");
    let text = fs::read_to_string(&record).unwrap().replacen("engine ", "engine 9", 1);
    fs::write(&record, text).unwrap();
    refused(
        &[&mine, "--quick", "--out", &out, "--resume"],
        &["made by engine 9", "players have changed"],
    );
}

/// The course's two sets name their first dig in two ways, and most files can be read
/// in both.
#[test]
fn course_files_are_read_as_their_set_means_them() {
    let folder = TempFolder::new("lab-course");
    let boards = folder.join("boards");
    for (set, safe) in [("rows", "0,2"), ("columns", "2,0")] {
        fs::create_dir_all(boards.join(set)).unwrap();
        // Column 2 of row 0 has two mines beside it, the most there are; 0,2 is free too.
        let text = format!(r#"{{"dim":"3,4","bombs":"2","safe":"{safe}","board":"192911210000"}}"#);
        fs::write(boards.join(set).join("board_0.json"), text).unwrap();
    }
    let out = folder.path("out");
    let boards = boards.to_str().unwrap();
    done(&["course-boards", "--boards", boards, "--out", &out, "--quick"]);
    let record = fs::read_to_string(Path::new(&out).join("records/course-boards.csv")).unwrap();
    // Both sets begin at the same cell of the same board: the same games.
    let games = |point: &str| -> Vec<String> {
        let lines = record.lines().filter(|line| line.starts_with(point));
        lines.map(|line| line.rsplitn(3, ',').last().unwrap()[1..].to_owned()).collect()
    };
    assert_eq!(games("0,").len(), 7);
    assert_eq!(games("0,"), games("1,"));
    refused(&["dig-area", "--boards", boards, "--out", &out], &["none of these experiments"]);
}

/// More deals and one more player end where a run from the start would have.
#[test]
fn what_is_added_is_as_if_it_had_been_there_from_the_start() {
    let folder = TempFolder::new("lab-more");
    let [out, whole] = ["out", "whole"].map(|name| folder.path(name));
    let mine = folder.file("mine.toml", EXPERIMENT);
    refused(&[&mine, "--out", &out, "--more", "5"], &["there is no record", "without --more"]);
    done(&[&mine, "--quick", "--out", &out]);
    done(&[&mine, "--out", &out, "--more", "5"]);
    done(&["--out", &out, "--more", "closure"]);
    let players = EXPERIMENT.replace("\"exact\"]", "\"exact\", \"closure\"]");
    let mine = folder.file("mine.toml", players.replace("deals = 400", "deals = 11"));
    done(&[&mine, "--out", &whole]);
    agree(&whole, &out);
    assert!(!Path::new(&out).join("adding").exists());
    // Who plays already is not played again.
    done(&[&mine, "--out", &out, "--more", "exact"]);
    agree(&whole, &out);
    refused(&[&mine, "--out", &out, "--more", "exactly"], &["no player `exactly`"]);
    refused(&[&mine, "--out", &out, "--more", "5", "--seed", "3"], &["keeps its seed"]);
}

#[test]
fn shares_grow_too() {
    let folder = TempFolder::new("lab-more-shares");
    let mine = folder.file("mine.toml", EXPERIMENT);
    let [whole, a, b, merged] = ["whole", "a", "b", "merged"].map(|name| folder.path(name));
    for (out, shard) in [(&a, "1/2"), (&b, "2/2")] {
        done(&[&mine, "--quick", "--out", out, "--shard", shard]);
        done(&[&mine, "--out", out, "--shard", shard, "--more", "5"]);
        done(&[&mine, "--out", out, "--shard", shard, "--more", "closure"]);
    }
    done(&["merge", &a, &b, "--out", &merged]);
    done(&[&mine, "--quick", "--out", &whole]);
    done(&[&mine, "--out", &whole, "--more", "5"]);
    done(&[&mine, "--out", &whole, "--more", "closure"]);
    agree(&whole, &merged);
}

/// Killed again and again while more is added, deals first and then a player.
#[cfg(unix)]
#[test]
fn a_kill_while_more_is_added_loses_nothing() {
    let folder = TempFolder::new("lab-more-kill");
    let mine = folder.file("mine.toml", EXPERIMENT);
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path(name));
    for out in [&whole, &killed] {
        done(&[&mine, "--quick", "--out", out]);
    }
    done(&[&mine, "--out", &whole, "--more", "400"]);
    done(&[&mine, "--out", &whole, "--more", "closure"]);
    let mut kills = 0;
    // Each time another sixth of what comes has been written to that file.
    let mut killing = |first: &[&str], again: &[&str], file: &str, all: u64| {
        let (file, mut added) = (Path::new(&killed).join(file), first);
        while !done_or_killed(&[&[&mine[..], "--out", &killed], added].concat(), &file, all / 6) {
            (kills, added) = (kills + 1, again);
        }
    };
    let all = length(&Path::new(&whole).join("records/mine.csv"));
    killing(&["--more", "400"], &["--resume"], "records/mine.csv", 2 * all / 3);
    let adding = ["--more", "closure"];
    killing(&adding, &adding, "adding/records/mine.csv", all / 3);
    assert!(kills > 1, "{kills}");
    agree(&whole, &killed);
}

#[test]
fn damage_is_named_and_dropped_on_request() {
    let folder = TempFolder::new("lab-damage");
    let (mine, out) = (folder.file("mine.toml", EXPERIMENT), folder.path("out"));
    let whole = folder.path("whole");
    done(&[&mine, "--quick", "--out", &whole]);
    done(&[&mine, "--quick", "--out", &out]);
    let record = Path::new(&out).join("records/mine.csv");
    let text = fs::read_to_string(&record).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[20] = lines[20].replacen(",0,", ",7,", 1);
    assert_ne!(lines.join("\n") + "\n", text);
    fs::write(&record, lines.join("\n") + "\n").unwrap();
    let again = [&mine, "--quick", "--out", &out, "--resume"];
    refused(
        &again,
        &["line 21 is damaged: its checksum", "line 21 and everything after it", "--resume --drop"],
    );
    let mut dropping = again.to_vec();
    dropping.push("--drop");
    done(&dropping);
    agree(&whole, &out);
    let old = text.replacen("record 2;", "record 1;", 1);
    fs::write(&record, old).unwrap();
    refused(&again, &["is of schema 1", "has no checksums", "version that began it"]);
    fs::write(&record, text.replace('\n', "\r\n")).unwrap();
    refused(&again, &["CR LF", "dos2unix"]);
}

#[test]
fn runs_are_compared_deal_by_deal() {
    let folder = TempFolder::new("lab-compare");
    let mine = folder.file("mine.toml", EXPERIMENT);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| folder.path(name));
    done(&[&mine, "--quick", "--out", &a]);
    done(&[&mine, "--quick", "--out", &b]);
    let said = done(&["compare", &a, &b]);
    assert!(said.contains("4 comparisons: 0 better, 0 worse, 4 identical"), "{said}");
    // Another engine whose first player is much worse: `random` under the name of `queue`.
    done(&[&mine, "--out", &a, "--more", "60"]);
    let random = EXPERIMENT.replace("\"queue\"", "\"random\"");
    let other = folder.file("mine.toml", random);
    done(&[&other, "--quick", "--out", &c]);
    done(&[&other, "--out", &c, "--more", "60"]);
    let only = done(&["compare", &a, &c]);
    assert!(only.contains("2 comparisons: 0 better, 0 worse, 2 identical"), "{only}");
    let record = Path::new(&c).join("records/mine.csv");
    let said = done(&["compare", &a, &c, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(json["comparisons"][0]["verdict"], "identical");
    assert!(record.exists());
    // Other deals cannot be paired.
    folder.file("mine.toml", EXPERIMENT);
    done(&[&mine, "--quick", "--out", &d, "--seed", "3"]);
    refused(&["compare", &a, &d], &["seed, points or players differ"]);
    let nothing = folder.path("nothing");
    let words = ["nothing/records holds no records", "`surefoot lab --out DIR`"];
    refused(&["compare", &a, &nothing], &words);
    refused(&["compare", &nothing, &a], &words);
    refused(&["write-ups", &nothing], &["nothing holds no records"]);
}

/// A record as the version before checksums wrote it is refused with the reason, and stays as it
/// is, whoever is asked to read it.
#[test]
fn records_of_older_versions_are_refused_with_the_reason() {
    let folder = TempFolder::new("lab-older");
    let mine = folder.file("mine.toml", EXPERIMENT);
    let [old, new] = ["old", "new"].map(|name| folder.path(name));
    let records = Path::new(&old).join("records");
    fs::create_dir_all(&records).unwrap();
    fs::write(records.join("mine.toml"), EXPERIMENT).unwrap();
    let text = "# surefoot record 1; experiment mine; plan 1a2b3c4d5e6f7081; engine \
                1544783584672479126; seed 2026; shard 1/1\n\
                point,index,player,won,score,dig_density,digs,guesses,forced,false_flags,\
                wrong_claims,wrong_declaration,error,seconds\n\
                0,0,queue,0,,,21,3,,0,0,,,0.0000412\n0,0,exact,1,,,67,1,,0,0,,,0.0001208\n";
    fs::write(records.join("mine.csv"), text).unwrap();
    done(&[&mine, "--quick", "--out", &new]);
    let words = ["this record is of schema 1", "it has no checksums", "mine.csv"];
    refused(&[&mine, "--quick", "--out", &old, "--resume"], &words);
    refused(&["mine", "--out", &old, "--more", "10"], &words);
    refused(&["compare", &old, &new], &words);
    assert_eq!(fs::read_to_string(records.join("mine.csv")).unwrap(), text);
}

/// What is no experiment is refused as such, not as a board.
#[test]
fn what_is_not_text_is_no_experiment() {
    let folder = TempFolder::new("lab-no-text");
    let path = folder.file("zeros.toml", vec![0; 3_000_000]);
    let words = ["zeros.toml is not text", "`surefoot lab show dig-area` prints an experiment"];
    refused(&[&path, "--out", &folder.path("x")], &words);
}

/// A record as an engine would have left it whose `exact` scores less.
fn worsened(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[0] = lines[0].replacen("engine ", "engine 9", 1);
    for line in lines.iter_mut().filter(|line| line.contains(",exact,")) {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        let less = 0.05 + 0.01 * (fields[1].parse::<f64>().unwrap() % 5.0);
        fields[4] = (fields[4].parse::<f64>().unwrap() - less).to_string();
        fields.pop();
        let before = fields.join(",") + ",";
        let hash = before.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let check = (hash ^ (hash >> 32)) & 0xffff_ffff;
        *line = format!("{before}{check:08x}");
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_worse_run_is_told_by_the_exit_status() {
    let folder = TempFolder::new("lab-worse");
    let mine = folder.file("mine.toml", EXPERIMENT.replace("quick = 6", "quick = 12"));
    let [a, b] = ["a", "b"].map(|name| folder.path(name));
    for out in [&a, &b] {
        done(&[&mine, "--quick", "--out", out]);
    }
    let record = Path::new(&b).join("records/mine.csv");
    fs::write(&record, worsened(&fs::read_to_string(&record).unwrap())).unwrap();
    let Said { code, out: said, .. } = lab(&["compare", &a, &b]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("4 comparisons: 0 better, 2 worse, 2 identical"), "{said}");
    assert!(said.contains("mine, told: score of exact"), "{said}");
    // The other way round nothing is worse.
    let said = done(&["compare", &b, &a]);
    assert!(said.contains("4 comparisons: 2 better, 0 worse, 2 identical"), "{said}");
}

/// A test stops at the same deal whatever happens, and says what it found.
#[test]
fn an_experiment_stops_when_it_tells() {
    let folder = TempFolder::new("lab-stop-rule");
    let rule = "stop = { compare = [\"exact\", \"queue\"], gain = [0, 0.02] }\n";
    let text = EXPERIMENT.replace("deals = 400", &format!("deals = 4000\n{rule}"));
    let mine = folder.file("mine.toml", text);
    let [one, other] = ["one", "other"].map(|name| folder.path(name));
    done(&[&mine, "--out", &one, "--threads", "1"]);
    let read = |out: &str| fs::read_to_string(Path::new(out).join("records/mine.csv")).unwrap();
    let record = |out: &str| timeless(&read(out));
    let stage = (record(&one).len() - 2) / 8;
    assert!([64, 128, 256, 512].contains(&stage), "{stage}");
    let page = fs::read_to_string(Path::new(&one).join("index.html")).unwrap();
    assert!(page.contains(&format!("stopped at {stage} deals")), "{stage}");
    done(&[&mine, "--out", &other, "--resume"]);
    assert_eq!(record(&one), record(&other));
    // It has told: nothing is left to be played.
    done(&[&mine, "--out", &other, "--resume"]);
    assert_eq!(record(&one), record(&other));
    refused(&[&mine, "--out", &folder.path("x"), "--shard", "1/2"], &["stops by a rule"]);
}
