//! The bits of header words and JEntries (`jsonb.h`).

/// The count in a container's header: elements or pairs (`JB_CMASK`).
pub const JB_CMASK: u32 = 0x0fff_ffff;
/// The root is a scalar in an array of one (`JB_FSCALAR`).
pub const JB_FSCALAR: u32 = 0x1000_0000;
/// An object (`JB_FOBJECT`).
pub const JB_FOBJECT: u32 = 0x2000_0000;
/// With [`JB_FOBJECT`]: values stand in the order of their length, and a map after the JEntries
/// says where each key's value is (`JBC_TOBJECT_SORTED` of the prototypes).
pub const JB_FSORTED: u32 = JB_FSCALAR;
/// An array (`JB_FARRAY`).
pub const JB_FARRAY: u32 = 0x4000_0000;

/// Length or end offset in a JEntry, in bytes (`JENTRY_OFFLENMASK`).
pub const JENTRY_OFFLENMASK: u32 = 0x0fff_ffff;
/// The type in a JEntry (`JENTRY_TYPEMASK`).
pub const JENTRY_TYPEMASK: u32 = 0x7000_0000;
/// The JEntry holds an offset (`JENTRY_HAS_OFF`).
pub const JENTRY_HAS_OFF: u32 = 0x8000_0000;
/// A string.
pub const JENTRY_ISSTRING: u32 = 0x0000_0000;
/// A numeric.
pub const JENTRY_ISNUMERIC: u32 = 0x1000_0000;
/// The boolean `false`, which has no bytes of its own.
pub const JENTRY_ISBOOL_FALSE: u32 = 0x2000_0000;
/// The boolean `true`, which has no bytes of its own.
pub const JENTRY_ISBOOL_TRUE: u32 = 0x3000_0000;
/// The value `null`, which has no bytes of its own.
pub const JENTRY_ISNULL: u32 = 0x4000_0000;
/// An array or object.
pub const JENTRY_ISCONTAINER: u32 = 0x5000_0000;

/// A value that a toaster keeps elsewhere; in no document of PostgreSQL 15.
pub const JENTRY_ISSTORED: u32 = 0x6000_0000;

/// Every so many children the JEntry holds an offset (`JB_OFFSET_STRIDE`).
pub const JB_OFFSET_STRIDE: usize = 32;
