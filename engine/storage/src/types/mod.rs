//! The types' values: from text and to text, in what order they stand, when they are equal, and
//! what they hash to.
//!
//! Everything is dispatched on the type's OID here and done in one module per family:
//!
//! | module | types |
//! |---|---|
//! | [`oid`], [`mod@info`] | the OIDs, and `pg_type`'s facts |
//! | [`scalar`] | bool, "char", int2, int4, int8, oid, xid, cid, xid8, tid, pg_lsn, uuid |
//! | [`float`], [`numeric`] | float4, float8; numeric, byte for byte as on disk |
//! | [`string`] | text, varchar, bpchar, name, bytea |
//! | [`bit`] | bit, varbit |
//! | [`datetime`] | date, time, timetz, timestamp, timestamptz, interval |
//! | [`jsonb`], [`json`], [`mod@array`], [`record`] | values made of values |
//! | [`mod@hash`], [`random`] | PostgreSQL's hash functions and random generator |
//!
//! Values are compared bytewise, as under the "C" collation, and the zone is UTC: both are what the
//! modelled server runs with.

pub mod array;
pub mod bit;
pub mod datetime;
pub mod float;
pub mod format_type;
pub mod hash;
pub mod info;
pub mod json;
pub mod jsonb;
pub mod numeric;
pub mod oid;
pub mod random;
pub mod record;
pub mod scalar;
pub mod string;

pub use format_type::{format_type, precision_of, type_name, typmod_in, typmod_out};
pub use info::{TYPES, TypeInfo, by_name, info};

use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::fmgr::Env;
use crate::ids::Oid;
use std::cmp::Ordering;

/// The payload of a varlena that is plain or has a short header (`VARDATA_ANY`).
pub fn payload(datum: &Datum) -> &[u8] {
    let b: &[u8] = datum.bytes();
    match b.first() {
        Some(h) if h & 1 == 1 => &b[1..],
        Some(_) if b.len() >= 4 => &b[4..],
        _ => &[],
    }
}

/// The payload of a varlena as shared bytes; a TOASTed value is fetched and decompressed by `env`.
pub fn detoast(env: &mut dyn Env, datum: &Datum) -> Result<Bytes> {
    let b = datum.bytes();
    match b.first() {
        Some(1) => env.detoast(datum),
        Some(h) if h & 1 == 1 => Ok(b.slice(1, b.len())),
        Some(h) if h & 3 == 0 && b.len() >= 4 => Ok(b.slice(4, b.len())),
        _ => env.detoast(datum),
    }
}

/// A value from its text, by the type's input function (`OidInputFunctionCall`).
pub fn input(type_oid: Oid, text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    match type_oid {
        oid::BOOL => scalar::bool_in(text),
        oid::CHAR => Ok(scalar::char_in(text)),
        oid::INT2 => scalar::int2_in(text, env.release().number_forms),
        oid::INT4 => scalar::int4_in(text, env.release().number_forms),
        oid::INT8 => scalar::int8_in(text, env.release().number_forms),
        oid::OID => scalar::oid_in(text, env.release().xids_checked),
        oid::XID => scalar::xid_in(text, "xid", env.release().xids_checked),
        oid::CID => scalar::xid_in(text, "cid", env.release().xids_checked),
        oid::XID8 => scalar::xid8_in(text, env.release().xids_checked),
        oid::PG_SNAPSHOT | oid::TXID_SNAPSHOT => scalar::PgSnapshot::parse(text),
        oid::TID => scalar::tid_in(text),
        oid::POINT => float::point_in(text),
        oid::PG_LSN => scalar::lsn_in(text),
        oid::UUID => scalar::uuid_in(text),
        oid::FLOAT4 => float::float4_in(text).map(Datum::f32),
        oid::FLOAT8 => float::float8_in(text).map(Datum::f64),
        oid::NUMERIC => {
            let forms = env.release().number_forms;
            let plain = if forms { scalar::plain_number(text) } else { None };
            let read = plain.and_then(|p| numeric::Numeric::parse(&p).ok());
            let number = read.map_or_else(|| numeric::Numeric::parse(text), Ok)?;
            Ok(number.apply_typmod(typmod)?.to_datum())
        }
        oid::TEXT | oid::REFCURSOR => Ok(Datum::text(text)),
        oid::VARCHAR => string::varchar_in(text, typmod),
        oid::BPCHAR => string::bpchar_in(text, typmod),
        oid::NAME => Ok(string::name_in(text)),
        oid::BYTEA => string::bytea_in(text),
        oid::BIT => bit::bit_in(text, typmod),
        oid::VARBIT => bit::varbit_in(text, typmod),
        oid::CSTRING | oid::UNKNOWN => Ok(Datum::Ref(text.as_bytes().into())),
        oid::DATE => datetime::date_in(text, env),
        oid::TIME => datetime::time_in(text, typmod, env),
        oid::TIMETZ => datetime::timetz_in(text, typmod, env),
        oid::TIMESTAMP => datetime::timestamp_in(text, typmod, env),
        oid::TIMESTAMPTZ => datetime::timestamptz_in(text, typmod, env),
        oid::INTERVAL => datetime::interval_in(text, typmod, env),
        oid::JSON => json::input(text),
        oid::JSONB => jsonb::input(text),
        oid::JSONPATH => env.input(type_oid, text, typmod),
        oid::VOID => Ok(Datum::Word(0)),
        _ => match info(type_oid) {
            Some(t) if t.category == 'A' || type_oid == oid::RECORD_ARRAY => {
                array::input(type_oid, text, typmod, env)
            }
            Some(t) if (t.kind == 'p' || t.category == 'Z') && type_oid != oid::RECORD => {
                err!(FEATURE_NOT_SUPPORTED, "cannot accept a value of type {}", t.name)
            }
            Some(_) if is_reg_type(type_oid) => env.input(type_oid, text, typmod),
            Some(t) if type_oid != oid::RECORD => {
                err!(FEATURE_NOT_SUPPORTED, "type {} is not modelled", t.name)
            }
            _ => record::input(type_oid, text, typmod, env),
        },
    }
}

/// Whether columns can have this type. Built-in types without input and output here (networks,
/// shapes, ranges, money, text search, XML) have only a name.
pub fn is_modelled(type_oid: Oid) -> bool {
    const NAMES_ONLY: [&str; 15] = [
        "xml",
        "money",
        "macaddr",
        "macaddr8",
        "tsvector",
        "tsquery",
        "gtsvector",
        "aclitem",
        "inet",
        "cidr",
        "pg_ndistinct",
        "pg_dependencies",
        "pg_mcv_list",
        "regconfig",
        "regdictionary",
    ];
    let Some(t) = info(type_oid) else { return true };
    match t.kind {
        _ if t.is_true_array() => is_modelled(t.element),
        'r' | 'm' => false,
        _ => {
            (t.category != 'G' || t.name == "point")
                && !t.name.starts_with("pg_brin")
                && !NAMES_ONLY.contains(&t.name)
        }
    }
}

/// Whether it is regclass or a related type, whose text is a name from the catalog. Their input and
/// output are in the backend, behind [`Env::input`] and [`Env::output`].
pub fn is_reg_type(type_oid: Oid) -> bool {
    matches!(
        type_oid,
        oid::REGCLASS
            | oid::REGTYPE
            | oid::REGPROC
            | oid::REGPROCEDURE
            | oid::REGOPER
            | oid::REGOPERATOR
            | oid::REGNAMESPACE
            | oid::REGROLE
            | oid::REGCOLLATION
            | oid::REGCONFIG
            | oid::REGDICTIONARY
    )
}

/// The type that the default operator classes of a type are for, in which an index shows its keys: `oid` for `regclass`
/// and its kin (`opcintype`).
pub fn opclass_input(type_oid: Oid) -> Oid {
    if is_reg_type(type_oid) { oid::OID } else { type_oid }
}

/// A value's text, by the type's output function (`OidOutputFunctionCall`). Not for NULL.
pub fn output(type_oid: Oid, d: &Datum, env: &mut dyn Env) -> Result<String> {
    Ok(match type_oid {
        oid::BOOL => if d.as_bool() { "t" } else { "f" }.to_string(),
        oid::CHAR => scalar::char_out(d.word() as u8),
        oid::INT2 => d.as_i16().to_string(),
        oid::INT4 => d.as_i32().to_string(),
        oid::INT8 => d.as_i64().to_string(),
        oid::OID | oid::XID | oid::CID => d.as_u32().to_string(),
        oid::XID8 => d.word().to_string(),
        oid::PG_SNAPSHOT | oid::TXID_SNAPSHOT => {
            scalar::PgSnapshot::from_payload(&detoast(env, d)?).to_string()
        }
        oid::TID => scalar::tid_out(d),
        oid::POINT => float::point_out(d.bytes(), float::extra_digits(env)),
        oid::PG_LSN => scalar::lsn_out(d.word()),
        oid::UUID => scalar::uuid_out(d.bytes()),
        oid::FLOAT4 => float::float4_out(d.as_f32(), float::extra_digits(env)),
        oid::FLOAT8 => float::float8_out(d.as_f64(), float::extra_digits(env)),
        oid::NUMERIC => numeric::Numeric::from_payload(&detoast(env, d)?).to_string(),
        oid::TEXT
        | oid::VARCHAR
        | oid::BPCHAR
        | oid::PG_NODE_TREE
        | oid::REFCURSOR
        | oid::JSON
        | oid::JSONPATH => string::into_string(detoast(env, d)?),
        oid::NAME => d.as_name().to_string(),
        oid::BYTEA => {
            let bytes = detoast(env, d)?;
            string::bytea_out(&bytes, env)?
        }
        oid::BIT | oid::VARBIT => bit::output(&detoast(env, d)?),
        oid::CSTRING | oid::UNKNOWN => string::into_string(d.bytes().clone()),
        oid::DATE => datetime::date_in_style(d.as_i32(), env),
        oid::TIME => datetime::time_out(d.as_i64()),
        oid::TIMETZ => datetime::timetz_out(d),
        oid::TIMESTAMP => datetime::timestamp_in_style(d.as_i64(), false, env)?,
        oid::TIMESTAMPTZ => datetime::timestamp_in_style(d.as_i64(), true, env)?,
        oid::INTERVAL => datetime::interval_out(d, env)?,
        oid::JSONB => jsonb::output(&detoast(env, d)?)?,
        oid::VOID => String::new(),
        _ => match info(type_oid) {
            Some(t)
                if t.category == 'A' || matches!(type_oid, oid::RECORD_ARRAY | oid::ANYARRAY) =>
            {
                array::output(type_oid, d, env)?
            }
            Some(t) if is_reg_type(type_oid) || t.category == 'U' => env.output(type_oid, d)?,
            _ => record::output(type_oid, d, env)?,
        },
    })
}

/// Compares two values of one type by its btree comparison function. Varlenas must be detoasted,
/// and neither value NULL. `collation` is not used, since "C" is the only one.
pub fn compare(type_oid: Oid, collation: Oid, a: &Datum, b: &Datum) -> Ordering {
    match type_oid {
        oid::BOOL => a.as_bool().cmp(&b.as_bool()),
        oid::CHAR => (a.word() as u8).cmp(&(b.word() as u8)),
        oid::INT2 => a.as_i16().cmp(&b.as_i16()),
        oid::INT4 | oid::DATE => a.as_i32().cmp(&b.as_i32()),
        oid::INT8 | oid::TIME | oid::TIMESTAMP | oid::TIMESTAMPTZ | oid::MONEY => {
            a.as_i64().cmp(&b.as_i64())
        }
        oid::OID | oid::XID | oid::CID => a.as_u32().cmp(&b.as_u32()),
        oid::XID8 | oid::PG_LSN => a.word().cmp(&b.word()),
        oid::FLOAT4 => float::compare(f64::from(a.as_f32()), f64::from(b.as_f32())),
        oid::FLOAT8 => float::compare(a.as_f64(), b.as_f64()),
        oid::TID => scalar::tid_compare(a, b),
        oid::UUID | oid::MACADDR | oid::MACADDR8 => a.bytes()[..].cmp(&b.bytes()[..]),
        oid::NUMERIC => numeric::compare(payload(a), payload(b)),
        oid::TEXT | oid::VARCHAR | oid::BYTEA | oid::PG_NODE_TREE => payload(a).cmp(payload(b)),
        oid::BPCHAR => string::bpchar_compare(payload(a), payload(b)),
        oid::NAME => a.as_name().as_bytes().cmp(b.as_name().as_bytes()),
        oid::CSTRING | oid::UNKNOWN => a.bytes()[..].cmp(&b.bytes()[..]),
        oid::BIT | oid::VARBIT => bit::compare(payload(a), payload(b)),
        oid::TIMETZ => datetime::timetz_compare(a, b),
        oid::INTERVAL => datetime::interval_compare(a, b),
        oid::JSONB => jsonb::compare(payload(a), payload(b)),
        _ if is_reg_type(type_oid) => a.as_u32().cmp(&b.as_u32()),
        _ => match info(type_oid) {
            Some(t) if t.category == 'A' => array::compare(type_oid, collation, a, b),
            _ => match (a, b) {
                // Enums, in the order their labels were made.
                (Datum::Word(_), Datum::Word(_)) => a.as_i64().cmp(&b.as_i64()),
                _ => record::compare(collation, a, b),
            },
        },
    }
}

/// Whether two values of one type are equal (the type's `=`). Same conditions as [`compare`].
pub fn equal(type_oid: Oid, a: &Datum, b: &Datum) -> bool {
    match type_oid {
        oid::TEXT | oid::VARCHAR | oid::BYTEA | oid::PG_NODE_TREE => payload(a) == payload(b),
        _ => compare(type_oid, Oid::INVALID, a, b) == Ordering::Equal,
    }
}

/// The hash of a value by its type's default hash operator class. Same conditions as [`compare`].
pub fn hash(type_oid: Oid, d: &Datum) -> u32 {
    match type_oid {
        oid::BOOL | oid::CHAR => hash::uint32(d.word() as u8 as i8 as i32 as u32),
        oid::INT2 => hash::uint32(i32::from(d.as_i16()) as u32),
        oid::INT4 | oid::DATE => hash::uint32(d.as_i32() as u32),
        oid::OID | oid::XID | oid::CID => hash::uint32(d.as_u32()),
        oid::INT8
        | oid::XID8
        | oid::PG_LSN
        | oid::TIME
        | oid::TIMESTAMP
        | oid::TIMESTAMPTZ
        | oid::MONEY => hash::int8(d.as_i64()),
        oid::FLOAT4 => hash::float8(f64::from(d.as_f32())),
        oid::FLOAT8 => hash::float8(d.as_f64()),
        oid::UUID | oid::MACADDR | oid::MACADDR8 | oid::TID => hash::bytes(d.bytes()),
        oid::NUMERIC => numeric::hash(payload(d)),
        oid::TEXT | oid::VARCHAR | oid::BYTEA | oid::PG_NODE_TREE => hash::bytes(payload(d)),
        oid::BPCHAR => hash::bytes(string::bpchar_true(payload(d))),
        oid::NAME => hash::bytes(d.as_name().as_bytes()),
        oid::CSTRING | oid::UNKNOWN => hash::bytes(d.bytes()),
        oid::BIT | oid::VARBIT => hash::bytes(payload(d)),
        oid::TIMETZ => datetime::timetz_hash(d),
        oid::INTERVAL => datetime::interval_hash(d),
        oid::JSONB => jsonb::hash(payload(d)),
        _ if is_reg_type(type_oid) => hash::uint32(d.as_u32()),
        _ => match info(type_oid) {
            Some(t) if t.category == 'A' => array::hash(type_oid, d),
            _ if matches!(d, Datum::Word(_)) => hash::uint32(d.as_u32()),
            _ => record::hash(d),
        },
    }
}

/// Whether [`compare`], [`equal`] and [`hash`] need no catalog for the type: it is built in, and
/// its values contain no rows.
fn stands_alone(t: Oid) -> bool {
    // Asked for every comparison of a sort: the usual types need no search.
    matches!(t, oid::INT4 | oid::INT8 | oid::TEXT | oid::VARCHAR | oid::NUMERIC | oid::FLOAT8)
        || t != oid::RECORD && info(t).is_some_and(|i| i.element != oid::RECORD)
}

/// Compares two values of any type, also of created ones: domains as their base type, rows column
/// by column, arrays element by element.
///
/// # Errors
/// The errors of [`record::compare_rows`].
pub fn compare_any(
    env: &mut dyn Env,
    type_oid: Oid,
    collation: Oid,
    a: &Datum,
    b: &Datum,
) -> Result<Ordering> {
    if stands_alone(type_oid) {
        return Ok(compare(type_oid, collation, a, b));
    }
    let base = env.base_type(type_oid);
    if record::is_row_type(env, base) {
        return record::compare_rows(env, a, b);
    }
    if env.element_type(base).is_valid() && !stands_alone(base) {
        return array::compare_by(a, b, &mut |t, x, y| compare_any(env, t, collation, x, y));
    }
    Ok(compare(base, collation, a, b))
}

/// Whether two values of any type are equal.
///
/// # Errors
/// The errors of [`record::compare_rows`].
pub fn equal_any(env: &mut dyn Env, type_oid: Oid, a: &Datum, b: &Datum) -> Result<bool> {
    if stands_alone(type_oid) {
        return Ok(equal(type_oid, a, b));
    }
    Ok(compare_any(env, type_oid, Oid::INVALID, a, b)?.is_eq())
}

/// The hash of a value of any type, consistent with [`compare_any`].
///
/// # Errors
/// The errors of [`record::hash_row`].
pub fn hash_any(env: &mut dyn Env, type_oid: Oid, d: &Datum) -> Result<u32> {
    if stands_alone(type_oid) {
        return Ok(hash(type_oid, d));
    }
    let base = env.base_type(type_oid);
    if record::is_row_type(env, base) {
        return record::hash_row(env, d);
    }
    if env.element_type(base).is_valid() && !stands_alone(base) {
        return array::hash_by(d, &mut |t, x| hash_any(env, t, x));
    }
    Ok(hash(base, d))
}

/// The widest of the types that a type's comparisons take: int8, float8, text, timestamp; others stay.
pub fn widest(type_oid: Oid) -> Oid {
    match type_oid {
        oid::INT2 | oid::INT4 => oid::INT8,
        oid::FLOAT4 => oid::FLOAT8,
        oid::NAME | oid::VARCHAR => oid::TEXT,
        oid::DATE | oid::TIMESTAMPTZ => oid::TIMESTAMP,
        other => other,
    }
}

/// A value as one of the [`widest`] type. Dates beyond a timestamp's range are infinite.
pub fn widened(type_oid: Oid, d: &Datum) -> Datum {
    match type_oid {
        _ if d.is_null() => Datum::Null,
        oid::FLOAT4 => Datum::f64(d.as_f32().into()),
        oid::NAME => Datum::text(d.as_name()),
        oid::DATE => Datum::i64(datetime::date_to_timestamp_saturating(d.as_i32())),
        _ => d.clone(),
    }
}

/// The order of two values of different types that share a btree operator family (`int4` and
/// `int8`, `date` and `timestamp`, `text` and `name` ...); `None` when they share none.
pub fn compare_cross(left: Oid, right: Oid, a: &Datum, b: &Datum) -> Option<Ordering> {
    if left == right {
        return Some(compare(left, Oid::INVALID, a, b));
    }
    let common = widest(left);
    (widest(right) == common)
        .then(|| compare(common, Oid::INVALID, &widened(left, a), &widened(right, b)))
}
