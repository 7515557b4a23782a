//! Boards that can be finished without guessing, and what there is to guess on others.
//!
//! Three levels of logic: **simple**, the two rules on single clues; **pairs**, also two
//! clues subtracted from each other; **full**, exact inference with the number of mines.
//! A board is no-guess at a level if that logic opens every safe cell from the
//! first click on.
//!
//! Deals are drawn until one is no-guess: that is uniform among the no-guess boards, and
//! cheap where they are not rare (one expert deal in six), because a deal that is stuck is
//! dropped at once and the cheapest rules come first. Where they are too rare, a deal is
//! repaired: a mine beside the place where logic is stuck swaps places with a safe cell, and
//! the change stays if logic then gets at least as far (after Simon Tatham's
//! `mines.c`, which moves mines at the stuck frontier; unlike there, the board is
//! solved again from the first click after every change, so nothing has to be patched).
//! Repaired boards are not uniform, and it is said which boards are.
//!
//! All limits are counts, never times: the same seed gives the same boards anywhere.

#![allow(clippy::cast_possible_wrap)] // neighbours are few

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;
use surefoot_inference::{Analyst, Options, Proof, ProofError, Prover, Workspace};
use surefoot_rules::{
    Action, Cell, DealError, Dealer, Game, GameKind, Grid, Layout, Promise, Random, Rules,
    RulesError, Status, View,
};

use crate::shared::certain::BUDGET;
use crate::shared::knowledge::{Belief, Knowledge};

/// How much logic a board asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Logic {
    /// The two rules on single clues.
    Simple,
    /// Also two clues, one subtracted from the other.
    Pairs,
    /// Everything that is certain, the number of mines included.
    #[default]
    Full,
}

impl Logic {
    /// All levels, the simplest first.
    pub const ALL: [Self; 3] = [Self::Simple, Self::Pairs, Self::Full];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Pairs => "pairs",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Logic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no level of logic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a level of logic: expected simple, pairs or full")]
pub struct ParseLogicError(String);

impl FromStr for Logic {
    type Err = ParseLogicError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|logic| logic.name() == text);
        named.ok_or_else(|| ParseLogicError(text.to_owned()))
    }
}

/// Opens what logic allows, in memory that is used again.
///
/// ```
/// use surefoot_players::no_guess::{Logic, Sweeper};
/// use surefoot_rules::{Cell, layout};
///
/// let board = layout![". . .", ". . .", ". . M"];
/// let mut sweeper = Sweeper::new(board.grid().clone(), board.count())?;
/// assert!(sweeper.finishes(&board, Cell::new(0), Logic::Simple));
/// # Ok::<(), surefoot_rules::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Sweeper {
    game: Game,
    know: Knowledge,
    analyst: Analyst,
    safe: Vec<Cell>,
    /// Clues that changed since pairs were last looked at, each once.
    changed: Vec<Cell>,
    listed: Vec<bool>,
    met: SmallVec<[Cell; 32]>,
}

impl Sweeper {
    /// For boards of one size and number of mines.
    pub fn new(grid: Grid, mines: u32) -> Result<Self, RulesError> {
        let mut rules = Rules::new(GameKind::Win, grid, mines);
        rules.promise = Promise::None;
        Ok(Self {
            game: Game::new(rules)?,
            know: Knowledge::default(),
            analyst: Analyst::new(Options { budget: BUDGET, ..Options::default() }),
            safe: Vec::new(),
            changed: Vec::new(),
            listed: Vec::new(),
            met: SmallVec::new(),
        })
    }

    /// Whether logic opens every safe cell of a board from this first click on.
    pub fn finishes(&mut self, layout: &Layout, first: Cell, logic: Logic) -> bool {
        self.sweep(layout, first, logic);
        self.game.status() == Status::Won
    }

    /// The least logic that is enough; `None` if a guess is needed.
    pub fn needed(&mut self, layout: &Layout, first: Cell) -> Option<Logic> {
        Logic::ALL.into_iter().find(|&logic| self.finishes(layout, first, logic))
    }

    /// What is seen when logic is stuck or done.
    pub fn view(&self) -> &View {
        self.game.view()
    }

    /// Opens what logic allows; how many cells that is.
    fn sweep(&mut self, layout: &Layout, first: Cell, logic: Logic) -> u32 {
        self.changed.clear();
        self.listed.clear();
        self.listed.resize(layout.grid().len(), false);
        let begun = self.game.lay(layout, 0, 0).is_ok()
            && !layout.is_mine(first)
            && self.game.play(Action::Open(first)).is_ok();
        if !begun {
            return 0;
        }
        self.know.begin(&self.game.brief(), self.game.view());
        while self.game.status() == Status::Playing && self.advance(logic) {}
        self.game.view().opened()
    }

    /// Opens what is certain now; `false` if nothing is.
    fn advance(&mut self, logic: Logic) -> bool {
        self.safe.clear();
        self.know.read(self.game.view());
        self.settle();
        while self.safe.is_empty() && logic > Logic::Simple && self.subtract() {
            self.settle();
        }
        if self.safe.is_empty() && logic == Logic::Full {
            // What is too wide to be counted counts as stuck.
            let _ = self.analyst.step(self.game.view(), &mut self.safe);
        }
        for at in 0..self.safe.len() {
            // A flood may have opened it meanwhile, and the last cell ends the game.
            let _ = self.game.play(Action::Open(self.safe[at]));
        }
        !self.safe.is_empty()
    }

    /// The two rules, until nothing changes.
    fn settle(&mut self) {
        let (changed, listed) = (&mut self.changed, &mut self.listed);
        self.know.settle_with(|clue| {
            if !std::mem::replace(&mut listed[clue.index()], true) {
                changed.push(clue);
            }
        });
        self.know.take_safe(&mut self.safe);
    }

    /// Subtracts clues that changed from those around them; whether that decided
    /// anything.
    fn subtract(&mut self) -> bool {
        while let Some(clue) = self.changed.pop() {
            self.listed[clue.index()] = false;
            if self.know.sum(clue).hidden > 0 && self.subtract_around(clue) {
                // It may say more once the rest of it is looked at again.
                self.changed.push(clue);
                self.listed[clue.index()] = true;
                return true;
            }
        }
        false
    }

    fn subtract_around(&mut self, one: Cell) -> bool {
        let ours = self.know.unknown_beside(one);
        let need = i32::from(self.know.sum(one).least());
        self.met.clear();
        self.met.push(one);
        for &shared in &ours {
            for &other in &*self.know.grid().neighbours(shared) {
                let sum = self.know.sum(other);
                if sum.speaks && sum.hidden > 0 && !self.met.contains(&other) {
                    self.met.push(other);
                }
            }
        }
        for at in 1..self.met.len() {
            let other = self.met[at];
            let more = need - i32::from(self.know.sum(other).least());
            let theirs = self.know.unknown_beside(other);
            let both = ours.iter().filter(|cell| theirs.contains(cell)).count() as i32;
            // As many more on one side as there are cells of its own.
            let (large, small) = match more {
                _ if more == ours.len() as i32 - both => (&ours, &theirs),
                _ if -more == theirs.len() as i32 - both => (&theirs, &ours),
                _ => continue,
            };
            let mines = self.decide(large, small, true, [one, other]);
            let rest = self.decide(small, large, false, [one, other]);
            if mines || rest {
                return true;
            }
        }
        false
    }

    /// The cells of one list that are not in another are decided.
    fn decide(&mut self, of: &[Cell], but: &[Cell], mine: bool, because: [Cell; 2]) -> bool {
        let mut decided = false;
        for &cell in of.iter().filter(|cell| !but.contains(cell)) {
            decided |= self.know.conclude(cell, mine, "pair", &because);
        }
        decided
    }
}

/// What kind of board is wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The grid.
    pub grid: Grid,
    /// How many mines.
    pub mines: u32,
    /// What the first click is promised.
    pub promise: Promise,
    /// The first click.
    pub first: Cell,
    /// How much logic must be enough.
    pub logic: Logic,
}

/// A no-guess board, and how it came about.
#[derive(Clone, Debug)]
pub struct Found {
    /// The board.
    pub layout: Layout,
    /// How many deals were looked at.
    pub deals: u64,
    /// How many changes a repaired board took; `None` if it is a deal, so that the
    /// boards are uniform among all that fit the wish.
    pub repaired: Option<u64>,
}

/// Why there is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotFound {
    /// None was found within the limits.
    #[error(
        "no board that {logic} logic can finish was found: {deals} deals were drawn and \
         {changes} changes tried"
    )]
    GaveUp {
        /// The level of logic.
        logic: Logic,
        /// Deals drawn.
        deals: u64,
        /// Changes tried.
        changes: u64,
    },
    /// The promise cannot be kept.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The board cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// Cells of all deals that are drawn before one is repaired, and of all changes that
/// are tried: a few seconds, and some twenty.
const DRAWN: u64 = 8_000_000;
const CHANGED: u64 = 40_000_000;
/// One change in so many swaps cells that may be far from each other.
const NEAR: u32 = 32;
/// Changes without progress after which a repair begins anew.
const STALE: u64 = 6_000;

/// Board `index` of a seed that fits a wish: the same whatever else is dealt.
///
/// ```
/// use surefoot_players::no_guess::{Logic, Wish, deal};
/// use surefoot_rules::{Grid, Promise};
///
/// let grid = Grid::new(9, 9)?;
/// let (promise, first, logic) = (Promise::Opening, grid.middle(), Logic::Full);
/// let found = deal(&Wish { grid, mines: 10, promise, first, logic }, 7, 0)?;
/// assert_eq!((found.layout.count(), found.repaired), (10, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn deal(wish: &Wish, seed: u64, index: u64) -> Result<Found, NotFound> {
    Maker::new(wish.clone())?.deal(seed, index)
}

/// Makes boards that fit one wish, in memory that is used again.
#[derive(Debug)]
pub struct Maker {
    wish: Wish,
    dealer: Dealer,
    sweeper: Sweeper,
    layout: Layout,
}

impl Maker {
    /// A maker of such boards.
    pub fn new(wish: Wish) -> Result<Self, NotFound> {
        wish.promise.check(&wish.grid, wish.mines, wish.first)?;
        Ok(Self {
            dealer: Dealer::new(wish.grid.clone(), wish.mines)?,
            sweeper: Sweeper::new(wish.grid.clone(), wish.mines)?,
            layout: Layout::empty(wish.grid.clone()),
            wish,
        })
    }

    /// Board `index` of a seed.
    pub fn deal(&mut self, seed: u64, index: u64) -> Result<Found, NotFound> {
        // Every board has deals of its own, so that boards do not wait for each other.
        let mut random = Random::for_player(seed, index, "no-guess deal");
        let own = random.bits();
        let cells = self.wish.grid.len() as u64;
        let most = (DRAWN / cells).clamp(10, 50_000);
        let Wish { promise, first, logic, .. } = self.wish;
        for number in 0..most {
            self.dealer.deal(own, number, promise, first, &mut self.layout)?;
            if self.sweeper.finishes(&self.layout, first, logic) {
                let layout = self.layout.clone();
                return Ok(Found { layout, deals: number + 1, repaired: None });
            }
        }
        self.repair(own, most, &mut random)
    }

    /// Changes deals until one is no-guess.
    fn repair(&mut self, own: u64, deals: u64, random: &mut Random) -> Result<Found, NotFound> {
        let Wish { promise, first, logic, .. } = self.wish;
        let most = (CHANGED / self.wish.grid.len() as u64).clamp(100, 150_000);
        let mut changes = 0;
        let mut number = 0;
        while changes < most {
            self.dealer.deal(own, number, promise, first, &mut self.layout)?;
            number += 1;
            let mut opened = self.sweeper.sweep(&self.layout, first, logic);
            let mut best = opened;
            let mut stale = 0;
            while stale < STALE && changes < most {
                changes += 1;
                stale += 1;
                let Some((to, from)) = self.change(random) else { break };
                let mines = self.layout.mines().filter(|&mine| mine != from).chain([to]);
                let Ok(other) = Layout::new(self.wish.grid.clone(), mines) else { continue };
                let before = std::mem::replace(&mut self.layout, other);
                let now = self.sweeper.sweep(&self.layout, first, logic);
                if self.sweeper.game.status() == Status::Won {
                    let layout = self.layout.clone();
                    return Ok(Found { layout, deals, repaired: Some(changes) });
                }
                if now >= opened {
                    opened = now;
                    if now > best {
                        (best, stale) = (now, 0);
                    }
                } else {
                    self.layout = before;
                    // The view is that of the changed board: look at this one again.
                    self.sweeper.sweep(&self.layout, first, logic);
                }
            }
        }
        Err(NotFound::GaveUp { logic, deals, changes })
    }

    /// A safe cell and a mine to swap, at least one of them where logic is stuck.
    fn change(&self, random: &mut Random) -> Option<(Cell, Cell)> {
        let Wish { grid, promise, first, .. } = &self.wish;
        let view = self.sweeper.view();
        let free = |cell: Cell| promise.frees(grid, *first, cell) || cell == *first;
        let beside = |cell: Cell| view.neighbours(cell).iter().any(|&c| view.tile(c).is_safe());
        let unknown = |cell: Cell| self.sweeper.know.belief(cell) == Belief::Unknown;
        let stuck: Vec<Cell> =
            view.hidden().filter(|&c| unknown(c) && beside(c) && !free(c)).collect();
        let stuck = if stuck.is_empty() {
            view.hidden().filter(|&cell| unknown(cell) && !free(cell)).collect()
        } else {
            stuck
        };
        let one = *random.pick(&stuck)?;
        let mine = self.layout.is_mine(one);
        let fits = |cell: &Cell| self.layout.is_mine(*cell) != mine && !free(*cell);
        // Mostly a cell close by: mines that are sent far away pile up there.
        let mut others: Vec<Cell> = Vec::new();
        if random.below(NEAR) > 0 {
            for beside in &grid.neighbours(one) {
                others.push(beside);
                others.extend_from_slice(&grid.neighbours(beside));
            }
            others.retain(fits);
        }
        if others.is_empty() {
            others.extend(view.hidden().filter(fits));
        }
        let other = *random.pick(&others)?;
        Some(if mine { (other, one) } else { (one, other) })
    }
}

/// One deduction of a walk over a board.
#[derive(Clone, Debug)]
pub struct Deduction {
    /// The proof that the cell is safe.
    pub proof: Proof,
    /// Its steps in words, as things were then.
    pub words: Vec<String>,
}

/// A place where logic was stuck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stuck {
    /// The safe cell that was least likely to be a mine.
    pub cell: Cell,
    /// The probability that it is safe.
    pub safety: f64,
    /// How many cells were open.
    pub opened: u32,
}

/// How a board is opened by exact inference, the simplest deduction first.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// What was proved, in order.
    pub deductions: Vec<Deduction>,
    /// Where nothing was certain.
    pub guesses: Vec<Stuck>,
}

impl Walk {
    /// Walks over a board from a first click on. Where a guess is due, the likeliest of
    /// the cells that are really safe is opened.
    pub fn over(layout: &Layout, first: Cell) -> Result<Self, ProofError> {
        let mut rules = Rules::on(GameKind::Win, layout);
        rules.promise = Promise::None;
        let mut walk = Self::default();
        let Ok(mut game) = Game::new(rules) else { return Ok(walk) };
        if game.lay(layout, 0, 0).is_err() || layout.is_mine(first) {
            return Ok(walk);
        }
        let mut prover = Prover::default();
        let mut workspace = Workspace::default();
        let _ = game.play(Action::Open(first));
        while game.status() == Status::Playing {
            let view = game.view().clone();
            let posterior = workspace.solve(&view)?;
            let safe: Vec<Cell> = view.hidden().filter(|&c| posterior.is_safe(c)).collect();
            if safe.is_empty() {
                let chance = |cell: Cell| posterior.probability(cell).unwrap_or(1.0);
                let really = view.hidden().filter(|&cell| !layout.is_mine(cell));
                let Some(cell) = really.min_by(|&a, &b| chance(a).total_cmp(&chance(b))) else {
                    break;
                };
                let (safety, opened) = (1.0 - chance(cell), view.opened());
                walk.guesses.push(Stuck { cell, safety, opened });
                let _ = game.play(Action::Open(cell));
                continue;
            }
            let mut proofs = Vec::with_capacity(safe.len());
            for cell in safe {
                proofs.push(prover.prove(&view, cell)?);
            }
            let least = proofs.iter().map(Proof::difficulty).min().unwrap_or(0);
            for proof in proofs.into_iter().filter(|proof| proof.difficulty() <= least.max(1)) {
                if game.status() == Status::Playing && game.view().tile(proof.cell).is_closed() {
                    let words = proof.in_words(&view);
                    let _ = game.play(Action::Open(proof.cell));
                    walk.deductions.push(Deduction { proof, words });
                }
            }
        }
        Ok(walk)
    }

    /// The hardest deduction.
    pub fn hardest(&self) -> Option<&Deduction> {
        // Of equals the first.
        self.deductions.iter().rev().max_by_key(|deduction| deduction.proof.difficulty())
    }
}
