//! Kinds of columns, and values for them as SQL over the row number `i`.

use super::Writer;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    BigInt,
    SmallInt,
    Bool,
    Real,
    Float,
    Numeric,
    Text,
    Varchar,
    Char,
    LongChar,
    Bytea,
    Json,
    Jsonb,
    Uuid,
    Date,
    Timestamp,
    Timestamptz,
    Interval,
    IntArray,
    TextArray,
    /// A reference to another table's key.
    Ref,
}

impl Kind {
    const ALL: [Kind; 21] = [
        Kind::Int,
        Kind::BigInt,
        Kind::SmallInt,
        Kind::Bool,
        Kind::Real,
        Kind::Float,
        Kind::Numeric,
        Kind::Text,
        Kind::Varchar,
        Kind::Char,
        Kind::LongChar,
        Kind::Bytea,
        Kind::Json,
        Kind::Jsonb,
        Kind::Uuid,
        Kind::Date,
        Kind::Timestamp,
        Kind::Timestamptz,
        Kind::Interval,
        Kind::IntArray,
        Kind::TextArray,
    ];
    const LONG: [Kind; 5] = [Kind::Text, Kind::Text, Kind::Bytea, Kind::Jsonb, Kind::Varchar];

    /// The type's name in SQL.
    pub(super) fn sql(self) -> &'static str {
        match self {
            Kind::Int | Kind::Ref => "int",
            Kind::BigInt => "bigint",
            Kind::SmallInt => "smallint",
            Kind::Bool => "boolean",
            Kind::Real => "real",
            Kind::Float => "double precision",
            Kind::Numeric => "numeric",
            Kind::Text => "text",
            Kind::Varchar => "varchar(4000)",
            Kind::Char => "char(7)",
            Kind::LongChar => "char(300)",
            Kind::Bytea => "bytea",
            Kind::Json => "json",
            Kind::Jsonb => "jsonb",
            Kind::Uuid => "uuid",
            Kind::Date => "date",
            Kind::Timestamp => "timestamp",
            Kind::Timestamptz => "timestamptz",
            Kind::Interval => "interval",
            Kind::IntArray => "int[]",
            Kind::TextArray => "text[]",
        }
    }

    /// Whether values can be longer than a B-tree entry may be.
    pub(super) fn is_long(self) -> bool {
        matches!(
            self,
            Kind::Text
                | Kind::Bytea
                | Kind::Json
                | Kind::Jsonb
                | Kind::Varchar
                | Kind::LongChar
                | Kind::IntArray
                | Kind::TextArray
        )
    }

    /// Whether text functions take the values.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Kind::Text | Kind::Varchar | Kind::Char | Kind::LongChar)
    }
}

impl Writer {
    /// A random kind.
    pub(super) fn kind(&mut self) -> Kind {
        if self.chance(55) { *self.rng.pick(&Kind::LONG) } else { *self.rng.pick(&Kind::ALL) }
    }

    /// A random value of this kind, as SQL over the row number `i`; sometimes NULL. Values of types without a fixed length
    /// have up to 60,000 bytes.
    pub(super) fn value(&mut self, kind: Kind) -> String {
        if self.chance(8) {
            return "NULL".to_owned();
        }
        let n = match self.rng.below(8) {
            0 => self.rng.below(8),
            1 | 2 => self.rng.below(200),
            3 | 4 => self.rng.below(3000),
            5 => self.rng.below(9000),
            6 => self.rng.below(20_000),
            _ => self.rng.below(60_000),
        };
        let k = self.rng.below(1000);
        let style = self.rng.below(4);
        match kind {
            Kind::Int => format!("i * {k}"),
            Kind::Ref if style == 0 => format!("i + {k} % 3 - 1"),
            Kind::Ref => "NULL".to_owned(),
            Kind::BigInt => format!("i::bigint * {k}00000007"),
            Kind::SmallInt => format!("(i + {k}) % 30000"),
            Kind::Bool => format!("(i + {k}) % 3 = 0"),
            Kind::Real => format!("(i + {k}) / 7.0::real"),
            Kind::Float => format!("(i + {k}) / 7.0::float8"),
            Kind::Numeric => format!("(i::numeric * {k}.125) ^ {}", self.rng.below(4)),
            Kind::Text => text(n, style, k),
            Kind::Varchar => text(n % 3900, style, k),
            Kind::Char => format!("left('{k}' || i, 7)"),
            Kind::LongChar => text(n % 300, style, k),
            Kind::Bytea => format!("convert_to({}, 'UTF8')", text(n, style, k)),
            Kind::Jsonb if style == 0 => {
                format!(
                    "(SELECT jsonb_agg((i + j + {k}) % 1000) FROM generate_series(1, {}) j)",
                    n / 16
                )
            }
            Kind::Jsonb => {
                let text = text(n / 2, style, k);
                format!("jsonb_build_object('id', i, 'name', {text}, 'ok', i % 2 = 0, 'n', null)")
            }
            Kind::Json => {
                let text = text(n / 2, style, k);
                format!("jsonb_build_object('id', i, 'name', {text}, 'n', {k}.5)::text::json")
            }
            Kind::Uuid => format!("md5((i + {k})::text)::uuid"),
            Kind::Date => format!("date '2020-02-28' + i % 9999 * {k}"),
            Kind::Timestamp => format!("timestamp '2020-01-01' + i * interval '{k} minutes'"),
            Kind::Timestamptz => {
                format!("timestamptz '2020-01-01 00:00:00+00' + i * interval '{k} seconds'")
            }
            Kind::Interval => format!("i * interval '{k} minutes 1.5 seconds'"),
            Kind::IntArray => {
                format!("(SELECT array_agg(i + j) FROM generate_series(1, {}) j)", n % 3000 / 4)
            }
            Kind::TextArray => {
                format!("ARRAY[{}, 'x' || i, NULL]", text(n % 5000, style, k))
            }
        }
    }
}

/// A text of `n` bytes in one of four styles: one letter, a repeated piece, hexadecimal noise,
/// words.
fn text(n: usize, style: usize, k: usize) -> String {
    match style {
        0 => format!("repeat(chr(97 + (i + {k}) % 26), {n})"),
        1 => format!("left(repeat(md5((i + {k})::text), {}), {n})", n / 32 + 1),
        2 => format!(
            "left((SELECT string_agg(md5((i * 1000 + j + {k})::text), '') FROM generate_series(1, {}) j), {n})",
            n / 32 + 1
        ),
        _ => format!("left(repeat('row ' || i || ' says {k} ', {}), {n})", n / 12 + 1),
    }
}
