//! What uses a server: psql, the page's questions, and pgbench.
//!
//! | module | what it is |
//! |---|---|
//! | [`psql`] | the client: scanning, printing, backslash commands |
//! | [`inspect`] | what a viewer wants to know of pages, tuples and values, as plain structs |
//! | [`clients`] | many clients at once, as pgbench runs them |

// Module headers link to private items: they are written for readers of the code.
#![allow(rustdoc::private_intra_doc_links)]

pub mod psql;

pub mod inspect;

pub mod clients;
