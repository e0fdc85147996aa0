//! What the engine prints for a script: the other side of every comparison.

use client::psql;
use server::session::{Config, Session};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use storage::map::SortedMap;

/// When `pg15/08-wal` was recorded, which shows when a transaction ended: µs since 2000.
const RECORDED_AT: i64 = 848_562_994_616_479;

/// What `psql -X -a -f FILE` would print if the engine were the server. A panic, which must not
/// happen, ends the transcript with its message, so that it shows as a difference.
pub fn transcript(file: &str, sql: &str) -> String {
    transcript_on("15", file, sql)
}

/// Like [`transcript`], on a server by its name in `toastscope.server`: a version, `15` to `18`, or one with the
/// prototypes' toasters, `toasters` or `strategies`.
pub fn transcript_on(server: &str, file: &str, sql: &str) -> String {
    let config = Config { clock: Box::new(|| RECORDED_AT), ..Config::default() };
    run(config, server, file, sql)
}

/// Like [`transcript_on`], with all of the log kept.
pub fn transcript_with_log(server: &str, file: &str, sql: &str) -> String {
    run(Config { wal_keep: Some(usize::MAX), ..Config::default() }, server, file, sql)
}

thread_local! {
    /// What the script of this thread wrote, by the file's name.
    static FILES: RefCell<SortedMap<String, String>> = RefCell::default();
}

/// Files that are kept in memory for the time of one script.
struct Kept;

impl psql::Files for Kept {
    fn read(&self, name: &str) -> Result<String, String> {
        let found = FILES.with_borrow(|files| files.get(name).cloned());
        found.ok_or_else(|| "No such file or directory".into())
    }
    fn create(&self, name: &str) -> Result<(), String> {
        if let Some((folder, _)) = name.rsplit_once('/')
            && folder != "/tmp"
        {
            return Err("No such file or directory".into());
        }
        FILES.with_borrow_mut(|files| files.insert(name.to_string(), String::new()));
        Ok(())
    }
    fn append(&self, name: &str, text: &str) -> Result<(), String> {
        FILES.with_borrow_mut(|files| match files.get_mut(name) {
            Some(file) => file.push_str(text),
            None => drop(files.insert(name.to_string(), text.to_string())),
        });
        Ok(())
    }
}

/// What the engine prints for a script; a panic is part of it.
fn run(config: Config, server: &str, file: &str, sql: &str) -> String {
    let mut out = Vec::new();
    let done = catch_unwind(AssertUnwindSafe(|| {
        let mut session = Session::new(config);
        if server != "15" {
            session.execute(&format!("SET toastscope.server = '{server}'"));
        }
        FILES.with_borrow_mut(SortedMap::clear);
        psql::Psql::new(Some(file), true).with_files(&Kept).run(&mut session, sql, &mut out)
    }));
    let mut text = String::from_utf8_lossy(&out).into_owned();
    if let Err(panic) = done {
        let message = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()))
            .unwrap_or_default();
        text.push_str(&format!("PANIC: {message}\n"));
    }
    text
}
