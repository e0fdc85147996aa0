//! A transaction's way as steps: each takes a while on a core, or may have to wait.

use super::super::sample::{Act, Id, Statement, Transaction};

/// Nanoseconds of modelled time.
pub(super) type Nanos = u64;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// Works on a core.
    Run(Nanos),
    /// Takes a page's content lock.
    Lock { page: Id, exclusive: bool },
    /// Gives it back.
    Unlock { page: Id, exclusive: bool },
    /// Takes one of the locks under which records are put into the log, works, gives it back.
    Insert { bytes: u32, takes: Nanos },
    /// Makes a file longer; each page takes so long.
    Extend { file: Id, heap: bool, takes: Nanos },
    /// Takes a row until the transaction ends.
    Row(Id),
    /// Waits until the log is on disk.
    Flush,
    /// Lets go of its rows.
    End,
    /// Answers the client.
    Answer,
}

/// All steps of a transaction; a message's way there and back takes the server a half of `round_trip`.
pub(super) fn way(transaction: &Transaction, round_trip: Nanos) -> Vec<Step> {
    let mut steps = Vec::new();
    for statement in &transaction.statements {
        steps.push(Step::Run(round_trip / 2));
        walk(statement, &mut steps);
        steps.push(Step::Answer);
    }
    steps
}

fn walk(statement: &Statement, steps: &mut Vec<Step>) {
    for act in statement {
        match act {
            Act::Ran(takes) => steps.push(Step::Run(*takes)),
            Act::Looked(page, takes) => {
                let page = *page;
                steps.push(Step::Lock { page, exclusive: false });
                steps.push(Step::Run(*takes));
                steps.push(Step::Unlock { page, exclusive: false });
            }
            Act::Logged { pages, bytes, takes } => {
                steps.extend(pages.iter().map(|&page| Step::Lock { page, exclusive: true }));
                steps.push(Step::Insert { bytes: *bytes, takes: *takes });
                steps.extend(pages.iter().map(|&page| Step::Unlock { page, exclusive: true }));
            }
            Act::Extended { file, heap, takes } => {
                steps.push(Step::Extend { file: *file, heap: *heap, takes: *takes });
            }
            Act::Row(row) => steps.push(Step::Row(*row)),
            Act::Flushed => steps.push(Step::Flush),
            Act::Ended => steps.push(Step::End),
        }
    }
    merge(steps);
}

/// Times on a core that follow each other are one: a million looks at pages nobody changes are one step.
fn merge(steps: &mut Vec<Step>) {
    steps.dedup_by(|next, last| match (next, last) {
        (Step::Run(more), Step::Run(takes)) => {
            *takes += *more;
            true
        }
        _ => false,
    });
}
