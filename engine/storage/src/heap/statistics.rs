//! What ANALYZE learns about a column (`pg_statistic`), kept with the relation for the planner.
//!
//! Simplified: only the three kinds of `compute_scalar_stats` and `compute_distinct_stats`
//! (most common values, histogram, correlation); no element statistics of arrays.

use crate::datum::Datum;

/// One row of `pg_statistic`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColumnStats {
    /// `stanullfrac`: the part of the rows that has NULL, 0 to 1.
    pub null_frac: f32,
    /// `stawidth`: bytes of the stored form of the values that are not NULL.
    pub avg_width: i32,
    /// `stadistinct`: how many different values; negative is a factor of the row count.
    pub n_distinct: f32,
    /// The most common values with the part of all rows each has, the most common first.
    pub most_common: Vec<(Datum, f32)>,
    /// Bounds of bins that hold equally many of the other values, ascending.
    pub histogram: Vec<Datum>,
    /// How far the order on disk follows the order of the values, -1 to 1.
    pub correlation: Option<f32>,
}
