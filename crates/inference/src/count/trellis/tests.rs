use super::*;
use crate::count::testing::{fillings, frontier, limits, polynomial, position, trellis};
use surefoot_rules::{Draft, Graph, Grid, Tile, View, view};
use surefoot_testing::Cases;

/// A view of a graph of one's own.
fn graph(cells: u32, edges: &[(u32, u32)], tiles: Vec<Tile>) -> View {
    let grid = Grid::of(Graph::new(cells, edges.iter().copied()).unwrap());
    View::try_from(Draft::with_tiles(grid, None, tiles)).unwrap()
}

/// Every path of a component from here on: the mines in each box.
fn paths(
    trellis: &Trellis,
    component: &TrellisComponent,
    state: u32,
    step: usize,
) -> Vec<Vec<u32>> {
    let Some(at) = trellis.steps_of(component).get(step) else { return vec![Vec::new()] };
    let edges = trellis.edges_of(at).iter().filter(|edge| edge.from == state);
    let behind = edges.flat_map(|edge| {
        let rest = paths(trellis, component, edge.to, step + 1).into_iter();
        rest.map(move |rest| [&[u32::from(edge.mines)], &rest[..]].concat())
    });
    behind.collect()
}

#[test]
fn drawn_components_have_these_least_and_most_mines() {
    for (view, expected) in [
        (view!["3x1/?", "* 1 *"], vec![(1, 1)]),
        (view!["5x1/?", "* 1 * 1 *"], vec![(1, 2)]),
        (view!["7x1/?", "* 1 * * * 1 *"], vec![(1, 1), (1, 1)]),
        (view!["3x3/?", "1 * 2", "* * *", "* 3 *"], vec![(3, 4)]),
        (view!["4x2/?", "1 1 1 1", "* * * *"], vec![(2, 2)]),
        // The rule decides the only cell.
        (view!["2x1/?", "1 *"], vec![]),
    ] {
        let trellis = trellis(&frontier(&view));
        let found = trellis.components.iter().map(|part| (part.least, part.most));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{view:?}");
    }
}

/// The paths are the fillings, each once, and nothing leads nowhere.
#[test]
fn paths_are_the_fillings() {
    Cases::new("paths", 400).check(position, |view| {
        let frontier = frontier(view);
        let trellis = trellis(&frontier);
        for component in &trellis.components {
            let boxes: Vec<u32> =
                trellis.steps_of(component).iter().map(|step| step.box_).collect();
            let mut found = paths(&trellis, component, component.states.0, 0);
            found.sort();
            let mut expected: Vec<Vec<u32>> =
                fillings(&frontier, &boxes).into_iter().map(|(filling, _)| filling).collect();
            expected.sort();
            assert_eq!(found, expected, "boxes {boxes:?}");
            let terms = polynomial(&frontier, &boxes);
            let ends = (terms.keys().min().copied(), terms.keys().max().copied());
            assert_eq!((Some(component.least), Some(component.most)), ends);
            for step in trellis.steps_of(component) {
                let dead = |edge: &TrellisEdge| {
                    let span = trellis.spans[edge.to as usize];
                    span.least > span.most
                };
                assert!(!trellis.edges_of(step).iter().any(dead), "an edge into nothing");
            }
        }
    });
}

/// Of three cells every two hold one mine: no clue alone says that this cannot be.
#[test]
fn what_cannot_be_filled_is_said() {
    let edges = [(3, 0), (3, 1), (4, 1), (4, 2), (5, 0), (5, 2)];
    let tiles = [[Tile::Hidden; 3], [Tile::Clue(1); 3]].concat();
    let frontier = frontier(&graph(6, &edges, tiles));
    let mut trellis = Trellis::default();
    trellis.clear(&frontier);
    assert_eq!(trellis.add(&frontier, &[0, 1, 2], limits(100)), Err(CountError::Impossible));
    trellis.clear(&frontier);
    assert_eq!(trellis.add(&frontier, &[0, 1, 2], limits(1)), Err(CountError::OverBudget));
}

/// More than fifteen mines beside a clue need more than four bits.
#[test]
fn a_star_of_thirty_cells_is_filled() {
    let edges: Vec<(u32, u32)> = (2..32).map(|leaf| (0, leaf)).chain([(1, 2)]).collect();
    let mut tiles = vec![Tile::Hidden; 32];
    (tiles[0], tiles[1]) = (Tile::Clue(20), Tile::Clue(1));
    // The second clue's only cell is a mine; 19 of the other 29 are left.
    let trellis = trellis(&frontier(&graph(32, &edges, tiles)));
    let parts: Vec<_> = trellis.components.iter().map(|part| (part.least, part.most)).collect();
    assert_eq!(parts, [(19, 19)]);
}
