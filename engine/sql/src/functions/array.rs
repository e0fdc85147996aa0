//! Array functions and operators.

use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, SelectivityEstimator, operator, scalar};
use storage::ids::Oid;
use storage::types::array::{Array, element_type};
use storage::types::oid::{
    ANYARRAY, ANYCOMPATIBLE, ANYCOMPATIBLEARRAY, ANYELEMENT, BOOL, INT4, INT4_ARRAY, TEXT,
    TEXT_ARRAY,
};
use storage::types::{compare, detoast, equal};
use storage::varlena::MAX_SIZE;

/// Bytes of an array of one dimension before its elements (`ARR_OVERHEAD_NONULLS(1)`), four of which are its length.
const ARRAY_HEADER: usize = 24;
const VARHDRSZ: usize = 4;

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("array_length", &[ANYARRAY, INT4], INT4, length),
    scalar("array_ndims", &[ANYARRAY], INT4, ndims),
    scalar("array_dims", &[ANYARRAY], TEXT, dims),
    scalar("array_lower", &[ANYARRAY, INT4], INT4, lower),
    scalar("array_upper", &[ANYARRAY, INT4], INT4, upper),
    scalar("cardinality", &[ANYARRAY], INT4, cardinality),
    scalar("array_append", &[ANYCOMPATIBLEARRAY, ANYCOMPATIBLE], ANYCOMPATIBLEARRAY, append)
        .not_strict(),
    scalar("array_prepend", &[ANYCOMPATIBLE, ANYCOMPATIBLEARRAY], ANYCOMPATIBLEARRAY, prepend)
        .not_strict(),
    scalar("array_cat", &[ANYCOMPATIBLEARRAY, ANYCOMPATIBLEARRAY], ANYCOMPATIBLEARRAY, concat)
        .not_strict(),
    scalar("array_remove", &[ANYCOMPATIBLEARRAY, ANYCOMPATIBLE], ANYCOMPATIBLEARRAY, remove)
        .not_strict(),
    scalar("array_position", &[ANYCOMPATIBLEARRAY, ANYCOMPATIBLE], INT4, position).not_strict(),
    scalar("array_positions", &[ANYCOMPATIBLEARRAY, ANYCOMPATIBLE], INT4_ARRAY, positions)
        .not_strict(),
    scalar("array_fill", &[ANYELEMENT, INT4_ARRAY], ANYARRAY, fill).not_strict(),
    scalar("array_to_string", &[ANYARRAY, TEXT], TEXT, to_string).stable(),
    scalar("array_to_string", &[ANYARRAY, TEXT, TEXT], TEXT, to_string).stable().not_strict(),
    scalar(
        "array_replace",
        &[ANYCOMPATIBLEARRAY, ANYCOMPATIBLE, ANYCOMPATIBLE],
        ANYCOMPATIBLEARRAY,
        replace,
    )
    .not_strict(),
    scalar("trim_array", &[ANYARRAY, INT4], ANYARRAY, trim),
    scalar("string_to_array", &[TEXT, TEXT], TEXT_ARRAY, from_string).not_strict(),
    scalar("string_to_array", &[TEXT, TEXT, TEXT], TEXT_ARRAY, from_string).not_strict(),
];

/// The operator, called with NULLs too.
const fn not_strict(mut op: Operator) -> Operator {
    op.strict = false;
    op
}

/// The operators of this module.
pub static OPERATORS: &[Operator] = &[
    not_strict(operator("||", ANYCOMPATIBLEARRAY, ANYCOMPATIBLE, ANYCOMPATIBLEARRAY, append)),
    not_strict(operator("||", ANYCOMPATIBLE, ANYCOMPATIBLEARRAY, ANYCOMPATIBLEARRAY, prepend)),
    not_strict(operator("||", ANYCOMPATIBLEARRAY, ANYCOMPATIBLEARRAY, ANYCOMPATIBLEARRAY, concat)),
    operator("@>", ANYARRAY, ANYARRAY, BOOL, contains).known("<@", "", SelectivityEstimator::Cont),
    operator("<@", ANYARRAY, ANYARRAY, BOOL, contained).known("@>", "", SelectivityEstimator::Cont),
    operator("&&", ANYARRAY, ANYARRAY, BOOL, overlap).known("&&", "", SelectivityEstimator::Cont),
];

/// The argument as an array.
fn array(ctx: &mut FnCtx<'_>, datum: &Datum) -> Result<Array> {
    Array::from_datum(ctx.env, datum)
}

/// The array argument, or an empty one for NULL.
fn array_or_empty(ctx: &mut FnCtx<'_>, datum: &Datum, element: Oid) -> Result<Array> {
    if datum.is_null() { Ok(Array::of(element, vec![])) } else { array(ctx, datum) }
}

/// Lower bound and length of a dimension of the array; nothing if there is none.
fn dimension(array: &Array, datum: &Datum) -> Option<(i32, i32)> {
    let index = usize::try_from(datum.as_i32()).ok()?.checked_sub(1)?;
    Some((*array.lower.get(index)?, *array.dims.get(index)?))
}

/// The SQL function `array_length`.
fn length(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let array = array(ctx, &args[0])?;
    Ok(dimension(&array, &args[1]).map_or(Datum::Null, |(_, n)| Datum::i32(n)))
}

/// The SQL function `array_lower`.
fn lower(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let array = array(ctx, &args[0])?;
    Ok(dimension(&array, &args[1]).map_or(Datum::Null, |(lower, _)| Datum::i32(lower)))
}

/// The SQL function `array_upper`.
fn upper(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let array = array(ctx, &args[0])?;
    Ok(dimension(&array, &args[1])
        .map_or(Datum::Null, |(lower, n)| Datum::i32(lower.wrapping_add(n).wrapping_sub(1))))
}

/// The SQL function `array_ndims`.
fn ndims(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let n = array(ctx, &args[0])?.dims.len();
    Ok(if n == 0 { Datum::Null } else { Datum::i32(n as i32) })
}

/// `array_dims`: `[1:3][1:2]`.
fn dims(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let array = array(ctx, &args[0])?;
    if array.dims.is_empty() {
        return Ok(Datum::Null);
    }
    let bounds = array.lower.iter().zip(&array.dims);
    let text: String = bounds.map(|(l, n)| format!("[{l}:{}]", l.wrapping_add(*n) - 1)).collect();
    Ok(Datum::text(&text))
}

/// The SQL function `cardinality`.
fn cardinality(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    Ok(Datum::i32(array(ctx, &args[0])?.values.len() as i32))
}

/// An element in the form that arrays store: varlenas detoasted.
fn element(ctx: &mut FnCtx<'_>, type_oid: Oid, datum: &Datum) -> Result<Datum> {
    match datum {
        Datum::Ref(_) if storage::types::info(type_oid).is_none_or(|t| t.len == -1) => {
            Ok(Datum::varlena(&detoast(ctx.env, datum)?))
        }
        other => Ok(other.clone()),
    }
}

/// Fails for an array of several dimensions.
fn check_one_dimension(array: &Array) -> Result<()> {
    if array.dims.len() > 1 {
        return err!(NUMERIC_VALUE_OUT_OF_RANGE, "argument must be empty or one-dimensional array")
            .map_err(|mut e: Box<storage::error::PgError>| {
                e.code = storage::error::SqlState("22000");
                e
            });
    }
    Ok(())
}

/// The array in its expanded form (`EOHPGetRWDatum`).
fn expanded(array: &Array) -> Result<Datum> {
    Ok(Datum::Ref(Bytes::expanded(array.to_datum()?.bytes())))
}

/// The SQL function `array_append`.
fn append(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let element_oid = element_type(ctx.ret_type);
    let mut array = array_or_empty(ctx, &args[0], element_oid)?;
    check_one_dimension(&array)?;
    let value = element(ctx, element_oid, &args[1])?;
    if array.values.is_empty() {
        return expanded(&Array::of(element_oid, vec![value]));
    }
    array.dims[0] += 1;
    array.values.push(value);
    expanded(&array)
}

/// The SQL function `array_prepend`.
fn prepend(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let element_oid = element_type(ctx.ret_type);
    let mut array = array_or_empty(ctx, &args[1], element_oid)?;
    check_one_dimension(&array)?;
    let value = element(ctx, element_oid, &args[0])?;
    if array.values.is_empty() {
        return expanded(&Array::of(element_oid, vec![value]));
    }
    if array.lower[0] == i32::MIN {
        return err!(NUMERIC_VALUE_OUT_OF_RANGE, "integer out of range");
    }
    array.dims[0] += 1;
    array.values.insert(0, value);
    expanded(&array)
}

/// The SQL function `array_cat`.
fn concat(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[0].is_null() || args[1].is_null() {
        let given = if args[0].is_null() { &args[1] } else { &args[0] };
        return match given {
            Datum::Null => Ok(Datum::Null),
            given => Ok(Datum::varlena(&detoast(ctx.env, given)?)),
        };
    }
    let (mut a, mut b) = (array(ctx, &args[0])?, array(ctx, &args[1])?);
    if a.values.is_empty() {
        return b.to_datum();
    }
    if b.values.is_empty() {
        return a.to_datum();
    }
    let (of_a, of_b) = (a.dims.len(), b.dims.len());
    // An array of one dimension less goes in as one element of the other.
    if a.dims.len() + 1 == b.dims.len() {
        a.dims.insert(0, 1);
        a.lower.insert(0, b.lower[0]);
    } else if b.dims.len() + 1 == a.dims.len() {
        b.dims.insert(0, 1);
        b.lower.insert(0, a.lower[0]);
    }
    let alike =
        a.dims.len() == b.dims.len() && a.dims[1..] == b.dims[1..] && a.lower[1..] == b.lower[1..];
    if !alike {
        let what = match of_a.abs_diff(of_b) {
            0 => "with differing element dimensions".to_string(),
            1 => "with differing dimensions".to_string(),
            _ => format!("of {of_a} and {of_b} dimensions"),
        };
        return err!(ARRAY_SUBSCRIPT_ERROR, "cannot concatenate incompatible arrays").map_err(
            |e: Box<storage::error::PgError>| {
                e.detail(format!("Arrays {what} are not compatible for concatenation."))
            },
        );
    }
    a.dims[0] += b.dims[0];
    a.bitmap |= b.bitmap;
    a.values.append(&mut b.values);
    a.to_datum()
}

/// Whether two elements are equal; two NULLs count as equal.
fn same(type_oid: Oid, a: &Datum, b: &Datum) -> bool {
    match (a.is_null(), b.is_null()) {
        (false, false) => equal(type_oid, a, b),
        (a, b) => a && b,
    }
}

/// The SQL function `array_remove`.
fn remove(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[0].is_null() {
        return Ok(Datum::Null);
    }
    let array = array(ctx, &args[0])?;
    if array.dims.len() > 1 {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "removing elements from multidimensional arrays is not supported"
        );
    }
    let wanted = element(ctx, array.element.oid, &args[1])?;
    let mut kept = array.values.clone();
    kept.retain(|v| !same(array.element.oid, v, &wanted));
    if kept.len() == array.values.len() {
        return array.to_datum();
    }
    let mut left = Array::of(array.element.oid, kept);
    if !left.values.is_empty() {
        left.lower.clone_from(&array.lower);
    }
    left.to_datum()
}

/// Replaces every element equal to one value by another (`array_replace`).
fn replace(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[0].is_null() {
        return Ok(Datum::Null);
    }
    let mut array = array(ctx, &args[0])?;
    let oid = array.element.oid;
    let (old, new) = (element(ctx, oid, &args[1])?, element(ctx, oid, &args[2])?);
    for value in &mut array.values {
        if same(oid, value, &old) {
            *value = new.clone();
            array.bitmap = false;
        }
    }
    array.to_datum()
}

/// Removes the last n elements of the first dimension (`trim_array`).
fn trim(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let mut array = array(ctx, &args[0])?;
    let (n, length) = (args[1].as_i32(), array.dims.first().copied().unwrap_or(0));
    if n < 0 || n > length {
        return err!(
            ARRAY_SUBSCRIPT_ERROR,
            "number of elements to trim must be between 0 and {length}"
        );
    }
    if n == length {
        return Array::of(array.element.oid, Vec::new()).to_datum();
    }
    let each = array.values.len() / length as usize;
    array.values.truncate(each * (length - n) as usize);
    array.dims[0] -= n;
    // It is a slice, and those begin at 1.
    array.lower.fill(1);
    array.to_datum()
}

/// The subscripts at which an array has a value.
fn places(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Vec<Datum>> {
    let array = array(ctx, &args[0])?;
    if array.dims.len() > 1 {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "searching for elements in multidimensional arrays is not supported"
        );
    }
    let wanted = element(ctx, array.element.oid, &args[1])?;
    let first = array.lower.first().copied().unwrap_or(1);
    Ok((first..)
        .zip(&array.values)
        .filter(|(_, v)| same(array.element.oid, v, &wanted))
        .map(|(i, _)| Datum::i32(i))
        .collect())
}

/// The SQL function `array_position`.
fn position(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[0].is_null() {
        return Ok(Datum::Null);
    }
    Ok(places(ctx, args)?.into_iter().next().unwrap_or(Datum::Null))
}

/// The SQL function `array_positions`.
fn positions(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[0].is_null() {
        return Ok(Datum::Null);
    }
    Array::of(INT4, places(ctx, args)?).to_datum()
}

/// The SQL function `array_fill`.
fn fill(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[1].is_null() {
        return err!(NULL_VALUE_NOT_ALLOWED, "dimension array or low bound array cannot be null");
    }
    let lengths = array(ctx, &args[1])?;
    if lengths.dims.len() > 1 {
        return err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts").map_err(
            |e: Box<storage::error::PgError>| e.detail("Dimension array must be one dimensional."),
        );
    }
    if lengths.values.iter().any(Datum::is_null) {
        return err!(NULL_VALUE_NOT_ALLOWED, "dimension values cannot be null");
    }
    let dims: Vec<i32> = lengths.values.iter().map(Datum::as_i32).collect();
    if dims.len() > MAX_DIMENSIONS {
        return err!(
            PROGRAM_LIMIT_EXCEEDED,
            "number of array dimensions ({}) exceeds the maximum allowed ({MAX_DIMENSIONS})",
            dims.len()
        );
    }
    if dims.iter().any(|&d| d < 0) {
        return err!(
            PROGRAM_LIMIT_EXCEEDED,
            "array size exceeds the maximum allowed ({})",
            MAX_SIZE / size_of::<u64>()
        );
    }
    let element_oid = element_type(ctx.ret_type);
    let value = element(ctx, element_oid, &args[0])?;
    let n = dims.iter().fold(1usize, |n, &d| n.saturating_mul(d.max(0) as usize));
    check_filled_size(ctx, element_oid, &value, n)?;
    let mut array = Array::of(element_oid, vec![value; if dims.is_empty() { 0 } else { n }]);
    if n > 0 {
        array.lower = vec![1; dims.len()];
        array.dims = dims;
    }
    array.to_datum()
}

/// How many dimensions an array can have (`MAXDIM`).
const MAX_DIMENSIONS: usize = 6;

/// Refuses an array of `n` equal elements that is too large: by their number (`ArrayGetNItems`), by
/// their bytes (`array_fill_internal`), or by the limit of one allocation.
fn check_filled_size(ctx: &mut FnCtx<'_>, element: Oid, value: &Datum, n: usize) -> Result<()> {
    let too_large = |most: usize| {
        err!(PROGRAM_LIMIT_EXCEEDED, "array size exceeds the maximum allowed ({most})")
    };
    if n > MAX_SIZE / size_of::<u64>() {
        return too_large(MAX_SIZE / size_of::<u64>());
    }
    if value.is_null() {
        return ctx.env.check_alloc(ARRAY_HEADER + n.div_ceil(8));
    }
    let of_one = Array::of(element, vec![value.clone()]).to_datum()?;
    let bytes = (detoast(ctx.env, &of_one)?.len() + VARHDRSZ - ARRAY_HEADER).saturating_mul(n);
    if bytes > MAX_SIZE {
        return too_large(MAX_SIZE);
    }
    ctx.env.check_alloc(bytes + ARRAY_HEADER)
}

/// The SQL function `array_to_string`.
fn to_string(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[0].is_null() || args[1].is_null() {
        return Ok(Datum::Null);
    }
    let array = array(ctx, &args[0])?;
    let delimiter = detoast(ctx.env, &args[1])?;
    let for_null = match args.get(2) {
        None | Some(Datum::Null) => None,
        Some(text) => Some(detoast(ctx.env, text)?),
    };
    let mut out = vec![0; 4];
    let mut first = true;
    for value in &array.values {
        let text = if value.is_null() {
            let Some(text) = &for_null else { continue };
            text.to_vec()
        } else {
            ctx.env.output(array.element.oid, value)?.into_bytes()
        };
        if !std::mem::take(&mut first) {
            out.extend_from_slice(&delimiter);
        }
        out.extend_from_slice(&text);
    }
    Ok(Datum::from_varlena_buf(out))
}

/// Splits a text at a delimiter (`string_to_array`).
pub(super) fn from_string(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[0].is_null() {
        return Ok(Datum::Null);
    }
    let text = String::from_utf8_lossy(&detoast(ctx.env, &args[0])?).into_owned();
    let parts: Vec<String> = if text.is_empty() {
        vec![]
    } else if args[1].is_null() {
        text.chars().map(String::from).collect()
    } else {
        let delimiter = String::from_utf8_lossy(&detoast(ctx.env, &args[1])?).into_owned();
        if delimiter.is_empty() {
            vec![text]
        } else {
            text.split(&delimiter).map(str::to_owned).collect()
        }
    };
    let null = match args.get(2) {
        None | Some(Datum::Null) => None,
        Some(null) => Some(String::from_utf8_lossy(&detoast(ctx.env, null)?).into_owned()),
    };
    let value =
        |part: &String| if null.as_ref() == Some(part) { Datum::Null } else { Datum::text(part) };
    Array::of(TEXT, parts.iter().map(value).collect()).to_datum()
}

/// Whether each element of `b` is in `a`; NULL is in no array.
fn contains_all(a: &Array, b: &Array) -> bool {
    b.values.iter().all(|y| !y.is_null() && has(a, y))
}

/// Whether an element equals the value.
fn has(array: &Array, value: &Datum) -> bool {
    let collation = Oid::INVALID;
    array
        .values
        .iter()
        .any(|x| !x.is_null() && compare(array.element.oid, collation, x, value).is_eq())
}

/// `@>` of arrays.
fn contains(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (a, b) = (array(ctx, &args[0])?, array(ctx, &args[1])?);
    Ok(Datum::bool(contains_all(&a, &b)))
}

/// `<@` of arrays.
fn contained(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (a, b) = (array(ctx, &args[0])?, array(ctx, &args[1])?);
    Ok(Datum::bool(contains_all(&b, &a)))
}

/// `&&` of arrays.
fn overlap(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (a, b) = (array(ctx, &args[0])?, array(ctx, &args[1])?);
    Ok(Datum::bool(b.values.iter().any(|y| !y.is_null() && has(&a, y))))
}
