//! Expressions of the catalog back to text, with the catalog's names.

use crate::ids::Oid;
use crate::session::Backend;
use crate::sql::expr::Expr;

impl Backend {
    /// An expression in SQL; Vars are columns of `rel`; `pretty` leaves parentheses out.
    pub(crate) fn deparse_styled(&self, _e: &Expr, _rel: Option<Oid>, _pretty: bool) -> String {
        "?".to_string()
    }
    /// Whether an index key's text stands without parentheses.
    pub(crate) fn looks_like_function(&self, e: &Expr) -> bool {
        matches!(e.node, crate::sql::expr::Node::Func(_))
    }
}
