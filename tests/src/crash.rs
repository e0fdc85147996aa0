//! `\crash` on a real server. psql has no such command: a script that uses it runs with a `\connect`
//! in its place, whose database is what a program prints once it has stopped the server dead and
//! started it again. Afterwards `\crash` is put back, with what the server logged of its recovery
//! between the words that an interactive psql has for a lost connection.
//!
//! ```text
//! \crash                      \connect `sh HOME/crash`
//!                        ->   You are now connected to database ...
//! ```

use std::path::Path;

const COMMAND: &str = r"\crash";

const LOST: &str = "server closed the connection unexpectedly
\tThis probably means the server terminated abnormally
\tbefore or while processing the request.
";
const FOUND: &str = "The connection to the server was lost. Attempting reset: Succeeded.\n";

/// How the lines about recovery begin. Others, about sockets and the checkpoint at its end, tell
/// nothing of the script.
const RECOVERY: [&str; 5] = [
    "database system was interrupted",
    "database system was not properly shut down",
    "redo ",
    "invalid record length",
    "database system is ready",
];

/// Whether a script contains `\crash`.
pub fn used(script: &str) -> bool {
    script.lines().any(|line| line == COMMAND)
}

/// What stands in the place of `\crash`.
fn stand_in(program: &Path) -> String {
    format!("\\connect `sh {}`", program.display())
}

/// The script with a command that psql can run in the place of each `\crash`.
pub fn runnable(script: &str, program: &Path) -> String {
    let line = |line| if line == COMMAND { stand_in(program) } else { String::from(line) };
    script.lines().map(|l| line(l) + "\n").collect()
}

/// The output with `\crash` in the place of its stand-in, followed by the server's lines about the
/// recovery.
pub fn restored(printed: &str, program: &Path, log: &str) -> String {
    let stand_in = stand_in(program);
    let crashes = printed.lines().filter(|line| *line == stand_in).count();
    // Each start begins with this line; the last ones are those of the script.
    let starts: Vec<&str> = log.split("LOG:  starting PostgreSQL").collect();
    let mut starts = starts[starts.len().saturating_sub(crashes)..].iter();
    let mut out = String::new();
    let mut lines = printed.lines().peekable();
    while let Some(line) = lines.next() {
        if line != stand_in {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        lines.next_if(|l| l.starts_with("You are now connected"));
        out.push_str(COMMAND);
        out.push('\n');
        out.push_str(LOST);
        out.push_str(&starts.next().map_or_else(String::new, |log| recovery(log)));
        out.push_str(FOUND);
    }
    out
}

/// The server's lines about recovery, without times, process ids and figures of the machine.
fn recovery(log: &str) -> String {
    log.lines()
        .filter_map(|line| line.split_once("LOG:  "))
        .filter(|(_, words)| RECOVERY.iter().any(|start| words.starts_with(start)))
        .map(|(_, words)| words.split(" system usage:").next().unwrap_or(words))
        .map(|words| format!("LOG:  {words}\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_printed_as_it_was_written() {
        let program = Path::new("/home/crash");
        let script = "SELECT 1;\n\\crash\nSELECT 2;\n";
        assert!(used(script) && !used("SELECT '\\crash';\n"));
        let ran = runnable(script, program);
        assert_eq!(ran, "SELECT 1;\n\\connect `sh /home/crash`\nSELECT 2;\n");
        let printed = ran.replace("crash`\n", "crash`\nYou are now connected to database \"p\".\n");
        let log = "12:00 UTC [7] LOG:  starting PostgreSQL 15.18\n\
            12:00 UTC [7] LOG:  database system is ready to accept connections\n\
            12:01 UTC [8] LOG:  starting PostgreSQL 15.18\n\
            12:01 UTC [9] LOG:  redo starts at 0/2000528\n\
            12:01 UTC [9] LOG:  redo done at 0/20006E8 system usage: CPU: user: 0.00 s\n\
            12:01 UTC [9] LOG:  checkpoint starting: end-of-recovery immediate wait\n";
        let said = format!(
            "SELECT 1;\n\\crash\n{LOST}LOG:  redo starts at 0/2000528\n\
             LOG:  redo done at 0/20006E8\n{FOUND}SELECT 2;\n"
        );
        assert_eq!(restored(&printed, program, log), said);
    }
}
