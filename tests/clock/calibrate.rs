//! Fits the prices of the modelled clock on this machine's PostgreSQL 15, and writes them.
//!
//! ```sh
//! cargo run --release -p toastscope-tests --bin calibrate                # the prices the engine comes with
//! cargo run --release -p toastscope-tests --bin calibrate -- mine.txt    # for `toastscope --prices mine.txt`
//! cargo run --release -p toastscope-tests --bin calibrate -- --rounds 9 mine.txt
//! ```

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use storage::clock::{Kind, Prices};
use toastscope_tests::clock::both::{self, Sample};
use toastscope_tests::clock::cluster::{Cluster, machine};
use toastscope_tests::clock::fit::fit;
use toastscope_tests::clock::training;

/// How often each statement is run, unless said otherwise.
const ROUNDS: usize = 5;

fn main() -> ExitCode {
    match calibrate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("calibrate: {why}");
            ExitCode::FAILURE
        }
    }
}

fn calibrate() -> Result<(), String> {
    let mut rounds = ROUNDS;
    let mut file: PathBuf =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/storage/src/clock/prices.txt");
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--rounds" {
            let number = arguments.next().and_then(|n| n.parse().ok()).filter(|n| *n > 0);
            rounds = number.ok_or("--rounds needs a number from 1 up")?;
        } else {
            file = argument.into();
        }
    }
    let samples = measure(rounds)?;
    let (prices, seen) = fit(&samples);
    let told = about(&samples, &prices, rounds);
    told.iter().for_each(|line| println!("{line}"));
    for (kind, seen) in Kind::ALL.iter().zip(seen) {
        if seen == 0 {
            println!("No statement has any {}: it costs nothing.", kind.name());
        }
    }
    std::fs::write(&file, prices.to_text(&told)).map_err(|e| format!("{}: {e}", file.display()))
}

/// Runs all training scripts.
fn measure(rounds: usize) -> Result<Vec<Sample>, String> {
    let cluster = Cluster::start()?;
    let mut wire = cluster.connect()?;
    let mut session = both::session();
    let scripts = training::scripts();
    let mut samples = Vec::new();
    for (number, (name, sql)) in scripts.iter().enumerate() {
        let ran = both::run(&mut wire, &mut session, (name, sql), rounds);
        samples.extend(ran.map_err(|e| format!("{name}: {e}"))?);
        eprintln!("{}/{} {name}", number + 1, scripts.len());
    }
    if let Ok(folder) = std::env::var("CLOCK_SAMPLES") {
        dump(&samples, Path::new(&folder)).map_err(|e| e.to_string())?;
    }
    Ok(samples)
}

/// The samples as a table, for whoever wants to look at them: the time, the statement, the counts.
fn dump(samples: &[Sample], file: &Path) -> std::io::Result<()> {
    let mut text = String::from("milliseconds\tspread\tscript\tstatement");
    Kind::ALL.iter().for_each(|k| text.push_str(&format!("\t{}", k.name())));
    for s in samples {
        let sql = s.sql.chars().take(150).collect::<String>().replace(['\n', '\t'], " ");
        text += &format!("\n{}\t{:.2}\t{}\t{sql}", s.milliseconds(), s.spread(), s.place.0);
        Kind::ALL.iter().for_each(|k| text.push_str(&format!("\t{}", s.work.of(*k))));
    }
    std::fs::write(file, text)
}

/// What the file of prices says of where they are from.
fn about(samples: &[Sample], prices: &Prices, rounds: usize) -> Vec<String> {
    let sorted = |values: Vec<f64>| {
        let mut values = values;
        values.sort_by(f64::total_cmp);
        values
    };
    let ratios =
        sorted(samples.iter().map(|s| s.work.milliseconds(prices) / s.milliseconds()).collect());
    let spreads = sorted(samples.iter().map(Sample::spread).collect());
    let at = |v: &[f64], part: f64| v[((v.len() - 1) as f64 * part) as usize];
    let within = |f: f64| {
        let inside = ratios.iter().filter(|r| (1.0 / f..=f).contains(*r)).count();
        100.0 * inside as f64 / ratios.len() as f64
    };
    vec![
        format!("Nanoseconds. Fitted by calibrate on: {}", machine()),
        format!(
            "{} statements, {rounds} rounds each, the least of them; a round's median is {:.2} times that.",
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
