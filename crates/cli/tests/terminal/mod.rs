//! A terminal without a screen: a pseudo-terminal, what was said to it, and what it would show.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use surefoot_testing::TempFolder;

/// Nothing is timed; a busy machine may take long.
const PATIENCE: Duration = Duration::from_mins(3);

/// What a terminal has been told so far, and what it shows.
struct Shown {
    parser: vt100::Parser,
    bytes: Vec<u8>,
}

/// A terminal with a program on it.
pub(crate) struct Terminal {
    pub(crate) child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    shown: Arc<Mutex<Shown>>,
    /// How the terminal was set before.
    before: String,
}

fn some(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

fn size((columns, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// How `surefoot play` is called, with a folder for what it keeps.
pub(crate) fn play(surefoot: &Path, folder: &TempFolder, arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(surefoot);
    command.arg("play");
    command.args(arguments);
    command.cwd(std::env::current_dir().unwrap());
    command.env("XDG_DATA_HOME", &**folder);
    command.env("TERM", "xterm-256color");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// Waits for the end of a program: its exit status.
#[track_caller]
fn end_of(child: &mut dyn Child, stands: impl Fn() -> String) -> u32 {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.exit_code();
        }
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("no end:\n{}", stands());
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Begins a program, sends keys when something is shown, and takes the terminal away: its exit
/// status.
pub(crate) fn hang_up(command: CommandBuilder, before: &str, keys: &str) -> u32 {
    let pair = native_pty_system().openpty(size((80, 24))).unwrap();
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    {
        let (mut reader, mut writer) =
            (pair.master.try_clone_reader().unwrap(), pair.master.take_writer().unwrap());
        let mut parser = vt100::Parser::new(some(24), some(80), 0);
        let mut until = |is_there: &dyn Fn(&str) -> bool| {
            let mut piece = [0; 4096];
            while !is_there(&parser.screen().contents()) {
                let length = reader.read(&mut piece).unwrap();
                assert_ne!(length, 0, "it ended by itself");
                parser.process(&piece[..length]);
            }
        };
        // What comes in one piece on an idle machine may come in several on a busy one.
        until(&|screen| screen.contains(before));
        writer.write_all(keys.as_bytes()).unwrap();
        until(&|screen| !screen.contains(before));
    }
    drop(pair.master);
    end_of(&mut *child, String::new)
}

impl Terminal {
    /// Begins a program on a terminal of this size.
    pub(crate) fn begin(command: CommandBuilder, (columns, rows): (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(size((columns, rows))).unwrap();
        let before = format!("{:?}", pair.master.get_termios().unwrap());
        let child = pair.slave.spawn_command(command).unwrap();
        let parser = vt100::Parser::new(some(rows), some(columns), 0);
        let shown = Arc::new(Mutex::new(Shown { parser, bytes: Vec::new() }));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (told, slave) = (Arc::clone(&shown), pair.slave);
        thread::spawn(move || {
            // It stays open, so that the settings can be looked at in the end.
            let _slave = slave;
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut piece) {
                let mut shown = told.lock().unwrap();
                shown.parser.process(&piece[..length]);
                shown.bytes.extend_from_slice(&piece[..length]);
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Self { child, master: pair.master, writer, shown, before }
    }

    /// Sends bytes, as keys and the mouse do.
    pub(crate) fn keys(&mut self, bytes: &str) -> &mut Self {
        self.writer.write_all(bytes.as_bytes()).unwrap();
        self.writer.flush().unwrap();
        self
    }

    /// What it shows now.
    pub(crate) fn screen(&self) -> vt100::Screen {
        self.shown.lock().unwrap().parser.screen().clone()
    }

    /// All that it was told.
    pub(crate) fn told(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap().bytes).into_owned()
    }

    /// Changes its size.
    pub(crate) fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.shown.lock().unwrap().parser.screen_mut().set_size(some(rows), some(columns));
        self.master.resize(size((columns, rows))).unwrap();
    }

    /// Waits until what it shows is so.
    #[track_caller]
    pub(crate) fn until(&mut self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen().contents();
            if holds(&screen) {
                return screen;
            }
            assert!(began.elapsed() < PATIENCE, "no {what} on\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until it shows these words, perhaps broken into lines.
    #[track_caller]
    pub(crate) fn shows(&mut self, words: &str) -> String {
        let joined = |screen: &str| screen.split_whitespace().collect::<Vec<_>>().join(" ");
        self.until(words, |screen| joined(screen).contains(words))
    }

    /// Waits for the end of the program: its exit status, and all that was told. The terminal must
    /// be as it was.
    #[track_caller]
    pub(crate) fn ends(mut self) -> (u32, String) {
        let shown = Arc::clone(&self.shown);
        let screen = || shown.lock().unwrap().parser.screen().contents();
        let status = end_of(&mut *self.child, screen);
        let began = Instant::now();
        // What it said last may still be on its way.
        let left = "\x1b[?1049l";
        while !self.told().contains(left) && began.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(10));
        }
        thread::sleep(Duration::from_millis(100));
        let told = self.told();
        for after in [left, "\x1b[?1000l", "\x1b[?1006l", "\x1b[?25h"] {
            assert!(told.contains(after), "{after:?} was not said");
        }
        let after = format!("{:?}", self.master.get_termios().unwrap());
        assert_eq!(after, self.before, "the terminal is set as before");
        (status, told)
    }

    /// Quits, as the key does; all that was told.
    #[track_caller]
    pub(crate) fn quits(mut self) -> String {
        self.keys("q");
        let (status, told) = self.ends();
        assert_eq!(status, 0);
        told
    }
}
