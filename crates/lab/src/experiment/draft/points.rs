//! The points of an experiment: a setting, and what is varied along a sweep.

use std::ops::Range;

use serde::Deserialize;
use surefoot_players::Roster;
use surefoot_rules::{GameKind, Promise, Rules, Setting, SettingError, SettingField};
use toml::Spanned;

use super::ExperimentDraft;
use super::mistake::{Mistake, parse};
use crate::experiment::MatchError;
use crate::experiment::plan::{Over, Panel, SweepPoint, X, image};
use crate::play::Estimator;
use crate::play::mine_distribution::MineDistribution;
use crate::play::source::Source;

/// Where boards come from, as a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Boards {
    #[default]
    Deals,
    Course,
}

/// What is played; every key may be set for all panels or for one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SettingDraft {
    level: Option<Spanned<String>>,
    size: Option<Spanned<String>>,
    density: Option<Spanned<f64>>,
    mines: Option<Spanned<u32>>,
    neighbourhood: Option<Spanned<String>>,
    promise: Option<Spanned<String>>,
    total: Option<Spanned<String>>,
    clues: Option<Spanned<String>>,
    flood: Option<Spanned<bool>>,
    /// How mines lie: uniform, spread, clustered, block or long-chains.
    lie: Option<Spanned<String>>,
}

/// What a field is set to, and where that stands.
type FieldText = (SettingField, Spanned<String>);

impl SettingDraft {
    /// What it says; nothing twice, as a level beside a size would.
    fn said(&self) -> Result<Vec<FieldText>, Mistake> {
        fn text<T: ToString>(value: &Spanned<T>) -> Spanned<String> {
            Spanned::new(value.span(), value.as_ref().to_string())
        }
        let switch = |flood: &Spanned<bool>| {
            let text = if *flood.as_ref() { "on" } else { "off" };
            Spanned::new(flood.span(), text.to_owned())
        };
        let said = [
            (SettingField::Level, self.level.clone()),
            (SettingField::Size, self.size.clone()),
            (SettingField::Mines, self.mines.as_ref().map(text)),
            (SettingField::Density, self.density.as_ref().map(text)),
            (SettingField::Neighbourhood, self.neighbourhood.clone()),
            (SettingField::Promise, self.promise.clone()),
            (SettingField::Total, self.total.clone()),
            (SettingField::Clues, self.clues.clone()),
            (SettingField::Flood, self.flood.as_ref().map(switch)),
        ];
        let said = said.into_iter().filter_map(|(field, text)| Some((field, text?)));
        let said: Vec<FieldText> = said.collect();
        for (at, (field, text)) in said.iter().enumerate() {
            if let Some((before, _)) = said[..at].iter().find(|(other, _)| field.repeats(*other)) {
                let reason = format!(
                    "`{field}` says again what `{before}` says: omit one of them, or vary \
                     `{field}` in `[sweep]`"
                );
                return Err((text.span(), reason));
            }
        }
        Ok(said)
    }
}

/// What is varied.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Sweep {
    over: Spanned<Over>,
    #[serde(default)]
    values: Vec<Spanned<toml::Value>>,
    axis: Option<String>,
}

/// One part of an experiment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PanelDraft {
    title: String,
    #[serde(default)]
    setting: SettingDraft,
    sweep: Option<Spanned<Sweep>>,
}

/// The panels of a draft, each with its points.
pub(super) fn panels(
    roster: &Roster,
    draft: &ExperimentDraft,
    kind: GameKind,
) -> Result<Vec<Panel>, Mistake> {
    let whole = PanelDraft { title: String::new(), setting: SettingDraft::default(), sweep: None };
    let drafts = if draft.panel.is_empty() { std::slice::from_ref(&whole) } else { &draft.panel };
    let mut panels: Vec<Panel> = Vec::new();
    for PanelDraft { title, setting, sweep } in drafts {
        // What a panel says comes later than what is said for all.
        let mut said = draft.setting.said()?;
        said.extend(setting.said()?);
        let lie = setting.lie.as_ref().or(draft.setting.lie.as_ref());
        let lie = lie.map(parse).transpose()?;
        let Some(sweep) = sweep.as_ref().or(draft.sweep.as_ref()) else {
            let reason = "`[sweep]` is missing: over what, and which values?";
            return Err((0..0, reason.to_owned()));
        };
        let (span, Sweep { over, values, axis }) = (sweep.span(), sweep.as_ref());
        let over = *over.as_ref();
        if values.is_empty() != (over == Over::First) {
            let reason = match over {
                Over::First => "every first click is played; `values` is not needed",
                _ => "`values` is missing: where along the sweep?",
            };
            return Err((span, reason.to_owned()));
        }
        let mut points: Vec<SweepPoint> = Vec::new();
        for value in values {
            points.push(PointMaker { roster, draft, kind, said: &said, lie, over }.point(value)?);
        }
        let falls = |pair: &[SweepPoint]| match (&pair[0].x, &pair[1].x) {
            (X::Number(one), X::Number(other)) => one >= other,
            (one, other) => one == other,
        };
        if let Some(at) = points.windows(2).position(falls) {
            let (one, other) = (&points[at].x, &points[at + 1].x);
            let reason = format!("values must rise: {other} stands behind {one}");
            return Err((values[at + 1].span(), reason));
        }
        if over == Over::First {
            points =
                PointMaker { roster, draft, kind, said: &said, lie, over }.first_clicks(&span)?;
        }
        if panels.iter().any(|panel| panel.title == *title) {
            return Err((span, format!("two panels are called `{title}`")));
        }
        let axis = axis.clone().unwrap_or_else(|| over.usual_axis().to_owned());
        panels.push(Panel { title: title.clone(), over, axis, points });
    }
    Ok(panels)
}

/// A setting and a sweep, from which points are made.
struct PointMaker<'a> {
    roster: &'a Roster,
    draft: &'a ExperimentDraft,
    kind: GameKind,
    said: &'a [FieldText],
    /// How mines lie, where not as dealt.
    lie: Option<MineDistribution>,
    over: Over,
}

impl PointMaker<'_> {
    fn point(&self, value: &Spanned<toml::Value>) -> Result<SweepPoint, Mistake> {
        let span = value.span();
        let text = value.as_ref().as_str();
        let number = match value.as_ref() {
            toml::Value::Integer(number) => Some(*number as f64),
            toml::Value::Float(number) => Some(*number),
            _ => None,
        };
        let wants = |what: &str| (span.clone(), format!("expected {what}"));
        let words = || text.map(str::to_owned).ok_or_else(|| wants("a text"));
        let (mut said, mut seed) = (self.said.to_vec(), None);
        let (field, swept) = match self.over {
            Over::Area => {
                let area =
                    number.filter(|&area| (1.0..=1e6).contains(&area) && area.fract() == 0.0);
                let area = area.ok_or_else(|| wants("a number of cells, as in 400"))?;
                let (width, height) = near_square(area as u32).ok_or_else(|| {
                    wants("an area that some board no longer than three times its width has")
                })?;
                (SettingField::Size, format!("{width}x{height}"))
            }
            Over::Density => {
                let density = number.ok_or_else(|| wants("a percentage, as in 12.5"))?;
                (SettingField::Density, density.to_string())
            }
            Over::Mines => {
                let mines = number.filter(|&mines| mines >= 0.0 && mines.fract() == 0.0);
                let mines = mines.ok_or_else(|| wants("a number of mines"))?;
                (SettingField::Mines, mines.to_string())
            }
            Over::Parameter => {
                let number = number.ok_or_else(|| wants("a number"))?;
                let clues = said.iter().rposition(|(field, _)| *field == SettingField::Clues);
                let clues = clues.map(|at| said.remove(at).1.into_inner());
                let Some(clues) = clues.filter(|clues| clues.contains("{}")) else {
                    let reason = "a sweep over `parameter` needs `clues` with {} in it, as in \
                                  clues = \"silent:{}\"";
                    return Err((span, reason.to_owned()));
                };
                said.retain(|(field, _)| *field != SettingField::Clues);
                (SettingField::Clues, clues.replace("{}", &number.to_string()))
            }
            Over::Level => (SettingField::Level, words()?),
            Over::Promise => (SettingField::Promise, words()?),
            Over::Total => (SettingField::Total, words()?),
            Over::Clues => (SettingField::Clues, words()?),
            Over::First => return Err(wants("no values: every first click is played")),
            Over::Seed => {
                let whole = |seed: &f64| *seed >= 0.0 && seed.fract() == 0.0 && *seed < 1e15;
                let number = number.filter(whole).ok_or_else(|| wants("a seed, as in 7"))?;
                seed = Some(number as u64);
                (SettingField::Level, String::new())
            }
        };
        if self.over != Over::Seed {
            said.push((field, Spanned::new(span.clone(), swept)));
        }
        let source = match (self.draft.boards, self.lie) {
            (_, Some(lie)) => Source::Shaped(lie),
            (Boards::Deals, None) => Source::Deals,
            (Boards::Course, None) => Source::Course,
        };
        let rules = self.rules(&said, &source, &span)?;
        let x = match (value.as_ref(), number) {
            (_, Some(number)) => X::Number(number),
            (toml::Value::String(text), _) => X::Label(text.clone()),
            _ => return Err(wants("a number or a text")),
        };
        Ok(SweepPoint { x, rules, source, seed })
    }

    /// One point per first click that is no mirror image of another.
    fn first_clicks(&self, span: &Range<usize>) -> Result<Vec<SweepPoint>, Mistake> {
        let rules = self.rules(self.said, &Source::Deals, span)?;
        let grid = rules.grid.clone();
        let cells = grid.cells().filter(|&cell| image(&grid, cell) == cell);
        let point = |cell| SweepPoint {
            x: X::Label(grid.point(cell).to_string()),
            rules: rules.clone(),
            source: Source::First(cell),
            seed: None,
        };
        Ok(cells.map(point).collect())
    }

    fn rules(
        &self,
        said: &[FieldText],
        source: &Source,
        span: &Range<usize>,
    ) -> Result<Rules, Mistake> {
        let mut setting = Setting { game: Some(self.kind), ..Setting::default() };
        for (at, (field, text)) in said.iter().enumerate() {
            // What is said again later need not make sense by itself.
            if said[at + 1..].iter().any(|(later, _)| later == field) {
                continue;
            }
            let set = setting.set(*field, text.as_ref());
            set.map_err(|error| (text.span(), error.to_string()))?;
        }
        if self.draft.boards == Boards::Course {
            setting.promise.get_or_insert(Promise::None);
        }
        let rules = setting.rules().map_err(|error| {
            let reason = match error {
                SettingError::NoSize => "no board: expected `level`, or `size` with `density` or \
                                         `mines`, in [setting], or a sweep over `level` or `area`"
                    .to_owned(),
                SettingError::NoMines => {
                    "`density` or `mines` is missing from the setting".to_owned()
                }
                error => error.to_string(),
            };
            (span.clone(), reason)
        })?;
        let percent = said.iter().rfind(|(field, _)| *field == SettingField::Density);
        if let Some((_, text)) = percent.filter(|(_, text)| {
            rules.mines == 0 && text.as_ref().parse().is_ok_and(|density: f64| density > 0.0)
        }) {
            let percent = text.as_ref();
            let reason = format!("densities are in percent: {percent} % of this board is no mine");
            return Err((text.span(), reason));
        }
        if self.lie.is_some() {
            // Shaped boards open in the middle.
            let opens = Promise::Opening.check(&rules.grid, rules.mines, rules.grid.middle());
            opens.map_err(|error| (span.clone(), error.to_string()))?;
        }
        let estimate = self.draft.estimate()?;
        if !estimate.suits(&rules, source) {
            return Err((span.clone(), MatchError::Survival.to_string()));
        }
        let misses_nothing = |text: &str| {
            self.roster.entry_of(text).is_ok_and(|entry| entry.abilities().misses_nothing)
        };
        let first = self.draft.players.first();
        let first = first.filter(|_| estimate == Estimator::Advantage);
        if let Some(first) = first.filter(|first| !misses_nothing(first.as_ref())) {
            let error = MatchError::Advantage(first.as_ref().clone());
            return Err((first.span(), error.to_string()));
        }
        for player in &self.draft.players {
            let checked = self.roster.check(player.as_ref(), &rules);
            checked.map_err(|error| (player.span(), error.to_string()))?;
        }
        Ok(rules)
    }
}

/// Width and height of the squarest board of so many cells, wider than high.
fn near_square(area: u32) -> Option<(u32, u32)> {
    let height = (1..=area.isqrt()).rev().find(|height| area.is_multiple_of(*height))?;
    let width = area / height;
    (width <= 3 * height).then_some((width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_as_square_as_can_be() {
        assert_eq!(near_square(400), Some((20, 20)));
        assert_eq!(near_square(200), Some((20, 10)));
        assert_eq!(near_square(700), Some((28, 25)));
        assert_eq!(near_square(997), None);
    }
}
