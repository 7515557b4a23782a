//! Which guess does best when the game is rehearsed: played on, by simple play, on the
//! configurations that can be there. All of them where they can be written out, else some that
//! are drawn. What survives a rehearsal says more than a look one number ahead, and costs far
//! less than playing the games out; fitted and measured in `docs/strength.md`.

use surefoot_inference::{Configurations, Drawn, DrawnPlay, Posterior, Rehearsal, Survivors};
use surefoot_rules::{Cell, Random, View};

use crate::surefoot::lookahead::Scored;
use crate::surefoot::playout;
use crate::tunables;

/// Rehearses guesses, and keeps its memory for the next.
#[derive(Clone, Default)]
pub(crate) struct Rehearsals(Rehearsal);

impl Rehearsals {
    /// Puts the guesses, rated by look-ahead and the best first, in the order of what they win
    /// afterwards; `None` if the looks do not suffice.
    pub(crate) fn rank(
        &mut self,
        posterior: &Posterior<'_>,
        guesses: &mut Vec<Scored>,
        looks: &mut usize,
    ) -> Option<()> {
        match posterior.configurations(tunables::LISTED) {
            Some(list) => self.rehearse_all(posterior.view(), &list, guesses, looks),
            None => self.rehearse_some(posterior, guesses, looks),
        }
    }

    /// Rehearses on all configurations; on long lists all guesses on some of them, and those
    /// that do best there on all.
    fn rehearse_all(
        &mut self,
        view: &View,
        list: &Configurations,
        guesses: &mut Vec<Scored>,
        looks: &mut usize,
    ) -> Option<()> {
        let step = list.mines.len().div_ceil(tunables::PREVIEW);
        if step > 1 {
            let some = list.mines.iter().copied().step_by(step).collect();
            let some = Configurations { cells: list.cells.clone(), mines: some };
            self.rehearse_list(view, &some, guesses, looks)?;
            guesses.truncate(tunables::PREVIEWED);
        }
        self.rehearse_list(view, list, guesses, looks)
    }

    fn rehearse_list(
        &mut self,
        view: &View,
        list: &Configurations,
        guesses: &mut [Scored],
        looks: &mut usize,
    ) -> Option<()> {
        let wins = self.0.wins_by(view, list, &cells(guesses), looks)?;
        for (guess, wins) in guesses.iter_mut().zip(wins) {
            guess.score = f64::from(wins);
        }
        best_first(guesses);
        Some(())
    }

    /// Rehearses on drawn configurations, all guesses roughly, and those that come out close to
    /// each other once more with better play, on these and more.
    fn rehearse_some(
        &mut self,
        posterior: &Posterior<'_>,
        guesses: &mut Vec<Scored>,
        looks: &mut usize,
    ) -> Option<()> {
        // The same for all who see the same.
        let mut random = Random::named("rehearsal", [playout::hash(posterior.view()), 0]);
        let ahead: Vec<Scored> = guesses.clone();
        let mut drawn = posterior.draw(tunables::DRAWN, &mut random);
        let mut rehearse = |guesses: &mut Vec<Scored>, drawn: &Drawn, ahead: bool| {
            let play = DrawnPlay { few: tunables::DRAWN_FEW, ahead };
            let found = self.0.survivors_by(drawn, &cells(guesses), play, looks)?;
            rate(guesses, &found);
            Some(())
        };
        rehearse(guesses, &drawn, false)?;
        let best = guesses.first()?.score;
        let close = best - tunables::DRAWN_CLOSE;
        let mut again: Vec<Scored> = guesses
            .iter()
            .take(tunables::PREVIEWED)
            .filter(|guess| guess.score >= close)
            .filter_map(|guess| ahead.iter().find(|ahead| ahead.cell == guess.cell).copied())
            .collect();
        if again.len() > 1 {
            posterior.draw_more(&mut drawn, tunables::DRAWN_MORE, &mut random);
            rehearse(&mut again, &drawn, true)?;
            // These are in parts of what the first of them is worth.
            for guess in &mut again {
                guess.score *= best;
            }
            guesses.retain(|guess| again.iter().all(|again| again.cell != guess.cell));
            again.append(guesses);
            *guesses = again;
        }
        Some(())
    }
}

fn cells(guesses: &[Scored]) -> Vec<Cell> {
    guesses.iter().map(|guess| guess.cell).collect()
}

/// Of equals the first stays the first.
fn best_first(guesses: &mut [Scored]) {
    guesses.sort_by(|one, other| other.score.total_cmp(&one.score));
}

/// Rates guesses by look-ahead and by what became of drawn configurations, in parts of what the
/// best by look-ahead, which comes first, is worth; as fitted to playouts (`docs/strength.md`).
fn rate(guesses: &mut [Scored], found: &[Survivors]) {
    let (Some(&first), Some(&survivors)) = (guesses.first(), found.first()) else { return };
    for (guess, found) in guesses.iter_mut().zip(found) {
        let ahead = guess.score / first.score - 1.0;
        let survived = f64::from(found.count) / f64::from(survivors.count.max(1)) - 1.0;
        let undecided = found.undecided - survivors.undecided;
        guess.score = 1.0 + tunables::DRAWN_AHEAD * ahead + tunables::DRAWN_SURVIVED * survived
            - tunables::DRAWN_UNDECIDED * undecided;
    }
    best_first(guesses);
}
