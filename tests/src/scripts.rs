//! Scripts and what was recorded for them, found in their folders, and the lines that cannot be equal.
//!
//! ```text
//! transcripts/pg15/08-wal.sql        the script
//! transcripts/pg15/08-wal.out        what PostgreSQL 15 printed
//! transcripts/pg15/08-wal.differs    the lines that the engine prints otherwise, and why
//! ```

use crate::compare::{comparable, comparable_versions, difference_of};
use crate::engine;
use sql::lexer::{Lexer, Tok};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A script with its recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// `pg15/08-wal`.
    pub name: String,
    /// The script's file.
    pub path: PathBuf,
    /// The recording's file, without its ending.
    pub recording: PathBuf,
    /// The server it was recorded on, as `toastscope.server` has it.
    pub server: &'static str,
}

/// The folders of recordings of other versions, and their servers.
const VERSIONS: [(&str, &str); 3] = [("pg16", "16"), ("pg17", "17"), ("pg18", "18")];

/// All scripts in the folders below `tests/FOLDER`, with their recordings on 15; [`of_versions`] has those on others.
///
/// # Panics
/// As [`in_folder`] does, and if there are none.
pub fn found(folder: &str) -> Vec<Script> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let folders = entries(&root).into_iter().filter(|path| path.is_dir());
    let names = folders
        .map(|r| r.file_name().expect("a name").to_string_lossy().into_owned())
        .filter(|name| !VERSIONS.iter().any(|(version, _)| version == name));
    let scripts: Vec<Script> = names.flat_map(|name| in_folder(folder, &name)).collect();
    assert!(!scripts.is_empty(), "{folder} has no scripts");
    scripts
}

/// The scripts in the folder `tests/FOLDER/NAME`.
///
/// # Panics
/// If there are none, if a script has no recording, or a recording no script: then something would be
/// left out that looks as if it were held.
pub fn in_folder(folder: &str, name: &str) -> Vec<Script> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
    let files = entries(&path);
    let stems = |ending: &str| -> BTreeSet<String> {
        let found = files.iter().filter(|f| f.extension().is_some_and(|e| e == ending));
        found.map(|f| f.file_stem().expect("a stem").to_string_lossy().into_owned()).collect()
    };
    let (sql, out) = (stems("sql"), stems("out"));
    assert!(!sql.is_empty(), "{folder}/{name} has no scripts");
    let alone: Vec<_> = sql.symmetric_difference(&out).collect();
    assert!(alone.is_empty(), "{folder}/{name}: only .sql or only .out: {alone:?}");
    let strange: Vec<_> = stems("differs").difference(&sql).cloned().collect();
    assert!(strange.is_empty(), "{folder}/{name}: .differs without a script: {strange:?}");
    let script = |stem: String| Script {
        path: path.join(format!("{stem}.sql")),
        recording: path.join(&stem),
        name: format!("{name}/{stem}"),
        server: "15",
    };
    sql.into_iter().map(script).collect()
}

/// The recordings of other versions for scripts of `tests/FOLDER`: `pg17/FOLDER/NAME.out` is 17's
/// recording of `FOLDER/NAME.sql`.
///
/// # Panics
/// If there are none, or a recording has no script.
pub fn of_versions(folder: &str) -> Vec<Script> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut all = Vec::new();
    for (version, server) in VERSIONS {
        for path in entries(&root.join(version)).into_iter().filter(|path| path.is_dir()) {
            let recordings = entries(&path).into_iter();
            for out in recordings.filter(|f| f.extension().is_some_and(|e| e == "out")) {
                let recording = out.with_extension("");
                let name = recording.strip_prefix(&root).expect("it is below the root");
                let path = root.join(name.strip_prefix(version).expect("it is of the version"));
                let path = path.with_extension("sql");
                assert!(path.exists(), "{}: no script {}", out.display(), path.display());
                let name = name.to_string_lossy().replace('\\', "/");
                all.push(Script { name, path, recording, server });
            }
        }
        assert!(all.iter().any(|s: &Script| s.server == server), "{folder}/{version} is empty");
    }
    all
}

/// The versions on which every script is recorded, or left out by name in `left-out.txt`.
const WHOLE: [&str; 2] = ["pg17", "pg18"];

/// What is wrong with `left-out.txt` in the folders `pg17` and `pg18`: `VERSION/SCRIPT` for each script of `tests/FOLDER` that
/// has neither a recording on that version nor a line in its list, or has both; and each name in a list that is no
/// script's. Empty if every script is accounted for.
///
/// # Panics
/// As [`found`] and [`of_versions`] do, and if a list is not there or has a line without a reason.
pub fn not_accounted_for(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let recorded: BTreeSet<String> = of_versions(folder).into_iter().map(|s| s.name).collect();
    let scripts: Vec<String> = found(folder).into_iter().map(|s| s.name).collect();
    let mut names = Vec::new();
    for version in WHOLE {
        let file = root.join(version).join("left-out.txt");
        let list = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let reasons = list.lines().filter(|l| !l.starts_with('#'));
        let mut left_out: BTreeSet<&str> = reasons
            .map(|l| l.split_once(": ").unwrap_or_else(|| panic!("no reason: {l}")).0)
            .collect();
        for script in scripts.iter().filter(|name| !name.starts_with("engine/")) {
            let name = format!("{version}/{script}");
            if left_out.remove(script.as_str()) == recorded.contains(&name) {
                names.push(name);
            }
        }
        names.extend(left_out.into_iter().map(str::to_owned));
    }
    names
}

/// The statements of a script, cut at semicolons outside quotes.
pub fn statements(text: &str) -> Vec<String> {
    let text: String =
        text.lines().filter(|l| !l.starts_with('\\')).map(|l| format!("{l}\n")).collect();
    let mut lexer = Lexer::new(&text);
    let (mut out, mut from) = (Vec::new(), 0);
    while let Ok(token) = lexer.next_token() {
        match token.tok {
            Tok::Eof => break,
            Tok::Char(b';') => {
                out.push(text[from..token.start].to_string());
                from = token.end;
            }
            _ => {}
        }
    }
    out
}

/// What is in a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut all: Vec<PathBuf> =
        read.map(|entry| entry.expect("a readable folder").path()).collect();
    all.sort();
    all
}

impl Script {
    /// The file's name, as psql names it in messages.
    pub fn file(&self) -> String {
        self.path.file_name().expect("a script has a name").to_string_lossy().into_owned()
    }

    /// The recording's file with this ending.
    fn recording_file(&self, ending: &str) -> PathBuf {
        let mut name = self.recording.clone().into_os_string();
        name.push(format!(".{ending}"));
        name.into()
    }

    /// The script's text.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn sql(&self) -> String {
        fs::read_to_string(&self.path).expect("a readable script")
    }

    /// The recorded output.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn recorded(&self) -> String {
        fs::read_to_string(self.recording_file("out")).expect("a readable recording")
    }

    /// The lines that are known to differ.
    ///
    /// # Panics
    /// If their file is not written as it should be.
    pub fn exceptions(&self) -> Vec<Exception> {
        match fs::read_to_string(self.recording_file("differs")) {
            Ok(text) => {
                exceptions(&text).unwrap_or_else(|why| panic!("{}.differs: {why}", self.name))
            }
            Err(_) => Vec::new(),
        }
    }

    /// What the engine prints for the script, on the server that it was recorded on.
    pub fn printed(&self) -> String {
        engine::transcript_on(self.server, &self.file(), &self.sql())
    }

    /// How the engine's output differs from the recording, apart from the named exceptions; empty if it
    /// does not.
    pub fn difference(&self, actual: &str) -> String {
        let view = if self.server == "15" { comparable } else { comparable_versions };
        self.difference_as(actual, view)
    }

    /// Like [`Script::difference`], with another function that makes lines comparable.
    pub fn difference_as(&self, actual: &str, view: fn(&str) -> Vec<String>) -> String {
        match with_exceptions(view(&self.recorded()), &self.exceptions()) {
            Ok(expected) => difference_of(&expected, &view(actual)),
            Err(why) => why,
        }
    }
}

/// Lines that the engine prints otherwise than the server did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exception {
    /// Why they cannot be the same.
    pub reason: String,
    /// What was recorded, one line below the other.
    pub recorded: Vec<String>,
    /// What the engine prints instead.
    pub ours: Vec<String>,
}

/// Reads a file of exceptions: a reason's lines start with `# `; then come blocks of `- ` lines, each
/// followed by `+ ` lines.
///
/// # Errors
/// What is wrong with it.
pub fn exceptions(text: &str) -> Result<Vec<Exception>, String> {
    let mut all: Vec<Exception> = Vec::new();
    let mut reason = String::new();
    let mut before = ' ';
    for (at, line) in text.lines().enumerate() {
        let mut chars = line.chars();
        let Some(mark) = chars.next() else { continue };
        let words = chars.as_str().strip_prefix(' ').unwrap_or(chars.as_str()).to_owned();
        match mark {
            '#' if before == '#' => reason = format!("{reason} {words}"),
            '#' => reason = words,
            '-' if reason.is_empty() => {
                return Err(format!("line {}: a reason comes first", at + 1));
            }
            '-' if before == '-' => all.last_mut().expect("a block").recorded.push(words),
            '-' => {
                all.push(Exception { reason: reason.clone(), recorded: vec![words], ours: vec![] })
            }
            '+' if "-+".contains(before) => all.last_mut().expect("a block").ours.push(words),
            _ => {
                return Err(format!(
                    "line {}: expected # why, - recorded, or + ours below it",
                    at + 1
                ));
            }
        }
        before = mark;
    }
    match all.iter().find(|e| e.ours.is_empty() || e.ours == e.recorded) {
        Some(e) => Err(format!("nothing else is printed for {}", e.recorded[0])),
        None => Ok(all),
    }
}

/// The recorded lines, in which the lines that are known to differ are replaced, each block once and in
/// order.
///
/// # Errors
/// An exception whose lines were not recorded.
pub fn with_exceptions(
    lines: Vec<String>,
    exceptions: &[Exception],
) -> Result<Vec<String>, String> {
    let mut rest = &lines[..];
    let mut replaced = Vec::new();
    for Exception { recorded, ours, .. } in exceptions {
        let at = rest.windows(recorded.len()).position(|window| window == recorded);
        let at = at.ok_or_else(|| format!("not recorded (from here on): {}\n", recorded[0]))?;
        replaced.extend_from_slice(&rest[..at]);
        replaced.extend_from_slice(ours);
        rest = &rest[at + recorded.len()..];
    }
    replaced.extend_from_slice(rest);
    Ok(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_are_read_and_applied() {
        let all = exceptions(
            "# why it\n# differs\n- a 1\n+ a 2\n\n- b\n- a 1\n+ c\n# other\n- d\n+ e\n+ f\n",
        );
        let all = all.expect("well formed");
        assert_eq!(all[1].reason, "why it differs");
        assert_eq!(all[2].reason, "other");
        let lines = |words: &str| words.split(',').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(with_exceptions(lines("x,a 1,b,a 1,d"), &all), Ok(lines("x,a 2,c,e,f")));
        assert!(with_exceptions(lines("a 1,b,x,a 1,d"), &all).is_err(), "not one below the other");
    }

    #[test]
    fn what_says_nothing_is_refused() {
        for text in ["- a\n+ b\n", "# why\n- a\n+ a\n", "# why\n- a\n", "# why\n+ a\n", "a\n"] {
            assert!(exceptions(text).is_err(), "{text}");
        }
    }
}
