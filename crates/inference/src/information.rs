//! How much a dig tells: the information in what a closed cell turns out to be.
//!
//! Opening a cell has one outcome of several: a mine, or a number. Over all
//! configurations the outcome has an entropy (Shannon 1948), and under exact clues
//! that is what is learned, to the bit: the outcome is a function of the
//! configuration. Under uncertain clues part of the entropy is the clue's own noise,
//! which tells nothing; it is taken off.
//!
//! The obvious way, to compare the number of configurations before and after, needs
//! one count per outcome; the distribution of the number needs one in all.

use surefoot_rules::{Cell, ClueRule};

use crate::error::CountError;
use crate::posterior::Posterior;
use crate::suppose::Suppose;

impl Suppose {
    /// The bits that opening a closed cell is expected to tell; none if it is open.
    ///
    /// ```
    /// use surefoot_inference::{Suppose, Workspace};
    /// use surefoot_rules::view;
    ///
    /// let view = view!["2x1/1", "* *"];
    /// let mut workspace = Workspace::default();
    /// let posterior = workspace.solve(&view)?;
    /// let cell = view.hidden().next().unwrap();
    /// // One of two cells is the mine: one bit.
    /// assert_eq!(Suppose::default().information(&posterior, cell), Ok(1.0));
    /// # Ok::<(), surefoot_inference::AnalysisError>(())
    /// ```
    pub fn information(&mut self, of: &Posterior<'_>, cell: Cell) -> Result<f64, CountError> {
        let Some(mine) = of.probability(cell).filter(|_| !of.is_mine(cell)) else {
            return Ok(0.0);
        };
        let rule = of.view.rule();
        let numbers = self.numbers(of, cell)?;
        let told = match rule {
            ClueRule::Exact => entropy(numbers.iter().copied()),
            rule => told(rule, numbers),
        };
        Ok(entropy([mine, 1.0 - mine]) + (1.0 - mine) * told)
    }
}

/// What one draw of an uncertain clue tells of the number behind it.
fn told(rule: ClueRule, numbers: &[f64]) -> f64 {
    let around = (numbers.len() - 1) as u8;
    let shows =
        |number: u8, shown: Option<u8>| f64::from(rule.likelihood(shown, 1, number, around));
    let all = || (0..=around).map(Some).chain([None]);
    let by_number = || numbers.iter().zip(0..).filter(|(share, _)| **share > 0.0);
    let whole = entropy(
        all().map(|shown| by_number().map(|(&share, n)| share * shows(n, shown)).sum::<f64>()),
    );
    let noise = by_number().map(|(&share, n)| share * entropy(all().map(|shown| shows(n, shown))));
    (whole - noise.sum::<f64>()).max(0.0)
}

/// The entropy of a distribution, in bits.
///
/// ```
/// use surefoot_inference::entropy;
///
/// assert_eq!([entropy([0.5, 0.5]), entropy([1.0, 0.0])], [1.0, 0.0]);
/// ```
pub fn entropy(shares: impl IntoIterator<Item = f64>) -> f64 {
    shares.into_iter().map(bits).sum()
}

/// What an event of this probability adds to an entropy.
pub(crate) fn bits(share: f64) -> f64 {
    if share > 0.0 { -share * share.log2() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Workspace;
    use std::collections::BTreeMap;
    use surefoot_testing::small_game;

    /// The entropy of outcomes, read off the list of all configurations.
    #[test]
    fn information_is_the_entropy_of_what_is_seen() {
        let (mut workspace, mut suppose) = (Workspace::default(), Suppose::default());
        let mut compared = 0;
        for index in 0..300 {
            let game = small_game("information", [6, index], [2..6, 2..5], (1, 2), 0..6);
            let view = game.view();
            let Ok(posterior) = workspace.solve(view) else { continue };
            let list = posterior.configurations(1 << 18).unwrap();
            let certain = |cell: Cell| posterior.is_mine(cell) && !list.cells.contains(&cell);
            for cell in view.hidden() {
                let mut outcomes = BTreeMap::new();
                for &bits in &list.mines {
                    let mine = |cell: Cell| {
                        let at = list.cells.iter().position(|&c| c == cell);
                        at.is_some_and(|at| bits >> at & 1 == 1) || certain(cell)
                    };
                    let beside = view.neighbours(cell);
                    let number = beside.iter().filter(|&&cell| mine(cell)).count();
                    let seen = if mine(cell) { None } else { Some(number) };
                    *outcomes.entry(seen).or_insert(0) += 1;
                }
                let all = list.mines.len() as f64;
                let slow: f64 = outcomes.values().map(|&n| bits(f64::from(n) / all)).sum();
                let fast = suppose.information(&posterior, cell).unwrap();
                assert!((slow - fast).abs() < 1e-9, "{slow} {fast}");
                compared += 1;
            }
        }
        assert!(compared > 1_000, "{compared}");
    }

    /// A clue that is silent half of the time tells half as much; one that lies freely,
    /// less than the truth and more than nothing.
    #[test]
    fn noise_tells_nothing() {
        let numbers = [0.5, 0.0, 0.0, 0.5];
        let half = told("silent:0.5".parse().unwrap(), &numbers);
        assert!((half - 0.5).abs() < 1e-12, "{half}");
        let some = told("optimistic".parse().unwrap(), &numbers);
        assert!(some > 0.1 && some < 1.0, "{some}");
    }
}
