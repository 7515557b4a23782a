//! Replays for tests: games that nobody played, and writers of the binary formats, which the
//! library only reads. Both are made from what the formats are said to be, not from our readers.
//!
//! Longer than 400 lines: each of the forms takes thirty, and nobody wants to look for one in eight files.

use surefoot_rules::replay::{MouseEvent, MouseKind, Replay, ReplayFormat};
use surefoot_rules::{Grid, Layout, Measures, Point, Random};

/// The forms of binary files that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryForm {
    /// Arbiter, a board of any size.
    Avf,
    /// Arbiter, one of its own levels.
    AvfLevel,
    /// Metasweeper, versions 0 to 4.
    Evf(u8),
    /// Viennasweeper, versions 1 and 2.
    Rmv(u8),
    /// Clone 0.97.
    Mvf97,
    /// Clone 0.97, as somebody changed it.
    MvfModified,
    /// Clone 0.97, a board that had been played before (its "funny mode").
    MvfFunny,
    /// Clone 2006.
    Mvf2006,
    /// Clone 2007.
    Mvf2007,
    /// Clone before 0.97, its own levels: with a name and a checksum of 22 bytes.
    MvfOld,
    /// With a name and a checksum of ten digits.
    MvfOldDigits,
    /// With such a checksum and no name.
    MvfOldNameless,
}

impl BinaryForm {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Avf,
        Self::Evf(0),
        Self::Evf(1),
        Self::Evf(2),
        Self::Evf(3),
        Self::Evf(4),
        Self::Rmv(1),
        Self::Rmv(2),
        Self::Mvf97,
        Self::MvfModified,
        Self::Mvf2007,
        Self::MvfOld,
        // The fuzzers' files are drawn in this order.
        Self::AvfLevel,
        Self::MvfFunny,
        Self::Mvf2006,
        Self::MvfOldDigits,
        Self::MvfOldNameless,
    ];

    /// Whether it is of Clone before 0.97, which writes the release of all buttons as no event.
    pub fn is_old(self) -> bool {
        matches!(self, Self::MvfOld | Self::MvfOldDigits | Self::MvfOldNameless)
    }

    /// Whether it holds beginner's boards of 8x8, intermediate and expert ones, and no others.
    pub fn has_levels_only(self) -> bool {
        self.is_old() || self == Self::AvfLevel
    }

    /// Whether it says who played.
    pub fn has_name(self) -> bool {
        self != Self::MvfOldNameless
    }
}

/// A game of random clicks, most of them on cells where they do something: times in hundredths
/// of a second, the mouse always on the board, the buttons as Windows' own game had them.
///
/// # Panics
/// Never: sizes are within bounds.
pub fn any_replay(random: &mut Random, width: u32, height: u32, mines: u32) -> Replay {
    let grid = Grid::new(width, height).expect("a size within bounds");
    let mut cells: Vec<_> = grid.cells().collect();
    let mut chosen = Vec::new();
    for _ in 0..mines.min(width * height - 1) {
        chosen.push(cells.swap_remove(random.below(cells.len() as u32) as usize));
    }
    let layout = Layout::new(grid.clone(), chosen).expect("each once");
    let mut replay = Replay::new(ReplayFormat::Rawvf, layout);
    replay.player = "Ann Onymous".into();
    let mut time = 0;
    let mut events = Vec::new();
    for click in 0..4 + random.below(60) {
        let cell = *random.pick(&cells).expect("one is safe");
        let cell = if random.below(5) == 0 {
            replay.layout.mines().nth(random.below(mines.max(1)) as usize).unwrap_or(cell)
        } else {
            cell
        };
        let mine = replay.layout.is_mine(cell);
        let kinds: &[MouseKind] = match random.below(8) {
            _ if click == 0 => &[MouseKind::LeftDown, MouseKind::LeftUp],
            0 => {
                &[MouseKind::LeftDown, MouseKind::RightDown, MouseKind::LeftUp, MouseKind::RightUp]
            }
            1 => {
                &[MouseKind::RightDown, MouseKind::LeftDown, MouseKind::RightUp, MouseKind::LeftUp]
            }
            2 => &[MouseKind::MiddleDown, MouseKind::MiddleUp],
            _ if mine && random.below(12) > 0 => &[MouseKind::RightDown, MouseKind::RightUp],
            _ => &[MouseKind::LeftDown, MouseKind::LeftUp],
        };
        let Point { x, y } = grid.point(cell);
        let mut at = |side: u32| (side * 16 + random.below(16)).cast_signed();
        let (x, y) = (at(x), at(y));
        if click > 0 {
            events.push(MouseEvent { time, kind: MouseKind::Move, x, y });
        }
        for &kind in kinds {
            events.push(MouseEvent { time, kind, x, y });
            time += 10 * random.below(40).cast_signed();
        }
    }
    replay.events = events;
    replay
}

/// The bytes of a file of this form, with this game in it; what the form has no word for is left out.
///
/// # Panics
/// If the game does not fit into the form.
pub fn write_binary(replay: &Replay, form: BinaryForm) -> Vec<u8> {
    match form {
        BinaryForm::Avf => avf(replay, 6),
        BinaryForm::AvfLevel => avf(replay, level(replay)),
        BinaryForm::Evf(4) => evf4(replay),
        BinaryForm::Evf(version) => evf(replay, version),
        BinaryForm::Rmv(version) => rmv(replay, version),
        BinaryForm::MvfOld | BinaryForm::MvfOldDigits | BinaryForm::MvfOldNameless => {
            mvf_old(replay, form)
        }
        BinaryForm::Mvf97
        | BinaryForm::MvfModified
        | BinaryForm::MvfFunny
        | BinaryForm::Mvf2006
        | BinaryForm::Mvf2007 => mvf(replay, form),
    }
}

/// Many of them as a collection, with checksums of this length.
pub fn write_collection(files: &[Vec<u8>], checksum: u16) -> Vec<u8> {
    let mut bytes = vec![0];
    bytes.extend(checksum.to_be_bytes());
    for (number, file) in files.iter().enumerate() {
        bytes.extend(format!("game {number}\0").bytes());
        bytes.extend((file.len() as u32).to_be_bytes());
        bytes.extend(file);
        bytes.extend(vec![7; checksum.into()]);
    }
    bytes
}

fn points(replay: &Replay) -> impl Iterator<Item = Point> + '_ {
    replay.layout.mines().map(|cell| replay.layout.grid().point(cell))
}

fn size(replay: &Replay) -> (u8, u8, [u8; 2]) {
    let grid = replay.layout.grid();
    (grid.width() as u8, grid.height() as u8, (replay.layout.count() as u16).to_be_bytes())
}

fn three_bv(replay: &Replay) -> u16 {
    Measures::of(&replay.layout).three_bv as u16
}

fn last_time(replay: &Replay) -> u32 {
    replay.events.last().map_or(0, |event| event.time as u32)
}

fn code(kind: MouseKind) -> u8 {
    let codes = ["", "mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m"];
    codes.iter().position(|&name| name == kind.name()).unwrap_or_default() as u8
}

/// Arbiter's number of a level of its own.
fn level(replay: &Replay) -> u8 {
    match size(replay) {
        (8, 8, [0, 10]) => 3,
        (16, 16, [0, 40]) => 4,
        (30, 16, [0, 99]) => 5,
        other => panic!("Arbiter has no such level: {other:?}"),
    }
}

fn avf(replay: &Replay, level: u8) -> Vec<u8> {
    let (width, height, mines) = size(replay);
    let mut bytes = vec![52, 9, 9, 9, 9, level];
    if level == 6 {
        bytes.extend([width - 1, height - 1]);
        bytes.extend(mines);
    }
    bytes.extend(points(replay).flat_map(|point| [point.y as u8 + 1, point.x as u8 + 1]));
    bytes.extend([9; 20]);
    let (three_bv, time) = (three_bv(replay), f64::from(last_time(replay)) / 1000.0 + 1.0);
    bytes.extend([if replay.marks { 17 } else { 127 }, b'9']);
    let (w, h, m) = (width, height, replay.layout.count());
    let size = if level == 6 { format!("|W{w}H{h}M{m}") } else { String::new() };
    let (began, ended, number) = ("3.9.2025.17:00:08:6660", "3.17:00:14:081", level - 3);
    bytes.extend(format!("[{number}{size}|{began}|{ended}|B{three_bv}T{time:.2}]").bytes());
    bytes.extend([5; 5]);
    for event in &replay.events {
        let action = match event.kind.name() {
            "mv" => 1,
            "lc" => 3,
            "lr" => 5,
            "rc" => 9,
            "rr" => 17,
            "mc" => 33,
            "mr" => 65,
            _ => 11,
        };
        let [seconds1, seconds0] = ((event.time / 1000 + 1) as u16).to_be_bytes();
        let ([x1, x0], [y1, y0]) = ((event.x as u16).to_be_bytes(), (event.y as u16).to_be_bytes());
        let hundredths = (event.time % 1000 / 10) as u8;
        bytes.extend([action, x1, seconds0, x0, hundredths, y1, seconds1, y0]);
    }
    bytes.extend([0; 8]);
    bytes.extend(b"cs=0123456789abcdef\rRealTime: 1.00\rSkin: 3.1\r");
    bytes.extend(replay.player.bytes());
    bytes.extend(b"\rMinesweeper Arbiter 0.52.3. Copyright");
    bytes
}

fn bits(replay: &Replay) -> Vec<u8> {
    let mut bytes = vec![0; replay.layout.grid().len().div_ceil(8)];
    for cell in replay.layout.mines() {
        bytes[cell.index() / 8] |= 0x80 >> (cell.index() % 8);
    }
    bytes
}

fn evf_head(replay: &Replay, version: u8) -> Vec<u8> {
    let (width, height, mines) = size(replay);
    let mut bytes = vec![version, 0x80];
    bytes.extend((version >= 3).then_some(0));
    bytes.extend([height, width, mines[0], mines[1], replay.square as u8]);
    bytes.extend(replay.mode.0.to_be_bytes());
    bytes.extend(three_bv(replay).to_be_bytes());
    bytes
}

fn evf(replay: &Replay, version: u8) -> Vec<u8> {
    let mut bytes = evf_head(replay, version);
    bytes.extend(&last_time(replay).to_be_bytes()[1..]);
    bytes.extend("元3.1.9\0".bytes());
    bytes.extend(replay.player.bytes());
    bytes.extend(b"\0race\0unique\x001700000000000000\x001700000001000000\0XX\0");
    if version >= 2 {
        bytes.extend(b"device\0");
    }
    bytes.extend(bits(replay));
    for event in &replay.events {
        bytes.push(code(event.kind));
        bytes.extend(&(event.time as u32).to_be_bytes()[1..]);
        bytes.extend((event.x as u16).to_be_bytes());
        bytes.extend((event.y as u16).to_be_bytes());
    }
    bytes.push(255);
    bytes
}

fn evf4(replay: &Replay) -> Vec<u8> {
    let mut bytes = evf_head(replay, 4);
    bytes.extend(last_time(replay).to_be_bytes());
    bytes.extend(b"XX");
    bytes.extend(1_700_000_000_000_000_u64.to_be_bytes());
    bytes.extend(1_700_000_001_000_000_u64.to_be_bytes());
    bytes.extend("元3.2.1\0".bytes());
    bytes.extend(replay.player.bytes());
    bytes.extend(b"\0race\0unique\0\0\x03abc");
    bytes.extend(bits(replay));
    bytes.extend([0, 0]);
    let (mut time, mut x, mut y) = (0, 0, 0);
    for event in &replay.events {
        let mut later = event.time - time;
        while later > 255 {
            let pause = (later - 255).min(65_535);
            bytes.push(255);
            bytes.extend((pause as u16).to_be_bytes());
            later -= pause;
        }
        bytes.extend([code(event.kind), later as u8]);
        bytes.extend(((event.x - x) as i16).to_be_bytes());
        bytes.extend(((event.y - y) as i16).to_be_bytes());
        (time, x, y) = (event.time, event.x, event.y);
    }
    bytes.extend([0, 0, 0]);
    bytes
}

fn rmv(replay: &Replay, version: u8) -> Vec<u8> {
    let second = version == 2;
    let (width, height, mines) = size(replay);
    let three_bv = three_bv(replay);
    let result = format!(
        "\nLEVEL:3#SCORE:1.23#NAME:a#NICK:b#3BV:{three_bv:03}#NF:0#TIMESTAMP:1700000000#\n"
    );
    let program = b"Vienna Minesweeper 3.1";
    let name = replay.player.bytes();
    let player = [&[0, 1, name.len() as u8], name].concat();
    let mut board = 1_700_000_000_u32.to_be_bytes().to_vec();
    board.extend([width, height, mines[0], mines[1]]);
    board.extend(points(replay).flat_map(|point| [point.x as u8, point.y as u8]));
    let mut properties = vec![u8::from(replay.marks), 0, 0, 3];
    if second {
        let [high, low] = three_bv.to_be_bytes();
        properties.extend([low, high, replay.square as u8]);
    }
    let mut events = Vec::new();
    // The first press is not written.
    let mut last: Option<MouseEvent> = None;
    for &event in replay.events.iter().skip(1) {
        let near = last.filter(|last| {
            let (dx, dy, later) = (event.x - last.x, event.y - last.y, event.time - last.time);
            let close = (-8..8).contains(&dx) && (-8..8).contains(&dy) && later < 256;
            second && close && event.kind == MouseKind::Move
        });
        if let Some(last) = near {
            let moved = ((event.x - last.x) << 4) & 0xf0 | (event.y - last.y) & 0x0f;
            events.extend([28, (event.time - last.time) as u8, moved as u8]);
        } else {
            let (left, above) = if second { (0, 0) } else { (12, 56) };
            events.push(code(event.kind));
            events.extend(&(event.time as u32).to_be_bytes()[1..]);
            events.push(0);
            events.extend(((event.x + left) as i16).to_be_bytes());
            events.extend(((event.y + above) as i16).to_be_bytes());
        }
        last = Some(event);
    }
    events.push(16);
    events.extend(&last_time(replay).to_be_bytes()[1..]);
    let mut bytes = b"*rmv\0".to_vec();
    bytes.push(version);
    bytes.extend(second.then_some([1, 4]).into_iter().flatten());
    bytes.extend([0; 4]);
    let length = |part: &[u8]| (part.len() as u16).to_be_bytes();
    bytes.extend((!second).then(|| length(result.as_bytes())).into_iter().flatten());
    bytes.extend([length(program), length(&player), length(&board)].concat());
    bytes.extend([0, 0]);
    bytes.extend(length(&properties));
    bytes.extend(second.then_some([0, 2]).into_iter().flatten());
    bytes.extend((events.len() as u32).to_be_bytes());
    bytes.extend([0, 0]);
    bytes.extend(result.bytes().filter(|_| !second));
    bytes.extend(program);
    bytes.extend([player, board, properties].concat());
    bytes.extend(second.then_some([0, 0]).into_iter().flatten());
    bytes.extend(events);
    bytes
}

/// What is down after each event.
fn buttons(replay: &Replay) -> Vec<(MouseEvent, [bool; 3])> {
    let mut down = [false; 3];
    let states = replay.events.iter().map(|&event| {
        let name = event.kind.name();
        for (at, button) in ["r", "m", "l"].into_iter().enumerate() {
            if name != "mv" && name.starts_with(button) {
                down[at] = name.ends_with('c');
            }
        }
        (event, down)
    });
    states.collect()
}

fn mvf(replay: &Replay, form: BinaryForm) -> Vec<u8> {
    let millis = matches!(form, BinaryForm::Mvf2006 | BinaryForm::Mvf2007);
    let mut bytes = match form {
        BinaryForm::MvfModified => vec![0; 7],
        _ => vec![0; if millis { 71 } else { 74 }],
    };
    if form != BinaryForm::MvfModified {
        bytes[..2].copy_from_slice(&[0x11, 0x4d]);
        bytes[27] = match form {
            BinaryForm::Mvf2006 => b'6',
            BinaryForm::Mvf2007 => b'7',
            BinaryForm::MvfFunny => b'8',
            _ => b'5',
        };
    }
    bytes.extend([9, 3, 7, 217, 17, 0, 8, 4, 1]);
    let time = last_time(replay);
    let three_bv = three_bv(replay).to_be_bytes();
    if millis {
        bytes.extend(&time.to_be_bytes()[1..]);
    } else {
        bytes.extend(((time / 1000) as u16).to_be_bytes());
        bytes.push((time % 1000 / 10) as u8);
        bytes.extend([three_bv, three_bv, [0; 2], [0; 2], [0; 2]].concat());
    }
    let (width, height, mines) = size(replay);
    bytes.extend([u8::from(replay.marks), width, height, mines[0], mines[1]]);
    bytes.extend(points(replay).flat_map(|point| [point.x as u8 + 1, point.y as u8 + 1]));
    bytes.push(replay.player.bytes().len() as u8);
    bytes.extend(replay.player.bytes());
    let key = 12_345_u16;
    bytes.extend(key.to_be_bytes());
    let states = buttons(replay);
    bytes.extend(&(states.len() as u32).to_be_bytes()[1..]);
    let order = order(key, millis);
    for (event, down) in states {
        let mut packed = vec![0_u8; if millis { 6 } else { 5 }];
        let mut put = |from: usize, bits: usize, value: i32| {
            for bit in 0..bits {
                let place = order[from + bit];
                packed[place / 8] |= ((value >> bit & 1) as u8) << (place % 8);
            }
        };
        for (at, down) in down.into_iter().enumerate() {
            put(at, 1, down.into());
        }
        if millis {
            put(3, 11, event.y + 32);
            put(14, 11, event.x + 32);
            put(25, 22, event.time);
        } else {
            put(3, 9, event.y);
            put(12, 9, event.x);
            put(21, 7, event.time % 1000 / 10);
            put(28, 10, event.time / 1000);
        }
        bytes.extend(packed);
    }
    bytes
}

/// Places of bits: those of digit 0 first.
fn order(key: u16, millis: bool) -> Vec<usize> {
    let root = f64::from(key).sqrt();
    let above = (f64::from(key) + 1000.0).sqrt();
    let third = (root + 1000.0).sqrt();
    let fourth = (above + 1000.0).sqrt();
    let sines = [
        (third + 1000.0).cos(),
        above.sqrt().sin(),
        third.cos(),
        (root.sqrt() + 1000.0).sin(),
        fourth.cos(),
        fourth.sin(),
    ];
    let digits = sines.map(|sine| format!("{:08}", (sine.abs() * 1e8).round() as u64)).concat();
    let mut places: Vec<usize> = (0..if millis { 48 } else { 40 }).collect();
    places.sort_by_key(|&place| digits.as_bytes()[place]);
    places
}

fn mvf_old(replay: &Replay, form: BinaryForm) -> Vec<u8> {
    let (width, height, mines) = size(replay);
    let mut bytes = vec![width, height, mines[0], mines[1]];
    bytes.extend(points(replay).flat_map(|point| [point.x as u8, point.y as u8]));
    bytes.extend([u8::from(replay.marks), 0]);
    for (event, [right, middle, left]) in buttons(replay) {
        let down = u8::from(left) | u8::from(middle) << 1 | u8::from(right) << 2;
        bytes.extend([(event.time / 1000) as u8, (event.time % 1000 / 10) as u8, down]);
        bytes.extend((event.x as u16).to_be_bytes());
        bytes.extend((event.y as u16).to_be_bytes());
        bytes.push(0);
    }
    let time = last_time(replay);
    bytes.extend(((time / 1000) as u16).to_be_bytes());
    bytes.push((time % 1000 / 10) as u8);
    if form.has_name() {
        let mut name = replay.player.bytes().to_vec();
        name.resize(100, b' ');
        bytes.extend(name);
    }
    if form == BinaryForm::MvfOld {
        bytes.push(0);
        bytes.extend([200; 20]);
        bytes.push(0);
    } else {
        bytes.extend(b"0123456789");
    }
    bytes
}
