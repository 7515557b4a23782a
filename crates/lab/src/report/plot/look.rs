//! How a series looks: a colour, a marker and a dash, the same for a player in every figure.

use std::fmt::Write;

use super::Canvas;
use crate::experiment::plan::Experiment;

/// After Okabe and Ito, darkened for lines on white; and lightened for dark screens.
pub(super) const COLOURS: [(&str, &str); 8] = [
    ("#0072b2", "#58a6ff"),
    ("#d55e00", "#ff9a57"),
    ("#007a5a", "#3fcf9f"),
    ("#a4508b", "#e39cc5"),
    ("#8c6d00", "#e3b341"),
    ("#2b8ba8", "#8fd3e8"),
    ("#24292f", "#e6edf3"),
    ("#6b7a00", "#c5d16b"),
];
const SHAPES: usize = 8;

/// See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// One of ours.
    Ours {
        /// The number of its colour.
        colour: usize,
        /// The number of its marker.
        shape: usize,
    },
    /// Somebody else's, by its number.
    Published(usize),
}

/// How the players of an experiment look. Those nobody has thought of get what their name
/// says, and the next colour where that is taken.
pub(super) fn looks(experiment: &Experiment) -> Vec<Look> {
    let Experiment { players, looks, .. } = experiment;
    // An option with another number is another player.
    let known = |at: usize| {
        let look = looks.get(at).copied().flatten();
        let look = look.filter(|look| !looks[..at].contains(&Some(*look)))?;
        Some((usize::from(look.colour) % COLOURS.len(), usize::from(look.marker) % SHAPES))
    };
    let mut taken: Vec<usize> =
        (0..players.len()).filter_map(known).map(|(colour, _)| colour).collect();
    let look = |(at, player): (usize, &String)| {
        let (colour, shape) = known(at).unwrap_or_else(|| {
            let hash = player.bytes().fold(5381_usize, |hash, byte| {
                hash.wrapping_mul(33) % 1_000_003 + usize::from(byte)
            });
            let free = (0..COLOURS.len()).map(|step| (hash + step) % COLOURS.len());
            let colour = free.clone().find(|colour| !taken.contains(colour));
            let colour = colour.unwrap_or(hash % COLOURS.len());
            taken.push(colour);
            (colour, hash / COLOURS.len() % SHAPES)
        });
        Look::Ours { colour, shape }
    };
    players.iter().enumerate().map(look).collect()
}

impl Look {
    /// One of several conditions, by its number.
    pub(super) fn condition(at: usize) -> Self {
        Self::Ours { colour: at % COLOURS.len(), shape: at % SHAPES }
    }

    pub(super) fn line(self) -> String {
        match self {
            Self::Ours { colour, .. } => format!("l{colour}"),
            Self::Published(_) => "lp".to_owned(),
        }
    }

    pub(super) fn dash(self) -> &'static str {
        match self {
            Self::Ours { shape, .. } => ["", "7 3", "2 3", "9 3 2 3"][shape % 4],
            Self::Published(_) => "1 4",
        }
    }

    /// Its marker about a point.
    pub(super) fn marker(self, canvas: &mut Canvas, place: (f64, f64)) {
        self.sized(canvas, place, if matches!(self, Self::Published(_)) { 0.65 } else { 0.75 });
    }

    fn sized(self, canvas: &mut Canvas, (x, y): (f64, f64), size: f64) {
        let (class, shape) = match self {
            Self::Ours { colour, shape } => (format!("m{colour}"), shape),
            Self::Published(at) => ("mp".to_owned(), (at + 1) % 4),
        };
        let d = match shape {
            0 => "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
            1 => "M-3.5 -3.5h7v7h-7Z",
            2 => "M0 -4.8l4.6 8h-9.2Z",
            3 => "M0 -5l5 5l-5 5l-5 -5Z",
            4 => "M0 4.8l4.6 -8h-9.2Z",
            5 => "M-3 -5l3 3l3 -3l2 2l-3 3l3 3l-2 2l-3 -3l-3 3l-2 -2l3 -3l-3 -3Z",
            6 => "M-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5Z",
            _ => "M0 -5.2l5 3.6l-1.9 5.9h-6.2l-1.9 -5.9Z",
        };
        let _ = writeln!(
            canvas.body,
            "<path class=\"{class}\" transform=\"translate({x:.1} {y:.1}) scale({size})\" d=\"{d}\"/>"
        );
    }
}

#[cfg(test)]
mod tests {
    use surefoot_players::{Entry, PlayerLook, Roster};
    use surefoot_rules::{Brief, Choice, Player, Random, View};

    use super::*;
    use crate::experiment::shipped;

    fn between(roster: &Roster, players: &[&str]) -> Vec<Look> {
        let text = format!(
            "title = \"t\"\nquestion = \"q\"\nplayers = {players:?}\ndeals = 1\n\
             sweep = {{ over = \"level\", values = [\"beginner\"] }}\n"
        );
        looks(&Experiment::read(roster, "x", "x.toml", &text).unwrap())
    }

    #[test]
    fn players_look_alike_everywhere_and_differ_where_they_meet() {
        for (name, text) in shipped::SHIPPED {
            let experiment = Experiment::read(&Roster::standard(), name, name, text).unwrap();
            let looks = looks(&experiment);
            // A row each instead of a line each.
            if experiment.players.len() > COLOURS.len() {
                continue;
            }
            for (at, look) in looks.iter().enumerate() {
                let Look::Ours { colour, .. } = look else { continue };
                let other = looks[..at].iter().any(
                    |known| matches!(known, Look::Ours { colour: other, .. } if other == colour),
                );
                assert!(!other, "{name}: {}", experiment.players[at]);
            }
        }
        let roster = Roster::standard();
        let alone = between(&roster, &["exact"]);
        let second = between(&roster, &["window:passes=3", "exact"]);
        assert_eq!(alone[0], second[1]);
    }

    /// Figures of old keep their looks.
    #[test]
    fn players_keep_the_looks_of_old() {
        let old = [
            ("exact", (0, 0)),
            ("surefoot", (6, 2)),
            ("prospector", (7, 7)),
            ("keeper", (4, 4)),
            ("queue:passes=1", (6, 6)),
            ("window:edges", (5, 7)),
            ("gauss:cutoff=300", (6, 5)),
            ("closure:order=depth", (2, 0)),
            ("closure:order=nearest", (3, 2)),
            ("closure:prefer=short", (2, 3)),
            ("closure:prefer=low", (3, 4)),
        ];
        let roster = Roster::standard();
        for (player, (colour, shape)) in old {
            assert_eq!(between(&roster, &[player]), [Look::Ours { colour, shape }], "{player}");
        }
        let two = between(&roster, &["queue:passes=1", "queue:passes=2"]);
        assert_ne!(two[0], two[1]);
    }

    #[derive(Clone)]
    struct Nobody;

    impl Player for Nobody {
        fn begin(&mut self, _: &Brief, _: &View, _: Random) {}

        fn choose(&mut self, _: &View) -> Choice {
            unreachable!("it is only drawn")
        }
    }

    #[test]
    fn somebody_elses_player_looks_as_its_entry_says_or_gets_what_is_free() {
        let drawn =
            Entry::new("drawn", || Nobody).versioned("1").drawn_as([PlayerLook::new(3, 12)]);
        let plain = Entry::new("plain", || Nobody).versioned("1");
        let roster = Roster::standard().with(drawn).unwrap().with(plain).unwrap();
        let looks = between(&roster, &["exact", "drawn", "plain"]);
        assert_eq!(looks[1], Look::Ours { colour: 3, shape: 4 });
        let colours =
            looks.iter().map(|look| look.line()).collect::<std::collections::HashSet<_>>();
        assert_eq!(colours.len(), 3, "{looks:?}");
    }
}
