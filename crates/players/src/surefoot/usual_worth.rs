//! What positions are worth usually, and what playouts say beyond that.
//!
//! A mean of few playouts is extreme by chance more often than a position is: taken at its word it
//! promises too much where it is high and too little where it is low, on average by six points
//! with four playouts, and by two with sixteen. So it is drawn towards what positions of the same
//! kind are worth, as if some more playouts had said that: as many as playouts scatter widely
//! against positions of a kind (Efron and Morris, "Stein's paradox in statistics", 1977). A
//! playout's weight scatters as p (1 - p), least where it is near 0 or 1.
//!
//! A single number for what is usual would not do: a guess on an expert board is won half of the
//! time, one on an intermediate board more than three times of four. Three signs that cost nothing
//! tell most of it: how safe the safest cell is, how many cells are undecided, and how many mines
//! are among them. What is usual is exp(-η), where η grows with them; it was fitted by least
//! squares to 14 500 guesses of survived games of seed 1 on five levels
//! (`crates/soundness/examples/usual_worth.rs` lists them), and is tested on others by
//! `scripts/soundness wins`.

use surefoot_inference::Posterior;
use surefoot_rules::View;

use crate::surefoot::win_chance::WinChance;
use crate::tunables;

/// What is quickly seen of a position and says much of its worth: how safe the safest cell is, how
/// many cells are undecided, and how many mines are among them. `None` if no cell is hidden, or the
/// number of mines is not told.
pub fn signs(view: &View, posterior: &Posterior<'_>) -> Option<[f64; 3]> {
    let (_, least) = posterior.safest()?;
    let undecided = view.closed().filter(|&cell| posterior.certain(cell).is_none());
    let known = view.closed().filter(|&cell| posterior.is_mine(cell)).count() as u32;
    let mines = view.mines()?.checked_sub(view.opened_mines() + known)?;
    Some([1.0 - least, undecided.count() as f64, mines.into()])
}

/// What positions with such signs are worth usually.
pub(crate) fn of([safest, undecided, mines]: [f64; 3]) -> f64 {
    let (risk, cells) = (1.0 - safest, undecided.max(1.0));
    let dense = mines / cells;
    // -ln(1 - risk), as far as it matters; the platform's logarithm promises no last bit.
    let loss = risk * (1.0 + risk * (1.0 / 2.0 + risk * (1.0 / 3.0 + risk / 4.0)));
    let square = dense * dense;
    let [whole, of_loss, of_dense, second, third, fourth] = tunables::WORTH_SIGNS;
    let by_cells = cells * square * (second + dense * third + square * fourth);
    let eta = whole + of_loss * loss + of_dense * dense + by_cells;
    // exp(-eta), by eight squarings.
    let mut worth = 1.0 - eta.clamp(0.0, 5.0) / 256.0;
    for _ in 0..8 {
        worth *= worth;
    }
    worth.clamp(0.02, 0.98)
}

/// What a position is worth by the weights of its playouts, where such positions are worth `usual`.
pub(crate) fn calibrated(weights: &[f64], usual: f64) -> WinChance {
    let count = weights.len() as f64;
    let sum: f64 = weights.iter().sum();
    let scatter = usual * (1.0 - usual);
    let drawn = 4.0 * scatter * tunables::WORTH_DRAWN;
    let value = (sum + drawn * usual) / (count + drawn);
    // One more playout that scatters as usual: some may happen to agree, which says nothing of the
    // next.
    let mean = sum / count;
    let spread: f64 = weights.iter().map(|weight| (weight - mean) * (weight - mean)).sum();
    let variance = (spread + tunables::WORTH_SCATTER * scatter) / count;
    WinChance { value, error: (variance / (count + drawn)).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mean of many stays what it is, one of few is drawn to what is usual, and none is certain.
    #[test]
    fn few_playouts_are_not_taken_at_their_word() {
        let by = |count: usize, high: f64| {
            let weights: Vec<f64> =
                (0..count).map(|at| if at % 2 == 0 { high } else { high - 0.2 }).collect();
            calibrated(&weights, 0.5)
        };
        let (few, many) = (by(4, 0.9), by(40_000, 0.9));
        assert!(few.value < 0.75 && few.value > 0.5, "{few:?}");
        assert!((many.value - 0.8).abs() < 1e-3 && many.error < 1e-3, "{many:?}");
        assert!(by(4, 0.3).value > 0.25);
        let sure = calibrated(&[1.0; 32], 0.9);
        assert!(sure.value > 0.98 && !sure.is_exact(), "{sure:?}");
    }

    /// Riskier, wider and denser positions are worth less.
    #[test]
    fn signs_mean_what_they_say() {
        let expert = of([0.85, 200.0, 45.0]);
        assert!((0.2..0.8).contains(&expert), "{expert}");
        assert!(of([0.7, 200.0, 45.0]) < expert);
        assert!(of([0.85, 400.0, 90.0]) < expert);
        assert!(of([0.85, 200.0, 35.0]) > expert);
    }
}
