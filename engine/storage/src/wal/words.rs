//! Little-endian numbers in a record's data, read by functions that are not inlined, which keeps the module small.

/// Little-endian words of a record's data; 0 past its end.
#[derive(Clone, Copy)]
pub(crate) struct RecordWords<'a>(pub(crate) &'a [u8]);

impl RecordWords<'_> {
    /// The byte at an offset.
    pub(crate) fn u8(self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }
    /// The 16-bit number at an offset.
    #[inline(never)]
    pub(crate) fn u16(self, at: usize) -> u16 {
        u16::from_le_bytes([self.u8(at), self.u8(at + 1)])
    }
    /// The 32-bit number at an offset.
    #[inline(never)]
    pub(crate) fn u32(self, at: usize) -> u32 {
        u32::from(self.u16(at)) | u32::from(self.u16(at + 2)) << 16
    }
    /// The 64-bit number at an offset.
    pub(crate) fn u64(self, at: usize) -> u64 {
        u64::from(self.u32(at)) | u64::from(self.u32(at + 4)) << 32
    }
    /// The signed 64-bit number at an offset.
    pub(crate) fn i64(self, at: usize) -> i64 {
        self.u64(at) as i64
    }
}
