//! The parts of a pointer: what each run of its bytes is, for the stage and the inspector.
//!
//! ```text
//!  01 04 | sizes | toaster | what its toaster says of the payload
//!  tag     Sizes   Toaster   Number, Pointer, Tail, Prefix, Difference, Entries, Keys, Field ...
//! ```
//!
//! Parts lie one after the other, every byte in one, and so do the parts of a part.

use super::{bytea, of_pointer, tapas};
use crate::event::{PointerPart, PointerRole, ValueLink};
use crate::store::Store;
use crate::varlena::{self, CUSTOM_HEADER, CustomPointer};

/// The parts of a pointer's bytes; empty for a value that no custom toaster wrote.
pub fn parts(st: &Store, value: &[u8]) -> Vec<PointerPart> {
    let Some(custom) = CustomPointer::decode(value) else {
        return match varlena::is_custom(value) {
            true => tapas::parts(value).unwrap_or_else(|| bytea::parts_of_2021(value)),
            false => Vec::new(),
        };
    };
    let mut all = vec![
        PointerPart::new(PointerRole::Tag, "", 0, 2),
        PointerPart::new(PointerRole::Sizes, "", 2, 8),
        PointerPart::new(PointerRole::Toaster, "", 10, 4),
    ];
    all[1].number = custom.rawsize;
    all[2].number = custom.toaster.0;
    let mut inside = match of_pointer(st, value) {
        Ok(toaster) => toaster.parts(custom.payload),
        Err(_) => whole(custom.payload),
    };
    inside.iter_mut().for_each(|part| part.shift(CUSTOM_HEADER as u32));
    all.append(&mut inside);
    all
}

/// A single part for the whole payload, for pointers of an unknown form.
pub fn whole(payload: &[u8]) -> Vec<PointerPart> {
    vec![PointerPart::new(PointerRole::Payload, "", 0, payload.len())]
}

/// The value ids to which the parts of a pointer lead.
pub fn links(parts: &[PointerPart]) -> Vec<ValueLink> {
    let mut all = Vec::new();
    for part in parts {
        part.walk(&mut |p| all.extend(p.link.filter(|link| link.value != 0)));
    }
    all
}
