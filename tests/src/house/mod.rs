//! The house as it stands in the source: which module imports which, how long the files are, and the
//! list of what is still to be put right.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The repository's folder.
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the tests are in a folder of the repository").to_path_buf()
}

/// Files below a folder of the repository whose names end so, in order, as paths from its root.
///
/// # Panics
/// If there are none, or a folder cannot be read.
pub fn files(folder: &str, ending: &str) -> Vec<String> {
    let root = root();
    let mut all = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                let name = path.strip_prefix(&root).expect("it is below the root");
                all.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    assert!(!all.is_empty(), "{folder} has no files {ending}");
    all.sort();
    all
}

/// A file's text.
///
/// # Panics
/// If it cannot be read.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Rust without comments and without what is compiled for tests only.
pub fn code(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            out.push_str(line.split("//").next().unwrap_or_default());
            out.push('\n');
            continue;
        }
        // The item below: up to its closing brace, or its semicolon.
        let (mut depth, mut opened) = (0i32, false);
        for line in lines.by_ref() {
            depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
            opened |= line.contains('{');
            if (opened && depth <= 0) || (!opened && line.trim_end().ends_with(';')) {
                break;
            }
        }
    }
    out
}

/// The modules that a crate's `lib.rs` lists, in its order.
pub fn modules(krate: &str) -> Vec<String> {
    let module = |line: &str| {
        let line = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())
    };
    code(&read(&format!("engine/{krate}/src/lib.rs"))).lines().filter_map(module).collect()
}

/// Who imports whom among a crate's modules, and the files that do.
pub fn imports(krate: &str) -> BTreeMap<(String, String), BTreeSet<String>> {
    let modules = modules(krate);
    let source = format!("engine/{krate}/src/");
    let mut found: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for file in files(&source, ".rs").into_iter().filter(|f| !is_test(f)) {
        let place = &file[source.len()..];
        let from = place.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        for to in imported(&code(&read(&file))) {
            if to != from && from != "lib" && modules.contains(&to) {
                found.entry((from.to_owned(), to)).or_default().insert(file.clone());
            }
        }
    }
    found
}

/// Whether a file is compiled for tests only.
fn is_test(file: &str) -> bool {
    file.split('/').any(|part| {
        let part = part.trim_end_matches(".rs");
        part == "tests" || part.ends_with("_tests") || part.starts_with("test_")
    })
}

/// The modules of its own crate that a piece of code names: `crate::heap`, `crate::{bytes, heap::x}`.
pub fn imported(code: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut found = BTreeSet::new();
    for (at, path) in code.match_indices("crate::") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let rest = &code[at + path.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            found.insert(word(rest));
            continue;
        };
        let (mut depth, mut starts) = (0, true);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => starts = true,
                _ if starts && !c.is_whitespace() => {
                    starts = false;
                    found.insert(word(&group[at..]));
                }
                _ => {}
            }
        }
    }
    found.remove("");
    found
}

/// What is allowed although it is not as it should be: `tests/house/allowed.txt`, which may only
/// shrink.
pub struct Allowed {
    lines: Vec<String>,
}

/// How what was found differs from what is allowed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Complaints {
    /// Found, and not allowed.
    pub new: Vec<String>,
    /// Allowed, and no longer there.
    pub stale: Vec<String>,
}

impl Allowed {
    const FILE: &str = "tests/house/allowed.txt";

    /// Reads the list.
    pub fn load() -> Allowed {
        Allowed::of(&read(Allowed::FILE))
    }

    /// A list from its text: a line each, after a word for its kind; `#` starts a comment.
    pub fn of(text: &str) -> Allowed {
        Allowed { lines: text.lines().map(str::to_owned).collect() }
    }

    /// The entries of a kind.
    pub fn entries(&self, kind: &str) -> Vec<&str> {
        let entry = |line: &'_ str| -> bool { line.split(' ').next() == Some(kind) };
        let all = self.lines.iter().filter(|line| entry(line));
        all.map(|line| line[kind.len()..].trim()).collect()
    }

    /// Holds what was found against the entries of a kind.
    pub fn compare(&self, kind: &str, found: &[String]) -> Complaints {
        let allowed = self.entries(kind);
        let new = found.iter().filter(|f| !allowed.contains(&f.as_str())).cloned().collect();
        let gone = allowed.iter().filter(|a| !found.iter().any(|f| f == *a));
        Complaints { new, stale: gone.map(|a| (*a).to_owned()).collect() }
    }

    /// The same, failing with what is to be done. With `UPDATE_HOUSE` in the environment entries that
    /// are no longer needed are taken out of the file; none is ever added.
    ///
    /// # Panics
    /// If something new was found, or an entry is no longer needed.
    pub fn hold(kind: &str, found: &[String], rule: &str) {
        let Complaints { new, stale } = Allowed::load().compare(kind, found);
        println!("{rule}: {} known exceptions", found.len() - new.len());
        assert!(new.is_empty(), "{rule}. New:\n  {}", new.join("\n  "));
        if !stale.is_empty() && std::env::var_os("UPDATE_HOUSE").is_some() {
            Allowed::load().without(kind, &stale);
            return;
        }
        assert!(
            stale.is_empty(),
            "well done; take these {kind} entries out of {} (UPDATE_HOUSE=1 does):\n  {}",
            Allowed::FILE,
            stale.join("\n  ")
        );
    }

    fn without(&self, kind: &str, stale: &[String]) {
        let keep = |line: &&String| !stale.iter().any(|s| **line == format!("{kind} {s}"));
        let lines: Vec<&str> = self.lines.iter().filter(keep).map(String::as_str).collect();
        fs::write(root().join(Allowed::FILE), lines.join("\n") + "\n").expect("a writable file");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found() {
        let text = "use crate::{bytes::{A, B}, heap};\nlet x = crate::page::x(); // crate::no\n\
                    #[cfg(test)]\nmod tests {\n    use crate::table;\n}\n$crate::err!()\n";
        let found: Vec<String> = imported(&code(text)).into_iter().collect();
        assert_eq!(found, ["bytes", "heap", "page"]);
        assert!(is_test("engine/storage/src/btree/tests/mod.rs") && !is_test("x/latest.rs"));
    }

    #[test]
    fn a_list_tells_what_is_new_and_what_is_stale() {
        let allowed = Allowed::of("# why\nimport a -> b\nlong x 900\n");
        let found = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        assert_eq!(allowed.compare("import", &found(&["a -> b"])), Complaints::default());
        let both = allowed.compare("import", &found(&["c -> d"]));
        assert_eq!((both.new, both.stale), (found(&["c -> d"]), found(&["a -> b"])));
    }
}
