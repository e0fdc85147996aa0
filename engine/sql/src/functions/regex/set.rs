//! Sets of characters as sorted ranges; the named classes know ASCII letters only, as the "C"
//! collation does.

use storage::sort::Arrange;

/// Ranges, sorted and apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CharSet(Vec<(u32, u32)>);

impl CharSet {
    /// The set of one character.
    pub fn single(c: char) -> CharSet {
        CharSet::range(c, c)
    }

    /// The characters from one to another, both included.
    pub fn range(from: char, to: char) -> CharSet {
        CharSet(vec![(from as u32, to as u32)])
    }

    /// The set of all characters.
    pub fn any() -> CharSet {
        CharSet(vec![(0, u32::MAX)])
    }

    /// Adds the characters of another set.
    pub fn add(&mut self, other: &CharSet) {
        self.0.extend_from_slice(&other.0);
        self.0.arrange();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(self.0.len());
        for &(from, to) in &self.0 {
            match merged.last_mut() {
                Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        self.0 = merged;
    }

    /// The characters that are not in this set.
    pub fn negated(&self) -> CharSet {
        let mut out = Vec::new();
        let mut next = Some(0u32);
        for &(from, to) in &self.0 {
            if let Some(start) = next
                && start < from
            {
                out.push((start, from - 1));
            }
            next = to.checked_add(1);
        }
        if let Some(start) = next {
            out.push((start, u32::MAX));
        }
        CharSet(out)
    }

    /// The set, and the other case of its ASCII letters.
    pub fn both_cases(&self) -> CharSet {
        let mut out = self.clone();
        for &(from, to) in &self.0 {
            for c in (from.min(128)..=to.min(127)).filter_map(char::from_u32) {
                let other = if c.is_ascii_lowercase() {
                    c.to_ascii_uppercase()
                } else {
                    c.to_ascii_lowercase()
                };
                if other != c {
                    out.add(&CharSet::single(other));
                }
            }
        }
        out
    }

    /// Whether a character is in the set.
    pub fn has(&self, c: char) -> bool {
        let c = c as u32;
        match self.0.as_slice() {
            [(from, to)] => (*from..=*to).contains(&c),
            ranges => {
                let i = ranges.partition_point(|r| r.1 < c);
                ranges.get(i).is_some_and(|r| r.0 <= c)
            }
        }
    }
}

/// Returns a character class by its name; with `ignore_case`, `lower` and `upper` are `alpha`
/// (`cclasscvec`).
pub fn class(name: &str, ignore_case: bool) -> Option<CharSet> {
    let ranges: &[(char, char)] = match name {
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "lower" | "upper" if ignore_case => &[('A', 'Z'), ('a', 'z')],
        "lower" => &[('a', 'z')],
        "upper" => &[('A', 'Z')],
        "digit" => &[('0', '9')],
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "word" => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        "space" => &[('\t', '\r'), (' ', ' ')],
        "blank" => &[('\t', '\t'), (' ', ' ')],
        "cntrl" => &[('\0', '\u{1f}'), ('\u{7f}', '\u{7f}')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "graph" => &[('!', '~')],
        "print" => &[(' ', '~')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        "ascii" => &[('\0', '\u{7f}')],
        _ => return None,
    };
    Some(CharSet(ranges.iter().map(|&(from, to)| (from as u32, to as u32)).collect()))
}

/// Whether a character is part of a word.
pub fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
