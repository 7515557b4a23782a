//! A review in words.

use std::fmt::Write;

use surefoot_players::review::{Guess, GuessVerdict};
use surefoot_rules::replay::Performance;
use surefoot_rules::{Cell, counted, percent};

use crate::review::found::ReviewedReplay;

/// All of it, for a terminal.
pub(super) fn tell(found: &ReviewedReplay<'_>) -> String {
    let ReviewedReplay { name, replay, performance, review, .. } = found;
    let mut text = String::new();
    let ending = found.played.ending();
    let by =
        if replay.player.is_empty() { String::new() } else { format!(" by {}", replay.player) };
    let on =
        if replay.program.is_empty() { String::new() } else { format!(", {}", replay.program) };
    let (level, mode) = (replay.level(), replay.mode);
    _ = writeln!(text, "{name}: {level}, {mode}, {ending}{by} ({}{on})", replay.format);
    measures(&mut text, performance);

    text.push('\n');
    if let Some(start) = review.start {
        let (low, high) = start.interval();
        let sure = if start.error > 0.0 {
            format!(" ({:.0} to {:.0})", 100.0 * low, 100.0 * high)
        } else {
            String::new()
        };
        _ = writeln!(
            text,
            "win probability after the first click: {}{sure}",
            percent(start.value, 0)
        );
    }
    if let Some(why) = review.without_guesses() {
        _ = writeln!(text, "{why}");
    } else if !review.guesses.is_empty() {
        table(&mut text, found);
    }
    for left_out in review.left_out() {
        _ = writeln!(text, "{left_out}");
    }
    text
}

fn measures(text: &mut String, performance: &Performance) {
    let Performance { three_bv, solved, zini, clicks, openings, islands, .. } = performance;
    let number = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let rate = number(performance.three_bv_per_second, 3);
    _ = writeln!(text, "3BV         {solved} of {three_bv} solved, {rate} a second");
    _ = writeln!(
        text,
        "board       {}, {}; ZiNi {}, human {}",
        counted(*openings, "opening"),
        counted(*islands, "island"),
        zini.greedy,
        zini.human
    );
    let (left, right) = (clicks.left, clicks.right);
    let chords = counted(clicks.chords, "chord");
    _ = writeln!(text, "clicks      {}: {left} left, {right} right, {chords}", clicks.total());
    let [efficiency, correctness, throughput] =
        [performance.efficiency, performance.correctness, performance.throughput]
            .map(|value| number(value, 3));
    _ = writeln!(
        text,
        "efficiency  {efficiency}, correctness {correctness}, throughput {throughput}"
    );
    let (rqp, stnb) = (number(performance.rqp, 2), number(performance.stnb, 1));
    _ = writeln!(text, "path        {:.0}, RQP {rqp}, STNB {stnb}", performance.path);
}

fn table(text: &mut String, found: &ReviewedReplay<'_>) {
    let ReviewedReplay { replay, review, .. } = found;
    let point = |cell: Cell| replay.layout.grid().point(cell).to_string();
    let count = |verdict| review.count(verdict);
    let (sound, mistakes) =
        (count(GuessVerdict::Sound), counted(count(GuessVerdict::Mistake), "mistake"));
    let avoidable = count(GuessVerdict::Avoidable);
    _ = writeln!(
        text,
        "{}: {sound} sound, {mistakes}, {avoidable} avoidable\n",
        counted(review.guesses.len(), "guess")
    );
    text.push_str(
        "   time  guess         safe      win  safest            surefoot             win  lost\n",
    );
    for guess in &review.guesses {
        let action = match guess.action {
            surefoot_rules::Action::Chord(cell) => format!("chord {}", point(cell)),
            action => action.cell().map(point).unwrap_or_default(),
        };
        let pair = |of: Option<(Cell, f64)>| {
            of.map_or_else(String::new, |(cell, safe)| {
                format!("{:>8} {}", percent(safe, 1), point(cell))
            })
        };
        let better = guess.better.as_ref();
        let better = better.and_then(|(choice, safe)| Some((choice.action.cell()?, *safe)));
        let (chosen, win, lost) = guess.worth.map_or(Default::default(), |worth| {
            let lost = format!("{:.1}", 100.0 * worth.lost());
            (percent(worth.chosen, 1), percent(worth.best.value, 1), lost)
        });
        let end = if guess.survived { "" } else { ", lost the game" };
        let row = format!(
            "{:7.2}  {action:<10}{:>8}{chosen:>9}  {:<16}  {:<16}{win:>8}{lost:>6}  {}{end}",
            found.seconds(guess.number),
            percent(guess.safety, 1),
            pair(guess.safest),
            pair(better),
            guess.in_a_word(),
        );
        _ = writeln!(text, "{}", row.trim_end());
    }
    for guess in &review.guesses {
        missed(text, found, guess);
    }
    let proved = review.guesses.iter().filter(|guess| guess.missed.is_some()).count();
    if proved < avoidable && proved > 0 {
        _ = writeln!(text, "\nproofs are told for {proved} of {avoidable} avoidable guesses");
    }
    text.push('\n');
    if replay.mode.guesses_can_fail() {
        let luck = review.luck();
        let often = if luck > 0.0 { 1.0 / luck } else { f64::INFINITY };
        let p_luck = review.p_luck();
        _ = writeln!(
            text,
            "luck        {luck:.3}: one game in {often:.1} goes so well; pLuck {p_luck:.3}"
        );
    }
    _ = writeln!(
        text,
        "lost        {:.1} points of win probability by guesses",
        100.0 * review.lost()
    );
}

/// How a guess could have been avoided.
fn missed(text: &mut String, found: &ReviewedReplay<'_>, guess: &Guess) {
    let grid = found.replay.layout.grid();
    let (Some(missed), Some(words)) = (&guess.missed, guess.missed_in_words(grid)) else { return };
    let seconds = found.seconds(guess.number);
    _ = writeln!(text, "\nat {seconds:.2} s {words}:");
    for step in &missed.steps {
        _ = writeln!(text, "- {step}");
    }
}
