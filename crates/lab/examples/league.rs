//! Writes `docs/players.md`: the tables of the league, four shipped experiments between all
//! players of the roster.
//!
//! ```sh
//! cargo run --release -p surefoot-lab --example league -- league > docs/players.md
//! ```
//!
//! The folder keeps the records: a run that was stopped goes on. A second folder is that of
//! the public course's own board files, which are then played too; they are not part of
//! this repository.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;

use surefoot_lab::bench::signature;
use surefoot_lab::experiment::folder::{Folder, course_boards};
use surefoot_lab::experiment::plan::Experiment;
use surefoot_lab::experiment::shipped;
use surefoot_lab::report::markdown;
use surefoot_players::Roster;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = Folder::new(arguments.next().unwrap_or_else(|| "league".to_owned()));
    let roster = Roster::standard();
    let find = |name| {
        shipped::find(&roster, name).ok_or("it is not shipped")?.map_err(Box::<dyn Error>::from)
    };
    let mut experiments: Vec<Experiment> = Vec::new();
    for name in ["league-win", "league-score", "league-dig", "league-course"] {
        experiments.push(find(name)?);
    }
    if let Some(boards) = arguments.next() {
        let mut own = find("league-course")?;
        own.set_boards(course_boards(Path::new(&boards))?);
        "league-course-boards".clone_into(&mut own.name);
        "The league: the public course's own boards".clone_into(&mut own.title);
        "Five boards a place.".clone_into(&mut own.notes);
        experiments.push(own);
    }
    folder.run(&roster, &experiments)?;
    println!("# The players, compared\n");
    println!(
        "Version {}, engine signature {}; all players on the same deals, 95 % intervals, times \
         are medians.",
        env!("CARGO_PKG_VERSION"),
        signature::COMMITTED.trim(),
    );
    println!(
        "Made by `cargo run --release -p surefoot-lab --example league -- league > docs/players.md`\n\
         (with the folder of the course's files behind it for the last section); `surefoot lab\n\
         league-win league-score league-dig league-course` plays the same and draws it."
    );
    for experiment in &experiments {
        print!("\n{}", markdown::section(&folder.results(experiment)?));
    }
    Ok(())
}
