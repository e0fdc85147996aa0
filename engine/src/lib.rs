//! Toastscope's engine: PostgreSQL's storage, modelled to the byte.
//!
//! SQL text goes in; rows land on 8 kB pages exactly as PostgreSQL 15 would put them; results,
//! messages, buffer counters and a trace of typed events come out. No threads, files, clock or
//! environment are used, so the same crate runs natively and as WebAssembly.
//!
//! The modules, in reading order; each may import only from those above it:
//!
//! | module | what it models |
//! |---|---|
//! | [`ids`], [`bytes`], [`error`], [`event`], [`datum`], [`fmgr`], [`qsort`] | names, shared bytes, reports, the trace, values, how functions are called, the one sort |
//! | [`varlena`], [`codec`], [`page`] | formats: headers and TOAST pointers, pglz and lz4, the 8 kB page |
//! | [`mod@tuple`], [`types`] | rows as bytes; datum types in and out |
//! | [`buffer`], [`xact`], [`wal`], [`store`] | the buffer pool and files; transactions; the log; what all storage code shares |
//! | [`heap`], [`btree`] | relations, free space, visibility, vacuum; nbtree indexes |
//! | [`replay`] | pages from the log |
//! | [`toaster`], [`table`] | the four rounds of TOAST; where heap, toaster and indexes meet |
//! | [`catalog`], [`sql`] | what the server knows of its objects; from text to rows |
//! | [`session`], [`psql`], [`inspect`] | the facade; the client's printing; what a viewer asks |
//! | [`inspect`], [`tape`] | what a viewer wants to know, as plain structs; a statement as frames |

// A room's header names its private parts, too: it is written for who reads the code.
#![allow(rustdoc::private_intra_doc_links)]

pub mod btree;
pub mod buffer;
pub mod bytes;
pub mod catalog;
pub mod codec;
pub(crate) mod command;
pub mod datum;
pub mod error;
pub mod event;
pub mod fmgr;
pub mod heap;
pub mod ids;
pub mod inspect;
pub mod page;
pub(crate) mod plpgsql;
pub mod psql;
pub mod qsort;
pub mod replay;
pub mod session;
pub mod sql;
pub mod store;
pub mod table;
pub mod tape;
pub mod toaster;
pub mod tuple;
pub mod types;
pub mod varlena;
pub mod wal;
pub mod xact;
