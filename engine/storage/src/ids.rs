//! Numbers that name things, each with a type of its own so that a block number cannot be handed
//! over as an OID.
//!
//! The widths are PostgreSQL's on-disk widths: `Oid`, `TransactionId`, `CommandId` and
//! `BlockNumber` are 32 bits, `OffsetNumber` and `AttrNumber` 16.

use std::fmt;

/// Names a catalog object, a TOASTed value or a type (`postgres_ext.h`, `Oid`); 0 is invalid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Oid(pub u32);

/// Names a relation's file on disk (`relfilenode`), which VACUUM FULL and TRUNCATE replace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RelFileNode(pub u32);

/// Names a transaction (`transam.h`); 0 is invalid, 1 bootstrap, 2 frozen, 3 the first normal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TransactionId(pub u32);

/// Counts the commands of a transaction that changed something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CommandId(pub u32);

/// Counts the 8 kB blocks of a fork from 0 (`block.h`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BlockNumber(pub u32);

/// Counts the line pointers of a page from 1 (`off.h`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OffsetNumber(pub u16);

/// Counts the columns of a relation from 1 (`attnum.h`); system columns are negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AttrNumber(pub i16);

/// A number's name is for the compiler; people read the number.
macro_rules! shown_as_numbers {
    ($($name:ident),*) => {
        $(impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        })*
    };
}

shown_as_numbers!(
    Oid,
    RelFileNode,
    TransactionId,
    CommandId,
    BlockNumber,
    OffsetNumber,
    AttrNumber
);

/// The first OID of users' objects (`FirstNormalObjectId`); files before it are the catalog's.
pub const FIRST_NORMAL_OID: u32 = 16384;

impl Oid {
    /// The OID that names nothing (`InvalidOid`).
    pub const INVALID: Oid = Oid(0);
    /// Whether this is not 0 (`OidIsValid`).
    pub fn is_valid(self) -> bool {
        self.0 != 0
    }
}

impl TransactionId {
    /// No transaction (`InvalidTransactionId`).
    pub const INVALID: TransactionId = TransactionId(0);
    /// What tuples frozen before 9.4 have as xmin (`FrozenTransactionId`).
    pub const FROZEN: TransactionId = TransactionId(2);
    /// The first that is handed out (`FirstNormalTransactionId`).
    pub const FIRST_NORMAL: TransactionId = TransactionId(3);
    /// Whether this names a transaction at all.
    pub fn is_valid(self) -> bool {
        self.0 != 0
    }
    /// Whether this is an xid handed out to a transaction (`TransactionIdIsNormal`).
    pub fn is_normal(self) -> bool {
        self.0 >= 3
    }
    /// Whether this xid is older than another, modulo 2^32 for normal xids
    /// (`TransactionIdPrecedes`).
    pub fn precedes(self, other: TransactionId) -> bool {
        if !self.is_normal() || !other.is_normal() {
            return self.0 < other.0;
        }
        (self.0.wrapping_sub(other.0) as i32) < 0
    }
    /// Whether this xid is older than another or equal to it, modulo 2^32
    /// (`TransactionIdPrecedesOrEquals`).
    pub fn precedes_or_equals(self, other: TransactionId) -> bool {
        self == other || self.precedes(other)
    }
}

impl BlockNumber {
    /// No block (`InvalidBlockNumber`).
    pub const INVALID: BlockNumber = BlockNumber(u32::MAX);
}

impl OffsetNumber {
    /// No line pointer (`InvalidOffsetNumber`).
    pub const INVALID: OffsetNumber = OffsetNumber(0);
    /// The first line pointer (`FirstOffsetNumber`).
    pub const FIRST: OffsetNumber = OffsetNumber(1);
}

/// A byte's place in the write-ahead log (`XLogRecPtr`); 0 is invalid. Shown as two halves in hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Lsn(pub u64);

impl Lsn {
    /// No place (`InvalidXLogRecPtr`).
    pub const INVALID: Lsn = Lsn(0);
}

/// Which part of the server wrote a log record and replays it (`rmgrlist.h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[repr(u8)]
pub enum Rmgr {
    /// Checkpoints, settings, page images on their own (`RM_XLOG_ID`).
    Xlog,
    /// Commits, aborts, two-phase commits (`RM_XACT_ID`).
    Transaction,
    /// Files of relations that are made or cut (`RM_SMGR_ID`).
    Storage,
    /// Pages of the commit log (`RM_CLOG_ID`).
    Clog,
    /// Databases that are made or dropped (`RM_DBASE_ID`).
    Database,
    /// Tablespaces that are made or dropped (`RM_TBLSPC_ID`).
    Tablespace,
    /// Multixacts (`RM_MULTIXACT_ID`).
    MultiXact,
    /// The map of the catalogs' files (`RM_RELMAP_ID`).
    RelMap,
    /// What a standby must know: running transactions, locks, invalidations (`RM_STANDBY_ID`).
    Standby,
    /// Pruning, freezing, the visibility map, many rows at once (`RM_HEAP2_ID`).
    Heap2,
    /// Inserts, updates, deletes and locks of rows (`RM_HEAP_ID`).
    Heap,
    /// B-tree indexes (`RM_BTREE_ID`).
    Btree,
    /// Hash indexes (`RM_HASH_ID`).
    Hash,
    /// GIN indexes (`RM_GIN_ID`).
    Gin,
    /// GiST indexes (`RM_GIST_ID`).
    Gist,
    /// Sequences (`RM_SEQ_ID`).
    Sequence,
    /// SP-GiST indexes (`RM_SPGIST_ID`).
    Spgist,
    /// BRIN indexes (`RM_BRIN_ID`).
    Brin,
    /// The times of commits (`RM_COMMIT_TS_ID`).
    CommitTs,
    /// The progress of replication origins (`RM_REPLORIGIN_ID`).
    ReplicationOrigin,
    /// Pages of extensions' access methods, as differences (`RM_GENERIC_ID`).
    Generic,
    /// Messages for logical decoding (`RM_LOGICALMSG_ID`).
    LogicalMessage,
}

impl Rmgr {
    /// All resource managers, by number.
    pub const ALL: [Rmgr; 22] = [
        Rmgr::Xlog,
        Rmgr::Transaction,
        Rmgr::Storage,
        Rmgr::Clog,
        Rmgr::Database,
        Rmgr::Tablespace,
        Rmgr::MultiXact,
        Rmgr::RelMap,
        Rmgr::Standby,
        Rmgr::Heap2,
        Rmgr::Heap,
        Rmgr::Btree,
        Rmgr::Hash,
        Rmgr::Gin,
        Rmgr::Gist,
        Rmgr::Sequence,
        Rmgr::Spgist,
        Rmgr::Brin,
        Rmgr::CommitTs,
        Rmgr::ReplicationOrigin,
        Rmgr::Generic,
        Rmgr::LogicalMessage,
    ];
    /// The resource manager with this id.
    pub fn from_number(n: u8) -> Option<Rmgr> {
        Rmgr::ALL.get(usize::from(n)).copied()
    }
    /// Its name (`RmgrTable[].rm_name`).
    pub fn name(self) -> &'static str {
        match self {
            Rmgr::Xlog => "XLOG",
            Rmgr::Transaction => "Transaction",
            Rmgr::Storage => "Storage",
            Rmgr::Clog => "CLOG",
            Rmgr::Database => "Database",
            Rmgr::Tablespace => "Tablespace",
            Rmgr::MultiXact => "MultiXact",
            Rmgr::RelMap => "RelMap",
            Rmgr::Standby => "Standby",
            Rmgr::Heap2 => "Heap2",
            Rmgr::Heap => "Heap",
            Rmgr::Btree => "Btree",
            Rmgr::Hash => "Hash",
            Rmgr::Gin => "Gin",
            Rmgr::Gist => "Gist",
            Rmgr::Sequence => "Sequence",
            Rmgr::Spgist => "SPGist",
            Rmgr::Brin => "BRIN",
            Rmgr::CommitTs => "CommitTs",
            Rmgr::ReplicationOrigin => "ReplicationOrigin",
            Rmgr::Generic => "Generic",
            Rmgr::LogicalMessage => "LogicalMessage",
        }
    }
}

impl fmt::Display for Lsn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}/{:X}", self.0 >> 32, self.0 & 0xffff_ffff)
    }
}

/// Where a tuple is: a block and a line pointer in it (`itemptr.h`); on disk 6 bytes
/// (block high 16 bits, block low 16 bits, offset).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ItemPointer {
    /// The block.
    pub block: BlockNumber,
    /// The line pointer in it.
    pub offset: OffsetNumber,
}

impl ItemPointer {
    /// Points nowhere (`ItemPointerSetInvalid`).
    pub const INVALID: ItemPointer =
        ItemPointer { block: BlockNumber::INVALID, offset: OffsetNumber::INVALID };
    /// The item pointer of a block and an offset.
    pub fn new(block: u32, offset: u16) -> Self {
        ItemPointer { block: BlockNumber(block), offset: OffsetNumber(offset) }
    }
    /// The six bytes on disk: the block's upper and lower half and the offset, each little-endian.
    pub fn to_bytes(self) -> [u8; 6] {
        let b = self.block.0;
        let hi = ((b >> 16) as u16).to_le_bytes();
        let lo = ((b & 0xffff) as u16).to_le_bytes();
        let o = self.offset.0.to_le_bytes();
        [hi[0], hi[1], lo[0], lo[1], o[0], o[1]]
    }
    /// Reads an item pointer from its six bytes on disk.
    pub fn from_bytes(b: [u8; 6]) -> Self {
        let hi = u32::from(u16::from_le_bytes([b[0], b[1]]));
        let lo = u32::from(u16::from_le_bytes([b[2], b[3]]));
        ItemPointer::new((hi << 16) | lo, u16::from_le_bytes([b[4], b[5]]))
    }
}

impl fmt::Display for ItemPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.block, self.offset)
    }
}

/// The files of a relation (`relpath.h`, `ForkNumber`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum ForkNumber {
    /// The data itself.
    Main = 0,
    /// The free space map.
    Fsm = 1,
    /// The visibility map.
    VisibilityMap = 2,
    /// The initialisation fork of an unlogged relation.
    Init = 3,
}

impl ForkNumber {
    /// The fork's name (`forkNames`).
    pub fn name(self) -> &'static str {
        ["main", "fsm", "vm", "init"][self as usize]
    }
    /// The fork with this number.
    pub fn from_number(n: u8) -> Option<ForkNumber> {
        ForkNumber::ALL.get(usize::from(n)).copied()
    }
    /// All forks in their order on disk.
    pub const ALL: [ForkNumber; 4] =
        [ForkNumber::Main, ForkNumber::Fsm, ForkNumber::VisibilityMap, ForkNumber::Init];
}
