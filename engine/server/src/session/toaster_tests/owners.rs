//! Checks which value each chunk belongs to: compares all live pointers of a table with all chunks
//! of its TOAST table.

use super::Session;
use std::collections::BTreeMap;
use storage::datum::Datum;
use storage::heap::HeapScan;
use storage::ids::Oid;
use storage::toaster::bytea::AppendablePointer;
use storage::toaster::default::layout::TOAST_MAX_CHUNK_SIZE;
use storage::toaster::jsonb::node::{self, Node};
use storage::toaster::versioned::CHUNK_DATA;
use storage::toaster::{detoast, of_pointer};
use storage::tuple::deform;
use storage::types::jsonb::{Container, lay_out};
use storage::types::oid::JSONB;
use storage::varlena::{self, CustomPointer, ToastPointer};

/// Which chunks of a value there must be: so many, from 0 on.
type Chunks = BTreeMap<Oid, usize>;

/// The stored rows that a statement begun now would see, and the types of their columns.
fn rows(s: &mut Session, table: &str) -> (Vec<Oid>, Vec<Vec<Datum>>) {
    let oid = super::value(s, &format!("SELECT '{table}'::regclass::oid"));
    let oid = Oid(oid.parse().expect("an OID"));
    let rel = s.backend.catalog.relation(oid).expect("a table");
    let st = &mut s.backend.store;
    let snapshot = st.xact.snapshot();
    let mut scan = HeapScan::begin(st, &rel, snapshot);
    let mut rows = Vec::new();
    while scan.advance(st).expect("a readable page").is_some() {
        let tuple = scan.current(st).to_vec();
        let mut row = Vec::new();
        deform(&rel.desc, &tuple, rel.desc.attrs.len(), &mut row).expect("a row");
        rows.push(row);
    }
    scan.end(st);
    (rel.desc.attrs.iter().map(|a| a.type_oid).collect(), rows)
}

/// Adds the chunks that a node of `jsonb_toaster` owns; an error if they have an owner already.
fn owned(bytes: &[u8], chunks: &mut Chunks) -> Result<(), String> {
    match node::decode(bytes).map_err(|e| e.message)? {
        Node::Compressed(_) => Ok(()),
        Node::Pointer(p) => own(chunks, p.chunks()),
        Node::Array(a) => {
            let count = a.in_chunks.div_ceil(a.stride) as usize;
            own_so_many(chunks, a.stored.pointer.value_id, count)
        }
        Node::Fields(object) => {
            let object = Container::new(object);
            let mut inner = (0..object.children()).filter_map(|child| object.stored(child));
            inner.try_for_each(|node| owned(node, chunks))
        }
    }
}

/// Notes the chunks of a TOAST pointer as owned.
fn own(chunks: &mut Chunks, p: ToastPointer) -> Result<(), String> {
    own_so_many(chunks, p.value_id, p.extsize().div_ceil(TOAST_MAX_CHUNK_SIZE))
}

/// Notes that a value owns this many chunks; fails if another pointer owns it already.
fn own_so_many(chunks: &mut Chunks, value: Oid, count: usize) -> Result<(), String> {
    match chunks.insert(value, count) {
        None => Ok(()),
        Some(_) => Err(format!("two pointers to the value {value}")),
    }
}

/// Notes the chunks of one stored value of a toaster.
fn owned_by(toaster: &str, value: &Datum, chunks: &mut Chunks) -> Result<(), String> {
    let bytes = value.bytes();
    if let Some(pointer) = ToastPointer::decode(bytes) {
        return own(chunks, pointer);
    }
    if toaster == "bytea_toaster" {
        let stored = AppendablePointer::decode(bytes).ok_or("a damaged pointer")?.stored;
        return own_so_many(chunks, stored.pointer.value_id, stored.size.div_ceil(CHUNK_DATA));
    }
    let node = CustomPointer::decode(bytes).and_then(|p| p.payload.get(2..));
    let node = node.and_then(node::of_row);
    owned(node.ok_or("a damaged pointer")?, chunks)
}

/// Compares the chunks that live rows own with the chunks in the TOAST table.
pub fn check(s: &mut Session, table: &str) -> Result<(), String> {
    let (_, rows) = rows(s, table);
    let mut expected = Chunks::new();
    for value in rows.iter().flatten() {
        if let Datum::Ref(bytes) = value
            && varlena::is_external(bytes)
        {
            let toaster = of_pointer(&s.backend.store, bytes).map_err(|e| e.message)?;
            owned_by(toaster.name(), value, &mut expected)?;
        }
    }
    let toast = super::toast_of(s, table);
    let count = format!(
        "SELECT chunk_id || ' ' || count(*) || ' ' || max(chunk_seq) FROM {toast} GROUP BY chunk_id"
    );
    let found: Chunks = super::column(s, &count)
        .iter()
        .map(|line| {
            let parts: Vec<usize> = line.split(' ').map(|n| n.parse().expect("a number")).collect();
            assert_eq!(parts[1], parts[2] + 1, "a chunk is there twice or not at all: {line}");
            (Oid(parts[0] as u32), parts[1])
        })
        .collect();
    match expected == found {
        true => Ok(()),
        false => Err(format!("owned are {expected:?}, there are {found:?}")),
    }
}

/// The bytes of all variable-length values, with documents in PostgreSQL 15's layout.
pub fn payloads(s: &mut Session, table: &str) -> Vec<Vec<u8>> {
    let (types, rows) = rows(s, table);
    let st = &mut s.backend.store;
    let mut all = Vec::new();
    for row in rows {
        for (value, type_oid) in row.iter().zip(&types) {
            let Datum::Ref(_) = value else { continue };
            let bytes = detoast(st, value).expect("a readable value").to_vec();
            let plain = match *type_oid {
                JSONB => lay_out(Container::new(&bytes), false).expect("a document"),
                _ => None,
            };
            all.push(plain.unwrap_or(bytes));
        }
    }
    all.sort();
    all
}
