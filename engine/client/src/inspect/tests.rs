use super::*;
use server::session::{Config, Reply, Session};

fn session(sql: &str) -> Session {
    let mut session = Session::new(Config::default());
    session.set_detail(storage::event::Detail::Summary);
    for statement in sql.split(";\n") {
        for outcome in session.execute(statement) {
            if let Reply::Error(e) = outcome {
                panic!("{statement}: {}", e.message);
            }
        }
    }
    session
}

const TOASTED: &str = "CREATE TABLE t (id int PRIMARY KEY, b text);
ALTER TABLE t ALTER b SET STORAGE EXTERNAL;
INSERT INTO t VALUES (1, 'short'), (2, repeat('x', 5000))";

#[test]
fn a_table_brings_its_index_toast_table_and_toast_index() {
    let s = session(TOASTED);
    let found = relations(&s.backend);
    let roles: Vec<_> = found.iter().map(|r| (r.name.as_str(), r.role, r.parent)).collect();
    let t = found[0].oid;
    let toast = found[2].oid;
    assert_eq!(
        roles,
        [
            ("t", RelationRole::Heap, None),
            ("t_pkey", RelationRole::Index, Some(t)),
            (&format!("pg_toast_{t}"), RelationRole::Toast, Some(t)),
            (&format!("pg_toast_{t}_index"), RelationRole::ToastIndex, Some(toast)),
        ]
    );
}

#[test]
fn summaries_add_up_to_the_page() {
    let s = session(TOASTED);
    for r in relations(&s.backend) {
        let numbers = summary(&s.backend, r.oid);
        assert_eq!(numbers.len(), r.forks[0].blocks as usize * SUMMARY_WORDS);
        for page in numbers.chunks(SUMMARY_WORDS) {
            assert_eq!(page[..4].iter().map(|n| u32::from(*n)).sum::<u32>(), 8192, "{page:?}");
        }
    }
}

#[test]
fn a_toasted_row_is_joined_to_its_chunks_and_entries() {
    let mut s = session(TOASTED);
    let events = s.take_events();
    let (relation, tid) = last_written(&s.backend, &events).unwrap();
    let row = row(&mut s.backend, relation, tid).unwrap();
    assert_eq!((row.tid, row.length, row.target), (Tid { block: 0, offset: 2 }, 46, 2032));
    let pointer = row.tuple.columns[1].pointer.unwrap();
    assert_eq!((pointer.rawsize, pointer.extsize), (5004, 5000));
    let sizes: Vec<_> = row.values[0].chunks.iter().map(|c| (c.seq, c.size)).collect();
    assert_eq!(sizes, [(0, 1996), (1, 1996), (2, 1008)]);
    assert_eq!(row.entries[0].at, Tid { block: 1, offset: 2 });
    let leaf = page(&mut s.backend, row.entries[0].index, Fork::Main, 1).unwrap();
    let entry = leaf.items[1].entry.as_ref().unwrap();
    assert_eq!((entry.key.as_str(), &entry.tids[..]), ("2", &[row.tid][..]));
}

#[test]
fn looking_counts_nothing() {
    let mut s = session(TOASTED);
    let baseline = Baseline::take(&s.backend);
    for r in relations(&s.backend) {
        for block in 0..r.forks[0].blocks {
            assert!(page(&mut s.backend, r.oid, Fork::Main, block).is_some());
        }
    }
    assert_eq!(counters(&s.backend, &baseline).statement, Usage::default());
}
