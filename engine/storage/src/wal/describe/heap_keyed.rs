//! Describes records of Heap and Heap2 as `key: value`, with their offsets (`heapdesc.c`,
//! `rmgrdesc_utils.c`).

use super::heap::new_cid;
use super::server::invalidations;
use crate::versions::{InPlaceRecords, PruneRecords, Release};
use crate::wal::info::*;
use crate::wal::layout::XLR_INFO_MASK;
use crate::wal::read::Record;
use crate::wal::words::RecordWords;

/// The name of a prune record, by the occasion of the pruning.
pub(super) fn identify_prune(info: u8) -> Option<&'static str> {
    Some(match info & HEAP_OPMASK {
        HEAP2_PRUNE_ON_ACCESS => "PRUNE_ON_ACCESS",
        HEAP2_PRUNE_VACUUM_SCAN => "PRUNE_VACUUM_SCAN",
        HEAP2_PRUNE_VACUUM_CLEANUP => "PRUNE_VACUUM_CLEANUP",
        _ => return None,
    })
}

/// Returns the names of the infomask bits (`infobits_desc`).
fn bits(b: u8) -> String {
    let names = [
        (XLHL_XMAX_IS_MULTI, "IS_MULTI"),
        (XLHL_XMAX_LOCK_ONLY, "LOCK_ONLY"),
        (XLHL_XMAX_EXCL_LOCK, "EXCL_LOCK"),
        (XLHL_XMAX_KEYSHR_LOCK, "KEYSHR_LOCK"),
        (XLHL_KEYS_UPDATED, "KEYS_UPDATED"),
    ];
    let set: Vec<&str> = names.iter().filter(|(bit, _)| b & bit != 0).map(|n| n.1).collect();
    format!("[{}]", set.join(", "))
}

/// Returns a list in brackets (`array_desc`); `text_of` gives the text of each element by its index.
#[inline(never)]
fn list(count: usize, text_of: &mut dyn FnMut(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(text_of).collect();
    format!(" [{}]", items.join(", "))
}

/// A list of two-byte offsets that begins at byte `at`.
pub(super) fn offsets(d: RecordWords<'_>, at: usize, count: usize) -> String {
    list(count, &mut |i| d.u16(at + 2 * i).to_string())
}

/// Returns a list of redirected line pointers, each with its target (`redirect_elem_desc`).
fn redirects(d: RecordWords<'_>, at: usize, count: usize) -> String {
    list(count, &mut |i| format!("{}->{}", d.u16(at + 4 * i), d.u16(at + 4 * i + 2)))
}

/// Returns a list of freeze plans of 12 bytes, each with the offsets of its rows, which are in a
/// separate list (`plan_elem_desc`).
fn plans(d: RecordWords<'_>, at: usize, count: usize, rows: usize) -> String {
    let mut first = rows;
    list(count, &mut |i| {
        let plan = at + 12 * i;
        let alike = usize::from(d.u16(plan + 10));
        let text = format!(
            "{{ xmax: {}, infomask: {}, infomask2: {}, ntuples: {alike}, offsets:{} }}",
            d.u32(plan),
            d.u16(plan + 6),
            d.u16(plan + 4),
            offsets(d, first, alike)
        );
        first += 2 * alike;
        text
    })
}

/// The description of a Heap record (`heap_desc`).
pub(super) fn describe(release: &Release, r: &Record<'_>) -> String {
    let d = RecordWords(r.main);
    match r.info & HEAP_OPMASK {
        HEAP_INSERT => format!("off: {}, flags: 0x{:02X}", d.u16(0), d.u8(2)),
        HEAP_DELETE => format!(
            "xmax: {}, off: {}, infobits: {}, flags: 0x{:02X}",
            d.u32(0),
            d.u16(4),
            bits(d.u8(6)),
            d.u8(7)
        ),
        HEAP_UPDATE | HEAP_HOT_UPDATE => format!(
            "old_xmax: {}, old_off: {}, old_infobits: {}, flags: 0x{:02X}, new_xmax: {}, new_off: {}",
            d.u32(0),
            d.u16(4),
            bits(d.u8(6)),
            d.u8(7),
            d.u32(8),
            d.u16(12)
        ),
        HEAP_TRUNCATE => {
            let flags = [(1, "CASCADE"), (2, "RESTART_SEQS")];
            let set = flags.iter().filter(|(bit, _)| d.u8(8) & bit != 0);
            let set: Vec<&str> = set.map(|f| f.1).collect();
            let n = d.u32(4).min(r.main.len() as u32 / 4);
            let relids = list(n as usize, &mut |i| d.u32(12 + 4 * i).to_string());
            format!("flags: [{}], nrelids: {n}, relids:{relids}", set.join(", "))
        }
        HEAP_CONFIRM => format!("off: {}", d.u16(0)),
        HEAP_INPLACE => {
            let mut out = format!("off: {}", d.u16(0));
            if release.in_place_records == InPlaceRecords::WithInvalidations {
                let messages = r.main.get(20..).unwrap_or_default();
                out += &invalidations(messages, d.u32(16), d.u8(12) != 0, (d.u32(4), d.u32(8)));
            }
            out
        }
        HEAP_LOCK => locked(d),
        _ => String::new(),
    }
}

/// The description of a LOCK record's data: who locks, which row, and how.
fn locked(d: RecordWords<'_>) -> String {
    let bits = bits(d.u8(6));
    format!("xmax: {}, off: {}, infobits: {bits}, flags: 0x{:02X}", d.u32(0), d.u16(4), d.u8(7))
}

/// What a description says of the flag that the table is a catalog.
pub(super) fn catalog_flag(release: &Release, flag: u8) -> &'static str {
    match flag {
        _ if !release.catalog_flag_shown => "",
        0 => ", isCatalogRel: F",
        _ => ", isCatalogRel: T",
    }
}

/// The description of a Heap2 record (`heap2_desc`).
pub(super) fn describe2(release: &Release, r: &Record<'_>) -> String {
    let d = RecordWords(r.main);
    let block = r.block(0).filter(|b| !b.data.is_empty()).map(|b| RecordWords(b.data));
    let op = r.info & !XLR_INFO_MASK & HEAP_OPMASK;
    if release.prune_records == PruneRecords::Unified && identify_prune(r.info).is_some() {
        return pruned(release, d, block);
    }
    match op {
        HEAP2_PRUNE => {
            let (redirected, dead) = (usize::from(d.u16(4)), usize::from(d.u16(6)));
            let mut out = format!(
                "snapshotConflictHorizon: {}, nredirected: {redirected}, ndead: {dead}{}",
                d.u32(0),
                catalog_flag(release, d.u8(8))
            );
            if let Some(b) = block {
                let unused = (b.0.len() / 2).saturating_sub(2 * redirected + dead);
                out += &format!(
                    ", nunused: {unused}, redirected:{}, dead:{}, unused:{}",
                    redirects(b, 0, redirected),
                    offsets(b, 4 * redirected, dead),
                    offsets(b, 4 * redirected + 2 * dead, unused)
                );
            }
            out
        }
        HEAP2_VACUUM => {
            let n = d.u16(0);
            let unused = block.map(|b| format!(", unused:{}", offsets(b, 0, n.into())));
            format!("nunused: {n}{}", unused.unwrap_or_default())
        }
        HEAP2_FREEZE_PAGE => {
            let n = usize::from(d.u16(4));
            let all = block.map(|b| format!(", plans:{}", plans(b, 0, n, 12 * n)));
            format!(
                "snapshotConflictHorizon: {}, nplans: {n}{}{}",
                d.u32(0),
                catalog_flag(release, d.u8(6)),
                all.unwrap_or_default()
            )
        }
        HEAP2_VISIBLE => {
            format!("snapshotConflictHorizon: {}, flags: 0x{:02X}", d.u32(0), d.u8(4))
        }
        HEAP2_MULTI_INSERT => {
            let n = d.u16(2);
            let init = r.info & HEAP_INIT_PAGE != 0 || block.is_none();
            let places = (!init).then(|| format!(", offsets:{}", offsets(d, 4, n.into())));
            format!("ntuples: {n}, flags: 0x{:02X}{}", d.u8(0), places.unwrap_or_default())
        }
        HEAP2_LOCK_UPDATED => locked(d),
        HEAP2_NEW_CID => new_cid(d, ["rel: ", ", tid: ", ", "]),
        _ => String::new(),
    }
}

/// The description of a record of pruning and freezing together
/// (`heap_xlog_deserialize_prune_and_freeze`).
fn pruned(release: &Release, d: RecordWords<'_>, block: Option<RecordWords<'_>>) -> String {
    let flags = d.u8(1);
    let mut out = String::new();
    if flags & XLHP_HAS_CONFLICT_HORIZON != 0 {
        out = format!("snapshotConflictHorizon: {}", d.u32(2));
    }
    out += catalog_flag(release, flags & XLHP_IS_CATALOG_REL);
    let Some(b) = block else { return out };
    let mut at = 0;
    let mut count = |flag: u8, head: usize, size: usize| {
        if flags & flag == 0 {
            return (0, 0);
        }
        let n = usize::from(b.u16(at));
        let items = at + head;
        at = items + n * size;
        (items, n)
    };
    let frozen = count(XLHP_HAS_FREEZE_PLANS, 4, 12);
    let redirected = count(XLHP_HAS_REDIRECTIONS, 2, 4);
    let dead = count(XLHP_HAS_DEAD_ITEMS, 2, 2);
    let unused = count(XLHP_HAS_NOW_UNUSED_ITEMS, 2, 2);
    let rows = at;
    out += &format!(
        ", nplans: {}, nredirected: {}, ndead: {}, nunused: {}",
        frozen.1, redirected.1, dead.1, unused.1
    );
    for (what, n, text) in [
        ("plans", frozen.1, plans(b, frozen.0, frozen.1, rows)),
        ("redirected", redirected.1, redirects(b, redirected.0, redirected.1)),
        ("dead", dead.1, offsets(b, dead.0, dead.1)),
        ("unused", unused.1, offsets(b, unused.0, unused.1)),
    ] {
        if n > 0 {
            out += &format!(", {what}:{text}");
        }
    }
    out
}
