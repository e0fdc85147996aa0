//! Prices from samples: non-negative least squares of relative errors.
//!
//! A statement's time is the sum of what its work costs, so each sample is one row of a linear system.
//! Rows are weighed so that a factor counts the same for a short statement as for a long one, and one too
//! slow as much as one too fast: at first by the measured time, then by the geometric mean of that and of
//! what the prices so far say, a few times.

use super::paired_run::PairedSample;
use ndarray::{Array1, Array2};
use nnls::nnls;
use storage::clock::{KINDS, Kind, Prices};

/// How often the weights are set anew.
const ROUNDS: usize = 8;
/// A row that is further off than this factor counts as if it were this far: one statement that the
/// model has no word for is not to bend all prices.
const FAR: f64 = 3.0;

/// Samples whose rounds lie further apart than this were disturbed: they say nothing of the server.
const CALM: f64 = 1.4;

/// The samples that vary little enough to fit prices on.
pub fn undisturbed(samples: Vec<PairedSample>) -> Vec<PairedSample> {
    samples.into_iter().filter(|s| s.spread() < CALM).collect()
}

/// The price in nanoseconds of each kind of work that fits the samples best, and the samples in which
/// the kind occurs.
pub fn fit(samples: &[PairedSample]) -> (Prices, [usize; KINDS]) {
    let counts =
        |s: &PairedSample| -> Vec<f64> { Kind::ALL.iter().map(|k| s.work.of(*k) as f64).collect() };
    let rows: Vec<Vec<f64>> = samples.iter().map(counts).collect();
    let times: Vec<f64> = samples.iter().map(|s| s.milliseconds() * 1e6).collect();
    let mut seen = [0; KINDS];
    for row in &rows {
        row.iter().zip(&mut seen).for_each(|(n, seen)| *seen += usize::from(*n > 0.0));
    }
    let mut weights: Vec<f64> = times.iter().map(|t| 1.0 / t).collect();
    let mut prices = [0.0; KINDS];
    for _ in 0..ROUNDS {
        prices = solve(&rows, &times, &weights);
        for ((weight, row), time) in weights.iter_mut().zip(&rows).zip(&times) {
            let modelled =
                row.iter().zip(prices).map(|(n, p)| n * p).sum::<f64>().max(time / 100.0);
            let factor = (modelled / time).max(time / modelled);
            *weight = 1.0 / (modelled * time).sqrt() * (FAR / factor).min(1.0);
        }
    }
    // Not measured: a second of sleep is a second.
    prices[Kind::MicrosecondSlept as usize] = 1e3;
    (Prices::new(prices.map(rounded)), seen)
}

/// Solves one weighted system. Columns are scaled to length one, as the solver's tolerances expect.
fn solve(rows: &[Vec<f64>], times: &[f64], weights: &[f64]) -> [f64; KINDS] {
    let mut a = Array2::from_shape_fn((rows.len(), KINDS), |(r, c)| rows[r][c] * weights[r]);
    let b = Array1::from_shape_fn(rows.len(), |r| times[r] * weights[r]);
    let mut scale = [1.0; KINDS];
    for (mut column, scale) in a.columns_mut().into_iter().zip(&mut scale) {
        let length = column.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.0 {
            *scale = length;
            column /= length;
        }
    }
    let (x, _) = nnls(a.view(), b.view());
    std::array::from_fn(|c| x[c] / scale[c])
}

/// A price with four significant digits; measurements are less exact than that.
fn rounded(price: f64) -> f64 {
    format!("{price:.3e}").parse().unwrap_or(price)
}
