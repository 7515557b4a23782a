//! A soak of `surefoot serve`: somebody asks about expert positions, and beside them others do
//! everything to keep the server from answering.
//!
//! `scripts/soak [SECONDS]` builds both and runs it: ten minutes unless told, on the loopback
//! only, with a fixed number of connections and an end. The hostile ones send half headers and
//! slow bodies, boards as large as are taken, 300x7 under optimistic clues, hard contradictions
//! and no-guess deals, ask every player and coaches, want first clicks that are searched for, send
//! JSON that is too long or too deep, small boards that are hard to count by the dozen, leave while
//! they are being answered, ask and never read the answer, or read it byte by byte. Among them are
//! visitors, who load the page with all its files over and over.
//!
//! Exit status 1 if the polite one has fewer than five answers in any second, on average over
//! ten; if in any minute one answer in a hundred takes longer than a second or is none; if the
//! resident memory grows by more than 5 % after the second minute (in runs of five minutes or
//! more); or if the server is still busy seconds after everybody has left.
//!
//! Longer than 400 lines: all who come stand in one list, with what each of them does.

#![allow(clippy::print_stdout)]

mod server;

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use server::{cpu_seconds, questions, request, resident, start, stop};
use surefoot_players::{Entry, Roster};
use surefoot_rules::{Cell, Deal, Dealer, Grid, Layout, Promise, Random};

/// Answers a second that the polite one wants, and how long one may take.
const WANTED: (f64, Duration) = (5.0, Duration::from_secs(1));
/// How much the memory may grow after this many seconds.
const GROWTH: (f64, u64) = (0.05, 120);
/// A run that is shorter says nothing about memory.
const MEMORY_RUN: u64 = 300;
/// The time between two polite questions of one asker, and how many askers there are.
const POLITE: (Duration, usize) = (Duration::from_millis(100), 2);
/// Seconds over which the rate is taken.
const WINDOW: u64 = 10;
/// How long anybody waits for anything.
const PATIENCE: Duration = Duration::from_secs(15);

fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().context("the first argument is the server's program")?;
    let seconds: u64 = arguments.next().map_or(Ok(600), |text| text.parse())?;
    let seconds = seconds.clamp(10, 3600);
    let (polite, hostile) = (questions(200)?, hostile()?);
    let (child, address) = start(&program)?;
    // A build without the page has no files for its visitors.
    let files = files(&address)?;
    println!("files of the page  {}", files.len());
    let soaked = soak(&child, &address, &polite, &hostile, seconds);
    let quiet = quiet(&child);
    stop(child)?;
    Ok(if report(&soaked?, quiet, seconds) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// When a polite question was asked, in time since the beginning, and how long its answer took;
/// none if it was refused or cut off.
type Asked = (Duration, Option<Duration>);

/// What was seen.
struct Soaked {
    asked: Vec<Asked>,
    /// Seconds since the beginning, and bytes.
    resident: Vec<(u64, u64)>,
    /// Per kind of hostility: its name, and how often it was tried.
    hostile: Vec<(&'static str, u64)>,
}

fn soak(
    child: &Child,
    address: &str,
    polite: &[String],
    hostile: &[Hostile],
    seconds: u64,
) -> anyhow::Result<Soaked> {
    let begun = Instant::now();
    let end = begun + Duration::from_secs(seconds);
    let tries: Vec<AtomicU64> = hostile.iter().map(|_| AtomicU64::new(0)).collect();
    std::thread::scope(|scope| {
        for (kind, tries) in hostile.iter().zip(&tries) {
            for number in 0..kind.at_once {
                scope.spawn(move || {
                    for at in number.. {
                        if Instant::now() > end {
                            break;
                        }
                        // What happens to a hostile one is its own affair.
                        let _ = kind.act.once(address, at, end);
                        tries.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        }
        let askers: Vec<_> = (0..POLITE.1)
            .map(|number| scope.spawn(move || ask(address, polite, number, begun, end)))
            .collect();
        let mut sizes = Vec::new();
        while Instant::now() < end {
            sleep(Duration::from_secs(1));
            sizes.extend(resident(child).map(|bytes| (begun.elapsed().as_secs(), bytes)));
        }
        let mut asked = Vec::new();
        for asker in askers {
            asked.extend(asker.join().map_err(|_| anyhow::anyhow!("an asker panicked"))?);
        }
        let names = hostile.iter().map(|kind| kind.name);
        let tries = tries.iter().map(|tries| tries.load(Ordering::Relaxed));
        Ok(Soaked { asked, resident: sizes, hostile: names.zip(tries).collect() })
    })
}

/// The polite one: a new connection for every question.
fn ask(
    address: &str,
    bodies: &[String],
    number: usize,
    begun: Instant,
    end: Instant,
) -> Vec<Asked> {
    let mut asked = Vec::new();
    for body in bodies.iter().cycle().skip(number * bodies.len() / POLITE.1) {
        let now = Instant::now();
        if now > end {
            break;
        }
        let answer = whole(address, &request(address, "/api/analyse", body, true));
        let answered = answer.is_ok_and(|answer| answer.starts_with("HTTP/1.1 200 "));
        asked.push((now - begun, answered.then(|| now.elapsed())));
        sleep(POLITE.0.saturating_sub(now.elapsed()));
    }
    asked
}

fn connect(address: &str) -> anyhow::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Sends the same on so many connections.
fn connect_many(address: &str, many: usize, text: &str) -> anyhow::Result<Vec<TcpStream>> {
    let mut streams = Vec::new();
    for _ in 0..many {
        let mut stream = connect(address)?;
        stream.write_all(text.as_bytes())?;
        streams.push(stream);
    }
    Ok(streams)
}

/// Sends a request, and gives all that comes back.
fn whole(address: &str, request: &str) -> anyhow::Result<String> {
    let mut stream = connect(address)?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// What is at a path, compressed where that is more than the page's first file.
fn fetch(address: &str, path: &str) -> anyhow::Result<Vec<u8>> {
    let mut stream = connect(address)?;
    let path = path.trim_start_matches(['.', '/']);
    let packed = if path.is_empty() { "" } else { "Accept-Encoding: gzip\r\n" };
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {address}\r\n{packed}Connection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

/// The files that the page names.
fn files(address: &str) -> anyhow::Result<Vec<String>> {
    let page = fetch(address, "")?;
    let page = String::from_utf8_lossy(&page);
    Ok(page.split('"').filter(|name| is_file(name)).map(str::to_owned).collect())
}

/// Whether the page means a file of its own by this.
fn is_file(name: &str) -> bool {
    name.contains("assets/") && !name.contains([' ', '\r', '\n'])
}

/// A kind of hostility, by so many at once.
struct Hostile {
    name: &'static str,
    at_once: usize,
    act: Act,
}

enum Act {
    /// Asks these questions in turn and waits for the answers.
    Ask(&'static str, Vec<String>),
    /// The same, but leaves while they are being answered.
    AskAndLeave(&'static str, Vec<String>),
    /// The same, over and over, without reading an answer.
    AskAndStay(&'static str, Vec<String>),
    /// Fetches the page with all that it names, as a browser would.
    Visit,
    /// Sends this, and then a byte a second, on so many connections at a time.
    Dribble(String, usize),
    /// Asks this, and then reads a byte a second, on so many connections at a time.
    Sip(&'static str, String, usize),
}

impl Act {
    fn once(&self, address: &str, at: usize, end: Instant) -> anyhow::Result<()> {
        let request_of =
            |path, bodies: &[String]| request(address, path, &bodies[at % bodies.len()], true);
        match self {
            Self::Ask(path, bodies) => drop(whole(address, &request_of(path, bodies))?),
            Self::Visit => {
                for name in files(address)? {
                    fetch(address, &name)?;
                }
                fetch(address, "api/openapi.json")?;
            }
            Self::AskAndLeave(path, bodies) => {
                let mut stream = connect(address)?;
                stream.write_all(request_of(path, bodies).as_bytes())?;
                sleep(Duration::from_millis(10 + 20 * (at as u64 % 8)));
            }
            Self::AskAndStay(path, bodies) => {
                let mut stream = connect(address)?;
                let request = request(address, path, &bodies[at % bodies.len()], false);
                while Instant::now() < end && stream.write_all(request.as_bytes()).is_ok() {}
            }
            Self::Sip(path, body, many) => {
                let mut streams =
                    connect_many(address, *many, &request(address, path, body, true))?;
                while Instant::now() < end && !streams.is_empty() {
                    sleep(Duration::from_secs(1));
                    streams.retain_mut(|stream| stream.read(&mut [0]).is_ok_and(|read| read > 0));
                }
            }
            Self::Dribble(text, many) => {
                let mut streams = connect_many(address, *many, text)?;
                while Instant::now() < end && !streams.is_empty() {
                    sleep(Duration::from_secs(1));
                    streams.retain_mut(|stream| stream.write_all(b"x").is_ok());
                }
            }
        }
        Ok(())
    }
}

/// Everything that is done to the server.
fn hostile() -> anyhow::Result<Vec<Hostile>> {
    let drawn = |width, height, share, open, seed| drawing(width, height, share, open, seed);
    let positions = |texts: Vec<String>| -> Vec<String> {
        texts.into_iter().map(|text| json!({"position": text}).to_string()).collect()
    };
    let huge = |share, open| (0..6).map(move |seed| drawn(100, 100, share, open, seed));
    let huge: Vec<String> =
        huge(0.2, 0.5).chain(huge(0.35, 0.4)).chain(huge(0.5, 0.3)).collect::<Result<_, _>>()?;
    let long: Vec<String> =
        (0..4).map(|seed| drawn(300, 7, 0.3, 0.6, seed)).collect::<Result<_, _>>()?;
    let small: Vec<String> =
        (0..8).map(|seed| drawn(30, 16, 0.4, 0.5, seed)).collect::<Result<_, _>>()?;
    let vague = |text: &String| json!({"position": text, "clues": "optimistic:q=0.8,asks=3"});
    let vague: Vec<String> =
        long.iter().chain(&small).map(|text| vague(text).to_string()).collect();
    let clashing: Vec<String> = huge.iter().chain(&small).map(|text| contradicted(text)).collect();
    let why = |text: &String| json!({"position": text, "cell": [0, 0]}).to_string();
    let why: Vec<String> = huge.iter().chain(&small).map(why).collect();
    // Everybody is asked about everything.
    let (roster, asked) = (Roster::standard(), || huge.iter().chain(&small).chain(&long));
    let by = |name| asked().map(move |text| json!({"position": text, "player": name}).to_string());
    let moves = roster.entries().iter().map(Entry::name).flat_map(by).collect();
    let coach = positions(asked().cloned().collect());
    let against = |text| json!({"position": text, "cell": [0, 0], "against": [1, 0]}).to_string();
    let compared = small.iter().map(against).collect();
    let deals = ["30x16/150", "60x60/1000", "100x100/2500", "16x16/80"].iter().zip(0..);
    let deal = |(level, seed)| json!({"level": level, "no_guess": "full", "seed": seed});
    let deals: Vec<String> = deals.map(deal).map(|body| body.to_string()).collect();
    let closed = |(width, height, mines): (usize, usize, usize)| {
        format!("{width}x{height}/{mines}\n{}", ("*".repeat(width) + "\n").repeat(height))
    };
    // Another number of mines every time, so that none is known before.
    let firsts = (20..300).map(|mines| (30, 16, mines)).chain((60..129).map(|wide| (wide, 1, 2)));
    let firsts = positions(firsts.map(closed).collect());
    let answered_at_length = json!({"position": drawn(100, 100, 0.1, 0.9, 0)?}).to_string();
    let giant = vec![
        json!({"position": "*".repeat(20_000_000)}).to_string(),
        "[".repeat(200_000),
        format!("{{\"position\": \"{}\"}}", "9999x9999/1\\n".repeat(10_000)),
        json!({"position": "1".repeat(200_000)}).to_string(),
    ];
    let half = "POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nX-".to_owned();
    let slow = "POST /api/analyse HTTP/1.1\r\nHost: localhost\r\n\
                Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{";
    let kind = |name, at_once, act| Hostile { name, at_once, act };
    let mut all = positions(huge);
    all.extend(vague.iter().cloned());
    Ok(vec![
        kind("half headers", 4, Act::Dribble(half, 50)),
        kind("slow bodies", 2, Act::Dribble(slow.to_owned(), 25)),
        kind("ask and leave", 4, Act::AskAndLeave("/api/analyse", all.clone())),
        kind("never read", 2, Act::AskAndStay("/api/analyse", all.clone())),
        kind("huge boards", 4, Act::Ask("/api/analyse", all)),
        kind("slow readers", 1, Act::Sip("/api/analyse", answered_at_length, 50)),
        kind("wide small boards", 40, Act::Ask("/api/analyse", positions(small))),
        kind("vague boards", 4, Act::Ask("/api/analyse", vague)),
        kind("contradictions", 4, Act::Ask("/api/analyse", positions(clashing))),
        kind("explanations", 2, Act::Ask("/api/explain", why)),
        kind("moves", 2, Act::Ask("/api/move", moves)),
        kind("coaches", 2, Act::Ask("/api/coach", coach)),
        kind("comparisons", 1, Act::Ask("/api/explain", compared)),
        kind("first clicks", 2, Act::Ask("/api/move", firsts)),
        kind("no-guess deals", 2, Act::Ask("/api/deal", deals)),
        kind("visits of the page", 8, Act::Visit),
        kind("giant JSON", 2, Act::Ask("/api/analyse", giant)),
    ])
}

/// A board with some mines, and a share of its safe cells open.
fn drawing(width: u32, height: u32, mines: f64, open: f64, seed: u64) -> anyhow::Result<String> {
    let grid = Grid::new(width, height)?;
    let mines = (mines * grid.len() as f64) as u32;
    let mut layout = Layout::empty(grid.clone());
    let deal = Deal::new(2026, seed);
    Dealer::new(grid.clone(), mines)?.deal(deal, Promise::None, grid.middle(), &mut layout)?;
    let mut random = Random::named("soak", [seed, u64::from(width)]);
    let mut text = format!("{width}x{height}/{mines}\n");
    for cell in grid.cells() {
        let tile = |cell: Cell| layout.number(cell).to_string();
        let shown = !layout.is_mine(cell) && random.unit() < open;
        text.push_str(&if shown { tile(cell) } else { "*".to_owned() });
        if grid.point(cell).x + 1 == width {
            text.push('\n');
        }
    }
    Ok(text)
}

/// The same with its last clue one too many or too few, so that no layout fits, most often for
/// a reason that is hard to find.
fn contradicted(drawing: &str) -> String {
    let Some(at) = drawing.rfind(|c: char| c.is_ascii_digit()) else { return drawing.to_owned() };
    let other = if drawing.as_bytes()[at] > b'1' { "1" } else { "3" };
    let mut text = drawing.to_owned();
    text.replace_range(at..=at, other);
    text
}

/// Once everybody has left, the server has little to do within seconds. The CPU time of the
/// second second, where the system tells it.
fn quiet(child: &Child) -> Option<f64> {
    sleep(Duration::from_secs(2));
    let before = cpu_seconds(child);
    sleep(Duration::from_secs(1));
    before.zip(cpu_seconds(child)).map(|(before, after)| after - before)
}

/// Prints the figures; whether all are as wanted.
fn report(soaked: &Soaked, quiet: Option<f64>, seconds: u64) -> bool {
    let mut missed = Vec::new();
    for (name, tries) in &soaked.hostile {
        println!("{name:18} {tries}");
    }
    let answers = soaked.asked.iter().filter(|(_, took)| took.is_some()).count();
    let (asked, none) = (soaked.asked.len(), soaked.asked.len() - answers);
    println!("asked              {asked} questions about expert positions, {none} not answered");
    let within = |from: u64, to: u64| {
        let span = Duration::from_secs(from)..Duration::from_secs(to);
        soaked.asked.iter().filter(move |(at, _)| span.contains(at)).map(|&(_, took)| took)
    };
    let windows = (0..seconds / WINDOW)
        .map(|at| within(at * WINDOW, (at + 1) * WINDOW).flatten().count() as f64 / WINDOW as f64);
    let least = windows.fold(f64::INFINITY, f64::min);
    println!(
        "answers a second   {:.1}, {least:.1} in the worst ten seconds",
        answers as f64 / seconds as f64
    );
    if least < WANTED.0 {
        missed.push("the rate");
    }
    let mut line = String::new();
    let mut worst = Duration::ZERO;
    for from in (0..seconds).step_by(60) {
        let mut took: Vec<Duration> =
            within(from, from + 60).map(|took| took.unwrap_or(Duration::MAX)).collect();
        took.sort_unstable();
        let Some(&p99) = took.get((took.len() * 99).div_ceil(100).saturating_sub(1)) else {
            continue;
        };
        worst = worst.max(p99);
        let _ = write!(line, " {:.0}", 1000.0 * p99.as_secs_f64());
    }
    println!("p99, ms            each minute:{line}");
    if worst > WANTED.1 {
        missed.push("the latency");
    }
    let most = |span: std::ops::Range<u64>| {
        let sizes = soaked.resident.iter().filter(|(at, _)| span.contains(at));
        sizes.map(|&(_, bytes)| bytes).max()
    };
    let mut line = String::new();
    for from in (0..seconds).step_by(60) {
        if let Some(bytes) = most(from..from + 60) {
            let _ = write!(line, " {}", bytes / 1_000_000);
        }
    }
    println!("resident, MB       most of each minute:{line}");
    match most(0..GROWTH.1).zip(most(GROWTH.1..u64::MAX)).filter(|_| seconds >= MEMORY_RUN) {
        Some((before, after)) => {
            let growth = after as f64 / before as f64 - 1.0;
            println!("growth             {:+.1} % after the second minute", 100.0 * growth);
            if growth > GROWTH.0 {
                missed.push("the memory");
            }
        }
        None => println!("growth             not judged in runs below {MEMORY_RUN} s"),
    }
    if let Some(busy) = quiet {
        println!("afterwards         {busy:.2} s of CPU time in a second");
        if busy > 0.1 {
            missed.push("the quiet afterwards");
        }
    }
    if !missed.is_empty() {
        println!("missed             {}", missed.join(", "));
    }
    missed.is_empty()
}
