//! The report of a run: the lines that pgbench prints, and what the clients waited for.

use super::simulate::run_sample::{Latency, RunSample};
use super::{Options, RunLength};

/// What clients waited for.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Waited {
    /// As in `pg_stat_activity`: `IO:WALSync`; `running` and `ready` of those that wait for none.
    pub event: &'static str,
    /// How many clients were at it at any time, on the average.
    pub clients: f64,
}

/// A client was at something for a time.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Span {
    /// Which client, from 0.
    pub client: usize,
    /// What it was at, by its place in [`super::WaitEvent::ALL`].
    pub wait: usize,
    /// Since when, in ms of modelled time since the start.
    pub from: f64,
    /// Until when, in ms of modelled time since the start.
    pub to: f64,
}

/// One script's share in a run: how many transactions, and how long they took.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct ScriptReport {
    /// Its file's name.
    pub name: String,
    /// How often it is run beside the others.
    pub weight: u32,
    /// How many transactions were run with it.
    pub transactions: u64,
    /// The ms that one took, on the average.
    pub latency: f64,
    /// The standard deviation from that, in ms.
    pub deviation: f64,
}

/// The figures of a run, as pgbench reports them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Report {
    /// How many clients.
    pub clients: usize,
    /// How many transactions were run.
    pub transactions: u64,
    /// Seconds of modelled time until the last client was done.
    pub seconds: f64,
    /// ms a transaction, as pgbench reckons it: the clients' time over the transactions.
    pub latency: f64,
    /// How many transactions were done in a second.
    pub tps: f64,
    /// How often the log was flushed.
    pub flushes: u64,
    /// In the order in which they were given.
    pub scripts: Vec<ScriptReport>,
    /// Where the clients' time went, in the order in which it is drawn; all of them are the clients.
    pub waited: Vec<Waited>,
    /// A stretch of the run, client by client.
    pub spans: Vec<Span>,
    /// The lines that pgbench prints.
    pub text: String,
}

/// Makes the report of a run that ended at `nanos`.
pub(super) fn of(options: &Options, nanos: u64, sample: &mut RunSample) -> Report {
    let seconds = nanos as f64 / 1e9;
    let transactions: u64 = sample.latencies.iter().map(|l| l.count).sum();
    let scripts: Vec<ScriptReport> =
        options.scripts.iter().zip(&sample.latencies).map(|(s, l)| script(s, l)).collect();
    let mut report = Report {
        clients: options.clients,
        transactions,
        seconds,
        latency: 1000.0 * seconds * options.clients as f64 / transactions.max(1) as f64,
        tps: if seconds > 0.0 { transactions as f64 / seconds } else { 0.0 },
        flushes: sample.flushes,
        scripts,
        waited: sample.add_wait(nanos),
        spans: sample.sampled_stretch(nanos),
        text: String::new(),
    };
    report.text = text(options, &report);
    report
}

/// The lines of the report about one of several scripts.
fn script(script: &super::script::Script, latency: &Latency) -> ScriptReport {
    ScriptReport {
        name: script.name.clone(),
        weight: script.weight,
        transactions: latency.count,
        latency: latency.mean(),
        deviation: latency.deviation(),
    }
}

/// The report as pgbench prints it (`printResults`), without the connection time, which is not
/// modelled.
fn text(options: &Options, report: &Report) -> String {
    let several = report.scripts.len() > 1;
    let name = if several { "multiple scripts" } else { &report.scripts[0].name };
    let mut lines = vec![
        format!("transaction type: {name}"),
        "scaling factor: 1".to_string(),
        "query mode: simple".to_string(),
        format!("number of clients: {}", options.clients),
        format!("number of threads: {}", options.threads),
        "maximum number of tries: 1".to_string(),
    ];
    let done = report.transactions;
    match options.amount {
        RunLength::Seconds(seconds) => {
            lines.push(format!("duration: {seconds} s"));
            lines.push(format!("number of transactions actually processed: {done}"));
        }
        RunLength::Transactions(each) => {
            lines.push(format!("number of transactions per client: {each}"));
            let all = each * options.clients as u64;
            lines.push(format!("number of transactions actually processed: {done}/{all}"));
        }
    }
    lines.push("number of failed transactions: 0 (0.000%)".to_string());
    lines.push(format!("latency average = {:.3} ms", report.latency));
    lines.push(format!("tps = {:.6} (without initial connection time)", report.tps));
    if several {
        let total: u32 = report.scripts.iter().map(|s| s.weight).sum();
        for (number, s) in report.scripts.iter().enumerate() {
            let share = |part: f64, whole: f64| 100.0 * part / whole.max(1.0);
            lines.push(format!("SQL script {}: {}", number + 1, s.name));
            let target = share(f64::from(s.weight), f64::from(total));
            lines.push(format!(" - weight: {} (targets {target:.1}% of total)", s.weight));
            lines.push(format!(
                " - {} transactions ({:.1}% of total, tps = {:.6})",
                s.transactions,
                share(s.transactions as f64, done as f64),
                s.transactions as f64 / report.seconds.max(f64::MIN_POSITIVE)
            ));
            lines.push(" - number of failed transactions: 0 (0.000%)".to_string());
            lines.push(format!(" - latency average = {:.3} ms", s.latency));
            lines.push(format!(" - latency stddev = {:.3} ms", s.deviation));
        }
    }
    lines.join("\n") + "\n"
}
