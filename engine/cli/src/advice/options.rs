//! The options of `toastscope advise`.

use advise::sample::Limit;
use advise::score::{GOALS, Goal};
use advise::text;
use lexopt::{Arg, Parser, ValueExt};
use std::ffi::OsString;
use std::path::PathBuf;

/// What is asked for.
#[derive(Debug)]
pub enum Command {
    /// `--help`
    Help,
    /// `--sample-script`
    SampleScript,
    /// Advice.
    Advise(Asked),
}

/// Advice on these files.
#[derive(Debug)]
pub struct Asked {
    /// At least one.
    pub files: Vec<PathBuf>,
    /// What the table is to be good at.
    pub goal: Goal,
    /// Rows to extrapolate to.
    pub total_rows: Option<u64>,
    /// How much is kept of a file.
    pub limit: Limit,
    /// The table of a script.
    pub table: Option<String>,
    /// `toastscope.server`
    pub server: Option<String>,
    /// Print the report as JSON.
    pub json: bool,
    /// Where to write the script that repeats the trials on a server.
    pub check_script: Option<PathBuf>,
    /// What psql printed for that script: it is compared, and no advice is given.
    pub check: Option<PathBuf>,
}

/// What `--help` prints.
pub fn help() -> String {
    "\
toastscope advise: which storage a table's own rows are best kept in

Usage: toastscope advise [OPTIONS] FILE...

  FILE                 a .csv or .tsv with a line of names, .json, .ndjson or .jsonl documents, a .sql script,
                       a .dump that pg_dump -Fc or -Fp wrote, any of these in gzip (events.csv.gz); anything
                       else: files, each a value of bytea

Options:
  --goal NAME          balanced, size, read, scan or write; balanced
  --rows N             rows the table has: sizes are extrapolated to them; those that the file has
  --sample-rows N      rows that are measured at most; 10000
  --sample-size MB     megabytes that are measured at most; 16
  --table NAME         the table of a script; its largest
  --server NAME        the PostgreSQL version: 15, 16, 17 or 18; 15
  --json               print the report as JSON
  --sample-script      print a script that samples a table of a live server:
                       psql -X -q -v table=orders -f sample.sql > orders.sql
  --check-script PATH  write a script that repeats the trials: psql -X -f PATH > check.out 2>&1
  --check OUTPUT       compare what psql printed for that script, FILE, with what the engine prints
  -h, --help           this text
"
    .to_owned()
}

/// Parses the arguments of `advise`; an error says in one sentence what is wrong with them.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    let mut asked = Asked {
        files: Vec::new(),
        goal: Goal::default(),
        total_rows: None,
        limit: Limit { rows: 10_000, bytes: 16 << 20 },
        table: None,
        server: None,
        json: false,
        check_script: None,
        check: None,
    };
    let mut parser = Parser::from_args(arguments);
    while let Some(argument) = parser.next().map_err(|e| e.to_string())? {
        match argument {
            Arg::Value(file) => asked.files.push(file.into()),
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("sample-script") => return Ok(Command::SampleScript),
            Arg::Long("json") => asked.json = true,
            Arg::Long("check-script") => asked.check_script = Some(word(&mut parser)?.into()),
            Arg::Long("check") => asked.check = Some(word(&mut parser)?.into()),
            Arg::Long("goal") => asked.goal = goal(&word(&mut parser)?)?,
            Arg::Long("rows") => asked.total_rows = Some(number(&mut parser, "rows")?),
            Arg::Long("sample-rows") => {
                asked.limit.rows = number::<usize>(&mut parser, "sample-rows")?.max(1);
            }
            Arg::Long("sample-size") => {
                asked.limit.bytes = number::<usize>(&mut parser, "sample-size")?.max(1) << 20;
            }
            Arg::Long("table") => asked.table = Some(word(&mut parser)?),
            Arg::Long("server") => asked.server = Some(server(&word(&mut parser)?)?),
            other => return Err(other.unexpected().to_string()),
        }
    }
    if asked.files.is_empty() {
        return Err("advise needs a file".to_owned());
    }
    Ok(Command::Advise(asked))
}

/// The value of an option as text.
fn word(parser: &mut Parser) -> Result<String, String> {
    let value = parser.value().map_err(|e| e.to_string())?;
    value.into_string().map_err(|v| format!("\"{}\" is not text", v.display()))
}

/// The value of an option as a number.
fn number<T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    parser: &mut Parser,
    name: &str,
) -> Result<T, String> {
    let value = parser.value().map_err(|e| e.to_string())?;
    value.parse().map_err(|e| format!("--{name}: {e}"))
}

/// The goal with this name.
fn goal(name: &str) -> Result<Goal, String> {
    let named = |goal: &&Goal| format!("{goal:?}").to_lowercase() == name;
    GOALS.iter().find(named).copied().ok_or_else(|| {
        let all: Vec<String> =
            GOALS.iter().map(|g| format!("{g:?} ({})", text::goal(*g)).to_lowercase()).collect();
        format!("--goal: \"{name}\" is none of {}", all.join(", "))
    })
}

/// Checks that the release is one that the engine knows.
fn server(name: &str) -> Result<String, String> {
    if ["15", "16", "17", "18"].contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("--server: \"{name}\" is not 15, 16, 17 or 18"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn what_is_asked_for_is_read() {
        let line = "--goal size --rows 5 a.csv --sample-size 2 --json --server 17 b.csv";
        let Ok(Command::Advise(asked)) = read(line) else { panic!("{line}") };
        assert_eq!((asked.goal, asked.total_rows, asked.json), (Goal::Size, Some(5), true));
        assert_eq!((asked.files.len(), asked.limit.bytes), (2, 2 << 20));
        assert_eq!(asked.server.as_deref(), Some("17"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, why) in [
            ("", "advise needs a file"),
            ("--what a", "invalid option '--what'"),
            ("--server 14 a", "--server: \"14\" is not 15, 16, 17 or 18"),
        ] {
            assert_eq!(read(line).expect_err(line), why);
        }
        assert!(read("--goal x a").expect_err("a goal").contains("write (writing)"));
    }

    #[test]
    fn the_help_names_each_option() {
        let names = ["goal", "rows", "sample-rows", "sample-size", "table", "server", "json"];
        for name in names.into_iter().chain(["check", "check-script", "sample-script"]) {
            assert!(help().contains(&format!("--{name} ")), "{name}");
        }
    }
}
