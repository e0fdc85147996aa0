//! A part of a document as the functions that make rows of documents see it: of jsonb, or of json, whose text is
//! kept as it was written (`JsValue`, `JsObject` of `jsonfuncs.c`).

use super::{Part, Shape, shape, skip};
use std::borrow::Cow;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::json::{Lexer, Token};
use storage::types::jsonb::{Container, JsonbView, escape_json, print_view};
use storage::types::oid::{JSON, JSONB};

/// A value in a document.
pub(super) enum Document<'a> {
    Jsonb(JsonbView<'a>),
    Json(Part<'a>),
}

/// The keys of an object with their values.
pub(super) enum Object<'a> {
    Jsonb(Container<'a>),
    Json(Vec<(Vec<u8>, Part<'a>)>),
}

impl<'a> Object<'a> {
    /// The value of a key, the last of several.
    pub(super) fn get(&self, key: &[u8]) -> Option<Document<'a>> {
        match self {
            Object::Jsonb(c) => c.get(key).map(Document::Jsonb),
            Object::Json(pairs) => {
                pairs.iter().rfind(|p| p.0 == key).map(|p| Document::Json(p.1.clone()))
            }
        }
    }
}

impl<'a> Document<'a> {
    /// The document with these bytes of jsonb, or of the text of json.
    pub(super) fn new(bytes: &'a [u8], json: bool) -> Result<Document<'a>> {
        if !json {
            return Ok(Document::Jsonb(Container::new(bytes).root()));
        }
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let mut lexer = Lexer::new(text, true);
        lexer.advance()?;
        Ok(Document::Json(skip(text, &mut lexer)?))
    }

    /// Whether it is the document's null, which is SQL's NULL.
    pub(super) fn is_null(&self) -> bool {
        match self {
            Document::Jsonb(v) => matches!(v, JsonbView::Null),
            Document::Json(p) => p.token == Token::Null,
        }
    }

    /// Whether it is a string.
    pub(super) fn is_string(&self) -> bool {
        match self {
            Document::Jsonb(v) => matches!(v, JsonbView::String(_)),
            Document::Json(p) => p.token == Token::String,
        }
    }

    /// Whether it is an array.
    pub(super) fn is_array(&self) -> bool {
        match self {
            Document::Jsonb(v) => matches!(v, JsonbView::Container(c) if c.is_array()),
            Document::Json(p) => p.token == Token::ArrayStart,
        }
    }

    /// Whether it is an object.
    pub(super) fn is_object(&self) -> bool {
        match self {
            Document::Jsonb(v) => matches!(v, JsonbView::Container(c) if c.is_object()),
            Document::Json(p) => p.token == Token::ObjectStart,
        }
    }

    /// The keys of an object; `None` if it is something else.
    pub(super) fn object(&self) -> Result<Option<Object<'a>>> {
        Ok(match self {
            Document::Jsonb(JsonbView::Container(c)) if c.is_object() => Some(Object::Jsonb(*c)),
            Document::Json(p) if self.is_object() => match shape(p.text)? {
                Shape::Object(pairs) => Some(Object::Json(pairs)),
                _ => None,
            },
            _ => None,
        })
    }

    /// The elements of an array; none if it is something else.
    pub(super) fn elements(&self) -> Result<Vec<Document<'a>>> {
        Ok(match self {
            Document::Jsonb(JsonbView::Container(c)) if c.is_array() => {
                c.elements().map(Document::Jsonb).collect()
            }
            Document::Json(p) if self.is_array() => match shape(p.text)? {
                Shape::Array(parts) => parts.into_iter().map(Document::Json).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        })
    }

    /// The value as json or jsonb, as its document is.
    pub(super) fn to_datum(&self) -> Datum {
        match self {
            Document::Jsonb(v) => v.to_datum(),
            Document::Json(p) => p.to_json(),
        }
    }

    /// The text that the input function of type `t` reads (`populate_scalar`): json's and jsonb's want a string in
    /// its quotes.
    pub(super) fn text_for(&self, t: Oid) -> Cow<'_, str> {
        let json = t == JSON || t == JSONB;
        let mut out = String::new();
        match self {
            Document::Jsonb(JsonbView::String(s)) if !json => return String::from_utf8_lossy(s),
            Document::Jsonb(v) => print_view(*v, &mut out),
            Document::Json(p) if p.token != Token::String => return p.text.into(),
            Document::Json(p) if !json => return String::from_utf8_lossy(&p.string),
            Document::Json(p) => escape_json(&String::from_utf8_lossy(&p.string), &mut out),
        }
        out.into()
    }
}
