//! Generated inputs: text, JSON, binary and noise, the same on every machine.

/// A small generator (xorshift64*), seeded, so that a failure can be repeated from its seed.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose numbers follow from `seed` alone.
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// A number from 0 to below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n as u64) as usize
    }
    /// One of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The kinds of data that compressors meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Words of a small vocabulary.
    Text,
    /// Objects with the same keys and changing values.
    Json,
    /// Records of integers that grow, as in a table's pages.
    Binary,
    /// Bytes nobody can compress.
    Noise,
    /// One short piece again and again, now and then disturbed.
    Periodic,
    /// A few symbols.
    FewSymbols,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 6] =
        [Shape::Text, Shape::Json, Shape::Binary, Shape::Noise, Shape::Periodic, Shape::FewSymbols];
}

const WORDS: [&str; 24] = [
    "the",
    "page",
    "of",
    "a",
    "tuple",
    "is",
    "toasted",
    "when",
    "value",
    "too",
    "large",
    "for",
    "row",
    "index",
    "and",
    "chunk",
    "header",
    "pointer",
    "compressed",
    "heap",
    "vacuum",
    "buffer",
    "line",
    "über",
];

/// `size` bytes of this shape.
pub fn generate(shape: Shape, size: usize, seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut out = Vec::with_capacity(size + 64);
    let piece: Vec<u8> = (0..1 + rng.below(40)).map(|_| rng.next_u64() as u8).collect();
    let symbols = 2 + rng.below(6);
    let mut counter = rng.next_u64() as u32;
    while out.len() < size {
        match shape {
            Shape::Text => {
                out.extend_from_slice(rng.pick(&WORDS).as_bytes());
                out.push(if rng.below(9) == 0 { b'\n' } else { b' ' });
            }
            Shape::Json => {
                let id = rng.below(100_000);
                let word = rng.pick(&WORDS);
                out.extend_from_slice(
                    format!("{{\"id\": {id}, \"name\": \"{word}\", \"ok\": true}}, ").as_bytes(),
                );
            }
            Shape::Binary => {
                counter = counter.wrapping_add(rng.below(300) as u32);
                out.extend_from_slice(&counter.to_le_bytes());
                out.extend_from_slice(&[0, 0, 2, 9, 0x18, 0, rng.below(4) as u8, 0]);
            }
            Shape::Noise => out.extend_from_slice(&rng.next_u64().to_le_bytes()),
            Shape::Periodic => {
                out.extend_from_slice(&piece);
                if rng.below(30) == 0 {
                    out.push(rng.next_u64() as u8);
                }
            }
            Shape::FewSymbols => out.push(b'a' + rng.below(symbols) as u8),
        }
    }
    out.truncate(size);
    out
}
