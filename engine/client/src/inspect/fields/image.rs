//! A page as a record of the log has it: the image unpacked, its hole filled in.
//!
//! If the page's relation is known here, columns have their names. Otherwise, as in a segment
//! of somebody's server, the log does not say what it is: its special space tells a B-tree's page, and
//! columns stay bytes.

use super::open::open_page;
use super::{Field, Fork, More, Opened, Part, Place, item_fields, maps};
use server::catalog::Class;
use server::session::Backend;
use std::rc::Rc;
use storage::btree::layout::OPAQUE;
use storage::heap::RelKind;
use storage::ids::ForkNumber;
use storage::page::{self, PageBytes};
use storage::tuple::TupleDesc;
use storage::wal::read::{FileLocator, Record};

/// A page that a record has.
pub(super) struct ImagePage {
    pub(super) page: Box<PageBytes>,
    pub(super) locator: FileLocator,
    pub(super) fork: ForkNumber,
    pub(super) block: u32,
}

/// The page image of a block in a record; `None` if the record has none, or it cannot be decompressed.
pub(super) fn image_of(record: &[u8], id: u8) -> Option<ImagePage> {
    let record = Record::parse(record, false).ok()?;
    let block = record.block(id)?;
    let page = block.image.as_ref()?.page()?;
    Some(ImagePage { page, locator: block.locator, fork: block.fork, block: block.block })
}

/// The relation that an image belongs to; if it is unknown, one without columns.
pub(super) fn class_of(b: &Backend, image: &ImagePage) -> Rc<Class> {
    let known = b.catalog.classes().values().find(|c| c.file.0 == image.locator.file);
    known.map_or_else(|| unknown(b, image), Rc::clone)
}

/// A relation of which only the file is known.
pub(super) fn unknown(b: &Backend, image: &ImagePage) -> Rc<Class> {
    let some = b.catalog.classes().values().next().expect("there are system catalogs");
    let mut class = Class::clone(some);
    class.oid = storage::ids::Oid::INVALID;
    class.name = format!("file {}", image.locator.file);
    class.namespace = server::catalog::PUBLIC;
    class.desc = Rc::new(TupleDesc { attrs: Vec::new() });
    class.index = None;
    class.kind = match page::special(&image.page) {
        OPAQUE => RelKind::Index,
        page::BLCKSZ => RelKind::Table,
        _ => RelKind::Sequence,
    };
    Rc::new(class)
}

/// Opens a page image: the page with its tree of fields.
pub(super) fn open(b: &mut Backend, class: &Class, lsn: u64, id: u8, image: &ImagePage) -> Opened {
    let mut opened = open_page(b, class, image.fork, image.block, 0, &image.page);
    opened.place = Place::Image { lsn, id };
    if !class.oid.is_valid() {
        opened.qualified = super::record::lsn_text(lsn);
        opened.relation.clone_from(&class.name);
        for field in &mut opened.tree.children {
            bare(field, &image.page);
        }
    }
    opened
}

/// The children of a field of a page image that were left out when it was opened.
pub(super) fn expand(b: &mut Backend, class: &Class, image: &ImagePage, more: More) -> Vec<Field> {
    let mut found = match more {
        More::Item { item } => item_fields(b, class, &image.page, image.block, item),
        More::Map { from } => {
            let fsm = Fork::from(image.fork) == Fork::Fsm;
            maps::rest(&image.page, fsm, from as usize)
        }
        _ => Vec::new(),
    };
    if !class.oid.is_valid() {
        for field in &mut found {
            bare(field, &image.page);
            if field.part == Part::Padding && matches!(field.name.as_str(), "rest" | "padding") {
                field.name = if class.kind == RelKind::Index { "key" } else { "columns" }.into();
                field.part = if class.kind == RelKind::Index { Part::Key } else { Part::Payload };
                field.note = "what the columns are stands in the catalog, not in the log".into();
            }
        }
    }
    found
}

/// Removes what cannot be known without the relation: links to other pages, and what an item is.
fn bare(field: &mut Field, p: &PageBytes) {
    if !matches!(field.leads, Some(Place::Record { .. })) {
        field.leads = None;
    }
    if let Some(More::Item { item }) = field.more {
        let id = page::item_id(p, storage::ids::OffsetNumber(item));
        field.note.clear();
        field.value = super::build::plural(id.length(), "byte");
        field.part = if id.is_dead() { Part::Dead } else { Part::Item };
    }
    field.children.iter_mut().for_each(|f| bare(f, p));
}
