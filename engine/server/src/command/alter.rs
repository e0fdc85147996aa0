//! ALTER TABLE (`tablecmds.c`): what each sub-command changes in the catalog, and whether the rows
//! must be checked or written anew, which happens once, at the end.

use super::alter_type;
use super::columns;
use super::create::{self, Parts};
use super::objects;
use super::options::{self, Of};
use super::rewrite::{self, Rewrite, Verify};
use super::{check, index, sequence};
use crate::backend::Answer;
use crate::backend::Backend;
use crate::catalog::Class;
use crate::catalog::stored::{dropping, objects as stored, settle};
use sql::ast::{
    AlterTableCmd, AlterTableStmt, ColumnDef, ColumnOrNumber, Constraint, ConstraintKind, DefElem,
    DropBehavior, Expr as Parsed, ObjectType,
};
use sql::expr::Expr;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::ids::{AttrNumber, Oid};
use storage::map::{SortedMap, SortedSet};
use storage::sort::Arrange;
use storage::tuple::Attribute;

/// What is left to do with the rows (`AlteredTableInfo`).
#[derive(Default)]
pub(super) struct Work {
    pub values: Vec<(AttrNumber, Expr)>,
    pub rewrite: bool,
    persistence: Option<char>,
    pub verify: Verify,
    rebuild: Vec<Oid>,
    /// Indexes over columns whose type changes, with those columns.
    pub retyped: SortedMap<Oid, Vec<(AttrNumber, Attribute)>>,
    /// CHECK constraints that look at such columns.
    pub checks: SortedSet<Oid>,
}

/// `ALTER TABLE`, `ALTER INDEX`, `ALTER VIEW`, `ALTER SEQUENCE` with sub-commands.
pub(super) fn table(b: &mut Backend<'_>, s: &AlterTableStmt) -> Result<Answer> {
    let tag = match s.object_type {
        ObjectType::Index => "ALTER INDEX",
        ObjectType::View => "ALTER VIEW",
        ObjectType::Sequence => "ALTER SEQUENCE",
        ObjectType::MatView => "ALTER MATERIALIZED VIEW",
        ObjectType::Type => "ALTER TYPE",
        _ => "ALTER TABLE",
    };
    let class = match b.find_relation(&s.relation) {
        Ok(c) => c,
        Err(_) if s.missing_ok => {
            b.client.notices.push(
                PgError::new(
                    SqlState::UNDEFINED_TABLE,
                    format!("relation \"{}\" does not exist, skipping", s.relation.name),
                )
                .severity(Severity::Notice),
            );
            return Ok(tag.into());
        }
        Err(e) => return Err(e),
    };
    if class.oid.0 < crate::catalog::FIRST_NORMAL_OID {
        return Err(PgError::new(
            SqlState("42501"),
            format!("permission denied: \"{}\" is a system catalog", class.name),
        ));
    }
    if s.commands.iter().any(locks_exclusively) {
        b.store.lock_exclusively(class.oid);
    }
    stored::opened(&mut b.catalog_store(), class.oid);
    let _ = b.store.xact.current_xid();
    let rel = class.oid;
    let old = Rc::clone(&class.desc);
    let mut work = Work::default();
    // Passes: drops, then types, then the rest, then constraints and indexes.
    let mut order: Vec<&AlterTableCmd> = s.commands.iter().collect();
    order.arrange_by_key(|c| pass(c));
    for c in order {
        if pass(c) > 1 {
            alter_type::remake_users(b, &mut work)?;
        }
        let before = b.catalog.clone();
        one(b, rel, c, &mut work)?;
        settle::relation_changed(&mut b.catalog_store(), rel);
        let changed = !only_rewrites(c) && !b.catalog.same(&before);
        b.store.xact.catalog_changes(u32::from(changed));
    }
    alter_type::remake_users(b, &mut work)?;
    objects::create_toast_if_needed(b, rel, Vec::new())?;
    // The relation's entry is built anew: where rows went last is forgotten.
    class_of(b, rel)?.state.invalidate();
    b.sync_store();
    if work.rewrite {
        let plan = Rewrite { old, values: std::mem::take(&mut work.values) };
        rewrite::rewrite(b, rel, &plan, &work.verify, work.persistence)?;
    } else if !work.verify.checks.is_empty() || !work.verify.not_null.is_empty() {
        rewrite::verify(b, rel, &work.verify)?;
    }
    for i in work.rebuild {
        if b.catalog.class(i).is_some() {
            let heap = b.catalog.class(i).and_then(|c| c.index.as_ref().map(|e| e.heap));
            if let Some(heap) = heap {
                index::build(b, heap, i)?;
            }
        }
    }
    Ok(tag.into())
}

/// Whether a sub-command needs the strongest lock (`AlterTableGetLockLevel`).
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

/// A column's storage and compression are its indexes' too (`SetIndexStorageProperties`), all of
/// which are locked for it.
fn lock_indexes(b: &mut Backend<'_>, rel: Oid) {
    let indexes: Vec<Oid> = b.catalog.indexes_of(rel).iter().map(|i| i.oid).collect();
    for i in indexes {
        b.store.lock_exclusively(i);
    }
}

fn pass(c: &AlterTableCmd) -> u8 {
    match c {
        AlterTableCmd::DropColumn { .. } | AlterTableCmd::DropConstraint { .. } => 0,
        AlterTableCmd::AlterColumnType { .. } => 1,
        AlterTableCmd::AddColumn { .. } => 2,
        AlterTableCmd::AddConstraint(_) => 6,
        AlterTableCmd::ColumnDefault { .. } => 4,
        _ => 5,
    }
}

/// Sub-commands that leave the catalog to the rewriting of the table.
fn only_rewrites(c: &AlterTableCmd) -> bool {
    use AlterTableCmd::{SetAccessMethod, SetLogged, SetUnlogged};
    matches!(c, SetLogged | SetUnlogged | SetAccessMethod(_))
}

fn class_of(b: &Backend<'_>, rel: Oid) -> Result<Rc<Class>> {
    match b.catalog.class(rel) {
        Some(c) => Ok(Rc::clone(c)),
        None => err!(INTERNAL_ERROR, "cache lookup failed for relation {rel}"),
    }
}

pub(super) fn column_of(class: &Class, name: &str) -> Result<AttrNumber> {
    const SYSTEM: [&str; 6] = ["tableoid", "cmax", "xmax", "cmin", "xmin", "ctid"];
    if SYSTEM.contains(&name) {
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

/// Changes one column's entry.
pub(super) fn change(b: &mut Backend<'_>, rel: Oid, n: AttrNumber, f: impl FnOnce(&mut Attribute)) {
    if let Some(c) = b.catalog.class_mut(rel) {
        f(&mut Rc::make_mut(&mut c.desc).attrs[n.0 as usize - 1]);
    }
}

/// Marks columns as dropped (`RemoveAttributeById`).
pub(super) fn mark_dropped(c: &mut Class, which: impl Fn(&Attribute) -> bool) {
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

fn one(b: &mut Backend<'_>, rel: Oid, c: &AlterTableCmd, work: &mut Work) -> Result<()> {
    let class = class_of(b, rel)?;
    match c {
        AlterTableCmd::AddColumn { column, if_not_exists } => {
            columns::check_grammar(b, column)?;
            add_column(b, &class, column, *if_not_exists, work)
        }
        AlterTableCmd::DropColumn { column, behavior, missing_ok } => {
            drop_column(b, &class, column, *behavior, *missing_ok)
        }
        AlterTableCmd::ColumnDefault { column, default } => {
            set_default(b, &class, column, default.as_ref())
        }
        AlterTableCmd::DropNotNull(column) => {
            let n = column_of(&class, column)?;
            if class.desc.attr(n).identity.is_some() {
                return err!(
                    SYNTAX_ERROR,
                    "column \"{column}\" of relation \"{}\" is an identity column",
                    class.name
                );
            }
            let in_key =
                b.catalog.constraints_of(rel).iter().any(|k| k.kind == 'p' && k.keys.contains(&n));
            if in_key {
                return err!(INVALID_TABLE_DEFINITION, "column \"{column}\" is in a primary key");
            }
            if class.desc.attr(n).not_null {
                change(b, rel, n, |a| a.not_null = false);
            }
            Ok(())
        }
        AlterTableCmd::SetNotNull(column) => {
            let n = column_of(&class, column)?;
            if !class.desc.attr(n).not_null {
                work.verify.not_null.push(n);
                change(b, rel, n, |a| a.not_null = true);
            }
            Ok(())
        }
        AlterTableCmd::DropExpression { column, missing_ok } => {
            let n = column_of(&class, column)?;
            if class.desc.attr(n).generated.is_none() {
                let text = format!(
                    "column \"{column}\" of relation \"{}\" is not a stored generated column",
                    class.name
                );
                if *missing_ok {
                    b.client.notices.push(
                        PgError::new(SqlState::SUCCESSFUL_COMPLETION, format!("{text}, skipping"))
                            .severity(Severity::Notice),
                    );
                    return Ok(());
                }
                return err!(OBJECT_NOT_IN_PREREQUISITE_STATE, "{text}");
            }
            change(b, rel, n, |a| a.generated = None);
            if let Some(c) = b.catalog.class_mut(rel) {
                c.defaults.remove(&n);
            }
            Ok(())
        }
        AlterTableCmd::SetStatistics { column, value } => {
            let n = match column {
                ColumnOrNumber::Name(name) => column_of(&class, name)?,
                ColumnOrNumber::Number(n) => AttrNumber(*n as i16),
            };
            if *value < -1 {
                return err!(INVALID_PARAMETER_VALUE, "statistics target {value} is too low");
            }
            let value = (*value).min(10000);
            if n.0 >= 1 && (n.0 as usize) <= class.desc.attrs.len() {
                change(b, rel, n, |a| a.stat_target = value);
            }
            Ok(())
        }
        AlterTableCmd::SetOptions { column, options } => {
            column_options(b, &class, column, options, false)
        }
        AlterTableCmd::ResetOptions { column, options } => {
            column_options(b, &class, column, options, true)
        }
        AlterTableCmd::SetStorage { column, storage } => {
            let n = column_of(&class, column)?;
            let (s, toaster) = columns::set_storage(b, class.desc.attr(n), storage)?;
            change(b, rel, n, |a| a.toaster = toaster);
            change(b, rel, n, |a| a.storage = s);
            settle::column_changed(&mut b.catalog_store(), rel, n);
            lock_indexes(b, rel);
            for (i, key) in index_keys(b, rel, n) {
                change(b, i, key, |a| a.storage = s);
            }
            Ok(())
        }
        AlterTableCmd::SetToaster { column, toaster, location } => {
            columns::toasters_enabled(b, "TOASTER", *location)?;
            let n = column_of(&class, column)?;
            let oid = super::toaster::of_column(b, class.desc.attr(n), toaster)?;
            if let Some(c) = b.catalog.class_mut(rel) {
                c.use_toaster(n, oid);
            }
            let relation = b.catalog.relation(rel);
            if oid.is_valid()
                && let Some(relation) = relation
            {
                let handler = b.store.toasters.by_oid(oid)?;
                handler.init(b.store, &relation, n)?;
            }
            Ok(())
        }
        AlterTableCmd::SetCompression { column, method } => {
            let n = column_of(&class, column)?;
            let m = columns::compression(b, class.desc.attr(n).type_oid, method)?;
            let new = Attribute { compression: m, ..class.desc.attr(n).clone() };
            super::toaster::validate(b, &new, new.toaster)?;
            change(b, rel, n, |a| a.compression = m);
            settle::column_changed(&mut b.catalog_store(), rel, n);
            lock_indexes(b, rel);
            for (i, key) in index_keys(b, rel, n) {
                change(b, i, key, |a| a.compression = m);
            }
            Ok(())
        }
        AlterTableCmd::AlterColumnType { column, type_name, collation, using, location } => {
            let c = collation.as_ref().map(|c| (c.collation.as_slice(), c.location));
            alter_type::alter_type(b, &class, column, type_name, c, using.as_ref(), *location, work)
        }
        AlterTableCmd::AddIdentity { column, always, options, .. } => {
            add_identity(b, &class, column, *always, options)
        }
        AlterTableCmd::SetIdentity { column, options } => {
            let n = column_of(&class, column)?;
            let Some(q) = b.catalog.owned_sequence(rel, n, 'i').map(|c| c.oid) else {
                return err!(
                    OBJECT_NOT_IN_PREREQUISITE_STATE,
                    "column \"{column}\" of relation \"{}\" is not an identity column",
                    class.name
                );
            };
            let (mine, rest): (Vec<DefElem>, Vec<DefElem>) =
                options.iter().cloned().partition(|d| d.name == "generated");
            for d in mine {
                let text = d.arg.as_ref().map(sql::ast::DefArg::text).unwrap_or_default();
                let letter = if matches!(text.as_str(), "a" | "always" | "97") { 'a' } else { 'd' };
                change(b, rel, n, |a| a.identity = Some(letter));
            }
            if rest.is_empty() { Ok(()) } else { sequence::change(b, q, &rest) }
        }
        AlterTableCmd::DropIdentity { column, missing_ok } => {
            let n = column_of(&class, column)?;
            let Some(q) = b.catalog.owned_sequence(rel, n, 'i').map(|c| c.oid) else {
                let text = format!(
                    "column \"{column}\" of relation \"{}\" is not an identity column",
                    class.name
                );
                if *missing_ok {
                    b.client.notices.push(
                        PgError::new(SqlState::SUCCESSFUL_COMPLETION, format!("{text}, skipping"))
                            .severity(Severity::Notice),
                    );
                    return Ok(());
                }
                return err!(OBJECT_NOT_IN_PREREQUISITE_STATE, "{text}");
            };
            change(b, rel, n, |a| a.identity = None);
            objects::drop_relation(b, q);
            Ok(())
        }
        AlterTableCmd::AddConstraint(k) => add_constraint(b, &class, k, work),
        AlterTableCmd::ValidateConstraint(name) => {
            let found = b
                .catalog
                .constraints_of(rel)
                .iter()
                .find(|k| k.name == *name)
                .map(|k| (k.oid, k.check.clone()));
            let Some((oid, expr)) = found else {
                return err!(
                    UNDEFINED_OBJECT,
                    "constraint \"{name}\" of relation \"{}\" does not exist",
                    class.name
                );
            };
            if let Some(e) = expr {
                work.verify.checks.push((name.clone(), (*e).clone()));
            }
            if let Some(k) = b.catalog.constraints_mut().get_mut(&oid) {
                Rc::make_mut(k).validated = true;
            }
            Ok(())
        }
        AlterTableCmd::DropConstraint { name, behavior, missing_ok } => {
            drop_constraint(b, &class, name, *behavior, *missing_ok)
        }
        AlterTableCmd::ClusterOn(name) => {
            let i = b.catalog.class_named(class.namespace, name).map(|c| c.oid);
            match i {
                Some(i) => {
                    index::mark_clustered(b, rel, Some(i));
                    Ok(())
                }
                None => err!(
                    UNDEFINED_OBJECT,
                    "index \"{name}\" for table \"{}\" does not exist",
                    class.name
                ),
            }
        }
        AlterTableCmd::DropCluster => {
            index::mark_clustered(b, rel, None);
            Ok(())
        }
        AlterTableCmd::SetLogged | AlterTableCmd::SetUnlogged => {
            let to = if matches!(c, AlterTableCmd::SetLogged) { 'p' } else { 'u' };
            if class.persistence == 't' {
                return err!(
                    INVALID_TABLE_DEFINITION,
                    "cannot change logged status of table \"{}\" because it is temporary",
                    class.name
                );
            }
            if class.persistence != to {
                work.rewrite = true;
                work.persistence = Some(to);
            }
            Ok(())
        }
        AlterTableCmd::SetRelOptions(given) => {
            let of = if class.kind == 'i' { Of::Index } else { Of::Heap };
            let new = options::check(given, of)?;
            let toast_options =
                if class.kind == 'i' { Vec::new() } else { options::check(given, Of::Toast)? };
            if let Some(c) = b.catalog.class_mut(rel) {
                c.options = options::merge(&c.options, new);
            }
            if let Some(t) = b.catalog.class_mut(class.toast) {
                t.options = options::merge(&t.options, toast_options);
            }
            stored::class_changed(&mut b.catalog_store(), rel);
            // Written anew, changed or not (`ATExecSetRelOptions`).
            stored::class_changed(&mut b.catalog_store(), class.toast);
            Ok(())
        }
        AlterTableCmd::ResetRelOptions(given) => {
            for d in given {
                let target =
                    if d.namespace.as_deref() == Some("toast") { class.toast } else { rel };
                if let Some(c) = b.catalog.class_mut(target) {
                    c.options.retain(|(n, _)| *n != d.name);
                }
            }
            Ok(())
        }
        AlterTableCmd::SetAccessMethod(am) if am == "heap" => Ok(()),
        AlterTableCmd::SetAccessMethod(am) => {
            err!(UNDEFINED_OBJECT, "access method \"{am}\" does not exist")
        }
        AlterTableCmd::ReplicaIdentity { kind, .. } => {
            if let Some(c) = b.catalog.class_mut(rel) {
                c.replica_identity = *kind;
            }
            Ok(())
        }
        AlterTableCmd::ChangeOwner(who) => match who.as_str() {
            "postgres" | "current_user" | "session_user" | "current_role" => Ok(()),
            _ => err!(UNDEFINED_OBJECT, "role \"{who}\" does not exist"),
        },
        AlterTableCmd::SetTablespace(name) => match name.as_str() {
            "pg_default" => Ok(()),
            _ => err!(UNDEFINED_OBJECT, "tablespace \"{name}\" does not exist"),
        },
        AlterTableCmd::RowSecurity => Ok(()),
        AlterTableCmd::Trigger(name, state) => super::trigger::enable(b, &class, name, *state),
        AlterTableCmd::AlterConstraint(_)
        | AlterTableCmd::AddInherit(_)
        | AlterTableCmd::DropInherit(_)
        | AlterTableCmd::Other(_) => {
            err!(FEATURE_NOT_SUPPORTED, "this form of ALTER TABLE is not modelled")
        }
    }
}

/// The columns of indexes that stand for a table's column.
fn index_keys(b: &Backend<'_>, rel: Oid, n: AttrNumber) -> Vec<(Oid, AttrNumber)> {
    b.catalog
        .indexes_of(rel)
        .iter()
        .filter_map(|i| {
            let e = i.index.as_ref()?;
            let at = e.keys.iter().position(|k| k.attno == n)?;
            Some((i.oid, AttrNumber(at as i16 + 1)))
        })
        .collect()
}

fn add_column(
    b: &mut Backend<'_>,
    class: &Class,
    def: &ColumnDef,
    if_not_exists: bool,
    work: &mut Work,
) -> Result<()> {
    let rel = class.oid;
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
    let mut parts = Parts::default();
    create::column(b, &mut parts, def, &class.name, class.namespace, class.persistence)?;
    let a = parts.columns.pop().expect("one column");
    let at = class.desc.attrs.len();
    let n = AttrNumber(at as i16 + 1);
    for (i, _) in &mut parts.defaults {
        *i = at;
    }
    for (i, _, _) in &mut parts.sequences {
        *i = at;
    }
    let not_null = a.not_null;
    let generated = a.generated.is_some();
    if let Some(c) = b.catalog.class_mut(rel) {
        Rc::make_mut(&mut c.desc).attrs.push(a);
    }
    create::add_defaults(b, rel, &parts)?;
    b.store.xact.catalog_changes(u32::from(!parts.defaults.is_empty()));
    let identity = parts.sequences.iter().find(|(_, k, _)| *k == 'i').map(|(_, _, q)| *q);
    for (_, kind, q) in &parts.sequences {
        sequence::set_owner(b, *q, Some((rel, n, *kind)));
    }
    let default = match identity {
        Some(q) => Some(sequence::nextval_expr(b, rel, n, q)?),
        None => b.catalog.default_of(rel, n).map(|d| (*d.expr).clone()),
    };
    if let Some(e) = default {
        if generated || sql::expr::contains_volatile(&e) {
            work.rewrite = true;
            work.values.push((n, e));
        } else {
            // A default that is the same for all rows is kept beside the column.
            let value = b.evaluate(&e, &[])?;
            let value = if value.is_null() { value } else { flat(b, class, n, value)? };
            if !value.is_null() {
                if work.rewrite {
                    work.values.push((n, e));
                } else {
                    change(b, rel, n, |a| a.missing = Some(value));
                    b.store.xact.catalog_changes(1);
                }
            }
        }
    }
    // What every row has without being looked at needs no look.
    if not_null && class_of(b, rel)?.desc.attr(n).missing.is_none() {
        work.verify.not_null.push(n);
    }
    for (k, cols) in &parts.indexes {
        if let ConstraintKind::Index(i) = &k.kind
            && i.primary
        {
            change(b, rel, n, |a| a.not_null = true);
        }
        let i = index::constraint_index_later(b, rel, k, cols, true)?;
        work.rebuild.push(i);
    }
    check_later(b, rel, &parts.checks, work)?;
    b.store.xact.catalog_changes(u32::from(!parts.checks.is_empty()));
    for (k, cols) in &parts.foreign {
        check::add_foreign_key(b, rel, k, cols, true)?;
    }
    Ok(())
}

/// A missing value is kept plain (`StoreAttrMissingVal` puts it into an array).
fn flat(b: &mut Backend<'_>, class: &Class, n: AttrNumber, value: Datum) -> Result<Datum> {
    let class = class_of(b, class.oid)?;
    if class.desc.attr(n).len == -1 {
        return storage::toaster::plain(b.store, &value);
    }
    Ok(value)
}

fn check_later(
    b: &mut Backend<'_>,
    rel: Oid,
    checks: &[Constraint],
    work: &mut Work,
) -> Result<()> {
    let before: Vec<Oid> = b.catalog.constraints().keys().copied().collect();
    check::add_checks(b, rel, checks, false)?;
    for k in b.catalog.constraints_of(rel) {
        if !before.contains(&k.oid)
            && k.validated
            && let Some(e) = &k.check
        {
            work.verify.checks.push((k.name.clone(), (**e).clone()));
        }
    }
    Ok(())
}

/// The columns that are computed from this one.
fn computed_from(class: &Class, n: AttrNumber) -> Vec<String> {
    let columns = class.desc.attrs.iter().zip(1..).filter(|(a, _)| a.generated.is_some());
    let from = |i: i16| {
        let default = class.defaults.get(&AttrNumber(i));
        default.is_some_and(|d| check::columns_of(&d.expr).contains(&n))
    };
    columns.filter(|(_, i)| from(*i)).map(|(a, _)| a.name.clone()).collect()
}

fn drop_column(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    behavior: DropBehavior,
    missing_ok: bool,
) -> Result<()> {
    let rel = class.oid;
    let Some(n) = class.column(column) else {
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
    let views = super::drop::views_over(b, rel, Some(n.0));
    let generated = computed_from(class, n);
    if !views.is_empty() || !generated.is_empty() {
        let columns = generated.iter().map(|g| format!("column {g} of table {}", class.name));
        let over = views.iter().filter_map(|v| b.catalog.class(*v));
        let names: Vec<String> =
            columns.chain(over.map(|c| format!("{} {}", c.kind_word(), c.name))).collect();
        if behavior == DropBehavior::Restrict {
            let lines: Vec<String> = names
                .iter()
                .map(|v| format!("{v} depends on column {column} of table {}", class.name))
                .collect();
            return Err(PgError::new(
                SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
                format!(
                    "cannot drop column {column} of table {} because other objects depend on it",
                    class.name
                ),
            )
            .detail(lines.join("\n"))
            .hint("Use DROP ... CASCADE to drop the dependent objects too."));
        }
        for v in &names {
            b.client.notices.push(
                PgError::new(SqlState::SUCCESSFUL_COMPLETION, format!("drop cascades to {v}"))
                    .severity(Severity::Notice),
            );
        }
        for v in views {
            objects::drop_relation(b, v);
        }
        for g in generated {
            let Some(class) = b.catalog.class(rel).cloned() else { break };
            drop_column(b, &class, &g, behavior, true)?;
        }
    }
    // Indexes and constraints that use the column go silently.
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
        // A foreign key has four triggers.
        mine.map(|k| if k.kind == 'f' { 5 } else { 1 }).sum::<u32>()
    };
    let before = count(b);
    for i in indexes {
        objects::drop_relation(b, i);
    }
    b.catalog.constraints_mut().retain(|_, k| {
        !(k.rel == rel
            && k.keys.contains(&n)
            && (k.kind == 'c' && k.keys.len() == 1 || k.kind == 'f'))
    });
    let default = u32::from(class.defaults.contains_key(&n));
    b.store.xact.catalog_changes(default + before - count(b));
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
    Ok(())
}

fn set_default(
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
        } else {
            e
        });
    }
    if class.defaults.contains_key(&n)
        && let Some(c) = b.catalog.class_mut(class.oid)
    {
        c.defaults.remove(&n);
        if default.is_some() {
            b.store.xact.catalog_changes(1);
        }
    }
    if let Some(e) = default
        && let Some(x) = b.default_expr(class.oid, n, e)?
    {
        create::store_default(b, class.oid, n, x);
    }
    Ok(())
}

fn column_options(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    given: &[DefElem],
    reset: bool,
) -> Result<()> {
    let n = column_of(class, column)?;
    for d in given {
        if !matches!(d.name.as_str(), "n_distinct" | "n_distinct_inherited") {
            return err!(INVALID_PARAMETER_VALUE, "unrecognized parameter \"{}\"", d.name);
        }
    }
    if let Some(c) = b.catalog.class_mut(class.oid) {
        let mut now = c.column_options.remove(&n).unwrap_or_default();
        now.retain(|(name, _)| !given.iter().any(|d| d.name == *name));
        if !reset {
            for d in given {
                let value = d.arg.as_ref().map(sql::ast::DefArg::text).unwrap_or_default();
                now.push((d.name.clone(), value));
            }
        }
        if !now.is_empty() {
            c.column_options.insert(n, now);
        }
    }
    Ok(())
}

fn add_identity(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    always: bool,
    options: &[DefElem],
) -> Result<()> {
    let n = column_of(class, column)?;
    let a = class.desc.attr(n).clone();
    let fault = |text: &str| -> Result<()> {
        err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "column \"{column}\" of relation \"{}\" {text}",
            class.name
        )
    };
    if !a.not_null {
        return fault("must be declared NOT NULL before identity can be added");
    }
    if a.identity.is_some() {
        return fault("is already an identity column");
    }
    if class.defaults.contains_key(&n) {
        return fault("already has a default value");
    }
    let q = sequence::for_column(
        b,
        &class.name,
        column,
        class.namespace,
        class.persistence,
        a.type_oid,
        options,
    )?;
    sequence::set_owner(b, q, Some((class.oid, n, 'i')));
    change(b, class.oid, n, |a| a.identity = Some(if always { 'a' } else { 'd' }));
    Ok(())
}

fn add_constraint(
    b: &mut Backend<'_>,
    class: &Class,
    k: &Constraint,
    work: &mut Work,
) -> Result<()> {
    let rel = class.oid;
    if let Some(name) = &k.name
        && b.catalog.constraints_of(rel).iter().any(|o| o.name == *name)
    {
        return err!(
            DUPLICATE_OBJECT,
            "constraint \"{name}\" for relation \"{}\" already exists",
            class.name
        );
    }
    match &k.kind {
        ConstraintKind::Check(_) => check_later(b, rel, std::slice::from_ref(k), work),
        ConstraintKind::Index(i) => {
            if i.primary {
                for name in &i.columns {
                    if let Some(n) = class.column(name)
                        && !class.desc.attr(n).not_null
                    {
                        work.verify.not_null.push(n);
                        change(b, rel, n, |a| a.not_null = true);
                    }
                }
                if !work.rewrite {
                    let v = Verify {
                        checks: Vec::new(),
                        not_null: std::mem::take(&mut work.verify.not_null),
                    };
                    if !v.not_null.is_empty() {
                        rewrite::verify(b, rel, &v)?;
                    }
                }
            }
            index::constraint_index_later(b, rel, k, &i.columns, work.rewrite)?;
            Ok(())
        }
        ConstraintKind::Foreign(f) => check::add_foreign_key(b, rel, k, &f.columns, true),
        _ => err!(FEATURE_NOT_SUPPORTED, "this constraint is not modelled"),
    }
}

fn drop_constraint(
    b: &mut Backend<'_>,
    class: &Class,
    name: &str,
    behavior: DropBehavior,
    missing_ok: bool,
) -> Result<()> {
    let found =
        b.catalog.constraints_of(class.oid).iter().find(|k| k.name == name).map(|k| (***k).clone());
    let Some(k) = found else {
        let text = format!("constraint \"{name}\" of relation \"{}\" does not exist", class.name);
        if missing_ok {
            b.client.notices.push(
                PgError::new(SqlState::UNDEFINED_OBJECT, format!("{text}, skipping"))
                    .severity(Severity::Notice),
            );
            return Ok(());
        }
        return err!(UNDEFINED_OBJECT, "{text}");
    };
    let referring: Vec<(Oid, String, String)> = b
        .catalog
        .constraints()
        .values()
        .filter(|f| f.kind == 'f' && k.kind != 'f' && f.index == k.index && k.index.is_valid())
        .map(|f| {
            let t = b.catalog.class(f.rel).map_or(String::new(), |c| c.name.clone());
            (f.oid, f.name.clone(), t)
        })
        .collect();
    if !referring.is_empty() {
        if behavior == DropBehavior::Restrict {
            let lines: Vec<String> = referring
                .iter()
                .map(|(_, f, t)| format!("constraint {f} on table {t} depends on index {name}"))
                .collect();
            return Err(PgError::new(
                SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
                format!(
                    "cannot drop constraint {name} on table {} because other objects depend on it",
                    class.name
                ),
            )
            .detail(lines.join("\n"))
            .hint("Use DROP ... CASCADE to drop the dependent objects too."));
        }
        for (oid, f, t) in referring {
            b.catalog.constraints_mut().remove(&oid);
            b.client.notices.push(
                PgError::new(
                    SqlState::SUCCESSFUL_COMPLETION,
                    format!("drop cascades to constraint {f} on table {t}"),
                )
                .severity(Severity::Notice),
            );
        }
    }
    dropping::constraint_dropped(&mut b.catalog_store(), k.oid);
    b.catalog.constraints_mut().remove(&k.oid);
    if k.kind != 'f' && k.index.is_valid() {
        objects::drop_relation(b, k.index);
    }
    Ok(())
}
