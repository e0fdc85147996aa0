//! What pg_stat_statements keeps: how often each statement ran, and what that touched.
//!
//! Statements that differ in nothing but constants and names are one, shown as it was first written with
//! `$1` in place of the constants. It counts from CREATE EXTENSION on, as a server that has the library
//! in `shared_preload_libraries` counts from its start.
//!
//! ```text
//! SELECT title FROM docs WHERE id = 7     ->   SELECT title FROM docs WHERE id = $1     calls 1
//! SELECT title FROM docs WHERE id = 3     ->   the same                                 calls 2
//! ```
//!
//! Simplified: what is no SELECT, INSERT, UPDATE or DELETE has no buffers and no log, since look-ups in
//! catalogs, most of what the server counts there, are not modelled; entries are never thrown away.

use super::{Backend, StatementResult};
use sql::analyze::{self, Query};
use sql::ast::{RawStmt, Statement};
use sql::lexer::{Lexer, Tok};
use storage::buffer::BufferUsage;
use storage::clock::{self, Work};
use storage::ids::Oid;
use storage::wal::WalUsage;

/// What makes statements one.
#[derive(Clone, PartialEq)]
enum StatementKey {
    Query(Box<Query>),
    /// The text of a statement that is not analysed, as written.
    Text,
}

/// Calls of one statement.
#[derive(Clone)]
pub(crate) struct StatementEntry {
    key: StatementKey,
    pub database: Oid,
    /// As first written, constants as parameters.
    pub text: String,
    pub calls: u64,
    pub rows: u64,
    /// Milliseconds on the modelled clock: in all, least, most, mean, sum of squared distances from it.
    pub time: [f64; 5],
    /// What it touched, where that is counted.
    pub usage: Option<(BufferUsage, WalUsage)>,
}

/// All entries, and when they were begun.
#[derive(Clone)]
pub(crate) struct Statements {
    pub entries: Vec<StatementEntry>,
    /// µs since 2000-01-01.
    pub since: i64,
}

/// A statement that is about to run.
pub(crate) struct RunningStatement {
    key: StatementKey,
    text: String,
    counted: bool,
    before: (Work, BufferUsage, WalUsage),
}

impl Backend<'_> {
    /// Begins to measure a statement; `None` if `pg_stat_statements` is off, or does not
    /// count the statement.
    pub(crate) fn watch(&mut self, raw: &RawStmt) -> Option<RunningStatement> {
        self.cluster.statements.as_ref()?;
        let (key, text) = clock::aside(|| self.identify(raw))?;
        let counted = matches!(key, StatementKey::Query(_));
        let before = (clock::now(), self.store.pool.usage(), self.store.wal.usage());
        Some(RunningStatement { key, text, counted, before })
    }

    /// What makes a statement one with others, and its text with `$1` in place of constants;
    /// `None` for a statement that is not counted: PREPARE, DEALLOCATE, and one whose analysis fails.
    fn identify(&mut self, raw: &RawStmt) -> Option<(StatementKey, String)> {
        let end = raw.location + raw.length;
        let text = self.client.text.get(raw.location..end).unwrap_or_default().to_string();
        let known = self.snapshot();
        let view = known.view();
        let (mut query, text, start) = match &*raw.stmt {
            Statement::Select(s) if s.into.is_none() => {
                (self.analyze(&raw.stmt), text, raw.location)
            }
            Statement::Insert(_) | Statement::Update(_) | Statement::Delete(_) => {
                (self.analyze(&raw.stmt), text, raw.location)
            }
            // What is executed is the statement that was prepared, in the text of PREPARE.
            Statement::Execute(e) => {
                let p = self.session.prepared.get(&e.name).cloned()?;
                let mut types: Vec<Option<Oid>> = p.params.iter().map(|t| Some(*t)).collect();
                let host = &mut self.host();
                let q = analyze::analyze_with_params(&view, host, &p.statement, &mut types, false);
                (q, p.text.clone(), 0)
            }
            Statement::Prepare(_) | Statement::Deallocate(_) => return None,
            _ => return Some((StatementKey::Text, text.trim().to_string())),
        };
        let query = query.as_mut().ok()?;
        let constants = analyze::jumble(query);
        let text = parametrized(&text, start, &constants);
        Some((StatementKey::Query(Box::new(std::mem::take(query))), text))
    }

    /// Adds a measured statement that did not fail to `pg_stat_statements`.
    pub(crate) fn count(
        &mut self,
        w: RunningStatement,
        stmt: &Statement,
        answer: &StatementResult,
    ) {
        let tag = match answer {
            StatementResult::Tag(tag) => tag,
            StatementResult::Rows(r) => &r.tag,
            StatementResult::CopyOut { tag, .. } => tag,
            StatementResult::CopyIn => return,
        };
        let processed = w.counted
            || ["SELECT ", "COPY ", "FETCH ", "REFRESH "].iter().any(|word| tag.starts_with(word));
        let rows = tag.rsplit(' ').next().and_then(|n| n.parse().ok()).filter(|_| processed);
        let spent = clock::now().since(&w.before.0).milliseconds(&self.store.prices);
        let usage = match stmt {
            _ if w.counted => {
                Some((self.store.pool.usage() - w.before.1, self.store.wal.usage() - w.before.2))
            }
            Statement::Transaction(_) | Statement::VariableSet(_) | Statement::VariableShow(_) => {
                Some(Default::default())
            }
            _ => None,
        };
        let database = self.cluster.databases.here;
        let Some(all) = &mut self.cluster.statements else { return };
        let same = |e: &&mut StatementEntry| {
            let text = matches!(w.key, StatementKey::Query(_)) || e.text == w.text;
            e.database == database && text && e.key == w.key
        };
        let at = match all.entries.iter_mut().find(same) {
            Some(e) => e,
            None => {
                let (key, text, usage) = (w.key, w.text, usage.map(|_| Default::default()));
                let e = StatementEntry {
                    key,
                    database,
                    text,
                    calls: 0,
                    rows: 0,
                    time: [0.0; 5],
                    usage,
                };
                all.entries.push(e);
                all.entries.last_mut().expect("it was pushed")
            }
        };
        at.add(spent, rows.unwrap_or(0), usage);
    }
}

impl StatementEntry {
    /// Adds one run to the statement's numbers: its modelled milliseconds, rows, buffers and log.
    fn add(&mut self, spent: f64, rows: u64, usage: Option<(BufferUsage, WalUsage)>) {
        self.calls += 1;
        self.rows += rows;
        let [total, least, most, mean, squares] = &mut self.time;
        *total += spent;
        *least = if self.calls == 1 { spent } else { least.min(spent) };
        *most = most.max(spent);
        // Welford's method, as the server has it.
        let old = *mean;
        *mean += (spent - old) / self.calls as f64;
        *squares += (spent - old) * (spent - *mean);
        if let (Some((buffers, wal)), Some((b, w))) = (&mut self.usage, usage) {
            *buffers = *buffers + b;
            wal.records += w.records;
            wal.images += w.images;
            wal.bytes += w.bytes;
        }
    }
}

/// The text with parameters in the place of these constants, numbered after those it has
/// (`generate_normalized_query`).
fn parametrized(text: &str, start: usize, constants: &[usize]) -> String {
    let (mut lexer, mut tokens, mut next, mut end) = (Lexer::new(text), Vec::new(), 1, text.len());
    while let Ok(t) = lexer.next_token() {
        if let Tok::Param(n) = t.tok {
            next = next.max(n + 1);
        }
        if matches!(t.tok, Tok::Eof | Tok::Char(b';')) {
            end = t.start;
            break;
        }
        tokens.push(t);
    }
    let (mut out, mut from) = (String::new(), 0);
    for (i, t) in tokens.iter().enumerate() {
        if !constants.contains(&(t.start + start)) || t.start < from {
            continue;
        }
        let literal = match &t.tok {
            Tok::Str(_) | Tok::Bits(_) | Tok::Int(_) | Tok::Float(_) => Some(t.end),
            Tok::Kw(k) if matches!(k.word, "true" | "false" | "null") => Some(t.end),
            // A sign belongs to its number.
            Tok::Char(b'-') => tokens
                .get(i + 1)
                .filter(|n| matches!(n.tok, Tok::Int(_) | Tok::Float(_)))
                .map(|n| n.end),
            _ => None,
        };
        if let Some(after) = literal {
            out.push_str(&text[from..t.start]);
            out.push_str(&format!("${next}"));
            next += 1;
            from = after;
        }
    }
    out.push_str(&text[from..end]);
    out.trim().to_string()
}
