//! Compares what two sides print for a script, statement by statement.
//!
//! Both sides repeat each line of the script (`psql -a`), so the lines between two lines of the script are what the
//! statement that ends on the first of them printed. Empty lines are left out: they could be of either.

use std::collections::BTreeMap;
use toastscope_tests::compare::comparable_versions;

/// How the engine's answer to a statement compares with the server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The lines are equal.
    Equal,
    /// The engine says by name what it does not model, or that an earlier statement was refused.
    Refused,
    /// Anything else.
    Different,
}

/// A statement that printed something on either side.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its lines in the script, without comments.
    pub sql: String,
    /// What the server printed.
    pub server: Vec<String>,
    /// What the engine printed.
    pub engine: Vec<String>,
    pub verdict: Verdict,
}

impl Statement {
    /// The lines that only one side printed, as `diff` marks them: `-` the server's, `+` the engine's.
    pub fn differing(&self) -> impl Iterator<Item = String> + '_ {
        let only = |lines: &'_ [String], others: &'_ [String], mark: char| {
            let lines = lines.iter().filter(|line| !others.contains(line));
            lines.map(|line| format!("{mark} {line}")).collect::<Vec<_>>()
        };
        let server = only(&self.server, &self.engine, '-');
        server.into_iter().chain(only(&self.engine, &self.server, '+'))
    }
}

/// The statements of a script that printed something, with the verdict on each.
pub fn compare(script: &str, server: &str, engine: &str) -> Vec<Statement> {
    let lines: Vec<&str> = script.lines().filter(|line| !line.trim().is_empty()).collect();
    let (theirs, ours) = (printed_after(&lines, server), printed_after(&lines, engine));
    let mut sql = Vec::new();
    let mut statements = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        if !line.trim_start().starts_with("--") {
            sql.push(*line);
        }
        let of = |printed: &BTreeMap<usize, Vec<String>>| {
            printed.get(&i).map(|lines| comparable_versions(&lines.join("\n"))).unwrap_or_default()
        };
        let (server, engine) = (of(&theirs), of(&ours));
        if server.is_empty() && engine.is_empty() {
            if line.trim_end().ends_with(';') {
                sql.clear();
            }
            continue;
        }
        let verdict = verdict(&server, &engine);
        statements.push(Statement { sql: sql.join("\n"), server, engine, verdict });
        sql.clear();
    }
    statements
}

/// The lines that were printed after each line of the script, by its number.
fn printed_after(script: &[&str], output: &str) -> BTreeMap<usize, Vec<String>> {
    let mut printed: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut next = 0;
    for line in output.lines().filter(|line| !line.trim().is_empty()) {
        if script.get(next) == Some(&line) {
            next += 1;
        } else if next > 0 {
            printed.entry(next - 1).or_default().push(line.to_owned());
        }
    }
    printed
}

fn verdict(server: &[String], engine: &[String]) -> Verdict {
    let refusal = |line: &String| {
        ["is not modelled", "are not modelled", "not available here", "Left out: "]
            .iter()
            .any(|words| line.contains(words))
    };
    if server == engine {
        Verdict::Equal
    } else if engine.iter().any(refusal) {
        Verdict::Refused
    } else {
        Verdict::Different
    }
}
