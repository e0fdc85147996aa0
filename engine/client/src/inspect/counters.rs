//! Buffer counters: of the last statement and since the start, in total and by relation.

use super::relations::name;
use server::session::Backend;
use storage::buffer::BufferUsage;
use storage::ids::RelFileNode;
use storage::map::SortedMap;

/// Pages hit, read, dirtied, written; shared and local ones together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Usage {
    /// Pages found in the pool.
    pub hit: u64,
    /// Pages brought in.
    pub read: u64,
    /// Clean pages made dirty.
    pub dirtied: u64,
    /// Pages written out.
    pub written: u64,
}

impl From<BufferUsage> for Usage {
    fn from(u: BufferUsage) -> Usage {
        Usage {
            hit: u.hit + u.local_hit,
            read: u.read + u.local_read,
            dirtied: u.dirtied + u.local_dirtied,
            written: u.written + u.local_written,
        }
    }
}

/// The counts of one relation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct RelationUsage {
    /// The relation's OID (`pg_class.oid`).
    pub oid: u32,
    /// Its name.
    pub name: String,
    /// What was counted for it since the baseline.
    pub statement: Usage,
    /// What was counted for it since the start.
    pub total: Usage,
}

/// All counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Counters {
    /// What was counted since the baseline.
    pub statement: Usage,
    /// What was counted since the start.
    pub total: Usage,
    /// By relation, those that exist, in the order of their OIDs.
    pub relations: Vec<RelationUsage>,
    /// How many bytes all pages have.
    pub memory: u64,
}

/// The counts as they were when a statement began.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    total: BufferUsage,
    files: SortedMap<RelFileNode, BufferUsage>,
}

impl Baseline {
    /// Remembers the counters, to show later what was counted since.
    pub fn take(b: &Backend) -> Baseline {
        let files = b.store.pool.relation_usage().into_iter().map(|u| (u.file, u.usage)).collect();
        Baseline { total: b.store.pool.usage(), files }
    }
}

/// The counters now, and what was added to each since `baseline`.
pub fn counters(b: &Backend, baseline: &Baseline) -> Counters {
    let now: SortedMap<RelFileNode, BufferUsage> =
        b.store.pool.relation_usage().into_iter().map(|u| (u.file, u.usage)).collect();
    let relations = super::relations(b)
        .iter()
        .filter_map(|r| b.catalog.class(storage::ids::Oid(r.oid)))
        .filter_map(|c| {
            let total = *now.get(&c.file)?;
            let before = baseline.files.get(&c.file).copied().unwrap_or_default();
            Some(RelationUsage {
                oid: c.oid.0,
                name: name(&b.catalog, c),
                statement: (total - before).into(),
                total: total.into(),
            })
        })
        .collect();
    let total = b.store.pool.usage();
    Counters {
        statement: (total - baseline.total).into(),
        total: total.into(),
        relations,
        memory: b.store.pool.memory() as u64,
    }
}
