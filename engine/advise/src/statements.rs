//! Turns the trials into advice: statements, each with its reason, its price and what it does not change; and common
//! rules of thumb compared with the measured numbers.

use crate::report::{Document, Migration, Rule, Statement, Tried};
use crate::table::Table;
use crate::text::{bytes, change, count, ms};
use crate::trial::{Storage, Trial};

/// A change of the catalog, and the trial that it alone makes of the table as it is.
#[derive(Debug)]
pub struct Alter {
    /// The statement's text.
    pub sql: String,
    alone: Trial,
}

/// The ALTER TABLE statements that make a table store its columns as a trial does.
pub fn alters(table: &Table, name: &str, trial: &Trial) -> Vec<Alter> {
    let now = Trial::now(table);
    let mut all = Vec::new();
    let mut add = |what: String, alone: Trial| {
        all.push(Alter { sql: format!("ALTER TABLE {name} {what};"), alone });
    };
    for (place, (choice, before)) in trial.choices.iter().zip(&now.choices).enumerate() {
        let column = &table.columns[table.wide[place]].name;
        let mut alone = now.clone();
        alone.choices[place] = *choice;
        if choice.storage != before.storage {
            let storage = choice.storage.sql();
            add(format!("ALTER COLUMN {column} SET STORAGE {storage}"), alone.clone());
        }
        if choice.method != before.method && choice.storage != Storage::External {
            let method = choice.method.sql();
            add(format!("ALTER COLUMN {column} SET COMPRESSION {method}"), alone);
        }
    }
    if let Some(target) = trial.target.filter(|_| trial.target != now.target) {
        let alone = Trial { target: trial.target, ..now.clone() };
        add(format!("SET (toast_tuple_target = {target})"), alone);
    }
    if let Some(fillfactor) = trial.fillfactor.filter(|_| trial.fillfactor != now.fillfactor) {
        let alone = Trial { fillfactor: trial.fillfactor, ..now.clone() };
        add(format!("SET (fillfactor = {fillfactor})"), alone);
    }
    all
}

/// The UPDATE that rewrites the values of the columns that a trial stores differently; `None` if there
/// are none.
pub fn made_anew(table: &Table, name: &str, trial: &Trial) -> Option<String> {
    let now = Trial::now(table);
    let all = trial.target != now.target;
    let changed = trial.choices.iter().zip(&now.choices).enumerate();
    let changed = changed.filter(|(_, (choice, before))| all || !choice.same(**before));
    let sets: Vec<String> = changed
        .map(|(place, _)| {
            let column = &table.columns[table.wide[place]];
            format!("{} = {}", column.name, column.made_anew())
        })
        .collect();
    (!sets.is_empty()).then(|| format!("UPDATE {name} SET {};", sets.join(", ")))
}

/// The recommended statements in the order to run them, each with its price.
pub fn statements(
    table: &Table,
    tried: &[Tried],
    recommended: usize,
    migration: &Migration,
) -> Vec<Statement> {
    let (now, then) = (&tried[0], &tried[recommended]);
    let old = "Only rows that are written from now on are stored so; old rows keep their form until they are rewritten.";
    let mut all: Vec<Statement> = alters(table, &table.name, &then.trial)
        .into_iter()
        .map(|alter| Statement {
            reason: reason(tried, recommended, &alter),
            price: format!(
                "A change of the catalog: it locks the table for a moment and writes no row (the sample takes {} before and {} after it).",
                bytes(migration.before.table()), bytes(migration.altered.table())
            ),
            leaves: old.to_owned(),
            sql: alter.sql,
        })
        .collect();
    let rows = now.measured.rows.max(1) as f64;
    if let Some(sql) = made_anew(table, &table.name, &then.trial) {
        all.push(Statement {
            sql,
            reason: "Each value is made anew, so that it is stored under the new settings.".to_owned(),
            price: format!(
                "{} bytes of log a row, {} a row on the modelled clock, and room for both versions: the sample grows from {} to {}.",
                count((migration.update.wal as f64 / rows).round() as u64),
                ms(migration.update.ms / rows),
                bytes(migration.altered.table()),
                bytes(migration.updated.table()),
            ),
            leaves: "The old versions stay until VACUUM; on a large table do it by ranges of the key, with a VACUUM after each.".to_owned(),
        });
    }
    if !all.is_empty() {
        all.push(Statement {
            sql: format!("VACUUM FULL {};", table.name),
            reason: format!(
                "The sample takes {} after it ({}).",
                bytes(migration.vacuumed.table()),
                change(migration.before.table() as f64, migration.vacuumed.table() as f64),
            ),
            price: "The table is locked for reading and writing all the while, and room is needed for a second copy.".to_owned(),
            leaves: format!(
                "Alone, without the UPDATE, it leaves {}: it copies values as they are stored and makes none anew.",
                bytes(migration.vacuumed_alone.table())
            ),
        });
    }
    all
}

/// What a setting alone changes, if there was a trial of it; otherwise what all recommended
/// settings change together.
fn reason(tried: &[Tried], recommended: usize, alter: &Alter) -> String {
    let (now, then) = (&tried[0], &tried[recommended]);
    let alone = tried.iter().find(|t| t.trial.same(&alter.alone));
    let (tried, how) = match alone {
        Some(alone) if alone.label == then.label => (alone, ""),
        Some(alone) => (alone, "Alone: "),
        None => (then, "With the other settings: "),
    };
    format!(
        "{how}{} instead of {} (size: {}; reading: {}; scanning: {}; writing: {}).",
        bytes(tried.score.size as u64),
        bytes(now.score.size as u64),
        change(now.score.size, tried.score.size),
        change(now.score.read, tried.score.read),
        change(now.score.scan, tried.score.scan),
        change(now.score.write, tried.score.write),
    )
}

/// The rules of thumb about storage that these trials confirm or refute.
pub fn rules(
    table: &Table,
    tried: &[Tried],
    migration: Option<&Migration>,
    document: Option<&Document>,
) -> Vec<Rule> {
    let mut all = Vec::new();
    for (place, i) in table.wide.iter().enumerate() {
        let name = &table.columns[*i].name;
        let trial_with = |words: &str| {
            tried.iter().find(|t| {
                let now = &tried[0].trial;
                t.trial.target == now.target
                    && t.trial.fillfactor == now.fillfactor
                    && t.trial.order == now.order
                    && t.trial.choices.iter().enumerate().all(|(at, choice)| {
                        if at == place {
                            choice.words() == words
                        } else {
                            choice.same(now.choices[at])
                        }
                    })
            })
        };
        if let (Some(a), Some(b)) = (trial_with("EXTENDED pglz"), trial_with("EXTENDED lz4")) {
            let (a, b) = (a.measured.forms[place].bytes, b.measured.forms[place].bytes);
            all.push(Rule {
                rule: "lz4 is always smaller".into(),
                holds: b < a,
                numbers: format!("{name}: {} by lz4, {} by pglz.", bytes(b), bytes(a)),
            });
        }
        let compressed = [trial_with("EXTENDED pglz"), trial_with("EXTENDED lz4")];
        if let ([Some(pglz), Some(lz4)], Some(plain)) = (compressed, trial_with("EXTERNAL")) {
            let [pglz, lz4, plain] = [pglz.score, lz4.score, plain.score];
            all.push(Rule {
                rule: "EXTERNAL is always faster".into(),
                holds: [pglz, lz4].iter().all(|s| plain.read < s.read && plain.write < s.write),
                numbers: format!(
                    "{name}, EXTERNAL beside pglz and lz4: reading {}, {} and {}, writing {}, {} and {} (modelled), {}, {} and {}.",
                    ms(plain.read), ms(pglz.read), ms(lz4.read),
                    ms(plain.write), ms(pglz.write), ms(lz4.write),
                    bytes(plain.size as u64), bytes(pglz.size as u64), bytes(lz4.size as u64)
                ),
            });
        }
    }
    if let Some(small) = tried.iter().find(|t| t.trial.target == Some(128)) {
        let inline: u64 = small.measured.forms.iter().map(|f| f.plain + f.compressed).sum();
        let values: u64 = inline
            + small.measured.forms.iter().map(|f| f.external + f.external_compressed).sum::<u64>();
        all.push(Rule {
            rule: "a toast_tuple_target of 128 moves all values out".into(),
            holds: inline == 0,
            numbers: format!(
                "{} of {} wide values are still in their rows ({}).",
                count(inline),
                count(values),
                small.label
            ),
        });
    }
    let before: u64 = tried[0].measured.forms.iter().map(|form| form.bytes).sum();
    // Where the new settings change no value, nothing is seen of it.
    if let Some(m) = migration.filter(|m| m.values_anew != before) {
        all.push(Rule {
            rule: "VACUUM FULL compresses anew".into(),
            holds: m.values_alone == m.values_anew,
            numbers: format!(
                "After the ALTERs it leaves values of {}, which had {}; made anew before it, they have {}.",
                bytes(m.values_alone),
                bytes(before),
                bytes(m.values_anew)
            ),
        });
    }
    if let Some(d) = document {
        all.push(Rule {
            rule: "jsonb is smaller than json".into(),
            holds: d.jsonb.table() < d.json.table(),
            numbers: format!(
                "{} alone: {} as jsonb, {} as json (as jsonb prints it).",
                d.column,
                bytes(d.jsonb.table()),
                bytes(d.json.table())
            ),
        });
    }
    all
}
