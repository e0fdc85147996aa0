//! Values as rows of the TOAST relation (`toast_internals.c`, `heap_fetch_toast_slice`).

use crate::datum::Datum;
use crate::error::Result;
use crate::heap::Relation;
use crate::store::Store;
use crate::toaster::ToastOptions;
use crate::varlena::ToastPointer;

/// Stores a value (plain, short or compressed) in chunks (`toast_save_datum`).
pub fn save(
    _st: &mut Store,
    _rel: &Relation,
    _value: &[u8],
    _old: Option<&Datum>,
    _options: ToastOptions,
) -> Result<ToastPointer> {
    todo!("chunks::save")
}

/// Appends `length` bytes from `offset` of what is stored of a value to `out`
/// (`heap_fetch_toast_slice`).
pub fn fetch(
    _st: &mut Store,
    _pointer: &ToastPointer,
    _offset: usize,
    _length: usize,
    _out: &mut Vec<u8>,
) -> Result<()> {
    todo!("chunks::fetch")
}

/// Deletes all chunks of a value (`toast_delete_datum`).
pub fn delete(_st: &mut Store, _pointer: &ToastPointer, _speculative: bool) -> Result<()> {
    todo!("chunks::delete")
}
