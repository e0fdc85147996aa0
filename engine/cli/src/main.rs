//! The `toastscope` command: a script printed as `psql -X -a -f` prints it, or a prompt.
//!
//! ```text
//! toastscope demo.sql      echo, tables, tags, errors; exit code as psql's
//! toastscope -             the same, from standard input
//! toastscope               a prompt, with history, when standard input is a terminal
//! ```

mod options;
mod prompt;

use options::{Command, Options};
use server::session::{Config, Session};
use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

const HELP: &str = "\
toastscope: PostgreSQL 15's storage, modelled to the byte

Usage: toastscope [OPTIONS] [FILE]

  FILE                    run this SQL script and print what psql -X -a -f FILE prints;
                          - reads standard input. Without a file: a prompt.

Options:
  --shared-buffers SIZE   size of the buffer pool: 8 kB pages, or with a unit (128MB); 2GB
  --memory-limit SIZE     memory that tables and values may take; 4GB
  --server NAME           15, or a prototype of pluggable TOAST: toasters or strategies; 15
  --seed N                seed of random() until setseed is called
  --wal-directory FOLDER  write the log there when the script ends, in segments of 16 MB
  --no-echo               do not echo the script's lines
  -h, --help              this text
  -V, --version           the version
";

/// µs since 2000-01-01 UTC, as the server counts.
fn clock() -> i64 {
    const EPOCH: i64 = 946_684_800_000_000;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_micros()).unwrap_or(i64::MAX) - EPOCH
}

fn session(o: &Options) -> Session {
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
    session
}

/// Runs a script and ends with psql's exit code: 0, 1 for a missing file, 3 for ON_ERROR_STOP.
fn script(o: &Options, name: &str, text: &str) -> ExitCode {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut session = session(o);
    let code = client::psql::run_script(&mut session, name, text, o.echo, &mut out);
    let _ = out.flush();
    if let Some(folder) = &o.wal_directory
        && let Err(e) = write_segments(&session, std::path::Path::new(folder))
    {
        eprintln!("toastscope: error: {folder}: {e}");
        return ExitCode::from(1);
    }
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

/// Writes the log's segments into a folder, under the names the server gives them.
fn write_segments(session: &Session, folder: &std::path::Path) -> std::io::Result<()> {
    use storage::wal::segment;
    std::fs::create_dir_all(folder)?;
    let log = &session.backend.store.wal.log;
    for number in segment::segments(log) {
        let name = segment::file_name(number, log.geometry().segment_size);
        std::fs::write(folder.join(name), segment::segment(log, number))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = match options::parse(std::env::args().skip(1)) {
        Ok(Command::Help) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(Command::Version) => {
            println!("toastscope {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Ok(Command::Run(o)) => o,
        Err(message) => {
            eprintln!("toastscope: {message}\nTry \"toastscope --help\".");
            return ExitCode::from(2);
        }
    };
    match options.file.as_deref() {
        None if std::io::stdin().is_terminal() => prompt::run(session(&options)),
        None | Some("-") => {
            let mut bytes = Vec::new();
            if let Err(e) = std::io::stdin().read_to_end(&mut bytes) {
                eprintln!("toastscope: error: could not read standard input: {e}");
                return ExitCode::from(1);
            }
            script(&options, "<stdin>", &String::from_utf8_lossy(&bytes))
        }
        Some(file) => match std::fs::read(file) {
            Ok(bytes) => script(&options, file, &String::from_utf8_lossy(&bytes)),
            Err(e) => {
                let why = match e.kind() {
                    std::io::ErrorKind::NotFound => "No such file or directory".to_string(),
                    std::io::ErrorKind::PermissionDenied => "Permission denied".to_string(),
                    _ => e.to_string(),
                };
                eprintln!("toastscope: error: {file}: {why}");
                ExitCode::from(1)
            }
        },
    }
}
