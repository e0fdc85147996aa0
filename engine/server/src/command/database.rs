//! Databases: CREATE DATABASE, DROP DATABASE, and going to another one.
//!
//! Each has a catalog of its own; files, transactions and OIDs are the cluster's.

use crate::backend::{Backend, Databases, StatementResult, check_role};
use crate::catalog::Catalog;
use crate::functions::check_database;
use sql::ast::{DatabaseOption, DiscardTarget};
use sql::settings::Settings;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};

/// Runs `CREATE DATABASE`; refused in a block and for a name in use (42P04).
pub(super) fn create(
    b: &mut Backend<'_>,
    name: &str,
    options: &[DatabaseOption],
) -> Result<StatementResult> {
    b.prevent_in_block("CREATE DATABASE")?;
    check_options(b, options)?;
    if check_database(b, name).is_ok() {
        return Err(PgError::new(SqlState("42P04"), format!("database \"{name}\" already exists")));
    }
    let _ = b.store.xact.assign_xid();
    let oid = b.store.oids.next();
    let mut catalog = Catalog::pristine();
    catalog.database = name.into();
    catalog.become_release(b.store.release);
    b.cluster.databases.others.insert(name.to_string(), (oid, catalog));
    Ok("CREATE DATABASE".into())
}

/// Fails as the server does for an option given twice, a role, template or tablespace that does not exist, and a locale
/// that the machine does not have (`createdb`). Otherwise options change nothing.
#[inline(never)]
fn check_options(b: &Backend<'_>, options: &[DatabaseOption]) -> Result<()> {
    for (i, (name, _, at)) in options.iter().enumerate() {
        if options[..i].iter().any(|o| o.0 == *name) {
            let e = PgError::new(SqlState::SYNTAX_ERROR, "conflicting or redundant options");
            return Err(e.at(*at));
        }
    }
    let given = |name: &str| options.iter().find(|o| o.0 == name).and_then(|o| o.1.as_deref());
    if let Some(role) = given("owner") {
        check_role(role)?;
    }
    if let Some(template) = given("template")
        && check_database(b, template).is_err()
    {
        return err!(INVALID_CATALOG_NAME, "template database \"{template}\" does not exist");
    }
    for category in ["LC_COLLATE", "LC_CTYPE"] {
        let locale = given(&category.to_ascii_lowercase()).or_else(|| given("locale"));
        if let Some(locale) = locale
            && !["", "C", "POSIX", "C.UTF-8", "C.utf8"].contains(&locale)
        {
            let told = b.store.release.invalid_locale;
            let (text, hint) = told.split_once("; ").unwrap_or((told, ""));
            let text = format!("{}: \"{locale}\"", text.replace("{}", category));
            let e = PgError::new(SqlState::WRONG_OBJECT_TYPE, text);
            return Err(if hint.is_empty() { e } else { e.hint(hint) });
        }
    }
    super::tablespace::check(given("tablespace"))
}

/// Runs `DROP DATABASE`; refused in a block and for the database at hand. `missing_ok`: one that
/// does not exist gives a NOTICE.
pub(super) fn drop(b: &mut Backend<'_>, name: &str, missing_ok: bool) -> Result<StatementResult> {
    b.prevent_in_block("DROP DATABASE")?;
    if Databases::TEMPLATES.iter().any(|t| t.1 == name) {
        return err!(WRONG_OBJECT_TYPE, "cannot drop a template database");
    }
    if *name == *b.catalog.database {
        return Err(PgError::new(SqlState("55006"), "cannot drop the currently open database"));
    }
    if b.cluster.databases.others.remove(name).is_none() {
        let text = format!("database \"{name}\" does not exist");
        if !missing_ok {
            return err!(INVALID_CATALOG_NAME, "{text}");
        }
        let e = PgError::new(SqlState::INVALID_CATALOG_NAME, format!("{text}, skipping"));
        b.client.notices.push(e.severity(Severity::Notice));
    } else {
        let _ = b.store.xact.assign_xid();
    }
    Ok("DROP DATABASE".into())
}

impl Backend<'_> {
    /// Begins a new session in a database; false if it does not exist.
    pub(crate) fn connect(&mut self, name: &str) -> bool {
        if self.status() != crate::backend::TransactionStatus::Idle {
            let _ = self.rollback_block(false);
        }
        let known = *name == *self.catalog.database;
        if !known && !self.cluster.databases.others.contains_key(name) {
            return false;
        }
        // Temporary relations go with their session (`RemoveTempRelationsCallback`).
        if self.catalog.temp.is_some() {
            self.start_command();
            let _ = super::set::discard(self, DiscardTarget::Temp);
            let _ = self.finish_command();
        }
        // A session that ends publishes what it has counted (`pgstat_shutdown_hook`).
        self.store.statistics.force();
        self.report_statistics();
        if !known {
            let Some((oid, catalog)) = self.cluster.databases.others.remove(name) else {
                return false;
            };
            let old = std::mem::replace(&mut self.catalog, catalog);
            let here = std::mem::replace(&mut self.cluster.databases.here, oid);
            self.cluster.databases.others.insert(old.database.to_string(), (here, old));
        }
        self.begin_session();
        true
    }

    /// Forgets the state of a session: settings, prepared statements, cursors, `lastval`.
    pub(crate) fn begin_session(&mut self) {
        let shared = self.settings.raw("shared_buffers").map(str::to_string);
        self.settings = Settings::new();
        if let Some(s) = shared {
            self.settings.put_default("shared_buffers", &s);
        }
        let process = &mut *self.process;
        process.settings.reload(&process.cluster.system_file);
        self.store.xact.begin_session();
        self.session.prepared.clear();
        self.session.key_queries.clear();
        self.session.cursors.clear();
        self.session.last_sequence = None;
        self.session.unnamed_portals = 0;
        self.sync_store();
    }
}
