//! The statements of a body (`proc_stmt` in `pl_gram.y`): the first word says which one it is.

use super::lex::tokens;
use super::parse::{Parser, Returns};
use super::tree::{Block, Declaration, IntoTarget, Raise, Source, Sql, Stmt, StmtKind, Target};
use sql::ast::{Const, ConstValue, Expr};
use std::cmp::Ordering;
use std::rc::Rc;
use storage::error::{PgError, Result, SqlState};

/// What GET DIAGNOSTICS tells (`getdiag_item`).
const CURRENT_ITEMS: &[&str] = &["row_count", "pg_context", "pg_routine_oid"];
/// What GET STACKED DIAGNOSTICS tells.
const STACKED_ITEMS: &[&str] = &[
    "returned_sqlstate",
    "column_name",
    "constraint_name",
    "pg_datatype_name",
    "message_text",
    "table_name",
    "schema_name",
    "pg_exception_detail",
    "pg_exception_hint",
    "pg_exception_context",
];

/// The options of RAISE (`read_raise_options`).
const RAISE_OPTIONS: &[&str] = &[
    "errcode",
    "message",
    "detail",
    "hint",
    "column",
    "constraint",
    "datatype",
    "table",
    "schema",
];

impl Parser<'_> {
    /// Parses a statement from after its label (`proc_stmt`).
    pub(super) fn statement(&mut self, label: Option<String>) -> Result<StmtKind> {
        let word = match self.tokens.get(self.at) {
            Some(t) if t.word => t.text.clone(),
            _ => String::new(),
        };
        // A variable may be called like a keyword.
        let assigns = matches!(self.ahead(1), ":=" | "=" | "." | "[");
        let begin = self.at;
        self.at += 1;
        let kind = match word.as_str() {
            _ if assigns => {
                self.at = begin;
                self.assignment()?
            }
            "null" => StmtKind::Null,
            "declare" | "begin" => {
                self.at = begin;
                StmtKind::Block(Box::new(self.block(label)?))
            }
            "if" => self.if_statement()?,
            "case" => self.case_statement()?,
            "loop" => {
                self.at = begin;
                let body = self.loop_body(&label)?;
                return Ok(StmtKind::Loop { label, condition: None, body });
            }
            "while" => {
                let condition = Some(self.expression(&["loop"])?);
                let body = self.loop_body(&label)?;
                return Ok(StmtKind::Loop { label, condition, body });
            }
            "for" => return self.for_loop(label),
            "foreach" => return self.foreach_loop(label),
            "exit" | "continue" => self.exit_statement(&word)?,
            "return" => self.return_statement()?,
            "raise" => StmtKind::Raise(self.raise()?),
            "assert" => {
                let condition = self.expression(&[",", ";"])?;
                let message = if self.take(",") { Some(self.expression(&[";"])?) } else { None };
                StmtKind::Assert(condition, message)
            }
            "perform" => self.perform_statement()?,
            "execute" => self.execute_statement()?,
            "get" => self.get_diagnostics(self.tokens[begin].start)?,
            "commit" | "rollback" => self.end_transaction(&word)?,
            "open" => self.open_statement()?,
            "fetch" | "move" => self.fetch_statement(word == "fetch")?,
            "close" => StmtKind::Close(self.cursor_variable()?),
            _ => {
                self.at = begin;
                self.plain_sql()?
            }
        };
        self.expect(";")?;
        Ok(kind)
    }

    /// `variable := expression` (`stmt_assign`).
    fn assignment(&mut self) -> Result<StmtKind> {
        let at = self.tokens[self.at].start;
        let target = self.target()?;
        let first = &target.names[0];
        let labelled =
            first == self.function || self.open.iter().any(|(l, _)| l.as_ref() == Some(first));
        if matches!(self.word(), "[" | ".") || target.names.len() > 2 + usize::from(labelled) {
            return self.assignment_to_part(target, at);
        }
        if !self.take(":=") {
            self.expect("=")?;
        }
        let mut value = self.expression(&[";"])?;
        value.assignment = Some(self.text[at..value.at + value.text.len()].to_string());
        Ok(StmtKind::Assign(target, value))
    }

    /// Parses an assignment to a part of `target`, which begins at byte `at`, from its subscripts on (`PLAssignStmt`). What
    /// the SQL has are the target and the value as a list, each at its place in the assignment.
    fn assignment_to_part(&mut self, target: Target, at: usize) -> Result<StmtKind> {
        let mut depth = 0;
        while depth > 0 || !matches!(self.word(), ":=" | "=") {
            match self.word() {
                "[" | "(" => depth += 1,
                "]" | ")" => depth -= 1,
                ";" | "" => return Err(self.unexpected()),
                _ => {}
            }
            self.at += 1;
        }
        let sign = self.tokens[self.at].start - at..self.tokens[self.at].end - at;
        self.at += 1;
        let value = self.expression(&[";"])?;
        let whole = self.text[at..value.at + value.text.len()].to_string();
        let mut both = whole.clone();
        both.replace_range(sign.clone(), if sign.len() == 1 { "," } else { ", " });
        let mut sql = self.sql(both, at, true)?;
        sql.assignment = Some(whole);
        Ok(StmtKind::AssignPart(target, sql))
    }

    /// The expression of a RETURN, if it has one.
    fn optional_expression(&mut self) -> Result<Option<Sql>> {
        if self.word() == ";" { Ok(None) } else { self.expression(&[";"]).map(Some) }
    }

    /// Parses IF from after the keyword (`stmt_if`).
    fn if_statement(&mut self) -> Result<StmtKind> {
        let mut branches = Vec::new();
        loop {
            let condition = self.expression(&["then"])?;
            self.expect("then")?;
            branches.push((condition, self.statements(&["elsif", "elseif", "else", "end"])?));
            if !self.take("elsif") && !self.take("elseif") {
                break;
            }
        }
        let otherwise = if self.take("else") { self.statements(&["end"])? } else { vec![] };
        self.expect("end")?;
        self.expect("if")?;
        Ok(StmtKind::If { branches, otherwise })
    }

    /// Parses CASE from after the keyword (`stmt_case`).
    fn case_statement(&mut self) -> Result<StmtKind> {
        let test = if self.word() == "when" { None } else { Some(self.expression(&["when"])?) };
        let mut whens = Vec::new();
        while self.take("when") {
            let list = if test.is_some() {
                self.list(&["then"])?
            } else {
                vec![self.expression(&["then"])?]
            };
            self.expect("then")?;
            whens.push((list, self.statements(&["when", "else", "end"])?));
        }
        let otherwise = if self.take("else") { Some(self.statements(&["end"])?) } else { None };
        self.expect("end")?;
        self.expect("case")?;
        Ok(StmtKind::Case { test, whens, otherwise })
    }

    /// Parses FOREACH from after the keyword, with its body (`stmt_foreach_a`).
    fn foreach_loop(&mut self, label: Option<String>) -> Result<StmtKind> {
        let at = self.place();
        if !self.known.iter().any(|(k, _)| k == self.word()) {
            let text = "loop variable of FOREACH must be a known variable or list of variables";
            return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at));
        }
        let targets = self.targets()?;
        let mut slice = 0;
        if self.take("slice") {
            slice = self.word().parse().map_err(|_| self.unexpected())?;
            self.at += 1;
        }
        self.expect("in")?;
        self.expect("array")?;
        let array = self.expression(&["loop"])?;
        let body = self.loop_body(&label)?;
        Ok(StmtKind::ForEach { label, targets, slice, array, body })
    }

    /// Parses EXIT or CONTINUE (`word`) from after that keyword (`stmt_exit`).
    fn exit_statement(&mut self, word: &str) -> Result<StmtKind> {
        let begin = self.at - 1;
        let at = self.tokens.get(self.at).map_or(0, |t| t.start);
        let label = if matches!(self.word(), ";" | "when") { None } else { Some(self.name()?) };
        self.check_exit(word, label.as_deref()).map_err(|text| {
            let at = if label.is_some() { at } else { self.tokens[begin].start };
            PgError::new(SqlState::SYNTAX_ERROR, text).at(at)
        })?;
        let when = if self.take("when") { Some(self.expression(&[";"])?) } else { None };
        Ok(StmtKind::Exit { next: word == "continue", label, when })
    }

    /// Parses PERFORM from after the keyword: it runs as a SELECT (`stmt_perform`).
    fn perform_statement(&mut self) -> Result<StmtKind> {
        let start = self.tokens[self.at - 1].start;
        let (_, at) = self.until(&[";"])?;
        let end = self.tokens[self.at - 1].end.max(at);
        let text = format!("SELECT{}", &self.text[start + 7..end]);
        Ok(StmtKind::Perform(self.sql(text, start + 1, false)?))
    }

    /// Parses EXECUTE from after the keyword (`stmt_dynexecute`).
    fn execute_statement(&mut self) -> Result<StmtKind> {
        let query = self.expression(&[";", "using", "into"])?;
        let mut using = self.using()?;
        let mut into = None;
        if self.take("into") {
            let strict = self.take("strict");
            into = Some(IntoTarget { strict, targets: self.targets()? });
            using.extend(self.using()?);
        }
        Ok(StmtKind::Execute { query, using, into })
    }

    /// Parses GET DIAGNOSTICS, which begins at byte `begin`, from after GET (`stmt_getdiag`).
    fn get_diagnostics(&mut self, begin: usize) -> Result<StmtKind> {
        let stacked = self.take("stacked");
        self.take("current");
        self.expect("diagnostics")?;
        let mut items = Vec::new();
        loop {
            let target = self.scalar()?;
            if !self.take(":=") {
                self.expect("=")?;
            }
            let at = self.place();
            let item = self.name()?;
            let known = CURRENT_ITEMS.contains(&&*item) || STACKED_ITEMS.contains(&&*item);
            if !known {
                let written = &self.text[at..at + item.len()];
                let text = format!("unrecognized GET DIAGNOSTICS item at or near \"{written}\"");
                return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at));
            }
            items.push((target, item));
            if !self.take(",") {
                break;
            }
        }
        let (allowed, which) =
            if stacked { (STACKED_ITEMS, "STACKED") } else { (CURRENT_ITEMS, "CURRENT") };
        if let Some((_, item)) = items.iter().find(|(_, item)| !allowed.contains(&&**item)) {
            let text = format!(
                "diagnostics item {} is not allowed in GET {which} DIAGNOSTICS",
                item.to_ascii_uppercase()
            );
            return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(begin));
        }
        Ok(StmtKind::Diagnostics { stacked, items })
    }

    /// Parses COMMIT or ROLLBACK (`word`) from after that keyword (`stmt_commit`, `stmt_rollback`).
    fn end_transaction(&mut self, word: &str) -> Result<StmtKind> {
        let chain = self.take("and") && !self.take("no");
        self.take("chain");
        if word == "commit" {
            Ok(StmtKind::Commit { chain })
        } else {
            Ok(StmtKind::Rollback { chain })
        }
    }

    /// Parses OPEN from after the keyword (`stmt_open`).
    #[inline(never)]
    fn open_statement(&mut self) -> Result<StmtKind> {
        let cursor = self.cursor_variable()?;
        let declared = self.declared_cursor(&cursor).filter(|d| d.cursor.is_some());
        let scroll = match &declared {
            Some(d) => d.scroll,
            None => self.scroll(),
        };
        let source = match declared {
            Some(d) => Source::Cursor(cursor.clone(), self.cursor_args(&d)?),
            None if self.take("for") => self.source(&[";"])?,
            None => {
                let mut e = self.unexpected();
                e.message = e.message.replacen("error", "error, expected \"FOR\"", 1);
                return Err(e);
            }
        };
        Ok(StmtKind::Open { cursor, source, scroll })
    }

    /// Parses FETCH or MOVE from after the keyword (`stmt_fetch`, `stmt_move`).
    #[inline(never)]
    fn fetch_statement(&mut self, fetch: bool) -> Result<StmtKind> {
        let begin = self.tokens[self.at - 1].start;
        let (mut how, mut last) = (String::new(), String::new());
        if matches!(self.word(), "next" | "prior" | "first" | "last")
            && !matches!(self.ahead(1), "from" | "in")
        {
            self.at += 1;
            let mut e = self.unexpected();
            e.message = e.message.replacen("syntax error", "expected FROM or IN", 1);
            return Err(e);
        }
        while last.is_empty() || !matches!(self.word(), "into" | ";" | "") {
            how = format!("{how} {last}");
            last = self.word().to_string();
            self.at += 1;
        }
        let how = how.replace(" from", "").replace(" in", "").trim().to_string();
        let wrong = |text: &str, at| Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at));
        if how.is_empty() && !self.known.iter().any(|k| k.0 == last) {
            while !matches!(self.word(), ";" | "") {
                self.at += 1;
            }
            return wrong("missing \"FROM or IN\" at end of SQL expression", self.place());
        }
        self.check_cursor(&last, self.tokens[self.at - 1].start)?;
        if (self.word() == "into") != fetch {
            return Err(self.unexpected());
        }
        let into = if self.take("into") {
            Some(IntoTarget { strict: false, targets: self.targets()? })
        } else {
            None
        };
        let single = ["", "next", "prior", "first", "last", "forward", "backward"];
        let counted = how.starts_with("absolute") || how.starts_with("relative");
        if fetch && !counted && !single.contains(&&*how) {
            return wrong("FETCH statement cannot return multiple rows", begin);
        }
        Ok(StmtKind::Fetch { cursor: last, how, into })
    }

    /// The error for EXIT or CONTINUE without a loop that it could belong to.
    fn check_exit(&self, verb: &str, label: Option<&str>) -> std::result::Result<(), String> {
        let next = verb == "continue";
        let Some(label) = label else {
            let unless = if next { "" } else { ", unless it has a label" };
            let verb = verb.to_ascii_uppercase();
            return match self.open.iter().any(|(_, is_loop)| *is_loop) {
                true => Ok(()),
                false => Err(format!("{verb} cannot be used outside a loop{unless}")),
            };
        };
        match self.open.iter().rfind(|(l, _)| l.as_deref() == Some(label)) {
            _ if label == self.function => Ok(()),
            None => Err(format!(
                "there is no label \"{label}\" attached to any block or loop enclosing this statement"
            )),
            Some((_, false)) if next => {
                Err(format!("block label \"{label}\" cannot be used in CONTINUE"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Where the rows of a loop come from: EXECUTE with its USING, or a query, up to one of the
    /// words `stops`.
    fn source(&mut self, stops: &[&str]) -> Result<Source> {
        if self.take("execute") {
            let mut inner = vec!["using"];
            inner.extend(stops);
            let query = self.expression(&inner)?;
            return Ok(Source::Execute(query, self.using()?));
        }
        Ok(Source::Query(self.query(stops)?))
    }

    /// Parses FOR from after the keyword: over integers, a query, EXECUTE or a cursor (`for_control`).
    fn for_loop(&mut self, label: Option<String>) -> Result<StmtKind> {
        let begin = self.tokens.get(self.at).map_or(0, |t| t.start);
        let (line, name) = (self.line(), self.word().to_string());
        let unknown = !self.known.iter().any(|(k, _)| *k == name);
        self.known.extend(unknown.then(|| (name.clone(), false)));
        let mut targets = if self.is_row(&name) { vec![self.target()?] } else { self.targets()? };
        self.expect("in")?;
        let reverse = self.take("reverse");
        if self.word() == "execute" {
            let source = self.source(&["loop"])?;
            if unknown {
                return Err(no_record(begin));
            }
            let body = self.loop_body(&label)?;
            return Ok(StmtKind::ForRows { label, targets, source, body });
        }
        let source_at = self.at;
        let (text, at) = self.until(&["..", "loop"])?;
        if !self.take("..") {
            let first = tokens(&text).first().map(|t| t.text.clone()).unwrap_or_default();
            let source = match self.declared_cursor(&first) {
                Some(d) if d.cursor.is_some() => {
                    self.at = source_at;
                    let name = self.name()?;
                    Source::Cursor(name, self.cursor_args(&d)?)
                }
                // What is no variable begins a query.
                _ if !self.known.iter().any(|(k, _)| *k == first) => {
                    Source::Query(self.sql(text, at, false)?)
                }
                _ => {
                    let text = "cursor FOR loop must use a bound cursor variable";
                    return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at));
                }
            };
            let of_cursor = matches!(source, Source::Cursor(..));
            if unknown && !of_cursor {
                return Err(no_record(begin));
            }
            let body = self.loop_body(&label)?;
            let kind = StmtKind::ForRows { label, targets, source, body };
            if !unknown {
                return Ok(kind);
            }
            // A loop over a cursor has its own record.
            self.known.retain(|(k, _)| *k != name);
            let record =
                Declaration { line, name, type_name: "record".into(), ..Default::default() };
            let (declarations, body) = (vec![Rc::new(record)], vec![Stmt { line, kind }]);
            return Ok(StmtKind::Block(Box::new(Block {
                declarations,
                body,
                ..Default::default()
            })));
        }
        let from = self.sql(text, at, true)?;
        let to = self.expression(&["by", "loop"])?;
        let by = if self.take("by") { Some(self.expression(&["loop"])?) } else { None };
        let variable = targets.remove(0).names.remove(0);
        let body = self.loop_body(&label)?;
        self.known.retain(|(k, _)| !unknown || *k != variable);
        Ok(StmtKind::ForInteger { label, variable, reverse, from, to, by, body })
    }

    /// Parses RAISE from after the keyword (`stmt_raise`).
    fn raise(&mut self) -> Result<Raise> {
        let mut r = Raise { level: "exception".into(), ..Raise::default() };
        let levels = ["debug", "log", "info", "notice", "warning", "exception"];
        if levels.contains(&self.word()) {
            r.level = self.name()?;
        }
        let t = &self.tokens[self.at.min(self.tokens.len() - 1)];
        let written = &self.text[t.start..t.end];
        let format = match sql::parser::parse_expr(written) {
            Ok(Expr::Const(Const { value: ConstValue::String(format), .. })) => Some(format),
            // One without an end is refused later.
            _ => written.starts_with('\'').then(String::new),
        };
        if format.is_some() {
            r.format = format;
            self.at += 1;
            if self.take(",") {
                r.values = self.list(&[";", "using"])?;
            }
            let text = r.format.as_deref().unwrap_or_default().replace("%%", "");
            let few = match text.matches('%').count().cmp(&r.values.len()) {
                Ordering::Equal => None,
                Ordering::Greater => Some("few"),
                Ordering::Less => Some("many"),
            };
            if let Some(few) = few {
                let place = super::compilation(self.function, self.line());
                let text = format!("too {few} parameters specified for RAISE");
                return Err(PgError::new(SqlState::SYNTAX_ERROR, text).context(place));
            }
        } else if self.take("sqlstate") {
            r.condition = Some(self.sqlstate()?);
        } else if !matches!(self.word(), ";" | "using") {
            r.condition = Some(self.condition(false)?);
        }
        if self.take("using") {
            loop {
                let t = &self.tokens[self.at.min(self.tokens.len() - 1)];
                let (at, end, name) = (t.start, t.end, self.name()?);
                if !RAISE_OPTIONS.contains(&&*name) {
                    let written = &self.text[at..end];
                    let text =
                        format!("unrecognized RAISE statement option at or near \"{written}\"");
                    return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at));
                }
                if !self.take("=") {
                    self.expect(":=")?;
                }
                r.options.push((name, self.expression(&[",", ";"])?));
                if !self.take(",") {
                    break;
                }
            }
        }
        Ok(r)
    }

    /// Parses what follows RETURN, which the function's result decides (`make_return_stmt`,
    /// `make_return_next_stmt`, `make_return_query_stmt`).
    fn return_statement(&mut self) -> Result<StmtKind> {
        let returns = self.returns;
        let begin = self.tokens[self.at - 1].start;
        let refuse = |text: &str, at| Err(PgError::new(SqlState::DATATYPE_MISMATCH, text).at(at));
        let next = self.take("next");
        if next || self.take("query") {
            if !returns.set {
                let word = if next { "NEXT" } else { "QUERY" };
                let text = format!("cannot use RETURN {word} in a non-SETOF function");
                return refuse(&text, begin);
            }
            if !next {
                return Ok(StmtKind::ReturnQuery(self.source(&[";"])?));
            }
            if returns.out && self.word() != ";" {
                let text = "RETURN NEXT cannot have a parameter in function with OUT parameters";
                return refuse(text, self.place());
            }
            if !returns.out {
                return Ok(StmtKind::ReturnNext(Some(self.expression(&[";"])?)));
            }
            return Ok(StmtKind::ReturnNext(self.optional_expression()?));
        }
        if !(returns.set || returns.nothing || returns.out) {
            return Ok(StmtKind::Return(Some(self.expression(&[";"])?)));
        }
        if self.word() == ";" {
            return Ok(StmtKind::Return(self.optional_expression()?));
        }
        let what = match returns {
            Returns { set: true, .. } => "in function returning set",
            Returns { nothing: true, procedure: true, .. } => "in a procedure",
            Returns { nothing: true, .. } => "in function returning void",
            _ => "in function with OUT parameters",
        };
        let text = format!("RETURN cannot have a parameter {what}");
        let error = PgError::new(SqlState::DATATYPE_MISMATCH, text).at(self.place());
        let hint = "Use RETURN NEXT or RETURN QUERY.";
        Err(if returns.set { error.hint(hint) } else { error })
    }

    /// Parses SQL up to the semicolon; `INTO a, b` is replaced by blanks.
    fn plain_sql(&mut self) -> Result<StmtKind> {
        if self.word() == ";" {
            return Err(self.unexpected());
        }
        let first = self.word().to_string();
        let returns = matches!(
            first.as_str(),
            "select" | "insert" | "update" | "delete" | "with" | "merge" | "values"
        );
        let call = matches!(first.as_str(), "call" | "do");
        let begin = self.tokens[self.at].start;
        let mut into = None;
        let mut text = String::new();
        let mut from = begin;
        loop {
            self.until(&["into", ";"])?;
            let Some(stop) = self.tokens.get(self.at) else { return Err(self.unexpected()) };
            let (start, word) = (stop.start, stop.text.clone());
            if word == ";" {
                // Comments in front of the semicolon belong to a statement, but not to CALL and DO (`make_execsql_stmt`).
                let end = if call { self.tokens[self.at - 1].end } else { start };
                text.push_str(&self.text[from..end]);
                break;
            }
            let before = self.tokens[self.at - 1].text.clone();
            self.at += 1;
            if !returns || matches!(before.as_str(), "insert" | "merge") {
                continue;
            }
            if into.is_some() {
                let written = &self.text[start..start + 4];
                let text = format!("INTO specified more than once at or near \"{written}\"");
                return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(start));
            }
            text.push_str(&self.text[from..start]);
            let strict = self.take("strict");
            into = Some(IntoTarget { strict, targets: self.targets()? });
            // The blanks reach up to the next word (`into_end_loc`).
            let end = self.place();
            text.push_str(&" ".repeat(end - start));
            from = end;
        }
        let text = text.trim_end().to_string();
        Ok(StmtKind::Sql { sql: self.sql(text, begin, false)?, into, call })
    }
}

/// The error of a loop over rows whose variable is no record.
fn no_record(at: usize) -> Box<PgError> {
    let text =
        "loop variable of loop over rows must be a record variable or list of scalar variables";
    PgError::new(SqlState::SYNTAX_ERROR, text).at(at)
}
