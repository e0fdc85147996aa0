//! ALTER TABLE (`tablecmds.c`): what each sub-command changes in the catalog, and whether the rows
//! must be checked or written anew, which happens once, at the end. As in the server there are
//! three phases: the sub-commands are put in the order of their passes, each changes the catalog
//! (`ATExecCmd`, here [`exec_cmd`], which hands it to a module), and then the rows are looked at for all
//! of them together.

mod attribute;
mod column;
mod constraint;
pub(super) mod function;
mod identity;
mod kinds;
mod relation;
mod replica;

use crate::backend::{Backend, StatementResult};
use crate::catalog::stored::{objects as stored, remaining_changes};
use crate::catalog::{Class, Constraint};
use crate::command::misc::{notice, relation_or_skip};
use crate::command::rewrite::{RowChecks, RowRewrite};
use crate::command::{
    alter_type, cluster, columns, index, maintain, objects, rename, rewrite, sequence, tablespace,
};
pub(in crate::command) use column::{computed_from, remove_column};
pub(in crate::command) use kinds::check_object_type;
use sql::ast::{AlterTableCmd, AlterTableStmt, ConstraintKind};
use sql::expr::Expr;
use std::rc::Rc;
use storage::err;
use storage::error::{Result, SqlState};
use storage::heap::Persistence;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::tuple::Attribute;

/// What is left to do with the rows (`AlteredTableInfo`).
#[derive(Default)]
pub(in crate::command) struct AlteredTable {
    pub values: Vec<(AttrNumber, Expr)>,
    /// What columns of changed type are computed by, analyzed before any sub-command is done.
    pub transforms: Vec<(AttrNumber, Expr)>,
    pub rewrite: bool,
    persistence: Option<Persistence>,
    pub verify: RowChecks,
    pub rebuild: Vec<Oid>,
    /// Indexes over columns whose type changes, in the order they were met.
    pub retyped: Vec<Retyped>,
    /// Constraints over columns whose type changes, but for those of indexes, in the order they were
    /// met; a CHECK as it was written.
    pub constraints: Vec<(Oid, String)>,
    /// New foreign keys, for which the rows are checked at the end.
    pub foreign_keys: Vec<Rc<Constraint>>,
    /// How many sequences get a new column as their owner, each by a command after all others.
    pub sequences: u32,
}

/// An index over columns whose type changes.
pub(in crate::command) struct Retyped {
    pub index: Oid,
    /// The columns that change, with their new definitions.
    pub columns: Vec<(AttrNumber, Attribute)>,
    /// Its expressions and its predicate as they were written.
    pub exprs: Vec<String>,
    pub predicate: Option<String>,
}

/// `ALTER TABLE`, `ALTER INDEX`, `ALTER VIEW`, `ALTER SEQUENCE` with sub-commands.
#[inline(never)]
pub(in crate::command) fn table(
    b: &mut Backend<'_>,
    s: &AlterTableStmt,
) -> Result<StatementResult> {
    let tag = rename::alter_tag(s.object_type);
    let Some(class) = relation_or_skip(b, &s.relation, s.missing_ok)? else {
        return Ok(tag.into());
    };
    class.refuse_system()?;
    check_object_type(s.object_type, &class)?;
    super::objects::refuse_in_use(b, class.oid, "ALTER TABLE")?;
    for c in &s.commands {
        kinds::check_command(c, &class)?;
    }
    if s.commands.iter().any(locks_exclusively) {
        // The lock is logged, with the transaction that has it (`LogAccessExclusiveLock`).
        b.store.lock_exclusively(class.oid);
        let _ = b.store.xact.assign_xid();
    }
    stored::opened(&mut b.catalog_store(), class.oid);
    let rel = class.oid;
    let old = Rc::clone(&class.desc);
    let mut work = AlteredTable::default();
    if s.commands.len() > 1 {
        for c in &s.commands {
            work.transforms.extend(alter_type::transform(b, &class, c));
        }
    }
    // Passes: drops, then types, then the rest, then constraints and indexes.
    let mut order: Vec<&AlterTableCmd> = s.commands.iter().collect();
    order.arrange_by_key(|c| pass(c));
    for c in order {
        if pass(c) > 1 {
            alter_type::remake_users(b, rel, &mut work)?;
        }
        let before = b.catalog.clone();
        exec_cmd(b, rel, c, &mut work)?;
        let _ = b.store.xact.assign_xid();
        remaining_changes::relation_changed(&mut b.catalog_store(), rel);
        let changed = !counts_nothing(c) && !b.catalog.same(&before);
        b.store.xact.catalog_changes(u32::from(changed));
    }
    alter_type::remake_users(b, rel, &mut work)?;
    objects::create_toast_if_needed(b, rel, Vec::new())?;
    // The relation's entry is built anew: where rows went last is forgotten.
    class_of(b, rel)?.state.invalidate();
    b.sync_store();
    if work.rewrite || !work.values.is_empty() {
        stored::row_type_sought(&mut b.catalog_store(), &class);
        refuse_used_row_type(b, &class)?;
    }
    if work.rewrite {
        let plan = RowRewrite { old, values: std::mem::take(&mut work.values) };
        rewrite::rewrite(b, rel, &plan, &work.verify, work.persistence)?;
        if let Some(to) = work.persistence {
            sequence::change_persistence(b, rel, to)?;
        }
        maintain::forget_missing(b, rel);
    } else if !work.verify.checks.is_empty() || !work.verify.not_null.is_empty() {
        rewrite::verify(b, rel, &work.verify)?;
    }
    for i in work.rebuild {
        if b.catalog.class(i).is_some() {
            let heap = b.catalog.class(i).and_then(|c| c.index.as_ref().map(|e| e.heap));
            if let Some(heap) = heap {
                index::build_new(b, heap, i)?;
            }
        }
    }
    for k in work.foreign_keys.iter().filter(|k| k.validated) {
        b.check_all_keys(k)?;
    }
    b.store.xact.catalog_changes(work.sequences);
    Ok(tag.into())
}

/// Refuses to change the rows of a table whose row type a stored column has (`ATRewriteTables`).
#[inline(never)]
fn refuse_used_row_type(b: &Backend<'_>, class: &Class) -> Result<()> {
    let Some((user, n)) = super::dependencies::stored_column_of_type(b, class.row_type) else {
        return Ok(());
    };
    err!(
        FEATURE_NOT_SUPPORTED,
        "cannot alter table \"{}\" because column \"{}.{}\" uses its row type",
        class.name,
        user.name,
        user.desc.attr(n).name
    )
}

/// Whether a subcommand needs ACCESS EXCLUSIVE (`AlterTableGetLockLevel`).
fn locks_exclusively(c: &AlterTableCmd) -> bool {
    use AlterTableCmd as C;
    match c {
        C::SetStatistics { .. }
        | C::SetOptions { .. }
        | C::ResetOptions { .. }
        | C::ClusterOn(_)
        | C::DropCluster
        | C::ValidateConstraint(_)
        | C::SetRelOptions(_)
        | C::ResetRelOptions(_)
        | C::Trigger(..) => false,
        C::AddConstraint(k) => !matches!(k.kind, ConstraintKind::Foreign(_)),
        _ => true,
    }
}

/// The pass in which a subcommand runs: lower ones run first (`ATPrepCmd`: `AT_PASS_DROP` and its like).
fn pass(c: &AlterTableCmd) -> u8 {
    match c {
        AlterTableCmd::DropColumn { .. }
        | AlterTableCmd::DropConstraint { .. }
        | AlterTableCmd::ColumnDefault { default: None, .. }
        | AlterTableCmd::DropNotNull(_)
        | AlterTableCmd::DropExpression { .. }
        | AlterTableCmd::DropIdentity { .. } => 0,
        AlterTableCmd::AlterColumnType { .. } | AlterTableCmd::SetExpression { .. } => 1,
        AlterTableCmd::AddColumn { .. } => 2,
        AlterTableCmd::AddConstraint(_) => 6,
        AlterTableCmd::ColumnDefault { .. } => 4,
        _ => 5,
    }
}

/// Whether a subcommand changes nothing in the catalog before the table is rewritten, or creates an
/// index or a foreign key, which count their own changes (`index_create`,
/// `addFkRecurseReferenced`).
fn counts_nothing(c: &AlterTableCmd) -> bool {
    use AlterTableCmd::{AddConstraint, SetAccessMethod, SetLogged, SetUnlogged};
    match c {
        AddConstraint(k) => match &k.kind {
            ConstraintKind::Index(i) => i.index_name.is_none(),
            kind => matches!(kind, ConstraintKind::Foreign(_)),
        },
        _ => matches!(c, SetLogged | SetUnlogged | SetAccessMethod(_)),
    }
}

/// The relation's entry; without one the error is the server's of a failed cache lookup.
pub(in crate::command) fn class_of(b: &Backend<'_>, rel: Oid) -> Result<Rc<Class>> {
    match b.catalog.class(rel) {
        Some(c) => Ok(Rc::clone(c)),
        None => err!(INTERNAL_ERROR, "cache lookup failed for relation {rel}"),
    }
}

/// The number of a column; an error if there is none of this name.
pub(in crate::command) fn column_of(class: &Class, name: &str) -> Result<AttrNumber> {
    if crate::command::create::SYSTEM_COLUMNS.contains(&name) {
        return err!(FEATURE_NOT_SUPPORTED, "cannot alter system column \"{name}\"");
    }
    match class.column(name) {
        Some(n) => Ok(n),
        None => err!(
            UNDEFINED_COLUMN,
            "column \"{name}\" of relation \"{}\" does not exist",
            class.name
        ),
    }
}

/// Fails because a column lacks the property to drop; with `missing_ok` (IF EXISTS) sends a notice.
fn nothing_to_drop(b: &mut Backend<'_>, text: String, missing_ok: bool) -> Result<()> {
    if !missing_ok {
        return err!(OBJECT_NOT_IN_PREREQUISITE_STATE, "{text}");
    }
    notice(b, SqlState::SUCCESSFUL_COMPLETION, format!("{text}, skipping"));
    Ok(())
}

/// Changes the entry of one column.
pub(in crate::command) fn change(
    b: &mut Backend<'_>,
    rel: Oid,
    n: AttrNumber,
    f: impl FnOnce(&mut Attribute),
) {
    if let Some(c) = b.catalog.class_mut(rel) {
        f(&mut Rc::make_mut(&mut c.desc).attrs[n.0 as usize - 1]);
    }
}

/// Marks columns as dropped (`RemoveAttributeById`).
pub(in crate::command) fn mark_dropped(c: &mut Class, which: impl Fn(&Attribute) -> bool) {
    let desc = Rc::make_mut(&mut c.desc);
    for (i, a) in desc.attrs.iter_mut().enumerate() {
        if a.dropped || !which(a) {
            continue;
        }
        a.dropped = true;
        a.type_oid = Oid::INVALID;
        a.not_null = false;
        a.stat_target = 0;
        a.generated = None;
        a.missing = None;
        a.name = format!("........pg.dropped.{}........", i + 1);
        c.defaults.remove(&AttrNumber(i as i16 + 1));
    }
}

/// Runs one subcommand (`ATExecCmd`).
fn exec_cmd(
    b: &mut Backend<'_>,
    rel: Oid,
    c: &AlterTableCmd,
    work: &mut AlteredTable,
) -> Result<()> {
    let class = class_of(b, rel)?;
    match c {
        AlterTableCmd::AddColumn { column, if_not_exists } => {
            columns::check_grammar(b, column)?;
            column::add_column(b, &class, column, *if_not_exists, work)
        }
        AlterTableCmd::DropColumn { column, behavior, missing_ok } => {
            column::drop_column(b, &class, column, *behavior, *missing_ok)
        }
        AlterTableCmd::ColumnDefault { column, default } => {
            column::set_default(b, &class, column, default.as_ref())
        }
        AlterTableCmd::DropNotNull(column) => column::drop_not_null(b, &class, column),
        AlterTableCmd::SetNotNull(column) => column::set_not_null(b, &class, column, work),
        AlterTableCmd::DropExpression { column, missing_ok } => {
            column::drop_expression(b, &class, column, *missing_ok)
        }
        AlterTableCmd::SetExpression { column, expr } => {
            column::set_expression(b, &class, column, expr, work)
        }
        AlterTableCmd::SetStatistics { column, value } => {
            attribute::set_statistics(b, &class, column, *value)
        }
        AlterTableCmd::SetOptions { column, options } => {
            attribute::column_options(b, &class, column, options, false)
        }
        AlterTableCmd::ResetOptions { column, options } => {
            attribute::column_options(b, &class, column, options, true)
        }
        AlterTableCmd::SetStorage { column, storage } => {
            attribute::set_storage(b, &class, column, storage)
        }
        AlterTableCmd::SetToaster { column, toaster, location } => {
            attribute::set_toaster(b, &class, column, toaster, *location)
        }
        AlterTableCmd::SetCompression { column, method } => {
            attribute::set_compression(b, &class, column, method)
        }
        AlterTableCmd::AlterColumnType { column, type_name, collation, using, location } => {
            let c = collation.as_ref().map(|c| (&c.collation, c.location));
            let using = using.as_ref();
            alter_type::alter_type(b, &class, column, type_name, c, using, *location, work)?;
            refuse_used_row_type(b, &class)
        }
        AlterTableCmd::AddIdentity { column, always, options, .. } => {
            identity::add_identity(b, &class, column, *always, options)
        }
        AlterTableCmd::SetIdentity { column, options } => {
            identity::set_identity(b, &class, column, options)
        }
        AlterTableCmd::DropIdentity { column, missing_ok } => {
            identity::drop_identity(b, &class, column, *missing_ok)
        }
        AlterTableCmd::AddConstraint(k) => constraint::add_constraint(b, &class, k, work),
        AlterTableCmd::ValidateConstraint(name) => {
            constraint::validate_constraint(b, &class, name, work)
        }
        AlterTableCmd::DropConstraint { name, behavior, missing_ok } => {
            constraint::drop_constraint(b, &class, name, *behavior, *missing_ok)
        }
        AlterTableCmd::ClusterOn(name) => relation::cluster_on(b, &class, name),
        AlterTableCmd::DropCluster => {
            cluster::mark_clustered(b, rel, None);
            Ok(())
        }
        AlterTableCmd::SetLogged | AlterTableCmd::SetUnlogged => relation::prep_change_persistence(
            b,
            &class,
            if matches!(c, AlterTableCmd::SetLogged) {
                Persistence::Permanent
            } else {
                Persistence::Unlogged
            },
            work,
        ),
        AlterTableCmd::SetRelOptions(given) => relation::set_rel_options(b, &class, given),
        AlterTableCmd::ResetRelOptions(given) => relation::reset_rel_options(b, &class, given),
        AlterTableCmd::SetAccessMethod(am) => crate::command::create::check_method(Some(am)),
        AlterTableCmd::ReplicaIdentity { kind, index } => {
            replica::set_identity(b, &class, *kind, index.as_deref())
        }
        AlterTableCmd::ChangeOwner(who) => crate::backend::check_role(who),
        AlterTableCmd::SetTablespace(name) => tablespace::check(Some(name)),
        AlterTableCmd::RowSecurity => {
            err!(FEATURE_NOT_SUPPORTED, "row security is not modelled")
        }
        AlterTableCmd::Trigger(name, state) => {
            crate::command::trigger::enable(b, &class, name, *state)
        }
        AlterTableCmd::AlterConstraint(_) => {
            err!(FEATURE_NOT_SUPPORTED, "ALTER TABLE ALTER CONSTRAINT is not modelled")
        }
        AlterTableCmd::AddInherit(_) | AlterTableCmd::DropInherit(_) => {
            err!(FEATURE_NOT_SUPPORTED, "table inheritance is not modelled")
        }
        AlterTableCmd::Other(form) => {
            err!(FEATURE_NOT_SUPPORTED, "ALTER TABLE {form} is not modelled")
        }
    }
}
