//! `surefoot watch`: one game, play by play, as the write-ups print theirs.

mod show;

use std::io::{self, Write};
use std::ops::ControlFlow;

use surefoot_inference::Workspace;
use surefoot_players::influence::Influence;
use surefoot_players::review;
use surefoot_players::scripted::Scripted;
use surefoot_rules::episode::{self, Spectator, Step};
use surefoot_rules::{Action, Cell, Choice, Deal, Game, Level, Point, counted};

use crate::args::WatchArguments;
use crate::asker::Asker;
use crate::complaint::{complain, no_player};
use crate::influence::{self, ChainsForm};
use crate::setting::{self, Meant};
use crate::watch::show::Show;
use crate::{input, output};

pub(crate) fn run(asker: Asker<'_>, arguments: &WatchArguments) -> anyhow::Result<()> {
    let Asker { common, roster } = asker;
    let Meant { rules, boards } =
        setting::read(&arguments.setting, Level::BEGINNER, arguments.index.saturating_add(1))?;
    let text = &arguments.player;
    roster.check(text, &rules).map_err(no_player)?;
    let player = roster.call(text).map_err(no_player)?;
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
    let on_board = |point: Point| input::cell(&game.rules().grid, point, "the board");
    let first = arguments.first.map(on_board).transpose()?.or(first);
    let opens = arguments.opens.iter().flat_map(|points| &points.0);
    let opens: Vec<Cell> = opens.map(|&point| on_board(point)).collect::<Result<_, _>>()?;
    let mut player = Scripted::new(player, opens);
    let form = arguments.influence.as_deref().map(ChainsForm::of).transpose()?;
    let mut show = Show::new(common, arguments, game.rules());
    if let Some(first) = first {
        game.play(Action::Open(first))?;
        show.given(&game, first)?;
    }
    let random = roster.random(Deal::new(seed, index), text);
    let abilities = roster.entry_of(text).map_err(no_player)?.abilities();
    let influence = form.map(|_| Influence::new(game.view(), abilities));
    let workspace = Workspace::default();
    let mut audience = Audience { show, failed: None, influence, workspace };
    let record = episode::play_watched(&mut game, &mut player, random, &mut audience);
    let Audience { mut show, failed, influence, .. } = audience;
    if let Some(error) = failed {
        return Err(error.into());
    }
    show.end(&game, &record)?;
    if let (Some(form), Some(influence), Some(path)) = (form, influence, &arguments.influence) {
        let form = if common.json && form == ChainsForm::List { ChainsForm::Json } else { form };
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
    /// For the risk of guesses.
    workspace: Workspace,
}

impl Spectator for Audience<'_> {
    fn before(&mut self, game: &mut Game, choice: &Choice) -> ControlFlow<()> {
        self.show.risk = match choice.action {
            Action::Open(cell) if !choice.certain => {
                review::risk(&mut self.workspace, game.view(), cell)
            }
            _ => None,
        };
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
