//! The report: one page that needs nothing else, not even a network.
//!
//! Every experiment is a section: its question, the answer computed from the data, its
//! figures, its tables, what others have published, and how to run it again. Figures are
//! part of the page; plans, records and tables are linked, and lie beside it.

use std::fmt::Write;

use surefoot_rules::counted;

use crate::bench::signature;
use crate::experiment::plan::{Experiment, Published};
use crate::report::html_table::{related, table};
use crate::report::machine::machine;
use crate::report::played::played;
use crate::report::plot::{self, Figure, escape};
use crate::report::style::STYLE;
use crate::report::table::Table;
use crate::report::write_ups::{self, ClaimRow};
use crate::report::{claims_section, comparisons};
use crate::statistics::results::Results;
use crate::tunables;

/// One experiment in the report.
#[derive(Debug)]
pub struct Section {
    name: String,
    title: String,
    answer: String,
    headline: bool,
    html: String,
    markdown: String,
    claims: Vec<ClaimRow>,
}

impl Section {
    fn new(experiment: &Experiment, made: &Made<'_>, html: String, claims: Vec<ClaimRow>) -> Self {
        let Experiment { name, title, answer, .. } = experiment;
        Self {
            name: name.clone(),
            title: title.clone(),
            answer: made.answer.to_owned(),
            headline: answer.headline,
            html,
            markdown: brief(experiment, made),
            claims,
        }
    }
}

/// What was made of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// The answer to its question.
    pub answer: &'a str,
    /// Its figures.
    pub figures: &'a [Figure],
    /// Its tables.
    pub tables: &'a [Table],
    /// How to run it again.
    pub command: &'a str,
    /// Whether its record lies beside the page.
    pub recorded: bool,
}

/// The section of an experiment.
pub fn section(data: &Results<'_>, made: &Made<'_>) -> Section {
    let experiment = data.experiment;
    let mut html = head(experiment, made.answer);
    for figure in made.figures {
        let _ = writeln!(html, "<figure>{}</figure>", figure.inline());
    }
    // A short table of the main measure lies open; the others are a click away, and not printed.
    let short = experiment.points().count() <= 12;
    let mut fold = |open: bool, title: &str, table: &str| {
        let (title, open) = (escape(title), if open { " open" } else { "" });
        let _ = writeln!(html, "<details{open}><summary>{title}</summary>\n{table}</details>");
    };
    for (at, &measure) in experiment.measures.iter().enumerate() {
        let title = format!("Table: {}", measure.axis());
        fold(short && at == 0, &title, &table(data, measure));
    }
    fold(false, "Comparisons", &comparisons::html(data));
    for (against, measure) in experiment.related() {
        let title = format!("Table: {} by {}", measure.axis(), against.axis());
        fold(false, &title, &related(data, against, measure));
    }
    html += &published(experiment);
    if let Some(stop) = &experiment.stop {
        let _ = writeln!(
            html,
            "<p class=\"notes\">By its rule it {}. Intervals of a run that stopped when it told \
             are a little narrow.</p>",
            code(&stop.said(data))
        );
    }
    faults(&mut html, data);
    let played = code(&played(experiment));
    let _ = writeln!(html, "<p class=\"foot\">{played} {}</p>", files(experiment, made, &HTML));
    Section::new(experiment, made, html, write_ups::tested_by(data))
}

/// The section of a position.
pub fn position(experiment: &Experiment, made: &Made<'_>) -> Section {
    let mut html = head(experiment, made.answer);
    for figure in made.figures {
        let _ = writeln!(html, "<figure>{}</figure>", figure.inline());
    }
    let _ = writeln!(html, "<p class=\"foot\">{}</p>", files(experiment, made, &HTML));
    Section::new(experiment, made, html, Vec::new())
}

/// How a page writes links and code.
struct Markup {
    link: fn(&str, &str) -> String,
    code: fn(&str) -> String,
}

const HTML: Markup = Markup {
    link: |text, to| format!("<a href=\"{to}\">{text}</a>"),
    code: |text| format!("<code>{}</code>", escape(text)),
};
const MARKDOWN: Markup =
    Markup { link: |text, to| format!("[{text}]({to})"), code: |text| format!("`{text}`") };

/// How an experiment is run again, where its plan and record are, and its files.
fn files(experiment: &Experiment, made: &Made<'_>, hand: &Markup) -> String {
    let name = &experiment.name;
    let (link, code) = (hand.link, hand.code);
    let mut files = vec![link("plan", &format!("plans/{name}.toml"))];
    if made.recorded && experiment.position.is_none() {
        files.push(link("record", &format!("records/{name}.csv")));
        files.push(link("points", &format!("records/{name}.points.csv")));
    }
    for Table { file, title, .. } in made.tables {
        files.push(link(title, &format!("tables/{file}")));
        files.push(link("json", &format!("tables/{}", file.replace(".csv", ".json"))));
    }
    for figure in made.figures {
        let figure = &figure.name;
        files.push(link(&format!("{figure}.svg"), &format!("figures/{figure}.svg")));
        if cfg!(feature = "png") {
            files.push(link("png", &format!("figures/{figure}.png")));
        }
    }
    let mut elsewhere = String::new();
    if !made.recorded && experiment.position.is_none() {
        let (file, option) = (code(&format!("records/{name}.csv")), code("--out DIR"));
        elsewhere = format!(
            " The record, a line per game, is not kept here: the same command with {option} \
             writes it to {file} in that folder."
        );
    }
    format!("Run it again: {}.{elsewhere} Files: {}.", code(made.command), files.join(", "))
}

/// The same in short, for those who read the folder itself.
fn brief(experiment: &Experiment, made: &Made<'_>) -> String {
    let Experiment { title, question, notes, .. } = experiment;
    let mut text = format!("\n## {title}\n\n{question}\n\n> {}\n\n", made.answer);
    for figure in made.figures {
        let _ = writeln!(text, "![{}](figures/{}.svg)\n", figure.title, figure.name);
    }
    if !notes.is_empty() {
        let _ = writeln!(text, "{notes}\n");
    }
    if experiment.position.is_none() {
        let _ = writeln!(text, "{}\n", played(experiment));
    }
    let unit = experiment.measures.first().and_then(|measure| measure.unit());
    let unit = unit.map_or(String::new(), |unit| format!(" {unit}"));
    for entry in &experiment.published {
        let values: Vec<String> =
            entry.x.iter().zip(&entry.y).map(|(x, y)| format!("{y}{unit} at {x}")).collect();
        let panel = if entry.panel.is_empty() { "" } else { &format!(", {}", entry.panel) };
        let known = basis(entry);
        let games = if known.is_empty() { "" } else { &format!(" ({known})") };
        let (source, values) = (&entry.source, values.join(", "));
        let _ = writeln!(text, "- Published, {source}{panel}{games}: {values}");
    }
    if !experiment.published.is_empty() {
        text += "\n";
    }
    text + &files(experiment, made, &MARKDOWN) + "\n"
}

/// What is true of all experiments.
const FAIR: &str = "All players of an experiment play the same deals (the promise moves mines out of \
                    the way of the first click, so boards differ by those mines where players \
                    begin in different cells); times are CPU times; intervals are 95 %; a \
                    difference is only claimed where its interval lies off zero, and the best of \
                    several where it would as one of that many.";

/// The answers and figures of all sections as Markdown.
pub fn markdown(sections: &[&Section], command: &str) -> String {
    let mut text = format!(
        "# The laboratory\n\nSurefoot {}, engine signature {}; made by `{command}`. {FAIR} \
         [index.html](index.html) is the same with all tables. Made on {}.\n\n",
        env!("CARGO_PKG_VERSION"),
        signature::COMMITTED.trim(),
        machine(),
    );
    for Section { title, answer, .. } in summary(sections) {
        let _ = writeln!(text, "- **{title}.** {answer}");
    }
    let claims = claims(sections);
    if !claims.is_empty() {
        text += "\n## What the write-ups claim\n\nThe figures behind each verdict are in \
                 [index.html](index.html#write-ups); `surefoot lab write-ups` makes a page of them.\n\n";
    }
    for ClaimRow { write_up, says, verdict, experiment, .. } in claims {
        let _ = writeln!(text, "- {verdict}: {says} (write-up {write_up}, `{experiment}`)");
    }
    for section in sections {
        text += &section.markdown;
    }
    text
}

/// The claims of write-ups that these experiments test, in their order.
fn claims(sections: &[&Section]) -> Vec<ClaimRow> {
    let mut claims: Vec<ClaimRow> =
        sections.iter().flat_map(|section| section.claims.iter().cloned()).collect();
    claims.sort_by_key(|claim| claim.number);
    claims
}

fn head(experiment: &Experiment, answer: &str) -> String {
    let Experiment { name, title, question, notes, .. } = experiment;
    let mut html = format!(
        "<h2 id=\"{name}\">{}</h2>\n<p class=\"question\">{}</p>\n<p class=\"answer\">{}</p>\n",
        escape(title),
        code(question),
        code(answer)
    );
    if !notes.is_empty() {
        let _ = writeln!(html, "<p class=\"notes\">{}</p>", code(notes));
    }
    html
}

/// Text with what stands between backticks as code.
pub(super) fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(at, part)| match at % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect()
}

/// On how many games published values rest, and what else is to be known of them.
fn basis(entry: &Published) -> String {
    let games = entry.games.map(|games| counted(games, "game"));
    let note = Some(entry.note.clone()).filter(|note| !note.is_empty());
    games.into_iter().chain(note).collect::<Vec<_>>().join(", ")
}

/// Whose values they are, on how many games they rest, and all of them: some lie where
/// nothing was played here.
fn published(experiment: &Experiment) -> String {
    if experiment.published.is_empty() {
        return String::new();
    }
    let mut html = "<details><summary>Published values</summary><div class=\"wide\"><table>\n\
                    <thead><tr><th>source</th><th>panel</th><th>games</th><th>values</th></tr>\
                    </thead><tbody>\n"
        .to_owned();
    for entry in &experiment.published {
        let values: Vec<String> =
            entry.x.iter().zip(&entry.y).map(|(x, y)| format!("{x}: {y}")).collect();
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&entry.source),
            escape(&entry.panel),
            escape(&basis(entry)),
            escape(&values.join(", "))
        );
    }
    html + "</tbody></table></div></details>\n"
}

/// What went wrong, if anything did.
fn faults(html: &mut String, data: &Results<'_>) {
    for (player, &(errors, wrong)) in data.experiment.players.iter().zip(&data.faults) {
        if errors + wrong > 0 {
            let _ = writeln!(
                html,
                "<p class=\"notes\"><code>{}</code>: {} ended by a fault of its own, {}.</p>",
                escape(player),
                counted(errors, "game"),
                counted(wrong, "wrong claim of certainty")
            );
        }
    }
}

/// The sections whose answers stand on top: those that say so, or the first ones.
fn summary<'a>(sections: &[&'a Section]) -> Vec<&'a Section> {
    let marked: Vec<_> = sections.iter().copied().filter(|section| section.headline).collect();
    let chosen = if marked.is_empty() { sections.to_vec() } else { marked };
    chosen.into_iter().take(tunables::SUMMARY).collect()
}

/// The whole page.
pub fn page(sections: &[&Section], command: &str) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>Surefoot: the laboratory</title>\n<style>{STYLE}{}</style>\n</head>\n<body>\n\
         <h1>The laboratory</h1>\n\
         <p>Questions about Minesweeper and its players, answered by games that anyone can play \
         again.</p>\n<h2 class=\"first\">In short</h2>\n<ul class=\"summary\">\n",
        plot::style(),
    );
    for Section { name, title, answer, .. } in summary(sections) {
        let (title, answer) = (escape(title), code(answer));
        let _ = writeln!(html, "<li><a href=\"#{name}\">{title}</a>. {answer}</li>");
    }
    let _ = writeln!(
        html,
        "</ul>\n<p class=\"notes\">{FAIR}</p>\n<p class=\"foot\">Surefoot {}, engine signature {}; \
         made on {}. <code>{}</code></p>\n<nav><ul>",
        env!("CARGO_PKG_VERSION"),
        signature::COMMITTED.trim(),
        escape(&machine()),
        escape(command)
    );
    for Section { name, title, .. } in sections {
        let _ = writeln!(html, "<li><a href=\"#{name}\">{}</a></li>", escape(title));
    }
    let claims = claims(sections);
    if !claims.is_empty() {
        html += "<li><a href=\"#write-ups\">What the write-ups claim</a></li>\n";
    }
    html += "</ul></nav>\n";
    if !claims.is_empty() {
        html += &claims_section::html(&claims);
    }
    for section in sections {
        html += &section.html;
    }
    html + "</body>\n</html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{experiment, record};

    #[test]
    fn a_section_tells_what_was_played_and_what_others_published() {
        let published = "[[published]]\nsource = \"them\"\ngames = 700\nx = [20]\ny = [80]\n";
        let experiment = experiment(20, published);
        let bytes = record(&experiment, |_, index, _| index < 10);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let (answer, command) = ("So.", "surefoot lab two");
        let made = Made { answer, figures: &[], tables: &[], command, recorded: false };
        let Section { html, markdown, .. } = section(&data, &made);
        let cell = "<td>50.00 <small>[29.93, 70.07]</small></td>";
        for row in [
            "<tr><th>player</th><th>10</th><th>20</th></tr>",
            &format!("<tr><td>exact</td>{cell}{cell}</tr>"),
            "<tr><td>published: them</td><td>–</td><td>80</td></tr>",
        ] {
            assert!(html.contains(row), "{row}: {html}");
        }
        assert!(html.contains("href=\"plans/two.toml\""), "{html}");
        for words in [
            "80 games: 20 deals at each of 2 points, each played by `queue`, `exact`",
            "boards: 9x9 with 10 to 20 mines (12.3 to 24.7 % of the cells)",
            "- Published, them (700 games): 80 % at 20",
            "`--out DIR` writes it to `records/two.csv`",
        ] {
            assert!(markdown.contains(words), "{words}: {markdown}");
        }
    }
}
