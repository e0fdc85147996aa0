//! Objects whose values stand in the order of their length, so that short ones are at the front of
//! a document, and so in its inline prefix and its first chunks.
//!
//! ```text
//! {"key1": 1, "key2": [0, 0, 0], "key3": 1}
//! 03 00 00 30 | JEntries: 3 keys, then 1, 1, [0, 0, 0] | 00 02 01 00 | key1key2key3 ...
//! object, sorted                                        key2's value is the third
//! ```
//!
//! The prototypes write all objects so; released PostgreSQL cannot read them, and here they are
//! written only where a toaster's setting asks for it.

use super::layout::{JENTRY_ISCONTAINER, JENTRY_TYPEMASK};
use super::{ArrayBuilder, Container, JsonbView, ObjectValue, build_object};
use crate::error::Result;
use std::borrow::Cow;

/// The container with the values of all its objects sorted by length, or by key; `None` if they already
/// are.
///
/// # Errors
/// 54000 when it passes the format's limits.
pub fn lay_out(container: Container<'_>, sorted: bool) -> Result<Option<Vec<u8>>> {
    let nested = (0..container.children())
        .any(|i| container.entry(i) & JENTRY_TYPEMASK == JENTRY_ISCONTAINER);
    if !container.is_object() {
        return if nested { array(container, sorted) } else { Ok(None) };
    }
    let mut changed = false;
    let mut pairs: Vec<(&[u8], Cow<'_, [u8]>, JsonbView<'_>)> =
        Vec::with_capacity(container.count());
    for (key, value) in container.pairs() {
        let inner = match value {
            JsonbView::Container(c) => lay_out(c, sorted)?,
            _ => None,
        };
        changed |= inner.is_some();
        pairs.push((key, inner.map_or(Cow::Borrowed(&[][..]), Cow::Owned), value));
    }
    let parts: Vec<(&[u8], ObjectValue<'_>)> = pairs
        .iter()
        .map(|(key, inner, value)| {
            let view = match inner.is_empty() {
                true => *value,
                false => JsonbView::Container(Container::new(inner)),
            };
            (*key, ObjectValue::View(view))
        })
        .collect();
    let by_length = parts.windows(2).any(|w| w[0].1.size() > w[1].1.size());
    if !changed && container.is_sorted() == (sorted && by_length) {
        return Ok(None);
    }
    build_object(&parts, sorted).map(Some)
}

/// Lays out the objects in an array; nothing if none of them changes.
fn array(container: Container<'_>, sorted: bool) -> Result<Option<Vec<u8>>> {
    let mut changed = false;
    let mut built = ArrayBuilder::default();
    for element in container.elements() {
        let inner = match element {
            JsonbView::Container(c) => lay_out(c, sorted)?,
            _ => None,
        };
        changed |= inner.is_some();
        match &inner {
            Some(bytes) => built.push(JsonbView::Container(Container::new(bytes))),
            None => built.push(element),
        }
    }
    if !changed {
        return Ok(None);
    }
    Ok(match built.finish()? {
        super::Value::Container(bytes) => Some(bytes),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recorded_layout_and_back() {
        let datum = super::super::input(
            r#"{"key1":16,"key2":[0,0,{"b":[1,2],"a":7}],"key3":16,"key4":[0]}"#,
        );
        let datum = datum.unwrap();
        let plain = crate::varlena::payload(datum.bytes());
        let sorted = lay_out(Container::new(plain), true).unwrap().unwrap();
        // As in `toasters/03`: four keys, the values of key1, key3, key4, key2.
        assert_eq!(sorted[..4], [4, 0, 0, 0x30]);
        assert_eq!(sorted[36..40], [0, 3, 1, 2]);
        assert_eq!(&sorted[40..56], b"key1key2key3key4");
        let view = Container::new(&sorted);
        assert!(view.is_sorted() && !view.is_scalar());
        let text = |c: &[u8]| super::super::output(c).unwrap();
        assert_eq!(text(&sorted), text(plain));
        assert!(super::super::compare(&sorted, plain).is_eq());
        assert_eq!(lay_out(view, true).unwrap(), None);
        assert_eq!(lay_out(view, false).unwrap().unwrap(), plain);
    }
}
