//! Memory ahead of need: the allocator grows WebAssembly's memory by what one value needs, 64 kB at
//! a time, and for each step the browser takes the whole memory over into a new buffer (half of the
//! time that `pg15/03` took). What is asked for and given back at once stays with the allocator,
//! and takes no real memory before something is written there.

/// Bytes that are free before a statement starts: a copy of the curse's pages, and its log.
const AHEAD: usize = 192 << 20;

/// Sees to it that so much is free. Where there is not that much to have, memory grows step by step.
pub(crate) fn ask_ahead() {
    let mut block: Vec<u8> = Vec::new();
    let _ = block.try_reserve_exact(AHEAD);
    drop(std::hint::black_box(block));
}
