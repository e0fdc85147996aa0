//! PostgreSQL's hash functions (`common/hashfn.c`, `hashfunc.c`): Bob Jenkins' lookup3, little-endian.
//!
//! The executor's hash tables iterate in an order that follows from these, so they are exact:
//! `hashtext('abc')` is -785388649 here and there.

/// Mixes the three words of the state after twelve bytes (`mix`).
fn mix(a: &mut u32, b: &mut u32, c: &mut u32) {
    for (k1, k2, k3) in [(4, 6, 8), (16, 19, 4)] {
        *a = a.wrapping_sub(*c) ^ c.rotate_left(k1);
        *c = c.wrapping_add(*b);
        *b = b.wrapping_sub(*a) ^ a.rotate_left(k2);
        *a = a.wrapping_add(*c);
        *c = c.wrapping_sub(*b) ^ b.rotate_left(k3);
        *b = b.wrapping_add(*a);
    }
}

/// Mixes the last words, and returns the hash of 32 bits (`final`).
fn finish(mut a: u32, mut b: u32, mut c: u32) -> u32 {
    c = (c ^ b).wrapping_sub(b.rotate_left(14));
    a = (a ^ c).wrapping_sub(c.rotate_left(11));
    b = (b ^ a).wrapping_sub(a.rotate_left(25));
    c = (c ^ b).wrapping_sub(b.rotate_left(16));
    a = (a ^ c).wrapping_sub(c.rotate_left(4));
    b = (b ^ a).wrapping_sub(a.rotate_left(14));
    c = (c ^ b).wrapping_sub(b.rotate_left(24));
    c
}

/// The first four bytes as a number, or as many as there are.
fn word(k: &[u8]) -> u32 {
    k.iter().take(4).enumerate().fold(0, |w, (i, &b)| w | u32::from(b) << (8 * i))
}

/// Returns a hash of 32 bits (`hash_bytes`, `hash_any`).
pub fn bytes(key: &[u8]) -> u32 {
    let start = 0x9e37_79b9_u32.wrapping_add(key.len() as u32).wrapping_add(3_923_095);
    let (mut a, mut b, mut c) = (start, start, start);
    let mut parts = key.chunks_exact(12);
    for k in &mut parts {
        a = a.wrapping_add(word(k));
        b = b.wrapping_add(word(&k[4..]));
        c = c.wrapping_add(word(&k[8..]));
        mix(&mut a, &mut b, &mut c);
    }
    let k = parts.remainder();
    a = a.wrapping_add(word(k));
    b = b.wrapping_add(word(k.get(4..).unwrap_or(&[])));
    // The lowest byte of c is reserved for the length.
    c = c.wrapping_add(word(k.get(8..).unwrap_or(&[])) << 8);
    finish(a, b, c)
}

/// Returns a number's bits mixed: the last step of a combined hash, and the hash of numbers in
/// catalog caches (`murmurhash32`).
pub fn murmurhash32(mut h: u32) -> u32 {
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

/// Returns the hash of a number of 32 bits (`hash_bytes_uint32`, `hash_uint32`, `hashint4`,
/// `hashoid`).
pub fn uint32(k: u32) -> u32 {
    let start = 0x9e37_79b9_u32.wrapping_add(4).wrapping_add(3_923_095);
    finish(start.wrapping_add(k), start, start)
}

/// Returns the hash of a bigint, which is that of an integer if it fits one (`hashint8`).
pub fn int8(v: i64) -> u32 {
    let high = (v >> 32) as u32;
    uint32(v as u32 ^ if v >= 0 { high } else { !high })
}

/// Returns the hash of a double (`hashfloat8`): one for both zeros, and one for all NaNs.
pub fn float8(v: f64) -> u32 {
    if v == 0.0 {
        return 0;
    }
    let v = if v.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { v };
    bytes(&v.to_le_bytes())
}

/// Returns one hash made of two; their order counts (`hash_combine`).
pub fn combine(a: u32, b: u32) -> u32 {
    a ^ b.wrapping_add(0x9e37_79b9).wrapping_add(a << 6).wrapping_add(a >> 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_servers() {
        assert_eq!(bytes(b"abc") as i32, -785388649);
        assert_eq!(bytes(b"hello world, this is longer") as i32, 689552124);
        assert_eq!(uint32(42) as i32, 1509752520);
        assert_eq!(int8(-5) as i32, 1412886042);
        assert_eq!(float8(1.5) as i32, 630860146);
        assert_eq!(bytes(b"pg_class") as i32, -267801108);
        assert_eq!(uint32(u32::from(b'a')) as i32, 463612535);
    }
}
