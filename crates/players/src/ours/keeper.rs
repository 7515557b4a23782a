//! `keeper`: the most mines identified and never opened. [ours]
//!
//! In `score` an opened mine costs that mine and play goes on, so the question is not
//! how to survive but what each risk buys. What is certain is done first. Then every
//! candidate is looked at for what follows from it by the two rules alone, whether it
//! shows a number or turns out to be a mine, each with its exact probability, and
//! the guess with the least
//!
//! > risk / (1 + cells that it is expected to settle)
//!
//! is taken: mines lost per cell settled, since all cells are settled some day. Finding
//! anything safe counts for more cells, the sparser the mines, because it goes on from
//! there: ten times the chance of a zero, for each closed cell per mine. The obvious way, the least likely mine, puts risks off that must be taken anyway; the
//! score of the real game (`lookahead`) takes an opened mine for the end.
//!
//! Under exact clues a mine is flagged when it is certain. Under uncertain clues
//! certainty may never come. Cells are opened as long as one is likely enough
//! to be safe; then every cell that is more likely a mine than not is flagged, which is
//! what pays on average, and the game is declared done. Where the posterior is over
//! budget the marked estimate stands in for it.
//!
//! In `win` a mine is the end, and in `dig` there is nothing to keep: it plays as `exact`.

use std::borrow::Cow::Borrowed;

use surefoot_inference::{Options, Posterior, Suppose, TIE, estimate};
use surefoot_rules::{Action, Brief, Cell, Choice, ClueRule, GameKind, Player, Random, View};

use crate::ours::exact::{Exact, least_likely};
use crate::roster::{Abilities, Entry, Make, PlayerLook};
use crate::shared::certainty::{Certainty, Counted};
use crate::shared::opening_order::OpeningOrder;
use crate::tunables;

pub(crate) const ENTRY: Entry = Entry {
    name: Borrowed("keeper"),
    source: Borrowed("ours"),
    about: Borrowed(
        "keeps the most mines unopened in `score`: the guess that settles most for its risk",
    ),
    options: Borrowed(&[]),
    abilities: Abilities { flags_what_pays: true, slow: true, ..Abilities::PLAIN },
    looks: Borrowed(&[PlayerLook::new(4, 4)]),
    make: Make::Ours(|_| Box::new(Keeper::new())),
};

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Keeper {
    kind: GameKind,
    certainty: Certainty,
    suppose: Suppose,
    candidates: Vec<(Cell, f64)>,
    numbers: Vec<f64>,
    /// For the games in which it has no say.
    other: Exact,
    random: Random,
}

impl Keeper {
    pub(crate) fn new() -> Self {
        Self {
            kind: GameKind::Score,
            certainty: Certainty::new(),
            suppose: Suppose::new(Options { budget: tunables::BUDGET, ..Options::default() }),
            candidates: Vec::new(),
            numbers: Vec::new(),
            other: Exact::new(OpeningOrder::default()),
            random: Random::default(),
        }
    }
}

impl Player for Keeper {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.kind = brief.kind;
        self.certainty.begin(brief, view);
        self.other.begin(brief, view, random.clone());
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        if self.kind != GameKind::Score {
            return self.other.choose(view);
        }
        if let Some(choice) = self.certainty.by_rules(view) {
            return choice;
        }
        let Self { certainty, suppose, candidates, numbers, .. } = self;
        let choice = match certainty.count(view) {
            Counted::Certain(choice) => Some(choice),
            Counted::Nothing(posterior) => {
                let risk = |cell| posterior.probability(cell).unwrap_or(1.0);
                let end = if view.rule() == ClueRule::Exact { None } else { flag(view, risk) };
                // Opened cells tell numbers, or next to nothing.
                let speaks = view.rule().tells_truth();
                end.or_else(|| {
                    let mut pick = Pick { view, posterior, suppose, candidates, numbers };
                    if speaks { pick.cheapest() } else { least_likely(&posterior) }
                })
            }
            Counted::TooWide => estimate(view, &Options::default(), 1).ok().and_then(|estimate| {
                let risk = |cell: Cell| estimate.probability[cell.index()].unwrap_or(1.0);
                flag(view, risk).or_else(|| {
                    let safest = view.hidden().min_by(|&a, &b| risk(a).total_cmp(&risk(b)))?;
                    Some(Choice::guess(Action::Open(safest), "safest"))
                })
            }),
        };
        choice.unwrap_or_else(|| self.certainty.any(&mut self.random))
    }
}

/// Under uncertain clues: once no cell is likely enough to be safe, flags what is
/// more likely a mine than not, and then ends the game.
fn flag(view: &View, risk: impl Fn(Cell) -> f64) -> Option<Choice> {
    let least = view.hidden().map(&risk).fold(1.0, f64::min);
    if least <= tunables::KEEP_OPEN {
        return None;
    }
    let likeliest = view.hidden().max_by(|&a, &b| risk(a).total_cmp(&risk(b)))?;
    Some(if risk(likeliest) > 0.5 {
        Choice::guess(Action::Flag(likeliest), "pays on average")
    } else {
        Choice::guess(Action::Declare, "nothing pays")
    })
}

/// A guess under exact clues.
struct Pick<'a> {
    view: &'a View,
    posterior: Posterior<'a>,
    suppose: &'a mut Suppose,
    candidates: &'a mut Vec<(Cell, f64)>,
    numbers: &'a mut Vec<f64>,
}

impl Pick<'_> {
    /// The guess that costs least for what it settles.
    fn cheapest(&mut self) -> Option<Choice> {
        self.find_candidates();
        let view = self.view;
        let mines: f64 = view.hidden().filter_map(|cell| self.posterior.probability(cell)).sum();
        let dense = mines / f64::from(view.hidden_count());
        let zero: f64 = (0..8).map(|_| 1.0 - dense).product();
        let goes_on = tunables::KEEP_GOES_ON * zero / dense;
        let mut best: Option<(Cell, f64)> = None;
        for at in 0..self.candidates.len() {
            let (cell, mine) = self.candidates[at];
            let Some(settled) = self.settles(cell, mine, goes_on) else { continue };
            let price = mine / (1.0 + settled);
            if best.is_none_or(|(_, least)| price < least - TIE) {
                best = Some((cell, price));
            }
        }
        let cell = best.or_else(|| self.candidates.first().copied())?.0;
        Some(Choice::guess(Action::Open(cell), "settles most for its risk"))
    }

    /// The cells that the rules are expected to settle behind a guess.
    fn settles(&mut self, cell: Cell, mine: f64, goes_on: f64) -> Option<f64> {
        let numbers = self.suppose.numbers(&self.posterior, cell).ok()?;
        self.numbers.clear();
        self.numbers.extend_from_slice(numbers);
        let mut settled = 0.0;
        let safe = self.numbers.iter().zip(0..).map(|(share, n)| (share * (1.0 - mine), Some(n)));
        for (share, number) in safe.chain([(mine, None)]) {
            if share > 0.0
                && let Some((safe, mines)) = self.suppose.rules_find(&self.posterior, cell, number)
            {
                let more = if safe > 0 { goes_on } else { 0.0 };
                settled += share * ((safe + mines) as f64 + more);
            }
        }
        Some(settled)
    }

    /// The cells worth a look, the least likely mines first; of equals those with the
    /// fewest closed neighbours.
    fn find_candidates(&mut self) {
        let (view, posterior) = (self.view, &self.posterior);
        let risk = |cell: Cell| posterior.probability(cell).unwrap_or(1.0);
        let least = view.hidden().map(risk).fold(1.0, f64::min);
        let closed = |cell: Cell| {
            view.neighbours(cell).iter().filter(|&&c| view.tile(c).is_closed()).count()
        };
        self.candidates.clear();
        let near = view.hidden().map(|cell| (cell, risk(cell)));
        self.candidates
            .extend(near.filter(|(_, mine)| *mine <= least + tunables::KEEP_BAND && *mine < 1.0));
        let rounded = |mine: f64| (mine / TIE).round() as u64;
        self.candidates.sort_by_key(|&(cell, mine)| (rounded(mine), closed(cell), cell));
        self.candidates.truncate(tunables::KEEP_CANDIDATES);
    }
}

#[cfg(test)]
mod tests {
    use surefoot_rules::{ClueRule, Deal, Game, GameKind, Grid, Random, Rules, episode};

    use crate::roster::Roster;

    /// Mean score and false flags of some games on 12x12 boards.
    fn scores(text: &str, mines: u32, clues: &str, games: u64) -> (f64, u32) {
        let mut rules = Rules::new(GameKind::Score, Grid::new(12, 12).unwrap(), mines);
        rules.clues = clues.parse::<ClueRule>().unwrap().into();
        let mut game = Game::new(rules).unwrap();
        let mut player = Roster::standard().call(text).unwrap();
        let (mut score, mut false_flags) = (0.0, 0);
        for index in 0..games {
            game.deal(Deal::new(17, index));
            let record = episode::play(
                &mut game,
                &mut player,
                Random::for_player(Deal::new(17, index), text),
            );
            assert_eq!((&record.fault, record.wrong_claims), (&None, 0));
            score += record.outcome.score.unwrap() / games as f64;
            false_flags += record.outcome.false_flags;
        }
        (score, false_flags)
    }

    /// It keeps more than the least likely mine does, and claims nothing false.
    #[test]
    fn more_is_kept_than_by_the_least_likely_mine() {
        let (keeper, false_flags) = scores("keeper", 58, "exact", 150);
        let (exact, _) = scores("exact", 58, "exact", 150);
        assert_eq!(false_flags, 0);
        assert!(keeper > exact, "{keeper} {exact}");
    }

    /// Where certainty never comes, flags that pay on average beat those that are sure.
    #[test]
    fn flags_pay_under_uncertain_clues() {
        let (keeper, _) = scores("keeper", 29, "optimistic", 12);
        let (closure, _) = scores("closure", 29, "optimistic", 12);
        assert!(keeper > closure + 0.05, "{keeper} {closure}");
    }
}
