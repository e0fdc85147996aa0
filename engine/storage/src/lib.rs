//! PostgreSQL's storage, modelled to the byte: from the bits of a header to a row in a table.
//!
//! Nothing here knows SQL. A row is a list of datums; [`table`] puts it on pages through a
//! [`toaster`], a [`heap`] and its [`btree`]s, and gets it back; every page touched and every byte
//! logged is counted, and every visible change is an [`event`]. No threads, files, clock or
//! environment are used, so the same crate runs natively and as WebAssembly.
//!
//! The modules, in reading order; each may import only from those above it:
//!
//! | module | what it models |
//! |---|---|
//! | [`ids`], [`versions`], [`bytes`], [`clock`], [`error`], [`event`], [`datum`], [`qsort`], [`sort`], [`map`] | names, what differs between versions, shared bytes, the time that work takes, reports, the trace, values, PostgreSQL's sort, small sorts and maps |
//! | [`varlena`], [`codec`], [`page`] | formats: headers and TOAST pointers, pglz and lz4, the 8 kB page |
//! | [`mod@tuple`], [`types`], [`fmgr`] | rows as bytes; datum types in and out; how functions are called |
//! | [`buffer`], [`xact`], [`wal`], [`store`] | the buffer pool and files; transactions; the log; what all storage code shares |
//! | [`heap`], [`btree`] | relations, free space, visibility, vacuum; nbtree indexes |
//! | [`replay`] | pages from the log |
//! | [`toaster`], [`table`] | the four rounds of TOAST; where heap, toaster and indexes meet |

// Module headers link to private items: they are written for readers of the code.
#![allow(rustdoc::private_intra_doc_links)]

pub mod ids;
pub mod versions;

pub mod bytes;
pub mod clock;
pub mod error;

pub mod event;

pub mod datum;
pub mod qsort;
pub mod sort;

pub mod map;

pub mod varlena;

pub mod codec;

pub mod page;

pub mod tuple;

pub mod types;

pub mod fmgr;

pub mod buffer;

pub mod xact;

pub mod wal;

pub mod store;

pub mod heap;

pub mod btree;

pub mod replay;

pub mod toaster;

pub mod table;
