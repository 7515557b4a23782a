//! A small view, against all of its layouts.
//!
//! Many ways lead to an answer: an analysis, a workspace, an analyst, facts that somebody kept,
//! suppositions, samples, a list of all configurations, an explanation, a player's choice. All
//! are asked of the same view, so that besides being right they never contradict each other.
//! The witness is `oracle`: plain enumeration.

use surefoot_inference::logic::{Belief, Facts};
use surefoot_inference::{
    Analysis, AnalysisError, Analyst, Clash, Explanation, Options, Posterior, ProofError, Prover,
    Suppose, Unknown, Workspace, oracle,
};
use surefoot_players::{AnyPlayer, Roster, advise};
use surefoot_rules::{Action, Cell, Choice, Draft, Layout, Promise, Random, Tile, View};

/// How far a probability may be off.
pub const ERROR: f64 = 1e-9;

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compared {
    /// Views that some layout fits, and those that none fits.
    pub possible: u64,
    /// See `possible`.
    pub impossible: u64,
    /// Probabilities that were compared, and those of uncertain cells among them.
    pub cells: u64,
    /// See `cells`.
    pub uncertain: u64,
    /// Dead cells.
    pub dead: u64,
    /// The largest error of a probability.
    pub worst: f64,
}

impl Compared {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            possible: self.possible + other.possible,
            impossible: self.impossible + other.impossible,
            cells: self.cells + other.cells,
            uncertain: self.uncertain + other.uncertain,
            dead: self.dead + other.dead,
            worst: self.worst.max(other.worst),
        }
    }
}

/// Everyone who answers, in memory that is used again: an answer that depends on the view
/// before would be found too.
///
/// ```
/// use surefoot_inference::Unknown;
/// use surefoot_rules::{Random, view};
/// use surefoot_soundness::counting::Witnesses;
///
/// let mut random = Random::named("example", [1, 0]);
/// let view = view!["1 * 2", "* * *", "* 3 *"];
/// let compared = Witnesses::default().check(&view, Unknown::AnyTotal, &mut random);
/// assert_eq!((compared.cells, compared.uncertain), (6, 4));
/// ```
#[allow(missing_debug_implementations, reason = "players have none")]
pub struct Witnesses {
    workspace: Workspace,
    analyst: Analyst,
    suppose: Suppose,
    prover: Prover,
    /// Of the roster, with their names.
    players: Vec<(&'static str, AnyPlayer)>,
}

impl Default for Witnesses {
    fn default() -> Self {
        let roster = Roster::standard();
        let call = |name| (name, roster.call(name).expect("a player of the house"));
        Self {
            workspace: Workspace::default(),
            analyst: Analyst::default(),
            suppose: Suppose::default(),
            prover: Prover::default(),
            players: ["exact", "surefoot"].map(call).into(),
        }
    }
}

impl Witnesses {
    /// Asks all of them and compares. What takes long is asked of a cell drawn at random.
    ///
    /// # Panics
    /// If one of them is wrong.
    pub fn check(&mut self, view: &View, unknown: Unknown, random: &mut Random) -> Compared {
        let options = Options { unknown, ..Options::default() };
        let analysis = Analysis::with(view, options);
        let Some(truth) = oracle::enumerate(view, unknown) else {
            match analysis {
                Err(AnalysisError::Inconsistent(clash)) => check_clash(view, unknown, &clash),
                other => panic!("no layout fits, but {other:?}"),
            }
            self.check_impossible(view, random);
            return Compared { impossible: 1, ..Compared::default() };
        };
        let fit = truth.solutions;
        let analysis = analysis.unwrap_or_else(|error| panic!("{fit} layouts fit, but {error}"));
        let (uncertain, worst) = check_analysis(view, &truth, &analysis);
        check_dead_and_best(view, &truth, &analysis);
        check_facts(view, &truth);
        let closed: Vec<Cell> = view.closed().collect();
        if let Some(&cell) = random.pick(&closed) {
            check_numbers(view, options, &truth, cell);
        }
        // What has no options to be given assumes every total.
        if unknown == Unknown::AnyTotal {
            self.check_others(view, &truth, &analysis, random);
        }
        let (cells, dead) = (closed.len() as u64, truth.dead.len() as u64);
        Compared { possible: 1, cells, uncertain, dead, worst, ..Compared::default() }
    }

    /// Nobody knows anything of a view that cannot be.
    fn check_impossible(&mut self, view: &View, random: &mut Random) {
        let inconsistent = |error| matches!(error, Some(AnalysisError::Inconsistent(_)));
        assert!(inconsistent(self.workspace.solve(view).err()), "a workspace finds a layout");
        assert!(inconsistent(self.analyst.follow(view).err()), "an analyst finds a layout");
        let closed: Vec<Cell> = view.closed().collect();
        if let Some(&cell) = random.pick(&closed) {
            let why = self.prover.explain(view, cell);
            assert!(matches!(why, Ok(Explanation::Clash(_))), "{cell:?}: {why:?}");
        }
        // Players have to do something; they only must not panic.
        for (_, player) in &mut self.players {
            if view.hidden_count() > 0 {
                choice(player, view, random);
            }
        }
    }

    fn check_others(
        &mut self,
        view: &View,
        truth: &oracle::Truth,
        analysis: &Analysis,
        random: &mut Random,
    ) {
        let mut facts = Facts::of(view);
        facts.settle();
        let mut other = Workspace::default();
        check_same(view, analysis, &other.solve_from(view, &facts).expect("counted from facts"));
        check_same(view, analysis, &self.analyst.follow(view).expect("an analyst counts it"));
        let posterior = self.workspace.solve(view).expect("a workspace counts it");
        check_same(view, analysis, &posterior);
        check_sample(view, &posterior.sample(random));
        if let Some(list) = posterior.configurations(1 << 14) {
            assert_eq!(list.mines.len() as u64, truth.solutions, "configurations listed");
        }
        let closed: Vec<Cell> = view.closed().collect();
        let Some(&cell) = random.pick(&closed) else { return };
        let (safe, mine) = truth.possible[cell.index()];
        let numbers = self.suppose.numbers(&posterior, cell);
        match (&truth.numbers[cell.index()], numbers) {
            (None, Err(_)) => {}
            (Some(theirs), Ok(ours)) => check_distribution(cell, ours, theirs),
            (theirs, ours) => panic!("{cell:?} supposed to show {ours:?}, not {theirs:?}"),
        }
        let bits = self.suppose.information(&posterior, cell);
        assert!(bits.as_ref().is_ok_and(|bits| (0.0..=64.0).contains(bits)), "{bits:?} bits");
        let dead = self.workspace.dead(view);
        assert_eq!(dead.as_ref(), Ok(&analysis.dead), "dead cells of a workspace");
        match self.prover.explain(view, cell) {
            Ok(Explanation::Proof(proof)) => {
                assert_eq!((!proof.mine, proof.mine), (safe, mine), "{cell:?} is proved");
            }
            Ok(Explanation::Doubt(doubt)) => {
                assert!(safe && mine, "{cell:?} is certain, but {doubt:?}");
                let theirs = truth.probability[cell.index()];
                assert!(theirs.is_some_and(|p| near(p, doubt.probability)), "{doubt:?}");
                check_sample(view, &doubt.contrast.as_mine);
                check_sample(view, &doubt.contrast.as_safe);
                assert!(doubt.contrast.as_mine.contains(&cell), "{doubt:?}");
                assert!(!doubt.contrast.as_safe.contains(&cell), "{doubt:?}");
            }
            // Nobody has written down how to prove by likelihoods.
            Err(ProofError::Clues(_)) => assert!(!view.rule().tells_truth(), "{cell:?}"),
            other => panic!("{cell:?}: {other:?}"),
        }
        for (name, player) in &mut self.players {
            if view.hidden_count() > 0 {
                check_choice(view, truth, name, &choice(player, view, random));
            }
        }
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= ERROR
}

fn choice(player: &mut AnyPlayer, view: &View, random: &mut Random) -> Choice {
    let brief = advise::ordinary(view, Promise::None);
    let stream = Random::named("advised", [random.bits(), 0]);
    advise::advise(player, &brief, view, stream)
}

/// As many configurations, the same probabilities, the same certainty; how many cells are
/// uncertain, and the largest error.
fn check_analysis(view: &View, truth: &oracle::Truth, analysis: &Analysis) -> (u64, f64) {
    let solutions = analysis.solutions.as_ref().map(ToString::to_string);
    assert_eq!(solutions, Some(truth.solutions.to_string()), "configurations");
    let (mut uncertain, mut worst) = (0, 0.0_f64);
    for cell in view.grid().cells() {
        let (ours, theirs) = (analysis.probability[cell.index()], truth.probability[cell.index()]);
        assert_eq!(ours.is_some(), theirs.is_some(), "{cell:?}");
        let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
        assert!(near(ours, theirs), "{cell:?} is a mine with {ours}, not {theirs}");
        worst = worst.max((ours - theirs).abs());
        let (safe, mine) = truth.possible[cell.index()];
        assert_eq!((ours < 1.0, ours > 0.0), (safe, mine), "{cell:?} can be safe, a mine");
        uncertain += u64::from(safe && mine);
    }
    (uncertain, worst)
}

/// Dead is what shows one number in every configuration, and the best cell is certain and
/// alive if there is such a cell, else as safe as any.
fn check_dead_and_best(view: &View, truth: &oracle::Truth, analysis: &Analysis) {
    assert_eq!(analysis.dead, truth.dead, "dead");
    let dead = |cell: &Cell| truth.dead.contains(cell);
    let Some(best) = &analysis.best else {
        let mined = view.hidden().all(|cell| !truth.possible[cell.index()].0);
        return assert!(mined, "there is a cell to open");
    };
    let certain: Vec<Cell> = view.hidden().filter(|cell| !truth.possible[cell.index()].1).collect();
    assert_eq!(certain.contains(&best.cell), !certain.is_empty(), "the best cell is certain");
    let alive = certain.iter().any(|cell| !dead(cell));
    assert!(!alive || !dead(&best.cell), "the best cell is dead");
    let mine = |cell: Cell| truth.probability[cell.index()].unwrap_or(1.0);
    let least = view.hidden().map(mine).fold(1.0, f64::min);
    assert!(near(1.0 - best.safety, least), "the best cell is safe with {}", best.safety);
    assert!(near(mine(best.cell), least), "{:?} is not the safest", best.cell);
}

/// What the cheap rules say is so in every layout.
fn check_facts(view: &View, truth: &oracle::Truth) {
    let mut facts = Facts::of(view);
    facts.settle();
    facts.settle_total();
    assert_eq!(facts.broken(), None, "some layout fits");
    for cell in view.closed() {
        let (safe, mine) = truth.possible[cell.index()];
        match facts.belief(cell) {
            Belief::Unknown => {}
            belief => {
                let said = (belief != Belief::Mine, belief == Belief::Mine);
                assert_eq!(said, (safe, mine), "{cell:?} by the rules");
            }
        }
    }
}

/// The same to rounding, and of what is certain to the bit.
fn check_same(view: &View, analysis: &Analysis, posterior: &Posterior<'_>) {
    for cell in view.grid().cells() {
        let (a, b) = (analysis.probability[cell.index()], posterior.probability(cell));
        assert_eq!(a.is_some(), b.is_some(), "{cell:?}");
        let (Some(a), Some(b)) = (a, b) else { continue };
        assert!(near(a, b), "{cell:?} is a mine with {a} and with {b}");
        assert_eq!(a <= 0.0, posterior.is_safe(cell), "{cell:?} is safe");
        assert_eq!(a >= 1.0, posterior.is_mine(cell), "{cell:?} is a mine");
    }
    assert_eq!(posterior.solutions().ok(), analysis.solutions, "configurations");
}

/// Mines among the closed cells that everything seen allows.
fn check_sample(view: &View, mines: &[Cell]) {
    let grid = view.grid();
    assert!(mines.iter().all(|&cell| view.tile(cell).is_closed()), "{mines:?}");
    let open = grid.cells().filter(|&cell| view.tile(cell) == Tile::Mine);
    let layout = Layout::new(grid.clone(), mines.iter().copied().chain(open))
        .unwrap_or_else(|error| panic!("{mines:?}: {error}"));
    assert!(view.mines().is_none_or(|told| told == layout.count()), "{} mines", layout.count());
    for cell in grid.cells() {
        let Tile::Clue(shown) = view.tile(cell) else { continue };
        let bounds = view.rule().bounds(Some(shown), grid.neighbours(cell).len() as u8);
        assert!(bounds.contains(&layout.number(cell)), "{mines:?} at {cell:?}");
    }
}

fn check_distribution(cell: Cell, ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len(), "{cell:?}");
    let agree = ours.iter().zip(theirs).all(|(&a, &b)| near(a, b));
    assert!(agree, "{cell:?} shows {ours:?}, not {theirs:?}");
}

fn check_numbers(view: &View, options: Options, truth: &oracle::Truth, cell: Cell) {
    match (Workspace::new(options).numbers(view, cell), &truth.numbers[cell.index()]) {
        (Ok(None), None) => {}
        (Ok(Some(ours)), Some(theirs)) => check_distribution(cell, &ours, theirs),
        (ours, theirs) => panic!("{cell:?} shows {ours:?}, not {theirs:?}"),
    }
}

/// A claim is right, and who misses nothing has one where something is certain.
fn check_choice(view: &View, truth: &oracle::Truth, name: &str, choice: &Choice) {
    let Some(cell) = choice.action.cell() else { return };
    let (safe, mine) = truth.possible[cell.index()];
    match choice.action {
        // To take a flag away claims nothing.
        Action::Flag(cell) if view.tile(cell) == Tile::Flag => {}
        Action::Open(_) if choice.certain => assert!(!mine, "{name}: {choice:?}"),
        Action::Flag(_) if choice.certain => assert!(!safe, "{name}: {choice:?}"),
        Action::Open(_) => {
            let missed = view.hidden().find(|cell| !truth.possible[cell.index()].1);
            assert_eq!(missed, None, "{name} guesses {choice:?}");
        }
        _ => {}
    }
}

/// The clash is one, and none of it can be dropped, by enumeration.
fn check_clash(view: &View, unknown: Unknown, clash: &Clash) {
    let only = |clues: &[Cell], total: bool| {
        let mut draft = Draft::from(view.clone());
        for cell in view.grid().cells() {
            let tile = &mut draft.tiles[cell.index()];
            if matches!(tile, Tile::Clue(_)) && !clues.contains(&cell) {
                *tile = Tile::Silent;
            }
        }
        if !total {
            draft.mines = None;
        }
        match View::try_from(draft) {
            Ok(view) => oracle::enumerate(&view, unknown).is_some(),
            Err(error) => panic!("{error}"),
        }
    };
    assert!(!only(&clash.clues, clash.total), "{clash}: it is none");
    for at in 0..clash.clues.len() {
        let mut fewer = clash.clues.clone();
        fewer.remove(at);
        assert!(only(&fewer, clash.total), "{clash}: {at} is not needed");
    }
    assert!(!clash.total || only(&clash.clues, false), "{clash}: the total is not needed");
}
