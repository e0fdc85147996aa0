//! `toastscope-bindgen MODULE.wasm FOLDER [web|node]`: writes the module and the JavaScript and
//! TypeScript that load it into the folder.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (module, folder, target) = match &arguments[..] {
        [module, folder] => (module, folder, "web"),
        [module, folder, target] => (module, folder, target.as_str()),
        _ => {
            eprintln!("usage: toastscope-bindgen MODULE.wasm FOLDER [web|node]");
            return ExitCode::from(2);
        }
    };
    let mut bindgen = Bindgen::new();
    // Panics tell their place themselves; the names of functions are a tenth of the module.
    bindgen.input_path(module).typescript(true).out_name("toastscope").remove_name_section(true);
    let done = match target {
        "node" => bindgen.nodejs(true),
        _ => bindgen.web(true),
    }
    .and_then(|bindgen| bindgen.generate(folder));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
