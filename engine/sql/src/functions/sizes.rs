//! `pg_size_pretty`, `pg_size_bytes` (`dbsize.c`), and random UUIDs.
//!
//! A unit is left when the size reaches 10 kB, and then half a unit is rounded: 10239 bytes, 10 kB,
//! 10239 kB, 10 MB.

use super::support::string;
use storage::datum::Datum;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::float::number_prefix;
use storage::types::numeric::Numeric;
use storage::types::oid::*;

/// Name, limit up to which it is used, whether half a unit is rounded, and bits of the unit.
const UNITS: [(&str, i64, bool, u32); 6] = [
    ("bytes", 10 * 1024, false, 0),
    ("kB", 20 * 1024 - 1, true, 10),
    ("MB", 20 * 1024 - 1, true, 20),
    ("GB", 20 * 1024 - 1, true, 30),
    ("TB", 20 * 1024 - 1, true, 40),
    ("PB", 20 * 1024 - 1, true, 50),
];

/// The number of bits by which a size is shifted right for the next unit.
fn bits_to_next(i: usize) -> u32 {
    UNITS[i + 1].3 - UNITS[i].3 - u32::from(UNITS[i + 1].2) + u32::from(UNITS[i].2)
}

/// Returns a size in bytes as text in the largest fitting unit, rounded (`pg_size_pretty(bigint)`).
pub fn pretty(mut size: i64) -> String {
    let mut i = 0;
    while i + 1 < UNITS.len() && size.unsigned_abs() >= UNITS[i].1 as u64 {
        size /= 1 << bits_to_next(i);
        i += 1;
    }
    if UNITS[i].2 {
        size = (size + if size < 0 { -1 } else { 1 }) / 2;
    }
    format!("{size} {}", UNITS[i].0)
}

/// `pg_size_pretty` of a numeric.
fn pretty_numeric(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let mut size = super::numeric::arg(ctx, a, 0)?;
    let mut i = 0;
    while i + 1 < UNITS.len() && size.clone().abs() >= Numeric::from_i64(UNITS[i].1) {
        size = size.div_trunc(&Numeric::from_i64(1 << bits_to_next(i)))?;
        i += 1;
    }
    if UNITS[i].2 {
        let one = Numeric::from_i64(if size.is_negative() { -1 } else { 1 });
        size = size.add(&one).div_trunc(&Numeric::from_i64(2))?;
    }
    Ok(Datum::text(&format!("{size} {}", UNITS[i].0)))
}

/// The SQL function `pg_size_bytes`.
fn size_bytes(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let text = string(ctx, &a[0])?;
    let trimmed = storage::types::scalar::trim(&text);
    let bad =
        || PgError::new(SqlState::INVALID_PARAMETER_VALUE, format!("invalid size: \"{text}\""));
    let n = number_prefix(trimmed.as_bytes()).ok_or_else(bad)?;
    let mut size = Numeric::parse(&trimmed[..n])?;
    let unit = storage::types::scalar::trim(&trimmed[n..]);
    if !unit.is_empty() {
        let units = ctx.env.release().size_units;
        let byte = unit.eq_ignore_ascii_case("B") && units.contains("\"B\"");
        let known = UNITS.iter().find(|u| byte || u.0.eq_ignore_ascii_case(unit));
        let Some(&(_, _, _, bits)) = known else {
            return Err(bad()
                .detail(format!("Invalid size unit: \"{unit}\"."))
                .hint(format!("Valid units are {units}.")));
        };
        size = size.mul(&Numeric::from_i64(1 << bits))?;
    }
    size.to_int("bigint", i64::MIN, i64::MAX).map(Datum::i64)
}

/// A version 4 UUID from the session's generator, so that a seed repeats it.
fn random_uuid(ctx: &mut FnCtx<'_>, _: &[Datum]) -> Result<Datum> {
    let mut b: Vec<u8> = (0..16).map(|_| (ctx.env.random() * 256.0) as u8).collect();
    b[6] = b[6] & 0x0F | 0x40;
    b[8] = b[8] & 0x3F | 0x80;
    Ok(Datum::Ref(b.into()))
}

/// Functions about sizes, and random UUIDs.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("pg_size_pretty", &[INT8], TEXT, |_, a| Ok(Datum::text(&pretty(a[0].as_i64())))),
    scalar("pg_size_pretty", &[NUMERIC], TEXT, pretty_numeric),
    scalar("pg_size_bytes", &[TEXT], INT8, size_bytes),
    scalar("gen_random_uuid", &[], UUID, random_uuid).volatile(),
    scalar("uuidv4", &[], UUID, random_uuid).volatile(),
];

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn sizes_as_the_server_prints_them() {
        for (size, want) in [
            (10239, "10239 bytes"),
            (10240, "10 kB"),
            (8192, "8192 bytes"),
            (65536, "64 kB"),
            (10485247, "10239 kB"),
            (10485248, "10 MB"),
            (-10240, "-10 kB"),
            (i64::MAX, "8192 PB"),
        ] {
            assert_eq!(pretty(size), want);
        }
    }
}
