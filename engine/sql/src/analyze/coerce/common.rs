//! One type for several values (`select_common_type`): CASE, UNION, arrays.

use crate::analyze::state::{Analyzer, At};
use crate::analyze::types::TypeFacts;
use crate::analyze::walk;
use crate::expr::{CoercionForm, Expr};
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Returns the common type of several expressions, given by type and place, and the index of
    /// the one that decided it. Types of different categories are refused with the construct
    /// `context` in the message, or give `None` without it (`select_common_type`).
    pub(in crate::analyze) fn common_type(
        &self,
        exprs: &[(Oid, i32)],
        context: Option<&str>,
    ) -> Result<Option<(Oid, usize)>> {
        let mut ptype = exprs[0].0;
        let mut which = 0;
        if ptype != oid::UNKNOWN && exprs.iter().all(|e| e.0 == ptype) {
            return Ok(Some((ptype, 0)));
        }
        ptype = self.view.base_type(ptype, -1).0;
        let (mut pcat, mut ppref) = self.view.category(ptype);
        for (i, &(t, location)) in exprs.iter().enumerate().skip(1) {
            let n = self.view.base_type(t, -1).0;
            if n == oid::UNKNOWN || n == ptype {
                continue;
            }
            let (ncat, npref) = self.view.category(n);
            if ptype == oid::UNKNOWN {
                (ptype, pcat, ppref, which) = (n, ncat, npref, i);
            } else if ncat != pcat {
                let Some(context) = context else { return Ok(None) };
                return err!(
                    DATATYPE_MISMATCH,
                    "{context} types {} and {} cannot be matched",
                    self.format_type(ptype),
                    self.format_type(n)
                )
                .at_loc(location);
            } else if !ppref
                && self.can_coerce(&[ptype], &[n], CastContext::Implicit)
                && !self.can_coerce(&[n], &[ptype], CastContext::Implicit)
            {
                (ptype, pcat, ppref, which) = (n, ncat, npref, i);
            }
        }
        if ptype == oid::UNKNOWN {
            ptype = oid::TEXT;
        }
        Ok(Some((ptype, which)))
    }

    /// Returns the common type of several expressions, or refuses with the construct `context` in
    /// the message (`select_common_type`).
    pub(in crate::analyze) fn common_type_of(&self, exprs: &[&Expr], context: &str) -> Result<Oid> {
        let list: Vec<_> = exprs.iter().map(|e| (e.type_oid, walk::place(e))).collect();
        Ok(self.common_type(&list, Some(context))?.map_or(oid::TEXT, |t| t.0))
    }

    /// Coerces an expression to the common type of several; `context` is the construct for the
    /// error, such as CASE (`coerce_to_common_type`).
    pub(in crate::analyze) fn coerce_common(
        &mut self,
        e: Expr,
        t: Oid,
        context: &str,
    ) -> Result<Expr> {
        let from = e.type_oid;
        if from == t {
            return Ok(e);
        }
        let location = walk::place(&e);
        if self.can_coerce(&[from], &[t], CastContext::Implicit) {
            let (c, f) = (CastContext::Implicit, CoercionForm::ImplicitCast);
            return self.coerce_type(e, t, -1, c, f, -1);
        }
        err!(
            CANNOT_COERCE,
            "{context} could not convert type {} to {}",
            self.format_type(from),
            self.format_type(t)
        )
        .at_loc(location)
    }
}

/// Returns the modifier of expressions coerced to the type `t`: theirs if all have that type and
/// one modifier, else -1 (`select_common_typmod`).
pub(in crate::analyze) fn common_typmod(exprs: &[&Expr], t: Oid) -> i32 {
    let first = exprs.first().map_or(-1, |e| e.typmod);
    if exprs.iter().all(|e| e.type_oid == t && e.typmod == first) { first } else { -1 }
}
