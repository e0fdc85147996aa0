//! Which module of a crate imports from which: between the modules that `lib.rs` lists, and between files. A
//! name is followed through re-exports to the file that defines it.

use super::read;
use super::source::Contents;
use std::collections::{BTreeMap, BTreeSet};

/// A module's path from its crate's root; the root's is empty.
type Path = Vec<String>;

struct Module {
    file: String,
    contents: Contents,
}

/// A crate's modules, as `mod` items lead to them.
pub struct Crate {
    modules: BTreeMap<Path, Module>,
}

/// What a path leads to.
enum Target {
    /// A module itself.
    Module(Path),
    /// A name in a module.
    Name(Path),
}

/// How many re-exports a name is followed through.
const DEPTH: usize = 12;

impl Crate {
    /// Reads one of the crates in `engine`.
    ///
    /// # Panics
    /// If a file is missing, or cannot be parsed as Rust.
    pub fn load(krate: &str) -> Crate {
        let folder = format!("engine/{krate}/src");
        Crate::read(&format!("{folder}/lib.rs"), &folder, &|file| {
            super::root().join(file).is_file().then(|| read(file))
        })
    }

    /// Reads a crate from its root file, whose modules are in `folder`.
    fn read(root: &str, folder: &str, text: &dyn Fn(&str) -> Option<String>) -> Crate {
        let mut krate = Crate { modules: BTreeMap::new() };
        let code = text(root).unwrap_or_else(|| panic!("{root} is missing"));
        krate.add(Path::new(), root, folder, Contents::of(root, &code), text);
        krate
    }

    /// Adds a file and the modules that it declares.
    fn add(
        &mut self,
        path: Path,
        file: &str,
        folder: &str,
        mut contents: Contents,
        text: &dyn Fn(&str) -> Option<String>,
    ) {
        for name in &contents.files {
            let places = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
            let (inner, code) = places
                .into_iter()
                .find_map(|place| Some((place.clone(), text(&place)?)))
                .unwrap_or_else(|| panic!("{file}: the module {name} has no file"));
            let contents = Contents::of(&inner, &code);
            let path = [&path[..], std::slice::from_ref(name)].concat();
            self.add(path, &inner, &format!("{folder}/{name}"), contents, text);
        }
        for (name, inner) in std::mem::take(&mut contents.inline) {
            let path = [&path[..], std::slice::from_ref(&name)].concat();
            self.add(path, file, &format!("{folder}/{name}"), inner, text);
        }
        self.modules.insert(path, Module { file: file.to_owned(), contents });
    }

    /// The modules that `lib.rs` lists, in its order.
    pub fn order(&self) -> &[String] {
        &self.modules[&Path::new()].contents.files
    }

    /// The paths that a module's code and `use` items name.
    fn named<'a>(&self, module: &'a Module) -> impl Iterator<Item = &'a Path> {
        let imports = module.contents.imports.iter().map(|i| &i.path);
        module.contents.paths.iter().chain(imports)
    }

    /// For each pair of modules of which one imports the other, the files that do.
    pub fn imports(&self) -> BTreeMap<(String, String), BTreeSet<String>> {
        let mut found: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        for (at, module) in &self.modules {
            let Some(from) = at.first() else { continue };
            for path in self.named(module) {
                let to = match absolute(at, path).as_deref() {
                    Some([to, ..]) if self.modules.contains_key(&vec![to.clone()]) => to.clone(),
                    _ => continue,
                };
                if to != *from {
                    found.entry((from.clone(), to)).or_default().insert(module.file.clone());
                }
            }
        }
        found
    }

    /// For each file, the files whose definitions it names.
    fn file_imports(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (at, module) in self.modules.iter().filter(|(at, _)| !at.is_empty()) {
            let mine = found.entry(&module.file).or_default();
            for path in self.named(module) {
                if let Some(Target::Name(to)) = self.resolve(at, path, DEPTH)
                    && !to.is_empty()
                {
                    mine.insert(&self.modules[&to].file);
                }
            }
        }
        found
    }

    /// The file that defines what a path in a module names; `None` if the path leads out of the
    /// crate.
    fn resolve(&self, from: &Path, path: &[String], depth: usize) -> Option<Target> {
        let (mut at, rest) = match absolute(from, path) {
            Some(whole) => (Path::new(), whole),
            None => (from.clone(), path.to_vec()),
        };
        for (i, word) in rest.iter().enumerate() {
            let inner = [&at[..], std::slice::from_ref(word)].concat();
            if self.modules.contains_key(&inner) {
                at = inner;
                continue;
            }
            let contents = &self.modules[&at].contents;
            if contents.items.contains(word) {
                return Some(Target::Name(at));
            }
            let below = depth.checked_sub(1)?;
            let import = contents.imports.iter().find(|i| i.name.as_ref() == Some(word));
            if let Some(import) = import {
                let longer = [&import.path[..], &rest[i + 1..]].concat();
                return self.resolve(&at, &longer, below);
            }
            let globs = contents.imports.iter().filter(|i| i.name.is_none());
            for glob in globs {
                if let Some(Target::Module(of)) = self.resolve(&at, &glob.path, below)
                    && let Some(Target::Name(to)) = self.resolve(&of, &rest[i..], below)
                    && self.modules[&to].contents.items.contains(word)
                {
                    return Some(Target::Name(to));
                }
            }
            return None;
        }
        Some(Target::Module(at))
    }

    /// The circles of files across modules: sets of files that all reach each other and are not all in
    /// one module or its submodules. The imports between the pairs in `allowed` are ignored.
    pub fn circles(&self, allowed: &[(&str, &str)]) -> Vec<Circle> {
        let mut imports = self.file_imports();
        let top = |file: &str| self.place(file).first().map_or("", String::as_str);
        for (from, to) in &mut imports {
            to.retain(|to| !allowed.contains(&(top(from), top(to))));
        }
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            imports.keys().map(|file| (*file, reach(&imports, file))).collect();
        let mut circles: Vec<Circle> = Vec::new();
        for (file, to) in &reached {
            let back = |other: &&str| reached[other].contains(file);
            let files: BTreeSet<String> =
                to.iter().copied().filter(back).map(str::to_owned).collect();
            let modules: BTreeSet<&[String]> = files.iter().map(|file| self.place(file)).collect();
            let apart = |a: &[String], b: &[String]| !a.starts_with(b) && !b.starts_with(a);
            let across = modules.iter().any(|a| modules.iter().any(|b| apart(a, b)));
            if across && !circles.iter().any(|c| c.files == files) {
                let modules = modules.iter().map(|m| m.join("/")).collect();
                circles.push(Circle { modules, files });
            }
        }
        circles
    }

    /// The module that a file belongs to: that of its folder, or its own if `lib.rs` lists it.
    fn place(&self, file: &str) -> &[String] {
        let module = self.modules.iter().find(|(_, module)| module.file == file);
        let path = module.map_or(&[][..], |(path, _)| path);
        let is_folder = file.ends_with("/mod.rs") || path.len() == 1;
        &path[..path.len() - usize::from(!is_folder)]
    }
}

/// Files that all lead to each other, and the modules that they are parts of.
#[derive(Debug, PartialEq, Eq)]
pub struct Circle {
    /// The modules, as folders below the crate's.
    pub modules: BTreeSet<String>,
    /// The files.
    pub files: BTreeSet<String>,
}

/// All files that can be reached from a file by imports.
fn reach<'a>(imports: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&str> = imports[from].iter().copied().collect();
    while let Some(file) = left.pop() {
        if reached.insert(file) {
            left.extend(&imports[file]);
        }
    }
    reached
}

/// A path that begins with `crate`, `self` or `super`, from the crate's root; `None` for others.
fn absolute(from: &Path, path: &[String]) -> Option<Path> {
    let mut at = match path.first()?.as_str() {
        "crate" => Path::new(),
        "self" => from.clone(),
        "super" => from[..from.len().checked_sub(1)?].to_vec(),
        _ => return None,
    };
    let mut rest = &path[1..];
    while let Some("super") = rest.first().map(String::as_str) {
        at.pop();
        rest = &rest[1..];
    }
    at.extend_from_slice(rest);
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn krate(files: &[(&str, &str)]) -> Crate {
        Crate::read("lib.rs", "src", &|file| {
            files.iter().find(|(name, _)| *name == file).map(|(_, text)| (*text).to_owned())
        })
    }

    #[test]
    fn a_circle_of_files_is_found_through_a_re_export() {
        let lib = ("lib.rs", "mod low;\nmod high;\n");
        let low = ("src/low/mod.rs", "mod page;\nmod other;\npub use page::Page;\n");
        let other = ("src/low/other.rs", "fn f() { crate::high::g() }\n");
        let page = |text| ("src/low/page.rs", text);
        let high = ("src/high.rs", "use crate::low::Page;\npub fn g() {}\n");

        let apart = krate(&[lib, low, other, page("pub struct Page;"), high]);
        let against = ("low".to_owned(), "high".to_owned());
        assert!(apart.imports().contains_key(&against));
        assert_eq!(apart.circles(&[]), [], "the modules are in a circle, no files are");

        let back = page("pub struct Page;\nfn h() { super::other::f() }\n");
        let circle = krate(&[lib, low, other, back, high]);
        let files = ["src/high.rs", "src/low/other.rs", "src/low/page.rs"].map(str::to_owned);
        let modules = ["high", "low"].map(str::to_owned).into();
        assert_eq!(circle.circles(&[]), [Circle { modules, files: files.into() }]);
        assert_eq!(circle.circles(&[("low", "high")]), [], "what is allowed makes none");
    }
}
