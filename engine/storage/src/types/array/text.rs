//! Array literals: `{1,2,NULL,"a b"}`, `{{1,2},{3,4}}`, `[0:1]={1,2}` (`array_in`, `array_out`).

use super::{Array, Element, MAXDIM};
use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::fmgr::Env;
use crate::ids::Oid;
use crate::types::oid;

/// Whether the byte is white space (`array_isspace`).
fn is_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// The character between elements: a semicolon for `box`, a comma for all other types.
fn delimiter(element: Oid) -> u8 {
    if element == oid::BOX { b';' } else { b',' }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    delimiter: u8,
    /// The elements' texts; `None` for NULL.
    values: Vec<Option<String>>,
    /// Elements at each level, once the first sub-array of it is complete.
    dims: Vec<Option<i32>>,
    deepest: usize,
}

impl Reader<'_> {
    /// The next byte, which stays.
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
    /// Skips white space.
    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }
    /// The error of a text that is no array.
    fn malformed(&self, detail: &str) -> Box<PgError> {
        PgError::new(
            SqlState::INVALID_TEXT_REPRESENTATION,
            format!("malformed array literal: \"{}\"", self.text),
        )
        .detail(detail)
    }
    /// The error of a character that cannot be here.
    fn unexpected(&self, c: u8) -> Box<PgError> {
        self.malformed(&format!("Unexpected \"{}\" character.", char::from(c)))
    }

    /// Reads `{...}` at nesting `level`; the cursor stands on the brace.
    fn braces(&mut self, level: usize) -> Result<()> {
        if level >= MAXDIM {
            return err!(
                PROGRAM_LIMIT_EXCEEDED,
                "number of array dimensions ({}) exceeds the maximum allowed ({MAXDIM})",
                level + 1
            );
        }
        self.at += 1;
        self.deepest = self.deepest.max(level + 1);
        if self.dims.len() <= level {
            self.dims.push(None);
        }
        let mut count = 0;
        loop {
            self.skip_space();
            match self.peek() {
                None => return Err(self.malformed("Unexpected end of input.")),
                Some(c @ b'{') => {
                    // What the first braces hold beside a value is no array.
                    if self.dims.len() == level + 1 && !self.values.is_empty() {
                        return Err(self.unexpected(c));
                    }
                    self.braces(level + 1)?;
                    count += 1;
                }
                Some(b'}') if count == 0 && level == 0 => {}
                Some(c @ b'}') => return Err(self.unexpected(c)),
                Some(c) if c == self.delimiter => return Err(self.unexpected(c)),
                Some(_) => {
                    if self.deepest > level + 1 {
                        if count > 0 {
                            return Err(self.malformed("Unexpected array element."));
                        }
                        return Err(self.malformed(
                            "Multidimensional arrays must have sub-arrays with matching dimensions.",
                        ));
                    }
                    let value = self.element()?;
                    self.values.push(value);
                    count += 1;
                }
            }
            self.skip_space();
            match self.peek() {
                None => return Err(self.malformed("Unexpected end of input.")),
                Some(b'}') => break,
                Some(c) if c == self.delimiter => self.at += 1,
                Some(c @ b'{') => return Err(self.unexpected(c)),
                Some(_) => return Err(self.malformed("Unexpected array element.")),
            }
        }
        self.at += 1;
        match self.dims[level] {
            Some(n) if n != count => Err(self.malformed(
                "Multidimensional arrays must have sub-arrays with matching dimensions.",
            )),
            _ => {
                self.dims[level] = Some(count);
                Ok(())
            }
        }
    }

    /// Reads one element, quoted or not; `None` is an unquoted NULL.
    fn element(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let mut quoted = false;
        // Bare text ends before its trailing blanks.
        let mut keep = 0;
        loop {
            match self.peek() {
                None => return Err(self.malformed("Unexpected end of input.")),
                Some(b'"') if bytes.is_empty() && !quoted => {
                    quoted = true;
                    self.at += 1;
                    self.quoted(&mut bytes)?;
                    keep = bytes.len();
                    self.skip_space();
                    break;
                }
                Some(b'"') => return Err(self.malformed("Unexpected array element.")),
                Some(b'\\') => {
                    self.at += 1;
                    quoted = true;
                    let Some(c) = self.peek() else {
                        return Err(self.malformed("Unexpected end of input."));
                    };
                    bytes.push(c);
                    keep = bytes.len();
                }
                Some(c @ b'{') => return Err(self.unexpected(c)),
                Some(c) if c == b'}' || c == self.delimiter => break,
                Some(c) => {
                    bytes.push(c);
                    if !is_space(c) {
                        keep = bytes.len();
                    }
                }
            }
            self.at += 1;
        }
        bytes.truncate(keep);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(if !quoted && text.eq_ignore_ascii_case("null") { None } else { Some(text) })
    }

    /// Reads an element in quotes after the first one.
    fn quoted(&mut self, bytes: &mut Vec<u8>) -> Result<()> {
        loop {
            let Some(mut c) = self.peek() else {
                return Err(self.malformed("Unexpected end of input."));
            };
            self.at += 1;
            if c == b'"' {
                return Ok(());
            }
            if c == b'\\' {
                c = self.peek().ok_or_else(|| self.malformed("Unexpected end of input."))?;
                self.at += 1;
            }
            bytes.push(c);
        }
    }

    /// The next whole number, if there is one.
    fn number(&mut self) -> Option<i32> {
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit() || c == b'-' || c == b'+') {
            self.at += 1;
        }
        (self.at > from).then(|| self.text[from..self.at].parse().unwrap_or(i32::MAX))
    }

    /// Reads `[l:u]...=`; gives lower bounds and lengths.
    fn bounds(&mut self) -> Result<Vec<(i32, i32)>> {
        let mut bounds = Vec::new();
        self.skip_space();
        while self.peek() == Some(b'[') {
            self.at += 1;
            if bounds.len() >= MAXDIM {
                return err!(
                    PROGRAM_LIMIT_EXCEEDED,
                    "number of array dimensions ({}) exceeds the maximum allowed ({MAXDIM})",
                    bounds.len() + 1
                );
            }
            let Some(mut upper) = self.number() else {
                return Err(
                    self.malformed("\"[\" must introduce explicitly-specified array dimensions.")
                );
            };
            let mut lower = 1;
            if self.peek() == Some(b':') {
                lower = upper;
                self.at += 1;
                upper = self
                    .number()
                    .ok_or_else(|| self.malformed("Missing array dimension value."))?;
            }
            if self.peek() != Some(b']') {
                return Err(self.malformed("Missing \"]\" after array dimensions."));
            }
            self.at += 1;
            if lower.max(upper) == i32::MAX {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "an array's bound beyond 2147483646 is not modelled"
                );
            }
            if upper < lower {
                return err!(ARRAY_SUBSCRIPT_ERROR, "upper bound cannot be less than lower bound");
            }
            bounds.push((lower, upper.saturating_sub(lower).saturating_add(1)));
            self.skip_space();
        }
        Ok(bounds)
    }
}

/// Reads an array, such as `{1,2,NULL}`, and returns the datum. `typmod` is for its elements
/// (`array_in`).
///
/// # Errors
/// 22P02 "malformed array literal", and those of the elements' input function.
pub fn input(type_oid: Oid, text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    let element = env.element_type(type_oid);
    if matches!(type_oid, oid::INT2VECTOR | oid::OIDVECTOR) {
        return vector_in(element, text, env);
    }
    let array =
        parse(text, Element::known(env, element), &mut |text| env.input(element, text, typmod))?;
    if array.values.iter().any(Datum::is_null) {
        env.input_null(element)?;
    }
    array.to_datum()
}

/// Parses an array literal; `read` reads each element.
///
/// # Errors
/// As [`input`].
pub fn parse(
    text: &str,
    element: Element,
    read: &mut dyn FnMut(&str) -> Result<Datum>,
) -> Result<Array> {
    let mut reader = Reader {
        text,
        at: 0,
        delimiter: delimiter(element.oid),
        values: Vec::new(),
        dims: Vec::new(),
        deepest: 0,
    };
    let bounds = reader.bounds()?;
    if !bounds.is_empty() {
        if reader.peek() != Some(b'=') {
            return Err(reader.malformed("Missing \"=\" after array dimensions."));
        }
        reader.at += 1;
        reader.skip_space();
    }
    if reader.peek() != Some(b'{') {
        return Err(reader.malformed(if bounds.is_empty() {
            "Array value must start with \"{\" or dimension information."
        } else {
            "Array contents must start with \"{\"."
        }));
    }
    reader.braces(0)?;
    reader.skip_space();
    if reader.peek().is_some() {
        return Err(reader.malformed("Junk after closing right brace."));
    }
    let mut dims: Vec<i32> = reader.dims.iter().map(|n| n.unwrap_or(0)).collect();
    if reader.values.is_empty() {
        dims.clear();
    }
    if !bounds.is_empty() && !bounds.iter().map(|b| b.1).eq(dims.iter().copied()) {
        return Err(reader.malformed("Specified array dimensions do not match array contents."));
    }
    let lower =
        if bounds.is_empty() { vec![1; dims.len()] } else { bounds.iter().map(|b| b.0).collect() };
    let values = std::mem::take(&mut reader.values)
        .into_iter()
        .map(|value| value.map_or(Ok(Datum::Null), |text| read(&text)))
        .collect::<Result<_>>()?;
    Ok(Array { element, dims, lower, values, bitmap: false })
}

/// Reads numbers between blanks, and returns an array that is counted from 0 (`int2vectorin`,
/// `oidvectorin`).
fn vector_in(element: Oid, text: &str, env: &mut dyn Env) -> Result<Datum> {
    let values: Vec<Datum> = text
        .split_ascii_whitespace()
        .map(|number| crate::types::input(element, number, -1, env))
        .collect::<Result<_>>()?;
    vector(element, values)
}

/// An int2vector or oidvector: one dimension, even when empty, from subscript 0.
///
/// # Errors
/// As [`Array::to_datum`].
pub fn vector(element: Oid, values: Vec<Datum>) -> Result<Datum> {
    let dims = vec![values.len() as i32];
    Array { element: Element::of(element), dims, lower: vec![0], values, bitmap: false }.to_datum()
}

/// Returns an array as text (`array_out`); `int2vector` and `oidvector` print their numbers with
/// spaces between.
///
/// # Errors
/// The errors of the elements' output function.
pub fn output(type_oid: Oid, d: &Datum, env: &mut dyn Env) -> Result<String> {
    let array = Array::from_datum(env, d)?;
    let mut texts = Vec::with_capacity(array.values.len());
    for value in &array.values {
        texts.push(if value.is_null() {
            None
        } else {
            Some(env.output(array.element.oid, value)?)
        });
    }
    if matches!(type_oid, oid::INT2VECTOR | oid::OIDVECTOR) {
        let numbers: Vec<String> = texts.into_iter().flatten().collect();
        return Ok(numbers.join(" "));
    }
    Ok(print(&array, &texts))
}

/// The text of an array whose elements have these texts.
pub fn print(array: &Array, texts: &[Option<String>]) -> String {
    if texts.is_empty() {
        return "{}".to_owned();
    }
    let delimiter = char::from(delimiter(array.element.oid));
    let mut out = String::new();
    if array.lower.iter().any(|&l| l != 1) {
        for (&lower, &n) in array.lower.iter().zip(&array.dims) {
            out.push_str(&format!("[{lower}:{}]", i64::from(lower) + i64::from(n) - 1));
        }
        out.push('=');
    }
    print_level(&array.dims, texts, delimiter, &mut out);
    out
}

/// Prints one dimension in braces, and those within it.
fn print_level(dims: &[i32], texts: &[Option<String>], delimiter: char, out: &mut String) {
    out.push('{');
    if let [n, inner @ ..] = dims
        && !inner.is_empty()
    {
        let size = (texts.len() / (*n).max(1) as usize).max(1);
        for (i, part) in texts.chunks(size).enumerate() {
            if i > 0 {
                out.push(delimiter);
            }
            print_level(inner, part, delimiter, out);
        }
    } else {
        for (i, text) in texts.iter().enumerate() {
            if i > 0 {
                out.push(delimiter);
            }
            print_element(text.as_deref(), delimiter, out);
        }
    }
    out.push('}');
}

/// Prints an element, in quotes where it would not be read back without them.
fn print_element(text: Option<&str>, delimiter: char, out: &mut String) {
    let Some(text) = text else {
        out.push_str("NULL");
        return;
    };
    let special = |c: char| {
        matches!(c, '"' | '\\' | '{' | '}') || c == delimiter || u8::try_from(c).is_ok_and(is_space)
    };
    if !text.is_empty() && !text.eq_ignore_ascii_case("null") && !text.contains(special) {
        out.push_str(text);
        return;
    }
    out.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
}
