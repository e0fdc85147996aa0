//! The prompt: lines with history and editing, and psql's `postgres=#` in front.

use crate::disk::Disk;
use crate::{VERSION, exit_code};
use client::psql::Psql;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use server::session::Session;
use std::process::ExitCode;

/// Reads and runs lines until `\q` or the end of the input; an error says why it had to end.
pub fn run(mut session: Session) -> Result<ExitCode, String> {
    let mut editor = DefaultEditor::new().map_err(|e| e.to_string())?;
    let release = session.backend.store.release.server_version;
    println!("toastscope {VERSION}, a model of PostgreSQL {release}.");
    println!("Type SQL, \\d to list tables, \\q to quit.\n");
    let mut psql = Psql::new(None, false).with_files(&Disk);
    while psql.exit_code().is_none() {
        match editor.readline(&psql.prompt(&session)) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    // A line that cannot be remembered is still run.
                    drop(editor.add_history_entry(line.as_str()));
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
            Err(e) => return Err(e.to_string()),
        }
    }
    let code = psql.finish(&mut session, &mut std::io::stdout());
    Ok(exit_code(code))
}
