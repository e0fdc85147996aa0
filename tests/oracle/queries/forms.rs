//! Whole queries: lists of rows, groups, set operations and CTEs.

use super::expressions::Value;
use super::kinds::Kind;
use super::writer::{From, Source, Writer};

/// A random statement.
pub enum Statement {
    /// A query, whose rows are compared.
    Query(String),
    /// A query that is prepared and planned once for all values: its parameters' types and their values.
    Prepared { sql: String, types: String, values: String },
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
            84..88 => self.sub_query_in_list(),
            88..91 => return self.prepared(),
            _ => return self.change(),
        })
    }

    /// A query with parameters.
    fn prepared(&mut self) -> Statement {
        self.parameters = Some(vec![]);
        let sql = if self.chance(70) { self.rows() } else { self.groups() };
        let parameters = self.parameters.take().expect("it was put there");
        if parameters.is_empty() {
            return Statement::Query(sql);
        }
        let types: Vec<&str> = parameters.iter().map(|(kind, _)| kind.type_name()).collect();
        let values: Vec<String> = parameters.into_iter().map(|(_, value)| value).collect();
        Statement::Prepared { sql, types: types.join(", "), values: values.join(", ") }
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
        let limit = *self.rng.pick(&[
            "",
            "",
            " LIMIT 1",
            " LIMIT 5",
            " LIMIT 100",
            " OFFSET 10 LIMIT 20",
            " FETCH FIRST 3 ROWS WITH TIES",
        ]);
        let second = if self.chance(20) {
            format!(", {} DESC", self.rng.pick(values).sql)
        } else {
            String::new()
        };
        format!(" ORDER BY {by}{way}{second}{limit}")
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
        if self.chance(8) {
            let set = self.pick_text(&[
                "generate_series(1, 3)",
                "unnest(ARRAY['a', 'b'])",
                "generate_series(1, length($::text))",
                "unnest(ARRAY[$, $])",
            ]);
            let set = set.replace('$', &list[0].sql);
            return format!("SELECT {}, {set} AS s {}", joined(&list), from.clauses());
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

    /// Two or three queries under UNION, INTERSECT or EXCEPT.
    fn set_operation(&mut self) -> String {
        let first = self.within(Writer::from);
        let mut list = self.list(&first, 2);
        // The same column twice is not drawn: the widths of such branches may be others.
        list.dedup_by(|a, b| a.sql == b.sql);
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
}

/// The values as a list.
pub fn joined(values: &[Value]) -> String {
    values.iter().map(|v| v.sql.as_str()).collect::<Vec<_>>().join(", ")
}
