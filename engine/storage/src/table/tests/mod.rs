//! Whole rows and whole tables against what a real server recorded.

mod maintenance;
mod rows;

use super::*;
use crate::btree;
use crate::buffer::BufferTag;
use crate::heap::{
    HeapScan, IndexInfo, IndexKey, InsertOptions, Persistence, RelKind, RelOptions, RelState,
};
use crate::ids::{AttrNumber, BlockNumber, ForkNumber, OffsetNumber, RelFileNode};
use crate::page;
use crate::store::StoreConfig;
use crate::toaster;
use crate::tuple::{self, Attribute, Storage, TupleDesc};
use crate::types::oid;
use crate::varlena;
use md5::{Digest, Md5};
use std::rc::Rc;

/// No expressions, keys by number.
struct Plain;

impl IndexExprs for Plain {
    fn evaluate(&mut self, _: &mut Store, _: &Relation, _: &[Datum]) -> Result<Vec<Datum>> {
        Ok(Vec::new())
    }
    fn satisfies_predicate(&mut self, _: &mut Store, _: &Relation, _: &[Datum]) -> Result<bool> {
        Ok(true)
    }
    fn describe(&mut self, _: &mut Store, _: &Relation, keys: &[Datum]) -> Result<String> {
        Ok(format!("(a)=({})", keys[0].as_i32()))
    }
}

struct Quiet;

impl MaintenanceHost for Quiet {
    fn database(&self) -> String {
        "postgres".into()
    }
    fn namespace(&self, _: Oid) -> String {
        "public".into()
    }
    fn info(&mut self, _: Box<PgError>) {}
}

fn column(name: &str, type_oid: Oid, storage: Storage) -> Attribute {
    let varlena = matches!(type_oid, oid::TEXT | oid::BYTEA | oid::JSONB);
    Attribute {
        name: name.into(),
        type_oid,
        typmod: -1,
        len: if varlena { -1 } else { 4 },
        by_val: !varlena,
        align: 4,
        storage,
        compression: None,
        not_null: false,
        dropped: false,
        missing: None,
        identity: None,
        generated: None,
        ndims: 0,
        collation: Oid(0),
        stat_target: -1,
        toaster: Oid::INVALID,
    }
}

fn relation(st: &mut Store, name: &str, kind: RelKind, attrs: Vec<Attribute>) -> Relation {
    let oid = st.oids.next();
    let file = RelFileNode(oid.0);
    st.pool.create_file(file, ForkNumber::Main);
    let state = RelState::new();
    state.relfrozenxid.set(st.xact.next_xid());
    Relation {
        oid,
        name: name.into(),
        namespace: Oid(2200),
        file,
        kind,
        persistence: Persistence::Permanent,
        desc: Rc::new(TupleDesc { attrs }),
        options: RelOptions::default(),
        toast: None,
        indexes: Vec::new(),
        index: None,
        state,
    }
}

fn index_on(
    st: &mut Store,
    name: &str,
    heap: Oid,
    columns: Vec<(i16, Attribute)>,
    unique: bool,
) -> Rc<Relation> {
    let keys = columns
        .iter()
        .map(|(attno, a)| IndexKey {
            attno: AttrNumber(*attno),
            type_oid: a.type_oid,
            collation: Oid(0),
            descending: false,
            nulls_first: false,
            pattern_ops: false,
        })
        .collect();
    let nkey_atts = columns.len();
    let attrs = columns.into_iter().map(|(_, a)| a).collect();
    let mut index = relation(st, name, RelKind::Index, attrs);
    index.index = Some(IndexInfo {
        heap,
        keys,
        nkey_atts,
        unique,
        primary: unique,
        immediate: true,
        nulls_not_distinct: false,
        valid: true,
        expr_attrs: Vec::new(),
        partial: false,
        parallel_safe: true,
        check_xmin: None,
    });
    Rc::new(index)
}

/// A table with its TOAST relation; OIDs as the server gives them: 16384, (types), 16387, 16388.
fn table(st: &mut Store, attrs: Vec<Attribute>) -> Relation {
    let mut rel = relation(st, "t", RelKind::Table, attrs);
    st.oids.next();
    st.oids.next();
    let id = column("chunk_id", oid::OID, Storage::Plain);
    let seq = column("chunk_seq", oid::INT4, Storage::Plain);
    let data = column("chunk_data", oid::BYTEA, Storage::Plain);
    let name = format!("pg_toast_{}", rel.oid);
    let attrs = vec![id.clone(), seq.clone(), data];
    let mut toast = relation(st, &name, RelKind::Toast, attrs);
    let index_name = format!("{name}_index");
    let index = index_on(st, &index_name, toast.oid, vec![(1, id), (2, seq)], true);
    btree::build_empty(st, &index).unwrap();
    toast.indexes.push(index);
    adopt(st, &mut rel, Rc::new(toast));
    rel
}

fn adopt(st: &mut Store, rel: &mut Relation, toast: Rc<Relation>) {
    st.toast_relations.insert(toast.oid, Rc::clone(&toast));
    rel.toast = Some(toast);
}

fn store() -> Store {
    Store::new(StoreConfig::default())
}

/// Inserts a row as the executor gives it: short values have short headers, those of PLAIN columns too.
fn insert_row(st: &mut Store, rel: &Rc<Relation>, values: &[Datum]) -> Result<ItemPointer> {
    let shortened = |(attr, value): (&Attribute, &Datum)| {
        let stored = attr.len == -1 && !value.is_null();
        let short = stored.then(|| varlena::make_short(value.bytes())).flatten();
        short.map_or_else(|| value.clone(), |short| Datum::Ref(short.into()))
    };
    let values: &[Datum] = &rel.desc.attrs.iter().zip(values).map(shortened).collect::<Vec<_>>();
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    let tid = insert(st, rel, values, None, cid, &mut Plain, InsertOptions::default(), None);
    if tid.is_ok() {
        st.commit()
    } else {
        st.abort()
    }
    tid
}

fn repeat(c: char, n: usize) -> Datum {
    Datum::text(&c.to_string().repeat(n))
}

/// `string_agg(md5(f(i)::text), '')` over 1..=n.
fn md5s(n: i32, f: impl Fn(i32) -> i32) -> Datum {
    let text: String = (1..=n).map(|i| hex(&Md5::digest(f(i).to_string()))).collect();
    Datum::text(&text)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn raw(st: &Store, rel: &Relation, block: u32) -> page::Page {
    let tag = BufferTag { file: rel.file, fork: ForkNumber::Main, block: BlockNumber(block) };
    st.pool.raw_page(tag).unwrap().clone()
}

/// (lp_off, lp_len) of a page's items.
fn items(st: &Store, rel: &Relation, block: u32) -> Vec<(usize, usize)> {
    let page = raw(st, rel, block);
    (1..=page::max_offset(page.bytes()))
        .map(|o| page::item_id(page.bytes(), OffsetNumber(o)))
        .map(|id| (id.offset(), id.length()))
        .collect()
}

fn all_rows(st: &mut Store, rel: &Rc<Relation>) -> Vec<Vec<Datum>> {
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let mut scan = HeapScan::begin(st, rel, snapshot);
    let mut all = Vec::new();
    while let Some(row) = scan.next(st).unwrap() {
        let mut values = Vec::new();
        tuple::deform(&rel.desc, &row.bytes, rel.desc.attrs.len(), &mut values).unwrap();
        all.push(values);
    }
    scan.end(st);
    st.commit();
    all
}

/// The table of `07-storage-anatomy` with its rows 1 to 5.
fn anatomy(st: &mut Store) -> Rc<Relation> {
    let rel = table(
        st,
        vec![
            column("id", oid::INT4, Storage::Plain),
            column("p", oid::TEXT, Storage::Plain),
            column("m", oid::TEXT, Storage::Main),
            column("x", oid::TEXT, Storage::Extended),
            column("e", oid::TEXT, Storage::External),
        ],
    );
    let rel = Rc::new(rel);
    let null = Datum::Null;
    let short = Datum::text("short");
    let rows = [
        [Datum::i32(1), short.clone(), short.clone(), short.clone(), short],
        [Datum::i32(2), null.clone(), repeat('m', 3000), repeat('x', 3000), repeat('e', 3000)],
        [Datum::i32(3), repeat('p', 1000), repeat('m', 500), repeat('x', 500), repeat('e', 500)],
        [Datum::i32(4), null.clone(), md5s(100, |i| i), md5s(100, |i| -i), md5s(100, |i| 2 * i)],
        [Datum::i32(5), null.clone(), md5s(200, |i| i), null.clone(), null],
    ];
    for row in &rows {
        insert_row(st, &rel, row).unwrap();
    }
    rel
}

/// Rewrites a table that has a TOAST relation into new files, as VACUUM FULL and, with an order, CLUSTER do; the
/// new table is returned.
fn rewritten(st: &mut Store, rel: &Rc<Relation>, order: Option<&Order>) -> Rc<Relation> {
    st.xact.begin();
    let file = next_file(st);
    let mut new = rewrite::with_file(st, rel, file);
    // The array type and the row type of the transient table.
    st.oids.next();
    st.oids.next();
    let old_toast = rel.toast.clone().unwrap();
    let file = next_file(st);
    let mut toast = rewrite::with_file(st, &old_toast, file);
    let file = next_file(st);
    let index = Rc::new(rewrite::with_file(st, &old_toast.indexes[0], file));
    btree::build_empty(st, &index).unwrap();
    index.state.relpages.set(1);
    index.state.reltuples.set(0.0);
    toast.indexes = vec![index];
    new.toast = Some(Rc::new(toast));
    new.indexes = Vec::new();
    let copied = copy_table_data(st, rel, &new, order, false, &mut Plain, &mut Quiet).unwrap();
    new.state.relpages.set(copied.pages);
    new.state.reltuples.set(copied.rows as f32);
    let heap = Rc::new(new.clone());
    for index in &rel.indexes {
        let file = rewrite::reindex(st, &heap, index, &mut Plain).unwrap();
        new.indexes.push(Rc::new(Relation { file, ..(**index).clone() }));
    }
    st.commit();
    let toast = new.toast.clone().unwrap();
    adopt(st, &mut new, toast);
    Rc::new(new)
}

/// A file that no relation has yet.
fn next_file(st: &mut Store) -> RelFileNode {
    RelFileNode(st.oids.next().0)
}

/// (lp_off, lp_flags, lp_len) of a page's line pointers.
fn line_pointers(st: &Store, rel: &Relation) -> Vec<(usize, u8, usize)> {
    let page = raw(st, rel, 0);
    (1..=page::max_offset(page.bytes()))
        .map(|o| page::item_id(page.bytes(), OffsetNumber(o)))
        .map(|id| (id.offset(), id.state() as u8, id.length()))
        .collect()
}

fn rows_of(st: &mut Store, rel: &Rc<Relation>, tid: ItemPointer) -> Vec<Datum> {
    let snapshot = st.xact.snapshot();
    let row = crate::heap::fetch(st, rel, tid, &snapshot).unwrap().unwrap();
    let mut values = Vec::new();
    tuple::deform(&rel.desc, &row.bytes, rel.desc.attrs.len(), &mut values).unwrap();
    values
}

fn run_vacuum(st: &mut Store, rel: &Rc<Relation>, options: &VacuumOptions) {
    st.xact.begin();
    vacuum(st, rel, options, &mut Quiet).unwrap();
    st.commit();
}

/// Runs something as a statement of its own; returns pages hit, dirtied and written.
fn counted<T>(st: &mut Store, run: impl FnOnce(&mut Store) -> T) -> (u64, u64, u64) {
    st.xact.begin();
    let before = st.pool.usage();
    run(st);
    let usage = st.pool.usage() - before;
    st.commit();
    (usage.hit, usage.dirtied, usage.written)
}

/// Scans for the row with this id in column 1, all of its columns.
fn scan_for(
    st: &mut Store,
    rel: &Rc<Relation>,
    id: i32,
    mut with: impl FnMut(&mut Store, ItemPointer, Vec<Datum>),
) {
    let snapshot = st.xact.snapshot();
    let mut scan = HeapScan::begin(st, rel, snapshot);
    while let Some(row) = scan.next(st).unwrap() {
        let mut values = Vec::new();
        tuple::deform(&rel.desc, &row.bytes, 2, &mut values).unwrap();
        if values[0].as_i32() == id {
            with(st, row.tid, values);
        }
    }
    scan.end(st);
}
