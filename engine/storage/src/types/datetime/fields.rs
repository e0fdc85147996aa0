//! Dates, times and intervals cut into fields (`ParseDateTime` in `datetime.c`): `2024-01-02 03:04:05+02` is a date, a
//! time and a zone. What each field means is decided later, by `decode` and `interval_in`.

use super::vocabulary::Word;

/// What a field looks like (`DTK_NUMBER` and its kin).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Digits, perhaps with a decimal point.
    Number,
    /// Digits with delimiters, digits with letters, or the name of a time zone.
    Date,
    /// Digits with colons, perhaps with a decimal point.
    Time,
    /// Letters.
    Word,
    /// A sign, then letters.
    SignedWord,
    /// A sign, then digits: a time zone, or a number of an interval.
    Signed,
}

/// A field: what it looks like, and its text in small letters.
pub type Field = (Kind, String);

/// How many fields a text may have (`MAXDATEFIELDS`).
const MOST_FIELDS: usize = 25;
/// How many bytes the fields may take, with an end marker each (`MAXDATELEN`, and a byte for each field).
const MOST_BYTES: usize = 128 + MOST_FIELDS;

/// Whether C calls this byte a space.
pub fn is_space(c: u8) -> bool {
    c == b' ' || (9..=13).contains(&c)
}

/// Cuts a text into its fields; `None` if it cannot be cut, has too many fields or is too long.
pub fn split(text: &str) -> Option<Vec<Field>> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let run = |mut i: usize, holds: &dyn Fn(u8) -> bool| {
        while holds(at(i)) {
            i += 1;
        }
        i
    };
    let digit = |c: u8| c.is_ascii_digit();
    let letter = |c: u8| c.is_ascii_alphabetic();
    let mut out: Vec<Field> = Vec::new();
    let (mut i, mut used) = (0, 0);
    while i < bytes.len() {
        let (start, c) = (i, at(i));
        if is_space(c) {
            i += 1;
            continue;
        }
        if out.len() >= MOST_FIELDS {
            return None;
        }
        let mut from = start;
        let kind = if digit(c) {
            i = run(i, &digit);
            let delimiter = at(i);
            match delimiter {
                b':' => {
                    i = run(i, &|c| digit(c) || c == b':' || c == b'.');
                    Kind::Time
                }
                b'-' | b'/' | b'.' if digit(at(i + 1)) => {
                    i = run(i + 1, &digit);
                    if at(i) == delimiter {
                        i = run(i, &|c| digit(c) || c == delimiter);
                        Kind::Date
                    } else if delimiter == b'.' {
                        Kind::Number
                    } else {
                        Kind::Date
                    }
                }
                b'-' | b'/' | b'.' => {
                    i = run(i + 1, &|c| c.is_ascii_alphanumeric() || c == delimiter);
                    Kind::Date
                }
                _ => Kind::Number,
            }
        } else if c == b'.' {
            i = run(i + 1, &digit);
            Kind::Number
        } else if letter(c) {
            i = run(i, &letter);
            // A word that is known is not the beginning of a time zone's name.
            let known = || Word::of_date(&text[start..i].to_ascii_lowercase()).is_some();
            let next = at(i);
            if matches!(next, b'-' | b'/' | b'.') || (next == b'+' || digit(next)) && !known() {
                i = run(i, &|c| c.is_ascii_alphanumeric() || b"+-/_.:".contains(&c));
                Kind::Date
            } else {
                Kind::Word
            }
        } else if c == b'+' || c == b'-' {
            from = run(i + 1, &is_space);
            if digit(at(from)) {
                i = run(from, &|c| digit(c) || b":.-".contains(&c));
                Kind::Signed
            } else if letter(at(from)) {
                i = run(from, &letter);
                Kind::SignedWord
            } else {
                return None;
            }
        } else if c.is_ascii_punctuation() {
            i += 1;
            continue;
        } else {
            return None;
        };
        let mut field = text[from..i].to_ascii_lowercase();
        if from > start {
            field.insert(0, char::from(c));
        }
        used += field.len() + 1;
        if used > MOST_BYTES {
            return None;
        }
        out.push((kind, field));
    }
    Some(out)
}
