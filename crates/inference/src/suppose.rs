//! What if: a cell is opened and shows a number.
//!
//! Looking ahead asks for the same view with one more clue, hundreds of times. So a
//! view that was analysed once is the base of all suppositions: the clues and what
//! the rules decided are copied, the new clue is added, and only what follows from
//! it is worked out. Often the rules alone find a safe cell, and then nothing
//! needs to be counted at all.

use surefoot_rules::Cell;

use crate::count::frontier::Shows;
use crate::error::CountError;
use crate::posterior::{Engine, Marginal, Options, Posterior};

/// Memory for suppositions.
///
/// ```
/// use surefoot_inference::{CountError, Suppose, Workspace};
/// use surefoot_rules::view;
///
/// let view = view!["4x1/1", "* * * *"];
/// let mut workspace = Workspace::default();
/// let posterior = workspace.solve(&view)?;
/// let end = view.hidden().next().unwrap();
/// let mut suppose = Suppose::default();
/// // Given that the first is safe, the mine is one of three; beside it is one.
/// let numbers = suppose.numbers(&posterior, end)?;
/// assert!((numbers[1] - 1.0 / 3.0).abs() < 1e-12);
/// // If it shows 0, the second cell is safe; and it cannot show 2.
/// assert_eq!(suppose.open(&posterior, end, 0)?.safest(), 1.0);
/// assert_eq!(suppose.open(&posterior, end, 2).err(), Some(CountError::Impossible));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Suppose {
    engine: Engine,
    numbers: Vec<f64>,
    options: Options,
}

/// A view with one more cell open.
#[derive(Clone, Copy, Debug)]
pub struct Supposed<'a> {
    engine: &'a Engine,
    /// Whether the rules alone found a safe cell, and nothing was counted.
    by_rules: bool,
}

impl Suppose {
    /// Suppositions with other assumptions or limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// The same, but a [`Stop`](crate::Stop) ends the work.
    #[must_use]
    pub fn stopped_by(mut self, stop: &crate::Stop) -> Self {
        self.engine.stop = stop.clone();
        self
    }

    /// The distribution of the number that a closed cell would show, given that it
    /// is safe; impossible if it cannot be.
    pub fn numbers(&mut self, of: &Posterior<'_>, cell: Cell) -> Result<&[f64], CountError> {
        let (base, view) = (of.engine, of.view);
        self.engine.frontier.suppose(&base.frontier, view, cell, Shows::Sum)?;
        self.engine.frontier.finish(view);
        self.engine.count_frontier(view, &self.options)?;
        self.engine.distribution(view, cell, &mut self.numbers);
        Ok(&self.numbers)
    }

    /// The view with a closed cell open that shows a number.
    pub fn open(
        &mut self,
        of: &Posterior<'_>,
        cell: Cell,
        number: u8,
    ) -> Result<Supposed<'_>, CountError> {
        let (base, view) = (of.engine, of.view);
        self.engine.frontier.suppose(&base.frontier, view, cell, Shows::Number(number))?;
        let by_rules = self.engine.frontier.has_safe();
        if !by_rules {
            self.engine.frontier.finish(view);
            self.engine.count_frontier(view, &self.options)?;
        }
        Ok(Supposed { engine: &self.engine, by_rules })
    }

    /// How many more cells the two rules find safe, and how many mines, if a closed
    /// cell shows a number (`None`: turns out to be a mine, itself not counted); `None`
    /// if it cannot. Nothing is counted for it.
    ///
    /// ```
    /// use surefoot_inference::{Suppose, Workspace};
    /// use surefoot_rules::view;
    ///
    /// let view = view!["4x1/1", "* 1 * *"];
    /// let mut workspace = Workspace::default();
    /// let posterior = workspace.solve(&view)?;
    /// let end = view.hidden().next().unwrap();
    /// let mut suppose = Suppose::default();
    /// // If the end is the mine, the other side of the 1 is safe.
    /// assert_eq!(suppose.rules_find(&posterior, end, None), Some((1, 0)));
    /// assert_eq!(suppose.rules_find(&posterior, end, Some(0)), Some((0, 1)));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn rules_find(
        &mut self,
        of: &Posterior<'_>,
        cell: Cell,
        number: Option<u8>,
    ) -> Option<(usize, usize)> {
        let shows = number.map_or(Shows::Mine, Shows::Number);
        let base = &of.engine.frontier;
        self.engine.frontier.suppose(base, of.view, cell, shows).ok()?;
        let (safe, mines) = self.engine.frontier.decided();
        let (safe_before, mines_before) = base.decided();
        let own = usize::from(number.is_none());
        let mines = mines.saturating_sub(mines_before + own);
        Some((safe.saturating_sub(safe_before), mines))
    }
}

impl Supposed<'_> {
    /// The probability that the safest closed cell is safe; 1 if there is a certain
    /// one, or if there is none left to open.
    pub fn safest(&self) -> f64 {
        if self.by_rules {
            return 1.0;
        }
        let sea = (self.engine.frontier.sea > 0).then_some(&self.engine.sea);
        let mut best: Option<f64> = None;
        for marginal in self.engine.marginals.iter().chain(sea) {
            let safe = match marginal {
                Marginal { can_be_mine: false, .. } => return 1.0,
                Marginal { can_be_safe: false, .. } => continue,
                Marginal { mine, .. } => 1.0 - mine,
            };
            best = Some(best.map_or(safe, |best| best.max(safe)));
        }
        best.unwrap_or(1.0)
    }

    /// The probability that a closed cell is a mine, where it was counted.
    pub fn probability(&self, cell: Cell) -> Option<f64> {
        if self.by_rules { None } else { self.engine.marginal(cell).map(|marginal| marginal.mine) }
    }

    /// How many closed cells are certainly safe, as far as that was looked into.
    pub fn certain(&self) -> usize {
        let frontier = &self.engine.frontier;
        let (decided, _) = frontier.decided();
        if self.by_rules {
            return decided;
        }
        let boxes = frontier.boxes.sizes().zip(&self.engine.marginals);
        let boxes = boxes.filter(|(_, m)| !m.can_be_mine).map(|(size, _)| size as usize);
        let sea = if self.engine.sea.can_be_mine { 0 } else { frontier.sea as usize };
        decided + boxes.sum::<usize>() + sea
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Workspace;
    use surefoot_rules::{Action, Deal, Draft, Game, GameKind, Grid, Random, Rules, Tile, View};

    /// A supposition is the analysis of the view it supposes.
    #[test]
    fn suppositions_are_analyses() {
        let (mut workspace, mut other) = (Workspace::default(), Workspace::default());
        let mut suppose = Suppose::default();
        let mut counted = 0;
        for index in 0..300 {
            let mut random = Random::named("suppose", [4, index]);
            let grid = Grid::new(3 + random.below(6), 3 + random.below(6)).unwrap();
            let mines = 1 + random.below(grid.len() as u32 / 3);
            let mut game = Game::new(Rules::new(GameKind::Score, grid.clone(), mines)).unwrap();
            game.deal(Deal::new(4, index));
            for _ in 0..=random.below(12) {
                let _ = game.play(Action::Open(Cell::new(random.below(grid.len() as u32))));
            }
            let view = game.view().clone();
            let posterior = workspace.solve(&view).unwrap();
            for cell in view.hidden() {
                let truth = other.numbers(&view, cell).unwrap();
                let ours = suppose.numbers(&posterior, cell).map(<[f64]>::to_vec);
                if posterior.is_mine(cell) {
                    continue;
                }
                let (ours, truth) = (ours.unwrap(), truth.unwrap());
                for (a, b) in ours.iter().zip(&truth) {
                    assert!((a - b).abs() < 1e-9, "{ours:?} {truth:?}");
                }
                for (number, &share) in truth.iter().enumerate() {
                    let mut tiles = view.tiles().to_vec();
                    tiles[cell.index()] = Tile::Clue(number as u8);
                    let draft = Draft::with_tiles(grid.clone(), view.mines(), tiles);
                    let opened = View::try_from(draft).unwrap();
                    let supposed = suppose.open(&posterior, cell, number as u8);
                    let Ok(after) = other.solve(&opened) else {
                        assert!(share == 0.0);
                        continue;
                    };
                    let supposed = supposed.unwrap();
                    let mut safest = 0.0_f64;
                    for hidden in opened.hidden() {
                        let p = after.probability(hidden).unwrap();
                        safest = safest.max(1.0 - p);
                        if let Some(q) = supposed.probability(hidden) {
                            assert!((p - q).abs() < 1e-9);
                            counted += 1;
                        }
                    }
                    if opened.hidden().count() as u32 + view.opened_mines() > mines {
                        assert!((safest - supposed.safest()).abs() < 1e-9);
                    }
                }
            }
        }
        assert!(counted > 10_000, "{counted}");
    }
}
