//! A game that remembers how it came about, so that an action can be taken back
//! and the whole game be looked at again.
//!
//! A game is decided by its deal and its actions, so taking back is playing the
//! others again from the start. That costs no more than the game itself did; a
//! copy of the board for every action would cost memory in proportion to both.
//!
//! Whoever replaces the layout on the way does it here, so that it is part of what is
//! remembered: taken back with the action it was done for, and done again with it.

use std::fmt;

use crate::{Action, ActionError, Game, InconsistentError, Layout, Status};

/// A game and its actions since a beginning.
///
/// ```
/// use surefoot_rules::{Action, Deal, Game, GameKind, History, Rules, Status, layout};
///
/// let board = layout!["M.", ".."];
/// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
/// game.lay(&board, Deal::default())?;
/// let mut history = History::of(game);
/// let mine = Action::Open(board.mines().next().unwrap());
/// assert_eq!(history.play(mine)?, Status::Lost);
/// assert_eq!(history.take_back(), Some(mine));
/// assert_eq!(history.game().status(), Status::Playing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct History {
    beginning: Game,
    game: Game,
    actions: Vec<Action>,
    /// Layouts that took the place of the one before, each with the number of the action
    /// before which it did.
    replaced: Vec<(usize, Layout)>,
}

impl History {
    /// A history that begins with the game as it stands.
    pub fn of(game: Game) -> Self {
        Self { beginning: game.clone(), game, actions: Vec::new(), replaced: Vec::new() }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as it was before the first action.
    pub fn beginning(&self) -> &Game {
        &self.beginning
    }

    /// What was played since.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Plays one action; an illegal one is not remembered.
    pub fn play(&mut self, action: Action) -> Result<Status, ActionError> {
        let status = self.game.play(action)?;
        self.actions.push(action);
        Ok(status)
    }

    /// Replaces the truth by another layout that agrees with everything seen so far, before the
    /// next action; see [`Game::replace_layout`].
    ///
    /// ```
    /// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, History, Rules, Status, layout};
    ///
    /// let board = layout!["M . M ."];
    /// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
    /// game.lay(&board, Deal::default())?;
    /// let mut history = History::of(game);
    /// history.play(Action::Open(Cell::new(1)))?;
    /// // It shows 2, so both its neighbours are mines, whatever one would like.
    /// assert!(history.replace_layout(&layout![". . M M"]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace_layout(&mut self, layout: &Layout) -> Result<(), InconsistentError> {
        self.game.replace_layout(layout)?;
        self.replaced.push((self.actions.len(), layout.clone()));
        Ok(())
    }

    /// The layouts that took the place of the one before, each with the number of the action
    /// before which it did.
    pub fn replaced(&self) -> &[(usize, Layout)] {
        &self.replaced
    }

    /// The beginning, with the mines where they are now: the same actions from there show the same
    /// views under exact clues, though nothing is replaced on the way. For those who look at the
    /// game again.
    pub fn in_hindsight(&self) -> Game {
        let mut game = self.beginning.clone();
        if let Some(layout) = self.game.layout().filter(|_| !self.replaced.is_empty()) {
            let laid = match game.layout() {
                Some(_) => game.replace_layout(layout),
                None => game.lay(layout, game.dealt()),
            };
            debug_assert!(laid.is_ok(), "it agrees with all that was seen");
        }
        game
    }

    /// Takes the last action back, and a layout that was replaced for it; `None` if there is none.
    pub fn take_back(&mut self) -> Option<Action> {
        let last = self.actions.pop()?;
        self.replaced.retain(|&(before, _)| before < self.actions.len());
        self.game.clone_from(&self.beginning);
        let mut replaced = self.replaced.iter().peekable();
        for (number, &action) in self.actions.iter().enumerate() {
            while let Some((_, layout)) = replaced.next_if(|&&(before, _)| before == number) {
                let again = self.game.replace_layout(layout);
                debug_assert!(again.is_ok(), "it agreed before");
            }
            let again = self.game.play(action);
            debug_assert!(again.is_ok(), "it was legal before");
        }
        Some(last)
    }
}

/// Shows the view and the actions only: a debug print must not be a hole in the wall.
impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.actions)?;
        self.game.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Deal, GameKind, Grid, Random, Rules, Tile};

    /// Taken back one by one, a game shows every view it showed, uncertain clues
    /// and asks included.
    #[test]
    fn every_view_comes_back() {
        let mut rules = Rules::new(GameKind::Score, Grid::new(8, 8).unwrap(), 12);
        rules.clues = "silent:0.5,asks=until".parse().unwrap();
        let mut game = Game::new(rules).unwrap();
        game.deal(Deal::new(3, 1));
        let mut history = History::of(game);
        let mut random = Random::named("history", [3, 1]);
        let mut seen = vec![history.game().view().clone()];
        while seen.len() < 60 && history.game().status() == Status::Playing {
            let cell = Cell::new(random.below(64));
            let actions = [Action::Open(cell), Action::Flag(cell), Action::Ask(cell)];
            if history.play(actions[random.below(3) as usize]).is_ok() {
                seen.push(history.game().view().clone());
            }
        }
        assert!(seen.len() > 30);
        while let Some(view) = seen.pop() {
            assert_eq!(*history.game().view(), view);
            assert_eq!(history.actions().len(), seen.len());
            assert_eq!(history.take_back().is_some(), !seen.is_empty());
        }
    }

    /// A layout that was replaced goes with its action and comes with it, and in hindsight the
    /// whole game looks as it did.
    #[test]
    fn replaced_layouts_are_taken_back() {
        let grid = Grid::new(5, 1).unwrap();
        let mut rules = Rules::new(GameKind::Win, grid.clone(), 1);
        rules.promise = crate::Promise::Safe;
        let (open, first) = (|cell| Action::Open(Cell::new(cell)), Cell::new(2));
        let at = |cell| Layout::new(grid.clone(), [Cell::new(cell)]).unwrap();
        // The mine may be beside the first click, on either side.
        let beside = |&index: &u64| {
            let mut game = Game::new(rules.clone()).unwrap();
            game.deal(Deal::new(1, index));
            game.play(Action::Open(first)).unwrap();
            game.view().tile(first) == Tile::Clue(1)
        };
        let mut game = Game::new(rules.clone()).unwrap();
        game.deal(Deal::new(1, (0..100).find(beside).unwrap()));
        let mut history = History::of(game);
        assert_eq!(history.replace_layout(&at(1)), Err(InconsistentError::NotBegun));
        history.play(open(2)).unwrap();
        let (shown, dealt) = (history.game().view().clone(), history.game().layout().cloned());
        let other = if dealt == Some(at(1)) { 3 } else { 1 };
        assert_eq!(history.replace_layout(&at(0)), Err(InconsistentError::Tile(grid.point(first))));
        history.replace_layout(&at(other)).unwrap();
        history.play(open(4 - other)).unwrap();
        assert_eq!(history.play(open(other)), Ok(Status::Lost));
        assert_eq!(history.replaced(), [(1, at(other))]);

        let mut again = history.in_hindsight();
        for &action in history.actions() {
            again.play(action).unwrap();
        }
        assert_eq!(again.view(), history.game().view());
        // The last action needed no other layout than the one before it.
        history.take_back().unwrap();
        assert_eq!(history.game().layout(), Some(&at(other)));
        history.take_back().unwrap();
        assert_eq!((history.game().view(), history.game().layout()), (&shown, dealt.as_ref()));
        assert!(history.replaced().is_empty());
        assert_eq!(history.in_hindsight().layout(), None);
    }
}
