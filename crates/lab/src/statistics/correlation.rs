//! How two measures of the same games go together: Spearman's rank correlation within each
//! setting, averaged over settings by Fisher's transform, so that what both owe to the setting
//! does not count.
//!
//! Settings share deals, so how far it can be trusted is found by leaving out a tenth of the
//! deals in turn (the jackknife: Quenouille 1956, Tukey 1958), not by adding up settings.

use crate::experiment::measure::Measure;
use crate::statistics::interval;
use crate::statistics::moments::Moments;
use crate::statistics::results::Results;
use crate::tunables::LEFT_OUT;

/// The largest correlation whose transform is taken: that of 1 has no end.
const LARGEST: f64 = 1.0 - 1e-9;

impl Results<'_> {
    /// The rank correlation of two measures of a player's games over all settings, with its
    /// 95 % interval.
    pub fn correlation(
        &self,
        player: usize,
        one: Measure,
        other: Measure,
    ) -> Option<(f64, (f64, f64))> {
        let points = 0..self.experiment.points().count();
        let games: Vec<_> = points.map(|point| self.both((point, player), one, other)).collect();
        let whole = transformed(&games, None)?;
        let parts: Option<Moments> = (0..LEFT_OUT)
            .map(|part| transformed(&games, Some(part)))
            .collect::<Option<Vec<_>>>()
            .map(|all| all.into_iter().collect());
        let (parts, n) = (parts?, LEFT_OUT as f64);
        let error = (parts.variance()? * (n - 1.0) * (n - 1.0) / n).sqrt();
        let half = interval::quantile(n - 1.0) * error;
        Some((whole.tanh(), ((whole - half).tanh(), (whole + half).tanh())))
    }
}

/// Fisher's transform of the correlation within each setting, averaged by their sizes, without
/// one part of the deals.
fn transformed(settings: &[Vec<(u64, f64, f64)>], without: Option<u64>) -> Option<f64> {
    let mut sums = (0.0, 0.0);
    for games in settings {
        let kept = games.iter().filter(|(deal, ..)| Some(deal % LEFT_OUT) != without);
        let pairs: Vec<(f64, f64)> = kept.map(|&(_, one, other)| (one, other)).collect();
        if let (true, Some(r)) = (pairs.len() > 3, ranked(&pairs)) {
            let weight = pairs.len() as f64 - 3.0;
            sums.0 += weight * r.clamp(-LARGEST, LARGEST).atanh();
            sums.1 += weight;
        }
    }
    (sums.1 > 0.0).then(|| sums.0 / sums.1)
}

/// Spearman's: the correlation of ranks, ties sharing theirs; `None` where nothing varies.
fn ranked(games: &[(f64, f64)]) -> Option<f64> {
    let ranks = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by(|&a, &b| of(&games[a]).total_cmp(&of(&games[b])));
        let mut ranks = vec![0.0; games.len()];
        let mut at = 0;
        while at < order.len() {
            let value = of(&games[order[at]]);
            let alike = order[at..].iter().take_while(|&&game| of(&games[game]) <= value).count();
            for &game in &order[at..at + alike] {
                ranks[game] = at as f64 + (alike - 1) as f64 / 2.0;
            }
            at += alike;
        }
        ranks
    };
    let (one, other) = (ranks(&|game| game.0), ranks(&|game| game.1));
    let mean = (games.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = (product(&one, &one) * product(&other, &other)).sqrt();
    (spread > 0.0).then(|| product(&one, &other) / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of hours before a screen and IQ, as often printed: -29/165.
    #[test]
    fn rank_correlations_are_spearmans() {
        let iq = [106., 100., 86., 101., 99., 103., 97., 113., 112., 110.];
        let hours = [7., 27., 2., 50., 28., 29., 20., 12., 6., 17.];
        let games: Vec<(f64, f64)> = iq.into_iter().zip(hours).collect();
        assert!((ranked(&games).unwrap() + 29.0 / 165.0).abs() < 1e-12);
        assert_eq!(ranked(&[(1.0, 0.0), (2.0, 0.0)]), None);
        // Ties share their ranks.
        let tied = [(1.0, 1.0), (1.0, 1.0), (2.0, 5.0)];
        assert!((ranked(&tied).unwrap() - 1.0).abs() < 1e-12);
    }

    /// Of points that share all their games, the interval is that of one.
    #[test]
    fn settings_that_share_deals_are_not_counted_twice() {
        let mut random = surefoot_rules::Random::named("correlation", [1, 0]);
        let games: Vec<(u64, f64, f64)> = (0..200)
            .map(|deal| {
                let common = random.unit();
                (deal, common + random.unit(), common + random.unit())
            })
            .collect();
        let spread = |settings: &[Vec<(u64, f64, f64)>]| {
            let parts: Moments =
                (0..LEFT_OUT).map(|part| transformed(settings, Some(part)).unwrap()).collect();
            parts.variance().unwrap()
        };
        let (once, often) = (spread(std::slice::from_ref(&games)), spread(&vec![games; 9]));
        assert!((once - often).abs() < 1e-12, "{once} {often}");
    }
}
