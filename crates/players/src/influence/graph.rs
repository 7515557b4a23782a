//! The graph of a game's influence: known cells, the clues that led to each, and what the
//! chains amount to.

use std::cmp::Reverse;
use std::collections::VecDeque;

use surefoot_rules::{Cell, Grid, Neighbourhood, Point, named};

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

named! {
    Origin {
        First => "first",
        Guess => "guess",
        Deduced => "deduced",
        Flooded => "flooded",
        Mine => "mine",
    }
}

/// A cell that is known, and the clues that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The cell.
    pub cell: Cell,
    /// How it came to be known.
    pub origin: Origin,
    /// The clues that led to it, its parents; none of a root.
    pub from: Vec<Cell>,
    /// Links on the longest chain that ends here.
    pub depth: u32,
    /// The clue before it on that chain.
    pub before: Option<Cell>,
}

impl Link {
    /// Whether no clue led there: a guess or the first click, at which chains begin.
    pub fn is_root(&self) -> bool {
        self.from.is_empty()
    }
}

/// A clue and a cell that it led to, as seen from a later cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The clue.
    pub from: Cell,
    /// The cell it led to.
    pub to: Cell,
    /// How many links lie between that cell and the later one, by the shortest way.
    pub back: u32,
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

impl Chains {
    /// Whether the longest chain goes from a clue to a cell.
    pub fn passes(&self, from: Cell, to: Cell) -> bool {
        self.path.windows(2).any(|pair| pair == [from, to])
    }
}

/// Which clues led to which cell. See the [module](super).
///
/// ```
/// use surefoot_players::Roster;
/// use surefoot_players::influence::{Influence, Origin};
/// use surefoot_rules::{Cell, Deal, Game, Level, Setting, episode};
///
/// let (roster, deal) = (Roster::standard(), Deal::new(7, 0));
/// let mut game = Game::new(Setting::at(Level::BEGINNER).rules()?)?;
/// game.deal(deal);
/// let mut influence = Influence::new(game.view(), roster.entry_of("closure")?.abilities());
/// let mut player = roster.call("closure")?;
/// episode::play_watched(&mut game, &mut player, roster.random(deal, "closure"), &mut influence);
///
/// // Every chain begins at the first click or a guess, and goes from link to link.
/// let graph = influence.graph();
/// let chains = graph.chains();
/// assert_eq!(graph.path_to(*chains.path.last().unwrap()), chains.path);
/// assert!(graph.link(chains.path[0]).unwrap().is_root());
/// assert!(chains.path.windows(2).all(|pair| graph.link(pair[1]).unwrap().from.contains(&pair[0])));
/// assert!(graph.links().iter().any(|link| link.origin == Origin::Mine));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfluenceGraph {
    grid: Grid,
    links: Vec<Link>,
    /// Per cell: its place among the links, plus one.
    places: Vec<u32>,
}

impl InfluenceGraph {
    pub(super) fn new(grid: Grid) -> Self {
        let places = vec![0; grid.len()];
        Self { grid, links: Vec::new(), places }
    }

    /// Everything that was opened or proved, in order.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The grid it happened on.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What is known of a cell.
    pub fn link(&self, cell: Cell) -> Option<&Link> {
        self.links.get((*self.places.get(cell.index())? as usize).checked_sub(1)?)
    }

    /// Whether a cell was opened or proved.
    pub(super) fn knows(&self, cell: Cell) -> bool {
        self.places[cell.index()] > 0
    }

    /// The one of some cells that was known first.
    pub(super) fn earliest(&self, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
        cells.filter(|&cell| self.knows(cell)).min_by_key(|cell| self.places[cell.index()])
    }

    pub(super) fn add(&mut self, cell: Cell, origin: Origin, mut from: Vec<Cell>) {
        if self.knows(cell) {
            // A proved cell may be opened later: what led to it is known.
            return;
        }
        from.retain(|&clue| self.knows(clue));
        let deepest = from.iter().filter_map(|&clue| Some((self.link(clue)?.depth + 1, clue)));
        let deepest = deepest.max_by_key(|&(depth, clue)| (depth, Reverse(clue)));
        let (depth, before) = deepest.map_or((0, None), |(depth, clue)| (depth, Some(clue)));
        self.links.push(Link { cell, origin, from, depth, before });
        self.places[cell.index()] = self.links.len() as u32;
    }

    /// The cells of the longest chain that ends at a cell, its root first; none if the cell
    /// is not known.
    pub fn path_to(&self, cell: Cell) -> Vec<Cell> {
        let link = |cell: Cell| self.link(cell);
        let back = std::iter::successors(link(cell), |at| at.before.and_then(link));
        let mut path: Vec<Cell> = back.map(|link| link.cell).collect();
        path.reverse();
        path
    }

    /// All that led to a cell, nearest first: the clues it rests on, what led to those, and
    /// so on to the roots, `most` arrows at the most.
    pub fn led_to(&self, cell: Cell, most: usize) -> Vec<Arrow> {
        let mut arrows = Vec::new();
        let mut met = vec![false; self.grid.len()];
        let mut queue = VecDeque::from([(cell, 0)]);
        while let Some((to, back)) = queue.pop_front() {
            for &from in self.link(to).map_or(&[][..], |link| &link.from) {
                if arrows.len() == most {
                    return arrows;
                }
                arrows.push(Arrow { from, to, back });
                if !std::mem::replace(&mut met[from.index()], true) {
                    queue.push_back((from, back + 1));
                }
            }
        }
        arrows
    }

    /// Sums the chains up.
    pub fn chains(&self) -> Chains {
        let last = self.links.iter().rev().max_by_key(|link| link.depth);
        let path = last.map_or(Vec::new(), |link| self.path_to(link.cell));
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
