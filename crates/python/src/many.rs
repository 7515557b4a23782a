//! `analyse_many`: arrays of positions, on all cores.

use std::cell::RefCell;

use numpy::{AllowTypeChange, Ix3, PyArray1, PyArrayLike1, PyArrayLike3, PyArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use surefoot_inference::{AnalysisError, Workspace};
use surefoot_rules::{Draft, Tile, View, ViewError};

use crate::analysis::options;
use crate::errors::{Raise, complaint, odd};
use crate::hints::Array;
use crate::view::{grid, tiles_of};
use crate::work::{pool, unlocked};

/// Why a position of many has no answer.
enum Wrong {
    View(ViewError),
    Analysis(AnalysisError),
}

/// The numbers of mines that are told: one for all, one for each, or none.
fn totals(mines: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<Option<u32>>> {
    let Some(mines) = mines else { return Ok(vec![None; count]) };
    if let Ok(all) = mines.extract::<u32>() {
        return Ok(vec![Some(all); count]);
    }
    let each: PyArrayLike1<'_, u32, AllowTypeChange> =
        mines.extract().map_err(|_| odd("`mines` is a whole number, or an array of them"))?;
    let each: Vec<Option<u32>> = each.as_array().iter().map(|&mines| Some(mines)).collect();
    if each.len() != count {
        let what = format!("there are {} numbers of mines for {count} positions", each.len());
        return Err(complaint(what, "give one number for all, or one for each"));
    }
    Ok(each)
}

/// The probabilities of mines in many positions of one size.
#[pyfunction]
#[pyo3(signature = (views: "npt.ArrayLike", mines: "int | npt.ArrayLike | None" = None, *, neighbourhood=None, clues=None, density=None, budget=None, threads=0, errors: "Literal['raise', 'nan']" = "raise"))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn analyse_many<'py>(
    py: Python<'py>,
    views: PyArrayLike3<'py, i8, AllowTypeChange>,
    mines: Option<&Bound<'py, PyAny>>,
    neighbourhood: Option<&str>,
    clues: Option<&str>,
    density: Option<f64>,
    budget: Option<usize>,
    threads: usize,
    errors: &str,
) -> PyResult<Array<'py, f64, Ix3>> {
    let views = views.as_array();
    let (count, height, width) = views.dim();
    let grid = grid(width, height, neighbourhood)?;
    let rule = clues.unwrap_or("exact").parse().map_err(Raise::raise)?;
    let options = options(density, budget, None)?;
    let lenient = match errors {
        "raise" => false,
        "nan" => true,
        _ => return Err(odd("`errors` is raise or nan")),
    };
    let totals = totals(mines, count)?;
    let cells = grid.len();
    let standard = views.as_standard_layout();
    let codes = standard.as_slice().unwrap_or_default();
    let pool = pool(threads)?;
    thread_local! {
        static SPACE: RefCell<Option<Workspace>> = const { RefCell::new(None) };
    }
    let (chances, wrong) = unlocked(py, || {
        let mut chances = vec![f64::NAN; count * cells];
        let solve = |number: usize, tiles: &[Tile], chances: &mut [f64]| -> Result<(), Wrong> {
            let mut draft = Draft::with_tiles(grid.clone(), totals[number], tiles.to_vec());
            draft.rule = rule;
            let view = View::try_from(draft).map_err(Wrong::View)?;
            let mut space = SPACE.take().unwrap_or_else(|| Workspace::new(options));
            let solved = match space.solve(&view) {
                Ok(posterior) => {
                    for (cell, chance) in view.grid().cells().zip(chances) {
                        *chance = posterior.probability(cell).unwrap_or(f64::NAN);
                    }
                    Ok(())
                }
                Err(error) => Err(Wrong::Analysis(error)),
            };
            SPACE.set(Some(space));
            solved
        };
        // The threads end with the pool, and their workspaces with them.
        let wrong = pool.install(|| {
            let each = chances.par_chunks_mut(cells.max(1)).zip(codes.par_chunks(cells.max(1)));
            let tiles = |codes: &[i8]| -> Option<Vec<Tile>> {
                codes.iter().map(|&code| Tile::from_code(code)).collect()
            };
            each.enumerate()
                .filter_map(|(number, (chances, codes))| match tiles(codes) {
                    None => Some((number, None)),
                    Some(tiles) => {
                        let wrong = solve(number, &tiles, chances).err()?;
                        (!lenient).then_some((number, Some(wrong)))
                    }
                })
                .min_by_key(|(number, _)| *number)
        });
        (chances, wrong)
    })?;
    if let Some((number, wrong)) = wrong {
        let error = match wrong {
            None => tiles_of(&codes[number * cells..][..cells]).err(),
            Some(Wrong::View(error)) => Some(error.raise()),
            Some(Wrong::Analysis(error)) => Some(error.raise()),
        };
        let error = error.unwrap_or_else(|| odd("a tile is none"));
        let note = format!("in position {number} of {count}; errors=\"nan\" leaves such out");
        let _ = error.value(py).call_method1("add_note", (note,));
        return Err(error);
    }
    PyArray1::from_vec(py, chances).reshape([count, height, width]).map(Into::into)
}
