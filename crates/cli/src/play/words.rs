//! What the room says, in words: the lines above and below the board, the end of a game, a review.

use std::time::{Duration, Instant};

use surefoot_players::review::{Guess, GuessVerdict};
use surefoot_rules::{Action, Cell, Grid, counted, percent};

use super::looking::Looking;
use super::room::{Room, SidePanel};
use super::table::{Help, PlayTable};

/// A time as players write it.
pub(super) fn time(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if seconds < 600.0 { format!("{seconds:.1} s") } else { format!("{seconds:.0} s") }
}

/// The line above the board.
pub(super) fn header(room: &Room, now: Instant) -> String {
    let table = &room.table;
    let mines = counted(table.mines_left(), "mine");
    let (clock, point) = (time(table.clock.elapsed(now)), room.cursor);
    format!(" {mines:>9}  {clock:>8}  {}  {point}", table.wanted.name())
}

/// The line below it: the keys that matter now.
pub(super) fn footer(room: &Room) -> &'static str {
    match &room.panel {
        _ if room.waiting.is_some() => "Esc stop  Q quit",
        SidePanel::Form(_) => "↑↓ line  ←→ change  Enter deal  Esc back",
        SidePanel::Hint(_) => "Enter open  W why  V compare  P chances  Esc close",
        SidePanel::Why(..) => "[ ] step  Esc close  Enter open  F flag",
        SidePanel::Review(_) => "↑↓ guess  Esc close  N new  Q quit",
        _ if room.table.is_over() => "N new  R review  S save  U undo  L level  ? keys  Q quit",
        _ => "Space open  F flag  H hint  P chances  U undo  N new  L level  ? keys  Q quit",
    }
}

/// All keys.
pub(super) const KEYS: [(&str, &str); 16] = [
    ("arrows, Home, End, PgUp, PgDn", "move; with Ctrl, Home and End go to the corners"),
    ("Enter, Space, left button", "open; chord on a number"),
    ("F, right button", "flag"),
    ("C, middle or both buttons", "chord"),
    ("U, Ctrl-Z", "take back"),
    ("H", "hint: what to open"),
    ("P", "probabilities"),
    ("W", "why a cell is safe or a mine"),
    ("V", "compare this cell with the hint"),
    ("[ ]", "steps of a proof"),
    ("R", "review of a finished game"),
    ("S", "save a finished game as a replay"),
    ("N", "new game"),
    ("L", "another board: level, neighbours, no guessing, kaboom"),
    ("Esc", "close, stop"),
    ("Q, Ctrl-C", "quit; the game is kept"),
];

/// What there is to say of a game that is over.
pub(super) fn ending(table: &PlayTable, now: Instant) -> Vec<String> {
    let mut said = Vec::new();
    if let Some((three_bv, cleared, clicks)) = table.clicks() {
        let clock = time(table.clock.elapsed(now));
        let efficiency = 100.0 * f64::from(cleared) / (clicks.max(1) as f64);
        said.push(format!(
            "{clock}, {cleared} of {three_bv} 3BV in {}, efficiency {efficiency:.0} %.",
            counted(clicks, "click")
        ));
    }
    let Help { hints, undos, looked } = table.help;
    let mut help = Vec::new();
    if hints > 0 {
        help.push(counted(hints, "hint"));
    }
    if undos > 0 {
        help.push(counted(undos, "move") + " taken back");
    }
    if looked {
        help.push("probabilities".to_owned());
    }
    if !help.is_empty() {
        said.push(format!("With help: {}.", help.join(", ")));
    }
    said
}

/// A review, a line for each guess and some about all; and which of the lines is chosen.
pub(super) fn review(looking: &Looking, grid: &Grid) -> (Vec<String>, Option<usize>) {
    let Looking { review, guess, kaboom, .. } = looking;
    let mut lines = Vec::new();
    if let Some(why) = review.without_guesses() {
        lines.push(sentence(why));
    } else if !review.guesses.is_empty() {
        let count = |verdict| review.count(verdict);
        lines.push(format!(
            "{}: {} sound, {}, {} avoidable.",
            counted(review.guesses.len(), "guess"),
            count(GuessVerdict::Sound),
            counted(count(GuessVerdict::Mistake), "mistake"),
            count(GuessVerdict::Avoidable)
        ));
        if *kaboom {
            lines.push("Kaboom: needed guesses were safe by the rules.".to_owned());
        } else if review.guesses.iter().any(|guess| guess.survived) {
            let luck = percent(review.luck(), 1);
            lines.push(format!(
                "Luck: guesses like those you survived all succeed {luck} of the time."
            ));
        }
        if review.lost() > 0.0 {
            let lost = 100.0 * review.lost();
            lines.push(format!("Guesses lost {lost:.1} points of win probability."));
        }
    }
    lines.extend(review.left_out().iter().map(|left_out| sentence(left_out)));
    lines.push(String::new());
    let first = lines.len();
    for (at, one) in review.guesses.iter().enumerate() {
        lines.push(line(one, grid));
        if *guess == Some(at) {
            lines.extend(details(one, grid));
        }
    }
    (lines, guess.map(|guess| first + guess))
}

fn point(grid: &Grid, cell: Cell) -> String {
    grid.point(cell).to_string()
}

/// An action, in a word or two.
fn named(action: Action, grid: &Grid) -> String {
    let at = action.cell().map(|cell| point(grid, cell)).unwrap_or_default();
    match action {
        Action::Open(_) => at,
        action => format!("{} {at}", action.name()),
    }
}

fn line(guess: &Guess, grid: &Grid) -> String {
    let end = if guess.survived { "" } else { ", a mine" };
    format!(
        "{:>3}. {:<11}{:>8} safe, {}{end}",
        guess.number + 1,
        named(guess.action, grid),
        percent(guess.safety, 1),
        guess.in_a_word()
    )
}

/// A piece of a sentence as one.
fn sentence(piece: &str) -> String {
    let mut letters = piece.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// More about the guess that is looked at.
fn details(guess: &Guess, grid: &Grid) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((choice, safety)) = &guess.better {
        let win = guess.worth.map_or(String::new(), |worth| {
            let (best, chosen) = (percent(worth.best.value, 1), percent(worth.chosen, 1));
            format!(" It wins {best}, yours {chosen}.")
        });
        let better = named(choice.action, grid);
        lines.push(format!("     Best: {better}, {} safe.{win}", percent(*safety, 1)));
    }
    if let (Some(missed), Some(words)) = (&guess.missed, guess.missed_in_words(grid)) {
        lines.push(format!("     {words}:"));
        lines.extend(missed.steps.iter().map(|step| format!("     - {step}")));
    }
    lines
}
