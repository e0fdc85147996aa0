//! Whole rows against what a real server recorded.

use super::*;
use crate::btree;
use crate::buffer::BufferTag;
use crate::heap::{HeapScan, IndexInfo, IndexKey, InsertOptions, RelKind, RelOptions, RelState};
use crate::ids::{AttrNumber, BlockNumber, ForkNumber, OffsetNumber, RelFileNode};
use crate::page;
use crate::store::StoreConfig;
use crate::toaster;
use crate::tuple::{self, Attribute, Storage, TupleDesc};
use crate::types::oid;
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
        persistence: 'p',
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

fn insert_row(st: &mut Store, rel: &Rc<Relation>, values: &[Datum]) -> Result<ItemPointer> {
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    let tid = insert(st, rel, values, cid, &mut Plain, InsertOptions::default(), None);
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

fn rows(st: &mut Store, rel: &Rc<Relation>) -> Vec<Vec<Datum>> {
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

#[test]
fn rows_are_toasted_as_recorded() {
    let mut st = store();
    let rel = anatomy(&mut st);
    assert_eq!(items(&st, &rel, 0), [(8136, 52), (8024, 108), (6448, 1570), (3176, 3268)]);
    let page = raw(&st, &rel, 0);
    let data: Vec<String> = (1..=4)
        .map(|o| hex(&Md5::digest(&page::item(page.bytes(), OffsetNumber(o))[24..])))
        .collect();
    assert_eq!(
        data,
        [
            "f264e6033c6c2a7e6367cbc55ee94889",
            "3e9dd92ee28a433b0d4cb43964f5ab7b",
            "a731023d610d4bd11446804d6e0bc1e3",
            "047e94e8c9726bc3384c4fd3c496d37b"
        ]
    );
    let toast = rel.toast.clone().unwrap();
    let chunks: Vec<(u32, i32, String)> = rows(&mut st, &toast)
        .iter()
        .map(|c| {
            let data = crate::varlena::payload(c[2].bytes());
            (c[0].as_u32(), c[1].as_i32(), hex(&Md5::digest(data)))
        })
        .collect();
    let md5_of = |i: usize| chunks[i].2.as_str();
    assert_eq!((chunks[0].0, chunks[0].1), (16389, 0));
    assert_eq!(md5_of(0), "f6e6d1f6e175a020fc526e901ea378cf");
    assert_eq!(md5_of(2), "1fd52a51eb855765cedc2264a6333e11");
    assert_eq!((chunks[7].0, chunks[7].1), (16393, 1));
    assert_eq!(md5_of(7), "dea856ff15b008158b409b83c6165534");
    let row = rows(&mut st, &rel).swap_remove(1);
    assert_eq!(&toaster::detoast(&mut st, &row[3]).unwrap()[..], "x".repeat(3000).as_bytes());
    assert_eq!(&toaster::detoast_slice(&mut st, &row[4], 2998, 5).unwrap()[..], b"ee");
    assert_eq!(toaster::stored_size(&row[3]), 40);
}

#[test]
fn a_too_long_plain_value_is_refused_in_the_servers_words() {
    let mut st = store();
    let rel = Rc::new(table(&mut st, vec![column("p", oid::TEXT, Storage::Plain)]));
    let error = insert_row(&mut st, &rel, &[repeat('p', 9000)]).unwrap_err();
    assert_eq!(error.message, "row is too big: size 9032, maximum size 8160");
}

#[test]
fn a_second_key_is_refused() {
    let mut st = store();
    let a = column("a", oid::INT4, Storage::Plain);
    let mut rel = table(&mut st, vec![a.clone()]);
    let index = index_on(&mut st, "t_pkey", rel.oid, vec![(1, a)], true);
    btree::build_empty(&mut st, &index).unwrap();
    rel.indexes.push(index);
    let rel = Rc::new(rel);
    insert_row(&mut st, &rel, &[Datum::i32(1)]).unwrap();
    let error = insert_row(&mut st, &rel, &[Datum::i32(1)]).unwrap_err();
    assert_eq!(error.message, "duplicate key value violates unique constraint \"t_pkey\"");
    assert_eq!(error.detail.as_deref(), Some("Key (a)=(1) already exists."));
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    let before = st.pool.usage();
    let outcome =
        insert_on_conflict(&mut st, &rel, &[Datum::i32(1)], cid, &[], &mut Plain).unwrap();
    assert_eq!(outcome, Conflict::Existing(ItemPointer::new(0, 1)));
    assert_eq!((st.pool.usage() - before).hit, 2);
    let before = st.pool.usage();
    insert_on_conflict(&mut st, &rel, &[Datum::i32(2)], cid, &[], &mut Plain).unwrap();
    assert_eq!((st.pool.usage() - before).hit, 4);
    st.commit();
}

/// `03-jsonb-curse`: an UPDATE makes 10,000 values 8 bytes longer, which sends them out of line;
/// VACUUM FULL then rewrites everything.
#[test]
fn the_curse_is_as_recorded() {
    let mut st = store();
    let rel = Rc::new(table(&mut st, vec![column("jb", oid::BYTEA, Storage::External)]));
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    let small = Datum::varlena(&[7; 1994]);
    for _ in 0..10_000 {
        let row = std::slice::from_ref(&small);
        insert(&mut st, &rel, row, cid, &mut Plain, InsertOptions::default(), None).unwrap();
    }
    st.commit();
    assert_eq!(st.pool.nblocks(rel.file, ForkNumber::Main), 2500);

    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let cid = st.xact.current_command_id(true);
    let big = Datum::varlena(&[8; 2006]);
    let mut scan = HeapScan::begin(&st, &rel, snapshot);
    while let Some(row) = scan.next(&mut st).unwrap() {
        let new = std::slice::from_ref(&big);
        let changed = [AttrNumber(1)];
        update(&mut st, &rel, row.tid, new, &changed, cid, &mut Plain).unwrap();
    }
    scan.end(&mut st);
    st.commit();

    st.xact.begin();
    let done = vacuum_full(&mut st, &rel, None, false, &mut Plain, &mut Quiet).unwrap();
    st.commit();
    let rel = take_over(&mut st, &rel, &done);
    let toast = rel.toast.clone().unwrap();
    let blocks = |r: &Relation| st.pool.nblocks(r.file, ForkNumber::Main);
    assert_eq!((blocks(&rel), blocks(&toast), blocks(&toast.indexes[0])), (64, 3334, 97));
    let page = raw(&st, &rel, 0);
    assert_eq!(page::max_offset(page.bytes()), 157);
    let row = |o| page::item(page.bytes(), OffsetNumber(o));
    assert_eq!(tuple::header::infomask(row(1)), 11014);
    assert_eq!(hex(&row(1)[24..]), "0112da070000d60700000540000003400000");
    assert_eq!(hex(&row(3)[24..]), "0112da070000d60700000d40000003400000");

    read_all(&mut st, &rel);
    let before = st.pool.usage();
    read_all(&mut st, &rel);
    assert_eq!((st.pool.usage() - before).hit, 30_064);
}

/// Detoasts every row of the first column, as `SELECT jb->'id'` does.
fn read_all(st: &mut Store, rel: &Rc<Relation>) {
    for row in rows(st, rel) {
        assert_eq!(toaster::detoast(st, &row[0]).unwrap().len(), 2006);
    }
}

/// What the catalog does with a rewritten table.
fn take_over(st: &mut Store, rel: &Relation, done: &Rewritten) -> Rc<Relation> {
    let on_file = |r: &Relation| {
        let mut new = r.clone();
        new.file = done.files.iter().find(|f| f.0 == r.oid).unwrap().1;
        new
    };
    let old_toast = rel.toast.clone().unwrap();
    let mut toast = on_file(&old_toast);
    toast.indexes = toast.indexes.iter().map(|i| Rc::new(on_file(i))).collect();
    let mut new = on_file(rel);
    new.indexes = new.indexes.iter().map(|i| Rc::new(on_file(i))).collect();
    adopt(st, &mut new, Rc::new(toast));
    Rc::new(new)
}

/// (lp_off, lp_flags, lp_len) of a page's line pointers.
fn line_pointers(st: &Store, rel: &Relation) -> Vec<(usize, u8, usize)> {
    let page = raw(st, rel, 0);
    (1..=page::max_offset(page.bytes()))
        .map(|o| page::item_id(page.bytes(), OffsetNumber(o)))
        .map(|id| (id.offset(), id.state() as u8, id.length()))
        .collect()
}

/// The end of `07-storage-anatomy`: an update keeps the values, a delete deletes them, VACUUM
/// makes the line pointers free and cuts the last one off.
#[test]
fn vacuum_leaves_the_recorded_pages() {
    let mut st = store();
    let rel = anatomy(&mut st);
    let toast = rel.toast.clone().unwrap();
    // Row 7 goes to another page of the server's table; here it matters only that xids match.
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    let mut row = rows_of(&mut st, &rel, ItemPointer::new(0, 2));
    row[0] = Datum::i32(-2);
    let outcome =
        update(&mut st, &rel, ItemPointer::new(0, 2), &row, &[AttrNumber(1)], cid, &mut Plain)
            .unwrap();
    st.commit();
    assert_eq!(outcome.tid, ItemPointer::new(0, 5));
    assert_eq!(rows(&mut st, &toast).len(), 8);
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    delete(&mut st, &rel, ItemPointer::new(0, 5), cid).unwrap();
    st.commit();
    assert_eq!(rows(&mut st, &toast).len(), 5);
    st.xact.begin();
    vacuum(&mut st, &rel, &VacuumOptions::default(), &mut Quiet).unwrap();
    st.commit();
    assert_eq!(
        line_pointers(&st, &rel),
        [(8136, 1, 52), (0, 0, 0), (6560, 1, 1570), (3288, 1, 3268)]
    );
    assert_eq!(
        line_pointers(&st, &toast),
        [(0, 0, 0), (0, 0, 0), (0, 0, 0), (7656, 1, 536), (5624, 1, 2032), (4384, 1, 1240)]
    );
    assert_eq!(rel.state.reltuples.get(), 4.0);
}

fn rows_of(st: &mut Store, rel: &Rc<Relation>, tid: ItemPointer) -> Vec<Datum> {
    let snapshot = st.xact.snapshot();
    let row = crate::heap::fetch(st, rel, tid, &snapshot).unwrap().unwrap();
    let mut values = Vec::new();
    tuple::deform(&rel.desc, &row.bytes, rel.desc.attrs.len(), &mut values).unwrap();
    values
}

/// Every row for which `pick` says so is deleted, or gets a new value of column 2.
fn change(
    st: &mut Store,
    rel: &Rc<Relation>,
    pick: impl Fn(i32) -> bool,
    new: Option<Datum>,
) -> usize {
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let cid = st.xact.current_command_id(true);
    let mut scan = HeapScan::begin(st, rel, snapshot);
    let mut count = 0;
    while let Some(row) = scan.next(st).unwrap() {
        let mut values = Vec::new();
        tuple::deform(&rel.desc, &row.bytes, 2, &mut values).unwrap();
        if !pick(values[0].as_i32()) {
            continue;
        }
        count += 1;
        match &new {
            None => {
                delete(st, rel, row.tid, cid).unwrap();
            }
            Some(new) => {
                values[1] = new.clone();
                update(st, rel, row.tid, &values, &[AttrNumber(2)], cid, &mut Plain).unwrap();
            }
        }
    }
    scan.end(st);
    st.commit();
    count
}

fn run_vacuum(st: &mut Store, rel: &Rc<Relation>, options: &VacuumOptions) {
    st.xact.begin();
    vacuum(st, rel, options, &mut Quiet).unwrap();
    st.commit();
}

/// `md5(string_agg(lp || ',' || lp_off ...))` over a page, as the recording script has it.
fn page_md5(st: &Store, rel: &Relation, block: u32) -> String {
    let page = raw(st, rel, block);
    let lines: Vec<String> = (1..=page::max_offset(page.bytes()))
        .map(|o| {
            let off = OffsetNumber(o);
            let id = page::item_id(page.bytes(), off);
            let (mut mask, mut xmin, mut ctid) = (0, String::new(), String::new());
            if id.is_normal() {
                let t = page::item(page.bytes(), off);
                mask = tuple::header::infomask(t);
                xmin = tuple::header::raw_xmin(t).to_string();
                ctid = tuple::header::ctid(t).to_string();
            }
            let (offset, state, length) = (id.offset(), id.state() as u8, id.length());
            format!("{o},{offset},{state},{length},{mask},{xmin},{ctid}")
        })
        .collect();
    hex(&Md5::digest(lines.join(";")))
}

/// A table with a primary key: deletes, HOT updates, VACUUM with its index and maps, FREEZE, and
/// the end cut off.
#[test]
fn vacuum_with_an_index_is_as_recorded() {
    let mut st = store();
    // The recording's CREATE EXTENSION and CREATE TABLE took two xids.
    for _ in 0..2 {
        st.xact.begin();
        st.xact.current_xid();
        st.commit();
    }
    let a = column("a", oid::INT4, Storage::Plain);
    let attrs = vec![a.clone(), column("b", oid::TEXT, Storage::Extended)];
    let mut rel = table(&mut st, attrs);
    let pkey = index_on(&mut st, "t_pkey", rel.oid, vec![(1, a)], true);
    btree::build_empty(&mut st, &pkey).unwrap();
    rel.indexes.push(Rc::clone(&pkey));
    let rel = Rc::new(rel);
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    for i in 1..=1000 {
        let row = [Datum::i32(i), repeat('x', 100)];
        insert(&mut st, &rel, &row, cid, &mut Plain, InsertOptions::default(), None).unwrap();
    }
    st.commit();
    assert_eq!(change(&mut st, &rel, |a| a % 3 == 0, None), 333);
    assert_eq!(change(&mut st, &rel, |a| a % 5 == 0, Some(repeat('y', 50))), 134);
    run_vacuum(&mut st, &rel, &VacuumOptions::default());
    let state = &rel.state;
    let blocks = |st: &Store, fork| st.pool.nblocks(rel.file, fork);
    assert_eq!((state.relpages.get(), state.reltuples.get()), (18, 667.0));
    assert_eq!(state.relallvisible.get(), 18);
    assert_eq!((blocks(&st, ForkNumber::Fsm), blocks(&st, ForkNumber::VisibilityMap)), (3, 1));
    let free: Vec<usize> = (0..18)
        .map(|b| crate::heap::fsm::recorded_free_space(&mut st, &rel, BlockNumber(b)).unwrap())
        .collect();
    assert_eq!(
        free,
        [
            3040, 3040, 3104, 3040, 3040, 3104, 3040, 3040, 3168, 3040, 2976, 3168, 2976, 3040,
            3168, 3040, 3040, 6976
        ]
    );
    assert_eq!(page_md5(&st, &rel, 0), "fb2dc46f664a44e47772b0619b5c6d8f");
    assert_eq!(page_md5(&st, &rel, 16), "0449ad6f2ff1633c5b8bd5f6575f98fe");

    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    for (a, b, tid) in [(3, "a", (0, 3)), (6, "b", (0, 6))] {
        let row = [Datum::i32(a), Datum::text(b)];
        let at = insert(&mut st, &rel, &row, cid, &mut Plain, InsertOptions::default(), None);
        assert_eq!(at.unwrap(), ItemPointer::new(tid.0, tid.1));
    }
    st.commit();
    run_vacuum(&mut st, &rel, &VacuumOptions { freeze: true, ..VacuumOptions::default() });
    assert_eq!(
        line_pointers(&st, &rel)[..5],
        [(8056, 1, 129), (7920, 1, 129), (3304, 1, 30), (7784, 1, 129), (59, 2, 0)]
    );
    let page = raw(&st, &rel, 0);
    assert_eq!(tuple::header::infomask(page::item(page.bytes(), OffsetNumber(1))), 2818);
    assert_eq!(rel.state.relfrozenxid.get().0, 734);

    assert_eq!(change(&mut st, &rel, |a| a < 10, None), 8);
    run_vacuum(&mut st, &rel, &VacuumOptions::default());
    assert_eq!(rel.state.relfrozenxid.get().0, 735);
    assert_eq!(line_pointers(&st, &rel)[..2], [(0, 0, 0), (0, 0, 0)]);
    assert_eq!(change(&mut st, &rel, |a| a > 100, None), 600);
    run_vacuum(&mut st, &rel, &VacuumOptions::default());
    assert_eq!(blocks(&st, ForkNumber::Main), 2);
    assert_eq!((state.relpages.get(), state.reltuples.get()), (2, 61.0));
    assert_eq!(state.relallvisible.get(), 2);
}

/// ANALYZE of 2,050 rows, 50 of them with a value too wide to look at.
#[test]
fn statistics_are_as_recorded() {
    let mut st = store();
    let attrs =
        vec![column("a", oid::INT4, Storage::Plain), column("b", oid::TEXT, Storage::Extended)];
    let rel = Rc::new(table(&mut st, attrs));
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    let md5 = |i: i32| hex(&Md5::digest(i.to_string()));
    for i in 1..=2000 {
        let row = [Datum::i32(i % 10), Datum::text(&md5(i))];
        insert(&mut st, &rel, &row, cid, &mut Plain, InsertOptions::default(), None).unwrap();
    }
    for i in 1..=50 {
        let row = [Datum::Null, Datum::text(&md5(i).repeat(50))];
        insert(&mut st, &rel, &row, cid, &mut Plain, InsertOptions::default(), None).unwrap();
    }
    st.commit();
    st.xact.begin();
    analyze(&mut st, &rel, &AnalyzeOptions::default(), &mut Quiet).unwrap();
    st.commit();
    let columns = rel.state.columns.borrow();
    let (a, b) = (&columns[&AttrNumber(1)], &columns[&AttrNumber(2)]);
    assert_eq!((a.null_frac, a.avg_width, a.n_distinct), (0.024390243, 4, 10.0));
    let common: Vec<i32> = a.most_common.iter().map(|(v, _)| v.as_i32()).collect();
    assert_eq!(common, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(a.most_common[0].1, 0.09756097);
    assert_eq!(a.correlation, Some(0.10224753));
    assert_eq!((b.null_frac, b.avg_width, b.n_distinct), (0.0, 71, -1.0));
    assert_eq!((b.histogram.len(), b.correlation), (101, Some(0.023966588)));
    let second = crate::varlena::payload(b.histogram[1].bytes());
    assert_eq!(second, b"020c8bfac8de160d4c5543b96d1fdede");
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

#[test]
fn buffers_are_counted_as_recorded() {
    let mut st = store();
    let attrs =
        vec![column("id", oid::INT4, Storage::Plain), column("b", oid::TEXT, Storage::External)];
    let rel = Rc::new(table(&mut st, attrs));
    let put = |st: &mut Store, id: i32, value: Datum| {
        let cid = st.xact.current_command_id(true);
        let row = [Datum::i32(id), value];
        insert(st, &rel, &row, cid, &mut Plain, InsertOptions::default(), None).unwrap();
    };
    // What the first statement reads of the catalog was recorded with it: 148 hits.
    counted(&mut st, |st| put(st, 1, repeat('a', 100_000)));
    assert_eq!(counted(&mut st, |st| put(st, 2, repeat('b', 100_000))), (130, 14, 13));
    assert_eq!(counted(&mut st, |st| put(st, 3, repeat('c', 5000))), (8, 0, 0));
    let lengths = counted(&mut st, |st| {
        let snapshot = st.xact.snapshot();
        let mut scan = HeapScan::begin(st, &rel, snapshot);
        while let Some(row) = scan.next(st).unwrap() {
            let b = tuple::attribute(&rel.desc, &row.bytes, AttrNumber(2)).unwrap();
            toaster::detoast(st, &b).unwrap();
        }
        scan.end(st);
    });
    assert_eq!(lengths, (32, 0, 0));
    let prefixes = counted(&mut st, |st| {
        for id in 1..=3 {
            scan_for(st, &rel, id, |st, _, row| {
                // Four bytes a character may be needed (`text_substring`).
                toaster::detoast_slice(st, &row[1], 0, 40).unwrap();
            });
        }
    });
    assert_eq!(prefixes.0, 7 + 2, "the recorded scan reads the heap page once, not three times");
    let changed_id = counted(&mut st, |st| {
        let cid = st.xact.current_command_id(true);
        scan_for(st, &rel, 1, |st, tid, mut row| {
            row[0] = Datum::i32(10);
            update(st, &rel, tid, &row, &[AttrNumber(1)], cid, &mut Plain).unwrap();
        });
    });
    // In these three the executor's own fetch of the old row, one hit more, is not included.
    assert_eq!(changed_id, (3 - 1, 0, 0));
    let append = |st: &mut Store, id: i32| {
        let cid = st.xact.current_command_id(true);
        scan_for(st, &rel, id, |st, tid, mut row| {
            let mut text = toaster::detoast(st, &row[1]).unwrap().to_vec();
            text.push(b'x');
            row[1] = Datum::varlena(&text);
            update(st, &rel, tid, &row, &[AttrNumber(2)], cid, &mut Plain).unwrap();
        });
    };
    assert_eq!(counted(&mut st, |st| append(st, 2)), (213 - 1, 13, 13));
    assert_eq!(counted(&mut st, |st| append(st, 3)), (19 - 1, 1, 1));
    let deleted = counted(&mut st, |st| {
        let cid = st.xact.current_command_id(true);
        scan_for(st, &rel, 10, |st, tid, _| {
            delete(st, &rel, tid, cid).unwrap();
        });
    });
    assert_eq!(deleted, (67, 0, 0));
    let copied = counted(&mut st, |st| {
        scan_for(st, &rel, 2, |st, _, row| put(st, 4, row[1].clone()));
    });
    assert_eq!(copied, (145, 12, 12));
    let toast = rel.toast.clone().unwrap();
    let sizes = |st: &Store| {
        let index = toast.indexes[0].file;
        let blocks = |file, fork| st.pool.nblocks(file, fork);
        (
            blocks(toast.file, ForkNumber::Main),
            blocks(index, ForkNumber::Main),
            blocks(toast.file, ForkNumber::Fsm),
        )
    };
    assert_eq!(sizes(&st), (52, 2, 3));
    run_vacuum(&mut st, &rel, &VacuumOptions::default());
    assert_eq!(sizes(&st), (52, 2, 3));
    // Recorded with two more: the catalog is read anew after VACUUM.
    assert_eq!(counted(&mut st, |st| put(st, 5, repeat('a', 100_000))), (151 - 2, 0, 0));
    assert_eq!(counted(&mut st, |st| put(st, 6, repeat('a', 100_000))), (143, 0, 0));
    let mut chunks: Vec<(u32, i32, ItemPointer)> = Vec::new();
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let mut scan = HeapScan::begin(&st, &toast, snapshot);
    while let Some(row) = scan.next(&mut st).unwrap() {
        let mut c = Vec::new();
        tuple::deform(&toast.desc, &row.bytes, 2, &mut c).unwrap();
        chunks.push((c[0].as_u32(), c[1].as_i32(), row.tid));
    }
    scan.end(&mut st);
    st.commit();
    chunks.sort();
    let text: Vec<String> =
        chunks.iter().map(|(id, seq, tid)| format!("{id},{seq},{tid}")).collect();
    assert_eq!(hex(&Md5::digest(text.join(";"))), "8e14d891a3e96bbaef23bce7b4fdc1b7");
}
