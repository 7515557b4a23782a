//! One of several, in proportion to their weights; and weights kept for the next draw.
//!
//! Whoever draws thousands of configurations walks back through the same few places of a trellis
//! again and again, and nine tenths of a walk would be to multiply the same ways with the same
//! weights. So what was open at a place is kept in doubles, without what is impossible. The same
//! random numbers pick the same as without.

use surefoot_rules::Random;

use crate::count::number::Weight;

/// The ways back that were open to earlier draws, with their weights: the same few places come up
/// again and again.
#[derive(Default)]
pub(super) struct KeptWeights {
    /// Per state and number of mines, as they lie in the sums: one more than its place in the
    /// list, or 0. Nothing if nothing is kept.
    places: Vec<u32>,
    list: Vec<KeptPlace>,
    ways: Vec<(f64, u32)>,
}

/// The sum of some weights, and where they lie.
#[derive(Clone, Copy)]
struct KeptPlace {
    whole: f64,
    start: u32,
    end: u32,
}

impl KeptWeights {
    /// Of so many states and numbers of mines.
    pub(super) fn over(values: usize) -> Self {
        Self { places: vec![0; values], ..Self::default() }
    }

    /// Draws from the weights of what leads to a state with so many mines.
    pub(super) fn pick<N: Weight>(
        &mut self,
        place: u32,
        weights: impl Iterator<Item = N> + Clone,
        random: &mut Random,
    ) -> usize {
        let Some(known) = self.places.get(place as usize) else { return pick(weights, random) };
        if *known == 0 {
            let start = self.ways.len() as u32;
            let possible = (0..).zip(as_doubles(weights)).filter(|(_, weight)| *weight > 0.0);
            self.ways.extend(possible.map(|(edge, weight)| (weight, edge)));
            let end = self.ways.len() as u32;
            let whole = self.ways[start as usize..].iter().map(|(weight, _)| weight).sum();
            self.list.push(KeptPlace { whole, start, end });
            self.places[place as usize] = self.list.len() as u32;
        }
        let KeptPlace { whole, start, end } = self.list[self.places[place as usize] as usize - 1];
        let ways = &self.ways[start as usize..end as usize];
        let picked = pick_of(whole, ways.iter().map(|(weight, _)| *weight), random);
        ways.get(picked).map_or(0, |(_, edge)| *edge as usize)
    }
}

/// Weights as doubles: of numbers that doubles have no room for, against the largest.
fn as_doubles<N: Weight>(
    weights: impl Iterator<Item = N> + Clone,
) -> impl Iterator<Item = f64> + Clone {
    let larger = |a: N, b: N| if b > a { b } else { a };
    let scale = if N::LIMITED { N::one() } else { weights.clone().fold(N::zero(), larger) };
    weights.map(move |weight| weight.ratio(scale))
}

/// Draws from weights.
pub(super) fn pick<N: Weight>(
    weights: impl Iterator<Item = N> + Clone,
    random: &mut Random,
) -> usize {
    let weights = as_doubles(weights);
    let whole = weights.clone().sum();
    pick_of(whole, weights, random)
}

/// Draws from weights with this sum.
fn pick_of(whole: f64, weights: impl Iterator<Item = f64>, random: &mut Random) -> usize {
    let mut at = random.unit() * whole;
    let mut last = 0;
    for (index, weight) in weights.enumerate() {
        if weight > 0.0 {
            last = index;
            if at < weight {
                return index;
            }
            at -= weight;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept picks what would be picked anew, place by place, and never what has no weight.
    #[test]
    fn kept_weights_pick_the_same() {
        let weights = [[0.0, 3.0, 1.0, 0.0], [0.5, 0.0, 0.0, 2.0], [0.0, 0.0, 1e-300, 0.0]];
        let mut kept = KeptWeights::over(weights.len());
        let (mut random, mut again) =
            (Random::named("kept", [1, 1]), Random::named("kept", [1, 1]));
        let mut nothing_kept = KeptWeights::default();
        for draw in 0..3_000 {
            let place = draw % weights.len();
            let of = || weights[place].iter().copied();
            let picked = kept.pick(place as u32, of(), &mut random);
            assert_eq!(picked, nothing_kept.pick(place as u32, of(), &mut again), "draw {draw}");
            assert!(weights[place][picked] > 0.0);
        }
    }
}
