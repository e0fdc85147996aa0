//! What a portal of PL/pgSQL runs: the queries of OPEN and of loops over rows (`SPI_cursor_open`).

use super::expr::{CommandResult, QueryRows};
use crate::backend::Backend;
use crate::command::cursor;
use crate::pl_gram::tree::PreparedStep;
use sql::analyze::CommandType;
use sql::ast::Statement;
use sql::exec::tuple_shortener::TupleShortener;
use sql::plan;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::EnvSession;

/// Refuses a COPY from or to the client (`SPI_ERROR_COPY`).
pub(super) fn refuse_client(step: &PreparedStep) -> Result<()> {
    if let PreparedStep::Utility(raw) = step
        && matches!(&*raw.stmt, Statement::Copy(c) if c.filename.is_none())
    {
        return err!(FEATURE_NOT_SUPPORTED, "cannot COPY to/from client in PL/pgSQL");
    }
    Ok(())
}

/// Opens a portal over a query. A statement that changes rows runs when they are fetched (`PORTAL_ONE_RETURNING`); the
/// rows that a SELECT gives before an error are there to be fetched. `None`: no portal runs the statement.
pub(super) fn run_portal(
    b: &mut Backend<'_>,
    step: &PreparedStep,
    values: &[Datum],
) -> Option<Result<CommandResult>> {
    let PreparedStep::Query(stmt, columns) = step else { return None };
    let mut found = QueryRows { columns: columns.clone(), ..QueryRows::default() };
    if stmt.command == CommandType::Select && stmt.modifying_ctes.is_empty() {
        let ran = b.check_cancel().and_then(|()| b.store.xact.begin_inner_query());
        let ran = ran.and_then(|()| cursor::run_until_error(b, stmt, values, None));
        let (mut rows, broken) = match ran {
            Ok(ran) => ran,
            Err(e) => return Some(Err(e)),
        };
        let former = TupleShortener::new(&b.host(), columns.iter().map(|c| c.1));
        rows.iter_mut().for_each(|row| former.form(row));
        (found.plain, found.backward) = (true, plan::reads_backward(&stmt.plan));
        (found.rows, found.broken) = (rows, broken);
    } else if stmt.command != CommandType::Select && stmt.returns_rows {
        found.waiting = Some((stmt.clone(), values.to_vec()));
    } else {
        return None;
    }
    let select = found.plain;
    Some(Ok(CommandResult { found: Some(found), select, ..CommandResult::default() }))
}
