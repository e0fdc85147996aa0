//! Random documents and random changes: `jsonb_toaster` under every strategy beside plain jsonb.

use super::Random;
use super::session_pair::{SessionPair, seeds};
use storage::toaster::JsonbStrategies;

/// Keys, of which few differ, so that paths often lead somewhere.
const KEYS: [&str; 7] = ["a", "b", "c", "key", "list", "text", "κλειδί"];

/// One of the keys.
fn key(r: &mut Random) -> &'static str {
    KEYS[r.below(KEYS.len())]
}

/// Random letters.
fn noise(r: &mut Random, n: usize) -> String {
    (0..n).map(|_| char::from(b'a' + r.below(26) as u8)).collect()
}

/// A random scalar of jsonb, short or long.
fn scalar(r: &mut Random) -> String {
    match r.below(7) {
        0 => "null".to_string(),
        1 => ["true", "false"][r.below(2)].to_string(),
        2 => format!("\"{}\"", "xyzw".repeat(r.below(4))),
        3 => {
            let n = [3, 60, 700, 2500][r.below(4)];
            format!("\"{}\"", noise(r, n))
        }
        4 => format!("{}.{}", r.below(100), r.below(10000)),
        _ => (r.below(20000) as i64 - 10000).to_string(),
    }
}

/// A random document whose containers nest up to `depth` deep.
fn document(r: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return scalar(r);
    }
    match r.below(8) {
        0..4 => {
            let n = [0, 2, 4, 7][r.below(4)];
            let pairs: Vec<String> = (0..n)
                .map(|_| {
                    let inner = r.below(depth + 1).min(depth - 1);
                    format!("\"{}\": {}", key(r), document(r, inner))
                })
                .collect();
            format!("{{{}}}", pairs.join(", "))
        }
        4 => {
            let pairs: Vec<String> = (0..40)
                .map(|i| format!("\"k{i}\": {}", document(r, usize::from(i % 9 == 0))))
                .collect();
            format!("{{{}}}", pairs.join(", "))
        }
        5 => {
            let n = r.below(4);
            let all: Vec<String> = (0..n).map(|_| document(r, depth - 1)).collect();
            format!("[{}]", all.join(", "))
        }
        6 => {
            let n = [300, 900][r.below(2)];
            let all: Vec<String> = (0..n).map(|_| r.below(99999).to_string()).collect();
            format!("[{}]", all.join(", "))
        }
        _ => format!("[{}]", vec!["0"; 2000].join(", ")),
    }
}

/// A random path into a document, which may lead nowhere.
fn elements(r: &mut Random) -> Vec<String> {
    (0..1 + r.below(4))
        .map(|_| match r.below(5) {
            0 => (r.below(6) as i64 - 3).to_string(),
            1 => ["250", "-1", "0", "k9", "k18"][r.below(5)].to_string(),
            _ => key(r).to_string(),
        })
        .collect()
}

/// A random path as SQL writes it: `'{a,0,b}'`.
fn path(r: &mut Random) -> String {
    format!("'{{{}}}'", elements(r).join(","))
}

/// A random expression that changes the document `of`.
fn change(r: &mut Random, of: &str) -> String {
    let depth = r.below(3);
    match r.below(15) {
        0..3 => format!("jsonb_set({of}, {}, '{}')", path(r), scalar(r)),
        3 => format!("jsonb_set({of}, {}, '{}', false)", path(r), document(r, depth)),
        4 => format!("jsonb_set({of}, {}, '{}', true)", path(r), document(r, depth)),
        5 => format!("{of} || '{}'", document(r, 2)),
        6 => format!("{of} || jsonb_build_object('{}', {of} #> {})", key(r), path(r)),
        7 => format!("({of} - '{}')", key(r)),
        8 => format!("({of} - ARRAY['{}', 'a', '{}'])", key(r), key(r)),
        9 => format!("({of} - {})", r.below(8) as i64 - 4),
        10 | 11 => format!("({of} #- {})", path(r)),
        12 => format!("jsonb_insert({of}, {}, '{}')", path(r), scalar(r)),
        13 => format!("jsonb_insert({of}, {}, '{}', true)", path(r), document(r, depth)),
        _ => format!("jsonb_set({of}, {}, {of} #> {})", path(r), path(r)),
    }
}

/// A random query on a part of the documents.
fn random_select(r: &mut Random) -> String {
    let arrows = |r: &mut Random| -> String {
        elements(r)
            .iter()
            .map(|e| match e.parse::<i32>() {
                Ok(i) => format!(" -> ({i})"),
                Err(_) => format!(" -> '{e}'"),
            })
            .collect()
    };
    let steps = |r: &mut Random| -> String {
        elements(r)
            .iter()
            .map(|e| match e.parse::<i32>() {
                Ok(i) if i >= 0 => format!("[{i}]"),
                Ok(i) => format!("[last{}]", i + 1),
                Err(_) => format!(".\"{e}\""),
            })
            .collect()
    };
    match r.below(8) {
        0 => format!("jb #> {}", path(r)),
        1 => format!("jb #>> {}", path(r)),
        2 => format!("jb{}", arrows(r)),
        3 => format!("jb{} ->> '{}'", arrows(r), key(r)),
        4 => format!("jsonb_path_query_first(jb, '${}')", steps(r)),
        5 => format!("jsonb_typeof(jb{}), jb ? '{}'", arrows(r), key(r)),
        6 => format!("jb #> {} @> '{}'", path(r), scalar(r)),
        _ => {
            format!("jsonb_path_exists(jb, '${}'), jb -> '{}' ->> {}", steps(r), key(r), r.below(4))
        }
    }
}

/// Switches the strategies on and off by the bits of a number.
fn choose(both: &mut SessionPair, bits: usize) {
    for (i, name) in JsonbStrategies::NAMES.iter().enumerate() {
        let on = if bits >> i & 1 == 1 { "on" } else { "off" };
        both.ours(&format!("SET jsonb_toaster.{name} = {on}"));
    }
}

/// Which strategies are on, and whether they change between statements.
#[derive(Clone, Copy)]
enum StrategyChoice {
    /// These.
    Fixed(usize),
    /// Others now and then.
    Switched,
}

/// Creates the table `t` in both sessions; in one of them sets the toaster, and a random
/// compression and storage of its column.
fn prepare(both: &mut SessionPair, r: &mut Random) {
    match r.below(3) {
        0 => both.ours("SET toastscope.server = 'toasters'"),
        _ => both.ours("CREATE EXTENSION jsonb_toaster"),
    }
    both.run("CREATE TABLE t (id int, n int DEFAULT 0, jb jsonb)");
    both.ours("ALTER TABLE t ALTER jb SET TOASTER jsonb_toaster");
    let compression = ["pglz", "lz4", "default"][r.below(3)];
    both.ours(&format!("ALTER TABLE t ALTER jb SET COMPRESSION {compression}"));
    let storage = ["EXTENDED", "EXTENDED", "EXTERNAL", "MAIN"][r.below(4)];
    both.ours(&format!("ALTER TABLE t ALTER jb SET STORAGE {storage}"));
}

/// A random statement that changes rows.
fn work(r: &mut Random, ids: &mut usize) -> String {
    let id = r.below(*ids);
    match r.below(16) {
        0 => format!(
            "UPDATE t SET jb = (SELECT o.jb FROM t o WHERE o.id = {}) WHERE id = {id}",
            r.below(*ids)
        ),
        1 => format!(
            "UPDATE t SET jb = (SELECT o.jb #> {} FROM t o WHERE o.id = {}) WHERE id = {id}",
            path(r),
            r.below(*ids)
        ),
        2 => {
            let made = change(r, "jb");
            *ids += 1;
            format!("INSERT INTO t (id, jb) SELECT {}, {made} FROM t WHERE id = {id}", *ids - 1)
        }
        3 => format!("UPDATE t SET n = n + 1 WHERE id = {id}"),
        4 => format!("UPDATE t SET jb = jb WHERE id = {id}"),
        5 => format!("UPDATE t SET jb = '{}' WHERE id = {id}", document(r, 3)),
        6 => format!("DELETE FROM t WHERE id = {id} AND id > 3"),
        7 => {
            let inner = change(r, "jb");
            format!("UPDATE t SET jb = {} WHERE id = {id}", change(r, &inner))
        }
        _ => format!("UPDATE t SET jb = {} WHERE id = {id}", change(r, "jb")),
    }
}

/// Runs the random program of a seed with these strategies, and compares with plain jsonb.
fn program(seed: u64, choice: StrategyChoice) {
    let mut r = Random::new(seed);
    let mut both = SessionPair::new(seed);
    prepare(&mut both, &mut r);
    if let StrategyChoice::Fixed(bits) = choice {
        choose(&mut both, bits);
    }
    let mut ids = 4;
    for id in 0..ids {
        both.run(&format!("INSERT INTO t VALUES ({id}, 0, '{}')", document(&mut r, 4)));
    }
    for _ in 0..20 {
        if r.below(4) == 0 {
            let cursor = format!(
                "SELECT id, jb::text, jb #> {} FROM t WHERE id = {}",
                path(&mut r),
                r.below(ids)
            );
            both.transact(&mut r, &cursor);
        }
        if matches!(choice, StrategyChoice::Switched) && r.below(3) == 0 {
            let n = JsonbStrategies::NAMES.len();
            choose(&mut both, r.below(1 << n));
            if both.depth == 0 {
                let toaster = ["jsonb_toaster", "jsonb_toaster", "deftoaster"][r.below(3)];
                both.ours(&format!("ALTER TABLE t ALTER jb SET TOASTER {toaster}"));
                let compression = ["pglz", "lz4"][r.below(2)];
                both.ours(&format!("ALTER TABLE t ALTER jb SET COMPRESSION {compression}"));
            }
        }
        let statement = work(&mut r, &mut ids);
        both.run(&statement);
        for _ in 0..3 {
            let what = random_select(&mut r);
            both.run(&format!("SELECT {what} FROM t WHERE id = {}", r.below(ids)));
        }
        both.run("SELECT id, n, md5(jb::text), length(jb::text) FROM t ORDER BY id, 3");
    }
    both.finish();
}

#[test]
fn every_strategy_by_itself() {
    for seed in seeds(8, 400) {
        let n = JsonbStrategies::NAMES.len() as u64;
        program(seed, StrategyChoice::Fixed(1 << (seed % n)));
    }
}

#[test]
fn all_strategies_and_none() {
    for seed in seeds(8, 400) {
        let all = (1 << JsonbStrategies::NAMES.len()) - 1;
        program(1000 + seed, StrategyChoice::Fixed([all, all, all, 0][seed as usize % 4]));
    }
}

#[test]
fn the_talks_order_of_strategies() {
    for seed in seeds(6, 300) {
        let n = JsonbStrategies::NAMES.len() as u64;
        program(2000 + seed, StrategyChoice::Fixed((1 << (seed % n + 1)) - 1));
    }
}

#[test]
fn strategies_switched_between_statements() {
    for seed in seeds(10, 600) {
        program(3000 + seed, StrategyChoice::Switched);
    }
}
