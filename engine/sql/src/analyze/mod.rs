//! Parse analysis (`src/backend/parser`): from what was written to what it means.
//!
//! [`analyze`] turns a statement of the raw tree into a [`Query`]: names are found in scopes,
//! functions and operators among their candidates, literals get types, and every error has the
//! server's words and place.
//!
//! ```text
//! SELECT lower(t.name) FROM t WHERE id = '7'
//!          |              |          |
//!          |              |          `- '7' is unknown: becomes an int4 constant, since id is int4
//!          |              `- RTE 1 of the range table, visible as "t"
//!          `- candidates lower(text), lower(anyrange): name is varchar, so lower((name)::text)
//! ```
//!
//! | module | PostgreSQL's |
//! |---|---|
//! | [`state`](self) | `parse_node.c`: the scopes |
//! | `types`, `coerce`, `polymorphic` | `parse_type.c`, `parse_coerce.c` |
//! | `func`, `oper`, `candidates` | `parse_func.c`, `parse_oper.c` |
//! | `relation`, `from` | `parse_relation.c`, FROM of `parse_clause.c` |
//! | `expr`, `sublink` | `parse_expr.c` |
//! | `target`, `clause`, `agg`, `window` | `parse_target.c`, `parse_clause.c`, `parse_agg.c` |
//! | `select`, `setop`, `cte`, `dml` | `analyze.c`, `parse_cte.c` |
//! | `entry` | what DDL asks for: defaults, checks, index expressions |

mod agg;
mod candidates;
mod clause;
mod coerce;
mod collation;
mod cte;
mod dml;
mod entry;
mod expr;
mod from;
mod func;
mod function_result;
mod group;
mod jumble;
mod oper;
mod polymorphic;
mod query;
mod recursion;
mod relation;
mod select;
mod setop;
mod state;
mod sublink;
mod target;
#[cfg(test)]
mod tests;
mod trigger;
mod types;
mod view;
mod walk;
mod window;

pub use entry::*;
pub use function_result::{analyze_function_statement, check_no_rows, other_columns};
pub use jumble::jumble;
pub use query::*;
pub use relation::{check_opened, opened_as_other, unsupported_kind};
pub use select::refuse_into;
pub use target::suggested_name;
pub use trigger::Trigger;
pub(crate) use types::DEFAULT_COLLATION;
pub use types::TypeFacts;
pub use view::*;
pub use walk::{contains, relations, visit, visit_mut, visit_query, written_queries};
