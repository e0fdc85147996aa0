//! Fits the prices of the modelled clock on this machine's PostgreSQL 15, and writes them.
//!
//! ```sh
//! cargo run --release -p toastscope-tests --bin calibrate                # the prices the engine comes with
//! cargo run --release -p toastscope-tests --bin calibrate -- mine.txt    # for `toastscope --prices mine.txt`
//! cargo run --release -p toastscope-tests --bin calibrate -- --rounds 9 --keep samples.tsv mine.txt
//! cargo run --release -p toastscope-tests --bin calibrate -- --from samples.tsv mine.txt
//! ```

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use storage::clock::{Kind, Prices};
use toastscope_tests::clock::cluster::{Cluster, EXTENSIONS, machine};
use toastscope_tests::clock::fit::{fit, undisturbed};
use toastscope_tests::clock::measurements::{self, Measurements};
use toastscope_tests::clock::paired_run::{self, Message, PairedSample};
use toastscope_tests::clock::training;

/// How often each statement is run, unless said otherwise.
const ROUNDS: usize = 5;
/// How many statements are shown that the prices say least of.
const FURTHEST: usize = 60;

fn main() -> ExitCode {
    match calibrate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("calibrate: {why}");
            ExitCode::FAILURE
        }
    }
}

/// What the command line asks for.
struct Arguments {
    rounds: usize,
    /// Where the prices go.
    file: PathBuf,
    /// Where what was measured goes.
    keep: Option<PathBuf>,
    /// Where it comes from, instead of a server.
    from: Option<PathBuf>,
}

/// Reads the command line.
fn asked() -> Result<Arguments, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/storage/src/clock/prices.txt");
    let mut asked = Arguments { rounds: ROUNDS, file, keep: None, from: None };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--rounds" => {
                let number = value()?.parse().ok().filter(|n| *n > 0);
                asked.rounds = number.ok_or("--rounds needs a number from 1 up")?;
            }
            "--keep" => asked.keep = Some(value()?.into()),
            "--from" => asked.from = Some(value()?.into()),
            _ => asked.file = argument.into(),
        }
    }
    Ok(asked)
}

/// Measures, or takes samples from a file, fits the prices and writes them.
fn calibrate() -> Result<(), String> {
    let asked = asked()?;
    let failed = |file: &Path, e: std::io::Error| format!("{}: {e}", file.display());
    let (machine, samples) = match &asked.from {
        Some(file) => {
            let text = std::fs::read_to_string(file).map_err(|e| failed(file, e))?;
            let kept = Measurements::parse(&text)?;
            let samples = all(|name, messages| Ok(kept.times(name, messages)))?;
            (kept.machine, samples)
        }
        None => (machine(), measure(asked.rounds)?),
    };
    if let Some(file) = &asked.keep {
        std::fs::write(file, measurements::to_text(&machine, &samples))
            .map_err(|e| failed(file, e))?;
    }
    let samples = undisturbed(samples);
    let (prices, seen) = fit(&samples);
    let rounds = asked.from.is_none().then_some(asked.rounds);
    let about = about(&machine, &samples, &prices, rounds);
    about.iter().for_each(|line| println!("{line}"));
    for (kind, seen) in Kind::ALL.iter().zip(seen) {
        if seen == 0 {
            println!("No statement has any {}: it costs nothing.", kind.name());
        }
    }
    furthest(&samples, &prices);
    std::fs::write(&asked.file, prices.to_text(&about)).map_err(|e| failed(&asked.file, e))
}

/// Prints the statements whose modelled time is furthest from the measured one.
fn furthest(samples: &[PairedSample], prices: &Prices) {
    let ratio = |s: &PairedSample| s.work.milliseconds(prices) / s.milliseconds();
    let mut off: Vec<&PairedSample> = samples.iter().collect();
    off.sort_by(|a, b| ratio(b).ln().abs().total_cmp(&ratio(a).ln().abs()));
    println!(
        "Furthest off: modelled over measured, milliseconds measured, the script, the statement."
    );
    for s in off.iter().take(FURTHEST) {
        let sql: String = s.sql.chars().take(80).collect();
        println!(
            "{:.2} {:.3} {}: {}",
            ratio(s),
            s.milliseconds(),
            s.place.0,
            sql.replace('\n', " ")
        );
    }
}

/// Runs all training scripts here and on a server, and pairs their times.
fn measure(rounds: usize) -> Result<Vec<PairedSample>, String> {
    let cluster = Cluster::start()?;
    let mut wire = cluster.connect_with_extensions()?;
    all(|_, messages| paired_run::measured(&mut wire, messages, rounds).map_err(|e| e.to_string()))
}

/// Runs all training scripts here; `times` gives the server's times.
fn all(
    mut times: impl FnMut(&str, &[Message]) -> Result<Vec<Vec<f64>>, String>,
) -> Result<Vec<PairedSample>, String> {
    let mut session = paired_run::session();
    for extension in EXTENSIONS {
        session.execute(&format!("CREATE EXTENSION {extension} SCHEMA pg_catalog"));
    }
    let scripts = training::scripts();
    let mut samples = Vec::new();
    for (number, (name, sql)) in scripts.iter().enumerate() {
        let messages = paired_run::engine_messages(&mut session, (name, sql));
        let times = times(name, &messages).map_err(|e| format!("{name}: {e}"))?;
        samples.extend(paired_run::samples(name, messages, times));
        eprintln!("{}/{} {name}", number + 1, scripts.len());
    }
    Ok(samples)
}

/// The comment lines at the head of a file of prices: from which measurements it comes.
fn about(
    machine: &str,
    samples: &[PairedSample],
    prices: &Prices,
    rounds: Option<usize>,
) -> Vec<String> {
    let rounds = rounds.map_or("some".to_owned(), |n| n.to_string());
    let sorted = |values: Vec<f64>| {
        let mut values = values;
        values.sort_by(f64::total_cmp);
        values
    };
    let ratios =
        sorted(samples.iter().map(|s| s.work.milliseconds(prices) / s.milliseconds()).collect());
    let spreads = sorted(samples.iter().map(PairedSample::spread).collect());
    let at = |v: &[f64], part: f64| v[((v.len() - 1) as f64 * part) as usize];
    let within = |f: f64| {
        let inside = ratios.iter().filter(|r| (1.0 / f..=f).contains(*r)).count();
        100.0 * inside as f64 / ratios.len() as f64
    };
    vec![
        format!("Nanoseconds. Fitted by calibrate on: {machine}"),
        format!(
            "{} statements that nothing disturbed, {rounds} rounds each, the least of them; a round's median is {:.2} times that.",
            samples.len(),
            at(&spreads, 0.5)
        ),
        format!(
            "Modelled over measured: median {:.2}, nine of ten from {:.2} to {:.2}, {:.0} % within a factor of 2.",
            at(&ratios, 0.5),
            at(&ratios, 0.05),
            at(&ratios, 0.95),
            within(2.0)
        ),
    ]
}
