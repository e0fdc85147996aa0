//! The modelled clock beside a live server's: what `calibrate` fits and `clock` compares.
//!
//! | module | what |
//! |---|---|
//! | [`wire`] | a client on a socket that takes the time, as psql's `\timing` does |
//! | [`cluster`] | a PostgreSQL 15 of its own, as it is configured out of the box |
//! | [`paired_run`] | the same statements on both sides: milliseconds, and the work counted |
//! | [`training`] | the statements that prices are fitted on |
//! | [`short_statements`] | those of them that are short: messages, first uses of a table |
//! | [`held_out`] | the statements that prices are tested on |
//! | [`measurements`] | samples in a file |
//! | [`fit`] | prices from them |
//! | [`priority`] | the processor, before other programs |

pub mod cluster;
pub mod fit;
pub mod held_out;
pub mod measurements;
mod mixed_statements;
pub mod paired_run;
pub mod priority;
pub mod short_statements;
pub mod training;
pub mod wire;
