//! From catalog entries to the relation that storage works on (`relcache.c`).

use super::{Catalog, Class};
use sql::expr::{Expr, FuncRef, Node};
use std::rc::Rc;
use storage::heap::{IndexInfo, RelKind, RelOptions, Relation};
use storage::ids::AttrNumber;
use storage::sort::Arrange;

/// Builds the entry of a relation, with its indexes and its TOAST relation (`RelationBuildDesc`).
pub(super) fn build(catalog: &Catalog, class: &Class) -> Relation {
    let indexes = match class.kind {
        RelKind::Table | RelKind::Toast | RelKind::MaterializedView => catalog
            .kept_indexes_of(class.oid)
            .iter()
            .filter(|c| c.index.as_ref().is_none_or(|i| i.valid))
            .filter_map(|c| catalog.relation(c.oid))
            .collect(),
        _ => Vec::new(),
    };
    let toast = if class.toast.is_valid() { catalog.relation(class.toast) } else { None };
    Relation {
        oid: class.oid,
        name: class.name.clone(),
        namespace: class.namespace,
        file: class.file,
        kind: class.kind,
        persistence: class.persistence,
        desc: Rc::clone(&class.desc),
        options: options(&class.options),
        toast,
        indexes,
        index: class.index.as_ref().map(|i| {
            let mut expr_attrs = Vec::new();
            for e in i.exprs.iter().chain(&i.predicate) {
                columns_of(e, &mut expr_attrs);
            }
            let parallel_safe = i.exprs.iter().chain(&i.predicate).all(is_parallel_safe);
            IndexInfo {
                heap: i.heap,
                keys: i.keys.clone(),
                nkey_atts: i.key_count,
                unique: i.unique,
                primary: i.primary,
                immediate: i.immediate,
                nulls_not_distinct: i.nulls_not_distinct,
                valid: i.valid,
                expr_attrs,
                partial: i.predicate.is_some(),
                parallel_safe,
                check_xmin: i.check_xmin,
            }
        }),
        state: Rc::clone(&class.state),
    }
}

/// Adds the columns that an expression reads to `found`, in order, each once.
pub(crate) fn columns_of(e: &Expr, found: &mut Vec<AttrNumber>) {
    sql::analyze::visit(e, &mut |n| {
        if let Node::Var(v) = &n.node
            && !found.contains(&AttrNumber(v.attno))
        {
            found.push(AttrNumber(v.attno));
        }
    });
    found.arrange();
}

/// Whether an index expression is parallel safe (`is_parallel_safe`). A function in SQL is replaced
/// by its body first.
fn is_parallel_safe(e: &Expr) -> bool {
    let mut safe = true;
    sql::analyze::visit(e, &mut |n| {
        if let Node::Func(f) = &n.node
            && let FuncRef::Sql(f) = &f.func
        {
            safe &= f.parallel == 's' || f.language == "sql";
        }
    });
    safe
}

/// Returns the options as storage asks for them (`reloptions`).
fn options(given: &[(String, String)]) -> RelOptions {
    let get = |name: &str| given.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
    let flag = |name: &str| get(name).map(|v| matches!(v, "true" | "on" | "yes" | "1"));
    RelOptions {
        fillfactor: get("fillfactor").and_then(|v| v.parse().ok()),
        toast_tuple_target: get("toast_tuple_target").and_then(|v| v.parse().ok()),
        deduplicate_items: flag("deduplicate_items"),
        vacuum_truncate: flag("vacuum_truncate"),
        vacuum_index_cleanup: get("vacuum_index_cleanup").map(str::to_string),
        given: given.to_vec(),
    }
}
