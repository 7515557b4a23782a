//! `surefoot watch`: one game, play by play, as the write-ups print theirs.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use anstyle::Style;
use serde_json::{Value, json};
use surefoot_players::Roster;
use surefoot_players::influence::Influence;
use surefoot_rules::episode::{self, Record, Spectator, Step};
use surefoot_rules::notation::drawing;
use surefoot_rules::{
    Action, Cell, Choice, Deal, Game, GameKind, Grid, Level, Random, Rules, Status, Tile, counted,
};

use crate::args::{Common, Watch};
use crate::complaint::complain;
use crate::influence::{self, Form};
use crate::setting::{self, Meant};
use crate::{json, output, paint};

pub(crate) fn run(common: &Common, roster: &Roster, arguments: &Watch) -> anyhow::Result<()> {
    let Meant { rules, boards } =
        setting::read(&arguments.setting, Level::BEGINNER, arguments.index.saturating_add(1))?;
    let text = &arguments.player;
    let unknown = |error: surefoot_players::RosterError| {
        complain(error.to_string(), "`surefoot players` lists the players and their options")
    };
    roster.check(text, &rules).map_err(unknown)?;
    let mut player = roster.call(text).map_err(unknown)?;
    let (seed, index) = (common.seed(), arguments.index);

    let (mut game, first) = match &boards {
        None => {
            let mut game = Game::new(rules)?;
            game.deal(Deal::new(seed, index));
            (game, None)
        }
        Some(boards) => {
            let board = usize::try_from(index).ok().and_then(|index| boards.get(index));
            let board = board.ok_or_else(|| {
                let what = format!(
                    "there is no board {index}: --boards holds {}",
                    counted(boards.len(), "board")
                );
                complain(what, "--index counts from 0")
            })?;
            let mut game = Game::new(rules.moved_to(&board.layout))?;
            game.lay(&board.layout, Deal::new(seed, index))?;
            (game, board.first)
        }
    };
    let form = arguments.influence.as_deref().map(Form::of).transpose()?;
    let mut show = Show::new(common, arguments, game.rules());
    if let Some(first) = first {
        game.play(Action::Open(first))?;
        show.given(&game, first)?;
    }
    let random = Random::for_player(Deal::new(seed, index), text);
    let abilities = roster.entry_of(text).map_err(unknown)?.abilities();
    let influence = form.map(|_| Influence::new(game.view(), abilities));
    let mut audience = Audience { show, failed: None, influence };
    let record = episode::play_watched(&mut game, &mut player, random, &mut audience);
    let Audience { mut show, failed, influence } = audience;
    if let Some(error) = failed {
        return Err(error.into());
    }
    show.end(&game, &record)?;
    if let (Some(form), Some(influence), Some(path)) = (form, influence, &arguments.influence) {
        output::put(path, form.write(influence.graph(), game.view()).as_bytes())?;
        if !common.json {
            writeln!(show.out, "{}", influence::in_words(&influence.graph().chains()))?;
        }
    }
    Ok(show.out.flush()?)
}

/// All who look on.
struct Audience<'a> {
    show: Show<'a>,
    failed: Option<io::Error>,
    influence: Option<Influence>,
}

impl Spectator for Audience<'_> {
    fn before(&mut self, game: &mut Game, choice: &Choice) -> ControlFlow<()> {
        match &mut self.influence {
            Some(influence) => influence.before(game, choice),
            None => ControlFlow::Continue(()),
        }
    }

    fn after(&mut self, step: &Step<'_>) {
        if let Some(influence) = &mut self.influence {
            influence.after(step);
        }
        if self.failed.is_none() {
            self.failed = self.show.step(step).err();
        }
    }
}

/// What is shown, and the running counts.
struct Show<'a> {
    out: Box<dyn Write>,
    json: bool,
    boards: bool,
    step: bool,
    delay: Option<Duration>,
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
    fn new(common: &Common, arguments: &'a Watch, rules: &Rules) -> Self {
        Self {
            out: Box::new(anstream::stdout()),
            json: common.json,
            boards: !common.quiet,
            step: arguments.step,
            delay: arguments.delay.map(Duration::from_millis),
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
    fn given(&mut self, game: &Game, cell: Cell) -> io::Result<()> {
        self.opened += u64::from(game.view().opened());
        self.exploded += u64::from(game.view().opened_mines());
        let at = self.point(cell);
        if self.json {
            return writeln!(self.out, "{}", json!({"given": at, "opened": game.view().opened()}));
        }
        writeln!(self.out, "given     open {},{}", at[0], at[1])?;
        self.board(game.view())
    }

    fn board(&mut self, view: &surefoot_rules::View) -> io::Result<()> {
        if self.boards && !self.json {
            writeln!(self.out, "{}", paint::view(view))?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step<'_>) -> io::Result<()> {
        let choice = step.choice;
        let mines = step.changed.iter().filter(|&&cell| step.view.tile(cell) == Tile::Mine);
        self.exploded += mines.count() as u64;
        let opens = matches!(choice.action, Action::Open(_) | Action::Chord(_));
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
            self.step_in_words(step)?;
            self.board(step.view)?;
        }
        self.out.flush()?;
        if self.step {
            io::stdin().lock().read_line(&mut String::new())?;
        } else if let Some(delay) = self.delay {
            std::thread::sleep(delay);
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
        let counts = self.counts();
        writeln!(self.out, "          {counts}")
    }

    fn counts(&self) -> String {
        let total: u64 = self.flags.values().sum();
        let by: Vec<String> = self.flags.iter().map(|(why, n)| format!("{n} by {why}")).collect();
        let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
        let Self { opened, exploded, guesses, .. } = self;
        format!("flags {total}{by}, opened {opened}, exploded {exploded}, guesses {guesses}")
    }

    fn end(&mut self, game: &Game, record: &Record) -> io::Result<()> {
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
            });
            writeln!(self.out, "{line}")?;
            return self.out.flush();
        }
        if let Some(fault) = &record.fault {
            writeln!(self.out, "{} broke the rules: {fault}", self.player)?;
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
