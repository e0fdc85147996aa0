//! Describes records of Heap and Heap2 (`heapdesc.c`).

use crate::ids::ItemPointer;
use crate::wal::info::*;
use crate::wal::layout::XLR_INFO_MASK;
use crate::wal::read::Record;
use crate::wal::words::RecordWords;

/// The name of a Heap record's type (`heap_identify`).
pub(super) fn identify(info: u8) -> Option<&'static str> {
    Some(match (info & HEAP_OPMASK, info & HEAP_INIT_PAGE != 0) {
        (HEAP_INSERT, false) => "INSERT",
        (HEAP_INSERT, true) => "INSERT+INIT",
        (HEAP_DELETE, false) => "DELETE",
        (HEAP_UPDATE, false) => "UPDATE",
        (HEAP_UPDATE, true) => "UPDATE+INIT",
        (HEAP_HOT_UPDATE, false) => "HOT_UPDATE",
        (HEAP_HOT_UPDATE, true) => "HOT_UPDATE+INIT",
        (HEAP_TRUNCATE, false) => "TRUNCATE",
        (HEAP_CONFIRM, false) => "HEAP_CONFIRM",
        (HEAP_LOCK, false) => "LOCK",
        (HEAP_INPLACE, false) => "INPLACE",
        _ => return None,
    })
}

/// The name of a Heap2 record's type (`heap2_identify`).
pub(super) fn identify2(info: u8) -> Option<&'static str> {
    Some(match (info & HEAP_OPMASK, info & HEAP_INIT_PAGE != 0) {
        (HEAP2_PRUNE, false) => "PRUNE",
        (HEAP2_VACUUM, false) => "VACUUM",
        (HEAP2_FREEZE_PAGE, false) => "FREEZE_PAGE",
        (HEAP2_VISIBLE, false) => "VISIBLE",
        (HEAP2_MULTI_INSERT, false) => "MULTI_INSERT",
        (HEAP2_MULTI_INSERT, true) => "MULTI_INSERT+INIT",
        (HEAP2_LOCK_UPDATED, false) => "LOCK_UPDATED",
        (HEAP2_NEW_CID, false) => "NEW_CID",
        (HEAP2_REWRITE, false) => "REWRITE",
        _ => return None,
    })
}

/// Returns the names of the infomask bits, each with a space after it (`out_infobits`).
fn bits(b: u8) -> String {
    let mut out = String::new();
    for (bit, name) in [
        (XLHL_XMAX_IS_MULTI, "IS_MULTI "),
        (XLHL_XMAX_LOCK_ONLY, "LOCK_ONLY "),
        (XLHL_XMAX_EXCL_LOCK, "EXCL_LOCK "),
        (XLHL_XMAX_KEYSHR_LOCK, "KEYSHR_LOCK "),
        (XLHL_KEYS_UPDATED, "KEYS_UPDATED "),
    ] {
        if b & bit != 0 {
            out.push_str(name);
        }
    }
    out
}

/// The description of a Heap record (`heap_desc`).
pub(super) fn describe(r: &Record<'_>) -> String {
    let d = RecordWords(r.main);
    match r.info & HEAP_OPMASK {
        HEAP_INSERT => format!("off {} flags 0x{:02X}", d.u16(0), d.u8(2)),
        HEAP_DELETE => format!("off {} flags 0x{:02X} {}", d.u16(4), d.u8(7), bits(d.u8(6))),
        HEAP_UPDATE | HEAP_HOT_UPDATE => format!(
            "off {} xmax {} flags 0x{:02X} {}; new off {} xmax {}",
            d.u16(4),
            d.u32(0),
            d.u8(7),
            bits(d.u8(6)),
            d.u16(12),
            d.u32(8)
        ),
        HEAP_TRUNCATE => {
            let mut out = String::new();
            if d.u8(8) & 1 != 0 {
                out.push_str("cascade ");
            }
            if d.u8(8) & 2 != 0 {
                out.push_str("restart_seqs ");
            }
            let n = d.u32(4).min(r.main.len() as u32 / 4);
            out.push_str(&format!("nrelids {n} relids"));
            (0..n as usize).for_each(|i| out.push_str(&format!(" {}", d.u32(12 + 4 * i))));
            out
        }
        HEAP_CONFIRM | HEAP_INPLACE => format!("off {}", d.u16(0)),
        HEAP_LOCK => {
            format!("off {}: xid {}: flags 0x{:02X} {}", d.u16(4), d.u32(0), d.u8(7), bits(d.u8(6)))
        }
        _ => String::new(),
    }
}

/// The description of a Heap2 record (`heap2_desc`).
pub(super) fn describe2(r: &Record<'_>) -> String {
    let d = RecordWords(r.main);
    match r.info & !XLR_INFO_MASK & HEAP_OPMASK {
        HEAP2_PRUNE => {
            format!("latestRemovedXid {} nredirected {} ndead {}", d.u32(0), d.u16(4), d.u16(6))
        }
        HEAP2_VACUUM => format!("nunused {}", d.u16(0)),
        HEAP2_FREEZE_PAGE => format!("cutoff xid {} ntuples {}", d.u32(0), d.u16(4)),
        HEAP2_VISIBLE => format!("cutoff xid {} flags 0x{:02X}", d.u32(0), d.u8(4)),
        HEAP2_MULTI_INSERT => format!("{} tuples flags 0x{:02X}", d.u16(2), d.u8(0)),
        HEAP2_LOCK_UPDATED => format!(
            "off {}: xmax {}: flags 0x{:02X} {}",
            d.u16(4),
            d.u32(0),
            d.u8(7),
            bits(d.u8(6))
        ),
        HEAP2_NEW_CID => new_cid(d, ["rel ", "; tid ", "; "]),
        _ => String::new(),
    }
}

/// The description of `xl_heap_new_cid`, the command ids of a catalog row. Versions differ in the
/// words before its relation, its TID and its cmin.
pub(super) fn new_cid(d: RecordWords<'_>, [rel, tid, cmin]: [&str; 3]) -> String {
    let mut bytes = [0; 6];
    bytes.iter_mut().enumerate().for_each(|(i, b)| *b = d.u8(28 + i));
    let at = ItemPointer::from_bytes(bytes);
    format!(
        "{rel}{}/{}/{}{tid}{}/{}{cmin}cmin: {}, cmax: {}, combo: {}",
        d.u32(16),
        d.u32(20),
        d.u32(24),
        at.block,
        at.offset,
        d.u32(4),
        d.u32(8),
        d.u32(12)
    )
}
