//! Rows of the proposal's toasters as a viewer sees them.

use super::*;
use server::session::{Config, Reply, Session};
use storage::event::{Detail, Event, PointerPart, PointerRole};
use storage::ids::ItemPointer;

fn session(sql: &str) -> Session {
    let mut session = Session::new(Config::default());
    session.set_detail(Detail::Full);
    run(&mut session, sql);
    session
}

fn run(session: &mut Session, sql: &str) {
    for statement in sql.split(";\n") {
        for outcome in session.execute(statement) {
            if let Reply::Error(e) = outcome {
                panic!("{statement}: {}", e.message);
            }
        }
    }
}

/// The row at a place of the first table.
fn row_at(s: &mut Session, offset: u16) -> RowView {
    let table = relations(&s.backend)[0].oid;
    row(&mut s.backend, table, ItemPointer::new(0, offset)).unwrap()
}

/// All parts, from the outside in.
fn all(parts: &[PointerPart]) -> Vec<&PointerPart> {
    let mut out = Vec::new();
    parts.iter().for_each(|p| p.walk(&mut |part| out.push(part)));
    out
}

const BYTES: &str = "SET toastscope.server = 'toasters';
CREATE TABLE t (data bytea STORAGE EXTERNAL TOASTER bytea_toaster);
INSERT INTO t SELECT repeat('a', 20000)::bytea";

#[test]
fn a_tail_is_a_part_of_its_own_and_versions_of_a_row_share_the_chunks() {
    let mut s = session(BYTES);
    run(&mut s, "SET bytea_toaster.inline_tail = on;\nUPDATE t SET data = data || 'wx'");
    let row = row_at(&mut s, 2);
    let column = &row.tuple.columns[0];
    assert_eq!(column.toaster.as_deref(), Some("bytea_toaster"));
    let parts = all(&column.parts);
    let tail = parts.iter().find(|p| p.role == PointerRole::Tail).unwrap();
    // At the end of the row, two bytes.
    assert_eq!((tail.length, tail.at), (2, u32::from(row.at + row.length) - 2));
    let value = &row.values[0];
    let places: Vec<_> = value.owners.iter().map(|o| (o.tid.offset, o.life, o.asked)).collect();
    assert_eq!(places, [(1, TupleLife::Dead, false), (2, TupleLife::Live, true)]);
    assert_eq!(value.chunks.len(), 11);
    assert!(value.chunks.iter().all(|c| c.owners == 0b11 && c.version == Some(1)));
}

#[test]
fn a_tail_that_moves_leaves_all_but_the_last_chunk_shared() {
    let mut s = session(BYTES);
    run(&mut s, "SET bytea_toaster.inline_tail = off;\nUPDATE t SET data = data || 'wx'");
    let moved = s.take_events().into_iter().find_map(|e| match e {
        Event::TailMoved { tail, first, last, kept, .. } => Some((tail, first, last, kept)),
        _ => None,
    });
    assert_eq!(moved, Some((2, 10, 10, 20000 - 10 * 1988)));
    let row = row_at(&mut s, 2);
    let chunks = &row.values[0].chunks;
    let last: Vec<_> = chunks[10..].iter().map(|c| (c.seq, c.version, c.owners, c.size)).collect();
    // 8 bytes of version, then the data.
    assert_eq!(last, [(10, Some(1), 0b01, 128), (10, Some(2), 0b10, 130)]);
    assert!(chunks[..10].iter().all(|c| c.owners == 0b11));
}

#[test]
fn what_was_rolled_back_never_reads_what_came_after_it() {
    let mut s = session(BYTES);
    run(
        &mut s,
        "SET bytea_toaster.inline_tail = off;\nBEGIN;\nUPDATE t SET data = data || 'w';\nROLLBACK;\nUPDATE t SET data = data || 'xy'",
    );
    let row = row_at(&mut s, 3);
    let value = &row.values[0];
    // The original, the one that was rolled back, and the one that was written after it.
    let lives: Vec<_> = value.owners.iter().map(|o| o.life).collect();
    assert_eq!(lives, [TupleLife::Dead, TupleLife::Aborted, TupleLife::Live]);
    let read_by = |owners: u32| -> Vec<_> {
        let found = value.chunks[10..].iter().filter(|c| c.owners & owners != 0);
        found.map(|c| (c.version, c.life, c.size)).collect()
    };
    assert_eq!(read_by(0b001), [(Some(1), TupleLife::Dead, 128)]);
    // What the second wrote was rolled back and is pruned; it never had what came after it.
    assert_eq!(read_by(0b010), [(Some(1), TupleLife::Dead, 128)]);
    assert_eq!(read_by(0b100), [(Some(2), TupleLife::Live, 130)]);
}

const DOCUMENT: &str = "SET toastscope.server = 'toasters';
CREATE TABLE d (id int, jb jsonb TOASTER jsonb_toaster);
INSERT INTO d SELECT 1, jsonb_build_object('n', 7, 'long', (SELECT jsonb_agg(i * 7919 % 100003) FROM generate_series(1, 5000) i), 's', 'short')";

#[test]
fn each_long_field_of_a_document_has_its_own_chunks() {
    let mut s = session(DOCUMENT);
    let row = row_at(&mut s, 1);
    let column = &row.tuple.columns[1];
    let field = |name: &str| column.parts.iter().find(|p| p.name == name).unwrap();
    assert_eq!((field("n").role, &field("n").text[..]), (PointerRole::Inline, "7"));
    assert_eq!(&field("s").text[..], "\"short\"");
    let link = field("long").link.unwrap();
    assert_eq!((link.value, link.relation), (row.values[0].value_id, row.values[0].toast_relation));
    assert_eq!(link.chunks as usize, row.values[0].chunks.len());
    // The parts are all bytes of the column.
    let end = column.at as u32 + column.length as u32;
    let mut here = column.at as u32;
    for part in &column.parts {
        assert_eq!(part.at, here);
        here += part.length;
    }
    assert_eq!(here, end);
}

#[test]
fn a_field_that_is_read_is_told_and_a_change_in_place_is_beside_its_pointer() {
    let mut s = session(DOCUMENT);
    s.take_events();
    run(&mut s, "SELECT jb->'long'->3 FROM d");
    let read = s.take_events().into_iter().find_map(|e| match e {
        Event::DocumentRead { path, parts } => Some((path, parts)),
        _ => None,
    });
    let (path, parts) = read.unwrap();
    assert_eq!(path[0], "long");
    assert!(parts.iter().any(|p| p.name == "n" && p.role == PointerRole::Inline));

    run(&mut s, "UPDATE d SET jb = jsonb_set(jb, '{long,3}', '11111')");
    let events = s.take_events();
    let kept = events.iter().find_map(|e| match e {
        Event::DifferenceKept { value, length, .. } => Some((value.0, *length)),
        _ => None,
    });
    let row = row_at(&mut s, 2);
    let parts = all(&row.tuple.columns[1].parts);
    let difference = parts.iter().find(|p| p.role == PointerRole::Difference).unwrap();
    assert_eq!(kept, Some((row.values[0].value_id, difference.length as usize)));
    assert_eq!(row.values[0].owners.len(), 2);

    run(&mut s, "SELECT jb->'long'->>3 FROM d");
    let applied = s
        .take_events()
        .into_iter()
        .any(|e| matches!(e, Event::DifferenceApplied { at, .. } if at == difference.number));
    assert!(applied);
}

#[test]
fn the_inspector_opens_a_document_down_to_the_pointers_of_its_fields() {
    let mut s = session(DOCUMENT);
    run(&mut s, "UPDATE d SET jb = jsonb_set(jb, '{long,3}', '11111')");
    let table = relations(&s.backend)[0].oid;
    let place = fields::Place::Page { relation: table, fork: Fork::Main, block: 0, item: 2 };
    let opened = fields::open(&mut s.backend, place).unwrap();
    let tuple = opened.tree.children.iter().find(|f| f.name == "tuple 2").unwrap();
    let column = tuple.children.iter().find(|f| f.name == "jb").unwrap();
    let inside = column.children.iter().find(|f| f.name == "va_toasterdata").unwrap();
    let child = |name: &str| inside.children.iter().find(|f| f.name == name).unwrap();
    assert_eq!(child("n").value, "7");
    assert_eq!(child("keys").children.len(), 3);
    let long = child("long");
    let names: Vec<&str> = long.children.iter().map(|f| &f.name[..]).collect();
    assert!(names.contains(&"va_valueid") && names.contains(&"difference"), "{names:?}");
    assert!(long.leads.is_some());
    // Every byte of the payload is in one field.
    let mut here = inside.at;
    for f in &inside.children {
        assert_eq!(f.at, here, "{}", f.name);
        here += f.length;
    }
    assert_eq!(here, inside.at + inside.length);
}
