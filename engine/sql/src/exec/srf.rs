//! ProjectSet: set-returning functions in a target list (`nodeProjectSet.c`).

use super::node::{NodeRun, NodeState, compile_all, upper_slot};
use super::scan::{SetSource, open_set};
use super::state::Exec;
use crate::expr::{self, Compiled, Expr, Node, Rows};
use crate::functions::json::record::gives_objects;
use crate::plan::Plan;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::types::record;

enum Column {
    Value(Compiled),
    Set(Box<Expr>, Vec<Compiled>),
}

/// Running set-returning functions.
pub struct ProjectSetRun {
    columns: Vec<Column>,
    sources: Vec<Option<(SetSource, usize)>>,
    active: bool,
}

impl ProjectSetRun {
    /// Prepares a ProjectSet node to run.
    pub fn new(plan: &Plan) -> Result<ProjectSetRun> {
        let mut columns = Vec::new();
        for t in &plan.target {
            let mut slots = |e: &Expr| upper_slot(e);
            columns.push(match &t.expr.node {
                Node::Func(f) if f.returns_set && gives_objects(&f.func.name()) => {
                    let name = f.func.name();
                    if f.args.iter().any(|a| matches!(&a.node, Node::Const(Datum::Null))) {
                        return err!(FEATURE_NOT_SUPPORTED, "{name} of NULL is not modelled");
                    }
                    return Err(PgError::new(
                        SqlState::FEATURE_NOT_SUPPORTED,
                        format!("could not determine row type for result of {name}"),
                    )
                    .hint(
                        "Provide a non-null record argument, or call the function in the FROM clause \
                         using a column definition list.",
                    ));
                }
                Node::Func(f) if f.returns_set => {
                    Column::Set(Box::new(t.expr.clone()), compile_all(&f.args, &mut slots)?)
                }
                _ => Column::Value(expr::compile(&t.expr, &mut slots)?),
            });
        }
        Ok(ProjectSetRun { columns, sources: Vec::new(), active: false })
    }
    /// Makes the next call start from the first input row again.
    pub fn reset(&mut self) {
        self.active = false;
        self.sources.clear();
    }
}

/// Puts the next row of a ProjectSet node into `node.row`; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let Some(child) = &mut node.outer else { return Ok(false) };
    let NodeRun::ProjectSet(run) = &mut node.kind else { return Ok(false) };
    loop {
        if !run.active {
            if !child.next(ex)? {
                return Ok(false);
            }
            run.sources.clear();
            let rows = Rows { outer: &child.row, ..Rows::default() };
            for c in &run.columns {
                run.sources.push(match c {
                    Column::Set(e, args) => open_set(ex, e, args, rows)?,
                    Column::Value(_) => None,
                });
            }
            run.active = true;
        }
        let mut any = false;
        node.row.clear();
        for (i, (c, s)) in run.columns.iter().zip(&mut run.sources).enumerate() {
            match c {
                Column::Value(v) => {
                    let rows = Rows { outer: &child.row, ..Rows::default() };
                    node.row.push(v.eval(ex, rows)?);
                }
                Column::Set(e, _) => {
                    let value = match s {
                        Some((source, out)) => match source.next(ex)? {
                            Some(mut r) => {
                                any = true;
                                if *out > 1 && matches!(r[..], [Datum::Null]) {
                                    Datum::Null
                                } else if *out > 1 || r.len() > 1 {
                                    record(ex, e, &r)?
                                } else {
                                    let mut value = r.pop().unwrap_or(Datum::Null);
                                    if gives_tuples(e) {
                                        node.former.form_column(i, &mut value);
                                    }
                                    value
                                }
                            }
                            None => {
                                *s = None;
                                Datum::Null
                            }
                        },
                        None => Datum::Null,
                    };
                    node.row.push(value);
                }
            }
        }
        if any {
            return Ok(true);
        }
        run.active = false;
    }
}

/// Whether a set-returning function returns all rows at once, in a tuplestore (`SFRM_Materialize`).
fn gives_tuples(e: &Expr) -> bool {
    let Node::Func(f) = &e.node else { return false };
    let name = f.func.name();
    name == "string_to_table" || name.contains("_array_elements")
}

/// A row of several OUT columns as a composite value.
fn record(ex: &mut Exec<'_, '_>, e: &Expr, row: &[Datum]) -> Result<Datum> {
    use crate::expr::FuncRef;
    let Node::Func(f) = &e.node else { return Ok(Datum::Null) };
    let out: Vec<(String, Oid)> = match &f.func {
        FuncRef::Builtin(b) => b.out.iter().map(|(n, t)| (n.to_string(), *t)).collect(),
        FuncRef::Sql(s) => s.out.clone(),
        FuncRef::Cast(..) => Vec::new(),
    };
    record::of_function(ex.host.as_env(), e.type_oid, &out, row)
}
