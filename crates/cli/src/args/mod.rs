//! What was typed: one file per command, with its help; here what all commands share.

mod analyse;
mod bench;
mod board;
mod convert;
mod deal;
mod engine;
mod explain;
mod inspect;
mod lab;
mod league;
mod r#match;
mod memory;
mod number;
mod optimal;
mod play;
mod reading;
mod review;
mod serve;
mod watch;

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use self::number::from_one;
use crate::complaint::note;

pub(crate) use analyse::Analyse;
pub(crate) use bench::Bench;
pub(crate) use board::{BoardOptions, Flood, MinesTold};
pub(crate) use convert::{Convert, Target};
pub(crate) use deal::{DealArguments, Generator};
pub(crate) use explain::Explain;
pub(crate) use inspect::Inspect;
pub(crate) use lab::{Lab, LabCommand, ShardChoice};
pub(crate) use league::LeagueArguments;
pub(crate) use r#match::MatchArguments;
pub(crate) use memory::MemorySize;
pub(crate) use optimal::Optimal;
pub(crate) use play::Play;
pub(crate) use reading::{ReadingOptions, Safe};
pub(crate) use review::ReviewArguments;
pub(crate) use serve::Serve;
pub(crate) use watch::WatchArguments;

/// The Minesweeper engine and laboratory.
///
/// Deal, convert, analyse and explain boards, let players compete, and run
/// experiments. FILE may always be `-` for standard input. Exit status: 0 done;
/// 1 the answer is "no"; 2 wrong usage or unreadable input.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "Examples:
  surefoot deal --level expert --first 3,3       an expert board, drawn
  surefoot deal --json --count 1000 > b.jsonl    a thousand boards for a program
  surefoot deal | surefoot inspect -             a board, and facts about it
  surefoot convert board.mbf board.svg           a picture of a board
  surefoot analyse game.mine                     exact mine probabilities
  surefoot explain 3 1 game.mine                 why cell 3,1 is safe, or a mine
  surefoot play --level expert                   a game of your own, here
  surefoot watch closure --level beginner        a game, step by step
  surefoot review game.avf                       a game of yours, looked at again
  surefoot match queue window closure            three players on the same deals
  surefoot optimal 4x4/4                         best play, exactly
  surefoot lab --quick                           experiments, figures and a report";

/// What every command understands.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Common {
    /// Print JSON, and nothing else, on standard output.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// The seed of everything random: the same seed gives the same results on
    /// every machine. `random` picks one and tells you which [default: 0; in `lab`, the
    /// experiment's own].
    #[arg(long, global = true, value_name = "N")]
    pub(crate) seed: Option<Seed>,
    /// Threads to use; results do not depend on it [default: all cores].
    #[arg(long, global = true, value_name = "N", value_parser = from_one::<u16>)]
    pub(crate) threads: Option<u16>,
    /// When to use colours.
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: Color,
    /// Show no notes and no progress bars.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print more detail.
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// A TOML file of programs that play, each by a name of its own.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) engines: Option<PathBuf>,
}

impl Common {
    /// The seed; a fresh one is told.
    pub(crate) fn seed(&self) -> u64 {
        self.given_seed().unwrap_or(0)
    }

    /// The seed, if one was asked for.
    pub(crate) fn given_seed(&self) -> Option<u64> {
        self.seed.map(|seed| match seed {
            Seed::Number(seed) => seed,
            Seed::Random => {
                let seed = Self::fresh_seed();
                note(&format!("--seed {seed}"));
                seed
            }
        })
    }

    /// A seed that nobody has chosen.
    pub(crate) fn fresh_seed() -> u64 {
        RandomState::new().hash_one("a fresh seed") >> 11
    }

    /// The threads to work with.
    pub(crate) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let threads = self.threads.unwrap_or(0).into();
        Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?)
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    Always,
    Never,
}

impl Color {
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// A number, or the wish for a fresh one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seed {
    Number(u64),
    Random,
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "random" => Ok(Self::Random),
            number => number
                .parse()
                .map(Self::Number)
                .map_err(|_| "expected a whole number from 0 to 2^64-1, or `random`".to_owned()),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Deal boards from a seed.
    #[command(after_help = deal::HELP)]
    Deal(DealArguments),
    /// Convert a board or position to another format.
    #[command(after_help = convert::HELP)]
    Convert(Convert),
    /// Say what a file holds: size, mines, 3BV, openings, islands.
    #[command(after_help = inspect::HELP)]
    Inspect(Inspect),
    /// Look at a recorded game again: every guess, what it was worth, luck and skill.
    #[command(after_help = review::HELP)]
    Review(ReviewArguments),
    /// Find exact mine probabilities, certain cells and the best cell of a position.
    #[command(after_help = analyse::HELP)]
    Analyse(Analyse),
    /// Say why a cell is certain: the clues that prove it, and the steps in words.
    #[command(after_help = explain::HELP)]
    Explain(Explain),
    /// Play in the terminal, by mouse or keys, with hints, proofs and a review.
    #[command(after_help = play::HELP)]
    Play(Play),
    /// List the players and their options.
    #[command(after_help = "Example:\n  surefoot players --json")]
    Players,
    /// Speak the protocol for programs that play, as a player of the roster.
    #[command(after_help = engine::HELP)]
    Engine {
        /// Who answers, as in `surefoot:effort=high`.
        player: String,
    },
    /// Check whether a program speaks the protocol for engines; exit 1 if it does not.
    #[command(after_help = engine::CHECK_HELP)]
    CheckEngine {
        /// The program with its arguments, or the name of one in the file of --engines.
        #[arg(value_name = "COMMAND")]
        engine: String,
    },
    /// Watch one game, step by step.
    #[command(after_help = watch::HELP)]
    Watch(WatchArguments),
    /// Compare players on the same deals.
    #[command(after_help = r#match::HELP)]
    Match(MatchArguments),
    /// Find best play on a small board or late in a game, and its exact chance to win.
    #[command(after_help = optimal::HELP)]
    Optimal(Optimal),
    /// Run experiments: records, tables, figures and a report.
    #[command(after_help = lab::HELP, args_conflicts_with_subcommands = true)]
    Lab(Lab),
    /// Compare engines, the built-in ones and yours, on the same expert deals.
    #[command(after_help = league::HELP)]
    League(LeagueArguments),
    /// Check whether players still behave the same, and measure their speed.
    #[command(after_help = bench::HELP)]
    Bench(Bench),
    /// Serve the page and a JSON API over HTTP (in builds with `--features serve`).
    #[command(after_help = serve::HELP)]
    Serve(Serve),
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  surefoot completions bash > ~/.local/share/bash-completion/completions/surefoot"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write all pages into a folder.
    #[command(
        after_help = "Examples:\n  surefoot man | man -l -\n  surefoot man --out ~/.local/share/man/man1"
    )]
    Man {
        /// Write one page per command into this folder.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use surefoot_inference::no_guess::Logic;
    use surefoot_inference::{BestPlay, Options};
    use surefoot_lab::play::gauge::GAUGES;
    use surefoot_rules::notation::{self, Board, Document, Format};
    use surefoot_rules::{Layout, Neighbourhood, Promise, layout};

    /// The commands in a help text, without the words beside them and what they are
    /// piped to.
    fn examples(help: &str) -> Vec<Vec<&str>> {
        let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
        let commands = lines.flat_map(|line| line.split(" | ")).map(str::trim_start);
        commands
            .filter(|command| command.starts_with("surefoot "))
            .map(|command| command.split("  ").next().unwrap_or_default())
            .map(|command| command.split(" > ").next().unwrap_or_default())
            .map(words)
            .collect()
    }

    /// The words of a command, as a shell would read them.
    fn words(command: &str) -> Vec<&str> {
        let parts = command.split('\'').enumerate();
        parts
            .flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect()
    }

    #[test]
    fn every_command_teaches_by_examples_that_parse() {
        let whole = Arguments::command();
        let helps = whole.get_subcommands().map(|command| (command.get_name(), command));
        let mut seen = 0;
        for (name, command) in helps.chain([("", &whole)]).filter(|(name, _)| *name != "help") {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = examples(&help);
            assert!(!examples.is_empty(), "`{name}` has no example");
            for example in examples {
                let parsed = Arguments::try_parse_from(&example);
                assert!(parsed.is_ok(), "{}: {}", example.join(" "), parsed.unwrap_err());
                assert!(name.is_empty() || help.contains(&format!("  surefoot {name}")), "{help}");
            }
            seen += 1;
        }
        assert_eq!(seen, 20, "nineteen commands and the whole");
    }

    /// The words of an option's help, of each command that has it.
    fn options(name: &str) -> Vec<(String, Vec<String>)> {
        let whole = Arguments::command();
        let of = |command: &clap::Command| {
            let option = command.get_arguments().find(|it| it.get_long() == Some(name))?;
            let help = option.get_help()?.to_string();
            let words = help.split(|c: char| !c.is_alphanumeric() && c != '-').map(str::to_owned);
            Some((command.get_name().to_owned(), words.collect()))
        };
        let found: Vec<_> = whole.get_subcommands().filter_map(of).collect();
        assert!(!found.is_empty(), "there is no --{name}");
        found
    }

    /// What can be typed is typed again in the help, where no type lists it.
    #[test]
    fn the_help_of_an_option_names_all_it_takes() {
        let board: Layout = layout![". . . .", ". M . .", ". . . ."];
        let board = Document::Board(Board { layout: board, first: None });
        let written =
            |format: &Format| *format == Format::Seed || notation::write(&board, *format).is_ok();
        let lists = [
            ("neighbourhood", Neighbourhood::ALL.map(Neighbourhood::name).to_vec()),
            ("promise", Promise::ALL.map(Promise::name).to_vec()),
            ("no-guess", Logic::ALL.map(Logic::name).to_vec()),
            ("gauges", GAUGES.iter().map(|gauge| gauge.name).collect()),
            ("boards", crate::setting::shipped_boards().collect()),
            ("format", Format::ALL.into_iter().filter(written).map(Format::name).collect()),
        ];
        for (option, names) in lists {
            for (command, words) in options(option) {
                // The laboratory has another --boards.
                if (option, &*command) == ("boards", "lab") {
                    continue;
                }
                for name in &names {
                    assert!(words.iter().any(|word| word == name), "{command} --{option}: {name}");
                }
            }
        }
        let help = convert::HELP;
        for format in Format::ALL.iter().filter(|format| **format != Format::Seed) {
            for ending in format.endings() {
                let dotted = format!(".{ending}");
                assert!(help.split_whitespace().any(|word| word == dotted), "convert: {ending}");
            }
        }
    }

    #[test]
    fn memory_is_what_it_is_in_the_library_unless_told() {
        let usual = |words: &[&str]| match Arguments::try_parse_from(words).unwrap().command {
            Command::Analyse(Analyse { memory, .. }) | Command::Explain(Explain { memory, .. }) => {
                memory
            }
            Command::Optimal(Optimal { memory, .. }) => memory,
            _ => panic!("no memory"),
        };
        let of = |bytes: usize| (bytes / 1_000_000).to_string().parse::<MemorySize>().unwrap();
        let count = of(Options::default().memory);
        assert_eq!(usual(&["surefoot", "analyse", "-"]), count);
        assert_eq!(usual(&["surefoot", "explain", "0", "0", "-"]), count);
        assert_eq!(usual(&["surefoot", "optimal", "4x4/4"]), of(BestPlay::USUAL_BYTES));
    }
}
