//! `\copy`: COPY whose file is the client's (`src/bin/psql/copy.c`).
//!
//! ```text
//! \copy t (a, b) FROM stdin WITH (FORMAT csv)
//!  └ before ────┘ └ where ┘ └ after ────────┘
//! COPY  t (a, b) FROM STDIN  WITH (FORMAT csv)      <- what the server gets
//! ```
//!
//! Simplified: programs cannot be run.

use super::scan::Input;
use super::slash::{self, BackslashResult};
use super::{Psql, Server, print_text};
use server::session::Reply;
use std::io::Write;

/// Where the rows come from or go to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CopyEnd {
    /// `stdin`, `stdout`: the script itself, or where results go.
    Script,
    /// `pstdin`, `pstdout`: psql's own standard input, which is empty, or its output.
    Own,
    File(String),
    Program,
}

/// A `\copy` as read (`struct copy_options`).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Copy {
    before: String,
    from: bool,
    place: CopyEnd,
    after: String,
}

impl Copy {
    /// The statement that the server gets (`do_copy`).
    fn query(&self) -> String {
        let direction = if self.from { " FROM STDIN " } else { " TO STDOUT " };
        format!("COPY {}{direction}{}", self.before, self.after)
    }
}

/// The words of the command (`strtokx`): single delimiters, quoted texts with their quotes, runs.
struct CommandWords<'a>(&'a str);

impl<'a> CommandWords<'a> {
    /// The next word: one of the delimiters, a quoted text, or what ends before one of these.
    fn next(&mut self, delimiters: &str, quotes: &str) -> Option<&'a str> {
        self.0 = self.0.trim_start_matches([' ', '\t', '\n', '\r']);
        let first = self.0.chars().next()?;
        let length = if delimiters.contains(first) {
            first.len_utf8()
        } else if quotes.contains(first) {
            quoted(self.0, first)
        } else {
            let ends =
                |c: char| " \t\n\r".contains(c) || delimiters.contains(c) || quotes.contains(c);
            self.0.find(ends).unwrap_or(self.0.len())
        };
        let (word, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(word)
    }
}

/// The length in bytes of the quoted text at the start, quotes included; a doubled quote does not
/// end it.
fn quoted(text: &str, quote: char) -> usize {
    let mut at = 1;
    loop {
        match text[at..].find(quote) {
            None => return text.len(),
            Some(i) if text[at + i + 1..].starts_with(quote) => at += i + 2,
            Some(i) => return at + i + 1,
        }
    }
}

/// Parses the command's arguments (`parse_slash_copy`). The error is the word that was not
/// expected; `None` stands for the end of the line.
fn parse(arguments: &str) -> Result<Copy, Option<String>> {
    const NAME: (&str, &str) = (".,()", "\"");
    let mut words = CommandWords(arguments);
    let mut before = String::new();
    let mut word = words.next(NAME.0, NAME.1).ok_or(None)?;
    if word.eq_ignore_ascii_case("binary") {
        before.push_str(word);
        word = words.next(NAME.0, NAME.1).ok_or(None)?;
    }
    if word == "(" {
        let mut open = 1;
        while open > 0 {
            before.push(' ');
            before.push_str(word);
            word = words.next("()", "\"'").ok_or(None)?;
            match word {
                "(" => open += 1,
                ")" => open -= 1,
                _ => {}
            }
        }
    }
    before.push(' ');
    before.push_str(word);
    word = words.next(NAME.0, NAME.1).ok_or(None)?;
    if word == "." {
        before.push_str(word);
        before.push_str(words.next(NAME.0, NAME.1).ok_or(None)?);
        word = words.next(NAME.0, NAME.1).ok_or(None)?;
    }
    if word == "(" {
        while word != ")" {
            before.push(' ');
            before.push_str(word);
            word = words.next("()", "\"").ok_or(None)?;
        }
        before.push_str(" )");
        word = words.next(NAME.0, NAME.1).ok_or(None)?;
    }
    let from = match word {
        w if w.eq_ignore_ascii_case("from") => true,
        w if w.eq_ignore_ascii_case("to") => false,
        w => return Err(Some(w.to_string())),
    };
    word = words.next(";", "'").ok_or(None)?;
    let place = match word.to_ascii_lowercase().as_str() {
        "stdin" | "stdout" => CopyEnd::Script,
        "pstdin" | "pstdout" => CopyEnd::Own,
        "program" => {
            words.next(";", "'").ok_or(None)?;
            CopyEnd::Program
        }
        _ => CopyEnd::File(match word.strip_prefix('\'') {
            Some(inner) => inner.strip_suffix('\'').unwrap_or(inner).replace("''", "'"),
            None => word.to_string(),
        }),
    };
    Ok(Copy { before, from, place, after: words.0.trim_start().to_string() })
}

impl Psql {
    /// Runs `\copy`, with a file of this client at the other end of COPY; programs are refused
    /// (`do_copy`).
    pub(super) fn copy(
        &mut self,
        session: &mut dyn Server,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let arguments = slash::whole_line(input);
        if arguments.is_empty() {
            self.log_error(out, "\\copy: arguments required");
            return BackslashResult::Error;
        }
        let copy = match parse(&arguments) {
            Ok(copy) => copy,
            Err(word) => {
                let place = word.map_or("end of line".to_string(), |w| format!("\"{w}\""));
                self.log_error(out, &format!("\\copy: parse error at {place}"));
                return BackslashResult::Error;
            }
        };
        // What a COPY FROM reads, when it is not the lines that follow.
        let data = match &copy.place {
            CopyEnd::Program => {
                self.log_error(out, "\\copy: no programs can be run here");
                return BackslashResult::Error;
            }
            CopyEnd::File(name) if copy.from => match self.read_file(name, out) {
                Some(data) => Some(data),
                None => return BackslashResult::Error,
            },
            CopyEnd::File(name) if self.files.is_some() && !self.open_output(name, out) => {
                return BackslashResult::Error;
            }
            CopyEnd::Own if copy.from => Some(String::new()),
            _ => None,
        };
        let query = copy.query();
        if !self.open_block(session, &query, out) {
            return BackslashResult::Error;
        }
        let mut outcomes = session.execute(&query);
        match (&copy.place, data) {
            (_, Some(data)) => {
                if matches!(outcomes.last(), Some(Reply::CopyIn)) {
                    outcomes.pop();
                    outcomes.extend(session.copy_in(&data));
                }
            }
            (CopyEnd::File(name), None) => {
                for outcome in &mut outcomes {
                    if let Reply::CopyOut { data, tag } = outcome {
                        let (data, tag) = (std::mem::take(data), std::mem::take(tag));
                        self.write_copied(name, data, out);
                        *outcome = Reply::Command { tag };
                    }
                }
            }
            // The data are on the screen, and the tag goes where results go.
            (CopyEnd::Own, None) if self.output.is_some() => {
                for outcome in &mut outcomes {
                    if let Reply::CopyOut { data, tag } = outcome {
                        print_text(out, data);
                        *outcome = Reply::Command { tag: std::mem::take(tag) };
                    }
                }
            }
            _ => {}
        }
        if self.print_outcomes(session, &query, outcomes, out) {
            BackslashResult::Ok
        } else {
            if copy.place == CopyEnd::Script {
                self.skip_copy_data(session, &query);
            }
            BackslashResult::Error
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_gets_a_copy_of_its_own() {
        let cases = [
            ("t from stdin", "COPY  t FROM STDIN "),
            ("t from stdin;", "COPY  t FROM STDIN ;"),
            (
                "s.t (a, \"b c\") FROM 'it''s' csv header",
                "COPY  s.t ( a, \"b c\" ) FROM STDIN csv header",
            ),
            ("(select f('(') from t) to stdout", "COPY  ( select f ( '(' ) from t ) TO STDOUT "),
        ];
        for (text, query) in cases {
            assert_eq!(parse(text).map(|c| c.query()), Ok(query.to_string()), "{text}");
        }
        assert_eq!(parse("t from 'it''s'").map(|c| c.place), Ok(CopyEnd::File("it's".into())));
        assert_eq!(parse("t into x"), Err(Some("into".into())));
        assert_eq!(parse("t from"), Err(None));
    }
}
