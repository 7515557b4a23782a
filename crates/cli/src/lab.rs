//! `surefoot lab`: declared experiments, their records, and what is made of them.

mod course;
mod results;
mod shelf;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use rayon::prelude::*;
use serde_json::json;
use surefoot_lab::experiment::plan::{Experiment, PlanError, Point};
use surefoot_lab::experiment::run::Run;
use surefoot_lab::experiment::shard::Shard;
use surefoot_lab::experiment::shipped;
use surefoot_lab::play::source::Source;
use surefoot_lab::record::{self, RecordFile};
use surefoot_lab::report::page;
use surefoot_players::Roster;

use crate::args::{Common, Lab, LabCommand};
use crate::complaint::{complain, note};
use crate::output;
use crate::running::Running;
use results::Finished;
use shelf::{Chosen, Shelf};

pub(crate) fn run(common: &Common, roster: &Roster, arguments: &Lab) -> anyhow::Result<()> {
    match &arguments.command {
        Some(LabCommand::List) => list(common, roster),
        Some(LabCommand::Show { name }) => show(name),
        Some(LabCommand::Merge { folders, out, boards }) => {
            merge(common, roster, folders, out, boards.as_deref())
        }
        None => experiments(common, roster, arguments),
    }
}

fn list(common: &Common, roster: &Roster) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    for (name, _) in shipped::SHIPPED {
        let experiment = choose(roster, name)?.experiment;
        let games = games(&experiment, experiment.deals);
        let quick = games / experiment.deals.max(1) * experiment.quick;
        if common.json {
            let title = &experiment.title;
            let question = &experiment.question;
            let line = json!({"name": name, "title": title, "question": question,
                "games": games, "quick_games": quick, "players": experiment.players});
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{name:<21} {games:>8} games  {}", experiment.title)?;
        }
    }
    Ok(out.flush()?)
}

/// Games of all players at so many deals a point.
fn games(experiment: &Experiment, deals: u64) -> u64 {
    experiment.points().count() as u64 * deals * experiment.players.len() as u64
}

fn show(name: &str) -> anyhow::Result<()> {
    let text = shipped::text(name).ok_or_else(|| unknown(name))?;
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn unknown(name: &str) -> anyhow::Error {
    let what = format!("there is no experiment `{name}`");
    complain(what, "`surefoot lab list` lists them; a file of your own ends in .toml")
}

/// An experiment by its name or path.
fn choose(roster: &Roster, text: &str) -> anyhow::Result<Chosen> {
    let path = Path::new(text);
    if path.extension().is_none_or(|ending| ending != "toml") {
        let source = shipped::text(text).ok_or_else(|| unknown(text))?;
        return Chosen::read(roster, text, &format!("experiments/{text}.toml"), source);
    }
    let source = fs::read_to_string(path).with_context(|| format!("cannot read {text}"))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Chosen::read(roster, &name, text, &source)
}

/// What is wrong with a file, and where to look.
fn placed(error: &PlanError) -> anyhow::Error {
    let hint = "docs/guide/experiments.md explains every key, and `surefoot lab show dig-area` \
                prints a file to start from";
    complain(error.to_string(), hint)
}

fn experiments(common: &Common, roster: &Roster, arguments: &Lab) -> anyhow::Result<()> {
    let all = || shipped::SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
    let names: Vec<String> =
        if arguments.experiments.is_empty() { all() } else { arguments.experiments.clone() };
    let mut chosen =
        names.iter().map(|name| choose(roster, name)).collect::<anyhow::Result<Vec<_>>>()?;
    for (at, one) in chosen.iter().enumerate() {
        if chosen[..at].iter().any(|other| other.experiment.name == one.experiment.name) {
            let what = format!("two experiments are called `{}`", one.experiment.name);
            return Err(complain(what, "rename one of the files: records go by that name"));
        }
    }
    if let Some(folder) = &arguments.boards {
        give_boards(&mut chosen, folder)?;
    }
    let seed = common.given_seed();
    for Chosen { experiment, .. } in &mut chosen {
        experiment.seed = seed.unwrap_or(experiment.seed);
        if arguments.quick {
            experiment.deals = experiment.quick;
        }
    }
    if arguments.parquet {
        results::parquet_is_there()?;
    }
    let mut shelf = Shelf::open(&arguments.out, arguments.records.as_deref())?;
    shelf.parquet = arguments.parquet;
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let stopped = play_all(common, roster, arguments, &shelf, &chosen, shard)?;
    if stopped {
        let command = command_line(common, arguments, &names);
        if common.json {
            let mut out = anstream::stdout();
            writeln!(out, "{}", json!({"stopped": true, "resume": format!("{command} --resume")}))?;
            out.flush()?;
        }
        note(&format!("stopped; every finished game is recorded. To go on:\n  {command} --resume"));
        return Ok(());
    }
    if shard != Shard::WHOLE {
        if !common.quiet {
            let n = shard.of();
            note(&format!("share {shard} is done; `surefoot lab merge` joins all {n}"));
        }
        return Ok(());
    }
    join_earlier(roster, &shelf, &mut chosen)?;
    report(common, &shelf, &chosen, &command_line(common, arguments, &names))
}

/// Adds what earlier runs left in the folder, so that the report tells of all of it.
fn join_earlier(roster: &Roster, shelf: &Shelf, chosen: &mut Vec<Chosen>) -> anyhow::Result<()> {
    for name in shelf.experiments()? {
        if chosen.iter().any(|one| one.experiment.name == name) {
            continue;
        }
        let path = shelf.record_path(&name, Shard::WHOLE);
        let Ok(earlier) = shelf::recorded(roster, &name, &path, None) else { continue };
        let record = shelf::open(&path)?;
        // What is not whole, or was made otherwise, is left for its own run to finish.
        let read = RecordFile::read(record, &earlier.experiment, Shard::WHOLE);
        if read.is_ok_and(|file| file.is_complete()) {
            chosen.push(earlier);
        }
    }
    let place = |name: &str| shipped::SHIPPED.iter().position(|(known, _)| *known == name);
    chosen.sort_by_key(|one| place(&one.experiment.name).unwrap_or(usize::MAX));
    Ok(())
}

/// Tables, figures and the page of everything that is done.
fn report(common: &Common, shelf: &Shelf, chosen: &[Chosen], command: &str) -> anyhow::Result<()> {
    let pool = common.pool()?;
    let again = |experiment: &Experiment| {
        let quick = experiment.deals == experiment.quick && experiment.position.is_none();
        let quick = if quick { " --quick" } else { "" };
        let file = shipped::text(&experiment.name).map_or(".toml", |_| "");
        let given = |(_, point): (usize, &Point)| matches!(point.source, Source::Boards(_));
        let boards = if experiment.points().any(given) { " --boards DIR" } else { "" };
        let Experiment { name, seed, .. } = experiment;
        format!("surefoot lab {name}{file}{quick}{boards} --seed {seed}")
    };
    let finished = pool.install(|| {
        chosen
            .par_iter()
            .map(|chosen| results::write(shelf, chosen, &again(&chosen.experiment)))
            .collect::<anyhow::Result<Vec<Finished>>>()
    })?;
    let mut out = anstream::stdout();
    let mut listed = Vec::new();
    let mut sections = Vec::new();
    for (Chosen { experiment, .. }, Finished { answer, section, figures }) in
        chosen.iter().zip(finished)
    {
        if common.json {
            let games = experiment.points().map(|(_, point)| experiment.deals_at(point));
            let games = games.sum::<u64>() * experiment.players.len() as u64;
            listed.push(json!({"name": experiment.name, "title": experiment.title,
                "answer": answer, "games": games, "seed": experiment.seed,
                "plan": experiment.hash(), "figures": figures}));
        } else {
            writeln!(out, "{}: {}\n  {answer}\n", experiment.name, experiment.title)?;
        }
        sections.push(section);
    }
    let page = shelf.path("index.html");
    output::put(&page, page::page(&sections, command).as_bytes())?;
    output::put(&shelf.path("README.md"), page::markdown(&sections, command).as_bytes())?;
    if common.json {
        let engine = surefoot_lab::bench::signature::COMMITTED.trim();
        writeln!(
            out,
            "{}",
            json!({"report": page.to_string_lossy(), "engine": engine, "experiments": listed})
        )?;
    } else {
        writeln!(out, "report: {}", page.display())?;
    }
    Ok(out.flush()?)
}

/// The course's own files for those experiments that take them.
fn give_boards(chosen: &mut [Chosen], folder: &Path) -> anyhow::Result<()> {
    let panels = course::read(folder)?;
    let mut taken = false;
    for Chosen { experiment, .. } in chosen {
        if experiment.takes_boards() {
            experiment.set_boards(panels.clone());
            taken = true;
        }
    }
    if taken {
        return Ok(());
    }
    let what = "none of these experiments takes --boards";
    Err(complain(what, "try: surefoot lab course-boards --boards DIR"))
}

/// Plays what is not recorded yet; says whether it was stopped before the end.
fn play_all(
    common: &Common,
    roster: &Roster,
    arguments: &Lab,
    shelf: &Shelf,
    chosen: &[Chosen],
    shard: Shard,
) -> anyhow::Result<bool> {
    // Everything is looked at before anything is played.
    let mut open = Vec::new();
    let mut total = 0;
    for one in chosen.iter().filter(|one| one.experiment.position.is_none()) {
        let (file, done) = shelf.record(one, shard, arguments.resume)?;
        let stop = &AtomicBool::new(false);
        total += Run { experiment: &one.experiment, roster, done: &done, shard, stop }.work();
        open.push((&one.experiment, file, done));
    }
    let running = Running::start_in_percent(common, total)?;
    let pool = common.pool()?;
    for (experiment, mut file, done) in open {
        running.say(&experiment.name);
        let path = shelf.record_path(&experiment.name, shard);
        let cannot = || format!("cannot write {}", path.display());
        pool.install(|| {
            let played = |work| running.advance(work);
            let write = |block: &[u8]| file.write_all(block);
            Run { experiment, roster, done: &done, shard, stop: running.stop() }
                .record(played, write)
        })
        .with_context(cannot)?;
        if running.stopped() {
            return Ok(true);
        }
        drop(file);
        if shard != Shard::WHOLE {
            let read = RecordFile::read(shelf::open(&path)?, experiment, shard);
            let file = read.map_err(|error| shelf::mixed(&path, &error))?;
            shelf.put_in_order(experiment, shard, &file)?;
        }
    }
    Ok(false)
}

/// What was typed, more or less.
fn command_line(common: &Common, arguments: &Lab, names: &[String]) -> String {
    let quoted = |text: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=".contains(c);
        if text.chars().all(plain) { text.to_owned() } else { format!("'{text}'") }
    };
    let mut command = vec!["surefoot lab".to_owned()];
    if !arguments.experiments.is_empty() {
        command.extend(names.iter().map(|name| quoted(name)));
    }
    command.push(format!("--out {}", quoted(&arguments.out.to_string_lossy())));
    command.extend(arguments.quick.then(|| "--quick".to_owned()));
    command.extend(arguments.parquet.then(|| "--parquet".to_owned()));
    command.extend(arguments.shard.map(|shard| format!("--shard {shard}")));
    let records = arguments.records.as_ref();
    command.extend(records.map(|dir| format!("--records {}", quoted(&dir.to_string_lossy()))));
    let boards = arguments.boards.as_ref();
    command.extend(boards.map(|dir| format!("--boards {}", quoted(&dir.to_string_lossy()))));
    command.extend(common.given_seed().map(|seed| format!("--seed {seed}")));
    command.join(" ")
}

fn merge(
    common: &Common,
    roster: &Roster,
    folders: &[PathBuf],
    out: &Path,
    boards: Option<&Path>,
) -> anyhow::Result<()> {
    let panels = boards.map(course::read).transpose()?;
    let mut merged: Vec<Chosen> = Vec::new();
    let shares = shelf::shares(folders)?;
    if shares.is_empty() {
        let what = "these folders hold no shares".to_owned();
        return Err(complain(what, "shares are made by `surefoot lab --shard I/N --out DIR`"));
    }
    let shelf = Shelf::open(out, None)?;
    for (name, files) in shares {
        let chosen = shelf::recorded(roster, &name, &files[0].0, panels.as_deref())?;
        let experiment = &chosen.experiment;
        let bytes: Vec<(&PathBuf, Shard, Vec<u8>)> = files
            .iter()
            .map(|(path, shard)| Ok((path, *shard, shelf::bytes(path)?)))
            .collect::<anyhow::Result<_>>()?;
        let files: Vec<(RecordFile, &[u8])> = bytes
            .iter()
            .map(|(path, shard, bytes)| {
                let read = RecordFile::read(&bytes[..], experiment, *shard);
                let file = read.map_err(|error| shelf::mixed(path, &error))?;
                Ok((file, &bytes[..]))
            })
            .collect::<anyhow::Result<_>>()?;
        let whole = record::merge(experiment, &files).map_err(|error| {
            let what = format!("the shares of `{name}` do not make a whole: {error}");
            complain(what, "name the folders of all shares, each once, when they are done")
        })?;
        shelf.put_record(&chosen, &whole)?;
        merged.push(chosen);
    }
    let folders: Vec<String> =
        folders.iter().map(|folder| folder.to_string_lossy().into_owned()).collect();
    let command = format!("surefoot lab merge {} --out {}", folders.join(" "), out.display());
    report(common, &shelf, &merged, &command)
}
