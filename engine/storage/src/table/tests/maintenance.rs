//! VACUUM, VACUUM FULL, ANALYZE.

use super::*;

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
        insert(&mut st, &rel, row, None, cid, &mut Plain, InsertOptions::default(), None).unwrap();
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

    let rel = rewritten(&mut st, &rel, None);
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
    for row in all_rows(st, rel) {
        assert_eq!(toaster::detoast(st, &row[0]).unwrap().len(), 2006);
    }
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
    assert_eq!(all_rows(&mut st, &toast).len(), 8);
    st.xact.begin();
    let cid = st.xact.current_command_id(true);
    delete(&mut st, &rel, ItemPointer::new(0, 5), cid).unwrap();
    st.commit();
    assert_eq!(all_rows(&mut st, &toast).len(), 5);
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
        st.xact.assign_xid();
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
        insert(&mut st, &rel, &row, None, cid, &mut Plain, InsertOptions::default(), None).unwrap();
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
        let at = insert(&mut st, &rel, &row, None, cid, &mut Plain, InsertOptions::default(), None);
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
        insert(&mut st, &rel, &row, None, cid, &mut Plain, InsertOptions::default(), None).unwrap();
    }
    for i in 1..=50 {
        let row = [Datum::Null, Datum::text(&md5(i).repeat(50))];
        insert(&mut st, &rel, &row, None, cid, &mut Plain, InsertOptions::default(), None).unwrap();
    }
    st.commit();
    st.xact.begin();
    analyze(&mut st, &rel, &AnalyzeOptions::default(), &mut Quiet, None).unwrap();
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

/// Counts line pointers by their state.
fn states(st: &Store, rel: &Relation) -> [usize; 4] {
    let mut counts = [0; 4];
    for block in 0..st.pool.nblocks(rel.file, ForkNumber::Main) {
        let page = raw(st, rel, block);
        for o in 1..=page::max_offset(page.bytes()) {
            counts[page::item_id(page.bytes(), OffsetNumber(o)).state() as usize] += 1;
        }
    }
    counts
}

/// Statistics of the table, its TOAST relation and index, its own index:
/// (relpages, reltuples, relallvisible).
fn class_stats(rel: &Relation) -> Vec<(u32, f32, u32)> {
    let toast = rel.toast.as_ref().unwrap();
    [rel, toast, &toast.indexes[0], &rel.indexes[0]]
        .iter()
        .map(|r| (r.state.relpages.get(), r.state.reltuples.get(), r.state.relallvisible.get()))
        .collect()
}

/// Where all chunks of the TOAST relation are.
fn chunk_places(st: &mut Store, toast: &Rc<Relation>) -> String {
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let mut scan = HeapScan::begin(st, toast, snapshot);
    let mut chunks = Vec::new();
    while let Some(row) = scan.next(st).unwrap() {
        let mut c = Vec::new();
        tuple::deform(&toast.desc, &row.bytes, 2, &mut c).unwrap();
        chunks.push((c[0].as_u32(), c[1].as_i32(), row.tid));
    }
    scan.end(st);
    st.commit();
    chunks.sort();
    let text: Vec<String> =
        chunks.iter().map(|(id, seq, tid)| format!("{id},{seq},{tid}")).collect();
    hex(&Md5::digest(text.join(";")))
}

/// Deletes, updates, an aborted INSERT, VACUUM without and with its indexes, VACUUM FULL and
/// CLUSTER of a table with a primary key and TOASTed values.
#[test]
fn a_table_with_everything_is_as_recorded() {
    let mut st = store();
    let a = column("a", oid::INT4, Storage::Plain);
    let mut rel = table(&mut st, vec![a.clone(), column("b", oid::TEXT, Storage::External)]);
    let pkey = index_on(&mut st, "t_pkey", rel.oid, vec![(1, a)], true);
    btree::build_empty(&mut st, &pkey).unwrap();
    rel.indexes.push(pkey);
    let rel = Rc::new(rel);
    let toast = rel.toast.clone().unwrap();
    // The constraint takes an OID too, before the first value.
    st.oids.next();
    let fill = |st: &mut Store, from: i32, to: i32, letter: &dyn Fn(i32) -> char, commit: bool| {
        st.xact.begin();
        let cid = st.xact.current_command_id(true);
        for i in from..=to {
            let row = [Datum::i32(i), repeat(letter(i), 2100)];
            insert(st, &rel, &row, None, cid, &mut Plain, InsertOptions::default(), None).unwrap();
        }
        if commit { st.commit() } else { st.abort() }
    };
    fill(&mut st, 1, 500, &|i| char::from(96 + (i % 26) as u8), true);
    assert_eq!(change(&mut st, &rel, |a| a % 2 == 0, None), 250);
    assert_eq!(change(&mut st, &rel, |a| a % 5 == 0, Some(repeat('z', 2101))), 50);
    run_vacuum(&mut st, &rel, &VacuumOptions::default());
    assert_eq!(class_stats(&rel), [(4, 250.0, 4), (184, 500.0, 184), (5, 500.0, 0), (4, 250.0, 0)]);
    fill(&mut st, 1001, 1100, &|_| 'n', true);
    assert_eq!(chunk_places(&mut st, &toast), "b3a4cc1cf45cb00ccfa625085d1bea83");
    fill(&mut st, 2001, 2100, &|_| 'n', false);
    let keep_indexes =
        VacuumOptions { index_cleanup: Some(IndexCleanup::Off), ..VacuumOptions::default() };
    run_vacuum(&mut st, &rel, &keep_indexes);
    assert_eq!(states(&st, &rel), [50, 350, 50, 100]);
    run_vacuum(&mut st, &rel, &VacuumOptions::default());
    assert_eq!(states(&st, &rel), [150, 350, 50, 0]);
    assert_eq!(class_stats(&rel), [(4, 350.0, 4), (184, 594.0, 184), (6, 700.0, 0), (4, 350.0, 0)]);

    let rel = rewritten(&mut st, &rel, None);
    assert_eq!(class_stats(&rel), [(3, 350.0, 0), (0, -1.0, 0), (1, 0.0, 0), (2, 350.0, 0)]);
    let toast = rel.toast.clone().unwrap();
    assert_eq!(chunk_places(&mut st, &toast), "f45f083e9bd27d574eaaf13d5ed63d71");

    let order = Order { index: Rc::clone(&rel.indexes[0]), sorts: true };
    let rel = rewritten(&mut st, &rel, Some(&order));
    st.xact.begin();
    let snapshot = st.xact.snapshot();
    let mut scan = HeapScan::begin(&st, &rel, snapshot);
    let mut places = Vec::new();
    while let Some(row) = scan.next(&mut st).unwrap() {
        let a = tuple::attribute(&rel.desc, &row.bytes, AttrNumber(1)).unwrap().as_i32();
        places.push((a, row.tid));
    }
    scan.end(&mut st);
    st.commit();
    places.sort();
    let text: Vec<String> = places.iter().map(|(a, tid)| format!("{a},{tid}")).collect();
    assert_eq!(hex(&Md5::digest(text.join(";"))), "00077c312eb3f9a8b8fbb55283cf5198");
}
