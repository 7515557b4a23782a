use super::*;
use crate::engine::{EngineHost, Heard};
use crate::roster::Roster;
use surefoot_rules::{Deal, GameKind, Random, Tile};

/// A line of the host and what it reads as again.
fn again(line: &str) -> String {
    HostMessage::read(line).unwrap_or_else(|error| panic!("{line}: {error}")).to_string()
}

#[test]
fn lines_are_read_as_they_are_written() {
    for line in [
        "hello 1",
        "set depth 2",
        "set book a book with blanks",
        "isready",
        "newgame game win size 30x16 mines 99 neighbourhood square8 promise opening clues exact \
         flood on number 18446744073709551615",
        "newgame game score size 3x2 mines ? neighbourhood hex promise none clues silent:0.7,asks=3 \
         flood off number 0 stream 7",
        "newgame game dig size 4x4 mines 0 neighbourhood torus promise safe \
         clues optimistic:q=0.5,asks=until flood off number 1",
        "position *1F/0M?",
        "position *1?/*** asks 1,0=4 2,0=2 new 1,0 2,0 1,0",
        "go",
        "go movetime 100 nodes 5",
        "stop",
        "quit",
        "ponder on",
    ] {
        assert_eq!(again(line), line);
    }
    for line in [
        "name my engine",
        "version 1.0 beta",
        "plays win hex cautious",
        "option several switch off",
        "option depth number 2",
        "hello 1",
        "readyok",
        "info safety 0.25 win 0.1 because 1,2 3,4 why the safest cell",
        "info why 3,4 is safe",
        "play open 3,4",
        "play chord 0,0 certain",
        "play declare",
        "play flag 1,1 certain; open 2,2 certain; declare certain",
        "error I do not play hex",
        "bestmove e2e4",
    ] {
        let read = EngineMessage::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(read.to_string(), line);
    }
}

#[test]
fn what_is_not_said_is_as_usual_and_what_is_not_known_is_ignored() {
    let HostMessage::NewGame(game) =
        HostMessage::read("newgame colour red size 9x9 mines 10").unwrap()
    else {
        panic!("it is a new game");
    };
    assert_eq!((game.kind, game.promise.name(), game.flood), (GameKind::Win, "opening", true));
    assert_eq!(again("  go   quickly  nodes 3 "), "go nodes 3");
    let info = EngineMessage::read("info depth 3 safety 1 nodes 5").unwrap();
    assert_eq!(info.to_string(), "info safety 1");
}

#[test]
fn mistakes_are_named() {
    let host = |line: &str| HostMessage::read(line).unwrap_err().to_string();
    assert_eq!(host("hello"), "`hello` must be followed by a version");
    assert_eq!(host("newgame size 9x9"), SettingError::NoMines.to_string());
    assert_eq!(host("newgame mines 9"), SettingError::NoSize.to_string());
    assert!(host("newgame size 2x2 mines 5").contains("`5` is not a number of mines that fits"));
    assert!(host("newgame size 2x2 mines 1 game chess").contains("`chess` is not a game"));
    assert_eq!(host("position 12/1"), "row 1 has 1 cells, the first has 2");
    assert!(host("position 1#").contains("`#` is not a cell"));
    let engine = |line: &str| EngineMessage::read(line).unwrap_err().to_string();
    assert!(engine("play").contains("must be followed by an action"));
    assert!(engine("play dig 3,4").contains("`dig` is not an action"));
    assert!(engine("play open").contains("must be followed by a cell"));
    assert!(engine("play open three").contains("three"));
    assert!(engine("play open 1,1; open 2,2 certain").contains("`open 1,1` is not"));
    assert!(engine("info win 2").contains("`2` is not a probability"));
    assert!(engine("info win").contains("must be followed by a probability"));
    assert!(engine("option x list").contains("`list` is not a kind of option"));
}

/// Whatever comes, nobody panics, and what was understood is written so that it is
/// understood again.
#[test]
fn any_line_is_read_or_refused() {
    const WORDS: &[&str] = &[
        "hello",
        "set",
        "isready",
        "newgame",
        "position",
        "go",
        "stop",
        "quit",
        "name",
        "version",
        "plays",
        "option",
        "readyok",
        "info",
        "play",
        "error",
        "game",
        "win",
        "score",
        "dig",
        "size",
        "9x9",
        "0x0",
        "4294967295x4294967295",
        "mines",
        "?",
        "10",
        "-1",
        "neighbourhood",
        "hex",
        "promise",
        "safe",
        "clues",
        "silent:0.5",
        "silent:nan",
        "asks",
        "1,1=3",
        "new",
        "0,0",
        "9,9",
        "4294967295,4294967295",
        "99999999999",
        "flood",
        "on",
        "number",
        "stream",
        "18446744073709551616",
        "movetime",
        "nodes",
        "open",
        "flag",
        "declare",
        "certain",
        ";",
        "safety",
        "0.5",
        "1e999",
        "because",
        "why",
        "***/1*1/***",
        "***/*",
        "/",
        "F?M8z",
        "é",
        "\u{0}",
        "\t",
        "",
    ];
    let mut random = Random::named("lines", [1, 1]);
    let mut host = EngineHost::new(&Roster::standard(), "exact", "test").unwrap();
    let (mut read, mut said) = (0, String::new());
    for _ in 0..60_000 {
        let mut line = String::new();
        for _ in 0..random.below(9) {
            line += random.pick(WORDS).unwrap();
            line += if random.below(12) == 0 { "" } else { " " };
        }
        if let Ok(message) = HostMessage::read(&line) {
            let text = message.to_string();
            let second = HostMessage::read(&text);
            assert_eq!(second.as_ref().map(ToString::to_string), Ok(text), "{line}");
            read += 1;
        }
        if let Ok(message) = EngineMessage::read(&line) {
            let text = message.to_string();
            let second = EngineMessage::read(&text);
            assert_eq!(second.as_ref().map(ToString::to_string), Ok(text), "{line}");
            read += 1;
        }
        let small = !line.contains("4294967295x");
        if small && host.hear(&line, &mut said) == Heard::More {
            assert!(said.is_empty() || said.ends_with('\n'), "{line}");
        }
        said.clear();
    }
    assert!(read > 50_000, "{read}");
}

/// An engine hears what the house sees: a view comes back as it was, its journal too.
#[test]
fn a_view_comes_back_as_it_was() {
    use surefoot_rules::{Action, Clues, Game, Grid, Neighbourhood, Rules, Status};
    let grid = Grid::with(6, 5, Neighbourhood::Hex).unwrap();
    for (kind, clues) in [
        (GameKind::Win, "exact"),
        (GameKind::Score, "silent:0.5,asks=3"),
        (GameKind::Dig, "cautious:asks=2"),
    ] {
        let mut rules = Rules::new(kind, grid.clone(), 6);
        rules.clues = clues.parse::<Clues>().unwrap();
        let mut game = Game::new(rules).unwrap();
        for index in 0..40 {
            game.deal(Deal::new(5, index));
            let mut random = Random::named("acts", [5, index]);
            let new_game = NewGame::new(&game.brief(), game.view(), 3);
            let mut seen: Option<surefoot_rules::View> = None;
            let mut told = 0;
            for _ in 0..20 {
                if game.status() != Status::Playing {
                    break;
                }
                let line = SentPosition::of(game.view(), told).to_string();
                told = game.view().journal().len();
                let position = SentPosition::read(&line).unwrap();
                match &mut seen {
                    Some(view) => assert!(position.tell(view, 0), "{line}"),
                    None => seen = Some(position.view(&new_game).unwrap()),
                }
                let view = seen.as_ref().unwrap();
                assert_eq!(view, game.view());
                assert_eq!(view.journal(), game.view().journal());
                for _ in 0..3 {
                    let cell = surefoot_rules::Cell::new(random.below(30));
                    let action = match (random.below(4), game.view().tile(cell)) {
                        (0, Tile::Hidden | Tile::Flag) => Action::Flag(cell),
                        (_, Tile::Hidden) => Action::Open(cell),
                        (_, Tile::Clue(_) | Tile::Silent) => Action::Ask(cell),
                        _ => continue,
                    };
                    let _ = game.play(action);
                }
            }
        }
    }
}

/// Flags and what follows them come in one answer, and the game is the player's own: told of
/// its flags again, it goes on where it was.
#[test]
fn flags_are_answered_with_what_follows_them() {
    let mut host = EngineHost::new(&Roster::standard(), "exact", "test").unwrap();
    let mut said = String::new();
    let mut ask = |lines: &[&str]| {
        said.clear();
        for line in lines {
            assert_eq!(host.hear(line, &mut said), Heard::More);
        }
        said.lines().filter(|line| line.starts_with("play")).collect::<Vec<_>>().join("|")
    };
    let first =
        ask(&["newgame size 6x1 mines 2 promise none number 1", "position 1***** new 0,0", "go"]);
    assert_eq!(first, "play flag 1,0 certain; open 5,0", "the sea, where nothing is told");
    let second = ask(&["position 1F***1 new 1,0 5,0", "go"]);
    assert!(second.starts_with("play ") && !second.contains("flag 1,0"), "{second}");
}
