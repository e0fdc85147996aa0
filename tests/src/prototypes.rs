//! The scripts that were run on the prototypes of pluggable TOAST, on the engine: what each
//! statement printed, and what it cost there and here.

use crate::compare::comparable;
use crate::engine;
use crate::scripts::{Script, in_folder};

/// The scripts: `toasters/NAME` and `strategies/NAME`, after the modelled servers.
pub fn scripts() -> Vec<Script> {
    ["toasters", "strategies"].iter().flat_map(|server| in_folder("prototypes", server)).collect()
}

/// What the engine prints for a script on the server that it is for.
pub fn transcript(script: &Script) -> String {
    let server = script.name.split('/').next().unwrap_or_default();
    engine::transcript_on(server, &script.file(), &script.sql())
}

/// A transcript without the costs of its statements, which have their own table; the row count of a
/// plan is left out too, since a plan without costs has fewer lines.
pub fn without_costs(transcript: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut plan = false;
    for line in comparable(transcript) {
        let words = line.trim();
        plan = words == "QUERY PLAN" || (plan && !words.is_empty());
        if words.starts_with("Buffers:") || words.starts_with("WAL:") {
            continue;
        }
        lines.push(if plan && words.ends_with(" rows)") { "(a plan)".to_owned() } else { line });
    }
    lines
}

/// A statement and what was printed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its lines, joined.
    pub sql: String,
    /// The lines below it.
    pub output: Vec<String>,
}

/// What a plan says it cost, the top node's lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Buffers hit and read.
    pub buffers: u64,
    /// WAL records and bytes.
    pub wal: Option<(u64, u64)>,
}

/// Both sides of a statement.
#[derive(Clone, Debug)]
pub struct Pair {
    /// `toasters/01-bytea-append`.
    pub script: String,
    /// The comment line that the statement is under, up to its colon.
    pub section: String,
    /// The statement.
    pub sql: String,
    /// What the prototype printed.
    pub theirs: Vec<String>,
    /// What the engine prints.
    pub ours: Vec<String>,
}

/// Cuts a transcript at the lines of its script.
pub fn statements(script: &str, transcript: &str) -> Vec<Statement> {
    let mut all: Vec<Statement> = Vec::new();
    let mut lines = script.lines().peekable();
    for line in transcript.lines() {
        if lines.peek() == Some(&line) {
            lines.next();
            match all.last_mut() {
                Some(last) if last.output.is_empty() && !ends(&last.sql) => {
                    last.sql.push('\n');
                    last.sql.push_str(line);
                }
                _ => all.push(Statement { sql: line.to_owned(), output: Vec::new() }),
            }
        } else if let Some(last) = all.last_mut() {
            last.output.push(line.to_owned());
        }
    }
    all
}

/// Whether a statement ends here.
fn ends(sql: &str) -> bool {
    let sql = sql.trim_end();
    sql.ends_with(';') || sql.ends_with("\\gset") || sql.starts_with("--")
}

/// The cost that the lines of a plan print.
pub fn cost(output: &[String]) -> Option<Cost> {
    let number = |line: &str, name: &str| -> u64 {
        let rest = line.split(name).nth(1).unwrap_or("");
        rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok()).unwrap_or(0)
    };
    let buffers = output.iter().find(|l| l.contains("Buffers:"))?;
    let wal = output.iter().find(|l| l.trim_start().starts_with("WAL:"));
    Some(Cost {
        buffers: number(buffers, "hit=") + number(buffers, "read="),
        wal: wal.map(|l| (number(l, "records="), number(l, "bytes="))),
    })
}

/// The recorded output of a script's statements, each beside the engine's.
///
/// # Panics
/// If one of the two ends before the other.
pub fn pairs(script: &Script, printed: &str) -> Vec<Pair> {
    let sql = script.sql();
    let (theirs, ours) = (statements(&sql, &script.recorded()), statements(&sql, printed));
    assert_eq!(theirs.len(), ours.len(), "{}: statements there and here", script.name);
    let mut section = String::new();
    theirs
        .into_iter()
        .zip(ours)
        .map(|(theirs, ours)| {
            if let Some(text) = theirs.sql.strip_prefix("-- ") {
                section = text.split(':').next().unwrap_or("").to_owned();
            }
            Pair {
                script: script.name.clone(),
                section: section.clone(),
                sql: theirs.sql,
                theirs: theirs.output,
                ours: ours.output,
            }
        })
        .collect()
}

/// Why a statement's cost differs from the prototype's; empty if it does not.
pub fn reason(pair: &Pair, theirs: Cost, ours: Cost) -> &'static str {
    let update = pair.sql.contains("UPDATE ");
    let same_buffers = theirs.buffers == ours.buffers;
    let records = |c: Cost| c.wal.map(|(records, _)| records);
    if same_buffers && theirs.wal == ours.wal {
        return "";
    }
    match (pair.script.as_str(), pair.section.as_str()) {
        ("strategies/01-jsonb-strategies", "whole" | "partial" | "sorted") => {
            "the prototype overlooks its own pointers and leaves the old chunks undeleted"
        }
        ("strategies/01-jsonb-strategies", "shared") if !update => {
            "an object with fields elsewhere is some bytes longer here, and so the heap a page"
        }
        ("strategies/01-jsonb-strategies", "shared") => {
            "only the field that changed is written here; there the others' chunks are, too"
        }
        _ if same_buffers && records(theirs) == records(ours) => {
            "the row's pointer differs in a few bytes (true raw size, zeros for padding, other ids)"
        }
        ("toasters/04-jsonb-update", _) => {
            "the prototype leaves the old chunks undeleted: their pages are not logged"
        }
        _ => "other pages are full",
    }
}

/// The table of all statements that name their cost, in Markdown.
pub fn table(all: &[Pair]) -> String {
    let mut out = String::new();
    let mut script = "";
    for pair in all {
        let (Some(theirs), Some(ours)) = (cost(&pair.theirs), cost(&pair.ours)) else { continue };
        if pair.script != script {
            script = &pair.script;
            out.push_str(&format!(
                "\n## {script}\n\n| statement | buffers there | here | WAL there | here | why |\n\
                 | --- | --: | --: | --: | --: | --- |\n"
            ));
        }
        let sql = pair.sql.split("OFF) ").last().unwrap_or(&pair.sql).trim_end_matches(';');
        let wal = |c: Cost| c.wal.map_or(String::new(), |(r, b)| format!("{r} rec, {b} B"));
        out.push_str(&format!(
            "| `{}` | {} | {} | {} | {} | {} |\n",
            sql.replace('|', "\\|"),
            theirs.buffers,
            ours.buffers,
            wal(theirs),
            wal(ours),
            reason(pair, theirs, ours)
        ));
    }
    out
}
