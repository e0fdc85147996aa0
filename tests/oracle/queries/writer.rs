//! FROM clauses: tables joined by their keys, sub-queries, LATERAL ones, functions and lists of values.

use super::kinds::Kind;
use super::tables::{self, Table};
use toastscope_tests::inputs::Rng;

/// A column that a source offers.
#[derive(Clone)]
pub struct Offered {
    pub name: String,
    pub kind: Kind,
    pub literals: &'static [&'static str],
}

/// An entry of FROM.
#[derive(Clone)]
pub struct Source {
    pub alias: String,
    pub columns: Vec<Offered>,
    /// The table, where it is one.
    pub table: Option<&'static Table>,
}

impl Source {
    /// A table under an alias.
    pub fn of(table: &'static Table, alias: String) -> Source {
        let columns = table
            .columns
            .iter()
            .map(|c| Offered { name: c.name.into(), kind: c.kind, literals: c.literals })
            .collect();
        Source { alias, columns, table: Some(table) }
    }

    /// What a query gives, its columns named `c1`, `c2` and so on.
    pub fn of_query(alias: String, kinds: &[Kind]) -> Source {
        let columns = kinds
            .iter()
            .enumerate()
            .map(|(i, kind)| Offered { name: format!("c{}", i + 1), kind: *kind, literals: &[] })
            .collect();
        Source { alias, columns, table: None }
    }
}

/// FROM and WHERE of a query, and what they offer to the rest of it.
pub struct From {
    pub sql: String,
    pub conditions: Vec<String>,
    pub sources: Vec<Source>,
}

impl From {
    /// `FROM ... WHERE ...`.
    pub fn clauses(&self) -> String {
        let from = &self.sql;
        if self.conditions.is_empty() {
            return format!("FROM {from}");
        }
        format!("FROM {from} WHERE {}", self.conditions.join(" AND "))
    }
}

/// A query in the making.
pub struct Writer {
    pub rng: Rng,
    /// The parameters of a statement that is prepared: what stands for literals.
    pub parameters: Option<Vec<(Kind, String)>>,
    aliases: usize,
    /// Sub-queries around what is written.
    depth: usize,
}

impl Writer {
    /// A writer whose queries follow from the seed.
    pub fn new(seed: u64) -> Writer {
        let mut rng = Rng::new(seed);
        // The first numbers of neighbouring seeds are alike.
        for _ in 0..8 {
            rng.next_u64();
        }
        Writer { rng, parameters: None, aliases: 0, depth: 0 }
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.rng.below(100) < percent
    }

    /// A new alias.
    pub fn alias(&mut self) -> String {
        self.aliases += 1;
        format!("t{}", self.aliases)
    }

    /// A FROM clause with up to four tables and some conditions.
    pub fn from(&mut self) -> From {
        let table = self.rng.pick(tables::TABLES);
        let alias = self.alias();
        let mut from = From {
            sql: format!("{} {alias}", table.name),
            conditions: vec![],
            sources: vec![Source::of(table, alias)],
        };
        let more = if self.depth == 0 { &[0, 1, 1, 1, 2, 2, 3][..] } else { &[0, 0, 1] };
        for _ in 0..*self.rng.pick(more) {
            self.join(&mut from);
        }
        if self.depth == 0 && self.chance(22) {
            self.join_query(&mut from);
        }
        for _ in 0..*self.rng.pick(&[0, 1, 1, 2]) {
            let condition = self.condition(&from.sources);
            from.conditions.push(condition);
        }
        if self.depth == 0 && self.chance(30) {
            from.conditions.extend(self.sub_query_condition(&from.sources));
        }
        from
    }

    /// Joins one more table to what is there, by a key.
    fn join(&mut self, from: &mut From) {
        let Some((source, table)) = self.table_of(&from.sources) else { return };
        let join = self.rng.pick(table.joins);
        let alias = self.alias();
        let new = Source::of(tables::table(join.table), alias.clone());
        let (ours, theirs) =
            (format!("{source}.{}", join.column), format!("{alias}.{}", join.other));
        let mut on = if self.chance(50) {
            format!("{ours} = {theirs}")
        } else {
            format!("{theirs} = {ours}")
        };
        let kind = self.rng.below(100);
        if kind < 20 && !from.sql.contains(" JOIN ") {
            from.sql.push_str(&format!(", {} {alias}", join.table));
            from.conditions.push(on);
            from.sources.push(new);
            return;
        }
        if self.chance(20) {
            on.push_str(&format!(" AND {}", self.condition(std::slice::from_ref(&new))));
        }
        let word = match kind {
            0..60 => "JOIN",
            60..85 => "LEFT JOIN",
            85..93 => "RIGHT JOIN",
            _ => "FULL JOIN",
        };
        // Only an equality can be the condition of a FULL join.
        if word == "FULL JOIN" {
            on = format!("{ours} = {theirs}");
        }
        from.sql = match from.sql.rsplit_once(", ") {
            Some((before, last))
                if !from.sql.contains(" JOIN ")
                    && !last.starts_with(&format!("{} {source}", table.name)) =>
            {
                // JOIN reaches the entry before it alone: the one it joins comes last.
                let entry = format!("{} {source}", table.name);
                let others: Vec<&str> =
                    before.split(", ").chain([last]).filter(|e| *e != entry).collect();
                format!("{}, {entry}", others.join(", "))
            }
            _ => from.sql.clone(),
        };
        from.sql.push_str(&format!(" {word} {} {alias} ON {on}", join.table));
        from.sources.push(new);
    }

    /// Joins a sub-query, LATERAL or not, a list of values or a function.
    fn join_query(&mut self, from: &mut From) {
        let alias = self.alias();
        let Some((source, table)) = self.table_of(&from.sources) else { return };
        let join = self.rng.pick(table.joins);
        let ours = format!("{source}.{}", join.column);
        let kind = self.rng.below(100);
        let word = if self.chance(70) { "JOIN" } else { "LEFT JOIN" };
        let (sql, on, kinds) = match kind {
            0..25 => {
                self.depth += 1;
                let (query, kinds) = self.grouped_by(join.table, join.other);
                self.depth -= 1;
                (format!("({query})"), format!("{alias}.c1 = {ours}"), kinds)
            }
            25..55 => {
                let inner = Source::of(tables::table(join.table), self.alias());
                let i = inner.alias.clone();
                let within = [inner];
                let shown = self.value(&within);
                let order = self.column(&within).sql;
                // OFFSET 0 is not drawn: what stays a LATERAL sub-query may be joined in another order.
                let end = self.pick_text(&["", &format!(" ORDER BY {order} LIMIT 2"), ""]);
                let query = format!(
                    "SELECT {i}.{} AS c1, {} AS c2 FROM {} {i} WHERE {i}.{} = {ours}{end}",
                    join.other, shown.sql, join.table, join.other
                );
                (format!("LATERAL ({query})"), "true".into(), vec![Kind::Int, shown.kind])
            }
            55..75 => {
                let rows: Vec<String> = (0..2 + self.rng.below(4))
                    .map(|_| format!("({}, 'v')", 1 + self.rng.below(30)))
                    .collect();
                (
                    format!("(VALUES {})", rows.join(", ")),
                    format!("{alias}.c1 = {ours}"),
                    vec![Kind::Int, Kind::Text],
                )
            }
            75..87 => {
                let call = self.pick_text(&[
                    "unnest(ARRAY[5, 1, 20, 3]) WITH ORDINALITY",
                    "generate_series(2, 40, 3) WITH ORDINALITY",
                    &format!("generate_series({ours}, {ours} + 1) WITH ORDINALITY"),
                    "ROWS FROM (generate_series(1, 3), generate_series(1, 8))",
                ]);
                (call, format!("{alias}.c1 = {ours}"), vec![Kind::Int, Kind::Int])
            }
            _ => {
                let to = *self.rng.pick(&["5", "20", "300"]);
                let query = format!("SELECT g, g * 2 FROM generate_series(1, {to}) g");
                (format!("({query})"), format!("{alias}.c1 = {ours}"), vec![Kind::Int, Kind::Int])
            }
        };
        let names: Vec<String> = (1..=kinds.len()).map(|i| format!("c{i}")).collect();
        // The condition names a table that only the last entry of the list may hold.
        if from.sql.contains(", ") && !from.sql.contains(" JOIN ") {
            from.sql.push_str(&format!(", {sql} {alias}({})", names.join(", ")));
            from.conditions.push(on);
        } else {
            from.sql.push_str(&format!(" {word} {sql} {alias}({}) ON {on}", names.join(", ")));
        }
        from.sources.push(Source::of_query(alias, &kinds));
    }

    /// A query that groups a table by a column: its text and the kinds of its columns.
    fn grouped_by(&mut self, table: &str, column: &str) -> (String, Vec<Kind>) {
        let inner = Source::of(tables::table(table), self.alias());
        let i = inner.alias.clone();
        let within = [inner];
        let condition = if self.chance(40) {
            format!(" WHERE {}", self.condition(&within))
        } else {
            String::new()
        };
        let query = format!(
            "SELECT {i}.{column} AS c1, count(*) AS c2 FROM {table} {i}{condition} GROUP BY {i}.{column}"
        );
        (query, vec![Kind::Int, Kind::Int])
    }

    /// Writes something as a sub-query.
    pub fn within<T>(&mut self, write: impl FnOnce(&mut Writer) -> T) -> T {
        self.depth += 1;
        let written = write(self);
        self.depth -= 1;
        written
    }
}
