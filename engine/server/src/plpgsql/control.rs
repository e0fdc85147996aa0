//! Control flow: IF, CASE and the loops (`exec_stmt_if` and its like in `pl_exec.c`).

use super::exec::Flow;
use super::exec_state::{ExecState, VariableValue};
use super::expr::QueryRows;
use super::foreach::slices;
use crate::pl_gram::tree::{Sql, Stmt, StmtKind, Target};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::oid;

/// What a loop makes of how its body ended.
enum LoopAction {
    Again,
    Done,
    Leave(Flow),
}

/// Whether the loop with the label `own` goes on, ends, or hands the flow on to the block around it
/// (`LOOP_RC_PROCESSING`).
fn loop_action(flow: Flow, own: &Option<String>) -> LoopAction {
    let mine = |l: &Option<String>| l.is_none() || l == own;
    match flow {
        Flow::On => LoopAction::Again,
        Flow::Next(l) if mine(&l) => LoopAction::Again,
        Flow::Exit(l) if mine(&l) => LoopAction::Done,
        other => LoopAction::Leave(other),
    }
}

impl ExecState<'_> {
    /// Runs an IF: the statements of the first branch whose condition holds, or else those of ELSE
    /// (`exec_stmt_if`).
    pub(super) fn exec_if(
        &mut self,
        branches: &[(Sql, Vec<Stmt>)],
        otherwise: &[Stmt],
    ) -> Result<Flow> {
        for (condition, body) in branches {
            if self.holds(condition)? {
                return self.all(body);
            }
        }
        self.all(otherwise)
    }

    /// LOOP and WHILE (`exec_stmt_loop`, `exec_stmt_while`).
    pub(super) fn exec_loop(
        &mut self,
        label: &Option<String>,
        condition: Option<&Sql>,
        body: &[Stmt],
    ) -> Result<Flow> {
        loop {
            self.b.check_cancel()?;
            if let Some(c) = condition
                && !self.holds(c)?
            {
                break;
            }
            match loop_action(self.all(body)?, label) {
                LoopAction::Again => {}
                LoopAction::Done => break,
                LoopAction::Leave(f) => return Ok(f),
            }
        }
        Ok(Flow::On)
    }

    /// FOR over integers (`exec_stmt_fori`).
    pub(super) fn exec_for_integer(&mut self, kind: &StmtKind) -> Result<Flow> {
        let StmtKind::ForInteger { label, variable, reverse, from, to, by, body } = kind else {
            return Ok(Flow::On);
        };
        let mut i = self.integer(from, "lower bound")?;
        let end = self.integer(to, "upper bound")?;
        let by = match by {
            Some(b) => self.integer(b, "BY value")?,
            None => 1,
        };
        if by <= 0 {
            return err!(INVALID_PARAMETER_VALUE, "BY value of FOR loop must be greater than zero");
        }
        let mut found = false;
        let outside = self.vars.len();
        let mut left = None;
        self.labels.push((label.as_deref().unwrap_or("").into(), outside));
        while if *reverse { i >= end } else { i <= end } {
            found = true;
            let n = self.declare(variable, oid::INT4, -1);
            self.vars[n].held = VariableValue::Value(Datum::i32(i as i32));
            let flow = self.all(body);
            self.vars.truncate(outside);
            match loop_action(flow?, label) {
                LoopAction::Again => {}
                LoopAction::Done => break,
                LoopAction::Leave(f) => {
                    left = Some(f);
                    break;
                }
            }
            i += if *reverse { -by } else { by };
        }
        self.labels.pop();
        self.set_found(found);
        Ok(left.unwrap_or(Flow::On))
    }

    /// FOREACH over an array (`exec_stmt_foreach_a`).
    pub(super) fn exec_foreach(&mut self, kind: &StmtKind) -> Result<Flow> {
        let StmtKind::ForEach { label, targets, slice, array, body } = kind else {
            return Ok(Flow::On);
        };
        let (d, t, _) = self.value(array, None)?;
        if d.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "FOREACH expression must not be null");
        }
        let element = self.b.element_type(t);
        if !element.is_valid() {
            return err!(
                DATATYPE_MISMATCH,
                "FOREACH expression must yield an array, not type {}",
                self.b.type_name(t)
            );
        }
        let a = Array::from_datum(&mut self.b.host(), &d)?;
        let (variable, dimensions) = (self.loop_variable(targets)?, a.dims.len());
        let array = self.b.element_type(variable).is_valid();
        if *slice > 0 && !array && *slice <= dimensions {
            let text = "FOREACH ... SLICE loop variable must be of an array type";
            return err!(DATATYPE_MISMATCH, "{text}");
        }
        if *slice == 0 && array {
            let text = "FOREACH loop variable must not be of an array type";
            return err!(DATATYPE_MISMATCH, "{text}");
        }
        let part = if *slice == 0 { element } else { t };
        let columns = vec![(String::new(), part, -1)];
        let f = QueryRows { columns, plain: true, ..QueryRows::default() };
        let rows = slices(a, *slice)?.into_iter().map(|part| vec![part]).collect();
        self.for_rows(label, targets, &f, rows, body)
    }

    /// The type of a loop's only variable; none if there are several.
    fn loop_variable(&self, targets: &[Target]) -> Result<Oid> {
        let [target] = targets else { return Ok(Oid::INVALID) };
        let found = self.find(target)?;
        Ok(self.type_of(found).map_or(Oid::INVALID, |t| t.0))
    }

    /// CASE (`exec_stmt_case`).
    pub(super) fn case(
        &mut self,
        test: &Option<Sql>,
        whens: &[(Vec<Sql>, Vec<Stmt>)],
        otherwise: &Option<Vec<Stmt>>,
    ) -> Result<Flow> {
        let tested = match test {
            Some(t) => Some(self.value(t, None)?),
            None => None,
        };
        for (list, body) in whens {
            for s in list {
                let yes = match &tested {
                    None => self.holds(s)?,
                    Some((d, t, _)) => {
                        let name = format!("__Case__Variable_{}__", self.vars.len());
                        let n = self.declare(&name, *t, -1);
                        self.vars[n].held = VariableValue::Value(d.clone());
                        let question = Sql {
                            text: format!("\"{name}\" IN ({})", s.text),
                            expression: true,
                            ..Sql::default()
                        };
                        let yes = self.holds(&question);
                        self.vars.truncate(n);
                        yes?
                    }
                };
                if yes {
                    return self.all(body);
                }
            }
        }
        match otherwise {
            Some(body) => self.all(body),
            None => Err(PgError::new(SqlState("20000"), "case not found")
                .hint("CASE statement is missing ELSE part.")),
        }
    }

    /// Runs the loop's body for each row (`exec_for_query`).
    pub(super) fn for_rows(
        &mut self,
        label: &Option<String>,
        targets: &[Target],
        f: &QueryRows,
        rows: Vec<Vec<Datum>>,
        body: &[Stmt],
    ) -> Result<Flow> {
        let found = !rows.is_empty();
        let outside = self.b.session.writing_loops;
        self.b.session.writing_loops += usize::from(!f.plain);
        let left = self.turns(label, targets, f, rows, body);
        self.b.session.writing_loops = outside;
        let left = left?;
        self.set_found(found || left.is_some());
        Ok(left.unwrap_or(Flow::On))
    }

    /// Runs the body for each row; returns how it was left, if by a statement.
    fn turns(
        &mut self,
        label: &Option<String>,
        targets: &[Target],
        f: &QueryRows,
        rows: Vec<Vec<Datum>>,
        body: &[Stmt],
    ) -> Result<Option<Flow>> {
        let mut left = false;
        for row in rows {
            self.b.check_cancel()?;
            self.store(targets, f, Some(&row))?;
            match loop_action(self.all(body)?, label) {
                LoopAction::Again => {}
                LoopAction::Done => {
                    left = true;
                    break;
                }
                LoopAction::Leave(flow) => return Ok(Some(flow)),
            }
        }
        if let Some(e) = f.broken.as_ref().filter(|_| !left) {
            return Err(e.clone());
        }
        Ok(None)
    }
}
