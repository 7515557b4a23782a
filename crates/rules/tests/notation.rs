//! Every format reads back what it writes, and no reader panics on anything.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use surefoot_rules::notation::{self, Board, Document, Format, ReadOptions, WriteError};
use surefoot_rules::{Cell, Draft, Grid, Layout, Neighbourhood, Random, Tile, View, layout, view};
use surefoot_testing::{Cases, mutated, seed};

fn neighbourhoods() -> impl Strategy<Value = Neighbourhood> {
    prop::sample::select(&Neighbourhood::ALL[..])
}

fn boards(neighbourhood: impl Strategy<Value = Neighbourhood>) -> impl Strategy<Value = Board> {
    (neighbourhood, 1..=40_u32, 1..=20_u32).prop_flat_map(|(neighbourhood, width, height)| {
        let grid = Grid::with(width, height, neighbourhood).unwrap();
        let cells = prop::collection::vec(prop::bool::weighted(0.2), grid.len());
        (cells, prop::option::of(0..grid.len() as u32)).prop_map(move |(mines, first)| {
            let mines = grid.cells().filter(|cell| mines[cell.index()]);
            let layout = Layout::new(grid.clone(), mines).unwrap();
            Board { layout, first: first.map(Cell::new) }
        })
    })
}

/// Views of all kinds: any tiles, total known or not, clues within bounds only.
fn views(
    neighbourhood: impl Strategy<Value = Neighbourhood>,
    tiles: &'static [Tile],
) -> impl Strategy<Value = View> {
    (neighbourhood, 1..=30_u32, 1..=12_u32, any::<bool>()).prop_flat_map(
        move |(kind, w, h, told)| {
            let grid = Grid::with(w, h, kind).unwrap();
            let total = (0..=grid.len() as u32).prop_map(move |total| told.then_some(total));
            let tiles = prop::collection::vec(prop::sample::select(tiles), grid.len());
            (total, tiles).prop_map(move |(total, mut tiles)| {
                for (cell, tile) in grid.cells().zip(&mut tiles) {
                    if let Tile::Clue(clue) = tile {
                        *clue %= grid.neighbours(cell).len() as u8 + 1;
                    }
                }
                View::try_from(Draft::with_tiles(grid.clone(), total, tiles)).unwrap()
            })
        },
    )
}

const ALL_TILES: &[Tile] = &[
    Tile::Hidden,
    Tile::Hidden,
    Tile::Clue(0),
    Tile::Clue(1),
    Tile::Clue(2),
    Tile::Clue(7),
    Tile::Clue(8),
    Tile::Silent,
    Tile::Mine,
    Tile::Flag,
];

/// Writes, reads with the format told and then recognised, and compares.
fn round_trip(document: &Document, format: Format, expected: &Document) {
    let bytes = notation::write(document, format).unwrap();
    let told = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let read = notation::read(&bytes, told).unwrap();
    assert_eq!(read, std::slice::from_ref(expected), "{format}");
    let recognised = Format::recognise(&bytes);
    assert_eq!(recognised, format, "{:?}", String::from_utf8_lossy(&bytes));
}

/// The same cases in every run, unless `SUREFOOT_TEST_SEED` says otherwise.
fn config() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(seed());
    ProptestConfig { rng_seed, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn drawings_round_trip(view in views(neighbourhoods(), ALL_TILES)) {
        let document = Document::View(view);
        let bytes = notation::write(&document, Format::Drawing).unwrap();
        assert_eq!(notation::read(&bytes, ReadOptions::default()).unwrap(), [document]);
    }

    #[test]
    fn a_drawn_board_is_the_board_again(board in boards(neighbourhoods())) {
        let bytes = notation::write(&board.clone().into(), Format::Drawing).unwrap();
        let read = notation::read(&bytes, ReadOptions::default()).unwrap();
        assert_eq!(read[0].board().unwrap().layout, board.layout);
    }

    #[test]
    fn json_lines_round_trip(board in boards(neighbourhoods())) {
        let document = board.into();
        round_trip(&document, Format::Boards, &document);
    }

    #[test]
    fn community_boards_round_trip(board in boards(Just(Neighbourhood::Square8))) {
        let plain: Document = board.layout.clone().into();
        for format in [Format::Mbf, Format::Hex, Format::Link, Format::Metasweeper] {
            round_trip(&plain, format, &plain);
        }
        // The first click of a course file and of a game ID must be safe.
        let first = board.first.filter(|&cell| !board.layout.is_mine(cell));
        let document = Document::Board(Board { first, ..board });
        round_trip(&document, Format::Tatham, &document);
        let bytes = notation::write(&document, Format::Course).unwrap();
        let safe = notation::course::SafeReading::RowColumn;
        let read = notation::read(&bytes, ReadOptions { safe, format: None }).unwrap();
        assert_eq!(read, [document]);
    }

    #[test]
    fn mine_files_round_trip(
        view in views(Just(Neighbourhood::Square8), &[Tile::Hidden, Tile::Clue(1), Tile::Flag])
    ) {
        let document = Document::View(view.clone());
        match notation::write(&document, Format::Mine) {
            Err(error) => {
                assert_eq!(error, WriteError::UnknownTotal { format: Format::Mine });
                assert_eq!(view.mines(), None);
            }
            Ok(bytes) => {
                let read = notation::read(&bytes, ReadOptions::default()).unwrap();
                assert_eq!(read[0].view(), Some(&view));
            }
        }
    }

    #[test]
    fn positions_in_links_round_trip(
        view in views(
            Just(Neighbourhood::Square8),
            &[Tile::Hidden, Tile::Clue(0), Tile::Clue(1), Tile::Clue(3), Tile::Clue(8), Tile::Flag],
        )
    ) {
        // Clues contradict each other here: what is taken off them is put back all the same.
        let document = Document::View(view.clone());
        if view.mines().is_some() {
            round_trip(&document, Format::Analysis, &document);
            round_trip(&document, Format::Metasweeper, &document);
        } else {
            let format = Format::Analysis;
            assert_eq!(notation::write(&document, format), Err(WriteError::UnknownTotal { format }));
        }
    }

    #[test]
    fn minesweepr_keeps_everything_but_flags_and_the_total(
        view in views(
            Just(Neighbourhood::Square8),
            &[Tile::Hidden, Tile::Clue(0), Tile::Clue(2), Tile::Mine, Tile::Flag],
        )
    ) {
        let bytes = notation::write(&view.clone().into(), Format::Minesweepr).unwrap();
        let told = ReadOptions { format: Some(Format::Minesweepr), ..ReadOptions::default() };
        let read = notation::read(&bytes, told).unwrap();
        let mut draft = Draft::from(view);
        draft.mines = None;
        for tile in draft.tiles.iter_mut().filter(|tile| **tile == Tile::Flag) {
            *tile = Tile::Hidden;
        }
        assert_eq!(read, [View::try_from(draft).unwrap().into()]);
    }

    #[test]
    fn saved_games_round_trip(board in boards(Just(Neighbourhood::Square8)), seed: u64) {
        // Open and flag some cells truthfully: the file then holds the truth too.
        let mut random = Random::named("saved", [seed, 0]);
        let layout = &board.layout;
        let tiles = layout.grid().cells().map(|cell| match random.below(3) {
            0 if layout.is_mine(cell) => Tile::Flag,
            1 if !layout.is_mine(cell) => Tile::Clue(layout.number(cell)),
            _ => Tile::Hidden,
        });
        let draft =
            Draft::with_tiles(layout.grid().clone(), Some(layout.count()), tiles.collect());
        let view = View::try_from(draft).unwrap();
        let document = Document::Game(view, layout.clone().into());
        round_trip(&document, Format::Mine, &document);
        round_trip(&document, Format::Metasweeper, &document);
    }
}

fn samples() -> Vec<Vec<u8>> {
    let board = layout![". M . .", "M . . M", ". . . .", ". . M ."];
    let first = Some(Cell::new(8));
    let board: Document = Board { layout: board, first }.into();
    let view: Document = view!["5x3/4", "1 1 2 * *", "* F ? M *", "* * * 3 *"].into();
    let position: Document = view!["4x2/2", "1 1 2 F", "* * * *"].into();
    let mut samples: Vec<Vec<u8>> = Format::ALL
        .into_iter()
        .flat_map(|format| [&board, &view, &position].map(|doc| notation::write(doc, format)))
        .filter_map(Result::ok)
        .collect();
    samples.push(b"4x4/3 hex\n* * * *\n1 * * *\n* * * ?\n* M * F\n\n2x1/0\n00\n".to_vec());
    samples.push(b"{\"dim\":[2,3],\"bombs\":1,\"board\":[9,1,0,1,1,0]}".to_vec());
    samples.push(b"https://example.org/#/game/board-editor?b=4005&m=vvvvvvvv0000".to_vec());
    samples.push(b"3x2x2\nF2?\n121\nGame created by Minesweeper Explorer\n".to_vec());
    samples.push(b"https://example.org/?board=9x9x10&seed=12&start=40&rng=old".to_vec());
    samples.push(b"{\"board\": \"1x .x\", \"total_mines\": 1}".to_vec());
    samples.push(b"https://example.org/mines.html#4x3:1,2,u900".to_vec());
    samples.push(
        "# MINESWEEPER-BOARD v0.1\n# Render: emoji\nrows: 2\ncolumns: 2\nmines: 1\n\
                  [view]\n1\u{fe0f}\u{20e3}\u{2b1c}\n#@\n"
            .into(),
    );
    samples
}

const LIKELY: &[u8] = b"0123456789xX/*?MFHmUu@#{}[]\",:=&bacdimnw -+.e\n\r\t\0\xff\xc3\x80";

/// Whatever is read must also be writable or refused, and read back the same.
fn exercise(bytes: &[u8]) -> bool {
    let mut any = false;
    for format in Format::ALL.map(Some).into_iter().chain([None]) {
        let options = ReadOptions { format, ..ReadOptions::default() };
        match notation::read(bytes, options) {
            Ok(documents) => {
                any = true;
                assert!(!documents.is_empty());
                for document in documents {
                    let text = notation::write(&document, Format::Drawing).unwrap();
                    let again = notation::read(&text, ReadOptions::default()).unwrap();
                    // A drawing tells the rule of its clues by a comment only.
                    let rows = |text: &[u8]| {
                        let lines = text.split(|&byte| byte == b'\n');
                        lines.filter(|line| !line.starts_with(b"#")).collect::<Vec<_>>().concat()
                    };
                    let twice = notation::write(&again[0], Format::Drawing).unwrap();
                    assert_eq!((again.len(), rows(&twice)), (1, rows(&text)));
                    for format in Format::ALL {
                        let Ok(bytes) = notation::write(&document, format) else { continue };
                        let options = ReadOptions { format: Some(format), ..options };
                        assert!(
                            notation::read(&bytes, options).is_ok(),
                            "{format} is not read back"
                        );
                    }
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    any
}

#[test]
fn a_hundred_thousand_mutated_inputs_do_no_harm() {
    let samples = samples();
    let mut readable = 0;
    let draw = |random: &mut Random| mutated(&samples, LIKELY, random);
    Cases::new("mutations", 100_000).check(draw, |bytes| readable += u32::from(exercise(bytes)));
    // Neither everything nor nothing passes: the mutations are near misses.
    assert!((5_000..95_000).contains(&readable), "{readable}");
}

/// Inputs that once did harm, or were written to try: `fuzz/corpus/*/*`.
#[test]
fn the_kept_inputs_do_no_harm() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    let mut files = 0;
    for folder in std::fs::read_dir(corpus).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            exercise(&std::fs::read(file.unwrap().path()).unwrap());
            files += 1;
        }
    }
    assert!(files > 0);
}
