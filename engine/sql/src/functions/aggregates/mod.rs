//! Aggregates. `DISTINCT`, `ORDER BY` and `FILTER` are the executor's; here are the states.

pub mod numbers;
pub mod ordered;
pub mod values;
