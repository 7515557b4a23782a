//! `surefoot lab`: declared experiments played into a folder.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::json;
use surefoot_lab::bench::signature;
use surefoot_lab::experiment::folder::{self, Folder, FolderError};
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::shard::Shard;
use surefoot_lab::experiment::shipped;
use surefoot_lab::record::RecordError;
use surefoot_players::Roster;

use crate::args::{Common, Lab, LabCommand};
use crate::complaint::{complain, note};
use crate::input;
use crate::long_run::LongRun;

pub(crate) fn run(common: &Common, roster: &Roster, arguments: &Lab) -> anyhow::Result<()> {
    match &arguments.command {
        Some(LabCommand::List) => list(common, roster),
        Some(LabCommand::Show { name }) => show(name),
        Some(LabCommand::Merge { folders, out, boards }) => {
            merge(common, roster, folders, out, boards.as_deref())
        }
        Some(LabCommand::WriteUps { records, out }) => {
            let command = "surefoot lab write-ups";
            let page = Folder::new("").with_records(records).write_ups(roster, command);
            crate::output::put(out, page.map_err(hinted)?.as_bytes())
        }
        None => experiments(common, roster, arguments),
    }
}

fn list(common: &Common, roster: &Roster) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    for (name, _) in shipped::SHIPPED {
        let experiment = choose(roster, name)?;
        let Experiment { title, question, players, .. } = &experiment;
        let games = experiment.games();
        if common.json {
            let quick = games / experiment.deals.max(1) * experiment.quick;
            let line = json!({"name": name, "title": title, "question": question,
                "games": games, "quick_games": quick, "players": players});
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{name:<21} {games:>8} games  {title}")?;
        }
    }
    Ok(out.flush()?)
}

fn show(name: &str) -> anyhow::Result<()> {
    let text = shipped::text(name).ok_or_else(|| unknown(name))?;
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn unknown(name: &str) -> anyhow::Error {
    let what = format!("there is no experiment `{name}`");
    complain(what, "`surefoot lab list` lists them; the name of your own file must end in .toml")
}

/// An experiment by its name or path.
fn choose(roster: &Roster, text: &str) -> anyhow::Result<Experiment> {
    let path = Path::new(text);
    let read = if path.extension().is_none_or(|ending| ending != "toml") {
        shipped::find(roster, text).ok_or_else(|| unknown(text))?
    } else {
        let source = String::from_utf8(input::contents(path)?)
            .with_context(|| format!("cannot read {text}"))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Experiment::read(roster, &name, text, &source)
    };
    read.map_err(|error| hinted(error.into()))
}

/// What is wrong, and what to try.
fn hinted(error: FolderError) -> anyhow::Error {
    let hint = match &error {
        FolderError::SameName(_) => "rename one of the files: records are named after them",
        FolderError::Exists(_) => "continue with --resume, or name another folder with --out",
        FolderError::Locked(_) => "wait for it, or name another folder with --out",
        FolderError::Record { error: RecordError::Other { what: "engine", .. }, .. } => {
            "the players have changed since; start again in another folder (--out DIR)"
        }
        FolderError::Record { error: RecordError::Other { .. }, .. } => {
            "use the same experiment, --quick, --seed, --boards and --shard as before, or \
             another folder (--out DIR)"
        }
        FolderError::Record { .. } => "start again in another folder (--out DIR)",
        FolderError::Plan(_) => {
            "docs/guide/experiments.md explains every key, and `surefoot lab show dig-area` \
             prints a file to start from"
        }
        FolderError::NoShares => "shares are made by `surefoot lab --shard I/N --out DIR`",
        FolderError::Shares { .. } => "finish all shares, then name each of their folders once",
        FolderError::NoCourse(_) => "name the folder that holds the course's folders of boards",
        FolderError::NoBoards => "try: surefoot lab course-boards --boards DIR",
        FolderError::NoParquet => "build it in: cargo build --release --features parquet",
        _ => return error.into(),
    };
    complain(error.to_string(), hint)
}

fn experiments(common: &Common, roster: &Roster, arguments: &Lab) -> anyhow::Result<()> {
    let all = || shipped::SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
    let names: Vec<String> =
        if arguments.experiments.is_empty() { all() } else { arguments.experiments.clone() };
    let mut chosen =
        names.iter().map(|name| choose(roster, name)).collect::<anyhow::Result<Vec<_>>>()?;
    if let Some(boards) = &arguments.boards {
        let panels = folder::course_boards(boards).map_err(hinted)?;
        folder::give_boards(&mut chosen, &panels).map_err(hinted)?;
    }
    let seed = common.given_seed();
    for experiment in &mut chosen {
        experiment.seed = seed.unwrap_or(experiment.seed);
        if arguments.quick {
            experiment.deals = experiment.quick;
        }
    }
    let mut folder = Folder::new(&arguments.out);
    if let Some(records) = &arguments.records {
        folder = folder.with_records(records);
    }
    if arguments.parquet {
        folder = folder.with_parquet().map_err(hinted)?;
    }
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let begun = folder.begin(&chosen, shard, arguments.resume).map_err(hinted)?;
    let running = LongRun::start_in_percent(common, begun.work())?;
    let (say, advance) = (|one: &Experiment| running.say(&one.name), |work| running.advance(work));
    let played = common.pool()?.install(|| begun.play(roster, running.stop(), say, advance));
    let finished = played.map_err(hinted)?;
    drop(running);
    let command = command_line(common, arguments, &names);
    if !finished {
        if common.json {
            let mut out = anstream::stdout();
            writeln!(out, "{}", json!({"stopped": true, "resume": format!("{command} --resume")}))?;
            out.flush()?;
        }
        note(&format!(
            "stopped; every finished game is recorded. To continue:\n  {command} --resume"
        ));
        return Ok(());
    }
    if shard != Shard::WHOLE {
        if !common.quiet {
            let n = shard.of();
            note(&format!("share {shard} is done; `surefoot lab merge` joins all {n}"));
        }
        return Ok(());
    }
    folder.join_earlier(roster, &mut chosen).map_err(hinted)?;
    report(common, &folder, &chosen, &command)
}

/// Tables, figures and the page of everything that is done, and the answers.
fn report(
    common: &Common,
    folder: &Folder,
    chosen: &[Experiment],
    command: &str,
) -> anyhow::Result<()> {
    let report = common.pool()?.install(|| folder.report(chosen, command)).map_err(hinted)?;
    let mut out = anstream::stdout();
    let both = chosen.iter().zip(&report.experiments);
    if common.json {
        let listed: Vec<_> = both
            .map(|(experiment, finished)| {
                json!({"name": experiment.name, "title": experiment.title,
                    "answer": finished.answer, "games": experiment.games(),
                    "seed": experiment.seed, "plan": experiment.hash(),
                    "figures": finished.figures})
            })
            .collect();
        let (page, engine) = (report.page.to_string_lossy(), signature::COMMITTED.trim());
        writeln!(out, "{}", json!({"report": page, "engine": engine, "experiments": listed}))?;
    } else {
        for (experiment, finished) in both {
            let (name, title, answer) = (&experiment.name, &experiment.title, &finished.answer);
            writeln!(out, "{name}: {title}\n  {answer}\n")?;
        }
        writeln!(out, "report: {}", report.page.display())?;
    }
    Ok(out.flush()?)
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
    let panels = boards.map(folder::course_boards).transpose().map_err(hinted)?;
    let folder = Folder::new(out);
    let merged = folder.merge(roster, folders, panels.as_deref()).map_err(hinted)?;
    let folders: Vec<String> =
        folders.iter().map(|folder| folder.to_string_lossy().into_owned()).collect();
    let command = format!("surefoot lab merge {} --out {}", folders.join(" "), out.display());
    report(common, &folder, &merged, &command)
}
