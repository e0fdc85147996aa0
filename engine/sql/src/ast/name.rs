//! Names as statements write them, qualified or not.

use std::fmt;
use storage::error::{PgError, Result, SqlState};

/// A possibly qualified name: `int4`, `pg_catalog.int4`, `db.public.t`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QualifiedName {
    /// What stands before the last dot, outermost first.
    pub path: Vec<String>,
    /// The last part: the thing that is named.
    pub last: String,
}

impl QualifiedName {
    /// The name in a schema.
    pub fn in_schema(schema: &str, last: &str) -> QualifiedName {
        QualifiedName { path: vec![schema.into()], last: last.into() }
    }
    /// The schema, where one is written, of an object that is looked up in the database `here`.
    ///
    /// # Errors
    /// 0A000 for a name in another database, 42601 for one of more than three parts (`DeconstructQualifiedName`).
    pub fn schema_in(&self, here: &str) -> Result<Option<&str>> {
        self.schema_of(here, false)
    }
    /// [`Self::schema_in`] for the name of a relation: the errors have other words (`makeRangeVarFromNameList`).
    pub fn relation_schema_in(&self, here: &str) -> Result<Option<&str>> {
        self.schema_of(here, true)
    }
    fn schema_of(&self, here: &str, relation: bool) -> Result<Option<&str>> {
        match self.path.as_slice() {
            [] => Ok(None),
            [schema] => Ok(Some(schema)),
            [database, schema] if database == here => Ok(Some(schema)),
            _ => Err(self.misplaced(relation)),
        }
    }
    /// Why a name with a database or more cannot be meant.
    #[inline(never)]
    fn misplaced(&self, relation: bool) -> Box<PgError> {
        if self.path.len() > 2 {
            let what = if relation { "relation" } else { "qualified" };
            let text = format!("improper {what} name (too many dotted names): {self}");
            return PgError::new(SqlState::SYNTAX_ERROR, text);
        }
        let quote = if relation { "\"" } else { "" };
        let text = format!("cross-database references are not implemented: {quote}{self}{quote}");
        PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text)
    }
    /// The name, when nothing qualifies it.
    pub fn unqualified(&self) -> Option<&str> {
        self.path.is_empty().then_some(&*self.last)
    }
    /// The name of which this is a part: `public.t` of `public.t.a`.
    pub fn parent(&self) -> Option<QualifiedName> {
        let (last, path) = self.path.split_last()?;
        Some(QualifiedName { path: path.to_vec(), last: last.clone() })
    }
    /// Adds a part after a dot.
    pub fn push(&mut self, part: String) {
        self.path.push(std::mem::replace(&mut self.last, part));
    }
}

impl From<String> for QualifiedName {
    fn from(last: String) -> QualifiedName {
        QualifiedName { path: Vec::new(), last }
    }
}

impl From<&str> for QualifiedName {
    fn from(last: &str) -> QualifiedName {
        last.to_string().into()
    }
}

impl fmt::Display for QualifiedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.path {
            write!(f, "{part}.")?;
        }
        f.write_str(&self.last)
    }
}
