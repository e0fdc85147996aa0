//! What statements work on: store, catalog, settings, and the session's own state. Functions
//! reach it through [`storage::fmgr::Env`].

use super::Config;
use super::transaction::Transaction;
use crate::catalog::{Catalog, UserTypeKind, View};
use crate::command::prepare::Prepared;
use sql::settings::Settings;
use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result};
use storage::fmgr::Env;
use storage::ids::{Oid, TransactionId};
use storage::store::{Store, StoreConfig};
use storage::toaster;
use storage::tuple::{Attribute, TupleDesc};
use storage::types::jsonb::{Edit, Found, Step};
use storage::types::{self, random::Prng};
use storage::wal::WalCompression;

/// The first xid handed out on the recorded cluster.
const FIRST_XID: TransactionId = TransactionId(728);

/// The server as one session sees it.
pub struct Backend {
    /// Files, buffers, transactions.
    pub store: Store,
    /// What the server knows of its objects.
    pub catalog: Catalog,
    /// The run-time configuration.
    pub settings: Settings,
    /// Notices and warnings of the running statement, in order.
    pub notices: Vec<Box<PgError>>,
    /// Set by the user to end the running statement.
    pub cancel: Rc<Cell<bool>>,
    /// Asked now and then whether the running statement is to end.
    pub interrupt: Option<Box<dyn Fn() -> bool>>,
    /// What was committed when the server stops in the middle of a statement, if it is to.
    pub(crate) stopping: Option<super::Stopping>,
    /// The transaction at hand.
    pub(crate) transaction: Transaction,
    /// Foreign keys that changed rows may break.
    pub(crate) ri: super::ri::Queue,
    /// Prepared statements by name.
    pub(crate) prepared: BTreeMap<String, Rc<Prepared>>,
    /// What ALTER SYSTEM wrote.
    pub(crate) system_file: BTreeMap<String, String>,
    /// Statements that are still to pass before a reload of it is seen.
    pub(crate) reload_in: Option<u32>,
    /// The sequence that `lastval` speaks of.
    pub(crate) last_sequence: Option<Oid>,
    /// Text of the statements being run.
    pub(crate) text: Rc<str>,
    /// Bodies of functions in PL/pgSQL, parsed.
    pub(crate) bodies: BTreeMap<Oid, Rc<crate::plpgsql::Body>>,
    /// The databases of the cluster.
    pub(crate) databases: crate::command::database::Databases,
    /// Roles besides `postgres`, by name.
    pub(crate) roles: std::collections::BTreeSet<String>,
    /// Open cursors.
    pub(crate) cursors: BTreeMap<String, crate::command::cursor::Cursor>,
    /// How deep SQL functions call each other.
    pub(crate) function_depth: usize,
    /// The COPY that waits for its data, with its text; then the data, while it runs.
    pub(crate) copy_statement: Option<(sql::ast::RawStmt, Rc<str>)>,
    pub(crate) copy_data: Option<String>,
    /// Its lines, for the INSERT that does its work.
    pub(crate) copy_rows: Option<sql::exec::copy::CopyRows>,
    /// Anonymous row types, by the number their values carry (`RecordCacheArray`).
    pub(crate) row_types: Vec<Rc<TupleDesc>>,
    pub(crate) memory_limit: usize,
    pub(super) random: Prng,
    clock: Box<dyn Fn() -> i64>,
}

impl Backend {
    /// A fresh cluster.
    pub fn new(config: Config) -> Backend {
        sql::catalog::hand_down(crate::catalog::functions::ROOMS);
        let mut store = Store::new(StoreConfig {
            shared_buffers: config.shared_buffers as u32,
            memory_limit: config.memory_limit,
            first_xid: FIRST_XID,
        });
        let now = (config.clock)();
        store.wal.now = now;
        store.wal.started = now;
        if let Some(bytes) = config.wal_keep {
            store.wal.log.set_keep(bytes);
        }
        store.start_log();
        let mut settings = Settings::new();
        settings.put_default("shared_buffers", &config.shared_buffers.to_string());
        Backend {
            store,
            catalog: Catalog::new(),
            settings,
            notices: Vec::new(),
            cancel: Rc::new(Cell::new(false)),
            interrupt: None,
            stopping: None,
            transaction: Transaction::new(now),
            ri: super::ri::Queue::default(),
            prepared: BTreeMap::new(),
            system_file: BTreeMap::new(),
            reload_in: None,
            last_sequence: None,
            text: "".into(),
            bodies: BTreeMap::new(),
            databases: Default::default(),
            roles: Default::default(),
            cursors: BTreeMap::new(),
            function_depth: 0,
            copy_statement: None,
            copy_data: None,
            copy_rows: None,
            row_types: Vec::new(),
            memory_limit: config.memory_limit,
            random: Prng::seed(config.seed),
            clock: config.clock,
        }
    }

    /// The catalog as analysis reads it, as of now.
    pub fn view(&self) -> View {
        View { catalog: self.catalog.clone(), settings: self.settings.clone() }
    }

    /// The text of the statements being run.
    pub fn statement_text(&self) -> String {
        self.text.to_string()
    }

    /// Tells storage of settings and TOAST relations it keeps copies of.
    pub(crate) fn sync_store(&mut self) {
        self.store.toast_relations = self.catalog.toast_relations();
        let toasters = self.catalog.toasters().values();
        self.store.toasters.set_toasters(toasters.map(|t| (t.oid, t.handler.as_str())));
        self.sync_settings();
    }

    /// Tells storage of settings it keeps copies of.
    pub(crate) fn sync_settings(&mut self) {
        use storage::tuple::Compression;
        self.store.default_toast_compression = match self.settings.raw("default_toast_compression")
        {
            Some("lz4") => Compression::Lz4,
            _ => Compression::Pglz,
        };
        self.store.toasters.settings = self.settings.toast_settings();
        let wal = &mut self.store.wal;
        wal.compression = match self.settings.raw("wal_compression") {
            Some("pglz") => WalCompression::Pglz,
            Some("lz4") => WalCompression::Lz4,
            Some("zstd") => WalCompression::Zstd,
            _ => WalCompression::Off,
        };
        wal.synchronous_commit = self.settings.raw("synchronous_commit") != Some("off");
        wal.consistency_checking = self.settings.raw("wal_consistency_checking") == Some("all");
        wal.set_full_page_writes(self.settings.raw("full_page_writes") != Some("off"));
    }

    /// Wakes the user up to something that is no error.
    pub fn warning(&mut self, report: Box<PgError>) {
        self.notices.push(report.severity(storage::error::Severity::Warning));
    }

    /// The backend behind an [`Env`].
    ///
    /// # Panics
    /// If the environment is not the session's: functions of the catalog run nowhere else.
    pub fn of(env: &mut dyn Env) -> &mut Backend {
        env.as_any().downcast_mut().expect("functions of the catalog run in a session")
    }
}

impl Env for Backend {
    fn detoast(&mut self, datum: &Datum) -> Result<Bytes> {
        toaster::detoast(&mut self.store, datum)
    }
    fn detoast_slice(&mut self, datum: &Datum, offset: usize, length: i64) -> Result<Bytes> {
        toaster::detoast_slice(&mut self.store, datum, offset, length)
    }
    fn append(&mut self, stored: &Datum, tail: &[u8]) -> Result<Option<Datum>> {
        toaster::append(&mut self.store, stored, tail)
    }
    fn jsonb_get(&mut self, stored: &Datum, path: &[Step]) -> Result<Found> {
        toaster::jsonb_get(&mut self.store, stored, path)
    }
    fn jsonb_head(&mut self, stored: &Datum) -> Result<Option<u32>> {
        toaster::jsonb_head(&mut self.store, stored)
    }
    fn jsonb_edit(&mut self, stored: &Datum, edit: &Edit<'_>) -> Result<Option<Datum>> {
        toaster::jsonb_edit(&mut self.store, stored, edit)
    }
    fn setting(&self, name: &str) -> Option<String> {
        self.settings.show(name)
    }
    fn random(&mut self) -> f64 {
        self.random.next_f64()
    }
    fn set_seed(&mut self, seed: f64) -> Result<()> {
        if !(-1.0..=1.0).contains(&seed) {
            return err!(
                INVALID_PARAMETER_VALUE,
                "setseed parameter {seed} is out of allowed range [-1,1]"
            );
        }
        self.random = Prng::fseed(seed);
        Ok(())
    }
    fn transaction_timestamp(&self) -> i64 {
        self.transaction.started
    }
    fn clock_timestamp(&self) -> i64 {
        (self.clock)()
    }
    fn check_alloc(&self, bytes: usize) -> Result<()> {
        if bytes > 0x3fff_ffff {
            return err!(INTERNAL_ERROR, "invalid memory alloc request size {bytes}");
        }
        if self.store.pool.memory().saturating_add(bytes) > self.memory_limit {
            return Err(out_of_memory(bytes));
        }
        Ok(())
    }
    fn check_cancel(&self) -> Result<()> {
        if self.cancel.get() || self.interrupt.as_ref().is_some_and(|asked| asked()) {
            return err!(QUERY_CANCELED, "canceling statement due to user request");
        }
        Ok(())
    }
    fn notice(&mut self, report: Box<PgError>) {
        self.notices.push(report);
    }
    fn output(&mut self, type_oid: Oid, datum: &Datum) -> Result<String> {
        if types::is_reg_type(type_oid) {
            return crate::catalog::functions::reg_out(self, type_oid, datum);
        }
        if let Some(t) = self.catalog.types().get(&type_oid).cloned() {
            match &t.kind {
                UserTypeKind::Enum(labels) => {
                    let label = labels.iter().find(|(o, _, _)| o.0 == datum.as_u32());
                    return match label {
                        Some((_, _, l)) => Ok(l.clone()),
                        None => err!(
                            INVALID_BINARY_REPRESENTATION,
                            "invalid internal value for enum: {}",
                            datum.as_u32()
                        ),
                    };
                }
                UserTypeKind::Domain(d) => return self.output(d.base, datum),
                UserTypeKind::ArrayOf(_) => {
                    return types::array::output(type_oid, datum, self);
                }
                UserTypeKind::Row(_) => return types::record::output(type_oid, datum, self),
            }
        }
        types::output(type_oid, datum, self)
    }
    fn input(&mut self, type_oid: Oid, text: &str, typmod: i32) -> Result<Datum> {
        if types::is_reg_type(type_oid) {
            return crate::catalog::functions::reg_in(self, type_oid, text);
        }
        if let Some(t) = self.catalog.types().get(&type_oid).cloned() {
            match &t.kind {
                UserTypeKind::Enum(labels) => {
                    return match labels.iter().find(|(_, _, l)| l == text) {
                        Some((o, _, _)) => Ok(Datum::u32(o.0)),
                        None => err!(
                            INVALID_TEXT_REPRESENTATION,
                            "invalid input value for enum {}: \"{text}\"",
                            t.name
                        ),
                    };
                }
                UserTypeKind::Domain(d) => return self.input(d.base, text, d.typmod),
                UserTypeKind::ArrayOf(_) => {
                    return types::array::input(type_oid, text, typmod, self);
                }
                UserTypeKind::Row(_) => {
                    return types::record::input(type_oid, text, typmod, self);
                }
            }
        }
        types::input(type_oid, text, typmod, self)
    }
    fn row_type(&self, type_oid: Oid, typmod: i32) -> Option<Rc<TupleDesc>> {
        if type_oid == types::oid::RECORD {
            return self.row_types.get(usize::try_from(typmod).ok()?).cloned();
        }
        if let Some(t) = self.catalog.types().get(&type_oid) {
            return match &t.kind {
                UserTypeKind::Row(rel) => Some(Rc::clone(&self.catalog.class(*rel)?.desc)),
                UserTypeKind::Domain(d) => self.row_type(d.base, -1),
                UserTypeKind::ArrayOf(_) | UserTypeKind::Enum(_) => None,
            };
        }
        if types::info(type_oid).is_some() {
            return None;
        }
        let system = self.catalog.classes().values().find(|c| c.row_type == type_oid)?;
        Some(Rc::clone(&system.desc))
    }
    fn register_row_type(&mut self, desc: &TupleDesc) -> i32 {
        let same = |known: &Rc<TupleDesc>| {
            known.attrs.len() == desc.attrs.len()
                && known.attrs.iter().zip(&desc.attrs).all(|(a, b)| {
                    (&a.name, a.type_oid, a.typmod) == (&b.name, b.type_oid, b.typmod)
                })
        };
        let at = self.row_types.iter().position(same).unwrap_or_else(|| {
            self.row_types.push(Rc::new(desc.clone()));
            self.row_types.len() - 1
        });
        at as i32
    }
    fn column_of(&self, name: &str, type_oid: Oid, typmod: i32) -> Attribute {
        crate::command::columns::attribute_of(self, name, type_oid, typmod)
    }
    fn element_type(&self, type_oid: Oid) -> Oid {
        match self.catalog.types().get(&type_oid).map(|t| &t.kind) {
            Some(UserTypeKind::ArrayOf(element)) => *element,
            _ => types::array::element_type(type_oid),
        }
    }
    fn base_type(&self, type_oid: Oid) -> Oid {
        match self.catalog.types().get(&type_oid).map(|t| &t.kind) {
            Some(UserTypeKind::Domain(d)) => self.base_type(d.base),
            _ => type_oid,
        }
    }
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// The error for what does not fit the memory allowed.
pub fn out_of_memory(bytes: usize) -> Box<PgError> {
    PgError::new(storage::error::SqlState::OUT_OF_MEMORY, "out of memory")
        .detail(format!("Failed on request of size {bytes}."))
}
