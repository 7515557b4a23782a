//! `surefoot engine`: a player of the roster as a program; programs in the roster, and checked.

use std::io::{self, BufRead, Read, Write};

use anstyle::{AnsiColor, Style};
use serde_json::json;
use surefoot_lab::engine_file;
use surefoot_players::Roster;
use surefoot_players::engine::{
    Compliance, EngineCommand, EngineHost, Engines, Heard, Trial, TrialVerdict,
};

use crate::args::Common;
use crate::complaint::{answer_no, complain, no_player};
use crate::{input, output, tunables};

/// The players of the house, and any program.
pub(crate) fn roster(common: &Common) -> anyhow::Result<Roster> {
    let mut engines = Engines::default();
    for (name, command, about) in named(common)? {
        engines = engines.with(&name, command, &about);
    }
    if let Ok(program) = std::env::current_exe() {
        engines = engines.trusting(program);
    }
    engines.join(Roster::standard()).map_err(|error| {
        complain(error.to_string(), "give it another name in the file of --engines")
    })
}

/// The programs of the file of `--engines`.
fn named(common: &Common) -> anyhow::Result<Vec<engine_file::NamedEngine>> {
    let Some(path) = &common.engines else { return Ok(Vec::new()) };
    let text = input::text(path, "docs/guide/engines.md shows such a file")?;
    engine_file::read(&path.display().to_string(), &text).map_err(|error| {
        let hint = "each program is a table, as in\n  [hill]\n  command = \"java -jar hill.jar\"";
        complain(error.to_string(), hint)
    })
}

/// Tries a program.
pub(crate) fn check(common: &Common, engine: &str) -> anyhow::Result<()> {
    let found = named(common)?.into_iter().find(|(name, ..)| name == engine);
    let command = engine.strip_prefix("cmd:").unwrap_or(engine);
    let command = found.map_or_else(|| EngineCommand::new(command), |(_, command, _)| command);
    let compliance = Compliance::of(&command);
    let lines = || compliance.trials.iter().map(|trial| line(trial) + "\n").collect();
    output::answer(common, || as_json(&compliance), lines)?;
    if compliance.passed() {
        return Ok(());
    }
    let failed = compliance.trials.iter().filter(|trial| trial.verdict == TrialVerdict::Failed);
    Err(answer_no(format!("{} of {} tries failed", failed.count(), compliance.trials.len())))
}

fn line(Trial { what, verdict, detail }: &Trial) -> String {
    let (colour, word) = match verdict {
        TrialVerdict::Passed => (AnsiColor::Green, "ok"),
        TrialVerdict::Failed => (AnsiColor::Red, "FAIL"),
        TrialVerdict::Noted => (AnsiColor::Yellow, "note"),
    };
    let style = Style::new().fg_color(Some(colour.into()));
    let colon = if detail.is_empty() { "" } else { ": " };
    format!("{style}{word:<4}{style:#} {what}{colon}{detail}")
}

fn as_json(compliance: &Compliance) -> serde_json::Value {
    let trials = compliance.trials.iter().map(|Trial { what, verdict, detail }| {
        json!({"what": what, "verdict": verdict.name(), "detail": detail})
    });
    let hello = compliance.hello.as_ref();
    json!({
        "name": hello.map(|hello| &hello.name),
        "version": hello.map(|hello| &hello.version),
        "plays": hello.map(|hello| &hello.plays),
        "passed": compliance.passed(),
        "trials": trials.collect::<Vec<_>>(),
    })
}

/// Answers lines until it is told to quit, or nobody is there any more. What sends a line without
/// an end plays no games.
pub(crate) fn run(roster: &Roster, player: &str) -> anyhow::Result<()> {
    let engine = EngineHost::new(roster, player, env!("CARGO_PKG_VERSION"));
    let mut engine = engine.map_err(no_player)?;
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let (mut line, mut said) = (Vec::new(), String::new());
    loop {
        line.clear();
        let mut heard = input.by_ref().take(tunables::ENGINE_LINE);
        if heard.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if heard.limit() == 0 && !line.ends_with(b"\n") {
            let what = format!("a line has more than {} MB", tunables::ENGINE_LINE >> 20);
            return Err(complain(what, "docs/protocol.md says what an engine is told"));
        }
        let heard = engine.hear(&String::from_utf8_lossy(&line), &mut said);
        if !said.is_empty() {
            out.write_all(said.as_bytes())?;
            out.flush()?;
            said.clear();
        }
        if heard == Heard::Quit {
            return Ok(());
        }
    }
}
