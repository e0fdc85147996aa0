//! A page: its header, line pointers, free space, items and special space (`bufpage.h`).

use super::build::{Flag, Span, flags, grouped, little_endian, names, plural};
use super::{Field, More, Part, Place, heap, index, maps};
use server::catalog::Class;
use server::session::Backend;
use storage::btree::metap;
use storage::heap::RelKind;
use storage::ids::{ForkNumber, OffsetNumber};
use storage::page::layout::*;
use storage::page::{self, BLCKSZ, ItemId, LpState, PageBytes};

/// What is on a page, which decides how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// Rows or chunks.
    Heap,
    /// Block 0 of a B-tree.
    BtreeMeta,
    /// Any other page of a B-tree.
    Btree,
    /// The free space map.
    Fsm,
    /// The visibility map.
    Vm,
    /// Never initialised: all zeroes.
    New,
}

impl PageKind {
    /// The kind of a page, by its relation, its fork and its bytes.
    pub fn new(class: &Class, fork: ForkNumber, p: &PageBytes) -> PageKind {
        match fork {
            _ if page::is_new(p) => PageKind::New,
            ForkNumber::Fsm => PageKind::Fsm,
            ForkNumber::VisibilityMap => PageKind::Vm,
            _ if class.kind == RelKind::Index && metap(p).is_some() => PageKind::BtreeMeta,
            _ if class.kind == RelKind::Index => PageKind::Btree,
            _ => PageKind::Heap,
        }
    }
}

const FLAGS: [Flag; 3] = [
    Flag {
        mask: PD_HAS_FREE_LINES,
        name: "PD_HAS_FREE_LINES",
        says: "some line pointers may be unused and can be taken again (a hint)",
    },
    Flag {
        mask: PD_PAGE_FULL,
        name: "PD_PAGE_FULL",
        says: "an UPDATE found no room for the new version here; the next visitor prunes (a hint)",
    },
    Flag {
        mask: PD_ALL_VISIBLE,
        name: "PD_ALL_VISIBLE",
        says: "everybody sees all tuples of the page, as the visibility map says too",
    },
];

/// The fields of a relation's page; its items have no children yet.
pub fn page_fields(
    b: &mut Backend,
    class: &Class,
    fork: ForkNumber,
    block: u32,
    p: &PageBytes,
) -> Field {
    let span = Span::whole(p);
    let kind = PageKind::new(class, fork, p);
    let root = span.all(&format!("page {block}"), Part::Item);
    if kind == PageKind::New {
        let room =
            span.all("unused", Part::Free).note("The page was added and not yet initialised.");
        return root.value("all zeroes").children(vec![room]);
    }
    let mut children = vec![header(span, p)];
    match kind {
        PageKind::BtreeMeta => children.push(index::meta(span, class.oid.0)),
        PageKind::Fsm => children.extend(maps::free_space(span)),
        PageKind::Vm => children.extend(maps::visibility(span)),
        _ => {
            children.extend(line_pointers(span, p));
            children.extend(free(span, p));
            for off in 1..=page::max_offset(p) {
                children.extend(item(b, class, p, off));
            }
        }
    }
    if matches!(kind, PageKind::BtreeMeta) {
        let lower = page::lower(p).min(BLCKSZ);
        let upper = page::upper(p).clamp(lower, BLCKSZ);
        children.push(span.field("not used", lower, upper - lower, Part::Free));
    }
    if class.kind == RelKind::Index && matches!(kind, PageKind::Btree | PageKind::BtreeMeta) {
        children.push(index::special(span, p, class.oid.0));
    } else if class.kind == RelKind::Sequence && page::special(p) < BLCKSZ {
        let at = page::special(p);
        let magic = span
            .int("magic", at, 4, Part::Header)
            .value(format!("{:#x}", span.u32(at)))
            .note("marks the page of a sequence");
        children
            .push(span.field("special space", at, BLCKSZ - at, Part::Header).children(vec![magic]));
    }
    root.children(children)
}

/// The page's header, field by field.
fn header(span: Span, p: &PageBytes) -> Field {
    let lsn = page::lsn(p);
    let size = page::get_u16(p, PD_PAGESIZE_VERSION);
    let (lower, upper) = (page::lower(p), page::upper(p));
    let int = |name, at, length| span.int(name, at, length, Part::Header);
    let prune = page::prune_xid(p).0;
    let version = vec![
        int("page size", PD_PAGESIZE_VERSION, 2)
            .bits(8, 8)
            .value(size & 0xff00)
            .note("a multiple of 256, so the low byte is free for the version"),
        int("layout version", PD_PAGESIZE_VERSION, 2)
            .bits(0, 8)
            .value(size & 0xff)
            .note("4 since PostgreSQL 8.3"),
    ];
    span.field("page header", 0, SIZE_OF_PAGE_HEADER, Part::Header)
        .value(plural(SIZE_OF_PAGE_HEADER, "byte"))
        .note("PageHeaderData: how much of the page is taken, and from where.")
        .children(vec![
            int("pd_lsn", PD_LSN, 8)
                .value(format!("{:X}/{:X}", lsn >> 32, lsn & 0xffff_ffff))
                .note("the end of the WAL record that changed the page last, as two words: the high one first")
                .leads(super::record::record_place(lsn.saturating_sub(1))),
            int("pd_checksum", PD_CHECKSUM, 2)
                .note("0 unless the cluster was made with checksums"),
            int("pd_flags", PD_FLAGS, 2)
                .value(names(page::flags(p), &FLAGS))
                .note(format!("{:#06x}", page::flags(p)))
                .children(flags(span, PD_FLAGS, Part::Header, &FLAGS)),
            int("pd_lower", PD_LOWER, 2)
                .note(format!(
                    "the line pointers end here: 24 + {} × 4",
                    lower.saturating_sub(SIZE_OF_PAGE_HEADER) / SIZE_OF_ITEM_ID
                ))
                .steps(little_endian(span, PD_LOWER, 2)),
            int("pd_upper", PD_UPPER, 2)
                .note(format!(
                    "the items start here; between the two {} are free",
                    plural(upper.saturating_sub(lower), "byte")
                ))
                .steps(little_endian(span, PD_UPPER, 2)),
            int("pd_special", PD_SPECIAL, 2)
                .note(if page::special(p) == BLCKSZ {
                    "the page's end: a table's page has no special space".to_string()
                } else {
                    format!("the last {} are the access method's", plural(BLCKSZ.saturating_sub(page::special(p)), "byte"))
                })
                .steps(little_endian(span, PD_SPECIAL, 2)),
            int("pd_pagesize_version", PD_PAGESIZE_VERSION, 2)
                .note(format!("{size:#06x} = {} | {}: the page's size and the layout's version", size & 0xff00, size & 0xff))
                .steps(little_endian(span, PD_PAGESIZE_VERSION, 2))
                .children(version),
            int("pd_prune_xid", PD_PRUNE_XID, 4).note(if prune == 0 {
                "nothing here waits to be pruned".to_string()
            } else {
                format!("transaction {prune} deleted or replaced a tuple here: once nobody sees it, the page can be pruned")
            }),
        ])
}

/// The array of line pointers; nothing if there are none.
fn line_pointers(span: Span, p: &PageBytes) -> Option<Field> {
    let n = usize::from(page::max_offset(p));
    if n == 0 {
        return None;
    }
    let children = (1..=n as u16)
        .map(|off| line_pointer(span, page::item_id(p, OffsetNumber(off)), off))
        .collect();
    Some(
        span.field("line pointers", SIZE_OF_PAGE_HEADER, n * SIZE_OF_ITEM_ID, Part::LinePointer)
            .value(format!("{n} of 4 bytes"))
            .note("An item is addressed by the number of its line pointer, so it can move within the page.")
            .children(children),
    )
}

/// A line pointer: its three fields and what they mean.
fn line_pointer(span: Span, id: ItemId, off: u16) -> Field {
    let at = SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * (usize::from(off) - 1);
    let (offset, length) = (id.offset(), id.length());
    let (state, value) = match id.state() {
        LpState::Unused => ("LP_UNUSED", "unused".to_string()),
        LpState::Redirect => ("LP_REDIRECT", format!("→ line pointer {}", id.redirect_to())),
        LpState::Dead if length == 0 => ("LP_DEAD", "dead, without storage".to_string()),
        LpState::Dead => ("LP_DEAD", format!("dead, {} at {offset}", plural(length, "byte"))),
        LpState::Normal => ("LP_NORMAL", format!("{} at {offset}", plural(length, "byte"))),
    };
    let part = |name, low, count, value: String, note: &str| {
        span.field(name, at, 4, Part::LinePointer).bits(low, count).value(value).note(note)
    };
    let redirect = id.is_redirected();
    span.field(&format!("lp {off}"), at, SIZE_OF_ITEM_ID, Part::LinePointer)
        .value(value)
        .steps(vec![
            span.hex(at, 4),
            format!("{:#010x}", id.0),
            format!("{length} << 17 | {} << 15 | {offset}", id.state() as u8),
        ])
        .faint(!id.is_used())
        .children(vec![
            part(
                "lp_off",
                0,
                15,
                offset.to_string(),
                if redirect {
                    "the line pointer of the newer version"
                } else {
                    "where the item starts"
                },
            ),
            part(
                "lp_flags",
                15,
                2,
                state.to_string(),
                match id.state() {
                    LpState::Unused => "may be taken by a new item",
                    LpState::Normal => "in use",
                    LpState::Redirect => {
                        "index entries come here for a HOT chain whose first version is gone"
                    }
                    LpState::Dead => "VACUUM frees it once no index entry leads here",
                },
            ),
            part("lp_len", 17, 15, length.to_string(), "bytes of the item"),
        ])
}

/// The free space; nothing if there is none.
fn free(span: Span, p: &PageBytes) -> Option<Field> {
    let lower = page::lower(p).clamp(SIZE_OF_PAGE_HEADER, BLCKSZ);
    let upper = page::upper(p).clamp(lower, BLCKSZ);
    (upper > lower).then(|| {
        span.field("free space", lower, upper - lower, Part::Free)
            .value(plural(upper - lower, "byte"))
            .note("Line pointers grow into it from the front, items from the back.")
    })
}

/// The field of an item without its children: what it is, and how to open it.
fn item(b: &mut Backend, class: &Class, p: &PageBytes, off: u16) -> Option<Field> {
    let id = page::item_id(p, OffsetNumber(off));
    if !id.has_storage() || id.is_redirected() {
        return None;
    }
    let span = Span::whole(p);
    let closed = span.field(&format!("item {off}"), id.offset(), id.length(), Part::Item);
    let Some(bytes) = page::try_item(p, OffsetNumber(off)) else {
        return Some(closed.item(off).note("The line pointer leads out of the page."));
    };
    let inside = Span { bytes, base: id.offset() };
    let field = if class.kind == RelKind::Index {
        index::title(b, class, p, inside, off)
    } else {
        heap::title(b, class, inside, off)
    };
    let field = if id.is_dead() { field.dead() } else { field };
    Some(field.item(off).more(More::Item { item: off }))
}

/// The fields of one item of a page: a heap tuple or an index entry.
pub fn item_fields(
    b: &mut Backend,
    class: &Class,
    p: &PageBytes,
    block: u32,
    off: u16,
) -> Vec<Field> {
    let id = page::item_id(p, OffsetNumber(off));
    let Some(bytes) = page::try_item(p, OffsetNumber(off)) else { return Vec::new() };
    let inside = Span { bytes, base: id.offset() };
    if class.kind == RelKind::Index {
        index::entry(b, class, p, inside, off)
    } else {
        heap::tuple(b, class, inside, (block, off))
    }
}

/// A TID as text, `(block,item)`, and the place that opens it, as [`Field::leads`] takes it: whether it is there, is
/// seen when it is opened.
pub(super) fn tid(relation: u32, block: u32, item: u16) -> (String, Option<Place>) {
    let fork = super::Fork::Main;
    (format!("({},{item})", grouped(block)), Some(Place::Page { relation, fork, block, item }))
}
