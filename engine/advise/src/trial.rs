//! A trial: the rows stored in one way, and the scripts that store and read them in that way.

use crate::printed::{PLAIN, mark};
use crate::table::{ROWS, Table};
use serde::Serialize;

/// The name of the table that a trial makes.
pub const TRY: &str = "toastscope_try";
/// Rows that are looked up and changed by one statement: so many, evenly spaced.
pub const LOOKUPS: u64 = 50;

/// How a column keeps its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Storage {
    /// Compressed first, then moved out.
    Extended,
    /// Moved out, never compressed.
    External,
    /// Compressed, and moved out only when nothing else helps.
    Main,
}

/// Which compressor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// PostgreSQL's own.
    Pglz,
    /// lz4, from 14.
    Lz4,
}

/// What is set for a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// How its long values are stored (`SET STORAGE`).
    pub storage: Storage,
    /// How they are compressed (`SET COMPRESSION`).
    pub method: Method,
}

/// What is tried for each wide column.
pub const CHOICES: [Choice; 5] = [
    Choice { storage: Storage::Extended, method: Method::Pglz },
    Choice { storage: Storage::Extended, method: Method::Lz4 },
    Choice { storage: Storage::External, method: Method::Pglz },
    Choice { storage: Storage::Main, method: Method::Pglz },
    Choice { storage: Storage::Main, method: Method::Lz4 },
];

impl Storage {
    /// The storage strategy as ALTER TABLE ... SET STORAGE names it.
    pub fn sql(self) -> &'static str {
        match self {
            Storage::Extended => "EXTENDED",
            Storage::External => "EXTERNAL",
            Storage::Main => "MAIN",
        }
    }
}

impl Method {
    /// The compression method as ALTER TABLE ... SET COMPRESSION names it.
    pub fn sql(self) -> &'static str {
        match self {
            Method::Pglz => "pglz",
            Method::Lz4 => "lz4",
        }
    }
}

impl Choice {
    /// The current choice of a column, from `attstorage` and `attcompression` of `pg_attribute`.
    pub fn of(storage: char, compression: Option<char>) -> Choice {
        let storage = match storage {
            'e' => Storage::External,
            'm' => Storage::Main,
            _ => Storage::Extended,
        };
        let method = if compression == Some('l') { Method::Lz4 } else { Method::Pglz };
        Choice { storage, method }
    }

    /// The choice in a few words: `EXTENDED lz4`. `EXTERNAL` compresses nothing, so names no
    /// method.
    pub fn words(self) -> String {
        match self.storage {
            Storage::External => "EXTERNAL".to_owned(),
            other => format!("{} {}", other.sql(), self.method.sql()),
        }
    }

    /// Whether two choices store the same bytes.
    pub fn same(self, other: Choice) -> bool {
        self.storage == other.storage
            && (self.storage == Storage::External || self.method == other.method)
    }
}

/// Why a trial is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Round {
    /// The table as it is.
    Now,
    /// One column is kept otherwise.
    Column,
    /// Several columns are.
    Columns,
    /// Another `toast_tuple_target`.
    Target,
    /// Another `fillfactor`.
    Fillfactor,
    /// The columns in another order.
    Order,
}

/// One way to store the rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// Why it is made.
    pub round: Round,
    /// What is set for each wide column.
    pub choices: Vec<Choice>,
    /// To how many bytes a row that is too long is shortened; none if it is not set
    /// (`toast_tuple_target`).
    pub target: Option<u32>,
    /// How full pages get, in percent; none if it is not set (`fillfactor`).
    pub fillfactor: Option<u32>,
    /// Places of the columns, in the order they are in.
    pub order: Vec<usize>,
}

impl Trial {
    /// The trial that changes nothing.
    pub fn now(table: &Table) -> Trial {
        let choice_now =
            |i: &usize| Choice::of(table.columns[*i].storage, table.columns[*i].compression);
        Trial {
            round: Round::Now,
            choices: table.wide.iter().map(choice_now).collect(),
            target: table.target,
            fillfactor: table.fillfactor,
            order: (0..table.columns.len()).collect(),
        }
    }

    /// Whether two trials store the same bytes.
    pub fn same(&self, other: &Trial) -> bool {
        self.choices.iter().zip(&other.choices).all(|(a, b)| a.same(*b))
            && self.target == other.target
            && self.fillfactor == other.fillfactor
            && self.order == other.order
    }

    /// What the trial changes in the table, in a few words.
    pub fn label(&self, table: &Table) -> String {
        let now = Trial::now(table);
        let mut words = Vec::new();
        for (place, (choice, before)) in self.choices.iter().zip(&now.choices).enumerate() {
            if !choice.same(*before) {
                let name = &table.columns[table.wide[place]].name;
                words.push(format!("{name} {}", choice.words()));
            }
        }
        if let Some(target) = self.target.filter(|_| self.target != now.target) {
            words.push(format!("target {target}"));
        }
        if let Some(fillfactor) = self.fillfactor.filter(|_| self.fillfactor != now.fillfactor) {
            words.push(format!("fillfactor {fillfactor}"));
        }
        if self.order != now.order {
            words.push("columns in another order".to_owned());
        }
        if words.is_empty() { "as it is now".to_owned() } else { words.join(", ") }
    }

    /// The statements that create the trial's empty table; `extra` follows its columns.
    pub fn create(&self, table: &Table, extra: &str) -> String {
        let mut options = Vec::new();
        options.extend(self.target.map(|n| format!("toast_tuple_target = {n}")));
        options.extend(self.fillfactor.map(|n| format!("fillfactor = {n}")));
        let with = if options.is_empty() {
            String::new()
        } else {
            format!(" WITH ({})", options.join(", "))
        };
        let columns = table.definitions(self.order.iter().copied());
        let mut text =
            format!("DROP TABLE IF EXISTS {TRY};\nCREATE TABLE {TRY} ({columns}{extra}){with};\n");
        for (place, choice) in self.choices.iter().enumerate() {
            let name = &table.columns[table.wide[place]].name;
            text +=
                &format!("ALTER TABLE {TRY} ALTER {name} SET STORAGE {};\n", choice.storage.sql());
            text += &format!(
                "ALTER TABLE {TRY} ALTER {name} SET COMPRESSION {};\n",
                choice.method.sql()
            );
        }
        if let Some(key) = table.key {
            text += &format!("ALTER TABLE {TRY} ADD PRIMARY KEY ({});\n", table.columns[key].name);
        }
        text
    }

    /// The INSERT that fills the trial's table with the rows.
    pub fn fill(&self, table: &Table) -> String {
        let names: Vec<&str> = self.order.iter().map(|i| table.columns[*i].name.as_str()).collect();
        let names = names.join(", ");
        format!("INSERT INTO {TRY} ({names}) SELECT {names} FROM {ROWS};\n")
    }

    /// The script that stores the rows in the trial's table and asks for their sizes and places.
    pub fn store(&self, table: &Table) -> String {
        let mut text = PLAIN.to_owned() + &self.create(table, "");
        text += &mark("load");
        text += &format!("EXPLAIN (ANALYZE, BUFFERS, WAL) {}", self.fill(table));
        text += &sizes("sizes");
        let widths =
            table.columns.iter().map(|c| format!("coalesce(pg_column_size({}), 0)", c.name));
        let width = widths.collect::<Vec<_>>().join(" + ");
        text += &mark("rows");
        text += &format!(
            "SELECT count(*), sum(w), sum(w * w) FROM (SELECT ({width})::bigint AS w FROM {TRY}) q;\n"
        );
        text += &self.forms_and_bytes(table);
        text += &mark("places");
        let (what, whose) = match table.key {
            Some(key) => (table.columns[key].name.as_str(), ROWS),
            None => ("ctid", TRY),
        };
        for i in 0..LOOKUPS.min(table.rows) {
            let at = i * table.rows / LOOKUPS.min(table.rows);
            text +=
                &format!("SELECT quote_literal({what}::text) FROM {whose} LIMIT 1 OFFSET {at};\n");
        }
        text
    }

    /// The queries for the forms of each wide column's values, and for the bytes they take.
    pub fn forms_and_bytes(&self, table: &Table) -> String {
        let mut text = String::new();
        for (place, column) in table.wide.iter().enumerate() {
            let attribute = self.order.iter().position(|i| i == column).unwrap_or(*column) + 1;
            text += &mark(&format!("forms {place}"));
            text += &forms(attribute);
            text += &mark(&format!("stored {place}"));
            let name = &table.columns[*column].name;
            text += &format!("SELECT coalesce(sum(pg_column_size({name})), 0) FROM {TRY};\n");
        }
        text
    }

    /// The script that reads and changes the rows that [`Trial::store`] stored; `places` are those
    /// that [`crate::measure::Measurement::stored`] returned.
    pub fn act(&self, table: &Table, places: &[String]) -> String {
        let mut text = format!("{PLAIN}SET enable_indexonlyscan = off;\n");
        let mut explain = |name: &str, statement: String| {
            text += &mark(name);
            text += &format!("EXPLAIN (ANALYZE, BUFFERS, WAL) {statement};\n");
        };
        let touched: Vec<String> = table.wide.iter().map(|i| table.columns[*i].touched()).collect();
        let narrow = table.narrow.map(|i| table.columns[i].name.as_str());
        let count = narrow.map_or("count(*)".to_owned(), |name| format!("count({name})"));
        explain("scan", format!("SELECT {count} FROM {TRY}"));
        if !touched.is_empty() {
            let counts: Vec<String> = touched.iter().map(|t| format!("count({t})")).collect();
            explain("scan wide", format!("SELECT {} FROM {TRY}", counts.join(", ")));
        }
        // A sample is so small that it would be read whole; in the real table rows are looked up.
        text += "SET enable_seqscan = off;\nSET enable_bitmapscan = off;\n";
        let mut explain = |name: &str, statement: String| {
            text += &mark(name);
            text += &format!("EXPLAIN (ANALYZE, BUFFERS, WAL) {statement};\n");
        };
        let all = found(table, places);
        if !touched.is_empty() {
            explain("lookup", format!("SELECT {} FROM {TRY} {all}", touched.join(", ")));
        }
        for (place, i) in table.wide.iter().enumerate() {
            let column = &table.columns[*i];
            let keys: Vec<String> =
                column.keys.iter().map(|k| format!("{} -> {k}", column.name)).collect();
            if let Some(key) = keys.first() {
                explain(&format!("key {place}"), format!("SELECT {key} FROM {TRY} {all}"));
            }
            if keys.len() > 1 {
                let keys = keys.join(", ");
                explain(&format!("keys {place}"), format!("SELECT {keys} FROM {TRY} {all}"));
            }
            if let Some(slice) = column.slice() {
                explain(&format!("slice {place}"), format!("SELECT {slice} FROM {TRY} {all}"));
            }
        }
        let mut parts = self.changed(table, places);
        if let Some(name) = narrow {
            let rows = found(table, parts.next().unwrap_or_default());
            explain("update other", format!("UPDATE {TRY} SET {name} = {name} {rows}"));
        }
        for (place, i) in table.wide.iter().enumerate() {
            let (name, anew) = (&table.columns[*i].name, table.columns[*i].made_anew());
            let rows = found(table, parts.next().unwrap_or_default());
            let update = format!("UPDATE {TRY} SET {name} = {anew} {rows}");
            explain(&format!("update {place}"), update);
        }
        text
    }

    /// How many rows a trial's statement reads or changes: `kind` is its label, `places` the keys or
    /// ctids of the chosen rows. A statement that reads the whole table counts as 1.
    pub fn rows_of(&self, table: &Table, places: &[String], kind: &str) -> usize {
        match kind {
            "scan" | "scan wide" => 1,
            "update" | "update other" => {
                self.changed(table, places).next().map_or(0, <[String]>::len)
            }
            _ => places.len(),
        }
    }

    /// The rows that each UPDATE changes. With a key each UPDATE changes all of them; by ctid a row is found only
    /// once, since its new version has another ctid.
    fn changed<'a>(
        &self,
        table: &Table,
        places: &'a [String],
    ) -> impl Iterator<Item = &'a [String]> {
        let updates = table.wide.len() + usize::from(table.narrow.is_some());
        let size = match table.key {
            Some(_) => places.len(),
            None => (places.len() / updates.max(1)).max(1),
        };
        let keyed = table.key.is_some();
        (0..updates).map(move |i| {
            let from = if keyed { 0 } else { (i * size).min(places.len()) };
            &places[from..(from + size).min(places.len())]
        })
    }
}

/// The WHERE clause that selects rows by their keys, or by ctid if the table has no key. An empty
/// list selects no row.
pub fn found(table: &Table, places: &[String]) -> String {
    let by = table.key.map_or("ctid", |key| table.columns[key].name.as_str());
    if places.is_empty() {
        "WHERE false".into()
    } else {
        format!("WHERE {by} IN ({})", places.join(", "))
    }
}

/// The query for the storage and compression of the columns, which a server without lz4 leaves as they are.
pub fn settings() -> String {
    mark("settings")
        + &format!(
            "SELECT string_agg(attstorage::text || attcompression::text, ' ' ORDER BY attnum) \
             FROM pg_attribute WHERE attrelid = '{TRY}'::regclass AND attnum > 0;\n"
        )
}

/// The mark `name`, and the query for the sizes of the heap, the TOAST relation, its index, and the other
/// indexes, in bytes.
pub fn sizes(name: &str) -> String {
    mark(name)
        + &format!(
            "SELECT pg_relation_size(c.oid), CASE c.reltoastrelid WHEN 0 THEN 0 ELSE \
             pg_relation_size(c.reltoastrelid) END, CASE c.reltoastrelid WHEN 0 THEN 0 ELSE \
             pg_indexes_size(c.reltoastrelid) END, pg_indexes_size(c.oid) \
             FROM pg_class c WHERE c.oid = '{TRY}'::regclass;\n"
        )
}

/// The query that counts the forms that an attribute's values have on the heap's pages, by their first
/// bytes: NULL, plain, compressed, out of line, and out of line and compressed.
fn forms(attribute: usize) -> String {
    let size = |at: usize| {
        format!(
            "get_byte(a, {at}) + get_byte(a, {}) * 256 + get_byte(a, {}) * 65536 + \
             (get_byte(a, {}) & 63) * 16777216",
            at + 1,
            at + 2,
            at + 3
        )
    };
    let (raw, external) = (size(2), size(6));
    let sum = |form: usize| format!("coalesce(sum(CASE f WHEN {form} THEN 1 ELSE 0 END), 0)");
    let sums: Vec<String> = (0..5).map(sum).collect();
    format!(
        "SELECT {} FROM (SELECT CASE WHEN a IS NULL THEN 0 WHEN get_byte(a, 0) = 1 THEN \
         CASE WHEN {external} < {raw} - 4 THEN 4 ELSE 3 END \
         WHEN get_byte(a, 0) & 3 = 2 THEN 2 ELSE 1 END AS f \
         FROM (SELECT h.t_attrs[{attribute}] AS a \
         FROM generate_series(0, pg_relation_size('{TRY}') / 8192 - 1) p, \
         heap_page_item_attrs(get_raw_page('{TRY}', p::int), '{TRY}'::regclass, false) h \
         WHERE h.t_attrs IS NOT NULL) q) r;\n",
        sums.join(", ")
    )
}
