//! Who points to a value: the versions of a row that share its chunks.

use super::page::peek_page;
use super::tuple::{Tid, life};
use super::words::TupleLife;
use server::catalog::Class;
use server::session::Backend;
use storage::event::ValueLink;
use storage::ids::{BlockNumber, ForkNumber, ItemPointer, OffsetNumber};
use storage::page::{self, PageBytes};
use storage::sort::Arrange;
use storage::toaster;
use storage::tuple::layout::{T_BITS, T_HOFF};
use storage::tuple::{header, split};
use storage::varlena::ToastPointer;

/// Pages of the table that are searched: those nearest to the row, its own first.
const SEARCHED: u32 = 400;
/// The owners that are listed at most; [`super::Chunk::owners`] has a bit for each.
const MOST: usize = 32;

/// A row version that points to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct ValueOwner {
    /// Where it is.
    pub tid: Tid,
    /// Whether it is live now, dead, or being written or deleted.
    pub life: TupleLife,
    /// The transaction that wrote it (`t_xmin`).
    pub xmin: u32,
    /// The transaction that deleted or replaced it, 0 if none did (`t_xmax`).
    pub xmax: u32,
    /// The version of the value that it reads, when the value has versions.
    pub version: Option<u32>,
    /// Whether it is the row that was asked for.
    pub asked: bool,
}

/// The row versions that point to the value, the oldest first.
pub(super) fn owners(
    b: &Backend,
    class: &Class,
    tid: ItemPointer,
    column: u32,
    link: ValueLink,
) -> Vec<ValueOwner> {
    // Every pointer has the value id and after it the relation.
    let [value, relation] = [link.value.to_le_bytes(), link.relation.to_le_bytes()];
    let needle = [value, relation].concat();
    let blocks = b.store.pool.nblocks(class.file, ForkNumber::Main);
    let first = tid.block.0.saturating_sub(SEARCHED / 2);
    let last = blocks.min(first.saturating_add(SEARCHED));
    let mut found = Vec::new();
    for block in first..last {
        let Some(kept) = peek_page(b, class.file, ForkNumber::Main, block) else { continue };
        let p = kept.bytes();
        if !p.windows(needle.len()).any(|w| w == needle) {
            continue;
        }
        for offset in 1..=page::max_offset(p) {
            let at = ItemPointer { block: BlockNumber(block), offset: OffsetNumber(offset) };
            let Some(version) = points(b, class, p, at.offset, column, link) else { continue };
            let Some(t) = page::try_item(p, at.offset) else { continue };
            let (xmin, xmax) = (header::raw_xmin(t).0, header::raw_xmax(t).0);
            let (life, asked) = (life(&b.store.xact, t), at == tid);
            found.push(ValueOwner { tid: at.into(), life, xmin, xmax, version, asked });
        }
    }
    found.arrange_by_key(|o| (o.xmin, o.tid.block, o.tid.offset));
    // The row itself is always listed.
    while found.len() > MOST {
        let spare = found.iter().position(|o| !o.asked).unwrap_or(0);
        found.remove(spare);
    }
    found
}

/// Whether the column of a row points to the value: `None` if not, else the version of the chunks
/// that the row reads, if its toaster has versions.
fn points(
    b: &Backend,
    class: &Class,
    p: &PageBytes,
    offset: OffsetNumber,
    column: u32,
    link: ValueLink,
) -> Option<Option<u32>> {
    let t = page::try_item(p, offset).filter(|_| page::item_id(p, offset).is_normal())?;
    let hoff = usize::from(*t.get(T_HOFF)?);
    let data = t.get(hoff..).filter(|_| hoff >= T_BITS)?;
    let bits = header::has_nulls(t).then(|| &t[T_BITS..hoff]);
    let (parts, _) = split(&class.desc, header::natts(t), data, bits).ok()?;
    let bytes = (*parts.get(column as usize)?)?;
    if class.desc.attrs.get(column as usize)?.len != -1 {
        return None;
    }
    if let Some(p) = ToastPointer::decode(bytes) {
        let same = p.value_id.0 == link.value && p.toast_rel.0 == link.relation;
        return same.then_some(None);
    }
    let links = toaster::links(&toaster::parts(&b.store, bytes));
    let found = links.iter().find(|l| l.value == link.value && l.relation == link.relation);
    found.map(|l| l.version)
}
