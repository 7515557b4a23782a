//! Players that are programs: the line protocol of `docs/protocol.md`, both sides of it.
//!
//! Chess grew by UCI: an engine is a program that reads lines and writes lines, so it may be
//! written in any language, and whoever arranges matches need not know it. This is the same for
//! Minesweeper. Positions are told whole every time, so that an engine of forty lines needs no
//! memory; what changed since the last one is said beside, in its order, for those who have one.
//!
//! | file | what |
//! |---|---|
//! | `message` | every line of the protocol as a value, read and written |
//! | `new_game`, `position`, `answer` | the three long ones |
//! | `host` | a player of a roster as an engine: lines in, lines out, no input or output |
//! | `process` | a program that runs: lines with time limits, its last words, its end |
//! | `conversation` | what is asked of such a program, and what it answered |
//! | `player` | a program as a player, one process for each that plays at the same time |
//! | `compliance` | does a program speak the protocol? |
//! | `entry` | programs in a roster: `cmd:COMMAND`, and such that have names |
//!
//! All but the first three need processes, and the feature `engines`.

mod answer;
#[cfg(feature = "engines")]
mod compliance;
#[cfg(feature = "engines")]
mod conversation;
#[cfg(feature = "engines")]
mod cpu;
#[cfg(feature = "engines")]
mod entry;
mod host;
mod message;
mod new_game;
#[cfg(feature = "engines")]
mod player;
mod position;
#[cfg(feature = "engines")]
mod process;

pub use answer::{EngineAction, MoveInfo};
pub use host::{EngineHost, Heard};
pub use message::{
    EngineMessage, EngineOption, GoLimits, HostMessage, MessageError, OptionKind, PROTOCOL,
};
pub use new_game::NewGame;
pub use position::SentPosition;
#[cfg(feature = "engines")]
pub use {
    compliance::{Compliance, Trial, TrialVerdict},
    conversation::{Conversation, EngineError, EngineHello},
    entry::{EngineCommand, Engines},
    process::{Deadline, EngineLimits, EngineProcess, LastWords, ProcessError},
};
