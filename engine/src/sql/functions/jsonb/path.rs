//! Paths: text arrays whose elements are keys or subscripts.

use crate::datum::Datum;
use crate::error::Result;
use crate::fmgr::FnCtx;
use crate::types::array::Array;
use crate::types::jsonb::View;

/// The elements of a path; `None` for NULL.
pub fn path(ctx: &mut FnCtx<'_>, datum: &Datum) -> Result<Vec<Option<Vec<u8>>>> {
    let array = Array::from_datum(ctx.env, datum)?;
    if array.dims.len() > 1 {
        return crate::err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts");
    }
    array
        .values
        .iter()
        .map(|value| match value {
            Datum::Null => Ok(None),
            text => Ok(Some(crate::types::detoast(ctx.env, text)?.to_vec())),
        })
        .collect()
}

/// A path element as a subscript (`strtoint`, all of it a number).
pub fn subscript(element: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(element).ok()?;
    text.trim_start().parse::<i32>().ok().map(i64::from)
}

/// Follows a path from a node (`get_jsonb_path_all`); `None` where it leads nowhere.
pub fn follow<'a>(start: View<'a>, path: &[Option<Vec<u8>>]) -> Option<View<'a>> {
    path.iter().try_fold(start, |node, element| {
        let element = element.as_ref()?;
        match node {
            View::Container(c) if c.is_object() => c.get(element),
            View::Container(c) => c.element(subscript(element)?),
            _ => None,
        }
    })
}
