//! Reports a broken invariant (a panic) to the page before the module stops.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Writes to the console; the worker's caller reads it through `onPanic`.
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);

    /// Reports a panic's message. JavaScript: the worker defines this function.
    #[wasm_bindgen(js_namespace = globalThis, js_name = toastscopePanicked, catch)]
    fn panicked(text: &str) -> Result<(), wasm_bindgen::JsValue>;
}

/// Makes every later panic call JavaScript with its message before it traps.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        if panicked(&text).is_err() {
            console_error(&text);
        }
    }));
}
