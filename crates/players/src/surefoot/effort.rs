//! How much `surefoot` spends on a guess, and the options that say so.

use crate::roster::{PlayerOption, PlayerOptions};
use crate::surefoot::lookahead::Outlook;
use crate::tunables;

/// Every option of `surefoot`.
pub(crate) const OPTIONS: &[PlayerOption] =
    &[LOW, HIGH, NODES, ENDGAME, FLIPS_LATE, FORESEEN, AHEAD_NO, AHEAD_SURVIVAL];

const LOW: PlayerOption = PlayerOption::word(
    "effort=low",
    "no rehearsals, smaller endgames: half a millisecond per game",
);
const HIGH: PlayerOption = PlayerOption::word(
    "effort=high",
    "plays out the best guesses late in the game, about a second per game",
);
const NODES: PlayerOption = PlayerOption::number(
    "nodes=N",
    1,
    u32::MAX,
    "at most N analyses, suppositions and sets per guess (default: 100 000; low: 50 000; high: \
     4 000 000)",
);
const ENDGAME: PlayerOption = PlayerOption::number(
    "endgame=N",
    0,
    tunables::MOST_ENDGAME as u32,
    "search remainders of at most N configurations (0 to 60 000; default: 4000; low: 1000; high: \
     60 000)",
);
const FLIPS_LATE: PlayerOption =
    PlayerOption::word("flips=late", "leave coin flips for the end (default: take them at once)");
const FORESEEN: PlayerOption = PlayerOption::number(
    "foresee=N",
    0,
    tunables::MOST_FORESEEN,
    "count the coin flips that would form in N configurations drawn (0 to 100 000; default: 0)",
);
const AHEAD_NO: PlayerOption = PlayerOption::word("ahead=no", "guess the safest cell");
const AHEAD_SURVIVAL: PlayerOption = PlayerOption::word(
    "ahead=survival",
    "rate guesses by surviving this and the next one (default: as fitted to playouts)",
);

/// How much is spent on a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Effort {
    /// Configurations up to which a remainder is searched.
    pub(crate) endgame: usize,
    /// Deals up to which a board is searched from the start.
    pub(crate) deals: usize,
    /// Whether coin flips are taken at once.
    pub(crate) flips: bool,
    /// Configurations that are drawn to foresee coin flips.
    pub(crate) foreseen: usize,
    /// How guesses are rated; by safety alone if not at all.
    pub(crate) outlook: Option<Outlook>,
    /// Configurations up to which guesses are rehearsed.
    pub(crate) rehearsed: f64,
    /// Guesses that are played out, and playouts of each.
    pub(crate) trials: usize,
    pub(crate) playouts: usize,
    /// Analyses, suppositions and sets per guess, and per game. (A game never runs out of those
    /// that the default has for a guess.)
    pub(crate) nodes: usize,
    pub(crate) game: usize,
    /// States and edges that a supposition may count.
    pub(crate) budget: usize,
}

impl Effort {
    /// Some milliseconds a game.
    pub(crate) const NORMAL: Self = Self {
        endgame: tunables::ENDGAME,
        rehearsed: tunables::REHEARSED,
        nodes: tunables::NODES,
        ..Self::LOW
    };
    /// Half a millisecond a game.
    pub(crate) const LOW: Self = Self {
        endgame: tunables::LOW_ENDGAME,
        deals: tunables::DEALS * tunables::LOW_ENDGAME,
        flips: true,
        foreseen: 0,
        outlook: Some(Outlook::FITTED),
        rehearsed: 0.0,
        trials: 0,
        playouts: 0,
        nodes: tunables::LOW_NODES,
        game: usize::MAX,
        budget: tunables::BUDGET,
    };
    /// About a second a game.
    pub(crate) const HIGH: Self = Self {
        endgame: tunables::MOST_ENDGAME,
        deals: tunables::MOST_DEALS_SEARCHED,
        rehearsed: tunables::REHEARSED,
        trials: tunables::HIGH_TRIALS,
        playouts: tunables::HIGH_PLAYOUTS,
        nodes: tunables::HIGH_NODES,
        game: tunables::HIGH_GAME * tunables::HIGH_NODES,
        ..Self::LOW
    };

    /// The effort that a player's options ask for.
    pub(crate) fn of(options: &PlayerOptions<'_>) -> Self {
        let mut effort = match (options.has(&LOW), options.has(&HIGH)) {
            (_, true) => Self::HIGH,
            (true, false) => Self::LOW,
            (false, false) => Self::NORMAL,
        };
        if let Some(nodes) = options.number(&NODES) {
            effort.nodes = nodes as usize;
            if effort.game < usize::MAX {
                effort.game = tunables::HIGH_GAME * effort.nodes;
            }
        }
        if let Some(most) = options.number(&ENDGAME) {
            effort.endgame = most as usize;
            effort.deals = (tunables::DEALS * effort.endgame).min(tunables::MOST_DEALS_SEARCHED);
        }
        effort.foreseen = options.number(&FORESEEN).map_or(effort.foreseen, |draws| draws as usize);
        effort.flips = !options.has(&FLIPS_LATE);
        if options.has(&AHEAD_NO) {
            effort.outlook = None;
        } else if options.has(&AHEAD_SURVIVAL) {
            effort.outlook = Some(Outlook::SURVIVAL);
        }
        effort
    }
}
