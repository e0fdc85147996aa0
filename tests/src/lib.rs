//! What the tests share: inputs with the shapes that real values have, and the C codecs they are
//! held against.

pub mod inputs;
pub mod reference;
