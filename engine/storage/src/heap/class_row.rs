//! Changes a relation's row of `pg_class` in place (`heap_inplace_update`): VACUUM, ANALYZE and index
//! builds write the size of a relation without a new version of the row.
//!
//! ```text
//! 24 header | 20 block of pg_class | 2+2 main data: offset | 140 the row from relname's side on
//! ```
//!
//! A relation without a row there (the transient one of VACUUM FULL) counts as having one at block 0,
//! offset 0. Storage fills in the columns that it knows; `reltype`, `relchecks` and the columns about
//! rules and triggers are 0. The row is as long as the server's.

use super::{RelKind, Relation};
use crate::buffer::BufferTag;
use crate::ids::{ForkNumber, ItemPointer, Oid, RelFileNode};
use crate::page;
use crate::store::Store;
use crate::tuple::header;
use crate::types::hash;
use crate::versions::Release;
use crate::wal::Invalidation;

/// The OID of `pg_class`.
const CLASS: Oid = Oid(1259);
/// The numbers of its caches by OID (`RELOID`) and by name and schema (`RELNAMENSP`).
const BY_OID: u8 = 55;
const BY_NAME: u8 = 54;
/// Bytes of a name, with its final zero (`NAMEDATALEN`).
const NAME: usize = 64;
/// Bytes of the columns that are never NULL (`CLASS_TUPLE_SIZE`).
const FIXED: usize = 140;
/// The OID of the role that owns all relations (`BOOTSTRAP_SUPERUSERID`).
const OWNER: u32 = 10;
/// The OIDs of the access methods `heap` and `btree` (`pg_am`).
const HEAP_AM: u32 = 2;
const BTREE_AM: u32 = 403;

/// Logs an in-place update of a relation's `pg_class` row, and queues its invalidation
/// (`CacheInvalidateHeapTuple`).
pub fn changed_in_place(st: &mut Store, rel: &Relation) {
    let name_hash = hash::bytes(rel.name.as_bytes());
    let schema_hash = hash::murmurhash32(rel.namespace.0);
    let by_name = schema_hash.rotate_left(8) ^ name_hash;
    let invalidations = [
        Invalidation::cache(st.release, BY_OID, hash::murmurhash32(rel.oid.0)),
        Invalidation::cache(st.release, BY_NAME, by_name),
        Invalidation::RelCache(rel.oid),
    ];
    match rel.state.class_row.get().filter(|_| st.system.is_some()) {
        Some(tid) => {
            st.switch_files();
            overwrite(st, rel, tid, &invalidations);
            st.switch_files();
        }
        None => {
            let row = row(st.release, rel);
            st.log_row_in_place(CLASS, &row, &invalidations);
        }
    }
    let command = st.xact.current_command_id(false);
    invalidations.into_iter().for_each(|what| st.wal.invalidate(command, what));
}

/// Invalidates the caches of a relation whose row did not change (`CacheInvalidateRelcacheByTuple`).
pub fn invalidate(st: &mut Store, rel: Oid) {
    let command = st.xact.current_command_id(false);
    st.wal.invalidate(command, Invalidation::RelCache(rel));
}

/// Writes the fields that are updated in place into the `pg_class` row on its page, and logs it.
fn overwrite(st: &mut Store, rel: &Relation, tid: ItemPointer, invalidations: &[Invalidation]) {
    /// Where relpages is, and relhasindex and relfrozenxid in a row without relallfrozen.
    const PAGES: usize = 96;
    const HAS_INDEX: usize = 112;
    const FROZEN: usize = 132;
    let more = if st.release.all_frozen_pages_kept { 4 } else { 0 };
    let file = RelFileNode(CLASS.0);
    let tag = BufferTag { file, fork: ForkNumber::Main, block: tid.block };
    let Ok(buffer) = st.pool.read(tag) else { return };
    let state = &rel.state;
    let tuple = page::item_mut(st.pool.page_mut(buffer).bytes_mut(), tid.offset);
    let hoff = header::hoff(tuple);
    let data = &mut tuple[hoff..];
    for (at, word) in [
        (PAGES, state.relpages.get().to_le_bytes()),
        (PAGES + 4, state.reltuples.get().to_le_bytes()),
        (PAGES + 8, state.relallvisible.get().to_le_bytes()),
        (FROZEN + more, state.relfrozenxid.get().0.to_le_bytes()),
        (FROZEN + 4 + more, state.relminmxid.get().0.to_le_bytes()),
    ] {
        data[at..at + 4].copy_from_slice(&word);
    }
    if more > 0 {
        data[PAGES + 12..PAGES + 16].copy_from_slice(&state.relallfrozen.get().to_le_bytes());
    }
    data[HAS_INDEX + more] = u8::from(state.has_index.get());
    let row = data.to_vec();
    st.pool.mark_dirty(buffer);
    super::log::in_place(st, buffer, tid.offset, &row, invalidations);
    st.pool.release(buffer);
}

/// The bytes of a relation's `pg_class` row (`FormData_pg_class`).
fn row(release: &Release, rel: &Relation) -> Vec<u8> {
    let mut out = Vec::with_capacity(FIXED);
    let word = |out: &mut Vec<u8>, n: u32| out.extend_from_slice(&n.to_le_bytes());
    let state = &rel.state;
    word(&mut out, rel.oid.0);
    let mut name = [0u8; NAME];
    let length = rel.name.len().min(NAME - 1);
    name[..length].copy_from_slice(&rel.name.as_bytes()[..length]);
    out.extend_from_slice(&name);
    let method = match rel.kind {
        RelKind::Index => BTREE_AM,
        RelKind::Table | RelKind::Toast | RelKind::MaterializedView => HEAP_AM,
        _ => 0,
    };
    // relnamespace, reltype, reloftype, relowner, relam, relfilenode, reltablespace, relpages
    for n in [rel.namespace.0, 0, 0, OWNER, method, rel.file.0, 0, state.relpages.get()] {
        word(&mut out, n);
    }
    out.extend_from_slice(&state.reltuples.get().to_le_bytes());
    word(&mut out, state.relallvisible.get());
    if release.all_frozen_pages_kept {
        word(&mut out, state.relallfrozen.get());
    }
    word(&mut out, rel.toast.as_ref().map_or(0, |t| t.oid.0));
    let letters = [rel.persistence.as_char() as u8, rel.kind.as_char() as u8];
    out.extend_from_slice(&[u8::from(state.has_index.get()), 0]);
    out.extend_from_slice(&letters);
    out.extend_from_slice(&(rel.desc.attrs.len() as u16).to_le_bytes());
    // relchecks, relhasrules ... relispartition; the rows are populated.
    out.extend_from_slice(&[0, 0, 0, 0, 0, 0, 0, 1, b'd', 0]);
    for n in [0, state.relfrozenxid.get().0, state.relminmxid.get().0] {
        word(&mut out, n);
    }
    if !rel.options.given.is_empty() {
        options(&rel.options.given, &mut out);
    }
    out
}

/// Writes the options as an array of texts, with a short header if it fits one (`reloptions`,
/// `fill_val`).
fn options(given: &[(String, String)], out: &mut Vec<u8>) {
    /// The most bytes of a value with a header of one byte, the header counted
    /// (`VARATT_SHORT_MAX`).
    const SHORT: usize = 127;
    /// The OID of the type text (`TEXTOID`).
    const TEXT: u32 = 25;
    let mut array = Vec::new();
    for n in [1, 0, TEXT, given.len() as u32, 1] {
        array.extend_from_slice(&n.to_le_bytes());
    }
    for (name, value) in given {
        let length = 4 + name.len() + 1 + value.len();
        array.extend_from_slice(&((length as u32) << 2).to_le_bytes());
        array.extend_from_slice(name.as_bytes());
        array.push(b'=');
        array.extend_from_slice(value.as_bytes());
        // The header of the array itself is a multiple of 4 too.
        array.resize(array.len().next_multiple_of(4), 0);
    }
    if array.len() < SHORT {
        out.push(((array.len() + 1) << 1 | 1) as u8);
    } else {
        out.extend_from_slice(&((array.len() as u32 + 4) << 2).to_le_bytes());
    }
    out.extend_from_slice(&array);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_as_long_as_the_servers() {
        // pg_column_size(reloptions) of WITH (fillfactor = 50).
        let mut out = Vec::new();
        options(&[("fillfactor".into(), "50".into())], &mut out);
        assert_eq!(out.len(), 41);
        assert_eq!(out[0] >> 1, 41);
    }
}
