//! Structs to JavaScript's objects. The few that come back are read in `from_js`.
//!
//! What crosses is what serde makes of a struct: an object with the fields' names in camel case, a
//! number that counts or names as a number, `None` as undefined. `bindgen` reads the same serde
//! attributes from the source and writes the TypeScript types, and a method that hands such an
//! object out says which by `unchecked_return_type`: the two are kept together by reading the same
//! source, and the page's type checker sees the rest.
//!
//! ```text
//! pub struct ForkView {                          export interface ForkView {
//!     pub fork: Fork,      Fork::Main = "main"       fork: Fork;
//!     pub blocks: u32,                               blocks: number;
//! }                                              }
//! ```

use serde::Serialize;
use wasm_bindgen::{JsError, JsValue};

/// The JavaScript object of a Rust value; an error for a number that JavaScript cannot hold exactly.
pub(crate) fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsError> {
    Ok(serde_wasm_bindgen::to_value(value)?)
}
