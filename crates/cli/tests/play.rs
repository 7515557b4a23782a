//! `surefoot play` under a pseudo-terminal: real bytes of keys and of the mouse in, a screen as a
//! terminal would show it out, and the terminal as it was when the game is left.

#![cfg(all(unix, feature = "play"))]
#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const SUREFOOT: &str = env!("CARGO_BIN_EXE_surefoot");
/// Nothing is timed; a busy machine may take long.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a terminal has been told so far, and what it shows.
struct Shown {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    /// Whether the other end has closed.
    over: bool,
}

/// A terminal with a game on it.
struct Played {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    shown: Arc<Mutex<Shown>>,
    /// How the terminal was set before.
    before: String,
}

/// A folder of its own for each test, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("surefoot-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn state(&self) -> PathBuf {
        self.0.join("surefoot").join("play.json")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn begin(folder: &Folder, arguments: &[&str]) -> Played {
    begin_on(folder, arguments, (80, 24), &[])
}

fn begin_on(
    folder: &Folder,
    arguments: &[&str],
    (columns, rows): (u16, u16),
    variables: &[(&str, &str)],
) -> Played {
    let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let before = format!("{:?}", pair.master.get_termios().unwrap());
    let mut command = CommandBuilder::new(SUREFOOT);
    command.arg("play");
    command.args(arguments);
    command.env("XDG_DATA_HOME", &folder.0);
    command.env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR");
    command.env_remove("CLICOLOR");
    for (name, value) in variables {
        command.env(name, value);
    }
    let child = pair.slave.spawn_command(command).unwrap();
    // The slave stays open here, so that the settings can be looked at in the end.
    let slave = pair.slave;
    let shown = Arc::new(Mutex::new(Shown {
        parser: vt100::Parser::new(rows, columns, 0),
        bytes: Vec::new(),
        over: false,
    }));
    let mut reader = pair.master.try_clone_reader().unwrap();
    let told = Arc::clone(&shown);
    thread::spawn(move || {
        let _slave = slave;
        let mut piece = [0; 4096];
        while let Ok(length @ 1..) = reader.read(&mut piece) {
            let mut shown = told.lock().unwrap();
            shown.parser.process(&piece[..length]);
            shown.bytes.extend_from_slice(&piece[..length]);
        }
        told.lock().unwrap().over = true;
    });
    let writer = pair.master.take_writer().unwrap();
    Played { master: pair.master, writer, child, shown, before }
}

impl Played {
    fn keys(&mut self, bytes: &str) -> &mut Self {
        self.writer.write_all(bytes.as_bytes()).unwrap();
        self.writer.flush().unwrap();
        self
    }

    fn screen(&self) -> String {
        self.shown.lock().unwrap().parser.screen().contents()
    }

    fn told(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap().bytes).into_owned()
    }

    /// Waits until the screen shows something.
    #[track_caller]
    fn until(&mut self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if holds(&screen) {
                return screen;
            }
            assert!(began.elapsed() < PATIENCE, "no {what} on\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[track_caller]
    fn shows(&mut self, words: &str) -> String {
        // Words may be broken into lines.
        self.until(words, |screen| {
            screen.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
        })
    }

    /// Where on the screen a cell of the board is: column and row from 1, as the mouse counts.
    /// The ruler of nine rows is two columns wide, and cells are three.
    fn click(&mut self, button: u8, x: u16, y: u16) -> &mut Self {
        let (column, row) = (2 + 3 * x + 1 + 1, 2 + y + 1);
        self.keys(&format!("\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m"))
    }

    /// Waits for the end of the program; its exit status, the terminal being as it was.
    #[track_caller]
    fn ends(mut self) -> (u32, String) {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(began.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(10));
        };
        // What it said last may still be on its way.
        let left = "\x1b[?1049l";
        while !self.told().contains(left) && began.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(10));
        }
        let told = self.told();
        for after in [left, "\x1b[?1000l", "\x1b[?1006l", "\x1b[?25h"] {
            assert!(told.contains(after), "{after:?} was not said");
        }
        let after = format!("{:?}", self.master.get_termios().unwrap());
        assert_eq!(after, self.before, "the terminal is set as before");
        (status.exit_code(), told)
    }
}

/// Rows of the board, as they stand on the screen.
fn rows(screen: &str) -> Vec<String> {
    screen.lines().skip(2).take(9).map(|line| line.chars().take(29).collect()).collect()
}

#[test]
fn a_game_by_keys_is_quit_and_goes_on() {
    let folder = Folder::new("keys");
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
    let back = played.until("what was before", |screen| rows(screen) == rows(&closed));
    assert!(back.contains("10 mines"));
    played.keys("n");
    played.shows("Open a cell to begin.");
    played.keys("\r");
    played.until("an opening", |screen| rows(screen) != rows(&closed));
    let before = played.screen();
    played.keys("q");
    let (status, told) = played.ends();
    assert_eq!(status, 0);
    assert!(told.contains("the game is kept"), "{told}");

    let mut again = begin(&folder, &[]);
    again.shows("Your game goes on.");
    let same = |screen: &str| screen.lines().skip(2).take(9).map(plain).collect::<Vec<_>>();
    assert_eq!(same(&again.screen()), same(&before));
    assert_ne!(rows(&opened), rows(&closed));
    again.keys("\x03");
    assert_eq!(again.ends().0, 0);
    assert!(folder.state().is_file());
}

/// A row without the frame of the cursor.
fn plain(row: &str) -> String {
    row.chars().take(29).map(|c| if "[](){}<>".contains(c) { ' ' } else { c }).collect()
}

#[test]
fn a_game_by_mouse_is_won() {
    let folder = Folder::new("mouse");
    let board = folder.0.join("board.txt");
    // Every 1 beside the corner is told; one mine.
    std::fs::write(&board, "9x9/2\nM10000000\n110000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000011\n00000001M\n").unwrap();
    let mut played = begin(&folder, &[board.to_str().unwrap()]);
    played.shows("2 mines");
    played.click(2, 0, 0);
    played.shows("1 mines");
    played.until("a flag", |screen| screen.contains("[F]"));
    // The wheel scrolls nothing here, and moving about opens nothing.
    played.keys("\x1b[<35;20;8M\x1b[<64;20;8M\x1b[<65;20;8M");
    played.click(0, 4, 4);
    played.shows("Won!");
    played.shows("3BV in 2 clicks");
    played.keys("r");
    played.shows("No guesses: every cell you opened was certainly safe.");
    played.keys("\x1bq");
    // Alt and a letter is nothing; Esc alone closes.
    thread::sleep(Duration::from_millis(50));
    played.keys("q");
    assert_eq!(played.ends().0, 0);
}

#[test]
fn signals_and_panics_leave_the_terminal_as_it_was() {
    let folder = Folder::new("signals");
    let mut played = begin(&folder, &["--level", "beginner", "--seed", "1"]);
    let closed = played.shows("10 mines");
    played.keys(" ");
    played.until("an opening", |screen| rows(screen) != rows(&closed));
    let process = played.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    assert_eq!(played.ends().0, 0);
    assert!(folder.state().is_file(), "and the game is kept");

    // A build with optimisation and no checks has no way to be made to fail.
    let variables = [("SUREFOOT_PLAY_FAILS", "1")];
    if cfg!(debug_assertions) {
        let failed = begin_on(&folder, &["--new"], (80, 24), &variables);
        let (status, told) = failed.ends();
        assert_eq!(status, 101);
        let end = told.rfind("\x1b[?1049l").unwrap();
        assert!(told[end..].contains("as was asked for"), "what failed is told where it is seen");
    }
}

#[test]
fn a_damaged_file_is_told_and_kept() {
    let folder = Folder::new("damaged");
    std::fs::create_dir_all(folder.state().parent().unwrap()).unwrap();
    std::fs::write(folder.state(), "{\"surefoot_play\":1,").unwrap();
    let mut played = begin_on(&folder, &["--seed", "2"], (100, 30), &[]);
    played.shows("could not be read");
    played.shows("It is kept as");
    // It can be played as if nothing had happened.
    played.keys("\r");
    played.until("an opening", |screen| !screen.contains("could not be read"));
    played.keys("q");
    assert_eq!(played.ends().0, 0);
    let kept = |name: &str| std::fs::read_to_string(folder.state().with_file_name(name)).unwrap();
    assert_eq!(kept("play.json.damaged-1"), "{\"surefoot_play\":1,");
    assert!(kept("play.json").contains("9x9/10"));

    // And an unfinished game is not lost to another one.
    let mut other = begin_on(&folder, &["--level", "expert"], (140, 40), &[]);
    other.shows("The game you had not finished is kept as");
    other.keys("q");
    assert_eq!(other.ends().0, 0);
    assert!(kept("play.json.before-1").contains("9x9/10"));
}

#[test]
fn colours_are_256_or_none() {
    let folder = Folder::new("colours");
    let mut played = begin(&folder, &["--seed", "3"]);
    played.shows("10 mines");
    played.keys("\rq");
    let (_, told) = played.ends();
    assert!(told.contains("48;5;"), "{told}");

    for (arguments, variables) in
        [(&["--seed", "3"][..], &[("NO_COLOR", "1")][..]), (&["--color", "never"], &[])]
    {
        let mut played = begin_on(&folder, arguments, (80, 24), variables);
        let screen = played.until("signs instead", |screen| screen.contains('#'));
        assert!(screen.contains("[#]") || screen.contains("[.]") || screen.contains('['));
        played.keys("\x1b[Cpq");
        let (_, told) = played.ends();
        assert!(!told.contains("8;5;") && !told.contains("[31m"), "{told}");
    }
}

#[test]
fn small_screens_scroll_and_grow() {
    let folder = Folder::new("small");
    let arguments = ["--level", "expert", "--seed", "1"];
    let mut played = begin_on(&folder, &arguments, (40, 12), &[]);
    played.shows("99 mines");
    // To the last cell, by Ctrl and End.
    played.keys("\x1b[1;5F");
    let last = played.until("the last cell", |screen| screen.contains("29,15"));
    assert!(last.contains("\n15 ") && !last.contains("\n 0 "), "{last}");
    played.keys("\x1b[1;5H");
    played.until("the first cell", |screen| screen.contains("\n 0 ") && !screen.contains("\n15 "));
    let size = PtySize { rows: 30, cols: 140, pixel_width: 0, pixel_height: 0 };
    played.shown.lock().unwrap().parser.screen_mut().set_size(30, 140);
    played.master.resize(size).unwrap();
    played.until("all of it", |screen| screen.contains("\n 0 ") && screen.contains("\n15 "));
    played.keys("q");
    assert_eq!(played.ends().0, 0);
}

#[test]
fn without_guesses_and_with_kaboom() {
    let folder = Folder::new("kaboom");
    let mut played = begin(&folder, &["--no-guess", "--kaboom", "--seed", "4"]);
    let closed = played.shows("beginner, no guess, kaboom");
    played.keys(" ");
    played.until("an opening", |screen| rows(screen) != rows(&closed));
    // Whatever is guessed on a board that needs no guess is needless: the corners lose.
    for cell in [0, 8, 72, 80] {
        played.click(0, cell % 9, cell / 9);
    }
    played.keys("q");
    assert_eq!(played.ends().0, 0);
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
