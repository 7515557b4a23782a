//! Programs in a roster: `cmd:COMMAND`, and such that have names.
//!
//! A program says its own name, and that name is the one of its random stream: so it plays the
//! same games from wherever it is started. With its version it tells records apart.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use surefoot_rules::Rules;

use crate::engine::GoLimits;
use crate::engine::player::{EnginePlayer, EngineSource};
use crate::engine::process::EngineLimits;
use crate::roster::{
    AnyPlayer, Entry, EntryError, PlayerMaker, PlayerOption, PlayerOptions, Roster, RosterError,
};

/// How a program is started and asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program and its arguments, as a shell would read them.
    pub text: String,
    /// Options that are set before it plays.
    pub options: Vec<(String, String)>,
    /// How long it may take.
    pub limits: EngineLimits,
    /// What it is told of that.
    pub go: GoLimits,
}

impl EngineCommand {
    /// This command with the usual limits.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The program and its arguments.
    ///
    /// ```
    /// use surefoot_players::engine::EngineCommand;
    ///
    /// let command = EngineCommand::new("python3 'my engine.py' --depth 2");
    /// assert_eq!(command.words(), ["python3", "my engine.py", "--depth", "2"]);
    /// ```
    pub fn words(&self) -> Vec<String> {
        shlex::split(&self.text).unwrap_or_default()
    }
}

/// Lets programs join a roster.
///
/// ```
/// use surefoot_players::Roster;
/// use surefoot_players::engine::Engines;
///
/// let roster = Engines::default().join(Roster::standard())?;
/// let error = roster.call("cmd:no-such-program").err().unwrap();
/// assert!(error.to_string().contains("`no-such-program` cannot be started"));
/// # Ok::<(), surefoot_players::roster::EntryError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Engines {
    named: Vec<(String, EngineCommand, String)>,
    trusted: Option<PathBuf>,
}

impl Engines {
    /// The same, and one with a name and a line about it.
    #[must_use]
    pub fn with(mut self, name: &str, command: EngineCommand, about: &str) -> Self {
        self.named.push((name.to_owned(), command, about.to_owned()));
        self
    }

    /// The same, and this program is ours: it may know the whole random stream of its player,
    /// and so plays the games that the player plays in the house; and where it says that it
    /// knows its chance to win, it is believed.
    #[must_use]
    pub fn trusting(mut self, program: impl Into<PathBuf>) -> Self {
        self.trusted = Some(program.into());
        self
    }

    /// The roster with `cmd:COMMAND` and all that have names.
    pub fn join(self, roster: Roster) -> Result<Roster, EntryError> {
        let trusted = self.trusted.and_then(|path| path.canonicalize().ok());
        let option = PlayerOption::text("COMMAND", "a program that speaks docs/protocol.md");
        let maker = AnyCommand { trusted: trusted.clone(), started: Mutex::default() };
        let any = Entry::of("cmd", [option], maker)
            .about_it("any program, as `cmd:python3 my_engine.py`")
            .from_source("yours");
        let mut roster = roster.with(any)?;
        for (name, command, about) in self.named {
            let maker = OneCommand { trusted: trusted.clone(), command, started: Mutex::default() };
            let about = if about.is_empty() { maker.command.text.clone() } else { about };
            let entry = Entry::of(name, [], maker).about_it(about).from_source("an engine");
            roster = roster.with(entry)?;
        }
        Ok(roster)
    }
}

/// `cmd:COMMAND`.
struct AnyCommand {
    trusted: Option<PathBuf>,
    started: Mutex<HashMap<String, Arc<EngineSource>>>,
}

/// A program with a name.
struct OneCommand {
    trusted: Option<PathBuf>,
    command: EngineCommand,
    started: Mutex<Option<Arc<EngineSource>>>,
}

fn start(
    command: &EngineCommand,
    trusted: Option<&Path>,
    options: &PlayerOptions<'_>,
) -> Result<Arc<EngineSource>, RosterError> {
    let words = command.words();
    let Some(program) = words.first() else {
        let form = "expected a command, as in cmd:'python3 my_engine.py'";
        return Err(options.refuse(format!("`{}` is no command: {form}", command.text)));
    };
    let ours = trusted.is_some() && found(program).as_deref() == trusted;
    let source = EngineSource::start(command.clone(), ours, words);
    source.map(Arc::new).map_err(|error| options.refuse(error.to_string()))
}

/// Where a program is, as the system would look for it.
fn found(program: &str) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.canonicalize().ok();
    }
    let folders = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&folders).map(|folder| folder.join(program));
    places.find(|place| place.is_file())?.canonicalize().ok()
}

/// What both have in common: a source that was started.
trait Started: Send + Sync {
    fn source(&self, options: &PlayerOptions<'_>) -> Result<Arc<EngineSource>, RosterError>;
}

impl Started for AnyCommand {
    fn source(&self, options: &PlayerOptions<'_>) -> Result<Arc<EngineSource>, RosterError> {
        let text = options.text();
        let known = |started: &HashMap<_, _>| started.get(text).map(Arc::clone);
        if let Some(source) = self.started.lock().ok().and_then(|started| known(&started)) {
            return Ok(source);
        }
        let source = start(&EngineCommand::new(text), self.trusted.as_deref(), options)?;
        if let Ok(mut started) = self.started.lock() {
            started.insert(text.to_owned(), Arc::clone(&source));
        }
        Ok(source)
    }
}

impl Started for OneCommand {
    fn source(&self, options: &PlayerOptions<'_>) -> Result<Arc<EngineSource>, RosterError> {
        if let Some(source) = self.started.lock().ok().and_then(|started| started.clone()) {
            return Ok(source);
        }
        let source = start(&self.command, self.trusted.as_deref(), options)?;
        if let Ok(mut started) = self.started.lock() {
            *started = Some(Arc::clone(&source));
        }
        Ok(source)
    }
}

impl<S: Started> PlayerMaker for S {
    fn make(&self, options: &PlayerOptions<'_>) -> Result<AnyPlayer, RosterError> {
        Ok(Box::new(EnginePlayer::new(self.source(options)?)))
    }

    fn version(&self, options: &PlayerOptions<'_>) -> Option<String> {
        let source = self.source(options).ok()?;
        Some(format!("{} {}", source.hello().name, source.hello().version))
    }

    fn stream(&self, options: &PlayerOptions<'_>) -> Option<String> {
        Some(self.source(options).ok()?.hello().name.clone())
    }

    fn check(&self, options: &PlayerOptions<'_>, rules: &Rules) -> Result<(), String> {
        match self.source(options) {
            Ok(source) => source.hello().can_play(rules),
            Err(error) => Err(error.to_string()),
        }
    }
}
