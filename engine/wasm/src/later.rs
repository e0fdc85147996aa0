//! Loading what most never call: see `engine/wasm/bindgen/src/split.rs`.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Set by the bindings: loads the second module. Waits for it.
    #[wasm_bindgen(js_namespace = globalThis, js_name = toastscopeLater)]
    fn later();
}

/// Loads the second module now, instead of at its first call.
#[wasm_bindgen(js_name = loadAll)]
pub fn load_all() {
    later();
}
