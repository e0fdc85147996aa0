//! Names with wildcards: `schema.na*e`, folded unless quoted (`processSQLNamePattern`).
//!
//! ```text
//! \d Order*      order, orders, order_items      * any characters
//! \d "Order"     Order                           quoted: as it stands
//! \d log.?       log.a, log.b                    ? any one character
//! ```

/// A name, and maybe a schema, with wildcards.
pub(super) struct Pattern {
    schema: Option<Vec<Glob>>,
    name: Vec<Glob>,
    /// How many dots separate its parts.
    dots: usize,
}

#[derive(Clone, PartialEq)]
enum Glob {
    Char(char),
    AnyChar,
    AnyText,
}

impl Pattern {
    /// Parses a pattern as psql's manual describes it.
    pub(super) fn new(text: &str) -> Pattern {
        let mut parts = vec![Vec::new()];
        let mut quoted = false;
        for c in text.chars() {
            let part = parts.last_mut().expect("never empty");
            match c {
                '"' => quoted = !quoted,
                '.' if !quoted => parts.push(Vec::new()),
                '*' if !quoted => part.push(Glob::AnyText),
                '?' if !quoted => part.push(Glob::AnyChar),
                c if quoted => part.push(Glob::Char(c)),
                c => part.push(Glob::Char(c.to_ascii_lowercase())),
            }
        }
        let dots = parts.len() - 1;
        let name = parts.pop().unwrap_or_default();
        Pattern { schema: parts.pop(), name, dots }
    }

    /// Whether it has more parts than a database, a schema and a name (`validateSQLNamePattern`).
    pub(super) fn has_too_many_parts(&self) -> bool {
        self.dots > 2
    }

    /// Whether an object's name matches; a pattern without a schema matches in any schema.
    pub(super) fn matches(&self, schema: &str, name: &str) -> bool {
        self.schema.as_ref().is_none_or(|s| matches(s, schema)) && matches(&self.name, name)
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
    fn what_is_not_on_the_search_path_needs_its_schema() {
        assert!(!Pattern::new("t").matches_visible("log", "t", false));
        assert!(Pattern::new("log.t").matches_visible("log", "t", false));
        assert!(Pattern::new("t").matches_visible("log", "t", true));
    }
}
