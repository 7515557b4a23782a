//! Guesses on trial: which of several is best, by playouts and by what was thought before.
//!
//! All guesses are played out on the same layouts, so what counts is their difference on
//! each. Taking the best mean would take the luckiest: a few hundred playouts leave a
//! point of noise, as much as guesses differ by. So the look-ahead's opinion, which is off
//! by some hundredths of the value, is the prior, and playouts correct it; a guess is
//! dropped when it can hardly turn out better than the best by anything that matters.

use crate::tunables;
use surefoot_rules::Cell;

/// A guess on trial.
#[derive(Clone, Debug)]
pub(crate) struct ComparedGuess {
    pub(crate) cell: Cell,
    /// The probability that it is safe.
    pub(crate) safe: f64,
    /// What was thought of it before, in any unit.
    score: f64,
    /// Per layout: the probability to win by it.
    pub(crate) values: Vec<f64>,
    pub(crate) dropped: bool,
}

impl ComparedGuess {
    pub(crate) fn new(cell: Cell, safe: f64, score: f64) -> Self {
        Self { cell, safe, score, values: Vec::new(), dropped: false }
    }

    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// How much better another guess was on the layouts that both were tried on, and the
    /// variance of that mean, if differences are thought to have this deviation beforehand,
    /// as `usual` of them would show.
    fn difference(&self, other: &Self, deviation: f64, usual: f64) -> (f64, f64) {
        let count = self.values.len().min(other.values.len()).max(2) as f64;
        let each = || other.values.iter().zip(&self.values).map(|(theirs, ours)| theirs - ours);
        let mean = each().sum::<f64>() / count;
        let squares: f64 = each().map(|difference| square(difference - mean)).sum();
        let variance = (squares + usual * square(deviation)) / (count - 1.0 + usual);
        (mean, variance / count)
    }

    /// How much better another guess is believed to be, and the deviation of that, where
    /// scores times `level` are probabilities to win.
    fn behind(&self, other: &Self, level: f64) -> (f64, f64) {
        let (found, noise) =
            self.difference(other, tunables::SPREAD * level, tunables::SPREAD_WEIGHT);
        let noise = noise + f64::EPSILON;
        let thought = level * (other.score - self.score);
        let doubt = 2.0 * square(tunables::DOUBT * level);
        let believed = (found * doubt + thought * noise) / (doubt + noise);
        (believed, (doubt * noise / (doubt + noise)).sqrt())
    }
}

/// Multiplied out: the platform's powers promise no last bit.
fn square(number: f64) -> f64 {
    number * number
}

fn alive(trials: &[ComparedGuess]) -> impl Iterator<Item = &ComparedGuess> {
    trials.iter().filter(|trial| !trial.dropped)
}

/// What scores must be multiplied by to be probabilities to win.
fn level(trials: &[ComparedGuess]) -> f64 {
    let scores: f64 = alive(trials).map(|trial| trial.score).sum();
    alive(trials).map(ComparedGuess::mean).sum::<f64>() / scores
}

/// The guess that is believed to be the best; of equals the first.
pub(crate) fn preferred(trials: &[ComparedGuess]) -> Option<&ComparedGuess> {
    let (level, first) = (level(trials), alive(trials).next()?);
    let mut best = (first, 0.0);
    for trial in alive(trials).skip(1) {
        let ahead = -trial.behind(first, level).0;
        if ahead > best.1 {
            best = (trial, ahead);
        }
    }
    Some(best.0)
}

/// Drops what can hardly be better than the best.
pub(crate) fn drop_hopeless(trials: &mut [ComparedGuess]) {
    let Some(best) = preferred(trials).cloned() else { return };
    let level = level(trials);
    for trial in trials.iter_mut().filter(|trial| !trial.dropped && trial.cell != best.cell) {
        let (behind, deviation) = trial.behind(&best, level);
        trial.dropped = tunables::FAVOUR * deviation - behind < tunables::WORTHWHILE * level;
    }
}

/// Drops what playouts alone find behind the best by so many deviations.
pub(crate) fn drop_behind(trials: &mut [ComparedGuess], deviations: f64) {
    let best = alive(trials).max_by(|a, b| a.mean().total_cmp(&b.mean())).cloned();
    let Some(best) = best else { return };
    for trial in trials.iter_mut().filter(|trial| !trial.dropped && trial.cell != best.cell) {
        let (behind, variance) = trial.difference(&best, 0.0, 0.0);
        trial.dropped = behind > deviations * variance.sqrt() + tunables::BEHIND;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(cell: u32, score: f64, values: impl IntoIterator<Item = f64>) -> ComparedGuess {
        ComparedGuess {
            values: values.into_iter().collect(),
            ..ComparedGuess::new(Cell::new(cell), 1.0, score)
        }
    }

    /// Luck common to both, and a little that is not.
    fn games(level: f64, wobble: f64, count: usize) -> impl Iterator<Item = f64> {
        (0..count).map(move |n| {
            let common = [-0.3, 0.1, 0.2][n % 3];
            level + common + if n % 2 == 0 { wobble } else { -wobble }
        })
    }

    #[test]
    fn few_playouts_correct_little_and_many_much() {
        // By look-ahead the first is 4 % better, by playouts the second, 6 points.
        let of = |count| {
            [trial(0, 0.80, games(0.50, 0.3, count)), trial(1, 0.768, games(0.56, -0.3, count))]
        };
        assert_eq!(preferred(&of(8)).unwrap().cell, Cell::new(0));
        assert_eq!(preferred(&of(2_000)).unwrap().cell, Cell::new(1));
    }

    #[test]
    fn what_cannot_win_is_dropped() {
        let mut trials = [
            trial(0, 0.8, games(0.60, 0.02, 4_000)),
            trial(1, 0.8, games(0.59, -0.02, 4_000)),
            trial(2, 0.8, games(0.60, -0.20, 4_000)),
            trial(3, 0.8, games(0.60, 0.02, 4_000)),
        ];
        drop_hopeless(&mut trials);
        let dropped = trials.each_ref().map(|trial| trial.dropped);
        // Behind; undecided; exactly as good, which is not worth a further playout.
        assert_eq!(dropped, [false, true, false, true]);
        let mut trials =
            [trial(0, 1.0, games(0.6, 0.02, 400)), trial(1, 1.0, games(0.5, 0.1, 400))];
        drop_behind(&mut trials, 4.0);
        assert_eq!(trials.each_ref().map(|trial| trial.dropped), [false, true]);
    }
}
