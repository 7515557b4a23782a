//! Proofs: why a cell is certain, by as few clues as possible.
//!
//! Three things make a proof: the grounds (which clues, in `grounds`), a derivation
//! (how they lead to the cell, in `derivation`), and on request a certificate that a
//! program which shares no code with ours can check (`certificate`).
//!
//! The obvious way, to count again without each clue in turn, answers the same in
//! milliseconds; most cells are certain by one or two clues, and those are found by
//! looking at the cell's neighbours only.

use surefoot_rules::{Cell, ClueRule, Point, View};

use crate::count::frontier::NONE;
use crate::error::AnalysisError;
use crate::posterior::Options;
use crate::proof::certificate::{self, Certificate};
use crate::proof::derivation::{Bound, Derivation, DerivationStep, Premises};
use crate::proof::grounds::{self, Grounds, Seeker};
use crate::workspace::Workspace;

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The cell is not on the board.
    #[error("cell {} is not on the board", .0.number())]
    Outside(Cell),
    /// The cell is open.
    #[error("{0} is open: there is nothing to prove")]
    Open(Point),
    /// The clues are uncertain.
    #[error("a proof needs clues that tell the truth, and these are {0}")]
    Clues(ClueRule),
    /// The cell may be either.
    #[error("{point} is not certain: it is a mine with probability {probability:.4}")]
    NotCertain {
        /// Where.
        point: Point,
        /// The probability of a mine.
        probability: f64,
    },
    /// The view has no analysis.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// It is certain, but too hard to be proved in steps.
    #[error("{0} is certain, but its proof takes too many steps")]
    TooHard(Point),
}

/// What a step of a proof does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// One clue bounds some of its cells.
    Clue,
    /// Two clues, one subtracted from the other.
    Subtraction,
    /// What several regions hold together.
    Sum,
    /// The number of mines.
    Count,
    /// Something is supposed.
    Supposition,
    /// What was supposed cannot be.
    Contradiction,
    /// So its contrary is true.
    Refutation,
}

impl StepKind {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clue => "clue",
            Self::Subtraction => "subtraction",
            Self::Sum => "sum",
            Self::Count => "count",
            Self::Supposition => "supposition",
            Self::Contradiction => "contradiction",
            Self::Refutation => "refutation",
        }
    }
}

/// One step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofStep {
    /// What it does.
    pub kind: StepKind,
    /// Under how many suppositions.
    pub depth: u32,
    /// The clues it looks at.
    pub clues: Vec<Cell>,
    /// Whether it looks at the number of mines.
    pub total: bool,
    /// The earlier steps it rests on.
    pub because: Vec<usize>,
    /// The cells it says something about, or that contradict each other.
    pub cells: Vec<Cell>,
    /// How many mines are among them; `None` for a contradiction.
    pub bound: Option<Bound>,
    /// What it takes for granted of other cells of its clues: bounds by earlier
    /// steps, and plain ones ("at most two mines in two cells").
    pub given: Vec<GivenBound>,
}

/// Something that a step takes for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenBound {
    /// Of these cells.
    pub cells: Vec<Cell>,
    /// So many are mines.
    pub bound: Bound,
    /// The earlier step that said so; `None` where it is plain.
    pub step: Option<usize>,
}

impl ProofStep {
    /// Every closed cell that the step looks at: those it says something about, and those of which
    /// it takes something for granted. In order, none twice.
    pub fn looks_at(&self) -> Vec<Cell> {
        let given = self.given.iter().flat_map(|given| &given.cells);
        let mut cells: Vec<Cell> = self.cells.iter().chain(given).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// Why a cell is certain.
///
/// ```
/// use surefoot_inference::Prover;
/// use surefoot_rules::{Cell, view};
///
/// let view = view!["4x1/?", "* 1 0 0"];
/// let proof = Prover::default().prove(&view, Cell::new(0))?;
/// assert!(proof.mine);
/// assert_eq!(proof.clues, [Cell::new(1)]);
/// assert_eq!(proof.steps().len(), proof.in_words(&view).len());
/// # Ok::<(), surefoot_inference::ProofError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Proof {
    /// The cell.
    pub cell: Cell,
    /// Whether it is a mine; else it is safe.
    pub mine: bool,
    /// The clues that are needed, in order of index. None can be left out.
    pub clues: Vec<Cell>,
    /// Whether the number of mines is needed too.
    pub total: bool,
    /// Whether it is known that fewer clues are not enough.
    pub smallest: bool,
    pub(crate) derivation: Derivation,
}

impl Proof {
    /// The steps, in order. The last decides the cell, with those alike.
    pub fn steps(&self) -> Vec<ProofStep> {
        let derivation = &self.derivation;
        let mut depth = 0;
        let number = |node: u32| node as usize;
        let mut steps = Vec::with_capacity(derivation.nodes.len());
        for node in &derivation.nodes {
            if matches!(node, DerivationStep::Refuted { .. }) {
                depth -= 1;
            }
            let cells = |region: u16| derivation.regions[region as usize].clone();
            let blank = |kind, region: u16, bound| ProofStep {
                kind,
                depth,
                clues: Vec::new(),
                total: false,
                because: Vec::new(),
                cells: cells(region),
                bound: Some(bound),
                given: Vec::new(),
            };
            let with_row = |row: u32, by: &Premises, step: ProofStep| ProofStep {
                clues: self.row_clues(row),
                total: self.counts_all(row),
                because: by.iter().map(|p| p.node).filter(|&n| n != NONE).map(number).collect(),
                given: by
                    .iter()
                    .map(|p| GivenBound {
                        cells: cells(p.region),
                        bound: p.bound,
                        step: (p.node != NONE).then(|| number(p.node)),
                    })
                    .collect(),
                ..step
            };
            steps.push(match node {
                DerivationStep::Bounded { row, region, bound, by } => {
                    with_row(*row, by, blank(self.kind_of(*row), *region, *bound))
                }
                DerivationStep::Clash { row, by, .. } => {
                    let step = blank(StepKind::Contradiction, 0, Bound::AtLeast(0));
                    let regions = derivation.rows[*row as usize].terms.iter();
                    let mut cells: Vec<Cell> =
                        regions.flat_map(|&(region, _)| cells(region)).collect();
                    cells.sort_unstable();
                    cells.dedup();
                    with_row(*row, by, ProofStep { cells, bound: None, ..step })
                }
                DerivationStep::Supposed { region, bound } => {
                    blank(StepKind::Supposition, *region, *bound)
                }
                DerivationStep::Refuted { region, bound, supposed, clash } => ProofStep {
                    because: vec![number(*supposed), number(*clash)],
                    ..blank(StepKind::Refutation, *region, *bound)
                },
            });
            if matches!(node, DerivationStep::Supposed { .. }) {
                depth += 1;
            }
        }
        steps
    }

    fn row_clues(&self, row: u32) -> Vec<Cell> {
        let clues = self.derivation.rows[row as usize].clues.iter();
        clues.filter_map(|&(clue, _)| self.clues.get(clue as usize).copied()).collect()
    }

    /// Whether a row has the number of mines in it, which stands behind the clues.
    fn counts_all(&self, row: u32) -> bool {
        let clues = &self.derivation.rows[row as usize].clues;
        clues.iter().any(|&(clue, _)| clue as usize == self.clues.len())
    }

    fn kind_of(&self, row: u32) -> StepKind {
        let clues = &self.derivation.rows[row as usize].clues;
        match clues[..] {
            [(clue, _)] if clue as usize == self.clues.len() => StepKind::Count,
            [_] => StepKind::Clue,
            [(_, 1), (_, -1)] => StepKind::Subtraction,
            _ => StepKind::Sum,
        }
    }

    /// How many times something had to be supposed.
    pub fn splits(&self) -> usize {
        self.derivation.splits()
    }

    /// How hard the deduction is: clues and suppositions needed, the number of
    /// mines counting as one clue. 1 is a single clue, 2 a pair.
    pub fn difficulty(&self) -> usize {
        self.clues.len() + usize::from(self.total) + self.splits()
    }

    /// The proof for a program to check; the view is the one it was found in.
    pub fn certificate(&self, view: &View) -> Certificate {
        certificate::write(view, self)
    }
}

/// Finds proofs, in memory that is used again.
///
/// ```
/// use surefoot_inference::Prover;
/// use surefoot_rules::{Point, view};
///
/// let view = view!["4x2/?", "1 2 2 1", "* * * *"];
/// let cell = view.grid().cell(Point { x: 3, y: 1 }).unwrap();
/// let proof = Prover::default().prove(&view, cell)?;
/// // 1,0 needs one mine more than 0,0, so 2,1 is a mine, and 3,0 has its mine there.
/// assert!(!proof.mine);
/// assert_eq!(proof.clues.len(), 3);
/// # Ok::<(), surefoot_inference::ProofError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Prover {
    seeker: Seeker,
    pub(super) workspace: Workspace,
}

impl Prover {
    /// A prover with another budget than the usual one.
    pub fn new(options: Options) -> Self {
        Self { workspace: Workspace::new(options), ..Self::default() }
    }

    /// The same, but a [`Stop`](crate::Stop) ends the work.
    #[must_use]
    pub fn stopped_by(mut self, stop: &crate::Stop) -> Self {
        self.workspace = self.workspace.stopped_by(stop);
        self
    }

    /// Proves that a cell is a mine, or safe. The view is taken to be consistent
    /// where one or two clues decide the cell; [`Workspace::solve`](crate::Workspace)
    /// tells whether it is.
    pub fn prove(&mut self, view: &View, cell: Cell) -> Result<Proof, ProofError> {
        let grounds = self.grounds(view, cell)?;
        let derivation = Derivation::of(view, cell, &grounds)
            .ok_or_else(|| ProofError::TooHard(view.grid().point(cell)))?;
        let Grounds { mine, clues, total, smallest } = grounds;
        Ok(Proof { cell, mine, clues, total, smallest, derivation })
    }

    /// The clues that a cell's certainty rests on, without the steps; whether it is
    /// a mine; and whether the number of mines is needed.
    pub fn clues_for(
        &mut self,
        view: &View,
        cell: Cell,
    ) -> Result<(Vec<Cell>, bool, bool), ProofError> {
        let Grounds { mine, clues, total, .. } = self.grounds(view, cell)?;
        Ok((clues, mine, total))
    }

    fn grounds(&mut self, view: &View, cell: Cell) -> Result<Grounds, ProofError> {
        askable(view, cell)?;
        if let Some(grounds) = grounds::by_rules(view, cell) {
            return Ok(grounds);
        }
        let point = view.grid().point(cell);
        let posterior = self.workspace.solve(view)?;
        let mine = posterior.is_mine(cell);
        if !mine && !posterior.is_safe(cell) {
            let probability = posterior.probability(cell).unwrap_or_default();
            return Err(ProofError::NotCertain { point, probability });
        }
        let Workspace { engine, options, .. } = &mut self.workspace;
        let found = self.seeker.find(view, (cell, mine), engine, options);
        found.ok_or(if engine.stop.is_stopped() {
            ProofError::Analysis(AnalysisError::Stopped)
        } else {
            ProofError::TooHard(point)
        })
    }
}

/// Whether it makes sense to ask why a cell is what it is.
pub(super) fn askable(view: &View, cell: Cell) -> Result<(), ProofError> {
    closed(view, cell)?;
    if !view.rule().tells_truth() {
        return Err(ProofError::Clues(view.rule()));
    }
    Ok(())
}

/// Whether there is something to be known of the cell.
pub(super) fn closed(view: &View, cell: Cell) -> Result<(), ProofError> {
    if !view.grid().contains(cell) {
        return Err(ProofError::Outside(cell));
    }
    if !view.tile(cell).is_closed() {
        return Err(ProofError::Open(view.grid().point(cell)));
    }
    Ok(())
}
