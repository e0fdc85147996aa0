//! The modelled clock beside a live server's: what `calibrate` fits and `clock` compares.
//!
//! | module | what |
//! |---|---|
//! | [`wire`] | a client on a socket that takes the time, as psql's `\timing` does |
//! | [`cluster`] | a PostgreSQL 15 of its own, as it is configured out of the box |
//! | [`paired_run`] | the same statements on both sides: milliseconds, and the work counted |
//! | [`training`] | the statements that prices are fitted on |
//! | [`small`] | those of them that are short: messages, first uses of a table |
//! | [`unseen`] | the statements that prices are tested on |
//! | [`measurements`] | samples in a file |
//! | [`fit`] | prices from them |
//! | [`urgent`] | the processor, before others |

pub mod cluster;
pub mod fit;
pub mod measurements;
mod mixed;
pub mod paired_run;
pub mod small;
pub mod training;
pub mod unseen;
pub mod urgent;
pub mod wire;
