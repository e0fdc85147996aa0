//! PostgreSQL 15's random generator (`common/pg_prng.c`): xoroshiro128**, seeded by splitmix64.
//!
//! `SELECT setseed(0.42); SELECT random();` gives the server's own numbers.

/// The generator's state (`pg_prng_state`); never all zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prng {
    s0: u64,
    s1: u64,
}

impl Prng {
    /// Makes a generator whose numbers follow from the seed (`pg_prng_seed`).
    pub fn seed(mut seed: u64) -> Prng {
        let mut next = || {
            seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let v = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let v = (v ^ (v >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            v ^ (v >> 31)
        };
        let (s0, s1) = (next(), next());
        if s0 == 0 && s1 == 0 {
            return Prng { s0: 0x5851_F42D_4C95_7F2D, s1: 0x1405_7B7E_F767_814F };
        }
        Prng { s0, s1 }
    }

    /// Seeds the generator by a number from -1 to 1, as `setseed` does (`pg_prng_fseed`).
    pub fn fseed(seed: f64) -> Prng {
        Prng::seed(((((1u64 << 52) - 1) as f64) * seed) as i64 as u64)
    }

    /// Returns the next 64 random bits (`pg_prng_uint64`).
    pub fn next_u64(&mut self) -> u64 {
        let (s0, sx) = (self.s0, self.s1 ^ self.s0);
        self.s0 = s0.rotate_left(24) ^ sx ^ (sx << 16);
        self.s1 = sx.rotate_left(37);
        s0.wrapping_mul(5).rotate_left(7).wrapping_mul(9)
    }

    /// Returns a double in [0,1) with 52 random bits (`pg_prng_double`).
    pub fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 12) as f64 / (1u64 << 52) as f64
    }

    /// Returns a random number, uniform in `min..=max` (`pg_prng_uint64_range`).
    pub fn range_u64(&mut self, min: u64, max: u64) -> u64 {
        if max <= min {
            return min;
        }
        let range = max - min;
        loop {
            let v = self.next_u64() >> range.leading_zeros();
            if v <= range {
                return min.wrapping_add(v);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_servers_numbers() {
        let mut prng = Prng::fseed(0.42);
        assert_eq!(prng.next_f64(), 0.742944875302392);
        assert_eq!(prng.next_f64(), 0.3624706633115564);
    }
}
