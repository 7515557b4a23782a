//! The folder of a laboratory: which file holds what, and what may be continued.
//!
//! `records/NAME.csv` holds the games, with the experiment's own file beside it, so that a
//! folder can be read without anything else; a share's records are `NAME.I-of-N.csv`.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use surefoot_lab::experiment::plan::{BoardPanel, Experiment};
use surefoot_lab::experiment::shard::Shard;
use surefoot_lab::record::{self, Done, RecordError, RecordFile};

use surefoot_players::Roster;

use crate::complaint::complain;
use crate::output;

/// An experiment and the file it was read from.
pub(super) struct Chosen {
    pub(super) experiment: Experiment,
    pub(super) source: String,
}

impl Chosen {
    pub(super) fn read(
        roster: &Roster,
        name: &str,
        file: &str,
        source: &str,
    ) -> anyhow::Result<Self> {
        let experiment =
            Experiment::read(roster, name, file, source).map_err(|error| super::placed(&error))?;
        Ok(Self { experiment, source: source.to_owned() })
    }
}

/// See the [module](self).
pub(super) struct Shelf {
    folder: PathBuf,
    records: PathBuf,
    /// Whether records are written as Parquet too.
    pub(super) parquet: bool,
}

impl Shelf {
    /// The folder, made if need be; records lie in it unless they have their own.
    pub(super) fn open(folder: &Path, records: Option<&Path>) -> anyhow::Result<Self> {
        let records = records.map_or_else(|| folder.join("records"), Path::to_owned);
        for path in
            [&records, &folder.join("plans"), &folder.join("tables"), &folder.join("figures")]
        {
            fs::create_dir_all(path)
                .with_context(|| format!("cannot make the folder {}", path.display()))?;
        }
        Ok(Self { folder: folder.to_owned(), records, parquet: false })
    }

    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Whether the records lie beside the report.
    pub(super) fn holds_records(&self) -> bool {
        self.records == self.folder.join("records")
    }

    pub(super) fn record_path(&self, name: &str, shard: Shard) -> PathBuf {
        let suffix = match shard {
            Shard::WHOLE => String::new(),
            shard => format!(".{}", shard.to_string().replace('/', "-of-")),
        };
        self.records.join(format!("{name}{suffix}.csv"))
    }

    /// The record of an experiment, to be appended to, and what it holds.
    pub(super) fn record(
        &self,
        chosen: &Chosen,
        shard: Shard,
        resume: bool,
    ) -> anyhow::Result<(File, Done)> {
        let Chosen { experiment, source } = chosen;
        let path = self.record_path(&experiment.name, shard);
        let cannot = || format!("cannot write {}", path.display());
        if !resume && fs::metadata(&path).is_ok_and(|file| file.len() > 0) {
            let what = format!("{} is there already", path.display());
            return Err(complain(what, "go on with --resume, or name another folder with --out"));
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .with_context(cannot)?;
        if file.try_lock().is_err() {
            let what = format!("{} is being written by another run", path.display());
            return Err(complain(what, "wait for it, or name another folder with --out"));
        }
        let heading = record::heading(experiment, shard);
        let mut start = Vec::new();
        let reading = || format!("cannot read {}", path.display());
        (&file).take(heading.len() as u64 + 1).read_to_end(&mut start).with_context(reading)?;
        file.rewind().with_context(reading)?;
        // A run may be killed while it writes its very first line.
        if heading.as_bytes().starts_with(&start) {
            file.set_len(0).with_context(cannot)?;
            file.write_all(heading.as_bytes()).with_context(cannot)?;
            output::put(&self.source_path(&experiment.name), source.as_bytes())?;
            self.put_points(experiment)?;
            return Ok((file, Done::new(experiment)));
        }
        let read =
            RecordFile::read(&file, experiment, shard).map_err(|error| mixed(&path, &error))?;
        file.set_len(read.end() as u64).with_context(cannot)?;
        file.seek(SeekFrom::End(0)).with_context(cannot)?;
        Ok((file, read.done().clone()))
    }

    fn source_path(&self, name: &str) -> PathBuf {
        self.records.join(format!("{name}.toml"))
    }

    /// What the points of a record are.
    fn put_points(&self, experiment: &Experiment) -> anyhow::Result<()> {
        let path = self.records.join(format!("{}.points.csv", experiment.name));
        output::put(&path, record::points(experiment).as_bytes())
    }

    /// Puts the deals of a finished record in order in its file.
    pub(super) fn put_in_order(
        &self,
        experiment: &Experiment,
        shard: Shard,
        file: &RecordFile,
    ) -> anyhow::Result<()> {
        if file.is_ordered() {
            return Ok(());
        }
        let path = self.record_path(&experiment.name, shard);
        output::put(&path, &file.in_order(&bytes(&path)?, experiment))
    }

    /// The experiments whose whole records lie here.
    pub(super) fn experiments(&self) -> anyhow::Result<Vec<String>> {
        let cannot = || format!("cannot read {}", self.records.display());
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.records).with_context(cannot)? {
            let path = entry?.path();
            let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
            let whole = self.record_path(name, Shard::WHOLE).exists();
            if whole && path.extension().is_some_and(|ending| ending == "toml") {
                names.push(name.to_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    /// A whole record, with its experiment.
    pub(super) fn put_record(&self, chosen: &Chosen, bytes: &[u8]) -> anyhow::Result<()> {
        let name = &chosen.experiment.name;
        output::put(&self.record_path(name, Shard::WHOLE), bytes)?;
        output::put(&self.source_path(name), chosen.source.as_bytes())?;
        self.put_points(&chosen.experiment)
    }
}

pub(super) fn open(path: &Path) -> anyhow::Result<File> {
    File::open(path).with_context(|| format!("cannot read {}", path.display()))
}

pub(super) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A record that does not belong here.
pub(super) fn mixed(path: &Path, error: &RecordError) -> anyhow::Error {
    let hint = match error {
        RecordError::Other { what: "engine", .. } => {
            "the players have changed since: start again in another folder (--out)"
        }
        RecordError::Other { .. } => {
            "give the same experiment, --quick, --seed, --boards and --shard as before, or \
             another folder (--out)"
        }
        _ => "start again in another folder (--out)",
    };
    complain(format!("{}: {error}", path.display()), hint)
}

/// The shares in these folders, by experiment: their files and which share each is.
pub(super) fn shares(
    folders: &[PathBuf],
) -> anyhow::Result<BTreeMap<String, Vec<(PathBuf, Shard)>>> {
    let mut shares: BTreeMap<String, Vec<(PathBuf, Shard)>> = BTreeMap::new();
    for folder in folders {
        let records = folder.join("records");
        let listed = fs::read_dir(&records);
        let listed = listed.with_context(|| format!("cannot read {}", records.display()))?;
        for entry in listed {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some((name, suffix)) =
                name.strip_suffix(".csv").and_then(|name| name.rsplit_once('.'))
            else {
                continue;
            };
            let Ok(shard) = suffix.replace("-of-", "/").parse() else { continue };
            shares.entry(name.to_owned()).or_default().push((path, shard));
        }
    }
    for files in shares.values_mut() {
        files.sort_by(|one, other| one.0.cmp(&other.0));
    }
    Ok(shares)
}

/// The experiment that a record was made from: its own file lies beside the record, and
/// the record says by seed and hash how it was played.
pub(super) fn recorded(
    roster: &Roster,
    name: &str,
    record: &Path,
    boards: Option<&[BoardPanel]>,
) -> anyhow::Result<Chosen> {
    let file = record.with_file_name(format!("{name}.toml"));
    let source =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut chosen = Chosen::read(roster, name, &file.display().to_string(), &source)?;
    let said = record::said(open(record)?).map_err(|error| mixed(record, &error))?;
    let experiment = &mut chosen.experiment;
    experiment.seed = said.seed;
    if let (Some(panels), true) = (boards, experiment.takes_boards()) {
        experiment.set_boards(panels.to_vec());
    }
    if experiment.hash() != said.plan {
        experiment.deals = experiment.quick;
    }
    Ok(chosen)
}
