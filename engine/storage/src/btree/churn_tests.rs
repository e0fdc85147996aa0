//! Version churn: what UPDATEs of an indexed column do to the indexes of the others.

use super::tests::*;
use super::*;
use crate::heap::{
    self, HeapScan, HeapTuple, IndexFetch, InsertOptions, Persistence, RelKind, RelOptions,
    RelState,
};
use crate::ids::{AttrNumber, ForkNumber, Oid, RelFileNode, TransactionId};
use crate::store::StoreConfig;
use crate::table::{self, IndexExprs};
use crate::tuple::{self, TupleDesc};
use crate::types::oid::INT4;
use crate::xact::Snapshot;
use std::collections::BTreeMap;
use std::rc::Rc;

struct NoExpressions;

impl IndexExprs for NoExpressions {
    fn evaluate(&mut self, _: &mut Store, _: &Relation, _: &[Datum]) -> Result<Vec<Datum>> {
        Ok(vec![])
    }
    fn satisfies_predicate(&mut self, _: &mut Store, _: &Relation, _: &[Datum]) -> Result<bool> {
        Ok(true)
    }
    fn describe(&mut self, _: &mut Store, _: &Relation, _: &[Datum]) -> Result<String> {
        Ok(String::new())
    }
}

/// `t(id, v, w)`, an index on each column, the first unique.
fn churned(st: &mut Store) -> Rc<Relation> {
    let mut t = Relation {
        oid: Oid(1),
        name: "t".into(),
        namespace: Oid(2200),
        file: RelFileNode(1),
        kind: RelKind::Table,
        persistence: Persistence::Permanent,
        desc: Rc::new(TupleDesc { attrs: (0..3).map(|_| attribute(INT4)).collect() }),
        options: RelOptions::default(),
        toast: None,
        indexes: vec![],
        index: None,
        state: RelState::new(),
    };
    st.pool.create_file(t.file, ForkNumber::Main);
    for (i, name) in ["t_id", "t_v", "t_w"].into_iter().enumerate() {
        let mut rel = index(2 + i as u32, name, &[(INT4, "")]);
        if let Some(info) = &mut rel.index {
            info.unique = i == 0;
            info.keys[0].attno = AttrNumber(1 + i as i16);
        }
        st.pool.create_file(rel.file, ForkNumber::Main);
        let rel = Rc::new(rel);
        build_empty(st, &rel).expect("builds");
        t.indexes.push(rel);
    }
    Rc::new(t)
}

fn insert_rows(st: &mut Store, t: &Rc<Relation>, rows: std::ops::Range<i32>) {
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let held = st.xact.register(&snapshot);
    let cid = st.xact.current_command_id(true);
    for i in rows {
        let values = [Datum::i32(i), Datum::i32(i % 20), Datum::i32(i)];
        let options = InsertOptions::default();
        table::insert(st, t, &values, None, cid, &mut NoExpressions, options, None)
            .expect("inserts");
    }
    st.xact.unregister(held);
    st.commit();
}

fn raise_w(st: &mut Store, t: &Rc<Relation>, tid: ItemPointer, row: &[u8]) {
    let cid = st.xact.current_command_id(true);
    let mut values = vec![];
    tuple::deform(&t.desc, row, 3, &mut values).expect("deforms");
    values[2] = Datum::i32(values[2].as_i32() + 1);
    let changed = [AttrNumber(3)];
    table::update(st, t, tid, &values, &changed, cid, &mut NoExpressions).expect("updates");
}

/// `UPDATE t SET w = w + 1`, by a sequential scan.
fn update_all(st: &mut Store, t: &Rc<Relation>) {
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let held = st.xact.register(&snapshot);
    let mut scan = HeapScan::begin(st, t, snapshot);
    while let Some(row) = scan.next(st).expect("goes on") {
        raise_w(st, t, row.tid, &row.bytes);
    }
    scan.end(st);
    st.xact.unregister(held);
    st.commit();
}

/// Calls `visit` with each row whose `id` satisfies the condition, as the executor's index scan fetches them.
fn index_scan(
    st: &mut Store,
    t: &Rc<Relation>,
    strategy: ScanStrategy,
    id: i32,
    snapshot: &Snapshot,
    visit: &mut dyn FnMut(&mut Store, HeapTuple),
) {
    let mut scan = BtScan::begin(&t.indexes[0], snapshot, false);
    let test = ScanTest::Compare(strategy, Datum::i32(id));
    let key = ScanKey { attno: AttrNumber(1), test, arg_type: Oid::INVALID };
    scan.rescan(st, vec![key]).expect("starts");
    let mut fetch = IndexFetch::new();
    while let Some(tid) = scan.next(st, Direction::Forward).expect("goes on") {
        let fetched = fetch.fetch(st, t, tid, snapshot).expect("fetches");
        if fetched.all_dead {
            scan.kill_prior();
        }
        if let Some(row) = fetched.tuple {
            visit(st, row);
        }
    }
    scan.end(st).expect("ends");
    fetch.reset(st);
}

/// `UPDATE t SET w = w + 1 WHERE id = ...`, by an index scan.
fn update_one(st: &mut Store, t: &Rc<Relation>, id: i32) {
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let held = st.xact.register(&snapshot);
    index_scan(st, t, ScanStrategy::Equal, id, &snapshot, &mut |st, row| {
        raise_w(st, t, row.tid, &row.bytes);
    });
    st.xact.unregister(held);
    st.commit();
}

/// Buffers of each `UPDATE t SET w = w + 1`: hit, read, dirtied, written; without the executor's
/// own fetch of every old row, one more hit each.
const USAGE: [(u64, u64, u64, u64); 12] = [
    (18107, 0, 23, 23),
    (19132, 0, 16, 16),
    (19109, 0, 10, 10),
    (19909, 0, 21, 21),
    (20312, 0, 13, 13),
    (20989, 0, 11, 11),
    (19963, 0, 10, 10),
    (19748, 0, 16, 16),
    (20002, 0, 12, 12),
    (19390, 0, 15, 15),
    (19771, 0, 11, 11),
    (19402, 0, 15, 15),
];

#[test]
fn old_versions_are_deleted_as_recorded() {
    let mut first_xid = 0;
    let mut recorded: BTreeMap<(&str, &str), (usize, String)> = BTreeMap::new();
    for line in include_str!("churn.out").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["nextxid", x] => first_xid = x.parse().expect("an xid"),
            [stage, rel, pages, md5] if rel.starts_with('t') && md5.len() == 32 => {
                let pages = pages.parse().expect("a number");
                recorded.insert((stage, rel), (pages, md5.to_string()));
            }
            _ => {}
        }
    }
    let first_xid = TransactionId(first_xid);
    let mut st = Store::new(StoreConfig { first_xid, ..Default::default() });
    let t = churned(&mut st);
    let check = |st: &Store, stage: String| {
        for rel in t.indexes.iter() {
            let name = rel.name.as_str();
            assert_eq!(fingerprint(st, rel), recorded[&(&*stage, name)], "{stage} {name}");
        }
    };
    insert_rows(&mut st, &t, 1..2001);
    check(&st, "insert".into());
    for k in 1..13 {
        let before = st.pool.usage();
        update_all(&mut st, &t);
        let used = st.pool.usage() - before;
        assert_eq!((used.hit, used.read, used.dirtied, used.written), USAGE[k - 1], "seq{k}");
        check(&st, format!("seq{k}"));
    }
    for k in 1..6 {
        for i in 1..501 {
            update_one(&mut st, &t, (i * 37) % 100 + 1);
        }
        check(&st, format!("idx{k}"));
    }
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let held = st.xact.register(&snapshot);
    let cid = st.xact.current_command_id(true);
    index_scan(&mut st, &t, ScanStrategy::Greater, 1000, &snapshot, &mut |st, row| {
        heap::delete(st, &t, row.tid, cid).expect("deletes");
    });
    st.xact.unregister(held);
    st.commit();
    insert_rows(&mut st, &t, 1001..1501);
    check(&st, "reinsert".into());
}
