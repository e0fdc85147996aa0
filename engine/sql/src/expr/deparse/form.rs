//! Constants, casts, calls, aggregates, CASE (`get_const_expr`, `get_func_expr` ...).

use super::Deparser;
use crate::expr::{
    Aggref, Case, CoercionForm, Expr, FuncCall, FuncRef, Node, SubLink, SubLinkKind, Subscript,
    quote_identifier,
};
use storage::datum::Datum;
use storage::types::oid;

/// `simple_quote_literal` as conforming strings are written: backslashes stand for themselves.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

impl Deparser<'_> {
    /// Prints a constant; `show_type` says whether its type is shown: -1 never, 0 when needed, 1
    /// always (`get_const_expr`).
    pub(super) fn constant(&mut self, e: &Expr, show_type: i32) {
        let Node::Const(value) = &e.node else { return };
        if value.is_null() {
            self.append("NULL");
            if show_type >= 0 {
                self.type_label(e);
            }
            return;
        }
        let text = self.names.output(e.type_oid, value);
        let mut label = true;
        match e.type_oid {
            oid::INT4 => {
                label = text.starts_with('-');
                if label { self.append(&format!("'{text}'")) } else { self.append(&text) }
            }
            oid::NUMERIC => {
                let plain = text.starts_with(|c: char| c.is_ascii_digit())
                    && text.contains(['e', 'E', '.']);
                label = !plain || e.typmod >= 0;
                if plain { self.append(&text) } else { self.append(&format!("'{text}'")) }
            }
            oid::BOOL => {
                label = false;
                self.append(if text == "t" { "true" } else { "false" });
            }
            oid::UNKNOWN => {
                label = false;
                self.append(&quoted(&text));
            }
            _ => self.append(&quoted(&text)),
        }
        if show_type >= 0 && (label || show_type > 0) {
            self.type_label(e);
        }
    }

    /// Appends `::type`.
    fn type_label(&mut self, e: &Expr) {
        let t = self.names.format_type(e.type_oid, e.typmod);
        self.append(&format!("::{t}"));
    }

    /// Prints a coercion if it is explicit or `show_implicit`; else only its argument.
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

    /// Prints a cast: the argument, in parentheses where they are needed, `::` and the type
    /// (`get_coercion_expr`).
    fn cast(&mut self, arg: &Expr, e: &Expr, typmod: i32) {
        if matches!(arg.node, Node::Const(_)) && arg.type_oid == e.type_oid && arg.typmod == -1 {
            self.constant(arg, -1);
        } else {
            self.open();
            self.paren(arg, false, e);
            self.close();
        }
        let t = self.names.format_type(e.type_oid, typmod);
        self.append(&format!("::{t}"));
    }

    /// Prints a function call; `show_implicit`: also the implicit casts (`get_func_expr`).
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
        self.append(&format!("{name}("));
        let args: &[Expr] = match &f.func {
            FuncRef::Cast(..) => &f.args[..1],
            _ => &f.args,
        };
        let written: Vec<(usize, bool)> = match f.form {
            CoercionForm::Partly(notation) => notation.written().collect(),
            _ => (0..args.len()).map(|i| (i, false)).collect(),
        };
        for (n, &(i, named)) in written.iter().enumerate() {
            if n > 0 {
                self.append(", ");
            }
            if f.variadic && i + 1 == args.len() {
                self.append("VARIADIC ");
            }
            if named {
                let name = quote_identifier(f.func.argument_name(i));
                self.append(&format!("{name} => "));
            }
            self.rule(&args[i], true);
        }
        self.append(")");
    }

    /// Prints a call in SQL's own spelling, such as `EXTRACT(field FROM x)`; false, with nothing
    /// written, if the function has none (`get_func_sql_syntax`).
    fn sql_syntax(&mut self, f: &FuncCall) -> bool {
        let name = f.func.name();
        let text = |e: &Expr| match &e.node {
            Node::Const(d @ Datum::Ref(_)) => {
                Some(String::from_utf8_lossy(storage::types::payload(d)).into_owned())
            }
            _ => None,
        };
        match (name.as_str(), f.args.as_slice()) {
            ("timezone", [zone, x]) => {
                self.append("(");
                self.rule(x, false);
                self.append(" AT TIME ZONE ");
                self.rule(zone, false);
                self.append(")");
            }
            ("extract" | "date_part", [field, x]) => {
                let Some(t) = text(field) else { return false };
                self.append(&format!("EXTRACT({t} FROM "));
                self.rule(x, false);
                self.append(")");
            }
            // Its own spelling has one without an escape only for numbers.
            ("substring", [_, from]) if from.type_oid == oid::TEXT => return false,
            ("substring", [x, from, rest @ ..]) => {
                let [start, end] = match from.type_oid {
                    oid::TEXT => [" SIMILAR ", " ESCAPE "],
                    _ => [" FROM ", " FOR "],
                };
                self.append("SUBSTRING(");
                self.rule(x, false);
                self.append(start);
                self.rule(from, false);
                if let [count] = rest {
                    self.append(end);
                    self.rule(count, false);
                }
                self.append(")");
            }
            ("position", [x, what]) => {
                self.append("POSITION((");
                self.rule(what, false);
                self.append(") IN (");
                self.rule(x, false);
                self.append("))");
            }
            ("overlay", [x, with, from, rest @ ..]) => {
                self.append("OVERLAY(");
                self.rule(x, false);
                self.append(" PLACING ");
                self.rule(with, false);
                self.append(" FROM ");
                self.rule(from, false);
                if let [count] = rest {
                    self.append(" FOR ");
                    self.rule(count, false);
                }
                self.append(")");
            }
            ("btrim" | "ltrim" | "rtrim", [x, rest @ ..]) => {
                self.append(match name.as_str() {
                    "btrim" => "TRIM(BOTH",
                    "ltrim" => "TRIM(LEADING",
                    _ => "TRIM(TRAILING",
                });
                if let [chars] = rest {
                    self.append(" ");
                    self.rule(chars, false);
                }
                self.append(" FROM ");
                self.rule(x, false);
                self.append(")");
            }
            _ => return false,
        }
        true
    }

    /// Prints an aggregate with its DISTINCT, ORDER BY, WITHIN GROUP and FILTER (`get_agg_expr`).
    pub(super) fn aggregate(&mut self, a: &Aggref) {
        let name = self.names.function_name(&a.func);
        self.append(&format!("{name}("));
        if !a.distinct.is_empty() {
            self.append("DISTINCT ");
        }
        if a.within_group {
            self.list(&a.direct_args, true);
            self.append(") WITHIN GROUP (ORDER BY ");
            self.order(a);
        } else {
            if a.star {
                self.append("*");
            } else {
                let shown: Vec<&Expr> =
                    a.args.iter().filter(|t| !t.junk).map(|t| &t.expr).collect();
                self.list(shown, true);
            }
            if !a.order.is_empty() {
                self.append(" ORDER BY ");
                self.order(a);
            }
        }
        if let Some(f) = &a.filter {
            self.append(") FILTER (WHERE ");
            self.rule(f, false);
        }
        self.append(")");
    }

    /// Appends the ORDER BY of an aggregate.
    fn order(&mut self, a: &Aggref) {
        self.order_by(&a.order, &a.args, false);
    }

    /// Prints CASE (`get_rule_expr`).
    pub(super) fn case(&mut self, c: &Case) {
        self.keyword("CASE", 0, 4, 0);
        if let Some(a) = &c.arg {
            self.append(" ");
            self.rule(a, true);
        }
        let space = |d: &mut Self| {
            if !d.style.indent {
                d.append(" ");
            }
        };
        for (cond, result) in &c.whens {
            space(self);
            self.keyword("WHEN ", 0, 0, 0);
            let shown = match (&c.arg, &cond.node) {
                (Some(_), Node::Op(o)) if o.args.len() == 2 => &o.args[1],
                _ => cond,
            };
            self.rule(shown, false);
            self.append(" THEN ");
            self.rule(result, true);
        }
        space(self);
        self.keyword("ELSE ", 0, 0, 0);
        self.rule(&c.default, true);
        space(self);
        self.keyword("END", -4, 0, 0);
    }

    /// Prints the subscripts of an array or jsonb value.
    pub(super) fn subscripts(&mut self, s: &Subscript) {
        for (i, u) in s.upper.iter().enumerate() {
            self.append("[");
            if !s.lower.is_empty() {
                if let Some(Some(l)) = s.lower.get(i) {
                    self.rule(l, false);
                }
                self.append(":");
            }
            if let Some(u) = u {
                self.rule(u, false);
            }
            self.append("]");
        }
    }

    /// Prints a sub-query in an expression with what it is compared to (`get_sublink_expr`).
    pub(super) fn sub_link(&mut self, s: &SubLink) {
        self.append(if s.kind == SubLinkKind::Array { "ARRAY(" } else { "(" });
        match s.test.as_ref().map(|t| &t.node) {
            Some(Node::Op(o)) => self.rule(&o.args[0], true),
            Some(Node::Bool(_, tests)) => {
                let firsts = tests.iter().filter_map(|t| match &t.node {
                    Node::Op(o) => o.args.first(),
                    _ => None,
                });
                self.append("(");
                self.list(firsts, true);
                self.append(")");
            }
            Some(Node::RowCompare(r)) => {
                self.append("(");
                self.list(&r.left, true);
                self.append(")");
            }
            _ => {}
        }
        let op = &s.oper_name;
        let word = match s.kind {
            SubLinkKind::Exists => "EXISTS ".to_string(),
            SubLinkKind::Any if op == "=" => " IN ".to_string(),
            SubLinkKind::Any => format!(" {op} ANY "),
            SubLinkKind::All => format!(" {op} ALL "),
            SubLinkKind::RowCompare => format!(" {op} "),
            _ => String::new(),
        };
        self.append(&word);
        if !word.is_empty() {
            self.append("(");
        }
        self.query(&s.query, None, false);
        self.append(if word.is_empty() { ")" } else { "))" });
    }
}
