//! The run-time configuration (`guc.c`): what `SET` changes and `SHOW` shows.
//!
//! `settings.tsv` holds one line a parameter, as `pg_settings` of the recorded cluster had it, and what setting it
//! does here ([`Effect`]):
//!
//! ```text
//! name  type  context  source  effect  setting  boot_val  unit  min  max  enum values  category  description
//! work_mem  i  u  d  m  4096  =  kB  64  2147483647  ...
//! ```
//!
//! `later.tsv` says in the same way what 16, 17 and 18 changed, as their `pg_settings` have it.
//!
//! A value is looked for in four layers: `SET LOCAL`, `SET`, the reloaded file of `ALTER SYSTEM`,
//! the cluster's own. A clone costs a few reference counts, so transactions keep one to roll back.
//! `SET work_mem = '1.5MB'` is held as `1536`, shown as `1536kB`.

mod date_time;
mod effect;
pub mod parse;
mod toasters;
mod units;

use crate::lexer::{is_ident_cont, is_ident_start};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::OnceLock;
use storage::error::{PgError, Result, SqlState};
use storage::map::SortedMap;
use storage::versions::{Release, VERSIONS};

pub use effect::Effect;
use parse::WITH_OIDS;
pub use parse::boolean as parse_bool;
pub use parse::is_table_method;
pub use toasters::{NANOSECONDS, SERVER};

/// What kind of value a parameter has (`vartype`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On or off (`bool`).
    Bool,
    /// A whole number (`integer`).
    Int,
    /// A number with a fraction (`real`).
    Real,
    /// Any text (`string`).
    String,
    /// One of the words in `values` (`enum`).
    Enum,
}

/// One line of `settings.tsv`.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The parameter's name (`name`).
    pub name: &'static str,
    /// What kind of value it has (`vartype`).
    pub kind: Kind,
    /// `context`, as a letter: u S h p i b B.
    pub context: char,
    /// `source`, as a letter: d c o l m.
    pub source: char,
    /// What setting it does here.
    pub effect: Effect,
    /// The value the cluster started with, raw (in the base unit).
    pub setting: &'static str,
    /// The default compiled in, raw like the value above (`boot_val`).
    pub boot: &'static str,
    /// The base unit, such as `kB` or `ms`; empty if there is none (`unit`).
    pub unit: &'static str,
    /// The least value allowed, as text; empty if there is none (`min_val`).
    pub min: &'static str,
    /// The greatest value allowed, as text; empty if there is none (`max_val`).
    pub max: &'static str,
    /// `enumvals`, separated by commas.
    pub values: &'static str,
    /// The group that the documentation puts it in (`category`).
    pub category: &'static str,
    /// What it does, in one sentence (`short_desc`).
    pub description: &'static str,
}

/// What later releases changed in `settings.tsv`: the release, then the line of a parameter that is new or different
/// in it, or only the name of one that is gone.
const LATER: &str = include_str!("later.tsv");

/// The parameters of each release.
static DEFINITIONS: [OnceLock<Vec<Definition>>; VERSIONS.len()] =
    [const { OnceLock::new() }; VERSIONS.len()];

/// Reads a line of `settings.tsv`; `None` if it is no whole one.
fn line(line: &'static str) -> Option<Definition> {
    let f: Vec<&'static str> = line.split('\t').collect();
    let [
        name,
        kind,
        context,
        source,
        effect,
        setting,
        boot,
        unit,
        min,
        max,
        values,
        category,
        description,
    ] = f[..]
    else {
        return None;
    };
    Some(Definition {
        name,
        kind: match kind {
            "b" => Kind::Bool,
            "i" => Kind::Int,
            "r" => Kind::Real,
            "e" => Kind::Enum,
            _ => Kind::String,
        },
        context: context.chars().next()?,
        source: source.chars().next()?,
        effect: match effect {
            "m" => Effect::Modelled,
            "u" => Effect::Unseen,
            _ => Effect::Fixed,
        },
        setting,
        boot: if boot == "=" { setting } else { boot },
        unit,
        min,
        max,
        values,
        category,
        description,
    })
}

/// The place of a parameter among others in order, whatever the case of its name; the place where it would be is the error.
fn place(all: &[Definition], name: &str) -> std::result::Result<usize, usize> {
    let lower = |name: &'static str| name.bytes().map(|c| c.to_ascii_lowercase());
    let sought = || name.bytes().map(|c| c.to_ascii_lowercase());
    all.binary_search_by(|d| lower(d.name).cmp(sought()))
}

/// Reads the parameters of a release.
fn read(release: &Release) -> Vec<Definition> {
    let mut all: Vec<Definition> = include_str!("settings.tsv").lines().filter_map(line).collect();
    for (since, changed) in LATER.lines().filter_map(|l| l.split_once('\t')) {
        if !release.has_since(since) {
            continue;
        }
        let name = changed.split('\t').next().unwrap_or(changed);
        match (place(&all, name), line(changed)) {
            (Ok(at), Some(d)) => all[at] = d,
            (Ok(at), None) => drop(all.remove(at)),
            (Err(at), Some(d)) => all.insert(at, d),
            (Err(_), None) => {}
        }
    }
    all
}

/// All parameters of a release in `pg_settings`' order: by name, whatever its case.
pub fn definitions(release: &Release) -> &'static [Definition] {
    DEFINITIONS[release.place()].get_or_init(|| read(release))
}

/// The parameter of this name, whatever its case (`guc_name_compare`).
pub fn definition(release: &Release, name: &str) -> Option<&'static Definition> {
    let all = definitions(release);
    match place(all, name) {
        Ok(at) => Some(&all[at]),
        Err(_) => toasters::DEFINITIONS.iter().find(|d| d.name.eq_ignore_ascii_case(name)),
    }
}

/// The size of VACUUM's ring of buffers.
pub const RING: &str = "vacuum_buffer_usage_limit";

/// Parameters that EXPLAIN (SETTINGS) shows (`GUC_EXPLAIN`), beside `enable_...` and `geqo...`.
const EXPLAINED: &str = "constraint_exclusion cpu_index_tuple_cost cpu_operator_cost cpu_tuple_cost \
    cursor_tuple_fraction effective_cache_size effective_io_concurrency force_parallel_mode \
    from_collapse_limit hash_mem_multiplier jit jit_above_cost jit_inline_above_cost \
    jit_optimize_above_cost join_collapse_limit maintenance_io_concurrency \
    max_parallel_workers max_parallel_workers_per_gather min_parallel_index_scan_size \
    min_parallel_table_scan_size parallel_leader_participation parallel_setup_cost \
    parallel_tuple_cost plan_cache_mode random_page_cost recursive_worktable_factor \
    search_path seq_page_cost temp_buffers work_mem";

/// Whether the parameter holds a list of names (`GUC_LIST_QUOTE`).
pub fn is_name_list(name: &str) -> bool {
    const NAMES: [&str; 6] = [
        "search_path",
        "local_preload_libraries",
        "session_preload_libraries",
        "shared_preload_libraries",
        "temp_tablespaces",
        "unix_socket_directories",
    ];
    NAMES.iter().any(|n| n.eq_ignore_ascii_case(name))
}

/// Whether the parameter holds a list (`GUC_LIST_INPUT`).
pub fn is_list(name: &str) -> bool {
    const NAMES: [&str; 6] = [
        "datestyle",
        "log_destination",
        "listen_addresses",
        "synchronous_standby_names",
        "wal_consistency_checking",
        "restrict_nonsystem_relation_kind",
    ];
    is_name_list(name)
        || name.starts_with("plpgsql.extra_")
        || NAMES.iter().any(|n| n.eq_ignore_ascii_case(name))
}

type SavedValues = Rc<SortedMap<String, String>>;

/// All settings with their current values.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    local: SavedValues,
    session: SavedValues,
    loaded: SavedValues,
    /// Which parameters SET changed, the first of them first.
    changed: Rc<Vec<String>>,
    /// The PostgreSQL version.
    release: &'static Release,
}

impl Settings {
    /// The recorded cluster's configuration.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// Whether two sets of settings surely have the same values. It is a quick test: false may be
    /// wrong.
    pub fn same(&self, other: &Settings) -> bool {
        Rc::ptr_eq(&self.local, &other.local)
            && Rc::ptr_eq(&self.session, &other.session)
            && Rc::ptr_eq(&self.loaded, &other.loaded)
    }

    /// The value in its base unit: `4096` for a `work_mem` of 4 MB.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.value(name, definition(self.release, name))
    }

    /// The value of a parameter, by its name as `pg_settings` spells it, if it was set since the server started.
    pub fn changed(&self, name: &str) -> Option<&str> {
        [&self.local, &self.session, &self.loaded]
            .into_iter()
            .find_map(|layer| layer.get(name).map(String::as_str))
    }

    /// The modelled PostgreSQL version.
    pub fn release(&self) -> &'static Release {
        self.release
    }

    /// Sets the modelled PostgreSQL version; call it before any parameter is set.
    pub fn set_release(&mut self, release: &'static Release) {
        self.release = release;
    }

    /// The value of a setting: the transaction's, the session's or the server's.
    fn value(&self, name: &str, d: Option<&'static Definition>) -> Option<&str> {
        let key = canonical(name, d);
        [&self.local, &self.session, &self.loaded]
            .into_iter()
            .find_map(|layer| layer.get(&*key).map(String::as_str))
            .or_else(|| match &*key {
                // Until a block begins the next transaction is what the defaults say.
                "transaction_isolation" => self.raw("default_transaction_isolation"),
                "transaction_read_only" => self.raw("default_transaction_read_only"),
                "transaction_deferrable" => self.raw("default_transaction_deferrable"),
                _ => d.map(|d| self.initial(d)),
            })
    }

    /// The value that a parameter starts with in this release.
    pub fn initial(&self, d: &Definition) -> &'static str {
        match d.name {
            "server_version" => self.release.server_version,
            "server_version_num" => self.release.server_version_num,
            RING => self.release.vacuum_ring,
            _ => d.setting,
        }
    }

    /// The parameters of this release.
    pub fn known(&self) -> impl Iterator<Item = &'static Definition> {
        definitions(self.release).iter().filter(|d| !self.hidden(d.name))
    }

    /// A value as `SHOW` prints it; `None` when there is no such parameter.
    pub fn show(&self, name: &str) -> Option<String> {
        let known = definition(self.release, name);
        let raw = self.value(name, known).filter(|_| !self.hidden(name));
        Some(match (known, &*name.to_ascii_lowercase()) {
            (Some(d), _) => units::show(d, raw?),
            (None, "session_authorization") => "postgres".to_string(),
            (None, "is_superuser") => "on".to_string(),
            (None, "role") => raw.unwrap_or("none").to_string(),
            (None, "seed") => "unavailable".to_string(),
            (None, WITH_OIDS) => "off".to_string(),
            (None, _) => raw?.to_string(),
        })
    }

    /// What EXPLAIN (SETTINGS) shows: the planner's parameters that are not at their defaults, by
    /// name (`get_explain_guc_options`).
    pub fn explained(&self) -> Vec<(String, String)> {
        let shown = |n: &str| {
            n.starts_with("enable_")
                || n.starts_with("geqo")
                || EXPLAINED.split(' ').any(|e| e == n)
        };
        let changed = || self.known().filter(|d| shown(d.name) && self.raw(d.name) != Some(d.boot));
        let with_value = |d: &Definition| Some((d.name.to_string(), self.show(d.name)?));
        if !self.release.settings_by_age {
            return changed().filter_map(with_value).collect();
        }
        let begun = |d: &&Definition| d.setting != d.boot;
        let set = self.changed.iter().filter_map(|name| definition(self.release, name));
        let later = set.filter(|d| shown(d.name) && !begun(d) && self.raw(d.name) != Some(d.boot));
        let reloaded = |d: &&Definition| !begun(d) && !self.changed.iter().any(|n| n == d.name);
        let first = changed().filter(begun).chain(changed().filter(reloaded));
        first.chain(later).filter_map(with_value).collect()
    }

    /// Remembers that SET changed a parameter.
    fn note_change(&mut self, name: &str) {
        if !self.changed.iter().any(|n| n == name) {
            Rc::make_mut(&mut self.changed).push(name.to_string());
        }
    }

    /// The value of a boolean parameter such as `enable_seqscan`.
    pub fn bool(&self, name: &str) -> bool {
        self.raw(name) == Some("on")
    }

    /// An integer in its base unit (`work_mem`: kB; `effective_cache_size`: pages).
    pub fn int(&self, name: &str) -> i64 {
        self.raw(name).and_then(|v| v.parse().ok()).unwrap_or(0)
    }

    /// The value of a real parameter such as `random_page_cost`.
    pub fn real(&self, name: &str) -> f64 {
        self.raw(name).and_then(|v| v.parse().ok()).unwrap_or(0.0)
    }

    /// `SET name = value`, `SET LOCAL` when `local`: checked and canonicalised.
    pub fn set(&mut self, name: &str, value: &str, local: bool) -> Result<()> {
        if self.hidden(name) {
            return Err(unrecognized(name));
        }
        let raw =
            check_settable(self.release, name).and_then(|()| self.canonical_value(name, value))?;
        let key = canonical(name, definition(self.release, name)).into_owned();
        self.note_change(&key);
        // The modes of a transaction end with it.
        let mode = key.starts_with("transaction_") && key != "transaction_timeout";
        if mode {
            self.name_mode(&key, local);
        }
        if local || mode {
            Rc::make_mut(&mut self.local).insert(key, raw);
        } else {
            if self.local.contains_key(&key) {
                Rc::make_mut(&mut self.local).remove(&key);
            }
            Rc::make_mut(&mut self.session).insert(key, raw);
        }
        Ok(())
    }

    /// Sets a parameter without checks, for values that the server itself sets. `local`: until the
    /// transaction ends.
    pub fn put(&mut self, name: &str, raw: &str, local: bool) {
        let key = canonical(name, definition(self.release, name)).into_owned();
        self.note_change(&key);
        let layer = if local { &mut self.local } else { &mut self.session };
        Rc::make_mut(layer).insert(key, raw.to_string());
    }

    /// Remembers that a command named a mode of the transaction, by which its `source` becomes the session; `local`: for
    /// this transaction only (`SetPGVariable`).
    pub fn name_mode(&mut self, mode: &str, local: bool) {
        let layer = if local { &mut self.local } else { &mut self.session };
        Rc::make_mut(layer).insert(named(mode), String::new());
    }

    /// Sets a parameter's value at server start, as its default.
    pub fn put_default(&mut self, name: &str, raw: &str) {
        Rc::make_mut(&mut self.loaded)
            .insert(canonical(name, definition(self.release, name)).into_owned(), raw.to_string());
    }

    /// `RESET name` and `SET name TO DEFAULT`. `local`: SET LOCAL.
    pub fn reset(&mut self, name: &str, local: bool) -> Result<()> {
        check_settable(self.release, name)?;
        if self.hidden(name) {
            return Err(unrecognized(name));
        }
        let key = canonical(name, definition(self.release, name)).into_owned();
        let custom = key.contains('.') && definition(self.release, name).is_none();
        if local {
            let default = self.loaded.get(&key).cloned();
            let value = default
                .or_else(|| definition(self.release, name).map(|d| self.initial(d).to_string()))
                .or_else(|| custom.then(String::new));
            if let Some(value) = value {
                Rc::make_mut(&mut self.local).insert(key, value);
            }
        } else {
            let session = Rc::make_mut(&mut self.session);
            session.remove(&key);
            session.remove(&named(&key));
            if custom {
                // One that is not PostgreSQL's is there from now on, and is empty.
                session.insert(key.clone(), String::new());
            }
            Rc::make_mut(&mut self.local).remove(&key);
            self.forget_unset();
        }
        Ok(())
    }

    /// `RESET ALL`; `GUC_NO_RESET_ALL` ones stay.
    pub fn reset_all(&mut self) {
        let keep = |k: &str| k.starts_with("transaction_") || k == "seed" || k == "role";
        Rc::make_mut(&mut self.session).retain(|k, _| keep(k));
        Rc::make_mut(&mut self.local).retain(|k, _| keep(k));
        self.forget_unset();
    }

    /// Forgets that SET changed what has its default again.
    fn forget_unset(&mut self) {
        let set = |k: &String| self.session.contains_key(k) || self.local.contains_key(k);
        if !self.changed.iter().all(set) {
            self.changed = Rc::new(self.changed.iter().filter(|k| set(k)).cloned().collect());
        }
    }

    /// Drops the values of SET LOCAL when the transaction commits; parameters that are not PostgreSQL's stay, and are
    /// empty.
    pub fn commit(&mut self) {
        if !self.local.is_empty() {
            let local = std::mem::take(&mut self.local);
            self.keep_custom(&local);
            self.forget_unset();
        }
    }

    /// Goes back to earlier values, at the end of a transaction or to a savepoint; parameters that are not PostgreSQL's
    /// stay, and are empty.
    pub fn restore(&mut self, earlier: Settings) {
        let same = self.same(&earlier);
        let undone = std::mem::replace(self, earlier);
        if !same {
            self.keep_custom(&undone.session);
            self.keep_custom(&undone.local);
        }
    }

    /// Gives parameters that are not PostgreSQL's, and that nothing has set, the empty value.
    fn keep_custom(&mut self, undone: &SortedMap<String, String>) {
        for name in undone.keys().filter(|k| k.contains('.')) {
            if definition(self.release, name).is_none() && self.changed(name).is_none() {
                Rc::make_mut(&mut self.session).insert(name.clone(), String::new());
            }
        }
    }

    /// Applies what ALTER SYSTEM wrote (`pg_reload_conf`), for parameters that may change by a
    /// reload.
    pub fn reload(&mut self, file: &SortedMap<String, String>) {
        let fits =
            |k: &str| definition(self.release, k).is_some_and(|d| !matches!(d.context, 'p' | 'i'));
        let server = self.loaded.get(SERVER).map(|v| (SERVER.to_string(), v.clone()));
        let read = file.iter().filter(|(k, _)| fits(k)).map(|(k, v)| (k.clone(), v.clone()));
        self.loaded = Rc::new(read.chain(server).collect());
    }

    /// The value in its stored form, or the error that it is invalid (`parse_and_validate_value` and
    /// check hooks).
    pub fn canonical_value(&self, name: &str, value: &str) -> Result<String> {
        match definition(self.release, name) {
            Some(d) => {
                let current = self.value(name, Some(d)).unwrap_or("");
                effect::allowed(d, parse::value(d, value, current, self.release)?)
            }
            None if name.eq_ignore_ascii_case(WITH_OIDS) => parse::with_oids(value),
            None => Ok(value.to_string()),
        }
    }

    /// The `source` column of `pg_settings`.
    pub fn source(&self, d: &Definition) -> &'static str {
        // What begins a transaction gives it its modes without the parameters' ways (`StartTransaction`).
        let key = if d.source == 'o' { named(d.name) } else { d.name.to_string() };
        if self.local.contains_key(&key) || self.session.contains_key(&key) {
            return "session";
        }
        if self.loaded.contains_key(d.name) {
            return "configuration file";
        }
        match d.source {
            'c' => "configuration file",
            'o' => "override",
            'l' => "client",
            'm' => "command line",
            _ => "default",
        }
    }

    /// Custom parameters (`class.name`) set in this session.
    pub fn custom(&self) -> impl Iterator<Item = (&str, &str)> {
        self.session.iter().filter(|(k, _)| k.contains('.')).map(|(k, v)| (k.as_str(), v.as_str()))
    }
}

/// The key that says that a command named this mode of the transaction.
fn named(mode: &str) -> String {
    format!("{mode} named")
}

/// The spelling under which a parameter's value is stored.
fn canonical<'a>(name: &'a str, d: Option<&'static Definition>) -> Cow<'a, str> {
    match d {
        Some(d) => d.name.into(),
        None => name.to_ascii_lowercase().into(),
    }
}

/// The error for an unknown name.
pub fn unrecognized(name: &str) -> Box<PgError> {
    PgError::new(
        SqlState::UNDEFINED_OBJECT,
        format!("unrecognized configuration parameter \"{name}\""),
    )
}

/// Whether each part of a parameter's name between dots is an identifier (`valid_custom_variable_name`).
fn is_custom_name(name: &str) -> bool {
    name.split('.').all(|part| {
        part.bytes().next().is_some_and(is_ident_start) && part.bytes().all(is_ident_cont)
    })
}

/// Fails if `SET` may not change the parameter now (`set_config_option`, its switch on the
/// context).
fn check_settable(release: &Release, name: &str) -> Result<()> {
    let Some(d) = definition(release, name) else {
        if name.eq_ignore_ascii_case("is_superuser") {
            return storage::err!(
                CANT_CHANGE_RUNTIME_PARAM,
                "parameter \"{name}\" cannot be changed"
            );
        }
        let custom = name.contains('.');
        return match is_unlisted(name) || custom && is_custom_name(name) {
            true => Ok(()),
            false if custom => Err(PgError::new(
                SqlState("42602"),
                format!("invalid configuration parameter name \"{name}\""),
            )
            .detail(
                "Custom parameter names must be two or more simple identifiers separated by dots.",
            )),
            false => Err(unrecognized(name)),
        };
    };
    let name = d.name;
    match d.context {
        'i' => storage::err!(CANT_CHANGE_RUNTIME_PARAM, "parameter \"{name}\" cannot be changed"),
        'p' => storage::err!(
            CANT_CHANGE_RUNTIME_PARAM,
            "parameter \"{name}\" cannot be changed without restarting the server"
        ),
        'h' => {
            storage::err!(CANT_CHANGE_RUNTIME_PARAM, "parameter \"{name}\" cannot be changed now")
        }
        'b' | 'B' => storage::err!(
            CANT_CHANGE_RUNTIME_PARAM,
            "parameter \"{name}\" cannot be set after connection start"
        ),
        _ => Ok(()),
    }
}

/// Whether a parameter exists without a line in `pg_settings` (`GUC_NO_SHOW_ALL`).
fn is_unlisted(name: &str) -> bool {
    ["role", "session_authorization", "seed", "is_superuser", WITH_OIDS]
        .iter()
        .any(|n| n.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_found_by_its_name() {
        for release in VERSIONS.map(Release::of_server) {
            for d in definitions(release) {
                let upper = d.name.to_ascii_uppercase();
                assert_eq!(definition(release, &upper).map(|found| found.name), Some(d.name));
            }
            assert!(definition(release, "toastscope.SERVER").is_some());
            assert!(definition(release, "work").is_none());
        }
    }

    #[test]
    fn a_release_has_its_own_parameters() {
        let of = |server: &str, name: &str| {
            let d = definition(Release::of_server(server), name);
            d.map(|d| (d.setting, d.category))
        };
        let (old, new) = ("Resource Usage / Asynchronous Behavior", "Resource Usage / I/O");
        assert_eq!(of("17", "effective_io_concurrency"), Some(("1", old)));
        assert_eq!(of("18", "effective_io_concurrency"), Some(("16", new)));
        assert!(of("15", "summarize_wal").is_none() && of("17", "summarize_wal").is_some());
        assert!(of("15", "lc_collate").is_some() && of("16", "lc_collate").is_none());
    }

    #[test]
    fn memory_is_kept_in_its_base_unit_and_shown_in_the_largest_that_divides() {
        let mut s = Settings::new();
        assert_eq!(s.show("shared_buffers").unwrap(), "2GB");
        s.set("work_mem", "1.5MB", false).unwrap();
        assert_eq!(s.show("WORK_MEM").unwrap(), "1536kB");
        assert_eq!(s.int("work_mem"), 1536);
        let e = s.set("work_mem", "10", false).unwrap_err();
        assert_eq!(
            e.message,
            "10 kB is outside the valid range for parameter \"work_mem\" (64 .. 2147483647)"
        );
        s.set("vacuum_cost_delay", "1.5ms", false).unwrap();
        assert_eq!(s.show("vacuum_cost_delay").unwrap(), "1500us");
        s.set("idle_session_timeout", "2d", false).unwrap();
        assert_eq!(s.show("idle_session_timeout").unwrap(), "2d");
    }

    #[test]
    fn what_nothing_here_follows_keeps_its_value() {
        let mut s = Settings::new();
        s.set("array_nulls", "on", false).unwrap();
        let e = s.set("array_nulls", "off", false).unwrap_err();
        assert_eq!(e.message, "array_nulls = \"off\" is not modelled");
        assert_eq!(e.code, SqlState::FEATURE_NOT_SUPPORTED);
        s.set("log_statement", "all", false).unwrap();
        s.set("maintenance_work_mem", "1GB", false).unwrap();
        assert!(s.set("maintenance_work_mem", "1MB", false).is_err());
    }

    #[test]
    fn words_are_checked() {
        let mut s = Settings::new();
        s.set("wal_compression", "yes", false).unwrap();
        assert_eq!(s.show("wal_compression").unwrap(), "pglz");
        let e = s.set("default_toast_compression", "brotli", false).unwrap_err();
        assert_eq!(e.hint.as_deref(), Some("Available values: pglz, lz4."));
        s.set("enable_seqscan", "of", false).unwrap();
        assert!(!s.bool("enable_seqscan"));
        s.set("datestyle", "german", false).unwrap();
        assert_eq!(s.show("DateStyle").unwrap(), "German, DMY");
        s.set("timezone", "utc", false).unwrap();
        assert_eq!(s.show("TimeZone").unwrap(), "UTC");
        assert!(s.set("nosuch", "1", false).is_err());
    }

    #[test]
    fn local_ends_with_the_transaction() {
        let mut s = Settings::new();
        s.set("work_mem", "3MB", true).unwrap();
        assert_eq!(s.show("work_mem").unwrap(), "3MB");
        s.commit();
        assert_eq!(s.show("work_mem").unwrap(), "4MB");
    }
}
