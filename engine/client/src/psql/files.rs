//! The client's files: where `\o` and `\g FILE` send results, and what `\copy` reads and writes.
//!
//! ```text
//! \o FILE        all results that follow            (setQFout)
//! \g FILE        the rows of one query              (openQueryOutputFile)
//! \copy t TO     the rows of one COPY; its tag is printed
//!
//! not sent there: errors, notices, what \echo, \p, \timing and \pset print
//! ```
//!
//! In a terminal the files are on the disk ([`Files`]). A page has no disk: `\o` and `\g FILE` fail, and what
//! `\copy ... TO` writes is kept in memory, where `\copy ... FROM` finds it. `/dev/null` is everywhere.

use super::slash::BackslashResult;
use super::{Psql, print_text};
use std::io::Write;

/// The file that keeps nothing.
const NOWHERE: &str = "/dev/null";

/// Files by their names. An error is why it failed, as `%m` says it: `No such file or directory`.
pub trait Files: Sync {
    /// All of a file's text.
    fn read(&self, name: &str) -> Result<String, String>;
    /// Makes a file, or empties the one that is there.
    fn create(&self, name: &str) -> Result<(), String>;
    /// Writes at the end of a file that was created.
    fn append(&self, name: &str, text: &str) -> Result<(), String>;
}

impl Psql {
    /// Gives psql files; without them it is one in a page.
    pub fn with_files(mut self, files: &'static dyn Files) -> Psql {
        self.files = Some(files);
        self
    }

    /// `\o [FILE]`: sends the results that follow to a file, or back to the screen (`exec_command_out`).
    pub(super) fn out_command(
        &mut self,
        name: Option<String>,
        out: &mut dyn Write,
    ) -> BackslashResult {
        if let Some(name) = &name
            && !self.open_output(name, out)
        {
            return BackslashResult::Error;
        }
        self.output = name;
        BackslashResult::Ok
    }

    /// Empties the file that results go to; false when that failed, which is printed (`openQueryOutputFile`).
    pub(super) fn open_output(&mut self, name: &str, out: &mut dyn Write) -> bool {
        let opened = match self.files {
            _ if name == NOWHERE => Ok(()),
            _ if name.starts_with('|') => Err("programs cannot be run here".to_string()),
            None => Err("files cannot be written here".to_string()),
            Some(files) => files.create(name),
        };
        self.succeeded(name, opened, out)
    }

    /// Prints a query's result: to the screen, or to the file of `\o` (`pset.queryFout`).
    pub(super) fn print_result(&self, text: &str, out: &mut dyn Write) {
        self.print_to(self.output.as_deref(), text, out);
    }

    /// Prints to the file of this name, which is open; to the screen without one.
    pub(super) fn print_to(&self, file: Option<&str>, text: &str, out: &mut dyn Write) {
        match (file, self.files) {
            (Some(NOWHERE), _) => {}
            (Some(name), Some(files)) => {
                self.succeeded(name, files.append(name, text), out);
            }
            _ => print_text(out, text),
        }
    }

    /// Reads what `\copy ... FROM` names; an error is printed, and the result is `None`.
    pub(super) fn read_file(&self, name: &str, out: &mut dyn Write) -> Option<String> {
        let read = match self.files {
            Some(files) => files.read(name),
            None => {
                self.copied.get(name).cloned().ok_or_else(|| "No such file or directory".into())
            }
        };
        match read {
            Ok(text) => Some(text),
            Err(why) => {
                self.succeeded(name, Err(why), out);
                None
            }
        }
    }

    /// Writes what `\copy ... TO` got, in memory where there are no files.
    pub(super) fn write_copied(&mut self, name: &str, text: String, out: &mut dyn Write) {
        match self.files {
            Some(_) => self.print_to(Some(name), &text, out),
            None => {
                self.copied.insert(name.to_string(), text);
            }
        }
    }

    /// Whether something was done to a file; if not, why is printed.
    fn succeeded(&self, name: &str, done: Result<(), String>, out: &mut dyn Write) -> bool {
        if let Err(why) = &done {
            self.log_error(out, &format!("{name}: {why}"));
        }
        done.is_ok()
    }
}
