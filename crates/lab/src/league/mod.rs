//! The league: every engine plays the same deals, alone, into a record of its own.
//!
//! A league that grows is one that somebody joins: the newcomer plays, and nobody else does
//! again. So there is a folder for each, and what they did is set side by side, deal by deal, when
//! the table is made; for that nobody has to be there any more. A record is played anew when
//! its player has changed: those of the house by the signature, others by the version that they
//! say.

mod page;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use surefoot_players::Roster;

use crate::bench::signature;
use crate::experiment::folder::{Earlier, Folder, FolderError, put};
use crate::experiment::measure::Measure;
use crate::experiment::plan::{Experiment, PlanError};
use crate::experiment::shard::Shard;
use crate::experiment::{run, shipped};
use crate::record::{self, Done, RecordError, RecordFile};
use crate::report::plot::Figure;
use crate::statistics::paired::{Difference, pooled};
use crate::statistics::results::{self, Estimated, Results};

/// The experiment that the league plays.
const PLAN: &str = "league";
/// Whom everybody is compared with.
const REFERENCE: &str = "surefoot";

/// See the [module](self).
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use surefoot_lab::league::League;
/// use surefoot_players::Roster;
///
/// let out = std::env::temp_dir().join(format!("surefoot-league-{}", std::process::id()));
/// let roster = Roster::standard();
/// let league = League::new(&out, &roster)?.of_deals(3);
/// for player in ["surefoot", "queue"] {
///     league.play(&roster, player, &AtomicBool::new(false), &|_| {})?;
/// }
/// let table = league.table()?;
/// assert_eq!(table.rows[0].player, "surefoot");
/// assert!(table.markdown("surefoot league").contains("| `queue` |"));
/// # std::fs::remove_dir_all(&out)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct League {
    root: PathBuf,
    plan: Experiment,
}

/// What became of an engine's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeagueGames {
    /// All of them were there.
    There,
    /// They were played, or those that were missing.
    Played,
    /// Somebody stopped them.
    Stopped,
}

impl League {
    /// The league in this folder.
    pub fn new(root: impl Into<PathBuf>, roster: &Roster) -> Result<Self, PlanError> {
        let plan = shipped::find(roster, PLAN).unwrap_or_else(|| unreachable!("it is shipped"))?;
        Ok(Self { root: root.into(), plan })
    }

    /// The same with so many deals under each promise.
    #[must_use]
    pub fn of_deals(mut self, deals: u64) -> Self {
        self.plan.deals = deals;
        self
    }

    /// The same with few deals: rough results, soon.
    #[must_use]
    pub fn quick(self) -> Self {
        let deals = self.plan.quick;
        self.of_deals(deals)
    }

    /// The players of the house.
    pub fn house(&self) -> &[String] {
        &self.plan.players
    }

    /// Plays what is missing of an engine's games, on the current pool of threads. `advance` is
    /// told the work of every finished deal.
    pub fn play(
        &self,
        roster: &Roster,
        player: &str,
        stop: &AtomicBool,
        advance: &(dyn Fn(u64) + Sync),
    ) -> Result<LeagueGames, FolderError> {
        let alone = self.alone(roster, player)?;
        let folder = Folder::new(self.home(player));
        let path = self.home(player).join("records").join(format!("{PLAN}.csv"));
        let mut chosen = vec![alone.clone()];
        if let Some(said) = said(&path)? {
            if said.engine != alone.engine || said.plan != alone.hash() {
                // It is another player now.
                fs::remove_file(&path).map_err(FolderError::writing(&path))?;
            } else if said.deals >= alone.deals {
                chosen[0].deals = said.deals;
            } else if Self::is_whole(&alone, said.deals, &path) {
                let shorter = Experiment { deals: said.deals, ..alone.clone() };
                folder.lengthen(&shorter, Shard::WHOLE, alone.deals)?;
            } else {
                chosen[0].deals = said.deals;
            }
        }
        let begun = folder.begin(&chosen, Shard::WHOLE, Earlier::Continue)?;
        if begun.work() == 0 {
            return Ok(LeagueGames::There);
        }
        let finished = begun.play(roster, stop, |_| {}, advance)?;
        if finished && chosen[0].deals < alone.deals {
            return self.play(roster, player, stop, advance);
        }
        Ok(if finished { LeagueGames::Played } else { LeagueGames::Stopped })
    }

    /// The work of all games of one engine, in what `play` tells of deals.
    pub fn work(&self) -> u64 {
        let alone = self.of_player("");
        run::work(&alone, &Done::new(&alone), Shard::WHOLE)
    }

    /// Whether a record of so many deals is whole.
    fn is_whole(alone: &Experiment, deals: u64, path: &Path) -> bool {
        let one = Experiment { deals, ..alone.clone() };
        let read = File::open(path).ok().map(|file| RecordFile::read(file, &one, Shard::WHOLE));
        read.is_some_and(|read| read.is_ok_and(|file| file.is_complete()))
    }

    /// The experiment as this one plays it.
    fn alone(&self, roster: &Roster, player: &str) -> Result<Experiment, FolderError> {
        let mut alone = self.of_player(player);
        // The plan would say so too, but by a line that nobody wrote.
        for (_, point) in alone.points() {
            roster.check(player, &point.rules)?;
        }
        let file = format!("{PLAN}.toml");
        let read = Experiment::read(roster, PLAN, &file, &alone.text)?;
        alone.looks = read.looks;
        alone.engine = match read.engine.split_once('+') {
            // What the house does is no business of theirs.
            Some((_, theirs)) => theirs.to_owned(),
            None => read.engine,
        };
        Ok(alone)
    }

    /// The same, of somebody who need not be here.
    fn of_player(&self, player: &str) -> Experiment {
        // What JSON quotes, TOML reads.
        let named = serde_json::Value::from(player);
        let line = |line: &str| match line.split_once(" = ") {
            Some(("players", _)) => format!("players = [{named}]\n"),
            // There is nobody else to speak of.
            Some(("among", _)) => String::new(),
            _ => format!("{line}\n"),
        };
        Experiment {
            players: vec![player.to_owned()],
            looks: vec![None],
            text: self.plan.text.lines().map(line).collect(),
            full: self.plan.deals,
            quick: self.plan.deals,
            ..self.plan.clone()
        }
    }

    /// The folder of an engine: its name, and where that cannot be one, something like it.
    fn home(&self, player: &str) -> PathBuf {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if player.chars().all(plain) && !player.starts_with('.') {
            return self.root.join(player);
        }
        let like: String = player.chars().map(|c| if plain(c) { c } else { '-' }).collect();
        let like: String =
            like.chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect();
        let hash = player
            .bytes()
            .fold(5381_u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(byte)));
        self.root.join(format!("{}-{hash:08x}", like.trim_matches(['-', '.'])))
    }

    /// Everybody whose games are all there, the best first.
    pub fn table(&self) -> Result<LeagueTable, FolderError> {
        let mut entered: Vec<(Experiment, PathBuf)> = Vec::new();
        let mut homes: Vec<PathBuf> = fs::read_dir(&self.root)
            .and_then(|all| all.map(|entry| Ok(entry?.path())).collect())
            .map_err(FolderError::reading(&self.root))?;
        homes.sort();
        for home in homes {
            let path = home.join("records").join(format!("{PLAN}.csv"));
            let file = home.join("records").join(format!("{PLAN}.toml"));
            let Ok(text) = fs::read_to_string(&file) else { continue };
            let Some(player) = player_of(&text) else { continue };
            let Some(said) = said(&path)? else { continue };
            let alone = Experiment { engine: said.engine, ..self.of_player(&player) };
            if said.plan == alone.hash() && Self::is_whole(&alone, said.deals, &path) {
                entered.push((Experiment { deals: said.deals, ..alone }, path));
            }
        }
        // In the same batches, to be compared deal by deal.
        let batch = entered.iter().map(|(one, _)| results::batch(one)).max().unwrap_or(1);
        let results = entered
            .iter()
            .map(|(one, path)| {
                let file = File::open(path).map_err(FolderError::reading(path))?;
                Results::read_in(batch, one, file, |_, _| {}).map_err(FolderError::record(path))
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(LeagueTable::new(&self.plan, &results))
    }
}

fn said(path: &Path) -> Result<Option<record::Identity>, FolderError> {
    match File::open(path) {
        Err(_) => Ok(None),
        Ok(file) => match record::said(file) {
            Ok(said) => Ok(Some(said)),
            // It was killed as it began.
            Err(RecordError::Foreign) => Ok(None),
            Err(error) => Err(FolderError::record(path)(error)),
        },
    }
}

/// Whose record it is.
fn player_of(text: &str) -> Option<String> {
    let table: toml::Table = text.parse().ok()?;
    Some(table.get("players")?.as_array()?.first()?.as_str()?.to_owned())
}

/// The table of a league.
#[derive(Clone, Debug)]
pub struct LeagueTable {
    /// What was promised of the first click, from column to column.
    pub promises: Vec<String>,
    /// Everybody, the best first.
    pub rows: Vec<LeagueRow>,
    /// Of the deals.
    pub seed: u64,
    /// Strength against time.
    pub figure: Figure,
}

/// One engine in a league.
#[derive(Clone, Debug)]
pub struct LeagueRow {
    /// Its text.
    pub player: String,
    /// Whether it is one of the house.
    pub ours: bool,
    /// By promise.
    pub results: Vec<LeagueResult>,
    /// Games that it lost by its fault, and its certain claims that were wrong.
    pub faults: (u64, u64),
}

/// What an engine did under one promise.
#[derive(Clone, Copy, Debug)]
pub struct LeagueResult {
    /// What it won, of 1.
    pub won: Estimated,
    /// That less what the player of reference won on the same deals; nothing for that one.
    pub difference: Option<Difference>,
    /// Guesses a game.
    pub guesses: f64,
    /// CPU seconds a game: the mean.
    pub seconds: f64,
}

impl LeagueTable {
    fn new(plan: &Experiment, results: &[Results<'_>]) -> Self {
        let player = |of: &Results<'_>| of.experiment.players[0].clone();
        let reference = results.iter().find(|of| player(of) == REFERENCE);
        let points = plan.points().count();
        let row = |of: &Results<'_>| -> Option<LeagueRow> {
            let one = |point: usize| {
                let won = of.estimate(point, 0, Measure::Won)?;
                let theirs = reference.filter(|theirs| player(theirs) != player(of));
                let difference = theirs.and_then(|theirs| {
                    let pair = [of, theirs].map(|of| of.values(point, 0, Measure::Won));
                    let deals = pair[0].len().min(pair[1].len());
                    pooled(&[(&pair[0][..deals], &pair[1][..deals])], Measure::Won)
                });
                let mean = |measure| of.mean(point, 0, measure).unwrap_or(f64::NAN);
                let (guesses, seconds) = (mean(Measure::Guesses), mean(Measure::Seconds));
                Some(LeagueResult { won, difference, guesses, seconds })
            };
            Some(LeagueRow {
                player: player(of),
                ours: plan.players.contains(&player(of)),
                results: (0..points).map(one).collect::<Option<_>>()?,
                faults: of.faults[0],
            })
        };
        let mut rows: Vec<LeagueRow> = results.iter().filter_map(row).collect();
        let strength = |row: &LeagueRow| row.results.iter().map(|one| one.won.mean).sum::<f64>();
        rows.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
        let promises: Vec<String> = plan.points().map(|(_, point)| point.x.to_string()).collect();
        let figure = crate::report::plot::strength(&promises, &rows);
        Self { promises, rows, seed: plan.seed, figure }
    }

    /// Writes the page, and its figure beside it.
    pub fn put(&self, page: &Path, command: &str) -> Result<(), FolderError> {
        let place = |path: PathBuf, text: String| {
            put(&path, text.as_bytes()).map_err(FolderError::writing(&path))
        };
        place(page.to_owned(), self.markdown(command))?;
        place(page.with_extension("svg"), self.figure.svg())
    }

    /// The signature of the house that made it.
    fn signature() -> &'static str {
        signature::COMMITTED.trim()
    }
}

#[cfg(test)]
mod tests;
