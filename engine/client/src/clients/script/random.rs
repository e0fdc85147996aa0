//! The random numbers of a script (`pgbench.c`: `getrand`, `getExponentialRand`, `getGaussianRand`,
//! `getZipfianRand`), from the server's own generator: a seed always gives the same numbers.

use storage::types::random::Prng;

/// A generator for each client (`initRandomState`), from a seed as `--random-seed` takes it.
pub fn generators(seed: u64, clients: usize) -> Vec<Prng> {
    let mut base = Prng::seed(seed);
    (0..clients).map(|_| Prng::seed(base.next_u64())).collect()
}

/// A whole number from `min` to `max`, uniformly distributed (`getrand`).
pub fn uniform(prng: &mut Prng, min: i64, max: i64) -> i64 {
    min.wrapping_add(prng.range_u64(0, max.wrapping_sub(min) as u64) as i64)
}

/// A random number with an exponential distribution of this parameter (`getExponentialRand`).
pub fn exponential(prng: &mut Prng, min: i64, max: i64, parameter: f64) -> i64 {
    let cut = (-parameter).exp();
    // In (0, 1]: the logarithm of 0 is not wanted.
    let uniform = 1.0 - prng.next_f64();
    scaled(min, max, -(cut + (1.0 - cut) * uniform).ln() / parameter)
}

/// A random number with a normal distribution, cut off `parameter` standard deviations from the
/// middle (`getGaussianRand`).
pub fn gaussian(prng: &mut Prng, min: i64, max: i64, parameter: f64) -> i64 {
    let deviation = loop {
        let (first, second) = (1.0 - prng.next_f64(), 1.0 - prng.next_f64());
        // Box and Muller.
        let drawn = (-2.0 * first.ln()).sqrt() * (2.0 * std::f64::consts::PI * second).sin();
        if (-parameter..parameter).contains(&drawn) {
            break drawn;
        }
    };
    scaled(min, max, (deviation + parameter) / (parameter * 2.0))
}

/// A random number with a Zipfian distribution of parameter `s` (`getZipfianRand`).
pub fn zipfian(prng: &mut Prng, min: i64, max: i64, s: f64) -> i64 {
    let n = (max.wrapping_sub(min) as f64) + 1.0;
    if n <= 1.0 {
        return min;
    }
    let b = 2f64.powf(s - 1.0);
    loop {
        let (u, v) = (prng.next_f64(), prng.next_f64());
        let x = u.powf(-1.0 / (s - 1.0)).floor();
        let t = (1.0 + 1.0 / x).powf(s - 1.0);
        if v * x * (t - 1.0) / (b - 1.0) <= t / b && x <= n {
            return min - 1 + x as i64;
        }
    }
}

/// The whole number from `min` to `max` that lies at a `share` of the range, in `[0, 1)`.
fn scaled(min: i64, max: i64, share: f64) -> i64 {
    min + ((max - min + 1) as f64 * share) as i64
}
