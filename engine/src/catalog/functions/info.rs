//! To be filled in.
/// The functions of this room.
pub static FUNCTIONS: &[crate::fmgr::Builtin] = &[];
