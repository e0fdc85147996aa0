//! Which toasters there are: by the name of their handler function, and by the OID that
//! `pg_toaster` gave them.

use super::bytea::ByteaToaster;
use super::default::DefaultToaster;
use super::jsonb::JsonbToaster;
use super::settings::ToastSettings;
use super::{DEFAULT_TOASTER_OID, TAPAS_OID, Toaster};
use crate::err;
use crate::error::Result;
use crate::ids::Oid;
use crate::map::SortedMap;

/// The toasters a store can use, and the settings they look at.
///
/// A toaster of one's own joins with [`Registry::add_handler`]; `CREATE TOASTER name HANDLER
/// handler` then makes it a row of `pg_toaster`.
#[derive(Clone, Debug)]
pub struct Registry {
    handlers: SortedMap<&'static str, &'static dyn Toaster>,
    by_oid: SortedMap<Oid, &'static dyn Toaster>,
    custom: bool,
    /// What the session chose.
    pub settings: ToastSettings,
}

impl Default for Registry {
    fn default() -> Self {
        let mut registry = Registry {
            handlers: SortedMap::new(),
            by_oid: SortedMap::new(),
            custom: false,
            settings: ToastSettings::default(),
        };
        registry.add_handler("default_toaster_handler", &DefaultToaster);
        registry.add_handler("bytea_toaster_handler", &ByteaToaster);
        registry.add_handler("jsonb_toaster_handler", &JsonbToaster);
        registry.set_toasters(std::iter::empty());
        registry
    }
}

impl Registry {
    /// Registers a toaster under the name of its handler function.
    pub fn add_handler(&mut self, handler: &'static str, toaster: &'static dyn Toaster) {
        self.handlers.insert(handler, toaster);
    }
    /// The toaster that a handler function returns.
    pub fn handler(&self, name: &str) -> Option<&'static dyn Toaster> {
        self.handlers.get(name).copied()
    }
    /// Sets the rows of `pg_toaster`: OID and handler.
    pub fn set_toasters<'a>(&mut self, rows: impl Iterator<Item = (Oid, &'a str)>) {
        self.by_oid = rows.filter_map(|(oid, name)| Some((oid, self.handler(name)?))).collect();
        self.custom = !self.by_oid.is_empty();
        self.by_oid.insert(DEFAULT_TOASTER_OID, &DefaultToaster);
        self.by_oid.insert(TAPAS_OID, &JsonbToaster);
    }
    /// Whether there are toasters besides the default one.
    pub fn in_use(&self) -> bool {
        self.custom || self.settings.capabilities.lazy_documents
    }
    /// The toaster with this OID (`SearchTsrCache`).
    pub fn by_oid(&self, oid: Oid) -> Result<&'static dyn Toaster> {
        match self.by_oid.get(&oid) {
            Some(toaster) => Ok(*toaster),
            None => err!(INTERNAL_ERROR, "cache lookup failed for toaster {oid}"),
        }
    }
}
