//! Window functions and WINDOW (`transformWindowFuncCall`, `transformWindowDefinitions`).

use super::agg::clause_name;
use super::state::{Analyzer, At, ExprKind, make};
use super::types::TypeFacts;
use super::{FrameBound, FrameUnits, WindowClause, WindowFrame, walk};
use crate::ast;
use crate::expr::{Expr, FuncRef, Node, TargetEntry, WindowFunc};
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Builds a window function call. `is_agg`: the function is an aggregate.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn window_call(
        &mut self,
        func: FuncRef,
        ret: Oid,
        args: Vec<Expr>,
        filter: Option<Expr>,
        call: &ast::FuncCall,
        is_agg: bool,
        location: i32,
    ) -> Result<Expr> {
        let shown = &call.name;
        if call.distinct {
            return err!(FEATURE_NOT_SUPPORTED, "DISTINCT is not implemented for window functions")
                .at_loc(location);
        }
        if is_agg && args.is_empty() && !call.star {
            return err!(
                WRONG_OBJECT_TYPE,
                "{shown}(*) must be used to call a parameterless aggregate function"
            )
            .at_loc(location);
        }
        if !call.order_by.is_empty() {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "aggregate ORDER BY is not implemented for window functions"
            )
            .at_loc(location);
        }
        if !is_agg && filter.is_some() {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "FILTER is not implemented for non-aggregate window functions"
            )
            .at_loc(location);
        }
        for a in &args {
            if let Some(at) = walk::find_window_func(a) {
                return err!(WINDOWING_ERROR, "window function calls cannot be nested").at_loc(at);
            }
            if walk::returns_set(a) {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "window function calls cannot contain set-returning function calls"
                )
                .map_err(walk::into_lateral)
                .at_loc(a.location);
            }
        }
        use ExprKind::*;
        let what = match self.kind() {
            None | SelectTarget | OrderBy | DistinctOn => Option::None,
            JoinOn => Some("JOIN conditions"),
            FromFunction => Some("functions in FROM"),
            WindowPartition | WindowOrder | WindowFrameRange | WindowFrameRows
            | WindowFrameGroups => Some("window definitions"),
            Check => Some("check constraints"),
            Default | ParameterDefault => Some("DEFAULT expressions"),
            IndexExpression => Some("index expressions"),
            IndexPredicate => Some("index predicates"),
            AlterTransform => Some("transform expressions"),
            ExecuteParameter => Some("EXECUTE parameters"),
            Generated => Some("column generation expressions"),
            CallArgument => Some("CALL arguments"),
            TriggerWhen => Some("trigger WHEN conditions"),
            other => Some(clause_name(other)),
        };
        if let Some(what) = what {
            return err!(WINDOWING_ERROR, "window functions are not allowed in {what}")
                .at_loc(location);
        }
        self.top().has_window_funcs = true;
        let Some(over) = &call.over else {
            return err!(INTERNAL_ERROR, "a window call without OVER");
        };
        let window = self.window_index(over)?;
        let collation = self.view.collation_of(ret);
        let node = Node::WindowFunc(Box::new(WindowFunc {
            func,
            args,
            filter,
            star: call.star,
            is_aggregate: is_agg,
            window,
            frame: WindowFrame::default(),
        }));
        Ok(make(node, ret, -1, collation, location))
    }

    /// The number of the window that an OVER clause means, which is added if it is new.
    fn window_index(&mut self, over: &ast::WindowDef) -> Result<usize> {
        let level = self.top();
        if let Some(name) = &over.name {
            match level.window_defs.iter().position(|w| w.name.as_ref() == Some(name)) {
                Some(i) => return Ok(i),
                None => {
                    return err!(UNDEFINED_OBJECT, "window \"{name}\" does not exist")
                        .at_loc(over.location as i32);
                }
            }
        }
        let same = |w: &ast::WindowDef| {
            w.name.is_none()
                && w.refname == over.refname
                && w.partition_by == over.partition_by
                && w.order_by == over.order_by
                && w.frame == over.frame
        };
        if let Some(i) = level.window_defs.iter().position(same) {
            return Ok(i);
        }
        level.window_defs.push(over.clone());
        Ok(level.window_defs.len() - 1)
    }

    /// Analyzes the windows of WINDOW and OVER, each with what it copies from another
    /// (`transformWindowDefinitions`).
    pub(super) fn transform_windows(
        &mut self,
        targets: &mut Vec<TargetEntry>,
    ) -> Result<Vec<WindowClause>> {
        let mut out: Vec<WindowClause> = Vec::new();
        let mut i = 0;
        while i < self.top().window_defs.len() {
            let def = self.top().window_defs[i].clone();
            i += 1;
            let location = def.location as i32;
            if let Some(n) = &def.name
                && out.iter().any(|w| w.name.as_ref() == Some(n))
            {
                return err!(WINDOWING_ERROR, "window \"{n}\" is already defined").at_loc(location);
            }
            let base = match &def.refname {
                Some(r) => match out.iter().find(|w| w.name.as_ref() == Some(r)) {
                    Some(w) => Some(w.clone()),
                    None => {
                        return err!(UNDEFINED_OBJECT, "window \"{r}\" does not exist")
                            .at_loc(location);
                    }
                },
                None => None,
            };
            let order = self.transform_sort(&def.order_by, targets, ExprKind::WindowOrder, true)?;
            let partition = self.transform_group_list(
                &def.partition_by,
                targets,
                ExprKind::WindowPartition,
                &order,
            )?;
            let (mut p, mut o) = (partition, order);
            let mut copied_order = false;
            if let Some(b) = &base {
                let r = def.refname.as_deref().unwrap_or("");
                if !p.is_empty() {
                    return err!(
                        WINDOWING_ERROR,
                        "cannot override PARTITION BY clause of window \"{r}\""
                    )
                    .at_loc(location);
                }
                p = b.partition.clone();
                if !o.is_empty() && !b.order.is_empty() {
                    return err!(
                        WINDOWING_ERROR,
                        "cannot override ORDER BY clause of window \"{r}\""
                    )
                    .at_loc(location);
                }
                if o.is_empty() {
                    o = b.order.clone();
                    copied_order = true;
                }
                if b.frame.written {
                    return err!(
                        WINDOWING_ERROR,
                        "cannot copy window \"{r}\" because it has a frame clause"
                    )
                    .map_err(|e| match def {
                        // OVER (w) alone.
                        ast::WindowDef { name: None, frame: None, order_by, .. }
                            if order_by.is_empty() =>
                        {
                            e.hint("Omit the parentheses in this OVER clause.")
                        }
                        _ => e,
                    })
                    .at_loc(location);
                }
            }
            let frame = match &def.frame {
                None => WindowFrame::default(),
                Some(f) => self.frame(f, o.len(), o.first().copied(), targets, location)?,
            };
            out.push(WindowClause {
                name: def.name.clone(),
                base: def.refname.clone(),
                copied_order,
                partition: p,
                order: o,
                frame,
                run: Vec::new(),
            });
        }
        Ok(out)
    }

    /// Analyzes a window's frame.
    fn frame(
        &mut self,
        f: &ast::Frame,
        order_len: usize,
        order: Option<super::SortGroupClause>,
        targets: &[TargetEntry],
        location: i32,
    ) -> Result<WindowFrame> {
        let mode = f.units;
        let offsets = [&f.start, &f.end]
            .iter()
            .any(|b| matches!(b, ast::FrameBound::Preceding(_) | ast::FrameBound::Following(_)));
        if mode == FrameUnits::Range && offsets && order_len != 1 {
            return err!(
                WINDOWING_ERROR,
                "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column"
            )
            .at_loc(location);
        }
        if mode == FrameUnits::Groups && order_len == 0 {
            return err!(WINDOWING_ERROR, "GROUPS mode requires an ORDER BY clause")
                .at_loc(location);
        }
        let sort_type = order
            .and_then(|o| targets.iter().find(|t| t.sort_group_ref == o.tle_ref))
            .map_or(oid::INT8, |t| t.expr.type_oid);
        let start = self.frame_bound(&f.start, mode, sort_type)?;
        let end = self.frame_bound(&f.end, mode, sort_type)?;
        Ok(WindowFrame { written: true, between: f.between, mode, start, end })
    }

    /// Analyzes the offset of a frame's bound, in the type that the mode asks for
    /// (`transformFrameOffset`).
    fn frame_bound(
        &mut self,
        b: &ast::FrameBound,
        mode: FrameUnits,
        sort_type: Oid,
    ) -> Result<FrameBound> {
        let (e, following) = match b {
            ast::FrameBound::UnboundedPreceding => return Ok(FrameBound::UnboundedPreceding),
            ast::FrameBound::UnboundedFollowing => return Ok(FrameBound::UnboundedFollowing),
            ast::FrameBound::CurrentRow => return Ok(FrameBound::CurrentRow),
            ast::FrameBound::Preceding(e) => (e, false),
            ast::FrameBound::Following(e) => (e, true),
        };
        let (kind, target) = match mode {
            FrameUnits::Rows => (ExprKind::WindowFrameRows, oid::INT8),
            FrameUnits::Groups => (ExprKind::WindowFrameGroups, oid::INT8),
            FrameUnits::Range => (ExprKind::WindowFrameRange, sort_type),
        };
        let saved = self.kind();
        let x = self.transform_expr(e, kind)?;
        self.top().kind = saved;
        let target = match mode {
            FrameUnits::Range => self.range_offset_type(&x, sort_type)?,
            _ => target,
        };
        let what = clause_name(kind).trim_start_matches("window ");
        let x = self.coerce_to_specific(x, target, what)?;
        if let Some(at) = walk::find_var(&x) {
            return err!(INVALID_COLUMN_REFERENCE, "argument of {what} must not contain variables")
                .at_loc(at);
        }
        let x = Box::new(x);
        Ok(if following { FrameBound::Following(x) } else { FrameBound::Preceding(x) })
    }
    /// The type of a RANGE offset: one that the order's type can be moved by (the `in_range`
    /// functions in `pg_amproc.dat`; `transformFrameOffset`).
    fn range_offset_type(&self, x: &Expr, sort_type: Oid) -> Result<Oid> {
        let can: &[Oid] = match sort_type {
            oid::INT2 | oid::INT4 => &[oid::INT8, oid::INT4, oid::INT2],
            oid::INT8 => &[oid::INT8],
            oid::FLOAT4 | oid::FLOAT8 => &[oid::FLOAT8],
            oid::NUMERIC => &[oid::NUMERIC],
            oid::DATE | oid::TIMESTAMP | oid::TIMESTAMPTZ | oid::TIME | oid::INTERVAL => {
                &[oid::INTERVAL]
            }
            oid::TIMETZ => {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "RANGE offsets of type timetz are not modelled"
                )
                .at_loc(walk::place(x));
            }
            _ => &[],
        };
        let given = x.type_oid;
        let column = self.format_type(sort_type);
        if can.is_empty() {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "RANGE with offset PRECEDING/FOLLOWING is not supported for column type {column}"
            )
            .at_loc(walk::place(x));
        }
        let preferred = if given == oid::UNKNOWN { sort_type } else { given };
        let matching: Vec<Oid> = can
            .iter()
            .copied()
            .filter(|t| self.can_coerce(&[given], &[*t], CastContext::Implicit))
            .collect();
        match matching.as_slice() {
            [] => err!(
                FEATURE_NOT_SUPPORTED,
                "RANGE with offset PRECEDING/FOLLOWING is not supported for column type {column} \
                 and offset type {}",
                self.format_type(given)
            )
            .map_err(|e| e.hint("Cast the offset value to an appropriate type."))
            .at_loc(walk::place(x)),
            [one] => Ok(*one),
            _ => Ok(preferred),
        }
    }
}
