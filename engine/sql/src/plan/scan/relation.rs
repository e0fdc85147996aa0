//! What the catalog says of a table and its indexes (`plancat.c`: `get_relation_info`).

use crate::expr::{Expr, Node, Var};
use crate::plan::fold::fold;
use crate::plan::root::{IndexOpt, Planner, Rel};
use crate::plan::sel::{self};
use std::rc::Rc;
use storage::error::Result;
use storage::heap::{IndexKey, Relation};
use storage::ids::{AttrNumber, ForkNumber, Oid};
use storage::types::record::is_row_type;

/// Expected width of a stored column (`get_attavgwidth`, `get_typavgwidth`).
pub(super) fn column_width(
    pl: &Planner<'_>,
    rel: Oid,
    attno: i16,
    type_oid: Oid,
    typmod: i32,
) -> i32 {
    match pl.host.column_stats(rel, AttrNumber(attno)) {
        Some(s) if s.avg_width > 0 => s.avg_width,
        _ => sel::type_width(&*pl.host.session, type_oid, typmod),
    }
}

/// Fills in the sizes and indexes of a table (`get_relation_info`).
pub fn relation_info(pl: &mut Planner<'_>, rte: usize, rel_oid: Oid, rel: &mut Rel) -> Result<()> {
    // System catalogs and sequences have no pages here.
    let is_virtual = rel_oid.0 < 16384
        || pl
            .host
            .open_relation(rel_oid)
            .map_or(true, |r| r.kind == storage::heap::RelKind::Sequence);
    if is_virtual {
        let rows = pl.host.virtual_rows(rel_oid)?.map_or(0, |r| r.len());
        rel.tuples = (rows as f64).max(1.0);
        rel.pages = (rel.tuples / 30.0).ceil().max(1.0);
        return Ok(());
    }
    let table = pl.host.open_relation(rel_oid)?;
    table.opened_with_indexes();
    let mut pages = f64::from(pl.host.store().pool.nblocks(table.file, ForkNumber::Main));
    let (relpages, reltuples, visible) = (
        f64::from(table.state.relpages.get()),
        f64::from(table.state.reltuples.get()),
        f64::from(table.state.relallvisible.get()),
    );
    if pages < 10.0 && reltuples < 0.0 {
        pages = 10.0;
    }
    rel.pages = pages;
    if pages > 0.0 {
        let density = if reltuples >= 0.0 && relpages > 0.0 {
            reltuples / relpages
        } else {
            let mut width = 0;
            for (i, a) in table.desc.attrs.iter().enumerate() {
                if !a.dropped {
                    let w = column_width(pl, rel_oid, i as i16 + 1, a.type_oid, a.typmod);
                    rel.widths.insert(i as i16 + 1, w);
                    width += w;
                }
            }
            let (bytes, row) = (8192 - 24, width + 24 + 4);
            match pl.release.fillfactor_estimated {
                true => f64::from(bytes * table.fillfactor() / 100 / row).max(1.0),
                false => f64::from(bytes / row),
            }
        };
        rel.tuples = (density * pages).round_ties_even();
        rel.allvisfrac = if visible == 0.0 {
            0.0
        } else if visible >= pages {
            1.0
        } else {
            visible / pages
        };
    }
    for index in table.indexes.iter().rev() {
        let Some(info) = &index.index else { continue };
        let building = |xid| pl.host.store().xact.is_current(xid);
        if !info.valid || info.check_xmin.is_some_and(building) {
            continue;
        }
        // As the query's own expressions (`RelationGetIndexExpressions`, `RelationGetIndexPredicate`).
        let (mut exprs, mut predicate) = pl.host.index_expressions(index.oid);
        for e in &mut exprs {
            fold(&mut pl.host, e, false)?;
            renumber(e, rte);
        }
        if let Some(predicate) = &mut predicate {
            fold(&mut pl.host, predicate, false)?;
        }
        let mut exprs = exprs.into_iter();
        let mut columns = Vec::new();
        for k in &info.keys {
            if k.attno.0 == 0 {
                if let Some(e) = exprs.next() {
                    columns.push(e);
                }
            } else {
                let a = table.desc.attr(k.attno);
                columns.push(Expr {
                    node: Node::Var(Var { rte, attno: k.attno.0, levels_up: 0 }),
                    type_oid: a.type_oid,
                    typmod: a.typmod,
                    collation: a.collation,
                    location: -1,
                });
            }
        }
        let predicate: Vec<Expr> = crate::plan::prep::conjuncts(predicate)
            .into_iter()
            .map(|mut e| {
                renumber(&mut e, rte);
                e
            })
            .collect();
        let key_columns = searchable(pl, &info.keys[..info.nkey_atts]);
        let blocks = f64::from(pl.host.store().pool.nblocks(index.file, ForkNumber::Main));
        let tree_height = storage::btree::root_height(pl.host.store(), index)?;
        // A partial index's own count, brought up to date as the table's is (`estimate_rel_size`).
        let tuples = if predicate.is_empty() {
            rel.tuples
        } else {
            index_tuples(pl, index, blocks).min(rel.tuples)
        };
        rel.indexes.push(Rc::new(IndexOpt {
            rel: Rc::clone(index),
            rte,
            columns,
            key_columns,
            unique: info.unique && key_columns == info.nkey_atts,
            immediate: info.immediate,
            pages: blocks,
            tuples,
            tree_height: f64::from(tree_height),
            usable: predicate.is_empty(),
            predicate,
            implied: Vec::new(),
        }));
    }
    rel.relation = Some(table);
    Ok(())
}

/// How many key columns of an index can be searched: rows have the order of their bytes there.
fn searchable(pl: &mut Planner<'_>, keys: &[IndexKey]) -> usize {
    let env = pl.host.as_env();
    keys.iter().take_while(|k| !is_row_type(env, k.type_oid)).count()
}

/// `estimate_rel_size` for an index: assumes the tuples per page of the last VACUUM or ANALYZE.
pub(super) fn index_tuples(pl: &mut Planner<'_>, index: &Rc<Relation>, blocks: f64) -> f64 {
    let (relpages, reltuples) =
        (f64::from(index.state.relpages.get()), f64::from(index.state.reltuples.get()));
    let (pages, old) = ((blocks - 1.0).max(0.0), (relpages - 1.0).max(0.0));
    if blocks == 0.0 {
        return 0.0;
    }
    let density = if reltuples >= 0.0 && relpages > 0.0 && old > 0.0 {
        reltuples / old
    } else {
        let mut width = 0;
        for (i, a) in index.desc.attrs.iter().enumerate() {
            width += column_width(pl, index.oid, i as i16 + 1, a.type_oid, a.typmod);
        }
        f64::from((8192 - 24) / (width + 8 + 4))
    };
    (density * pages).round_ties_even()
}

/// Gives an expression of the catalog, whose relation is 1, the relation's number in the query.
fn renumber(e: &mut Expr, rte: usize) {
    crate::plan::tree::rewrite(e, 0, &mut |e, depth| {
        if let Node::Var(v) = &mut e.node
            && v.levels_up == depth
        {
            v.rte = rte;
        }
        true
    });
}
