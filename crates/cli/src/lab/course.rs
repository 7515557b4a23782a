//! The public course's own board files: a folder of folders of JSON files.
//!
//! One trap: `safe`, the first dig, is row,column in one of its sets and column,row in
//! another, and most files can be read either way. The sets tell by themselves: the
//! reading is right under which every file of a folder begins at a cell with its board's
//! highest number. Where none does, the one under which no file begins at a mine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use surefoot_lab::experiment::plan::{BoardPanel, Over};
use surefoot_rules::notation::Board;
use surefoot_rules::notation::course::{self, SafeReading};

use crate::complaint::complain;

/// Reads every folder in `folder`, or `folder` itself if it holds the files.
pub(super) fn read(folder: &Path) -> anyhow::Result<Vec<BoardPanel>> {
    let mut folders: Vec<PathBuf> =
        listed(folder)?.into_iter().filter(|path| path.is_dir()).collect();
    if folders.is_empty() {
        folders.push(folder.to_owned());
    }
    let mut panels = Vec::new();
    for folder in folders {
        let boards = one_folder(&folder)?;
        if !boards.is_empty() {
            panels.push(panel(&folder, boards));
        }
    }
    if panels.is_empty() {
        let what = format!("{} holds no course files (*.json)", folder.display());
        return Err(complain(what, "name the folder that holds the course's folders of boards"));
    }
    Ok(panels)
}

fn listed(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(cannot)?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

fn one_folder(folder: &Path) -> anyhow::Result<Vec<Board>> {
    let json = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let mut texts = Vec::new();
    for path in listed(folder)?.into_iter().filter(json) {
        let text = fs::read_to_string(&path);
        texts.push((text.with_context(|| format!("cannot read {}", path.display()))?, path));
    }
    let all = |reading: SafeReading| -> Option<Vec<Board>> {
        texts.iter().map(|(text, _)| course::read(text, reading).ok()).collect()
    };
    let highest = |boards: &Vec<Board>| {
        boards.iter().all(|Board { layout, first }| {
            let most = layout.safe().map(|cell| layout.number(cell)).max();
            first.map(|cell| layout.number(cell)) == most
        })
    };
    let readings = [SafeReading::RowColumn, SafeReading::ColumnRow].map(all);
    if let Some(boards) = readings.iter().flatten().find(|boards| highest(boards)) {
        return Ok(boards.clone());
    }
    if let Some(boards) = readings.into_iter().flatten().next() {
        return Ok(boards);
    }
    let auto = |(text, path): &(String, PathBuf)| {
        course::read(text, SafeReading::Auto).with_context(|| path.display().to_string())
    };
    texts.iter().map(auto).collect()
}

/// Boards along what varies among them: their size, else their density.
fn panel(folder: &Path, boards: Vec<Board>) -> BoardPanel {
    let area = |board: &Board| board.layout.grid().len() as u32;
    let one_size = boards.iter().all(|board| area(board) == area(&boards[0]));
    let mut groups: BTreeMap<u32, Vec<Board>> = BTreeMap::new();
    for board in boards {
        // Densities in hundredths of a percent.
        let share = 1e4 * f64::from(board.layout.count()) / f64::from(area(&board));
        let place = if one_size { share.round() as u32 } else { area(&board) };
        groups.entry(place).or_default().push(board);
    }
    let scale = if one_size { 100.0 } else { 1.0 };
    let groups = groups.into_iter().map(|(place, group)| (f64::from(place) / scale, group));
    let over = if one_size { Over::Density } else { Over::Area };
    let name = folder.file_name().unwrap_or_default().to_string_lossy().replace('_', " ");
    (name, over, groups.collect())
}
