//! What can be said about values of each kind: literals, what is computed from them, conditions.

/// What kind of values a column or an expression has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Int,
    Numeric,
    Float,
    Text,
    /// `char(8)`, padded with blanks.
    Char,
    Bool,
    Date,
    Timestamp,
    TimestampTz,
    Uuid,
    Bytea,
    Jsonb,
    TextArray,
    IntArray,
    /// The enum `mood`.
    Mood,
}

impl Kind {
    /// The type that a parameter has in whose place such a value is given.
    pub fn type_name(self) -> &'static str {
        match self {
            Kind::Int => "int",
            Kind::Numeric => "numeric",
            Kind::Float => "float8",
            Kind::Text => "text",
            Kind::Char => "char(8)",
            Kind::Bool => "boolean",
            Kind::Date => "date",
            Kind::Timestamp => "timestamp",
            Kind::TimestampTz => "timestamptz",
            Kind::Uuid => "uuid",
            Kind::Bytea => "bytea",
            Kind::Jsonb => "jsonb",
            Kind::TextArray => "text[]",
            Kind::IntArray => "int[]",
            Kind::Mood => "mood",
        }
    }

    /// Literals for a computed value.
    pub fn usual_literals(self) -> &'static [&'static str] {
        match self {
            Kind::Int => &["0", "1", "2", "5", "12", "40", "365"],
            Kind::Numeric => &["0", "10", "77.7", "400"],
            Kind::Float => &["0", "0.5", "'3.25'", "'NaN'"],
            Kind::Text => &["'a'", "'name 1'", "'north'", "'product 20'", "''"],
            Kind::Char => &["'ch 1'", "'ch 22'", "'x'", "'ch 3    '"],
            Kind::Bool => &["true", "false"],
            Kind::Date => &["'2023-02-01'", "'2020-12-31'"],
            Kind::Timestamp => &["'2024-01-15'", "'2024-02-01 12:00'"],
            Kind::TimestampTz => &["'2024-01-10 00:00+00'", "'2024-03-01 12:00+02'"],
            Kind::Uuid => &[
                "'c4ca4238-a0b9-2382-0dcc-509a6f75849b'",
                "'80000000-0000-0000-0000-000000000000'",
            ],
            Kind::Bytea => &["'\\x80'", "'\\x00ff'", "'\\x'"],
            Kind::Jsonb => &["'{\"n\": 3}'", "'{}'"],
            Kind::TextArray => &["'{a,b1}'", "'{}'", "'{a,NULL}'"],
            Kind::IntArray => &["'{1,2}'", "'{}'", "'{3}'"],
            Kind::Mood => &["'sad'", "'ok'", "'fine'", "'glad'"],
        }
    }

    /// Whether min() and max() take such values in all versions.
    pub fn has_max(self) -> bool {
        use Kind::{Bool, Bytea, Jsonb, Uuid};
        !matches!(self, Jsonb | Bool | Uuid | Bytea)
    }

    /// What is computed from the value `c`.
    pub fn computed(self, c: &str) -> Vec<(String, Kind)> {
        let forms: &[(&str, Kind)] = match self {
            Kind::Int => &[
                ("$ + 1", Kind::Int),
                ("$ % 7", Kind::Int),
                ("coalesce($, 0)", Kind::Int),
                ("CASE WHEN $ > 10 THEN 'many' ELSE 'few' END", Kind::Text),
                ("CASE $ WHEN 1 THEN 'one' WHEN 2 THEN 'two' END", Kind::Text),
                ("$::text", Kind::Text),
                ("nullif($, 3)", Kind::Int),
                ("$::float8 / 4", Kind::Float),
            ],
            Kind::Numeric => &[
                ("round($)", Kind::Numeric),
                ("$ * 2", Kind::Numeric),
                ("greatest($, 20)", Kind::Numeric),
                ("$::int", Kind::Int),
            ],
            Kind::Float => &[("$ * 2", Kind::Float), ("floor($)", Kind::Float)],
            Kind::Text => &[
                ("lower($)", Kind::Text),
                ("length($)", Kind::Int),
                ("substr($, 1, 3)", Kind::Text),
                ("$ || '!'", Kind::Text),
                ("coalesce($, 'none')", Kind::Text),
                ("upper($)", Kind::Text),
            ],
            Kind::Char => &[("trim($)", Kind::Text), ("$::text", Kind::Text)],
            Kind::Bool => &[("$ IS TRUE", Kind::Bool), ("NOT $", Kind::Bool)],
            Kind::Date => &[
                ("$ + 7", Kind::Date),
                ("extract(year FROM $)", Kind::Numeric),
                ("$ - date '2023-01-01'", Kind::Int),
            ],
            Kind::Timestamp => &[
                ("date_trunc('day', $)", Kind::Timestamp),
                ("$::date", Kind::Date),
                ("extract(hour FROM $)::int", Kind::Int),
            ],
            Kind::TimestampTz => &[
                ("$ AT TIME ZONE 'UTC'", Kind::Timestamp),
                ("$ + interval '1 day'", Kind::TimestampTz),
                ("$::date", Kind::Date),
            ],
            Kind::Uuid => &[("$::text", Kind::Text)],
            Kind::Bytea => &[("length($)", Kind::Int), ("substr($, 1, 1)", Kind::Bytea)],
            Kind::Jsonb => &[
                ("$ ->> 'who'", Kind::Text),
                ("($ ->> 'n')::int", Kind::Int),
                ("($ -> 'n')::numeric", Kind::Numeric),
            ],
            Kind::TextArray => &[("$[1]", Kind::Text), ("cardinality($)", Kind::Int)],
            Kind::IntArray => {
                &[("$[1]", Kind::Int), ("cardinality($)", Kind::Int), ("$ || 7", Kind::IntArray)]
            }
            Kind::Mood => &[("$::text", Kind::Text), ("coalesce($, 'ok')", Kind::Mood)],
        };
        forms.iter().map(|(form, kind)| (form.replace('$', c), *kind)).collect()
    }

    /// Conditions that only values of this kind know: `$` is the value, `#` a literal. Kinds that
    /// know none are compared.
    pub fn own_conditions(self) -> &'static [&'static str] {
        match self {
            Kind::Bool => &["$", "NOT $", "$ IS NOT TRUE", "$ IS UNKNOWN", "$ = #"],
            Kind::Jsonb => &["$ @> #", "$ ? 'who'", "$ ->> 'who' = 'name 7'", "$ ?| '{who,x}'"],
            Kind::TextArray => &["'a' = ANY ($)", "$ && #", "$ = #", "$ IS NULL", "$ @> #"],
            Kind::IntArray => {
                &["3 = ANY ($)", "$ && #", "$ < #", "$ <@ #", "$ @> #", "4 > ALL ($)"]
            }
            _ => &[],
        }
    }
}
