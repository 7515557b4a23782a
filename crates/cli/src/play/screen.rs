//! The terminal, taken and given back: raw, on its other screen, with the mouse; and as it was
//! when the game is left, however that happens.
//!
//! Leaving by a panic, by Ctrl-C, by a signal and by an error all end in the same few lines. In
//! raw mode Ctrl-C is a key; signals from elsewhere set a flag that the game looks at.

use std::io::{self, Stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, terminal};

/// Whether the terminal is taken; it is given back once, or a message after it would be lost.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while a game is on it.
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
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
            if std::thread::current().name() == Some("thinker") {
                return;
            }
            give_back();
            usual(info);
        }));
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        let screen = || -> io::Result<_> {
            execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        };
        match screen() {
            Ok(terminal) => Ok(Self { terminal, leave }),
            Err(error) => {
                give_back();
                Err(error)
            }
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
