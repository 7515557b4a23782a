//! Kaboom: the game in which a guess that is needed is always safe, and one that is not always
//! loses.
//!
//! It takes luck out of the real game without choosing boards that have none: the board answers
//! to what could be known. A *guess* is an open or a chord that may hit a mine, as far as anyone
//! can know; it is *needed* where no closed cell is certainly safe. (The idea is Kaboom's, a game
//! by Paweł Marczewski; players asked for it in others' clients.)
//!
//! No mine is ever moved in sight: before such an action the layout is replaced by another one
//! that agrees with everything seen, through [`History::replace_layout`], which checks that. It is
//! drawn from the posterior, given that the guessed cells are safe, or that one is a mine: the
//! same view with these cells open and silent, or with an opened mine. Drawing layouts until one
//! fits would be the obvious way; where a cell is a mine in all but one of a million layouts, it
//! does not end.
//!
//! Flags are claims and change nothing: who flags the safe cells does not make a guess needed.
//! What is too wide to be counted is played as it lies, and the answer says so.

use surefoot_rules::{
    Action, ActionError, Cell, Draft, GameKind, History, Layout, Promise, Random, Rules, Status,
    Tile, View, named,
};

use crate::error::AnalysisError;
use crate::posterior::Options;
use crate::workspace::Workspace;

/// What an action that opens cells was, as far as anyone could know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// All its cells were certainly safe.
    Certain,
    /// A guess, and no cell was certainly safe: it goes well.
    Needed,
    /// A guess, though some cell was certainly safe: it loses.
    Needless,
    /// It could not go well, whatever the layout: a certain mine, or a chord around false flags.
    Hopeless,
    /// The position was too wide to be counted; the board was left as it was.
    TooWide,
}

named! {
    Judgement {
        Certain => "certain",
        Needed => "needed",
        Needless => "needless",
        Hopeless => "hopeless",
        TooWide => "too-wide",
    }
}

/// Why rules do not go with kaboom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KaboomError {
    /// Another game than `win`.
    #[error("kaboom is a way to play `win`; in `{0}` a mine does not end the game")]
    Kind(GameKind),
    /// Uncertain clues, under which hardly anything is certain.
    #[error("kaboom needs exact clues")]
    Clues,
    /// A hidden total.
    #[error("kaboom needs the number of mines to be told")]
    Untold,
    /// A first click that may be a mine.
    #[error("kaboom needs a first click that finds a safe cell or an opening")]
    Promise,
}

/// Plays kaboom, in memory that is used again.
///
/// ```
/// use surefoot_inference::{Judgement, Kaboom};
/// use surefoot_rules::{Action, Cell, Deal, Game, GameKind, History, Rules, Status, layout};
///
/// let board = layout!["M . . . ."];
/// let mut game = Game::new(Rules::on(GameKind::Win, &board))?;
/// game.lay(&board, Deal::default())?;
/// let mut history = History::of(game);
/// let mut kaboom = Kaboom::default();
/// let mut open = |history: &mut History, cell| kaboom.play(history, Action::Open(Cell::new(cell)));
///
/// // Nothing is known, so any cell is a needed guess.
/// assert_eq!(open(&mut history, 1)?, (Status::Playing, Some(Judgement::Needed)));
/// // It shows 1. The mine is at 0 or 2, so 3 and 4 are safe, and 2 is a needless guess:
/// // now the mine is there.
/// assert_eq!(open(&mut history, 2)?, (Status::Lost, Some(Judgement::Needless)));
/// history.take_back();
/// assert_eq!(open(&mut history, 3)?, (Status::Won, Some(Judgement::Certain)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Kaboom {
    workspace: Workspace,
}

impl Kaboom {
    /// Kaboom within other limits than the usual ones.
    pub fn new(options: Options) -> Self {
        Self { workspace: Workspace::new(options) }
    }

    /// Whether these rules go with kaboom. (A board that is laid out has no promise and needs
    /// none: its first click is judged as any other.)
    pub fn check(rules: &Rules) -> Result<(), KaboomError> {
        if rules.kind != GameKind::Win {
            return Err(KaboomError::Kind(rules.kind));
        }
        if !rules.clues.rule.is_exact() {
            return Err(KaboomError::Clues);
        }
        if !rules.told {
            return Err(KaboomError::Untold);
        }
        Ok(())
    }

    /// The same of rules by which boards are dealt: where nothing is promised, the first click could
    /// be a mine, and there is no layout yet to replace.
    pub fn check_dealt(rules: &Rules) -> Result<(), KaboomError> {
        Self::check(rules)?;
        if rules.promise == Promise::None { Err(KaboomError::Promise) } else { Ok(()) }
    }

    /// Plays one action, on a board that answers to it. What it was, where it opened cells of a
    /// board whose mines are decided: the first click of a deal is nobody's fault.
    pub fn play(
        &mut self,
        history: &mut History,
        action: Action,
    ) -> Result<(Status, Option<Judgement>), ActionError> {
        // What is legal does not depend on the layout.
        history.game().clone().play(action)?;
        let judgement = self.prepare(history, action);
        Ok((history.play(action)?, judgement))
    }

    /// Judges an action and lays the board that it deserves.
    fn prepare(&mut self, history: &mut History, action: Action) -> Option<Judgement> {
        let (game, number) = (history.game(), history.actions().len());
        let (view, layout) = (game.view(), game.layout()?);
        let cells = action.opens(view);
        if cells.is_empty() {
            return None;
        }
        let Ok(judgement) = self.judge(view, &cells) else { return Some(Judgement::TooWide) };
        let hit = cells.iter().any(|&cell| layout.is_mine(cell));
        let given = match judgement {
            Judgement::Needed if hit => with(view, &cells, Tile::Silent),
            Judgement::Needless if !hit => {
                let mine = self.mine_among(view, &cells);
                mine.and_then(|mine| with(view, &[mine], Tile::Mine))
            }
            _ => return Some(judgement),
        };
        let mut random = Random::for_player(game.dealt(), &format!("kaboom {number}"));
        let other = given.and_then(|given| self.draw(&given, &mut random));
        match other.map(|other| history.replace_layout(&other)) {
            Some(Ok(())) => Some(judgement),
            _ => Some(Judgement::TooWide),
        }
    }

    /// What it is to open these hidden cells at once; an error where that cannot be counted.
    ///
    /// ```
    /// use surefoot_inference::{Judgement, Kaboom};
    /// use surefoot_rules::{Cell, view};
    ///
    /// let mut kaboom = Kaboom::default();
    /// let mut judge = |view, cell| kaboom.judge(&view, &[Cell::new(cell)]);
    /// assert_eq!(judge(view!["3x1/1", "* 1 *"], 0), Ok(Judgement::Needed));
    /// assert_eq!(judge(view!["4x1/1", "* 1 * *"], 0), Ok(Judgement::Needless));
    /// assert_eq!(judge(view!["4x1/1", "* 1 * *"], 3), Ok(Judgement::Certain));
    /// assert_eq!(judge(view!["2x1/1", "1 *"], 1), Ok(Judgement::Hopeless));
    /// ```
    pub fn judge(&mut self, view: &View, cells: &[Cell]) -> Result<Judgement, AnalysisError> {
        let posterior = self.workspace.solve(view)?;
        if cells.iter().all(|&cell| posterior.is_safe(cell)) {
            return Ok(Judgement::Certain);
        }
        if cells.iter().any(|&cell| posterior.is_mine(cell)) {
            return Ok(Judgement::Hopeless);
        }
        if view.closed().any(|cell| posterior.is_safe(cell)) {
            return Ok(Judgement::Needless);
        }
        if cells.len() == 1 {
            return Ok(Judgement::Needed);
        }
        // Each may be safe, but perhaps not all of them.
        let given = with(view, cells, Tile::Silent);
        match given.map(|given| self.workspace.solve(&given).map(drop)) {
            Some(Ok(())) => Ok(Judgement::Needed),
            None | Some(Err(AnalysisError::Inconsistent(_))) => Ok(Judgement::Hopeless),
            Some(Err(error)) => Err(error),
        }
    }

    /// A cell among these that may be a mine.
    fn mine_among(&mut self, view: &View, cells: &[Cell]) -> Option<Cell> {
        let posterior = self.workspace.solve(view).ok()?;
        cells.iter().copied().find(|&cell| !posterior.is_safe(cell))
    }

    /// A layout drawn from what is given.
    fn draw(&mut self, given: &View, random: &mut Random) -> Option<Layout> {
        let mut mines = self.workspace.solve(given).ok()?.sample(random);
        mines.extend(given.grid().cells().filter(|&cell| given.tile(cell) == Tile::Mine));
        Layout::new(given.grid().clone(), mines).ok()
    }
}

/// The same view, but these cells open: silent, so that they are known to be safe and no more than
/// that; or mines.
fn with(view: &View, cells: &[Cell], tile: Tile) -> Option<View> {
    let mut draft = Draft::from(view.clone());
    for cell in cells {
        draft.tiles[cell.index()] = tile;
    }
    View::try_from(draft).ok()
}
