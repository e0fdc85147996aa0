//! What objects are made of, in SQL: `pg_get_expr`, `pg_get_indexdef`, `pg_get_constraintdef`,
//! `pg_get_viewdef` (`ruleutils.c`).

use super::{Args, ServerFunction, scalar, set};
use crate::backend::Backend;
use crate::backend::reg::relation_text;
use crate::catalog::{Class, Constraint, ConstraintType, FIRST_NORMAL_OID, UserTypeKind};
use sql::analyze::{CatalogView, CreatedFunction};
use sql::expr::{Expr, quote_identifier};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::ids::{AttrNumber, Oid};
use storage::types::oid::{BOOL, INT4, NAME, OID, PG_NODE_TREE, TEXT};

impl Backend<'_> {
    /// The SQL of an expression over the columns of `rel`.
    pub(crate) fn deparse(&mut self, e: &Expr, rel: Option<Oid>) -> String {
        self.deparse_styled(e, rel, false)
    }

    /// The columns and expressions of an index's key, in SQL.
    pub(crate) fn index_columns(&mut self, index: Oid) -> Vec<String> {
        let Some(class) = self.catalog.class(index).cloned() else { return Vec::new() };
        let Some(i) = &class.index else { return Vec::new() };
        let heap = self.catalog.class(i.heap).cloned();
        let mut exprs = i.exprs.iter();
        i.keys
            .iter()
            .take(i.key_count)
            .map(|k| match (k.attno.0 > 0, &heap) {
                (true, Some(h)) => quote_identifier(&h.desc.attr(k.attno).name),
                _ => exprs.next().map_or_else(String::new, |e| self.index_key(e, i.heap, true)),
            })
            .collect()
    }

    /// Returns the text of an index key: in parentheses unless it is a bare function call. `pretty`
    /// leaves parentheses within it out.
    fn index_key(&mut self, e: &Expr, heap: Oid, pretty: bool) -> String {
        let shown = self.deparse_styled(e, Some(heap), pretty);
        if self.looks_like_function(e) { shown } else { format!("({shown})") }
    }

    /// Returns the definition of an index (`pg_get_indexdef`), or of one column if `column` is
    /// given. `pretty` leaves out parentheses, and schemas that are not needed.
    pub(crate) fn index_definition(
        &mut self,
        index: Oid,
        column: Option<usize>,
        pretty: bool,
    ) -> Option<String> {
        let class = self.catalog.class(index)?.clone();
        let i = class.index.as_ref()?;
        let heap = self.catalog.class(i.heap)?.clone();
        heap.opened();
        let mut exprs = i.exprs.iter();
        let mut parts = Vec::new();
        let mut included = Vec::new();
        for (at, k) in i.keys.iter().enumerate() {
            let (mut text, own) = if k.attno.0 > 0 {
                let a = heap.desc.attrs.get(k.attno.0 as usize - 1)?;
                (quote_identifier(&a.name), a.collation)
            } else {
                let e = exprs.next()?;
                (self.index_key(e, i.heap, pretty), e.collation)
            };
            if let Some(c) = column {
                if at + 1 == c {
                    return Some(text);
                }
                continue;
            }
            if at >= i.key_count {
                included.push(text);
                continue;
            }
            if k.collation.is_valid() && k.collation != own {
                text.push_str(match k.collation.0 {
                    950 => " COLLATE \"C\"",
                    951 => " COLLATE \"POSIX\"",
                    _ => " COLLATE \"default\"",
                });
            }
            if let Some(Some(o)) = i.opclasses.get(at) {
                text.push(' ');
                text.push_str(o);
            }
            match (k.descending, k.nulls_first) {
                (true, true) => text.push_str(" DESC"),
                (true, false) => text.push_str(" DESC NULLS LAST"),
                (false, true) => text.push_str(" NULLS FIRST"),
                (false, false) => {}
            }
            parts.push(text);
        }
        if column.is_some() {
            return None;
        }
        let table = relation_text(&self.view(), i.heap, !pretty);
        let method = crate::catalog::other_method(&class).unwrap_or("btree");
        let mut out = format!(
            "CREATE {}INDEX {} ON {table} USING {method} ({})",
            if i.unique { "UNIQUE " } else { "" },
            quote_identifier(&class.name),
            parts.join(", ")
        );
        if !included.is_empty() {
            out.push_str(&format!(" INCLUDE ({})", included.join(", ")));
        }
        if i.nulls_not_distinct {
            out.push_str(" NULLS NOT DISTINCT");
        }
        if !class.options.is_empty() {
            let list: Vec<String> = class
                .options
                .iter()
                .map(|(n, v)| {
                    // What is an identifier needs no quotes (`flatten_reloptions`).
                    if sql::expr::quote_identifier(v) == *v {
                        format!("{n}={v}")
                    } else {
                        format!("{n}='{v}'")
                    }
                })
                .collect();
            out.push_str(&format!(" WITH ({})", list.join(", ")));
        }
        if let Some(p) = &i.predicate {
            let shown = self.deparse_styled(p, Some(i.heap), pretty);
            out.push_str(&format!(" WHERE {shown}"));
        }
        Some(out)
    }

    /// Returns the definition of a constraint (`pg_get_constraintdef`); `pretty` leaves parentheses
    /// out.
    pub(crate) fn constraint_definition(&mut self, k: &Constraint, pretty: bool) -> String {
        let catalog = self.catalog.clone();
        let columns = |rel: Oid, keys: &[AttrNumber]| -> String {
            let Some(c) = catalog.class(rel) else { return String::new() };
            let names: Vec<String> =
                keys.iter().map(|n| quote_identifier(&c.desc.attr(*n).name)).collect();
            names.join(", ")
        };
        let mut out = match (&k.check, &k.foreign) {
            (Some(e), _) => {
                let no_inherit = if k.no_inherit { " NO INHERIT" } else { "" };
                let shown = self.deparse_styled(e, Some(k.rel), pretty);
                format!("CHECK ({shown}){no_inherit}")
            }
            (None, Some(f)) => {
                let mut out = format!(
                    "FOREIGN KEY ({}) REFERENCES {}({})",
                    columns(k.rel, &k.keys),
                    relation_text(&self.view(), f.rel, false),
                    columns(f.rel, &f.keys)
                );
                let action = |c: char| match c {
                    'r' => Some("RESTRICT"),
                    'c' => Some("CASCADE"),
                    'n' => Some("SET NULL"),
                    'd' => Some("SET DEFAULT"),
                    _ => None,
                };
                if f.match_type == 'f' {
                    out.push_str(" MATCH FULL");
                }
                if let Some(a) = action(f.on_update) {
                    out.push_str(&format!(" ON UPDATE {a}"));
                }
                if let Some(a) = action(f.on_delete) {
                    out.push_str(&format!(" ON DELETE {a}"));
                }
                out
            }
            (None, None) if k.kind == ConstraintType::NotNull => {
                return format!("NOT NULL {}", columns(k.rel, &k.keys));
            }
            (None, None) => {
                let word =
                    if k.kind == ConstraintType::PrimaryKey { "PRIMARY KEY" } else { "UNIQUE" };
                let entry = self.catalog.class(k.index).and_then(|c| c.index.as_ref());
                let distinct = entry.is_some_and(|e| e.nulls_not_distinct);
                let distinct = if distinct { "NULLS NOT DISTINCT " } else { "" };
                let mut out = format!("{word} {distinct}({})", columns(k.rel, &k.keys));
                if let Some(e) = entry
                    && e.keys.len() > e.key_count
                {
                    let more: Vec<AttrNumber> =
                        e.keys[e.key_count..].iter().map(|k| k.attno).collect();
                    out.push_str(&format!(" INCLUDE ({})", columns(k.rel, &more)));
                }
                out
            }
        };
        if k.deferrable.0 {
            out.push_str(" DEFERRABLE");
        }
        if k.deferrable.1 {
            out.push_str(" INITIALLY DEFERRED");
        }
        if !k.validated {
            out.push_str(" NOT VALID");
        }
        out
    }
}

/// `pg_get_expr`: the text of an expression that a catalog row holds.
fn get_expr(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let text = super::text_of(b, &args[0])?;
    let pretty = args.get(2).is_some_and(|d| d.as_bool());
    let words: Vec<&str> = text.trim_matches(['{', '}']).split(' ').collect();
    let [_, kind, oid] = words[..] else { return Ok(Datum::text(&text)) };
    let oid = Oid(oid.parse().unwrap_or(0));
    let catalog = b.catalog.clone();
    let mut show = |e: &Expr, rel: Oid| b.deparse_styled(e, Some(rel), pretty);
    let found = match kind {
        "d" => catalog.classes().values().find_map(|c| {
            let d = c.defaults.values().find(|d| d.oid == oid)?;
            Some(show(&d.expr, c.oid))
        }),
        "y" => match catalog.types().get(&oid).map(|t| &t.kind) {
            Some(UserTypeKind::Domain(d)) => {
                d.default.as_ref().map(|e| b.deparse_styled(e, None, pretty))
            }
            _ => None,
        },
        "c" => match catalog.constraints().get(&oid) {
            Some(k) => k.check.as_ref().map(|e| show(e, k.rel)),
            None => catalog.domain_check(oid).map(|k| b.deparse_styled(&k.2, None, pretty)),
        },
        _ => catalog.class(oid).and_then(|c| {
            let i = c.index.as_ref()?;
            if kind == "p" {
                return Some(show(i.predicate.as_ref()?, i.heap));
            }
            let all: Vec<String> = i.exprs.iter().map(|e| show(e, i.heap)).collect();
            Some(all.join(", "))
        }),
    };
    Ok(found.map_or(Datum::Null, |t| Datum::text(&t)))
}

/// The SQL function `pg_get_indexdef`.
fn index_def(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let column = args.get(1).map(|d| d.as_i32() as usize).filter(|c| *c > 0);
    let found =
        b.index_definition(Oid(args[0].as_u32()), column, args.get(2).is_some_and(Datum::as_bool));
    Ok(found.map_or(Datum::Null, |t| Datum::text(&t)))
}

/// The SQL function `pg_get_constraintdef`.
fn constraint_def(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let oid = Oid(args[0].as_u32());
    let pretty = args.get(1).is_some_and(Datum::as_bool);
    if let Some(k) = b.catalog.constraints().get(&oid).cloned() {
        return Ok(Datum::text(&b.constraint_definition(&k, pretty)));
    }
    let catalog = b.catalog.clone();
    if let Some((_, _, check)) = catalog.domain_check(oid) {
        return Ok(Datum::text(&format!("CHECK ({})", b.deparse_styled(check, None, pretty))));
    }
    let not_null = catalog.types().values().any(|t| t.not_null_constraint() == Some(oid));
    Ok(if not_null { Datum::text("NOT NULL") } else { Datum::Null })
}

/// Returns a view's definition (`pg_get_viewdef`) by the further argument: whether to print pretty,
/// or how wide lines may be. `wrapped`: the argument is the width of a line.
fn view_def_of(b: &mut Backend<'_>, view: Oid, args: &[Datum], wrapped: bool) -> Datum {
    let (pretty, wrap) = match args.get(1) {
        Some(d) if wrapped => (true, d.as_i32().max(0) as usize),
        Some(d) => (d.as_bool(), 0),
        None => (false, 0),
    };
    b.view_definition(view, pretty, wrap).map_or(Datum::Null, |t| Datum::text(&t))
}

/// `pg_get_viewdef` by OID.
fn view_def(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(view_def_of(b, Oid(args[0].as_u32()), args, false))
}

/// `pg_get_viewdef` with a column to wrap lines at.
fn view_def_wrapped(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(view_def_of(b, Oid(args[0].as_u32()), args, true))
}

/// The SQL function `pg_get_triggerdef`.
fn trigger_def(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let pretty = args.get(1).is_some_and(Datum::as_bool);
    let found = b.trigger_definition(Oid(args[0].as_u32()), pretty);
    Ok(found.map_or(Datum::Null, |t| Datum::text(&t)))
}

/// `pg_get_viewdef` by the view's name.
fn view_def_named(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let text = super::text_of(b, &args[0])?;
    let class: Rc<Class> = super::relation_named(b, &text)?;
    Ok(view_def_of(b, class.oid, args, false))
}

/// The SQL function `pg_get_userbyid`.
fn user_by_id(_b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(match args[0].as_u32() {
        10 => Datum::name("postgres"),
        6171 => Datum::name("pg_database_owner"),
        other => Datum::name(&format!("unknown (OID={other})")),
    })
}

/// `pg_table_is_visible`: whether the search path finds the relation by its name alone.
fn table_is_visible(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let o = Oid(args[0].as_u32());
    if b.catalog.class(o).is_none() {
        return Ok(Datum::Null);
    }
    Ok(Datum::bool(b.view().is_visible(o)))
}

/// The SQL function `pg_type_is_visible`.
fn type_is_visible(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let o = Oid(args[0].as_u32());
    if storage::types::info(o).is_some() {
        return Ok(Datum::bool(true));
    }
    let Some(t) = b.catalog.types().get(&o).cloned() else { return Ok(Datum::Null) };
    Ok(Datum::bool(b.view().user_type_named(None, &t.name) == Some(o)))
}

/// `pg_function_is_visible`: whether the search path finds the function by its name and arguments alone; NULL for one
/// that does not exist. Built-in functions are found.
fn function_is_visible(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let oid = Oid(args[0].as_u32());
    if oid.0 < FIRST_NORMAL_OID {
        return Ok(Datum::bool(true));
    }
    let Some(f) = b.catalog.functions().get(&oid).map(|f| Rc::clone(&f.function)) else {
        return Ok(Datum::Null);
    };
    let named = b.view().functions(None, &f.name);
    let first = named.iter().find(|other| other.args == f.args);
    Ok(Datum::bool(first.is_some_and(|first| first.oid == oid)))
}

/// `format_type`: a type's name with its modifier.
fn format_type(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    if args[0].is_null() {
        return Ok(Datum::Null);
    }
    let o = Oid(args[0].as_u32());
    if !o.is_valid() {
        return Ok(Datum::text("-"));
    }
    let shown = if args[1].is_null() { b.type_name(o) } else { b.type_text(o, args[1].as_i32()) };
    Ok(Datum::text(&shown))
}

/// `obj_description`: the comment on an object.
fn description(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let found = b.catalog.comments().get(&(Oid(args[0].as_u32()), 0));
    Ok(found.map_or(Datum::Null, |t| Datum::text(t)))
}

/// `shobj_description`: the comment on a database, role or tablespace.
fn shared_description(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let key = (Oid(args[0].as_u32()), crate::catalog::SHARED);
    Ok(b.catalog.comments().get(&key).map_or(Datum::Null, |t| Datum::text(t)))
}

/// The SQL function `col_description`.
fn column_description(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let key = (Oid(args[0].as_u32()), args[1].as_i32() as i16);
    Ok(b.catalog.comments().get(&key).map_or(Datum::Null, |t| Datum::text(t)))
}

/// The SQL function `pg_get_serial_sequence`.
fn serial_sequence(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let table = super::text_of(b, &args[0])?;
    let column = super::text_of(b, &args[1])?;
    let class = super::relation_named(b, &table)?;
    let Some(n) = class.column(&column) else {
        return storage::err!(
            UNDEFINED_COLUMN,
            "column \"{column}\" of relation \"{}\" does not exist",
            class.name
        );
    };
    let found = ['a', 'i'].into_iter().find_map(|k| b.catalog.owned_sequence(class.oid, n, k));
    Ok(found.map_or(Datum::Null, |q| Datum::text(&relation_text(&b.view(), q.oid, true))))
}

/// `pg_options_to_table`: `{name=value,...}` as rows.
fn options_to_table(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let array = storage::types::array::Array::from_datum(&mut b.host(), &args[0])?;
    let mut rows = Vec::new();
    for v in &array.values {
        if v.is_null() {
            continue;
        }
        let t = super::text_of(b, v)?;
        let (n, v) = t.split_once('=').unwrap_or((&t, ""));
        rows.push(vec![Datum::text(n), Datum::text(v)]);
    }
    Ok(rows)
}

/// Refuses a function whose body is no string: what the server prints of it is not kept.
fn refuse_sql_body(f: &CreatedFunction) -> Result<()> {
    if f.sql_body {
        let name = &f.name;
        return err!(
            FEATURE_NOT_SUPPORTED,
            "the text of function {name} is not modelled, since its body is no string"
        );
    }
    Ok(())
}

/// Returns the body of a function that is no string; NULL for any other (`pg_get_function_sqlbody`).
fn function_sql_body(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    if let Some(f) = b.catalog.functions().get(&Oid(args[0].as_u32())) {
        refuse_sql_body(&f.function)?;
    }
    Ok(Datum::Null)
}

/// Returns the CREATE OR REPLACE statement of a function or procedure (`pg_get_functiondef`).
fn function_def(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let oid = Oid(args[0].as_u32());
    let (all, ret) = (function_text(b, args, true), function_text(b, args, false));
    let Some(f) = b.catalog.functions().get(&oid).cloned() else { return Ok(Datum::Null) };
    let q = &f.function;
    let (kind, tag) =
        if q.procedure { ("PROCEDURE", "procedure") } else { ("FUNCTION", "function") };
    let text = |d: &Datum| String::from_utf8_lossy(storage::types::payload(d)).into_owned();
    let mut out = format!(
        "CREATE OR REPLACE {kind} {}.{}({})\n",
        quote_identifier(&q.schema),
        quote_identifier(&q.name),
        text(&all)
    );
    if !q.procedure {
        out += &format!(" RETURNS {}\n", text(&ret));
    }
    out += &format!(" LANGUAGE {}\n", q.language);
    let mut traits = Vec::new();
    match q.volatility {
        storage::fmgr::Volatility::Immutable => traits.push("IMMUTABLE"),
        storage::fmgr::Volatility::Stable => traits.push("STABLE"),
        storage::fmgr::Volatility::Volatile => {}
    }
    match q.parallel {
        's' => traits.push("PARALLEL SAFE"),
        'r' => traits.push("PARALLEL RESTRICTED"),
        _ => {}
    }
    if q.strict {
        traits.push("STRICT");
    }
    if q.definer {
        traits.push("SECURITY DEFINER");
    }
    if q.leakproof {
        traits.push("LEAKPROOF");
    }
    let (cost, rows) = (format!("COST {}", q.cost), format!("ROWS {}", q.rows));
    if q.cost != 100.0 {
        traits.push(&cost);
    }
    if q.rows != if q.returns_set { 1000.0 } else { 0.0 } {
        traits.push(&rows);
    }
    if !traits.is_empty() {
        out += &format!(" {}\n", traits.join(" "));
    }
    refuse_sql_body(q)?;
    let mut quote = format!("${tag}$");
    while q.source.contains(&quote) {
        quote.insert(quote.len() - 1, 'x');
    }
    out += &format!("AS {quote}{}{quote}\n", q.source);
    Ok(Datum::text(&out))
}

/// Returns what a function returns (`pg_get_function_result`), or with `arguments` what it takes, with the
/// defaults (`pg_get_function_arguments`).
fn function_text(b: &mut Backend<'_>, args: &Args<'_>, arguments: bool) -> Datum {
    let Some(f) = b.catalog.functions().get(&Oid(args[0].as_u32())).cloned() else {
        return Datum::Null;
    };
    let q = &f.function;
    let is_table = q.returns_set && !q.out.is_empty();
    let named = |name: &str, t: String| match name {
        "" => t,
        _ => format!("{} {t}", quote_identifier(name)),
    };
    let columns: Vec<String> = q.out.iter().map(|(n, t)| named(n, b.type_name(*t))).collect();
    if !arguments {
        if q.procedure {
            return Datum::Null;
        }
        if is_table {
            return Datum::text(&format!("TABLE({})", columns.join(", ")));
        }
        let t = b.type_name(q.ret);
        return Datum::text(&if q.returns_set { format!("SETOF {t}") } else { t });
    }
    Datum::text(&parameters_text(b, q, true))
}

/// The parameters of a function as they are declared; `defaults` with their defaults (`print_function_arguments`).
fn parameters_text(b: &mut Backend<'_>, q: &CreatedFunction, defaults: bool) -> String {
    let first_default = q.args.len() - q.defaults.len().min(q.args.len());
    let mut given = 0;
    let mut list: Vec<String> = Vec::new();
    for (mode, name, t) in q.parameters.iter().filter(|p| p.0 != 't') {
        let mut text = match mode {
            // A procedure prints the mode of every argument.
            'i' if q.procedure => "IN ",
            'o' => "OUT ",
            'b' => "INOUT ",
            'v' => "VARIADIC ",
            _ => "",
        }
        .to_string();
        if !name.is_empty() {
            text.push_str(&quote_identifier(name));
            text.push(' ');
        }
        text.push_str(&b.type_name(*t));
        if *mode != 'o' {
            if defaults && given >= first_default {
                let default = b.deparse_styled(&q.defaults[given - first_default], None, false);
                text.push_str(&format!(" DEFAULT {default}"));
            }
            given += 1;
        }
        list.push(text);
    }
    list.join(", ")
}

/// The SQL function `pg_get_function_arguments`.
fn function_arguments(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(function_text(b, args, true))
}

/// The SQL function `pg_get_function_result`.
fn function_result(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(function_text(b, args, false))
}

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("pg_get_expr", &[PG_NODE_TREE, OID], TEXT, get_expr).stable(),
    scalar("pg_get_expr", &[PG_NODE_TREE, OID, BOOL], TEXT, get_expr).stable(),
    scalar("pg_get_indexdef", &[OID], TEXT, index_def).stable(),
    scalar("pg_get_indexdef", &[OID, INT4, BOOL], TEXT, index_def).stable(),
    scalar("pg_get_constraintdef", &[OID], TEXT, constraint_def).stable(),
    scalar("pg_get_constraintdef", &[OID, BOOL], TEXT, constraint_def).stable(),
    scalar("pg_get_triggerdef", &[OID], TEXT, trigger_def).stable(),
    scalar("pg_get_triggerdef", &[OID, BOOL], TEXT, trigger_def).stable(),
    scalar("pg_get_viewdef", &[TEXT], TEXT, view_def_named).stable(),
    scalar("pg_get_viewdef", &[OID], TEXT, view_def).stable(),
    scalar("pg_get_viewdef", &[TEXT, BOOL], TEXT, view_def_named).stable(),
    scalar("pg_get_viewdef", &[OID, BOOL], TEXT, view_def).stable(),
    scalar("pg_get_viewdef", &[OID, INT4], TEXT, view_def_wrapped).stable(),
    scalar("pg_get_userbyid", &[OID], NAME, user_by_id).stable(),
    scalar("pg_get_function_arguments", &[OID], TEXT, function_arguments).stable(),
    scalar("pg_get_functiondef", &[OID], TEXT, function_def).stable(),
    scalar("pg_get_function_sqlbody", &[OID], TEXT, function_sql_body).stable(),
    scalar("pg_get_function_result", &[OID], TEXT, function_result).stable(),
    scalar("pg_get_serial_sequence", &[TEXT, TEXT], TEXT, serial_sequence).stable(),
    scalar("pg_table_is_visible", &[OID], BOOL, table_is_visible).stable(),
    scalar("pg_type_is_visible", &[OID], BOOL, type_is_visible).stable(),
    scalar("pg_function_is_visible", &[OID], BOOL, function_is_visible).stable(),
    scalar("format_type", &[OID, INT4], TEXT, format_type).stable().not_strict(),
    scalar("obj_description", &[OID], TEXT, description).stable(),
    scalar("obj_description", &[OID, NAME], TEXT, description).stable(),
    scalar("shobj_description", &[OID, NAME], TEXT, shared_description).stable(),
    scalar("col_description", &[OID, INT4], TEXT, column_description).stable(),
    set(
        "pg_options_to_table",
        &[storage::types::oid::TEXT_ARRAY],
        storage::types::oid::RECORD,
        &[("option_name", TEXT), ("option_value", TEXT)],
        options_to_table,
    )
    .stable(),
];
