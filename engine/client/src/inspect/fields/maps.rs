//! Pages of the free space map and the visibility map.

use super::build::{Span, grouped, plural};
use super::{Field, More, Part};
use storage::heap::visibility_map::{ALL_FROZEN, ALL_VISIBLE};
use storage::page::{self, BLCKSZ, PageBytes};

/// Byte offset of `fp_next_slot` (`fsm_internals.h`).
const NEXT_SLOT: usize = 24;
/// Byte offset of the nodes.
const NODES: usize = 28;
/// Nodes that are not leaves (`NonLeafNodesPerPage`).
const UPPER: usize = 4095;
/// Byte offset of the visibility map's bits.
const BITS: usize = 24;
/// Slots or bytes shown at once.
const SHOWN: usize = 128;

/// The meaning of a category of the free space map in words: how many bytes are free at least.
fn room(category: u8) -> String {
    match category {
        0 => "no room to speak of".to_string(),
        255 => "at least 8,160 bytes: an empty page".to_string(),
        c => format!("at least {} bytes: {c} × 32", grouped(u64::from(c) * 32)),
    }
}

/// The fields of a page of the free space map, without its header.
pub(super) fn free_space(span: Span) -> Vec<Field> {
    let root = span.byte(NODES);
    vec![
        span.int("fp_next_slot", NEXT_SLOT, 4, Part::Header)
            .note("where the next search starts, so that writers spread"),
        span.int("root", NODES, 1, Part::Key).note(format!("the greatest below: {}", room(root))),
        span.field("upper nodes", NODES + 1, UPPER - 1, Part::Header)
            .value("4,094 bytes")
            .note("a binary tree: each is the greater of its two children, so a search walks straight down")
            .children(upper(span)),
        span.field("leaves", NODES + UPPER, BLCKSZ - NODES - UPPER, Part::Payload)
            .value(format!("{} bytes", grouped((BLCKSZ - NODES - UPPER) as u64)))
            .note("a byte for each page of the table, or for each map page below")
            .children(slots(span, 0)),
    ]
}

/// The nodes above the leaves that are not 0.
fn upper(span: Span) -> Vec<Field> {
    (1..UPPER)
        .filter(|&n| span.byte(NODES + n) != 0)
        .take(SHOWN)
        .map(|n| {
            span.int(&format!("node {n}"), NODES + n, 1, Part::Header).note(format!(
                "children {} and {}: {}",
                2 * n + 1,
                2 * n + 2,
                room(span.byte(NODES + n))
            ))
        })
        .collect()
}

/// The leaf slots that are not 0, from number `from` on.
pub(super) fn slots(span: Span, from: usize) -> Vec<Field> {
    let first = NODES + UPPER;
    let mut out: Vec<Field> = Vec::new();
    for slot in from..BLCKSZ - first {
        let byte = span.byte(first + slot);
        if byte == 0 {
            continue;
        }
        if out.len() == SHOWN {
            out.push(
                span.field("more slots", first + slot, BLCKSZ - first - slot, Part::Payload)
                    .more(More::Map { from: slot as u32 }),
            );
            break;
        }
        out.push(
            span.int(&format!("slot {slot}"), first + slot, 1, Part::Payload).note(room(byte)),
        );
    }
    out
}

/// The fields of a page of the visibility map, without its header.
pub(super) fn visibility(span: Span) -> Vec<Field> {
    let set = span.bytes[BITS..].iter().filter(|b| **b != 0).count();
    vec![
        span.field("map", BITS, BLCKSZ - BITS, Part::Payload)
            .value(plural(set, "byte") + " with bits set")
            .note("two bits a page of the table, four pages a byte, the first in the lowest bits")
            .children(pages(span, 0)),
    ]
}

/// The fields of the visibility map's bytes that are not 0, from byte `from` on.
pub(super) fn pages(span: Span, from: usize) -> Vec<Field> {
    let mut out: Vec<Field> = Vec::new();
    for i in from..BLCKSZ - BITS {
        let byte = span.byte(BITS + i);
        if byte == 0 {
            continue;
        }
        if out.len() == SHOWN {
            out.push(
                span.field("more pages", BITS + i, BLCKSZ - BITS - i, Part::Payload)
                    .more(More::Map { from: i as u32 }),
            );
            break;
        }
        let bits = (0..4u8)
            .map(|n| {
                let two = byte >> (2 * n) & 3;
                let says = match (two & ALL_VISIBLE != 0, two & ALL_FROZEN != 0) {
                    (true, true) => "all visible, all frozen: VACUUM and index-only scans skip it",
                    (true, false) => "all visible: index-only scans need not look",
                    (false, _) => "not known to be all visible",
                };
                span.field(&format!("page {}", 4 * i + usize::from(n)), BITS + i, 1, Part::Payload)
                    .bits(2 * n, 2)
                    .value(format!("{two:02b}"))
                    .note(says)
                    .faint(two == 0)
            })
            .collect();
        out.push(
            span.int(&format!("pages {} to {}", 4 * i, 4 * i + 3), BITS + i, 1, Part::Payload)
                .value(format!("{byte:08b}"))
                .note("the highest bits are the last page's")
                .children(bits),
        );
    }
    out
}

/// The fields of further slots or bytes of a map's page, from number `from` on. `fsm`: the map is
/// the free space map.
pub(super) fn rest(p: &PageBytes, fsm: bool, from: usize) -> Vec<Field> {
    if page::is_new(p) {
        return Vec::new();
    }
    let span = Span::whole(p);
    if fsm { slots(span, from) } else { pages(span, from) }
}
