//! What a review says in words, the same wherever it is shown. Pieces of sentences: who shows them begins
//! and ends them as is usual there.

use surefoot_rules::{Grid, counted};

use crate::review::{Guess, GuessVerdict, Review};

impl Guess {
    /// The verdict; of a guess that cost nothing also why.
    pub fn in_a_word(&self) -> &'static str {
        match self.verdict() {
            GuessVerdict::Avoidable if self.is_only_early() => "avoidable, only early",
            verdict => verdict.name(),
        }
    }

    /// That a cell was certainly safe instead, if that was proved.
    pub fn missed_in_words(&self, grid: &Grid) -> Option<String> {
        let point = grid.point(self.missed.as_ref()?.cell);
        let early = if self.is_only_early() {
            ", though the guess would have been due in any case"
        } else {
            ""
        };
        Some(format!("{point} was certainly safe{early}"))
    }
}

impl Review {
    /// Why there are no guesses to be told; `None` if there are some, or where they may have been among
    /// what was left out.
    ///
    /// ```
    /// use surefoot_players::review;
    /// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, Rules, layout};
    ///
    /// let board = layout!["M . ."];
    /// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
    /// game.lay(&board, Deal::default())?;
    /// let review = review::of(&game, &[Action::Open(Cell::new(0))]);
    /// assert_eq!(review.without_guesses(), Some("lost by the first click, of which nothing could be known"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without_guesses(&self) -> Option<&'static str> {
        if self.first_click_lost {
            Some("lost by the first click, of which nothing could be known")
        } else if !self.guesses.is_empty() {
            None
        } else if !self.opened {
            Some("no guesses: no cell was opened")
        } else if self.too_wide + self.unlooked == 0 {
            Some("no guesses: every cell that was opened was certainly safe")
        } else {
            None
        }
    }

    /// What was left out, and why.
    ///
    /// ```
    /// use surefoot_players::review::Review;
    ///
    /// let review = Review { too_wide: 1, unweighed: 2, ..Review::default() };
    /// assert_eq!(review.left_out()[0], "1 position was too complex to analyse");
    /// assert_eq!(review.left_out()[1], "2 guesses at the end not weighed: the board is too large for so many");
    /// ```
    pub fn left_out(&self) -> Vec<String> {
        let mut said = Vec::new();
        if self.too_wide > 0 {
            let were = if self.too_wide == 1 { "was" } else { "were" };
            let positions = counted(self.too_wide, "position");
            said.push(format!("{positions} {were} too complex to analyse"));
        }
        let parts = [(self.unlooked, "move", "looked into"), (self.unweighed, "guess", "weighed")];
        for (count, what, done) in parts.into_iter().filter(|(count, ..)| *count > 0) {
            let all = counted(count, what);
            said.push(format!("{all} at the end not {done}: the board is too large for so many"));
        }
        said
    }
}
