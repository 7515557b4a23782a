//! Chains of influence: which clues led to which cell, over a whole game.
//!
//! Write-up 004 asks how far a clue's influence goes: it lets a cell be opened, whose clue
//! lets others be opened, and so on. Here that is a graph. A cell that was opened or
//! proved is linked from the clues that led to it: from the zero that opened it in a flood,
//! from the clues of a minimal proof (for players who count and have no
//! reasons of their own), else from the clues that the player names as its reasons. The first
//! click and guesses are roots. A chain is a path in this graph; its length is the
//! number of its links. A guess is a break: no clue led there.
//!
//! [`Influence`] records it while the player plays, so that no player is slower or plays
//! otherwise for being looked at; proofs are sought in the view as it was before the
//! choice. It is a spectator of an episode; who plays step by step calls
//! [`look`](Influence::look) before a choice is played and [`note`](Influence::note) after.
//! Its [`graph`](Influence::graph) says of every known cell the clues it rests on
//! ([`link`](InfluenceGraph::link): parents, length, origin), the longest chain to it
//! ([`path_to`](InfluenceGraph::path_to)), all that led there
//! ([`led_to`](InfluenceGraph::led_to)), and what the chains amount to
//! ([`chains`](InfluenceGraph::chains)). Front ends draw that and decide nothing.
//!
//! ```
//! use surefoot_players::Roster;
//! use surefoot_players::influence::{Influence, Origin};
//! use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Random, Rules, episode, layout};
//!
//! let board = layout![". . . M . ."];
//! let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
//! game.lay(&board, Deal::default())?;
//! game.play(Action::Open(Cell::new(0)))?;
//!
//! let roster = Roster::standard();
//! let entry = roster.entry_of("closure")?;
//! let mut influence = Influence::new(game.view(), entry.abilities());
//! let mut player = roster.call("closure")?;
//! let random = Random::for_player(Deal::default(), "closure");
//! episode::play_watched(&mut game, &mut player, random, &mut influence);
//!
//! // The first click opened its neighbour, that one the 1, and the 1 told of the mine.
//! let mine = influence.graph().link(Cell::new(3)).unwrap();
//! assert_eq!((mine.origin, mine.depth), (Origin::Mine, 3));
//! assert_eq!(influence.graph().path_to(Cell::new(3)), [0, 1, 2, 3].map(Cell::new));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod graph;

use std::ops::ControlFlow;

use surefoot_inference::Prover;
use surefoot_rules::episode::{Spectator, Step};
use surefoot_rules::{Action, Cell, Choice, Game, Tile, View};

use crate::roster::Abilities;

pub use graph::{Arrow, Chains, InfluenceGraph, Link, Origin};

/// Records who led to what while a game is played.
#[derive(Debug)]
pub struct Influence {
    graph: InfluenceGraph,
    prove: bool,
    prover: Prover,
    /// The clues of the choice that is about to be played.
    because: Vec<Cell>,
}

impl Influence {
    /// Begins with a game as it stands. Players that have no reasons of
    /// their own are understood by proofs.
    pub fn new(view: &View, abilities: Abilities) -> Self {
        let mut it = Self {
            graph: InfluenceGraph::new(view.grid().clone()),
            prove: abilities.understood_by_proof,
            prover: Prover::default(),
            because: Vec::new(),
        };
        it.opened(view, view.journal(), Origin::First);
        it
    }

    /// Who led to what so far.
    pub fn graph(&self) -> &InfluenceGraph {
        &self.graph
    }

    /// The clues that led to the choice that was looked at last; none of a guess, and none
    /// where the cell was known before.
    pub fn because(&self) -> &[Cell] {
        &self.because
    }

    /// Looks at a choice before it is played: which clues led to it?
    pub fn look(&mut self, view: &View, choice: &Choice) {
        self.because.clear();
        if let (true, Action::Open(cell) | Action::Flag(cell)) = (choice.certain, choice.action)
            && view.grid().contains(cell)
            && !self.graph.knows(cell)
        {
            self.because.extend_from_slice(&choice.because);
            if (self.prove || self.because.is_empty())
                && let Ok((clues, ..)) = self.prover.clues_for(view, cell)
            {
                self.because = clues;
            }
        }
    }

    /// Notes what a choice opened or proved.
    pub fn note(&mut self, step: &Step<'_>) {
        match step.choice.action {
            Action::Open(_) => {
                let origin = match (step.choice.certain, self.graph.links().is_empty()) {
                    (true, _) => Origin::Deduced,
                    (false, true) => Origin::First,
                    (false, false) => Origin::Guess,
                };
                self.opened(step.view, step.changed, origin);
            }
            Action::Chord(clue) => {
                self.because = vec![clue];
                for &cell in step.changed {
                    self.opened(step.view, &[cell], Origin::Deduced);
                }
            }
            Action::Flag(cell) if step.choice.certain && step.view.tile(cell) == Tile::Flag => {
                self.graph.add(cell, Origin::Mine, self.because.clone());
            }
            Action::Flag(_) | Action::Ask(_) | Action::Declare => {}
        }
    }

    /// Cells that were opened together: the first as told, the others by zeros.
    fn opened(&mut self, view: &View, cells: &[Cell], origin: Origin) {
        for (&cell, at) in cells.iter().zip(0..) {
            if view.tile(cell).is_closed() {
                continue;
            }
            if at == 0 {
                self.graph.add(cell, origin, self.because.clone());
                continue;
            }
            // The zero that was opened first did it.
            let around = view.neighbours(cell);
            let zeros = around.iter().filter(|&&beside| view.tile(beside) == Tile::Clue(0));
            let by = self.graph.earliest(zeros.copied());
            let origin = if by.is_some() { Origin::Flooded } else { origin };
            self.graph.add(cell, origin, by.into_iter().collect());
        }
    }
}

impl Spectator for Influence {
    fn before(&mut self, game: &mut Game, choice: &Choice) -> ControlFlow<()> {
        self.look(game.view(), choice);
        ControlFlow::Continue(())
    }

    fn after(&mut self, step: &Step<'_>) {
        self.note(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::Roster;
    use surefoot_rules::{Deal, GameKind, Grid, Layout, Random, Rules, episode, layout};

    fn watching(view: &View, player: &str) -> Influence {
        Influence::new(view, Roster::standard().entry_of(player).unwrap().abilities())
    }

    fn watched(player: &str, layout: &Layout, first: Cell) -> (Influence, Game) {
        let mut game = Game::new(Rules::on(GameKind::Win, layout)).unwrap();
        game.lay(layout, Deal::default()).unwrap();
        game.play(Action::Open(first)).unwrap();
        let mut influence = watching(game.view(), player);
        let mut seated = Roster::standard().call(player).unwrap();
        let random = Random::for_player(Deal::default(), player);
        episode::play_watched(&mut game, &mut seated, random, &mut influence);
        (influence, game)
    }

    /// A row of zeros is a chain by hand: each opens the next.
    #[test]
    fn a_row_of_zeros_is_one_chain() {
        let board = layout![". . . . . . M"];
        let (influence, _) = watched("closure", &board, Cell::new(0));
        let chains = influence.graph().chains();
        // The game is won before the mine is flagged.
        assert_eq!(chains.path, (0..6).map(Cell::new).collect::<Vec<_>>());
        assert_eq!((chains.longest, chains.links, chains.reach, chains.breaks), (5, 5, 5, 0));
    }

    /// What led to a cell was known before it, and depths are those of a longest path
    /// by the slow definition.
    #[test]
    fn depths_are_longest_paths() {
        for index in 0..20 {
            for player in ["closure", "exact", "queue", "window"] {
                let rules = Rules::new(GameKind::Win, Grid::new(9, 9).unwrap(), 14);
                let mut game = Game::new(rules).unwrap();
                game.deal(Deal::new(4, index));
                let mut influence = watching(game.view(), player);
                let mut seated = Roster::standard().call(player).unwrap();
                let random = Random::for_player(Deal::new(4, index), player);
                episode::play_watched(&mut game, &mut seated, random, &mut influence);
                let links = influence.graph().links();
                let place = |cell: Cell| links.iter().position(|link| link.cell == cell).unwrap();
                let mut longest = vec![0_u32; links.len()];
                // Bellman and Ford: relax until nothing changes.
                let mut changed = true;
                while changed {
                    changed = false;
                    for (at, link) in links.iter().enumerate() {
                        for &clue in &link.from {
                            assert!(place(clue) < at, "{player} {index}");
                            if longest[at] < longest[place(clue)] + 1 {
                                longest[at] = longest[place(clue)] + 1;
                                changed = true;
                            }
                        }
                    }
                }
                let depths: Vec<u32> = links.iter().map(|link| link.depth).collect();
                assert_eq!(depths, longest, "{player} {index}");
                let chains = influence.graph().chains();
                assert_eq!(chains.path.len() as u32, chains.longest + 1);
                let roots = links.iter().filter(|link| link.from.is_empty());
                let rooted =
                    roots.filter(|link| matches!(link.origin, Origin::Deduced | Origin::Flooded));
                assert_eq!(rooted.count(), 0, "{player} {index}: deduced from nothing");
                let open = |cell: Cell| game.view().tile(cell).is_safe();
                let safe = links.iter().filter(|link| open(link.cell)).count() as u32;
                assert_eq!(safe, game.view().opened() - game.view().opened_mines());
            }
        }
    }

    /// Looking on changes nothing.
    #[test]
    fn a_player_plays_the_same_when_watched() {
        for index in 0..30 {
            let rules = Rules::new(GameKind::Score, Grid::new(9, 9).unwrap(), 14);
            let mut game = Game::new(rules).unwrap();
            let mut records = Vec::new();
            for watched in [false, true] {
                game.deal(Deal::new(4, index));
                let mut player = Roster::standard().call("exact").unwrap();
                let random = Random::for_player(Deal::new(4, index), "exact");
                let record = if watched {
                    let mut influence = watching(game.view(), "exact");
                    episode::play_watched(&mut game, &mut player, random, &mut influence)
                } else {
                    episode::play(&mut game, &mut player, random)
                };
                records.push(record);
            }
            assert_eq!(records[0], records[1]);
        }
    }

    /// What led to a cell, against the definition: a clue is on the way if a chain of links
    /// goes from it to the cell; and shortest ways never get shorter along the list.
    #[test]
    fn all_that_led_to_a_cell_is_found() {
        let rules = Rules::new(GameKind::Win, Grid::new(9, 9).unwrap(), 14);
        let mut game = Game::new(rules).unwrap();
        game.deal(Deal::new(4, 3));
        let mut influence = watching(game.view(), "exact");
        let mut seated = Roster::standard().call("exact").unwrap();
        let random = Random::for_player(Deal::new(4, 3), "exact");
        episode::play_watched(&mut game, &mut seated, random, &mut influence);
        let graph = influence.graph();
        for last in graph.links() {
            // Parents are known before their children, so one pass backwards reaches all.
            let (mut reached, mut links) = (vec![last.cell], 0);
            for link in graph.links().iter().rev() {
                if reached.contains(&link.cell) {
                    reached.extend(&link.from);
                    links += link.from.len();
                }
            }
            let arrows = graph.led_to(last.cell, usize::MAX);
            assert_eq!(arrows.len(), links);
            assert!(arrows.is_sorted_by_key(|arrow| arrow.back));
            let few = graph.led_to(last.cell, 2);
            assert_eq!(few[..], arrows[..arrows.len().min(2)]);
            let path = graph.path_to(last.cell);
            assert_eq!(path.len() as u32, last.depth + 1);
            for pair in path.windows(2) {
                assert!(arrows.iter().any(|arrow| [arrow.from, arrow.to] == [pair[0], pair[1]]));
            }
        }
    }
}
