//! CRC-32C, Castagnoli's polynomial reflected, eight bytes a step (`pg_crc32c_sb8.c`).
//!
//! `123456789` gives `e3069283`.

const POLYNOMIAL: u32 = 0x82f6_3b78;

const TABLE: [[u32; 256]; 8] = table();

/// The eight tables of the algorithm.
const fn table() -> [[u32; 256]; 8] {
    let mut t = [[0u32; 256]; 8];
    let mut i = 0;
    while i < 256 {
        let mut c = i as u32;
        let mut bit = 0;
        while bit < 8 {
            c = if c & 1 != 0 { c >> 1 ^ POLYNOMIAL } else { c >> 1 };
            bit += 1;
        }
        t[0][i] = c;
        i += 1;
    }
    let mut k = 1;
    while k < 8 {
        let mut i = 0;
        while i < 256 {
            let c = t[k - 1][i];
            t[k][i] = c >> 8 ^ t[0][(c & 0xff) as usize];
            i += 1;
        }
        k += 1;
    }
    t
}

/// Continues a checksum with further bytes (`COMP_CRC32C`).
pub fn update(mut crc: u32, bytes: &[u8]) -> u32 {
    let mut eights = bytes.chunks_exact(8);
    for b in &mut eights {
        let low = crc ^ u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        let at = |table: usize, byte: u32| TABLE[table][(byte & 0xff) as usize];
        crc = at(7, low)
            ^ at(6, low >> 8)
            ^ at(5, low >> 16)
            ^ at(4, low >> 24)
            ^ TABLE[3][b[4] as usize]
            ^ TABLE[2][b[5] as usize]
            ^ TABLE[1][b[6] as usize]
            ^ TABLE[0][b[7] as usize];
    }
    for &b in eights.remainder() {
        crc = crc >> 8 ^ TABLE[0][((crc ^ u32::from(b)) & 0xff) as usize];
    }
    crc
}

/// The checksum that a record should have in `xl_crc`: over its data, then over the header before
/// that field.
pub fn of_record(record: &[u8]) -> u32 {
    !update(update(!0, &record[super::layout::RECORD_HEADER..]), &record[..super::layout::XL_CRC])
}

#[cfg(test)]
mod tests {
    #[test]
    fn check_value() {
        assert_eq!(!super::update(!0, b"123456789"), 0xe306_9283);
    }
}
