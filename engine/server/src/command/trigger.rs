//! CREATE TRIGGER, DROP TRIGGER, ALTER TABLE ... ENABLE TRIGGER (`trigger.c`).
//!
//! Left out, and refused: constraint triggers, transition tables, triggers on views and on TRUNCATE.

use crate::backend::StatementResult;
use crate::backend::{Backend, missing_on_table};
use crate::catalog::{Class, Trigger};
use crate::command::drop::lacks_schema;
use sql::analyze::{self, CatalogView};
use sql::ast::{CreateTriggerStmt, DropStmt, RenameStmt};
use sql::expr::Node;
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::types::oid;

/// Runs `CREATE TRIGGER` on a table. Triggers on views, on TRUNCATE and INSTEAD OF are refused.
#[inline(never)]
pub(super) fn create(b: &mut Backend<'_>, s: &CreateTriggerStmt) -> Result<StatementResult> {
    let class = b.find_relation(&s.relation)?;
    let name = &class.name;
    sql::analyze::check_opened(b.store.release, class.kind, name)?;
    let instead = s.kind & Trigger::INSTEAD != 0;
    let row = s.kind & Trigger::ROW != 0;
    match class.kind {
        RelKind::Table if instead => {
            return err!(WRONG_OBJECT_TYPE, "\"{name}\" is a table")
                .map_err(|e| e.detail("Tables cannot have INSTEAD OF triggers."));
        }
        RelKind::Table => {}
        RelKind::View if instead => {
            return err!(FEATURE_NOT_SUPPORTED, "INSTEAD OF triggers are not modelled");
        }
        RelKind::View if row => {
            return err!(WRONG_OBJECT_TYPE, "\"{name}\" is a view")
                .map_err(|e| e.detail("Views cannot have row-level BEFORE or AFTER triggers."));
        }
        RelKind::View => {
            return err!(FEATURE_NOT_SUPPORTED, "triggers on views are not modelled");
        }
        _ => {
            return err!(WRONG_OBJECT_TYPE, "relation \"{name}\" cannot have triggers")
                .map_err(|e| e.detail(class.unsupported()));
        }
    }
    class.refuse_system()?;
    if row && s.kind & Trigger::TRUNCATE != 0 {
        return err!(FEATURE_NOT_SUPPORTED, "TRUNCATE FOR EACH ROW triggers are not supported");
    }
    if s.kind & Trigger::TRUNCATE != 0 {
        return err!(FEATURE_NOT_SUPPORTED, "triggers on TRUNCATE are not modelled");
    }
    let when = match &s.when {
        Some(w) => Some(Rc::new(condition(b, s, w, &class)?)),
        None => None,
    };
    let function = function_of(b, s)?;
    let old = class.triggers.iter().find(|t| t.name == s.name);
    if old.is_some() && !s.replace {
        return err!(
            DUPLICATE_OBJECT,
            "trigger \"{}\" for relation \"{name}\" already exists",
            s.name
        );
    }
    let mut columns = Vec::new();
    for c in &s.columns {
        let found = class.desc.attrs.iter().position(|a| !a.dropped && a.name == *c);
        let Some(attno) = found.map(|i| AttrNumber(i as i16 + 1)) else {
            return err!(UNDEFINED_COLUMN, "column \"{c}\" of relation \"{name}\" does not exist");
        };
        if columns.contains(&attno) {
            return err!(DUPLICATE_COLUMN, "column \"{c}\" specified more than once");
        }
        columns.push(attno);
    }
    let _ = b.store.xact.assign_xid();
    let oid = old.map_or_else(|| b.store.oids.next(), |t| t.oid);
    b.store.xact.catalog_changes(1 + u32::from(!class.has_triggers));
    let trigger = Trigger {
        oid,
        name: s.name.clone(),
        function,
        kind: s.kind,
        enabled: 'O',
        columns,
        args: s.args.clone(),
        when,
    };
    change(b, class.oid, |list| {
        list.retain(|t| t.name != trigger.name);
        list.push(Rc::new(trigger));
        list.arrange_by(|x, y| x.name.cmp(&y.name));
    });
    Ok("CREATE TRIGGER".into())
}

/// Changes a table's triggers.
fn change(b: &mut Backend<'_>, rel: Oid, f: impl FnOnce(&mut Vec<Rc<Trigger>>)) {
    if let Some(c) = b.catalog.class_mut(rel) {
        f(&mut c.triggers);
        c.has_triggers = true;
    }
    storage::heap::class_row::invalidate(b.store, rel);
}

/// Analyzes WHEN. Which of OLD and NEW it may name depends on the trigger's events.
fn condition(
    b: &mut Backend<'_>,
    s: &CreateTriggerStmt,
    when: &sql::ast::Expr,
    class: &Class,
) -> Result<sql::expr::Expr> {
    let known = b.snapshot();
    let view = known.view();
    let Some(info) = view.relation_by_oid(class.oid) else {
        return err!(INTERNAL_ERROR, "a table without columns");
    };
    let e = analyze::analyze_trigger_condition(&view, &mut b.host(), when, &info)?;
    let is_generated = |i: usize| class.desc.attrs[i].generated.is_some();
    let any_generated = (0..class.desc.attrs.len()).any(is_generated);
    let mut wrong = None;
    analyze::visit(&e, &mut |x| {
        let Node::Var(v) = &x.node else { return };
        if wrong.is_some() {
            return;
        }
        let mut detail = String::new();
        let event = |bit: i16| s.kind & bit != 0;
        let text = if s.kind & Trigger::ROW == 0 {
            "statement trigger's WHEN condition cannot reference column values"
        } else if v.rte == 1 && event(Trigger::INSERT) {
            "INSERT trigger's WHEN condition cannot reference OLD values"
        } else if v.rte == 2 && event(Trigger::DELETE) {
            "DELETE trigger's WHEN condition cannot reference NEW values"
        } else if v.rte == 1 || !event(Trigger::BEFORE) {
            return;
        } else if v.attno < 0 {
            "BEFORE trigger's WHEN condition cannot reference NEW system columns"
        } else if v.attno == 0 && any_generated {
            detail =
                "A whole-row reference is used and the table contains generated columns.".into();
            "BEFORE trigger's WHEN condition cannot reference NEW generated columns"
        } else if v.attno > 0 && is_generated(v.attno as usize - 1) {
            let name = &class.desc.attrs[v.attno as usize - 1].name;
            detail = format!("Column \"{name}\" is a generated column.");
            "BEFORE trigger's WHEN condition cannot reference NEW generated columns"
        } else {
            return;
        };
        wrong = Some((text, std::mem::take(&mut detail), x.location));
    });
    if let Some((text, detail, at)) = wrong {
        let mut e = PgError::new(SqlState::INVALID_OBJECT_DEFINITION, text);
        if !detail.is_empty() {
            e = e.detail(detail);
        }
        return Err(if at >= 0 { e.at(at as usize) } else { e });
    }
    Ok(e)
}

/// The function that a trigger calls.
fn function_of(b: &mut Backend<'_>, s: &CreateTriggerStmt) -> Result<Oid> {
    let schema = s.function.schema_in(&b.catalog.database)?;
    let last = &*s.function.last;
    if last == Trigger::SUPPRESS_REDUNDANT_NAME && schema.is_none_or(|s| s == "pg_catalog") {
        return Ok(Trigger::SUPPRESS_REDUNDANT);
    }
    let found = b.view().functions(schema, last);
    let shown = &s.function;
    match found.iter().find(|f| f.args.is_empty()) {
        Some(f) if f.ret == oid::TRIGGER => Ok(f.oid),
        None if sql::catalog::function_exact(last, &[]).is_none() => {
            err!(UNDEFINED_FUNCTION, "function {shown}() does not exist")
        }
        _ => err!(INVALID_OBJECT_DEFINITION, "function {shown} must return type trigger"),
    }
}

/// Runs `DROP TRIGGER`. A table or trigger that does not exist is an error, or with IF EXISTS
/// gives a NOTICE.
pub(super) fn drop(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    let (Some(name), Some(shown)) = (s.objects.first(), &s.on_relation) else {
        return err!(INTERNAL_ERROR, "DROP TRIGGER names a trigger and its table");
    };
    let (name, table) = (&name.last, &shown.last);
    let schema = shown.relation_schema_in(&b.catalog.database)?;
    if lacks_schema(b, schema, s.missing_ok)? {
        return Ok("DROP TRIGGER".into());
    }
    let class = b.view().class(schema, table).cloned();
    let skip = |b: &mut Backend<'_>, text: String| {
        b.client
            .notices
            .push(PgError::new(SqlState::UNDEFINED_OBJECT, text).severity(Severity::Notice));
        Ok("DROP TRIGGER".into())
    };
    let Some(class) = class else {
        if s.missing_ok {
            return skip(b, format!("relation \"{shown}\" does not exist, skipping"));
        }
        return err!(UNDEFINED_TABLE, "relation \"{shown}\" does not exist");
    };
    if !class.triggers.iter().any(|t| t.name == *name) {
        if s.missing_ok {
            let text =
                format!("trigger \"{name}\" for relation \"{shown}\" does not exist, skipping");
            return skip(b, text);
        }
        return err!(UNDEFINED_OBJECT, "trigger \"{name}\" for table \"{table}\" does not exist");
    }
    let _ = b.store.xact.assign_xid();
    b.store.xact.catalog_changes(1);
    change(b, class.oid, |list| list.retain(|t| t.name != *name));
    Ok("DROP TRIGGER".into())
}

/// Sets the `state` of one trigger of a table, or of every one for `all` and `user` (`ALTER TABLE
/// ... ENABLE | DISABLE TRIGGER`).
pub(super) fn enable(b: &mut Backend<'_>, class: &Class, name: &str, state: char) -> Result<()> {
    let every = matches!(name, "all" | "user");
    if !every && !class.triggers.iter().any(|t| t.name == name) {
        return Err(missing_on_table("trigger", name, &class.name));
    }
    let had = class.has_triggers;
    change(b, class.oid, |list| {
        for t in list.iter_mut().filter(|t| every || t.name == name) {
            *t = Rc::new(Trigger { enabled: state, ..(**t).clone() });
        }
    });
    if let Some(c) = b.catalog.class_mut(class.oid) {
        c.has_triggers = had;
    }
    if name == "all" {
        let off = matches!(state, 'D' | 'R');
        for k in b.catalog.constraints_mut().values_mut() {
            let Some(f) = &k.foreign else { continue };
            let here = [k.rel == class.oid, f.rel == class.oid];
            if here != [false; 2] {
                let mut f = (**f).clone();
                (0..2).filter(|i| here[*i]).for_each(|i| f.off[i] = off);
                Rc::make_mut(k).foreign = Some(Rc::new(f));
            }
        }
    }
    Ok(())
}

/// Runs `ALTER TRIGGER ... RENAME TO`; a name in use on the table is refused.
pub(super) fn rename(b: &mut Backend<'_>, s: &RenameStmt) -> Result<StatementResult> {
    let (Some(relation), Some(old)) = (&s.relation, &s.subname) else {
        return err!(INTERNAL_ERROR, "a trigger without a table");
    };
    let class = b.find_relation(relation)?;
    let has = |name: &str| class.triggers.iter().any(|t| t.name == name);
    if !has(old) {
        return Err(missing_on_table("trigger", old, &class.name));
    }
    if has(&s.newname) {
        return err!(
            DUPLICATE_OBJECT,
            "trigger \"{}\" for relation \"{}\" already exists",
            s.newname,
            class.name
        );
    }
    let _ = b.store.xact.assign_xid();
    b.store.xact.catalog_changes(1);
    change(b, class.oid, |list| {
        for t in list.iter_mut().filter(|t| t.name == *old) {
            *t = Rc::new(Trigger { name: s.newname.clone(), ..(**t).clone() });
        }
        list.arrange_by(|x, y| x.name.cmp(&y.name));
    });
    Ok("ALTER TRIGGER".into())
}

/// Removes a trigger of a table.
pub(super) fn remove(b: &mut Backend<'_>, rel: Oid, trigger: Oid) {
    change(b, rel, |list| list.retain(|t| t.oid != trigger));
}
