//! Numbers as a sentence says them: with their unit, with as many digits as it takes to see
//! a difference, and with what a test says of it.

use crate::experiment::measure::Measure;
use crate::experiment::plan::Panel;
use crate::report::plot::{duration, rounded};
use crate::statistics::paired::Difference;
use crate::statistics::results::Results;

/// A value with its unit.
pub(super) fn value(measure: Measure, value: f64) -> String {
    values(measure, &[value]).remove(0)
}

/// Values that are seen beside each other, each with its unit.
pub(super) fn values(measure: Measure, values: &[f64]) -> Vec<String> {
    if measure == Measure::Seconds {
        return values.iter().map(|&value| duration(value)).collect();
    }
    let unit = measure.unit().map_or(String::new(), |unit| format!(" {unit}"));
    numbers(measure, values).iter().map(|number| format!("{number}{unit}")).collect()
}

/// Values in the unit shown, without it.
pub(super) fn numbers(measure: Measure, values: &[f64]) -> Vec<String> {
    let scaled: Vec<f64> = values.iter().map(|value| measure.scale() * value).collect();
    alike(&scaled, measure.digits())
}

/// Numbers with so many digits; with one more where these make different ones look alike,
/// or nothing of something.
fn alike(values: &[f64], digits: usize) -> Vec<String> {
    let at = |digits: usize| -> Vec<String> {
        values.iter().map(|&value| rounded(value, digits)).collect()
    };
    let usual = at(digits);
    let zero = rounded(0.0, digits);
    let hidden = usual.iter().zip(values).enumerate().any(|(place, (text, &value))| {
        let earlier = usual[..place].iter().zip(values);
        let double = earlier.into_iter().any(|(other, &of)| other == text && differ(of, value));
        double || (*text == zero && differ(value, 0.0))
    });
    if hidden { at(digits + 1) } else { usual }
}

/// Whether two numbers are apart by more than rounding in the last place.
fn differ(one: f64, other: f64) -> bool {
    (one - other).abs() > 1e-9
}

/// A difference, its interval, and a word where no test finds it.
pub(super) fn difference(measure: Measure, gap: &Difference) -> String {
    if gap.same {
        return "0 (identical on every deal)".to_owned();
    }
    let doubt = if gap.real { "" } else { " (too few games to tell)" };
    format!("{}{doubt}", plainly(measure, gap))
}

/// A difference and its interval; of times, a ratio.
pub(super) fn plainly(measure: Measure, gap: &Difference) -> String {
    let Difference { mean, interval: (low, high), .. } = *gap;
    let all = [mean, low, high];
    if measure == Measure::Seconds {
        let all = alike(&all, 2);
        return format!("{} [{}, {}] times", all[0], all[1], all[2]);
    }
    let unit = match measure.unit() {
        Some("%") => " points".to_owned(),
        Some(unit) => format!(" {unit}"),
        None => String::new(),
    };
    let all = numbers(measure, &all);
    format!("{} [{}, {}]{unit}", all[0], all[1], all[2])
}

/// The same with a sign in front.
pub(super) fn signed(measure: Measure, gap: &Difference) -> String {
    let sign = if gap.mean > 0.0 && measure != Measure::Seconds { "+" } else { "" };
    format!("{sign}{}", difference(measure, gap))
}

/// A player's name.
pub(super) fn name(data: &Results<'_>, player: usize) -> String {
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

/// Where something is, in front of what is said of it.
pub(super) fn on(panel: &Panel) -> String {
    if panel.title.is_empty() { String::new() } else { format!("on {} ", panel.title) }
}

/// What the best value of a measure is called.
pub(super) fn superlative(measure: Measure) -> &'static str {
    match measure.less_is_better() {
        Some(true) => "lowest",
        Some(false) => "highest",
        None => "greatest",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(mean: f64, interval: (f64, f64), real: bool) -> Difference {
        Difference { mean, interval, real, same: false }
    }

    #[test]
    fn digits_suffice_to_see_a_difference_and_nothing_is_less_than_nothing() {
        assert_eq!(numbers(Measure::Score, &[0.9681, 0.9684]), ["0.9681", "0.9684"]);
        assert_eq!(numbers(Measure::Score, &[0.9681, 0.95]), ["0.968", "0.950"]);
        assert_eq!(numbers(Measure::Score, &[-0.000_01]), ["0.0000"]);
        let small = difference(Measure::Score, &gap(0.0012, (-0.0003, 0.002), false));
        assert_eq!(small, "0.0012 [-0.0003, 0.0020] (too few games to tell)");
        let same = Difference { mean: 0.0, interval: (0.0, 0.0), real: false, same: true };
        assert_eq!(difference(Measure::Score, &same), "0 (identical on every deal)");
        assert_eq!(
            signed(Measure::Won, &gap(0.5, (0.4, 0.6), true)),
            "+50.00 [40.00, 60.00] points"
        );
        let times = difference(Measure::Seconds, &gap(1.05, (1.02, 1.09), true));
        assert_eq!(times, "1.05 [1.02, 1.09] times");
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
