//! A row with all that belongs to it: the chunks of its TOASTed columns and the index entries that
//! lead to it and to them.

use super::index::entries_of;
use super::relations::name;
use super::stored::{StoredValue, stored_value};
use super::tuple::{ColumnView, Tid, TupleView, tuple_view};
use server::session::Backend;
use std::rc::Rc;
use storage::buffer::BufferTag;
use storage::event::{Event, ValueLink};
use storage::heap::RelKind;
use storage::ids::{ForkNumber, ItemPointer, OffsetNumber, Oid};
use storage::page;
use storage::page::layout::SIZE_OF_HEAP_TUPLE_HEADER;
use storage::toaster;
use storage::toaster::default::layout::TOAST_TUPLE_TARGET;
use storage::tuple::header;

/// An index entry that leads to the row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Entry {
    /// The index's OID.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Where: block and item.
    pub at: Tid,
}

/// A row and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct RowView {
    /// The table's OID.
    pub relation: u32,
    /// The table's name.
    pub name: String,
    /// Where the row is.
    pub tid: Tid,
    /// Where it starts in its page.
    pub at: u16,
    /// Its bytes, header included.
    pub length: u16,
    /// The length in bytes at which TOAST stops (`toast_tuple_target`; 2032 unless set). It starts past
    /// 2032 bytes, whatever the target (`TOAST_TUPLE_THRESHOLD` in heaptoast.h).
    pub target: u32,
    /// The row taken apart.
    pub tuple: TupleView,
    /// The values it points to.
    pub values: Vec<StoredValue>,
    /// The index entries that lead to it.
    pub entries: Vec<Entry>,
}

/// The table and place of the row that was written last, according to the events.
pub fn last_written(b: &Backend, events: &[Event]) -> Option<(u32, ItemPointer)> {
    events.iter().rev().find_map(|event| {
        let (rel, tid) = match event {
            Event::TupleInserted { rel, tid, .. } => (*rel, *tid),
            Event::TupleUpdated { rel, new, .. } => (*rel, *new),
            _ => return None,
        };
        let class = b.catalog.class(rel)?;
        matches!(class.kind, RelKind::Table | RelKind::MaterializedView).then_some((rel.0, tid))
    })
}

/// A row with its chunks and index entries; `None` if there is no row at this place.
pub fn row(b: &mut Backend, relation: u32, tid: ItemPointer) -> Option<RowView> {
    let class = Rc::clone(b.catalog.class(Oid(relation))?);
    let relation_entry = b.catalog.relation(class.oid)?;
    let tag = BufferTag { file: class.file, fork: ForkNumber::Main, block: tid.block };
    let kept = b.store.pool.raw_page(tag)?;
    let p = kept.bytes();
    let id = page::item_id(p, tid.offset);
    if tid.offset.0 == 0 || tid.offset.0 > page::max_offset(p) || !id.is_normal() {
        return None;
    }
    let bytes = page::try_item(p, tid.offset)?;
    let tuple = tuple_view(b, &class.desc, bytes, id.offset())?;
    let values = tuple
        .columns
        .iter()
        .enumerate()
        .flat_map(|(i, c)| links(c).into_iter().map(move |link| (i, link)))
        .filter_map(|(i, link)| stored_value(b, &class, tid, i as u32, link))
        .collect();
    let roots = roots(p, tid);
    let entries = relation_entry
        .indexes
        .iter()
        .flat_map(|index| {
            let name = b.catalog.class(index.oid).map_or(String::new(), |c| name(&b.catalog, c));
            let found = entries_of(b, index, &roots);
            found.into_iter().map(move |at| Entry { index: index.oid.0, name: name.clone(), at })
        })
        .collect();
    let target =
        relation_entry.options.toast_tuple_target.map_or(TOAST_TUPLE_TARGET as u32, |t| t as u32);
    Some(RowView {
        relation,
        name: name(&b.catalog, &class),
        tid: tid.into(),
        at: id.offset() as u16,
        length: id.length() as u16,
        target,
        tuple,
        values,
        entries,
    })
}

/// The values in chunks to which a column's pointer leads.
fn links(column: &ColumnView) -> Vec<ValueLink> {
    let plain = column.pointer.filter(|_| column.parts.is_empty()).map(|p| ValueLink {
        value: p.value_id,
        relation: p.toast_relation,
        ..ValueLink::default()
    });
    plain.into_iter().chain(toaster::links(&column.parts)).collect()
}

/// The TIDs that index entries may have instead of a heap-only tuple's: those of the line pointers
/// that begin its chain.
fn roots(p: &page::PageBytes, tid: ItemPointer) -> Vec<ItemPointer> {
    let mut chain = vec![tid];
    let mut grown = true;
    while grown && chain.len() < 300 {
        grown = false;
        for off in 1..=page::max_offset(p) {
            let here = ItemPointer { block: tid.block, offset: OffsetNumber(off) };
            if chain.contains(&here) {
                continue;
            }
            let id = page::item_id(p, here.offset);
            let leads_to = if id.is_redirected() {
                Some(ItemPointer { block: tid.block, offset: OffsetNumber(id.redirect_to()) })
            } else {
                page::try_item(p, here.offset)
                    .filter(|t| {
                        id.is_normal()
                            && t.len() >= SIZE_OF_HEAP_TUPLE_HEADER
                            && header::is_hot_updated(t)
                    })
                    .map(header::ctid)
            };
            if leads_to.is_some_and(|next| chain.contains(&next)) {
                chain.push(here);
                grown = true;
            }
        }
    }
    chain
}
