//! What is refused, and where.

use super::*;

pub(crate) const GOOD: &str = r#"
title = "Score"
question = "How?"
game = "score"
players = ["queue", "exact"]
deals = 10

[setting]
size = "20x20"

[sweep]
over = "density"
values = [5, 12.5]

[[panel]]
title = "told"

[[panel]]
title = "hidden"
setting = { total = "hidden" }

[answer]
contrast = ["told", "hidden"]
"#;

#[track_caller]
fn refused(from: &str, to: &str, (line, column): (usize, usize), reason: &str) {
    assert!(GOOD.contains(from), "{from}");
    let error = read(&Roster::standard(), "x", "x.toml", &GOOD.replacen(from, to, 1));
    let error = error.unwrap_err();
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.reason.contains(reason), "{error}");
}

/// Why an experiment with this in it is refused.
fn read_error(instead: &str) -> String {
    let text = GOOD.replacen("[answer]", &format!("{instead}\n[answer]"), 1);
    read(&Roster::standard(), "x", "x.toml", &text).unwrap_err().to_string()
}

#[test]
fn mistakes_are_placed_and_met_with_what_is_allowed() {
    refused("\"score\"", "\"scores\"", (4, 8), "expected win, score or dig");
    refused("\"exact\"]", "\"exactly\"]", (5, 21), "no player `exactly`; did you mean `exact`?");
    refused("game =", "gane =", (4, 1), "expected one of `title`, `question`");
    refused("\"density\"", "\"densities\"", (12, 8), "expected one of `area`, `density`");
    refused("12.5", "\"many\"", (13, 14), "expected a percentage");
    refused("12.5", "100", (13, 14), "cannot be kept");
    refused("\"20x20\"", "\"20\"", (9, 8), "is not a size");
    let twice = "level = \"expert\"\nsize = \"20x20\"";
    refused("size = \"20x20\"", twice, (10, 8), "`size` says again what `level` says");
    let twice = "{ mines = 10, density = 5 }";
    refused("{ total = \"hidden\" }", twice, (20, 35), "what `mines` says");
    refused("\"hidden\" }", "\"secret\" }", (20, 21), "expected told or hidden");
    refused("deals = 10", "deals = 0", (6, 9), "expected 1 to");
    refused("deals = 10", "deals = \"ten\"", (6, 9), "expected u64");
    refused("deals = 10", "measures = [\"luck\"]", (6, 13), "unknown measure `luck`");
    refused("deals = 10", "measures = [\"won\"]", (6, 13), "`won` is not measured in `score`");
    refused("deals = 10", "measures = [\"forced\"]", (6, 13), "needs `forced = true`");
    refused("12.5", "4", (13, 14), "values must rise: 4 stands behind 5");
    refused("12.5", "5", (13, 14), "values must rise: 5 stands behind 5");
    refused("5, 12.5", "0.1, 12.5", (13, 11), "in percent: 0.1 % of this board is no mine");
    let games = "[[published]]\nsource = \"s\"\npanel = \"told\"\nx = []\ny = []\n";
    let words = games.to_owned() + "games = \"many\"\n";
    assert!(read_error(&words).contains("invalid type: string \"many\", expected u64"));
    let stranger = games.to_owned() + "player = \"gauss\"\n";
    assert!(read_error(&stranger).contains("`gauss` does not play"));
    refused("deals = 10", "gauges = [\"luck\"]", (6, 11), "expected board");
    let asked = |rest: &str| format!("contrast = [\"told\", \"hidden\"]\n{rest}");
    let contrast = "contrast = [\"told\", \"hidden\"]";
    let place = "nothing is played at `7`: expected 5, 12.5";
    refused(contrast, &asked("at = [5, 7]"), (22, 1), place);
    refused(contrast, &asked("at = [\"told: 7\"]"), (22, 1), "nothing is played at `told: 7`");
    refused(contrast, &asked("on = \"secret\""), (22, 1), "no panel `secret`");
    refused(contrast, &asked("about = [\"gauss\"]"), (22, 1), "`gauss` does not play");
    refused(contrast, &asked("also = \"luck\""), (22, 1), "`luck` is not measured");
    refused(contrast, &asked("nearest = \"them\""), (22, 1), "`them` has published");
    refused("[\"told\", \"hidden\"]", "[\"told\", \"secret\"]", (22, 1), "no panel `secret`");
    let advantage = "game = \"win\"\nestimate = \"advantage\"";
    refused("game = \"score\"", advantage, (6, 12), "misses nothing certain");
    let stop = |rule: &str| format!("deals = 10\nstop = {{ {rule} }}");
    let rule = stop("compare = [\"exact\", \"gauss\"], gain = [0, 1]");
    refused("deals = 10", &rule, (7, 8), "`gauss` does not play in this experiment");
    let rule = stop("compare = [\"exact\", \"queue\"], gain = [0.1, 0]");
    refused("deals = 10", &rule, (7, 8), "the smaller first");
    refused("values", "# values", (11, 1), "`values` is missing");
    refused("title = \"Score\"", "title = \"Score", (2, 15), "invalid basic string");
}
