//! How backslash commands and their arguments are read (`psqlscanslash.l`).

use super::scan::{Input, Reference, Variables, escape_identifier, escape_literal, reference};

/// What a backslash command asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackslashResult {
    /// The command was done.
    Ok,
    /// Failed; a message was printed.
    Error,
    /// The query buffer is to be sent.
    Send,
}

/// Reads the name after the backslash: up to white space or another backslash.
pub fn command_name(input: &mut Input) -> String {
    let rest = input.rest();
    let n = rest.find(|c: char| c.is_whitespace() || c == '\\').unwrap_or(rest.len());
    let name = rest[..n].to_string();
    input.pos += n;
    name
}

/// The first shell command in the rest of a backslash command's line, with the backquotes around it.
pub fn backquoted(rest: &str) -> Option<&str> {
    let line = rest.lines().next().unwrap_or("");
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '`') => {
                let end = line[at + 1..].find('`').map_or(line.len(), |i| at + i + 2);
                return Some(&line[at..end]);
            }
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

/// The commands that read the rest of the line as it stands.
const WHOLE_LINES: &[&str] = &["!", "ef", "ev", "h", "help", "sf", "sf+", "sv", "sv+"];

/// How many arguments the command reads itself (`exec_command`).
pub fn arguments_read(command: &str) -> usize {
    match command {
        "a" | "conninfo" | "copyright" | "errverbose" | "gdesc" | "gexec" | "H" | "html" | "p"
        | "print" | "q" | "quit" | "r" | "reset" => 0,
        "pset" | "setenv" | "prompt" | "drds" => 2,
        "c" | "connect" | "crosstabview" => 4,
        "echo" | "qecho" | "warn" | "set" | "if" | "elif" | "bind" => usize::MAX,
        _ if command.starts_with("df") || command.starts_with("do") => usize::MAX,
        _ => 1,
    }
}

/// How many arguments that follow this command come before one with a quote that is not closed.
pub fn unterminated(command: &str, input: &mut Input, variables: &Variables) -> Option<usize> {
    if WHOLE_LINES.contains(&command) || command.eq_ignore_ascii_case("copy") {
        return None;
    }
    let from = input.pos;
    let mut before = 0;
    let last = loop {
        match scan_argument(input, variables, false) {
            Ok(Some(_)) => before += 1,
            last => break last,
        }
    };
    input.pos = from;
    last.is_err().then_some(before)
}

/// A quote that is not closed.
struct Unterminated;

/// Reads the next argument: without single quotes, with double quotes as they are, and with the values
/// of `:variables`; if `stripped`, without the semicolons at its end, but for those in quotes. `None` at the end of the
/// line, at a backslash, if a quote is not closed, or if semicolons are all that there is.
pub fn argument(input: &mut Input, variables: &Variables, stripped: bool) -> Option<String> {
    let mut argument = scan_argument(input, variables, stripped).unwrap_or(None)?;
    // Texts of C end at a zero byte.
    argument.truncate(argument.find('\0').unwrap_or(argument.len()));
    Some(argument)
}

/// Reads the next argument, or the rest of the line if a quote is not closed (`psql_scan_slash_option`).
fn scan_argument(
    input: &mut Input,
    variables: &Variables,
    stripped: bool,
) -> Result<Option<String>, Unterminated> {
    let rest = input.rest();
    let space = rest.len() - rest.trim_start().len();
    input.pos += space;
    if input.rest().is_empty() || input.rest().starts_with('\\') {
        return Ok(None);
    }
    let mut out = String::new();
    // Where what is written as it is begins: behind quotes and the values of variables.
    let mut plain = 0;
    loop {
        let rest = input.rest();
        let c = rest.chars().next().filter(|&c| c != '\\' && !c.is_whitespace());
        let Some(c) = c else {
            let left = plain + out[plain..].trim_end_matches(';').len();
            if stripped && left < out.len() {
                out.truncate(left);
                return Ok(Some(out).filter(|out| !out.is_empty()));
            }
            return Ok(Some(out));
        };
        let mut as_written = false;
        match c {
            '\'' => {
                input.pos += 1;
                single_quoted(input, &mut out)?;
            }
            '"' => {
                let Some(end) = rest[1..].find('"') else {
                    input.pos = input.text.len();
                    return Err(Unterminated);
                };
                out.push_str(&rest[..end + 2]);
                input.pos += end + 2;
            }
            ':' => match reference(rest) {
                Some((r, n)) => {
                    match r {
                        Reference::Test(name) => {
                            out.push_str(if variables.contains_key(name) {
                                "TRUE"
                            } else {
                                "FALSE"
                            });
                        }
                        Reference::Plain(name)
                        | Reference::Literal(name)
                        | Reference::Identifier(name) => match variables.get(name) {
                            None => out.push_str(&rest[..n]),
                            Some(v) => match r {
                                Reference::Literal(_) => out.push_str(&escape_literal(v)),
                                Reference::Identifier(_) => out.push_str(&escape_identifier(v)),
                                _ => out.push_str(v),
                            },
                        },
                    }
                    input.pos += n;
                }
                None => {
                    as_written = true;
                    out.push(':');
                    input.pos += 1;
                }
            },
            c => {
                as_written = true;
                out.push(c);
                input.pos += c.len_utf8();
            }
        }
        if !as_written {
            plain = out.len();
        }
    }
}

/// Whether what follows is a command of a shell, which is the rest of the line (`OT_FILEPIPE`).
pub fn is_pipe(input: &Input) -> bool {
    input.rest().trim_start().starts_with('|')
}

/// Reads an argument in single quotes, after the first, with C's escapes.
fn single_quoted(input: &mut Input, out: &mut String) -> Result<(), Unterminated> {
    loop {
        let rest = input.rest();
        let Some(c) = rest.chars().next() else { return Err(Unterminated) };
        if rest.starts_with("''") {
            out.push('\'');
            input.pos += 2;
        } else if c == '\'' {
            input.pos += 1;
            return Ok(());
        } else if c == '\\' {
            let after = &rest[1..];
            let radix = |text: &str, max: usize, base: u32| {
                let n = text.chars().take(max).take_while(|c| c.is_digit(base)).count();
                (n, u32::from_str_radix(&text[..n], base).unwrap_or(0))
            };
            let (n, ch) = match after.chars().next() {
                Some('n') => (1, '\n'),
                Some('t') => (1, '\t'),
                Some('b') => (1, '\u{8}'),
                Some('r') => (1, '\r'),
                Some('f') => (1, '\u{c}'),
                Some('0'..='7') => {
                    let (n, v) = radix(after, 3, 8);
                    (n, char::from_u32(v).unwrap_or('?'))
                }
                Some('x') if radix(&after[1..], 2, 16).0 > 0 => {
                    let (n, v) = radix(&after[1..], 2, 16);
                    (n + 1, char::from_u32(v).unwrap_or('?'))
                }
                Some(other) => (other.len_utf8(), other),
                None => (0, '\\'),
            };
            out.push(ch);
            input.pos += 1 + n;
        } else {
            out.push(c);
            input.pos += c.len_utf8();
        }
    }
}

/// Reads the rest of the line as it is, without white space around it.
pub fn whole_line(input: &mut Input) -> String {
    let text = input.rest().trim().to_string();
    input.pos = input.text.len();
    text
}

/// Skips the rest of a backslash command: white space and a `\\` separator.
pub fn end(input: &mut Input) {
    if input.rest().starts_with("\\\\") {
        input.pos += 2;
    }
}
