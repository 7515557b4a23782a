//! Tables of results, as CSV and as JSON: one line per point, player and measure, and one per published
//! value.
//!
//! Times have files of their own, since they are the only thing that differs between two
//! runs of the same plan; a table that would be empty is not made. Shares are from 0 to 1.
//! Differences are to the first player, on the same deals; of times they are ratios, and the
//! value is the median. Where seeds are varied, a line with `all seeds` takes them together.

use std::fmt::Write;

use crate::experiment::measure::Measure;
use crate::experiment::plan::Over;
use crate::record::columns::field;
use crate::report::answer::interval_of;
use crate::report::comparisons;
use crate::statistics::groups::groups;
use crate::statistics::paired::{Claim, Difference};
use crate::statistics::results::{Estimated, Results};

/// A table and its file.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its file.
    pub file: String,
    /// What a link to it says.
    pub title: &'static str,
    /// What is in it.
    pub text: String,
    /// The same as a JSON array of objects, for a file that ends in `.json`.
    pub json: String,
}

/// All tables of an experiment.
pub fn tables(data: &Results<'_>) -> Vec<Table> {
    let name = &data.experiment.name;
    let made = [
        ("table", format!("{name}.csv"), results(data, false)),
        ("times", format!("{name}.times.csv"), results(data, true)),
        ("comparisons", format!("{name}.comparisons.csv"), comparisons::csv(data)),
        ("groups", format!("{name}.groups.csv"), grouped(data, false)),
        ("times of groups", format!("{name}.groups.times.csv"), grouped(data, true)),
    ];
    let lines = |text: &String| text.lines().count();
    let made = made.into_iter().filter(|(.., text)| lines(text) > 1);
    made.map(|(title, file, text)| Table { json: json(&text), file, title, text }).collect()
}

/// Columns that hold words; all others hold numbers.
const WORDS: [&str; 9] = ["panel", "x", "player", "measure", "verdict", "at", "one", "other", "by"];

/// A table as a JSON array of objects, a line each; what is empty is null.
fn json(csv: &str) -> String {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let Ok(names) = reader.headers().cloned() else { return "[]\n".to_owned() };
    // `at` is a place in comparisons and a number in groups.
    let worded =
        |name: &str| WORDS.contains(&name) && (name != "at" || names.iter().any(|of| of == "one"));
    let value = |name: &str, text: &str| match text {
        "" if !worded(name) => serde_json::Value::Null,
        number if !worded(name) => number.parse().unwrap_or(serde_json::Value::Null),
        words => words.into(),
    };
    let lines = reader.records().filter_map(Result::ok).map(|line| {
        let fields = names
            .iter()
            .zip(&line)
            .map(|(name, text)| format!("{}:{}", serde_json::Value::from(name), value(name, text)));
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    });
    format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// Results (`times` false) or times, by point.
fn results(data: &Results<'_>, times: bool) -> String {
    let mut text = "panel,x,player,measure,games,value,low,high,deviation,least,most,\
                    difference,difference_low,difference_high,verdict,deals_needed\n"
        .to_owned();
    let experiment = data.experiment;
    for (point, (panel, place)) in experiment.points().enumerate() {
        let panel = &experiment.panels[panel].title;
        let measures = || data.measures.iter().filter(|&&of| (of == Measure::Seconds) == times);
        for (player, name) in experiment.players.iter().enumerate() {
            for &measure in measures() {
                let _ = write!(text, "\"{panel}\",\"{}\",{},", place.x, field(name));
                let _ = write!(text, "{}", measure.name());
                line(&mut text, data, (point, player), measure);
            }
        }
        let main = experiment.measures[0];
        if (main == Measure::Seconds) != times {
            continue;
        }
        for (entry, value) in experiment.published_at(panel, &place.x) {
            let name = field(&format!("published: {}", entry.source)).into_owned();
            let (measure, value) = (main.name(), value / main.scale());
            let games = entry.games.map_or(String::new(), |games| games.to_string());
            let like = entry.player.as_ref().and_then(|like| experiment.seat(like));
            let ours = like.and_then(|player| data.estimate(point, player, main));
            let ends = ours.and_then(|ours| interval_of(&ours, value, entry.games, main));
            let ends = ends.map_or(",".to_owned(), |(low, high)| format!("{low:.6},{high:.6}"));
            let _ = writeln!(
                text,
                "\"{panel}\",\"{}\",{name},{measure},{games},{value:.6},{ends},,,,,,,,",
                place.x
            );
        }
    }
    if !times {
        all_seeds(&mut text, data);
    }
    text
}

/// What all seeds of a panel come to together, a line per player and measure.
fn all_seeds(text: &mut String, data: &Results<'_>) {
    let experiment = data.experiment;
    for (panel, points) in experiment.panels_with_points() {
        let points: Vec<usize> = points.collect();
        if panel.over != Over::Seed || points.len() < 2 {
            continue;
        }
        for (player, name) in experiment.players.iter().enumerate() {
            for &measure in data.measures.iter().filter(|measure| !measure.is_time()) {
                let (panel, name) = (&panel.title, field(name));
                let _ = write!(text, "\"{panel}\",\"all seeds\",{name},{}", measure.name());
                let pairs = points.iter().map(|&point| ((point, player), (point, 0)));
                let pairs: Vec<_> = pairs.filter(|_| player > 0).collect();
                let against = data.pooled(&pairs, measure).filter(|_| player > 0);
                values(text, data.together(&points, player, measure), against, measure);
            }
        }
    }
}

/// What one measure does in groups by another.
fn grouped(data: &Results<'_>, times: bool) -> String {
    let mut text = "player,measure,group,games,by,at,value,low,high\n".to_owned();
    for (against, measure) in data.experiment.related() {
        if (measure == Measure::Seconds) != times {
            continue;
        }
        for (player, name) in data.experiment.players.iter().enumerate() {
            for (at, group) in groups(data, player, against, measure).into_iter().enumerate() {
                let _ = write!(
                    text,
                    "{},{},{},{},{},{:.6},{:.9}",
                    field(name),
                    measure.name(),
                    at + 1,
                    group.count,
                    against.name(),
                    group.at,
                    group.value
                );
                let _ = match group.interval {
                    Some((low, high)) => writeln!(text, ",{low:.9},{high:.9}"),
                    None => writeln!(text, ",,"),
                };
            }
        }
    }
    text
}

fn line(text: &mut String, data: &Results<'_>, (point, player): (usize, usize), measure: Measure) {
    let difference = data.difference((point, player), (point, 0), measure).filter(|_| player > 0);
    values(text, data.estimate(point, player, measure), difference, measure);
}

/// The values of a line, and how they differ from those of the first player.
fn values(
    text: &mut String,
    estimate: Option<Estimated>,
    difference: Option<Difference>,
    measure: Measure,
) {
    let Some(estimate) = estimate else {
        text.push_str(",0,,,,,,,,,,,\n");
        return;
    };
    let (low, high) = estimate.interval.unzip();
    let spread = difference.filter(|difference| difference.claim != Claim::Identical);
    let (from, to) = spread.map(|difference| difference.interval).unzip();
    let _ = write!(text, ",{}", estimate.count);
    for value in [
        Some(estimate.mean),
        low,
        high,
        estimate.deviation,
        Some(estimate.least),
        Some(estimate.most),
        difference.map(|difference| difference.mean),
        from,
        to,
    ] {
        text.push(',');
        if let Some(value) = value.filter(|value| value.is_finite()) {
            // Six digits: more than any interval leaves standing, and alike everywhere.
            let digits = if measure == Measure::Seconds { 9 } else { 6 };
            let _ = write!(text, "{value:.digits$}");
        }
    }
    let verdict = difference.map_or("", |difference| difference.claim.name());
    let needed = difference.and_then(|difference| difference.needed);
    let _ =
        writeln!(text, ",{verdict},{}", needed.map_or(String::new(), |deals| deals.to_string()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::tests::{experiment, record, swept};

    fn made(rest: &str) -> Vec<Table> {
        let experiment = experiment(20, rest);
        let bytes = record(&experiment, |_, index, _| index < 10);
        tables(&Results::read(&experiment, &bytes[..]).unwrap())
    }

    #[test]
    fn a_table_of_nothing_is_not_made() {
        let files = |rest: &str| -> Vec<String> {
            made(rest).into_iter().map(|table| table.file).collect()
        };
        assert_eq!(files(""), ["two.csv", "two.times.csv", "two.comparisons.csv"]);
        let related = "measures = [\"won\", \"digs\"]\nanswer = { against = \"digs\" }\n";
        assert_eq!(
            files(related),
            ["two.csv", "two.times.csv", "two.comparisons.csv", "two.groups.csv"]
        );
    }

    #[test]
    fn json_says_what_csv_says() {
        let tables = made("");
        for Table { file, text, json, .. } in &tables {
            let rows: Vec<serde_json::Map<String, serde_json::Value>> =
                serde_json::from_str(json).unwrap();
            assert_eq!(rows.len(), text.lines().count() - 1, "{file}");
            let names: Vec<&str> = text.lines().next().unwrap().split(',').collect();
            assert!(rows.iter().all(|row| names.iter().all(|name| row.contains_key(*name))));
        }
        let first: serde_json::Value = serde_json::from_str(&tables[0].json).unwrap();
        let row = &first[0];
        assert_eq!((&row["player"], &row["games"]), (&"queue".into(), &20.into()));
        assert_eq!((&row["x"], &row["value"]), (&"10".into(), &0.5.into()));
        assert_eq!((&row["difference"], &row["verdict"]), (&serde_json::Value::Null, &"".into()));
    }

    /// What the answer says of all seeds can be read by a program too.
    #[test]
    fn all_seeds_have_a_line_of_their_own() {
        let sweep = "over = \"seed\", values = [7, 8]";
        let experiment = swept(20, sweep, "setting.mines = 10\n");
        let bytes =
            record(&experiment, |point, index, player| index < 8 + 4 * (point + player) as u64);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        let table = &tables(&data)[0];
        let rows: Vec<serde_json::Value> = serde_json::from_str(&table.json).unwrap();
        let all: Vec<_> = rows.iter().filter(|row| row["x"] == "all seeds").collect();
        assert_eq!(all.len(), 2, "{}", table.text);
        assert_eq!((&all[0]["games"], &all[0]["value"]), (&40.into(), &0.5.into()));
        assert_eq!((&all[1]["value"], &all[1]["difference"]), (&0.7.into(), &0.2.into()));
        let interval = data.together(&[0, 1], 1, Measure::Won).unwrap().interval.unwrap();
        assert!((all[1]["low"].as_f64().unwrap() - interval.0).abs() < 1e-6);
        assert!(!tables(&data)[1].text.contains("all seeds"));
    }

    #[test]
    fn published_values_stand_beside_ours() {
        let tables = made("[[published]]\nsource = \"them, too\"\nx = [20]\ny = [80]\n");
        let line = "\"\",\"20\",\"published: them, too\",won,,0.800000,,,,,,,,,,\n";
        assert!(tables[0].text.ends_with(line), "{}", tables[0].text);
        let fields = |line: &str| line.matches(',').count();
        assert_eq!(fields(line) - 1, fields(tables[0].text.lines().next().unwrap()));
        assert!(!tables[1].text.contains("published"));
    }
}
