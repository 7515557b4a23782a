//! One number over fixed work: has behaviour changed?
//!
//! Every player of the roster plays the same small set of games under all kinds
//! of rules; every action it takes is hashed, in order. Two builds with the same
//! signature play alike; a commit that changes the number says why. (The idea is
//! Stockfish's `bench`.)

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use surefoot_players::{Entry, Roster, RosterError};
use surefoot_rules::episode::{self, Step};
use surefoot_rules::{Action, Deal, Game, GameKind, Grid, Neighbourhood, Rules};

use crate::fnv;

/// Level, neighbourhood, game, clues: what is played, so many games each.
const WORK: [(u32, u32, u32, Neighbourhood, GameKind, &str); 10] = [
    (30, 16, 99, Neighbourhood::Square8, GameKind::Win, "exact"),
    (16, 16, 40, Neighbourhood::Square8, GameKind::Win, "exact"),
    (9, 9, 10, Neighbourhood::Square8, GameKind::Win, "exact"),
    (20, 20, 60, Neighbourhood::Square8, GameKind::Dig, "exact"),
    (20, 20, 120, Neighbourhood::Square8, GameKind::Score, "exact"),
    (12, 12, 20, Neighbourhood::Hex, GameKind::Score, "exact"),
    (12, 12, 20, Neighbourhood::Torus, GameKind::Win, "exact"),
    (12, 12, 25, Neighbourhood::Square8, GameKind::Score, "silent:0.6,asks=until"),
    (12, 12, 25, Neighbourhood::Square8, GameKind::Score, "optimistic:q=0.8,asks=3"),
    (12, 12, 25, Neighbourhood::Square8, GameKind::Dig, "cautious"),
];
/// Players with options, beside the roster's names.
const VARIANTS: [&str; 6] = [
    "queue:passes=1",
    "window:edges",
    "window:passes=1",
    "gauss:cutoff=150",
    "periphery:piece=6",
    "closure:prefer=low",
];
const GAMES: u64 = 12;
/// Enough to see that somebody's player has changed, every time an experiment is read.
const FEW_GAMES: u64 = 2;
const SEED: u64 = 0x5eed;

/// Every player of a roster plays the work; every action is hashed.
pub fn compute(roster: &Roster) -> u64 {
    let names: Vec<&str> = roster.entries().iter().map(Entry::name).chain(VARIANTS).collect();
    hash(roster, &names, GAMES)
}

/// One player plays the work: has its behaviour changed?
///
/// ```
/// use surefoot_lab::bench::signature;
/// use surefoot_players::Roster;
///
/// let roster = Roster::standard();
/// assert_eq!(signature::of(&roster, "queue")?, signature::of(&roster, "queue")?);
/// assert_ne!(signature::of(&roster, "queue")?, signature::of(&roster, "random")?);
/// # Ok::<(), surefoot_players::RosterError>(())
/// ```
pub fn of(roster: &Roster, text: &str) -> Result<u64, RosterError> {
    roster.call(text)?;
    Ok(hash(roster, &[text], GAMES))
}

/// What tells records of one engine from those of another: the committed signature and, if
/// not all of these players are of the house, a second one of the others. That is of their
/// versions where they say them, else of what they do.
///
/// ```
/// use surefoot_lab::bench::signature;
/// use surefoot_players::{Entry, Roster};
///
/// let entry = |version| {
///     let entry = Entry::with_options("mine", [], |_| Roster::standard().call("queue"));
///     entry.versioned(version)
/// };
/// let engine = |entry| {
///     let roster = Roster::standard().with(entry).unwrap();
///     signature::of_engine(&roster, &["queue".to_owned(), "mine".to_owned()]).unwrap()
/// };
/// assert_ne!(engine(entry("1")), engine(entry("2")));
/// ```
pub fn of_engine(roster: &Roster, players: &[String]) -> Result<String, RosterError> {
    let (mut theirs, ours) = (fnv::START, COMMITTED.trim());
    for text in players {
        let entry = roster.entry_of(text)?;
        roster.call(text)?;
        theirs = match roster.version(text) {
            _ if entry.is_ours() => theirs,
            Some(version) => [text, &version]
                .iter()
                .flat_map(|part| part.bytes())
                .fold(theirs, |hash, byte| absorb(hash, byte.into())),
            None => absorb(theirs, hash(roster, &[text], FEW_GAMES)),
        };
    }
    Ok(if theirs == fnv::START { ours.to_owned() } else { format!("{ours}+{theirs:016x}") })
}

fn hash(roster: &Roster, texts: &[&str], games: u64) -> u64 {
    let jobs: Vec<(usize, &str)> =
        texts.iter().flat_map(|who| (0..WORK.len()).map(move |work| (work, *who))).collect();
    let each = jobs.into_par_iter().map(|(work, who)| hash_of(roster, work, who, games));
    each.collect::<Vec<u64>>().into_iter().fold(fnv::START, absorb)
}

fn hash_of(roster: &Roster, work: usize, name: &str, games: u64) -> u64 {
    let (width, height, mines, neighbourhood, kind, clues) = WORK[work];
    let grid = Grid::with(width, height, neighbourhood).expect("the work is possible");
    let mut rules = Rules::new(kind, grid, mines);
    rules.clues = clues.parse().expect("the work is possible");
    // Half of the work is done without the total.
    rules.told = kind == GameKind::Dig || work.is_multiple_of(2);
    let sit_down = || {
        let game = Game::new(rules.clone()).expect("the work is possible");
        (game, roster.call(name).expect("the roster lists players"))
    };
    let (mut game, mut player) = sit_down();
    let mut hash = fnv::START;
    for index in 0..games {
        game.deal(Deal::new(SEED, index));
        let random = roster.random(Deal::new(SEED, index), name);
        let mut watch = |step: &Step<'_>| hash = absorb(hash, code(step.choice.action));
        let ended = catch_unwind(AssertUnwindSafe(|| {
            episode::play_watched(&mut game, &mut player, random, &mut watch)
        }));
        if let Ok(record) = ended {
            hash = absorb(hash, u64::from(record.outcome.digs) << 32 | u64::from(record.guesses));
        } else {
            // Panics are behaviour too; who did is not to be trusted any more.
            (game, player) = sit_down();
        }
    }
    hash
}

fn code(action: Action) -> u64 {
    let kind = match action {
        Action::Open(_) => 1,
        Action::Flag(_) => 2,
        Action::Chord(_) => 3,
        Action::Ask(_) => 4,
        Action::Declare => 5,
    };
    kind << 32 | action.cell().map_or(0, |cell| u64::from(cell.number()))
}

/// FNV-1a over whole words, stirred: good enough to notice a difference.
fn absorb(hash: u64, word: u64) -> u64 {
    let mixed = fnv::absorb(hash, word);
    mixed ^ (mixed >> 29)
}

/// The signature of this version, as it was committed.
pub const COMMITTED: &str = include_str!("../../signature.txt");

#[cfg(test)]
mod tests {
    use super::*;

    /// What three quick players do on all of the work; the slow test has everybody.
    #[test]
    fn quick_players_behave_as_committed() {
        let now = hash(&Roster::standard(), &["cascade", "queue:passes=1", "closure"], GAMES);
        assert_eq!(
            now, 811_337_087_473_771_223,
            "say so in the commit if it is meant, here and in signature.txt"
        );
    }

    /// If this fails and the change of behaviour is meant, write the new number
    /// into `signature.txt` and say so in the commit.
    #[test]
    #[ignore = "slow: scripts/test --all"]
    fn behaviour_is_as_committed() {
        assert_eq!(compute(&Roster::standard()).to_string(), COMMITTED.trim());
    }
}
