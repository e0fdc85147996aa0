//! Documents as rows: `jsonb_to_record`, `jsonb_populate_record` and their kin (`jsonfuncs.c`).
//!
//! The functions that return `record` learn their columns from the definition list in FROM: they
//! give each object as it is, and the executor takes it apart with [`columns`]. The others keep of the
//! row they are given what the document has no key for. The parts of json are read as they were written,
//! those of jsonb as it is printed.

use super::{Part, Shape, whole};
use crate::functions::jsonb::expand::rows;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{Builtin, Env, FnCtx, RowSource, scalar, set};
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::json::Token;
use storage::types::jsonb::escape_json;
use storage::types::oid::{ANYELEMENT, BOOL, JSON, JSONB, RECORD};
use storage::types::record;

/// What the arguments of `json_populate_record` are called.
const NAMES: &[&str] = &["base", "from_json", "use_json_as_text"];

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    set("jsonb_to_record", &[JSONB], RECORD, &[], single_row).not_strict(),
    set("json_to_record", &[JSON], RECORD, &[], single_row).not_strict(),
    set("jsonb_to_recordset", &[JSONB], RECORD, &[], many),
    set("json_to_recordset", &[JSON], RECORD, &[], many),
    scalar("jsonb_populate_record", &[ANYELEMENT, JSONB], ANYELEMENT, populate)
        .stable()
        .not_strict(),
    scalar("json_populate_record", &[ANYELEMENT, JSON, BOOL], ANYELEMENT, populate)
        .named(NAMES)
        .defaults(&["false"])
        .stable()
        .not_strict(),
    set("jsonb_populate_recordset", &[ANYELEMENT, JSONB], ANYELEMENT, &[], populate_set)
        .stable()
        .not_strict(),
    set("json_populate_recordset", &[ANYELEMENT, JSON, BOOL], ANYELEMENT, &[], populate_set)
        .named(NAMES)
        .defaults(&["false"])
        .stable()
        .not_strict(),
];

/// Whether the function with this name returns JSON objects, of which the caller makes rows.
pub fn gives_objects(name: &str) -> bool {
    matches!(
        name,
        "jsonb_to_record" | "json_to_record" | "jsonb_to_recordset" | "json_to_recordset"
    )
}

/// The text of a document.
fn text_of(ctx: &mut FnCtx<'_>, n: usize, d: &Datum) -> Result<String> {
    let bytes = ctx.env.detoast(d)?;
    match ctx.arg_types.get(n) {
        Some(&JSON) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        _ => storage::types::jsonb::output(&bytes),
    }
}

/// `json_to_record`: one row that is the document as json, or NULL.
fn single_row(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Box<dyn RowSource>> {
    let row = if a[0].is_null() { Datum::Null } else { Datum::text(&text_of(ctx, 0, &a[0])?) };
    rows(vec![vec![row]])
}

/// The elements of an array; `name` is the function's (`populate_recordset_worker`).
///
/// # Errors
///
/// 22023 when the document is no array, or an element is no object.
fn objects<'a>(text: &'a str, name: &str) -> Result<Vec<Part<'a>>> {
    let what = match whole(text)?.open()? {
        Shape::Array(parts) => {
            if !parts.iter().all(|p| p.token == Token::ObjectStart) {
                return err!(
                    INVALID_PARAMETER_VALUE,
                    "argument of {name} must be an array of objects"
                );
            }
            return Ok(parts);
        }
        _ if name.starts_with("jsonb") => "a non-array",
        Shape::Object(_) => "an object",
        Shape::Scalar(_) => "a scalar",
    };
    err!(INVALID_PARAMETER_VALUE, "cannot call {name} on {what}")
}

/// `json_to_recordset`: a row for each object, as json.
fn many(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Box<dyn RowSource>> {
    let text = text_of(ctx, 0, &a[0])?;
    let json = ctx.arg_types[0] == JSON;
    let name = if json { "json_to_recordset" } else { "jsonb_to_recordset" };
    rows(objects(&text, name)?.iter().map(|p| vec![p.to_json()]).collect())
}

/// A row of type `t` from an object; what it lacks comes from `base`.
fn row_of(env: &mut dyn Env, t: Oid, base: &Datum, object: &Part<'_>) -> Result<Datum> {
    let row_type = env.base_type(t);
    let Some(desc) = env.row_type(row_type, -1) else {
        return err!(INTERNAL_ERROR, "type {t} is not a row type");
    };
    let wanted: Vec<(String, Oid, i32)> =
        desc.attrs.iter().map(|a| (a.name.clone(), a.type_oid, a.typmod)).collect();
    let mut given = Vec::new();
    if !base.is_null() {
        let mut fields = record::fields(env, base)?.into_iter().map(|f| f.2);
        let mut next = |dropped| if dropped { None } else { fields.next() }.unwrap_or(Datum::Null);
        given.extend(desc.attrs.iter().map(|a| next(a.dropped)));
    }
    let values = fields(env, object, &wanted, &given)?;
    let row = record::build(env, &desc, &values, row_type, -1)?;
    if row_type == t {
        return Ok(row);
    }
    // The domain checks the text of the row.
    let text = env.output(row_type, &row)?;
    env.input(t, &text, -1)
}

/// The name under which errors report the function: it depends on the type of its document, and on
/// whether its first argument is a row.
fn named(ctx: &FnCtx<'_>, name: &str) -> Result<String> {
    let json = ctx.arg_types.get(1) == Some(&JSON);
    let name = format!("{}_populate_{name}", if json { "json" } else { "jsonb" });
    if ctx.ret_type == RECORD {
        return err!(FEATURE_NOT_SUPPORTED, "{name} of a row of no type is not modelled");
    }
    if ctx.env.row_type(ctx.ret_type, -1).is_none() {
        return err!(DATATYPE_MISMATCH, "first argument of {name} must be a row type");
    }
    Ok(name)
}

/// The SQL function `json_populate_record`.
fn populate(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    named(ctx, "record")?;
    if a[1].is_null() {
        return Ok(a[0].clone());
    }
    let text = text_of(ctx, 1, &a[1])?;
    let t = ctx.ret_type;
    row_of(ctx.env, t, &a[0], &whole(&text)?)
}

/// The SQL function `json_populate_recordset`.
fn populate_set(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Box<dyn RowSource>> {
    let name = named(ctx, "recordset")?;
    if a[1].is_null() {
        return rows(Vec::new());
    }
    let text = text_of(ctx, 1, &a[1])?;
    let t = ctx.ret_type;
    let mut out = Vec::new();
    for o in objects(&text, &name)? {
        out.push(vec![row_of(ctx.env, t, &a[0], &o)?]);
    }
    rows(out)
}

/// The values of an object, which is json, as columns with these names and types, all NULL for NULL.
///
/// # Errors
///
/// 22023 when the document is no object; what the values are refused with.
pub fn columns(
    env: &mut dyn Env,
    object: &Datum,
    wanted: &[(String, Oid, i32)],
) -> Result<Vec<Datum>> {
    if object.is_null() {
        return Ok(vec![Datum::Null; wanted.len()]);
    }
    let text = storage::types::string::into_string(env.detoast(object)?);
    fields(env, &whole(&text)?, wanted, &[])
}

/// The values of an object as fields with these names and types; those that it lacks are as `given`, if there are
/// such (`populate_record`).
fn fields(
    env: &mut dyn Env,
    document: &Part<'_>,
    wanted: &[(String, Oid, i32)],
    given: &[Datum],
) -> Result<Vec<Datum>> {
    let what = match document.open()? {
        Shape::Object(pairs) => return fields_of(env, &pairs, wanted, given),
        Shape::Array(_) => "an array",
        Shape::Scalar(_) => "a scalar",
    };
    err!(INVALID_PARAMETER_VALUE, "cannot call populate_composite on {what}")
}

/// The values of these keys as fields; of a key that is there several times the last one counts.
fn fields_of(
    env: &mut dyn Env,
    pairs: &[(Vec<u8>, Part<'_>)],
    wanted: &[(String, Oid, i32)],
    given: &[Datum],
) -> Result<Vec<Datum>> {
    let mut out = Vec::new();
    for (i, (name, t, typmod)) in wanted.iter().enumerate() {
        let given = given.get(i);
        let found = pairs.iter().rfind(|p| p.0 == name.as_bytes()).map(|p| &p.1);
        out.push(match (found, given) {
            (None, Some(given)) => given.clone(),
            (Some(v), _) if v.token != Token::Null => {
                value(env, v, *t, *typmod, Some(name), given.unwrap_or(&Datum::Null))?
            }
            _ => env.input_null(*t)?,
        });
    }
    Ok(out)
}

/// A part of a document as a value of type `t`; `column` is the key that it has, `None` for the element of an array;
/// what a row lacks comes from `given` (`populate_record_field`).
fn value(
    env: &mut dyn Env,
    v: &Part<'_>,
    t: Oid,
    typmod: i32,
    column: Option<&str>,
    given: &Datum,
) -> Result<Datum> {
    let base = env.base_type(t);
    if base != t {
        // The domain checks the text of the value (`populate_domain`).
        let value = value(env, v, base, -1, column, given)?;
        let text = env.output(base, &value)?;
        return env.input(t, &text, typmod);
    }
    let string = v.token == Token::String;
    if t == JSON || t == JSONB {
        // Their input functions want a string in its quotes.
        let mut text = String::new();
        match string {
            true => escape_json(&String::from_utf8_lossy(&v.string), &mut text),
            false => text.push_str(v.text),
        }
        return env.input(t, &text, typmod);
    }
    if !string {
        if record::is_row_type(env, t) && t != RECORD {
            return row_of(env, t, given, v);
        }
        let element = env.element_type(t);
        if element.is_valid() {
            let mut array = ArrayOfDocument { element, typmod, column, ..Default::default() };
            return array.read(env, v);
        }
    }
    let text = if string { String::from_utf8_lossy(&v.string) } else { v.text.into() };
    env.input(t, &text, typmod)
}

/// An array that is made of a document's arrays (`PopulateArrayContext`).
#[derive(Default)]
struct ArrayOfDocument<'a> {
    element: Oid,
    typmod: i32,
    /// The key that the document has.
    column: Option<&'a str>,
    /// How many elements the dimensions have, the outermost first; `None` where that is not known yet. Empty until
    /// the first element that is no array tells how many dimensions there are.
    dims: Vec<Option<i32>>,
    /// How many elements of each dimension were read in the array at hand.
    sizes: Vec<i32>,
    values: Vec<Datum>,
}

impl ArrayOfDocument<'_> {
    /// The array that this part of a document is (`populate_array`).
    fn read(&mut self, env: &mut dyn Env, v: &Part<'_>) -> Result<Datum> {
        self.dimension(env, v, 1)?;
        self.dims[0] = Some(self.sizes[0]);
        let values = std::mem::take(&mut self.values);
        let mut array = Array::of(self.element, values);
        if !array.values.is_empty() {
            array.dims = self.dims.iter().map(|n| n.unwrap_or(0)).collect();
            array.lower = vec![1; array.dims.len()];
        }
        array.to_datum()
    }

    /// Reads the elements of an array of the dimension with this number, from 1 (`populate_array_dim_jsonb`).
    fn dimension(&mut self, env: &mut dyn Env, v: &Part<'_>, number: usize) -> Result<()> {
        let Shape::Array(elements) = v.open()? else {
            return Err(self.expected_array(number - 1));
        };
        let is_array = |e: &Part<'_>| e.token == Token::ArrayStart;
        if self.dims.is_empty() && !elements.first().is_some_and(is_array) {
            self.dims = vec![None; number];
            self.sizes = vec![0; number];
        }
        for e in &elements {
            if !self.dims.is_empty() && number >= self.dims.len() {
                self.values.push(match e.token == Token::Null {
                    true => Datum::Null,
                    false => value(env, e, self.element, self.typmod, None, &Datum::Null)?,
                });
                self.sizes[number - 1] += 1;
                continue;
            }
            self.dimension(env, e, number + 1)?;
            // populate_array_check_dimension
            let size = std::mem::take(&mut self.sizes[number]);
            if self.dims[number].replace(size).is_some_and(|before| before != size) {
                return Err(PgError::new(
                    SqlState::INVALID_TEXT_REPRESENTATION,
                    "malformed JSON array",
                )
                .detail("Multidimensional arrays must have sub-arrays with matching dimensions."));
            }
            self.sizes[number - 1] += 1;
        }
        Ok(())
    }

    /// The error that a part of the document is no array, below this many dimensions
    /// (`populate_array_report_expected_array`).
    fn expected_array(&self, dimensions: usize) -> Box<PgError> {
        let e = PgError::new(SqlState::INVALID_TEXT_REPRESENTATION, "expected JSON array");
        let place: String = self.sizes.iter().take(dimensions).map(|n| format!("[{n}]")).collect();
        match (self.column, place.is_empty()) {
            (Some(key), true) => e.hint(format!("See the value of key \"{key}\".")),
            (Some(key), false) => {
                e.hint(format!("See the array element {place} of key \"{key}\"."))
            }
            (None, true) => e,
            (None, false) => e.hint(format!("See the array element {place}.")),
        }
    }
}
