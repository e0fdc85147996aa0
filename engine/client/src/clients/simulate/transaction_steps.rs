//! A transaction as a list of steps: each takes time on a core, or may have to wait.

use super::super::sample::{ClientAction, ResourceId, Statement, Transaction};

/// Nanoseconds of modelled time.
pub(super) type Nanos = u64;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TransactionStep {
    /// Works on a core.
    Run(Nanos),
    /// Takes a page's content lock.
    Lock { page: ResourceId, exclusive: bool },
    /// Gives it back.
    Unlock { page: ResourceId, exclusive: bool },
    /// Takes one of the locks under which records are put into the log, works, gives it back.
    Insert { bytes: u32, takes: Nanos },
    /// Makes a file longer; each page takes so long.
    Extend { file: ResourceId, heap: bool, takes: Nanos },
    /// Takes a row until the transaction ends.
    Row(ResourceId),
    /// Waits until the log is on disk.
    Flush,
    /// Lets go of its rows.
    End,
    /// Answers the client.
    Answer,
}

/// All steps of a transaction. Half of `round_trip` is the server's part of a message's way.
pub(super) fn steps_of_transaction(
    transaction: &Transaction,
    round_trip: Nanos,
) -> Vec<TransactionStep> {
    let mut steps = Vec::new();
    for statement in &transaction.statements {
        steps.push(TransactionStep::Run(round_trip / 2));
        walk(statement, &mut steps);
        steps.push(TransactionStep::Answer);
    }
    steps
}

/// Appends the steps of one statement.
fn walk(statement: &Statement, steps: &mut Vec<TransactionStep>) {
    for act in statement {
        match act {
            ClientAction::Ran(takes) => steps.push(TransactionStep::Run(*takes)),
            ClientAction::Looked(page, takes) => {
                let page = *page;
                steps.push(TransactionStep::Lock { page, exclusive: false });
                steps.push(TransactionStep::Run(*takes));
                steps.push(TransactionStep::Unlock { page, exclusive: false });
            }
            ClientAction::Logged { pages, bytes, takes } => {
                steps.extend(
                    pages.iter().map(|&page| TransactionStep::Lock { page, exclusive: true }),
                );
                steps.push(TransactionStep::Insert { bytes: *bytes, takes: *takes });
                steps.extend(
                    pages.iter().map(|&page| TransactionStep::Unlock { page, exclusive: true }),
                );
            }
            ClientAction::Extended { file, heap, takes } => {
                steps.push(TransactionStep::Extend { file: *file, heap: *heap, takes: *takes });
            }
            ClientAction::Row(row) => steps.push(TransactionStep::Row(*row)),
            ClientAction::Flushed => steps.push(TransactionStep::Flush),
            ClientAction::Ended => steps.push(TransactionStep::End),
        }
    }
    merge(steps);
}

/// Joins successive stretches on a core: a million accesses to pages that nobody changes become one
/// step.
fn merge(steps: &mut Vec<TransactionStep>) {
    steps.dedup_by(|next, last| match (next, last) {
        (TransactionStep::Run(more), TransactionStep::Run(takes)) => {
            *takes += *more;
            true
        }
        _ => false,
    });
}
