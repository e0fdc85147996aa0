//! What a function gives back: its value, its OUT columns, or its rows.

use super::exec::Flow;
use super::exec_state::{ExecState, VariableValue, columns_of, unassigned};
use super::expr::QueryRows;
use crate::pl_gram::tree::{Col, NameRef, Sql};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::tuple::TupleDesc;
use storage::types::{oid, record};

/// Adds a NULL for each dropped column of the type to a row that lacks them (`execute_attr_map_tuple`).
fn with_dropped(row: &mut Vec<Datum>, desc: &TupleDesc) {
    if row.len() < desc.attrs.len() {
        for (i, _) in desc.attrs.iter().enumerate().filter(|(_, a)| a.dropped) {
            row.insert(i.min(row.len()), Datum::Null);
        }
    }
}

impl ExecState<'_> {
    /// The columns that a returned row must have; `None` if any record will do.
    fn wanted(&self) -> Option<Vec<Col>> {
        let f = self.function;
        if !f.out.is_empty() {
            return Some(f.out.iter().map(|(n, t)| (n.clone(), *t, -1)).collect());
        }
        if f.ret == oid::RECORD {
            return self.expected.clone();
        }
        Some(match self.b.row_type(f.ret, -1) {
            Some(d) => columns_of(&d).into_iter().filter(|c| !c.0.is_empty()).collect(),
            None => vec![(String::new(), f.ret, -1)],
        })
    }

    /// The OUT variables as a row.
    fn out_row(&mut self) -> Result<Vec<Datum>> {
        let mut row = Vec::new();
        let f = self.function;
        for (i, _) in
            f.parameters.iter().enumerate().filter(|(_, p)| matches!(p.0, 'o' | 'b' | 't'))
        {
            let n = self.vars.iter().position(|v| v.argument == i + 1).unwrap_or(0);
            let r = match self.vars[n].held {
                VariableValue::Row(..) => NameRef::Whole(n),
                VariableValue::Value(_) => NameRef::Scalar(n),
            };
            row.push(self.read(r)?);
        }
        Ok(row)
    }

    /// RETURN NEXT: adds a row to the result.
    pub(super) fn return_next(&mut self, value: Option<&Sql>) -> Result<()> {
        let Some(value) = value else {
            let row = self.out_row()?;
            self.rows.push(row);
            return Ok(());
        };
        let name = value.text.trim();
        if let Some(v) = self.vars.iter().rev().find(|v| v.name.eq_ignore_ascii_case(name))
            && v.type_oid == oid::RECORD
            && matches!(v.held, VariableValue::Row(None, _))
        {
            return Err(unassigned(&v.name));
        }
        let wanted = self.wanted();
        if let Some([(scalar, of, typmod)]) = wanted.as_deref()
            && scalar.is_empty()
        {
            let (d, t, m) = self.value(value, None)?;
            let d = self.cast(d, (t, m), (*of, *typmod))?;
            self.rows.push(vec![d]);
            return Ok(());
        }
        let (d, t, _) = self.expanded_value(value, None)?;
        if d.is_null() {
            let width = wanted.map_or(1, |w| w.len());
            self.rows.push(vec![Datum::Null; width]);
            return Ok(());
        }
        self.check_returned_row(t)?;
        let fields = record::fields(&mut self.b.host(), &d)?;
        if let Some(w) = wanted {
            let columns: Vec<(Oid, i32)> = fields.iter().map(|f| (f.1, -1)).collect();
            let text = match self.vars.iter().any(|v| v.name.eq_ignore_ascii_case(name)) {
                true => "wrong record type supplied in RETURN NEXT",
                false => "returned record type does not match expected record type",
            };
            self.check_columns(&w, &columns, text)?;
        }
        self.rows.push(fields.into_iter().map(|f| f.2).collect());
        Ok(())
    }

    /// Checks that returned columns have the types wanted (`convert_tuples_by_position`); `otherwise` is
    /// the error's message.
    fn check_columns(
        &self,
        wanted: &[(String, Oid, i32)],
        columns: &[(Oid, i32)],
        otherwise: &str,
    ) -> Result<()> {
        let mismatch = |detail: String| {
            Err(PgError::new(SqlState::DATATYPE_MISMATCH, otherwise).detail(detail))
        };
        for (i, (w, c)) in wanted.iter().zip(columns).enumerate() {
            if w.1 != c.0 {
                let place = match self.b.store.release.returned_columns_named {
                    true => format!("\"{}\" (position {})", w.0, i + 1),
                    false => (i + 1).to_string(),
                };
                return mismatch(format!(
                    "Returned type {} does not match expected type {} in column {place}.",
                    self.b.type_text(c.0, c.1),
                    self.b.type_text(w.1, w.2)
                ));
            }
        }
        if wanted.len() != columns.len() {
            return mismatch(format!(
                "Number of returned columns ({}) does not match expected column count ({}).",
                columns.len(),
                wanted.len()
            ));
        }
        Ok(())
    }

    /// RETURN QUERY: adds the rows of a query to the result.
    pub(super) fn return_query(&mut self, f: QueryRows) -> Result<()> {
        if let Some(wanted) = self.wanted() {
            let columns: Vec<(Oid, i32)> = f.columns.iter().map(|c| (c.1, c.2)).collect();
            let text = "structure of query does not match function result type";
            self.check_columns(&wanted, &columns, text)?;
        }
        self.processed = f.rows.len() as u64;
        self.set_found(!f.rows.is_empty());
        self.rows.extend(f.rows);
        Ok(())
    }

    /// The row that a trigger returns. The values of a record stay as they are: TOAST pointers are
    /// not fetched.
    pub(super) fn trigger_row(&mut self, e: &Sql) -> Result<Option<Vec<Datum>>> {
        let name = e.text.trim().to_ascii_lowercase();
        let found = self.vars.iter().rev().find(|v| v.name == name);
        let found = found.map(|v| v.alias_of.map_or(v, |n| &self.vars[n]));
        let (columns, mut row): (Vec<(Oid, i32)>, Vec<Datum>) = match found.map(|v| &v.held) {
            Some(VariableValue::Row(_, None)) => return Ok(None),
            Some(VariableValue::Row(desc, Some(values))) => {
                let columns = desc.as_ref().map_or_else(Vec::new, |d| columns_of(d));
                (columns.iter().map(|c| (c.1, -1)).collect(), values.clone())
            }
            _ => {
                let (d, t, _) = self.expanded_value(e, None)?;
                if d.is_null() {
                    return Ok(None);
                }
                self.check_returned_row(t)?;
                let fields = record::fields(&mut self.b.host(), &d)?;
                let columns = fields.iter().map(|f| (f.1, -1)).collect();
                (columns, fields.into_iter().map(|f| f.2).collect())
            }
        };
        // `plpgsql_exec_trigger` compares the row when the body has ended.
        let for_row =
            [1, 2].iter().any(|n| matches!(self.vars[*n].held, VariableValue::Row(_, Some(_))));
        if for_row && let VariableValue::Row(Some(of_table), _) = &self.vars[1].held {
            let mut wanted = columns_of(of_table);
            if columns.len() != wanted.len() {
                wanted.retain(|column| !column.0.is_empty());
            }
            let text =
                "returned row structure does not match the structure of the triggering table";
            if let Err(e) = self.check_columns(&wanted, &columns, text) {
                (self.at, self.phase) = (None, Some("during function exit"));
                return Err(e);
            }
            with_dropped(&mut row, of_table);
        }
        Ok(Some(row))
    }

    /// Fails unless RETURN gives a row, in a function whose result is one (`exec_stmt_return`).
    pub(super) fn check_returned_row(&mut self, t: Oid) -> Result<()> {
        if record::is_row_type(&self.b.host(), t) {
            return Ok(());
        }
        err!(
            DATATYPE_MISMATCH,
            "cannot return non-composite value from function returning composite type"
        )
    }

    /// The result of the function, after its body ended.
    pub(super) fn results(&mut self, flow: &Flow) -> Result<Vec<Vec<Datum>>> {
        self.at = None;
        let f = self.function;
        if f.returns_set {
            return Ok(std::mem::take(&mut self.rows));
        }
        if !f.out.is_empty() {
            return Ok(vec![self.out_row()?]);
        }
        if f.ret == oid::VOID || f.procedure {
            return Ok(vec![vec![Datum::Word(0)]]);
        }
        if !matches!(flow, Flow::Return) {
            return Err(PgError::new(
                SqlState("2F005"),
                "control reached end of function without RETURN",
            ));
        }
        let Some((d, t, m)) = self.returned.take() else { return Ok(vec![vec![Datum::Null]]) };
        self.phase = Some("while casting return value to function's return type");
        // `coerce_function_result_tuple`: a row of another type must have the columns of the result.
        if (t != f.ret || t == oid::RECORD)
            && !d.is_null()
            && record::is_row_type(&self.b.host(), f.ret)
            && let Some(expected) = self.wanted()
        {
            let fields = record::fields(&mut self.b.host(), &d)?;
            let columns: Vec<(Oid, i32)> = fields.iter().map(|f| (f.1, -1)).collect();
            let text = "returned record type does not match expected record type";
            self.check_columns(&expected, &columns, text)?;
        }
        let d = self.cast(d, (t, m), (f.ret, -1))?;
        self.phase = None;
        Ok(vec![vec![d]])
    }
}
