//! SET, SHOW, RESET, ALTER SYSTEM, DISCARD.

use crate::backend::Backend;
use crate::backend::{Column, ResultSet, StatementResult};
use sql::ast::{
    Const, ConstValue, DefArg, DefElem, DiscardTarget, Expr, VariableSetKind, VariableSetStmt,
};
use sql::settings;
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{Persistence, RelKind};
use storage::types::oid;
use storage::versions::Release;

/// The value of SET as one text (`flatten_set_variable_args`).
fn flatten(name: &str, args: &[Expr]) -> Result<String> {
    if args.len() > 1 && !settings::is_list(name) {
        return err!(INVALID_PARAMETER_VALUE, "SET {name} takes only one argument");
    }
    let quoted = settings::is_name_list(name);
    let mut parts = Vec::new();
    for a in args {
        let (e, cast) = match a {
            Expr::TypeCast(t) => (&t.arg, true),
            e => (e, false),
        };
        let Expr::Const(Const { value, .. }) = e else {
            return err!(INTERNAL_ERROR, "unrecognized node type");
        };
        parts.push(match value {
            ConstValue::Integer(i) => i.to_string(),
            ConstValue::Float(f) => f.clone(),
            ConstValue::String(s) if cast => format!("INTERVAL '{s}'"),
            ConstValue::String(s) if quoted => sql::expr::quote_identifier(s),
            ConstValue::String(s) => s.clone(),
            ConstValue::Boolean(v) => v.to_string(),
            _ => return err!(INTERNAL_ERROR, "unrecognized node type"),
        });
    }
    Ok(parts.join(", "))
}

/// Runs `SET` or `RESET` of a setting, of all, or of the transaction's modes.
#[inline(never)]
pub(super) fn set(b: &mut Backend<'_>, s: &VariableSetStmt) -> Result<StatementResult> {
    if s.is_local && b.is_outside_block() && s.kind != VariableSetKind::Multi {
        b.warning(PgError::new(
            SqlState::NO_ACTIVE_SQL_TRANSACTION,
            "SET LOCAL can only be used in transaction blocks",
        ));
    }
    match s.kind {
        VariableSetKind::Value => {
            let value = flatten(&s.name, &s.args)?;
            b.change_setting(&s.name, &value, s.is_local)?;
        }
        VariableSetKind::Default => {
            refuse_reset(b, &s.name)?;
            b.settings.reset(&s.name, s.is_local)?;
        }
        VariableSetKind::Reset => {
            refuse_reset(b, &s.name)?;
            b.settings.reset(&s.name, false)?;
            b.sync_settings();
            return Ok("RESET".into());
        }
        VariableSetKind::ResetAll => {
            b.settings.reset_all();
            b.sync_settings();
            return Ok("RESET".into());
        }
        VariableSetKind::Current => {}
        VariableSetKind::Multi => {
            if s.name == "TRANSACTION" {
                if b.is_outside_block() {
                    b.warning(PgError::new(
                        SqlState::NO_ACTIVE_SQL_TRANSACTION,
                        "SET TRANSACTION can only be used in transaction blocks",
                    ));
                }
                transaction_modes(b, &s.modes, s.is_local)?;
            } else {
                for d in &s.modes {
                    let name = format!("default_{}", d.name);
                    let value = mode_value(d);
                    b.settings.set(&name, &value, false)?;
                }
            }
        }
    }
    if s.name == sql::settings::SERVER {
        become_server(b)?;
    }
    b.sync_settings();
    if s.name == sql::settings::SERVER {
        super::toaster::install(b);
    }
    Ok("SET".into())
}

/// Refuses to reset a mode of the transaction; 15 only warns, of the isolation level.
fn refuse_reset(b: &mut Backend<'_>, name: &str) -> Result<()> {
    if b.store.release.transaction_not_reset {
        if matches!(
            name,
            "transaction_isolation" | "transaction_read_only" | "transaction_deferrable" | "seed"
        ) {
            return err!(FEATURE_NOT_SUPPORTED, "parameter \"{name}\" cannot be reset");
        }
    } else if name == "transaction_isolation" && b.is_outside_block() {
        b.warning(PgError::new(
            SqlState::NO_ACTIVE_SQL_TRANSACTION,
            "RESET TRANSACTION can only be used in transaction blocks",
        ));
    }
    Ok(())
}

/// Makes the session's cluster a fresh one of another version; only possible as long as nothing was
/// done in it.
fn become_server(b: &mut Backend<'_>) -> Result<()> {
    let name = b.settings.raw(sql::settings::SERVER).unwrap_or_default().to_string();
    let before = b.store.release;
    if !b.store.become_release(Release::of_server(&name)) {
        return err!(
            CANT_CHANGE_RUNTIME_PARAM,
            "a server of another version is another cluster: toastscope.server is set before anything else"
        );
    }
    b.settings.put_default(sql::settings::SERVER, &name);
    let release = b.store.release;
    // The catalogs may have more columns by now, those of the Toaster API.
    if before != release {
        b.catalog.become_release(release);
    }
    Ok(())
}

/// A transaction mode's argument as the value of its setting.
fn mode_value(d: &DefElem) -> String {
    match &d.arg {
        Some(DefArg::Boolean(v)) => if *v { "on" } else { "off" }.to_string(),
        Some(DefArg::Integer(i)) => if *i != 0 { "on" } else { "off" }.to_string(),
        Some(a) => a.text(),
        None => "on".to_string(),
    }
}

/// Sets the modes that BEGIN and, with `local` false, SET TRANSACTION name.
pub(crate) fn transaction_modes(b: &mut Backend<'_>, modes: &[DefElem], local: bool) -> Result<()> {
    for d in modes {
        let value = mode_value(d);
        b.mode_may_change(&d.name, &value)?;
        b.settings.put(&d.name, &value, true);
        b.settings.name_mode(&d.name, local);
    }
    Ok(())
}

/// Runs `SHOW`: returns a setting's value as one row, or for `all` each setting with its
/// description. An unknown name is refused.
pub(super) fn show(b: &mut Backend<'_>, name: &str) -> Result<StatementResult> {
    if name.eq_ignore_ascii_case("all") {
        return Ok(show_all(b));
    }
    let name = match name {
        "transaction isolation level" => "transaction_isolation",
        "session authorization" => "session_authorization",
        "time zone" => "timezone",
        n => n,
    };
    let Some(value) = b.settings.show(name) else { return Err(settings::unrecognized(name)) };
    let label = settings::definition(b.store.release, name).map_or(name, |d| d.name);
    Ok(StatementResult::Rows(ResultSet {
        columns: vec![Column { name: label.to_string(), type_oid: oid::TEXT, typmod: -1 }],
        rows: vec![vec![Some(value)]],
        tag: "SHOW".to_string(),
    }))
}

/// Answers `SHOW ALL`.
fn show_all(b: &Backend<'_>) -> StatementResult {
    let column = |name: &str| Column { name: name.to_string(), type_oid: oid::TEXT, typmod: -1 };
    let rows = b
        .settings
        .known()
        .map(|d| {
            let value = b.settings.show(d.name).unwrap_or_default();
            vec![Some(d.name.to_string()), Some(value), Some(d.description.to_string())]
        })
        .collect();
    StatementResult::Rows(ResultSet {
        columns: vec![column("name"), column("setting"), column("description")],
        rows,
        tag: "SHOW".to_string(),
    })
}

/// Runs `ALTER SYSTEM`: keeps a setting for the next start. Refused in a block, and for settings
/// that cannot be changed.
pub(super) fn alter_system(b: &mut Backend<'_>, s: &VariableSetStmt) -> Result<StatementResult> {
    b.prevent_in_block("ALTER SYSTEM")?;
    if s.kind == VariableSetKind::ResetAll {
        b.cluster.system_file.clear();
        return Ok("ALTER SYSTEM".into());
    }
    let Some(d) =
        settings::definition(b.store.release, &s.name).filter(|d| !b.settings.hidden(d.name))
    else {
        return Err(settings::unrecognized(&s.name));
    };
    let fixed = ["data_directory", "config_file", "hba_file", "ident_file"];
    if d.context == 'i' || fixed.contains(&d.name) || d.name.starts_with("transaction_") {
        return err!(CANT_CHANGE_RUNTIME_PARAM, "parameter \"{}\" cannot be changed", d.name);
    }
    if s.kind == VariableSetKind::Value {
        let value = flatten(&s.name, &s.args)?;
        let raw = b.settings.canonical_value(&s.name, &value)?;
        b.cluster.system_file.insert(d.name.to_string(), raw);
    } else {
        b.cluster.system_file.remove(d.name);
    }
    Ok("ALTER SYSTEM".into())
}

/// Runs `DISCARD`: forgets the session's temporary tables, its place in sequences, or all that it
/// keeps. ALL is refused in a transaction block.
pub(super) fn discard(b: &mut Backend<'_>, t: DiscardTarget) -> Result<StatementResult> {
    Ok(match t {
        DiscardTarget::All => {
            b.prevent_in_block("DISCARD ALL")?;
            b.session.prepared.clear();
            discard(b, DiscardTarget::Plans)?;
            b.session.cursors.clear();
            b.settings.reset_all();
            b.sync_settings();
            discard(b, DiscardTarget::Temp)?;
            discard(b, DiscardTarget::Sequences)?;
            "DISCARD ALL".into()
        }
        DiscardTarget::Plans => {
            b.session.key_queries.clear();
            for (_, p) in b.session.prepared.iter_mut() {
                Rc::make_mut(p).generic = None;
            }
            "DISCARD PLANS".into()
        }
        DiscardTarget::Sequences => {
            b.session.last_sequence = None;
            for c in b.catalog.classes().values() {
                if let Some(s) = &c.sequence {
                    s.state.current.set(None);
                }
            }
            "DISCARD SEQUENCES".into()
        }
        DiscardTarget::Temp => {
            let temp: Vec<_> = b
                .catalog
                .classes()
                .values()
                .filter(|c| {
                    c.persistence == Persistence::Temp
                        && matches!(c.kind, RelKind::Table | RelKind::Sequence | RelKind::View)
                })
                .map(|c| c.oid)
                .collect();
            for oid in temp {
                super::objects::drop_relation(b, oid);
            }
            "DISCARD TEMP".into()
        }
    })
}
