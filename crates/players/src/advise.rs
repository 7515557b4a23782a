//! What would this player do here? The one door for a position that the player did not
//! play itself.
//!
//! Whoever begins in the middle of a game flags first what it finds, flagged before or
//! not; but to flag a flagged cell takes the flag away. So flags that are there already
//! are passed over, by asking again: each cell is flagged once, and flags are no evidence,
//! so the view need not change in between. And a flagged cell cannot be opened: where a
//! player would open one, the flag is to be taken away first.

use surefoot_rules::{
    Action, Asks, Brief, Choice, Deal, GameKind, Player, Promise, Random, Tile, View,
};

use crate::surefoot::{Decision, Surefoot};

/// Why a flag is advised that is there already: to open the cell.
const AWAY: &str = "take the flag away";

/// What a player would do in a position that it did not play itself.
///
/// ```
/// use surefoot_players::{Roster, advise};
/// use surefoot_rules::{Action, Cell, Deal, Promise, Random, view};
///
/// let view = view!["3x1/1", "1 F *"];
/// let mut player = Roster::standard().call("surefoot")?;
/// let brief = advise::ordinary(&view, Promise::Opening);
/// let choice = advise::advise(&mut player, &brief, &view, Random::for_player(Deal::default(), "surefoot"));
/// // The mine is flagged, so the next thing to do is to open the other cell.
/// assert_eq!(choice.action, Action::Open(Cell::new(2)));
/// # Ok::<(), surefoot_players::RosterError>(())
/// ```
pub fn advise(player: &mut impl Player, brief: &Brief, view: &View, random: Random) -> Choice {
    begin(player, brief, view, random);
    let flagged = |choice: &Choice| match choice.action {
        Action::Flag(cell) => view.tile(cell) == Tile::Flag,
        _ => false,
    };
    unflagged(pass_over(view, || player.choose(view), flagged), view)
}

/// A flag that stands in the way of a choice is to be taken away first.
fn unflagged(mut choice: Choice, view: &View) -> Choice {
    if let Action::Open(cell) = choice.action
        && view.tile(cell) == Tile::Flag
    {
        (choice.action, choice.why) = (Action::Flag(cell), AWAY.into());
    }
    choice
}

/// What it would open next: for those who ask for a hint and flag as they please. A flag on that
/// cell is to be taken away first.
///
/// ```
/// use surefoot_players::{Roster, advise};
/// use surefoot_rules::{Action, Cell, Deal, Promise, Random, view};
///
/// let mut player = Roster::standard().call("surefoot")?;
/// let random = || Random::for_player(Deal::default(), "surefoot");
/// let mut next = |view| {
///     let brief = advise::ordinary(&view, Promise::Opening);
///     advise::to_open(&mut player, &brief, &view, random())
/// };
/// // The mine at 1 need not be flagged to see that 2 is safe.
/// assert_eq!(next(view!["3x1/1", "1 * *"]).action, Action::Open(Cell::new(2)));
/// assert_eq!(next(view!["3x1/1", "1 * F"]).action, Action::Flag(Cell::new(2)));
/// # Ok::<(), surefoot_players::RosterError>(())
/// ```
pub fn to_open(player: &mut impl Player, brief: &Brief, view: &View, random: Random) -> Choice {
    unflagged(beyond_flags(player, brief, view, random), view)
}

/// The same, but passing over every flag: what it would do once its mines are flagged.
///
/// ```
/// use surefoot_players::{Roster, advise};
/// use surefoot_rules::{Action, Deal, Promise, Random, view};
///
/// let view = view!["5x1/2", "1 * * * *"];
/// let mut player = Roster::standard().call("surefoot")?;
/// let brief = advise::ordinary(&view, Promise::Opening);
/// let random = Random::for_player(Deal::new(1, 1), "surefoot");
/// let choice = advise::beyond_flags(&mut player, &brief, &view, random);
/// assert!(matches!(choice.action, Action::Open(_)));
/// # Ok::<(), surefoot_players::RosterError>(())
/// ```
pub fn beyond_flags(
    player: &mut impl Player,
    brief: &Brief,
    view: &View,
    random: Random,
) -> Choice {
    begin(player, brief, view, random);
    pass_over(view, || player.choose(view), |choice| matches!(choice.action, Action::Flag(_)))
}

/// The same of `surefoot` in the ordinary game, with what kind of decision it is; `None` where no cell
/// is hidden.
pub(crate) fn decision(view: &View, promise: Promise) -> Option<Decision> {
    if view.hidden_count() == 0 {
        return None;
    }
    let mut player = Surefoot::default();
    let random = Random::for_player(Deal::default(), "surefoot");
    begin(&mut player, &ordinary(view, promise), view, random);
    let flags = |decision: &Decision| matches!(decision.choice.action, Action::Flag(_));
    Some(pass_over(view, || player.decide(view, 0), flags))
}

/// What is agreed in the ordinary game, for a view of which no more is known.
pub fn ordinary(view: &View, promise: Promise) -> Brief {
    Brief { kind: GameKind::Win, promise, asks: Asks::default(), flood: view.rule().is_exact() }
}

fn begin(player: &mut impl Player, brief: &Brief, view: &View, random: Random) {
    player.begin(&Brief { promise: brief.promise.left(view), ..*brief }, view, random);
}

/// The first answer that is not passed over, of one for each cell.
fn pass_over<T>(view: &View, mut ask: impl FnMut() -> T, passed: impl Fn(&T) -> bool) -> T {
    let mut answer = ask();
    for _ in 0..view.grid().len() {
        if !passed(&answer) {
            break;
        }
        answer = ask();
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, Roster};
    use surefoot_rules::{Cell, Deal, view};

    fn advised(name: &str, view: &View) -> Choice {
        let mut player = Roster::standard().call(name).unwrap();
        let brief = ordinary(view, Promise::Opening);
        advise(&mut player, &brief, view, Random::for_player(Deal::default(), name))
    }

    /// Whoever has flagged a mine is not told to flag it again, which would unflag it.
    #[test]
    fn flags_that_are_there_are_not_advised() {
        let flag = Action::Flag(Cell::new(1));
        assert_eq!(advised("surefoot", &view!["5x1/2", "1 * * * *"]).action, flag);
        let next = advised("surefoot", &view!["5x1/2", "1 F * * *"]);
        assert!(matches!(next.action, Action::Open(_)), "{next:?}");
    }

    /// On a safe cell a flag stands in the way.
    #[test]
    fn a_flagged_cell_is_not_advised_to_be_opened() {
        for name in ["exact", "surefoot", "cascade"] {
            let choice = advised(name, &view!["3x1/1", "0 F *"]);
            assert_ne!(choice.action, Action::Open(Cell::new(1)), "{name}");
        }
    }

    /// Whoever flags, no player of the roster advises a flag that is there.
    #[test]
    fn nobody_advises_a_flag_that_is_there() {
        for name in Roster::standard().entries().iter().map(Entry::name) {
            let choice = advised(name, &view!["3x1/1", "1 F *"]);
            // Whoever would rather open the cell says that the flag has to go.
            let flags = choice.action == Action::Flag(Cell::new(1));
            assert!(!flags || choice.why == AWAY, "{name}: {choice:?}");
        }
    }
}
