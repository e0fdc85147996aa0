//! pgbench's threads: each has some clients, reads their answers and sends what comes next, one by one.

use super::locks::Client;
use super::transaction_steps::Nanos;
use std::collections::VecDeque;

#[derive(Debug, Default)]
struct Thread {
    answers: VecDeque<Client>,
    /// Whose answer it is at.
    at: Option<Client>,
    awake: bool,
}

#[derive(Debug)]
pub(super) struct Threads {
    threads: Vec<Thread>,
    /// What an answer and the next statement take.
    takes: Nanos,
}

impl Threads {
    /// Distributes the clients among the threads; all clients wait to begin.
    pub(super) fn new(threads: usize, clients: usize, takes: Nanos) -> Threads {
        let mut all: Vec<Thread> = (0..threads.max(1)).map(|_| Thread::default()).collect();
        for client in 0..clients {
            let thread = client % all.len();
            all[thread].answers.push_back(client);
            all[thread].awake = true;
        }
        Threads { threads: all, takes }
    }

    /// The numbers of all threads.
    pub(super) fn all(&self) -> std::ops::Range<usize> {
        0..self.threads.len()
    }

    /// Notes that the server answered a client. Returns the client's thread, if it must be woken.
    pub(super) fn answered(&mut self, client: Client) -> Option<usize> {
        let number = client % self.threads.len();
        let thread = &mut self.threads[number];
        thread.answers.push_back(client);
        (!std::mem::replace(&mut thread.awake, true)).then_some(number)
    }

    /// Takes the client whose answer the thread has just read; `None` if it has read none.
    pub(super) fn served(&mut self, thread: usize) -> Option<Client> {
        self.threads[thread].at.take()
    }

    /// Begins to read the next answer, and returns how long that takes; `None` if no answer waits, so
    /// that the thread sleeps.
    pub(super) fn next(&mut self, thread: usize) -> Option<Nanos> {
        let own = &mut self.threads[thread];
        own.at = own.answers.pop_front();
        own.awake = own.at.is_some();
        own.at.map(|_| self.takes)
    }
}
