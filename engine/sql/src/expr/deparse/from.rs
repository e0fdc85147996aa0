//! FROM back to text, and the names that the entries of a range table and their columns go by
//! (`get_from_clause`, `set_rtable_names`, `set_relation_column_names`).

use super::Deparser;
use super::query::STEP;
use crate::analyze::{
    JoinExpr, JoinTreeNode, JoinType, Query, RangeTblEntry, RangeTblFunction, RteKind, WindowClause,
};
use crate::expr::{Expr, Node, TargetEntry, Var, quote_identifier, system_column_name};

/// The names of one query (`deparse_namespace`).
pub(super) struct QueryNames {
    tables: Vec<TableNames>,
    /// What is shown by a name that a join gives it: merged columns that are no column of either
    /// side, and the columns of a join with an alias.
    joined: Vec<(Expr, String)>,
    /// The query's windows.
    pub(super) windows: Vec<WindowClause>,
    /// The query's target list, with the names of its columns.
    pub(super) target: Vec<TargetEntry>,
}

/// The names of one range table entry (`deparse_columns`).
struct TableNames {
    /// `None` for a join without an alias.
    name: Option<String>,
    /// By number; `None` for dropped ones.
    columns: Vec<Option<String>>,
    /// Whether the columns' names must be printed after the alias.
    list: bool,
}

/// The name, or with `_1`, `_2` ... the first that is not taken.
fn unique(base: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(base) {
        return base.to_string();
    }
    (1..).map(|n| format!("{base}_{n}")).find(|s| !taken(s)).unwrap_or_default()
}

impl Deparser<'_> {
    /// Enters a query: names are searched in it before those of the outer queries.
    pub(super) fn enter(&mut self, q: &Query) {
        let mut used: Vec<String> = self
            .spaces
            .iter()
            .flat_map(|s| s.tables.iter().filter_map(|t| t.name.clone()))
            .collect();
        if self.spaces.is_empty() && self.names.view_rule_tables() {
            used.extend(["old".to_string(), "new".to_string()]);
        }
        let mut tables = Vec::new();
        let mut joined = Vec::new();
        let mut merged = Vec::new();
        q.jointree.from.iter().for_each(|item| merged_names(item, q, &mut merged));
        for (at, rte) in (1..).zip(&q.rtable) {
            let base = match (&rte.alias, relation_of(rte), &rte.kind) {
                (Some(a), ..) => Some(a.name.clone()),
                (None, Some(oid), _) => Some(self.names.bare_name(oid)),
                (None, None, RteKind::Join(_)) => None,
                _ => Some(rte.eref.name.clone()),
            };
            let name = base.map(|b| unique(&b, |s| used.iter().any(|u| u == s)));
            used.extend(name.clone());
            let own = merged.iter().filter(|m| m.0 == at).map(|m| (m.1, m.2.as_str()));
            let t = self.table_names(rte, name, &own.collect::<Vec<_>>());
            if let RteKind::Join(j) = &rte.kind {
                for (e, c) in j.alias_vars.iter().zip(&rte.eref.columns) {
                    match &t.name {
                        Some(n) => {
                            let text = format!("{}.{}", quote_identifier(n), quote_identifier(c));
                            joined.push((e.clone(), text));
                        }
                        None if !matches!(e.node, Node::Var(_)) => {
                            joined.push((e.clone(), quote_identifier(c)));
                        }
                        None => {}
                    }
                }
            }
            tables.push(t);
        }
        let (windows, target) = (q.windows.clone(), q.target.clone());
        self.spaces.push(QueryNames { tables, joined, windows, target });
    }

    /// Returns the names that a table's columns are shown by, made unique, and whether the alias
    /// must list them (`set_relation_column_names`). `merged`: the names that joins give to columns, by their numbers.
    fn table_names(
        &self,
        rte: &RangeTblEntry,
        name: Option<String>,
        merged: &[(i16, &str)],
    ) -> TableNames {
        let real: Vec<Option<String>> = match relation_of(rte) {
            Some(oid) => self.names.relation_columns(oid),
            None => rte.eref.columns.iter().map(|c| (!c.is_empty()).then(|| c.clone())).collect(),
        };
        let mut given = rte.alias.iter().flat_map(|a| a.columns.iter());
        let mut columns: Vec<Option<String>> = Vec::new();
        for (n, r) in (1..).zip(&real) {
            let shown = r.as_ref().map(|r| {
                let wanted = given.next().unwrap_or(r);
                match merged.iter().find(|m| m.0 == n) {
                    Some((_, name)) => (*name).to_owned(),
                    None => unique(wanted, |s| {
                        columns.iter().flatten().any(|c| c == s) || merged.iter().any(|m| m.1 == s)
                    }),
                }
            });
            columns.push(shown);
        }
        let list = match &rte.kind {
            RteKind::Function { .. } => true,
            RteKind::Relation { .. } => columns != real,
            _ => columns != real || rte.alias.as_ref().is_some_and(|a| !a.columns.is_empty()),
        };
        TableNames { name, columns, list }
    }

    /// The name of a range table entry of the innermost query; empty if it has none.
    pub(super) fn ref_name(&self, rte: usize) -> String {
        let table = self.spaces.last().and_then(|s| s.tables.get(rte - 1));
        table.and_then(|t| t.name.clone()).unwrap_or_default()
    }

    /// The column name that a join gives this expression, if it does.
    pub(super) fn joined_name(&self, e: &Expr) -> Option<String> {
        let written = |e: &Expr| match &e.node {
            Node::Coalesce(l) => l.iter().any(|a| a.location >= 0),
            _ => false,
        };
        let up = match &e.node {
            Node::Var(v) => v.levels_up as usize,
            Node::Coalesce(_) | Node::Func(_) | Node::Relabel(..) if !written(e) => 0,
            _ => return None,
        };
        let space = self.spaces.len().checked_sub(up + 1).and_then(|at| self.spaces.get(at))?;
        let same = |x: &Expr| match (&x.node, &e.node) {
            (Node::Var(a), Node::Var(b)) => (a.rte, a.attno) == (b.rte, b.attno),
            _ => x == e,
        };
        space.joined.iter().find(|(x, _)| same(x)).map(|(_, text)| text.clone())
    }

    /// Prints a column and returns its name. With `top` a whole row is printed in a form that stays
    /// a row (`get_variable`).
    pub(super) fn variable(&mut self, e: &Expr, top: bool) -> Option<String> {
        if self.spaces.is_empty() {
            let text = self.names.variable(e);
            self.append(&text);
            return None;
        }
        if let Some(text) = self.joined_name(e) {
            self.append(&text);
            return text.rsplit('.').next().map(|s| s.trim_matches('"').to_string());
        }
        let Node::Var(v) = &e.node else { return None };
        let space = self.spaces.len().checked_sub(v.levels_up as usize + 1)?;
        let table = self.spaces[space].tables.get(v.rte - 1)?;
        let column = match v.attno {
            0 => None,
            n if n < 0 => Some(system_column_name(n).to_string()),
            n => table.columns.get(n as usize - 1).cloned().flatten(),
        };
        let name = quote_identifier(table.name.as_deref().unwrap_or(""));
        match &column {
            Some(c) if self.needs_no_table() && !(self.ordered && self.is_output(c, v)) => {
                self.append(&quote_identifier(c));
            }
            Some(c) => self.append(&format!("{name}.{}", quote_identifier(c))),
            None => {
                self.append(&format!("{name}.*"));
                if top {
                    let t = self.names.format_type(e.type_oid, e.typmod);
                    self.append(&format!("::{t}"));
                }
            }
        }
        column
    }

    /// Whether an output column that is not this column has the name.
    #[inline(never)]
    fn is_output(&self, name: &str, v: &Var) -> bool {
        let other = |t: &TargetEntry| match &t.expr.node {
            Node::Var(w) => (w.attno, w.levels_up) != (v.attno, v.levels_up),
            _ => true,
        };
        let mut shown = self.spaces.iter().flat_map(|s| &s.target).filter(|t| !t.junk);
        shown.any(|t| t.name.as_deref() == Some(name) && other(t))
    }

    /// Whether only one table has columns, so that they need no table name (`varprefix`).
    fn needs_no_table(&self) -> bool {
        matches!(&self.spaces[..], [space] if space.tables.len() == 1)
            && !self.names.view_rule_tables()
    }

    /// Prints an expression that may be a whole row; `show_implicit`: also the implicit casts
    /// (`get_rule_expr_toplevel`).
    pub(super) fn top_level(&mut self, e: &Expr, show_implicit: bool) {
        match e.node {
            Node::Var(_) => _ = self.variable(e, true),
            _ => self.rule(e, show_implicit),
        }
    }

    /// Prints FROM and its items (`get_from_clause`).
    pub(super) fn from_clause(&mut self, q: &Query) {
        for (i, item) in q.jointree.from.iter().enumerate() {
            if i == 0 {
                self.keyword(" FROM ", -STEP, STEP, 2);
                self.from_item(item, q);
                continue;
            }
            self.append(", ");
            let text = self.aside(|d| d.from_item(item, q));
            if self.style.indent {
                if text.starts_with('\n') {
                    self.trim();
                } else if self.overflows(&text) {
                    self.keyword("", -STEP, STEP, 4);
                }
            }
            self.append(&text);
        }
    }

    /// Prints an item of FROM (`get_from_clause_item`).
    fn from_item(&mut self, item: &JoinTreeNode, q: &Query) {
        match item {
            JoinTreeNode::Rte(n) => self.from_table(*n, q),
            JoinTreeNode::Join(j) => self.from_join(j, q),
            JoinTreeNode::From(f) => f.from.iter().for_each(|i| self.from_item(i, q)),
        }
    }

    /// Appends the entry number `n` of the range table, with its alias.
    fn from_table(&mut self, n: usize, q: &Query) {
        let rte = &q.rtable[n - 1];
        if rte.lateral {
            self.append("LATERAL ");
        }
        let mut definitions = None;
        let mut own_name = None;
        match &rte.kind {
            RteKind::Relation { oid, .. } | RteKind::Subquery { view: Some(oid), .. } => {
                let name = self.names.relation_name(*oid);
                self.append(if rte.inh || relation_of(rte).is_none() { "" } else { "ONLY " });
                self.append(&name);
                own_name = Some(self.names.bare_name(*oid));
            }
            RteKind::Subquery { query, .. } => {
                self.append("(");
                self.query(query, None, true);
                self.append(")");
            }
            RteKind::Function { functions, ordinality } => {
                definitions = self.from_functions(functions, *ordinality);
            }
            RteKind::Values { rows, .. } => {
                self.append("(");
                self.values(rows);
                self.append(")");
            }
            RteKind::Cte { name, .. } => {
                self.append(&quote_identifier(name));
                own_name = Some(name.clone());
            }
            RteKind::Join(_) | RteKind::Result => {}
        }
        let Some(t) = self.spaces.last().and_then(|s| s.tables.get(n - 1)) else { return };
        let (name, list) = (t.name.clone().unwrap_or_default(), t.list);
        let columns: Vec<String> = t.columns.iter().flatten().cloned().collect();
        if rte.alias.is_some() || list || own_name.as_ref() != Some(&name) {
            self.append(&format!(" {}", quote_identifier(&name)));
        }
        match definitions {
            Some(f) => self.definitions(f, &columns),
            None if list => self.name_list(&columns),
            None => {}
        }
    }

    /// Prints the functions of an entry, and returns the one whose column definitions follow the
    /// alias; `ordinality`: WITH ORDINALITY comes after them, where no definitions can be.
    fn from_functions<'f>(
        &mut self,
        functions: &'f [RangeTblFunction],
        ordinality: bool,
    ) -> Option<&'f RangeTblFunction> {
        let mut definitions = None;
        let unnest = |f: &RangeTblFunction| match &f.expr.node {
            Node::Func(c) => c.func.name() == "unnest" && !f.column_definitions,
            _ => false,
        };
        match functions {
            [f] if !(f.column_definitions && ordinality) => {
                self.function_item(&f.expr);
                definitions = f.column_definitions.then_some(f);
            }
            _ if functions.iter().all(unnest) => {
                self.append("UNNEST(");
                let args = functions.iter().flat_map(|f| match &f.expr.node {
                    Node::Func(c) => &c.args[..],
                    _ => &[],
                });
                self.list(args, true);
                self.append(")");
            }
            _ => {
                self.append("ROWS FROM(");
                for (i, f) in functions.iter().enumerate() {
                    if i > 0 {
                        self.append(", ");
                    }
                    self.function_item(&f.expr);
                    if f.column_definitions {
                        self.append(" AS ");
                        let own: Vec<String> = f.columns.iter().map(|c| c.name.clone()).collect();
                        self.definitions(f, &own);
                    }
                }
                self.append(")");
            }
        }
        if ordinality {
            self.append(" WITH ORDINALITY");
        }
        definitions
    }

    /// Prints the columns that the column list of a function in FROM has, `(name type, ...)`
    /// (`get_from_clause_coldeflist`).
    fn definitions(&mut self, f: &RangeTblFunction, names: &[String]) {
        let parts: Vec<String> = f
            .columns
            .iter()
            .zip(names)
            .map(|(c, n)| {
                let t = self.names.format_type(c.type_oid, c.typmod);
                format!("{} {t}", quote_identifier(n))
            })
            .collect();
        self.append(&format!("({})", parts.join(", ")));
    }

    /// Appends a join (`get_from_clause_item`).
    fn from_join(&mut self, j: &JoinExpr, q: &Query) {
        let rte = &q.rtable[j.rte - 1];
        let RteKind::Join(join) = &rte.kind else { return };
        // Within the join its sides go by their own names.
        let hidden = match (&rte.alias, self.spaces.last_mut()) {
            (Some(_), Some(s)) => std::mem::take(&mut s.joined),
            _ => Vec::new(),
        };
        let parens = !self.style.pretty || rte.alias.is_some();
        if parens {
            self.append("(");
        }
        self.from_item(&j.left, q);
        let word = match (j.kind, &j.quals) {
            (JoinType::Left, _) => " LEFT JOIN ",
            (JoinType::Full, _) => " FULL JOIN ",
            (JoinType::Right, _) => " RIGHT JOIN ",
            (_, Some(_)) => " JOIN ",
            (_, None) => " CROSS JOIN ",
        };
        self.keyword(word, -STEP, STEP, 4);
        let right = match &j.right {
            JoinTreeNode::Join(r) => self.style.pretty && q.rtable[r.rte - 1].alias.is_none(),
            _ => false,
        };
        if right {
            self.append("(");
        }
        self.from_item(&j.right, q);
        if right {
            self.append(")");
        }
        if join.merged > 0 {
            self.append(" USING ");
            self.name_list(&rte.eref.columns[..join.merged]);
            if let Some(a) = &join.using_alias {
                self.append(&format!(" AS {}", quote_identifier(&a.name)));
            }
        } else if let Some(e) = &j.quals {
            self.append(" ON ");
            if !self.style.pretty {
                self.append("(");
            }
            self.rule(e, false);
            if !self.style.pretty {
                self.append(")");
            }
        } else if j.kind != JoinType::Inner {
            self.append(" ON TRUE");
        }
        if parens {
            self.append(")");
        }
        if rte.alias.is_some() {
            let name = quote_identifier(&self.ref_name(j.rte));
            self.append(&format!(" {name}"));
            let columns = rte.alias.as_ref().is_some_and(|a| !a.columns.is_empty());
            if columns {
                self.name_list(&rte.eref.columns);
            }
            if let Some(s) = self.spaces.last_mut() {
                s.joined = hidden;
            }
        }
    }
}

/// Adds the names that joins with USING give to the columns they merge, each after its table and its number. The outer
/// joins come first (`set_using_names`).
fn merged_names(item: &JoinTreeNode, q: &Query, names: &mut Vec<(usize, i16, String)>) {
    let JoinTreeNode::Join(j) = item else {
        if let JoinTreeNode::From(f) = item {
            f.from.iter().for_each(|item| merged_names(item, q, names));
        }
        return;
    };
    let rte = &q.rtable[j.rte - 1];
    if let (RteKind::Join(join), Some(quals)) = (&rte.kind, &j.quals) {
        let mut pairs = vec![quals];
        if let Node::Bool(_, all) = &quals.node {
            pairs = all.iter().collect();
        }
        for (pair, name) in pairs.into_iter().zip(&rte.eref.columns[..join.merged]) {
            let Node::Op(o) = &pair.node else { continue };
            for (side, arg) in [&j.left, &j.right].into_iter().zip(&o.args) {
                // A join with an alias has columns of its own.
                if matches!(side, JoinTreeNode::Join(c) if q.rtable[c.rte - 1].alias.is_some()) {
                    continue;
                }
                crate::analyze::visit(arg, &mut |e| {
                    if let Node::Var(v) = &e.node
                        && v.levels_up == 0
                        && v.attno > 0
                        && !names.iter().any(|n| (n.0, n.1) == (v.rte, v.attno))
                    {
                        names.push((v.rte, v.attno, name.clone()));
                    }
                });
            }
        }
    }
    merged_names(&j.left, q, names);
    merged_names(&j.right, q, names);
}

/// The relation or view that a range table entry stands for.
fn relation_of(rte: &RangeTblEntry) -> Option<storage::ids::Oid> {
    match &rte.kind {
        RteKind::Relation { oid, .. } | RteKind::Subquery { view: Some(oid), .. } => Some(*oid),
        _ => None,
    }
}
