//! By which names the server may be asked.
//!
//! A page in a visitor's browser may ask the host it came from. Whoever owns that host's name
//! can let it stand for 127.0.0.1 a moment later (DNS rebinding), and the browser lets the
//! page talk to whatever listens here. But the browser still says the name it asked for, and
//! that is not one of ours. Addresses need no name server, so they cannot be rebound: loopback
//! ones are always known, the one we listen on too, and all of them where we listen on all.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::failure::Failure;

/// The hosts that we answer as.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    bound: IpAddr,
    names: Arc<[String]>,
}

impl Hosts {
    /// Those of a server that listens there, and the names it was told.
    pub(super) fn new(bound: SocketAddr, names: &[String]) -> Self {
        Self { bound: bound.ip(), names: names.into() }
    }

    /// Whether a host, with or without a port, is one of ours.
    fn know(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if authority.as_str().contains('@') {
            return false;
        }
        let host = authority.host();
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        match bare.parse::<IpAddr>() {
            Ok(address) => {
                let address = address.to_canonical();
                address.is_loopback() || address == self.bound || self.bound.is_unspecified()
            }
            Err(_) => {
                let mut names = self.names.iter().map(String::as_str).chain(["localhost"]);
                names.any(|name| name.eq_ignore_ascii_case(host))
            }
        }
    }
}

/// Refuses what was meant for another host.
pub(super) async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let given: Vec<_> = request.headers().get_all(header::HOST).iter().collect();
    let known = |host: Option<&str>| host.is_some_and(|host| hosts.know(host));
    let asked = request.uri().authority().map(Authority::as_str);
    let [host] = given[..] else {
        let error = "the request does not say which host it asks";
        return Failure::bad(error, "send the header Host, once").into_response();
    };
    if known(host.to_str().ok()) && (asked.is_none() || known(asked)) {
        return next.run(request).await;
    }
    let error = "the request is for another host";
    let hint = "ask by address or as localhost; `surefoot serve --host-name NAME` adds a name";
    Failure::new(StatusCode::MISDIRECTED_REQUEST, error, hint).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_not_ours_are_not_known() {
        let names = ["games.example".to_owned()];
        let hosts = |bound: &str| Hosts::new(bound.parse().unwrap(), &names);
        let loopback = hosts("127.0.0.1:8717");
        for host in [
            "localhost",
            "LocalHost:80",
            "127.0.0.1:8717",
            "127.9.9.9",
            "[::1]:8717",
            "[::ffff:127.0.0.1]",
            "games.example:443",
        ] {
            assert!(loopback.know(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.example@localhost",
            "localhost@evil.example",
            "192.168.0.7",
            "[fe80::1]",
            "",
            "a b",
            "2130706433",
        ] {
            assert!(!loopback.know(host), "{host}");
        }
        assert!(hosts("192.168.0.7:80").know("192.168.0.7"));
        let everywhere = hosts("0.0.0.0:80");
        assert!(everywhere.know("192.168.0.7:80") && everywhere.know("[fe80::1]"));
        assert!(!everywhere.know("evil.example"));
    }
}
