//! `surefoot play` of a build without the terminal game.

use crate::args::{Common, Play};
use crate::complaint::complain;

pub(crate) fn run(_: &Common, _: &Play) -> anyhow::Result<()> {
    Err(complain("this build has no terminal game", "build it with `cargo build --features play`"))
}
