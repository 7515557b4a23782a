//! What opening a cell promises: how safe it is, how often it wins, and what follows if it is safe.

use surefoot_inference::{Posterior, Suppose};
use surefoot_rules::{Cell, Promise, percent};

use crate::coach::comparison::chance;
use crate::surefoot::WinChance;

/// What opening a cell promises.
///
/// ```
/// use surefoot_players::coach::Coach;
/// use surefoot_rules::{Promise, view};
///
/// let counsel = Coach::default().consult(&view!["3x1/1", "* 1 *"], Promise::Opening, 2)?;
/// let prospect = &counsel.candidates[0];
/// assert_eq!(prospect.safety, 0.5);
/// println!("{}", prospect.words());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// The cell.
    pub cell: Cell,
    /// The probability that it is safe; exactly 0 or 1 where that is certain.
    pub safety: f64,
    /// The probability to win if `surefoot` opens it and plays on; `None` where that cannot be told:
    /// under uncertain clues, with the number of mines hidden, or on a board too large to be played
    /// out.
    pub win: Option<WinChance>,
    /// What follows if it is safe; `None` if it is not, or under uncertain clues.
    pub follows: Option<Followup>,
    /// The other cell of a coin flip that this is one of.
    pub flip: Option<Cell>,
}

/// What follows if a cell turns out to be safe, exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Followup {
    /// The probability that some cell is certainly safe then, or none is left.
    pub goes_on: f64,
    /// The probability that it shows 0 and opens its neighbours.
    pub opening: f64,
    /// How safe the safest cell is then, on average.
    pub next: f64,
}

impl Prospect {
    pub(super) fn of(
        suppose: &mut Suppose,
        posterior: &Posterior<'_>,
        cell: Cell,
        win: Option<WinChance>,
    ) -> Self {
        let safety = posterior.safety(cell).unwrap_or(0.0);
        let flips = posterior.coin_flips();
        let flip = flips.iter().find_map(|&(one, other)| match cell {
            _ if cell == one => Some(other),
            _ if cell == other => Some(one),
            _ => None,
        });
        let follows = if posterior.view().rule().is_exact() && safety > 0.0 {
            Followup::of(suppose, posterior, cell)
        } else {
            None
        };
        Self { cell, safety, win, follows, flip }
    }

    /// Whether it is certainly safe.
    pub fn is_safe(&self) -> bool {
        self.safety >= 1.0
    }

    /// Whether it is certainly a mine.
    pub fn is_mine(&self) -> bool {
        self.safety <= 0.0
    }

    /// The same in a few words: `75.0 % safe, wins 31.2 % (28 to 34)`.
    pub fn words(&self) -> String {
        let safety = match self.safety {
            _ if self.is_safe() => "certainly safe".to_owned(),
            _ if self.is_mine() => "certainly a mine".to_owned(),
            safety => format!("{} safe", percent(safety, 1)),
        };
        let win = self.win.filter(|_| !self.is_mine());
        win.map_or(safety.clone(), |win| format!("{safety}, wins {}", chance(win)))
    }

    /// A first click is as safe as promised.
    pub(super) fn promised(&mut self, promise: Promise) {
        if promise != Promise::None {
            self.safety = 1.0;
        }
        if promise == Promise::Opening {
            self.follows = Some(Followup { goes_on: 1.0, opening: 1.0, next: 1.0 });
        }
    }
}

impl Followup {
    /// By supposing every number that it may show.
    fn of(suppose: &mut Suppose, posterior: &Posterior<'_>, cell: Cell) -> Option<Self> {
        let numbers = suppose.numbers(posterior, cell).ok()?.to_vec();
        let opening = numbers.first().copied().unwrap_or_default();
        let (mut goes_on, mut next) = (0.0, 0.0);
        for (number, &share) in numbers.iter().enumerate().filter(|&(_, &share)| share > 0.0) {
            let safest = suppose.open(posterior, cell, number as u8).ok()?.safest();
            goes_on += if safest >= 1.0 { share } else { 0.0 };
            next += share * safest;
        }
        Some(Self { goes_on, opening, next })
    }
}
