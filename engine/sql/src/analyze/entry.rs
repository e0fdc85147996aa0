//! What others ask of analysis: whole statements, and the expressions of DDL.

use super::func::CallInfo;
use super::state::{Analyzer, ExprKind, Level};
use super::types::TypeFacts;
use super::{CatalogView, CreatedFunction, Query, RelationInfo, UserTypeKind};
use crate::ast;
use crate::expr::{CoercionForm, Expr, FuncRef, Node, quote_identifier};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{CastContext, Env};
use storage::ids::{AttrNumber, Oid};
use storage::types::oid;

/// Analyses a SELECT, VALUES, INSERT, UPDATE or DELETE.
pub fn analyze(view: &dyn CatalogView, env: &mut dyn Env, stmt: &ast::Statement) -> Result<Query> {
    analyze_with_params(view, env, stmt, &mut vec![], false)
}

/// Analyzes a statement with parameters: `params[n - 1]` is the type of `$n`. With `variable`, unknown
/// types are inferred from their use and stored in `params`.
pub fn analyze_with_params(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    stmt: &ast::Statement,
    params: &mut Vec<Option<Oid>>,
    variable: bool,
) -> Result<Query> {
    let mut an = Analyzer::new(view, env);
    an.params.clone_from(params);
    an.variable_params = variable;
    an.levels.push(Level::new());
    let mut q = an.statement(stmt)?;
    if variable {
        for (i, p) in an.params.iter().enumerate() {
            if p.is_none() {
                return err!(
                    INDETERMINATE_DATATYPE,
                    "could not determine data type of parameter ${}",
                    i + 1
                );
            }
        }
        params.clone_from(&an.params);
    }
    q.location = q.location.max(-1);
    Ok(q)
}

/// Analyses a statement whose parameters have these types and values.
pub fn analyze_with_values(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    stmt: &ast::Statement,
    types: &[Oid],
    values: &[Datum],
) -> Result<Query> {
    let mut an = Analyzer::new(view, env);
    an.params = types.iter().map(|&t| Some(t)).collect();
    an.param_values = values.to_vec();
    an.levels.push(Level::new());
    let mut q = an.statement(stmt)?;
    q.location = q.location.max(-1);
    Ok(q)
}

/// Analyses a statement of a SQL function's body, whose arguments can be named.
pub(super) fn analyze_function_body(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    stmt: &ast::Statement,
    function: &super::CreatedFunction,
    arg_types: &[Oid],
) -> Result<Query> {
    let mut an = Analyzer::new(view, env);
    an.params = arg_types.iter().map(|&t| Some(t)).collect();
    an.arg_names.clone_from(&function.arg_names);
    an.function_name.clone_from(&function.name);
    an.levels.push(Level::new());
    an.statement(stmt)
}

/// What names in SQL can mean besides columns: the variables of a procedural language.
pub trait Variables {
    /// The parameter that a name stands for (from 1), with its type and modifier; `None` if the
    /// name is no variable. With `sure` a record without this field is an error.
    fn find(&self, names: &[&str], sure: bool) -> Result<Option<(usize, Oid, i32)>>;
}

/// Analyses a statement in which names can be PL/pgSQL variables.
pub fn analyze_with_variables(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    stmt: &ast::Statement,
    variables: Rc<dyn Variables>,
) -> Result<Query> {
    let mut an = Analyzer::new(view, env);
    an.variables = Some(variables);
    an.levels.push(Level::new());
    an.statement(stmt)
}

/// Analyzes `SELECT expr` if it is one value without tables, aggregates and sub-queries, coerced to
/// `want` if that is given; `None` for anything else.
pub fn analyze_lone_value(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    stmt: &ast::Statement,
    variables: &Rc<dyn Variables>,
    want: Option<(Oid, i32)>,
) -> Result<Option<Expr>> {
    let mut an = Analyzer::new(view, env);
    an.variables = Some(Rc::clone(variables));
    an.levels.push(Level::new());
    let Some(e) = lone_value(&mut an, stmt)? else { return Ok(None) };
    let to = match want {
        Some(to) => to,
        None if e.type_oid == oid::UNKNOWN => (oid::TEXT, -1),
        None => return Ok(Some(e)),
    };
    cast_anyhow(&mut an, e, to).map(Some)
}

/// The value of `SELECT expr` if it is one without tables, aggregates and sub-queries.
fn lone_value(an: &mut Analyzer<'_>, stmt: &ast::Statement) -> Result<Option<Expr>> {
    let ast::Statement::Select(s) = stmt else { return Ok(None) };
    let [target] = s.target_list.as_slice() else { return Ok(None) };
    let Some(value) = &target.val else { return Ok(None) };
    let alone = ast::SelectStmt {
        target_list: s.target_list.clone(),
        location: s.location,
        ..ast::SelectStmt::default()
    };
    let star = matches!(value, ast::Expr::ColumnRef(c) if c.is_star());
    if **s != alone || star {
        return Ok(None);
    }
    let e = an.transform_expr(value, ExprKind::SelectTarget)?;
    let l = an.top();
    let query = l.has_aggs || l.has_window_funcs || l.has_target_srfs || l.has_sub_links;
    Ok((!query).then_some(e))
}

/// Analyzes an assignment to a part of a variable, `a[1].b := value`, as the variable's new value. The value is a
/// `SELECT value`, or one that is known, with its type. `None` if a SELECT is no lone value, as in
/// [`analyze_lone_value`] (`transformPLAssignStmt`).
pub fn analyze_part_assignment(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    part: &ast::Expr,
    value: std::result::Result<&ast::Statement, (Datum, Oid)>,
    variables: &Rc<dyn Variables>,
) -> Result<Option<Expr>> {
    let (of, mut steps) = match part {
        ast::Expr::Indirection(part) => (&part.arg, part.indirection.clone()),
        whole => (whole, Vec::new()),
    };
    let ast::Expr::ColumnRef(c) = of else {
        return err!(SYNTAX_ERROR, "syntax error in an assignment's target");
    };
    let mut an = Analyzer::new(view, env);
    an.variables = Some(Rc::clone(variables));
    an.levels.push(Level::new());
    let names: Vec<&str> = c
        .fields
        .iter()
        .filter_map(|f| match f {
            ast::Field::Name(name) => Some(name.as_str()),
            ast::Field::Star => None,
        })
        .collect();
    let location = c.location as i32;
    // `p.home.street` is a field of the record's field `p.home`.
    let mut base = None;
    for n in (1..=names.len().min(3)).rev() {
        base = an.variable(&names[..n], true, location)?;
        if base.is_some() {
            let fields = names[n..].iter().map(|f| ast::IndirectionStep::Field((*f).to_string()));
            steps.splice(..0, fields);
            break;
        }
    }
    let Some(base) = base else {
        return err!(SYNTAX_ERROR, "\"{}\" is not a known variable", names.join("."));
    };
    let value = match value {
        Ok(stmt) => match lone_value(&mut an, stmt)? {
            Some(e) => e,
            None => return Ok(None),
        },
        Err((d, t)) => {
            let c = an.view.collation_of(t);
            super::state::make(Node::Const(d), t, -1, c, -1)
        }
    };
    let (t, m) = (base.type_oid, base.typmod);
    an.through_text = true;
    an.assignment_indirection(base, names[0], t, m, &steps, value, location).map(Some)
}

/// The parameter `$1` of one type converted to another; through text if there is no cast.
pub fn parameter_as(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    from: Oid,
    to: (Oid, i32),
) -> Result<Expr> {
    let mut an = Analyzer::new(view, env);
    an.levels.push(Level::new());
    let p = crate::expr::Param::Extern(1);
    let collation = view.collation_of(from);
    let e = Expr { node: Node::Param(p), type_oid: from, typmod: -1, collation, location: -1 };
    // Only a literal is coerced from `unknown` (`get_cast_hashentry`).
    let e = if from == oid::UNKNOWN { an.via_io(e, oid::TEXT, -1)? } else { e };
    cast_anyhow(&mut an, e, to)
}

/// Casts to a type: by an assignment cast, else through text.
fn cast_anyhow(an: &mut Analyzer<'_>, e: Expr, (t, m): (Oid, i32)) -> Result<Expr> {
    let is_row = |t: Oid| t == oid::RECORD || an.view.row_desc(t).is_some();
    if is_row(t) && is_row(e.type_oid) {
        return Ok(e);
    }
    let (c, f) = (CastContext::Assignment, CoercionForm::ImplicitCast);
    let again = e.clone();
    if let Some(e) = an.coerce_to_target(e, t, m, c, f, -1)? {
        return Ok(e);
    }
    let text = an.via_io(again, oid::TEXT, -1)?;
    let e = an.via_io(text, t, m)?;
    an.coerce_typmod(e, t, m, c, f, -1, false)
}

/// Where a stand-alone expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprPlace {
    /// DEFAULT of a column: no columns.
    Default,
    /// CHECK.
    Check,
    /// An index's key.
    IndexExpression,
    /// WHERE of an index.
    IndexPredicate,
    /// GENERATED ALWAYS AS.
    Generated,
    /// ALTER TABLE ... ALTER TYPE ... USING.
    AlterTransform,
    /// DEFAULT of a function's parameter of this type.
    ParameterDefault(Oid),
    /// EXECUTE's arguments.
    ExecuteParameter,
    /// Anything that stands alone, such as an option's value.
    Plain,
}

/// Analyzes an expression, over the columns of `relation` (RTE 1) if one is given. It is not coerced.
pub fn analyze_expr(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    expr: &ast::Expr,
    relation: Option<&Rc<RelationInfo>>,
    place: ExprPlace,
) -> Result<Expr> {
    let mut an = Analyzer::new(view, env);
    an.levels.push(Level::new());
    if let Some(r) = relation {
        let item = an.add_relation_rte(r, None, false)?;
        an.top().namespace.push(item);
    }
    let kind = match place {
        ExprPlace::Default => ExprKind::Default,
        ExprPlace::Check => ExprKind::Check,
        ExprPlace::IndexExpression => ExprKind::IndexExpression,
        ExprPlace::IndexPredicate => ExprKind::IndexPredicate,
        ExprPlace::Generated => ExprKind::Generated,
        ExprPlace::AlterTransform => ExprKind::AlterTransform,
        ExprPlace::ParameterDefault(_) => ExprKind::ParameterDefault,
        ExprPlace::ExecuteParameter => ExprKind::ExecuteParameter,
        ExprPlace::Plain => ExprKind::None,
    };
    let e = an.transform_expr(expr, kind)?;
    match place {
        ExprPlace::Check => an.coerce_to_boolean(e, "CHECK"),
        ExprPlace::IndexPredicate => an.coerce_to_boolean(e, "WHERE"),
        ExprPlace::ParameterDefault(t) => an.coerce_to_specific(e, t, "DEFAULT"),
        ExprPlace::IndexExpression if e.type_oid == oid::UNKNOWN => {
            let (c, f) = (CastContext::Implicit, CoercionForm::ImplicitCast);
            an.coerce_type(e, oid::TEXT, -1, c, f, -1)
        }
        _ => Ok(e),
    }
}

/// Analyses a trigger's WHEN condition over a table's old row (RTE 1) and its new one (RTE 2).
pub fn analyze_trigger_condition(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    expr: &ast::Expr,
    relation: &Rc<RelationInfo>,
) -> Result<Expr> {
    let mut an = Analyzer::new(view, env);
    an.levels.push(Level::new());
    for name in ["old", "new"] {
        let alias = ast::Alias { name: name.into(), columns: Vec::new() };
        let item = an.add_relation_rte(relation, Some(&alias), false)?;
        an.top().namespace.push(item);
    }
    an.top().kind = ExprKind::TriggerWhen;
    let e = an.transform_expr(expr, ExprKind::TriggerWhen)?;
    an.coerce_to_boolean(e, "WHEN")
}

/// Analyses a CHECK of a domain over `VALUE`.
pub fn analyze_domain_check(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    expr: &ast::Expr,
    base: Oid,
    typmod: i32,
) -> Result<Expr> {
    let mut an = Analyzer::new(view, env);
    an.levels.push(Level::new());
    an.domain_value = Some((base, typmod));
    let e = an.transform_expr(expr, ExprKind::Check)?;
    an.coerce_to_boolean(e, "CHECK")
}

/// Analyses a DEFAULT, or (`generated`) a generation expression, and coerces it to the column
/// (`cookDefault`).
#[allow(clippy::too_many_arguments)]
pub fn analyze_default(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    expr: &ast::Expr,
    relation: Option<&Rc<RelationInfo>>,
    column: &str,
    type_oid: Oid,
    typmod: i32,
    generated: bool,
) -> Result<Expr> {
    let place = if generated { ExprPlace::Generated } else { ExprPlace::Default };
    let rel = if generated { relation } else { None };
    let e = analyze_expr(view, env, expr, rel, place)?;
    coerce_default(view, env, e, column, type_oid, typmod)
}

/// What a column gets that a statement gives no value: its default, its domain's, or a NULL that the
/// domain may refuse (`build_column_default`).
pub fn column_default(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    relation: &RelationInfo,
    attno: AttrNumber,
) -> Result<Expr> {
    Analyzer::new(view, env).default_for(relation, attno.0)
}

/// Casts a column's default or generation expression to the column's type (`cookDefault`).
fn coerce_default(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    e: Expr,
    column: &str,
    type_oid: Oid,
    typmod: i32,
) -> Result<Expr> {
    let mut an = Analyzer::new(view, env);
    an.levels.push(Level::new());
    let from = e.type_oid;
    let (c, f) = (CastContext::Assignment, CoercionForm::ImplicitCast);
    match an.coerce_to_target(e, type_oid, typmod, c, f, -1)? {
        Some(e) => Ok(e),
        None => Err(PgError::new(
            SqlState::DATATYPE_MISMATCH,
            format!(
                "column \"{column}\" is of type {} but default expression is of type {}",
                an.format_type(type_oid),
                an.format_type(from)
            ),
        )
        .hint("You will need to rewrite or cast the expression.")),
    }
}

/// Coerces an expression by an assignment cast, for ALTER TYPE without USING and for EXECUTE; `None` if
/// there is no such cast.
pub fn coerce_for_assignment(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    e: Expr,
    type_oid: Oid,
    typmod: i32,
) -> Result<Option<Expr>> {
    let mut an = Analyzer::new(view, env);
    an.levels.push(Level::new());
    let (c, f) = (CastContext::Assignment, CoercionForm::ImplicitCast);
    an.coerce_to_target(e, type_oid, typmod, c, f, -1)
}

/// Type and modifier of a type name (`typenameTypeIdAndMod`).
pub fn resolve_type(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    name: &ast::TypeName,
) -> Result<(Oid, i32)> {
    Analyzer::new(view, env).type_name(name)
}

/// Analyses a procedure call (`CALL`).
pub fn analyze_call(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    call: &ast::FuncCall,
    variables: Option<Rc<dyn Variables>>,
) -> Result<Expr> {
    let mut an = Analyzer::new(view, env);
    an.variables = variables;
    an.levels.push(Level::new());
    an.top().kind = ExprKind::CallArgument;
    let mut args = Vec::new();
    for a in &call.args {
        args.push(an.transform_expr(a, ExprKind::CallArgument)?);
    }
    let info = CallInfo { call: Some(call), proc_call: true, location: call.location as i32 };
    match an.func_or_column(&call.name, args, info)? {
        Some(e) => Ok(e),
        None => err!(INTERNAL_ERROR, "a call without a procedure"),
    }
}

/// Whether the expression calls a function that is not immutable (`contain_mutable_functions`).
pub fn contains_mutable(e: &Expr) -> bool {
    crate::expr::contains_mutable(e)
}

/// The type's name in SQL, created types included.
pub fn format_type(view: &dyn CatalogView, t: Oid, typmod: i32) -> String {
    view.format(t, typmod)
}

/// A created function's name, with its schema if the search path finds another function with these arguments, or none
/// (`generate_function_name`).
pub fn function_name(view: &dyn CatalogView, f: &CreatedFunction) -> String {
    let named = view.functions(None, &f.name);
    let first = named.iter().find(|other| other.args == f.args);
    let name = quote_identifier(&f.name);
    match first.is_some_and(|first| first.oid == f.oid) {
        true => name,
        false => format!("{}.{name}", quote_identifier(&f.schema)),
    }
}

/// The name of a column of a row, as expressions that select it show it (`get_name_for_var_field`); `f1`, `f2`
/// ... where none is known, as for anonymous rows.
pub fn field_name(view: &dyn CatalogView, row: &Expr, field: i16) -> String {
    let at = (field as usize).wrapping_sub(1);
    let of_row = match &row.node {
        Node::Func(f) => match &f.func {
            FuncRef::Builtin(b) => b.out.get(at).map(|(name, _)| (*name).to_owned()),
            FuncRef::Sql(s) => s.out.get(at).map(|(name, _)| name.clone()),
            FuncRef::Cast(..) => None,
        },
        Node::Row(r) => r.names.get(at).cloned(),
        _ => None,
    };
    let of_type = || match &view.user_type(view.base_type(row.type_oid, -1).0)?.kind {
        UserTypeKind::Composite { desc, .. } => Some(desc.attrs.get(at)?.name.clone()),
        _ => None,
    };
    of_row.or_else(of_type).unwrap_or_else(|| format!("f{field}"))
}

/// A type's name without a modifier (`format_type_be`).
pub fn type_name(view: &dyn CatalogView, t: Oid) -> String {
    view.name(t)
}

/// Parses a lone expression, as defaults in the function tables are written.
pub(super) fn parse_expression(text: &str) -> Result<ast::Expr> {
    let stmts = crate::parser::parse(&format!("SELECT {text}"))?;
    let only = match stmts.first().map(|s| &*s.stmt) {
        Some(ast::Statement::Select(s)) => s.target_list.first().and_then(|t| t.val.clone()),
        _ => None,
    };
    only.map_or_else(|| err!(SYNTAX_ERROR, "an expression was expected"), Ok)
}
