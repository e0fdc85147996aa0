//! The prototypes' scripts on the engine: the same results, the costs that `docs/fidelity-toasters.md`
//! says, and what the talk promises.
//!
//! They hold gigabytes of documents, so this is for `--release`. To write the table anew:
//! `UPDATE_TABLE=1 cargo test --release -p toastscope-tests --test toasters`.

use std::fs;
use std::path::Path;
use toastscope_tests::prototypes::{Pair, SCRIPTS, cost, pairs, rows, table};

const HEAD: &str = "# The prototypes' statements, there and here

Every statement of `tests/prototypes` whose plan names its cost: buffers (hit and read) and WAL of the
whole statement, as the prototype's server printed them and as `toastscope --server toasters` and
`--server strategies` do. Written by `tests/tests/toasters.rs`, which also holds them to it.

What differs everywhere: ids in pointers. `length` and `pg_column_size` of an appended bytea, which the
prototype gets wrong, are true here; and `bytea_toaster` refuses columns that are not its own.
";

/// Statements whose rows cannot be the same: they show ids, or what the prototype gets wrong.
fn excused(pair: &Pair) -> bool {
    let sql = &pair.sql;
    let pointers = sql.contains("t_data") || sql.contains("GROUP BY 1");
    let refused = sql.starts_with("CREATE TABLE bad");
    let sizes = sql.contains("pg_column_size") || sql.contains("_size(") || sql.contains("_wal");
    let wal = sql.contains("AS wal");
    pointers || refused || wal || sizes || sql.contains("length(data)")
}

fn check(name: &str, pair: &Pair, failures: &mut Vec<String>) {
    if cost(&pair.theirs).is_some() || excused(pair) {
        return;
    }
    if rows(&pair.theirs) != rows(&pair.ours) {
        failures.push(format!(
            "{name}: {}\n  there: {:?}\n  here:  {:?}",
            pair.sql, pair.theirs, pair.ours
        ));
    }
}

#[test]
fn the_prototypes_scripts() {
    let update = std::env::var_os("UPDATE_TABLE").is_some();
    if cfg!(debug_assertions) && !update {
        return;
    }
    let mut all = Vec::new();
    let mut failures = Vec::new();
    for (server, name) in SCRIPTS {
        let found = pairs(server, name);
        found.iter().for_each(|p| check(name, p, &mut failures));
        all.extend(found);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    promises(&all);
    let text = format!("{HEAD}{}", table(&all));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/fidelity-toasters.md");
    if update {
        fs::write(&file, &text).expect("a writable docs folder");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "docs/fidelity-toasters.md is not what is measured: UPDATE_TABLE=1");
}

/// What must hold whatever the table says.
fn promises(all: &[Pair]) {
    let ours = |p: &Pair| cost(&p.ours).expect("a plan");
    // A byte more on 100 MB: two buffers, at most 160 bytes of log.
    let appends: Vec<&Pair> = all
        .iter()
        .filter(|p| p.script == "strategies/02-bytea-append")
        .filter(|p| p.sql.contains("EXPLAIN") && (p.sql.contains("'x'") || p.sql.contains("'y'")))
        .collect();
    assert_eq!(appends.len(), 2);
    for p in appends {
        let c = ours(p);
        assert!(c.buffers <= 2 && c.wal.is_some_and(|(_, b)| b <= 160), "{}: {c:?}", p.sql);
    }
    // Short keys of the 13 MB document: the pages of the plan's scan, and at most two more.
    let heap = all.iter().find(|p| p.sql.contains("pg_relation_size('shared')")).expect("a size");
    let size = |p: &Pair| -> u64 {
        let row = p.ours.get(2).map_or("", String::as_str);
        row.split('|').next().and_then(|n| n.trim().parse().ok()).unwrap_or(0)
    };
    let pages = |p: &Pair| match p.ours.iter().any(|l| l.contains("Seq Scan on shared")) {
        true => size(heap) / 8192,
        false => 2,
    };
    let keys = |p: &&Pair| {
        p.sql.contains("WHERE id = 100")
            && p.sql.contains("EXPLAIN")
            && (p.sql.contains("SELECT jb->'key1' FROM tsr")
                || p.sql.contains("SELECT jb->'key3' FROM tsr")
                || p.sql.contains("SELECT jb->'key1' FROM shared")
                || p.sql.contains("SELECT jb->'key3' FROM shared"))
    };
    let reads: Vec<&Pair> = all.iter().filter(keys).collect();
    assert_eq!(reads.len(), 4);
    for p in reads {
        assert!(ours(p).buffers <= pages(p) + 2, "{}: {:?}", p.sql, ours(p));
    }
}
