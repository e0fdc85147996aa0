//! A segment of the log that a user opened.

use client::inspect::fields::SegmentFile;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::from_js::from_js;
use crate::to_js::to_js;
use crate::{OpenedBytes, panic};

/// A segment; see `inspect::fields::SegmentFile`.
#[wasm_bindgen]
pub struct Segment(SegmentFile);

#[wasm_bindgen]
impl Segment {
    /// Reads a segment file; an error says why the bytes are no segment.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Segment, JsError> {
        panic::report_panics();
        SegmentFile::open(bytes).map(Segment).map_err(|why| JsError::new(&why))
    }
    /// The summary of the segment: timeline, number, version, sums over its records.
    #[wasm_bindgen(unchecked_return_type = "SegmentView")]
    pub fn view(&self) -> Result<JsValue, JsError> {
        to_js(&self.0.view())
    }
    /// The records as numbers, eight for each; see `inspect::fields::Rows`.
    pub fn rows(&self) -> Vec<u32> {
        self.0.rows()
    }
    /// The descriptions that `pg_waldump` prints for `count` records from number `from` on.
    pub fn words(&self, from: usize, count: usize) -> Vec<String> {
        self.0.words(from, count)
    }
    /// The fields of a record, or of the page that one of its images restores.
    #[wasm_bindgen(unchecked_return_type = "Opened | undefined")]
    pub fn open(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Place")] place: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&self.0.open_place(from_js(place)?))
    }
    /// The children of a field that were left out when it was opened.
    #[wasm_bindgen(unchecked_return_type = "Field[]")]
    pub fn more(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Place")] place: JsValue,
        #[wasm_bindgen(unchecked_param_type = "More")] more: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&self.0.expand(from_js(place)?, from_js(more)?))
    }
    /// The bytes of a record or of a page.
    pub fn bytes(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Place")] place: JsValue,
    ) -> Result<Option<OpenedBytes>, JsError> {
        Ok(self.0.bytes(from_js(place)?).map(OpenedBytes))
    }
    /// The compression method of a page image; `zstd` can be opened only after
    /// [`crate::zstd::use_zstd`] was called.
    pub fn method(&self, lsn: f64, id: u8) -> Option<String> {
        self.0.method(lsn as u64, id).map(str::to_string)
    }
}
