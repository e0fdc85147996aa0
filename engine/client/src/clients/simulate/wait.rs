//! What a client is at: it runs, it waits for a core, or it waits for something that has a name.

/// Where a client's time goes. Names are those of `pg_stat_activity`, where a backend that has a core
/// or waits for one has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// On a core.
    Running,
    /// Ready, and all cores are taken.
    Core,
    /// The server waits for pgbench.
    ClientRead,
    /// A page is locked by another.
    BufferContent,
    /// All locks under which records are put into the log are taken.
    WalInsert,
    /// Another flushes the log.
    WalWrite,
    /// The log is written.
    IoWalWrite,
    /// The log is flushed.
    IoWalSync,
    /// Another makes the file longer.
    Extend,
    /// Another transaction has the row.
    Transaction,
    /// Others wait for the row already.
    Tuple,
}

impl Wait {
    /// All of them, in the order in which they are drawn.
    pub const ALL: [Wait; 11] = [
        Wait::Running,
        Wait::Core,
        Wait::IoWalSync,
        Wait::IoWalWrite,
        Wait::WalWrite,
        Wait::WalInsert,
        Wait::BufferContent,
        Wait::Extend,
        Wait::Transaction,
        Wait::Tuple,
        Wait::ClientRead,
    ];

    /// Its place among all of them.
    pub(super) fn place(self) -> usize {
        Wait::ALL.iter().position(|w| *w == self).unwrap_or(0)
    }

    /// Its type and name, as a query of `pg_stat_activity` shows them.
    pub fn name(self) -> &'static str {
        match self {
            Wait::Running => "running",
            Wait::Core => "ready",
            Wait::ClientRead => "Client:ClientRead",
            Wait::BufferContent => "LWLock:BufferContent",
            Wait::WalInsert => "LWLock:WALInsert",
            Wait::WalWrite => "LWLock:WALWrite",
            Wait::IoWalWrite => "IO:WALWrite",
            Wait::IoWalSync => "IO:WALSync",
            Wait::Extend => "Lock:extend",
            Wait::Transaction => "Lock:transactionid",
            Wait::Tuple => "Lock:tuple",
        }
    }
}
