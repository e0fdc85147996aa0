//! What ANALYZE learns about a column (`pg_statistic`), kept with the relation for the planner.
//!
//! These are the kinds of `compute_scalar_stats` and `compute_distinct_stats` (most common values, histogram,
//! correlation), and of `compute_array_stats` (common elements, how many different ones).

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
    /// The most common elements of arrays, ascending.
    pub elements: Vec<Datum>,
    /// The part of the arrays that each of them is in; then the least and the greatest of these, and the part that has
    /// a NULL.
    pub element_shares: Vec<f32>,
    /// Bounds of bins of equally many arrays by how many different elements they have; then the mean.
    pub element_counts: Vec<f32>,
}
