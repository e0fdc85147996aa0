//! Expressions of the catalog back to text, with the catalog's names.

use crate::backend::Backend;
use crate::backend::reg::relation_text;
use crate::catalog::Trigger;
use sql::analyze;
use sql::expr::{
    DeparseNames, DeparseStyle, Expr, FuncRef, Node, deparse, deparse_query, quote_identifier,
    quote_literal,
};
use std::rc::Rc;
use storage::datum::Datum;
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};

/// The names in an expression over one table.
struct Names<'a> {
    rel: Option<Oid>,
    /// Whether RTE 1 is a row's old version and RTE 2 its new one.
    versions: bool,
    backend: Backend<'a>,
}

impl DeparseNames for Names<'_> {
    fn variable(&mut self, var: &Expr) -> String {
        let Node::Var(v) = &var.node else { return "?".into() };
        let class = self.rel.and_then(|r| self.backend.catalog.class(r));
        let version = match v.rte {
            _ if !self.versions => "",
            1 => "old.",
            _ => "new.",
        };
        match class {
            Some(_) if self.versions && v.attno == 0 => format!("{version}*"),
            Some(c) if self.versions && v.attno > 0 => {
                version.to_string() + &quote_identifier(&c.desc.attr(AttrNumber(v.attno)).name)
            }
            Some(c) if v.attno > 0 && (v.attno as usize) <= c.desc.attrs.len() => {
                quote_identifier(&c.desc.attr(AttrNumber(v.attno)).name)
            }
            Some(c) if v.attno == 0 => format!("{}.*", quote_identifier(&c.name)),
            _ => version.to_string() + sql::expr::system_column_name(v.attno),
        }
    }
    fn format_type(&self, type_oid: Oid, typmod: i32) -> String {
        analyze::format_type(&self.backend.view(), type_oid, typmod)
    }
    fn output(&mut self, type_oid: Oid, value: &Datum) -> String {
        self.backend.output(type_oid, value).unwrap_or_default()
    }
    fn field_name(&mut self, expr: &Expr, field: i16) -> String {
        analyze::field_name(&self.backend.view(), expr, field)
    }
    fn relation_name(&self, oid: Oid) -> String {
        relation_text(&self.backend.view(), oid, false)
    }
    fn function_name(&self, func: &FuncRef) -> String {
        match func {
            FuncRef::Sql(f) => {
                // It may have another name since the expression was stored.
                let now = self.backend.catalog.functions().get(&f.oid);
                let f = now.map_or(f, |now| &now.function);
                analyze::function_name(&self.backend.view(), f)
            }
            _ => quote_identifier(&func.name()),
        }
    }
    fn relation_columns(&self, oid: Oid) -> Vec<Option<String>> {
        let class = self.backend.catalog.class(oid);
        let attrs = class.iter().flat_map(|c| c.desc.attrs.iter());
        attrs.map(|a| (!a.dropped).then(|| a.name.clone())).collect()
    }
    fn view_rule_tables(&self) -> bool {
        self.backend.store.release.view_rule_tables
    }
    fn bare_name(&self, oid: Oid) -> String {
        self.backend.catalog.class(oid).map_or_else(String::new, |c| c.name.clone())
    }
}

impl Backend<'_> {
    /// The SQL of an expression over the columns of `rel`; `pretty` omits parentheses.
    pub(crate) fn deparse_styled(&mut self, e: &Expr, rel: Option<Oid>, pretty: bool) -> String {
        let style = if pretty { DeparseStyle::PRETTY } else { DeparseStyle::PLAIN };
        rel.and_then(|rel| self.catalog.class(rel)).iter().for_each(|c| c.opened());
        let mut names = Names { rel, versions: false, backend: self.reborrow() };
        deparse(e, &mut names, style)
    }
    /// Returns a view's query with a semicolon (`pg_get_viewdef`); `pretty` leaves out parentheses;
    /// past `wrap` characters a column begins a new line.
    pub(crate) fn view_definition(
        &mut self,
        view: Oid,
        pretty: bool,
        wrap: usize,
    ) -> Option<String> {
        let class = self.catalog.class(view)?.clone();
        let Some(entry) = &class.view else {
            return (class.kind == RelKind::View).then(String::new);
        };
        let columns: Vec<String> = class.desc.attrs.iter().map(|a| a.name.clone()).collect();
        let style = if pretty { DeparseStyle::PRETTY } else { DeparseStyle::PLAIN };
        let mut names = Names { rel: None, versions: false, backend: self.reborrow() };
        Some(deparse_query(&entry.query, &columns, &mut names, style, wrap) + ";")
    }
    /// Returns the CREATE TRIGGER statement of a trigger (`pg_get_triggerdef`), or `None` if there
    /// is none with this OID. `pretty`: the table's schema is left out where it can be, and WHEN
    /// has fewer parentheses.
    pub(crate) fn trigger_definition(&mut self, oid: Oid, pretty: bool) -> Option<String> {
        let (class, t) = self.catalog.classes().values().find_map(|c| {
            let t = c.triggers.iter().find(|t| t.oid == oid)?;
            Some((Rc::clone(c), Rc::clone(t)))
        })?;
        let when = if t.is(Trigger::BEFORE) { "BEFORE" } else { "AFTER" };
        let mut out = format!("CREATE TRIGGER {} {when}", quote_identifier(&t.name));
        let mut or = "";
        for (_, word) in Trigger::EVENTS.iter().filter(|e| t.kind & e.0 != 0) {
            out += &format!("{or} {word}");
            or = " OR";
            if *word == "UPDATE" && !t.columns.is_empty() {
                let name = |a: &AttrNumber| quote_identifier(&class.desc.attr(*a).name);
                let list: Vec<String> = t.columns.iter().map(name).collect();
                out += &format!(" OF {}", list.join(", "));
            }
        }
        let table = relation_text(&self.view(), class.oid, !pretty);
        let level = if t.is(Trigger::ROW) { "ROW" } else { "STATEMENT" };
        out += &format!(" ON {table} FOR EACH {level} ");
        if let Some(w) = &t.when {
            let style = if pretty { DeparseStyle::PRETTY } else { DeparseStyle::PLAIN };
            let rel = Some(class.oid);
            let mut names = Names { rel, versions: true, backend: self.reborrow() };
            out += &format!("WHEN ({}) ", deparse(w, &mut names, style));
        }
        let function = match self.catalog.functions().get(&t.function) {
            // A trigger's function has no arguments.
            Some(f) => self.function_signature(&f.function).trim_end_matches("()").to_string(),
            None => Trigger::SUPPRESS_REDUNDANT_NAME.to_string(),
        };
        let args: Vec<String> = t.args.iter().map(|a| quote_literal(a)).collect();
        out += &format!("EXECUTE FUNCTION {function}({})", args.join(", "));
        Some(out)
    }
    /// Whether the text of an index key needs no parentheses.
    pub(crate) fn looks_like_function(&self, e: &Expr) -> bool {
        sql::expr::looks_like_function(e)
    }
}
