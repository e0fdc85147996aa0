//! Dumps in custom format, as `pg_dump -Fc` of PostgreSQL 12 to 18 writes them: read, and written as the script that
//! `pg_restore -f` would write. The codecs are also used for files in gzip, and for compressed pages of Parquet.
//!
//! ```text
//! | header | table of contents                                  | data block | data block | ...
//! | PGDMP  | for each object: its statement, and where its data | COPY's lines of a table, in pieces, compressed
//! ```
//!
//! The format is that of src/bin/pg_dump/pg_backup_archiver.c and pg_backup_custom.c. Owners, privileges, large objects
//! and what belongs to the whole database are left out of the script: no row needs them.
//!
//! ```
//! let broken = toastscope_dump::script(b"PGDMP\x01\x20\x00").unwrap_err();
//! assert_eq!(broken.to_string(), "byte 5: archive version 1.32; versions 1.14 to 1.16 (PostgreSQL 12 to 18) are read");
//! ```

mod layout;

mod error;
pub use error::{Broken, Rule};

mod bytes;

mod header;

mod toc;

mod block;

mod gzip;
pub use gzip::{gunzipped, is_gzip};

mod page;
pub use page::page;

mod script;
pub use script::{is_archive, script};
