//! Chains of influence: which clues led to which cell, over a whole game.
//!
//! Seed 004 asks how far a clue's influence goes: it lets a cell be opened, whose clue
//! lets others be opened, and so on. Here that is a graph. A cell that was opened or
//! proved is linked from the clues that led to it: from the zero that opened it in a flood,
//! from the clues of a minimal proof (`exact` and `surefoot`, who count and have no
//! reasons of their own), else from the clues that the player names as its reasons. The first
//! click and guesses are roots. A chain is a path in this graph; its length is the
//! number of its links. A guess is a break: no clue led there.
//!
//! A spectator records it while the player plays, so that no player is slower or plays
//! otherwise for being looked at; proofs are sought in the view as it was before the
//! choice.

use std::ops::ControlFlow;

use surefoot_inference::Prover;
use surefoot_players::Roster;
use surefoot_rules::episode::{Spectator, Step};
use surefoot_rules::{Action, Cell, Choice, Game, Grid, Neighbourhood, Point, Tile, View};

/// How a cell came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The first click.
    First,
    /// A guess.
    Guess,
    /// Proved safe and opened.
    Deduced,
    /// Opened by a zero beside it.
    Flooded,
    /// Proved to be a mine.
    Mine,
}

impl Origin {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Guess => "guess",
            Self::Deduced => "deduced",
            Self::Flooded => "flooded",
            Self::Mine => "mine",
        }
    }
}

/// A cell that is known, and the clues that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The cell.
    pub cell: Cell,
    /// How it came to be known.
    pub origin: Origin,
    /// The clues that led to it.
    pub from: Vec<Cell>,
    /// Links on the longest chain that ends here.
    pub depth: u32,
    /// The clue before it on that chain.
    pub before: Option<Cell>,
}

/// What the chains of a game amount to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chains {
    /// Links on the longest chain.
    pub longest: u32,
    /// The cells of that chain, its root first.
    pub path: Vec<Cell>,
    /// All links.
    pub links: u64,
    /// How far the longest chain gets from its root, in cells.
    pub reach: u32,
    /// How far a clue is from a cell that it led to: the mean, and the most.
    pub mean_distance: f64,
    /// The largest such distance.
    pub most_distance: u32,
    /// Guesses, the first click excluded.
    pub breaks: u32,
    /// Cells that were opened or proved.
    pub cells: u32,
}

/// Records who led to what while a game is played.
#[derive(Debug)]
pub struct Influence {
    grid: Grid,
    links: Vec<Link>,
    /// Per cell: its place among the links, plus one.
    places: Vec<u32>,
    prove: bool,
    prover: Prover,
    /// The clues of the choice that is about to be played.
    because: Vec<Cell>,
}

impl Influence {
    /// Begins with a game as it stands. Players that count are understood by proofs.
    pub fn new(view: &View, player: &str) -> Self {
        let mut it = Self {
            grid: view.grid().clone(),
            links: Vec::new(),
            places: vec![0; view.grid().len()],
            prove: Roster::standard().entry_of(player).is_ok_and(|entry| entry.abilities().counts),
            prover: Prover::default(),
            because: Vec::new(),
        };
        it.opened(view, view.journal(), Origin::First);
        it
    }

    /// Everything that was opened or proved, in order.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The grid it happened on.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    fn place(&self, cell: Cell) -> Option<&Link> {
        self.links.get((self.places[cell.index()] as usize).checked_sub(1)?)
    }

    fn add(&mut self, cell: Cell, origin: Origin, mut from: Vec<Cell>) {
        if self.places[cell.index()] > 0 {
            // A proved cell may be opened later: what led to it is known.
            return;
        }
        from.retain(|&clue| self.places[clue.index()] > 0);
        let deepest = from.iter().filter_map(|&clue| Some((self.place(clue)?.depth + 1, clue)));
        let deepest = deepest.max_by_key(|&(depth, clue)| (depth, std::cmp::Reverse(clue)));
        let (depth, before) = deepest.map_or((0, None), |(depth, clue)| (depth, Some(clue)));
        self.links.push(Link { cell, origin, from, depth, before });
        self.places[cell.index()] = self.links.len() as u32;
    }

    /// Cells that were opened together: the first as told, the others by zeros.
    fn opened(&mut self, view: &View, cells: &[Cell], origin: Origin) {
        for (&cell, at) in cells.iter().zip(0..) {
            if view.tile(cell).is_closed() {
                continue;
            }
            if at == 0 {
                let because = std::mem::take(&mut self.because);
                self.add(cell, origin, because);
                continue;
            }
            let zero = |beside: &Cell| {
                view.tile(*beside) == Tile::Clue(0) && self.places[beside.index()] > 0
            };
            // The zero that was opened first did it.
            let around = view.neighbours(cell);
            let by = around.iter().copied().filter(zero);
            let by = by.min_by_key(|beside| self.places[beside.index()]);
            let origin = if by.is_some() { Origin::Flooded } else { origin };
            self.add(cell, origin, by.into_iter().collect());
        }
    }

    /// Sums the chains up.
    pub fn chains(&self) -> Chains {
        let last = self.links.iter().rev().max_by_key(|link| link.depth);
        let mut path: Vec<Cell> = Vec::new();
        let mut at = last.map(|link| link.cell);
        while let Some(cell) = at {
            path.push(cell);
            at = self.place(cell).and_then(|link| link.before);
        }
        path.reverse();
        let root = path.first().copied();
        let reach = path.iter().filter_map(|&cell| Some(self.distance(root?, cell))).max();
        let (mut links, mut sum, mut most_distance) = (0, 0, 0);
        for link in &self.links {
            for &clue in &link.from {
                let distance = self.distance(clue, link.cell);
                links += 1;
                sum += u64::from(distance);
                most_distance = most_distance.max(distance);
            }
        }
        let breaks = self.links.iter().filter(|link| link.origin == Origin::Guess).count();
        Chains {
            longest: last.map_or(0, |link| link.depth),
            path,
            links,
            reach: reach.unwrap_or(0),
            mean_distance: if links > 0 { sum as f64 / links as f64 } else { 0.0 },
            most_distance,
            breaks: breaks as u32,
            cells: self.links.len() as u32,
        }
    }

    /// Columns or rows between two cells, whichever are more; around the edges of a torus.
    fn distance(&self, one: Cell, other: Cell) -> u32 {
        let (Point { x: a, y: b }, Point { x: c, y: d }) =
            (self.grid.point(one), self.grid.point(other));
        let torus = self.grid.neighbourhood() == Some(Neighbourhood::Torus);
        let side = |one: u32, other: u32, length: u32| {
            let apart = one.abs_diff(other);
            if torus { apart.min(length - apart) } else { apart }
        };
        side(a, c, self.grid.width()).max(side(b, d, self.grid.height()))
    }
}

impl Influence {
    /// Looks at a choice before it is played: which clues led to it?
    pub fn look(&mut self, view: &View, choice: &Choice) {
        self.because.clear();
        let known = |cell: Cell| self.places[cell.index()] > 0;
        if let (true, Action::Open(cell) | Action::Flag(cell)) = (choice.certain, choice.action)
            && view.grid().contains(cell)
            && !known(cell)
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
                let origin = match (step.choice.certain, self.links.is_empty()) {
                    (true, _) => Origin::Deduced,
                    (false, true) => Origin::First,
                    (false, false) => Origin::Guess,
                };
                self.opened(step.view, step.changed, origin);
            }
            Action::Chord(clue) => {
                for &cell in step.changed {
                    self.because = vec![clue];
                    self.opened(step.view, &[cell], Origin::Deduced);
                }
            }
            Action::Flag(cell) if step.choice.certain && step.view.tile(cell) == Tile::Flag => {
                let because = std::mem::take(&mut self.because);
                self.add(cell, Origin::Mine, because);
            }
            Action::Flag(_) | Action::Ask(_) | Action::Declare => {}
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
    use surefoot_players::roster;
    use surefoot_rules::{GameKind, Layout, Random, Rules, episode, layout};

    fn watched(player: &str, layout: &Layout, first: Cell) -> (Influence, Game) {
        let mut game = Game::new(Rules::on(GameKind::Win, layout)).unwrap();
        game.lay(layout, 0, 0).unwrap();
        game.play(Action::Open(first)).unwrap();
        let mut influence = Influence::new(game.view(), player);
        let mut seated = roster::call(player).unwrap();
        let random = Random::for_player(0, 0, player);
        episode::play_watched(&mut game, &mut seated, random, &mut influence);
        (influence, game)
    }

    /// A row of zeros is a chain by hand: each opens the next.
    #[test]
    fn a_row_of_zeros_is_one_chain() {
        let board = layout![". . . . . . M"];
        let (influence, _) = watched("closure", &board, Cell::new(0));
        let chains = influence.chains();
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
                game.deal(4, index);
                let mut influence = Influence::new(game.view(), player);
                let mut seated = roster::call(player).unwrap();
                let random = Random::for_player(4, index, player);
                episode::play_watched(&mut game, &mut seated, random, &mut influence);
                let links = influence.links();
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
                let chains = influence.chains();
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
                game.deal(4, index);
                let mut player = roster::call("exact").unwrap();
                let random = Random::for_player(4, index, "exact");
                let record = if watched {
                    let mut influence = Influence::new(game.view(), "exact");
                    episode::play_watched(&mut game, &mut player, random, &mut influence)
                } else {
                    episode::play(&mut game, &mut player, random)
                };
                records.push(record);
            }
            assert_eq!(records[0], records[1]);
        }
    }
}
