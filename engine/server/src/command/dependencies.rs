//! What depends on an object that is to be dropped (`findDependentObjects`).

use crate::backend::Backend;
use crate::catalog::{Class, ConstraintType, FIRST_NORMAL_OID, UserTypeKind};
use sql::analyze::{Query, RteKind, visit_query, written_queries};
use sql::ast::DropBehavior;
use sql::expr::{Expr, FuncRef, Node};
use sql::quote::quote_identifier;
use storage::datum::Datum;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::types::oid;

/// A relation in the words of dependency messages (`getObjectDescription`): its kind and its name in quotes
/// where SQL needs them, with the schema unless the search path finds it.
pub(super) fn describe(b: &Backend<'_>, class: &Class) -> String {
    let name = quote_identifier(&class.name);
    if b.view().is_visible(class.oid) {
        return format!("{} {name}", class.kind_word());
    }
    let schema = quote_identifier(b.catalog.namespace_name(class.namespace));
    format!("{} {schema}.{name}", class.kind_word())
}

/// The views over a relation; with a column, only those that use it.
pub(super) fn views_over(b: &Backend<'_>, rel: Oid, column: Option<i16>) -> Vec<Oid> {
    let created = b.catalog.classes().range(Oid(FIRST_NORMAL_OID)..);
    let over = |query: &Query| {
        let mut uses = false;
        written_queries(query, &mut |q| {
            uses |= reads(q, rel, column) || column.is_some_and(|n| reads_of_row(b, q, rel, n));
        });
        uses
    };
    created
        .filter(|(_, c)| c.view.as_ref().is_some_and(|v| over(&v.query)))
        .map(|(oid, _)| *oid)
        .collect()
}

/// Whether a query reads a relation, if need be through views.
pub(super) fn reads_through(b: &Backend<'_>, query: &Query, rel: Oid) -> bool {
    let mut over = vec![rel];
    let also = dependents(b, &[Object::Relation(rel)]).into_iter();
    over.extend(also.filter_map(|d| match d.object {
        Object::Relation(oid) => Some(oid),
        _ => None,
    }));
    let mut found = false;
    written_queries(query, &mut |q| found |= over.iter().any(|oid| reads(q, *oid, None)));
    found
}

/// Whether a query has the relation in its FROM; with a column, whether it uses the column.
pub(super) fn reads(q: &Query, rel: Oid, column: Option<i16>) -> bool {
    let named = |r: &RteKind| match r {
        RteKind::Relation { oid, .. } => *oid == rel,
        RteKind::Subquery { view: Some(oid), .. } => *oid == rel,
        _ => false,
    };
    let numbers: Vec<usize> =
        (1..=q.rtable.len()).filter(|i| named(&q.rtable[i - 1].kind)).collect();
    let Some(n) = column else { return !numbers.is_empty() };
    let mut uses = false;
    visit_query(q, 0, &mut |e, level| {
        if let sql::expr::Node::Var(var) = &e.node
            && var.levels_up == level
            && numbers.contains(&var.rte)
            && (var.attno == n || var.attno == 0)
        {
            uses = true;
        }
    });
    uses
}

/// Whether a query uses a column of the rows of this relation's type that a function in its FROM gives
/// (`process_function_rte_ref`).
fn reads_of_row(b: &Backend<'_>, q: &Query, rel: Oid, column: i16) -> bool {
    let Some(class) = b.catalog.class(rel) else { return false };
    let live = |name: &str| class.desc.attrs.iter().any(|a| !a.dropped && a.name == name);
    let renumbered = class.desc.attrs.iter().any(|a| a.dropped);
    let own = &class.desc.attr(AttrNumber(column)).name;
    let mut uses = false;
    visit_query(q, 0, &mut |e, level| {
        if let sql::expr::Node::Var(var) = &e.node
            && var.levels_up == level
            && let Some(RteKind::Function { functions, .. }) =
                q.rtable.get(var.rte.wrapping_sub(1)).map(|r| &r.kind)
        {
            let mut before = 0;
            for f in functions {
                let named = |name: &str| f.columns.iter().any(|c| c.name == name);
                let read = f.columns.get((var.attno - before - 1) as usize);
                // The columns are those that there were: after a column was dropped, names tell which is which.
                let same = |name: &str| name == own || !live(name) && !named(own);
                uses |= f.returns_row
                    && f.expr.type_oid == class.row_type
                    && match renumbered {
                        true => read.is_some_and(|c| same(&c.name)),
                        false => var.attno == before + column,
                    };
                before += f.columns.len() as i16;
            }
        }
    });
    uses
}

/// An object that others may depend on (`ObjectAddress`), by OIDs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Object {
    Relation(Oid),
    Column(Oid, AttrNumber),
    Type(Oid),
    Function(Oid),
    Constraint(Oid),
    /// The default of a column.
    Default(Oid),
    /// A trigger, after its table.
    Trigger(Oid, Oid),
    Extension(Oid),
    Schema(Oid),
}

impl Object {
    /// The OID by which objects are visited, the youngest first; of a column its number too
    /// (`object_address_comparator`).
    fn age(self, b: &Backend<'_>) -> (std::cmp::Reverse<Oid>, i16) {
        let (oid, n) = match self {
            Object::Column(oid, n) => (oid, n.0),
            // Those that the recorded cluster came with took other OIDs there.
            Object::Extension(oid) => (b.catalog.oids_of(oid, b.store.release).0, 0),
            Object::Relation(oid) | Object::Type(oid) | Object::Function(oid) => (oid, 0),
            Object::Constraint(oid) | Object::Default(oid) | Object::Trigger(_, oid) => (oid, 0),
            Object::Schema(oid) => (oid, 0),
        };
        (std::cmp::Reverse(oid), n)
    }
    /// The relation that this is a column of.
    fn whole(self) -> Option<Object> {
        match self {
            Object::Column(rel, _) => Some(Object::Relation(rel)),
            _ => None,
        }
    }
    /// The object in the words of messages (`getObjectDescription`).
    pub(super) fn words(self, b: &Backend<'_>) -> String {
        let relation = |oid| b.catalog.class(oid).map_or_else(String::new, |c| describe(b, c));
        match self {
            Object::Relation(oid) => relation(oid),
            Object::Column(rel, n) => {
                let class = b.catalog.class(rel);
                let name = class.map_or("", |c| c.desc.attr(n).name.as_str());
                format!("column {name} of {}", relation(rel))
            }
            Object::Type(oid) => format!("type {}", b.type_name(oid)),
            Object::Function(oid) => {
                let f = b.catalog.functions().get(&oid);
                let signature = f.map(|f| b.function_signature(&f.function));
                format!("function {}", signature.unwrap_or_default())
            }
            Object::Constraint(oid) => match b.catalog.constraints().get(&oid) {
                Some(k) => format!("constraint {} on {}", k.name, relation(k.rel)),
                None => {
                    let name = b.catalog.domain_check(oid).map_or("", |k| k.1.as_str());
                    format!("constraint {name}")
                }
            },
            Object::Default(oid) => match default_of(b, oid) {
                Some((rel, n)) => {
                    format!("default value for {}", Object::Column(rel, n).words(b))
                }
                None => String::new(),
            },
            Object::Trigger(rel, oid) => {
                let class = b.catalog.class(rel);
                let mut all = class.into_iter().flat_map(|c| &c.triggers);
                let name = all.find(|t| t.oid == oid).map_or("", |t| t.name.as_str());
                format!("trigger {name} on {}", relation(rel))
            }
            Object::Extension(oid) => {
                let e = b.catalog.extensions().get(&oid);
                format!("extension {}", e.map_or("", |e| e.name.as_str()))
            }
            Object::Schema(oid) => format!("schema {}", b.catalog.namespace_name(oid)),
        }
    }
}

/// The column that has the default with this OID, after its table.
pub(super) fn default_of(b: &Backend<'_>, default: Oid) -> Option<(Oid, AttrNumber)> {
    b.catalog.classes().values().find_map(|c| {
        let (n, _) = c.defaults.iter().find(|(_, d)| d.oid == default)?;
        Some((c.oid, *n))
    })
}

/// An object that goes with another one.
#[derive(Clone, Debug)]
pub(super) struct Dependent {
    pub(super) object: Object,
    /// What it depends on.
    on: Object,
    /// Whether nobody is told: it is part of another object that goes (AUTO, INTERNAL).
    silent: bool,
}

/// An object that expressions may have in them (`find_expr_references_walker`).
struct Mention {
    object: Object,
    /// The row type that the object is a column of, or 0.
    row_type: Oid,
}

impl Mention {
    /// Whether this node names the object.
    fn is(&self, e: &Expr) -> bool {
        let object = self.object;
        match &e.node {
            Node::Func(f) => match &f.func {
                FuncRef::Sql(f) => Object::Function(f.oid) == object,
                _ => false,
            },
            Node::FieldSelect(row, n) => {
                matches!(object, Object::Column(_, column) if column.0 == *n)
                    && row.type_oid == self.row_type
            }
            Node::Const(Datum::Word(w)) if e.type_oid == oid::REGCLASS => {
                Object::Relation(Oid(*w as u32)) == object
            }
            Node::Const(_)
            | Node::Relabel(..)
            | Node::CoerceViaIO(..)
            | Node::ArrayCoerce(..)
            | Node::CoerceToDomain(..)
            | Node::Row(_) => Object::Type(e.type_oid) == object,
            _ => false,
        }
    }
    /// Whether an expression has it in it.
    fn within(&self, e: &Expr) -> bool {
        sql::analyze::contains(e, &|e| self.is(e))
    }
    /// Whether a query as it is written has it in it.
    fn within_query(&self, query: &Query) -> bool {
        let mut found = false;
        written_queries(query, &mut |q| {
            visit_query(q, 0, &mut |e, level| found |= level == 0 && self.is(e));
        });
        found
    }
}

/// Adds what has this object in an expression: views, defaults, CHECKs, indexes, domains, functions.
fn users(b: &Backend<'_>, object: Object, add: &mut dyn FnMut(Object, bool)) {
    let row_type = match object {
        Object::Column(rel, _) => b.catalog.class(rel).map_or(Oid::INVALID, |c| c.row_type),
        _ => Oid::INVALID,
    };
    let mention = Mention { object, row_type };
    for c in b.catalog.classes().range(Oid(FIRST_NORMAL_OID)..).map(|(_, c)| c) {
        let mut own = c.index.iter().flat_map(|i| i.exprs.iter().chain(&i.predicate));
        if c.view.as_ref().is_some_and(|v| mention.within_query(&v.query))
            || own.any(|e| mention.within(e))
        {
            add(Object::Relation(c.oid), false);
        }
        for d in c.defaults.values().filter(|d| mention.within(&d.expr)) {
            add(Object::Default(d.oid), false);
        }
    }
    for k in b.catalog.constraints().values() {
        if k.check.as_ref().is_some_and(|e| mention.within(e)) {
            add(Object::Constraint(k.oid), false);
        }
    }
    for t in b.catalog.types().values() {
        for (k, ..) in t.checks().iter().filter(|k| mention.within(&k.2)) {
            add(Object::Constraint(*k), false);
        }
        if let UserTypeKind::Domain(d) = &t.kind
            && d.default.as_ref().is_some_and(|e| mention.within(e))
        {
            add(Object::Type(t.oid), false);
        }
    }
    for f in b.catalog.functions().values().map(|f| &f.function) {
        if f.defaults.iter().any(|d| mention.within(d)) {
            add(Object::Function(f.oid), false);
        }
    }
}

/// Adds the objects in a schema.
fn inside(b: &Backend<'_>, schema: Oid, add: &mut dyn FnMut(Object, bool)) {
    for c in b.catalog.classes().values().filter(|c| c.namespace == schema) {
        let owned = c.sequence.as_ref().is_some_and(|q| q.owner.is_some());
        match c.kind {
            RelKind::Table | RelKind::View | RelKind::MaterializedView => {
                add(Object::Relation(c.oid), false);
            }
            RelKind::Sequence => add(Object::Relation(c.oid), owned),
            RelKind::Composite => add(Object::Type(c.row_type), false),
            _ => {}
        }
    }
    for t in b.catalog.types().values().filter(|t| t.namespace == schema) {
        if matches!(t.kind, UserTypeKind::Enum(_) | UserTypeKind::Domain(_)) {
            add(Object::Type(t.oid), false);
        }
    }
    for f in b.catalog.functions().values().filter(|f| f.namespace == schema) {
        add(Object::Function(f.function.oid), false);
    }
    for e in b.catalog.extensions().values().filter(|e| e.namespace == schema) {
        add(Object::Extension(e.oid), false);
    }
}

/// Adds what depends on a type: its array, columns, domains, functions.
fn users_of_type(b: &Backend<'_>, t: Oid, add: &mut dyn FnMut(Object, bool)) {
    let own = b.catalog.types().get(&t);
    if let Some(UserTypeKind::Row(rel)) = own.map(|t| &t.kind) {
        add(Object::Relation(*rel), true);
    }
    if let Some(array) = own.map(|t| t.array).filter(|a| a.is_valid()) {
        add(Object::Type(array), true);
    }
    own.iter().flat_map(|t| t.checks()).for_each(|k| add(Object::Constraint(k.0), true));
    for c in b.catalog.classes().range(Oid(FIRST_NORMAL_OID)..).map(|(_, c)| c) {
        for (a, n) in c.desc.attrs.iter().zip(1..) {
            if a.type_oid == t && !a.dropped && c.kind != RelKind::Index {
                add(Object::Column(c.oid, AttrNumber(n)), false);
            }
        }
    }
    for d in b.catalog.types().values() {
        if matches!(&d.kind, UserTypeKind::Domain(d) if d.base == t) {
            add(Object::Type(d.oid), false);
        }
    }
    for f in b.catalog.functions().values() {
        if f.function.ret == t || f.function.parameters.iter().any(|p| p.2 == t) {
            add(Object::Function(f.function.oid), false);
        }
    }
    users(b, Object::Type(t), add);
}

/// A column with rows whose values have this type in them: in arrays, domains and row types too
/// (`find_composite_type_dependencies`).
pub(super) fn stored_column_of_type<'a>(
    b: &'a Backend<'_>,
    t: Oid,
) -> Option<(&'a Class, AttrNumber)> {
    let mut found = Vec::new();
    users_of_type(b, t, &mut |o, _| found.push(o));
    found.into_iter().find_map(|o| match o {
        Object::Type(t) => stored_column_of_type(b, t),
        Object::Column(rel, n) => match b.catalog.class(rel)? {
            c if matches!(c.kind, RelKind::Table | RelKind::MaterializedView) => Some((&**c, n)),
            c => stored_column_of_type(b, c.row_type),
        },
        _ => None,
    })
}

/// Adds what depends on a relation, or on one of its columns.
fn users_of_relation(
    b: &Backend<'_>,
    rel: Oid,
    column: Option<AttrNumber>,
    add: &mut dyn FnMut(Object, bool),
) {
    let Some(class) = b.catalog.class(rel) else { return };
    views_over(b, rel, column.map(|n| n.0))
        .into_iter()
        .for_each(|v| add(Object::Relation(v), false));
    for k in b.catalog.constraints().values() {
        let here = |keys: &[AttrNumber]| column.is_none_or(|n| keys.contains(&n));
        if k.rel == rel && here(&k.keys) {
            add(Object::Constraint(k.oid), true);
        } else if k
            .foreign
            .as_ref()
            .is_some_and(|f| f.rel == rel && here(&f.keys) || k.index == rel)
        {
            add(Object::Constraint(k.oid), false);
        }
    }
    for (n, d) in &class.defaults {
        if column.is_none_or(|c| c == *n) {
            add(Object::Default(d.oid), true);
        } else if class.desc.attr(*n).generated.is_some()
            && column.is_some_and(|c| super::check::columns_of(&d.expr).contains(&c))
        {
            add(Object::Default(d.oid), false);
        }
    }
    for (oid, c) in b.catalog.classes().range(Oid(FIRST_NORMAL_OID)..) {
        let owner = c.sequence.as_ref().and_then(|s| s.owner);
        if owner.is_some_and(|(r, n, _)| r == rel && column.is_none_or(|c| c == n)) {
            add(Object::Relation(*oid), true);
        }
    }
    if let Some(n) = column {
        for t in &class.triggers {
            let when = t.when.iter().flat_map(|when| super::check::columns_of(when));
            if t.columns.iter().copied().chain(when).any(|c| c == n) {
                add(Object::Trigger(rel, t.oid), false);
            }
        }
        users(b, Object::Column(rel, n), add);
    } else {
        if class.row_type.is_valid() {
            add(Object::Type(class.row_type), true);
        }
        b.catalog.indexes_of(rel).iter().for_each(|i| add(Object::Relation(i.oid), true));
        class.triggers.iter().for_each(|t| add(Object::Trigger(rel, t.oid), true));
        users(b, Object::Relation(rel), add);
    }
}

/// Adds what depends on a constraint: its index, and the views that rest on its key being grouped by
/// (`check_functional_grouping`).
fn users_of_constraint(b: &Backend<'_>, k: Oid, add: &mut dyn FnMut(Object, bool)) {
    let own = b.catalog.constraints().get(&k);
    let Some(k) = own.filter(|k| k.kind != ConstraintType::ForeignKey) else { return };
    if k.index.is_valid() {
        add(Object::Relation(k.index), true);
    }
    let key = k.kind == ConstraintType::PrimaryKey;
    for c in b.catalog.classes().values().filter(|_| key) {
        let mut rests = false;
        if let Some(v) = &c.view {
            written_queries(&v.query, &mut |q| rests |= q.constraint_deps.contains(&k.rel));
        }
        if rests {
            add(Object::Relation(c.oid), false);
        }
    }
}

/// What depends on an object directly, the youngest first, and whether it goes silently.
fn direct(b: &Backend<'_>, object: Object) -> Vec<(Object, bool)> {
    let mut found: Vec<(Object, bool)> = Vec::new();
    let mut add = |o: Object, silent: bool| match found.iter_mut().find(|f| f.0 == o) {
        Some(f) => f.1 |= silent,
        None if o != object => found.push((o, silent)),
        None => {}
    };
    match object {
        Object::Relation(rel) => users_of_relation(b, rel, None, &mut add),
        Object::Column(rel, n) => users_of_relation(b, rel, Some(n), &mut add),
        Object::Type(t) => users_of_type(b, t, &mut add),
        Object::Function(f) => {
            users(b, object, &mut add);
            for c in b.catalog.classes().values() {
                for t in c.triggers.iter().filter(|t| t.function == f) {
                    add(Object::Trigger(c.oid, t.oid), false);
                }
            }
        }
        Object::Schema(schema) => inside(b, schema, &mut add),
        Object::Constraint(k) => users_of_constraint(b, k, &mut add),
        Object::Default(_) | Object::Trigger(..) => {}
        Object::Extension(_) => {}
    }
    found.arrange_by_key(|(o, _)| o.age(b));
    for (o, _) in &mut found {
        // The expression of a generated column is part of the column.
        if let Object::Default(default) = *o
            && let Some((rel, n)) = default_of(b, default)
            && b.catalog.class(rel).is_some_and(|c| c.desc.attr(n).generated.is_some())
        {
            *o = Object::Column(rel, n);
        }
    }
    found
}

/// Finds what goes with `above`'s last object, which the others before it depend on (`findDependentObjects`).
fn find(b: &Backend<'_>, above: &mut Vec<Object>, silent: bool, found: &mut Vec<Dependent>) {
    let Some((&object, before)) = above.split_last() else { return };
    let on = before.last().copied().unwrap_or(object);
    if before.contains(&object) || object.whole().is_some_and(|w| before.contains(&w)) {
        return;
    }
    let mut known = false;
    for d in found.iter_mut() {
        if d.object == object {
            (known, d.silent) = (true, d.silent || silent);
        } else if object.whole() == Some(d.object) {
            known = true;
        } else if d.object.whole() == Some(object) {
            // The column goes with its relation.
            d.silent = true;
        }
    }
    if known {
        return;
    }
    for (o, silent) in direct(b, object) {
        above.push(o);
        find(b, above, silent, found);
        above.pop();
    }
    found.push(Dependent { object, on, silent });
}

/// What goes with these objects, in the order in which messages name it; what is part of them is left out
/// (`reportDependentObjects`).
fn dependents(b: &Backend<'_>, objects: &[Object]) -> Vec<Dependent> {
    let mut found = Vec::new();
    for o in objects {
        find(b, &mut vec![*o], false, &mut found);
    }
    found.retain(|d| !d.silent && !objects.contains(&d.object));
    found.reverse();
    found
}

/// What goes with these objects when they are dropped, as [`dependents`] has it. Without CASCADE that is an error; with it, a
/// notice says what goes (`reportDependentObjects`).
///
/// # Errors
/// 2BP01 without CASCADE, when something depends on them.
pub(super) fn dependents_to_drop(
    b: &mut Backend<'_>,
    objects: &[Object],
    behavior: DropBehavior,
) -> Result<Vec<Dependent>> {
    let others = dependents(b, objects);
    if others.is_empty() {
        return Ok(others);
    }
    if behavior == DropBehavior::Restrict {
        let what = match objects {
            [one] => {
                format!("cannot drop {} because other objects depend on it", one.words(b))
            }
            _ => "cannot drop desired object(s) because other objects depend on them".to_string(),
        };
        let line = |d: &Dependent| format!("{} depends on {}", d.object.words(b), d.on.words(b));
        return Err(PgError::new(SqlState::DEPENDENT_OBJECTS_STILL_EXIST, what)
            .detail(others.iter().map(line).collect::<Vec<_>>().join("\n"))
            .hint("Use DROP ... CASCADE to drop the dependent objects too."));
    }
    tell_cascade(b, &others.iter().map(|d| d.object.words(b)).collect::<Vec<_>>());
    Ok(others)
}

/// Tells which objects CASCADE drops too (`reportDependentObjects`).
fn tell_cascade(b: &mut Backend<'_>, objects: &[String]) {
    let line = |object: &String| format!("drop cascades to {object}");
    let notice = match objects {
        [one] => PgError::new(SqlState::SUCCESSFUL_COMPLETION, line(one)),
        many => PgError::new(
            SqlState::SUCCESSFUL_COMPLETION,
            format!("drop cascades to {} other objects", many.len()),
        )
        .detail(many.iter().map(line).collect::<Vec<_>>().join("\n")),
    };
    b.client.notices.push(notice.severity(Severity::Notice));
}
