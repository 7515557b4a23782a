//! The form in which another board is chosen: a line for each thing to choose, one value each.

use surefoot_inference::no_guess::Logic;
use surefoot_rules::{Level, Neighbourhood, Promise};

use super::wanted::WantedGame;

/// The form, as it is filled in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Form {
    pub(super) wanted: WantedGame,
    /// The line that is being changed.
    pub(super) line: usize,
    levels: Vec<Level>,
    /// Why what was chosen cannot be played.
    pub(super) wrong: Option<String>,
}

impl Form {
    /// A form in which this is chosen.
    pub(super) fn new(wanted: WantedGame) -> Self {
        let named = Level::NAMED.iter().map(|&(_, level)| level);
        let mut levels: Vec<Level> = named.chain([Level::EVIL]).collect();
        if !levels.contains(&wanted.level) {
            levels.push(wanted.level);
        }
        Self { wanted, line: 0, levels, wrong: None }
    }

    /// Its lines: what is chosen, and as what.
    pub(super) fn lines(&self) -> [(&'static str, String); 5] {
        let WantedGame { level, neighbourhood, promise, no_guess, kaboom } = self.wanted;
        let name = Level::NAMED.iter().find(|(_, known)| *known == level);
        let name = name.map_or(String::new(), |(name, _)| format!("{name} "));
        [
            ("Level", format!("{name}{level}")),
            ("Neighbours", neighbourhood.to_string()),
            ("First click", promise.to_string()),
            ("No guessing", no_guess.map_or("off".to_owned(), |logic| logic.to_string())),
            ("Kaboom", if kaboom { "on" } else { "off" }.to_owned()),
        ]
    }

    /// Goes to another line.
    pub(super) fn go(&mut self, step: i32) {
        self.line = turned(self.line, step, self.lines().len());
    }

    /// Changes what the line says.
    pub(super) fn change(&mut self, step: i32) {
        let wanted = &mut self.wanted;
        match self.line {
            0 => wanted.level = next(&self.levels, wanted.level, step),
            1 => wanted.neighbourhood = next(&Neighbourhood::ALL, wanted.neighbourhood, step),
            2 => wanted.promise = next(&Promise::ALL, wanted.promise, step),
            3 => {
                let all = [None].into_iter().chain(Logic::ALL.map(Some)).collect::<Vec<_>>();
                wanted.no_guess = next(&all, wanted.no_guess, step);
            }
            _ => wanted.kaboom = !wanted.kaboom,
        }
        self.wrong = None;
    }
}

fn next<T: Copy + PartialEq>(all: &[T], now: T, step: i32) -> T {
    let at = all.iter().position(|&one| one == now).unwrap_or(0);
    all[turned(at, step, all.len())]
}

/// A place in a ring of so many, some steps on.
fn turned(at: usize, step: i32, of: usize) -> usize {
    let (at, of) = (at as u32, of.max(1) as u32);
    (i64::from(at) + i64::from(step)).rem_euclid(i64::from(of)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_changes_and_comes_back() {
        let mut form =
            Form::new(WantedGame { level: "7x8/9".parse().unwrap(), ..WantedGame::default() });
        assert!(form.lines()[0].1.contains("7x8/9"));
        let (usual, choices) = (form.wanted, [5, 5, 3, 4, 2]);
        for (line, count) in choices.into_iter().enumerate() {
            assert_eq!(form.line, line);
            let mut seen = Vec::new();
            for _ in 0..count {
                assert!(!seen.contains(&form.lines()[line].1), "{seen:?}");
                seen.push(form.lines()[line].1.clone());
                form.change(1);
            }
            assert_eq!(form.wanted, usual, "it is a ring");
            form.change(-1);
            form.change(1);
            assert_eq!(form.wanted, usual);
            form.go(1);
        }
        assert_eq!(form.line, 0);
    }
}
