//! Two things against each other on the same deals: panels, or players.

use super::layout::unit;
use super::words::{by_how_much, name, on, range};
use crate::experiment::measure::Measure;
use crate::experiment::plan::{Panel, X};
use crate::report::measured_results::MeasuredResults;
use crate::statistics::paired::{Claim, Difference};

/// What the first of two panels changes against the second, for whom it changes most and
/// least; out of so many players somebody always does.
pub(super) fn contrast(data: MeasuredResults<'_>, [one, other]: &[String; 2]) -> Vec<Vec<String>> {
    let mut gaps = contrasts(data, [one, other]);
    gaps.sort_by(|one, two| size(data.measure, &two.1).total_cmp(&size(data.measure, &one.1)));
    let Some((most, gap)) = gaps.first() else { return Vec::new() };
    let (noun, rather) = (data.measure.noun(), format!("`{one}` rather than `{other}`"));
    if gap.claim == Claim::Identical {
        return vec![vec![format!("{rather} changes nothing")]];
    }
    if !gap.stands_out_of(gaps.len(), data.measure) {
        let head = format!("{rather} changes the {noun} of nobody for certain");
        let needed = gap.needed.map(|deals| format!("about {deals} deals would tell"));
        let largest =
            format!("the largest change is {} for {}", range(data.measure, gap), name(data, *most));
        return vec![[head, largest].into_iter().chain(needed).collect()];
    }
    let whose = if gaps.len() > 1 { "most for" } else { "for" };
    let by = by_how_much(data.measure, gap, true);
    let verb = changes(data.measure, gap);
    let text = format!("{rather} {verb} the {noun} {whose} {}, by {by}", name(data, *most));
    let least = match &gaps[1..] {
        [.., (least, gap)] => {
            let name = name(data, *least);
            Some(match gap.claim {
                Claim::Identical => format!("and not at all for {name}"),
                Claim::Unclear | Claim::Slight => format!("and too little to tell for {name}"),
                Claim::Differs if changes(data.measure, gap) == verb => {
                    format!("least for {name}, by {}", by_how_much(data.measure, gap, true))
                }
                Claim::Differs => {
                    format!(
                        "it {} that of {name} by {}",
                        changes(data.measure, gap),
                        by_how_much(data.measure, gap, true)
                    )
                }
            })
        }
        [] => None,
    };
    vec![[text].into_iter().chain(least).collect()]
}

/// How far a difference is from none.
fn size(measure: Measure, gap: &Difference) -> f64 {
    if measure == Measure::Seconds { gap.mean.ln().abs() } else { gap.mean.abs() }
}

/// What it does to what is measured.
fn changes(measure: Measure, gap: &Difference) -> &'static str {
    match measure {
        Measure::Seconds => "multiplies",
        _ if gap.mean > 0.0 => "raises",
        _ => "lowers",
    }
}

/// What the first of two panels changes against the second for each player, over all points.
pub(crate) fn contrasts(
    data: MeasuredResults<'_>,
    [one, other]: [&String; 2],
) -> Vec<(usize, Difference)> {
    let find = |title: &String| {
        let at = data.experiment.panels.iter().position(|panel| panel.title == *title);
        at.map(|panel| data.points(panel)).unwrap_or_default()
    };
    let (ours, theirs) = (find(one), find(other));
    let of = |player: usize| {
        let both = ours.iter().zip(&theirs);
        let pairs: Vec<_> =
            both.map(|(&ours, &theirs)| ((ours, player), (theirs, player))).collect();
        Some((player, data.pooled(&pairs)?))
    };
    (0..data.experiment.players.len()).filter_map(of).collect()
}

/// What the first of two panels changes for the player that the question is about, at the places
/// that it names: with intervals, and without; or shorter, behind a clause that said so of another
/// measure.
pub(super) fn contrast_at(
    data: MeasuredResults<'_>,
    [one, other]: &[String; 2],
    (player, again): (usize, bool),
) -> [String; 2] {
    let experiment = data.experiment;
    let find = |title: &String| experiment.panels.iter().position(|panel| panel.title == *title);
    let (Some(ours), Some(theirs)) = (find(one), find(other)) else { return Default::default() };
    let panel = &experiment.panels[ours];
    let both = data.points(ours).into_iter().zip(data.points(theirs)).zip(&panel.points);
    let asked = both.filter(|(_, place)| experiment.answer.at.contains(&place.x.to_string()));
    let (mut told, mut open) = (Vec::new(), Vec::new());
    for ((ours, theirs), place) in asked {
        let Some(gap) = data.difference((ours, player), (theirs, player)) else {
            continue;
        };
        let side = Side { place: at(panel, &place.x), panel: String::new(), gap };
        if gap.is_real() { &mut told } else { &mut open }.push(side);
    }
    let (noun, unit) = (data.measure.noun(), unit(panel));
    let what =
        if again { format!("the {noun}") } else { format!("the {noun} of {}", name(data, player)) };
    let who = if again { "it".to_owned() } else { format!("`{one}` rather than `{other}`") };
    let open: Vec<String> = open.iter().map(|side| side.place.trim().to_owned()).collect();
    let open = super::list(&open);
    [true, false].map(|ends| {
        let mut said: Vec<String> = Vec::new();
        for (number, Side { place, gap, .. }) in told.iter().enumerate() {
            let verb = changes(data.measure, gap);
            let head = match told[..number].last().map(|before| changes(data.measure, &before.gap))
            {
                None => format!("{verb} {what} "),
                Some(before) if before == verb => String::new(),
                Some(_) => format!("{verb} it "),
            };
            let by = by_how_much(data.measure, gap, ends);
            let unit = if number + 1 == told.len() { unit } else { "" };
            said.push(format!("{head}by {by}{place}{unit}"));
        }
        match (said.is_empty(), open.is_empty()) {
            (true, _) => format!("{who} changes {what} by too little to tell"),
            (false, true) => format!("{who} {}", super::list(&said)),
            (false, false) => format!("{who} {}, by too little to tell {open}", super::list(&said)),
        }
    })
}

/// A difference, and where it is one.
struct Side {
    /// A place of the sweep, with its preposition; empty if it is of a whole panel.
    place: String,
    /// A panel, with its preposition; empty if there is only one.
    panel: String,
    gap: Difference,
}

/// Where the question looks: at its places, or at each of its panels.
fn sides(data: MeasuredResults<'_>, (ours, theirs): (usize, usize)) -> Vec<Side> {
    let experiment = data.experiment;
    let form = &experiment.answer;
    let several = experiment.panels.len() > 1;
    let mut sides = Vec::new();
    for (number, panel) in experiment.panels.iter().enumerate() {
        let points = data.points(number);
        let named = if several { on(panel) } else { String::new() };
        if form.at.is_empty() {
            let pairs = points.iter().map(|&point| ((point, ours), (point, theirs)));
            if let Some(gap) = data.pooled(&pairs.collect::<Vec<_>>()) {
                sides.push(Side { place: String::new(), panel: named, gap });
            }
            continue;
        }
        for (&point, place) in points.iter().zip(&panel.points) {
            if !form.names(panel, &place.x) {
                continue;
            }
            if let Some(gap) = data.difference((point, ours), (point, theirs)) {
                let place = at(panel, &place.x);
                sides.push(Side { place, panel: named.clone(), gap });
            }
        }
    }
    // One panel need not be named again and again.
    if sides.iter().all(|side| side.panel == sides[0].panel) && form.on.is_some() {
        for side in &mut sides {
            side.panel.clear();
        }
    }
    sides
}

/// A place of a sweep with its preposition.
fn at(panel: &Panel, x: &X) -> String {
    if panel.over.is_numeric() { format!(" at {x}") } else { format!(" on `{x}`") }
}

/// One player against another, panel by panel or at the places that the question names: with
/// intervals, and without.
pub(super) fn compared(data: MeasuredResults<'_>, [one, other]: &[String; 2]) -> [String; 2] {
    let (subject, whose) = (Subject::of(data.measure, one, other), format!("`{one}`"));
    [true, false].map(|ends| against(data, [one, other], (&subject, &whose), ends))
}

/// The same of another measure, behind a clause that has named the players.
pub(super) fn compared_too(data: MeasuredResults<'_>, [one, other]: &[String; 2]) -> String {
    let subject = Subject::of(data.measure, one, other).again();
    against(data, [one, other], (&subject, "it"), false)
}

fn against(
    data: MeasuredResults<'_>,
    [one, other]: [&String; 2],
    (subject, whose): (&Subject, &str),
    ends: bool,
) -> String {
    let experiment = data.experiment;
    let both = (experiment.seat(one), experiment.seat(other));
    let (Some(ours), Some(theirs)) = both else { return String::new() };
    let mut sides = sides(data, (ours, theirs));
    let unit = if experiment.answer.at.is_empty() { "" } else { unit(&experiment.panels[0]) };
    // A place that is the same everywhere is named once, behind all.
    let mut everywhere = String::new();
    if let [first, others @ ..] = &mut sides[..]
        && !others.is_empty()
        && others.iter().all(|side| side.place == first.place)
        && !first.place.is_empty()
    {
        everywhere = format!(",{}{unit}", first.place);
        for side in &mut sides {
            side.place.clear();
        }
    }
    let noun = data.measure.noun();
    let (mut told, open): (Vec<&Side>, Vec<&Side>) =
        sides.iter().partition(|side| side.gap.is_real());
    if whose == "it" {
        // In passing: where it shows most.
        told.sort_by(|one, two| {
            size(data.measure, &two.gap).total_cmp(&size(data.measure, &one.gap))
        });
        told.truncate(1);
    }
    if let ([], [side]) = (&told[..], &open[..]) {
        return match side.gap.claim {
            Claim::Identical => format!("{whose} and `{other}` have the same {noun} on every deal"),
            _ => format!(
                "the {noun} of `{one}` differs from that of `{other}` by {}",
                super::told(data.measure, &side.gap)
            ),
        };
    }
    if told.is_empty() {
        return format!("the {noun} of `{one}` is not told from that of `{other}`");
    }
    let mut said = Vec::new();
    for (number, Side { place, panel, gap }) in told.iter().enumerate() {
        let how = if gap.mean > 0.0 { subject.more } else { subject.less };
        let by = by_how_much(data.measure, gap, ends);
        let (head, than) = match number {
            0 => (format!("{} ", subject.does), &subject.than[..]),
            _ => (String::new(), ""),
        };
        let last = number + 1 == told.len();
        // What the places are numbers of is said once.
        let unit = if last && !place.is_empty() { unit } else { "" };
        said.push(format!("{head}{by} {how}{than}{place}{unit}{panel}"));
    }
    let open: Vec<String> =
        open.iter().map(|side| format!("{}{}", side.place, side.panel).trim().to_owned()).collect();
    if whose == "it" {
        return super::list(&said);
    }
    let same = if open.is_empty() {
        String::new()
    } else {
        format!(", not told from it {}", super::list(&open))
    };
    super::list(&said) + &same + &everywhere
}

/// How a sentence on a difference is put: who does what, how, and than whom.
struct Subject {
    does: String,
    more: &'static str,
    less: &'static str,
    than: String,
}

impl Subject {
    fn of(measure: Measure, one: &str, other: &str) -> Self {
        let than = format!(" than `{other}`");
        let acts = |verb: &str| format!("`{one}` {verb}");
        let (does, more, less, than) = match measure {
            Measure::Won => (acts("wins"), "more often", "less often", than),
            Measure::Score => (acts("scores"), "more", "less", than),
            Measure::DigDensity => (acts("opens"), "more", "less", than),
            Measure::Digs => (acts("opens"), "more cells", "fewer cells", than),
            Measure::Guesses => (acts("makes"), "more guesses", "fewer guesses", than),
            Measure::FalseFlags => {
                (acts("sets"), "more false flags a game", "fewer false flags a game", than)
            }
            Measure::WrongDeclarations => {
                (acts("declares wrongly"), "more often", "less often", than)
            }
            Measure::Seconds => (acts("takes"), "as long", "as long", format!(" as `{other}`")),
            _ => {
                let long = measure.unit() == Some("links");
                let (more, less) = if long { ("longer", "shorter") } else { ("higher", "lower") };
                let does = format!("the {} of `{one}` is", measure.noun());
                (does, more, less, format!(" than that of `{other}`"))
            }
        };
        Self { does, more, less, than }
    }

    /// Of players that were named before.
    fn again(self) -> Self {
        let does = match self.does.strip_prefix('`').and_then(|rest| rest.split_once("` ")) {
            Some((_, verb)) => format!("it {verb}"),
            None => self.does,
        };
        Self { does, than: String::new(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn players_are_compared_at_the_places_that_are_asked_for() {
        // `exact` wins all at 10 mines and no more than `queue` at 20.
        let won = |point: usize, index: u64, player: usize| match (point, player) {
            (0, 1) => true,
            _ => index < 10,
        };
        let pair = "compare = [\"exact\", \"queue\"]";
        let text = said("[10, 20]", &format!("answer = {{ {pair} }}"), won);
        assert!(text.starts_with("`exact` wins 38 [3"), "{text}");
        assert!(text.ends_with("] points more often than `queue`."), "{text}");
        let text = said("[10, 20]", &format!("answer = {{ {pair}, at = [10, 20] }}"), won);
        assert!(text.starts_with("`exact` wins 75 ["), "{text}");
        let end = "] points more often than `queue` at 10 mines, not told from it at 20.";
        assert!(text.ends_with(end), "{text}");
        let text = said("[10, 20]", &format!("answer = {{ {pair}, at = [20] }}"), won);
        let same = "`exact` and `queue` have the same share of games won on every deal.";
        assert_eq!(text, same);
    }
}
