//! Parse analysis (`src/backend/parser`): from what was written to what it means.

mod query;
mod view;

pub use query::*;
pub use view::*;
