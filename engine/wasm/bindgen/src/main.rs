//! `toastscope-bindgen MODULE.wasm FOLDER [web|node] [NAME]`: writes the module and the JavaScript and
//! TypeScript that load it into the folder, under this name (`toastscope`).

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (module, folder, target, name) = match &arguments[..] {
        [module, folder] => (module, folder, "web", "toastscope"),
        [module, folder, target] => (module, folder, target.as_str(), "toastscope"),
        [module, folder, target, name] => (module, folder, target.as_str(), name.as_str()),
        _ => {
            eprintln!("usage: toastscope-bindgen MODULE.wasm FOLDER [web|node] [NAME]");
            return ExitCode::from(2);
        }
    };
    let mut bindgen = Bindgen::new();
    // Panics tell their place themselves; the names of functions are a tenth of the module.
    bindgen.input_path(module).typescript(true).out_name(name).remove_name_section(true);
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
