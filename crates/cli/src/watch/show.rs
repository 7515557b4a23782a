//! What `surefoot watch` shows of a game: every step in words or as JSON, or one board per
//! guess; the running counts, and the end with the truth.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use anstyle::Style;
use serde_json::{Value, json};
use surefoot_players::review::Risk;
use surefoot_rules::episode::{Record, Step};
use surefoot_rules::notation::drawing;
use surefoot_rules::{
    Action, Cell, Game, GameKind, Grid, Rules, Status, Tile, View, counted, percent,
};

use crate::args::{Common, WatchArguments};
use crate::{json, paint};

/// What is waited for after a step.
enum Wait {
    No,
    For(Duration),
    Enter,
}

/// What is shown, and the running counts.
pub(super) struct Show<'a> {
    pub(super) out: Box<dyn Write>,
    json: bool,
    boards: bool,
    wait: Wait,
    /// Whether there is one board per guess, and the view that is yet to be shown.
    phases: bool,
    unshown: Option<View>,
    /// Of the guess that is about to be played.
    pub(super) risk: Option<Risk>,
    player: &'a str,
    grid: Grid,
    kind: GameKind,
    opened: u64,
    exploded: u64,
    guesses: u64,
    /// Flags by the kind of reason.
    flags: BTreeMap<String, u64>,
}

impl<'a> Show<'a> {
    pub(super) fn new(common: &Common, arguments: &'a WatchArguments, rules: &Rules) -> Self {
        Self {
            out: Box::new(anstream::stdout()),
            json: common.json,
            boards: !common.quiet,
            wait: match arguments.delay {
                _ if arguments.step => Wait::Enter,
                Some(delay) => Wait::For(Duration::from_millis(delay)),
                None => Wait::No,
            },
            phases: arguments.phases,
            unshown: None,
            risk: None,
            player: &arguments.player,
            grid: rules.grid.clone(),
            kind: rules.kind,
            opened: 0,
            exploded: 0,
            guesses: 0,
            flags: BTreeMap::new(),
        }
    }

    fn point(&self, cell: Cell) -> [u32; 2] {
        json::pair(&self.grid, cell)
    }

    /// The first click, if the board names one.
    pub(super) fn given(&mut self, game: &Game, cell: Cell) -> io::Result<()> {
        self.opened += u64::from(game.view().opened());
        self.exploded += u64::from(game.view().opened_mines());
        let at = self.point(cell);
        if self.json {
            return writeln!(self.out, "{}", json!({"given": at, "opened": game.view().opened()}));
        }
        writeln!(self.out, "given     open {},{}", at[0], at[1])?;
        if self.phases {
            self.unshown = Some(game.view().clone());
            return Ok(());
        }
        self.board(game.view())
    }

    fn board(&mut self, view: &View) -> io::Result<()> {
        if self.boards && !self.json {
            writeln!(self.out, "{}", paint::view(view))?;
        }
        Ok(())
    }

    pub(super) fn step(&mut self, step: &Step<'_>) -> io::Result<()> {
        let choice = step.choice;
        let opens = matches!(choice.action, Action::Open(_) | Action::Chord(_));
        if opens && !choice.certain {
            self.end_phase()?;
        }
        let mines = step.changed.iter().filter(|&&cell| step.view.tile(cell) == Tile::Mine);
        self.exploded += mines.count() as u64;
        if opens {
            let first = self.opened == 0;
            self.opened += step.changed.len() as u64;
            self.guesses += u64::from(!choice.certain && !first);
        }
        if let Action::Flag(_) = choice.action {
            *self.flags.entry(choice.why.to_string()).or_default() += 1;
        }
        if self.json {
            self.step_as_json(step)?;
        } else {
            if !self.phases || (opens && !choice.certain) {
                self.step_in_words(step)?;
            }
            if self.phases {
                self.unshown = Some(step.view.clone());
            } else {
                self.board(step.view)?;
            }
        }
        self.out.flush()?;
        match self.wait {
            Wait::Enter => _ = io::stdin().lock().read_line(&mut String::new())?,
            Wait::For(delay) => std::thread::sleep(delay),
            Wait::No => {}
        }
        Ok(())
    }

    fn step_as_json(&mut self, step: &Step<'_>) -> io::Result<()> {
        let choice = step.choice;
        let changed: Vec<Value> = step
            .changed
            .iter()
            .map(|&cell| {
                let symbol = drawing::symbol(step.view.tile(cell));
                json!({"cell": self.point(cell), "shows": symbol.to_string()})
            })
            .collect();
        let line = json!({
            "step": step.number,
            "action": choice.action.name(),
            "cell": choice.action.cell().map(|cell| self.point(cell)),
            "certain": choice.certain,
            "why": choice.why,
            "because": json::pairs(&self.grid, &choice.because),
            "changed": changed,
            "risk": self.risk.map(|risk| risk.mine),
            "safest": self.risk.map(|risk| {
                json!({"cell": self.point(risk.safest), "risk": risk.least})
            }),
            "opened": self.opened,
            "exploded": self.exploded,
            "flags": self.flags,
            "guesses": self.guesses,
            "status": step.status.name(),
        });
        writeln!(self.out, "{line}")
    }

    fn step_in_words(&mut self, step: &Step<'_>) -> io::Result<()> {
        let choice = step.choice;
        let cell = choice.action.cell().map_or(String::new(), |cell| {
            let [x, y] = self.point(cell);
            format!(" {x},{y}")
        });
        let action = format!("{}{cell}", choice.action.name());
        let because: Vec<String> =
            choice.because.iter().map(|&cell| self.grid.point(cell).to_string()).collect();
        let because = match &because[..] {
            [] => String::new(),
            clues => format!(", by {}", clues.join(" ")),
        };
        let outcome = match (choice.action, step.changed) {
            (Action::Open(_) | Action::Ask(_), [one]) => match step.view.tile(*one) {
                Tile::Mine => ": a mine!".to_owned(),
                tile => format!(": {}", drawing::symbol(tile)),
            },
            (Action::Open(_) | Action::Chord(_), many) => {
                format!(": {}", counted(many.len(), "cell"))
            }
            _ => String::new(),
        };
        let sure = if choice.certain { "certain" } else { "guess" };
        let sure = if matches!(choice.action, Action::Ask(_)) { "" } else { sure };
        let bold = Style::new().bold();
        writeln!(
            self.out,
            "step {:<4} {bold}{action:<12}{bold:#} {sure:<7} {}{because}{outcome}",
            step.number + 1,
            choice.why,
        )?;
        if let Some(Risk { mine, safest, least }) = self.risk {
            let [x, y] = self.point(safest);
            let risk = |risk: f64| percent(risk, 1);
            let (mine, least) = (risk(mine), risk(least));
            writeln!(self.out, "          risk {mine}; the safest cell is {x},{y} with {least}")?;
        }
        if self.phases {
            return Ok(());
        }
        let counts = self.counts();
        writeln!(self.out, "          {counts}")
    }

    /// Everything that followed from a guess has been done.
    fn end_phase(&mut self) -> io::Result<()> {
        if let Some(view) = self.unshown.take() {
            let counts = self.counts();
            writeln!(self.out, "          {counts}")?;
            self.board(&view)?;
        }
        Ok(())
    }

    fn counts(&self) -> String {
        let total: u64 = self.flags.values().sum();
        let by: Vec<String> = self.flags.iter().map(|(why, n)| format!("{n} by {why}")).collect();
        let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
        let Self { opened, exploded, guesses, .. } = self;
        format!("flags {total}{by}, opened {opened}, exploded {exploded}, guesses {guesses}")
    }

    pub(super) fn end(&mut self, game: &Game, record: &Record) -> io::Result<()> {
        let outcome = &record.outcome;
        if self.json {
            let line = json!({
                "player": self.player,
                "status": outcome.status.name(),
                "digs": outcome.digs,
                "exploded": outcome.exploded,
                "true_flags": outcome.true_flags,
                "false_flags": outcome.false_flags,
                "guesses": record.guesses,
                "score": outcome.score,
                "dig_density": outcome.dig_density,
                "error": record.fault.as_ref().map(ToString::to_string),
                "mines": game.layout().map(|layout| {
                    json::pairs(&self.grid, &layout.mines().collect::<Vec<_>>())
                }),
            });
            writeln!(self.out, "{line}")?;
            return self.out.flush();
        }
        if let Some(fault) = &record.fault {
            writeln!(self.out, "{} broke the rules: {fault}", self.player)?;
        }
        self.end_phase()?;
        if let Some(layout) = game.layout()
            && self.boards
        {
            writeln!(self.out, "the truth")?;
            self.board(&View::revealing(layout))?;
        }
        let mines = game.rules().mines;
        let end = match (self.kind, outcome.status) {
            (_, Status::Playing) => "stopped early",
            (GameKind::Win, Status::Won) => "won",
            (GameKind::Win, _) => "lost",
            (GameKind::Dig, Status::Won) => "all mines found",
            (GameKind::Dig, _) => "a wrong declaration",
            (GameKind::Score, _) => "finished",
        };
        writeln!(self.out, "{}: {end}", self.player)?;
        writeln!(self.out, "{}", self.counts())?;
        let (right, wrong) = (outcome.true_flags, outcome.false_flags);
        writeln!(self.out, "mines     {mines}: {right} flagged, {} exploded", outcome.exploded)?;
        if wrong > 0 {
            writeln!(self.out, "false     {} on safe cells", counted(wrong, "flag"))?;
        }
        if let Some(score) = outcome.score {
            writeln!(self.out, "score     {score:.4}")?;
        }
        if let Some(density) = outcome.dig_density {
            writeln!(
                self.out,
                "density   {density:.4} ({} of {} cells)",
                outcome.digs,
                self.grid.len()
            )?;
        }
        self.out.flush()
    }
}
