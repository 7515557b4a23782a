//! `surefoot serve`: where to listen.

use std::net::IpAddr;

use clap::Args;

pub(super) const HELP: &str =
    "GET / is the page; POST to /api/analyse, /api/explain, /api/coach, /api/deal or /api/move
for answers in JSON, which GET /api/openapi.json describes. It listens on localhost only, unless
--host says otherwise. --threads sets how many requests are answered at once.

Examples:
  surefoot serve
  surefoot serve --port 0 --json       any free port; prints the address as JSON
  curl --json '{\"position\": \"1*2\\n***\\n*3*\"}' http://127.0.0.1:8717/api/analyse";

/// Where to listen.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The address to listen on; 0.0.0.0 lets everyone ask who can reach this machine.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub(crate) host: IpAddr,
    /// A name by which the server may be asked besides `localhost`; may be given several
    /// times. Other names are refused, which stops DNS rebinding.
    #[arg(long = "host-name", value_name = "NAME")]
    pub(crate) host_names: Vec<String>,
    /// The port to listen on; 0 for any free one.
    #[arg(long, default_value_t = 8717, value_name = "N")]
    pub(crate) port: u16,
}
