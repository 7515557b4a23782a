//! Why this cell and not that: two cells compared, in numbers and in a player's words.
//!
//! What is said is what sets them apart: how often each wins, how safe it is, how many cells it
//! opens, how often something certain follows. First what speaks for the better one, then what
//! speaks against it. What is equal, or may be chance, is not said; nothing is said that was not
//! computed.

use surefoot_inference::TIE;
use surefoot_rules::{Cell, Grid, View, percent};

use crate::coach::prospect::Prospect;
use crate::coach::reach::{Reach, ReachGain, ReachOfTwo};
use crate::surefoot::WinChance;
use crate::tunables;

/// Two cells compared.
#[derive(Clone, Debug, PartialEq)]
pub struct CellComparison {
    /// What the two promise.
    pub cells: [Prospect; 2],
    /// The one that wins more often, or is safer where wins cannot be told or are equal; `None` if
    /// neither is.
    pub better: Option<Cell>,
    /// How far each gets; `None` where one cannot be safe, or that cannot be told.
    pub reach: Option<[Reach; 2]>,
    /// By how many cells the first opens more at once.
    pub opens: Option<ReachGain>,
    /// By how many cells the first gets further before the next guess.
    pub until_guess: Option<ReachGain>,
    /// Whether the number of each would tell nothing.
    pub dead: [bool; 2],
    /// What `surefoot` would open, where that is neither of the two, and what it wins.
    pub instead: Option<Prospect>,
}

impl CellComparison {
    pub(super) fn of(
        cells: [Prospect; 2],
        instead: Option<Prospect>,
        reached: Option<ReachOfTwo>,
        dead: &[Cell],
    ) -> Self {
        let [one, other] = &cells;
        let wins = one.win.zip(other.win);
        let ahead = wins.map_or(0.0, |(one, other)| one.value - other.value);
        let safer = one.safety - other.safety;
        let ahead = if ahead.abs() >= tunables::COACH_EQUAL { ahead } else { safer };
        let better = (ahead.abs() > TIE).then_some(if ahead > 0.0 { one.cell } else { other.cell });
        Self {
            better,
            reach: reached.map(|reached| reached.each),
            opens: reached.map(|reached| reached.opens),
            until_guess: reached.map(|reached| reached.until_guess),
            dead: [one, other].map(|prospect| dead.contains(&prospect.cell)),
            cells,
            instead,
        }
    }

    /// By how much the better one wins more often; `None` where that cannot be told.
    pub fn ahead(&self) -> Option<f64> {
        let [one, other] = self.cells.each_ref().map(|cell| cell.win);
        Some((one?.value - other?.value).abs())
    }

    /// The same in words, a sentence each; the view is the one they were compared in.
    pub fn words(&self, view: &View) -> Vec<String> {
        let grid = view.grid();
        let second_first = self.better == Some(self.cells[1].cell);
        let [one, other] = &self.cells;
        let (better, worse) = if second_first { (other, one) } else { (one, other) };
        let mut said: Vec<String> = Vec::new();
        said.extend(certainties(grid, better, worse));
        said.extend(wins(grid, better, worse));
        if !better.is_mine() && !worse.is_mine() {
            said.extend(self.set_apart(grid, better, worse, if second_first { -1.0 } else { 1.0 }));
        }
        for prospect in [better, worse] {
            said.extend(self.notes(grid, prospect));
        }
        said.extend(self.instead.as_ref().map(|instead| {
            let name = grid.point(instead.cell);
            match instead.win {
                _ if instead.is_safe() => {
                    format!("Neither need be risked yet: {name} is certainly safe.")
                }
                Some(win) => format!("Surefoot would open {name}, which wins {}.", chance(win)),
                None => format!("Surefoot would open {name}."),
            }
        }));
        said
    }

    /// What speaks for the better one, and what against it.
    fn set_apart(
        &self,
        grid: &Grid,
        better: &Prospect,
        worse: &Prospect,
        sign: f64,
    ) -> Option<String> {
        let (mut good, mut bad): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let mut say =
            |ahead: bool, text: String| if ahead { &mut good } else { &mut bad }.push(text);
        let safer = better.safety - worse.safety;
        if safer.abs() >= tunables::COACH_EQUAL {
            let word = if safer > 0.0 { "safer" } else { "less safe" };
            let (ours, theirs) = (percent(better.safety, 1), percent(worse.safety, 1));
            say(safer > 0.0, format!("is {word} ({ours} against {theirs})"));
        }
        let gain = |gain: Option<ReachGain>| {
            gain.filter(|gain| gain.is_told()).map(|gain| sign * gain.cells)
        };
        let opens = gain(self.opens);
        if let Some(more) = opens {
            let word = if more > 0.0 { "more" } else { "fewer" };
            say(more > 0.0, format!("opens {:.1} {word} cells on average", more.abs()));
        }
        if let Some(more) = gain(self.until_guess).filter(|&more| Some(more) != opens) {
            let (by, word) = (more.abs(), if more > 0.0 { "further" } else { "less far" });
            say(more > 0.0, format!("gets {by:.1} cells {word} before the next guess"));
        }
        if let (Some(ours), Some(theirs)) = (better.follows, worse.follows) {
            let more = ours.goes_on - theirs.goes_on;
            if more.abs() >= tunables::COACH_SHARE {
                let word = if more > 0.0 { "more" } else { "less" };
                let (ours, theirs) = (percent(ours.goes_on, 1), percent(theirs.goes_on, 1));
                say(
                    more > 0.0,
                    format!("leaves a safe move {word} often ({ours} against {theirs})"),
                );
            }
        }
        let name = grid.point(better.cell);
        let and = |parts: &[String]| match parts {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            parts => parts.concat(),
        };
        match (&good[..], &bad[..]) {
            ([], []) => None,
            (good, []) => Some(format!("{name} {}.", and(good))),
            ([], bad) => Some(format!("{name} {}.", and(bad))),
            (good, bad) => Some(format!("{name} {}, but {}.", and(good), and(bad))),
        }
    }

    /// What is to be known of one of them.
    fn notes(&self, grid: &Grid, prospect: &Prospect) -> Option<String> {
        let name = grid.point(prospect.cell);
        if let Some(other) = prospect.flip {
            let other = grid.point(other);
            return Some(format!(
                "{name} is a coin flip with {other}: nothing will ever tell which is the mine, so it \
                 costs nothing to take it now."
            ));
        }
        let at = usize::from(prospect.cell == self.cells[1].cell);
        let uncertain = !prospect.is_safe() && !prospect.is_mine();
        (self.dead[at] && uncertain).then(|| format!("The number at {name} would tell nothing."))
    }
}

/// What is certain of the two.
fn certainties(grid: &Grid, better: &Prospect, worse: &Prospect) -> Option<String> {
    let (better_is, worse_is) = (grid.point(better.cell), grid.point(worse.cell));
    if better.is_safe() && worse.is_safe() {
        return Some(format!("{better_is} and {worse_is} are both certainly safe."));
    }
    if better.is_mine() && worse.is_mine() {
        return Some(format!("{better_is} and {worse_is} are both certainly mines."));
    }
    let safe = [better, worse].into_iter().find(|prospect| prospect.is_safe());
    let mine = [better, worse].into_iter().find(|prospect| prospect.is_mine());
    match (safe, mine) {
        (Some(_), Some(_)) => {
            Some(format!("{better_is} is certainly safe and {worse_is} is certainly a mine."))
        }
        (Some(safe), None) => Some(format!("{} is certainly safe.", grid.point(safe.cell))),
        (None, Some(mine)) => Some(format!("{} is certainly a mine.", grid.point(mine.cell))),
        (None, None) => None,
    }
}

/// How often the two win.
fn wins(grid: &Grid, better: &Prospect, worse: &Prospect) -> Option<String> {
    let (ours, theirs) = better.win.zip(worse.win)?;
    if better.is_mine() {
        return None;
    }
    let (name, other) = (grid.point(better.cell), grid.point(worse.cell));
    let ahead = ours.value - theirs.value;
    if ahead.abs() < tunables::COACH_EQUAL {
        return Some(format!("{name} and {other} win equally often: {}.", chance(ours)));
    }
    // The look-ahead may be off by some hundredths of the value.
    let unsure = !ours.is_exact() && ahead < tunables::DOUBT * ours.value;
    let how = if unsure { "seems to win a little more often" } else { "wins more often" };
    Some(format!("{name} {how}: {} against {}.", chance(ours), chance(theirs)))
}

/// A win probability, with its interval where it is an estimate.
pub(super) fn chance(win: WinChance) -> String {
    let (low, high) = win.interval();
    if win.is_exact() {
        percent(win.value, 1)
    } else {
        format!("{} ({:.0} to {:.0})", percent(win.value, 1), 100.0 * low, 100.0 * high)
    }
}
