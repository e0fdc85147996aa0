//! A value as the executor passes it around (`Datum` in `postgres.h`), with its null flag.
//!
//! A by-value type is a machine word. A by-reference type is its bytes **as PostgreSQL has them in
//! memory**: a varlena keeps its header, so that one datum can be plain, short, compressed inline
//! or a TOAST pointer, and functions such as `pg_column_size` and `INSERT ... SELECT` see what the
//! server sees. What the bytes mean is known from the expression's type, as in PostgreSQL.

use crate::bytes::Bytes;

/// One value.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Datum {
    /// SQL NULL, of whatever type.
    #[default]
    Null,
    /// A by-value type: bool, "char", int2, int4, int8, oid, xid, float4, float8, date,
    /// timestamptz, timestamp, pg_lsn, regclass. Signed values are sign-extended to 64 bits, floats are
    /// their bits (float4 in the low half).
    Word(u64),
    /// A by-reference type: a varlena with its header, or the fixed bytes of name (64), uuid (16),
    /// tid (6), interval (16), or a cstring without its terminator.
    Ref(Bytes),
}

impl Datum {
    /// Whether the value is NULL.
    pub fn is_null(&self) -> bool {
        matches!(self, Datum::Null)
    }
    /// The datum of a `bool`.
    pub fn bool(v: bool) -> Datum {
        Datum::Word(u64::from(v))
    }
    /// The datum of an `int2`.
    pub fn i16(v: i16) -> Datum {
        Datum::Word(i64::from(v) as u64)
    }
    /// The datum of an `int4` or `date`.
    pub fn i32(v: i32) -> Datum {
        Datum::Word(i64::from(v) as u64)
    }
    /// The datum of an `int8` or a timestamp.
    pub fn i64(v: i64) -> Datum {
        Datum::Word(v as u64)
    }
    /// The datum of an `oid`, `xid`, `cid` or `regclass`.
    pub fn u32(v: u32) -> Datum {
        Datum::Word(u64::from(v))
    }
    /// The datum of a `float4`.
    pub fn f32(v: f32) -> Datum {
        Datum::Word(u64::from(v.to_bits()))
    }
    /// The datum of a `float8`.
    pub fn f64(v: f64) -> Datum {
        Datum::Word(v.to_bits())
    }
    /// The datum of a plain varlena: a 4-byte header and a copy of the payload.
    pub fn varlena(payload: &[u8]) -> Datum {
        let mut v = Vec::with_capacity(payload.len() + 4);
        v.extend_from_slice(&[0; 4]);
        v.extend_from_slice(payload);
        Datum::from_varlena_buf(v)
    }
    /// The datum of a plain varlena, made of a buffer whose first four bytes are kept free for the
    /// header, which is filled in: a large result is not copied.
    ///
    /// # Panics
    /// If the buffer is shorter than its header.
    pub fn from_varlena_buf(mut v: Vec<u8>) -> Datum {
        let header = (v.len() as u32) << 2;
        v[..4].copy_from_slice(&header.to_le_bytes());
        Datum::Ref(v.into())
    }
    /// The datum of a `text`.
    pub fn text(v: &str) -> Datum {
        Datum::varlena(v.as_bytes())
    }
    /// The datum of a `name`: 64 bytes, zero-padded.
    pub fn name(v: &str) -> Datum {
        let mut b = vec![0u8; 64];
        let n = v.len().min(63);
        b[..n].copy_from_slice(&v.as_bytes()[..n]);
        Datum::Ref(b.into())
    }
    /// The word of a by-value type.
    ///
    /// # Panics
    /// If the datum is NULL or by reference: the caller has its type wrong.
    pub fn word(&self) -> u64 {
        match self {
            Datum::Word(w) => *w,
            other => panic!("a by-value datum was expected, not {other:?}"),
        }
    }
    /// The value of a `bool`.
    pub fn as_bool(&self) -> bool {
        self.word() != 0
    }
    /// The value of an `int2`.
    pub fn as_i16(&self) -> i16 {
        self.word() as i16
    }
    /// The value of an `int4`.
    pub fn as_i32(&self) -> i32 {
        self.word() as i32
    }
    /// The value of an `int8`.
    pub fn as_i64(&self) -> i64 {
        self.word() as i64
    }
    /// The value of an `oid` or another unsigned 32-bit type.
    pub fn as_u32(&self) -> u32 {
        self.word() as u32
    }
    /// The value of a `float4`.
    pub fn as_f32(&self) -> f32 {
        f32::from_bits(self.word() as u32)
    }
    /// The value of a `float8`.
    pub fn as_f64(&self) -> f64 {
        f64::from_bits(self.word())
    }
    /// The bytes of a by-reference type, header included.
    ///
    /// # Panics
    /// If the datum is NULL or by value.
    pub fn bytes(&self) -> &Bytes {
        match self {
            Datum::Ref(b) => b,
            other => panic!("a by-reference datum was expected, not {other:?}"),
        }
    }
    /// Makes an expanded value flat (`datumCopy`).
    #[inline(never)]
    pub fn flatten(&mut self) {
        if let Datum::Ref(b) = self
            && b.is_expanded()
        {
            *b = Bytes::from(&b[..]);
        }
    }
    /// The text of a `name`, up to its first zero byte.
    pub fn as_name(&self) -> &str {
        let b = self.bytes();
        let end = b.iter().position(|&c| c == 0).unwrap_or(b.len());
        std::str::from_utf8(&b[..end]).unwrap_or("")
    }
}
