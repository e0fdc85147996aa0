//! A heap tuple: its header bit by bit, the null bitmap, columns and the padding between them
//! (`htup_details.h`).

use super::super::tuple::{life, preview};
use super::super::words::TupleLife;
use super::build::{Flag, Span, cut, flags, grouped, little_endian, names, plural};
use super::{Field, Part, value};
use server::catalog::Class;
use server::session::Backend;
use storage::heap::RelKind;
use storage::ids::ItemPointer;
use storage::tuple::layout::infomask::*;
use storage::tuple::layout::*;
use storage::tuple::{column_datum, header, split};
use storage::types::format_type;
use storage::varlena::{self, ToastPointer};

/// Characters of a row that stand beside its number.
const TITLE: usize = 90;

const INFOMASK: [Flag; 16] = [
    Flag { mask: HEAP_HASNULL, name: "HEAP_HASNULL", says: "a null bitmap follows the header" },
    Flag {
        mask: HEAP_HASVARWIDTH,
        name: "HEAP_HASVARWIDTH",
        says: "a column has values of different lengths",
    },
    Flag {
        mask: HEAP_HASEXTERNAL,
        name: "HEAP_HASEXTERNAL",
        says: "a column holds a TOAST pointer",
    },
    Flag { mask: HEAP_HASOID_OLD, name: "HEAP_HASOID_OLD", says: "an OID follows; not since 12" },
    Flag {
        mask: HEAP_XMAX_KEYSHR_LOCK,
        name: "HEAP_XMAX_KEYSHR_LOCK",
        says: "xmax holds a lock FOR KEY SHARE",
    },
    Flag {
        mask: HEAP_COMBOCID,
        name: "HEAP_COMBOCID",
        says: "t_cid stands for two commands: one wrote, one deleted, both in this transaction",
    },
    Flag {
        mask: HEAP_XMAX_EXCL_LOCK,
        name: "HEAP_XMAX_EXCL_LOCK",
        says: "xmax holds a lock FOR UPDATE or FOR NO KEY UPDATE",
    },
    Flag {
        mask: HEAP_XMAX_LOCK_ONLY,
        name: "HEAP_XMAX_LOCK_ONLY",
        says: "xmax locked the row and did not change it",
    },
    Flag {
        mask: HEAP_XMIN_COMMITTED,
        name: "HEAP_XMIN_COMMITTED",
        says: "the writer committed: a hint that spares looking it up",
    },
    Flag {
        mask: HEAP_XMIN_INVALID,
        name: "HEAP_XMIN_INVALID",
        says: "the writer rolled back; with the bit before, the tuple is frozen: everybody sees it",
    },
    Flag {
        mask: HEAP_XMAX_COMMITTED,
        name: "HEAP_XMAX_COMMITTED",
        says: "the deleter committed: the tuple is dead",
    },
    Flag {
        mask: HEAP_XMAX_INVALID,
        name: "HEAP_XMAX_INVALID",
        says: "nobody deleted it, or whoever did rolled back",
    },
    Flag {
        mask: HEAP_XMAX_IS_MULTI,
        name: "HEAP_XMAX_IS_MULTI",
        says: "xmax is a multixact: several transactions",
    },
    Flag {
        mask: HEAP_UPDATED,
        name: "HEAP_UPDATED",
        says: "this is the newer version of an UPDATE",
    },
    Flag {
        mask: HEAP_MOVED_OFF,
        name: "HEAP_MOVED_OFF",
        says: "moved away by VACUUM FULL before 9.0",
    },
    Flag {
        mask: HEAP_MOVED_IN,
        name: "HEAP_MOVED_IN",
        says: "moved here by VACUUM FULL before 9.0",
    },
];

const INFOMASK2: [Flag; 3] = [
    Flag {
        mask: HEAP_KEYS_UPDATED,
        name: "HEAP_KEYS_UPDATED",
        says: "an UPDATE changed key columns, or the row was deleted",
    },
    Flag {
        mask: HEAP_HOT_UPDATED,
        name: "HEAP_HOT_UPDATED",
        says: "the newer version is on this page and no index knows of it",
    },
    Flag {
        mask: HEAP_ONLY_TUPLE,
        name: "HEAP_ONLY_TUPLE",
        says: "a HOT successor: reached through the version before it, never from an index",
    },
];

/// A tuple as a field without its children: its values on one line.
pub(super) fn title(b: &mut Backend, class: &Class, span: Span, off: u16) -> Field {
    let t = span.bytes;
    // A chunk has a number of its own, chunk_seq, which begins at 0: here it is called by its line pointer.
    let what = if class.kind == RelKind::Toast { "item" } else { "tuple" };
    let field = span.all(&format!("{what} {off}"), Part::Item);
    let hoff = usize::from(span.byte(T_HOFF));
    if t.len() < T_BITS || hoff < T_BITS || hoff > t.len() {
        return field.note("The header is damaged.");
    }
    let bits = header::has_nulls(t).then(|| &t[T_BITS..hoff]);
    let Ok((parts, _)) = split(&class.desc, header::natts(t), &t[hoff..], bits) else {
        return field.note("The tuple ends inside a column.");
    };
    let life = life(&b.store.xact, t);
    let mut words = Vec::new();
    for (att, bytes) in class.desc.attrs.iter().zip(parts).filter(|(a, _)| !a.dropped) {
        words.push(match bytes {
            None => "NULL".to_string(),
            Some(v) if att.len == -1 && varlena::is_external(v) => match ToastPointer::decode(v) {
                Some(p) => format!("→ {}", p.value_id.0),
                None => {
                    let owned = storage::toaster::pointers(&b.store, v);
                    let ids: Vec<String> = owned.iter().map(|p| p.value_id.0.to_string()).collect();
                    format!("→ {}", ids.join(", "))
                }
            },
            Some(v) if att.len == -1 && varlena::is_compressed(v) => {
                format!("compressed, {}", plural(v.len(), "byte"))
            }
            Some(v) if class.kind == RelKind::Toast && att.len == -1 => {
                plural(varlena::payload(v).len(), "byte")
            }
            Some(v) => cut(&preview(b, att, &column_datum(att, v)).unwrap_or_default(), 28),
        });
        if words.len() == 8 {
            break;
        }
    }
    let says = match life {
        TupleLife::Live => "",
        TupleLife::Inserting => "Written by the open transaction.",
        TupleLife::Deleting => "Deleted or replaced by the open transaction.",
        TupleLife::Dead => "Dead: deleted or replaced, and nobody sees it any more.",
        TupleLife::Aborted => "Its transaction was rolled back.",
    };
    let field = field.value(cut(&words.join(" | "), TITLE)).note(says);
    if matches!(life, TupleLife::Dead | TupleLife::Aborted) { field.dead() } else { field }
}

/// The fields of a tuple.
pub(super) fn tuple(b: &mut Backend, class: &Class, span: Span, at: (u32, u16)) -> Vec<Field> {
    let t = span.bytes;
    let hoff = usize::from(span.byte(T_HOFF));
    if t.len() < T_BITS || hoff < T_BITS || hoff > t.len() {
        return vec![span.all("damaged", Part::Payload).note("No tuple header fits here.")];
    }
    let mut out = vec![tuple_header(class, span, hoff)];
    let natts = header::natts(t);
    let bits = header::has_nulls(t).then(|| &t[T_BITS..hoff]);
    let Ok((parts, _)) = split(&class.desc, natts, &t[hoff..], bits) else {
        let rest = span.field("columns", hoff, t.len() - hoff, Part::Payload);
        out.push(rest.note("The tuple ends inside a column."));
        return out;
    };
    let start = t.as_ptr() as usize;
    let mut here = hoff;
    for (i, (att, bytes)) in class.desc.attrs.iter().zip(parts).enumerate() {
        let name = if att.dropped { "(dropped)" } else { &att.name };
        let Some(bytes) = bytes else {
            let (value, note) = if i >= natts {
                (
                    "not stored",
                    "The tuple is older than the column, so it has the column's default.",
                )
            } else {
                ("NULL", "No bytes: a clear bit in the null bitmap says so.")
            };
            out.push(span.field(name, here, 0, Part::Payload).value(value).note(note).faint(true));
            continue;
        };
        let from = bytes.as_ptr() as usize - start;
        if from > here {
            out.push(padding(span, here, from, att.align));
        }
        let place = value::ValueOrigin { relation: class.oid.0, at, column: i as u16 };
        let inside = span.slice(from, from + bytes.len());
        let field = value::column(b, att, inside, Part::Payload, Some(place));
        out.push(if att.dropped {
            field.note("The column was dropped; rows written before keep its bytes.")
        } else {
            field
        });
        here = from + bytes.len();
    }
    if here < t.len() {
        out.push(span.field("rest", here, t.len() - here, Part::Padding));
    }
    out
}

/// The padding before a value, up to a multiple of its alignment.
pub(super) fn padding(span: Span, from: usize, to: usize, align: u8) -> Field {
    span.field("padding", from, to - from, Part::Padding)
        .value(plural(to - from, "byte"))
        .note(format!("so that the next value starts at a multiple of {align}"))
}

/// The fixed part of the header, field by field and bit by bit.
fn tuple_header(class: &Class, span: Span, hoff: usize) -> Field {
    let t = span.bytes;
    let int = |name, at, length| span.int(name, at, length, Part::Header);
    let (mask, mask2) = (header::infomask(t), header::infomask2(t));
    let xmax = span.u32(T_XMAX);
    let frozen = mask & HEAP_XMIN_FROZEN == HEAP_XMIN_FROZEN;
    let mut children = vec![
        int("t_xmin", T_XMIN, 4)
            .note(if frozen {
                "the transaction that wrote it; frozen, so it no longer matters"
            } else {
                "the transaction that wrote it"
            })
            .steps(little_endian(span, T_XMIN, 4)),
        int("t_xmax", T_XMAX, 4)
            .note(match xmax {
                0 => "nobody deleted, replaced or locked it",
                _ if mask & HEAP_XMAX_LOCK_ONLY != 0 => "the transaction that locked it",
                _ if mask & HEAP_XMAX_INVALID != 0 => "a transaction that rolled back",
                _ => "the transaction that deleted or replaced it",
            })
            .steps(little_endian(span, T_XMAX, 4)),
        int("t_cid", T_FIELD3, 4).note("the number of the command within its transaction"),
        ctid(class, span),
        int("t_infomask2", T_INFOMASK2, 2)
            .value(format!("{mask2:#06x}"))
            .note(format!("{} columns; {}", mask2 & HEAP_NATTS_MASK, names(mask2, &INFOMASK2)))
            .steps(little_endian(span, T_INFOMASK2, 2))
            .children({
                let natts = span
                    .field("HEAP_NATTS_MASK", T_INFOMASK2, 2, Part::Header)
                    .bits(0, 11)
                    .value(mask2 & HEAP_NATTS_MASK)
                    .note("columns that are stored");
                let mut all = vec![natts];
                all.extend(flags(span, T_INFOMASK2, Part::Header, &INFOMASK2));
                all
            }),
        int("t_infomask", T_INFOMASK, 2)
            .value(format!("{mask:#06x}"))
            .note(names(mask, &INFOMASK))
            .steps(little_endian(span, T_INFOMASK, 2))
            .children(flags(span, T_INFOMASK, Part::Header, &INFOMASK)),
        int("t_hoff", T_HOFF, 1).note("where the columns start, a multiple of 8"),
    ];
    let mut here = T_BITS;
    if mask & HEAP_HASNULL != 0 {
        let bytes = usize::from(mask2 & HEAP_NATTS_MASK).div_ceil(8).min(hoff - T_BITS);
        children.push(bitmap(class, span, bytes, usize::from(mask2 & HEAP_NATTS_MASK)));
        here += bytes;
    }
    if here < hoff {
        children.push(padding(span, here, hoff, 8));
    }
    span.field("tuple header", 0, hoff, Part::Header)
        .value(plural(hoff, "byte"))
        .note("HeapTupleHeaderData: who wrote it, who ended it, and how to read it.")
        .children(children)
}

/// `t_ctid`: where the next version of the row is, or the token of a speculative insertion.
fn ctid(class: &Class, span: Span) -> Field {
    let tid = ItemPointer::from_bytes(std::array::from_fn(|i| span.byte(T_CTID + i)));
    let (text, place) = super::page::tid(class.oid.0, tid.block.0, tid.offset.0);
    let high = span.u16(T_CTID);
    let low = span.u16(T_CTID + 2);
    if tid.offset == SPEC_TOKEN_OFFSET_NUMBER {
        return span
            .field("t_ctid", T_CTID, 6, Part::Pointer)
            .value(format!("token {}", tid.block))
            .note("INSERT ... ON CONFLICT was about to take the row back, had another the same key")
            .children(vec![
                span.int("bi_hi", T_CTID, 2, Part::Pointer).note("the token's upper 16 bits"),
                span.int("bi_lo", T_CTID + 2, 2, Part::Pointer).note("and its lower ones"),
                span.int("ip_posid", T_CTID + 4, 2, Part::Pointer).note("65534: it is a token"),
            ]);
    }
    span.field("t_ctid", T_CTID, 6, Part::Pointer)
        .value(text)
        .note("the newest version it knows of: its own place until it is updated")
        .steps(vec![
            span.hex(T_CTID, 6),
            format!("block {high} << 16 | {low}, line pointer {}", tid.offset.0),
        ])
        .leads(place)
        .children(vec![
            span.int("bi_hi", T_CTID, 2, Part::Pointer).note("the block's upper 16 bits"),
            span.int("bi_lo", T_CTID + 2, 2, Part::Pointer).note("and its lower ones"),
            span.int("ip_posid", T_CTID + 4, 2, Part::Pointer).note("the line pointer"),
        ])
}

/// The null bitmap, a bit for each column.
fn bitmap(class: &Class, span: Span, bytes: usize, natts: usize) -> Field {
    let columns = class
        .desc
        .attrs
        .iter()
        .take(natts)
        .enumerate()
        .map(|(i, att)| {
            let set = span.byte(T_BITS + i / 8) >> (i % 8) & 1 == 1;
            let name = if att.dropped { "(dropped)" } else { &att.name };
            span.field(name, T_BITS + i / 8, 1, Part::Bitmap)
                .bits((i % 8) as u8, 1)
                .value(u8::from(set))
                .note(if set { format_type(att.type_oid, att.typmod) } else { "NULL".to_string() })
                .faint(!set)
        })
        .collect();
    let shown: String = (0..natts.min(64))
        .map(|i| if span.byte(T_BITS + i / 8) >> (i % 8) & 1 == 1 { '1' } else { '0' })
        .collect();
    span.field("t_bits", T_BITS, bytes, Part::Bitmap)
        .value(shown)
        .note(format!(
            "the null bitmap: {} a column, 1 where there is a value",
            grouped(1u64) + " bit"
        ))
        .children(columns)
}
