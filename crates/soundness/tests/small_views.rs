//! Every answer of the engine and of its strongest players, against enumeration.

use surefoot_inference::Unknown;
use surefoot_rules::{Random, View};
use surefoot_soundness::counting::{Compared, ERROR, Witnesses};
use surefoot_soundness::whole_numbers::largest_error;
use surefoot_soundness::{bytes, constructed, following};
use surefoot_testing::{Cases, any_view, extreme_view};

fn total(random: &mut Random) -> Unknown {
    match random.below(2) {
        0 => Unknown::AnyTotal,
        _ => Unknown::Density(0.05 + 0.9 * random.unit()),
    }
}

/// Asks everyone about views that are drawn.
fn compare(name: &'static str, count: u64, draw: impl Fn(&mut Random) -> View) -> Compared {
    let (mut witnesses, mut all) = (Witnesses::default(), Compared::default());
    let draw = |random: &mut Random| (draw(random), (total(random), random.bits()));
    Cases::new(name, count).check(draw, |(view, (unknown, stream))| {
        let mut random = Random::named("asked", [*stream, 0]);
        all = all.and(witnesses.check(view, *unknown, &mut random));
    });
    all
}

#[test]
fn thousands_of_small_views_agree_with_enumeration() {
    let all = compare("small views", 4_000, any_view);
    assert!(all.possible > 3_000 && all.impossible > 60 && all.uncertain > 10_000, "{all:?}");
}

#[test]
fn small_views_built_to_be_extreme_agree_with_enumeration() {
    let all = compare("extreme views", 2_000, |random| extreme_view(random, 12));
    assert!(all.possible > 1_000 && all.impossible > 60 && all.uncertain > 3_000, "{all:?}");
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn forty_thousand_small_views_agree_with_enumeration() {
    let all = compare("small views", 20_000, any_view);
    let built = compare("extreme views", 20_000, |random| extreme_view(random, 12));
    assert!(all.possible > 15_000 && built.possible > 10_000, "{all:?} {built:?}");
}

/// What the fuzzer does with bytes, with bytes drawn at random.
#[test]
fn views_of_random_bytes_agree_with_enumeration() {
    let (mut witnesses, mut all) = (Witnesses::default(), Compared::default());
    let cases = Cases::new("view bytes", 1_500);
    for index in 0..1_500 {
        let mut random = cases.random(index);
        let bytes = bytes::drawn(&mut random, 24);
        let Some((view, unknown)) = bytes::view(&bytes) else { continue };
        all = all.and(witnesses.check(&view, unknown, &mut random));
    }
    assert!(all.possible > 400 && all.impossible > 100, "{all:?}");
}

fn follow(games: u64) -> following::Followed {
    let mut all = following::Followed::default();
    let cases = Cases::new("follow bytes", games);
    for index in 0..games {
        let followed = following::check(&following::drawn(&mut cases.random(index), 60));
        all.views += followed.views;
        all.impossible += followed.impossible;
        all.cells += followed.cells;
    }
    all
}

#[test]
fn followers_are_not_led_astray() {
    let all = follow(700);
    assert!(all.views > 3_000 && all.impossible > 100 && all.cells > 30_000, "{all:?}");
}

#[test]
#[ignore = "slow: scripts/test --all"]
fn followers_are_not_led_astray_in_thousands_of_games() {
    let all = follow(15_000);
    assert!(all.views > 60_000, "{all:?}");
}

/// Inputs of the fuzzer that are kept, of the targets that are not readers: `fuzz/corpus`.
#[test]
fn the_fuzzers_corpus_is_answered_rightly() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    let inputs = |target: &str| {
        let folder = std::fs::read_dir(format!("{corpus}/{target}")).expect("it is kept");
        let files = folder.map(|file| file.expect("it can be read").path());
        files.map(|path| std::fs::read(path).expect("it can be read")).collect::<Vec<_>>()
    };
    let (mut witnesses, mut all) = (Witnesses::default(), Compared::default());
    for bytes in inputs("counting") {
        let (view, unknown) = bytes::view(&bytes).expect("a view");
        let mut random = Random::named("corpus", [bytes.len() as u64, 0]);
        all = all.and(witnesses.check(&view, unknown, &mut random));
    }
    assert!(all.possible >= 3 && all.impossible >= 2, "{all:?}");
    for bytes in inputs("following") {
        assert!(following::check(&bytes).views >= 2, "{bytes:?}");
    }
    for bytes in inputs("components") {
        let (view, unknown) = constructed::components(&bytes).expect("a view");
        let mut random = Random::named("corpus", [bytes.len() as u64, 1]);
        let error = largest_error(&view, unknown, &mut random).expect("it is counted");
        assert!(error <= ERROR, "off by {error:e} under {unknown:?} in\n{view:?}");
    }
}
