//! Random expressions and conditions over what FROM offers.

use super::kinds::Kind;
use super::tables::Table;
use super::writer::{Source, Writer};

/// An expression, its kind, and literals that are worth comparing it to.
#[derive(Clone)]
pub struct Value {
    pub sql: String,
    pub kind: Kind,
    pub literals: &'static [&'static str],
}

impl Value {
    fn new(sql: String, kind: Kind) -> Value {
        Value { sql, kind, literals: kind.usual_literals() }
    }
}

impl Writer {
    /// A column of one of the sources.
    pub fn column(&mut self, sources: &[Source]) -> Value {
        let source = self.rng.pick(sources);
        let column = self.rng.pick(&source.columns);
        let literals =
            if column.literals.is_empty() { column.kind.usual_literals() } else { column.literals };
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
        let (sql, kind) = self.rng.pick(&column.kind.computed(&column.sql)).clone();
        Value::new(sql, kind)
    }

    /// One of the literals for a value, or the parameter of a prepared statement that stands for it.
    pub fn literal(&mut self, value: &Value) -> String {
        let literal = self.rng.pick(value.literals).to_string();
        match &mut self.parameters {
            Some(parameters) if parameters.len() < 3 => {
                parameters.push((value.kind, literal));
                format!("${}", parameters.len())
            }
            _ => literal,
        }
    }

    /// Two columns of a table compared with two values as rows.
    fn row_comparison(&mut self, sources: &[Source]) -> String {
        let source = self.rng.pick(sources).clone();
        let own = std::slice::from_ref(&source);
        let (first, second) = (self.column(own), self.column(own));
        let operator = *self.rng.pick(&["<", ">=", "=", "<>", ">"]);
        let (one, two) = (self.literal(&first), self.literal(&second));
        format!("({}, {}) {operator} ({one}, {two})", first.sql, second.sql)
    }

    /// A condition on the sources.
    pub fn condition(&mut self, sources: &[Source]) -> String {
        if self.chance(3) {
            return self.row_comparison(sources);
        }
        let value = self.value(sources);
        let sql =
            if value.sql.contains(' ') { format!("({})", value.sql) } else { value.sql.clone() };
        let one = self.literal(&value);
        let own = value.kind.own_conditions();
        if !own.is_empty() {
            return self.rng.pick(own).replace('$', &sql).replace('#', &one);
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
