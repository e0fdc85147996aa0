//! B-tree pages: metapage, special space, entries of leaves and of the pages above (`nbtree.h`).

use super::super::index::entry as summary;
use super::build::{Flag, Span, cut, flags, grouped, little_endian, names, plural};
use super::heap::padding;
use super::{Field, Part, Place, page, value};
use server::catalog::Class;
use server::session::Backend;
use storage::btree::layout::{
    BT_OFFSET_MASK, BT_PIVOT_HEAP_TID_ATTR, BTP_DELETED, BTP_HALF_DEAD, BTP_HAS_FULLXID,
    BTP_HAS_GARBAGE, BTP_INCOMPLETE_SPLIT, BTP_LEAF, BTP_META, BTP_ROOT, BTP_SPLIT_END,
    INDEX_ALT_TID, INDEX_NULL, INDEX_SIZE_MASK, INDEX_VAR, Meta, OPAQUE, OPAQUE_SIZE, Opaque,
    PAGE_HEADER, TID_SIZE, TUPLE_HEADER, tuple as itup,
};
use storage::ids::ItemPointer;
use storage::page::PageBytes;
use storage::tuple::index_split;

const FLAGS: [Flag; 9] = [
    Flag { mask: BTP_LEAF, name: "BTP_LEAF", says: "a leaf: its entries lead to rows" },
    Flag { mask: BTP_ROOT, name: "BTP_ROOT", says: "the root" },
    Flag { mask: BTP_DELETED, name: "BTP_DELETED", says: "deleted; may be used again" },
    Flag { mask: BTP_META, name: "BTP_META", says: "the metapage" },
    Flag { mask: BTP_HALF_DEAD, name: "BTP_HALF_DEAD", says: "empty and about to be deleted" },
    Flag {
        mask: BTP_SPLIT_END,
        name: "BTP_SPLIT_END",
        says: "last of the pages a split made while VACUUM ran",
    },
    Flag { mask: BTP_HAS_GARBAGE, name: "BTP_HAS_GARBAGE", says: "has entries marked dead" },
    Flag {
        mask: BTP_INCOMPLETE_SPLIT,
        name: "BTP_INCOMPLETE_SPLIT",
        says: "the page to the right has no downlink yet",
    },
    Flag {
        mask: BTP_HAS_FULLXID,
        name: "BTP_HAS_FULLXID",
        says: "says in 64 bits when it was deleted",
    },
];

const INFO: [Flag; 3] = [
    Flag {
        mask: INDEX_ALT_TID,
        name: "INDEX_ALT_TID_MASK",
        says: "t_tid is no row's place: a pivot or a posting list",
    },
    Flag {
        mask: INDEX_VAR,
        name: "INDEX_VAR_MASK",
        says: "a column has values of different lengths",
    },
    Flag { mask: INDEX_NULL, name: "INDEX_NULL_MASK", says: "a null bitmap follows" },
];

/// The place of a page of the index; nothing for block 0, which stands for none.
fn page_place(relation: u32, block: u32) -> Option<Place> {
    (block != 0).then_some(Place::Page { relation, fork: super::Fork::Main, block, item: 0 })
}

/// The fields of a metapage (`BTMetaPageData`).
pub(super) fn meta(span: Span, relation: u32) -> Field {
    let m = span.slice(PAGE_HEADER, PAGE_HEADER + Meta::SIZE);
    let int = |name, at, note: &str| {
        m.int(name, at, 4, Part::Payload).note(note).steps(little_endian(m, at, 4))
    };
    let mut tuples = [0; 8];
    tuples.iter_mut().enumerate().for_each(|(i, b)| *b = m.byte(32 + i));
    m.all("metapage", Part::Payload)
        .value(format!("root is page {}, level {}", m.u32(8), m.u32(12)))
        .note("BTMetaPageData: where every search starts")
        .children(vec![
            int("btm_magic", 0, "says that this is a B-tree").value(format!("{:#08x}", m.u32(0))),
            int("btm_version", 4, "of the format"),
            int("btm_root", 8, "the root's page")
                .part(Part::Pointer)
                .leads(page_place(relation, m.u32(8))),
            int("btm_level", 12, "the root's level: 0 when it is a leaf"),
            int(
                "btm_fastroot",
                16,
                "the lowest page that is alone on its level: searches start here",
            )
            .part(Part::Pointer)
            .leads(page_place(relation, m.u32(16))),
            int("btm_fastlevel", 20, "its level"),
            int(
                "btm_last_cleanup_num_delpages",
                24,
                "deleted pages the last VACUUM left to be used again",
            ),
            m.field("padding", 28, 4, Part::Padding)
                .value("4 bytes")
                .note("so that the next starts at a multiple of 8"),
            m.field("btm_last_cleanup_num_heap_tuples", 32, 8, Part::Payload)
                .value(f64::from_le_bytes(tuples))
                .note("−1: not kept since version 14"),
            m.int("btm_allequalimage", 40, 1, Part::Payload)
                .value(m.byte(40) != 0)
                .note("equal keys have equal bytes, so duplicates may share one entry"),
            m.field("padding", 41, 7, Part::Padding).value("7 bytes"),
        ])
}

/// The fields of the special space: siblings, level, flags.
pub(super) fn special(span: Span, p: &PageBytes, relation: u32) -> Field {
    let s = span.slice(OPAQUE, OPAQUE + OPAQUE_SIZE);
    let o = Opaque::of(p);
    let sibling = |name, at, block: u32, side: &str| {
        s.int(name, at, 4, Part::Pointer)
            .note(if block == 0 {
                format!("none: the {side}most page of its level")
            } else {
                format!("the page to the {side}")
            })
            .steps(little_endian(s, at, 4))
            .leads(page_place(relation, block))
    };
    s.all("special space", Part::Header)
        .value(plural(OPAQUE_SIZE, "byte"))
        .note("BTPageOpaqueData: where the page stands in the tree")
        .children(vec![
            sibling("btpo_prev", 0, o.prev, "left"),
            sibling("btpo_next", 4, o.next, "right"),
            s.int("btpo_level", 8, 4, Part::Header).note("levels above the leaves"),
            s.int("btpo_flags", 12, 2, Part::Header)
                .value(names(o.flags, &FLAGS))
                .note(format!("{:#06x}", o.flags))
                .steps(little_endian(s, 12, 2))
                .children(flags(s, 12, Part::Header, &FLAGS)),
            s.int("btpo_cycleid", 14, 2, Part::Header)
                .note("the VACUUM during which the page was split, or 0"),
        ])
}

/// An index entry as a field without its children: its key and where it points.
pub(super) fn title(b: &mut Backend, class: &Class, p: &PageBytes, span: Span, off: u16) -> Field {
    let field = span.all(&format!("entry {off}"), Part::Item);
    let Some(rel) = b.catalog.relation(class.oid) else { return field };
    let Some(e) = summary(b, &rel, p, off) else {
        return field.note("The entry is damaged.");
    };
    let key = if e.key.is_empty() { "−∞".to_string() } else { cut(&e.key, 60) };
    if e.high_key {
        return field
            .value(format!("high key {key}"))
            .note("keys of this page are not above it; greater ones are to the right");
    }
    if let Some(child) = e.downlink {
        return field.value(format!("{key} → page {}", grouped(child)));
    }
    match &e.tids[..] {
        [one] => field.value(format!("{key} → ({},{})", one.block, one.offset)),
        many => field.value(format!("{key} → {}", plural(many.len(), "row"))),
    }
}

/// The fields of an index entry.
pub(super) fn entry(
    b: &mut Backend,
    class: &Class,
    p: &PageBytes,
    span: Span,
    off: u16,
) -> Vec<Field> {
    let t = span.bytes;
    if t.len() < TUPLE_HEADER {
        return vec![span.all("damaged", Part::Payload).note("An entry has a header of 8 bytes.")];
    }
    let o = Opaque::of(p);
    let heap = class.index.as_ref().map_or(0, |i| i.heap.0);
    let high_key = off == 1 && !o.rightmost();
    let (pivot, posting) = (itup::is_pivot(t), itup::is_posting(t));
    let size = itup::size(t);
    let mut out = vec![
        t_tid(span, class.oid.0, heap, &o, high_key),
        span.int("t_info", 6, 2, Part::Header)
            .value(format!("{:#06x}", itup::info(t)))
            .note(format!("{}; {}", plural(size, "byte"), names(itup::info(t), &INFO)))
            .steps(little_endian(span, 6, 2))
            .children({
                let size = span
                    .field("INDEX_SIZE_MASK", 6, 2, Part::Header)
                    .bits(0, 13)
                    .value(itup::info(t) & INDEX_SIZE_MASK)
                    .note("bytes of the entry");
                let mut all = vec![size];
                all.extend(flags(span, 6, Part::Header, &INFO));
                all
            }),
    ];
    let mut here = TUPLE_HEADER;
    if itup::info(t) & INDEX_NULL != 0 {
        out.push(
            span.field("null bitmap", 8, 4.min(t.len() - 8), Part::Bitmap)
                .note("a bit for each column, 1 where there is a value"),
        );
        out.push(span.field("padding", 12, 16usize.min(t.len()).saturating_sub(12), Part::Padding));
        here = 16.min(t.len());
    }
    let all = class.desc.attrs.len();
    let natts = itup::natts(t, all).min(all);
    // The rows' places at the end: a posting list, or the tiebreaker of a pivot.
    let tail = if posting {
        (itup::block(t) as usize).clamp(here, t.len())
    } else if pivot && span.u16(4) & BT_PIVOT_HEAP_TID_ATTR != 0 {
        size.saturating_sub(TID_SIZE).clamp(here, t.len())
    } else {
        t.len()
    };
    for (att, bytes) in class.desc.attrs.iter().zip(index_split(&class.desc, t, natts)) {
        let Some(bytes) = bytes else {
            out.push(span.field(&att.name, here, 0, Part::Key).value("NULL").faint(true));
            continue;
        };
        let from = bytes.as_ptr() as usize - t.as_ptr() as usize;
        if from > here {
            out.push(padding(span, here, from, att.align));
        }
        out.push(value::column(b, att, span.slice(from, from + bytes.len()), Part::Key, None));
        here = from + bytes.len();
    }
    for att in &class.desc.attrs[natts..] {
        out.push(
            span.field(&att.name, here, 0, Part::Key)
                .value(if natts == 0 { "−∞" } else { "truncated" })
                .note(if natts == 0 {
                    "below every key: the first child of a page has no lower bound"
                } else {
                    "cut off: the columns before it tell the pages apart"
                })
                .faint(true),
        );
    }
    if tail > here {
        out.push(padding(span, here, tail, 8));
    }
    if posting {
        let n = itup::n_posting(t).min((t.len() - tail) / TID_SIZE);
        let rows = (0..n)
            .map(|i| row(span, &format!("row {}", i + 1), tail + i * TID_SIZE, heap))
            .collect();
        out.push(
            span.field("posting list", tail, n * TID_SIZE, Part::Pointer)
                .value(plural(n, "row"))
                .note("rows with the same key, in order: deduplication put them into one entry")
                .children(rows),
        );
        here = tail + n * TID_SIZE;
    } else if tail < t.len() {
        let note = "the tiebreaker: equal keys are told apart by the row's place";
        out.push(row(span, "heap TID", tail, heap).note(note));
        here = tail + TID_SIZE;
    } else {
        here = here.max(tail);
    }
    if here < t.len() {
        out.push(padding(span, here, t.len(), 8));
    }
    out
}

/// The TID at an offset.
fn tid_at(span: Span, at: usize) -> ItemPointer {
    ItemPointer::from_bytes(std::array::from_fn(|i| span.byte(at + i)))
}

/// The field of a row's TID in an index entry, with the steps that read it.
fn row(span: Span, name: &str, at: usize, heap: u32) -> Field {
    let tid = tid_at(span, at);
    let (text, place) = page::tid(heap, tid.block.0, tid.offset.0);
    span.field(name, at, TID_SIZE.min(span.len().saturating_sub(at)), Part::Pointer)
        .value(text)
        .note("a row's block and line pointer")
        .steps(vec![
            span.hex(at, TID_SIZE),
            format!(
                "block {} << 16 | {}, line pointer {}",
                span.u16(at),
                span.u16(at + 2),
                tid.offset.0
            ),
        ])
        .leads(place)
}

/// The field `t_tid`, the first six bytes of an index entry: a heap TID, the block of a child page,
/// or the length of a posting list or pivot. `high_key`: the entry is the page's high key.
fn t_tid(span: Span, relation: u32, heap: u32, o: &Opaque, high_key: bool) -> Field {
    let t = span.bytes;
    if !itup::is_pivot(t) && !itup::is_posting(t) {
        if !o.is_leaf() && !high_key {
            return downlink(span, relation);
        }
        return row(span, "t_tid", 0, heap).note("the row: its block and line pointer");
    }
    let offset = span.u16(4);
    let count = offset & BT_OFFSET_MASK;
    if itup::is_posting(t) {
        let list = span
            .field("posting offset", 0, 4, Part::Header)
            .value(itup::block(t))
            .note("where the list of rows starts in the entry");
        let rows = span
            .field("BT_OFFSET_MASK", 4, 2, Part::Header)
            .bits(0, 12)
            .value(count)
            .note("rows in the list");
        let mark = span
            .field("BT_IS_POSTING", 4, 2, Part::Header)
            .bits(13, 1)
            .value(1)
            .note("0x2000: this is a posting list");
        return span
            .field("t_tid", 0, 6, Part::Header)
            .value(format!("{} from byte {}", plural(count.into(), "row"), itup::block(t)))
            .note("of a posting list: where it starts and how long it is")
            .steps(vec![
                span.hex(0, 6),
                format!("block {}, offset {offset:#06x} = 0x2000 | {count}", itup::block(t)),
            ])
            .children(vec![list, rows, mark]);
    }
    let tiebreaker = offset & BT_PIVOT_HEAP_TID_ATTR != 0;
    let kept = span
        .field("BT_OFFSET_MASK", 4, 2, Part::Header)
        .bits(0, 12)
        .value(count)
        .note("key columns that were kept");
    let mark = span
        .field("BT_PIVOT_HEAP_TID_ATTR", 4, 2, Part::Header)
        .bits(12, 1)
        .value(u8::from(tiebreaker))
        .note("0x1000: a row's place follows the key as tiebreaker")
        .faint(!tiebreaker);
    let mut field = downlink(span, relation);
    if high_key {
        field =
            span.field("t_tid", 0, 6, Part::Header).value("pivot").note("a high key leads nowhere");
    }
    let block = span.field("block", 0, 4, Part::Pointer).value(itup::block(t)).note(if high_key {
        "not used in a high key"
    } else {
        "the child's page"
    });
    field
        .steps(vec![
            span.hex(0, 6),
            format!(
                "block {}, offset {offset:#06x} = {} columns{}",
                itup::block(t),
                count,
                if tiebreaker { " and a tiebreaker" } else { "" }
            ),
        ])
        .children(vec![block, kept, mark])
}

/// `t_tid` of an entry above the leaves: the page that it leads to.
fn downlink(span: Span, relation: u32) -> Field {
    let block = itup::block(span.bytes);
    span.field("t_tid", 0, 6, Part::Pointer)
        .value(format!("page {}", grouped(block)))
        .note("downlink: the child whose keys are not below this one")
        .leads(page_place(relation, block))
}
