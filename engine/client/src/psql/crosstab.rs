//! `\crosstabview`: a result turned into a grid (`src/bin/psql/crosstabview.c`).
//!
//! ```text
//!  a | x | n          \crosstabview a x n        a | p | q
//! ---+---+---                                   ---+---+---
//!  1 | p | 7                                     1 | 7 | 8
//!  1 | q | 8                                     2 |   | 9
//!  2 | q | 9
//! ```

use super::print::Table;
use super::pset::right_aligned;
use server::session::Column;
use storage::map::SortedMap;
use storage::sort::Arrange;

/// The most columns that a grid may have (`CROSSTABVIEW_MAX_COLUMNS`).
const MAX_COLUMNS: usize = 1600;

/// The command's arguments: the columns for rows, columns, values, and the order of columns.
pub type Arguments = [Option<String>; 4];

/// One side of the grid: its values in order of appearance (`piv_columns`, `piv_rows`).
#[derive(Default)]
struct GridSide<'a> {
    /// The value, and what it is sorted by.
    values: Vec<(&'a Option<String>, Option<&'a str>)>,
    places: SortedMap<&'a Option<String>, usize>,
}

impl<'a> GridSide<'a> {
    /// The number of a header: the next free one when it is met first.
    fn place(&mut self, value: &'a Option<String>, sort: Option<&'a str>) -> usize {
        *self.places.entry(value).or_insert_with(|| {
            self.values.push((value, sort));
            self.values.len() - 1
        })
    }
}

/// Makes the grid of `\crosstabview` (`PrintResultInCrosstab`), with `null` for NULL. Errors are
/// psql's sentences, without the command's name.
pub fn crosstab(
    arguments: &Arguments,
    columns: &[Column],
    rows: &[Vec<Option<String>>],
    null: &str,
) -> Result<Table, String> {
    if columns.len() < 3 {
        return Err("query must return at least three columns".into());
    }
    let find = |i: usize| arguments[i].as_deref().map(|a| index_of(a, columns)).transpose();
    let down = find(0)?.unwrap_or(0);
    let across = find(1)?.unwrap_or(1);
    if down == across {
        return Err("vertical and horizontal headers must be different columns".into());
    }
    let data = match find(2)? {
        Some(data) => data,
        None if columns.len() != 3 => {
            let why = "data column must be specified when query returns more than three columns";
            return Err(why.into());
        }
        // With three columns: the one that is neither.
        None => 3 - down - across,
    };
    let sort = find(3)?;

    let (mut heads, mut sides) = (GridSide::default(), GridSide::default());
    let mut places = Vec::with_capacity(rows.len());
    for row in rows {
        let key = sort.and_then(|s| row[s].as_deref());
        places.push((sides.place(&row[down], None), heads.place(&row[across], key)));
        if heads.values.len() > MAX_COLUMNS {
            return Err(format!("maximum number of columns ({MAX_COLUMNS}) exceeded"));
        }
    }
    let rank = ranks(&heads, sort.is_some());
    let shown = |v: &Option<String>| v.clone().unwrap_or_else(|| null.to_string());
    let mut cells: Vec<Vec<Option<String>>> = sides
        .values
        .iter()
        .map(|(v, _)| {
            let mut row = vec![None; heads.values.len() + 1];
            row[0] = Some(shown(v));
            row
        })
        .collect();
    for (row, (side, head)) in rows.iter().zip(places) {
        let cell = &mut cells[side][1 + rank[head]];
        if cell.is_some() {
            let (side, head) = (shown(sides.values[side].0), shown(heads.values[head].0));
            return Err(format!(
                "query result contains multiple data values for row \"{side}\", column \"{head}\""
            ));
        }
        *cell = Some(shown(&row[data]));
    }
    let mut headers = vec![String::new(); heads.values.len() + 1];
    headers[0].clone_from(&columns[down].name);
    for ((value, _), rank) in heads.values.iter().zip(&rank) {
        headers[1 + rank] = shown(value);
    }
    let mut right = vec![right_aligned(columns[data].type_oid.0); headers.len()];
    right[0] = right_aligned(columns[down].type_oid.0);
    let text = |row: Vec<Option<String>>| row.into_iter().map(Option::unwrap_or_default).collect();
    Ok(Table {
        title: None,
        headers,
        right,
        rows: cells.into_iter().map(text).collect(),
        footers: None,
    })
}

/// Returns the place of each column or row header in the grid: in the order of appearance, or
/// `sorted` by whole numbers (`rankSort`; a header that is no number counts as 0).
fn ranks(heads: &GridSide, sorted: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..heads.values.len()).collect();
    if sorted {
        order.arrange_by_key(|i| {
            heads.values[*i].1.and_then(|v| v.parse::<i64>().ok()).unwrap_or(0)
        });
    }
    let mut rank = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, head)| rank[*head] = place);
    rank
}

/// The index of a column that the argument names or numbers (`indexOfColumn`).
fn index_of(argument: &str, columns: &[Column]) -> Result<usize, String> {
    if !argument.is_empty() && argument.bytes().all(|b| b.is_ascii_digit()) {
        let n: usize = argument.parse().unwrap_or(usize::MAX);
        if n == 0 || n > columns.len() {
            return Err(format!("column number {argument} is out of range 1..{}", columns.len()));
        }
        return Ok(n - 1);
    }
    let name = dequoted(argument);
    let mut found = columns.iter().enumerate().filter(|(_, c)| c.name == name).map(|(i, _)| i);
    match (found.next(), found.next()) {
        (None, _) => Err(format!("column name not found: \"{name}\"")),
        (Some(i), None) => Ok(i),
        _ => Err(format!("ambiguous column name: \"{name}\"")),
    }
}

/// A name as SQL reads it (`dequote_downcase_identifier`).
fn dequoted(text: &str) -> String {
    let mut name = String::new();
    let mut inside = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '"' {
            if inside && chars.peek() == Some(&'"') {
                chars.next();
                name.push('"');
            } else {
                inside = !inside;
            }
        } else {
            name.push(if inside { c } else { c.to_ascii_lowercase() });
        }
    }
    name
}
