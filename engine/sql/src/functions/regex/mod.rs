//! Regular expressions: PostgreSQL's "advanced" ones (`src/backend/regex`), and what SQL does with
//! them.
//!
//! A pattern becomes a tree ([`parse`]), the tree automata ([`program`]) and a plan for telling
//! groups apart ([`dissect`]). The automata say where a match begins and ends, in one pass over
//! the text whatever the pattern; the plan then cuts that span into the parts of the pattern, each
//! as long or as short as it prefers, from left to right:
//!
//! ```text
//! (\w+?)(\d*)-\1      on  "ab12-ab1"        whole match: 0..7, "ab12-ab" fails, so
//!  └ short └ long      cut at 1, 2, ...:     "ab" + "12" + "-" + "ab"
//! ```
//!
//! Character classes and case know ASCII letters only, as under the "C" collation. Simplified:
//! basic regular expressions (`(?b)`) are read as advanced ones.

pub mod dissect;
pub mod functions;
pub mod parse;
pub mod program;
pub mod set;
pub mod similar;

use dissect::Subexpression;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::Env;

/// Returns the error for an invalid regular expression; `what` is its reason.
fn invalid(what: &str) -> Box<PgError> {
    PgError::new(
        SqlState::INVALID_REGULAR_EXPRESSION,
        format!("invalid regular expression: {what}"),
    )
}

/// Options of a pattern (`pg_re_flags`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `g`: all matches.
    pub glob: bool,
    /// `i`: capital and small letters are the same.
    pub ignore_case: bool,
    /// `.` and negated brackets do not match a newline (`n`, `m`, `p`).
    pub line_dot: bool,
    /// `^` and `$` match at newlines too (`n`, `m`, `w`).
    pub line_anchors: bool,
    /// `x`: white space and comments do not count.
    pub expanded: bool,
    /// `q`: the pattern is a literal string.
    pub quote: bool,
}

impl Flags {
    /// Sets the option that a letter stands for. Returns false for an unknown letter. `embedded`:
    /// the letter is in the pattern, where `g` is unknown.
    fn set(&mut self, letter: char, embedded: bool) -> bool {
        match letter {
            'g' if !embedded => self.glob = true,
            'b' | 'e' => self.quote = false,
            'c' => self.ignore_case = false,
            'i' => self.ignore_case = true,
            'm' | 'n' => (self.line_dot, self.line_anchors) = (true, true),
            'p' => (self.line_dot, self.line_anchors) = (true, false),
            'q' => self.quote = true,
            's' => (self.line_dot, self.line_anchors) = (false, false),
            't' => self.expanded = false,
            'w' => (self.line_dot, self.line_anchors) = (false, true),
            'x' => self.expanded = true,
            _ => return false,
        }
        true
    }

    /// Parses the options in a text argument (`parse_re_flags`).
    pub fn parse(letters: &str) -> Result<Flags> {
        let mut flags = Flags::default();
        for c in letters.chars() {
            if !flags.set(c, false) {
                return err!(INVALID_PARAMETER_VALUE, "invalid regular expression option: \"{c}\"");
            }
        }
        Ok(flags)
    }
}

/// How much a search may cost before it looks whether it was cancelled, and before it gives up.
pub struct Budget<'a> {
    env: Option<&'a dyn Env>,
    spent: u64,
    next_check: u64,
}

impl<'a> Budget<'a> {
    /// States looked at between two looks for a cancel.
    const CHECK: u64 = 1 << 18;
    /// States after which a search fails.
    const LIMIT: u64 = 1 << 36;

    /// The budget of steps for one match; without an environment no cancel request ends the match.
    pub fn new(env: Option<&'a dyn Env>) -> Budget<'a> {
        Budget { env, spent: 0, next_check: Self::CHECK }
    }

    /// Counts steps; a search that is too long can be cancelled.
    fn spend(&mut self, steps: u64) -> Result<()> {
        self.spent += steps;
        if self.spent < self.next_check {
            return Ok(());
        }
        self.next_check = self.spent + Self::CHECK;
        if self.spent > Self::LIMIT {
            return err!(
                INVALID_REGULAR_EXPRESSION,
                "regular expression failed: regular expression is too complex"
            );
        }
        self.env.map_or(Ok(()), |env| env.check_cancel())
    }
}

/// A match: the whole, then every group, in characters.
pub type Captures = Vec<Option<(usize, usize)>>;

/// A compiled pattern.
pub struct Regex {
    tree: Subexpression,
    flags: Flags,
    /// How many capturing groups it has.
    pub groups: usize,
}

impl Regex {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// 2201B "invalid regular expression: ...".
    pub fn new(pattern: &str, mut flags: Flags) -> Result<Regex> {
        let (ast, groups) = parse::parse(pattern, &mut flags)?;
        if groups > 1000 {
            return Err(invalid("regular expression is too complex"));
        }
        Ok(Regex { tree: Subexpression::new(&ast, groups)?, flags, groups })
    }

    /// Whether the pattern matches anywhere in the text.
    pub fn is_match(&self, text: &[char], budget: &mut Budget<'_>) -> Result<bool> {
        if self.tree.has_back_references() {
            return Ok(self.find(text, 0, budget)?.is_some());
        }
        Ok(self.tree.program.begins(text, 0, true, budget)?.is_some())
    }

    /// The first match that begins at or after `from` (`pg_regexec`).
    pub fn find(
        &self,
        text: &[char],
        from: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Captures>> {
        let mut from = from;
        while let Some(start) = self.tree.program.begins(text, from, false, budget)? {
            let mut ends = self.tree.program.ends(text, start, text.len(), false, budget)?;
            if !self.tree.prefers_short() {
                ends.reverse();
            }
            for end in ends {
                let mut captures = vec![None; self.groups + 1];
                let fold = self.flags.ignore_case;
                if self.tree.dissect(text, start, end, &mut captures, fold, budget)? {
                    captures[0] = Some((start, end));
                    return Ok(Some(captures));
                }
            }
            from = start + 1;
            if from > text.len() {
                break;
            }
        }
        Ok(None)
    }

    /// Returns `all` matches from a position on, or the first. With `splitting`, empty matches at
    /// an end of the text or right after another match are left out (`setup_regexp_matches`).
    pub fn matches(
        &self,
        text: &[char],
        from: usize,
        all: bool,
        splitting: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Captures>> {
        let mut found = Vec::new();
        let (mut at, mut previous_end) = (from, 0);
        while at <= text.len() {
            let Some(captures) = self.find(text, at, budget)? else { break };
            let (start, end) = captures[0].unwrap_or_default();
            if !splitting || (start < text.len() && end > previous_end) {
                found.push(captures);
                previous_end = end;
            }
            if !all {
                break;
            }
            at = if start < end { end } else { end + 1 };
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(pattern: &str, text: &str) -> Option<Vec<Option<String>>> {
        let chars: Vec<char> = text.chars().collect();
        let regex = Regex::new(pattern, Flags::default()).unwrap();
        let found = regex.find(&chars, 0, &mut Budget::new(None)).unwrap()?;
        Some(found.iter().map(|s| s.map(|(a, b)| chars[a..b].iter().collect())).collect())
    }

    /// The examples of the documentation's "Regular Expression Matching Rules".
    #[test]
    fn the_first_quantifier_decides_about_the_whole() {
        let one = |p, t| groups(p, t).unwrap()[1].clone().unwrap();
        assert_eq!(one("Y*([0-9]{1,3})", "XY1234Z"), "123");
        assert_eq!(one("Y*?([0-9]{1,3})", "XY1234Z"), "1");
        let three = |p| {
            groups(p, "abc01234xyz").unwrap()[1..]
                .to_vec()
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
        };
        assert_eq!(three("(.*)(\\d+)(.*)"), ["abc0123", "4", "xyz"]);
        assert_eq!(three("(.*?)(\\d+)(.*)"), ["abc", "0", ""]);
        assert_eq!(three("(?:(.*?)(\\d+)(.*)){1,1}"), ["abc", "01234", "xyz"]);
    }

    #[test]
    fn groups_and_back_references() {
        assert_eq!(groups("(a|ab)(c|bcd)(d*)", "abcd").unwrap()[1].as_deref(), Some("ab"));
        assert_eq!(groups("(\\w+) \\1", "one two two").unwrap()[0].as_deref(), Some("two two"));
        assert_eq!(groups("(a)|(b)", "b").unwrap()[1], None);
        assert_eq!(groups("(?<=x)y(?!z)", "xyz yxy").unwrap()[0].as_deref(), Some("y"));
    }
}
