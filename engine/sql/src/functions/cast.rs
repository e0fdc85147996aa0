//! The casts between numbers and between strings (`pg_cast.dat`). Casts of dates and times are in
//! `datetime`, casts of jsonb in `jsonb/casts`.
//!
//! Floats become integers by rounding half to even (`rint`), numerics half away from zero. Casts
//! not listed go through text, as the analyzer arranges.

use super::numeric;
use super::support::{bytes, out_of_range, packed, string};
use super::text::result;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext::{Assignment, Explicit, Implicit};
use storage::fmgr::{Builtin, Cast, CastContext, CastMethod, FnCtx, ScalarFn, scalar};
use storage::ids::Oid;
use storage::types::numeric::Numeric;
use storage::types::oid::*;
use storage::types::{bit, payload, string as strings};

/// A row of `pg_cast` for a cast by a function.
pub const fn by(source: Oid, target: Oid, context: CastContext, run: ScalarFn) -> Cast {
    Cast { source, target, context, method: CastMethod::Function(run) }
}

/// A row of `pg_cast` for a cast that leaves the bytes unchanged (binary coercible).
pub const fn same(source: Oid, target: Oid, context: CastContext) -> Cast {
    Cast { source, target, context, method: CastMethod::Binary }
}

/// The value as it is.
fn keep(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(a[0].clone())
}

/// An integer as int2, if it is in range.
fn to_int2(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    i16::try_from(a[0].as_i64()).map(Datum::i16).map_err(|_| out_of_range("smallint"))
}

/// An integer as int4, if it is in range.
fn to_int4(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    i32::try_from(a[0].as_i64()).map(Datum::i32).map_err(|_| out_of_range("integer"))
}

/// An int8 as oid, if it is in range.
fn to_oid(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let v = a[0].as_i64();
    u32::try_from(v).map(Datum::u32).map_err(|_| out_of_range("OID"))
}

/// An int2 as oid: sign-extended, as the server has it.
fn int2_to_oid(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::u32(a[0].as_i32() as u32))
}

/// An oid as int8.
fn oid_to_int8(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::i64(a[0].as_u32().into()))
}

/// An integer of any size as numeric.
fn int_to_numeric(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Numeric::from_i64(a[0].as_i64()).to_datum())
}

/// A float rounded half to even, as an integer.
///
/// # Errors
///
/// 22003 when it is out of range.
fn float_to_int(v: f64, name: &str, min: f64, beyond: f64) -> Result<Datum> {
    let r = v.round_ties_even();
    if r >= min && r < beyond { Ok(Datum::i64(r as i64)) } else { Err(out_of_range(name)) }
}

/// The casts of a float type to the integers.
const fn float_casts(source: Oid, [to_2, to_4, to_8]: [ScalarFn; 3]) -> [Cast; 3] {
    [
        by(source, INT2, Assignment, to_2),
        by(source, INT4, Assignment, to_4),
        by(source, INT8, Assignment, to_8),
    ]
}

const SMALL: (f64, f64) = (-32768.0, 32768.0);
const INT: (f64, f64) = (-2147483648.0, 2147483648.0);
const BIG: (f64, f64) = (-9223372036854775808.0, 9223372036854775808.0);

static FLOAT_TO_INT: [[Cast; 3]; 2] = [
    float_casts(
        FLOAT8,
        [
            |_, a| float_to_int(a[0].as_f64(), "smallint", SMALL.0, SMALL.1),
            |_, a| float_to_int(a[0].as_f64(), "integer", INT.0, INT.1),
            |_, a| float_to_int(a[0].as_f64(), "bigint", BIG.0, BIG.1),
        ],
    ),
    float_casts(
        FLOAT4,
        [
            |_, a| float_to_int(a[0].as_f32().into(), "smallint", SMALL.0, SMALL.1),
            |_, a| float_to_int(a[0].as_f32().into(), "integer", INT.0, INT.1),
            |_, a| float_to_int(a[0].as_f32().into(), "bigint", BIG.0, BIG.1),
        ],
    ),
];

/// A float8 as float4, if it is in range.
fn float8_to_float4(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let v = a[0].as_f64();
    let r = v as f32;
    if r.is_infinite() && !v.is_infinite() {
        return super::support::overflow();
    }
    if r == 0.0 && v != 0.0 {
        return super::support::underflow();
    }
    Ok(Datum::f32(r))
}

/// A numeric, rounded, as the integer type `name`.
fn numeric_to_int(c: &mut FnCtx<'_>, a: &[Datum], name: &str, min: i64, max: i64) -> Result<Datum> {
    numeric::arg(c, a, 0)?.to_int(name, min, max).map(Datum::i64)
}

/// A numeric as float4.
fn numeric_to_float4(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = numeric::arg(c, a, 0)?;
    storage::types::float::float4_in(&n.to_string()).map(Datum::f32)
}

/// Rounds a numeric to its modifier (`numeric(numeric, int4)`).
fn numeric_length(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let typmod = a.get(1).map_or(-1, Datum::as_i32);
    Ok(numeric::arg(c, a, 0)?.apply_typmod(typmod)?.to_datum())
}

/// Numbers of fixed size with each other.
static NUMBERS: &[Cast] = &[
    by(INT8, INT2, Assignment, to_int2),
    by(INT8, INT4, Assignment, to_int4),
    by(INT8, FLOAT4, Implicit, |_, a| Ok(Datum::f32(a[0].as_i64() as f32))),
    by(INT8, FLOAT8, Implicit, |_, a| Ok(Datum::f64(a[0].as_i64() as f64))),
    by(INT8, NUMERIC, Implicit, int_to_numeric),
    by(INT2, INT8, Implicit, keep),
    by(INT2, INT4, Implicit, keep),
    by(INT2, FLOAT4, Implicit, |_, a| Ok(Datum::f32(a[0].as_i64() as f32))),
    by(INT2, FLOAT8, Implicit, |_, a| Ok(Datum::f64(a[0].as_i64() as f64))),
    by(INT2, NUMERIC, Implicit, int_to_numeric),
    by(INT4, INT8, Implicit, keep),
    by(INT4, INT2, Assignment, to_int2),
    by(INT4, FLOAT4, Implicit, |_, a| Ok(Datum::f32(a[0].as_i64() as f32))),
    by(INT4, FLOAT8, Implicit, |_, a| Ok(Datum::f64(a[0].as_i64() as f64))),
    by(INT4, NUMERIC, Implicit, int_to_numeric),
    by(FLOAT4, FLOAT8, Implicit, |_, a| Ok(Datum::f64(a[0].as_f32().into()))),
    by(FLOAT4, NUMERIC, Assignment, |_, a| {
        Ok(Numeric::from_f64(a[0].as_f32().into(), 6)?.to_datum())
    }),
    by(FLOAT8, FLOAT4, Assignment, float8_to_float4),
    by(FLOAT8, NUMERIC, Assignment, |_, a| Ok(Numeric::from_f64(a[0].as_f64(), 15)?.to_datum())),
    by(NUMERIC, INT8, Assignment, |c, a| numeric_to_int(c, a, "bigint", i64::MIN, i64::MAX)),
    by(NUMERIC, INT2, Assignment, |c, a| {
        numeric_to_int(c, a, "smallint", i16::MIN.into(), i16::MAX.into())
    }),
    by(NUMERIC, INT4, Assignment, |c, a| {
        numeric_to_int(c, a, "integer", i32::MIN.into(), i32::MAX.into())
    }),
    by(NUMERIC, FLOAT4, Implicit, numeric_to_float4),
    by(NUMERIC, FLOAT8, Implicit, |c, a| numeric::arg(c, a, 0)?.to_f64().map(Datum::f64)),
    by(NUMERIC, NUMERIC, Implicit, numeric_length),
    by(INT4, BOOL, Explicit, |_, a| Ok(Datum::bool(a[0].as_i32() != 0))),
    by(BOOL, INT4, Explicit, keep),
    by(XID8, XID, Explicit, |_, a| Ok(Datum::u32(a[0].word() as u32))),
    by(CHAR, INT4, Explicit, |_, a| Ok(Datum::i32((a[0].word() as u8 as i8).into()))),
    by(INT4, CHAR, Explicit, |_, a| match i8::try_from(a[0].as_i32()) {
        Ok(v) => Ok(Datum::Word(u64::from(v as u8))),
        Err(_) => Err(out_of_range("\"char\"")),
    }),
];

const REG: [Oid; 11] = [
    OID,
    REGPROC,
    REGPROCEDURE,
    REGOPER,
    REGOPERATOR,
    REGCLASS,
    REGTYPE,
    REGROLE,
    REGNAMESPACE,
    REGCOLLATION,
    REGCONFIG,
];

/// The casts between an OID type, such as regclass, and the integers.
const fn object_casts(t: Oid) -> [Cast; 7] {
    let oid_first = if t.0 == OID.0 { REGDICTIONARY } else { OID };
    [
        same(oid_first, t, Implicit),
        same(t, oid_first, Implicit),
        by(INT8, t, Implicit, to_oid),
        by(INT2, t, Implicit, int2_to_oid),
        same(INT4, t, Implicit),
        by(t, INT8, Assignment, oid_to_int8),
        by(t, INT4, Assignment, |_, a| Ok(Datum::i32(a[0].as_u32() as i32))),
    ]
}

static OBJECTS: [[Cast; 7]; 11] = {
    let mut all = [object_casts(OID); 11];
    let mut i = 0;
    while i < 11 {
        all[i] = object_casts(REG[i]);
        i += 1;
    }
    all
};

/// A text as name, cut to 63 bytes.
fn to_name(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(c, &a[0])?;
    let head = b.slice(0, b.len().min(67));
    Ok(strings::name_in(&strings::into_string(head)))
}

/// A bpchar as name.
fn bpchar_to_name(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let s = string(c, &a[0])?;
    let cut = strings::name_in(&s);
    Ok(Datum::name(cut.as_name().trim_end_matches(' ')))
}

/// A name as text.
fn name_to_text(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::text(a[0].as_name()))
}

/// A bpchar as text: without trailing blanks.
fn bpchar_to_text(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(c, &a[0])?;
    result(c, &[strings::bpchar_true(&b)])
}

/// A `"char"` as text.
fn char_to_text(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::text(&storage::types::scalar::char_out(a[0].word() as u8)))
}

/// Returns the byte as it is; one that is no character by itself is refused as not modelled
/// (`char_bpchar`).
fn char_to_bpchar(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    match a[0].word() as u8 {
        b @ 1..0x80 => Ok(Datum::varlena(&[b])),
        b => err!(FEATURE_NOT_SUPPORTED, "a bpchar of the byte 0x{b:02x} is not modelled"),
    }
}

/// A text as `"char"` (`text_char`): a byte in octal, or the text's first.
fn text_to_char(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(c, &a[0])?;
    Ok(Datum::Word(u64::from(storage::types::scalar::char_of(&b))))
}

/// A bool as text: `true` or `false`.
fn bool_to_text(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::text(if a[0].as_bool() { "true" } else { "false" }))
}

/// Whether the cast was written: then a value that is too long is cut without an error.
fn is_explicit(a: &[Datum]) -> bool {
    a.get(2).is_some_and(Datum::as_bool)
}

/// Cuts a value to varchar's length, or fails (`varchar(varchar, int4, bool)`).
fn varchar_length(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let source = packed(c, &a[0])?;
    let b = payload(&source);
    match strings::varchar_limit(b, a.get(1).map_or(-1, Datum::as_i32), is_explicit(a))? {
        Some(cut) => result(c, &[&b[..cut]]),
        None => Ok(source),
    }
}

/// Pads or cuts a value to bpchar's length, or fails.
fn bpchar_length(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let source = packed(c, &a[0])?;
    let typmod = a.get(1).map_or(-1, Datum::as_i32);
    let fitted = strings::bpchar_fit(payload(&source), typmod, is_explicit(a))?;
    Ok(fitted.unwrap_or(source))
}

/// `bit(varbit, typmod, explicit)`: explicit casts cut or fill with zeros.
fn bit_length(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(c, &a[0])?;
    let mut bits = bit::to_bits(&b);
    let n = a.get(1).map_or(-1, Datum::as_i32);
    if n <= 0 || bits.len() == n as usize {
        return Ok(Datum::varlena(&b));
    }
    if !is_explicit(a) {
        return err!(
            STRING_DATA_LENGTH_MISMATCH,
            "bit string length {} does not match type bit({n})",
            bits.len()
        );
    }
    bits.resize(n as usize, false);
    Ok(bit::from_bits(&bits))
}

/// Cuts a bit string to varbit's length, or fails.
fn varbit_length(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(c, &a[0])?;
    let mut bits = bit::to_bits(&b);
    let n = a.get(1).map_or(-1, Datum::as_i32);
    if n <= 0 || bits.len() <= n as usize {
        return Ok(Datum::varlena(&b));
    }
    if !is_explicit(a) {
        return err!(STRING_DATA_RIGHT_TRUNCATION, "bit string too long for type bit varying({n})");
    }
    bits.truncate(n as usize);
    Ok(bit::from_bits(&bits))
}

/// An integer as a bit string: its low bits, sign-extended to the left.
fn int_to_bit(v: i64, width: i64, typmod: i32) -> Result<Datum> {
    let n = if typmod <= 0 { 1 } else { i64::from(typmod) };
    let bits: Vec<bool> = (0..n).rev().map(|i| v >> i.min(width - 1) & 1 == 1).collect();
    Ok(bit::from_bits(&bits))
}

/// A bit string as an integer of this width.
fn bit_to_int(c: &mut FnCtx<'_>, a: &[Datum], width: usize, name: &str) -> Result<Datum> {
    let bits = bit::to_bits(&bytes(c, &a[0])?);
    if bits.len() > width {
        return Err(out_of_range(name));
    }
    let v = bits.iter().fold(0u64, |v, &b| v << 1 | u64::from(b));
    Ok(if width == 32 { Datum::i32(v as u32 as i32) } else { Datum::i64(v as i64) })
}

/// Strings with each other.
static STRINGS: &[Cast] = &[
    same(TEXT, BPCHAR, Implicit),
    same(TEXT, VARCHAR, Implicit),
    by(BPCHAR, TEXT, Implicit, bpchar_to_text),
    by(BPCHAR, VARCHAR, Implicit, bpchar_to_text),
    same(VARCHAR, TEXT, Implicit),
    same(VARCHAR, BPCHAR, Implicit),
    by(CHAR, TEXT, Implicit, char_to_text),
    by(CHAR, BPCHAR, Assignment, char_to_bpchar),
    by(CHAR, VARCHAR, Assignment, char_to_text),
    by(NAME, TEXT, Implicit, name_to_text),
    by(NAME, BPCHAR, Assignment, name_to_text),
    by(NAME, VARCHAR, Assignment, name_to_text),
    by(TEXT, CHAR, Assignment, text_to_char),
    by(BPCHAR, CHAR, Assignment, text_to_char),
    by(VARCHAR, CHAR, Assignment, text_to_char),
    by(TEXT, NAME, Implicit, to_name),
    by(BPCHAR, NAME, Implicit, bpchar_to_name),
    by(VARCHAR, NAME, Implicit, to_name),
    by(BOOL, TEXT, Assignment, bool_to_text),
    by(BOOL, VARCHAR, Assignment, bool_to_text),
    by(BOOL, BPCHAR, Assignment, bool_to_text),
    by(BPCHAR, BPCHAR, Implicit, bpchar_length),
    by(VARCHAR, VARCHAR, Implicit, varchar_length),
    same(PG_NODE_TREE, TEXT, Implicit),
    same(BIT, VARBIT, Implicit),
    same(VARBIT, BIT, Implicit),
    by(BIT, BIT, Implicit, bit_length),
    by(VARBIT, VARBIT, Implicit, varbit_length),
    by(INT8, BIT, Explicit, |_, a| {
        int_to_bit(a[0].as_i64(), 64, a.get(1).map_or(-1, Datum::as_i32))
    }),
    by(INT4, BIT, Explicit, |_, a| {
        int_to_bit(a[0].as_i64(), 32, a.get(1).map_or(-1, Datum::as_i32))
    }),
    by(BIT, INT8, Explicit, |c, a| bit_to_int(c, a, 64, "bigint")),
    by(BIT, INT4, Explicit, |c, a| bit_to_int(c, a, 32, "integer")),
    by(TEXT, REGCLASS, Implicit, text_to_regclass),
    by(VARCHAR, REGCLASS, Implicit, text_to_regclass),
];

/// The relation that a text names.
fn text_to_regclass(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let mut s = string(c, &a[0])?;
    // Only a literal's digits are an OID; these are a name.
    if s.bytes().all(|b| b.is_ascii_digit()) {
        s = format!("\"{s}\"");
    }
    let found = c.env.input(REGCLASS, &s, -1);
    // A literal only says that there is no such relation, from 16 on.
    let dot = s.find('.');
    if let Some(at) = dot.filter(|_| found.is_err() && s.rfind('.') == dot) {
        c.env.input(REGNAMESPACE, &s[..at], -1)?;
    }
    found
}

/// Casts between numbers.
pub static CASTS: &[Cast] = NUMBERS;
/// Casts from floats to integers.
pub static FLOAT_CASTS: &[Cast] = FLOAT_TO_INT.as_flattened();
/// Casts of oid and its kin.
pub static OBJECT_CASTS: &[Cast] = OBJECTS.as_flattened();
/// Casts between strings.
pub static STRING_CASTS: &[Cast] = STRINGS;

/// `pg_typeof` and others that are about types.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("pg_typeof", &[ANY], REGTYPE, |c, _| {
        Ok(Datum::u32(c.arg_types.first().map_or(0, |t| t.0)))
    })
    .stable()
    .not_strict(),
    scalar("num_nulls", &[ANY], INT4, |_, a| {
        Ok(Datum::i32(a.iter().filter(|d| d.is_null()).count() as i32))
    })
    .variadic(ANY)
    .not_strict(),
    scalar("num_nonnulls", &[ANY], INT4, |_, a| {
        Ok(Datum::i32(a.iter().filter(|d| !d.is_null()).count() as i32))
    })
    .variadic(ANY)
    .not_strict(),
    scalar("booleq", &[BOOL, BOOL], BOOL, |_, a| Ok(Datum::bool(a[0] == a[1]))),
    scalar("textin", &[CSTRING], TEXT, by_text),
    scalar("int2vectorin", &[CSTRING], INT2VECTOR, by_text),
    scalar("int2vectorout", &[INT2VECTOR], CSTRING, by_text),
    scalar("oidvectorin", &[CSTRING], OIDVECTOR, by_text),
    scalar("oidvectorout", &[OIDVECTOR], CSTRING, by_text),
];

/// The value read as another type: a type's input or output function, called by its name (`pg_proc.dat`).
fn by_text(c: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let text = c.env.output(c.arg_types[0], &a[0])?;
    c.env.input(c.ret_type, &text, -1)
}
