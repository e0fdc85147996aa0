//! What a row is checked for before it is written (`ExecConstraints`), and what is computed first: generated columns.

use super::ModifyRun;
use crate::exec::state::Exec;
use crate::exec::tuple_shortener::form_stored;
use crate::expr::Rows;
use storage::datum::Datum;
use storage::error::{PgError, Result, SqlState};
use storage::heap::Relation;

impl<'p> ModifyRun<'p> {
    /// Computes the generated columns, on UPDATE (`update`) only those that may have changed, then checks NOT NULL and
    /// CHECK constraints.
    pub(super) fn check(
        &self,
        ex: &mut Exec<'_, 'p>,
        row: &mut [Datum],
        update: bool,
    ) -> Result<()> {
        if !self.as_stored {
            form_stored(&self.rel.desc.attrs, row);
        }
        for g in self.generated.iter().filter(|g| g.on_update || !update) {
            row[g.column.0 as usize - 1] = g.value.eval(ex, Rows::scan(row))?;
        }
        if !self.generated.is_empty() {
            form_stored(&self.rel.desc.attrs, row);
        }
        for (a, d) in self.rel.desc.attrs.iter().zip(row.iter_mut()) {
            if a.dropped {
                *d = Datum::Null;
            }
            if a.not_null && d.is_null() && !a.dropped {
                let text = describe_row(ex, &self.rel, row)?;
                return Err(PgError::new(
                    SqlState::NOT_NULL_VIOLATION,
                    format!(
                        "null value in column \"{}\" of relation \"{}\" violates not-null constraint",
                        a.name, self.rel.name
                    ),
                )
                .detail(format!("Failing row contains {text}.")));
            }
        }
        for (name, c) in &self.checks {
            let d = c.eval(ex, Rows::scan(row))?;
            if !d.is_null() && !d.as_bool() {
                let text = describe_row(ex, &self.rel, row)?;
                return Err(PgError::new(
                    SqlState::CHECK_VIOLATION,
                    format!(
                        "new row for relation \"{}\" violates check constraint \"{name}\"",
                        self.rel.name
                    ),
                )
                .detail(format!("Failing row contains {text}.")));
            }
        }
        Ok(())
    }
}

/// Returns a row's values as an error shows them, each cut at 64 bytes
/// (`ExecBuildSlotValueDescription`).
fn describe_row(ex: &mut Exec<'_, '_>, rel: &Relation, row: &[Datum]) -> Result<String> {
    let mut parts = Vec::new();
    for (a, d) in rel.desc.attrs.iter().zip(row) {
        if a.dropped {
            continue;
        }
        if d.is_null() {
            parts.push("null".to_string());
            continue;
        }
        let mut text = ex.host.output(a.type_oid, d)?;
        if text.len() > 64 {
            let mut end = 64;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
            text.push_str("...");
        }
        parts.push(text);
    }
    Ok(format!("({})", parts.join(", ")))
}
