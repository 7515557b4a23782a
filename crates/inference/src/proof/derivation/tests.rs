//! Every step follows from those before it, by brute force.

#![allow(clippy::cast_possible_wrap)] // the boards are small

use std::collections::BTreeSet;

use super::*;
use surefoot_rules::{Action, Deal, GameKind, Promise, Random, Rules, view};
use surefoot_testing::{Cases, any_grid, dealt};

use crate::{Prover, Unknown, Workspace, oracle};

fn holds(mines: usize, bound: Bound) -> bool {
    match bound {
        Bound::AtLeast(least) => mines >= least as usize,
        Bound::AtMost(most) => mines <= most as usize,
    }
}

/// The numbers of mines that a region can have if a row is satisfied and the other
/// regions keep to the premises; for no region, whether the row can be satisfied at all.
fn possible(derivation: &Derivation, row: u32, region: Option<u16>, by: &Premises) -> Vec<usize> {
    let row = &derivation.rows[row as usize];
    let size = |region: u16| derivation.regions[region as usize].len();
    let mut sums = BTreeSet::from([0]);
    for &(other, sign) in row.terms.iter().filter(|term| Some(term.0) != region) {
        let keeps = |mines: &usize| {
            by.iter().filter(|premise| premise.region == other).all(|p| holds(*mines, p.bound))
        };
        let values: Vec<usize> = (0..=size(other)).filter(keeps).collect();
        let longer = |sum: i32| values.iter().map(move |&v| sum + i32::from(sign) * v as i32);
        sums = sums.into_iter().flat_map(longer).collect();
    }
    let sign = region.and_then(|region| row.terms.iter().find(|term| term.0 == region));
    let sign = sign.map_or(0, |term| i32::from(term.1));
    let most = region.map_or(0, size);
    (0..=most).filter(|&value| sums.contains(&(row.sum - sign * value as i32))).collect()
}

/// Checks all of a derivation: its rows and what it says are true in every configuration,
/// and every step follows from what it rests on.
fn check(view: &View, cell: Cell, mine: bool, derivation: &Derivation) {
    let all: Vec<Vec<Cell>> = oracle::configurations(view, Unknown::AnyTotal).into_keys().collect();
    let count = |configuration: &[Cell], region: u16| {
        derivation.regions[region as usize]
            .iter()
            .filter(|cell| configuration.contains(cell))
            .count()
    };
    for row in &derivation.rows {
        for configuration in &all {
            let terms = row.terms.iter();
            let sum: i32 =
                terms.map(|&(r, sign)| i32::from(sign) * count(configuration, r) as i32).sum();
            assert_eq!(sum, row.sum, "{row:?}");
        }
    }
    // What each step says, and under which suppositions.
    let mut said: Vec<(u16, Bound, Vec<u32>)> = Vec::new();
    let mut scope: Vec<u32> = Vec::new();
    for (node, number) in derivation.nodes.iter().zip(0..) {
        let check_premises = |by: &Premises| {
            for premise in by {
                let size = derivation.regions[premise.region as usize].len();
                if premise.node == NONE {
                    let plain = (0..=size).all(|mines| holds(mines, premise.bound));
                    assert!(plain, "step {number} takes {premise:?} for granted");
                    continue;
                }
                let (region, bound, under) = &said[premise.node as usize];
                assert_eq!((premise.region, premise.bound), (*region, *bound), "step {number}");
                assert!(scope.starts_with(under), "step {number} rests on what is discharged");
            }
        };
        let says = match node {
            DerivationStep::Bounded { row, region, bound, by } => {
                check_premises(by);
                let values = possible(derivation, *row, Some(*region), by);
                assert!(values.iter().all(|&v| holds(v, *bound)), "step {number} does not follow");
                (*region, *bound)
            }
            DerivationStep::Clash { row, by, .. } => {
                check_premises(by);
                let none = possible(derivation, *row, None, by).is_empty();
                assert!(none, "step {number} is no clash");
                assert!(!scope.is_empty(), "the clues contradict each other");
                (0, Bound::AtLeast(0))
            }
            DerivationStep::Supposed { region, bound } => {
                scope.push(number);
                (*region, *bound)
            }
            DerivationStep::Refuted { region, bound, supposed, clash } => {
                assert_eq!(scope.pop(), Some(*supposed), "step {number}");
                assert!(supposed < clash && *clash < number, "step {number}");
                assert!(matches!(derivation.nodes[*clash as usize], DerivationStep::Clash { .. }));
                let (there, contrary, _) = &said[*supposed as usize];
                assert_eq!((*there, contrary.contrary()), (*region, *bound), "step {number}");
                (*region, *bound)
            }
        };
        said.push((says.0, says.1, scope.clone()));
        // True in every configuration that is as supposed.
        let supposed = |configuration: &&Vec<Cell>| {
            scope.iter().all(|&at| {
                let (region, bound, _) = &said[at as usize];
                holds(count(configuration, *region), *bound)
            })
        };
        for configuration in all.iter().filter(supposed) {
            let clash = matches!(node, DerivationStep::Clash { .. });
            assert!(!clash, "step {number}: {configuration:?} is possible");
            assert!(holds(count(configuration, says.0), says.1), "step {number} is not true");
        }
    }
    assert!(scope.is_empty(), "something stays supposed");
    let (region, bound, _) = &said[said.len() - 1];
    let cells = &derivation.regions[*region as usize];
    assert!(
        *region == derivation.goal && cells.contains(&cell),
        "the last step is about {cells:?}"
    );
    let wanted = if mine { Bound::AtLeast(cells.len() as u32) } else { Bound::AtMost(0) };
    assert_eq!(*bound, wanted, "the last step decides the cell");
}

/// Checks the proofs of all certain cells; how many there are, and how many suppositions.
fn check_all(view: &View) -> (usize, usize) {
    let (mut workspace, mut prover) = (Workspace::default(), Prover::default());
    let posterior = workspace.solve(view).unwrap();
    let (mut proofs, mut splits) = (0, 0);
    for cell in view.grid().cells().filter(|&cell| view.tile(cell).is_closed()) {
        let mine = posterior.is_mine(cell);
        if mine || posterior.is_safe(cell) {
            let proof = prover.prove(view, cell).unwrap();
            check(view, cell, mine, &proof.derivation);
            proofs += 1;
            splits += proof.derivation.splits();
        }
    }
    (proofs, splits)
}

#[test]
fn drawn_positions_are_derived() {
    for (view, proofs, splits) in [
        (view!["2x1/?", "1 *"], 1, false),
        (view!["3x2/?", "1 2 1", "* * *"], 3, false),
        (view!["4x2/?", "1 2 2 1", "* * * *"], 4, false),
        // By the number of mines.
        (view!["5x1/1", "* 1 * * *"], 2, false),
        (view!["7x1/2", "* 1 * * * 1 *"], 1, false),
        (view!["3x3/?", "1 * 2", "* * *", "* 3 *"], 2, false),
        // Something has to be supposed.
        (view!["4x3/? torus", "4 ? ? *", "M 4 M M", "* * * 5"], 4, true),
    ] {
        let (found, supposed) = check_all(&view);
        assert_eq!((found, supposed > 0), (proofs, splits), "{view:?}");
    }
}

/// A position of a small board with few cells closed.
fn position(random: &mut Random) -> View {
    let grid = any_grid(random, 3..=5, 2..=4);
    let cells = grid.len() as u32;
    let mut rules = Rules::new(GameKind::Score, grid, 1 + random.below(cells / 2));
    (rules.promise, rules.told) = (Promise::None, random.below(3) > 0);
    let mut game = dealt(rules, Deal::new(random.bits(), 0));
    while game.view().hidden_count() > 4 + random.below(8) {
        let _ = game.play(Action::Open(Cell::new(random.below(cells))));
    }
    game.view().clone()
}

#[test]
fn every_step_of_random_derivations_follows() {
    let (mut proofs, mut splits) = (0, 0);
    Cases::new("derivations", 300).check(position, |view| {
        let found = check_all(view);
        (proofs, splits) = (proofs + found.0, splits + found.1);
    });
    assert!(proofs > 500 && splits > 5, "{proofs} proofs, {splits} suppositions");
}

/// What nothing rests on goes, and the rest is numbered anew.
#[test]
fn steps_that_are_not_needed_go() {
    let bounded = |region: u16, nodes: &[u32]| {
        let premise = |&node| Premise { region: 9, bound: Bound::AtLeast(1), node };
        let by = nodes.iter().map(premise).collect();
        DerivationStep::Bounded { row: 0, region, bound: Bound::AtMost(0), by }
    };
    let mut nodes = vec![
        bounded(0, &[NONE]),
        bounded(1, &[NONE]),
        bounded(2, &[1, NONE]),
        bounded(3, &[0]),
        bounded(4, &[2, 1]),
        bounded(5, &[4]),
    ];
    keep_needed(&mut nodes, 4);
    let kept = nodes.iter().map(|node| match node {
        DerivationStep::Bounded { region, by, .. } => {
            (*region, by.iter().map(|premise| premise.node).collect::<Vec<_>>())
        }
        other => panic!("{other:?}"),
    });
    let expected = [(1, vec![NONE]), (2, vec![0, NONE]), (4, vec![1, 0])];
    assert_eq!(kept.collect::<Vec<_>>(), expected);
}
