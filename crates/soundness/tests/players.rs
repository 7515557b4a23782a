//! No player ever claims what is not so: thousands of boards, all games, all
//! clue rules, densities to 60 %, every neighbourhood, total told and hidden.

#![allow(clippy::unwrap_used)]

use surefoot_players::Roster;
use surefoot_rules::episode;
use surefoot_rules::{Deal, Dealer, Game, GameKind, Layout, Promise, Random, Rules, Tile};
use surefoot_soundness::claims::Judge;
use surefoot_testing::{Cases, any_grid};

const CLUES: [&str; 9] = [
    "exact",
    "silent:0.6",
    "silent:0.5,asks=until",
    "optimistic",
    "optimistic:q=0.8,asks=4",
    "optimistic:asks=until",
    "cautious",
    "cautious:q=0.8,asks=4",
    "cautious:q=0.5,asks=until",
];

/// What is agreed beside the board.
#[derive(Clone, Debug)]
struct Agreed {
    kind: GameKind,
    clues: &'static str,
    told: bool,
    flood: Option<bool>,
    deal: Deal,
    /// Who counts at every turn plays every eighth game.
    slow_too: bool,
}

impl Agreed {
    fn rules(&self, layout: &Layout) -> Rules {
        let (clues, told, flood) = (self.clues.parse().unwrap(), self.told, self.flood);
        Rules { clues, told, flood, ..Rules::on(self.kind, layout) }
    }
}

fn draw(random: &mut Random) -> (Layout, Agreed) {
    let grid = any_grid(random, 1..=12, 1..=12);
    let mines = (f64::from(random.below(61)) / 100.0 * grid.len() as f64) as u32;
    let kind = *random.pick(&GameKind::ALL).unwrap();
    let clues = *random.pick(&CLUES).unwrap();
    let deal = Deal::new(random.bits(), 0);
    let mut layout = Layout::empty(grid.clone());
    let mut dealer = Dealer::new(grid.clone(), mines).unwrap();
    dealer.deal(deal, Promise::None, grid.middle(), &mut layout).unwrap();
    let agreed = Agreed {
        kind,
        clues,
        told: kind == GameKind::Dig || random.below(2) == 0,
        flood: match clues {
            "exact" => *random.pick(&[None, Some(true), Some(false)]).unwrap(),
            _ => None,
        },
        deal,
        slow_too: random.below(8) == 0,
    };
    (layout, agreed)
}

#[test]
fn no_player_claims_what_is_not_so() {
    assert_sound(600);
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn no_player_claims_what_is_not_so_in_thousands_of_games() {
    assert_sound(6_000);
}

fn assert_sound(games: u64) {
    let roster = Roster::standard();
    let mut texts: Vec<String> =
        roster.entries().iter().map(|entry| entry.name().to_owned()).collect();
    texts.extend(
        ["gauss:cutoff=30", "queue:passes=1", "window:edges", "window:passes=1,edges"]
            .map(str::to_owned),
    );
    texts.extend(["periphery:piece=5", "closure:prefer=low"].map(str::to_owned));
    let mut players: Vec<_> = texts.iter().map(|text| roster.call(text).unwrap()).collect();
    let mut claims = vec![0; texts.len()];
    Cases::new("soundness", games).check(draw, |(layout, agreed)| {
        let rules = agreed.rules(layout);
        let mut game = Game::new(rules.clone()).unwrap();
        for (at, (text, player)) in texts.iter().zip(&mut players).enumerate() {
            let able = roster.entry_of(text).unwrap().abilities();
            if (able.slow && !agreed.slow_too) || roster.check(text, &rules).is_err() {
                continue;
            }
            game.lay(layout, agreed.deal).unwrap();
            let mut judge = Judge::default();
            let stream = Random::for_player(agreed.deal, text);
            let record = episode::play_watched(&mut game, player, stream, &mut judge);
            assert_eq!(record.fault, None, "{text}\n{:?}", game.view());
            assert_eq!(judge.wrong, [""; 0], "{text}");
            claims[at] += judge.claims;
            let outcome = record.outcome;
            // Where certainty may never come, some flag what pays on average.
            let pays = able.flags_what_pays && !rules.clues.rule.is_exact();
            assert!(pays || outcome.false_flags == 0, "{text} flags what is safe");
            if agreed.kind == GameKind::Dig {
                assert!(record.won(), "{text}: a wrong declaration");
            }
            if agreed.kind == GameKind::Win && game.view().tiles().contains(&Tile::Mine) {
                assert!(record.guesses > 0 || outcome.digs == 1, "{text} lost without a guess");
            }
        }
    });
    // Every player has had something to say.
    assert!(claims.iter().all(|&claims| claims > games / 12), "{claims:?}");
}
