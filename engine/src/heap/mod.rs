//! To be written.

pub mod statistics;
