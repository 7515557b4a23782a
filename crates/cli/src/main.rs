//! `surefoot`: the command line.
//!
//! Three breaths: [`args`] is what was typed, each command turns it into what is
//! meant, and then it is done. Data goes to standard output, everything else to
//! standard error; the exit status is 0 for done, 1 for the answer "no", 2 for
//! wrong usage or unreadable input.

mod against;
mod analyse;
mod args;
mod asker;
mod assumptions;
mod bench;
mod complaint;
mod convert;
mod deal;
mod engine;
mod explain;
mod influence;
mod input;
mod inspect;
mod json;
mod lab;
mod league;
mod long_run;
mod manual;
mod r#match;
mod optimal;
mod output;
mod paint;
mod patience;
#[cfg(feature = "play")]
mod play;
#[cfg(not(feature = "play"))]
#[path = "no_play.rs"]
mod play;
mod players;
mod review;
#[cfg(feature = "serve")]
mod serve;
#[cfg(not(feature = "serve"))]
#[path = "no_serve.rs"]
mod serve;
mod setting;
mod tunables;
mod watch;

use std::process::ExitCode;

use crate::args::{Arguments, Command};
use crate::asker::Asker;
use clap::Parser;

// Deals and documents are many small allocations; the system allocator is the
// slowest part of writing a million boards.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let Arguments { common, command } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return complaint::of_arguments(&error),
    };
    common.color.write_global();
    let roster = match engine::roster(&common) {
        Ok(roster) => roster,
        Err(error) => return complaint::report(&error),
    };
    let asker = Asker { common: &common, roster: &roster };
    let done = match &command {
        Command::Deal(arguments) => deal::run(&common, arguments),
        Command::Convert(arguments) => convert::run(&common, arguments),
        Command::Inspect(arguments) => inspect::run(&common, arguments),
        Command::Review(arguments) => review::run(&common, arguments),
        Command::Analyse(arguments) => analyse::run(&common, arguments),
        Command::Explain(arguments) => explain::run(&common, arguments),
        Command::Play(arguments) => play::run(&common, arguments),
        Command::Players => players::run(asker),
        Command::Engine { player } => engine::run(&roster, player),
        Command::CheckEngine { engine } => engine::check(&common, engine),
        Command::Watch(arguments) => watch::run(asker, arguments),
        Command::Match(arguments) => r#match::run(asker, arguments),
        Command::Optimal(arguments) => optimal::run(asker, arguments),
        Command::Lab(arguments) => lab::run(asker, arguments),
        Command::League(arguments) => league::run(asker, arguments),
        Command::Bench(arguments) => bench::run(asker, arguments),
        Command::Serve(arguments) => serve::run(&common, arguments),
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man { out } => manual::pages(out.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complaint::report(&error),
    }
}
