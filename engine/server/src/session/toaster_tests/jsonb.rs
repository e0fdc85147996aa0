//! The jsonb toaster: documents read back equal under every strategy, and reads touch little.

use super::*;
use storage::clock::{self, Kind};

const CURSE: &str = "jsonb_build_object('key1', 1, 'key2', \
    (SELECT jsonb_agg(i) FROM generate_series(1, 50000) i), 'key3', 3, 'key4', \
    (SELECT jsonb_agg(0) FROM generate_series(1, 30000)))";

/// Switches on the strategies that the prototype does not have.
fn beyond(s: &mut Session) {
    for name in ["toast_fields_deep", "toast_strings", "toast_field_arrays", "many_differences"] {
        run(s, &format!("SET jsonb_toaster.{name} = on"));
    }
}

/// How many buffers the query finds in shared buffers when it runs the second time.
fn hits(s: &mut Session, sql: &str) -> u64 {
    let sql = format!("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) {sql}");
    run(s, &sql);
    let plan = column(s, &sql);
    let line =
        plan.iter().find_map(|l| l.trim().strip_prefix("Buffers: shared hit=").map(str::to_string));
    let line = line.unwrap_or_default();
    line.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[test]
fn short_keys_of_a_long_document_are_in_its_row() {
    let mut s = session();
    run(&mut s, "CREATE TABLE t (jb jsonb TOASTER jsonb_toaster)");
    run(&mut s, &format!("INSERT INTO t SELECT {CURSE}"));
    assert_eq!(value(&mut s, "SELECT pg_column_size(jb) FROM t"), "124");
    for key in ["key1", "key2", "key3", "key4"] {
        assert_eq!(hits(&mut s, &format!("SELECT jb->'{key}' FROM t")), 1, "{key}");
    }
    assert_eq!(value(&mut s, "SELECT jb->'key2'->49999 FROM t"), "50000");
    // Row, index, chunks up to the element; and the change beside the pointer.
    run(&mut s, "UPDATE t SET jb = jsonb_set(jb, '{key2,0}', '5')");
    assert_eq!(value(&mut s, "SELECT pg_column_size(jb) FROM t"), "156");
    assert_eq!(value(&mut s, "SELECT jb->'key2'->>0 FROM t"), "5");
}

#[test]
fn an_element_of_a_long_array_is_one_chunk_away() {
    let mut s = session();
    run(&mut s, "CREATE TABLE t (jb jsonb TOASTER jsonb_toaster)");
    run(&mut s, "INSERT INTO t SELECT jsonb_agg(i) FROM generate_series(1, 100000) i");
    for index in [0, 50000, 99999, -1] {
        assert!(hits(&mut s, &format!("SELECT jb->{index} FROM t")) <= 4);
    }
    assert_eq!(value(&mut s, "SELECT jb->77777 FROM t"), "77778");
    run(
        &mut s,
        "UPDATE t SET jb = jsonb_set(jb, '{77777}', '\"new\"'); UPDATE t SET jb = jb || '7'",
    );
    assert_eq!(column(&mut s, "SELECT jb->77777 || (jb->-1) FROM t"), ["[\"new\", 7]"]);
}

#[test]
fn a_short_key_beside_compressed_fields_is_read_without_decompressing() {
    let mut s = session();
    run(&mut s, "SET jsonb_toaster.toast_fields = off");
    run(&mut s, "CREATE TABLE t (id int, jb jsonb TOASTER jsonb_toaster)");
    let document = "jsonb_build_object('a', 1, 'b', \
        (SELECT jsonb_agg(0) FROM generate_series(1, 1000)), 'c', 3)";
    run(&mut s, &format!("INSERT INTO t SELECT 1, {document}"));
    run(
        &mut s,
        &format!("SET jsonb_toaster.fields_first = on; INSERT INTO t SELECT 2, {document}"),
    );
    let decompressed = |s: &mut Session, what: &str, id: i32| {
        let before = decompressed_bytes();
        value(s, &format!("SELECT {what} FROM t WHERE id = {id}"));
        decompressed_bytes() - before
    };
    assert!(decompressed(&mut s, "jb->'a'", 1) > 12_000, "all of it is compressed as one");
    assert_eq!(decompressed(&mut s, "jb->'a'", 2), 0);
    assert!(decompressed(&mut s, "jb #>> '{b,999}'", 2) > 12_000, "what is long is by itself");
    assert_eq!(value(&mut s, "SELECT count(DISTINCT jb::text) FROM t"), "1");
}

/// How many bytes this thread has decompressed so far.
fn decompressed_bytes() -> u64 {
    clock::count(Kind::PglzGiven) + clock::count(Kind::Lz4Given)
}

#[test]
fn what_moves_out_is_decompressed_once_by_an_update() {
    let mut s = session();
    run(
        &mut s,
        "SET jsonb_toaster.toast_fields = off; SET jsonb_toaster.compress_fields = off; \
         SET jsonb_toaster.inline_prefix = on; CREATE TABLE t (jb jsonb TOASTER jsonb_toaster)",
    );
    run(&mut s, &format!("INSERT INTO t SELECT {CURSE}"));
    let size = value(&mut s, "SELECT pg_column_size(jb || '{}') FROM t");
    let size: u64 = size.parse().expect("a size");
    let before = decompressed_bytes();
    run(&mut s, "UPDATE t SET jb = jsonb_set(jb, '{key3}', '4')");
    let once = decompressed_bytes() - before;
    // Once, and its beginning to find the key.
    assert!((size - 16..size + 1000).contains(&once), "{once} of {size}");
}

/// A document with long values on two levels: 40 kB, no part of it short when compressed.
const NESTED: &str = "(SELECT jsonb_build_object('id', 7, 'meta', jsonb_build_object('by', 'ann', \
    'deep', jsonb_build_object('n', 1, 'log', noise, 'flags', numbers)), 'body', noise || 'x', \
    'list', numbers) FROM (SELECT string_agg(md5(i::text), '') AS noise, \
    jsonb_agg(md5(i::text)) AS numbers FROM generate_series(1, 300) i) made)";

/// The value ids of all chunks.
fn value_ids(s: &mut Session, table: &str) -> Vec<String> {
    let toast = toast_of(s, table);
    column(s, &format!("SELECT DISTINCT chunk_id FROM {toast} ORDER BY 1"))
}

#[test]
fn fields_at_any_depth_have_chunks_of_their_own() {
    let mut s = session();
    beyond(&mut s);
    run(&mut s, "CREATE TABLE t (jb jsonb TOASTER jsonb_toaster)");
    run(&mut s, &format!("INSERT INTO t SELECT {NESTED}"));
    assert_eq!(value_ids(&mut s, "t").len(), 4, "two strings, two arrays");
    for short in ["jb->'id'", "jb->'meta'->'by'", "jb #> '{meta,deep,n}'", "jb->'meta'->'deep'"] {
        assert_eq!(hits(&mut s, &format!("SELECT {short} FROM t")), 1, "{short}");
    }
    let path = "jsonb_path_query_first(jb, '$.meta.deep.n')";
    assert_eq!(hits(&mut s, &format!("SELECT {path} FROM t")), 1, "{path}");
    // An element: row, index, chunk.
    for one in
        ["jb #> '{meta,deep,flags,299}'", "jsonb_path_query_first(jb, '$.meta.deep.flags[17]')"]
    {
        assert_eq!(hits(&mut s, &format!("SELECT {one} FROM t")), 3, "{one}");
    }
    assert_eq!(
        column(&mut s, "SELECT jb #>> '{meta,deep,flags,299}' || (jb->'list'->>-300) FROM t"),
        ["94f6d7e04a4d452035300f18b984988cc4ca4238a0b923820dcc509a6f75849b"]
    );
}

#[test]
fn a_change_at_depth_keeps_what_is_beside_its_path() {
    let mut s = session();
    beyond(&mut s);
    run(&mut s, "CREATE TABLE t (jb jsonb TOASTER jsonb_toaster)");
    run(&mut s, &format!("INSERT INTO t SELECT {NESTED}"));
    let before = value_ids(&mut s, "t");
    for change in [
        "jsonb_set(jb, '{meta,deep,n}', '22222')",
        "jsonb_set(jb, '{meta,new}', '\"short\"')",
        "jb #- '{meta,by}'",
        "jsonb_set(jb, '{meta,deep,flags,5}', '\"five\"')",
        "jsonb_set(jb, '{meta,deep,flags,300}', '300')",
        "jsonb_set(jb, '{list,-1}', '1')",
        "jb || '{\"id\": 8}'",
    ] {
        assert_eq!(hits(&mut s, &format!("UPDATE t SET jb = {change}")) / 4, 0, "{change}");
    }
    run(&mut s, "VACUUM t");
    assert_eq!(value_ids(&mut s, "t"), before);
    let seen = "SELECT jb #> '{meta,deep,flags,5}' || (jb #> '{meta,deep,flags,-1}') || (jb->'list'->-1) \
        || (jb #> '{meta,deep,n}') || (jb->'id') || (jb #> '{meta,new}') FROM t";
    assert_eq!(value(&mut s, seen), "[\"five\", 300, 1, 22222, 8, \"short\"]");
    // A value that goes takes its own chunks with it, and no others.
    run(&mut s, "UPDATE t SET jb = jb #- '{meta,deep,log}'; VACUUM t");
    assert_eq!(value_ids(&mut s, "t").len(), 3);
    run(&mut s, "UPDATE t SET jb = jb - 'meta'; VACUUM t");
    assert_eq!(value_ids(&mut s, "t").len(), 2);
}

#[test]
fn too_many_pointers_leave_the_document_whole() {
    let mut s = session();
    run(&mut s, "CREATE TABLE t (jb jsonb TOASTER jsonb_toaster)");
    let noise = "SELECT string_agg(md5((i * k)::text), '') FROM generate_series(1, 20) k";
    run(
        &mut s,
        &format!(
            "INSERT INTO t SELECT jsonb_object_agg('k' || i, ({noise})) FROM generate_series(1, 100) i"
        ),
    );
    assert_eq!(value_ids(&mut s, "t").len(), 1, "inline TOAST");
    // In an object of its own it is one field.
    run(&mut s, "UPDATE t SET jb = jsonb_build_object('a', 1, 'all', jb); VACUUM t");
    assert_eq!(value_ids(&mut s, "t").len(), 1);
    assert_eq!(hits(&mut s, "SELECT jb->'a' FROM t"), 1);
    assert_eq!(value(&mut s, "SELECT length(jb #>> '{all,k99}') FROM t"), "640");
}

#[test]
fn lz4_is_decoded_as_far_as_needed() {
    for method in ["pglz", "lz4"] {
        let mut s = session();
        run(&mut s, "CREATE TABLE t (jb jsonb TOASTER jsonb_toaster)");
        run(&mut s, &format!("ALTER TABLE t ALTER jb SET COMPRESSION {method}"));
        run(
            &mut s,
            "SET jsonb_toaster.toast_fields = off; SET jsonb_toaster.compress_fields = off; \
             SET jsonb_toaster.inline_prefix = on",
        );
        run(
            &mut s,
            "INSERT INTO t SELECT jsonb_build_object('a', 1, 'b', \
             (SELECT jsonb_agg(i * 7919 % 100003) FROM generate_series(1, 20000) i))",
        );
        assert_eq!(hits(&mut s, "SELECT jb->'a' FROM t"), 1, "{method}: it is in the prefix");
        let all = hits(&mut s, "SELECT jb::text FROM t");
        let first = hits(&mut s, "SELECT jb #> '{b,0}' FROM t");
        assert!(first > 1 && first * 3 <= all, "{method}: {first} of {all}");
        assert_eq!(
            value(&mut s, "SELECT jb #>> '{b,19999}' FROM t"),
            (20000 * 7919 % 100003).to_string()
        );
    }
}
