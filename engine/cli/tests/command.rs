//! The command as a shell sees it: what it prints where, and its exit code.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the command with standard input; its exit code and what it printed: out and error.
fn toastscope(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_toastscope"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    let done = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn a_script_that_ends_gives_zero() {
    let (code, out, error) = toastscope(&["-"], "SELECT 1 AS a;\n");
    assert_eq!(out, "SELECT 1 AS a;\n a \n---\n 1\n(1 row)\n\n");
    assert_eq!((code, error.as_str()), (Some(0), ""));
}

#[test]
fn lines_are_echoed_unless_told_not_to() {
    let (_, out, _) = toastscope(&["--no-echo", "-"], "\\echo b\n");
    assert_eq!(out, "b\n");
}

#[test]
fn what_is_fatal_gives_one() {
    let (code, out, error) = toastscope(&["no-such-file.sql"], "");
    assert_eq!(code, Some(1));
    assert_eq!(out, "");
    assert_eq!(error, "toastscope: error: no-such-file.sql: No such file or directory\n");
    let (code, _, error) = toastscope(&["--what"], "");
    assert_eq!(code, Some(1));
    assert!(error.starts_with("toastscope: error: invalid option '--what'\n"), "{error}");
    assert!(error.contains("Try \"toastscope --help\""), "{error}");
}

#[test]
fn a_connection_that_fails_gives_two() {
    let (code, ..) = toastscope(&["-"], "\\connect nowhere\n");
    assert_eq!(code, Some(2));
}

#[test]
fn on_error_stop_gives_three() {
    let (code, out, _) = toastscope(&["-"], "\\set ON_ERROR_STOP 1\nSELECT a;\nSELECT 1;\n");
    assert_eq!(code, Some(3));
    assert!(!out.contains("1 row"), "{out}");
    let (code, ..) = toastscope(&["-"], "SELECT a;\nSELECT 1;\n");
    assert_eq!(code, Some(0));
}

#[test]
fn the_version_names_its_commit() {
    let (code, out, _) = toastscope(&["--version"], "");
    let expected = concat!("toastscope ", env!("CARGO_PKG_VERSION"), " (");
    assert!(code == Some(0) && out.starts_with(expected) && out.ends_with(")\n"), "{out}");
}

#[test]
fn help_and_completions_go_to_standard_output() {
    for arguments in [["--help"], ["--completions=bash"], ["--completions=fish"]] {
        let (code, out, error) = toastscope(&arguments, "");
        assert!(code == Some(0) && out.contains("wal-directory") && error.is_empty());
    }
}
