//! Interrupts a running statement. The worker that runs it cannot receive messages, so it asks the
//! page from time to time whether to stop.

use std::cell::Cell;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Whether the running statement is to end. JavaScript: the worker defines this function.
    #[wasm_bindgen(js_namespace = globalThis, js_name = toastscopeInterrupted, catch)]
    fn interrupted() -> Result<bool, wasm_bindgen::JsValue>;
}

/// How many rows pass between two questions.
const ROWS: u32 = 64;
/// How many milliseconds, at least.
const PAUSE: f64 = 40.0;

/// The function for `Backend::interrupt` that asks JavaScript whether the running statement is to
/// end.
pub(crate) fn asked() -> Box<dyn Fn() -> bool> {
    let (rows, last) = (Cell::new(0), Cell::new(0.0));
    Box::new(move || {
        rows.set(rows.get() + 1);
        if rows.get() < ROWS {
            return false;
        }
        rows.set(0);
        let now = js_sys::Date::now();
        if now - last.get() < PAUSE {
            return false;
        }
        last.set(now);
        interrupted().unwrap_or(false)
    })
}
