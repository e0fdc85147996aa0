//! From the typed tree to the tree that runs.

use super::SlotMap;
use super::form::{CompositeNode, ScalarArrayNode, SubscriptNode, VariadicNode};
use super::run::{Compiled, CompiledCall, CompiledNode, CompiledSubPlan, HashedSide};
use crate::catalog;
use crate::expr::charge::Charge;
use crate::expr::{
    BoolOp, Case, CoercionForm, Expr, FuncCall, FuncRef, Node, OpCall, Param, RowCompare, RowExpr,
    ScalarArrayOp, SubPlan, Subscript, Var,
};
use storage::clock::{self, Kind, ObjectKind};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, Implementation, ScalarFn};
use storage::ids::Oid;
use storage::types::oid;

/// Compiles an expression to what [`Compiled::eval`] runs; `slots` says where a column is in the
/// input rows.
///
/// # Errors
/// XX000 for nodes that only a planner may leave (sub-links, aggregates without a slot), 0A000 for
/// set-returning functions.
pub fn compile(expr: &Expr, slots: &mut SlotMap<'_>) -> Result<Compiled> {
    Ok(Compiled { root: node(expr, slots)? })
}

/// Compiles expressions.
fn list(l: &[Expr], slots: &mut SlotMap<'_>) -> Result<Box<[CompiledNode]>> {
    l.iter().map(|e| node(e, slots)).collect()
}

/// Compiles an expression into a box.
fn boxed(e: &Expr, slots: &mut SlotMap<'_>) -> Result<Box<CompiledNode>> {
    node(e, slots).map(Box::new)
}

/// Compiles a call of a built-in function.
fn call(
    (name, run): (&str, ScalarFn),
    strict: bool,
    args: &[Expr],
    ret: Oid,
    slots: &mut SlotMap<'_>,
) -> Result<CompiledCall> {
    let types: Box<[Oid]> = args.iter().map(|a| a.type_oid).collect();
    clock::meet(ObjectKind::Function, name);
    Ok(CompiledCall {
        run,
        strict,
        charge: Charge::of(name, &types, ret),
        types,
        args: list(args, slots)?,
        ret,
    })
}

/// The node of a call; calls with one or two arguments have nodes of their own.
fn call_node(c: CompiledCall) -> CompiledNode {
    match c.args.len() {
        1 => CompiledNode::Call1(Box::new(c)),
        2 => CompiledNode::Call2(Box::new(c)),
        _ => CompiledNode::Call(Box::new(c)),
    }
}

/// The node that makes a composite value.
fn formed(form: CompositeNode) -> CompiledNode {
    CompiledNode::Form(Box::new(form))
}

/// Compiles one expression node and its arguments.
pub(super) fn node(e: &Expr, slots: &mut SlotMap<'_>) -> Result<CompiledNode> {
    clock::add(Kind::ExprCompiled, 1);
    if let Node::Const(d) = &e.node {
        return Ok(CompiledNode::Const(d.clone()));
    }
    if let Some(s) = slots(e) {
        return Ok(match &e.node {
            Node::Var(v) if v.attno == 0 => CompiledNode::WholeRow(s.side, e.type_oid),
            _ => CompiledNode::Slot(s),
        });
    }
    Ok(match &e.node {
        Node::Const(d) => CompiledNode::Const(d.clone()),
        Node::Var(v) => return unresolved(v),
        Node::Param(Param::Extern(n)) => CompiledNode::Extern(*n),
        Node::Param(Param::Exec(n)) => CompiledNode::Exec(*n),
        Node::Param(_) => {
            return err!(INTERNAL_ERROR, "an unplanned parameter cannot be evaluated");
        }
        Node::Func(f) => function_call(e, f, slots)?,
        Node::Op(o) => {
            call_node(call((o.op.name, o.op.run), o.op.strict, &o.args, e.type_oid, slots)?)
        }
        Node::Distinct(o) => CompiledNode::Distinct(Box::new(equality(o, slots)?)),
        Node::NullIf(o) => CompiledNode::NullIf(Box::new(equality(o, slots)?)),
        Node::ScalarArrayOp(s) => scalar_array(s, slots)?,
        Node::Bool(BoolOp::And, l) => CompiledNode::And(list(l, slots)?),
        Node::Bool(BoolOp::Or, l) => CompiledNode::Or(list(l, slots)?),
        Node::Bool(BoolOp::Not, l) => CompiledNode::Not(boxed(&l[0], slots)?),
        Node::Grouping(_) => return err!(FEATURE_NOT_SUPPORTED, "GROUPING is not modelled"),
        Node::Aggref(_) | Node::WindowFunc(_) => {
            return err!(INTERNAL_ERROR, "an aggregate was not found in the row it is computed in");
        }
        Node::Case(c) => case(c, slots)?,
        Node::CaseTest => CompiledNode::CaseTest,
        Node::Coalesce(l) => CompiledNode::Coalesce(list(l, slots)?),
        Node::MinMax(greatest, l) => formed(CompositeNode::MinMax {
            greatest: *greatest,
            type_oid: e.type_oid,
            collation: e.collation,
            args: list(l, slots)?,
        }),
        Node::NullTest(n) => CompiledNode::NullTest {
            arg: boxed(&n.arg, slots)?,
            is_null: n.is_null,
            row: n.arg_is_row,
        },
        Node::BooleanTest(k, a) => CompiledNode::BooleanTest(*k, boxed(a, slots)?),
        Node::Row(r) => row(e, r, slots)?,
        Node::RowCompare(r) => row_compare(r, slots)?,
        Node::Array(a) => formed(CompositeNode::Array {
            elements: list(&a.elements, slots)?,
            element_type: a.element_type,
            multi_dims: a.multi_dims,
        }),
        Node::Subscript(s) => subscript(s, slots)?,
        Node::FieldSelect(a, n) => formed(CompositeNode::FieldSelect(boxed(a, slots)?, *n)),
        Node::FieldStore(a, l) => {
            let mut new = Vec::new();
            for (n, x) in l {
                new.push((*n, node(x, slots)?));
            }
            formed(CompositeNode::FieldStore {
                arg: boxed(a, slots)?,
                new: new.into(),
                type_oid: e.type_oid,
            })
        }
        Node::SubLink(_) => return err!(FEATURE_NOT_SUPPORTED, "a sub-query here is not modelled"),
        Node::SubPlan(p) => sub_plan(p, slots)?,
        Node::Relabel(a, _) | Node::Collate(a, _) => node(a, slots)?,
        Node::CoerceViaIO(a, _) => {
            CompiledNode::ViaIo { arg: boxed(a, slots)?, from: a.type_oid, to: e.type_oid }
        }
        Node::ArrayCoerce(a, elem, _) => formed(CompositeNode::ArrayCoerce {
            arg: boxed(a, slots)?,
            element: boxed(elem, slots)?,
            element_type: elem.type_oid,
        }),
        Node::CoerceToDomain(a, _) => CompiledNode::Domain(boxed(a, slots)?, e.type_oid),
        Node::CoerceToDomainValue => CompiledNode::DomainValue,
        Node::SetToDefault => return err!(INTERNAL_ERROR, "DEFAULT was not replaced"),
        Node::SqlValue(k) => CompiledNode::SqlValue(*k, e.typmod),
        Node::NextValue(s) => CompiledNode::NextValue(*s),
        Node::NamedArg(_, a) => node(a, slots)?,
    })
}

/// Compiles a call of a function (`ExecInitFunc`).
fn function_call(e: &Expr, f: &FuncCall, slots: &mut SlotMap<'_>) -> Result<CompiledNode> {
    Ok(match &f.func {
        FuncRef::Builtin(Builtin {
            run: Implementation::Scalar(run),
            variadic: Some(oid::ANY),
            name,
            ..
        }) if f.variadic => formed(CompositeNode::Variadic(VariadicNode {
            run: *run,
            args: list(&f.args, slots)?,
            types: f.args.iter().map(|a| a.type_oid).collect(),
            ret: e.type_oid,
            null_is_empty: *name == "format",
        })),
        FuncRef::Builtin(b) => builtin_call(e, b, &f.args, slots)?,
        FuncRef::Cast(_, run) => cast_call(e, *run, f, slots)?,
        FuncRef::Sql(s) => CompiledNode::Sql {
            types: f.args.iter().map(|a| a.type_oid).collect(),
            args: list(&f.args, slots)?,
            strict: s.strict,
            function: s.clone(),
        },
    })
}

/// Compiles a call of a built-in function, by where it is implemented.
fn builtin_call(
    e: &Expr,
    b: &'static Builtin,
    args: &[Expr],
    slots: &mut SlotMap<'_>,
) -> Result<CompiledNode> {
    Ok(match b.run {
        Implementation::Scalar(run) => {
            call_node(call((b.name, run), b.strict, args, e.type_oid, slots)?)
        }
        Implementation::Server(number) => CompiledNode::Server {
            number,
            strict: b.strict,
            args: list(args, slots)?,
            types: args.iter().map(|a| a.type_oid).collect(),
        },
        Implementation::Set(_) | Implementation::ServerSet(_) if b.single => {
            CompiledNode::FirstRow {
                function: b,
                args: list(args, slots)?,
                types: args.iter().map(|a| a.type_oid).collect(),
            }
        }
        Implementation::Set(_) | Implementation::ServerSet(_) => {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "set-valued function called in context that cannot accept a set"
            );
        }
        Implementation::Aggregate(_) => {
            return err!(INTERNAL_ERROR, "aggregate {} called as a function", b.name);
        }
    })
}

/// Compiles a call of a cast's function, which also gets the type modifier and whether the cast is
/// explicit (`build_coercion_expression`); without a modifier no function asks for the second.
fn cast_call(
    e: &Expr,
    run: ScalarFn,
    f: &FuncCall,
    slots: &mut SlotMap<'_>,
) -> Result<CompiledNode> {
    let mut c = call(("", run), true, &f.args, e.type_oid, slots)?;
    if c.args.len() == 1 {
        let mut args = c.args.into_vec();
        args.push(CompiledNode::Const(Datum::i32(-1)));
        args.push(CompiledNode::Const(Datum::bool(true)));
        c.args = args.into();
        c.types = Box::new([c.types[0], oid::INT4, oid::BOOL]);
    }
    Ok(call_node(c))
}

/// Compiles the comparison of IS DISTINCT FROM and NULLIF.
fn equality(o: &OpCall, slots: &mut SlotMap<'_>) -> Result<CompiledCall> {
    call(("", o.op.run), o.op.strict, &o.args, oid::BOOL, slots)
}

/// Compiles `scalar op ANY (array)`; nine or more constant elements are hashed
/// (`convert_saop_to_hashed_saop`).
fn scalar_array(s: &ScalarArrayOp, slots: &mut SlotMap<'_>) -> Result<CompiledNode> {
    let [l, r] = &*s.args;
    let left = boxed(l, slots)?;
    let constant = match &r.node {
        Node::Const(d) if !d.is_null() => Some(super::array::constant_elements(d)),
        _ => None,
    };
    Ok(formed(CompositeNode::ScalarArray(ScalarArrayNode {
        run: s.op.run,
        strict: s.op.strict,
        types: [l.type_oid, s.op.right],
        hashed: constant.as_ref().is_some_and(|v| v.as_ref().is_some_and(|v| v.len() >= 9))
            && s.op.name == if s.use_or { "=" } else { "<>" }
            && s.op.left == s.op.right
            && l.type_oid != oid::RECORD
            && storage::types::info(l.type_oid).is_some(),
        use_or: s.use_or,
        left,
        right: boxed(r, slots)?,
        elements: constant.flatten(),
    })))
}

/// Compiles CASE.
fn case(c: &Case, slots: &mut SlotMap<'_>) -> Result<CompiledNode> {
    let arg = match &c.arg {
        Some(a) => Some(boxed(a, slots)?),
        None => None,
    };
    let mut whens = Vec::new();
    for (w, r) in &c.whens {
        whens.push((node(w, slots)?, node(r, slots)?));
    }
    Ok(CompiledNode::Case { arg, whens: whens.into(), default: boxed(&c.default, slots)? })
}

/// Compiles `ROW(...)`.
fn row(e: &Expr, r: &RowExpr, slots: &mut SlotMap<'_>) -> Result<CompiledNode> {
    Ok(formed(CompositeNode::Row {
        args: list(&r.args, slots)?,
        columns: r
            .args
            .iter()
            .zip(&r.names)
            .map(|(a, n)| (n.clone(), a.type_oid, a.typmod))
            .collect(),
        type_oid: e.type_oid,
        nullable: matches!(r.form, CoercionForm::Nullable),
        whole: matches!(r.form, CoercionForm::Whole),
        desc: std::cell::OnceCell::new(),
    }))
}

/// Compiles `(a, b) < (c, d)`.
fn row_compare(r: &RowCompare, slots: &mut SlotMap<'_>) -> Result<CompiledNode> {
    let mut pairs = Vec::new();
    for ((op, a), b) in r.ops.iter().zip(&r.left).zip(&r.right) {
        let pair = [a.clone(), b.clone()];
        // Equality of the pair tells whether the next one decides.
        let eq = catalog::operator_exact("=", op.left, op.right).map(|o| o.run);
        pairs.push((call(("", op.run), op.strict, &pair, oid::BOOL, slots)?, eq));
    }
    Ok(formed(CompositeNode::RowCompare(pairs.into())))
}

/// Compiles a subscript that is read or assigned to (`ExecInitSubscriptingRef`).
fn subscript(s: &Subscript, slots: &mut SlotMap<'_>) -> Result<CompiledNode> {
    let mut opt = |l: &[Option<Expr>]| -> Result<Box<[Option<CompiledNode>]>> {
        l.iter()
            .map(|x| match x {
                Some(x) => node(x, slots).map(Some),
                None => Ok(None),
            })
            .collect()
    };
    let (upper, lower) = (opt(&s.upper)?, opt(&s.lower)?);
    Ok(formed(CompositeNode::Subscript(SubscriptNode {
        container: boxed(&s.container, slots)?,
        container_type: s.container_type,
        element_type: s.element_type,
        text_keys: s
            .upper
            .iter()
            .map(|u| u.as_ref().is_some_and(|u| u.type_oid == oid::TEXT))
            .collect(),
        upper,
        lower,
        assign: match &s.assign {
            Some(a) => Some(boxed(a, slots)?),
            None => None,
        },
    })))
}

/// Compiles a sub-plan with its comparison (`ExecInitSubPlan`).
fn sub_plan(p: &SubPlan, slots: &mut SlotMap<'_>) -> Result<CompiledNode> {
    Ok(CompiledNode::SubPlan(Box::new(CompiledSubPlan {
        args: list(&p.args, slots)?,
        test: match &p.test {
            Some(t) => Some(node(t, slots)?),
            None => None,
        },
        left: hashed_side(p, 0, slots)?,
        right: hashed_side(p, 1, slots)?,
        plan: p.clone(),
    })))
}

/// Compiles one side of the comparisons of a hashed ANY: the left is 0, the right 1. Empty for other sub-plans.
fn hashed_side(p: &SubPlan, side: usize, slots: &mut SlotMap<'_>) -> Result<HashedSide> {
    let mut all = Vec::new();
    if let (Some(test), true) = (&p.test, p.use_hash_table) {
        operands(test, side, &mut all)?;
    }
    let values: Result<Vec<_>> = all.iter().map(|e| node(e, slots)).collect();
    Ok(HashedSide { values: values?.into(), types: all.iter().map(|e| e.type_oid).collect() })
}

/// Collects the operands of one side of comparisons that are joined by AND.
fn operands<'a>(test: &'a Expr, side: usize, out: &mut Vec<&'a Expr>) -> Result<()> {
    match &test.node {
        Node::Op(o) => out.push(&o.args[side]),
        Node::Bool(BoolOp::And, list) => {
            for one in list {
                operands(one, side, out)?;
            }
        }
        _ => return err!(INTERNAL_ERROR, "a hashed comparison of another form"),
    }
    Ok(())
}

/// The error of a column that no child of the plan node has.
fn unresolved(v: &Var) -> Result<CompiledNode> {
    err!(
        INTERNAL_ERROR,
        "variable of relation {} column {} was not found in the row at hand",
        v.rte,
        v.attno
    )
}
