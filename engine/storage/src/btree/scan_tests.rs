//! Scans: what they return, and how many pages they ask for, as EXPLAIN (ANALYZE, BUFFERS) of
//! PostgreSQL 15 has it for the same indexes of `t(i)`, rows 1 to 60000.

use super::ScanStrategy::*;
use super::tests::*;
use super::*;
use crate::ids::{AttrNumber, ForkNumber, Oid};
use crate::store::StoreConfig;
use crate::types::oid::*;
use crate::xact::Snapshot;
use std::rc::Rc;

fn int(v: i64) -> Datum {
    Datum::i32(v as i32)
}

fn cmp(column: i16, strategy: ScanStrategy, v: Datum) -> ScanKey {
    key(column, ScanTest::Compare(strategy, v))
}

fn key(column: i16, test: ScanTest) -> ScanKey {
    ScanKey { attno: AttrNumber(column), test, arg_type: Oid::INVALID }
}

fn any(column: i16, values: &[i64]) -> ScanKey {
    key(column, ScanTest::EqualAny(values.iter().map(|v| int(*v)).collect()))
}

struct Scanned {
    store: Store,
    rel: Rc<Relation>,
}

impl Scanned {
    fn new(columns: &[(Oid, &'static str)], row: impl Fn(i64) -> Vec<Datum>) -> Scanned {
        let mut store = Store::new(StoreConfig::default());
        let rel = Rc::new(index(1, "i", columns));
        store.pool.create_file(rel.file, ForkNumber::Main);
        let mut b = Builder::new(&rel, "t", false);
        for i in 0..60000 {
            b.add(&store, &row(i + 1), tid(i), true).expect("adds");
        }
        assert!(matches!(b.finish(&mut store), Ok(Built::Done(_))));
        Scanned { store, rel }
    }

    /// Row numbers in the order of the scan.
    fn rows(&mut self, keys: &[ScanKey], dir: Direction) -> Vec<i64> {
        let st = &mut self.store;
        let snapshot = Snapshot::Mvcc {
            xmin: st.xact.next_xid(),
            xmax: st.xact.next_xid(),
            curcid: crate::ids::CommandId(0),
        };
        let mut scan = BtScan::begin(&self.rel, &snapshot, false);
        scan.rescan(st, keys.to_vec()).expect("starts");
        let mut rows = vec![];
        while let Some(t) = scan.next(st, dir).expect("goes on") {
            rows.push(i64::from(t.block.0) * 226 + i64::from(t.offset.0));
        }
        scan.end(st).expect("ends");
        rows
    }

    /// Rows and buffer hits of a warm forward scan; backwards it returns the same.
    #[track_caller]
    fn check(&mut self, keys: &[ScanKey], rows: usize, hits: u64) {
        self.rows(keys, Direction::Forward);
        let before = self.store.pool.usage();
        let mut forward = self.rows(keys, Direction::Forward);
        let after = self.store.pool.usage();
        assert_eq!((forward.len(), after.hit - before.hit), (rows, hits), "rows, hits");
        let mut backward = self.rows(keys, Direction::Backward);
        forward.sort_unstable();
        backward.sort_unstable();
        assert!(forward == backward);
    }
}

#[test]
fn one_column() {
    let mut s = Scanned::new(&[(INT4, "")], |i| vec![int(i)]);
    s.check(&[cmp(1, Equal, int(5))], 1, 2);
    s.check(&[cmp(1, GreaterEqual, int(100)), cmp(1, LessEqual, int(5000))], 4901, 15);
    s.check(&[cmp(1, Greater, int(59990))], 10, 2);
    s.check(&[cmp(1, GreaterEqual, int(59990))], 11, 2);
    s.check(&[cmp(1, Less, int(400))], 399, 3);
    for i in [366, 367, 368] {
        s.check(&[cmp(1, Equal, int(i))], 1, 2);
    }
    s.check(&[any(1, &[7, 500, 30000, 500, 70000])], 3, 8);
    s.check(&[cmp(1, Greater, int(10)), cmp(1, Less, int(5))], 0, 2);
    s.check(&[cmp(1, Equal, int(10)), cmp(1, Less, int(5))], 0, 0);
    s.check(&[key(1, ScanTest::IsNull)], 0, 2);
    s.check(&[key(1, ScanTest::IsNotNull), cmp(1, Less, int(3))], 2, 2);
    let rows = s.rows(&[cmp(1, Greater, int(59997))], Direction::Backward);
    assert_eq!(rows, [60000, 59999, 59998]);
}

#[test]
fn several_columns() {
    let mut s = Scanned::new(&[(INT4, ""), (INT4, ""), (INT4, "")], |i| {
        vec![int(i % 50), int(i % 7), int(i)]
    });
    s.check(&[cmp(1, Equal, int(3)), cmp(2, Equal, int(2))], 171, 3);
    let keys = [cmp(1, Equal, int(3)), cmp(2, Greater, int(4)), cmp(3, Greater, int(59000))];
    s.check(&keys, 5, 4);
    s.check(&[cmp(1, Equal, int(3)), any(2, &[1, 3])], 343, 8);
    let keys =
        [any(1, &[3, 49]), any(2, &[1, 6]), cmp(3, Greater, int(100)), cmp(3, Less, int(5000))];
    s.check(&keys, 56, 13);
    let member = |column, value| RowMember {
        attno: AttrNumber(column),
        arg: int(value),
        arg_type: Oid::INVALID,
    };
    let row = |strategy, a, b| key(1, ScanTest::Row(strategy, vec![member(1, a), member(2, b)]));
    s.check(&[row(Greater, 48, 2)], 1885, 10);
    s.check(&[row(LessEqual, 1, 3)], 1887, 12);
}

#[test]
fn duplicates() {
    let mut s = Scanned::new(&[(INT4, "")], |i| vec![int(i % 100)]);
    s.check(&[cmp(1, Equal, int(17))], 600, 3);
    s.check(&[cmp(1, Greater, int(95))], 2400, 3);
    let rows = s.rows(&[cmp(1, Equal, int(17))], Direction::Forward);
    assert!(rows.is_sorted());
}

#[test]
fn nulls_and_descending() {
    let mut s = Scanned::new(&[(INT4, "df"), (INT4, "d")], |i| {
        vec![if i % 10 == 3 { Datum::Null } else { int(i % 10) }, int(i)]
    });
    s.check(&[key(1, ScanTest::IsNull)], 6000, 24);
    s.check(&[cmp(1, Equal, int(4)), cmp(2, Less, int(1000))], 100, 2);
    s.check(&[cmp(1, Equal, int(4)), cmp(2, Greater, int(59000))], 100, 3);
    let rows = s.rows(&[cmp(1, Equal, int(4)), cmp(2, Less, int(30))], Direction::Forward);
    assert_eq!(rows, [24, 14, 4]);
    let rows = s.rows(&[key(1, ScanTest::IsNotNull)], Direction::Forward);
    assert_eq!((rows.len(), rows[0]), (54000, 59999));
}

#[test]
fn three_levels_and_texts() {
    let text = |s: &str| Datum::text(&format!("{s:0>400}"));
    let mut s = Scanned::new(&[(TEXT, "")], |i| vec![text(&i.to_string())]);
    s.check(&[cmp(1, Equal, text("777"))], 1, 5);
    s.check(&[cmp(1, Less, text("77"))], 76, 9);
}
