//! What statements work on: store, catalog, settings, and the session's own state. Functions
//! reach it through [`crate::fmgr::Env`].

use super::Config;
use crate::bytes::Bytes;
use crate::catalog::Catalog;
use crate::datum::Datum;
use crate::error::{PgError, Result};
use crate::event::Detail;
use crate::fmgr::Env;
use crate::ids::Oid;
use crate::sql::settings::Settings;
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

/// The server as one session sees it.
pub struct Backend {
    /// What the server knows of its objects.
    pub catalog: Catalog,
    /// The run-time configuration.
    pub settings: Settings,
    /// Notices and warnings of the running statement, in order.
    pub notices: Vec<Box<PgError>>,
    /// Set by the user to end the running statement.
    pub cancel: Rc<Cell<bool>>,
    /// How much of the trace is kept.
    pub detail: Detail,
    clock: Box<dyn Fn() -> i64>,
}

impl Backend {
    /// A fresh cluster.
    pub fn new(config: Config) -> Backend {
        Backend {
            catalog: Catalog::new(),
            settings: Settings::new(),
            notices: Vec::new(),
            cancel: Rc::new(Cell::new(false)),
            detail: Detail::None,
            clock: config.clock,
        }
    }
}

impl Env for Backend {
    fn detoast(&mut self, _datum: &Datum) -> Result<Bytes> {
        todo!("through the toaster")
    }
    fn detoast_slice(&mut self, _datum: &Datum, _offset: usize, _length: i64) -> Result<Bytes> {
        todo!("through the toaster")
    }
    fn setting(&self, name: &str) -> Option<String> {
        self.settings.show(name)
    }
    fn random(&mut self) -> f64 {
        todo!("PostgreSQL's xoroshiro128**")
    }
    fn set_seed(&mut self, _seed: f64) -> Result<()> {
        todo!("PostgreSQL's xoroshiro128**")
    }
    fn transaction_timestamp(&self) -> i64 {
        (self.clock)()
    }
    fn clock_timestamp(&self) -> i64 {
        (self.clock)()
    }
    fn check_alloc(&self, bytes: usize) -> Result<()> {
        if bytes > 0x3fff_ffff {
            return crate::err!(INTERNAL_ERROR, "invalid memory alloc request size {bytes}");
        }
        Ok(())
    }
    fn check_cancel(&self) -> Result<()> {
        if self.cancel.get() {
            return crate::err!(QUERY_CANCELED, "canceling statement due to user request");
        }
        Ok(())
    }
    fn notice(&mut self, report: Box<PgError>) {
        self.notices.push(report);
    }
    fn output(&mut self, _type_oid: Oid, _datum: &Datum) -> Result<String> {
        todo!("types::output")
    }
    fn input(&mut self, _type_oid: Oid, _text: &str, _typmod: i32) -> Result<Datum> {
        todo!("types::input")
    }
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
