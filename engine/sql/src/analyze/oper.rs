//! Operators (`parse_oper.c`).

use super::func::{is_operator_left_out, unknown_fits};
use super::state::{Analyzer, At, make, make_bool};
use super::types::TypeFacts;
use crate::ast::QualifiedName;
use crate::catalog;
use crate::expr::{CoercionForm, Expr, Node, OpCall, ScalarArrayOp};
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{CastContext, Operator};
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Returns the operator for these types of operands, a prefix operator without `left`; refused
    /// if there is none, or several fit (`oper`, `left_oper`).
    pub(super) fn find_oper(
        &self,
        names: &QualifiedName,
        left: Option<Oid>,
        right: Oid,
        location: i32,
    ) -> Result<&'static Operator> {
        let (schema, name) = (names.schema_in(self.view.database())?, &*names.last);
        if schema.is_some_and(|s| s != "pg_catalog") {
            return Err(self.oper_error(names, left, right, false)).at_loc(location);
        }
        if right == oid::UNKNOWN
            && left.is_none_or(|l| l == oid::UNKNOWN)
            && let Some(several) = unknown_fits(name, Some(left.is_some()))
        {
            return Err(self.oper_error(names, left, right, several)).at_loc(location);
        }
        let all = catalog::operators_named(name);
        // binary_oper_exact, left_oper_exact
        let exact = |l: Oid, r: Oid| all.iter().copied().find(|o| o.left == l && o.right == r);
        let found = match left {
            None => exact(Oid::INVALID, right),
            Some(l) => {
                let (mut l, mut r, mut was_unknown) = (l, right, false);
                if l == oid::UNKNOWN && r != oid::UNKNOWN {
                    l = r;
                    was_unknown = true;
                } else if r == oid::UNKNOWN && l != oid::UNKNOWN {
                    r = l;
                    was_unknown = true;
                }
                exact(l, r).or_else(|| {
                    let base = self.view.base_type(l, -1).0;
                    (was_unknown && base != l).then(|| exact(base, base)).flatten()
                })
            }
        };
        if let Some(o) = found {
            return Ok(o);
        }
        let all: Vec<_> =
            all.iter().copied().filter(|o| o.left.is_valid() == left.is_some()).collect();
        let candidates: Vec<Vec<Oid>> = all
            .iter()
            .map(|o| if left.is_some() { vec![o.left, o.right] } else { vec![o.right] })
            .collect();
        let mut actual: Vec<Oid> = left.into_iter().chain([right]).collect();
        // oper_select_candidate, and unknown paired with a known type counts as that type there
        // only through func_select_candidate.
        if let Some(l) = left
            && (l == oid::UNKNOWN || right == oid::UNKNOWN)
        {
            actual = vec![l, right];
        }
        let matching = self.match_argtypes(&actual, &candidates);
        let best = match matching.as_slice() {
            [] => return Err(self.oper_error(names, left, right, false)).at_loc(location),
            [one] => Some(one.0),
            _ => self.select_candidate(&actual, matching),
        };
        match best {
            Some(i) => Ok(all[i]),
            None => Err(self.oper_error(names, left, right, true)).at_loc(location),
        }
    }

    /// Returns the error that no operator matches, or (`multiple`) that several do (`op_error`).
    fn oper_error(
        &self,
        names: &QualifiedName,
        left: Option<Oid>,
        right: Oid,
        multiple: bool,
    ) -> Box<PgError> {
        let signature = match left {
            Some(l) => format!("{} {names} {}", self.format_type(l), self.format_type(right)),
            None => format!("{names} {}", self.format_type(right)),
        };
        // Ranges and multiranges, which are not modelled, each have such an operator for their elements.
        let of_ranges = match &*names.last {
            "@>" => left == Some(oid::UNKNOWN),
            "<@" => right == oid::UNKNOWN,
            _ => false,
        };
        if multiple || of_ranges {
            return PgError::new(
                SqlState::AMBIGUOUS_FUNCTION,
                format!("operator is not unique: {signature}"),
            )
            .hint(
                "Could not choose a best candidate operator. You might need to add explicit type \
                 casts.",
            );
        }
        if is_operator_left_out(&names.last, left.unwrap_or(Oid(0)), right) {
            let text = format!("operator {signature} is not modelled");
            return PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text);
        }
        PgError::new(SqlState::UNDEFINED_FUNCTION, format!("operator does not exist: {signature}"))
            .hint(if left.is_some() {
                "No operator matches the given name and argument types. You might need to add \
             explicit type casts."
            } else {
                "No operator matches the given name and argument type. You might need to add an \
             explicit type cast."
            })
    }

    /// Analyzes an operator between these operands, without `left` a prefix one (`make_op`).
    pub(super) fn make_op(
        &mut self,
        names: &QualifiedName,
        left: Option<Expr>,
        right: Expr,
        location: i32,
    ) -> Result<Expr> {
        let op =
            self.find_oper(names, left.as_ref().map(|l| l.type_oid), right.type_oid, location)?;
        let args: Vec<Expr> = left.into_iter().chain([right]).collect();
        self.make_op_call(op, args, location)
    }

    /// The call of an operator, with its arguments coerced.
    pub(super) fn make_op_call(
        &mut self,
        op: &'static Operator,
        args: Vec<Expr>,
        location: i32,
    ) -> Result<Expr> {
        let mut declared =
            if op.left.is_valid() { vec![op.left, op.right] } else { vec![op.right] };
        let actual: Vec<Oid> = args.iter().map(|a| a.type_oid).collect();
        let ret = self.enforce_generics(&actual, &mut declared, op.ret).at_loc(location)?;
        let args = self.coerce_args(args, &declared)?;
        super::collation::refuse_mismatch(&args)?;
        let mut collation = Oid::INVALID;
        if self.view.collation_of(ret).is_valid() {
            collation = self.view.collation_of(ret);
        }
        Ok(make(Node::Op(OpCall { op, args }), ret, -1, collation, location))
    }

    /// Coerces arguments to a function's declared types (`make_fn_arguments`).
    pub(super) fn coerce_args(&mut self, args: Vec<Expr>, declared: &[Oid]) -> Result<Vec<Expr>> {
        let mut out = Vec::with_capacity(args.len());
        for (i, a) in args.into_iter().enumerate() {
            let t = declared.get(i).copied().unwrap_or(a.type_oid);
            if a.type_oid == t {
                out.push(a);
            } else {
                let (c, f) = (CastContext::Implicit, CoercionForm::ImplicitCast);
                out.push(self.coerce_type(a, t, -1, c, f, -1)?);
            }
        }
        Ok(out)
    }

    /// Analyzes `left op ANY (right)`, or without `use_or` ALL; what is no array on the right is
    /// refused (`make_scalar_array_op`).
    pub(super) fn make_scalar_array_op(
        &mut self,
        names: &QualifiedName,
        use_or: bool,
        left: Expr,
        right: Expr,
        location: i32,
    ) -> Result<Expr> {
        let (lt, at) = (left.type_oid, right.type_oid);
        let rt = if at == oid::UNKNOWN {
            oid::UNKNOWN
        } else {
            match self.view.element_type(self.view.base_type(at, -1).0) {
                Some(e) => e,
                None => {
                    return storage::err!(
                        WRONG_OBJECT_TYPE,
                        "op ANY/ALL (array) requires array on right side"
                    )
                    .at_loc(location);
                }
            }
        };
        let op = self.find_oper(names, Some(lt), rt, location)?;
        let mut declared = vec![op.left, op.right];
        let ret = self.enforce_generics(&[lt, rt], &mut declared, op.ret)?;
        if ret != oid::BOOL {
            return storage::err!(
                WRONG_OBJECT_TYPE,
                "op ANY/ALL (array) requires operator to yield boolean"
            )
            .at_loc(location);
        }
        let elem = if super::polymorphic::is_polymorphic(declared[1]) { rt } else { declared[1] };
        let Some(array) = self.view.array_type(elem) else {
            return storage::err!(
                UNDEFINED_OBJECT,
                "could not find array type for data type {}",
                self.format_type(elem)
            )
            .at_loc(location);
        };
        let args = self.coerce_args(vec![left, right], &[declared[0], array])?;
        let mut it = args.into_iter();
        let (Some(l), Some(r)) = (it.next(), it.next()) else {
            return storage::err!(INTERNAL_ERROR, "an operator lost its arguments");
        };
        let node = ScalarArrayOp { op, use_or, args: Box::new([l, r]) };
        Ok(make_bool(Node::ScalarArrayOp(node), location))
    }

    /// Whether a type has an equality operator (`get_sort_group_operators`), for DISTINCT FROM and
    /// joins.
    pub(super) fn has_equality(&self, t: Oid) -> bool {
        self.sort_group_support(t).1
    }

    /// Whether a type can be sorted, compared for equality, and hashed.
    pub(super) fn sort_group_support(&self, t: Oid) -> (bool, bool, bool) {
        let t = self.view.base_type(t, -1).0;
        if let Some(e) = self.view.element_type(t) {
            return self.sort_group_support(e);
        }
        // A row can be sorted, compared and hashed if all of its columns can (`cache_record_field_properties`).
        if let Some(desc) = self.view.row_desc(t) {
            let columns = desc.attrs.iter().filter(|a| !a.dropped);
            return columns.fold((true, true, true), |(sort, eq, hash), a| {
                let (s, e, h) = self.sort_group_support(a.type_oid);
                (sort && s, eq && e, hash && h)
            });
        }
        match t {
            oid::XID => (false, true, true),
            oid::CID => (false, true, true),
            oid::JSON | oid::XML | oid::POINT | oid::LINE | oid::LSEG | oid::PATH => {
                (false, false, false)
            }
            oid::BOX | oid::POLYGON | oid::CIRCLE | oid::JSONPATH | oid::CSTRING | oid::VOID => {
                (false, false, false)
            }
            oid::TXID_SNAPSHOT | oid::PG_SNAPSHOT | oid::REFCURSOR | oid::ACLITEM => {
                (false, t == oid::ACLITEM, t == oid::ACLITEM)
            }
            // Whether its columns can be hashed is not known, whether they can be compared is found out.
            oid::RECORD => (true, true, false),
            oid::BIT | oid::VARBIT | oid::MONEY | oid::TSVECTOR | oid::TSQUERY => {
                (true, true, false)
            }
            _ => (true, true, true),
        }
    }
}
