//! `surefoot`: our player of the real game. [ours]
//!
//! Certain cells first. When it must guess, it asks for the probability to win,
//! not to survive one move.
use surefoot_inference::{Analyst, Endgame, Options, Posterior, Suppose};
use surefoot_rules::{Action, Brief, Cell, Choice, Player, Point, Promise, Random, View};

use crate::exact::safest;
use crate::knowledge::Knowledge;
use crate::playout::{Playouts, Trial};

/// States per position: some tens of milliseconds at the most.
const BUDGET: usize = 1 << 20;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) band: f64,
    pub(crate) most: usize,
    pub(crate) power: f64,
    pub(crate) endgame: usize,
    pub(crate) flips: bool,
    pub(crate) gain: f64,
    pub(crate) playouts: usize,
    pub(crate) trials: usize,
    pub(crate) kappa: f64,
    pub(crate) gamma: f64,
}

/// See the [module](self).
#[derive(Clone)]
pub(crate) struct Surefoot {
    settings: Settings,
    know: Knowledge,
    analyst: Analyst,
    suppose: Suppose,
    endgame: Endgame,
    promise: Promise,
    random: Random,
    candidates: Vec<(f64, f64, Cell)>,
    playouts: Playouts,
}

impl Surefoot {
    pub(crate) fn new(settings: Settings) -> Self {
        let options = Options { budget: BUDGET, ..Options::default() };
        Self {
            settings,
            know: Knowledge::default(),
            analyst: Analyst::new(options),
            suppose: Suppose::new(options),
            endgame: Endgame::default(),
            promise: Promise::None,
            random: Random::for_player(0, 0, ""),
            candidates: Vec::new(),
            playouts: Playouts::new(),
        }
    }

    fn first_click(&self, view: &View) -> Option<Choice> {
        if self.promise != Promise::Opening || view.opened() > 0 {
            return None;
        }
        let inside = |side: u32| 3.min(side.saturating_sub(1) / 2);
        let grid = view.grid();
        let cell = grid.cell(Point { x: inside(grid.width()), y: inside(grid.height()) })?;
        view.tile(cell).is_closed().then(|| Choice::guess(Action::Open(cell), "first click"))
    }
}

struct Guess<'a> {
    settings: Settings,
    suppose: &'a mut Suppose,
    endgame: &'a mut Endgame,
    candidates: &'a mut Vec<(f64, f64, Cell)>,
    playouts: &'a mut Playouts,
}

impl Guess<'_> {
    fn choose(&mut self, view: &View, posterior: &Posterior<'_>) -> Option<Choice> {
        if let Some(choice) = self.finish(view, posterior) {
            return Some(choice);
        }
        if self.settings.flips {
            if let Some(&(one, _)) = posterior.coin_flips().first() {
                return Some(Choice::guess(Action::Open(one), "coin flip"));
            }
        }
        let (cell, mine) = safest(view, posterior)?;
        let safe = 1.0 - mine;
        self.candidates.clear();
        let grid = view.grid();
        for cell in view.hidden() {
            let Some(p) = posterior.probability(cell) else { continue };
            if 1.0 - p < safe * self.settings.band {
                continue;
            }
            let around = view.neighbours(cell);
            let closed = around.iter().filter(|&&c| view.tile(c).is_closed()).count();
            // pre-rank: open cells within 5x5
            let at = grid.point(cell);
            let mut open = 0;
            for y in at.y.saturating_sub(2)..(at.y + 3).min(grid.height()) {
                for x in at.x.saturating_sub(2)..(at.x + 3).min(grid.width()) {
                    if let Some(c) = grid.cell(Point { x, y }) {
                        open += u32::from(!view.tile(c).is_closed());
                    }
                }
            }
            self.candidates.push((1.0 - p, f64::from(open) - closed as f64, cell));
        }
        if self.candidates.len() > self.settings.most {
            self.candidates
                .sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
            self.candidates.truncate(self.settings.most);
        }
        self.candidates
            .sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        let tries = self.settings.playouts > 0 && safe < 0.97;
        let mut scored = Vec::new();
        let mut best = (f64::NEG_INFINITY, cell);
        for at in 0..self.candidates.len() {
            let (safe, _, cell) = self.candidates[at];
            let own = safe.powf(self.settings.power);
            if own <= best.0 && !tries {
                break;
            }
            let Some(numbers) = self.suppose.numbers(posterior, cell).map(<[f64]>::to_vec) else {
                continue;
            };
            let mut follow = 1.0;
            for (number, &share) in numbers.iter().enumerate() {
                if share == 0.0 {
                    continue;
                }
                if let Some(after) = self.suppose.open(posterior, cell, number as u8) {
                    let next = after.safest();
                    follow -= self.settings.kappa * share * (1.0 - next.powf(self.settings.gamma));
                    if self.settings.gain != 0.0 {
                        follow += self.settings.gain * share * after.certain().min(5) as f64;
                    }
                }
                if own * follow <= best.0 && self.settings.gain == 0.0 && !tries {
                    break;
                }
            }
            scored.push((own * follow, safe, cell));
            if own * follow > best.0 + 1e-12 {
                best = (own * follow, cell);
            }
        }
        if tries {
            scored.sort_by(|a, b| b.0.total_cmp(&a.0));
            scored.truncate(self.settings.trials);
            let mut trials: Vec<Trial> =
                scored.iter().map(|&(_, safe, cell)| Trial::new(cell, safe)).collect();
            self.playouts.compare(view, posterior, &mut trials, self.settings.playouts);
            let alive = trials.iter().filter(|trial| !trial.dropped);
            if let Some(trial) = alive.max_by(|a, b| a.mean().total_cmp(&b.mean())) {
                return Some(Choice::guess(Action::Open(trial.cell), "playouts"));
            }
        }
        Some(Choice::guess(Action::Open(best.1), "look-ahead"))
    }

    fn finish(&mut self, view: &View, posterior: &Posterior<'_>) -> Option<Choice> {
        let limit = self.settings.endgame;
        if limit == 0 {
            return None;
        }
        let configurations = posterior.configurations(limit)?;
        let optimum = self.endgame.solve(view, &configurations, 20 * limit)?;
        let mut choice = Choice::guess(Action::Open(optimum.best), "endgame");
        choice.value = Some(f64::from(optimum.wins) / f64::from(optimum.configurations));
        Some(choice)
    }
}

impl Player for Surefoot {
    fn begin(&mut self, brief: &Brief, view: &View, random: Random) {
        self.know.begin(brief, view);
        self.promise = brief.promise;
        self.playouts.begin(random.clone());
        self.random = random;
    }

    fn choose(&mut self, view: &View) -> Choice {
        loop {
            self.know.read(view);
            self.know.settle();
            self.know.settle_total();
            if let Some(choice) = self.know.certain(view) {
                return choice;
            }
            if let Some(choice) = self.first_click(view) {
                return choice;
            }
            let Ok(posterior) = self.analyst.follow(view) else {
                return self.know.guess(&mut self.random);
            };
            let mut found = false;
            for at in (0..self.know.unknown().len()).rev() {
                let cell = self.know.unknown().as_slice()[at];
                if posterior.is_safe(cell) || posterior.is_mine(cell) {
                    found |= self.know.conclude(cell, posterior.is_mine(cell), "counting", &[]);
                }
            }
            if found {
                continue;
            }
            if view.opened() == 0 {
                return match safest(view, &posterior) {
                    Some((cell, _)) => Choice::guess(Action::Open(cell), "first click"),
                    None => self.know.guess(&mut self.random),
                };
            }
            let Self { settings, suppose, endgame, candidates, playouts, .. } = self;
            let mut guess = Guess { settings: *settings, suppose, endgame, candidates, playouts };
            return match guess.choose(view, &posterior) {
                Some(choice) => choice,
                None => self.know.guess(&mut self.random),
            };
        }
    }
}
