//! The advisor for JavaScript: what [`advise`] has, with reports as JSON. Rows come in COPY's format, many at once.
//! And the reader of dumps in custom format, [`dump`].

use advise::advisor;
use advise::check;
use advise::load;
use advise::sample;
use toastscope_allocator as _;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// A value as JSON.
fn json(value: &impl serde::Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}

/// The script of a dump in custom format; an error names what is wrong with it, and at which byte.
#[wasm_bindgen(js_name = dumpScript)]
pub fn dump_script(archive: &[u8]) -> Result<Vec<u8>, JsError> {
    Ok(dump::script(archive)?)
}

/// What a compressed page of a Parquet file holds: see [`dump::page`].
#[wasm_bindgen(js_name = parquetPage)]
pub fn parquet_page(codec: &str, compressed: &[u8], length: usize) -> Result<Vec<u8>, JsError> {
    dump::page(codec, compressed, length).map_err(|why| JsError::new(&why))
}

/// Rows as they are read.
#[wasm_bindgen]
pub struct Sample(sample::Sample, Vec<load::Refused>);

#[wasm_bindgen]
impl Sample {
    /// An empty sample with these columns (a JSON array of names), which keeps at most `rows` rows
    /// and `bytes` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(names: &str, rows: usize, bytes: usize) -> Result<Sample, JsError> {
        let names: Vec<String> = serde_json::from_str(names)?;
        Ok(Sample(sample::Sample::new(&names, sample::Limit { rows, bytes }), Vec::new()))
    }

    /// Takes rows, a line each, and their numbers in the file. Lines that are no valid row are
    /// counted as refused.
    pub fn add(&mut self, numbers: &[f64], lines: &str) {
        for (number, line) in numbers.iter().zip(lines.split('\n')) {
            let number = *number as u64;
            if let Err(why) = self.0.add(number, line) {
                self.1.push(load::Refused { number, why });
            }
        }
    }

    /// How many valid rows were read.
    pub fn seen(&self) -> f64 {
        self.0.seen() as f64
    }

    /// The rows that were not taken: a JSON array of line numbers and reasons.
    pub fn refused(&self) -> Result<String, JsError> {
        json(&self.1)
    }

    /// The statement that makes a table of the columns.
    #[wasm_bindgen(js_name = createTable)]
    pub fn create_table(&self, name: &str) -> String {
        self.0.create_table(name)
    }

    /// A loader for the rows that are kept, into a table of this name as SQL writes it.
    pub fn loader(&self, table: &str) -> Loader {
        Loader(load::Loader::new(table, self.0.rows()))
    }
}

/// Rows on their way into a table.
#[wasm_bindgen]
pub struct Loader(load::Loader);

#[wasm_bindgen]
impl Loader {
    /// The script that the caller is to run in psql next; `undefined` when all rows are loaded.
    #[wasm_bindgen(js_name = next)]
    pub fn next_script(&mut self) -> Option<String> {
        self.0.next_script()
    }

    /// Takes what psql printed for the script that `nextScript` gave last.
    pub fn answer(&mut self, text: &str) -> Result<(), JsError> {
        self.0.answer(text).map_err(|why| JsError::new(&why))
    }

    /// How many rows are in the table.
    pub fn loaded(&self) -> usize {
        self.0.progress().0
    }

    /// How many rows there are to load.
    pub fn all(&self) -> usize {
        self.0.progress().1
    }

    /// The rows that the table refused: a JSON array of numbers and reasons.
    pub fn refused(&self) -> Result<String, JsError> {
        json(&self.0.refused())
    }
}

/// An advisor at work.
#[wasm_bindgen]
pub struct Advisor(advisor::Advisor);

#[wasm_bindgen]
impl Advisor {
    /// An advisor with these settings: JSON of a table, a goal and, if it is known, the number of
    /// its rows.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Result<Advisor, JsError> {
        Ok(Advisor(advisor::Advisor::new(serde_json::from_str(settings)?)))
    }

    /// The script that the caller is to run in psql next; `undefined` when the advice is complete.
    #[wasm_bindgen(js_name = next)]
    pub fn next_script(&mut self) -> Option<String> {
        self.0.next_script()
    }

    /// Takes what psql printed for the script that `nextScript` gave last.
    pub fn answer(&mut self, text: &str) -> Result<(), JsError> {
        self.0.answer(text).map_err(|why| JsError::new(&why))
    }

    /// What the advisor does now, how many trials are made, and how many there are likely to be in
    /// all: a JSON array.
    pub fn progress(&self) -> Result<String, JsError> {
        json(&self.0.progress())
    }

    /// The script that repeats the trials on a server of the reader's own, with these rows.
    #[wasm_bindgen(js_name = checkScript)]
    pub fn check_script(&self, rows: &str) -> String {
        self.0.check_script(rows)
    }

    /// The advice as JSON.
    pub fn report(&self) -> Result<String, JsError> {
        json(&self.0.report().map_err(|why| JsError::new(&why))?)
    }
}

/// The release of the engine that a server's output is compared with; an error says why there is none.
#[wasm_bindgen(js_name = checkedRelease)]
pub fn checked_release(output: &str) -> Result<String, JsError> {
    check::release(output).map(str::to_owned).map_err(|why| JsError::new(&why))
}

/// What the engine and a server printed for a script, compared: as JSON.
#[wasm_bindgen]
pub fn compared(script: &str, ours: &str, theirs: &str) -> Result<String, JsError> {
    json(&check::compare(script, ours, theirs))
}
