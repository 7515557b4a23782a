//! The page of a league, in Markdown.

use std::fmt::Write;

use surefoot_rules::counted;

use super::{LeagueResult, LeagueRow, LeagueTable, REFERENCE};
use crate::report::plot::{duration, rounded};

impl LeagueTable {
    /// The page; `command` is what made it.
    pub fn markdown(&self, command: &str) -> String {
        let mut text = String::from("# The league of engines\n\n");
        let deals = self.rows.iter().flat_map(|row| &row.results).map(|one| one.won.count);
        let (least, most) = (deals.clone().min().unwrap_or(0), deals.max().unwrap_or(0));
        let games = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let _ = writeln!(
            text,
            "Expert games, 30×16 with 99 mines. Everybody plays the same deals: {games} under each promise of\n\
             the first click, seed {}. Games won are estimated by survival: every guess is weighed by its exact\n\
             safety instead of being left to luck, which halves the intervals. That is right for engines whose\n\
             answer depends on the position alone; `surefoot check-engine` says whether it does. Intervals are\n\
             95 %. Differences are to `{REFERENCE}`, deal by deal, in percentage points. Times are mean CPU times\n\
             of a game, all processes together.\n",
            self.seed
        );
        let _ = writeln!(
            text,
            "Version {}, signature {}. Made by `{command}`;\n\
             with one more name it plays that newcomer's games and nobody else's. [The guide](guide/engines.md) says\n\
             how to enter yours, [`adapters/`](../adapters) how to get those that are not ours. The house's\n\
             players in the other games and on other levels are in [the results](results/README.md).\n",
            env!("CARGO_PKG_VERSION"),
            Self::signature()
        );
        let mut heads = vec!["| | engine".to_owned()];
        for promise in &self.promises {
            heads.push(format!("{promise}: won, %"));
            heads.push(format!("against `{REFERENCE}`"));
        }
        heads.extend(["guesses", "CPU a game"].map(str::to_owned));
        let faulty = self.rows.iter().any(|row| row.faults != (0, 0));
        if faulty {
            heads.push("faults".to_owned());
        }
        let _ = writeln!(text, "{} |", heads.join(" | "));
        let _ = writeln!(text, "|---:|---|{}", "---:|".repeat(heads.len() - 1));
        for (at, row) in self.rows.iter().enumerate() {
            let _ = writeln!(text, "{}", line(at + 1, row, faulty));
        }
        let _ = writeln!(text, "\n![Strength against time](league.svg)");
        let outside: Vec<String> = self
            .rows
            .iter()
            .filter(|row| !row.ours)
            .map(|row| format!("`{}`", row.player))
            .collect();
        if !outside.is_empty() {
            let _ = writeln!(text, "\nNot of the house: {}.", outside.join(", "));
        }
        for row in self.rows.iter().filter(|row| row.faults != (0, 0)) {
            let (lost, wrong) = row.faults;
            let _ = writeln!(
                text,
                "\n`{}` lost {} by a fault of its own (a crash, no answer in time, an illegal action) and made {}.",
                row.player,
                counted(lost, "game"),
                counted(wrong, "wrong claim"),
            );
        }
        text
    }
}

fn line(place: usize, row: &LeagueRow, faulty: bool) -> String {
    let percent = |value: f64| rounded(100.0 * value, 2);
    let mut text = format!("| {place} | `{}` |", row.player);
    for LeagueResult { won, difference, .. } in &row.results {
        let _ = write!(text, " {}", percent(won.mean));
        if let Some((low, high)) = won.interval {
            let _ = write!(text, " [{}, {}]", percent(low), percent(high));
        }
        text += " |";
        let _ = match difference {
            Some(one) => write!(
                text,
                " {:+.2} [{:+.2}, {:+.2}] |",
                100.0 * one.mean,
                100.0 * one.interval.0,
                100.0 * one.interval.1
            ),
            None => write!(text, " – |"),
        };
    }
    let mean = |of: fn(&LeagueResult) -> f64| {
        row.results.iter().map(of).sum::<f64>() / row.results.len().max(1) as f64
    };
    let _ =
        write!(text, " {:.2} | {} |", mean(|one| one.guesses), duration(mean(|one| one.seconds)));
    if faulty {
        let _ = write!(text, " {} |", row.faults.0);
    }
    text
}
