//! Random work on values that grow: `bytea_toaster` beside plain bytea.

use super::Random;
use super::session_pair::{SessionPair, seeds};

/// A bytea literal of a random length, from none to several chunks.
fn bytes(r: &mut Random) -> String {
    let n = [0, 1, 20, 700, 1988, 1996, 5000, 9000][r.below(8)];
    match r.below(3) {
        0 => format!("decode(repeat('00ff{:02x}', {}), 'hex')", r.below(256), n / 3),
        _ => format!("repeat('{}', {n})::bytea", char::from(b'a' + r.below(26) as u8)),
    }
}

/// A random statement that changes rows.
fn work(r: &mut Random, ids: &mut usize) -> String {
    let id = r.below(*ids);
    let with = bytes(r);
    let set = |to: String| format!("UPDATE t SET a = {to} WHERE id = {id}");
    match r.below(18) {
        0 | 1 => {
            *ids += 1;
            format!("INSERT INTO t (id, a) VALUES ({}, {with})", *ids - 1)
        }
        2 => {
            *ids += 1;
            format!("INSERT INTO t (id, a) SELECT {}, a || {with} FROM t WHERE id = {id}", *ids - 1)
        }
        3 => set(format!("(SELECT o.a FROM t o WHERE o.id = {})", r.below(*ids))),
        4 => set(format!("(SELECT o.a || {with} FROM t o WHERE o.id = {})", r.below(*ids))),
        5 => set(format!("{with} || a")),
        6 => set(format!("substr(a, {}, {})", 1 + r.below(4000), r.below(6000))),
        7 => set(format!("overlay(a PLACING {with} FROM {})", 1 + r.below(3000))),
        8 => format!("DELETE FROM t WHERE id = {id}"),
        9 => set(with),
        10 => format!("UPDATE t SET n = n + 1 WHERE id = {id}"),
        11 => set(format!("a || {with} || {}", bytes(r))),
        12 => set("a || a".to_string()) + " AND length(a) < 40000",
        13 => format!("UPDATE t SET a = a || {with}"),
        _ => set(format!("a || {with}")),
    }
}

/// A random query on the values.
fn random_select(r: &mut Random, ids: usize) -> String {
    let (from, n) = (1 + r.below(9000), r.below(4000));
    let what = match r.below(6) {
        0 => format!("md5(substr(a, {from}, {n}))"),
        1 => format!("position('z'::bytea IN a), get_byte(a || 'x', {})", r.below(3)),
        2 => format!("a = (SELECT o.a FROM t o WHERE o.id = {})", r.below(ids)),
        3 => format!("a < (SELECT o.a FROM t o WHERE o.id = {})", r.below(ids)),
        4 => "sha256(a), bit_length(a)".to_string(),
        _ => format!("substr(a, length(a) - {})", r.below(30)),
    };
    format!("SELECT {what} FROM t WHERE id = {}", r.below(ids))
}

/// Runs the random program of a seed on both columns, which must stay equal.
fn program(seed: u64) {
    let mut r = Random::new(seed);
    let mut both = SessionPair::new(seed);
    let strategies = r.below(4) == 0;
    match strategies {
        true => both.ours("SET toastscope.server = 'strategies'"),
        false => both.ours("CREATE EXTENSION bytea_toaster"),
    }
    both.run("CREATE TABLE t (id int, n int DEFAULT 0, a bytea)");
    both.run("ALTER TABLE t ALTER a SET STORAGE EXTERNAL");
    if !strategies {
        both.ours("ALTER TABLE t ALTER a SET TOASTER bytea_toaster");
        let tail = ["on", "off"][r.below(2)];
        both.ours(&format!("SET bytea_toaster.inline_tail = {tail}"));
    }
    let mut ids = 1;
    for _ in 0..30 {
        if r.below(3) == 0 {
            let cursor = format!(
                "SELECT id, md5(a), md5(substr(a, 1900, 300)) FROM t WHERE id = {}",
                r.below(ids)
            );
            both.transact(&mut r, &cursor);
        }
        if !strategies && both.depth == 0 && r.below(8) == 0 {
            let toaster = ["bytea_toaster", "bytea_toaster", "deftoaster"][r.below(3)];
            both.ours(&format!("ALTER TABLE t ALTER a SET TOASTER {toaster}"));
            let tail = ["on", "off"][r.below(2)];
            both.ours(&format!("SET bytea_toaster.inline_tail = {tail}"));
        }
        let statement = work(&mut r, &mut ids);
        both.run(&statement);
        let what = random_select(&mut r, ids);
        both.run(&what);
        both.run("SELECT id, n, length(a), md5(a), md5(substr(a, 1900, 300)) FROM t ORDER BY id");
    }
    both.finish();
}

#[test]
fn random_work_equals_plain_bytea() {
    for seed in seeds(40, 1500) {
        program(seed);
    }
}
