//! Names as statements write them, qualified or not.

use std::fmt;

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
    /// The schema, where one is written.
    pub fn schema(&self) -> Option<&str> {
        self.path.last().map(String::as_str)
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
