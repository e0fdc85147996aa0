//! CREATE of everything but tables, indexes and functions; sequence options.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use std::rc::Rc;
use storage::error::Result;
use storage::heap::Persistence;

impl Parser<'_> {
    /// Parses a statement that begins with CREATE.
    pub(super) fn create(&mut self) -> Result<Statement> {
        self.expect("create")?;
        let mut replace = false;
        if self.is("or") {
            self.expect_all(&["or", "replace"])?;
            replace = true;
            if !matches!(
                self.word(),
                "view"
                    | "temp"
                    | "temporary"
                    | "recursive"
                    | "function"
                    | "procedure"
                    | "trigger"
                    | "aggregate"
                    | "rule"
                    | "language"
                    | "transform"
                    | "local"
                    | "global"
                    | "constraint"
                    | "trusted"
                    | "procedural"
            ) {
                return self.unexpected();
            }
        }
        let mut persistence = Persistence::Permanent;
        let mut marked = false;
        if matches!(self.word(), "local" | "global") {
            if self.is("global") {
                return self.not_modelled("GLOBAL");
            }
            self.bump()?;
            if !matches!(self.word(), "temp" | "temporary") {
                return self.unexpected();
            }
        }
        match self.word() {
            "temp" | "temporary" => {
                self.bump()?;
                persistence = Persistence::Temp;
                marked = true;
            }
            "unlogged" => {
                self.bump()?;
                persistence = Persistence::Unlogged;
                marked = true;
            }
            _ => {}
        }
        let marked_kind = match self.word() {
            "materialized" => persistence == Persistence::Unlogged,
            word => matches!(word, "table" | "sequence" | "view" | "recursive"),
        };
        if marked && !marked_kind {
            return self.unexpected();
        }
        if self.is_name("toaster") && !marked && !replace {
            return self.create_toaster();
        }
        match self.word() {
            "table" => self.create_table(persistence),
            "unique" | "index" => self.create_index(),
            "sequence" => {
                self.bump()?;
                let if_not_exists = self.if_not_exists()?;
                let mut sequence = self.qualified_name()?;
                sequence.persistence = persistence;
                let options = self.seq_options()?;
                let stmt = CreateSeqStmt { sequence, options, if_not_exists };
                Ok(Statement::CreateSequence(Box::new(stmt)))
            }
            "view" | "recursive" => self.create_view(replace, persistence),
            "materialized" => self.create_matview(persistence),
            "schema" => self.create_schema(),
            "function" | "procedure" => self.create_function(replace),
            "type" => self.create_type(),
            "domain" => self.create_domain(),
            "extension" => self.create_extension(),
            "role" | "user" | "group" => {
                if self.is("user") && self.peek_is(1, "mapping") {
                    return self.unsupported("CREATE USER MAPPING");
                }
                self.unsupported("CREATE ROLE")
            }
            "trigger" | "constraint" => self.create_trigger(replace),
            "aggregate" | "operator" | "collation" | "statistics" => {
                let tag = format!("CREATE {}", self.word().to_ascii_uppercase());
                self.unsupported(&tag)
            }
            "database" => {
                self.bump()?;
                let name = self.col_id()?;
                self.eat("with")?;
                let mut options = Vec::new();
                while !matches!(self.tok(), Tok::Eof | Tok::Char(b';')) {
                    options.push(self.database_option()?);
                }
                Ok(Statement::CreateDatabase(name, options))
            }
            "access" | "cast" | "conversion" | "default" | "event" | "foreign" | "language"
            | "policy" | "publication" | "rule" | "server" | "subscription" | "tablespace"
            | "text" | "transform" | "trusted" | "procedural" => {
                let tag = format!("CREATE {}", self.word().to_ascii_uppercase());
                self.unsupported(&tag)
            }
            _ => self.unexpected(),
        }
    }

    /// Parses an option of CREATE DATABASE, with its place (`createdb_opt_item`). `None`: DEFAULT.
    #[inline(never)]
    fn database_option(&mut self) -> Result<DatabaseOption> {
        let location = self.pos();
        let name = match self.tok() {
            Tok::Ident(name) => name.clone(),
            Tok::Kw(k) => k.word.to_string(),
            _ => return self.unexpected(),
        };
        let known = ["connection", "encoding", "location", "owner", "tablespace", "template"];
        if matches!(self.tok(), Tok::Kw(_)) && !known.contains(&name.as_str()) {
            return self.unexpected();
        }
        self.bump()?;
        if name == "connection" {
            self.expect("limit")?;
        }
        self.eat_char(b'=')?;
        let number = matches!(self.tok(), Tok::Int(_) | Tok::Char(b'-' | b'+'));
        let value = if number {
            Some(self.signed_integer()?.to_string())
        } else if self.eat("default")? {
            None
        } else {
            Some(self.boolean_or_string()?)
        };
        Ok((name, value, location))
    }

    /// Parses `[RECURSIVE] VIEW ...` of CREATE (`ViewStmt`). `replace`: OR REPLACE was read before.
    fn create_view(&mut self, replace: bool, persistence: Persistence) -> Result<Statement> {
        let recursive = self.eat("recursive")?;
        self.expect("view")?;
        let mut view = self.qualified_name()?;
        view.persistence = persistence;
        let aliases = if self.is_char(b'(') || recursive {
            self.paren_list(Self::col_id)?
        } else {
            Vec::new()
        };
        let mut options = if self.eat("with")? { self.rel_options()? } else { Vec::new() };
        self.expect("as")?;
        let mut query = self.select_stmt()?;
        let location = self.pos();
        if self.eat("with")? {
            let local = self.eat("local")?;
            if !local {
                self.eat("cascaded")?;
            }
            self.expect_all(&["check", "option"])?;
            let how = if local { "local" } else { "cascaded" };
            let arg = Some(DefArg::String(how.into()));
            options.push(DefElem { namespace: None, name: "check_option".into(), arg, location });
        }
        if recursive {
            query = recursive_view(&view, &aliases, query);
        }
        let query = Box::new(query);
        let stmt = ViewStmt { view, aliases, query, replace, options };
        Ok(Statement::View(Box::new(stmt)))
    }

    /// Parses `MATERIALIZED VIEW ...` of CREATE (`CreateMatViewStmt`).
    fn create_matview(&mut self, persistence: Persistence) -> Result<Statement> {
        self.expect_all(&["materialized", "view"])?;
        let if_not_exists = self.if_not_exists()?;
        let mut relation = self.qualified_name()?;
        relation.persistence = persistence;
        let mut into = IntoClause {
            relation,
            columns: Vec::new(),
            access_method: None,
            options: Vec::new(),
            on_commit: OnCommit::Noop,
            tablespace: None,
            skip_data: false,
        };
        if self.is_char(b'(') {
            into.columns = self.paren_list(Self::col_id)?;
        }
        if self.eat("using")? {
            into.access_method = Some(self.col_id()?);
        }
        if self.eat("with")? {
            into.options = self.rel_options()?;
        }
        if self.eat("tablespace")? {
            into.tablespace = Some(self.col_id()?);
        }
        self.expect("as")?;
        self.create_table_as(into, true, if_not_exists)
    }

    /// Parses `SCHEMA ...` of CREATE, with the statements within it (`CreateSchemaStmt`).
    fn create_schema(&mut self) -> Result<Statement> {
        self.bump()?;
        let if_not_exists = self.if_not_exists()?;
        let mut stmt = CreateSchemaStmt {
            name: None,
            authorization: None,
            elements: Vec::new(),
            if_not_exists,
        };
        if self.eat("authorization")? {
            stmt.authorization = Some(self.role_spec()?);
        } else {
            stmt.name = Some(self.col_id()?);
            if self.eat("authorization")? {
                stmt.authorization = Some(self.role_spec()?);
            }
        }
        while matches!(self.word(), "create" | "grant") {
            let at = self.pos();
            stmt.elements.push(self.nested(|p| p.statement())?);
            if if_not_exists {
                let m = "CREATE SCHEMA IF NOT EXISTS cannot include schema elements";
                return Err(storage::error::PgError::new(
                    storage::error::SqlState::FEATURE_NOT_SUPPORTED,
                    m,
                )
                .at(at));
            }
        }
        Ok(Statement::CreateSchema(Box::new(stmt)))
    }

    /// Parses sequence options in parentheses, if there are any.
    pub(super) fn paren_seq_options(&mut self) -> Result<Vec<DefElem>> {
        self.expect_char(b'(')?;
        let options = self.seq_options()?;
        if options.is_empty() {
            return self.unexpected();
        }
        self.expect_char(b')')?;
        Ok(options)
    }
    /// Parses the options of a sequence, any number of them.
    pub(super) fn seq_options(&mut self) -> Result<Vec<DefElem>> {
        let mut out = Vec::new();
        while let Some(o) = self.seq_option()? {
            out.push(o);
        }
        Ok(out)
    }
    /// Parses one option of a sequence, such as `INCREMENT BY 2` or NO CYCLE; `None` if no option
    /// begins here (`SeqOptElem` in `gram.y`).
    pub(super) fn seq_option(&mut self) -> Result<Option<DefElem>> {
        let location = self.pos();
        let word = self.word();
        let (name, arg) = match word {
            "as" => {
                self.bump()?;
                ("as", Some(DefArg::Type(self.simple_type_name()?)))
            }
            "cache" | "maxvalue" | "minvalue" => {
                self.bump()?;
                (word, Some(self.numeric_only()?))
            }
            "cycle" => {
                self.bump()?;
                ("cycle", Some(DefArg::Boolean(true)))
            }
            "increment" | "start" => {
                self.bump()?;
                self.eat(if word == "start" { "with" } else { "by" })?;
                (word, Some(self.numeric_only()?))
            }
            "restart" => {
                self.bump()?;
                let with = self.eat("with")?;
                let number =
                    matches!(self.tok(), Tok::Int(_) | Tok::Float(_) | Tok::Char(b'+' | b'-'));
                ("restart", if with || number { Some(self.numeric_only()?) } else { None })
            }
            "no" => {
                self.bump()?;
                let what = self.word();
                let r = match what {
                    "maxvalue" | "minvalue" => (what, None),
                    "cycle" => ("cycle", Some(DefArg::Boolean(false))),
                    _ => return self.unexpected(),
                };
                self.bump()?;
                r
            }
            "owned" => {
                self.expect_all(&["owned", "by"])?;
                ("owned_by", Some(DefArg::Name(self.any_name()?)))
            }
            "sequence" => {
                self.expect_all(&["sequence", "name"])?;
                ("sequence_name", Some(DefArg::Name(self.any_name()?)))
            }
            _ => return Ok(None),
        };
        Ok(Some(DefElem { namespace: None, name: name.into(), arg, location }))
    }

    /// Parses `TYPE ...` of CREATE (`DefineStmt`).
    fn create_type(&mut self) -> Result<Statement> {
        self.bump()?;
        let location = self.pos();
        let name = self.any_name()?;
        if !self.eat("as")? {
            return self.unsupported("CREATE TYPE");
        }
        if self.eat("enum")? {
            self.expect_char(b'(')?;
            let values =
                if self.is_char(b')') { Vec::new() } else { self.comma_list(Self::string)? };
            self.expect_char(b')')?;
            return Ok(Statement::CreateEnum(Box::new(CreateEnumStmt { name, values })));
        }
        if self.is("range") {
            return self.unsupported("CREATE TYPE");
        }
        let type_var = self.range_var(name, location)?;
        self.expect_char(b'(')?;
        let columns = if self.is_char(b')') {
            Vec::new()
        } else {
            self.comma_list(Self::table_func_element)?
        };
        self.expect_char(b')')?;
        Ok(Statement::CompositeType(Box::new(CompositeTypeStmt { type_var, columns })))
    }

    /// Parses `DOMAIN ...` of CREATE (`CreateDomainStmt`).
    fn create_domain(&mut self) -> Result<Statement> {
        self.bump()?;
        let name = self.any_name()?;
        self.eat("as")?;
        // The constraints of a domain are those of a column.
        let location = self.pos();
        let type_name = self.type_name()?;
        let mut c = ColumnDef::named(String::new(), location);
        self.domain_constraints(&mut c)?;
        Ok(Statement::CreateDomain(Box::new(CreateDomainStmt {
            name,
            type_name,
            collation: c.collation,
            constraints: c.constraints,
        })))
    }

    /// Parses `EXTENSION ...` of CREATE (`CreateExtensionStmt`).
    fn create_extension(&mut self) -> Result<Statement> {
        self.bump()?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.col_id()?;
        self.eat("with")?;
        let mut options = Vec::new();
        loop {
            let location = self.pos();
            let (name, arg) = match self.word() {
                "schema" => {
                    self.bump()?;
                    ("schema", DefArg::String(self.col_id()?))
                }
                "version" => {
                    self.bump()?;
                    let v = match self.tok() {
                        Tok::Str(_) => self.string()?,
                        _ => self.non_reserved_word()?,
                    };
                    ("new_version", DefArg::String(v))
                }
                "cascade" => {
                    self.bump()?;
                    ("cascade", DefArg::Boolean(true))
                }
                _ => break,
            };
            options.push(DefElem { namespace: None, name: name.into(), arg: Some(arg), location });
        }
        let stmt = CreateExtensionStmt { name, if_not_exists, options };
        Ok(Statement::CreateExtension(Box::new(stmt)))
    }

    /// Parses `TOASTER name HANDLER function` of CREATE, which only the servers with pluggable toasters have.
    fn create_toaster(&mut self) -> Result<Statement> {
        self.bump()?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.col_id()?;
        self.expect("handler")?;
        let handler = self.any_name()?;
        Ok(Statement::CreateToaster(Box::new(CreateToasterStmt { name, if_not_exists, handler })))
    }

    /// Parses `TRIGGER ...` of CREATE (`CreateTrigStmt`). `replace`: OR REPLACE was read before.
    fn create_trigger(&mut self, replace: bool) -> Result<Statement> {
        if self.is("constraint") {
            return self.unsupported("CREATE CONSTRAINT TRIGGER");
        }
        self.expect("trigger")?;
        let name = self.col_id()?;
        let mut kind = match self.word() {
            "before" => trigger::BEFORE,
            "after" => 0,
            "instead" => {
                self.bump()?;
                if !self.is("of") {
                    return self.unexpected();
                }
                trigger::INSTEAD
            }
            _ => return self.unexpected(),
        };
        self.bump()?;
        let mut columns = Vec::new();
        loop {
            let event = match self.word() {
                "insert" => trigger::INSERT,
                "delete" => trigger::DELETE,
                "update" => trigger::UPDATE,
                "truncate" => trigger::TRUNCATE,
                _ => return self.unexpected(),
            };
            let update = self.is("update");
            let mut place = (self.current.start, self.current.end);
            self.bump()?;
            if update {
                if self.eat("of")? {
                    columns = self.name_list()?;
                }
                place = (self.current.start, self.current.end);
            }
            if kind & event != 0 {
                let what = "duplicate trigger events specified";
                return Err(super::syntax_error(self.text, what, place.0, place.1));
            }
            kind |= event;
            if !self.eat("or")? {
                break;
            }
        }
        self.expect("on")?;
        let relation = self.qualified_name()?;
        if self.is("referencing") {
            return self.unsupported("REFERENCING");
        }
        if self.eat("for")? {
            self.eat("each")?;
            match self.word() {
                "row" => kind |= trigger::ROW,
                "statement" => {}
                _ => return self.unexpected(),
            }
            self.bump()?;
        }
        let mut when = None;
        if self.eat("when")? {
            self.expect_char(b'(')?;
            when = Some(self.expr()?);
            self.expect_char(b')')?;
        }
        self.expect("execute")?;
        if !matches!(self.word(), "function" | "procedure") {
            return self.unexpected();
        }
        self.bump()?;
        let function = self.any_name()?;
        self.expect_char(b'(')?;
        let mut args = Vec::new();
        while !self.is_char(b')') {
            if !args.is_empty() {
                self.expect_char(b',')?;
            }
            args.push(match self.tok().clone() {
                Tok::Str(s) | Tok::Float(s) => {
                    self.bump()?;
                    s
                }
                Tok::Int(i) => {
                    self.bump()?;
                    i.to_string()
                }
                _ => self.col_label()?,
            });
        }
        self.expect_char(b')')?;
        let stmt =
            CreateTriggerStmt { name, replace, kind, columns, relation, when, function, args };
        Ok(Statement::CreateTrigger(Box::new(stmt)))
    }
}

/// Returns the query of a recursive view, `WITH RECURSIVE v (cols) AS (query) SELECT cols FROM v`
/// (`makeRecursiveViewSelect`).
fn recursive_view(view: &RangeVar, aliases: &[String], query: SelectStmt) -> SelectStmt {
    let location = view.location;
    let cte = CommonTableExpr {
        name: view.name.clone(),
        columns: aliases.to_vec(),
        materialized: None,
        query: Rc::new(Statement::Select(Box::new(query))),
        location,
    };
    let with = WithClause { ctes: vec![cte], recursive: true, location };
    let target = |name: &String| ResTarget {
        name: None,
        indirection: Vec::new(),
        val: Some(Expr::ColumnRef(ColumnRef { fields: vec![Field::Name(name.clone())], location })),
        location,
    };
    let from = RangeVar { catalog: None, schema: None, alias: None, ..view.clone() };
    SelectStmt {
        target_list: aliases.iter().map(target).collect(),
        from: vec![FromItem::Relation(from)],
        with: Some(Box::new(with)),
        location,
        ..SelectStmt::default()
    }
}
