//! The `toastscope` command: a script printed as `psql -X -a -f` prints it, or a prompt.
//!
//! ```text
//! toastscope demo.sql      echo, tables, tags, errors; exit code as psql's
//! toastscope -             the same, from standard input
//! toastscope               a prompt, with history, when standard input is a terminal
//! toastscope advise FILE   which storage a file's rows are best kept in
//! ```

mod advice;
mod completions;
mod disk;
mod options;
mod prompt;

use client::psql::Psql;
use disk::Disk;
use options::{Command, Options};
use server::session::{Config, Session};
use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};
use storage::clock::Prices;

/// The version, and the commit it was made of.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("TOASTSCOPE_COMMIT"), ")");

/// psql's `EXIT_FAILURE`: the command itself could not go on.
const FATAL: u8 = 1;

/// The time as the server counts it: microseconds since 2000-01-01 UTC.
fn clock() -> i64 {
    const EPOCH: i64 = 946_684_800_000_000;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_micros()).unwrap_or(i64::MAX) - EPOCH
}

/// A session with the options of the command line.
fn session(o: &Options) -> Result<Session, String> {
    let default = Config::default();
    let mut session = Session::new(Config {
        shared_buffers: o.shared_buffers.unwrap_or(default.shared_buffers),
        memory_limit: o.memory_limit.unwrap_or(default.memory_limit),
        seed: o.seed.unwrap_or(default.seed),
        clock: Box::new(clock),
        wal_keep: o.wal_directory.as_ref().map(|_| usize::MAX),
    });
    if let Some(server) = &o.server {
        session.execute(&format!("SET toastscope.server = '{server}'"));
    }
    if let Some(file) = &o.prices {
        let name = file.to_string_lossy();
        let text = std::fs::read_to_string(file).map_err(|e| failed(&name, &e))?;
        session.set_prices(Prices::parse(&text).map_err(|e| format!("{name}: {e}"))?);
    }
    Ok(session)
}

/// Runs a script, and then writes the log's segments if `--wal-directory` names a folder. Returns
/// psql's exit code, or an error when it could not be run to its end.
fn script(o: &Options, name: &str, text: &[u8]) -> Result<ExitCode, String> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut session = session(o)?;
    let text = String::from_utf8_lossy(text);
    let mut psql = Psql::new(Some(name), o.echo).with_files(&Disk);
    let code = psql.run(&mut session, &text, &mut out);
    // Whoever reads may have gone away, as `head` does.
    drop(out.flush());
    if let Some(folder) = &o.wal_directory {
        write_segments(&session, folder).map_err(|e| failed(&folder.to_string_lossy(), &e))?;
    }
    Ok(exit_code(code))
}

/// psql's exit code as the code of this process.
fn exit_code(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code).unwrap_or(FATAL))
}

/// Writes the log's segments into a folder, under the names the server gives them.
fn write_segments(session: &Session, folder: &Path) -> std::io::Result<()> {
    use storage::wal::segment;
    std::fs::create_dir_all(folder)?;
    let log = &session.backend.store.wal.log;
    for number in segment::segments(log) {
        let name = segment::file_name(number, log.geometry().segment_size);
        std::fs::write(folder.join(name), segment::segment(&session.backend.store.wal, number))?;
    }
    Ok(())
}

/// The message that an operation on a file failed, in psql's words.
fn failed(name: &str, error: &std::io::Error) -> String {
    format!("{name}: {}", disk::reason(error))
}

/// Runs the file, standard input or the prompt.
fn run(options: &Options) -> Result<ExitCode, String> {
    match options.file.as_deref() {
        None if std::io::stdin().is_terminal() => prompt::run(session(options)?),
        Some(file) if file != Path::new("-") => {
            let name = file.to_string_lossy();
            let text = std::fs::read(file).map_err(|e| failed(&name, &e))?;
            script(options, &name, &text)
        }
        None | Some(_) => {
            let mut text = Vec::new();
            let read = std::io::stdin().read_to_end(&mut text);
            read.map_err(|e| format!("could not read standard input: {e}"))?;
            script(options, "<stdin>", &text)
        }
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    let done = if arguments.next_if(|word| word == "advise").is_some() {
        advice::run(arguments)
    } else {
        begin(arguments)
    };
    done.unwrap_or_else(|why| {
        eprintln!("toastscope: error: {why}");
        ExitCode::from(FATAL)
    })
}

/// Runs the command that is not a subcommand: parses its arguments, then runs a script or the
/// prompt.
fn begin(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode, String> {
    match options::parse(arguments) {
        Ok(Command::Run(options)) => run(&options),
        Ok(Command::Help) => print(&options::help()),
        Ok(Command::Version) => print(&format!("toastscope {VERSION}\n")),
        Ok(Command::Completions(shell)) => print(&completions::script(&shell)),
        Err(why) => {
            let hint = "hint: Try \"toastscope --help\" for more information.";
            Err(format!("{why}\ntoastscope: {hint}"))
        }
    }
}

/// Writes a text to standard output.
fn print(text: &str) -> Result<ExitCode, String> {
    let mut out = std::io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(e) => Err(format!("could not write: {e}")),
    }
}
