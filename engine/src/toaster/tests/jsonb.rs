//! The jsonb toaster: documents read back equal under every strategy, and reads touch little.

use super::*;
use crate::toaster::JsonbStrategies;

/// Sets the strategies by the bits of a number.
fn choose(s: &mut Session, bits: usize) {
    for (i, name) in JsonbStrategies::NAMES.iter().enumerate() {
        let on = if bits >> i & 1 == 1 { "on" } else { "off" };
        run(s, &format!("SET jsonb_toaster.{name} = {on}"));
    }
}

/// The strategies of the talk, one after another, then some others.
const CHOICES: [usize; 11] = [
    0b0000_0000,
    0b0000_0001,
    0b0000_0011,
    0b0000_0111,
    0b0000_1111,
    0b0001_1111,
    0b0011_1111,
    0b0111_1111,
    0b1111_1111,
    0b1010_0010,
    0b1110_1000,
];

fn scalar(r: &mut Random) -> String {
    match r.below(6) {
        0 => "null".to_string(),
        1 => ["true", "false"][r.below(2)].to_string(),
        2 => format!("\"{}\"", "xyzw".repeat(r.below(4))),
        3 => {
            let noise: String =
                (0..r.below(3000)).map(|_| char::from(b'a' + r.below(26) as u8)).collect();
            format!("\"{noise}\"")
        }
        _ => (r.below(20000) as i64 - 10000).to_string(),
    }
}

fn document(r: &mut Random, depth: usize) -> String {
    match r.below(if depth == 0 { 2 } else { 5 }) {
        0 => {
            let n = [0, 2, 5, 40][r.below(4)];
            let pairs: Vec<String> = (0..n)
                .map(|i| {
                    format!(
                        "\"k{}\": {}",
                        i,
                        if depth < 2 { document(r, depth + 1) } else { scalar(r) }
                    )
                })
                .collect();
            format!("{{{}}}", pairs.join(", "))
        }
        1 => {
            let n = [0, 3, 400][r.below(3)];
            let all: Vec<String> = (0..n)
                .map(|_| {
                    if n < 10 && depth < 2 {
                        document(r, depth + 1)
                    } else {
                        (r.below(99999)).to_string()
                    }
                })
                .collect();
            format!("[{}]", all.join(", "))
        }
        _ => scalar(r),
    }
}

/// A path into a document, that may lead nowhere.
fn path(r: &mut Random) -> String {
    let steps: Vec<String> = (0..1 + r.below(3))
        .map(|_| match r.below(3) {
            0 => (r.below(6) as i64 - 2).to_string(),
            _ => format!("k{}", r.below(6)),
        })
        .collect();
    format!("'{{{}}}'", steps.join(","))
}

fn change(r: &mut Random) -> String {
    match r.below(8) {
        0..3 => format!("jsonb_set(jb, {}, '{}')", path(r), scalar(r)),
        3 => format!("jsonb_set(jb, {}, '{}', false)", path(r), document(r, 1)),
        4 => format!("jb || '{}'", document(r, 0)),
        5 => format!("jb - 'k{}'", r.below(6)),
        6 => format!("jb #- {}", path(r)),
        _ => format!("jb - ARRAY['k{}', 'k1']", r.below(6)),
    }
}

/// What a statement gives: rows, or the error.
fn outcome(s: &mut Session, sql: &str) -> Vec<String> {
    let mut all = Vec::new();
    for outcome in s.execute(sql) {
        match outcome {
            Outcome::Rows { rows, .. } => {
                all.extend(rows.into_iter().flatten().map(|c| c.unwrap_or_default()));
            }
            Outcome::Error(e) => all.push(e.message),
            _ => {}
        }
    }
    all
}

#[test]
fn random_changes_equal_plain_jsonb() {
    for (seed, bits) in CHOICES.iter().enumerate() {
        let mut r = Random::new(seed as u64 + 77);
        let mut s = session();
        choose(&mut s, *bits);
        run(
            &mut s,
            "CREATE TABLE p (id int, jb jsonb);
             CREATE TABLE t (id int, jb jsonb TOASTER jsonb_toaster)",
        );
        let toast = toast_of(&mut s, "t");
        for id in 0..4 {
            for table in ["p", "t"] {
                let mut same = Random::new(seed as u64 * 10 + id);
                let doc = document(&mut same, 0);
                run(&mut s, &format!("INSERT INTO {table} VALUES ({id}, '{doc}')"));
            }
        }
        let both = |s: &mut Session, sql: &str, rolled_back: bool| {
            let [plain, ours] = ["p", "t"].map(|table| {
                if rolled_back {
                    run(s, "BEGIN");
                }
                let seen = outcome(s, &sql.replace('@', table));
                if rolled_back {
                    run(s, "ROLLBACK");
                }
                seen
            });
            assert_eq!(ours, plain, "strategies {bits:08b}: {sql}");
        };
        for step in 0..16 {
            let id = r.below(4);
            let sql = match r.below(10) {
                0 => format!(
                    "UPDATE @ SET jb = (SELECT o.jb FROM @ o WHERE o.id = {} LIMIT 1) WHERE id = {id}",
                    r.below(4)
                ),
                _ => format!("UPDATE @ SET jb = {} WHERE id = {id}", change(&mut r)),
            };
            both(&mut s, &sql, r.below(8) == 0);
            let p = path(&mut r);
            both(
                &mut s,
                &format!(
                    "SELECT jb #>> {p}, jb -> 'k2', jb ->> 1, jb ? 'k3', length(jb::text) FROM @ ORDER BY id"
                ),
                false,
            );
            both(&mut s, "SELECT md5(jb::text) FROM @ ORDER BY id", false);
            if step % 5 == 4 {
                run(&mut s, ["VACUUM t", "VACUUM FULL t"][r.below(2)]);
                both(&mut s, "SELECT md5(jb::text) FROM @ ORDER BY id", false);
            }
        }
        run(&mut s, "DELETE FROM t; VACUUM t");
        let left = value(&mut s, &format!("SELECT count(*) FROM {toast}"));
        assert_eq!(left, "0", "strategies {bits:08b}: chunks without an owner");
    }
}

const CURSE: &str = "jsonb_build_object('key1', 1, 'key2', \
    (SELECT jsonb_agg(i) FROM generate_series(1, 50000) i), 'key3', 3, 'key4', \
    (SELECT jsonb_agg(0) FROM generate_series(1, 30000)))";

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
    assert_eq!(value(&mut s, "SELECT pg_column_size(jb) FROM t"), "144");
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
