//! Boards dealt so that they can be finished without guessing.
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

use crate::stop::Stop;
use crate::tunables;
use surefoot_rules::{
    Cell, Deal, DealError, Dealer, Grid, Layout, Promise, Random, Rules, RulesError,
};

use super::levels::Logic;
use super::sweeper::Sweeper;

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

impl Wish {
    /// A wish for boards of these rules.
    pub fn new(rules: &Rules, first: Cell, logic: Logic) -> Self {
        let Rules { mines, promise, .. } = *rules;
        Self { grid: rules.grid.clone(), mines, promise, first, logic }
    }
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
pub enum NoGuessError {
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
    /// A [`Stop`] ended the search.
    #[error("the search was stopped before it was done")]
    Stopped,
    /// The promise cannot be kept.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The board cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// Board `index` of a seed that fits a wish: the same whatever else is dealt.
///
/// ```
/// use surefoot_inference::no_guess::{Logic, Wish, deal};
/// use surefoot_rules::{Deal, Grid, Promise};
///
/// let grid = Grid::new(9, 9)?;
/// let (promise, first, logic) = (Promise::Opening, grid.middle(), Logic::Full);
/// let found = deal(&Wish { grid, mines: 10, promise, first, logic }, Deal::new(7, 0))?;
/// assert_eq!((found.layout.count(), found.repaired), (10, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn deal(wish: &Wish, deal: Deal) -> Result<Found, NoGuessError> {
    Maker::new(wish.clone())?.deal(deal)
}

/// Board `index` of a seed, as it is for whoever clicks `first` first: any deal, or one without
/// guesses if it is said how much logic must be enough.
///
/// ```
/// use surefoot_inference::no_guess::{Logic, board};
/// use surefoot_rules::{Deal, Level, Setting};
///
/// let (rules, first) = Setting::at(Level::BEGINNER).rules_and_first()?;
/// for logic in [None, Some(Logic::Simple)] {
///     assert_eq!(board(&rules, first, logic, Deal::new(7, 0))?.count(), 10);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board(
    rules: &Rules,
    first: Cell,
    logic: Option<Logic>,
    number: Deal,
) -> Result<Layout, NoGuessError> {
    let Some(logic) = logic else {
        let mut layout = Layout::empty(rules.grid.clone());
        let mut dealer = Dealer::new(rules.grid.clone(), rules.mines)?;
        dealer.deal(number, rules.promise, first, &mut layout)?;
        return Ok(layout);
    };
    Ok(deal(&Wish::new(rules, first, logic), number)?.layout)
}

/// Makes boards that fit one wish, in memory that is used again.
///
/// ```
/// use surefoot_inference::no_guess::{Logic, Maker, Wish};
/// use surefoot_rules::{Deal, Level, Setting};
///
/// let (rules, first) = Setting::at(Level::BEGINNER).rules_and_first()?;
/// let mut maker = Maker::new(Wish::new(&rules, first, Logic::Pairs))?;
/// for index in 0..3 {
///     assert!(!maker.deal(Deal::new(7, index))?.layout.is_mine(first));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Maker {
    wish: Wish,
    dealer: Dealer,
    sweeper: Sweeper,
    layout: Layout,
    stop: Stop,
}

impl Maker {
    /// A maker of such boards.
    pub fn new(wish: Wish) -> Result<Self, NoGuessError> {
        wish.promise.check(&wish.grid, wish.mines, wish.first)?;
        Ok(Self {
            dealer: Dealer::new(wish.grid.clone(), wish.mines)?,
            sweeper: Sweeper::new(wish.grid.clone(), wish.mines)?,
            layout: Layout::empty(wish.grid.clone()),
            stop: Stop::default(),
            wish,
        })
    }

    /// The board of this seed and number.
    pub fn deal(&mut self, deal: Deal) -> Result<Found, NoGuessError> {
        // Every board has deals of its own, so that boards do not wait for each other.
        let mut random = Random::named("no-guess deal", [deal.seed, deal.index]);
        let own = random.bits();
        let cells = self.wish.grid.len() as u64;
        let (least, most) = tunables::NO_GUESS_DEALS;
        let most = (tunables::NO_GUESS_DRAWN / cells).clamp(least, most);
        let Wish { promise, first, logic, .. } = self.wish;
        for number in 0..most {
            self.go_on()?;
            self.dealer.deal(Deal::new(own, number), promise, first, &mut self.layout)?;
            if self.sweeper.finishes(&self.layout, first, logic) {
                let layout = self.layout.clone();
                return Ok(Found { layout, deals: number + 1, repaired: None });
            }
        }
        self.repair(own, most, &mut random)
    }

    fn go_on(&self) -> Result<(), NoGuessError> {
        if self.stop.is_stopped() { Err(NoGuessError::Stopped) } else { Ok(()) }
    }

    /// Changes deals until one is no-guess.
    fn repair(&mut self, own: u64, deals: u64, random: &mut Random) -> Result<Found, NoGuessError> {
        let Wish { promise, first, logic, .. } = self.wish;
        let (least, most) = tunables::NO_GUESS_CHANGES;
        let most = (tunables::NO_GUESS_CHANGED / self.wish.grid.len() as u64).clamp(least, most);
        let mut changes = 0;
        let mut number = 0;
        while changes < most {
            self.dealer.deal(Deal::new(own, number), promise, first, &mut self.layout)?;
            number += 1;
            let mut opened = self.sweeper.sweep(&self.layout, first, logic);
            let mut best = opened;
            let mut stale = 0;
            while stale < tunables::NO_GUESS_STALE && changes < most {
                self.go_on()?;
                changes += 1;
                stale += 1;
                let Some((to, from)) = self.change(random) else { break };
                let mines = self.layout.mines().filter(|&mine| mine != from).chain([to]);
                let Ok(other) = Layout::new(self.wish.grid.clone(), mines) else { continue };
                let before = std::mem::replace(&mut self.layout, other);
                let now = self.sweeper.sweep(&self.layout, first, logic);
                if self.sweeper.is_done() {
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
        Err(NoGuessError::GaveUp { logic, deals, changes })
    }

    /// A safe cell and a mine to swap, at least one of them where logic is stuck.
    fn change(&self, random: &mut Random) -> Option<(Cell, Cell)> {
        let Wish { grid, promise, first, .. } = &self.wish;
        let view = self.sweeper.view();
        let free = |cell: Cell| promise.frees(grid, *first, cell) || cell == *first;
        let beside = |cell: Cell| view.neighbours(cell).iter().any(|&c| view.tile(c).is_safe());
        let unknown = |cell: Cell| self.sweeper.is_unknown(cell);
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
        if random.below(tunables::NO_GUESS_FAR_EVERY) > 0 {
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
