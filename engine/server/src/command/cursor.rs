//! Cursors: DECLARE, FETCH, MOVE, CLOSE (`portalcmds.c`).
//!
//! Simplified: all rows of a cursor are read at its first FETCH or MOVE, as of its DECLARE; an error among them waits
//! for the FETCH that comes to it.

use crate::backend::Backend;
use crate::backend::{Column, Cursor, CursorQuery, Declared, ResultSet, StatementResult};
use sql::analyze::{CommandType, Query, RteKind};
use sql::ast::{DeclareCursorStmt, FetchDirection, FetchStmt, Statement};
use sql::exec::state::Moment;
use sql::exec::tuple_shortener::TupleShortener;
use sql::plan::{Plan, PlanKind, PlannedStmt};
use sql::{exec, plan};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::types::oid;

/// The error of a cursor that does not exist.
fn missing(name: &str) -> Box<PgError> {
    PgError::new(SqlState("34000"), format!("cursor \"{name}\" does not exist"))
}

/// Fails if a cursor of this name is open.
pub(crate) fn refuse_open(b: &Backend<'_>, name: &str) -> Result<()> {
    if !b.session.cursors.contains_key(name) {
        return Ok(());
    }
    Err(PgError::new(SqlState("42P03"), format!("cursor \"{name}\" already in use")))
}

/// Opens a cursor of PL/pgSQL over rows that were fetched already, or over a statement that waits for the first FETCH; an
/// error if one of this name is open.
pub(crate) fn open(
    b: &mut Backend<'_>,
    name: &str,
    columns: Vec<(String, Oid, i32)>,
    rows: Vec<Vec<Datum>>,
    query: CursorQuery,
    scroll: bool,
) -> Result<()> {
    refuse_open(b, name)?;
    let level = b.savepoints_open();
    let (hold, kept, declared) = (false, false, None);
    let reads = Vec::new();
    let c = Cursor { columns, rows, query, reads, at: 0, hold, kept, scroll, level, declared };
    b.session.cursors.insert(name.to_string(), c);
    Ok(())
}

/// The query of a cursor; refused are options that contradict each other or the query (`transformDeclareCursorStmt`).
pub(super) fn query_of(b: &mut Backend<'_>, s: &DeclareCursorStmt) -> Result<Query> {
    if let Some(both) = s.contradicts {
        return err!(INVALID_CURSOR_DEFINITION, "cannot specify both {both}");
    }
    sql::analyze::refuse_into(&s.query)?;
    let query = b.analyze(&Statement::Select(s.query.clone()))?;
    if query.command != CommandType::Select {
        return err!(SYNTAX_ERROR, "DECLARE CURSOR must specify a query");
    }
    if query.has_modifying_cte {
        let text = "DECLARE CURSOR must not contain data-modifying statements in WITH";
        return err!(FEATURE_NOT_SUPPORTED, "{text}");
    }
    let Some(mark) = query.row_marks.first() else { return Ok(query) };
    let lock = mark.strength.clause();
    let (code, text, kind) = if s.hold {
        let text = format!("DECLARE CURSOR WITH HOLD ... {lock} is not supported");
        (SqlState::FEATURE_NOT_SUPPORTED, text, "Holdable")
    } else if s.scroll == Some(true) {
        let text = format!("DECLARE SCROLL CURSOR ... {lock} is not supported");
        (SqlState::FEATURE_NOT_SUPPORTED, text, "Scrollable")
    } else if s.insensitive {
        let text = format!("DECLARE INSENSITIVE CURSOR ... {lock} is not valid");
        (SqlState::INVALID_CURSOR_DEFINITION, text, "Insensitive")
    } else {
        return Ok(query);
    };
    Err(PgError::new(code, text).detail(format!("{kind} cursors must be READ ONLY.")))
}

/// Runs `DECLARE`: plans the query, whose rows are read later. Refused: a name in use (42P03), and a cursor without HOLD
/// outside of a block.
pub(super) fn declare(b: &mut Backend<'_>, s: &DeclareCursorStmt) -> Result<StatementResult> {
    let query = query_of(b, s)?;
    if s.name.is_empty() {
        let text = "invalid cursor name: must not be empty";
        return Err(PgError::new(SqlState("34000"), text));
    }
    if !s.hold {
        b.require_block("DECLARE CURSOR")?;
    }
    let planned = plan::plan_cursor(&query, &mut b.host())?;
    if b.session.cursors.contains_key(&s.name) {
        return Err(PgError::new(
            SqlState("42P03"),
            format!("cursor \"{}\" already exists", s.name),
        ));
    }
    let columns = planned
        .columns
        .iter()
        .map(|t| (t.name.clone().unwrap_or_default(), t.expr.type_oid, t.expr.typmod))
        .collect();
    exec::check_read_only(&planned, &b.host())?;
    let at = Moment::now(&planned, &mut b.host());
    let tables = planned.rtable.iter().filter_map(|rte| match &rte.kind {
        RteKind::Relation { oid, .. } => Some(*oid),
        _ => None,
    });
    let mut reads: Vec<Oid> = tables.collect();
    indexes_read(&planned.plan, &mut reads);
    planned.subplans.iter().for_each(|plan| indexes_read(plan, &mut reads));
    let backward = || query.row_marks.is_empty() && plan::reads_backward(&planned.plan);
    let scroll = s.scroll.unwrap_or_else(backward);
    let declared =
        Some(Declared { text: b.statement_text(), at: b.clock_timestamp(), binary: s.binary });
    let (hold, level) = (s.hold, b.savepoints_open());
    let c = Cursor {
        columns,
        rows: Vec::new(),
        query: CursorQuery::Unread(Box::new(planned), at),
        reads,
        at: 0,
        hold,
        kept: false,
        scroll,
        level,
        declared,
    };
    b.session.cursors.insert(s.name.clone(), c);
    Ok("DECLARE CURSOR".into())
}

/// Adds the indexes that a plan scans to a list.
fn indexes_read(plan: &Plan, list: &mut Vec<Oid>) {
    if let PlanKind::IndexScan(scan)
    | PlanKind::IndexOnlyScan(scan)
    | PlanKind::BitmapIndexScan(scan) = &plan.kind
    {
        list.push(scan.index);
    }
    plan.children().for_each(|child| indexes_read(child, list));
}

/// Runs a statement of a portal that changes rows, and returns the rows that it gives as tuples (`FillPortalStore`).
pub(crate) fn run_waiting(
    b: &mut Backend<'_>,
    planned: &PlannedStmt,
    values: &[Datum],
) -> Result<Vec<Vec<Datum>>> {
    b.store.xact.begin_inner_query()?;
    let mut rows: Vec<Vec<Datum>> = Vec::new();
    exec::run(planned, &mut b.host(), values, &mut |_, row| {
        rows.push(row.to_vec());
        Ok(())
    })?;
    let types: Vec<Oid> = planned.columns.iter().map(|t| t.expr.type_oid).collect();
    let former = TupleShortener::new(&b.host(), types);
    rows.iter_mut().for_each(|row| former.form(row));
    b.store.xact.command_counter_increment()?;
    Ok(rows)
}

/// Runs a query, as of `at` or of now. Returns its rows, and the error that came after some of them.
pub(crate) fn run_until_error(
    b: &mut Backend<'_>,
    planned: &PlannedStmt,
    values: &[Datum],
    at: Option<Moment>,
) -> Result<(Vec<Vec<Datum>>, Option<Box<PgError>>)> {
    let (pins, depth) = (b.store.pool.pinned(), b.session.function_depth);
    let in_internal = b.in_internal();
    let at = match at {
        Some(at) => at,
        None => {
            exec::check_read_only(planned, &b.host())?;
            Moment::now(planned, &mut b.host())
        }
    };
    let mut rows = Vec::new();
    let done = exec::run_at(planned, &mut b.host(), values, at, &mut |_, row| {
        rows.push(row.to_vec());
        Ok(())
    });
    match done {
        Ok(_) => Ok((rows, None)),
        // With values the query is planned for them, which may fail before it runs.
        Err(e) if rows.is_empty() && !values.is_empty() && e.context.is_none() => Err(e),
        Err(e) if b.in_internal() != in_internal => Err(e),
        Err(e) => {
            b.store.pool.repin(&pins);
            b.session.function_depth = depth;
            Ok((rows, Some(e)))
        }
    }
}

/// Reads the rows of a cursor, unless that was done. Refused: a cursor whose query failed before (55000).
fn read_rows(b: &mut Backend<'_>, name: &str) -> Result<()> {
    let Some(c) = b.session.cursors.get_mut(name) else { return Err(missing(name)) };
    let (planned, at) = match std::mem::replace(&mut c.query, CursorQuery::Failed) {
        CursorQuery::Unread(planned, at) => (planned, at),
        CursorQuery::Waiting(planned, values) => {
            let rows = run_waiting(b, &planned, &values)?;
            if let Some(c) = b.session.cursors.get_mut(name) {
                (c.rows, c.query) = (rows, CursorQuery::Read);
            }
            return Ok(());
        }
        read @ (CursorQuery::Read | CursorQuery::Broken(_)) => {
            c.query = read;
            return Ok(());
        }
        CursorQuery::Failed => {
            return err!(OBJECT_NOT_IN_PREREQUISITE_STATE, "portal \"{name}\" cannot be run");
        }
    };
    let (rows, broken) = run_until_error(b, &planned, &[], Some(at))?;
    let query = broken.map_or(CursorQuery::Read, CursorQuery::Broken);
    if let Some(c) = b.session.cursors.get_mut(name) {
        c.rows = rows;
        c.query = query;
    }
    Ok(())
}

/// When a transaction commits, reads the rows of cursors WITH HOLD, and detoasts their values (`HoldPortal`).
pub(crate) fn hold_portals(b: &mut Backend<'_>) -> Result<()> {
    let failed = |c: &Cursor| matches!(c.query, CursorQuery::Failed);
    let held = b.session.cursors.iter().filter(|(_, c)| c.hold && !c.kept && !failed(c));
    let held: Vec<String> = held.map(|(name, _)| name.clone()).collect();
    for name in held {
        read_rows(b, &name)?;
        if let Some(c) = b.session.cursors.get_mut(&name) {
            c.fail_beyond(i64::MAX)?;
        }
    }
    let (process, store) = (&mut *b.process, &mut *b.store);
    for c in process.session.cursors.values_mut().filter(|c| c.hold && !c.kept && !failed(c)) {
        for row in &mut c.rows {
            for (d, (_, type_oid, _)) in row.iter_mut().zip(&c.columns) {
                let varlena = storage::types::info(*type_oid).is_none_or(|t| t.len == -1);
                if varlena && matches!(d, Datum::Ref(_)) {
                    *d = storage::toaster::detoast_external(store, d)?;
                }
            }
        }
        c.kept = true;
        c.level = 0;
    }
    Ok(())
}

impl Backend<'_> {
    /// The rows of `pg_cursors`.
    pub(crate) fn cursor_rows(&self) -> Result<Vec<Vec<Datum>>> {
        let row = |(name, c): (&String, &Cursor)| {
            let Some(d) = &c.declared else {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "pg_cursors: a cursor of PL/pgSQL is not modelled"
                );
            };
            Ok(vec![
                Datum::text(name),
                Datum::text(&d.text),
                Datum::bool(c.hold),
                Datum::bool(d.binary),
                Datum::bool(c.scroll),
                Datum::i64(d.at),
            ])
        };
        self.session.cursors.iter().map(row).collect()
    }
}

impl Cursor {
    /// Gives the error that the query ended in, if the row of this number comes after those that were read before it.
    fn fail_beyond(&mut self, row: i64) -> Result<()> {
        if row <= self.rows.len() as i64 || !matches!(self.query, CursorQuery::Broken(_)) {
            return Ok(());
        }
        match std::mem::replace(&mut self.query, CursorQuery::Failed) {
            CursorQuery::Broken(error) => Err(error),
            _ => Ok(()),
        }
    }

    /// Moves the cursor. Returns the rows that a FETCH passes, in its order; the cursor then stands
    /// on the last of them. After an error it cannot be run (`MarkPortalFailed`).
    fn move_by(
        &mut self,
        direction: FetchDirection,
        k: i64,
        fetches: bool,
    ) -> Result<Vec<Vec<Datum>>> {
        let rows = self.passed(direction, k, fetches);
        if rows.is_err() {
            self.query = CursorQuery::Failed;
        }
        rows
    }

    /// Moves the cursor (`DoPortalRunFetch`).
    fn passed(
        &mut self,
        direction: FetchDirection,
        k: i64,
        fetches: bool,
    ) -> Result<Vec<Vec<Datum>>> {
        let n = self.rows.len() as i64;
        let at = self.at as i64;
        if k == 0 && direction != FetchDirection::Absolute {
            // The row that it stands on is read again, from the one before it (`DoPortalRunFetch`).
            let row = self.rows.get(self.at.wrapping_sub(1)).cloned();
            let refused = row.is_some() && fetches && !self.scroll;
            return if refused { Err(backwards()) } else { Ok(row.into_iter().collect()) };
        }
        self.fail_beyond(match direction {
            FetchDirection::Forward | FetchDirection::Relative => at.saturating_add(k),
            FetchDirection::Backward => at.saturating_sub(k),
            FetchDirection::Absolute if k < 0 => i64::MAX,
            FetchDirection::Absolute => k,
        })?;
        let (from, count, relative) = match direction {
            FetchDirection::Forward => (at, k, true),
            FetchDirection::Backward => (at, k.saturating_neg(), true),
            FetchDirection::Absolute => {
                let to = if k >= 0 { k.min(n + 1) } else { (n + 1 + k).max(0) };
                (to, 0, false)
            }
            FetchDirection::Relative => ((at + k).clamp(0, n + 1), 0, false),
        };
        if !relative {
            let back = match direction {
                FetchDirection::Absolute => k < 0 || at > 0 && k <= at,
                _ => from < at,
            };
            if back && !self.scroll {
                return Err(backwards());
            }
            self.at = from as usize;
            return Ok(self.rows.get(self.at.wrapping_sub(1)).cloned().into_iter().collect());
        }
        if count > 0 {
            let end = from.saturating_add(count).min(n + 1);
            let rows = self.rows[(at.min(n)) as usize..end.min(n) as usize].to_vec();
            self.at = end as usize;
            return Ok(rows);
        }
        if !self.scroll {
            return Err(backwards());
        }
        let end = from.saturating_add(count).max(0);
        let first = end.max(1);
        let rows = (first..at).rev().map(|i| self.rows[i as usize - 1].clone()).collect();
        self.at = end as usize;
        Ok(rows)
    }
}

/// The error of a cursor that is moved back without SCROLL.
fn backwards() -> Box<PgError> {
    PgError::new(SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE, "cursor can only scan forward")
        .hint("Declare it with SCROLL option to enable backward scan.")
}

/// Runs `FETCH`, which returns rows and moves the cursor, or `MOVE`, which only counts them.
pub(super) fn fetch(b: &mut Backend<'_>, s: &FetchStmt) -> Result<StatementResult> {
    read_rows(b, &s.portal)?;
    let Some(c) = b.session.cursors.get_mut(&s.portal) else { return Err(missing(&s.portal)) };
    let rows = c.move_by(s.direction, s.how_many, !s.is_move)?;
    if s.is_move {
        return Ok(StatementResult::Tag(format!("MOVE {}", rows.len())));
    }
    let columns = c.columns.clone();
    let sent_as_text =
        |t| matches!(t, oid::TEXT | oid::VARCHAR | oid::BPCHAR | oid::NAME | oid::JSON);
    if c.declared.as_ref().is_some_and(|d| d.binary) && !columns.iter().all(|c| sent_as_text(c.1)) {
        return err!(FEATURE_NOT_SUPPORTED, "FETCH of values in binary format is not modelled");
    }
    let mut texts = Vec::new();
    for row in &rows {
        let mut line = Vec::new();
        for (d, c) in row.iter().zip(&columns) {
            line.push(if d.is_null() { None } else { Some(b.output(c.1, d)?) });
        }
        texts.push(line);
    }
    let tag = format!("FETCH {}", rows.len());
    let columns = columns
        .into_iter()
        .map(|(name, t, typmod)| Column { name, type_oid: b.base_type(t), typmod })
        .collect();
    Ok(StatementResult::Rows(ResultSet { columns, rows: texts, tag }))
}

/// FETCH with a direction in PL/pgSQL's words.
pub(crate) fn fetch_words(
    b: &mut Backend<'_>,
    name: &str,
    how: &str,
    fetches: bool,
) -> Result<(Vec<(String, Oid, i32)>, Vec<Vec<Datum>>)> {
    read_rows(b, name)?;
    let Some(c) = b.session.cursors.get_mut(name) else { return Err(missing(name)) };
    let number = how.rsplit(' ').next().and_then(|w| w.parse::<i64>().ok());
    let number = if how.contains('-') { number.map(|n| -n) } else { number };
    let (direction, k) = match how.split(' ').next().unwrap_or("") {
        "prior" => (FetchDirection::Backward, 1),
        "backward" => (FetchDirection::Backward, number.unwrap_or(1)),
        "first" => (FetchDirection::Absolute, 1),
        "last" => (FetchDirection::Absolute, -1),
        "absolute" => (FetchDirection::Absolute, number.unwrap_or(1)),
        "relative" => (FetchDirection::Relative, number.unwrap_or(1)),
        _ if how.ends_with("all") => (FetchDirection::Forward, i64::MAX),
        _ => (FetchDirection::Forward, number.unwrap_or(1)),
    };
    let rows = c.move_by(direction, k, fetches)?;
    Ok((c.columns.clone(), rows))
}

/// Closes one cursor, or without a name all (`CLOSE`). An unknown name is refused.
pub(crate) fn close(b: &mut Backend<'_>, name: Option<&str>) -> Result<()> {
    match name {
        None => b.session.cursors.clear(),
        Some(n) => {
            if b.session.cursors.remove(n).is_none() {
                return Err(missing(n));
            }
        }
    }
    Ok(())
}
