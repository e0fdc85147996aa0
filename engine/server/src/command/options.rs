//! `WITH (...)` of tables and indexes (`reloptions.c`).

use sql::ast::{DefArg, DefElem};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::versions::Release;

/// What kind of value an option takes, and its range.
enum OptionKind {
    Bool,
    Int(i64, i64),
    Real(f64, f64),
    Word(&'static [&'static str], &'static str),
}

use OptionKind::{Bool, Int, Real, Word};

const MAX: i64 = i32::MAX as i64;
const CLEANUP: OptionKind = Word(
    &["auto", "on", "off", "true", "false", "yes", "no", "1", "0"],
    "\"on\", \"off\", and \"auto\"",
);

/// Name, whether heaps, TOAST tables, indexes have it, and its values.
const OPTIONS: &[(&str, bool, bool, bool, OptionKind)] = &[
    ("fillfactor", true, false, true, Int(10, 100)),
    ("toast_tuple_target", true, false, false, Int(128, 8160)),
    ("parallel_workers", true, false, false, Int(0, 1024)),
    ("user_catalog_table", true, false, false, Bool),
    ("deduplicate_items", false, false, true, Bool),
    ("vacuum_index_cleanup", true, true, false, CLEANUP),
    ("vacuum_truncate", true, true, false, Bool),
    ("autovacuum_enabled", true, true, false, Bool),
    ("autovacuum_vacuum_threshold", true, true, false, Int(0, MAX)),
    ("autovacuum_vacuum_max_threshold", true, true, false, Int(-1, MAX)),
    ("autovacuum_vacuum_insert_threshold", true, true, false, Int(-1, MAX)),
    ("autovacuum_analyze_threshold", true, false, false, Int(0, MAX)),
    ("autovacuum_vacuum_cost_limit", true, true, false, Int(1, 10000)),
    ("autovacuum_vacuum_cost_delay", true, true, false, Real(0.0, 100.0)),
    ("autovacuum_freeze_min_age", true, true, false, Int(0, 1_000_000_000)),
    ("autovacuum_freeze_max_age", true, true, false, Int(100_000, 2_000_000_000)),
    ("autovacuum_freeze_table_age", true, true, false, Int(0, 2_000_000_000)),
    ("autovacuum_multixact_freeze_min_age", true, true, false, Int(0, 1_000_000_000)),
    ("autovacuum_multixact_freeze_max_age", true, true, false, Int(10_000, 2_000_000_000)),
    ("autovacuum_multixact_freeze_table_age", true, true, false, Int(0, 2_000_000_000)),
    ("log_autovacuum_min_duration", true, true, false, Int(-1, MAX)),
    ("autovacuum_vacuum_scale_factor", true, true, false, Real(0.0, 100.0)),
    ("autovacuum_vacuum_insert_scale_factor", true, true, false, Real(0.0, 100.0)),
    ("autovacuum_analyze_scale_factor", true, false, false, Real(0.0, 100.0)),
    ("vacuum_max_eager_freeze_failure_rate", true, true, false, Real(0.0, 1.0)),
];

/// Those that are newer than 15, with the release that has them first (`reloptions.c`).
const LATER: &[(&str, &str)] =
    &[("autovacuum_vacuum_max_threshold", "18"), ("vacuum_max_eager_freeze_failure_rate", "18")];

const OF_VIEWS: &[(&str, bool, bool, bool, OptionKind)] = &[
    ("security_barrier", false, false, false, Bool),
    ("security_invoker", false, false, false, Bool),
    (
        "check_option",
        false,
        false,
        false,
        Word(&["local", "cascaded"], "\"local\" and \"cascaded\""),
    ),
];

const OF_COLUMNS: &[(&str, bool, bool, bool, OptionKind)] = &[
    ("n_distinct", false, false, false, Real(-1.0, f64::MAX)),
    ("n_distinct_inherited", false, false, false, Real(-1.0, f64::MAX)),
];

/// What the options belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionOwner {
    Heap,
    Toast,
    Index,
    View,
    Column,
}

/// Options with their values checked.
pub(crate) type Options = Vec<(String, String)>;

/// The options for the relation itself or, with [`OptionOwner::Toast`], those written `toast.name`
/// (`transformRelOptions`, `heap_reloptions`).
pub(crate) fn check(release: &Release, given: &[DefElem], of: OptionOwner) -> Result<Options> {
    let mut out = Vec::new();
    for d in given {
        match (&d.namespace, of) {
            (None, OptionOwner::Toast) => continue,
            (Some(n), OptionOwner::Heap) if n == "toast" => continue,
            (Some(n), OptionOwner::Toast) if n == "toast" => {}
            (Some(n), _) => {
                return err!(INVALID_PARAMETER_VALUE, "unrecognized parameter namespace \"{n}\"");
            }
            (None, _) => {}
        }
        if d.name == "oids" && of == OptionOwner::Heap {
            let on = d.arg.as_ref().is_none_or(|a| a.text() != "false");
            if on {
                return err!(FEATURE_NOT_SUPPORTED, "tables declared WITH OIDS are not supported");
            }
            continue;
        }
        let value = d.arg.as_ref().map_or_else(|| "true".to_string(), DefArg::text);
        check_option(release, &d.name, &value, of)?;
        if out.iter().any(|(n, _): &(String, String)| *n == d.name) {
            return err!(
                INVALID_PARAMETER_VALUE,
                "parameter \"{}\" specified more than once",
                d.name
            );
        }
        out.push((d.name.clone(), value));
    }
    Ok(out)
}

/// Refuses an option that this owner does not have, or a value that the option does not take.
fn check_option(release: &Release, name: &str, value: &str, of: OptionOwner) -> Result<()> {
    let list = match of {
        OptionOwner::View => OF_VIEWS,
        OptionOwner::Column => OF_COLUMNS,
        _ => OPTIONS,
    };
    let found = list.iter().find(|(n, heap, toast, index, _)| {
        *n == name
            && LATER.iter().all(|(later, since)| later != n || release.has_since(since))
            && match of {
                OptionOwner::Heap => *heap,
                OptionOwner::Toast => *toast,
                OptionOwner::View | OptionOwner::Column => true,
                _ => *index,
            }
    });
    let Some((.., takes)) = found else {
        return err!(INVALID_PARAMETER_VALUE, "unrecognized parameter \"{name}\"");
    };
    let range = |detail: String| {
        PgError::new(
            SqlState::INVALID_PARAMETER_VALUE,
            format!("value {value} out of bounds for option \"{name}\""),
        )
        .detail(detail)
    };
    match takes {
        Bool => {
            if sql::settings::parse_bool(value).is_none() {
                return err!(
                    INVALID_PARAMETER_VALUE,
                    "invalid value for boolean option \"{name}\": {value}"
                );
            }
        }
        Int(min, max) => {
            let fits = |v: &f64| (i32::MIN.into()..=MAX as f64).contains(&v.round());
            let whole = value.trim().parse::<f64>().ok().filter(fits);
            let Some(v) = whole else {
                return err!(
                    INVALID_PARAMETER_VALUE,
                    "invalid value for integer option \"{name}\": {value}"
                );
            };
            if v < *min as f64 || v > *max as f64 {
                return Err(range(format!("Valid values are between \"{min}\" and \"{max}\".")));
            }
        }
        Real(min, max) => {
            let Some(v) =
                value.trim().parse::<f64>().ok().filter(|v| v.is_finite() || !value.contains("e"))
            else {
                return err!(
                    INVALID_PARAMETER_VALUE,
                    "invalid value for floating point option \"{name}\": {value}"
                );
            };
            if v < *min || v > *max {
                return Err(range(format!(
                    "Valid values are between \"{min:.6}\" and \"{max:.6}\"."
                )));
            }
        }
        Word(words, valid) => {
            if !words.iter().any(|w| w.eq_ignore_ascii_case(value)) {
                return Err(PgError::new(
                    SqlState::INVALID_PARAMETER_VALUE,
                    format!("invalid value for enum option \"{name}\": {value}"),
                )
                .detail(format!("Valid values are {valid}.")));
            }
        }
    }
    Ok(())
}

/// Refuses values in RESET (`transformRelOptions`).
pub(crate) fn refuse_values(given: &[DefElem]) -> Result<()> {
    if given.iter().any(|d| d.arg.is_some()) {
        return err!(SYNTAX_ERROR, "RESET must not include values for parameters");
    }
    Ok(())
}

/// Old options overridden by new ones.
pub(crate) fn merge(old: &Options, new: Options) -> Options {
    let mut out: Options =
        old.iter().filter(|(n, _)| !new.iter().any(|(m, _)| m == n)).cloned().collect();
    out.extend(new);
    out
}
