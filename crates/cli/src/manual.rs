//! Completion scripts and manual pages, from the command line's own definition.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;

use crate::args::Arguments;

pub(crate) fn completions(shell: clap_complete::Shell) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "surefoot", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

pub(crate) fn pages(out: Option<&Path>) -> anyhow::Result<()> {
    let command = Arguments::command().name("surefoot");
    let Some(folder) = out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return Ok(io::stdout().write_all(&page)?);
    };
    let cannot = || format!("cannot write manual pages into {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    clap_mangen::generate_to(command, folder).with_context(cannot)
}
