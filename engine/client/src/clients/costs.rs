//! What the parts of a statement take, and the machine it all runs on.

use storage::event::Event;

/// What a statement did that takes time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    buffers: u64,
    decompressed: u64,
    compressed: u64,
    chunks: u64,
    records: u64,
    log_bytes: u64,
}

impl Seen {
    /// Counts an event in.
    pub fn count(&mut self, event: &Event) {
        match event {
            Event::BufferHit { .. } | Event::BufferRead { .. } => self.buffers += 1,
            Event::ValueDecompressed { to, .. } => self.decompressed += *to as u64,
            Event::AttributeCompressed { from, .. } => self.compressed += *from as u64,
            Event::AttributeIncompressible { size, .. } => self.compressed += *size as u64,
            Event::ChunkRead { .. } | Event::ChunkWritten { .. } => self.chunks += 1,
            Event::WalInserted { length, .. } => {
                self.records += 1;
                self.log_bytes += u64::from(*length);
            }
            _ => {}
        }
    }
}

/// Prices in nanoseconds. Provisional: they are not fitted.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// A statement without what it does: read, planned, begun, ended.
    pub statement: f64,
    /// A page found in the pool.
    pub buffer: f64,
    /// A byte decompressed, and looked at.
    pub decompressed: f64,
    /// A byte that was tried to be compressed.
    pub compressed: f64,
    /// A chunk written or read.
    pub chunk: f64,
    /// A record of the log.
    pub record: f64,
    /// A byte of one.
    pub log_byte: f64,
    /// A page added to a file.
    pub extend: f64,
}

impl Default for Costs {
    fn default() -> Costs {
        Costs {
            statement: 25_000.0,
            buffer: 300.0,
            decompressed: 3.0,
            compressed: 10.0,
            chunk: 1_500.0,
            record: 700.0,
            log_byte: 0.5,
            extend: 8_000.0,
        }
    }
}

impl Costs {
    /// What a statement takes on a core, in ms.
    pub fn statement(&self, seen: &Seen) -> f64 {
        (self.statement
            + self.buffer * seen.buffers as f64
            + self.decompressed * seen.decompressed as f64
            + self.compressed * seen.compressed as f64
            + self.chunk * seen.chunks as f64
            + self.record * seen.records as f64
            + self.log_byte * seen.log_bytes as f64)
            / 1e6
    }
}

/// The machine that server and pgbench share.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Cores.
    pub cores: usize,
    /// What it takes a core to hand a statement over to the server and its answer back, in ms: half
    /// of it is pgbench's, half the server's.
    pub round_trip_ms: f64,
    /// What a process that slept takes until it runs, in ms.
    pub wake_ms: f64,
    /// What the disk takes for a flush by itself, in ms.
    pub flush_ms: f64,
    /// MB per second that it writes beside that.
    pub disk_mb: f64,
}

impl Default for Machine {
    /// Two cores and a solid-state disk.
    fn default() -> Machine {
        Machine { cores: 2, round_trip_ms: 0.012, wake_ms: 0.004, flush_ms: 1.0, disk_mb: 500.0 }
    }
}
