//! What is asked while somebody plays, and the answers, ready to be shown.
//!
//! Nothing is decided here either: inference analyses and explains, `surefoot` advises, the
//! review reviews. What they say is put into words and cells to mark.

use surefoot_inference::no_guess::{self, NoGuessError, Wish};
use surefoot_inference::{
    Analysis, AnalysisError, Doubt, Explanation, Options, ProofError, Prover, Stop,
};
use surefoot_players::coach::{Coach, CoachError, Prospect};
use surefoot_players::review::{self, Review};
use surefoot_rules::{Action, Cell, Deal, Game, Layout, Promise, Tile, View, counted, percent};

use crate::tunables;

/// Something to be thought about.
#[derive(Debug)]
pub(super) enum Question {
    /// How likely is each cell to be a mine?
    Analysis(View),
    /// What to do next? The promise counts while nothing is open.
    Hint(View, Promise),
    /// Which of two cells is better?
    Compare(View, Cell, Cell),
    /// Why is this cell what it is?
    Why(View, Cell),
    /// How was the game played?
    Review(Box<Game>, Vec<Action>),
    /// A board that needs no guess.
    Board(Wish, Deal),
}

/// What was found.
#[derive(Debug)]
pub(super) enum Thought {
    Analysis(Analysis),
    Hint(Hint),
    Why(Why),
    Review(Box<Review>),
    Board(Layout, Cell),
    /// It is too complex to be counted.
    TooComplex,
    /// There is no answer for another reason, and this is why.
    Sorry(String),
    /// It was stopped.
    Stopped,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hint {
    pub(super) cell: Cell,
    pub(super) words: Vec<String>,
}

/// Why a cell is what it is: pages to turn, each with its words and what they speak of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Why {
    pub(super) cell: Cell,
    pub(super) title: String,
    pub(super) pages: Vec<Page>,
}

/// One step of a proof, or one way the mines may lie.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Page {
    pub(super) words: String,
    /// The numbers it rests on.
    pub(super) clues: Vec<Cell>,
    /// The cells it speaks of.
    pub(super) cells: Vec<Cell>,
    /// Mines, in a layout that is shown.
    pub(super) mines: Vec<Cell>,
}

impl Question {
    /// Thinks about it, until it is stopped.
    pub(super) fn answer(self, stop: &Stop) -> Thought {
        stop.during(|| match self {
            Self::Analysis(view) => analysis(&view),
            Self::Hint(view, promise) => hint(&view, promise),
            Self::Compare(view, one, other) => compare(&view, one, other),
            Self::Why(view, cell) => why(&view, cell),
            Self::Review(beginning, actions) => {
                let review = review::thorough(&beginning, &actions);
                if stop.is_stopped() { Thought::Stopped } else { Thought::Review(Box::new(review)) }
            }
            Self::Board(wish, deal) => match no_guess::deal(&wish, deal) {
                Ok(found) => Thought::Board(found.layout, wish.first),
                Err(NoGuessError::Stopped) => Thought::Stopped,
                Err(error) => Thought::Sorry(format!(
                    "{error}. Choose fewer mines, another first click, or boards with guesses."
                )),
            },
        })
    }
}

fn options() -> Options {
    Options { budget: tunables::PLAY_BUDGET, ..Options::default() }
}

fn no_analysis(error: &AnalysisError) -> Thought {
    match error {
        AnalysisError::Stopped => Thought::Stopped,
        error if error.is_too_wide() => Thought::TooComplex,
        error => Thought::Sorry(format!("{error}.")),
    }
}

fn analysis(view: &View) -> Thought {
    match Analysis::with(view, options()) {
        Ok(analysis) => Thought::Analysis(analysis),
        Err(error) => no_analysis(&error),
    }
}

fn hint(view: &View, promise: Promise) -> Thought {
    let counsel = match Coach::new(options()).consult(view, promise, tunables::PLAY_CANDIDATES) {
        Ok(counsel) => counsel,
        Err(error) => return no_analysis(&error),
    };
    let point = |cell: Cell| view.grid().point(cell);
    let choice = counsel.decision.as_ref().map(|decision| &decision.choice);
    let Some((choice, cell)) = choice.and_then(|choice| Some((choice, choice.action.cell()?)))
    else {
        let words = "Every cell is open or flagged: take a wrong flag away.";
        return Thought::Sorry(words.to_owned());
    };
    let flagged = view.tile(cell) == Tile::Flag;
    let mut words = vec![if flagged {
        format!("Take the flag at {} away and open it.", point(cell))
    } else {
        format!("Open {}.", point(cell))
    }];
    if view.opened() == 0 {
        words.push("A good first click.".to_owned());
    } else if choice.certain {
        let others = counsel.certain.saturating_sub(1);
        words.push("It is certainly safe. W says why.".to_owned());
        if others > 0 {
            let are = if others == 1 { "is" } else { "are" };
            words.push(format!("{} {are} safe, too.", counted(others, "other cell")));
        }
    } else {
        words.push("Nothing is certain. The best guesses:".to_owned());
        let candidate = |at: &Prospect| format!("{}: {}", point(at.cell), at.words());
        words.extend(counsel.candidates.iter().map(candidate));
        if counsel.candidates.len() > 1 {
            words.push("V compares the cell at the cursor with the first.".to_owned());
        }
    }
    Thought::Hint(Hint { cell, words })
}

/// Two cells compared; the second is what is shown.
fn compare(view: &View, one: Cell, other: Cell) -> Thought {
    match Coach::new(options()).compare(view, one, other) {
        Ok(compared) => Thought::Hint(Hint { cell: one, words: compared.words(view) }),
        Err(CoachError::Analysis(error)) => no_analysis(&error),
        Err(error) => Thought::Sorry(format!("{error}.")),
    }
}

fn why(view: &View, cell: Cell) -> Thought {
    let point = view.grid().point(cell);
    match Prover::new(options()).explain(view, cell) {
        Ok(Explanation::Proof(proof)) => {
            let is = if proof.mine { "is a mine" } else { "is safe" };
            let steps = proof.steps().into_iter().zip(proof.in_words(view));
            let pages = steps.map(|(step, words)| Page {
                words,
                cells: step.looks_at(),
                clues: step.clues,
                mines: Vec::new(),
            });
            let total = if proof.total { " and the number of mines" } else { "" };
            let needs = counted(proof.clues.len(), "clue");
            let title = format!("{point} {is}. It takes {needs}{total}.");
            Thought::Why(Why { cell, title, pages: pages.collect() })
        }
        Ok(Explanation::Doubt(Doubt { probability, contrast, .. })) => {
            let chance = percent(probability, 1);
            let title = match contrast.counts() {
                Some((all, with)) => {
                    format!("{point} may be either: a mine in {with} of {all} layouts ({chance}).")
                }
                None => format!("{point} may be either: the chance of a mine is {chance}."),
            };
            let page = |words: &str, mines: Vec<Cell>| Page {
                words: words.to_owned(),
                mines,
                ..Page::default()
            };
            let pages = vec![
                page("A layout in which it is a mine.", contrast.as_mine),
                page("A layout in which it is safe.", contrast.as_safe),
            ];
            Thought::Why(Why { cell, title, pages })
        }
        Ok(Explanation::Clash(clash)) => {
            let page = Page { words: clash.to_string(), clues: clash.clues, ..Page::default() };
            Thought::Why(Why { cell, title: "No layout fits.".to_owned(), pages: vec![page] })
        }
        Err(ProofError::Analysis(error)) => no_analysis(&error),
        Err(error) => Thought::Sorry(format!("{error}.")),
    }
}
