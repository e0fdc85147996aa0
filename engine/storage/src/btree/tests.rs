//! Indexes held against recorded pages of PostgreSQL 15.

use super::*;
use crate::heap::{IndexInfo, IndexKey, Persistence, RelKind, RelOptions, RelState};
use crate::ids::{AttrNumber, ForkNumber, Oid, RelFileNode, TransactionId};
use crate::store::StoreConfig;
use crate::tuple::{Attribute, TupleDesc};
use crate::types::{self, oid};
use md5::{Digest, Md5};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A heap in which every row is alive.
struct Alive;

impl IndexedHeap for Alive {
    fn name(&self) -> &str {
        "t"
    }
    fn fetch_check(&self, _: &mut Store, _: ItemPointer) -> Result<TupleCheck> {
        Ok(TupleCheck { found: true, all_dead: false })
    }
    fn is_live(&self, _: &mut Store, _: ItemPointer) -> Result<bool> {
        Ok(true)
    }
    fn delete_tuples(&self, _: &mut Store, op: &mut DeleteOp) -> Result<()> {
        op.tids.retain(|d| op.status[d.id as usize].deletable);
        Ok(())
    }
}

pub(super) fn attribute(type_oid: Oid) -> Attribute {
    let info = types::info(type_oid).expect("a known type");
    Attribute {
        name: "c".into(),
        type_oid,
        typmod: -1,
        len: info.len,
        by_val: info.by_val,
        align: info.align,
        storage: info.storage,
        compression: None,
        not_null: false,
        dropped: false,
        missing: None,
        identity: None,
        generated: None,
        ndims: 0,
        collation: Oid(100),
        stat_target: -1,
        toaster: Oid::INVALID,
    }
}

/// An index on columns of these types; `d` after a type: DESC, `f`: NULLS FIRST.
pub(super) fn index(file: u32, name: &str, columns: &[(Oid, &str)]) -> Relation {
    let keys = columns
        .iter()
        .map(|(type_oid, order)| IndexKey {
            attno: AttrNumber(0),
            type_oid: *type_oid,
            collation: Oid(100),
            descending: order.contains('d'),
            nulls_first: order.contains('f'),
            pattern_ops: false,
        })
        .collect();
    Relation {
        oid: Oid(file),
        name: name.into(),
        namespace: Oid(2200),
        file: RelFileNode(file),
        kind: RelKind::Index,
        persistence: Persistence::Permanent,
        desc: Rc::new(TupleDesc { attrs: columns.iter().map(|c| attribute(c.0)).collect() }),
        options: RelOptions::default(),
        toast: None,
        indexes: vec![],
        index: Some(IndexInfo {
            heap: Oid(1),
            keys,
            nkey_atts: columns.len(),
            unique: false,
            primary: false,
            immediate: true,
            nulls_not_distinct: false,
            valid: true,
            expr_attrs: vec![],
            partial: false,
            parallel_safe: true,
            check_xmin: None,
        }),
        state: RelState::new(),
    }
}

fn hex_md5(b: &[u8]) -> String {
    Md5::digest(b).iter().map(|b| format!("{b:02x}")).collect()
}

type Row = fn(i64) -> Vec<Datum>;

fn txt(s: String) -> Datum {
    Datum::text(&s)
}
/// `lpad(i::text, n, '0')`, which fills left of a minus sign.
fn lpad(i: i64, n: usize) -> String {
    format!("{:0>n$}", i.to_string())
}
fn numeric(s: &str) -> Datum {
    types::numeric::Numeric::parse(s).expect("a number").to_datum()
}
fn or_null(v: i64, null: i64) -> Datum {
    if v == null { Datum::Null } else { Datum::i32(v as i32) }
}

/// The recorded indexes: name, columns, and their values for row `i`.
fn cases() -> Vec<(&'static str, Vec<(Oid, &'static str)>, Row)> {
    use oid::*;
    vec![
        ("asc", vec![(INT4, "")], |i| vec![Datum::i32(i as i32)]),
        ("desc", vec![(INT4, "")], |i| vec![Datum::i32(-i as i32)]),
        ("rand", vec![(INT4, "")], |i| vec![Datum::i32((i * 7919 % 30011) as i32)]),
        ("dup100", vec![(INT4, "")], |i| vec![Datum::i32((i % 100) as i32)]),
        ("dup7", vec![(INT4, "")], |i| vec![Datum::i32((i % 7) as i32)]),
        ("one", vec![(INT4, "")], |_| vec![Datum::i32(0)]),
        ("big", vec![(INT8, "")], |i| vec![Datum::i64(i * 1000003 % 1000000007)]),
        ("txt", vec![(TEXT, "")], |i| vec![txt(format!("key{i}"))]),
        ("md5", vec![(TEXT, "")], |i| vec![txt(hex_md5(i.to_string().as_bytes()))]),
        ("longtxt", vec![(TEXT, "")], |i| {
            vec![txt(hex_md5((i % 500).to_string().as_bytes()).repeat(20))]
        }),
        ("wide", vec![(TEXT, "")], |i| {
            let part = |m: i64| hex_md5((i % m).to_string().as_bytes());
            vec![txt(part(3000) + &part(2999))]
        }),
        ("uuid", vec![(UUID, "")], |i| {
            vec![Datum::Ref(Md5::digest(i.to_string()).to_vec().into())]
        }),
        ("mc1", vec![(INT4, ""), (INT4, "")], |i| {
            vec![Datum::i32((i % 50) as i32), Datum::i32(i as i32)]
        }),
        ("mc2", vec![(INT4, ""), (INT4, ""), (TEXT, "")], |i| {
            vec![
                Datum::i32((i % 10) as i32),
                Datum::i32((i % 500) as i32),
                txt(format!("x{}", i % 20)),
            ]
        }),
        ("mc3", vec![(TEXT, ""), (INT4, "")], |i| {
            vec![txt(hex_md5((i % 40).to_string().as_bytes())), Datum::i32(i as i32)]
        }),
        ("nul", vec![(INT4, ""), (INT4, "")], |i| vec![or_null(i % 10, 3), or_null(i % 4, 1)]),
        ("nuldesc", vec![(INT4, "df"), (INT4, "d")], |i| {
            vec![or_null(i % 10, 3), Datum::i32(i as i32)]
        }),
        ("dsc", vec![(INT4, "df")], |i| vec![Datum::i32(i as i32)]),
        ("boolx", vec![(BOOL, "")], |i| vec![Datum::bool(i % 3 == 0)]),
        ("f8", vec![(FLOAT8, "")], |i| vec![Datum::f64(i as f64 / 7.0)]),
        ("d", vec![(DATE, "")], |i| vec![Datum::i32(7305 + (i % 400) as i32)]),
        ("num", vec![(NUMERIC, "")], |i| vec![numeric(&(i % 1000).to_string())]),
        ("num2", vec![(NUMERIC, "")], |i| {
            let v = i * 37 % 10007;
            vec![numeric(&format!(
                "{}{}.{:02}",
                if v < 0 { "-" } else { "" },
                v.abs() / 100,
                v.abs() % 100
            ))]
        }),
        ("tall", vec![(TEXT, "")], |i| vec![txt(lpad(i, 400))]),
        ("talldesc", vec![(TEXT, "")], |i| vec![txt(lpad(1000000 - i, 300))]),
        ("tallrnd", vec![(TEXT, "")], |i| {
            vec![txt(hex_md5(i.to_string().as_bytes()) + &"x".repeat(300))]
        }),
        ("bp", vec![(BPCHAR, "")], |i| vec![txt((i % 300).to_string())]),
        ("bytea", vec![(BYTEA, "")], |i| {
            vec![Datum::varlena(&Md5::digest((i % 2000).to_string()))]
        }),
        ("mcd", vec![(INT4, "df"), (INT4, "")], |i| {
            vec![Datum::i32((i % 20) as i32), Datum::i32(i as i32)]
        }),
        ("uniq", vec![(INT4, "")], |i| vec![Datum::i32(i as i32)]),
        ("nodedup", vec![(INT4, "")], |i| vec![Datum::i32((i % 100) as i32)]),
        ("ff70", vec![(INT4, "")], |i| vec![Datum::i32(i as i32)]),
    ]
}

fn case_index(file: u32, name: &str, columns: &[(Oid, &'static str)]) -> Relation {
    let mut rel = index(file, name, columns);
    if let Some(info) = &mut rel.index {
        info.unique = name.ends_with("uniq");
    }
    if name.ends_with("nodedup") {
        rel.options.deduplicate_items = Some(false);
    }
    if name.ends_with("ff70") {
        rel.options.fillfactor = Some(70);
    }
    rel
}

/// Rows of one int column: 226 fit a page.
pub(super) fn tid(n: i64) -> ItemPointer {
    ItemPointer::new((n / 226) as u32, (n % 226) as u16 + 1)
}

fn pages(st: &Store, rel: &Relation) -> Vec<Vec<u8>> {
    let n = st.pool.nblocks(rel.file, ForkNumber::Main);
    (0..n).map(|b| st.pool.raw_page(pages::tag(rel, b)).expect("a page").bytes().to_vec()).collect()
}

/// What a recording says: `== stage`, then `index pages md5` lines; `nextxid n`; `tids ...`.
struct Recording {
    stages: BTreeMap<String, BTreeMap<String, (usize, String)>>,
    xids: Vec<u32>,
    tids: Vec<Vec<ItemPointer>>,
}

impl Recording {
    fn parse(text: &str) -> Recording {
        let mut r = Recording { stages: BTreeMap::new(), xids: vec![], tids: vec![] };
        let mut stage = String::new();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["==", name] => stage = name.into(),
                ["nextxid", x] => r.xids.push(x.parse().expect("an xid")),
                ["tids", ..] => r.tids.push(words[1..].iter().map(|w| parse_tid(w)).collect()),
                [name, pages, md5] if name.starts_with("r_") || name.starts_with("b_") => {
                    let pages = pages.parse().expect("a number");
                    r.stages
                        .entry(stage.clone())
                        .or_default()
                        .insert(name.into(), (pages, md5.into()));
                }
                _ => {}
            }
        }
        r
    }
}

fn parse_tid(s: &str) -> ItemPointer {
    let (block, offset) = s.trim_matches(['(', ')']).split_once(',').expect("a tid");
    ItemPointer::new(block.parse().expect("a block"), offset.parse().expect("an offset"))
}

/// Everything but LSN and checksum.
pub(super) fn fingerprint(st: &Store, rel: &Relation) -> (usize, String) {
    let pages = pages(st, rel);
    let mut all = Md5::new();
    for p in &pages {
        all.update(&p[10..]);
    }
    (pages.len(), all.finalize().iter().map(|b| format!("{b:02x}")).collect())
}

/// VACUUM as its effects on one index go.
fn vacuum(st: &mut Store, rel: &Relation, dead: Option<&BTreeSet<ItemPointer>>) {
    st.xact.begin();
    st.xact.snapshot();
    st.xact.oldest_xmin();
    let stats =
        dead.map(|dead| bulk_delete(st, rel, None, None, &|t| dead.contains(&t)).expect("deletes"));
    vacuum_cleanup(st, rel, stats, None, None).expect("cleans up");
    st.commit();
}

/// Plays the recorded script (see `recorded.sql`) with `n` rows on every index; returns the
/// indexes and stages that differ.
fn replay(text: &str, n: i64) -> Vec<String> {
    let recording = Recording::parse(text);
    let mut different = vec![];
    for (i, (case, columns, row)) in cases().into_iter().enumerate() {
        for prefix in ["r_", "b_"] {
            let name = format!("{prefix}{case}");
            let first_xid = TransactionId(recording.xids[0]);
            let mut st = Store::new(StoreConfig { first_xid, ..Default::default() });
            let rel = Rc::new(case_index(16384 + i as u32, &name, &columns));
            st.pool.create_file(rel.file, ForkNumber::Main);
            let mut agrees = |st: &Store, stage: &str| {
                let same = recording.stages[stage][&name] == fingerprint(st, &rel);
                if !same {
                    different.push(format!("{name} {stage}"));
                }
                same
            };
            let add = |st: &mut Store, i: i64, tid| {
                insert(st, &rel, &Alive, &row(i), tid, UniqueCheck::No, false).expect("inserts");
            };
            if prefix == "r_" {
                build_empty(&mut st, &rel).expect("builds");
                (0..n).for_each(|i| add(&mut st, i + 1, tid(i)));
                if !agrees(&st, "retail") {
                    continue;
                }
            } else {
                let mut b = Builder::new(&rel, "t", false);
                for i in 0..n {
                    b.add(&st, &row(i + 1), tid(i), true).expect("adds");
                }
                assert!(matches!(b.finish(&mut st), Ok(Built::Done(_))));
                if !agrees(&st, "build") {
                    continue;
                }
            }
            let all: Vec<(i64, ItemPointer)> = (0..n).map(|i| (i + 1, tid(i))).collect();
            let gone = |i: i64| (n / 6..=n * 2 / 5).contains(&i) || i % 11 == 0;
            let mut dead = all.iter().filter(|r| gone(r.0)).map(|r| r.1).collect();
            vacuum(&mut st, &rel, Some(&dead));
            if !agrees(&st, "vacuum") {
                continue;
            }
            st.xact.begin();
            st.xact.assign_xid();
            add(&mut st, -1, recording.tids[0][0]);
            st.commit();
            vacuum(&mut st, &rel, None);
            if !agrees(&st, "vacuum2") {
                continue;
            }
            st.xact.begin();
            st.xact.assign_xid();
            for (i, &t) in recording.tids[1].iter().enumerate() {
                add(&mut st, n + 1 + i as i64, t);
            }
            st.commit();
            if !agrees(&st, "refill") {
                continue;
            }
            // Two more DELETEs, which leave next to nothing.
            let mut rows: BTreeMap<ItemPointer, i64> = BTreeMap::new();
            rows.extend(all.iter().filter(|r| !gone(r.0)).map(|r| (r.1, r.0)));
            rows.insert(recording.tids[0][0], -1);
            rows.extend(recording.tids[1].iter().zip(n + 1..).map(|(t, i)| (*t, i)));
            for (stage, below) in [("most", n - 10), ("last", n + n / 12 - 3)] {
                st.xact.begin();
                st.xact.assign_xid();
                st.commit();
                dead = rows.iter().filter(|r| *r.1 < below).map(|r| *r.0).collect();
                rows.retain(|_, i| *i >= below);
                vacuum(&mut st, &rel, Some(&dead));
                if !agrees(&st, stage) {
                    break;
                }
            }
        }
    }
    different
}

#[test]
fn pages_are_the_servers() {
    assert_eq!(replay(include_str!("recorded.out"), 12000), Vec::<String>::new());
}
