//! pg_visibility and pg_freespacemap: the maps as rows (`contrib/pg_visibility`,
//! `contrib/pg_freespacemap`).

use super::AllRows;
use super::size::{blocks, open};
use crate::catalog::Class;
use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::fmgr::{Builtin, FnCtx, RowSource, set};
use crate::heap::{fsm, visibility_map};
use crate::ids::{BlockNumber, ForkNumber, Oid};
use crate::page;
use crate::session::Backend;
use crate::types::oid::{BOOL, INT2, INT8, RECORD, REGCLASS};

fn heap(b: &Backend, d: &Datum) -> Result<std::rc::Rc<Class>> {
    let c = open(b, d)?;
    if !matches!(c.kind, 'r' | 'm' | 't') {
        return Err(PgError::new(
            SqlState::WRONG_OBJECT_TYPE,
            format!("relation \"{}\" is of wrong relation kind", c.name),
        )
        .detail(format!(
            "This operation is not supported for {}.",
            match c.kind {
                'i' => "indexes",
                'v' => "views",
                'S' => "sequences",
                _ => "composite types",
            }
        )));
    }
    Ok(c)
}

/// Block, all-visible, all-frozen and the page's own mark.
fn visibility(b: &mut Backend, c: &Class, block: u32, with_page: bool) -> Result<[bool; 3]> {
    let Some(rel) = b.catalog.relation(c.oid) else { return Ok([false; 3]) };
    let mut held = None;
    let bits = visibility_map::get_status(&mut b.store, &rel, BlockNumber(block), &mut held)?;
    if let Some(h) = held {
        b.store.pool.release(h);
    }
    let mut mark = false;
    if with_page && block < b.store.pool.nblocks(c.file, ForkNumber::Main) {
        let p = super::size::page_of(b, c, ForkNumber::Main, i64::from(block))?;
        mark = page::is_all_visible(p.bytes());
    }
    Ok([bits & 1 != 0, bits & 2 != 0, mark])
}

fn map_rows(ctx: &mut FnCtx<'_>, args: &[Datum], with_page: bool) -> Result<Box<dyn RowSource>> {
    let b = Backend::of(ctx.env);
    let c = heap(b, &args[0])?;
    let count = blocks(b, &c, ForkNumber::Main);
    let single = args.get(1).map(|d| d.as_i64());
    if single.is_some_and(|n| !(0..=i64::from(u32::MAX - 1)).contains(&n)) {
        return err!(INVALID_PARAMETER_VALUE, "invalid block number");
    }
    let range = match single {
        Some(n) => n as u32..n as u32 + 1,
        None => 0..count,
    };
    let mut rows = Vec::new();
    for block in range {
        let [visible, frozen, mark] = visibility(b, &c, block, with_page)?;
        let mut row = Vec::new();
        if single.is_none() {
            row.push(Datum::i64(i64::from(block)));
        }
        row.extend([Datum::bool(visible), Datum::bool(frozen)]);
        if with_page {
            row.push(Datum::bool(mark));
        }
        rows.push(row);
    }
    Ok(AllRows::of(rows))
}

fn pg_visibility_map(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    map_rows(ctx, args, false)
}

fn pg_visibility(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    map_rows(ctx, args, true)
}

fn summary(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    let b = Backend::of(ctx.env);
    let c = heap(b, &args[0])?;
    let Some(rel) = b.catalog.relation(c.oid) else { return Ok(AllRows::of(Vec::new())) };
    let (visible, frozen) = visibility_map::count(&mut b.store, &rel)?;
    let n = |v: u32| Datum::i64(i64::from(v));
    Ok(AllRows::of(vec![vec![n(visible), n(frozen)]]))
}

fn freespace(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    let b = Backend::of(ctx.env);
    let c = open(b, &args[0])?;
    let count = blocks(b, &c, ForkNumber::Main);
    let Some(rel) = b.catalog.relation(c.oid) else { return Ok(AllRows::of(Vec::new())) };
    let mut rows = Vec::new();
    if let Some(d) = args.get(1) {
        let n = d.as_i64();
        if !(0..=i64::from(u32::MAX - 1)).contains(&n) {
            return err!(INVALID_PARAMETER_VALUE, "invalid block number");
        }
        let free = fsm::recorded_free_space(&mut b.store, &rel, BlockNumber(n as u32))?;
        return Ok(AllRows::of(vec![vec![Datum::i16(free as i16)]]));
    }
    for block in 0..count {
        let free = fsm::recorded_free_space(&mut b.store, &rel, BlockNumber(block))?;
        rows.push(vec![Datum::i64(i64::from(block)), Datum::i16(free as i16)]);
    }
    Ok(AllRows::of(rows))
}

const MAP: &[(&str, Oid)] = &[("blkno", INT8), ("all_visible", BOOL), ("all_frozen", BOOL)];
const MAP_ONE: &[(&str, Oid)] = &[("all_visible", BOOL), ("all_frozen", BOOL)];
const FULL: &[(&str, Oid)] =
    &[("blkno", INT8), ("all_visible", BOOL), ("all_frozen", BOOL), ("pd_all_visible", BOOL)];
const FULL_ONE: &[(&str, Oid)] =
    &[("all_visible", BOOL), ("all_frozen", BOOL), ("pd_all_visible", BOOL)];

/// The functions of this room.
pub static FUNCTIONS: &[Builtin] = &[
    set("pg_visibility_map", &[REGCLASS], RECORD, MAP, pg_visibility_map).volatile(),
    set("pg_visibility_map", &[REGCLASS, INT8], RECORD, MAP_ONE, pg_visibility_map)
        .volatile()
        .one_row(),
    set("pg_visibility", &[REGCLASS], RECORD, FULL, pg_visibility).volatile(),
    set("pg_visibility", &[REGCLASS, INT8], RECORD, FULL_ONE, pg_visibility).volatile().one_row(),
    set(
        "pg_visibility_map_summary",
        &[REGCLASS],
        RECORD,
        &[("all_visible", INT8), ("all_frozen", INT8)],
        summary,
    )
    .volatile()
    .one_row(),
    set("pg_freespace", &[REGCLASS], RECORD, &[("blkno", INT8), ("avail", INT2)], freespace)
        .volatile(),
    set("pg_freespace", &[REGCLASS, INT8], INT2, &[], freespace).volatile(),
];
