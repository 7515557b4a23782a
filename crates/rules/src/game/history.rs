//! A game that remembers how it came about, so that an action can be taken back
//! and the whole game be looked at again.
//!
//! A game is decided by its deal and its actions, so taking back is playing the
//! others again from the start. That costs no more than the game itself did; a
//! copy of the board for every action would cost memory in proportion to both.

use crate::{Action, ActionError, Game, Status};

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
#[derive(Clone, Debug)]
pub struct History {
    beginning: Game,
    game: Game,
    actions: Vec<Action>,
}

impl History {
    /// A history that begins with the game as it stands.
    pub fn of(game: Game) -> Self {
        Self { beginning: game.clone(), game, actions: Vec::new() }
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

    /// Takes the last action back; `None` if there is none.
    pub fn take_back(&mut self) -> Option<Action> {
        let last = self.actions.pop()?;
        self.game.clone_from(&self.beginning);
        for &action in &self.actions {
            let again = self.game.play(action);
            debug_assert!(again.is_ok(), "it was legal before");
        }
        Some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Deal, GameKind, Grid, Random, Rules};

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
}
