//! The public course's own board files: a folder of folders of JSON files.
//!
//! One trap: `safe`, the first dig, is row,column in one of its sets and column,row in
//! another, and most files can be read either way. The sets tell by themselves: the
//! reading is right under which every file of a folder begins at a cell with its board's
//! highest number. Where none does, the one under which no file begins at a mine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use surefoot_rules::notation::Board;
use surefoot_rules::notation::course::{self, SafeReading};

use super::{FolderError, listed};
use crate::experiment::plan::{BoardPanel, Experiment, Over};

/// Reads the course's boards: every folder in `folder`, or `folder` itself if it holds the
/// files.
pub fn course_boards(folder: &Path) -> Result<Vec<BoardPanel>, FolderError> {
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
        return Err(FolderError::NoCourse(folder.to_owned()));
    }
    Ok(panels)
}

/// Gives boards to those experiments that take them; to none is a mistake.
pub fn give_boards(
    experiments: &mut [Experiment],
    panels: &[BoardPanel],
) -> Result<(), FolderError> {
    let mut takers = experiments.iter_mut().filter(|one| one.takes_boards()).peekable();
    if takers.peek().is_none() {
        return Err(FolderError::NoBoards);
    }
    takers.for_each(|one| one.set_boards(panels.to_vec()));
    Ok(())
}

fn one_folder(folder: &Path) -> Result<Vec<Board>, FolderError> {
    let json = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let mut texts = Vec::new();
    for path in listed(folder)?.into_iter().filter(json) {
        let text = fs::read_to_string(&path).map_err(FolderError::reading(&path))?;
        texts.push((text, path));
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
        let read = course::read(text, SafeReading::Auto);
        read.map_err(|error| FolderError::Course { path: path.clone(), error })
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

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Cell, Point};

    /// Two sets of the same board, whose highest number is at column 2 of row 0; its first dig
    /// is named row,column in one and column,row in the other. Read file by file, the second
    /// set would begin elsewhere: 2,0 is a safe cell in both readings.
    #[test]
    fn a_set_begins_where_it_means() {
        let folder = surefoot_testing::TempFolder::new("course");
        for (set, safe) in [("by_columns", "2,0"), ("by_rows", "0,2")] {
            let text =
                format!(r#"{{"dim":"3,4","bombs":"2","safe":"{safe}","board":"192911210000"}}"#);
            fs::create_dir_all(folder.join(set)).unwrap();
            fs::write(folder.join(set).join("board_1.json"), &text).unwrap();
            let alone = course::read(&text, SafeReading::Auto).unwrap();
            let summit = alone.layout.grid().cell(Point { x: 2, y: 0 });
            assert_eq!(alone.first == summit, set == "by_rows");
        }
        let panels = course_boards(&folder).unwrap();
        let firsts: Vec<Option<Cell>> =
            panels.iter().map(|(_, _, groups)| groups[0].1[0].first).collect();
        assert_eq!(firsts, [Some(Cell::new(2)), Some(Cell::new(2))]);
        let names: Vec<&str> = panels.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["by columns", "by rows"]);
    }
}
