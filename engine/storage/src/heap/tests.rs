//! Statements as the executor runs them, against what a PostgreSQL 15 server printed with
//! pageinspect and `EXPLAIN (ANALYZE, BUFFERS)`.

use std::rc::Rc;

use super::*;
use crate::buffer::{BufferTag, BufferUsage};
use crate::datum::Datum;
use crate::ids::*;
use crate::page;
use crate::store::{Store, StoreConfig};
use crate::tuple::{self, Attribute, Storage, TupleDesc, header};
use crate::xact::Snapshot;

fn column(name: &str, type_oid: u32, len: i16) -> Attribute {
    Attribute {
        name: name.into(),
        type_oid: Oid(type_oid),
        typmod: -1,
        len,
        by_val: len > 0,
        align: 4,
        storage: if len > 0 { Storage::Plain } else { Storage::Extended },
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

fn table(st: &mut Store, oid: u32) -> Rc<Relation> {
    let desc = TupleDesc { attrs: vec![column("id", 23, 4), column("v", 25, -1)] };
    st.pool.create_file(RelFileNode(oid), ForkNumber::Main);
    Rc::new(Relation {
        oid: Oid(oid),
        name: "t".into(),
        namespace: Oid(2200),
        file: RelFileNode(oid),
        kind: RelKind::Table,
        persistence: Persistence::Permanent,
        desc: Rc::new(desc),
        options: RelOptions::default(),
        toast: None,
        indexes: Vec::new(),
        index: None,
        state: RelState::new(),
    })
}

fn store(first_xid: u32) -> Store {
    Store::new(StoreConfig { first_xid: TransactionId(first_xid), ..StoreConfig::default() })
}

fn row(rel: &Relation, id: i32, c: char, n: usize) -> Vec<u8> {
    tuple::form(&rel.desc, &[Datum::i32(id), Datum::text(&c.to_string().repeat(n))])
}

fn insert_rows(st: &mut Store, rel: &Relation, ids: std::ops::RangeInclusive<i32>, n: usize) {
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    for id in ids {
        let mut t = row(rel, id, 'x', n);
        insert(st, rel, &mut t, cid, InsertOptions::default(), None).unwrap();
    }
    st.commit();
}

/// One statement over the rows for which `pick` holds: inside a transaction that is running, or in
/// its own.
fn change(
    st: &mut Store,
    rel: &Rc<Relation>,
    pick: impl Fn(i32) -> bool,
    to: Option<(char, usize)>,
) {
    let own = !st.xact.in_transaction();
    if own {
        st.xact.begin();
    }
    let snapshot = st.xact.snapshot();
    let handle = st.xact.register(&snapshot);
    let cid = st.xact.current_command_id(true);
    let mut scan = HeapScan::begin(st, rel, snapshot);
    while let Some(tid) = scan.advance(st).unwrap() {
        let id = tuple::attribute(&rel.desc, scan.current(st), AttrNumber(1)).unwrap().as_i32();
        if pick(id) {
            let done = match to {
                Some((c, n)) => {
                    // ExecUpdate reads the old version again, by its TID.
                    fetch(st, rel, tid, &Snapshot::Any).unwrap().unwrap();
                    update(st, rel, tid, row(rel, id, c, n), cid, &mut |_, t, _| Ok(t)).unwrap()
                }
                None => delete(st, rel, tid, cid).unwrap(),
            };
            assert_eq!(done.state, TupleState::Ok);
        }
    }
    st.xact.unregister(handle);
    st.xact.command_counter_increment().unwrap();
    if own {
        st.commit();
    }
}

fn count(st: &mut Store, rel: &Rc<Relation>) -> usize {
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let mut scan = HeapScan::begin(st, rel, snapshot);
    let mut n = 0;
    while scan.advance(st).unwrap().is_some() {
        n += 1;
    }
    st.commit();
    n
}

/// A page as `heap_page_items` and `page_header` show it.
fn dump(st: &Store, rel: &Relation, block: u32) -> Vec<String> {
    let tag = BufferTag { file: rel.file, fork: ForkNumber::Main, block: BlockNumber(block) };
    let kept = st.pool.raw_page(tag).unwrap();
    let bytes = kept.bytes();
    let mut out = Vec::new();
    for o in 1..=page::max_offset(bytes) {
        let id = page::item_id(bytes, OffsetNumber(o));
        let mut line = format!("{o} {} {} {}", id.offset(), id.state() as u8, id.length());
        if id.has_storage() {
            let t = page::item(bytes, OffsetNumber(o));
            line += &format!(
                " {} {} {} {} {:x} {:x} {}",
                header::raw_xmin(t),
                header::raw_xmax(t),
                header::raw_command_id(t),
                header::ctid(t),
                header::infomask(t),
                header::infomask2(t),
                header::hoff(t)
            );
        }
        out.push(line);
    }
    out.push(format!(
        "{} {} {} {}",
        page::lower(bytes),
        page::upper(bytes),
        page::flags(bytes),
        page::prune_xid(bytes)
    ));
    out
}

fn usage(st: &Store, before: BufferUsage) -> [u64; 4] {
    let u = st.pool.usage() - before;
    [u.hit, u.read, u.dirtied, u.written]
}

fn fsm_nodes(st: &Store, rel: &Relation, block: u32) -> Vec<(usize, u8)> {
    let tag = BufferTag { file: rel.file, fork: ForkNumber::Fsm, block: BlockNumber(block) };
    fsm::page::nonzero_nodes(st.pool.raw_page(tag).unwrap().bytes())
}

#[test]
fn hot_updates_are_chained_and_pruned_as_the_server_does() {
    let mut st = store(729);
    let rel = table(&mut st, 16390);
    insert_rows(&mut st, &rel, 1..=3, 1500);
    change(&mut st, &rel, |id| id == 3, Some(('y', 1500)));
    change(&mut st, &rel, |id| id == 3, Some(('z', 1500)));
    assert_eq!(
        dump(&st, &rel, 0),
        [
            "1 6656 1 1532 729 0 0 (0,1) 902 2 24",
            "2 5120 1 1532 729 0 0 (0,2) 902 2 24",
            "3 3584 1 1532 729 730 0 (0,4) 502 4002 24",
            "4 2048 1 1532 730 731 0 (0,5) 2102 c002 24",
            "5 512 1 1532 731 0 0 (0,5) 2802 8002 24",
            "44 512 0 730",
        ]
    );
    assert_eq!(count(&mut st, &rel), 3);
    assert_eq!(dump(&st, &rel, 0).last().unwrap(), "44 3584 1 0");
    change(&mut st, &rel, |id| id == 3, None);
    assert_eq!(count(&mut st, &rel), 2);
    assert_eq!(
        dump(&st, &rel, 0),
        [
            "1 6656 1 1532 729 0 0 (0,1) 902 2 24",
            "2 5120 1 1532 729 0 0 (0,2) 902 2 24",
            "3 5 2 0",
            "4 0 0 0",
            "5 3584 1 1532 731 732 0 (0,5) 2502 a002 24",
            "44 3584 1 732",
        ]
    );
}

#[test]
fn an_aborted_chain_goes_and_takes_its_line_pointers_along() {
    let mut st = store(734);
    let rel = table(&mut st, 16395);
    insert_rows(&mut st, &rel, 1..=3, 1500);
    st.xact.begin();
    change(&mut st, &rel, |id| id == 3, Some(('y', 1500)));
    change(&mut st, &rel, |id| id == 3, Some(('z', 1500)));
    st.abort();
    assert_eq!(
        dump(&st, &rel, 0)[2..],
        [
            "3 3584 1 1532 734 735 0 (0,4) 102 4002 24",
            "4 2048 1 1532 735 735 0 (0,5) 2022 c002 24",
            "5 512 1 1532 735 0 1 (0,5) 2802 8002 24",
            "44 512 0 735",
        ]
    );
    assert_eq!(count(&mut st, &rel), 3);
    assert_eq!(
        dump(&st, &rel, 0)[2..],
        ["3 3584 1 1532 734 735 0 (0,4) 902 4002 24", "36 3584 0 0"]
    );
}

#[test]
fn free_space_and_buffers_are_counted_as_the_server_does() {
    let mut st = store(737);
    let rel = table(&mut st, 16400);
    let before = st.pool.usage();
    insert_rows(&mut st, &rel, 1..=30, 1000);
    assert_eq!(usage(&st, before), [35, 2, 6, 5]);
    assert_eq!(fsm_nodes(&st, &rel, 0), []);
    let leaves: Vec<_> = fsm_nodes(&st, &rel, 2).into_iter().filter(|(n, _)| *n >= 4095).collect();
    assert_eq!(leaves, [(4095, 28), (4096, 28), (4097, 28), (4098, 28)]);

    let before = st.pool.usage();
    change(&mut st, &rel, |id| id % 2 == 0, None);
    assert_eq!(usage(&st, before), [20, 0, 0, 0]);
    assert_eq!(count(&mut st, &rel), 15);
}

/// The last line of each page's dump.
fn headers(st: &Store, rel: &Relation) -> Vec<String> {
    let blocks = st.pool.nblocks(rel.file, ForkNumber::Main);
    (0..blocks).map(|b| dump(st, rel, b).pop().unwrap()).collect()
}

#[test]
fn updates_that_need_another_page_find_it_as_the_server_does() {
    let mut st = store(729);
    let rel = table(&mut st, 16390);
    insert_rows(&mut st, &rel, 1..=30, 1000);

    let before = st.pool.usage();
    change(&mut st, &rel, |id| id < 20, Some(('w', 1200)));
    assert_eq!(usage(&st, before), [68, 0, 3, 3]);
    assert_eq!(
        headers(&st, &rel),
        [
            "52 968 2 730",
            "52 968 2 730",
            "52 968 2 730",
            "52 968 0 0",
            "48 1200 0 0",
            "48 800 0 0",
            "48 800 0 0",
            "36 4496 0 0",
        ]
    );
    assert_eq!(dump(&st, &rel, 0)[0], "1 7160 1 1032 729 730 0 (4,3) 102 2 24");
    assert_eq!(dump(&st, &rel, 7)[2], "3 4496 1 1232 730 0 0 (7,3) 2802 2 24");

    let before = st.pool.usage();
    assert_eq!(count(&mut st, &rel), 30);
    assert_eq!(usage(&st, before), [8, 0, 0, 0]);
    assert_eq!(headers(&st, &rel)[..3], ["52 8192 0 0", "52 8192 0 0", "52 6128 0 0"]);

    let before = st.pool.usage();
    change(&mut st, &rel, |_| true, Some(('q', 1100)));
    assert_eq!(usage(&st, before), [103, 0, 4, 4]);
    assert_eq!(
        headers(&st, &rel)[..9],
        [
            "52 8192 0 0",
            "52 8192 0 0",
            "60 3856 0 731",
            "52 968 2 731",
            "52 64 2 731",
            "48 800 2 731",
            "48 800 2 731",
            "48 1088 2 731",
            "52 240 0 0",
        ]
    );

    let before = st.pool.usage();
    change(&mut st, &rel, |_| true, Some(('q', 1000)));
    assert_eq!(usage(&st, before), [104, 0, 3, 3]);
    assert_eq!(
        headers(&st, &rel)[..9],
        [
            "52 8192 0 0",
            "52 8192 0 0",
            "68 1792 0 731",
            "52 8192 0 0",
            "76 864 0 732",
            "48 8192 0 0",
            "48 8192 0 0",
            "60 1688 0 732",
            "52 240 2 732",
        ]
    );
    let leaves: Vec<_> =
        fsm_nodes(&st, &rel, 2).into_iter().filter(|(n, _)| *n >= 4095).map(|n| n.1).collect();
    assert_eq!(leaves, [28, 28, 28, 28, 24, 23, 23, 32, 5, 5, 5, 18, 28, 28]);
}

#[test]
fn all_visible_pages_cost_a_look_at_the_map() {
    let mut st = store(729);
    let rel = table(&mut st, 16390);
    insert_rows(&mut st, &rel, 1..=30, 1000);
    count(&mut st, &rel);
    // What VACUUM leaves behind.
    let mut map = None;
    for b in 0..5 {
        let tag = BufferTag { file: rel.file, fork: ForkNumber::Main, block: BlockNumber(b) };
        let heap = st.pool.read(tag).unwrap();
        page::set_flag(st.pool.page_mut(heap).bytes_mut(), page::layout::PD_ALL_VISIBLE, true);
        let free = page::heap_free_space(st.pool.page(heap).bytes());
        visibility_map::pin(&mut st, &rel, tag.block, &mut map).unwrap();
        let set = visibility_map::BitsToSet { heap, cutoff: TransactionId::INVALID, flags: 1 };
        visibility_map::set(&mut st, &rel, map.unwrap(), set).unwrap();
        fsm::record_page_with_free_space(&mut st, &rel, tag.block, free).unwrap();
    }
    fsm::vacuum(&mut st, &rel).unwrap();
    rel.state.invalidate();
    st.pool.release_all();
    assert_eq!(visibility_map::count(&mut st, &rel).unwrap(), (5, 0));

    let before = st.pool.usage();
    insert_rows(&mut st, &rel, 31..=35, 1000);
    assert_eq!(usage(&st, before), [9, 0, 0, 0]);
    let before = st.pool.usage();
    change(&mut st, &rel, |id| id == 3, None);
    assert_eq!(usage(&st, before), [7, 0, 0, 0]);
    let before = st.pool.usage();
    change(&mut st, &rel, |id| id == 9 || id == 10, Some(('w', 500)));
    assert_eq!(usage(&st, before), [11, 0, 0, 0]);
    assert_eq!(visibility_map::count(&mut st, &rel).unwrap(), (2, 0));
    assert_eq!(
        headers(&st, &rel),
        ["52 968 0 731", "56 432 2 732", "52 968 4 0", "52 968 4 0", "56 432 0 0"]
    );
}

#[test]
fn bulk_insertion_goes_round_in_its_ring() {
    let mut st = Store::new(StoreConfig { shared_buffers: 262_144, ..StoreConfig::default() });
    let rel = table(&mut st, 16384);
    st.xact.begin();
    let mut bulk = BulkInsert::new(&st);
    let options = InsertOptions { skip_fsm: true, ..InsertOptions::default() };
    for id in 1..=12_000 {
        let mut t = row(&rel, id, 'x', 1900);
        insert(&mut st, &rel, &mut t, CommandId(0), options, Some(&mut bulk)).unwrap();
    }
    bulk.finish(&mut st);
    st.commit();
    for expected in [[2048, 952, 952, 0], [3000, 0, 0, 0]] {
        let before = st.pool.usage();
        count(&mut st, &rel);
        assert_eq!(usage(&st, before), expected);
    }
}

#[test]
fn temporary_tables_count_locally() {
    let mut st = store(729);
    let rel = table(&mut st, 16384);
    st.pool.set_local(rel.file);
    insert_rows(&mut st, &rel, 1..=30, 1000);
    let u = st.pool.usage();
    assert_eq!((u.local_hit, u.local_read, u.local_dirtied, u.local_written), (35, 2, 6, 5));
    assert_eq!((u.hit, u.read), (0, 0));
}

#[test]
fn row_locks_are_raised_and_kept_by_updates() {
    let mut st = store(737);
    let rel = table(&mut st, 16384);
    insert_rows(&mut st, &rel, 1..=2, 1);
    st.xact.begin();
    let tid = ItemPointer::new(0, 1);
    for (mode, expected) in [
        (LockMode::KeyShare, "192 2"),
        (LockMode::Share, "1d2 2"),
        (LockMode::Exclusive, "1c2 2002"),
        (LockMode::Share, "1c2 2002"),
    ] {
        let cid = st.xact.current_command_id(true);
        assert_eq!(lock_tuple(&mut st, &rel, tid, cid, mode).unwrap(), TupleState::Ok);
        st.xact.command_counter_increment().unwrap();
        let line = dump(&st, &rel, 0).remove(0);
        assert!(line.contains(&format!("738 0 (0,1) {expected}")), "{line}");
    }
    change(&mut st, &rel, |id| id == 1, Some(('c', 1)));
    st.commit();
    assert_eq!(dump(&st, &rel, 0)[0], "1 8160 1 30 737 738 4 (0,3) 102 6002 24");
    assert_eq!(dump(&st, &rel, 0)[2], "3 8096 1 30 738 738 4 (0,3) 2092 8002 24");
}

#[test]
fn ten_thousand_rows_take_milliseconds() {
    let mut st = store(729);
    let rel = table(&mut st, 16390);
    insert_rows(&mut st, &rel, 1..=10_000, 100);
    assert_eq!(count(&mut st, &rel), 10_000);
    change(&mut st, &rel, |_| true, Some(('y', 100)));
    assert_eq!(count(&mut st, &rel), 10_000);
}

#[test]
fn a_row_that_fits_on_no_page_is_refused_in_the_servers_words() {
    let mut st = store(737);
    let rel = table(&mut st, 16410);
    st.xact.begin();
    let mut t = row(&rel, 1, 'x', 8200);
    let e = insert(&mut st, &rel, &mut t, CommandId(0), InsertOptions::default(), None);
    assert_eq!(e.unwrap_err().message, "row is too big: size 8232, maximum size 8160");
}

/// A table of 40 MB, loaded and read, in a store with so many buffers and so much memory.
fn loaded_and_read(shared_buffers: u32, memory_limit: usize) -> (Store, Rc<Relation>) {
    let mut st = Store::new(StoreConfig { shared_buffers, memory_limit, ..StoreConfig::default() });
    let rel = table(&mut st, 16384);
    insert_rows(&mut st, &rel, 1..=20_000, 2000);
    change(&mut st, &rel, |id| id % 1000 == 0, Some(('y', 2000)));
    (st, rel)
}

#[test]
fn a_table_larger_than_the_memory_is_folded_and_nobody_who_counts_sees_it() {
    for buffers in [64, 16384] {
        let (whole, rel) = loaded_and_read(buffers, 1 << 30);
        let (folded, _) = loaded_and_read(buffers, 16 << 20);
        assert!(whole.pool.all_unfolded() && !folded.pool.all_unfolded());
        assert!(folded.pool.memory() < 16 << 20, "{} bytes", folded.pool.memory());
        assert_eq!(folded.pool.usage(), whole.pool.usage());
        let blocks = whole.pool.nblocks(rel.file, ForkNumber::Main);
        assert!(blocks > 5000);
        for block in (0..blocks).map(BlockNumber) {
            let tag = BufferTag { file: rel.file, fork: ForkNumber::Main, block };
            let [a, b] = [&whole, &folded].map(|st| st.pool.raw_page(tag).unwrap());
            assert_eq!(a, b, "page {block:?}");
        }
    }
}

#[test]
fn what_cannot_be_folded_still_runs_out_of_memory() {
    let mut st = Store::new(StoreConfig { memory_limit: 1 << 20, ..StoreConfig::default() });
    let rel = table(&mut st, 16384);
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    let mut random = 1u64;
    let failed = (1..1000).find_map(|id| {
        let noise: String = (0..2000)
            .map(|_| {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                char::from(b'!' + (random >> 33) as u8 % 94)
            })
            .collect();
        let mut t = tuple::form(&rel.desc, &[Datum::i32(id), Datum::text(&noise)]);
        insert(&mut st, &rel, &mut t, cid, InsertOptions::default(), None).err()
    });
    assert_eq!(failed.unwrap().code, crate::error::SqlState::OUT_OF_MEMORY);
}
