//! The report: one page that needs nothing else, not even a network.
//!
//! Every experiment is a section: its question, the answer computed from the data, its
//! figures, its tables, what others have published, and how to run it again. Figures are
//! part of the page; plans, records and tables are linked, and lie beside it.

use std::fmt::Write;

use crate::bench::signature;
use crate::experiment::measure::Measure;
use crate::experiment::plan::Experiment;
use crate::report::plot::{self, Figure, duration, escape, rounded};
use crate::report::table::Table;
use crate::statistics::groups::{GROUPS, groups};
use crate::statistics::results::Results;

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
th,td{padding:.2em .5em;border-bottom:1px solid var(--line);text-align:right}\
td small{display:block;color:var(--soft);white-space:nowrap}th{vertical-align:bottom}\
th:first-child,td:first-child{text-align:left;min-width:9em}thead th{background:var(--band)}\
nav ul{columns:2;padding-left:1.2em}\
@media print{body{max-width:none;padding:0}h2{break-before:page}figure,.wide{overflow:visible}\
table{font-size:7pt}th,td{padding:.15em .3em}td small{white-space:normal}th:first-child,td:first-child{min-width:0}th{overflow-wrap:break-word;max-width:7em}tr{break-inside:avoid}\
details::details-content{content-visibility:visible;block-size:auto}}";

/// What is closed on a screen is open on paper, in browsers that cannot style it.
const PRINT: &str = "<script>addEventListener('beforeprint',()=>\
document.querySelectorAll('details').forEach(part=>part.open=true))</script>\n";

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
    let open = if experiment.points().count() <= 12 { " open" } else { "" };
    let mut fold = |title: &str, table: &str| {
        let title = escape(title);
        let _ = writeln!(html, "<details{open}><summary>{title}</summary>\n{table}</details>");
    };
    for &measure in &experiment.measures {
        fold(&format!("Table: {}", measure.axis()), &table(data, measure));
    }
    for (against, measure) in experiment.related() {
        let title = format!("Table: {} by {}", measure.axis(), against.axis());
        fold(&title, &related(data, against, measure));
    }
    html += &published(experiment);
    faults(&mut html, data);
    let played = code(&played(experiment));
    let _ = writeln!(html, "<p class=\"foot\">{played} {}</p>", files(experiment, made, &HTML));
    let markdown = brief(experiment, made);
    Section { name: experiment.name.clone(), title: experiment.title.clone(), html, markdown }
}

/// The section of a position.
pub fn position(experiment: &Experiment, made: &Made<'_>) -> Section {
    let mut html = head(experiment, made.answer);
    for figure in made.figures {
        let _ = writeln!(html, "<figure>{}</figure>", figure.inline());
    }
    let _ = writeln!(html, "<p class=\"foot\">{}</p>", files(experiment, made, &HTML));
    let markdown = brief(experiment, made);
    Section { name: experiment.name.clone(), title: experiment.title.clone(), html, markdown }
}

/// How a page writes links and code.
struct Hand {
    link: fn(&str, &str) -> String,
    code: fn(&str) -> String,
}

const HTML: Hand = Hand {
    link: |text, to| format!("<a href=\"{to}\">{text}</a>"),
    code: |text| format!("<code>{}</code>", escape(text)),
};
const MARKDOWN: Hand =
    Hand { link: |text, to| format!("[{text}]({to})"), code: |text| format!("`{text}`") };

/// How an experiment is run again, where its plan and record are, and its files.
fn files(experiment: &Experiment, made: &Made<'_>, hand: &Hand) -> String {
    let name = &experiment.name;
    let (link, code) = (hand.link, hand.code);
    let mut files = vec![link("plan", &format!("plans/{name}.toml"))];
    if made.recorded && experiment.position.is_none() {
        files.push(link("record", &format!("records/{name}.csv")));
        files.push(link("points", &format!("records/{name}.points.csv")));
    }
    for Table { file, title, .. } in made.tables {
        files.push(link(title, &format!("tables/{file}")));
    }
    for figure in made.figures {
        let figure = &figure.name;
        files.push(link(&format!("{figure}.svg"), &format!("figures/{figure}.svg")));
        files.push(link("png", &format!("figures/{figure}.png")));
    }
    let mut away = String::new();
    if !made.recorded && experiment.position.is_none() {
        let (file, option) = (code(&format!("records/{name}.csv")), code("--out DIR"));
        away = format!(
            " The record, a line per game, is not kept here: the same command with {option} \
             writes it to {file} in that folder."
        );
    }
    format!("Run it again: {}.{away} Files: {}.", code(made.command), files.join(", "))
}

/// What was played, in words.
fn played(experiment: &Experiment) -> String {
    let games: u64 = experiment
        .points()
        .map(|(_, point)| experiment.deals_at(point) * experiment.players.len() as u64)
        .sum();
    let players: Vec<String> =
        experiment.players.iter().map(|player| format!("`{player}`")).collect();
    format!(
        "{games} games: {} deals at each of {} points, each played by {}; boards: {}; seed {}, \
         plan {}.",
        deals(experiment),
        experiment.points().count(),
        players.join(", "),
        boards(experiment),
        experiment.seed,
        experiment.hash(),
    )
}

/// Deals a point, or from how many to how many.
fn deals(experiment: &Experiment) -> String {
    let all = || experiment.points().map(|(_, point)| experiment.deals_at(point));
    let [least, most] = [all().min(), all().max()].map(|deals| deals.unwrap_or(0).to_string());
    span(least, &most)
}

/// From how much to how much, or just how much.
fn span(from: String, to: &str) -> String {
    if from == to { from } else { format!("{from} to {to}") }
}

/// The sizes, mines and densities that are played on.
fn boards(experiment: &Experiment) -> String {
    let mut said: Vec<String> = Vec::new();
    for panel in &experiment.panels {
        let mut all: Vec<_> = panel
            .points
            .iter()
            .map(|point| {
                let (width, height) = (point.rules.grid.width(), point.rules.grid.height());
                (width * height, format!("{width}x{height}"), point.rules.mines)
            })
            .collect();
        all.sort();
        let (Some(small), Some(large)) = (all.first(), all.last()) else { continue };
        let sizes = span(small.1.clone(), &large.1);
        let mines = || all.iter().map(|board| board.2);
        let ends = [mines().min(), mines().max()].map(|mines| mines.unwrap_or(0).to_string());
        let [least, most] = ends;
        let mines = span(least, &most);
        let shares = || all.iter().map(|board| 100.0 * f64::from(board.2) / f64::from(board.0));
        let least = shares().fold(f64::INFINITY, f64::min);
        let most = shares().fold(f64::NEG_INFINITY, f64::max);
        let density = span(rounded(least, 1), &rounded(most, 1));
        let text = format!("{sizes} with {mines} mines ({density} % of the cells)");
        if !said.contains(&text) {
            said.push(text);
        }
    }
    said.join(", ")
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
        let games = if entry.games.is_empty() { "" } else { &format!(" ({})", entry.games) };
        let (source, values) = (&entry.source, values.join(", "));
        let _ = writeln!(text, "- Published, {source}{panel}{games}: {values}");
    }
    if !experiment.published.is_empty() {
        text += "\n";
    }
    text + &files(experiment, made, &MARKDOWN) + "\n"
}

/// What is true of all experiments.
const FAIR: &str = "All players of an experiment play the same deals (what the first click is \
                    promised moves mines out of its way, so that boards of players that begin \
                    elsewhere may differ by these); times are CPU times; intervals are 95 %; a \
                    difference is only claimed where a paired test at 5 % finds one.";

/// The answers and figures of all sections as Markdown.
pub fn markdown(sections: &[Section], command: &str) -> String {
    let mut text = format!(
        "# The laboratory\n\nSurefoot {}, engine signature {}; made by `{command}`. {FAIR} \
         [index.html](index.html) is the same with all tables.\n",
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

/// A table of a measure: a line per point, or per player where there are many. Published
/// values stand beside the main one.
fn table(data: &Results<'_>, measure: Measure) -> String {
    let experiment = data.experiment;
    let points: Vec<_> = experiment.points().collect();
    let title = |panel: usize| experiment.panels[panel].title.as_str();
    let places: Vec<String> = points
        .iter()
        .map(|&(panel, place)| match title(panel) {
            "" => place.x.to_string(),
            title => format!("{title}: {}", place.x),
        })
        .collect();
    let sources = if measure == experiment.measures[0] { experiment.sources() } else { Vec::new() };
    let digits = digits(data, measure);
    let cell = |point: usize, column: usize| {
        let Some(source) = column.checked_sub(experiment.players.len()) else {
            let estimate = data.estimate(point, column, measure);
            return estimate.map_or("–".to_owned(), |estimate| {
                with_interval(measure, digits, estimate.mean, estimate.interval)
            });
        };
        let (panel, place) = points[point];
        let mut values = experiment.published_at(title(panel), &place.x);
        let value = values.find(|(known, _)| *known == sources[source]);
        value.map_or("–".to_owned(), |(_, value)| value.to_string())
    };
    let mut columns = experiment.players.clone();
    columns.extend(sources.iter().map(|source| format!("published: {source}")));
    if columns.len() > places.len() {
        return grid("player", &places, &columns, |player, point| cell(point, player));
    }
    let axes = experiment.panels.iter().map(|panel| &panel.axis);
    let mut corner: Vec<&str> = axes.map(String::as_str).collect();
    corner.dedup();
    grid(&corner.join(" / "), &columns, &places, cell)
}

/// What one measure does in groups by another.
fn related(data: &Results<'_>, against: Measure, measure: Measure) -> String {
    let players = &data.experiment.players;
    let found: Vec<_> =
        (0..players.len()).map(|player| groups(data, player, against, measure)).collect();
    let rows: Vec<String> = (1..=GROUPS).map(|group| group.to_string()).collect();
    let both = |player: &String| [format!("{player}: {}", against.axis()), player.clone()];
    let columns: Vec<String> = players.iter().flat_map(both).collect();
    let digits = measure.digits();
    grid("group", &columns, &rows, |row, column| {
        let Some(group) = found[column / 2].get(row) else { return "–".to_owned() };
        match column % 2 {
            0 => rounded(group.at * against.scale(), 1),
            _ => with_interval(measure, digits, group.value, group.interval),
        }
    })
}

/// A value and, under it, its interval.
fn with_interval(
    measure: Measure,
    digits: usize,
    mean: f64,
    interval: Option<(f64, f64)>,
) -> String {
    let text = |value: f64| match measure {
        Measure::Seconds => duration(value),
        _ => rounded(measure.scale() * value, digits),
    };
    let interval =
        interval.map(|(low, high)| format!(" <small>[{}, {}]</small>", text(low), text(high)));
    text(mean) + &interval.unwrap_or_default()
}

/// Digits of a table: one more where the usual ones hide a difference that a test finds.
fn digits(data: &Results<'_>, measure: Measure) -> usize {
    let usual = measure.digits();
    let players = data.experiment.players.len();
    let text = |point: usize, player: usize| {
        let estimate = data.estimate(point, player, measure)?;
        Some(rounded(estimate.mean * measure.scale(), usual))
    };
    let hidden = (0..data.experiment.points().count()).any(|point| {
        let texts: Vec<_> = (0..players).map(|player| text(point, player)).collect();
        (0..players).any(|one| {
            let alike = (0..one).filter(|&other| texts[one] == texts[other]);
            let mut gaps =
                alike.filter_map(|other| data.difference((point, one), (point, other), measure));
            gaps.any(|gap| gap.real)
        })
    });
    usual + usize::from(hidden)
}

fn grid(
    corner: &str,
    columns: &[String],
    rows: &[String],
    cell: impl Fn(usize, usize) -> String,
) -> String {
    let corner = escape(corner);
    let mut html = format!("<div class=\"wide\"><table>\n<thead><tr><th>{corner}</th>");
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
            escape(&entry.games),
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
         again. {FAIR}</p>\n\
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
    html + PRINT + "</body>\n</html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{experiment, record};

    #[test]
    fn a_section_tells_what_was_played_and_what_others_published() {
        let published = "[[published]]\nsource = \"them\"\ngames = \"7 M\"\nx = [20]\ny = [80]\n";
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
            "- Published, them (7 M): 80 % at 20",
            "`--out DIR` writes it to `records/two.csv`",
        ] {
            assert!(markdown.contains(words), "{words}: {markdown}");
        }
    }
}
