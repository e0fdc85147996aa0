//! Changes of rows: UPDATE, DELETE and INSERT, with other tables, ON CONFLICT and RETURNING.

use super::forms::Statement;
use super::tables::{self, Table};
use super::writer::{Source, Writer};

/// What is changed in a table that no foreign key names.
struct Change {
    table: &'static str,
    /// What UPDATE sets.
    sets: &'static [&'static str],
    /// The columns that INSERT gives, and what it gives them from a row `$` of the table itself.
    columns: &'static str,
    values: &'static str,
    /// ON CONFLICT's targets, with what is done.
    conflicts: &'static [&'static str],
}

const CHANGES: &[Change] = &[
    Change {
        table: "l",
        sets: &["qty = qty + 1", "(qty, price) = (3, price * 2)"],
        columns: "o, line, qty",
        values: "$.o, $.line + $.p % 2, $.qty",
        conflicts: &[
            "",
            "(o, line) DO NOTHING",
            "(o, line) DO UPDATE SET qty = excluded.qty + l.qty WHERE l.p > 100",
        ],
    },
    Change {
        table: "e",
        sets: &["kind = kind || '+'", "tags = tags || 'new', at = DEFAULT"],
        columns: "id, o, at",
        values: "$.id + 1000, $.o, $.at",
        conflicts: &["", "(id) DO UPDATE SET at = excluded.at, o = e.o"],
    },
    Change {
        table: "w",
        sets: &["n = n + 1", "m = 'glad', b = NOT b", "big = NULL", "id = id + 100000"],
        columns: "id, code, b, z",
        values: "$.id + 1450, $.code || $.g, $.b, $.z",
        conflicts: &["", "DO NOTHING", "(code) DO UPDATE SET f = 1, ia = NULL"],
    },
    Change {
        table: "y",
        sets: &["t = NULL", "s = s + (SELECT count(*) FROM z)"],
        columns: "s, m",
        values: "$.s + 1, $.m",
        conflicts: &[""],
    },
];

impl Writer {
    /// UPDATE, DELETE or INSERT.
    pub fn change(&mut self) -> Statement {
        let change = self.rng.pick(CHANGES);
        let table = change.table;
        let target = Source::of(tables::table(table), self.alias());
        let t = target.alias.clone();
        let kept: &'static Table = target.table.expect("it is a table");
        let join = self.rng.pick(kept.joins);
        let other = Source::of(tables::table(join.table), self.alias());
        let a = other.alias.clone();
        let on = format!("{t}.{} = {a}.{}", join.column, join.other);
        let (own, theirs) =
            (self.condition(std::slice::from_ref(&target)), self.condition(&[other]));
        let from = format!("{} {a}", join.table);
        let joined = self.chance(50);
        let returned = if self.chance(25) {
            let value = self.value(&[target]).sql;
            format!(" RETURNING {value}")
        } else {
            String::new()
        };
        let sql = match self.rng.below(3) {
            0 => {
                let set = *self.rng.pick(change.sets);
                if joined {
                    format!(
                        "UPDATE {table} {t} SET {set} FROM {from} WHERE {on} AND {theirs}{returned}"
                    )
                } else {
                    format!("UPDATE {table} {t} SET {set} WHERE {own}{returned}")
                }
            }
            1 if joined => {
                format!("DELETE FROM {table} {t} USING {from} WHERE {on} AND {theirs}{returned}")
            }
            1 => format!(
                "DELETE FROM {table} {t} WHERE {own} AND EXISTS (SELECT 1 FROM {from} WHERE {on}){returned}"
            ),
            _ => {
                let Change { columns, conflicts, values, .. } = change;
                let conflict = match *self.rng.pick(conflicts) {
                    "" => String::new(),
                    some => format!(" ON CONFLICT {some}"),
                };
                let returned = returned.replace(&format!("{t}."), &format!("{table}."));
                let values = values.replace('$', &t);
                format!(
                    "INSERT INTO {table} ({columns}) SELECT {values} FROM {table} {t} WHERE {own}{conflict}{returned}"
                )
            }
        };
        Statement::Change { sql, table }
    }
}
