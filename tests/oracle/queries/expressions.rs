//! Random expressions and conditions over what FROM offers.

use super::tables::{Kind, Table};
use super::writer::{Source, Writer};

/// An expression, its kind, and literals that are worth comparing it to.
#[derive(Clone)]
pub struct Value {
    pub sql: String,
    pub kind: Kind,
    pub literals: &'static [&'static str],
}

/// Literals for a computed value of a kind.
fn usual_literals(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Int => &["0", "1", "2", "5", "12", "40", "365"],
        Kind::Numeric => &["0", "10", "77.7", "400"],
        Kind::Text => &["'a'", "'name 1'", "'north'", "'product 20'", "''"],
        Kind::Bool => &["true", "false"],
        Kind::Date => &["'2023-02-01'", "'2020-12-31'"],
        Kind::Timestamp => &["'2024-01-15'", "'2024-02-01 12:00'"],
        Kind::Jsonb => &["'{\"n\": 3}'", "'{}'"],
        Kind::TextArray => &["'{a,b1}'", "'{}'"],
    }
}

impl Value {
    fn new(sql: String, kind: Kind) -> Value {
        Value { sql, kind, literals: usual_literals(kind) }
    }

    /// Whether GROUP BY, ORDER BY and aggregates like max() take it in all versions.
    pub fn has_order(&self) -> bool {
        !matches!(self.kind, Kind::Jsonb | Kind::Bool)
    }
}

impl Writer {
    /// A column of one of the sources.
    pub fn column(&mut self, sources: &[Source]) -> Value {
        let source = self.rng.pick(sources);
        let column = self.rng.pick(&source.columns);
        let literals =
            if column.literals.is_empty() { usual_literals(column.kind) } else { column.literals };
        Value { sql: format!("{}.{}", source.alias, column.name), kind: column.kind, literals }
    }

    /// A column of one of these kinds, if one is found in a few tries.
    pub fn column_of(&mut self, sources: &[Source], kinds: &[Kind]) -> Option<Value> {
        (0..12).map(|_| self.column(sources)).find(|v| kinds.contains(&v.kind))
    }

    /// A column, or now and then what is computed from one.
    pub fn value(&mut self, sources: &[Source]) -> Value {
        let column = self.column(sources);
        if self.chance(72) {
            return column;
        }
        let c = &column.sql;
        let computed: &[(String, Kind)] = &match column.kind {
            Kind::Int => vec![
                (format!("{c} + 1"), Kind::Int),
                (format!("{c} % 7"), Kind::Int),
                (format!("coalesce({c}, 0)"), Kind::Int),
                (format!("CASE WHEN {c} > 10 THEN 'many' ELSE 'few' END"), Kind::Text),
                (format!("{c}::text"), Kind::Text),
                (format!("nullif({c}, 3)"), Kind::Int),
            ],
            Kind::Numeric => vec![
                (format!("round({c})"), Kind::Numeric),
                (format!("{c} * 2"), Kind::Numeric),
                (format!("greatest({c}, 20)"), Kind::Numeric),
                (format!("{c}::int"), Kind::Int),
            ],
            Kind::Text => vec![
                (format!("lower({c})"), Kind::Text),
                (format!("length({c})"), Kind::Int),
                (format!("substr({c}, 1, 3)"), Kind::Text),
                (format!("{c} || '!'"), Kind::Text),
                (format!("coalesce({c}, 'none')"), Kind::Text),
            ],
            Kind::Bool => {
                vec![(format!("{c} IS TRUE"), Kind::Bool), (format!("NOT {c}"), Kind::Bool)]
            }
            Kind::Date => vec![
                (format!("{c} + 7"), Kind::Date),
                (format!("extract(year FROM {c})"), Kind::Numeric),
                (format!("{c} - date '2023-01-01'"), Kind::Int),
            ],
            Kind::Timestamp => vec![
                (format!("date_trunc('day', {c})"), Kind::Timestamp),
                (format!("{c}::date"), Kind::Date),
                (format!("extract(hour FROM {c})::int"), Kind::Int),
            ],
            Kind::Jsonb => vec![
                (format!("{c} ->> 'who'"), Kind::Text),
                (format!("({c} ->> 'n')::int"), Kind::Int),
                (format!("({c} -> 'n')::numeric"), Kind::Numeric),
            ],
            Kind::TextArray => {
                vec![(format!("{c}[1]"), Kind::Text), (format!("cardinality({c})"), Kind::Int)]
            }
        };
        let (sql, kind) = self.rng.pick(computed).clone();
        Value::new(sql, kind)
    }

    /// One of the literals for a value.
    pub fn literal(&mut self, value: &Value) -> String {
        self.rng.pick(value.literals).to_string()
    }

    /// A condition on the sources.
    pub fn condition(&mut self, sources: &[Source]) -> String {
        let value = self.value(sources);
        let sql =
            if value.sql.contains(' ') { format!("({})", value.sql) } else { value.sql.clone() };
        let one = self.literal(&value);
        match value.kind {
            Kind::Bool => {
                return self.pick_text(&[
                    &sql,
                    &format!("NOT {sql}"),
                    &format!("{sql} IS NOT TRUE"),
                ]);
            }
            Kind::Jsonb => {
                return self.pick_text(&[
                    &format!("{sql} @> {one}"),
                    &format!("{sql} ? 'who'"),
                    &format!("{sql} ->> 'who' = 'name 7'"),
                ]);
            }
            Kind::TextArray => {
                return self.pick_text(&[
                    &format!("'a' = ANY ({sql})"),
                    &format!("{sql} && {one}"),
                    &format!("{sql} = {one}"),
                    &format!("{sql} IS NULL"),
                ]);
            }
            _ => {}
        }
        let other = self.literal(&value);
        match self.rng.below(100) {
            0..30 => format!("{sql} = {one}"),
            30..56 => {
                let operator = *self.rng.pick(&["<", ">", "<=", ">=", "<>"]);
                format!("{sql} {operator} {one}")
            }
            56..64 => format!("{sql} BETWEEN {one} AND {other}"),
            64..72 => {
                let list: Vec<String> =
                    (0..2 + self.rng.below(3)).map(|_| self.literal(&value)).collect();
                let not = *self.rng.pick(&["", "", "NOT "]);
                format!("{sql} {not}IN ({})", list.join(", "))
            }
            72..79 => format!("{sql} IS {}NULL", self.rng.pick(&["", "NOT "])),
            79..84 => format!("{sql} IS DISTINCT FROM {one}"),
            84..90 if value.kind == Kind::Text => {
                let pattern = *self.rng.pick(&["'name 1%'", "'%7'", "'pr%'", "'no_th'", "'n%h'"]);
                format!("{sql} LIKE {pattern}")
            }
            84..94 => {
                let second = self.condition(sources);
                format!("({sql} = {one} OR {second})")
            }
            _ => match self.column_of(sources, &[value.kind]) {
                Some(second) => {
                    let operator = *self.rng.pick(&["=", "<", ">="]);
                    format!("{sql} {operator} {}", second.sql)
                }
                None => format!("NOT {sql} > {one}"),
            },
        }
    }

    /// One of these texts.
    pub fn pick_text(&mut self, texts: &[&str]) -> String {
        self.rng.pick(texts).to_string()
    }

    /// A condition with a sub-query over a table that joins one of the sources.
    pub fn sub_query_condition(&mut self, sources: &[Source]) -> Option<String> {
        let (source, table) = self.table_of(sources)?;
        let join = self.rng.pick(table.joins);
        let inner = Source::of(super::tables::table(join.table), self.alias());
        let (i, other) = (inner.alias.clone(), join.other);
        let mut correlated = format!("{i}.{other} = {source}.{}", join.column);
        let within = [inner];
        if self.chance(55) {
            correlated.push_str(&format!(" AND {}", self.condition(&within)));
        }
        let from = format!("FROM {} {i}", join.table);
        Some(match self.rng.below(100) {
            0..22 => format!("EXISTS (SELECT 1 {from} WHERE {correlated})"),
            22..40 => format!("NOT EXISTS (SELECT * {from} WHERE {correlated})"),
            40..62 => {
                let not = *self.rng.pick(&["", "", "NOT "]);
                let inner = self.condition(&within);
                format!(
                    "{source}.{} {not}IN (SELECT {i}.{other} {from} WHERE {inner})",
                    join.column
                )
            }
            62..78 => {
                let function = *self.rng.pick(&["max", "min", "avg", "count"]);
                let operator = *self.rng.pick(&[">=", "<", "="]);
                format!(
                    "{source}.{} {operator} (SELECT {function}({i}.{other}) {from} WHERE {correlated})",
                    join.column
                )
            }
            78..90 => {
                let second = self.condition(sources);
                format!("(EXISTS (SELECT 1 {from} WHERE {correlated}) OR {second})")
            }
            _ => {
                let inner = self.condition(&within);
                format!("{source}.{} > ALL (SELECT {i}.{other} {from} WHERE {inner})", join.column)
            }
        })
    }

    /// A source that is a table: its alias, and the table.
    pub fn table_of(&mut self, sources: &[Source]) -> Option<(String, &'static Table)> {
        let tables: Vec<(String, &'static Table)> =
            sources.iter().filter_map(|s| Some((s.alias.clone(), s.table?))).collect();
        (!tables.is_empty()).then(|| self.rng.pick(&tables).clone())
    }
}
