//! Clients at once: pgbench's scripts, run in an engine of their own and then side by side.

use client::clients::{Machine, Options, Sample, Sampler, set_up, simulate};
use server::session::Config;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::panic;
use crate::to_js::to_js;

/// Bytes that tables and values together may take: a module has 32 bits for all of it.
const MEMORY: usize = 1_500_000_000;

/// pgbench with many clients: the engine runs their transactions one by one, then a simulation runs the clients
/// side by side.
#[wasm_bindgen]
pub struct Clients {
    sampler: Sampler,
    options: Options,
    sample: Option<Sample>,
}

#[wasm_bindgen]
impl Clients {
    /// Starts a fresh cluster and runs the psql script `set_up_script` on it. `options` are pgbench's, with `-c` for
    /// the most clients there will be. `names` and `texts` are the scripts that `-f` names. Throws the reason when
    /// the options or a script are not understood, or when the set-up fails.
    #[wasm_bindgen(constructor)]
    pub fn new(
        set_up_script: &str,
        options: &str,
        names: Vec<String>,
        texts: Vec<String>,
    ) -> Result<Clients, JsError> {
        panic::report_panics();
        let file =
            |name: &str| names.iter().position(|n| n == name).and_then(|at| texts.get(at).cloned());
        let options = Options::parse(options, &file).map_err(|why| JsError::new(&why))?;
        let config = Config { memory_limit: MEMORY, ..Config::default() };
        let session = set_up(config, set_up_script).map_err(|why| JsError::new(&why))?;
        let sampler = Sampler::new(session, options.clone());
        Ok(Clients { sampler, options, sample: None })
    }

    /// Runs one transaction of each client; throws the server's error if there is one.
    pub fn round(&mut self) -> Result<(), JsError> {
        self.sample = None;
        self.sampler.round().map_err(|why| JsError::new(&why))
    }

    /// Simulates `clients` clients at the same time on a machine with `cores` cores, whose disk
    /// takes `flush_ms` milliseconds for a flush. Call `round` before: its transactions are what the clients run.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn run(&mut self, clients: usize, cores: usize, flush_ms: f64) -> Result<JsValue, JsError> {
        let sample = self.sample.get_or_insert_with(|| self.sampler.finish());
        let options = Options {
            clients: clients.clamp(1, self.options.clients),
            threads: self.options.threads.min(clients.max(1)),
            ..self.options.clone()
        };
        let machine = Machine { flush_ms, ..Machine::of(&self.sampler.prices(), cores) };
        to_js(&simulate(sample, &options, &machine).map_err(|why| JsError::new(&why))?)
    }
}
