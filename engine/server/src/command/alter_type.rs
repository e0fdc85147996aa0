//! ALTER COLUMN ... TYPE: changes the entry of the column, and makes all indexes, constraints and
//! defaults that depend on it again (`ATExecAlterColumnType`, `ATPostAlterTypeCleanup`).

use super::alter::{AlteredTable, Retyped, change, class_of, column_of, computed_from};
use super::create;
use super::{check, columns, index, opclass, sequence};
use crate::backend::Backend;
use crate::catalog::stored::{dropping, objects, remaining_changes};
use crate::catalog::{Class, ConstraintType};
use sql::ast::{AlterTableCmd, DefElem, Expr as Parsed, QualifiedName, TypeName};
use sql::expr::{Expr, FuncRef, Node};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::tuple::Attribute;
use storage::xact::RELATION_STATISTICS;

/// What a column is computed by whose type a sub-command changes, over the table as it is (`ATPrepAlterColumnType`);
/// `None` for an error, which the sub-command gives in its turn.
pub(super) fn transform(
    b: &mut Backend<'_>,
    class: &Class,
    c: &AlterTableCmd,
) -> Option<(AttrNumber, Expr)> {
    let AlterTableCmd::AlterColumnType { column, type_name, using, .. } = c else { return None };
    let n = class.column(column)?;
    let bound = columns::bind_type(b, type_name).ok()?;
    Some((n, b.transform_expr(class.oid, n, using.as_ref(), bound).ok()?))
}

/// ALTER COLUMN TYPE: changes the column's entry, and prepares to rebuild what depends on it
/// (`ATExecAlterColumnType`).
#[allow(clippy::too_many_arguments)]
pub(super) fn alter_type(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    type_name: &TypeName,
    collation: Option<(&QualifiedName, usize)>,
    using: Option<&Parsed>,
    location: usize,
    work: &mut AlteredTable,
) -> Result<()> {
    let rel = class.oid;
    let bound = columns::bind_type(b, type_name);
    if let Some(e) = using.filter(|_| bound.is_err() || class.column(column).is_none()) {
        // The expression is analyzed before column and type are looked up (`transformAlterTableStmt`).
        b.using_expr(rel, e)?;
    }
    let n = column_of(class, column)?;
    let a = class.desc.attr(n).clone();
    let placed = b.store.release.parameters_placed;
    let unplaced = |e: Box<PgError>| if placed { e } else { e.without_location() };
    let (type_oid, typmod) = bound.map_err(unplaced)?;
    if a.identity.is_some() {
        sequence::check_identity_type(type_oid)?;
    }
    let mut new = b.catalog.attribute_of(&a.name, type_oid, typmod);
    new.not_null = a.not_null;
    new.stat_target = a.stat_target;
    new.identity = a.identity;
    new.generated = a.generated;
    if !type_name.array_bounds.is_empty() {
        new.ndims = type_name.array_bounds.len() as i32;
    }
    if let Some((name, at)) = collation {
        let found = if new.collation.is_valid() {
            columns::collation_named(b, name)
        } else {
            let t = b.type_name(type_oid);
            err!(DATATYPE_MISMATCH, "collations are not supported by type {t}")
        };
        new.collation = found.map_err(|e| unplaced(e.at(at)))?;
    }
    columns::refuse_pseudo_type(b, &new)?;
    columns::refuse_own_type(b, class.row_type, type_oid)?;
    let known = work.transforms.iter().find(|t| t.0 == n).map(|t| Ok(t.1.clone()));
    let transform = known.unwrap_or_else(|| b.transform_expr(rel, n, using, (type_oid, typmod)))?;
    // The default must fit the new type too.
    let default = match class.defaults.get(&n) {
        Some(d) => {
            let known = b.snapshot();
            let view = known.view();
            let bare = strip(&d.expr);
            match sql::analyze::coerce_for_assignment(&view, &mut b.host(), bare, type_oid, typmod)?
            {
                Some(e) => Some(e),
                None => {
                    let what =
                        if a.generated.is_some() { "generation expression" } else { "default" };
                    return err!(
                        DATATYPE_MISMATCH,
                        "{what} for column \"{column}\" cannot be cast automatically to type {}",
                        b.type_text(type_oid, typmod)
                    );
                }
            }
        }
        None => None,
    };
    let views = super::dependencies::views_over(b, rel, Some(n.0));
    if let Some(v) = views.first().and_then(|v| b.catalog.class(*v)) {
        let view = super::dependencies::describe(b, v);
        return Err(PgError::new(
            SqlState::FEATURE_NOT_SUPPORTED,
            "cannot alter type of a column used by a view or rule",
        )
        .detail(format!("rule _RETURN on {view} depends on column \"{column}\"")));
    }
    if let Some(g) = computed_from(class, n).first() {
        let e = PgError::new(
            SqlState::SYNTAX_ERROR,
            "cannot alter type of a column used by a generated column",
        );
        let detail = format!("Column \"{column}\" is used by generated column \"{g}\".");
        return Err(e.detail(detail));
    }
    let must_rewrite = !relabels(&transform, n);
    if must_rewrite || work.rewrite {
        // What older rows lack will be written.
        if class.desc.attrs.iter().any(|a| a.missing.is_some()) {
            if let Some(c) = b.catalog.class_mut(rel) {
                Rc::make_mut(&mut c.desc).attrs.iter_mut().for_each(|a| a.missing = None);
            }
            b.store.xact.catalog_changes(1);
        }
    } else {
        new.missing.clone_from(&a.missing);
    }
    if a.identity.is_some()
        && let Some(q) = b.catalog.owned_sequence(rel, n, 'i').map(|c| c.oid)
    {
        let arg = Some(sql::ast::DefArg::Type(type_name.clone()));
        let given = DefElem { namespace: None, name: "as".into(), arg, location };
        sequence::change(b, q, &[given])?;
        b.store.xact.catalog_changes(1);
    }
    remember_users(b, class, n, &new, work);
    change(b, rel, n, |old| *old = new.clone());
    if let Some(e) = default {
        b.store.xact.catalog_changes(2);
        replace_default(b, rel, n, e);
    }
    if let Some(c) = b.catalog.class(rel) {
        c.state.columns.borrow_mut().remove(&n);
    }
    if must_rewrite {
        work.rewrite = true;
        work.values.push((n, transform));
    }
    Ok(())
}

/// Takes a column's default out and puts the new one in, under a new OID.
pub(super) fn replace_default(b: &mut Backend<'_>, rel: Oid, n: AttrNumber, new: Expr) {
    remaining_changes::relation_changed(&mut b.catalog_store(), rel);
    if let Some(old) = b.catalog.class_mut(rel).and_then(|c| c.defaults.remove(&n)) {
        dropping::default_dropped(&mut b.catalog_store(), old.oid);
    }
    create::store_default(b, rel, n, new);
}

/// The expression without the implicit coercions at its top (`strip_implicit_coercions`).
fn strip(e: &Expr) -> Expr {
    use sql::expr::CoercionForm;
    match &e.node {
        Node::Relabel(x, CoercionForm::ImplicitCast)
        | Node::CoerceViaIO(x, CoercionForm::ImplicitCast) => strip(x),
        Node::Func(f) if matches!(f.form, CoercionForm::ImplicitCast) && !f.args.is_empty() => {
            strip(&f.args[0])
        }
        _ => e.clone(),
    }
}

/// Whether the conversion leaves the bytes unchanged, so that no rewrite is needed
/// (`ATColumnChangeRequiresRewrite`).
fn relabels(e: &Expr, n: AttrNumber) -> bool {
    match &e.node {
        Node::Var(v) => v.attno == n.0,
        Node::Relabel(x, _) => relabels(x, n),
        Node::Func(f) if keeps_bytes(&f.func) => relabels(&f.args[0], n),
        Node::CoerceToDomain(..) => false,
        // A length coercion that only widens does nothing (`varchar_support`, `numeric_support`).
        Node::Func(f) if f.args.len() >= 2 => {
            let Node::Const(Datum::Word(to)) = &f.args[1].node else { return false };
            let (from, to) = (f.args[0].typmod, *to as i64 as i32);
            let widens = match e.type_oid {
                storage::types::oid::VARCHAR | storage::types::oid::VARBIT => {
                    to < 0 || (from >= 0 && from <= to)
                }
                storage::types::oid::NUMERIC => {
                    to < 4
                        || (from >= 4
                            && ((from - 4) & 0x7ff) == ((to - 4) & 0x7ff)
                            && ((from - 4) >> 16) <= ((to - 4) >> 16))
                }
                storage::types::oid::TIMESTAMP | storage::types::oid::TIMESTAMPTZ => {
                    !(0..6).contains(&to) || (from >= 0 && from <= to)
                }
                _ => false,
            };
            widens && relabels(&f.args[0], n)
        }
        _ => false,
    }
}

/// Whether a cast keeps the bytes: in UTC, which is all there is, one between timestamps with and without a time zone
/// does, and one from `oid` to `integer`, which is no function on the server.
fn keeps_bytes(f: &FuncRef) -> bool {
    use storage::types::oid::{INT4, OID, REGCLASS, REGTYPE, TIMESTAMP, TIMESTAMPTZ};
    let FuncRef::Cast(c, _) = f else { return false };
    matches!(
        (c.source, c.target),
        (TIMESTAMP, TIMESTAMPTZ) | (TIMESTAMPTZ, TIMESTAMP) | (OID | REGCLASS | REGTYPE, INT4)
    )
}

/// Creates the objects that use the columns of changed type again, with new OIDs: indexes of
/// constraints, other indexes, then CHECK constraints (`ATPostAlterTypeCleanup`).
pub(super) fn remake_users(b: &mut Backend<'_>, rel: Oid, work: &mut AlteredTable) -> Result<()> {
    let mut indexes = std::mem::take(&mut work.retyped);
    let of_constraint = |b: &Backend<'_>, i: Oid| {
        b.catalog.constraints().values().find(|k| k.index == i).map(|k| k.oid)
    };
    indexes.arrange_by_key(|i| of_constraint(b, i.index).is_none());
    let (mut constraints, mut others) = (Vec::new(), Vec::new());
    for i in &indexes {
        b.store.lock_exclusively(i.index);
        match of_constraint(b, i.index) {
            Some(k) => constraints.push(k),
            None => others.push(i.index),
        }
    }
    constraints.extend(work.constraints.iter().map(|(oid, _)| *oid));
    dropping::users_dropped(&mut b.catalog_store(), &constraints, &others);
    for i in indexes {
        // Each is dropped, a constraint before its index, and made again.
        let changes = if of_constraint(b, i.index).is_some() { 4 } else { 3 };
        remake_index(b, &i, work)?;
        b.store.xact.catalog_changes(changes);
    }
    let users = std::mem::take(&mut work.constraints).into_iter();
    let users =
        users.filter_map(|(old, text)| Some((b.catalog.constraints_mut().remove(&old)?, text)));
    let mut users: Vec<_> = users.collect();
    // Those of tables that refer to this one come last.
    users.arrange_by_key(|(k, _)| k.rel != rel);
    for (k, text) in users {
        let mut k = (*k).clone();
        if let Some(f) = k.foreign.clone() {
            b.store.lock_exclusively(k.rel);
            let before = k.oid;
            let k = check::remake_foreign_key(b, k, &f)?;
            keep_comment(b, before, k.oid);
            objects::constraints_made(&mut b.catalog_store(), &[Rc::clone(&k)]);
            if work.rewrite {
                work.foreign_keys.push(k);
            }
            continue;
        }
        let made = b.store.oids.next();
        keep_comment(b, std::mem::replace(&mut k.oid, made), made);
        if k.kind == ConstraintType::Check {
            let e = reanalyze(&text, |e| b.check_expr(k.rel, e))?;
            work.verify.checks.push((k.name.clone(), e.clone()));
            k.check = Some(Rc::new(e));
        }
        let k = Rc::new(k);
        b.catalog.constraints_mut().insert(k.oid, Rc::clone(&k));
        objects::constraints_made(&mut b.catalog_store(), &[k]);
        b.store.xact.catalog_changes(2);
    }
    Ok(())
}

/// Creates an index over columns whose type changes again, with a new OID. It takes over the old
/// one's file if that can stay.
fn remake_index(b: &mut Backend<'_>, of: &Retyped, work: &mut AlteredTable) -> Result<()> {
    let old = of.index;
    let Some(class) = b.catalog.class(old).cloned() else { return Ok(()) };
    let mut new = (*class).clone();
    let entry = Rc::make_mut(new.index.as_mut().expect("an index"));
    let desc = Rc::make_mut(&mut new.desc);
    let heap = entry.heap;
    let table = class_of(b, heap)?;
    for (k, a) in entry.keys.iter().zip(&mut desc.attrs).filter(|(k, _)| k.attno.0 > 0) {
        a.name.clone_from(&table.desc.attr(k.attno).name);
    }
    for (n, column) in &of.columns {
        for (i, k) in entry.keys.iter_mut().enumerate() {
            if k.attno == *n {
                k.type_oid = column.type_oid;
                k.collation = column.collation;
                let name = desc.attrs[i].name.clone();
                desc.attrs[i] = Attribute {
                    name,
                    not_null: false,
                    missing: None,
                    identity: None,
                    generated: None,
                    ..column.clone()
                };
            }
        }
    }
    let computed = entry.keys.iter_mut().zip(&mut desc.attrs).filter(|(k, _)| k.attno.0 == 0);
    for ((text, expr), (key, attr)) in of.exprs.iter().zip(&mut entry.exprs).zip(computed) {
        let before = expr.collation;
        *expr = reanalyze(text, |e| {
            attr.name = sql::analyze::suggested_name(e).unwrap_or_else(|| "expr".into());
            b.index_expr(heap, e)
        })?;
        if key.collation == before {
            key.collation = expr.collation;
        }
        key.type_oid = index::compared_as(b, expr.type_oid);
        *attr = b.catalog.attribute_of(&attr.name, key.type_oid, expr.typmod);
        attr.collation = key.collation;
    }
    for key in &entry.keys[..entry.key_count] {
        if key.collation.is_valid()
            && !b.catalog.attribute_of("", key.type_oid, -1).collation.is_valid()
        {
            let t = b.type_name(key.type_oid);
            return err!(DATATYPE_MISMATCH, "collations are not supported by type {t}");
        }
    }
    index::distinct_names(&mut desc.attrs, |a| &mut a.name);
    if let Some(text) = &of.predicate {
        entry.predicate = Some(reanalyze(text, |e| b.index_predicate(heap, e))?);
    }
    // An operator class that is not the default must accept the new type, which else must have a default.
    for (i, key) in entry.keys.iter_mut().take(entry.key_count).enumerate() {
        if let Some(class) = entry.opclasses.get_mut(i) {
            *class = opclass::resolve(b, new.access_method, key.type_oid, class.as_deref())?;
            key.pattern_ops = class.as_deref().is_some_and(opclass::is_pattern_class);
        }
    }
    let oid = b.store.oids.next();
    new.oid = oid;
    let constraint = b
        .catalog
        .constraints()
        .values()
        .find(|k| k.index == old && k.kind != ConstraintType::ForeignKey)
        .map(|k| (**k).clone());
    // An index with expressions is always rebuilt: whether their values change is not asked
    // (`CheckIndexCompatible`).
    let computed = !entry.exprs.is_empty() || entry.predicate.is_some();
    if computed && !work.rewrite {
        work.rebuild.push(oid);
    }
    if computed || work.rewrite {
        b.drop_file(class.file);
        new.file = storage::ids::RelFileNode(oid.0);
        b.create_file(new.file, new.persistence, RelKind::Index);
    }
    // The entries of an index that keeps its file are not counted.
    new.state = storage::heap::RelState::new();
    new.state.reltuples.set(0.0);
    b.store.lock_exclusively(oid);
    b.store.xact.object_with_statistics(RELATION_STATISTICS, old, false);
    b.store.xact.object_with_statistics(RELATION_STATISTICS, oid, true);
    b.catalog.classes_mut().remove(&old);
    b.catalog.classes_mut().insert(oid, Rc::new(new));
    keep_comment(b, old, oid);
    if let Some(mut k) = constraint {
        b.catalog.constraints_mut().remove(&k.oid);
        let made = b.store.oids.next();
        keep_comment(b, std::mem::replace(&mut k.oid, made), made);
        k.index = oid;
        b.catalog.constraints_mut().insert(k.oid, Rc::new(k));
    }
    objects::index_made(&mut b.catalog_store(), oid);
    Ok(())
}

/// Gives an object that is made again the comment of the one that it stands for (`RebuildConstraintComment`).
fn keep_comment(b: &mut Backend<'_>, from: Oid, to: Oid) {
    if b.catalog.comments().contains_key(&(from, 0)) {
        let comments = b.catalog.comments_mut();
        if let Some(text) = comments.remove(&(from, 0)) {
            comments.insert((to, 0), text);
        }
    }
}

/// Records the definitions of what will be created again when all columns have their types
/// (`RememberConstraintForRebuilding`, `RememberIndexForRebuilding`).
pub(super) fn remember_users(
    b: &mut Backend<'_>,
    class: &Class,
    n: AttrNumber,
    new: &Attribute,
    work: &mut AlteredTable,
) {
    let rel = class.oid;
    let users: Vec<Oid> = b
        .catalog
        .indexes_of(rel)
        .iter()
        .filter(|i| {
            i.index.as_ref().is_some_and(|x| {
                x.keys.iter().any(|k| k.attno == n)
                    || x.exprs.iter().chain(&x.predicate).any(|e| check::columns_of(e).contains(&n))
            })
        })
        .map(|i| i.oid)
        .collect();
    for i in users {
        let Some(entry) = b.catalog.class(i).and_then(|c| c.index.clone()) else { continue };
        // A collation that is not the column's is written in the definition.
        let own = class.desc.attr(n).collation;
        let key = entry.keys[..entry.key_count].iter().find(|k| k.attno == n);
        let written = key.map(|k| k.collation).filter(|c| c.is_valid() && *c != own);
        let collation = written.unwrap_or(new.collation);
        let column = (n, Attribute { collation, ..new.clone() });
        if let Some(met) = work.retyped.iter_mut().find(|met| met.index == i) {
            met.columns.push(column);
            continue;
        }
        work.retyped.push(Retyped {
            index: i,
            columns: vec![column],
            exprs: entry.exprs.iter().map(|e| b.deparse(e, Some(rel))).collect(),
            predicate: entry.predicate.as_ref().map(|e| b.deparse(e, Some(rel))),
        });
    }
    // NOT NULL and foreign keys, from either side, are made again from what is known of them.
    let all: Vec<_> = b.catalog.constraints().values().cloned().collect();
    for k in all {
        let mine = k.rel == rel;
        let used = match (&k.check, &k.foreign) {
            (Some(e), _) => mine && check::columns_of(e).contains(&n),
            (None, Some(f)) => mine && k.keys.contains(&n) || f.rel == rel && f.keys.contains(&n),
            (None, None) => mine && k.kind == ConstraintType::NotNull && k.keys == [n],
        };
        if used && work.constraints.iter().all(|(met, _)| *met != k.oid) {
            let text = k.check.as_ref().map_or(String::new(), |e| b.deparse(e, Some(rel)));
            work.constraints.push((k.oid, text));
        }
    }
}

/// Analyzes the stored text of an expression again; errors have no position in the statement.
fn reanalyze(text: &str, mut read: impl FnMut(&Parsed) -> Result<Expr>) -> Result<Expr> {
    sql::parser::parse_expr(text).and_then(|e| read(&e)).map_err(PgError::without_location)
}
