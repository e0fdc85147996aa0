//! Queries back to text, as a view's definition shows them (`get_query_def` and its kin).
//!
//! A keyword that starts a clause goes to a line of its own and is pushed to the right so that
//! what follows it stands in a column; [`Deparser::keyword`] does it, with the numbers
//! `appendContextKeyword` is called with.

use super::{DeparseNames, DeparseStyle, Deparser};
use crate::analyze::{
    LockStrength, Query, RangeTblEntry, RteKind, SetOp, SetOpTree, SetOperation, SortGroupClause,
    WindowClause,
};
use crate::expr::{Expr, Node, TargetEntry, quote_identifier};

/// By how many columns the clauses of a query are moved to the right (`PRETTYINDENT_STD`).
pub(super) const STEP: i32 = 8;

/// The text of a view's query without its semicolon (`make_viewdef`). `columns` are the view's column
/// names; past `wrap` characters a column begins a new line.
pub fn deparse_query(
    q: &Query,
    columns: &[String],
    names: &mut dyn DeparseNames,
    style: DeparseStyle,
    wrap: usize,
) -> String {
    let mut d = Deparser::new(names, style);
    d.wrap = wrap;
    d.query(q, Some(columns), true);
    d.out
}

impl Deparser<'_> {
    /// Prints a clause's word, on a line of its own if lines are broken: the indentation changes by
    /// `before` ahead of it and by `after` after it, and `plus` is for this line alone
    /// (`appendContextKeyword`).
    pub(super) fn keyword(&mut self, word: &str, before: i32, after: i32, plus: i32) {
        if !self.style.indent {
            self.append(word);
            return;
        }
        self.level += before;
        self.trim();
        let level = self.level.max(0);
        // From the fortieth column on the steps are half as wide and begin anew.
        let indent = if level < 40 { level } else { (40 + (level - 40) / (STEP / 2)) % 40 };
        self.out.push('\n');
        self.out.push_str(&" ".repeat((indent + plus) as usize));
        self.out.push_str(word);
        self.level = (self.level + after).max(0);
    }

    /// Removes the spaces at the end of the text (`removeStringInfoSpaces`).
    pub(super) fn trim(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }

    /// What `print` prints, as a separate string.
    pub(super) fn aside(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let kept = std::mem::take(&mut self.out);
        print(self);
        std::mem::replace(&mut self.out, kept)
    }

    /// Whether `text` would make the last line too wide.
    pub(super) fn overflows(&self, text: &str) -> bool {
        let line = self.out.rfind('\n').map_or(0, |at| at + 1);
        self.out.len() - line + text.len() > self.wrap
    }

    /// `get_query_def` of a SELECT; `columns` are the names of its columns, `visible` says whether
    /// these names matter outside.
    pub(super) fn query(&mut self, q: &Query, columns: Option<&[String]>, visible: bool) {
        let level = self.level;
        self.enter(q);
        if let (Some(names), Some(space)) = (columns, self.spaces.last_mut()) {
            for (t, name) in space.target.iter_mut().filter(|t| !t.junk).zip(names) {
                t.name = Some(name.clone());
            }
        }
        self.with_clause(q);
        match &q.set_operations {
            Some(s) => self.set_operation(s, q, columns, visible),
            None => self.basic_select(q, columns, visible),
        }
        if !q.sort.is_empty() {
            self.keyword(" ORDER BY ", -STEP, STEP, 1);
            self.order_by(&q.sort, &q.target, q.set_operations.is_some());
        }
        if let Some(e) = &q.offset {
            self.keyword(" OFFSET ", -STEP, STEP, 0);
            self.rule(e, false);
        }
        if let Some(e) = &q.limit {
            let word = if q.limit_with_ties { " FETCH FIRST " } else { " LIMIT " };
            self.keyword(word, -STEP, STEP, 0);
            match &e.node {
                _ if q.limit_with_ties => {
                    self.append("(");
                    self.rule(e, false);
                    self.append(") ROWS WITH TIES");
                }
                Node::Const(d) if d.is_null() => self.append("ALL"),
                _ => self.rule(e, false),
            }
        }
        for m in &q.row_marks {
            let word = match m.strength {
                LockStrength::KeyShare => " FOR KEY SHARE",
                LockStrength::Share => " FOR SHARE",
                LockStrength::NoKeyUpdate => " FOR NO KEY UPDATE",
                LockStrength::Update => " FOR UPDATE",
            };
            self.keyword(word, -STEP, STEP, 0);
            let name = quote_identifier(&self.ref_name(m.rte));
            self.append(&format!(" OF {name}"));
            if m.skip_locked {
                self.append(" SKIP LOCKED");
            }
        }
        self.spaces.pop();
        self.level = level;
    }

    /// Prints WITH and its queries (`get_with_clause`).
    fn with_clause(&mut self, q: &Query) {
        if q.ctes.is_empty() {
            return;
        }
        if self.style.indent {
            self.level += STEP;
            self.append(" ");
        }
        for (i, c) in q.ctes.iter().enumerate() {
            self.append(match (i, q.has_recursive) {
                (0, true) => "WITH RECURSIVE ",
                (0, false) => "WITH ",
                _ => ", ",
            });
            self.append(&quote_identifier(&c.name));
            self.name_list(&c.aliases);
            self.append(" AS ");
            self.append(match c.materialized {
                None => "",
                Some(true) => "MATERIALIZED ",
                Some(false) => "NOT MATERIALIZED ",
            });
            self.append("(");
            if self.style.indent {
                self.keyword("", 0, 0, 0);
            }
            self.query(&c.query, None, true);
            if self.style.indent {
                self.keyword("", 0, 0, 0);
            }
            self.append(")");
        }
        if self.style.indent {
            self.keyword("", -STEP, 0, 0);
        } else {
            self.append(" ");
        }
    }

    /// Prints `(a, b)`; nothing for an empty list.
    pub(super) fn name_list(&mut self, names: &[String]) {
        if !names.is_empty() {
            let quoted: Vec<String> = names.iter().map(|n| quote_identifier(n)).collect();
            self.append(&format!("({})", quoted.join(", ")));
        }
    }

    /// Prints a SELECT without set operations, ORDER BY and LIMIT; `columns` and `visible` as in
    /// [`Deparser::query`] (`get_basic_select_query`).
    fn basic_select(&mut self, q: &Query, columns: Option<&[String]>, visible: bool) {
        if self.style.indent {
            self.level += STEP;
            self.append(" ");
        }
        if let Some(rows) = simple_values(q, columns) {
            self.values(rows);
            return;
        }
        self.append("SELECT");
        if q.has_distinct_on {
            self.append(" DISTINCT ON (");
            self.group_list(&q.distinct, &q.target, false);
            self.append(")");
        } else if !q.distinct.is_empty() {
            self.append(" DISTINCT");
        }
        self.target_list(&q.target, columns, visible);
        self.from_clause(q);
        if let Some(e) = &q.jointree.quals {
            self.keyword(" WHERE ", -STEP, STEP, 1);
            self.rule(e, false);
        }
        if !q.group.is_empty() {
            self.keyword(" GROUP BY ", -STEP, STEP, 1);
            if q.group_distinct {
                self.append("DISTINCT ");
            }
            self.group_list(&q.group, &q.target, true);
        }
        if let Some(e) = &q.having {
            self.keyword(" HAVING ", -STEP, STEP, 0);
            self.rule(e, false);
        }
        let mut named = q.windows.iter().filter(|w| w.name.is_some()).peekable();
        if named.peek().is_some() {
            self.keyword(" WINDOW ", -STEP, STEP, 1);
        }
        for (i, w) in named.enumerate() {
            let name = quote_identifier(w.name.as_deref().unwrap_or(""));
            self.append(&format!("{}{name} AS ", if i > 0 { ", " } else { "" }));
            self.window(w, &q.target);
        }
    }

    /// Prints VALUES and its rows (`get_values_def`).
    pub(super) fn values(&mut self, rows: &[Vec<Expr>]) {
        self.append("VALUES ");
        for (i, row) in rows.iter().enumerate() {
            self.append(if i > 0 { ", (" } else { "(" });
            for (j, e) in row.iter().enumerate() {
                if j > 0 {
                    self.append(",");
                }
                self.top_level(e, false);
            }
            self.append(")");
        }
    }

    /// Prints a target list; `columns` and `visible` as in [`Deparser::query`] (`get_target_list`).
    fn target_list(&mut self, target: &[TargetEntry], columns: Option<&[String]>, visible: bool) {
        let mut after_lines = false;
        for (i, t) in target.iter().filter(|t| !t.junk).enumerate() {
            self.append(if i > 0 { ", " } else { " " });
            let name = columns.and_then(|c| c.get(i)).or(t.name.as_ref());
            let text = self.aside(|d| {
                let shown = match &t.expr.node {
                    Node::Var(_) => d.variable(&t.expr, true),
                    _ if d.joined_name(&t.expr).is_some() => d.variable(&t.expr, true),
                    _ => {
                        d.rule(&t.expr, true);
                        (!visible).then(|| "?column?".to_string())
                    }
                };
                if let Some(n) = name.filter(|n| shown.as_ref() != Some(n)) {
                    d.append(&format!(" AS {}", quote_identifier(n)));
                }
            });
            if self.style.indent {
                let lines = text.strip_prefix('\n');
                if lines.is_some() {
                    self.trim();
                } else if i > 0 && (self.overflows(&text) || after_lines) {
                    self.keyword("", -STEP, STEP, 4);
                }
                after_lines = lines.unwrap_or(&text).contains('\n');
            }
            self.append(&text);
        }
    }

    /// Prints a set operation; `columns` and `visible` as in [`Deparser::query`]
    /// (`get_setop_query`).
    fn set_operation(
        &mut self,
        s: &SetOperation,
        q: &Query,
        columns: Option<&[String]>,
        visible: bool,
    ) {
        let parens = matches!(&s.left, SetOpTree::Op(l) if l.kind != s.kind || l.all != s.all);
        let inner = if parens { STEP } else { 0 };
        if parens {
            self.append("(");
            self.keyword("", inner, 0, 0);
        }
        self.set_operand(&s.left, q, columns, visible);
        if parens {
            self.keyword(") ", -inner, 0, 0);
        } else if self.style.indent {
            self.keyword("", -inner, 0, 0);
        } else {
            self.append(" ");
        }
        self.append(match s.kind {
            SetOp::Union => "UNION ",
            SetOp::Intersect => "INTERSECT ",
            SetOp::Except => "EXCEPT ",
        });
        if s.all {
            self.append("ALL ");
        }
        let parens = matches!(s.right, SetOpTree::Op(_));
        let inner = if parens { STEP } else { 0 };
        if parens {
            self.append("(");
        }
        self.keyword("", inner, 0, 0);
        self.set_operand(&s.right, q, columns, false);
        if self.style.indent {
            self.level -= inner;
        }
        if parens {
            self.keyword(")", 0, 0, 0);
        }
    }

    /// Appends one side of a set operation, in parentheses where needed (`get_setop_query`).
    fn set_operand(
        &mut self,
        side: &SetOpTree,
        q: &Query,
        columns: Option<&[String]>,
        visible: bool,
    ) {
        match side {
            SetOpTree::Op(s) => self.set_operation(s, q, columns, visible),
            SetOpTree::Rte(n) => {
                let Some(RangeTblEntry { kind: RteKind::Subquery { query, .. }, .. }) =
                    q.rtable.get(n - 1)
                else {
                    return;
                };
                let parens = !query.ctes.is_empty()
                    || !query.sort.is_empty()
                    || !query.row_marks.is_empty()
                    || query.offset.is_some()
                    || query.limit.is_some();
                if parens {
                    self.append("(");
                }
                self.query(query, columns, visible);
                if parens {
                    self.append(")");
                }
            }
        }
    }

    /// Prints an item of ORDER BY or GROUP BY; `by_number` prints the column's number
    /// (`get_rule_sortgroupclause`).
    fn sort_group(&mut self, tle_ref: u32, target: &[TargetEntry], by_number: bool, grouped: bool) {
        let Some(t) = target.iter().find(|t| t.sort_group_ref == tle_ref) else { return };
        let e = &t.expr;
        match &e.node {
            _ if by_number => self.append(&t.resno.to_string()),
            Node::Const(_) => self.constant(e, 1),
            // The merged column of a join is one of the join.
            _ if matches!(e.node, Node::Var(_)) || self.joined_name(e).is_some() => {
                self.ordered = !grouped;
                self.rule(e, true);
                self.ordered = false;
            }
            node => {
                let parens = self.style.pretty
                    || matches!(node, Node::Func(_) | Node::Aggref(_) | Node::WindowFunc(_));
                if parens {
                    self.append("(");
                }
                self.rule(e, true);
                if parens {
                    self.append(")");
                }
            }
        }
    }

    /// Appends the expressions of GROUP BY, or, not `grouped`, of DISTINCT ON and PARTITION BY.
    fn group_list(&mut self, list: &[SortGroupClause], target: &[TargetEntry], grouped: bool) {
        for (i, s) in list.iter().enumerate() {
            if i > 0 {
                self.append(", ");
            }
            self.sort_group(s.tle_ref, target, false, grouped);
        }
    }

    /// Prints the items of ORDER BY; `by_number` prints the columns' numbers (`get_rule_orderby`).
    pub(super) fn order_by(
        &mut self,
        list: &[SortGroupClause],
        target: &[TargetEntry],
        by_number: bool,
    ) {
        for (i, s) in list.iter().enumerate() {
            if i > 0 {
                self.append(", ");
            }
            self.sort_group(s.tle_ref, target, by_number, false);
            self.append(match (s.descending, s.nulls_first) {
                (false, false) => "",
                (false, true) => " NULLS FIRST",
                (true, true) => " DESC",
                (true, false) => " DESC NULLS LAST",
            });
        }
    }

    /// Prints a window's definition in parentheses (`get_rule_windowspec`).
    pub(super) fn window(&mut self, w: &WindowClause, target: &[TargetEntry]) {
        let mut parts: Vec<String> = w.base.iter().map(|b| quote_identifier(b)).collect();
        if !w.partition.is_empty() && w.base.is_none() {
            parts.push(self.aside(|d| {
                d.append("PARTITION BY ");
                d.group_list(&w.partition, target, false);
            }));
        }
        if !w.order.is_empty() && !w.copied_order {
            parts.push(self.aside(|d| {
                d.append("ORDER BY ");
                d.order_by(&w.order, target, false);
            }));
        }
        if w.frame.written {
            parts.push(w.frame.words(&mut |e| self.aside(|d| d.rule(e, false))));
        }
        self.append(&format!("({})", parts.join(" ")));
    }

    /// Prints an expression where the grammar requires a function call (`get_rule_expr_funccall`).
    pub(super) fn function_item(&mut self, e: &Expr) {
        if super::looks_like_function(e) {
            self.rule(e, true);
            return;
        }
        self.append("CAST(");
        self.rule(e, false);
        let t = self.names.format_type(e.type_oid, e.typmod);
        self.append(&format!(" AS {t})"));
    }
}

/// Returns the rows of a query that is nothing but VALUES; else `None` (`get_simple_values_rte`).
fn simple_values<'q>(q: &'q Query, columns: Option<&[String]>) -> Option<&'q [Vec<Expr>]> {
    let [RangeTblEntry { kind: RteKind::Values { rows, .. }, eref, .. }] = &q.rtable[..] else {
        return None;
    };
    let same = q.target.len() == eref.columns.len()
        && q.target.iter().enumerate().all(|(i, t)| {
            let name = columns.and_then(|c| c.get(i)).or(t.name.as_ref());
            !t.junk && name == Some(&eref.columns[i])
        });
    same.then_some(rows)
}
