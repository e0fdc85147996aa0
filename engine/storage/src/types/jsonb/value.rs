//! A jsonb document, or a part of one, that owns its data (`JsonbValue`).

use super::{Container, JsonbView};
use crate::bytes::Bytes;
use crate::datum::Datum;

/// A node by itself: what is put into builders and taken from views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// JSON's `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number: a numeric datum with its 4-byte varlena header.
    Numeric(Bytes),
    /// A string, in UTF-8.
    String(Vec<u8>),
    /// An array or object, from its header word on.
    Container(Vec<u8>),
}

impl Value {
    /// The value as a view that can be navigated.
    pub fn view(&self) -> JsonbView<'_> {
        match self {
            Value::Null => JsonbView::Null,
            Value::Bool(b) => JsonbView::Bool(*b),
            Value::Numeric(n) => JsonbView::Numeric(n),
            Value::String(s) => JsonbView::String(s),
            Value::Container(c) => JsonbView::Container(Container::new(c)),
        }
    }
    /// The jsonb datum with this root (`JsonbValueToJsonb`). A scalar becomes an array of one
    /// element, marked as a scalar.
    pub fn to_datum(&self) -> Datum {
        self.view().to_datum()
    }
}
