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
