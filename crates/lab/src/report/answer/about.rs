//! What the players do that the question is about: a write-up asks about its own players, and
//! the best of all of them is another one.

use super::words::{as_it_goes, from_to, leads, list, name, on, values};
use super::{behind, ranking};
use super::{layout, published};
use crate::experiment::plan::Panel;
use crate::report::measured_results::MeasuredResults;

/// Their values: at the places that the question names, or from end to end; and who is best, if
/// that is somebody else.
pub(super) fn about(data: MeasuredResults<'_>, players: &[usize]) -> Vec<Vec<String>> {
    let text = match players {
        [player] if !data.experiment.answer.at.is_empty() => at_places(data, *player),
        [player] => {
            let shown = layout::values(data, *player);
            let goes = if shown.starts_with("from ") { "goes" } else { "is" };
            format!("for {} the {} {goes} {shown}", name(data, *player), data.measure.noun())
        }
        players => along(data, players),
    };
    let spread = spread(data, players).filter(|_| data.experiment.answer.spread);
    let published = published::compared(data);
    let best = best(data, players);
    vec![[text].into_iter().chain(spread).chain(published).chain(best).collect()]
}

/// How far single games of these players lie apart, on the mean over the points of the panel.
fn spread(data: MeasuredResults<'_>, players: &[usize]) -> Option<String> {
    let points = data.points(asked_panel(data));
    let of = |player: usize| {
        let found = points.iter().map(|&point| data.estimate(point, player)?.deviation);
        let found: Option<Vec<f64>> = found.collect();
        found.map(|all| all.iter().sum::<f64>() / all.len() as f64)
    };
    let found: Option<Vec<f64>> = players.iter().map(|&player| of(player)).collect();
    let text = values(data.measure, &found?).replace(" %", " points");
    Some(format!("their games spread by {text}"))
}

/// The panel that the question names, or the last one.
fn asked_panel(data: MeasuredResults<'_>) -> usize {
    let panels = &data.experiment.panels;
    let asked = |panel: &Panel| data.experiment.answer.on.as_ref() == Some(&panel.title);
    panels.iter().position(asked).unwrap_or(panels.len() - 1)
}

/// Of one player, at the places that the question names, panel by panel.
fn at_places(data: MeasuredResults<'_>, player: usize) -> String {
    let experiment = data.experiment;
    let form = &experiment.answer;
    let mut rows = Vec::new();
    let mut places: Vec<String> = Vec::new();
    let mut named = None;
    for (number, panel) in experiment.panels.iter().enumerate() {
        let asked = data.points(number).into_iter().zip(&panel.points);
        let asked: Vec<_> = asked.filter(|(_, place)| form.names(panel, &place.x)).collect();
        let means = asked.iter().filter_map(|(point, _)| data.estimated(*point, player));
        let means: Vec<f64> = means.collect();
        if means.is_empty() {
            continue;
        }
        rows.push(values(data.measure, &means) + &on(panel));
        places = asked.iter().map(|(_, place)| place.x.to_string()).collect();
        named = Some(panel);
    }
    let Some(panel) = named else { return String::new() };
    let places = match layout::unit(panel) {
        // What is varied has no unit, but a name.
        "" => format!(" ({}: {})", panel.axis, list(&places)),
        unit => format!(" at {}{unit}", list(&places)),
    };
    let (noun, name) = (data.measure.noun(), name(data, player));
    format!("for {name} the {noun} is {}{places}", list(&rows))
}

/// Of several, from end to end of the panel that the question names, or of the last one.
fn along(data: MeasuredResults<'_>, players: &[usize]) -> String {
    let panels = &data.experiment.panels;
    let number = asked_panel(data);
    let (panel, points) = (&panels[number], data.points(number));
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return String::new() };
    let said = players.iter().filter_map(|&player| {
        let (from, to) = (data.estimated(first, player)?, data.estimated(last, player)?);
        Some((name(data, player), from_to(data.measure, from, to)))
    });
    let noun = data.measure.noun();
    let said: Vec<String> = said
        .enumerate()
        .map(|(at, (name, goes))| match at {
            0 => format!("the {noun} of {name} goes {goes}"),
            _ => format!("that of {name} {goes}"),
        })
        .collect();
    let on = if panels.len() > 1 { on(panel) } else { String::new() };
    format!("{}{}{on}", list(&said), as_it_goes(panel))
}

/// Who is best, where that is none of these and stands out of all.
fn best(data: MeasuredResults<'_>, players: &[usize]) -> Option<String> {
    data.measure.less_is_better()?;
    let all = data.all_points();
    let ranking = ranking(data, &all);
    let (best, _) = *ranking.first()?;
    let alone = ranking[1..].iter().all(|&(player, _)| {
        let gap = behind(data, &all, (best, player));
        gap.is_some_and(|gap| gap.stands_out_of(ranking.len() - 1, data.measure))
    });
    (alone && !players.contains(&best)).then(|| leads(data.measure, &name(data, best), false))
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    /// `exact` wins all; the question is about `queue`.
    #[test]
    fn the_players_of_the_question_are_spoken_of() {
        let won =
            |point: usize, index: u64, player: usize| player == 1 || index < 20 - 10 * point as u64;
        let text = said("[10, 20]", "answer = { about = [\"queue\"] }", won);
        let expected = "For `queue` the share of games won is 50 % at 10 and 25 % at 20 mines; \
                        `exact` wins most often.";
        assert_eq!(text, expected);
        let text = said("[10, 20]", "answer = { about = [\"queue\"], at = [20] }", won);
        let expected =
            "For `queue` the share of games won is 25 % at 20 mines; `exact` wins most often.";
        assert_eq!(text, expected);
        let text = said("[10, 20]", "answer = { about = [\"queue\", \"exact\"] }", won);
        let expected = "The share of games won of `queue` goes from 50 to 25 % and that of `exact` \
                        from 100 to 100 % as mines get denser.";
        assert_eq!(text, expected);
    }
}
