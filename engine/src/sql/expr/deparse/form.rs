//! Constants, casts, calls, aggregates, CASE (`get_const_expr`, `get_func_expr` ...).

use super::Deparser;
use crate::datum::Datum;
use crate::sql::expr::{
    Aggref, Case, CoercionForm, Expr, FuncCall, FuncRef, Node, SubLink, SubLinkKind, Subscript,
    quote_literal,
};
use crate::types::oid;

impl Deparser<'_> {
    /// `get_const_expr`; `show_type`: -1 never, 0 when needed, 1 always.
    pub(super) fn constant(&mut self, e: &Expr, show_type: i32) {
        let Node::Const(value) = &e.node else { return };
        if value.is_null() {
            self.put("NULL");
            if show_type >= 0 && e.type_oid != oid::UNKNOWN {
                self.type_label(e);
            }
            return;
        }
        let text = self.names.output(e.type_oid, value);
        let mut label = true;
        match e.type_oid {
            oid::INT4 => {
                label = text.starts_with('-');
                if label { self.put(&format!("'{text}'")) } else { self.put(&text) }
            }
            oid::NUMERIC => {
                let plain = text.starts_with(|c: char| c.is_ascii_digit())
                    && text.contains(['e', 'E', '.']);
                label = !plain || e.typmod >= 0;
                if plain { self.put(&text) } else { self.put(&format!("'{text}'")) }
            }
            oid::BOOL => {
                label = false;
                self.put(if text == "t" { "true" } else { "false" });
            }
            oid::UNKNOWN => {
                label = false;
                self.put(&quote_literal(&text));
            }
            _ => self.put(&quote_literal(&text)),
        }
        if show_type >= 0 && (label || show_type > 0) {
            self.type_label(e);
        }
    }

    fn type_label(&mut self, e: &Expr) {
        let t = self.names.format_type(e.type_oid, e.typmod);
        self.put(&format!("::{t}"));
    }

    /// A coercion that is shown or not.
    pub(super) fn maybe_cast(
        &mut self,
        arg: &Expr,
        form: CoercionForm,
        e: &Expr,
        typmod: i32,
        show_implicit: bool,
    ) {
        if matches!(form, CoercionForm::ImplicitCast) && !show_implicit {
            self.paren(arg, false, e);
        } else {
            self.cast(arg, e, typmod);
        }
    }

    /// `get_coercion_expr`
    fn cast(&mut self, arg: &Expr, e: &Expr, typmod: i32) {
        if matches!(arg.node, Node::Const(_)) && arg.type_oid == e.type_oid && arg.typmod == -1 {
            self.constant(arg, -1);
        } else {
            self.open();
            self.paren(arg, false, e);
            self.close();
        }
        let t = self.names.format_type(e.type_oid, typmod);
        self.put(&format!("::{t}"));
    }

    /// `get_func_expr`
    pub(super) fn func(&mut self, e: &Expr, f: &FuncCall, show_implicit: bool) {
        if matches!(f.form, CoercionForm::ImplicitCast) && !show_implicit {
            self.paren(&f.args[0], false, e);
            return;
        }
        if matches!(f.form, CoercionForm::ExplicitCast | CoercionForm::ImplicitCast) {
            let typmod = match f.args.get(1).map(|a| &a.node) {
                Some(Node::Const(d @ Datum::Word(_))) => d.as_i32(),
                _ => -1,
            };
            self.cast(&f.args[0], e, typmod);
            return;
        }
        if matches!(f.form, CoercionForm::SqlSyntax) && self.sql_syntax(f) {
            return;
        }
        let name = self.names.function_name(&f.func);
        self.put(&format!("{name}("));
        let args: &[Expr] = match &f.func {
            FuncRef::Cast(..) => &f.args[..1],
            _ => &f.args,
        };
        for (i, a) in args.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            if f.variadic && i + 1 == args.len() {
                self.put("VARIADIC ");
            }
            self.rule(a, true);
        }
        self.put(")");
    }

    /// `get_func_sql_syntax`
    fn sql_syntax(&mut self, f: &FuncCall) -> bool {
        let name = f.func.name();
        let text = |e: &Expr| match &e.node {
            Node::Const(d @ Datum::Ref(_)) => {
                Some(String::from_utf8_lossy(crate::types::payload(d)).into_owned())
            }
            _ => None,
        };
        match (name.as_str(), f.args.as_slice()) {
            ("timezone", [zone, x]) => {
                self.put("(");
                self.rule(x, false);
                self.put(" AT TIME ZONE ");
                self.rule(zone, false);
                self.put(")");
            }
            ("extract" | "date_part", [field, x]) => {
                let Some(t) = text(field) else { return false };
                self.put(&format!("EXTRACT({t} FROM "));
                self.rule(x, false);
                self.put(")");
            }
            ("substring", [x, from]) => {
                self.put("SUBSTRING(");
                self.rule(x, false);
                self.put(" FROM ");
                self.rule(from, false);
                self.put(")");
            }
            ("substring", [x, from, count]) => {
                self.put("SUBSTRING(");
                self.rule(x, false);
                self.put(" FROM ");
                self.rule(from, false);
                self.put(" FOR ");
                self.rule(count, false);
                self.put(")");
            }
            ("position", [x, what]) => {
                self.put("POSITION((");
                self.rule(what, false);
                self.put(") IN (");
                self.rule(x, false);
                self.put("))");
            }
            ("overlay", [x, with, from, rest @ ..]) => {
                self.put("OVERLAY(");
                self.rule(x, false);
                self.put(" PLACING ");
                self.rule(with, false);
                self.put(" FROM ");
                self.rule(from, false);
                if let [count] = rest {
                    self.put(" FOR ");
                    self.rule(count, false);
                }
                self.put(")");
            }
            ("btrim" | "ltrim" | "rtrim", [x, rest @ ..]) => {
                self.put(match name.as_str() {
                    "btrim" => "TRIM(BOTH",
                    "ltrim" => "TRIM(LEADING",
                    _ => "TRIM(TRAILING",
                });
                if let [chars] = rest {
                    self.put(" ");
                    self.rule(chars, false);
                }
                self.put(" FROM ");
                self.rule(x, false);
                self.put(")");
            }
            _ => return false,
        }
        true
    }

    /// `get_agg_expr`
    pub(super) fn aggregate(&mut self, a: &Aggref) {
        let name = self.names.function_name(&a.func);
        self.put(&format!("{name}("));
        if !a.distinct.is_empty() {
            self.put("DISTINCT ");
        }
        if !a.direct_args.is_empty() || (a.args.is_empty() && !a.star) {
            self.list(&a.direct_args, true);
            self.put(") WITHIN GROUP (ORDER BY ");
            self.order(a);
        } else {
            if a.star {
                self.put("*");
            } else {
                let shown: Vec<&Expr> =
                    a.args.iter().filter(|t| !t.junk).map(|t| &t.expr).collect();
                self.list(shown, true);
            }
            if !a.order.is_empty() {
                self.put(" ORDER BY ");
                self.order(a);
            }
        }
        if let Some(f) = &a.filter {
            self.put(") FILTER (WHERE ");
            self.rule(f, false);
        }
        self.put(")");
    }

    fn order(&mut self, a: &Aggref) {
        for (i, s) in a.order.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            if let Some(t) = a.args.iter().find(|t| t.sort_group_ref == s.tle_ref) {
                if matches!(t.expr.node, Node::Const(_)) {
                    self.constant(&t.expr, 1);
                } else {
                    self.rule(&t.expr, true);
                }
            }
            match (s.descending, s.nulls_first) {
                (false, true) => self.put(" NULLS FIRST"),
                (true, true) => self.put(" DESC"),
                (true, false) => self.put(" DESC NULLS LAST"),
                _ => {}
            }
        }
    }

    fn line(&mut self, word: &str) {
        if self.style.indent {
            while self.out.ends_with(' ') {
                self.out.pop();
            }
            self.out.push('\n');
            self.out.push_str(&" ".repeat(self.level));
        } else {
            self.out.push(' ');
        }
        self.put(word);
    }

    /// `CASE`
    pub(super) fn case(&mut self, c: &Case) {
        if self.style.indent {
            // The keyword itself starts a line.
            self.line("CASE");
        } else {
            self.put("CASE");
        }
        self.level += 4;
        if let Some(a) = &c.arg {
            self.put(" ");
            self.rule(a, true);
        }
        for (cond, result) in &c.whens {
            self.line("WHEN ");
            let shown = match (&c.arg, &cond.node) {
                (Some(_), Node::Op(o)) if o.args.len() == 2 => &o.args[1],
                _ => cond,
            };
            self.rule(shown, false);
            self.put(" THEN ");
            self.rule(result, true);
        }
        self.line("ELSE ");
        self.rule(&c.default, true);
        self.level -= 4;
        self.line("END");
    }

    pub(super) fn subscripts(&mut self, s: &Subscript) {
        for (i, u) in s.upper.iter().enumerate() {
            self.put("[");
            if !s.lower.is_empty() {
                if let Some(Some(l)) = s.lower.get(i) {
                    self.rule(l, false);
                }
                self.put(":");
            }
            if let Some(u) = u {
                self.rule(u, false);
            }
            self.put("]");
        }
    }

    pub(super) fn sub_link(&mut self, s: &SubLink) {
        let q = self.names.sub_query(&s.query);
        match s.kind {
            SubLinkKind::Exists => self.put(&format!("(EXISTS ({q}))")),
            SubLinkKind::Array => self.put(&format!("ARRAY({q})")),
            SubLinkKind::Any | SubLinkKind::All => {
                self.put("(");
                if let Some(t) = &s.test
                    && let Node::Op(o) = &t.node
                {
                    self.rule(&o.args[0], true);
                }
                match s.kind {
                    SubLinkKind::Any if s.oper_name == "=" => self.put(&format!(" IN ({q})")),
                    SubLinkKind::Any => self.put(&format!(" {} ANY ({q})", s.oper_name)),
                    _ => self.put(&format!(" {} ALL ({q})", s.oper_name)),
                }
                self.put(")");
            }
            _ => self.put(&format!("({q})")),
        }
    }
}
