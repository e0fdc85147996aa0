//! CREATE SEQUENCE, ALTER SEQUENCE (`sequence.c`).

use super::objects::{self, NewRelation};
use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::backend::sequence::*;
use crate::catalog::stored::objects as stored;
use crate::catalog::system::attribute;
use crate::catalog::{Class, SequenceEntry, SequenceState};
use sql::ast::{AlterSeqStmt, CreateSeqStmt, DefArg, DefElem};
use sql::expr::{CoercionForm, Expr, FuncCall, FuncRef, Node};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{Persistence, RelKind};
use storage::ids::{AttrNumber, Oid};
use storage::tuple::TupleDesc;
use storage::types::oid;

/// Runs `CREATE SEQUENCE`: makes a sequence with the options and the owner given.
pub(super) fn create(b: &mut Backend<'_>, s: &CreateSeqStmt) -> Result<StatementResult> {
    let (namespace, persistence) = super::create::target(b, &s.sequence)?;
    let name = &s.sequence.name;
    if s.if_not_exists && super::create::exists_skip(b, namespace, name, true)? {
        return Ok("CREATE SEQUENCE".into());
    }
    let entry = options(b, None, &s.options, oid::INT8)?;
    let q = make(b, name, namespace, persistence, entry)?;
    if let Some(owner) = owned_by(b, &s.options, namespace)? {
        own(b, q, owner);
    }
    Ok("CREATE SEQUENCE".into())
}

/// What OWNED BY says of a sequence in the schema `namespace`: nothing if it is not given, `Some(None)` for
/// NONE, else table, column and kind of dependency (`process_owned_by`).
fn owned_by(
    b: &Backend<'_>,
    given: &[DefElem],
    namespace: Oid,
) -> Result<Option<Option<(Oid, AttrNumber, char)>>> {
    let Some(d) = given.iter().find(|d| d.name == "owned_by") else { return Ok(None) };
    let Some(DefArg::Name(name)) = &d.arg else { return Ok(Some(None)) };
    let Some(table) = name.parent() else {
        if name.last.eq_ignore_ascii_case("none") {
            return Ok(Some(None));
        }
        return Err(PgError::new(SqlState::SYNTAX_ERROR, "invalid OWNED BY option")
            .hint("Specify OWNED BY table.column or OWNED BY NONE."));
    };
    let known = b.snapshot();
    let schema = table.relation_schema_in(&b.catalog.database)?;
    let (table, column) = (&table.last, &name.last);
    let view = known.view();
    let Some(class) = view.class(schema, table) else {
        return Err(crate::backend::missing_relation(None, table));
    };
    if !matches!(class.kind, RelKind::Table | RelKind::View) {
        let message = format!("sequence cannot be owned by relation \"{table}\"");
        return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, message).detail(class.unsupported()));
    }
    if class.namespace != namespace {
        return err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "sequence must be in same schema as table it is linked to"
        );
    }
    match class.column(column) {
        Some(n) => Ok(Some(Some((class.oid, n, 'a')))),
        None => {
            err!(UNDEFINED_COLUMN, "column \"{column}\" of relation \"{table}\" does not exist")
        }
    }
}

/// Runs `ALTER SEQUENCE`: changes options, which gives it a new file, or the column that owns it.
pub(super) fn alter(b: &mut Backend<'_>, s: &AlterSeqStmt) -> Result<StatementResult> {
    let Some(class) = super::misc::relation_or_skip(b, &s.sequence, s.missing_ok)? else {
        return Ok("ALTER SEQUENCE".into());
    };
    entry_of(b, class.oid)?;
    let owner = owned_by(b, &s.options, class.namespace)?;
    let _ = b.store.xact.assign_xid();
    // OWNED BY alone leaves the sequence's row as it is.
    if s.options.iter().any(|d| d.name != "owned_by") {
        change(b, class.oid, &s.options)?;
        b.store.xact.catalog_changes(1);
    }
    if let Some(owner) = owner {
        if let Some((table, _, 'i')) = class.sequence.as_ref().and_then(|s| s.owner) {
            let table = b.catalog.class(table).map_or("", |c| c.name.as_str());
            let detail = format!("Sequence \"{}\" is linked to table \"{table}\".", class.name);
            let message = "cannot change ownership of identity sequence";
            return Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, message).detail(detail));
        }
        set_owner(b, class.oid, owner);
    }
    Ok("ALTER SEQUENCE".into())
}

/// Applies options to a sequence, which gets a new file.
pub(super) fn change(b: &mut Backend<'_>, seq: Oid, given: &[DefElem]) -> Result<()> {
    let Some(class) = b.catalog.class(seq).cloned() else { return Ok(()) };
    let Some(old) = class.sequence.clone() else {
        return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a sequence", class.name);
    };
    let entry = options(b, Some(&old), given, old.type_oid)?;
    // Numbers that the session has cached belong to the old file (`init_sequence`), also when it comes back.
    for state in [&old.state, &entry.state] {
        state.cached.set(state.current.get().unwrap_or(0));
    }
    objects::new_file(b, seq);
    if let Some(c) = b.catalog.class_mut(seq) {
        c.sequence = Some(Rc::new(entry));
    }
    write_page(b, seq)
}

/// Makes the sequences of a table's columns logged or unlogged as the table is
/// (`SequenceChangePersistence`): each gets a new file with its old row.
pub(super) fn change_persistence(b: &mut Backend<'_>, rel: Oid, to: Persistence) -> Result<()> {
    let owner = |c: &Class| c.sequence.as_ref().and_then(|s| s.owner).map(|(rel, ..)| rel);
    let all = b.catalog.classes().values().filter(|c| owner(c) == Some(rel));
    for seq in all.map(|c| c.oid).collect::<Vec<_>>() {
        if let Some(c) = b.catalog.class_mut(seq) {
            c.persistence = to;
            // What is counted in the new file a rollback takes back.
            if let Some(entry) = &mut c.sequence {
                let entry = Rc::make_mut(entry);
                entry.state = Rc::new(SequenceState::clone(&entry.state));
            }
        }
        objects::new_file(b, seq);
        write_page(b, seq)?;
    }
    Ok(())
}

/// Restarts an owned sequence (TRUNCATE ... RESTART IDENTITY).
pub(super) fn restart(b: &mut Backend<'_>, seq: Oid) -> Result<()> {
    let given = [DefElem { namespace: None, name: "restart".into(), arg: None, location: 0 }];
    change(b, seq, &given)
}

/// The number that an option gives.
fn number(d: &DefElem) -> Result<i64> {
    let text = d.arg.as_ref().map(DefArg::text).unwrap_or_default();
    match text.parse::<i64>() {
        Ok(v) => Ok(v),
        Err(_) => {
            err!(INVALID_TEXT_REPRESENTATION, "value \"{text}\" is out of range for type bigint")
        }
    }
}

/// The option with this name, if it is given.
fn option<'d>(given: &'d [DefElem], name: &str) -> Option<&'d DefElem> {
    given.iter().find(|d| d.name == name)
}

/// The error that an option's value is invalid.
fn invalid<T>(message: String) -> Result<T> {
    Err(PgError::new(SqlState::INVALID_PARAMETER_VALUE, message))
}

/// The least and the greatest value of a type that a sequence may have.
fn range(type_oid: Oid) -> (i64, i64) {
    match type_oid {
        oid::INT2 => (i64::from(i16::MIN), i64::from(i16::MAX)),
        oid::INT4 => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (i64::MIN, i64::MAX),
    }
}

/// MINVALUE and MAXVALUE, limited to the range of the type.
fn limits(
    old: Option<&SequenceEntry>,
    given: &[DefElem],
    type_oid: Oid,
    increment: i64,
) -> Result<(i64, i64)> {
    let (low, high) = range(type_oid);
    // A limit that is the old type's becomes the new type's.
    let typed = option(given, "as").is_some();
    let at_limit = |limit: fn(&SequenceEntry) -> (i64, i64)| {
        typed && old.map(limit).is_some_and(|(own, of_type)| own == of_type)
    };
    let reset_max = at_limit(|o| (o.max, range(o.type_oid).1));
    let reset_min = at_limit(|o| (o.min, range(o.type_oid).0));
    let max = match (option(given, "maxvalue"), old) {
        (Some(d), _) if d.arg.is_some() => number(d)?,
        (None, Some(o)) if !reset_max => o.max,
        _ if increment > 0 || reset_max => high,
        _ => -1,
    };
    let min = match (option(given, "minvalue"), old) {
        (Some(d), _) if d.arg.is_some() => number(d)?,
        (None, Some(o)) if !reset_min => o.min,
        _ if increment < 0 || reset_min => low,
        _ => 1,
    };
    let name = storage::types::type_name(type_oid);
    if max > high || max < low {
        return invalid(format!("MAXVALUE ({max}) is out of range for sequence data type {name}"));
    }
    if min > high || min < low {
        return invalid(format!("MINVALUE ({min}) is out of range for sequence data type {name}"));
    }
    if min >= max {
        return invalid(format!("MINVALUE ({min}) must be less than MAXVALUE ({max})"));
    }
    Ok((min, max))
}

/// The state of the sequence after the options: unchanged, or as START or RESTART say.
fn state_from(
    old: Option<&SequenceEntry>,
    given: &[DefElem],
    start: i64,
    (min, max): (i64, i64),
) -> Result<SequenceState> {
    let state = SequenceState::default();
    match old {
        Some(o) => {
            state.last_value.set(o.state.last_value.get());
            state.is_called.set(o.state.is_called.get());
            state.current.set(o.state.current.get());
        }
        None => state.last_value.set(start),
    }
    if let Some(d) = option(given, "restart") {
        state.last_value.set(if d.arg.is_some() { number(d)? } else { start });
        state.is_called.set(false);
    }
    let last = state.last_value.get();
    if last < min {
        return invalid(format!("RESTART value ({last}) cannot be less than MINVALUE ({min})"));
    }
    if last > max {
        return invalid(format!("RESTART value ({last}) cannot be greater than MAXVALUE ({max})"));
    }
    Ok(state)
}

/// The sequence after the options, checked (`init_params`).
fn options(
    b: &mut Backend<'_>,
    old: Option<&SequenceEntry>,
    given: &[DefElem],
    default_type: Oid,
) -> Result<SequenceEntry> {
    let get = |name: &str| option(given, name);
    for (i, d) in given.iter().enumerate() {
        if given[..i].iter().any(|o| o.name == d.name) {
            return Err(PgError::new(SqlState::SYNTAX_ERROR, "conflicting or redundant options")
                .at(d.location));
        }
    }
    let type_oid = match get("as").and_then(|d| d.arg.as_ref()) {
        Some(DefArg::Type(t)) => b.bind_type(t)?.0,
        _ => default_type,
    };
    if !matches!(type_oid, oid::INT2 | oid::INT4 | oid::INT8) {
        return invalid("sequence type must be smallint, integer, or bigint".to_string());
    }
    let increment = match get("increment") {
        Some(d) => number(d)?,
        None => old.map_or(1, |o| o.increment),
    };
    if increment == 0 {
        return invalid("INCREMENT must not be zero".to_string());
    }
    let cycle = match get("cycle") {
        Some(d) => !matches!(d.arg, Some(DefArg::Boolean(false))),
        None => old.is_some_and(|o| o.cycle),
    };
    let (min, max) = limits(old, given, type_oid, increment)?;
    let start = match get("start") {
        Some(d) => number(d)?,
        None => old.map_or(if increment > 0 { min } else { max }, |o| o.start),
    };
    if start < min {
        return invalid(format!("START value ({start}) cannot be less than MINVALUE ({min})"));
    }
    if start > max {
        return invalid(format!("START value ({start}) cannot be greater than MAXVALUE ({max})"));
    }
    let state = state_from(old, given, start, (min, max))?;
    let cache = match get("cache") {
        Some(d) => number(d)?,
        None => old.map_or(1, |o| o.cache),
    };
    if cache <= 0 {
        return invalid(format!("CACHE ({cache}) must be greater than zero"));
    }
    Ok(SequenceEntry {
        type_oid,
        start,
        increment,
        max,
        min,
        cache,
        cycle,
        owner: old.and_then(|o| o.owner),
        state: Rc::new(state),
    })
}

/// Makes a sequence: its relation, its page with the one row, its rows in the catalog.
fn make(
    b: &mut Backend<'_>,
    name: &str,
    namespace: Oid,
    persistence: Persistence,
    entry: SequenceEntry,
) -> Result<Oid> {
    let mut attrs = vec![
        attribute("last_value", oid::INT8, -1),
        attribute("log_cnt", oid::INT8, -1),
        attribute("is_called", oid::BOOL, -1),
    ];
    for a in &mut attrs {
        a.not_null = true;
    }
    let q = objects::create(
        b,
        NewRelation {
            kind: RelKind::Sequence,
            sequence: Some(entry),
            ..NewRelation::table(
                crate::catalog::clip(name, 63),
                namespace,
                persistence,
                TupleDesc { attrs },
            )
        },
    )?;
    if let Some(c) = b.catalog.class(q) {
        c.state.relpages.set(1);
        c.state.reltuples.set(1.0);
    }
    write_page(b, q)?;
    stored::sequence_made(&mut b.catalog_store(), q);
    Ok(q)
}

/// Refuses a type that an identity column cannot have (`init_params`).
pub(super) fn check_identity_type(type_oid: Oid) -> Result<()> {
    if !matches!(type_oid, oid::INT2 | oid::INT4 | oid::INT8) {
        return invalid("identity column type must be smallint, integer, or bigint".to_string());
    }
    Ok(())
}

/// Makes the sequence of a serial or identity column: `table_column_seq`.
pub(super) fn for_column(
    b: &mut Backend<'_>,
    table: &str,
    column: &str,
    namespace: Oid,
    persistence: Persistence,
    type_oid: Oid,
    given: &[DefElem],
) -> Result<Oid> {
    check_identity_type(type_oid)?;
    let name = objects::choose_name(b, table, column, "seq", namespace, false);
    let entry = options(b, None, given, type_oid)?;
    make(b, &name, namespace, persistence, entry)
}

/// Sets the column that owns a sequence, as `ALTER SEQUENCE ... OWNED BY` does.
pub(super) fn set_owner(b: &mut Backend<'_>, q: Oid, owner: Option<(Oid, AttrNumber, char)>) {
    own(b, q, owner);
    stored::sequence_changed(&mut b.catalog_store(), q);
    stored::next_command(&mut b.catalog_store());
}

/// Writes the dependency of a sequence on the column that owns it (`process_owned_by`).
fn own(b: &mut Backend<'_>, q: Oid, owner: Option<(Oid, AttrNumber, char)>) {
    if let Some(c) = b.catalog.class_mut(q)
        && let Some(s) = c.sequence.as_mut()
    {
        Rc::make_mut(s).owner = owner;
    }
    if let Some((rel, column, kind)) = owner {
        stored::sequence_owned(&mut b.catalog_store(), q, (rel, column), kind);
    }
}

/// Returns the expression `nextval('name'::regclass)`, the default of a column with this sequence.
pub(super) fn nextval_expr(
    b: &mut Backend<'_>,
    rel: Oid,
    attno: AttrNumber,
    q: Oid,
) -> Result<Expr> {
    let found = sql::catalog::function_exact("nextval", &[oid::REGCLASS]);
    let Some(f) = found else {
        return err!(UNDEFINED_FUNCTION, "function nextval(regclass) does not exist");
    };
    let node =
        |node, type_oid| Expr { node, type_oid, typmod: -1, collation: Oid::INVALID, location: -1 };
    let call = node(
        Node::Func(FuncCall {
            func: FuncRef::Builtin(f),
            args: vec![node(Node::Const(Datum::u32(q.0)), oid::REGCLASS)],
            returns_set: false,
            variadic: false,
            form: CoercionForm::Call,
        }),
        oid::INT8,
    );
    let Some(a) = b.catalog.class(rel).map(|c| c.desc.attr(attno).clone()) else {
        return Ok(call);
    };
    let known = b.snapshot();
    let view = known.view();
    let coerced =
        sql::analyze::coerce_for_assignment(&view, &mut b.host(), call.clone(), a.type_oid, -1)?;
    Ok(coerced.unwrap_or(call))
}
