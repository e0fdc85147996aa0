//! The options of a run, as they are written on the command line of pgbench.

use super::script::{Script, Value, Variables, number};

/// How long it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunLength {
    /// `-t`: so many transactions each client.
    Transactions(u64),
    /// `-T`: until so many seconds are over, and what was begun is done.
    Seconds(f64),
}

/// What pgbench was asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// `-c`: clients, each with a session of its own.
    pub clients: usize,
    /// `-j`: pgbench's threads, among which the clients are shared out.
    pub threads: usize,
    /// `-t` or `-T`; 10 transactions when neither is given.
    pub amount: RunLength,
    /// The scripts of `-f`, at least one.
    pub scripts: Vec<Script>,
    /// The variables set by `-D NAME=VALUE`.
    pub variables: Variables,
    /// `--random-seed`; without one pgbench takes the time, and we 0, since a run here can be repeated.
    pub seed: u64,
}

/// Most clients: PostgreSQL's `max_connections` as it is delivered.
pub const MOST_CLIENTS: usize = 100;

impl Options {
    /// Parses pgbench's options, as in `-c 16 -j 2 -T 10 -n -f insert.sql -f update.sql@3`; `file`
    /// returns the text of a script by its name.
    ///
    /// # Errors
    /// A sentence: what is unknown, missing, out of range, or not modelled.
    pub fn parse(text: &str, file: &dyn Fn(&str) -> Option<String>) -> Result<Options, String> {
        let mut options = Options {
            clients: 1,
            threads: 1,
            amount: RunLength::Transactions(10),
            scripts: Vec::new(),
            variables: Variables::default(),
            seed: 0,
        };
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let (name, joined) = split(word);
            if matches!(name, "-n" | "--no-vacuum" | "-r" | "--report-per-command") {
                continue;
            }
            let known = [
                "-c",
                "--client",
                "-j",
                "--jobs",
                "-t",
                "--transactions",
                "-T",
                "--time",
                "-f",
                "--file",
                "-D",
                "--define",
                "--random-seed",
            ];
            if !known.contains(&name) {
                return Err(format!("{name} is not modelled"));
            }
            let value = joined.or_else(|| words.next()).ok_or_else(|| {
                format!("option requires an argument -- '{}'", name.trim_start_matches('-'))
            })?;
            options.take(name, value, file)?;
        }
        if options.scripts.is_empty() {
            return Err(
                "there is no script: pgbench's own is not modelled, give one with -f".into()
            );
        }
        if options.scripts.iter().all(|s| s.weight == 0) {
            return Err("total script weight must not be zero".into());
        }
        options.threads = options.threads.min(options.clients);
        Ok(options)
    }

    /// Reads one option with its value; `file` gives the text of a script by its name.
    fn take(
        &mut self,
        name: &str,
        value: &str,
        file: &dyn Fn(&str) -> Option<String>,
    ) -> Result<(), String> {
        match name {
            "-c" | "--client" => {
                self.clients = whole(value, "number of clients", MOST_CLIENTS as u64)? as usize;
            }
            "-j" | "--jobs" => {
                self.threads = whole(value, "number of threads", MOST_CLIENTS as u64)? as usize;
            }
            "-t" | "--transactions" => {
                let count = whole(value, "number of transactions", 1_000_000)?;
                self.amount = RunLength::Transactions(count);
            }
            "-T" | "--time" => {
                self.amount = RunLength::Seconds(whole(value, "duration", 3600)? as f64)
            }
            "-D" | "--define" => {
                let pair = value.split_once('=').filter(|(name, _)| !name.is_empty());
                let (name, text) =
                    pair.ok_or_else(|| format!("invalid variable definition: \"{value}\""))?;
                let read: Value =
                    number(text).ok_or_else(|| format!("-D {value}: only numbers are modelled"))?;
                self.variables.insert(name.to_string(), read);
            }
            "--random-seed" => {
                self.seed = value.parse().map_err(|_| {
                    format!(
                        "unrecognized random seed option \"{value}\": a whole number is modelled"
                    )
                })?;
            }
            _ => self.scripts.push(script(value, file)?),
        }
        Ok(())
    }
}

/// Splits an option from its value: `-c16` or `--client=16`; without a value the second part is
/// empty.
fn split(word: &str) -> (&str, Option<&str>) {
    if word.starts_with("--") {
        return match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
    }
    match word.char_indices().nth(2) {
        Some((at, _)) if word.starts_with('-') => (&word[..at], Some(&word[at..])),
        _ => (word, None),
    }
}

/// Reads a whole number from 1 to `most`; `what` names it in the error.
fn whole(text: &str, what: &str, most: u64) -> Result<u64, String> {
    let read = text.parse().ok().filter(|n| (1..=most).contains(n));
    read.ok_or_else(|| format!("invalid {what}: \"{text}\" is not from 1 to {most}"))
}

/// Reads the script of `-f FILE` or `-f FILE@WEIGHT`.
fn script(value: &str, file: &dyn Fn(&str) -> Option<String>) -> Result<Script, String> {
    let (name, weight) = match value.rsplit_once('@') {
        Some((name, weight)) => {
            let read = weight.parse().ok();
            (name, read.ok_or_else(|| format!("invalid weight specification: \"@{weight}\""))?)
        }
        None => (value, 1),
    };
    let text = file(name).ok_or_else(|| format!("could not open file \"{name}\""))?;
    Script::parse(name, weight, &text)
}
