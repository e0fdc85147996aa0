//! The engine for JavaScript: the only crate that knows of it.
//!
//! One class, [`Engine`]: a server with one psql connected to it. Text goes in line by line, as
//! psql reads a script, so that the page can show progress and stop between lines. The result is
//! what psql prints; [`client::inspect`] answers the page's other questions.

mod clients;
mod constants;
mod from_js;
mod interrupt;
mod later;
mod panic;
mod segment;
mod step;
mod to_js;
mod wal;
mod zstd;

use client::inspect::fields::{self, ValueBytes};
use client::inspect::{self, Baseline};
use client::psql::Psql;
use from_js::from_js;
use server::session::{Config, Session};
use std::cell::Cell;
use std::rc::Rc;
use step::{Heard, MessageTime, RecordingServer, Step};
use storage::clock::Prices;
use storage::event::Detail;
use storage::ids::{ItemPointer, Oid, RelFileNode};
use tape::{Recorder, Recording, Tape};
use to_js::to_js;
use toastscope_allocator as _;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// Microseconds between 1970 and 2000, where PostgreSQL's clock starts.
const EPOCH: f64 = 946_684_800_000_000.0;

/// The version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// A server with one psql.
#[wasm_bindgen]
pub struct Engine {
    session: Session,
    psql: Psql,
    baseline: Baseline,
    /// The row written last: its table, its place, and the file that is a place in.
    last: Option<(u32, ItemPointer, RelFileNode)>,
    recorder: Recorder,
    recording: Option<Recording>,
    tape: Tape,
    /// What the statements since the last step answered.
    heard: Vec<Heard>,
    /// And what they took.
    spent: Vec<MessageTime>,
    /// When the clock stands, for statements that are run again: µs since 2000, 0 for now.
    time: Rc<Cell<f64>>,
}

/// The whole state between two statements, to go back to.
#[wasm_bindgen]
pub struct Mark {
    session: server::session::Mark,
    psql: Psql,
    last: Option<(u32, ItemPointer, RelFileNode)>,
}

#[wasm_bindgen]
impl Engine {
    /// Starts a fresh cluster: `shared_buffers` in pages, `memory` in bytes, and the seed of
    /// `random()`.
    #[wasm_bindgen(constructor)]
    pub fn new(shared_buffers: u32, memory: f64, seed: f64) -> Engine {
        panic::report_panics();
        let time = Rc::new(Cell::new(0.0));
        let clock = Rc::clone(&time);
        let mut session = Session::new(Config {
            shared_buffers: shared_buffers as usize,
            memory_limit: memory as usize,
            clock: Box::new(move || match clock.get() {
                0.0 => (js_sys::Date::now() * 1000.0 - EPOCH) as i64,
                fixed => fixed as i64,
            }),
            seed: seed.to_bits(),
            ..Config::default()
        });
        session.set_detail(Detail::Full);
        let recorder = Recorder::attach(&session.backend);
        session.backend.client.interrupt = Some(interrupt::asked());
        let baseline = Baseline::take(&session.backend);
        Engine {
            session,
            psql: Psql::new(Some("script.sql"), true),
            baseline,
            last: None,
            recorder,
            recording: None,
            tape: Tape::default(),
            heard: Vec::new(),
            spent: Vec::new(),
            time,
        }
    }

    /// Sets the script that the next lines come from, and the number of the line before them. An
    /// unfinished statement is discarded.
    pub fn begin(&mut self, file: &str, line: u32) {
        self.psql.begin(file, u64::from(line));
    }

    /// Fixes the clock at a time in milliseconds since 1970, for statements that are run again; 0
    /// releases it.
    #[wasm_bindgen(js_name = setTime)]
    pub fn set_time(&mut self, millis: f64) {
        self.time.set(if millis > 0.0 { millis * 1000.0 - EPOCH } else { 0.0 });
    }

    /// Sets what work costs on the modelled clock from now on: the text of a file that `calibrate` wrote,
    /// or nothing for the prices that the engine comes with. An error says what is wrong with the file;
    /// the prices are then as they were.
    #[wasm_bindgen(js_name = setPrices)]
    pub fn set_prices(&mut self, text: &str) -> Result<(), JsError> {
        let prices = if text.is_empty() { Prices::default() } else { Prices::parse(text)? };
        self.session.set_prices(prices);
        Ok(())
    }

    /// Reads one line as psql does and returns what was printed: the line itself, then what the
    /// statements that end on it print.
    pub fn line(&mut self, line: &str) -> String {
        self.record();
        let mut out = Vec::new();
        let mut recorded = RecordingServer {
            session: &mut self.session,
            heard: &mut self.heard,
            spent: &mut self.spent,
        };
        self.psql.line(&mut recorded, line, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Ends the script: a statement that lacks its semicolon is run. Returns what was printed.
    pub fn finish(&mut self) -> String {
        self.record();
        let mut out = Vec::new();
        let mut recorded = RecordingServer {
            session: &mut self.session,
            heard: &mut self.heard,
            spent: &mut self.spent,
        };
        self.psql.finish(&mut recorded, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The step that was run since the last call; `undefined` if nothing was. Its pins, patches
    /// and log records are in [`Engine::pins`], [`Engine::patch`] and [`Engine::wal`].
    #[wasm_bindgen(unchecked_return_type = "Step | undefined")]
    pub fn step(&mut self) -> Result<JsValue, JsError> {
        let Some(recording) = self.recording.take() else { return Ok(JsValue::UNDEFINED) };
        self.tape = recording.finish(&mut self.session.backend);
        let heard = std::mem::take(&mut self.heard);
        let spent = std::mem::take(&mut self.spent);
        if heard.is_empty() && self.tape.frames.is_empty() {
            return Ok(JsValue::UNDEFINED);
        }
        self.remember_last_row();
        to_js(&Step {
            frames: std::mem::take(&mut self.tape.frames),
            recovered: std::mem::take(&mut self.tape.recovered),
            results: heard,
            relations: inspect::relations(&self.session.backend),
            counters: inspect::counters(&self.session.backend, &self.baseline),
            transaction: self.transaction(),
            spent,
        })
    }

    /// The buffers pinned in the step that [`Engine::step`] returned, as the numbers that
    /// `web/src/model/tape-words.ts` decodes. A second call returns none.
    pub fn pins(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.tape.pins)
    }

    /// The changes of pages in the step that [`Engine::step`] returned, as the numbers that
    /// `web/src/model/tape-words.ts` decodes. A second call returns none.
    pub fn patch(&mut self) -> Vec<u16> {
        std::mem::take(&mut self.tape.patch)
    }

    /// The log records written in the step that [`Engine::step`] returned, as the numbers that
    /// `web/src/model/tape-words.ts` decodes. A second call returns none.
    pub fn wal(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.tape.wal)
    }

    /// Saves the whole state of the session. Call it between statements.
    pub fn mark(&self) -> Mark {
        Mark { session: self.session.mark(), psql: self.psql.clone(), last: self.last }
    }

    /// Restores a saved state; it can be restored again.
    pub fn restore(&mut self, mark: &Mark) {
        self.session.restore(&mark.session);
        self.psql = mark.psql.clone();
        self.last = mark.last;
        self.recording = None;
        self.heard.clear();
        self.spent.clear();
        self.baseline = Baseline::take(&self.session.backend);
    }

    /// Whether psql is between statements: nothing of the next one was read yet.
    #[wasm_bindgen(js_name = atStart)]
    pub fn at_start(&self) -> bool {
        self.psql.at_start()
    }

    /// psql's exit code, once `\q` or ON_ERROR_STOP ended the script.
    #[wasm_bindgen(js_name = exitCode)]
    pub fn exit_code(&self) -> Option<i32> {
        self.psql.exit_code()
    }

    /// The state of the transaction block: `idle`, `open` or `failed`.
    pub fn transaction(&self) -> String {
        use server::session::TransactionStatus::{Failed, Idle, InTransaction};
        match self.session.transaction_status() {
            Idle => "idle",
            InTransaction => "open",
            Failed => "failed",
        }
        .to_string()
    }

    /// The relations that users created.
    #[wasm_bindgen(unchecked_return_type = "RelationView[]")]
    pub fn relations(&self) -> Result<JsValue, JsError> {
        to_js(&inspect::relations(&self.session.backend))
    }

    /// Eight numbers for each page of a relation; see `inspect::summary`.
    pub fn summary(&self, relation: u32) -> Vec<u16> {
        inspect::summary(&self.session.backend, relation)
    }

    /// The items of some pages, in three numbers each; see `inspect::outline`.
    pub fn outline(&self, relation: u32, first: u32, count: u32) -> Vec<u16> {
        inspect::outline(&self.session.backend, relation, first, count)
    }

    /// The items of a page, and its summary.
    #[wasm_bindgen(unchecked_return_type = "PageView | undefined")]
    pub fn page(
        &mut self,
        relation: u32,
        #[wasm_bindgen(unchecked_param_type = "Fork")] fork: JsValue,
        block: u32,
    ) -> Result<JsValue, JsError> {
        to_js(&inspect::page(&mut self.session.backend, relation, from_js(fork)?, block))
    }

    /// The 8192 bytes of a page; `undefined` when there is no such page.
    #[wasm_bindgen(js_name = pageBytes)]
    pub fn page_bytes(
        &self,
        relation: u32,
        #[wasm_bindgen(unchecked_param_type = "Fork")] fork: JsValue,
        block: u32,
    ) -> Result<Option<Vec<u8>>, JsError> {
        Ok(inspect::page_bytes(&self.session.backend, relation, from_js(fork)?, block))
    }

    /// The fields of a page, or of a value put together from its chunks.
    #[wasm_bindgen(js_name = openFields, unchecked_return_type = "Opened | undefined")]
    pub fn open_fields(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Place")] place: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&fields::open(&mut self.session.backend, from_js(place)?))
    }

    /// The children of a field that were left out when it was opened.
    #[wasm_bindgen(js_name = moreFields, unchecked_return_type = "Field[]")]
    pub fn more_fields(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Place")] place: JsValue,
        #[wasm_bindgen(unchecked_param_type = "More")] more: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&fields::expand(&mut self.session.backend, from_js(place)?, from_js(more)?))
    }

    /// The bytes of a page or value: as stored and, if they are compressed, decompressed, with the
    /// stream's tokens (see `inspect::fields::tokens`).
    #[wasm_bindgen(js_name = openBytes)]
    pub fn open_bytes(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Place")] place: JsValue,
    ) -> Result<Option<OpenedBytes>, JsError> {
        Ok(fields::value_bytes(&mut self.session.backend, from_js(place)?).map(OpenedBytes))
    }

    /// A row with its chunks and its index entries.
    #[wasm_bindgen(unchecked_return_type = "RowView | undefined")]
    pub fn row(&mut self, relation: u32, block: u32, offset: u16) -> Result<JsValue, JsError> {
        let tid = ItemPointer::new(block, offset);
        to_js(&inspect::row(&mut self.session.backend, relation, tid))
    }

    /// The row written last, unless its table was rewritten, truncated or dropped since.
    #[wasm_bindgen(js_name = lastRow, unchecked_return_type = "RowView | undefined")]
    pub fn last_row(&mut self) -> Result<JsValue, JsError> {
        let Some((relation, tid, file)) = self.last else { return Ok(JsValue::UNDEFINED) };
        if self.file(relation) != Some(file) {
            return Ok(JsValue::UNDEFINED);
        }
        to_js(&inspect::row(&mut self.session.backend, relation, tid))
    }

    /// The buffer counters of the last statement and of the session.
    #[wasm_bindgen(unchecked_return_type = "Counters")]
    pub fn counters(&self) -> Result<JsValue, JsError> {
        to_js(&inspect::counters(&self.session.backend, &self.baseline))
    }

    /// Panics, so that a test can see what the page does then.
    #[wasm_bindgen(js_name = breakDown)]
    pub fn break_down(&self) {
        panic!("asked to")
    }

    /// Begins a step unless one has begun.
    fn record(&mut self) {
        if self.recording.is_none() {
            self.baseline = Baseline::take(&self.session.backend);
            self.recording = Some(self.recorder.begin(&self.session.backend));
        }
    }

    /// Remembers the row that the step's tape wrote last.
    fn remember_last_row(&mut self) {
        let events: Vec<_> = self.tape.frames.iter().filter_map(|f| f.event.clone()).collect();
        let written = inspect::last_written(&self.session.backend, &events);
        if let Some((relation, tid)) = written
            && let Some(file) = self.file(relation)
        {
            self.last = Some((relation, tid, file));
        }
    }

    /// The file of a relation.
    fn file(&self, relation: u32) -> Option<RelFileNode> {
        self.session.backend.catalog.class(Oid(relation)).map(|class| class.file)
    }
}

/// Bytes that were asked for; each list can be taken once.
#[wasm_bindgen]
pub struct OpenedBytes(ValueBytes);

#[wasm_bindgen]
impl OpenedBytes {
    /// The bytes as they are stored.
    pub fn stored(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.stored)
    }
    /// The bytes decompressed; empty when they are not compressed.
    pub fn plain(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.plain)
    }
    /// The tokens of the compressed bytes: literals and matches, five numbers each.
    pub fn tokens(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.0.tokens)
    }
}
