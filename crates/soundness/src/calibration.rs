//! Whether win probabilities come true: predicted wins of guesses against survival-estimated ones.
//!
//! `surefoot` plays games that it survives: where it guesses at a mine, another layout that agrees
//! with all that is seen is dealt, drawn until the cell is safe in it, and the game goes on. What a
//! guess's position was worth is then estimated by the product of the exact probabilities to
//! survive this guess and all later ones: it has the right mean, and less noise than wins and
//! losses. Beside it stands what `WinChances` predicted. The two share the counting of
//! probabilities, but neither playouts nor how layouts are drawn anew.

use std::collections::BTreeMap;

use surefoot_inference::Workspace;
use surefoot_players::surefoot::{DecisionKind, Surefoot, WinChances};
use surefoot_rules::{Action, Deal, Game, Layout, Player, Random, Rules, RulesError, Status};

/// Layouts drawn in search of one in which a cell is safe: more than any cell worth guessing takes.
const DRAWS: u32 = 100_000;

/// What was predicted of one guess, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedGuess {
    /// The predicted probability to win.
    pub predicted: f64,
    /// Whether it was searched and not played out.
    pub exact: bool,
    /// The product of the probabilities to survive this guess and all later ones.
    pub survived: f64,
}

/// Plays games and predicts their wins.
#[derive(Debug)]
pub struct Oracle {
    game: Game,
    player: Surefoot,
    chances: WinChances,
    workspace: Workspace,
    playouts: usize,
}

impl Oracle {
    /// One who predicts by so many playouts.
    pub fn new(rules: Rules, playouts: usize) -> Result<Self, RulesError> {
        Ok(Self {
            game: Game::new(rules)?,
            player: Surefoot::default(),
            chances: WinChances::default(),
            workspace: Workspace::default(),
            playouts,
        })
    }

    /// The guesses of one game, survived to its end; none if that cannot be.
    pub fn play(&mut self, deal: Deal) -> Vec<PredictedGuess> {
        let Self { game, player, chances, workspace, playouts } = self;
        game.deal(deal);
        player.begin(&game.brief(), game.view(), Random::for_player(deal, "surefoot"));
        let mut random = Random::named("survive", [deal.seed, deal.index]);
        let mut guesses: Vec<PredictedGuess> = Vec::new();
        while game.status() == Status::Playing {
            let decision = player.decide(game.view(), 0);
            let certain = matches!(decision.kind, DecisionKind::Certain | DecisionKind::FirstClick);
            if let (false, Action::Open(cell)) = (certain, decision.choice.action) {
                let view = game.view().clone();
                let Some(chance) = chances.of_position(&view, *playouts) else { return Vec::new() };
                let Ok(posterior) = workspace.solve(&view) else { return Vec::new() };
                let survived = 1.0 - posterior.probability(cell).unwrap_or(1.0);
                let (predicted, exact) = (chance.value, chance.is_exact());
                guesses.push(PredictedGuess { predicted, exact, survived });
                if game.layout().is_none_or(|layout| layout.is_mine(cell)) {
                    let mut draws = (0..DRAWS).map(|_| posterior.sample(&mut random));
                    let mines = draws.find(|mines| !mines.contains(&cell));
                    let layout =
                        mines.and_then(|mines| Layout::new(view.grid().clone(), mines).ok());
                    if layout.is_none_or(|layout| game.replace_layout(&layout).is_err()) {
                        return Vec::new();
                    }
                }
            }
            if game.play(decision.choice.action).is_err() {
                return Vec::new();
            }
        }
        let mut product = f64::from(u8::from(game.status() == Status::Won));
        for guess in guesses.iter_mut().rev() {
            product *= guess.survived;
            guess.survived = product;
        }
        guesses
    }
}

/// Some guesses that were predicted alike, and what came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Decile {
    /// How many.
    pub guesses: u64,
    /// The mean of what was predicted.
    pub predicted: f64,
    /// The mean of what came of it.
    pub survived: f64,
    /// The standard error of the difference. Guesses of one game share its end, so games are what
    /// is counted.
    pub error: f64,
}

impl Decile {
    /// Guesses with the number of their game.
    fn of(guesses: &[(u64, PredictedGuess)]) -> Self {
        let count = guesses.len().max(1) as f64;
        let sum = |of: fn(&PredictedGuess) -> f64| {
            guesses.iter().map(|(_, guess)| of(guess)).sum::<f64>() / count
        };
        let (predicted, survived) = (sum(|guess| guess.predicted), sum(|guess| guess.survived));
        let mut games: BTreeMap<u64, f64> = BTreeMap::new();
        for (game, guess) in guesses {
            let excess = guess.predicted - guess.survived - (predicted - survived);
            *games.entry(*game).or_default() += excess;
        }
        let squares: f64 = games.values().map(|excess| excess * excess).sum();
        Self { guesses: guesses.len() as u64, predicted, survived, error: squares.sqrt() / count }
    }

    /// By how much more was predicted than came of it.
    pub fn excess(&self) -> f64 {
        self.predicted - self.survived
    }
}

/// The predicted guesses of many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// With the numbers of their games, the least predicted first.
    guesses: Vec<(u64, PredictedGuess)>,
}

impl FromIterator<(u64, PredictedGuess)> for Calibration {
    fn from_iter<I: IntoIterator<Item = (u64, PredictedGuess)>>(guesses: I) -> Self {
        let mut guesses: Vec<_> = guesses.into_iter().collect();
        guesses.sort_by(|(_, a), (_, b)| a.predicted.total_cmp(&b.predicted));
        Self { guesses }
    }
}

impl Calibration {
    /// How many there are.
    pub fn guesses(&self) -> u64 {
        self.guesses.len() as u64
    }

    /// Ten parts of equally many, the least predicted first.
    pub fn deciles(&self) -> [Decile; 10] {
        let place = |tenth: usize| tenth * self.guesses.len() / 10;
        std::array::from_fn(|at| Decile::of(&self.guesses[place(at)..place(at + 1)]))
    }

    /// Those predicted below 10 %, from there to 20 %, and so on.
    pub fn tenths(&self) -> [Decile; 10] {
        let place = |tenth: usize| {
            let below = |(_, guess): &(u64, PredictedGuess)| guess.predicted < tenth as f64 / 10.0;
            if tenth == 10 { self.guesses.len() } else { self.guesses.partition_point(below) }
        };
        std::array::from_fn(|at| Decile::of(&self.guesses[place(at)..place(at + 1)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{Level, Setting};

    /// Of games so small that every prediction is exact, predictions and survival agree.
    #[test]
    fn exact_predictions_come_true() {
        let rules = Setting::at(Level { width: 5, height: 5, mines: 7 }).rules().unwrap();
        let mut oracle = Oracle::new(rules, 4).unwrap();
        let games = (0..800).map(|index| (index, oracle.play(Deal::new(26, index))));
        let found: Calibration = games
            .flat_map(|(game, guesses)| guesses.into_iter().map(move |guess| (game, guess)))
            .collect();
        assert!(found.guesses() > 400);
        assert!(found.guesses.iter().filter(|(_, guess)| guess.exact).count() > 300);
        let whole = Decile::of(&found.guesses);
        assert!(whole.excess().abs() < 4.0 * whole.error && whole.error < 0.02, "{whole:?}");
    }

    /// What is off by a known amount is found to be so, in the part where it is.
    #[test]
    fn what_is_off_is_found() {
        let guess = |at: u64| {
            let survived = (at % 1000) as f64 / 1000.0;
            let off = if survived >= 0.9 { 0.02 } else { 0.0 };
            (at, PredictedGuess { predicted: survived + off, exact: false, survived })
        };
        let found: Calibration = (0..20_000).map(guess).collect();
        let deciles = found.deciles();
        assert!(deciles.iter().take(9).all(|decile| decile.excess().abs() < 1e-9), "{deciles:?}");
        assert!((deciles[9].excess() - 0.02).abs() < 1e-9, "{deciles:?}");
        assert_eq!(found.tenths().iter().map(|tenth| tenth.guesses).sum::<u64>(), 20_000);
        assert_eq!(found.tenths()[0].guesses, 2_000);
    }
}
