//! How a series looks: a colour, a marker and a dash, the same for a player in every figure.

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
/// Colours that are the same at a glance.
const NEAR: [(usize, usize); 2] = [(0, 5), (4, 7)];
/// A disc, a square, a triangle, a diamond, a triangle on its head, crosses, a pentagon. Their
/// rim is drawn too.
const MARKERS: [&str; SHAPES] = [
    "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
    "m-2.2-2.2h4.4v4.4h-4.4z",
    "m0-3.1l2.9 5h-5.8z",
    "m0-3.2l3.2 3.2-3.2 3.2-3.2-3.2z",
    "m0 3.1l2.9-5h-5.8z",
    "m-2.8-2.8l5.6 5.6m0-5.6l-5.6 5.6",
    "m-.8-3.2h1.6v2.4h2.4v1.6h-2.4v2.4h-1.6v-2.4h-2.4v-1.6h2.4z",
    "m0-3.1l3 2.2-1.2 3.5h-3.6l-1.2-3.5z",
];
const SHAPES: usize = 8;
/// Dashes go round with the markers.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

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
    /// Several of ours that lie on top of each other.
    Bundle,
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
    let mut taken: Vec<(usize, usize)> = (0..players.len()).filter_map(known).collect();
    let look = |(at, player): (usize, &String)| {
        let (colour, shape) = known(at).unwrap_or_else(|| {
            let hash = player.bytes().fold(5381_usize, |hash, byte| {
                hash.wrapping_mul(33) % 1_000_003 + usize::from(byte)
            });
            let has = |colour: usize| taken.iter().any(|of| of.0 == colour);
            let near = |colour: usize| {
                NEAR.iter()
                    .any(|&(one, other)| one == colour && has(other) || other == colour && has(one))
            };
            let free = (0..COLOURS.len()).map(|step| (hash + step) % COLOURS.len());
            let mut free = free.filter(|&colour| !has(colour));
            let colour = free.clone().find(|&colour| !near(colour)).or_else(|| free.next());
            let shapes = (0..SHAPES).map(|step| (hash / COLOURS.len() + step) % SHAPES);
            let dashed =
                |shape: usize| taken.iter().any(|of| of.1 % DASHES.len() == shape % DASHES.len());
            let drawn = |shape: usize| taken.iter().any(|of| of.1 == shape);
            let other = shapes.clone().find(|&shape| !dashed(shape));
            let shape = other.or_else(|| shapes.clone().find(|&shape| !drawn(shape)));
            let chosen = (
                colour.unwrap_or(hash % COLOURS.len()),
                shape.unwrap_or(hash / COLOURS.len() % SHAPES),
            );
            taken.push(chosen);
            chosen
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

    /// The classes of its line.
    pub(super) fn line(self) -> String {
        match self {
            Self::Ours { colour, .. } => format!("line l{colour}"),
            Self::Published(_) => "line lp".to_owned(),
            Self::Bundle => "bundle".to_owned(),
        }
    }

    /// The class of its colour.
    pub(super) fn hue(self) -> String {
        self.line().replace("line ", "")
    }

    pub(super) fn dash(self) -> &'static str {
        match self {
            Self::Ours { shape, .. } => DASHES[shape % DASHES.len()],
            Self::Published(_) => "1 4",
            Self::Bundle => "",
        }
    }

    /// The class of its marks.
    pub(super) fn marks(self) -> String {
        match self {
            Self::Ours { colour, .. } => format!("s{colour}"),
            Self::Published(_) => "sp".to_owned(),
            Self::Bundle => "bundled".to_owned(),
        }
    }

    /// Its marker, as a path from its middle.
    pub(super) fn marker(self) -> &'static str {
        match self {
            Self::Ours { shape, .. } => MARKERS[shape % SHAPES],
            Self::Published(at) => MARKERS[(at + 1) % 4],
            Self::Bundle => MARKERS[0],
        }
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
