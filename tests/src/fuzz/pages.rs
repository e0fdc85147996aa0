//! Pages with bytes that no server wrote: pageinspect's functions, and the fields that the page shows.

use client::inspect::fields::{item_fields, open_page};
use client::inspect::{Fork, page_bytes, relations};
use client::psql;
use server::session::{Config, Session};
use std::cell::RefCell;
use storage::ids::ForkNumber;
use storage::page::{BLCKSZ, PageBytes};

const TABLES: &str = "CREATE EXTENSION pageinspect;
CREATE TABLE t (id int PRIMARY KEY, v text, n numeric, j jsonb, a int[], d timestamptz, b bytea);
INSERT INTO t SELECT g, repeat(md5(g::text), g), g / 7.0, jsonb_build_object('a', g, 'b', array[g, 1]),
  array[g, null, 3], '2024-01-01', decode(md5(g::text), 'hex') FROM generate_series(1, 90) g;
CREATE INDEX ON t (v); CREATE INDEX ON t (n, id);
UPDATE t SET n = n + 1 WHERE id % 3 = 0; DELETE FROM t WHERE id % 5 = 0; VACUUM t;";

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

fn with_session<T>(f: impl FnOnce(&mut Session) -> T) -> T {
    SESSION.with(|s| {
        // A session that a panic left behind is not used again.
        let mut session = s.borrow_mut().take().unwrap_or_else(|| {
            let mut session = Session::new(Config::default());
            psql::run_script(&mut session, "tables.sql", TABLES, false, &mut std::io::sink());
            session
        });
        let result = f(&mut session);
        *s.borrow_mut() = Some(session);
        result
    })
}

/// Pages of heaps, TOAST tables, indexes and maps: a byte for the kind of relation they are opened as, and the page.
pub fn seeds() -> Vec<Vec<u8>> {
    with_session(|session| {
        let all = relations(&session.backend);
        let mut pages = Vec::new();
        for (i, relation) in all.iter().enumerate() {
            for fork in [Fork::Main, Fork::Fsm, Fork::Vm] {
                for block in 0..3 {
                    let page = page_bytes(&session.backend, relation.oid, fork, block);
                    pages.extend(page.map(|page| [&[i as u8][..], &page].concat()));
                }
            }
        }
        pages
    })
}

/// Opens a page by SQL, and as the page does, as one of each relation.
pub fn run(bytes: &[u8]) {
    let Some((number, rest)) = bytes.split_first() else { return };
    let mut page: Box<PageBytes> = Box::new([0; BLCKSZ]);
    let length = rest.len().min(BLCKSZ);
    page[..length].copy_from_slice(&rest[..length]);
    with_session(|session| {
        let hex: String = page.iter().map(|b| format!("{b:02x}")).collect();
        session.execute(&format!("CREATE TEMP TABLE p AS SELECT '\\x{hex}'::bytea AS p"));
        for query in [
            "SELECT * FROM p, page_header(p)",
            "SELECT page_checksum(p, 0) FROM p",
            "SELECT fsm_page_contents(p) FROM p",
            "SELECT * FROM p, heap_page_items(p) i, heap_tuple_infomask_flags(t_infomask, t_infomask2)",
            "SELECT tuple_data_split('t'::regclass, t_data, t_infomask, t_infomask2, t_bits, true) FROM p, heap_page_items(p)",
            "SELECT tuple_data_split('t'::regclass, t_data, t_infomask, t_infomask2, t_bits) FROM p, heap_page_items(p)",
            "SELECT * FROM p, heap_page_item_attrs(p, 't'::regclass, true)",
            "SELECT * FROM p, bt_page_items(p)",
        ] {
            session.execute(query);
        }
        session.execute("DROP TABLE p");
        let all = relations(&session.backend);
        let oid = storage::ids::Oid(all[usize::from(*number) % all.len()].oid);
        let Some(class) = session.backend.catalog.class(oid).cloned() else { return };
        for fork in [ForkNumber::Main, ForkNumber::Fsm, ForkNumber::VisibilityMap] {
            open_page(&mut session.backend, &class, fork, 0, 1, &page);
        }
        for item in 1..8 {
            item_fields(&mut session.backend, &class, &page, 0, item);
        }
    });
}
