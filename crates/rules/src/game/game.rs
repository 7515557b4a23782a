//! A game in progress: the sole owner of a layout and a view together.
//!
//! Three games share one set of actions; what differs is what opening a mine
//! means and when the game ends. An illegal action is a typed error and leaves
//! the game untouched, so a front end may simply try.
//!
//! Flooding walks the view's own journal: every cell opened by a flood is noted
//! there anyway, so the journal is the queue, the walk is iterative and each
//! cell is looked at once. Recursion would need a stack as deep as the board is
//! large; a separate queue would write the same list twice.

use std::fmt;

use crate::{
    Action, ActionError, Brief, Cell, Deal, DealError, Dealer, GameKind, InconsistentError, Layout,
    Promise, Random, Rules, RulesError, Status, Tile, View,
};

/// A game in progress.
///
/// ```
/// use surefoot_rules::{Action, Deal, Game, GameKind, Grid, Point, Rules, Status, Tile};
///
/// let grid = Grid::new(9, 9)?;
/// let middle = grid.middle();
/// let mut game = Game::new(Rules::new(GameKind::Win, grid, 10))?;
/// game.deal(Deal::new(1, 0));
/// // The first click is promised an opening; the mines fall around it.
/// assert_eq!(game.play(Action::Open(middle))?, Status::Playing);
/// assert_eq!(game.view().tile(middle), Tile::Clue(0));
/// assert!(game.play(Action::Open(middle)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    dealer: Dealer,
    deal: Deal,
    layout: Layout,
    /// Whether the layout is decided; a deal waits for the first click.
    settled: bool,
    /// Whether the board was laid out and not dealt: then nothing is promised.
    laid: bool,
    view: View,
    status: Status,
    /// Safe cells not yet open.
    safe_left: u32,
}

impl Game {
    /// A table for games under these rules, with deal 0 of seed 0 on it.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        rules.check()?;
        let dealer = Dealer::new(rules.grid.clone(), rules.mines)?;
        let layout = Layout::empty(rules.grid.clone());
        let told = rules.told.then_some(rules.mines);
        let view = View::untouched(rules.grid.clone(), told, rules.clues.rule);
        let mut game = Self {
            rules,
            dealer,
            deal: Deal::default(),
            layout,
            settled: false,
            laid: false,
            view,
            status: Status::Playing,
            safe_left: 0,
        };
        game.deal(Deal::default());
        Ok(game)
    }

    /// Clears the table and deals anew, in the same memory. Where the mines are
    /// is decided by the first cell opened.
    pub fn deal(&mut self, deal: Deal) {
        self.clear(deal);
        (self.settled, self.laid) = (false, false);
    }

    /// Clears the table and lays out a given board. The promise of the rules
    /// does not apply; the deal only decides the draws of uncertain clues.
    pub fn lay(&mut self, layout: &Layout, deal: Deal) -> Result<(), InconsistentError> {
        self.check_kind_of(layout)?;
        self.clear(deal);
        self.layout.clone_from(layout);
        (self.settled, self.laid) = (true, true);
        Ok(())
    }

    /// Sets up a position: what is seen, and a truth that agrees with it. From
    /// there the game goes on as any other; the journal is the view's.
    ///
    /// ```
    /// use surefoot_rules::{Action, Game, GameKind, Rules, Status, layout, view};
    ///
    /// let (view, truth) = (view!["3x1/1", "1 * *"], layout![".M."]);
    /// let mut game = Game::new(Rules::on(GameKind::Win, &truth))?;
    /// game.set_up(&view, &truth)?;
    /// let last = view.grid().cells().last().unwrap();
    /// assert_eq!(game.play(Action::Open(last))?, Status::Won);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_up(&mut self, view: &View, layout: &Layout) -> Result<(), InconsistentError> {
        self.check_kind_of(layout)?;
        if *view.grid() != self.rules.grid {
            return Err(InconsistentError::Grid);
        }
        self.clear(self.deal);
        self.view.show(view);
        self.safe_left -= view.opened() - view.opened_mines();
        (self.settled, self.laid) = (true, true);
        if let Err(wrong) = self.replace_layout(layout) {
            self.deal(self.deal);
            return Err(wrong);
        }
        self.check_end();
        Ok(())
    }

    fn clear(&mut self, deal: Deal) {
        self.deal = deal;
        self.view.reset();
        self.safe_left = self.rules.grid.len() as u32 - self.rules.mines;
        self.status = Status::Playing;
        self.check_end();
    }

    fn check_kind_of(&self, layout: &Layout) -> Result<(), InconsistentError> {
        if *layout.grid() != self.rules.grid {
            return Err(InconsistentError::Grid);
        }
        if layout.count() != self.rules.mines {
            return Err(InconsistentError::Mines {
                expected: self.rules.mines,
                found: layout.count(),
            });
        }
        Ok(())
    }

    /// Replaces the truth by another layout that agrees with everything seen so
    /// far. Flags do not count: they are claims, not sights.
    pub fn replace_layout(&mut self, layout: &Layout) -> Result<(), InconsistentError> {
        self.check_kind_of(layout)?;
        if !self.settled {
            return Err(InconsistentError::NotBegun);
        }
        let odd = self.rules.grid.cells().find(|&cell| !self.agrees(layout, cell));
        if let Some(cell) = odd {
            return Err(InconsistentError::Tile(self.rules.grid.point(cell)));
        }
        self.layout.clone_from(layout);
        Ok(())
    }

    fn agrees(&self, layout: &Layout, cell: Cell) -> bool {
        let shown = match self.view.tile(cell) {
            Tile::Hidden | Tile::Flag => return true,
            Tile::Mine => return layout.is_mine(cell),
            Tile::Silent => None,
            Tile::Clue(clue) => Some(clue),
        };
        let neighbours = self.rules.grid.neighbours(cell).len() as u8;
        let (asks, number) = (self.view.asks(cell), layout.number(cell));
        let rule = self.rules.clues.rule;
        !layout.is_mine(cell) && !rule.likelihood(shown, asks, number, neighbours).is_zero()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The deal on the table.
    pub fn dealt(&self) -> Deal {
        self.deal
    }

    /// What a player is told before it begins.
    pub fn brief(&self) -> Brief {
        let brief = Brief::from(&self.rules);
        if self.laid { Brief { promise: Promise::None, ..brief } } else { brief }
    }

    /// What the player sees.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Where the mines are; `None` before the first click of a deal.
    pub fn layout(&self) -> Option<&Layout> {
        self.settled.then_some(&self.layout)
    }

    /// Where the game stands.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Plays one action.
    pub fn play(&mut self, action: Action) -> Result<Status, ActionError> {
        if self.status != Status::Playing {
            return Err(ActionError::Over);
        }
        if let Some(cell) = action.cell().filter(|&cell| !self.rules.grid.contains(cell)) {
            return Err(ActionError::NoSuchCell(cell));
        }
        match action {
            Action::Open(cell) => self.open(cell)?,
            Action::Flag(cell) => self.flag(cell)?,
            Action::Chord(cell) => self.chord(cell)?,
            Action::Ask(cell) => self.ask(cell)?,
            Action::Declare => self.declare()?,
        }
        self.check_end();
        Ok(self.status)
    }

    fn open(&mut self, cell: Cell) -> Result<(), ActionError> {
        match self.view.tile(cell) {
            Tile::Hidden => {}
            Tile::Flag => return Err(ActionError::Flagged(self.rules.grid.point(cell))),
            _ => return Err(ActionError::AlreadyOpen(self.rules.grid.point(cell))),
        }
        if !self.settled {
            self.settle(self.rules.promise, cell)?;
        }
        self.reveal_from(cell);
        Ok(())
    }

    /// Decides where the mines are.
    fn settle(&mut self, promise: Promise, first: Cell) -> Result<(), DealError> {
        let Self { dealer, layout, .. } = self;
        dealer.deal(self.deal, promise, first, layout)?;
        self.settled = true;
        Ok(())
    }

    /// Opens a hidden cell and, if zeros flood, all that it floods.
    fn reveal_from(&mut self, cell: Cell) {
        let mut at = self.view.journal().len();
        self.reveal(cell);
        if !self.rules.floods() {
            return;
        }
        while let Some(&next) = self.view.journal().get(at) {
            at += 1;
            if self.view.tile(next) != Tile::Clue(0) {
                continue;
            }
            // A flag holds the flood off, as in every client.
            let hidden = |cell| self.view.tile(cell) == Tile::Hidden;
            for beside in &self.rules.grid.neighbours(next).only(hidden) {
                let number = self.layout.number(beside);
                self.view.set(beside, Tile::Clue(number));
                self.safe_left -= 1;
            }
        }
    }

    fn reveal(&mut self, cell: Cell) {
        if self.layout.is_mine(cell) {
            self.view.set(cell, Tile::Mine);
            if self.rules.kind == GameKind::Win {
                self.status = Status::Lost;
            }
            return;
        }
        let shown = self.draw_clue(cell, 0);
        self.view.set(cell, shown.map_or(Tile::Silent, Tile::Clue));
        self.safe_left -= 1;
    }

    fn draw_clue(&self, cell: Cell, ask: u32) -> Option<u8> {
        let number = self.layout.number(cell);
        let rule = self.rules.clues.rule;
        if rule.is_exact() {
            return Some(number);
        }
        let neighbours = self.rules.grid.neighbours(cell).len() as u8;
        let mut random = Random::for_clue(self.deal, cell, ask);
        rule.draw(number, neighbours, &mut random)
    }

    fn flag(&mut self, cell: Cell) -> Result<(), ActionError> {
        let tile = match self.view.tile(cell) {
            Tile::Hidden => Tile::Flag,
            Tile::Flag if self.rules.kind != GameKind::Score => Tile::Hidden,
            Tile::Flag => return Err(ActionError::FlagIsFinal(self.rules.grid.point(cell))),
            _ => return Err(ActionError::FlagOnOpen(self.rules.grid.point(cell))),
        };
        self.view.set(cell, tile);
        Ok(())
    }

    fn chord(&mut self, cell: Cell) -> Result<(), ActionError> {
        let point = self.rules.grid.point(cell);
        let Tile::Clue(clue) = self.view.tile(cell) else {
            return Err(ActionError::NoClue(point));
        };
        let neighbours = self.rules.grid.neighbours(cell);
        let count = |wanted: fn(Tile) -> bool| {
            neighbours.iter().filter(|&&beside| wanted(self.view.tile(beside))).count() as u8
        };
        let marked = count(|tile| matches!(tile, Tile::Flag | Tile::Mine));
        if marked != clue {
            return Err(ActionError::ChordCount { point, clue, marked });
        }
        if count(|tile| tile == Tile::Hidden) == 0 {
            return Err(ActionError::NothingToOpen(point));
        }
        let neighbours = neighbours.to_vec();
        for beside in neighbours {
            // One of them may have been flooded open by another.
            if self.view.tile(beside) == Tile::Hidden {
                self.reveal_from(beside);
            }
        }
        Ok(())
    }

    fn ask(&mut self, cell: Cell) -> Result<(), ActionError> {
        let point = self.rules.grid.point(cell);
        let earlier = match self.view.tile(cell) {
            Tile::Clue(clue) => Some(clue),
            Tile::Silent => None,
            _ => return Err(ActionError::AskClosed(point)),
        };
        let asked = self.view.asks(cell);
        if !self.rules.clues.asks.allow(asked) {
            return Err(ActionError::AskedEnough { point, asked });
        }
        let joined = self.rules.clues.rule.join(earlier, self.draw_clue(cell, asked));
        self.view.set(cell, joined.map_or(Tile::Silent, Tile::Clue));
        self.view.count_ask(cell);
        Ok(())
    }

    fn declare(&mut self) -> Result<(), ActionError> {
        match self.rules.kind {
            GameKind::Win => return Err(ActionError::DeclareInWin),
            GameKind::Score => {
                self.settle_unopened();
                self.status = Status::Finished;
            }
            GameKind::Dig => {
                self.settle_unopened();
                let right = self.rules.grid.cells().all(|cell| {
                    let claimed = matches!(self.view.tile(cell), Tile::Flag | Tile::Mine);
                    claimed == self.layout.is_mine(cell)
                });
                self.status = if right { Status::Won } else { Status::Lost };
            }
        }
        Ok(())
    }

    /// A game that ends before any cell was opened has had no first click to
    /// promise anything to.
    fn settle_unopened(&mut self) {
        if !self.settled {
            let none = self.settle(Promise::None, Cell::new(0));
            debug_assert_eq!(none, Ok(()), "a promise of nothing can be kept");
        }
    }

    fn check_end(&mut self) {
        if self.status != Status::Playing {
            return;
        }
        match self.rules.kind {
            GameKind::Win if self.safe_left == 0 => self.status = Status::Won,
            GameKind::Score if self.view.hidden_count() == 0 => {
                self.settle_unopened();
                self.status = Status::Finished;
            }
            _ => {}
        }
    }
}

/// Shows the view only: a debug print must not be a hole in the wall.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {:?}", self.rules.kind, self.status)?;
        self.view.fmt(f)
    }
}
