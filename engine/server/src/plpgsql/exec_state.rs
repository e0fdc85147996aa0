//! The variables of a running body (`PLpgSQL_execstate`).

use super::expr::{QueryRows, Scope};
use crate::backend::Backend;
use crate::pl_gram::tree::{Col, IntoTarget, NameRef, Target};
use sql::analyze::CreatedFunction;
use std::cell::RefCell;
use std::rc::Rc;
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::toaster;
use storage::tuple::TupleDesc;
use storage::types::{oid, record};
use storage::varlena;

/// What a variable holds.
#[derive(Clone)]
pub(super) enum VariableValue {
    Value(Datum),
    /// A record: its columns once known, and their values; none for a NULL record.
    Row(Option<Rc<TupleDesc>>, Option<Vec<Datum>>),
}

pub(super) struct Var {
    pub name: String,
    /// RECORD for a record of any shape.
    pub type_oid: Oid,
    pub typmod: i32,
    pub constant: bool,
    pub not_null: bool,
    pub held: VariableValue,
    /// The type of the row that a record of any shape holds.
    pub held_type: Oid,
    /// Argument number from 1.
    pub argument: usize,
    /// The number of the variable that this is another name for.
    pub alias_of: Option<usize>,
}

impl Var {
    /// Whether the variable is called so: by its name, or `$n` for an argument.
    pub fn is_called(&self, name: &str) -> bool {
        let number = name.strip_prefix('$').filter(|_| self.argument > 0);
        self.name == name || number.is_some_and(|n| n.parse() == Ok(self.argument))
    }
}

/// A body that runs.
pub(super) struct ExecState<'a> {
    pub b: Backend<'a>,
    pub function: &'a CreatedFunction,
    /// The trigger that calls it.
    pub trigger: Oid,
    /// The function's name and argument types, as errors have it: `name(types)`.
    pub signature: String,
    pub vars: Vec<Var>,
    /// Labels of blocks, and their first variables.
    pub labels: Vec<(Rc<str>, usize)>,
    /// The statement at hand, or the variable: its line, and what it is.
    pub at: Option<(usize, &'static str)>,
    /// What is being done outside of statements.
    pub phase: Option<&'static str>,
    pub atomic: bool,
    pub rows: Vec<Vec<Datum>>,
    pub returned: Option<(Datum, Oid, i32)>,
    /// In a trigger function: the row that it returns.
    pub returned_row: Option<Vec<Datum>>,
    /// While an expression is computed: rows in it are expanded records, whose TOAST pointers are not fetched.
    pub expanded: bool,
    pub processed: u64,
    /// The errors being handled, innermost last.
    pub handling: Vec<Box<PgError>>,
    /// Declarations of cursors with their queries.
    pub cursors: Vec<Rc<crate::pl_gram::tree::Declaration>>,
    /// The columns that the scan in FROM expects of a function that returns `record`; `None` elsewhere.
    pub expected: Option<Vec<crate::pl_gram::tree::Col>>,
}

/// The number of `FOUND`.
const FOUND: usize = 0;

impl ExecState<'_> {
    /// Sets the variable FOUND to `found`.
    pub(super) fn set_found(&mut self, found: bool) {
        self.vars[FOUND].held = VariableValue::Value(Datum::bool(found));
    }

    /// Declares a variable, and returns its number.
    pub(super) fn declare(&mut self, name: &str, type_oid: Oid, typmod: i32) -> usize {
        let desc = if type_oid == oid::RECORD { None } else { self.b.row_type(type_oid, -1) };
        let row = type_oid == oid::RECORD || desc.is_some();
        self.vars.push(Var {
            name: name.to_string(),
            type_oid,
            typmod,
            constant: false,
            not_null: false,
            held_type: type_oid,
            held: if row {
                VariableValue::Row(desc, None)
            } else {
                VariableValue::Value(Datum::Null)
            },
            argument: 0,
            alias_of: None,
        });
        self.vars.len() - 1
    }

    /// The variables that names can mean at this point.
    pub(super) fn scope(&self) -> Scope {
        let mut names = Vec::new();
        let mut fields = Vec::new();
        for (n, v) in self.vars.iter().enumerate() {
            let label = self.labels.iter().rev().find(|l| l.1 <= n);
            let label: Rc<str> = label.map_or_else(|| "".into(), |l| Rc::clone(&l.0));
            let n = v.alias_of.unwrap_or(n);
            let of = &self.vars[n];
            let what = match &of.held {
                VariableValue::Value(_) => NameRef::Scalar(n),
                VariableValue::Row(desc, _) => {
                    fields.push((n, desc.as_ref().map(|d| columns_of(d))));
                    NameRef::Whole(n)
                }
            };
            if v.argument > 0 {
                let numbered = format!("${}", v.argument);
                names.push((Rc::clone(&label), numbered, what, of.held_type, of.typmod));
            }
            names.push((label, v.name.clone(), what, of.held_type, of.typmod));
        }
        Scope { names, fields, used: RefCell::new(Vec::new()) }
    }

    /// The type and modifier that a variable has now.
    pub(super) fn type_of(&self, r: NameRef) -> Option<(Oid, i32)> {
        match r {
            NameRef::Scalar(n) | NameRef::Whole(n) => {
                self.vars.get(n).map(|v| (v.held_type, v.typmod))
            }
            NameRef::Field(n, i) => match &self.vars.get(n)?.held {
                VariableValue::Row(Some(d), _) => d.attrs.get(i).map(|a| (a.type_oid, a.typmod)),
                _ => None,
            },
        }
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, r: NameRef) -> Result<Datum> {
        match r {
            NameRef::Scalar(n) => match &self.vars[n].held {
                VariableValue::Value(d) => Ok(d.clone()),
                VariableValue::Row(..) => Ok(Datum::Null),
            },
            NameRef::Field(n, i) => match &self.vars[n].held {
                VariableValue::Row(_, Some(v)) => Ok(v.get(i).cloned().unwrap_or(Datum::Null)),
                _ => Ok(Datum::Null),
            },
            NameRef::Whole(n) => {
                if !self.expanded {
                    self.flatten(n)?;
                }
                let v = &self.vars[n];
                let t = v.held_type;
                let VariableValue::Row(Some(d), Some(values)) = &v.held else {
                    return Ok(Datum::Null);
                };
                let (d, values) = (Rc::clone(d), values.clone());
                let m = if t == oid::RECORD { self.b.register_row_type(&d) } else { -1 };
                Ok(storage::tuple::composite(&d, &values, t, m))
            }
        }
    }

    /// Fetches the values of a record that are TOAST pointers, which then stay in it; compressed ones are not
    /// decompressed (`ER_get_flat_size`).
    fn flatten(&mut self, n: usize) -> Result<()> {
        let VariableValue::Row(Some(desc), Some(values)) = &mut self.vars[n].held else {
            return Ok(());
        };
        for (value, attr) in values.iter_mut().zip(&desc.attrs) {
            if attr.len == -1 && matches!(value, Datum::Ref(b) if varlena::is_external(b)) {
                *value = toaster::detoast_external(self.b.store, value)?;
            }
        }
        Ok(())
    }

    /// The variable with this number, as a whole.
    pub(super) fn whole(&self, n: usize) -> NameRef {
        match self.vars[n].held {
            VariableValue::Row(..) => NameRef::Whole(n),
            VariableValue::Value(_) => NameRef::Scalar(n),
        }
    }

    /// The variable that a target names.
    pub(super) fn find(&self, t: &Target) -> Result<NameRef> {
        let last = |name: &str| self.vars.iter().rposition(|v| v.is_called(name));
        let labelled = |label: &str, name: &str| {
            let l = self.labels.iter().rposition(|l| &*l.0 == label)?;
            let end = self.labels.get(l + 1).map_or(self.vars.len(), |l| l.1);
            (self.labels[l].1..end).rev().find(|n| self.vars[*n].name == name)
        };
        let names: Vec<&str> = t.names.iter().map(String::as_str).collect();
        let (n, field) = match names.as_slice() {
            [a] => (last(a), None),
            [a, b] => match last(a) {
                Some(n) => (Some(n), Some(*b)),
                None => (labelled(a, b), None),
            },
            [l, a, b] => (labelled(l, a), Some(*b)),
            _ => (None, None),
        };
        let Some(n) = n else {
            return err!(SYNTAX_ERROR, "\"{}\" is not a known variable", t.names.join("."));
        };
        let n = self.vars[n].alias_of.unwrap_or(n);
        let Some(field) = field else { return Ok(self.whole(n)) };
        match &self.vars[n].held {
            VariableValue::Row(Some(d), _) => match d.attrs.iter().position(|a| a.name == field) {
                Some(i) => Ok(NameRef::Field(n, i)),
                None => err!(
                    UNDEFINED_COLUMN,
                    "record \"{}\" has no field \"{field}\"",
                    self.vars[n].name
                ),
            },
            VariableValue::Row(None, _) => Err(unassigned(&self.vars[n].name)),
            VariableValue::Value(_) => {
                err!(SYNTAX_ERROR, "\"{}\" is not a known variable", t.names.join("."))
            }
        }
    }

    /// Assigns a value to a target variable, converting its type (`exec_assign_value`).
    pub(super) fn assign(&mut self, t: &Target, d: Datum, from: (Oid, i32)) -> Result<()> {
        let r = self.find(t)?;
        self.put(r, d, from)
    }

    /// Assigns a value of type and typmod `from` to a variable.
    pub(super) fn put(&mut self, r: NameRef, d: Datum, from: (Oid, i32)) -> Result<()> {
        let n = match r {
            NameRef::Scalar(n) | NameRef::Whole(n) | NameRef::Field(n, _) => n,
        };
        if self.vars[n].constant {
            let name = &self.vars[n].name;
            return Err(PgError::new(
                SqlState("22005"),
                format!("variable \"{name}\" is declared CONSTANT"),
            ));
        }
        match r {
            NameRef::Scalar(n) => {
                let to = (self.vars[n].type_oid, self.vars[n].typmod);
                let d = self.cast(d, from, to)?;
                if d.is_null() && self.vars[n].not_null {
                    return Err(null_refused(&self.vars[n].name));
                }
                self.vars[n].held = VariableValue::Value(match d {
                    Datum::Ref(_) if self.b.element_type(self.b.base_type(to.0)).is_valid() => {
                        self.expanded_array(d, to.0)?
                    }
                    d => self.kept(d, to.0)?,
                });
                Ok(())
            }
            NameRef::Field(n, i) => {
                let to = self.type_of(r).unwrap_or(from);
                let d = self.cast(d, from, to)?;
                let d = self.kept(d, to.0)?;
                self.change_row(n, |desc, values| {
                    let width = desc.as_ref().map_or(0, |d| d.attrs.len());
                    values.get_or_insert_with(|| vec![Datum::Null; width])[i] = d;
                })
            }
            NameRef::Whole(n) => {
                if d.is_null() {
                    if self.vars[n].not_null {
                        return Err(null_refused(&self.vars[n].name));
                    }
                    let t = self.vars[n].type_oid;
                    let named = t != oid::RECORD;
                    self.vars[n].held_type = t;
                    return self.change_row(n, |desc, values| {
                        *values = None;
                        *desc = desc.take().filter(|_| named);
                    });
                }
                if !record::is_row_type(&self.b.host(), from.0) {
                    let kind = if self.vars[n].type_oid == oid::RECORD { "record" } else { "row" };
                    return err!(
                        DATATYPE_MISMATCH,
                        "cannot assign non-composite value to a {kind} variable"
                    );
                }
                let fields = record::fields(&mut self.b.host(), &d)?;
                // A record takes the type of the row (`plpgsql_exec_get_datum_type`).
                let of = self.b.base_type(from.0);
                if self.vars[n].type_oid == oid::RECORD
                    && of != oid::RECORD
                    && let Some(desc) = self.b.row_type(of, -1)
                {
                    let mut given = fields.into_iter();
                    let mut values = Vec::with_capacity(desc.attrs.len());
                    for a in &desc.attrs {
                        let field = if a.dropped { None } else { given.next() };
                        values.push(match field {
                            Some((_, t, d)) => self.kept(d, t)?,
                            None => Datum::Null,
                        });
                    }
                    self.vars[n].held = VariableValue::Row(Some(desc), Some(values));
                    self.vars[n].held_type = of;
                    return Ok(());
                }
                let columns: Vec<Col> = fields.iter().map(|f| (f.0.clone(), f.1, -1)).collect();
                let row: Vec<Datum> = fields.into_iter().map(|f| f.2).collect();
                self.put_row(n, &columns, Some(&row))
            }
        }
    }

    /// The array in the form that a variable keeps: fetched and expanded (`expand_array`).
    fn expanded_array(&mut self, d: Datum, t: Oid) -> Result<Datum> {
        Ok(match &d {
            Datum::Ref(b) if b.is_expanded() => d,
            _ => Datum::Ref(Bytes::expanded(self.b.constant(d, t)?.bytes())),
        })
    }

    /// A value in the form that a field keeps, or a variable of another type. An expanded array becomes flat. Outside of a
    /// transaction block a TOAST pointer is fetched, since it would not survive a COMMIT; compressed values stay
    /// compressed (`assign_simple_var`).
    fn kept(&mut self, mut d: Datum, t: Oid) -> Result<Datum> {
        d.flatten();
        let Datum::Ref(b) = &d else { return Ok(d) };
        if self.atomic || !varlena::is_external(b) || self.b.column_of("", t, -1).len != -1 {
            return Ok(d);
        }
        toaster::detoast_external(self.b.store, &d)
    }

    /// Puts a row into a record, NULLs when there is none (`exec_move_row`).
    fn put_row(&mut self, n: usize, columns: &[Col], row: Option<&Vec<Datum>>) -> Result<()> {
        let t = self.vars[n].type_oid;
        if t == oid::RECORD {
            let cols = columns.iter().map(|c| (c.0.as_str(), c.1, c.2));
            let (desc, _) = record::anonymous(&mut self.b.host(), cols);
            let mut values = Vec::with_capacity(columns.len());
            for (i, c) in columns.iter().enumerate() {
                let d = row.map_or(Datum::Null, |r| r[i].clone());
                values.push(self.kept(d, c.1)?);
            }
            self.vars[n].held = VariableValue::Row(Some(desc), Some(values));
            self.vars[n].held_type = t;
            return Ok(());
        }
        let VariableValue::Row(Some(desc), _) = &self.vars[n].held else { return Ok(()) };
        let desc = Rc::clone(desc);
        let mut given = columns.iter().enumerate();
        let mut values = Vec::new();
        for a in &desc.attrs {
            values.push(match (row, a.dropped) {
                (Some(row), false) => match given.next() {
                    Some((i, c)) => {
                        let d = self.cast(row[i].clone(), (c.1, c.2), (a.type_oid, a.typmod))?;
                        self.kept(d, a.type_oid)?
                    }
                    None => self.cast(Datum::Null, (oid::TEXT, -1), (a.type_oid, a.typmod))?,
                },
                _ => Datum::Null,
            });
        }
        self.change_row(n, |d, v| (*d, *v) = (Some(desc), Some(values)))
    }

    /// Changes the row that a record holds. One that its domain refuses, if it is declared with one, is put back.
    fn change_row(
        &mut self,
        n: usize,
        change: impl FnOnce(&mut Option<Rc<TupleDesc>>, &mut Option<Vec<Datum>>),
    ) -> Result<()> {
        let t = self.vars[n].type_oid;
        let old = (self.b.base_type(t) != t).then(|| self.vars[n].held.clone());
        if let VariableValue::Row(desc, values) = &mut self.vars[n].held {
            change(desc, values);
        }
        let Some(old) = old else { return Ok(()) };
        let kept = self.read(NameRef::Whole(n)).and_then(|d| self.keep_domain_of_row(t, &d));
        if kept.is_err() {
            self.vars[n].held = old;
        }
        kept
    }

    /// Assigns a row to the target of INTO or of a loop.
    pub(super) fn store(
        &mut self,
        targets: &[Target],
        f: &QueryRows,
        row: Option<&Vec<Datum>>,
    ) -> Result<()> {
        if let [one] = targets
            && let NameRef::Whole(n) = self.find(one)?
        {
            // The elements of an array have no name: they are the record itself.
            if let [(name, t, m)] = f.columns.as_slice()
                && name.is_empty()
                && record::is_row_type(&self.b.host(), *t)
                && let Some(r) = row
            {
                return self.put(NameRef::Whole(n), r[0].clone(), (*t, *m));
            }
            return self.put_row(n, &f.columns, row);
        }
        for (i, t) in targets.iter().enumerate() {
            let value = row.and_then(|r| r.get(i)).cloned().unwrap_or(Datum::Null);
            let from = f.columns.get(i).map_or((oid::TEXT, -1), |c| (c.1, c.2));
            self.assign(t, value, from)?;
        }
        Ok(())
    }

    /// Assigns the first row of a statement with INTO, or of an EXECUTE that is `dynamic`. With STRICT no row (P0002)
    /// and several (P0003) are refused, several also of a statement that changes rows (`mod_stmt`).
    pub(super) fn store_into(
        &mut self,
        into: &IntoTarget,
        f: &QueryRows,
        dynamic: bool,
        changes: bool,
    ) -> Result<()> {
        if into.strict && f.rows.is_empty() {
            return Err(PgError::new(SqlState("P0002"), "query returned no rows"));
        }
        if (into.strict || changes) && f.rows.len() > 1 {
            let e = PgError::new(SqlState("P0003"), "query returned more than one row");
            return Err(match dynamic {
                true => e,
                false => e.hint("Make sure the query returns a single row, or use LIMIT 1."),
            });
        }
        self.store(&into.targets, f, f.rows.first())
    }
}

/// The columns of a row type.
pub(super) fn columns_of(d: &TupleDesc) -> Vec<Col> {
    d.attrs
        .iter()
        .map(|a| {
            let name = if a.dropped { String::new() } else { a.name.clone() };
            (name, a.type_oid, a.typmod)
        })
        .collect()
}

/// The error of a NULL for a variable that is declared NOT NULL.
fn null_refused(name: &str) -> Box<PgError> {
    let text = format!("null value cannot be assigned to variable \"{name}\" declared NOT NULL");
    PgError::new(SqlState::NULL_VALUE_NOT_ALLOWED, text)
}

/// The error of reading a record that has no value yet.
pub(super) fn unassigned(name: &str) -> Box<PgError> {
    PgError::new(
        SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("record \"{name}\" is not assigned yet"),
    )
    .detail("The tuple structure of a not-yet-assigned record is indeterminate.")
}
