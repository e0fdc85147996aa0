//! Values are those that PostgreSQL 15.18's pageinspect printed for the same SQL.

use super::*;
use crate::inspect;
use server::session::{Backend, Config, Reply, Session};
use storage::ids::{ForkNumber, Oid};

fn session(sql: &str) -> Session {
    let mut session = Session::new(Config::default());
    for statement in sql.split(";\n") {
        for outcome in session.execute(statement) {
            if let Reply::Error(e) = outcome {
                panic!("{statement}: {}", e.message);
            }
        }
    }
    session
}

fn oid(b: &Backend, name: &str) -> u32 {
    inspect::relations(b).iter().find(|r| r.name == name).unwrap().oid
}

fn page_place(b: &Backend, name: &str, block: u32, item: u16) -> Place {
    Place::Page { relation: oid(b, name), fork: Fork::Main, block, item }
}

/// The child with this name, path by path.
fn at<'a>(field: &'a Field, path: &[&str]) -> &'a Field {
    path.iter().fold(field, |f, name| {
        f.children.iter().find(|c| c.name == *name).unwrap_or_else(|| {
            let names: Vec<_> = f.children.iter().map(|c| &c.name).collect();
            panic!("{name} is not in {}: {names:?}", f.name)
        })
    })
}

fn get<'a>(field: &'a Field, path: &[&str]) -> &'a str {
    &at(field, path).value
}

/// The lowest fields with bytes; for the bits of a word, the word.
fn leaves<'a>(field: &'a Field, out: &mut Vec<&'a Field>) {
    let parts = || field.children.iter().filter(|c| c.bits.is_none() && c.length > 0);
    if parts().next().is_none() {
        out.push(field);
    }
    parts().for_each(|c| leaves(c, out));
}

/// Children lie within their parents, one after the other.
fn nested(field: &Field) {
    let mut here = field.at;
    for child in &field.children {
        let (from, to) = (child.at, child.at + child.length);
        assert!(
            from >= field.at && to <= field.at + field.length,
            "{} in {}",
            child.name,
            field.name
        );
        if child.bits.is_none() && field.part != Part::Item {
            assert!(from >= here, "{} overlaps in {}", child.name, field.name);
            here = to;
        }
        nested(child);
    }
}

const ALL_KINDS: &str = "CREATE TABLE k (a int, b bigint, c text, d numeric, e jsonb, f int[], g text, h text, i bool, j float8, l uuid, m date, n timestamp, o varchar(5), p bytea, q int);
ALTER TABLE k ALTER h SET STORAGE EXTERNAL;
ALTER TABLE k ALTER g SET COMPRESSION pglz;
INSERT INTO k VALUES (1, 2, 'abc', -12345.678, '{\"a\": 1, \"bb\": [true, null, \"x\"]}', '{1,NULL,3}', repeat('abc', 1000), repeat('x', 3000), true, 1.5, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '2024-02-29', '2024-02-29 12:00', 'hello', '\\xdeadbeef', NULL)";

/// `t_data` of that row.
const T_DATA: &str = "01000000000000000200000000000000096162631381a1010029097c1a65020000200100008002000000090000101100005061626200200000000080010003000040000000b00000004001000000784b010000002000000017000000030000000100000005000000000000000100000003000000ba000000b80b0000f86162630f03ff0f03ff0f03ff0f03ff0f03ff3f0f03ff0f03ff0f03ff0f03ff0f03ff0f03f90112bc0b0000b80b0000054000000340000001000000000000000000f83fa0eebc999c0b4ef8bb6d6bb9bd380a117922000000000000001078c482b502000d68656c6c6f0bdeadbeef";

#[test]
fn a_row_with_every_kind_of_column() {
    let mut s = session(ALL_KINDS);
    let place = page_place(&s.backend, "k", 0, 1);
    let opened = open(&mut s.backend, place).unwrap();
    nested(&opened.tree);
    let tuple = at(&opened.tree, &["tuple 1"]);
    assert_eq!((tuple.at, tuple.length), (7920, 267));
    assert_eq!(get(tuple, &["tuple header", "t_infomask"]), "0x0807");
    assert_eq!(
        at(tuple, &["tuple header", "t_infomask"]).note,
        "HEAP_HASNULL HEAP_HASVARWIDTH HEAP_HASEXTERNAL HEAP_XMAX_INVALID"
    );
    assert_eq!(get(tuple, &["tuple header", "t_infomask2", "HEAP_NATTS_MASK"]), "16");
    assert_eq!(get(tuple, &["tuple header", "t_hoff"]), "32");
    assert_eq!(get(tuple, &["tuple header", "t_bits"]), "1111111111111110");
    // The leaves are all bytes of the tuple, once; after the header they are what the server shows.
    let mut parts = Vec::new();
    leaves(tuple, &mut parts);
    let mut here = tuple.at;
    for leaf in &parts {
        assert_eq!(leaf.at, here, "before {}", leaf.name);
        here += leaf.length;
    }
    assert_eq!(here, tuple.at + tuple.length);
    let bytes = value_bytes(&mut s.backend, place).unwrap().stored;
    let data: String = bytes[7920 + 32..7920 + 267].iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(data, T_DATA);

    let columns: Vec<_> = ["a", "b", "c", "d", "i", "j", "m", "n", "o", "p", "q"]
        .map(|c| get(tuple, &[c]).to_string())
        .to_vec();
    assert_eq!(
        columns,
        [
            "1",
            "2",
            "abc",
            "-12345.678",
            "t",
            "1.5",
            "2024-02-29",
            "2024-02-29 12:00:00",
            "hello",
            "\\xdeadbeef",
            "NULL"
        ]
    );
    // numeric: short header, digits in base 10000.
    assert_eq!(get(tuple, &["d", "n_header"]), "0xa181");
    assert_eq!(get(tuple, &["d", "n_header", "sign"]), "1");
    assert_eq!(get(tuple, &["d", "n_header", "dscale"]), "3");
    assert_eq!(get(tuple, &["d", "n_header", "weight"]), "1");
    let digits: Vec<_> =
        at(tuple, &["d", "digits"]).children.iter().map(|d| d.value.as_str()).collect();
    assert_eq!(digits, ["0001", "2345", "6780"]);
    // jsonb: entry 0 is an offset, the others lengths.
    let root = at(tuple, &["e", "root"]);
    assert_eq!(root.value, "object of 2 pairs");
    let entries: Vec<_> = at(root, &["JEntries"])
        .children
        .iter()
        .map(|e| (e.name.as_str(), e.value.as_str()))
        .collect();
    assert_eq!(
        entries,
        [
            ("key 1", "string, ends at 1"),
            ("key 2", "string, length 2"),
            ("a", "numeric, length 9"),
            ("bb", "container, length 17")
        ]
    );
    assert_eq!(get(root, &["children", "a"]), "1");
    assert_eq!(get(root, &["children", "bb", "children", "[2]"]), "\"x\"");
    // An array with a NULL.
    let elements: Vec<_> =
        at(tuple, &["f", "elements"]).children.iter().map(|e| e.value.as_str()).collect();
    assert_eq!(elements, ["1", "NULL", "3"]);
    assert_eq!(get(tuple, &["f", "null bitmap"]), "101");
    // Compressed in place, and moved out.
    assert_eq!(get(tuple, &["g", "va_tcinfo"]), "3000");
    assert_eq!(at(tuple, &["g", "stream"]).length, 38);
    assert_eq!(get(tuple, &["h", "va_rawsize"]), "3004");
    assert_eq!(get(tuple, &["h", "va_valueid"]), "16389");
    assert_eq!(get(tuple, &["h", "va_toastrelid"]), "16387");
}

#[test]
fn the_words_of_a_pointer_are_computed_step_by_step() {
    let mut s = session(
        "CREATE TABLE z (a text COMPRESSION lz4);
INSERT INTO z SELECT string_agg(md5(g::text) || 'aaaaaaaaaa', '') FROM generate_series(1, 100) g",
    );
    let place = page_place(&s.backend, "z", 0, 1);
    let opened = open(&mut s.backend, place).unwrap();
    let pointer = at(&opened.tree, &["tuple 1", "a"]);
    let info = at(pointer, &["va_extinfo"]);
    let size: u32 = get(info, &["va_extsize"]).parse().unwrap();
    assert_eq!(
        info.note,
        format!("{:#010X} = lz4 << 30 | {size}", 1 << 30 | size).replace("0X", "0x")
    );
    assert_eq!(info.steps[2], format!("1 << 30 | {size}"));
    // What it leads to: the stream, its tokens, and the value.
    let value = pointer.leads.unwrap();
    let opened = open(&mut s.backend, value).unwrap().value.unwrap();
    assert_eq!((opened.raw, opened.stored, opened.method.as_deref()), (4200, size, Some("lz4")));
    assert_eq!(opened.chunks.iter().map(|c| c.size).sum::<u32>(), size);
    put_together_from_tokens(&value_bytes(&mut s.backend, value).unwrap());
}

/// Makes the value from its tokens alone.
fn put_together_from_tokens(bytes: &ValueBytes) {
    let mut made: Vec<u8> = Vec::new();
    for t in bytes.tokens.chunks(TOKEN_WIDTH) {
        let [at, _, out, length, back] = [t[0], t[1], t[2], t[3], t[4]].map(|n| n as usize);
        assert_eq!(out, made.len());
        if back == 0 {
            made.extend_from_slice(&bytes.stored[at..at + length]);
        } else {
            (0..length).for_each(|_| made.push(made[made.len() - back]));
        }
    }
    assert!(!made.is_empty() && made == bytes.plain);
}

#[test]
fn tokens_of_both_methods_make_the_value() {
    let mut s = session(
        "CREATE TABLE c (a text COMPRESSION pglz, b text COMPRESSION lz4);
INSERT INTO c SELECT v, v FROM (SELECT string_agg(g::text || ' of many; ', '') AS v FROM generate_series(1, 300) g) q",
    );
    for column in [0, 1] {
        let relation = oid(&s.backend, "c");
        let place = Place::Value { relation, block: 0, item: 1, column, plain: false };
        let bytes = value_bytes(&mut s.backend, place).unwrap();
        assert_eq!(bytes.plain.len(), 3792);
        put_together_from_tokens(&bytes);
    }
}

const INDEXED: &str = "CREATE TABLE t (a int, b text);
CREATE INDEX i ON t (a, b);
INSERT INTO t SELECT 7, 'same' FROM generate_series(1, 500);
INSERT INTO t SELECT g, 'x' || g FROM generate_series(1, 1000) g;
VACUUM t";

#[test]
fn pages_of_an_index() {
    let mut s = session(INDEXED);
    let mut tree = |block, item| {
        let place = page_place(&s.backend, "i", block, item);
        let tree = open(&mut s.backend, place).unwrap().tree;
        nested(&tree);
        tree
    };
    let meta = tree(0, 0);
    assert_eq!(get(&meta, &["metapage", "btm_magic"]), "0x053162");
    assert_eq!(get(&meta, &["metapage", "btm_root"]), "3");
    assert_eq!(get(&meta, &["metapage", "btm_last_cleanup_num_heap_tuples"]), "-1");
    assert_eq!(get(&meta, &["metapage", "btm_allequalimage"]), "true");
    let root = tree(3, 3);
    assert_eq!(get(&root, &["special space", "btpo_level"]), "1");
    assert_eq!(get(&root, &["special space", "btpo_flags"]), "BTP_ROOT");
    assert_eq!(get(&root, &["entry 1"]), "−∞ → page 1");
    let pivot = at(&root, &["entry 3"]);
    assert_eq!(get(pivot, &["t_tid"]), "page 4");
    assert_eq!(get(pivot, &["a"]), "441");
    assert_eq!(get(pivot, &["b"]), "truncated");
    let leaf = tree(1, 8);
    let posting = at(&leaf, &["entry 8"]);
    assert_eq!(posting.length, 1352);
    assert_eq!(get(posting, &["t_tid"]), "221 rows from byte 24");
    assert_eq!(get(posting, &["b"]), "same");
    assert_eq!(get(posting, &["posting list", "row 2"]), "(0,2)");
    let high = tree(2, 1);
    assert_eq!(get(&high, &["entry 1", "t_tid"]), "pivot");
    assert_eq!(get(&high, &["entry 1", "a"]), "441");
}

#[test]
fn pages_of_the_maps() {
    let mut s = session(INDEXED);
    let relation = oid(&s.backend, "t");
    let place = Place::Page { relation, fork: Fork::Fsm, block: 2, item: 0 };
    let fsm = open(&mut s.backend, place).unwrap().tree;
    assert_eq!(get(&fsm, &["root"]), "253");
    assert_eq!(get(&fsm, &["leaves", "slot 8"]), "253");
    let place = Place::Page { relation, fork: Fork::Vm, block: 0, item: 0 };
    let vm = open(&mut s.backend, place).unwrap().tree;
    assert_eq!(get(&vm, &["map", "pages 0 to 3"]), "01010101");
}

#[test]
fn long_lists_come_in_parts() {
    let mut s = session(
        "CREATE TABLE j (d jsonb, a int[]);
INSERT INTO j SELECT jsonb_object_agg('key' || g, g), array_agg(g) FROM generate_series(1, 500) g",
    );
    let relation = oid(&s.backend, "j");
    for (column, list) in [(0, "root"), (1, "elements")] {
        let place = Place::Value { relation, block: 0, item: 1, column, plain: true };
        let Opened { tree, value, .. } = open(&mut s.backend, place).unwrap();
        assert_eq!(value.unwrap().damage, None);
        let mut field = at(&tree, &[list]).clone();
        if column == 0 {
            field = at(&field, &["children"]).clone();
        }
        let mut seen = 0;
        while let Some(more) = field.more {
            let mut part = expand(&mut s.backend, place, more);
            field = part.pop().unwrap();
            seen += part.iter().filter(|f| f.part != Part::Padding).count();
        }
        assert_eq!(seen + 1, if column == 0 { 1000 } else { 500 });
    }
}

#[test]
fn nonsense_never_panics() {
    let mut s = session(&format!("{ALL_KINDS};\n{INDEXED}"));
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    for (name, block) in [("k", 0), ("i", 1), ("i", 3), ("i", 0)] {
        let class =
            std::rc::Rc::clone(s.backend.catalog.class(Oid(oid(&s.backend, name))).unwrap());
        let place = page_place(&s.backend, name, block, 0);
        let bytes = value_bytes(&mut s.backend, place).unwrap().stored;
        let good: storage::page::PageBytes = bytes.try_into().unwrap();
        let upper = storage::page::upper(&good);
        for round in 0..150 {
            let mut p = good;
            for _ in 0..1 + round % 12 {
                let at = if random(2) == 0 {
                    random(upper.min(200))
                } else {
                    upper.min(8191) + random(8192 - upper.min(8191))
                };
                p[at] = random(256) as u8;
            }
            for fork in [ForkNumber::Main, ForkNumber::Fsm, ForkNumber::VisibilityMap] {
                page_fields(&mut s.backend, &class, fork, block, &p);
            }
            for off in 1..=storage::page::max_offset(&p).min(20) {
                item_fields(&mut s.backend, &class, &p, block, off);
            }
        }
    }
}

#[test]
fn a_page_leads_to_the_record_that_changed_it_last() {
    // pg_waldump of the same: Heap INSERT+INIT, len 59.
    let mut s = session("CREATE TABLE w (a int);\nINSERT INTO w VALUES (1)");
    let place = page_place(&s.backend, "w", 0, 0);
    let page = open(&mut s.backend, place).unwrap().tree;
    let record = at(&page, &["page header", "pd_lsn"]).leads.unwrap();
    let opened = open(&mut s.backend, record).unwrap();
    nested(&opened.tree);
    assert_eq!((opened.what, opened.relation.as_str()), (What::Record, "Heap/INSERT+INIT"));
    assert_eq!(get(&opened.tree, &["record header", "xl_tot_len"]), "59");
    assert_eq!(at(&opened.tree, &["block 0"]).leads, Some(place));
    assert_eq!(at(&opened.tree, &["block 0"]).length, 20);
    let mut parts = Vec::new();
    leaves(&opened.tree, &mut parts);
    assert_eq!(parts.iter().map(|f| f.length).sum::<u32>(), 59);
    assert_eq!(value_bytes(&mut s.backend, record).unwrap().stored.len(), 59);
    // And back: the record before it.
    let before = at(&opened.tree, &["record header", "xl_prev"]).leads.unwrap();
    assert!(open(&mut s.backend, before).is_some());
}

/// Somebody may ask for any column, not only for those that can be long.
#[test]
fn columns_of_fixed_length_are_opened_too() {
    let mut s = session(
        "CREATE TABLE t (a integer, b uuid, c text);\nINSERT INTO t VALUES (7, '00000000-0000-0000-0000-000000000001', 'x')",
    );
    let relation = oid(&s.backend, "t");
    let read = |backend: &mut Backend, column| {
        let place = Place::Value { relation, block: 0, item: 1, column, plain: true };
        open(backend, place).unwrap().tree.value
    };
    assert_eq!(read(&mut s.backend, 0), "7");
    assert_eq!(read(&mut s.backend, 1), "00000000-0000-0000-0000-000000000001");
    assert_eq!(read(&mut s.backend, 2), "x");
}
