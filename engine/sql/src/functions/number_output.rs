//! Writes a number by a format (`formatting.c`, `NUM_processor` and `NUM_numpart_to_char`).

use super::number_picture::{Part, Picture};
use super::to_char::ordinal;
use storage::err;
use storage::error::Result;

/// The digits of a number, rounded as the format asks.
pub(super) struct Digits {
    pub negative: bool,
    /// The digits, with the point if there are any after it.
    pub text: String,
    /// How many digits of the format are before the point, and how many the number has room for after it: a float has no
    /// more than its precision.
    pub pre: usize,
    pub post: usize,
}

/// The state while a number is written (`NUMProc`).
struct Writer<'a> {
    picture: &'a Picture,
    negative: bool,
    number: &'a [u8],
    /// The next character of the number.
    at: usize,
    /// How many digits of the format come before the number's first.
    spaces: usize,
    post: usize,
    /// How many digits there are, and the place in the format.
    count: isize,
    current: isize,
    /// The last character of the number that `FM` keeps.
    last: Option<usize>,
    sign_written: bool,
    brackets: bool,
    /// `S` is written before the number; else behind it.
    sign_first: bool,
    /// Whether the element before wrote a digit.
    in_number: bool,
    out: Vec<u8>,
}

impl Writer<'_> {
    /// The next character of the number; 0 behind its end.
    fn next(&self) -> u8 {
        self.number.get(self.at).copied().unwrap_or(0)
    }

    /// The sign, also of a number that is not negative.
    fn sign_byte(&self) -> u8 {
        if self.negative { b'-' } else { b'+' }
    }

    /// Whether the next character is the zero before a point, which a format of nines leaves out
    /// (`IS_PREDEC_SPACE`).
    fn at_lone_zero(&self) -> bool {
        self.picture.zero_start.is_none() && self.at == 0 && self.next() == b'0' && self.post != 0
    }

    /// Whether the last character that `FM` keeps is the point.
    fn keeps_only_point(&self) -> bool {
        self.last.is_some_and(|last| self.number.get(last) == Some(&b'.'))
    }

    /// Writes the sign, once the number begins.
    fn sign(&mut self) {
        let zeros_begin = self.picture.zero_start.is_some_and(|at| at as isize == self.current);
        let begins = self.current >= self.spaces as isize || zeros_begin;
        if self.sign_written || !begins || self.at_lone_zero() && !self.keeps_only_point() {
            return;
        }
        if self.picture.sign {
            if self.sign_first {
                self.out.push(self.sign_byte());
                self.sign_written = true;
            }
            return;
        }
        match (self.brackets, self.negative) {
            (true, negative) => self.out.push(if negative { b'<' } else { b' ' }),
            (false, true) => self.out.push(b'-'),
            (false, false) if !self.picture.fill => self.out.push(b' '),
            (false, false) => {}
        }
        self.sign_written = true;
    }

    /// Writes what an element for a digit or the point asks for. Behind the number's end it writes a zero byte, which ends
    /// the text.
    fn digit(&mut self, part: Part) {
        self.in_number = false;
        self.sign();
        let zeros = self.picture.zero_start.is_some_and(|start| start as isize <= self.current);
        if self.current < self.spaces as isize {
            if zeros {
                self.out.push(b'0');
                self.in_number = true;
            } else if !self.picture.fill {
                self.out.push(b' ');
            }
        } else {
            if self.next() == b'.' {
                if !self.keeps_only_point() || self.picture.fill {
                    self.out.push(b'.');
                }
            } else if self.last.is_some_and(|last| self.at > last) && part != Part::Zero {
                // `FM` leaves these out.
            } else if self.at_lone_zero() {
                if !self.picture.fill {
                    self.out.push(b' ');
                } else if self.keeps_only_point() {
                    self.out.push(b'0');
                }
            } else {
                self.out.push(self.next());
                self.in_number = true;
            }
            self.at = (self.at + 1).min(self.number.len());
        }
        self.end();
        self.current += 1;
    }

    /// Writes the sign that stands behind the number, if the number ends here.
    fn end(&mut self) {
        let mut end = self.count + isize::from(self.spaces > 0) + isize::from(self.picture.point);
        if self.last == Some(self.at) {
            end = self.current;
        }
        if self.current + 1 != end {
            return;
        }
        if self.sign_written && self.brackets {
            self.out.push(if self.negative { b'>' } else { b' ' });
        } else if self.picture.sign && !self.sign_first {
            self.out.push(self.sign_byte());
        }
    }

    /// Writes what an element other than digits and the point asks for. `th` wants a number that ends in a digit (`get_th`).
    fn word(&mut self, part: Part) -> Result<()> {
        let fill = self.picture.fill;
        let written = match part {
            Part::Comma if self.in_number => b',',
            Part::Minus if self.negative => b'-',
            Part::Plus if !self.negative => b'+',
            Part::Comma | Part::Minus | Part::Plus if !fill => b' ',
            Part::Currency => b' ',
            Part::SignOrPlus => self.sign_byte(),
            Part::Literal(c) => {
                self.out.extend(c.encode_utf8(&mut [0; 4]).bytes());
                return Ok(());
            }
            Part::Ordinal { small } => {
                if self.number.first() != Some(&b'#') && !self.negative && !self.picture.point {
                    let number = std::str::from_utf8(self.number).unwrap_or_default();
                    if !number.ends_with(|c: char| c.is_ascii_digit()) {
                        return err!(INVALID_TEXT_REPRESENTATION, "\"{number}\" is not a number");
                    }
                    self.out.extend(ordinal(number, !small).bytes());
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.out.push(written);
        Ok(())
    }
}

/// Ends a text where a zero byte stands in it.
fn ended(mut out: Vec<u8>) -> String {
    out.truncate(out.iter().position(|byte| *byte == 0).unwrap_or(out.len()));
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes a number. One with more digits before the point than the format has is written as `#`.
pub(super) fn write(picture: &Picture, digits: &Digits) -> Result<String> {
    let whole = digits.text.find('.').unwrap_or(digits.text.len());
    let overflow = whole > digits.pre;
    let number = if overflow {
        let mut signs = "#".repeat(digits.pre + digits.post + 1);
        signs.replace_range(digits.pre..=digits.pre, ".");
        signs
    } else {
        digits.text.clone()
    };
    let spaces = digits.pre.saturating_sub(whole);
    let Digits { negative, pre, post, .. } = *digits;
    let mut last = None;
    if picture.fill && picture.point {
        last = number.find('.').map(|point| {
            let kept = number[point + 1..].rfind(|c| c != '0');
            let kept = kept.map_or(point, |at| point + 1 + at);
            if picture.zero_end > spaces { kept.max(picture.zero_end - spaces) } else { kept }
        });
    }
    let own_sign = picture.plus || picture.minus;
    let sign_written = match own_sign {
        true => picture.minus,
        false => !negative && picture.fill && !picture.sign,
    };
    let mut writer = Writer {
        picture,
        negative,
        number: number.as_bytes(),
        at: 0,
        spaces,
        post,
        count: (pre + post) as isize - 1,
        current: 0,
        last,
        sign_written,
        brackets: picture.brackets && (negative || !picture.fill),
        sign_first: picture.sign_after.is_some_and(|after| after != pre),
        in_number: false,
        out: Vec::new(),
    };
    if !sign_written && spaces == 0 {
        writer.count += 1;
    }
    for part in &picture.parts {
        match part {
            Part::Nine | Part::Zero | Part::Point => writer.digit(*part),
            other => writer.word(*other)?,
        }
    }
    Ok(ended(writer.out))
}

/// Writes a Roman numeral, between what else the format has: digits and signs of the format write nothing.
pub(super) fn write_roman(picture: &Picture, numeral: &str) -> String {
    let mut out = String::new();
    for part in &picture.parts {
        match part {
            Part::Roman { small } => {
                let text = if *small { numeral.to_ascii_lowercase() } else { numeral.to_owned() };
                out.push_str(&if picture.fill { text } else { format!("{text:>15}") });
            }
            Part::Literal(c) => out.push(*c),
            Part::Comma | Part::Minus | Part::Plus if !picture.fill => out.push(' '),
            Part::Currency => out.push(' '),
            _ => {}
        }
    }
    out
}
