//! The four rounds that make a row fit (`heap_toast_insert_or_update`, `toast_helper.c`).
//!
//! ```text
//!  round 1   compress the longest EXTENDED column; what alone is still longer than the target
//!            leaves at once (EXTERNAL columns too)          repeated while the row is too long
//!  round 2   move the longest EXTENDED or EXTERNAL column out
//!  round 3   compress the longest MAIN column
//!  round 4   move the longest MAIN column out, but only while the row exceeds a page
//! ```
//!
//! The target is 2032 bytes (`toast_tuple_target`), tuple header included; round 4's is 8160.
//! Before the rounds, an UPDATE keeps pointers that did not change and fetches pointers of other
//! relations back; after them it deletes the values the old row no longer needs.
//!
//! A real row: `id`, and 3000 equal letters each in `m` (MAIN), `x` (EXTENDED), `e` (EXTERNAL),
//! 9036 bytes. Round 1 compresses `x` to 44 bytes; then `e` is the longest that is not MAIN, cannot
//! be compressed and is by itself above the target, so it leaves: 18 bytes of pointer, two chunks.
//! The row still has `m`: round 2 moves `x` out, round 3 compresses `m` to 44 bytes. 108 are stored.

use super::default::layout::{
    TOAST_POINTER_SIZE, TOAST_TUPLE_TARGET, TOAST_TUPLE_TARGET_MAIN, maxalign,
};
use super::{Target, ToastOptions, default, of_column, of_pointer};
use crate::datum::Datum;
use crate::error::Result;
use crate::event::Event;
use crate::heap::Relation;
use crate::ids::AttrNumber;
use crate::store::Store;
use crate::tuple::{self, Storage};
use crate::varlena;

/// What the rounds know of one column (`ToastAttrInfo`).
#[derive(Clone, Default)]
struct Column {
    /// `TOASTCOL_IGNORE`: nothing more can be done.
    ignore: bool,
    /// `TOASTCOL_INCOMPRESSIBLE`: not to be tried again.
    incompressible: bool,
    /// `TOASTCOL_NEEDS_DELETE_OLD`: the old row's value must be deleted.
    delete_old: bool,
    /// A custom pointer of this row, which its toaster may shorten.
    own_custom: bool,
    /// Where the value was fetched from.
    old_external: Option<Datum>,
    /// Bytes of the value.
    size: usize,
    /// The value before round 1 compressed it.
    plain: Option<Datum>,
}

/// The row being squeezed (`ToastTupleContext`).
struct Row<'a> {
    rel: &'a Relation,
    values: Vec<Datum>,
    columns: Vec<Column>,
    changed: bool,
    options: ToastOptions,
}

/// Makes a row fit its page. `values` is the new row; on UPDATE, `old` is the old one. Returns the
/// values to store, or `None` if nothing changes.
pub fn insert_or_update(
    st: &mut Store,
    rel: &Relation,
    values: &[Datum],
    old: Option<&[Datum]>,
    options: ToastOptions,
) -> Result<Option<Vec<Datum>>> {
    let mut row = Row {
        rel,
        values: values.to_vec(),
        columns: vec![Column::default(); values.len()],
        changed: false,
        options,
    };
    row.init(st, old)?;

    let nulls = row.values.iter().any(Datum::is_null);
    let hoff = tuple::header_size(rel.desc.attrs.len(), nulls);
    let target = rel.options.toast_tuple_target.map_or(TOAST_TUPLE_TARGET, |t| t as usize);
    let max = target.saturating_sub(hoff);
    let has_toast = rel.toast.is_some();
    let length = hoff + row.data_size();
    st.events.emit(|| Event::ToastStarted { rel: rel.oid, length, target });

    while row.data_size() > max {
        let Some(biggest) = row.find_biggest(true, false) else { break };
        row.chosen(st, 1, biggest, hoff, target);
        if has_toast && row.toast_first(st, biggest, max)? {
            continue;
        }
        if rel.desc.attrs[biggest].storage == Storage::Extended {
            row.try_compression(st, biggest);
        } else {
            row.columns[biggest].incompressible = true;
        }
        if row.columns[biggest].size > max && has_toast {
            row.externalize(st, biggest, max)?;
        }
    }
    while has_toast && row.data_size() > max {
        let Some(biggest) = row.find_biggest(false, false) else { break };
        row.chosen(st, 2, biggest, hoff, target);
        row.externalize(st, biggest, max)?;
    }
    while row.data_size() > max {
        let Some(biggest) = row.find_biggest(true, true) else { break };
        row.chosen(st, 3, biggest, hoff, target);
        row.try_compression(st, biggest);
    }
    let max = TOAST_TUPLE_TARGET_MAIN - hoff;
    while has_toast && row.data_size() > max {
        let Some(biggest) = row.find_biggest(false, true) else { break };
        row.chosen(st, 4, biggest, hoff, TOAST_TUPLE_TARGET_MAIN);
        row.externalize(st, biggest, max)?;
    }

    if let Some(old) = old {
        for (column, value) in row.columns.iter().zip(old) {
            if column.delete_old {
                of_pointer(st, value.bytes())?.delete(st, value, false)?;
            }
        }
    }
    Ok(row.changed.then_some(row.values))
}

/// Deletes all external values of a deleted row (`heap_toast_delete`). `speculative`: the row was
/// inserted by an ON CONFLICT that gives way.
pub fn delete(st: &mut Store, rel: &Relation, values: &[Datum], speculative: bool) -> Result<()> {
    for (attr, value) in rel.desc.attrs.iter().zip(values) {
        if attr.len == -1 && !value.is_null() && varlena::is_external(value.bytes()) {
            of_pointer(st, value.bytes())?.delete(st, value, speculative)?;
        }
    }
    Ok(())
}

impl Row<'_> {
    /// Prepares every column for the rounds (`toast_tuple_init`).
    fn init(&mut self, st: &mut Store, old: Option<&[Datum]>) -> Result<()> {
        for (i, attr) in self.rel.desc.attrs.iter().enumerate() {
            let value = &self.values[i];
            let column = &mut self.columns[i];
            let number = AttrNumber(i as i16 + 1);
            if attr.len == -1
                && let Some(old) = old.and_then(|o| o.get(i)).filter(|o| !o.is_null())
                && varlena::is_external(old.bytes())
            {
                if !value.is_null() && value.bytes() == old.bytes() {
                    column.own_custom = varlena::is_custom(old.bytes());
                    column.ignore = !column.own_custom;
                    column.size = varlena::size_any(old.bytes());
                    let kept = varlena::ToastPointer::decode(value.bytes());
                    if let Some(pointer) = kept {
                        st.events.emit(|| Event::ValueKept {
                            rel: self.rel.oid,
                            attribute: number.0,
                            value: pointer.value_id,
                        });
                    }
                    continue;
                }
                if !value.is_null() && varlena::is_external(value.bytes()) {
                    let (oid, toaster) = of_column(st, attr)?;
                    let to = Target {
                        rel: self.rel,
                        attribute: number,
                        toaster: oid,
                        room: 0,
                        plain: None,
                        options: self.options,
                    };
                    if let Some(updated) = toaster.update(st, &to, value, old)? {
                        column.own_custom = varlena::is_custom(updated.bytes());
                        column.size = varlena::size_any(updated.bytes());
                        self.values[i] = updated;
                        self.changed = true;
                        self.made(st, i);
                        continue;
                    }
                }
                column.delete_old = true;
            }
            if value.is_null() || attr.len != -1 {
                column.ignore = true;
                continue;
            }
            column.ignore = attr.storage == Storage::Plain;
            if varlena::is_external(value.bytes()) {
                let fetched = if attr.storage == Storage::Plain {
                    super::plain(st, value)?
                } else {
                    super::detoast_external(st, value)?
                };
                column.old_external = Some(std::mem::replace(&mut self.values[i], fetched));
                self.changed = true;
            } else if value.bytes().is_expanded() {
                self.values[i].flatten();
            } else if attr.storage != Storage::Plain
                && let Some(short) = varlena::make_short(value.bytes())
            {
                self.values[i] = Datum::Ref(short.into());
            }
            column.size = varlena::size_any(self.values[i].bytes());
        }
        Ok(())
    }

    /// Emits `ColumnChosen`: a round chose this column.
    fn chosen(&self, st: &Store, round: u8, i: usize, hoff: usize, target: usize) {
        st.events.emit(|| Event::ColumnChosen {
            rel: self.rel.oid,
            round,
            attribute: i as i16 + 1,
            size: self.columns[i].size,
            length: hoff + self.data_size(),
            target,
        });
    }

    /// Emits `PointerMade`: the custom pointer that a column's toaster left in the row.
    fn made(&self, st: &Store, i: usize) {
        let value = self.values[i].bytes();
        if varlena::is_custom(value) {
            st.events.emit(|| Event::PointerMade {
                rel: self.rel.oid,
                attribute: i as i16 + 1,
                size: varlena::size_any(value),
                parts: super::parts(st, value),
            });
        }
    }

    /// The length of the row's data as its values are now.
    fn data_size(&self) -> usize {
        tuple::compute_data_size(&self.rel.desc, &self.values)
    }

    /// The longest column that qualifies (`toast_tuple_find_biggest_attribute`); of equally long
    /// ones the first. `for_compression`: columns that may be compressed; `main`: those of storage
    /// MAIN.
    fn find_biggest(&self, for_compression: bool, main: bool) -> Option<usize> {
        let mut biggest = None;
        let mut biggest_size = maxalign(TOAST_POINTER_SIZE);
        for (i, attr) in self.rel.desc.attrs.iter().enumerate() {
            let column = &self.columns[i];
            if column.ignore || (for_compression && column.incompressible) {
                continue;
            }
            let value = self.values[i].bytes();
            let movable = !varlena::is_external(value) || column.own_custom && !for_compression;
            if !movable || (for_compression && varlena::is_compressed(value)) {
                continue;
            }
            let qualifies = match attr.storage {
                Storage::Main => main,
                Storage::Extended | Storage::External => !main,
                Storage::Plain => false,
            };
            if qualifies && column.size > biggest_size {
                biggest = Some(i);
                biggest_size = column.size;
            }
        }
        biggest
    }

    /// Compresses a column, or marks it incompressible (`toast_tuple_try_compression`).
    fn try_compression(&mut self, st: &mut Store, i: usize) {
        let attr = &self.rel.desc.attrs[i];
        let method = attr.compression.unwrap_or(st.default_toast_compression);
        let (rel, attribute, from) = (self.rel.oid, i as i16 + 1, self.columns[i].size);
        match default::compress_datum(&self.values[i], method) {
            Ok(compressed) => {
                let to = varlena::size_any(compressed.bytes());
                self.columns[i].plain = Some(std::mem::replace(&mut self.values[i], compressed));
                self.columns[i].size = to;
                self.changed = true;
                st.events.emit(|| Event::AttributeCompressed {
                    rel,
                    attribute,
                    field: None,
                    method: method as u8,
                    from,
                    to,
                });
            }
            Err(why) => {
                self.columns[i].incompressible = true;
                st.events.emit(|| Event::AttributeIncompressible {
                    rel,
                    attribute,
                    method: method as u8,
                    size: from,
                    why,
                });
            }
        }
    }

    /// Asks the column's toaster to store the value before round 1 compresses it. Returns whether
    /// it did.
    fn toast_first(&mut self, st: &mut Store, i: usize, max: usize) -> Result<bool> {
        let (toaster, handler) = of_column(st, &self.rel.desc.attrs[i])?;
        let value = std::mem::replace(&mut self.values[i], Datum::varlena(&[]));
        let room = max.saturating_sub(tuple::compute_data_size(&self.rel.desc, &self.values));
        let attribute = AttrNumber(i as i16 + 1);
        let (rel, options) = (self.rel, self.options);
        let to = Target { rel, attribute, toaster, room, plain: None, options };
        let made = handler.toast_first(st, &to, &value)?;
        let fits = made.is_some();
        self.values[i] = made.unwrap_or(value);
        if fits {
            self.columns[i].ignore = true;
            self.changed = true;
            self.made(st, i);
        }
        Ok(fits)
    }

    /// Moves a column out of the row, which may have at most `max` bytes
    /// (`toast_tuple_externalize`).
    fn externalize(&mut self, st: &mut Store, i: usize, max: usize) -> Result<()> {
        let attr = &self.rel.desc.attrs[i];
        let column = &mut self.columns[i];
        column.ignore = true;
        let (old, plain) = (column.old_external.take(), column.plain.take());
        // Room is counted with an empty value in its place (`heap_compute_data_size_without_attr`).
        let value = std::mem::replace(&mut self.values[i], Datum::varlena(&[]));
        let room = max.saturating_sub(tuple::compute_data_size(&self.rel.desc, &self.values));
        let (toaster, handler) = of_column(st, attr)?;
        let attribute = AttrNumber(i as i16 + 1);
        let (rel, options) = (self.rel, self.options);
        let to = Target { rel, attribute, toaster, room, plain: plain.as_ref(), options };
        self.values[i] = handler.toast(st, &to, &value, old.as_ref())?;
        self.changed = true;
        self.made(st, i);
        Ok(())
    }
}
