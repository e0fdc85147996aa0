//! numeric: the header in one or two words, then digits in base 10000 (`numeric.c`).

use super::build::{Span, little_endian, plural};
use super::{Field, More, Part};
use storage::types::numeric::{Kind, Numeric};

/// Digits shown before the rest is left for later.
const SHOWN: usize = 64;

/// The fields of a numeric's payload.
pub(super) fn numeric(span: Span) -> Vec<Field> {
    if span.len() < 2 {
        return vec![span.all("damaged", Part::Payload).note("A numeric has a header of 2 bytes.")];
    }
    let head = span.u16(0);
    let number = Numeric::from_payload(span.bytes);
    let bits = |name: &str, low, count| span.field(name, 0, 2, Part::Header).bits(low, count);
    let take = |low: u16, count: u16| head >> low & ((1 << count) - 1);
    let sign = |at: u8| {
        bits("sign", at, 1).value(take(at.into(), 1)).note(if take(at.into(), 1) == 1 {
            "negative"
        } else {
            "positive"
        })
    };
    let scale = |low: u8, count: u8| {
        bits("dscale", low, count)
            .value(take(low.into(), count.into()))
            .note("decimals that are shown")
    };
    let word = span.int("n_header", 0, 2, Part::Header).value(format!("{head:#06x}"));
    let word = word.steps(little_endian(span, 0, 2));
    if head & 0xc000 == 0xc000 {
        let name = match number.kind {
            Kind::Infinite(false) => "Infinity",
            Kind::Infinite(true) => "-Infinity",
            _ => "NaN",
        };
        return vec![word.note(format!("the two highest bits 11: no number but {name}"))];
    }
    let weight_says = |w: i32| format!("the first digit counts 10000^{w}");
    if head & 0x8000 != 0 {
        let weight =
            if head & 0x40 != 0 { i32::from(take(0, 6)) - 64 } else { i32::from(take(0, 6)) };
        let head = word.note("short: the two highest bits are 10").children(vec![
            bits("form", 14, 2).value("10").note("short: dscale to 63, weight −64 to 63"),
            sign(13),
            scale(7, 6),
            bits("weight", 0, 7).value(weight).note(weight_says(weight)),
        ]);
        return with_digits(head, None, span, 2, weight);
    }
    let weight = i32::from(span.u16(2) as i16);
    let head = word.note("long: the highest bit is 0").children(vec![
        bits("form", 15, 1).value("0").note("long: weight has a word of its own"),
        sign(14),
        scale(0, 14),
    ]);
    let second = span
        .int("n_weight", 2, 2, Part::Header)
        .value(weight)
        .note(weight_says(weight))
        .steps(little_endian(span, 2, 2));
    with_digits(head, Some(second), span, 4, weight)
}

/// The words of the header, then the digits from `at` on; the first has this weight.
fn with_digits(
    head: Field,
    second: Option<Field>,
    span: Span,
    at: usize,
    weight: i32,
) -> Vec<Field> {
    let n = span.len().saturating_sub(at) / 2;
    let mut out = vec![head];
    out.extend(second);
    if n == 0 {
        return out;
    }
    let list = span
        .field("digits", at, n * 2, Part::Payload)
        .value(plural(n, "digit"))
        .note(format!("in base 10000, the highest first: 10000^{weight} down"));
    let place =
        |from| More::Digits { at: span.base as u32, end: (span.base + span.len()) as u32, from };
    out.push(if n <= SHOWN { list.children(digits(span, 0)) } else { list.more(place(0)) });
    out
}

/// The digits from number `from` on, and, if there are more, a field that opens them.
pub(super) fn digits(span: Span, from: usize) -> Vec<Field> {
    let head = span.u16(0);
    let short = head & 0x8000 != 0;
    let (at, weight) = match short {
        true if head & 0x40 != 0 => (2, i32::from(head & 0x3f) - 64),
        true => (2, i32::from(head & 0x3f)),
        false => (4, i32::from(span.u16(2) as i16)),
    };
    let n = span.len().saturating_sub(at) / 2;
    let from = from.min(n);
    let end = (from + SHOWN).min(n);
    let mut out: Vec<Field> = (from..end)
        .map(|i| {
            let digit = span.u16(at + 2 * i);
            span.int(&format!("digit {}", i + 1), at + 2 * i, 2, Part::Payload)
                .value(format!("{digit:04}"))
                .note(format!("× 10000^{}", weight - i as i32))
                .steps(little_endian(span, at + 2 * i, 2))
        })
        .collect();
    if end < n {
        out.push(
            span.field("more digits", at + 2 * end, 2 * (n - end), Part::Payload)
                .value(plural(n - end, "digit"))
                .more(More::Digits {
                    at: span.base as u32,
                    end: (span.base + span.len()) as u32,
                    from: end as u32,
                }),
        );
    }
    out
}
