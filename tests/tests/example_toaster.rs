//! A toaster of one's own: the beginning of a text stays in its row.
//!
//! This is the source that `docs/toasters.md` explains. What it buys: `left(t, 50)` and
//! `substr(t, 1, 50)` of a long text touch no chunk.

use server::session::{Config, Reply, Session};
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::error::Result;
use storage::store::Store;
use storage::toaster::{self, ColumnSpec, Target, Toaster, default::chunks};
use storage::tuple::Storage;
use storage::types::oid::TEXT;
use storage::varlena::{self, CustomPointer, POINTER_SIZE, ToastPointer};

/// Bytes that stay in the row.
const HEAD: usize = 100;

/// Its pointers' payload: an ordinary TOAST pointer to all but the head, then the head.
#[derive(Debug)]
struct HeadToaster;

/// The TOAST pointer and the head in a pointer of this toaster.
fn parts(value: &Datum) -> (ToastPointer, Vec<u8>) {
    let custom = CustomPointer::decode(value.bytes()).expect("a pointer of this toaster");
    let (pointer, head) = custom.payload.split_at(POINTER_SIZE);
    (ToastPointer::decode(pointer).expect("it begins with a TOAST pointer"), head.to_vec())
}

impl Toaster for HeadToaster {
    fn name(&self) -> &'static str {
        "head_toaster"
    }

    fn requirement(&self) -> &'static str {
        "It takes columns of type text with storage EXTERNAL."
    }

    fn validate(&self, column: &ColumnSpec) -> bool {
        column.type_oid == TEXT && column.storage == Storage::External
    }

    /// Cuts the value, stores the longer part in chunks, and makes the pointer the row keeps.
    fn toast(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        value: &Datum,
        _old: Option<&Datum>,
    ) -> Result<Datum> {
        let text = toaster::detoast(st, value)?;
        let (head, rest) = text.split_at(HEAD.min(text.len()));
        let pointer = chunks::save(st, to, Datum::varlena(rest).bytes(), None, &[])?;
        let payload = [&pointer.encode()[..], head].concat();
        let rawsize = (text.len() + varlena::VARHDRSZ) as u32;
        let custom = CustomPointer { rawsize, toaster: to.toaster, payload: &payload };
        Ok(Datum::Ref(custom.encode().into()))
    }

    fn detoast(&self, st: &mut Store, value: &Datum) -> Result<Bytes> {
        let (pointer, mut text) = parts(value);
        chunks::fetch(st, &pointer, 0, pointer.extsize(), &mut text)?;
        Ok(text.into())
    }

    /// What this toaster is for: a slice of the head needs no chunk.
    fn detoast_slice(
        &self,
        st: &mut Store,
        value: &Datum,
        offset: usize,
        length: i64,
    ) -> Result<Bytes> {
        let (pointer, mut text) = parts(value);
        let total = text.len() + pointer.extsize();
        let from = offset.min(total);
        let to = if length < 0 { total } else { (from + length as usize).min(total) };
        if to > text.len() {
            let wanted = to - text.len();
            chunks::fetch(st, &pointer, 0, wanted, &mut text)?;
        }
        Ok(text[from..to].to_vec().into())
    }

    fn delete(&self, st: &mut Store, value: &Datum, speculative: bool) -> Result<()> {
        chunks::delete(st, &parts(value).0, speculative)
    }
}

/// The first column of what a statement gives.
fn run(session: &mut Session, sql: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for outcome in session.execute(sql) {
        match outcome {
            Reply::Rows { rows, .. } => {
                lines.extend(rows.into_iter().map(|r| r[0].clone().unwrap_or_default()));
            }
            Reply::Error(e) => panic!("{sql}: {e}"),
            _ => {}
        }
    }
    lines
}

#[test]
fn the_head_is_read_without_a_chunk() {
    let mut s = Session::new(Config::default());
    s.backend.store.toasters.add_handler("head_toaster_handler", &HeadToaster);
    run(&mut s, "CREATE TOASTER head_toaster HANDLER head_toaster_handler");
    run(&mut s, "CREATE TABLE t (t text STORAGE EXTERNAL TOASTER head_toaster)");
    run(&mut s, "INSERT INTO t SELECT repeat('0123456789', 1000)");
    let buffers = |s: &mut Session, sql: &str| {
        let plan = run(s, &format!("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) {sql}"));
        plan.iter().find(|l| l.contains("Buffers")).map(|l| l.trim().to_string())
    };
    let hit = |n: u32| Some(format!("Buffers: shared hit={n}"));
    assert_eq!(run(&mut s, "SELECT substr(t, 8, 5) FROM t"), ["78901"]);
    assert_eq!(buffers(&mut s, "SELECT substr(t, 8, 5) FROM t"), hit(1));
    assert_eq!(buffers(&mut s, "SELECT substr(t, 98, 5) FROM t"), hit(3), "row, index, chunk");
    assert_eq!(run(&mut s, "SELECT substr(t, 98, 5) FROM t"), ["78901"]);
    // What the trait does by itself: copies, updates, whole values, VACUUM.
    run(&mut s, "INSERT INTO t SELECT t || 'x' FROM t");
    run(&mut s, "UPDATE t SET t = t || 'y'");
    let tails = run(&mut s, "SELECT length(t) || ' ' || right(t, 3) FROM t");
    assert_eq!(tails, ["10001 89y", "10002 9xy"]);
    run(&mut s, "DELETE FROM t");
    run(&mut s, "VACUUM t");
    let toast = "SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 't'";
    assert_eq!(run(&mut s, toast), ["0"], "no chunk is left");
}
