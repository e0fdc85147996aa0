//! The selectivities and counts that the server assumes where there are no statistics (`selfuncs.h`).

pub(super) const DEFAULT_EQ_SEL: f64 = 0.005;

pub(super) const DEFAULT_INEQ_SEL: f64 = 0.333_333_333_333_333_3;

pub const DEFAULT_RANGE_INEQ_SEL: f64 = 0.005;

pub(super) const DEFAULT_MATCH_SEL: f64 = 0.005;

pub(super) const DEFAULT_UNK_SEL: f64 = 0.005;

pub(super) const DEFAULT_NUM_DISTINCT: f64 = 200.0;

/// As a part of the rows (`CLAMP_PROBABILITY`).
pub(super) fn clamp(p: f64) -> f64 {
    p.clamp(0.0, 1.0)
}
