//! Who comes in, and who has to leave: the connections.
//!
//! A connection costs memory and a descriptor before it has asked anything, and half-sent
//! headers cost their sender nothing. So there are as many connections as are allowed and no
//! more, hyper gives a header its time (`axum::serve` installs no timer, without which that
//! limit is never looked at), and an answer that is not taken is not kept for ever.
//!
//! With every place taken the newcomer is not the one to be turned away: whoever floods the
//! server would then keep everybody else out. The guest leaves that has kept us waiting for
//! longest. A whole question arrives within milliseconds, so a flood drives out a flood; and
//! who waits for an answer is never sent away.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::desk::QuestionLimits;
use crate::tunables;

type App = TowerToHyperService<Router>;

/// Lets guests in until it is time to stop; those that are being answered get their answers
/// first, if that takes no longer than `patience`.
pub(super) async fn attend(
    listener: TcpListener,
    app: Router,
    limits: QuestionLimits,
    stopping: impl Future<Output = ()>,
    patience: Duration,
) {
    let app = TowerToHyperService::new(app);
    let door = Arc::new(Door { limits, guests: Mutex::default() });
    let (closing, closed) = watch::channel(());
    let mut stopping = pin!(stopping);
    let mut visits = JoinSet::new();
    for number in 0_u64.. {
        let accepted = tokio::select! {
            () = &mut stopping => break,
            accepted = listener.accept() => accepted,
        };
        while visits.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) => {
                if let Some(stay) = door.enter(number) {
                    visits.spawn(visit(stream, app.clone(), stay, closed.clone()));
                }
            }
            Err(_) => {
                // Most often there are no descriptors left.
                door.make_room();
                sleep(tunables::SERVE_ACCEPT_AGAIN).await;
            }
        }
    }
    drop(listener);
    let _ = closing.send(());
    let leave = async { while visits.join_next().await.is_some() {} };
    // Who has not left by then is gone with the set.
    let _ = timeout(patience, leave).await;
}

/// One connection, from its first byte to its last.
async fn visit(stream: TcpStream, app: App, stay: Stay, mut closed: watch::Receiver<()>) {
    // Answers are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let (guest, limits) = (Arc::clone(&stay.guest), stay.door.limits);
    let answer = {
        let guest = Arc::clone(&guest);
        service_fn(move |request| answer(app.clone(), Arc::clone(&guest), request))
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .max_buf_size(limits.head)
        .serve_connection(TokioIo::new(stream), answer);
    let mut connection = pin!(connection);
    loop {
        tokio::select! {
            _ = connection.as_mut() => break,
            () = guest.leave.notified() => break,
            () = sleep(limits.stall) => {
                if guest.kept_us_waiting() > Some(limits.stall) {
                    break;
                }
            }
            Ok(()) = closed.changed() => connection.as_mut().graceful_shutdown(),
        }
    }
}

async fn answer(
    app: App,
    guest: Arc<Guest>,
    mut request: Request<Incoming>,
) -> Result<Response, Infallible> {
    request.extensions_mut().insert(Arc::clone(&guest));
    let answered = app.call(request).await;
    guest.is(Contention::ForThem);
    answered
}

/// Who waits for whom.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Contention {
    /// The guest, for an answer.
    ForUs,
    /// The server: for a header, a body, or that an answer is taken.
    ForThem,
}

/// Somebody with a connection.
#[derive(Debug)]
pub(super) struct Guest {
    state: Mutex<(Contention, Instant)>,
    leave: Notify,
}

impl Guest {
    /// The whole question has arrived.
    pub(super) fn has_asked(&self) {
        self.is(Contention::ForUs);
    }

    fn is(&self, waiting: Contention) {
        *locked(&self.state) = (waiting, Instant::now());
    }

    /// How long nothing whole has come from it, unless it is we who make it wait.
    fn kept_us_waiting(&self) -> Option<Duration> {
        let (waiting, since) = *locked(&self.state);
        (waiting == Contention::ForThem).then(|| since.elapsed())
    }
}

/// Everybody who is in.
#[derive(Debug)]
struct Door {
    limits: QuestionLimits,
    guests: Mutex<BTreeMap<u64, Arc<Guest>>>,
}

impl Door {
    /// Lets one in, and another out if it has become full. `None` if all wait for answers.
    fn enter(self: &Arc<Self>, number: u64) -> Option<Stay> {
        if locked(&self.guests).len() >= self.limits.connections && !self.make_room() {
            return None;
        }
        let state = Mutex::new((Contention::ForThem, Instant::now()));
        let guest = Arc::new(Guest { state, leave: Notify::new() });
        locked(&self.guests).insert(number, Arc::clone(&guest));
        Some(Stay { door: Arc::clone(self), number, guest })
    }

    /// Sends away who has kept us waiting for longest; whether there is such a guest.
    fn make_room(&self) -> bool {
        let mut guests = locked(&self.guests);
        let times = guests.iter().filter_map(|(&number, guest)| {
            let longest = guest.kept_us_waiting()?;
            Some((longest, Reverse(number)))
        });
        let Some((_, Reverse(number))) = times.max() else { return false };
        if let Some(guest) = guests.remove(&number) {
            guest.leave.notify_one();
        }
        true
    }
}

/// A guest as long as it stays.
#[derive(Debug)]
struct Stay {
    door: Arc<Door>,
    number: u64,
    guest: Arc<Guest>,
}

impl Drop for Stay {
    fn drop(&mut self) {
        locked(&self.door.guests).remove(&self.number);
    }
}

/// Nothing here can be left half done, so a panic elsewhere spoils nothing.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
