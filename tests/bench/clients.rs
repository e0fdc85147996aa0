//! pgbench on a real PostgreSQL 15 beside the simulated clients: three scripts, 1, 4 and 16 clients.
//!
//! The simulation gets how many cores the machine has, how long a statement that does nothing
//! takes (`SELECT 1`, by 1 and by 16 clients), and what the disk took for a flush while pgbench ran
//! (`pg_stat_wal`). Each run is short and done several times, of which the fastest counts: a machine that
//! has other things to do can only be slower.
//!
//! A fresh server makes each segment of its log anew, 16 MB of zeros and a flush, while all that commit wait; one that
//! has been up for a while takes those again that a checkpoint was done with. The latter is meant, so the log
//! is written for [`WARM`] seconds first, and each run begins with a checkpoint.
//!
//! ```text
//! cargo run --release -p toastscope-tests --bin clients [ROUNDS [SECONDS [PRICES]]]
//! ```

use client::clients::{Machine, Options, Report, Sampler, set_up, simulate};
use server::session::Config;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use storage::clock::Prices;
use toastscope_tests::live::{Live, Run};
use toastscope_tests::server::Server;

const SCRIPTS: [(&str, &str); 3] = [
    ("insert.sql", "INSERT of a row with 4 to 6 kB in chunks"),
    ("update.sql", "UPDATE of one of 4 rows"),
    ("select.sql", "SELECT that decompresses 40 kB"),
];
const NOTHING: &str = "nothing.sql";
const CLIENTS: [usize; 3] = [1, 4, 16];
/// Transactions that are run in the engine, of all clients together.
const SAMPLED: usize = 960;
/// Rates that differ by less are not said to be in an order.
const ALIKE: f64 = 1.15;

/// What the template turns off that matters here, and what is asked for; as much log as was written is kept
/// to be used again.
const SETTINGS: &str = "fsync = on\ntrack_wal_io_timing = on\nmin_wal_size = 8GB\n";
/// Seconds for which the log is written before anything is measured: some times what a run writes.
const WARM: u32 = 10;

/// The folder of the clients lab's scripts.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/labs/clients/scripts")
}

/// A file of the bench's folder.
fn read(name: &str) -> Result<String, String> {
    std::fs::read_to_string(folder().join(name)).map_err(|e| format!("{name}: {e}"))
}

/// The run with the most transactions per second among several rounds.
fn fastest(
    live: &Live<'_>,
    script: &str,
    clients: usize,
    rounds: u32,
    seconds: u32,
) -> Result<Run, String> {
    let path = folder().join(script);
    let mut best: Option<Run> = None;
    for _ in 0..rounds {
        live.sql("CHECKPOINT")?;
        let run = live.pgbench(&path, clients, threads(clients), seconds)?;
        if best.is_none_or(|b| run.tps > b.tps) {
            best = Some(run);
        }
    }
    best.ok_or_else(|| "no round".to_string())
}

/// How many threads pgbench gets for so many clients.
fn threads(clients: usize) -> usize {
    clients.min(2)
}

/// Simulates a run of pgbench with the engine.
fn simulated(
    script: &str,
    clients: usize,
    seconds: u32,
    machine: &Machine,
    prices: &Rc<Prices>,
) -> Result<Report, String> {
    let mut session = set_up(Config::default(), &read("setup.sql")?)?;
    session.backend.store.prices = Rc::clone(prices);
    let text = format!("-c {clients} -j {} -T {seconds} -n -f {script}", threads(clients));
    let options = Options::parse(&text, &|name| read(name).ok())?;
    let mut sampler = Sampler::new(session, options.clone());
    for _ in 0..SAMPLED / clients {
        sampler.round()?;
    }
    simulate(&sampler.finish(), &options, machine)
}

/// Measures what the simulation has to know of the machine, from `SELECT 1` by one client and by
/// many.
fn machine(
    live: &Live<'_>,
    rounds: u32,
    seconds: u32,
    prices: &Rc<Prices>,
) -> Result<Machine, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let alone = fastest(live, NOTHING, 1, rounds, seconds)?.tps;
    let many = fastest(live, NOTHING, 16, rounds, seconds)?.tps;
    // What it takes beside that is what the modelled statement takes.
    let fitted = Machine::of(prices, cores);
    let free = Machine { cores: 1, round_trip_ms: 0.0, ..fitted };
    let statement_ms = 1e3 / simulated(NOTHING, 1, 1, &free, prices)?.tps;
    let busy = 1e3 * cores as f64 / many;
    let round_trip_ms = (busy - statement_ms).max(0.0);
    let wake_ms = ((1e3 / alone - statement_ms - round_trip_ms) / 2.0).max(0.0);
    Ok(Machine { round_trip_ms, wake_ms, ..fitted })
}

/// Runs each script on both sides, and prints the table.
fn run(rounds: u32, seconds: u32, prices: &Rc<Prices>) -> Result<(), String> {
    let server = Server::for_test()?;
    let live = server.live(SETTINGS)?;
    live.script(&folder().join("setup.sql"))?;
    let most = *CLIENTS.last().expect("there are some");
    live.pgbench(&folder().join(SCRIPTS[0].0), most, threads(most), WARM)?;
    live.sql("TRUNCATE stored")?;
    live.sql("CHECKPOINT")?;
    let machine = machine(&live, rounds, seconds, prices)?;
    println!(
        "{} cores; a statement's way there and back {:.1} µs of a core, to wake up {:.1} µs\n",
        machine.cores,
        machine.round_trip_ms * 1e3,
        machine.wake_ms * 1e3
    );
    println!(
        "| script | clients | pgbench, tps | simulated, tps | simulated ÷ pgbench | flush | commits a flush | simulated | most waited for |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---|");
    let mut rates = Vec::new();
    for (script, about) in SCRIPTS {
        for clients in CLIENTS {
            let measured = fastest(&live, script, clients, rounds, seconds)?;
            let with_flush = Machine { flush_ms: measured.flush_ms, ..machine };
            let report = simulated(script, clients, seconds, &with_flush, prices)?;
            let commits = |tps: f64, flushes: u64| match flushes {
                0 => "—".to_string(),
                n if tps * f64::from(seconds) < n as f64 / 2.0 => "—".to_string(),
                n => format!("{:.1}", tps * f64::from(seconds) / n as f64),
            };
            let most = report.waited.iter().filter(|w| w.event != "Client:ClientRead");
            let most = most.max_by(|a, b| a.clients.total_cmp(&b.clients)).map_or("", |w| w.event);
            println!(
                "| {about} | {clients} | {:.0} | {:.0} | {:.2} | {:.2} ms | {} | {} | {most} |",
                measured.tps,
                report.tps,
                report.tps / measured.tps,
                measured.flush_ms,
                commits(measured.tps, measured.flushes),
                commits(report.tps, report.flushes),
            );
            rates.push((measured.tps, report.tps));
        }
    }
    println!("\n{}", judged(&rates));
    Ok(())
}

/// A line on rates (measured, simulated): how many simulated ones are within a factor of 2, and how
/// many pairs of clearly different rates are in the right order.
fn judged(rates: &[(f64, f64)]) -> String {
    let near = rates.iter().filter(|(m, s)| (0.5..=2.0).contains(&(s / m))).count();
    let mut pairs = 0;
    let mut kept = 0;
    for (i, a) in rates.iter().enumerate() {
        for b in &rates[..i] {
            let apart = (a.0 / b.0).max(b.0 / a.0) > ALIKE;
            pairs += usize::from(apart);
            kept += usize::from(apart && (a.0 > b.0) == (a.1 > b.1));
        }
    }
    format!(
        "{near} of {} within a factor of 2; {kept} of {pairs} pairs that differ by more than {:.0} % in the same order.",
        rates.len(),
        (ALIKE - 1.0) * 100.0
    )
}

/// The prices of a file, or those that the engine was built with.
fn prices(file: Option<&String>) -> Result<Rc<Prices>, String> {
    let Some(file) = file else { return Ok(Rc::default()) };
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    Prices::parse(&text).map(Rc::new).map_err(|e| format!("{file}: {e}"))
}

fn main() -> ExitCode {
    if toastscope_tests::server::installed().is_none() {
        println!("PostgreSQL 15 is not here (Debian: postgresql-15), so pgbench is left out.");
        return ExitCode::SUCCESS;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|a| a.parse().ok());
    let (rounds, seconds) = (number(0).unwrap_or(3), number(1).unwrap_or(2));
    match prices(arguments.get(2)).and_then(|prices| run(rounds, seconds, &prices)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
