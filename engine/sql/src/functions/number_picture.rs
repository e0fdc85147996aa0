//! The format that `to_char` and `to_number` of numbers are given, taken apart (`formatting.c`, `parse_format` and
//! `NUMDesc_prepare`).

use storage::err;
use storage::error::{PgError, Result, SqlState};

/// One element of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Nine,
    Zero,
    Point,
    Comma,
    /// `S`, which stands beside the number wherever the format has it.
    Sign,
    Minus,
    Plus,
    SignOrPlus,
    Brackets,
    Shift,
    /// `RN`, or `rn` in small letters.
    Roman {
        small: bool,
    },
    /// `TH`, or `th` in small letters.
    Ordinal {
        small: bool,
    },
    Currency,
    Exponent,
    Fill,
    Blank,
    /// `C` and `SP`, which do nothing.
    Nothing,
    Literal(char),
}

/// The words of a format and what they mean. A longer word stands before one that it begins with.
const WORDS: &[(&str, Part)] = &[
    ("EEEE", Part::Exponent),
    ("eeee", Part::Exponent),
    ("FM", Part::Fill),
    ("fm", Part::Fill),
    ("MI", Part::Minus),
    ("mi", Part::Minus),
    ("PL", Part::Plus),
    ("pl", Part::Plus),
    ("PR", Part::Brackets),
    ("pr", Part::Brackets),
    ("RN", Part::Roman { small: false }),
    ("rn", Part::Roman { small: true }),
    ("SG", Part::SignOrPlus),
    ("sg", Part::SignOrPlus),
    ("SP", Part::Nothing),
    ("sp", Part::Nothing),
    ("TH", Part::Ordinal { small: false }),
    ("th", Part::Ordinal { small: true }),
    ("S", Part::Sign),
    ("s", Part::Sign),
    ("9", Part::Nine),
    ("0", Part::Zero),
    (".", Part::Point),
    ("D", Part::Point),
    ("d", Part::Point),
    (",", Part::Comma),
    ("G", Part::Comma),
    ("g", Part::Comma),
    ("V", Part::Shift),
    ("v", Part::Shift),
    ("L", Part::Currency),
    ("l", Part::Currency),
    ("B", Part::Blank),
    ("b", Part::Blank),
    ("C", Part::Nothing),
    ("c", Part::Nothing),
];

/// A format taken apart, with what it says of the whole number (`NUMDesc`).
#[derive(Default)]
pub(super) struct Picture {
    pub parts: Vec<Part>,
    /// How many digits it has before the point, after it, and after `V`.
    pub pre: usize,
    pub post: usize,
    pub shift: usize,
    /// The digit, counted from 0, from which on zeros are written.
    pub zero_start: Option<usize>,
    /// How many digits there are up to the last `0`.
    pub zero_end: usize,
    /// For `S`: how many digits stand before it; `None` if it stands behind the point.
    pub sign_after: Option<usize>,
    pub fill: bool,
    pub point: bool,
    pub sign: bool,
    pub minus: bool,
    pub plus: bool,
    pub brackets: bool,
    pub roman: bool,
    pub shifted: bool,
    pub exponent: bool,
    blank: bool,
}

/// The error for words that contradict each other.
fn wrong<T>(message: &str) -> Result<T> {
    err!(SYNTAX_ERROR, "{message}")
}

impl Picture {
    /// Takes a format apart.
    ///
    /// # Errors
    /// Words that contradict each other, as the server says it.
    pub(super) fn parse(text: &str) -> Result<Picture> {
        let mut picture = Picture::default();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            if let Some((word, part)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
                picture.add(*part)?;
                rest = &rest[word.len()..];
            } else if c == '"' {
                rest = picture.quoted(&rest[1..]);
            } else {
                // Outside quotes a backslash means something only before a quote.
                let c = if rest.starts_with("\\\"") { '"' } else { c };
                rest = &rest[if c == '"' { 2 } else { c.len_utf8() }..];
                picture.parts.push(Part::Literal(c));
            }
        }
        Ok(picture)
    }

    /// Takes the text up to the closing quote as it stands, and returns what follows. A backslash quotes the
    /// next character.
    fn quoted<'a>(&mut self, text: &'a str) -> &'a str {
        let mut characters = text.char_indices();
        while let Some((at, c)) = characters.next() {
            if c == '"' {
                return &text[at + 1..];
            }
            let quoted = (c == '\\').then(|| characters.next()).flatten();
            self.parts.push(Part::Literal(quoted.map_or(c, |(_, c)| c)));
        }
        ""
    }

    /// Adds a word of the format.
    fn add(&mut self, part: Part) -> Result<()> {
        if self.exponent && part != Part::Exponent {
            return wrong("\"EEEE\" must be the last pattern used");
        }
        match part {
            Part::Nine => {
                if self.brackets {
                    return wrong("\"9\" must be ahead of \"PR\"");
                }
                match (self.shifted, self.point) {
                    (true, _) => self.shift += 1,
                    (false, true) => self.post += 1,
                    (false, false) => self.pre += 1,
                }
            }
            Part::Zero => {
                if self.brackets {
                    return wrong("\"0\" must be ahead of \"PR\"");
                }
                if self.point {
                    self.post += 1;
                } else {
                    self.zero_start.get_or_insert(self.pre);
                    self.pre += 1;
                }
                self.zero_end = self.pre + self.post;
            }
            Part::Blank => {
                self.blank |= self.pre == 0 && self.post == 0 && self.zero_start.is_none();
            }
            Part::Point => {
                if self.point {
                    return wrong("multiple decimal points");
                }
                if self.shifted {
                    return wrong("cannot use \"V\" and decimal point together");
                }
                self.point = true;
            }
            Part::Shift => {
                if self.point {
                    return wrong("cannot use \"V\" and decimal point together");
                }
                self.shifted = true;
            }
            Part::Fill => self.fill = true,
            Part::Roman { .. } => self.roman = true,
            Part::Exponent => self.add_exponent()?,
            Part::Sign | Part::Minus | Part::Plus | Part::SignOrPlus | Part::Brackets => {
                self.add_sign(part)?;
            }
            _ => {}
        }
        self.parts.push(part);
        Ok(())
    }

    /// Adds a word that says how the sign is written.
    fn add_sign(&mut self, part: Part) -> Result<()> {
        let name = match part {
            Part::Minus => "MI",
            Part::Plus => "PL",
            _ => "SG",
        };
        match part {
            Part::Sign if self.sign => return wrong("cannot use \"S\" twice"),
            Part::Sign if self.plus || self.minus || self.brackets => {
                return wrong("cannot use \"S\" and \"PL\"/\"MI\"/\"SG\"/\"PR\" together");
            }
            Part::Sign => {
                self.sign = true;
                self.sign_after = (!self.point).then_some(self.pre);
            }
            Part::Brackets if self.sign || self.plus || self.minus => {
                return wrong("cannot use \"PR\" and \"S\"/\"PL\"/\"MI\"/\"SG\" together");
            }
            Part::Brackets => self.brackets = true,
            _ if self.sign => {
                return wrong(&format!("cannot use \"S\" and \"{name}\" together"));
            }
            _ => {
                self.minus |= part != Part::Plus;
                self.plus |= part != Part::Minus;
            }
        }
        Ok(())
    }

    /// Adds `EEEE`.
    fn add_exponent(&mut self) -> Result<()> {
        if self.exponent {
            return wrong("cannot use \"EEEE\" twice");
        }
        let signs = self.sign || self.brackets || self.minus || self.plus;
        if self.blank || self.fill || signs || self.roman || self.shifted {
            let text = "\"EEEE\" is incompatible with other formats";
            return Err(PgError::new(SqlState::SYNTAX_ERROR, text).detail(
                "\"EEEE\" may only be used together with digit and decimal point patterns.",
            ));
        }
        self.exponent = true;
        Ok(())
    }
}
