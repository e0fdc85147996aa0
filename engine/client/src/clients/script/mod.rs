//! A script as pgbench reads it: SQL statements, and `\set` between them.
//!
//! ```text
//! \set id random(1, 4)
//! UPDATE counters SET n = n + 1 WHERE id = :id;
//! ```
//!
//! Every other meta command (`\if`, `\sleep`, `\gset`, pipelines) is refused in a sentence.

mod expression;
pub mod random;
#[cfg(test)]
mod tests;

pub use expression::{Expression, Value, number};

use crate::psql::scan::{Input, ScanResult, Scanner, Variables as NoVariables};
use storage::map::SortedMap;

/// A client's variables.
pub type Variables = SortedMap<String, Value>;

/// A command of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A statement, its variables still by name.
    Sql(String),
    /// The setting of a variable: `\set NAME EXPRESSION`.
    Set(String, Expression),
}

/// A script, and how often it is run beside the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Its file's name.
    pub name: String,
    /// What follows the name after an `@`; 1 without.
    pub weight: u32,
    /// Its commands, in order.
    pub commands: Vec<Command>,
}

impl Script {
    /// Parses a pgbench script.
    ///
    /// # Errors
    /// A sentence with the line that is not understood.
    pub fn parse(name: &str, weight: u32, text: &str) -> Result<Script, String> {
        let mut commands = Vec::new();
        let mut scanner = Scanner::default();
        let mut buffer = String::new();
        for (number, line) in text.lines().enumerate() {
            let fail = |why: String| format!("{name}:{}: {why}", number + 1);
            if let Some(meta) = line.trim_start().strip_prefix('\\')
                && buffer.trim().is_empty()
            {
                commands.push(set(meta).map_err(fail)?);
                continue;
            }
            let mut input = Input::new(line);
            loop {
                match scanner.scan(&mut input, &mut buffer, &NoVariables::default()) {
                    ScanResult::Semicolon => push(&mut commands, &mut buffer),
                    ScanResult::EndOfLine => break,
                    ScanResult::Backslash => {
                        let why = "a meta command begins its line, and follows no statement";
                        return Err(fail(why.to_string()));
                    }
                }
            }
            if !buffer.is_empty() {
                buffer.push('\n');
            }
        }
        push(&mut commands, &mut buffer);
        if !commands.iter().any(|c| matches!(c, Command::Sql(_))) {
            return Err(format!("{name}: there is no statement in it"));
        }
        Ok(Script { name: name.to_string(), weight, commands })
    }
}

/// Ends a statement: adds what the buffer holds to the commands, and empties it.
fn push(commands: &mut Vec<Command>, buffer: &mut String) {
    let text = std::mem::take(buffer);
    let statement = text.trim().trim_end_matches(';').trim_end();
    if !statement.is_empty() {
        commands.push(Command::Sql(statement.to_string()));
    }
}

/// Reads `\set NAME EXPRESSION`; other meta commands are refused.
fn set(meta: &str) -> Result<Command, String> {
    let (command, rest) = meta.split_once(char::is_whitespace).unwrap_or((meta, ""));
    if command != "set" {
        return Err(format!("\\{command} is not modelled"));
    }
    let (name, text) =
        rest.trim().split_once(char::is_whitespace).ok_or("\\set takes a name and a value")?;
    Ok(Command::Set(name.to_string(), Expression::parse(text)?))
}

/// The statement with its variables replaced by their values (`assignVariables`). `::` is a cast; a
/// name without a variable stays.
pub fn assign(statement: &str, variables: &Variables) -> String {
    let mut out = String::with_capacity(statement.len());
    let mut rest = statement;
    while let Some(at) = rest.find(':') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let colons = rest.len() - rest.trim_start_matches(':').len();
        let behind = &rest[colons..];
        let length =
            behind.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(behind.len());
        match variables.get(&behind[..length]) {
            Some(value) if colons == 1 => out.push_str(&value.to_string()),
            _ => out.push_str(&rest[..colons + length]),
        }
        rest = &behind[length..];
    }
    out + rest
}
