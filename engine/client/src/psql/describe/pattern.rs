//! Names with wildcards: `schema.na*e`, folded unless quoted (`processSQLNamePattern`).
//!
//! ```text
//! \d Order*      order, orders, order_items      * any characters
//! \d "Order"     Order                           quoted: as it stands
//! \d log.?       log.a, log.b                    ? any one character
//! \d a|b         a, b                            other signs: those of a regular expression
//! ```

use sql::functions::regex::{Budget, Flags, Regex};

/// A name, and maybe a schema, with wildcards.
pub(super) struct Pattern {
    schema: Option<Part>,
    name: Part,
    /// How many dots separate its parts.
    dots: usize,
    /// The first of three parts as written, which names the database.
    database: String,
}

/// One part of a pattern.
#[derive(Default)]
struct Part {
    globs: Vec<Glob>,
    /// What psql makes of it for the server's operator `~`, without the ends `^(` and `)$`.
    regex: String,
    /// Whether it has letters that only a regular expression gives a meaning: `\dt a|b`.
    is_regex: bool,
    /// The regular expression, for such a part.
    compiled: Option<Regex>,
}

#[derive(Clone, PartialEq)]
enum Glob {
    Char(char),
    AnyChar,
    AnyText,
}

impl Part {
    /// Adds one character that stands for itself, in quotes or not.
    fn push(&mut self, c: char, quoted: bool, before_bracket: bool) {
        let c = if quoted { c } else { c.to_ascii_lowercase() };
        let special = "|*+?()[]{}.^$\\".contains(c);
        if c == '$' || quoted && special || c == '[' && before_bracket {
            self.regex.push('\\');
        } else {
            self.is_regex |= special && !"]}".contains(c);
        }
        self.regex.push(c);
        self.globs.push(Glob::Char(c));
    }

    /// Adds a wildcard.
    fn push_wildcard(&mut self, glob: Glob, regex: &str) {
        self.globs.push(glob);
        self.regex.push_str(regex);
    }

    /// Whether a name matches; a broken regular expression matches nothing.
    fn matches(&self, text: &str) -> bool {
        let Some(regex) = &self.compiled else {
            return !self.is_regex && matches(&self.globs, text);
        };
        let text: Vec<char> = text.chars().collect();
        regex.is_match(&text, &mut Budget::new(None)).unwrap_or(false)
    }

    /// What the server is to match names with (`processSQLNamePattern`).
    fn anchored(&self) -> String {
        format!("^({})$", self.regex)
    }
}

impl Pattern {
    /// Parses a pattern as psql's manual describes it (`patternToSQLRegex`).
    pub(super) fn new(text: &str) -> Pattern {
        let mut parts = vec![Part::default()];
        let mut quoted = false;
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let part = parts.last_mut().expect("never empty");
            match c {
                '"' if quoted && rest.next_if_eq(&'"').is_some() => part.push('"', true, false),
                '"' => quoted = !quoted,
                '.' if !quoted => parts.push(Part::default()),
                '*' if !quoted => part.push_wildcard(Glob::AnyText, ".*"),
                '?' if !quoted => part.push_wildcard(Glob::AnyChar, "."),
                c => part.push(c, quoted, rest.peek() == Some(&']')),
            }
        }
        for part in parts.iter_mut().filter(|part| part.is_regex) {
            part.compiled = Regex::new(&part.anchored(), Flags::default()).ok();
        }
        let dots = parts.len() - 1;
        let name = parts.pop().unwrap_or_default();
        let schema = parts.pop();
        let written = |glob: &Glob| match glob {
            Glob::Char(c) => *c,
            Glob::AnyChar => '?',
            Glob::AnyText => '*',
        };
        let database = parts.pop().unwrap_or_default().globs.iter().map(written).collect();
        Pattern { schema, name, dots, database }
    }

    /// The regular expressions that only a server can judge: psql sends them as they are.
    pub(super) fn regexes(&self) -> impl Iterator<Item = String> {
        let parts = self.schema.iter().chain([&self.name]);
        parts.filter(|part| part.is_regex).map(Part::anchored)
    }

    /// Why a command refuses it in this database, if it does (`validateSQLNamePattern`).
    pub(super) fn refusal(&self, command: &str, database: &str) -> Option<&'static str> {
        let most = match command.as_bytes() {
            [b'l', ..] | [b'd', b'b' | b'g' | b'u' | b'x', ..] => 0,
            [b'd', b'n', ..] => 1,
            _ => 2,
        };
        // The name of a schema has no part for a database to be compared with.
        let elsewhere = most == 1 || self.database != database;
        match self.dots {
            dots if dots > most => Some("improper qualified name (too many dotted names)"),
            dots if dots == most && most > 0 && elsewhere => {
                Some("cross-database references are not implemented")
            }
            _ => None,
        }
    }

    /// Whether an object's name matches; a pattern without a schema matches in any schema.
    pub(super) fn matches(&self, schema: &str, name: &str) -> bool {
        self.schema.as_ref().is_none_or(|part| part.matches(schema)) && self.name.matches(name)
    }

    /// Whether a name matches; one outside of the search path matches only when its schema is asked
    /// for. `visible`: the object is found without its schema.
    pub(super) fn matches_visible(&self, schema: &str, name: &str, visible: bool) -> bool {
        (self.schema.is_some() || visible) && self.matches(schema, name)
    }
}

/// Whether the whole text matches the pattern.
fn matches(pattern: &[Glob], text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    // Linear matching: at a mismatch go back to the last star and let it take one more.
    let (mut p, mut t, mut star) = (0, 0, None);
    while t < text.len() {
        match pattern.get(p) {
            Some(Glob::AnyText) => {
                star = Some((p, t));
                p += 1;
            }
            Some(Glob::AnyChar) => {
                p += 1;
                t += 1;
            }
            Some(Glob::Char(c)) if *c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((star_p, star_t)) => {
                    p = star_p + 1;
                    t = star_t + 1;
                    star = Some((star_p, star_t + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|glob| *glob == Glob::AnyText)
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn wildcards_quotes_and_schemas() {
        let matches = |pattern: &str, name| Pattern::new(pattern).matches("log", name);
        assert!(matches("Order*", "orders") && matches("order*", "order"));
        assert!(!matches("\"Order*\"", "orders") && matches("\"Or*\"", "Or*"));
        assert!(matches("a?c*e", "abcde") && !matches("a?c", "ac"));
        assert!(matches("*a*b", "xaxab") && !matches("*a*b", "ba"));
        assert!(matches("l?g.t", "t") && !matches("public.t", "t"));
    }

    #[test]
    fn signs_of_regular_expressions() {
        let matches = |pattern: &str, name| Pattern::new(pattern).matches("log", name);
        assert!(matches("a|b", "b") && !matches("a|b", "ab") && matches("\"a|b\"", "a|b"));
        assert!(matches("t+", "tt") && matches("t[0-9]", "t1") && matches("a$b", "a$b"));
        assert!(matches("int[]", "int[]") && matches("\"a\"\"b\"", "a\"b") && !matches("t(", "t("));
    }

    #[test]
    fn what_is_not_on_the_search_path_needs_its_schema() {
        assert!(!Pattern::new("t").matches_visible("log", "t", false));
        assert!(Pattern::new("log.t").matches_visible("log", "t", false));
        assert!(Pattern::new("t").matches_visible("log", "t", true));
    }
}
