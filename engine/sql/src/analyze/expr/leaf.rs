//! Constants, parameters, columns, casts of literals: the leaves of expressions (`transformColumnRef` and
//! its kin).

use crate::analyze::func::CallInfo;
use crate::analyze::state::{Analyzer, At, ExprKind, make, make_const, null_const};
use crate::analyze::types::TypeFacts;
use crate::ast;
use crate::expr::{Expr, Node, Param};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Returns a constant with its type: integer, bigint or numeric by its size, unknown for
    /// strings and NULL (`make_const`).
    pub(super) fn constant(&mut self, c: &ast::Const) -> Result<Expr> {
        let location = c.location as i32;
        Ok(match &c.value {
            ast::ConstValue::Integer(i) => make_const(Datum::i32(*i), oid::INT4, -1, location),
            ast::ConstValue::Float(s) => {
                if s.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit())
                    && let Ok(v) = s.parse::<i64>()
                {
                    let t = if i32::try_from(v).is_ok() { oid::INT4 } else { oid::INT8 };
                    make_const(Datum::i64(v), t, -1, location)
                } else {
                    let v = self.input_literal(oid::NUMERIC, s, -1).at_loc(location)?;
                    make_const(v, oid::NUMERIC, -1, location)
                }
            }
            ast::ConstValue::Boolean(b) => make_const(Datum::bool(*b), oid::BOOL, -1, location),
            ast::ConstValue::String(s) => {
                make_const(Datum::Ref(s.as_bytes().into()), oid::UNKNOWN, -2, location)
            }
            ast::ConstValue::BitString(s) => {
                let v = self.input_literal(oid::BIT, s, -1).at_loc(location)?;
                make_const(v, oid::BIT, -1, location)
            }
            ast::ConstValue::Null => make_const(Datum::Null, oid::UNKNOWN, -2, location),
        })
    }

    /// Returns the parameter `$n`, or its value where that is known; a parameter that does not
    /// exist is refused unless types are inferred (`transformParamRef`).
    pub(super) fn param_ref(&mut self, n: i32, location: i32) -> Result<Expr> {
        let missing = || err!(UNDEFINED_PARAMETER, "there is no parameter ${n}").at_loc(location);
        if self.variables.is_some()
            && let Some(e) = self.variable(&[&format!("${n}")], false, location)?
        {
            return Ok(e);
        }
        if n <= 0 || n > 65535 {
            return missing();
        }
        let i = n as usize;
        if i > self.params.len() {
            if !self.variable_params {
                return missing();
            }
            self.params.resize(i, None);
        }
        let t = self.params[i - 1].unwrap_or(oid::UNKNOWN);
        let c = self.view.collation_of(t);
        let node = match self.param_values.get(i - 1) {
            Some(value) => Node::Const(value.clone()),
            None => Node::Param(Param::Extern(i)),
        };
        Ok(make(node, t, -1, c, location))
    }

    /// Finds the column, row or argument that a name with or without dots means
    /// (`transformColumnRef`).
    pub(super) fn column_ref(&mut self, c: &ast::ColumnRef) -> Result<Expr> {
        let location = c.location as i32;
        if self.kind() == ExprKind::Default {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "cannot use column reference in DEFAULT expression"
            )
            .at_loc(location);
        }
        let mut names = Vec::new();
        for f in &c.fields {
            match f {
                ast::Field::Name(n) => names.push(n.as_str()),
                // `t.*` among operands is the whole row.
                ast::Field::Star => return self.row_of_star(&names, location),
            }
        }
        // A SQL function's arguments come after columns.
        match names.as_slice() {
            [name] => {
                if let Some(e) = self.column_by_name(name, location)? {
                    self.no_variable(&[name], location)?;
                    return Ok(e);
                }
                let row =
                    if self.variables.is_some() { self.find_item(name, location)? } else { None };
                if let Some((up, i)) = row {
                    self.no_variable(&[name], location)?;
                    return Ok(self.whole_row(up, i, location));
                }
                if let Some(e) = self.variable(&[name], true, location)? {
                    return Ok(e);
                }
                if let Some((base, typmod)) = self.domain_value
                    && *name == "value"
                {
                    let col = self.view.collation_of(base);
                    return Ok(make(Node::CoerceToDomainValue, base, typmod, col, location));
                }
                if let Some((up, i)) = self.find_item(name, location)? {
                    return Ok(self.whole_row(up, i, location));
                }
                if let Some(e) = self.function_argument(name, location) {
                    return Ok(e);
                }
                Err(self.missing_column(None, name, location))
            }
            [rel, name] => {
                let Some((up, i)) = self.find_item(rel, location)? else {
                    if let Some(e) = self.variable(&[rel, name], true, location)? {
                        return Ok(e);
                    }
                    if *rel == self.function_name
                        && let Some(e) = self.function_argument(name, location)
                    {
                        return Ok(e);
                    }
                    if let Some(arg) = self.function_argument(rel, location)
                        && let Some(e) = self.complex_projection(name, &arg, location)?
                    {
                        return Ok(e);
                    }
                    return Err(self.missing_rte(rel, location));
                };
                let column = self.column_of_item(up, i, rel, name, location)?;
                self.no_variable(&[rel, name], location)?;
                Ok(column)
            }
            [schema, rel, name] => {
                let Some((up, i)) = self.find_item_qualified(schema, rel, location)? else {
                    if let Some(e) = self.variable(&[schema, rel, name], true, location)? {
                        return Ok(e);
                    }
                    return Err(self.missing_rte(rel, location));
                };
                self.column_of_item(up, i, rel, name, location)
            }
            [database, schema, rel, name] => {
                self.check_database(database, &names.join("."), location)?;
                let Some((up, i)) = self.find_item_qualified(schema, rel, location)? else {
                    return Err(self.missing_rte(rel, location));
                };
                self.column_of_item(up, i, rel, name, location)
            }
            _ => err!(
                SYNTAX_ERROR,
                "improper qualified name (too many dotted names): {}",
                names.join(".")
            )
            .at_loc(location),
        }
    }

    /// The column of an item of FROM, `up` levels above, or a function of that name of its row.
    fn column_of_item(
        &mut self,
        up: usize,
        i: usize,
        rel: &str,
        name: &str,
        location: i32,
    ) -> Result<Expr> {
        if let Some(e) = self.scan_item(up, i, name, location)? {
            return Ok(e);
        }
        // Try it as a function call on the whole row.
        let row = self.whole_row(up, i, location);
        let info = CallInfo { call: None, proc_call: false, location };
        if let Some(e) = self.func_or_column(&name.into(), vec![row], info)? {
            return Ok(e);
        }
        Err(self.missing_column(Some(rel), name, location))
    }

    /// The parameter for a PL/pgSQL variable of this name; `None` if there is none. With `sure`, a
    /// record without the field is an error.
    pub(in crate::analyze) fn variable(
        &self,
        names: &[&str],
        sure: bool,
        location: i32,
    ) -> Result<Option<Expr>> {
        let Some(v) = &self.variables else { return Ok(None) };
        let Some((n, t, typmod)) = v.find(names, sure)? else { return Ok(None) };
        let c = self.view.collation_of(t);
        Ok(Some(make(Node::Param(Param::Extern(n)), t, typmod, c, location)))
    }

    /// Fails if a column's name is also that of a variable (`plpgsql_post_column_ref`).
    fn no_variable(&self, names: &[&str], location: i32) -> Result<()> {
        let Some(v) = &self.variables else { return Ok(()) };
        // A record without the field is an error then.
        if v.find(names, names.len() > 1)?.is_none() {
            return Ok(());
        }
        Err(storage::error::PgError::new(
            storage::error::SqlState::AMBIGUOUS_COLUMN,
            format!("column reference \"{}\" is ambiguous", names.join(".")),
        )
        .detail("It could refer to either a PL/pgSQL variable or a table column."))
        .at_loc(location)
    }

    /// The argument of the SQL function that has this name.
    fn function_argument(&self, name: &str, location: i32) -> Option<Expr> {
        let i = self.arg_names.iter().position(|a| a == name && !a.is_empty())?;
        let t = self.params.get(i).copied().flatten()?;
        let c = self.view.collation_of(t);
        Some(make(Node::Param(Param::Extern(i + 1)), t, -1, c, location))
    }

    /// A NULL of a type, for callers outside.
    pub(in crate::analyze) fn null_of(&self, t: Oid, typmod: i32) -> Expr {
        null_const(t, typmod)
    }
}

/// Returns CURRENT_DATE and its kin with their type; a precision above 6 becomes 6
/// (`transformSQLValueFunction`).
pub(super) fn sql_value(f: &ast::SqlValueFunction) -> Expr {
    use ast::SqlValueFunctionOp as O;
    let t = match f.op {
        O::CurrentDate => oid::DATE,
        O::CurrentTime => oid::TIMETZ,
        O::CurrentTimestamp => oid::TIMESTAMPTZ,
        O::LocalTime => oid::TIME,
        O::LocalTimestamp => oid::TIMESTAMP,
        O::CurrentRole
        | O::CurrentUser
        | O::User
        | O::SessionUser
        | O::CurrentCatalog
        | O::CurrentSchema => oid::NAME,
    };
    let c = crate::analyze::types::type_collation(t);
    make(Node::SqlValue(f.op), t, f.typmod.min(6), c, f.location as i32)
}
