//! Analysis on behalf of definitions: types, defaults, checks, index expressions by name; and
//! evaluating such expressions outside of queries.

use super::Backend;
use crate::catalog::Class;
use sql::analyze::{self, CatalogView, ExprPlace, Query, RelationInfo, RteKind};
use sql::ast;
use sql::expr::{self, Compiled, EvalEnv, Expr, Node, Rows, Side, Slot};
use std::collections::BTreeMap;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::Env;
use storage::heap::Relation;
use storage::ids::{AttrNumber, Oid, RelFileNode};
use storage::store::{Store, StoreConfig};
use storage::table::IndexExprs;

impl Backend {
    /// The relation a statement names, or the server's error.
    pub(crate) fn find_relation(&self, r: &ast::RangeVar) -> Result<Rc<Class>> {
        let view = self.view();
        if let Some(c) = view.class(r.schema.as_deref(), &r.name) {
            return Ok(Rc::clone(c));
        }
        Err(missing_relation(r.schema.as_deref(), &r.name))
    }

    /// The type written, with its modifier.
    pub(crate) fn bind_type(&mut self, t: &ast::TypeName) -> Result<(Oid, i32)> {
        let view = self.view();
        analyze::resolve_type(&view, self, t)
    }

    /// A type in words.
    pub(crate) fn type_text(&self, type_oid: Oid, typmod: i32) -> String {
        analyze::format_type(&self.view(), type_oid, typmod)
    }

    fn info(&self, rel: Oid) -> Option<Rc<RelationInfo>> {
        self.view().relation_by_oid(rel)
    }

    /// A DEFAULT or generation expression, coerced to its column. `None` for a plain NULL.
    pub(crate) fn default_expr(
        &mut self,
        rel: Oid,
        attno: AttrNumber,
        e: &ast::Expr,
    ) -> Result<Option<Expr>> {
        let view = self.view();
        let info = self.info(rel);
        let Some(class) = self.catalog.class(rel).cloned() else { return Ok(None) };
        let a = class.desc.attr(attno);
        let generated = a.generated.is_some();
        let x = analyze::analyze_default(
            &view,
            self,
            e,
            info.as_ref(),
            &a.name,
            a.type_oid,
            a.typmod,
            generated,
        )?;
        let null = matches!(&x.node, Node::Const(d) if d.is_null());
        Ok(if null && !generated { None } else { Some(x) })
    }

    /// A CHECK over a table's columns.
    pub(crate) fn check_expr(&mut self, rel: Oid, e: &ast::Expr) -> Result<Expr> {
        let (view, info) = (self.view(), self.info(rel));
        analyze::analyze_expr(&view, self, e, info.as_ref(), ExprPlace::Check)
    }

    /// An index key over a table's columns.
    pub(crate) fn index_expr(&mut self, rel: Oid, e: &ast::Expr) -> Result<Expr> {
        let (view, info) = (self.view(), self.info(rel));
        let x = analyze::analyze_expr(&view, self, e, info.as_ref(), ExprPlace::IndexExpression)?;
        if analyze::contains_mutable(&x) {
            return err!(
                INVALID_OBJECT_DEFINITION,
                "functions in index expression must be marked IMMUTABLE"
            );
        }
        Ok(x)
    }

    /// The WHERE of an index.
    pub(crate) fn index_predicate(&mut self, rel: Oid, e: &ast::Expr) -> Result<Expr> {
        let (view, info) = (self.view(), self.info(rel));
        let x = analyze::analyze_expr(&view, self, e, info.as_ref(), ExprPlace::IndexPredicate)?;
        if analyze::contains_mutable(&x) {
            return err!(
                INVALID_OBJECT_DEFINITION,
                "functions in index predicate must be marked IMMUTABLE"
            );
        }
        Ok(x)
    }

    /// The expression of ALTER TYPE: USING, or the column itself, as the new type.
    pub(crate) fn transform_expr(
        &mut self,
        rel: Oid,
        attno: AttrNumber,
        using: Option<&ast::Expr>,
        (type_oid, typmod): (Oid, i32),
    ) -> Result<Expr> {
        let (view, info) = (self.view(), self.info(rel));
        let Some(class) = self.catalog.class(rel).cloned() else {
            return err!(INTERNAL_ERROR, "cache lookup failed for relation {rel}");
        };
        let a = class.desc.attr(attno);
        let x = match using {
            Some(e) => {
                analyze::analyze_expr(&view, self, e, info.as_ref(), ExprPlace::AlterTransform)?
            }
            None => column_var(&class, attno),
        };
        let written = using.is_some();
        match analyze::coerce_for_assignment(&view, self, x, type_oid, typmod)? {
            Some(x) => Ok(x),
            None => {
                let to = self.type_text(type_oid, typmod);
                let text = if written {
                    format!(
                        "result of USING clause for column \"{}\" cannot be cast automatically to type {to}",
                        a.name
                    )
                } else {
                    format!("column \"{}\" cannot be cast automatically to type {to}", a.name)
                };
                let e = PgError::new(SqlState::DATATYPE_MISMATCH, text);
                Err(if written {
                    e.hint("You might need to add an explicit cast.")
                } else {
                    e.hint(format!("You might need to specify \"USING {}::{to}\".", a.name))
                })
            }
        }
    }

    /// A query, analysed.
    pub(crate) fn analyze(&mut self, stmt: &ast::Statement) -> Result<Query> {
        let view = self.view();
        let query = analyze::analyze(&view, self, stmt)?;
        for entry in &query.rtable {
            if let RteKind::Relation { oid, .. } = &entry.kind {
                crate::catalog::stored::objects::opened(self, *oid);
            }
        }
        Ok(query)
    }

    /// An expression's value over a row (Vars of RTE 1).
    pub(crate) fn evaluate(&mut self, e: &Expr, row: &[Datum]) -> Result<Datum> {
        let compiled = compile_over_row(e)?;
        compiled.eval(&mut RowEval { backend: self }, Rows::scan(row))
    }

    /// Lends the store, and itself for the expressions of indexes, at the same time: the two are
    /// put together again whenever an expression is evaluated.
    pub(crate) fn with_store<T>(
        &mut self,
        run: impl FnOnce(&mut Store, &mut IndexEval<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut store = std::mem::replace(&mut self.store, placeholder());
        let mut exprs = IndexEval { backend: self, compiled: BTreeMap::new() };
        let result = run(&mut store, &mut exprs);
        self.store = store;
        result
    }
}

/// "relation does not exist", for utility statements (no place in the text).
pub(crate) fn missing_relation(schema: Option<&str>, name: &str) -> Box<PgError> {
    let full = match schema {
        Some(s) => format!("{s}.{name}"),
        None => name.to_string(),
    };
    PgError::new(SqlState::UNDEFINED_TABLE, format!("relation \"{full}\" does not exist"))
}

/// A column of RTE 1.
pub(crate) fn column_var(class: &Class, attno: AttrNumber) -> Expr {
    let a = class.desc.attr(attno);
    Expr {
        node: Node::Var(expr::Var { rte: 1, attno: attno.0, levels_up: 0 }),
        type_oid: a.type_oid,
        typmod: a.typmod,
        collation: a.collation,
        location: -1,
    }
}

fn placeholder() -> Store {
    Store::new(StoreConfig { shared_buffers: 16, ..StoreConfig::default() })
}

/// Compiles an expression whose Vars of RTE 1 are columns of the row at hand.
pub(crate) fn compile_over_row(e: &Expr) -> Result<Compiled> {
    expr::compile(e, &mut |x| match &x.node {
        Node::Var(v) if v.attno > 0 => Some(Slot { side: Side::Scan, index: v.attno as usize - 1 }),
        _ => None,
    })
}

/// Evaluates expressions outside of queries.
pub(crate) struct RowEval<'a> {
    pub backend: &'a mut Backend,
}

impl EvalEnv for RowEval<'_> {
    fn env(&mut self) -> &mut dyn Env {
        self.backend
    }
    fn extern_param(&mut self, n: usize) -> Result<Datum> {
        err!(UNDEFINED_PARAMETER, "there is no parameter ${n}")
    }
    fn check_domain(&mut self, domain: Oid, value: &Datum) -> Result<()> {
        match self.backend.view().user_type(domain) {
            Some(t) => expr::keep_domain(self, &t, value),
            None => Ok(()),
        }
    }
    fn next_value(&mut self, sequence: Oid) -> Result<i64> {
        crate::command::sequence::next_value(self.backend, sequence)
    }
    fn call_sql_function(
        &mut self,
        function: &analyze::SqlFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Datum> {
        let rows = super::query::run_sql_function(self.backend, function, args, arg_types)?;
        Ok(rows.into_iter().next().and_then(|r| r.into_iter().next()).unwrap_or(Datum::Null))
    }
}

/// The expressions of indexes, for whoever has the store.
pub(crate) struct IndexEval<'a> {
    backend: &'a mut Backend,
    compiled: BTreeMap<Oid, (Rc<Vec<Compiled>>, Option<Rc<Compiled>>)>,
}

impl IndexEval<'_> {
    fn compiled(&mut self, index: Oid) -> Result<(Rc<Vec<Compiled>>, Option<Rc<Compiled>>)> {
        if let Some(c) = self.compiled.get(&index) {
            return Ok(c.clone());
        }
        let entry = self.backend.catalog.class(index).and_then(|c| c.index.clone());
        let mut exprs = Vec::new();
        let mut predicate = None;
        if let Some(e) = entry {
            for x in &e.exprs {
                exprs.push(compile_over_row(x)?);
            }
            if let Some(p) = &e.predicate {
                predicate = Some(Rc::new(compile_over_row(p)?));
            }
        }
        let made = (Rc::new(exprs), predicate);
        self.compiled.insert(index, made.clone());
        Ok(made)
    }

    fn with<T>(&mut self, st: &mut Store, run: impl FnOnce(&mut Backend) -> T) -> T {
        std::mem::swap(st, &mut self.backend.store);
        let result = run(self.backend);
        std::mem::swap(st, &mut self.backend.store);
        result
    }
}

impl IndexExprs for IndexEval<'_> {
    fn evaluate(&mut self, st: &mut Store, index: &Relation, row: &[Datum]) -> Result<Vec<Datum>> {
        let (exprs, _) = self.compiled(index.oid)?;
        self.with(st, |b| {
            exprs
                .iter()
                .map(|e| e.eval(&mut RowEval { backend: b }, Rows::scan(row)))
                .collect::<Result<Vec<Datum>>>()
        })
    }
    fn satisfies_predicate(
        &mut self,
        st: &mut Store,
        index: &Relation,
        row: &[Datum],
    ) -> Result<bool> {
        let (_, predicate) = self.compiled(index.oid)?;
        let Some(p) = predicate else { return Ok(true) };
        self.with(st, |b| p.holds(&mut RowEval { backend: b }, Rows::scan(row)))
    }
    fn new_file(&mut self, st: &mut Store, rel: &Relation, file: RelFileNode) {
        let told: Result<()> = self.with(st, |b| {
            crate::catalog::stored::objects::new_file(b, rel.oid, file);
            Ok(())
        });
        debug_assert!(told.is_ok());
    }
    fn describe(&mut self, st: &mut Store, index: &Relation, keys: &[Datum]) -> Result<String> {
        let oid = index.oid;
        self.with(st, |b| {
            let columns = b.index_columns(oid);
            let mut values = Vec::new();
            for (i, k) in keys.iter().enumerate().take(columns.len()) {
                values.push(match (k.is_null(), index.desc.attrs.get(i)) {
                    (true, _) | (_, None) => "null".to_string(),
                    (false, Some(a)) => b.output(a.type_oid, k)?,
                });
            }
            Ok(format!("({})=({})", columns.join(", "), values.join(", ")))
        })
    }
}
