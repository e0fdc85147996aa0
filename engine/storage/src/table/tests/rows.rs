//! INSERT, UPDATE, DELETE and detoasting.

use super::*;

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
    let chunks: Vec<(u32, i32, String)> = all_rows(&mut st, &toast)
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
    let row = all_rows(&mut st, &rel).swap_remove(1);
    assert_eq!(&toaster::detoast(&mut st, &row[3]).unwrap()[..], "x".repeat(3000).as_bytes());
    assert_eq!(&toaster::detoast_slice(&mut st, &row[4], 2998, 5).unwrap()[..], b"ee");
    assert_eq!(toaster::stored_size(&st, &row[3]), 40);
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
        insert_on_conflict(&mut st, &rel, &[Datum::i32(1)], None, cid, &[], &mut Plain).unwrap();
    assert_eq!(outcome, Conflict::Existing(ItemPointer::new(0, 1)));
    assert_eq!((st.pool.usage() - before).hit, 2);
    let before = st.pool.usage();
    insert_on_conflict(&mut st, &rel, &[Datum::i32(2)], None, cid, &[], &mut Plain).unwrap();
    assert_eq!((st.pool.usage() - before).hit, 4);
    st.commit();
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
        insert(st, &rel, &row, None, cid, &mut Plain, InsertOptions::default(), None).unwrap();
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

/// 20,000 numbers in a text: 66,667 bytes by pglz, 89,205 by lz4, as `recorded`; slices of the one
/// fetch what they need, of the other everything; another table gets the values as they are.
#[test]
fn compressed_values_are_as_recorded() {
    let mut st = store();
    let attrs =
        || vec![column("id", oid::INT4, Storage::Plain), column("b", oid::TEXT, Storage::Extended)];
    let rel = Rc::new(table(&mut st, attrs()));
    let mut lz4 = (*rel).clone();
    let mut columns = attrs();
    columns[1].compression = Some(crate::tuple::Compression::Lz4);
    lz4.desc = Rc::new(TupleDesc { attrs: columns });
    let lz4 = Rc::new(lz4);
    let numbers: Vec<String> = (1..=20_000).map(|i: i32| i.to_string()).collect();
    let text = Datum::text(&numbers.join(","));
    insert_row(&mut st, &rel, &[Datum::i32(1), text.clone()]).unwrap();
    insert_row(&mut st, &rel, &[Datum::i32(2), text.clone()]).unwrap();
    insert_row(&mut st, &lz4, &[Datum::i32(3), text]).unwrap();
    let sizes: Vec<usize> =
        all_rows(&mut st, &rel).iter().map(|r| toaster::stored_size(&st, &r[1])).collect();
    assert_eq!(sizes, [66_667, 66_667, 89_205]);
    let toast = rel.toast.clone().unwrap();
    let digest = |st: &mut Store, id: u32| {
        let chunks = all_rows(st, &toast);
        let own = chunks.iter().filter(|c| c[0].as_u32() == id);
        let sums = own.map(|c| hex(&Md5::digest(crate::varlena::payload(c[2].bytes()))));
        hex(&Md5::digest(sums.collect::<String>()))
    };
    assert_eq!(digest(&mut st, 16389), "071316820696c60b64d0212823755ab0");
    assert_eq!(digest(&mut st, 16391), "e4b8e94b46c7627142865a42e2139cd6");

    let slice = |st: &mut Store, id: i32, to: i64| {
        counted(st, |st| {
            scan_for(st, &rel, id, |st, _, row| {
                let part = toaster::detoast_slice(st, &row[1], 0, to).unwrap();
                assert!(part.starts_with(b"1,2,3,4,5,6"));
            });
        })
        .0
    };
    // substr(b, 1, 10), substr(b, 5000, 10), substr(b, 20000, 10): four bytes a character.
    assert_eq!([44, 20_040, 80_040].map(|to| slice(&mut st, 1, to)), [3, 5, 11]);
    assert_eq!(slice(&mut st, 3, 44), 14);
    assert_eq!(slice(&mut st, 1, -1), 11);

    let copy_to = Rc::new(table(&mut st, attrs()));
    let copy = |st: &mut Store| {
        counted(st, |st| {
            let cid = st.xact.current_command_id(true);
            let snapshot = st.xact.snapshot();
            let mut scan = HeapScan::begin(st, &rel, snapshot);
            while let Some(row) = scan.next(st).unwrap() {
                let mut values = Vec::new();
                tuple::deform(&rel.desc, &row.bytes, 2, &mut values).unwrap();
                insert(
                    st,
                    &copy_to,
                    &values,
                    None,
                    cid,
                    &mut Plain,
                    InsertOptions::default(),
                    None,
                )
                .unwrap();
            }
            scan.end(st);
        })
    };
    copy(&mut st);
    assert_eq!(copy(&mut st), (324, 28, 28));
    let sizes: Vec<usize> =
        all_rows(&mut st, &copy_to).iter().map(|r| toaster::stored_size(&st, &r[1])).collect();
    assert_eq!(sizes, [66_667, 66_667, 89_205, 66_667, 66_667, 89_205]);
}

/// A row under `toast_tuple_target` stays as it is, however low the target; a chunk that is gone
/// is reported as the server does.
#[test]
fn the_threshold_does_not_move_and_a_lost_chunk_is_an_error() {
    let mut st = store();
    let mut rel = table(&mut st, vec![column("b", oid::TEXT, Storage::External)]);
    rel.options.toast_tuple_target = Some(256);
    let rel = Rc::new(rel);
    insert_row(&mut st, &rel, &[repeat('p', 2000)]).unwrap();
    insert_row(&mut st, &rel, &[repeat('q', 4000)]).unwrap();
    let rows = all_rows(&mut st, &rel);
    assert!(crate::varlena::is_4b_plain(rows[0][0].bytes()));
    let toast = rel.toast.clone().unwrap();
    let tag = BufferTag { file: toast.file, fork: ForkNumber::Main, block: BlockNumber(0) };
    let buffer = st.pool.read(tag).unwrap();
    let page = st.pool.page_mut(buffer).bytes_mut();
    page::set_item_id(page, OffsetNumber(3), page::ItemId::UNUSED);
    st.pool.release(buffer);
    st.xact.begin();
    let error = toaster::detoast(&mut st, &rows[1][0]).unwrap_err();
    st.abort();
    assert_eq!(error.message, "missing chunk number 2 for toast value 16389 in pg_toast_16384");
}
