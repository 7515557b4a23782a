//! The terminal, taken and given back: raw, on its other screen, with the mouse; and as it was
//! when the game is left, however that happens.
//!
//! Leaving by a panic, by Ctrl-C, by a signal and by an error all end in the same few lines. In
//! raw mode Ctrl-C is a key; signals from elsewhere set a flag that the game looks at.
//!
//! Keys are read by a thread of their own: where a terminal is closed while somebody waits for its
//! keys, crossterm 0.29 reads its end for ever, and would never come back to look at the flag.

use std::io::{self, Stdout};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, terminal};

/// Whether the terminal is taken; it is given back once, or a message after it would be lost.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while a game is on it.
pub(super) struct Screen {
    /// Never dropped: it would complain that it cannot show the cursor, and panic where the
    /// terminal is gone, so that there is nobody to complain to.
    pub(super) terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    events: Receiver<io::Result<Event>>,
    leave: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn take() -> io::Result<Self> {
        let leave = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
            for signal in [SIGHUP, SIGINT, SIGTERM] {
                signal_hook::flag::register(signal, Arc::clone(&leave))?;
            }
        }
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            // Who thinks aside may fail without ending the game: its panic is an answer.
            if thread::current().name() == Some("thinker") {
                return;
            }
            give_back();
            usual(info);
        }));
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        let screen = || -> io::Result<_> {
            execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
            let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
            Ok((ManuallyDrop::new(terminal), events()?))
        };
        match screen() {
            Ok((terminal, events)) => Ok(Self { terminal, events, leave }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// What was done next by keys or mouse, if that is within this time.
    pub(super) fn event(&self, within: Duration) -> io::Result<Option<Event>> {
        match self.events.recv_timeout(within) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Whether somebody outside wants the game to end.
    pub(super) fn is_to_leave(&self) -> bool {
        self.leave.load(Ordering::Relaxed)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// A thread that reads what is done by keys and mouse, until it fails or nobody listens.
fn events() -> io::Result<Receiver<io::Result<Event>>> {
    let (told, events) = mpsc::channel();
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            let event = event::read();
            let fails = event.is_err();
            if told.send(event).is_err() || fails {
                break;
            }
        }
    })?;
    Ok(events)
}

/// Makes the terminal what it was; what cannot be done is left.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show,
        terminal::EnableLineWrap
    );
    let _ = disable_raw_mode();
}
