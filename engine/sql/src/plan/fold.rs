//! Constant folding (`eval_const_expressions`) and putting conditions in shape
//! (`canonicalize_qual`).

use super::inline::{during_inlining, inline_call};
use super::prep::{bool_expr, volatility};
use super::tree::children_mut;
use crate::analyze::DEFAULT_COLLATION;
use crate::expr::{
    self, BoolOp, BoolTest, CoercionForm, Expr, FuncCall, FuncRef, Node, NullTest, OpCall, Param,
    Rows, Var,
};
use crate::host::{ClosedEnv, Host};
use storage::datum::Datum;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{CastMethod, Operator, Volatility};
use storage::ids::Oid;
use storage::types::oid;

/// The place of a test that stays as it is: `min` and `max` add theirs after constants were evaluated (`build_minmax_path`).
pub const UNFOLDED: i32 = -2;

/// The value of an expression without columns.
pub fn evaluate(host: &mut Host<'_>, e: &Expr) -> Result<Datum> {
    let compiled = expr::compile(e, &mut |_| None)?;
    compiled.eval(&mut ClosedEnv { host: host.reborrow() }, Rows::default())
}

/// Whether the expression is a constant.
fn is_const(e: &Expr) -> bool {
    matches!(e.node, Node::Const(_))
}

/// The constant's boolean, `Some(None)` for NULL; nothing if it is no constant.
fn const_bool(e: &Expr) -> Option<Option<bool>> {
    match &e.node {
        Node::Const(Datum::Null) => Some(None),
        Node::Const(d) => Some(Some(d.as_bool())),
        _ => None,
    }
}

/// A boolean constant.
pub fn make_bool(v: Option<bool>) -> Expr {
    Expr {
        node: Node::Const(v.map_or(Datum::Null, Datum::bool)),
        type_oid: oid::BOOL,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    }
}

/// Simplifies CASE: removes arms whose condition is false, and ends with an arm whose condition is
/// true. `estimate`: stable functions count as constant.
fn fold_case(host: &mut Host<'_>, e: &mut Expr, estimate: bool) -> Result<()> {
    let Node::Case(c) = &mut e.node else { return Ok(()) };
    if let Some(arg) = &mut c.arg {
        fold(host, arg, estimate)?;
    }
    let arg = c.arg.clone().filter(is_const);
    let mut whens = Vec::new();
    let mut default = None;
    for (mut cond, result) in std::mem::take(&mut c.whens) {
        if let Some(arg) = &arg {
            replace_case_test(&mut cond, arg);
        }
        fold(host, &mut cond, estimate)?;
        match const_bool(&cond) {
            Some(Some(true)) => {
                default = Some(result);
                break;
            }
            Some(_) => {}
            None => {
                let mut result = result;
                fold(host, &mut result, estimate)?;
                whens.push((cond, result));
            }
        }
    }
    if let Some(d) = default {
        c.default = d;
    }
    fold(host, &mut c.default, estimate)?;
    if whens.is_empty() {
        *e = c.default.clone();
    } else {
        if arg.is_some() {
            c.arg = None;
        }
        c.whens = whens;
    }
    Ok(())
}

/// What a call is folded to.
enum Folding {
    /// NULL, as one of its arguments is.
    Null,
    /// Its value, if it is constant.
    Evaluate(bool),
}

/// How an expression whose arguments are folded can be folded itself
/// (`eval_const_expressions_mutator`). `estimate`: stable functions count as constant.
#[inline]
fn foldable(e: &Expr, estimate: bool) -> Folding {
    let mut args_const = true;
    let mut any_null = false;
    for c in super::tree::children(e) {
        let c = match &c.node {
            Node::Collate(inner, _) => inner,
            _ => c,
        };
        match &c.node {
            Node::Const(d) => any_null |= d.is_null(),
            _ => args_const = false,
        }
    }
    Folding::Evaluate(match &e.node {
        Node::Func(f) => {
            if f.returns_set {
                return Folding::Evaluate(false);
            }
            if any_null && f.func.strict() && f.func.volatility() != Volatility::Volatile {
                return Folding::Null;
            }
            args_const && allowed(f.func.volatility(), estimate)
        }
        Node::Op(o) => {
            if any_null && o.op.strict {
                return Folding::Null;
            }
            args_const && allowed(o.op.volatility, estimate)
        }
        Node::Distinct(o) | Node::NullIf(o) => args_const && allowed(o.op.volatility, estimate),
        Node::ScalarArrayOp(s) => args_const && allowed(s.op.volatility, estimate),
        Node::CoerceViaIO(arg, _) => {
            args_const && {
                use crate::catalog::{input_is_immutable, output_is_immutable};
                estimate
                    || any_null
                    || (output_is_immutable(arg.type_oid) && input_is_immutable(e.type_oid))
            }
        }
        Node::Relabel(..)
        | Node::Collate(..)
        | Node::BooleanTest(..)
        | Node::MinMax(..)
        | Node::Array(_)
        | Node::Row(_)
        | Node::RowCompare(_)
        | Node::FieldSelect(..)
        | Node::Subscript(_) => args_const,
        Node::NullTest(test) => args_const && !test.arg_is_row && e.location != UNFOLDED,
        Node::ArrayCoerce(_, elem, _) => {
            args_const
                && !matches!(elem.node, Node::CoerceToDomain(..))
                && !super::prep::contains_volatile(elem)
                && volatility(elem) != Some(Volatility::Stable)
        }
        Node::SqlValue(_) => estimate,
        _ => false,
    })
}

/// Evaluates constant parts; with `estimate`, also calls of stable functions.
pub fn fold(host: &mut Host<'_>, e: &mut Expr, estimate: bool) -> Result<()> {
    match &mut e.node {
        Node::Const(_) | Node::Var(_) | Node::Param(_) | Node::CaseTest => return Ok(()),
        Node::SubLink(s) => {
            if let Some(t) = &mut s.test {
                fold(host, t, estimate)?;
            }
            return Ok(());
        }
        Node::Case(_) => return fold_case(host, e, estimate),
        Node::Coalesce(args) => {
            let mut kept = Vec::new();
            for mut a in std::mem::take(args) {
                fold(host, &mut a, estimate)?;
                match &a.node {
                    Node::Const(Datum::Null) => continue,
                    Node::Const(_) => {
                        kept.push(a);
                        break;
                    }
                    _ => kept.push(a),
                }
            }
            match kept.len() {
                0 => e.node = Node::Const(Datum::Null),
                1 if is_const(&kept[0]) => *e = kept.remove(0),
                _ => *args = kept,
            }
            return Ok(());
        }
        Node::Bool(op, args) => {
            let op = *op;
            for a in args.iter_mut() {
                fold(host, a, estimate)?;
                // What is behind a decisive constant is not looked at (`simplify_and_arguments`).
                if op != BoolOp::Not && const_bool(a) == Some(Some(op == BoolOp::Or)) {
                    break;
                }
            }
            *e = fold_bool(op, std::mem::take(args), e.location);
            return Ok(());
        }
        _ => {}
    }
    if let Node::Op(o) = &mut e.node {
        inline_concatenation(host, o);
    }
    for c in children_mut(e) {
        fold(host, c, estimate)?;
    }
    if let Some(inner) = needless_length(e) {
        e.node = inner;
    }
    if let Some(bare) = below_collations(e) {
        *e = bare;
    }
    let simple = match &e.node {
        Node::NullTest(n) if n.arg_is_row => tests_of_fields(e, n),
        _ => field_of_row(e),
    };
    if let Some(simple) = simple {
        *e = simple;
        return Ok(());
    }
    let foldable = match foldable(e, estimate) {
        Folding::Null => {
            e.node = Node::Const(Datum::Null);
            return Ok(());
        }
        Folding::Evaluate(foldable) => foldable,
    };
    if !foldable {
        if let Node::Func(f) = &mut e.node {
            if matches!(f.form, CoercionForm::Partly(_)) {
                f.form = CoercionForm::Call;
            }
            name_main_fork(f);
        }
        if let Some(simple) = boolean_equality(e) {
            *e = simple;
            return Ok(());
        }
        if !matches!(&e.node, Node::Func(FuncCall { func: FuncRef::Sql(_), .. }))
            && written_in_sql(e).is_none()
        {
            return Ok(());
        }
        let Some(f) = inline_call(host, e)? else { return Ok(()) };
        let folded = fold(host, e, estimate);
        host.end_inlining();
        return folded.map_err(|error| during_inlining(&f, error));
    }
    if let Node::Relabel(arg, _) | Node::Collate(arg, _) = &e.node {
        let Node::Const(d) = &arg.node else { return Ok(()) };
        if matches!(e.node, Node::Collate(..)) && !host.uncollated {
            return Ok(());
        }
        e.node = Node::Const(d.clone());
        return Ok(());
    }
    if host.uncollated
        && let Some(what) = needs_collation(e, host.store.release.like_needs_collation)
    {
        let text = format!("could not determine which collation to use for {what}");
        return Err(PgError::new(SqlState::INDETERMINATE_COLLATION, text)
            .hint("Use the COLLATE clause to set the collation explicitly."));
    }
    let mut value = evaluate(host, e).map_err(|error| match written_in_sql(e) {
        Some((name, _)) => error.context(format!("SQL function \"{name}\" statement 1")),
        None => error,
    })?;
    value.flatten();
    e.node = Node::Const(value);
    Ok(())
}

/// What a call needs a collation for, as its error names it (`check_collation_set`, `str_toupper`, `Generic_Text_IC_like`,
/// `pg_set_regex_collation`); `None` if it needs none. `like`: LIKE does.
#[inline(never)]
fn needs_collation(e: &Expr, like: bool) -> Option<String> {
    let collated = |e: &Expr| e.collation.is_valid();
    let (name, args): (String, &[Expr]) = match &e.node {
        Node::Func(f) => (f.func.name(), &f.args),
        Node::Op(o) | Node::Distinct(o) | Node::NullIf(o) => (o.op.name.to_string(), &o.args),
        Node::ScalarArrayOp(s) => (s.op.name.to_string(), &*s.args),
        Node::MinMax(_, list) => ("<".to_string(), list),
        _ => return None,
    };
    if !args.iter().any(collated) {
        return None;
    }
    Some(match name.as_str() {
        "upper" | "lower" | "initcap" => format!("{name}() function"),
        "~" | "!~" | "~*" | "!~*" => "regular expression".into(),
        name if name.starts_with("regexp_") => "regular expression".into(),
        "substring" if args.get(1).is_some_and(collated) => "regular expression".into(),
        "~~*" | "!~~*" => "ILIKE".into(),
        "~~" | "!~~" if like => "LIKE".into(),
        "=" | "<>" | "<" | "<=" | ">" | ">=" | "^@" | "&&" | "@>" | "<@" | "replace"
        | "position" | "strpos" | "split_part" | "starts_with" | "string_to_array"
        | "array_remove" | "array_replace" | "array_position" | "array_positions" => {
            "string comparison".into()
        }
        _ => return None,
    })
}

/// `x = true` as `x`, `x = false` as `NOT x`, and so on for `<>` (`simplify_boolean_equality`).
fn boolean_equality(e: &Expr) -> Option<Expr> {
    let Node::Op(o) = &e.node else { return None };
    let ("=" | "<>", oid::BOOL, [a, b]) = (o.op.name, o.op.left, &o.args[..]) else { return None };
    let (value, other) = match (const_bool(a), const_bool(b)) {
        (Some(Some(value)), _) => (value, b),
        (_, Some(Some(value))) => (value, a),
        _ => return None,
    };
    let other = other.clone();
    Some(if value == (o.op.name == "=") { other } else { negate(other) })
}

/// What stands below collations that give it its own collation again (`applyRelabelType`).
fn below_collations(e: &Expr) -> Option<Expr> {
    let Node::Collate(mut inner, _) = e.node.clone() else { return None };
    while let Node::Collate(below, _) | Node::Relabel(below, _) = inner.node {
        inner = below;
    }
    let same = |x: &Expr| (x.type_oid, x.typmod, x.collation);
    (same(&inner) == same(e)).then_some(*inner)
}

/// The column or value that a field of a whole row is.
fn field_of_row(e: &Expr) -> Option<Expr> {
    let Node::FieldSelect(row, n) = &e.node else { return None };
    match &row.node {
        Node::Var(v) if v.attno == 0 && v.levels_up == 0 => {
            Some(Expr { node: Node::Var(Var { attno: *n, ..*v }), ..e.clone() })
        }
        Node::Row(r) => {
            r.args.get(*n as usize - 1).filter(|field| field.type_oid == e.type_oid).cloned()
        }
        _ => None,
    }
}

/// `ROW(...) IS [NOT] NULL` as tests of its fields, each for itself (`eval_const_expressions_mutator`).
#[inline(never)]
fn tests_of_fields(e: &Expr, n: &NullTest) -> Option<Expr> {
    let Node::Row(row) = &n.arg.node else { return None };
    if matches!(row.form, CoercionForm::Nullable) {
        return None;
    }
    let test = |field: &Expr| match &field.node {
        Node::Const(d) => make_bool(Some(d.is_null() == n.is_null)),
        _ => {
            let test = NullTest { arg: Box::new(field.clone()), arg_is_row: false, ..*n };
            Expr { node: Node::NullTest(test), ..e.clone() }
        }
    };
    Some(fold_bool(BoolOp::And, row.args.iter().map(test).collect(), -1))
}

/// Makes `pg_relation_size(x)` what the server's function of that name in SQL is, `pg_relation_size(x, 'main')`, without
/// reading its text: it is called too often for that.
fn name_main_fork(f: &mut FuncCall) {
    if f.args.len() == 1
        && let FuncRef::Builtin(b) = f.func
        && b.name == "pg_relation_size"
        && let Some(two) = crate::catalog::function_exact(b.name, &[oid::REGCLASS, oid::TEXT])
    {
        f.func = FuncRef::Builtin(two);
        let node = Node::Const(Datum::text("main"));
        let (type_oid, collation) = (oid::TEXT, DEFAULT_COLLATION);
        f.args.push(Expr { node, type_oid, typmod: -1, collation, location: -1 });
    }
}

/// The name and the definition of the function behind a call or an operator, if it is written in SQL in the server
/// (`system_functions.sql`). Errors in its folding have its name in their context.
pub fn written_in_sql(e: &Expr) -> Option<(&'static str, &'static str)> {
    match &e.node {
        Node::Func(FuncCall { func: FuncRef::Builtin(b), .. }) => {
            let (args, definition): (&[Oid], _) = match b.name {
                "round" => (&[oid::NUMERIC], "round($1, 0)"),
                "trunc" => (&[oid::NUMERIC], "trunc($1, 0)"),
                "log" | "log10" => (&[oid::NUMERIC], "log(10, $1)"),
                "date_part" => (&[oid::TEXT, oid::DATE], "date_part($1, $2::timestamp)"),
                "lpad" => (&[oid::TEXT, oid::INT4], "lpad($1, $2, ' ')"),
                "rpad" => (&[oid::TEXT, oid::INT4], "rpad($1, $2, ' ')"),
                "substring" => (&[oid::TEXT; 3], "substring($1, similar_to_escape($2, $3))"),
                "bit_length" if b.args == [oid::BIT] => (b.args, "length($1)"),
                "bit_length" => (b.args, "octet_length($1) * 8"),
                "age" if b.args == [oid::TIMESTAMP] => (b.args, "age(current_date::timestamp, $1)"),
                "age" => (&[oid::TIMESTAMPTZ], "age(current_date::timestamptz, $1)"),
                "quote_literal" => (&[oid::ANYELEMENT], "quote_literal($1::text)"),
                "quote_nullable" => (&[oid::ANYELEMENT], "quote_nullable($1::text)"),
                _ => return None,
            };
            (b.args == args).then_some((b.name, definition))
        }
        Node::Op(o) if o.op.name == "+" => {
            let name = match (o.op.left, o.op.right) {
                (oid::INTERVAL, oid::DATE) => "interval_pl_date",
                (oid::INTERVAL, oid::TIME) => "interval_pl_time",
                (oid::INTERVAL, oid::TIMETZ) => "interval_pl_timetz",
                (oid::INTERVAL, oid::TIMESTAMP) => "interval_pl_timestamp",
                (oid::INTERVAL, oid::TIMESTAMPTZ) => "interval_pl_timestamptz",
                (oid::INT4, oid::DATE) => "integer_pl_date",
                (oid::TIME, oid::DATE) => "timedate_pl",
                (oid::NUMERIC, oid::PG_LSN) => "numeric_pl_pg_lsn",
                _ => return None,
            };
            Some((name, "$2 + $1"))
        }
        _ => None,
    }
}

/// Replaces `text || anything` by its definition in the server, `$1 || $2::text` (`textanycat`,
/// `anytextcat`, `inline_function`).
fn inline_concatenation(host: &Host<'_>, o: &mut OpCall) {
    let side = match (o.op.name, o.op.left, o.op.right) {
        ("||", oid::TEXT, oid::ANYNONARRAY) => 1,
        ("||", oid::ANYNONARRAY, oid::TEXT) => 0,
        _ => return,
    };
    let Some(op) = crate::catalog::operator_exact("||", oid::TEXT, oid::TEXT) else { return };
    o.op = op;
    let arg = &mut o.args[side];
    let source = host.session.base_type(arg.type_oid);
    let form = CoercionForm::ExplicitCast;
    let mut inner = arg.clone();
    if source != arg.type_oid {
        // A domain is cast as its base type (`coerce_type`).
        inner.node = Node::Relabel(Box::new(inner.clone()), CoercionForm::ImplicitCast);
        inner.type_oid = source;
    }
    let method = crate::catalog::cast(source, oid::TEXT).map(|c| (c, c.method));
    arg.node = match method {
        _ if source == oid::TEXT => return,
        Some((c, CastMethod::Function(f))) => Node::Func(FuncCall {
            func: FuncRef::Cast(c, f),
            args: vec![inner],
            returns_set: false,
            variadic: false,
            form,
        }),
        Some((_, CastMethod::Binary)) => Node::Relabel(Box::new(inner), form),
        _ => Node::CoerceViaIO(Box::new(inner), form),
    };
    (arg.type_oid, arg.typmod, arg.collation) = (oid::TEXT, -1, DEFAULT_COLLATION);
}

/// The argument of a length coercion that changes no value, since its length is not less than the
/// argument's (`varchar_support`, `varbit_support`, `numeric_support`).
fn needless_length(e: &Expr) -> Option<Node> {
    let Node::Func(FuncCall { func: FuncRef::Cast(c, _), args, form, .. }) = &e.node else {
        return None;
    };
    let [arg, Expr { node: Node::Const(Datum::Word(new)), .. }, ..] = args.as_slice() else {
        return None;
    };
    let (old, new) = (arg.typmod, *new as i32);
    let kept = match (c.source, c.target) {
        (oid::VARCHAR, oid::VARCHAR) => new < 4 || old >= 4 && old <= new,
        (oid::VARBIT, oid::VARBIT) => new <= 0 || old > 0 && old <= new,
        (oid::NUMERIC, oid::NUMERIC) => {
            new < 4 || old >= 4 && (old - 4) & 0x7ff == (new - 4) & 0x7ff && old >> 16 <= new >> 16
        }
        _ => false,
    };
    kept.then(|| Node::Relabel(Box::new(arg.clone()), *form))
}

/// Whether a function may be computed when planning: for an estimate STABLE ones too.
fn allowed(v: Volatility, estimate: bool) -> bool {
    v == Volatility::Immutable || (estimate && v == Volatility::Stable)
}

/// Puts the value of CASE in the place of its test.
fn replace_case_test(e: &mut Expr, by: &Expr) {
    if matches!(e.node, Node::CaseTest) {
        *e = by.clone();
        return;
    }
    if matches!(e.node, Node::Case(_) | Node::ArrayCoerce(..)) {
        return;
    }
    for c in children_mut(e) {
        replace_case_test(c, by);
    }
}

/// Simplifies AND, OR and NOT whose arguments are partly constant.
fn fold_bool(op: BoolOp, args: Vec<Expr>, location: i32) -> Expr {
    match op {
        BoolOp::Not => {
            let mut args = args;
            let arg = args.pop().unwrap_or_else(|| make_bool(None));
            negate(arg)
        }
        BoolOp::And | BoolOp::Or => {
            let decisive = op == BoolOp::Or;
            let mut kept: Vec<Expr> = Vec::new();
            let mut null = false;
            for a in args {
                if let Node::Bool(o, inner) = &a.node
                    && *o == op
                {
                    kept.extend(inner.clone());
                    continue;
                }
                match const_bool(&a) {
                    Some(Some(v)) if v == decisive => return make_bool(Some(decisive)),
                    Some(Some(_)) => {}
                    Some(None) => null = true,
                    None => kept.push(a),
                }
            }
            if null {
                kept.push(make_bool(None));
            }
            match kept.len() {
                0 => make_bool(Some(!decisive)),
                1 => kept.remove(0),
                _ => Expr { location, ..bool_expr(op, kept) },
            }
        }
    }
}

/// Returns the negation of a condition, with NOT moved inwards: operators become their negators,
/// AND becomes OR (`negate_clause`).
pub fn negate(e: Expr) -> Expr {
    match e.node {
        Node::Const(ref d) => make_bool((!d.is_null()).then(|| !d.as_bool())),
        Node::Op(ref o) if negator(o.op).is_some() => {
            let mut o = o.clone();
            o.op = negator(o.op).unwrap_or(o.op);
            Expr { node: Node::Op(o), ..e }
        }
        Node::ScalarArrayOp(ref s) if negator(s.op).is_some() => {
            let mut s = s.clone();
            s.op = negator(s.op).unwrap_or(s.op);
            s.use_or = !s.use_or;
            Expr { node: Node::ScalarArrayOp(s), ..e }
        }
        Node::Bool(BoolOp::And, args) => {
            fold_bool(BoolOp::Or, args.into_iter().map(negate).collect(), e.location)
        }
        Node::Bool(BoolOp::Or, args) => {
            fold_bool(BoolOp::And, args.into_iter().map(negate).collect(), e.location)
        }
        Node::Bool(BoolOp::Not, mut args) => args.remove(0),
        Node::NullTest(ref n) if !n.arg_is_row => {
            let mut n = n.clone();
            n.is_null = !n.is_null;
            Expr { node: Node::NullTest(n), ..e }
        }
        Node::BooleanTest(kind, arg) => {
            use BoolTest as T;
            let kind = match kind {
                T::True => T::NotTrue,
                T::NotTrue => T::True,
                T::False => T::NotFalse,
                T::NotFalse => T::False,
                T::Unknown => T::NotUnknown,
                T::NotUnknown => T::Unknown,
            };
            Expr { node: Node::BooleanTest(kind, arg), ..e }
        }
        node => bool_expr(BoolOp::Not, vec![Expr { node, ..e }]),
    }
}

/// The operator that is true where this one is false (`oprnegate`).
pub fn negator(op: &'static Operator) -> Option<&'static Operator> {
    if op.negator.is_empty() {
        return None;
    }
    crate::catalog::operator_exact(op.negator, op.left, op.right)
}

/// The operator with its operands swapped (`oprcom`).
pub fn commutator(op: &'static Operator) -> Option<&'static Operator> {
    if op.commutator.is_empty() {
        return None;
    }
    crate::catalog::operator_exact(op.commutator, op.right, op.left)
}

/// Pulls conditions that occur in all arms of an OR out of it (`canonicalize_qual`). An AND with a NULL holds for no row,
/// an arm that is NULL makes no row pass.
pub fn canonicalize(e: Expr) -> Expr {
    let is_null = |a: &Expr| matches!(&a.node, Node::Const(d) if d.is_null());
    match e.node {
        Node::Bool(BoolOp::And, args) => {
            let args: Vec<Expr> = args.into_iter().map(canonicalize).collect();
            if args.iter().any(is_null) {
                return make_bool(Some(false));
            }
            fold_bool(BoolOp::And, args, e.location)
        }
        Node::Bool(BoolOp::Or, args) => {
            let args: Vec<Expr> =
                args.into_iter().map(canonicalize).filter(|a| !is_null(a)).collect();
            let arms: Vec<Vec<Expr>> = args
                .iter()
                .map(|a| match &a.node {
                    Node::Bool(BoolOp::And, v) => v.clone(),
                    _ => vec![a.clone()],
                })
                .collect();
            let shortest = arms.iter().min_by_key(|a| a.len()).cloned().unwrap_or_default();
            let common: Vec<Expr> =
                shortest.into_iter().filter(|c| arms.iter().all(|a| a.contains(c))).collect();
            if common.is_empty() {
                return fold_bool(BoolOp::Or, args, e.location);
            }
            let mut rest = Vec::new();
            let mut absorbed = false;
            for arm in arms {
                let arm: Vec<Expr> = arm.into_iter().filter(|c| !common.contains(c)).collect();
                match super::prep::make_and(arm) {
                    Some(arm) => rest.push(arm),
                    None => absorbed = true,
                }
            }
            let mut all = common;
            if !absorbed {
                all.push(fold_bool(BoolOp::Or, rest, -1));
            }
            fold_bool(BoolOp::And, all, e.location)
        }
        node => Expr { node, ..e },
    }
}

/// Whether the expression contains an internal parameter.
pub fn has_exec_param(e: &Expr) -> bool {
    super::tree::any(e, &|e| matches!(e.node, Node::Param(Param::Exec(_))))
}
