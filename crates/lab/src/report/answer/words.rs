//! Numbers as a person says them: rounded as far as a sentence needs, with their unit.

use crate::experiment::measure::Measure;
use crate::experiment::plan::{Over, Panel};
use crate::report::measured_results::MeasuredResults;
use crate::report::plot::{duration, rounded};
use crate::statistics::paired::Difference;

/// A value with its unit.
pub(super) fn value(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Seconds => time(value),
        _ => number(measure, value) + &unit(measure),
    }
}

/// Values beside each other, the unit once.
pub(super) fn values(measure: Measure, values: &[f64]) -> String {
    if measure == Measure::Seconds {
        return list(&values.iter().map(|&value| time(value)).collect::<Vec<_>>());
    }
    let texts: Vec<String> = values.iter().map(|&value| number(measure, value)).collect();
    match &texts[..] {
        [first, others @ ..] if !others.is_empty() && others.iter().all(|text| text == first) => {
            format!("{first}{} each", unit(measure))
        }
        texts => list(texts) + &unit(measure),
    }
}

/// A time with two digits that count.
fn time(seconds: f64) -> String {
    let scale = 10_f64.powi(1 - seconds.max(1e-9).log10().floor() as i32);
    let text = duration((seconds * scale).round() / scale);
    let (number, unit) = text.split_once(' ').unwrap_or((&text, ""));
    let number = number.trim_end_matches('0').trim_end_matches('.');
    let kept = if text.contains('.') { number } else { text.split(' ').next().unwrap_or_default() };
    format!("{kept} {unit}")
}

/// From one value to another, the unit once.
pub(super) fn from_to(measure: Measure, from: f64, to: f64) -> String {
    let [one, other] = [from, to].map(|of| value(measure, of));
    let (number, unit) = one.split_once(' ').unwrap_or((&one, ""));
    let one = if other.ends_with(&format!(" {unit}")) { number } else { &one };
    format!("from {one} to {other}")
}

fn unit(measure: Measure) -> String {
    measure.unit().map_or(String::new(), |unit| format!(" {unit}"))
}

/// A value in the unit shown, without it: two digits that count, none behind the point from
/// ten on.
fn number(measure: Measure, value: f64) -> String {
    let scaled = value * measure.scale();
    let digits = match scaled.abs() {
        _ if measure == Measure::Score => 2,
        large if large >= 9.95 => 0,
        _ => 1,
    };
    let text = rounded(scaled, digits);
    // Nothing, or all, is only said of nothing, or all.
    let beyond = measure.is_share()
        && (text.trim_matches(|c| "0.".contains(c)).is_empty() != (scaled == 0.0));
    let text = if beyond { rounded(scaled, digits + 2) } else { text };
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A difference and its interval; of times, a ratio.
pub(super) fn range(measure: Measure, gap: &Difference) -> String {
    let Difference { mean, interval: (low, high), .. } = *gap;
    let all = [mean, low, high];
    if measure == Measure::Seconds {
        let [mean, low, high] = all.map(|ratio| rounded(ratio, if ratio < 9.95 { 2 } else { 0 }));
        return format!("{mean} [{low}, {high}] times");
    }
    let unit = match measure.unit() {
        Some("%") => " points".to_owned(),
        _ => unit(measure),
    };
    let scaled = all.map(|value| value * measure.scale());
    // As many digits as the interval is wide.
    let digits = (-(scaled[2] - scaled[1]).max(1e-6).log10().floor()).clamp(0.0, 4.0);
    let [mean, low, high] = scaled.map(|value| rounded(value, digits as usize));
    format!("{mean} [{low}, {high}]{unit}")
}

/// A player's name.
pub(super) fn name(data: MeasuredResults<'_>, player: usize) -> String {
    format!("`{}`", data.experiment.players[player])
}

/// Several things in a sentence.
pub(super) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Where something is, behind what is said of it.
pub(super) fn on(panel: &Panel) -> String {
    if panel.title.is_empty() { String::new() } else { format!(" on `{}`", panel.title) }
}

/// Who leads, alone or with others.
pub(super) fn leads(measure: Measure, who: &str, many: bool) -> String {
    let (have, open, win) = if many { ("have", "open", "win") } else { ("has", "opens", "wins") };
    let noun = measure.noun();
    match measure {
        Measure::Won => format!("{who} {win} most often"),
        Measure::DigDensity | Measure::Digs => format!("{who} {open} the fewest cells"),
        Measure::Seconds => format!("{who} {have} the shortest time"),
        _ => match measure.less_is_better() {
            Some(true) => format!("{who} {have} the lowest {noun}"),
            Some(false) => format!("{who} {have} the highest {noun}"),
            None => format!("the {noun} is greatest for {who}"),
        },
    }
}

/// A gap without its interval, and without its sign; how it lies is said by the word behind
/// the unit.
pub(super) fn by_how_much(measure: Measure, gap: &Difference, interval: bool) -> String {
    let sign = if gap.mean < 0.0 { -1.0 } else { 1.0 };
    let (low, high) = gap.interval;
    let turned = match measure {
        Measure::Seconds => *gap,
        _ if sign < 0.0 => Difference { mean: -gap.mean, interval: (-high, -low), ..*gap },
        _ => *gap,
    };
    let text = range(measure, &turned);
    if interval {
        return text;
    }
    let (mean, unit) = (text.split(' ').next().unwrap_or_default(), text.split("] ").nth(1));
    format!("{mean}{}", unit.map_or(String::new(), |unit| format!(" {unit}")))
}

/// What a sweep does as it goes on.
pub(super) fn as_it_goes(panel: &Panel) -> &'static str {
    match panel.over {
        Over::Density | Over::Mines => " as mines get denser",
        Over::Area => " as boards get larger",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::paired::Claim;

    #[test]
    fn numbers_are_rounded_as_a_person_would() {
        let said = |values: &[f64]| -> Vec<String> {
            values.iter().map(|&of| value(Measure::Won, of)).collect()
        };
        assert_eq!(said(&[0.9234, 0.0512, 1.0, 0.0]), ["92 %", "5.1 %", "100 %", "0 %"]);
        assert_eq!(said(&[0.0001]), ["0.010 %"]);
        assert_eq!(value(Measure::Score, 0.9684), "0.97");
        assert_eq!(values(Measure::Won, &[0.92, 0.79, 0.41]), "92, 79 and 41 %");
        assert_eq!(values(Measure::Seconds, &[0.001, 0.0204]), "1 ms and 20 ms");
        assert_eq!(value(Measure::Seconds, 0.000_123_4), "120 µs");
        assert_eq!(from_to(Measure::Won, 0.2, 0.52), "from 20 to 52 %");
        assert_eq!(from_to(Measure::Seconds, 2e-4, 0.0012), "from 200 µs to 1.2 ms");
        let gap = |mean, interval| {
            let gap = Difference { mean, interval, claim: Claim::Differs, deals: 9, needed: None };
            range(Measure::Won, &gap)
        };
        assert_eq!(gap(0.5, (0.4, 0.6)), "50 [40, 60] points");
        assert_eq!(gap(0.0123, (0.0101, 0.0145)), "1.2 [1.0, 1.5] points");
    }

    #[test]
    fn things_are_listed() {
        let all = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(
            (list(&all), list(&all[..2]), list(&all[..1])),
            ("a, b and c".into(), "a and b".into(), "a".into())
        );
    }
}
