//! The machine that server and pgbench share.

use storage::clock::{Kind, Prices};

/// Cores, the way between pgbench and the server, and the disk that has the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// How many cores there are.
    pub cores: usize,
    /// What a message's way to the server and its answer's way back take a core, in ms: half of it is
    /// pgbench's, half the server's.
    pub round_trip_ms: f64,
    /// How long a process that slept waits until it can run, in ms.
    pub wake_ms: f64,
    /// What the disk takes for a flush, in ms.
    pub flush_ms: f64,
    /// MB (of 1,000,000 bytes) per second that it writes before that.
    pub disk_mb: f64,
}

impl Machine {
    /// The machine that the prices were fitted on, with `cores` cores; its disk writes any number
    /// of bytes at once. The price of a commit counts as the time of a flush: in the measured runs,
    /// with one client, each commit flushed, so that the fit could not separate the two.
    pub fn of(prices: &Prices, cores: usize) -> Machine {
        let ms = |kind| prices.of(kind) / 1e6;
        Machine {
            cores,
            round_trip_ms: ms(Kind::Message),
            wake_ms: 0.0,
            flush_ms: ms(Kind::WalFlush) + ms(Kind::Commit),
            disk_mb: f64::INFINITY,
        }
    }
}
