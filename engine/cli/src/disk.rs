//! The disk, for psql's `\o`, `\g FILE` and `\copy`: names are below the current folder, `~` is the user's own.

use client::psql::Files;
use std::fs::{self, OpenOptions};
use std::io::{Error, Write};
use std::path::PathBuf;

/// The files of this computer.
pub struct Disk;

impl Files for Disk {
    fn read(&self, name: &str) -> Result<String, String> {
        let path = path(name);
        if path.is_dir() {
            return Err("cannot copy from/to a directory".into());
        }
        let bytes = fs::read(path).map_err(|error| reason(&error))?;
        String::from_utf8(bytes).map_err(|_| "bytes that are no UTF-8 are not modelled".into())
    }
    fn create(&self, name: &str) -> Result<(), String> {
        fs::write(path(name), "").map_err(|error| reason(&error))
    }
    fn append(&self, name: &str, text: &str) -> Result<(), String> {
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(path(name))
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| reason(&error))
    }
}

/// The path of a file as it was written in a command (`expand_tilde`).
fn path(name: &str) -> PathBuf {
    match (name.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(name),
    }
}

/// Why an operation failed, as the C library says it.
pub fn reason(error: &Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}
