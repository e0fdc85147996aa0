//! `*` and `t.*` (`ExpandColumnRefStar`).

use crate::analyze::relation::ns_column_expr;
use crate::analyze::state::{Analyzer, At, make};
use crate::analyze::types::TypeFacts;
use crate::ast;
use crate::expr::{Expr, Node};
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Returns the columns and their names that `*` or `t.*` stands for (`ExpandColumnRefStar`).
    pub(in crate::analyze) fn expand_star(
        &mut self,
        c: &ast::ColumnRef,
    ) -> Result<Vec<(Expr, String)>> {
        let location = c.location as i32;
        let names: Vec<&str> = c
            .fields
            .iter()
            .filter_map(|f| match f {
                ast::Field::Name(n) => Some(n.as_str()),
                ast::Field::Star => None,
            })
            .collect();
        if names.is_empty() {
            // ExpandAllTables
            let items: Vec<_> =
                self.top().namespace.iter().filter(|n| n.cols_visible).cloned().collect();
            if items.is_empty() {
                return err!(SYNTAX_ERROR, "SELECT * with no tables specified is not valid")
                    .at_loc(location);
            }
            return Ok(items
                .iter()
                .flat_map(|i| i.columns.iter().filter(|c| !c.hidden && c.type_oid.is_valid()))
                .map(|c| (ns_column_expr(c, 0, location), c.name.clone()))
                .collect());
        }
        let (up, i) = match self.star_relation(&names, location) {
            Ok(found) => found,
            Err(missing) => {
                let e = self.argument_of_star(&names, location).ok_or(missing)?;
                return self.expand_row(e, location);
            }
        };
        let l = &self.levels[self.levels.len() - 1 - up];
        Ok(l.namespace[i]
            .columns
            .iter()
            .filter(|c| !c.hidden && c.type_oid.is_valid())
            .map(|c| (ns_column_expr(c, up as u32, location), c.name.clone()))
            .collect())
    }

    /// The relation that `rel.*`, `schema.rel.*` or `database.schema.rel.*` is about, by how many levels up it is.
    fn star_relation(&mut self, names: &[&str], location: i32) -> Result<(usize, usize)> {
        let (found, rel) = match names {
            [rel] => (self.find_item(rel, location)?, rel),
            [schema, rel] => (self.find_item_qualified(schema, rel, location)?, rel),
            [database, schema, rel] => {
                self.check_database(database, &format!("{}.*", names.join(".")), location)?;
                (self.find_item_qualified(schema, rel, location)?, rel)
            }
            _ => {
                return err!(
                    SYNTAX_ERROR,
                    "improper qualified name (too many dotted names): {}.*",
                    names.join(".")
                )
                .at_loc(location);
            }
        };
        found.ok_or_else(|| self.missing_rte(rel, location))
    }

    /// The whole row that `rel.*` means among operands (`transformColumnRef`).
    pub(in crate::analyze) fn row_of_star(
        &mut self,
        names: &[&str],
        location: i32,
    ) -> Result<Expr> {
        match self.star_relation(names, location) {
            Ok((up, i)) => Ok(self.whole_row(up, i, location)),
            Err(missing) => self.argument_of_star(names, location).ok_or(missing),
        }
    }

    /// The argument, or the variable of a block (`label.rec.*`), that is meant where no relation has this name.
    fn argument_of_star(&self, names: &[&str], location: i32) -> Option<Expr> {
        match names {
            [name] => return self.argument_by_name(name, location),
            [function, name] if *function == self.function_name => {
                return self.argument_by_name(name, location);
            }
            _ => {}
        }
        let e = self.variable(names, true, location).ok().flatten()?;
        (e.type_oid == oid::RECORD || self.view.row_desc(e.type_oid).is_some()).then_some(e)
    }

    /// The variable of PL/pgSQL that is a row, or the argument of an SQL function, with this name; `None` if there is
    /// neither (`resolve_column_ref` of PL/pgSQL, `sql_fn_post_column_ref`).
    pub(in crate::analyze) fn argument_by_name(&self, name: &str, location: i32) -> Option<Expr> {
        if let Ok(Some(e)) = self.variable(&[name], true, location)
            && (e.type_oid == oid::RECORD || self.view.row_desc(e.type_oid).is_some())
        {
            return Some(e);
        }
        let i = self.arg_names.iter().position(|a| a == name && !a.is_empty())?;
        let t = self.params.get(i).copied().flatten()?;
        let p = crate::expr::Param::Extern(i + 1);
        Some(make(Node::Param(p), t, -1, self.view.collation_of(t), location))
    }

    /// Returns the fields and their names that `(expr).*` stands for (`ExpandIndirectionStar`).
    pub(in crate::analyze) fn expand_indirection_star(
        &mut self,
        i: &ast::Indirection,
    ) -> Result<Vec<(Expr, String)>> {
        let steps = &i.indirection[..i.indirection.len() - 1];
        let e = if steps.is_empty() {
            self.expression_here(&i.arg)?
        } else {
            let inner = ast::Indirection { arg: i.arg.clone(), indirection: steps.to_vec() };
            self.expression_here(&ast::Expr::Indirection(Box::new(inner)))?
        };
        let location = e.location;
        self.expand_row(e, location)
    }

    /// Returns the fields of a row and their names, as `(x).*` yields them (`ExpandRowReference`).
    fn expand_row(&mut self, e: Expr, location: i32) -> Result<Vec<(Expr, String)>> {
        if let Node::Var(v) = &e.node
            && v.attno == 0
        {
            let up = v.levels_up;
            let l = &self.levels[self.levels.len() - 1 - up as usize];
            if let Some(item) = l.namespace.iter().find(|n| n.rte == v.rte) {
                return Ok(item
                    .columns
                    .iter()
                    .filter(|c| c.type_oid.is_valid())
                    .map(|c| (ns_column_expr(c, up, location), c.name.clone()))
                    .collect());
            }
        }
        let columns: Vec<(i16, String, Oid, i32, Oid)> =
            if let Some(d) = self.view.row_desc(e.type_oid) {
                d.attrs
                    .iter()
                    .enumerate()
                    .filter(|(_, a)| !a.dropped)
                    .map(|(i, a)| (i as i16 + 1, a.name.clone(), a.type_oid, a.typmod, a.collation))
                    .collect()
            } else if e.type_oid == oid::RECORD {
                match self.record_columns(&e) {
                    Some(cols) => cols
                        .into_iter()
                        .enumerate()
                        .map(|(i, c)| (i as i16 + 1, c.name, c.type_oid, c.typmod, c.collation))
                        .collect(),
                    None => {
                        self.refuse_unknown_record(&e, location)?;
                        return err!(WRONG_OBJECT_TYPE, "record type has not been registered");
                    }
                }
            } else {
                return err!(
                    WRONG_OBJECT_TYPE,
                    "type {} is not composite",
                    self.format_type(e.type_oid)
                );
            };
        Ok(columns
            .into_iter()
            .map(|(n, name, t, m, c)| {
                let node = Node::FieldSelect(Box::new(e.clone()), n);
                (make(node, t, m, c, -1), name)
            })
            .collect())
    }
}
