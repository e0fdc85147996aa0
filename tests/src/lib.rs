//! What the tests share: inputs with the shapes that real values have, the C codecs and the real
//! server that the engine is held against, and the comparison of what two of them print.

pub mod clock;
pub mod compare;
pub mod crash;
pub mod engine;
pub mod fuzz;
pub mod house;
pub mod inputs;
pub mod live;
pub mod prototypes;
pub mod reference;
pub mod scripts;
pub mod server;
