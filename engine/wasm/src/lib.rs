//! The engine for JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// The engine's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
