//! A server that runs a script for what it prints or the log it writes: nothing is recorded for the stage, and
//! all segments are kept if that is asked for.

use client::psql::Psql;
use server::session::{Config, Session};
use storage::wal::segment;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{EPOCH, interrupt, panic};

/// A server with one psql.
#[wasm_bindgen]
pub struct LogWriter {
    session: Session,
    psql: Psql,
}

#[wasm_bindgen]
impl LogWriter {
    /// Starts a fresh cluster: `shared_buffers` in pages, `memory` in bytes, the seed of
    /// `random()`, and whether all of the log is kept.
    #[wasm_bindgen(constructor)]
    pub fn new(shared_buffers: u32, memory: f64, seed: f64, log: bool) -> LogWriter {
        panic::report_panics();
        let mut session = Session::new(Config {
            shared_buffers: shared_buffers as usize,
            memory_limit: memory as usize,
            clock: Box::new(|| (js_sys::Date::now() * 1000.0 - EPOCH) as i64),
            seed: seed.to_bits(),
            wal_keep: log.then_some(usize::MAX),
        });
        session.backend.client.interrupt = Some(interrupt::asked());
        LogWriter { session, psql: Psql::new(Some("workload.sql"), false) }
    }

    /// Reads one line as psql does and returns what was printed.
    pub fn line(&mut self, line: &str) -> String {
        let mut out = Vec::new();
        self.psql.line(&mut self.session, line, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The names of the segments that were written to.
    #[wasm_bindgen(js_name = segmentNames)]
    pub fn segment_names(&self) -> Vec<String> {
        let log = &self.session.backend.store.wal.log;
        let size = log.geometry().segment_size;
        segment::segments(log).map(|number| segment::file_name(number, size)).collect()
    }

    /// The bytes of a segment; those of the last one end with the log.
    pub fn segment(&self, name: &str) -> Result<Vec<u8>, JsError> {
        let log = &self.session.backend.store.wal.log;
        let size = log.geometry().segment_size;
        let mut numbers = segment::segments(log);
        let last = *numbers.end();
        let number = numbers
            .find(|number| segment::file_name(*number, size) == name)
            .ok_or_else(|| JsError::new(&format!("there is no segment {name}")))?;
        let mut bytes = segment::segment(&self.session.backend.store.wal, number);
        if number == last {
            bytes.truncate((log.end_lsn().0 - number * size) as usize);
        }
        Ok(bytes)
    }
}
