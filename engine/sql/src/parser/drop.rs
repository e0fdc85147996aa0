//! DROP, TRUNCATE, COMMENT, GRANT, REVOKE.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::Result;

impl Parser<'_> {
    /// Parses the words for the kind of object after DROP or COMMENT ON.
    fn object_type(&mut self) -> Result<ObjectType> {
        use ObjectType::*;
        if self.is_name("toaster") {
            self.bump()?;
            return Ok(Toaster);
        }
        let kind = match self.word() {
            "table" => Table,
            "index" => Index,
            "sequence" => Sequence,
            "view" => View,
            "materialized" => {
                self.bump()?;
                if !self.is("view") {
                    return self.unexpected();
                }
                MatView
            }
            "foreign" => {
                self.bump()?;
                if !self.is("table") {
                    return self.unexpected();
                }
                ForeignTable
            }
            "schema" => Schema,
            "extension" => Extension,
            "function" => Function,
            "procedure" => Procedure,
            "routine" => Routine,
            "aggregate" => Aggregate,
            "operator" => Operator,
            "type" => Type,
            "domain" => Domain,
            "collation" => Collation,
            "conversion" => Conversion,
            "trigger" => Trigger,
            "rule" => Rule,
            "policy" => Policy,
            "role" | "user" | "group" => Role,
            "database" => Database,
            "tablespace" => Tablespace,
            "language" => Language,
            "statistics" => Statistics,
            "publication" => Publication,
            "access" => {
                self.bump()?;
                if !self.is("method") {
                    return self.unexpected();
                }
                AccessMethod
            }
            "event" => {
                self.bump()?;
                if !self.is("trigger") {
                    return self.unexpected();
                }
                EventTrigger
            }
            "column" => Column,
            "constraint" => TableConstraint,
            _ => return self.unexpected(),
        };
        self.bump()?;
        Ok(kind)
    }

    /// Parses DROP.
    pub(super) fn drop_stmt(&mut self) -> Result<Statement> {
        self.expect("drop")?;
        if matches!(
            self.word(),
            "owned" | "cast" | "transform" | "server" | "subscription" | "text"
        ) {
            let tag = format!("DROP {}", self.word().to_ascii_uppercase());
            return self.unsupported(&tag);
        }
        if self.is("user") && self.peek_is(1, "mapping") {
            return self.unsupported("DROP USER MAPPING");
        }
        if self.is("foreign") && self.peek_is(1, "data") {
            return self.unsupported("DROP FOREIGN DATA WRAPPER");
        }
        if matches!(self.word(), "column" | "constraint") {
            return self.unexpected();
        }
        let remove_type = self.object_type()?;
        let concurrent = remove_type == ObjectType::Index && self.eat("concurrently")?;
        let missing_ok = self.if_exists()?;
        let mut stmt = DropStmt {
            remove_type,
            objects: Vec::new(),
            args: Vec::new(),
            on_relation: None,
            types: Vec::new(),
            behavior: DropBehavior::Restrict,
            missing_ok,
            concurrent,
        };
        match remove_type {
            ObjectType::Function
            | ObjectType::Procedure
            | ObjectType::Routine
            | ObjectType::Aggregate => loop {
                let name = self.routine_name()?;
                stmt.objects.push(name);
                let aggregate = stmt.remove_type == ObjectType::Aggregate;
                stmt.args.push(self.opt_function_args(aggregate)?);
                if !self.eat_char(b',')? {
                    break;
                }
            },
            ObjectType::Trigger | ObjectType::Rule | ObjectType::Policy => {
                stmt.objects.push(self.col_id()?.into());
                self.expect("on")?;
                stmt.on_relation = Some(self.any_name()?);
            }
            ObjectType::Type | ObjectType::Domain => {
                stmt.types = self.comma_list(Self::type_name)?;
                stmt.objects = stmt.types.iter().map(|t| t.names.clone()).collect();
            }
            ObjectType::Operator => return self.unsupported("DROP OPERATOR"),
            ObjectType::Role => {
                stmt.objects = self.comma_list(|p| Ok(p.role_spec()?.into()))?;
                return Ok(Statement::Drop(Box::new(stmt)));
            }
            ObjectType::Schema => {
                stmt.objects = self.name_list()?.into_iter().map(QualifiedName::from).collect();
            }
            ObjectType::Database => {
                stmt.objects.push(self.col_id()?.into());
                // No other session is there to be ended (`DROP DATABASE ... WITH (FORCE)`).
                if self.eat("with")? || self.is_char(b'(') {
                    self.expect_char(b'(')?;
                    while self.expect("force").map(|()| self.eat_char(b','))?? {}
                    self.expect_char(b')')?;
                }
                return Ok(Statement::Drop(Box::new(stmt)));
            }
            _ => stmt.objects = self.comma_list(Self::any_name)?,
        }
        stmt.behavior = self.drop_behavior()?;
        Ok(Statement::Drop(Box::new(stmt)))
    }

    /// Parses `(int, name text, ...)` after a function's name, if it is there.
    pub(super) fn opt_function_args(&mut self, aggregate: bool) -> Result<Option<Vec<TypeName>>> {
        if !self.eat_char(b'(')? {
            return Ok(None);
        }
        let mut types = Vec::new();
        if aggregate && self.eat_char(b'*')? {
            self.expect_char(b')')?;
            return Ok(Some(types));
        }
        let mut more = !self.is_char(b')');
        while more {
            let parameter = self.func_arg()?;
            // Only input arguments tell functions of one name apart (`extractArgTypes`).
            if parameter.mode != ParameterMode::Out {
                types.push(parameter.type_name);
            }
            more = self.eat_char(b',')?;
        }
        self.expect_char(b')')?;
        Ok(Some(types))
    }

    /// Parses TRUNCATE.
    pub(super) fn truncate(&mut self) -> Result<Statement> {
        self.expect("truncate")?;
        self.eat("table")?;
        let relations = self.comma_list(Self::relation_expr)?;
        let mut restart_seqs = false;
        if self.eat_all(&["restart", "identity"])? {
            restart_seqs = true;
        } else {
            self.eat_all(&["continue", "identity"])?;
        }
        let behavior = self.drop_behavior()?;
        Ok(Statement::Truncate(Box::new(TruncateStmt { relations, restart_seqs, behavior })))
    }

    /// Parses COMMENT ON.
    pub(super) fn comment(&mut self) -> Result<Statement> {
        self.expect_all(&["comment", "on"])?;
        let what = match self.word() {
            "cast" => "CAST",
            "large" => "LARGE OBJECT",
            "text" => "TEXT SEARCH",
            "transform" => "TRANSFORM",
            "server" => "SERVER",
            "subscription" => "SUBSCRIPTION",
            _ => "",
        };
        if !what.is_empty() {
            return self.unsupported(&format!("COMMENT ON {what}"));
        }
        let object_type = self.object_type()?;
        let mut args = None;
        let object = match object_type {
            ObjectType::Type | ObjectType::Domain => self.type_name()?.names,
            ObjectType::Function
            | ObjectType::Procedure
            | ObjectType::Routine
            | ObjectType::Aggregate => {
                let name = self.any_name()?;
                args = self.opt_function_args(object_type == ObjectType::Aggregate)?;
                name
            }
            ObjectType::Operator => return self.unsupported("COMMENT ON OPERATOR"),
            ObjectType::TableConstraint
            | ObjectType::Trigger
            | ObjectType::Rule
            | ObjectType::Policy => {
                let name = self.col_id()?;
                self.expect("on")?;
                if self.eat("domain")? {
                    return self.unsupported("COMMENT ON CONSTRAINT ... ON DOMAIN");
                }
                let mut object = self.any_name()?;
                object.push(name);
                object
            }
            _ => self.any_name()?,
        };
        self.expect("is")?;
        let comment = if self.eat("null")? { None } else { Some(self.string()?) };
        Ok(Statement::Comment(Box::new(CommentStmt { object_type, object, args, comment })))
    }

    /// Parses GRANT or REVOKE.
    #[inline(never)]
    pub(super) fn grant(&mut self) -> Result<Statement> {
        let is_grant = self.is("grant");
        self.bump()?;
        let right = self.is("grant") || self.is("admin");
        if !is_grant && right && self.peek_is(1, "option") {
            self.bump()?;
            self.expect_all(&["option", "for"])?;
        }
        let mut stmt = GrantStmt {
            is_grant,
            object_type: None,
            all_in_schema: false,
            privileges: Vec::new(),
            objects: Vec::new(),
            grantees: Vec::new(),
        };
        if self.eat("all")? {
            self.eat("privileges")?;
            if self.is_char(b'(') {
                self.paren_list(Self::col_id)?;
            }
        } else {
            stmt.privileges = self.comma_list(|p| {
                let word = match p.word() {
                    w @ ("select" | "references" | "create") => {
                        p.bump()?;
                        w.to_string()
                    }
                    _ => p.col_id()?,
                };
                if p.is_char(b'(') {
                    p.paren_list(Self::col_id)?;
                }
                Ok(word)
            })?;
        }
        if self.eat("on")? {
            // After a kind of object comes a name; without one the word is a table's name itself.
            let is_kind = !matches!(self.peek(1), Tok::Char(b'.' | b','))
                && !self.peek_is(1, if is_grant { "to" } else { "from" });
            let other = match self.word() {
                _ if !is_kind => None,
                "large" if self.peek_is(1, "object") => Some("LARGE OBJECT"),
                "foreign" if self.peek_is(1, "server") => Some("FOREIGN SERVER"),
                "foreign" => Some("FOREIGN DATA WRAPPER"),
                "parameter" => Some("PARAMETER"),
                _ => None,
            };
            if let Some(what) = other {
                let verb = if is_grant { "GRANT" } else { "REVOKE" };
                return self.unsupported(&format!("{verb} ON {what}"));
            }
            stmt.object_type = Some(match self.word() {
                "all" => {
                    self.bump()?;
                    stmt.all_in_schema = true;
                    let kind = match self.word() {
                        "tables" => ObjectType::Table,
                        "sequences" => ObjectType::Sequence,
                        "functions" => ObjectType::Function,
                        "procedures" => ObjectType::Procedure,
                        "routines" => ObjectType::Routine,
                        _ => return self.unexpected(),
                    };
                    self.bump()?;
                    self.expect_all(&["in", "schema"])?;
                    kind
                }
                "table" | "sequence" | "function" | "procedure" | "routine" | "database"
                | "domain" | "language" | "schema" | "tablespace" | "type"
                    if is_kind || self.word() == "table" =>
                {
                    self.object_type()?
                }
                _ => ObjectType::Table,
            });
            loop {
                stmt.objects.push((self.any_name()?, self.opt_function_args(false)?));
                if !self.eat_char(b',')? {
                    break;
                }
            }
        }
        self.expect(if is_grant { "to" } else { "from" })?;
        stmt.grantees = self.comma_list(|p| {
            p.eat("group")?;
            p.role_spec()
        })?;
        if self.is("with") {
            self.bump()?;
            if !matches!(self.word(), "grant" | "admin") {
                return self.unexpected();
            }
            self.bump()?;
            self.expect("option")?;
        }
        if self.eat_all(&["granted", "by"])? {
            self.role_spec()?;
        }
        if !is_grant {
            self.drop_behavior()?;
        }
        Ok(Statement::Grant(Box::new(stmt)))
    }
}
