//! `surefoot serve` in a build without it: how to get one.

use crate::args::{Common, Serve};
use crate::complaint::complain;

pub(crate) fn run(_: &Common, &Serve { host, port, .. }: &Serve) -> anyhow::Result<()> {
    Err(complain(
        format!("this build has no server, so nothing can listen on {host}, port {port}"),
        "scripts/page builds the page (it needs Node); then: \
         cargo build --release --features serve",
    ))
}
