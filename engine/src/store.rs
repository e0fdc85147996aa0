//! What all storage code shares: files and buffers, transactions, counters, the trace, limits.
//!
//! `&mut Store` is handed to everything that touches pages.
