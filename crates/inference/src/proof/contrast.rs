//! Contrast: two configurations that show why a cell is not certain.
//!
//! In one the cell is a mine, in the other it is safe, and elsewhere they differ as
//! little as some draws allow. Each is drawn from the exact posterior of the view
//! with the cell open, once as a mine and once as safe, so even the least
//! likely side is found; waiting for it among plain draws could take for ever.

use dashu_int::UBig;
use surefoot_rules::{Cell, Draft, Random, Tile, View};

use crate::error::{AnalysisError, CountError};
use crate::tunables;
use crate::workspace::Workspace;

/// Two configurations that differ in a cell.
///
/// ```
/// use surefoot_inference::Workspace;
/// use surefoot_rules::{Cell, view};
///
/// let view = view!["3x1/1", "* 1 *"];
/// let contrast = Workspace::default().contrast(&view, Cell::new(0))?.unwrap();
/// assert_eq!(contrast.as_mine, [Cell::new(0)]);
/// assert_eq!(contrast.as_safe, [Cell::new(2)]);
/// # Ok::<(), surefoot_inference::AnalysisError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// The mines among the closed cells in a configuration where it is a mine.
    pub as_mine: Vec<Cell>,
    /// The same where it is safe.
    pub as_safe: Vec<Cell>,
    /// How many configurations have a mine there; `None` where so large a number would take too
    /// much memory.
    pub mine_in: Option<UBig>,
    /// How many do not.
    pub safe_in: Option<UBig>,
}

impl Contrast {
    /// How many configurations there are, and in how many of them it is a mine, if both were
    /// counted.
    pub fn counts(&self) -> Option<(UBig, &UBig)> {
        let (mine, safe) = (self.mine_in.as_ref()?, self.safe_in.as_ref()?);
        Some((mine + safe, mine))
    }

    /// The cells that are mines in the first configuration only.
    pub fn only_as_mine(&self) -> Vec<Cell> {
        beyond(&self.as_mine, &self.as_safe)
    }

    /// The cells that are mines in the second configuration only.
    pub fn only_as_safe(&self) -> Vec<Cell> {
        beyond(&self.as_safe, &self.as_mine)
    }
}

impl Workspace {
    /// Two configurations that differ in a closed cell; `None` if there are none,
    /// because the cell is certain or open.
    ///
    /// ```
    /// use surefoot_inference::Workspace;
    /// use surefoot_rules::{Cell, view};
    ///
    /// let view = view!["3x1/1", "* 1 *"];
    /// let contrast = Workspace::default().contrast(&view, Cell::new(0))?.unwrap();
    /// assert_eq!(contrast.only_as_mine(), [Cell::new(0)]);
    /// assert_eq!(contrast.only_as_safe(), [Cell::new(2)]);
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn contrast(&mut self, view: &View, cell: Cell) -> Result<Option<Contrast>, AnalysisError> {
        if !view.tile(cell).is_closed() {
            return Ok(None);
        }
        let posterior = self.solve(view)?;
        if posterior.is_mine(cell) || posterior.is_safe(cell) {
            return Ok(None);
        }
        let Some((mines, mine_in)) = self.draws(view, cell, Tile::Mine)? else { return Ok(None) };
        let Some((safes, safe_in)) = self.draws(view, cell, Tile::Silent)? else { return Ok(None) };
        let pairs = mines.iter().flat_map(|one| safes.iter().map(move |other| (one, other)));
        let nearest =
            pairs.min_by_key(|(one, other)| 2 * beyond(one, other).len() + other.len() - one.len());
        Ok(nearest.map(|(one, other)| Contrast {
            as_mine: one.clone(),
            as_safe: other.clone(),
            mine_in,
            safe_in,
        }))
    }

    /// Configurations with the cell as given, and how many there are, if they can be counted.
    #[expect(clippy::type_complexity, reason = "two things that are used at once")]
    fn draws(
        &mut self,
        view: &View,
        cell: Cell,
        tile: Tile,
    ) -> Result<Option<(Vec<Vec<Cell>>, Option<UBig>)>, AnalysisError> {
        let mut draft = Draft::from(view.clone());
        draft.tiles[cell.index()] = tile;
        let Ok(opened) = View::try_from(draft) else { return Ok(None) };
        let posterior = self.solve(&opened)?;
        let mut random = Random::named("contrast", [0, cell.number().into()]);
        let draws =
            (tunables::CONTRAST_CELLS / view.grid().len()).clamp(1, tunables::CONTRAST_DRAWS);
        let sample = |_| {
            let mut mines = posterior.sample(&mut random);
            if tile == Tile::Mine {
                mines.push(cell);
            }
            mines.sort_unstable();
            mines
        };
        let draws = (0..draws).map(sample).collect();
        match posterior.solutions() {
            Err(CountError::Stopped) => Err(AnalysisError::Stopped),
            counted => Ok(Some((draws, counted.ok()))),
        }
    }
}

/// The cells of one sorted list that are not in another.
fn beyond(one: &[Cell], other: &[Cell]) -> Vec<Cell> {
    let mut rest = other.iter().copied().peekable();
    let is_new = |cell: &Cell| {
        while rest.next_if(|other| other < cell).is_some() {}
        rest.peek() != Some(cell)
    };
    one.iter().copied().filter(is_new).collect()
}
