//! The list of statements; settings, transactions, maintenance, prepared statements, locks.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use std::rc::Rc;
use storage::error::Result;

/// An option of a statement, which begins at this byte of the text.
fn option(name: &str, arg: Option<DefArg>, location: usize) -> DefElem {
    DefElem { namespace: None, name: name.into(), arg, location }
}

impl Parser<'_> {
    /// Parses one statement, which its first word decides (`stmt` in `gram.y`).
    pub(super) fn statement(&mut self) -> Result<Statement> {
        match self.word() {
            "select" | "values" | "table" | "with" | "insert" | "update" | "delete" => {
                self.preparable()
            }
            "create" => self.create(),
            "alter" => self.alter(),
            "drop" => self.drop_stmt(),
            "truncate" => self.truncate(),
            "comment" => self.comment(),
            "grant" | "revoke" => self.grant(),
            "reindex" => self.reindex(),
            "cluster" => self.cluster(),
            "copy" => self.copy(),
            "vacuum" => self.vacuum(),
            "analyze" | "analyse" => self.analyze(),
            "checkpoint" => {
                self.bump()?;
                Ok(Statement::Checkpoint)
            }
            "begin" | "start" | "commit" | "end" | "rollback" | "abort" | "savepoint"
            | "release" => self.transaction(),
            "prepare" => self.prepare(),
            "execute" => self.execute(),
            "deallocate" => {
                self.bump()?;
                self.eat("prepare")?;
                let name = if self.eat("all")? { None } else { Some(self.col_id()?) };
                Ok(Statement::Deallocate(DeallocateStmt { name }))
            }
            "set" => self.set(),
            "reset" => {
                self.bump()?;
                Ok(Statement::VariableSet(Box::new(self.reset_rest()?)))
            }
            "show" => self.show(),
            "explain" => self.explain(),
            "declare" => self.declare(),
            "fetch" | "move" => self.fetch(),
            "close" => {
                self.bump()?;
                let name = if self.eat("all")? { None } else { Some(self.col_id()?) };
                Ok(Statement::ClosePortal(ClosePortalStmt { name }))
            }
            "do" => {
                self.bump()?;
                Ok(Statement::Do(Box::new(self.do_block()?)))
            }
            "call" => {
                self.bump()?;
                let location = self.pos();
                let name = self.func_name()?;
                Ok(Statement::Call(Box::new(self.call(name, location)?)))
            }
            "lock" => self.lock(),
            "discard" => {
                self.bump()?;
                let target = match self.word() {
                    "all" => DiscardTarget::All,
                    "plans" => DiscardTarget::Plans,
                    "sequences" => DiscardTarget::Sequences,
                    "temp" | "temporary" => DiscardTarget::Temp,
                    _ => return self.unexpected(),
                };
                self.bump()?;
                Ok(Statement::Discard(target))
            }
            word @ ("notify" | "listen" | "unlisten" | "load") => {
                let tag = word.to_ascii_uppercase();
                self.unsupported(&tag)
            }
            "refresh" => {
                self.expect_all(&["refresh", "materialized", "view"])?;
                let concurrent = self.eat("concurrently")?;
                let relation = self.qualified_name()?;
                let mut skip_data = false;
                if self.eat("with")? {
                    skip_data = self.eat("no")?;
                    self.expect("data")?;
                }
                let stmt = RefreshMatViewStmt { relation, concurrent, skip_data };
                Ok(Statement::RefreshMatView(Box::new(stmt)))
            }
            "merge" => self.unsupported("MERGE"),
            "reassign" => self.unsupported("REASSIGN OWNED"),
            "security" => self.unsupported("SECURITY LABEL"),
            "import" => self.unsupported("IMPORT FOREIGN SCHEMA"),
            _ if self.is_char(b'(') => Ok(Statement::Select(Box::new(self.select_stmt()?))),
            _ => self.unexpected(),
        }
    }

    /// `utility_option_list` or the old words, then the tables.
    fn vacuum(&mut self) -> Result<Statement> {
        self.expect("vacuum")?;
        let mut options = Vec::new();
        if self.is_char(b'(') {
            options = self.generic_options()?;
        } else {
            for word in ["full", "freeze", "verbose", "analyze"] {
                let here = self.is(word) || (word == "analyze" && self.is("analyse"));
                if here {
                    let location = self.bump()?.start;
                    options.push(option(word, None, location));
                }
            }
        }
        let relations = self.vacuum_relations()?;
        Ok(Statement::Vacuum(Box::new(VacuumStmt { options, relations, is_vacuum: true })))
    }
    /// Parses ANALYZE (`AnalyzeStmt`).
    fn analyze(&mut self) -> Result<Statement> {
        self.bump()?;
        let mut options = Vec::new();
        if self.is_char(b'(') {
            options = self.generic_options()?;
        } else if self.is("verbose") {
            let location = self.bump()?.start;
            options.push(option("verbose", None, location));
        }
        let relations = self.vacuum_relations()?;
        Ok(Statement::Vacuum(Box::new(VacuumStmt { options, relations, is_vacuum: false })))
    }
    /// Parses the tables of VACUUM or ANALYZE, each with its columns if some are named; none for all tables.
    fn vacuum_relations(&mut self) -> Result<Vec<VacuumRelation>> {
        if matches!(self.tok(), Tok::Eof | Tok::Char(b';')) {
            return Ok(Vec::new());
        }
        self.comma_list(|p| {
            let relation = p.qualified_name()?;
            let columns = if p.is_char(b'(') { p.paren_list(Self::col_id)? } else { Vec::new() };
            Ok(VacuumRelation { relation, columns })
        })
    }

    /// Parses BEGIN, COMMIT, ROLLBACK, savepoints and the statements of two-phase commit (`TransactionStmt`).
    fn transaction(&mut self) -> Result<Statement> {
        let word = self.word();
        self.bump()?;
        let mut stmt =
            TransactionStmt { kind: TransactionKind::Begin, options: Vec::new(), chain: false };
        match word {
            "begin" | "start" => {
                if word == "start" {
                    self.expect("transaction")?;
                    stmt.kind = TransactionKind::Start;
                } else {
                    self.opt_transaction()?;
                }
                stmt.options = self.transaction_modes(true)?;
            }
            "savepoint" => stmt.kind = TransactionKind::Savepoint(self.col_id()?),
            "release" => {
                stmt.kind = TransactionKind::Release(self.savepoint_name()?);
            }
            "commit" if self.is("prepared") => {
                self.bump()?;
                stmt.kind = TransactionKind::CommitPrepared(self.string()?);
            }
            "rollback" if self.is("prepared") => {
                self.bump()?;
                stmt.kind = TransactionKind::RollbackPrepared(self.string()?);
            }
            "commit" | "end" => {
                self.opt_transaction()?;
                stmt.kind = TransactionKind::Commit;
                stmt.chain = self.and_chain()?;
            }
            _ => {
                self.opt_transaction()?;
                if word == "rollback" && self.eat("to")? {
                    stmt.kind = TransactionKind::RollbackTo(self.savepoint_name()?);
                } else {
                    stmt.kind = TransactionKind::Rollback;
                    stmt.chain = self.and_chain()?;
                }
            }
        }
        Ok(Statement::Transaction(Box::new(stmt)))
    }
    /// Parses the name of a savepoint, before which SAVEPOINT may stand; it is a name itself where none follows.
    fn savepoint_name(&mut self) -> Result<String> {
        if self.is("savepoint") && !matches!(self.peek(1), Tok::Eof | Tok::Char(b';')) {
            self.bump()?;
        }
        self.col_id()
    }
    /// Skips WORK or TRANSACTION (`opt_transaction`).
    fn opt_transaction(&mut self) -> Result<()> {
        if matches!(self.word(), "work" | "transaction") {
            self.bump()?;
        }
        Ok(())
    }
    /// Parses `AND [NO] CHAIN`; whether the next transaction begins at once (`opt_transaction_chain`).
    fn and_chain(&mut self) -> Result<bool> {
        if !self.eat("and")? {
            return Ok(false);
        }
        let no = self.eat("no")?;
        self.expect("chain")?;
        Ok(!no)
    }
    /// Parses ISOLATION LEVEL, READ ONLY, DEFERRABLE and their like (`transaction_mode_list`). `optional`: there may be none.
    fn transaction_modes(&mut self, optional: bool) -> Result<Vec<DefElem>> {
        let mut out: Vec<DefElem> = Vec::new();
        loop {
            let location = self.pos();
            let o = match self.word() {
                "isolation" => {
                    self.expect_all(&["isolation", "level"])?;
                    let level = match self.word() {
                        "serializable" => "serializable".to_string(),
                        "repeatable" => {
                            self.bump()?;
                            if !self.is("read") {
                                return self.unexpected();
                            }
                            "repeatable read".to_string()
                        }
                        "read" => {
                            self.bump()?;
                            match self.word() {
                                w @ ("committed" | "uncommitted") => format!("read {w}"),
                                _ => return self.unexpected(),
                            }
                        }
                        _ => return self.unexpected(),
                    };
                    self.bump()?;
                    option("transaction_isolation", Some(DefArg::String(level)), location)
                }
                "read" => {
                    self.bump()?;
                    let only = self.is("only");
                    if !only && !self.is("write") {
                        return self.unexpected();
                    }
                    self.bump()?;
                    option("transaction_read_only", Some(DefArg::Boolean(only)), location)
                }
                "deferrable" => {
                    self.bump()?;
                    option("transaction_deferrable", Some(DefArg::Boolean(true)), location)
                }
                "not" => {
                    self.expect_all(&["not", "deferrable"])?;
                    option("transaction_deferrable", Some(DefArg::Boolean(false)), location)
                }
                _ if out.is_empty() && optional => return Ok(out),
                _ => return self.unexpected(),
            };
            out.push(o);
            let more = self.eat_char(b',')?;
            if !more && !matches!(self.word(), "isolation" | "read" | "deferrable" | "not") {
                return Ok(out);
            }
        }
    }

    /// Parses SET (`VariableSetStmt`).
    fn set(&mut self) -> Result<Statement> {
        self.bump()?;
        if self.is("constraints") {
            return self.unsupported("SET CONSTRAINTS");
        }
        let mut local = false;
        if self.is("local") && !self.value_follows() {
            self.bump()?;
            local = true;
        } else if self.is("session") && !self.value_follows() && !self.peek_is(1, "authorization") {
            self.bump()?;
            if self.is("characteristics") && self.peek_is(1, "as") {
                self.bump()?;
                self.bump()?;
                self.expect("transaction")?;
                let modes = self.transaction_modes(false)?;
                return Ok(Statement::VariableSet(Box::new(VariableSetStmt {
                    kind: VariableSetKind::Multi,
                    name: "SESSION CHARACTERISTICS".into(),
                    args: Vec::new(),
                    modes,
                    is_local: false,
                })));
            }
        }
        let mut stmt = self.set_rest()?;
        stmt.is_local = local;
        Ok(Statement::VariableSet(Box::new(stmt)))
    }
    /// Whether a value follows the name of a setting.
    fn value_follows(&mut self) -> bool {
        matches!(self.peek(1), Tok::Char(b'=' | b'.')) || self.peek_is(1, "to")
    }

    /// Parses what follows SET: a parameter and its value, or TRANSACTION with its modes; SNAPSHOT
    /// is refused (`set_rest` in `gram.y`).
    pub(super) fn set_rest(&mut self) -> Result<VariableSetStmt> {
        if self.is("transaction") && !self.value_follows() {
            self.bump()?;
            if self.is("snapshot") {
                let at = self.pos();
                let code = storage::error::SqlState::FEATURE_NOT_SUPPORTED;
                let text = "SET TRANSACTION SNAPSHOT is not modelled";
                return Err(storage::error::PgError::new(code, text).at(at));
            }
            let mut s = set_stmt(VariableSetKind::Multi, "TRANSACTION", Vec::new());
            s.modes = self.transaction_modes(false)?;
            return Ok(s);
        }
        self.generic_set(true)
    }

    /// Parses a parameter and its value (`generic_set` in `gram.y`); with `special` also the forms
    /// of `set_rest_more`, such as TIME ZONE.
    pub(super) fn generic_set(&mut self, special: bool) -> Result<VariableSetStmt> {
        use VariableSetKind as K;
        let next_is_value = self.value_follows();
        if special && !next_is_value {
            let at = self.pos();
            match self.word() {
                "time" => {
                    self.expect_all(&["time", "zone"])?;
                    return self.zone_value();
                }
                "schema" => {
                    self.bump()?;
                    let at = self.pos();
                    let s = self.string()?;
                    let value = super::primary::string_const(s, at);
                    return Ok(set_stmt(K::Value, "search_path", vec![value]));
                }
                "names" => {
                    self.bump()?;
                    if self.eat("default")? || !matches!(self.tok(), Tok::Str(_)) {
                        return Ok(set_stmt(K::Default, "client_encoding", Vec::new()));
                    }
                    let s = self.string()?;
                    let value = super::primary::string_const(s, at);
                    return Ok(set_stmt(K::Value, "client_encoding", vec![value]));
                }
                "role" => {
                    self.bump()?;
                    let at = self.pos();
                    let name = match self.tok() {
                        Tok::Str(_) => self.string()?,
                        _ => self.non_reserved_word()?,
                    };
                    let value = super::primary::string_const(name, at);
                    return Ok(set_stmt(K::Value, "role", vec![value]));
                }
                "session" => {
                    self.expect_all(&["session", "authorization"])?;
                    if self.eat("default")? {
                        return Ok(set_stmt(K::Default, "session_authorization", Vec::new()));
                    }
                    let at = self.pos();
                    let name = match self.tok() {
                        Tok::Str(_) => self.string()?,
                        _ => self.non_reserved_word()?,
                    };
                    let value = super::primary::string_const(name, at);
                    return Ok(set_stmt(K::Value, "session_authorization", vec![value]));
                }
                "xml" => {
                    self.expect_all(&["xml", "option"])?;
                    let value = super::primary::string_const(self.word().into(), at);
                    self.bump()?;
                    return Ok(set_stmt(K::Value, "xmloption", vec![value]));
                }
                "catalog" => {
                    self.bump()?;
                    self.string()?;
                    return Err(storage::error::PgError::new(
                        storage::error::SqlState::FEATURE_NOT_SUPPORTED,
                        "current database cannot be changed",
                    )
                    .at(at + 8));
                }
                _ => {}
            }
        }
        let name = self.variable_name()?;
        if special && self.is("from") {
            self.expect_all(&["from", "current"])?;
            return Ok(set_stmt(K::Current, &name, Vec::new()));
        }
        if !self.eat("to")? && !self.eat_char(b'=')? {
            return self.unexpected();
        }
        if self.eat("default")? {
            return Ok(set_stmt(K::Default, &name, Vec::new()));
        }
        let args = self.comma_list(|p| {
            let location = p.pos();
            let value = match p.tok() {
                Tok::Int(_) | Tok::Float(_) | Tok::Char(b'+' | b'-') => match p.numeric_only()? {
                    DefArg::Integer(i) => ConstValue::Integer(i),
                    DefArg::Float(f) => ConstValue::Float(f),
                    _ => return p.unexpected(),
                },
                _ => ConstValue::String(p.boolean_or_string()?),
            };
            Ok(Expr::Const(Const { value, location }))
        })?;
        Ok(set_stmt(K::Value, &name, args))
    }

    /// Parses SET TIME ZONE's value: text, number, interval, DEFAULT or LOCAL (`zone_value`, `gram.y`).
    fn zone_value(&mut self) -> Result<VariableSetStmt> {
        use VariableSetKind as K;
        let location = self.pos();
        let value = match self.tok() {
            Tok::Str(_) => {
                let s = self.string()?;
                super::primary::string_const(s, location)
            }
            Tok::Int(_) | Tok::Float(_) | Tok::Char(b'+' | b'-') => match self.numeric_only()? {
                DefArg::Integer(i) => super::primary::int_const(i, location),
                DefArg::Float(f) => Expr::Const(Const { value: ConstValue::Float(f), location }),
                _ => return self.unexpected(),
            },
            Tok::Kw(k) if matches!(k.word, "default" | "local") => {
                self.bump()?;
                return Ok(set_stmt(K::Default, "timezone", Vec::new()));
            }
            Tok::Kw(k) if k.word == "interval" => self.primary()?,
            Tok::Ident(_) => {
                let s = self.col_id()?;
                super::primary::string_const(s, location)
            }
            _ => return self.unexpected(),
        };
        Ok(set_stmt(K::Value, "timezone", vec![value]))
    }

    /// Parses a parameter's name, which may have dots (`var_name` in `gram.y`).
    fn variable_name(&mut self) -> Result<String> {
        let mut name = self.col_id()?;
        while self.eat_char(b'.')? {
            name.push('.');
            name.push_str(&self.col_id()?);
        }
        Ok(name)
    }

    /// Parses what RESET resets: ALL, TIME ZONE, another parameter ... (`reset_rest` in `gram.y`).
    pub(super) fn reset_rest(&mut self) -> Result<VariableSetStmt> {
        use VariableSetKind as K;
        let next_ends = matches!(self.peek(1), Tok::Eof | Tok::Char(b';'));
        match self.word() {
            "all" => {
                self.bump()?;
                Ok(set_stmt(K::ResetAll, "all", Vec::new()))
            }
            "time" if !next_ends => {
                self.expect_all(&["time", "zone"])?;
                Ok(set_stmt(K::Reset, "timezone", Vec::new()))
            }
            "transaction" if !next_ends => {
                self.expect_all(&["transaction", "isolation", "level"])?;
                Ok(set_stmt(K::Reset, "transaction_isolation", Vec::new()))
            }
            "session" if !next_ends => {
                self.expect_all(&["session", "authorization"])?;
                Ok(set_stmt(K::Reset, "session_authorization", Vec::new()))
            }
            _ => {
                let name = self.variable_name()?;
                Ok(set_stmt(K::Reset, &name, Vec::new()))
            }
        }
    }

    /// Parses SHOW (`VariableShowStmt`).
    fn show(&mut self) -> Result<Statement> {
        self.bump()?;
        let next_ends = matches!(self.peek(1), Tok::Eof | Tok::Char(b';'));
        let name = match self.word() {
            "all" => {
                self.bump()?;
                "all".to_string()
            }
            "time" if !next_ends => {
                self.expect_all(&["time", "zone"])?;
                "timezone".to_string()
            }
            "transaction" if !next_ends => {
                self.expect_all(&["transaction", "isolation", "level"])?;
                "transaction_isolation".to_string()
            }
            "session" if !next_ends => {
                self.expect_all(&["session", "authorization"])?;
                "session_authorization".to_string()
            }
            _ => self.variable_name()?,
        };
        Ok(Statement::VariableShow(Box::new(VariableShowStmt { name })))
    }

    /// Parses what follows DO: a body and a language, each at most once, in any order.
    fn do_block(&mut self) -> Result<DoStmt> {
        let mut stmt = DoStmt { body: None, language: None };
        let mut again = None;
        loop {
            let location = self.pos();
            let written = if matches!(self.tok(), Tok::Str(_)) {
                stmt.body.replace(self.string()?).is_some()
            } else if self.eat("language")? {
                let language = match self.tok() {
                    Tok::Str(_) => self.string()?,
                    _ => self.non_reserved_word()?,
                };
                stmt.language.replace(language).is_some()
            } else if stmt.body.is_none() && stmt.language.is_none() {
                return self.unexpected();
            } else {
                break;
            };
            again = again.or(written.then_some(location));
        }
        match again {
            Some(_) if !matches!(self.tok(), Tok::Eof | Tok::Char(b';')) => self.unexpected(),
            Some(location) => self.fail("conflicting or redundant options", location),
            None => Ok(stmt),
        }
    }

    /// Parses EXPLAIN (`ExplainStmt`).
    fn explain(&mut self) -> Result<Statement> {
        self.bump()?;
        let mut options = Vec::new();
        // `EXPLAIN (SELECT ...)` explains a query in parentheses.
        if self.is_char(b'(')
            && !matches!(self.peek(1), Tok::Char(b'('))
            && !matches!(self.peek(1), Tok::Kw(k) if matches!(k.word, "select" | "values" | "with" | "table"))
        {
            options = self.generic_options()?;
        } else {
            if matches!(self.word(), "analyze" | "analyse") {
                let location = self.bump()?.start;
                options.push(option("analyze", None, location));
            }
            if self.is("verbose") {
                let location = self.bump()?.start;
                options.push(option("verbose", None, location));
            }
        }
        let query = match self.word() {
            "create" => {
                self.look_at_explained_create()?;
                self.create()?
            }
            "declare" => self.declare()?,
            "refresh" => self.statement()?,
            "execute" => self.execute()?,
            "merge" => return self.unsupported("EXPLAIN of MERGE"),
            _ => self.preparable()?,
        };
        Ok(Statement::Explain(Box::new(ExplainStmt { query, options })))
    }

    /// Fails at the first token with which a CREATE ceases to be one of a table or materialized view made from a query:
    /// the grammar of EXPLAIN has only these (`CreateAsStmt`, `CreateMatViewStmt`). Nothing is consumed.
    fn look_at_explained_create(&mut self) -> Result<()> {
        let mut look = Parser {
            text: self.text,
            release: self.release,
            lexer: self.lexer.clone(),
            current: self.current.clone(),
            ahead: self.ahead.clone(),
            previous_end: self.previous_end,
            depth: self.depth,
            height: self.height,
        };
        look.expect("create")?;
        let mut is_temporary = look.eat("local")? || look.eat("global")?;
        if is_temporary || matches!(look.word(), "temp" | "temporary") {
            if !look.eat("temp")? {
                look.expect("temporary")?;
            }
            is_temporary = true;
        } else {
            look.eat("unlogged")?;
        }
        let is_view = !is_temporary && look.eat("materialized")?;
        look.expect(if is_view { "view" } else { "table" })?;
        look.if_not_exists()?;
        look.qualified_name()?;
        if look.is_char(b'(') {
            look.paren_list(Self::col_id)?;
        }
        if look.eat("using")? {
            look.col_id()?;
        }
        if look.eat("with")? {
            look.rel_options()?;
        } else {
            look.eat_all(&["without", "oids"])?;
        }
        if !is_view {
            look.on_commit()?;
        }
        if look.eat("tablespace")? {
            look.col_id()?;
        }
        look.expect("as")
    }

    /// Parses PREPARE, of a statement or of a transaction (`PrepareStmt`, `TransactionStmt`).
    fn prepare(&mut self) -> Result<Statement> {
        self.bump()?;
        if self.is("transaction") && matches!(self.peek(1), Tok::Str(_)) {
            self.bump()?;
            let kind = TransactionKind::Prepare(self.string()?);
            let stmt = TransactionStmt { kind, options: Vec::new(), chain: false };
            return Ok(Statement::Transaction(Box::new(stmt)));
        }
        let name = self.col_id()?;
        let argtypes =
            if self.is_char(b'(') { self.paren_list(Self::type_name)? } else { Vec::new() };
        self.expect("as")?;
        let query = Rc::new(self.preparable()?);
        Ok(Statement::Prepare(Box::new(PrepareStmt { name, argtypes, query })))
    }
    /// Parses EXECUTE.
    pub(super) fn execute(&mut self) -> Result<Statement> {
        self.bump()?;
        let name = self.col_id()?;
        let params = if self.is_char(b'(') { self.paren_list(Self::expr)? } else { Vec::new() };
        Ok(Statement::Execute(Box::new(ExecuteStmt { name, params })))
    }

    /// Parses LOCK (`LockStmt`).
    fn lock(&mut self) -> Result<Statement> {
        self.bump()?;
        self.eat("table")?;
        let relations = self.comma_list(Self::relation_expr)?;
        let mut mode = "ACCESS EXCLUSIVE".to_string();
        if self.eat("in")? {
            let mut words = Vec::new();
            while matches!(self.word(), "access" | "row" | "share" | "exclusive" | "update") {
                words.push(self.word().to_ascii_uppercase());
                self.bump()?;
            }
            mode = words.join(" ");
            let known = [
                "ACCESS SHARE",
                "ROW SHARE",
                "ROW EXCLUSIVE",
                "SHARE UPDATE EXCLUSIVE",
                "SHARE",
                "SHARE ROW EXCLUSIVE",
                "EXCLUSIVE",
                "ACCESS EXCLUSIVE",
            ];
            if !known.contains(&mode.as_str()) {
                return self.unexpected();
            }
            self.expect("mode")?;
        }
        let nowait = self.eat("nowait")?;
        Ok(Statement::Lock(Box::new(LockStmt { relations, mode, nowait })))
    }
}

/// A SET or RESET of this parameter, for the session (not LOCAL).
fn set_stmt(kind: VariableSetKind, name: &str, args: Vec<Expr>) -> VariableSetStmt {
    VariableSetStmt { kind, name: name.to_string(), args, modes: Vec::new(), is_local: false }
}
