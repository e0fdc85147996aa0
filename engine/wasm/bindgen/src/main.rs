//! `toastscope-bindgen MODULE.wasm FOLDER [web|node] [NAME] [SOURCES...]`: writes the module and the
//! JavaScript and TypeScript that load it into the folder, under this name (`toastscope`).
//!
//! wasm-bindgen knows functions and classes. What their arguments and answers look like stands in
//! the source of the structs that derive `Serialize`, so that the engine itself says nothing of
//! JavaScript: [`declare`] reads them in the folders that are named, and their types are put on top
//! of what wasm-bindgen wrote.

mod declare;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: toastscope-bindgen MODULE.wasm FOLDER [web|node] [NAME] [SOURCES...]";
/// The lines that wasm-bindgen begins a file of types with.
const HEADER: &str = "/* tslint:disable */\n/* eslint-disable */\n";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, rest @ ..] = &arguments[..] else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let target = rest.first().map_or("web", String::as_str);
    let name = rest.get(1).map_or("toastscope", String::as_str);
    let sources: Vec<PathBuf> = rest.iter().skip(2).map(PathBuf::from).collect();
    match glue(module, folder, target, name)
        .and_then(|()| add_types(&Path::new(folder).join(format!("{name}.d.ts")), &sources))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// What wasm-bindgen makes of a module.
fn glue(module: &str, folder: &str, target: &str, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    // Panics tell their place themselves; the names of functions are a tenth of the module.
    bindgen.input_path(module).typescript(true).out_name(name).remove_name_section(true);
    match target {
        "node" => bindgen.nodejs(true),
        _ => bindgen.web(true),
    }
    .and_then(|bindgen| bindgen.generate(folder))
    .map_err(|error| format!("{error:#}"))
}

/// Puts the types of the structs that cross before those of functions and classes.
fn add_types(file: &Path, sources: &[PathBuf]) -> Result<(), String> {
    if sources.is_empty() {
        return Ok(());
    }
    let types = declare::declare(sources)?;
    let at = |error: std::io::Error| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(at)?;
    let rest = text.strip_prefix(HEADER).unwrap_or(&text);
    std::fs::write(file, format!("{HEADER}\n{types}\n{rest}")).map_err(at)
}
