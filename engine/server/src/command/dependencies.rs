//! What depends on an object that is to be dropped (`findDependentObjects`).

use crate::backend::Backend;
use crate::catalog::{Class, ConstraintType};
use sql::analyze::{Query, RteKind, visit_query, written_queries};
use sql::ast::DropBehavior;
use sql::quote::quote_identifier;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::heap::RelKind;
use storage::ids::Oid;
use storage::sort::Arrange;

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
    let created = b.catalog.classes().range(Oid(crate::catalog::FIRST_NORMAL_OID)..);
    let over = |query: &Query| {
        let mut uses = false;
        written_queries(query, &mut |q| uses |= reads(q, rel, column));
        uses
    };
    created
        .filter(|(_, c)| c.view.as_ref().is_some_and(|v| over(&v.query)))
        .map(|(oid, _)| *oid)
        .collect()
}

/// Whether a query reads a relation, if need be through views.
pub(super) fn reads_through(b: &Backend<'_>, query: &Query, rel: Oid) -> bool {
    let mut over = Vec::new();
    collect(b, rel, &mut over);
    let mut found = false;
    written_queries(query, &mut |q| {
        found |= reads(q, rel, None) || over.iter().any(|d| !d.constraint && reads(q, d.oid, None));
    });
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

/// What else must go: the oid and words for it with what it depends on.
pub(super) struct DependentObject {
    pub(super) oid: Oid,
    pub(super) constraint: bool,
    pub(super) words: String,
    pub(super) on: String,
}

/// The objects that depend on a relation.
pub(super) fn dependents(b: &Backend<'_>, rel: Oid) -> Vec<DependentObject> {
    let mut out = Vec::new();
    let Some(class) = b.catalog.class(rel).cloned() else { return out };
    let on = describe(b, &class);
    for v in views_over(b, rel, None) {
        if let Some(c) = b.catalog.class(v) {
            out.push(DependentObject {
                oid: v,
                constraint: false,
                words: describe(b, c),
                on: on.clone(),
            });
        }
    }
    for k in b.catalog.constraints().values() {
        if k.kind == ConstraintType::ForeignKey
            && k.rel != rel
            && k.foreign.as_ref().is_some_and(|f| f.rel == rel)
        {
            let table = b.catalog.class(k.rel).map_or(String::new(), |c| describe(b, c));
            out.push(DependentObject {
                oid: k.oid,
                constraint: true,
                words: format!("constraint {} on {table}", k.name),
                on: on.clone(),
            });
        }
    }
    if class.kind == RelKind::Sequence {
        defaults_over(b, &class, &mut out);
    }
    let owned = b.catalog.classes().values().filter(|c| {
        c.sequence.as_ref().and_then(|s| s.owner).is_some_and(|(owner, ..)| owner == rel)
    });
    for sequence in owned {
        let from = out.len();
        defaults_over(b, sequence, &mut out);
        let mut at = 0;
        out.retain(|d| {
            at += 1;
            at <= from || !class.defaults.values().any(|own| own.oid == d.oid)
        });
    }
    out
}

/// Adds the defaults of columns that call a sequence.
pub(super) fn defaults_over(b: &Backend<'_>, sequence: &Class, out: &mut Vec<DependentObject>) {
    let on = describe(b, sequence);
    for t in b.catalog.classes().values() {
        for (n, d) in &t.defaults {
            let mut uses = false;
            sql::analyze::visit(&d.expr, &mut |e| {
                if let sql::expr::Node::Const(storage::datum::Datum::Word(w)) = &e.node
                    && e.type_oid == storage::types::oid::REGCLASS
                    && *w == u64::from(sequence.oid.0)
                {
                    uses = true;
                }
            });
            if uses {
                out.push(DependentObject {
                    oid: d.oid,
                    constraint: true,
                    words: format!(
                        "default value for column {} of {}",
                        t.desc.attr(*n).name,
                        describe(b, t)
                    ),
                    on: on.clone(),
                });
            }
        }
    }
}

/// Collects the objects that depend on a relation, and in turn those that depend on them, the
/// youngest first (`findDependentObjects`). Messages list them in reverse.
pub(super) fn collect(b: &Backend<'_>, rel: Oid, found: &mut Vec<DependentObject>) {
    collect_under(b, &mut vec![rel], found);
}

/// Collects what depends on the last of `above`, which depend on each other; views may do so in a circle.
fn collect_under(b: &Backend<'_>, above: &mut Vec<Oid>, found: &mut Vec<DependentObject>) {
    let Some(&rel) = above.last() else { return };
    let mut direct = dependents(b, rel);
    direct.arrange_by(|x, y| y.oid.cmp(&x.oid));
    for d in direct {
        if found.iter().any(|o| o.oid == d.oid) || above.contains(&d.oid) {
            continue;
        }
        if !d.constraint {
            above.push(d.oid);
            collect_under(b, above, found);
            above.pop();
        }
        found.push(d);
    }
}

/// The views that are dropped together with one of these views or its column, each with the object that
/// it depends on, as messages name it.
pub(super) fn going_with(b: &Backend<'_>, views: &[Oid], on: &str) -> Vec<(Oid, String, String)> {
    let mut found = Vec::new();
    for v in views.iter().rev() {
        if found.iter().any(|d: &DependentObject| d.oid == *v) {
            continue;
        }
        collect(b, *v, &mut found);
        if let Some(c) = b.catalog.class(*v) {
            let words = describe(b, c);
            found.push(DependentObject { oid: *v, constraint: false, words, on: on.to_string() });
        }
    }
    found.into_iter().rev().map(|d| (d.oid, d.words, d.on)).collect()
}

/// Refuses the DROP, or, with CASCADE, says in a notice what else is dropped
/// (`reportDependentObjects`).
pub(super) fn complain_or_tell(
    b: &mut Backend<'_>,
    oids: &[Oid],
    others: &[DependentObject],
    behavior: DropBehavior,
) -> Result<()> {
    if behavior == DropBehavior::Restrict {
        let first = oids.first().and_then(|o| b.catalog.class(*o));
        let what = match (first, oids.len()) {
            (Some(c), 1) => {
                format!("cannot drop {} because other objects depend on it", describe(b, c))
            }
            _ => "cannot drop desired object(s) because other objects depend on them".to_string(),
        };
        let lines: Vec<String> =
            others.iter().map(|d| format!("{} depends on {}", d.words, d.on)).collect();
        return Err(PgError::new(SqlState::DEPENDENT_OBJECTS_STILL_EXIST, what)
            .detail(lines.join("\n"))
            .hint("Use DROP ... CASCADE to drop the dependent objects too."));
    }
    tell_cascade(b, &others.iter().map(|d| d.words.clone()).collect::<Vec<_>>());
    Ok(())
}

/// Tells which objects CASCADE drops too (`reportDependentObjects`).
pub(super) fn tell_cascade(b: &mut Backend<'_>, objects: &[String]) {
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
