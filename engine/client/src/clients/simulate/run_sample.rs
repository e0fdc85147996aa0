//! What is kept of a run: the transactions' latencies, where the clients' time went, and a stretch of
//! it as it was, client by client.

use super::super::report::{Span, Waited};
use super::transaction_steps::Nanos;
use super::wait::WaitEvent;

/// Most spans of the stretch that is kept.
const SPANS: usize = 800;
/// Transactions that are over before the stretch begins.
const SETTLED: u64 = 200;

#[derive(Debug)]
pub(in crate::clients) struct RunSample {
    at: Vec<(WaitEvent, Nanos)>,
    totals: [Nanos; WaitEvent::ALL.len()],
    pub(in crate::clients) latencies: Vec<Latency>,
    pub(in crate::clients) flushes: u64,
    done: u64,
    spans: Vec<Span>,
    /// When the stretch began, and when it ended.
    settled: Nanos,
    until: Option<Nanos>,
}

/// Latencies of a script's transactions, in ms.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::clients) struct Latency {
    pub(in crate::clients) count: u64,
    sum: f64,
    squares: f64,
}

impl Latency {
    /// Adds the latency of a transaction, in milliseconds.
    pub(super) fn add(&mut self, ms: f64) {
        self.count += 1;
        self.sum += ms;
        self.squares += ms * ms;
    }
    /// The mean latency, in milliseconds.
    pub(in crate::clients) fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
    /// The standard deviation in milliseconds, as pgbench computes it: of the population, not of a
    /// sample.
    pub(in crate::clients) fn deviation(&self) -> f64 {
        (self.squares / self.count.max(1) as f64 - self.mean() * self.mean()).max(0.0).sqrt()
    }
}

impl RunSample {
    /// The figures of a run that has not begun.
    pub(super) fn new(clients: usize, scripts: usize) -> RunSample {
        RunSample {
            at: vec![(WaitEvent::ClientRead, 0); clients],
            totals: [0; WaitEvent::ALL.len()],
            latencies: vec![Latency::default(); scripts],
            flushes: 0,
            done: 0,
            spans: Vec::new(),
            settled: 0,
            until: None,
        }
    }

    /// Notes that from `now` on a client does, or waits for, something else: `to`.
    pub(super) fn set_state(&mut self, client: usize, to: WaitEvent, now: Nanos) {
        let (was, since) = std::mem::replace(&mut self.at[client], (to, now));
        self.totals[was.place()] += now - since;
        if self.until.is_none() {
            self.span(client, was, since, now);
            if self.spans.len() >= SPANS {
                self.close(now);
            }
        }
    }

    /// Notes what a client did from one time to another, as far as that is after the warm-up.
    fn span(&mut self, client: usize, wait: WaitEvent, from: Nanos, to: Nanos) {
        let from = from.max(self.settled);
        if to > from {
            let ms = |at: Nanos| at as f64 / 1e6;
            self.spans.push(Span { client, wait: wait.place(), from: ms(from), to: ms(to) });
        }
    }

    /// Ends the sampled stretch: adds what each client has been doing up to `now`.
    fn close(&mut self, now: Nanos) {
        if self.until.is_none() {
            self.until = Some(now);
            for (client, (wait, since)) in self.at.clone().into_iter().enumerate() {
                self.span(client, wait, since, now);
            }
        }
    }

    /// Counts a transaction that took `ms` milliseconds and ended at `now`.
    pub(super) fn transaction(&mut self, script: usize, ms: f64, now: Nanos) {
        self.latencies[script].add(ms);
        self.done += 1;
        // The stretch begins when the run has settled; in a short run it begins at once.
        if self.done == SETTLED && self.until.is_none() {
            self.spans.clear();
            self.settled = now;
        }
    }

    /// For each kind of wait, how many clients waited for it on average over `duration`. Kinds that
    /// did not occur are left out.
    pub(in crate::clients) fn add_wait(&self, duration: Nanos) -> Vec<Waited> {
        WaitEvent::ALL
            .iter()
            .zip(self.totals)
            .filter(|(_, total)| *total > 0)
            .map(|(wait, total)| Waited {
                event: wait.name(),
                clients: total as f64 / duration.max(1) as f64,
            })
            .collect()
    }

    /// The sampled part of the run, cut at the run's end.
    pub(in crate::clients) fn sampled_stretch(&mut self, end: Nanos) -> Vec<Span> {
        self.close(end);
        std::mem::take(&mut self.spans)
    }
}
