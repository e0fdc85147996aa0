//! Operator classes of indexes (`opclasscmds.c`): which a method has, and for which types.

use super::index::IndexDefinition;
use crate::backend::Backend;
use crate::catalog::{BTREE_AM, OTHER_INDEX_METHODS};
use sql::ast::{IndexElem, QualifiedName, SortDirection, SortNulls};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::types;

/// The types that a method has classes for, by the ends of the classes' names.
type Classes = &'static [(&'static str, &'static str)];

const BTREE: Classes = &[
    (
        "_ops",
        "array bit bool bpchar bytea char date enum float4 float8 int2 int4 int8 interval jsonb name \
         numeric oid oidvector pg_lsn record record_image text tid time timestamp timestamptz timetz \
         uuid varbit varchar xid8",
    ),
    ("_pattern_ops", "bpchar text varchar"),
];
const HASH: Classes = &[
    (
        "_ops",
        "array bool bpchar bytea char cid date enum float4 float8 int2 int4 int8 interval jsonb name \
         numeric oid oidvector pg_lsn record text tid time timestamp timestamptz timetz uuid varchar \
         xid xid8",
    ),
    ("_pattern_ops", "bpchar text varchar"),
];
const BRIN: Classes = &[
    (
        "_minmax_ops",
        "bit bpchar bytea char date float4 float8 int2 int4 int8 interval name numeric oid pg_lsn \
         text tid time timestamp timestamptz timetz uuid varbit",
    ),
    (
        "_minmax_multi_ops",
        "date float4 float8 int2 int4 int8 interval numeric oid pg_lsn tid time timestamp timestamptz \
         timetz uuid",
    ),
    (
        "_bloom_ops",
        "bpchar bytea char date float4 float8 int2 int4 int8 interval name numeric oid pg_lsn text \
         tid time timestamp timestamptz timetz uuid",
    ),
];
const GIN: Classes = &[("_ops", "array jsonb tsvector"), ("_path_ops", "jsonb")];
const GIST: Classes = &[("_ops", "box circle point polygon tsquery tsvector")];
const SPGIST: Classes = &[("_ops", "box inet point polygon text")];

/// The operator classes of an access method: suffixes of names, each with its types.
fn classes(method: &str) -> Classes {
    match method {
        "btree" => BTREE,
        "hash" => HASH,
        "brin" => BRIN,
        "gin" => GIN,
        "gist" => GIST,
        "spgist" => SPGIST,
        _ => &[],
    }
}

/// Whether the word is one of a list with spaces.
fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|w| w == word)
}

/// The operator class that a name means, without its schema (`get_opclass_oid`).
pub(super) fn named(b: &Backend<'_>, name: &QualifiedName) -> Result<String> {
    name.schema_in(&b.catalog.database)?;
    Ok(name.last.clone())
}

/// Whether an operator class compares by `~<~` and its kin.
pub(super) fn is_pattern_class(class: &str) -> bool {
    class.ends_with("_pattern_ops")
}

/// The name of an index access method.
pub(super) fn method_name(method: Oid) -> &'static str {
    if method == BTREE_AM {
        return "btree";
    }
    OTHER_INDEX_METHODS.iter().find(|m| m.0 == method).map_or("", |m| m.1)
}

/// The name of a type in the names of its operator classes; `regclass` and its kin have those of `oid`.
fn class_type(b: &Backend<'_>, type_oid: Oid) -> &'static str {
    let name =
        types::info(types::opclass_input(b.catalog.class_type(type_oid))).map_or("", |t| t.name);
    name.strip_prefix("any").unwrap_or(name)
}

/// Whether an operator class for type `class` accepts values of type `given`, as for binary-coercible
/// types.
fn takes(class: &str, given: &str) -> bool {
    let text = |t: &str| matches!(t, "text" | "varchar");
    class == given || (text(class) || class == "bpchar") && text(given)
}

/// The operator class of a key; `None` for its type's default (`ResolveOpClass`). Refuses a class that
/// the method does not have for this type, and a type without a default class.
pub(super) fn resolve(
    b: &Backend<'_>,
    method: Oid,
    type_oid: Oid,
    written: Option<&str>,
) -> Result<Option<String>> {
    let (name, given) = (method_name(method), class_type(b, type_oid));
    let shown = || b.type_name(type_oid);
    let Some(written) = written else {
        let first = classes(name).first().map_or("", |c| c.1);
        if first.split_ascii_whitespace().any(|class| takes(class, given)) {
            return Ok(None);
        }
        return Err(PgError::new(
            SqlState::UNDEFINED_OBJECT,
            format!(
                "data type {} has no default operator class for access method \"{name}\"",
                shown()
            ),
        )
        .hint(
            "You must specify an operator class for the index or define a default operator class \
             for the data type.",
        ));
    };
    let mut found = classes(name).iter().filter_map(|(end, class)| {
        let class = written.strip_suffix(end).filter(|t| has(class, t))?;
        Some(class.strip_suffix("_image").unwrap_or(class))
    });
    match found.next() {
        None => err!(
            UNDEFINED_OBJECT,
            "operator class \"{written}\" does not exist for access method \"{name}\""
        ),
        Some(class) if takes(class, given) => {
            let own = if given == "varchar" { "text" } else { given };
            let end = classes(name).first().map_or("", |c| c.0);
            Ok(Some(written.to_string()).filter(|w| *w != format!("{own}{end}")))
        }
        Some(_) => err!(
            DATATYPE_MISMATCH,
            "operator class \"{written}\" does not accept data type {}",
            shown()
        ),
    }
}

/// Refuses features that an access method lacks, in the server's order (`DefineIndex`).
pub(super) fn check_abilities(d: &IndexDefinition<'_>) -> Result<()> {
    if d.method == BTREE_AM {
        return Ok(());
    }
    let name = method_name(d.method);
    let lacks = |what: &str| {
        err!(FEATURE_NOT_SUPPORTED, "access method \"{name}\" does not support {what}")
    };
    if d.unique {
        return lacks("unique indexes");
    }
    if !d.including.is_empty() && !matches!(name, "gist" | "spgist") {
        return lacks("included columns");
    }
    if d.keys.len() > 1 && matches!(name, "hash" | "spgist") {
        return lacks("multicolumn indexes");
    }
    Ok(())
}

/// Refuses what a column of INCLUDE cannot have (`ComputeIndexAttrs`).
pub(super) fn refuse_included(e: &IndexElem) -> Result<()> {
    if e.expr.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "expressions are not supported in included columns");
    }
    let given = match e {
        IndexElem { collation: Some(_), .. } => "a collation",
        IndexElem { opclass: Some(_), .. } => "an operator class",
        _ if e.ordering != SortDirection::Default => "ASC/DESC options",
        _ if e.nulls != SortNulls::Default => "NULLS FIRST/LAST options",
        _ => return Ok(()),
    };
    err!(INVALID_OBJECT_DEFINITION, "including column does not support {given}")
}

/// Refuses ASC, DESC and NULLS FIRST for an access method without an order (`ComputeIndexAttrs`).
pub(super) fn refuse_order(e: &IndexElem, method: Oid) -> Result<()> {
    let asked = match (e.ordering, e.nulls) {
        (SortDirection::Default, SortNulls::Default) => return Ok(()),
        (SortDirection::Default, _) => "NULLS FIRST/LAST",
        _ => "ASC/DESC",
    };
    let name = method_name(method);
    err!(FEATURE_NOT_SUPPORTED, "access method \"{name}\" does not support {asked} options")
}
