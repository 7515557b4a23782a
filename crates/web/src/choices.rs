//! What there is to choose from: every list that a form of the page shows.
//!
//! The page writes none of them again, so that a neighbourhood, a promise or a player
//! that the engine gains is on the page with the next build. The labels stand here and
//! not in the page, because here the compiler misses the one that is forgotten.

use serde::{Deserialize, Serialize};
use surefoot_inference::no_guess::Logic;
#[cfg(feature = "players")]
use surefoot_players::{Entry, Roster};
use surefoot_rules::notation::{Format, Keeps};
use surefoot_rules::{
    Asks, Cell, ClueRule, Clues, GameKind, Grid, Level, Neighbourhood, Point, Promise,
};
use tsify::Tsify;

use crate::Order;

/// One line of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Offer {
    /// As an order, a position or the command line writes it.
    pub value: String,
    /// As people read it.
    pub label: String,
}

impl Offer {
    fn new(value: &impl ToString, label: impl Into<String>) -> Self {
        Self { value: value.to_string(), label: label.into() }
    }
}

/// An option of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct PlayerOption {
    /// How it is written.
    pub form: String,
    /// What it does.
    pub about: String,
}

/// A player of the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct PlayerEntry {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// What it does, in a line.
    pub about: String,
    /// Its options.
    pub options: Vec<PlayerOption>,
}

/// Which cells touch, as steps to the right and down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Touching {
    /// Its name.
    pub neighbourhood: String,
    /// Whether opposite edges touch.
    pub wraps: bool,
    /// The neighbours of a cell in rows 0, 2, …
    pub even: Vec<(i32, i32)>,
    /// The neighbours of a cell in rows 1, 3, …
    pub odd: Vec<(i32, i32)>,
}

/// Every list, and what is chosen unless somebody chooses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Choices {
    /// Sizes with their mines, the smallest first.
    pub levels: Vec<Offer>,
    /// Which cells touch.
    pub neighbourhoods: Vec<Offer>,
    /// The same as steps from cell to cell, for pictures that cannot wait for an answer.
    pub touching: Vec<Touching>,
    /// What the first click finds, the best first.
    pub promises: Vec<Offer>,
    /// How much logic a board without guesses asks for, the simplest first.
    pub logics: Vec<Offer>,
    /// Clue rules of a game.
    pub clues: Vec<Offer>,
    /// Clue rules of a position: what was asked in it is a matter of its cells.
    pub clue_rules: Vec<Offer>,
    /// Notations that can hold a position.
    pub formats: Vec<Offer>,
    /// Every player, in the order of the roster; none where there are no players in it.
    pub players: Vec<PlayerEntry>,
    /// What is played unless something else is ordered.
    pub usual: Order,
}

const CLUES: [Clues; 5] = {
    const fn once(rule: ClueRule) -> Clues {
        Clues { rule, asks: Asks::UpTo(1) }
    }
    [
        once(ClueRule::Exact),
        once(ClueRule::Silent { speaks: 0.8 }),
        Clues { rule: ClueRule::Silent { speaks: 0.7 }, asks: Asks::Until },
        once(ClueRule::Optimistic { truth: Some(0.8) }),
        once(ClueRule::Cautious { truth: Some(0.8) }),
    ]
};

/// Every list there is.
pub fn choices() -> Choices {
    let clues = |clues: &Clues| Offer::new(clues, of_clues(clues));
    let written = Format::ALL.into_iter().filter(|format| format.keeps() != Keeps::Board);
    Choices {
        levels: Level::NAMED.into_iter().chain([("evil", Level::EVIL)]).map(of_level).collect(),
        neighbourhoods: Neighbourhood::ALL
            .map(|kind| Offer::new(&kind, of_neighbourhood(kind)))
            .to_vec(),
        touching: Neighbourhood::ALL.into_iter().filter_map(Touching::of).collect(),
        promises: Promise::ALL
            .into_iter()
            .rev()
            .map(|it| Offer::new(&it, of_promise(it)))
            .collect(),
        logics: Logic::ALL.map(|logic| Offer::new(&logic, of_logic(logic))).to_vec(),
        clues: CLUES.iter().map(clues).collect(),
        clue_rules: CLUES.iter().filter(|it| it.asks == Asks::default()).map(clues).collect(),
        formats: written.map(|format| Offer::new(&format.name(), of_format(format))).collect(),
        players: players(),
        usual: usual(),
    }
}

fn usual() -> Order {
    Order {
        level: Level::NAMED[0].0.to_owned(),
        neighbourhood: Neighbourhood::default().to_string(),
        promise: GameKind::Win.usual_promise().to_string(),
        clues: Clues::default().to_string(),
        seed: 0,
        deal: 0,
        no_guess: None,
        board: None,
        kaboom: false,
    }
}

impl Touching {
    /// Read off a grid that is large enough for no step to meet an edge.
    fn of(neighbourhood: Neighbourhood) -> Option<Self> {
        let (side, middle) = (12, 6);
        let grid = Grid::with(side, side, neighbourhood).ok()?;
        let around = |x: u32, y: u32| -> Option<Vec<(i32, i32)>> {
            let beside = grid.neighbours(grid.cell(Point { x, y })?);
            let away = |cell: &Cell| {
                let to = grid.point(*cell);
                (to.x.cast_signed() - x.cast_signed(), to.y.cast_signed() - y.cast_signed())
            };
            Some(beside.iter().map(away).collect())
        };
        let (even, odd) = (around(middle, middle)?, around(middle, middle + 1)?);
        let wraps = around(0, 0)?.len() == even.len();
        Some(Self { neighbourhood: neighbourhood.to_string(), wraps, even, odd })
    }
}

/// A level goes by its name where it can be read again by it.
fn of_level((name, level): (&str, Level)) -> Offer {
    let Level { width, height, mines } = level;
    let (first, rest) = name.split_at(1);
    let label = format!("{}{rest} {width}×{height}, {mines}", first.to_uppercase());
    match name.parse::<Level>() {
        Ok(_) => Offer::new(&name, label),
        Err(_) => Offer::new(&level, label),
    }
}

fn of_neighbourhood(neighbourhood: Neighbourhood) -> &'static str {
    match neighbourhood {
        Neighbourhood::Square8 => "Squares",
        Neighbourhood::Square4 => "Squares, four neighbours",
        Neighbourhood::Torus => "Torus (opposite edges touch)",
        Neighbourhood::Hex => "Hexagons",
        Neighbourhood::Knight => "Knight's moves",
    }
}

fn of_promise(promise: Promise) -> &'static str {
    match promise {
        Promise::None => "anything, even a mine",
        Promise::Safe => "a safe cell",
        Promise::Opening => "an opening",
    }
}

fn of_logic(logic: Logic) -> &'static str {
    match logic {
        Logic::Simple => "No guessing: single clues are enough",
        Logic::Pairs => "No guessing: pairs of clues",
        Logic::Full => "No guessing: everything that is certain",
    }
}

fn of_clues(clues: &Clues) -> String {
    let rule = match clues.rule {
        ClueRule::Exact => "Exact".to_owned(),
        ClueRule::Silent { speaks } => {
            format!("Silent: {:.0} % show no number", 100.0 * (1.0 - speaks))
        }
        ClueRule::Optimistic { .. } => "Optimistic: may be too low".to_owned(),
        ClueRule::Cautious { .. } => "Cautious: may be too high".to_owned(),
    };
    if clues.asks == Asks::default() { rule } else { rule + ", but can be asked again" }
}

fn of_format(format: Format) -> String {
    match format {
        Format::Drawing => "Drawing".to_owned(),
        Format::Analysis => "JSMinesweeper analysis code".to_owned(),
        Format::Minesweepr => "minesweepr".to_owned(),
        other => format!(".{}", other.name()),
    }
}

#[cfg(feature = "players")]
fn players() -> Vec<PlayerEntry> {
    Roster::standard().entries().iter().map(PlayerEntry::of).collect()
}

#[cfg(not(feature = "players"))]
fn players() -> Vec<PlayerEntry> {
    Vec::new()
}

#[cfg(feature = "players")]
impl PlayerEntry {
    fn of(entry: &Entry) -> Self {
        let options = entry.options().iter().map(|option| PlayerOption {
            form: option.form.to_owned(),
            about: option.about.to_owned(),
        });
        Self {
            name: entry.name().to_owned(),
            source: entry.source().to_owned(),
            about: entry.about().to_owned(),
            options: options.collect(),
        }
    }
}

#[cfg(all(test, feature = "players"))]
mod tests {
    use super::*;

    fn values(choices: &[Offer]) -> Vec<&str> {
        choices.iter().map(|choice| &*choice.value).collect()
    }

    /// Whatever a form offers, an order takes.
    #[test]
    fn every_choice_can_be_played() {
        let Choices { levels, neighbourhoods, promises, clues, usual, .. } = choices();
        let all = [
            (levels, (|order, level| Order { level, ..order }) as fn(Order, String) -> Order),
            (neighbourhoods, |order, neighbourhood| Order { neighbourhood, ..order }),
            (promises, |order, promise| Order { promise, ..order }),
            (clues, |order, clues| Order { clues, ..order }),
        ];
        for (list, with) in all {
            let usual = |order: &Order| {
                list.iter().any(|it| with(order.clone(), it.value.clone()) == *order)
            };
            assert!(usual(&choices().usual), "the usual one is on the list");
            for choice in &list {
                let order = with(choices().usual, choice.value.clone());
                assert!(order.game().is_ok(), "{choice:?}");
            }
        }
        assert!(usual.game().is_ok());
    }

    /// The page follows the steps; the grid is asked. On every kind of board they agree.
    #[test]
    fn steps_lead_to_all_neighbours_and_no_others() {
        let (width, height) = (7_u32, 6_u32);
        for touching in choices().touching {
            let kind: Neighbourhood = touching.neighbourhood.parse().unwrap();
            let grid = Grid::with(width, height, kind).unwrap();
            for cell in grid.cells() {
                let from = grid.point(cell);
                let steps = if from.y % 2 == 0 { &touching.even } else { &touching.odd };
                let on = |at: u32, by: i32, most: u32| {
                    let to = at.cast_signed() + by;
                    let to = if touching.wraps { to.rem_euclid(most.cast_signed()) } else { to };
                    u32::try_from(to).ok().filter(|&to| to < most)
                };
                let mut found: Vec<Cell> = steps
                    .iter()
                    .filter_map(|&(dx, dy)| {
                        Some(Point { x: on(from.x, dx, width)?, y: on(from.y, dy, height)? })
                    })
                    .filter_map(|point| grid.cell(point))
                    .collect();
                found.sort_unstable();
                let mut beside = grid.neighbours(cell).to_vec();
                beside.sort_unstable();
                assert_eq!(found, beside, "{kind} {from}");
            }
        }
    }

    #[test]
    fn lists_are_whole_and_in_order() {
        let all = choices();
        assert_eq!(values(&all.levels), ["beginner", "intermediate", "expert", "30x20/130"]);
        assert_eq!(all.levels[2].label, "Expert 30×16, 99");
        assert_eq!(values(&all.promises), ["opening", "safe", "none"]);
        assert_eq!(values(&all.logics), ["simple", "pairs", "full"]);
        assert_eq!(values(&all.formats), ["drawing", "mine", "analysis", "board", "minesweepr"]);
        assert_eq!(
            values(&all.clue_rules),
            ["exact", "silent:0.8", "optimistic:q=0.8", "cautious:q=0.8"]
        );
        assert_eq!(all.clues[2].label, "Silent: 30 % show no number, but can be asked again");
        assert_eq!(all.players.len(), Roster::standard().entries().len());
    }
}
