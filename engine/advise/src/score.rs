//! Scores a setting: its size, and the time to read, scan and write, each as a share of what the table takes as it is
//! now.

use crate::measure::Measurement;
use serde::{Deserialize, Serialize};

/// The goal `balanced` lets no measure get worse by more than this share.
const WORSE: f64 = 0.25;

/// What the table is to be good at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// All four count alike, and none gets worse by more than a quarter.
    #[default]
    Balanced,
    /// How many bytes the table has on disk.
    Size,
    /// Values that are looked up.
    Read,
    /// Scans that leave the wide columns alone.
    Scan,
    /// Rows that are added and changed.
    Write,
}

/// All, in the order they are shown.
pub const GOALS: [Goal; 5] = [Goal::Balanced, Goal::Size, Goal::Read, Goal::Scan, Goal::Write];

/// The figures of one trial, the smaller the better. Milliseconds are modelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Bytes of the table with its TOAST.
    pub size: f64,
    /// ms of a lookup, of a key and of a slice, added up: one of each.
    pub read: f64,
    /// ms of a scan without the wide columns.
    pub scan: f64,
    /// ms of a row added, one changed beside its wide columns and one in each of these, added up.
    pub write: f64,
    /// The geometric mean of the four, each as a share of the table's as it is now.
    pub balanced: f64,
}

impl Score {
    /// The score of a measurement; `balanced` is 1 until [`Score::against`] sets it.
    pub fn of(m: &Measurement) -> Score {
        let one = |kind: &str| m.costs_of(kind).map(|cost| cost.mean(|c| c.ms)).sum::<f64>();
        let row = m.load.ms / m.rows.max(1) as f64;
        Score {
            size: m.sizes.table() as f64,
            read: ["lookup", "key", "keys", "slice"].into_iter().map(one).sum(),
            scan: one("scan"),
            write: row + one("update other") + one("update"),
            balanced: 1.0,
        }
    }

    /// Computes the figure for the goal `balanced`: the geometric mean of the ratios of the other
    /// figures to those of `now`, the score of the unchanged table.
    #[must_use]
    pub fn against(self, now: &Score) -> Score {
        let pairs = [
            (self.size, now.size),
            (self.read, now.read),
            (self.scan, now.scan),
            (self.write, now.write),
        ];
        let ratios = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0).map(|(a, b)| (a / b).ln());
        let all: Vec<f64> = ratios.collect();
        let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
        Score { balanced: mean.exp(), ..self }
    }

    /// Whether no figure is more than a quarter (`WORSE`) above that of `now`, the score of the
    /// unchanged table.
    pub fn is_fair(&self, now: &Score) -> bool {
        let pairs = [
            (self.size, now.size),
            (self.read, now.read),
            (self.scan, now.scan),
            (self.write, now.write),
        ];
        pairs.iter().all(|(then, now)| *then <= now * (1.0 + WORSE))
    }

    /// The figure that a goal compares; smaller is better.
    pub fn by(&self, goal: Goal) -> f64 {
        match goal {
            Goal::Balanced => self.balanced,
            Goal::Size => self.size,
            Goal::Read => self.read,
            Goal::Scan => self.scan,
            Goal::Write => self.write,
        }
    }
}
