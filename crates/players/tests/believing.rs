//! Players that may be wrong: they believe uncertain clues, or read clues as a write-up does
//! where that is wrong. They play on, and claim nothing.

#![allow(clippy::unwrap_used)]

use surefoot_players::Roster;
use surefoot_rules::episode::{self, Record, Step};
use surefoot_rules::{Action, ClueRule, Deal, Game, GameKind, Grid, Random, Rules};

/// Every text with one option that makes a player unsound.
fn unsound() -> Vec<String> {
    let roster = Roster::standard();
    let entries = roster.entries().iter();
    let texts = entries.flat_map(|entry| {
        let options = entry.options().iter().filter(|option| option.unsound);
        options.map(|option| format!("{}:{}", entry.name(), option.form)).collect::<Vec<_>>()
    });
    texts.collect()
}

fn rules(kind: GameKind, clues: &str, told: bool) -> Rules {
    let mut rules = Rules::new(kind, Grid::new(9, 8).unwrap(), 12);
    rules.clues = clues.parse().unwrap();
    rules.told = told;
    rules
}

/// Plays a game; what was done, asks left out.
fn played(rules: &Rules, text: &str, deal: Deal) -> (Record, Vec<Action>, bool) {
    let mut game = Game::new(rules.clone()).unwrap();
    game.deal(deal);
    let mut player = Roster::standard().call(text).unwrap();
    let (mut actions, mut claimed) = (Vec::new(), false);
    let mut watch = |step: &Step<'_>| {
        claimed |= step.choice.certain;
        if !matches!(step.choice.action, Action::Ask(_)) {
            actions.push(step.choice.action);
        }
    };
    let random = Random::for_player(deal, text);
    let record = episode::play_watched(&mut game, &mut player, random, &mut watch);
    (record, actions, claimed)
}

#[test]
fn the_roster_marks_who_may_be_wrong() {
    let texts = unsound();
    for player in ["closure", "queue", "window", "baseline", "cascade", "gauss", "periphery"] {
        assert!(texts.contains(&format!("{player}:believe")), "{player}");
    }
    let roster = Roster::standard();
    for text in ["window:stale", "gauss:reading=write-up", "queue:passes=1,believe"] {
        assert!(!roster.is_sound(text).unwrap(), "{text}");
    }
    for text in ["window", "queue:passes=1", "gauss:cutoff=300"] {
        assert!(roster.is_sound(text).unwrap(), "{text}");
    }
    assert!(roster.is_sound("window:stales").is_err());
}

/// Every game, with its number of mines told and, where it can be, not.
const GAMES: [(GameKind, bool); 5] = [
    (GameKind::Win, true),
    (GameKind::Win, false),
    (GameKind::Score, true),
    (GameKind::Score, false),
    (GameKind::Dig, true),
];

/// Where every answer is the truth, a believer plays as under exact clues without flooding.
#[test]
fn believing_the_truth_is_playing_under_exact_clues() {
    for text in unsound().iter().filter(|text| text.ends_with(":believe")) {
        for (kind, told) in GAMES {
            let mut exact = rules(kind, "exact", told);
            exact.flood = Some(false);
            for clues in ["optimistic:q=1", "cautious:q=1,asks=3"] {
                for index in 0..12 {
                    let deal = Deal::new(11, index);
                    let (record, actions, _) = played(&exact, text, deal);
                    let (believed, same, _) = played(&rules(kind, clues, told), text, deal);
                    assert_eq!(same, actions, "{text} {kind} {clues} {index}");
                    assert_eq!(believed.outcome, record.outcome, "{text} {kind} {clues}");
                }
            }
        }
    }
}

/// Clues that contradict each other are dropped and play goes on; nothing is claimed.
#[test]
fn who_may_be_wrong_plays_on_and_claims_nothing() {
    let mut wrong = 0;
    for text in unsound() {
        let clues: &[&str] = if text.ends_with(":believe") {
            &["optimistic", "optimistic:q=0.5,asks=2", "cautious", "cautious:q=0.7,asks=until"]
        } else {
            &["exact", "silent:0.6", "optimistic:q=0.8", "cautious:q=0.8,asks=4"]
        };
        for clues in clues {
            for (kind, told) in GAMES {
                for index in 0..10 {
                    let (record, _, claimed) =
                        played(&rules(kind, clues, told), &text, Deal::new(12, index));
                    assert_eq!(record.fault, None, "{text} {kind} {clues} {index}");
                    assert!(!claimed, "{text} {kind} {clues} {index}");
                    wrong += record.outcome.false_flags;
                }
            }
        }
    }
    // They were wrong often enough to have something to cope with.
    assert!(wrong > 1_000, "{wrong}");
}

/// What a player believes that does not change under exact clues: there it claims what it did.
#[test]
fn a_believer_is_sure_of_exact_clues() {
    let exact = rules(GameKind::Score, "exact", true);
    let (_, _, claimed) = played(&exact, "closure:believe", Deal::new(11, 0));
    assert!(claimed);
}

/// Write-up 004's figure: asked four times, at 0.8 each, an answer that is kept is wrong with
/// probability 0.0016. And what it comes to: nearly all mines are found, where bounds alone
/// find a quarter of an optimist's and none of a pessimist's.
#[test]
fn four_answers_are_as_good_as_the_truth() {
    for clues in ["optimistic:q=0.8,asks=4", "cautious:q=0.8,asks=4"] {
        let rule: ClueRule = clues.split(',').next().unwrap().parse().unwrap();
        let right = f64::from(rule.likelihood(Some(3), 4, 3, 8));
        assert!((1.0 - right - 0.0016).abs() < 1e-12, "{clues}");

        let mut rules = Rules::new(GameKind::Score, Grid::new(10, 10).unwrap(), 15);
        rules.clues = clues.parse().unwrap();
        let mean = |text: &str, games: u64| {
            let scores = (0..games)
                .map(|index| played(&rules, text, Deal::new(1, index)).0.outcome.score.unwrap());
            scores.sum::<f64>() / games as f64
        };
        let (believing, bounded) = (mean("closure:believe", 1_000), mean("closure", 100));
        assert!(believing >= 0.93, "{clues}: {believing}");
        assert!(bounded < 0.4, "{clues}: {bounded}");
    }
}

/// Stale equations flag safe cells, and the write-up's reading of rows declares what is not so.
#[test]
fn unsound_readings_are_wrong() {
    let mut dense = Rules::new(GameKind::Score, Grid::new(16, 16).unwrap(), 110);
    dense.told = false;
    let games = (0..60).map(|index| played(&dense, "window:passes=1,stale", Deal::new(3, index)));
    assert!(games.map(|(record, ..)| record.outcome.false_flags).sum::<u32>() > 0);
    let games = (0..10).map(|index| {
        let dig = rules(GameKind::Dig, "exact", true);
        played(&dig, "gauss:reading=write-up", Deal::new(3, index))
    });
    assert!(games.filter(|(record, ..)| !record.won()).count() > 0);
}
