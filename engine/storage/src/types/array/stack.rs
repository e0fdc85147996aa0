//! Arrays put upon each other: an array of one dimension more (`accumArrayResultArr`).

use super::{Array, MAXDIM};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::fmgr::Env;

/// What `array_agg` of arrays and `ARRAY(SELECT array)` have read so far.
#[derive(Clone, Debug, Default)]
pub struct ArrayStack(Option<Array>);

impl ArrayStack {
    /// Puts an array behind those that are there.
    ///
    /// # Errors
    ///
    /// 22004: NULL. 2202E: an empty array comes first, or one has other bounds than the first. 54000: the result had more
    /// than [`MAXDIM`] dimensions.
    pub fn push(&mut self, env: &mut dyn Env, value: &Datum) -> Result<()> {
        if value.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "cannot accumulate null arrays");
        }
        let next = Array::from_datum(env, value)?;
        match &mut self.0 {
            None if next.values.is_empty() => {
                return err!(ARRAY_SUBSCRIPT_ERROR, "cannot accumulate empty arrays");
            }
            None if next.dims.len() >= MAXDIM => {
                return err!(
                    PROGRAM_LIMIT_EXCEEDED,
                    "number of array dimensions ({}) exceeds the maximum allowed ({MAXDIM})",
                    next.dims.len() + 1
                );
            }
            None => {
                let mut stacked = next;
                stacked.dims.insert(0, 1);
                stacked.lower.insert(0, 1);
                self.0 = Some(stacked);
            }
            Some(stacked)
                if stacked.dims[1..] == next.dims[..] && stacked.lower[1..] == next.lower[..] =>
            {
                stacked.dims[0] += 1;
                stacked.bitmap |= next.bitmap;
                stacked.values.extend(next.values);
            }
            Some(_) => {
                return err!(
                    ARRAY_SUBSCRIPT_ERROR,
                    "cannot accumulate arrays of different dimensionality"
                );
            }
        }
        Ok(())
    }

    /// The array of all that were put in, and leaves nothing; `None` if there was none.
    pub fn take(&mut self) -> Option<Array> {
        self.0.take()
    }
}
