//! Compares two transcripts, without the lines and numbers that may differ.

/// How lines of VERBOSE begin that report times, or buffers that include those of catalogs.
const VACUUM_REPORTS: [&str; 4] = ["CPU: ", "system usage: ", "avg read rate: ", "buffer usage: "];

/// A transcript's lines without what may differ between two runs. It leaves out what planning read of
/// the catalogs: `Planning:`, the `Buffers:` line below it, and their lines in the `(N rows)` footer.
/// It replaces by a word what depends on a clock or on the position in the log: `Time:` lines,
/// EXPLAIN's times, messages of recovery, and VERBOSE's reports of time and buffers.
pub fn comparable(transcript: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut left_out = 0;
    let mut planning = 0;
    let mut input = transcript.lines().peekable();
    while let Some(line) = input.next() {
        if line.trim() == "Planning:" {
            left_out += 1;
            if input.peek().is_some_and(|next| next.trim_start().starts_with("Buffers:")) {
                input.next();
                left_out += 1;
            }
            if input.peek().is_some_and(|next| next.trim_start().starts_with("Memory:")) {
                input.next();
                left_out += 1;
            }
            continue;
        }
        // The same in EXPLAIN's other formats, where the group is always there.
        let word = line.trim_end_matches([' ', '+']).trim_start();
        if matches!(word, "\"Planning\": {" | "Planning:" | "<Planning>") {
            planning = 10;
        } else if planning > 0 {
            planning -= 1;
            lines.push(line.replace(|c: char| c.is_ascii_digit(), "n"));
            continue;
        }
        let footer = line
            .strip_prefix('(')
            .and_then(|l| l.strip_suffix(" rows)"))
            .and_then(|n| n.parse::<usize>().ok());
        lines.push(match footer {
            Some(n) if left_out > 0 => format!("({} rows)", n - std::mem::take(&mut left_out)),
            _ if line.starts_with("Time: ") => "Time: (modelled)".to_owned(),
            _ if line.starts_with("LOG:  ") => without_places(line),
            _ if VACUUM_REPORTS.iter().any(|r| line.starts_with(r)) => {
                line.split(':').next().unwrap_or_default().to_owned()
            }
            _ if line.starts_with("DETAIL:  CPU: ") => "DETAIL:  CPU".to_owned(),
            _ if line.contains("ning Time: ") || line.contains("ution Time: ") => {
                line.replace(|c: char| c.is_ascii_digit() || c == '.', "")
            }
            _ if line.contains("(actual time=") => without_actual_time(line),
            _ => line.to_owned(),
        });
    }
    lines
}

/// Like [`comparable`], for the recording of another version: LSNs and times are replaced too, since
/// its cluster was made at another time.
pub fn comparable_versions(transcript: &str) -> Vec<String> {
    let lines = comparable(transcript).into_iter();
    let line = |l: String| l.split(' ').map(without_moment).collect::<Vec<_>>().join(" ");
    lines.map(|l| if l.contains(['/', ':']) { line(l) } else { l }).collect()
}

/// A word, or "…" if it is an LSN, a date or a time.
fn without_moment(w: &str) -> &str {
    let hex = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_hexdigit());
    let lsn = w.split_once('/').is_some_and(|(a, b)| hex(a) && b.len() > 4 && hex(b));
    let day = w.len() == 10 && w.as_bytes()[4] == b'-' && w.as_bytes()[7] == b'-';
    let hour = w.len() >= 8 && w.as_bytes()[2] == b':' && w.as_bytes()[5] == b':';
    let moment = (day || hour) && w.starts_with(|c: char| c.is_ascii_digit());
    if lsn || moment { "…" } else { w }
}

/// A line of EXPLAIN ANALYZE without actual times.
fn without_actual_time(line: &str) -> String {
    let (before, after) = line.split_once("(actual time=").unwrap_or((line, ""));
    let rest = after.split_once(' ').map_or("", |(_, rest)| rest);
    format!("{before}(actual time=… {rest}")
}

/// A line of the server's own log without LSNs and times.
fn without_places(line: &str) -> String {
    let place = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(['/', '-', ':'])
    };
    line.split(' ').map(|word| if place(word) { "…" } else { word }).collect::<Vec<_>>().join(" ")
}

/// The differing lines with two lines before and after each difference, as in a unified diff; empty
/// if there are none.
pub fn difference(expected: &str, actual: &str) -> String {
    difference_of(&comparable(expected), &comparable(actual))
}

/// Like [`difference`], for lines that [`comparable`] has made.
pub fn difference_of(expected: &[String], actual: &[String]) -> String {
    if expected == actual {
        return String::new();
    }
    let mut out = String::new();
    let (mut i, mut j) = (0, 0);
    let mut shown = 0;
    while (i < expected.len() || j < actual.len()) && shown < 60 {
        if expected.get(i) == actual.get(j) {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        // Where the two meet again, looking at most some lines ahead.
        let meet = (1..200usize)
            .flat_map(|d| (0..=d).map(move |a| (a, d - a)))
            .find(|&(a, b)| {
                expected.get(i + a).is_some()
                    && expected.get(i + a) == actual.get(j + b)
                    && expected.get(i + a + 1) == actual.get(j + b + 1)
            })
            .unwrap_or((expected.len() - i, actual.len() - j));
        out.push_str(&format!("@@ line {}\n", i + 1));
        for line in &expected[i.saturating_sub(2)..i] {
            out.push_str(&format!("  {}\n", cut(line)));
        }
        for line in &expected[i..i + meet.0] {
            out.push_str(&format!("- {}\n", cut(line)));
        }
        for line in &actual[j..j + meet.1] {
            out.push_str(&format!("+ {}\n", cut(line)));
        }
        shown += meet.0 + meet.1;
        (i, j) = (i + meet.0, j + meet.1);
    }
    out
}

/// A line cut to a length that people read.
fn cut(line: &str) -> String {
    if line.chars().count() <= 300 {
        return line.to_owned();
    }
    line.chars().take(300).chain("…".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planning_lines_are_left_out_with_their_rows() {
        let server = " Seq Scan on t\n Planning:\n   Buffers: shared hit=5\n(3 rows)\n";
        assert_eq!(comparable(server), [" Seq Scan on t", "(1 rows)"]);
        assert_eq!(difference("a\nb\n", "a\nb\n"), "");
        assert!(difference("a\nb\nc\n", "a\nx\nc\n").contains("- b\n+ x\n"));
    }
}
