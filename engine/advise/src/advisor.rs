//! The conversation: which script comes next, until there is a report.
//!
//! ```text
//! describe -> gather -> (store -> act) for each trial, in rounds -> migrate -> document -> done
//! ```
//!
//! A round is planned when the one before it is measured: first the table as it is, then each wide column stored
//! in another way, then the best of these together, then targets, fillfactors and the order of columns on the best so far.

use crate::check;
use crate::measure::{Measurement, Sizes};
use crate::printed::{self, Cost, PLAIN, mark, sections};
use crate::report::{Best, Document, Index, Migration, Report, Tried};
use crate::score::{GOALS, Goal, Score};
use crate::statements::{alters, made_anew, rules, statements};
use crate::table::{ROWS, Table};
use crate::text;
use crate::trial::{CHOICES, Round, TRY, Trial, found, settings, sizes};
use serde::Deserialize;
use std::collections::VecDeque;

/// Values of `toast_tuple_target` that are tried: from the least to the greatest, over the default.
const TARGETS: [u32; 7] = [128, 256, 512, 1024, 2040, 4080, 8160];
const FILLFACTORS: [u32; 2] = [90, 80];
/// What is better by less than this share is not worth a change, nor one more change.
const WORTH: f64 = 0.03;

/// What the user asks for.
#[derive(Clone, Debug, Deserialize)]
pub struct Settings {
    /// The table, as SQL writes its name.
    pub table: String,
    /// Which use the table is optimized for.
    #[serde(default)]
    pub goal: Goal,
    /// Rows the table has, or will have; without it, those of the sample.
    pub total_rows: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Describe,
    Gather,
    Store,
    Act,
    Migrate,
    Document,
    Done,
}

/// An advisor at work on one table.
#[derive(Debug)]
pub struct Advisor {
    settings: Settings,
    table: Table,
    stage: Stage,
    round: u32,
    queue: VecDeque<Trial>,
    measured: Measurement,
    places: Vec<String>,
    tried: Vec<Tried>,
    migration: Option<Migration>,
    document: Option<Document>,
    indexes: Vec<Index>,
}

impl Advisor {
    /// An advisor for the table that the settings name, in the session's database.
    pub fn new(settings: Settings) -> Advisor {
        let table = Table { name: settings.table.clone(), ..Table::default() };
        Advisor {
            settings,
            table,
            stage: Stage::Describe,
            round: 0,
            queue: VecDeque::new(),
            measured: Measurement::default(),
            places: Vec::new(),
            tried: Vec::new(),
            migration: None,
            document: None,
            indexes: Vec::new(),
        }
    }

    /// The script to run in psql next; `None` when the advice is complete.
    pub fn next_script(&mut self) -> Option<String> {
        match self.stage {
            Stage::Describe => Some(self.table.describe()),
            Stage::Gather => Some(self.table.gather()),
            Stage::Store => self.queue.front().map(|trial| trial.store(&self.table)),
            Stage::Act => self.queue.front().map(|trial| trial.act(&self.table, &self.places)),
            Stage::Migrate => Some(self.migrate()),
            Stage::Document => Some(self.ask_document()),
            Stage::Done => None,
        }
    }

    /// Takes what psql printed for the script that [`Advisor::next_script`] returned last.
    ///
    /// # Errors
    /// What the server refused, and what cannot be advised on.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        // Indexes are tried to see whether they are refused.
        if let Some(error) = printed::error(text)
            && self.stage != Stage::Migrate
        {
            return Err(error);
        }
        let sections = sections(text);
        match self.stage {
            Stage::Describe => {
                self.table.described(&sections)?;
                self.stage = Stage::Gather;
            }
            Stage::Gather => {
                self.table.gathered(&sections)?;
                self.queue.push_back(Trial::now(&self.table));
                self.stage = Stage::Store;
            }
            Stage::Store => {
                self.measured = Measurement::default();
                self.places = self.measured.stored(&self.table, &sections);
                self.stage = Stage::Act;
            }
            Stage::Act => {
                let (table, trial) = (&self.table, &self.queue[0]);
                self.measured.acted(&sections, |kind| trial.rows_of(table, &self.places, kind));
                self.keep();
                self.stage = if self.queue.is_empty() { self.plan() } else { Stage::Store };
            }
            Stage::Migrate => {
                self.migrated(&sections);
                self.stage =
                    if self.document_column().is_some() { Stage::Document } else { Stage::Done };
            }
            Stage::Document => {
                self.documented(&sections);
                self.stage = Stage::Done;
            }
            Stage::Done => {}
        }
        Ok(())
    }

    /// What the advisor does now, in a few words; how many trials are made, and how many there are
    /// likely to be in all: an estimate from the number of wide columns, never below those planned.
    pub fn progress(&self) -> (String, usize, usize) {
        let what = match self.stage {
            Stage::Describe | Stage::Gather => "reading the table".to_owned(),
            Stage::Store | Stage::Act => {
                self.queue.front().map_or_else(String::new, |trial| trial.label(&self.table))
            }
            Stage::Migrate => "rewriting the table as it is".to_owned(),
            Stage::Document => "reading documents by their keys".to_owned(),
            Stage::Done => "done".to_owned(),
        };
        let likely =
            1 + self.table.wide.len() * (CHOICES.len() - 1) + TARGETS.len() + FILLFACTORS.len();
        (what, self.tried.len(), likely.max(self.tried.len() + self.queue.len()))
    }

    /// How many rows the table has, or is said to have.
    fn total_rows(&self) -> u64 {
        self.settings.total_rows.unwrap_or(self.table.rows)
    }

    /// Records the measurement of the trial that is being run.
    fn keep(&mut self) {
        let Some(trial) = self.queue.pop_front() else { return };
        let measured = std::mem::take(&mut self.measured);
        let score = Score::of(&measured);
        let now = self.tried.first().map_or(score, |tried| tried.score);
        let share = self.total_rows() as f64 / measured.rows.max(1) as f64;
        self.tried.push(Tried {
            label: trial.label(&self.table),
            bytes_at_total: measured.sizes.table() as f64 * share,
            score: score.against(&now),
            trial,
            measured,
        });
    }

    /// Whether a trial can be recommended: not if it reorders columns, which ALTER TABLE cannot do;
    /// and for the goal `balanced` only if no figure gets much worse.
    fn may_be_recommended(&self, goal: Goal, trial: usize) -> bool {
        let tried = &self.tried[trial];
        tried.trial.round != Round::Order
            && (goal != Goal::Balanced || tried.score.is_fair(&self.tried[0].score))
    }

    /// The index of the trial that is best for a goal.
    fn best(&self, goal: Goal) -> usize {
        let by = |i: &usize| self.tried[*i].score.by(goal);
        let all = (0..self.tried.len()).filter(|i| self.may_be_recommended(goal, *i));
        all.min_by(|a, b| by(a).total_cmp(&by(b))).unwrap_or(0)
    }

    /// The index of the trial to recommend, and why.
    fn recommended(&self) -> (usize, String) {
        let goal = self.settings.goal;
        let best = self.best(goal);
        let by = |i: usize| self.tried[i].score.by(goal);
        let word = text::goal(goal);
        let count = self.tried.len();
        let fair = if goal == Goal::Balanced {
            " without making something else worse by more than a quarter"
        } else {
            ""
        };
        if best == 0 {
            return (0, format!("{count} trials were made. None is better for {word}{fair}."));
        }
        if by(best) > by(0) * (1.0 - WORTH) {
            let gain = text::change(by(0), by(best));
            let other = &self.tried[best].label;
            return (
                0,
                format!(
                    "The best of {count} trials for {word} ({other}): {gain}. That is not worth a change."
                ),
            );
        }
        let changes = |i: usize| alters(&self.table, "t", &self.tried[i].trial).len();
        let near = (1..self.tried.len())
            .filter(|i| self.may_be_recommended(goal, *i) && by(*i) <= by(best) * (1.0 + WORTH));
        let chosen = near
            .min_by(|a, b| changes(*a).cmp(&changes(*b)).then(by(*a).total_cmp(&by(*b))))
            .unwrap_or(best);
        let why = format!(
            "For {word}: {} than now; {count} trials were made.",
            text::change(by(0), by(chosen)),
        );
        if chosen == best {
            return (chosen, format!("{why} None is better{fair}."));
        }
        let other = &self.tried[best].label;
        (chosen, format!("{why} One that changes more ({other}) is better by less than 3 %."))
    }

    /// Plans the next round of trials. Returns the next stage: to store the first of them, or what
    /// follows when no trial is left.
    fn plan(&mut self) -> Stage {
        while self.queue.is_empty() {
            self.round += 1;
            let now = self.tried[0].trial.clone();
            let best = self.tried[self.best(self.settings.goal)].trial.clone();
            match self.round {
                1 => self.plan_columns(&now),
                2 => self.plan_together(&now),
                3 if !self.table.wide.is_empty() => {
                    for target in TARGETS {
                        self.add(Trial {
                            round: Round::Target,
                            target: Some(target),
                            ..best.clone()
                        });
                    }
                }
                4 => {
                    for fillfactor in FILLFACTORS {
                        let fillfactor = Some(fillfactor);
                        self.add(Trial { round: Round::Fillfactor, fillfactor, ..best.clone() });
                    }
                    self.add(Trial { round: Round::Order, order: self.packed_order(), ..best });
                }
                5 => return Stage::Migrate,
                _ => {}
            }
        }
        Stage::Store
    }

    /// Adds a trial unless one stores the same bytes.
    fn add(&mut self, trial: Trial) {
        let known = self.tried.iter().map(|t| &t.trial).chain(&self.queue).any(|t| t.same(&trial));
        if !known {
            self.queue.push_back(trial);
        }
    }

    /// Plans trials that each store one column differently.
    fn plan_columns(&mut self, now: &Trial) {
        for place in 0..self.table.wide.len() {
            for choice in CHOICES {
                let mut trial = Trial { round: Round::Column, ..now.clone() };
                trial.choices[place] = choice;
                self.add(trial);
            }
        }
    }

    /// Plans trials that combine the best choice for each column, for each goal, and trials that
    /// store all columns alike.
    fn plan_together(&mut self, now: &Trial) {
        if self.table.wide.len() < 2 {
            return;
        }
        for goal in GOALS {
            let mut trial = Trial { round: Round::Columns, ..now.clone() };
            for place in 0..self.table.wide.len() {
                let alone = self.tried.iter().filter(|t| {
                    let others = t.trial.choices.iter().zip(&now.choices).enumerate();
                    others.into_iter().all(|(i, (a, b))| i == place || a.same(*b))
                });
                let best = alone.min_by(|a, b| a.score.by(goal).total_cmp(&b.score.by(goal)));
                trial.choices[place] = best.map_or(now.choices[place], |t| t.trial.choices[place]);
            }
            self.add(trial);
        }
        for choice in CHOICES {
            let choices = vec![choice; self.table.wide.len()];
            self.add(Trial { round: Round::Columns, choices, ..now.clone() });
        }
    }

    /// The order of columns that needs no padding: those of fixed length first, with the strictest
    /// alignment before the others.
    fn packed_order(&self) -> Vec<usize> {
        let rank = |i: &usize| {
            let column = &self.table.columns[*i];
            match (column.length, column.align) {
                (-1 | -2, _) => 4,
                (_, 'd') => 0,
                (_, 'i') => 1,
                (_, 's') => 2,
                _ => 3,
            }
        };
        let mut order: Vec<usize> = (0..self.table.columns.len()).collect();
        order.sort_by_key(rank);
        order
    }

    /// The script that copies the table with its indexes, alters it and rewrites it; and alters
    /// another copy that is only vacuumed.
    fn migrate(&self) -> String {
        let (now, then) = (&self.tried[0].trial, &self.tried[self.recommended().0].trial);
        let fresh = now.create(&self.table, "") + &now.fill(&self.table);
        let mut text = PLAIN.to_owned() + &fresh + &sizes("before");
        self.try_indexes(&mut text, "now");
        let alters = alters(&self.table, TRY, then);
        if alters.is_empty() {
            return text;
        }
        let alters: String = alters.iter().map(|alter| format!("{}\n", alter.sql)).collect();
        text += &alters;
        text += &settings();
        self.try_indexes(&mut text, "then");
        text += &sizes("altered");
        if let Some(update) = made_anew(&self.table, TRY, then) {
            text += &mark("update");
            text += &format!("EXPLAIN (ANALYZE, BUFFERS, WAL) {update}\n");
        }
        text += &sizes("updated");
        text += &format!("VACUUM FULL {TRY};\n");
        text += &sizes("vacuumed");
        self.ask_values(&mut text, "anew");
        text += &fresh;
        text += &alters;
        text += &format!("VACUUM FULL {TRY};\n");
        text += &sizes("alone");
        self.ask_values(&mut text, "kept");
        text
    }

    /// Appends the queries for the bytes that the values of each wide column take, as they are stored.
    fn ask_values(&self, text: &mut String, when: &str) {
        for (place, i) in self.table.wide.iter().enumerate() {
            let name = &self.table.columns[*i].name;
            *text += &mark(&format!("{when} {place}"));
            *text += &format!("SELECT coalesce(sum(pg_column_size({name})), 0) FROM {TRY};\n");
        }
    }

    /// Appends statements that create and drop an index on each wide column whose type has a B-tree
    /// operator class.
    fn try_indexes(&self, text: &mut String, when: &str) {
        for (place, i) in self.table.wide.iter().enumerate() {
            let column = &self.table.columns[*i];
            *text += &mark(&format!("index {when} {place}"));
            *text += &format!("CREATE INDEX toastscope_index ON {TRY} ({});\n", column.name);
            *text += "SELECT pg_relation_size(c.oid) FROM pg_class c WHERE c.relname = 'toastscope_index';\n";
            *text += "DROP INDEX IF EXISTS toastscope_index;\n";
        }
    }

    /// Reads what the script of the migration measured.
    fn migrated(&mut self, sections: &[(&str, Vec<&str>)]) {
        let mut m = Migration::default();
        let recommended = self.recommended().0;
        for (name, lines) in sections {
            match *name {
                "settings" => {}
                "before" => m.before = Sizes::read(lines),
                "altered" => m.altered = Sizes::read(lines),
                "update" => m.update = Cost::read(lines),
                "updated" => m.updated = Sizes::read(lines),
                "vacuumed" => m.vacuumed = Sizes::read(lines),
                "alone" => m.vacuumed_alone = Sizes::read(lines),
                name if name.starts_with("anew ") => m.values_anew += bytes_of(lines),
                name if name.starts_with("kept ") => m.values_alone += bytes_of(lines),
                name => {
                    let mut words = name.split(' ').skip(1);
                    let then = words.next() == Some("then");
                    let place: usize = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
                    let tried = &self.tried[if then { recommended } else { 0 }];
                    self.indexes.push(Index {
                        column: self.table.columns[self.table.wide[place]].name.clone(),
                        label: tried.label.clone(),
                        bytes: lines.iter().find_map(|line| line.parse().ok()),
                        refused: printed::error(&lines.join("\n")),
                    });
                }
            }
        }
        self.migration = (recommended != 0).then_some(m);
    }

    /// The first column of documents whose keys are read, if the table has a primary key.
    fn document_column(&self) -> Option<usize> {
        self.table.key?;
        self.table.wide.iter().position(|i| !self.table.columns[*i].keys.is_empty())
    }

    /// The script that stores a document's key in a column of its own, and measures reading it.
    fn ask_document(&self) -> String {
        let place = self.document_column().unwrap_or(0);
        let column = &self.table.columns[self.table.wide[place]];
        let (name, key) = (&column.name, &column.keys[0]);
        let now = &self.tried[0].trial;
        let extra = format!(", toastscope_key text GENERATED ALWAYS AS ({name} ->> {key}) STORED");
        let mut text = PLAIN.to_owned() + &now.create(&self.table, &extra) + &now.fill(&self.table);
        text += &sizes("with");
        text += "SET enable_seqscan = off;\nSET enable_bitmapscan = off;\n";
        text += &mark("generated");
        let rows = found(&self.table, &self.places);
        text +=
            &format!("EXPLAIN (ANALYZE, BUFFERS, WAL) SELECT toastscope_key FROM {TRY} {rows};\n");
        for kind in ["jsonb", "json"] {
            text += &format!("DROP TABLE IF EXISTS {TRY};\nCREATE TABLE {TRY} (c {kind});\n");
            text += &format!("INSERT INTO {TRY} SELECT {name}::{kind} FROM {ROWS};\n");
            text += &sizes(kind);
        }
        text
    }

    /// Reads what the script of the document's key measured.
    fn documented(&mut self, sections: &[(&str, Vec<&str>)]) {
        let Some(place) = self.document_column() else { return };
        let column = &self.table.columns[self.table.wide[place]];
        let now = &self.tried[0].measured;
        let action = |kind: &str| {
            let found = now.actions.iter().find(|a| a.kind == kind && a.column == Some(place));
            found.map(|a| a.cost).unwrap_or_default()
        };
        let mut d = Document {
            column: column.name.clone(),
            key: column.keys[0].clone(),
            keys: column.keys.len(),
            one: action("key"),
            several: action("keys"),
            without: now.sizes,
            ..Document::default()
        };
        for (name, lines) in sections {
            match *name {
                "with" => d.with = Sizes::read(lines),
                "generated" => d.generated = Cost { count: d.one.count, ..Cost::read(lines) },
                "jsonb" => d.jsonb = Sizes::read(lines),
                "json" => d.json = Sizes::read(lines),
                _ => {}
            }
        }
        self.document = Some(d);
    }

    /// The script that repeats the trials on a server of the reader's own: see [`check::script`].
    pub fn check_script(&self, rows: &str) -> String {
        check::script(&self.table, &self.tried, &self.migrate(), rows)
    }

    /// The advice. Before the last answer it has the trials measured so far.
    ///
    /// # Errors
    /// When nothing was measured yet.
    pub fn report(&self) -> Result<Report, String> {
        let now = self.tried.first().ok_or("nothing was measured yet")?;
        let (recommended, why) = self.recommended();
        let migration = self.migration.clone();
        let statements = migration
            .as_ref()
            .map(|m| statements(&self.table, &self.tried, recommended, m))
            .unwrap_or_default();
        let promised = migration.as_ref().map_or(now.measured.sizes, |m| m.vacuumed);
        let share = self.total_rows() as f64 / now.measured.rows.max(1) as f64;
        Ok(Report {
            promised,
            promised_at_total: promised.table() as f64 * share,
            total_rows: self.total_rows(),
            error: now.measured.error(self.total_rows()),
            goal: self.settings.goal,
            best: GOALS.iter().map(|goal| Best { goal: *goal, trial: self.best(*goal) }).collect(),
            recommended,
            why,
            statements,
            document: self.document.clone(),
            indexes: self.indexes.clone(),
            rules: rules(&self.table, &self.tried, migration.as_ref(), self.document.as_ref()),
            migration,
            trials: self.tried.clone(),
            table: self.table.clone(),
        })
    }
}

/// The number that a query for bytes printed; 0 if it printed none.
fn bytes_of(lines: &[&str]) -> u64 {
    lines.first().and_then(|line| line.parse().ok()).unwrap_or(0)
}
