//! The other catalogs: functions, extensions, comments, dependencies, roles, databases.

use crate::backend::{Backend, Databases, PREDEFINED_ROLES};
use crate::catalog::relation::columns_of;
use crate::catalog::system::row::*;
use crate::catalog::system::{dependency_row, sequences_used};
use crate::catalog::{
    Catalog, Class, ConstraintType, FIRST_NORMAL_OID, PG_CATALOG, POSTGRES_DATABASE, POSTGRES_ROLE,
    SHARED, UserTypeKind,
};
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::{Implementation, Volatility};
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::versions::Release;

/// What depends, or is depended on: catalog, object, and the number of a column or 0.
type Object = (Oid, Oid, i32);

/// OID of the catalog `pg_class`, and of other catalogs that dependencies name.
const CLASS: Oid = Oid(1259);
const TYPE: Oid = Oid(1247);
const ATTRDEF: Oid = Oid(2604);
const CONSTRAINT: Oid = Oid(2606);
const NAMESPACE: Oid = Oid(2615);

/// The rows of a catalog of this module; `None` for other relations.
pub(super) fn rows(b: &mut Backend<'_>, table: &str) -> Result<Option<Vec<Vec<Datum>>>> {
    let c = b.catalog.clone();
    Ok(Some(match table {
        "pg_proc" => functions(b, &c),
        "pg_extension" => c
            .extensions()
            .values()
            .map(|e| {
                vec![
                    id(e.oid),
                    name(&e.name),
                    id(POSTGRES_ROLE),
                    id(e.namespace),
                    flag(e.relocatable),
                    text(b.store.release.extension_version(&e.name, &e.version)),
                    NULL,
                    NULL,
                ]
            })
            .collect(),
        "pg_description" => comments(&c),
        "pg_database" => {
            let rows = databases(b).into_iter();
            rows.map(|(oid, name, template)| database(b.store.release, oid, name, template))
                .collect()
        }
        "pg_authid" => roles(b.store.release),
        "pg_tablespace" => {
            let row = |o, n| vec![id(Oid(o)), name(n), id(POSTGRES_ROLE), NULL, NULL];
            vec![row(1663, "pg_default"), row(1664, "pg_global")]
        }
        "pg_enum" => c
            .types()
            .values()
            .filter_map(|t| match &t.kind {
                UserTypeKind::Enum(labels) => Some((t.oid, labels)),
                _ => None,
            })
            .flat_map(|(t, labels)| {
                labels.iter().map(move |(o, order, label)| {
                    vec![id(*o), id(t), Datum::f32(*order), name(label)]
                })
            })
            .collect(),
        "pg_language" => vec![
            language(12, "internal"),
            language(13, "c"),
            language(14, "sql"),
            language(13563, "plpgsql"),
        ],
        "pg_collation" => vec![
            collation(100, "default", 'd', -1),
            collation(950, "C", 'c', -1),
            collation(951, "POSIX", 'c', -1),
        ],
        "pg_depend" => dependencies(&c),
        _ => return Ok(None),
    }))
}

/// A row of `pg_language`.
fn language(oid: u32, language_name: &str) -> Vec<Datum> {
    let none = || id(Oid::INVALID);
    vec![
        id(Oid(oid)),
        name(language_name),
        id(POSTGRES_ROLE),
        flag(language_name == "plpgsql"),
        flag(matches!(language_name, "sql" | "plpgsql")),
        none(),
        none(),
        none(),
        NULL,
    ]
}

/// A row of `pg_collation`.
fn collation(oid: u32, collation_name: &str, provider: char, encoding: i32) -> Vec<Datum> {
    let locale = if provider == 'c' { text(collation_name) } else { NULL };
    vec![
        id(Oid(oid)),
        name(collation_name),
        id(PG_CATALOG),
        id(POSTGRES_ROLE),
        letter(provider),
        flag(true),
        int(encoding),
        locale.clone(),
        locale,
        NULL,
        NULL,
    ]
}

/// The catalog that an object's row is in (`classid`).
fn class_of(c: &Catalog, object: Oid) -> Oid {
    if c.class(object).is_some() {
        CLASS
    } else if c.types().contains_key(&object) || storage::types::info(object).is_some() {
        TYPE
    } else if c.constraints().contains_key(&object) {
        CONSTRAINT
    } else if c.functions().contains_key(&object) {
        Oid(1255)
    } else if c.toasters().contains_key(&object) {
        Oid(9861)
    } else if c.extensions().contains_key(&object) {
        Oid(3079)
    } else {
        NAMESPACE
    }
}

/// The rows of `pg_description`.
#[inline(never)]
fn comments(c: &Catalog) -> Vec<Vec<Datum>> {
    let of_this_database = c.comments().iter().filter(|((_, column), _)| *column != SHARED);
    of_this_database
        .map(|((object, column), comment)| {
            vec![id(*object), id(class_of(c, *object)), int(i32::from(*column)), text(comment)]
        })
        .collect()
}

/// The OID and name of each database, and whether it is a template, in the order of their rows.
pub(super) fn databases<'a>(b: &'a Backend<'_>) -> Vec<(Oid, &'a str, bool)> {
    let d = &b.cluster.databases;
    let mut all: Vec<_> = Databases::TEMPLATES.into_iter().map(|(oid, n)| (oid, n, true)).collect();
    all.push((d.here, &*b.catalog.database, false));
    all.extend(d.others.iter().map(|(name, (oid, _))| (*oid, &**name, false)));
    all.arrange_by_key(|d| (d.0 != POSTGRES_DATABASE, d.0));
    all
}

/// A row of `pg_database`.
fn database(release: &Release, oid: Oid, database_name: &str, template: bool) -> Vec<Datum> {
    // Where tests record, postgres was vacuumed before the first transaction.
    let frozen = match oid {
        POSTGRES_DATABASE => release.first_xid.0 - 1,
        _ => release.oldest_xid().0,
    };
    let acl = ["=c/postgres", "postgres=CTc/postgres"];
    vec![
        id(oid),
        name(database_name),
        id(POSTGRES_ROLE),
        int(6),
        letter('c'),
        flag(template),
        flag(database_name != "template0"),
        int(-1),
        Datum::u32(frozen),
        Datum::u32(1),
        id(Oid(1663)),
        text("C"),
        text("C"),
        NULL,
        NULL,
        if template { text_array(&acl) } else { NULL },
    ]
}

/// The rows of `pg_authid`: the superuser, and the roles that initdb makes.
pub(super) fn roles(release: &Release) -> Vec<Vec<Datum>> {
    let row = |oid, role: &str, all| {
        let mut row = vec![id(oid), name(role), flag(all), flag(true)];
        row.extend([flag(all), flag(all), flag(all), flag(all), flag(all), int(-1), NULL, NULL]);
        row
    };
    let there = PREDEFINED_ROLES.iter().filter(|r| release.has_since(r.2));
    let mut rows = vec![row(POSTGRES_ROLE, "postgres", true)];
    rows.extend(there.map(|r| row(Oid(r.0), r.1, false)));
    rows
}

/// Volatility as `provolatile` has it.
fn volatility_letter(v: Volatility) -> char {
    match v {
        Volatility::Immutable => 'i',
        Volatility::Stable => 's',
        Volatility::Volatile => 'v',
    }
}

/// The rows of `pg_proc`: built-in functions, those of extensions that were created, and functions that users made. The
/// OIDs of built-in ones are made up: they count from 9001, and the last ones share 9999.
fn functions(b: &Backend<'_>, c: &Catalog) -> Vec<Vec<Datum>> {
    let mut rows = Vec::new();
    let mut next = 9000u32;
    let view = b.view();
    for f in sql::catalog::functions() {
        next = (next + 1).min(9999);
        let Some(home) = view.home_of_built_in(f.name) else { continue };
        let kind = if matches!(f.run, Implementation::Aggregate(_)) { 'a' } else { 'f' };
        let set = matches!(f.run, Implementation::Set(_));
        let names: Vec<&str> = f.arg_names.to_vec();
        rows.push(function(
            Oid(next),
            f.name,
            home,
            Oid(if home == PG_CATALOG { 12 } else { 13 }),
            ([false, false, f.strict, set], kind, volatility_letter(f.volatility)),
            (if home == PG_CATALOG { 's' } else { 'u' }, None),
            (f.ret, f.args, f.defaults.len()),
            if names.is_empty() { NULL } else { text_array(&names) },
            f.name,
        ));
    }
    for f in c.functions().values() {
        let q = &f.function;
        let all: Vec<&str> = q.parameters.iter().map(|p| &*p.1).collect();
        let named = all.iter().any(|n| !n.is_empty());
        rows.push(function(
            q.oid,
            &q.name,
            f.namespace,
            match q.language.as_str() {
                "sql" => Oid(14),
                "c" => Oid(13),
                _ => Oid(13563),
            },
            (
                [q.definer, q.leakproof, q.strict, q.returns_set],
                if q.procedure { 'p' } else { 'f' },
                volatility_letter(q.volatility),
            ),
            (q.parallel, Some((q.cost as f32, q.rows as f32))),
            (q.ret, &q.args, q.defaults.len()),
            if named { text_array(&all) } else { NULL },
            if q.sql_body { "" } else { &q.source },
        ));
        let modes: Vec<u8> = q.parameters.iter().map(|p| p.0 as u8).collect();
        if let (true, Some(row)) = (modes.iter().any(|m| *m != b'i'), rows.last_mut()) {
            let types: Vec<Oid> = q.parameters.iter().map(|p| p.2).collect();
            row[20] = oid_array(&types);
            row[21] = array(storage::types::oid::CHAR, 1, modes.len(), &modes);
        }
    }
    rows
}

/// A row of `pg_proc`.
#[allow(clippy::too_many_arguments)]
fn function(
    oid: Oid,
    function_name: &str,
    namespace: Oid,
    language: Oid,
    ([definer, leakproof, strict, set], kind, volatility): ([bool; 4], char, char),
    (parallel, estimates): (char, Option<(f32, f32)>),
    (ret, args, defaults): (Oid, &[Oid], usize),
    names: Datum,
    source: &str,
) -> Vec<Datum> {
    let usual = (if language == Oid(12) { 1.0 } else { 100.0 }, if set { 1000.0 } else { 0.0 });
    let (cost, rows) = estimates.unwrap_or(usual);
    vec![
        id(oid),
        name(function_name),
        id(namespace),
        id(POSTGRES_ROLE),
        id(language),
        Datum::f32(cost),
        Datum::f32(rows),
        id(Oid::INVALID),
        id(Oid::INVALID),
        letter(kind),
        flag(definer),
        flag(leakproof),
        flag(strict),
        flag(set),
        letter(volatility),
        letter(parallel),
        small(args.len() as i16),
        small(defaults as i16),
        id(ret),
        oid_vector(args),
        NULL,
        NULL,
        names,
        NULL,
        NULL,
        text(source),
        NULL,
        NULL,
        NULL,
        NULL,
    ]
}

/// The rows of `pg_depend` about relations, types, defaults and constraints that users made; not those about functions,
/// triggers and views' rules.
fn dependencies(c: &Catalog) -> Vec<Vec<Datum>> {
    let mut rows = Vec::new();
    for t in c.types().values() {
        let me = (TYPE, t.oid, 0);
        let home = (NAMESPACE, t.namespace, 0);
        match &t.kind {
            UserTypeKind::Row(of) => match c.class(*of) {
                Some(r) if r.kind != RelKind::Composite => add(&mut rows, me, (CLASS, *of, 0), 'i'),
                _ => add(&mut rows, me, home, 'n'),
            },
            UserTypeKind::ArrayOf(of) => add(&mut rows, me, (TYPE, *of, 0), 'i'),
            UserTypeKind::Enum(_) => add(&mut rows, me, home, 'n'),
            UserTypeKind::Domain(d) => {
                add(&mut rows, me, home, 'n');
                add(&mut rows, me, (TYPE, d.base, 0), 'n');
            }
        }
        for (check, ..) in t.checks() {
            add(&mut rows, (CONSTRAINT, *check, 0), me, 'a');
        }
    }
    for r in c.classes().range(Oid(FIRST_NORMAL_OID)..).map(|(_, r)| r) {
        relation_dependencies(c, r, &mut rows);
    }
    for k in c.constraints().values() {
        let me = (CONSTRAINT, k.oid, 0);
        let column = |a: &AttrNumber| (CLASS, k.rel, i32::from(a.0));
        if k.keys.is_empty() {
            add(&mut rows, me, (CLASS, k.rel, 0), 'a');
        }
        k.keys.iter().for_each(|a| add(&mut rows, me, column(a), 'a'));
        let mut used = Vec::new();
        k.check.iter().for_each(|e| columns_of(e, &mut used));
        used.iter().for_each(|a| add(&mut rows, me, column(a), 'n'));
        if let Some(f) = &k.foreign {
            f.keys.iter().for_each(|a| add(&mut rows, me, (CLASS, f.rel, i32::from(a.0)), 'n'));
            add(&mut rows, me, (CLASS, k.index, 0), 'n');
        }
    }
    rows
}

/// Adds a row of `pg_depend`, unless nobody can drop what it names (`isObjectPinned`).
fn add(rows: &mut Vec<Vec<Datum>>, object: Object, on: Object, kind: char) {
    if on.1.0 >= FIRST_NORMAL_OID || on.0 == NAMESPACE {
        rows.push(dependency_row(object, on, kind));
    }
}

/// Adds what a relation, its columns and their defaults depend on.
#[inline(never)]
fn relation_dependencies(c: &Catalog, r: &Class, rows: &mut Vec<Vec<Datum>>) {
    use RelKind::{Composite, MaterializedView, Sequence, Table, View};
    let me = (CLASS, r.oid, 0);
    let column = |of: Oid, a: AttrNumber| (CLASS, of, i32::from(a.0));
    if r.kind == Composite {
        add(rows, me, (TYPE, r.row_type, 0), 'i');
    } else if matches!(r.kind, Table | View | Sequence | MaterializedView) {
        add(rows, me, (NAMESPACE, r.namespace, 0), 'n');
    }
    if r.index.is_none() {
        for (i, a) in r.desc.attrs.iter().enumerate().filter(|(_, a)| !a.dropped) {
            add(rows, (CLASS, r.oid, i as i32 + 1), (TYPE, a.type_oid, 0), 'n');
        }
    }
    if r.toast.is_valid() {
        add(rows, (CLASS, r.toast, 0), me, 'i');
    }
    if let Some(i) = &r.index {
        let mut keys = c.constraints().values().filter(|k| k.kind != ConstraintType::ForeignKey);
        if let Some(k) = keys.find(|k| k.index == r.oid) {
            add(rows, me, (CONSTRAINT, k.oid, 0), 'i');
            return;
        }
        let mut columns: Vec<_> = i.keys.iter().map(|k| k.attno).filter(|n| n.0 > 0).collect();
        if columns.is_empty() {
            // The whole table (`index_create`).
            columns.push(AttrNumber(0));
        }
        for e in i.exprs.iter().chain(&i.predicate) {
            let mut computed = Vec::new();
            columns_of(e, &mut computed);
            columns.extend(computed.into_iter().filter(|n| n.0 > 0));
        }
        columns.into_iter().for_each(|n| add(rows, me, column(i.heap, n), 'a'));
    }
    if let Some((rel, attno, kind)) = r.sequence.as_ref().and_then(|s| s.owner) {
        add(rows, me, column(rel, attno), kind);
    }
    for (attno, d) in &r.defaults {
        let me = (ATTRDEF, d.oid, 0);
        let mut used = Vec::new();
        columns_of(&d.expr, &mut used);
        let kind = if r.desc.attr(*attno).generated.is_some() { 'i' } else { 'a' };
        add(rows, me, column(r.oid, *attno), kind);
        used.into_iter().for_each(|n| add(rows, me, column(r.oid, n), 'n'));
        sequences_used(&d.expr).into_iter().for_each(|on| add(rows, me, on, 'n'));
    }
}
