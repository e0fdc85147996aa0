//! Describes records of Btree (`nbtdesc.c`), and names the records of other index methods, of which
//! only a dropped file can have any.

use crate::ids::Rmgr;
use crate::wal::info::*;
use crate::wal::layout::XLR_INFO_MASK;
use crate::wal::read::Record;
use crate::wal::words::RecordWords;

/// The name of a Btree record's type (`btree_identify`).
pub(super) fn btree_identify(info: u8) -> Option<&'static str> {
    Some(match info & !XLR_INFO_MASK {
        BTREE_INSERT_LEAF => "INSERT_LEAF",
        BTREE_INSERT_UPPER => "INSERT_UPPER",
        BTREE_INSERT_META => "INSERT_META",
        BTREE_SPLIT_L => "SPLIT_L",
        BTREE_SPLIT_R => "SPLIT_R",
        BTREE_INSERT_POST => "INSERT_POST",
        BTREE_DEDUP => "DEDUP",
        BTREE_DELETE => "DELETE",
        BTREE_UNLINK_PAGE => "UNLINK_PAGE",
        BTREE_UNLINK_PAGE_META => "UNLINK_PAGE_META",
        BTREE_NEWROOT => "NEWROOT",
        BTREE_MARK_PAGE_HALFDEAD => "MARK_PAGE_HALFDEAD",
        BTREE_VACUUM => "VACUUM",
        BTREE_REUSE_PAGE => "REUSE_PAGE",
        BTREE_META_CLEANUP => "META_CLEANUP",
        _ => return None,
    })
}

/// The description of a Btree record (`btree_desc`).
pub(super) fn btree_describe(r: &Record<'_>) -> String {
    let d = RecordWords(r.main);
    match r.info & !XLR_INFO_MASK {
        BTREE_INSERT_LEAF | BTREE_INSERT_UPPER | BTREE_INSERT_META | BTREE_INSERT_POST => {
            format!("off {}", d.u16(0))
        }
        BTREE_SPLIT_L | BTREE_SPLIT_R => format!(
            "level {}, firstrightoff {}, newitemoff {}, postingoff {}",
            d.u32(0),
            d.u16(4),
            d.u16(6),
            d.u16(8)
        ),
        BTREE_DEDUP => format!("nintervals {}", d.u16(0)),
        BTREE_VACUUM => format!("ndeleted {}; nupdated {}", d.u16(0), d.u16(2)),
        BTREE_DELETE => {
            format!("latestRemovedXid {}; ndeleted {}; nupdated {}", d.u32(0), d.u16(4), d.u16(6))
        }
        BTREE_MARK_PAGE_HALFDEAD => format!(
            "topparent {}; leaf {}; left {}; right {}",
            d.u32(16),
            d.u32(4),
            d.u32(8),
            d.u32(12)
        ),
        BTREE_UNLINK_PAGE | BTREE_UNLINK_PAGE_META => format!(
            "left {}; right {}; level {}; safexid {}:{}; leafleft {}; leafright {}; leaftopparent {}",
            d.u32(0),
            d.u32(4),
            d.u32(8),
            d.u32(20),
            d.u32(16),
            d.u32(24),
            d.u32(28),
            d.u32(32)
        ),
        BTREE_NEWROOT => format!("lev {}", d.u32(4)),
        BTREE_REUSE_PAGE => format!(
            "rel {}/{}/{}; latestRemovedXid {}:{}",
            d.u32(0),
            d.u32(4),
            d.u32(8),
            d.u32(20),
            d.u32(16)
        ),
        BTREE_META_CLEANUP => {
            let data = r.block(0).map_or(&[][..], |b| b.data);
            format!("last_cleanup_num_delpages {}", RecordWords(data).u32(20))
        }
        _ => String::new(),
    }
}

/// The name of a record's type for an index method that is not modelled, by the high half of
/// `xl_info`.
pub(super) fn identify(rmgr: Rmgr, info: u8) -> Option<&'static str> {
    let names: &[&str] = match rmgr {
        Rmgr::Hash => &[
            "INIT_META_PAGE",
            "INIT_BITMAP_PAGE",
            "INSERT",
            "ADD_OVFL_PAGE",
            "SPLIT_ALLOCATE_PAGE",
            "SPLIT_PAGE",
            "SPLIT_COMPLETE",
            "MOVE_PAGE_CONTENTS",
            "SQUEEZE_PAGE",
            "DELETE",
            "SPLIT_CLEANUP",
            "UPDATE_META_PAGE",
            "VACUUM_ONE_PAGE",
        ],
        Rmgr::Gin => &[
            "",
            "CREATE_PTREE",
            "INSERT",
            "SPLIT",
            "VACUUM_PAGE",
            "DELETE_PAGE",
            "UPDATE_META_PAGE",
            "INSERT_LISTPAGE",
            "DELETE_LISTPAGE",
            "VACUUM_DATA_LEAF_PAGE",
        ],
        Rmgr::Gist => &[
            "PAGE_UPDATE",
            "DELETE",
            "PAGE_REUSE",
            "PAGE_SPLIT",
            "",
            "",
            "PAGE_DELETE",
            "ASSIGN_LSN",
        ],
        Rmgr::Spgist => &[
            "",
            "ADD_LEAF",
            "MOVE_LEAFS",
            "ADD_NODE",
            "SPLIT_TUPLE",
            "PICKSPLIT",
            "VACUUM_LEAF",
            "VACUUM_ROOT",
            "VACUUM_REDIRECT",
        ],
        Rmgr::Brin => &[
            "CREATE_INDEX",
            "INSERT",
            "UPDATE",
            "SAMEPAGE_UPDATE",
            "REVMAP_EXTEND",
            "DESUMMARIZE",
            "",
            "",
            "",
            "INSERT+INIT",
            "UPDATE+INIT",
        ],
        _ => &[],
    };
    names.get(usize::from(info >> 4)).copied().filter(|n| !n.is_empty())
}
