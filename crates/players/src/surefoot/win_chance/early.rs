//! Guesses that are made although something is certain: what they are worth.
//!
//! The obvious price of such a guess is its risk, since who opens what is certain first may learn more. But some
//! guesses have to be made whatever is opened before, and of these it is no matter when.

use surefoot_rules::{
    Action, Cell, Draft, Game, GameKind, Layout, Random, Rules, Status, Tile, View,
};

use crate::surefoot::playout;
use crate::surefoot::win_chance::{WinChances, share};
use crate::tunables;

impl WinChances {
    /// What an action with one uncertain cell is worth where something else is certainly safe, as a share of the
    /// position: it is so safe by itself.
    ///
    /// On some layouts all that is certain is opened first, until nothing is. Where the cell is certain by then,
    /// who waits knows, and who does not risks it; where it is not, it is a guess among others.
    ///
    /// ```
    /// use surefoot_players::surefoot::WinChances;
    /// use surefoot_rules::{Action, Cell, view};
    ///
    /// // The mines are at 2,0 and 2,1, and one of two at the left: nothing will ever tell which.
    /// let view = view!["6x2/3", "* 3 * 2 * *", "* 3 * 2 * *"];
    /// let flip = Action::Open(Cell::new(0));
    /// assert_eq!(WinChances::default().early(&view, flip, 0.5, 4), Some(1.0));
    /// ```
    pub fn early(
        &mut self,
        view: &View,
        action: Action,
        safety: f64,
        layouts: usize,
    ) -> Option<f64> {
        let posterior = self.workspace.solve(view).ok()?;
        let mut uncertain = action.opens(view);
        uncertain.retain(|&cell| !posterior.is_safe(cell));
        let &[cell] = &uncertain[..] else { return Some(safety) };
        // Flags stand in the way, and say nothing.
        let mut draft = Draft::from(view.clone());
        for tile in &mut draft.tiles {
            if *tile == Tile::Flag {
                *tile = Tile::Hidden;
            }
        }
        let view = View::try_from(draft).ok()?;
        let layouts = layouts.min(tunables::REVIEW_EARLY);
        let seed = playout::hash(&view);
        let mut layout = |number: u64| {
            let mines = posterior.sample(&mut Random::named("early", [seed, number]));
            Layout::new(view.grid().clone(), mines).ok()
        };
        let drawn: Vec<Layout> = (0..layouts as u64).map_while(&mut layout).collect();
        let mut game = Game::new(Rules::on(GameKind::Win, drawn.first()?)).ok()?;
        let mut worth = 0.0;
        for layout in &drawn {
            game.set_up(&view, layout).ok()?;
            worth += self.when_guessed(&mut game, cell).unwrap_or(safety);
        }
        Some(worth / drawn.len() as f64)
    }

    /// Opens what is certain but this cell, and what it is worth to guess it then, as a share; `None` if it need
    /// not be guessed.
    fn when_guessed(&mut self, game: &mut Game, cell: Cell) -> Option<f64> {
        let Self { analyst, look_ahead, safe, .. } = self;
        while game.status() == Status::Playing && game.view().tile(cell).is_closed() {
            let view = game.view();
            let Some(posterior) = analyst.step(view, safe).ok()? else {
                safe.retain(|&safe| safe != cell);
                if safe.is_empty() {
                    return None;
                }
                for &safe in &*safe {
                    // A flood may have opened it.
                    if game.view().tile(safe).is_closed() {
                        game.play(Action::Open(safe)).ok()?;
                    }
                }
                continue;
            };
            let mine = posterior.probability(cell)?;
            if mine <= 0.0 || mine >= 1.0 {
                return None;
            }
            let is_cell = |&(one, other): &(Cell, Cell)| cell == one || cell == other;
            if posterior.coin_flips().iter().any(is_cell) {
                return Some(1.0);
            }
            let best = look_ahead.best(&posterior, &mut { usize::MAX })?.cell;
            return share(look_ahead, &posterior, cell, best);
        }
        None
    }
}
