//! Recovery: pages from records (`xlogrecovery.c`, the `redo` functions).
//!
//! ```text
//! the page is logged whole       its image is put in place
//! the record makes it anew       from nothing
//! its LSN is the record's end    it has the change already
//!   or later
//! else                           the change is made
//! ```
//!
//! After a crash everything since the last checkpoint's redo point is replayed, in order. What comes
//! out is not bit for bit what was lost: hints are not logged, nor is what lies between line pointers
//! and rows. [`mask()`] takes that away before two pages are compared, as `wal_consistency_checking`
//! does, and [`verify`] is that check: with the setting on, every record carries its pages as they
//! were after it.

mod btree;
mod heap;
pub mod mask;
mod pages;
mod recovery;

pub use mask::{mask, verify};
pub use pages::{FileChange, Pages};
pub use recovery::{LostAtCrash, Recovery, crash, recover};

use crate::event::{Replayed, ReplayedBlock};
use crate::ids::{BlockNumber, ForkNumber, Lsn, RelFileNode, Rmgr};
use crate::page::{self, BLCKSZ, PageBytes};
use crate::versions::Release;
use crate::wal::info::*;
use crate::wal::layout::{BKPBLOCK_WILL_INIT, XLR_INFO_MASK};
use crate::wal::read::{Block, Record};
use crate::wal::words::RecordWords;
use crate::wal::xact_end::XactEnd;

/// Why a record could not be replayed: it, or a page, is not what it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError(pub &'static str);

type Result<T> = std::result::Result<T, ReplayError>;

/// One record being replayed.
struct Redo<'a, 'r> {
    /// The version that wrote it.
    release: &'static Release,
    pages: &'a mut Pages,
    record: &'a Record<'r>,
    end: Lsn,
    /// What replay did with each page of the record so far.
    replayed: Vec<ReplayedBlock>,
}

impl<'a, 'r> Redo<'a, 'r> {
    /// The record's main data.
    fn main(&self) -> RecordWords<'r> {
        RecordWords(self.record.main)
    }
    /// The record's reference to a page; fails without one.
    fn block(&self, id: u8) -> Result<&'a Block<'r>> {
        self.record.block(id).ok_or(ReplayError("a block is missing"))
    }

    /// Brings a page up to date (`XLogReadBufferForRedo`): puts its image in place, or calls
    /// `change`, unless the page's LSN says that the record was applied. Returns whether `change`
    /// was called.
    fn change(
        &mut self,
        id: u8,
        change: impl FnOnce(&mut PageBytes, &Block<'r>) -> Result<()>,
    ) -> Result<bool> {
        let what = self.bring_up(id, change)?;
        let b = self.block(id)?;
        let (file, fork) = (RelFileNode(b.locator.file), b.fork);
        self.replayed.push(ReplayedBlock { file, fork, block: BlockNumber(b.block), what });
        Ok(matches!(what, Replayed::Changed | Replayed::Made))
    }

    /// Brings a page to the state after the record: from its image, from nothing, or by the change,
    /// unless the page is newer or gone (`XLogReadBufferForRedoExtended`).
    fn bring_up(
        &mut self,
        id: u8,
        change: impl FnOnce(&mut PageBytes, &Block<'r>) -> Result<()>,
    ) -> Result<Replayed> {
        let block = self.block(id)?;
        let (file, fork) = (RelFileNode(block.locator.file), block.fork);
        if let Some(image) = block.image.as_ref().filter(|i| i.apply()) {
            let mut restored = image.page().ok_or(ReplayError("an image cannot be restored"))?;
            if !page::is_new(&restored) {
                page::set_lsn(&mut restored, self.end);
            }
            *self.pages.page_mut(file, fork, block.block) = *restored;
            return Ok(Replayed::Restored);
        }
        if block.flags & BKPBLOCK_WILL_INIT != 0 {
            let bytes = self.pages.page_mut(file, fork, block.block);
            *bytes = [0; BLCKSZ];
            change(bytes, block)?;
            page::set_lsn(bytes, self.end);
            return Ok(Replayed::Made);
        }
        let Some(found) = self.pages.page(file, fork, block.block) else {
            return Ok(Replayed::Missing);
        };
        // Zeros: the file was dropped later, and came back for pages after this one.
        if page::is_new(found) {
            return Ok(Replayed::Missing);
        }
        if page::lsn(found) >= self.end.0 {
            return Ok(Replayed::Newer);
        }
        let bytes = self.pages.page_mut(file, fork, block.block);
        change(bytes, block)?;
        page::set_lsn(bytes, self.end);
        Ok(Replayed::Changed)
    }
}

/// Replays the record that ends at `end`, and returns what it did to its pages.
///
/// # Errors
/// When the record, or a page it changes, is not what it must be.
pub fn redo(
    release: &'static Release,
    pages: &mut Pages,
    record: &Record<'_>,
    end: Lsn,
) -> Result<Vec<ReplayedBlock>> {
    let mut r = Redo { release, pages, record, end, replayed: Vec::new() };
    dispatch(&mut r)?;
    Ok(r.replayed)
}

/// Replays a record with the function of its resource manager.
fn dispatch(r: &mut Redo<'_, '_>) -> Result<()> {
    let record = r.record;
    let op = record.info & !XLR_INFO_MASK;
    match record.rmgr() {
        Some(Rmgr::Heap) => heap::redo(r),
        Some(Rmgr::Heap2) => heap::redo2(r),
        Some(Rmgr::Btree) => btree::redo(r),
        Some(Rmgr::Xlog) if op == XLOG_FPI || op == XLOG_FPI_FOR_HINT => {
            record.blocks.iter().try_for_each(|b| r.change(b.id, |_, _| Ok(())).map(drop))
        }
        Some(Rmgr::Storage) => storage(r, op),
        Some(Rmgr::Sequence) if op == SEQ_LOG => sequence(r),
        // Files that went with a transaction's end.
        Some(Rmgr::Transaction) => {
            let ended = XactEnd::of(record, r.release.statistics_ids);
            let files = ended.map(|e| e.files).unwrap_or_default();
            files.iter().for_each(|f| r.pages.remove(RelFileNode(f.file)));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Replays a record of the resource manager Storage (`smgr_redo`).
fn storage(r: &mut Redo<'_, '_>, op: u8) -> Result<()> {
    let d = r.main();
    match op {
        SMGR_CREATE => {
            let fork = ForkNumber::from_number(d.u8(12)).ok_or(ReplayError("no such fork"))?;
            r.pages.create(RelFileNode(d.u32(8)), fork);
        }
        SMGR_TRUNCATE => {
            let (blocks, file) = (d.u32(0), RelFileNode(d.u32(12)));
            if d.u32(16) & SMGR_TRUNCATE_HEAP != 0 {
                r.pages.truncate(file, ForkNumber::Main, blocks);
            }
            heap::truncate_map(r.pages, file, blocks);
        }
        _ => {}
    }
    Ok(())
}

/// Replays a record of a sequence (`seq_redo`): builds the page with its one row.
fn sequence(r: &mut Redo<'_, '_>) -> Result<()> {
    /// What marks a page as a sequence's (`SEQ_MAGIC`).
    const MAGIC: u32 = 0x1717;
    let row = r.record.main.get(12..).ok_or(ReplayError("no row of a sequence"))?;
    r.change(0, |bytes, _| {
        page::init(bytes, 8);
        page::special_space_mut(bytes)[..4].copy_from_slice(&MAGIC.to_le_bytes());
        page::add_item(bytes, row, None, false).map(drop).ok_or(ReplayError("a row does not fit"))
    })
    .map(drop)
}
