//! Many replays summed up: a table a player can learn from.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context;
use rayon::prelude::*;
use serde::Serialize;
use surefoot_players::review::GuessVerdict;
use surefoot_rules::{Status, counted};

use crate::args::Common;
use crate::complaint::{complain, note};
use crate::input;
use crate::output::ProgressLine;
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
    levels: BTreeMap<String, GameSum>,
    costly: Vec<Costly>,
    unreadable: Vec<String>,
}

pub(super) fn run(common: &Common, folder: &Path) -> anyhow::Result<()> {
    if folder.is_file() {
        return Err(complain(
            format!("{} is a file, not a folder", folder.display()),
            "a single replay is looked at without --summary",
        ));
    }
    let files =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = Vec::new();
    for file in files {
        let path = file?.path();
        if path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    let progress = Mutex::new(ProgressLine::new(common, paths.len() as u64, "replays"));
    let looked: Vec<Looked> = common.pool()?.install(|| {
        paths
            .par_iter()
            .map(|path| {
                let looked = Looked::at(path);
                if let Ok(mut progress) = progress.lock() {
                    progress.advance(1);
                }
                looked
            })
            .collect()
    });
    drop(progress);
    // Added up in order, whoever was ready first.
    let mut summary =
        Summary { levels: BTreeMap::new(), costly: Vec::new(), unreadable: Vec::new() };
    for one in looked {
        for (level, sum) in one.games {
            summary.levels.entry(level).or_default().add(&sum);
        }
        summary.costly.extend(one.costly);
        summary.unreadable.extend(one.unreadable);
    }
    summary.costly.sort_by(|a, b| b.lost.total_cmp(&a.lost));
    summary.costly.truncate(tunables::REVIEW_COSTLY);
    if summary.levels.is_empty() {
        return Err(complain(
            format!("{} holds no replay that can be read", folder.display()),
            "replays are .avf, .evf, .evfs, .rmv, .mvf and .rawvf files",
        ));
    }
    let mut out = anstream::stdout();
    if common.json {
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
    } else {
        for problem in &summary.unreadable {
            note(problem);
        }
        write!(out, "{}", summary.in_words())?;
    }
    Ok(out.flush()?)
}

/// What was found in one file.
#[derive(Default)]
struct Looked {
    games: Vec<(String, GameSum)>,
    costly: Vec<Costly>,
    unreadable: Option<String>,
}

impl Looked {
    fn at(path: &Path) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = input::bytes(path).and_then(|(_, bytes)| super::read(&name, &bytes));
        let replays = match read {
            Ok(replays) => replays,
            Err(error) => return Self { unreadable: Some(error.to_string()), ..Self::default() },
        };
        let mut looked = Self::default();
        for replay in &replays {
            let found = ReviewedReplay::of(&name, replay);
            looked.games.push((replay.level().to_string(), GameSum::of(&found)));
            looked.costly.extend(found.review.guesses.iter().filter_map(|guess| {
                let lost = guess.worth?.lost();
                (guess.verdict() != GuessVerdict::Sound).then(|| Costly {
                    file: name.clone(),
                    seconds: found.seconds(guess.number),
                    lost,
                    safety: guess.safety,
                    verdict: guess.verdict().name(),
                })
            }));
        }
        looked
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
    fn in_words(&self) -> String {
        let mut text = String::new();
        for (level, sum) in &self.levels {
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
