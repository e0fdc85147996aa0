//! Values of fixed length: what their bytes are, where the text does not show it.

use super::build::{Span, grouped, little_endian};
use super::{Field, Part};
use storage::ids::Oid;

/// Days from 1970 to 2000, where PostgreSQL's dates start: a note for date and timestamp.
const EPOCH: &str = "2000-01-01";

/// The field of a value of fixed length, with the steps that compute it from its bytes.
pub(super) fn fixed(field: Field, type_oid: Oid, span: Span) -> Field {
    let number = |n: usize| span.number(0, n);
    let signed = |n: usize| match n {
        2 => i64::from(number(2) as i16),
        4 => i64::from(number(4) as i32),
        _ => number(8) as i64,
    };
    let steps = |last: String| {
        let mut steps = little_endian(span, 0, span.len());
        steps.push(last);
        steps
    };
    match type_oid.0 {
        // bool
        16 => field.steps(vec![
            span.hex(0, 1),
            if span.byte(0) == 0 { "false" } else { "true" }.to_string(),
        ]),
        // int2, int4, int8
        21 | 23 | 20 => field.steps(steps(signed(span.len()).to_string())),
        // oid and what is stored as one, xid, cid
        24 | 26 | 28 | 29 | 2202..=2206 | 3734 | 3769 | 4089 | 4096 | 4191 => {
            field.steps(steps(number(4).to_string()))
        }
        // float4, float8: sign, exponent, fraction
        700 => float(field, span, 4, 8, 23),
        701 => float(field, span, 8, 11, 52),
        // date, time, timestamp, timestamptz
        1082 => field.steps(steps(format!("{} days from {EPOCH}", signed(4)))),
        1083 => field.steps(steps(format!("{} µs from midnight", grouped(number(8))))),
        1114 | 1184 => field.steps(steps(format!("{} µs from {EPOCH}", signed(8)))),
        // interval
        1186 => field.children(vec![
            span.int("time", 0, 8, Part::Payload).value(signed(8)).note("µs"),
            span.int("day", 8, 4, Part::Payload).value(span.u32(8) as i32).note("days"),
            span.int("month", 12, 4, Part::Payload).value(span.u32(12) as i32).note("months"),
        ]),
        // tid
        27 => field.children(vec![
            span.int("bi_hi", 0, 2, Part::Pointer).note("the block's upper 16 bits"),
            span.int("bi_lo", 2, 2, Part::Pointer).note("and its lower ones"),
            span.int("ip_posid", 4, 2, Part::Pointer).note("the line pointer"),
        ]),
        // uuid, name and all others: as they stand
        _ => field,
    }
}

/// The field of an IEEE 754 number with its sign, exponent and fraction.
fn float(field: Field, span: Span, length: usize, exponent: u8, fraction: u8) -> Field {
    let word = span.number(0, length);
    let part = |name, low: u8, count: u8| {
        let value = word >> low & ((1u64 << count) - 1);
        span.field(name, 0, length, Part::Payload).bits(low, count).value(value)
    };
    let bias = (1u64 << (exponent - 1)) - 1;
    let stored = word >> fraction & ((1 << exponent) - 1);
    field.steps(little_endian(span, 0, length)).children(vec![
        part("sign", fraction + exponent, 1).note("1 is negative"),
        part("exponent", fraction, exponent).note(format!("{stored} − {bias}: the power of two")),
        part("fraction", 0, fraction).note("the digits behind a leading 1 that is not stored"),
    ])
}
