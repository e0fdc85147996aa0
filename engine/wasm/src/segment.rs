//! A segment of the log that somebody has, opened for looking at.

use client::inspect::fields::{Field, More, Opened, Place, SegmentFile, SegmentView};
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{OpenedBytes, panic, ts};

/// A segment; see `inspect::fields::SegmentFile`.
#[wasm_bindgen]
pub struct Segment(SegmentFile);

#[wasm_bindgen]
impl Segment {
    /// Takes a file apart; the reason when it is no segment.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Segment, JsError> {
        panic::tell();
        SegmentFile::open(bytes).map(Segment).map_err(|why| JsError::new(&why))
    }
    /// What it is, with sums.
    pub fn view(&self) -> Result<Ts<SegmentView>, JsError> {
        use tsify::Tsify;
        Ok(self.0.view().into_ts()?)
    }
    /// Eight numbers a record; see `inspect::fields::Rows`.
    pub fn rows(&self) -> Vec<u32> {
        self.0.rows()
    }
    /// What some records do, in the words of `pg_waldump`.
    pub fn words(&self, from: usize, count: usize) -> Vec<String> {
        self.0.words(from, count)
    }
    /// The fields of a record, or of a page that one has.
    pub fn open(&mut self, place: Ts<Place>) -> Result<Option<Ts<Opened>>, JsError> {
        ts(self.0.look(place.to_rust()?))
    }
    /// Children of a field that were left for later.
    pub fn more(&mut self, place: Ts<Place>, more: Ts<More>) -> Result<Vec<Ts<Field>>, JsError> {
        use tsify::Tsify;
        let found = self.0.expand(place.to_rust()?, more.to_rust()?);
        found.iter().map(|f| Ok(f.into_ts()?)).collect()
    }
    /// The bytes of a record or page.
    pub fn bytes(&self, place: Ts<Place>) -> Result<Option<OpenedBytes>, JsError> {
        Ok(self.0.bytes(place.to_rust()?).map(OpenedBytes))
    }
    /// How an image is compressed, if it is: zstd's open once [`crate::zstd::use_zstd`] was called.
    pub fn method(&self, lsn: f64, id: u8) -> Option<String> {
        self.0.method(lsn as u64, id).map(str::to_string)
    }
}
