//! `believe`: under uncertain clues the best answer is taken for the truth.
//!
//! Write-up 004 asks an optimist four times and keeps the largest answer, a pessimist and
//! keeps the smallest: if each answer is the truth with probability 0.8, the one that is kept
//! is wrong with probability 0.2⁴ = 0.0016. By default our players use only what is certain,
//! that the truth is not below it (or above), and that decides next to nothing; with
//! `believe` a player goes by the number itself.
//!
//! So the player is shown another view than the one on the table: of the same board, with
//! exact clues, in which a cell opens when it has been asked often enough. Any player can be
//! made to believe like this, and where the answers are the truth it plays as under exact
//! clues without flooding.
//!
//! Sooner or later a believed number is wrong, which shows when clues contradict each other
//! by the two rules, or when a cell is a mine that they said was safe. Then
//! some are dropped: they become silent in the view that the player is shown, and it begins
//! anew with what is left, because it has drawn conclusions from all of them. The wrong ones
//! of an optimist are too low, so of a clue with too many mines it is that clue, and of one
//! with too few cells for its mines, those that said the other cells were safe; of a
//! pessimist the other way round. Where the two rules see nothing, all that led to the mine
//! are dropped.
//!
//! A flag in `score` is final. If the clues say that a flagged cell is safe after all, it
//! counts as open and silent; if nothing is known of it any more, as the mine it was
//! taken for.

use surefoot_inference::logic::{Because, Belief, Facts};
use surefoot_rules::{
    Action, Asks, Brief, Cell, Choice, ClueRule, Evidence, GameKind, Player, Promise, Random, Tile,
    View,
};

use crate::roster::PlayerOption;
use crate::shared::asking::worth_asking;

/// The option of everyone who can be made to believe.
pub(crate) const BELIEVE: PlayerOption = PlayerOption::word(
    "believe",
    "take the best answer of an uncertain clue for the truth (default: for a bound)",
)
.unsound();

/// A player that believes; see the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Believing<P> {
    player: P,
    /// What it is shown, if that is not what is on the table.
    belief: Option<View>,
    brief: Brief,
    /// How much of the journal of the table has been read.
    read: usize,
    /// Open cells that are still to be asked.
    to_ask: Vec<Cell>,
    /// What the two rules make of what is believed.
    facts: Facts,
    /// Per cell: whether its clue is no longer believed.
    dropped: Vec<bool>,
    /// The cell that is being opened as safe, and by which clues.
    claim: Option<(Cell, Evidence)>,
    random: Random,
}

impl<P: Player> Believing<P> {
    pub(crate) fn new(player: P) -> Self {
        let brief = Brief {
            kind: GameKind::Win,
            promise: Promise::None,
            asks: Asks::default(),
            flood: false,
        };
        Self {
            player,
            belief: None,
            brief,
            read: 0,
            to_ask: Vec::new(),
            facts: Facts::default(),
            dropped: Vec::new(),
            claim: None,
            random: Random::default(),
        }
    }

    /// Takes in what happened on the table. Whether a cell turned out to be a mine that was
    /// opened as safe, and which clues had said so.
    fn follow(&mut self, view: &View, belief: &mut View) -> Option<Evidence> {
        let mut wrong = None;
        let news = std::mem::replace(&mut self.read, view.journal().len());
        for &cell in &view.journal()[news..] {
            let tile = view.tile(cell);
            if tile.is_safe() && worth_asking(view, self.brief.asks, cell) {
                if !self.to_ask.contains(&cell) {
                    self.to_ask.push(cell);
                }
                continue;
            }
            self.to_ask.retain(|&other| other != cell);
            if tile == Tile::Mine && self.claim.as_ref().is_some_and(|(claim, _)| *claim == cell) {
                wrong = self.claim.take().map(|(_, because)| because);
            }
            if belief.tile(cell) != tile {
                belief.tell(cell, tile);
            }
        }
        wrong
    }

    /// Drops clues until the others agree, and begins anew with those.
    fn reconsider(&mut self, view: &View, belief: &mut View, because: &[Cell]) {
        let mut dropped_any = false;
        loop {
            let clues = match self.again(belief) {
                Some(clue) => self.to_blame(view, clue),
                None if !dropped_any && !because.is_empty() => because.to_vec(),
                None => break,
            };
            dropped_any = true;
            for clue in clues {
                self.dropped[clue.index()] = true;
            }
        }
        let random = Random::named("believe again", [self.random.bits(), 0]);
        let brief = Brief { asks: Asks::default(), promise: Promise::None, ..self.brief };
        self.player.begin(&brief, belief, random);
    }

    /// Tells everything anew, without the clues that were dropped; a clue that cannot be
    /// satisfied, if there is one.
    fn again(&mut self, belief: &mut View) -> Option<Cell> {
        let mut told = belief.untold(belief.rule());
        for &cell in belief.journal() {
            let tile = match belief.tile(cell) {
                Tile::Clue(_) if self.dropped[cell.index()] => Tile::Silent,
                tile => tile,
            };
            if told.tile(cell) != tile {
                told.tell(cell, tile);
            }
        }
        *belief = told;
        self.facts.begin(belief);
        self.facts.follow(belief);
        self.facts.settle();
        self.facts.broken()
    }

    /// The clues to drop where one cannot be satisfied.
    fn to_blame(&self, view: &View, clue: Cell) -> Vec<Cell> {
        let beside = self.facts.grid().neighbours(clue);
        let mines = beside.iter().filter(|&&cell| self.facts.belief(cell) == Belief::Mine).count();
        let too_many = mines > usize::from(self.facts.sum(clue).shown);
        let too_low = matches!(view.rule(), ClueRule::Optimistic { .. });
        if too_many == too_low {
            return vec![clue];
        }
        let others = self.facts.log().iter().filter_map(|fact| match fact.because {
            Because::Clue(other) if fact.mine == too_many && beside.contains(&fact.cell) => {
                Some(other)
            }
            _ => None,
        });
        let mut others: Vec<Cell> = others.collect();
        if others.is_empty() {
            others.push(clue);
        }
        others
    }

    /// What the player does; what was done already is passed over.
    fn decide(&mut self, view: &View, belief: &mut View) -> Choice {
        loop {
            let choice = self.player.choose(belief);
            match choice.action {
                Action::Flag(cell) if view.tile(cell) == Tile::Flag => {}
                Action::Open(cell) if view.tile(cell) == Tile::Flag && !choice.certain => {
                    belief.tell(cell, Tile::Mine);
                }
                Action::Open(cell)
                    if view.tile(cell) == Tile::Flag && self.brief.kind == GameKind::Score =>
                {
                    belief.tell(cell, Tile::Silent);
                }
                Action::Open(cell) if choice.certain => {
                    self.claim = Some((cell, choice.because.clone()));
                    return choice;
                }
                _ => return choice,
            }
        }
    }
}

impl<P: Player> Player for Believing<P> {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.belief = (!view.rule().tells_truth()).then(|| view.untold(ClueRule::Exact));
        (self.brief, self.read, self.claim) = (*brief, 0, None);
        self.to_ask.clear();
        self.facts.begin(view);
        self.dropped.clear();
        self.dropped.resize(view.grid().len(), false);
        self.random = Random::named("believe", [random.clone().bits(), 0]);
        match &self.belief {
            Some(belief) => {
                self.facts.begin(belief);
                self.player.begin(&Brief { asks: Asks::default(), ..*brief }, belief, random);
            }
            None => self.player.begin(brief, view, random),
        }
    }

    fn choose(&mut self, view: &View) -> Choice {
        let Some(mut belief) = self.belief.take() else { return self.player.choose(view) };
        let wrong = self.follow(view, &mut belief);
        let choice = if let Some(&cell) = self.to_ask.last() {
            // Nothing is concluded before all have answered.
            if let Some(because) = wrong {
                self.reconsider(view, &mut belief, &because);
            }
            Choice::guess(Action::Ask(cell), "ask again")
        } else {
            self.facts.follow(&belief);
            self.facts.settle();
            if wrong.is_some() || self.facts.broken().is_some() {
                self.reconsider(view, &mut belief, &wrong.unwrap_or_default());
            }
            self.decide(view, &mut belief)
        };
        self.belief = Some(belief);
        choice
    }
}
