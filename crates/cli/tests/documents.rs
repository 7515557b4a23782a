//! What the README, the guide and the help show is what happens.

/// The documents stand at the root of the repository, and so do their examples.
#[test]
fn documents_run() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/guide/*.md")
        .case("crates/cli/tests/cmd/*.trycmd");
}

#[test]
fn the_guide_lists_every_request_of_the_server() {
    let read = |path: &str| {
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
            .unwrap()
    };
    let document: serde_json::Value =
        serde_json::from_str(&read("src/serve/openapi.json")).unwrap();
    let guide = read("../../docs/guide/serve.md");
    for path in document["paths"].as_object().unwrap().keys() {
        assert!(guide.contains(&format!("{path}`")), "the guide does not tell of {path}");
    }
}

/// Other programs read the JSON of a review by these names.
#[test]
fn a_review_tells_what_the_contract_says() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/game.rawvf");
    let told = std::process::Command::new(env!("CARGO_BIN_EXE_surefoot"))
        .args(["review", "--json", file])
        .output()
        .unwrap();
    assert!(told.status.success());
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    let games = told.as_array().map_or(std::slice::from_ref(&told), Vec::as_slice);
    let [game] = games else { panic!("one game: {told}") };
    for name in
        ["width", "height", "mines", "time", "three_bv", "openings", "islands", "luck", "lost"]
    {
        assert!(game[name].is_number(), "{name}: {game}");
    }
    assert!(game["format"].is_string() && game["won"].is_boolean() && game["clicks"].is_object());
    assert!(game["zini"]["greedy"].is_u64() && game["zini"]["human"].is_u64());
    let guesses = game["guesses"].as_array().unwrap();
    assert!(!guesses.is_empty());
    for guess in guesses {
        assert!(guess["move"].is_u64() && guess["cell"][1].is_u64(), "{guess}");
        assert!(
            guess["safest"]["cell"][1].is_u64() && guess["best"]["cell"][1].is_u64(),
            "{guess}"
        );
        let [win, best, lost] =
            [&guess["win"], &guess["best"]["win"], &guess["lost"]].map(|it| it.as_f64().unwrap());
        assert!((lost - (best - win).max(0.0)).abs() < 1e-12, "{guess}");
        assert!(guess["safety"].as_f64() <= guess["safest"]["safety"].as_f64(), "{guess}");
        assert_ne!(guess["forced"].as_bool().unwrap(), guess["avoidable"].as_bool().unwrap());
    }
}
