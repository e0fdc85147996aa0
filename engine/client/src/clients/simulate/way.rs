//! A transaction's way as steps on a core: between what makes others wait, its time in even parts.

use super::super::costs::Costs;
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

/// All steps of a transaction.
pub(super) fn way(transaction: &Transaction, costs: &Costs, round_trip: Nanos) -> Vec<Step> {
    let mut steps = Vec::new();
    for statement in &transaction.statements {
        steps.push(Step::Run(round_trip / 2));
        walk(statement, costs, &mut steps);
        steps.push(Step::Answer);
    }
    // A transaction that changed nothing has no record to wait for.
    if steps.len() > 1 && !steps.contains(&Step::End) {
        steps.insert(steps.len() - 1, Step::End);
    }
    steps
}

fn walk(statement: &Statement, costs: &Costs, steps: &mut Vec<Step>) {
    let first = steps.len();
    for act in &statement.acts {
        steps.push(Step::Run(0));
        match act {
            Act::Looked(page) => {
                let page = *page;
                steps.push(Step::Lock { page, exclusive: false });
                steps.push(Step::Run(costs.buffer as Nanos));
                steps.push(Step::Unlock { page, exclusive: false });
            }
            Act::Logged { pages, bytes } => {
                let locks = pages.iter().map(|&page| Step::Lock { page, exclusive: true });
                steps.extend(locks);
                let takes = costs.record + costs.log_byte * f64::from(*bytes);
                steps.push(Step::Insert { bytes: *bytes, takes: takes as Nanos });
                let unlocks = pages.iter().map(|&page| Step::Unlock { page, exclusive: true });
                steps.extend(unlocks);
            }
            Act::Extended { file, heap } => {
                let takes = costs.extend as Nanos;
                steps.push(Step::Extend { file: *file, heap: *heap, takes });
            }
            Act::Row(row) => steps.push(Step::Row(*row)),
            Act::Committed => steps.extend([Step::Flush, Step::End]),
        }
    }
    steps.push(Step::Run(0));
    share(&mut steps[first..], (statement.cpu_ms * 1e6) as Nanos);
}

/// What the statement takes beyond its steps goes between them, in even parts.
fn share(steps: &mut [Step], whole: Nanos) {
    let taken: Nanos = steps
        .iter()
        .map(|s| match s {
            Step::Run(t) | Step::Insert { takes: t, .. } | Step::Extend { takes: t, .. } => *t,
            _ => 0,
        })
        .sum();
    let left = whole.saturating_sub(taken);
    let gaps = steps.iter().filter(|s| **s == Step::Run(0)).count() as Nanos;
    for gap in steps.iter_mut().filter(|s| **s == Step::Run(0)) {
        *gap = Step::Run(left / gaps.max(1));
    }
}
