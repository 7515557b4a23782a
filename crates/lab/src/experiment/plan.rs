//! An experiment as data: who plays what, how often, and what is measured.
//!
//! An experiment is a TOML file. It is read in two steps, as views are: a draft that has
//! the right keys, then an experiment in which every level, rule and player exists and
//! fits. Both kinds of mistakes are told with line, column and what is allowed, before
//! anything is played.
//!
//! An experiment is a list of *panels*, each a list of *points* along a *sweep*. At every
//! point all players play the same deals; points of the same size share theirs too, so
//! that conditions can be compared pair by pair.

use std::ops::Range;

use serde::Deserialize;
use surefoot_players::PlayerLook;
#[cfg(feature = "toml")]
use surefoot_players::Roster;
use surefoot_rules::notation::Board;
use surefoot_rules::{Cell, GameKind, Grid, Rules, View};

use crate::bench::signature;
#[cfg(feature = "toml")]
use crate::experiment::draft;
use crate::experiment::measure::Measure;
use crate::experiment::stopping::StoppingRule;
pub use crate::experiment::sweep::{Over, SweepPoint, X};
use crate::play::Estimator;
use crate::play::gauge::GaugeEntry;
use crate::play::source::Source;
use crate::tunables;

/// A declared experiment.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name: the file's, without the ending.
    pub name: String,
    /// The file it was read from; empty if a program put it together.
    pub text: String,
    /// A short title.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// What else a reader should know; may be empty.
    pub notes: String,
    /// Who plays, by their texts. Differences are to the first.
    pub players: Vec<String>,
    /// How figures draw each of them, where its entry says so.
    pub looks: Vec<Option<PlayerLook>>,
    /// What tells records of this engine and these players from those of others.
    pub engine: String,
    /// Deals per point.
    pub deals: u64,
    /// Deals per point as its file says.
    pub full: u64,
    /// Deals per point when there is little time.
    pub quick: u64,
    /// The seed of deals, clue draws and players.
    pub seed: u64,
    /// When fewer deals are enough.
    pub stop: Option<StoppingRule>,
    /// What is measured; the first is the main one.
    pub measures: Vec<Measure>,
    /// How wins are estimated.
    pub estimate: Estimator,
    /// Whether it is found out which guesses were forced.
    pub judged: bool,
    /// Gauges read at every game.
    pub gauges: Vec<GaugeEntry>,
    /// Its panels.
    pub panels: Vec<Panel>,
    /// What others have published.
    pub published: Vec<Published>,
    /// How the answer is put.
    pub answer: AnswerForm,
    /// A position whose probabilities are drawn; then nothing is played.
    pub position: Option<View>,
}

/// One part of an experiment: a sweep under one setting.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What sets it apart; empty if it is the only one.
    pub title: String,
    /// What is varied.
    pub over: Over,
    /// What stands on the axis.
    pub axis: String,
    /// Its points, in order.
    pub points: Vec<SweepPoint>,
}

/// A panel of given boards: its title, what varies, and the boards at each place.
pub type BoardPanel = (String, Over, Vec<(f64, Vec<Board>)>);

/// What others have published, beside ours.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Published {
    /// Whose values.
    pub source: String,
    /// The title of the panel they belong to, if there are several.
    #[serde(default)]
    pub panel: String,
    /// The places on the sweep, as texts.
    #[cfg_attr(feature = "toml", serde(deserialize_with = "draft::texts"))]
    pub x: Vec<String>,
    /// The values, in the unit of the figure.
    pub y: Vec<f64>,
    /// How many games each value rests on, if they say.
    pub games: Option<u64>,
    /// The player of ours that they are compared with, if there is one like theirs.
    pub player: Option<String>,
    /// What else is to be known of them.
    #[serde(default)]
    pub note: String,
}

/// How the answer is put: sentences are computed from the data.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AnswerForm {
    /// Whether it stands in the summary of a report.
    #[serde(default)]
    pub headline: bool,
    /// Where each player crosses this value of the main measure.
    pub threshold: Option<f64>,
    /// By which power of the sweep the measure grows.
    #[serde(default)]
    pub growth: bool,
    /// Two panels to be compared on the same deals, by their titles.
    pub contrast: Option<[String; 2]>,
    /// Two players to be compared panel by panel.
    pub compare: Option<[String; 2]>,
    /// A measure that the others are drawn against, game by game.
    pub against: Option<String>,
    /// The players that the question is about, where that is not who is best.
    #[serde(default)]
    pub about: Vec<String>,
    /// Players among whom the best is named too, where somebody else is the best of all.
    pub among: Option<AnswerGroup>,
    /// The panel that it is about.
    pub on: Option<String>,
    /// The places that it is about: as texts, with the title of their panel before them (`6x6: 15`)
    /// where they do not stand for those of all.
    #[serde(default)]
    #[cfg_attr(feature = "toml", serde(deserialize_with = "draft::texts"))]
    pub at: Vec<String>,
    /// Another measure that is compared too, if there is room.
    pub also: Option<String>,
    /// Whether the question is also how far single games lie apart.
    #[serde(default)]
    pub spread: bool,
    /// The source to whose published values somebody comes nearest.
    pub nearest: Option<String>,
}

/// Some of the players, and what they are called together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerGroup {
    /// As in "the write-ups' players".
    pub who: String,
    /// Which.
    pub players: Vec<String>,
}

impl AnswerForm {
    /// Whether the question names a place of a panel.
    pub(crate) fn names(&self, panel: &Panel, x: &X) -> bool {
        let (x, title) = (x.to_string(), &panel.title);
        self.at.contains(&format!("{title}: {x}"))
            || self.on.as_ref().is_none_or(|on| on == title) && self.at.contains(&x)
    }

    /// The other measure that is compared.
    pub(crate) fn also(&self, experiment: &Experiment) -> Option<Measure> {
        let name = self.also.as_ref()?;
        experiment.measures.iter().copied().find(|measure| measure.name() == name)
    }
}

/// What is wrong with an experiment, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, column {column}: {reason}\n{excerpt}")]
pub struct PlanError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong and what is allowed.
    pub reason: String,
    /// The line itself, with a mark under the place.
    pub excerpt: String,
}

impl Experiment {
    /// Reads an experiment between players of this roster; `file` is what its place is called
    /// in complaints.
    ///
    /// ```
    /// use surefoot_lab::experiment::plan::Experiment;
    /// use surefoot_players::Roster;
    ///
    /// let text = r#"
    /// title = "Who is better?"
    /// question = "Does closure win more than queue?"
    /// game = "wins"
    /// players = ["queue", "closure"]
    /// "#;
    /// let error = Experiment::read(&Roster::standard(), "mine", "mine.toml", text).unwrap_err();
    /// assert_eq!((error.line, error.column), (4, 8));
    /// assert_eq!(error.reason, "`wins` is not a game: expected win, score or dig");
    /// ```
    #[cfg(feature = "toml")]
    pub fn read(roster: &Roster, name: &str, file: &str, text: &str) -> Result<Self, PlanError> {
        draft::read(roster, name, file, text)
    }

    /// The same with one more player, as if its file had named it too.
    #[cfg(feature = "toml")]
    pub fn with_player(&self, roster: &Roster, player: &str) -> Result<Self, PlanError> {
        let text = draft::with_player(&self.text, player);
        let read = Self::read(roster, &self.name, &format!("{}.toml", self.name), &text)?;
        let (seed, deals, panels) = (self.seed, self.deals, self.panels.clone());
        Ok(Self { seed, deals, panels, published: self.published.clone(), ..read })
    }

    /// An experiment of one point, played by nobody yet: a match, or one that is put
    /// together by a program. By default 100 deals of seed 2026 are played. It has no file, so
    /// it is not played into a folder; [`Run`](crate::experiment::run::Run) takes it.
    pub fn of_one_point(rules: Rules, source: Source) -> Self {
        let measures = vec![Measure::usual(rules.kind)];
        let points = vec![SweepPoint { x: X::Label(String::new()), rules, source, seed: None }];
        let panel = Panel { title: String::new(), over: Over::Level, axis: String::new(), points };
        Self {
            name: String::new(),
            text: String::new(),
            title: String::new(),
            question: String::new(),
            notes: String::new(),
            players: Vec::new(),
            looks: Vec::new(),
            engine: signature::COMMITTED.trim().to_owned(),
            deals: tunables::USUAL_DEALS,
            full: tunables::USUAL_DEALS,
            quick: tunables::USUAL_DEALS,
            seed: tunables::USUAL_SEED,
            stop: None,
            measures,
            estimate: Estimator::Plain,
            judged: false,
            gauges: Vec::new(),
            panels: vec![panel],
            published: Vec::new(),
            answer: AnswerForm::default(),
            position: None,
        }
    }

    /// All points, panel by panel, with the number of their panel.
    pub fn points(&self) -> impl Iterator<Item = (usize, &SweepPoint)> {
        let panels = self.panels.iter().enumerate();
        panels.flat_map(|(at, panel)| panel.points.iter().map(move |point| (at, point)))
    }

    /// The panels, each with the numbers of its points.
    pub fn panels_with_points(&self) -> impl Iterator<Item = (&Panel, Range<usize>)> {
        let mut end = 0;
        self.panels.iter().map(move |panel| {
            let first = end;
            end += panel.points.len();
            (panel, first..end)
        })
    }

    /// The place of a player among them.
    pub fn seat(&self, player: &str) -> Option<usize> {
        self.players.iter().position(|known| known == player)
    }

    /// What others have published of a place on a panel, and who.
    pub fn published_at(&self, panel: &str, x: &X) -> impl Iterator<Item = (&Published, f64)> {
        let label = x.to_string();
        let entries = self.published.iter().filter(move |entry| entry.panel == panel);
        entries.filter_map(move |entry| {
            let at = entry.x.iter().position(|x| *x == label)?;
            Some((entry, entry.y[at]))
        })
    }

    /// The published sources, each once.
    pub fn sources(&self) -> Vec<&str> {
        let mut sources: Vec<&str> = Vec::new();
        for entry in &self.published {
            if !sources.contains(&entry.source.as_str()) {
                sources.push(&entry.source);
            }
        }
        sources
    }

    /// The measure that others are set against, with each of those.
    pub fn related(&self) -> Vec<(Measure, Measure)> {
        let name = self.answer.against.as_deref();
        let Some(&against) = self.measures.iter().find(|of| Some(of.name()) == name) else {
            return Vec::new();
        };
        let others = self.measures.iter().filter(|&&measure| measure != against);
        others.map(|&measure| (against, measure)).collect()
    }

    /// How many deals are played at a point.
    pub fn deals_at(&self, point: &SweepPoint) -> u64 {
        match &point.source {
            Source::Boards(boards) => boards.len() as u64,
            _ => self.deals,
        }
    }

    /// Games of all players at all points.
    pub fn games(&self) -> u64 {
        let deals: u64 = self.points().map(|(_, point)| self.deals_at(point)).sum();
        deals * self.players.len() as u64
    }

    /// Whether it takes the public course's own files instead of boards by its recipe.
    pub fn takes_boards(&self) -> bool {
        self.points().any(|(_, point)| matches!(point.source, Source::Course))
    }

    /// Plays these boards instead of what its panels say: panels of (where on the
    /// sweep, boards).
    pub fn set_boards(&mut self, panels: Vec<BoardPanel>) {
        let kind = self.points().next().map_or(GameKind::Dig, |(_, point)| point.rules.kind);
        let panel = |(title, over, groups): BoardPanel| {
            let point = |(x, boards): (f64, Vec<Board>)| SweepPoint {
                x: X::Number(x),
                rules: Rules::on(kind, &boards[0].layout),
                source: Source::Boards(boards.into()),
                seed: None,
            };
            let points = groups.into_iter().map(point).collect();
            Panel { title, over, axis: over.usual_axis().to_owned(), points }
        };
        let old = std::mem::replace(&mut self.panels, panels.into_iter().map(panel).collect());
        // What was published of a sweep belongs to the panel with that sweep.
        self.published.retain_mut(|entry| {
            let over = old.iter().find(|panel| panel.title == entry.panel).map(|panel| panel.over);
            let new = self.panels.iter().find(|panel| Some(panel.over) == over);
            entry.panel = new.map_or(String::new(), |panel| panel.title.clone());
            new.is_some()
        });
    }
}

/// The first of all mirror images of a cell, row by row.
pub(crate) fn image(grid: &Grid, cell: Cell) -> Cell {
    let (width, height) = (grid.width(), grid.height());
    let mut point = grid.point(cell);
    point.x = point.x.min(width - 1 - point.x);
    point.y = point.y.min(height - 1 - point.y);
    if width == height && point.y > point.x {
        (point.x, point.y) = (point.y, point.x);
    }
    grid.cell(point).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::draft::tests::GOOD;

    #[test]
    fn points_are_the_product_of_panels_and_values() {
        let read = Experiment::read(&Roster::standard(), "x", "x.toml", GOOD).unwrap();
        let points: Vec<_> =
            read.points().map(|(panel, point)| (panel, point.rules.mines)).collect();
        assert_eq!(points, [(0, 20), (0, 50), (1, 20), (1, 50)]);
        assert!(read.panels[0].points[0].rules.told && !read.panels[1].points[0].rules.told);
        assert_eq!(read.measures[0].name(), "score");
    }
}
