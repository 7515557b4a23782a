//! `surefoot lab`: declared experiments played into a folder.
//!
//! Longer than 400 lines: its forms share the folder, the hints and the progress.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use surefoot_lab::bench::signature;
use surefoot_lab::experiment::folder::{self, Begun, Earlier, Folder, FolderError, More, Version};
use surefoot_lab::experiment::measure::Measure;
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::shard::{SchedulerError, Shard};
use surefoot_lab::experiment::shipped;
use surefoot_lab::record::RecordError;
use surefoot_lab::statistics::paired::Claim;
use surefoot_players::Roster;
use surefoot_rules::counted;

use crate::args::{Common, Lab, LabCommand, ShardChoice};
use crate::asker::Asker;
use crate::complaint::{self, answer_no, complain, note};
use crate::input;
use crate::long_run::LongRun;

mod forecast;

pub(crate) fn run(asker: Asker<'_>, arguments: &Lab) -> anyhow::Result<()> {
    match &arguments.command {
        Some(LabCommand::List) => list(asker),
        Some(LabCommand::Show { name }) => show(name),
        Some(LabCommand::Merge { folders, out, boards }) => {
            merge(asker, folders, out, boards.as_deref())
        }
        Some(LabCommand::WriteUps { records, out }) => {
            let command = "surefoot lab write-ups";
            let page = Folder::new("").with_records(records).write_ups(asker.roster, command);
            crate::output::put(out, page.map_err(hinted)?.as_bytes())
        }
        Some(LabCommand::Plan { experiments, quick }) => forecast::run(asker, experiments, *quick),
        Some(LabCommand::Compare { before, after }) => compare(asker, before, after),
        None => match &arguments.more {
            Some(more) => add(asker, arguments, more),
            None => experiments(asker, arguments),
        },
    }
}

fn list(Asker { common, roster }: Asker<'_>) -> anyhow::Result<()> {
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

/// Those that are named, or all shipped ones.
fn named(experiments: &[String]) -> Vec<String> {
    match experiments {
        [] => shipped::SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect(),
        some => some.to_vec(),
    }
}

/// These experiments, as they are to be played.
fn chosen(asker: Asker<'_>, names: &[String], quick: bool) -> anyhow::Result<Vec<Experiment>> {
    let chosen = names.iter().map(|name| {
        let mut experiment = choose(asker.roster, name)?;
        experiment.seed = asker.common.given_seed().unwrap_or(experiment.seed);
        if quick {
            experiment.deals = experiment.quick;
        }
        Ok(experiment)
    });
    chosen.collect()
}

/// An experiment by its name or path.
fn choose(roster: &Roster, text: &str) -> anyhow::Result<Experiment> {
    let path = Path::new(text);
    let read = if path.extension().is_none_or(|ending| ending != "toml") {
        shipped::find(roster, text).ok_or_else(|| unknown(text))?
    } else {
        let source = input::text(path, "`surefoot lab show dig-area` prints an experiment")?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Experiment::read(roster, &name, text, &source)
    };
    read.map_err(|error| hinted(error.into()))
}

/// What is wrong, and what to try.
pub(crate) fn hinted(error: FolderError) -> anyhow::Error {
    let hint = match &error {
        FolderError::SameName(_) => "rename one of the files: records are named after them",
        FolderError::Exists(_) => "continue with --resume, or name another folder with --out",
        FolderError::Locked(_) => "wait for it, or name another folder with --out",
        FolderError::Record { error: RecordError::Engine { .. }, .. } => {
            "the players have changed since; start again in another folder (--out DIR)"
        }
        FolderError::Record { error: RecordError::Deals { found, expected }, .. } => {
            let hint = match expected.checked_sub(*found) {
                Some(more) => format!(
                    "--more {more} adds the rest; or did you mean --quick or another --out?"
                ),
                None => "omit --quick, or name another folder (--out DIR)".to_owned(),
            };
            return complain(error.to_string(), hint);
        }
        FolderError::Record { error: RecordError::Other { .. }, .. } => {
            "use the same experiment, --quick, --seed, --boards and --shard as before, or \
             another folder (--out DIR)"
        }
        FolderError::Record { error: RecordError::Schema(_), .. } => {
            "finish it with the version that began it, or start again in another folder (--out DIR)"
        }
        FolderError::Record { error: RecordError::Damaged { line, sound, .. }, .. }
            if *sound > 0 =>
        {
            let hint = format!(
                "discard line {line} and everything after it, and replay those deals: --resume --drop"
            );
            return complain(error.to_string(), hint);
        }
        FolderError::Record { error: RecordError::LineEnds, .. } => {
            "restore its line endings, for example with `dos2unix`"
        }
        FolderError::Record { .. } => "start again in another folder (--out DIR)",
        FolderError::NoRecord(_) => "run the experiment first, without --more",
        FolderError::NoRecords(_) => {
            "name a folder that `surefoot lab --out DIR` has written to (`write-ups` wants the \
             `records` in it)"
        }
        FolderError::Unfinished(_) => "finish it first: the same command with --resume",
        FolderError::AllBoards(_) => "--more with a player adds one",
        FolderError::NoAdding(_) => "name that player in the experiment's file, and start again",
        FolderError::StopsWhole(_) => "play it without --shard, or without `stop` in its file",
        FolderError::NothingCommon => {
            "name two folders of `surefoot lab --out DIR`; runs that are not finished are left out"
        }
        FolderError::Unlike(_) => "play both by the same file and --seed",
        FolderError::Plan(_) => {
            "docs/guide/experiments.md explains every key, and `surefoot lab show dig-area` \
             prints a file to start from"
        }
        FolderError::Player(_) => complaint::PLAYERS,
        FolderError::NoShares => "shares are made by `surefoot lab --shard I/N --out DIR`",
        FolderError::Shares { .. } => "finish all shares, then name each of their folders once",
        FolderError::NoCourse(_) => "name the folder that holds the course's folders of boards",
        FolderError::NoBoards => "try: surefoot lab course-boards --boards DIR",
        FolderError::NoParquet => "build it in: cargo build --release --features parquet",
        _ => return error.into(),
    };
    complain(error.to_string(), hint)
}

fn experiments(asker: Asker<'_>, arguments: &Lab) -> anyhow::Result<()> {
    let names = named(&arguments.experiments);
    let mut chosen = chosen(asker, &names, arguments.quick)?;
    if let Some(boards) = &arguments.boards {
        let panels = folder::course_boards(boards).map_err(hinted)?;
        folder::give_boards(&mut chosen, &panels).map_err(hinted)?;
    }
    let folder = folder(arguments)?;
    let shard = share(arguments)?;
    let earlier = match (arguments.resume, arguments.drop) {
        (false, _) => Earlier::Refuse,
        (true, false) => Earlier::Continue,
        (true, true) => Earlier::Mend,
    };
    let command = command_line(asker.common, arguments, &names);
    play(asker, (&folder, shard, earlier), chosen, &command)
}

/// Plays what is left of experiments and reports on them.
fn play(
    asker: Asker<'_>,
    (folder, shard, earlier): (&Folder, Shard, Earlier),
    mut chosen: Vec<Experiment>,
    command: &str,
) -> anyhow::Result<()> {
    let begun = folder.begin(&chosen, shard, earlier).map_err(hinted)?;
    if !run_through(asker, begun, &format!("{command} --resume"))? {
        return Ok(());
    }
    if shard != Shard::WHOLE {
        if !asker.common.quiet {
            let n = shard.of();
            note(&format!("share {shard} is done; `surefoot lab merge` joins all {n}"));
        }
        return Ok(());
    }
    folder.take_deals(&mut chosen).map_err(hinted)?;
    folder.join_earlier(asker.roster, &mut chosen).map_err(hinted)?;
    report(asker.common, folder, &chosen, command)
}

/// Plays what is left, and says whether all of it was; if not, how to go on.
fn run_through(asker: Asker<'_>, begun: Begun<'_>, resume: &str) -> anyhow::Result<bool> {
    let Asker { common, roster } = asker;
    let running = LongRun::start_in_percent(common, begun.work())?;
    let (say, advance) = (|one: &Experiment| running.say(&one.name), |work| running.advance(work));
    let played = common.pool()?.install(|| begun.play(roster, running.stop(), say, advance));
    let finished = played.map_err(hinted)?;
    if !finished {
        if common.json {
            let mut out = anstream::stdout();
            writeln!(out, "{}", json!({"stopped": true, "resume": resume}))?;
            out.flush()?;
        }
        note(&format!("stopped; every finished game is recorded. To continue:\n  {resume}"));
    }
    Ok(finished)
}

/// More deals, or one more player, on finished records.
fn add(asker: Asker<'_>, arguments: &Lab, more: &More) -> anyhow::Result<()> {
    let Asker { common, roster } = asker;
    if common.given_seed().is_some() {
        return Err(complain("a record keeps its seed", "omit --seed"));
    }
    let folder = &folder(arguments)?;
    let name = |text: &String| {
        Path::new(text).file_stem().map_or(text.clone(), |name| name.to_string_lossy().into_owned())
    };
    let mut names: Vec<String> = arguments.experiments.iter().map(name).collect();
    if names.is_empty() {
        names = folder.names().map_err(hinted)?;
    }
    let shard = share(arguments)?;
    let panels = arguments.boards.as_deref().map(folder::course_boards).transpose();
    let panels = panels.map_err(hinted)?;
    let plain = Lab { more: None, ..arguments.clone() };
    let command = command_line(common, &plain, &names);
    let chosen = match more {
        More::Deals(deals) => folder.more_deals(roster, &names, *deals, shard),
        More::Player(player) => {
            let adding = folder.more_player(roster, &names, player, shard, panels.as_deref());
            let adding = adding.map_err(hinted)?;
            let begun = adding.folder.begin(&adding.alone, shard, Earlier::Continue);
            let again = command_line(common, arguments, &names);
            if !run_through(asker, begun.map_err(hinted)?, &again)? {
                return Ok(());
            }
            folder.join_player(&adding, shard).map_err(hinted)?;
            if shard != Shard::WHOLE {
                return Ok(());
            }
            let mut whole = adding.whole;
            folder.join_earlier(roster, &mut whole).map_err(hinted)?;
            return report(common, folder, &whole, &command);
        }
    };
    play(asker, (folder, shard, Earlier::Continue), chosen.map_err(hinted)?, &command)
}

/// The share that is meant.
fn share(arguments: &Lab) -> anyhow::Result<Shard> {
    match arguments.shard {
        None => Ok(Shard::WHOLE),
        Some(ShardChoice::Given(_)) if arguments.shards.is_some() => {
            Err(complain("--shards goes with --shard env", "write --shard I/N, or --shard env"))
        }
        Some(ShardChoice::Given(shard)) => Ok(shard),
        Some(ShardChoice::Env) => {
            Shard::from_scheduler(|name| std::env::var(name).ok(), arguments.shards).map_err(
                |error| {
                    let hint = match error {
                        SchedulerError::NoScheduler => {
                            "name the share, as in --shard 2/4; docs/guide/scale.md has recipes"
                        }
                        SchedulerError::HowMany(_) => "say it: --shards N",
                        SchedulerError::Outside { .. } => {
                            "number the tasks in a row, as in --array=1-4, as many as --shards says"
                        }
                        _ => "docs/guide/scale.md has recipes",
                    };
                    complain(error.to_string(), hint)
                },
            )
        }
    }
}

/// The folder that is meant.
fn folder(arguments: &Lab) -> anyhow::Result<Folder> {
    let mut folder = Folder::new(&arguments.out);
    if let Some(records) = &arguments.records {
        folder = folder.with_records(records);
    }
    if arguments.parquet {
        folder = folder.with_parquet().map_err(hinted)?;
    }
    Ok(folder)
}

/// Two runs against each other.
fn compare(asker: Asker<'_>, before: &Path, after: &Path) -> anyhow::Result<()> {
    let [one, other] = [before, after].map(Folder::new);
    let all = folder::compare(asker.roster, &one, &other).map_err(hinted)?;
    let worse = all.iter().filter(|version| version.is_worse()).count();
    let better = all.iter().filter(|version| version.is_better()).count();
    let mut out = anstream::stdout();
    if asker.common.json {
        let listed: Vec<_> = all.iter().map(version_json).collect();
        writeln!(out, "{}", json!({"worse": worse, "better": better, "comparisons": listed}))?;
    } else {
        for version in all.iter().filter(|version| version.difference.claim != Claim::Identical) {
            writeln!(out, "{}", version_line(version))?;
        }
        let same = all.iter().filter(|one| one.difference.claim == Claim::Identical).count();
        writeln!(
            out,
            "{}: {better} better, {worse} worse, {same} identical on every deal",
            counted(all.len(), "comparison")
        )?;
    }
    out.flush()?;
    match worse {
        0 => Ok(()),
        worse => {
            Err(answer_no(format!("{} is worse in {worse} of {}", after.display(), all.len())))
        }
    }
}

/// What a comparison is called.
fn verdict(version: &Version) -> &'static str {
    match version.difference.claim {
        _ if version.is_worse() => "worse",
        _ if version.is_better() => "better",
        Claim::Differs if version.stands_out => "differs",
        Claim::Differs => "too few",
        claim => claim.name(),
    }
}

fn version_json(version: &Version) -> serde_json::Value {
    let Version { experiment, panel, player, measure, means, difference, .. } = version;
    json!({"experiment": experiment, "panel": panel, "player": player, "measure": measure.name(),
        "deals": difference.deals, "before": means[0], "after": means[1],
        "difference": difference.mean, "low": difference.interval.0, "high": difference.interval.1,
        "verdict": verdict(version), "deals_needed": difference.needed})
}

fn version_line(version: &Version) -> String {
    let Version { experiment, panel, player, measure, means, difference, .. } = version;
    let place =
        if panel.is_empty() { experiment.clone() } else { format!("{experiment}, {panel}") };
    let (low, high) = difference.interval;
    let name = measure.name();
    let gap = match measure {
        Measure::Seconds => format!("×{:.3} [{low:.3}, {high:.3}]", difference.mean),
        _ => format!("{:+.5} [{low:+.5}, {high:+.5}]", difference.mean),
    };
    let needed = difference
        .needed
        .map_or(String::new(), |deals| format!(", about {deals} deals would tell"));
    let [before, after] = means;
    format!(
        "{place}: {name} of {player} {before:.5} -> {after:.5}, {gap}: {}{needed}",
        verdict(version)
    )
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
    command.extend(arguments.more.as_ref().map(|more| match more {
        More::Deals(deals) => format!("--more {deals}"),
        More::Player(player) => format!("--more {}", quoted(player)),
    }));
    command.extend(arguments.parquet.then(|| "--parquet".to_owned()));
    command.extend(arguments.shard.map(|shard| match shard {
        ShardChoice::Given(shard) => format!("--shard {shard}"),
        ShardChoice::Env => "--shard env".to_owned(),
    }));
    command.extend(arguments.shards.map(|shards| format!("--shards {shards}")));
    let records = arguments.records.as_ref();
    command.extend(records.map(|dir| format!("--records {}", quoted(&dir.to_string_lossy()))));
    let boards = arguments.boards.as_ref();
    command.extend(boards.map(|dir| format!("--boards {}", quoted(&dir.to_string_lossy()))));
    command.extend(common.given_seed().map(|seed| format!("--seed {seed}")));
    command.join(" ")
}

fn merge(
    asker: Asker<'_>,
    folders: &[PathBuf],
    out: &Path,
    boards: Option<&Path>,
) -> anyhow::Result<()> {
    let panels = boards.map(folder::course_boards).transpose().map_err(hinted)?;
    let folder = Folder::new(out);
    let merged = folder.merge(asker.roster, folders, panels.as_deref()).map_err(hinted)?;
    let folders: Vec<String> =
        folders.iter().map(|folder| folder.to_string_lossy().into_owned()).collect();
    let command = format!("surefoot lab merge {} --out {}", folders.join(" "), out.display());
    report(asker.common, &folder, &merged, &command)
}
