//! Looking two guesses ahead.
//!
//! The safest cell is not the best one: it may tell nothing, and the risk it puts
//! off must be taken anyway. So for each candidate the numbers it may show are
//! supposed one after the other, each with its exact probability, and the safest
//! cell *then* is looked for. A position in which something is certain counts as 1.
//!
//! The obvious score, the probability to survive this guess and the next
//! (Hill's "secondary safety", PSEQ), takes the next guess for all that is to come.
//! Playouts from two thousand positions say otherwise: whatever the next guess
//! costs, later ones come in any case, so between the best and the worst outcome
//! lies less than a fifth of the game's value, and most of that between something
//! certain and nothing. Hence
//!
//! > score = safety · E[1 − κ (1 − next⁸)],  κ = 0.18,
//!
//! fitted to those playouts and confirmed by matches (`docs/strength.md`).

use std::cmp::Reverse;

use surefoot_inference::{FormedFlips, Options, Posterior, Suppose, TIE};
use surefoot_rules::{Cell, Random, View};

use crate::surefoot::decision;
use crate::surefoot::playout;
use crate::tunables;

/// What a guess is worth by what may follow it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outlook {
    /// κ: how much of the value is at stake in what the number shows.
    stake: f64,
    /// Whether it is lost fast as the next guess gets riskier: by its eighth power.
    steep: bool,
}

impl Outlook {
    /// As fitted to playouts.
    pub(crate) const FITTED: Self = Self { stake: tunables::AHEAD_STAKE, steep: true };
    /// The probability to survive this guess and the next.
    pub(crate) const SURVIVAL: Self = Self { stake: 1.0, steep: false };

    /// What is lost if the safest cell then is as safe as this.
    fn loss(self, next: f64) -> f64 {
        let fourth = next * next * next * next;
        self.stake * (1.0 - if self.steep { fourth * fourth } else { next })
    }
}

/// A guess and what it promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scored {
    pub(crate) cell: Cell,
    /// The probability that it is safe.
    pub(crate) safe: f64,
    pub(crate) score: f64,
}

#[derive(Clone, Copy, Debug)]
struct RankedCell {
    cell: Cell,
    safe: f64,
    /// Open cells two steps around less closed ones beside it: of equals, those in
    /// the thick of it first.
    rank: i32,
    /// A cell of the sea with none but sea around it: how many. Such cells are all
    /// alike.
    alike: Option<usize>,
}

/// Memory for looking ahead.
#[derive(Clone, Debug)]
pub(crate) struct LookAhead {
    outlook: Outlook,
    /// The most candidates that are looked at.
    most: usize,
    /// Configurations that are drawn to see which coin flips may form.
    flips: usize,
    suppose: Suppose,
    candidates: Vec<RankedCell>,
    numbers: Vec<f64>,
    scored: Vec<Scored>,
}

impl LookAhead {
    pub(crate) fn new(outlook: Outlook, options: Options, most: usize) -> Self {
        Self {
            outlook,
            most,
            flips: 0,
            suppose: Suppose::new(options),
            candidates: Vec::new(),
            numbers: Vec::new(),
            scored: Vec::new(),
        }
    }

    /// The same, with a look at the coin flips that form in so many configurations.
    pub(crate) fn foreseeing(self, flips: usize) -> Self {
        Self { flips, ..self }
    }

    /// The guess with the best score; `None` if no cell may be safe. Every
    /// supposition takes one of `nodes`; when they run out, what was found counts.
    pub(crate) fn best(&mut self, posterior: &Posterior<'_>, nodes: &mut usize) -> Option<Scored> {
        self.rank(posterior, nodes, true);
        self.scored.first().copied()
    }

    /// All candidates, best first.
    pub(crate) fn all(&mut self, posterior: &Posterior<'_>, nodes: &mut usize) -> &[Scored] {
        self.rank(posterior, nodes, false);
        &self.scored
    }

    /// The best so many candidates and what they may show, for those who want to know: of
    /// ties the chosen one first.
    pub(crate) fn candidates(
        &mut self,
        posterior: &Posterior<'_>,
        chosen: Option<Cell>,
        wanted: usize,
    ) -> Vec<decision::Candidate> {
        // A few hundred suppositions at the most, so nodes are not counted.
        self.rank(posterior, &mut { usize::MAX }, false);
        if let Some(at) = self.scored.iter().position(|scored| Some(scored.cell) == chosen) {
            self.scored[..=at].rotate_right(1);
        }
        let detailed = |&Scored { cell, safe, score }: &Scored| decision::Candidate {
            cell,
            safety: safe,
            rating: score,
            numbers: self
                .suppose
                .numbers(posterior, cell)
                .map_or_else(|_| Vec::new(), <[f64]>::to_vec),
        };
        self.scored.iter().take(wanted).map(detailed).collect()
    }

    /// What one guess is worth by its safety and what may follow, candidate or not.
    pub(crate) fn rate(&mut self, posterior: &Posterior<'_>, cell: Cell) -> Option<f64> {
        let safe = 1.0 - posterior.probability(cell)?;
        // All the numbers it may show are a few suppositions.
        Some(self.score(posterior, cell, safe, 0.0, &mut { usize::MAX }).unwrap_or(0.0))
    }

    fn rank(&mut self, posterior: &Posterior<'_>, nodes: &mut usize, only_best: bool) {
        self.find_candidates(posterior);
        self.scored.clear();
        let flips = (self.flips > 0 && self.candidates.len() > 1).then(|| {
            let mut random = Random::named("flips", [playout::hash(posterior.view()), 0]);
            FormedFlips::drawn(posterior, self.flips, &mut random)
        });
        let mut best = 0.0;
        for at in 0..self.candidates.len() {
            let RankedCell { cell, safe, .. } = self.candidates[at];
            // What follows is worth 1 at most, and the rest is riskier still.
            if only_best && safe <= best + TIE {
                break;
            }
            let left = flips.as_ref().map_or(1.0, |flips| flips.share_left(cell));
            let bound = if only_best { best / left } else { 0.0 };
            let Some(score) = self.score(posterior, cell, safe, bound, nodes) else { continue };
            let score = score * left;
            if score > best + TIE {
                best = score;
                self.scored.insert(0, Scored { cell, safe, score });
            } else if !only_best {
                self.scored.push(Scored { cell, safe, score });
            }
        }
        if !only_best {
            self.scored.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        if let (true, Some(first)) = (self.scored.is_empty(), self.candidates.first()) {
            let RankedCell { cell, safe, .. } = *first;
            self.scored.push(Scored { cell, safe, score: safe });
        }
    }

    /// The score of a guess; `None` if it is not above the bound, or if there is
    /// no node left.
    fn score(
        &mut self,
        posterior: &Posterior<'_>,
        cell: Cell,
        safe: f64,
        bound: f64,
        nodes: &mut usize,
    ) -> Option<f64> {
        *nodes = nodes.checked_sub(1)?;
        let numbers = self.suppose.numbers(posterior, cell).ok()?;
        self.numbers.clear();
        self.numbers.extend_from_slice(numbers);
        let mut follows = 1.0;
        for (number, &share) in self.numbers.iter().enumerate() {
            if share == 0.0 {
                continue;
            }
            *nodes = nodes.checked_sub(1)?;
            if let Ok(after) = self.suppose.open(posterior, cell, number as u8) {
                follows -= share * self.outlook.loss(after.safest());
            }
            if safe * follows <= bound + TIE {
                return None;
            }
        }
        Some(safe * follows)
    }

    /// The cells worth a look, safest first.
    fn find_candidates(&mut self, posterior: &Posterior<'_>) {
        let view = posterior.view();
        self.candidates.clear();
        let safety = |cell: Cell| posterior.probability(cell).map_or(0.0, |mine| 1.0 - mine);
        let safest = view.hidden().map(safety).fold(0.0, f64::max);
        for cell in view.hidden() {
            let safe = safety(cell);
            if safe == 0.0 || safe < tunables::AHEAD_BAND * safest {
                continue;
            }
            let around = view.neighbours(cell);
            let closed = around.iter().filter(|&&c| view.tile(c).is_closed()).count();
            let sea = |&cell: &Cell| posterior.is_sea(cell);
            let alike = (sea(&cell) && around.iter().all(sea)).then_some(closed);
            let candidate = RankedCell { cell, safe, rank: rank(view, cell, closed), alike };
            let twin =
                self.candidates.iter_mut().find(|other| alike.is_some() && other.alike == alike);
            match twin {
                Some(twin) if twin.rank < candidate.rank => *twin = candidate,
                Some(_) => {}
                None => self.candidates.push(candidate),
            }
        }
        // Equal guesses differ in their last bits, by the way in which they were counted.
        let risk = |of: &RankedCell| ((1.0 - of.safe) / TIE).round() as u64;
        self.candidates.sort_by_key(|of| (risk(of), Reverse(of.rank), of.cell));
        self.candidates.truncate(self.most);
    }
}

/// Open cells within two steps, less closed ones beside.
fn rank(view: &View, cell: Cell, closed: usize) -> i32 {
    let mut open = 0_i32;
    for beside in &view.neighbours(cell) {
        for near in &view.neighbours(beside) {
            open += i32::from(!view.tile(near).is_closed());
        }
    }
    open.saturating_sub_unsigned(closed as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_inference::Workspace;
    use surefoot_rules::view;

    /// Cutting candidates off does not change which is best; running out of nodes
    /// leaves a guess.
    #[test]
    fn the_best_is_the_best_of_all() {
        let view = view![
            "8x5/8",
            "* * * * * * * *",
            "* 1 * * * * * *",
            "* * * * * 2 * *",
            "* * * * * * * *",
            "* * 1 * * * * *",
        ];
        let mut workspace = Workspace::default();
        let posterior = workspace.solve(&view).unwrap();
        let mut look =
            LookAhead::new(Outlook::FITTED, Options::default(), tunables::AHEAD_CANDIDATES);
        let best = look.best(&posterior, &mut 10_000).unwrap();
        let all = look.all(&posterior, &mut 10_000).to_vec();
        assert_eq!(best, all[0]);
        assert!(all.len() > 3 && all.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert!(all.iter().all(|scored| scored.score <= scored.safe));
        assert!(look.best(&posterior, &mut 0).is_some());
    }
}
