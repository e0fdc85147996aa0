//! One page: header, line pointers, and what they lead to.

use super::index::{IndexEntry, IndexPage, entry, index_page};
use super::relations::{Fork, name};
use super::tuple::{ColumnForm, ColumnView, TupleView, tuple_view};
use server::catalog::Class;
use server::session::Backend;
use std::rc::Rc;
use storage::buffer::BufferTag;
use storage::heap::RelKind;
use storage::ids::{BlockNumber, ForkNumber, OffsetNumber, Oid, RelFileNode};
use storage::page::{self, BLCKSZ, LpState, Page, PageBytes};

/// The state of a line pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum ItemState {
    /// Free for use (`LP_UNUSED`).
    Unused,
    /// Leads to an item (`LP_NORMAL`).
    Normal,
    /// Leads to another line pointer (`LP_REDIRECT`).
    Redirect,
    /// What it led to is dead (`LP_DEAD`).
    Dead,
}

/// A line pointer and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Item {
    /// Its number, from 1.
    pub offset: u16,
    /// Where the item starts in the page; for a redirect, the line pointer it leads to (`lp_off`).
    pub at: u16,
    /// How many bytes the item has (`lp_len`).
    pub length: u16,
    /// What state it is in (`lp_flags`).
    pub state: ItemState,
    /// For a heap page: the tuple.
    pub tuple: Option<TupleView>,
    /// For an index page: the entry.
    pub entry: Option<IndexEntry>,
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct PageView {
    /// The relation's OID (`pg_class.oid`).
    pub relation: u32,
    /// The relation's name.
    pub name: String,
    /// The fork.
    pub fork: Fork,
    /// The block.
    pub block: u32,
    /// Where the line pointers end (`pd_lower`).
    pub lower: u16,
    /// Where the items start (`pd_upper`).
    pub upper: u16,
    /// Where the special space starts; the page's size if there is none (`pd_special`).
    pub special: u16,
    /// Bits about the whole page, such as all rows visible (`pd_flags`).
    pub flags: u16,
    /// The oldest transaction whose dead versions may be pruned from the page, 0 for none
    /// (`pd_prune_xid`).
    pub prune_xid: u32,
    /// The line pointers; none of the free space map, the visibility map and metapages.
    pub items: Vec<Item>,
    /// For an index page: its special space.
    pub index: Option<IndexPage>,
}

/// A page, without counting an access.
pub(super) fn peek_page(
    b: &Backend,
    file: RelFileNode,
    fork: ForkNumber,
    block: u32,
) -> Option<Page> {
    b.store.pool.raw_page(BufferTag { file, fork, block: BlockNumber(block) })
}

/// The 8192 bytes of a page; `None` when there is no such page.
pub fn page_bytes(b: &Backend, relation: u32, fork: Fork, block: u32) -> Option<Vec<u8>> {
    let class = b.catalog.class(Oid(relation))?;
    peek_page(b, class.file, fork.into(), block).map(|p| p.bytes().to_vec())
}

/// The summary and the items of a page; `None` when there is no such page.
pub fn page(b: &mut Backend, relation: u32, fork: Fork, block: u32) -> Option<PageView> {
    let class = Rc::clone(b.catalog.class(Oid(relation))?);
    let tag = BufferTag { file: class.file, fork: fork.into(), block: BlockNumber(block) };
    let kept = b.store.pool.raw_page(tag)?;
    let p = kept.bytes();
    let index = (class.kind == RelKind::Index && !page::is_new(p)).then(|| index_page(p));
    let has_items = fork == Fork::Main
        && class.kind.has_storage()
        && index.as_ref().is_none_or(|i| i.kind != "meta" && i.kind != "deleted");
    let items = if has_items {
        (1..=page::max_offset(p)).map(|off| item(b, &class, p, off)).collect()
    } else {
        Vec::new()
    };
    Some(PageView {
        relation,
        name: name(&b.catalog, &class),
        fork,
        block,
        lower: page::lower(p) as u16,
        upper: page::upper(p) as u16,
        special: page::special(p).min(BLCKSZ) as u16,
        flags: page::flags(p),
        prune_xid: page::prune_xid(p).0,
        items,
        index,
    })
}

/// One line pointer, with what it leads to.
fn item(b: &mut Backend, class: &Class, p: &PageBytes, off: u16) -> Item {
    let id = page::item_id(p, OffsetNumber(off));
    let state = match id.state() {
        LpState::Unused => ItemState::Unused,
        LpState::Normal => ItemState::Normal,
        LpState::Redirect => ItemState::Redirect,
        LpState::Dead => ItemState::Dead,
    };
    let mut view = Item {
        offset: off,
        at: id.offset() as u16,
        length: id.length() as u16,
        state,
        tuple: None,
        entry: None,
    };
    if id.has_storage() && state != ItemState::Redirect {
        if class.kind == RelKind::Index {
            if let Some(relation) = b.catalog.relation(class.oid) {
                view.entry = entry(b, &relation, p, off);
            }
        } else if let Some(bytes) = page::try_item(p, OffsetNumber(off)) {
            view.tuple = tuple_view(b, &class.desc, bytes, id.offset());
        }
    }
    view
}

/// The rows of a table's page: for each line pointer the text of its columns, or none without a row.
/// `None` if the file is not a table's. A value that is compressed or in chunks is shown as its size.
pub fn rows_as_text(b: &mut Backend, file: RelFileNode, p: &PageBytes) -> Option<Vec<Vec<String>>> {
    let is_its = |c: &&Rc<Class>| {
        c.file == file && matches!(c.kind, RelKind::Table | RelKind::MaterializedView)
    };
    let class = Rc::clone(b.catalog.classes().values().find(is_its)?);
    let mut rows = Vec::new();
    for off in 1..=page::max_offset(p) {
        let columns = item(b, &class, p, off).tuple.map_or(Vec::new(), |t| t.columns);
        rows.push(columns.into_iter().filter(|c| !c.name.is_empty()).map(as_text).collect());
    }
    Some(rows)
}

/// A column's value as text, or what stands for it.
fn as_text(column: ColumnView) -> String {
    match (column.text, column.form) {
        (Some(text), _) => text,
        (None, ColumnForm::Null | ColumnForm::Missing) => "NULL".to_string(),
        (None, _) => format!("{} bytes", column.length),
    }
}
