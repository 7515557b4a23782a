use super::*;
use crate::{Endgame, Workspace};
use surefoot_rules::{Random, view};
use surefoot_testing::small_game;

/// The same play by its definition, on lists of mines.
fn by_hand(beside: &[u128], mines: &[u128]) -> u32 {
    let shows = |cell: usize, mines: &u128| {
        (mines >> cell & 1 == 0).then(|| (mines & beside[cell]).count_ones())
    };
    let numbers = |set: &[u128], cell| -> Vec<u32> {
        let mut numbers: Vec<u32> = set.iter().filter_map(|mines| shows(cell, mines)).collect();
        numbers.sort_unstable();
        numbers
    };
    let safe = |set: &[u128], cell| numbers(set, cell).len();
    let live = |set: &[u128], cell| {
        let numbers = numbers(set, cell);
        numbers.first() != numbers.last()
    };
    let after = |set: &[u128], cell, number| -> Vec<u128> {
        set.iter().copied().filter(|mines| shows(cell, mines) == Some(number)).collect()
    };
    let range = |set: &[u128], cell| {
        let numbers = numbers(set, cell);
        numbers.last().copied().unwrap_or(0) - numbers.first().copied().unwrap_or(0)
    };
    let safest = |set: &[u128]| {
        let live = (0..beside.len()).filter(|&cell| live(set, cell));
        live.map(|cell| safe(set, cell)).max().unwrap_or(1)
    };
    let mut candidates: Vec<usize> = (0..beside.len()).filter(|&cell| live(mines, cell)).collect();
    if candidates.is_empty() {
        return 1;
    }
    let most = safest(mines);
    candidates.retain(|&cell| {
        safe(mines, cell) as f64 >= tunables::REHEARSAL_BAND * most as f64
            && (most < mines.len() || safe(mines, cell) == most)
    });
    candidates
        .sort_by_key(|&cell| (std::cmp::Reverse((safe(mines, cell), range(mines, cell))), cell));
    candidates.truncate(tunables::REHEARSAL_CANDIDATES);
    let next = |cell: usize| -> usize {
        (0..9).map(|n| after(mines, cell, n)).filter(|s| !s.is_empty()).map(|s| safest(&s)).sum()
    };
    if most == mines.len() {
        // Free cells, two at a time.
        let pair = |mines: &u128| candidates.iter().take(2).map(|&c| shows(c, mines)).collect();
        let mut pairs: Vec<Vec<Option<u32>>> = mines.iter().map(pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let set = |wanted: &Vec<Option<u32>>| -> Vec<u128> {
            mines.iter().copied().filter(|mines| pair(mines) == *wanted).collect()
        };
        return pairs.iter().map(|wanted| by_hand(beside, &set(wanted))).sum();
    }
    let mut best = candidates[0];
    for &cell in &candidates[1..] {
        if next(cell) > next(best) {
            best = cell;
        }
    }
    let sets = (0..9).map(|number| after(mines, best, number)).filter(|set| !set.is_empty());
    sets.map(|set| by_hand(beside, &set)).sum()
}

fn views() -> impl Iterator<Item = View> {
    (0..300).filter_map(|index| {
        let game = small_game("rehearsal-test", [5, index], [3..6, 3..5], (2, 3), 2..5);
        (game.view().opened_mines() == 0).then(|| game.view().clone())
    })
}

/// What is won is what simple play wins by its definition, and never more than best play.
#[test]
fn what_is_won_is_won_by_simple_play() {
    let (mut workspace, mut rehearsal) = (Workspace::default(), Rehearsal::default());
    let (mut tried, mut wins_of_best, mut wins_of_simple) = (0, 0, 0);
    for view in views() {
        let Some(list) = workspace.solve(&view).unwrap().configurations(400) else { continue };
        let beside = list.beside(&view).unwrap();
        let found = rehearsal.wins_by(&view, &list, &list.cells, &mut 1_000_000).unwrap();
        let best = Endgame::default().wins_by(&view, &list, &list.cells, 1_000_000).unwrap();
        for ((at, &found), &best) in (0..).zip(&found).zip(&best) {
            let by_number = (0..9).map(|number| {
                let set: Vec<u128> = list
                    .mines
                    .iter()
                    .copied()
                    .filter(|mines| {
                        mines >> at & 1 == 0 && (mines & beside[at]).count_ones() == number
                    })
                    .collect();
                if set.is_empty() { 0 } else { by_hand(&beside, &set) }
            });
            let (by_hand, cell) = (by_number.sum::<u32>(), list.cells[at]);
            assert!(found <= best, "{view:?} {cell:?} {found} {best}");
            assert_eq!(found, by_hand, "{view:?} {cell:?}");
            (wins_of_simple, wins_of_best) = (wins_of_simple + found, wins_of_best + best);
            tried += 1;
        }
    }
    assert!(tried > 1_000, "{tried}");
    // Nearly as many as by best play, which is what makes it useful.
    assert!(20 * wins_of_simple > 19 * wins_of_best, "{wins_of_simple} {wins_of_best}");
}

/// Of many drawn configurations as large a share is survived as is won of all, as long as few
/// of them are told apart for no reason.
#[test]
fn drawn_ones_stand_for_all() {
    let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
    let mut workspace = Workspace::default();
    let posterior = workspace.solve(&view).unwrap();
    let list = posterior.configurations(1_000).unwrap();
    let drawn = posterior.draw(40_000, &mut Random::named("rehearsal-test", [1, 1]));
    let mut rehearsal = Rehearsal::default();
    let wins = rehearsal.wins_by(&view, &list, &list.cells, &mut 1_000_000).unwrap();
    let play = DrawnPlay { few: 2, ahead: true };
    let found = rehearsal.survivors_by(&drawn, &list.cells, play, &mut 100_000_000).unwrap();
    for (wins, found) in wins.into_iter().zip(found) {
        let all = f64::from(wins) / list.mines.len() as f64;
        let some = f64::from(found.count) / drawn.len() as f64;
        assert!((all - some).abs() < 0.02, "{all} {some}");
    }
}

/// What stays undecided is summed up over those who survive: with no set looked into, the
/// variance of each cell among those who see the same number.
#[test]
fn what_is_undecided_is_what_varies_among_the_survivors() {
    let view = view!["7x1/3", "* 1 * * * * *"];
    let posterior_of = &mut Workspace::default();
    let posterior = posterior_of.solve(&view).unwrap();
    let drawn = posterior.draw(500, &mut Random::named("undecided", [1, 1]));
    let play = DrawnPlay { few: 500, ahead: false };
    let cells = drawn.cells().to_vec();
    let found = Rehearsal::default().survivors_by(&drawn, &cells, play, &mut 1_000).unwrap();
    let rows: Vec<&[u8]> = drawn.rows().collect();
    for (at, found) in found.into_iter().enumerate() {
        let survivors: Vec<&[u8]> = rows.iter().copied().filter(|row| row[at] != MINE).collect();
        let mut sum = 0.0;
        for row in &survivors {
            let alike: Vec<&&[u8]> =
                survivors.iter().filter(|other| other[at] == row[at]).collect();
            for cell in 0..cells.len() {
                let mines = alike.iter().filter(|row| row[cell] == MINE).count();
                let share = mines as f64 / alike.len() as f64;
                sum += share * (1.0 - share);
            }
        }
        assert_eq!(found.count as usize, survivors.len());
        let mean = sum / survivors.len() as f64;
        assert!((found.undecided - mean).abs() < 1e-9, "{at}: {} {mean}", found.undecided);
    }
}

/// Neither looks nor a stop are overrun, and nothing is said then; a cell that is certainly a
/// mine wins nothing.
#[test]
fn what_is_broken_off_has_no_answer() {
    let view = view!["5x4/5", "*****", "*1***", "*3***", "*****"];
    let list = Workspace::default().solve(&view).unwrap().configurations(1_000).unwrap();
    let mut rehearsal = Rehearsal::default();
    let mut looks = 500;
    assert_eq!(rehearsal.wins_by(&view, &list, &list.cells, &mut looks), None);
    let stop = Stop::new();
    stop.stop();
    let mut stopped = stop.during(Rehearsal::default);
    assert_eq!(stopped.wins_by(&view, &list, &list.cells, &mut 1_000_000), None);
    let walled = view!["4x2/3", "* 3 M *", "* 3 M *"];
    let list = Workspace::default().solve(&walled).unwrap().configurations(10).unwrap();
    let cells = [0, 2].map(Cell::new);
    assert_eq!(rehearsal.wins_by(&walled, &list, &cells, &mut 100).unwrap()[1], 0);
}
