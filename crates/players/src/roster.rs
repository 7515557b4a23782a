//! The roster: names and options become players.
//!
//! A player is called by its text: a name, and options behind a colon, as in
//! `periphery:piece=14` or `window:edges`. The text also names the player's
//! random stream, so the same text plays the same games anywhere.

use surefoot_rules::{Player, Rules};

use crate::ours::exact::Exact;
use crate::ours::keeper::Keeper;
use crate::ours::prospector::Prospector;
use crate::ours::random::Chance;
use crate::shared::order::Order;
use crate::surefoot::lookahead::Outlook;
use crate::surefoot::surefoot::{Effort, Surefoot};
use crate::write_ups::baseline::Baseline;
use crate::write_ups::cascade::Cascade;
use crate::write_ups::closure::{Closure, Prefer};
use crate::write_ups::digger::Digger;
use crate::write_ups::gauss::Gauss;
use crate::write_ups::periphery::Periphery;
use crate::write_ups::queue::Queue;
use crate::write_ups::sampler::Sampler;
use crate::write_ups::window::Window;

/// A player, ready to play on any thread.
pub type AnyPlayer = Box<dyn RosterPlayer>;

/// What every player of the roster can do beside playing: be copied in the middle of
/// a game, so that all ways on can be tried.
pub trait RosterPlayer: Player + Send {
    /// A copy that knows what this one knows and plays on as it would.
    fn copied(&self) -> AnyPlayer;
}

impl<P: Player + Clone + Send + 'static> RosterPlayer for P {
    fn copied(&self) -> AnyPlayer {
        Box::new(self.clone())
    }
}

/// One line of the roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionEntry],
}

/// An option of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionEntry {
    /// How it is written.
    pub form: &'static str,
    /// What it does.
    pub about: &'static str,
}

const PASSES: OptionEntry = OptionEntry {
    form: "passes=N",
    about: "passes over the queue before a random opening (the seed: 1; default: until nothing changes)",
};

const ORDER_DEPTH: OptionEntry = OptionEntry {
    form: "order=depth",
    about: "open the newest safe cell first (default: the oldest, order=breadth)",
};
const ORDER_NEAREST: OptionEntry = OptionEntry {
    form: "order=nearest",
    about: "open the safe cell nearest to the last one first",
};

/// Every player there is.
pub const ROSTER: &[Entry] = &[
    Entry {
        name: "random",
        source: "ours",
        about: "a random hidden cell; the floor",
        options: &[],
    },
    Entry {
        name: "sampler",
        source: "seed 000, algorithm 1",
        about: "draws cells in proportion to the clues around them; aims at mines",
        options: &[],
    },
    Entry {
        name: "digger",
        source: "seed 000, algorithm 2",
        about: "finds certain mines, then digs where mines are likeliest",
        options: &[],
    },
    Entry {
        name: "cascade",
        source: "seed 003, algorithm A",
        about: "the two rules; a random safe cell, else a random cell",
        options: &[],
    },
    Entry {
        name: "gauss",
        source: "seed 003, algorithm B",
        about: "row-reduces the clues' equations and reads off certain cells",
        options: &[OptionEntry {
            form: "cutoff=AREA",
            about: "do not reduce on larger boards (the seed: 300; default: always reduce)",
        }],
    },
    Entry {
        name: "baseline",
        source: "seed 001, level 1",
        about: "the two rules on each clue as it is opened, once",
        options: &[],
    },
    Entry {
        name: "queue",
        source: "seed 001, level 2",
        about: "looks at clues again before opening at random; uses a told total",
        options: &[PASSES],
    },
    Entry {
        name: "window",
        source: "seed 001, level 3",
        about: "queue, and when stuck subtracts clues from each other in a sliding window",
        options: &[
            OptionEntry {
                form: "edges",
                about: "windows overlap the border (default: wholly inside the board)",
            },
            PASSES,
        ],
    },
    Entry {
        name: "periphery",
        source: "seed 002",
        about: "counts the fillings of chains of hidden cells and opens the least likely mine",
        options: &[OptionEntry {
            form: "piece=CELLS",
            about: "cut longer chains into pieces (1 to 40; default: 20)",
        }],
    },
    Entry {
        name: "closure",
        source: "seed 004",
        about: "subtracts constraints from each other until nothing changes; records parents",
        options: &[
            OptionEntry {
                form: "prefer=low",
                about: "guess beside small clues (default: anywhere)",
            },
            OptionEntry {
                form: "prefer=short",
                about: "guess beside clues that end short chains of influence",
            },
            ORDER_DEPTH,
            ORDER_NEAREST,
        ],
    },
    Entry {
        name: "exact",
        source: "ours",
        about: "counts all configurations: certain cells, else the least likely mine",
        options: &[ORDER_DEPTH, ORDER_NEAREST],
    },
    Entry {
        name: "surefoot",
        source: "ours",
        about: "certain cells, else the guess that wins most often: look-ahead, endgames searched",
        options: &[
            OptionEntry {
                form: "effort=high",
                about: "plays the best guesses of the later game out, about two seconds a game",
            },
            OptionEntry {
                form: "nodes=N",
                about: "the most analyses, suppositions and sets a guess (default: 50 000; high: 6 000 000)",
            },
            OptionEntry {
                form: "endgame=N",
                about: "search remainders of at most N configurations (0 to 60 000; default: 1000; high: 60 000)",
            },
            OptionEntry {
                form: "flips=late",
                about: "leave coin flips for the end (default: take them at once)",
            },
            OptionEntry { form: "ahead=no", about: "guess the safest cell" },
            OptionEntry {
                form: "ahead=survival",
                about: "rate guesses by surviving this and the next (default: as fitted to playouts)",
            },
        ],
    },
    Entry {
        name: "prospector",
        source: "ours",
        about: "digs where most is learned, by the entropy of what a cell may show",
        options: &[],
    },
    Entry {
        name: "keeper",
        source: "ours",
        about: "keeps the most mines unopened in `score`: the guess that settles most for its risk",
        options: &[],
    },
];

/// Why a text calls no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RosterError {
    /// No player of that name.
    #[error("there is no player `{name}`{}", nearest(name))]
    Name {
        /// The name given.
        name: String,
    },
    /// An option the player does not have, or a value it cannot take.
    #[error("the player `{name}` does not take `{option}`: expected {}", forms(name, option))]
    Option {
        /// The player's name.
        name: String,
        /// The option given.
        option: String,
    },
    /// The player cannot play under these rules.
    #[error("the player `{name}` cannot play this: {reason}")]
    Rules {
        /// The player's text.
        name: String,
        /// Why not.
        reason: &'static str,
    },
}

fn nearest(name: &str) -> String {
    let alike = |entry: &&Entry| {
        let (ours, theirs) = (entry.name.as_bytes(), name.as_bytes());
        theirs.len() >= 3 && ours.iter().zip(theirs).take_while(|(a, b)| a == b).count() >= 3
    };
    ROSTER
        .iter()
        .find(alike)
        .map_or(String::new(), |entry| format!("; did you mean `{}`?", entry.name))
}

/// What could stand there: of an option that the player has, the values it takes and what
/// they do; else just what options it has.
fn forms(name: &str, given: &str) -> String {
    let entry = ROSTER.iter().find(|entry| entry.name == name);
    let options = entry.map_or(&[][..], |entry| entry.options);
    let meant =
        options.iter().filter(|option| option.form.split('=').next() == given.split('=').next());
    let mut forms: Vec<String> =
        meant.map(|option| format!("{} ({})", option.form, option.about)).collect();
    if forms.is_empty() {
        forms.extend(options.iter().map(|option| option.form.to_owned()));
    }
    if forms.is_empty() { "no options".to_owned() } else { forms.join(" or ") }
}

/// A player by its text.
///
/// ```
/// use surefoot_players::roster;
///
/// assert!(roster::call("periphery:piece=14").is_ok());
/// let error = roster::call("windows").err().unwrap();
/// assert_eq!(error.to_string(), "there is no player `windows`; did you mean `window`?");
/// ```
pub fn call(text: &str) -> Result<AnyPlayer, RosterError> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let mut options = Options::new(name, options);
    let player: AnyPlayer = match name {
        "random" => Box::new(Chance::new()),
        "sampler" => Box::new(Sampler::new()),
        "digger" => Box::new(Digger::new()),
        "cascade" => Box::new(Cascade::new()),
        "gauss" => Box::new(Gauss::new(options.number("cutoff", 0, u32::MAX)?)),
        "exact" => Box::new(Exact::new(options.order()?)),
        "surefoot" => {
            let high = options.word("effort", "high")?;
            let mut effort = if high { Effort::HIGH } else { Effort::NORMAL };
            if let Some(nodes) = options.number("nodes", 1, u32::MAX)? {
                effort.nodes = nodes as usize;
            }
            if let Some(endgame) = options.number("endgame", 0, 60_000)? {
                effort.endgame = endgame as usize;
            }
            effort.flips = !options.word("flips", "late")?;
            effort.outlook = match options.value("ahead") {
                None => effort.outlook,
                Some("no") => None,
                Some("survival") => Some(Outlook::SURVIVAL),
                Some(other) => return Err(options.wrong(&format!("ahead={other}"))),
            };
            Box::new(Surefoot::new(effort))
        }
        "keeper" => Box::new(Keeper::new()),
        "prospector" => Box::new(Prospector::new()),
        "baseline" => Box::new(Baseline::new()),
        "queue" => Box::new(Queue::new(options.number("passes", 1, 1000)?)),
        "window" => {
            let edges = options.flag("edges");
            Box::new(Window::new(edges, options.number("passes", 1, 1000)?))
        }
        "periphery" => Box::new(Periphery::new(options.number("piece", 1, 40)?.unwrap_or(20))),
        "closure" => {
            let prefer = match options.value("prefer") {
                None => Prefer::Any,
                Some("low") => Prefer::Low,
                Some("short") => Prefer::Short,
                Some(other) => return Err(options.wrong(&format!("prefer={other}"))),
            };
            Box::new(Closure::new(prefer, options.order()?))
        }
        _ => return Err(RosterError::Name { name: name.to_owned() }),
    };
    options.none_left()?;
    Ok(player)
}

/// Whether a player can play under these rules; to be asked before a match.
pub fn check(text: &str, rules: &Rules) -> Result<(), RosterError> {
    let name = text.split(':').next().unwrap_or(text);
    if name == "window" && rules.grid.neighbourhood().is_none() {
        let reason = "its window needs rows and columns, which a graph of your own does not have";
        return Err(RosterError::Rules { name: text.to_owned(), reason });
    }
    Ok(())
}

/// Whether a player opens every certain cell before it guesses, and goes by what it sees
/// alone: so it can be asked in the middle of any game.
///
/// ```
/// use surefoot_players::roster::misses_nothing;
///
/// assert!(misses_nothing("surefoot:effort=high"));
/// assert!(!misses_nothing("window"));
/// ```
pub fn misses_nothing(text: &str) -> bool {
    matches!(text.split(':').next(), Some("exact" | "surefoot"))
}

/// The options of a text, taken out one by one.
struct Options<'a> {
    name: &'a str,
    left: Vec<&'a str>,
}

impl<'a> Options<'a> {
    fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, left: text.split(',').filter(|option| !option.is_empty()).collect() }
    }

    fn value(&mut self, key: &str) -> Option<&'a str> {
        let at = self
            .left
            .iter()
            .position(|option| option.split_once('=').is_some_and(|(name, _)| name == key))?;
        self.left.remove(at).split_once('=').map(|(_, value)| value)
    }

    fn number(&mut self, key: &str, least: u32, most: u32) -> Result<Option<u32>, RosterError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        match value.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(self.wrong(&format!("{key}={value}"))),
        }
    }

    fn word(&mut self, key: &str, word: &str) -> Result<bool, RosterError> {
        match self.value(key) {
            None => Ok(false),
            Some(value) if value == word => Ok(true),
            Some(value) => Err(self.wrong(&format!("{key}={value}"))),
        }
    }

    fn order(&mut self) -> Result<Order, RosterError> {
        let Some(value) = self.value("order") else { return Ok(Order::default()) };
        Order::named(value).ok_or_else(|| self.wrong(&format!("order={value}")))
    }

    fn flag(&mut self, key: &str) -> bool {
        let before = self.left.len();
        self.left.retain(|option| *option != key);
        self.left.len() < before
    }

    fn wrong(&self, option: &str) -> RosterError {
        RosterError::Option { name: self.name.to_owned(), option: option.to_owned() }
    }

    fn none_left(self) -> Result<(), RosterError> {
        self.left.first().map_or(Ok(()), |option| Err(self.wrong(option)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_roster_plays_and_lists_its_options() {
        for entry in ROSTER {
            assert!(call(entry.name).is_ok(), "{}", entry.name);
            for option in entry.options {
                let example = option.form.replace("=N", "=2").replace("=AREA", "=300");
                let example = example.replace("=CELLS", "=14");
                assert!(call(&format!("{}:{example}", entry.name)).is_ok(), "{example}");
            }
        }
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| call(text).err().unwrap().to_string();
        assert_eq!(error("nobody"), "there is no player `nobody`");
        assert_eq!(error("closures"), "there is no player `closures`; did you mean `closure`?");
        let none = "the player `random` does not take `fast`: expected no options";
        assert_eq!(error("random:fast"), none);
        assert!(error("periphery:piece=41").contains("`piece=41`: expected piece=CELLS (cut"));
        assert!(error("closure:prefer=high").contains("prefer=high"));
        assert!(error("window:passes=1,edge").contains("`edge`: expected edges or passes"));
    }
}
