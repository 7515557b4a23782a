//! The claims, in the order of the write-ups' questions. What a figure has to be is how we read
//! the words of the write-up: "the same" is within a point of the score, "as good as" within
//! the interval of as many games as it played.
//!
//! Longer than 400 lines: it is a table, some lines for each claim.

use super::ClaimFigure::{
    Contrast, Correlation, Crossing, Gap, Overall, Power, Spread, Step, Value,
};
use super::Wanted::{Above, Anywhere, Below, Between};
use super::{ClaimEvidence, ClaimFigure, Wanted, WriteUpClaim};

const fn of(of: &'static str, figure: ClaimFigure, wanted: Wanted) -> ClaimEvidence {
    ClaimEvidence { of, figure, wanted }
}

const ONE_PASS: [&str; 2] = ["window:passes=1", "queue:passes=1"];
const FIXPOINT: [&str; 2] = ["window", "queue"];
const CUT_OFF: [&str; 2] = ["gauss:cutoff=300", "gauss"];

/// Every claim that is tested.
pub const CLAIMS: &[WriteUpClaim] = &[
    WriteUpClaim {
        write_up: "004",
        says: "of four answers that are true with probability 0.8 each, the best is as good as the truth",
        experiment: "believe",
        evidence: &[
            of(
                "score of `closure:believe`, optimistic",
                Value(("optimistic", "4"), "closure:believe", "score"),
                Above(0.93),
            ),
            of("cautious", Value(("cautious", "4"), "closure:believe", "score"), Above(0.93)),
            of(
                "false flags a game, optimistic",
                Value(("optimistic", "4"), "closure:believe", "false-flags"),
                Below(0.2),
            ),
            of("cautious", Value(("cautious", "4"), "closure:believe", "false-flags"), Below(0.2)),
            of(
                "asked once, optimistic, score",
                Value(("optimistic", "1"), "closure:believe", "score"),
                Anywhere,
            ),
            of("cautious", Value(("cautious", "1"), "closure:believe", "score"), Anywhere),
        ],
        note: "such an answer is wrong with probability 0.0016, exactly",
    },
    WriteUpClaim {
        write_up: "001",
        says: "on 30x30, not told the number of mines, the score falls below a half at D²/2 = 450 mines",
        experiment: "score-density",
        evidence: &[
            of(
                "`queue:passes=1` at",
                Crossing("not told", "queue:passes=1", 0.5),
                Between(427.5, 472.5),
            ),
            of(
                "`window:passes=1` at",
                Crossing("not told", "window:passes=1", 0.5),
                Between(427.5, 472.5),
            ),
            of("told, `queue:passes=1` at", Crossing("told", "queue:passes=1", 0.5), Anywhere),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "001",
        says: "below D²/2 mines the window scores as the queue",
        experiment: "score-density",
        evidence: &[
            of(
                "window less queue, one pass, at 100 mines",
                Gap(("not told", "100"), ONE_PASS, "score"),
                Between(-0.01, 0.01),
            ),
            of("at 200", Gap(("not told", "200"), ONE_PASS, "score"), Between(-0.01, 0.01)),
            of("at 300", Gap(("not told", "300"), ONE_PASS, "score"), Between(-0.01, 0.01)),
            of("at 400", Gap(("not told", "400"), ONE_PASS, "score"), Between(-0.01, 0.01)),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "001",
        says: "above D²/2 mines the window scores more than the queue, and by more than below",
        experiment: "score-density",
        evidence: &[
            of(
                "window less queue, one pass, at 500 mines",
                Gap(("not told", "500"), ONE_PASS, "score"),
                Above(0.03),
            ),
            of("at 700", Gap(("not told", "700"), ONE_PASS, "score"), Above(0.03)),
        ],
        note: "it is the other way round",
    },
    WriteUpClaim {
        write_up: "001",
        says: "on small boards the window does not help",
        experiment: "window-size",
        evidence: &[
            of(
                "window less queue, one pass, at 15 %: 6x6",
                Gap(("", "36"), ONE_PASS, "score"),
                Between(-0.02, 0.02),
            ),
            of("10x10", Gap(("", "100"), ONE_PASS, "score"), Between(-0.02, 0.02)),
            of("20x20", Gap(("", "400"), ONE_PASS, "score"), Anywhere),
            of("30x30", Gap(("", "900"), ONE_PASS, "score"), Anywhere),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "001",
        says: "the window helps because one pass over the queue misses cells",
        experiment: "window-size",
        evidence: &[
            of(
                "window less queue on 10x10, one pass",
                Gap(("", "100"), ONE_PASS, "score"),
                Above(0.03),
            ),
            of("at the fixpoint", Gap(("", "100"), FIXPOINT, "score"), Below(0.03)),
            of("30x30, one pass", Gap(("", "900"), ONE_PASS, "score"), Anywhere),
            of("at the fixpoint", Gap(("", "900"), FIXPOINT, "score"), Anywhere),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "001",
        says: "few flags are the window's",
        experiment: "flags-by-reason",
        evidence: &[
            of(
                "of `window:passes=1` at 15 % mines",
                Value(("", "15"), "window:passes=1", "other_flag_share"),
                Below(10.0),
            ),
            of("at 40 %", Value(("", "40"), "window:passes=1", "other_flag_share"), Anywhere),
        ],
        note: "in per cent of all flags",
    },
    WriteUpClaim {
        write_up: "001",
        says: "to be told the number of mines matters little for the score",
        experiment: "score-told",
        evidence: &[
            of(
                "`queue`, told less not told, at 15 %",
                Contrast(["told", "not told"], "15", "queue", "score"),
                Between(-0.02, 0.02),
            ),
            of(
                "at 40 %",
                Contrast(["told", "not told"], "40", "queue", "score"),
                Between(-0.02, 0.02),
            ),
            of(
                "at 50 %",
                Contrast(["told", "not told"], "50", "queue", "score"),
                Between(-0.02, 0.02),
            ),
            of(
                "at 80 %",
                Contrast(["told", "not told"], "80", "queue", "score"),
                Between(-0.02, 0.02),
            ),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "001",
        says: "who is told the number of mines stops earlier",
        experiment: "score-told",
        evidence: &[
            of(
                "cells opened by `queue`, told less not told, at 10 %",
                Contrast(["told", "not told"], "10", "queue", "digs"),
                Below(0.0),
            ),
            of("at 20 %", Contrast(["told", "not told"], "20", "queue", "digs"), Below(0.0)),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "000",
        says: "a game takes time of the order of the area squared",
        experiment: "runtime-area",
        evidence: &[
            of("power of the area, `sampler`", Power("sampler"), Between(1.75, 2.25)),
            of("`digger`", Power("digger"), Between(1.75, 2.25)),
        ],
        note: "ours follows what changed",
    },
    WriteUpClaim {
        write_up: "003",
        says: "a game takes algorithm A time of the order of the area squared, algorithm B to the power 4",
        experiment: "runtime-area",
        evidence: &[
            of("power of the area, `cascade`", Power("cascade"), Between(1.75, 2.25)),
            of("`gauss`", Power("gauss"), Between(3.5, 4.5)),
        ],
        note: "ours follows what changed and reduces independent parts",
    },
    WriteUpClaim {
        write_up: "001",
        says: "a game takes time of the order of the area",
        experiment: "runtime-area",
        evidence: &[
            of("power of the area, `baseline`", Power("baseline"), Between(0.75, 1.25)),
            of("`queue:passes=1`", Power("queue:passes=1"), Between(0.75, 1.25)),
            of("`window:passes=1`", Power("window:passes=1"), Between(0.75, 1.25)),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "004",
        says: "a game takes time of the order of the area squared",
        experiment: "runtime-area",
        evidence: &[of("power of the area, `closure`", Power("closure"), Between(1.75, 2.25))],
        note: "only constraints that share a cell are compared, as the write-up wishes",
    },
    WriteUpClaim {
        write_up: "004",
        says: "a 50x50 board with 50 mines takes 30 seconds, which is efficient",
        experiment: "runtime-large",
        evidence: &[of(
            "`closure`",
            Value(("", "50x50/50"), "closure", "seconds"),
            Below(30_000.0),
        )],
        note: "",
    },
    WriteUpClaim {
        write_up: "000",
        says: "the dig density of algorithm 1 varies much more than that of algorithm 2",
        experiment: "dig-density",
        evidence: &[
            of(
                "spread over games at 400 cells and 10 %, `sampler`",
                Spread(("400 cells", "10"), "sampler", "dig-density"),
                Above(5.0),
            ),
            of("`digger`", Spread(("400 cells", "10"), "digger", "dig-density"), Below(5.0)),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "000",
        says: "algorithm 2 is slower than algorithm 1",
        experiment: "runtime-area",
        evidence: &[
            of(
                "time of a game, `digger` over `sampler`, at 400 cells",
                Gap(("", "400"), ["digger", "sampler"], "seconds"),
                Above(1.0),
            ),
            of("at 1000", Gap(("", "1000"), ["digger", "sampler"], "seconds"), Above(1.0)),
        ],
        note: "it digs less, so a game is over sooner",
    },
    WriteUpClaim {
        write_up: "003",
        says: "above 300 cells algorithm B opens many more cells, a strong uptick",
        experiment: "gauss-cutoff-dig",
        // What is seen at a glance in a plot of single boards: two points at least.
        evidence: &[
            of(
                "with the cut-off less without, at 400 cells: 10 % mines",
                Gap(("10 % mines", "400"), CUT_OFF, "dig-density"),
                Above(2.0),
            ),
            of("20 % mines", Gap(("20 % mines", "400"), CUT_OFF, "dig-density"), Above(2.0)),
        ],
        note: "more on dense boards, but by less than anybody sees in a plot",
    },
    WriteUpClaim {
        write_up: "003",
        says: "above 300 cells algorithm B is faster",
        experiment: "gauss-cutoff-dig",
        evidence: &[
            of(
                "time with the cut-off over without, at 400 cells: 10 % mines",
                Gap(("10 % mines", "400"), CUT_OFF, "seconds"),
                Below(1.0),
            ),
            of("20 % mines", Gap(("20 % mines", "400"), CUT_OFF, "seconds"), Below(1.0)),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "003",
        says: "above 300 cells algorithm B knows less",
        experiment: "gauss-cutoff",
        evidence: &[
            of(
                "games won, with the cut-off less without, on 17x17/45",
                Gap(("", "17x17/45"), CUT_OFF, "won"),
                Anywhere,
            ),
            of("on 18x18/52", Gap(("", "18x18/52"), CUT_OFF, "won"), Below(0.0)),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "002",
        says: "it wins 95.7, 86.2 and 49.1 % of 100 games each on the three levels",
        experiment: "periphery-readings",
        evidence: &[
            of(
                "`periphery`, opening: beginner",
                Value(("beginner", "opening"), "periphery", "won"),
                Between(89.8, 98.3),
            ),
            of(
                "intermediate",
                Value(("intermediate", "opening"), "periphery", "won"),
                Between(78.1, 91.6),
            ),
            of("expert", Value(("expert", "opening"), "periphery", "won"), Between(39.5, 58.7)),
        ],
        note: "100 games allow [89.8, 98.3], [78.1, 91.6] and [39.5, 58.7]",
    },
    WriteUpClaim {
        write_up: "002",
        says: "read otherwise (fillings weighed by their mines, guesses away from clues), the same rates",
        experiment: "periphery-readings",
        evidence: &[
            of(
                "`periphery:weigh,sea`, opening: beginner",
                Value(("beginner", "opening"), "periphery:weigh,sea", "won"),
                Between(89.8, 98.3),
            ),
            of(
                "intermediate",
                Value(("intermediate", "opening"), "periphery:weigh,sea", "won"),
                Between(78.1, 91.6),
            ),
            of(
                "expert",
                Value(("expert", "opening"), "periphery:weigh,sea", "won"),
                Between(39.5, 58.7),
            ),
            of(
                "`weigh` alone, expert",
                Value(("expert", "opening"), "periphery:weigh", "won"),
                Anywhere,
            ),
            of("`sea` alone", Value(("expert", "opening"), "periphery:sea", "won"), Anywhere),
            of(
                "under `safe`, `weigh,sea`, expert",
                Value(("expert", "safe"), "periphery:weigh,sea", "won"),
                Anywhere,
            ),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "004",
        says: "opening depth-first makes longer chains than breadth-first",
        experiment: "influence-order",
        evidence: &[of(
            "depth less breadth, links",
            Overall("", ["closure:order=depth", "closure"], "longest_chain"),
            Above(0.0),
        )],
        note: "",
    },
    WriteUpClaim {
        write_up: "004",
        says: "mines in a small area make shorter chains than mines all over the board",
        experiment: "influence-clusters",
        evidence: &[
            of(
                "links, one block less uniform, at 5 %",
                Contrast(["block", "uniform"], "5", "closure", "longest_chain"),
                Below(0.0),
            ),
            of(
                "at 15 %",
                Contrast(["block", "uniform"], "15", "closure", "longest_chain"),
                Below(0.0),
            ),
            of(
                "at 25 %",
                Contrast(["block", "uniform"], "25", "closure", "longest_chain"),
                Below(0.0),
            ),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "004",
        says: "the more mines, the longer the chains, until they are too many",
        experiment: "influence-density",
        evidence: &[
            of(
                "links at 20 % mines less at 5 %",
                Step("", ["20", "5"], "closure", "longest_chain"),
                Above(0.0),
            ),
            of(
                "at 40 % less at 20 %",
                Step("", ["40", "20"], "closure", "longest_chain"),
                Below(0.0),
            ),
            of("links at 20 %", Value(("", "20"), "closure", "longest_chain"), Anywhere),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "004",
        says: "influence travels very far",
        experiment: "influence-reach",
        evidence: &[
            of(
                "reach in per cent of the way to the farthest edge, 20x20, 15 %",
                Value(("20x20", "15"), "closure", "reach_share"),
                Above(75.0),
            ),
            of(
                "6400 cells, 15 %",
                Value(("15 % mines", "6400"), "closure", "reach_share"),
                Above(75.0),
            ),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "004",
        says: "long chains have something to do with how well a board is solved",
        experiment: "influence-difficulty",
        evidence: &[
            of(
                "rank correlation of the board's chain with winning, `closure`",
                Correlation("closure", ["board_chain", "won"]),
                Above(0.1),
            ),
            of("`exact`", Correlation("exact", ["board_chain", "won"]), Above(0.1)),
            of(
                "with the time of won games, `closure`",
                Correlation("closure", ["board_chain", "won-seconds"]),
                Above(0.1),
            ),
            of("`exact`", Correlation("exact", ["board_chain", "won-seconds"]), Above(0.1)),
            of(
                "biased, by the chain of the game itself: with winning, `closure`",
                Correlation("closure", ["longest_chain", "won"]),
                Anywhere,
            ),
        ],
        note: "games lost early have short chains",
    },
    WriteUpClaim {
        write_up: "004",
        says: "it helps to keep chains short",
        experiment: "influence-short",
        evidence: &[
            of(
                "games won, `prefer=short` less `closure`: opening",
                Overall("opening", ["closure:prefer=short", "closure"], "won"),
                Above(0.0),
            ),
            of("safe", Overall("safe", ["closure:prefer=short", "closure"], "won"), Above(0.0)),
            of("none", Overall("none", ["closure:prefer=short", "closure"], "won"), Above(0.0)),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "001",
        says: "on dense boards its window flags safe cells",
        experiment: "unsound-window",
        evidence: &[
            of(
                "false flags a game, `stale`, at 10 %",
                Value(("", "10"), "window:passes=1,stale", "false-flags"),
                Anywhere,
            ),
            of("at 30 %", Value(("", "30"), "window:passes=1,stale", "false-flags"), Above(0.0)),
            of("at 50 %", Value(("", "50"), "window:passes=1,stale", "false-flags"), Above(0.0)),
            of(
                "score, `stale` less kept up to date, at 50 %",
                Gap(("", "50"), ["window:passes=1,stale", "window:passes=1"], "score"),
                Anywhere,
            ),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "003",
        says: "its reading of reduced rows is correct",
        experiment: "unsound-gauss",
        evidence: &[
            of(
                "wrong declarations at 5 %",
                Value(("", "5"), "gauss:reading=write-up", "wrong-declarations"),
                Below(0.1),
            ),
            of(
                "at 10 %",
                Value(("", "10"), "gauss:reading=write-up", "wrong-declarations"),
                Below(0.1),
            ),
            of(
                "at 20 %",
                Value(("", "20"), "gauss:reading=write-up", "wrong-declarations"),
                Below(0.1),
            ),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "001, 004",
        says: "clues drawn uniformly below (above) the truth can still be used, asked often",
        experiment: "uncertain-uniform",
        evidence: &[
            of(
                "score of `closure:believe`, optimistic, asked 16 times",
                Value(("optimistic", "16"), "closure:believe", "score"),
                Above(0.9),
            ),
            of("cautious", Value(("cautious", "16"), "closure:believe", "score"), Above(0.9)),
            of(
                "asked once, optimistic",
                Value(("optimistic", "1"), "closure:believe", "score"),
                Anywhere,
            ),
            of(
                "`keeper`, which weighs what was shown",
                Value(("optimistic", "1"), "keeper", "score"),
                Anywhere,
            ),
        ],
        note: "",
    },
    WriteUpClaim {
        write_up: "004",
        says: "the parents of combined constraints are united",
        experiment: "",
        evidence: &[],
        note: "in its 7x7 game begun at 0,6, cell 1,3 has the parents 2,4, 1,4 and 0,4: `surefoot watch closure --boards write-up-004-7x7 --first 0,6 --influence -`",
    },
    WriteUpClaim {
        write_up: "001",
        says: "its 15x15 game ends with 34 mines flagged, one of them by the window, and one exploded",
        experiment: "",
        evidence: &[],
        note: "so does `window:passes=1` with the same random points: `surefoot watch --help` has the command",
    },
];
