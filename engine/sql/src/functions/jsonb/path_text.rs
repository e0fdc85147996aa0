//! A SQL/JSON path's input and its text (`jsonpath_in`, `flattenJsonPathParseItem`,
//! `printJsonPathItem` in `jsonpath.c`): checked when it is read, and printed in one form whatever
//! way it was written.
//!
//! ```text
//! $.a[*]?(@>1)   is   $."a"[*]?(@ > 1)
//! ```
//!
//! Simplified: the server keeps a path as binary items; here the value is its text in that form.

use super::jsonpath::{Item, Path, parse};
use crate::functions::regex::{Flags, Regex};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::types::jsonb::escape_json;
use storage::types::numeric::Numeric;
use storage::versions::Release;

/// Parses a jsonpath, and returns it in the form in which it is printed.
///
/// # Errors
/// The server's syntax errors.
pub fn path_in(text: &str, release: &Release) -> Result<Datum> {
    if text.trim().is_empty() {
        return err!(
            INVALID_TEXT_REPRESENTATION,
            "invalid input syntax for type jsonpath: \"{text}\""
        );
    }
    let (path, strict) = parse(text, release)?;
    let mut printer = Printer(if strict { "strict ".to_owned() } else { String::new() });
    check(&path, 0, false)?;
    printer.path(&path, true)?;
    Ok(Datum::text(&printer.0))
}

/// Refuses `@` outside filters, `last` outside subscripts, and the flag `x` of `like_regex`.
/// `filters`: how many filters surround the path. `subscript`: whether a subscript surrounds it.
fn check(path: &Path, filters: usize, subscript: bool) -> Result<()> {
    for item in path {
        match item {
            Item::Current if filters == 0 => {
                return err!(SYNTAX_ERROR, "@ is not allowed in root expressions");
            }
            Item::Last if !subscript => {
                return err!(SYNTAX_ERROR, "LAST is allowed only in array subscripts");
            }
            Item::Like(_, pattern, flags) => {
                regex_of(pattern, flags)?;
            }
            _ => {}
        }
        let filters = filters + usize::from(matches!(item, Item::Filter(_)));
        let subscript = subscript || matches!(item, Item::Elements(_));
        item.parts().into_iter().try_for_each(|part| check(part, filters, subscript))?;
    }
    Ok(())
}

/// The regular expression of `like_regex`; without the flag `s` a dot is no newline (`makeItemLikeRegex`,
/// `jspConvertRegexFlags`).
///
/// # Errors
///
/// For a flag that there is not, or a pattern that is no regular expression.
pub(super) fn regex_of(pattern: &str, flags: &str) -> Result<Regex> {
    if let Some(c) = flags.chars().find(|c| !"ismxq".contains(*c)) {
        return Err(PgError::new(SqlState::SYNTAX_ERROR, "invalid input syntax for type jsonpath")
            .detail(format!("Unrecognized flag character \"{c}\" in LIKE_REGEX predicate.")));
    }
    if flags.contains('x') && !flags.contains('q') {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "XQuery \"x\" flag (expanded regular expressions) is not implemented"
        );
    }
    let has = |flag| flags.contains(flag);
    let lines = match (has('s'), has('m')) {
        _ if has('q') => "q",
        (true, true) => "w",
        (true, false) => "s",
        (false, true) => "n",
        (false, false) => "p",
    };
    let case = if has('i') { "i" } else { "" };
    Regex::new(pattern, Flags::parse(&format!("{lines}{case}"))?)
}

/// The precedence of an operation (`operationPriority`).
fn priority(item: &Item) -> u8 {
    match item {
        Item::Or(..) => 0,
        Item::And(..) => 1,
        Item::Compare(..) | Item::StartsWith(..) => 2,
        Item::Arithmetic('+' | '-', ..) => 3,
        Item::Arithmetic(..) => 4,
        Item::Signed(..) => 5,
        _ => 6,
    }
}

/// A number, maybe with signs: whether it is negative, and its digits (`makeItemUnary`).
fn constant(item: &Item) -> Option<(bool, &str)> {
    match item {
        Item::Number(digits) => Some((false, digits)),
        Item::Signed(sign, inner) => match inner.as_slice() {
            [one] => constant(one).map(|(negative, digits)| (negative != (*sign == '-'), digits)),
            _ => None,
        },
        _ => None,
    }
}

struct Printer(String);

impl Printer {
    /// Appends a text.
    fn push(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Appends a string in quotes.
    fn quoted(&mut self, text: &str) {
        escape_json(text, &mut self.0);
    }

    /// Appends a number in its one form.
    fn number(&mut self, sign: &str, digits: &str) -> Result<()> {
        let number = Numeric::parse(&format!("{sign}{digits}"))?;
        self.push(&number.to_string());
        Ok(())
    }

    /// Prints the steps of a path; `brackets` says that an operation at its beginning needs
    /// parentheses.
    fn path(&mut self, path: &Path, brackets: bool) -> Result<()> {
        for (i, item) in path.iter().enumerate() {
            if let Some((negative, digits)) = constant(item) {
                // Else the point of the next step would be the number's.
                let next = i + 1 < path.len();
                self.push(if next { "(" } else { "" });
                self.number(if negative { "-" } else { "" }, digits)?;
                self.push(if next { ")" } else { "" });
                continue;
            }
            let operation = priority(item) < 6 || matches!(item, Item::Like(..));
            if operation && path.len() > 1 && !brackets {
                // The server prints it without the brackets it had, which is another path.
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "a jsonpath accessor of an operation within another is not modelled"
                );
            }
            self.item(item, brackets, i > 0)?;
        }
        Ok(())
    }

    /// Prints an operand of an operation.
    fn operand(&mut self, operand: &Path, operation: &Item) -> Result<()> {
        let looser = operand.first().is_some_and(|first| priority(first) <= priority(operation));
        self.path(operand, looser)
    }

    /// Appends an operator between its sides, in parentheses if `brackets`.
    fn binary(&mut self, item: &Item, op: &str, sides: [&Path; 2], brackets: bool) -> Result<()> {
        self.push(if brackets { "(" } else { "" });
        self.operand(sides[0], item)?;
        self.push(&format!(" {op} "));
        self.operand(sides[1], item)?;
        self.push(if brackets { ")" } else { "" });
        Ok(())
    }

    /// Prints a text, an inner path, and a text.
    fn around(&mut self, before: &str, inner: &Path, after: &str) -> Result<()> {
        self.push(before);
        self.path(inner, false)?;
        self.push(after);
        Ok(())
    }

    /// Prints one step; `brackets`: an operation is put in them, `follows`: a step precedes it.
    fn item(&mut self, item: &Item, brackets: bool, follows: bool) -> Result<()> {
        let point = if follows { "." } else { "" };
        match item {
            Item::Root => self.push("$"),
            Item::Current => self.push("@"),
            Item::Variable(name) => {
                self.push("$");
                self.quoted(name);
            }
            Item::Null => self.push("null"),
            Item::Bool(b) => self.push(if *b { "true" } else { "false" }),
            Item::Number(_) => {}
            Item::String(s) => self.quoted(s),
            Item::Key(key) => {
                self.push(point);
                self.quoted(key);
            }
            Item::AnyKey => {
                self.push(point);
                self.push("*");
            }
            Item::Deep(from, to) => {
                self.push(point);
                self.push(&levels(*from, *to));
            }
            Item::AnyElement => self.push("[*]"),
            Item::Elements(list) => {
                for (i, (from, to)) in list.iter().enumerate() {
                    self.around(if i == 0 { "[" } else { "," }, from, "")?;
                    if let Some(to) = to {
                        self.around(" to ", to, "")?;
                    }
                }
                self.push("]");
            }
            Item::Last => self.push("last"),
            Item::Filter(inner) => self.around("?(", inner, ")")?,
            Item::Method(name) => self.push(&format!(".{name}()")),
            Item::Signed(sign, inner) => {
                self.push(if brackets { "(" } else { "" });
                self.0.push(*sign);
                self.operand(inner, item)?;
                self.push(if brackets { ")" } else { "" });
            }
            Item::Arithmetic(op, a, b) => self.binary(item, &op.to_string(), [a, b], brackets)?,
            Item::Compare(op, a, b) => self.binary(item, op, [a, b], brackets)?,
            Item::And(a, b) => self.binary(item, "&&", [a, b], brackets)?,
            Item::Or(a, b) => self.binary(item, "||", [a, b], brackets)?,
            Item::StartsWith(a, b) => self.binary(item, "starts with", [a, b], brackets)?,
            Item::Not(inner) => self.around("!(", inner, ")")?,
            Item::Exists(inner) => self.around("exists (", inner, ")")?,
            Item::Unknown(inner) => self.around("(", inner, ") is unknown")?,
            Item::Like(inner, pattern, flags) => {
                self.push(if brackets { "(" } else { "" });
                self.operand(inner, item)?;
                self.push(" like_regex ");
                self.quoted(pattern);
                if !flags.is_empty() {
                    self.push(" flag \"");
                    self.0.extend("ismxq".chars().filter(|f| flags.contains(*f)));
                    self.push("\"");
                }
                self.push(if brackets { ")" } else { "" });
            }
        }
        Ok(())
    }
}

/// The text of `**` with its levels.
fn levels(from: u32, to: u32) -> String {
    const LAST: u32 = u32::MAX;
    match (from, to) {
        (0, LAST) => "**".to_owned(),
        (LAST, LAST) => "**{last}".to_owned(),
        (n, m) if n == m => format!("**{{{n}}}"),
        (LAST, to) => format!("**{{last to {to}}}"),
        (from, LAST) => format!("**{{{from} to last}}"),
        (from, to) => format!("**{{{from} to {to}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match path_in(text, Default::default()) {
            Ok(Datum::Ref(b)) => String::from_utf8_lossy(&b[4..]).into_owned(),
            Ok(_) => String::new(),
            Err(e) => e.message,
        }
    }

    #[test]
    fn a_path_is_printed_as_the_server_does() {
        let cases = [
            ("$.a[*] ? (@ > 1)", "$.\"a\"[*]?(@ > 1)"),
            ("(1 + 2) * 3", "((1 + 2) * 3)"),
            ("1 + (2 * 3)", "(1 + 2 * 3)"),
            ("-(1+2)", "(-(1 + 2))"),
            ("- 1.50", "-1.50"),
            ("1e3", "1000"),
            ("($.a > 1) is unknown", "($.\"a\" > 1) is unknown"),
            ("$.**{2 to last}[0, 2 to last]", "$.**{2 to last}[0,2 to last]"),
            ("$.a ? ((@ > 1 || @ < 0) && @ != 5)", "$.\"a\"?((@ > 1 || @ < 0) && @ != 5)"),
            ("$ ? (@.a[last] > 1)", "$?(@.\"a\"[last] > 1)"),
            ("strict $v.size()", "strict $\"v\".size()"),
        ];
        for (text, printed) in cases {
            assert_eq!(shown(text), printed, "{text}");
            // What is printed reads as the same path.
            assert_eq!(shown(printed), printed);
        }
    }

    #[test]
    fn what_is_no_path_is_refused_when_it_is_read() {
        let cases = [
            ("$.a[", "syntax error at end of jsonpath input"),
            ("a b", "syntax error at or near \" \" of jsonpath input"),
            ("$a b", "syntax error at end of jsonpath input"),
            ("$.a \"x\"", "syntax error at or near \"\"\" of jsonpath input"),
            ("$.a.nosuch()", "syntax error at or near \"(\" of jsonpath input"),
            ("last", "LAST is allowed only in array subscripts"),
            ("@.a", "@ is not allowed in root expressions"),
            ("  ", "invalid input syntax for type jsonpath: \"  \""),
            ("\"x", "unexpected end of quoted string at end of jsonpath input"),
        ];
        for (text, message) in cases {
            assert_eq!(shown(text), message, "{text}");
        }
    }
}
