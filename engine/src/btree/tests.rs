//! Indexes held against recorded pages of PostgreSQL 15.

use super::*;
use crate::heap::{IndexInfo, IndexKey, RelKind, RelOptions, RelState};
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

fn attribute(type_oid: Oid) -> Attribute {
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
    }
}

/// An index on columns of these types; `d` after a type: DESC, `f`: NULLS FIRST.
fn index(file: u32, name: &str, columns: &[(Oid, &str)]) -> Relation {
    let keys = columns
        .iter()
        .map(|(type_oid, order)| IndexKey {
            attno: AttrNumber(0),
            type_oid: *type_oid,
            collation: Oid(100),
            descending: order.contains('d'),
            nulls_first: order.contains('f'),
        })
        .collect();
    Relation {
        oid: Oid(file),
        name: name.into(),
        namespace: Oid(2200),
        file: RelFileNode(file),
        kind: RelKind::Index,
        persistence: 'p',
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
fn tid(n: i64) -> ItemPointer {
    ItemPointer::new((n / 226) as u32, (n % 226) as u16 + 1)
}

fn pages(st: &Store, rel: &Relation) -> Vec<Vec<u8>> {
    let n = st.pool.nblocks(rel.file, ForkNumber::Main);
    (0..n)
        .map(|b| st.pool.raw_page(pages::tag(rel, b)).expect("a page").bytes().to_vec())
        .collect()
}

#[test]
#[ignore]
fn dev_recorded() {
    let text = std::fs::read_to_string("/tmp/btree/rec/a.out").unwrap();
    let mut stages: Vec<(String, BTreeMap<String, Vec<String>>)> = vec![];
    let mut xids = vec![];
    let mut new_tid = ItemPointer::default();
    let mut refill = vec![];
    let parse = |s: &str| {
        let (b, o) = s.trim_matches(['(', ')']).split_once(',').unwrap();
        ItemPointer::new(b.parse().unwrap(), o.parse().unwrap())
    };
    for line in text.lines() {
        if let Some(s) = line.strip_prefix("== ") {
            stages.push((s.into(), BTreeMap::new()));
        } else if let Some(x) = line.strip_prefix("nextxid ") {
            xids.push(x.parse::<u32>().unwrap());
        } else if let Some(x) = line.strip_prefix("tid ") {
            new_tid = parse(x);
        } else if let Some(x) = line.strip_prefix("tids ") {
            refill = x.split(' ').map(parse).collect();
        } else if line.starts_with("r_") || line.starts_with("b_") {
            let mut w = line.split(' ');
            let (name, _, md5) = (w.next().unwrap(), w.next(), w.next().unwrap());
            let stage = stages.last_mut().unwrap();
            stage.1.entry(name.into()).or_default().push(md5.into());
        }
    }
    let stage = |n: &str| &stages.iter().find(|s| s.0 == n).unwrap().1;
    let mut bad = 0;
    let only = std::env::var("ONLY").unwrap_or_default();
    for (i, (case, columns, row)) in cases().into_iter().enumerate() {
        if !only.is_empty() && only != case {
            continue;
        }
        for prefix in ["r_", "b_"] {
            let name = format!("{prefix}{case}");
            let config = StoreConfig { first_xid: TransactionId(xids[0]), ..Default::default() };
            let mut st = Store::new(config);
            let rel = Rc::new(case_index(16384 + i as u32, &name, &columns));
            st.pool.create_file(rel.file, ForkNumber::Main);
            let mut compare = |st: &Store, s: &str| -> bool {
                let want = &stage(s)[&name];
                let have = pages(st, &rel);
                let diff: Vec<usize> = (0..want.len().max(have.len()))
                    .filter(|&b| {
                        want.get(b).map(String::as_str)
                            != have.get(b).map(|p| hex_md5(&p[10..])).as_deref()
                    })
                    .collect();
                if diff.is_empty() {
                    println!("ok   {name} {s} ({} pages)", want.len());
                } else {
                    println!(
                        "BAD  {name} {s}: {} pages, want {}; first different {:?}",
                        have.len(),
                        want.len(),
                        &diff[..diff.len().min(8)]
                    );
                    let dir = format!("/tmp/btree/have/{name}.{s}");
                    std::fs::create_dir_all(&dir).unwrap();
                    for &b in &diff {
                        if let Some(p) = have.get(b) {
                            std::fs::write(format!("{dir}/{b}"), p).unwrap();
                        }
                    }
                    bad += 1;
                }
                diff.is_empty()
            };
            let check = UniqueCheck::No;
            if prefix == "r_" {
                build_empty(&mut st, &rel).unwrap();
                for n in 0..30000 {
                    insert(&mut st, &rel, &Alive, &row(n + 1), tid(n), check, false).unwrap();
                }
                if !compare(&st, "retail") {
                    continue;
                }
            } else {
                let mut b = Builder::new(&rel, "t");
                for n in 0..30000 {
                    b.add(&st, &row(n + 1), tid(n), true).unwrap();
                }
                assert!(matches!(b.finish(&mut st).unwrap(), Built::Done(_)));
                if !compare(&st, "build") {
                    continue;
                }
            }
            let dead: BTreeSet<ItemPointer> = (0..30000i64)
                .filter(|n| (5000..=12000).contains(&(n + 1)) || (n + 1) % 11 == 0)
                .map(tid)
                .collect();
            let stats = bulk_delete(&mut st, &rel, None, None, &|t| dead.contains(&t)).unwrap();
            vacuum_cleanup(&mut st, &rel, Some(stats), None, None).unwrap();
            if !compare(&st, "vacuum") {
                continue;
            }
            st.xact.begin();
            st.xact.current_xid();
            insert(&mut st, &rel, &Alive, &row(-1), new_tid, check, false).unwrap();
            st.commit();
            st.xact.begin();
            st.xact.snapshot();
            st.xact.oldest_xmin();
            vacuum_cleanup(&mut st, &rel, None, None, None).unwrap();
            st.commit();
            if !compare(&st, "vacuum2") {
                continue;
            }
            st.xact.begin();
            st.xact.current_xid();
            for (n, t) in refill.iter().enumerate() {
                insert(&mut st, &rel, &Alive, &row(40001 + n as i64), *t, check, false).unwrap();
            }
            st.commit();
            compare(&st, "refill");
        }
    }
    assert_eq!(bad, 0);
}
