//! Runs changed inputs through the targets of [`toastscope_tests::fuzz`], and keeps those that make one panic or hang.
//!
//! ```sh
//! npm run fuzz                                      # all targets, a minute each
//! npm run fuzz -- --target sql --seconds 14400      # four hours of SQL
//! ```

use std::fs;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use toastscope_tests::fuzz::{TARGETS, Target, findings, outcome, target};
use toastscope_tests::inputs::Rng;

/// An input that takes longer than this hangs.
const HANGS: Duration = Duration::from_secs(60);

/// What the command line asks for.
struct Asked {
    targets: Vec<&'static Target>,
    seconds: u64,
    seed: u64,
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked { targets: TARGETS.iter().collect(), seconds: 60, seed: 1 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{word}: {value} is no number"));
        match word.as_str() {
            "--target" => {
                let named = target(&value).ok_or_else(|| format!("there is no target {value}"))?;
                asked.targets = vec![named];
            }
            "--seconds" => asked.seconds = number()?,
            "--seed" => asked.seed = number()?,
            _ => return Err(format!("unknown option {word}")),
        }
    }
    Ok(asked)
}

/// Keeps an input under the hash of its bytes. Returns the file's name.
fn keep(target: &Target, input: &[u8]) -> String {
    let folder = findings(target);
    let hash = input
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
    let path = folder.join(format!("{hash:016x}"));
    fs::create_dir_all(&folder).expect("a folder for findings");
    fs::write(&path, input).expect("a file for the finding");
    path.display().to_string()
}

/// The input that is being run, and since when.
type Running = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// Ends the program when an input hangs, after it was kept.
fn watch(target: &'static Target, running: Running) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let current = running.lock().expect("the running input").clone();
            if let Some((since, input)) = current
                && since.elapsed() > HANGS
            {
                println!("{}: hangs: {}", target.name, keep(target, &input));
                std::process::exit(1);
            }
        }
    });
}

/// Runs changed inputs for a while. Returns how many panicked, each place of a panic once.
fn hunt(target: &'static Target, seconds: u64, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let seeds = (target.seeds)();
    let running = Running::default();
    watch(target, Arc::clone(&running));
    let start = Instant::now();
    let mut places: Vec<String> = Vec::new();
    let mut count = 0;
    while start.elapsed() < Duration::from_secs(seconds) {
        let input = (target.mutate)(&mut rng, &seeds);
        *running.lock().expect("the running input") = Some((Instant::now(), input.clone()));
        let done = outcome(target, &input);
        count += 1;
        let Err(panic) = done else { continue };
        let place = panic.lines().next().unwrap_or_default().to_owned();
        if !places.contains(&place) {
            println!("{}: {panic}\n  {}", target.name, keep(target, &input));
            places.push(place);
        }
    }
    *running.lock().expect("the running input") = None;
    println!("{}: {count} inputs in {seconds} s, {} findings", target.name, places.len());
    places.len()
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let found: usize =
        asked.targets.iter().map(|target| hunt(target, asked.seconds, asked.seed)).sum();
    if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
