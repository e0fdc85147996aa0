//! Reads what the page sends: a fork, a place, and which children of a field to make.
//!
//! These few are read by hand. What serde derives for enums that a field tells apart keeps all of an object
//! until it has seen that field; for three of them that is 70 kB of code.

use client::inspect::Fork;
use client::inspect::fields::{JsonList, More, Place};
use js_sys::Reflect;
use wasm_bindgen::{JsError, JsValue};

/// What an object of the other side can stand for.
pub(crate) trait FromJs: Sized {
    /// The value that a JavaScript value stands for; `None` if it has another shape.
    fn from_js(value: &JsValue) -> Option<Self>;
}

/// The Rust value of a JavaScript object; an error if it has another shape.
pub(crate) fn from_js<T: FromJs>(value: JsValue) -> Result<T, JsError> {
    T::from_js(&value).ok_or_else(|| JsError::new("no such place or field"))
}

/// The property of an object.
fn field(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &JsValue::from_str(name)).ok()
}

/// The number in an object's property; `None` if it is no whole number, or too large for `T`.
fn number<T: TryFrom<u64>>(object: &JsValue, name: &str) -> Option<T> {
    let value = field(object, name)?.as_f64()?;
    let whole = value as u64;
    if whole as f64 == value { T::try_from(whole).ok() } else { None }
}

/// A property that is a string.
fn text(object: &JsValue, name: &str) -> Option<String> {
    field(object, name)?.as_string()
}

impl FromJs for Fork {
    fn from_js(value: &JsValue) -> Option<Fork> {
        Some(match value.as_string()?.as_str() {
            "main" => Fork::Main,
            "fsm" => Fork::Fsm,
            "vm" => Fork::Vm,
            "init" => Fork::Init,
            _ => return None,
        })
    }
}

impl FromJs for Place {
    fn from_js(value: &JsValue) -> Option<Place> {
        Some(match text(value, "kind")?.as_str() {
            "page" => Place::Page {
                relation: number(value, "relation")?,
                fork: Fork::from_js(&field(value, "fork")?)?,
                block: number(value, "block")?,
                item: number(value, "item")?,
            },
            "value" => Place::Value {
                relation: number(value, "relation")?,
                block: number(value, "block")?,
                item: number(value, "item")?,
                column: number(value, "column")?,
                plain: field(value, "plain")?.as_bool()?,
            },
            "record" => Place::Record { lsn: number(value, "lsn")? },
            "image" => Place::Image { lsn: number(value, "lsn")?, id: number(value, "id")? },
            _ => return None,
        })
    }
}

impl FromJs for More {
    fn from_js(value: &JsValue) -> Option<More> {
        let from = || number(value, "from");
        let (at, end) = (|| number(value, "at"), || number(value, "end"));
        Some(match text(value, "kind")?.as_str() {
            "item" => More::Item { item: number(value, "item")? },
            "json" => More::Json {
                at: at()?,
                end: end()?,
                list: list(&field(value, "list")?)?,
                from: from()?,
            },
            "array" => More::Array { at: at()?, end: end()?, from: from()? },
            "digits" => More::Digits { at: at()?, end: end()?, from: from()? },
            "map" => More::Map { from: from()? },
            _ => return None,
        })
    }
}

/// Which list of a jsonb container is asked for.
fn list(value: &JsValue) -> Option<JsonList> {
    Some(match value.as_string()?.as_str() {
        "whole" => JsonList::Whole,
        "entries" => JsonList::Entries,
        "children" => JsonList::Children,
        _ => return None,
    })
}
