//! Describes records of Btree as `key: value` (`nbtdesc.c`).

use super::heap_keyed::{catalog_flag, offsets};
use crate::versions::Release;
use crate::wal::info::*;
use crate::wal::layout::XLR_INFO_MASK;
use crate::wal::read::Record;
use crate::wal::words::RecordWords;

/// Lists the deleted tuples, and the posting lists that lose some of their TIDs (`delvacuum_desc`).
fn deleted(r: &Record<'_>, count: u16, updated: u16) -> String {
    let Some(block) = r.block(0).filter(|b| !b.data.is_empty()) else { return String::new() };
    let d = RecordWords(block.data);
    let (count, updated) = (usize::from(count), usize::from(updated));
    let mut at = 2 * (count + updated);
    let mut updates = Vec::new();
    for i in 0..updated {
        let n = d.u16(at);
        let ptids = offsets(d, at + 2, n.into());
        let off = d.u16(2 * (count + i));
        updates.push(format!("{{ off: {off}, nptids: {n}, ptids:{ptids} }}"));
        at += 2 + 2 * usize::from(n);
    }
    format!(", deleted:{}, updated: [{}]", offsets(d, 0, count), updates.join(", "))
}

/// The description of a Btree record (`btree_desc`).
pub(super) fn describe(release: &Release, r: &Record<'_>) -> String {
    let d = RecordWords(r.main);
    match r.info & !XLR_INFO_MASK {
        BTREE_INSERT_LEAF | BTREE_INSERT_UPPER | BTREE_INSERT_META | BTREE_INSERT_POST => {
            format!("off: {}", d.u16(0))
        }
        BTREE_SPLIT_L | BTREE_SPLIT_R => format!(
            "level: {}, firstrightoff: {}, newitemoff: {}, postingoff: {}",
            d.u32(0),
            d.u16(4),
            d.u16(6),
            d.u16(8)
        ),
        BTREE_DEDUP => format!("nintervals: {}", d.u16(0)),
        BTREE_VACUUM => {
            let (n, updated) = (d.u16(0), d.u16(2));
            format!("ndeleted: {n}, nupdated: {updated}{}", deleted(r, n, updated))
        }
        BTREE_DELETE => {
            let (n, updated) = (d.u16(4), d.u16(6));
            format!(
                "snapshotConflictHorizon: {}, ndeleted: {n}, nupdated: {updated}{}{}",
                d.u32(0),
                catalog_flag(release, d.u8(8)),
                deleted(r, n, updated)
            )
        }
        BTREE_MARK_PAGE_HALFDEAD => format!(
            "topparent: {}, leaf: {}, left: {}, right: {}",
            d.u32(16),
            d.u32(4),
            d.u32(8),
            d.u32(12)
        ),
        BTREE_UNLINK_PAGE | BTREE_UNLINK_PAGE_META => format!(
            "left: {}, right: {}, level: {}, safexid: {}:{}, leafleft: {}, leafright: {}, leaftopparent: {}",
            d.u32(0),
            d.u32(4),
            d.u32(8),
            d.u32(20),
            d.u32(16),
            d.u32(24),
            d.u32(28),
            d.u32(32)
        ),
        BTREE_NEWROOT => format!("level: {}", d.u32(4)),
        BTREE_REUSE_PAGE => format!(
            "rel: {}/{}/{}, snapshotConflictHorizon: {}:{}{}",
            d.u32(0),
            d.u32(4),
            d.u32(8),
            d.u32(20),
            d.u32(16),
            catalog_flag(release, d.u8(24))
        ),
        BTREE_META_CLEANUP => {
            let data = r.block(0).map_or(&[][..], |b| b.data);
            format!("last_cleanup_num_delpages: {}", RecordWords(data).u32(20))
        }
        _ => String::new(),
    }
}
