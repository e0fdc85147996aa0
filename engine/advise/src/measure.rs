//! The measurements of a trial.

use crate::printed::Cost;
use crate::table::{Table, numbers};
use serde::Serialize;

/// How the values of a column are kept, and what they take.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Forms {
    /// How many are NULL, and have no bytes at all.
    pub null: u64,
    /// How many are in the row, as they are.
    pub plain: u64,
    /// How many are in the row, compressed.
    pub compressed: u64,
    /// How many are out of line, as they are.
    pub external: u64,
    /// How many are out of line, compressed.
    pub external_compressed: u64,
    /// Their bytes, by `pg_column_size`.
    pub bytes: u64,
}

/// How many bytes a table has on disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sizes {
    /// The table's own pages.
    pub heap: u64,
    /// Its TOAST table's.
    pub toast: u64,
    /// The TOAST table's index.
    pub toast_index: u64,
    /// The table's indexes.
    pub indexes: u64,
}

impl Sizes {
    /// Reads the sizes that psql printed for the query of `trial::sizes`.
    pub fn read(lines: &[&str]) -> Sizes {
        match lines.first().map(|line| numbers(line)).as_deref() {
            Some([heap, toast, toast_index, indexes]) => {
                Sizes { heap: *heap, toast: *toast, toast_index: *toast_index, indexes: *indexes }
            }
            _ => Sizes::default(),
        }
    }

    /// Bytes of the table and its TOAST table, without its other indexes: what storage settings change.
    pub fn table(&self) -> u64 {
        self.heap + self.toast + self.toast_index
    }
}

/// What a kind of statement took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Action {
    /// What it does: `scan`, `scan wide`, `lookup`, `key`, `keys`, `slice`, `update other` or
    /// `update`.
    pub kind: String,
    /// The wide column it is about: its place among them.
    pub column: Option<usize>,
    /// What all its statements took together.
    pub cost: Cost,
}

/// What was measured of a trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Measurement {
    /// Filling the table, a row after another.
    pub load: Cost,
    /// Bytes on disk, before anything is changed.
    pub sizes: Sizes,
    /// How many rows there are.
    pub rows: u64,
    /// The bytes of a row's values, by `pg_column_size`, on the average.
    pub row_mean: f64,
    /// The standard deviation of the rows' bytes from that.
    pub row_deviation: f64,
    /// How the values of each wide column are stored.
    pub forms: Vec<Forms>,
    /// What reading and changing the rows took.
    pub actions: Vec<Action>,
}

impl Measurement {
    /// Takes what psql printed for `Trial::store`, and returns the places (ctid) of the rows to
    /// look up.
    pub fn stored(&mut self, table: &Table, sections: &[(&str, Vec<&str>)]) -> Vec<String> {
        self.forms = vec![Forms::default(); table.wide.len()];
        let mut places = Vec::new();
        for (name, lines) in sections {
            let said = lines.first().map(|line| numbers(line)).unwrap_or_default();
            let (what, place) = name.split_once(' ').unwrap_or((name, ""));
            let form = place.parse().ok().and_then(|i: usize| self.forms.get_mut(i));
            match (what, said.as_slice(), form) {
                ("load", ..) => self.load = Cost::read(lines),
                ("sizes", ..) => self.sizes = Sizes::read(lines),
                ("rows", [rows, sum, squares], _) => self.spread(*rows, *sum, *squares),
                ("places", ..) => places = lines.iter().map(|l| (*l).to_owned()).collect(),
                ("stored", [bytes], Some(form)) => form.bytes = *bytes,
                ("forms", [null, plain, compressed, external, both], Some(form)) => {
                    (form.null, form.plain, form.compressed) = (*null, *plain, *compressed);
                    (form.external, form.external_compressed) = (*external, *both);
                }
                _ => {}
            }
        }
        places
    }

    /// Sets the mean and the standard deviation of the rows' sizes from their sum and the sum of their
    /// squares.
    fn spread(&mut self, rows: u64, sum: u64, squares: u64) {
        let count = rows.max(1) as f64;
        self.rows = rows;
        self.row_mean = sum as f64 / count;
        let variance = (squares as f64 - sum as f64 * self.row_mean) / (count - 1.0).max(1.0);
        self.row_deviation = variance.max(0.0).sqrt();
    }

    /// Takes what psql printed for `Trial::act`; `rows` says how many rows a statement of a kind
    /// reads or changes.
    pub fn acted(&mut self, sections: &[(&str, Vec<&str>)], rows: impl Fn(&str) -> usize) {
        for (name, lines) in sections {
            let last =
                name.rsplit_once(' ').and_then(|(kind, place)| Some((kind, place.parse().ok()?)));
            let (kind, column) = last.map_or((*name, None), |(kind, place)| (kind, Some(place)));
            let count = rows(kind) as u32;
            let cost = Cost { count, ..Cost::read(lines) };
            self.actions.push(Action { kind: kind.to_owned(), column, cost });
        }
    }

    /// The costs of all actions of one kind: reads of a whole value, reads of a part, updates.
    pub fn costs_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Cost> {
        self.actions.iter().filter(move |a| a.kind == kind).map(|a| &a.cost)
    }

    /// The relative error, at 95 % confidence, of a total that is extrapolated from the sample to
    /// `total` rows.
    pub fn error(&self, total: u64) -> f64 {
        let (rows, all) = (self.rows.max(1) as f64, total.max(1) as f64);
        let left = (1.0 - rows / all).max(0.0);
        1.96 * self.row_deviation / (self.row_mean.max(1.0) * rows.sqrt()) * left.sqrt()
    }
}
