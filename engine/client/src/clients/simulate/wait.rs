//! What a client does at a moment: it runs, waits for a core, or waits for something that has a
//! name.

/// Where a client's time goes. Names are those of `pg_stat_activity`, where a backend that has a core
/// or waits for one has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitEvent {
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

impl WaitEvent {
    /// All wait events, in the order in which they are drawn.
    pub const ALL: [WaitEvent; 11] = [
        WaitEvent::Running,
        WaitEvent::Core,
        WaitEvent::IoWalSync,
        WaitEvent::IoWalWrite,
        WaitEvent::WalWrite,
        WaitEvent::WalInsert,
        WaitEvent::BufferContent,
        WaitEvent::Extend,
        WaitEvent::Transaction,
        WaitEvent::Tuple,
        WaitEvent::ClientRead,
    ];

    /// The index of the event in the list of all kinds.
    pub(super) fn place(self) -> usize {
        WaitEvent::ALL.iter().position(|w| *w == self).unwrap_or(0)
    }

    /// The wait event's type and name, as `pg_stat_activity` shows them.
    pub fn name(self) -> &'static str {
        match self {
            WaitEvent::Running => "running",
            WaitEvent::Core => "ready",
            WaitEvent::ClientRead => "Client:ClientRead",
            WaitEvent::BufferContent => "LWLock:BufferContent",
            WaitEvent::WalInsert => "LWLock:WALInsert",
            WaitEvent::WalWrite => "LWLock:WALWrite",
            WaitEvent::IoWalWrite => "IO:WALWrite",
            WaitEvent::IoWalSync => "IO:WALSync",
            WaitEvent::Extend => "Lock:extend",
            WaitEvent::Transaction => "Lock:transactionid",
            WaitEvent::Tuple => "Lock:tuple",
        }
    }
}
