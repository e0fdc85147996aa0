//! The planner (`src/backend/optimizer`): from a query to the cheapest plan the server would find.

pub mod cost;
mod node;

use crate::error::Result;
use crate::sql::analyze::Query;
use crate::sql::exec::Host;
pub use node::*;

/// Plans a query.
pub fn plan(query: &Query, host: &mut dyn Host) -> Result<PlannedStmt> {
    let _ = (query, host);
    todo!("the planner")
}
