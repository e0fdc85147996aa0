//! Rows as values: `(1,"a b",)` (`rowtypes.c`).
//!
//! A composite datum is a heap tuple whose first 12 bytes hold its length, its type and its type
//! modifier instead of transactions; what its columns are follows from the last two, which the
//! environment knows ([`EnvSession::row_type`](crate::fmgr::EnvSession::row_type)).
//!
//! Simplified: in an index and in statistics two rows compare by their bytes; everywhere else they
//! compare and hash column by column.

use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::fmgr::Env;
use crate::ids::Oid;
use crate::tuple::{Attribute, Storage, TupleDesc, composite_deform};
use crate::types::{hash as hashes, info, oid, payload};
use crate::varlena::{is_compressed, is_external};
use std::cmp::Ordering;
use std::iter::Peekable;
use std::rc::Rc;
use std::str::Chars;

/// Whether values of this type are rows.
pub fn is_row_type(env: &dyn Env, type_oid: Oid) -> bool {
    type_oid == oid::RECORD || info(type_oid).is_none() && env.row_type(type_oid, -1).is_some()
}

/// A column of a built-in type, for a row type without a name.
pub fn column(name: &str, type_oid: Oid, typmod: i32) -> Attribute {
    let info = info(type_oid);
    Attribute {
        name: name.to_string(),
        type_oid,
        typmod,
        len: info.map_or(-1, |i| i.len),
        by_val: info.is_some_and(|i| i.by_val),
        align: info.map_or(8, |i| i.align),
        storage: info.map_or(Storage::Extended, |i| i.storage),
        compression: None,
        not_null: false,
        dropped: false,
        missing: None,
        identity: None,
        generated: None,
        ndims: 0,
        collation: Oid::INVALID,
        stat_target: -1,
        toaster: Oid::INVALID,
    }
}

/// Registers a row type with these columns: its description, and the typmod that its values carry.
pub fn anonymous<'a>(
    env: &mut dyn Env,
    columns: impl IntoIterator<Item = (&'a str, Oid, i32)>,
) -> (Rc<TupleDesc>, i32) {
    let attrs = columns.into_iter().map(|(n, t, m)| env.column_of(n, t, m)).collect();
    let desc = TupleDesc { attrs };
    let typmod = env.register_row_type(&desc);
    (Rc::new(desc), typmod)
}

/// A composite value of these columns. If a column is TOASTed, all columns are fetched and
/// decompressed; otherwise compressed ones stay compressed (`toast_flatten_tuple_to_datum`).
///
/// # Errors
/// The errors of fetching.
pub fn build(
    env: &mut dyn Env,
    desc: &TupleDesc,
    values: &[Datum],
    type_oid: Oid,
    typmod: i32,
) -> Result<Datum> {
    let has_form = |(value, attr): (&Datum, &Attribute), form: fn(&[u8]) -> bool| {
        attr.len == -1 && matches!(value, Datum::Ref(b) if form(b))
    };
    let external = values.iter().zip(&desc.attrs).any(|c| has_form(c, is_external));
    let mut held = Vec::with_capacity(values.len());
    for column in values.iter().zip(&desc.attrs) {
        let away = external && (has_form(column, is_external) || has_form(column, is_compressed));
        held.push(match column.0 {
            value if away => Datum::varlena(&env.detoast(value)?),
            value => value.clone(),
        });
    }
    Ok(crate::tuple::composite(desc, &held, type_oid, typmod))
}

/// The row that a function returns: as its composite return type, or as a record of its OUT
/// columns.
///
/// # Errors
/// The errors of fetching.
pub fn of_function(
    env: &mut dyn Env,
    ret: Oid,
    out: &[(String, Oid)],
    row: &[Datum],
) -> Result<Datum> {
    match env.row_type(ret, -1) {
        Some(desc) => {
            let mut row = row.to_vec();
            if row.len() < desc.attrs.len() {
                for (i, _) in desc.attrs.iter().enumerate().filter(|(_, a)| a.dropped) {
                    row.insert(i.min(row.len()), Datum::Null);
                }
            }
            build(env, &desc, &row, ret, -1)
        }
        None => {
            let columns = out.iter().map(|(n, t)| (n.as_str(), *t, -1));
            let (desc, typmod) = anonymous(env, columns);
            build(env, &desc, row, oid::RECORD, typmod)
        }
    }
}

/// Compares rows column by column; NULL sorts last (`record_cmp`).
///
/// # Errors
///
/// 42804 when the rows have different column types, 42883 for a column whose type has no order.
pub fn compare_rows(env: &mut dyn Env, a: &Datum, b: &Datum) -> Result<Ordering> {
    let (left, right) = (fields(env, a)?, fields(env, b)?);
    for (i, ((_, t, x), (_, u, y))) in left.iter().zip(&right).enumerate() {
        if t != u {
            return err!(
                DATATYPE_MISMATCH,
                "cannot compare dissimilar column types {} and {} at record column {}",
                super::type_name(*t),
                super::type_name(*u),
                i + 1
            );
        }
        if !has_order(*t) {
            return err!(
                UNDEFINED_FUNCTION,
                "could not identify a comparison function for type {}",
                super::type_name(*t)
            );
        }
        let order = match (x.is_null(), y.is_null()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            _ if is_row_type(env, *t) => compare_rows(env, x, y)?,
            _ => {
                let (x, y) = (plain(env, *t, x)?, plain(env, *t, y)?);
                super::compare_any(env, *t, Oid::INVALID, &x, &y)?
            }
        };
        if order != Ordering::Equal {
            return Ok(order);
        }
    }
    if left.len() != right.len() {
        return err!(
            DATATYPE_MISMATCH,
            "cannot compare record types with different numbers of columns"
        );
    }
    Ok(Ordering::Equal)
}

/// Hashes a row by its columns (`hash_record`); a NULL counts as 0.
///
/// # Errors
/// 42883 for a column whose type cannot be hashed.
pub fn hash_row(env: &mut dyn Env, d: &Datum) -> Result<u32> {
    let mut hash = 0u32;
    for (_, t, value) in fields(env, d)? {
        if !has_order(t) {
            let shown = super::type_name(t);
            return err!(UNDEFINED_FUNCTION, "could not identify a hash function for type {shown}");
        }
        let own = match value.is_null() {
            true => 0,
            false => {
                let value = plain(env, t, &value)?;
                super::hash_any(env, t, &value)?
            }
        };
        hash = (hash << 5).wrapping_sub(hash).wrapping_add(own);
    }
    Ok(hash)
}

/// Whether values of a built-in type have an order (a default operator class of btree).
fn has_order(t: Oid) -> bool {
    let t = match info(t) {
        Some(i) if i.is_true_array() => i.element,
        _ => t,
    };
    !matches!(
        t,
        oid::UNKNOWN
            | oid::JSON
            | oid::XML
            | oid::JSONPATH
            | oid::XID
            | oid::CID
            | oid::ACLITEM
            | oid::POINT
            | oid::LINE
            | oid::LSEG
            | oid::BOX
            | oid::PATH
            | oid::POLYGON
            | oid::CIRCLE
    )
}

/// The value with its bytes fetched and decompressed.
fn plain(env: &mut dyn Env, type_oid: Oid, value: &Datum) -> Result<Datum> {
    match value {
        Datum::Ref(_) if info(type_oid).is_none_or(|i| i.len == -1) => {
            Ok(Datum::varlena(&super::detoast(env, value)?))
        }
        _ => Ok(value.clone()),
    }
}

/// The columns of a composite datum: name, type, value. Dropped columns are left out.
///
/// # Errors
///
/// XX000 when its row type is unknown.
pub fn fields(env: &mut dyn Env, datum: &Datum) -> Result<Vec<(String, Oid, Datum)>> {
    let whole = plain(env, oid::RECORD, datum)?;
    let bytes = whole.bytes();
    let word = |at: usize| {
        bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes(b.try_into().expect("four bytes")))
    };
    let (typmod, typeid) = (word(4) as i32, Oid(word(8)));
    let Some(desc) = env.row_type(typeid, typmod) else {
        return err!(INTERNAL_ERROR, "record type has not been registered");
    };
    let values = composite_deform(&desc, bytes)?;
    Ok(desc
        .attrs
        .iter()
        .zip(values)
        .filter(|(attr, _)| !attr.dropped)
        .map(|(attr, value)| (attr.name.clone(), attr.type_oid, value))
        .collect())
}

/// The error of a text that is no row.
fn malformed(text: &str, detail: &str) -> Box<PgError> {
    PgError::new(
        SqlState::INVALID_TEXT_REPRESENTATION,
        format!("malformed record literal: \"{text}\""),
    )
    .detail(detail)
}

/// Reads a row, such as `(1,"a b",)`, and returns it as a composite of the type (`record_in`).
///
/// # Errors
/// 22P02 "malformed record literal"; 0A000 for anonymous rows.
pub fn input(type_oid: Oid, text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    if type_oid == oid::RECORD && typmod < 0 {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "input of anonymous composite types is not implemented"
        );
    }
    let Some(desc) = env.row_type(type_oid, typmod) else {
        return err!(INTERNAL_ERROR, "cache lookup failed for type {type_oid}");
    };
    let Some(inner) = text.trim_start().strip_prefix('(') else {
        return Err(malformed(text, "Missing left parenthesis."));
    };
    let mut chars = inner.chars().peekable();
    let mut end = if desc.attrs.is_empty() { chars.next().unwrap_or(',') } else { ',' };
    let mut values = Vec::with_capacity(desc.attrs.len());
    // A column's text is read by its type before the next column is looked at.
    for attr in &desc.attrs {
        if attr.dropped {
            values.push(Datum::Null);
            continue;
        }
        if end == ')' {
            return Err(malformed(text, "Too few columns."));
        }
        let Some((column, ends_with)) = next_column(&mut chars) else {
            return Err(malformed(text, "Unexpected end of input."));
        };
        end = ends_with;
        values.push(match column {
            Some(column) => env.input(attr.type_oid, &column, attr.typmod)?,
            None => env.input_null(attr.type_oid)?,
        });
    }
    if end != ')' {
        return Err(malformed(text, "Too many columns."));
    }
    if chars.any(|c| !c.is_ascii_whitespace()) {
        return Err(malformed(text, "Junk after right parenthesis."));
    }
    Ok(crate::tuple::composite(&desc, &values, type_oid, typmod))
}

/// The text of the next column, none for NULL, and the comma or parenthesis behind it; `None` where the text ends first.
fn next_column(chars: &mut Peekable<Chars<'_>>) -> Option<(Option<String>, char)> {
    let mut out = String::new();
    let (mut some, mut quoted) = (false, false);
    loop {
        match chars.next()? {
            end @ (',' | ')') if !quoted => return Some((some.then_some(out), end)),
            '\\' => out.push(chars.next()?),
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                out.push('"');
            }
            '"' => quoted = !quoted,
            c => out.push(c),
        }
        some = true;
    }
}

/// Returns a row as text, its columns between parentheses (`record_out`).
///
/// # Errors
/// The errors of the columns' output functions.
pub fn output(_type_oid: Oid, d: &Datum, env: &mut dyn Env) -> Result<String> {
    let mut out = String::from("(");
    for (i, (_, type_oid, value)) in fields(env, d)?.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        if value.is_null() {
            continue;
        }
        let text = env.output(type_oid, &value)?;
        let special =
            |c: char| matches!(c, '"' | '\\' | '(' | ')' | ',') || c.is_ascii_whitespace();
        if !text.is_empty() && !text.contains(special) {
            out.push_str(&text);
            continue;
        }
        out.push('"');
        for c in text.chars() {
            if matches!(c, '"' | '\\') {
                out.push(c);
            }
            out.push(c);
        }
        out.push('"');
    }
    out.push(')');
    Ok(out)
}

/// The data of a composite datum, after its header.
fn data(d: &Datum) -> &[u8] {
    let bytes = payload(d);
    let hoff = bytes.get(18).map_or(0, |&h| usize::from(h)).saturating_sub(4);
    bytes.get(hoff..).unwrap_or(&[])
}

/// Compares two rows as whole values, by their bytes; see the module's header.
pub fn compare(_collation: Oid, a: &Datum, b: &Datum) -> Ordering {
    data(a).cmp(data(b))
}

/// Hashes a row as a whole value; see the module's header.
pub fn hash(d: &Datum) -> u32 {
    hashes::bytes(data(d))
}
