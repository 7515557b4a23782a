//! How an experiment's file is read: keys first, then meaning.
//!
//! The parser knows where every value stands, so whatever is found wrong later, a level
//! that does not exist or a promise that cannot be kept, is told with its place.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::Deserialize;
use surefoot_players::Roster;
use surefoot_rules::notation::drawing;
use surefoot_rules::{GameKind, Promise, Rules, Setting, SettingError, SettingField, View};
use toml::Spanned;

use crate::experiment::measure::Measure;
use crate::experiment::plan::{
    Answer, Experiment, Over, Panel, PlanError, Point, Published, X, image,
};
use crate::play::contest::{ContestError, Estimate};
use crate::play::gauge::{GAUGES, GaugeEntry};
use crate::play::mine_distribution::Shape;
use crate::play::source::Source;

/// Reads an experiment; `file` is what its place is called in complaints.
pub(crate) fn read(name: &str, file: &str, text: &str) -> Result<Experiment, PlanError> {
    let draft: Draft = toml::from_str(text).map_err(|error| {
        place(file, text, (error.span().unwrap_or(0..0), error.message().to_owned()))
    })?;
    Experiment::from_draft(name, draft).map_err(|fault| place(file, text, fault))
}

/// The keys of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Draft {
    title: String,
    question: String,
    #[serde(default)]
    notes: String,
    game: Option<Spanned<String>>,
    #[serde(default)]
    players: Vec<Spanned<String>>,
    #[serde(default = "usual_deals")]
    deals: Spanned<u64>,
    quick: Option<Spanned<u64>>,
    #[serde(default = "usual_seed")]
    seed: u64,
    #[serde(default)]
    measures: Vec<Spanned<String>>,
    #[serde(default)]
    estimate: Estimate,
    #[serde(default)]
    forced: bool,
    #[serde(default)]
    gauges: Vec<Spanned<String>>,
    #[serde(default)]
    boards: Boards,
    #[serde(default)]
    setting: SettingDraft,
    sweep: Option<Spanned<Sweep>>,
    #[serde(default)]
    panel: Vec<PanelDraft>,
    #[serde(default)]
    published: Vec<Spanned<Published>>,
    answer: Option<Spanned<Answer>>,
    view: Option<Spanned<String>>,
}

fn usual_deals() -> Spanned<u64> {
    Spanned::new(0..0, 100)
}

fn usual_seed() -> u64 {
    2026
}

/// Where boards come from, as a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Boards {
    #[default]
    Deals,
    Course,
}

/// What is played; every key may be set for all panels or for one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SettingDraft {
    level: Option<Spanned<String>>,
    size: Option<Spanned<String>>,
    density: Option<Spanned<f64>>,
    mines: Option<Spanned<u32>>,
    neighbourhood: Option<Spanned<String>>,
    promise: Option<Spanned<String>>,
    total: Option<Spanned<String>>,
    clues: Option<Spanned<String>>,
    flood: Option<Spanned<bool>>,
    /// How mines lie: uniform, spread, clustered or long-chains.
    lie: Option<Spanned<String>>,
}

/// What a field is set to, and where that stands.
type Said = (SettingField, Spanned<String>);

impl SettingDraft {
    /// What it says, in an order in which a later text may replace an earlier one.
    fn said(&self) -> Vec<Said> {
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
        said.into_iter().filter_map(|(field, text)| Some((field, text?))).collect()
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sweep {
    over: Spanned<Over>,
    #[serde(default)]
    values: Vec<Spanned<toml::Value>>,
    axis: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PanelDraft {
    title: String,
    #[serde(default)]
    setting: SettingDraft,
    sweep: Option<Spanned<Sweep>>,
}

/// A reason and the place it belongs to.
type Fault = (Range<usize>, String);

fn place(file: &str, text: &str, (span, reason): Fault) -> PlanError {
    let at = span.start.min(text.len());
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before[start..].chars().count() + 1;
    let whole = text[start..].lines().next().unwrap_or_default();
    let within = span.end.saturating_sub(at).clamp(1, (start + whole.len() + 1).max(at + 1) - at);
    let indent: String =
        whole.chars().take(column - 1).map(|c| if c == '\t' { c } else { ' ' }).collect();
    let margin = " ".repeat(line.to_string().len());
    let excerpt = format!("{line} | {whole}\n{margin} | {indent}{}", "^".repeat(within));
    PlanError { file: file.to_owned(), line, column, reason, excerpt }
}

fn parse<T: FromStr<Err: fmt::Display>>(text: &Spanned<String>) -> Result<T, Fault> {
    text.as_ref().parse().map_err(|error: T::Err| (text.span(), error.to_string()))
}

impl Experiment {
    fn from_draft(name: &str, draft: Draft) -> Result<Self, Fault> {
        let kind = draft.game.as_ref().map_or(Ok(GameKind::Win), parse)?;
        let position = draft.view.as_ref().map(position).transpose()?;
        let gauges = draft.gauges.iter().map(gauge).collect::<Result<Vec<_>, _>>()?;
        let mut measures = Vec::new();
        for text in &draft.measures {
            measures.push(Measure::find(text.as_ref(), &gauges).map_err(|e| (text.span(), e))?);
        }
        if measures.is_empty() {
            measures.push(Measure::usual(kind));
        }
        if position.is_none() && draft.players.is_empty() {
            return Err((0..0, "`players` is missing: who plays?".to_owned()));
        }
        for text in &draft.players {
            Roster::standard()
                .call(text.as_ref())
                .map_err(|error| (text.span(), error.to_string()))?;
        }
        let repeated =
            draft.players.iter().enumerate().find(|(at, text)| draft.players[..*at].contains(text));
        if let Some((_, text)) = repeated {
            return Err((text.span(), format!("the player `{}` is named twice", text.as_ref())));
        }
        for count in [Some(&draft.deals), draft.quick.as_ref()].into_iter().flatten() {
            if !(1..=MOST_DEALS).contains(count.as_ref()) {
                let reason = format!("expected 1 to {MOST_DEALS} deals a point");
                return Err((count.span(), reason));
            }
        }
        let deals = *draft.deals.as_ref();
        let panels = if position.is_some() { Vec::new() } else { panels(&draft, kind)? };
        let experiment = Self {
            name: name.to_owned(),
            title: draft.title,
            question: draft.question,
            notes: draft.notes,
            players: draft.players.into_iter().map(Spanned::into_inner).collect(),
            deals,
            quick: draft.quick.map_or(deals.div_ceil(20), Spanned::into_inner),
            seed: draft.seed,
            measures,
            estimate: draft.estimate,
            judged: draft.forced,
            gauges,
            panels,
            published: Vec::new(),
            answer: Answer::default(),
            position,
        };
        experiment.dressed(draft.published, draft.answer)
    }

    /// With what refers to its panels: published values and how the answer is put.
    fn dressed(
        mut self,
        published: Vec<Spanned<Published>>,
        answer: Option<Spanned<Answer>>,
    ) -> Result<Self, Fault> {
        let titles: Vec<&str> = self.panels.iter().map(|panel| panel.title.as_str()).collect();
        let known = |title: &str| titles.contains(&title);
        let no_panel =
            |title: &str| format!("there is no panel `{title}`: expected {}", titles.join(", "));
        for entry in published {
            let span = entry.span();
            let entry = entry.into_inner();
            if !known(&entry.panel) {
                return Err((span, no_panel(&entry.panel)));
            }
            if entry.x.len() != entry.y.len() {
                let (x, y) = (entry.x.len(), entry.y.len());
                return Err((span, format!("{x} places (x) and {y} values (y): expected as many")));
            }
            self.published.push(entry);
        }
        let span = answer.as_ref().map_or(0..0, Spanned::span);
        let answer = answer.map(Spanned::into_inner).unwrap_or_default();
        if let Some(pair) = &answer.contrast {
            let at = |title: &String| self.panels.iter().find(|panel| panel.title == *title);
            let [Some(one), Some(other)] = [at(&pair[0]), at(&pair[1])] else {
                let missing = pair.iter().find(|title| !known(title)).cloned().unwrap_or_default();
                return Err((span, no_panel(&missing)));
            };
            let places = |panel: &Panel| -> Vec<X> {
                panel.points.iter().map(|point| point.x.clone()).collect()
            };
            if places(one) != places(other) {
                return Err((span, "panels that are compared must have the same sweep".to_owned()));
            }
        }
        if let Some(name) = &answer.against {
            let known = self.measures.iter().any(|measure| measure.name() == name);
            if !known || self.measures.len() < 2 {
                let names: Vec<&str> = self.measures.iter().map(|m| m.name()).collect();
                let reason = format!("`{name}` is no other measure: expected {}", names.join(", "));
                return Err((span, reason));
            }
        }
        for player in answer.compare.iter().flatten() {
            if !self.players.contains(player) {
                let players = self.players.join(", ");
                return Err((span, format!("`{player}` does not play: expected {players}")));
            }
        }
        self.answer = answer;
        Ok(self)
    }
}

/// Numbers or texts, as texts.
pub(crate) fn texts<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let values = Vec::<toml::Value>::deserialize(from)?;
    let text = |value: toml::Value| match value {
        toml::Value::String(text) => Ok(text),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        _ => Err(serde::de::Error::custom("expected numbers or texts")),
    };
    values.into_iter().map(text).collect()
}

/// More than anybody has played.
const MOST_DEALS: u64 = 100_000_000;

fn position(text: &Spanned<String>) -> Result<View, Fault> {
    drawing::read_one(text.as_ref()).map_err(|error| (text.span(), error.to_string()))
}

fn gauge(text: &Spanned<String>) -> Result<GaugeEntry, Fault> {
    GAUGES.iter().find(|entry| entry.name == text.as_ref()).copied().ok_or_else(|| {
        let names: Vec<&str> = GAUGES.iter().map(|entry| entry.name).collect();
        let (name, names) = (text.as_ref(), names.join(", "));
        (text.span(), format!("there is no gauge `{name}`: expected {names}"))
    })
}

fn panels(draft: &Draft, kind: GameKind) -> Result<Vec<Panel>, Fault> {
    let whole = PanelDraft { title: String::new(), setting: SettingDraft::default(), sweep: None };
    let drafts = if draft.panel.is_empty() { std::slice::from_ref(&whole) } else { &draft.panel };
    let mut panels: Vec<Panel> = Vec::new();
    for PanelDraft { title, setting, sweep } in drafts {
        // What a panel says comes later than what is said for all.
        let mut said = draft.setting.said();
        said.extend(setting.said());
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
        let mut points = Vec::new();
        for value in values {
            points.push(Frame { draft, kind, said: &said, lie, over }.point(value)?);
        }
        if over == Over::First {
            points = Frame { draft, kind, said: &said, lie, over }.first_clicks(&span)?;
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
struct Frame<'a> {
    draft: &'a Draft,
    kind: GameKind,
    said: &'a [Said],
    /// How mines lie, where not as dealt.
    lie: Option<Shape>,
    over: Over,
}

impl Frame<'_> {
    fn point(&self, value: &Spanned<toml::Value>) -> Result<Point, Fault> {
        let span = value.span();
        let text = value.as_ref().as_str();
        let number = match value.as_ref() {
            toml::Value::Integer(number) => Some(*number as f64),
            toml::Value::Float(number) => Some(*number),
            _ => None,
        };
        let wants = |what: &str| (span.clone(), format!("expected {what}"));
        let words = || text.map(str::to_owned).ok_or_else(|| wants("a text"));
        let mut said = self.said.to_vec();
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
        };
        said.push((field, Spanned::new(span.clone(), swept)));
        let rules = self.rules(&said, &span)?;
        let x = match (value.as_ref(), number) {
            (_, Some(number)) => X::Number(number),
            (toml::Value::String(text), _) => X::Label(text.clone()),
            _ => return Err(wants("a number or a text")),
        };
        let source = match (self.draft.boards, self.lie) {
            (_, Some(lie)) => Source::Shaped(lie),
            (Boards::Deals, None) => Source::Deals,
            (Boards::Course, None) => Source::Course,
        };
        Ok(Point { x, rules, source })
    }

    /// One point per first click that is no mirror image of another.
    fn first_clicks(&self, span: &Range<usize>) -> Result<Vec<Point>, Fault> {
        let rules = self.rules(self.said, span)?;
        let grid = rules.grid.clone();
        let cells = grid.cells().filter(|&cell| image(&grid, cell) == cell);
        let point = |cell| Point {
            x: X::Label(grid.point(cell).to_string()),
            rules: rules.clone(),
            source: Source::First(cell),
        };
        Ok(cells.map(point).collect())
    }

    fn rules(&self, said: &[Said], span: &Range<usize>) -> Result<Rules, Fault> {
        let mut setting = Setting { game: Some(self.kind), ..Setting::default() };
        for (field, text) in said {
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
        if self.lie.is_some() {
            // Shaped boards open in the middle.
            let opens = Promise::Opening.check(&rules.grid, rules.mines, rules.grid.middle());
            opens.map_err(|error| (span.clone(), error.to_string()))?;
        }
        let weighed =
            self.kind == GameKind::Win && rules.told && self.draft.boards == Boards::Deals;
        if self.draft.estimate != Estimate::Plain && !weighed {
            let reason = "survival is estimated in the game `win` only, on deals, total told";
            return Err((span.clone(), reason.to_owned()));
        }
        let first = self.draft.players.first();
        let first = first.filter(|_| self.draft.estimate == Estimate::Advantage);
        if let Some(first) = first.filter(|first| !misses_nothing(first.as_ref())) {
            let error = ContestError::Advantage(first.as_ref().clone());
            return Err((first.span(), error.to_string()));
        }
        for player in &self.draft.players {
            let checked = Roster::standard().check(player.as_ref(), &rules);
            checked.map_err(|error| (player.span(), error.to_string()))?;
        }
        Ok(rules)
    }
}

/// Whether a player opens all that is certain before it guesses.
fn misses_nothing(text: &str) -> bool {
    Roster::standard().entry_of(text).is_ok_and(|entry| entry.abilities().misses_nothing)
}

/// Width and height of the squarest board of so many cells, wider than high.
fn near_square(area: u32) -> Option<(u32, u32)> {
    let height = (1..=area.isqrt()).rev().find(|height| area.is_multiple_of(*height))?;
    let width = area / height;
    (width <= 3 * height).then_some((width, height))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const GOOD: &str = r#"
title = "Score"
question = "How?"
game = "score"
players = ["queue", "exact"]
deals = 10

[setting]
size = "20x20"

[sweep]
over = "density"
values = [5, 12.5]

[[panel]]
title = "told"

[[panel]]
title = "hidden"
setting = { total = "hidden" }

[answer]
contrast = ["told", "hidden"]
"#;

    #[track_caller]
    fn refused(from: &str, to: &str, (line, column): (usize, usize), reason: &str) {
        assert!(GOOD.contains(from), "{from}");
        let error = Experiment::read("x", "x.toml", &GOOD.replacen(from, to, 1)).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{error}");
        assert!(error.reason.contains(reason), "{error}");
    }

    #[test]
    fn mistakes_are_placed_and_met_with_what_is_allowed() {
        refused("\"score\"", "\"scores\"", (4, 8), "expected win, score or dig");
        refused(
            "\"exact\"]",
            "\"exactly\"]",
            (5, 21),
            "no player `exactly`; did you mean `exact`?",
        );
        refused("game =", "gane =", (4, 1), "expected one of `title`, `question`");
        refused("\"density\"", "\"densities\"", (12, 8), "expected one of `area`, `density`");
        refused("12.5", "\"many\"", (13, 14), "expected a percentage");
        refused("12.5", "100", (13, 14), "cannot be kept");
        refused("\"20x20\"", "\"20\"", (9, 8), "is not a size");
        refused("\"hidden\" }", "\"secret\" }", (20, 21), "expected told or hidden");
        refused("deals = 10", "deals = 0", (6, 9), "expected 1 to");
        refused("deals = 10", "deals = \"ten\"", (6, 9), "expected u64");
        refused("deals = 10", "measures = [\"luck\"]", (6, 13), "expected won");
        refused("deals = 10", "gauges = [\"luck\"]", (6, 11), "expected board");
        refused("[\"told\", \"hidden\"]", "[\"told\", \"secret\"]", (22, 1), "no panel `secret`");
        let advantage = "game = \"win\"\nestimate = \"advantage\"";
        refused("game = \"score\"", advantage, (6, 12), "misses nothing certain");
        refused("values", "# values", (11, 1), "`values` is missing");
        refused("title = \"Score\"", "title = \"Score", (2, 15), "invalid basic string");
    }

    #[test]
    fn boards_are_as_square_as_can_be() {
        assert_eq!(near_square(400), Some((20, 20)));
        assert_eq!(near_square(200), Some((20, 10)));
        assert_eq!(near_square(700), Some((28, 25)));
        assert_eq!(near_square(997), None);
    }
}
