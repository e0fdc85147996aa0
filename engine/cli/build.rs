//! Tells the command which commit it is made of, as `TOASTSCOPE_COMMIT`. Only this crate is built
//! again when the commit changes.

use std::path::Path;
use std::process::Command;

/// The output of git with these arguments; `None` if git is missing or prints nothing.
fn git(arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").args(arguments).output().ok().filter(|o| o.status.success())?;
    let text = String::from_utf8(done.stdout).ok()?;
    Some(text.trim().to_string()).filter(|text| !text.is_empty())
}

fn main() {
    let commit = git(&["describe", "--always", "--dirty"]);
    println!("cargo::rustc-env=TOASTSCOPE_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    // A commit moves the log of HEAD; an edit makes the tree dirty. A file that is not there would
    // make this run each time.
    let moved = ["HEAD", "logs/HEAD"].map(|name| git(&["rev-parse", "--git-path", name]));
    for path in moved.into_iter().flatten().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-changed=..");
}
