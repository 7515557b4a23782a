//! Tables of results, as CSV: one line per point, player and measure.
//!
//! Times have a file of their own, since they are the only thing that differs between two
//! runs of the same plan. Shares are from 0 to 1. Differences are to the first player, on
//! the same deals; of times they are ratios, and the value is the median.

use std::fmt::Write;

use crate::data::Data;
use crate::measure::Measure;

/// Results (`times` false) or times.
pub fn csv(data: &Data<'_>, times: bool) -> String {
    let mut text = "panel,x,player,measure,games,value,low,high,deviation,least,most,\
                    difference,difference_low,difference_high,real\n"
        .to_owned();
    let experiment = data.experiment;
    for (point, (panel, place)) in experiment.points().enumerate() {
        let panel = &experiment.panels[panel].title;
        for (player, name) in experiment.players.iter().enumerate() {
            for &measure in &data.measures {
                if (measure == Measure::Seconds) != times {
                    continue;
                }
                let _ = write!(text, "\"{panel}\",\"{}\",{},", place.x, quoted(name));
                let _ = write!(text, "{}", measure.name());
                line(&mut text, data, (point, player), measure);
            }
        }
    }
    text
}

fn quoted(name: &str) -> String {
    if name.contains(',') { format!("\"{name}\"") } else { name.to_owned() }
}

fn line(text: &mut String, data: &Data<'_>, (point, player): (usize, usize), measure: Measure) {
    let Some(estimate) = data.estimate(point, player, measure) else {
        text.push_str(",0,,,,,,,,,,\n");
        return;
    };
    let (low, high) = estimate.interval.unzip();
    let difference = data.difference((point, player), (point, 0), measure).filter(|_| player > 0);
    let (from, to) = difference.map(|difference| difference.interval).unzip();
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
        if let Some(value) = value {
            // Six digits: more than any interval leaves standing, and alike everywhere.
            let digits = if measure == Measure::Seconds { 9 } else { 6 };
            let _ = write!(text, "{value:.digits$}");
        }
    }
    let real = difference.map_or(String::new(), |difference| difference.real.to_string());
    let _ = writeln!(text, ",{real}");
}
