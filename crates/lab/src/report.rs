//! The report: one page that needs nothing else, not even a network.
//!
//! Every experiment is a section: its question, the answer computed from the data, its
//! figures, its table, what others have published, and how to run it again. Figures are
//! part of the page; records and tables are linked, and lie beside it.

use std::fmt::Write;

use crate::data::Data;
use crate::measure::Measure;
use crate::plan::Experiment;
use crate::plot::{self, Figure, escape, shown};
use crate::signature;

/// One experiment in the report.
#[derive(Debug)]
pub struct Section {
    name: String,
    title: String,
    html: String,
    markdown: String,
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1f2328;--soft:#57606a;--page:#fff;--line:#d0d7de;--band:#f6f8fa;--link:#0969da}\
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--page:#0d1117;--line:#30363d;--band:#161b22;--link:#58a6ff}}\
body{margin:0 auto;max-width:1160px;padding:1.5rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,'DejaVu Sans',sans-serif}\
h1{margin:.2em 0}h2{margin:2.2em 0 .3em;border-top:1px solid var(--line);padding-top:1em}\
a{color:var(--link)}code{background:var(--band);padding:.1em .3em;border-radius:4px;font-size:.9em}\
.question{font-size:1.08em;margin:.2em 0 .6em}.answer{border-left:4px solid var(--link);padding:.2em 0 .2em 1em;margin:.8em 0}\
.notes,.foot{color:var(--soft);font-size:.9em}figure{margin:1em 0;overflow-x:auto}figure svg{max-width:100%;height:auto}\
details{margin:.6em 0}summary{cursor:pointer}.wide{overflow-x:auto}\
table{border-collapse:collapse;font-size:.85em;font-variant-numeric:tabular-nums}\
th,td{padding:.2em .6em;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\
th:first-child,td:first-child{text-align:left}thead th{background:var(--band)}\
nav ul{columns:2;padding-left:1.2em}@media print{details{display:block}h2{break-before:page}}";

/// Where a page's files lie, as links; `None` where they are not kept.
#[derive(Clone, Copy, Debug)]
pub struct Links {
    /// Whether the records lie beside the page.
    pub records: bool,
}

/// A section on games.
pub fn section(
    data: &Data<'_>,
    answer: &str,
    figures: &[Figure],
    command: &str,
    links: Links,
) -> Section {
    let experiment = data.experiment;
    let mut html = head(experiment, answer);
    for figure in figures {
        let _ = writeln!(html, "<figure>{}</figure>", figure.inline());
    }
    for &measure in &experiment.measures {
        let rows = experiment.points().count();
        let open = if rows <= 12 { " open" } else { "" };
        let _ =
            writeln!(html, "<details{open}><summary>Table: {}</summary>", escape(measure.axis()));
        html += &table(data, measure);
        html += "</details>\n";
    }
    html += &published(experiment);
    faults(&mut html, data);
    let games: u64 = experiment
        .points()
        .map(|(_, point)| experiment.deals_at(point) * experiment.players.len() as u64)
        .sum();
    let name = &experiment.name;
    let mut files = Vec::new();
    if links.records {
        files.push(format!("<a href=\"records/{name}.csv\">records</a>"));
        files.push(format!("<a href=\"records/{name}.points.csv\">points</a>"));
        files.push(format!("<a href=\"records/{name}.toml\">experiment</a>"));
    }
    files.push(format!("<a href=\"tables/{name}.csv\">table</a>"));
    files.push(format!("<a href=\"tables/{name}.times.csv\">times</a>"));
    for figure in figures {
        let figure = &figure.name;
        files.push(format!("<a href=\"figures/{figure}.svg\">{figure}.svg</a>"));
        files.push(format!("<a href=\"figures/{figure}.png\">png</a>"));
    }
    let _ = writeln!(
        html,
        "<p class=\"foot\">{games} games, {} deals a point, seed {}, plan {}. Run it again: \
         <code>{}</code>. Files: {}.</p>",
        deals(experiment),
        experiment.seed,
        experiment.hash(),
        escape(command),
        files.join(", ")
    );
    let markdown = brief(experiment, answer, figures, command);
    Section { name: name.clone(), title: experiment.title.clone(), html, markdown }
}

/// Deals a point, or from how many to how many.
fn deals(experiment: &Experiment) -> String {
    let all = || experiment.points().map(|(_, point)| experiment.deals_at(point));
    match (all().min(), all().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (least, _) => least.unwrap_or(0).to_string(),
    }
}

/// A section on a position.
pub fn position(experiment: &Experiment, answer: &str, figure: &Figure, command: &str) -> Section {
    let mut html = head(experiment, answer);
    let _ = writeln!(html, "<figure>{}</figure>", figure.inline());
    let name = &experiment.name;
    let _ = writeln!(
        html,
        "<p class=\"foot\">Run it again: <code>{}</code>. Files: \
         <a href=\"figures/{name}.svg\">{name}.svg</a>, <a href=\"figures/{name}.png\">png</a>.</p>",
        escape(command)
    );
    let markdown = brief(experiment, answer, std::slice::from_ref(figure), command);
    Section { name: name.clone(), title: experiment.title.clone(), html, markdown }
}

/// The same in short, for those who read the folder itself.
fn brief(experiment: &Experiment, answer: &str, figures: &[Figure], command: &str) -> String {
    let Experiment { name, title, question, .. } = experiment;
    let mut text = format!("\n## {title}\n\n{question}\n\n> {answer}\n\n");
    for figure in figures {
        let _ = writeln!(text, "![{}](figures/{}.svg)\n", figure.title, figure.name);
    }
    let table = match experiment.position {
        Some(_) => String::new(),
        None => format!(", [table](tables/{name}.csv), [times](tables/{name}.times.csv)"),
    };
    let _ = writeln!(text, "`{command}`{table}");
    text
}

/// The answers and figures of all sections as Markdown.
pub fn markdown(sections: &[Section], command: &str) -> String {
    let mut text = format!(
        "# The laboratory\n\nSurefoot {}, engine signature {}; made by `{command}`. All players of \
         an experiment play the same deals; intervals are 95 %; a difference is only claimed where \
         a paired test at 5 % finds one. [index.html](index.html) is the same with all tables.\n",
        env!("CARGO_PKG_VERSION"),
        signature::COMMITTED.trim(),
    );
    for section in sections {
        text += &section.markdown;
    }
    text
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
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(at, part)| match at % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect()
}

/// A table of a measure: a line per point, or per player where there are many.
fn table(data: &Data<'_>, measure: Measure) -> String {
    let experiment = data.experiment;
    let places: Vec<String> = experiment
        .points()
        .map(|(panel, place)| match experiment.panels[panel].title.as_str() {
            "" => place.x.to_string(),
            title => format!("{title}: {}", place.x),
        })
        .collect();
    let cell = |point: usize, player: usize| {
        data.estimate(point, player, measure).map_or("–".to_owned(), |estimate| {
            let mean = shown(measure, estimate.mean);
            estimate.interval.map_or(mean.clone(), |(low, high)| {
                format!("{mean} [{}, {}]", shown(measure, low), shown(measure, high))
            })
        })
    };
    let players = &experiment.players;
    if players.len() > places.len() {
        return grid(&places, players, |player, point| cell(point, player));
    }
    grid(players, &places, cell)
}

fn grid(columns: &[String], rows: &[String], cell: impl Fn(usize, usize) -> String) -> String {
    let mut html = "<div class=\"wide\"><table>\n<thead><tr><th></th>".to_owned();
    for column in columns {
        let _ = write!(html, "<th>{}</th>", escape(column));
    }
    html += "</tr></thead>\n<tbody>\n";
    for (row, title) in rows.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}</td>", escape(title));
        for column in 0..columns.len() {
            let _ = write!(html, "<td>{}</td>", cell(row, column));
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}

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
            escape(&entry.games),
            escape(&values.join(", "))
        );
    }
    html + "</tbody></table></div></details>\n"
}

/// What went wrong, if anything did.
fn faults(html: &mut String, data: &Data<'_>) {
    for (player, &(errors, wrong)) in data.experiment.players.iter().zip(&data.faults) {
        if errors + wrong > 0 {
            let _ = writeln!(
                html,
                "<p class=\"notes\"><code>{}</code>: {errors} games ended by a fault of its own, \
                 {wrong} certain claims were wrong.</p>",
                escape(player)
            );
        }
    }
}

/// The whole page.
pub fn page(sections: &[Section], command: &str) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>Surefoot: the laboratory</title>\n<style>{STYLE}{}</style>\n</head>\n<body>\n\
         <h1>The laboratory</h1>\n\
         <p>Questions about Minesweeper and its players, answered by games that anyone can play \
         again. All players of an experiment play the same deals; intervals are 95 %; a \
         difference is only claimed where a paired test at 5 % finds one.</p>\n\
         <p class=\"foot\">Surefoot {}, engine signature {}. <code>{}</code></p>\n<nav><ul>\n",
        plot::style(),
        env!("CARGO_PKG_VERSION"),
        signature::COMMITTED.trim(),
        escape(command)
    );
    for Section { name, title, .. } in sections {
        let _ = writeln!(html, "<li><a href=\"#{name}\">{}</a></li>", escape(title));
    }
    html += "</ul></nav>\n";
    for section in sections {
        html += &section.html;
    }
    html + "</body>\n</html>\n"
}
