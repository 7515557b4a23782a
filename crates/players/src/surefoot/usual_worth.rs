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
//! time, one on an intermediate board more than three times of four. Signs that cost nothing tell
//! most of it ([`PositionSigns`]). Every coin flip halves what is usual; the rest of it is exp(-η),
//! where η grows with the risk of the safest cell, with the mines among the undecided cells and with
//! the density of the board.
//!
//! How many playouts it counts as is not the same everywhere either, and taking it to be so was what
//! put win probabilities off by two and three points. Just after the first click signs tell nearly
//! all, for positions of a board are alike, and playouts scatter most: there what is usual counts as
//! 25 of them. Late in a game no two positions are alike and playouts have few guesses left to differ
//! by: there it counts as one. In between it is a matter of how much of the board is undecided, on
//! easy boards as on hard ones; how likely the win is (the obvious guess, since a weight scatters
//! least near 0 and 1) matters little beside that.
//!
//! All of it was fitted by least squares to eight playouts each from 15 000 guesses of survived games
//! of seeds 1 and 3 on six levels (`crates/soundness/examples/usual_worth.rs` lists them), and is
//! tested on other games by `scripts/soundness wins`.

use surefoot_inference::Posterior;
use surefoot_rules::View;

use crate::surefoot::win_chance::WinChance;
use crate::tunables;

/// What is quickly seen of a position and says much of its worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionSigns {
    /// How safe the safest cell is.
    pub safest: f64,
    /// How many cells are undecided.
    pub undecided: f64,
    /// How many mines are among them.
    pub mines: f64,
    /// How many coin flips have to be taken.
    pub flips: u32,
    /// The undecided cells' share of the board.
    pub share: f64,
    /// The density of mines of the whole board.
    pub density: f64,
}

impl PositionSigns {
    /// The signs of a position; `None` if no cell is hidden, or the number of mines is not told.
    pub fn of(view: &View, posterior: &Posterior<'_>) -> Option<Self> {
        let (_, least) = posterior.safest()?;
        let undecided = view.closed().filter(|&cell| posterior.certain(cell).is_none());
        let undecided = undecided.count() as f64;
        let known = view.closed().filter(|&cell| posterior.is_mine(cell)).count() as u32;
        let total = view.mines()?;
        let mines = total.checked_sub(view.opened_mines() + known)?;
        let cells = view.grid().len() as f64;
        Some(Self {
            safest: 1.0 - least,
            undecided,
            mines: mines.into(),
            flips: posterior.coin_flips().len() as u32,
            share: undecided / cells,
            density: f64::from(total) / cells,
        })
    }

    /// What positions with such signs are worth usually.
    fn worth(&self) -> f64 {
        let (risk, cells) = (1.0 - self.safest, self.undecided.max(1.0));
        // -ln(1 - risk), as far as it matters; the platform's logarithm promises no last bit.
        let loss = risk * (1.0 + risk * (1.0 / 2.0 + risk * (1.0 / 3.0 + risk / 4.0)));
        let dense = self.mines / cells;
        let square = dense * dense;
        let [whole, of_loss, fourth, sixth, of_density] = tunables::WORTH_SIGNS;
        let by_cells = cells * square * square * (fourth + square * sixth);
        let eta = whole + of_loss * loss + by_cells + of_density * self.density;
        // exp(-eta), by eight squarings.
        let mut worth = 1.0 - eta.clamp(0.0, tunables::WORTH_LEAST) / 256.0;
        for _ in 0..8 {
            worth *= worth;
        }
        for _ in 0..self.flips {
            worth /= 2.0;
        }
        let (least, most) = tunables::WORTH_RANGE;
        worth.clamp(least, most)
    }

    /// How many playouts that counts as.
    fn drawn(&self) -> f64 {
        let square = self.share * self.share;
        let [late, open, wide] = tunables::WORTH_DRAWN;
        late + open * self.share + wide * square * square
    }
}

/// What a position with such signs is worth by the weights of its playouts.
pub(crate) fn calibrated(weights: &[f64], signs: PositionSigns) -> WinChance {
    let count = weights.len() as f64;
    let sum: f64 = weights.iter().sum();
    let (usual, drawn) = (signs.worth(), signs.drawn());
    let scatter = usual * (1.0 - usual);
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

    /// An expert board half way, nothing to flip.
    const HALF_WAY: PositionSigns = PositionSigns {
        safest: 0.85,
        undecided: 200.0,
        mines: 45.0,
        flips: 0,
        share: 200.0 / 480.0,
        density: 99.0 / 480.0,
    };

    /// A mean of many stays what it is, one of few is drawn to what is usual, and none is certain.
    #[test]
    fn few_playouts_are_not_taken_at_their_word() {
        let by = |count: usize, high: f64| {
            let weights: Vec<f64> =
                (0..count).map(|at| if at % 2 == 0 { high } else { high - 0.2 }).collect();
            calibrated(&weights, HALF_WAY)
        };
        let (few, many) = (by(4, 0.9), by(40_000, 0.9));
        assert!(few.value < 0.75 && few.value > 0.5, "{few:?}");
        assert!((many.value - 0.8).abs() < 1e-3 && many.error < 1e-3, "{many:?}");
        assert!(by(4, 0.3).value > 0.25);
        let easy = PositionSigns { safest: 0.98, mines: 10.0, density: 0.1, ..HALF_WAY };
        let sure = calibrated(&[1.0; 32], easy);
        assert!(sure.value > 0.98 && !sure.is_exact(), "{sure:?}");
    }

    /// The more of the board is undecided, the more what is usual counts; late it hardly does.
    #[test]
    fn what_is_usual_counts_most_at_the_beginning() {
        let drawn = |share: f64| PositionSigns { share, ..HALF_WAY }.drawn();
        assert!(drawn(0.95) > 20.0 && drawn(0.5) < 6.0 && drawn(0.05) < 1.5);
        let by = |share: f64| calibrated(&[0.9; 4], PositionSigns { share, ..HALF_WAY });
        assert!(by(0.95).value < by(0.5).value && by(0.5).value < by(0.05).value);
        assert!(by(0.95).error < by(0.05).error);
    }

    /// Riskier, wider and denser positions are worth less, and a coin flip halves them.
    #[test]
    fn signs_mean_what_they_say() {
        let expert = HALF_WAY.worth();
        assert!((0.2..0.8).contains(&expert), "{expert}");
        assert!(PositionSigns { safest: 0.7, ..HALF_WAY }.worth() < expert);
        assert!(PositionSigns { undecided: 400.0, mines: 90.0, ..HALF_WAY }.worth() < expert);
        assert!(PositionSigns { mines: 35.0, ..HALF_WAY }.worth() > expert);
        assert!(PositionSigns { density: 0.15, ..HALF_WAY }.worth() > expert);
        let flips = PositionSigns { flips: 2, ..HALF_WAY }.worth();
        assert!((4.0 * flips - expert).abs() < 1e-12, "{flips} {expert}");
    }
}
