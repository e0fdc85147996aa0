//! The trials on a server of the reader's own: a script for psql, and what it printed compared with what the engine
//! prints for the same script.
//!
//! ```text
//! script (rows, and each trial's table) -> psql on a live server -> output
//!        -> the engine, at the version that the output names     -> output -> compared, section by section
//! ```

use crate::printed::{PLAIN, error, mark, sections};
use crate::report::Tried;
use crate::table::{ROWS, Table};
use crate::trial::{settings, sizes};
use serde::Serialize;

/// The schema that the script makes, and drops at its end.
const SCHEMA: &str = "toastscope_check";
/// What the comments begin with that say which trial, and which column, a number in a mark stands for.
const NAMES: &str = "-- named ";

/// The script that stores the rows in each way that was tried and prints what they take. `rows` are those of
/// [`ROWS`] in COPY's text format; `migration` makes the recommended change.
pub fn script(table: &Table, tried: &[Tried], migration: &str, rows: &str) -> String {
    let mut text = format!(
        "-- Stores {} rows in {} ways, and prints what each takes. On a server of your own:\n\
         --   psql -X -f check.sql > check.out 2>&1\n\
         -- All is done in the schema {SCHEMA}, which is dropped at the end.\n\
         \\set QUIET on\n{PLAIN}\
         SET client_encoding = 'UTF8';\nSET datestyle = 'ISO, MDY';\nSET client_min_messages = warning;\n\
         DROP SCHEMA IF EXISTS {SCHEMA} CASCADE;\nCREATE SCHEMA {SCHEMA};\n\
         SET search_path = {SCHEMA}, public;\nCREATE EXTENSION IF NOT EXISTS pageinspect;\n",
        table.rows,
        tried.len(),
    );
    for (place, i) in table.wide.iter().enumerate() {
        text += &format!("{NAMES}column {place}: {}\n", table.columns[*i].name);
    }
    text += &mark("server");
    text += "SHOW server_version;\n";
    text += &mark("encoding");
    text += "SHOW server_encoding;\n";
    text += &table.empty_rows();
    text += &format!("COPY {ROWS} FROM stdin;\n{rows}\\.\n");
    text += &mark("count");
    text += &format!("SELECT count(*) FROM {ROWS};\n");
    for (i, tried) in tried.iter().enumerate() {
        text += &format!("{NAMES}trial {i}: {}\n", tried.label);
        text += &mark(&format!("trial {i}"));
        text += &tried.trial.create(table, "");
        text += &tried.trial.fill(table);
        text += &settings();
        text += &sizes("sizes");
        text += &tried.trial.forms_and_bytes(table);
    }
    text += &format!("{NAMES}trial migration: the recommended statements\n");
    text += &mark("trial migration");
    text += migration;
    text += &mark("end");
    text + &format!("DROP SCHEMA {SCHEMA} CASCADE;\n")
}

/// The version that a script's output names, such as `17.10`; `None` if it names none.
pub fn version(output: &str) -> Option<&str> {
    let sections = sections(output);
    let (_, lines) = sections.iter().find(|(name, _)| *name == "server")?;
    lines.first()?.split(' ').next()
}

/// The major version that the engine can be asked for.
///
/// # Errors
/// When the output names none, or one that the engine does not model.
pub fn release(output: &str) -> Result<&str, String> {
    let version = version(output).ok_or("This is not what psql printed for the script.")?;
    let major = version.split('.').next().unwrap_or_default();
    if ["15", "16", "17", "18"].contains(&major) {
        return Ok(major);
    }
    Err(format!("PostgreSQL {version} printed it. The engine models 15, 16, 17 and 18."))
}

/// What the query for sizes prints.
const BYTES: &str = "bytes of the table, its TOAST, the TOAST index, other indexes";

/// How a line of the server's and one of the engine's compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// They are equal.
    Same,
    /// They differ.
    Different,
    /// The server could not do what was asked, or printed nothing.
    Refused,
}

/// What the engine and the server print for one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The trial, by what it changes; empty for what is about all.
    pub trial: String,
    /// What was asked for.
    pub what: String,
    /// What the engine printed.
    pub ours: String,
    /// What the server printed, or why it did not.
    pub theirs: String,
    /// Whether they are equal.
    pub verdict: Verdict,
}

/// All that was compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The server's version.
    pub server: String,
    /// The engine's.
    pub engine: String,
    /// Line by line.
    pub lines: Vec<Compared>,
    /// Whether the server's output has an end.
    pub complete: bool,
}

impl Comparison {
    /// How many lines have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.lines.iter().filter(|line| line.verdict == verdict).count()
    }

    /// The comparison as text: what differs, and how much does not.
    pub fn text(&self) -> String {
        let mut text = format!(
            "PostgreSQL {} and the engine's {}: {} lines are equal, {} differ, {} were refused by the server.\n",
            self.server,
            self.engine,
            self.count(Verdict::Same),
            self.count(Verdict::Different),
            self.count(Verdict::Refused),
        );
        if !self.complete {
            text += "The output ends too early: what is missing counts as refused.\n";
        }
        // A trial that is refused is refused in all its lines.
        let mut before: Option<&Compared> = None;
        for line in self.lines.iter().filter(|line| line.verdict != Verdict::Same) {
            let again = |b: &Compared| b.trial == line.trial && b.theirs == line.theirs;
            if line.verdict == Verdict::Refused && before.replace(line).is_some_and(again) {
                continue;
            }
            let word = if line.verdict == Verdict::Refused { "refused" } else { "differs" };
            let Compared { trial, what, ours, theirs, .. } = line;
            text += &format!("{word}: {trial}: {what}\n  engine {ours}\n  server {theirs}\n");
        }
        text
    }
}

/// Compares what the engine and a server printed for a script.
pub fn compare(script: &str, ours: &str, theirs: &str) -> Comparison {
    let (ours_said, theirs_said) = (sections(ours), sections(theirs));
    let mut trial = String::new();
    // Why the trial that is compared cannot be.
    let mut refused: Option<String> = None;
    let mut lines = Vec::new();
    for (i, (name, ours)) in ours_said.iter().enumerate() {
        let (what, place) = name.split_once(' ').unwrap_or((name, ""));
        let theirs = theirs_said.get(i).filter(|(theirs, _)| theirs == name);
        let theirs = theirs.map(|(_, lines)| lines.join("\n"));
        match what {
            // What an index and an UPDATE print has names, times and buffers of the server's own.
            "server" | "end" | "index" | "update" => continue,
            "trial" => {
                trial = named(script, name).to_owned();
                refused = theirs.and_then(|said| error(&said));
                continue;
            }
            _ => {}
        }
        let ours = ours.join("\n");
        let (verdict, theirs) = match (theirs, &refused) {
            (_, Some(why)) => (Verdict::Refused, why.clone()),
            (None, None) => (Verdict::Refused, "it printed nothing".to_owned()),
            (Some(said), None) => match error(&said) {
                Some(why) => (Verdict::Refused, why),
                None if said.is_empty() => (Verdict::Refused, "it printed nothing".to_owned()),
                None if said == ours => (Verdict::Same, said),
                None if what == "settings" => {
                    let why = format!("its columns are set otherwise ({said}): has it lz4?");
                    refused = Some(why.clone());
                    (Verdict::Refused, why)
                }
                None => (Verdict::Different, said),
            },
        };
        let column = named(script, &format!("column {place}"));
        let what = words(what, column);
        let trial = trial.clone();
        lines.push(Compared { trial, what, ours: shown(&ours), theirs: shown(&theirs), verdict });
    }
    Comparison {
        server: version(theirs).unwrap_or_default().to_owned(),
        engine: version(ours).unwrap_or_default().to_owned(),
        lines,
        complete: theirs_said.last().is_some_and(|(name, _)| *name == "end"),
    }
}

/// What a section is about.
fn words(section: &str, column: &str) -> String {
    match section {
        "encoding" => "encoding".to_owned(),
        "count" => "rows".to_owned(),
        "settings" => "storage and compression of the columns".to_owned(),
        "sizes" => BYTES.to_owned(),
        "before" | "altered" | "updated" => format!("{section}: {BYTES}"),
        "vacuumed" => format!("after VACUUM FULL: {BYTES}"),
        "alone" => format!("after VACUUM FULL alone: {BYTES}"),
        "stored" => format!("{column}: bytes stored"),
        "anew" => format!("{column}: bytes stored, made anew and after VACUUM FULL"),
        "kept" => format!("{column}: bytes stored after VACUUM FULL alone"),
        _ => format!("{column}: NULL, plain, compressed, out of line, both"),
    }
}

/// A line without tabs.
fn shown(line: &str) -> String {
    line.replace('\t', ", ")
}

/// What the script calls a trial or a column.
fn named<'a>(script: &'a str, what: &str) -> &'a str {
    let wanted = format!("{NAMES}{what}: ");
    let line = script.lines().find_map(|line| line.strip_prefix(wanted.as_str()));
    line.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "-- named trial 0: as it is now\n-- named trial 1: body EXTENDED lz4\n-- named column 0: body\n";

    #[test]
    fn lines_are_equal_differ_or_are_refused() {
        let ours = "@@ server\n15.18\n@@ trial 0\n@@ settings\nxp\n@@ sizes\n8192\t0\n@@ stored 0\n7\n\
                    @@ trial 1\n@@ settings\nxl\n@@ sizes\n8192\t0\n@@ end\n";
        let theirs = "noise\n@@ server\n15.4 (Debian)\n@@ trial 0\n@@ settings\nxp\n@@ sizes\n16384\t0\n@@ stored 0\n\
                      psql:c.sql:9: ERROR:  permission denied\n@@ trial 1\n@@ settings\nxp\n@@ sizes\n8192\t0\n";
        let compared = compare(SCRIPT, ours, theirs);
        let verdicts: Vec<Verdict> = compared.lines.iter().map(|line| line.verdict).collect();
        use Verdict::{Different, Refused, Same};
        assert_eq!(verdicts, [Same, Different, Refused, Refused, Refused]);
        assert_eq!((compared.server.as_str(), compared.complete), ("15.4", false));
        let text = compared.text();
        let differs = "differs: as it is now: bytes of the table, its TOAST, the TOAST index, other indexes\n  \
                       engine 8192, 0\n  server 16384, 0\n";
        assert!(text.contains(differs), "{text}");
        assert!(text.contains("body EXTENDED lz4"), "{text}");
    }

    #[test]
    fn the_version_is_one_that_is_modelled() {
        assert_eq!(release("@@ server\n17.10 (x)\n"), Ok("17"));
        assert!(release("@@ server\n14.2\n").is_err_and(|why| why.contains("14.2")));
        assert!(release("nothing").is_err());
    }
}
