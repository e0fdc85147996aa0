//! The command line: one table of options, from which they are read, explained (`--help`) and
//! completed ([`crate::completions`]).

use lexopt::{Arg, Parser, ValueExt};
use std::ffi::OsString;
use std::path::PathBuf;

/// What the command line asks for.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// `--help`
    Help,
    /// `--version`
    Version,
    /// `--completions`: for this shell.
    Completions(String),
    /// Anything else.
    Run(Options),
}

/// The options of a run.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// The script, `-` for standard input.
    pub file: Option<PathBuf>,
    /// In pages of 8 kB.
    pub shared_buffers: Option<usize>,
    /// In bytes.
    pub memory_limit: Option<usize>,
    /// For `random()`.
    pub seed: Option<u64>,
    /// `toastscope.server`: a version, or a prototype.
    pub server: Option<String>,
    /// Echo the script's lines.
    pub echo: bool,
    /// Where the log's segments go.
    pub wal_directory: Option<PathBuf>,
    /// What work costs on the modelled clock.
    pub prices: Option<PathBuf>,
}

/// What stands after an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    None,
    /// Text that `--help` calls this.
    Text(&'static str),
    /// A folder.
    Folder,
    /// A file.
    File,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Value {
    /// The placeholder for the value in the help; empty if the option takes none.
    pub fn name(self) -> &'static str {
        match self {
            Value::None => "",
            Value::Text(name) => name,
            Value::Folder => "FOLDER",
            Value::File => "FILE",
            Value::OneOf(_) => "NAME",
        }
    }
}

/// An option as the table has it.
pub struct Flag {
    /// Behind one dash.
    pub short: Option<char>,
    /// Behind two.
    pub long: &'static str,
    /// What follows it.
    pub value: Value,
    /// What it is for, in a few words.
    pub help: &'static str,
}

/// An option without a short form.
const fn flag(long: &'static str, value: Value, help: &'static str) -> Flag {
    Flag { short: None, long, value, help }
}

/// All options, in the order in which they are explained.
pub const FLAGS: &[Flag] = &[
    flag(
        "shared-buffers",
        Value::Text("SIZE"),
        "size of the buffer pool: 8 kB pages, or with a unit (128MB); 2GB",
    ),
    flag("memory-limit", Value::Text("SIZE"), "memory that tables and values may take; 4GB"),
    flag(
        "server",
        Value::OneOf(&["15", "16", "17", "18", "toasters", "strategies"]),
        "the PostgreSQL version, or a prototype of pluggable TOAST: toasters or strategies; 15",
    ),
    flag("seed", Value::Text("N"), "seed of random() until setseed is called"),
    flag(
        "wal-directory",
        Value::Folder,
        "write the log there when the script ends, in segments of 16 MB",
    ),
    flag(
        "prices",
        Value::File,
        "what work costs on the modelled clock: a file that calibrate wrote",
    ),
    flag("no-echo", Value::None, "do not echo the script's lines"),
    flag(
        "completions",
        Value::OneOf(&["bash", "fish", "zsh"]),
        "print what this shell needs to complete options: bash, fish or zsh",
    ),
    Flag { short: Some('h'), long: "help", value: Value::None, help: "this text" },
    Flag { short: Some('V'), long: "version", value: Value::None, help: "the version" },
];

/// What `--help` prints.
pub fn help() -> String {
    let mut text = String::from(
        "\
toastscope: PostgreSQL 15's storage, modelled to the byte

Usage: toastscope [OPTIONS] [FILE]
       toastscope advise [OPTIONS] FILE...

  FILE                    run this SQL script and print what psql -X -a -f FILE prints;
                          - reads standard input. Without a file: a prompt.
  advise FILE...          which storage a file's rows are best kept in: advise --help

Options:
",
    );
    for flag in FLAGS {
        let short = flag.short.map(|letter| format!("-{letter}, ")).unwrap_or_default();
        let shown = format!("{short}--{} {}", flag.long, flag.value.name());
        text += &format!("  {shown:<24}{}\n", flag.help);
    }
    text + "\nExit codes, as psql's: 0 done, 1 a fatal error of its own, 2 no connection (\\connect),\n\
            3 an error in the script while ON_ERROR_STOP is set.\n"
}

/// Parses the program's arguments; an error says in one sentence what is wrong with them.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    let mut o = Options {
        file: None,
        shared_buffers: None,
        memory_limit: None,
        seed: None,
        server: None,
        echo: true,
        wal_directory: None,
        prices: None,
    };
    let mut parser = Parser::from_args(arguments);
    while let Some(argument) = parser.next().map_err(|e| e.to_string())? {
        let flag = match argument {
            Arg::Value(_) if o.file.is_some() => return Err("only one file can be run".into()),
            Arg::Value(file) => {
                o.file = Some(file.into());
                continue;
            }
            Arg::Short(letter) => FLAGS.iter().find(|f| f.short == Some(letter)),
            Arg::Long(name) => FLAGS.iter().find(|f| f.long == name),
        };
        let Some(flag) = flag else { return Err(argument.unexpected().to_string()) };
        let value = value_of(flag, &mut parser)?;
        match flag.long {
            "help" => return Ok(Command::Help),
            "version" => return Ok(Command::Version),
            "completions" => return Ok(Command::Completions(text(flag, value)?)),
            "no-echo" => o.echo = false,
            "prices" => o.prices = Some(value.into()),
            "wal-directory" => o.wal_directory = Some(value.into()),
            "server" => o.server = Some(text(flag, value)?),
            "seed" => o.seed = Some(value.parse().map_err(|e| format!("--{}: {e}", flag.long))?),
            "shared-buffers" => {
                o.shared_buffers = Some((size(flag, value, PAGE)? / PAGE).max(FEWEST_PAGES));
            }
            "memory-limit" => o.memory_limit = Some(size(flag, value, 1)?),
            name => unreachable!("--{name} is in the table and means nothing"),
        }
    }
    Ok(Command::Run(o))
}

/// Bytes of a page.
const PAGE: usize = 8192;
/// The least that `shared_buffers` can be.
const FEWEST_PAGES: usize = 16;

/// Reads the value of an option; empty if it takes none.
fn value_of(flag: &Flag, parser: &mut Parser) -> Result<OsString, String> {
    if flag.value == Value::None {
        return Ok(OsString::new());
    }
    let value = parser.value().map_err(|e| e.to_string())?;
    if let Value::OneOf(words) = flag.value
        && !words.iter().any(|word| value == *word)
    {
        let (last, others) = words.split_last().expect("a choice has words");
        let words = format!("{} or {last}", others.join(", "));
        return Err(format!("--{}: \"{}\" is not {words}", flag.long, value.display()));
    }
    Ok(value)
}

/// The value of an option as text; bytes that are not UTF-8 are an error.
fn text(flag: &Flag, value: OsString) -> Result<String, String> {
    value.into_string().map_err(|v| format!("--{}: \"{}\" is not text", flag.long, v.display()))
}

/// A size with PostgreSQL's units (`kB`, `MB`, `GB`, `B`), in bytes; a bare number counts `unit`s.
fn size(flag: &Flag, value: OsString, unit: usize) -> Result<usize, String> {
    let text = text(flag, value)?;
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let factor = match text[digits..].trim() {
        "" => Some(unit),
        "B" => Some(1),
        "kB" => Some(1 << 10),
        "MB" => Some(1 << 20),
        "GB" => Some(1 << 30),
        _ => None,
    };
    let number: Option<usize> = text[..digits].parse().ok();
    number
        .zip(factor)
        .and_then(|(number, factor)| number.checked_mul(factor))
        .ok_or_else(|| format!("--{}: \"{text}\" is not a size, such as 128MB", flag.long))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace().map(OsString::from))
    }

    fn run(line: &str) -> Options {
        match read(line) {
            Ok(Command::Run(options)) => options,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn values_stand_behind_a_sign_or_a_space() {
        let o = run("--shared-buffers=128MB --seed 7 a.sql");
        assert_eq!((o.shared_buffers, o.seed, o.echo), (Some(16384), Some(7), true));
        assert_eq!(o.file, Some("a.sql".into()));
        let o = run("--memory-limit 1GB --no-echo --server=toasters --wal-directory wal -");
        assert_eq!((o.memory_limit, o.echo), (Some(1 << 30), false));
        assert_eq!(o.server.as_deref(), Some("toasters"));
        assert_eq!((o.wal_directory, o.file), (Some("wal".into()), Some("-".into())));
    }

    #[test]
    fn a_pool_has_sixteen_pages_at_least_and_counts_bare_numbers_in_pages() {
        assert_eq!(run("--shared-buffers 3").shared_buffers, Some(16));
        assert_eq!(run("--shared-buffers 300").shared_buffers, Some(300));
        assert_eq!(run("--memory-limit 300").memory_limit, Some(300));
    }

    #[test]
    fn a_file_may_begin_with_a_dash_after_two_dashes() {
        assert_eq!(run("-- --help").file, Some("--help".into()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, why) in [
            ("--what", "invalid option '--what'"),
            ("-x", "invalid option '-x'"),
            ("--seed", "missing argument for option '--seed'"),
            ("--seed x", "--seed: cannot parse argument \"x\": invalid digit found in string"),
            ("--no-echo=1", "unexpected argument for option '--no-echo': \"1\""),
            ("--server 14", "--server: \"14\" is not 15, 16, 17, 18, toasters or strategies"),
            ("--memory-limit 3QB", "--memory-limit: \"3QB\" is not a size, such as 128MB"),
            ("a.sql b.sql", "only one file can be run"),
        ] {
            assert_eq!(read(line), Err(why.to_string()), "{line}");
        }
    }

    #[test]
    fn every_option_is_read_and_explained() {
        let help = help();
        for flag in FLAGS {
            let value = match flag.value {
                Value::None => "",
                Value::OneOf(words) => words[0],
                Value::Text(_) | Value::Folder | Value::File => "1",
            };
            assert!(read(&format!("--{} {value}", flag.long)).is_ok(), "{}", flag.long);
            assert!(help.contains(&format!("--{}", flag.long)) && help.contains(flag.help));
        }
        assert_eq!((read("-h"), read("-V")), (Ok(Command::Help), Ok(Command::Version)));
    }
}
