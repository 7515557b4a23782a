//! Configurations that were drawn: the numbers that undecided cells would show in each.
//!
//! What is drawn is played, not counted, so numbers are kept instead of mines, and the cells may
//! be more than fit into the bits of a list. Nine tenths of the work is to add mines up, so what is
//! the same in all of them is added once, and who is beside whom is looked up once.

use surefoot_rules::{Cell, View};

use crate::search::tally::MINE;

/// The place of a cell that is none of them.
const NOWHERE: u32 = u32::MAX;

/// Configurations drawn from a posterior, by [`draw`](crate::Posterior::draw).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    cells: Vec<Cell>,
    /// Row by row the number of each cell, or [`MINE`].
    numbers: Vec<u8>,
    /// What a row begins as: mines that are certain, counted.
    certain: Vec<u8>,
    /// Per cell of the board its place among those cells, and the places beside it from one
    /// mark to the next.
    places: Vec<u32>,
    marks: Vec<u32>,
    beside: Vec<u32>,
}

impl Drawn {
    /// None so far, over the closed cells that are not certainly mines.
    pub(crate) fn over(view: &View, is_mine: impl Fn(Cell) -> bool) -> Self {
        let cells: Vec<Cell> = view.closed().filter(|&cell| !is_mine(cell)).collect();
        let mut places = vec![NOWHERE; view.grid().len()];
        for (place, cell) in (0..).zip(&cells) {
            places[cell.index()] = place;
        }
        let mut certain = vec![0; cells.len()];
        let (mut marks, mut beside) = (vec![0], Vec::new());
        for cell in view.grid().cells() {
            let around = view.tile(cell).is_closed().then(|| view.neighbours(cell));
            for other in around.iter().flatten() {
                let place = places[other.index()];
                if let Some(number) = certain.get_mut(place as usize) {
                    beside.push(place);
                    *number += u8::from(is_mine(cell));
                }
            }
            marks.push(beside.len() as u32);
        }
        Self { cells, numbers: Vec::new(), certain, places, marks, beside }
    }

    /// Adds a configuration with these mines. Those that are certain, which are no cells here, may
    /// be among them or not: they are counted already.
    pub(crate) fn add(&mut self, mines: &[Cell]) {
        let start = self.numbers.len();
        self.numbers.extend_from_slice(&self.certain);
        let row = &mut self.numbers[start..];
        let undecided = || mines.iter().filter(|mine| self.places[mine.index()] != NOWHERE);
        for mine in undecided() {
            let (from, to) = (self.marks[mine.index()], self.marks[mine.index() + 1]);
            for &place in &self.beside[from as usize..to as usize] {
                row[place as usize] += 1;
            }
        }
        for mine in undecided() {
            row[self.places[mine.index()] as usize] = MINE;
        }
    }

    /// The closed cells that are not certainly mines.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many configurations there are.
    pub fn len(&self) -> usize {
        self.numbers.len() / self.cells.len().max(1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The numbers of each.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.numbers.chunks(self.cells.len().max(1))
    }
}
