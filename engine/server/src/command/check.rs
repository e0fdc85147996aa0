//! CHECK and foreign keys, and what LIKE brings.

use super::create::SYSTEM_COLUMNS;
use super::objects;
use crate::backend::Backend;
use crate::catalog::stored::objects::constraints_made;
use crate::catalog::{Class, Constraint, ConstraintType, ForeignEntry};
use sql::ast::{Constraint as Parsed, ConstraintKind, ForeignKey};
use sql::expr::{Expr, Node};
use sql::plan::family;
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{Persistence, RelKind};
use storage::ids::{AttrNumber, Oid};
use storage::types::oid;

/// What is added to a new table after it is there.
pub(crate) enum DeferredConstraint {
    Default { column: usize, expr: Expr },
    Check { name: String, expr: Expr, no_inherit: bool, comment: Option<String> },
    Index { source: Oid, first: usize, comment: Option<String> },
    Comment { column: usize, text: String },
}

impl DeferredConstraint {
    /// Adds the default or constraint to the new table.
    pub(super) fn run(self, b: &mut Backend<'_>, rel: Oid) -> Result<()> {
        match self {
            DeferredConstraint::Default { column, expr } => {
                super::create::store_default(b, rel, AttrNumber(column as i16 + 1), expr);
                Ok(())
            }
            DeferredConstraint::Check { name, expr, no_inherit, comment } => {
                let keys = columns_of(&expr);
                let check = add(b, rel, name, expr, keys, true, no_inherit);
                put_comment(b, (check, 0), comment);
                Ok(())
            }
            DeferredConstraint::Index { source, first, comment } => {
                let class = b.catalog.class(source);
                let primary = class.and_then(|c| c.index.as_ref()).is_some_and(|i| i.primary);
                let mut others = b.catalog.constraints_of(rel).into_iter();
                if primary && others.any(|k| k.kind == ConstraintType::PrimaryKey) {
                    let table = b.catalog.class(rel).map_or("", |c| &c.name);
                    let text =
                        format!("multiple primary keys for table \"{table}\" are not allowed");
                    return Err(PgError::new(SqlState::INVALID_TABLE_DEFINITION, text));
                }
                let index = super::index::copy(b, source, rel, first)?;
                put_comment(b, (index, 0), comment);
                Ok(())
            }
            DeferredConstraint::Comment { column, text } => {
                put_comment(b, (rel, column as i16 + 1), Some(text));
                Ok(())
            }
        }
    }
}

/// Gives the object, or the column of it, this comment if there is one.
fn put_comment(b: &mut Backend<'_>, on: (Oid, i16), comment: Option<String>) {
    if let Some(text) = comment {
        b.catalog.comments_mut().insert(on, text);
    }
}

/// Changes the column numbers of an expression for another table, which has the columns that were not dropped, after its
/// `first` ones (`map_variable_attnos`).
pub(super) fn renumber(e: &Expr, source: &Class, first: usize) -> Expr {
    let mut out = e.clone();
    sql::analyze::visit_mut(&mut out, &mut |x| {
        if let Node::Var(v) = &mut x.node
            && v.attno > 0
        {
            v.attno = renumbered(AttrNumber(v.attno), source, first).0;
        }
    });
    out
}

/// The number of a column in that table.
pub(super) fn renumbered(n: AttrNumber, source: &Class, first: usize) -> AttrNumber {
    let before = &source.desc.attrs[..n.0 as usize - 1];
    let kept = before.iter().filter(|a| !a.dropped).count();
    AttrNumber((first + kept) as i16 + 1)
}

/// The columns that an expression uses, in the order in which it names them (`StoreRelCheck`).
pub(super) fn columns_of(e: &Expr) -> Vec<AttrNumber> {
    let mut found = Vec::new();
    sql::analyze::visit(e, &mut |x| {
        if let Node::Var(v) = &x.node
            && v.attno > 0
            && !found.contains(&AttrNumber(v.attno))
        {
            found.push(AttrNumber(v.attno));
        }
    });
    found
}

/// Whether an expression reads a system column, which counts as a column when a constraint gets its name
/// (`AddRelationNewConstraints`).
pub(super) fn reads_system_column(e: &Expr) -> bool {
    sql::analyze::contains(e, &|x| matches!(&x.node, Node::Var(v) if v.attno < 0))
}

/// Enters a CHECK constraint into the catalog.
fn add(
    b: &mut Backend<'_>,
    rel: Oid,
    name: String,
    expr: Expr,
    keys: Vec<AttrNumber>,
    validated: bool,
    no_inherit: bool,
) -> Oid {
    let oid = b.store.oids.next();
    let k = Constraint {
        oid,
        name,
        kind: ConstraintType::Check,
        rel,
        index: Oid::INVALID,
        keys,
        validated,
        no_inherit,
        deferrable: (false, false),
        check: Some(Rc::new(expr)),
        foreign: None,
    };
    b.catalog.constraints_mut().insert(oid, Rc::new(k));
    oid
}

/// Adds CHECKs to a table (`AddRelationNewConstraints`). Its rows are not checked: the caller does that.
pub(super) fn add_checks(b: &mut Backend<'_>, rel: Oid, checks: &[&Parsed]) -> Result<()> {
    let mut made: Vec<String> = Vec::new();
    for c in checks {
        let ConstraintKind::Check(parsed) = &c.kind else { continue };
        let expr = b.check_expr(rel, parsed)?;
        let keys = columns_of(&expr);
        let Some(table) = b.catalog.class(rel).cloned() else { return Ok(()) };
        let name = match &c.name {
            Some(n) => {
                if made.contains(n) {
                    return err!(DUPLICATE_OBJECT, "check constraint \"{n}\" already exists");
                }
                if b.catalog.constraints_of(rel).iter().any(|k| k.name == *n) {
                    return err!(
                        DUPLICATE_OBJECT,
                        "constraint \"{n}\" for relation \"{}\" already exists",
                        table.name
                    );
                }
                n.clone()
            }
            None => {
                let column = match keys.as_slice() {
                    [one] if !reads_system_column(&expr) => table.desc.attr(*one).name.clone(),
                    _ => String::new(),
                };
                constraint_name(b, rel, &table.name, &column, "check")
            }
        };
        made.push(name.clone());
        add(b, rel, name, expr, keys, !c.not_valid, c.no_inherit);
    }
    let mut all = b.catalog.constraints_of(rel);
    all.retain(|k| k.kind == ConstraintType::Check);
    let all: Vec<Rc<Constraint>> = all.into_iter().cloned().collect();
    constraints_made(&mut b.catalog_store(), &all);
    Ok(())
}

/// A constraint name that the table does not have yet (`ChooseConstraintName`).
pub(super) fn constraint_name(
    b: &Backend<'_>,
    rel: Oid,
    table: &str,
    column: &str,
    label: &str,
) -> String {
    let mut pass = 0;
    let mut modified = label.to_string();
    loop {
        let name = objects::object_name(table, column, &modified);
        if !b.catalog.constraints_of(rel).iter().any(|k| k.name == name) {
            return name;
        }
        pass += 1;
        modified = format!("{label}{pass}");
    }
}

/// Refuses a foreign key between tables of persistences that do not allow it
/// (`ATAddForeignKeyConstraint`).
fn check_reach(table: &Class, referenced: &Class) -> Result<()> {
    let reach = match (table.persistence, referenced.persistence) {
        (Persistence::Permanent, Persistence::Permanent)
        | (Persistence::Unlogged, Persistence::Permanent | Persistence::Unlogged)
        | (Persistence::Temp, Persistence::Temp) => None,
        (Persistence::Permanent, _) => Some("permanent tables may reference only permanent tables"),
        (Persistence::Unlogged, _) => {
            Some("unlogged tables may reference only permanent or unlogged tables")
        }
        _ => Some("temporary tables may reference only temporary tables"),
    };
    if let Some(text) = reach {
        return err!(INVALID_TABLE_DEFINITION, "constraints on {text}");
    }
    Ok(())
}

/// The columns with these names (`transformColumnNameList`).
fn foreign_columns(t: &Class, names: &[String]) -> Result<Vec<AttrNumber>> {
    let find = |n: &String| match t.column(n) {
        Some(a) => Ok(a),
        None if SYSTEM_COLUMNS.contains(&n.as_str()) => {
            err!(FEATURE_NOT_SUPPORTED, "system columns cannot be used in foreign keys")
        }
        None => Err(PgError::new(
            SqlState::UNDEFINED_COLUMN,
            format!("column \"{n}\" referenced in foreign key constraint does not exist"),
        )),
    };
    names.iter().map(find).collect()
}

/// The unique index that a foreign key refers to, and its columns: the primary key, or the columns
/// that are named (`transformFkeyGetPrimaryKey`, `transformFkeyCheckAttrs`).
fn referenced_key(
    b: &Backend<'_>,
    referenced: &Class,
    named: &[String],
) -> Result<(Oid, Vec<AttrNumber>)> {
    let indexes = b.catalog.indexes_of(referenced.oid);
    let unique = |want: Option<&[AttrNumber]>| {
        indexes.iter().find_map(|i| {
            let e = i.index.as_ref()?;
            let cols: Vec<AttrNumber> = e.keys[..e.key_count].iter().map(|k| k.attno).collect();
            match want {
                None => e.primary.then_some((i.oid, cols)),
                Some(w) => {
                    let same = cols.len() == w.len() && w.iter().all(|a| cols.contains(a));
                    (e.unique && e.predicate.is_none() && same).then_some((i.oid, cols))
                }
            }
        })
    };
    if named.is_empty() {
        match unique(None) {
            Some(found) => Ok(found),
            None => {
                err!(
                    UNDEFINED_OBJECT,
                    "there is no primary key for referenced table \"{}\"",
                    referenced.name
                )
            }
        }
    } else {
        let want: Vec<AttrNumber> = foreign_columns(referenced, named)?;
        match unique(Some(&want)) {
            Some((i, _)) => Ok((i, want)),
            None => Err(PgError::new(
                SqlState("42830"),
                format!(
                    "there is no unique constraint matching given keys for referenced table \"{}\"",
                    referenced.name
                ),
            )),
        }
    }
}

/// Checks that each pair of columns has an operator `=` that the index over the column referred to
/// serves: one of its family, after a coercion of the referring column at most
/// (`ATAddForeignKeyConstraint`).
fn check_key_types(
    b: &mut Backend<'_>,
    name: &str,
    (table, keys): (&Class, &[AttrNumber]),
    (referenced, ref_keys): (&Class, &[AttrNumber]),
) -> Result<()> {
    for (key, to) in keys.iter().zip(ref_keys) {
        let (a, to) = (table.desc.attr(*key), referenced.desc.attr(*to));
        if a.type_oid == to.type_oid {
            continue;
        }
        let (mine, theirs) = (b.type_name(a.type_oid), b.type_name(to.type_oid));
        let test = format!("SELECT NULL::{theirs} OPERATOR(pg_catalog.=) NULL::{mine}");
        let parsed = sql::parser::parse(&test)?;
        let query = b.analyze(&parsed[0].stmt);
        let operator = query.as_ref().ok().and_then(|q| match &q.target.first()?.expr.node {
            Node::Op(o) => Some(o.op.left),
            _ => None,
        });
        let theirs_family = family(b.catalog.base_type(to.type_oid));
        let serves = |left: Oid| {
            // Strings with blanks at their ends are coerced from text, enums and arrays have one
            // operator for all.
            matches!(left, oid::TEXT | oid::ANYENUM | oid::ANYARRAY)
                || family(left) == theirs_family
        };
        if !operator.is_some_and(serves) {
            let [mine_of, theirs_of] = b.store.release.foreign_key_sides;
            return Err(PgError::new(
                SqlState::DATATYPE_MISMATCH,
                format!("foreign key constraint \"{name}\" cannot be implemented"),
            )
            .detail(format!(
                "Key columns \"{}\"{mine_of} and \"{}\"{theirs_of} are of incompatible types: {mine} and {theirs}.",
                a.name, to.name
            )));
        }
    }
    Ok(())
}

/// Adds a foreign key. The rows that are there are not checked: the caller does that.
pub(super) fn add_foreign_key(
    b: &mut Backend<'_>,
    rel: Oid,
    c: &Parsed,
    f: &ForeignKey,
    columns: &[String],
) -> Result<Rc<Constraint>> {
    let table = super::alter::class_of(b, rel)?;
    let referenced = b.find_relation(&f.table)?;
    if referenced.kind != RelKind::Table {
        return err!(
            WRONG_OBJECT_TYPE,
            "referenced relation \"{}\" is not a table",
            referenced.name
        );
    }
    referenced.refuse_system()?;
    check_reach(&table, &referenced)?;
    let keys = foreign_columns(&table, columns)?;
    let (index, ref_keys) = referenced_key(b, &referenced, &f.ref_columns)?;
    if keys.len() != ref_keys.len() {
        return Err(PgError::new(
            SqlState("42830"),
            "number of referencing and referenced columns for foreign key disagree",
        ));
    }
    if !f.set_columns.is_empty() {
        let text = "a list of columns after SET NULL or SET DEFAULT is not modelled";
        return err!(FEATURE_NOT_SUPPORTED, "{text}");
    }
    let name = match &c.name {
        Some(n) => n.clone(),
        None => constraint_name(b, rel, &table.name, &columns.join("_"), "fkey"),
    };
    let k = Constraint {
        oid: Oid::INVALID,
        name,
        kind: ConstraintType::ForeignKey,
        rel,
        index,
        keys,
        validated: !c.not_valid,
        no_inherit: true,
        deferrable: (c.deferrable, c.initially_deferred),
        check: None,
        foreign: Some(Rc::new(ForeignEntry {
            rel: referenced.oid,
            keys: ref_keys,
            on_update: f.on_update,
            on_delete: f.on_delete,
            match_type: f.match_type,
            off: [false; 2],
        })),
    };
    make_foreign_key(b, k)
}

/// Makes a foreign key again whose column has another type now, with a new OID and the index that
/// it refers to now (`ATPostAlterTypeParse`).
pub(super) fn remake_foreign_key(
    b: &mut Backend<'_>,
    mut k: Constraint,
    f: &ForeignEntry,
) -> Result<Rc<Constraint>> {
    b.store.xact.catalog_changes(super::objects::commands_to_drop(&k));
    let referenced = super::alter::class_of(b, f.rel)?;
    let names: Vec<String> =
        f.keys.iter().map(|n| referenced.desc.attr(*n).name.to_string()).collect();
    k.index = referenced_key(b, &referenced, &names)?.0;
    make_foreign_key(b, k)
}

/// Enters a foreign key into the catalog, with a new OID and the triggers that watch over it
/// (`ATAddForeignKeyConstraint`).
fn make_foreign_key(b: &mut Backend<'_>, mut k: Constraint) -> Result<Rc<Constraint>> {
    let Some(f) = k.foreign.clone() else { return Ok(Rc::new(k)) };
    let [table, referenced] = [k.rel, f.rel].map(|r| super::alter::class_of(b, r));
    check_key_types(b, &k.name, (&*table?, &k.keys), (&*referenced?, &f.keys))?;
    // The constraint and its triggers, and for each table that it has some.
    let watched = |rel: Oid| b.catalog.class(rel).is_some_and(|c| c.has_triggers);
    let mut tables = vec![k.rel, f.rel];
    tables.dedup();
    let changes = 4 + tables.iter().filter(|r| !watched(**r)).count();
    for r in tables {
        if let Some(c) = b.catalog.class_mut(r) {
            c.has_triggers = true;
        }
        // Its entry is read anew, whether it had triggers or not (`CreateTriggerFiringOn`).
        storage::heap::class_row::invalidate(b.store, r);
    }
    b.store.xact.catalog_changes(changes as u32);
    k.oid = b.store.oids.next();
    let k = Rc::new(k);
    b.catalog.constraints_mut().insert(k.oid, Rc::clone(&k));
    // The four triggers that watch over it take an OID each.
    for _ in 0..4 {
        b.store.oids.next();
    }
    Ok(k)
}
