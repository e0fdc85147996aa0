//! The prompt: lines with history and editing, and psql's `postgres=#` in front.

use client::psql::Psql;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use server::session::Session;
use std::process::ExitCode;

/// Reads and runs lines until `\q` or the end of the input.
pub fn run(mut session: Session) -> ExitCode {
    let mut editor = match DefaultEditor::new() {
        Ok(e) => e,
        Err(e) => {
            eprintln!("toastscope: error: {e}");
            return ExitCode::from(1);
        }
    };
    println!("toastscope {}, a model of PostgreSQL 15.", env!("CARGO_PKG_VERSION"));
    println!("Type SQL, \\d to list tables, \\q to quit.\n");
    let mut psql = Psql::new(None, false);
    while psql.exit_code().is_none() {
        match editor.readline(&psql.prompt(&session)) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    // A line that cannot be remembered is still run.
                    let _ = editor.add_history_entry(line.as_str());
                }
                if psql.at_start() && matches!(line.trim(), "quit" | "exit") {
                    break;
                }
                psql.line(&mut session, &line, &mut std::io::stdout());
            }
            Err(ReadlineError::Interrupted) => psql.forget(),
            Err(ReadlineError::Eof) => {
                println!("\\q");
                break;
            }
            Err(e) => {
                eprintln!("toastscope: error: {e}");
                return ExitCode::from(1);
            }
        }
    }
    let code = psql.finish(&mut session, &mut std::io::stdout());
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
