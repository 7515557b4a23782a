//! What the command line takes at the most: in an address space that the system limits it answers or
//! refuses in words.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::process::Command;

use surefoot_testing::Said;

const SUREFOOT: &str = env!("CARGO_BIN_EXE_surefoot");

/// What refuses in so many megabytes of address space beside the program's. What is not allowed is not there, and
/// who asks for it anyway is ended by a signal.
#[track_caller]
fn refused_within(megabytes: u64, arguments: &[&str], input: impl AsRef<[u8]>, words: &[&str]) {
    Said::by(&mut limited(megabytes, arguments), input).refused(words);
}

fn limited(megabytes: u64, arguments: &[&str]) -> Command {
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
        .arg((1_000 * (PROGRAM + megabytes)).to_string())
        .arg(SUREFOOT)
        .args(arguments);
    limited
}

/// Code, libraries and stacks take address space of their own.
const PROGRAM: u64 = 150;

const NO_ROOM: &str = "does not fit into the memory there is";

#[test]
fn a_search_keeps_its_memory() {
    let words = ["the search filled its 40 MB of memory"];
    refused_within(40, &["optimal", "6x5/5", "--memory", "40MB"], "", &words);
}

/// A line of forty characters may claim a large board, but not each of a quarter of a
/// million lines.
#[test]
fn boards_that_claim_much_take_little() {
    let input = "{\"width\":100,\"height\":100,\"mines\":[]}\n".repeat(270_000);
    let words = ["more than a file of this length can claim"];
    refused_within(700, &["inspect", "-"], input, &words);
}

#[test]
fn input_that_does_not_fit_is_refused() {
    refused_within(50, &["inspect", "-"], vec![b'*'; 100_000_000], &[NO_ROOM]);
}

/// A document takes five hundred bytes, and there may be one in three.
#[test]
fn documents_that_do_not_fit_are_refused() {
    let line = "{\"width\":24,\"height\":23,\"mines\":[]}\n";
    let (lines, tiny) = (line.repeat(120_000), "*\n\n".repeat(500_000));
    for (command, input) in
        [("inspect", &lines), ("convert", &lines), ("inspect", &tiny), ("convert", &tiny)]
    {
        let to = ["convert", "-", "/dev/null", "--to", "drawing"];
        let arguments = if command == "convert" { &to[..] } else { &["inspect", "-"] };
        for room in [100, 150, 200] {
            refused_within(room, arguments, input, &[NO_ROOM]);
        }
    }
}

/// Text that fits becomes cells that do not.
#[test]
fn a_board_that_does_not_fit_is_refused() {
    let board = format!("5000x5000/9\n{}", ("*".repeat(5_000) + "\n").repeat(5_000));
    for command in ["inspect", "analyse"] {
        refused_within(150, &[command, "-"], &board, &[NO_ROOM]);
    }
}

/// A board that looks like any: under clues that lie, states, edges and numbers together
/// take gigabytes.
fn wide(width: i32, height: i32) -> String {
    let mine = |x: i32, y: i32| {
        (0..width).contains(&x)
            && (0..height).contains(&y)
            && (x * x * 3 + y * y * 5 + x * y * 7 + x / 3) % 11 < 3
    };
    let number = |x: i32, y: i32| {
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
        around.filter(|(right, down)| mine(x + right, y + down)).count()
    };
    let tile = |x, y| {
        if mine(x, y) || (x * 5 + y * 3 + x * y) % 7 > 3 {
            "*".to_owned()
        } else {
            number(x, y).to_string()
        }
    };
    let row = |y| (0..width).map(|x| tile(x, y)).chain(["\n".to_owned()]).collect::<String>();
    let mines = (0..height).flat_map(|y| (0..width).filter(move |&x| mine(x, y))).count();
    format!("{width}x{height}/{mines}\n{}", (0..height).map(row).collect::<String>())
}

#[test]
fn an_analysis_keeps_its_memory() {
    let vague = ["analyse", "--clues", "optimistic:q=0.8,asks=3", "--memory", "100MB", "-"];
    let words = ["cannot be counted within 100 MB of memory", "hint: --approx"];
    refused_within(100, &vague, wide(100, 40), &words);
    let exact = ["analyse", "--approx", "--memory", "17MB", "-"];
    let failed = "and the estimate of --approx failed: only optimistic and cautious clues";
    refused_within(17, &exact, wide(100, 40), &[failed]);
    // What is too large for an estimate is told soon, and takes no more either.
    let vague = [&["analyse", "--approx"][..], &vague[1..]].concat();
    refused_within(100, &vague, wide(700, 700), &["failed: ", "too long"]);
}

/// What a large board takes beside what is counted: 150 bytes a cell where clues hang together over all
/// of it, and what finding an order there takes.
#[test]
#[ignore = "slow: scripts/test --all"]
fn what_is_not_counted_is_as_stated() {
    let (side, rest) = (300, 50);
    let cells = 150 * side as u64 * side as u64 / 1_000_000;
    let words = ["cannot be counted within 17 MB of memory"];
    for vague in [&["--clues", "optimistic"][..], &["--clues", "cautious"], &[]] {
        let arguments = [&["analyse", "--memory", "17MB", "-"][..], vague].concat();
        refused_within(17 + rest + cells, &arguments, wide(side, side), &words);
    }
}

/// Players count beside a search, but on boards that can be searched little.
#[test]
fn players_that_are_compared_take_little_more() {
    let arguments =
        ["optimal", "5x4/4", "--memory", "30MB", "--compare", "exact", "surefoot", "periphery"];
    let said = Said::by(&mut limited(30 + 30, &arguments), "");
    assert_eq!(said.code, Some(0), "{said:?}");
}
