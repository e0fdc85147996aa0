//! Whole statements: lists of rows, groups, windows, set operations, CTEs and changes of rows.

use super::expressions::Value;
use super::tables::Kind;
use super::writer::{From, Source, Writer};

/// A random statement.
pub enum Statement {
    /// A query, whose rows are compared.
    Query(String),
    /// A change of a table's rows, undone after the table was compared.
    Change { sql: String, table: &'static str },
}

/// What the planner can be kept from.
const WAYS: &[&str] = &[
    "enable_hashjoin",
    "enable_mergejoin",
    "enable_nestloop",
    "enable_seqscan",
    "enable_indexscan",
    "enable_bitmapscan",
    "enable_indexonlyscan",
    "enable_hashagg",
    "enable_sort",
    "enable_material",
    "enable_memoize",
    "enable_incremental_sort",
];

const NUMBERS: &[Kind] = &[Kind::Int, Kind::Numeric];

impl Writer {
    /// A random statement.
    pub fn statement(&mut self) -> Statement {
        Statement::Query(match self.rng.below(100) {
            0..30 => self.rows(),
            30..50 => self.groups(),
            50..58 => self.windows(),
            58..68 => self.set_operation(),
            68..74 => self.distinct_on(),
            74..84 => self.with(),
            84..90 => self.sub_query_in_list(),
            _ => return self.change(),
        })
    }

    /// Planner parameters to switch off: mostly none.
    pub fn switched_off(&mut self) -> Vec<&'static str> {
        let count = *self.rng.pick(&[0, 0, 0, 0, 0, 1, 1, 2]);
        let mut off: Vec<&str> = (0..count).map(|_| *self.rng.pick(WAYS)).collect();
        off.dedup();
        off
    }

    /// Some columns and expressions of the sources.
    fn list(&mut self, from: &From, most: usize) -> Vec<Value> {
        (0..1 + self.rng.below(most)).map(|_| self.value(&from.sources)).collect()
    }

    /// ORDER BY and LIMIT for values that are in the list, or nothing.
    fn order(&mut self, values: &[Value]) -> String {
        if !self.chance(50) {
            return String::new();
        }
        let by = self.rng.pick(values).sql.clone();
        let way = *self.rng.pick(&["", "", " DESC", " NULLS FIRST", " DESC NULLS LAST"]);
        let limit =
            *self.rng.pick(&["", "", " LIMIT 1", " LIMIT 5", " LIMIT 100", " OFFSET 10 LIMIT 20"]);
        format!(" ORDER BY {by}{way}{limit}")
    }

    /// Rows as they are.
    fn rows(&mut self) -> String {
        let from = self.from();
        let list = self.list(&from, 3);
        if self.chance(25) {
            let by = [self.value(&from.sources)];
            let order = self.order(&by);
            return format!("SELECT * {}{order}", from.clauses());
        }
        let distinct = if self.chance(15) { "DISTINCT " } else { "" };
        let order = self.order(&list);
        format!("SELECT {distinct}{} {}{order}", joined(&list), from.clauses())
    }

    /// Groups and aggregates, or one row for all.
    fn groups(&mut self) -> String {
        let from = self.from();
        let aggregate = self.aggregate(&from.sources);
        if self.chance(25) {
            let second = self.aggregate(&from.sources);
            return format!("SELECT {aggregate}, {second} {}", from.clauses());
        }
        let keys = self.list(&from, 2);
        let by = joined(&keys);
        let having = match self.rng.below(10) {
            0..2 => " HAVING count(*) > 3".to_owned(),
            2 => format!(" HAVING {aggregate} IS NOT NULL"),
            _ => String::new(),
        };
        let order = if self.chance(20) {
            " ORDER BY count(*) DESC, 1 LIMIT 5".to_owned()
        } else {
            self.order(&keys)
        };
        format!("SELECT {by}, {aggregate} {} GROUP BY {by}{having}{order}", from.clauses())
    }

    /// A call of an aggregate.
    fn aggregate(&mut self, sources: &[Source]) -> String {
        let value = self.value(sources);
        let number = self.column_of(sources, NUMBERS).map_or_else(|| "1".to_owned(), |n| n.sql);
        let sql = &value.sql;
        let filter = if self.chance(12) {
            format!(" FILTER (WHERE {})", self.condition(sources))
        } else {
            String::new()
        };
        let call = match self.rng.below(8) {
            0 | 1 => "count(*)".to_owned(),
            2 => format!("count(DISTINCT {sql})"),
            3 => format!("count({sql})"),
            4 | 5 if value.has_order() && value.kind != Kind::TextArray => {
                let function = *self.rng.pick(&["max", "min"]);
                format!("{function}({sql})")
            }
            6 => format!("avg({number})"),
            _ => format!("sum({number})"),
        };
        call + &filter
    }

    /// Window functions.
    fn windows(&mut self) -> String {
        let from = self.from();
        let (shown, by, order) =
            (self.value(&from.sources), self.value(&from.sources), self.column(&from.sources));
        let number =
            self.column_of(&from.sources, NUMBERS).map_or_else(|| "1".to_owned(), |n| n.sql);
        let function = self.pick_text(&[
            "row_number()",
            "rank()",
            "dense_rank()",
            &format!("sum({number})"),
            "count(*)",
            &format!("lag({number})"),
            &format!("first_value({number})"),
        ]);
        let partition =
            if self.chance(60) { format!("PARTITION BY {} ", by.sql) } else { String::new() };
        let query = format!(
            "SELECT {} AS c1, {function} OVER ({partition}ORDER BY {}) AS c2 {}",
            shown.sql,
            order.sql,
            from.clauses()
        );
        match self.rng.below(4) {
            0 => format!("SELECT * FROM ({query}) w WHERE c2 <= 3"),
            1 => format!("{query} ORDER BY 2, 1 LIMIT 10"),
            _ => query,
        }
    }

    /// Two or three queries under UNION, INTERSECT or EXCEPT.
    fn set_operation(&mut self) -> String {
        let first = self.within(Writer::from);
        let list = self.list(&first, 2);
        let mut query = format!("SELECT {} {}", joined(&list), first.clauses());
        for _ in 0..1 + self.rng.below(2) {
            let next = self.within(Writer::from);
            let like: Vec<String> = list
                .iter()
                .map(|v| match self.column_of(&next.sources, &[v.kind]) {
                    Some(same) => same.sql,
                    None => "NULL".to_owned(),
                })
                .collect();
            let word = *self.rng.pick(&["UNION", "UNION ALL", "UNION ALL", "INTERSECT", "EXCEPT"]);
            query = format!("{query} {word} SELECT {} {}", like.join(", "), next.clauses());
        }
        match self.rng.below(5) {
            0 => format!("{query} ORDER BY 1 LIMIT 10"),
            1 => format!("{query} ORDER BY 1 DESC"),
            2 => format!("SELECT count(*) FROM ({query}) u"),
            _ => query,
        }
    }

    /// The first row of each group.
    fn distinct_on(&mut self) -> String {
        let from = self.from();
        let (key, order) = (self.value(&from.sources), self.column(&from.sources));
        let shown = self.list(&from, 2);
        let k = &key.sql;
        let sorted = if self.chance(80) {
            format!(" ORDER BY {k}, {} DESC", order.sql)
        } else {
            String::new()
        };
        format!("SELECT DISTINCT ON ({k}) {k}, {} {}{sorted}", joined(&shown), from.clauses())
    }

    /// A query over a CTE.
    fn with(&mut self) -> String {
        let inner = self.within(Writer::from);
        let list = self.list(&inner, 3);
        let kinds: Vec<Kind> = list.iter().map(|v| v.kind).collect();
        let names: Vec<String> = (1..=kinds.len()).map(|i| format!("c{i}")).collect();
        let word = *self.rng.pick(&["", "", "MATERIALIZED ", "NOT MATERIALIZED "]);
        let cte = format!(
            "WITH q({}) AS {word}(SELECT {} {})",
            names.join(", "),
            joined(&list),
            inner.clauses()
        );
        let alias = self.alias();
        let source = Source::of_query(alias.clone(), &kinds);
        let mut from =
            From { sql: format!("q {alias}"), conditions: vec![], sources: vec![source] };
        if self.chance(35) {
            let second = self.alias();
            let condition = format!("{alias}.c1 = {second}.c1");
            from.sql.push_str(&format!(" JOIN q {second} ON {condition}"));
            from.sources.push(Source::of_query(second, &kinds));
        }
        if self.chance(60) {
            let condition = self.condition(&from.sources);
            from.conditions.push(condition);
        }
        if self.chance(30) {
            let key = self.value(&from.sources).sql;
            return format!("{cte} SELECT {key}, count(*) {} GROUP BY {key}", from.clauses());
        }
        let shown = self.list(&from, 2);
        let order = self.order(&shown);
        format!("{cte} SELECT {} {}{order}", joined(&shown), from.clauses())
    }

    /// A sub-query among the columns.
    fn sub_query_in_list(&mut self) -> String {
        let from = self.from();
        let shown = self.list(&from, 2);
        let Some((source, table)) = self.table_of(&from.sources) else {
            return format!("SELECT {} {}", joined(&shown), from.clauses());
        };
        let join = self.rng.pick(table.joins);
        let inner = Source::of(super::tables::table(join.table), self.alias());
        let i = inner.alias.clone();
        let within = [inner];
        let value = self.value(&within);
        let condition = format!("{i}.{} = {source}.{}", join.other, join.column);
        let rows = format!("FROM {} {i} WHERE {condition}", join.table);
        let sub_query = match self.rng.below(4) {
            0 => format!("(SELECT count(*) {rows})"),
            1 => format!("ARRAY(SELECT {} {rows})", value.sql),
            2 => format!("EXISTS (SELECT 1 {rows})"),
            _ => format!("(SELECT {} {rows} ORDER BY {i}.{} LIMIT 1)", value.sql, join.other),
        };
        let order = self.order(&shown);
        format!("SELECT {}, {sub_query} AS s {}{order}", joined(&shown), from.clauses())
    }

    /// UPDATE, DELETE or INSERT of the lines or the events, which no foreign key names.
    fn change(&mut self) -> Statement {
        let table = *self.rng.pick(&["l", "e"]);
        let target = Source::of(super::tables::table(table), self.alias());
        let t = target.alias.clone();
        let (set, columns) = match table {
            "l" => ("qty = qty + 1", "o, line, qty"),
            _ => ("kind = kind || '+'", "id, o, at"),
        };
        let join = self.rng.pick(target.table.expect("it is a table").joins);
        let other = Source::of(super::tables::table(join.table), self.alias());
        let a = other.alias.clone();
        let on = format!("{t}.{} = {a}.{}", join.column, join.other);
        let (own, theirs) = (self.condition(&[target]), self.condition(&[other]));
        let joined = self.chance(50);
        let sql = match self.rng.below(3) {
            0 if joined => format!(
                "UPDATE {table} {t} SET {set} FROM {} {a} WHERE {on} AND {theirs}",
                join.table
            ),
            0 => format!("UPDATE {table} {t} SET {set} WHERE {own}"),
            1 if joined => {
                format!("DELETE FROM {table} {t} USING {} {a} WHERE {on} AND {theirs}", join.table)
            }
            1 => format!(
                "DELETE FROM {table} {t} WHERE {own} AND EXISTS (SELECT 1 FROM {} {a} WHERE {on})",
                join.table
            ),
            _ => {
                let values = match table {
                    "l" => format!("{t}.o, {t}.line + 100, {t}.qty"),
                    _ => format!("{t}.id + 100000, {t}.o, {t}.at"),
                };
                format!(
                    "INSERT INTO {table} ({columns}) SELECT {values} FROM {table} {t} WHERE {own}"
                )
            }
        };
        Statement::Change { sql, table }
    }
}

/// The values as a list.
fn joined(values: &[Value]) -> String {
    values.iter().map(|v| v.sql.as_str()).collect::<Vec<_>>().join(", ")
}
