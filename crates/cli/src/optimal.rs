//! `surefoot optimal`: the best that can be done, and how far players are from it.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::exit;
use std::sync::atomic::Ordering;

use indicatif::HumanCount;
use serde_json::{Value, json};
use surefoot_inference::{AnalysisError, BestPlay, BestPlayError};
use surefoot_lab::exact_value::{ExactValue, ExactValueError, exact_value, listed_within};
use surefoot_rules::notation::drawing;
use surefoot_rules::{GameKind, Grid, Level, ParseLevelError, Promise, Rules, View};

use crate::args::{Common, Optimal, ReadingOptions, Safe};
use crate::asker::Asker;
use crate::complaint::{answer_no, complain, no_player, note};
use crate::long_run::stop_on_interrupt;
use crate::output::{self, ProgressLine};
use crate::{input, paint, tunables};

/// What is asked about, and its name in messages.
struct OptimalQuestion {
    view: View,
    name: String,
}

/// A player and what it is worth.
type ValuedPlayer = (String, ExactValue);

pub(crate) fn run(asker: Asker<'_>, arguments: &Optimal) -> anyhow::Result<()> {
    let Asker { common, roster } = asker;
    let questions = questions(arguments)?;
    for text in &arguments.compare {
        let rules = Rules::new(GameKind::Win, questions[0].view.grid().clone(), 0);
        roster.check(text, &rules).map_err(no_player)?;
    }
    let stop = stop_on_interrupt()?;
    let (promise, seed) = (arguments.promise.unwrap_or(Promise::None), common.seed());
    let bytes = arguments.memory.for_work();
    let mut out = anstream::stdout();
    for (question, at) in questions.iter().zip(0..) {
        let mut spinner = ProgressLine::endless(common);
        let mut turn = |count: u64, of_what: &dyn Fn() -> String| {
            spinner.turn(|| format!("{} {}", HumanCount(count), of_what()));
            !stop.load(Ordering::Relaxed)
        };
        let best = BestPlay::search(&question.view, promise, bytes, &mut |progress| {
            let (tried, moves) = (progress.tried, progress.moves);
            turn(progress.sets as u64, &|| format!("sets, {tried} of {moves} first moves"))
        });
        let best = match best {
            Ok(best) => best,
            Err(refusal) => {
                drop(spinner);
                return Err(refused(&mut out, common, question, &refusal));
            }
        };
        let mut compared: Vec<ValuedPlayer> = Vec::new();
        for text in &arguments.compare {
            let most = listed_within(bytes);
            let found =
                exact_value(roster, text, &question.view, promise, seed, most, &mut |decisions| {
                    turn(decisions, &|| format!("decisions of {text}"))
                });
            match found {
                Ok(worth) => compared.push((text.clone(), worth)),
                Err(ExactValueError::Stopped { decisions }) => {
                    drop(spinner);
                    stopped(&format!("after {} decisions of {text}", HumanCount(decisions)));
                }
                Err(error) => {
                    let hint = "omit this player from --compare";
                    return Err(complain(format!("{}: {text}: {error}", question.name), hint));
                }
            }
        }
        drop(spinner);
        if common.json {
            writeln!(out, "{}", as_json(&question.view, promise, seed, &best, &compared))?;
            continue;
        }
        if at > 0 {
            writeln!(out)?;
        }
        write!(out, "{}", in_words(&question.view, promise, &best))?;
        if !compared.is_empty() {
            writeln!(out, "\n{}", as_table(&best, &compared))?;
        }
        for (text, worth) in compared.iter().filter(|_| !common.quiet) {
            if let Some(fault) = &worth.fault {
                note(&format!("`{text}` broke the rules, which loses: {fault}"));
            }
        }
    }
    Ok(out.flush()?)
}

fn stopped(what: &str) -> ! {
    note(&format!("stopped {what}"));
    exit(130)
}

/// The level or the positions that are meant.
fn questions(arguments: &Optimal) -> anyhow::Result<Vec<OptimalQuestion>> {
    let what = &arguments.what;
    let path = Path::new(what);
    if what != "-" && !path.exists() {
        let level = what.parse::<Level>().map_err(|error| match error {
            ParseLevelError::Form(_) => complain(
                format!("`{what}` is neither a level nor a file"),
                "a level is WIDTHxHEIGHT/MINES, as in 5x5/4",
            ),
            error => complain(error.to_string(), "a level is WIDTHxHEIGHT/MINES, as in 5x5/4"),
        })?;
        let neighbourhood = arguments.neighbourhood.unwrap_or_default();
        let grid = Grid::with(level.width, level.height, neighbourhood)?;
        let view = View::new(grid, Some(level.mines))?;
        return Ok(vec![OptimalQuestion { view, name: level.to_string() }]);
    }
    if arguments.neighbourhood.is_some() {
        let what = "--neighbourhood is for levels; a file names its own neighbourhood";
        return Err(complain(what, "write it into the first line, as in `8x8/10 hex`"));
    }
    let input = input::read(path, &ReadingOptions { from: None, safe: Safe::Auto })?;
    let mut questions = Vec::new();
    for position in input.positions() {
        let (name, view) = position?;
        if view.opened() > 0 && arguments.promise.is_some() {
            let what = format!("{name} has open cells, so its first click is over");
            return Err(complain(what, "omit --promise"));
        }
        questions.push(OptimalQuestion { view: view.clone(), name });
    }
    Ok(questions)
}

/// What is said where there is no answer.
fn refused(
    out: &mut impl Write,
    common: &Common,
    question: &OptimalQuestion,
    refusal: &BestPlayError,
) -> anyhow::Error {
    let name = &question.name;
    // As they were given, with what the program itself takes.
    let megabytes = |bytes: usize| (bytes as u64 + tunables::PROGRAM_BYTES).div_ceil(1_000_000);
    let (what, hint) = match refusal {
        BestPlayError::Analysis(AnalysisError::Inconsistent(clash)) => {
            if common.json {
                let line = json!({"clash": crate::json::clash(clash)});
                if let Err(error) = writeln!(out, "{line}") {
                    return error.into();
                }
            }
            return answer_no(format!("{name}: no layout fits: {clash}"));
        }
        BestPlayError::Stopped { sets } => {
            stopped(&format!("after {} sets of configurations", HumanCount(*sets as u64)))
        }
        BestPlayError::UnknownTotal => (
            refusal.to_string(),
            "write the number of mines into the first line, as in `5x4/5`".to_owned(),
        ),
        BestPlayError::Promise(_) => (
            format!("{refusal}, nor anywhere else"),
            "promise less (--promise safe or none), or lay fewer mines".to_owned(),
        ),
        BestPlayError::Configurations { configurations, bytes } => (
            format!(
                "{configurations} configurations do not fit into {} MB of memory",
                megabytes(*bytes)
            ),
            "try a smaller board, a later position, or more --memory".to_owned(),
        ),
        BestPlayError::Bytes { sets, bytes } => (
            format!(
                "the search filled its {} MB of memory with {} sets of configurations",
                megabytes(*bytes),
                HumanCount(*sets as u64)
            ),
            format!("try --memory {}, or a smaller board", 4 * megabytes(*bytes)),
        ),
        _ => (refusal.to_string(), "try a smaller board or a later position".to_owned()),
    };
    complain(format!("{name}: {what}"), hint)
}

fn in_words(view: &View, promise: Promise, best: &BestPlay) -> String {
    let grid = view.grid();
    let mut text = paint::rows(grid, |text, cell| {
        let (left, right) = if best.cells.contains(&cell) { ('[', ']') } else { (' ', ' ') };
        let _ = write!(text, "{left}{}{right}", drawing::symbol(view.tile(cell)));
    });
    let promised = match view.opened() {
        0 => format!(" (promise: {promise})"),
        _ => String::new(),
    };
    let _ = writeln!(text, "\n\nwins  {} = {:.6}{promised}", fraction(best), best.value());
    let cells: Vec<String> = best.cells.iter().map(|&cell| grid.point(cell).to_string()).collect();
    let _ = match cells.len() {
        0 => writeln!(text, "best  nothing is left to open"),
        _ => writeln!(text, "best  {}", cells.join(" ")),
    };
    if view.opened_mines() > 0 {
        text.push_str("      (a mine is open: this is the chance to open the rest)\n");
    }
    text
}

fn fraction(best: &BestPlay) -> String {
    format!("{}/{}", best.wins, best.configurations)
}

/// How much of best play a player loses.
fn loss(best: &BestPlay, worth: &ExactValue) -> f64 {
    // In whole numbers, so that nothing is nothing.
    let ours = u128::from(worth.wins) * u128::from(best.configurations);
    let theirs = u128::from(best.wins) * u128::from(worth.configurations);
    theirs.saturating_sub(ours) as f64 / theirs.max(1) as f64
}

fn as_table(best: &BestPlay, compared: &[ValuedPlayer]) -> String {
    let row = |name: &str, fraction: String, value: f64, loss: Option<f64>| {
        let loss = match loss {
            None => "–".to_owned(),
            Some(0.0) => "0".to_owned(),
            Some(loss) => format!("{:.4}", 100.0 * loss),
        };
        vec![name.to_owned(), fraction, format!("{:.4}", 100.0 * value), loss]
    };
    let mut rows = vec![row("best play", fraction(best), best.value(), None)];
    for (text, worth) in compared {
        let own = format!("{}/{}", worth.wins, worth.configurations);
        rows.push(row(text, own, worth.value(), Some(loss(best, worth))));
    }
    output::table(["player", "wins", "won, %", "lost against best play, %"], rows, 0)
}

fn as_json(
    view: &View,
    promise: Promise,
    seed: u64,
    best: &BestPlay,
    compared: &[ValuedPlayer],
) -> Value {
    let grid = view.grid();
    let players: Vec<Value> = compared
        .iter()
        .map(|(text, worth)| {
            json!({
                "name": text,
                "fraction": format!("{}/{}", worth.wins, worth.configurations),
                "wins": worth.wins,
                "configurations": worth.configurations,
                "probability": worth.value(),
                "loss": best.value() - worth.value(),
                "relative_loss": loss(best, worth),
                "decisions": worth.decisions,
                "error": worth.fault,
            })
        })
        .collect();
    let mut answer = json!({
        "width": grid.width(),
        "height": grid.height(),
        "mines": view.mines(),
        "neighbourhood": grid.neighbourhood().map(surefoot_rules::Neighbourhood::name),
        "promise": (view.opened() == 0).then(|| promise.name()),
        "fraction": fraction(best),
        "wins": best.wins,
        "configurations": best.configurations,
        "probability": best.value(),
        "best": crate::json::pairs(grid, &best.cells),
        "sets": best.sets,
    });
    if !compared.is_empty() {
        answer["seed"] = json!(seed);
        answer["players"] = json!(players);
    }
    answer
}
