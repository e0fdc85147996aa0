//! TypeScript types of the Rust structs and enums that derive `Serialize`, read from their source.
//!
//! | Rust | TypeScript |
//! |---|---|
//! | `struct A { b_c: u32 }` | `interface A { bC: number }` with `rename_all = "camelCase"` |
//! | `struct Oid(u32)` | `type Oid = number` |
//! | `enum Hot { Yes, NoRoom }` | `type Hot = "yes" \| "noRoom"` |
//! | `enum More { Map { from: u32 } }` with `tag = "kind"` | `type More = { kind: "map"; from: number }` |
//! | `Option<A>`, `Vec<A>`, `Box<A>` | `A \| undefined`, `A[]`, `A` |
//!
//! Documentation comes along. [`constants()`] are those of the words that Rust writes and the page reads. What is
//! not in the table is an error and no guess, and so is a type that is named and not found, or found twice: structs
//! that macros make are not seen.

mod attributes;
mod constants;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A type, and the types that its text names.
struct Declaration {
    text: String,
    names: Vec<String>,
}

/// The constants of all files of some folders that are named `words.rs`, folder by folder; the first thing that is
/// wrong, with the file it is in.
pub(crate) fn constants(folders: &[PathBuf]) -> Result<String, String> {
    let mut out = String::new();
    for folder in folders {
        let mut files = Vec::new();
        rust_files(folder, &mut files).map_err(|e| format!("{}: {e}", folder.display()))?;
        files.retain(|file| file.file_name().is_some_and(|name| name == "words.rs"));
        for file in files {
            let within = |why: String| format!("{}: {why}", file.display());
            let text = std::fs::read_to_string(&file).map_err(|e| within(e.to_string()))?;
            out += &constants::constants(&text).map_err(within)?;
        }
    }
    Ok(out)
}

/// The types of all structs and enums in the files of some folders that derive `Serialize`, in the
/// order of their names; the first thing that is wrong, with the file it is in.
pub(crate) fn declare(folders: &[PathBuf]) -> Result<String, String> {
    let mut files = Vec::new();
    for folder in folders {
        rust_files(folder, &mut files).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let mut found = BTreeMap::new();
    for file in files {
        let within = |why: String| format!("{}: {why}", file.display());
        let text = std::fs::read_to_string(&file).map_err(|e| within(e.to_string()))?;
        // Most files have nothing to say and need not be parsed.
        if text.contains("Serialize") {
            collect(&text, &mut found).map_err(within)?;
        }
    }
    print(&found)
}

/// Adds the Rust files below a folder.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Adds the types that one source file declares.
fn collect(text: &str, found: &mut BTreeMap<String, Declaration>) -> Result<(), String> {
    let file = syn::parse_file(text).map_err(|e| e.to_string())?;
    for item in &file.items {
        let Some((name, declaration)) = shape::declaration(item)? else { continue };
        if found.insert(name.clone(), declaration).is_some() {
            return Err(format!("there are two types named {name}"));
        }
    }
    Ok(())
}

/// The text of all types; an error when one names a type that is not among them.
fn print(found: &BTreeMap<String, Declaration>) -> Result<String, String> {
    for (name, declaration) in found {
        if let Some(missing) = declaration.names.iter().find(|n| !found.contains_key(*n)) {
            return Err(format!("{name} has a {missing}, which does not derive Serialize"));
        }
    }
    let texts: Vec<&str> = found.values().map(|d| d.text.as_str()).collect();
    Ok(texts.join("\n"))
}
