//! A program as a player.
//!
//! Each player that plays at the same time has a process of its own, so threads never wait for
//! each other. Processes whose player is done are kept for the next one. What goes wrong is
//! the loss of that game, in the program's own words; a process that failed is ended, and
//! the next game begins with a fresh one. One that does not even start is not tried for ever.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use surefoot_rules::{Action, Brief, Choice, Player, Random, Tile, View};

use crate::engine::conversation::{Conversation, EngineError, EngineHello, GoAnswer};
use crate::engine::cpu;
use crate::engine::entry::EngineCommand;
use crate::engine::{MoveInfo, NewGame, SentPosition};
use crate::tunables;

/// A command, and the processes of it that nobody plays with now.
#[derive(Debug)]
pub(crate) struct EngineSource {
    pub(crate) command: EngineCommand,
    words: Vec<String>,
    /// Whether it is this very program.
    trusted: bool,
    hello: EngineHello,
    idle: Mutex<Vec<Conversation>>,
    /// Starts that failed one after the other.
    failed: AtomicU32,
}

impl EngineSource {
    /// Starts the program once, to hear who it is.
    pub(crate) fn start(
        command: EngineCommand,
        trusted: bool,
        words: Vec<String>,
    ) -> Result<Self, EngineError> {
        let first = Conversation::start(&words, &command.options, command.limits)?;
        let hello = first.hello().clone();
        let (idle, failed) = (Mutex::new(vec![first]), AtomicU32::new(0));
        Ok(Self { command, words, trusted, hello, idle, failed })
    }

    pub(crate) fn hello(&self) -> &EngineHello {
        &self.hello
    }

    fn take(&self) -> Result<Conversation, EngineError> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        match idle {
            Some(conversation) => Ok(conversation),
            None => Conversation::start(&self.words, &self.command.options, self.command.limits),
        }
    }

    fn give_back(&self, conversation: Conversation) {
        if let Ok(mut idle) = self.idle.lock()
            && idle.len() < tunables::IDLE_ENGINES
        {
            idle.push(conversation);
        }
    }
}

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct EnginePlayer {
    source: Arc<EngineSource>,
    conversation: Option<Conversation>,
    game: Option<NewGame>,
    /// Whether the program knows of the game.
    announced: bool,
    /// How much of the journal it was told.
    told: usize,
    /// What it wants to do after its last action.
    further: VecDeque<Choice>,
    failure: Option<String>,
    /// The time of processes that are not here any more.
    taken: Duration,
    /// What the process had taken before it came here.
    before: Duration,
}

impl EnginePlayer {
    pub(crate) fn new(source: Arc<EngineSource>) -> Self {
        Self {
            source,
            conversation: None,
            game: None,
            announced: false,
            told: 0,
            further: VecDeque::new(),
            failure: None,
            taken: Duration::ZERO,
            before: Duration::ZERO,
        }
    }

    fn ask(&mut self, view: &View) -> Result<Choice, EngineError> {
        if self.conversation.is_none() {
            self.connect()?;
        }
        let (Some(conversation), Some(game)) = (&mut self.conversation, &self.game) else {
            return Ok(nothing());
        };
        if !self.announced {
            conversation.say_line("newgame", game);
            (self.announced, self.told) = (true, 0);
        }
        conversation.say_line("position", SentPosition::of(view, self.told));
        self.told = view.journal().len();
        let GoAnswer { actions, infos } = conversation.go(self.source.command.go)?;
        let (grid, mut infos) = (view.grid(), infos.into_iter());
        for action in actions {
            let certain = action.certain;
            let action = conversation.on(action, grid)?;
            let MoveInfo { win, because, why, .. } = infos.next().unwrap_or_default();
            let because = because.iter().filter_map(|&point| grid.cell(point)).collect();
            // Only of this very program it is known how it comes by that.
            let value = win.filter(|_| self.source.trusted);
            self.further.push_back(Choice { action, certain, why: why.into(), because, value });
        }
        Ok(self.further.pop_front().unwrap_or_else(nothing))
    }

    fn connect(&mut self) -> Result<(), EngineError> {
        let conversation = self.source.take();
        let failed = &self.source.failed;
        match conversation {
            Ok(conversation) => {
                failed.store(0, Ordering::Relaxed);
                self.before = cpu::time_of(conversation.id());
                (self.conversation, self.announced) = (Some(conversation), false);
                Ok(())
            }
            Err(error) => {
                failed.fetch_add(1, Ordering::Relaxed);
                Err(error)
            }
        }
    }

    /// Lets go of the process, and keeps its time.
    fn disconnect(&mut self) -> Option<Conversation> {
        let conversation = self.conversation.take()?;
        self.taken += cpu::time_of(conversation.id()).saturating_sub(self.before);
        self.before = Duration::ZERO;
        Some(conversation)
    }

    fn fail(&mut self, words: &str) -> Choice {
        self.disconnect();
        self.further.clear();
        self.failure = Some(format!("`{}`: {words}", self.source.hello.name));
        nothing()
    }
}

/// What is done by somebody who cannot go on.
fn nothing() -> Choice {
    Choice::guess(Action::Declare, "")
}

/// Whether an action that was meant some time ago still says something.
fn is_open(action: Action, view: &View) -> bool {
    match action {
        Action::Open(cell) | Action::Flag(cell) => view.tile(cell) == Tile::Hidden,
        _ => true,
    }
}

impl Player for EnginePlayer {
    fn begin(&mut self, brief: &Brief, view: &View, mut random: Random) {
        let key = random.key();
        let mut game = NewGame::new(brief, view, random.bits());
        game.stream = self.source.trusted.then_some(key);
        (self.game, self.announced, self.failure) = (Some(game), false, None);
        self.further.clear();
    }

    fn choose(&mut self, view: &View) -> Choice {
        while let Some(next) = self.further.pop_front() {
            if is_open(next.action, view) {
                return next;
            }
        }
        if self.failure.is_some() {
            return nothing();
        }
        if self.conversation.is_none()
            && self.source.failed.load(Ordering::Relaxed) >= tunables::ENGINE_STARTS
        {
            return self.fail("it failed to start again and again, and is not tried any more");
        }
        match self.ask(view) {
            Ok(choice) => match unplayable(choice.action, view) {
                None => choice,
                Some(reason) => {
                    let line = self.conversation.as_ref().map(Conversation::last_words);
                    let words = format!("illegal: {reason}{}", line.unwrap_or_default());
                    self.fail(&words)
                }
            },
            Err(error) => self.fail(&error.to_string()),
        }
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn elsewhere(&mut self) -> Duration {
        let process = self.conversation.as_ref().map(Conversation::id);
        let now = process.map_or(Duration::ZERO, cpu::time_of);
        self.taken + now.saturating_sub(self.before)
    }
}

/// Why a fresh answer cannot be played, where that can be seen: the game would refuse it
/// too, but does not know what the program said.
fn unplayable(action: Action, view: &View) -> Option<String> {
    let point = action.cell().map(|cell| view.grid().point(cell))?;
    match (action, view.tile(action.cell()?)) {
        (Action::Open(_), Tile::Flag) => Some(format!("{point} is flagged")),
        (Action::Open(_) | Action::Flag(_), tile) if !tile.is_closed() => {
            Some(format!("{point} is already open"))
        }
        _ => None,
    }
}

/// A copy asks a process of its own, which is told of the whole game.
impl Clone for EnginePlayer {
    fn clone(&self) -> Self {
        let mut copy = Self::new(Arc::clone(&self.source));
        copy.game.clone_from(&self.game);
        copy.further.clone_from(&self.further);
        copy.failure.clone_from(&self.failure);
        copy
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        if let Some(conversation) = self.conversation.take() {
            self.source.give_back(conversation);
        }
    }
}
