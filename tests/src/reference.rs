//! PostgreSQL's own pglz and liblz4, through their C interfaces.
#![allow(unsafe_code)]

use std::ffi::c_char;

/// `LZ4_compress_default` with room for the worst case.
///
/// # Panics
/// If the input is longer than 2 GB or liblz4 fails, which it never does with that much room.
pub fn lz4_compress(source: &[u8]) -> Vec<u8> {
    // SAFETY: both buffers are as long as the lengths handed over say.
    lz4(source, |from, to, size, room| unsafe {
        lz4_sys::LZ4_compress_default(from, to, size, room)
    })
}

/// `LZ4_compress_HC` at a level, with room for the worst case.
///
/// # Panics
/// As [`lz4_compress`].
pub fn lz4_compress_hc(source: &[u8], level: i32) -> Vec<u8> {
    // SAFETY: both buffers are as long as the lengths handed over say.
    lz4(source, |from, to, size, room| unsafe {
        lz4_sys::LZ4_compress_HC(from, to, size, room, level)
    })
}

/// Calls one of liblz4's compressors with both buffers and their lengths, and returns what it
/// wrote.
fn lz4(
    source: &[u8],
    compress: impl FnOnce(*const c_char, *mut c_char, i32, i32) -> i32,
) -> Vec<u8> {
    let size = i32::try_from(source.len()).expect("inputs are below 2 GB");
    // SAFETY: it takes a number and gives one.
    let room = unsafe { lz4_sys::LZ4_compressBound(size) };
    let mut out = vec![0u8; room as usize];
    let n = compress(source.as_ptr().cast(), out.as_mut_ptr().cast(), size, room);
    assert!(n > 0, "liblz4 compresses everything");
    out.truncate(n as usize);
    out
}

/// `PGLZ_Strategy` as in `pg_lzcompress.h`.
#[cfg(pglz_reference)]
#[repr(C)]
struct PglzStrategy {
    min_input_size: i32,
    max_input_size: i32,
    min_comp_rate: i32,
    first_success_by: i32,
    match_size_good: i32,
    match_size_drop: i32,
}

#[cfg(pglz_reference)]
#[link(name = "pgcommon", kind = "static")]
unsafe extern "C" {
    static PGLZ_strategy_default: *const PglzStrategy;
    static PGLZ_strategy_always: *const PglzStrategy;
    fn pglz_compress(
        source: *const i8,
        slen: i32,
        dest: *mut i8,
        strategy: *const PglzStrategy,
    ) -> i32;
}

/// `pglz_compress` under the default strategy, or the one that always compresses.
///
/// # Panics
/// If the input is longer than 2 GB.
#[cfg(pglz_reference)]
pub fn pglz_compress_c(source: &[u8], always: bool) -> Option<Vec<u8>> {
    let size = i32::try_from(source.len()).expect("inputs are below 2 GB");
    // PGLZ_MAX_OUTPUT: the input and four bytes of slop.
    let mut out = vec![0u8; source.len() + 4];
    // SAFETY: the output has the size that pglz asks for; the strategies are constants.
    let n = unsafe {
        let strategy = if always { PGLZ_strategy_always } else { PGLZ_strategy_default };
        pglz_compress(source.as_ptr().cast(), size, out.as_mut_ptr().cast(), strategy)
    };
    usize::try_from(n).ok().map(|n| {
        out.truncate(n);
        out
    })
}
