//! Clients side by side, on scripts whose result is known beforehand.

use super::{Machine, Options, Report, Sample, Sampler, set_up, simulate};
use server::session::Config;

const SET_UP: &str = "
CREATE TABLE stored (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text);
ALTER TABLE stored ALTER body SET STORAGE EXTERNAL;
CREATE TABLE counters (id int PRIMARY KEY, n int NOT NULL);
INSERT INTO counters SELECT g, 0 FROM generate_series(1, 16) g;
CREATE TABLE texts (id int PRIMARY KEY, body text);
INSERT INTO texts SELECT g, repeat('toast', 4000) FROM generate_series(1, 10) g;";

/// A script's text by its name.
fn file(name: &str) -> Option<String> {
    let text = match name {
        "insert" => {
            "\\set n random(400, 600)\nINSERT INTO stored (body) VALUES (repeat('toastscope', :n));"
        }
        "one" => "UPDATE counters SET n = n + 1 WHERE id = 1;",
        "own" => "UPDATE counters SET n = n + 1 WHERE id = :client_id + 1;",
        "read" => "\\set id random(1, 10)\nSELECT length(body) FROM texts WHERE id = :id;",
        "circle" => {
            "\\set a 1 + :client_id\nBEGIN;\nUPDATE counters SET n = 0 WHERE id = :a;\n\
                     UPDATE counters SET n = 0 WHERE id = 3 - :a;\nEND;"
        }
        "a" => "SELECT 1;",
        "b" => "SELECT 2;",
        "wrong" => "SELECT 1 / 0;",
        _ => return None,
    };
    Some(text.to_string())
}

/// One core's work costs nothing to hand over, and a flush takes 1 ms.
const MACHINE: Machine =
    Machine { cores: 2, round_trip_ms: 0.01, wake_ms: 0.0, flush_ms: 1.0, disk_mb: 1000.0 };

fn sample(text: &str, rounds: usize) -> Result<(Options, Sample), String> {
    let options = Options::parse(text, &file)?;
    let mut sampler = Sampler::new(set_up(Config::default(), SET_UP)?, options.clone());
    for _ in 0..rounds {
        sampler.round()?;
    }
    Ok((options, sampler.finish()))
}

fn run(text: &str) -> Result<Report, String> {
    let (options, sample) = sample(text, 20)?;
    simulate(&sample, &options, &MACHINE)
}

fn waited(report: &Report, event: &str) -> f64 {
    report.waited.iter().find(|w| w.event == event).map_or(0.0, |w| w.clients)
}

#[test]
fn one_client_waits_for_each_of_its_flushes() -> Result<(), String> {
    let report = run("-t 50 -f own")?;
    assert_eq!((report.transactions, report.flushes), (50, 50));
    assert!((1.0..1.5).contains(&report.latency), "{}", report.latency);
    assert!(waited(&report, "IO:WALSync") > 0.6);
    Ok(())
}

#[test]
fn many_clients_share_a_flush() -> Result<(), String> {
    let (alone, many) = (run("-t 20 -f own")?, run("-c 16 -j 2 -t 20 -f own")?);
    assert!(many.tps > 5.0 * alone.tps, "{} against {}", many.tps, alone.tps);
    assert!(many.transactions > 5 * many.flushes, "{} flushes", many.flushes);
    assert!(waited(&many, "LWLock:WALWrite") > 2.0, "{:?}", many.waited);
    Ok(())
}

#[test]
fn those_who_want_one_row_stand_in_line() -> Result<(), String> {
    let report = run("-c 8 -j 2 -t 20 -f one")?;
    assert_eq!(report.flushes, report.transactions, "one at a time");
    assert!((0.5..=1.0).contains(&waited(&report, "Lock:transactionid")), "{:?}", report.waited);
    assert!(waited(&report, "Lock:tuple") > 5.0, "{:?}", report.waited);
    Ok(())
}

#[test]
fn readers_wait_for_a_core_and_for_nothing_else() -> Result<(), String> {
    let report = run("-c 8 -j 2 -t 20 -f read")?;
    let busy = waited(&report, "running")
        + waited(&report, "ready")
        + waited(&report, "Client:ClientRead");
    // The last of them end one after the other, so that it is not quite eight.
    let all: f64 = report.waited.iter().map(|w| w.clients).sum();
    assert!(all > 7.5 && all - busy < 0.01, "{:?}", report.waited);
    assert_eq!(report.flushes, 0);
    // Cores are never idle, and nobody has one twice; a client's own time passes beside them.
    let cores = MACHINE.cores as f64;
    assert!((0.9 * cores..=cores).contains(&waited(&report, "running")), "{:?}", report.waited);
    assert!(report.tps > 1.5 * run("-t 20 -f read")?.tps);
    Ok(())
}

#[test]
fn all_of_the_clients_time_is_reported() -> Result<(), String> {
    let report = run("-c 16 -j 2 -T 1 -f insert")?;
    let all: f64 = report.waited.iter().map(|w| w.clients).sum();
    assert!((15.0..=16.0).contains(&all), "{:?}", report.waited);
    assert!((1.0..1.1).contains(&report.seconds));
    assert!(report.spans.iter().all(|s| s.client < 16 && s.from <= s.to));
    Ok(())
}

#[test]
fn the_same_run_gives_the_same_report() -> Result<(), String> {
    assert_eq!(run("-c 4 -t 10 -f insert -f one@2")?, run("-c 4 -t 10 -f insert -f one@2")?);
    Ok(())
}

/// The first eight that `pgbench -t 12 --random-seed=42 -f a@1 -f b@3` chose.
#[test]
fn scripts_are_chosen_as_pgbench_chooses_them() -> Result<(), String> {
    let (_, sample) = sample("-t 12 --random-seed=42 -f a@1 -f b@3", 12)?;
    let chosen: String = sample.clients[0].iter().map(|t| ["a", "b"][t.script]).collect();
    assert_eq!(chosen, "babbbbbbaabb");
    Ok(())
}

#[test]
fn the_report_is_pgbenchs() -> Result<(), String> {
    let report = run("-c 2 -j 8 -t 5 -f read")?;
    let lines: Vec<&str> = report.text.lines().collect();
    assert_eq!(lines[0], "transaction type: read");
    assert_eq!(
        lines[3..8],
        [
            "number of clients: 2",
            "number of threads: 2",
            "maximum number of tries: 1",
            "number of transactions per client: 5",
            "number of transactions actually processed: 10/10",
        ]
    );
    assert!(lines.last().is_some_and(|l| l.starts_with("tps = ") && l.ends_with("time)")));
    Ok(())
}

#[test]
fn what_cannot_be_run_is_said() {
    let why = |text| run(text).err().unwrap_or_default();
    assert!(why("-c 2 -t 5 -f circle").starts_with("Two transactions wait for each other's rows"));
    assert_eq!(
        why("-f wrong"),
        "client 0 script 0 (wrong) aborted in command 0: ERROR:  division by zero"
    );
    assert_eq!(why("-f none"), "could not open file \"none\"");
    assert_eq!(why("-S -f a"), "-S is not modelled");
    assert_eq!(why("-c 0 -f a"), "invalid number of clients: \"0\" is not from 1 to 100");
    assert!(why("-c 2").starts_with("there is no script"));
}
