//! The rows of a table's page in recovery, as text: what its file had when the server came back, and what each
//! record makes of it. Values can be read once recovery is over and the catalog is back, so pages wait until then.

use super::page_snapshot::PageId;
use client::inspect;
use server::session::Backend;
use storage::page::Page;

/// Pages of more items are recorded without their rows.
pub(super) const MOST_ITEMS: u16 = 9;

/// A table's page with its rows, as a frame of recovery left it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct RecoveredPage {
    /// The frame that changed the page: its place in the tape's frames.
    pub frame: usize,
    /// The file that the page is of.
    pub file: u32,
    /// The page's number.
    pub block: u32,
    /// For each line pointer the text of its columns; none where it leads to no row.
    pub rows: Vec<Vec<String>>,
}

impl RecoveredPage {
    /// Reads a page's rows; `None` where it is not a table's, or its table is gone.
    pub(super) fn read(
        b: &mut Backend,
        frame: usize,
        (file, block): PageId,
        page: &Page,
    ) -> Option<RecoveredPage> {
        let rows = inspect::rows_as_text(b, file, page.bytes())?;
        Some(RecoveredPage { frame, file: file.0, block: block.0, rows })
    }
}
