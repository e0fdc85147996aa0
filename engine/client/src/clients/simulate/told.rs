//! What is kept of a run: the transactions' latencies, where the clients' time went, and a stretch of
//! it as it was, client by client.

use super::super::report::{Span, Waited};
use super::wait::Wait;
use super::way::Nanos;

/// Most spans of the stretch that is kept.
const SPANS: usize = 800;
/// Transactions that are over before the stretch begins.
const SETTLED: u64 = 200;

#[derive(Debug)]
pub(in crate::clients) struct Told {
    at: Vec<(Wait, Nanos)>,
    totals: [Nanos; Wait::ALL.len()],
    pub(in crate::clients) latencies: Vec<Latency>,
    pub(super) flushes: u64,
    done: u64,
    spans: Vec<Span>,
}

/// Latencies of a script's transactions, in ms.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::clients) struct Latency {
    pub(in crate::clients) count: u64,
    sum: f64,
    squares: f64,
}

impl Latency {
    pub(super) fn add(&mut self, ms: f64) {
        self.count += 1;
        self.sum += ms;
        self.squares += ms * ms;
    }
    pub(in crate::clients) fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
    /// As `pgbench` has it, of all of them and not of a sample.
    pub(in crate::clients) fn deviation(&self) -> f64 {
        (self.squares / self.count.max(1) as f64 - self.mean() * self.mean()).max(0.0).sqrt()
    }
}

impl Told {
    pub(super) fn new(clients: usize, scripts: usize) -> Told {
        Told {
            at: vec![(Wait::ClientRead, 0); clients],
            totals: [0; Wait::ALL.len()],
            latencies: vec![Latency::default(); scripts],
            flushes: 0,
            done: 0,
            spans: Vec::new(),
        }
    }

    /// A client is at something else from now on.
    pub(super) fn turns(&mut self, client: usize, to: Wait, now: Nanos) {
        let (was, since) = std::mem::replace(&mut self.at[client], (to, now));
        let place = Wait::ALL.iter().position(|w| *w == was).unwrap_or(0);
        self.totals[place] += now - since;
        if now > since && self.spans.len() < SPANS {
            let ms = |at: Nanos| at as f64 / 1e6;
            self.spans.push(Span { client, wait: place, from: ms(since), to: ms(now) });
        }
    }

    pub(super) fn transaction(&mut self, script: usize, ms: f64) {
        self.latencies[script].add(ms);
        self.done += 1;
        if self.done == SETTLED {
            self.spans.clear();
        }
    }

    /// Where all clients' time went, on the average at any time, of what there was any of.
    pub(in crate::clients) fn waited(&self, duration: Nanos) -> Vec<Waited> {
        Wait::ALL
            .iter()
            .zip(self.totals)
            .filter(|(_, total)| *total > 0)
            .map(|(wait, total)| Waited {
                event: wait.name(),
                clients: total as f64 / duration.max(1) as f64,
            })
            .collect()
    }

    /// The stretch in which it is known of every client what it was at. It begins when the run has
    /// settled; of a short run it is all.
    pub(in crate::clients) fn stretch(&self) -> Vec<Span> {
        let clients = 0..self.at.len();
        let own = |client: usize| self.spans.iter().filter(move |s| s.client == client);
        let firsts = clients.clone().map(|c| own(c).next().map_or(f64::INFINITY, |s| s.from));
        let begin = firsts.fold(0.0, f64::max);
        let lasts = clients.map(|c| own(c).next_back().map_or(0.0, |s| s.to));
        let end = lasts.fold(f64::INFINITY, f64::min);
        let within = self.spans.iter().filter(|s| s.from < end && s.to > begin);
        within.map(|s| Span { from: s.from.max(begin), to: s.to.min(end), ..s.clone() }).collect()
    }
}
