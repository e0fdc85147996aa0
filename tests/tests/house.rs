//! The direction of imports, and what else holds of the house as a whole: between crates by what their
//! manifests say, within a crate by the order in which its `lib.rs` lists the modules.
//!
//! What is not yet so stands in `tests/house/allowed.txt`, which may only shrink: something new fails,
//! and so does an entry that is no longer needed. `UPDATE_HOUSE=1` takes those out.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use storage::versions::{DIFFERENCES, VERSIONS};
use toastscope_tests::house::allowed::Allowed;
use toastscope_tests::house::lints::docs_missing_without_reason;
use toastscope_tests::house::modules::Crate;
use toastscope_tests::house::source::{Contents, function_lengths};
use toastscope_tests::house::{contents, files, read, root};

/// Which of the workspace's crates each may depend on.
const CRATES: [(&str, &[&str]); 9] = [
    ("storage", &[]),
    ("sql", &["storage"]),
    ("server", &["storage", "sql"]),
    ("client", &["storage", "sql", "server"]),
    ("tape", &["storage", "server", "client"]),
    ("archive", &[]),
    ("advise", &[]),
    ("dump", &[]),
    ("cli", &["storage", "sql", "server", "client", "archive", "advise", "dump"]),
];

/// The crates whose modules stand in reading order.
const IN_ORDER: [&str; 6] = ["storage", "sql", "server", "client", "advise", "dump"];

/// The crates whose files are looked at for circles.
const ALL_CRATES: [&str; 9] =
    ["storage", "sql", "server", "client", "tape", "archive", "advise", "dump", "wasm"];

/// The direct dependencies of a crate, from its manifest as `cargo metadata` prints it.
fn dependencies(krate: &str) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let manifest = root().join(format!("engine/{krate}/Cargo.toml"));
    let done = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(manifest)
        .output()
        .expect("cargo");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let metadata: serde_json::Value = serde_json::from_str(&text).expect("cargo's JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let own = format!("toastscope-{krate}");
    let package = packages.iter().find(|p| p["name"] == own.as_str()).expect("the crate");
    let all = package["dependencies"].as_array().expect("dependencies").iter();
    all.filter(|d| d["path"].is_string())
        .map(|d| d["name"].as_str().expect("a name").trim_start_matches("toastscope-").to_owned())
        .collect()
}

#[test]
fn crates_depend_on_those_below_them() {
    for (krate, below) in CRATES {
        let above: Vec<String> =
            dependencies(krate).into_iter().filter(|d| !below.contains(&d.as_str())).collect();
        assert!(above.is_empty(), "{krate} may not depend on {above:?}");
    }
    assert_eq!(
        dependencies("sql"),
        BTreeSet::from(["storage".to_owned()]),
        "they are found at all"
    );
}

#[test]
fn modules_import_from_those_listed_above_them() {
    let mut against = Vec::new();
    for krate in IN_ORDER {
        let krate_read = Crate::load(krate);
        let order = krate_read.order();
        let place = |module: &String| order.iter().position(|m| m == module);
        let all = krate_read.imports();
        assert!(!all.is_empty(), "{krate}: no imports are found");
        for ((from, to), files) in all {
            if place(&to) > place(&from) {
                println!("{krate}: {from} imports {to}: {files:?}");
                against.push(format!("{krate} {from} -> {to}"));
            }
        }
    }
    Allowed::hold(
        "import",
        &against,
        "A module imports only from those that lib.rs lists above it",
    );
}

/// Circles of files within a module of `lib.rs` are listed, with how many files they have, and may only shrink.
#[test]
fn files_of_different_modules_are_in_no_circle() {
    const LIST: &str = "tests/house/circles.txt";
    let listed = read(LIST);
    let mut listed: BTreeMap<&str, usize> = listed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.rsplit_once(": ").expect("modules and a number"))
        .map(|(modules, files)| (modules, files.parse().expect("a number of files")))
        .collect();
    let allowed = Allowed::load();
    let mut new = Vec::new();
    for krate in ALL_CRATES {
        let entries = allowed.entries("import").into_iter();
        let pairs =
            entries.filter_map(|e| e.strip_prefix(&format!("{krate} "))?.split_once(" -> "));
        for circle in Crate::load(krate).circles(&pairs.collect::<Vec<_>>()) {
            let modules = circle.modules.into_iter().collect::<Vec<_>>().join(" ");
            let name = format!("{krate} {modules}");
            let known = listed.remove(name.as_str()).unwrap_or(0);
            let files = circle.files.into_iter().collect::<Vec<_>>();
            if files.len() > known {
                new.push(format!("{name}: {}\n    {}", files.len(), files.join("\n    ")));
            }
            assert!(files.len() >= known, "well done; lower in {LIST}: {name}: {}", files.len());
        }
    }
    assert!(new.is_empty(), "circles of files, with their number:\n  {}", new.join("\n  "));
    assert!(listed.is_empty(), "well done; take these out of {LIST}: {listed:?}");
}

#[test]
fn only_the_boundary_knows_javascript() {
    let words = ["wasm_bindgen", "tsify", "js_sys", "web_sys"];
    let knows = |c: &Contents| {
        c.with_inline()
            .iter()
            .any(|part| part.identifiers.iter().any(|i| words.contains(&i.to_lowercase().as_str())))
    };
    let knowing = contents("engine").into_iter().filter(|(_, c)| knows(c)).map(|(file, _)| file);
    let (boundary, other): (Vec<String>, Vec<String>) =
        knowing.partition(|file| file.starts_with("engine/wasm/"));
    assert!(!boundary.is_empty(), "the boundary is found");
    Allowed::hold("javascript", &other, "Only engine/wasm knows JavaScript");
}

#[test]
fn lower_crates_name_no_upper_one() {
    let mut named = Vec::new();
    for (krate, above) in
        [("storage", &["sql", "server", "client"][..]), ("sql", &["server", "client"])]
    {
        for (file, contents) in contents(&format!("engine/{krate}/src")) {
            for part in contents.with_inline() {
                let uses = part.imports.iter().map(|i| &i.path);
                let first: BTreeSet<&str> =
                    uses.filter_map(|p| Some(p.first()?.as_str())).collect();
                let names = |of: &&&str| {
                    first.contains(**of) || part.identifiers.contains(&format!("toastscope_{of}"))
                };
                named.extend(above.iter().filter(names).map(|of| format!("{file} {of}")));
            }
        }
    }
    assert!(named.is_empty(), "named from below: {named:?}");
}

#[test]
fn files_are_short() {
    const LONGEST: usize = 700;
    const MEDIAN: usize = 220;
    let mut lengths: Vec<(usize, String)> = ["engine", "tests"]
        .iter()
        .flat_map(|folder| files(folder, ".rs"))
        .map(|file| (read(&file).lines().count(), file))
        .collect();
    lengths.sort();
    let long = lengths.iter().filter(|(lines, _)| *lines > LONGEST).map(|(_, file)| file.clone());
    Allowed::hold("long", &long.collect::<Vec<_>>(), "No file has more than 700 lines");
    let median = lengths[lengths.len() / 2].0;
    println!("{} files, median {median} lines", lengths.len());
    assert!(median <= MEDIAN, "the median is {median} lines");
}

/// Functions of more than 120 lines that are tables: their file, their name, and what the table is.
const TABLES: [(&str, &str, &str); 1] = [(
    "tests/oracle/calls.rs",
    "literals",
    "an arm a type: the values that random calls are given",
)];

#[test]
fn functions_are_short() {
    const LONGEST: usize = 120;
    let mut long = Vec::new();
    let mut tables = 0;
    for file in ["engine", "tests"].iter().flat_map(|folder| files(folder, ".rs")) {
        for (name, lines) in function_lengths(&file, &read(&file)) {
            if lines > LONGEST && TABLES.iter().any(|t| (t.0, t.1) == (&file, &name)) {
                tables += 1;
            } else if lines > LONGEST {
                println!("{lines} lines: {file} {name}");
                long.push(format!("{file} {name}"));
            }
        }
    }
    assert_eq!(tables, TABLES.len(), "a table is no longer there, or no longer long");
    Allowed::hold("function", &long, "No function that is no table has more than 120 lines");
}

#[test]
fn docstrings_are_missing_only_for_a_reason() {
    let unexplained: Vec<String> = ["engine", "tests"]
        .iter()
        .flat_map(|folder| files(folder, ".rs"))
        .filter(|file| docs_missing_without_reason(file, &read(file)) > 0)
        .collect();
    assert!(unexplained.is_empty(), "missing_docs is allowed without a reason: {unexplained:?}");
    let count = |text| docs_missing_without_reason("x.rs", text);
    assert_eq!(
        count("#[allow(dead_code, missing_docs)] mod m { #[expect(missing_docs)] fn f() {} }"),
        2
    );
    assert_eq!(
        count("#[allow(missing_docs, reason = \"named as in x.h\")] pub struct S { pub a: u8 }"),
        0
    );
}

/// Whether a file of this path exists; documents may leave out the path to a crate's sources.
fn exists(path: &str) -> bool {
    let roots = [
        "",
        "engine/storage/src/",
        "engine/sql/src/",
        "engine/server/src/",
        "engine/client/src/",
        "engine/tape/src/",
    ];
    let more = ["engine/", "web/src/", "web/", "tests/"];
    roots.iter().chain(&more).any(|start| root().join(format!("{start}{path}")).exists())
}

#[test]
fn versions_are_known_to_their_table_alone() {
    // What compares a version's number, or gives one, where a name of `storage::versions` should be asked for.
    let mut wrong = Vec::new();
    for (file, contents) in contents("engine") {
        if file.starts_with("engine/storage/src/versions/") {
            continue;
        }
        let parts = contents.with_inline();
        let given = parts.iter().flat_map(|part| &part.called_with_text);
        wrong.extend(given.filter(|f| *f == "of_server").map(|f| format!("{file}: {f}")));
        let compared = parts.iter().flat_map(|part| &part.compared);
        let asked = compared.filter(|of| {
            ["major", "server_version_num", "\"16\"", "\"17\"", "\"18\""].contains(&of.as_str())
        });
        wrong.extend(asked.map(|of| format!("{file}: {of}")));
    }
    assert!(wrong.is_empty(), "these ask for a version's number: {wrong:#?}");
}

/// The table of differences as a document. `UPDATE_VERSIONS=1` writes it anew.
#[test]
fn the_document_of_versions_is_the_table() {
    let mut text = String::from(
        "# PostgreSQL 15, 16, 17 and 18\n\n\
         What the modelled versions do differently. Each section is a row of `engine/storage/src/versions/table.rs`: its \
         value in each of the four versions, the place in PostgreSQL's source, and the recording that proves it. \
         `npm test` keeps this page equal to the table, and compares the engine with \
         [the recordings](../tests/transcripts/README.md).\n",
    );
    let mut rows = Vec::new();
    for d in DIFFERENCES {
        text += &format!("\n## {}\n\n{}\n\n", d.name, d.changes);
        for (i, version) in VERSIONS.iter().enumerate() {
            text += &format!("- {version}: {}\n", d.value(i).trim_matches('"'));
        }
        text += &format!("- PostgreSQL: {}\n", d.source);
        if !d.recording.is_empty() {
            text += &format!("- Recording: {}\n", d.recording);
        }
        rows.push(serde_json::json!({
            "name": d.name,
            "changes": d.changes,
            "values": VERSIONS.iter().enumerate()
                .map(|(i, v)| (v.to_string(), d.value(i).trim_matches('"').into()))
                .collect::<serde_json::Map<String, serde_json::Value>>(),
            "source": d.source,
            "recording": d.recording,
        }));
    }
    let json = serde_json::to_string_pretty(&rows).expect("plain data") + "\n";
    for (file, text) in [("docs/versions.md", text), ("docs/versions.json", json)] {
        if std::env::var_os("UPDATE_VERSIONS").is_some() {
            std::fs::write(root().join(file), &text).expect("a file");
        }
        assert_eq!(read(file), text, "{file}: UPDATE_VERSIONS=1 writes it anew");
    }
}

#[test]
fn documents_name_what_is_there() {
    let mut missing = Vec::new();
    let mut found = 0;
    let documents = files("docs", ".md").into_iter().filter(|d| !d.starts_with("docs/decisions/"));
    let of_root = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"].map(str::to_owned);
    for document in documents.chain(of_root) {
        let text = read(&document);
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if !link.is_empty() && !link.contains("://") && !root().join(folder).join(link).exists()
            {
                missing.push(format!("{document}: {link}"));
            }
        }
        for (at, quoted) in text.split('`').enumerate() {
            // Places between backticks that have the form of a path into the source.
            let path = quoted.trim_end_matches('/');
            let first = path.split('/').next().unwrap_or_default();
            let plain = path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            let place = at % 2 == 1 && plain && path.contains('/');
            if place && !first.is_empty() && exists(first) && !path.contains("NAME") {
                found += 1;
                let generated = ["target", "dist", "node_modules"];
                if !exists(path) && !path.split('/').any(|part| generated.contains(&part)) {
                    missing.push(format!("{document}: {path}"));
                }
            }
        }
    }
    assert!(found > 20, "only {found} paths were found");
    assert!(missing.is_empty(), "not there:\n  {}", missing.join("\n  "));
}

/// Whether a source file defines a symbol: a function or method, a type, a constant, or a variant of an enum.
fn defines(file: &str, source: &str, symbol: &str) -> bool {
    if file.ends_with(".rs") {
        return Contents::of(file, source).with_inline().iter().any(|c| c.defined.contains(symbol));
    }
    let before = ["const", "function", "class", "interface", "let"];
    source.lines().any(|line| {
        let method = line.trim_start().trim_start_matches("async ").strip_prefix(symbol);
        if method.is_some_and(|rest| rest.starts_with('(') && rest.ends_with('{')) {
            return true;
        }
        let words: Vec<&str> = line
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|w| !w.is_empty())
            .collect();
        words.windows(2).any(|w| before.contains(&w[0]) && w[1] == symbol)
    })
}

#[test]
fn the_tour_stops_at_what_is_there() {
    let tour = read("docs/tour.md");
    let mut stops = 0;
    for line in tour.lines().filter(|line| line.starts_with("- `")) {
        let mut quoted = line.split('`').skip(1).step_by(2);
        let (file, symbol) = (quoted.next().expect("a file"), quoted.next().expect("a symbol"));
        assert!(root().join(file).is_file(), "the tour names {file}");
        assert!(defines(file, &read(file), symbol), "the tour names {symbol} in {file}");
        stops += 1;
    }
    assert!(stops > 20, "only {stops} stops were found");
    assert!(!defines("x.rs", "fn present() {}", "absent"), "what is missing is noticed");
}

#[test]
fn the_architecture_names_every_module() {
    let text = read("ARCHITECTURE.md");
    assert!(text.lines().count() < 200, "ARCHITECTURE.md has {} lines", text.lines().count());
    for krate in IN_ORDER {
        for module in Crate::load(krate).order() {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(
                words.into_iter().any(|word| word == *module),
                "{krate}: {module} is not named"
            );
        }
    }
}
