//! One way through all passes, in one kind of number.
//!
//! Forward through the components, joined to a whole, weighed by the sea, back down to every
//! component: what the marginals are read off, and configurations drawn from. The engine does
//! it in doubles, and where they have no room once more in wide numbers; so whatever needs
//! the counts later asks for them in the kind that they were found in.

use surefoot_rules::Wide;

use crate::count::join::Join;
use crate::count::number::Weight;
use crate::count::pass::{Pass, PassError};
use crate::count::trellis::{Limits, Trellis};
use crate::error::CountError;
use crate::posterior::total::{TiltSearch, Total, better_tilt, fill_from_peak};
use crate::tunables;

/// The counts of a view in one kind of number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts<N> {
    pub(crate) forward: Pass<N>,
    pub(crate) backward: Vec<N>,
    pub(crate) join: Join<N>,
    /// The weight of the sea, by the mines in all components.
    pub(crate) sea: Vec<N>,
}

impl<N: Weight> Counts<N> {
    /// The memory it holds.
    pub(super) fn bytes(&self) -> usize {
        size_of::<N>() * (self.backward.capacity() + self.sea.capacity())
            + self.forward.held()
            + self.join.bytes()
    }

    /// Counts forward, tilted so that the weight of the whole lies where the numbers are
    /// large, and hands down; what is too small to matter is left out, and it is an error if
    /// it was not. `tilt` begins as a guess and becomes what was used.
    pub(super) fn count(
        &mut self,
        trellis: &Trellis,
        (sea, total, allowed): (u32, Total, (u32, u32)),
        tilt: &mut f64,
        limits: Limits<'_>,
    ) -> Result<(), PassError> {
        let (mut tries, mut search) = (tunables::TILTS, TiltSearch::default());
        loop {
            trellis.forward_watched(*tilt, limits, &mut self.forward)?;
            self.weigh(trellis, (sea, total, allowed), *tilt, true, limits)?;
            let (first, terms) = self.join.whole();
            tries -= 1;
            let factor = better_tilt(terms, &self.sea, first, allowed);
            match factor.and_then(|factor| search.after(*tilt, factor)) {
                Some(next) if tries > 0 => {
                    let [least, most] = tunables::TILT_RANGE;
                    *tilt = next.clamp(least, most);
                }
                _ => break,
            }
        }
        let little = self.lost_little(trellis, (sea, total, allowed), *tilt);
        let in_range = self.join.hand_down(&self.sea, limits.stop)?;
        if in_range && little { Ok(()) } else { Err(PassError::OutOfRange) }
    }

    /// Counts with everything left in.
    pub(super) fn count_all(
        &mut self,
        trellis: &Trellis,
        of: (u32, Total, (u32, u32)),
        tilt: f64,
        limits: Limits<'_>,
    ) -> Result<(), PassError> {
        let terms: u64 = trellis.components.iter().map(|c| u64::from(c.most - c.least) + 1).sum();
        if terms > tunables::JOIN_ALL {
            return Err(CountError::TooManyParts.into());
        }
        trellis.forward(tilt, limits, &mut self.forward)?;
        self.weigh(trellis, of, tilt, false, limits)?;
        self.join.hand_down(&self.sea, limits.stop)?;
        Ok(())
    }

    /// Joins the components, and weighs what they can have by the sea.
    fn weigh(
        &mut self,
        trellis: &Trellis,
        (sea, total, allowed): (u32, Total, (u32, u32)),
        tilt: f64,
        may_cut: bool,
        limits: Limits<'_>,
    ) -> Result<(), CountError> {
        let results = trellis.components.iter().map(|c| self.forward.result(c));
        self.join.multiply(results, may_cut, limits.stop)?;
        let (first, terms) = self.join.whole();
        let end = first + (terms.len() as u32).saturating_sub(1);
        let ratio = |mines| total.ratio(sea, mines) / tilt;
        fill_from_peak(&mut self.sea, first..=end, allowed, ratio);
        Ok(())
    }

    /// Whether what the components lost on the way is next to nothing of the whole.
    ///
    /// What was lost may have had numbers of mines that nothing kept has, and the total may want
    /// just those. So what is lost of one component is weighed with everything that all others
    /// can be, and with the sea where it is heaviest; what is kept, as the total has it.
    fn lost_little(&self, trellis: &Trellis, of: (u32, Total, (u32, u32)), tilt: f64) -> bool {
        if self.forward.kept.iter().all(|kept| kept.lost.is_zero()) {
            return true;
        }
        let sum = |terms: &[N]| terms.iter().fold(Wide::ZERO, |sum, term| sum + term.wide());
        let (first, terms) = self.join.whole();
        let all = sum(terms) * self.heaviest_sea(first, of, tilt);
        let weighed = terms.iter().zip(&self.sea);
        let whole = weighed.fold(Wide::ZERO, |sum, (term, sea)| sum + term.wide() * sea.wide());
        let mut kept = trellis.components.iter().zip(&self.forward.kept);
        kept.all(|(component, kept)| {
            let ours = sum(self.forward.result(component).1);
            kept.lost * all <= (whole * ours).shifted(-tunables::RANGE_LOST)
        })
    }

    /// The largest weight of the sea for any number of mines that is allowed, where the largest
    /// among those that the components kept is one.
    fn heaviest_sea(
        &self,
        first: u32,
        (sea, total, (least, most)): (u32, Total, (u32, u32)),
        tilt: f64,
    ) -> Wide {
        let ratio = |mines: u32| Wide::from(total.ratio(sea, mines) / tilt);
        let at = |mines: u32| {
            let weight = mines.checked_sub(first).and_then(|at| self.sea.get(at as usize));
            weight.map_or(Wide::ZERO, |weight| weight.wide())
        };
        let end = first + (self.sea.len() as u32).saturating_sub(1);
        let (from, to) = (least.max(first), most.min(end));
        if from > to {
            return Wide::ONE; // nothing that was kept is allowed
        }
        let mut heaviest = Wide::ONE;
        let mut weigh = |weight: Wide| {
            if weight > heaviest {
                heaviest = weight;
            }
            weight
        };
        (to..most).fold(at(to), |weight, mines| weigh(weight * ratio(mines)));
        (least..from).rev().fold(at(from), |weight, mines| weigh(weight.over(ratio(mines))));
        heaviest
    }
}
