//! The table that advice is asked for: its columns as the catalog has them, and what its rows hold.

use crate::printed::{PLAIN, mark};
use serde::Serialize;

/// The user's rows, none compressed: what every trial is filled from.
pub const ROWS: &str = "toastscope_rows";
/// A column is wide if one of its values has this many bytes: toasting considers it where a target is small.
const WIDE: u64 = 128;
/// Columns that are tried: those that take most.
const MOST_WIDE: usize = 4;
/// The longest value of a column that can be a table's key: bytes.
const LONGEST_KEY: u64 = 64;
/// Keys of a document that are read.
const DOCUMENT_KEYS: usize = 4;

/// A column.
#[derive(Clone, Debug, Serialize)]
pub struct Column {
    /// Its name as SQL writes it.
    pub name: String,
    /// Its type as `format_type` has it.
    pub sql_type: String,
    /// The bytes of a value, -1 when they vary (`attlen`).
    pub length: i32,
    /// What its values are aligned to: c, s, i or d (`attalign`).
    pub align: char,
    /// How its long values are stored: p, x, e or m (`attstorage`).
    pub storage: char,
    /// How they are compressed: p, l or nothing (`attcompression`).
    pub compression: Option<char>,
    /// Bytes of its values, none compressed, with their headers.
    pub raw: u64,
    /// Bytes of its longest value, not compressed, with its header.
    pub longest: u64,
    /// Whether each row has another value, and none is NULL.
    pub unique: bool,
    /// Keys at the top of its documents, those that most have first.
    pub keys: Vec<String>,
}

impl Column {
    /// Whether the type is text, varchar or char.
    pub fn is_text(&self) -> bool {
        self.sql_type == "text" || self.sql_type.starts_with("character")
    }

    /// Whether the column holds arrays.
    fn is_array(&self) -> bool {
        self.sql_type.ends_with("[]")
    }

    /// A SQL expression that detoasts the whole value and does little else.
    pub fn touched(&self) -> String {
        let name = &self.name;
        match self.sql_type.as_str() {
            "jsonb" => format!("jsonb_typeof({name})"),
            "json" => format!("json_typeof({name})"),
            "bytea" => format!("get_byte({name} || '\\x00'::bytea, 0)"),
            _ if self.is_array() => format!("cardinality({name})"),
            _ if self.is_text() => format!("length({name})"),
            _ => format!("length({name}::text)"),
        }
    }

    /// An expression with the column's value that is neither compressed nor a TOAST pointer, so
    /// that an INSERT stores it anew.
    pub fn made_anew(&self) -> String {
        let name = &self.name;
        match self.sql_type.as_str() {
            _ if self.length != -1 || self.storage == 'p' => name.clone(),
            "text" => format!("{name} || ''"),
            "jsonb" | "json" => format!("{name} #> '{{}}'"),
            "bytea" => format!("{name} || '\\x'::bytea"),
            _ if self.is_array() => format!("{name} || '{{}}'"),
            other => format!("{name}::text::{other}"),
        }
    }

    /// A SQL expression that reads a part of the value; `None` for types without one.
    pub fn slice(&self) -> Option<String> {
        let sliced = self.is_text() || self.sql_type == "bytea";
        sliced.then(|| format!("substr({}, 1, 100)", self.name))
    }
}

/// A table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Table {
    /// Its name as SQL writes it.
    pub name: String,
    /// The server's version, such as 15.4 (`server_version`).
    pub server: String,
    /// All of its columns.
    pub columns: Vec<Column>,
    /// Places of the columns that are tried.
    pub wide: Vec<usize>,
    /// The column that lookups go by.
    pub key: Option<usize>,
    /// A column that is not wide, for updates that leave the wide ones alone.
    pub narrow: Option<usize>,
    /// To how many bytes a row that is too long is shortened, when it is set
    /// (`toast_tuple_target`).
    pub target: Option<u32>,
    /// How full pages get, in percent, when it is set (`fillfactor`).
    pub fillfactor: Option<u32>,
    /// How many rows the sample has.
    pub rows: u64,
}

impl Table {
    /// The script that asks the server for its version, and the catalog for the table's columns and
    /// options.
    pub fn describe(&self) -> String {
        let name = self.name.replace('\'', "''");
        format!(
            "{PLAIN}{}SHOW server_version;\n\
             {}SELECT quote_ident(a.attname), format_type(a.atttypid, a.atttypmod), a.attlen, a.attalign, \
             a.attstorage, a.attcompression FROM pg_attribute a WHERE a.attrelid = '{name}'::regclass \
             AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum;\n\
             {}SELECT unnest(c.reloptions) FROM pg_class c WHERE c.oid = '{name}'::regclass;\n",
            mark("server"),
            mark("columns"),
            mark("options"),
        )
    }

    /// Reads the answer to the script of [`Table::describe`].
    ///
    /// # Errors
    /// When there is no column.
    pub fn described(&mut self, sections: &[(&str, Vec<&str>)]) -> Result<(), String> {
        for (name, lines) in sections {
            match *name {
                "server" => {
                    let said = lines.first().copied().unwrap_or_default();
                    self.server = said.split(' ').next().unwrap_or_default().to_owned();
                }
                "columns" => self.columns = lines.iter().filter_map(|l| column(l)).collect(),
                _ => lines.iter().for_each(|line| self.option(line)),
            }
        }
        if self.columns.is_empty() {
            return Err(format!("the table {} has no columns", self.name));
        }
        Ok(())
    }

    /// Takes a storage parameter of the table, `name=value`.
    fn option(&mut self, line: &str) {
        match line.split_once('=') {
            Some(("toast_tuple_target", value)) => self.target = value.parse().ok(),
            Some(("fillfactor", value)) => self.fillfactor = value.parse().ok(),
            _ => {}
        }
    }

    /// The columns' definitions as SQL, in this order.
    pub fn definitions(&self, order: impl Iterator<Item = usize>) -> String {
        let one = |i: usize| format!("{} {}", self.columns[i].name, self.columns[i].sql_type);
        order.map(one).collect::<Vec<_>>().join(", ")
    }

    /// The statements that make the table which every trial is filled from, without rows.
    pub fn empty_rows(&self) -> String {
        let all = self.definitions(0..self.columns.len());
        let mut text = format!("DROP TABLE IF EXISTS {ROWS};\nCREATE TABLE {ROWS} ({all});\n");
        for column in self.columns.iter().filter(|c| c.length == -1 && c.storage != 'p') {
            text += &format!("ALTER TABLE {ROWS} ALTER {} SET STORAGE EXTERNAL;\n", column.name);
        }
        text
    }

    /// The script that copies the rows, decompressed, into a new table, and measures how many there are
    /// and what their columns hold.
    pub fn gather(&self) -> String {
        let mut text = PLAIN.to_owned() + &self.empty_rows();
        let anew: Vec<String> = self.columns.iter().map(Column::made_anew).collect();
        text += &format!("INSERT INTO {ROWS} SELECT {} FROM {};\n", anew.join(", "), self.name);
        text += &mark("rows");
        text += &format!("SELECT count(*) FROM {ROWS};\n");
        for (i, column) in self.columns.iter().enumerate() {
            let name = &column.name;
            text += &mark(&format!("size {i}"));
            text += &format!(
                "SELECT coalesce(sum(pg_column_size({name})), 0), \
                 coalesce(max(pg_column_size({name})), 0), count({name}) FROM {ROWS};\n"
            );
            let can_be_key =
                matches!(column.sql_type.as_str(), "integer" | "bigint" | "uuid" | "smallint");
            if can_be_key || column.is_text() {
                text += &mark(&format!("distinct {i}"));
                text += &format!(
                    "SELECT count(DISTINCT {name}) FROM {ROWS} \
                     WHERE pg_column_size({name}) <= {LONGEST_KEY};\n"
                );
            }
            if column.sql_type == "jsonb" {
                text += &mark(&format!("keys {i}"));
                text += &format!(
                    "SELECT replace(quote_literal(k), E'\\n', ' ') FROM {ROWS}, jsonb_object_keys(CASE WHEN \
                     jsonb_typeof({name}) = 'object' THEN {name} ELSE '{{}}' END) k \
                     GROUP BY k ORDER BY count(*) DESC, k LIMIT {DOCUMENT_KEYS};\n"
                );
            }
        }
        text
    }

    /// Takes what psql printed for [`Table::gather`]: notes what the columns hold, and finds the wide columns, the key
    /// and a narrow column.
    ///
    /// # Errors
    /// When there are no rows.
    pub fn gathered(&mut self, sections: &[(&str, Vec<&str>)]) -> Result<(), String> {
        for (name, lines) in sections {
            let numbers = lines.first().map(|line| numbers(line)).unwrap_or_default();
            let (what, place) = name.split_once(' ').unwrap_or((name, "0"));
            let Some(column) = place.parse().ok().and_then(|i: usize| self.columns.get_mut(i))
            else {
                continue;
            };
            match (what, numbers.as_slice()) {
                ("rows", [rows]) => self.rows = *rows,
                ("size", [raw, longest, _]) => (column.raw, column.longest) = (*raw, *longest),
                ("distinct", [count]) => column.unique = *count == self.rows,
                ("keys", _) => column.keys = lines.iter().map(|k| (*k).to_owned()).collect(),
                _ => {}
            }
        }
        if self.rows == 0 {
            return Err(format!("the table {} has no rows", self.name));
        }
        let mut wide: Vec<usize> = (0..self.columns.len()).collect();
        wide.retain(|i| {
            let c = &self.columns[*i];
            c.length == -1 && c.storage != 'p' && c.longest >= WIDE
        });
        wide.sort_by_key(|i| std::cmp::Reverse(self.columns[*i].raw));
        wide.truncate(MOST_WIDE);
        wide.sort_unstable();
        self.wide = wide;
        let unique =
            |fixed: bool| self.columns.iter().position(|c| c.unique && (c.length != -1) == fixed);
        self.key = unique(true).or_else(|| unique(false));
        let narrow = |i: &usize| !self.wide.contains(i) && Some(*i) != self.key;
        self.narrow = (0..self.columns.len()).find(narrow).or(self.key);
        Ok(())
    }
}

/// Reads a column from a line of the catalog's answer.
fn column(line: &str) -> Option<Column> {
    let mut fields = line.split('\t');
    Some(Column {
        name: fields.next()?.to_owned(),
        sql_type: fields.next()?.to_owned(),
        length: fields.next()?.parse().ok()?,
        align: fields.next()?.chars().next()?,
        storage: fields.next()?.chars().next()?,
        compression: fields.next().and_then(|c| c.chars().next()),
        raw: 0,
        longest: 0,
        unique: false,
        keys: Vec::new(),
    })
}

/// The whole numbers in a line of psql's output; anything else counts as 0.
pub fn numbers(line: &str) -> Vec<u64> {
    let whole = |field: &str| field.split('.').next().and_then(|f| f.parse().ok()).unwrap_or(0);
    line.split('\t').map(whole).collect()
}
