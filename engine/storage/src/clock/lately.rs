//! What a session has been doing: the first statement of its kind takes longer than the ones that follow.
//!
//! A processor is quick with what it did just now: its code and the rows of the catalog that it needs
//! are in the caches, its branches are foreseen. A server that is asked for something else begins slowly,
//! and is at its best again after some messages of the same sort:
//!
//! ```text
//! SELECT 1       116 µs     after something else
//! SELECT 1        30
//! SELECT 1        23        and so on, as pgbench sees it
//! SELECT 'a'||'b' 99        what is new in it is slow again
//! ```
//!
//! Nobody counts misses of caches here. What is counted is which kinds of work a message has that the one
//! before did not have, and which have not been in each of the last [`SETTLED`].

use super::{KINDS, Kind, Work, add};

/// After so many messages in a row with a kind of work it is as fast as it will be.
const SETTLED: u8 = 8;

/// How many messages in a row, up to the last one, had each kind of work.
#[derive(Clone, Debug)]
pub struct Lately([u8; KINDS]);

impl Default for Lately {
    fn default() -> Lately {
        Lately([0; KINDS])
    }
}

impl Lately {
    /// A message was answered: counts what was unusual about its work.
    pub fn answered(&mut self, work: &Work) {
        let (mut turned, mut unsettled) = (0, 0);
        for (row, kind) in self.0.iter_mut().zip(Kind::ALL) {
            if work.of(*kind) == 0 {
                *row = 0;
                continue;
            }
            turned += u64::from(*row == 0);
            unsettled += u64::from(*row < SETTLED);
            *row = SETTLED.min(*row + 1);
        }
        add(Kind::KindTurned, turned);
        add(Kind::KindUnsettled, unsettled);
    }
}
