//! Polymorphic arguments and results (`check_generic_type_consistency`,
//! `enforce_generic_type_consistency`).

use super::state::Analyzer;
use super::types::TypeFacts;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid::{
    ANYARRAY, ANYCOMPATIBLE, ANYCOMPATIBLEARRAY, ANYCOMPATIBLENONARRAY, ANYELEMENT, ANYENUM,
    ANYNONARRAY, ANYRANGE, TEXT, UNKNOWN,
};

/// Whether a type stands for any of several (`IsPolymorphicType`).
pub(super) fn is_polymorphic(t: Oid) -> bool {
    matches!(t, ANYELEMENT | ANYARRAY | ANYNONARRAY | ANYENUM | ANYRANGE)
        || matches!(t, ANYCOMPATIBLE | ANYCOMPATIBLEARRAY | ANYCOMPATIBLENONARRAY)
}

impl Analyzer<'_> {
    /// Whether a type is an array, or a domain over one (`type_is_array_domain`).
    fn is_array(&self, t: Oid) -> bool {
        self.view.element_type(self.view.base_type(t, -1).0).is_some()
    }

    /// Whether actual argument types fit the declared polymorphic ones.
    pub(super) fn generics_consistent(&self, actual: &[Oid], declared: &[Oid]) -> bool {
        let (mut elem, mut array) = (None, None);
        let mut compat = Vec::new();
        let (mut non_array, mut any_enum, mut compat_non_array) = (false, false, false);
        for (&a, &d) in actual.iter().zip(declared) {
            match d {
                ANYELEMENT | ANYNONARRAY | ANYENUM => {
                    non_array |= d == ANYNONARRAY;
                    any_enum |= d == ANYENUM;
                    if a == UNKNOWN {
                        continue;
                    }
                    if elem.is_some_and(|e| e != a) {
                        return false;
                    }
                    elem = Some(a);
                }
                ANYARRAY => {
                    if a == UNKNOWN {
                        continue;
                    }
                    let a = self.view.base_type(a, -1).0;
                    if array.is_some_and(|x| x != a) {
                        return false;
                    }
                    array = Some(a);
                }
                ANYRANGE => return false,
                ANYCOMPATIBLE | ANYCOMPATIBLENONARRAY => {
                    compat_non_array |= d == ANYCOMPATIBLENONARRAY;
                    if a != UNKNOWN {
                        compat.push(a);
                    }
                }
                ANYCOMPATIBLEARRAY => {
                    if a == UNKNOWN {
                        continue;
                    }
                    let a = self.view.base_type(a, -1).0;
                    let Some(e) = self.view.element_type(a) else { return false };
                    compat.push(e);
                }
                _ => {}
            }
        }
        if let Some(a) = array {
            if a == ANYARRAY {
                if elem.is_some() {
                    return false;
                }
            } else {
                let Some(e) = self.view.element_type(a) else { return false };
                match elem {
                    None => elem = Some(e),
                    Some(x) if x != e => return false,
                    _ => {}
                }
            }
        }
        if non_array && elem.is_some_and(|e| self.is_array(e)) {
            return false;
        }
        // An enum of unknown type is none.
        if any_enum && !elem.is_some_and(|e| self.view.is_enum(e)) {
            return false;
        }
        if !compat.is_empty() {
            let list: Vec<_> = compat.iter().map(|&t| (t, -1)).collect();
            let Ok(Some((t, _))) = self.common_type(&list, None) else { return false };
            if !compat.iter().all(|&c| self.can_coerce(&[c], &[t], CastContext::Implicit)) {
                return false;
            }
            if compat_non_array && self.is_array(t) {
                return false;
            }
        }
        true
    }

    /// Replaces polymorphic types in `declared` by actual ones, and returns the result's type.
    pub(super) fn enforce_generics(
        &self,
        actual: &[Oid],
        declared: &mut [Oid],
        ret: Oid,
    ) -> Result<Oid> {
        if !declared.iter().any(|&d| is_polymorphic(d)) && !is_polymorphic(ret) {
            return Ok(ret);
        }
        let (mut elem, mut array) = (None, None);
        let mut compat = Vec::new();
        let (mut have_poly, mut have_compat, mut non_array) = (false, false, false);
        for (&a, &d) in actual.iter().zip(declared.iter()) {
            match d {
                ANYELEMENT | ANYNONARRAY | ANYENUM => {
                    have_poly = true;
                    non_array |= d == ANYNONARRAY;
                    if a == UNKNOWN {
                        continue;
                    }
                    if let Some(e) = elem
                        && e != a
                    {
                        return Err(self.not_alike("anyelement", e, a));
                    }
                    elem = Some(a);
                }
                ANYARRAY => {
                    have_poly = true;
                    if a == UNKNOWN {
                        continue;
                    }
                    let a = self.view.base_type(a, -1).0;
                    if let Some(x) = array
                        && x != a
                    {
                        return Err(self.not_alike("anyarray", x, a));
                    }
                    array = Some(a);
                }
                ANYCOMPATIBLE | ANYCOMPATIBLENONARRAY => {
                    have_compat = true;
                    if a != UNKNOWN {
                        compat.push(a);
                    }
                }
                ANYCOMPATIBLEARRAY => {
                    have_compat = true;
                    if a == UNKNOWN {
                        continue;
                    }
                    let base = self.view.base_type(a, -1).0;
                    match self.view.element_type(base) {
                        Some(e) => compat.push(e),
                        None => {
                            return err!(
                                DATATYPE_MISMATCH,
                                "argument declared anycompatiblearray is not an array but type {}",
                                self.format_type(a)
                            );
                        }
                    }
                }
                _ => {}
            }
        }
        let mut elem_type = elem;
        if have_poly {
            elem_type = self.element_of(elem_type, array)?;
            if elem_type.is_none() {
                return err!(
                    DATATYPE_MISMATCH,
                    "could not determine polymorphic type because input has type unknown"
                );
            }
            if non_array && elem_type.is_some_and(|e| self.is_array(e)) {
                return err!(
                    DATATYPE_MISMATCH,
                    "type matched to anynonarray is an array type: {}",
                    self.format_type(elem_type.unwrap_or(UNKNOWN))
                );
            }
        }
        let compat_type = if have_compat { self.compatible_type(&compat)? } else { None };
        let array_of = |t: Oid| -> Result<Oid> {
            match self.view.array_type(t) {
                Some(a) => Ok(a),
                None => err!(
                    UNDEFINED_OBJECT,
                    "could not find array type for data type {}",
                    self.format_type(t)
                ),
            }
        };
        for (d, &a) in declared.iter_mut().zip(actual) {
            *d = match *d {
                ANYELEMENT | ANYNONARRAY | ANYENUM => elem_type.unwrap_or(a),
                ANYARRAY => match array {
                    Some(x) => x,
                    None => array_of(elem_type.unwrap_or(TEXT))?,
                },
                ANYCOMPATIBLE | ANYCOMPATIBLENONARRAY => compat_type.unwrap_or(a),
                ANYCOMPATIBLEARRAY => array_of(compat_type.unwrap_or(TEXT))?,
                other => other,
            };
        }
        Ok(match ret {
            ANYELEMENT | ANYNONARRAY | ANYENUM => elem_type.unwrap_or(TEXT),
            ANYARRAY => match array {
                Some(x) => x,
                None => array_of(elem_type.unwrap_or(TEXT))?,
            },
            ANYCOMPATIBLE | ANYCOMPATIBLENONARRAY => compat_type.unwrap_or(TEXT),
            ANYCOMPATIBLEARRAY => array_of(compat_type.unwrap_or(TEXT))?,
            other => other,
        })
    }

    /// The element type on which anyelement and anyarray arguments agree.
    fn element_of(&self, elem: Option<Oid>, array: Option<Oid>) -> Result<Option<Oid>> {
        let mut elem_type = elem;
        if let Some(a) = array {
            if a == ANYARRAY {
                elem_type = elem_type.or(Some(ANYELEMENT));
            } else {
                let Some(e) = self.view.element_type(a) else {
                    return err!(
                        DATATYPE_MISMATCH,
                        "argument declared anyarray is not an array but type {}",
                        self.format_type(a)
                    );
                };
                match elem_type {
                    Some(x) if x != e => {
                        return Err(PgError::new(
                            SqlState::DATATYPE_MISMATCH,
                            "argument declared anyarray is not consistent with argument \
                             declared anyelement",
                        )
                        .detail(format!(
                            "{} versus {}",
                            self.format_type(a),
                            self.format_type(x)
                        )));
                    }
                    _ => elem_type = Some(e),
                }
            }
        }
        Ok(elem_type)
    }

    /// The common type of the anycompatible family (`select_common_type_from_oids`).
    fn compatible_type(&self, compat: &[Oid]) -> Result<Option<Oid>> {
        let list: Vec<_> = compat.iter().map(|&t| (t, -1)).collect();
        match list.as_slice() {
            [] => Ok(Some(TEXT)),
            l => {
                let t = self.common_type(l, Some("arguments of anycompatible family"))?;
                Ok(t.map(|t| t.0))
            }
        }
    }

    /// The error of arguments that should have one type and do not.
    fn not_alike(&self, what: &str, a: Oid, b: Oid) -> Box<PgError> {
        PgError::new(
            SqlState::DATATYPE_MISMATCH,
            format!("arguments declared \"{what}\" are not all alike"),
        )
        .detail(format!("{} versus {}", self.format_type(a), self.format_type(b)))
    }
}
