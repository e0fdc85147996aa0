//! What caches must forget when a row of the catalog changes (`CacheInvalidateHeapTuple`).

use super::relation::*;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::ids::Oid;
use storage::store::Store;
use storage::types::hash;
use storage::wal::Invalidation;

/// How a cache hashes a column of its key (`GetCCHashEqFuncs`).
#[derive(Clone, Copy)]
enum KeyHash {
    Number,
    Name,
}
use KeyHash::{Name, Number};

/// The catalog caches over a catalog (`syscache.c`), the last one first, as messages are sent:
/// number and key columns.
fn caches(catalog: Oid) -> &'static [(u8, &'static [(usize, KeyHash)])] {
    match catalog {
        TYPE => &[(80, &[(0, Number)]), (79, &[(1, Name), (2, Number)])],
        CLASS => &[(55, &[(0, Number)]), (54, &[(1, Name), (2, Number)])],
        ATTRIBUTE => &[(7, &[(0, Number), (5, Number)]), (6, &[(0, Number), (1, Name)])],
        INDEX => &[(32, &[(0, Number)])],
        CONSTRAINT => &[(19, &[(0, Number)])],
        NAMESPACE => &[(36, &[(0, Number)]), (35, &[(1, Name)])],
        SEQUENCE => &[(59, &[(0, Number)])],
        _ => &[],
    }
}

/// Returns the hash of a catalog row's key in a cache, made of these columns
/// (`CatalogCacheComputeHashValue`).
fn hash_of(columns: &[(usize, KeyHash)], row: &[Datum]) -> u32 {
    columns.iter().enumerate().fold(0, |all, (i, (column, by))| {
        let one = match (&row[*column], by) {
            (Datum::Word(w), _) => hash::murmurhash32(*w as u32),
            (Datum::Ref(v), Name) => {
                let end = v.iter().position(|b| *b == 0).unwrap_or(v.len());
                hash::bytes(&v[..end])
            }
            _ => 0,
        };
        all ^ one.rotate_left(8 * i as u32)
    })
}

/// Queues the invalidation messages for a catalog row that was inserted, deleted or updated.
pub(super) fn changed(st: &mut Store, catalog: Oid, row: &[Datum], new: Option<&[Datum]>) {
    clock::add(Kind::CatalogRow, 1);
    let command = st.xact.current_command_id(false);
    if catalog == DEPEND {
        st.wal.invalidate(command, Invalidation::Snapshot(catalog));
    }
    for (id, columns) in caches(catalog) {
        let hash = hash_of(columns, row);
        st.wal.invalidate(command, Invalidation::cache(st.release, *id, hash));
        if let Some(other) = new.map(|n| hash_of(columns, n)).filter(|other| *other != hash) {
            st.wal.invalidate(command, Invalidation::cache(st.release, *id, other));
        }
    }
    let number = |column: usize| match row.get(column) {
        Some(Datum::Word(w)) => Oid(*w as u32),
        _ => Oid::INVALID,
    };
    let rel = match catalog {
        CLASS | ATTRIBUTE | INDEX => number(0),
        // A foreign key changes the entry of the table that has it.
        CONSTRAINT if number(3).0 == u32::from(b'f') => number(7),
        _ => return,
    };
    st.wal.invalidate(command, Invalidation::RelCache(rel));
}
