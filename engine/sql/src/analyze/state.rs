//! The scopes analysis works in (`parse_node.h`, `ParseState`).

use super::*;
use crate::ast;
use crate::expr::{Expr, Node};
use storage::error::{PgError, Result};
use storage::fmgr::Env;
use storage::ids::Oid;
use storage::{datum::Datum, err};

/// Where an expression stands (`ParseExprKind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExprKind {
    None,
    JoinOn,
    FromSubselect,
    FromFunction,
    Where,
    Having,
    Filter,
    WindowPartition,
    WindowOrder,
    WindowFrameRange,
    WindowFrameRows,
    WindowFrameGroups,
    SelectTarget,
    UpdateSource,
    GroupBy,
    OrderBy,
    DistinctOn,
    Limit,
    Offset,
    Returning,
    Values,
    ValuesSingle,
    Check,
    Default,
    ParameterDefault,
    IndexExpression,
    IndexPredicate,
    AlterTransform,
    ExecuteParameter,
    Generated,
    CallArgument,
    TriggerWhen,
}

/// A column of a name space item.
#[derive(Clone, Debug)]
pub(super) struct NsColumn {
    pub name: String,
    pub rte: usize,
    pub attno: i16,
    pub type_oid: Oid,
    pub typmod: i32,
    pub collation: Oid,
    /// Left out of `*` (`p_dontexpand`) or dropped.
    pub hidden: bool,
    /// A merged join column that is more than one side's variable.
    pub expr: Option<Box<Expr>>,
}

/// What names can refer to (`ParseNamespaceItem`).
#[derive(Clone, Debug)]
pub(super) struct NsItem {
    pub rte: usize,
    pub name: String,
    pub columns: Vec<NsColumn>,
    /// The relation, for system columns and functional dependence.
    pub relation: Option<Oid>,
    pub rel_visible: bool,
    pub cols_visible: bool,
    pub lateral_only: bool,
    pub lateral_ok: bool,
}

/// A member of WITH while its query is analysed.
#[derive(Clone, Debug)]
pub(super) struct CteState {
    pub name: String,
    pub columns: Option<Vec<ColumnInfo>>,
    pub query: Option<std::rc::Rc<Query>>,
    pub recursive: bool,
    pub ref_count: usize,
    pub materialized: Option<bool>,
    /// Names of its columns as written.
    pub aliases: Vec<String>,
    /// Where its name stands in the text.
    pub location: usize,
    pub in_progress: bool,
}

/// One level of query (`ParseState`).
pub(super) struct Level {
    pub rtable: Vec<RangeTblEntry>,
    pub namespace: Vec<NsItem>,
    pub ctes: Vec<CteState>,
    pub future_ctes: Vec<String>,
    pub target: Option<(std::rc::Rc<RelationInfo>, usize)>,
    pub kind: ExprKind,
    pub lateral_active: bool,
    pub resolve_unknowns: bool,
    pub window_defs: Vec<ast::WindowDef>,
    pub next_resno: i16,
    pub has_aggs: bool,
    pub has_window_funcs: bool,
    pub has_target_srfs: bool,
    pub has_sub_links: bool,
    pub has_modifying_cte: bool,
    pub is_insert: bool,
    pub multi_sublinks: Vec<Expr>,
    /// The member of WITH this level is the body of.
    pub parent_cte: Option<usize>,
}

impl Level {
    /// A query level without range table entries.
    pub fn new() -> Level {
        Level {
            rtable: Vec::new(),
            namespace: Vec::new(),
            ctes: Vec::new(),
            future_ctes: Vec::new(),
            target: None,
            kind: ExprKind::None,
            lateral_active: false,
            resolve_unknowns: true,
            window_defs: Vec::new(),
            next_resno: 1,
            has_aggs: false,
            has_window_funcs: false,
            has_target_srfs: false,
            has_sub_links: false,
            has_modifying_cte: false,
            is_insert: false,
            multi_sublinks: Vec::new(),
            parent_cte: None,
        }
    }
}

/// Analysis of one statement.
pub(super) struct Analyzer<'a> {
    pub view: &'a dyn CatalogView,
    pub env: &'a mut dyn Env,
    pub levels: Vec<Level>,
    /// Types of `$1`...; `None`s are found out when `variable_params`.
    pub params: Vec<Option<Oid>>,
    pub variable_params: bool,
    /// Their values, which take their place: a plan made for these alone (`BuildCachedPlan` with bound
    /// parameters).
    pub param_values: Vec<storage::datum::Datum>,
    /// Names of a SQL function's arguments, and the function's name.
    pub arg_names: Vec<String>,
    pub function_name: String,
    /// The variables of a procedural language.
    pub variables: Option<std::rc::Rc<dyn Variables>>,
    /// Whether a value without a cast goes through its text (`COERCION_PLPGSQL`).
    pub through_text: bool,
    pub domain_value: Option<(Oid, i32)>,
    pub depth: usize,
}

/// How deep expressions may nest before 54001.
pub(super) const MAX_DEPTH: usize = 500;

impl<'a> Analyzer<'a> {
    /// An analyzer that has seen no query yet.
    pub fn new(view: &'a dyn CatalogView, env: &'a mut dyn Env) -> Analyzer<'a> {
        Analyzer {
            view,
            env,
            levels: vec![],
            params: vec![],
            variable_params: false,
            param_values: Vec::new(),
            arg_names: vec![],
            function_name: String::new(),
            variables: None,
            through_text: false,
            domain_value: None,
            depth: 0,
        }
    }

    /// The current query level.
    pub fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("analysis has a level")
    }
    /// The clause that the current expression is in (`p_expr_kind`).
    pub fn kind(&self) -> ExprKind {
        self.levels.last().map_or(ExprKind::None, |l| l.kind)
    }
    /// A range table entry of the query `levels_up` levels further out.
    pub fn rte(&self, levels_up: u32, rte: usize) -> &RangeTblEntry {
        let i = self.levels.len() - 1 - levels_up as usize;
        &self.levels[i].rtable[rte - 1]
    }

    /// Enters a nested expression; an error if the nesting is too deep (`check_stack_depth`).
    pub fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(PgError::stack_depth_exceeded());
        }
        Ok(())
    }
    /// Leaves the expression that [`Analyzer::enter`] entered.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// A typed expression of this node.
pub(super) fn make(node: Node, type_oid: Oid, typmod: i32, collation: Oid, location: i32) -> Expr {
    Expr { node, type_oid, typmod, collation, location }
}

/// A bool expression of this node.
pub(super) fn make_bool(node: Node, location: i32) -> Expr {
    make(node, storage::types::oid::BOOL, -1, Oid::INVALID, location)
}

/// A constant of a type.
pub(super) fn make_const(value: Datum, type_oid: Oid, typmod: i32, location: i32) -> Expr {
    make(Node::Const(value), type_oid, typmod, types::type_collation(type_oid), location)
}

/// A NULL of a type.
pub(super) fn null_const(type_oid: Oid, typmod: i32) -> Expr {
    make_const(Datum::Null, type_oid, typmod, -1)
}

pub(super) trait At<T> {
    /// Adds the position to an error that has none.
    fn at_loc(self, location: i32) -> Result<T>;
}

impl<T> At<T> for Result<T> {
    fn at_loc(self, location: i32) -> Result<T> {
        self.map_err(|e| match usize::try_from(location) {
            Ok(l) => e.at(l),
            Err(_) => e,
        })
    }
}

/// The error "feature not supported" with a position.
pub(super) fn unsupported<T>(what: &str, location: i32) -> Result<T> {
    err!(FEATURE_NOT_SUPPORTED, "{what}").at_loc(location)
}
