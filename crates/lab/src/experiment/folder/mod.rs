//! Experiments played into a folder: which file holds what, and what may be continued.
//!
//! `records/NAME.csv` holds the games, with the experiment's own file beside it, so that a
//! folder can be read without anything else; a share's records are `NAME.I-of-N.csv`.
//! `plans`, `tables`, `figures`, `index.html` and `README.md` are made of the records, and
//! can be made again. A run may be killed at any moment and continued.

mod begun;
mod course;
mod error;
mod gather;
mod more;
mod report;
mod shares;
mod stages;
mod versions;
mod whole_file;
mod write_ups;

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use surefoot_players::Roster;

use crate::experiment::plan::{BoardPanel, Experiment};
use crate::experiment::shard::Shard;
use crate::experiment::shipped;
use crate::record::{self, JoinError, RecordFile, RecordPart};

pub use begun::{Begun, Earlier};
pub use course::{course_boards, give_boards};
pub use error::FolderError;
pub use gather::{Gathering, HandedOut};
pub use more::{Adding, More, ParseMoreError};
pub use report::{Finished, Report};
pub use versions::{Version, compare};
pub use whole_file::put;
use whole_file::put_open;

/// See the [module](self).
///
/// ```
/// use surefoot_lab::experiment::folder::Folder;
/// use surefoot_lab::experiment::plan::Experiment;
/// use surefoot_players::Roster;
///
/// let text = r#"
/// title = "Who is better?"
/// question = "Does closure win more than queue?"
/// players = ["queue", "closure"]
/// deals = 20
/// sweep = { over = "level", values = ["beginner", "9x9/15"] }
/// "#;
/// let roster = Roster::standard();
/// let experiment = Experiment::read(&roster, "mine", "mine.toml", text)?;
/// let out = std::env::temp_dir().join(format!("surefoot-folder-{}", std::process::id()));
/// let report = Folder::new(&out).run(&roster, &[experiment])?;
/// assert!(report.experiments[0].answer.contains("closure"));
/// assert!(out.join("records/mine.csv").exists() && out.join("figures/mine.svg").exists());
/// # std::fs::remove_dir_all(&out)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    records: PathBuf,
    /// Whether records are written as Parquet too.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "never set"))]
    parquet: bool,
}

impl Folder {
    /// A folder, which is made when it is needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let root = folder.into();
        Self { records: root.join("records"), root, parquet: false }
    }

    /// The same with its records elsewhere.
    #[must_use]
    pub fn with_records(self, records: impl Into<PathBuf>) -> Self {
        Self { records: records.into(), ..self }
    }

    /// The same, with records as Parquet too.
    pub fn with_parquet(self) -> Result<Self, FolderError> {
        if cfg!(feature = "parquet") {
            return Ok(Self { parquet: true, ..self });
        }
        Err(FolderError::NoParquet)
    }

    /// Plays what is left of these experiments and makes the report.
    pub fn run(&self, roster: &Roster, experiments: &[Experiment]) -> Result<Report, FolderError> {
        let begun = self.begin(experiments, Shard::WHOLE, Earlier::Continue)?;
        begun.play(roster, &AtomicBool::new(false), |_| {}, |_| {})?;
        let mut played = experiments.to_vec();
        self.take_deals(&mut played)?;
        self.report(&played, "")
    }

    fn make(&self) -> Result<(), FolderError> {
        let inside = ["plans", "tables", "figures"].map(|name| self.path(name));
        for path in inside.iter().chain([&self.records]) {
            fs::create_dir_all(path).map_err(FolderError::writing(path))?;
        }
        Ok(())
    }

    /// The path of a file in it.
    fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    fn put(&self, file: &str, bytes: &[u8]) -> Result<(), FolderError> {
        put_at(&self.path(file), bytes)
    }

    /// Whether the records lie beside the report.
    fn holds_records(&self) -> bool {
        self.records == self.root.join("records")
    }

    fn record_path(&self, name: &str, shard: Shard) -> PathBuf {
        let suffix = match shard {
            Shard::WHOLE => String::new(),
            shard => format!(".{}", shard.to_string().replace('/', "-of-")),
        };
        self.records.join(format!("{name}{suffix}.csv"))
    }

    /// The experiment itself and what its points are, beside its record.
    fn put_source(&self, experiment: &Experiment) -> Result<(), FolderError> {
        let Experiment { name, text, .. } = experiment;
        put_at(&self.records.join(format!("{name}.toml")), text.as_bytes())?;
        let points = record::points(experiment);
        put_at(&self.records.join(format!("{name}.points.csv")), points.as_bytes())
    }

    /// Puts the deals of a finished record in order in its file.
    fn put_in_order(
        &self,
        experiment: &Experiment,
        shard: Shard,
        file: &RecordFile,
    ) -> Result<(), FolderError> {
        if file.is_ordered() {
            return Ok(());
        }
        let path = &self.record_path(&experiment.name, shard);
        put_joined(path, experiment, shard, &[(path.clone(), experiment, shard, false)])
    }

    /// Adds what earlier runs left whole in the folder, so that the report tells of all of
    /// it, shipped experiments first and in their order.
    pub fn join_earlier(
        &self,
        roster: &Roster,
        experiments: &mut Vec<Experiment>,
    ) -> Result<(), FolderError> {
        for name in self.names()? {
            if experiments.iter().any(|one| one.name == name) {
                continue;
            }
            let path = self.record_path(&name, Shard::WHOLE);
            let Ok(earlier) = recorded(roster, &name, &path, None) else { continue };
            // What is not whole, or was made otherwise, is left for its own run to finish.
            let read = RecordFile::read(open(&path)?, &earlier, Shard::WHOLE);
            if read.is_ok_and(|file| file.is_complete()) {
                experiments.push(earlier);
            }
        }
        let place = |name: &str| shipped::SHIPPED.iter().position(|(known, _)| *known == name);
        experiments.sort_by_key(|one| place(&one.name).unwrap_or(usize::MAX));
        Ok(())
    }

    /// Gives experiments the numbers of deals that their records have: more may have been
    /// added, or fewer may have told.
    pub fn take_deals(&self, experiments: &mut [Experiment]) -> Result<(), FolderError> {
        for experiment in experiments.iter_mut().filter(|one| one.position.is_none()) {
            let path = self.record_path(&experiment.name, Shard::WHOLE);
            let said = record::said(open(&path)?).map_err(FolderError::record(&path))?;
            experiment.deals = said.deals;
        }
        Ok(())
    }

    /// The experiments whose whole records lie here.
    pub fn names(&self) -> Result<Vec<String>, FolderError> {
        if !self.records.is_dir() {
            return Err(FolderError::NoRecords(self.records.clone()));
        }
        let mut names = Vec::new();
        for path in listed(&self.records)? {
            let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
            let whole = self.record_path(name, Shard::WHOLE).exists();
            if whole && path.extension().is_some_and(|ending| ending == "toml") {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }
}

/// The experiment that a record was made from: its own file lies beside the record, and
/// the record says by seed and hash how it was played.
fn recorded(
    roster: &Roster,
    name: &str,
    record: &Path,
    boards: Option<&[BoardPanel]>,
) -> Result<Experiment, FolderError> {
    let file = &record.with_file_name(format!("{name}.toml"));
    let text = fs::read_to_string(file).map_err(FolderError::reading(file))?;
    let mut experiment = Experiment::read(roster, name, &file.display().to_string(), &text)?;
    let said = record::said(open(record)?).map_err(FolderError::record(record))?;
    (experiment.seed, experiment.deals) = (said.seed, said.deals);
    if let (Some(panels), true) = (boards, experiment.takes_boards()) {
        experiment.set_boards(panels.to_vec());
    }
    Ok(experiment)
}

/// Puts the deals of these records (path, what was played, which share, whether it is in
/// order) in order into one.
fn put_joined(
    path: &Path,
    whole: &Experiment,
    shard: Shard,
    parts: &[(PathBuf, &Experiment, Shard, bool)],
) -> Result<(), FolderError> {
    let mut sources = Vec::new();
    for (path, experiment, shard, ordered) in parts {
        let (experiment, shard, ordered) = (*experiment, *shard, *ordered);
        sources.push(RecordPart { experiment, shard, source: open(path)?, ordered });
    }
    let heading = record::heading(whole, shard);
    let written = put_open(path, |file| {
        record::write_in_order(sources, &heading, path, &mut BufWriter::new(file))
    });
    written.map(drop).map_err(|error| match error {
        JoinError::Record { part, error } => FolderError::record(&parts[part].0)(error),
        JoinError::Write(error) => FolderError::writing(path)(error),
    })
}

fn put_at(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    put(path, bytes).map_err(FolderError::writing(path))
}

fn open(path: &Path) -> Result<File, FolderError> {
    File::open(path).map_err(FolderError::reading(path))
}

/// What lies in a folder, in order.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let read = fs::read_dir(folder);
    let paths = read.and_then(|all| all.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = paths.map_err(FolderError::reading(folder))?;
    paths.sort();
    Ok(paths)
}
