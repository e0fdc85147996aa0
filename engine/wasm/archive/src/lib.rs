//! The compressors for JavaScript: what [`toastscope_archive`] has, by the names of its methods.

use js_sys::{Array, Uint8Array};
use toastscope_archive::Method;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The method with this name.
fn method(name: &str) -> Result<Method, JsError> {
    name.parse().map_err(|why: String| JsError::new(&why))
}

/// Compresses data to a file. `long`: the window in bits in which zstd searches for distant
/// repeats.
#[wasm_bindgen]
pub fn compress(
    name: &str,
    level: u32,
    long: Option<u32>,
    data: &[u8],
) -> Result<Vec<u8>, JsError> {
    Ok(toastscope_archive::compress(method(name)?, level, long, data)?)
}

/// Whether a file decompresses to exactly these bytes; an error when it cannot be read at all.
#[wasm_bindgen]
pub fn holds(name: &str, packed: &[u8], plain: &[u8]) -> Result<bool, JsError> {
    Ok(toastscope_archive::decompress(method(name)?, packed, plain.len())? == plain)
}

/// The data of a compressed file; `length` is how many bytes they are.
#[wasm_bindgen]
pub fn decompress(name: &str, packed: &[u8], length: usize) -> Result<Vec<u8>, JsError> {
    Ok(toastscope_archive::decompress(method(name)?, packed, length)?)
}

/// Joins the compressed blocks of a file, `Uint8Array`s in order, into one file that the program
/// reads.
#[wasm_bindgen]
pub fn join(name: &str, parts: &Array) -> Result<Vec<u8>, JsError> {
    let parts: Vec<Vec<u8>> = parts.iter().map(|part| Uint8Array::new(&part).to_vec()).collect();
    Ok(toastscope_archive::join(method(name)?, &parts)?)
}

/// A zstd frame for a full-page image, for the engine, which has no zstd encoder of its own in
/// WebAssembly.
#[wasm_bindgen(js_name = zstdFrame)]
pub fn zstd_frame(data: &[u8]) -> Vec<u8> {
    toastscope_archive::zstd_frame(data)
}
