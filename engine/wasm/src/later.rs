//! Loads the code that most users never call: see `engine/wasm/bindgen/src/split.rs`.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Loads a part, by its number in `later.txt`, and returns when it is there. JavaScript: the
    /// bindings define this function.
    #[wasm_bindgen(js_namespace = globalThis, js_name = toastscopeLater)]
    fn later(part: u32);
}

/// Loads a part now, instead of at its first call. The page does not call it; without it the compiler would
/// leave the import out, which the cut modules call.
#[wasm_bindgen(js_name = loadPart)]
pub fn load_part(part: u32) {
    later(part);
}
