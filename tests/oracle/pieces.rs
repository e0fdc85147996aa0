//! Scripts of numbered pieces: each begins with a line `-- NUMBER`, so that what was printed for it can be
//! told from the rest.

use std::collections::BTreeMap;
use toastscope_tests::engine;

/// The number of a piece, read from the line that is printed before it.
fn numbered(line: &str) -> Option<usize> {
    line.strip_prefix("-- ")?.parse().ok()
}

/// What the engine prints for a script. `script` gives it from a piece on: a piece that panics is
/// reported, and those after it run in a new session.
pub fn engine(server: &str, script: impl Fn(usize) -> String) -> String {
    let (mut printed, mut first) = (String::new(), 0);
    loop {
        printed.push_str(&engine::transcript_on(server, "pieces.sql", &script(first)));
        let last = printed.lines().last().is_some_and(|l| l.starts_with("PANIC: "));
        let piece = printed.lines().rev().find_map(numbered);
        match piece.filter(|_| last) {
            Some(piece) => first = piece + 1,
            None => return printed,
        }
    }
}

/// The output of each piece, without its first statement and the positions that errors print.
pub fn taken_apart(transcript: &str) -> BTreeMap<usize, String> {
    let mut pieces: BTreeMap<usize, String> = BTreeMap::new();
    let mut number = None;
    let mut echoed = false;
    for line in transcript.lines() {
        if let Some(n) = numbered(line) {
            number = Some(n);
            echoed = false;
        } else if let Some(n) = number
            && std::mem::replace(&mut echoed, true)
        {
            let line = line.split_once(": ERROR:").map_or(line, |l| l.1);
            pieces.entry(n).or_default().push_str(&format!("{line}\n"));
        }
    }
    pieces
}
