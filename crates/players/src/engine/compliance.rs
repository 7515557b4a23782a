//! Does a program speak the protocol? A list of tries, each with what came of it.
//!
//! As `fastchess --compliance` does for chess: who writes an engine runs this before the first
//! match, and reads in plain words what a host will stumble over. What the protocol demands
//! passes or fails; what it only wishes for is noted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_rules::episode::{self, Record, Step};
use surefoot_rules::{
    Deal, Game, GameKind, Grid, Neighbourhood, Player, Promise, Random, Rules, counted, view,
};

use crate::engine::conversation::{Conversation, EngineError, EngineHello, GoAnswer};
use crate::engine::entry::EngineCommand;
use crate::engine::player::{EnginePlayer, EngineSource};
use crate::engine::process::Deadline;
use crate::engine::{EngineMessage, GoLimits, HostMessage, NewGame, SentPosition};
use crate::tunables;

/// What came of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialVerdict {
    /// As it should be.
    Passed,
    /// Not as the protocol demands.
    Failed,
    /// Not demanded, but good to know.
    Noted,
}

surefoot_rules::named! {
    TrialVerdict { Passed => "passed", Failed => "failed", Noted => "noted" }
}

/// One try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What was tried.
    pub what: &'static str,
    /// What came of it.
    pub verdict: TrialVerdict,
    /// More of it, in words; of a failure, the engine's own.
    pub detail: String,
}

/// Everything that was tried on a program.
#[derive(Clone, Debug, Default)]
pub struct Compliance {
    /// What it says of itself, if it came so far.
    pub hello: Option<EngineHello>,
    /// Every try, in order.
    pub trials: Vec<Trial>,
}

type Tried = Result<String, String>;

impl Compliance {
    /// Tries a program.
    pub fn of(command: &EngineCommand) -> Self {
        let mut it = Self::default();
        let words = command.words();
        let start = || Conversation::start(&words, &[], command.limits);
        let begun = Instant::now();
        let mut engine = match start() {
            Ok(engine) => engine,
            Err(error) => {
                it.add("it starts, says hello and is ready", Err(error.to_string()));
                return it;
            }
        };
        let hello = engine.hello().clone();
        it.add(
            "it starts, says hello and is ready",
            Ok(format!("`{}`, within {:.0?}", hello.name, begun.elapsed())),
        );
        if hello.version.is_empty() {
            it.note(
                "it says its version",
                "without one, records cannot tell versions apart".into(),
            );
        } else {
            it.add("it says its version", Ok(hello.version.clone()));
        }
        it.add("unknown lines are ignored", unknown_lines(&mut engine));
        it.add("its options can be set to what is usual", options(&mut engine));
        it.add("a line is answered at once", exchange(&mut engine));
        it.add("a position without history is answered", out_of_the_blue(&mut engine));
        it.add("boards of several sizes are answered", sizes(&mut engine));
        it.add("`stop` brings one answer and no more", stop(&mut engine));
        it.hastes(&mut engine);
        it.repeats(&mut engine, start());
        drop(engine);
        match EngineSource::start(command.clone(), false, words.clone()) {
            Ok(source) => it.play(&Arc::new(source)),
            Err(error) => it.add("it can be started again", Err(error.to_string())),
        }
        it.add("it ends when it is told to quit", start().map_err(said).and_then(quits));
        it.add("it ends when its input does", start().map_err(said).and_then(hangs_up));
        it.hello = Some(hello);
        it
    }

    /// Whether nothing failed.
    pub fn passed(&self) -> bool {
        self.trials.iter().all(|trial| trial.verdict != TrialVerdict::Failed)
    }

    fn add(&mut self, what: &'static str, tried: Tried) {
        let verdict = if tried.is_ok() { TrialVerdict::Passed } else { TrialVerdict::Failed };
        let detail = tried.unwrap_or_else(|words| words);
        self.trials.push(Trial { what, verdict, detail });
    }

    fn note(&mut self, what: &'static str, detail: String) {
        self.trials.push(Trial { what, verdict: TrialVerdict::Noted, detail });
    }

    /// The same question twice, and once to another process.
    fn repeats(&mut self, engine: &mut Conversation, second: Result<Conversation, EngineError>) {
        let what = "the same position gets the same answer";
        let ask = |engine: &mut Conversation| ask(engine, &middle(), 7, GoLimits::default());
        let answers = ask(engine).and_then(|one| Ok((one, ask(engine)?)));
        let (one, again) = match answers {
            Ok(answers) => answers,
            Err(words) => return self.add(what, Err(words)),
        };
        let other = second.map_err(said).and_then(|mut second| ask(&mut second));
        match other {
            Ok(other) if one.actions == again.actions && one.actions == other.actions => {
                self.add(what, Ok("so matches repeat, and survival can be weighed".into()));
            }
            Ok(_) => self.note(
                what,
                "it does not: matches will not repeat; draw your chance from `number`".into(),
            ),
            Err(words) => self.add(what, Err(words)),
        }
    }

    fn hastes(&mut self, engine: &mut Conversation) {
        let what = "`go movetime` and `go nodes` are answered";
        let limits = GoLimits { movetime: Some(tunables::HASTE_MILLISECONDS), nodes: None };
        let begun = Instant::now();
        let answered = ask(engine, &middle(), 1, limits).and_then(|_| {
            let taken = begun.elapsed();
            ask(engine, &middle(), 1, GoLimits { movetime: None, nodes: Some(1) })?;
            Ok(taken)
        });
        match answered {
            Ok(taken) if taken.as_millis() > 2 * u128::from(tunables::HASTE_MILLISECONDS) => {
                let wished = tunables::HASTE_MILLISECONDS;
                self.note(what, format!("{wished} ms were wished for, it took {taken:.0?}"));
            }
            Ok(taken) => self.add(what, Ok(format!("within {taken:.0?}"))),
            Err(words) => self.add(what, Err(words)),
        }
    }

    /// Whole games of everything that it says it plays.
    fn play(&mut self, source: &Arc<EngineSource>) {
        let mut player = EnginePlayer::new(Arc::clone(source));
        let hello = source.hello();
        let mut total = GamesPlayed::default();
        let mut trial = |rules: &Rules, games| {
            hello.can_play(rules).is_ok().then(|| total.play(&mut player, rules, games))
        };
        let square = || Grid::new(9, 9).unwrap_or_else(|_| unreachable!("it is small"));
        let usual = |kind| Rules::new(kind, square(), 10);
        let tried = trial(&usual(GameKind::Win), tunables::COMPLIANCE_GAMES);
        self.add("it plays whole games of `win`", tried.unwrap_or_else(|| Ok("not played".into())));
        for (kind, what) in [
            (GameKind::Score, "it plays whole games of `score`"),
            (GameKind::Dig, "it plays whole games of `dig`"),
        ] {
            if let Some(tried) = trial(&usual(kind), tunables::COMPLIANCE_FEW) {
                self.add(what, tried);
            }
        }
        for promise in [Promise::None, Promise::Safe] {
            let rules = Rules { promise, ..usual(GameKind::Win) };
            if let Some(tried) = trial(&rules, tunables::COMPLIANCE_FEW) {
                let what = "it plays without the promise of an opening";
                if promise == Promise::None || tried.is_err() {
                    self.add(what, tried);
                }
            }
        }
        for neighbourhood in Neighbourhood::ALL.into_iter().skip(1) {
            let grid = Grid::with(8, 8, neighbourhood).unwrap_or_else(|_| square());
            let rules = Rules::new(GameKind::Win, grid, 6);
            if let Some(tried) = trial(&rules, tunables::COMPLIANCE_FEW) {
                self.add("it plays on another neighbourhood", tried);
            }
        }
        for clues in ["silent:0.7", "optimistic:asks=2", "cautious"] {
            let clues = clues.parse().unwrap_or_default();
            let rules = Rules { clues, ..usual(GameKind::Score) };
            if let Some(tried) = trial(&rules, tunables::COMPLIANCE_FEW) {
                self.add("it plays under uncertain clues", tried);
            }
        }
        let what = "what it claims to be certain is so";
        match total {
            GamesPlayed { wrong: 0, certain: 0, .. } => {
                self.note(what, "it claims nothing; every open counts as a guess".into());
            }
            GamesPlayed { wrong: 0, certain, .. } => {
                self.add(what, Ok(format!("{} in these games", counted(certain, "claim"))));
            }
            GamesPlayed { wrong, .. } => {
                self.add(what, Err(format!("{} in these games", counted(wrong, "wrong claim"))));
            }
        }
    }
}

/// Sums over all games.
#[derive(Default)]
struct GamesPlayed {
    certain: u64,
    wrong: u64,
}

impl GamesPlayed {
    fn play(&mut self, player: &mut impl Player, rules: &Rules, games: u64) -> Tried {
        let mut game = Game::new(rules.clone()).map_err(|error| error.to_string())?;
        let (mut won, begun, mut actions) = (0, Instant::now(), 0);
        for index in 0..games {
            let deal = Deal::new(tunables::COMPLIANCE_SEED, index);
            game.deal(deal);
            let random = Random::for_player(deal, "compliance");
            let mut watch = |step: &Step<'_>| self.certain += u64::from(step.choice.certain);
            let record: Record = episode::play_watched(&mut game, player, random, &mut watch);
            if let Some(fault) = &record.fault {
                return Err(format!("game {index}: {fault}"));
            }
            self.wrong += u64::from(record.wrong_claims);
            won += u32::from(record.won());
            actions += record.actions;
        }
        let each = begun.elapsed() / u32::try_from(actions.max(1)).unwrap_or(u32::MAX);
        let kind = rules.kind;
        let won = if kind == GameKind::Score { String::new() } else { format!(", {won} won") };
        Ok(format!("{}{won}, {each:.0?} an action", counted(games, "game")))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what errors are mapped by")]
fn said(error: EngineError) -> String {
    error.to_string()
}

/// A position in the middle of a game.
fn middle() -> surefoot_rules::View {
    view!["6x5/5", "* * * * * *", "* 2 1 1 1 *", "* 1 0 0 1 1", "* 2 1 0 0 0", "* * 1 0 0 0"]
}

fn ask(
    engine: &mut Conversation,
    view: &surefoot_rules::View,
    number: u64,
    limits: GoLimits,
) -> Result<GoAnswer, String> {
    let mines = view.mines().unwrap_or(0);
    let rules = Rules::new(GameKind::Win, view.grid().clone(), mines);
    let game = NewGame::new(&(&rules).into(), view, number);
    engine.say(&HostMessage::NewGame(Box::new(game)));
    // Without what is new: it must not be needed.
    let position = SentPosition { new: Vec::new(), ..SentPosition::of(view, 0) };
    engine.say(&HostMessage::Position(Box::new(position)));
    let answer = engine.go(limits).map_err(said)?;
    for action in &answer.actions {
        let action = engine.on(*action, view.grid()).map_err(said)?;
        if let Some(cell) = action.cell()
            && matches!(action, surefoot_rules::Action::Open(_))
            && !view.tile(cell).is_closed()
        {
            let point = view.grid().point(cell);
            return Err(format!("{point} is already open{}", engine.last_words()));
        }
    }
    Ok(answer)
}

fn is_ready(engine: &mut Conversation, limit: Duration) -> Result<Vec<EngineMessage>, String> {
    let by = Deadline::after(limit);
    engine.say(&HostMessage::IsReady);
    engine.flush(by).map_err(said)?;
    let mut heard = Vec::new();
    loop {
        match engine.hear(by).map_err(said)? {
            EngineMessage::ReadyOk => return Ok(heard),
            other => heard.push(other),
        }
    }
}

/// What a line and its answer take where nothing is thought about.
fn exchange(engine: &mut Conversation) -> Tried {
    let mut times = Vec::new();
    for _ in 0..tunables::COMPLIANCE_EXCHANGES {
        let begun = Instant::now();
        is_ready(engine, tunables::COMPLIANCE_WAIT)?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    Ok(format!("`isready` within {:.0?}, the median of {}", times[times.len() / 2], times.len()))
}

fn unknown_lines(engine: &mut Conversation) -> Tried {
    for line in ["", "xyzzy 1 2 3", "goal 5", "stop"] {
        engine.say(&HostMessage::Unknown(line.to_owned()));
    }
    let heard = is_ready(engine, tunables::COMPLIANCE_WAIT)?;
    if heard.iter().any(|message| matches!(message, EngineMessage::Play(_))) {
        return Err("it answered `play` although it was not asked".to_owned());
    }
    Ok(String::new())
}

fn options(engine: &mut Conversation) -> Tried {
    let options = engine.hello().options.clone();
    for option in &options {
        engine.say(&HostMessage::Set(option.name.clone(), option.usual.clone()));
    }
    is_ready(engine, tunables::COMPLIANCE_WAIT)?;
    let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
    Ok(if names.is_empty() { "it has none".to_owned() } else { names.join(", ") })
}

fn out_of_the_blue(engine: &mut Conversation) -> Tried {
    ask(engine, &middle(), 1, GoLimits::default())?;
    // And back to what was before it.
    ask(engine, &view!["3x2/1", "1 * *", "* * *"], 1, GoLimits::default())?;
    ask(engine, &middle(), 1, GoLimits::default())?;
    Ok(String::new())
}

fn sizes(engine: &mut Conversation) -> Tried {
    for (width, height, mines) in [(5, 1, 1), (1, 7, 2), (30, 16, 99), (30, 24, 200)] {
        let grid = Grid::new(width, height).map_err(|error| error.to_string())?;
        let view =
            surefoot_rules::View::new(grid, Some(mines)).map_err(|error| error.to_string())?;
        ask(engine, &view, 1, GoLimits::default())
            .map_err(|words| format!("{width}x{height}/{mines}: {words}"))?;
    }
    Ok("5x1, 1x7, 30x16, 30x24".to_owned())
}

fn stop(engine: &mut Conversation) -> Tried {
    let view = middle();
    let rules = Rules::new(GameKind::Win, view.grid().clone(), 5);
    engine.say(&HostMessage::NewGame(Box::new(NewGame::new(&(&rules).into(), &view, 1))));
    engine.say(&HostMessage::Position(Box::new(SentPosition::of(&view, 0))));
    engine.say(&HostMessage::Go(GoLimits::default()));
    engine.say(&HostMessage::Stop);
    let heard = is_ready(engine, tunables::COMPLIANCE_WAIT)?;
    let plays = heard.iter().filter(|message| matches!(message, EngineMessage::Play(_))).count();
    match plays {
        1 => Ok(String::new()),
        // It may think on beside the reading of lines.
        0 => {
            let by = Deadline::after(tunables::COMPLIANCE_WAIT);
            while !matches!(engine.hear(by).map_err(said)?, EngineMessage::Play(_)) {}
            Ok(String::new())
        }
        more => Err(format!("it answered {more} times")),
    }
}

fn quits(mut engine: Conversation) -> Tried {
    engine.say(&HostMessage::Quit);
    engine.flush(Deadline::after(tunables::COMPLIANCE_WAIT)).map_err(said)?;
    ends(engine)
}

fn hangs_up(mut engine: Conversation) -> Tried {
    engine.hang_up();
    ends(engine)
}

fn ends(mut engine: Conversation) -> Tried {
    let by = Deadline::after(tunables::COMPLIANCE_WAIT);
    loop {
        match engine.hear(by) {
            Ok(_) | Err(EngineError::Line { .. } | EngineError::Said { .. }) => {}
            Err(EngineError::Process(crate::engine::ProcessError::Ended { status, .. })) => {
                return Ok(status);
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}
