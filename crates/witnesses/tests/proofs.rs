//! Proofs: checked by `VeriPB`, minimal by counting, smallest by trying all sets.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use surefoot_inference::{
    AnalysisError, Certificate, Proof, ProofError, Prover, Unknown, Workspace, oracle,
};
use surefoot_rules::{
    Action, Cell, ClueRule, Deal, Draft, GameKind, Level, Point, Random, Rules, Tile, View, view,
};
use surefoot_testing::{Cases, TempFolder, any_grid, dealt, seed};
use surefoot_witnesses::{certain, check, positions};

fn at(view: &View, x: u32, y: u32) -> Cell {
    view.grid().cell(Point { x, y }).unwrap()
}

/// The view with only some of its clues, and perhaps without its total.
fn with_only(view: &View, clues: &[Cell], total: bool) -> View {
    let mut draft = Draft::from(view.clone());
    for cell in view.grid().cells() {
        if matches!(view.tile(cell), Tile::Clue(_)) && !clues.contains(&cell) {
            draft.tiles[cell.index()] = Tile::Silent;
        }
    }
    draft.mines = draft.mines.filter(|_| total);
    View::try_from(draft).unwrap()
}

fn is_certain(view: &View, cell: Cell, mine: bool) -> bool {
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(view).unwrap();
    if mine { posterior.is_mine(cell) } else { posterior.is_safe(cell) }
}

/// No clue can be spared, and the number of mines is used only where it must be.
fn assert_minimal(view: &View, proof: &Proof) {
    let Proof { cell, mine, clues, total, .. } = proof;
    assert!(is_certain(&with_only(view, clues, *total), *cell, *mine), "{view:?}");
    for left_out in clues {
        let fewer: Vec<Cell> = clues.iter().copied().filter(|clue| clue != left_out).collect();
        assert!(!is_certain(&with_only(view, &fewer, *total), *cell, *mine), "{view:?}");
    }
    if *total {
        let all: Vec<Cell> = view.grid().cells().collect();
        assert!(!is_certain(&with_only(view, &all, false), *cell, *mine), "{view:?}");
    }
}

#[test]
fn hundreds_of_proofs_are_minimal_and_accepted_by_veripb() {
    let folder = TempFolder::new("accepted");
    let mut prover = Prover::default();
    let levels = [
        Level::BEGINNER,
        Level::INTERMEDIATE,
        Level::EXPERT,
        Level { width: 16, height: 16, mines: 99 },
    ];
    for (level, seed) in levels.into_iter().zip(seed()..) {
        let mut count = 0;
        for view in positions(level, seed) {
            let mut random = Random::named("pick", [seed, count]);
            let cells = certain(&view);
            for _ in 0..5 {
                let Some(&(cell, mine)) = random.pick(&cells) else { break };
                let proof = prover.prove(&view, cell).unwrap();
                assert_eq!(proof.mine, mine);
                assert_minimal(&view, &proof);
                check(&folder, &proof.certificate(&view)).unwrap();
                assert_eq!(proof.steps().len(), proof.in_words(&view).len());
                count += 1;
            }
            if count >= 80 {
                break;
            }
        }
        assert!(count >= 80, "{count} proofs at {level}");
    }
}

/// A random position of a small board with any neighbourhood, opened mines and flags.
fn small_position(random: &mut Random) -> View {
    let grid = any_grid(random, 3..=5, 2..=4);
    let cells = grid.len() as u32;
    let mut rules = Rules::new(GameKind::Score, grid, 1 + random.below(cells / 2));
    rules.told = random.below(3) > 0;
    let mut game = dealt(rules, Deal::new(random.bits(), 0));
    for _ in 0..2 + random.below(cells / 2) {
        let cell = Cell::new(random.below(cells));
        let flag = random.below(8) == 0;
        let _ = game.play(if flag { Action::Flag(cell) } else { Action::Open(cell) });
    }
    game.view().clone()
}

/// The least number of clues that make a cell certain, by trying all sets with
/// plain enumeration; and whether the number of mines is needed.
fn fewest(view: &View, cell: Cell, mine: bool) -> (usize, bool) {
    let clues: Vec<Cell> = view
        .grid()
        .cells()
        .filter(|&cell| {
            let closed = view.neighbours(cell).iter().any(|&c| view.tile(c).is_closed());
            closed && matches!(view.tile(cell), Tile::Clue(_))
        })
        .collect();
    for total in [false, true] {
        for size in 0..=clues.len() as u32 {
            for set in (0..1_u32 << clues.len()).filter(|set| set.count_ones() == size) {
                let chosen = clues.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                let chosen: Vec<Cell> = chosen.map(|(_, &clue)| clue).collect();
                let view = with_only(view, &chosen, total);
                let truth = oracle::enumerate(&view, Unknown::AnyTotal).unwrap();
                let (can_be_safe, can_be_mine) = truth.possible[cell.index()];
                if if mine { !can_be_safe } else { !can_be_mine } {
                    return (size as usize, total);
                }
            }
        }
    }
    unreachable!("all clues make it certain")
}

#[test]
fn what_is_called_smallest_is_smallest_on_every_neighbourhood() {
    let folder = TempFolder::new("small");
    let mut prover = Prover::default();
    let mut count = 0;
    let mut compared = 0;
    Cases::new("proofs", 400).check(small_position, |view| {
        for (cell, mine) in certain(view) {
            let proof = prover.prove(view, cell).unwrap();
            assert_eq!(proof.mine, mine, "{cell:?}");
            assert_minimal(view, &proof);
            check(&folder, &proof.certificate(view)).unwrap();
            count += 1;
            let closed = view.grid().len() as u32 - view.opened();
            if closed <= 10 && proof.clues.len() > 1 && proof.smallest {
                let ours = (proof.clues.len(), proof.total);
                assert_eq!(ours, fewest(view, cell, mine), "{cell:?}");
                compared += 1;
            }
        }
    });
    assert!(count > 500 && compared > 100, "{count} proofs, {compared} compared");
}

/// A proof with a case split, and others: spoiled in every way they are refused.
#[test]
fn spoiled_proofs_and_false_claims_are_refused() {
    let folder = TempFolder::new("refused");
    let mut prover = Prover::default();
    let mut refused = 0;
    for view in positions(Level { width: 16, height: 16, mines: 99 }, 5).take(12) {
        for (cell, _) in certain(&view).into_iter().step_by(7).take(4) {
            let proof = prover.prove(&view, cell).unwrap();
            let good = proof.certificate(&view);
            check(&folder, &good).unwrap();
            // The contrary is claimed.
            let (variable, negated) = if proof.mine { ("~m", "m") } else { ("m", "~m") };
            let last = good.claim.trim_end().rsplit('\n').next().unwrap().to_owned();
            let contrary = last.replace(&format!("+1 {variable}"), &format!("+1 {negated}"));
            let false_claim = good.claim.replace(&last, &contrary);
            assert_ne!(false_claim, good.claim);
            // A clue is missing that cannot be spared.
            let mut lines: Vec<&str> = good.claim.lines().collect();
            lines.remove(1);
            for claim in [false_claim, lines.join("\n") + "\n"] {
                let spoiled = Certificate { claim, ..good.clone() };
                check(&folder, &spoiled).unwrap_err();
                refused += 1;
            }
            // A step is another one.
            for line in good.proof.lines().filter(|line| line.contains(" pol ")) {
                let label = line.split(" pol ").next().unwrap();
                let useless = format!("{label} pol 1 2 +;");
                let spoiled =
                    Certificate { proof: good.proof.replace(line, &useless), ..good.clone() };
                check(&folder, &spoiled).unwrap_err();
                refused += 1;
            }
            // The proof breaks off, or concludes nothing.
            for (from, to) in [("conclusion UNSAT", "conclusion NONE"), ("pol", "")] {
                let spoiled = Certificate { proof: good.proof.replace(from, to), ..good.clone() };
                check(&folder, &spoiled).unwrap_err();
            }
        }
    }
    assert!(refused > 60, "{refused}");
}

#[test]
fn cells_without_a_proof_are_told_apart() {
    let mut prover = Prover::default();
    let view = view!["3x2/?", "1 * *", "* * 1"];
    let open = prover.prove(&view, at(&view, 0, 0)).unwrap_err();
    assert_eq!(open.to_string(), "0,0 is open: there is nothing to prove");
    let outside = prover.prove(&view, Cell::new(6)).unwrap_err();
    assert!(matches!(outside, ProofError::Outside(_)));
    let doubtful = prover.prove(&view, at(&view, 0, 1)).unwrap_err();
    assert!(matches!(doubtful, ProofError::NotCertain { probability, .. } if probability > 0.0));
    let impossible = view!["4x1/?", "1 * 0 *"];
    let clash = prover.prove(&view!["4x2/?", "2 * * 2", "* * * *"], Cell::new(1));
    assert!(matches!(clash, Err(ProofError::NotCertain { .. })));
    let clash = prover.prove(&view!["5x1/0", "* 1 * * *"], Cell::new(4)).unwrap_err();
    assert!(matches!(clash, ProofError::Analysis(AnalysisError::Inconsistent(_))));
    let mut draft = Draft::from(impossible);
    draft.rule = ClueRule::Optimistic { truth: None };
    let uncertain = prover.prove(&View::try_from(draft).unwrap(), Cell::new(1)).unwrap_err();
    assert!(matches!(uncertain, ProofError::Clues(_)));
}

#[test]
fn patterns_are_told_in_words() {
    let mut prover = Prover::default();
    let mut told = |view: &View, x, y| {
        let proof = prover.prove(view, at(view, x, y)).unwrap();
        (proof.difficulty(), proof.in_words(view).join("\n"))
    };
    assert_eq!(
        told(&view!["2x1/?", "1 *"], 1, 0),
        (1, "0,0 shows 1 and has just one closed neighbour, so 1,0 is a mine.".to_owned())
    );
    assert_eq!(
        told(&view!["3x1/?", "M 1 F"], 2, 0),
        (1, "1,0 shows 1 (one mine beside it is open), so 2,0 is safe.".to_owned())
    );
    // Of 1-2-1 the middle is safe.
    assert_eq!(
        told(&view!["3x2/?", "1 2 1", "* * *"], 1, 1),
        (
            3,
            "1,0 needs one mine more than 0,0; of the cells they do not share it has only 2,1, \
             so 2,1 is a mine.\n\
             2,0 shows 1; 2,1 is a mine, so 1,1 is safe."
                .to_owned()
        )
    );
    // The last mine is known, so the sea is safe.
    assert_eq!(
        told(&view!["5x1/1", "* 1 * * *"], 4, 0),
        (
            2,
            "1,0 shows 1, so at least one of 0,0 and 2,0 is a mine.\n\
             The four closed cells hold one mine; at least one of 0,0 and 2,0 is a mine, \
             so 3,0 and 4,0 are safe."
                .to_owned()
        )
    );
}
