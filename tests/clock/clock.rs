//! Holds the modelled clock against a live PostgreSQL 15 with statements that the fit has not seen, and
//! writes docs/clock.md.
//!
//! ```sh
//! cargo run --release -p toastscope-tests --bin clock                # with the prices the engine comes with
//! cargo run --release -p toastscope-tests --bin clock -- mine.txt    # with others
//! cargo run --release -p toastscope-tests --bin clock -- --keep unseen.tsv    # what was measured, in a file
//! cargo run --release -p toastscope-tests --bin clock -- --from unseen.tsv    # and from there
//! ```
//!
//! It fails when the median ratio is outside of 0.8 to 1.25, fewer than nine of ten statements are within
//! a factor of 2, or two statements of which a study says which is dearer stand the other way round.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use storage::clock::{Kind, Prices};
use toastscope_tests::clock::cluster::{Cluster, machine};
use toastscope_tests::clock::held_out::{ORDERINGS, STUDIES, TRANSCRIPTS};
use toastscope_tests::clock::measurements::{self, Measurements};
use toastscope_tests::clock::paired_run::{self, Message, PairedSample};

/// How often each statement is run.
const ROUNDS: usize = 5;
/// Statements that the server takes as long for, but for this share, have no order.
const TIE: f64 = 0.1;

fn main() -> ExitCode {
    match hold() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("clock: {why}");
            ExitCode::from(2)
        }
    }
}

/// A path from the repository's root.
fn path(from_root: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(from_root)
}

/// What the command line asks for.
struct Arguments {
    prices: PathBuf,
    /// Where what was measured goes.
    keep: Option<PathBuf>,
    /// Where it comes from, instead of a server.
    from: Option<PathBuf>,
}

/// Reads the command line.
fn asked() -> Result<Arguments, String> {
    let prices = path("engine/storage/src/clock/prices.txt");
    let mut asked = Arguments { prices, keep: None, from: None };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a file"));
        match argument.as_str() {
            "--keep" => asked.keep = Some(value()?.into()),
            "--from" => asked.from = Some(value()?.into()),
            _ => asked.prices = argument.into(),
        }
    }
    Ok(asked)
}

/// Measures, compares and writes docs/clock.md; returns whether the clock holds.
fn hold() -> Result<bool, String> {
    let asked = asked()?;
    let failed = |file: &Path, e: std::io::Error| format!("{}: {e}", file.display());
    let read = |file: &Path| std::fs::read_to_string(file).map_err(|e| failed(file, e));
    let text = read(&asked.prices)?;
    let prices = Prices::parse(&text).map_err(|e| e.to_string())?;
    let (machine, samples) = match &asked.from {
        Some(file) => {
            let kept = Measurements::parse(&read(file)?)?;
            let samples = all(&prices, |name, messages| Ok(kept.times(name, messages)))?;
            (kept.machine, samples)
        }
        None => (machine(), measure(&prices)?),
    };
    if let Some(file) = &asked.keep {
        std::fs::write(file, measurements::to_text(&machine, &samples))
            .map_err(|e| failed(file, e))?;
    }
    let report = Report::new(&samples, &prices);
    let page = report.page(&machine, &samples, &prices, &text);
    let file = path("docs/clock.md");
    std::fs::write(&file, page).map_err(|e| failed(&file, e))?;
    println!("{}", report.summary());
    report.orderings.iter().filter(|o| !o.same).for_each(|o| println!("The other way: {}", o.says));
    Ok(report.holds())
}

/// Runs all test scripts here and on a server, and pairs their times.
fn measure(prices: &Prices) -> Result<Vec<PairedSample>, String> {
    let cluster = Cluster::start()?;
    let mut wire = cluster.connect_with_extensions()?;
    all(prices, |_, messages| {
        paired_run::measured(&mut wire, messages, ROUNDS).map_err(|e| e.to_string())
    })
}

/// Runs all test scripts here; `times` gives the server's times.
fn all(
    prices: &Prices,
    mut times: impl FnMut(&str, &[Message]) -> Result<Vec<Vec<f64>>, String>,
) -> Result<Vec<PairedSample>, String> {
    let mut scripts: Vec<(String, String)> = Vec::new();
    for name in TRANSCRIPTS {
        let file = path(&format!("tests/transcripts/{name}.sql"));
        let text =
            std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        scripts.push(((*name).to_owned(), text));
    }
    scripts.extend(STUDIES.iter().map(|(n, s)| ((*n).to_owned(), (*s).to_owned())));
    let mut samples = Vec::new();
    for (name, sql) in &scripts {
        let mut session = paired_run::session();
        session.set_prices(prices.clone());
        let messages = paired_run::engine_messages(&mut session, (name, sql));
        let times = times(name, &messages).map_err(|e| format!("{name}: {e}"))?;
        samples.extend(paired_run::samples(name, messages, times));
        eprintln!("{name}");
    }
    Ok(samples)
}

/// Two statements and their order.
struct Ordering {
    says: &'static str,
    measured: (f64, f64),
    modelled: (f64, f64),
    /// Whether the modelled order is the measured one, or the server has none.
    same: bool,
}

/// What came of it.
struct Report {
    ratios: Vec<f64>,
    orderings: Vec<Ordering>,
}

impl Report {
    /// Compares modelled with measured times.
    fn new(samples: &[PairedSample], prices: &Prices) -> Report {
        let mut ratios: Vec<f64> =
            samples.iter().map(|s| s.work.milliseconds(prices) / s.milliseconds()).collect();
        ratios.sort_by(f64::total_cmp);
        let find = |start: &str| samples.iter().find(|s| s.sql.starts_with(start));
        let orderings = ORDERINGS.iter().filter_map(|(says, a, b)| {
            let (a, b) = (find(a)?, find(b)?);
            let measured = (a.milliseconds(), b.milliseconds());
            let modelled = (a.work.milliseconds(prices), b.work.milliseconds(prices));
            let tie = (measured.0 / measured.1).ln().abs() < (1.0 + TIE).ln();
            let same = tie || (measured.0 > measured.1) == (modelled.0 > modelled.1);
            Some(Ordering { says, measured, modelled, same })
        });
        Report { orderings: orderings.collect(), ratios }
    }

    /// The ratio of modelled to measured time that this part of the statements (0 to 1) is below.
    fn at(&self, part: f64) -> f64 {
        self.ratios[((self.ratios.len() - 1) as f64 * part) as usize]
    }

    /// The part of the statements whose times are within a factor of 2.
    fn within_two(&self) -> f64 {
        let inside = self.ratios.iter().filter(|r| (0.5..=2.0).contains(*r)).count();
        inside as f64 / self.ratios.len() as f64
    }

    /// Whether the clock is as good as it must be.
    fn holds(&self) -> bool {
        (0.8..=1.25).contains(&self.at(0.5))
            && self.within_two() >= 0.9
            && self.orderings.iter().all(|o| o.same)
    }

    /// The result in a sentence.
    fn summary(&self) -> String {
        format!(
            "{} statements, modelled over measured: median {:.2}, nine of ten from {:.2} to {:.2}, {:.0} % within \
             a factor of 2; {} of {} orderings as measured.",
            self.ratios.len(),
            self.at(0.5),
            self.at(0.05),
            self.at(0.95),
            self.within_two() * 100.0,
            self.orderings.iter().filter(|o| o.same).count(),
            self.orderings.len(),
        )
    }

    /// The text of docs/clock.md.
    fn page(&self, machine: &str, samples: &[PairedSample], prices: &Prices, file: &str) -> String {
        let mut page = format!(
            "# The clock\n\n\
             Written by `cargo run --release -p toastscope-tests --bin clock`; do not edit.\n\n\
             Times in Toastscope are modelled: the engine counts what PostgreSQL does (`engine/storage/src/clock`), and \
             each kind of work has a price in nanoseconds, which `calibrate` fitted on a live PostgreSQL 15. The same SQL takes the same \
             time on every machine. `toastscope --prices FILE` and the page take the prices of another server, which \
             `cargo run --release -p toastscope-tests --bin calibrate -- FILE` finds.\n\n\
             {}\n\nMeasured on: {machine}; on the client's side of the socket. A script runs in one session {ROUNDS} times, its tables \
             made anew each time, and the shortest round counts; in the engine it runs twice, and the second run \
             counts. So both have functions and catalogs in their caches before the round that counts, and read each table's description in it.\n\n",
            self.summary(),
        );
        page += "## Which is dearer\n\nMilliseconds, measured and modelled. Two measured times that differ by less than a tenth count as equal.\n\n\
                 | | measured | | modelled | | |\n|---|---:|---:|---:|---:|---|\n";
        for o in &self.orderings {
            let same = if o.same { "as measured" } else { "the other way" };
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {} | {same} |",
                o.says,
                ms(o.measured.0),
                ms(o.measured.1),
                ms(o.modelled.0),
                ms(o.modelled.1)
            );
        }
        page += "\n## Prices\n\n";
        for line in file.lines().filter_map(|l| l.strip_prefix("# ")) {
            let _ = writeln!(page, "{line}\n");
        }
        page += "A price of 0 says that the fit found no time that depends on this count alone: its cost is in \
                 the price of work that always comes with it.\n\n\
                 | what is counted | name | nanoseconds |\n|---|---|---:|\n";
        for kind in Kind::ALL {
            let _ = writeln!(
                page,
                "| {} | `{}` | {} |",
                kind.meaning().trim(),
                kind.name(),
                prices.of(*kind)
            );
        }
        page += "\n## Statements\n\nMilliseconds.\n\n| statement | measured | modelled | ratio |\n|---|---:|---:|---:|\n";
        let mut script = "";
        for s in samples {
            if s.place.0 != script {
                script = &s.place.0;
                let _ = writeln!(page, "| **{script}** | | | |");
            }
            let (measured, modelled) = (s.milliseconds(), s.work.milliseconds(prices));
            let _ = writeln!(
                page,
                "| `{}` | {} | {} | {:.2} |",
                shown(&s.sql),
                ms(measured),
                ms(modelled),
                modelled / measured
            );
        }
        page
    }
}

/// A time with three significant digits.
fn ms(x: f64) -> String {
    match x {
        _ if x >= 100.0 => format!("{x:.0}"),
        _ if x >= 10.0 => format!("{x:.1}"),
        _ if x >= 1.0 => format!("{x:.2}"),
        _ => format!("{x:.3}"),
    }
}

/// A statement on one line, short enough for a cell of a table.
fn shown(sql: &str) -> String {
    let line = sql
        .lines()
        .map(|l| l.split("--").next().unwrap_or("").trim())
        .collect::<Vec<_>>()
        .join(" ");
    let line = line.trim().replace('|', "\\|").replace('`', "'");
    if line.chars().count() <= 90 { line } else { line.chars().take(89).chain(['…']).collect() }
}
