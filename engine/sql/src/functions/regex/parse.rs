//! The text of an advanced regular expression (ARE) as a tree (`regcomp.c`, `regc_lex.c`).

use super::set::{CharSet, class};
use super::{Flags, invalid};
use storage::error::Result;

/// The most a bounded quantifier may count to (`DUPMAX`).
const DUP_MAX: u32 = 255;
/// How deep parentheses may nest here; the server has a limit on its stack instead.
const MAX_DEPTH: usize = 500;

/// What holds between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assertion {
    /// `^` without newline sensitivity, `\A`.
    Start,
    /// `$` without newline sensitivity, `\Z`.
    End,
    /// `^` with it.
    LineStart,
    /// `$` with it.
    LineEnd,
    /// Only at the beginning of a word: `\m`.
    WordStart,
    /// Only at the end of a word: `\M`.
    WordEnd,
    /// At the beginning or end of a word: `\y`.
    WordEdge,
    /// Anywhere but at the beginning or end of a word: `\Y`.
    NotWordEdge,
}

/// Which length a part prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchLength {
    /// Has no opinion.
    None,
    /// The longest.
    Long,
    /// The shortest.
    Short,
}

/// A parsed expression.
#[derive(Clone, Debug)]
pub enum Ast {
    /// One character of a set.
    Set(CharSet),
    /// A condition on the place.
    Assert(Assertion),
    /// `(?=re)`, `(?!re)`, `(?<=re)`, `(?<!re)`.
    Look {
        /// Forwards from here, or backwards.
        ahead: bool,
        /// Whether it must match, or must not.
        want: bool,
        /// What.
        body: Box<Ast>,
    },
    /// A capturing group with its number.
    Group(usize, Box<Ast>),
    /// What the group matched, again.
    Back(usize),
    /// The atom from `min` to `max` times.
    Repeat {
        /// What.
        atom: Box<Ast>,
        /// At least so often.
        min: u32,
        /// At most so often.
        max: Option<u32>,
        /// Rather more or fewer.
        prefer: MatchLength,
    },
    /// One after the other; empty matches the empty string.
    Concat(Vec<Ast>),
    /// One of several.
    Alt(Vec<Ast>),
}

/// Parses a pattern with these flags; options embedded in it may change them. Also returns how many
/// groups capture.
pub fn parse(pattern: &str, flags: &mut Flags) -> Result<(Ast, usize)> {
    let mut p = Parser {
        text: pattern.chars().collect(),
        at: 0,
        flags: *flags,
        groups: 0,
        closed: Vec::new(),
        in_look: 0,
        depth: 0,
    };
    p.prefixes()?;
    let ast = if p.flags.quote {
        let rest: Vec<char> = p.text[p.at..].to_vec();
        Ast::Concat(rest.into_iter().map(|c| p.literal(c)).collect())
    } else {
        let ast = p.alternatives()?;
        if p.at < p.text.len() {
            return Err(invalid("parentheses () not balanced"));
        }
        ast
    };
    *flags = p.flags;
    Ok((ast, p.groups))
}

struct Parser {
    text: Vec<char>,
    at: usize,
    flags: Flags,
    groups: usize,
    closed: Vec<bool>,
    in_look: usize,
    depth: usize,
}

impl Parser {
    /// The next character, which stays.
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    /// Takes this text if it comes next; returns whether it does.
    fn eat(&mut self, s: &str) -> bool {
        let found = s.chars().enumerate().all(|(i, c)| self.text.get(self.at + i) == Some(&c));
        if found {
            self.at += s.chars().count();
        }
        found
    }

    /// Reads `***:`, `***=` and `(?options)` at the start of the pattern (`prefixes`).
    fn prefixes(&mut self) -> Result<()> {
        if self.flags.quote {
            return Ok(());
        }
        if self.eat("***") {
            match self.peek() {
                Some('=') => self.flags.quote = true,
                Some(':') => {}
                Some('?') => return Err(invalid("invalid regexp (reg version 0.8)")),
                _ => return Err(invalid("quantifier operand invalid")),
            }
            self.at += 1;
        }
        let options = self.text.get(self.at..).unwrap_or_default();
        if !self.flags.quote
            && let ['(', '?', c, ..] = options
            && c.is_ascii_alphabetic()
        {
            self.at += 2;
            loop {
                match self.peek() {
                    Some(')') => break self.at += 1,
                    Some(c) if c.is_ascii_alphabetic() && self.flags.set(c, true) => self.at += 1,
                    _ => return Err(invalid("invalid embedded option")),
                }
            }
        }
        Ok(())
    }

    /// Skips white space and comments: `(?#...)` always, the others only in expanded syntax.
    fn skip(&mut self) -> Result<()> {
        loop {
            if self.flags.expanded {
                while self.peek().is_some_and(|c| c.is_ascii_whitespace() || c == '\u{b}') {
                    self.at += 1;
                }
                if self.peek() == Some('#') {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                    continue;
                }
            }
            if !self.eat("(?#") {
                return Ok(());
            }
            while self.peek().is_some_and(|c| c != ')') {
                self.at += 1;
            }
            self.at = (self.at + 1).min(self.text.len());
        }
    }

    /// A character that stands for itself.
    fn literal(&self, c: char) -> Ast {
        Ast::Set(self.fold(CharSet::single(c)))
    }

    /// The set, with both cases if case is ignored.
    fn fold(&self, set: CharSet) -> CharSet {
        if self.flags.ignore_case { set.both_cases() } else { set }
    }

    /// Reads branches with `|` between them.
    fn alternatives(&mut self) -> Result<Ast> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(invalid("regular expression is too complex"));
        }
        let mut branches = vec![self.branch()?];
        while self.eat("|") {
            branches.push(self.branch()?);
        }
        self.depth -= 1;
        Ok(if branches.len() == 1 { branches.remove(0) } else { Ast::Alt(branches) })
    }

    /// Reads pieces one after the other.
    fn branch(&mut self) -> Result<Ast> {
        let mut parts = Vec::new();
        loop {
            self.skip()?;
            match self.peek() {
                None | Some('|' | ')') => break,
                _ => parts.push(self.quantified()?),
            }
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Ast::Concat(parts) })
    }

    /// Parses an atom with its quantifier (`parseqatom`).
    fn quantified(&mut self) -> Result<Ast> {
        let atom = self.atom()?;
        if matches!(atom, Ast::Assert(_) | Ast::Look { .. }) {
            return Ok(atom);
        }
        self.skip()?;
        let (min, max, exact) = match self.peek() {
            Some('*') => (0, None, false),
            Some('+') => (1, None, false),
            Some('?') => (0, Some(1), false),
            Some('{') if self.text.get(self.at + 1).is_some_and(char::is_ascii_digit) => {
                self.at += 1;
                let bounds = self.bounds()?;
                if self.peek() != Some('}') {
                    return Err(invalid(match self.peek() {
                        None => "braces {} not balanced",
                        Some(_) => "invalid repetition count(s)",
                    }));
                }
                bounds
            }
            _ => return Ok(atom),
        };
        self.at += 1;
        let lazy = self.eat("?");
        let prefer = match (exact, lazy) {
            (true, _) => MatchLength::None,
            (false, true) => MatchLength::Short,
            (false, false) => MatchLength::Long,
        };
        Ok(Ast::Repeat { atom: Box::new(atom), min, max, prefer })
    }

    /// Parses `m`, `m,` or `m,n`; the flag says that it was `m` alone.
    fn bounds(&mut self) -> Result<(u32, Option<u32>, bool)> {
        let min = self.count()?;
        if !self.eat(",") {
            return Ok((min, Some(min), true));
        }
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok((min, None, false));
        }
        let max = self.count()?;
        if min > max {
            return Err(invalid("invalid repetition count(s)"));
        }
        Ok((min, Some(max), false))
    }

    /// Reads a number of repetitions, as in `{2,5}`.
    fn count(&mut self) -> Result<u32> {
        let mut n = 0;
        while let Some(d) = self.peek().and_then(|c| c.to_digit(10)) {
            n = n * 10 + d;
            self.at += 1;
            if n > DUP_MAX {
                return Err(invalid("invalid repetition count(s)"));
            }
        }
        Ok(n)
    }

    /// Reads an atom: what a quantifier may follow.
    fn atom(&mut self) -> Result<Ast> {
        let c = self.text[self.at];
        self.at += 1;
        Ok(match c {
            '^' if self.flags.line_anchors => Ast::Assert(Assertion::LineStart),
            '^' => Ast::Assert(Assertion::Start),
            '$' if self.flags.line_anchors => Ast::Assert(Assertion::LineEnd),
            '$' => Ast::Assert(Assertion::End),
            '.' if self.flags.line_dot => Ast::Set(CharSet::single('\n').negated()),
            '.' => Ast::Set(CharSet::any()),
            '*' | '+' | '?' => return Err(invalid("quantifier operand invalid")),
            '{' if self.peek().is_some_and(|c| c.is_ascii_digit()) => {
                return Err(invalid("quantifier operand invalid"));
            }
            '[' => return self.bracket(),
            '\\' => return self.escape(),
            '(' => return self.parenthesis(),
            c => self.literal(c),
        })
    }

    /// Reads a group, or a look-ahead or look-behind.
    fn parenthesis(&mut self) -> Result<Ast> {
        let look =
            [("?=", true, true), ("?!", true, false), ("?<=", false, true), ("?<!", false, false)];
        for (text, ahead, want) in look {
            if self.eat(text) {
                self.in_look += 1;
                let body = Box::new(self.inside()?);
                self.in_look -= 1;
                return Ok(Ast::Look { ahead, want, body });
            }
        }
        if self.eat("?:") {
            let body = self.inside()?;
            return Ok(Ast::Concat(vec![body]));
        }
        if self.peek() == Some('?') {
            return Err(invalid("quantifier operand invalid"));
        }
        if self.in_look > 0 {
            return self.inside().map(|body| Ast::Concat(vec![body]));
        }
        self.groups += 1;
        let number = self.groups;
        self.closed.push(false);
        let body = self.inside()?;
        self.closed[number - 1] = true;
        Ok(Ast::Group(number, Box::new(body)))
    }

    /// Reads what is in parentheses, and the closing one.
    fn inside(&mut self) -> Result<Ast> {
        let body = self.alternatives()?;
        if !self.eat(")") {
            return Err(invalid("parentheses () not balanced"));
        }
        Ok(body)
    }

    /// Parses what follows a backslash outside brackets.
    fn escape(&mut self) -> Result<Ast> {
        let Some(c) = self.peek() else { return Err(invalid("invalid escape \\ sequence")) };
        let assertion = match c {
            'A' => Some(Assertion::Start),
            'Z' => Some(Assertion::End),
            'm' => Some(Assertion::WordStart),
            'M' => Some(Assertion::WordEnd),
            'y' => Some(Assertion::WordEdge),
            'Y' => Some(Assertion::NotWordEdge),
            _ => None,
        };
        if let Some(assertion) = assertion {
            self.at += 1;
            return Ok(Ast::Assert(assertion));
        }
        if let Some(set) = class_escape(c) {
            self.at += 1;
            return Ok(Ast::Set(set));
        }
        if ('1'..='9').contains(&c) {
            let from = self.at;
            let digits = self.text[from..].iter().take_while(|c| c.is_ascii_digit()).take(9);
            let n = digits.fold(0, |n, c| n * 10 + c.to_digit(10).unwrap_or(0) as usize);
            let len = self.text[from..].iter().take_while(|c| c.is_ascii_digit()).take(9).count();
            if len == 1 || n <= self.groups {
                self.at += len;
                if self.in_look > 0 || !self.closed.get(n - 1).copied().unwrap_or(false) {
                    return Err(invalid("invalid backreference number"));
                }
                return Ok(Ast::Back(n));
            }
        }
        let c = self.escaped_char()?;
        Ok(self.literal(c))
    }

    /// Parses an escape that stands for one character (`lexescape`).
    fn escaped_char(&mut self) -> Result<char> {
        let bad = || invalid("invalid escape \\ sequence");
        let Some(c) = self.peek() else { return Err(bad()) };
        self.at += 1;
        let code = match c {
            'a' => 7,
            'b' => 8,
            'B' => u32::from(b'\\'),
            'c' => {
                let c = self.peek().ok_or_else(bad)?;
                self.at += 1;
                c as u32 & 0x1F
            }
            'e' => 0x1B,
            'f' => 0x0C,
            'n' => 0x0A,
            'r' => 0x0D,
            't' => 0x09,
            'v' => 0x0B,
            'u' => self.digits(16, 4, 4)?,
            'U' => self.digits(16, 8, 8)?,
            'x' => self.digits(16, 1, 255)?,
            '0'..='7' => {
                self.at -= 1;
                self.digits(8, 1, 3)?
            }
            c if c.is_ascii_alphanumeric() => return Err(bad()),
            c => return Ok(c),
        };
        char::from_u32(code).ok_or_else(bad)
    }

    /// Reads a number of at least `least` digits, and of at most `most`.
    fn digits(&mut self, base: u32, least: usize, most: usize) -> Result<u32> {
        let (mut n, mut len) = (0u32, 0);
        while len < most
            && let Some(d) = self.peek().and_then(|c| c.to_digit(base))
        {
            n = n.wrapping_mul(base).wrapping_add(d);
            self.at += 1;
            len += 1;
        }
        if len < least { Err(invalid("invalid escape \\ sequence")) } else { Ok(n) }
    }

    /// Parses `[...]` (`brackpart`).
    fn bracket(&mut self) -> Result<Ast> {
        if self.eat("[:<:]]") {
            return Ok(Ast::Assert(Assertion::WordStart));
        }
        if self.eat("[:>:]]") {
            return Ok(Ast::Assert(Assertion::WordEnd));
        }
        let negated = self.eat("^");
        let mut set = CharSet::default();
        let mut first = true;
        loop {
            let Some(c) = self.peek() else { return Err(invalid("brackets [] not balanced")) };
            if c == ']' && !first {
                self.at += 1;
                break;
            }
            first = false;
            if c == '\\'
                && let Some(part) = self.text.get(self.at + 1).copied().and_then(class_escape)
            {
                self.at += 2;
                set.add(&part);
                continue;
            }
            if self.eat("[:") {
                let name = self.until(':', "invalid character class")?;
                set.add(
                    &class(&name, self.flags.ignore_case)
                        .ok_or_else(|| invalid("invalid character class"))?,
                );
                continue;
            }
            let start = self.endpoint()?;
            let mut end = start;
            if self.peek() == Some('-') && self.text.get(self.at + 1).is_some_and(|&c| c != ']') {
                self.at += 1;
                end = self.endpoint()?;
                if end < start {
                    return Err(invalid("invalid character range"));
                }
            }
            set.add(&self.fold(CharSet::range(start, end)));
        }
        if negated {
            if self.flags.line_dot {
                set.add(&CharSet::single('\n'));
            }
            set = set.negated();
        }
        Ok(Ast::Set(set))
    }

    /// Parses one end of a range: a character, an escape or a collating element.
    fn endpoint(&mut self) -> Result<char> {
        if self.eat("[.") {
            return self.element('.');
        }
        if self.eat("[=") {
            return self.element('=');
        }
        let Some(c) = self.peek() else { return Err(invalid("brackets [] not balanced")) };
        self.at += 1;
        if c == '\\' {
            return self.escaped_char();
        }
        if c == '-'
            && self.peek() != Some(']')
            && self.text.get(self.at.wrapping_sub(2)) != Some(&'[')
            && self.text.get(self.at.wrapping_sub(2)) != Some(&'^')
            && self.text.get(self.at.wrapping_sub(2)) != Some(&'-')
        {
            return Err(invalid("invalid character range"));
        }
        Ok(c)
    }

    /// Reads the collating element of `[. .]` or `[= =]`.
    fn element(&mut self, mark: char) -> Result<char> {
        let name = self.until(mark, "invalid collating element")?;
        let mut chars = name.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c),
            _ => Err(invalid("invalid collating element")),
        }
    }

    /// Reads a name in a bracket expression up to its mark.
    fn until(&mut self, mark: char, wrong: &'static str) -> Result<String> {
        let from = self.at;
        while let Some(c) = self.peek() {
            if c == mark && self.text.get(self.at + 1) == Some(&']') {
                let name: String = self.text[from..self.at].iter().collect();
                self.at += 2;
                return if name.is_empty() { Err(invalid(wrong)) } else { Ok(name) };
            }
            self.at += 1;
        }
        Err(invalid("brackets [] not balanced"))
    }
}

/// The class of `\d`, `\s`, `\w` and their opposites.
fn class_escape(c: char) -> Option<CharSet> {
    let name = match c.to_ascii_lowercase() {
        'd' => "digit",
        's' => "space",
        'w' => "word",
        _ => return None,
    };
    let set = class(name, false)?;
    Some(if c.is_ascii_uppercase() { set.negated() } else { set })
}
