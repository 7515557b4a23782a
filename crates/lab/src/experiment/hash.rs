//! The *plan's hash* covers everything that could change a game and nothing else: the words of
//! a title may be mended while a long run is under way, and more deals may follow. How many
//! there are, the record says beside it.

use std::fmt::Write;

use surefoot_rules::{Cell, Neighbourhood, Rules};

use crate::experiment::plan::Experiment;
use crate::fnv;
use crate::play::source::Source;

impl Experiment {
    /// A hash of everything that could change a game, as 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        let mut text = format!(
            "players {:?}\nseed {}\nestimate {:?}\njudged {}\n",
            self.players, self.seed, self.estimate, self.judged
        );
        for gauge in &self.gauges {
            let _ = writeln!(text, "gauge {}", gauge.name);
        }
        for (panel, point) in self.points() {
            let Rules { kind, grid, mines, promise, clues, told, .. } = &point.rules;
            let shape = grid.neighbourhood().map_or("graph", Neighbourhood::name);
            let (width, height) = (grid.width(), grid.height());
            let flood = point.rules.floods();
            let (x, title) = (&point.x, &self.panels[panel].title);
            let _ = write!(
                text,
                "{title:?} {x} {kind} {width}x{height}/{mines} {shape} {promise} {clues} \
                 flood {flood} told {told} "
            );
            if let Some(seed) = point.seed {
                let _ = write!(text, "seed {seed} ");
            }
            let _ = match &point.source {
                Source::Boards(boards) => {
                    for board in boards.iter() {
                        let _ = write!(text, "{:?}", board.first.map(Cell::number));
                        board.layout.mines().for_each(|mine| {
                            let _ = write!(text, ",{}", mine.number());
                        });
                    }
                    writeln!(text)
                }
                source => writeln!(text, "{source}"),
            };
        }
        format!("{:016x}", fnv::of(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use surefoot_players::Roster;

    use super::*;
    use crate::experiment::draft::tests::GOOD;

    #[test]
    fn the_hash_covers_what_is_played_and_nothing_else() {
        let hash =
            |text: &str| Experiment::read(&Roster::standard(), "x", "x.toml", text).unwrap().hash();
        let with = |from, to| hash(&GOOD.replacen(from, to, 1));
        assert_eq!(with("Score", "Final score"), hash(GOOD));
        assert_eq!(with("12.5", "12.50"), hash(GOOD));
        assert_eq!(with("deals = 10", "deals = 11"), hash(GOOD));
        for (from, to) in [
            ("12.5", "13"),
            ("\"queue\", ", ""),
            ("deals = 10", "seed = 1"),
            ("deals = 10", "gauges = [\"board\"]"),
            ("20x20", "25x16"),
            ("\"hidden\" }", "\"told\" }"),
        ] {
            assert_ne!(with(from, to), hash(GOOD), "{from}");
        }
    }
}
