//! The page of `surefoot serve` is embedded as it was built last: look at it again
//! whenever it changed, or was not there.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_SERVE").is_some() {
        println!("cargo::rerun-if-changed=page");
    }
}
