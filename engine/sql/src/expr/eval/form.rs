//! What is made of several parts and is no call: arrays, rows, subscripts, comparisons with all elements.
//!
//! They stand apart from [`super::run`]: what every row needs stays small, so that it is compiled at once and well
//! where the engine runs as WebAssembly.

use super::run::{CompiledCall, CompiledNode, EvalRun};
use super::{array, row};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::ScalarFn;
use storage::ids::Oid;
use storage::tuple::TupleDesc;
use storage::types::{self, oid};

/// Something of several parts.
pub(super) enum CompositeNode {
    ScalarArray(ScalarArrayNode),
    MinMax {
        greatest: bool,
        type_oid: Oid,
        collation: Oid,
        args: Box<[CompiledNode]>,
    },
    Row {
        args: Box<[CompiledNode]>,
        columns: Box<[(String, Oid, i32)]>,
        type_oid: Oid,
        /// Whether NULLs in all columns are no row.
        nullable: bool,
        /// The columns are those of a row that is kept whole: values out of line are fetched.
        whole: bool,
        desc: OnceCell<(Rc<TupleDesc>, i32)>,
    },
    RowCompare(Box<[(CompiledCall, Option<ScalarFn>)]>),
    Array {
        elements: Box<[CompiledNode]>,
        element_type: Oid,
        multi_dims: bool,
    },
    Subscript(SubscriptNode),
    FieldSelect(Box<CompiledNode>, i16),
    FieldStore {
        arg: Box<CompiledNode>,
        new: Box<[(i16, CompiledNode)]>,
        type_oid: Oid,
    },
    ArrayCoerce {
        arg: Box<CompiledNode>,
        element: Box<CompiledNode>,
        element_type: Oid,
    },
    Variadic(VariadicNode),
}

/// A call with VARIADIC of a function that takes any number of values of any type, as `concat` does: the
/// elements of the array are its last arguments.
pub(super) struct VariadicNode {
    pub run: ScalarFn,
    pub args: Box<[CompiledNode]>,
    /// The types of the arguments; the last is the array's.
    pub types: Box<[Oid]>,
    pub ret: Oid,
    /// Whether an array that is NULL has no elements, as for `format`, or makes the result NULL.
    pub null_is_empty: bool,
}

/// The comparison of a value with an array's elements: `scalar op ANY (array)` or
/// `scalar op ALL (array)`.
pub(super) struct ScalarArrayNode {
    pub run: ScalarFn,
    pub strict: bool,
    pub types: [Oid; 2],
    pub use_or: bool,
    pub left: Box<CompiledNode>,
    pub right: Box<CompiledNode>,
    /// The elements when the array is a constant.
    pub elements: Option<Vec<Datum>>,
    /// Whether the elements are found by their hash, so that the left side is fetched for that,
    /// and once more to be compared with the one that is found.
    pub hashed: bool,
}

/// A subscript that is read, or assigned to.
pub(super) struct SubscriptNode {
    pub container: Box<CompiledNode>,
    pub container_type: Oid,
    pub element_type: Oid,
    pub text_keys: Box<[bool]>,
    pub upper: Box<[Option<CompiledNode>]>,
    pub lower: Box<[Option<CompiledNode>]>,
    pub assign: Option<Box<CompiledNode>>,
}

/// Evaluates a node that is built of several parts.
#[inline(never)]
pub(super) fn eval(run: &mut EvalRun<'_, '_>, form: &CompositeNode) -> Result<Datum> {
    match form {
        CompositeNode::ScalarArray(node) => scalar_array(run, node),
        CompositeNode::MinMax { greatest, type_oid, collation, args } => {
            min_max(run, *greatest, (*type_oid, *collation), args)
        }
        CompositeNode::Row { args, columns, type_oid, nullable, whole, desc } => {
            let values = run.all(args)?;
            if *nullable && values.iter().all(Datum::is_null) {
                return Ok(Datum::Null);
            }
            row::build(run, values, columns, *type_oid, *whole, desc)
        }
        CompositeNode::RowCompare(pairs) => row_compare(run, pairs),
        CompositeNode::Array { elements, element_type, multi_dims } => {
            let values = run.all(elements)?;
            array::build(run, values, *element_type, *multi_dims)
        }
        CompositeNode::Subscript(node) => subscript(run, node),
        CompositeNode::FieldSelect(a, n) => {
            let d = run.eval(a)?;
            if d.is_null() {
                return Ok(Datum::Null);
            }
            let mut values = row::all_columns(run, &d)?;
            let i = *n as usize - 1;
            Ok(if i < values.len() { values.swap_remove(i) } else { Datum::Null })
        }
        CompositeNode::FieldStore { arg, new, type_oid } => {
            let d = run.eval(arg)?;
            let mut changes = Vec::new();
            for (n, c) in new {
                changes.push((*n, run.eval(c)?));
            }
            row::store(run, &d, changes, *type_oid)
        }
        CompositeNode::ArrayCoerce { arg, element, element_type } => {
            array_coerce(run, arg, element, *element_type)
        }
        CompositeNode::Variadic(node) => variadic(run, node),
    }
}

/// Calls a function with the elements of its last argument (`concat_internal`, `extract_variadic_args`).
fn variadic(run: &mut EvalRun<'_, '_>, node: &VariadicNode) -> Result<Datum> {
    let mut args = run.all(&node.args)?;
    let mut types = node.types.to_vec();
    let (Some(array), Some(array_type)) = (args.pop(), types.pop()) else { return Ok(Datum::Null) };
    if !array.is_null() {
        let env = run.env.env();
        let element_type = env.element_type(array_type);
        args.append(&mut types::array::Array::from_datum(env, &array)?.values);
        types.resize(args.len(), element_type);
    } else if !node.null_is_empty {
        return Ok(Datum::Null);
    }
    run.apply(node.run, &types, node.ret, &args)
}

/// Compares a value with the elements of an array, for ANY or ALL (`ExecEvalScalarArrayOp`).
fn scalar_array(run: &mut EvalRun<'_, '_>, node: &ScalarArrayNode) -> Result<Datum> {
    let l = run.eval(&node.left)?;
    let own;
    let values: &[Datum] = match &node.elements {
        Some(e) => e,
        None => {
            let a = run.eval(&node.right)?;
            if a.is_null() {
                return Ok(Datum::Null);
            }
            own = types::array::Array::from_datum(run.env.env(), &a)?.values;
            &own
        }
    };
    if values.is_empty() {
        return Ok(Datum::bool(!node.use_or));
    }
    if node.strict && l.is_null() {
        return Ok(Datum::Null);
    }
    if node.hashed {
        return any_hashed(run, node.types[0], &l, values, node.use_or);
    }
    let mut unknown = false;
    for v in values {
        if node.strict && v.is_null() {
            unknown = true;
            continue;
        }
        match run.apply(node.run, &node.types, oid::BOOL, &[l.clone(), v.clone()])? {
            Datum::Null => unknown = true,
            d if d.as_bool() == node.use_or => return Ok(Datum::bool(node.use_or)),
            _ => {}
        }
    }
    Ok(if unknown { Datum::Null } else { Datum::bool(!node.use_or) })
}

/// The greatest of values of a type, or without `greatest` the least (`ExecEvalMinMax`).
fn min_max(
    run: &mut EvalRun<'_, '_>,
    greatest: bool,
    (type_oid, collation): (Oid, Oid),
    args: &[CompiledNode],
) -> Result<Datum> {
    let mut best: Option<Datum> = None;
    for a in args {
        let d = run.eval(a)?;
        if d.is_null() {
            continue;
        }
        // Both are fetched to be compared; what is given is as it came.
        let better = match &best {
            None => true,
            Some(b) => {
                let b = run.plain(type_oid, b.clone())?;
                let d = run.plain(type_oid, d.clone())?;
                let env = run.env.env();
                let o = types::compare_any(env, type_oid, collation, &d, &b)?;
                o == if greatest { Ordering::Greater } else { Ordering::Less }
            }
        };
        if better {
            best = Some(d);
        }
    }
    Ok(best.unwrap_or(Datum::Null))
}

/// Compares two rows column by column, `(a, b) < (c, d)`: the first columns that differ decide, and
/// NULL among them makes the result NULL (`EEOP_ROWCOMPARE_STEP`).
fn row_compare(
    run: &mut EvalRun<'_, '_>,
    pairs: &[(CompiledCall, Option<ScalarFn>)],
) -> Result<Datum> {
    for (i, (call, eq)) in pairs.iter().enumerate() {
        let a = run.eval(&call.args[0])?;
        let b = run.eval(&call.args[1])?;
        if a.is_null() || b.is_null() {
            return Ok(Datum::Null);
        }
        let last = i + 1 == pairs.len();
        if !last && let Some(eq) = eq {
            let same = run.apply(*eq, &call.types, oid::BOOL, &[a.clone(), b.clone()])?;
            if matches!(same, Datum::Word(w) if w != 0) {
                continue;
            }
        }
        return run.apply(call.run, &call.types, oid::BOOL, &[a, b]);
    }
    Ok(Datum::Null)
}

/// A subscript that is read or assigned to (`EEOP_SBSREF_FETCH`, `EEOP_SBSREF_ASSIGN`).
fn subscript(run: &mut EvalRun<'_, '_>, node: &SubscriptNode) -> Result<Datum> {
    let base = run.eval(&node.container)?;
    if base.is_null() && node.assign.is_none() {
        // The subscripts of NULL are not evaluated (`ExecInitSubscriptingRef`).
        return Ok(Datum::Null);
    }
    let mut values = |l: &[Option<CompiledNode>]| -> Result<Vec<Option<Datum>>> {
        l.iter()
            .map(|x| match x {
                Some(x) => run.eval(x).map(Some),
                None => Ok(None),
            })
            .collect()
    };
    let (u, l) = (values(&node.upper)?, values(&node.lower)?);
    match &node.assign {
        None if node.container_type == oid::JSONB => {
            array::jsonb_fetch(run, base, &u, &node.text_keys)
        }
        None if node.container_type == oid::POINT => array::point_fetch(&base, &u),
        None => array::fetch(run, base, &u, &l, !node.lower.is_empty()),
        Some(a) => {
            let saved = std::mem::replace(&mut run.case, Datum::Null);
            let new = run.eval(a);
            run.case = saved;
            let new = new?;
            if node.container_type == oid::JSONB {
                return array::jsonb_assign(run, base, &u, &node.text_keys, new);
            }
            array::assign(run, base, &u, &l, !node.lower.is_empty(), node.element_type, new)
        }
    }
}

/// Coerces each element of an array by the expression `element` (`ExecEvalArrayCoerce`).
fn array_coerce(
    run: &mut EvalRun<'_, '_>,
    arg: &CompiledNode,
    element: &CompiledNode,
    element_type: Oid,
) -> Result<Datum> {
    let d = run.eval(arg)?;
    if d.is_null() {
        return Ok(Datum::Null);
    }
    let mut a = types::array::Array::from_datum(run.env.env(), &d)?;
    let saved = std::mem::replace(&mut run.case, Datum::Null);
    for v in &mut a.values {
        run.case = std::mem::take(v);
        *v = run.eval(element)?;
    }
    run.case = saved;
    a.element = types::array::Element::known(run.env.env(), element_type);
    let values = std::mem::take(&mut a.values);
    a.values = array::plain_all(run, element_type, values)?;
    a.to_datum()
}

/// Returns whether a value is in a hashed list; without `any`, whether it is not
/// (`ExecEvalHashedScalarArrayOp`).
fn any_hashed(
    run: &mut EvalRun<'_, '_>,
    t: Oid,
    l: &Datum,
    values: &[Datum],
    any: bool,
) -> Result<Datum> {
    let plain = run.plain(t, l.clone())?;
    let mut there = values.iter().filter(|v| !v.is_null());
    if there.any(|v| types::equal(t, &plain, v)) {
        run.plain(t, l.clone())?;
        return Ok(Datum::bool(any));
    }
    let unknown = values.iter().any(Datum::is_null);
    Ok(if unknown { Datum::Null } else { Datum::bool(!any) })
}
