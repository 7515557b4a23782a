//! What others have published, beside the player of ours it belongs to.
//!
//! Theirs are measurements too: a share of so many games has Wilson's interval, a mean the
//! spread that our own games of that player have. The interval of the difference is put
//! together from both (Newcombe 1998, Zou and Donner 2008); whoever does not say how many
//! games were played is drawn, but not compared.

use super::words::{list, name, values};
use crate::experiment::measure::Measure;
use crate::experiment::plan::Published;
use crate::report::measured_results::MeasuredResults;
use crate::statistics::interval;
use crate::statistics::results::Estimated;

/// One published value beside ours.
#[derive(Clone, Debug)]
pub(crate) struct Beside<'a> {
    /// Whose it is.
    pub(crate) entry: &'a Published,
    /// The point of ours.
    pub(crate) point: usize,
    /// The player of ours.
    pub(crate) player: usize,
    /// Ours less theirs.
    pub(crate) difference: f64,
    /// Its 95 % interval.
    pub(crate) interval: (f64, f64),
}

/// Every published value that can be compared.
pub(crate) fn besides(data: MeasuredResults<'_>) -> Vec<Beside<'_>> {
    let experiment = data.experiment;
    let mut found = Vec::new();
    for (point, (panel, place)) in experiment.points().enumerate() {
        for (entry, value) in experiment.published_at(&experiment.panels[panel].title, &place.x) {
            let seat = entry.player.as_ref().and_then(|player| experiment.seat(player));
            let ours = seat.and_then(|player| Some((player, data.estimate(point, player)?)));
            let Some((player, ours)) = ours else { continue };
            let theirs = value / data.measure.scale();
            if let Some(interval) = apart(&ours, theirs, entry.games, data.measure) {
                let difference = ours.mean - theirs;
                found.push(Beside { entry, point, player, difference, interval });
            }
        }
    }
    found
}

/// The interval of a published value of so many games.
pub(crate) fn interval_of(
    ours: &Estimated,
    value: f64,
    games: Option<u64>,
    measure: Measure,
) -> Option<(f64, f64)> {
    let games = games?;
    if matches!(measure, Measure::Won | Measure::Forced | Measure::WrongDeclarations) {
        return interval::wilson((value * games as f64).round() as u64, games);
    }
    let half =
        interval::quantile((games as f64 - 1.0).max(1.0)) * ours.deviation? / (games as f64).sqrt();
    Some((value - half, value + half))
}

/// The interval of ours less theirs.
fn apart(
    ours: &Estimated,
    theirs: f64,
    games: Option<u64>,
    measure: Measure,
) -> Option<(f64, f64)> {
    let (low, high) = ours.interval?;
    let (from, to) = interval_of(ours, theirs, games, measure)?;
    let difference = ours.mean - theirs;
    let down = ((ours.mean - low).powi(2) + (to - theirs).powi(2)).sqrt();
    let up = ((high - ours.mean).powi(2) + (theirs - from).powi(2)).sqrt();
    Some((difference - down, difference + up))
}

/// A clause on the source that is named first, each comparison one of all of them.
pub(super) fn compared(data: MeasuredResults<'_>) -> Option<String> {
    let all = besides(data);
    let widening = interval::widening(all.len());
    let source = &data.experiment.published.first()?.source;
    let ours: Vec<_> = all.iter().filter(|beside| beside.entry.source == *source).collect();
    let less = data.measure.less_is_better() == Some(true);
    let count = |upwards: bool| {
        let is_off = |beside: &&&Beside<'_>| {
            let (gap, (low, high)) = (beside.difference, beside.interval);
            if upwards { gap > widening * (gap - low) } else { -gap > widening * (high - gap) }
        };
        ours.iter().filter(is_off).count()
    };
    let (better, worse) = (count(!less), count(less));
    let name = name(data, ours.first()?.player);
    let (beats, behind) = ("beats the published", "stays behind the published");
    Some(match (better, worse, ours.len()) {
        (0, 0, _) => format!("{name} is not told from the published {source}"),
        (better, _, all) if better == all => format!("{name} {beats} {source} everywhere"),
        (_, worse, all) if worse == all => format!("{name} {behind} {source} everywhere"),
        (better, worse, all) => {
            format!(
                "{name} {beats} {source} at {better} of {all} points, and stays behind at {worse}"
            )
        }
    })
}

/// Whose values come nearest to those of a source, wherever it has some.
pub(super) fn nearest(data: MeasuredResults<'_>, source: &str) -> Vec<String> {
    let experiment = data.experiment;
    let mut places = Vec::new();
    for (point, (panel, place)) in experiment.points().enumerate() {
        let title = &experiment.panels[panel].title;
        let mut here = experiment.published_at(title, &place.x);
        if let Some((_, value)) = here.find(|(entry, _)| entry.source == source) {
            places.push((point, value / data.measure.scale(), format!("`{title}`")));
        }
    }
    let means = |player: usize| -> Option<Vec<f64>> {
        places.iter().map(|&(point, ..)| data.estimated(point, player)).collect()
    };
    let away = |means: &[f64]| -> f64 {
        means.iter().zip(&places).map(|(ours, (_, theirs, _))| (ours - theirs).abs()).sum()
    };
    let found = (0..experiment.players.len()).filter_map(|player| Some((player, means(player)?)));
    let best = found.min_by(|one, other| away(&one.1).total_cmp(&away(&other.1)));
    let Some((player, means)) = best.filter(|_| !places.is_empty()) else { return Vec::new() };
    let theirs: Vec<f64> = places.iter().map(|place| place.1).collect();
    let [ours, theirs] = [means, theirs].map(|of| values(data.measure, &of));
    let titles: Vec<String> = places.into_iter().map(|(.., title)| title).collect();
    let name = name(data, player);
    // Which one, the question says.
    let source = if source.starts_with("write-up") { "the write-up" } else { source };
    vec![format!("{name} comes nearest to {source}: {ours} against {theirs} on {}", list(&titles))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::results::Results;
    use crate::statistics::results::tests::{experiment, record};

    #[test]
    fn a_hundred_games_have_an_interval_and_belong_to_a_player() {
        let published = "[[published]]\nsource = \"them\"\nplayer = \"exact\"\ngames = 100\n\
                         x = [10, 20, 30]\ny = [58, 99, 1]\n\
                         [[published]]\nsource = \"others\"\nx = [10]\ny = [20]\n";
        let experiment = experiment(400, published);
        // `exact` wins half of its games everywhere, `queue` none.
        let bytes = record(&experiment, |_, index, player| player == 1 && index < 200);
        let data = Results::read(&experiment, &bytes[..]).unwrap();
        // Nothing was played at 30, and others do not say who or how many.
        let won = MeasuredResults::of(&data, Measure::Won);
        let found = besides(won);
        assert_eq!(found.len(), 2);
        assert!((found[0].difference + 0.08).abs() < 1e-12);
        // 58 of 100 could well be a half: the interval of 200 of 400 alone would not say so.
        let (low, high) = found[0].interval;
        assert!(low < 0.0 && high > 0.0, "{low} {high}");
        assert!(won.estimate(0, 1).unwrap().interval.unwrap().1 < 0.58);
        assert!(found[1].interval.1 < 0.0);
        let [said] = &nearest(won, "them")[..] else { panic!("one clause") };
        let expected = "`exact` comes nearest to them: 50 % each against 58 and 99 % on `` and ``";
        assert_eq!(said, expected);
        let said = compared(won).unwrap();
        assert_eq!(
            said,
            "`exact` beats the published them at 0 of 2 points, and stays behind at 1"
        );
    }
}
