//! Documents as text (`JsonbToCString`, `jsonb_pretty`, `escape_json`).

use super::{Container, JsonbView};
use crate::clock::{self, Kind};
use crate::types::numeric::Numeric;
use std::fmt::Write;

/// Appends a JSON string: in quotes, escaped.
pub fn escape_json(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if (c as u32) < 32 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Prints a string in quotes, with escapes.
fn print_string(bytes: &[u8], out: &mut String) {
    escape_json(&String::from_utf8_lossy(bytes), out);
}

/// Appends a node as JSON on one line.
pub fn print_view(view: JsonbView<'_>, out: &mut String) {
    match view {
        JsonbView::Null => out.push_str("null"),
        JsonbView::Bool(b) => out.push_str(if b { "true" } else { "false" }),
        JsonbView::Numeric(n) => print_numeric(JsonbView::numeric_payload(n), out),
        JsonbView::String(s) => print_string(s, out),
        JsonbView::Container(c) => print_container(c, out),
    }
}

/// Prints a number from numeric's payload.
fn print_numeric(payload: &[u8], out: &mut String) {
    // Small whole numbers, which fill arrays, need no arithmetic: weight 0, scale 0, no sign.
    match *payload {
        [0x00, 0x80] => out.push('0'),
        [0x00, 0x80, low, high] => {
            let _ = write!(out, "{}", u16::from_le_bytes([low, high]));
        }
        _ => {
            let _ = write!(out, "{}", Numeric::from_payload(payload));
        }
    }
}

/// Appends a document on one line, as `jsonb_out` prints it. The root of a scalar is printed as the
/// scalar.
pub fn print_container(container: Container<'_>, out: &mut String) {
    clock::add(Kind::JsonbPrinted, container.children() as u64);
    if let Some(scalar) = container.scalar() {
        print_view(scalar, out);
    } else if container.is_object() {
        out.push('{');
        for (i, (key, value)) in container.pairs().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            print_string(key, out);
            out.push_str(": ");
            print_view(value, out);
        }
        out.push('}');
    } else {
        out.push('[');
        for (i, element) in container.elements().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            print_view(element, out);
        }
        out.push(']');
    }
}

/// Appends a document with a line for each child, indented by four spaces for each level
/// (`jsonb_pretty`).
pub fn print_pretty(view: JsonbView<'_>, level: usize, out: &mut String) {
    let container = match view {
        JsonbView::Container(c) if !c.is_scalar() => c,
        JsonbView::Container(c) => return print_container(c, out),
        scalar => return print_view(scalar, out),
    };
    let line = |level: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', 4 * level));
    };
    let object = container.is_object();
    out.push(if object { '{' } else { '[' });
    let mut first = true;
    let mut begin = |out: &mut String| {
        if !std::mem::take(&mut first) {
            out.push(',');
        }
        line(level + 1, out);
    };
    if object {
        for (key, value) in container.pairs() {
            begin(out);
            print_string(key, out);
            out.push_str(": ");
            print_pretty(value, level + 1, out);
        }
    } else {
        for element in container.elements() {
            begin(out);
            print_pretty(element, level + 1, out);
        }
    }
    line(level, out);
    out.push(if object { '}' } else { ']' });
}
