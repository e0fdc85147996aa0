//! `statement_timeout` (`enable_statement_timeout` in postgres.c), on the modelled clock: the same statement is
//! ended on every machine, and where EXPLAIN ANALYZE and `\timing` say that its time is over.

use super::Backend;
use std::cell::Cell;
use std::rc::Rc;
use storage::clock::{self, Kind, Prices, Work};
use storage::err;
use storage::error::Result;

/// How many looks at the clock are skipped for one that adds it up.
const SKIPPED: u32 = 15;

/// The longest sleep in microseconds, a hundred years: the clocks stay far from the end of time.
const LONGEST_SLEEP: f64 = 100.0 * 365.25 * 86_400e6;

/// The time that the running statement is allowed.
pub struct StatementTimer {
    /// What was counted when it began.
    begun: Work,
    /// What the work costs.
    prices: Rc<Prices>,
    /// Milliseconds that it may take; without end once it was told that they are over.
    allowed: Cell<f64>,
    /// Looks until the clock is added up again.
    skip: Cell<u32>,
}

impl StatementTimer {
    /// Milliseconds until the time is over.
    fn left(&self) -> f64 {
        self.allowed.get() - clock::now().since(&self.begun).milliseconds(&self.prices)
    }
    /// Ends the statement if its time is over. One that catches the error goes on without a limit.
    ///
    /// # Errors
    ///
    /// 57014 when it is.
    pub fn check(&self) -> Result<()> {
        if self.left() > 0.0 {
            return Ok(());
        }
        self.allowed.set(f64::INFINITY);
        err!(QUERY_CANCELED, "canceling statement due to statement timeout")
    }
    /// As [`StatementTimer::check`], for loops that ask with each row: most of the calls only count.
    ///
    /// # Errors
    ///
    /// 57014 when the time is over.
    pub fn check_now_and_then(&self) -> Result<()> {
        match self.skip.get() {
            0 => {
                self.skip.set(SKIPPED);
                self.check()
            }
            skip => {
                self.skip.set(skip - 1);
                Ok(())
            }
        }
    }
}

impl Backend<'_> {
    /// Starts the time of a statement, if `statement_timeout` is set.
    pub(crate) fn start_timer(&mut self) {
        let allowed = self.settings.int("statement_timeout") as f64;
        self.client.timer = (allowed > 0.0).then(|| StatementTimer {
            begun: clock::now(),
            prices: Rc::clone(&self.store.prices),
            allowed: Cell::new(allowed),
            skip: Cell::new(0),
        });
    }
    /// `pg_sleep`: nobody waits, but the clocks go on by `seconds`.
    ///
    /// # Errors
    ///
    /// 57014 when `statement_timeout` ends it; 0A000 for a sleep without end.
    pub(crate) fn sleep(&mut self, seconds: f64) -> Result<()> {
        let left = self.client.timer.as_ref().map_or(f64::INFINITY, StatementTimer::left);
        let microseconds = if seconds > 0.0 { (seconds * 1e6).min(left * 1e3).ceil() } else { 0.0 };
        if microseconds > LONGEST_SLEEP {
            return err!(FEATURE_NOT_SUPPORTED, "a sleep of {seconds} seconds is not modelled");
        }
        clock::add(Kind::MicrosecondSlept, microseconds as u64);
        self.cluster.slept += microseconds as i64;
        self.client.timer.as_ref().map_or(Ok(()), StatementTimer::check)
    }
}
