//! Many replays summed up: a table a player can learn from.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::Context;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use surefoot_players::review::GuessVerdict;
use surefoot_rules::{Level, Status, counted};

use crate::args::Common;
use crate::complaint::{complain, note};
use crate::input;
use crate::output::{self, ProgressLine};
use crate::review::NamedGame;
use crate::review::found::ReviewedReplay;
use crate::tunables;

/// What is kept of a game; sums of these add up.
#[derive(Clone, Default, Serialize)]
struct GameSum {
    games: u32,
    won: u32,
    seconds_won: f64,
    three_bv: u32,
    solved: u32,
    seconds: f64,
    clicks: u32,
    guesses: u32,
    sound: u32,
    mistakes: u32,
    avoidable: u32,
    lost_to_sound: u32,
    lost_to_mistakes: u32,
    lost_to_avoidable: u32,
    points_lost: f64,
    p_luck: f64,
}

/// A guess that cost much.
#[derive(Clone, Serialize)]
struct Costly {
    file: String,
    seconds: f64,
    lost: f64,
    safety: f64,
    verdict: &'static str,
}

#[derive(Serialize)]
struct Summary {
    #[serde(serialize_with = "by_level")]
    levels: BTreeMap<LevelKey, (&'static str, GameSum)>,
    costly: Vec<Costly>,
    unreadable: Vec<String>,
}

/// Levels by size: cells, width, height, mines.
type LevelKey = (u64, u32, u32, u32);

fn level_name((_, width, height, mines): &LevelKey) -> String {
    Level { width: *width, height: *height, mines: *mines }.to_string()
}

fn by_level<S: Serializer>(
    levels: &BTreeMap<LevelKey, (&'static str, GameSum)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(levels.iter().map(|(level, (_, sum))| (level_name(level), sum)))
}

pub(super) fn run(common: &Common, folder: &Path) -> anyhow::Result<()> {
    if folder.is_file() {
        return Err(complain(
            format!("{} is a file, not a folder", folder.display()),
            "a single replay is looked at without --summary",
        ));
    }
    let paths = files(folder)?;
    let progress = Mutex::new(ProgressLine::new(common, paths.len() as u64, "files"));
    let looked: Vec<Looked> = common.pool()?.install(|| {
        paths
            .par_iter()
            .map(|path| {
                let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy();
                let looked = Looked::at(path, &name);
                if let Ok(mut progress) = progress.lock() {
                    progress.advance(1);
                }
                looked
            })
            .collect()
    });
    drop(progress);
    let summary = Summary::of(looked);
    if summary.levels.is_empty() {
        return Err(complain(
            format!("{} holds no replay that can be read", folder.display()),
            "replays are .avf, .evf, .evfs, .rmv, .mvf and .rawvf files",
        ));
    }
    let as_json = serde_json::to_string(&summary)?;
    if !common.json {
        summary.unreadable.iter().for_each(|problem| note(problem));
    }
    output::answer(common, || as_json, || summary.in_words())
}

/// All files of a folder and of those in it, sorted: people keep a folder for each month. Links to folders
/// may lead round in circles and are not followed; what is hidden is not meant.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut folders, mut paths) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
            let path = entry.path();
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.extend((!hidden).then_some(path));
            } else if path.is_file() {
                paths.push(path);
            }
        }
    }
    paths.sort();
    Ok(paths)
}

/// What was found in one file.
#[derive(Default)]
struct Looked {
    games: Vec<(Level, &'static str, GameSum)>,
    costly: Vec<Costly>,
    unreadable: Vec<String>,
}

impl Looked {
    /// Looks at all games of a file, which is called so; one that is damaged leaves the others.
    fn at(path: &Path, name: &str) -> Self {
        let mut looked = Self::default();
        let mut read = || -> anyhow::Result<()> {
            let (_, bytes) = input::replays(path)?;
            super::games(name, &bytes)?.for_each(|game| looked.add(game));
            Ok(())
        };
        let failed = read().err();
        looked.unreadable.extend(failed.map(|error| error.to_string()));
        looked
    }

    fn add(&mut self, (name, game): NamedGame) {
        let replay = match game {
            Ok(replay) => replay,
            Err(error) => return self.unreadable.push(error.to_string()),
        };
        let found = ReviewedReplay::of(name, &replay);
        self.games.push((replay.level(), replay.level_name(), GameSum::of(&found)));
        self.costly.extend(found.review.guesses.iter().filter_map(|guess| {
            let lost = guess.worth?.lost();
            (guess.verdict() != GuessVerdict::Sound).then(|| Costly {
                file: found.name.clone(),
                seconds: found.seconds(guess.number),
                lost,
                safety: guess.safety,
                verdict: guess.verdict().name(),
            })
        }));
    }
}

impl GameSum {
    fn of(found: &ReviewedReplay<'_>) -> Self {
        let ReviewedReplay { played, performance, review, .. } = found;
        let won = played.status == Status::Won;
        let count = |verdict| review.count(verdict) as u32;
        let fatal = |verdict| {
            let of = review.guesses.iter().filter(|guess| guess.verdict() == verdict);
            of.filter(|guess| !guess.survived).count() as u32
        };
        Self {
            games: 1,
            won: won.into(),
            seconds_won: if won { performance.seconds } else { 0.0 },
            three_bv: performance.three_bv,
            solved: performance.solved,
            seconds: performance.seconds,
            clicks: performance.clicks.total(),
            guesses: review.guesses.len() as u32,
            sound: count(GuessVerdict::Sound),
            mistakes: count(GuessVerdict::Mistake),
            avoidable: count(GuessVerdict::Avoidable),
            lost_to_sound: fatal(GuessVerdict::Sound),
            lost_to_mistakes: fatal(GuessVerdict::Mistake),
            lost_to_avoidable: fatal(GuessVerdict::Avoidable),
            points_lost: 100.0 * review.lost(),
            p_luck: review.p_luck(),
        }
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.seconds_won += other.seconds_won;
        self.three_bv += other.three_bv;
        self.solved += other.solved;
        self.seconds += other.seconds;
        self.clicks += other.clicks;
        self.guesses += other.guesses;
        self.sound += other.sound;
        self.mistakes += other.mistakes;
        self.avoidable += other.avoidable;
        self.lost_to_sound += other.lost_to_sound;
        self.lost_to_mistakes += other.lost_to_mistakes;
        self.lost_to_avoidable += other.lost_to_avoidable;
        self.points_lost += other.points_lost;
        self.p_luck += other.p_luck;
    }
}

impl Summary {
    /// Added up in order, whoever was ready first.
    fn of(looked: Vec<Looked>) -> Self {
        let mut summary =
            Self { levels: BTreeMap::new(), costly: Vec::new(), unreadable: Vec::new() };
        for one in looked {
            for (level, name, sum) in one.games {
                let Level { width, height, mines } = level;
                let key = (u64::from(width) * u64::from(height), width, height, mines);
                let all = summary.levels.entry(key).or_insert((name, GameSum::default()));
                all.1.add(&sum);
            }
            summary.costly.extend(one.costly);
            summary.unreadable.extend(one.unreadable);
        }
        summary.costly.sort_by(|a, b| b.lost.total_cmp(&a.lost));
        summary.costly.truncate(tunables::REVIEW_COSTLY);
        summary
    }

    fn in_words(&self) -> String {
        let mut text = String::new();
        for (level, (name, sum)) in &self.levels {
            let level = match *name {
                "custom" => level_name(level),
                name => format!("{name}, {}", level_name(level)),
            };
            let games = f64::from(sum.games);
            let per = |of: u32| f64::from(of) / games;
            let percent = |of: u32, all: u32| 100.0 * f64::from(of) / f64::from(all.max(1));
            _ = write!(
                text,
                "{level}: {}, {} won ({:.1} %)",
                counted(sum.games, "game"),
                sum.won,
                percent(sum.won, sum.games)
            );
            if sum.won > 0 {
                _ = write!(text, ", {:.2} s on average", sum.seconds_won / f64::from(sum.won));
            }
            text.push('\n');
            _ = writeln!(
                text,
                "  speed       {:.2} 3BV a second, efficiency {:.2}",
                f64::from(sum.solved) / sum.seconds.max(0.001),
                f64::from(sum.solved) / f64::from(sum.clicks.max(1))
            );
            if sum.guesses == 0 {
                _ = writeln!(text, "  guesses     none\n");
                continue;
            }
            _ = writeln!(text, "  guesses     {:.1} a game, of which", per(sum.guesses));
            for (what, all, fatal) in [
                ("sound", sum.sound, sum.lost_to_sound),
                ("mistakes", sum.mistakes, sum.lost_to_mistakes),
                ("avoidable", sum.avoidable, sum.lost_to_avoidable),
            ] {
                _ = writeln!(
                    text,
                    "    {what:<10}{:6.1} %, {} lost by them",
                    percent(all, sum.guesses),
                    counted(fatal, "game")
                );
            }
            _ = writeln!(
                text,
                "  lost        {:.1} points of win probability a game, by mistakes and guesses that were avoidable",
                sum.points_lost / games
            );
            _ = writeln!(text, "  luck        pLuck {:.2} a game\n", sum.p_luck / games);
        }
        if !self.costly.is_empty() {
            text.push_str("the guesses that cost most:\n");
        }
        for Costly { file, seconds, lost, safety, verdict } in &self.costly {
            _ = writeln!(
                text,
                "  {:5.1} points  {verdict:<10} {:5.1} % safe  {file} at {seconds:.2} s",
                100.0 * lost,
                100.0 * safety
            );
        }
        text
    }
}
