//! To be written.
pub mod settings;
