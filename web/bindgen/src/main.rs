//! bindgen MODULE.wasm FOLDER: writes the module with its JavaScript and types.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let module = arguments.next().context("usage: bindgen MODULE.wasm FOLDER")?;
    let folder = arguments.next().context("usage: bindgen MODULE.wasm FOLDER")?;
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .out_name("engine")
        .generate(folder)
}
