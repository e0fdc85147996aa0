//! PostgreSQL's limits that the page explains before any engine is loaded: the build asks this module
//! once, and writes the answer beside its bindings.

use crate::to_js::to_js;
use serde::Serialize;
use storage::page::BLCKSZ;
use storage::toaster::default::layout::{
    TOAST_MAX_CHUNK_SIZE, TOAST_POINTER_SIZE, TOAST_TUPLE_TARGET, TOAST_TUPLE_THRESHOLD,
};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// PostgreSQL's limits, in bytes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Constants {
    /// A page (`BLCKSZ`).
    pub block_size: usize,
    /// Bytes of `chunk_data` in a full chunk (`TOAST_MAX_CHUNK_SIZE`).
    pub toast_max_chunk_size: usize,
    /// A row that has more is toasted (`TOAST_TUPLE_THRESHOLD`).
    pub toast_tuple_threshold: usize,
    /// What toasting makes of it, unless a table says otherwise (`TOAST_TUPLE_TARGET`).
    pub toast_tuple_target: usize,
    /// A pointer in a row (`TOAST_POINTER_SIZE`).
    pub toast_pointer_size: usize,
}

/// The limits and sizes of the storage code, for the page.
#[wasm_bindgen(unchecked_return_type = "Constants")]
pub fn constants() -> Result<JsValue, JsError> {
    to_js(&Constants {
        block_size: BLCKSZ,
        toast_max_chunk_size: TOAST_MAX_CHUNK_SIZE,
        toast_tuple_threshold: TOAST_TUPLE_THRESHOLD,
        toast_tuple_target: TOAST_TUPLE_TARGET,
        toast_pointer_size: TOAST_POINTER_SIZE,
    })
}
