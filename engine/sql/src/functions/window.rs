//! The functions that only a window can run (`windowfuncs.c`). The executor knows them by name;
//! what stands here is how they are called.

use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::oid::{ANYCOMPATIBLE, ANYELEMENT, FLOAT8, INT4, INT8};

/// The code that stands in the table; the executor never calls it.
fn outside(_: &mut FnCtx<'_>, _: &[Datum]) -> Result<Datum> {
    err!(INTERNAL_ERROR, "a window function was called outside its window")
}

/// All window functions.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("row_number", &[], INT8, outside),
    scalar("rank", &[], INT8, outside),
    scalar("dense_rank", &[], INT8, outside),
    scalar("percent_rank", &[], FLOAT8, outside),
    scalar("cume_dist", &[], FLOAT8, outside),
    scalar("ntile", &[INT4], INT4, outside),
    scalar("lag", &[ANYELEMENT], ANYELEMENT, outside),
    scalar("lag", &[ANYELEMENT, INT4], ANYELEMENT, outside),
    scalar("lag", &[ANYCOMPATIBLE, INT4, ANYCOMPATIBLE], ANYCOMPATIBLE, outside),
    scalar("lead", &[ANYELEMENT], ANYELEMENT, outside),
    scalar("lead", &[ANYELEMENT, INT4], ANYELEMENT, outside),
    scalar("lead", &[ANYCOMPATIBLE, INT4, ANYCOMPATIBLE], ANYCOMPATIBLE, outside),
    scalar("first_value", &[ANYELEMENT], ANYELEMENT, outside),
    scalar("last_value", &[ANYELEMENT], ANYELEMENT, outside),
    scalar("nth_value", &[ANYELEMENT, INT4], ANYELEMENT, outside),
];
