//! The selectivity of LIKE, ILIKE and regular expressions, and the fixed prefixes of their patterns
//! (`like_support.c`).
//!
//! `'name 7%'` begins with `name 7`: an index finds it between `name 7` and `name 8`. How many rows
//! match is counted among the histogram's bounds when there are many, and else guessed:
//! each fixed character leaves a fifth, each wildcard gives five times as many.
//!
//! Simplified: a regular expression's beginning is read from its text, not from its automaton.

use super::fold::evaluate;
use super::root::Planner;
use crate::expr::{Expr, Node, OpCall};
use storage::datum::Datum;
use storage::fmgr::Operator;
use storage::heap::statistics::ColumnStats;
use storage::types::oid;

const FIXED_CHAR_SEL: f64 = 0.20;
const CHAR_RANGE_SEL: f64 = 0.25;
const ANY_CHAR_SEL: f64 = 0.9;
const FULL_WILDCARD_SEL: f64 = 5.0;
const PARTIAL_WILDCARD_SEL: f64 = 2.0;

/// A pattern's fixed beginning.
pub struct Prefix {
    /// The bytes every match begins with.
    pub bytes: Vec<u8>,
    /// Whether the pattern matches only just them.
    pub exact: bool,
    /// The part of the rows with this beginning that the rest of the pattern leaves.
    pub rest: f64,
}

/// `pattern_fixed_prefix` for the operator of this name, without a leading `!`.
#[inline(never)]
pub fn fixed_prefix(op: &str, pattern: &[u8]) -> Prefix {
    match op {
        "^@" => Prefix { bytes: pattern.to_vec(), exact: false, rest: 1.0 },
        "~" | "~*" => regex_prefix(pattern, op == "~*"),
        _ => like_prefix(pattern, op == "~~*"),
    }
}

/// The fixed prefix of a LIKE pattern (`like_fixed_prefix`).
fn like_prefix(pattern: &[u8], insensitive: bool) -> Prefix {
    let mut bytes = Vec::new();
    let mut i = 0;
    while i < pattern.len() {
        match pattern[i] {
            b'%' | b'_' => break,
            b'\\' => {
                i += 1;
                if i >= pattern.len() {
                    break;
                }
            }
            _ => {}
        }
        if insensitive && (pattern[i].is_ascii_alphabetic() || pattern[i] >= 0x80) {
            break;
        }
        bytes.push(pattern[i]);
        i += 1;
    }
    let exact = i >= pattern.len();
    Prefix { bytes, exact, rest: like_selectivity(&pattern[i.min(pattern.len())..]) }
}

/// The guess for the rest of a LIKE pattern (`like_selectivity`).
fn like_selectivity(rest: &[u8]) -> f64 {
    let mut s: f64 = 1.0;
    let mut i = rest.iter().take_while(|c| matches!(c, b'%' | b'_')).count();
    while i < rest.len() {
        s *= match rest[i] {
            b'%' => FULL_WILDCARD_SEL,
            b'_' => ANY_CHAR_SEL,
            b'\\' => {
                i += 1;
                if i >= rest.len() {
                    break;
                }
                FIXED_CHAR_SEL
            }
            _ => FIXED_CHAR_SEL,
        };
        i += 1;
    }
    s.min(1.0)
}

/// The fixed prefix of a regular expression (`regex_fixed_prefix`).
fn regex_prefix(pattern: &[u8], insensitive: bool) -> Prefix {
    let mut bytes = Vec::new();
    let mut exact = false;
    if pattern.first() == Some(&b'^') && !pattern.contains(&b'|') {
        let mut i = 1;
        while i < pattern.len() {
            let c = pattern[i];
            let literal = match c {
                b'\\' if pattern.get(i + 1).is_some_and(u8::is_ascii_punctuation) => {
                    i += 1;
                    pattern[i]
                }
                b'.' | b'*' | b'+' | b'?' | b'[' | b'(' | b')' | b'{' | b'$' | b'\\' => break,
                c => c,
            };
            if insensitive && (literal.is_ascii_alphabetic() || literal >= 0x80) {
                break;
            }
            bytes.push(literal);
            i += 1;
        }
        match pattern.get(i) {
            Some(b'*' | b'?' | b'{') => {
                bytes.pop();
            }
            Some(b'$') if i + 1 == pattern.len() => exact = !bytes.is_empty(),
            _ => {}
        }
    }
    let rest = if exact { 1.0 } else { regex_selectivity(pattern, bytes.len()) };
    Prefix { bytes, exact, rest }
}

/// The guess for the rest of a regular expression (`regex_selectivity`).
fn regex_selectivity(pattern: &[u8], prefix: usize) -> f64 {
    let mut s = match pattern {
        [rest @ .., b'$'] if rest.last() != Some(&b'\\') => regex_part(rest),
        _ => regex_part(pattern) * FULL_WILDCARD_SEL,
    };
    if prefix > 0 {
        s /= FIXED_CHAR_SEL.powf(prefix as f64);
    }
    s.clamp(0.0, 1.0)
}

/// The guess for a part of a regular expression (`regex_selectivity_sub`).
fn regex_part(pattern: &[u8]) -> f64 {
    let mut s: f64 = 1.0;
    let (mut depth, mut from) = (0, 0);
    let mut i = 0;
    while i < pattern.len() {
        match pattern[i] {
            b'(' => {
                if depth == 0 {
                    from = i;
                }
                depth += 1;
            }
            b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    s *= regex_part(&pattern[from + 1..i]);
                }
            }
            b'|' if depth == 0 => {
                s += regex_part(&pattern[i + 1..]);
                break;
            }
            b'[' => {
                let mut negated = false;
                i += 1;
                if pattern.get(i) == Some(&b'^') {
                    negated = true;
                    i += 1;
                }
                if pattern.get(i) == Some(&b']') {
                    i += 1;
                }
                while i < pattern.len() && pattern[i] != b']' {
                    i += 1;
                }
                if depth == 0 {
                    s *= if negated { 1.0 - CHAR_RANGE_SEL } else { CHAR_RANGE_SEL };
                }
            }
            b'.' if depth == 0 => s *= ANY_CHAR_SEL,
            b'*' | b'?' | b'+' if depth == 0 => s *= PARTIAL_WILDCARD_SEL,
            b'{' => {
                while i < pattern.len() && pattern[i] != b'}' {
                    i += 1;
                }
                if depth == 0 {
                    s *= PARTIAL_WILDCARD_SEL;
                }
            }
            b'\\' => {
                i += 1;
                if i >= pattern.len() {
                    break;
                }
                if depth == 0 {
                    s *= FIXED_CHAR_SEL;
                }
            }
            _ if depth == 0 => s *= FIXED_CHAR_SEL,
            _ => {}
        }
        i += 1;
    }
    s.min(1.0)
}

/// The least text that is greater than all texts with this prefix (`make_greater_string`).
pub fn greater(prefix: &[u8]) -> Option<Vec<u8>> {
    let mut greater = prefix.to_vec();
    while let Some(last) = greater.pop() {
        if last < 0x7f {
            greater.push(last + 1);
            return Some(greater);
        }
    }
    None
}

/// An operator held against a column's statistics, value by value.
pub struct Probe<'a> {
    /// The operator with its arguments; the column's is replaced.
    pub call: &'a OpCall,
    /// Which argument is the constant's: the right one when the column stands left.
    pub on_left: bool,
    /// The constant.
    pub value: &'a Datum,
}

impl Probe<'_> {
    /// Whether a value of the column fulfils the condition.
    fn matches(&self, pl: &mut Planner<'_>, v: &Datum) -> bool {
        let op: &'static Operator = self.call.op;
        let mut args = self.call.args.clone();
        let (column, constant) = if self.on_left { (0, 1) } else { (1, 0) };
        args[column].node = Node::Const(v.clone());
        args[constant].node = Node::Const(self.value.clone());
        let e = Expr {
            node: Node::Op(OpCall { op, args }),
            type_oid: oid::BOOL,
            typmod: -1,
            collation: self.call.args[column].collation,
            location: -1,
        };
        let matches = evaluate(&mut pl.host, &e);
        pl.kept(matches).is_some_and(|d| !d.is_null() && d.as_bool())
    }

    /// Returns the share of rows whose value is a most common value that matches, and the share of
    /// all most common values (`mcv_selectivity`).
    pub fn common(&self, pl: &mut Planner<'_>, stats: &ColumnStats) -> (f64, f64) {
        let (mut hit, mut all) = (0.0, 0.0);
        for (v, f) in &stats.most_common {
            if self.matches(pl, v) {
                hit += f64::from(*f);
            }
            all += f64::from(*f);
        }
        (hit, all)
    }

    /// Returns the share of the histogram's bounds that match, without the first and last; `None`
    /// for fewer than ten bounds (`histogram_selectivity`).
    pub fn histogram(&self, pl: &mut Planner<'_>, stats: &ColumnStats) -> Option<f64> {
        let h = &stats.histogram;
        if h.len() < 10 {
            return None;
        }
        let hits = h[1..h.len() - 1].iter().filter(|v| self.matches(pl, v)).count();
        Some(hits as f64 / (h.len() - 2) as f64)
    }

    /// The selectivity of a pattern: most common values are tested; the rest is estimated by the
    /// histogram or, if that is small, by a default.
    pub fn selectivity(
        &self,
        pl: &mut Planner<'_>,
        stats: Option<&ColumnStats>,
        guess: f64,
    ) -> f64 {
        let Some(stats) = stats else { return guess.clamp(0.0001, 0.9999) };
        let mut s = match self.histogram(pl, stats) {
            None => guess,
            Some(s) if stats.histogram.len() < 100 => {
                let weight = stats.histogram.len() as f64 / 100.0;
                s * weight + guess * (1.0 - weight)
            }
            Some(s) => s,
        };
        s = s.clamp(0.0001, 0.9999);
        let (hit, all) = self.common(pl, stats);
        s * (1.0 - f64::from(stats.null_frac) - all) + hit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings() {
        let p = fixed_prefix("~~", b"name 7%");
        assert_eq!((&p.bytes[..], p.exact, p.rest), (&b"name 7"[..], false, 1.0));
        assert_eq!(fixed_prefix("~~", b"%7").rest, 0.2);
        let p = fixed_prefix("~", b"^ab*c");
        assert_eq!((&p.bytes[..], p.exact), (&b"a"[..], false));
        assert!(fixed_prefix("~~", b"10\\%").exact);
        assert_eq!(greater(b"a\x7f"), Some(b"b".to_vec()));
    }
}
