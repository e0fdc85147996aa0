//! Adds and drops columns, and changes what their values must be: NOT NULL, the default, the
//! expression.

use super::constraint::check_later;
use super::{AlteredTable, change, class_of, column_of, mark_dropped, nothing_to_drop};
use crate::backend::Backend;
use crate::catalog::stored::{dropping, objects as stored, remaining_changes};
use crate::catalog::{Class, Constraint, ConstraintType};
use crate::command::create::{ColumnExtras, SYSTEM_COLUMNS};
use crate::command::dependencies::{Object, dependents_to_drop};
use crate::command::drop::drop_all;
use crate::command::{alter_type, check, columns, create, index, not_null, objects, sequence};
use sql::ast::{ColumnDef, ConstraintKind, DropBehavior, Expr as Parsed};
use sql::expr::Expr;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::ids::{AttrNumber, Oid};

/// Adds a column (`ATExecAddColumn`). A default that is one value for all rows is kept in the
/// catalog as the missing value; only a default that differs between rows rewrites the table.
/// `if_not_exists`: a column that exists gives a NOTICE.
pub(super) fn add_column(
    b: &mut Backend<'_>,
    class: &Class,
    def: &ColumnDef,
    if_not_exists: bool,
    work: &mut AlteredTable,
) -> Result<()> {
    let rel = class.oid;
    create::check_column_name(&def.name)?;
    if class.column(&def.name).is_some() {
        let text = format!("column \"{}\" of relation \"{}\" already exists", def.name, class.name);
        if if_not_exists {
            b.client.notices.push(
                PgError::new(SqlState::DUPLICATE_COLUMN, format!("{text}, skipping"))
                    .severity(Severity::Notice),
            );
            return Ok(());
        }
        return err!(DUPLICATE_COLUMN, "{text}");
    }
    objects::check_column_count(class.desc.attrs.len() + 1)?;
    let mut parts = ColumnExtras::default();
    create::column(b, &mut parts, def, &class.name, class.namespace, class.persistence)?;
    create::complete(b, &mut parts)?;
    let mut a = parts.columns.pop().expect("one column");
    columns::refuse_pseudo_type(b, &a)?;
    if parts.indexes.iter().any(|(k, _)| matches!(&k.kind, ConstraintKind::Index(i) if i.primary)) {
        a.not_null = true;
        if parts.not_nulls.is_empty() {
            parts.not_nulls.push((0, None));
        }
    }
    super::super::columns::refuse_own_type(b, class.row_type, a.type_oid)?;
    let at = class.desc.attrs.len();
    let n = AttrNumber(at as i16 + 1);
    for (i, _) in &mut parts.defaults {
        *i = at;
    }
    for (i, _, _) in &mut parts.sequences {
        *i = at;
    }
    let (not_null, type_oid) = (a.not_null, a.type_oid);
    let generated = a.generated.is_some();
    if let Some(c) = b.catalog.class_mut(rel) {
        Rc::make_mut(&mut c.desc).attrs.push(a);
    }
    // Errors while rows are stored do not point into the statement's text.
    create::add_defaults(b, rel, &parts).map_err(PgError::without_location)?;
    // On a type that a user made the column depends (`add_column_datatype_dependency`).
    let depends = b.catalog.types().get(&type_oid).is_some();
    let defaults = b.catalog.default_of(rel, n).is_some();
    b.store.xact.catalog_changes(u32::from(defaults) + u32::from(depends));
    work.sequences += parts.sequences.len() as u32;
    let identity = parts.sequences.iter().find(|(_, k, _)| *k == 'i').map(|(_, _, q)| *q);
    stored::next_command(&mut b.catalog_store());
    for (_, kind, q) in &parts.sequences {
        sequence::set_owner(b, *q, Some((rel, n, *kind)));
    }
    let default = match identity {
        Some(q) => Some(sequence::nextval_expr(b, rel, n, q)?),
        None => b.catalog.default_of(rel, n).map(|d| (*d.expr).clone()),
    };
    let default = match default {
        None if b.catalog.base_type(type_oid) != type_oid => b.domain_default(rel, n)?,
        given => given,
    };
    let constrained = b.catalog.is_constrained(type_oid);
    if let Some(e) = default {
        if generated || constrained || sql::expr::contains_volatile(&e) {
            work.rewrite = true;
            work.values.push((n, e));
        } else {
            // A default that is the same for all rows is kept beside the column, and written into the
            // rows if this or a later sub-command rewrites the table.
            let value = b.evaluate(&e, &[])?;
            let value = if value.is_null() { value } else { flat(b, class, n, value)? };
            if !value.is_null() {
                work.values.push((n, e));
                change(b, rel, n, |a| a.missing = Some(value));
                b.store.xact.catalog_changes(1);
            }
        }
    }
    if let Some((_, name)) = parts.not_nulls.pop()
        && b.store.release.not_null_constraints
    {
        remaining_changes::relation_changed(&mut b.catalog_store(), rel);
        not_null::add(b, rel, n, name);
        b.store.xact.catalog_changes(1);
    }
    // What every row has without being looked at needs no look.
    if not_null && class_of(b, rel)?.desc.attr(n).missing.is_none() {
        work.verify.not_null.push(n);
    }
    for (k, cols) in &parts.indexes {
        index::check_key(b, rel, k, cols)?;
        let i = index::constraint_index_later(b, rel, k, cols, true)?;
        work.rebuild.push(i);
    }
    check_later(b, rel, &parts.checks, work)?;
    b.store.xact.catalog_changes(u32::from(!parts.checks.is_empty()));
    for (k, f, cols) in &parts.foreign {
        work.foreign_keys.push(check::add_foreign_key(b, rel, k, f, cols)?);
    }
    Ok(())
}

/// A missing value detoasted, as it is stored (`StoreAttrMissingVal`).
fn flat(b: &mut Backend<'_>, class: &Class, n: AttrNumber, value: Datum) -> Result<Datum> {
    let class = class_of(b, class.oid)?;
    if class.desc.attr(n).len == -1 {
        return storage::toaster::plain(b.store, &value);
    }
    Ok(value)
}

/// The generated columns whose expressions use this column.
pub(in crate::command) fn computed_from(class: &Class, n: AttrNumber) -> Vec<String> {
    let columns = class.desc.attrs.iter().zip(1..).filter(|(a, _)| a.generated.is_some());
    let from = |i: i16| {
        let default = class.defaults.get(&AttrNumber(i));
        default.is_some_and(|d| check::columns_of(&d.expr).contains(&n))
    };
    columns.filter(|(_, i)| from(*i)).map(|(a, _)| a.name.clone()).collect()
}

/// Drops the indexes and constraints of a table that use this column, which nothing tells. Returns how many rows of
/// catalogs on constraints and triggers go with them.
fn drop_indexes_and_constraints(b: &mut Backend<'_>, class: &Class, n: AttrNumber) -> u32 {
    let rel = class.oid;
    let uses = |e: &Expr| check::columns_of(e).contains(&n);
    let indexes: Vec<Oid> = b
        .catalog
        .indexes_of(rel)
        .iter()
        .filter(|i| {
            i.index.as_ref().is_some_and(|x| {
                x.keys.iter().any(|k| k.attno == n) || x.exprs.iter().chain(&x.predicate).any(uses)
            })
        })
        .map(|i| i.oid)
        .collect();
    let count = |b: &Backend<'_>| {
        let mine = b.catalog.constraints().values().filter(|k| k.rel == rel);
        mine.map(|k| objects::commands_to_drop(k)).sum::<u32>()
    };
    let before = count(b);
    // All are locked, then dropped, the newest first (`findDependentObjects`).
    for i in &indexes {
        b.store.lock_exclusively(*i);
    }
    for i in indexes.into_iter().rev() {
        objects::drop_relation(b, i);
    }
    let goes = |k: &Constraint| {
        use ConstraintType::{Check, ForeignKey, NotNull};
        k.keys.contains(&n) && matches!(k.kind, Check | ForeignKey | NotNull)
    };
    let going: Vec<Oid> =
        b.catalog.constraints_of(rel).iter().filter(|k| goes(k)).map(|k| k.oid).collect();
    for k in going.into_iter().rev() {
        dropping::constraint_dropped(&mut b.catalog_store(), k);
        b.catalog.constraints_mut().remove(&k);
    }
    before - count(b)
}

/// Drops a column with its indexes and constraints, and with CASCADE the views and generated columns that
/// use it, which are an error else (`ATExecDropColumn`). `missing_ok`: one that
/// does not exist gives a NOTICE.
pub(super) fn drop_column(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    behavior: DropBehavior,
    missing_ok: bool,
) -> Result<()> {
    let rel = class.oid;
    let Some(n) = class.column(column) else {
        if SYSTEM_COLUMNS.contains(&column) {
            return err!(FEATURE_NOT_SUPPORTED, "cannot drop system column \"{column}\"");
        }
        let text = format!("column \"{column}\" of relation \"{}\" does not exist", class.name);
        if missing_ok {
            b.client.notices.push(
                PgError::new(SqlState::UNDEFINED_COLUMN, format!("{text}, skipping"))
                    .severity(Severity::Notice),
            );
            return Ok(());
        }
        return err!(UNDEFINED_COLUMN, "{text}");
    };
    let others = dependents_to_drop(b, &[Object::Column(rel, n)], behavior)?;
    drop_all(b, &others);
    if let Some(class) = b.catalog.class(rel).cloned() {
        remove_column(b, &class, n);
    }
    Ok(())
}

/// Removes a column with its indexes, constraints and sequences.
pub(in crate::command) fn remove_column(b: &mut Backend<'_>, class: &Class, n: AttrNumber) {
    let rel = class.oid;
    let gone = drop_indexes_and_constraints(b, class, n);
    let default = class.defaults.get(&n).map(|d| d.oid);
    if let Some(d) = default {
        dropping::default_dropped(&mut b.catalog_store(), d);
    }
    b.store.xact.catalog_changes(u32::from(default.is_some()) + gone);
    for kind in ['a', 'i'] {
        if let Some(q) = b.catalog.owned_sequence(rel, n, kind).map(|c| c.oid) {
            objects::drop_relation(b, q);
        }
    }
    b.catalog.comments_mut().remove(&(rel, n.0));
    if let Some(c) = b.catalog.class_mut(rel) {
        let name = c.desc.attr(n).name.clone();
        mark_dropped(c, |a| a.name == name);
    }
}

/// Sets or drops a column's default (`ATExecColumnDefault`).
pub(super) fn set_default(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    default: Option<&Parsed>,
) -> Result<()> {
    let n = column_of(class, column)?;
    let a = class.desc.attr(n);
    if a.identity.is_some() {
        let e = PgError::new(
            SqlState::SYNTAX_ERROR,
            format!("column \"{column}\" of relation \"{}\" is an identity column", class.name),
        );
        return Err(if default.is_none() {
            e.hint("Use ALTER TABLE ... ALTER COLUMN ... DROP IDENTITY instead.")
        } else {
            e
        });
    }
    if a.generated.is_some() {
        let e = PgError::new(
            SqlState::SYNTAX_ERROR,
            format!("column \"{column}\" of relation \"{}\" is a generated column", class.name),
        );
        return Err(if default.is_none() {
            e.hint("Use ALTER TABLE ... ALTER COLUMN ... DROP EXPRESSION instead.")
        } else if b.store.release.set_expression {
            e.hint("Use ALTER TABLE ... ALTER COLUMN ... SET EXPRESSION instead.")
        } else {
            e
        });
    }
    if let Some(old) = class.defaults.get(&n)
        && let Some(c) = b.catalog.class_mut(class.oid)
    {
        c.defaults.remove(&n);
        dropping::default_dropped(&mut b.catalog_store(), old.oid);
        if default.is_some() {
            b.store.xact.catalog_changes(1);
        }
    }
    if let Some(e) = default
        // The server analyzes it without the statement's text, so that no error has a place in it.
        && let Some(x) = b.default_expr(class.oid, n, e).map_err(|e| e.without_location())?
    {
        create::store_default(b, class.oid, n, x);
    }
    Ok(())
}

/// Drops a column's NOT NULL; an error if a key or an identity needs it (`ATExecDropNotNull`).
pub(super) fn drop_not_null(b: &mut Backend<'_>, class: &Class, column: &str) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column)?;
    if class.desc.attr(n).identity.is_some() {
        return err!(
            SYNTAX_ERROR,
            "column \"{column}\" of relation \"{}\" is an identity column",
            class.name
        );
    }
    let in_key = b
        .catalog
        .constraints_of(rel)
        .iter()
        .any(|k| k.kind == ConstraintType::PrimaryKey && k.keys.contains(&n));
    if in_key {
        return err!(INVALID_TABLE_DEFINITION, "column \"{column}\" is in a primary key");
    }
    if super::replica::has_key(b, class, n) {
        return err!(
            INVALID_TABLE_DEFINITION,
            "column \"{column}\" is in index used as replica identity"
        );
    }
    if class.desc.attr(n).not_null {
        change(b, rel, n, |a| a.not_null = false);
        not_null::remove(b, rel, n);
    }
    Ok(())
}

/// Makes a column refuse NULL (`ATExecSetNotNull`). The rows are checked when all subcommands are
/// done.
pub(super) fn set_not_null(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    work: &mut AlteredTable,
) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column)?;
    if !class.desc.attr(n).not_null {
        work.verify.not_null.push(n);
        change(b, rel, n, |a| a.not_null = true);
        not_null::add(b, rel, n, None);
    }
    Ok(())
}

/// Makes a generated column an ordinary one, which keeps its values (`ATExecDropExpression`).
/// `missing_ok`: a column that is not generated gives a NOTICE.
pub(super) fn drop_expression(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    missing_ok: bool,
) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column)?;
    if class.desc.attr(n).generated.is_none() {
        // Where there are virtual ones, too, it is not said which.
        let kind = if b.store.release.virtual_columns { "" } else { "stored " };
        let text = format!(
            "column \"{column}\" of relation \"{}\" is not a {kind}generated column",
            class.name
        );
        return nothing_to_drop(b, text, missing_ok);
    }
    change(b, rel, n, |a| a.generated = None);
    remaining_changes::relation_changed(&mut b.catalog_store(), rel);
    if let Some(c) = b.catalog.class_mut(rel)
        && let Some(d) = c.defaults.remove(&n)
    {
        dropping::default_dropped(&mut b.catalog_store(), d.oid);
    }
    Ok(())
}

/// Computes a generated column by another expression (`ATExecSetExpression`): the table is written
/// anew, and what depends on the column made again.
pub(super) fn set_expression(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    expr: &Parsed,
    work: &mut AlteredTable,
) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column)?;
    if class.desc.attr(n).generated.is_none() {
        return err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "column \"{column}\" of relation \"{}\" is not a generated column",
            class.name
        );
    }
    alter_type::remember_users(b, class, n, class.desc.attr(n), work);
    let made = b.default_expr(rel, n, expr).map_err(PgError::without_location)?;
    if let Some(made) = made {
        b.store.xact.catalog_changes(1);
        alter_type::replace_default(b, rel, n, made.clone());
        work.values.push((n, made));
    }
    class.state.columns.borrow_mut().remove(&n);
    work.rewrite = true;
    Ok(())
}
