//! `toastscope-bindgen MODULE.wasm FOLDER [web|node] [NAME] [--later FILES] [SOURCES...]`: writes the module, and the
//! JavaScript and TypeScript that load it, into the folder. NAME is the name of these files, `toastscope` if it is not
//! given. The Rust modules that FILES, with commas between them, list become WebAssembly modules of their own, which are
//! loaded when they are first called: see [`split`].
//!
//! `toastscope-bindgen MODULE.wasm FOLDER node NAME --called`: writes a module that notes which functions are called,
//! which its JavaScript exports as `calledFunctions`: see [`called`].
//!
//! wasm-bindgen declares functions and classes, but not the types of their arguments and results.
//! [`declare`] makes these types from the structs that derive `Serialize` in the folders SOURCES, so the
//! engine itself needs no code for JavaScript. They are put before the declarations of wasm-bindgen.
//! Constants of the files named `words.rs` go into `words.ts` beside it.

mod called;
mod constants;
mod declare;
mod segment;
mod split;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: toastscope-bindgen MODULE.wasm FOLDER [web|node] [NAME] \
                     [--called | --later FILES] [SOURCES...]";
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
    let rest = rest.get(2..).unwrap_or_default();
    if rest.first().is_some_and(|option| option == "--called") {
        let folder = Path::new(folder);
        return ended(
            glue(module, folder, target, name).and_then(|()| called::note_calls(folder, name)),
        );
    }
    let (later, sources) = match rest {
        [option, files, sources @ ..] if option == "--later" => (files.as_str(), sources),
        sources => ("", sources),
    };
    let sources: Vec<PathBuf> = sources.iter().map(PathBuf::from).collect();
    let folder = Path::new(folder);
    ended(
        glue(module, folder, target, name)
            .and_then(|()| split_later_modules(Path::new(module), folder, target, name, later))
            .and_then(|()| add_types(&folder.join(format!("{name}.d.ts")), &sources))
            .and_then(|()| write_constants(&folder.join("words.ts"), &sources)),
    )
}

/// Prints why it failed, and gives the program's exit code.
fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the file of constants that the page needs to read numbers sent by the engine.
fn write_constants(file: &Path, sources: &[PathBuf]) -> Result<(), String> {
    let constants = declare::constants(sources)?;
    if constants.is_empty() {
        return Ok(());
    }
    let text = format!("// Made of the files words.rs of the engine.\n{constants}");
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Writes the files that wasm-bindgen makes of a module, without the lines for JavaScript's `using`, which nothing here
/// says: each changes its class as the file is loaded, so that a class which a page does not use would stay in its code.
fn glue(module: &str, folder: &Path, target: &str, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(true).out_name(name);
    match target {
        "node" => bindgen.nodejs(true),
        _ => bindgen.web(true),
    }
    .and_then(|bindgen| bindgen.generate(folder))
    .map_err(|error| format!("{error:#}"))?;
    for extension in ["js", "d.ts"] {
        let file = folder.join(format!("{name}.{extension}"));
        let text = std::fs::read_to_string(&file).map_err(at(&file))?;
        let kept = text.split_inclusive('\n').filter(|line| {
            let line = line.trim_start();
            !line.starts_with("if (Symbol.dispose)") && !line.starts_with("[Symbol.dispose]")
        });
        std::fs::write(&file, kept.collect::<String>()).map_err(at(&file))?;
    }
    Ok(())
}

/// Tells of which file an error is.
fn at(file: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", file.display())
}

/// Loads a part where there is a browser, from beside the bindings. A page that may not wait for a part loads them all
/// before: it needs their addresses.
const LOAD_ON_WEB: &str = "
export const toastscopeParts = [PARTS];
globalThis.toastscopeLater = (part) => {
    const request = new XMLHttpRequest();
    request.open('GET', toastscopeParts[part], false);
    request.responseType = 'arraybuffer';
    request.send();
    const module = new WebAssembly.Module(request.response);
    new WebAssembly.Instance(module, { engine: wasm });
};
";
/// The code that loads a part in Node.js.
const LOAD_IN_NODE: &str = "
const toastscopeParts = [PARTS];
globalThis.toastscopeLater = (part) => {
    const module = new WebAssembly.Module(require('fs').readFileSync(toastscopeParts[part]));
    new WebAssembly.Instance(module, { engine: wasm });
};
";

/// Appends a text to a file.
fn append(file: &Path, more: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(at(file))?;
    std::fs::write(file, text + more).map_err(at(file))
}

/// Moves the functions that the files `later` name into modules of their own, and appends to the glue the code that
/// loads them. `later`: the files' paths with commas between them; without a path nothing is moved.
fn split_later_modules(
    linked: &Path,
    folder: &Path,
    target: &str,
    name: &str,
    later: &str,
) -> Result<(), String> {
    let module = folder.join(format!("{name}_bg.wasm"));
    let mut parts = Vec::new();
    for file in later.split(',').filter(|file| !file.is_empty()) {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
        parts.extend(split::parts(&text)?);
    }
    if parts.is_empty() {
        return Ok(());
    }
    let to = |part: &split::Part| folder.join(format!("{name}_{}.wasm", part.name));
    split::split(&module, linked, &parts, to)?;
    let (load, place) = match target {
        "node" => (LOAD_IN_NODE, "`${__dirname}/NAME_PART.wasm`"),
        _ => (LOAD_ON_WEB, "new URL('NAME_PART.wasm', import.meta.url)"),
    };
    let places: Vec<String> =
        parts.iter().map(|part| place.replace("NAME", name).replace("PART", &part.name)).collect();
    append(&folder.join(format!("{name}.js")), &load.replace("PARTS", &places.join(", ")))
}

/// Puts the types of the serialized structs in front of those of functions and classes.
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
