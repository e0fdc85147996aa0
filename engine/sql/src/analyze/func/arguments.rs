//! The arguments of a call as its function takes them (`make_fn_arguments`).

use super::candidate::{Candidate, func_args};
use crate::analyze::state::{Analyzer, At, make};
use crate::analyze::types::TypeFacts;
use crate::expr::{ArrayExpr, Expr, Node};
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// The arguments in the form that the function takes (`make_fn_arguments`): named ones in
    /// order, defaults added, polymorphic types resolved, each coerced, variadic ones in an array.
    /// Also returns the result's type, and whether the last argument is a variadic array.
    /// `explicit_variadic`: the last argument is marked VARIADIC.
    pub(super) fn make_fn_arguments(
        &mut self,
        found: &Candidate,
        args: Vec<Expr>,
        actual: &[Oid],
        explicit_variadic: bool,
    ) -> Result<(Vec<Expr>, Oid, bool)> {
        let nargs = args.len();
        let (declared_all, variadic, ndef, _) = func_args(&found.func);
        let mut declared = found.types.clone();
        let mut actual_all = actual.to_vec();
        let mut defaults: Vec<(usize, Expr)> = Vec::new();
        if found.defaults > 0 {
            let first_default = declared_all.len() - ndef;
            let missing: Vec<usize> = match &found.positions {
                Some(p) => (0..declared_all.len()).filter(|i| !p.contains(i)).collect(),
                None => (nargs..declared_all.len()).collect(),
            };
            for m in missing {
                let e = self.default_argument(&found.func, m - first_default, declared_all[m])?;
                declared.push(declared_all[m]);
                actual_all.push(e.type_oid);
                defaults.push((m, e));
            }
        }
        let ret = self.enforce_generics(&actual_all, &mut declared, found.ret)?;
        let mut args = self.coerce_args(args, &declared)?;
        if let Some(positions) = &found.positions {
            let mut slots: Vec<Option<Expr>> = vec![None; declared_all.len()];
            for (a, &i) in args.into_iter().zip(positions) {
                slots[i] = Some(a);
            }
            for (m, e) in defaults {
                slots[m] = Some(e);
            }
            args = slots.into_iter().flatten().collect();
        } else {
            let extra: Vec<Expr> = defaults.into_iter().map(|d| d.1).collect();
            args.extend(self.coerce_args(extra, &declared[nargs..])?);
        }
        let gathered = found.variadic_count > 0 && variadic != Some(oid::ANY);
        if gathered {
            let rest = args.split_off(nargs - found.variadic_count);
            args.push(self.variadic_array(rest)?);
        }
        if variadic == Some(oid::ANY)
            && explicit_variadic
            && nargs > 0
            && self.view.element_type(actual[nargs - 1]).is_none()
        {
            return err!(DATATYPE_MISMATCH, "VARIADIC argument must be an array")
                .at_loc(args[nargs - 1].location);
        }
        Ok((args, ret, gathered || (explicit_variadic && variadic.is_some())))
    }

    /// Variadic arguments as one array.
    fn variadic_array(&self, elements: Vec<Expr>) -> Result<Expr> {
        let (element_type, location) = (elements[0].type_oid, elements[0].location);
        let Some(array) = self.view.array_type(element_type) else {
            return err!(
                UNDEFINED_OBJECT,
                "could not find array type for data type {}",
                self.format_type(element_type)
            )
            .at_loc(location);
        };
        let node = Node::Array(ArrayExpr { elements, element_type, multi_dims: false });
        Ok(make(node, array, -1, self.view.collation_of(array), location))
    }
}
