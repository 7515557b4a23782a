//! A program that runs: lines to it, lines from it by a time limit, its last words and its end.
//!
//! One thread asks and waits, so that an exchange costs two system calls to wake up and two to
//! sleep, and nothing is handed from thread to thread: while it waits it listens to standard
//! output and standard error at once. A program gets a process group of its own, which is
//! ended with it: whatever it started ends too, and nothing is left behind. Where there are no
//! process groups (not on Unix) there are no time limits either.

use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::tunables;

/// How long a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// From its start until it has answered `hello` and `isready`.
    pub start: Duration,
    /// For an answer to `go`.
    pub answer: Duration,
}

impl Default for EngineLimits {
    fn default() -> Self {
        Self { start: tunables::ENGINE_START, answer: tunables::ENGINE_ANSWER }
    }
}

/// A moment until which something is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    by: Instant,
    limit: Duration,
}

impl Deadline {
    /// So long from now.
    pub fn after(limit: Duration) -> Self {
        Self { by: Instant::now() + limit, limit }
    }

    fn left(self) -> Duration {
        self.by.saturating_duration_since(Instant::now())
    }
}

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// It cannot be started.
    #[error("`{program}` cannot be started: {reason}")]
    Start {
        /// The program.
        program: String,
        /// Why not.
        reason: String,
    },
    /// It has ended.
    #[error("the program ended ({status}){words}")]
    Ended {
        /// With what status.
        status: String,
        /// What it said last.
        words: LastWords,
    },
    /// It takes too long.
    #[error("no answer within {limit:?}{words}")]
    Late {
        /// How long was waited.
        limit: Duration,
        /// What it said last.
        words: LastWords,
    },
    /// It sends a line without end.
    #[error("a line of more than {bytes} bytes{words}")]
    Endless {
        /// How long a line may be.
        bytes: usize,
        /// What it said last.
        words: LastWords,
    },
}

/// What a program said last, on both its streams; often all there is to understand it by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastWords {
    /// Its last line.
    pub line: String,
    /// The end of its standard error.
    pub errors: String,
}

impl fmt::Display for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.line.is_empty() {
            write!(f, "; its last line: `{}`", self.line)?;
        }
        if !self.errors.is_empty() {
            write!(f, "; on standard error: {}", self.errors)?;
        }
        Ok(())
    }
}

/// A program that was started to play, ended when it is dropped.
///
/// ```
/// # #[cfg(unix)] {
/// use std::time::Duration;
/// use surefoot_players::engine::{Deadline, EngineProcess, ProcessError};
///
/// // It says again what it is told.
/// let mut program = EngineProcess::start(&["cat".to_owned()])?;
/// let soon = || Deadline::after(Duration::from_secs(60));
/// program.send("hello\n", soon())?;
/// assert_eq!(program.line(soon())?, "hello");
/// let nothing_came = program.line(Deadline::after(Duration::from_millis(10)));
/// assert!(matches!(nothing_came, Err(ProcessError::Late { .. })));
/// # }
/// # Ok::<(), surefoot_players::engine::ProcessError>(())
/// ```
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: Option<ChildStderr>,
    /// Bytes that came and were not read yet.
    held: Vec<u8>,
    /// How many of them have been looked through for an end of line.
    looked: usize,
    /// Where those begin that were not read.
    start: usize,
    last_line: String,
    tail: Vec<u8>,
}

impl EngineProcess {
    /// Starts a program: itself and its arguments.
    pub fn start(words: &[String]) -> Result<Self, ProcessError> {
        let no = |program: &str, reason: String| {
            Err(ProcessError::Start { program: program.to_owned(), reason })
        };
        let Some((program, arguments)) = words.split_first() else {
            return no("", "no command was given".to_owned());
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return no(program, error.to_string()),
        };
        let (input, errors) = (child.stdin.take(), child.stderr.take());
        let Some(output) = child.stdout.take() else {
            return no(program, "it has no standard output".to_owned());
        };
        Ok(Self {
            child,
            input,
            output,
            errors,
            held: Vec::new(),
            looked: 0,
            start: 0,
            last_line: String::new(),
            tail: Vec::new(),
        })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it said last.
    pub fn last_words(&self) -> LastWords {
        let clean = |text: &str| {
            let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
            lines.join(" | ")
        };
        let errors = clean(&String::from_utf8_lossy(&self.tail));
        LastWords { line: clean(&self.last_line), errors }
    }

    /// Sends whole lines by this time. What is long is sent in parts that a pipe takes at
    /// once, so that a program which does not read is not waited for.
    pub fn send(&mut self, lines: &str, by: Deadline) -> Result<(), ProcessError> {
        for (at, part) in lines.as_bytes().chunks(tunables::PIPE).enumerate() {
            if at > 0 && !self.is_writable(by) {
                return Err(self.late(by));
            }
            let sent = self.input.as_mut().map(|input| input.write_all(part));
            if !matches!(sent, Some(Ok(()))) {
                return Err(self.ended());
            }
        }
        Ok(())
    }

    /// Closes its input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// The next line, if it comes by this time.
    pub fn line(&mut self, by: Deadline) -> Result<&str, ProcessError> {
        let end = loop {
            if let Some(end) = self.held[self.looked..].iter().position(|&byte| byte == b'\n') {
                break self.looked + end;
            }
            self.looked = self.held.len();
            if self.held.len() - self.start > tunables::LINE {
                let (bytes, words) = (tunables::LINE, self.last_words());
                return Err(ProcessError::Endless { bytes, words });
            }
            if self.start > 0 {
                self.held.drain(..self.start);
                (self.looked, self.start) = (self.held.len(), 0);
            }
            self.wait(by)?;
        };
        self.last_line.clear();
        self.last_line += &String::from_utf8_lossy(&self.held[self.start..end]);
        (self.start, self.looked) = (end + 1, end + 1);
        Ok(&self.last_line)
    }

    /// Takes in what comes on standard output; what comes on standard error in between is kept.
    fn wait(&mut self, by: Deadline) -> Result<(), ProcessError> {
        loop {
            let (output, errors) = match self.poll(by) {
                Ok(Some(ready)) => ready,
                Ok(None) => return Err(self.late(by)),
                Err(_) => return Err(self.ended()),
            };
            if errors {
                self.hear_errors();
            }
            if output {
                let old = self.held.len();
                self.held.resize(old + tunables::PIPE, 0);
                let read = self.output.read(&mut self.held[old..]).unwrap_or(0);
                self.held.truncate(old + read);
                return if read == 0 { Err(self.ended()) } else { Ok(()) };
            }
        }
    }

    fn hear_errors(&mut self) {
        let mut part = [0; 1024];
        let read = self.errors.as_mut().and_then(|errors| errors.read(&mut part).ok());
        match read {
            Some(0) | None => self.errors = None,
            Some(read) => self.tail.extend_from_slice(&part[..read]),
        }
        let over = self.tail.len().saturating_sub(tunables::LAST_WORDS);
        self.tail.drain(..over);
    }

    fn late(&self, by: Deadline) -> ProcessError {
        ProcessError::Late { limit: by.limit, words: self.last_words() }
    }

    /// It has closed its output: what was its end?
    fn ended(&mut self) -> ProcessError {
        let by = Deadline::after(tunables::ENGINE_END);
        while self.errors.is_some() && matches!(self.poll_errors(by), Ok(true)) {
            self.hear_errors();
        }
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if !by.left().is_zero() => std::thread::sleep(tunables::ENGINE_TICK),
                _ => break "it closed its output and runs on".to_owned(),
            }
        };
        ProcessError::Ended { status, words: self.last_words() }
    }
}

#[cfg(unix)]
impl EngineProcess {
    /// Whether there is something on standard output, and on standard error; `None` if there
    /// is nothing by then.
    fn poll(&self, by: Deadline) -> io::Result<Option<(bool, bool)>> {
        use rustix::event::{PollFd, PollFlags};
        let mut both = [
            PollFd::new(&self.output, PollFlags::IN),
            PollFd::new(&self.output, PollFlags::empty()),
        ];
        if let Some(errors) = &self.errors {
            both[1] = PollFd::new(errors, PollFlags::IN);
        }
        let ready = poll_by(&mut both, by)?;
        let [output, errors] = [0, 1].map(|at| !both[at].revents().is_empty());
        Ok(ready.then_some((output, errors && self.errors.is_some())))
    }

    fn poll_errors(&self, by: Deadline) -> io::Result<bool> {
        use rustix::event::{PollFd, PollFlags};
        let Some(errors) = &self.errors else { return Ok(false) };
        poll_by(&mut [PollFd::new(errors, PollFlags::IN)], by)
    }

    fn is_writable(&self, by: Deadline) -> bool {
        use rustix::event::{PollFd, PollFlags};
        let Some(input) = &self.input else { return false };
        poll_by(&mut [PollFd::new(input, PollFlags::OUT)], by).unwrap_or(false)
    }

    /// Ends its whole process group, whatever is left of it.
    fn kill(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }
}

#[cfg(unix)]
fn poll_by(what: &mut [rustix::event::PollFd<'_>], by: Deadline) -> io::Result<bool> {
    loop {
        let left = by.left();
        let left = left.try_into().ok();
        match rustix::event::poll(what, left.as_ref()) {
            Ok(ready) => return Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
impl EngineProcess {
    fn poll(&self, _: Deadline) -> io::Result<Option<(bool, bool)>> {
        Ok(Some((true, false)))
    }

    fn poll_errors(&self, _: Deadline) -> io::Result<bool> {
        Ok(false)
    }

    fn is_writable(&self, _: Deadline) -> bool {
        true
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
    }
}

/// It is asked to quit, given a moment, and ended with all that it started. It is waited for
/// last: until then its number, and that of its group, are nobody else's.
impl Drop for EngineProcess {
    fn drop(&mut self) {
        let by = Deadline::after(tunables::ENGINE_END);
        let asked = self.input.take().is_some_and(|mut input| input.write_all(b"quit\n").is_ok());
        while asked && matches!(self.poll(by), Ok(Some((true, _)))) {
            let mut rest = [0; 1024];
            if !self.output.read(&mut rest).is_ok_and(|read| read > 0) {
                break;
            }
        }
        self.kill();
        let _ = self.child.wait();
    }
}
