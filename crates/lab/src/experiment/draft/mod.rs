//! How an experiment's file is read: keys first, then meaning.
//!
//! The parser knows where every value stands, so whatever is found wrong later, a level
//! that does not exist or a promise that cannot be kept, is told with its place.

mod mistake;
mod points;

use serde::Deserialize;
use surefoot_players::Roster;
use surefoot_rules::notation::drawing;
use surefoot_rules::{GameKind, View};
use toml::Spanned;

use crate::bench::signature;
use crate::experiment::measure::Measure;
use crate::experiment::plan::{AnswerForm, Experiment, Panel, PlanError, Published, X};
use crate::experiment::stopping::StoppingRule;
use crate::play::Estimator;
use crate::play::gauge::{GAUGES, GaugeEntry};
use crate::statistics::sprt::Sprt;
use crate::tunables;
use mistake::{Mistake, parse, place};
use points::{Boards, PanelDraft, SettingDraft, Sweep, panels};

/// Reads an experiment; `file` is what its place is called in complaints.
pub(crate) fn read(
    roster: &Roster,
    name: &str,
    file: &str,
    text: &str,
) -> Result<Experiment, PlanError> {
    let draft: ExperimentDraft = toml::from_str(text).map_err(|error| {
        place(file, text, (error.span().unwrap_or(0..0), error.message().to_owned()))
    })?;
    let read = Experiment::from_draft(roster, name, draft);
    let experiment = read.map_err(|fault| place(file, text, fault))?;
    Ok(Experiment { text: text.to_owned(), ..experiment })
}

/// The keys of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ExperimentDraft {
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
    stop: Option<Spanned<StopDraft>>,
    #[serde(default = "usual_seed")]
    seed: u64,
    #[serde(default)]
    measures: Vec<Spanned<String>>,
    estimate: Option<Spanned<String>>,
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
    answer: Option<Spanned<AnswerForm>>,
    view: Option<Spanned<String>>,
}

impl ExperimentDraft {
    fn estimate(&self) -> Result<Estimator, Mistake> {
        self.estimate.as_ref().map_or(Ok(Estimator::default()), parse)
    }
}

/// When fewer deals are enough.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StopDraft {
    /// The player whose gain over the other is tested, and the other.
    compare: [String; 2],
    /// The gain that is none, and the one that is looked for.
    gain: [f64; 2],
}

fn usual_deals() -> Spanned<u64> {
    Spanned::new(0..0, tunables::USUAL_DEALS)
}

fn usual_seed() -> u64 {
    tunables::USUAL_SEED
}

impl Experiment {
    fn from_draft(roster: &Roster, name: &str, draft: ExperimentDraft) -> Result<Self, Mistake> {
        let kind = draft.game.as_ref().map_or(Ok(GameKind::Win), parse)?;
        let estimate = draft.estimate()?;
        let position = draft.view.as_ref().map(position).transpose()?;
        let gauges = draft.gauges.iter().map(gauge).collect::<Result<Vec<_>, _>>()?;
        let mut measures = Vec::new();
        for text in &draft.measures {
            let measure = Measure::find(text.as_ref(), &gauges).map_err(|e| (text.span(), e))?;
            measure.applies(kind, draft.forced).map_err(|reason| (text.span(), reason))?;
            measures.push(measure);
        }
        if measures.is_empty() {
            measures.push(Measure::usual(kind));
        }
        if position.is_none() && draft.players.is_empty() {
            return Err((0..0, "`players` is missing: who plays?".to_owned()));
        }
        for text in &draft.players {
            roster.call(text.as_ref()).map_err(|error| (text.span(), error.to_string()))?;
        }
        let repeated =
            draft.players.iter().enumerate().find(|(at, text)| draft.players[..*at].contains(text));
        if let Some((_, text)) = repeated {
            return Err((text.span(), format!("the player `{}` is named twice", text.as_ref())));
        }
        for count in [Some(&draft.deals), draft.quick.as_ref()].into_iter().flatten() {
            if !(1..=tunables::MOST_DEALS).contains(count.as_ref()) {
                let reason = format!("expected 1 to {} deals per point", tunables::MOST_DEALS);
                return Err((count.span(), reason));
            }
        }
        let deals = *draft.deals.as_ref();
        let players: Vec<String> = draft.players.iter().map(|text| text.as_ref().clone()).collect();
        let names = players.clone();
        let engine =
            signature::of_engine(roster, &players).map_err(|error| (0..0, error.to_string()))?;
        let panels = if position.is_some() { Vec::new() } else { panels(roster, &draft, kind)? };
        let looks = draft.players.iter().map(|text| roster.look(text.as_ref())).collect();
        let experiment = Self {
            name: name.to_owned(),
            text: String::new(),
            title: draft.title,
            question: draft.question,
            notes: draft.notes,
            players,
            looks,
            engine,
            deals,
            full: deals,
            stop: draft.stop.map(|stop| stop_rule(&stop, &names, measures[0])).transpose()?,
            quick: draft.quick.map_or(deals.div_ceil(20), Spanned::into_inner),
            seed: draft.seed,
            measures,
            estimate,
            judged: draft.forced,
            gauges,
            panels,
            published: Vec::new(),
            answer: AnswerForm::default(),
            position,
        };
        experiment.dressed(draft.published, draft.answer)
    }

    /// With what refers to its panels: published values and how the answer is put.
    fn dressed(
        mut self,
        published: Vec<Spanned<Published>>,
        answer: Option<Spanned<AnswerForm>>,
    ) -> Result<Self, Mistake> {
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
            if let Some(player) = entry.player.as_ref().filter(|one| !self.players.contains(one)) {
                return Err((span, no_player(player, &self.players)));
            }
            if entry.x.len() != entry.y.len() {
                let (x, y) = (entry.x.len(), entry.y.len());
                return Err((
                    span,
                    format!("`x` has {x} values and `y` has {y}: expected the same number"),
                ));
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
                let reason = format!(
                    "`{name}` is not another measure of this experiment: expected {}",
                    names.join(", ")
                );
                return Err((span, reason));
            }
        }
        if let Some(title) = answer.on.as_ref().filter(|title| !known(title)) {
            return Err((span, no_panel(title)));
        }
        if answer.also.is_some() && answer.also(&self).is_none() {
            let names: Vec<&str> = self.measures.iter().map(|m| m.name()).collect();
            let (name, names) = (answer.also.unwrap_or_default(), names.join(", "));
            let reason = format!("`{name}` is not measured in this experiment: expected {names}");
            return Err((span, reason));
        }
        for place in &answer.at {
            let only = AnswerForm { at: vec![place.clone()], ..answer.clone() };
            let there = |panel: &Panel| panel.points.iter().any(|at| only.names(panel, &at.x));
            if !self.panels.iter().any(there) {
                let all = self.points().map(|(_, place)| place.x.to_string());
                let mut all: Vec<String> = all.collect();
                all.dedup();
                let reason = format!("nothing is played at `{place}`: expected {}", all.join(", "));
                return Err((span, reason));
            }
        }
        if let Some(source) = &answer.nearest
            && !self.sources().contains(&&source[..])
        {
            let reason = format!("`{source}` has published nothing here: `nearest` wants a source");
            return Err((span, reason));
        }
        let among = answer.among.iter().flat_map(|group| &group.players);
        for player in answer.compare.iter().flatten().chain(&answer.about).chain(among) {
            if !self.players.contains(player) {
                return Err((span, no_player(player, &self.players)));
            }
        }
        self.answer = answer;
        Ok(self)
    }
}

fn stop_rule(
    stop: &Spanned<StopDraft>,
    players: &[String],
    measure: Measure,
) -> Result<StoppingRule, Mistake> {
    let (span, StopDraft { compare, gain: [d0, d1] }) = (stop.span(), stop.as_ref());
    let seat = |player: &String| {
        let at = players.iter().position(|one| one == player);
        at.ok_or_else(|| (span.clone(), no_player(player, players)))
    };
    let players = (seat(&compare[0])?, seat(&compare[1])?);
    if d0 >= d1 || !d0.is_finite() || !d1.is_finite() || players.0 == players.1 {
        let reason = "expected two players, and two gains, the smaller first, as in [0, 0.01]";
        return Err((span, reason.to_owned()));
    }
    // Times are compared by ratios, and of others it must be known which way is up.
    if measure == Measure::Seconds || measure.less_is_better().is_none() {
        let name = measure.name();
        return Err((span, format!("no test to stop by is made of `{name}`, the main measure")));
    }
    Ok(StoppingRule { players, sprt: Sprt { d0: *d0, d1: *d1 } })
}

/// A file's text with one more player.
pub(crate) fn with_player(text: &str, player: &str) -> String {
    #[derive(Deserialize)]
    struct Players {
        players: Spanned<Vec<String>>,
    }
    let Ok(Players { players }) = toml::from_str(text) else { return text.to_owned() };
    let (span, mut players) = (players.span(), players.into_inner());
    players.push(player.to_owned());
    format!("{}{players:?}{}", &text[..span.start], &text[span.end..])
}

fn no_player(player: &str, players: &[String]) -> String {
    format!("`{player}` does not play in this experiment: expected {}", players.join(", "))
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

fn position(text: &Spanned<String>) -> Result<View, Mistake> {
    drawing::read_one(text.as_ref()).map_err(|error| (text.span(), error.to_string()))
}

fn gauge(text: &Spanned<String>) -> Result<GaugeEntry, Mistake> {
    GAUGES.iter().find(|entry| entry.name == text.as_ref()).copied().ok_or_else(|| {
        let names: Vec<&str> = GAUGES.iter().map(|entry| entry.name).collect();
        let (name, names) = (text.as_ref(), names.join(", "));
        (text.span(), format!("there is no gauge `{name}`: expected {names}"))
    })
}

#[cfg(test)]
pub(crate) mod tests;
