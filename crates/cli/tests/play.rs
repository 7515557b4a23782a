//! `surefoot play` under a pseudo-terminal: real bytes of keys and of the mouse in, a screen as a
//! terminal would show it out, and the terminal as it was when the game is left.

#![cfg(all(unix, feature = "play"))]
#![allow(clippy::unwrap_used)]

mod terminal;

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use portable_pty::CommandBuilder;
use surefoot_testing::TempFolder;
use terminal::Terminal;

const SUREFOOT: &str = env!("CARGO_BIN_EXE_surefoot");
/// Where it keeps its game in a folder.
const STATE: &str = "surefoot/play.json";

/// The size of the usual terminal.
const USUAL: (u16, u16) = (80, 24);

fn play(folder: &TempFolder, arguments: &[&str]) -> CommandBuilder {
    terminal::play(Path::new(SUREFOOT), folder, arguments)
}

fn begin(folder: &TempFolder, arguments: &[&str]) -> Terminal {
    Terminal::begin(play(folder, arguments), USUAL)
}

/// Clicks a cell of a small board. The ruler of nine rows is two columns wide, cells are three,
/// and the mouse counts columns and rows from 1.
fn click(played: &mut Terminal, button: u8, x: u16, y: u16) {
    let (column, row) = (2 + 3 * x + 1 + 1, 2 + y + 1);
    played.keys(&format!("\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m"));
}

/// Rows of the board, as they stand on the screen.
fn rows(screen: &str) -> Vec<String> {
    screen.lines().skip(2).take(9).map(|line| line.chars().take(29).collect()).collect()
}

#[test]
fn a_game_by_keys_is_quit_and_goes_on() {
    let folder = TempFolder::new("play-keys");
    let mut played = begin(&folder, &["--level", "beginner", "--seed", "7"]);
    let closed = played.shows("10 mines");
    played.keys("\r");
    let opened = played.until("an opening", |screen| rows(screen) != rows(&closed));
    // Probabilities, a hint, why; then a flag where the cursor is, whatever it is on.
    played.keys("p");
    played.until("certain cells", |screen| screen.contains('✓') || screen.contains('✗'));
    played.keys("p");
    played.until("no more of them", |screen| !screen.contains('✓') && !screen.contains('✗'));
    played.keys("h");
    played.shows("It is certainly safe. W says why.");
    played.keys("w");
    played.shows("is safe. It takes");
    played.keys("\x1b[H\x1b[A\x1b[B\x1b[C\x1b[Du");
    let plainly = |screen: &str| rows(screen).iter().map(|row| plain(row)).collect::<Vec<_>>();
    let back = played.until("what was before", |screen| plainly(screen) == plainly(&closed));
    assert!(back.contains("10 mines"));
    played.keys("n");
    played.shows("Open a cell to begin.");
    played.keys("\r");
    played.until("an opening", |screen| rows(screen) != rows(&closed));
    let before = played.screen().contents();
    let told = played.quits();
    assert!(told.contains("the game is kept"), "{told}");

    let mut again = begin(&folder, &[]);
    again.shows("Your game goes on.");
    let same = |screen: &str| screen.lines().skip(2).take(9).map(plain).collect::<Vec<_>>();
    assert_eq!(same(&again.screen().contents()), same(&before));
    assert_ne!(rows(&opened), rows(&closed));
    again.keys("\x03");
    assert_eq!(again.ends().0, 0);
    assert!(folder.join(STATE).is_file());
}

/// A row without the frame of the cursor.
fn plain(row: &str) -> String {
    row.chars().take(29).map(|c| if "[](){}<>".contains(c) { ' ' } else { c }).collect()
}

#[test]
fn a_game_by_mouse_is_won() {
    let folder = TempFolder::new("play-mouse");
    let board = folder.join("board.txt");
    // Every 1 beside the corner is told; one mine.
    std::fs::write(&board, "9x9/2\nM10000000\n110000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000011\n00000001M\n").unwrap();
    let replays = folder.join("replays");
    let arguments = [board.to_str().unwrap(), "--replays", replays.to_str().unwrap()];
    let mut played = begin(&folder, &arguments);
    played.shows("2 mines");
    click(&mut played, 2, 0, 0);
    played.shows("1 mine");
    played.until("one mine", |screen| screen.contains("1 mine "));
    played.until("a flag", |screen| screen.contains("[F]"));
    // The wheel scrolls nothing here, and moving about opens nothing.
    played.keys("\x1b[<35;20;8M\x1b[<64;20;8M\x1b[<65;20;8M");
    click(&mut played, 0, 4, 4);
    played.shows("Won!");
    played.shows("3BV in 2 clicks");
    played.keys("r");
    played.shows("No guesses: every cell that was opened");
    played.keys("s");
    played.shows("Saved as");
    played.keys("\x1bq");
    // Alt and a letter is nothing; Esc alone closes.
    thread::sleep(Duration::from_millis(50));
    played.quits();
    // What was saved is read as any replay.
    let saved: Vec<_> = std::fs::read_dir(&replays).unwrap().map(|file| file.unwrap()).collect();
    assert_eq!(saved.len(), 1);
    let review = Command::new(SUREFOOT).arg("review").arg(saved[0].path()).output().unwrap();
    let told = String::from_utf8(review.stdout).unwrap();
    assert!(told.contains("9x9/2, classic, won in"), "{told}");
}

#[test]
fn signals_and_panics_leave_the_terminal_as_it_was() {
    let folder = TempFolder::new("play-signals");
    let mut played = begin(&folder, &["--level", "beginner", "--seed", "1"]);
    let closed = played.shows("10 mines");
    played.keys(" ");
    played.until("an opening", |screen| rows(screen) != rows(&closed));
    let process = played.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    assert_eq!(played.ends().0, 0);
    assert!(folder.join(STATE).is_file(), "and the game is kept");

    // A build with optimisation and no checks has no way to be made to fail.
    if cfg!(debug_assertions) {
        let mut failing = play(&folder, &["--new"]);
        failing.env("SUREFOOT_PLAY_FAILS", "1");
        let (status, told) = Terminal::begin(failing, USUAL).ends();
        assert_eq!(status, 101);
        let end = told.find("\x1b[?1049l").unwrap();
        assert!(told[end..].contains("as was asked for"), "what failed is told where it is seen");
        assert_eq!(told.matches("\x1b[?1049l").count(), 1, "and not wiped away after it");
    }
}

/// A closed window ends the game, which is kept, and does not leave a process that spins.
#[test]
fn a_terminal_that_goes_away_ends_the_game() {
    let folder = TempFolder::new("play-gone");
    let command = play(&folder, &["--level", "beginner", "--seed", "1"]);
    let status = terminal::hang_up(command, "Open a cell to begin.", " ");
    assert_ne!(status, 101, "it does not panic");
    assert!(folder.join(STATE).is_file(), "and the game is kept");
}

#[test]
fn a_damaged_file_is_told_and_kept() {
    let folder = TempFolder::new("play-damaged");
    std::fs::create_dir_all(folder.join(STATE).parent().unwrap()).unwrap();
    std::fs::write(folder.join(STATE), "{\"surefoot_play\":1,").unwrap();
    let mut played = Terminal::begin(play(&folder, &["--seed", "2"]), (100, 30));
    played.shows("could not be read");
    played.shows("It is kept as");
    // It can be played as if nothing had happened.
    played.keys("\r");
    played.until("an opening", |screen| !screen.contains("could not be read"));
    played.quits();
    let kept =
        |name: &str| std::fs::read_to_string(folder.join(STATE).with_file_name(name)).unwrap();
    assert_eq!(kept("play.json.damaged-1"), "{\"surefoot_play\":1,");
    assert!(kept("play.json").contains("9x9/10"));

    // And an unfinished game is not lost to another one.
    let mut other = Terminal::begin(play(&folder, &["--level", "expert"]), (140, 40));
    other.shows("The game you had not finished is kept as");
    other.quits();
    assert!(kept("play.json.before-1").contains("9x9/10"));
}

#[test]
fn colours_are_256_or_none() {
    let folder = TempFolder::new("play-colours");
    let mut played = begin(&folder, &["--seed", "3"]);
    played.shows("10 mines");
    played.keys("\rq");
    let (_, told) = played.ends();
    assert!(told.contains("48;5;"), "{told}");

    let mut plain = play(&folder, &["--seed", "3"]);
    plain.env("NO_COLOR", "1");
    for command in [plain, play(&folder, &["--color", "never"])] {
        let mut played = Terminal::begin(command, USUAL);
        let screen = played.until("signs instead", |screen| screen.contains('#'));
        assert!(screen.contains("[#]") || screen.contains("[.]") || screen.contains('['));
        played.keys("\x1b[Cpq");
        let (_, told) = played.ends();
        assert!(!told.contains("8;5;") && !told.contains("[31m"), "{told}");
    }
}

#[test]
fn small_screens_scroll_and_grow() {
    let folder = TempFolder::new("play-small");
    let arguments = ["--level", "expert", "--seed", "1"];
    let mut played = Terminal::begin(play(&folder, &arguments), (40, 12));
    played.shows("99 mines");
    // To the last cell, by Ctrl and End.
    played.keys("\x1b[1;5F");
    // A frame may arrive in pieces: what is waited for is all of it.
    played.until("the last cell", |screen| {
        screen.contains("29,15") && screen.contains("\n15 ") && !screen.contains("\n 0 ")
    });
    played.keys("\x1b[1;5H");
    played.until("the first cell", |screen| screen.contains("\n 0 ") && !screen.contains("\n15 "));
    played.resize((140, 30));
    played.until("all of it", |screen| screen.contains("\n 0 ") && screen.contains("\n15 "));
    played.quits();
}

#[test]
fn without_guesses_and_with_kaboom() {
    let folder = TempFolder::new("play-kaboom");
    let mut played = begin(&folder, &["--no-guess", "--kaboom", "--seed", "4"]);
    let closed = played.shows("beginner, no guess, kaboom");
    played.keys(" ");
    played.until("an opening", |screen| rows(screen) != rows(&closed));
    played.quits();

    // Any first cell is a needed guess; then 3 and 4 are safe, and 2 is a needless one.
    let board = folder.join("board.txt");
    std::fs::write(&board, "5x1/1\nM1000\n").unwrap();
    let mut played = begin(&folder, &["--kaboom", board.to_str().unwrap()]);
    played.shows("1 mine");
    click(&mut played, 0, 1, 0);
    played.shows("A needed guess: it was safe.");
    click(&mut played, 0, 2, 0);
    played.shows("Kaboom! That guess was needless");
    played.keys("u");
    click(&mut played, 0, 3, 0);
    played.shows("Won!");
    played.quits();
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(SUREFOOT).arg("play").stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty());
    assert!(said.contains("needs a terminal") && said.contains("hint: "), "{said}");
    assert!(Path::new(SUREFOOT).is_file());
}
