//! The small fixed-length types: bool, "char", the integers, oid and its kin, tid, pg_lsn, uuid.
//!
//! By-value ones are words of a [`Datum`]; tid is 6 bytes (`(block,offset)`), uuid 16.

use crate::datum::Datum;
use crate::error::{PgError, Result, SqlState};
use crate::ids::ItemPointer;
use std::cmp::Ordering;

/// Whether the byte is white space by C's `isspace` in the C locale.
pub fn is_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// The text without the white space that input functions skip at both ends.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| u8::try_from(c).is_ok_and(is_space))
}

/// The error `invalid input syntax for type integer: "x"`.
pub fn invalid_syntax(type_name: &str, text: &str) -> Box<PgError> {
    PgError::new(
        SqlState::INVALID_TEXT_REPRESENTATION,
        format!("invalid input syntax for type {type_name}: \"{text}\""),
    )
}

/// Reads a boolean: any unambiguous prefix of true, false, yes, no; on, off; 1, 0 (`boolin`). Other
/// text is refused with 22P02.
pub fn bool_in(text: &str) -> Result<Datum> {
    parse_bool(trim(text)).map(Datum::bool).ok_or_else(|| invalid_syntax("boolean", text))
}

/// Reads any unambiguous prefix of true, false, yes, no; on, off, 1, 0 (`parse_bool`). `None` for
/// other text.
pub fn parse_bool(text: &str) -> Option<bool> {
    let t = text.to_ascii_lowercase();
    match t.as_bytes() {
        [] => None,
        _ if "true".starts_with(&t) || "yes".starts_with(&t) => Some(true),
        _ if "false".starts_with(&t) || "no".starts_with(&t) => Some(false),
        b"on" | b"1" => Some(true),
        b"of" | b"off" | b"0" => Some(false),
        _ => None,
    }
}

/// Reads a "char": a byte that is written as a backslash and three octal digits, otherwise the first byte, the rest being
/// ignored (`charin`).
pub fn char_in(text: &str) -> Datum {
    Datum::Word(u64::from(char_of(text.as_bytes())))
}

/// The byte that a text is as a "char": one in octal, or the text's first; 0 for an empty text (`charin`, `text_char`).
pub fn char_of(text: &[u8]) -> u8 {
    match *text {
        [b'\\', a @ b'0'..=b'7', b @ b'0'..=b'7', c @ b'0'..=b'7'] => {
            ((a - b'0') << 6) | ((b - b'0') << 3) | (c - b'0')
        }
        [first, ..] => first,
        [] => 0,
    }
}

/// Returns a "char" as text (`charout`). A byte above ASCII is shown in octal, since alone it is
/// not valid UTF-8.
pub fn char_out(c: u8) -> String {
    match c {
        0 => String::new(),
        1..=0x7f => char::from(c).to_string(),
        _ => format!("\\{c:03o}"),
    }
}

/// A number that is written with 0x, 0o or 0b, or with underscores between digits, as decimal digits with its sign and
/// fraction; `None` for other text, and for more digits than 128 bits hold in such a base.
pub fn plain_number(text: &str) -> Option<String> {
    let t = trim(text);
    let (sign, digits) = if t.starts_with(['-', '+']) { t.split_at(1) } else { ("", t) };
    let base = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'o' | b'O', ..] => 8,
        [b'0', b'b' | b'B', ..] => 2,
        _ => 10,
    };
    // An underscore stands before a digit: after one, or after the base.
    let between = |(at, _): (usize, &str)| {
        let b = digits.as_bytes();
        let digit = |c: Option<&u8>| c.is_some_and(|c| char::from(*c).is_digit(base));
        digit(b.get(at + 1)) && (digit(b.get(at.wrapping_sub(1))) || base != 10 && at == 2)
    };
    if !digits.match_indices('_').all(between) {
        return None;
    }
    let plain = digits.replace('_', "");
    if base == 10 {
        return (plain != digits).then(|| format!("{sign}{plain}"));
    }
    let rest = plain.get(2..).filter(|r| !r.starts_with(['-', '+']))?;
    let number = i128::from_str_radix(rest, base).ok()?;
    Some(format!("{sign}{number}"))
}

/// Parses an integer in a range (`pg_strtoint32` and its variants); `name` is the type's name for errors; `forms`: the
/// number may have another base, and underscores.
fn parse_int(text: &str, (min, max): (i64, i64), name: &str, forms: bool) -> Result<i64> {
    let t = trim(text);
    let plain = if forms { plain_number(t) } else { None };
    let t = plain.as_deref().unwrap_or(t);
    let (negative, digits) = match t.as_bytes().first() {
        Some(b'-') => (true, &t[1..]),
        Some(b'+') => (false, &t[1..]),
        _ => (false, t),
    };
    if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return Err(invalid_int(digits, text, name));
    }
    let value = digits.bytes().try_fold(0i128, |v, c| {
        let v = v * 10 + i128::from(c - b'0');
        (v <= 1 << 64).then_some(v)
    });
    let value = value.map(|v| if negative { -v } else { v });
    match value {
        Some(v) if (i128::from(min)..=i128::from(max)).contains(&v) => Ok(v as i64),
        _ => Err(out_of_range_text(text, name)),
    }
}

/// The error of a text whose number does not fit the type.
fn out_of_range_text(text: &str, name: &str) -> Box<PgError> {
    PgError::new(
        SqlState::NUMERIC_VALUE_OUT_OF_RANGE,
        format!("value \"{text}\" is out of range for type {name}"),
    )
}

/// The error for a text that is no integer of this type: out of range if its digits are, even if
/// other characters follow, else bad syntax.
fn invalid_int(digits: &str, text: &str, name: &str) -> Box<PgError> {
    let limit: u128 = match name {
        "smallint" => 1 << 15,
        "integer" => 1 << 31,
        _ => 1 << 63,
    };
    let mut v: u128 = 0;
    for c in digits.bytes().take_while(u8::is_ascii_digit) {
        v = v * 10 + u128::from(c - b'0');
        if v > limit {
            return out_of_range_text(text, name);
        }
    }
    invalid_syntax(name, text)
}

/// Reads a smallint (`int2in`). Refused: text that is no integer (22P02) and one out of range
/// (22003). `forms`: the number may have another base, and underscores.
pub fn int2_in(text: &str, forms: bool) -> Result<Datum> {
    parse_int(text, (i16::MIN.into(), i16::MAX.into()), "smallint", forms).map(Datum::i64)
}
/// Reads an integer (`int4in`), as [`int2_in`] a smallint.
pub fn int4_in(text: &str, forms: bool) -> Result<Datum> {
    parse_int(text, (i32::MIN.into(), i32::MAX.into()), "integer", forms).map(Datum::i64)
}
/// Reads a bigint (`int8in`), as [`int2_in`] a smallint.
pub fn int8_in(text: &str, forms: bool) -> Result<Datum> {
    parse_int(text, (i64::MIN, i64::MAX), "bigint", forms).map(Datum::i64)
}

/// Reads a number as `strtoul` does: returns the value (a minus sign wraps it) and the number of bytes read; no value on
/// overflow. `bases`: `0x` begins a number in hexadecimal, and `0` one in octal.
fn strtoul(text: &str, bases: bool) -> (Option<u64>, usize) {
    let b = text.as_bytes();
    let mut i = b.iter().take_while(|&&c| is_space(c)).count();
    let negative = b.get(i) == Some(&b'-');
    if matches!(b.get(i), Some(b'-' | b'+')) {
        i += 1;
    }
    let digit = |i: usize, base| char::from(*b.get(i)?).to_digit(base);
    let mut base = 10;
    if bases && b.get(i) == Some(&b'0') {
        let hexadecimal = matches!(b.get(i + 1), Some(b'x' | b'X')) && digit(i + 2, 16).is_some();
        base = if hexadecimal { 16 } else { 8 };
        i += if hexadecimal { 2 } else { 0 };
    }
    let start = i;
    let mut v: Option<u64> = Some(0);
    while let Some(d) = digit(i, base) {
        v = v.and_then(|v| v.checked_mul(base.into())?.checked_add(d.into()));
        i += 1;
    }
    if i == start {
        return (Some(0), 0);
    }
    (v.map(|v| if negative { v.wrapping_neg() } else { v }), i)
}

/// Reads a whole number without a sign, and refuses what is none (22P02) and what is out of range (22003). One of 32
/// bits (`short`) may have a minus sign if it fits an integer (`uint32in_subr`, `uint64in_subr`).
fn unsigned(text: &str, what: &str, bases: bool, short: bool) -> Result<u64> {
    let (value, used) = strtoul(text, bases);
    let fits = |v: u64| !short || v == u64::from(v as u32) || v == v as i32 as u64;
    match value {
        _ if used == 0 => Err(invalid_syntax(what, text)),
        None => Err(out_of_range_text(text, what)),
        Some(_) if !text.as_bytes()[used..].iter().all(|&c| is_space(c)) => {
            Err(invalid_syntax(what, text))
        }
        Some(v) if fits(v) => Ok(v),
        Some(_) => Err(out_of_range_text(text, what)),
    }
}

/// Reads an OID (`oidin`); negative numbers that fit an integer are accepted too. `bases`: it may have another base.
pub fn oid_in(text: &str, bases: bool) -> Result<Datum> {
    unsigned(text, "oid", bases, true).map(|v| Datum::u32(v as u32))
}

/// Reads the number of a transaction or a command, in any base; what is no number is refused if `checked`. `short`: it
/// has 32 bits.
fn id_in(text: &str, what: &str, checked: bool, short: bool) -> Result<u64> {
    if checked {
        return unsigned(text, what, true, short);
    }
    Ok(strtoul(text, true).0.unwrap_or(u64::MAX))
}

/// Reads an xid or a command id (`xidin`, `cidin`); what is no number is refused if `checked`.
pub fn xid_in(text: &str, what: &str, checked: bool) -> Result<Datum> {
    id_in(text, what, checked, true).map(|v| Datum::u32(v as u32))
}

/// Reads an xid of 64 bits (`xid8in`); what is no number is refused if `checked`.
pub fn xid8_in(text: &str, checked: bool) -> Result<Datum> {
    id_in(text, "xid8", checked, false).map(Datum::Word)
}

/// Reads a TID, such as `(0,1)` (`tidin`); other text is refused with 22P02.
pub fn tid_in(text: &str) -> Result<Datum> {
    let bad = || invalid_syntax("tid", text);
    let inner = text
        .trim_start_matches(' ')
        .strip_prefix('(')
        .and_then(|t| t.find(')').map(|e| &t[..e]))
        .ok_or_else(bad)?;
    let (block, offset) = inner.split_once(',').ok_or_else(bad)?;
    let block: i64 = block.trim().parse().map_err(|_| bad())?;
    let offset: u16 = offset.trim().parse().map_err(|_| bad())?;
    if !(i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&block) {
        return Err(bad());
    }
    let tid = ItemPointer::new(block as u32, offset);
    Ok(Datum::Ref(tid.to_bytes().to_vec().into()))
}

/// The item pointer of a tid.
pub fn tid_value(d: &Datum) -> ItemPointer {
    let b = d.bytes();
    b.get(..6)
        .and_then(|b| <[u8; 6]>::try_from(b).ok())
        .map_or(ItemPointer::INVALID, ItemPointer::from_bytes)
}

/// Returns a TID as `(block,offset)` (`tidout`).
pub fn tid_out(d: &Datum) -> String {
    tid_value(d).to_string()
}

/// Compares TIDs by block, then by offset (`bttidcmp`).
pub fn tid_compare(a: &Datum, b: &Datum) -> Ordering {
    tid_value(a).cmp(&tid_value(b))
}

/// Reads a position in the WAL, such as `16/B374D848` (`pg_lsn_in`); other text is refused with
/// 22P02.
pub fn lsn_in(text: &str) -> Result<Datum> {
    let part = |t: &str| {
        ((1..=8).contains(&t.len()) && t.bytes().all(|c| c.is_ascii_hexdigit()))
            .then(|| u64::from_str_radix(t, 16).ok())
            .flatten()
    };
    text.split_once('/')
        .and_then(|(hi, lo)| Some(Datum::Word(part(hi)? << 32 | part(lo)?)))
        .ok_or_else(|| invalid_syntax("pg_lsn", text))
}

/// Returns a position in the WAL as its upper and lower half in hexadecimal (`pg_lsn_out`).
pub fn lsn_out(v: u64) -> String {
    format!("{:X}/{:X}", v >> 32, v & 0xFFFF_FFFF)
}

/// Reads a uuid (`uuid_in`): 32 hex digits, hyphens after any group of four, braces around. Other
/// text is refused with 22P02.
pub fn uuid_in(text: &str) -> Result<Datum> {
    let bad = || invalid_syntax("uuid", text);
    let mut rest = text.as_bytes();
    let braces = rest.first() == Some(&b'{');
    if braces {
        rest = &rest[1..];
    }
    let mut out = Vec::with_capacity(16);
    for i in 0..16 {
        let pair = rest.get(..2).and_then(|p| std::str::from_utf8(p).ok()).ok_or_else(bad)?;
        if !pair.bytes().all(|c| c.is_ascii_hexdigit()) {
            return Err(bad());
        }
        out.push(u8::from_str_radix(pair, 16).map_err(|_| bad())?);
        rest = &rest[2..];
        if rest.first() == Some(&b'-') && i % 2 == 1 && i < 15 {
            rest = &rest[1..];
        }
    }
    if braces {
        rest = rest.strip_prefix(b"}").ok_or_else(bad)?;
    }
    if !rest.is_empty() {
        return Err(bad());
    }
    Ok(Datum::Ref(out.into()))
}

/// Returns 16 bytes as hexadecimal digits in groups of 8, 4, 4, 4 and 12 (`uuid_out`).
pub fn uuid_out(b: &[u8]) -> String {
    let mut s = String::with_capacity(36);
    for (i, c) in b.iter().enumerate() {
        if matches!(i, 4 | 6 | 8 | 10) {
            s.push('-');
        }
        s.push_str(&format!("{c:02x}"));
    }
    s
}

/// A `pg_snapshot` (`xid8funcs.c`): everything before `xmin` has ended, nothing from `xmax` on has
/// begun, and what is listed still runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgSnapshot {
    /// The oldest transaction still running.
    pub xmin: u64,
    /// The first transaction not yet begun.
    pub xmax: u64,
    /// The transactions between `xmin` and `xmax` that are running, ascending (`xip`).
    pub running: Vec<u64>,
}

impl PgSnapshot {
    /// Reads a snapshot, such as `10:20:10,14,15`, also one of type txid_snapshot (`parse_snapshot`, which
    /// names pg_snapshot for both). Xids that are out of order or of range are refused with 22P02.
    pub fn parse(text: &str) -> Result<Datum> {
        let parse = || {
            let mut parts = text.splitn(3, ':');
            let xmin: u64 = parts.next()?.parse().ok()?;
            let xmax: u64 = parts.next()?.parse().ok()?;
            let list = parts.next()?;
            let mut running: Vec<u64> = Vec::new();
            for x in list.split(',').filter(|_| !list.is_empty()) {
                let x: u64 = x.parse().ok()?;
                if x < xmin || x >= xmax || running.last().is_some_and(|last| *last > x) {
                    return None;
                }
                if running.last() != Some(&x) {
                    running.push(x);
                }
            }
            (xmin != 0 && xmin <= xmax).then_some(PgSnapshot { xmin, xmax, running })
        };
        match parse() {
            Some(s) => Ok(s.to_datum()),
            None => Err(invalid_syntax("pg_snapshot", text)),
        }
    }
    /// Reads the payload of a `pg_snapshot`.
    pub fn from_payload(b: &[u8]) -> PgSnapshot {
        let word = |at: usize| {
            b.get(at..at + 8).and_then(|w| w.try_into().ok()).map_or(0, u64::from_le_bytes)
        };
        let running = (20..b.len()).step_by(8).map(word).collect();
        PgSnapshot { xmin: word(4), xmax: word(12), running }
    }
    /// The snapshot as a datum.
    pub fn to_datum(&self) -> Datum {
        let mut b = (self.running.len() as u32).to_le_bytes().to_vec();
        for word in [self.xmin, self.xmax].iter().chain(&self.running) {
            b.extend(word.to_le_bytes());
        }
        Datum::varlena(&b)
    }
}

impl std::fmt::Display for PgSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let running: Vec<String> = self.running.iter().map(u64::to_string).collect();
        write!(f, "{}:{}:{}", self.xmin, self.xmax, running.join(","))
    }
}
