//! zstd for full-page images, from the module of the archive lab. Few visitors need it, so the page
//! loads that module before it runs a script that names zstd, and calls [`use_zstd`].

use storage::codec::zstd::{Codec, hand_in};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The zstd frame of these bytes. JavaScript: the worker defines this function.
    #[wasm_bindgen(js_namespace = globalThis, js_name = toastscopeZstdCompress, catch)]
    fn compress(payload: &[u8]) -> Result<Vec<u8>, JsValue>;
    /// The `length` bytes that a zstd frame holds. JavaScript: the worker defines this function.
    #[wasm_bindgen(js_namespace = globalThis, js_name = toastscopeZstdDecompress, catch)]
    fn decompress(frame: &[u8], length: usize) -> Result<Vec<u8>, JsValue>;
}

/// Compresses and decompresses full-page images with the two functions above from now on.
#[wasm_bindgen(js_name = useZstd)]
pub fn use_zstd() {
    hand_in(Codec {
        compress: |payload| compress(payload).ok(),
        decompress: |frame, length| decompress(frame, length).ok().filter(|p| p.len() == length),
    });
}
