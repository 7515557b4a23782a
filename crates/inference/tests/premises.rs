//! Every step of a proof follows from what it names: its clues, the number of mines where it says
//! so, and what it takes for granted. Held against all fillings of the cells around.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use surefoot_inference::{Bound, Explanation, Proof, ProofStep, Prover, StepKind};
use surefoot_rules::{Cell, Tile, View};
use surefoot_testing::small_game;

/// A sum over cells that must lie in a range.
struct SumOf {
    cells: Vec<Cell>,
    least: u32,
    most: u32,
}

impl SumOf {
    fn bounded(cells: &[Cell], bound: Bound) -> Self {
        let (least, most) = match bound {
            Bound::AtLeast(mines) => (mines, u32::MAX),
            Bound::AtMost(mines) => (0, mines),
        };
        Self { cells: cells.to_vec(), least, most }
    }
}

/// What a step names.
fn premises(view: &View, step: &ProofStep) -> Vec<SumOf> {
    let mut sums: Vec<SumOf> =
        step.given.iter().map(|given| SumOf::bounded(&given.cells, given.bound)).collect();
    for &clue in &step.clues {
        let Tile::Clue(shown) = view.tile(clue) else { panic!("{clue:?} is no clue") };
        let beside = view.neighbours(clue);
        let open = beside.iter().filter(|&&cell| view.tile(cell) == Tile::Mine).count() as u32;
        let cells = beside.iter().copied().filter(|&cell| view.tile(cell).is_closed()).collect();
        let need = u32::from(shown) - open;
        sums.push(SumOf { cells, least: need, most: need });
    }
    if step.total {
        let left = view.mines().unwrap() - view.opened_mines();
        sums.push(SumOf { cells: view.closed().collect(), least: left, most: left });
    }
    sums
}

/// Whether what a step says holds in every filling that its premises allow; `None` if these are too
/// many.
fn follows(view: &View, step: &ProofStep) -> Option<bool> {
    let premises = premises(view, step);
    let named = premises.iter().flat_map(|sum| &sum.cells).chain(&step.cells);
    let cells: Vec<Cell> = named.copied().collect::<BTreeSet<_>>().into_iter().collect();
    if cells.len() > 16 {
        return None;
    }
    let place = |cell: &Cell| cells.binary_search(cell).unwrap();
    let masks: Vec<(u32, &SumOf)> = premises
        .iter()
        .map(|sum| (sum.cells.iter().fold(0, |mask, cell| mask | 1 << place(cell)), sum))
        .collect();
    let own = step.cells.iter().fold(0_u32, |mask, cell| mask | 1 << place(cell));
    let mut allowed = (0..1_u32 << cells.len()).filter(|filling| {
        masks
            .iter()
            .all(|(mask, sum)| (sum.least..=sum.most).contains(&(filling & mask).count_ones()))
    });
    Some(match step.bound {
        // Nothing is left.
        None => allowed.next().is_none(),
        Some(Bound::AtLeast(mines)) => allowed.all(|one| (one & own).count_ones() >= mines),
        Some(Bound::AtMost(mines)) => allowed.all(|one| (one & own).count_ones() <= mines),
    })
}

fn check(view: &View, proof: &Proof, checked: &mut [u32; 7]) {
    let steps = proof.steps();
    for (number, step) in steps.iter().enumerate() {
        assert!(step.because.iter().all(|&earlier| earlier < number), "{step:?}");
        // What is granted by an earlier step is what that step says.
        for given in &step.given {
            let Some(earlier) = given.step else {
                let plain = match given.bound {
                    Bound::AtLeast(mines) => mines == 0,
                    Bound::AtMost(mines) => mines as usize >= given.cells.len(),
                };
                assert!(plain, "{given:?} in {view:?}");
                continue;
            };
            assert!(step.because.contains(&earlier));
            let said = &steps[earlier];
            assert_eq!((&said.cells, said.bound), (&given.cells, Some(given.bound)));
        }
        let looked = step.looks_at();
        assert!(step.cells.iter().all(|cell| looked.contains(cell)));
        let at = match step.kind {
            StepKind::Supposition => 0,
            StepKind::Refutation => {
                // The contrary was supposed, and that cannot be.
                let [supposed, clash] = step.because[..] else { panic!("{step:?}") };
                assert_eq!(steps[supposed].kind, StepKind::Supposition);
                assert_eq!(steps[clash].kind, StepKind::Contradiction);
                assert_eq!(steps[supposed].cells, step.cells);
                1
            }
            kind => {
                let Some(follows) = follows(view, step) else { continue };
                assert!(follows, "{step:?} in {view:?}");
                match kind {
                    StepKind::Clue => 2,
                    StepKind::Subtraction => 3,
                    StepKind::Sum => 4,
                    StepKind::Count => 5,
                    _ => 6,
                }
            }
        };
        checked[at] += 1;
    }
}

#[test]
fn every_step_follows_from_the_premises_it_names() {
    let (mut prover, mut checked) = (Prover::default(), [0; 7]);
    for index in 0..700 {
        let game = small_game("premises", [26, index], [4..8, 3..7], (2, 3), 1..17);
        let view = game.view().clone();
        for cell in view.closed() {
            if let Ok(Explanation::Proof(proof)) = prover.explain(&view, cell) {
                check(&view, &proof, &mut checked);
            }
        }
    }
    // Clues, subtractions, counts and contradictions were all there.
    assert!([0, 1, 2, 3, 5, 6].into_iter().all(|kind| checked[kind] > 20), "{checked:?}");
}
