//! Makes the fields that all formats have: numbers and flags.

use super::{Bits, Field, More, Part, Place};

/// Bytes to take apart, and where their first stands in what was opened.
#[derive(Clone, Copy)]
pub(super) struct Span<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) base: usize,
}

impl<'a> Span<'a> {
    /// All bytes of what was opened.
    pub(super) fn whole(bytes: &'a [u8]) -> Span<'a> {
        Span { bytes, base: 0 }
    }
    /// The bytes from `from` to `to`, cut off at the end of these.
    pub(super) fn slice(self, from: usize, to: usize) -> Span<'a> {
        let to = to.min(self.bytes.len());
        let from = from.min(to);
        Span { bytes: &self.bytes[from..to], base: self.base + from }
    }
    /// The number of bytes.
    pub(super) fn len(self) -> usize {
        self.bytes.len()
    }
    /// A little-endian number of up to 8 bytes; missing bytes are 0.
    pub(super) fn number(self, at: usize, length: usize) -> u64 {
        (0..length.min(8)).rev().fold(0, |n, i| n << 8 | u64::from(self.byte(at + i)))
    }
    /// The byte at an offset; 0 after the end.
    pub(super) fn byte(self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }
    /// The little-endian number in two bytes; missing bytes are 0.
    pub(super) fn u16(self, at: usize) -> u16 {
        self.number(at, 2) as u16
    }
    /// The little-endian number in four bytes; missing bytes are 0.
    pub(super) fn u32(self, at: usize) -> u32 {
        self.number(at, 4) as u32
    }
    /// A field of these bytes; if some of them are missing, its length is cut.
    pub(super) fn field(self, name: &str, at: usize, length: usize, part: Part) -> Field {
        Field::new(name, self.base + at, length.min(self.len().saturating_sub(at)), part)
    }
    /// A field whose value is the little-endian number in its bytes.
    pub(super) fn int(self, name: &str, at: usize, length: usize, part: Part) -> Field {
        self.field(name, at, length, part).value(self.number(at, length))
    }
    /// One field of all these bytes.
    pub(super) fn all(self, name: &str, part: Part) -> Field {
        self.field(name, 0, self.len(), part)
    }
    /// The bytes in hexadecimal, in the order of their addresses.
    pub(super) fn hex(self, at: usize, length: usize) -> String {
        let there = self.slice(at, at + length).bytes;
        there.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ")
    }
}

impl Field {
    /// A field with neither value, note nor children.
    pub(super) fn new(name: impl Into<String>, at: usize, length: usize, part: Part) -> Field {
        Field {
            name: name.into(),
            at: at as u32,
            length: length as u32,
            bits: None,
            value: String::new(),
            note: String::new(),
            part,
            steps: Vec::new(),
            faint: false,
            item: 0,
            leads: None,
            children: Vec::new(),
            more: None,
        }
    }
    /// Sets the text of the field's value.
    pub(super) fn value(mut self, value: impl ToString) -> Field {
        self.value = value.to_string();
        self
    }
    /// Sets the note beside the value: what it means.
    pub(super) fn note(mut self, note: impl Into<String>) -> Field {
        self.note = note.into();
        self
    }
    /// Sets the steps by which the value is computed from the bytes.
    pub(super) fn steps(mut self, steps: Vec<String>) -> Field {
        self.steps = steps;
        self
    }
    /// Limits the field to `count` bits from bit `low` on.
    pub(super) fn bits(mut self, low: u8, count: u8) -> Field {
        self.bits = Some(Bits { low, count });
        self
    }
    /// Says whether a field is shown less strongly (`faint`), such as a flag that is not set.
    pub(super) fn faint(mut self, faint: bool) -> Field {
        self.faint = faint;
        self
    }
    /// Sets the line pointer that the field belongs to.
    pub(super) fn item(mut self, item: u16) -> Field {
        self.item = item;
        self
    }
    /// Sets the place that the field points to.
    pub(super) fn leads(mut self, to: Option<Place>) -> Field {
        self.leads = to;
        self
    }
    /// Sets the fields inside this one.
    pub(super) fn children(mut self, children: Vec<Field>) -> Field {
        self.children = children;
        self
    }
    /// Says which children are left out until the reader opens the field.
    pub(super) fn more(mut self, more: More) -> Field {
        self.more = Some(more);
        self
    }
    /// Marks the field and its children as dead, except headers and padding.
    pub(super) fn dead(mut self) -> Field {
        self.part = Part::Dead;
        self
    }
}

/// A bit or several with a name and what it says when set.
pub(super) struct Flag {
    pub(super) mask: u16,
    pub(super) name: &'static str,
    pub(super) says: &'static str,
}

/// Each bit of a flags word as a field, set or not.
pub(super) fn flags(span: Span, at: usize, part: Part, table: &[Flag]) -> Vec<Field> {
    let word = span.u16(at);
    table
        .iter()
        .map(|flag| {
            let set = word & flag.mask == flag.mask;
            span.field(flag.name, at, 2, part)
                .bits(flag.mask.trailing_zeros() as u8, flag.mask.count_ones() as u8)
                .value(if set { "1" } else { "0" })
                .note(format!("{:#06x}: {}", flag.mask, flag.says))
                .faint(!set)
        })
        .collect()
}

/// The names of the flags that are set, or `none`.
pub(super) fn names(word: u16, table: &[Flag]) -> String {
    let set: Vec<&str> = table.iter().filter(|f| word & f.mask == f.mask).map(|f| f.name).collect();
    if set.is_empty() { "none".to_string() } else { set.join(" ") }
}

/// The steps that read a little-endian word: its bytes, and the number they make.
pub(super) fn little_endian(span: Span, at: usize, length: usize) -> Vec<String> {
    let number = span.number(at, length);
    vec![span.hex(at, length), format!("{number:#0width$x}", width = 2 + 2 * length)]
}

/// A number with commas between thousands: 11452 is `11,452`.
pub(super) fn grouped(n: impl Into<u64>) -> String {
    let digits = n.into().to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A count with its noun, in the singular or plural: `1 byte`, `1,532 bytes`.
pub(super) fn plural(n: usize, one: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} {one}{s}", grouped(n as u64))
}

/// The text cut off after `most` characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
