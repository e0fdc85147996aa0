//! What access and updates cost against a document's size, under each strategy: the talk's charts.
//!
//! ```text
//! {"key1": 1, "key2": [0, 0, ...], "key3": 1, "key4": [0, ...]}     key2 ten times as long as key4
//! ```
//!
//! One session holds one row of each size under each strategy; every point is measured on it.

use crate::session::{Config, Session};
use crate::toaster::JsonbStrategies;

/// A strategy of the sweep: its name, and which of [`JsonbStrategies::NAMES`] are on.
#[derive(Clone, Copy, Debug)]
pub struct SweepStrategy {
    /// As the talk calls it.
    pub name: &'static str,
    /// How many of the strategies, in the talk's order, are on; `None`: the default toaster.
    pub first: Option<usize>,
}

/// The talk's series: each adds an improvement to the one before it.
pub const SERIES: [SweepStrategy; 8] = [
    SweepStrategy { name: "whole", first: None },
    SweepStrategy { name: "partial decompression", first: Some(1) },
    SweepStrategy { name: "partial detoast", first: Some(2) },
    SweepStrategy { name: "sorted", first: Some(3) },
    SweepStrategy { name: "inline prefix", first: Some(4) },
    SweepStrategy { name: "compressed fields", first: Some(5) },
    SweepStrategy { name: "shared TOAST", first: Some(7) },
    SweepStrategy { name: "in-place updates", first: Some(8) },
];

/// What a statement cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweepCost {
    /// Buffers hit and read.
    pub buffers: u64,
    /// Records written to the log.
    pub wal_records: u64,
    /// Their bytes.
    pub wal_bytes: u64,
}

/// One strategy at one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepPoint {
    /// The strategy's name.
    pub strategy: &'static str,
    /// Elements of `key2`.
    pub elements: usize,
    /// Bytes of the plain document.
    pub size: usize,
    /// Reading `key1` to `key4`.
    pub access: [SweepCost; 4],
    /// Setting `key3`, which is short.
    pub update_key: SweepCost,
    /// Setting `key2`'s first element.
    pub update_first: SweepCost,
    /// Setting `key2`'s last element.
    pub update_last: SweepCost,
}

/// The points of one strategy, one after another.
pub struct Sweep {
    session: Session,
    strategy: SweepStrategy,
    /// Those still to come, the next one last.
    sizes: Vec<usize>,
}

/// Measures a strategy at the sizes given, in elements of `key2`.
pub fn sweep(strategy: SweepStrategy, elements: &[usize]) -> Sweep {
    let mut session = Session::new(Config::default());
    session.execute("CREATE EXTENSION jsonb_toaster");
    let toaster = match strategy.first {
        None => "deftoaster",
        Some(_) => "jsonb_toaster",
    };
    session.execute(&format!("CREATE TABLE t (jb jsonb TOASTER {toaster})"));
    for (i, name) in JsonbStrategies::NAMES.iter().enumerate() {
        let on = strategy.first.is_some_and(|n| i < n);
        session.execute(&format!("SET jsonb_toaster.{name} = {on}"));
    }
    Sweep { session, strategy, sizes: elements.iter().rev().copied().collect() }
}

impl Sweep {
    fn cost(&mut self, sql: &str) -> SweepCost {
        let before = self.usage();
        self.session.execute(sql);
        let after = self.usage();
        SweepCost {
            buffers: after.buffers - before.buffers,
            wal_records: after.wal_records - before.wal_records,
            wal_bytes: after.wal_bytes - before.wal_bytes,
        }
    }

    fn usage(&self) -> SweepCost {
        let store = &self.session.backend.store;
        let (buffers, wal) = (store.pool.usage(), store.wal.usage());
        SweepCost {
            buffers: buffers.hit + buffers.read,
            wal_records: wal.records,
            wal_bytes: wal.bytes,
        }
    }

    /// The second of two runs: the first may prune, set hint bits, or log a page's image.
    fn warm(&mut self, sql: &str) -> SweepCost {
        self.cost(sql);
        self.cost(sql)
    }
}

impl Iterator for Sweep {
    type Item = SweepPoint;

    fn next(&mut self) -> Option<SweepPoint> {
        let elements = self.sizes.pop()?;
        let array =
            |n: usize| format!("(SELECT jsonb_agg(0) FROM generate_series(1, {}))", n.max(1));
        let document = format!(
            "jsonb_build_object('key1', 1, 'key2', {}, 'key3', 1, 'key4', {})",
            array(elements),
            array(elements / 10)
        );
        self.session.execute("TRUNCATE t");
        self.session.execute(&format!("INSERT INTO t SELECT {document}"));
        // What the row's own page costs any statement is the same at every size.
        let access = ["key1", "key2", "key3", "key4"]
            .map(|key| self.warm(&format!("EXPLAIN (ANALYZE) SELECT jb->'{key}' FROM t")));
        let set =
            |path: &str, n: u8| format!("UPDATE t SET jb = jsonb_set(jb, '{{{path}}}', '{n}')");
        let [update_key, update_first, update_last] = ["key3", "key2,0", "key2,-1"].map(|path| {
            self.cost(&set(path, 5));
            self.cost(&set(path, 7))
        });
        let (strategy, size) = (self.strategy.name, 12 * (elements + elements / 10) + 84);
        Some(SweepPoint { strategy, elements, size, access, update_key, update_first, update_last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_where_the_talk_is_flat() {
        let sizes = [2_000, 20_000, 60_000];
        let points = |i: usize| sweep(SERIES[i], &sizes).collect::<Vec<_>>();
        let (whole, shared) = (points(0), points(7));
        let of = |points: &[SweepPoint], f: fn(&SweepPoint) -> u64| -> Vec<u64> {
            points.iter().map(f).collect()
        };
        let key1 = of(&whole, |p| p.access[0].buffers);
        assert!(key1[2] > key1[1] && key1[1] > key1[0], "whole grows: {key1:?}");
        assert_eq!(of(&shared, |p| p.access[0].buffers), [1; 3]);
        assert_eq!(of(&shared, |p| p.access[2].buffers), [1; 3]);
        let log = of(&shared, |p| p.update_key.wal_bytes);
        assert!(log.iter().skip(1).all(|b| *b < 400), "a short key: {log:?}");
        let log = of(&shared, |p| p.update_first.wal_bytes);
        assert!(log[2] < 500, "an element in place: {log:?}");
        let log = of(&whole, |p| p.update_key.wal_bytes);
        assert!(log[2] > 10_000, "all of it anew: {log:?}");
    }
}
