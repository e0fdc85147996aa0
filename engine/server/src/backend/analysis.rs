//! Analyzes what definitions contain (types, defaults, checks, index expressions by name), and
//! evaluates such expressions outside of queries.

use crate::backend::{Backend, Process};
use crate::catalog::stored::objects as stored;
use crate::catalog::{Class, Namespace};
use sql::analyze::{self, CatalogView, CreatedFunction, ExprPlace, Query, RelationInfo, RteKind};
use sql::ast;
use sql::expr::{self, Compiled, EvalEnv, Expr, Node, Rows};
use sql::host::Host;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::Env;
use storage::heap::Relation;
use storage::ids::{AttrNumber, Oid, RelFileNode};
use storage::map::SortedMap;
use storage::store::Store;
use storage::table::IndexExprs;
use storage::types::opclass_input;

impl Backend<'_> {
    /// The relation a statement names, or the server's error.
    pub(crate) fn find_relation(&self, r: &ast::RangeVar) -> Result<Rc<Class>> {
        self.relation_in(r.schema_in(&self.catalog.database)?, &r.name)
    }

    /// The relation that a dotted name means (`makeRangeVarFromNameList`).
    pub(crate) fn relation_named(&self, name: &ast::QualifiedName) -> Result<Rc<Class>> {
        self.relation_in(name.relation_schema_in(&self.catalog.database)?, &name.last)
    }

    /// The relation of this name, in a schema or along the search path (`RangeVarGetRelid`).
    ///
    /// # Errors
    /// 3F000 for a schema that does not exist, 42P01 for a relation that does not.
    pub(crate) fn relation_in(&self, schema: Option<&str>, name: &str) -> Result<Rc<Class>> {
        let view = self.view();
        if let Some(c) = view.class(schema, name) {
            return Ok(Rc::clone(c));
        }
        match schema {
            Some(s) if !view.schema_exists(s) => {
                err!(INVALID_SCHEMA_NAME, "schema \"{s}\" does not exist")
            }
            _ => Err(missing_relation(schema, name)),
        }
    }

    /// Creates a schema, which the next command finds (`NamespaceCreate`).
    #[inline(never)]
    pub(crate) fn new_schema(&mut self, name: &str) -> Oid {
        let oid = self.store.oids.next();
        self.store.put_next_oid();
        self.catalog.namespaces_mut().insert(oid, Namespace { oid, name: name.to_string() });
        stored::schema_changed(&mut self.catalog_store(), oid);
        self.store.xact.catalog_changes(1);
        oid
    }

    /// The session's temporary schema, created when it is first needed (`InitTempTableNamespace`).
    #[inline(never)]
    pub(crate) fn temp_namespace(&mut self) -> Oid {
        if let Some((temp, _)) = self.catalog.temp {
            return temp;
        }
        let schema = self.store.release.temporary_schema;
        let temp = self.new_schema(schema);
        let toast = self.new_schema(&schema.replacen("pg_temp", "pg_toast_temp", 1));
        self.catalog.temp = Some((temp, toast));
        temp
    }

    /// Creates the temporary schema if the search path begins with it (`AccessTempTableNamespace`).
    #[inline(never)]
    pub(crate) fn create_awaited_temp(&mut self) {
        if self.view().awaits_temp() {
            self.temp_namespace();
        }
    }

    /// The type and modifier that a type name means.
    pub(crate) fn bind_type(&mut self, t: &ast::TypeName) -> Result<(Oid, i32)> {
        let known = self.snapshot();
        analyze::resolve_type(&known.view(), &mut self.host(), t)
    }

    /// The name of a type with its modifier.
    pub(crate) fn type_text(&self, type_oid: Oid, typmod: i32) -> String {
        analyze::format_type(&self.view(), type_oid, typmod)
    }

    /// The name of a type without its modifier.
    pub(crate) fn type_name(&self, type_oid: Oid) -> String {
        analyze::type_name(&self.view(), type_oid)
    }

    /// A function's name, with its schema unless the name alone finds it.
    pub(super) fn function_name(&self, f: &CreatedFunction, found: bool) -> String {
        let name = sql::expr::quote_identifier(&f.name);
        if found { name } else { format!("{}.{name}", sql::expr::quote_identifier(&f.schema)) }
    }

    /// A function with the types of its arguments, and with its schema if the search path finds another function or
    /// none (`format_procedure`).
    pub(crate) fn function_signature(&self, f: &CreatedFunction) -> String {
        let types: Vec<String> = f.args.iter().map(|t| self.type_name(*t)).collect();
        format!("{}({})", analyze::function_name(&self.view(), f), types.join(","))
    }

    /// The relation with this OID as analysis reads it.
    fn info(&self, rel: Oid) -> Option<Rc<RelationInfo>> {
        self.view().relation_by_oid(rel)
    }

    /// Analyzes a DEFAULT or generation expression, coerced to its column. `None` for a plain NULL.
    pub(crate) fn default_expr(
        &mut self,
        rel: Oid,
        attno: AttrNumber,
        e: &ast::Expr,
    ) -> Result<Option<Expr>> {
        let (known, info) = (self.snapshot(), self.info(rel));
        let Some(class) = self.catalog.class(rel).cloned() else { return Ok(None) };
        let a = class.desc.attr(attno);
        let generated = a.generated.is_some();
        let x = analyze::analyze_default(
            &known.view(),
            &mut self.host(),
            e,
            info.as_ref(),
            &a.name,
            a.type_oid,
            a.typmod,
            generated,
        )?;
        if generated {
            refuse_generated(&class, &x)?;
            if self.is_mutable(&x, true)? {
                return err!(INVALID_OBJECT_DEFINITION, "generation expression is not immutable");
            }
        }
        let null = matches!(&x.node, Node::Const(d) if d.is_null());
        Ok(if null && !generated { None } else { Some(x) })
    }

    /// What rows get in a new column of a domain that has no default of its own.
    pub(crate) fn domain_default(&mut self, rel: Oid, attno: AttrNumber) -> Result<Option<Expr>> {
        let (known, info) = (self.snapshot(), self.info(rel));
        let Some(info) = info else { return Ok(None) };
        analyze::column_default(&known.view(), &mut self.host(), &info, attno).map(Some)
    }

    /// Analyzes a CHECK over a table's columns.
    pub(crate) fn check_expr(&mut self, rel: Oid, e: &ast::Expr) -> Result<Expr> {
        let (known, info) = (self.snapshot(), self.info(rel));
        analyze::analyze_expr(&known.view(), &mut self.host(), e, info.as_ref(), ExprPlace::Check)
    }

    /// Whether an expression still calls something that is not immutable when its constants are folded and
    /// its functions inlined (`CheckMutability`). `uncollated`: it has no collations yet (`cookDefault`).
    fn is_mutable(&mut self, x: &Expr, uncollated: bool) -> Result<bool> {
        let mut planned = x.clone();
        sql::plan::fold_constants(&mut Host { uncollated, ..self.host() }, &mut planned)?;
        Ok(analyze::contains_mutable(&planned))
    }

    /// Analyzes an index key over a table's columns.
    pub(crate) fn index_expr(&mut self, rel: Oid, e: &ast::Expr) -> Result<Expr> {
        let (known, info) = (self.snapshot(), self.info(rel));
        let x = analyze::analyze_expr(
            &known.view(),
            &mut self.host(),
            e,
            info.as_ref(),
            ExprPlace::IndexExpression,
        )?;
        if self.is_mutable(&x, false)? {
            return err!(
                INVALID_OBJECT_DEFINITION,
                "functions in index expression must be marked IMMUTABLE"
            );
        }
        Ok(x)
    }

    /// Analyzes the WHERE of an index.
    pub(crate) fn index_predicate(&mut self, rel: Oid, e: &ast::Expr) -> Result<Expr> {
        let (known, info) = (self.snapshot(), self.info(rel));
        let x = analyze::analyze_expr(
            &known.view(),
            &mut self.host(),
            e,
            info.as_ref(),
            ExprPlace::IndexPredicate,
        )?;
        if self.is_mutable(&x, false)? {
            return err!(
                INVALID_OBJECT_DEFINITION,
                "functions in index predicate must be marked IMMUTABLE"
            );
        }
        Ok(x)
    }

    /// Analyzes the USING of ALTER TYPE over the columns of the table.
    pub(crate) fn using_expr(&mut self, rel: Oid, e: &ast::Expr) -> Result<Expr> {
        let (known, info) = (self.snapshot(), self.info(rel));
        let place = ExprPlace::AlterTransform;
        analyze::analyze_expr(&known.view(), &mut self.host(), e, info.as_ref(), place)
    }

    /// Analyzes the expression of ALTER TYPE: USING, or the column itself, coerced to the new type.
    pub(crate) fn transform_expr(
        &mut self,
        rel: Oid,
        attno: AttrNumber,
        using: Option<&ast::Expr>,
        (type_oid, typmod): (Oid, i32),
    ) -> Result<Expr> {
        let known = self.snapshot();
        let Some(class) = self.catalog.class(rel).cloned() else {
            return err!(INTERNAL_ERROR, "cache lookup failed for relation {rel}");
        };
        let a = class.desc.attr(attno);
        let x = match using {
            Some(e) => self.using_expr(rel, e)?,
            None => column_var(&class, attno),
        };
        let written = using.is_some();
        let coerced =
            analyze::coerce_for_assignment(&known.view(), &mut self.host(), x, type_oid, typmod);
        // What is coerced has no place any more (`ATPrepAlterColumnType`).
        match coerced.map_err(PgError::without_location)? {
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

    /// Analyzes a query.
    pub(crate) fn analyze(&mut self, stmt: &ast::Statement) -> Result<Query> {
        let known = self.snapshot();
        let query = analyze::analyze(&known.view(), &mut self.host(), stmt)?;
        for entry in &query.rtable {
            if let RteKind::Relation { oid, .. } = &entry.kind {
                stored::opened(&mut self.catalog_store(), *oid);
            }
        }
        Ok(query)
    }

    /// The value of an expression over a row, whose columns are range table entry 1.
    pub(crate) fn evaluate(&mut self, e: &Expr, row: &[Datum]) -> Result<Datum> {
        let compiled = compile_over_row(e)?;
        compiled.eval(&mut RowEval { host: self.host() }, Rows::scan(row))
    }

    /// The store and the evaluator of index expressions, borrowed at the same time.
    pub(crate) fn index_exprs(&mut self) -> (&mut Store, IndexEval<'_>) {
        (self.store, IndexEval { process: self.process, compiled: SortedMap::new() })
    }
}

/// The error "relation does not exist" without a position, for utility statements.
pub(crate) fn missing_relation(schema: Option<&str>, name: &str) -> Box<PgError> {
    let full = match schema {
        Some(s) => format!("{s}.{name}"),
        None => name.to_string(),
    };
    PgError::new(SqlState::UNDEFINED_TABLE, format!("relation \"{full}\" does not exist"))
}

/// The error for an index, a constraint or a trigger that a table does not have; `kind` says which it is.
pub(crate) fn missing_on_table(kind: &str, name: &str, table: &str) -> Box<PgError> {
    let text = format!("{kind} \"{name}\" for table \"{table}\" does not exist");
    PgError::new(SqlState::UNDEFINED_OBJECT, text)
}

/// A variable for a column of range table entry 1.
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

/// Compiles an expression whose columns of range table entry 1 are those of the present row.
pub(crate) fn compile_over_row(e: &Expr) -> Result<Compiled> {
    expr::compile(e, &mut |x| match &x.node {
        Node::Var(v) if v.attno >= 0 => expr::scan_slot(x, 0),
        _ => None,
    })
}

/// Evaluates expressions outside of queries.
pub(crate) struct RowEval<'a> {
    pub host: Host<'a>,
}

impl EvalEnv for RowEval<'_> {
    fn env(&mut self) -> &mut dyn Env {
        &mut self.host
    }
    fn extern_param(&mut self, n: usize) -> Result<Datum> {
        err!(UNDEFINED_PARAMETER, "there is no parameter ${n}")
    }
    fn check_domain(&mut self, domain: Oid, named: Oid, value: &Datum) -> Result<()> {
        match self.host.user_type(domain) {
            Some(t) => expr::keep_domain(self, &t, named, value),
            None => Ok(()),
        }
    }
    fn next_value(&mut self, sequence: Oid) -> Result<i64> {
        self.host.next_value(sequence)
    }
    fn call_created_function(
        &mut self,
        function: &analyze::CreatedFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Datum> {
        self.host.call_created_function(function, args, arg_types)
    }
}

/// Evaluates the expressions of indexes for storage code, which has the store.
pub(crate) struct IndexEval<'a> {
    process: &'a mut Process,
    compiled: SortedMap<Oid, (Rc<Vec<Compiled>>, Option<Rc<Compiled>>)>,
}

impl IndexEval<'_> {
    /// An index's expressions and its predicate, compiled when they are first asked for.
    fn compiled(&mut self, index: Oid) -> Result<(Rc<Vec<Compiled>>, Option<Rc<Compiled>>)> {
        if let Some(c) = self.compiled.get(&index) {
            return Ok(c.clone());
        }
        let entry = self.process.catalog.class(index).and_then(|c| c.index.as_ref());
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
}

impl IndexExprs for IndexEval<'_> {
    fn evaluate(&mut self, st: &mut Store, index: &Relation, row: &[Datum]) -> Result<Vec<Datum>> {
        let (exprs, _) = self.compiled(index.oid)?;
        let mut env = RowEval {
            host: Host { store: st, session: self.process, snapshot: None, uncollated: false },
        };
        exprs.iter().map(|e| e.eval(&mut env, Rows::scan(row))).collect()
    }
    fn satisfies_predicate(
        &mut self,
        st: &mut Store,
        index: &Relation,
        row: &[Datum],
    ) -> Result<bool> {
        let (_, predicate) = self.compiled(index.oid)?;
        let Some(p) = predicate else { return Ok(true) };
        let mut env = RowEval {
            host: Host { store: st, session: self.process, snapshot: None, uncollated: false },
        };
        p.is_true(&mut env, Rows::scan(row))
    }
    fn new_file(&mut self, st: &mut Store, rel: &Relation, file: RelFileNode) {
        crate::catalog::stored::objects::new_file(
            &mut self.process.with(st).catalog_store(),
            rel.oid,
            file,
        );
    }
    fn describe(&mut self, st: &mut Store, index: &Relation, keys: &[Datum]) -> Result<String> {
        let mut b = self.process.with(st);
        let columns = b.index_columns(index.oid);
        let mut values = Vec::new();
        for (i, k) in keys.iter().enumerate().take(columns.len()) {
            values.push(match (k.is_null(), index.desc.attrs.get(i)) {
                (true, _) | (_, None) => "null".to_string(),
                (false, Some(a)) => b.output(opclass_input(a.type_oid), k)?,
            });
        }
        Ok(format!("({})=({})", columns.join(", "), values.join(", ")))
    }
}

/// Refuses an expression of a generated column that uses another generated column
/// (`check_nested_generated`).
fn refuse_generated(class: &Class, e: &Expr) -> Result<()> {
    let mut found = None;
    analyze::visit(e, &mut |x| {
        let Node::Var(v) = &x.node else { return };
        if found.is_none() && v.attno == 0 {
            let text = "cannot use whole-row variable in column generation expression".into();
            let why = "This would cause the generated column to depend on its own value.";
            found = Some((text, why, x.location));
        } else if found.is_none() && v.attno > 0 {
            let a = class.desc.attr(AttrNumber(v.attno));
            if a.generated.is_some() {
                let name = &a.name;
                let text = format!(
                    "cannot use generated column \"{name}\" in column generation expression"
                );
                let why = "A generated column cannot reference another generated column.";
                found = Some((text, why, x.location));
            }
        }
    });
    let Some((text, why, location)) = found else { return Ok(()) };
    let mut e = PgError::new(SqlState::INVALID_OBJECT_DEFINITION, text).detail(why);
    e.location = usize::try_from(location).ok();
    Err(e)
}
