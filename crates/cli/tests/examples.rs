//! The engines in `examples/` and `adapters/` comply with the protocol. They stand in the
//! repository and not in the package.

#![allow(clippy::unwrap_used)]

use std::process::Command;

use surefoot_testing::{Said, TempFolder};

const SUREFOOT: &str = env!("CARGO_BIN_EXE_surefoot");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn surefoot(arguments: &[&str]) -> String {
    Said::by(Command::new(SUREFOOT).args(arguments).current_dir(ROOT), "").done()
}

/// Whether a program is here; these tests need what not everybody has.
fn is_there(program: &str, argument: &str) -> bool {
    Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success())
}

fn complies(command: &str) {
    let said = surefoot(&["check-engine", command]);
    assert!(!said.contains("FAIL"), "{said}");
    assert!(said.contains("ok   the same position gets the same answer"), "{said}");
    assert!(said.contains("ok   what it claims to be certain is so"), "{said}");
}

#[test]
fn the_example_in_python_complies() {
    let text = std::fs::read_to_string(format!("{ROOT}/examples/engine.py")).unwrap();
    assert!(text.lines().count() <= 60, "it is meant to be read");
    if is_there("python3", "--version") {
        complies("python3 examples/engine.py");
    }
}

#[test]
fn the_example_in_c_complies_and_its_survival_is_what_it_wins() {
    if !is_there("cc", "--version") {
        return;
    }
    let folder = TempFolder::new("example");
    let command = folder.path("engine");
    let built = Command::new("cc")
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&command)
        .arg(format!("{ROOT}/examples/engine.c"))
        .status();
    assert!(built.unwrap().success());
    complies(&command);
    // Luck weighed, and luck left: the same within both errors, of a stranger.
    let engine = format!("cmd:{command}");
    let rate = |estimate| {
        let arguments = ["match", &engine, "--level", "beginner", "--json", "--games", "600"];
        let said = surefoot(&[&arguments[..], &["--estimate", estimate]].concat());
        let after = |key: &str| {
            let rest = said.split(key).nth(1).unwrap_or_else(|| panic!("{said}"));
            rest.split([',', ']']).next().unwrap().parse::<f64>().unwrap()
        };
        let low = after("\"win_interval\":[");
        (after("\"win_rate\":"), after("\"win_rate\":") - low)
    };
    let ((won, error), (weighed, less)) = (rate("plain"), rate("survival"));
    assert!(less < error, "{less} {error}");
    assert!((won - weighed).abs() < 2.0 * (error * error + less * less).sqrt(), "{won} {weighed}");
}

/// Where the registry's package is installed, as `scripts/test --all` does.
#[test]
fn the_adapter_of_a_package_complies() {
    let installed = import("ms_toollib");
    assert!(installed || std::env::var_os("SUREFOOT_PEERS").is_none(), "no ms_toollib");
    if installed {
        complies("python3 adapters/toollib.py");
    }
}

fn import(module: &str) -> bool {
    let import = format!("import {module}");
    Command::new("python3").args(["-c", &import]).output().is_ok_and(|out| out.status.success())
}
