//! The allocator of the engine's WebAssembly modules, for all lessons and labs: dlmalloc, as the standard library
//! has it, but the module's memory grows by an eighth of what there is, and not by 64 kB.
//!
//! Each growth takes the browser about a millisecond, and a statement may ask for a hundred megabytes in pieces
//! of 8 kB. See `docs/decisions/0015-memory-by-the-eighth.md`.
//!
//! A crate that writes `use toastscope_allocator as _;` has it.
#![cfg(target_arch = "wasm32")]
#![allow(unsafe_code, reason = "GlobalAlloc and dlmalloc::Allocator are unsafe traits")]

use core::arch::wasm32::{memory_grow, memory_size};
use dlmalloc::Dlmalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::ptr;

/// Bytes of a page of WebAssembly's memory.
const PAGE: usize = 64 << 10;
/// The memory grows by this part of what there is,
const PART: usize = 8;
/// but by at least this many pages (1 MB),
const LEAST: usize = 16;
/// and, unless more is asked for at once, by at most this many (16 MB).
const MOST: usize = 256;

/// Where dlmalloc gets memory from: the module's own, at its end.
struct ModuleMemory;

// SAFETY: memory_grow returns pages that nobody has, or usize::MAX. They are never given back.
unsafe impl dlmalloc::Allocator for ModuleMemory {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let asked = size.div_ceil(PAGE);
        let ahead = asked.max((memory_size(0) / PART).clamp(LEAST, MOST));
        for pages in [ahead, asked] {
            let first = memory_grow(0, pages);
            if first != usize::MAX {
                // The last byte of the address space stays out: a pointer after it would be 0.
                let bytes = (pages * PAGE).min(usize::MAX - first * PAGE - 15);
                return ((first * PAGE) as *mut u8, bytes, 0);
            }
        }
        (ptr::null_mut(), 0, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        ptr::null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}

/// dlmalloc over the module's memory.
struct ModuleAllocator(UnsafeCell<Dlmalloc<ModuleMemory>>);

// SAFETY: a module without shared memory has one thread.
unsafe impl Sync for ModuleAllocator {}

// SAFETY: dlmalloc keeps the promises of GlobalAlloc; no call is made while another one runs, since there is one
// thread and dlmalloc calls nothing of ours but `ModuleMemory`, which allocates nothing.
unsafe impl GlobalAlloc for ModuleAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: no other reference to dlmalloc exists (see above).
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`; the caller hands in a block that `alloc` gave for this layout.
        unsafe { (*self.0.get()).free(block, layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as in `dealloc`.
        unsafe { (*self.0.get()).realloc(block, layout.size(), layout.align(), size) }
    }
}

#[global_allocator]
static ALLOCATOR: ModuleAllocator =
    ModuleAllocator(UnsafeCell::new(Dlmalloc::new_with_allocator(ModuleMemory)));
