//! How measures go with one of them: by rank correlation within each setting, so that what
//! both owe to the sweep does not count.

use super::words::{list, name};
use crate::experiment::measure::Measure;
use crate::statistics::interval;
use crate::statistics::results::Results;

/// The correlations with their intervals, and what they say.
pub(super) fn related(data: &Results<'_>) -> String {
    let pairs = data.experiment.related();
    let Some(&(one, _)) = pairs.first() else { return String::new() };
    let (mut numbers, mut words) = (Vec::new(), Vec::new());
    for (_, measure) in pairs {
        let mut said = Vec::new();
        let [mut higher, mut lower, mut open] = [const { Vec::new() }; 3];
        for player in 0..data.experiment.players.len() {
            let Some((r, (low, high))) = correlation(data, player, (one, measure)) else {
                continue;
            };
            said.push(format!("{r:+.2} [{low:+.2}, {high:+.2}] for {}", name(data, player)));
            let side = match (low > 0.0, high < 0.0) {
                (true, _) => &mut higher,
                (_, true) => &mut lower,
                _ => &mut open,
            };
            side.push(name(data, player));
        }
        numbers.push(format!("{} {}", measure.noun(), said.join(", ")));
        let sides = [(higher, "higher with"), (lower, "lower with"), (open, "too uncertain with")];
        let sides = sides.iter().filter(|(players, _)| !players.is_empty());
        let sides: Vec<String> =
            sides.map(|(players, how)| format!("{how} {}", list(players))).collect();
        if !sides.is_empty() {
            words.push(format!("the {} is {}", measure.noun(), sides.join(", ")));
        }
    }
    format!(
        "Rank correlation with the {}, at equal settings: {}. So where the {} is greater, {}.",
        one.noun(),
        numbers.join("; "),
        one.noun(),
        list(&words)
    )
}

/// The rank correlation of two measures of a player's games, over all settings.
fn correlation(
    data: &Results<'_>,
    player: usize,
    (one, other): (Measure, Measure),
) -> Option<(f64, (f64, f64))> {
    let points = 0..data.experiment.points().count();
    let samples: Vec<(f64, u64)> = points
        .filter_map(|point| {
            let games = data.both((point, player), one, other);
            let pairs: Vec<(f64, f64)> = games.iter().map(|game| (game.1, game.2)).collect();
            Some((rank_correlation(&pairs)?, games.len() as u64))
        })
        .collect();
    interval::correlation(&samples)
}

/// Spearman's: the correlation of ranks, ties sharing theirs; `None` where nothing varies.
fn rank_correlation(games: &[(f64, f64)]) -> Option<f64> {
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
        assert!((rank_correlation(&games).unwrap() + 29.0 / 165.0).abs() < 1e-12);
        assert_eq!(rank_correlation(&[(1.0, 0.0), (2.0, 0.0)]), None);
        // Ties share their ranks.
        let tied = [(1.0, 1.0), (1.0, 1.0), (2.0, 5.0)];
        assert!((rank_correlation(&tied).unwrap() - 1.0).abs() < 1e-12);
    }
}
