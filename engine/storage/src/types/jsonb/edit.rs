//! Changing documents at a path (`setPath` and its kin), and following paths.

use super::{ArrayBuilder, Container, JsonbView, ObjectBuilder, Value};
use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, SqlState};

/// What a path operation does where its path ends.
#[derive(Clone, Copy, Debug)]
pub enum PathOperation<'a> {
    /// Removes the value (`#-`).
    Delete,
    /// Replaces the value (`jsonb_set`, and `SET j['a'] = v`).
    Set {
        /// The new value.
        value: JsonbView<'a>,
        /// Whether to put it where there is none.
        create: bool,
        /// Whether what leads there is made too, with nulls before it (`JB_PATH_FILL_GAPS`).
        fill: bool,
    },
    /// Puts a new element into an array, or a new key into an object (`jsonb_insert`).
    Insert {
        /// The new element.
        value: JsonbView<'a>,
        /// Behind the one at the path.
        after: bool,
    },
}

/// One step down a document.
#[derive(Clone, Debug)]
pub enum PathStep {
    /// To the value of a key; an array has none.
    Key(Bytes),
    /// To an element; an object has none.
    Index(i64),
    /// What a path's element means to the container it comes to.
    Either(Bytes),
}

/// What a look-up that does not fetch all came to.
#[derive(Clone, Debug)]
pub enum LookupResult {
    /// The toaster cannot follow the path without fetching the whole value.
    NoShortcut,
    /// The path leads nowhere.
    Nothing,
    /// A jsonb datum, maybe a pointer.
    Value(Datum),
}

/// Follows one step from a container.
pub fn step<'a>(container: Container<'a>, step: &PathStep) -> Option<JsonbView<'a>> {
    match step {
        PathStep::Key(key) => container.get(key),
        PathStep::Either(key) if container.is_object() => container.get(key),
        PathStep::Index(i) if container.is_scalar() && *i != 0 && *i != -1 => None,
        PathStep::Index(i) => container.element(*i),
        PathStep::Either(text) => container.element(subscript(text)?),
    }
}

/// A change to a document, for toasters that can make it without fetching all.
#[derive(Clone, Copy, Debug)]
pub enum JsonbEdit<'a> {
    /// What is to be done at the end of a path that is not empty.
    Path(&'a [Option<Vec<u8>>], PathOperation<'a>),
    /// Appends another document (`||`).
    Concat(Container<'a>),
    /// Removes keys (`-`).
    DeleteKeys(&'a [Bytes]),
}

impl<'a> PathOperation<'a> {
    /// Whether missing places up to the new one are filled with null.
    fn fills(self) -> bool {
        matches!(self, PathOperation::Set { fill: true, .. })
    }
    /// The value to add where the path ends at `level` (`push_path`): the new value within the
    /// containers that the rest of the path names. `None` if the operation adds none.
    fn rest(self, path: &[Option<Vec<u8>>], level: usize) -> Result<Option<Value>> {
        let PathOperation::Set { value, fill: true, .. } = self else { return Ok(None) };
        let mut made = value.to_value();
        for element in path[level..].iter().rev().flatten() {
            made = if let Some(index) = subscript(element) {
                let mut array = ArrayBuilder::default();
                (0..index).for_each(|_| array.push(JsonbView::Null));
                array.push(made.view());
                array.finish()?
            } else {
                let mut object = ObjectBuilder::default();
                object.push(element, made)?;
                object.finish()?
            };
        }
        Ok(Some(made))
    }
}

/// The error for a subscript into a scalar.
pub fn in_scalar() -> Box<PgError> {
    PgError::new(SqlState::INVALID_PARAMETER_VALUE, "cannot replace existing key")
        .detail("The path assumes key is a composite object, but it is a scalar value.")
}

/// Applies a change at the end of a path (`setPath`).
///
/// # Errors
///
/// Those of the SQL functions that change documents.
pub fn at_path(
    node: JsonbView<'_>,
    path: &[Option<Vec<u8>>],
    level: usize,
    deed: PathOperation<'_>,
) -> Result<Value> {
    let Some(element) = &path[level] else {
        return err!(NULL_VALUE_NOT_ALLOWED, "path element at position {} is null", level + 1);
    };
    let JsonbView::Container(container) = node else {
        return if deed.fills() { Err(in_scalar()) } else { Ok(node.to_value()) };
    };
    let last = level + 1 == path.len();
    if container.is_object() {
        object_at(container, element, path, level, last, deed)
    } else {
        array_at(container, element, path, level, last, deed)
    }
}

/// Changes an object at a key, or what is below it (`setPathObject`).
fn object_at(
    container: Container<'_>,
    key: &[u8],
    path: &[Option<Vec<u8>>],
    level: usize,
    last: bool,
    deed: PathOperation<'_>,
) -> Result<Value> {
    let mut object = ObjectBuilder::default();
    let mut found = false;
    for (k, value) in container.pairs() {
        if k != key {
            object.push(k, value.to_value())?;
            continue;
        }
        found = true;
        if !last {
            object.push(k, at_path(value, path, level + 1, deed)?)?;
            continue;
        }
        match deed {
            PathOperation::Delete => {}
            PathOperation::Set { value, .. } => object.push(k, value.to_value())?,
            PathOperation::Insert { .. } => {
                return err!(INVALID_PARAMETER_VALUE, "cannot replace existing key").map_err(
                    |e: Box<PgError>| {
                        e.hint("Try using the function jsonb_set to replace key value.")
                    },
                );
            }
        }
    }
    if last && !found {
        match deed {
            PathOperation::Set { value, create: true, .. }
            | PathOperation::Insert { value, .. } => {
                object.push(key, value.to_value())?;
            }
            _ => {}
        }
    } else if !found && let Some(rest) = deed.rest(path, level + 1)? {
        object.push(key, rest)?;
    }
    object.finish()
}

/// Changes an array at an element, or what is below it (`setPathArray`).
fn array_at(
    container: Container<'_>,
    element: &[u8],
    path: &[Option<Vec<u8>>],
    level: usize,
    last: bool,
    deed: PathOperation<'_>,
) -> Result<Value> {
    let count = container.count() as i64;
    let Some(mut index) = subscript(element) else {
        return err!(
            INVALID_TEXT_REPRESENTATION,
            "path element at position {} is not an integer: \"{}\"",
            level + 1,
            String::from_utf8_lossy(element)
        );
    };
    if index < 0 {
        // Before the first element there is a place of its own.
        if -index > count && deed.fills() {
            let text = format!("path element at position {} is out of range: {index}", level + 1);
            return err!(INVALID_PARAMETER_VALUE, "{text}");
        }
        index = if -index > count { i64::MIN } else { index + count };
    }
    let mut array = ArrayBuilder::default();
    let adds = match deed {
        PathOperation::Set { value, create: true, .. } | PathOperation::Insert { value, .. }
            if last =>
        {
            Some(value)
        }
        _ => None,
    };
    let mut done = false;
    if let Some(value) = adds
        && (index == i64::MIN || count == 0 && !deed.fills())
    {
        array.push(value);
        done = true;
    }
    for (i, child) in container.elements().enumerate() {
        if i as i64 != index || done {
            array.push(child);
            continue;
        }
        done = true;
        if !last {
            array.push(at_path(child, path, level + 1, deed)?.view());
            continue;
        }
        match deed {
            PathOperation::Delete => {}
            PathOperation::Set { value, .. } => array.push(value),
            PathOperation::Insert { value, after } => {
                let pair = if after { [child, value] } else { [value, child] };
                pair.into_iter().for_each(|node| array.push(node));
            }
        }
    }
    if !done && deed.fills() {
        (count..index).for_each(|_| array.push(JsonbView::Null));
    }
    if let Some(value) = adds
        && !done
    {
        array.push(value);
    } else if !done
        && !last
        && let Some(rest) = deed.rest(path, level + 1)?
    {
        array.push(rest.view());
    }
    array.finish()
}

/// A path element as an array subscript; `None` if it is not a whole number (`strtoint`).
pub fn subscript(element: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(element).ok()?;
    text.trim_start().parse::<i32>().ok().map(i64::from)
}

/// Follows a path from a node (`get_jsonb_path_all`); `None` if there is nothing at it.
pub fn follow<'a>(start: JsonbView<'a>, path: &[Option<Vec<u8>>]) -> Option<JsonbView<'a>> {
    path.iter().try_fold(start, |node, element| {
        let element = element.as_ref()?;
        match node {
            JsonbView::Container(c) if c.is_object() => c.get(element),
            JsonbView::Container(c) => c.element(subscript(element)?),
            _ => None,
        }
    })
}
