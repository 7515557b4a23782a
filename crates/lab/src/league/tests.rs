use super::*;
use surefoot_players::Entry;
use surefoot_testing::TempFolder;

fn guest(version: &'static str) -> Roster {
    let guest = Entry::with_options("guest", [], |_| Roster::standard().call("queue"));
    Roster::standard().with(guest.versioned(version)).unwrap()
}

/// Who has played does not play again, until there is more to play or it is another one.
#[test]
fn only_what_is_missing_is_played() {
    let place = TempFolder::new("league-missing");
    let roster = guest("1");
    let go = |roster: &Roster, deals: u64, player: &str| {
        let league = League::new(&*place, roster).unwrap().of_deals(deals);
        league.play(roster, player, &AtomicBool::new(false), &|_| {}).unwrap()
    };
    assert_eq!(go(&roster, 3, "guest"), LeagueGames::Played);
    assert_eq!(go(&roster, 3, "guest"), LeagueGames::There);
    assert_eq!(go(&roster, 2, "guest"), LeagueGames::There);
    let record = place.join("guest/records/league.csv");
    let before = fs::read_to_string(&record).unwrap();
    assert_eq!(go(&roster, 5, "guest"), LeagueGames::Played);
    let after = fs::read_to_string(&record).unwrap();
    let games = |text: &str| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    let stays = |game: &String| games(&after).contains(game);
    assert!(games(&before).iter().all(stays), "what was there stays, times and all");
    assert_eq!((games(&before).len(), games(&after).len()), (6, 10));
    assert_eq!(go(&guest("2"), 5, "guest"), LeagueGames::Played);
    assert_eq!(go(&guest("2"), 5, "guest"), LeagueGames::There);

    // A run that was stopped goes on.
    let stop = AtomicBool::new(true);
    let league = League::new(&*place, &roster).unwrap().of_deals(4);
    assert_eq!(league.play(&roster, "queue", &stop, &|_| {}).unwrap(), LeagueGames::Stopped);
    assert_eq!(league.table().unwrap().rows.len(), 1, "half a record is none");
    assert_eq!(go(&roster, 4, "queue"), LeagueGames::Played);

    // Nobody need be here for the table.
    let league = League::new(&*place, &Roster::standard()).unwrap();
    assert_eq!(league.table().unwrap().rows.len(), 2);
    assert!(league.play(&Roster::standard(), "guest", &stop, &|_| {}).is_err());
}

/// The numbers of the table against those of a match on the same deals.
#[test]
fn the_table_is_what_was_played() {
    use crate::experiment::Match;
    use crate::play::Estimator;
    let place = TempFolder::new("league-table");
    let roster = Roster::standard();
    let league = League::new(&*place, &roster).unwrap().of_deals(12);
    for player in ["exact", "surefoot"] {
        league.play(&roster, player, &AtomicBool::new(false), &|_| {}).unwrap();
    }
    let table = league.table().unwrap();
    assert_eq!(table.promises, ["safe", "opening"]);
    for (point, (_, played)) in league.plan.points().enumerate() {
        let (rules, seed) = (played.rules.clone(), league.plan.seed);
        let game = Match::between(&["surefoot", "exact"], rules, 12, seed);
        let game = Match { estimate: Estimator::Survival, ..game };
        let standings =
            game.run(&roster, &AtomicBool::new(false), || {}, |_| {}).unwrap().standings;
        for (text, standing) in game.players.iter().zip(&standings.0) {
            let row = table.rows.iter().find(|row| row.player == *text).unwrap();
            let apart = row.results[point].won.mean - standing.values.mean().unwrap();
            assert!(apart.abs() < 1e-12, "{text}");
            let difference = row.results[point].difference.map(|of| of.mean);
            let against = standing.against_first.mean().filter(|_| text != REFERENCE);
            assert_eq!(difference.is_some(), against.is_some());
            let gap = difference.unwrap_or(0.0) - against.unwrap_or(0.0);
            assert!(gap.abs() < 1e-12, "{text}");
        }
    }
    let page = table.markdown("surefoot league");
    assert!(page.contains("| `surefoot` |") && page.contains("| – |"), "{page}");
    assert!(table.figure.svg().contains("surefoot"));
}

#[test]
fn a_name_that_is_no_folder_gets_one() {
    let league = League::new("x", &Roster::standard()).unwrap();
    assert_eq!(league.home("surefoot"), PathBuf::from("x/surefoot"));
    let [one, other] = ["cmd:python3 a/b.py", "cmd:python3 a-b.py"].map(|text| league.home(text));
    assert_ne!(one, other);
    assert_eq!(one.parent(), Some(Path::new("x")));
    assert_ne!(league.home(".."), PathBuf::from("x/.."));
}
