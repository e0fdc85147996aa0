//! The checksum of a page (`checksum_impl.h`): FNV-1a in 32 rows side by side, mixed, and folded to 16 bits.
//!
//! A page is 64 rows of 32 words; each column has a sum of its own. `pd_checksum` itself counts as 0.

use super::layout::PD_CHECKSUM;
use super::{BLCKSZ, PageBytes};

const COLUMNS: usize = 32;
/// The prime that each step multiplies with (`FNV_PRIME`).
const PRIME: u32 = 16_777_619;
/// What the columns' sums begin with (`checksumBaseOffsets`).
const OFFSETS: [u32; COLUMNS] = [
    0x5B1F36E9, 0xB8525960, 0x02AB50AA, 0x1DE66D2A, 0x79FF467A, 0x9BB9F8A3, 0x217E7CD2, 0x83E13D2C,
    0xF8D4474F, 0xE39EB970, 0x42C6AE16, 0x993216FA, 0x7B093B5D, 0x98DAFF3C, 0xF718902A, 0x0B1C9CDB,
    0xE58F764B, 0x187636BC, 0x5D7B3BB1, 0xE73DE7DE, 0x92BEC979, 0xCCA6C0B2, 0x304A0979, 0x85AA43D4,
    0x783125BB, 0x6CA8EAA2, 0xE407EAC6, 0x4B5CFC3E, 0x9FBF8C76, 0x15CA20BE, 0xF2CA9FD3, 0x959BD756,
];

/// Mixes a word into a sum (`CHECKSUM_COMP`).
fn mix(sum: u32, word: u32) -> u32 {
    let t = sum ^ word;
    t.wrapping_mul(PRIME) ^ (t >> 17)
}

/// Returns the checksum of the page as this block, never 0 (`pg_checksum_page`).
pub fn checksum_of(page: &PageBytes, block: u32) -> u16 {
    let mut sums = OFFSETS;
    for row in 0..BLCKSZ / (4 * COLUMNS) {
        for (column, sum) in sums.iter_mut().enumerate() {
            let at = (row * COLUMNS + column) * 4;
            let mut word = u32::from_le_bytes([page[at], page[at + 1], page[at + 2], page[at + 3]]);
            if at == PD_CHECKSUM {
                // The two bytes after it are pd_flags.
                word &= 0xffff_0000;
            }
            *sum = mix(*sum, word);
        }
    }
    let all = sums.into_iter().fold(0, |all, sum| all ^ mix(mix(sum, 0), 0));
    ((all ^ block) % 65535 + 1) as u16
}

/// Writes a page's checksum.
pub fn set_checksum(page: &mut PageBytes, sum: u16) {
    page[PD_CHECKSUM..PD_CHECKSUM + 2].copy_from_slice(&sum.to_le_bytes());
}
